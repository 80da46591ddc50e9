//! The Python package `fukumen`: what the library says, in the manners of Python.
//!
//! No rule of a puzzle is decided here. Each file has one class, or what several need. A search runs in a thread of its own with
//! the interpreter detached ([`search`]); what Python functions are called by it is in [`callbacks`].

mod answer;
mod callbacks;
mod convert;
mod display;
mod errors;
mod explaining;
mod frame;
mod generate;
mod many;
mod options;
mod puzzle;
mod search;
mod solution;
mod source;

use std::ffi::OsString;
use std::io::Write;

use pyo3::prelude::*;

/// Carries out a command line, whose first word is the program's name, and returns its exit status.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let status = fukumen::cli::run(arguments) as u8;
        // At the end of Python nothing empties the buffer of Rust. A reader who closed the pipe has read enough.
        let _ = std::io::stdout().flush();
        status
    })
}

/// Returns the names of all settings, as keyword arguments.
#[pyfunction]
fn setting_names() -> Vec<String> {
    options::setting_names()
}

/// The text of a puzzle, how many solutions its file asks for, and notes.
type Translated = (String, Option<u64>, Vec<String>);

/// Translates the puzzles of a file of another solver.
#[pyfunction]
fn _translate(py: Python<'_>, kind: &str, file: &str) -> PyResult<Vec<Translated>> {
    let kind = fukumen::import::named(kind)
        .ok_or_else(|| errors::setting(py, "kind", "there is no such kind of file", None))?;
    let translated = py.detach(|| kind.translate(file)).map_err(|error| errors::text(py, &error))?;
    let row = |one: fukumen::import::Translation| {
        (one.text, one.first, one.notes.iter().map(ToString::to_string).collect())
    };
    Ok(translated.into_iter().map(row).collect())
}

#[pymodule]
mod _fukumen {
    #[pymodule_export]
    use super::_translate;
    #[pymodule_export]
    use super::answer::{_answer, Answer};
    #[pymodule_export]
    use super::callbacks::Progress;
    #[pymodule_export]
    use super::generate::{Made, Making, generate};
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use super::many::{Answers, solve_many};
    #[pymodule_export]
    use super::puzzle::{_puzzle, Puzzle, read};
    #[pymodule_export]
    use super::search::{_end_all, Solutions, count, first, is_unique, solve};
    #[pymodule_export]
    use super::setting_names;
    #[pymodule_export]
    use super::solution::{_solution, Solution};

    /// Names of the options that say how, and how long, to search.
    #[pymodule_export]
    const SEARCH: [&str; 8] = super::options::SEARCH;

    /// The version, which is that of the library.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
