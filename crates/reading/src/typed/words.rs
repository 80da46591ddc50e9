//! Operators in words: `send plus more equals money`, `A is prime`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::languages::Said;
use super::marks::is_without_case;
use super::operators::{AND, AROUND, Around, BEFORE, BEFORE_TWO, BEHIND, BETWEEN, OPENING};
use super::view::View;
use super::{Change, Edit, alternatives, demands, languages, membership, pattern, sayings};
use crate::Aids;
use fukumen_language::interrupt::Never;
use fukumen_language::message::message;
use fukumen_language::puzzle::Rules;
use fukumen_language::text::{Heading, changed, lines};
use fukumen_language::vocabulary::Vocabulary;

/// How many full stops are looked at, and how long the sentences behind them may be.
const MOST_STOPS: usize = 16;
const LONGEST_SENTENCE: usize = 200;

/// Words behind which another condition begins.
pub(super) const LINKS: &[&str] = &["where", "with", "when", "if", AND];

/// Words between two numbers that are added or multiplied.
const LINKS_OF_TWO: &[&str] = &[AND, "und", "et", "y", "e", "и"];

/// How many characters a sum may have about which something is said.
const LONGEST_SUM: usize = 200;

/// Words for what is left of a division.
pub(super) const REMAINDERS: &[&str] = &[
    "r",
    "rem",
    "rem.",
    "remainder",
    "rest",
    "reste",
    "resto",
    "reszta",
    "остаток",
    "ост.",
    "余",
    "あまり",
    "余り",
    "ост",
    "остача",
    "zbytek",
    "zvyšok",
    "kalan",
    "나머지",
    "余数",
    "余數",
    "reszty",
    "остатке",
    "остатком",
    "rester",
    "maradék",
    "restul",
    "υπόλοιπο",
];

pub(super) fn may_have_remainder(text: &str) -> bool {
    text.contains([':', '÷', '/']) && text.contains('=')
}

/// How long these are at most.
const LONGEST_REMAINDER: usize = 10;

/// Words before those, and how many of them.
const MOST_BEFORE_REMAINDERS: usize = 3;
const BEFORE_REMAINDERS: &[&str] = &[
    "and", "avec", "con", "e", "en", "et", "i", "il", "med", "met", "mit", "og", "och", "the", "und", "with",
    "y", "z", "и", "с",
];

/// How many commas of a line are looked at behind which another condition may stand.
const MOST_COMMAS: usize = 4;

/// Reads what is left of a division as people write it: `AB:C=D R3`, `AB:C=D, R 3`, `AB÷C=D, remainder 3`, `AB:C=D (Rest: E)`.
pub(super) fn remainder(view: &View) -> Option<Change> {
    Change::of(view.lines().into_iter().filter_map(|line| remainder_in(view, line, false)).collect())
}

pub(super) fn may_equal_remainder(text: &str) -> bool {
    may_have_remainder(text) && text.matches('=').count() > 1
}

/// Reads an equation for it, whose name stands nowhere else: `AB÷C=D, R = E`.
pub(super) fn equal_remainder(view: &View) -> Option<Change> {
    // A letter of the puzzle is no name, on whichever line it stands.
    let is_named_once = (0..view.len()).filter(|i| view.sign(*i) == 'R').count() < 2;
    let edits = view.lines().into_iter().filter_map(|line| remainder_in(view, line, true));
    Change::of(edits.filter(|_| is_named_once).collect())
}

/// The remainder at the end of a line, or before a comma behind which another condition stands.
fn remainder_in(view: &View, line: Range<usize>, is_equation: bool) -> Option<Edit> {
    let goes_on = |comma: &usize| {
        let rest = view.trimmed(comma + 1..line.end);
        rest.is_some_and(|rest| view.is_condition(rest.clone()) && view.has_relation(rest))
    };
    let commas = line.clone().filter(|i| ",;".contains(view.sign(*i))).take(MOST_COMMAS);
    let mut ends = std::iter::once(line.end).chain(commas.filter(goes_on));
    ends.find_map(|end| remainder_of(view, view.trimmed(line.start..end)?, is_equation))
}

