//! The surface of a text: containers that programs put around puzzles, and what is left of formulas that programs copy.
//!
//! Nothing here knows a word of any language. Each container is recognised by its own syntax, wherever in the text it stands.

mod copied;
mod html;
mod lost;
mod marks;
mod tables;
mod tex;

pub(super) use lost::lost;

use fukumen_language::text::{Draft, Edit};

/// Functions that take containers off, from the outermost container to the innermost.
const CONTAINERS: &[fn(&str) -> Vec<Edit>] = &[
    marks::prefixes,
    html::edits,
    html::entities,
    marks::fences,
    tex::edits,
    marks::slashes,
    marks::floors,
    marks::emphasis,
    tables::edits,
    marks::quotes,
    marks::lists,
];

/// How often a container may be within one of its kind.
const DEEPEST: usize = 3;

/// Takes containers off, and says whether there were any.
pub(super) fn unwrap(draft: &mut Draft) -> bool {
    let mut is_changed = false;
    for container in CONTAINERS {
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
pub(super) fn copied<'a>(draft: &Draft<'a>) -> Vec<Draft<'a>> {
    copied::candidates(draft)
}

/// The formulas of a line that has one several times, with its TeX between the copies.
pub(super) fn doubled<'a>(draft: &Draft<'a>) -> Vec<Draft<'a>> {
    copied::doubled(draft)
}

/// Whether a text has signs of copying that nobody types.
pub(super) fn is_copied(text: &str) -> bool {
    copied::is_likely(text)
}

#[cfg(test)]
mod tests;
