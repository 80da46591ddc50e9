//! Puzzles drawn in two dimensions, as people write sums on paper: one file for each layout.
//!
//! A drawing is read as rows of numbers, signs and rules in their columns. Each `Layout` of the table says whether it recognises
//! the drawing, and turns it into a figure: the conditions that a person would check, line by line, and the digits that are
//! written twice. From there on the drawing is a puzzle like any other, and answers are filled into the drawing.
//!
//! The layouts are tried in the order of the table. If several recognise a drawing and can read it, an error names them, and the
//! setting `layout` decides. A drawing that all of them refuse may have lost its indentation, or come from another country:
//! `mend` reads it if there is only one way.
//!
//! A drawing is read in four steps.
//!
//! 1. `drawing.rs` makes rows of numbers, signs and rules. `measure.rs` finds the columns. Tab stops are eight columns apart.
//!    Wide characters take two columns, or one if two would contradict the drawing. A column inside a number, in which no row
//!    has a digit, is removed, so digits may be spaced out. A character with several meanings gets one meaning for the whole
//!    drawing: `*` is a blank, unless it is the only one and stands alone before a factor; `.` is a point, unless some dot
//!    cannot be one; a line of dashes is a rule, also if it is made of `_`.
//! 2. Each `Layout` of the table says whether it recognises the drawing, by its signs, even if the drawing has a mistake; then
//!    the message comes from the right layout. It adds rows that may be missing (the factors of a multiplication,
//!    `topless.rs`) and reads the drawing into a `Figure`: claims, digits that are written twice, and digits that are zero.
//!    All layouts that recognise a drawing read it. If two succeed, an error names them. `fukumen list layouts` has the
//!    order of the table. A drawing that all of them refuse goes to `mend.rs`: `ruleless.rs` reads sums without rules or
//!    columns, `steps.rs` the divisions of other countries, `in_order.rs` and `roots_in_order.rs` put rows into columns by
//!    their order, `periods.rs` marks repeating decimals with a rule, `beside.rs` finds two
//!    drawings side by side. `possible.rs` says which places the known digits allow, and only one may be left. A mended
//!    drawing is in columns, and its layout reads it like any other, with notes. A drawing that can be read unchanged
//!    never gets there.
//! 3. `sheet.rs` gives cells to the digits and turns claims into conditions, each with its role (`partial product 2`). A
//!    blank that is brought down shares the cell of the blank above; other digits that are written twice become equations of
//!    one digit. The rules about leading zeros apply to the numbers of the drawing, not to the parts of them that conditions
//!    use; `Builder::drawn` tells the builder which numbers these are.
//! 4. `pen.rs` draws the puzzle again, tidily, on its `Sheet`: its text, which reads back to an equal puzzle, and the source
//!    of all formats. A digit takes as many columns as the widest digit (`[37]`, wide characters).
//!
//! `one_line.rs` says which texts are one-line forms, and removes what people type around them. If lines are missing and it is
//! open which digits are 0, a figure consists of several, and `open.rs` keeps those that their signs allow. The puzzle then has
//! one condition, an `or` of these figures; the judge and reports see only that. At most one figure holds at once, so
//! `solve/figures.rs` searches them one after the other, and the engines know nothing of it. `Puzzle::figures` returns them as
//! puzzles, for code that works with one figure at a time. `Puzzle::with_zero_lines` is the same puzzle with lines that may be 0;
//! the solver uses it only if a puzzle has no solution, and generators never do.
//!
//! ```
//! # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
//! use fukumen::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "  SEND\n+ MORE\n------\n MONEY".parse()?;
//! let (_, solutions) = Solver::new(&puzzle).run()?;
//! assert_eq!(solutions[0].to_string(), "  9567\n+ 1085\n------\n 10652");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beside;
mod column_sum;
mod drawing;
mod drawn_out;
mod figure;
mod fraction;
mod grid;
mod in_order;
mod layout;
mod long_division;
mod long_multiplication;
mod loose;
mod measure;
mod mend;
mod mended;
mod one_line;
mod open;
mod pen;
mod periods;
mod possible;
mod reading;
mod root;
mod roots_in_order;
mod rows;
mod ruleless;
mod sheet;
mod signs;
mod society;
mod staircase;
mod steps;
mod topless;

#[cfg(test)]
mod tests;

pub(super) use drawn_out::drawn_out;
pub(super) use one_line::LAYOUT as ONE_LINE;
pub use one_line::{begins_in_steps, is_one_line};

use drawing::{Drawing, DrawnRow};
use layout::Layout;
use mend::Mender;
use reading::Reading;