/// The remainder at the end of such a part, with an equals sign before it or without.
fn remainder_of(view: &View, line: Range<usize>, is_equation: bool) -> Option<Edit> {
    let is_mark = |i: usize| view.is_space(i) || "(),.:;=[]".contains(view.sign(i));
    let last = line.clone().rev().find(|i| !is_mark(*i))?;
    let number = (line.start..=last).rev().take_while(|i| view.is_digit(*i)).last()?;
    let word_before = |to: usize| {
        let end = (line.start..to).rev().find(|i| !is_mark(*i))? + 1;
        let start = (line.start..end).rev().take_while(|i| !is_mark(*i)).last()?;
        Some((view.signs(start..end).to_lowercase(), start..end))
    };
    let is_name = |word: &str| REMAINDERS.contains(&word);
    // A name may be glued to its number: `R3`.
    let is_glued = |digits: &usize| {
        is_name(&view.signs(number..*digits).to_lowercase())
            && (*digits..=last).all(|i| view.sign(i).is_ascii_digit() || view.is_blank(i))
    };
    let glued = (number + 1..=last).take(LONGEST_REMAINDER).find(is_glued).filter(|_| !is_equation);
    let (digits, mut start) = match glued {
        Some(digits) => (digits, number),
        None => {
            let (_, name) = word_before(number).filter(|(word, _)| is_name(word))?;
            let sign = view.sign(name.start);
            let is_symbol = name.len() == 1 && (line.start..name.start).any(|i| view.sign(i) == sign);
            let equals = (name.end..number).any(|i| view.sign(i) == '=');
            (!is_symbol && equals == is_equation).then_some((number, name.start))?
        }
    };
    for _ in 0..MOST_BEFORE_REMAINDERS {
        let link = word_before(start).filter(|(word, _)| BEFORE_REMAINDERS.contains(&word.as_str()));
        start = link.map_or(start, |(_, at)| at.start);
    }
    let end =
        (line.start..start).rev().find(|i| !view.is_space(*i) && !",;.([=".contains(view.sign(*i)))? + 1;
    let main = view.signs(line.start..end);
    let divides = main.contains([':', '÷', '/']) && main.matches('=').count() == 1;
    let closes = (last + 1..line.end).any(|i| ")]".contains(view.sign(i)));
    let at = view.bytes(end..if closes { line.end } else { last + 1 });
    let sign = format!(" r {}", view.typed(digits..last + 1));
    (divides && view.ends_operand(end - 1)).then(|| Edit::new(at, sign))
}

/// Whether a row says by how much two numbers differ: `A is 2 less than B` is no chain of relations.
fn is_difference(view: &View, row: &[Range<usize>]) -> bool {
    let signs: Vec<String> = row.iter().map(|word| view.signs(word.clone()).to_lowercase()).collect();
    let is_number =
        |word: &str| word.chars().all(|c| c.is_ascii_digit()) || pattern::number_word(word).is_some();
    let compares = |word: &str| ["bigger", "greater", "larger", "less", "more", "smaller"].contains(&word);
    signs.windows(3).any(|three| !is_number(&three[0]) && is_number(&three[1]) && compares(&three[2]))
}

pub(super) fn may_be_below(text: &str) -> bool {
    text.contains('\n') && text.contains(' ') && text.contains(char::is_lowercase)
}

pub(super) fn may_stop(text: &str) -> bool {
    text.contains(". ") || text.contains(".\n")
}

