//! What is said of each step: which template, with which values. The words are in `messages/explain`.
//!
//! A sentence speaks of what the step uses, after everything that it does not need was left out: never of what else was
//! known at the time. Ways alone are counted, and listed, with all that was told.

mod apart;
mod clashes;
mod columns;
mod few;
mod formula;
mod fractions;
mod misfit;
mod pairs;
mod seen;
mod sizes;
mod sums;

use super::checker::Way;
use super::fact::{Claim, Quantity};
use super::scene::{Scene, Stated};
use super::search::RawStep;
use super::state::Arena;
use super::step::{Rule, Sentence, Value};
use super::techniques::equations::difference;
use super::techniques::fractions::two_numerals;
use super::techniques::table::rooted;
use super::techniques::{MOST_WAYS, Subject, both_ways, table};
use super::trim::BOUNDS;
use super::ways::fillings;
pub(super) use clashes::count as clashes;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Algebra;
use seen::Seen;

/// The most digits that are named as taken.
const MOST_TAKEN: usize = 5;

/// A condition in letters.
pub(super) fn equation(scene: &Scene, expr: &Expr) -> String {
    formula::expr(scene, expr)
}

/// A number in letters.
pub(super) fn numeral(scene: &Scene, elements: &[Element]) -> String {
    formula::numeral(scene, elements)
}

/// The sentences of a step. What it concludes is put in by whoever tells them, as `facts`.
pub(super) fn sentences(scene: &Scene, arena: &Arena, step: &RawStep) -> Vec<Sentence> {
    let seen = Seen::of(scene, arena, step);
    if let Subject::Denominators(index) = step.subject {
        return fractions::denominators(&seen, &scene.stated[index], step).unwrap_or_default();
    }
    let several = match (&step.subject, step.technique.name) {
        (Subject::Column(column), name) => Some(columns::column_sentences(&seen, *column, name, step)),
        (Subject::Pair(facts, _), _) => Some(pairs::pair_sentences(&seen, step, *facts)),
        (Subject::Together(facts), _) => Some(pairs::together_sentences(&seen, step, *facts)),
        (Subject::Two(first, second), "add-equations") => {
            Some(added_sentences(&seen, [*first, *second], step))
        }
        (Subject::Two(long, short), "compare") => Some(compared(&seen, [*long, *short])),
        (Subject::Said(said), _) => Some(said.clone()),
        (Subject::Nines(number), _) => Some(pairs::nines_sentences(&seen, step, *number)),
        _ => None,
    };
    if let Some(several) = several {
        return pairs::sum_of_all(&seen, step).into_iter().chain(several).collect();
    }
    let sentence = match (&step.subject, step.technique.name) {
        (Subject::Places(places), name) => places_sentence(&seen, places, name, step),
        (Subject::Stated(index), name) => stated_sentence(&seen, *index, name, step),
        (Subject::Two(first, second), _) => two_sentence(&seen, [*first, *second], step),
        (Subject::Numeral(numeral, stated, digit), _) => {
            Some(numeral_sentence(&seen, *numeral, *stated, *digit, step))
        }
        (Subject::All(ways, places), _) => Some(all_sentence(&seen, *ways, places, step)),
        (Subject::Some(ways, places, conditions), _) => Some(some_sentence(&seen, *ways, places, conditions)),
        (Subject::Rest(rest), _) => Some(rest_sentence(&seen, *rest, step)),
        _ => None,
    };
    let own = sentence.map(|own| few::listed(&seen, step, own));
    // The reason comes before what follows from it.
    let (excess, is_all) = excess(&seen, step).unzip();
    let own = if is_all == Some(true) { Some(columns::so()) } else { own };
    pairs::sum_of_all(&seen, step).into_iter().chain(excess.into_iter().flatten()).chain(own).collect()
}

