//! Why a column cannot be right: its only open digit would be one that is taken, or one side is too small.

use super::seen::Seen;
use super::{clashes, sentence, sums, text};
use crate::scene::{Column, Var};
use crate::step::{Sentence, Value};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Element;

/// The most open digits that are put in to see how much they make: four take 5,040 sums in base ten.
const MOST_PUT_IN: usize = 4;

/// The most digits that are followed one by one: each takes a sentence.
const MOST_FOLLOWED: usize = 3;

/// The most pairs of digits that are listed: those of one sum in base ten, 0 + 9 to 4 + 5.
const MOST_PAIRS: usize = 5;

/// The smallest reason that readers see.
pub(super) fn misfit(seen: &Seen, column: &Column) -> Vec<Sentence> {
    let shown = ("formula", Value::Formula(sums::column(seen, column)));
    let open = sums::open_places(seen, column).len();
    if let Some((first, second)) = sums::equals(seen, column).filter(|_| open > 0) {
        return vec![sentence("no-way-same", vec![shown, ("first", text(first)), ("second", text(second))])];
    }
    let own =
        || only_open(seen, column).or_else(|| apart(seen, column, false)).or_else(|| no_pair(seen, column));
    let every = || clashes::every(seen, column, open);
    let left = || apart(seen, column, true).map(|told| vec![told]);
    if let Some(told) = own().map(|told| vec![told]).or_else(every).or_else(left) {
        return told;
    }
    if let Some(told) = follows(seen, column) {
        return std::iter::once(sentence("shown", vec![shown])).chain(told).collect();
    }
    // A digit on both sides cancels.
    if let Some((rest, symbols)) = sums::rest(seen, column) {
        if rest.addends.is_empty() && rest.totals.is_empty() {
            let most = rest.carry_in.and_then(|carry| seen.carry(carry).last()).unwrap_or(&0);
            return vec![sentence("carry-alone", vec![shown, ("bound", text(most.to_string()))])];
        }
        let told = only_open(seen, &rest).or_else(|| apart(seen, &rest, false));
        if let Some(told) = told.or_else(|| apart(seen, &rest, true)) {
            let rest = ("rest", Value::Formula(sums::column(seen, &rest)));
            return vec![sentence("cancel-both", vec![shown, ("symbols", Value::List(symbols)), rest]), told];
        }
    }
    vec![sentence(if open == 0 { "no-way-known" } else { "no-way" }, vec![shown])]
}

/// The digit that the only open place would have, if it is taken or was ruled out.
fn only_open(seen: &Seen, column: &Column) -> Option<Sentence> {
    let mut sums = vec![column.equals];
    let mut open = None;
    for (var, times) in &column.terms {
        let values = match var {
            Var::Carry(carry) => seen.carry(*carry).to_vec(),
            Var::Place(place) if seen.is_known(*place) => vec![seen.value(*var)?],
            Var::Place(place) if open.is_none() => {
                open = Some((*place, *times));
                continue;
            }
            Var::Place(_) => return None,
        };
        sums = less(&sums, *times, &values);
    }
    let (place, times) = open?;
    let is_here =
        |(element, _): &(Element, i64)| matches!(element, Element::Hidden(own) if own.index() == place);
    // It stands on both sides, more often on one of them.
    if let [sum] = sums[..]
        && [&column.addends, &column.totals].iter().all(|side| side.iter().any(is_here))
        && sum * times < 0
    {
        let carried = column.carry_out.and_then(|carry| seen.carry(carry).first()).unwrap_or(&0);
        let total = Value::Formula(sums::total(seen, column, carried * seen.scene.b()));
        let key = if times > 0 { "always-more" } else { "always-less" };
        return Some(sentence(
            key,
            vec![("sum", Value::Formula(sums::left(seen, column))), ("total", total)],
        ));
    }
    let is_within = |sum: &i64| (0..seen.scene.b() * times.abs()).contains(&(sum * times.signum()));
    sums.retain(is_within);
    let digits = sums.iter().filter(|sum| *sum % times == 0).map(|sum| sum / times);
    let digits = digits.filter_map(|digit| Digit::try_from(digit).ok()).fold(DigitSet::EMPTY, DigitSet::with);
    let known = sums::added_up(seen, column).unwrap_or_else(|| sums::column(seen, column));
    let shown = vec![("formula", Value::Formula(known)), ("symbol", text(seen.name(place)))];
    if digits.is_empty() && !sums.is_empty() {
        let twice = (times % 2 == 0).then(|| ("twice", Value::Formula(sums::added_digits(seen, column))));
        return Some(match twice.filter(|_| column.addends.len() as i64 == times) {
            Some(twice) => sentence("twice-even", vec![shown[0].clone(), twice]),
            None => sentence("one-unknown-broken", shown),
        });
    }
    let is_first = digits == DigitSet::one(0) && !seen.scene.allowed[place].0.contains(0);
    if is_first && !seen.digits(place).contains(0) {
        return Some(sentence("one-unknown-first", shown));
    }
    if digits.is_empty() || digits != digits.minus(seen.open(place)) {
        return None;
    }
    let is_taken = digits.minus(seen.digits(place)).is_empty();
    if let Some(digit) = digits.only().filter(|_| is_taken) {
        let digit = vec![("digit", text(seen.digit(digit)))];
        return Some(sentence("one-unknown-taken", [shown, digit].concat()));
    }
    let key = if is_taken { "one-unknown-all-taken" } else { "one-unknown-out" };
    let digits = digits.iter().map(|digit| seen.digit(digit)).collect();
    Some(sentence(key, [shown, vec![("digits", Value::List(digits))]].concat()))
}

