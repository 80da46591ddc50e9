//! A colon, a dash or brackets that part a condition from the puzzle behind it, and calculate nothing: `A is even: AB+CD=EF`,
//! `(A<B) AB+CD=EF`.

use std::ops::Range;

use super::marks::{is_without_case, note};
use super::operators::AND;
use super::prose::is_of_sentence;
use super::view::View;
use super::words::condition_of;
use super::{Change, Edit, below, demands, stated};
use fukumen_language::message::message;

/// How many signs of a line are looked at that may stand between two conditions.
const MOST_SIGNS: usize = 8;

/// How far from the beginning a bracket may open that has a condition in it.
const LONGEST_LABEL: usize = 40;

/// No longer part says something in words, or stands in brackets.
const LONGEST_SAID: usize = 400;

pub(super) fn may_separate(text: &str) -> bool {
    text.contains([':', '：']) || ["— ", "- ", "– ", "− "].iter().any(|dash| text.contains(dash))
}

const RELATIONS: &str = "=≠<>≤≥";

/// Reads a colon or a dash between two conditions as a comma: `D=5: DONALD+GERALD=ROBERT`. At the end of a line it says nothing:
/// `A is even:`.
pub(super) fn colons(view: &View) -> Option<Change> {
    let lines = view.lines();
    // Lines that end in colons look like rows, but below a drawing there is no equation.
    let ends_in_equation = lines.last().is_some_and(|line| view.has_relation(line.clone()));
    if view.is_drawn() && !ends_in_equation || view.is_form() {
        return None;
    }
    let between: Vec<(Edit, bool)> = lines.iter().flat_map(|line| between(view, line)).collect();
    let unsure = between.iter().find(|(_, is_sure)| !is_sure).map(|(edit, _)| edit.at.clone());
    let mut edits: Vec<Edit> = between.into_iter().map(|(edit, _)| edit).collect();
    let last = (0..view.len()).rev().find(|i| RELATIONS.contains(view.sign(*i))).unwrap_or(0);
    let above = lines.windows(2).filter(|two| two[0].end <= last);
    edits.extend(above.filter_map(|two| at_end(view, &two[0], &two[1])));
    edits.sort_by_key(|edit| edit.at.start);
    let change = Change::of(edits)?;
    Some(match unsure {
        Some(at) => {
            let message = message!("note-colon", sign = &view.text[at.clone()]);
            change.with(note(message, at))
        }
        None => change,
    })
}

pub(super) fn may_stand_in_brackets(text: &str) -> bool {
    text.contains('(') && text.contains(|c| RELATIONS.contains(c))
}

/// Puts a condition in brackets that stands before a puzzle above it: `(A<B) AB+CD=EF`, `Puzzle 3 (A < B): AB+CD=EF`.
pub(super) fn in_brackets(view: &View) -> Option<Change> {
    let whole = view.whole();
    let open = whole.clone().take(LONGEST_LABEL).find(|i| view.sign(*i) == '(')?;
    let close = (open..whole.end).take(LONGEST_SAID).find(|i| view.sign(*i) == ')')?;
    let inner = view.trimmed(open + 1..close)?;
    let behind = view.behind(close + 1)?;
    let is_colon = view.sign(behind) == ':';
    let rest = view.trimmed(behind + usize::from(is_colon)..whole.end)?;
    // What stands before it is nothing, or words.
    let is_label =
        |i: usize| view.letter(i).is_alphanumeric() || view.is_space(i) || "#№.".contains(view.sign(i));
    let is_said = open == whole.start
        || (whole.start..open).all(is_label) && (whole.start..open).any(|i| view.letter(i).is_lowercase());
    // A sign behind it would calculate with it.
    let is_apart = rest.start > close + 1 && view.is_space(rest.start - 1) && view.begins_operand(rest.start);
    let is_known =
        |i: usize| rest.clone().any(|other| view.sign(other).to_lowercase().eq(view.sign(i).to_lowercase()));
    let mut letters = inner.clone().filter(|i| view.is_hidden(*i) && !view.is_blank(*i)).peekable();
    let fits = is_said
        && is_apart
        && view.has_relation(inner.clone())
        && view.has_relation(rest.clone())
        && letters.peek().is_some()
        && letters.all(is_known)
        && view.is_condition(inner.clone())
        && !view.is_drawn()
        && !view.is_form();
    let condition = format!("@where {}\n", view.typed(inner));
    // The colon belongs to the words before it.
    let end = if open == whole.start { rest.start } else { close + 1 };
    fits.then(|| Change::of(vec![Edit::new(0..0, condition), Edit::cut(view.bytes(open..end))]))?
}

