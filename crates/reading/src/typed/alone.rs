//! A puzzle in brackets, between signs that are not part of it, or above a question.

use super::prose::{note, without_remarks};
use super::view::View;
use super::{Change, Edit};

/// Signs that are no operators before a puzzle and behind it.
const MARKS: &str = "»«※†‡~/\\」』「『¶•·*=➡→⇒–—-‐⁽⁾¹²³_ ";

/// Those that might be what is left of a calculation.
const OPERATORS: &str = "~/–—-¹²³";

/// Quotation marks, of which one alone is such a sign.
const QUOTES: &str = "\"'’”“‘";

/// Takes the brackets off that stand around a puzzle: `[UNO + UNO = DUE]`.
pub(super) fn brackets(view: &View) -> Option<Change> {
    let whole = view.whole();
    let ends = (view.sign(whole.start), view.sign(whole.end.checked_sub(1)?));
    let inner = whole.start + 1..whole.end - 1;
    let fits = matches!(ends, ('[', ']') | ('{', '}') | ('<', '>'))
        && view.lines().len() == 1
        && !inner.clone().any(|i| "[]{}<>".contains(view.sign(i)))
        && view.has_relation(inner.clone())
        && view.is_condition(inner.clone());
    let edits = [whole.start..inner.start, inner.end..whole.end].map(|at| Edit::cut(view.bytes(at)));
    fits.then(|| Change::of(edits.to_vec()))?
}

/// Takes signs off the ends of a puzzle that are no part of a condition there: `➡️TWO+TWO=FOUR`, `TWO+TWO=FOUR*`.
pub(super) fn marks(view: &View) -> Option<Change> {
    let whole = view.whole();
    let quotes = whole.clone().filter(|i| QUOTES.contains(view.letter(*i))).count();
    let is_mark = |i: &usize| {
        let letter = view.letter(*i);
        MARKS.contains(letter) || letter == '\u{FE0F}' || quotes == 1 && QUOTES.contains(letter)
    };
    let start = whole.clone().find(|i| !is_mark(i))?;
    let end = whole.clone().rev().find(|i| !is_mark(i))? + 1;
    let inner = start..end;
    let fits = inner != whole
        && view.lines().len() == 1
        && !view.is_form()
        && view.begins_operand(start)
        && view.ends_operand(end - 1)
        && view.has_relation(inner.clone())
        && view.is_condition(inner);
    let ends = [whole.start..start, end..whole.end].into_iter().filter(|at| !at.is_empty());
    let may_calculate = ends.clone().flatten().any(|i| OPERATORS.contains(view.letter(i)));
    let typed = ends.clone().map(|at| view.typed(at).trim()).collect::<Vec<_>>().join(" … ");
    let change = fits.then(|| Change::of(ends.map(|at| Edit::cut(view.bytes(at))).collect()))??;
    Some(if may_calculate { change.with(note(&typed)) } else { change })
}

/// Faces of signs, behind a puzzle.
const FACES: &[&str] = &[
    ":)", ":-)", ";)", ";-)", ":))", "=)", ":]", ":(", ":-(", ":/", ":D", ":-D", "=D", ":P", ":p", ":-P",
    "xD", "XD", "^^", "^_^", "<3",
];

pub(super) fn may_have_face(text: &str) -> bool {
    text.split_whitespace().next_back().is_some_and(|last| FACES.contains(&last))
}

/// Takes a face off behind a puzzle, none of whose letters it has: `TWO+TWO=FOUR :)`.
pub(super) fn face(view: &View) -> Option<Change> {
    let whole = view.whole();
    let face = whole.clone().rev().find(|i| view.is_space(*i))? + 1..whole.end;
    let before = view.trimmed(whole.start..face.start)?;
    let is_known = |i: usize| view.is_hidden(i) && before.clone().any(|at| view.sign(at) == view.sign(i));
    let ends = view.ends_operand(before.end - 1) || ".?!".contains(view.sign(before.end - 1));
    let fits = ends && !face.clone().any(is_known) && (view.is_drawn() || view.has_relation(before.clone()));
    fits.then(|| Change::of(vec![Edit::cut(view.bytes(before.end..face.end))]))?
}

pub(super) fn may_have_rating(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(_, word)| word.starts_with(' ') && is_small_word(word))
}

/// Whether it is one word in small letters.
fn is_small_word(word: &str) -> bool {
    let word = word.trim_matches(|c: char| c.is_whitespace() || ".!".contains(c));
    word.chars().nth(1).is_some() && word.chars().all(char::is_lowercase)
}

/// Writes a comma for the colon between a puzzle in capitals and one word in small letters: `TWO+TWO=FOUR: easy`.
pub(super) fn rating(view: &View) -> Option<Change> {
    let whole = view.whole();
    let colon = whole.clone().rev().find(|i| view.sign(*i) == ':')?;
    let before = view.trimmed(whole.start..colon)?;
    let is_in_capitals = !before.clone().any(|i| view.letter(i).is_lowercase());
    let fits = is_in_capitals && view.has_relation(before) && !view.is_drawn();
    fits.then(|| Change::of(vec![Edit::new(view.bytes(colon..colon + 1), ",")]))?
}

pub(super) fn may_question(text: &str) -> bool {
    text.contains('\n') && text.trim_end().ends_with(['?', '？'])
}

/// Takes the last line off, if it is a question in words below a puzzle in capitals: `Vad är F+U?`.
pub(super) fn question(view: &View) -> Option<Change> {
    let lines = view.lines();
    let [above @ .., last] = lines.as_slice() else { return None };
    let first = view.words(last.clone()).into_iter().next()?;
    let is_small = |i: &usize| view.letter(*i).is_lowercase();
    let is_word = first.len() > 1 && first.clone().all(|i| view.letter(i).is_alphabetic());
    let is_question = view.sign(last.end - 1) == '?'
        && is_word
        && (first.start + 1..first.end).all(|i| is_small(&i))
        && !view.has_relation(last.clone());
    let is_puzzle = above.iter().any(|line| view.has_relation(line.clone()) || view.is_drawn())
        && !above.iter().cloned().flatten().any(|i| is_small(&i));
    (is_question && is_puzzle).then(|| without_remarks(view, std::iter::once(last.clone())))?
}
