//! What puzzles are chosen by: a table with one row for each measure.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::generate::Find;
use crate::generate::GenerateError;

/// A number that says something about a puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub struct Measure {
    /// As written in `--where-measure` and after `--sort`.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Its value.
    pub of: fn(&Find) -> u64,
    /// Its value where the letters decide it, before a puzzle is made.
    pub(super) early: fn(Letters) -> Option<u64>,
}

/// What is known of a puzzle of words before it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    /// How many different letters it has.
    pub letters: usize,
    /// How many digits there are for them.
    pub digits: usize,
    /// Whether each letter has a digit of its own.
    pub are_different: bool,
}

/// Every measure. Adding one means adding a row.
pub static MEASURES: &[Measure] = &[
    Measure {
        name: "letters",
        help: "how many different letters there are",
        of: letters,
        early: |known| Some(known.letters as u64),
    },
    Measure {
        name: "ideal",
        help: "1 where the solution uses every digit, else 0",
        of: ideal,
        early: early_ideal,
    },
    Measure { name: "nodes", help: "how many nodes the search took", of: |find| find.nodes, early: |_| None },
    Measure { name: "repeats", help: "how many letters stand there again", of: repeats, early: |_| None },
    Measure { name: "blanks", help: "how many blanks there are", of: blanks, early: |_| None },
    Measure {
        name: "length",
        help: "how many digits the solution has",
        of: |find| places(find) as u64,
        early: |_| None,
    },
];

/// The measure of this name.
///
/// # Errors
/// [`GenerateError::NoSuchMeasure`] where none has it.
pub fn measure(name: &str) -> Result<&'static Measure, GenerateError> {
    let known = || MEASURES.iter().map(|measure| measure.name).collect();
    let found = MEASURES.iter().find(|measure| measure.name == name);
    found.ok_or_else(|| GenerateError::NoSuchMeasure { name: name.into(), known: known() })
}

fn letters(find: &Find) -> u64 {
    find.puzzle.symbols().count() as u64
}

fn blanks(find: &Find) -> u64 {
    find.puzzle.hidden().len() as u64 - letters(find)
}

/// Whether the solution uses every digit that the rules allow.
fn ideal(find: &Find) -> u64 {
    let used: DigitSet = find.solution.digits().iter().copied().collect();
    u64::from(find.puzzle.rules().allowed_digits().minus(used).is_empty())
}

/// Letters that are fewer than the digits cannot use all of them.
fn early_ideal(known: Letters) -> Option<u64> {
    let are_enough = known.letters >= known.digits;
    (known.are_different || !are_enough).then_some(are_enough.into())
}

/// The places of hidden digits, and what stands in them.
fn cells(find: &Find) -> impl Iterator<Item = Cell> {
    find.puzzle.sheet().cells()
}

fn places(find: &Find) -> usize {
    cells(find).count()
}

fn repeats(find: &Find) -> u64 {
    let different: HashSet<Cell> = cells(find).collect();
    (places(find) - different.len()) as u64
}

/// A measure compared with a number: `nodes<50`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    measure: &'static Measure,
    allowed: &'static [Ordering],
    number: u64,
}

/// How comparisons are written, the longer spellings first.
const SIGNS: &[(&str, &[Ordering])] = &[
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Greater, Ordering::Equal]),
    ("!=", &[Ordering::Less, Ordering::Greater]),
    ("≤", &[Ordering::Less, Ordering::Equal]),
    ("≥", &[Ordering::Greater, Ordering::Equal]),
    ("≠", &[Ordering::Less, Ordering::Greater]),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
    ("=", &[Ordering::Equal]),
];

impl Comparison {
    /// Whether it holds for a puzzle.
    #[must_use]
    pub fn holds(&self, find: &Find) -> bool {
        self.allows((self.measure.of)(find))
    }

    /// Whether it may hold for a puzzle of words that is not made yet.
    pub(super) fn may_hold(&self, known: Letters) -> bool {
        (self.measure.early)(known).is_none_or(|value| self.allows(value))
    }

    fn allows(&self, value: u64) -> bool {
        self.allowed.contains(&value.cmp(&self.number))
    }
}

/// As text that reads back.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = SIGNS.iter().find(|(_, allowed)| *allowed == self.allowed).map_or("", |(sign, _)| sign);
        write!(f, "{}{sign}{}", self.measure.name, self.number)
    }
}

impl FromStr for Comparison {
    type Err = GenerateError;

    /// Reads `nodes<50`. A measure alone asks for more than 0.
    fn from_str(text: &str) -> Result<Self, GenerateError> {
        let sign = SIGNS.iter().find_map(|(sign, allowed)| Some((text.split_once(sign)?, *allowed)));
        let Some(((name, number), allowed)) = sign else {
            return Ok(Self { measure: measure(text.trim())?, allowed: &[Ordering::Greater], number: 0 });
        };
        let number = number.trim().parse().map_err(|_| GenerateError::Comparison(text.into()))?;
        Ok(Self { measure: measure(name.trim())?, allowed, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Finds;
    use crate::puzzle::Rules;
    use std::sync::Arc;

    fn find(text: &str) -> Find {
        let interrupt = Arc::default();
        let mut finds = Finds::new(&interrupt);
        assert!(finds.propose_text(text, &Rules::default()), "{text} has one solution");
        finds.found().remove(0)
    }

    #[test]
    fn a_puzzle_is_measured() {
        let find = find("SEND+MORE=MONEY");
        let value = |name| (measure(name).expect("it is in the table").of)(&find);
        assert_eq!(["letters", "ideal", "repeats", "blanks", "length"].map(value), [8, 0, 5, 0, 13]);
        let comparison = |text: &str| text.parse::<Comparison>().expect("it is one").holds(&find);
        assert!(comparison("letters=8") && comparison("letters <= 8") && comparison("nodes"));
        let read = |text: &str| text.parse::<Comparison>().expect("it is one").to_string();
        assert_eq!(["ideal", "letters ≤ 8", "nodes<50"].map(read), ["ideal>0", "letters<=8", "nodes<50"]);
        assert!(!comparison("letters!=8") && !comparison("letters>8") && !comparison("ideal"));
    }

    #[test]
    fn slips_are_told() {
        let error = |text: &str| text.parse::<Comparison>().err();
        assert_eq!(error("nodes<x"), Some(GenerateError::Comparison("nodes<x".into())));
        assert!(matches!(error("knots<5"), Some(GenerateError::NoSuchMeasure { .. })));
    }
}