/// What two equations make together.
fn added_sentences(seen: &Seen, [first, second]: [usize; 2], step: &RawStep) -> Vec<Sentence> {
    let Some(relation) = step.combined(seen.arena) else { return Vec::new() };
    let signs = step.gives.iter().flat_map(|give| &seen.arena.facts[*give].proof.combine);
    let signs: Vec<i128> = signs.map(|(_, times)| *times).collect();
    let shown = |index: usize| formula::expr(seen.scene, &seen.scene.stated[index].expr);
    let relation = ("relation", Value::Formula(formula::relation(seen, relation)));
    let reason = match signs[..] {
        [1, 1, ..] => {
            sentence("added", vec![("equations", Value::List(vec![shown(first), shown(second)])), relation])
        }
        [1, ..] => sentence(
            "subtracted",
            vec![("first", text(shown(first))), ("second", text(shown(second))), relation],
        ),
        _ => sentence(
            "subtracted",
            vec![("first", text(shown(second))), ("second", text(shown(first))), relation],
        ),
    };
    vec![reason, columns::so()]
}

/// That one row is longer than another one, a multiple of the same number.
fn compared(seen: &Seen, rows: [usize; 2]) -> Vec<Sentence> {
    let told = rows.map(|row| {
        let [(left, right), _] = both_ways(&seen.scene.stated[row].expr)?;
        let (of, made) = if matches!(right, Expr::Numeral(_)) { (left, right) } else { (right, left) };
        let Expr::Numeral(made) = made else { return None };
        Some((formula::known_expr(seen, of), made.whole.len()))
    });
    let [Some((more, length)), Some((less, other))] = told else { return vec![columns::so()] };
    let [length, other] = [length, other].map(|length| Value::Number(length as i128));
    let params = vec![("more", text(more)), ("length", length), ("less", text(less)), ("other", other)];
    vec![sentence("compare", params), columns::so()]
}

/// Why digits are too large or too small, if the sizes of the numbers alone do not say so, and whether nothing else follows.
fn excess(seen: &Seen, step: &RawStep) -> Option<(Vec<Sentence>, bool)> {
    let Subject::Stated(index) = step.subject else { return None };
    let stated = &seen.scene.stated[index];
    if !BOUNDS.contains(&step.technique.name) {
        return None;
    }
    let is_alone = sizes::put_in(seen, stated, step).1.is_empty();
    let next = || apart::next_number(seen, stated, step).filter(|_| is_alone).map(|told| (vec![told], true));
    apart::excess(seen, stated, step, is_alone).or_else(next)
}

