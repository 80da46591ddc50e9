//! Different digits shared out, so that a sum of weights times digits becomes as large or as small as it can.
//!
//! It is the best of a problem with more freedom: a place takes any digit that is not beyond its own outermost one.

use fukumen_language::digits::{Digit, DigitSet};

/// A different digit for each place, the heaviest place first. None if some place gets none.
pub(super) fn shared(places: &[DigitSet], is_greatest: bool) -> Option<Vec<Digit>> {
    let union = places.iter().fold(DigitSet::EMPTY, |all, digits| all | *digits);
    let mut digits: Vec<Digit> = union.iter().collect();
    if is_greatest {
        digits.reverse();
    }
    let mut given: Vec<Option<Digit>> = vec![None; places.len()];
    for digit in digits {
        let takes = |place: DigitSet| {
            if is_greatest { place.max() >= Some(digit) } else { place.min().is_some_and(|min| min <= digit) }
        };
        let taker = given.iter().zip(places).position(|(given, place)| given.is_none() && takes(*place));
        if let Some(taker) = taker {
            given[taker] = Some(digit);
        }
    }
    given.into_iter().collect()
}
