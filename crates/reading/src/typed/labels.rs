//! Labels before a puzzle: `Puzzle of the day:`, `求解:`, `P1:`, `1、`.

use std::collections::HashSet;
use std::ops::Range;

use super::marks::{LONGEST_MARK, is_without_case};
use super::prose::{is_of_sentence, without_remarks};
use super::view::View;
use super::words::{LINKS, condition_of};
use super::{Change, Edit, clauses, stated};
use fukumen_language::message::message;

/// Takes words and a colon off the head of a condition: `Enter a puzzle: A+B=C`.
pub(super) fn label(view: &View) -> Option<Change> {
    let whole = view.whole();
    let colon = whole.clone().find(|i| view.sign(*i) == ':')?;
    let rest = view.trimmed(colon + 1..whole.end)?;
    let words = view.words(whole.start..colon);
    // `Fill in the □: □5+2□=7□`. Behind one word, `Find □: □5+2□=7□`, a colon without a space behind it or with one before it
    // divides.
    let said = words.iter().filter(|word| is_of_sentence(view, (*word).clone())).count();
    let is_apart =
        || rest.clone().any(|i| view.is_blank(i)) && view.is_space(colon + 1) && !view.is_space(colon - 1);
    let is_sentence = said > 1 || said == 1 && is_apart();
    let is_part = |i: usize| {
        view.letter(i).is_alphanumeric()
            || view.is_space(i)
            || "#№.,'’".contains(view.sign(i))
            || is_sentence && view.is_blank(i) && view.sign(i) != '?'
    };
    let is_label = words.len() > 1 && (whole.start..colon).all(is_part);
    // `A, B: C=D` is no label; `1924, Dudeney: C=D` is.
    let is_label = is_label
        && ((whole.start..colon).all(|i| view.sign(i) != ',')
            || (whole.start..colon).any(|i| view.letter(i).is_lowercase()));
    let is_label = is_label && view.is_condition(rest.clone());
    is_label.then(|| without_remarks(view, std::iter::once(whole.start..rest.start)))?
}

/// Takes a line of words off that stands above a puzzle, as a title does: `CRYPTARITHM`.
pub(super) fn line_above(view: &View) -> Option<Change> {
    let lines = view.lines();
    let [first, puzzle @ ..] = lines.as_slice() else { return None };
    let is_part = |i: usize| {
        view.letter(i).is_alphanumeric() && !view.is_blank(i)
            || view.is_space(i)
            || "#№.,!'’".contains(view.sign(i))
    };
    let words = view.words(first.clone());
    let is_long = words.iter().any(|word| word.len() >= LEAST_CAPITALS);
    let is_puzzle = |line: &Range<usize>| view.has_relation(line.clone()) && view.is_condition(line.clone());
    let fits = !view.is_drawn() && !view.is_form() && is_long && first.clone().all(is_part);
    if !fits || puzzle.is_empty() || !puzzle.iter().all(is_puzzle) {
        return None;
    }
    // It says nothing of the puzzle's numbers, unless it is a list of them: `SEND MORE MONEY`.
    let below = view.signs(first.end..view.whole().end);
    let numbers: HashSet<&str> = below.split(|c: char| !c.is_alphanumeric()).collect();
    let is_named = |word: &Range<usize>| numbers.contains(&*view.signs(word.clone()));
    let is_of_puzzle = |word: &Range<usize>| word.clone().all(|i| below.contains(view.sign(i)));
    let is_title = !words.iter().any(is_of_puzzle) || words.iter().all(is_named);
    is_title.then(|| without_remarks(view, std::iter::once(first.clone())))?
}

/// What stands behind the mark or the label of a line that says something of a puzzle: `- A<B`, `PS: A<B`, `Tip - A is even`.
pub(super) fn unmarked(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix(['-', '–', '—', '*', '•']) {
        return rest.starts_with(' ').then(|| rest.trim_start());
    }
    let (label, rest) = [": ", " - ", " – ", " — "].iter().find_map(|sign| line.split_once(sign))?;
    let is_word = label.chars().nth(1).is_some() && label.chars().all(char::is_alphabetic);
    let is_label = is_word && (LABELS.contains(&label) || label.contains(char::is_lowercase));
    is_label.then(|| rest.trim_start())
}

