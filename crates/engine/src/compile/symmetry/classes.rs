//! Which solutions differ only by a symmetry.

use std::collections::HashMap;

use super::sets::Classes;
use super::symmetries::Symmetries;
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// Returns the number of each solution's class, from 1, in the order of each class's first solution.
///
/// Solutions are united with their images under each generator, which is enough, because the generators make up the whole
/// group. An image that is not in the list (the list may be cut short) is skipped, so two solutions that are only connected
/// through it count as two.
///
/// # Errors
/// [`Interrupted`] if there was no time to compare all.
pub fn classes(
    solutions: &[&[Digit]],
    symmetries: &Symmetries,
    interrupt: &dyn Interrupt,
) -> Result<Vec<u64>, Interrupted> {
    /// How many solutions are processed between two checks of the interrupt: a few milliseconds.
    const BREATH: usize = 1 << 14;
    let look = |i: usize| if i.is_multiple_of(BREATH) { interrupt.check() } else { Ok(()) };
    let mut classes = Classes::new(solutions.len());
    let mut by_digits = HashMap::with_capacity(solutions.len());
    for (i, solution) in solutions.iter().enumerate() {
        look(i)?;
        let first = *by_digits.entry(*solution).or_insert(i);
        classes.unite(first, i);
    }
    for generator in symmetries.generators() {
        for (i, solution) in solutions.iter().enumerate() {
            look(i)?;
            if let Some(image) = by_digits.get(&*generator.apply(solution)) {
                classes.unite(i, *image);
            }
        }
    }
    Ok(classes.numbered())
}
