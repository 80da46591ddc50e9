//! True calculations, read from text or drawn at random.

use rand_chacha::ChaCha8Rng;

use crate::chance;
use crate::chance::{Shuffled, random};
use crate::error::GenerateError;
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::{Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::{ParseError, conditions};
use fukumen_language::vocabulary::Tier;

/// A calculation that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calculation {
    /// Two factors.
    Product(u128, u128),
    /// A dividend and a divisor.
    Quotient(u128, u128),
    /// The added and the subtracted numbers.
    Sum(Vec<Term>),
    /// A radicand, and 2 or 3.
    Root(u128, u32),
}

/// An added or subtracted number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its number.
    pub number: u128,
    /// Whether it is subtracted.
    pub is_taken_off: bool,
}

impl Calculation {
    /// Reads `775*33`, `775*33=25575`, `1234/56`, `12+34-5`, `√1225`.
    ///
    /// # Errors
    /// If it is not a calculation, not true, or of a kind without a drawing.
    pub fn read(text: &str, base: Base) -> Result<Self, GenerateError> {
        let unreadable = |error: ParseError| GenerateError::UnreadableCalculation(error.to_string());
        // Between digits a small x can only be the times sign. A calculation is half of a condition.
        let signs = text.replace('x', "×");
        let is_whole = text.contains('=');
        let condition = if is_whole { signs } else { format!("{signs}=0") };
        let rules = Rules { layout: Some(Rules::NO_LAYOUT.into()), ..Rules::default().with_base(base) };
        let puzzle = conditions::puzzle(&condition, &rules).map_err(unreadable)?;
        let [condition] = puzzle.conditions() else { return Err(GenerateError::NoCalculation(text.into())) };
        if !puzzle.hidden().is_empty() {
            return Err(GenerateError::NoCalculation(text.into()));
        }
        if is_whole && judge::truth(condition, &[], &puzzle.context()) != Truth::Yes {
            return Err(GenerateError::Untrue);
        }
        left_side(condition)
            .and_then(|expr| of_expr(expr, &puzzle))
            .ok_or_else(|| GenerateError::NoCalculation(text.into()))
    }

    /// Draws a random calculation of a size for a part of the search. If the calculations can be numbered, no other part has
    /// the same one; if not, there are so many that two parts hardly coincide.
    pub fn by_lot(size: &Size, base: Base, seed: u64, part: u64) -> Option<Self> {
        match size.count(base) {
            Some(count) => {
                let mut left = Shuffled::new(seed, count).place(part);
                Self::of_numbers(size, &mut |digits| {
                    let count = chance::numbers(digits, base)?;
                    let number = left % count;
                    left /= count;
                    Some(u128::from(number) + least(digits, base)?)
                })
            }
            None => {
                let mut random = random(seed, part);
                Self::of_numbers(size, &mut |digits| drawn(digits, base, &mut random))
            }
        }
    }

    /// Makes a calculation with numbers from `number`, which gets their number of digits.
    fn of_numbers(size: &Size, number: &mut dyn FnMut(u32) -> Option<u128>) -> Option<Self> {
        Some(match size {
            Size::Product(a, b) => Self::Product(number(*a)?, number(*b)?),
            Size::Quotient(a, b) => Self::Quotient(number(*a)?, number(*b)?),
            Size::Exact(a, b) => {
                let divisor = number(*b)?;
                Self::Quotient(number(*a)?.checked_mul(divisor)?, divisor)
            }
            Size::Sum(terms) => {
                let term = |(digits, is_taken_off): &(u32, bool)| {
                    Some(Term { number: number(*digits)?, is_taken_off: *is_taken_off })
                };
                Self::Sum(terms.iter().map(term).collect::<Option<_>>()?)
            }
            Size::Root(digits, exponent) => Self::Root(number(*digits)?, *exponent),
        })
    }
}

/// Returns the side before the equals sign, or the expression that is divided with remainder.
fn left_side(condition: &Expr) -> Option<&Expr> {
    match condition {
        Expr::Chain(chain) if chain.tier() == Tier::Relation && chain.rest.len() == 1 => {
            (chain.rest[0].0.symbol() == "=").then_some(&*chain.first)
        }
        Expr::Remainder(_) => Some(condition),
        _ => None,
    }
}

