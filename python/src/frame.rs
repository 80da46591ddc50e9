//! Solutions as a table of pandas or polars, where either is installed.
//!
//! Every column has a type that does not depend on how many solutions there are, so that no program guesses: whole numbers of 64 bits
//! for digits, and for values if all of them fit; text for everything else.

use fukumen::Solution;
use fukumen::puzzle::Kind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::solution::written_values;

/// A column: its name and its values.
struct Column {
    name: String,
    values: Values,
}

enum Values {
    Whole(Vec<Option<i64>>),
    Text(Vec<Option<String>>),
}

/// The columns of a table: symbols, values that are shown, the digits of the blanks as one text, and the whole solution.
fn columns(puzzle: &fukumen::Puzzle, solutions: &[Solution]) -> Vec<Column> {
    let mut names: Vec<String> = puzzle.symbols().map(|(_, hidden)| hidden.name.clone()).collect();
    if puzzle.rules().misprint.is_some() {
        // The right letter may be none of those that are printed.
        for (name, _) in solutions.iter().flat_map(Solution::iter) {
            if !names.iter().any(|known| known == name) {
                names.push(name.into());
            }
        }
    }
    let digits = |name: &str| solutions.iter().map(|solution| solution.get(name).map(i64::from)).collect();
    let symbols = names.into_iter().map(|name| Column { values: Values::Whole(digits(&name)), name });
    let mut columns: Vec<Column> = symbols.collect();
    for (place, expr) in puzzle.shows().iter().enumerate() {
        let name = puzzle.write(expr);
        if !columns.iter().any(|column| column.name == name) {
            columns.push(Column { name, values: shown(solutions, place) });
        }
    }
    let mut text = |name: &str, of: &dyn Fn(&Solution) -> String| {
        let values = Values::Text(solutions.iter().map(|solution| Some(of(solution))).collect());
        columns.push(Column { name: name.into(), values });
    };
    if puzzle.hidden().iter().any(|hidden| hidden.kind == Kind::Blank) {
        text("blanks", &blanks);
    }
    text("solution", &ToString::to_string);
    columns
}

/// The digits of the blanks, in the order of the text.
fn blanks(solution: &Solution) -> String {
    let hidden = solution.puzzle().hidden().iter().zip(solution.digits());
    let digits = hidden.filter(|(hidden, _)| hidden.kind == Kind::Blank).map(|(_, digit)| *digit);
    digits.map(|digit| solution.base().name(digit).to_string()).collect()
}

/// The values of an expression that is shown.
fn shown(solutions: &[Solution], place: usize) -> Values {
    let values = || solutions.iter().map(|solution| solution.shown.get(place)?.as_ref());
    let is_small = values().flatten().all(|value| value.is_integer() && value.to_i64().is_some());
    match is_small {
        true => Values::Whole(values().map(|value| value?.to_i64()).collect()),
        false => Values::Text(solutions.iter().map(|one| written_values(one).nth(place).flatten()).collect()),
    }
}

/// A `pandas.DataFrame`.
pub fn pandas<'py>(
    py: Python<'py>,
    puzzle: &fukumen::Puzzle,
    solutions: &[Solution],
) -> PyResult<Bound<'py, PyAny>> {
    let (pandas, data) = (py.import("pandas")?, PyDict::new(py));
    for Column { name, values } in columns(puzzle, solutions) {
        let (values, kind) = match values {
            Values::Whole(values) => (PyList::new(py, values)?, "Int64"),
            Values::Text(values) => (PyList::new(py, values)?, "string"),
        };
        data.set_item(name, pandas.call_method1("array", (values, kind))?)?;
    }
    pandas.call_method1("DataFrame", (data,))
}

/// A `polars.DataFrame`.
pub fn polars<'py>(
    py: Python<'py>,
    puzzle: &fukumen::Puzzle,
    solutions: &[Solution],
) -> PyResult<Bound<'py, PyAny>> {
    let (polars, data, schema) = (py.import("polars")?, PyDict::new(py), PyDict::new(py));
    for Column { name, values } in columns(puzzle, solutions) {
        let (values, kind) = match values {
            Values::Whole(values) => (PyList::new(py, values)?, "Int64"),
            Values::Text(values) => (PyList::new(py, values)?, "String"),
        };
        schema.set_item(&name, polars.getattr(kind)?)?;
        data.set_item(name, values)?;
    }
    polars.call_method1("DataFrame", (data, schema))
}
