//! What is said of one column.

use super::seen::Seen;
use super::{clashes, formula, misfit, sentence, sums, text};
use crate::fact::Claim;
use crate::scene::{Column, Var};
use crate::search::RawStep;
use crate::step::{Rule, Sentence, Value};
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::Element;

/// The most values of a sum that are listed.
const MOST_VALUES: usize = 4;

/// The most numbers that a total is compared with by their names.
const MOST_PARTS: usize = 3;

/// The reason that one column gives. What follows stands in a sentence of its own.
pub(super) fn column_sentences(seen: &Seen, index: usize, name: &str, step: &RawStep) -> Vec<Sentence> {
    let column = &seen.scene.columns[index];
    let is_false = seen.is_false(step);
    let added_up = sums::added_up(seen, column);
    let whole = sums::column(seen, column);
    let shown = ("formula", Value::Formula(added_up.clone().unwrap_or_else(|| whole.clone())));
    let open = sums::open_places(seen, column);
    if name == "lead-carry" || column.addends.is_empty() {
        return lead(seen, column, open.first().copied(), is_false);
    }
    if is_false
        && name == "no-change"
        && let [above, below] = open[..]
    {
        let sum = ("sum", Value::Formula(sums::left(seen, column)));
        let params = vec![sum, ("above", text(seen.name(above))), ("below", text(seen.name(below)))];
        return vec![sentence("no-change-same", params)];
    }
    if is_false {
        return misfit::misfit(seen, column);
    }
    if name == "column-cases"
        && let Some((without, with)) = sums::by_carry(seen, column, &step.listed.ways)
    {
        let shown = ("formula", Value::Formula(whole));
        return vec![sentence("by-carry", vec![shown, ("without", text(without)), ("with", text(with))])];
    }
    let reason = match name {
        "cancel" => without_both(seen, column),
        "parity" => parity(seen, column, step),
        "no-change" => clashes::no_change(seen, column, step),
        "clash" => return clashes::clash(seen, column, step),
        "left-over" => return left_over(seen, column, step),
        "carry-bound" | "column-range" => bound(seen, column, step),
        "column-cases" => few(seen, column, step),
        _ => None,
    };
    match reason {
        Some(reason) => vec![reason, so()],
        // What stands there itself needs no equation.
        None if sums::equals_one(seen, column) => vec![sentence("brief", Vec::new())],
        None => vec![sentence("one-unknown", vec![shown])],
    }
}

/// What a column adds up to, and which of its digits can only be larger or smaller because others are taken.
fn left_over(seen: &Seen, column: &Column, step: &RawStep) -> Vec<Sentence> {
    let taken = step.gives.iter().map(|give| &seen.arena.facts[*give]);
    let taken = taken.filter(|fact| fact.rule == Some(Rule::K5)).map(|fact| &fact.claim);
    let shown = ("formula", Value::Formula(sums::column(seen, column)));
    let bounds = taken.flat_map(|claim| ends_taken(seen, claim)).enumerate();
    let told = bounds.map(|(at, (is_least, params))| {
        let is_first = at == 0;
        let key = if is_first && is_least {
            "left-least"
        } else if is_first {
            "left-most"
        } else if is_least {
            "left-least-too"
        } else {
            "left-most-too"
        };
        sentence(key, is_first.then(|| shown.clone()).into_iter().chain(params).collect())
    });
    told.chain([so()]).collect()
}