/// The colon at the end of a line that is a condition of what stands below it.
fn at_end(view: &View, line: &Range<usize>, below: &Range<usize>) -> Option<Edit> {
    let colon = line.end - 1;
    let said = view.trimmed(line.start..colon).filter(|_| view.sign(colon) == ':')?;
    let is_word = |word: Range<usize>| word.len() > 2 && is_of_sentence(view, word);
    let in_signs = || {
        said.clone().any(|i| RELATIONS.contains(view.sign(i)))
            && view.is_condition(said.clone())
            && !view.words(said.clone()).into_iter().any(is_word)
    };
    let is_condition = || {
        in_signs()
            || says_in_other_script(view, &said)
            || is_in_other_letters(view, &said, below)
            || says_in_words(view, &said, below)
    };
    is_condition().then(|| Edit::cut(view.bytes(colon..line.end)))
}

/// Whether a part says something of a puzzle in a script without spaces.
fn says_in_other_script(view: &View, part: &Range<usize>) -> bool {
    let words = view.typed(part.clone());
    words.contains(is_without_case) && demands::has_demanding_part(words)
}

/// Whether a part has letters without capitals, and the part behind it has none.
fn is_in_other_letters(view: &View, part: &Range<usize>, behind: &Range<usize>) -> bool {
    let is_other = |i: usize| is_without_case(view.letter(i));
    part.clone().any(is_other) && !behind.clone().any(is_other)
}

/// The commas for the colons and dashes of a line that stand between two conditions, and whether words before them leave no doubt.
fn between(view: &View, line: &Range<usize>) -> Vec<(Edit, bool)> {
    let is_sign = |i: &usize| ":-–—−".contains(view.sign(*i));
    let mut rest = line.clone();
    let mut commas = Vec::new();
    for at in line.clone().filter(is_sign).take(MOST_SIGNS) {
        if let Some(is_sure) = is_between(view, &rest, at) {
            commas.push((Edit::new(view.bytes(at..at + 1), ","), is_sure));
            rest.start = at + 1;
        }
    }
    commas
}

/// Whether a sign stands between two conditions, and if so, whether the first one is said in words.
fn is_between(view: &View, line: &Range<usize>, at: usize) -> Option<bool> {
    let close = (at..line.end).find(|i| ",;".contains(view.sign(*i))).unwrap_or(line.end);
    let (all, right) = (view.trimmed(line.start..at)?, view.trimmed(at + 1..close)?);
    let ends = |i: &usize| ",;。".contains(view.sign(*i)) || view.sign(*i) == '.' && view.is_space(i + 1);
    let start = all.clone().rev().find(ends).map_or(all.start, |end| end + 1);
    let left = view.trimmed(start..all.end)?;
    let relates = |part: &Range<usize>| part.clone().any(|i| RELATIONS.contains(view.sign(i)));
    let is_spaced = view.is_space(at - 1) && view.is_space(at + 1);
    let is_setting =
        || stated::said_by(view.typed(right.clone()), view.typed(left.clone()), view.rules).is_some();
    if is_spaced
        && view.sign(at) != ':'
        && relates(&left)
        && !relates(&right)
        && (says_in_words(view, &right, &left) || is_setting())
    {
        return Some(true);
    }
    if !relates(&right) || all.clone().any(|i| "([".contains(view.sign(i))) {
        return None;
    }
    let is_colon = view.sign(at) == ':';
    let typed = view.typed(at..at + 1);
    // A long dash is no minus sign.
    let is_apart = (is_colon && left.end == at || typed == "—") && view.is_space(at + 1) || typed == "：";
    let in_words = || {
        says_in_words(view, &left, &right)
            || says_in_words(view, &all, &right)
            || says_in_other_script(view, &left)
            || is_colon && is_in_other_letters(view, &left, &right)
    };
    let is_hardly_a_chain = || {
        says_of_letter(view, &left) && is_long(view, &right)
            || is_no_chain(view, &left, &right)
            || is_spaced && is_tight(view, &left) && is_tight(view, &right)
    };
    let in_signs = || relates(&left) && (is_apart || (is_colon || is_spaced) && is_hardly_a_chain());
    match (is_colon || is_spaced) && in_words() {
        true => Some(true),
        false => in_signs().then_some(false),
    }
}

