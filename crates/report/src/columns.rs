//! Solutions as rows of cells, for the formats that are tables.

use crate::Asked;
use fukumen_engine::solve::Answer;
use fukumen_language::digits::Base;
use fukumen_language::expr::Cell;
use fukumen_language::number::Exact;
use fukumen_language::puzzle::{Kind, Misprint, Puzzle};
use fukumen_language::solution::{Solution, written};

/// What stands above the columns: the solution, each symbol, and what else there is.
pub(super) fn titles(asked: &Asked) -> Vec<String> {
    let puzzle = asked.puzzle;
    let mut titles = vec!["solution".to_string()];
    titles.extend(puzzle.symbols().map(|(_, hidden)| hidden.name.clone()));
    if !blanks(puzzle).is_empty() {
        titles.push("blanks".into());
    }
    if !wrong(puzzle).is_empty() {
        titles.push("wrong".into());
    }
    // An expression of one symbol would be named like that symbol's column.
    titles.extend(puzzle.rules().misprint.as_ref().map(|_| "misprints".to_string()));
    titles.extend(shows(puzzle));
    titles.extend(asked_of_letters(asked));
    titles
}

/// What stands above the columns of the values: `show`, `show 2` and so on.
pub(super) fn shows(puzzle: &Puzzle) -> impl Iterator<Item = String> {
    let title = |i| if i == 0 { "show".to_string() } else { format!("show {}", i + 1) };
    (0..puzzle.shows().len()).map(title)
}

/// What stands above the columns of the letters that are asked for.
pub(super) fn asked_of_letters(asked: &Asked) -> impl Iterator<Item = String> {
    let letters = asked.letters;
    let key = letters.and_then(|letters| letters.key.as_ref()).map(|_| "key".to_string());
    let decode = letters.and_then(|letters| letters.decode.as_ref()).map(|_| "decode".to_string());
    key.into_iter().chain(decode)
}

/// The letters that are asked for.
pub(super) fn letters(asked: &Asked, solution: &Solution) -> impl Iterator<Item = String> {
    let told = asked.letters.map_or(Vec::new(), |letters| letters.told(solution));
    told.into_iter().map(|(_, _, letters)| letters)
}

/// The cells of one solution, under these titles.
pub(super) fn cells(asked: &Asked, solution: &Solution) -> Vec<String> {
    let mut cells = Vec::new();
    each_cell(asked, solution, &mut |cell| cells.push(cell.to_string()));
    cells
}

/// Hands on the cells of one solution: there may be millions.
pub(super) fn each_cell(asked: &Asked, solution: &Solution, take: &mut dyn FnMut(&str)) {
    let puzzle = asked.puzzle;
    let base = puzzle.rules().base;
    take(&solution.puzzle().sheet().fill(base, solution.digits()));
    let mut name = String::new();
    for (cell, hidden) in puzzle.symbols() {
        match puzzle.rules().misprint {
            None => {
                name.clear();
                base.name(solution.digit(cell)).append_to(&mut name);
                take(&name);
            }
            Some(_) => take(&digit(solution, &hidden.name, base)),
        }
    }
    let has = |is_one: fn(&Kind) -> bool| puzzle.hidden().iter().any(|hidden| is_one(&hidden.kind));
    if has(|kind| *kind == Kind::Blank) {
        take(&blank_digits(puzzle, solution));
    }
    if has(|kind| matches!(kind, Kind::Wrong(_))) {
        take(&right_digits(puzzle, solution));
    }
    if puzzle.rules().misprint.is_some() {
        take(&misprints(solution));
    }
    shown(solution, base).chain(letters(asked, solution)).for_each(|cell| take(&cell));
}

/// The digit of a symbol; nothing if it was printed wrongly wherever it was printed.
fn digit(solution: &Solution, symbol: &str, base: Base) -> String {
    solution.get(symbol).map_or(String::new(), |digit| base.name(digit).to_string())
}

/// The letters that are printed wrongly: `T → H in place 9 of RESULT`.
pub(super) fn misprints(solution: &Solution) -> String {
    let one =
        |one: &Misprint| format!("{} → {} in place {} of {}", one.printed, one.right, one.place, one.numeral);
    solution.puzzle().misprints().iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The values of the expressions to show; empty where one has none.
pub(super) fn shown(solution: &Solution, base: Base) -> impl Iterator<Item = String> {
    let text = move |value: &Option<Exact>| value.as_ref().map_or(String::new(), |it| written(it, base));
    solution.shown.iter().map(text)
}

/// How often the shown values came up, as text.
pub(super) fn groups<'a>(
    asked: &'a Asked,
    answer: &'a Answer,
) -> impl Iterator<Item = (Vec<String>, u64)> + 'a {
    let base = asked.puzzle.rules().base;
    let text = move |value: &Option<Exact>| value.as_ref().map_or("no value".into(), |it| written(it, base));
    answer.outcome.groups.iter().map(move |(values, count)| (values.iter().map(text).collect(), *count))
}

/// The expressions to show, as a title above their values.
pub(super) fn shown_expressions(puzzle: &Puzzle) -> Vec<String> {
    puzzle.shows().iter().map(|expr| puzzle.write(expr)).collect()
}

/// The best value, as text, if one was sought and found.
pub(super) fn best(asked: &Asked, answer: &Answer) -> Option<String> {
    let base = asked.puzzle.rules().base;
    answer.outcome.best.as_ref().map(|value| written(value, base))
}

/// The blanks, in the order of the text.
pub(super) fn blanks(puzzle: &Puzzle) -> Vec<Cell> {
    let cells = puzzle.hidden().iter().enumerate();
    cells.filter(|(_, hidden)| hidden.kind == Kind::Blank).map(|(i, _)| Cell::new(i)).collect()
}

/// The digits shown wrong, in the order of the text, each with its cell.
pub(super) fn wrong(puzzle: &Puzzle) -> Vec<(u8, Cell)> {
    let cells = puzzle.hidden().iter().enumerate();
    cells
        .filter_map(|(i, hidden)| match hidden.kind {
            Kind::Wrong(digit) => Some((digit, Cell::new(i))),
            Kind::Symbol | Kind::Blank => None,
        })
        .collect()
}

/// The digits of the blanks in one cell.
pub(super) fn blank_digits(puzzle: &Puzzle, solution: &Solution) -> String {
    let name = |cell| puzzle.rules().base.name(solution.digit(cell)).to_string();
    blanks(puzzle).into_iter().map(name).collect::<Vec<_>>().join(" ")
}

fn right_digits(puzzle: &Puzzle, solution: &Solution) -> String {
    let base = puzzle.rules().base;
    let pair = |(digit, cell)| format!("{}→{}", base.name(digit), base.name(solution.digit(cell)));
    wrong(puzzle).into_iter().map(pair).collect::<Vec<_>>().join(" ")
}
