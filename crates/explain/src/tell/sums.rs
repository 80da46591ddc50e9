//! Columns as a reader writes them, with what is known put in, and what is seen in them.

use super::formula::{numeral, short};
use super::seen::Seen;
use crate::checker::Way;
use crate::scene::{Column, Var};
use crate::ways::{Sum, Ways};
use fukumen_language::digits::Base;
use fukumen_language::expr::Element;
use fukumen_language::interrupt::Never;

/// The most ways of a column that are looked at for what they would make of a digit, and the most that are tried.
const MOST_SEEN: usize = 500;

const MOST_TRIED: u64 = 5_000;

/// A column with what is known put in: `S + 1 + {carry} = O + 10`. Words in braces are those of the language.
pub(super) fn column(seen: &Seen, column: &Column) -> String {
    short(whole_column(seen, column))
}

/// The same as what it adds up to, if all that is added is known: `5 + 5 = 10`.
pub(super) fn added_up(seen: &Seen, column: &Column) -> Option<String> {
    let [(Element::Hidden(_), 1)] = column.totals[..] else { return None };
    let value = |(element, times): &(Element, i64)| match element {
        Element::Shown(digit) => Some(times * i64::from(*digit)),
        Element::Hidden(place) => {
            let value = seen.value(Var::Place(place.index())).filter(|_| seen.is_named(place.index()))?;
            Some(times * value)
        }
    };
    let carry = column.carry_in.map_or(Some(0), |carry| seen.value(Var::Carry(carry)))?;
    let sum = carry + column.addends.iter().map(value).sum::<Option<i64>>()?;
    // A larger one would not be written as the base has it.
    let is_written_alike = seen.scene.base == Base::TEN || sum < seen.scene.b();
    let added = added(seen, column).join(" + ");
    (is_written_alike && added.contains(' ')).then(|| short(format!("{added} = {sum}")))
}

/// A column without the symbols that stand on both of its sides, and these; nothing if there are none.
pub(super) fn rest(seen: &Seen, column: &Column) -> Option<(Column, Vec<String>)> {
    let (mut rest, mut symbols) = (column.clone(), Vec::new());
    let mut addends = std::mem::take(&mut rest.addends);
    addends.retain(|(element, times)| {
        let is_same = |(other, own): &(Element, i64)| (other, own) == (element, times);
        let Element::Hidden(place) = element else { return true };
        let Some(at) = rest.totals.iter().position(is_same) else { return true };
        rest.totals.remove(at);
        symbols.push(seen.name(place.index()));
        false
    });
    rest.addends = addends;
    (!symbols.is_empty()).then_some((rest, symbols))
}

/// Whether a column adds one symbol, and nothing that is carried.
pub(super) fn is_single(seen: &Seen, column: &Column) -> bool {
    let carry = column.carry_in.map_or(Some(0), |carry| seen.value(Var::Carry(carry)));
    matches!(column.addends[..], [(Element::Hidden(_), 1)]) && carry == Some(0)
}

/// The digit of the only open place of a column without a carry, and with one, if these are all its ways.
pub(super) fn by_carry(seen: &Seen, column: &Column, ways: &[Way]) -> Option<(String, String)> {
    let carry = column.carry_in.filter(|carry| seen.value(Var::Carry(*carry)).is_none())?;
    let [place] = open_places(seen, &rest(seen, column).map_or_else(|| column.clone(), |(rest, _)| rest))[..]
    else {
        return None;
    };
    let of = |carried: i64| {
        let mut with = ways.iter().filter(|way| way.carry(seen.scene.carries[carry].carry) == Some(carried));
        let (Some(way), None) = (with.next(), with.next()) else { return None };
        Some(format!("{} = {}", seen.name(place), way.digit(place)?))
    };
    (ways.len() == 2).then(|| Some((of(0)?, of(1)?))).flatten()
}

/// What a column adds, with its carry.
fn added(seen: &Seen, column: &Column) -> Vec<String> {
    let mut added = side(seen, &column.addends);
    if let Some(carry) = column.carry_in {
        match seen.value(Var::Carry(carry)) {
            Some(0) => {}
            Some(value) => added.push(value.to_string()),
            None => added.push("{carry}".into()),
        }
    }
    added
}