fn sentence(key: &'static str, params: Vec<(&'static str, Value)>) -> Sentence {
    Sentence { key, params }
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn places_sentence(seen: &Seen, places: &[usize], name: &str, step: &RawStep) -> Option<Sentence> {
    let give = &seen.arena.facts[*step.gives.first()?];
    match name {
        "taken" | "cases" | "exhaust" => {
            let target = *places.first()?;
            let taken: Vec<u8> = seen.known_but(target);
            let digits = taken.iter().map(|digit| seen.digit(*digit)).collect();
            Some(match give.claim {
                Claim::False => taken_away(seen, target, &taken),
                _ if taken.is_empty() => return None,
                _ if taken.len() > MOST_TAKEN => sentence("taken-all", Vec::new()),
                _ => sentence("taken", vec![("digits", Value::List(digits))]),
            })
        }
        "crowd" => {
            let allowed =
                places.iter().fold(DigitSet::EMPTY, |all, place| all | seen.scene.allowed[*place].0);
            let counts = [("number", places.len()), ("digits", allowed.len())];
            Some(sentence("crowd", counts.map(|(name, count)| (name, text(count.to_string()))).into()))
        }
        "only-place" => {
            let Claim::Digit(place, set) = &give.claim else { return None };
            let digit = set.only().map(|digit| seen.digit(digit))?;
            Some(sentence(
                "only-place",
                vec![("symbol", text(seen.name(place.index()))), ("digit", text(digit))],
            ))
        }
        "pair" => {
            let (places, digits) = seen.few_digits(&give.claim)?;
            let symbols: Vec<String> = places.into_iter().map(|place| seen.name(place)).collect();
            let digits = digits.iter().map(|digit| seen.digit(digit)).collect();
            let key = if give.claim == Claim::False { "pair-none" } else { "pair" };
            Some(sentence(key, vec![("symbols", Value::List(symbols)), ("digits", Value::List(digits))]))
        }
        "skipped-row" => {
            let place = *places.first()?;
            let is_zero = seen.scene.zeros.iter().any(|(zero, _)| *zero == place);
            let symbol = ("symbol", text(seen.name(place)));
            Some(sentence(if is_zero { "no-row" } else { "brought-down" }, vec![symbol]))
        }
        _ => None,
    }
}

/// That others take all digits that a place may have: the only one, or each.
fn taken_away(seen: &Seen, target: usize, taken: &[u8]) -> Sentence {
    let own = seen.digits(target);
    let digits = taken.iter().filter(|digit| own.contains(**digit)).map(|digit| seen.digit(*digit)).collect();
    let digits = ("digits", Value::List(digits));
    match own.only() {
        Some(_) => sentence("taken-twice", vec![digits]),
        None => {
            let symbol = ("symbol", text(seen.name(target)));
            match own.len() {
                ..=MOST_TAKEN => sentence("taken-none", vec![digits, symbol]),
                _ => sentence("taken-none-all", vec![symbol]),
            }
        }
    }
}

fn stated_sentence(seen: &Seen, index: usize, name: &str, step: &RawStep) -> Option<Sentence> {
    let stated = &seen.scene.stated[index];
    let shown = formula::expr(seen.scene, &stated.expr);
    let equation = ("equation", text(shown.clone()));
    match name {
        "drop" => {
            let (minuend, taken, left) = difference(&stated.expr)?;
            let count = |numeral: &[Element]| text(numeral.len().to_string());
            let params =
                vec![equation, ("before", count(minuend)), ("taken", count(taken)), ("left", count(left))];
            Some(sentence("drop", params))
        }
        "length" | "size" => {
            if let Some(told) = apart::no_whole(seen, stated, step) {
                return Some(told);
            }
            if let Some(told) = fractions::reach(seen, stated, equation.clone(), step) {
                return Some(told);
            }
            Some(sizes::told(seen, stated, shown, step))
        }
        "last-digit" | "last-digits" => {
            let modulo = seen.arena.facts[*step.gives.first()?].proof.modulo?;
            // Where they were not counted.
            if step.ways == 0 && !seen.is_false(step) {
                return Some(sentence("one-unknown-equation", vec![equation]));
            }
            if is_of_whole(seen, stated, step, modulo) {
                return Some(sentence("ways", vec![("formula", text(shown))]));
            }
            let count = formula::count_of_digits(seen.scene, modulo);
            let (left, right) = formula::last_digits(seen, stated, count)?;
            if step.ways == 0 {
                let key = if count == 1 { "last-digit-none" } else { "last-digits-none" };
                return Some(sentence(key, vec![("left", text(left)), ("right", text(right))]));
            }
            let ways = formula::endings(seen, stated, count, &step.listed.ways);
            // What is known is calculated.
            if let Some([way]) = ways.as_deref()
                && way.starts_with(&format!("{left} = "))
            {
                let params = vec![("way", text(way)), ("right", text(right))];
                return Some(sentence(
                    if count == 1 { "last-digit-known" } else { "last-digits-known" },
                    params,
                ));
            }
            let params = vec![("left", text(left)), ("right", text(right))];
            Some(match (ways, count) {
                (Some(ways), 1) => {
                    sentence("last-digit-as", [params, vec![("ways", Value::List(ways))]].concat())
                }
                (Some(ways), _) => {
                    sentence("last-digits-as", [params, vec![("ways", Value::List(ways))]].concat())
                }
                (None, 1) => sentence("last-digit", params),
                (None, _) => sentence("last-digits", params),
            })
        }
        "one-unknown" => Some(only_unknown(seen, stated, step)),
        "either-way" => Some(sentence("either-way", vec![equation])),
        "lone-prime" | "reach"
            if step.gives.iter().all(|give| seen.arena.facts[*give].rule == Some(Rule::K5)) =>
        {
            let Claim::Digit(place, _) = &seen.arena.facts[*step.gives.first()?].claim else { return None };
            places_sentence(seen, &[place.index()], "taken", step)
        }
        "lone-prime" => fractions::lone_prime(seen, stated, equation, step),
        "reach" if step.gives.iter().any(|give| seen.arena.facts[*give].rule == Some(Rule::K2)) => {
            let told = fractions::reach(seen, stated, equation.clone(), step);
            Some(told.unwrap_or_else(|| reach_sentence(seen, stated, equation, step)))
        }
        "same-row" => Some(sentence("same-row", vec![equation])),
        "factors" => Some(sentence("factors", vec![equation, ("number", Value::Number(step.ways.into()))])),
        "reach" | "question" => Some(whole_sentence(seen, stated, shown, step)),
        _ => None,
    }
}

/// Whether the ways in which an equation holds by its last digits are those in which it holds as it stands.
fn is_of_whole(seen: &Seen, stated: &Stated, step: &RawStep, modulo: u64) -> bool {
    let holds = |way: &Way| {
        let digit = |place: usize| way.digit(place).or_else(|| seen.digits(place).only());
        let digits: Vec<u8> = (0..seen.scene.cells.len()).map(|place| digit(place).unwrap_or(0)).collect();
        stated.places.iter().all(|place| digit(*place).is_some())
            && judge::truth(&stated.expr, &digits, &seen.scene.context) == Truth::Yes
    };
    let ways = &step.listed.ways;
    let are_listed = ways.len() as u64 == step.ways && ways.iter().all(holds);
    step.ways > 0 && (are_listed || has_no_more_digits(seen, stated, modulo))
}

/// Whether no side of an equation of sums and products has more digits than are looked at, whatever its symbols are.
fn has_no_more_digits(seen: &Seen, stated: &Stated, modulo: u64) -> bool {
    let Expr::Chain(equation) = &stated.expr else { return false };
    let Ok(modulo) = i64::try_from(modulo) else { return false };
    let largest = vec![seen.scene.base.get() - 1; seen.scene.cells.len()];
    let is_small = |side: &Expr| {
        let value = judge::number(side, &largest, &seen.scene.context);
        rises(side) && value.is_ok_and(|value| value < Exact::from(modulo))
    };
    let is_equation = equation.rest.iter().all(|(sign, _)| sign.algebra == Algebra::Equal);
    is_equation && is_small(&equation.first) && equation.rest.iter().all(|(_, side)| is_small(side))
}

/// Whether an expression is never larger than with the largest digits.
fn rises(expr: &Expr) -> bool {
    match expr {
        Expr::Numeral(_) | Expr::Constant(_) => true,
        Expr::Chain(chain) => {
            let is_rising = |sign: Algebra| matches!(sign, Algebra::Plus | Algebra::Times);
            rises(&chain.first)
                && chain.rest.iter().all(|(sign, operand)| is_rising(sign.algebra) && rises(operand))
        }
        _ => false,
    }
}

/// How many ways there are to fill in a condition, and among how many they are found if those are many.
fn whole_sentence(seen: &Seen, stated: &Stated, shown: String, step: &RawStep) -> Sentence {
    // Rows of a drawing are read with their digits.
    let shown = if stated.role.is_some() { formula::known_expr(seen, &stated.expr) } else { shown };
    let mut params = vec![("formula", text(shown))];
    let all = table::tries(&stated.expr, &|place| seen.digits(place).len());
    // The numbers with a property are listed.
    let is_searched = all > MOST_WAYS as u64 && !table::has_call(&stated.expr);
    if step.ways == 0 && !seen.is_false(step) {
        // They were not counted.
        return sentence("one-unknown-equation", vec![("equation", params.remove(0).1)]);
    }
    if !is_searched {
        let is_open = stated.places.iter().any(|place| seen.digits(*place).len() > 1);
        let none = if is_open { "no-way" } else { "no-way-known" };
        return sentence(if step.ways == 0 { none } else { "ways" }, params);
    }
    // An explanation is measured by its words before its ways are counted anew.
    let of_uses = || {
        let tried: Vec<usize> =
            table::tried(&stated.expr).into_iter().filter(|place| seen.digits(*place).len() > 1).collect();
        let sets: Vec<DigitSet> = tried.iter().map(|place| seen.open(*place)).collect();
        let all = fillings(&sets, &|a, b| seen.scene.differ[tried[a]][tried[b]]);
        (tried, all)
    };
    let (tried, all) = step.listed.filled.clone().unwrap_or_else(of_uses);
    if step.ways > 0 {
        params.push(("number", Value::Number(step.ways.into())));
    }
    params.push(("all", text(all.to_string())));
    params.push(("symbols", Value::List(tried.iter().map(|place| seen.name(*place)).collect())));
    sentence(if step.ways == 0 { "tried-none" } else { "tried" }, params)
}

/// That a sum of fractions is too small or too large, by the sizes of its denominators.
fn reach_sentence(seen: &Seen, stated: &Stated, equation: (&'static str, Value), step: &RawStep) -> Sentence {
    let sizes = sizes::sizes(seen, stated, step);
    let is_below = |size: &String| {
        stated
            .numerals
            .iter()
            .any(|numeral| size.contains(&formula::numeral(seen.scene, &seen.scene.numerals[*numeral])))
    };
    let sizes: Vec<String> = sizes.into_iter().filter(is_below).collect();
    if sizes.is_empty() {
        return sentence("reach-all", vec![equation]);
    }
    sentence("reach-fractions", vec![equation, ("sizes", Value::List(sizes))])
}

/// What an equation says of the one thing in it that is not known: it is given as it stands, a row, or a digit.
fn only_unknown(seen: &Seen, stated: &Stated, step: &RawStep) -> Sentence {
    if seen.is_false(step) && step.gives.len() == 1 {
        let known = stated.places.iter().all(|place| seen.is_named(*place) && seen.digits(*place).len() == 1);
        let key = if known { "no-way-known" } else { "no-way" };
        return sentence(key, vec![("formula", text(formula::known_expr(seen, &stated.expr)))]);
    }
    let Expr::Chain(chain) = &stated.expr else {
        let shown = formula::known_expr(seen, &stated.expr);
        return sentence("one-unknown-equation", vec![("equation", text(shown))]);
    };
    let sides = [&*chain.first, &chain.rest[0].1];
    let is_one = |side: &Expr| matches!(side, Expr::Numeral(numeral) if numeral.whole.len() == 1);
    if stated.places.len() == 1 && chain.rest.len() == 1 && sides.iter().all(|side| is_one(side)) {
        return sentence("stated", Vec::new());
    }
    let read_off = step.gives.iter().find_map(|give| match &seen.arena.facts[*give].claim {
        Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), Some(value), _) => Some((numeral, value)),
        _ => None,
    });
    let Some((numeral, value)) = read_off else {
        return sentence(
            "one-unknown-equation",
            vec![("equation", text(formula::known_expr(seen, &stated.expr)))],
        );
    };
    let is_row = |side: &Expr| matches!(side, Expr::Numeral(row) if row.whole == numeral.whole);
    let of = if is_row(sides[0]) { sides[1] } else { sides[0] };
    let calculation = formula::known_expr(seen, of);
    if seen.is_false(step) {
        return apart::unlike(seen, calculation, numeral, value);
    }
    let params = vec![
        ("numeral", text(formula::numeral(seen.scene, &numeral.whole))),
        ("calculation", text(calculation)),
        ("value", text(fukumen_language::solution::written(value, seen.scene.base))),
    ];
    sentence("computed", params)
}

