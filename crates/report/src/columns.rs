//! Solutions as rows of cells, for the formats that are tables.

use std::collections::HashMap;

use crate::Question;
use fukumen_engine::solve::Answer;
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::Cell;
use fukumen_language::number::Exact;
use fukumen_language::puzzle::{Kind, Misprint, Puzzle};
use fukumen_language::solution::{Solution, written};

/// Returns the titles of the columns: the solution, each symbol, and the other values.
pub(super) fn titles(asked: &Question) -> Vec<String> {
    let puzzle = asked.puzzle;
    let mut titles = vec!["solution".to_string()];
    titles.extend(puzzle.symbols().map(|(_, hidden)| hidden.name.clone()));
    match blanks(puzzle).len() {
        0 => {}
        count if is_decimal(asked) => titles.extend((1..=count).map(|place| format!("blank {place}"))),
        _ => titles.push("blanks".into()),
    }
    if !wrong(puzzle).is_empty() {
        titles.push("wrong".into());
    }
    // The title of an expression that is one symbol would be the same as that symbol's column.
    titles.extend(puzzle.rules().misprint.as_ref().map(|_| "misprints".to_string()));
    titles.extend(shows(puzzle));
    titles.extend(asked_of_letters(asked));
    if is_decimal(asked) {
        tell_apart(&mut titles);
    }
    titles
}

/// Numbers titles that differ in case only, which databases take for the same.
fn tell_apart(titles: &mut [String]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for title in titles {
        let count = seen.entry(title.to_lowercase()).or_default();
        *count += 1;
        if *count > 1 {
            *title += &format!(" ({count})");
        }
    }
}

/// Returns whether digits are decimal numbers, each in a cell of its own.
pub(super) fn is_decimal(asked: &Question) -> bool {
    asked.letters.is_some_and(|letters| letters.decimal)
}

/// Returns a digit as the table has it.
pub(super) fn digit_in(asked: &Question, digit: Digit) -> String {
    if is_decimal(asked) { digit.to_string() } else { asked.puzzle.rules().base.name(digit).to_string() }
}

/// Returns the titles of the columns of values: `show`, `show 2` and so on.
pub(super) fn shows(puzzle: &Puzzle) -> impl Iterator<Item = String> {
    let title = |i| if i == 0 { "show".to_string() } else { format!("show {}", i + 1) };
    (0..puzzle.shows().len()).map(title)
}

/// Returns the titles of the columns for the requested letters.
pub(super) fn asked_of_letters(asked: &Question) -> impl Iterator<Item = String> {
    let letters = asked.letters;
    let key = letters.and_then(|letters| letters.key.as_ref()).map(|_| "key".to_string());
    let decode = letters.and_then(|letters| letters.decode.as_ref()).map(|_| "decode".to_string());
    key.into_iter().chain(decode)
}

/// Returns the requested letters.
pub(super) fn letters(asked: &Question, solution: &Solution) -> impl Iterator<Item = String> {
    let told = asked.letters.map_or(Vec::new(), |letters| letters.decoded(solution));
    told.into_iter().map(|(_, _, letters)| letters)
}

/// Returns the cells of one solution, under these titles.
pub(super) fn cells(asked: &Question, solution: &Solution) -> Vec<String> {
    let mut cells = Vec::new();
    each_cell(asked, solution, &mut |cell| cells.push(cell.to_string()));
    cells
}

