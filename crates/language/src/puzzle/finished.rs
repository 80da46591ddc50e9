//! A finished puzzle: what it consists of, and what it can be asked.

use std::fmt;
use std::sync::Arc;

use crate::arrange::Arrange;
use crate::digits::{Digit, DigitSet};
use crate::expr::{Cell, Element, Expr};
use crate::message::Note;
use crate::puzzle::claims::{Figures, Relaxed};
use crate::puzzle::hidden::{Group, Hidden, Kind};
use crate::puzzle::misprint::{Misprint, Misprinted};
use crate::puzzle::role::Role;
use crate::puzzle::rules::{Rules, Wrong};
use crate::puzzle::sheet::Sheet;
use crate::puzzle::unread::Unread;
use crate::vocabulary::Context;

/// A puzzle, ready to be solved. [`Builder`](crate::puzzle::Builder) makes it, or it is read from text.
///
/// It never changes, and clones share it. Each solution has a clone, for the names of its digits.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub(super) parts: Arc<Parts>,
}

/// The contents of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub rules: Rules,
    pub hidden: Vec<Hidden>,
    pub groups: Vec<Group>,
    pub differ: Vec<(Cell, Cell)>,
    pub conditions: Vec<Expr>,
    /// The number that each condition is about, if it follows from a drawing.
    pub roles: Vec<Option<Role>>,
    /// The ways to place the lines of a drawing, if there are several.
    pub figures: Figures,
    /// The changes if lines may be 0, if they make a difference.
    pub relaxed: Option<Relaxed>,
    pub sides: Vec<Expr>,
    pub shows: Vec<Expr>,
    pub sheet: Sheet,
    pub notes: Vec<Note>,
    /// The pieces of its text that were not read.
    pub unread: Vec<Unread>,
    /// The data to find the right letters, if some are misprinted.
    pub misprinted: Option<Misprinted>,
    /// The misprints in the puzzle from which this one was made.
    pub misprints: Vec<Misprint>,
    /// The cells that no condition has, because they were misprints.
    pub absent: Vec<Cell>,
}

