//! Few ways, one by one: readers see them, and need not count.

use super::seen::Seen;
use super::{formula, sentence};
use crate::search::RawStep;
use crate::step::{Sentence, Value};
use crate::techniques::Subject;

/// The most words of the ways that a sentence lists, those of taken digits with them.
const MOST_IN_WAYS: usize = 18;

/// A sentence with the ways that are left in place of their number, if they are few, and with the digits that are missing in them
/// because they are taken.
pub(super) fn listed(seen: &Seen, step: &RawStep, own: Sentence) -> Vec<Sentence> {
    let taken = &step.listed.taken;
    let digits = ("digits", Value::List(taken.iter().map(|digit| seen.digit(*digit)).collect()));
    let Sentence { key, mut params } = own;
    if key == "neighbours" && !taken.is_empty() {
        params.push(digits);
        return vec![sentence("neighbours-taken", params)];
    }
    let is_told = match key {
        "combine" | "nines" | "ways-cancel" => true,
        "ways" => matches!(step.subject, Subject::Column(_)),
        _ => return vec![Sentence { key, params }],
    };
    let ways = &step.listed.ways;
    let ways: Option<Vec<String>> = ways.iter().map(|way| calculation(&seen.with(way), step)).collect();
    let is_cut = |text: &str| text.contains('…');
    let is_short = !params.iter().any(|(_, value)| matches!(value, Value::Formula(text) if is_cut(text)));
    let ways = ways.filter(|ways| is_short && !ways.iter().any(|way| is_cut(way)));
    let ways = ways.filter(|ways| match &ways[..] {
        [] => false,
        // What it is follows from the digits that are told.
        [_] => !taken.is_empty() && is_told,
        _ => ways.iter().map(|way| way.split(' ').count()).sum::<usize>() + 2 * taken.len() <= MOST_IN_WAYS,
    });
    let Some(ways) = ways else { return vec![Sentence { key, params }] };
    let ways = ("ways", Value::List(ways));
    params.retain(|(name, _)| *name != "number");
    let first = match key {
        "combine" => sentence("combine-only", params),
        "nines" => sentence("nines-only", params),
        "ways-cancel" => sentence("cancel-only", params),
        _ if is_told => sentence("shown", params),
        _ => return vec![sentence("ways-as", [params, vec![ways]].concat())],
    };
    let second = match taken.is_empty() {
        true => sentence("works-as", vec![ways]),
        false => sentence("works-as-taken", vec![ways, digits]),
    };
    vec![first, second]
}

/// What a step goes through with all values put in.
fn calculation(seen: &Seen, step: &RawStep) -> Option<String> {
    match &step.subject {
        Subject::Column(column) => {
            let column = &seen.scene.columns[*column];
            let rest = formula::without_both(seen, column).map(|(_, rest)| rest);
            Some(rest.unwrap_or_else(|| formula::column(seen, column)))
        }
        Subject::Stated(stated) => Some(formula::known_expr(seen, &seen.scene.stated[*stated].expr)),
        Subject::Pair(..) | Subject::Nines(_) => formula::calculated(seen, step.combined(seen.arena)?),
        _ => None,
    }
}
