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
use super::chance::Shuffled;
use super::random;
use super::word_grid::WordGrids;
use super::wrong;
use crate::digits::Digit;
use crate::layout;
use crate::parse::ParseError;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::spelling;

/// Grids come to no end.
const LOTS: u64 = 1 << 40;
/// So many are tried in a part until one comes out.
const TRIES: u64 = 20_000;
/// Where there are no more of them, each of so many parts tries one.
const MOST_PARTS: u64 = 1 << 24;
/// More choices of the lengths of their numbers are not counted off.
const MOST_CHOICES: u64 = 1 << 12;
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
            return Ok(Box::new(WordGrids::new(list, order, drawn_sums)?));
        }
        let signs = signs(order)?;
        let digits = digits(order)?;
        let letters: Vec<String> = alphabet().take(order.rules.base.get().into()).map(String::from).collect();
        super::check_letters(&order.rules, letters.iter().map(String::as_str))?;
        Ok(Box::new(Lots::new(order, (rows, columns), signs, digits)))
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

fn size(order: &Order) -> Result<(usize, usize), GenerateError> {
    let text = order.choice("size").unwrap_or("3x3");
    let line =
        |text: &str| text.trim().parse().ok().filter(|lines| (LEAST_LINES..=MOST_LINES).contains(lines));
    let size =
        text.split_once(['x', '×', '*']).and_then(|(rows, columns)| Some((line(rows)?, line(columns)?)));
    size.ok_or_else(|| {
        wrong("size", text, format!("a size such as 3x3, of {LEAST_LINES} to {MOST_LINES} rows and columns,"))
    })
}

