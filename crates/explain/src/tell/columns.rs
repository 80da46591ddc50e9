//! What is said of columns: of one, of two, and of all columns of a sum.

use super::seen::Seen;
use super::{formula, sentence, text};
use crate::fact::Claim;
use crate::scene::{Column, Id, Var};
use crate::search::RawStep;
use crate::state::Fact;
use crate::step::{Rule, Sentence, Value};

/// The most words of what is left of a formula without what stands on both sides.
const MOST_OF_REST: usize = 9;

/// The most numbers that a total is compared with by their names.
const MOST_PARTS: usize = 3;

/// What is said of one column.
pub(super) fn column_sentence(seen: &Seen, index: usize, name: &str, step: &RawStep) -> Option<Sentence> {
    let column = &seen.scene.columns[index];
    let is_false = seen.is_false(step);
    let whole = formula::column(seen, column);
    let added_up = formula::added_up(seen, column);
    let shown = added_up.clone().unwrap_or_else(|| whole.clone());
    let (formula, whole) = (("formula", formula(shown)), ("formula", formula(whole)));
    let open = formula::open_places(seen, column);
    if is_false
        && let [_] = step.gives[..]
        && let Some((place, digit)) = formula::forced(seen, column)
    {
        let params = vec![formula, ("symbol", text(seen.name(place))), ("digit", text(seen.digit(digit)))];
        return Some(sentence("one-unknown-taken", params));
    }
    let no_way = |formula: (&'static str, Value)| {
        sentence(if open.is_empty() { "no-way-known" } else { "no-way" }, vec![formula])
    };
    // A carry that a shown digit says.
    if !is_false && column.addends.is_empty() && open.is_empty() {
        return lead_sentence(seen, column, None, false);
    }
    // What bounds exclude before nothing is left is no news.
    if is_false && ["carry-bound", "column-range", "cancel"].contains(&name) {
        return Some(no_way(whole));
    }
    match name {
        "lead-carry" => lead_sentence(seen, column, open.first().copied(), is_false),
        "cancel" => without_both(seen, column, formula),
        "parity" => {
            let of = &seen.arena.facts[*step.gives.first()?];
            let divisor = of.proof.modulo?;
            // Nothing but the carry that leaves the column is a multiple of the base.
            if divisor > 2 && divisor.is_multiple_of(u64::from(seen.scene.puzzle.rules().base.get())) {
                let params = vec![formula.clone()];
                return without_both(seen, column, formula).or(Some(sentence("column-range", params)));
            }
            let Claim::Digit(place, _) = &of.claim else {
                return Some(sentence("parity-carry", vec![formula]));
            };
            if divisor == 2 {
                return Some(sentence("parity-carry", vec![formula]));
            }
            let params = vec![
                formula,
                ("symbol", text(seen.name(place.index()))),
                ("divisor", text(divisor.to_string())),
            ];
            Some(sentence("parity", params))
        }
        "one-unknown" => Some(match open.first().filter(|_| column.addends.is_empty()) {
            Some(carried) => return lead_sentence(seen, column, Some(*carried), is_false),
            None if is_false && step.gives.len() == 1 => no_way(whole),
            // What stands there itself needs no equation.
            None if formula::equals_one(seen, column) => sentence("brief", Vec::new()),
            None => sentence("one-unknown", vec![formula]),
        }),
        "no-change" => {
            let numbers = formula::idle(seen, column)?;
            let digit = ("digit", text(numbers.first()?.clone()));
            let symbols = step.gives.iter().filter_map(|give| match &seen.arena.facts[*give].claim {
                Claim::Digit(place, _) => Some(seen.name(place.index())),
                _ => None,
            });
            let symbols = ("symbols", Value::List(symbols.collect()));
            Some(sentence("no-change", vec![formula, ("numbers", Value::List(numbers)), digit, symbols]))
        }
        "carry-bound" => Some(sentence("carry-bound", vec![formula])),
        "column-range" => Some(sentence("column-range", vec![formula])),
        "column-cases" => Some(match formula::neighbours(seen, column) {
            Some((a, b)) => sentence("neighbours", vec![formula, ("first", text(a)), ("second", text(b))]),
            None if step.ways == 0 && !is_false => sentence("one-unknown", vec![formula]),
            None if step.ways == 0 => match formula::equals(seen, column) {
                Some((a, b)) => {
                    sentence("no-way-same", vec![formula, ("first", text(a)), ("second", text(b))])
                }
                None => no_way(whole),
            },
            None if added_up.is_some() => sentence("one-unknown", vec![formula]),
            None => {
                let number = ("number", Value::Number(step.ways.into()));
                match formula::without_both(seen, column) {
                    Some((symbols, rest)) if is_short(&rest) => {
                        let params = [("symbols", Value::List(symbols)), ("rest", Value::Formula(rest))];
                        sentence("ways-cancel", [vec![formula, number], params.to_vec()].concat())
                    }
                    _ => sentence("ways", vec![formula, number]),
                }
            }
        }),
        _ => None,
    }
}

