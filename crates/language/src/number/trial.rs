//! Trial division.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

/// Factors below this are found by trial division.
pub(super) const TRIED: u64 = 1000;

/// Returns the smallest prime factor, if it is below [`TRIED`]: the first divisor found is prime.
pub(super) fn small_factor(number: &BigUint) -> Option<u64> {
    (2..TRIED).find(|divisor| (number % *divisor).is_zero())
}

/// Returns how often the factor divides the number, and the cofactor. Squaring the factor on the way down makes this quick for
/// high powers.
pub(super) fn multiplicity(number: &BigUint, factor: &BigUint) -> (u64, BigUint) {
    let (quotient, rest) = number.div_rem(factor);
    if !rest.is_zero() {
        return (0, number.clone());
    }
    let (pairs, left) = multiplicity(&quotient, &(factor * factor));
    let (quotient, rest) = left.div_rem(factor);
    if rest.is_zero() { (2 * pairs + 2, quotient) } else { (2 * pairs + 1, left) }
}
