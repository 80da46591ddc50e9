//! Sentences around a puzzle: `Solve SEND + MORE = MONEY. Each letter stands for a different digit.`

use std::ops::Range;

use super::demands::{DEMANDING, DEMANDING_IN_SENTENCES, asks_nothing, holds, holds_anyway, words};
use super::marks::{LONGEST_ORNAMENT, NUMBERED, is_without_case, mark};
use super::view::View;
use super::{Change, Edit, demands};
use crate::Aids;
use fukumen_language::digits::Base;
use fukumen_language::interrupt::Never;
use fukumen_language::message::{Message, Note, message};
use fukumen_language::puzzle::Rules;
use fukumen_language::text::Heading;
use fukumen_language::vocabulary::{Vocabulary, signs};

/// All digits in base ten.
const ALL_DIGITS: &[&str] = &[
    "0 to 9",
    "0-9",
    "0–9",
    "0 - 9",
    "0 through 9",
    "0 and 9",
    "0 bis 9",
    "0 und 9",
    "0 à 9",
    "0 et 9",
    "0 a 9",
    "0 al 9",
    "0 y 9",
    "0 do 9",
    "0 i 9",
    "0 tot 9",
    "0 до 9",
    "0..9",
    "0…9",
    "0--9",
    "0~9",
    "0～9",
    "0〜9",
    "0到9",
    "0至9",
    "0から9まで",
    "0から9",
    "0부터 9까지",
    "0에서 9까지",
    "{0, 1, 2, ..., 9}",
    "{0, 1, ..., 9}",
];

/// What stands at the ends of the words of a sentence.
const PUNCTUATION: &str = ".,:;!?¡¿\"'()’‘“”。、！？「」『』";

/// How many words a remark in brackets may have.
const LONGEST_REMARK: usize = 8;

/// How many characters of what was left out a note repeats.
const LONGEST_QUOTE: usize = 120;

/// A block of fewer words without an end mark may be a puzzle whose signs were forgotten.
const LEAST_WORDS: usize = 4;

/// The fewest small letters of a title: `Puzzle`.
const SHORTEST_TITLE: usize = 4;

/// Words that ask for the value of the word behind them, which is part of no condition.
pub(super) const ASKING: &[&str] = &[
    "berechne",
    "bestimme",
    "calculate",
    "calculer",
    "combien",
    "compute",
    "cuanto",
    "cuál",
    "cuánto",
    "determine",
    "encuentra",
    "find",
    "halla",
    "hoeveel",
    "hvad",
    "ile",
    "jaka",
    "jaki",
    "jakie",
    "kolik",
    "many",
    "melyik",
    "mennyi",
    "qual",
    "quale",
    "quanta",
    "quanto",
    "quel",
    "quelle",
    "quelles",
    "quels",
    "trouver",
    "trova",
    "vad",
    "valeur",
    "valor",
    "value",
    "values",
    "wat",
    "welche",
    "welchen",
    "welcher",
    "welches",
    "wert",
    "what",
    "which",
    "wieviel",
    "znajdź",
    "какая",
    "какова",
    "какое",
    "найдите",
    "сколько",
    "чему",
];

/// Words that ask for the value of the word before them.
const ASKING_BEHIND: &[&str] = &["kaç", "kaçtır", "mennyi", "nedir"];

/// Words with which a question begins.
pub(super) const QUESTIONS: &[&str] =
    &["what", "which", "welche", "welches", "quel", "quels", "qual", "quais", "qué", "cuál", "cuáles"];

/// Words beside a number that counts or names something, and is none of the puzzle: `7 solutions`, `Problem 3`.
pub(super) const COUNTED: &[&str] = &[
    "answer",
    "answers",
    "aufgabe",
    "chapter",
    "clue",
    "day",
    "ejercicio",
    "enigma",
    "example",
    "exercice",
    "exercise",
    "grade",
    "item",
    "kapitel",
    "level",
    "mark",
    "marks",
    "minutes",
    "page",
    "point",
    "points",
    "problem",
    "problema",
    "problème",
    "punkte",
    "puzzle",
    "question",
    "round",
    "rätsel",
    "seite",
    "solution",
    "solutions",
    "task",
    "week",
    "year",
    "years",
    "zadanie",
    "задача",
    "пример",
];

/// Words before a year, in small letters; a name or a month is in capitals.
const BEFORE_YEARS: &[&str] = &["anno", "around", "en", "from", "im", "in", "since", "w", "year", "в"];

/// The years in which puzzles were published.
pub(super) const YEARS: std::ops::RangeInclusive<u32> = 1800..=2099;

