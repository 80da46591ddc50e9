//! What is said of columns: of one, of two, and of all columns of a sum.

use super::seen::Seen;
use super::{formula, sentence, text};
use crate::checker::Way;
use crate::fact::Claim;
use crate::scene::{Column, Id, Var};
use crate::search::RawStep;
use crate::state::Fact;
use crate::step::{Rule, Sentence, Value};
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::Element;

/// The most numbers that a total is compared with by their names.
const MOST_PARTS: usize = 3;

/// The most clashes that are told one by one.
const MOST_CLASHES: usize = 4;

/// The most words of the ways of a relation that are listed.
const MOST_IN_WAYS: usize = 26;

/// The reason that one column gives. What follows stands in a sentence of its own.
pub(super) fn column_sentences(seen: &Seen, index: usize, name: &str, step: &RawStep) -> Vec<Sentence> {
    let column = &seen.scene.columns[index];
    let is_false = seen.is_false(step);
    let added_up = formula::added_up(seen, column);
    let whole = formula::column(seen, column);
    let shown = ("formula", Value::Formula(added_up.clone().unwrap_or_else(|| whole.clone())));
    let open = formula::open_places(seen, column);
    if is_false
        && let [_] = step.gives[..]
        && let Some((place, digit)) = formula::forced(seen, column)
    {
        let params = vec![shown, ("symbol", text(seen.name(place))), ("digit", text(seen.digit(digit)))];
        return vec![sentence("one-unknown-taken", params)];
    }
    if name == "lead-carry" || column.addends.is_empty() {
        return lead(seen, column, open.first().copied(), is_false);
    }
    if is_false {
        return vec![impossible(seen, column, whole, open.is_empty())];
    }
    if name == "column-cases"
        && let Some((without, with)) = formula::by_carry(seen, column, &step.listed.ways)
    {
        let shown = ("formula", Value::Formula(whole));
        return vec![sentence("by-carry", vec![shown, ("without", text(without)), ("with", text(with))])];
    }
    let reason = match name {
        "cancel" => without_both(seen, column),
        "parity" => parity(seen, column, step),
        "no-change" => no_change(seen, column, step),
        "clash" => return clash(seen, column, step),
        "carry-bound" | "column-range" => bound(seen, column, step),
        "column-cases" => few(seen, column, step),
        _ => None,
    };
    match reason {
        Some(reason) => vec![reason, so()],
        // What stands there itself needs no equation.
        None if formula::equals_one(seen, column) => vec![sentence("brief", Vec::new())],
        None => vec![sentence("one-unknown", vec![shown])],
    }
}

/// What follows from the reason before it.
pub(super) fn so() -> Sentence {
    sentence("so", Vec::new())
}

/// That a column cannot be right.
fn impossible(seen: &Seen, column: &Column, whole: String, is_known: bool) -> Sentence {
    match formula::equals(seen, column) {
        Some((a, b)) if !is_known => {
            let params = vec![("formula", Value::Formula(whole)), ("first", text(a)), ("second", text(b))];
            sentence("no-way-same", params)
        }
        _ => sentence(
            if is_known { "no-way-known" } else { "no-way" },
            vec![("formula", Value::Formula(whole))],
        ),
    }
}