/// A line without the mark of an item, and without a word before its condition: `- T>7`, `1) T>7`, `(a) T>7`, `where T>7`.
pub(crate) fn unmarked_line(line: &str) -> &str {
    let line = without_mark(line.trim());
    let rest =
        line.split_once(' ').filter(|(word, _)| LINKS.contains(word)).map(|(_, rest)| rest.trim_start());
    rest.filter(|rest| rest.contains(['<', '>', '=', '≠', '≤', '≥'])).unwrap_or(line)
}

fn without_mark(line: &str) -> &str {
    if let Some(rest) = line.strip_prefix(['-', '–', '—', '*', '•']) {
        return if rest.starts_with(' ') { rest.trim_start() } else { line };
    }
    let inner = line.strip_prefix('(').unwrap_or(line);
    let mark = inner.find([')', '.']).filter(|end| (1..=2).contains(end));
    let is_counted =
        |mark: &str| mark.bytes().all(|b| b.is_ascii_digit()) || mark.bytes().all(|b| b.is_ascii_lowercase());
    match mark.map(|end| (&inner[..end], inner[end..].trim_start_matches(['.', ')']))) {
        Some((mark, rest)) if is_counted(mark) && rest.starts_with(' ') => rest.trim_start(),
        _ => line,
    }
}

pub(super) fn may_have_labels(text: &str) -> bool {
    let counted = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    [":", "：", " - ", " – ", " — ", ".", ")", "、", "．"].iter().any(|sign| text.contains(sign))
        || counted.starts_with(',')
}

/// Labels that are told by the word alone.
pub(super) const LABELS: &[&str] = &[
    "PS", "P.S.", "NB", "N.B.", "Hint", "Tip", "Note", "Clue", "FYI", "HINT", "TIP", "NOTE", "CLUE",
    "Puzzle", "PUZZLE", "Problem", "PROBLEM", "Question", "Exercise", "Task",
];

/// How many parts of a line are looked at behind a comma or a semicolon.
const MOST_PARTS: usize = 4;

/// The fewest letters of a label with a space before its colon.
const LEAST_FAR_LABEL: usize = 3;

/// The most characters before the dash behind a title.
const LONGEST_TITLE: usize = 64;

/// The fewest capitals of a label that its spaces alone tell.
const LEAST_CAPITALS: usize = 4;

/// Where a label of one word stands: the word, and all that goes with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Head,
    /// Below the puzzle, or behind a comma.
    Below,
}

