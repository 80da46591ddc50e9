//! The statement of a certificate: a puzzle in the language of certificates, straight from its conditions as they were read.

use std::collections::HashSet;
use std::fmt::Write;

use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::{Cell, Chain, Element, Expr, Numeral};
use fukumen_language::puzzle::{Kind, Puzzle};
use fukumen_language::vocabulary::{Algebra, FunctionMeaning, FunctionRef, Meaning, Operator, Tier};

/// Functions with another name in certificates.
const OTHER_NAMES: &[(&str, &str)] = &[("sum", "+"), ("product", "*"), ("mod", "%")];

/// Returns the lines of the statement, from `base` to the last condition.
///
/// ```
/// # mod fukumen { pub use fukumen_certify as certify; pub use fukumen_engine::*; pub use fukumen_language::*; }
/// let puzzle = fukumen::Puzzle::parse("AB-C=C²")?;
/// let lines = fukumen::certify::statement(&puzzle)?;
/// assert_eq!(lines[1], "cell A 1-9");
/// assert_eq!(lines.last().map(String::as_str), Some("require (= (+ [A B] (neg [C])) (^ [C] 2))"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The sign of an operator or the name of a function that certificates cannot express, such as one added by the caller, or a
/// function in a base of its own.
pub fn statement(puzzle: &Puzzle) -> Result<Vec<String>, String> {
    if puzzle.rules().misprint.is_some() {
        return Err("a misprint".into());
    }
    let names = names(puzzle);
    let writer = Writer { names: &names, base: puzzle.rules().base };
    let mut lines = vec![format!("base {}", puzzle.rules().base)];
    lines.extend(
        puzzle
            .hidden()
            .iter()
            .zip(&names)
            .map(|(hidden, name)| format!("cell {name} {}", digits(hidden.digits))),
    );
    lines.extend(puzzle.groups().iter().map(|group| {
        let cells = writer.list(&group.cells);
        match (group.least, group.most) {
            (0, 1) => format!("different{cells}"),
            (least, most) => format!("balanced {least} {most} {}{cells}", digits(group.digits)),
        }
    }));
    let mut seen = HashSet::new();
    let pairs = puzzle.differ().iter().filter(|(a, b)| seen.insert((*a.min(b), *a.max(b))));
    lines.extend(pairs.map(|(a, b)| format!("differ{}", writer.list(&[*a, *b]))));
    for condition in puzzle.all_conditions() {
        let mut line = "require ".to_owned();
        writer.expression(condition, &mut line)?;
        lines.push(line);
    }
    Ok(lines)
}

/// Writes an expression over cells with these names.
pub(super) fn expression(expr: &Expr, names: &[String], base: Base) -> Result<String, String> {
    let mut text = String::new();
    Writer { names, base }.expression(expr, &mut text)?;
    Ok(text)
}

/// Writes digits in their shortest form, such as `0,2-4`.
fn digits(digits: DigitSet) -> String {
    fukumen_check::written(digits.bits())
}

/// Returns a name for each cell: the symbol as first typed, if a certificate can hold it; `_1`, `_2` and so on for all others.
fn names(puzzle: &Puzzle) -> Vec<String> {
    let can_stand = |name: &str| {
        let is_sign = |c: char| c.is_whitespace() || c.is_control() || "()[].;@".contains(c);
        !name.is_empty()
            && !name.contains(is_sign)
            && !name.starts_with(|c: char| c.is_ascii_digit() || c == '_')
    };
    let mut others = 0;
    let name = |hidden: &fukumen_language::puzzle::Hidden| {
        if hidden.kind == Kind::Symbol && can_stand(&hidden.name) {
            return hidden.name.clone();
        }
        others += 1;
        format!("_{others}")
    };
    puzzle.hidden().iter().map(name).collect()
}

struct Writer<'n> {
    names: &'n [String],
    base: Base,
}

