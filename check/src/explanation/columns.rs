//! The columns of equations: digits times integers, with what is carried.

use std::collections::HashSet;

use super::form::form;
use crate::claim::{Carry, Claim, Term};
use crate::expression::{Element, Expression};
use crate::linear::{Linear, linear};
use crate::words::{Deed, EQUAL};

/// The most values of a carry that are compared.
const VALUES: i128 = 1 << 20;

/// Numerals with their factors, which are negative in the total; together they are 0.
type Sum = Vec<(i128, Vec<Element>)>;

/// Whether a claim is a column of an equation, or the carry that leaves it.
pub fn is_of_column(is_column: bool, equation: &Expression, base: u32, at: Carry, claim: &Claim) -> bool {
    let is_of = if is_column { self::is_column } else { is_carry };
    sums(equation, base).iter().any(|sum| is_of(sum, base, at, claim))
}

/// An equation as a sum that is 0; both ways if either side can be the total.
fn sums(equation: &Expression, base: u32) -> Vec<Sum> {
    let Expression::Call(word, sides) = equation else { return Vec::new() };
    let mut terms = Sum::new();
    let is_sum = matches!(word.3, Deed::Compare(EQUAL))
        && sides.iter().zip([1, -1]).all(|(side, sign)| gather(side, sign, base, &mut terms).is_some());
    if !is_sum {
        return Vec::new();
    }
    let negated: Sum = terms.iter().map(|(factor, digits)| (-factor, digits.clone())).collect();
    let left = terms.iter().filter(|(factor, _)| *factor > 0).count();
    match (left, terms.len() - left) {
        (1, 1) => vec![negated, terms],
        (1, _) => vec![negated],
        _ => vec![terms],
    }
}

/// Adds the terms of a side. The depth of brackets bounds the recursion.
fn gather(side: &Expression, factor: i128, base: u32, terms: &mut Sum) -> Option<()> {
    match side {
        Expression::Number(number) => {
            let digits = number.natural()?.to_radix_be(base).1;
            if !number.is_zero() {
                terms.push((factor, digits.into_iter().map(Element::Digit).collect()));
            }
        }
        Expression::Numeral(numeral) => {
            let is_plain = numeral.is_whole() && numeral.base == base;
            terms.push((factor, is_plain.then(|| numeral.whole.clone())?));
        }
        Expression::Call(word, x) => match word.3 {
            Deed::Neg => gather(&x[0], factor.checked_neg()?, base, terms)?,
            Deed::Plus => x.iter().try_for_each(|x| gather(x, factor, base, terms))?,
            Deed::Times if x.len() == 2 => {
                let known = |x: &Expression| match linear(x)? {
                    Linear(number, weights) if weights.is_empty() => i128::try_from(number.whole()?).ok(),
                    _ => None,
                };
                let (times, numeral) = match (known(&x[0]), known(&x[1])) {
                    (Some(times), None) => (times, &x[1]),
                    (None, Some(times)) => (times, &x[0]),
                    _ => return None,
                };
                gather(numeral, factor.checked_mul(times).filter(|factor| *factor != 0)?, base, terms)?;
            }
            _ => return None,
        },
    }
    Some(())
}

fn digit(digits: &[Element], column: u32) -> Option<Element> {
    Some(digits[digits.len().checked_sub(column as usize + 1)?])
}

fn longest(sum: &Sum) -> u32 {
    sum.iter().map(|(_, digits)| digits.len()).max().unwrap_or(0) as u32
}

/// Whether a claim says: digits times factors, plus the carry in, less the base times the carry out, make 0.
fn is_column(sum: &Sum, base: u32, (equation, column): Carry, claim: &Claim) -> bool {
    let length = longest(sum);
    if column >= length {
        return false;
    }
    let of_column = sum.iter().filter_map(|(factor, digits)| Some((digit(digits, column)?, *factor)));
    let mut terms: Vec<(Term, i128)> =
        of_column.map(|(element, factor)| (Term::Numeral(vec![element]), factor)).collect();
    terms.extend(column.checked_sub(1).map(|column| (Term::Carry(equation, column), 1)));
    if column + 1 < length {
        terms.push((Term::Carry(equation, column), -i128::from(base)));
    }
    let stated = form(&Claim::Relation { terms, equals: 0, modulo: None }, base);
    stated.is_some() && stated == form(claim, base)
}

/// Whether a claim has all values that the carry out of a column can have.
fn is_carry(sum: &Sum, base: u32, at: Carry, claim: &Claim) -> bool {
    let Claim::Carry(carry, values) = claim else { return false };
    let Some((least, most)) = ends(sum, base, at.1) else { return false };
    let values: HashSet<i128> = values.iter().map(|value| (*value).into()).collect();
    let has_all = most - least < VALUES && (least..=most).all(|value| values.contains(&value));
    *carry == at && at.1 + 1 < longest(sum) && has_all
}

/// The least and the greatest carry out of a column, if every hidden digit may be any.
fn ends(sum: &Sum, base: u32, column: u32) -> Option<(i128, i128)> {
    let base = i128::from(base);
    let (mut least, mut most) = (0i128, 0i128);
    for column in 0..=column.min(longest(sum)) {
        for (factor, digits) in sum {
            let (low, high) = match digit(digits, column) {
                None => continue,
                Some(Element::Digit(digit)) => (digit.into(), digit.into()),
                Some(Element::Cell(_)) => (0, base - 1),
            };
            let (x, y) = (factor.checked_mul(low)?, factor.checked_mul(high)?);
            (least, most) = (least.checked_add(x.min(y))?, most.checked_add(x.max(y))?);
        }
        // A carry is whole: the least is rounded up, the greatest down.
        (least, most) = (-(-least).div_euclid(base), most.div_euclid(base));
    }
    Some((least, most))
}