/// Takes one word and a colon off the head of a puzzle, and of a condition below or behind it, if the word is plainly no number to be
/// divided: it has small letters, or letters of a script without capitals, and the puzzle has neither; and the number of a puzzle.
/// Several labels may stand behind one another: `Puzzle 3: Level: easy: A+B=CD`.
pub(super) fn labels(view: &View) -> Option<Change> {
    let whole = view.whole();
    let is_one_line = view.lines().len() == 1 && !view.is_drawn() && !view.is_form();
    let next = |start: usize| {
        let rest = view.trimmed(start..whole.end)?;
        let number = || one_number(view, &rest).filter(|_| is_one_line);
        let numbered = || joined_number(view, &rest).filter(|_| is_one_line);
        // The bracket looks like that of a division.
        let in_words = || word_and_number(view, &rest).filter(|_| view.lines().len() == 1);
        one_word(view, &rest, Place::Head).or_else(number).or_else(numbered).or_else(in_words)
    };
    let mut head: Vec<_> =
        std::iter::successors(next(whole.start), |(_, label)| next(label.end)).take(MOST_PARTS).collect();
    // `Hexadecimal: A+B=C`, `Hex-puzzle: A+B=C`.
    let base_of = |words: Range<usize>| stated::base_of(view.typed(words).split('-').next()?);
    let base = head.pop_if(|(words, _)| base_of(words.clone()).is_some());
    // `Hint: M = 1` below a puzzle, and `(Hint: M = 1)`.
    let within_brackets = |part: Range<usize>| {
        let is_inside = part.len() > 2 && view.sign(part.start) == '(' && view.sign(part.end - 1) == ')';
        if is_inside { part.start + 1..part.end - 1 } else { part }
    };
    let lines = if view.is_drawn() { Vec::new() } else { view.lines() };
    let parts = lines.iter().enumerate().flat_map(|(at, line)| {
        let joints = line.clone().filter(|i| ",;".contains(view.sign(*i))).take(MOST_PARTS);
        let joints = joints.filter(|joint| view.has_relation(line.start..*joint)).map(|joint| joint + 1);
        let starts = std::iter::once(line.start).filter(move |_| at > 0).chain(joints);
        starts.filter_map(|start| view.trimmed(start..line.end)).map(within_brackets)
    });
    let below = parts.filter_map(|part| {
        let found = one_word(view, &part, Place::Below).or_else(|| counted_label(view, &part))?;
        let rest = view.trimmed(found.1.end..part.end)?;
        let says = || condition_of(view.typed(rest.clone()), view).is_some();
        (view.is_condition(part.clone()) || says()).then_some(found)
    });
    let labels: Vec<_> = head.into_iter().chain(below).map(|(_, label)| label).collect();
    let has_labels = !labels.is_empty();
    let labels = without_remarks(view, labels);
    let Some((words, label)) = base else { return labels };
    let setting = base_of(words.clone())?;
    let words = view.typed(words);
    let mut change =
        Change::of(vec![Edit::new(0..0, format!("@{setting}\n")), Edit::cut(view.bytes(label))])?
            .with(message!("note-stated", settings = format!("\"{words}\" as @{setting}")));
    if has_labels {
        let Change { edits, notes } = labels?;
        change.edits.extend(edits);
        change.edits.sort_by_key(|edit| edit.at.start);
        change.notes.extend(notes);
    }
    Some(change)
}

/// A label of one word at the head of a part of a text: the word, and it with its colon or dash.
fn one_word(view: &View, at: &Range<usize>, place: Place) -> Option<(Range<usize>, Range<usize>)> {
    let is_below = place == Place::Below;
    let is_small = |i: usize| view.letter(i).is_lowercase();
    let is_other = |i: usize| is_without_case(view.letter(i));
    // `Brain-teaser: A+B=C`.
    let joins = |i: usize| view.sign(i) == '-' && i > at.start && is_small(i - 1) && is_small(i + 1);
    let end = at.clone().find(|i| !view.letter(*i).is_alphabetic() && !joins(*i))?;
    // In French a space stands before the colon.
    let is_far = view.is_space(end) && end >= at.start + LEAST_FAR_LABEL;
    let colon = if is_far { view.behind(end)? } else { end };
    let rest = view.trimmed(colon + 1..at.end)?;
    let is_sum = |part: Range<usize>| part.into_iter().any(|i| "+×*".contains(view.sign(i)));
    // `Solve: two+two=four`: the capital is in no other word.
    let is_capital = |i: usize| view.letter(i).is_uppercase();
    let is_titled = || {
        end >= at.start + LEAST_FAR_LABEL
            && is_capital(at.start)
            && (at.start + 1..end).all(|i| is_small(i) || joins(i))
            && is_sum(rest.clone())
            && !rest.clone().any(is_capital)
    };
    let is_told = (at.start..end).any(is_small)
        && (hides_otherwise(view, rest.clone(), is_small) || is_titled())
        || (at.start..end).any(is_other) && hides_otherwise(view, rest.clone(), is_other);
    // `Easy - AB+CD=EF`: a number would be in capitals as well.
    let is_title = || is_told && view.is_space(colon + 1) && is_sum(rest.clone());
    let is_dash = is_far && matches!(view.sign(colon), '-' | '–' | '—' | '−') && (is_below || is_title());
    let is_known = LABELS.contains(&view.typed(at.start..end)) && (is_below || is_sum(rest.clone()));
    // `TODO: UNO + UNO = DUE`: no sign of a calculation stands closer to one side.
    let is_aside = colon == end
        && end >= at.start + LEAST_CAPITALS
        && is_sum(rest.clone())
        && is_spaced(view, rest.clone());
    let is_apart =
        rest.start > colon + 1 || !is_below && end >= at.start + LEAST_FAR_LABEL && is_sum(rest.clone());
    let is_label = (view.sign(colon) == ':' || is_dash)
        && end > at.start + 1
        && is_apart
        && (is_known || is_told || !is_below && rest.start > colon + 1 && is_aside);
    // In puzzles of Han characters, only words of puzzles tell a label.
    let is_clause = view.sign(colon) == ':'
        && clauses::is_of_puzzles(view.typed(at.start..end))
        && view.is_condition(rest);
    (is_label || is_clause).then_some((at.start..end, at.start..colon + 1))
}

