//! Last digits: primes and powers of whole numbers end in few digits. `is_square(ABC)` in base ten says that C is none of
//! 2, 3, 7 and 8.

use super::linear::Affine;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::number::gcd;
use fukumen_language::vocabulary::{Algebra, Context};

/// Leaves the last cell of a numeral only digits in which such a number ends; all of them stay if none would be left.
pub(super) fn narrow(condition: &Expr, domains: &mut [DigitSet], context: &Context) {
    let Expr::Call(function, arguments) = condition else { return };
    let [argument @ Expr::Numeral(numeral)] = &arguments[..] else { return };
    let Some(Element::Hidden(cell)) =
        numeral.whole.last().filter(|_| numeral.is_whole() && numeral.base.is_none())
    else {
        return;
    };
    let base = i64::from(context.base.get());
    let is_long = || {
        let least = Affine::of(argument, context).and_then(|number| Some(number.ends(domains)?.0));
        least.is_some_and(|least| least > base.into())
    };
    let may_end: Box<dyn Fn(Digit) -> bool> = match function.algebra {
        Algebra::IsPower(exponent) => Box::new(move |digit| {
            (0..base).any(|root| (0..exponent).fold(1, |power, _| power * root % base) == i64::from(digit))
        }),
        // A longer number that has a divisor in common with the base is not prime.
        Algebra::IsPrime if is_long() => Box::new(move |digit| gcd(i128::from(digit), base.into()) == 1),
        _ => return,
    };
    let left = domains[cell.index()].iter().filter(|digit| may_end(*digit));
    let left = left.fold(DigitSet::EMPTY, DigitSet::with);
    if !left.is_empty() {
        domains[cell.index()] = left;
    }
}