/// A column with symbols on both sides, and what it is without them.
fn without_both(seen: &Seen, column: &Column, formula: (&'static str, Value)) -> Option<Sentence> {
    let (symbols, rest) = formula::without_both(seen, column)?;
    let symbols = ("symbols", Value::List(symbols));
    Some(match is_short(&rest) {
        true => sentence("cancel", vec![formula, symbols, ("rest", Value::Formula(rest))]),
        false => sentence("cancel-long", vec![formula, symbols]),
    })
}

/// Whether a formula may stand beside the longer one of which it is the rest.
fn is_short(rest: &str) -> bool {
    rest.split(' ').count() <= MOST_OF_REST
}

/// The digit that stands in front of what is added is a carry.
fn lead_sentence(seen: &Seen, column: &Column, open: Option<usize>, is_false: bool) -> Option<Sentence> {
    let (total, parts) = formula::total_and_parts(seen, column)?;
    let total = ("total", text(total));
    let Some(place) = open else { return Some(sentence("lead-shown", vec![total])) };
    if !matches!(column.totals[..], [(_, 1)]) {
        // Not the digit is the carry, but a multiple of it, or a sum.
        return Some(sentence(
            "column-range",
            vec![("formula", Value::Formula(formula::column(seen, column)))],
        ));
    }
    let symbol = ("symbol", text(seen.name(place)));
    let known = column.carry_in.and_then(|carry| seen.value(Var::Carry(carry)));
    Some(if let Some(carried) = known {
        match is_false {
            true => sentence("lead-none", vec![symbol, ("digit", text(carried.to_string()))]),
            false => sentence("lead-known", vec![symbol]),
        }
    } else if is_false {
        sentence("lead-carry-none", vec![total, symbol])
    } else if parts.len() > MOST_PARTS {
        sentence("lead-carry-all", vec![total, symbol])
    } else {
        sentence("lead-carry", vec![total, ("parts", Value::List(parts)), symbol])
    })
}

/// What two columns or relations make together.
pub(super) fn pair_sentence(seen: &Seen, step: &RawStep, [a, b]: [Id; 2]) -> Option<Sentence> {
    let relation = formula::relation(seen, step.combined(seen.arena)?);
    let params = [("first", sum_of(seen, a)?), ("second", sum_of(seen, b)?), ("relation", relation)];
    let key = if step.gives.len() > 1 { "combine" } else { "combine-only" };
    Some(sentence(key, params.map(|(name, value)| (name, formula(value))).to_vec()))
}

/// That two columns or relations hold at once.
pub(super) fn together_sentence(seen: &Seen, step: &RawStep, [a, b]: [Id; 2]) -> Option<Sentence> {
    let params = vec![("first", formula(sum_of(seen, a)?)), ("second", formula(sum_of(seen, b)?))];
    if seen.is_false(step) {
        return Some(sentence("together-none", params));
    }
    let number = ("number", Value::Number(step.ways.into()));
    Some(sentence("together", [params, vec![number]].concat()))
}

/// The column or relation that a fact is, with what is known put in.
fn sum_of(seen: &Seen, fact: Id) -> Option<String> {
    if let Some(column) = seen.scene.columns.iter().find(|column| column.given == fact) {
        return Some(formula::column(seen, column));
    }
    match &seen.arena.facts[fact].claim {
        Claim::Relation(relation) => Some(formula::relation(seen, &formula::put_in(seen, relation))),
        _ => None,
    }
}

/// What the digits of a sum have to do with those of its total.
pub(super) fn nines_sentence(seen: &Seen, step: &RawStep, number: usize) -> Option<Sentence> {
    let added = seen.scene.sums.get(&number)?;
    let parts = added.parts.iter().map(|digits| formula::numeral(seen.scene, digits)).collect();
    let total = formula::numeral(seen.scene, &added.total);
    let relation = formula(formula::relation(seen, step.combined(seen.arena)?));
    let [base, nine] = [seen.scene.b(), seen.scene.b() - 1].map(|number| text(number.to_string()));
    let params = [("parts", Value::List(parts)), ("total", text(total)), ("base", base), ("nine", nine)];
    let is_relation = |give: &Id| matches!(seen.arena.facts[*give].claim, Claim::Relation(_));
    let key = if step.gives.iter().all(is_relation) { "nines-only" } else { "nines" };
    Some(sentence(key, [params.to_vec(), vec![("relation", relation)]].concat()))
}

/// What all digits add up to, if a step uses it.
pub(super) fn sum_of_all(seen: &Seen, step: &RawStep) -> Option<Sentence> {
    step.gives.iter().find_map(|give| match &seen.arena.facts[*give] {
        Fact { claim: Claim::Relation(all), rule: Some(Rule::K5), .. } => {
            Some(sentence("sum-of-all", vec![("sum", text(all.equals.to_string()))]))
        }
        _ => None,
    })
}
