//! The measures by which puzzles are chosen: a table with one row for each.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::error::GenerateError;
use crate::find::Find;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::Cell;

/// A number that describes a puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub struct Measure {
    /// The name, as written in `--where-measure` and after `--sort`.
    pub name: &'static str,
    /// Returns one line of help.
    pub help: &'static str,
    /// Returns its value. A puzzle that was not rated completely has no `rating`.
    pub of: fn(&Find) -> Option<Amount>,
    /// Whether it is known only for rated puzzles, and has a decimal. Rating takes much longer than everything else.
    pub needs_rating: bool,
    /// Returns its value if the letters decide it, before a puzzle is made.
    pub(super) early: fn(Letters) -> Option<u64>,
}

/// The value of a measure. Values of one measure are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Amount {
    /// A whole number.
    Whole(u64),
    /// A number of tenths.
    Tenths(u64),
}

impl Amount {
    /// Returns the value as a number with a decimal.
    fn rating(value: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "ratings are from 1.0 to 10.0"
        )]
        Self::Tenths((value * 10.0).round() as u64)
    }

    /// Reads a number such as 50, or for a rating also 3.5.
    fn read(text: &str, has_decimal: bool) -> Option<Self> {
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
        if !is_number(whole) || !is_number(tenths) {
            return None;
        }
        match has_decimal {
            true if tenths.len() == 1 => {
                let whole = whole.parse::<u64>().ok()?.checked_mul(10)?;
                Some(Self::Tenths(whole.checked_add(tenths.parse().ok()?)?))
            }
            false if whole == text => whole.parse().ok().map(Self::Whole),
            _ => None,
        }
    }
}

/// Writes text that can be read back.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Tenths(tenths) => write!(f, "{}.{}", tenths / 10, tenths % 10),
        }
    }
}

/// The facts about a puzzle of words that are known before it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letters {
    /// The number of its different letters.
    pub letters: usize,
    /// The number of digits for them.
    pub digits: usize,
    /// Whether each letter has a digit of its own.
    pub are_different: bool,
}

impl Measure {
    const fn whole(name: &'static str, help: &'static str, of: fn(&Find) -> Option<Amount>) -> Self {
        Self { name, help, of, needs_rating: false, early: |_| None }
    }
}

/// Every measure. Adding one means adding a row.
pub static MEASURES: &[Measure] = &[
    Measure {
        early: |known| Some(known.letters as u64),
        ..Measure::whole("letters", "how many different letters there are", |find| {
            Some(Amount::Whole(letters(find)))
        })
    },
    Measure {
        early: early_ideal,
        ..Measure::whole("ideal", "1 where the solution uses every digit, else 0", ideal)
    },
    Measure::whole("nodes", "how many nodes the search took", |find| Some(Amount::Whole(find.nodes))),
    Measure::whole("repeats", "how many letters stand there again", repeats),
    Measure::whole("blanks", "how many blanks there are", blanks),
    Measure::whole("length", "how many digits the solution has", |find| {
        Some(Amount::Whole(places(find) as u64))
    }),
    Measure {
        needs_rating: true,
        ..Measure::whole("rating", "how hard it is for a person, from 1.0 to 10.0", rating)
    },
];

/// Returns the measure of this name.
///
/// # Errors
/// [`GenerateError::NoSuchMeasure`] if there is none.
pub fn measure(name: &str) -> Result<&'static Measure, GenerateError> {
    let known = || MEASURES.iter().map(|measure| measure.name).collect();
    let found = MEASURES.iter().find(|measure| measure.name == name);
    found.ok_or_else(|| GenerateError::NoSuchMeasure { name: name.into(), known: known() })
}

fn letters(find: &Find) -> u64 {
    find.puzzle.symbols().count() as u64
}

fn blanks(find: &Find) -> Option<Amount> {
    Some(Amount::Whole(find.puzzle.hidden().len() as u64 - letters(find)))
}

/// Returns whether the solution uses every digit that the rules allow.
fn ideal(find: &Find) -> Option<Amount> {
    let used: DigitSet = find.solution.digits().iter().copied().collect();
    Some(Amount::Whole(u64::from(find.puzzle.rules().allowed_digits().minus(used).is_empty())))
}

/// The same, if the letters decide it: fewer letters than digits cannot use all of them.
fn early_ideal(known: Letters) -> Option<u64> {
    let are_enough = known.letters >= known.digits;
    (known.are_different || !are_enough).then_some(are_enough.into())
}

