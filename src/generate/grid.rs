//! Crossed grids (algebrafs): random calculations across and down, each digit its letter.
//!
//! The numbers of the upper left are drawn by lot, the operators too; the last column and the last row follow, and their corner must
//! come out the same both ways.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;

use super::Choice;
use super::Finds;
use super::GenerateError;
use super::Gives;
use super::Kind;
use super::Order;
use super::Space;
use super::chance;
use super::random;
use crate::digits::Digit;
use crate::layout;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;

/// Grids come to no end.
const LOTS: u64 = 1 << 40;
/// So many are tried in a part until one comes out.
const TRIES: u64 = 20_000;
/// Below three rows or columns nothing is calculated.
const LEAST_LINES: usize = 3;
const MOST_LINES: usize = 8;
/// The most digits of a number drawn by lot.
const MOST_DIGITS: u32 = 9;
/// No number is larger.
const LARGEST: i128 = 1_000_000_000_000;

/// Crossed grids.
pub struct Grids;

impl Kind for Grids {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn help(&self) -> &'static str {
        "crossed grids (algebraf): calculations across and down, each digit its letter"
    }

    fn example(&self) -> &'static str {
        "generate grid --size 3x3 --max-results 5"
    }

    fn subject(&self) -> Option<&'static str> {
        None
    }

    fn choices(&self) -> &'static [Choice] {
        &[
            Choice {
                name: "size",
                takes: Gives::Value("ROWSxCOLUMNS"),
                help: "numbers down and across [3x3]",
            },
            Choice {
                name: "operators",
                takes: Gives::Value("SIGNS"),
                help: "those that may stand in it [+-*/]",
            },
            Choice {
                name: "digits-each",
                takes: Gives::Value("N"),
                help: "how many digits the numbers drawn by lot have at most [2]",
            },
        ]
    }

    fn space(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        let (rows, columns) = size(order)?;
        let signs = signs(order)?;
        let digits = digits(order)?;
        Ok(Box::new(Lots { rows, columns, signs, digits, rules: order.rules.clone(), seed: order.seed }))
    }
}

fn wrong(option: &'static str, found: &str, expected: impl Into<String>) -> GenerateError {
    GenerateError::Value { option, found: found.into(), expected: expected.into() }
}

fn size(order: &Order) -> Result<(usize, usize), GenerateError> {
    let text = order.choice("size").unwrap_or("3x3");
    let line =
        |text: &str| text.trim().parse().ok().filter(|lines| (LEAST_LINES..=MOST_LINES).contains(lines));
    let size =
        text.split_once(['x', '×', '*']).and_then(|(rows, columns)| Some((line(rows)?, line(columns)?)));
    size.ok_or_else(|| {
        wrong("size", text, format!("rows and columns such as 3x3, from {LEAST_LINES} to {MOST_LINES},"))
    })
}

fn signs(order: &Order) -> Result<Vec<Sign>, GenerateError> {
    let text = order.choice("operators").unwrap_or("+-*/");
    let wrong = || wrong("operators", text, "some of + - * /");
    let signs: Vec<Sign> = text.chars().map(Sign::of).collect::<Option<_>>().ok_or_else(wrong)?;
    if signs.is_empty() { Err(wrong()) } else { Ok(signs) }
}

