//! `draw`: a puzzle or a solution of it on paper.
//!
//! `format` is the name of a drawing, such as `svg`; `row` the digits of a solution in the order of the cells; `as` another way
//! to write the puzzle, `one-line` or `drawing`; `number` makes a work sheet of it, or with a row its key.

use serde_json::Value;
use serde_json::json;

use super::Client;
use super::Refusal;
use super::Request;
use crate::digits::Digit;
use crate::message::message;
use crate::puzzle::Puzzle;
use crate::report::DRAWINGS;
use crate::report::Page;
use crate::solution::Solution;
use crate::text::Form;

/// The drawing, as text.
pub(super) fn draw(request: &Request, client: &Client) -> Result<Value, Refusal> {
    let puzzle = request.puzzle(client)?;
    let names: Vec<&str> = DRAWINGS.iter().map(|drawing| drawing.name).collect();
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
    let drawing = DRAWINGS.iter().find(|drawing| drawing.name == name);
    let text = drawing.map_or(String::new(), |drawing| (drawing.pages)(&[page]));
    Ok(json!({"text": text, "format": name}))
}

/// The row of the request as a solution. It may be a wrong one: a drawing proves nothing.
fn solution(request: &Request, puzzle: &Puzzle) -> Result<Option<Solution>, Refusal> {
    let expected = || message!("request-wrong", field = "row", expected = "a digit for each cell");
    let Some(row) = request.get("row") else { return Ok(None) };
    let row = row.as_array().filter(|row| row.len() == puzzle.hidden().len()).ok_or_else(expected)?;
    let base = u64::from(puzzle.rules().base.get());
    let digit = |value: &Value| {
        let digit = value.as_u64().filter(|digit| *digit < base)?;
        Digit::try_from(digit).ok()
    };
    let digits: Option<Vec<Digit>> = row.iter().map(digit).collect();
    Ok(Some(Solution::new(puzzle, digits.ok_or_else(expected)?)))
}
