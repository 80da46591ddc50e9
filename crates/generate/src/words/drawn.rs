//! Long multiplications and divisions of words.
//!
//! The words of a product are chosen as those of any form. Each solution of the product is carried out on paper, with the
//! letters of its digits in all lines; digits without a letter are blanks. The lines leave one solution of many products that
//! have thousands when written as one line.

use crate::error::{GenerateError, wrong};
use crate::finds::Finds;
use crate::form::Form;
use crate::key::Letters;
use crate::order::{Given, Order};
use crate::skeleton;
use fukumen_engine::solve::Ask;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::solution::Solution;
use fukumen_language::text::conditions;

/// Forms that can be drawn: as a product, as a quotient, and the multiplied words. The last word is the product.
const FORMS: &[(&str, &str, [usize; 2])] = &[("A*B=C", "A/B=C", [0, 1]), ("A*A=B", "A/B=B", [0, 0])];

/// How the words of a product are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    is_division: bool,
    factors: [usize; 2],
}

/// Returns the form of an order for a drawing, and how it is drawn; `None` if the order is for something else.
pub(super) fn form(order: &Order, given: Given<'_>) -> Result<Option<(Form, Drawn)>, GenerateError> {
    let is_division = match order.rules.layout.as_deref() {
        Some("long-multiplication") => false,
        Some("long-division") => true,
        _ => return Ok(None),
    };
    let text = given.text("form").unwrap_or_default();
    let plain: String = text.split_whitespace().collect();
    let found = FORMS.iter().find(|(product, quotient, _)| plain == *product || plain == *quotient);
    let is_default = !given.is_given("form");
    match found.or(FORMS.first().filter(|_| is_default)) {
        Some((product, _, factors)) => {
            let form = Form::read(product, &plainly(&order.rules))?;
            Ok(Some((form, Drawn { is_division, factors: *factors })))
        }
        None => Err(wrong("form", text, message!("expected-drawn-form"))),
    }
}

/// Returns the rules of the product as one line.
fn plainly(rules: &Rules) -> Rules {
    Rules { layout: None, ..rules.clone() }
}

impl Drawn {
    /// Proposes the drawings of a product of words with this text on one line. Returns whether one was kept.
    pub fn propose(self, text: &str, words: &[&str], rules: &Rules, finds: &mut Finds<'_>) -> bool {
        let puzzle = match conditions::puzzle(text, &plainly(rules)) {
            Ok(puzzle) => puzzle,
            Err(error) => return finds.refuse(error.message()),
        };
        let mut is_found = false;
        // The caller of the search sees that it was interrupted.
        let _ = finds.solver(&puzzle).ask(Ask::All).stream(true).run_with(&mut |solution| {
            for drawing in self.drawings(&puzzle, words, &solution) {
                is_found |= finds.propose(drawing);
            }
            finds.looked_at(0)
        });
        is_found
    }

    /// Returns the drawings of one solution: either factor may be first.
    fn drawings(self, puzzle: &Puzzle, words: &[&str], solution: &Solution) -> Vec<Puzzle> {
        let factors = self.factors.map(|word| value(words[word], puzzle, solution));
        let ([Some(first), Some(second)], Some(letters)) = (factors, letters(puzzle, solution)) else {
            return Vec::new();
        };
        let others = (first != second).then_some((second, first));
        std::iter::once((first, second))
            .chain(others)
            .filter_map(|factors| skeleton::spelled(factors, self.is_division, &letters, puzzle.rules()))
            .collect()
    }
}

/// Returns the number of a word; `None` if it is too large, or shorter than the word.
fn value(word: &str, puzzle: &Puzzle, solution: &Solution) -> Option<u128> {
    let digits = puzzle.rules().spelling().characters(word);
    let mut digits = digits.iter().map(|letter| puzzle.cell(&letter.shown).map(|cell| solution.digit(cell)));
    let first = digits.next()?.filter(|digit| *digit > 0)?;
    digits.try_fold(first.into(), |value: u128, digit| {
        value.checked_mul(puzzle.rules().base.get().into())?.checked_add(digit?.into())
    })
}

/// Returns the letter of each digit; `None` if two letters share a digit.
fn letters(puzzle: &Puzzle, solution: &Solution) -> Option<Letters> {
    let mut letters: Letters = vec![None; puzzle.rules().base.get().into()];
    for (cell, hidden) in puzzle.symbols() {
        let letter = letters.get_mut(usize::from(solution.digit(cell)))?;
        if letter.replace(hidden.name.clone()).is_some() {
            return None;
        }
    }
    Some(letters)
}
