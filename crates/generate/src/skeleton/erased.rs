//! A drawing whose digits are erased, except for clues.

use std::ops::ControlFlow;

use super::calculation::Calculation;
use super::drawing::Drawing;
use super::variations::Variations;
use crate::error::{GenerateError, Undrawable};
use crate::hitting;
use crate::hitting::{Set, Tick};
use crate::key::{Key, Letters};
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::Cell;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::{Affects, BlankRule, Puzzle, Rules, Wrong};
use fukumen_language::solution::Solution;
use fukumen_language::text::Origin;
use fukumen_language::{judge, text};

/// The sign of an erased digit.
const BLANK: &str = "□";
/// The columns of a digit if some are in brackets: `[11]`.
const BRACKETED: usize = 4;

/// The signs that replace the digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// Blanks, except for clues.
    Blanks,
    /// Letters, one for each digit.
    Letters,
    /// Blanks, except for clues that are letters.
    Both,
}

/// A drawing with its digits, each of which can be shown or not. A digit that is brought down is one with the digit above it.
#[derive(Clone, Debug)]
pub struct Skeleton {
    drawing: Drawing,
    /// Finds other calculations with the same drawing, if that is possible.
    alike: Option<Variations>,
    rules: Rules,
    signs: Signs,
    /// The letters of the digits, if letters are drawn.
    letters: Letters,
    /// By place.
    digits: Vec<Digit>,
    /// By place: its element in a set of clues.
    element: Vec<usize>,
}

impl Skeleton {
    /// Makes the drawing of a calculation.
    ///
    /// # Errors
    /// If there is none, or it has more digits than sets have elements, or than there are letters.
    pub fn new(
        calculation: &Calculation,
        rules: &Rules,
        signs: Signs,
        key: Option<&Key>,
    ) -> Result<Self, GenerateError> {
        if rules.wrong != Wrong::No {
            return Err(GenerateError::Undrawable(Undrawable::RightDigits));
        }
        let drawing = Drawing::new(calculation, rules.base)?;
        let rules = Rules { layout: Some(drawing.layout.into()), ..rules.clone() };
        let digits: Vec<Digit> = drawing.digits().collect();
        if digits.len() > Set::BITS as usize {
            return Err(GenerateError::LongDrawing);
        }
        let letters = match key {
            Some(key) => key.letters(digits.iter().copied().collect())?,
            None if signs == Signs::Blanks => Letters::new(),
            None => alphabet(&digits, rules.base)?,
        };
        let element = (0..digits.len()).collect();
        let alike = Variations::new(calculation, rules.base);
        let mut skeleton = Self { drawing, alike, rules, signs: Signs::Blanks, letters, element, digits };
        // The rules about letters do not apply yet.
        let plain = skeleton.rules.keeping(Affects::is_alike);
        let bare = Self { rules: plain, ..skeleton.clone() }.puzzle(0)?;
        let cells: Vec<Cell> = places(&bare).collect();
        // The first place of each cell stands for all.
        let first = |cell: &Cell| cells.iter().position(|other| other == cell).unwrap_or(0);
        skeleton.element = cells.iter().map(first).collect();
        skeleton.signs = signs;
        let most_letters = if signs == Signs::Blanks { 0 } else { skeleton.all() };
        skeleton.puzzle(most_letters)?;
        Ok(skeleton)
    }

    /// Returns the puzzle of a calculation in which digits have these letters; those without one are blanks.
    pub fn spelled(calculation: &Calculation, rules: &Rules, letters: &Letters) -> Option<Puzzle> {
        let drawing = Drawing::new(calculation, rules.base).ok()?;
        let rules = Rules { layout: Some(drawing.layout.into()), ..rules.clone() };
        let digits: Vec<Digit> = drawing.digits().collect();
        let element = (0..digits.len()).collect();
        let (signs, letters) = (Signs::Letters, letters.clone());
        let skeleton = Self { drawing, alike: None, rules, signs, letters, digits, element };
        skeleton.puzzle(0).ok().filter(|puzzle| skeleton.solves(puzzle, 0))
    }