/// Passes on the cells of one solution one by one: there may be millions.
pub(super) fn each_cell(asked: &Question, solution: &Solution, take: &mut dyn FnMut(&str)) {
    let puzzle = asked.puzzle;
    let base = puzzle.rules().base;
    take(&solution.puzzle().sheet().fill(base, solution.digits()));
    let mut name = String::new();
    for (cell, hidden) in puzzle.symbols() {
        match puzzle.rules().misprint {
            None if is_decimal(asked) => take(&solution.digit(cell).to_string()),
            None => {
                name.clear();
                base.name(solution.digit(cell)).append_to(&mut name);
                take(&name);
            }
            Some(_) => take(&digit(asked, solution, &hidden.name)),
        }
    }
    let has = |is_one: fn(&Kind) -> bool| puzzle.hidden().iter().any(|hidden| is_one(&hidden.kind));
    if is_decimal(asked) {
        blanks(puzzle).into_iter().for_each(|cell| take(&solution.digit(cell).to_string()));
    } else if has(|kind| *kind == Kind::Blank) {
        take(&blank_digits(asked, solution));
    }
    if has(|kind| matches!(kind, Kind::Wrong(_))) {
        take(&right_digits(puzzle, solution));
    }
    if puzzle.rules().misprint.is_some() {
        take(&misprints(solution));
    }
    shown(solution, base).chain(letters(asked, solution)).for_each(|cell| take(&cell));
}

/// Returns the digit of a symbol; empty if every copy of it is misprinted.
fn digit(asked: &Question, solution: &Solution, symbol: &str) -> String {
    solution.get(symbol).map_or(String::new(), |digit| digit_in(asked, digit))
}

/// Returns the misprinted letters: `T → H in place 9 of RESULT`.
pub(super) fn misprints(solution: &Solution) -> String {
    let one =
        |one: &Misprint| format!("{} → {} in place {} of {}", one.printed, one.right, one.place, one.numeral);
    solution.puzzle().misprints().iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Returns the values of the expressions to show; empty for one without a value.
pub(super) fn shown(solution: &Solution, base: Base) -> impl Iterator<Item = String> {
    let text = move |value: &Option<Exact>| value.as_ref().map_or(String::new(), |it| written(it, base));
    solution.shown.iter().map(text)
}

/// Returns how often the shown values occurred, as text.
pub(super) fn groups<'a>(
    asked: &'a Question,
    answer: &'a Answer,
) -> impl Iterator<Item = (Vec<String>, u64)> + 'a {
    let base = asked.puzzle.rules().base;
    let text = move |value: &Option<Exact>| value.as_ref().map_or("no value".into(), |it| written(it, base));
    answer.outcome.groups.iter().map(move |(values, count)| (values.iter().map(text).collect(), *count))
}

/// Returns the expressions to show, as titles above their values.
pub(super) fn shown_expressions(puzzle: &Puzzle) -> Vec<String> {
    puzzle.shows().iter().map(|expr| puzzle.write(expr)).collect()
}

/// Returns the best value, as text, if one was sought and found.
pub(super) fn best(asked: &Question, answer: &Answer) -> Option<String> {
    let base = asked.puzzle.rules().base;
    answer.outcome.best.as_ref().map(|value| written(value, base))
}

/// Returns the blanks, in the order of the text.
pub(super) fn blanks(puzzle: &Puzzle) -> Vec<Cell> {
    let cells = puzzle.hidden().iter().enumerate();
    cells.filter(|(_, hidden)| hidden.kind == Kind::Blank).map(|(i, _)| Cell::new(i)).collect()
}

/// Returns the digits shown wrong, in the order of the text, each with its cell.
pub(super) fn wrong(puzzle: &Puzzle) -> Vec<(u8, Cell)> {
    let cells = puzzle.hidden().iter().enumerate();
    cells
        .filter_map(|(i, hidden)| match hidden.kind {
            Kind::Wrong(digit) => Some((digit, Cell::new(i))),
            Kind::Symbol | Kind::Blank => None,
        })
        .collect()
}

/// Returns the digits of the blanks in one cell. Some programs take `2 3 6` for a time of day.
pub(super) fn blank_digits(asked: &Question, solution: &Solution) -> String {
    let name = |cell| digit_in(asked, solution.digit(cell));
    let gap = if is_decimal(asked) { "; " } else { " " };
    blanks(asked.puzzle).into_iter().map(name).collect::<Vec<_>>().join(gap)
}

fn right_digits(puzzle: &Puzzle, solution: &Solution) -> String {
    let base = puzzle.rules().base;
    let pair = |(digit, cell)| format!("{}→{}", base.name(digit), base.name(solution.digit(cell)));
    wrong(puzzle).into_iter().map(pair).collect::<Vec<_>>().join(" ")
}
