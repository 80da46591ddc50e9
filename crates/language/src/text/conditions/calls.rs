//! Mistakes in calls of functions.

use std::ops::Range;

use crate::message::message;
use crate::text::error::{Mistake, TextError};
use crate::vocabulary::{Function, Vocabulary};

/// The names that people give to powers, from the second on.
const POWERS: [&str; 2] = ["square", "cube"];

/// Returns the mistake of an unknown function, with the most similar name.
pub(super) fn unknown(name: &str, at: Range<usize>, vocabulary: &Vocabulary) -> TextError {
    let likeness = |other: &&str| (strsim::damerau_levenshtein(name, other), other.len());
    let nearest = vocabulary.names().min_by_key(likeness);
    // Short names are all similar to each other.
    let is_near = |other: &&str| strsim::damerau_levenshtein(name, other) * 3 <= name.len().max(other.len());
    let error = TextError::new(Mistake::UnknownFunction(name.into()), at.clone());
    // The number, or the condition that it is one.
    if let Some(exponent) = POWERS.iter().position(|power| *power == name) {
        return error.help(message!("help-power", exponent = exponent + 2, name = name));
    }
    match nearest.filter(is_near) {
        Some(other) => error.help(message!("help-did-you-mean-function", name = other)).repair(at, other),
        None => error.help(message!("help-numeral-times", name = name)),
    }
}

/// Refuses a number of arguments that a function does not take.
pub(super) fn check_arity(function: &Function, found: usize, at: Range<usize>) -> Result<(), TextError> {
    if function.arity.contains(&found) {
        return Ok(());
    }
    let (least, most) = (*function.arity.start(), *function.arity.end());
    let mistake = Mistake::WrongArguments { name: function.name.to_string(), least, most, found };
    Err(TextError::new(mistake, at).help(message!(
        "help-function",
        name = function.name,
        help = function.help
    )))
}