/// All sums without so many times one of these values.
fn less(sums: &[i64], times: i64, values: &[i64]) -> Vec<i64> {
    sums.iter().flat_map(|sum| values.iter().map(move |value| sum - times * value)).collect()
}

/// The few pairs of digits that two open ones would have to be, if the rest is known.
fn no_pair(seen: &Seen, column: &Column) -> Option<Sentence> {
    let is_open = |(var, _): &&(Var, i64)| matches!(var, Var::Place(place) if !seen.is_known(*place));
    let open: Vec<&(Var, i64)> = column.terms.iter().filter(is_open).collect();
    let [(Var::Place(a), 1), (Var::Place(b), 1)] = open[..] else { return None };
    let mut sums = vec![column.equals];
    for (var, times) in column.terms.iter().filter(|own| !is_open(own)) {
        let values = seen.values(*var);
        sums = less(&sums, *times, &values);
    }
    let least = |sum: i64| (sum - seen.scene.b() + 1).max(0)..=sum.div_euclid(2);
    let pairs = sums.iter().flat_map(|sum| least(*sum).map(move |digit| (digit, sum - digit)));
    let pairs = pairs.filter(|(first, second)| first != second || !seen.scene.differ[*a][*b]);
    let pairs: Vec<String> = pairs.map(|(first, second)| format!("{first} + {second}")).collect();
    let shown = ("formula", Value::Formula(sums::column(seen, column)));
    let is_few = (1..=MOST_PAIRS).contains(&pairs.len());
    is_few.then(|| sentence("pairs-none", vec![shown, ("pairs", Value::List(pairs))]))
}

/// For each of the few digits of one place, the digit that the only other open one would have.
fn follows(seen: &Seen, column: &Column) -> Option<Vec<Sentence>> {
    let (mut open, mut sums) = (Vec::new(), vec![column.equals]);
    for (var, times) in &column.terms {
        match var {
            Var::Place(place) if !seen.is_known(*place) => open.push((*place, *times)),
            _ => {
                let values = seen.values(*var);
                sums = less(&sums, *times, &values);
            }
        }
    }
    open.sort_by_key(|(place, _)| seen.open(*place).len());
    let [(first, of_first), (second, of_second)] = open[..] else { return None };
    let named = |place: usize, digit: u8| format!("{} = {}", seen.name(place), seen.digit(digit));
    let told = |digit: u8| {
        let rest = sums.iter().map(|sum| sum - of_first * i64::from(digit));
        let forced = rest.filter(|rest| rest % of_second == 0).map(|rest| rest / of_second);
        let forced = forced.filter(|own| (0..seen.scene.b()).contains(own));
        let forced = forced.filter_map(|own| Digit::try_from(own).ok()).fold(DigitSet::EMPTY, DigitSet::with);
        let is_taken = forced.minus(seen.digits(second)).is_empty() && !forced.contains(digit);
        let assumed = ("assumed", text(named(first, digit)));
        let names: Vec<String> = forced.iter().map(|own| named(second, own)).collect();
        match &names[..] {
            [] => None,
            [only] if is_taken => Some(sentence("would-taken", vec![assumed, ("forced", text(only))])),
            _ => {
                let key = if is_taken { "would-either" } else { "would-out" };
                Some(sentence(key, vec![assumed, ("forced", Value::List(names))]))
            }
        }
    };
    let digits = seen.open(first);
    (1..=MOST_FOLLOWED).contains(&digits.len()).then(|| digits.iter().map(told).collect())?
}

