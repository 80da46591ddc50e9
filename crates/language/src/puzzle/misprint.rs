//! Letters that are printed wrongly, and the places where they may stand.

use crate::digits::Digit;
use crate::expr::{Cell, Element, Expr};
use crate::puzzle::build::Builder;
use crate::puzzle::error::PuzzleError;
use crate::puzzle::hidden::Kind;

/// A misprinted letter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misprint {
    /// The numeral, as printed.
    pub numeral: String,
    /// The place in it, from 1 at the left.
    pub place: usize,
    /// The printed letter.
    pub printed: String,
    /// The right letter.
    pub right: String,
}

/// A place with a printed letter.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its number among all hidden digits of the conditions.
    pub index: usize,
    pub cell: Cell,
    pub numeral: String,
    pub place: usize,
}

/// The data to make the puzzles with the right letters.
#[derive(Clone, Debug)]
pub(super) struct Misprinted {
    pub builder: Builder,
    pub places: Vec<Place>,
    /// The letters that may be right.
    pub letters: Vec<Cell>,
    pub number: usize,
    /// Known digits.
    pub known: Vec<(Cell, Digit)>,
}

impl Misprinted {
    /// Returns the data of a builder, if its rules allow misprints.
    pub fn of(builder: &Builder) -> Result<Option<Self>, PuzzleError> {
        let Some(misprints) = &builder.rules.misprint else { return Ok(None) };
        if builder.drawn.is_some() {
            return Err(PuzzleError::MisprintInDrawing);
        }
        let key = |text: &str| {
            let characters = builder.spelling.characters(text);
            characters.iter().map(|c| builder.spelling.key(&c.shown).into_owned()).collect::<Vec<_>>()
        };
        let wanted: Vec<Vec<String>> = misprints.numerals.iter().map(|numeral| key(numeral)).collect();
        let mut is_there = vec![false; wanted.len()];
        let (mut places, mut letters, mut index) = (Vec::new(), Vec::new(), 0);
        for condition in &builder.conditions {
            condition.for_each_numeral(&mut |numeral| {
                let written = Expr::Numeral(numeral.clone());
                let written = written.written(&|cell| builder.name(cell).into()).to_string();
                let found = wanted.iter().position(|numeral| *numeral == key(&written));
                found.into_iter().for_each(|i| is_there[i] = true);
                for (place, element) in numeral.elements().enumerate() {
                    let Element::Hidden(cell) = element else { continue };
                    if builder.hidden[cell.index()].kind == Kind::Symbol {
                        if !letters.contains(&cell) {
                            letters.push(cell);
                        }
                        if wanted.is_empty() || found.is_some() {
                            places.push(Place { index, cell, numeral: written.clone(), place: place + 1 });
                        }
                    }
                    index += 1;
                }
            });
        }
        if let Some(missing) = is_there.iter().position(|is_there| !is_there) {
            let numeral = misprints.numerals[missing].clone();
            return Err(PuzzleError::NoSuchNumeral(numeral));
        }
        let mut builder = builder.clone();
        builder.rules.misprint = None;
        Ok(Some(Self { builder, places, letters, number: misprints.number, known: Vec::new() }))
    }
}
