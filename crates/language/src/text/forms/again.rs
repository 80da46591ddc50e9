//! Reads a text that was just written.

use super::unfit::Unfit;
use crate::puzzle::{Puzzle, Rules};
use crate::text::reader::Reader;

/// Reads a text under the rules of a puzzle, but with this layout or none.
pub(super) fn read(text: &str, layout: Option<&str>, puzzle: &Puzzle) -> Result<Puzzle, Unfit> {
    let rules = Rules { layout: layout.map(str::to_string), ..puzzle.rules().clone() };
    let read = Reader::new().rules(&rules).literal().read(text).map_err(|_| Unfit::NoForm)?;
    if read.has_figures() && !puzzle.has_figures() { Err(Unfit::Open) } else { Ok(read) }
}
