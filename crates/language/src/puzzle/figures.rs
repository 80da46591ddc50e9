//! Puzzles with more than one way to place the lines of their drawing, and lines that may be 0.
//!
//! If lines are missing and it is open which digits are 0, a drawing has several figures. The puzzle then has one condition,
//! an `or` of whole figures. At most one figure holds at once, so each can be searched alone, and the counts add up.

use std::sync::Arc;

use crate::expr::{Element, Expr, Numeral};
use crate::number::Exact;
use crate::puzzle::claims::{Claims, Figures, Relaxed};
use crate::puzzle::finished::{Parts, Puzzle};
use crate::puzzle::hidden::Hidden;
use crate::puzzle::role::Role;
use crate::vocabulary::{Tier, operator};

/// Returns the condition that a digit is 0, or the leading digit of its line is not.
fn begins(digit: Element, first: Element) -> Expr {
    let number = |element| Numeral::whole(vec![element]);
    Expr::any_of([compared(number(digit), "="), compared(number(first), "≠")]).expect("there are two")
}

/// Returns the comparison of a number with 0.
fn compared(number: Numeral, sign: &str) -> Expr {
    let relation = operator(Tier::Relation, sign).expect("it is a row of the table");
    Expr::chain(Expr::Numeral(number), vec![(relation, Expr::Constant(Exact::ZERO))])
}

impl Puzzle {
    /// Returns the figures as puzzles with the same cells: one for each way to place the lines of a drawing that leaves open
    /// which digits are 0. A solution of this puzzle is a solution of exactly one of them. It is empty if nothing is open.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::Puzzle;
    ///
    /// let open = Puzzle::parse("12 × □□□; □□; □□; □□□□")?;
    /// assert_eq!((open.conditions().len(), open.figures().count()), (1, 2));
    /// assert_eq!(Puzzle::parse("12 × □0□; □□; □□; □□□□")?.figures().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn figures(&self) -> impl Iterator<Item = Self> {
        self.parts.figures.all.iter().map(|claims| self.figure(claims))
    }

    /// Returns whether the drawing leaves open which of its digits are 0.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        !self.parts.figures.all.is_empty()
    }

    fn figure(&self, claims: &Claims) -> Self {
        let others = self.parts.conditions.iter().zip(&self.parts.roles).enumerate();
        let others = others.filter(|(place, _)| *place != self.parts.figures.condition);
        let others = others.map(|(_, (condition, role))| (condition.clone(), *role));
        let claims = claims.iter().map(|(role, claim)| (claim.clone(), Some(*role)));
        self.with(claims.chain(others), self.parts.hidden.clone())
    }

    /// Returns the same puzzle with lines that may be 0 if their digit is; `None` if its drawing has no such line. It has the
    /// same cells and the same text. The solver uses it if a puzzle has no solution.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::Puzzle;
    ///
    /// let puzzle = Puzzle::parse("123 × 4□5; 615; □; 492; 49815")?;
    /// assert!(puzzle.with_zero_lines().is_some());
    /// assert!(Puzzle::parse("SEND+MORE=MONEY")?.with_zero_lines().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_zero_lines(&self) -> Option<Self> {
        let Relaxed { changes, digits } = self.parts.relaxed.as_ref()?;
        let kept = self.parts.conditions.iter().zip(&self.parts.roles).enumerate();
        let kept = kept.filter(|(place, _)| !changes.dropped.contains(place));
        let kept = kept.map(|(_, (condition, role))| (condition.clone(), *role));
        let begins = changes.begins.iter().map(|(role, digit, first)| (begins(*digit, *first), Some(*role)));
        let nonzero =
            changes.nonzero.iter().map(|(role, number)| (compared(number.clone(), "≠"), Some(*role)));
        let added = begins.chain(nonzero);
        let hidden = self.parts.hidden.iter().zip(digits);
        let hidden = hidden.map(|(hidden, digits)| Hidden { digits: *digits, ..hidden.clone() });
        Some(self.with(kept.chain(added), hidden.collect()))
    }

    /// Returns the same puzzle with other conditions and digits.
    fn with(&self, conditions: impl Iterator<Item = (Expr, Option<Role>)>, hidden: Vec<Hidden>) -> Self {
        let (conditions, roles) = conditions.unzip();
        let parts = (*self.parts).clone();
        let parts = Parts { hidden, conditions, roles, figures: Figures::default(), relaxed: None, ..parts };
        Self { parts: Arc::new(parts) }
    }
}