fn whole_column(seen: &Seen, column: &Column) -> String {
    let text = |terms: Vec<String>| if terms.is_empty() { "0".into() } else { terms.join(" + ") };
    let mut added = added(seen, column);
    // What is carried is told in words if it is not known.
    let equals = match added.pop_if(|last| last == "{carry}") {
        Some(_) if !added.is_empty() => "{carry-makes}",
        Some(carry) => {
            added.push(carry);
            "="
        }
        None => "=",
    };
    let (left, right) = (text(added), text(side(seen, &column.totals)));
    let base = seen.scene.b();
    let is_known = |side: &str| side.parse::<i64>().is_ok();
    match column.carry_out.map(|carry| (seen.value(Var::Carry(carry)), seen.carry(carry))) {
        None | Some((Some(0), _)) => format!("{left} {equals} {right}"),
        Some((Some(value), _)) => format!("{left} {equals} {}", plus(&right, value * base)),
        // What is added is more than that digit alone.
        Some((None, [0, 1])) if is_known(&right) && least(seen, column) > right.parse().unwrap_or(0) => {
            format!("{left} {equals} {}", plus(&right, base))
        }
        Some((None, [0, 1])) => format!("{left} {equals} {right} {{or}} {}", plus(&right, base)),
        Some((None, _)) if right == "0" => format!("{left} {equals} {{multiple:{base}}}"),
        Some((None, _)) => format!("{left} {equals} {right} + {{multiple:{base}}}"),
    }
}

/// The least that what a column adds can be.
fn least(seen: &Seen, column: &Column) -> i64 {
    ends_of_sum(seen, column).0
}

/// The least and the most that what a column adds can be, with its carry.
pub(super) fn ends_of_sum(seen: &Seen, column: &Column) -> (i64, i64) {
    let carry = column.carry_in.map_or((0, 0), |carry| ends(seen.carry(carry)));
    let (least, most) = ends_of(seen, &column.addends);
    (carry.0 + least, carry.1 + most)
}

/// The least and the most that a column adds up to, with what it hands on.
pub(super) fn ends_of_total(seen: &Seen, column: &Column) -> (i64, i64) {
    let carry = column.carry_out.map_or((0, 0), |carry| ends(seen.carry(carry)));
    let (least, most) = ends_of(seen, &column.totals);
    (seen.scene.b() * carry.0 + least, seen.scene.b() * carry.1 + most)
}

fn ends(values: &[i64]) -> (i64, i64) {
    (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0))
}

fn ends_of(seen: &Seen, elements: &[(Element, i64)]) -> (i64, i64) {
    elements.iter().fold((0, 0), |(least, most), (element, times)| {
        let (low, high) = match element {
            Element::Shown(digit) => (*digit, *digit),
            Element::Hidden(place) => {
                let digits = seen.digits(place.index());
                (digits.min().unwrap_or(0), digits.max().unwrap_or(0))
            }
        };
        (least + times * i64::from(low), most + times * i64::from(high))
    })
}

/// What a column adds, an unknown carry in words: `S + 1 {and-carry}`.
pub(super) fn left(seen: &Seen, column: &Column) -> String {
    let mut added = added(seen, column);
    if added.last().is_some_and(|last| last == "{carry}") && added.len() > 1 {
        added.pop();
        return format!("{} {{and-carry}}", short(added.join(" + ")));
    }
    short(added.join(" + "))
}

/// How many things a reader sees in what a column adds: two with an unknown carry, else one sum.
pub(super) fn count_of_left(seen: &Seen, column: &Column) -> i128 {
    let is_open = column.carry_in.is_some_and(|carry| seen.value(Var::Carry(carry)).is_none());
    if is_open { 2 } else { 1 }
}

/// The digits that a column adds, without what is carried.
pub(super) fn added_digits(seen: &Seen, column: &Column) -> String {
    short(side(seen, &column.addends).join(" + "))
}

/// What is known of the sum of a column, its known carry included.
pub(super) fn known_sum(seen: &Seen, column: &Column) -> i64 {
    let value = |(element, times): &(Element, i64)| match element {
        Element::Shown(digit) => times * i64::from(*digit),
        Element::Hidden(place) => times * seen.value(Var::Place(place.index())).unwrap_or(0),
    };
    let carry = column.carry_in.and_then(|carry| seen.value(Var::Carry(carry))).unwrap_or(0);
    carry + column.addends.iter().map(value).sum::<i64>()
}

/// All ways to fill in a column if digits that are taken are not left out, in the order of its terms.
pub(super) fn ways(seen: &Seen, column: &Column) -> Vec<Vec<i64>> {
    let values: Vec<Vec<i64>> = column.terms.iter().map(|(var, _)| seen.values(*var)).collect();
    let factors = column.terms.iter().map(|(_, times)| *times).collect();
    let sums = [Sum { factors, equals: column.equals }];
    let (differ, test) = (|_, _| false, |_: &[i64]| true);
    let ways = Ways {
        values: &values,
        sums: &sums,
        differ: &differ,
        test: &test,
        most: MOST_SEEN,
        work: MOST_TRIED,
        watch: &Never,
    };
    ways.all().map_or_else(|_| Vec::new(), |(ways, _)| ways)
}

