//! A finished puzzle: what it consists of, and what it can be asked.

use std::fmt;
use std::sync::Arc;

use crate::arrange::Arrange;
use crate::digits::{Digit, DigitSet};
use crate::expr::{Cell, Expr};
use crate::message::Note;
use crate::puzzle::claims::{Figures, Relaxed};
use crate::puzzle::hidden::{Group, Hidden, Kind};
use crate::puzzle::misprint::{Misprint, Misprinted};
use crate::puzzle::role::Role;
use crate::puzzle::rules::{Rules, Wrong};
use crate::puzzle::sheet::Sheet;
use crate::vocabulary::Context;

/// A puzzle, ready to be solved. Made by [`Builder`], or read from text.
///
/// It never changes, and clones share it: each solution has one, to know the names of its digits.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub(super) parts: Arc<Parts>,
}

/// What a puzzle consists of.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub rules: Rules,
    pub hidden: Vec<Hidden>,
    pub groups: Vec<Group>,
    pub differ: Vec<(Cell, Cell)>,
    pub conditions: Vec<Expr>,
    /// What each of the conditions is about, if they follow from a drawing.
    pub roles: Vec<Option<Role>>,
    /// The ways to place the lines of a drawing, if that is open.
    pub figures: Figures,
    /// What changes if lines may be 0, where that makes a difference.
    pub relaxed: Option<Relaxed>,
    pub sides: Vec<Expr>,
    pub shows: Vec<Expr>,
    pub sheet: Sheet,
    pub notes: Vec<Note>,
    /// How the right letters are found, if some are printed wrongly.
    pub misprinted: Option<Misprinted>,
    /// The letters that were printed wrongly in the puzzle that it was made of.
    pub misprints: Vec<Misprint>,
    /// The cells that no condition has, since they were printed wrongly.
    pub absent: Vec<Cell>,
}

