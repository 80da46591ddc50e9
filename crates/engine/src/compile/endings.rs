//! Last digits of primes: `is_prime(ABC)` in base ten says that C is 1, 3, 7 or 9. `is_prime(ABCDE), ABC*DE=FGHIJ` takes a
//! fifteenth of the time. Of squares and cubes they earned nothing (2026-11-29).

use super::linear::Affine;
use fukumen_language::digits::DigitSet;
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
    let least = Affine::of(argument, context).and_then(|number| Some(number.ends(domains)?.0));
    // A prime no longer than the base may divide it.
    if function.algebra != Algebra::IsPrime || least.is_none_or(|least| least <= base.into()) {
        return;
    }
    let may_end = domains[cell.index()].iter().filter(|digit| gcd(i64::from(*digit), base) == 1);
    let left = may_end.fold(DigitSet::EMPTY, DigitSet::with);
    if !left.is_empty() {
        domains[cell.index()] = left;
    }
}