/// The digit in front of what is added is a carry: the sum is too small for more.
fn lead(seen: &Seen, column: &Column, open: Option<usize>, is_false: bool) -> Vec<Sentence> {
    let Some((total, parts)) = formula::total_and_parts(seen, column) else { return Vec::new() };
    let total = ("total", text(total));
    let Some(place) = open else { return vec![sentence("lead-shown", vec![total])] };
    if !matches!(column.totals[..], [(_, 1)]) {
        // Not the digit is the carry, but a multiple of it, or a sum.
        return vec![
            sentence("shown", vec![("formula", Value::Formula(formula::column(seen, column)))]),
            so(),
        ];
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
    let powers: Option<Vec<i64>> =
        all.iter().map(|part| seen.scene.b().checked_pow(part.len() as u32)).collect();
    let is_plain = seen.scene.columns.iter().filter(|own| own.at.equation == column.at.equation);
    let mut is_plain = is_plain.flat_map(|own| &own.addends).map(|(_, times)| *times == 1);
    let limits = powers.filter(|_| seen.scene.base == Base::TEN && is_plain.all(|is_one| is_one));
    let limit = |powers: &[i64]| ("limit", text(powers.iter().sum::<i64>().to_string()));
    let reason = match limits {
        Some(powers) if all.len() <= MOST_PARTS => {
            if parts.len() > 1 && powers.iter().all(|power| *power == powers[0]) {
                let power = ("power", text(powers[0].to_string()));
                sentence("lead-carry", vec![("parts", Value::List(parts)), power, limit(&powers)])
            } else {
                let sum: Vec<String> = all.iter().map(|part| formula::numeral(seen.scene, part)).collect();
                sentence("lead-carry-sum", vec![("sum", text(sum.join(" + "))), limit(&powers)])
            }
        }
        Some(powers) => sentence("lead-carry-all", vec![limit(&powers)]),
        None if parts.len() > MOST_PARTS => sentence("lead-carry-longer-all", vec![total, symbol]),
        None => sentence("lead-carry-longer", vec![total, ("parts", Value::List(parts)), symbol]),
    };
    vec![reason, so()]
}

/// A column with symbols on both sides, and what it is without them.
fn without_both(seen: &Seen, column: &Column) -> Option<Sentence> {
    let (rest, symbols) = formula::rest(seen, column)?;
    let terms = |column| Value::Number(formula::count_of_left(seen, column));
    let sum = ("sum", Value::Formula(formula::left(seen, column)));
    let symbols = ("symbols", Value::List(symbols));
    if !rest.totals.is_empty() || rest.addends.is_empty() {
        let rest = ("rest", Value::Formula(formula::column(seen, &rest)));
        return Some(sentence(
            "cancel-both",
            vec![("formula", Value::Formula(formula::column(seen, column))), symbols, rest],
        ));
    }
    let first = vec![sum, ("terms", terms(column)), symbols];
    if formula::is_single(seen, &rest) {
        return Some(sentence("cancel", first));
    }
    let values = column.carry_out.map_or(&[0][..], |carry| seen.carry(carry));
    let values = values.iter().map(|value| (value * seen.scene.b()).to_string()).collect();
    let further = vec![
        ("rest", Value::Formula(formula::left(seen, &rest))),
        ("parts", terms(&rest)),
        ("values", Value::List(values)),
    ];
    Some(sentence("cancel-rest", [first, further].concat()))
}

/// Odd and even.
fn parity(seen: &Seen, column: &Column, step: &RawStep) -> Option<Sentence> {
    let fact = &seen.arena.facts[*step.gives.first()?];
    let divisor = fact.proof.modulo?;
    let shown = ("formula", Value::Formula(formula::column(seen, column)));
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
    let added = ("sum", Value::Formula(formula::added_digits(seen, column)));
    Some(match total {
        Some(total) if is_of_carry => {
            let key = if total % 2 == 1 { "parity-odd" } else { "parity-even" };
            sentence(
                key,
                vec![
                    ("sum", Value::Formula(formula::left(seen, column))),
                    ("digit", text(total.to_string())),
                    ("twice", added.1),
                ],
            )
        }
        None if column.carry_in.is_none_or(|carry| seen.value(Var::Carry(carry)).is_some()) => {
            let known = formula::known_sum(seen, column);
            let key = if known % 2 == 0 { "is-even" } else { "is-odd" };
            sentence(key, vec![("sum", Value::Formula(formula::left(seen, column)))])
        }
        _ => sentence("parity-carry", vec![shown]),
    })
}

/// What would leave a digit as it is, though another one stands below it.
fn no_change(seen: &Seen, column: &Column, step: &RawStep) -> Option<Sentence> {
    let [(Element::Hidden(total), 1)] = column.totals[..] else { return None };
    let below = ("below", text(seen.name(total.index())));
    let fact = &seen.arena.facts[*step.gives.first()?];
    match &fact.claim {
        Claim::Carry(..) => {
            let above =
                formula::open_places(seen, column).into_iter().find(|place| *place != total.index())?;
            let sum = formula::added_digits(seen, column);
            let above = ("above", text(seen.name(above)));
            let is_nothing_added = formula::known_sum(seen, column) % seen.scene.b() == 0;
            let key = if is_nothing_added { "no-change" } else { "no-change-carry" };
            Some(sentence(key, vec![("sum", Value::Formula(sum)), above, below]))
        }
        Claim::Digit(place, left) => {
            let digit = seen.digits(place.index()).minus(*left).iter().next()?;
            let above = column.addends.iter().find_map(|(element, _)| match element {
                Element::Hidden(other) if other != place && !seen.is_known(other.index()) => {
                    Some(other.index())
                }
                _ => None,
            })?;
            let shown = ("formula", Value::Formula(formula::column(seen, column)));
            let symbol = ("symbol", text(seen.name(place.index())));
            let params = vec![
                shown,
                symbol,
                ("digit", text(seen.digit(digit))),
                ("above", text(seen.name(above))),
                below,
            ];
            Some(sentence("no-change-digit", params))
        }
        _ => None,
    }
}

/// What a value would make of others, which is taken.
fn clash(seen: &Seen, column: &Column, step: &RawStep) -> Vec<Sentence> {
    let Some(give) = step.gives.first() else { return Vec::new() };
    let claim = &seen.arena.facts[*give].claim;
    let mut told: Vec<Sentence> = Vec::new();
    for way in &formula::ways(seen, column) {
        let value = |var: Var| {
            column.terms.iter().zip(way).find(|((own, _), _)| *own == var).map(|(_, value)| *value)
        };
        let is_excluded = match claim {
            Claim::Digit(place, left) => value(Var::Place(place.index()))
                .is_some_and(|digit| u8::try_from(digit).is_ok_and(|digit| !left.contains(digit))),
            Claim::Carry(carry, left) => seen
                .scene
                .carries
                .iter()
                .position(|known| known.carry == *carry)
                .and_then(|carry| value(Var::Carry(carry)))
                .is_some_and(|value| !left.contains(&value)),
            _ => false,
        };
        if is_excluded {
            told.extend(clashing(seen, column, way, claim));
        }
    }
    told.dedup();
    if told.len() > MOST_CLASHES {
        return vec![
            sentence("shown", vec![("formula", Value::Formula(formula::column(seen, column)))]),
            so(),
        ];
    }
    let is_of_carry = matches!(claim, Claim::Carry(..));
    if is_of_carry && let [only] = &told[..] {
        // A value that is struck out may have its reason after it.
        let key = if only.key == "would-taken" {
            "clash-carry"
        } else if only.key == "would-same" {
            "clash-carry-same"
        } else {
            "clash-carry-else"
        };
        return vec![sentence(key, only.params.clone())];
    }
    told.push(so());
    told
}

/// That one way to fill in a column gives a digit that is taken.
fn clashing(seen: &Seen, column: &Column, way: &[i64], claim: &Claim) -> Option<Sentence> {
    let places: Vec<(usize, u8)> = column
        .terms
        .iter()
        .zip(way)
        .filter_map(|((var, _), value)| match var {
            Var::Place(place) if !seen.is_known(*place) => Some((*place, u8::try_from(*value).ok()?)),
            _ => None,
        })
        .collect();
    let named = |(place, digit): (usize, u8)| text(format!("{} = {}", seen.name(place), seen.digit(digit)));
    let own = if let Claim::Digit(place, _) = claim { Some(place.index()) } else { None };
    let taken = |(place, digit): &(usize, u8)| {
        !seen.open(*place).contains(*digit) && seen.digits(*place).contains(*digit)
    };
    // What is assumed is the digit that is excluded, or the first other one.
    let forced = places.iter().find(|place| Some(place.0) != own && taken(place));
    if let Some(forced) = forced {
        let assumed = places.iter().find(|place| own.map_or(place.0 != forced.0, |own| place.0 == own));
        return Some(match assumed {
            Some(assumed) => {
                sentence("would-taken", vec![("assumed", named(*assumed)), ("forced", named(*forced))])
            }
            None => sentence("would-be-taken", vec![("forced", named(*forced))]),
        });
    }
    for (at, one) in places.iter().enumerate() {
        let twin =
            places[at + 1..].iter().find(|other| other.1 == one.1 && seen.scene.differ[one.0][other.0]);
        if let Some(twin) = twin {
            let (first, second) = if Some(twin.0) == own { (twin, one) } else { (one, twin) };
            return Some(sentence(
                "would-same",
                vec![
                    ("assumed", named(*first)),
                    ("forced", named(*second)),
                    ("other", text(seen.name(first.0))),
                ],
            ));
        }
    }
    None
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
    let shown = ("formula", Value::Formula(formula::column(seen, column)));
    let is_total_known = column.totals.iter().all(|(element, _)| match element {
        Element::Shown(_) => true,
        Element::Hidden(place) => seen.value(Var::Place(place.index())).is_some(),
    });
    if is_most == is_least || !is_of_sum && is_total_known {
        return Some(sentence("shown", vec![shown]));
    }
    if !is_of_sum {
        let (least, most) = formula::ends_of_total(seen, column);
        let key = if is_most { "total-most" } else { "total-least" };
        let bound = if is_most { most } else { least };
        return Some(sentence(key, vec![shown, ("bound", text(bound.to_string()))]));
    }
    let (least, most) = formula::ends_of_sum(seen, column);
    let bound = if is_most { most } else { least };
    if let Some(left) = carried
        && let Some(told) = with_total(seen, column, &left, (is_most, bound))
    {
        return Some(told);
    }
    let mut params = vec![
        ("sum", Value::Formula(formula::left(seen, column))),
        ("terms", Value::Number(formula::count_of_left(seen, column))),
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

/// That the total is too large or too small for another carry, if the bound of the sum alone does not say so.
fn with_total(seen: &Seen, column: &Column, left: &[i64], (is_most, bound): (bool, i64)) -> Option<Sentence> {
    let base = seen.scene.b();
    let other = if is_most { left.last()? + 1 } else { left.first()? - 1 };
    if is_most && bound < base * other || !is_most && bound >= base * (other + 1) {
        return None;
    }
    let shown = ("formula", Value::Formula(formula::column(seen, column)));
    let [(Element::Hidden(place), 1)] = column.totals[..] else {
        return Some(sentence("shown", vec![shown]));
    };
    let place = place.index();
    let own = ("bound", text(bound.to_string()));
    if seen.value(Var::Place(place)).is_some() {
        // One value is no list that the bound could shorten.
        return Some(match formula::column(seen, column).contains("{or}") {
            true => sentence(if is_most { "total-most" } else { "total-least" }, vec![shown, own]),
            false => sentence("shown", vec![shown]),
        });
    }
    let digits = seen.digits(place);
    let end = if is_most { digits.iter().min()? } else { digits.iter().max()? };
    let carried = base * other;
    let total = if carried == 0 { seen.name(place) } else { format!("{} + {carried}", seen.name(place)) };
    let params = vec![
        ("sum", Value::Formula(formula::left(seen, column))),
        ("terms", Value::Number(formula::count_of_left(seen, column))),
        own,
        ("total", Value::Formula(total)),
        ("other", text((carried + i64::from(end)).to_string())),
    ];
    Some(sentence(if is_most { "sum-most-but" } else { "sum-least-but" }, params))
}

/// A column with the few ways in which it is right.
fn few(seen: &Seen, column: &Column, step: &RawStep) -> Option<Sentence> {
    let shown = ("formula", Value::Formula(formula::column(seen, column)));
    if let Some((a, b)) = formula::neighbours(seen, column) {
        return Some(sentence("neighbours", vec![shown, ("first", text(a)), ("second", text(b))]));
    }
    if formula::added_up(seen, column).is_some() || step.ways == 0 {
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
    if let Some(pairs) = formula::pairs(seen, column, ways) {
        return Some(sentence("pairs", vec![shown, ("pairs", Value::List(pairs))]));
    }
    let rest = |way| {
        let seen = seen.with(way);
        let rest = formula::rest(&seen, column).map_or_else(|| column.clone(), |(rest, _)| rest);
        formula::column(&seen, &rest)
    };
    Some(sentence("works-as", vec![shown, ("ways", Value::List(ways.iter().map(rest).collect()))]))
}

/// What two columns or relations make together.
pub(super) fn pair_sentences(seen: &Seen, step: &RawStep, [a, b]: [Id; 2]) -> Vec<Sentence> {
    let Some(combined) = step.combined(seen.arena) else { return Vec::new() };
    let relation = ("relation", Value::Formula(formula::relation(seen, combined)));
    let near =
        [(a, b), (b, a)].into_iter().find_map(|(first, near)| Some((first, formula::near(seen, near)?)));
    let reason = match near {
        Some((first, (larger, smaller, by))) => {
            let by = ("by", Value::Number(by.into()));
            let params = vec![
                ("first", Value::Formula(sum_of(seen, first).unwrap_or_default())),
                ("larger", text(larger)),
                ("smaller", text(smaller)),
                by,
                relation,
            ];
            sentence("combine-near", params)
        }
        None => {
            let sum = |fact| Value::Formula(sum_of(seen, fact).unwrap_or_default());
            sentence("combine", vec![("first", sum(a)), ("second", sum(b)), relation])
        }
    };
    std::iter::once(reason).chain(left(seen, step)).collect()
}

/// That two columns or relations hold at once, in the few ways that are left.
pub(super) fn together_sentences(seen: &Seen, step: &RawStep, [a, b]: [Id; 2]) -> Vec<Sentence> {
    let sum = |fact| Value::Formula(sum_of(seen, fact).unwrap_or_default());
    let params = vec![("first", sum(a)), ("second", sum(b))];
    if seen.is_false(step) {
        return vec![sentence("together-none", params)];
    }
    let ways = &step.listed.ways;
    let is_listed = ways.len() as u64 == step.ways;
    let left = is_listed.then(|| sentence("left-together", vec![("ways", Value::List(rows(seen, ways)))]));
    std::iter::once(sentence("together", params)).chain(left).chain([so()]).collect()
}

/// The digits of each way in brackets, the first with the symbols in front of it: `(D, L) = (1, 8)`.
fn rows(seen: &Seen, ways: &[Way]) -> Vec<String> {
    let has_digit = |place: &usize| ways.iter().any(|way| way.digit(*place).is_some());
    let places: Vec<usize> =
        (0..seen.scene.cells.len()).filter(|place| !seen.is_known(*place)).filter(has_digit).collect();
    let row = |texts: Vec<String>| match &texts[..] {
        [only] => only.clone(),
        _ => format!("({})", texts.join(", ")),
    };
    let digits = |way: &Way| {
        let digits = places.iter().filter_map(|place| way.digit(*place));
        row(digits.map(|digit| digit.to_string()).collect())
    };
    let mut rows: Vec<String> = ways.iter().map(digits).collect();
    if let Some(first) = rows.first_mut() {
        *first = format!("{} = {first}", row(places.iter().map(|place| seen.name(*place)).collect()));
    }
    rows
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
pub(super) fn nines_sentences(seen: &Seen, step: &RawStep, number: usize) -> Vec<Sentence> {
    let (Some(added), Some(combined)) = (seen.scene.sums.get(&number), step.combined(seen.arena)) else {
        return Vec::new();
    };
    let parts = added.parts.iter().map(|digits| formula::numeral(seen.scene, digits)).collect();
    let total = formula::numeral(seen.scene, &added.total);
    let relation = ("relation", Value::Formula(formula::relation(seen, combined)));
    let [base, nine] = [seen.scene.b(), seen.scene.b() - 1].map(|number| text(number.to_string()));
    let params =
        vec![("parts", Value::List(parts)), ("total", text(total)), ("base", base), ("nine", nine), relation];
    std::iter::once(sentence("nines", params)).chain(left(seen, step)).collect()
}

/// The few ways of a relation that was combined, and what follows, if something besides it does.
fn left(seen: &Seen, step: &RawStep) -> Vec<Sentence> {
    let is_relation = |give: &Id| matches!(seen.arena.facts[*give].claim, Claim::Relation(_));
    let Some(combined) = step.combined(seen.arena).filter(|_| !step.gives.iter().all(is_relation)) else {
        return Vec::new();
    };
    let ways: Option<Vec<String>> =
        step.listed.ways.iter().map(|way| formula::calculated(&seen.with(way), combined)).collect();
    let is_short =
        |ways: &Vec<String>| ways.iter().map(|way| way.split(' ').count()).sum::<usize>() <= MOST_IN_WAYS;
    let ways = ways
        .filter(is_short)
        .filter(|ways| ways.len() > 1 || ways.len() == 1 && !step.listed.taken.is_empty());
    let listed = ways.map(|ways| sentence("left", vec![("ways", Value::List(ways))]));
    // A relation of one symbol says its digit itself.
    let is_digit = listed.is_none() && formula::relation(seen, combined).split(' ').count() == 3;
    listed.into_iter().chain((!is_digit).then(so)).collect()
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
