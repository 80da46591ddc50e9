//! Random grids: the numbers of the upper left are random, and so are the operators. The last column and the last row follow,
//! and their corner must be the same both ways.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;

use super::drawn::{Sign, drawn};
use crate::chance;
use crate::chance::{Shuffled, random};
use crate::finds::Finds;
use crate::order::Order;
use crate::space::Space;
use fukumen_language::digits::Digit;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::ParseError;
use fukumen_reading::Reader;

/// The number of parts, because random grids never end.
const ENDLESS: u64 = 1 << 40;
/// The most tries in a part until one grid is true.
const TRIES: u64 = 20_000;
/// If the grids are fewer than that, each of this number of parts tries one.
const MOST_PARTS: u64 = 1 << 24;
/// The most choices of number lengths that are counted.
const MOST_CHOICES: u64 = 1 << 12;
/// Sets the largest number.
const LARGEST: i128 = 1_000_000_000_000;

/// Random grids.
pub(super) struct RandomGrids {
    rows: usize,
    columns: usize,
    signs: Vec<Sign>,
    digits: u32,
    rules: Rules,
    seed: u64,
    numbered: Option<Numbered>,
}

/// Grids that can be numbered, so that none is drawn twice: separately for each choice of the lengths of their numbers, which
/// come in turn.
struct Numbered {
    /// The number of grids of each choice, and their random order.
    grids: Vec<(u64, Shuffled)>,
    /// How many are tried in a part.
    tries: u64,
}

impl Space for RandomGrids {
    fn parts(&self) -> u64 {
        let Some(numbered) = &self.numbered else { return ENDLESS };
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

impl RandomGrids {
    /// Numbers its grids, if that is possible.
    pub fn new(order: &Order, (rows, columns): (usize, usize), signs: Vec<Sign>, digits: u32) -> Self {
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
            (0..free).try_fold(signs, |count, _| {
                count.checked_mul(chance::numbers(draw.length(self.digits), self.rules.base)?)
            })
        };
        let counts = (0..choices).map(count).collect::<Option<Vec<u64>>>()?;
        let all = counts.iter().fold(0u64, |all, count| all.saturating_add(*count));
        let shuffled = |(choice, count): (u64, u64)| (count, Shuffled::new(self.seed ^ choice, count));
        let grids = (0..).zip(counts).map(shuffled).collect();
        Some(Numbered { grids, tries: (all / MOST_PARTS).clamp(1, TRIES) })
    }

    /// Proposes the first grid that is true.
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
                    None => finds.refuse(message!("too-few-letters")),
                };
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Draws a grid; returns it if it is true.
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

    /// Draws a number of some digits, whose first digit is not zero.
    fn number(&self, draw: &mut Draw<'_>) -> i128 {
        let base = u64::from(self.rules.base.get());
        let least = base.saturating_pow(draw.length(self.digits) - 1);
        i128::from(least + draw.below(least.saturating_mul(base - 1)))
    }
}

/// The source of random choices.
enum Draw<'r> {
    Lot(&'r mut ChaCha8Rng),
    /// Two numbers, read digit by digit: one for the lengths, and one for everything else.
    Numbered {
        lengths: u64,
        left: u64,
    },
}

impl Draw<'_> {
    /// Draws a number below `end`.
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

    /// Draws how many digits a number has, from 1 to `most`.
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

/// Returns the value of numbers with signs between them, products first; `None` if it is negative, not whole or too large.
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
    /// Makes a puzzle with a letter for each digit; `None` if there are more digits than letters.
    fn puzzle(&self, rules: &Rules) -> Option<Result<Puzzle, ParseError>> {
        let base = i128::from(rules.base.get());
        let mut letters = Letters::default();
        let word = |number: &i128| letters.word(*number, base);
        let words: Vec<String> = self.numbers.iter().flatten().map(word).collect::<Option<_>>()?;
        let rows: Vec<&[String]> = words.chunks(self.down.len()).collect();
        let rules = Rules { layout: Some("grid".into()), ..rules.clone() };
        Some(Reader::new().rules(&rules).literal().read(&drawn(&rows, &self.across, &self.down)))
    }
}

/// Returns the letters that digits may have.
pub(super) fn alphabet() -> impl Iterator<Item = char> {
    'A'..='Z'
}

/// Letters for digits, in the order of first appearance.
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
    use std::collections::HashSet;

    use super::super::Grids;
    use super::*;
    use crate::kind::Kind;
    use crate::trial;

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

    /// Few enough to find all, and too many to be numbered.
    #[test]
    fn no_grid_comes_twice() {
        let few = trial::order(&Grids, "", &[("operators", "/"), ("digits-each", "1")]);
        let found = trial::texts(&trial::finds(&Grids, &few, u64::MAX));
        assert!(found.len() > 4, "{found:?}");
        let different: HashSet<&String> = found.iter().collect();
        assert_eq!(different.len(), found.len());
        let many = trial::order(&Grids, "", &[("size", "4x4"), ("operators", "+-")]);
        assert_eq!(Grids.space(&many).map(|space| space.parts()).ok(), Some(ENDLESS));
        assert!(!trial::finds(&Grids, &many, 6).is_empty());
    }
}
