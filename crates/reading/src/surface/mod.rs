//! The surface of a text: containers that programs put around puzzles, and what is left of formulas that programs copy.
//!
//! Nothing here knows a word of any language. Each container is recognised by its own syntax, wherever in the text it stands.

use fukumen_language::text::Draft;

/// Takes containers off, and says whether there were any.
pub(super) fn unwrap(_draft: &mut Draft) -> bool {
    false
}

/// The formulas that a copy may have been made of, the likeliest first.
pub(super) fn copied<'a>(_draft: &Draft<'a>) -> Vec<Draft<'a>> {
    Vec::new()
}