fn of_expr(expr: &Expr, puzzle: &Puzzle) -> Option<Calculation> {
    let value = |expr: &Expr| match expr {
        Expr::Numeral(numeral) => value(numeral, puzzle),
        _ => None,
    };
    match expr {
        Expr::Remainder(division) => {
            Some(Calculation::Quotient(value(&division.dividend)?, value(&division.divisor)?))
        }
        Expr::Chain(chain) if chain.is_sum() => {
            let first = Term { number: value(&chain.first)?, is_taken_off: false };
            let others = chain.rest.iter().map(|(operator, operand)| {
                Some(Term { number: value(operand)?, is_taken_off: operator.symbol() == "-" })
            });
            Some(Calculation::Sum(std::iter::once(Some(first)).chain(others).collect::<Option<_>>()?))
        }
        Expr::Chain(chain) => {
            let [(operator, second)] = chain.rest.as_slice() else { return None };
            let (first, second) = (value(&chain.first)?, value(second)?);
            match operator.symbol() {
                "*" => Some(Calculation::Product(first, second)),
                "/" => Some(Calculation::Quotient(first, second)),
                _ => None,
            }
        }
        _ => {
            let (radicand, degree) = expr.as_root()?;
            Some(Calculation::Root(value(radicand)?, degree.into()))
        }
    }
}

/// Returns the value of a whole numeral in the base of its puzzle.
fn value(numeral: &Numeral, puzzle: &Puzzle) -> Option<u128> {
    let base = puzzle.rules().base;
    let is_plain = numeral.is_whole() && numeral.base.is_none_or(|other| other == base);
    let value = judge::numeral_value(numeral, &[], base);
    is_plain.then(|| value.to_i128()?.try_into().ok()).flatten()
}

/// Returns the digits of a number, the heaviest first; zero has one.
pub fn digits(mut number: u128, base: Base) -> Vec<Digit> {
    let base = u128::from(base.get());
    let mut digits = vec![(number % base) as Digit];
    while number >= base {
        number /= base;
        digits.push((number % base) as Digit);
    }
    digits.reverse();
    digits
}

/// Returns the least number with `digits` digits.
fn least(digits: u32, base: Base) -> Option<u128> {
    u128::from(base.get()).checked_pow(digits - 1)
}

/// Draws a number with `digits` digits whose first digit is not zero.
fn drawn(digits: u32, base: Base, random: &mut ChaCha8Rng) -> Option<u128> {
    let base = u64::from(base.get());
    let mut number = u128::from(1 + chance::below(random, base - 1));
    for _ in 1..digits {
        number = number.checked_mul(base.into())? + u128::from(chance::below(random, base));
    }
    Some(number)
}

/// The number of digits of a calculation's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// Those of both factors.
    Product(u32, u32),
    /// Those of dividend and divisor.
    Quotient(u32, u32),
    /// Those of quotient and divisor, without remainder.
    Exact(u32, u32),
    /// Those of each term, and whether it is subtracted.
    Sum(Vec<(u32, bool)>),
    /// Those of the radicand, and the exponent.
    Root(u32, u32),
}

impl Size {
    /// Returns how many calculations have this size, if they can be counted.
    pub fn count(&self, base: Base) -> Option<u64> {
        let digits: Vec<u32> = match self {
            Self::Product(a, b) | Self::Quotient(a, b) | Self::Exact(a, b) => vec![*a, *b],
            Self::Sum(terms) => terms.iter().map(|(digits, _)| *digits).collect(),
            Self::Root(digits, _) => vec![*digits],
        };
        digits.into_iter().try_fold(1u64, |count, digits| count.checked_mul(chance::numbers(digits, base)?))
    }

    /// Reads `4x3`, `6/2`, `3+3-2`, `√6`. A product is a division without remainder if `layout` says so.
    pub fn read(text: &str, layout: Option<&str>) -> Option<Self> {
        let digits =
            |text: &str| text.trim().parse::<u32>().ok().filter(|digits| (1..=MOST_DIGITS).contains(digits));
        let pair = |(a, b): (&str, &str)| Some((digits(a)?, digits(b)?));
        let text = text.trim();
        if let Some(radicand) = text.strip_prefix('√') {
            return Some(Self::Root(digits(radicand)?, 2));
        }
        if let Some(radicand) = text.strip_prefix('∛') {
            return Some(Self::Root(digits(radicand)?, 3));
        }
        if let Some((a, b)) = text.split_once(['x', '×', '*']).and_then(pair) {
            let is_division = layout == Some("long-division");
            return Some(if is_division { Self::Exact(a, b) } else { Self::Product(a, b) });
        }
        if let Some((a, b)) = text.split_once(['/', ':', '÷']).and_then(pair) {
            return Some(Self::Quotient(a, b));
        }
        let signed = text.replace('+', " +").replace('-', " -");
        let term = |word: &str| match word.strip_prefix('-') {
            Some(word) => Some((digits(word)?, true)),
            None => Some((digits(word.trim_start_matches('+'))?, false)),
        };
        let terms: Vec<(u32, bool)> = signed.split_whitespace().map(term).collect::<Option<_>>()?;
        let is_sum = terms.len() > 1 && terms.len() <= MOST_TERMS && !terms[0].1;
        is_sum.then_some(Self::Sum(terms))
    }
}

