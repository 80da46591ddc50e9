//! Where a step looks: columns, rows and equations by their names.

use super::super::judged::role;
use super::super::teller::Teller;
use super::reasons::names_its_column;
use super::{Writer, capital};
use crate::At;
use crate::Case;
use crate::Step;
use crate::Value;

/// The names of the columns that a step looks at.
pub(super) fn columns(teller: &mut Teller, at: &At) -> Value {
    Value::List(at.columns.iter().map(|column| teller.column(*column)).collect())
}

impl Writer<'_> {
    /// The name of an equation or a row, if it needs one.
    pub(super) fn place_of(&mut self, equation: Option<usize>) -> Option<String> {
        let number = equation?;
        let row = self.rows.get(&number).map(|row| row.equation.clone());
        row.or_else(|| {
            self.has_equations
                .then(|| self.teller.say("equation", &[("number", Value::Text(number.to_string()))]))
        })
    }

    /// Where the step looks, unless the one before it in the paragraph looks there, too.
    pub(super) fn label(&mut self, step: &Step, before: Option<&Step>, case: Option<&Case>) -> String {
        if step.at.columns.is_empty() || before.is_some_and(|before| before.at == step.at) {
            return String::new();
        }
        let columns = columns(self.teller, &step.at);
        if let Some(case) = case {
            let assumed = self.assumption("suppose", case);
            let label = self.label(step, before, None);
            return self.teller.run([assumed, label]);
        }
        if names_its_column(step) && self.rows.is_empty() {
            return String::new();
        }
        // The row was named where the sentence before looked at a column of it.
        let is_named = before
            .is_some_and(|before| before.at.equation == step.at.equation && !before.at.columns.is_empty());
        let number = step.at.equation.filter(|_| !is_named);
        if let Some((number, row)) = number.and_then(|number| Some((number, self.rows.get(&number)?.clone())))
        {
            // The equation of a row is written where the row is first named.
            let mut name = role(self.teller, &row.role);
            if !self.introduced.contains(&number) {
                let params = [("role", Value::Text(name)), ("equation", Value::Text(row.equation))];
                name = self.teller.say("row-named", &params);
            }
            let equation = Value::Text(capital(&name));
            return self.teller.say("label-row", &[("equation", equation), ("columns", columns)]);
        }
        let text = match step.at.equation.filter(|_| self.has_equations) {
            None => self.teller.say("label", &[("columns", columns)]),
            Some(equation) => {
                let equation = Value::Text(equation.to_string());
                self.teller.say("label-equation", &[("equation", equation), ("columns", columns)])
            }
        };
        capital(&text)
    }
}