/// Reads the full stop before a sentence that is a condition, in signs or in words, as a comma: `A+B=C. A is larger than 2.`
pub(super) fn stops(view: &View) -> Option<Change> {
    let is_stop = |i: &usize| view.sign(*i) == '.' && (view.is_space(i + 1) || i + 1 == view.len());
    let stops: Vec<usize> = (0..view.len()).filter(is_stop).take(MOST_STOPS).collect();
    let ends = stops.iter().skip(1).copied().chain([view.len()]);
    let is_letter = |i: usize| view.sign(i).is_alphabetic();
    let is_of_name = |i: usize| {
        let end = (i..view.len()).find(|at| !is_letter(*at) && view.sign(*at) != '_');
        end.is_some_and(|end| view.sign(end) == '(')
    };
    let is_of_word = |i: usize| {
        view.sign(i).is_lowercase() && (is_letter(i + 1) || i > 0 && is_letter(i - 1)) && !is_of_name(i)
    };
    let is_plain = |said: Range<usize>| view.is_condition(said.clone()) && !said.clone().any(is_of_word);
    let is_condition =
        |said: Range<usize>| is_plain(said.clone()) || condition_of(view.typed(said.clone()), view).is_some();
    let letters = |at: Range<usize>| {
        // The capital that begins a sentence is no letter of the puzzle.
        let is_own = |i: &usize| view.sign(*i).is_uppercase() && !view.sign(i + 1).is_lowercase();
        at.filter(is_own).map(|i| view.sign(i)).collect::<HashSet<char>>()
    };
    let says = |(stop, end): &(usize, usize)| {
        let (Some(said), Some(before)) = (view.trimmed(stop + 1..*end), view.trimmed(0..*stop)) else {
            return false;
        };
        let (known, named) = (letters(before.clone()), letters(said.clone()));
        // A condition may stand before its puzzle, too: `A<B. AB×C=DE`.
        is_condition(said)
            && (named.is_subset(&known)
                || known.is_subset(&named) && !known.is_empty() && is_condition(before))
    };
    let commas = stops
        .iter()
        .copied()
        .zip(ends)
        .filter(says)
        .map(|(stop, _)| Edit::new(view.bytes(stop..stop + 1), ","));
    if view.is_drawn() { None } else { Change::of(commas.collect()) }
}

/// The condition that a sentence is whose operators are words, if it is nothing else.
pub(super) fn condition_of(sentence: &str, view: &View) -> Option<String> {
    if sentence.len() > LONGEST_SENTENCE {
        return None;
    }
    let heading = Heading::read(sentence, view.rules).ok()?;
    let aids = Aids { vocabulary: view.vocabulary, interrupt: &Never, without: &[] };
    let mut text = Cow::from(sentence);
    for rule in [sayings::said, alternatives::alternatives, membership::membership, operators] {
        if let Some(Change { edits, .. }) = rule(&View::new(&text, &heading, aids)) {
            text = changed(&text, 0..text.len(), &edits).into();
        }
    }
    let Cow::Owned(text) = text else { return None };
    let is_word = |word: &str| word.chars().all(char::is_lowercase) && word.chars().nth(1).is_some();
    let is_condition = lines::is_condition_like(&text, view.rules) && !text.split_whitespace().any(is_word);
    is_condition.then_some(text)
}

/// Rules in which the further conditions that are said in words stand in signs; none if there are no such.
pub(crate) fn wheres_in_signs(rules: &Rules, aids: Aids) -> Option<Rules> {
    if !rules.wheres.iter().any(|condition| condition.contains(' ')) {
        return None;
    }
    let heading = Heading::read("", rules).ok()?;
    let view = View::new("", &heading, aids);
    let mut rules = rules.clone();
    let mut is_changed = false;
    for condition in &mut rules.wheres {
        if let Some(signs) = condition_of(condition, &view) {
            *condition = signs;
            is_changed = true;
        }
    }
    is_changed.then_some(rules)
}

