//! What can be wrong with calls of functions.

use std::ops::Range;

use crate::text::error::Mistake;
use crate::text::error::Slip;
use crate::vocabulary::Function;
use crate::vocabulary::Vocabulary;

/// The mistake of a name that no function has, with the nearest that one has.
pub(super) fn unknown(name: &str, at: Range<usize>, vocabulary: &Vocabulary) -> Slip {
    let likeness = |other: &&str| (strsim::damerau_levenshtein(name, other), other.len());
    let nearest = vocabulary.names().min_by_key(likeness);
    // Of short names, all are near each other.
    let is_near = |other: &&str| strsim::damerau_levenshtein(name, other) * 3 <= name.len().max(other.len());
    let help = match nearest.filter(is_near) {
        Some(other) => format!("did you mean {other}(…)?"),
        None => format!("if it is a numeral, write {name} × (…)"),
    };
    Slip::new(Mistake::UnknownFunction(name.into()), at).help(help)
}

/// Refuses a number of arguments that a function does not take.
pub(super) fn check_arity(function: &Function, found: usize, at: Range<usize>) -> Result<(), Slip> {
    if function.arity.contains(&found) {
        return Ok(());
    }
    let mistake = Mistake::WrongArguments {
        name: function.name.to_string(),
        allowed: allowed_arguments(function),
        found,
    };
    Err(Slip::new(mistake, at).help(format!("{}: {}", function.name, function.help)))
}

/// As a person would say it: `one argument`, `2 arguments`, `1 to 3 arguments`, `at least 2`.
fn allowed_arguments(function: &Function) -> String {
    match (*function.arity.start(), *function.arity.end()) {
        (1, 1) => "one argument".into(),
        (least, most) if least == most => format!("{least} arguments"),
        (1, usize::MAX) => "at least one argument".into(),
        (least, usize::MAX) => format!("at least {least} arguments"),
        (least, most) => format!("{least} to {most} arguments"),
    }
}
