//! The groups of hidden digits that differ.

use super::{Builder, shown_digit};
use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::puzzle::error::PuzzleError;
use crate::puzzle::hidden::{Group, Kind};
use crate::puzzle::rules::{Distinct, Wrong};

impl Builder {
    pub(super) fn groups(&self) -> Result<Vec<Group>, PuzzleError> {
        let symbols = self.cells_of(|kind| kind == Kind::Symbol);
        let mut groups = match &self.rules.distinct {
            Distinct::All => vec![distinct(symbols)],
            Distinct::None => Vec::new(),
            Distinct::Balanced => vec![balanced(symbols, self.rules.allowed_digits())],
            Distinct::ByCase => self.by_case(&symbols),
            Distinct::Groups(groups) => groups
                .iter()
                .map(|group| Ok(distinct(self.named_each("distinct", group)?)))
                .collect::<Result<Vec<_>, PuzzleError>>()?,
        };
        if self.rules.distinct_blanks {
            self.add_blanks(&mut groups);
        }
        if self.rules.wrong == Wrong::Consistently {
            groups.push(distinct(self.cells_of(|kind| matches!(kind, Kind::Wrong(_)))));
        }
        groups.retain(|group| group.cells.len() > 1);
        Ok(groups)
    }

    /// Adds the blanks to each group of different symbols, since one group helps the engines more than pairs do. If there are no
    /// groups, the blanks become one.
    fn add_blanks(&self, groups: &mut Vec<Group>) {
        let blanks = self.cells_of(|kind| kind == Kind::Blank);
        if groups.is_empty() || self.rules.distinct == Distinct::Balanced {
            groups.push(distinct(blanks));
        } else {
            groups.iter_mut().for_each(|group| group.cells.extend(&blanks));
        }
    }

    /// Returns the symbols that no group separates from the blanks.
    fn beside_blanks(&self) -> Result<Vec<Cell>, PuzzleError> {
        let mut symbols = self.cells_of(|kind| kind == Kind::Symbol);
        if self.rules.distinct != Distinct::Balanced {
            let groups = self.groups()?;
            symbols.retain(|symbol| !groups.iter().any(|group| group.cells.contains(symbol)));
        }
        Ok(symbols)
    }

    /// Returns the capitals, and the small letters. Symbols without case are in both groups.
    fn by_case(&self, symbols: &[Cell]) -> Vec<Group> {
        let without = |is_other: fn(char) -> bool| {
            let is_in = |cell: &&Cell| !self.name(**cell).chars().any(is_other);
            distinct(symbols.iter().filter(is_in).copied().collect())
        };
        let mut groups = vec![without(char::is_lowercase), without(char::is_uppercase)];
        let all = symbols.len();
        if groups.iter().any(|group| group.cells.len() == all) {
            // The other group adds nothing.
            groups.retain(|group| group.cells.len() == all);
            groups.truncate(1);
        }
        groups
    }

    fn cells_of(&self, wanted: impl Fn(Kind) -> bool) -> Vec<Cell> {
        let cells = self.hidden.iter().enumerate().filter(|(_, hidden)| wanted(hidden.kind));
        cells.map(|(i, _)| Cell::new(i)).collect()
    }

    pub(super) fn pairs(&self) -> Result<Vec<(Cell, Cell)>, PuzzleError> {
        let blanks = self.cells_of(|kind| kind == Kind::Blank);
        let mut pairs = Vec::new();
        if self.rules.distinct_blanks {
            let symbols = self.beside_blanks()?;
            pairs.extend(symbols.iter().flat_map(|symbol| blanks.iter().map(|blank| (*blank, *symbol))));
        }
        for symbols in &self.rules.blanks_avoid {
            let symbols: String = symbols.chars().filter(|c| shown_digit(*c).is_none()).collect();
            for symbol in self.named_each("blanks-avoid", &symbols)? {
                pairs.extend(blanks.iter().map(|blank| (*blank, symbol)));
            }
        }
        Ok(pairs)
    }
}

fn distinct(cells: Vec<Cell>) -> Group {
    Group { cells, least: 0, most: 1, digits: DigitSet::EMPTY }
}

fn balanced(cells: Vec<Cell>, digits: DigitSet) -> Group {
    let (least, most) = (cells.len() / digits.len(), cells.len().div_ceil(digits.len()));
    Group { cells, least, most, digits }
}
