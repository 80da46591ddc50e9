//! Functions on machine words. They return `None` on overflow and if there is no value; then the exact meaning decides.

use std::iter::successors;

use crate::digits::Digit;
use crate::number;
use crate::number::Exact;
use crate::vocabulary::Context;

pub(super) fn modulo(a: i64, b: i64) -> Option<i64> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

pub(super) fn divides(a: i64, b: i64) -> Option<i64> {
    Some(if a == 0 { b == 0 } else { b.checked_rem(a)? == 0 }.into())
}

pub(super) fn gcd(a: i64, b: i64) -> Option<i64> {
    i64::try_from(number::gcd(a.unsigned_abs(), b.unsigned_abs())).ok()
}

pub(super) fn lcm(a: i64, b: i64) -> Option<i64> {
    if a == 0 || b == 0 {
        return Some(0);
    }
    (a / gcd(a, b)?).checked_mul(b)?.checked_abs()
}

pub(super) fn is_semiprime(x: i64) -> Option<i64> {
    if x <= 0 {
        return Some(0);
    }
    Some(i64::from(Exact::from(x).num_prime_factors().ok()? == Exact::from(2)))
}

pub(super) fn coprime(x: &[i64], _: &Context) -> Option<i64> {
    for (i, a) in x.iter().enumerate() {
        for b in &x[..i] {
            if gcd(*a, *b)? != 1 {
                return Some(0);
            }
        }
    }
    Some(1)
}

pub(super) fn factorial(n: i64) -> Option<i64> {
    // 21! is too large.
    (0..=20).contains(&n).then(|| (1..=n).product())
}

pub(super) fn choose(n: i64, k: i64) -> Option<i64> {
    if n < 0 {
        return None;
    }
    if k < 0 || k > n {
        return Some(0);
    }
    // The result at least doubles with every step, so this ends soon.
    (0..k.min(n - k)).try_fold(1i64, |ways, i| Some(ways.checked_mul(n - i)? / (i + 1)))
}

pub(super) fn triangular(n: i64) -> Option<i64> {
    let next = n.checked_add(1).filter(|_| n >= 0)?;
    if n % 2 == 0 { (n / 2).checked_mul(next) } else { n.checked_mul(next / 2) }
}

pub(super) fn fibonacci(n: i64) -> Option<i64> {
    // The 93rd is too large.
    let (mut a, mut b) = (0u64, 1u64);
    for _ in 0..usize::try_from(n).ok().filter(|n| *n <= 92)? {
        (a, b) = (b, a + b);
    }
    i64::try_from(a).ok()
}

/// Returns a member of 0, 1, 2, 3, 5, 8: each Fibonacci number once.
pub(super) fn member_of_fibonacci(n: u64) -> Option<i64> {
    if n == 0 { Some(0) } else { fibonacci(i64::try_from(n).ok()?.checked_add(1)?) }
}

pub(super) fn power(n: u64, exponent: u32) -> Option<i64> {
    i64::try_from(n).ok()?.checked_pow(exponent)
}

/// Iterates over the digits, units first; `None` for negative numbers.
pub(super) fn digits(x: i64, context: &Context) -> Option<impl Iterator<Item = Digit> + use<>> {
    let base = base(context);
    let rests = successors((x >= 0).then_some(x), move |rest| (*rest >= base).then(|| rest / base));
    (x >= 0).then(|| rests.map(move |rest| (rest % base) as Digit))
}

fn base(context: &Context) -> i64 {
    context.base.get().into()
}

pub(super) fn length(x: i64, context: &Context) -> Option<i64> {
    i64::try_from(digits(x, context)?.count()).ok()
}

pub(super) fn digit(x: i64, place: i64, context: &Context) -> Option<i64> {
    let place = usize::try_from(place).ok()?;
    Some(digits(x, context)?.nth(place).map_or(0, i64::from))
}

pub(super) fn digit_product(x: i64, context: &Context) -> Option<i64> {
    Some(digits(x, context)?.map(i64::from).product())
}

pub(super) fn reverse(x: i64, context: &Context) -> Option<i64> {
    digits(x, context)?.try_fold(0, |number, digit| appended(number, digit.into(), context))
}

pub(super) fn is_palindrome(x: i64, context: &Context) -> Option<i64> {
    Some((x >= 0 && reverse(x, context)? == x).into())
}

pub(super) fn rotate(x: i64, k: i64, context: &Context) -> Option<i64> {
    let length = length(x, context)?;
    let turns = k.rem_euclid(length);
    if turns == 0 {
        return Some(x);
    }
    let low = base(context).checked_pow((length - turns) as u32)?;
    let high = base(context).checked_pow(turns as u32)?;
    (x % low).checked_mul(high)?.checked_add(x / low)
}

/// Returns the two numbers written one after the other.
pub(super) fn joined(left: i64, right: i64, context: &Context) -> Option<i64> {
    let shifted = digits(right, context)?.try_fold(left, |left, _| left.checked_mul(base(context)));
    shifted?.checked_add(right)
}

/// Returns the number with one more digit at its end.
pub(super) fn appended(number: i64, digit: i64, context: &Context) -> Option<i64> {
    if !(0..base(context)).contains(&digit) {
        return None;
    }
    number.checked_mul(base(context))?.checked_add(digit)
}

pub(super) fn is_pandigital(x: &[i64], context: &Context) -> Option<i64> {
    if x.iter().any(|x| *x < 0) {
        return Some(0);
    }
    let all = x.iter().filter_map(|x| digits(*x, context)).flatten();
    Some(super::has_each_once(all, context).into())
}