pub(super) fn may_have_dash_of_title(text: &str) -> bool {
    [" - ", " − ", "–", "—"].iter().any(|dash| text.contains(dash)) && text.contains(char::is_lowercase)
}

/// Writes a colon for the dash between several words and a puzzle: `Dudeney (Strand) - SEND+MORE=MONEY`, `9 is not used - AB+CD=EF`.
/// The puzzle hides no small letters, or has no spaces. What the words are is for other rules.
pub(super) fn dash_of_title(view: &View) -> Option<Change> {
    let whole = view.whole();
    let is_small = |i: usize| view.letter(i).is_lowercase();
    // A long one needs no spaces.
    let is_glued = |i: usize| {
        ["–", "—"].contains(&view.typed(i..i + 1)) && is_small(i - 1) && view.letter(i + 1).is_uppercase()
    };
    let is_dash = |i: &usize| {
        "-–—−".contains(view.sign(*i)) && view.is_space(i - 1) && view.is_space(i + 1) || is_glued(*i)
    };
    let dash = (whole.start + 1..whole.end).take(LONGEST_TITLE).find(is_dash)?;
    let (title, rest) = (whole.start..view.before(dash)? + 1, view.trimmed(dash + 1..whole.end)?);
    let is_sum = |part: Range<usize>| part.into_iter().any(|i| "+×*/^".contains(view.sign(i)));
    let words = view.words(title.clone());
    let is_word = |word: &Range<usize>| {
        word.len() >= LEAST_FAR_LABEL && is_of_sentence(view, word.clone()) && word.clone().any(is_small)
    };
    // `gcd (AB) - A+B=C`.
    let is_called = |two: &[Range<usize>]| {
        view.sign(two[1].start) == '(' && view.vocabulary.function(view.typed(two[0].clone())).is_some()
    };
    // What stands before the dash is no number: a word, a remark in brackets, or the number of a puzzle.
    let is_end = |word: &Range<usize>| {
        let signs = view.signs(word.clone());
        let in_brackets = signs.strip_suffix(')').map(|inner| inner.trim_start_matches('('));
        let is_year = |inner: &str| inner.len() == 4 && inner.bytes().all(|byte| byte.is_ascii_digit());
        let is_counted = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
        is_word(word)
            || in_brackets.is_some_and(|inner| is_year(inner) || inner.contains(char::is_lowercase))
            || signs.strip_prefix(['#', '№']).is_some_and(is_counted)
    };
    // `Digits 1-9`.
    let ends = || words.last().is_some_and(is_end) || stated::is_setting_alone(view.typed(title.clone()));
    let is_title = words.len() > 1
        && words.iter().any(is_word)
        && ends()
        && !words.windows(2).any(is_called)
        && !view.has_relation(title.clone())
        && !is_sum(title.clone());
    let is_apart = |rest: Range<usize>| {
        hides_otherwise(view, rest.clone(), is_small) || !rest.into_iter().any(|i| view.is_space(i))
    };
    let is_puzzle = view.has_relation(rest.clone()) && is_sum(rest.clone()) && is_apart(rest.clone());
    (is_title && is_puzzle && view.lines().len() == 1 && !view.is_drawn() && !view.is_form())
        .then(|| Change::of(vec![Edit::new(view.bytes(title.end..rest.start), ": ")]))?
}