/// Returns the places of hidden digits, and their cells.
fn cells(find: &Find) -> impl Iterator<Item = Cell> {
    find.puzzle.sheet().cells()
}

fn places(find: &Find) -> usize {
    cells(find).count()
}

fn repeats(find: &Find) -> Option<Amount> {
    let different: HashSet<Cell> = cells(find).collect();
    Some(Amount::Whole((places(find) - different.len()) as u64))
}

/// Returns the rating. A rating that is only a bound is not certain and does not count.
fn rating(find: &Find) -> Option<Amount> {
    let rating = find.rating.as_ref().filter(|rating| !rating.is_least)?;
    Some(Amount::rating(rating.value))
}

/// A measure compared with a number: `nodes<50`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    measure: &'static Measure,
    allowed: &'static [Ordering],
    number: Amount,
}

/// The spellings of comparisons, the longer ones first.
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
    /// Returns whether it holds for a puzzle. It never holds for a puzzle without the measure: `rating` needs puzzles that
    /// were rated.
    #[must_use]
    pub fn holds(&self, find: &Find) -> bool {
        (self.measure.of)(find).is_some_and(|value| self.allows(value))
    }

    /// Returns whether it needs rated puzzles.
    #[must_use]
    pub fn needs_rating(&self) -> bool {
        self.measure.needs_rating
    }

    /// Returns whether it may hold for a puzzle of words that is not made yet.
    pub(super) fn may_hold(&self, known: Letters) -> bool {
        (self.measure.early)(known).is_none_or(|value| self.allows(Amount::Whole(value)))
    }

    fn allows(&self, value: Amount) -> bool {
        self.allowed.contains(&value.cmp(&self.number))
    }
}

/// Writes text that can be read back.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sign = SIGNS.iter().find(|(_, allowed)| *allowed == self.allowed).map_or("", |(sign, _)| sign);
        write!(f, "{}{sign}{}", self.measure.name, self.number)
    }
}

impl FromStr for Comparison {
    type Err = GenerateError;

    /// Reads `nodes<50` or `rating<3.5`. A measure alone requires more than 0.
    fn from_str(text: &str) -> Result<Self, GenerateError> {
        let sign = SIGNS.iter().find_map(|(sign, allowed)| Some((text.split_once(sign)?, *allowed)));
        let Some(((name, number), allowed)) = sign else {
            let measure = measure(text.trim())?;
            let none = if measure.needs_rating { Amount::Tenths(0) } else { Amount::Whole(0) };
            return Ok(Self { measure, allowed: &[Ordering::Greater], number: none });
        };
        let measure = measure(name.trim())?;
        let number = Amount::read(number.trim(), measure.needs_rating);
        let number = number.ok_or_else(|| GenerateError::Comparison(text.into()))?;
        Ok(Self { measure, allowed, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finds::Finds;
    use fukumen_language::puzzle::Rules;
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
        let whole = [8, 0, 5, 0, 13].map(|number| Some(Amount::Whole(number)));
        assert_eq!(["letters", "ideal", "repeats", "blanks", "length"].map(value), whole);
        assert_eq!(value("rating"), None);
        let comparison = |text: &str| text.parse::<Comparison>().expect("it is one").holds(&find);
        assert!(comparison("letters=8") && comparison("letters <= 8") && comparison("nodes"));
        let read = |text: &str| text.parse::<Comparison>().expect("it is one").to_string();
        assert_eq!(["ideal", "letters ≤ 8", "nodes<50"].map(read), ["ideal>0", "letters<=8", "nodes<50"]);
        assert!(!comparison("letters!=8") && !comparison("letters>8") && !comparison("ideal"));
        assert_eq!(
            ["rating", "rating < 3.5", "rating>=4"].map(read),
            ["rating>0.0", "rating<3.5", "rating>=4.0"]
        );
    }

    #[test]
    fn slips_are_told() {
        let error = |text: &str| text.parse::<Comparison>().err();
        for text in
            ["nodes<x", "nodes<5.0", "rating<3.25", "rating<3.", "rating<.5", "rating<+3", "rating<1e3"]
        {
            assert_eq!(error(text), Some(GenerateError::Comparison(text.into())));
        }
        assert!(matches!(error("knots<5"), Some(GenerateError::NoSuchMeasure { .. })));
    }
}
