//! Every function, one row for each.
//!
//! The rows say what a function is. Meanings longer than a line are in [`exactly`], for numbers of any size, and in [`machine`],
//! for machine words. If a function has no value, as the factorial of a fraction, it is [`Undefined::NoValue`]. A question about
//! certain numbers ("is it prime?") is answered with no for all others, fractions too.
//!
//! Digits are those of whole numbers from 0 up. A sign is not a digit, so `digit_sum(-12)` is undefined; write
//! `digit_sum(abs(x))` to get 3. Leading zeros are dropped: `reverse(120)` is 21.

mod exactly;
mod machine;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::context::Context;
use super::function::{Exactly, Function, FunctionMeaning, Kind, Members};
use super::operators::Algebra;
use crate::digits::Digit;
use crate::number::{Exact, Undefined};

type Machine = fn(&[i64], &Context) -> Option<i64>;

/// Any number of arguments.
const MANY: usize = usize::MAX;

/// Every function. Adding one means adding a row.
pub static FUNCTIONS: &[Function] = &[
    // Size and sign.
    number("abs", 1..=1, "the number without its sign")
        .exact(|x, _| Ok(x[0].magnitude()))
        .machine(|x, _| x[0].checked_abs())
        .known(Algebra::Absolute),
    number("min", 1..=MANY, "the smallest of the numbers")
        .exact(|x, _| x.iter().min().cloned().ok_or(Undefined::NoValue))
        .unordered()
        .machine(|x, _| x.iter().copied().min())
        .known(Algebra::Least),
    number("max", 1..=MANY, "the largest of the numbers")
        .exact(|x, _| x.iter().max().cloned().ok_or(Undefined::NoValue))
        .unordered()
        .machine(|x, _| x.iter().copied().max())
        .known(Algebra::Greatest),
    number("sign", 1..=1, "1, 0 or -1: above zero, zero, below zero")
        .exact(|x, _| Ok(exactly::sign(&x[0])))
        .also(&["sgn", "signum"])
        .machine(|x, _| Some(x[0].signum()))
        .known(Algebra::Sign),
    number("floor", 1..=1, "rounded down")
        .exact(|x, _| Ok(x[0].floor()))
        .machine(|x, _| Some(x[0]))
        .known(Algebra::RoundedDown),
    number("ceil", 1..=1, "rounded up")
        .exact(|x, _| Ok(x[0].negated().floor().negated()))
        .also(&["ceiling"])
        .machine(|x, _| Some(x[0])),
    number("round", 1..=1, "rounded to the nearest whole number, halves away from zero")
        .exact(|x, _| exactly::round(&x[0]))
        .machine(|x, _| Some(x[0])),
    condition("is_integer", 1..=1, "whether it is a whole number")
        .exact(|x, _| Ok(x[0].is_integer().into()))
        .machine(|_, _| Some(1))
        .known(Algebra::Whole),
    // Sums and products.
    number("sum", 1..=MANY, "all numbers added")
        .exact(|x, _| Ok(x.iter().fold(Exact::ZERO, |sum, x| sum.plus(x))))
        .unordered()
        .machine(|x, _| x.iter().try_fold(0, |sum: i64, x| sum.checked_add(*x)))
        .known(Algebra::Plus),
    number("product", 1..=MANY, "all numbers multiplied")
        .exact(exactly::product)
        .also(&["prod"])
        .unordered()
        .machine(|x, _| x.iter().try_fold(1, |product: i64, x| product.checked_mul(*x)))
        .known(Algebra::Times),
    // Powers and roots.
    number("sqrt", 1..=1, "the exact square root; no value where there is none")
        .exact(|x, _| x[0].root(2))
        .machine(|x, _| word(Exact::from(x[0]).root(2)))
        .known(Algebra::Root(2)),
    number("cbrt", 1..=1, "the exact cube root; no value where there is none")
        .exact(|x, _| x[0].root(3))
        .machine(|x, _| word(Exact::from(x[0]).root(3)))
        .known(Algebra::Root(3)),
    number("root", 2..=2, "root(x,n): the exact nth root of x, for whole n from 1 on")
        .exact(|x, _| x[0].root_of_degree(&x[1]))
        .machine(|x, _| word(Exact::from(x[0]).root(x[1].try_into().ok()?))),
    condition("is_square", 1..=1, "whether it is the square of a whole number, as 0 is")
        .exact(|x, _| truth(x[0].is_square()))
        .also(&["issquare"])
        .machine(|x, _| holds(Exact::from(x[0]).is_square()))
        .members(|n| machine::power(n, 2)),
    condition("is_cube", 1..=1, "whether it is the cube of a whole number, as 0 and -8 are")
        .exact(|x, _| truth(x[0].is_cube()))
        .also(&["iscube"])
        .machine(|x, _| holds(Exact::from(x[0]).is_cube()))
        .members(|n| machine::power(n, 3)),
    condition("is_power", 1..=1, "whether it is n^k for whole n and k with k at least 2, as 0, 1 and -8 are")
        .exact(|x, _| truth(x[0].is_perfect_power()))
        .also(&["ispower"])
        .machine(|x, _| holds(Exact::from(x[0]).is_perfect_power())),
    // Divisors.
    number("mod", 2..=2, "mod(x,y): the rest of floor division, with the sign of y; as x % y")
        .exact(|x, _| x[0].modulo(&x[1]).ok_or(Undefined::NoValue))
        .also(&["modulo"])
        .machine(|x, _| machine::modulo(x[0], x[1]))
        .known(Algebra::Mod),
    condition("divides", 2..=2, "divides(a,b): whether b is a whole multiple of a; as a ∣ b")
        .exact(|x, _| Ok(x[1].is_multiple_of(&x[0]).into()))
        .machine(|x, _| machine::divides(x[0], x[1]))
        .known(Algebra::Divides),
    number("gcd", 1..=MANY, "the greatest common divisor of whole numbers")
        .exact(|x, _| x.iter().try_fold(Exact::ZERO, |gcd, x| gcd.gcd(x)))
        .unordered()
        .machine(|x, _| x.iter().try_fold(0, |gcd, x| machine::gcd(gcd, *x)))
        .known(Algebra::CommonDivisor),
    number("lcm", 1..=MANY, "the least common multiple of whole numbers")
        .exact(exactly::lcm)
        .unordered()
        .machine(|x, _| x.iter().try_fold(1, |lcm, x| machine::lcm(lcm, *x)))
        .known(Algebra::CommonMultiple),
    condition(
        "coprime",
        2..=MANY,
        "whether no two of the whole numbers share a factor; for all at once, gcd(…)=1",
    )
    .exact(exactly::coprime)
    .unordered()
    .machine(machine::coprime),
    number("num_divisors", 1..=1, "how many divisors a whole number above zero has")
        .exact(|x, _| x[0].num_divisors())
        .also(&["ndivisors", "numdiv"])
        .machine(|x, _| word(Exact::from(x[0]).num_divisors())),
    number("totient", 1..=1, "how many numbers from 1 to x share no factor with x")
        .exact(|x, _| x[0].totient())
        .also(&["phi", "eulerphi"])
        .machine(|x, _| word(Exact::from(x[0]).totient())),
    condition("is_even", 1..=1, "whether it is an even whole number")
        .exact(|x, _| Ok(x[0].is_multiple_of(&Exact::from(2)).into()))
        .machine(|x, _| Some(i64::from(x[0] % 2 == 0))),
    condition("is_odd", 1..=1, "whether it is an odd whole number")
        .exact(|x, _| Ok((x[0].is_integer() && !x[0].is_multiple_of(&Exact::from(2))).into()))
        .machine(|x, _| Some(i64::from(x[0] % 2 != 0))),
    // Primes.
    condition("is_prime", 1..=1, "whether it is a prime number")
        .exact(|x, _| truth(x[0].is_prime()))
        .also(&["isprime"])
        .machine(|x, _| holds(Exact::from(x[0]).is_prime()))
        .known(Algebra::IsPrime),
    number("num_prime_factors", 1..=1, "how many prime factors a whole number above zero has; 12 has three")
        .exact(|x, _| x[0].num_prime_factors())
        .machine(|x, _| word(Exact::from(x[0]).num_prime_factors())),
    condition("is_semiprime", 1..=1, "whether it is the product of two primes, as 6 and 9 are")
        .exact(|x, _| exactly::is_semiprime(&x[0]))
        .machine(|x, _| machine::is_semiprime(x[0])),
    number("prime_pi", 1..=1, "how many primes there are up to x")
        .exact(|x, _| x[0].prime_pi())
        .also(&["primepi"])
        .machine(|x, _| word(Exact::from(x[0]).prime_pi())),
    // Counting.
    number("fact", 1..=1, "the factorial of a whole number from 0 on; as x!")
        .exact(|x, context| x[0].factorial(context.limit))
        .also(&["factorial"])
        .machine(|x, _| machine::factorial(x[0])),
    number("choose", 2..=2, "choose(n,k): in how many ways k of n things are chosen; n from 0 on")
        .exact(|x, context| x[0].choose(&x[1], context.limit))
        .also(&["binomial", "binom"])
        .machine(|x, _| machine::choose(x[0], x[1])),
    number("tri", 1..=1, "the triangular number 1+2+…+x, for whole x from 0 on")
        .exact(|x, context| exactly::within_limit(x[0].triangular()?, context))
        .also(&["triangular"])
        .machine(|x, _| machine::triangular(x[0])),
    number("fib", 1..=1, "the Fibonacci number: fib(0)=0, fib(1)=fib(2)=1")
        .exact(|x, context| x[0].fibonacci(context.limit))
        .also(&["fibonacci"])
        .machine(|x, _| machine::fibonacci(x[0])),
    condition("is_triangular", 1..=1, "whether it is 0, 1, 3, 6, 10 and so on")
        .exact(|x, _| truth(x[0].is_triangular()))
        .machine(|x, _| holds(Exact::from(x[0]).is_triangular()))
        .members(|n| machine::triangular(i64::try_from(n).ok()?)),
    condition("is_fibonacci", 1..=1, "whether it is 0, 1, 2, 3, 5, 8 and so on")
        .exact(|x, _| truth(x[0].is_fibonacci()))
        .machine(|x, _| holds(Exact::from(x[0]).is_fibonacci()))
        .members(machine::member_of_fibonacci),
    // Digits, of whole numbers from 0 up.
    number("digits", 1..=1, "how many digits a whole number from 0 up has; 0 has one")
        .exact(|x, context| Ok(exactly::counted(exactly::digits(&x[0], context)?.len())))
        .also(&["ndigits", "num_digits"])
        .in_any_base()
        .machine(|x, context| machine::length(x[0], context)),
    number(
        "digit",
        2..=2,
        "digit(x,i): the digit of x from 0 up at place i; units at place 0, 0 past the end",
    )
    .exact(exactly::digit)
    .machine(|x, context| machine::digit(x[0], x[1], context)),
    number("digit_sum", 1..=1, "the sum of the digits of a whole number from 0 up")
        .exact(|x, context| Ok(Exact::from(digit_sum(exactly::digits(&x[0], context)?.into_iter()))))
        .also(&["dsum", "sumdigits", "digitsum"])
        .in_any_base()
        .machine(|x, context| Some(digit_sum(machine::digits(x[0], context)?)))
        .known(Algebra::DigitSum),
    number("digit_product", 1..=1, "the product of the digits of a whole number from 0 up")
        .exact(exactly::digit_product)
        .also(&["dprod", "digitproduct"])
        .machine(|x, context| machine::digit_product(x[0], context)),
    number("reverse", 1..=1, "the digits of a whole number from 0 up in reverse order")
        .exact(exactly::reverse)
        .also(&["nreverse"])
        .in_any_base()
        .machine(|x, context| machine::reverse(x[0], context)),
    number(
        "rotate",
        2..=2,
        "rotate(x,k): x from 0 up with k leading digits moved to the end; negative k: back",
    )
    .exact(exactly::rotate)
    .machine(|x, context| machine::rotate(x[0], x[1], context)),
    number(
        "concat",
        1..=MANY,
        "whole numbers from 0 up, written one after the other; concat@10(…): in base 10",
    )
    .exact(exactly::concat)
    .in_any_base()
    .machine(|x, context| x.iter().try_fold(0, |left, right| machine::joined(left, *right, context)))
    .known(Algebra::Beside),
    number("num", 1..=MANY, "num(A,B,…): the number with these digits, which are less than the base")
        .exact(exactly::num)
        .machine(|x, context| {
            x.iter().try_fold(0, |number, digit| machine::appended(number, *digit, context))
        })
        .known(Algebra::Beside),
    condition("is_palindrome", 1..=1, "whether it reads the same backwards")
        .exact(exactly::is_palindrome)
        .also(&["ispalindrome"])
        .in_any_base()
        .machine(|x, context| machine::is_palindrome(x[0], context)),
    condition("increasing", 1..=1, "whether each digit is larger than the one to its left")
        .exact(exactly::increasing)
        .machine(|x, context| Some(machine::digits(x[0], context).is_some_and(is_increasing).into())),
    condition("pandigital", 1..=MANY, "whether the numbers together have each digit once, 0 left out or not")
        .exact(exactly::pandigital)
        .unordered()
        .machine(machine::is_pandigital),
    // Comparisons and conditions.
    condition("distinct", 2..=MANY, "whether the numbers are pairwise different")
        .exact(|x, _| Ok(all_differ(x).into()))
        .also(&["all_different", "alldifferent"])
        .unordered()
        .machine(|x, _| Some(all_differ(x).into()))
        .known(Algebra::Differ),
    number("count", 1..=MANY, "how many of the conditions hold")
        .exact(|x, _| Ok(exactly::counted(x.iter().filter(|truth| !truth.is_zero()).count())))
        .of_conditions()
        .unordered()
        .machine(|x, _| i64::try_from(x.iter().filter(|truth| **truth != 0).count()).ok())
        .known(Algebra::Plus),
    condition("not", 1..=1, "whether the condition does not hold; as ¬")
        .exact(|x, _| Ok(x[0].is_zero().into()))
        .of_conditions()
        .known(Algebra::Not)
        .machine(|x, _| Some((x[0] == 0).into())),
];