/// The ends of a digit that is no smaller or no larger, for those that are would be taken; whether each is the least one.
fn ends_taken(seen: &Seen, claim: &Claim) -> Vec<(bool, Vec<(&'static str, Value)>)> {
    let Claim::Digit(place, left) = *claim else { return Vec::new() };
    let before = seen.digits(place.index());
    let (Some(least), Some(most)) = (left.min(), left.max()) else { return Vec::new() };
    let told = |is_least: bool| {
        let end = if is_least { least } else { most };
        let is_out = |digit: &u8| if is_least { *digit < end } else { *digit > end };
        let taken: Vec<String> = before.iter().filter(is_out).map(|digit| seen.digit(digit)).collect();
        let symbol = ("symbol", text(seen.name(place.index())));
        let params = vec![symbol, ("digit", text(seen.digit(end))), ("taken", Value::List(taken.clone()))];
        (!taken.is_empty()).then_some((is_least, params))
    };
    [true, false].into_iter().filter_map(told).collect()
}

/// What follows from the reason before it.
pub(super) fn so() -> Sentence {
    sentence("so", Vec::new())
}

/// The digit in front of what is added is a carry: the sum is too small for more.
fn lead(seen: &Seen, column: &Column, open: Option<usize>, is_false: bool) -> Vec<Sentence> {
    let Some((total, parts)) = sums::total_and_parts(seen, column) else { return Vec::new() };
    let total = ("total", text(total));
    let Some(place) = open else {
        return match limits(seen, column).filter(|limits| is_false && limits.len() <= MOST_PARTS) {
            Some(limits) => vec![below(seen, column, &limits), so()],
            None => vec![sentence("lead-shown", vec![total])],
        };
    };
    if !matches!(column.totals[..], [(_, 1)]) {
        // The digit is not the carry itself, but a multiple of it, or a sum.
        return vec![sentence("shown", vec![("formula", Value::Formula(sums::column(seen, column)))]), so()];
    }
    let symbol = ("symbol", text(seen.name(place)));
    let known = column.carry_in.and_then(|carry| seen.value(Var::Carry(carry)));
    if let Some(carried) = known {
        return vec![match is_false {
            true => sentence("lead-none", vec![symbol, ("digit", text(carried.to_string()))]),
            false => sentence("lead-known", vec![symbol]),
        }];
    }
    if is_false {
        return vec![sentence("lead-carry-none", vec![total, symbol])];
    }
    let all = &seen.scene.sums[&column.at.equation].parts;
    let limits = limits(seen, column);
    let limit = |powers: &[i64]| ("limit", text(powers.iter().sum::<i64>().to_string()));
    let reason = match limits {
        Some(powers) if all.len() <= MOST_PARTS => {
            if parts.len() > 1 && powers.iter().all(|power| *power == powers[0]) {
                let power = ("power", text(powers[0].to_string()));
                sentence("lead-carry", vec![("parts", Value::List(parts)), power, limit(&powers)])
            } else {
                below(seen, column, &powers)
            }
        }
        Some(powers) => sentence("lead-carry-all", vec![limit(&powers)]),
        None if parts.len() > MOST_PARTS => sentence("lead-carry-longer-all", vec![total, symbol]),
        None => sentence("lead-carry-longer", vec![total, ("parts", Value::List(parts)), symbol]),
    };
    vec![reason, so()]
}

/// The numbers below which what is added stays by its length, in base ten and without factors.
fn limits(seen: &Seen, column: &Column) -> Option<Vec<i64>> {
    let all = &seen.scene.sums.get(&column.at.equation)?.parts;
    let powers: Option<Vec<i64>> =
        all.iter().map(|part| seen.scene.b().checked_pow(part.len() as u32)).collect();
    let columns = seen.scene.columns.iter().filter(|own| own.at.equation == column.at.equation);
    let mut is_plain = columns.flat_map(|own| &own.addends).map(|(_, times)| *times == 1);
    powers.filter(|_| seen.scene.base == Base::TEN && is_plain.all(|is_one| is_one))
}

/// That a sum stays below the sum of these numbers.
fn below(seen: &Seen, column: &Column, limits: &[i64]) -> Sentence {
    let parts = seen.scene.sums.get(&column.at.equation).map_or(&[][..], |sum| &sum.parts);
    let sum: Vec<String> = parts.iter().map(|part| formula::numeral(seen.scene, part)).collect();
    let limit = ("limit", text(limits.iter().sum::<i64>().to_string()));
    sentence("lead-carry-sum", vec![("sum", text(sum.join(" + "))), limit])
}

/// A column with symbols on both sides, and what it is without them.
fn without_both(seen: &Seen, column: &Column) -> Option<Sentence> {
    let (rest, symbols) = sums::rest(seen, column)?;
    let terms = |column| Value::Number(sums::count_of_left(seen, column));
    let sum = ("sum", Value::Formula(sums::left(seen, column)));
    let symbols = ("symbols", Value::List(symbols));
    let values = column.carry_out.map_or(&[0][..], |carry| seen.carry(carry));
    let (least, most) = sums::ends_of_sum(seen, &rest);
    let values = values.iter().map(|value| value * seen.scene.b());
    let values: Vec<i64> = values.filter(|value| (least..=most).contains(value)).collect();
    // What is left is a carry alone.
    let is_carry = rest.totals.is_empty() && rest.addends.is_empty();
    if let ([value], true) = (&values[..], least == most && rest.totals.is_empty()) {
        let formula = format!("{} = {}", sums::left(seen, column), sums::total(seen, column, *value));
        return Some(sentence("shown", vec![("formula", Value::Formula(formula))]));
    }
    if !rest.totals.is_empty() || !is_carry && values.len() > MOST_VALUES {
        let rest = ("rest", Value::Formula(sums::column(seen, &rest)));
        return Some(sentence(
            "cancel-both",
            vec![("formula", Value::Formula(sums::column(seen, column))), symbols, rest],
        ));
    }
    let first = vec![sum, ("terms", terms(column)), symbols];
    if is_carry || sums::is_single(seen, &rest) {
        return Some(sentence("cancel", first));
    }
    let values = values.iter().map(ToString::to_string).collect();
    let further = vec![
        ("rest", Value::Formula(sums::left(seen, &rest))),
        ("parts", terms(&rest)),
        ("values", Value::List(values)),
    ];
    Some(sentence("cancel-rest", [first, further].concat()))
}

/// Odd and even.
fn parity(seen: &Seen, column: &Column, step: &RawStep) -> Option<Sentence> {
    let fact = &seen.arena.facts[*step.gives.first()?];
    let divisor = fact.proof.modulo?;
    let shown = ("formula", Value::Formula(sums::column(seen, column)));
    if divisor != 2 {
        // Nothing but the carry that leaves the column is a multiple of the base.
        if divisor.is_multiple_of(seen.scene.b().unsigned_abs()) {
            return without_both(seen, column);
        }
        let Claim::Digit(place, _) = &fact.claim else { return Some(sentence("parity-carry", vec![shown])) };
        let params =
            vec![shown, ("symbol", text(seen.name(place.index()))), ("divisor", text(divisor.to_string()))];
        return Some(sentence("parity", params));
    }
    // The total is what the sum above it ends in.
    let [(total, 1)] = column.totals[..] else { return Some(sentence("parity-carry", vec![shown])) };
    let total = match total {
        Element::Shown(digit) => Some(i64::from(digit)),
        Element::Hidden(place) => seen.value(Var::Place(place.index())),
    };
    let is_of_carry = matches!(fact.claim, Claim::Carry(..));
    let added = ("sum", Value::Formula(sums::added_digits(seen, column)));
    Some(match total {
        Some(total) if is_of_carry => {
            let key = if total % 2 == 1 { "parity-odd" } else { "parity-even" };
            sentence(
                key,
                vec![
                    ("sum", Value::Formula(sums::left(seen, column))),
                    ("digit", text(total.to_string())),
                    ("twice", added.1),
                ],
            )
        }
        None if column.carry_in.is_none_or(|carry| seen.value(Var::Carry(carry)).is_some()) => {
            let known = sums::known_sum(seen, column);
            let key = if known % 2 == 0 { "is-even" } else { "is-odd" };
            sentence(key, vec![("sum", Value::Formula(sums::left(seen, column)))])
        }
        _ => sentence("parity-carry", vec![shown]),
    })
}

/// How large or small what is added, or what it adds up to, can be.
fn bound(seen: &Seen, column: &Column, step: &RawStep) -> Option<Sentence> {
    let mut is_of_sum = false;
    let mut carried = None;
    let (mut is_most, mut is_least) = (false, false);
    for give in &step.gives {
        let (var, before, left): (Var, Vec<i64>, Vec<i64>) = match &seen.arena.facts[*give].claim {
            Claim::Digit(place, left) => {
                let values = |set: DigitSet| set.iter().map(i64::from).collect();
                (Var::Place(place.index()), values(seen.digits(place.index())), values(*left))
            }
            Claim::Carry(carry, left) => {
                let index = seen.scene.carries.iter().position(|known| known.carry == *carry)?;
                (Var::Carry(index), seen.carry(index).to_vec(), left.clone())
            }
            _ => return None,
        };
        let times = column.terms.iter().find(|(own, _)| *own == var)?.1;
        // What has a negative factor stands in the total.
        is_of_sum |= times < 0;
        if let Var::Carry(_) = var
            && times < 0
        {
            carried = Some(left.clone());
        }
        is_most |= before.last() > left.last();
        is_least |= before.first() < left.first();
    }
    // What is known but for one thing is calculated.
    if column.terms.iter().filter(|(var, _)| seen.value(*var).is_none()).count() < 2 {
        return None;
    }
    let shown = ("formula", Value::Formula(sums::column(seen, column)));
    let is_total_known = column.totals.iter().all(|(element, _)| match element {
        Element::Shown(_) => true,
        Element::Hidden(place) => seen.value(Var::Place(place.index())).is_some(),
    });
    if is_most == is_least || !is_of_sum && is_total_known || !is_by_ends(seen, column, step) {
        return Some(sentence("shown", vec![shown]));
    }
    if !is_of_sum {
        let (least, most) = sums::ends_of_total(seen, column);
        let key = if is_most { "total-most" } else { "total-least" };
        let bound = if is_most { most } else { least };
        return Some(sentence(key, vec![shown, ("bound", text(bound.to_string()))]));
    }
    let (least, most) = sums::ends_of_sum(seen, column);
    let bound = if is_most { most } else { least };
    if let Some(left) = carried
        && let Some(told) = with_total(seen, column, &left, (is_most, bound))
    {
        return Some(told);
    }
    let mut params = vec![
        ("sum", Value::Formula(sums::left(seen, column))),
        ("terms", Value::Number(sums::count_of_left(seen, column))),
        ("bound", text(bound.to_string())),
    ];
    let out = column.carry_out.and_then(|carry| seen.value(Var::Carry(carry)));
    let carried = out.filter(|carried| *carried > 0);
    let key = if carried.is_some() {
        if is_most { "sum-most-carried" } else { "sum-least-carried" }
    } else if is_most {
        "sum-most"
    } else if out.is_some() {
        "sum-least-not-carried"
    } else {
        "sum-least"
    };
    params.extend(carried.map(|carried| ("carried", text(carried.to_string()))));
    Some(sentence(key, params))
}

/// Whether the ends of the other digits and carries exclude all that a step does: odd and even may have helped.
fn is_by_ends(seen: &Seen, column: &Column, step: &RawStep) -> bool {
    let mut values: Vec<Vec<i64>> = column.terms.iter().map(|(var, _)| seen.values(*var)).collect();
    step.gives.iter().all(|give| {
        let claim = &seen.arena.facts[*give].claim;
        let is_left = |value: &i64| match claim {
            Claim::Digit(_, left) => u8::try_from(*value).is_ok_and(|digit| left.contains(digit)),
            Claim::Carry(_, left) => left.contains(value),
            _ => true,
        };
        let Some(at) = column.terms.iter().position(|(var, _)| seen.is_about(claim, *var)) else {
            return true;
        };
        let (mut least, mut most) = (column.equals, column.equals);
        for (other, (_, times)) in column.terms.iter().enumerate().filter(|(other, _)| *other != at) {
            let products = || values[other].iter().map(|value| value * times);
            least -= products().max().unwrap_or(0);
            most -= products().min().unwrap_or(0);
        }
        let times = column.terms[at].1;
        let (fits, out): (Vec<i64>, Vec<i64>) =
            std::mem::take(&mut values[at]).into_iter().partition(is_left);
        values[at] = fits;
        out.iter().all(|value| !(least..=most).contains(&(times * value)))
    })
}

/// That the total is too large or too small for another carry, if the bound of the sum alone does not say so.
fn with_total(seen: &Seen, column: &Column, left: &[i64], (is_most, bound): (bool, i64)) -> Option<Sentence> {
    let base = seen.scene.b();
    let other = if is_most { left.last()? + 1 } else { left.first()? - 1 };
    if is_most && bound < base * other || !is_most && bound >= base * (other + 1) {
        return None;
    }
    let shown = ("formula", Value::Formula(sums::column(seen, column)));
    let [(Element::Hidden(place), 1)] = column.totals[..] else {
        return Some(sentence("shown", vec![shown]));
    };
    let place = place.index();
    let own = ("bound", text(bound.to_string()));
    if seen.value(Var::Place(place)).is_some() {
        // One value is no list that the bound could shorten.
        return Some(match sums::column(seen, column).contains("{or}") {
            true => sentence(if is_most { "total-most" } else { "total-least" }, vec![shown, own]),
            false => sentence("shown", vec![shown]),
        });
    }
    let digits = seen.digits(place);
    let end = if is_most { digits.iter().min()? } else { digits.iter().max()? };
    let carried = base * other;
    let total = if carried == 0 { seen.name(place) } else { format!("{} + {carried}", seen.name(place)) };
    let params = vec![
        ("sum", Value::Formula(sums::left(seen, column))),
        ("terms", Value::Number(sums::count_of_left(seen, column))),
        own,
        ("total", Value::Formula(total)),
        ("other", text((carried + i64::from(end)).to_string())),
    ];
    Some(sentence(if is_most { "sum-most-but" } else { "sum-least-but" }, params))
}

/// A column with the few ways in which it is right.
fn few(seen: &Seen, column: &Column, step: &RawStep) -> Option<Sentence> {
    let shown = ("formula", Value::Formula(sums::column(seen, column)));
    if let Some((a, b)) = sums::neighbours(seen, column) {
        return Some(sentence("neighbours", vec![shown, ("first", text(a)), ("second", text(b))]));
    }
    if sums::added_up(seen, column).is_some() || step.ways == 0 {
        return None;
    }
    let ways = &step.listed.ways;
    if ways.len() as u64 != step.ways {
        return Some(sentence("shown", vec![shown]));
    }
    if let [_] = ways[..]
        && step.listed.taken.is_empty()
    {
        return None;
    }
    if let Some(pairs) = sums::pairs(seen, column, ways) {
        return Some(sentence("pairs", vec![shown, ("pairs", Value::List(pairs))]));
    }
    let rest = |way| {
        let seen = seen.with(way);
        let rest = sums::rest(&seen, column).map_or_else(|| column.clone(), |(rest, _)| rest);
        sums::column(&seen, &rest)
    };
    Some(sentence("works-as", vec![shown, ("ways", Value::List(ways.iter().map(rest).collect()))]))
}