    /// Returns its layout.
    pub fn layout(&self) -> &'static str {
        self.drawing.layout
    }

    /// Requires that blanks do not hide a digit.
    #[must_use]
    pub fn without_hidden(mut self, digit: Digit) -> Self {
        let digits = self.rules.allowed_digits().without(digit);
        self.rules.blanks.push(BlankRule::new(BLANK, digits));
        self
    }

    /// Returns every digit that can be a clue.
    pub fn all(&self) -> Set {
        self.element.iter().fold(0, |all, element| all | 1 << element)
    }

    /// Returns the places of a digit.
    pub fn copies(&self, digit: Digit) -> Set {
        let places = self.digits.iter().enumerate().filter(|(_, other)| **other == digit);
        places.fold(0, |all, (place, _)| all | 1 << place)
    }

    /// Returns the places that a shape marks, if it has a mark for each: `true` means shown.
    pub fn marked(&self, shape: &[bool]) -> Result<Set, usize> {
        let erasable: Vec<bool> = self.drawing.can_be_erased().collect();
        // A shape may include the zero at the end or not.
        let marks: Vec<bool> = match shape.len() {
            length if length == erasable.len() => {
                shape.iter().zip(&erasable).filter(|(_, can_be)| **can_be).map(|(mark, _)| *mark).collect()
            }
            length if length == self.digits.len() => shape.to_vec(),
            _ => return Err(self.digits.len()),
        };
        Ok(marks.iter().enumerate().filter(|(_, mark)| **mark).fold(0, |all, (place, _)| all | 1 << place))
    }

    /// Returns whether it is more than a sum.
    pub fn has_products(&self) -> bool {
        self.drawing.layout != "column-sum"
    }

    /// Returns whether a wrong solution is excluded by the digits in which it differs, and by nothing else. Letters exclude
    /// less than digits, and blanks that differ exclude more than none.
    pub fn are_clues_digits(&self) -> bool {
        self.signs == Signs::Blanks && !self.rules.distinct_blanks
    }

    /// Returns the digits of the calculation, by place.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Returns sets of digits in which wrong solutions differ that some clues leave, at most this number of them. There may
    /// be more.
    pub fn differences(&self, clues: Set, most: u64, tick: Tick) -> ControlFlow<(), Vec<Set>> {
        let Some((alike, puzzle)) = self.alike.as_ref().zip(self.with_clues(clues)) else {
            return ControlFlow::Continue(Vec::new());
        };
        let shown = |(digit, element): (&Digit, &usize)| (clues & 1 << element != 0).then_some(*digit);
        let shown: Vec<Option<Digit>> = self.digits.iter().zip(&self.element).map(shown).collect();
        let found = alike.search(&self.digits, &shown, most, tick)?;
        let sets = found.iter().filter_map(|calculation| self.difference(calculation, &puzzle, clues));
        ControlFlow::Continue(sets.filter(|set| *set != 0).collect())
    }

    /// Returns the elements in which a calculation differs, if it has the same drawing and the judge finds that it solves the
    /// puzzle that some clues leave.
    fn difference(&self, calculation: &Calculation, puzzle: &Puzzle, clues: Set) -> Option<Set> {
        let drawing = Drawing::new(calculation, self.rules.base).ok()?;
        let digits: Vec<Digit> = drawing.digits().collect();
        let is_alike = drawing.is_alike(&self.drawing);
        let set = (0..self.digits.len())
            .filter(|place| digits.get(*place) != Some(&self.digits[*place]))
            .fold(0, |set, place| set | 1 << self.element[place]);
        (is_alike && set & clues == 0 && self.is_solved_by(&digits, puzzle, clues)).then_some(set)
    }

    /// Returns whether letters say only that different letters have different digits.
    pub fn are_letters_plain(&self) -> bool {
        self.rules.changed().all(|row| row.affects.is_alike())
    }

    /// Returns the puzzle that shows some elements; `None` if the rules refuse it.
    pub fn with_clues(&self, clues: Set) -> Option<Puzzle> {
        self.puzzle(clues).ok()
    }

    /// Returns the puzzle that shows some places.
    ///
    /// # Errors
    /// If the rules contradict it.
    pub fn puzzle(&self, shown: Set) -> Result<Puzzle, GenerateError> {
        let base = self.rules.base;
        let is_wide = |place: usize| self.digits[place] > 9 && shown & 1 << place != 0;
        let has_wide = base > Base::TEN && (0..self.digits.len()).any(is_wide);
        let room = if has_wide && self.signs == Signs::Blanks { BRACKETED } else { 1 };
        let text = self.drawing.text(room, &|place, digit| self.sign(place, digit, shown));
        text::Reader::new().rules(&self.rules).literal().read(&text).map_err(|error| match error.origin {
            Origin::Puzzle => GenerateError::UnreadableDrawing(error.to_string()),
            _ => GenerateError::Text(error),
        })
    }

    fn sign(&self, place: Option<usize>, digit: Digit, shown: Set) -> String {
        let is_shown = place.is_none_or(|place| shown & 1 << place != 0);
        match (self.signs, place) {
            (Signs::Letters, _) => self.letter(digit),
            (Signs::Both, Some(_)) if is_shown => self.letter(digit),
            _ if is_shown && digit > 9 => format!("[{digit}]"),
            _ if is_shown => digit.to_string(),
            _ => BLANK.into(),
        }
    }

    /// Returns the letter of a digit. A digit without one is a blank.
    fn letter(&self, digit: Digit) -> String {
        self.letters.get(usize::from(digit)).cloned().flatten().unwrap_or_else(|| BLANK.into())
    }

    /// Returns whether the calculation itself solves the puzzle that shows some places: the rules may forbid one of its
    /// digits.
    pub fn solves(&self, puzzle: &Puzzle, shown: Set) -> bool {
        self.is_solved_by(&self.digits, puzzle, shown)
    }

    /// Does the same for other digits, by place.
    fn is_solved_by(&self, drawn: &[Digit], puzzle: &Puzzle, shown: Set) -> bool {
        let mut digits: Vec<Digit> = vec![0; puzzle.hidden().len()];
        for (place, cell) in self.reader(puzzle, shown).cells {
            digits[cell.index()] = drawn[place];
        }
        let is_allowed =
            puzzle.hidden().iter().zip(&digits).all(|(hidden, digit)| hidden.digits.contains(*digit));
        let context = puzzle.context();
        is_allowed && puzzle.all_conditions().all(|one| judge::truth(one, &digits, &context) == Truth::Yes)
    }

    /// Returns a reader of solutions of the puzzle that shows some places.
    pub fn reader(&self, puzzle: &Puzzle, shown: Set) -> ErasedReader<'_> {
        let is_hidden = |place: &usize| self.signs != Signs::Blanks || shown & 1 << place == 0;
        let cells = (0..self.digits.len()).filter(is_hidden).zip(places(puzzle)).collect();
        ErasedReader { skeleton: self, cells }
    }
}

