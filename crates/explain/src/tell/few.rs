//! Few ways, one by one: readers see them, and need not count.

use super::seen::Seen;
use super::{formula, sentence};
use crate::search::RawStep;
use crate::step::{Sentence, Value};
use crate::techniques::Subject;

/// The most words of the ways that a sentence lists.
const MOST_IN_WAYS: usize = 18;

/// The sentence of a condition with the ways that are left in place of their number, if they are few.
pub(super) fn listed(seen: &Seen, step: &RawStep, own: Sentence) -> Sentence {
    let Subject::Stated(stated) = step.subject else { return own };
    let way = |way| formula::known_expr(&seen.with(way), &seen.scene.stated[stated].expr);
    let ways: Vec<String> = step.listed.ways.iter().map(way).collect();
    let is_cut = |text: &String| text.contains('…');
    let is_short = |(_, value): &(_, Value)| !matches!(value, Value::Text(text) if is_cut(text));
    let words: usize = ways.iter().map(|way| way.split(' ').count()).sum();
    if own.key != "ways"
        || ways.len() < 2
        || words > MOST_IN_WAYS
        || ways.iter().any(is_cut)
        || !own.params.iter().all(is_short)
    {
        return own;
    }
    sentence("ways-as", [own.params, vec![("ways", Value::List(ways))]].concat())
}