impl Puzzle {
    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.parts.rules
    }

    /// What the meaning of its expressions depends on.
    #[must_use]
    pub fn context(&self) -> Context {
        Context::new(self.parts.rules.base)
    }

    /// Its hidden digits, by cell.
    #[must_use]
    pub fn hidden(&self) -> &[Hidden] {
        &self.parts.hidden
    }

    /// Groups of cells whose digits differ.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.parts.groups
    }

    /// Further pairs of cells whose digits differ.
    #[must_use]
    pub fn differ(&self) -> &[(Cell, Cell)] {
        &self.parts.differ
    }

    /// Its conditions, as the text has them.
    #[must_use]
    pub fn conditions(&self) -> &[Expr] {
        &self.parts.conditions
    }

    /// All conditions: those of the text, then the side conditions, which are not printed.
    pub fn all_conditions(&self) -> impl Iterator<Item = &Expr> {
        self.parts.conditions.iter().chain(&self.parts.sides)
    }

    /// The number of the drawing that a condition is about, by its place among [all conditions](Self::all_conditions).
    /// Conditions that were written as text have none.
    #[must_use]
    pub fn role(&self, condition: usize) -> Option<Role> {
        self.parts.roles.get(condition).copied().flatten()
    }

    /// The conditions that follow from a drawing, each with the number that it is about.
    pub fn claims(&self) -> impl Iterator<Item = (Role, &Expr)> {
        self.parts
            .roles
            .iter()
            .zip(&self.parts.conditions)
            .filter_map(|(role, claim)| Some(((*role)?, claim)))
    }

    /// The expressions whose values are shown with each solution.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::Puzzle;
    /// let puzzle = Puzzle::parse("@show A\n@show ABC\nA+B=9")?;
    /// assert_eq!((puzzle.shows().len(), puzzle.symbols().count()), (2, 3));
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    #[must_use]
    pub fn shows(&self) -> &[Expr] {
        &self.parts.shows
    }

    /// Its text as it is drawn, with places for its digits.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.parts.sheet
    }

    /// Whether it was drawn in two dimensions: its conditions follow from the drawing, which is its text.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.parts.rules.layout.as_deref().is_some_and(|name| name != Rules::NO_LAYOUT)
    }

    /// Remarks on the text that its writer may want to hear.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.parts.notes
    }

    /// The same puzzle with digits that are known. Its text does not show them. Cells that it does not have are left out.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::{Puzzle, Solve};
    /// let puzzle = Puzzle::parse("A+B=C")?;
    /// let a = puzzle.cell("A").expect("it has an A");
    /// assert_eq!(puzzle.with_known(&[(a, 1)]).count()?, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_known(&self, known: &[(Cell, Digit)]) -> Self {
        let mut parts = (*self.parts).clone();
        let known = known.iter().copied().filter(|(cell, _)| cell.index() < self.parts.hidden.len());
        for (cell, digit) in known.clone() {
            let digit = DigitSet::one(digit);
            parts.hidden[cell.index()].digits = parts.hidden[cell.index()].digits & digit;
            if let Some(relaxed) = &mut parts.relaxed {
                relaxed.digits[cell.index()] = relaxed.digits[cell.index()] & digit;
            }
        }
        if let Some(misprinted) = &mut parts.misprinted {
            misprinted.known.extend(known);
        }
        Self { parts: Arc::new(parts) }
    }

    /// With further notes, such as how its text was found among others.
    #[must_use]
    pub fn with_notes(mut self, notes: &[Note]) -> Self {
        if !notes.is_empty() {
            Arc::make_mut(&mut self.parts).notes.extend_from_slice(notes);
        }
        self
    }

    /// Puts other notes in place of those there are.
    pub(crate) fn set_notes(&mut self, notes: Vec<Note>) {
        Arc::make_mut(&mut self.parts).notes = notes;
    }

    /// The cells in the order in which solutions are sorted: symbols as they first appear, then
    /// wrong digits, then blanks.
    #[must_use]
    pub fn order(&self) -> Vec<Cell> {
        let rank = |cell: &Cell| match self.parts.hidden[cell.index()].kind {
            Kind::Symbol => 0,
            Kind::Wrong(_) => 1,
            Kind::Blank => 2,
        };
        let mut cells: Vec<Cell> = (0..self.parts.hidden.len()).map(Cell::new).collect();
        cells.arrange_by_key(rank);
        cells
    }

    /// The symbols, in the order of their first appearance.
    pub fn symbols(&self) -> impl Iterator<Item = (Cell, &Hidden)> {
        let cells = self.parts.hidden.iter().enumerate().map(|(i, hidden)| (Cell::new(i), hidden));
        cells.filter(|(_, hidden)| hidden.kind == Kind::Symbol)
    }

    /// The cell of a symbol, by any spelling of it.
    #[must_use]
    pub fn cell(&self, symbol: &str) -> Option<Cell> {
        let spelling = self.parts.rules.spelling();
        let key = spelling.key(symbol);
        self.symbols().find(|(_, hidden)| spelling.key(&hidden.name) == key).map(|(cell, _)| cell)
    }

    /// A group with more cells than digits, which leaves the puzzle without a solution: how many
    /// cells there are, and how many digits.
    #[must_use]
    pub fn crowded(&self) -> Option<(usize, usize)> {
        self.parts.groups.iter().find_map(|group| {
            let digits = group.cells.iter().map(|cell| self.parts.hidden[cell.index()].digits);
            let digits = digits.fold(DigitSet::EMPTY, |all, some| all | some).len();
            (group.cells.len() > digits * group.most).then_some((group.cells.len(), digits))
        })
    }

    /// An expression with the puzzle's own names, so that it reads back to the same.
    #[must_use]
    pub fn write(&self, expr: &Expr) -> String {
        let blanks: Vec<String> = self.parts.rules.blanks.iter().map(|blank| blank.sign.clone()).collect();
        let is_digit = |sign: &String| sign.contains(|c: char| c.is_ascii_digit());
        let are_digits_others = self.parts.rules.wrong != Wrong::No || blanks.iter().any(is_digit);
        let name = |cell: Cell| self.parts.hidden[cell.index()].name.clone();
        expr.written(&name).in_brackets(are_digits_others).without(&blanks).to_string()
    }
}

/// Equal are puzzles that ask the same in the same words; spaces in the text make no difference.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.parts.rules == other.parts.rules
            && self.parts.hidden == other.parts.hidden
            && self.parts.conditions == other.parts.conditions
            && self.parts.sides == other.parts.sides
            && self.parts.shows == other.parts.shows
    }
}

/// The puzzle as a block of a puzzle file: a line `@name value` for each changed rule, then the
/// conditions, or the drawing. By the language alone it reads back to an equal puzzle; the generous rules may take a part of it for
/// a remark, as the number of a puzzle in `1.A+B=C`.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, value) in self.parts.rules.changes() {
            writeln!(f, "@{name} {value}")?;
        }
        if self.is_drawn() {
            return self.parts.sheet.fmt(f);
        }
        for (i, condition) in self.parts.conditions.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, self.write(condition))?;
        }
        Ok(())
    }
}