/// Words behind what is asked for, before the puzzle.
const CONDITIONAL: &[&str] = &["for", "given", "if", "in", "such", "when", "where", "with"];

/// Words of sentences that say what letters are: `where A, B and C are digits`.
pub(super) const OF_LETTERS: &[&str] = &[
    "chiffre",
    "chiffres",
    "cifra",
    "cifras",
    "cifre",
    "cyfra",
    "cyfrą",
    "cyfry",
    "digit",
    "digits",
    "letter",
    "letters",
    "lettre",
    "lettres",
    "ziffer",
    "ziffern",
    "буква",
    "буквы",
    "цифра",
    "цифры",
];

/// Some words of a line.
pub(super) struct Part {
    pub at: Range<usize>,
    pub is_prose: bool,
}

pub(super) fn may_have_sentences(text: &str) -> bool {
    let is_other = |c: char| c.is_lowercase() || is_without_case(c);
    text.contains(is_other) && text.contains(|c: char| c.is_uppercase() || signs::is_blank(c))
}

/// Takes sentences off that stand around a puzzle in capitals. What they say must hold anyway, as far as this can be told
/// from their words, and what is left of each line must be a condition, or a row of a drawing.
pub(super) fn sentences(view: &View) -> Option<Change> {
    let is_drawn = view.is_drawn();
    let mut edits = Vec::new();
    let mut left_out: Vec<Range<usize>> = Vec::new();
    let mut kept = 0;
    for line in view.lines() {
        let parts = parts(view, &line);
        if !parts.iter().any(|part| part.is_prose) {
            kept += 1;
            continue;
        }
        let mut ends = None;
        for (i, part) in parts.iter().enumerate() {
            if part.is_prose || is_asked(view, &parts, i) {
                match left_out.last_mut().filter(|last| i > 0 && last.end == parts[i - 1].at.end) {
                    Some(last) => last.end = part.at.end,
                    None => left_out.push(part.at.clone()),
                }
                continue;
            }
            let mut condition = with_factorial(view, without_punctuation(view, part.at.clone())?);
            let show = |asked| Edit::new(0..0, format!("@show {}\n", view.typed(asked)));
            // `…, then S + M = ?`: behind words it is a question, not a blank.
            if let Some(asked) = asked(view, &condition, part.at.end).filter(|_| i > 0 && kept > 0) {
                edits.insert(0, show(asked));
                continue;
            }
            // `If SEND + MORE = MONEY, S + M = ?`
            if i > 0
                && let Some(comma) = condition.clone().rev().find(|i| view.sign(*i) == ',')
                && let Some(last) = view.trimmed(comma + 1..condition.end)
                && let Some(asked) = asked(view, &last, part.at.end)
                && !(condition.start..comma).any(|i| view.is_blank(i))
            {
                edits.insert(0, show(asked));
                condition = view.trimmed(condition.start..comma)?;
            }
            let is_whole = view.begins_operand(condition.start) && view.ends_operand(condition.end - 1);
            if is_drawn || !is_whole || !view.is_condition(condition.clone()) {
                return None;
            }
            // Between two conditions of a line there is a comma in place of the words.
            let gap = ends.unwrap_or(line.start)..condition.start;
            edits.push(Edit::new(view.bytes(gap), if ends.is_some() { ", " } else { "" }));
            ends = Some(condition.end);
            kept += 1;
        }
        let rest = ends.unwrap_or(line.start)..line.end;
        // One word alone may be a row of a drawing.
        let is_word = parts.iter().map(|part| view.words(part.at.clone()).len()).sum::<usize>() < 2;
        if is_drawn && is_word && !":：".contains(view.sign(line.end - 1)) {
            return None;
        }
        edits.push(Edit::cut(view.bytes(rest)));
    }
    edits.retain(|edit| !edit.at.is_empty() || !edit.text.is_empty());
    let words = left_out.into_iter().map(|at| view.typed(at)).collect::<Vec<_>>().join(" … ");
    if kept == 0 || !asks_nothing(view, &words) || demands::words(&words).all(|word| word == "and") {
        return None;
    }
    Some(Change::of(edits)?.with(note(&words)))
}

/// A condition with the exclamation mark behind it, if another one stands within it: `Solve ABC = A! + B! + C!`.
fn with_factorial(view: &View, condition: Range<usize>) -> Range<usize> {
    let Range { start, end } = condition;
    let is_factorial = view.sign(end) == '!' && (start..end).any(|i| view.sign(i) == '!');
    start..end + usize::from(is_factorial)
}

