//! Builds numerals from digits, points, periods and bases, once the grammar has found their places.

use std::ops::Range;

use super::script::Script;
use super::signs::Signs;
use crate::digits::{Base, Digit};
use crate::expr::{Cell, Element, Numeral};
use crate::message::message;
use crate::puzzle::PuzzleError;
use crate::text::error::{Mistake, TextError};
use crate::vocabulary::signs::is_blank;

/// The most digits that a numeral may have on each side of its point.
const LONGEST: usize = 10_000;
/// One more than the largest digit of any base.
const TOO_LARGE: Digit = 64;

/// The places of the parts of a numeral, in characters; missing parts are empty.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub whole: Range<usize>,
    pub fraction: Range<usize>,
    pub repetend: Range<usize>,
    /// Dots that repeat the last digits for ever.
    pub endless: Range<usize>,
    /// The digits of the base.
    pub base: Range<usize>,
}

/// Builds a numeral from its parts. Adds the places of hidden digits.
pub(super) fn numeral(
    parts: &Parts,
    script: &Script,
    signs: &mut dyn Signs,
    places: &mut Vec<(usize, Cell)>,
) -> Result<Numeral, TextError> {
    for digits in [&parts.whole, &parts.fraction, &parts.repetend] {
        if digits.len() > LONGEST {
            return Err(TextError::new(Mistake::NumeralTooLong(LONGEST), digits.clone()));
        }
    }
    let base = base(parts.base.clone(), script)?;
    let mut digits = Digits { script, signs, places, base };
    let mut numeral = Numeral {
        whole: digits.elements(parts.whole.clone())?,
        fraction: digits.elements(parts.fraction.clone())?,
        repetend: digits.elements(parts.repetend.clone())?,
        base,
    };
    if !parts.endless.is_empty() {
        let error = || nothing_repeats(parts.endless.clone());
        let (before, length) = period(&numeral.fraction).ok_or_else(error)?;
        numeral.repetend = numeral.fraction.split_off(before);
        numeral.repetend.truncate(length);
    }
    Ok(numeral)
}

fn nothing_repeats(dots: Range<usize>) -> TextError {
    TextError::new(Mistake::NothingRepeats, dots).help(message!("help-period"))
}

/// Returns the base of a function.
pub(super) fn own_base(script: &Script, figures: Range<usize>) -> Result<Base, TextError> {
    let at = figures.clone();
    base(figures, script)?.ok_or_else(|| TextError::new(Mistake::BadBase, at))
}

/// Returns the base of a numeral, if it has its own.
fn base(figures: Range<usize>, script: &Script) -> Result<Option<Base>, TextError> {
    if figures.is_empty() {
        return Ok(None);
    }
    let signs = script.characters()[figures.clone()].iter().map(|character| character.sign);
    let decimal: String = signs.map(|c| if c.is_ascii_digit() { c } else { plain(c, '₀') }).collect();
    let base = decimal.parse().ok().and_then(|n| Base::new(n).ok());
    base.map(Some).ok_or_else(|| TextError::new(Mistake::BadBase, figures))
}

/// Returns the plain form of a digit from a row of ten.
pub(super) fn plain(figure: char, zero: char) -> char {
    let value = (figure as u32).wrapping_sub(zero as u32);
    char::from_digit(value, 10).unwrap_or(figure)
}

struct Digits<'a, 'b> {
    script: &'a Script<'b>,
    signs: &'a mut dyn Signs,
    places: &'a mut Vec<(usize, Cell)>,
    base: Option<Base>,
}

impl Digits<'_, '_> {
    fn elements(&mut self, range: Range<usize>) -> Result<Vec<Element>, TextError> {
        let mut elements = Vec::with_capacity(range.len());
        let mut at = range.start;
        while at < range.end {
            let end = self.end_of_digit(at);
            let element = self.element(at..end)?;
            if let Element::Hidden(cell) = element {
                self.places.push((at, cell));
            }
            elements.push(element);
            at = end;
        }
        Ok(elements)
    }

