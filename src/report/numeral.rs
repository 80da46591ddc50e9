//! Values as the base of their puzzle writes them.

use crate::digits::Base;
use crate::digits::Digit;
use crate::number::Exact;

/// A value in digits of `base`, a fraction as `a/b`.
///
/// ```
/// use fukumen::digits::Base;
/// use fukumen::number::Exact;
/// use fukumen::report::in_base;
/// let value = Exact::from(-23).over(&Exact::from(12)).expect("12 is not zero");
/// assert_eq!(in_base(&value, Base::new(12)?), "-1B/10");
/// # Ok::<(), fukumen::digits::DigitError>(())
/// ```
#[must_use]
pub fn in_base(value: &Exact, base: Base) -> String {
    if base == Base::TEN {
        return value.to_string();
    }
    let sign = if value.is_negative() { "-" } else { "" };
    let whole = natural(value.numer().magnitude(), base);
    if value.is_integer() {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}/{}", natural(value.denom(), base))
}

/// The digits of a whole number, one division each: values shown are bounded, so are their digits.
fn natural(mut rest: Exact, base: Base) -> String {
    let radix = Exact::from(i64::from(base.get()));
    let mut names = Vec::new();
    while !rest.is_zero() || names.is_empty() {
        let quotient = rest.over(&radix).expect("a base is not zero").floor();
        let digit = rest.minus(&quotient.times(&radix));
        let digit = digit.to_i64().and_then(|digit| Digit::try_from(digit).ok());
        names.push(base.name(digit.expect("a remainder is less than the base")).to_string());
        rest = quotient;
    }
    names.reverse();
    names.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: i64, base: u64) -> String {
        in_base(&value.into(), Base::new(base).expect("it is a base"))
    }

    #[test]
    fn zero_is_one_digit() {
        assert_eq!(written(0, 2), "0");
    }

    #[test]
    fn large_digits_are_bracketed() {
        assert_eq!(written(63 * 64 + 1, 64), "[63]1");
        assert_eq!(written(-255, 16), "-FF");
    }
}
