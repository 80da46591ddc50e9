//! Formulas as a reader writes them: with signs, and with what is known put in.

use super::seen::Seen;
use crate::checker::Way;
use crate::fact::{Carry, Claim, Relation, Term};
use crate::scene::{Id, Scene, Stated, Var};
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::solution::written;
use fukumen_language::vocabulary::Tier;

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
pub(super) fn last_digits(seen: &Seen, stated: &Stated, count: usize) -> Option<(String, String)> {
    let Expr::Chain(chain) = &stated.expr else { return None };
    let [(_, right)] = &chain.rest[..] else { return None };
    let sides = [&*chain.first, right].map(|side| known_expr(seen, &cut(side, count)));
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