/// What is asked for before an equals sign and a question mark.
fn asked(view: &View, condition: &Range<usize>, end: usize) -> Option<Range<usize>> {
    let equals = condition.end - 1;
    let asked = view.trimmed(condition.start..equals)?;
    let is_question = view.sign(equals) == '=' && (equals + 1..end).any(|i| view.sign(i) == '?');
    (is_question && !view.has_relation(asked.clone())).then_some(asked)
}

/// The note about a block of a file that has sentences only, which ask for nothing that does not hold anyway.
pub(crate) fn sentences_alone(block: &str, rules: &Rules) -> Option<Note> {
    if block.contains('=') {
        return None;
    }
    let plain = if rules.base == Base::TEN { without_all_digits(block) } else { block.into() };
    let heading = Heading::read(&plain, rules).ok()?;
    let vocabulary = Vocabulary::default();
    let view = View::new(&plain, &heading, Aids { vocabulary: &vocabulary, interrupt: &Never, without: &[] });
    let whole = view.whole();
    let is_prose = |line: &Range<usize>| {
        let parts = parts(&view, line);
        (0..parts.len()).all(|i| parts[i].is_prose || is_asked(&view, &parts, i))
    };
    let last = whole.end.checked_sub(1)?;
    let ends = ".:!?。".contains(view.sign(last)) || view.is_picture(last);
    let words = view.typed(whole.clone());
    let is_told = (ends || view.words(whole).len() >= LEAST_WORDS || is_title(words))
        && view.lines().iter().all(is_prose)
        && holds_anyway(words, &[DEMANDING, DEMANDING_IN_SENTENCES].concat());
    is_told.then(|| note(&block.split_whitespace().collect::<Vec<_>>().join(" ")).into())
}

/// Whether some words begin with a capital letter and go on in small ones, as a title does.
fn is_title(words: &str) -> bool {
    let mut letters = words.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.all(|c| c.is_lowercase() || c == ' ')
        && words.chars().filter(|c| c.is_lowercase()).count() >= SHORTEST_TITLE
}

/// A text without its mentions of all digits, `0 to 9`, which say nothing new.
pub(super) fn without_all_digits(text: &str) -> String {
    ALL_DIGITS.iter().fold(text.to_string(), |text, words| text.replace(words, "all"))
}

/// Takes labels and remarks off, unless they may ask for something.
pub(super) fn without_remarks(
    view: &View,
    remarks: impl IntoIterator<Item = Range<usize>>,
) -> Option<Change> {
    let remarks: Vec<Range<usize>> = remarks.into_iter().collect();
    let typed: Vec<&str> = remarks.iter().map(|remark| view.typed(remark.clone()).trim()).collect();
    let words = typed.join(" … ");
    let edits = remarks.into_iter().map(|remark| Edit::cut(view.bytes(remark))).collect();
    holds(view, &words, DEMANDING).then(|| Change::of(edits))?.map(|change| change.with(note(&words)))
}

/// The note about words that were left out.
pub(super) fn note(words: &str) -> Message {
    let quote = match words.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.into(),
    };
    message!("note-sentences", words = quote)
}

/// A line's words, those of sentences apart from those of puzzles.
pub(super) fn parts(view: &View, line: &Range<usize>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let words = view.words(line.clone()).into_iter().flat_map(|word| scripts(view, word)).collect::<Vec<_>>();
    let letters = letters_in_sentences(view, &words);
    let is_operator = |word: &Range<usize>| !view.begins_operand(word.start);
    let mut remark = 0;
    for (i, word) in words.iter().enumerate() {
        let is_word =
            |i: usize| words.get(i).is_some_and(|word| letters[i] || is_of_sentence(view, word.clone()));
        let is_dash = matches!(view.signs(word.clone()).as_str(), "-" | "–" | "—" | "•" | "*");
        // Before a sentence it marks an item of a list.
        let is_within = if i > 0 { is_word(i - 1) } else { words.len() > 2 && (1..3).all(is_word) };
        let is_ornament = is_within && is_ornament(view, word) && !words.get(i + 1).is_some_and(is_operator);
        let is_number = |i: usize| is_number_of_sentence(view, &words, i);
        // Between a title and its puzzle it is no minus sign.
        let ends_title = is_dash && i > 0 && parts.last().is_some_and(|last| last.is_prose);
        let is_prose = is_word(i)
            || ends_title
            || is_within && (is_dash || is_relation(view, word)) && is_word(i + 1)
            || is_ornament
            || is_number(i)
            || i < remark;
        if is_prose && i >= remark {
            remark = remark_behind(view, &words, i + 1);
        }
        let word = word.clone();
        match parts.last_mut().filter(|last| last.is_prose == is_prose) {
            Some(last) => last.at.end = word.end,
            None => parts.push(Part { at: word, is_prose }),
        }
    }
    parts
}

