//! Crossed grids (algebrafs): random calculations across and down, with a letter for each digit; or grids of
//! the words of a list.

mod lots;
mod words;

use lots::Lots;
use words::WordGrids;

use crate::generate;
use crate::generate::Choice;
use crate::generate::GenerateError;
use crate::generate::Kind;
use crate::generate::Order;
use crate::generate::Space;
use crate::generate::order::Given;
use crate::generate::wrong;
use crate::message::message;
use crate::spelling;

/// Below three rows or columns nothing is calculated.
const LEAST_LINES: usize = 3;
const MOST_LINES: usize = 8;

/// Crossed grids.
#[derive(Clone, Copy, Debug)]
pub struct Grids;

impl Kind for Grids {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn help(&self) -> &'static str {
        "crossed grids (algebraf): calculations across and down, or the words of a list"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("size", "3x3"), ("max-results", "5")]
    }

    fn subject(&self) -> Option<&'static str> {
        None
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        let given = order.given(self);
        let (rows, columns) = size(given)?;
        if let Some(list) = given.file("words") {
            check_words(order, given, (rows, columns))?;
            return Ok(Box::new(WordGrids::new(list, order, drawn_sums)?));
        }
        let signs = signs(given)?;
        // The table has a default, and the limit is a digit.
        let digits = given.number("digits-each").unwrap_or_default() as u32;
        let letters: Vec<String> =
            lots::alphabet().take(order.rules.base.get().into()).map(String::from).collect();
        generate::check_letters(&order.rules, letters.iter().map(String::as_str))?;
        Ok(Box::new(Lots::new(order, (rows, columns), signs, digits)))
    }
}

const CHOICES: &[Choice] = &[
    Choice::text("size", "ROWSxCOLUMNS", "numbers down and across").by_default("3x3"),
    Choice::text("operators", "SIGNS", "those that may stand in it").by_default("+-*/"),
    Choice::number("digits-each", 1, 9, "how many digits random numbers have at most").by_default("2"),
    Choice::file("words", "words, one a line, for grids of three sums across and three down"),
];

/// Words make sums in a grid of three by three.
fn check_words(order: &Order, given: Given<'_>, size: (usize, usize)) -> Result<(), GenerateError> {
    if size != (3, 3) {
        return Err(wrong(
            "size",
            given.text("size").unwrap_or_default(),
            message!("expected-size-for-words"),
        ));
    }
    let other = ["operators", "digits-each"].into_iter().find(|option| given.is_given(option));
    match other.and_then(|option| Some((option, order.choices.get(option)?))) {
        Some((option, found)) => Err(wrong(option, found, message!("expected-nothing-with-words"))),
        None => Ok(()),
    }
}

fn size(given: Given<'_>) -> Result<(usize, usize), GenerateError> {
    let text = given.text("size").unwrap_or_default();
    let line =
        |text: &str| text.trim().parse().ok().filter(|lines| (LEAST_LINES..=MOST_LINES).contains(lines));
    let size =
        text.split_once(['x', '×', '*']).and_then(|(rows, columns)| Some((line(rows)?, line(columns)?)));
    size.ok_or_else(|| {
        wrong("size", &text, message!("expected-grid-size", least = LEAST_LINES, most = MOST_LINES))
    })
}