/// Whether no sign of a calculation in a part has a space beside it: `A+B=9 - AB+CD=EF`.
fn is_tight(view: &View, part: &Range<usize>) -> bool {
    let is_sign = |i: usize| !view.is_space(i) && !view.is_digit(i) && !"()[]".contains(view.sign(i));
    let signs = part.clone().filter(|i| is_sign(*i)).collect::<Vec<_>>();
    let is_apart = |i: usize| i > part.start && view.is_space(i - 1) || view.is_space(i + 1);
    signs.len() > 1 && !signs.into_iter().any(is_apart)
}

/// Whether a part says something of a puzzle in words, the last of several things too.
fn says_in_words(view: &View, part: &Range<usize>, puzzle: &Range<usize>) -> bool {
    let said = view.typed(part.clone());
    if said.len() > LONGEST_SAID || !said.contains(char::is_lowercase) {
        return false;
    }
    let is_one = |said: &str| !said.contains([',', ';']) && !said.contains(". ");
    let is_last = |last: &str| is_one(last) && condition_of(last, view).is_some();
    said.rsplit(&format!(" {AND} ")).next().is_some_and(is_last)
        || below::told_in_words(said, view.typed(puzzle.clone()), view).is_some()
}

/// Whether a condition is about a letter alone, as no part of a chain is: `D=5`, `A<B`.
fn says_of_letter(view: &View, condition: &Range<usize>) -> bool {
    let signs: Vec<char> = condition.clone().filter(|i| !view.is_space(*i)).map(|i| view.sign(i)).collect();
    match signs.as_slice() {
        [letter, '=', number] | [number, '=', letter] if number.is_ascii_digit() => letter.is_alphabetic(),
        [one, relation, other] => {
            "≠<>≤≥".contains(*relation) && [one, other].iter().all(|sign| sign.is_alphanumeric())
        }
        _ => false,
    }
}

/// Whether two parts would be a chain whose ends, a lone digit and a longer number, are not equal: `A=2B - AB+CD=EF`.
fn is_no_chain(view: &View, left: &Range<usize>, right: &Range<usize>) -> bool {
    let relation = |i: &usize| RELATIONS.contains(view.sign(*i));
    let (first, last) = (left.clone().find(relation), right.clone().rev().find(relation));
    first.zip(last).is_some_and(|(first, last)| {
        let ends = [view.trimmed(left.start..first), view.trimmed(last + 1..right.end)];
        let are_digits = ends.iter().flatten().cloned().flatten().all(|i| view.is_digit(i));
        let lengths = ends.map(|end| end.map_or(0, |end| end.len()));
        are_digits && lengths[0] == 1 && lengths[1] > 1 && [first, last].iter().all(|i| view.sign(*i) == '=')
    })
}

/// Whether a part calculates with a number of several hidden digits.
fn is_long(view: &View, part: &Range<usize>) -> bool {
    let is_hidden = |i: usize| view.is_hidden(i);
    part.clone().any(|i| "+-−×*·:/÷".contains(view.sign(i)))
        && (part.start + 1..part.end).any(|i| is_hidden(i) && is_hidden(i - 1))
}
