//! The digits that each hidden one may take.

use super::Builder;
use super::shown_digit;
use crate::digits::Base;
use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::expr::Element;
use crate::puzzle::Kind;
use crate::puzzle::Permission;
use crate::puzzle::PuzzleError;

impl Builder {
    /// The digits that each cell may take.
    pub(super) fn find_domains(&mut self) -> Result<(), PuzzleError> {
        let allowed = self.allowed()?;
        for hidden in &mut self.hidden {
            hidden.digits = match hidden.kind {
                Kind::Symbol if self.rules.distinct_from_literals => allowed.minus(self.shown),
                Kind::Symbol => allowed,
                Kind::Blank => {
                    self.blanks.get(&self.spelling.key(&hidden.name)).map_or(allowed, |some| *some & allowed)
                }
                Kind::Wrong(digit) => allowed.without(digit),
            };
        }
        self.restrict_by_place();
        self.restrict_blanks();
        self.restrict_by_setting()?;
        let empty = self.hidden.iter().find(|hidden| hidden.digits.is_empty());
        empty.map_or(Ok(()), |hidden| {
            Err(PuzzleError::NothingLeft { symbol: hidden.name.clone(), assignment: None })
        })
    }

    fn allowed(&self) -> Result<DigitSet, PuzzleError> {
        let blanks = self.rules.blanks.iter().map(|blank| ("blank", blank.digits));
        let assigned = self.rules.assign.iter().map(|given| ("assign", given.digits));
        let digits = self.rules.digits.map(|digits| ("digits", digits));
        for (setting, digits) in digits.into_iter().chain(blanks).chain(assigned) {
            let excess = digits.minus(DigitSet::all(self.rules.base));
            if !excess.is_empty() {
                return Err(PuzzleError::SettingOutsideBase {
                    setting,
                    digits: excess,
                    base: self.rules.base,
                });
            }
        }
        let allowed = self.rules.allowed_digits();
        if allowed.is_empty() { Err(PuzzleError::NoDigits) } else { Ok(allowed) }
    }

    /// Zeros in front, zeros alone, and digits of a smaller base.
    fn restrict_by_place(&mut self) {
        let mut limits: Vec<(Cell, DigitSet)> = Vec::new();
        let zero = DigitSet::one(0);
        self.for_each_numeral(&mut |numeral| {
            let digits = DigitSet::all(numeral.base.unwrap_or(Base::MAX));
            let excluded = match numeral.whole.len() {
                0 => DigitSet::EMPTY,
                1 if numeral.is_whole() && self.rules.lone_zero == Permission::Forbidden => zero,
                1 => DigitSet::EMPTY,
                _ if self.rules.leading_zeros == Permission::Forbidden => zero,
                _ => DigitSet::EMPTY,
            };
            for (place, element) in numeral.elements().enumerate() {
                if let Element::Hidden(cell) = element {
                    limits.push((cell, if place == 0 { digits.minus(excluded) } else { digits }));
                }
            }
        });
        for (cell, digits) in limits {
            let hidden = &mut self.hidden[cell.index()];
            hidden.digits = hidden.digits & digits;
        }
    }

    /// Blanks avoid the digits that `blanks-avoid` names as such.
    fn restrict_blanks(&mut self) {
        let named = self.rules.blanks_avoid.iter().flat_map(|symbols| self.spelling.characters(symbols));
        let avoided: DigitSet = named.filter_map(|character| shown_digit(character.sign)).collect();
        for hidden in self.hidden.iter_mut().filter(|hidden| hidden.kind == Kind::Blank) {
            hidden.digits = hidden.digits.minus(avoided);
        }
    }

    fn restrict_by_setting(&mut self) -> Result<(), PuzzleError> {
        for given in self.rules.assign.clone() {
            let cell = self.named("assign", &given.symbol)?;
            let hidden = &mut self.hidden[cell.index()];
            let before = hidden.digits;
            hidden.digits = match given.permission {
                Permission::Allowed => before & given.digits,
                Permission::Forbidden => before.minus(given.digits),
            };
            if hidden.digits.is_empty() {
                let sign = if given.permission == Permission::Allowed { '=' } else { '≠' };
                let assignment = Some((format!("{}{sign}{}", hidden.name, given.digits), before));
                return Err(PuzzleError::NothingLeft { symbol: hidden.name.clone(), assignment });
            }
        }
        Ok(())
    }
}