/// The beginning of a row. It is separate from [`Function`] because a meaning that is left open could not be filled in at compile
/// time.
struct Word {
    name: &'static str,
    arity: RangeInclusive<usize>,
    help: &'static str,
    kind: Kind,
}

/// Begins the row of a function that returns a number.
const fn number(name: &'static str, arity: RangeInclusive<usize>, help: &'static str) -> Word {
    Word { name, arity, help, kind: Kind::Number }
}

/// Begins the row of a function that is a condition.
const fn condition(name: &'static str, arity: RangeInclusive<usize>, help: &'static str) -> Word {
    Word { name, arity, help, kind: Kind::Condition }
}

impl Word {
    const fn exact(self, exact: Exactly) -> Function {
        Function {
            name: Cow::Borrowed(self.name),
            aliases: &[],
            arity: self.arity,
            arguments: Kind::Number,
            kind: self.kind,
            help: Cow::Borrowed(self.help),
            exact: FunctionMeaning::Table(exact),
            machine: None,
            unordered: false,
            takes_base: false,
            algebra: Algebra::Opaque,
            members: None,
        }
    }
}

impl Function {
    const fn also(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    const fn machine(mut self, machine: Machine) -> Self {
        self.machine = Some(machine);
        self
    }

    const fn unordered(mut self) -> Self {
        self.unordered = true;
        self
    }

    const fn in_any_base(mut self) -> Self {
        self.takes_base = true;
        self
    }

    const fn known(mut self, algebra: Algebra) -> Self {
        self.algebra = algebra;
        self
    }

    const fn members(mut self, members: Members) -> Self {
        self.members = Some(members);
        self
    }

    const fn of_conditions(mut self) -> Self {
        self.arguments = Kind::Condition;
        self
    }
}

fn truth(answer: Result<bool, Undefined>) -> Result<Exact, Undefined> {
    answer.map(Exact::from)
}

/// Converts the exact value, which is quick to compute for machine words.
fn word(value: Result<Exact, Undefined>) -> Option<i64> {
    value.ok()?.to_i64()
}

fn holds(answer: Result<bool, Undefined>) -> Option<i64> {
    answer.ok().map(i64::from)
}

fn digit_sum(digits: impl Iterator<Item = Digit>) -> i64 {
    digits.map(i64::from).sum()
}

/// Returns whether the digits increase; they come units first.
fn is_increasing(digits: impl Iterator<Item = Digit>) -> bool {
    digits.is_sorted_by(|right, left| left < right)
}

fn has_each_once(digits: impl Iterator<Item = Digit>, context: &Context) -> bool {
    let mut seen = 0u64;
    for digit in digits {
        if seen & 1 << digit != 0 {
            return false;
        }
        seen |= 1 << digit;
    }
    // Zero may be missing.
    seen | 1 == u64::MAX >> (64 - context.base.get())
}

fn all_differ<T: PartialEq>(values: &[T]) -> bool {
    values.iter().enumerate().all(|(i, value)| !values[..i].contains(value))
}
