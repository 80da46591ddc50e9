//! Reading texts: the language, and texts as people type them.
//!
//! [`Reader`] reads any text, conditions or a drawing, into a [`Puzzle`](crate::Puzzle); [`read`] is its short form.
//! `Puzzle::parse` and `str::parse` take texts of the language only, with its conventions of paper and keyboard. [`Blocks`] are the puzzles of a file.
//!
//! ```
//! use fukumen::{Puzzle, Rules};
//! use fukumen::text::Reader;
//!
//! let puzzle = Puzzle::parse("SEND + MORE = MONEY")?;
//! assert_eq!(puzzle.symbols().count(), 8);
//! assert_eq!(fukumen::read("(1) send + more = money.")?.symbols().count(), 8);
//!
//! let rules = Rules::default().with_base("12".parse()?);
//! assert_eq!(Reader::new().rules(&rules).read("A+B=1C")?.rules().base.get(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use fukumen_language::text::{
    DrawingError, ErrorDetails, Form, Known, Mistake, Origin, ParseError, expression, layouts,
};
#[doc(inline)]
pub use fukumen_reading::{Blocks, Entry, OtherReading, Reader, other_readings, read};