fn signs(order: &Order) -> Result<Vec<Sign>, GenerateError> {
    let text = order.choice("operators").unwrap_or("+-*/");
    let wrong = || wrong("operators", text, "a choice of + - * /");
    let mut signs: Vec<Sign> = Vec::new();
    for sign in text.chars() {
        let sign = Sign::of(sign).ok_or_else(wrong)?;
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
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
    numbered: Option<Numbered>,
}

/// Grids that can be numbered, so that none is drawn twice: apart for each choice of the lengths of their numbers, which come in turn.
struct Numbered {
    /// Those of each choice, in an order of chance, with how many there are.
    grids: Vec<(u64, Shuffled)>,
    /// How many are tried in a part.
    tries: u64,
}

impl Space for Lots {
    fn parts(&self) -> u64 {
        let Some(numbered) = &self.numbered else { return LOTS };
        let most = numbered.grids.iter().map(|(count, _)| count.div_ceil(numbered.tries)).max();
        most.unwrap_or(0).saturating_mul(numbered.grids.len() as u64)
    }

    fn is_endless(&self) -> bool {
        true
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let Some(Numbered { grids, tries }) = &self.numbered else {
            let mut random = random(self.seed, part);
            return self
                .propose_first(&mut (0..TRIES).map(|_| self.drawn(&mut Draw::Lot(&mut random))), finds);
        };
        let (choice, block) = (part % grids.len() as u64, part / grids.len() as u64);
        let (count, shuffled) = &grids[choice as usize];
        let numbers =
            block.saturating_mul(*tries)..block.saturating_add(1).saturating_mul(*tries).min(*count);
        let drawn =
            |number| self.drawn(&mut Draw::Numbered { lengths: choice, left: shuffled.place(number) });
        self.propose_first(&mut numbers.map(drawn), finds)
    }
}

impl Lots {
    /// With its grids numbered, where they can be.
    fn new(order: &Order, (rows, columns): (usize, usize), signs: Vec<Sign>, digits: u32) -> Self {
        let (rules, seed) = (order.rules.clone(), order.seed);
        let lots = Self { rows, columns, signs, digits, rules, seed, numbered: None };
        Self { numbered: lots.numbers(), ..lots }
    }

    fn numbers(&self) -> Option<Numbered> {
        let (free, between) = (
            (self.rows - 1) * (self.columns - 1),
            self.rows * (self.columns - 2) + self.columns * (self.rows - 2),
        );
        let choices =
            u64::from(self.digits).checked_pow(free as u32).filter(|choices| *choices <= MOST_CHOICES)?;
        let signs = (self.signs.len() as u64).checked_pow(between as u32)?;
        let count = |lengths: u64| {
            let mut draw = Draw::Numbered { lengths, left: 0 };
            (0..free)
                .try_fold(signs, |count, _| count.checked_mul(self.numbers_of(draw.length(self.digits))?))
        };
        let counts = (0..choices).map(count).collect::<Option<Vec<u64>>>()?;
        let all = counts.iter().fold(0u64, |all, count| all.saturating_add(*count));
        let shuffled = |(choice, count): (u64, u64)| (count, Shuffled::new(self.seed ^ choice, count));
        let grids = (0..).zip(counts).map(shuffled).collect();
        Some(Numbered { grids, tries: (all / MOST_PARTS).clamp(1, TRIES) })
    }

    /// How many numbers have so many digits.
    fn numbers_of(&self, length: u32) -> Option<u64> {
        let base = u64::from(self.rules.base.get());
        base.checked_pow(length - 1)?.checked_mul(base - 1)
    }

    /// Proposes the first that comes out.
    fn propose_first(
        &self,
        drawn: &mut dyn Iterator<Item = Option<Grid>>,
        finds: &mut Finds<'_>,
    ) -> ControlFlow<()> {
        for grid in drawn {
            finds.looked_at(1)?;
            if let Some(grid) = grid {
                match grid.puzzle(&self.rules) {
                    Some(read) => finds.propose_read(read, None),
                    None => finds.refuse("it has more different digits than there are letters"),
                };
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// One that comes out, if it does.
    fn drawn(&self, draw: &mut Draw<'_>) -> Option<Grid> {
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        let mut signs = |lines: usize, between: usize| -> Vec<Vec<Sign>> {
            let mut sign = || self.signs[draw.below(self.signs.len() as u64) as usize];
            (0..lines).map(|_| (1..between).map(|_| sign()).collect()).collect()
        };
        let (across, down) = (signs(self.rows, last_column), signs(self.columns, last_row));
        let mut numbers: Vec<Vec<i128>> = Vec::new();
        for row in &across[..last_row] {
            let mut line: Vec<i128> = (0..last_column).map(|_| self.number(draw)).collect();
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

    /// A number of some digits, which begins with another one than zero.
    fn number(&self, draw: &mut Draw<'_>) -> i128 {
        let base = u64::from(self.rules.base.get());
        let least = base.saturating_pow(draw.length(self.digits) - 1);
        i128::from(least + draw.below(least.saturating_mul(base - 1)))
    }
}

/// Where what is drawn comes from.
enum Draw<'r> {
    Lot(&'r mut ChaCha8Rng),
    /// Two numbers, digit by digit: one for the lengths, and one for all else.
    Numbered {
        lengths: u64,
        left: u64,
    },
}

impl Draw<'_> {
    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        match self {
            Self::Lot(random) => chance::below(random, end),
            Self::Numbered { left, .. } => {
                let number = *left % end;
                *left /= end;
                number
            }
        }
    }

    /// How many digits a number has, from 1 to `most`.
    fn length(&mut self, most: u32) -> u32 {
        1 + match self {
            Self::Lot(random) => chance::below(random, most.into()) as u32,
            Self::Numbered { lengths, .. } => {
                let length = *lengths % u64::from(most);
                *lengths /= u64::from(most);
                length as u32
            }
        }
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

    /// So few that they all can be found, and so many that they cannot.
    #[test]
    fn no_grid_comes_twice() {
        let order = trial::order("", &[("operators", "/"), ("digits-each", "1")]);
        let found = trial::texts(&trial::finds(&Grids, &order, u64::MAX));
        assert!(found.len() > 4, "{found:?}");
        let different: std::collections::HashSet<&String> = found.iter().collect();
        assert_eq!(different.len(), found.len());
        let large = trial::order("", &[("size", "5x5"), ("digits-each", "1"), ("operators", "+")]);
        assert_eq!(trial::finds(&Grids, &large, 3).len(), 3, "they are sums");
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
