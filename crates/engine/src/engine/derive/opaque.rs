//! Values that are computed once their digits are known: powers with unknown exponents, whole quotients and
//! remainders in machine words, and everything else by the judge.

use super::tree::Tree;
use crate::compile::polynomial::{Opaque, Slot};
use crate::engine::search::whole::Whole;
use fukumen_language::digits::Digit;
use fukumen_language::number::{Exact, Undefined};

/// The result of computing a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    /// The value.
    Value(T),
    /// It cannot be computed in machine words: its equation is not used here, and is tested at the end.
    Lost,
    /// Its equation cannot hold.
    None,
}

/// Computes the value of an opaque slot.
pub(super) fn value<T: Whole>(tree: &Tree<T>, slot: usize, values: &[T], digits: &[Digit]) -> Found<T> {
    let Slot::Opaque { what, limit, alone, .. } = &tree.system.slots[slot] else { return Found::Lost };
    // Above the limit the two sides differ, if the value is the whole of one side.
    let past = if *alone { Found::None } else { Found::Lost };
    let wide = |value: T| -> i128 { value.into() };
    let limited = |value: Option<T>| match value {
        Some(value) if wide(value).unsigned_abs() <= limit.unsigned_abs() => Found::Value(value),
        _ => past,
    };
    match what {
        Opaque::Power(base, exponent) => match u32::try_from(wide(values[*exponent])) {
            Ok(exponent) => limited(values[*base].checked_pow(exponent)),
            Err(_) => Found::Lost,
        },
        Opaque::Floor(a, b) | Opaque::Mod(a, b) => {
            let (a, b) = (values[*a], values[*b]);
            if b == T::ZERO {
                return Found::None;
            }
            let rest = modulo(a, b);
            limited(Some(if matches!(what, Opaque::Mod(..)) { rest } else { (a - rest) / b }))
        }
        Opaque::Judged(expression) => match expression.number(digits, &tree.problem.context) {
            Ok(number) => judged(&number, *limit, past),
            Err(Undefined::NoValue) => Found::None,
            Err(_) => Found::Lost,
        },
    }
}

fn judged<T: Whole>(number: &Exact, limit: i128, past: Found<T>) -> Found<T> {
    match number.to_i64().map(i128::from) {
        Some(value) if value.unsigned_abs() <= limit.unsigned_abs() => Found::Value(T::of(value)),
        Some(_) => past,
        None if number.is_integer() && limit < i128::from(i64::MAX) => past,
        None => Found::Lost,
    }
}

/// Returns the remainder of floor division, which has the sign of the divisor.
fn modulo<T: Whole>(a: T, b: T) -> T {
    let rest = a % b;
    if rest != T::ZERO && (rest < T::ZERO) != (b < T::ZERO) { rest + b } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_have_the_sign_of_the_divisor() {
        for a in -20i64..20 {
            for b in (-6i64..7).filter(|b| *b != 0) {
                let floor = (a as f64 / b as f64).floor() as i64;
                assert_eq!(modulo(a, b), a - floor * b, "{a} mod {b}");
            }
        }
    }

    #[test]
    fn what_is_past_its_limit_is_not_there() {
        let past = Found::None;
        assert_eq!(judged::<i64>(&Exact::from(7), 7, past), Found::Value(7));
        assert_eq!(judged::<i64>(&Exact::from(8), 7, past), Found::None);
        assert_eq!(judged::<i64>(&Exact::from(-8), 7, past), Found::None);
        let half = Exact::ONE.over(&Exact::from(2)).expect("two is not zero");
        assert_eq!(judged::<i64>(&half, 7, past), Found::Lost);
    }
}