impl Puzzle {
    /// Returns the rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.parts.rules
    }

    /// Returns the context for the meaning of its expressions.
    #[must_use]
    pub fn context(&self) -> Context {
        Context::new(self.parts.rules.base)
    }

    /// Returns its hidden digits, by cell.
    #[must_use]
    pub fn hidden(&self) -> &[Hidden] {
        &self.parts.hidden
    }

    /// Returns groups of cells whose digits differ.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.parts.groups
    }

    /// Returns further pairs of cells whose digits differ.
    #[must_use]
    pub fn differ(&self) -> &[(Cell, Cell)] {
        &self.parts.differ
    }

    /// Returns its conditions, as in the text.
    #[must_use]
    pub fn conditions(&self) -> &[Expr] {
        &self.parts.conditions
    }

    /// Iterates over all conditions: those of the text, then the side conditions, which are not printed.
    pub fn all_conditions(&self) -> impl Iterator<Item = &Expr> {
        self.parts.conditions.iter().chain(&self.parts.sides)
    }

    /// Returns the number of the drawing that a condition is about, by its place among [all conditions](Self::all_conditions).
    /// Conditions written as text are about none.
    #[must_use]
    pub fn role(&self, condition: usize) -> Option<Role> {
        self.parts.roles.get(condition).copied().flatten()
    }

    /// Iterates over the conditions that follow from a drawing, each with the number that it is about.
    pub fn claims(&self) -> impl Iterator<Item = (Role, &Expr)> {
        self.parts
            .roles
            .iter()
            .zip(&self.parts.conditions)
            .filter_map(|(role, claim)| Some(((*role)?, claim)))
    }

    /// Returns the expressions whose values are shown with each solution.
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

    /// Returns its text as it is drawn, with places for its digits.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.parts.sheet
    }

    /// Returns whether it was drawn in two dimensions: its text is a drawing, and its conditions follow from it.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.parts.rules.layout.as_deref().is_some_and(|name| name != Rules::NO_LAYOUT)
    }

    /// Returns remarks on the text for its writer.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.parts.notes
    }

    /// Returns the pieces of the text around it that were not understood, in their order.
    #[must_use]
    pub fn unread(&self) -> &[Unread] {
        &self.parts.unread
    }

    /// Adds pieces of the text around it that were not understood.
    #[must_use]
    pub fn with_unread(mut self, unread: impl IntoIterator<Item = Unread>) -> Self {
        let mut unread = unread.into_iter().peekable();
        if unread.peek().is_some() {
            Arc::make_mut(&mut self.parts).unread.extend(unread);
        }
        self
    }

    /// Returns the same puzzle with known digits. Its text does not show them. Cells that it does not have are ignored.
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

    /// Adds notes, such as how its text was found among others.
    #[must_use]
    pub fn with_notes(mut self, notes: &[Note]) -> Self {
        if !notes.is_empty() {
            Arc::make_mut(&mut self.parts).notes.extend_from_slice(notes);
        }
        self
    }

    /// Replaces all notes.
    pub(crate) fn set_notes(&mut self, notes: Vec<Note>) {
        Arc::make_mut(&mut self.parts).notes = notes;
    }

    /// Returns the cells in the order by which solutions are sorted: symbols by first appearance, then wrong digits, then blanks.
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

    /// Iterates over the symbols, in order of their first appearance.
    pub fn symbols(&self) -> impl Iterator<Item = (Cell, &Hidden)> {
        let cells = self.parts.hidden.iter().enumerate().map(|(i, hidden)| (Cell::new(i), hidden));
        cells.filter(|(_, hidden)| hidden.kind == Kind::Symbol)
    }

    /// Returns the cell of a symbol, by any of its spellings.
    #[must_use]
    pub fn cell(&self, symbol: &str) -> Option<Cell> {
        let spelling = self.parts.rules.spelling();
        let key = spelling.key(symbol);
        self.symbols().find(|(_, hidden)| spelling.key(&hidden.name) == key).map(|(cell, _)| cell)
    }

    /// Returns the numbers of cells and digits of a group with more cells than digits, which leaves the puzzle without a
    /// solution.
    #[must_use]
    pub fn crowded(&self) -> Option<(usize, usize)> {
        self.parts.groups.iter().find_map(|group| {
            let digits = group.cells.iter().map(|cell| self.parts.hidden[cell.index()].digits);
            let digits = digits.fold(DigitSet::EMPTY, |all, some| all | some).len();
            (group.cells.len() > digits * group.most).then_some((group.cells.len(), digits))
        })
    }

    /// Returns two symbols that a condition such as `A=B` makes equal, though they take different digits. The puzzle then has no
    /// solution.
    #[must_use]
    pub fn equated(&self) -> Option<(&str, &str)> {
        let differ = |a: Cell, b: Cell| {
            self.parts
                .groups
                .iter()
                .any(|group| group.most == 1 && group.cells.contains(&a) && group.cells.contains(&b))
        };
        let alone = |side: &Expr| match side {
            Expr::Numeral(number) => match (&*number.whole, number.fraction.len(), number.repetend.len()) {
                ([Element::Hidden(cell)], 0, 0) => Some(*cell),
                _ => None,
            },
            _ => None,
        };
        let chains = self.all_conditions().filter_map(|condition| match condition {
            Expr::Chain(chain) => Some(chain),
            _ => None,
        });
        chains.flat_map(|chain| chain.operands().zip(&chain.rest)).find_map(|(left, (operator, right))| {
            let (a, b) = (alone(left)?, alone(right)?);
            let name = |cell: Cell| &*self.parts.hidden[cell.index()].name;
            (operator.symbol() == "=" && a != b && differ(a, b)).then(|| (name(a), name(b)))
        })
    }

    /// Writes an expression with the puzzle's own names, so that it reads back to the same.
    #[must_use]
    pub fn write(&self, expr: &Expr) -> String {
        let blanks: Vec<String> = self.parts.rules.blanks.iter().map(|blank| blank.sign.clone()).collect();
        let is_digit = |sign: &String| sign.contains(|c: char| c.is_ascii_digit());
        let are_digits_others = self.parts.rules.wrong != Wrong::No || blanks.iter().any(is_digit);
        let name = |cell: Cell| self.parts.hidden[cell.index()].name.clone();
        expr.written(&name).in_brackets(are_digits_others).without(&blanks).to_string()
    }
}

/// Puzzles are equal if they ask the same in the same words. Spaces in the text make no difference.
impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.parts.rules == other.parts.rules
            && self.parts.hidden == other.parts.hidden
            && self.parts.conditions == other.parts.conditions
            && self.parts.sides == other.parts.sides
            && self.parts.shows == other.parts.shows
    }
}

/// Writes the puzzle as a block of a puzzle file: a line `@name value` for each changed rule, then the conditions or the drawing.
/// By the language alone it reads back to an equal puzzle. The rules for texts as people type them may take a part of it for a
/// remark, as the number of a puzzle in `1.A+B=C`.
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
