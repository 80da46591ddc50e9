//! The domains: the digits that each hidden digit may take.

use super::{Builder, shown_digit};
use crate::digits::{Base, DigitSet};
use crate::expr::{Element, Numeral};
use crate::puzzle::claims::{Relaxed, ZeroLines};
use crate::puzzle::error::PuzzleError;
use crate::puzzle::hidden::{Hidden, Kind};
use crate::puzzle::rules::Permission;

impl Builder {
    /// Computes the digits that each cell may take.
    pub(super) fn find_domains(&mut self) -> Result<(), PuzzleError> {
        let domains = self.domains(&[])?;
        for (hidden, digits) in self.hidden.iter_mut().zip(domains) {
            hidden.digits = digits;
        }
        Ok(())
    }

    /// Returns the changes if lines may be 0, with the digits that each cell may then take.
    pub(super) fn relaxed(&self, changes: ZeroLines) -> Result<Relaxed, PuzzleError> {
        Ok(Relaxed { digits: self.domains(&changes.lines)?, changes })
    }

    /// Returns the digits that each cell may take if these numerals of the drawing may begin with 0.
    fn domains(&self, lines: &[usize]) -> Result<Vec<DigitSet>, PuzzleError> {
        let allowed = self.allowed()?;
        let free = |hidden: &Hidden| match hidden.kind {
            Kind::Symbol if self.rules.distinct_from_literals => allowed.minus(self.shown),
            Kind::Symbol => allowed,
            Kind::Blank if self.blanks.is_empty() => allowed,
            Kind::Blank => {
                self.blanks.get(&self.spelling.key(&hidden.name)).map_or(allowed, |some| *some & allowed)
            }
            Kind::Wrong(digit) => allowed.without(digit),
        };
        let mut domains: Vec<DigitSet> = self.hidden.iter().map(free).collect();
        self.restrict_by_place(&mut domains, lines);
        self.restrict_blanks(&mut domains);
        self.restrict_by_setting(&mut domains)?;
        let empty = self.hidden.iter().zip(&domains).find(|(_, digits)| digits.is_empty());
        empty.map_or(Ok(domains.clone()), |(hidden, _)| {
            Err(PuzzleError::NothingLeft { symbol: hidden.name.clone(), assignment: None })
        })
    }

    fn allowed(&self) -> Result<DigitSet, PuzzleError> {
        let blanks = self.rules.blanks.iter().map(|blank| ("blank", blank.digits));
        // For AB=12, report the symbol as wrong, not the digit.
        self.rules.assign.iter().try_for_each(|given| self.named("assign", &given.symbol).map(drop))?;
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

    /// Applies the rules for leading zeros, for zero alone, and for digits of a smaller base.
    fn restrict_by_place(&self, domains: &mut [DigitSet], lines: &[usize]) {
        let mut index = 0;
        self.for_each_numeral(&mut |numeral| {
            let is_free = lines.contains(&index);
            index += 1;
            self.restrict_numeral(domains, numeral, is_free, 0);
        });
        // Shown expressions constrain only the symbols that no condition has.
        if let Some(first) = self.first_shown {
            let mut restrict = |numeral: &Numeral| self.restrict_numeral(domains, numeral, false, first);
            self.shows.iter().for_each(|show| show.for_each_numeral(&mut restrict));
        }
    }

    /// Restricts the digits of the cells from `first` on in a numeral.
    fn restrict_numeral(&self, domains: &mut [DigitSet], numeral: &Numeral, is_free: bool, first: usize) {
        let zero = DigitSet::one(0);
        let digits = DigitSet::all(numeral.base.unwrap_or(Base::MAX));
        let excluded = match numeral.whole.len() {
            0 => DigitSet::EMPTY,
            1 if numeral.is_whole() && self.rules.lone_zero == Permission::Forbidden => zero,
            1 => DigitSet::EMPTY,
            _ if self.rules.leading_zeros == Permission::Forbidden && !is_free => zero,
            _ => DigitSet::EMPTY,
        };
        for (place, element) in numeral.elements().enumerate() {
            if let Element::Hidden(cell) = element
                && cell.index() >= first
            {
                let domain = &mut domains[cell.index()];
                *domain = *domain & if place == 0 { digits.minus(excluded) } else { digits };
            }
        }
    }

    /// Keeps blanks from the digits that `blanks-avoid` names directly.
    fn restrict_blanks(&self, domains: &mut [DigitSet]) {
        let named = self.rules.blanks_avoid.iter().flat_map(|symbols| self.spelling.characters(symbols));
        let avoided: DigitSet = named.filter_map(|character| shown_digit(character.sign)).collect();
        let blanks = self.hidden.iter().zip(domains).filter(|(hidden, _)| hidden.kind == Kind::Blank);
        blanks.for_each(|(_, digits)| *digits = digits.minus(avoided));
    }

    fn restrict_by_setting(&self, domains: &mut [DigitSet]) -> Result<(), PuzzleError> {
        for given in &self.rules.assign {
            let cell = self.named("assign", &given.symbol)?;
            let before = domains[cell.index()];
            let digits = match given.permission {
                Permission::Allowed => before & given.digits,
                Permission::Forbidden => before.minus(given.digits),
            };
            domains[cell.index()] = digits;
            if digits.is_empty() {
                let hidden = &self.hidden[cell.index()];
                let sign = if given.permission == Permission::Allowed { '=' } else { '≠' };
                let assignment = Some((format!("{}{sign}{}", hidden.name, given.digits), before));
                return Err(PuzzleError::NothingLeft { symbol: hidden.name.clone(), assignment });
            }
        }
        Ok(())
    }
}
