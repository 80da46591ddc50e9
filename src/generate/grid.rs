//! Crossed grids (algebrafs): random calculations across and down, each digit its letter; or the words of a list (`word_grid`).
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
use super::word_grid::WordGrids;
use crate::digits::Digit;
use crate::layout;
use crate::parse::ParseError;
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
        "crossed grids (algebraf): calculations across and down, or the words of a list"
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
            Choice {
                name: "words",
                takes: Gives::File,
                help: "words, one a line, for grids of three sums across and three down",
            },
        ]
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        let (rows, columns) = size(order)?;
        if let Some(list) = order.choice("words") {
            check_words(order, (rows, columns))?;
            return Ok(Box::new(WordGrids::new(list, &order.rules, drawn_sums)?));
        }
        let signs = signs(order)?;
        let digits = digits(order)?;
        let letters: Vec<String> = alphabet().take(order.rules.base.get().into()).map(String::from).collect();
        super::check_letters(&order.rules, letters.iter().map(String::as_str))?;
        Ok(Box::new(Lots { rows, columns, signs, digits, rules: order.rules.clone(), seed: order.seed }))
    }
}

/// Words make sums in a grid of three by three.
fn check_words(order: &Order, size: (usize, usize)) -> Result<(), GenerateError> {
    if size != (3, 3) {
        return Err(wrong("size", order.choice("size").unwrap_or_default(), "3x3 where words are given,"));
    }
    let other = ["operators", "digits-each"].into_iter().find(|option| order.choice(option).is_some());
    match other.and_then(|option| Some((option, order.choice(option)?))) {
        Some((option, found)) => Err(wrong(option, found, "nothing where words are given, which make sums,")),
        None => Ok(()),
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

    fn is_endless(&self) -> bool {
        true
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let mut random = random(self.seed, part);
        for _ in 0..TRIES {
            finds.looked_at(1)?;
            if let Some(grid) = self.by_lot(&mut random) {
                match grid.puzzle(&self.rules) {
                    Some(read) => finds.propose_read(read, None),
                    None => finds.refuse("it has more different digits than there are letters"),
                };
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
    fn puzzle(&self, rules: &Rules) -> Option<Result<Puzzle, ParseError>> {
        let base = i128::from(rules.base.get());
        let mut letters = Letters::default();
        let word = |number: &i128| letters.word(*number, base);
        let words: Vec<String> = self.numbers.iter().flatten().map(word).collect::<Option<_>>()?;
        let rows: Vec<&[String]> = words.chunks(self.down.len()).collect();
        let rules = Rules { layout: Some("grid".into()), ..rules.clone() };
        Some(layout::puzzle(&drawn(&rows, &self.across, &self.down), &rules))
    }
}

/// Three rows of words that add up across and down.
fn drawn_sums(rows: &[&[String]]) -> String {
    let signs = vec![vec![Sign::Plus]; rows.len()];
    drawn(rows, &signs, &signs)
}

/// Rows of words with the signs between them, but the last, which is an equals sign.
fn drawn(rows: &[&[String]], across: &[Vec<Sign>], down: &[Vec<Sign>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let between = |column: usize| match column {
            0 => String::new(),
            _ => format!(" {} ", across[i].get(column - 1).map_or('=', |sign| sign.drawn())),
        };
        let words = row.iter().enumerate().map(|(j, word)| format!("{}{word:>1$}", between(j), width(j)));
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

/// The letters that digits may have.
fn alphabet() -> impl Iterator<Item = char> {
    'A'..='Z'
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
        alphabet().nth(place)
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

    /// All grids of a few words, each filled with every choice of words.
    #[test]
    fn grids_of_words_are_those_that_trying_all_finds() {
        let words = ["ab", "cd", "eef", "fa", "be", "ecg", "efd", "hb", "cdf", "bd"];
        let rules = Rules::default();
        let order = trial::order("", &[("words", &words.join("\n"))]);
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
            let puzzle = layout::puzzle(&text, &rules).expect("it is a grid");
            let (answer, _) = crate::Solver::new(&puzzle).ask(crate::Ask::Unique).run().expect("it fits");
            if answer.unique == Some(true) {
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