/// That all ways to fill in all digits were gone through, or those from which the others follow.
fn all_sentence(seen: &Seen, ways: u64, places: &[usize], step: &RawStep) -> Sentence {
    let is_false = seen.is_false(step);
    let mut params = vec![("number", Value::Number(ways.into()))];
    if places.is_empty() {
        return sentence(if is_false { "all-ways-none" } else { "all-ways" }, params);
    }
    params.push(("symbols", Value::List(places.iter().map(|place| seen.name(*place)).collect())));
    sentence(if is_false { "all-ways-of-none" } else { "all-ways-of" }, params)
}

/// That all ways to fill in some digits were gone through, in columns or in conditions.
fn some_sentence(seen: &Seen, ways: u64, places: &[usize], conditions: &[usize]) -> Sentence {
    let symbols = places.iter().map(|place| seen.name(*place)).collect();
    let mut params = vec![("number", Value::Number(ways.into())), ("symbols", Value::List(symbols))];
    if conditions.is_empty() {
        return sentence("some-ways", params);
    }
    let equation = |index: &usize| formula::expr(seen.scene, &seen.scene.stated[*index].expr);
    params.push(("equations", Value::List(conditions.iter().map(equation).collect())));
    sentence("some-ways-of", params)
}

/// That a rest is less than the divisor, or what follows from it.
fn rest_sentence(seen: &Seen, rest: usize, step: &RawStep) -> Sentence {
    let is_order = step.gives.iter().any(|give| matches!(seen.arena.facts[*give].claim, Claim::Order { .. }));
    if is_order {
        return sentence("remainder", Vec::new());
    }
    let order = formula::expr(seen.scene, seen.scene.order(rest));
    let by_digits = step.gives.iter().all(|give| seen.arena.facts[*give].rule == Some(Rule::K1));
    if by_digits
        && let Some((left, right)) = two_numerals(seen.scene.order(rest))
        && let (Some(Element::Hidden(less)), Some(Element::Hidden(more))) = (left.first(), right.first())
    {
        let (less, more) = (less.index(), more.index());
        let params = [("order", order), ("first", seen.name(less)), ("second", seen.name(more))];
        return sentence("order-first", params.map(|(name, value)| (name, text(value))).to_vec());
    }
    if seen.is_false(step) && step.gives.len() == 1 {
        return sentence("no-way", vec![("formula", text(order))]);
    }
    sentence("remainder-size", vec![("order", text(order))])
}