/// A condition in words, `E is odd`, in signs.
pub fn in_signs(condition: &str, rules: &Rules) -> Option<String> {
    let heading = Heading::read("", rules).ok()?;
    let aids = Aids { vocabulary: &Vocabulary::default(), interrupt: &Never, without: &[] };
    condition_of(condition, &View::new("", &heading, aids))
}

/// Words between two equations.
const BETWEEN_EQUATIONS: &[&str] = &["&", "and", "AND", "y", "e", "i", "и"];

/// How many of them are looked at in a line.
const MOST_JOINED: usize = 16;

pub(super) fn may_join(text: &str) -> bool {
    text.matches(['=', '<', '>', '≠', '≤', '≥']).count() > 1
}

/// Reads `and` and `&` between two equations as a comma: `A + A = B and A + B = C`.
pub(super) fn and(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let mut edits = Vec::new();
    for line in view.lines() {
        let mut start = line.start;
        let words = view.words(line.clone()).into_iter();
        let links = words.filter(|word| BETWEEN_EQUATIONS.contains(&&*view.signs(word.clone())));
        for word in links.take(MOST_JOINED) {
            let (Some(before), Some(behind)) =
                (view.trimmed(start..word.start), view.trimmed(word.end..line.end))
            else {
                continue;
            };
            let is_equation = |part: Range<usize>| view.has_relation(part.clone()) && view.is_condition(part);
            // `T = 9` is a setting, but the rule for those does not know the sign.
            let is_setting = view.sign(word.start) != '&'
                && behind.clone().filter(|i| view.is_hidden(*i)).count() < 2
                && !behind.clone().any(|i| "<>≤≥≠".contains(view.sign(i)));
            if !is_setting && is_equation(before.clone()) && is_equation(behind) {
                let comma = if view.sign(before.end - 1) == ',' { "" } else { "," };
                edits.push(Edit::new(view.bytes(before.end..word.end), comma));
                start = word.end;
            }
        }
    }
    Change::of(edits)
}

/// Reads words as operators where numbers and words stand in turn and nothing else does. Other words beside them are left
/// to the rules that take off labels and remarks.
pub(super) fn operators(view: &View) -> Option<Change> {
    let rows = rows(view).into_iter().filter(|row| row.len() > 1 && !is_difference(view, row));
    let rows: Vec<Vec<Range<usize>>> = rows.collect();
    let is_in_capitals = is_in_capitals(view);
    let read: Vec<Vec<Edit>> = rows.iter().filter_map(|row| of_row(view, row, is_in_capitals)).collect();
    if view.is_drawn() && !view.lines().iter().all(|line| is_told(view, line, &rows)) {
        return None;
    }
    // What is said of a whole sum begins before the rows within it.
    let mut edits = read.concat();
    edits.sort_by_key(|edit| edit.at.start);
    Some(Change::of(edits)?.with(message!("note-words")))
}

/// Whether a word of the text is in capitals, or its digits are hidden by blanks alone, and no word in small letters is added or
/// multiplied.
fn is_in_capitals(view: &View) -> bool {
    let is_capital = |word: &Range<usize>| word.clone().all(|i| view.sign(i).is_uppercase());
    let is_joint = |i: usize| "+×*·".contains(view.sign(i));
    let is_operand = |word: &Range<usize>| {
        word.len() > 1
            && word.clone().any(|i| view.sign(i).is_lowercase())
            && (view.before(word.start).is_some_and(is_joint) || view.behind(word.end).is_some_and(is_joint))
    };
    let rows = rows(view);
    let is_hidden = rows.iter().flatten().any(is_capital) || demands::hides_blanks_alone(view);
    is_hidden && !rows.iter().flatten().any(is_operand)
}

/// Whether a line without signs says a whole condition in words, so that it is no row of a drawing.
fn is_told(view: &View, line: &Range<usize>, rows: &[Vec<Range<usize>>]) -> bool {
    let mut inside = rows.iter().filter(|row| line.contains(&row[0].start));
    inside.any(|row| {
        of_row(view, row, is_in_capitals(view)).is_some_and(|edits| edits.iter().any(says_condition))
    })
}