fn digits(order: &Order) -> Result<u32, GenerateError> {
    let Some(text) = order.choice("digits-each") else { return Ok(2) };
    let digits = text.trim().parse().ok().filter(|digits| (1..=MOST_DIGITS).contains(digits));
    digits.ok_or_else(|| wrong("digits-each", text, format!("a number from 1 to {MOST_DIGITS}")))
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

/// Grids by lot.
struct Lots {
    rows: usize,
    columns: usize,
    signs: Vec<Sign>,
    digits: u32,
    rules: Rules,
    seed: u64,
}

impl Space for Lots {
    fn parts(&self) -> u64 {
        LOTS
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let mut random = random(self.seed, part);
        for _ in 0..TRIES {
            finds.looked_at(1)?;
            if let Some(grid) = self.by_lot(&mut random) {
                if let Some(puzzle) = grid.puzzle(&self.rules) {
                    finds.propose(puzzle);
                }
                break;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Lots {
    /// One that comes out, if it does.
    fn by_lot(&self, random: &mut ChaCha8Rng) -> Option<Grid> {
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        let mut signs = |lines: usize, between: usize| -> Vec<Vec<Sign>> {
            (0..lines).map(|_| (1..between).map(|_| *chance::one_of(random, &self.signs)).collect()).collect()
        };
        let (across, down) = (signs(self.rows, last_column), signs(self.columns, last_row));
        let mut numbers: Vec<Vec<i128>> = Vec::new();
        for row in &across[..last_row] {
            let mut line: Vec<i128> = (0..last_column).map(|_| self.number(random)).collect();
            line.push(value(&line, row)?);
            numbers.push(line);
        }
        let column =
            |numbers: &[Vec<i128>], column: usize| numbers.iter().map(|row| row[column]).collect::<Vec<_>>();
        let below =
            (0..self.columns).map(|i| value(&column(&numbers, i), &down[i])).collect::<Option<Vec<_>>>()?;
        let corner = value(&below[..last_column], &across[last_row])?;
        numbers.push(below);
        (corner == numbers[last_row][last_column]).then_some(Grid { numbers, across, down })
    }

    fn number(&self, random: &mut ChaCha8Rng) -> i128 {
        let base = u64::from(self.rules.base.get());
        let length = 1 + chance::below(random, self.digits.into()) as u32;
        // A number of so many digits, which begins with another one than zero.
        let least = base.saturating_pow(length - 1);
        i128::from(least + chance::below(random, least.saturating_mul(base - 1)))
    }
}

/// What numbers with signs between them come to, products first; none where that is negative, no whole number or too large.
fn value(numbers: &[i128], signs: &[Sign]) -> Option<i128> {
    let (first, rest) = numbers.split_first()?;
    let (mut sum, mut product) = (0i128, *first);
    for (sign, number) in signs.iter().zip(rest) {
        match sign {
            Sign::Plus | Sign::Minus => {
                sum += product;
                product = if *sign == Sign::Plus { *number } else { -number };
            }
            Sign::Times => product = product.checked_mul(*number)?,
            Sign::Over => {
                if *number == 0 || product % number != 0 {
                    return None;
                }
                product /= number;
            }
        }
        if product.abs() > LARGEST {
            return None;
        }
    }
    Some(sum + product).filter(|value| (0..=LARGEST).contains(value))
}

/// A true grid.
struct Grid {
    numbers: Vec<Vec<i128>>,
    across: Vec<Vec<Sign>>,
    down: Vec<Vec<Sign>>,
}

impl Grid {
    /// With a letter for each digit; none where there are more digits than letters.
    fn puzzle(&self, rules: &Rules) -> Option<Puzzle> {
        let base = i128::from(rules.base.get());
        let mut letters = Letters::default();
        let word = |number: &i128| letters.word(*number, base);
        let words: Vec<String> = self.numbers.iter().flatten().map(word).collect::<Option<_>>()?;
        let rows: Vec<&[String]> = words.chunks(self.down.len()).collect();
        let rules = Rules { layout: Some("grid".into()), ..rules.clone() };
        layout::puzzle(&self.drawn(&rows), &rules).ok()
    }

    fn drawn(&self, rows: &[&[String]]) -> String {
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            let between = |column: usize| match column {
                0 => String::new(),
                _ => format!(" {} ", self.across[i].get(column - 1).map_or('=', |sign| sign.drawn())),
            };
            let words = row.iter().enumerate().map(|(j, word)| format!("{}{word:>1$}", between(j), width(j)));
            lines.push(words.collect::<String>());
            if i + 1 < rows.len() {
                let sign = |column: usize| self.down[column].get(i).map_or('=', |sign| sign.drawn());
                let signs =
                    (0..row.len()).map(|j| format!("{:>1$}", sign(j), width(j) + if j == 0 { 0 } else { 3 }));
                lines.push(signs.collect());
            }
        }
        lines.join("\n")
    }
}

/// Letters for digits, in the order in which these first appear.
#[derive(Default)]
struct Letters {
    digits: Vec<Digit>,
}

impl Letters {
    fn word(&mut self, mut number: i128, base: i128) -> Option<String> {
        let mut digits = Vec::new();
        loop {
            digits.push((number % base) as Digit);
            number /= base;
            if number == 0 {
                break;
            }
        }
        digits.into_iter().rev().map(|digit| self.letter(digit)).collect()
    }

    fn letter(&mut self, digit: Digit) -> Option<char> {
        let known = self.digits.iter().position(|other| *other == digit);
        let place = known.unwrap_or_else(|| {
            self.digits.push(digit);
            self.digits.len() - 1
        });
        ('A'..='Z').nth(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::trial;

    #[test]
    fn grids_have_one_solution_in_which_all_lines_are_true() {
        for size in ["3x3", "3x4", "4x3"] {
            let found = trial::finds(&Grids, &trial::order("", &[("size", size)]), 12);
            assert!(!found.is_empty(), "{size}");
            trial::prove(&found, "depth-first");
        }
    }

    #[test]
    fn a_seed_names_its_grids() {
        let order = trial::order("", &[]);
        let texts = |order: &Order| trial::texts(&trial::finds(&Grids, order, 5));
        assert_eq!(texts(&order), texts(&order));
        assert_ne!(texts(&order), texts(&Order { seed: 2, ..order.clone() }));
    }

    #[test]
    fn operators_and_digits_are_kept_to() {
        let order = trial::order("", &[("operators", "+-"), ("digits-each", "3")]);
        let found = trial::texts(&trial::finds(&Grids, &order, 20));
        assert!(!found.is_empty());
        assert!(found.iter().all(|text| !text.contains(['*', '/'])));
    }

    #[test]
    fn products_come_before_sums() {
        use Sign::*;
        assert_eq!(value(&[2, 3, 4], &[Plus, Times]), Some(14));
        assert_eq!(value(&[20, 2, 3], &[Minus, Times]), Some(14));
        assert_eq!(value(&[12, 4, 3], &[Over, Times]), Some(9));
        assert_eq!(value(&[12, 5], &[Over]), None);
        assert_eq!(value(&[12, 0], &[Over]), None);
        assert_eq!(value(&[1, 2], &[Minus]), None);
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        for (option, value) in
            [("size", "3"), ("size", "2x3"), ("operators", "^"), ("operators", ""), ("digits-each", "0")]
        {
            let refusal = trial::refusal(&Grids, &trial::order("", &[(option, value)]));
            assert!(matches!(refusal, GenerateError::Value { .. }), "{option} {value}");
        }
    }
}