fn signs(given: Given<'_>) -> Result<Vec<Sign>, GenerateError> {
    let text = given.text("operators").unwrap_or_default();
    let wrong = || wrong("operators", &text, message!("expected-operators"));
    let mut signs: Vec<Sign> = Vec::new();
    for sign in text.chars() {
        let sign = Sign::of(sign).ok_or_else(wrong)?;
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
    if signs.is_empty() { Err(wrong()) } else { Ok(signs) }
}

/// An operator of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

impl Sign {
    fn of(c: char) -> Option<Self> {
        match c {
            '+' => Some(Self::Plus),
            '-' | '−' => Some(Self::Minus),
            '*' | '×' | 'x' => Some(Self::Times),
            '/' | '÷' | ':' => Some(Self::Over),
            _ => None,
        }
    }

    fn drawn(self) -> char {
        match self {
            Self::Plus => '+',
            Self::Minus => '-',
            Self::Times => '*',
            Self::Over => '/',
        }
    }
}

/// Three rows of words that add up across and down.
fn drawn_sums(rows: &[&[String]]) -> String {
    let signs = vec![vec![Sign::Plus]; rows.len()];
    drawn(rows, &signs, &signs)
}

/// Rows of words with the signs between them, but the last, which is an equals sign.
fn drawn(rows: &[&[String]], across: &[Vec<Sign>], down: &[Vec<Sign>]) -> String {
    let length = |word: &String| spelling::count(word);
    let width = |column: usize| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0);
    let padded = |word: &String, column: usize| " ".repeat(width(column) - length(word)) + word;
    let mut lines = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let between = |column: usize| match column {
            0 => String::new(),
            _ => format!(" {} ", across[i].get(column - 1).map_or('=', |sign| sign.drawn())),
        };
        let words = row.iter().enumerate().map(|(j, word)| between(j) + &padded(word, j));
        lines.push(words.collect::<String>());
        if i + 1 < rows.len() {
            let sign = |column: usize| down[column].get(i).map_or('=', |sign| sign.drawn());
            let signs =
                (0..row.len()).map(|j| format!("{:>1$}", sign(j), width(j) + if j == 0 { 0 } else { 3 }));
            lines.push(signs.collect());
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::trial;
    use crate::puzzle::Rules;
    use crate::text::Reader;

    #[test]
    fn grids_have_one_solution_in_which_all_lines_are_true() {
        for size in ["3x3", "3x4", "4x3"] {
            let found = trial::finds(&Grids, &trial::order(&Grids, "", &[("size", size)]), 12);
            assert!(!found.is_empty(), "{size}");
            trial::prove(&found, "depth-first");
        }
    }

    #[test]
    fn a_seed_names_its_grids() {
        let order = trial::order(&Grids, "", &[]);
        let texts = |order: &Order| trial::texts(&trial::finds(&Grids, order, 5));
        assert_eq!(texts(&order), texts(&order));
        assert_ne!(texts(&order), texts(&Order { seed: 2, ..order.clone() }));
    }

    #[test]
    fn operators_and_digits_are_kept_to() {
        let order = trial::order(&Grids, "", &[("operators", "+-"), ("digits-each", "3")]);
        let found = trial::texts(&trial::finds(&Grids, &order, 20));
        assert!(!found.is_empty());
        assert!(found.iter().all(|text| !text.contains(['*', '/'])));
    }

    /// All grids of a few words, each filled with every choice of words.
    #[test]
    fn grids_of_words_are_those_that_trying_all_finds() {
        let words = ["ab", "cd", "eef", "fa", "be", "ecg", "efd", "hb", "cdf", "bd"];
        let rules = Rules::default();
        let order = trial::order(&Grids, "", &[("words", &words.join("\n"))]);
        let found = trial::finds(&Grids, &order, u64::MAX);
        trial::prove(&found, "depth-first");
        let found: Vec<String> = found.into_iter().map(|find| find.text).collect();
        let mut expected = 0;
        let mut grid = Vec::new();
        every_grid(&words, &mut grid, &mut |grid| {
            let rows: Vec<Vec<String>> =
                grid.chunks(3).map(|row| row.iter().map(|word| words[*word].to_string()).collect()).collect();
            let rows: Vec<&[String]> = rows.iter().map(Vec::as_slice).collect();
            let text = drawn_sums(&rows);
            let puzzle = Reader::new().rules(&rules).read(&text).expect("it is a grid");
            let (answer, _) = crate::Solver::new(&puzzle).ask(crate::Ask::Unique).run().expect("it fits");
            if answer.outcome.unique == Some(true) {
                expected += 1;
                assert!(found.contains(&text), "{text} is not in {found:?}");
            }
        });
        assert!(expected > 0, "some are to be found");
        assert_eq!(found.len(), expected);
    }

    /// Grids of different words, of the eight ways to turn one over the one that is looked at, whose lengths can be sums.
    fn every_grid(words: &[&str], grid: &mut Vec<usize>, see: &mut dyn FnMut(&[usize])) {
        if grid.len() == 9 {
            return see(grid);
        }
        let place = grid.len();
        for word in (0..words.len()).filter(|word| !grid.contains(word)).collect::<Vec<_>>() {
            let is_turned = match place {
                1 | 4 => word < grid[0],
                3 => word < grid[1],
                _ => false,
            };
            let length = |word: usize| words[word].len();
            let is_long = |parts: [usize; 2]| {
                let most = length(grid[parts[0]]).max(length(grid[parts[1]]));
                (most..=most + 1).contains(&length(word))
            };
            let may_add_up = (place % 3 < 2 || is_long([place - 1, place - 2]))
                && (place < 6 || is_long([place - 3, place - 6]));
            if !is_turned && may_add_up {
                grid.push(word);
                every_grid(words, grid, see);
                grid.pop();
            }
        }
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        for (option, value) in
            [("size", "3"), ("size", "2x3"), ("operators", "^"), ("operators", ""), ("digits-each", "0")]
        {
            let refusal = trial::refused(&Grids, "", &[(option, value)]);
            assert!(matches!(refusal, GenerateError::Value { .. }), "{option} {value}");
        }
    }
}