/// Whether what is put in place of words makes a condition of a row.
fn says_condition(edit: &Edit) -> bool {
    edit.text == "=" || edit.text.starts_with("is_")
}

/// Rows of numerals that stand side by side.
fn rows(view: &View) -> Vec<Vec<Range<usize>>> {
    let mut rows: Vec<Vec<Range<usize>>> = Vec::new();
    let mut last: Option<usize> = None;
    let mut i = 0;
    while i < view.len() {
        if !view.is_digit(i) {
            // Anything but a space between two numerals parts rows.
            last = last.filter(|_| view.sign(i) == ' ');
            i += 1;
            continue;
        }
        let is_within = |at: usize| view.is_digit(at) || is_elision(view, at);
        let end = (i..view.len()).find(|at| !is_within(*at)).unwrap_or(view.len());
        match (last, rows.last_mut()) {
            (Some(_), Some(row)) => row.push(i..end),
            _ => rows.push(std::iter::once(i..end).collect()),
        }
        last = Some(end);
        i = end;
    }
    rows
}

/// Whether it is the apostrophe of `n'est`, `isn't`.
pub(super) fn is_elision(view: &View, at: usize) -> bool {
    let is_small = |i: usize| view.sign(i).is_lowercase();
    matches!(view.sign(at), '\'' | '’') && at > 0 && is_small(at - 1) && is_small(at + 1)
}

/// Where the sum or product begins whose last number this is, the first of its row; nothing if it is a side of a relation.
fn whole_before(view: &View, number: &Range<usize>) -> Option<usize> {
    let is_end = |i: &usize| ",;\n&|".contains(view.sign(*i));
    let start = (0..number.start).rev().take(LONGEST_SUM).find(is_end).map_or(0, |at| at + 1);
    let whole = view.trimmed(start..number.end).filter(|whole| whole.len() <= LONGEST_SUM)?;
    (!view.has_relation(whole.clone())).then_some(whole.start)
}

/// The words of a row.
struct Row<'v> {
    view: &'v View<'v>,
    words: &'v [Range<usize>],
    /// Whether symbols of the text are capitals, so that `total` is none and `zero` the number.
    is_in_capitals: bool,
}

/// A number of a row with the words before it, or two with the words that join them.
struct Operand {
    edits: Vec<Edit>,
    /// Its last number.
    number: Range<usize>,
    /// How many words of the row it takes.
    length: usize,
}

