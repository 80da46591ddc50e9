//! The exact meanings of functions that take more than one line.

use crate::digits::Digit;
use crate::number::{Exact, Undefined};
use crate::vocabulary::Context;

pub(super) fn sign(x: &Exact) -> Exact {
    Exact::from(x.cmp(&Exact::ZERO) as i64)
}

/// Rounds to the nearest whole number, halves away from zero.
pub(super) fn round(x: &Exact) -> Result<Exact, Undefined> {
    if x.is_integer() {
        return Ok(x.clone());
    }
    let half = Exact::ONE.over(&Exact::from(2)).ok_or(Undefined::NoValue)?;
    let rounded = x.magnitude().plus(&half).floor();
    Ok(if x.is_negative() { rounded.negated() } else { rounded })
}

/// Multiplies all numbers. Only the final product is limited: a part may be larger than the whole.
pub(super) fn product(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    within_limit(x.iter().fold(Exact::ONE, |product, x| product.times(x)), context)
}

pub(super) fn lcm(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    within_limit(x.iter().try_fold(Exact::ONE, |lcm, x| lcm.lcm(x))?, context)
}

pub(super) fn coprime(x: &[Exact], _: &Context) -> Result<Exact, Undefined> {
    if !x.iter().all(Exact::is_integer) {
        return Ok(Exact::ZERO);
    }
    for (i, a) in x.iter().enumerate() {
        for b in &x[..i] {
            if a.gcd(b)? != Exact::ONE {
                return Ok(Exact::ZERO);
            }
        }
    }
    Ok(Exact::ONE)
}

/// Returns whether it is a semiprime. Only whole numbers above zero can be.
pub(super) fn is_semiprime(x: &Exact) -> Result<Exact, Undefined> {
    match x.num_prime_factors() {
        Ok(factors) => Ok((factors == Exact::from(2)).into()),
        Err(Undefined::NoValue) => Ok(Exact::ZERO),
        Err(unknown) => Err(unknown),
    }
}

/// Returns the digits, units first.
pub(super) fn digits(x: &Exact, context: &Context) -> Result<Vec<Digit>, Undefined> {
    x.digits(context.base.get()).ok_or(Undefined::NoValue)
}

/// Returns the digits of all numbers, as if they were written one after the other.
fn all_digits(x: &[Exact], context: &Context) -> Result<Vec<Digit>, Undefined> {
    let mut all = Vec::new();
    for x in x.iter().rev() {
        all.extend(digits(x, context)?);
    }
    Ok(all)
}

pub(super) fn digit(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    let digits = digits(&x[0], context)?;
    if !x[1].is_natural() {
        return Err(Undefined::NoValue);
    }
    let place = x[1].to_i64().and_then(|place| usize::try_from(place).ok());
    let digit = place.and_then(|place| digits.get(place)).copied().unwrap_or(0);
    Ok(Exact::from(i64::from(digit)))
}

/// Multiplies equal digits at once, which matters for numbers with many thousand digits.
pub(super) fn digit_product(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    let mut counts = [0; 64];
    for digit in digits(&x[0], context)? {
        counts[usize::from(digit)] += 1;
    }
    if counts[0] > 0 {
        return Ok(Exact::ZERO);
    }
    let mut product = Exact::ONE;
    for (digit, count) in (0..).zip(counts).skip(1) {
        // It is at most x, so no limit is needed.
        product = product.times(&Exact::from(digit).power(&Exact::from(count), u64::MAX)?);
    }
    Ok(product)
}

pub(super) fn reverse(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    let mut digits = digits(&x[0], context)?;
    digits.reverse();
    number(&digits, context)
}

pub(super) fn rotate(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    let mut digits = digits(&x[0], context)?;
    if !x[1].is_integer() {
        return Err(Undefined::NoValue);
    }
    let turns = x[1].modulo(&counted(digits.len())).and_then(|turns| turns.to_i64());
    let turns = usize::try_from(turns.ok_or(Undefined::NoValue)?).map_err(|_| Undefined::NoValue)?;
    digits.rotate_right(turns);
    number(&digits, context)
}

pub(super) fn concat(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    within_limit(number(&all_digits(x, context)?, context)?, context)
}

pub(super) fn num(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    let digit = |x: &Exact| Digit::try_from(x.to_i64()?).ok();
    let digits: Option<Vec<Digit>> = x.iter().rev().map(digit).collect();
    number(&digits.ok_or(Undefined::NoValue)?, context)
}

pub(super) fn is_palindrome(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    Ok(digits(&x[0], context).is_ok_and(|digits| digits.iter().eq(digits.iter().rev())).into())
}

pub(super) fn increasing(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    Ok(digits(&x[0], context).is_ok_and(|digits| super::is_increasing(digits.into_iter())).into())
}

pub(super) fn pandigital(x: &[Exact], context: &Context) -> Result<Exact, Undefined> {
    let digits = all_digits(x, context);
    Ok(digits.is_ok_and(|digits| super::has_each_once(digits.into_iter(), context)).into())
}

fn number(digits: &[Digit], context: &Context) -> Result<Exact, Undefined> {
    Exact::from_digits(digits, context.base.get()).ok_or(Undefined::NoValue)
}

/// Converts a count of things in memory, which always fits a machine word.
pub(super) fn counted(things: usize) -> Exact {
    Exact::from(things as i64)
}

/// Keeps a result only up to sixteen limits, as for `*`, since results of results could grow without end.
pub(super) fn within_limit(number: Exact, context: &Context) -> Result<Exact, Undefined> {
    number.within(context.limit.saturating_mul(16))
}
