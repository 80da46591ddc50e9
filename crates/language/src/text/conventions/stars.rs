//! Stars on one line: operators, blanks, or the mark of a list.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::text::draft::Edit;

/// Cuts off a star at the head of a line that is whole without it: `* AB * C = DE`.
pub(super) fn list_mark(view: &View) -> Option<Change> {
    let mark = |line: &Range<usize>| {
        let rest = view.trimmed(line.start + 1..line.end)?;
        let is_mark =
            view.sign(line.start) == '*' && rest.start > line.start + 1 && !view.is_set_blank(line.start);
        (is_mark && view.alternates(rest.clone())).then(|| Edit::cut(view.bytes(line.start..rest.start)))
    };
    if view.is_drawn() { None } else { Change::of(view.lines().iter().filter_map(mark)) }
}

/// Reads all stars as blanks if there are several and one of them can be no operator. One between two operands with spaces on
/// both sides is times all the same.
pub(super) fn blanks(view: &View) -> Option<Change> {
    let runs = view.runs(0..view.len(), |i| view.sign(i) == '*' && !view.is_set_blank(i));
    let stars: usize = runs.iter().map(Range::len).sum();
    if view.is_drawn() || stars < 2 || runs.iter().all(|run| is_operator(view, run)) {
        return None;
    }
    let is_part = |at: usize| view.sign(at) == '*' || view.is_digit(at);
    let calculates = (0..view.len()).any(|i| "+-−–×·⋅∙÷/^".contains(view.sign(i)));
    // In a text whose digits are set apart, `1 * *` is one number.
    let is_single = |at: usize| is_part(at) && (at == 0 || !is_part(at - 1)) && !is_part(at + 1);
    let is_times = |run: &&Range<usize>| {
        let before = view.before(run.start).filter(|at| view.ends_operand(*at) || is_part(*at));
        let behind = view.behind(run.end).filter(|at| view.begins_operand(*at) || is_part(*at));
        let Some((before, behind)) = before.zip(behind) else { return false };
        let is_spaced =
            run.start == before + 2 && behind == run.end + 1 && is_single(before) && is_single(behind);
        run.len() == 1 && view.stands_alone(run.start) && !(is_spaced && calculates)
    };
    let digits = runs.iter().filter(|run| !is_times(run));
    let edits = digits.map(|run| Edit::new(view.bytes(run.clone()), "□".repeat(run.len())));
    Some(Change::of(edits)?.with(message!("note-stars")))
}

/// Returns whether stars can be an operator: one or two between an operand and an operand, perhaps with a sign.
fn is_operator(view: &View, run: &Range<usize>) -> bool {
    let begins = |at: usize| view.begins_operand(at) || "+-−–".contains(view.sign(at));
    run.len() <= 2
        && view.before(run.start).is_some_and(|at| view.ends_operand(at))
        && view.behind(run.end).is_some_and(begins)
}