use super::{conditions, heading};
use crate::message::message;
use crate::puzzle::{Builder, Puzzle};
use crate::text::aids::Aids;
use crate::text::drawing_error::DrawingError;
use crate::text::error::{Origin, ParseError, TextError};
use crate::text::heading::Heading;

/// The least number of words in small letters that make a sentence in the place of a number.
const LEAST_WORDS: usize = 2;

/// Every layout, in the order of trying. Adding one means adding a file and a line.
static LAYOUTS: &[&dyn Layout] = &[
    &society::Society,
    &grid::Grid,
    &fraction::Fraction,
    &root::Root,
    &long_division::LongDivision,
    &long_multiplication::LongMultiplication,
    &column_sum::ColumnSum,
];

/// The public description of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// Its name after `--layout`.
    pub name: &'static str,
    /// Returns one line of help.
    pub help: &'static str,
    /// Returns a drawing of this kind.
    pub example: &'static str,
}

/// Iterates over every layout, in the order of trying.
///
/// ```
/// # use fukumen_language as fukumen;
/// assert!(fukumen::text::layouts().any(|layout| layout.name == "grid"));
/// ```
pub fn layouts() -> impl Iterator<Item = Known> {
    LAYOUTS.iter().map(|layout| Known { name: layout.name(), help: layout.help(), example: layout.example() })
}

/// Reads the drawing below a heading as a puzzle.
pub(super) fn read_text(text: &str, heading: &Heading, aids: Aids) -> Result<Puzzle, ParseError> {
    let wrong = |error: TextError| ParseError::new(error, text, Origin::Puzzle);
    let mut builder = Builder::new(heading.rules.clone());
    let candidates = candidates(heading).map_err(|error| no_such_layout(error, text, heading))?;
    let characters = one_line::tidied(rows::characters(text, heading, &builder), &heading.rules);
    let characters = society::joined(characters);
    let typed = Mender {
        characters: &characters,
        builder: &builder,
        candidates: &candidates,
        interrupt: aids.interrupt,
    };
    let reading = reading::read(&characters, &builder, &candidates, aids.interrupt)
        .map(|reading| mend::instead(&reading, &typed).unwrap_or(reading))
        .or_else(|error| typed.mended(error));
    let Reading { layout, drawing, figure, notes } = reading.map_err(wrong)?;
    refuse_sentences(&drawing, text).map_err(wrong)?;
    aids.interrupt.check().map_err(|interrupted| wrong(interrupted.into()))?;
    sheet::lay(layout, &drawing, &figure, &mut builder).map_err(wrong)?;
    notes.into_iter().for_each(|note| builder.note(note));
    conditions::finish(builder, text, heading, &characters, aids)
}

/// Refuses words with spaces between them that were read as a number: they may be a sentence that asks for something.
fn refuse_sentences(drawing: &Drawing, text: &str) -> Result<(), TextError> {
    for number in drawing.rows.iter().flat_map(DrawnRow::numbers) {
        let (Some(first), Some(last)) = (number.marks.first(), number.marks.last()) else { continue };
        let at = first.at.start..last.at.end;
        let words = text.get(at.clone()).unwrap_or_default().split_whitespace();
        let is_small = |word: &&str| word.chars().all(char::is_lowercase) && word.chars().nth(1).is_some();
        if words.filter(is_small).count() >= LEAST_WORDS {
            return Err(TextError::new(DrawingError::Sentence, at));
        }
    }
    Ok(())
}

/// Returns the layouts to try: the one that the rules name, or all.
fn candidates(heading: &Heading) -> Result<Vec<&'static dyn Layout>, DrawingError> {
    let Some(wanted) = &heading.rules.layout else { return Ok(LAYOUTS.to_vec()) };
    let named: Vec<_> = LAYOUTS.iter().copied().filter(|layout| layout.name() == wanted).collect();
    if named.is_empty() { Err(DrawingError::NoSuchLayout(wanted.clone())) } else { Ok(named) }
}

/// Returns the error of an unknown layout, at its place: on a line of the text, or in an option.
fn no_such_layout(error: DrawingError, text: &str, heading: &Heading) -> ParseError {
    let names: Vec<&str> = LAYOUTS.iter().map(|layout| layout.name()).collect();
    let help = message!("help-layouts", layouts = names.join(", "));
    let Some(at) = heading.find(text, "layout", None) else {
        return ParseError::new(TextError::new(error, 0..0).help(help), text, Origin::Puzzle);
    };
    let nearest = heading::nearest(&text[at.clone()], &names);
    let error = TextError::new(error, at.clone()).help(help);
    let error = match nearest {
        Some(name) => error.repair(at, name),
        None => error,
    };
    ParseError::new(error, text, Origin::Setting)
}
