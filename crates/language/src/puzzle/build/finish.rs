//! The last step: rules and conditions are checked against each other.

use std::collections::HashMap;
use std::sync::Arc;

use super::Builder;
use crate::digits::Digit;
use crate::expr::{Cell, Element, Expr};
use crate::puzzle::error::PuzzleError;
use crate::puzzle::finished::{Parts, Puzzle};
use crate::puzzle::hidden::Kind;
use crate::puzzle::misprint::Misprinted;
use crate::puzzle::sheet::Sheet;
use crate::spelling::Spelt;
use crate::vocabulary;

impl Builder {
    /// Checks rules and conditions against each other.
    ///
    /// # Errors
    /// [`PuzzleError`] if they contradict each other before any search.
    pub fn build(mut self) -> Result<Puzzle, PuzzleError> {
        self.check_conditions()?;
        self.check_base()?;
        self.check_blanks()?;
        self.find_domains()?;
        let relaxed = self.zero_lines.take().map(|changes| self.relaxed(changes)).transpose()?;
        let misprinted = Misprinted::of(&self)?;
        let groups = self.groups()?;
        let differ = self.pairs()?;
        let mut parts = Parts {
            rules: self.rules,
            hidden: self.hidden,
            groups,
            differ,
            conditions: self.conditions,
            roles: self.roles,
            figures: self.figures,
            relaxed,
            sides: self.sides,
            shows: self.shows,
            sheet: self.sheet,
            notes: self.notes,
            unread: Vec::new(),
            misprinted,
            misprints: Vec::new(),
            absent: Vec::new(),
        };
        if parts.sheet.is_empty() {
            parts.sheet = sheet_of(&parts);
        }
        let puzzle = Puzzle { parts: Arc::new(parts) };
        check_givens(&puzzle)?;
        Ok(puzzle)
    }

    fn check_conditions(&self) -> Result<(), PuzzleError> {
        if self.conditions.is_empty() {
            return Err(PuzzleError::Empty);
        }
        let write = |expr: &Expr| expr.written(&|cell| self.hidden[cell.index()].name.clone()).to_string();
        for condition in self.conditions.iter().chain(&self.sides) {
            if condition.kind() == vocabulary::Kind::Number {
                return Err(PuzzleError::NotACondition(write(condition)));
            }
        }
        Ok(())
    }

    /// Checks that every shown digit belongs to the base of its numeral.
    fn check_base(&self) -> Result<(), PuzzleError> {
        let mut wrong = None;
        self.for_each_numeral(&mut |numeral| {
            let base = numeral.base.unwrap_or(self.rules.base);
            for element in numeral.elements() {
                if let Element::Shown(digit) = element
                    && digit >= base.get()
                    && wrong.is_none()
                {
                    wrong = Some(PuzzleError::DigitOutsideBase { digit, base });
                }
            }
        });
        wrong.map_or(Ok(()), Err)
    }

    /// Checks that every sign that a setting makes a blank occurs.
    fn check_blanks(&self) -> Result<(), PuzzleError> {
        let blanks = self.hidden.iter().filter(|hidden| hidden.kind == Kind::Blank);
        let keys: Vec<Spelt> = blanks.map(|hidden| self.spelling.key(&hidden.name)).collect();
        let missing = self.rules.blanks.iter().find(|blank| !keys.contains(&self.spelling.key(&blank.sign)));
        missing.map_or(Ok(()), |blank| {
            Err(PuzzleError::NoSuchSymbol { setting: "blank", symbol: blank.sign.clone() })
        })
    }
}

/// Finds two symbols of a group with the same given digit, which needs no search.
fn check_givens(puzzle: &Puzzle) -> Result<(), PuzzleError> {
    let parts = &*puzzle.parts;
    let given: HashMap<Cell, Digit> = parts
        .rules
        .assign
        .iter()
        .filter_map(|given| puzzle.cell(&given.symbol))
        .filter_map(|cell| Some((cell, parts.hidden[cell.index()].digits.only()?)))
        .collect();
    for group in parts.groups.iter().filter(|group| group.most == 1) {
        let mut taken: HashMap<Digit, Cell> = HashMap::new();
        for cell in &group.cells {
            let Some(digit) = given.get(cell) else { continue };
            if let Some(first) = taken.insert(*digit, *cell) {
                let name = |cell: Cell| parts.hidden[cell.index()].name.clone();
                return Err(PuzzleError::SameDigit {
                    first: name(first),
                    second: name(*cell),
                    digit: *digit,
                });
            }
        }
    }
    Ok(())
}