/// Where a remark in brackets ends that begins at a word: `Problem 3 (AMC 8).` What is calculated with is none.
fn remark_behind(view: &View, words: &[Range<usize>], at: usize) -> usize {
    let is_open = words.get(at).is_some_and(|word| view.sign(word.start) == '(');
    let length = words[at.min(words.len())..]
        .iter()
        .take(LONGEST_REMARK)
        .position(|word| view.signs(word.clone()).contains(')'));
    let Some(last) = length.map(|length| at + length).filter(|_| is_open) else { return at };
    let inner = words[at].start + 1..words[last].end;
    let end = inner.clone().find(|i| view.sign(*i) == ')').unwrap_or(inner.end);
    let is_plain =
        |i: usize| view.sign(i).is_alphanumeric() || view.is_space(i) || ".,'-".contains(view.sign(i));
    let is_year = view.signs(inner.start..end).parse().is_ok_and(|year| YEARS.contains(&year));
    let has_word = (inner.start..end).filter(|i| view.sign(*i).is_alphabetic()).count() > 1 || is_year;
    let ends = (end + 1..inner.end).all(|i| ".,:;!?".contains(view.sign(i)));
    // `Dudeney (1924) - A+B=CD`.
    let is_factor = words.get(last + 1).is_some_and(|next| {
        let is_dash = is_year && next.len() == 1 && "-–—:".contains(view.sign(next.start));
        end + 1 == inner.end && !view.begins_operand(next.start) && !is_dash
    });
    if has_word && ends && !is_factor && (inner.start..end).all(is_plain) { last + 1 } else { at }
}

/// Whether a word is a lone equals sign: `same letter = same digit`.
fn is_relation(view: &View, word: &Range<usize>) -> bool {
    word.len() == 1 && view.sign(word.start) == '='
}

/// The numbers that the words before them name: `Puzzle 12`, `no. 3`.
pub(super) fn numbers_of_sentences(view: &View) -> Vec<Range<usize>> {
    let words = view.words(view.whole());
    let is_number = |i: &usize| words[*i].clone().all(|at| view.sign(at).is_ascii_digit());
    let numbers = (1..words.len()).filter(is_number).filter(|i| is_number_of_sentence(view, &words, *i));
    numbers.map(|i| words[i].clone()).collect()
}

/// Whether a word is a number that names or counts something else than the puzzle does: a year, `7 solutions`, `Problem 3`.
fn is_number_of_sentence(view: &View, words: &[Range<usize>], at: usize) -> bool {
    let core = |i: usize| without_punctuation(view, words.get(i)?.clone()).map(|core| view.signs(core));
    let is_marked = || {
        let word = words[at].clone();
        words.get(at + 1).is_some_and(|next| is_of_sentence(view, next.clone()))
            && mark(view, word.clone()) == Some(word)
    };
    let Some(number) = core(at).filter(|core| core.chars().all(|c| c.is_ascii_digit())) else {
        return at == 0 && is_marked();
    };
    let before = at.checked_sub(1).filter(|i| is_of_sentence(view, words[*i].clone())).and_then(core);
    let is_year = number.parse().is_ok_and(|year: u32| YEARS.contains(&year))
        && before.as_ref().is_some_and(|word| {
            BEFORE_YEARS.contains(&word.as_str()) || word.starts_with(char::is_uppercase)
        });
    let is_counted =
        |word: Option<String>| word.is_some_and(|word| COUNTED.contains(&word.to_lowercase().as_str()));
    let is_numbered = at > 0 && NUMBERED.contains(&view.signs(words[at - 1].clone()).to_lowercase().as_str());
    is_year || is_numbered || is_counted(before) || is_counted(core(at + 1)) || at == 0 && is_marked()
}

/// Whether a word is pictures, few enough to stand beside a sentence: `Solve this 👉 A+B=C`.
fn is_ornament(view: &View, word: &Range<usize>) -> bool {
    word.len() <= LONGEST_ORNAMENT && word.clone().all(|i| view.is_picture(i))
}