/// The pairs of digits that two open addends have in all ways, if that is what ways differ in: `5 + 7`.
pub(super) fn pairs(seen: &Seen, column: &Column, ways: &[Way]) -> Option<Vec<String>> {
    let open = |(element, times): &(Element, i64)| match element {
        Element::Hidden(place) if seen.value(Var::Place(place.index())).is_none() => {
            Some((place.index(), *times))
        }
        _ => None,
    };
    let open: Vec<(usize, i64)> = column.addends.iter().filter_map(open).collect();
    let [(a, 1), (b, 1)] = open[..] else { return None };
    let mut pairs = Vec::new();
    for way in ways {
        let (a, b) = (way.digit(a)?, way.digit(b)?);
        let pair = format!("{} + {}", a.min(b), a.max(b));
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    (a != b).then_some(pairs)
}

/// The total of a column, with what it hands on.
pub(super) fn total(seen: &Seen, column: &Column, carried: i64) -> String {
    let total = side(seen, &column.totals).join(" + ");
    match carried {
        0 if !total.is_empty() => total,
        _ if total.is_empty() => carried.to_string(),
        _ => plus(&total, carried),
    }
}

/// A sum and a number; the number alone if the sum is one.
fn plus(sum: &str, number: i64) -> String {
    sum.parse::<i64>().map_or_else(|_| format!("{sum} + {number}"), |known| (known + number).to_string())
}

fn side(seen: &Seen, elements: &[(Element, i64)]) -> Vec<String> {
    let elements = &counted(elements);
    let term = |(element, times): &(Element, i64)| {
        let text = match element {
            Element::Shown(digit) => digit.to_string(),
            Element::Hidden(place) => match seen.value(Var::Place(place.index())) {
                Some(value) if seen.is_named(place.index()) => value.to_string(),
                _ => seen.name(place.index()),
            },
        };
        if *times == 1 { text } else { format!("{times} × {text}") }
    };
    elements.iter().map(term).collect()
}

/// The addends of a column, a symbol that stands there more than twice once, with how often.
fn counted(elements: &[(Element, i64)]) -> Vec<(Element, i64)> {
    let is_often = |element: Element| elements.iter().filter(|(other, _)| *other == element).count() > 2;
    let mut counted: Vec<(Element, i64)> = Vec::new();
    for (element, times) in elements {
        let known = counted.iter_mut().find(|(other, _)| other == element && is_often(*other));
        match known {
            Some((_, sum)) => *sum += times,
            None => counted.push((*element, *times)),
        }
    }
    counted
}

/// The places of a column that are open.
pub(super) fn open_places(seen: &Seen, column: &Column) -> Vec<usize> {
    let places = column.terms.iter().filter_map(|(var, _)| match var {
        Var::Place(place) => Some(*place),
        Var::Carry(_) => None,
    });
    places.filter(|place| seen.digits(*place).len() > 1).collect()
}

/// Whether a column says that a symbol is what stands alone on its other side.
pub(super) fn equals_one(seen: &Seen, column: &Column) -> bool {
    let told = whole_column(seen, column);
    told.split(' ').count() == 3 && !told.contains('{')
}

/// The total of a column's equation and the numerals that it is made of, each once.
pub(super) fn total_and_parts(seen: &Seen, column: &Column) -> Option<(String, Vec<String>)> {
    let added = seen.scene.sums.get(&column.at.equation)?;
    let mut parts: Vec<String> = Vec::new();
    for part in added.parts.iter().map(|digits| numeral(seen.scene, digits)) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    Some((numeral(seen.scene, &added.total), parts))
}

/// The two symbols of which a column says that they are equal, if they differ.
pub(super) fn equals(seen: &Seen, column: &Column) -> Option<(String, String)> {
    let known: i64 = column.terms.iter().filter_map(|(var, times)| Some(times * seen.value(*var)?)).sum();
    let open: Vec<&(Var, i64)> = column.terms.iter().filter(|(var, _)| seen.value(*var).is_none()).collect();
    let [(Var::Place(a), 1), (Var::Place(b), -1)] = open[..] else { return None };
    (known == column.equals && seen.scene.differ[*a][*b]).then(|| (seen.name(*a), seen.name(*b)))
}

/// Two symbols of which one is the other and a carry, if they differ.
pub(super) fn neighbours(seen: &Seen, column: &Column) -> Option<(String, String)> {
    let carry = column.carry_in?;
    if seen.value(Var::Carry(carry)).is_some() || seen.carry(carry) != [0, 1] {
        return None;
    }
    let open: Vec<(usize, i64)> = column
        .terms
        .iter()
        .filter_map(|(var, times)| match var {
            Var::Place(place) if seen.digits(*place).len() > 1 => Some((*place, *times)),
            _ => None,
        })
        .collect();
    let known: i64 = column
        .terms
        .iter()
        .filter_map(|(var, times)| match var {
            Var::Place(_) => Some(times * seen.value(*var)?),
            Var::Carry(_) => None,
        })
        .sum();
    let [(a, 1), (b, -1)] = open[..] else { return None };
    let is_shown = (column.equals - known).rem_euclid(seen.scene.b()) == 0;
    (is_shown && seen.scene.differ[a][b]).then(|| (seen.name(a), seen.name(b)))
}