/// Returns the conditions as this crate writes them, with places for their digits.
fn sheet_of(parts: &Parts) -> Sheet {
    // Each place is first written as a private-use character, which no name contains.
    let mark = |cell: Cell| {
        char::from_u32(0x10_0000 + cell.index() as u32 % 0xFFFE).map_or(String::new(), String::from)
    };
    let mut sheet = Sheet::default();
    for (i, condition) in parts.conditions.iter().enumerate() {
        sheet.text(if i == 0 { "" } else { ", " }, None);
        for c in condition.written(&mark).to_string().chars() {
            match (c as u32).checked_sub(0x10_0000) {
                Some(index) => {
                    let cell = Cell::new(index as usize);
                    sheet.place(cell, &parts.hidden[cell.index()].name, None);
                }
                None => sheet.text(c.encode_utf8(&mut [0; 4]), None),
            }
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::Base;
    use crate::expr::Numeral;
    use crate::puzzle::rules::Rules;
    use crate::vocabulary::{Tier, operator};

    /// Returns a relation `left = right` of two words.
    fn equation(builder: &mut Builder, left: &str, right: &str) -> Expr {
        let mut word = |text: &str| {
            let elements = text.chars().map(|c| match c.to_digit(10) {
                Some(digit) => builder.literal(digit as Digit),
                None => builder.symbol(&c.to_string()),
            });
            Expr::Numeral(Numeral::whole(elements.collect()))
        };
        let (left, right) = (word(left), word(right));
        Expr::chain(left, vec![(operator(Tier::Relation, "=").expect("it is a row"), right)])
    }

    fn build(settings: &[(&str, &str)]) -> Result<Puzzle, PuzzleError> {
        let mut rules = Rules::default();
        for (name, value) in settings {
            rules.set(name, Some(value)).expect("the settings are right");
        }
        let mut builder = Builder::new(rules);
        let condition = equation(&mut builder, "AB", "1CA");
        builder.condition(condition);
        builder.build()
    }

    #[test]
    fn leading_symbols_are_not_zero() {
        let puzzle = build(&[]).expect("it is a puzzle");
        let digits = |symbol| puzzle.hidden()[puzzle.cell(symbol).expect("it is there").index()].digits;
        assert_eq!(digits("a").to_string(), "1-9");
        assert_eq!(digits("B").to_string(), "0-9");
    }

    #[test]
    fn settings_that_contradict_are_found_before_the_search() {
        assert!(matches!(build(&[("assign", "A=0")]), Err(PuzzleError::NothingLeft { .. })));
        assert!(matches!(build(&[("assign", "A=1;B=1")]), Err(PuzzleError::SameDigit { .. })));
        assert!(matches!(build(&[("assign", "Z=1")]), Err(PuzzleError::NoSuchSymbol { .. })));
        assert!(matches!(build(&[("distinct", "AZ")]), Err(PuzzleError::NoSuchSymbol { .. })));
        assert!(matches!(
            build(&[("base", "8"), ("digits", "1-9")]),
            Err(PuzzleError::SettingOutsideBase { .. })
        ));
        assert!(matches!(build(&[("digits", "0"), ("no-zero", "on")]), Err(PuzzleError::NoDigits)));
    }

    #[test]
    fn a_double_key_has_two_groups() {
        let puzzle = build(&[("distinct", "AB,BC")]).expect("it is a puzzle");
        assert_eq!(puzzle.groups().len(), 2);
    }

    #[test]
    fn an_empty_puzzle_is_none() {
        assert_eq!(Builder::new(Rules::default()).build(), Err(PuzzleError::Empty));
    }

    #[test]
    fn an_answer_is_put_into_the_text() {
        let puzzle = build(&[]).expect("it is a puzzle");
        assert_eq!(puzzle.sheet().fill(Base::TEN, &[7, 8, 9]), "78 = 197");
    }
}
