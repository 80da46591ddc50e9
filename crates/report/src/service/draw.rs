//! `draw`: draws a puzzle or one of its solutions on paper.
//!
//! `format` is the name of a drawing, such as `svg`; `row` is the digits of a solution in the order of the cells; `as` is
//! another way to write the puzzle, `one-line` or `drawing`; `number` makes a work sheet of it, or with a row its key.
//! `marks` has for each cell the digit that was written there, or a list of marked digits, to be drawn in a picture.

use serde_json::{Value, json};

use super::client::Client;
use super::request::Request;
use super::request_error::RequestError;
use crate::formats_of;
use crate::page::{Page, Written};
use fukumen_language::digits::{Base, Digit, DigitSet};
use fukumen_language::message::message;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;
use fukumen_language::text::Form;

/// Returns the drawing, as text.
pub(super) fn draw(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let puzzle = request.puzzle(client)?;
    let drawings = formats_of(|format| format.drawing);
    let names: Vec<&str> = drawings.iter().map(|drawing| drawing.name).collect();
    let name = request.one_of("format", &names)?;
    let forms = Form::ALL.map(Form::name);
    let form = match request.get("as") {
        None => None,
        Some(_) => Some(request.one_of("as", &forms)?),
    };
    let form = form.and_then(|name| Form::ALL.into_iter().find(|form| form.name() == name));
    let puzzle = form.map_or(Ok(puzzle.clone()), |form| form.of(&puzzle))?;
    let solution = solution(request, &puzzle)?;
    let page = Page::new(&puzzle, solution.as_ref());
    let page = match request.number("number")? {
        None => page,
        Some(number) => page.work_sheet(usize::try_from(number).unwrap_or(usize::MAX)),
    };
    let page = match written(request, &puzzle)? {
        Some(_) if name != "svg" => return Err(marks_expected("left out where the format is not svg")),
        Some(written) => page.written(written),
        None => page,
    };
    let drawing = drawings.iter().find(|drawing| drawing.name == name);
    let text = drawing.map_or(String::new(), |drawing| (drawing.how.pages)(&[page]));
    Ok(json!({"text": text, "format": name}))
}

fn marks_expected(expected: &str) -> RequestError {
    message!("request-wrong", field = "marks", expected = expected).into()
}

/// Returns the entries of the request, for each cell.
fn written(request: &Request, puzzle: &Puzzle) -> Result<Option<Vec<Written>>, RequestError> {
    let expected = || marks_expected("a digit or a list of digits for each cell");
    let Some(cells) = request.get("marks") else { return Ok(None) };
    let cells = cells.as_array().filter(|cells| cells.len() == puzzle.hidden().len()).ok_or_else(expected)?;
    let base = puzzle.rules().base;
    let of_cell = |value: &Value| match value {
        Value::Array(marks) => marks
            .iter()
            .try_fold(DigitSet::EMPTY, |all, mark| Some(all.with(digit(mark, base)?)))
            .map(Written::Marks),
        one => digit(one, base).map(Written::Digit),
    };
    let written: Option<Vec<Written>> = cells.iter().map(of_cell).collect();
    written.map(Some).ok_or_else(expected)
}

fn digit(value: &Value, base: Base) -> Option<Digit> {
    let digit = value.as_u64().filter(|digit| *digit < u64::from(base.get()))?;
    Digit::try_from(digit).ok()
}

/// Returns the row of the request as a solution. It may be wrong: a drawing proves nothing.
fn solution(request: &Request, puzzle: &Puzzle) -> Result<Option<Solution>, RequestError> {
    let expected = || message!("request-wrong", field = "row", expected = "a digit for each cell");
    let Some(row) = request.get("row") else { return Ok(None) };
    let row = row.as_array().filter(|row| row.len() == puzzle.hidden().len()).ok_or_else(expected)?;
    let base = puzzle.rules().base;
    let digits: Option<Vec<Digit>> = row.iter().map(|value| digit(value, base)).collect();
    Ok(Some(Solution::new(puzzle, digits.ok_or_else(expected)?)))
}