impl Writer<'_> {
    fn list(&self, cells: &[Cell]) -> String {
        cells.iter().flat_map(|cell| [" ", &self.names[cell.index()]]).collect()
    }

    /// Writes an expression. The parser bounds the depth of brackets, and so the recursion.
    fn expression(&self, expr: &Expr, out: &mut String) -> Result<(), String> {
        if let Some((of, degree)) = expr.as_root() {
            return self.root(of, degree, out);
        }
        match expr {
            Expr::Constant(number) => {
                let _ = write!(out, "{number}");
                Ok(())
            }
            Expr::Numeral(numeral) => {
                self.numeral(numeral, out);
                Ok(())
            }
            Expr::Unary(operator, operand) => self.call(word(operator)?, [&**operand], out),
            Expr::Chain(chain) => self.chain(chain, out),
            Expr::Call(function, arguments) => self.function(function, arguments, out),
            Expr::Remainder(division) => self.call("remainder", division.parts(), out),
        }
    }

    fn call<'e>(
        &self,
        word: &str,
        arguments: impl IntoIterator<Item = &'e Expr>,
        out: &mut String,
    ) -> Result<(), String> {
        out.push('(');
        out.push_str(word);
        for argument in arguments {
            out.push(' ');
            self.expression(argument, out)?;
        }
        out.push(')');
        Ok(())
    }

    fn root(&self, of: &Expr, degree: u8, out: &mut String) -> Result<(), String> {
        out.push_str("(root ");
        self.expression(of, out)?;
        let _ = write!(out, " {degree})");
        Ok(())
    }

    fn function(&self, function: &FunctionRef, arguments: &[Expr], out: &mut String) -> Result<(), String> {
        // Only numerals have a base of their own.
        let is_in_other_base = matches!(function, FunctionRef::InBase(_, base) if *base != self.base);
        if is_in_other_base || matches!(function.exact, FunctionMeaning::Own(_)) {
            return Err(function.written().into_owned());
        }
        let name = &*function.name;
        let other = OTHER_NAMES.iter().find(|(own, _)| *own == name);
        self.call(other.map_or(name, |(_, other)| other), arguments, out)
    }

    fn chain(&self, chain: &Chain, out: &mut String) -> Result<(), String> {
        match chain.tier() {
            Tier::Sum if chain.is_sum() => self.sum(chain, out),
            Tier::Relation if chain.rest.len() > 1 => {
                out.push_str("(and");
                let mut left = &*chain.first;
                for (operator, right) in &chain.rest {
                    out.push(' ');
                    self.call(word(operator)?, [left, right], out)?;
                    left = right;
                }
                out.push(')');
                Ok(())
            }
            _ if chain.rest.windows(2).all(|pair| pair[0].0 == pair[1].0 && is_joined(pair[0].0)) => {
                let operator = chain.rest.first().map_or(Ok(""), |(operator, _)| word(operator));
                self.call(operator?, chain.operands(), out)
            }
            // Two at a time from the left: `A/B*C` is `(A/B)*C`.
            _ => {
                for (operator, _) in chain.rest.iter().rev() {
                    out.push('(');
                    out.push_str(word(operator)?);
                    out.push(' ');
                }
                self.expression(&chain.first, out)?;
                for (_, operand) in &chain.rest {
                    out.push(' ');
                    self.expression(operand, out)?;
                    out.push(')');
                }
                Ok(())
            }
        }
    }

    fn sum(&self, chain: &Chain, out: &mut String) -> Result<(), String> {
        out.push_str("(+ ");
        self.expression(&chain.first, out)?;
        for (operator, operand) in &chain.rest {
            out.push(' ');
            match operator.algebra {
                Algebra::Minus => self.call("neg", [operand], out)?,
                _ => self.expression(operand, out)?,
            }
        }
        out.push(')');
        Ok(())
    }

    fn numeral(&self, numeral: &Numeral, out: &mut String) {
        let mut parts: Vec<String> = numeral.base.iter().map(|base| format!("@{base}")).collect();
        let element = |element: &Element| match element {
            Element::Shown(digit) => digit.to_string(),
            Element::Hidden(cell) => self.names[cell.index()].clone(),
        };
        parts.extend(numeral.whole.iter().map(element));
        if !numeral.is_whole() {
            parts.push(".".into());
        }
        parts.extend(numeral.fraction.iter().map(element));
        if !numeral.repetend.is_empty() {
            parts.push(";".into());
        }
        parts.extend(numeral.repetend.iter().map(element));
        out.push('[');
        out.push_str(&parts.join(" "));
        out.push(']');
    }
}

/// Returns whether a chain of one operator becomes one list of operands.
fn is_joined(operator: &Operator) -> bool {
    operator.algebra == Algebra::Times || matches!(operator.exact, Meaning::Logic(_))
}

/// Returns the word of an operator in certificates, or its sign as the error if there is none.
fn word(operator: &Operator) -> Result<&'static str, &'static str> {
    operator.word.ok_or(operator.symbol())
}
