//! Formulas as a reader writes them: with signs, and with what is known put in.

use super::seen::Seen;
use crate::checker::Way;
use crate::fact::{Carry, Claim, Relation, Term};
use crate::scene::{Column, Id, Scene, Stated, Var};
use crate::ways::{Sum, Ways};
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::interrupt::Never;
use fukumen_language::judge;
use fukumen_language::solution::written;
use fukumen_language::vocabulary::Tier;

/// The most ways of a column that are looked at for what they would make of a digit, and the most that are tried.
const MOST_SEEN: usize = 500;
const MOST_TRIED: u64 = 5_000;

/// The most endings of products that stand in one sentence.
const MOST_ENDINGS: usize = 4;

/// The most words of an equation that is told whole.
const MOST_WORDS: usize = 16;

/// An expression, its places by their names; only its ends if it is long.
pub(super) fn expr(scene: &Scene, expr: &Expr) -> String {
    short(spaced(&|place| label(scene, place), expr))
}

/// The same with the digits that are known.
pub(super) fn known_expr(seen: &Seen, expr: &Expr) -> String {
    short(spaced(&|place| digit_or_name(seen, place), expr))
}

fn digit_or_name(seen: &Seen, place: usize) -> String {
    match seen.digits(place).only() {
        Some(digit) if seen.is_named(place) => seen.glyph(digit),
        _ => seen.name(place),
    }
}

/// A formula without its middle, if it has too many words for one sentence.
pub(super) fn short(formula: String) -> String {
    let words: Vec<&str> = formula.split(' ').collect();
    if words.len() <= MOST_WORDS {
        return formula;
    }
    let half = MOST_WORDS / 2 - 1;
    format!("{} … {}", words[..half].join(" "), words[words.len() - half..].join(" "))
}

pub(super) fn numeral(scene: &Scene, elements: &[Element]) -> String {
    elements.iter().map(|element| element_name(scene, *element)).collect()
}

/// A numeral with the digits that are known.
pub(super) fn known_numeral(seen: &Seen, elements: &[Element]) -> String {
    let name = |element: &Element| match element {
        Element::Shown(digit) => seen.glyph(*digit),
        Element::Hidden(place) => digit_or_name(seen, place.index()),
    };
    elements.iter().map(name).collect()
}

fn element_name(scene: &Scene, element: Element) -> String {
    match element {
        Element::Shown(digit) => scene.base.name(digit).to_string(),
        Element::Hidden(place) => label(scene, place.index()),
    }
}

/// A name that can stand beside others: blanks in brackets of their own.
fn label(scene: &Scene, place: usize) -> String {
    scene.labels[place].clone()
}

/// An expression with spaces around its signs.
fn spaced(of_place: &dyn Fn(usize) -> String, expr: &Expr) -> String {
    let name = |place: fukumen_language::expr::Cell| of_place(place.index());
    match expr {
        Expr::Chain(chain) if chain.tier() != Tier::Power => {
            let mut text = inner(of_place, &chain.first, chain);
            // Of a very long one only the ends are shown: what is left out in the middle is not written either.
            let skipped = MOST_WORDS..chain.rest.len().saturating_sub(MOST_WORDS);
            for (index, (operator, operand)) in chain.rest.iter().enumerate() {
                // Nothing is left of a division without a remainder.
                let is_nothing = operator.symbol() == "+" && is_product(&chain.first) && is_zero(operand);
                if skipped.contains(&index) || is_nothing {
                    continue;
                }
                let sign = match operator.symbol() {
                    "*" => "×",
                    "-" => "-",
                    other => other,
                };
                text.push_str(&format!(" {sign} {}", inner(of_place, operand, chain)));
            }
            text
        }
        other => other.written(&name).to_string(),
    }
}

fn is_product(expr: &Expr) -> bool {
    matches!(expr, Expr::Chain(chain) if chain.tier() == Tier::Product)
}

fn is_zero(expr: &Expr) -> bool {
    matches!(expr, Expr::Numeral(numeral) if numeral.whole == [Element::Shown(0)] && numeral.is_whole())
}

fn inner(of_place: &dyn Fn(usize) -> String, expr: &Expr, outer: &Chain) -> String {
    let text = spaced(of_place, expr);
    match expr {
        Expr::Chain(chain) if chain.tier() <= outer.tier() => format!("({text})"),
        _ => text,
    }
}

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
    let values = |var: &Var| match var {
        Var::Place(place) => seen.digits(*place).iter().map(i64::from).collect(),
        Var::Carry(carry) => seen.carry(*carry).to_vec(),
    };
    let values: Vec<Vec<i64>> = column.terms.iter().map(|(var, _)| values(var)).collect();
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