/// Returns the letters from A on, in the order in which the digits first appear.
fn alphabet(digits: &[Digit], base: Base) -> Result<Letters, GenerateError> {
    let mut letters: Letters = vec![None; base.get().into()];
    let mut names = 'A'..='Z';
    for digit in digits {
        if let Some(letter @ None) = letters.get_mut(usize::from(*digit)) {
            *letter = Some(names.next().ok_or(GenerateError::LongDrawing)?.into());
        }
    }
    Ok(letters)
}

/// Returns the cells of a drawing in the order of their places.
fn places(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    puzzle.sheet().cells()
}

/// Compares solutions with the right one.
pub struct ErasedReader<'a> {
    skeleton: &'a Skeleton,
    cells: Vec<(usize, Cell)>,
}

impl ErasedReader<'_> {
    /// Returns the digits of a solution by place, if all are hidden.
    pub fn digits(&self, solution: &Solution) -> Vec<Digit> {
        self.cells.iter().map(|(_, cell)| solution.digit(*cell)).collect()
    }

    /// Returns the elements in which a solution differs from the right one.
    pub fn difference(&self, solution: &Solution) -> Set {
        let is_wrong = |(place, cell): &&(usize, Cell)| solution.digit(*cell) != self.skeleton.digits[*place];
        self.cells.iter().filter(is_wrong).fold(0, |all, (place, _)| all | 1 << self.skeleton.element[*place])
    }
}

/// Returns the number of clues in a set, in words.
pub fn clues(set: Set) -> String {
    match hitting::elements(set).count() {
        1 => "1 clue".into(),
        count => format!("{count} clues"),
    }
}
