//! Last digits of sums, products and powers.

use super::Find;
use super::Look;
use super::MOST_WAYS;
use super::Subject;
use super::Technique;
use super::ways_weight;
use crate::explain::scene::Stated;
use crate::explain::scene::Var;
use crate::expr::Chain;
use crate::expr::Element;
use crate::expr::Expr;
use crate::expr::Numeral;
use crate::vocabulary::Algebra;
use crate::vocabulary::Tier;

pub(super) const LAST_DIGIT: Technique = Technique {
    name: "last-digit",
    looks_at: "last digits of a product, quotient, square, power",
    concludes: "digits that occur in the table of the base",
    weight: 150,
    look: |look| last(look, &LAST_DIGIT, 1),
};

pub(super) const LAST_DIGITS: Technique = Technique {
    name: "last-digits",
    looks_at: "the last two or three digits of the same",
    concludes: "digits that occur in one of the ways",
    weight: 300,
    look: |look| {
        let mut finds = last(look, &LAST_DIGITS, 2);
        if finds.is_empty() {
            finds = last(look, &LAST_DIGITS, 3);
            finds.iter_mut().for_each(|find| find.weight += 150);
        }
        finds
    },
};

/// Digits that an equation modulo a power of the base excludes.
fn last(look: &Look, technique: &'static Technique, count: u32) -> Vec<Find> {
    let stated = look.scene.stated.iter().enumerate();
    let found = stated.filter_map(|(index, stated)| {
        let places = last_places(stated, count as usize);
        if places.is_empty() || places.iter().all(|place| look.state.digit(*place).is_some()) {
            return None;
        }
        let stamp = look.stamp(places.iter().map(|place| Var::Place(*place)));
        let mut find = look.at(technique.name, (index, count as usize), stamp, || {
            condition(look, technique, stated, &places, count)
        })?;
        find.at.equation = Some(stated.number);
        find.subject = Subject::Stated(index);
        Some(find)
    });
    found.collect()
}

/// The places of the last digits of all numerals.
fn last_places(stated: &Stated, count: usize) -> Vec<usize> {
    let mut places = Vec::new();
    if !is_understood(&stated.expr) {
        return places;
    }
    stated.expr.for_each_numeral(&mut |numeral| {
        for element in numeral.whole.iter().rev().take(count) {
            if let Element::Hidden(place) = element
                && !places.contains(&place.index())
            {
                places.push(place.index());
            }
        }
    });
    places
}

/// Equations of whole numerals with + - × and whole powers, one of them not a sum only.
fn is_understood(expr: &Expr) -> bool {
    let Expr::Chain(chain) = expr else { return false };
    let is_equation =
        chain.tier() == Tier::Relation && chain.rest.len() == 1 && chain.rest[0].0.algebra == Algebra::Equal;
    is_equation && chain.operands().all(is_polynomial) && chain.operands().any(|side| !is_sum(side))
}

fn is_polynomial(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(number) => number.is_integer(),
        Expr::Numeral(numeral) => numeral.is_whole() && numeral.base.is_none(),
        Expr::Unary(operator, operand) => operator.algebra == Algebra::Minus && is_polynomial(operand),
        Expr::Chain(chain) if chain.tier() == Tier::Power => {
            is_polynomial(&chain.first) && matches!(exponent(chain), Some(0..=12))
        }
        Expr::Chain(chain) => {
            let is_known =
                |algebra: Algebra| matches!(algebra, Algebra::Plus | Algebra::Minus | Algebra::Times);
            chain.rest.iter().all(|(operator, _)| is_known(operator.algebra))
                && chain.operands().all(is_polynomial)
        }
        _ => false,
    }
}

fn is_sum(expr: &Expr) -> bool {
    match expr {
        Expr::Numeral(_) | Expr::Constant(_) => true,
        Expr::Unary(_, operand) => is_sum(operand),
        Expr::Chain(chain) => chain.tier() == Tier::Sum && chain.operands().all(is_sum),
        _ => false,
    }
}

/// A shown exponent.
fn exponent(chain: &Chain) -> Option<i64> {
    match &chain.rest[..] {
        [(_, Expr::Constant(number))] => number.to_i64().filter(|_| number.is_integer()),
        [(_, Expr::Numeral(Numeral { whole, .. }))] => match whole[..] {
            [Element::Shown(digit)] => Some(digit.into()),
            _ => None,
        },
        _ => None,
    }
}

fn condition(
    look: &Look,
    technique: &'static Technique,
    stated: &Stated,
    places: &[usize],
    count: u32,
) -> Option<Find> {
    let modulo = look.scene.b().checked_pow(count)?;
    let vars: Vec<Var> = places.iter().map(|place| Var::Place(*place)).collect();
    let Expr::Chain(chain) = &stated.expr else { return None };
    let test = |values: &[i64]| {
        let digit = |place: usize| places.iter().position(|other| *other == place).map_or(0, |at| values[at]);
        let value = |expr: &Expr| residue(look, expr, &digit, modulo, count as usize);
        value(&chain.first) == value(&chain.rest[0].1)
    };
    let ways = look.ways(&vars, &[], MOST_WAYS.max(40), &test)?;
    if ways.len() > MOST_WAYS && ways.len() > 24 {
        return None;
    }
    let news = look.news_of(&vars, &ways);
    if news.is_empty() {
        return None;
    }
    let mut find = look.enumerated(technique, &vars, &[stated.given], news, ways.len());
    find.weight = technique.weight + ways_weight(ways.len());
    for give in &mut find.gives {
        give.proof.modulo = u64::try_from(modulo).ok();
    }
    Some(find)
}

/// The value of a polynomial modulo a power of the base, given the last digits.
fn residue(look: &Look, expr: &Expr, digit: &dyn Fn(usize) -> i64, modulo: i64, count: usize) -> i64 {
    let value = |expr: &Expr| residue(look, expr, digit, modulo, count);
    match expr {
        Expr::Constant(number) => number.to_i64().unwrap_or(0).rem_euclid(modulo),
        Expr::Numeral(numeral) => {
            let skipped = numeral.whole.len().saturating_sub(count);
            numeral.whole[skipped..].iter().fold(0, |sum, element| {
                let value = match element {
                    Element::Shown(shown) => i64::from(*shown),
                    Element::Hidden(place) => digit(place.index()),
                };
                (sum * look.scene.b() + value) % modulo
            })
        }
        Expr::Unary(_, operand) => (-value(operand)).rem_euclid(modulo),
        Expr::Chain(chain) if chain.tier() == Tier::Power => {
            let first = value(&chain.first);
            (0..exponent(chain).unwrap_or(0)).fold(1, |product, _| times(product, first, modulo))
        }
        Expr::Chain(chain) => chain.rest.iter().fold(value(&chain.first), |sum, (operator, operand)| {
            let next = value(operand);
            match operator.algebra {
                Algebra::Plus => (sum + next) % modulo,
                Algebra::Minus => (sum - next).rem_euclid(modulo),
                _ => times(sum, next, modulo),
            }
        }),
        _ => 0,
    }
}

fn times(a: i64, b: i64, modulo: i64) -> i64 {
    i64::try_from((i128::from(a) * i128::from(b)).rem_euclid(i128::from(modulo))).unwrap_or(0)
}
