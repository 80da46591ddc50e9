//! Facts in ordinary notation.

use std::fmt::Display;

use crate::claim::{Claim, Quantity, Term, Variable};
use crate::expression::{Expression, Numeral};
use crate::statement::written;

pub struct Shown<'n> {
    pub base: u32,
    pub names: &'n [String],
}

impl Shown<'_> {
    pub fn claim(&self, claim: &Claim) -> String {
        let quantity = |quantity: &Quantity| self.quantity(quantity);
        match claim {
            Claim::Digit(cell, digits) => format!("{} is {}", self.names[*cell], digits_or_none(*digits)),
            Claim::Carry((equation, column), values) => {
                format!("carry {equation}.{column} is {}", one_of(values))
            }
            Claim::Range(of, from, to) => {
                let from = from.as_ref().map(|from| format!("{from} <= ")).unwrap_or_default();
                let to = to.as_ref().map(|to| format!(" <= {to}")).unwrap_or_default();
                format!("{from}{}{to}", quantity(of))
            }
            Claim::Residue(of, modulo, residues) => {
                format!("{} is {} modulo {modulo}", quantity(of), one_of(residues))
            }
            Claim::Relation { terms, equals, modulo } => {
                let modulo = modulo.map(|modulo| format!(" modulo {modulo}")).unwrap_or_default();
                format!("{} = {equals}{modulo}", self.sum(terms))
            }
            Claim::Order { left, right, strict } => {
                format!("{} {} {}", quantity(left), if *strict { "<" } else { "<=" }, quantity(right))
            }
            Claim::Same(a, b) => format!("{} = {}", quantity(a), quantity(b)),
            Claim::False => "a contradiction".into(),
            Claim::Condition(condition) => condition.shown(self.names),
            Claim::Distinct(cells) => {
                let names: Vec<&str> = cells.iter().map(|cell| &*self.names[*cell]).collect();
                format!("{} are different", names.join(", "))
            }
            Claim::Digits(digits) => format!("every digit is {}", digits_or_none(*digits)),
        }
    }

    fn quantity(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Expression(expression) => expression.shown(self.names),
            Quantity::Carry(equation, column) => format!("carry {equation}.{column}"),
        }
    }

    fn sum(&self, terms: &[(Term, i128)]) -> String {
        let mut sum = String::new();
        for (term, factor) in terms {
            let name = match term {
                Term::Cell(cell) => self.names[*cell].clone(),
                Term::Carry(equation, column) => format!("carry {equation}.{column}"),
                Term::Numeral(digits) => {
                    Expression::Numeral(Numeral::of(digits.clone(), self.base)).shown(self.names)
                }
            };
            sum += match (sum.is_empty(), *factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let size = factor.unsigned_abs();
            sum += &if size == 1 { name } else { format!("{size}·{name}") };
        }
        if sum.is_empty() { "0".into() } else { sum }
    }

    pub fn variable(&self, variable: &Variable, value: impl Display) -> String {
        match variable {
            Variable::Cell(cell) => format!("{}={value}", self.names[*cell]),
            Variable::Carry(equation, column) => format!("carry {equation}.{column}={value}"),
        }
    }
}

fn digits_or_none(digits: u64) -> String {
    if digits == 0 { "no digit".into() } else { written(digits) }
}

/// The first of these numbers.
fn one_of<T: Display>(values: &[T]) -> String {
    let mut shown: Vec<String> = values.iter().take(21).map(T::to_string).collect();
    if shown.len() > 20 {
        shown[20] = "…".into();
    }
    if shown.is_empty() { "no number".into() } else { shown.join(",") }
}