/// The larger and the smaller of two symbols of which a column or relation says the difference, and this.
pub(super) fn near(seen: &Seen, fact: Id) -> Option<(String, String, i64)> {
    let Claim::Relation(relation) = &seen.arena.facts[fact].claim else { return None };
    let Relation { terms, equals, modulo: None } = put_in(seen, relation) else { return None };
    let [(Term::Place(a), of_a), (Term::Place(b), of_b)] = &terms[..] else { return None };
    let equals = i64::try_from(equals).ok()?;
    let (a, b) = (seen.name(a.index()), seen.name(b.index()));
    match (of_a, of_b, equals) {
        (1, -1, 1..) => Some((a, b, equals)),
        (1, -1, ..=-1) => Some((b, a, -equals)),
        (-1, 1, 1..) => Some((b, a, equals)),
        (-1, 1, ..=-1) => Some((a, b, -equals)),
        _ => None,
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

/// The only open symbol of a column and the digit that it would be, if another one that differs from it has that.
pub(super) fn forced(seen: &Seen, column: &Column) -> Option<(usize, Digit)> {
    let is_known = |var: &Var| match var {
        Var::Place(place) => seen.is_named(*place) && seen.digits(*place).len() == 1,
        Var::Carry(carry) => seen.carry(*carry).len() == 1,
    };
    let (known, open): (Vec<_>, Vec<_>) = column.terms.iter().copied().partition(|(var, _)| is_known(var));
    let [(Var::Place(place), times)] = open[..] else { return None };
    let sum: i64 = known.iter().filter_map(|(var, times)| Some(times * seen.value(*var)?)).sum();
    let rest = column.equals - sum;
    let digit = (rest % times == 0).then_some(rest / times)?;
    let digit = Digit::try_from(digit).ok()?;
    let takes = |other: usize| {
        seen.scene.differ[place][other] && seen.is_named(other) && seen.digits(other).only() == Some(digit)
    };
    (0..seen.scene.cells.len()).any(takes).then_some((place, digit))
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

/// A relation without the terms that are known.
pub(super) fn put_in(seen: &Seen, relation: &Relation) -> Relation {
    let (known, open): (Vec<_>, Vec<_>) =
        relation.terms.iter().cloned().partition(|(term, _)| value_of(seen, term).is_some());
    let sum: i128 =
        known.iter().filter_map(|(term, times)| Some(times * i128::from(value_of(seen, term)?))).sum();
    Relation { terms: open, equals: relation.equals - sum, modulo: relation.modulo }
}

/// The value of a term that is known.
fn value_of(seen: &Seen, term: &Term) -> Option<i64> {
    match term {
        Term::Place(place) => seen.value(Var::Place(place.index())),
        Term::Carry(carry) => {
            let index = seen.scene.carries.iter().position(|known| known.carry == *carry)?;
            seen.value(Var::Carry(index))
        }
        Term::Numeral(_) => None,
    }
}

/// A relation with what is positive on the left.
pub(super) fn relation(seen: &Seen, relation: &Relation) -> String {
    let carries: Vec<Carry> = relation
        .terms
        .iter()
        .filter_map(|(term, _)| if let Term::Carry(carry) = term { Some(*carry) } else { None })
        .collect();
    let is_of_one = carries.iter().all(|carry| carry.equation == carries[0].equation);
    let name = |term: &Term| match term {
        Term::Place(place) => seen.name(place.index()),
        // Of two carries each is named by its column, which a name for tens has in base ten only.
        Term::Carry(carry) if carries.len() > 1 => {
            let has_name = carry.column == 0 || seen.scene.base == Base::TEN;
            let column = if has_name { format!("c{}", carry.column) } else { (carry.column + 1).to_string() };
            match is_of_one {
                true => format!("{{carry-of:{column}}}"),
                false => format!("{{carry-in:{}:{column}}}", carry.equation),
            }
        }
        Term::Carry(_) => "{carry}".to_string(),
        Term::Numeral(elements) => numeral(seen.scene, elements),
    };
    equated(relation, &name)
}

/// The same with the values of its terms, if all are known.
pub(super) fn calculated(seen: &Seen, relation: &Relation) -> Option<String> {
    let is_known = relation.terms.iter().all(|(term, _)| value_of(seen, term).is_some());
    let name = |term: &Term| value_of(seen, term).unwrap_or_default().to_string();
    is_known.then(|| equated(relation, &name))
}

fn equated(relation: &Relation, name: &dyn Fn(&Term) -> String) -> String {
    let part = |sign: i128| {
        let terms = relation.terms.iter().filter(move |(_, times)| times * sign > 0);
        let terms: Vec<String> = terms
            .map(|(term, times)| match times.abs() {
                1 => name(term),
                times => format!("{times} × {}", name(term)),
            })
            .collect();
        terms
    };
    let (mut left, mut right) = (part(1), part(-1));
    match relation.equals {
        0 => {}
        number if number > 0 => right.push(number.to_string()),
        number => left.push((-number).to_string()),
    }
    let text = |terms: Vec<String>| if terms.is_empty() { "0".into() } else { terms.join(" + ") };
    if let Some(at) = left.iter().position(|term| term == "{carry}")
        && left.len() > 1
    {
        left.remove(at);
        return format!("{} {{the-carry-makes}} {}", text(left), text(right));
    }
    format!("{} = {}", text(left), text(right))
}

/// How many last digits a power of the base leaves.
pub(super) fn count_of_digits(scene: &Scene, modulo: u64) -> usize {
    let base = u64::from(scene.base.get());
    let (mut count, mut power) = (0, 1_u64);
    while power < modulo {
        power = power.saturating_mul(base);
        count += 1;
    }
    count
}

/// Both sides of an equation, each numeral by its last digits. A number that is calculated stands first.
pub(super) fn last_digits(scene: &Scene, stated: &Stated, count: usize) -> Option<(String, String)> {
    let Expr::Chain(chain) = &stated.expr else { return None };
    let [(_, right)] = &chain.rest[..] else { return None };
    let sides = [&*chain.first, right].map(|side| expr(scene, &cut(side, count)));
    let is_number = |side: &Expr| matches!(side, Expr::Numeral(_));
    let [left, right] = match is_number(&chain.first) && !is_number(right) {
        true => [&sides[1], &sides[0]],
        false => [&sides[0], &sides[1]],
    };
    Some((left.clone(), right.clone()))
}

/// What the side of an equation that is calculated comes to by its last digits in each of a few ways: `3 × 8 = 24`.
pub(super) fn endings(seen: &Seen, stated: &Stated, count: usize, ways: &[Way]) -> Option<Vec<String>> {
    let Expr::Chain(chain) = &stated.expr else { return None };
    let [(_, right)] = &chain.rest[..] else { return None };
    let calculated = [&*chain.first, right].into_iter().find(|side| !matches!(side, Expr::Numeral(_)))?;
    let side = cut(calculated, count);
    let ending = |way: &Way| {
        let seen = seen.with(way);
        let digits: Vec<Digit> =
            (0..seen.scene.cells.len()).map(|place| seen.digits(place).min().unwrap_or(0)).collect();
        let is_known = side.cells().iter().all(|cell| seen.digits(cell.index()).len() == 1);
        let value = judge::number(&side, &digits, &seen.scene.context).ok().filter(|_| is_known)?;
        let value = written(&value, seen.scene.base);
        Some(format!("{} = {value}", known_expr(&seen, &side)))
    };
    let endings: Vec<String> = ways.iter().map(ending).collect::<Option<_>>()?;
    (!endings.is_empty() && endings.iter().collect::<std::collections::BTreeSet<_>>().len() <= MOST_ENDINGS)
        .then(|| {
            let mut once: Vec<String> = Vec::new();
            endings.into_iter().for_each(|ending| {
                if !once.contains(&ending) {
                    once.push(ending)
                }
            });
            once
        })
}

fn cut(expr: &Expr, count: usize) -> Expr {
    match expr {
        Expr::Numeral(numeral) => {
            let skipped = numeral.whole.len().saturating_sub(count);
            Expr::Numeral(Numeral { whole: numeral.whole[skipped..].to_vec(), ..numeral.clone() })
        }
        Expr::Unary(operator, operand) => Expr::Unary(operator, Box::new(cut(operand, count))),
        Expr::Chain(chain) if chain.tier() == Tier::Power => {
            Expr::chain(cut(&chain.first, count), chain.rest.clone())
        }
        Expr::Chain(chain) => {
            let rest = chain.rest.iter().map(|(operator, operand)| (*operator, cut(operand, count)));
            Expr::chain(cut(&chain.first, count), rest.collect())
        }
        other => other.clone(),
    }
}
