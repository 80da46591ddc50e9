//! Puzzles in which some letters are printed wrongly: exactly N places have another letter than they should, one of the puzzle or
//! one new letter. Which places these are is found by trying: each replacement makes a puzzle of its own.
//!
//! A replacement that only renames a letter, everywhere it is printed, by the new letter is left out.

use std::cell::Cell as Counter;
use std::sync::Arc;

use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::interrupt::{Interrupt, Interrupted, Never};
use crate::puzzle::finished::Puzzle;
use crate::puzzle::hidden::Kind;
use crate::puzzle::misprint::{Misprint, Misprinted, Place};
use crate::puzzle::sheet::Sheet;

impl Misprinted {
    /// Iterates over the puzzles with the right letters, in the order of the places. There are many replacements, so an interrupt
    /// ends the iteration, also between two puzzles.
    pub fn puzzles(&self, interrupt: &dyn Interrupt) -> impl Iterator<Item = Result<Puzzle, Interrupted>> {
        let (places, letters) = (self.places.len(), self.letters.len());
        let number = self.number.min(places);
        let (mut chosen, mut right): (Vec<usize>, _) = ((0..number).collect(), vec![0; number]);
        let mut is_done = self.number == 0 || self.number > places;
        std::iter::from_fn(move || {
            while !is_done {
                if let Err(interrupted) = interrupt.check() {
                    is_done = true;
                    return Some(Err(interrupted));
                }
                let puzzle = self.puzzle(&chosen, &right);
                // The letters change fastest. After the last letters, the places change.
                if !next_number(&mut right, letters + 1) {
                    is_done = !next_choice(&mut chosen, places);
                }
                if puzzle.is_some() {
                    return puzzle.map(Ok);
                }
            }
            None
        })
    }

    /// Returns the puzzle with these letters at these places; `None` if it is not a puzzle, or is the same under another name.
    fn puzzle(&self, chosen: &[usize], right: &[usize]) -> Option<Puzzle> {
        let mut builder = self.builder.clone();
        let new = Cell::new(builder.hidden.len());
        let is_new = |letter: &usize| *letter == self.letters.len();
        if right.iter().any(is_new) {
            let name = self.new_letter()?;
            builder.symbol(&name);
        }
        let letter = |letter: &usize| self.letters.get(*letter).copied().unwrap_or(new);
        let changes: Vec<(&Place, Cell)> =
            chosen.iter().map(|place| &self.places[*place]).zip(right.iter().map(letter)).collect();
        if changes.iter().any(|(place, cell)| place.cell == *cell) {
            return None;
        }
        let count = Counter::new(0);
        let at = |index: usize, cell: Cell| {
            changes.iter().find(|(place, _)| place.index == index).map_or(cell, |(_, cell)| *cell)
        };
        let changed = |cell: Cell| at(count.replace(count.get() + 1), cell);
        builder.conditions = builder.conditions.iter().map(|one| one.with_cells(&changed)).collect();
        let mut is_used = vec![false; builder.hidden.len()];
        for expr in builder.conditions.iter().chain(&builder.sides).chain(&builder.shows) {
            expr.cells().into_iter().for_each(|cell| is_used[cell.index()] = true);
        }
        let gone = |cell: Cell| !is_used[cell.index()];
        let is_renaming = |(place, cell): &(&Place, Cell)| *cell == new && gone(place.cell);
        if changes.iter().any(is_renaming) {
            return None;
        }
        let name = |cell: Cell| builder.name(cell).to_string();
        let misprints = changes.iter().map(|(place, cell)| Misprint {
            numeral: place.numeral.clone(),
            place: place.place,
            printed: name(place.cell),
            right: name(*cell),
        });
        let misprints: Vec<Misprint> = misprints.collect();
        // The sheet of a text built by a program may have other digits than the conditions.
        let is_text = builder.sheet.cells().count() == count.get();
        let sheet = if is_text { builder.sheet.with_cells(&at, &name) } else { Sheet::default() };
        builder.sheet = sheet;
        let mut puzzle = builder.build().ok()?;
        let absent: Vec<Cell> = (0..is_used.len()).map(Cell::new).filter(|cell| gone(*cell)).collect();
        puzzle.correct(misprints, &absent);
        if !self.known.is_empty() {
            puzzle = puzzle.with_known(&self.known);
        }
        Some(puzzle)
    }

    /// Returns the first letter that the puzzle does not have; `None` if it has as many symbols as there are digits.
    fn new_letter(&self) -> Option<String> {
        let builder = &self.builder;
        let symbols = builder.hidden.iter().filter(|hidden| hidden.kind == Kind::Symbol).count();
        let mut letters = ('A'..='Z').map(String::from);
        let is_free = |letter: &String| builder.known_symbol(letter).is_none() && !builder.is_blank(letter);
        letters.find(is_free).filter(|_| symbols < builder.rules.allowed_digits().len())
    }
}

/// Counts up by one: the last digit changes fastest. Returns false after the last number.
fn next_number(digits: &mut [usize], base: usize) -> bool {
    for digit in digits.iter_mut().rev() {
        *digit += 1;
        if *digit < base {
            return true;
        }
        *digit = 0;
    }
    false
}

/// Moves to the next choice of some of `all` things, in order. Returns false after the last choice.
fn next_choice(chosen: &mut [usize], all: usize) -> bool {
    let count = chosen.len();
    let Some(i) = (0..count).rev().find(|i| chosen[*i] < all - (count - i)) else { return false };
    chosen[i] += 1;
    for j in i + 1..count {
        chosen[j] = chosen[j - 1] + 1;
    }
    true
}

impl Puzzle {
    /// Iterates over the puzzles with the right letters, if the rules allow misprints: one for each way to replace them.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::Puzzle;
    /// let puzzle = Puzzle::parse("@misprint 1:C\nA+B=C, A=2, B=3")?;
    /// let right: Vec<String> = puzzle.misprinted().map(|puzzle| puzzle.to_string()).collect();
    /// assert_eq!(right, ["A+B = A, A = 2, B = 3", "A+B = B, A = 2, B = 3"]);
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    pub fn misprinted(&self) -> impl Iterator<Item = Self> {
        self.misprinted_until(&Never).filter_map(Result::ok)
    }

    /// Iterates likewise until an interrupt, which is then the last item.
    pub fn misprinted_until(
        &self,
        interrupt: &dyn Interrupt,
    ) -> impl Iterator<Item = Result<Self, Interrupted>> {
        self.parts.misprinted.iter().flat_map(move |misprinted| misprinted.puzzles(interrupt))
    }

    /// Returns the misprints of the original puzzle that this one corrects.
    #[must_use]
    pub fn misprints(&self) -> &[Misprint] {
        &self.parts.misprints
    }

    /// Returns whether the cell occurs in no condition any more after the correction.
    pub(crate) fn lacks(&self, cell: Cell) -> bool {
        self.parts.absent.contains(&cell)
    }

    fn correct(&mut self, misprints: Vec<Misprint>, absent: &[Cell]) {
        let parts = Arc::make_mut(&mut self.parts);
        parts.misprints = misprints;
        parts.absent = absent.to_vec();
        for cell in absent {
            parts.hidden[cell.index()].digits = DigitSet::one(0);
        }
        parts.differ.retain(|(left, right)| !absent.contains(left) && !absent.contains(right));
        parts.groups.iter_mut().for_each(|group| group.cells.retain(|cell| !absent.contains(cell)));
        parts.groups.retain(|group| group.cells.len() > 1);
    }
}