/// The most digits of random numbers: their products fit machine words in any base that is not huge.
const MOST_DIGITS: u32 = 16;
/// The most terms of random sums.
const MOST_TERMS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Calculation, GenerateError> {
        Calculation::read(text, Base::TEN)
    }

    #[test]
    fn calculations_are_read_with_or_without_their_result() {
        assert_eq!(read("775*33"), Ok(Calculation::Product(775, 33)));
        assert_eq!(read("775 × 33 = 25575"), Ok(Calculation::Product(775, 33)));
        assert_eq!(read("775x33"), Ok(Calculation::Product(775, 33)));
        assert_eq!(read("157:12"), Ok(Calculation::Quotient(157, 12)));
        assert_eq!(read("157 ÷ 12 = 13 r 1"), Ok(Calculation::Quotient(157, 12)));
        assert_eq!(read("√1225"), Ok(Calculation::Root(1225, 2)));
        assert_eq!(read("cbrt(1728)"), Ok(Calculation::Root(1728, 3)));
        let term = |number, is_taken_off| Term { number, is_taken_off };
        assert_eq!(
            read("12+34-5"),
            Ok(Calculation::Sum(vec![term(12, false), term(34, false), term(5, true)]))
        );
        let twelve = Base::new(12).expect("it is a base");
        assert_eq!(Calculation::read("1[11]*2", twelve), Ok(Calculation::Product(23, 2)));
    }

    #[test]
    fn what_is_none_is_told() {
        assert_eq!(read("775*33=25576"), Err(GenerateError::Untrue));
        assert!(matches!(read("775*"), Err(GenerateError::UnreadableCalculation(_))));
        for text in ["A*33", "2*3*4", "7", "2^3", "1.5*2", "2*3,3*4", "2<3", "□*3", "(1+2)*3"] {
            assert!(
                matches!(
                    read(text),
                    Err(GenerateError::NoCalculation(_)) | Err(GenerateError::UnreadableCalculation(_))
                ),
                "{text}"
            );
        }
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(Size::read("4x3", None), Some(Size::Product(4, 3)));
        assert_eq!(Size::read("4x3", Some("long-division")), Some(Size::Exact(4, 3)));
        assert_eq!(Size::read("6/2", None), Some(Size::Quotient(6, 2)));
        assert_eq!(Size::read("3+3-2", None), Some(Size::Sum(vec![(3, false), (3, false), (2, true)])));
        assert_eq!(Size::read("√6", None), Some(Size::Root(6, 2)));
        for text in ["", "4", "x", "4x", "0x3", "99x3", "-3+3", "3+", "a+b", "4x3x2"] {
            assert_eq!(Size::read(text, None), None, "{text}");
        }
    }

    #[test]
    fn what_is_drawn_by_lot_has_its_size() {
        for part in 0..100 {
            let size = Size::Product(4, 3);
            let found = Calculation::by_lot(&size, Base::TEN, 1, part);
            let Some(Calculation::Product(a, b)) = found else { panic!("it is a product") };
            assert_eq!((digits(a, Base::TEN).len(), digits(b, Base::TEN).len()), (4, 3));
        }
        let vast = Size::Product(16, 16);
        assert_eq!(vast.count(Base::TEN), None);
        let Some(Calculation::Product(a, b)) = Calculation::by_lot(&vast, Base::TEN, 1, 7) else {
            panic!("it is a product")
        };
        assert_eq!((digits(a, Base::TEN).len(), digits(b, Base::TEN).len()), (16, 16));
    }

    #[test]
    fn each_calculation_is_drawn_once() {
        let size = Size::Sum(vec![(1, false), (2, true)]);
        let count = size.count(Base::TEN).expect("they can be counted");
        let found: Vec<Calculation> =
            (0..count).filter_map(|part| Calculation::by_lot(&size, Base::TEN, 3, part)).collect();
        assert_eq!((count, found.len()), (9 * 90, 9 * 90));
        for (i, one) in found.iter().enumerate() {
            assert!(!found[..i].contains(one), "{one:?}");
        }
    }
}