/// Whether all signs of a calculation have spaces around them.
fn is_spaced(view: &View, mut at: Range<usize>) -> bool {
    at.all(|i| !"+-−×=".contains(view.sign(i)) || view.is_space(i - 1) && view.is_space(i + 1))
}

/// Whether what is hidden is in other letters than these, or blanks, and all else is words of sentences.
fn hides_otherwise(view: &View, at: Range<usize>, is_telling: impl Fn(usize) -> bool) -> bool {
    let mut words = view.words(at);
    words.retain(|word| {
        word.len() < 2 || !is_of_sentence(view, word.clone()) || !word.clone().any(&is_telling)
    });
    let mut hides = false;
    words.into_iter().flatten().all(|i| {
        hides |= view.is_hidden(i);
        !is_telling(i) || view.sign(i) == 'x'
    }) && hides
}

/// What the labels of a system count with.
const COUNTS: &[&[&str]] = &[
    &["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    &["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"],
    &["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"],
    &["A", "B", "C", "D", "E", "F", "G", "H", "I"],
    &["a", "b", "c", "d", "e", "f", "g", "h", "i"],
    &["甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬"],
    &["①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨"],
];

/// The longest label of an equation of a system: `Gleichung 12`.
const LONGEST_COUNTED: usize = 16;

/// Takes the labels off equations that are counted one by one: `I: A+B=CD`, `Row 2: D×A=CA`, each with a space behind its colon.
pub(super) fn counted(view: &View) -> Option<Change> {
    let lines = view.lines();
    let label = |line: &Range<usize>| {
        let colon = line.clone().find(|i| ":)".contains(view.sign(*i)))?;
        let open = usize::from(view.sign(line.start) == '(');
        let rest = view.trimmed(colon + 1..line.end)?;
        let fits = colon - line.start <= LONGEST_COUNTED
            && (rest.start > colon + 1 || view.typed(colon..colon + 1) == "：")
            && view.has_relation(rest.clone())
            && view.is_condition(rest.clone());
        fits.then(|| (view.typed(line.start + open..colon).trim(), line.start..rest.start))
    };
    if view.is_drawn() || lines.len() < 2 {
        return None;
    }
    let found: Vec<(&str, Range<usize>)> = lines.iter().map(label).collect::<Option<_>>()?;
    let is_counted = |numbers: &&&[&str]| {
        let names = found.iter().enumerate().map(|(i, (name, _))| name.strip_suffix(*numbers.get(i)?));
        let names: Option<Vec<&str>> = names.collect();
        names.is_some_and(|names| {
            names.iter().all(|name| *name == names[0])
                && names[0].chars().all(|c| c.is_alphabetic() || " .#".contains(c))
        })
    };
    COUNTS.iter().find(is_counted)?;
    without_remarks(view, found.into_iter().map(|(_, label)| label))
}

/// Headings of conditions, on a line of their own with a colon.
const HEADINGS: &[&str] = &[
    "hint",
    "hints",
    "clue",
    "clues",
    "condition",
    "conditions",
    "constraint",
    "constraints",
    "given",
    "note",
    "notes",
    "restrictions",
    "rules",
    "tips",
    "subject to",
    "such that",
    "where",
    "with",
    "hinweis",
    "hinweise",
    "bedingungen",
    "indice",
    "indices",
    "pistas",
    "condiciones",
    "indizi",
    "condizioni",
];

pub(super) fn may_have_headings(text: &str) -> bool {
    text.contains(":\n") || text.contains(": \n") || text.contains(":\r")
}

/// Takes the heading of conditions off that stand below it: `Hints:`.
pub(super) fn headings(view: &View) -> Option<Change> {
    let lines = view.lines();
    let is_heading = |line: &Range<usize>| {
        let typed = view.typed(line.clone()).to_lowercase();
        typed
            .trim_matches(['*', '#', ' '])
            .strip_suffix(':')
            .is_some_and(|words| HEADINGS.contains(&words.trim()))
    };
    let has_main = lines.iter().any(|line| view.has_relation(line.clone())) || view.is_drawn();
    let found = lines.iter().filter(|line| is_heading(line));
    let edits = found.map(|line| Edit::cut(view.bytes(line.clone()))).collect();
    has_main.then(|| Change::of(edits))?
}

/// A word and a number before a condition below a puzzle: `Hint 1: A<B`, `Condition 2: A is odd`, `C1: A<B`.
fn counted_label(view: &View, part: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let colon = part
        .clone()
        .take(LONGEST_COUNTED)
        .find(|i| view.sign(*i) == ':')
        .filter(|colon| *colon > part.start)?;
    let digits = (part.start..colon).rev().take_while(|i| view.sign(*i).is_ascii_digit()).last()?;
    let word = view.typed(part.start..digits).trim();
    let is_word = word.chars().count() > 1
        && word.chars().all(char::is_alphabetic)
        && word.contains(char::is_lowercase);
    (is_word && view.is_space(colon + 1)).then_some((part.start..colon, part.start..colon + 1))
}

/// How long a date or a number with its parts may be, and the words before it: `Olympiad 2004/3`.
const LONGEST_JOINED: usize = 24;

/// The fewest small letters of a remark in brackets behind a number.
const LEAST_SMALL: usize = 3;

/// A date or a number of several parts at the head of a puzzle, with a colon or a dash behind it: `2019-03-04: TWO+TWO=FOUR`,
/// `Puzzle-12:`, `Ex 3.2:`, `Q2 - SEND+MORE=MONEY`. Nothing of it is hidden in the puzzle.
fn joined_number(view: &View, whole: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let is_sign = |i: usize| view.is_space(i + 1) && ":-–—".contains(view.sign(i));
    let is_dash = |i: usize| view.sign(i) != ':';
    let ends = |i: &usize| is_sign(*i) && is_dash(*i) == view.is_space(i - 1);
    let end = (whole.start + 1..whole.end).take(LONGEST_JOINED).find(ends)?;
    let label = whole.start..view.before(end)? + 1;
    // `No. 12 (Hard): A+B=C`.
    let remark = label.clone().find(|i| view.sign(*i) == '(').filter(|open| {
        let words = view.signs(open + 1..label.end);
        words.ends_with(')') && words.chars().filter(|c| c.is_lowercase()).count() >= LEAST_SMALL
    });
    let label = match remark {
        Some(open) => view.trimmed(label.start..open)?,
        None => label,
    };
    let rest = view.trimmed(end + 1..whole.end)?;
    let is_part =
        |i: usize| view.letter(i).is_alphanumeric() && !view.is_blank(i) || "/-.#№ ".contains(view.sign(i));
    let hidden: HashSet<char> = rest.clone().filter(|i| view.is_hidden(*i)).map(|i| view.sign(i)).collect();
    let letters = label.clone().filter(|i| view.letter(*i).is_alphabetic());
    let is_apart = letters.clone().all(|i| !hidden.contains(&view.sign(i)));
    let joints = label.clone().filter(|i| "/-.".contains(view.sign(*i))).count();
    let lettered = letters.count();
    // `IMO 2004/3: TWO+TWO=FOUR`: two numbers side by side are none of a calculation.
    let words = view.words(label.clone());
    let is_numbered = lettered > 1
        && words.len() > 1
        && !is_dash(end)
        && words[0].clone().all(|i| view.letter(i).is_alphabetic())
        && view.sign(words[1].start).is_ascii_digit();
    let fits = label.clone().all(is_part)
        && (view.sign(label.end - 1).is_ascii_digit() || is_numbered)
        && (is_apart || is_numbered)
        && view.has_relation(rest.clone())
        && rest.clone().any(|i| "+×-−".contains(view.sign(i)))
        && (hidden.len() > 2 || is_numbered);
    // A number alone before a dash is calculated with, and so may be a word before a colon.
    let has_words = label.clone().any(|i| view.letter(i).is_lowercase() || view.is_space(i));
    let is_told = if is_dash(end) {
        (lettered == 1 || lettered > 0 && has_words) && !rest.clone().any(|i| view.is_space(i))
    } else {
        (joints > 0 || remark.is_some()) && (has_words || view.sign(label.start).is_ascii_digit())
    };
    (fits && is_told).then_some((label.clone(), whole.start..end + 1))
}

/// A word and a number with a full stop or a bracket behind it, which are no numbers of a calculation: `PROBLEM 12. A+B=C`.
fn word_and_number(view: &View, whole: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let words = view.words(whole.clone());
    let [word, number, rest, ..] = words.as_slice() else { return None };
    let counted = view.signs(number.clone());
    let digits = counted.strip_suffix(['.', ')'])?.trim_start_matches('#');
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let is_word = word.len() > 1 && word.clone().all(|i| view.letter(i).is_alphabetic());
    let rest = rest.start..whole.end;
    let is_sum = view.has_relation(rest.clone()) && rest.clone().any(|i| "+×*-−/".contains(view.sign(i)));
    (is_number && is_word && is_sum).then_some((word.start..number.end, word.start..rest.start))
}

/// How long a label with a number may be: `Puzzle12`.
const LONGEST_LABEL: usize = 8;

/// The number of a puzzle at its head that stands closer to it than others, and it with its sign: `P1: TWO + TWO = FOUR`, `第3問：`,
/// `1.TWO+TWO=FOUR`, `1、`, `1,SEND+MORE=MONEY`. It is no divisor, and no whole part of a number, as the rest is a whole calculation without it.
fn one_number(view: &View, whole: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let is_part = |i: &usize| {
        view.letter(*i).is_alphanumeric() && !view.is_blank(*i)
            || "#№§()[]º°".contains(view.sign(*i))
            || view.sign(*i) == ' ' && view.letter(i - 1).is_alphabetic() && view.sign(i + 1).is_ascii_digit()
    };
    let end = whole.clone().find(|i| !is_part(i))?;
    let label = whole.start..end;
    let is_number = |i: usize| view.sign(i).is_ascii_digit();
    let rest = view.trimmed(end + 1..whole.end)?;
    let is_apart = rest.start > end + 1;
    let signs = view.signs(rest.clone());
    let is_added = signs.contains(['+', '×', '-', '−']);
    let is_long = (rest.start + 1..rest.end).any(|i| view.is_hidden(i) && view.is_hidden(i - 1));
    let has_number = label.clone().any(is_number);
    // `1.AB(C)` is a number with a period.
    let word_end = rest.clone().find(|i| !view.is_hidden(*i) && !is_number(*i));
    let is_periodic = word_end.is_some_and(|i| view.sign(i) == '(');
    let is_label = (1..=LONGEST_LABEL).contains(&label.len())
        && match view.typed(end..end + 1) {
            ":" => {
                let is_plain = label.clone().all(is_number) && is_spaced(view, rest.clone());
                (is_apart || is_plain) && is_added && is_long && (has_number || label.len() == 1)
            }
            "：" => is_added && has_number,
            "、" | "．" => has_number,
            // In groups of three, the longest number would have a comma as well.
            "," => {
                let numbers = signs.split(|c: char| !c.is_alphanumeric());
                let longest = numbers.map(|number| number.chars().count()).max().unwrap_or(0);
                let begins = view.is_hidden(rest.start) && label.clone().all(is_number);
                begins && !signs.contains(',') && longest > 3
            }
            // A fraction with only whole numbers to add to it would be none.
            "." => {
                label.len() < LONGEST_MARK
                    && label.clone().all(is_number)
                    && view.sign(label.start) != '0'
                    && view.is_hidden(rest.start)
                    && !is_apart
                    && !is_periodic
                    && signs.contains('+')
                    && !signs.contains(['.', '*', '×', '/', '÷', ':', '-', '−', '^'])
            }
            _ => false,
        };
    let is_whole = is_label && view.has_relation(rest.clone()) && view.is_condition(rest);
    is_whole.then_some((label, whole.start..end + 1))
}
