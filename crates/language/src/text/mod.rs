//! Reading texts: the entry point for puzzles in the language.
//!
//! [`Reader`] reads any text of the language, conditions or a drawing, into a [`Puzzle`](crate::puzzle::Puzzle); `Puzzle::parse` and `str::parse` are
//! short for it. Lines `@name value` in a text are settings, lines `# …` comments. Errors say what is wrong in a puzzler's words,
//! point to the place and propose what may be meant.
//!
//! [`conventions`] puts what people write on paper and with keyboards into the signs of the language. The heading of a text is read
//! once. Then [`conditions`] or `drawings` reads the rest.
//!
//! ```
//! # use fukumen_language as fukumen;
//! use fukumen::Puzzle;
//! use fukumen::Rules;
//! use fukumen::text::Reader;
//!
//! let puzzle = Puzzle::parse("SEND + MORE = MONEY")?;
//! assert_eq!(puzzle.symbols().count(), 8);
//! assert_eq!(puzzle.to_string(), "SEND+MORE = MONEY");
//!
//! let rules = Rules::default().with_base("12".parse()?);
//! assert_eq!(Reader::new().rules(&rules).read("A+B=1C")?.rules().base.get(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aids;
pub mod conditions;
pub mod conventions;
mod draft;
mod drawing_error;
pub mod drawings;
mod error;
mod forms;
pub mod heading;
pub mod lines;
mod literal;
mod reader;
mod size;
mod symbols;

pub use aids::Aids;
pub use conditions::{expression, is_symbol};
pub use draft::{Draft, Edit, changed};
pub use drawing_error::DrawingError;
pub use drawings::{Known, layouts};
pub use error::{ErrorDetails, Mistake, Origin, ParseError, TextError};
pub use forms::Form;
pub use heading::Heading;
pub use literal::read_written_out;
pub use reader::Reader;
pub use size::{LONGEST, check_size};
pub use symbols::write_out;
