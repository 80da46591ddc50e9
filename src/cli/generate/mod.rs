//! `fukumen generate`: makes puzzles.
//!
//! Each kind is a subcommand, made from the table of kinds. Puzzles are written as they are found. Which puzzles are found,
//! and in which order, depends only on the options and lists. A checkpoint keeps what another run needs to continue the
//! search.

mod alarm;
mod choosing;
mod order;
mod run;
mod search;
mod sheet;
mod watch;

pub use run::run as generate;