fn two_sentence(seen: &Seen, [a, b]: [usize; 2], step: &RawStep) -> Option<Sentence> {
    let ends = |row: usize| formula::last_digits(seen, &seen.scene.stated[row], 1);
    let (first, second) = (ends(a)?, ends(b)?);
    let params = vec![
        ("left", text(first.0)),
        ("right", text(first.1)),
        ("other-left", text(second.0)),
        ("other-right", text(second.1)),
        ("number", Value::Number(step.ways.into())),
    ];
    Some(sentence("two-rows", params))
}

fn numeral_sentence(
    seen: &Seen,
    numeral: usize,
    stated: usize,
    digit: Option<usize>,
    step: &RawStep,
) -> Sentence {
    let stated = &seen.scene.stated[stated];
    let elements = &seen.scene.numerals[numeral];
    let (equation, name) = match stated.role {
        Some(_) => (formula::known_expr(seen, &stated.expr), formula::known_numeral(seen, elements)),
        None => (formula::expr(seen.scene, &stated.expr), formula::numeral(seen.scene, elements)),
    };
    // A root is squared.
    let equation = match rooted(&stated.expr) {
        Some((root, of)) => {
            let [root, of] = [root, of].map(|numeral| formula::numeral(seen.scene, &numeral.whole));
            format!("{root} × {root} = {of}")
        }
        None => equation,
    };
    if step.ways == 0 {
        return sentence("table-none", vec![("numeral", text(name)), ("equation", text(equation))]);
    }
    let mut params = vec![
        ("number", Value::Number(step.ways.into())),
        ("numeral", text(name)),
        ("equation", text(equation)),
    ];
    let is_false = seen.is_false(step);
    let digit = digit.filter(|place| seen.digits(*place).len() > 1);
    if digit.is_none()
        && let Some(told) = few::calculated(seen, stated, elements, step)
    {
        return told;
    }
    match digit {
        Some(place) => {
            params.push(("symbol", text(seen.name(place))));
            sentence(if is_false { "table-pairs-none" } else { "table-pairs" }, params)
        }
        None => sentence(if is_false { "table-tried-none" } else { "table" }, params),
    }
}