    /// Returns the end of a digit: after one character, or after a closing bracket.
    fn end_of_digit(&self, start: usize) -> usize {
        let characters = &self.script.characters()[start..];
        let length = match characters.first() {
            Some(first) if first.sign == '[' => {
                characters.iter().position(|c| c.sign == ']').unwrap_or(0) + 1
            }
            _ => 1,
        };
        start + length
    }

    fn element(&mut self, at: Range<usize>) -> Result<Element, TextError> {
        let character = &self.script.characters()[at.start];
        let shown = &character.shown;
        let element = match character.sign {
            '[' => {
                let digit = self.digit_in_brackets(at.clone())?;
                Ok(self.signs.bracketed(digit))
            }
            sign if is_blank(sign) => self.signs.blank(shown),
            _ if self.signs.is_blank(shown) => self.signs.blank(shown),
            c @ '0'..='9' => Ok(self.signs.literal(c as Digit - b'0')),
            _ => self.signs.symbol(shown),
        };
        let element = element.map_err(|mistake| TextError::new(mistake, at.clone()))?;
        self.check_base(element, at)
    }

    fn digit_in_brackets(&self, at: Range<usize>) -> Result<Digit, TextError> {
        let inside = &self.script.characters()[at.start + 1..at.end - 1];
        let figures: String = inside.iter().map(|character| character.sign).collect();
        let digit = figures.parse().ok().filter(|digit| *digit < TOO_LARGE);
        digit.ok_or_else(|| TextError::new(Mistake::BadDigit, at))
    }

    fn check_base(&self, element: Element, at: Range<usize>) -> Result<Element, TextError> {
        let base = self.base.unwrap_or(self.signs.base());
        match element {
            Element::Shown(digit) if digit >= base.get() => {
                Err(TextError::new(PuzzleError::DigitOutsideBase { digit, base }, at))
            }
            _ => Ok(element),
        }
    }
}

/// Returns the number of digits before the period, and the length of the period: the fewest digits before it, then the shortest
/// period, such that the digits show it at least twice.
pub(super) fn period(digits: &[Element]) -> Option<(usize, usize)> {
    // Reversed, a tail becomes a prefix. The shortest periods of all prefixes follow from their borders, which the method of
    // Knuth, Morris and Pratt finds.
    let backwards: Vec<Element> = digits.iter().rev().copied().collect();
    let mut borders = vec![0usize; digits.len() + 1];
    let mut best = None;
    for length in 1..=digits.len() {
        if length > 1 {
            let mut border = borders[length - 1];
            while border > 0 && backwards[border] != backwards[length - 1] {
                border = borders[border];
            }
            borders[length] = border + usize::from(backwards[border] == backwards[length - 1]);
        }
        let period = length - borders[length];
        if 2 * period <= length {
            best = Some((digits.len() - length, period));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period_of(text: &str) -> Option<(usize, usize)> {
        let digits: Vec<Element> = text.bytes().map(|byte| Element::Shown(byte % 64)).collect();
        period(&digits)
    }

    /// Tries all ways to split, in the order of the rule.
    fn slow_period(text: &str) -> Option<(usize, usize)> {
        let digits = text.as_bytes();
        (0..digits.len()).find_map(|before| {
            let tail = &digits[before..];
            let repeats = |period: &usize| tail.iter().zip(&tail[*period..]).all(|(a, b)| a == b);
            (1..=tail.len() / 2).find(repeats).map(|period| (before, period))
        })
    }

    #[test]
    fn the_fewest_digits_stand_before_the_period() {
        assert_eq!(period_of("TALKTALK"), Some((0, 4)));
        assert_eq!(period_of("1666"), Some((1, 1)));
        assert_eq!(period_of("1212"), Some((0, 2)));
        assert_eq!(period_of("ABCABCA"), Some((0, 3)));
        assert_eq!(period_of("AB"), None);
        assert_eq!(period_of(""), None);
    }

    #[test]
    fn the_quick_period_is_the_slow_one() {
        for n in 0..3u32.pow(8) {
            let text: String = (0..n % 9).map(|i| char::from(b'A' + (n / 3u32.pow(i) % 3) as u8)).collect();
            assert_eq!(period_of(&text), slow_period(&text), "{text}");
        }
    }
}