/// That what is added is too little or too much for the total, perhaps only with the digits that are left.
fn apart(seen: &Seen, column: &Column, with_left: bool) -> Option<Sentence> {
    let ends = if with_left { ends_left(seen, column)? } else { sums::ends_of_sum(seen, column) };
    let total = sums::ends_of_total(seen, column);
    let is_small = ends.1 < total.0;
    if !is_small && ends.0 <= total.1 {
        return None;
    }
    let (bound, other) = if is_small { (ends.1, total.0) } else { (ends.0, total.1) };
    let sum = sums::left(seen, column);
    if !sum.contains(' ') {
        return None;
    }
    let carried = column.carry_out.map_or(&[0][..], |carry| seen.carry(carry));
    let carried = if is_small { carried.first() } else { carried.last() }?;
    let total = ("total", Value::Formula(sums::total(seen, column, carried * seen.scene.b())));
    let is_open = |(element, _): &(Element, i64)| match element {
        Element::Hidden(place) => !seen.is_known(place.index()),
        Element::Shown(_) => false,
    };
    if ends.0 == ends.1 && !with_left {
        let key = if is_small { "computed-small" } else { "computed-large" };
        let params = vec![("calculation", Value::Formula(sum)), ("value", text(bound.to_string())), total];
        return Some(sentence(key, params));
    }
    let is_total_open = column.totals.iter().any(is_open);
    let key = if is_total_open && with_left {
        if is_small { "left-most-but" } else { "left-least-but" }
    } else if is_total_open {
        if is_small { "sum-most-but" } else { "sum-least-but" }
    } else if with_left {
        if is_small { "left-small" } else { "left-large" }
    } else if is_small {
        "sum-small"
    } else {
        "sum-large"
    };
    let terms = Value::Number(sums::count_of_left(seen, column));
    let params = vec![("sum", Value::Formula(sum)), ("terms", terms), ("bound", text(bound.to_string()))];
    let other = is_total_open.then(|| ("other", text(other.to_string())));
    Some(sentence(key, params.into_iter().chain([total]).chain(other).collect()))
}

/// The least and the most that the digits that are left make, if they are few.
fn ends_left(seen: &Seen, column: &Column) -> Option<(i64, i64)> {
    let mut added: Vec<(usize, i64)> = Vec::new();
    let mut known = 0;
    for (element, times) in &column.addends {
        match element {
            Element::Shown(digit) => known += times * i64::from(*digit),
            Element::Hidden(place) if seen.is_known(place.index()) => {
                known += times * seen.value(Var::Place(place.index()))?;
            }
            Element::Hidden(place) => match added.iter_mut().find(|(own, _)| *own == place.index()) {
                Some((_, sum)) => *sum += times,
                None => added.push((place.index(), *times)),
            },
        }
    }
    if added.len() > MOST_PUT_IN {
        return None;
    }
    let mut sums: Vec<(i64, Vec<(usize, u8)>)> = vec![(known, Vec::new())];
    for (place, times) in &added {
        let next = |(sum, put): &(i64, Vec<(usize, u8)>)| {
            let (sum, put) = (*sum, put.clone());
            let is_free = |digit: &u8, put: &[(usize, u8)]| {
                !put.iter().any(|(other, own)| own == digit && seen.scene.differ[*place][*other])
            };
            let digits: Vec<u8> = seen.open(*place).iter().filter(|digit| is_free(digit, &put)).collect();
            digits
                .into_iter()
                .map(move |digit| (sum + times * i64::from(digit), [&put[..], &[(*place, digit)]].concat()))
        };
        sums = sums.iter().flat_map(next).collect();
    }
    let carry = column.carry_in.map_or(&[0][..], |carry| seen.carry(carry));
    let ends = sums.iter().map(|(sum, _)| *sum);
    Some((ends.clone().min()? + carry.first()?, ends.max()? + carry.last()?))
}
