//! A puzzle among other things: on one line of several, in brackets, between signs that are not part of it.

use std::collections::HashSet;
use std::ops::Range;

use super::Change;
use super::Edit;
use super::demands::DEMANDING;
use super::demands::DEMANDING_IN_SENTENCES;
use super::demands::holds_anyway;
use super::marks::is_without_case;
use super::prose::note;
use super::prose::without_remarks;
use super::view::View;
use crate::text::lines;
use crate::vocabulary::signs;

/// Signs that are no operators before a puzzle and behind it.
const MARKS: &str = "»«※†‡~/\\」』「『¶•·*=➡→⇒–—-‐⁽⁾¹²³_ ";

/// Quotation marks, of which one alone is such a sign.
const QUOTES: &str = "\"'’”“‘";

/// Words for zero and for `without`, in lines that may forbid it.
const OF_ZERO: &[&str] = &[
    "bez",
    "cero",
    "ceros",
    "null",
    "nullen",
    "ohne",
    "sans",
    "sem",
    "senza",
    "sin",
    "utan",
    "zeri",
    "zonder",
    "zéro",
    "zéros",
    "без",
    "ноль",
    "нуль",
    "нулей",
    "нуля",
    "нулів",
];

/// How many lines beside a puzzle are looked at.
const MOST_LINES: usize = 16;

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
    let edits = [whole.start..start, end..whole.end].into_iter().filter(|at| !at.is_empty());
    fits.then(|| Change::of(edits.map(|at| Edit::cut(view.bytes(at))).collect()))?
}

/// Takes all lines off but the one that has a relation, if they neither calculate nor ask for anything.
pub(super) fn line(view: &View) -> Option<Change> {
    let lines = view.lines();
    let (conditions, others): (Vec<Range<usize>>, Vec<_>) =
        lines.into_iter().partition(|line| view.has_relation(line.clone()));
    let [condition] = conditions.as_slice() else { return None };
    let calculates = |line: &Range<usize>| {
        let signs = view.signs(line.clone());
        signs.contains(['+', '×', '÷', '^', '√']) || signs.chars().any(signs::is_blank)
    };
    let symbols: HashSet<char> =
        condition.clone().filter(|i| view.is_hidden(*i)).map(|i| view.sign(i)).collect();
    // What names a symbol or a number says something of the puzzle.
    let is_beside = |line: &Range<usize>| {
        let is_name = |word: &Range<usize>| {
            let mut letters = word.clone().filter(|i| view.letter(*i).is_alphabetic());
            let first = letters.next();
            first.is_some_and(|i| letters.next().is_none() && symbols.contains(&view.sign(i)))
        };
        let words = view.words(line.clone());
        let is_number = line.clone().all(|i| !view.letter(i).is_alphabetic() && view.sign(i) != ',');
        let is_row = words.len() == 1 && line.clone().all(|i| view.sign(i).is_uppercase());
        let is_symbol = |i: usize| is_without_case(view.letter(i)) && symbols.contains(&view.sign(i));
        (is_number || !line.clone().any(|i| view.sign(i).is_ascii_digit()))
            && !words.iter().any(is_name)
            && !is_row
            && !line.clone().any(is_symbol)
            && !lines::is_rule(view.typed(line.clone()))
    };
    // Several numbers may be rows of a drawing.
    let numbers =
        others.iter().filter(|line| !(*line).clone().any(|i| view.letter(i).is_alphabetic())).count();
    let fits = (1..=MOST_LINES).contains(&others.len())
        && numbers < 2
        && view.begins_operand(condition.start)
        && view.ends_operand(condition.end - 1)
        && view.is_condition(condition.clone())
        && !others.iter().any(calculates)
        && others.iter().all(is_beside);
    let words = others.iter().map(|line| view.typed(line.clone())).collect::<Vec<_>>().join(" … ");
    let demanding = [DEMANDING, DEMANDING_IN_SENTENCES, OF_ZERO].concat();
    let edits = others.iter().map(|line| Edit::cut(view.bytes(line.clone()))).collect();
    (fits && holds_anyway(&words, &demanding))
        .then(|| Change::of(edits))?
        .map(|change| change.with(note(&words)))
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