impl Row<'_> {
    fn says(&self, at: usize, words: &[&str]) -> bool {
        let is_word = |(word, wanted): (&Range<usize>, &&str)| {
            self.view.signs(word.clone()).eq_ignore_ascii_case(wanted)
        };
        self.words.get(at..at + words.len()).is_some_and(|found| found.iter().zip(words).all(is_word))
    }

    /// The row of a table with the most words that stand here.
    fn longest<T: Copy>(&self, at: usize, table: &[(&[&str], T)]) -> Option<(usize, T)> {
        let found = table.iter().filter(|(words, _)| self.says(at, words));
        found.max_by_key(|(words, _)| words.len()).map(|(words, meaning)| (words.len(), *meaning))
    }

    /// Such words before a number. In capitals they would be numbers themselves.
    fn before<T: Copy>(&self, at: usize, table: &[(&[&str], T)]) -> Option<(usize, T)> {
        let is_small = self.words.get(at)?.clone().any(|i| self.view.sign(i).is_lowercase());
        self.longest(at, table).filter(|_| is_small)
    }

    /// Puts a sign in place of the words from one to another.
    fn replaced(&self, from: usize, to: usize, sign: &str) -> Option<Edit> {
        Some(Edit::new(self.view.bytes(self.words.get(from)?.start..self.words.get(to)?.start), sign))
    }

    /// A number, or two in brackets, with the words before them.
    fn operand(&self, at: usize) -> Option<Operand> {
        let two = |at| self.two(at);
        let number = |at| self.number(at);
        two(at)
            .or_else(|| self.after_words(at, two))
            .or_else(|| self.after_words(at, number))
            .or_else(|| number(at))
    }

    /// A number with the words before it.
    fn number(&self, at: usize) -> Option<Operand> {
        let alone = |at: usize| {
            let number = self.words.get(at)?.clone();
            // `A는` is a letter with a particle behind it.
            let has_particle = number.clone().any(|i| self.view.sign(i).is_uppercase())
                && number.clone().any(|i| is_without_case(self.view.letter(i)));
            if has_particle {
                return None;
            }
            // `e is five` in a puzzle in small letters.
            let is_of_letter = || at > 1 && self.says(at - 1, &["is"]) && self.words[at - 2].len() == 1;
            let typed = self.view.typed(number.clone());
            let is_capital = number.clone().all(|i| self.view.sign(i).is_uppercase());
            let value = pattern::number_word(&typed.to_lowercase())
                .filter(|_| !is_capital)
                .filter(|_| self.is_in_capitals || is_of_letter());
            let edits = value.map(|value| Edit::new(self.view.bytes(number.clone()), value.to_string()));
            Some(Operand { edits: edits.into_iter().collect(), number, length: 1 })
        };
        self.after_words(at, alone).or_else(|| alone(at))
    }

    /// What is read behind words that stand before a number.
    fn after_words(&self, at: usize, read: impl Fn(usize) -> Option<Operand>) -> Option<Operand> {
        let (length, (before, after)) = self.before(at, BEFORE)?;
        let Operand { edits: of_operand, number, length: rest } = read(at + length)?;
        let mut edits = vec![self.replaced(at, at + length, before)?];
        edits.extend(of_operand);
        edits.push(Edit::new(self.view.bytes(number.end..number.end), after));
        Some(Operand { edits, number, length: length + rest })
    }

    /// Two numbers and the words that join them, in brackets.
    fn two(&self, at: usize) -> Option<Operand> {
        let (length, (open, sign)) = self.before(at, BEFORE_TWO)?;
        let first = self.number(at + length)?;
        let and = at + length + first.length;
        let joins = |words: &[&str]| words.iter().any(|word| self.says(and, &[word]));
        let second = self.number(and + 1).filter(|_| joins(LINKS_OF_TWO))?;
        let end = second.number.end;
        let mut edits = vec![self.replaced(at, at + length, open)?];
        edits.extend(first.edits);
        edits.push(Edit::new(self.view.bytes(self.words[and].clone()), sign));
        edits.extend(second.edits);
        edits.push(Edit::new(self.view.bytes(end..end), ")"));
        Some(Operand { edits, number: second.number, length: and + 1 + second.length - at })
    }
}

impl Row<'_> {
    /// Two numbers and their result with such words around them: `Add SEND to MORE to get MONEY`.
    fn around(&self) -> Option<Vec<Edit>> {
        AROUND.iter().find_map(|Around { before, between, to_result, sign }| {
            let second = before.len() + 1 + between.len();
            let result = second + 1 + to_result.len();
            let fits = self.words.len() == result + 1
                && self.says(0, before)
                && self.says(before.len() + 1, between)
                && self.says(second + 1, to_result);
            let number =
                |i: usize| self.words.get(i).filter(|_| fits).map(|word| self.view.typed(word.clone()));
            let (first, other) = (number(before.len())?, number(second)?);
            let sum = if *between == ["from"] {
                format!("{other}{sign}{first}=")
            } else {
                format!("{first}{sign}{other}=")
            };
            Some(vec![self.replaced(0, result, &sum)?])
        })
    }
}