/// Which words are letters, alone or with commas between them, in a sentence that says what letters are.
fn letters_in_sentences(view: &View, words: &[Range<usize>]) -> Vec<bool> {
    let is_letter = |word: &Range<usize>| {
        let core = without_punctuation(view, word.clone()).unwrap_or(0..0);
        let is_listed = |(i, at): (usize, usize)| match i % 2 {
            0 => view.sign(at).is_alphabetic(),
            _ => view.sign(at) == ',',
        };
        core.len() % 2 == 1 && core.enumerate().all(is_listed)
    };
    let is_of_letters = |word: &Range<usize>| {
        let word = view.signs(word.clone()).to_lowercase();
        OF_LETTERS.contains(&word.trim_matches(|c: char| PUNCTUATION.contains(c)))
    };
    let mut letters: Vec<bool> = words.iter().map(is_letter).collect();
    let mut start = 0;
    for end in 0..=words.len() {
        if words.get(end).is_some_and(|word| letters[end] || is_of_sentence(view, word.clone())) {
            continue;
        }
        if !words[start..end].iter().any(is_of_letters) {
            letters[start..end].fill(false);
        }
        start = end + 1;
    }
    letters
}

/// A word, parted where the letters of a script without capitals begin and end.
fn scripts(view: &View, word: Range<usize>) -> Vec<Range<usize>> {
    let mut parts: Vec<(bool, Range<usize>)> = Vec::new();
    for i in word {
        let sign = view.letter(i);
        let ends_other = ",:;!?".contains(sign) && parts.last().is_some_and(|(is_last, _)| *is_last);
        let is_other = is_without_case(sign) || "。、！？「」『』".contains(sign) || ends_other;
        match parts.last_mut().filter(|(is_last, _)| *is_last == is_other) {
            Some((_, part)) => part.end = i + 1,
            None => parts.push((is_other, i..i + 1)),
        }
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

/// Whether a word has letters only, one of them small, which a times sign is not.
pub(super) fn is_of_sentence(view: &View, word: Range<usize>) -> bool {
    let Some(core) = without_punctuation(view, word) else { return false };
    let signs: String = core.map(|i| view.letter(i)).collect();
    signs.chars().all(|c| c.is_alphabetic() || "'’-".contains(c))
        && signs.chars().any(|c| c.is_lowercase() || is_without_case(c))
        && !signs.starts_with('-')
        && signs != "x"
}

/// Some characters without the punctuation around them.
pub(super) fn without_punctuation(view: &View, at: Range<usize>) -> Option<Range<usize>> {
    let is_digit = |i: usize| view.is_digit(i) && view.sign(i) != '?';
    // In `?5+2?=7?` the last one is a blank, too.
    let first = at.clone().find(|i| view.sign(*i) == '?');
    let are_blanks = first.is_some_and(|first| (first..at.end).any(is_digit));
    let is_part = |i: &usize| {
        !view.is_space(*i) && (!PUNCTUATION.contains(view.sign(*i)) || are_blanks && view.sign(*i) == '?')
    };
    // A bracket belongs to what it closes or opens.
    let has_brackets = |i: &usize| "()".contains(view.sign(*i));
    let balanced = at.clone().any(|i| view.sign(i) == '(') && at.clone().any(|i| view.sign(i) == ')');
    let mut visible = at.filter(|i| is_part(i) || balanced && has_brackets(i));
    let first = visible.next()?;
    Some(first..visible.next_back().unwrap_or(first) + 1)
}

/// Whether a part is what a sentence asks for: a word, or a sum of words, behind `find` or `what is`, and before the end of the
/// sentence or a word that tells under which condition.
pub(super) fn is_asked(view: &View, parts: &[Part], at: usize) -> bool {
    let (Some(before), part) = (at.checked_sub(1).map(|i| &parts[i]), &parts[at]) else { return false };
    let Some(word) = without_punctuation(view, part.at.clone()) else { return true };
    let has = |part: &Part, list: &[&str]| {
        words(&view.signs(part.at.clone())).any(|word| list.contains(&word.as_str()))
    };
    let asks = before.is_prose && has(before, ASKING);
    let is_asked_behind = |next: &Part| {
        words(&view.signs(next.at.clone())).next().is_some_and(|word| ASKING_BEHIND.contains(&word.as_str()))
    };
    let asks = asks || parts.get(at + 1).is_some_and(is_asked_behind);
    let leads = parts.get(at + 1).is_some_and(|next| {
        let signs = view.signs(next.at.clone());
        let is_asked = is_asked_behind(next);
        is_asked
            || signs == "is?"
            || words(&signs).next().is_some_and(|word| CONDITIONAL.contains(&word.as_str()))
    });
    let is_last = view.behind(part.at.end).is_none();
    let ends = is_last || leads || word.end < part.at.end && ".?!".contains(view.sign(word.end));
    let is_value = |i: usize| {
        view.is_hidden(i) && !view.is_blank(i) || view.is_space(i) || "+-×*,".contains(view.sign(i))
    };
    asks && ends && word.clone().all(is_value)
}
