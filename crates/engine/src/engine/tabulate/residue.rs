//! Arithmetic modulo the prime 2^31 - 1.
//!
//! A fraction has a residue if the prime does not divide its denominator, and residues keep sums and products: two values
//! with different residues differ. Two different values have the same residue with a chance of one in two thousand million,
//! and every agreement is checked exactly. Half a machine word is enough for each, so the caches hold twice as many.

use fukumen_language::number::Exact;

/// The prime.
pub(super) const PRIME: u32 = (1 << 31) - 1;

/// Returns the sum.
#[inline]
pub(super) fn plus(a: u32, b: u32) -> u32 {
    lowered(a + b)
}

/// Returns the negative.
#[inline]
pub(super) fn negated(a: u32) -> u32 {
    lowered(PRIME - a)
}

/// Returns the product: 2^31 is 1, so the upper half of a product is added to the lower.
#[inline]
pub(super) fn times(a: u32, b: u32) -> u32 {
    let product = u64::from(a) * u64::from(b);
    lowered((product & u64::from(PRIME)) as u32 + (product >> 31) as u32)
}

/// Lowers a number below twice the prime to below the prime. The difference wraps if there is nothing to subtract.
#[inline]
fn lowered(a: u32) -> u32 {
    a.min(a.wrapping_sub(PRIME))
}

/// Returns the power.
pub(super) fn power(mut base: u32, mut exponent: u32) -> u32 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    power
}

/// Returns the inverse, after Fermat; 0 for 0.
pub(super) fn inverse(a: u32) -> u32 {
    power(a, PRIME - 2)
}

/// Inverts every number at the price of three products each: the inverse of the product of all is split, starting from the
/// last (P. L. Montgomery 1987). No number may be zero.
pub(super) fn invert_all(numbers: &mut [u32]) {
    let mut before = Vec::with_capacity(numbers.len());
    let mut product = 1;
    for number in numbers.iter() {
        before.push(product);
        product = times(product, *number);
    }
    let mut rest = inverse(product);
    for (number, before) in numbers.iter_mut().zip(before).rev() {
        let inverted = times(rest, before);
        rest = times(rest, *number);
        *number = inverted;
    }
}

/// Returns the residue of a whole number.
pub(super) fn of_whole(number: i64) -> u32 {
    number.rem_euclid(i64::from(PRIME)) as u32
}

/// Returns the residue of a number, if it has one.
pub(super) fn of_exact(number: &Exact) -> Option<u32> {
    let (numer, denom) = number.residues(u64::from(PRIME));
    (denom != 0).then(|| times(numer as u32, inverse(denom as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest and largest numbers and some between.
    const SOME: [u32; 8] = [0, 1, 2, 3, 46341, 1_234_567_890, PRIME - 2, PRIME - 1];

    #[test]
    fn operations_are_those_of_whole_numbers() {
        let (p, wide) = (i128::from(PRIME), i128::from);
        for a in SOME {
            assert_eq!(wide(negated(a)), (-wide(a)).rem_euclid(p));
            for b in SOME {
                assert_eq!(wide(plus(a, b)), (wide(a) + wide(b)) % p);
                assert_eq!(wide(times(a, b)), (wide(a) * wide(b)) % p);
            }
        }
    }

    #[test]
    fn what_is_inverted_together_is_inverted_alone() {
        let mut numbers = SOME[1..].to_vec();
        invert_all(&mut numbers);
        for (number, inverted) in SOME[1..].iter().zip(&numbers) {
            assert_eq!(times(*number, *inverted), 1);
            assert_eq!(inverse(*number), *inverted);
        }
        assert_eq!(power(3, 5), 243);
    }

    #[test]
    fn fractions_have_residues_unless_the_prime_divides_their_denominator() {
        let third = Exact::ONE.over(&3.into()).expect("three is not zero");
        assert_eq!(of_exact(&third).map(|residue| times(residue, 3)), Some(1));
        assert_eq!(of_exact(&Exact::from(-1)), Some(PRIME - 1));
        assert_eq!(of_exact(&Exact::from(i64::MIN)), Some(of_whole(i64::MIN)));
        let none = Exact::ONE.over(&i64::from(PRIME).into()).expect("it is not zero");
        assert_eq!(of_exact(&none), None);
        let huge = (0..5).fold(Exact::ONE, |product, _| product.times(&i64::MAX.into()));
        assert_eq!(of_exact(&huge), Some(power(of_whole(i64::MAX), 5)));
    }
}