/// The edits for a row; nothing if it is none of numbers and words in turn.
fn of_row(view: &View, words: &[Range<usize>], is_in_capitals: bool) -> Option<Vec<Edit>> {
    let row = Row { view, words, is_in_capitals };
    // A question is no condition.
    if row.says(0, &["what"]) {
        return None;
    }
    if let Some(edits) = row.around() {
        return Some(edits);
    }
    let mut edits = Vec::new();
    let mut at = 0;
    let mut is_certain = false;
    // The number of which a property was said.
    let mut asked = None;
    // The comma before it says the same, and at the head of a text it says nothing.
    let is_behind_comma = view.before(words[0].start).is_none_or(|i| view.sign(i) == ',');
    if is_behind_comma && OPENING.iter().any(|word| row.says(0, &[word])) {
        edits.push(Edit::cut(view.bytes(words[0].clone())));
        at = 1;
    }
    loop {
        let start = words.get(at)?.start;
        let Operand { edits: of_operand, number, length } = row.operand(at)?;
        // A number in words may stand in any sentence.
        is_certain |= of_operand.iter().any(|edit| edit.text.contains(|c: char| !c.is_ascii_digit()));
        let is_small = number.len() > 1 && number.clone().all(|i| view.sign(i).is_lowercase());
        at += length;
        // `SEND+MORE=MONEY is correct` is a sentence.
        if is_in_capitals && is_small && pattern::number_word(view.typed(number.clone())).is_none() {
            return None;
        }
        let said = languages::said(|words| row.says(at, words));
        let behind = row.longest(at, BEHIND).or(match said {
            Some((length, Said::Property(open))) => Some((length, (open, ")"))),
            _ => None,
        });
        if let Some((length, (before, after))) = behind {
            // A question is about all that stands before it.
            let is_whole = start > words[0].start || before.is_empty();
            let from = if is_whole { start } else { whole_before(view, &number)? };
            edits.push(Edit::new(view.bytes(from..from), before));
            edits.extend(of_operand);
            edits.push(Edit::new(view.bytes(number.end..words[at + length - 1].end), after));
            at += length;
            is_certain = true;
            asked = (after == ")").then(|| view.typed(from..number.end));
            // `Find ODD+A=BE` says nothing of a number.
            let is_operand = |i: usize| "+-−×*/÷^=".contains(view.sign(i));
            if at == words.len() && after == ")" && view.behind(words[at - 1].end).is_some_and(is_operand) {
                return None;
            }
        } else if let Some((length, Said::Rest(left))) = said {
            // What is divided is all that stands before it.
            let from = if start > words[0].start { start } else { whole_before(view, &number)? };
            let divisor = row.number(at + length)?;
            edits.push(Edit::new(view.bytes(from..from), "("));
            edits.extend(of_operand);
            edits.push(Edit::new(view.bytes(number.end..words[at + length - 1].end), ")%"));
            edits.extend(divisor.edits);
            edits.push(Edit::new(view.bytes(divisor.number.end..divisor.number.end), left));
            at += length + divisor.length;
            if row.says(at, &["teilbar"]) {
                edits.push(Edit::cut(view.bytes(divisor.number.end..words[at].end)));
                at += 1;
            }
            is_certain = true;
        } else {
            edits.extend(of_operand);
        }
        if at == words.len() {
            return is_certain.then_some(edits);
        }
        let said = languages::said(|words| row.says(at, words));
        let (length, sign) = row.longest(at, BETWEEN).or(match said {
            Some((length, Said::Relation(sign))) => Some((length, sign)),
            _ => None,
        })?;
        is_certain |= !row.says(at, &[AND]);
        // `A is a prime greater than 2` says two things of A.
        let sign = match asked.take().filter(|_| "=≠<>≤≥".contains(sign)) {
            Some(subject) => format!(", {subject}{sign}"),
            None => sign.to_string(),
        };
        edits.push(Edit::new(view.bytes(words[at].start..words[at + length - 1].end), sign));
        at += length;
    }
}
