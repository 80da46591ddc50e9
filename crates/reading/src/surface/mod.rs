//! The surface of a text: containers that programs put around puzzles, and what is left of formulas that programs copy.
//!
//! Nothing here knows a word of any language. Each container is recognised by its own syntax, wherever in the text it stands.

mod copied;
mod html;
mod lost;
mod marks;
mod numbers;
mod tables;
mod tex;

pub(super) use lost::lost;

use fukumen_language::text::{Draft, Edit};

/// What takes a container off a text.
type Unwrap = fn(&str) -> Vec<Edit>;

/// Functions that take containers off, from the outermost container to the innermost, with the names by which the ablation leaves them out.
const CONTAINERS: &[(&str, Unwrap)] = &[
    ("prefixes", marks::prefixes),
    ("html", html::edits),
    ("entities", html::entities),
    ("fences", marks::fences),
    ("tex", tex::edits),
    ("slashes", marks::slashes),
    ("floors", marks::floors),
    ("emphasis", marks::emphasis),
    ("tables", tables::edits),
    ("quotes", marks::quotes),
    ("lists", marks::lists),
    ("boxes", numbers::boxes),
    ("apostrophes", numbers::apostrophes),
];

/// The names of all rules of the surface.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    CONTAINERS.iter().map(|(name, _)| *name).chain(copied::names())
}

/// How often a container may be within one of its kind.
const DEEPEST: usize = 3;

/// Takes containers off, and says whether there were any.
pub(super) fn unwrap(draft: &mut Draft, without: &[&str]) -> bool {
    let mut is_changed = false;
    for (_, container) in CONTAINERS.iter().filter(|(name, _)| !without.contains(name)) {
        for _ in 0..DEEPEST {
            let edits = container(draft.text());
            if edits.is_empty() {
                break;
            }
            draft.edit(&edits);
            is_changed = true;
        }
    }
    is_changed
}

/// The formulas that a copy may have been made of, the likeliest first.
pub(super) fn copied<'a>(draft: &Draft<'a>, without: &[&str]) -> Vec<Draft<'a>> {
    copied::candidates(draft, without)
}

/// The formulas of a line that has one several times, with its TeX between the copies.
pub(super) fn doubled<'a>(draft: &Draft<'a>, without: &[&str]) -> Vec<Draft<'a>> {
    copied::doubled(draft, without)
}

/// Whether a text has signs of copying that nobody types.
pub(super) fn is_copied(text: &str) -> bool {
    copied::is_likely(text)
}

#[cfg(test)]
mod tests;
