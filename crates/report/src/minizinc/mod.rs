//! A puzzle as a MiniZinc model, so that other solvers can check its answers.
//!
//! The model is written from the puzzle's own conditions: linear ones as a sum of digits with their weights, all others as the tree
//! stands. A quotient stays a fraction, whose denominators are multiplied out in each relation; a relation with an undefined side
//! does not hold, as in MiniZinc. Functions of one number that MiniZinc lacks become tables, if they are short.
//!
//! Gecode computes with numbers below 2^31. An equation of larger sums is written by columns with their carries; other numbers
//! stay, and [`Model::is_wide`] says so.

mod functions;
mod numbers;
mod value;

use std::cmp::Reverse;
use std::collections::HashMap;

use fukumen_engine::compile::linear::Affine;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Cell, Chain, Expr, Remainder};
use fukumen_language::message::{Message, message};
use fukumen_language::number::Exact;
use fukumen_language::puzzle::{Hidden, Puzzle};
use fukumen_language::vocabulary::{Algebra, Context, Kind, Operator, Tier};

use value::{Ratio, Whole, listed, with_whole_weights};

/// The largest number that Gecode takes.
const LARGEST: i64 = (1 << 31) - 2;

/// The longest table of a function. One of a hundred thousand values has 0.4 MB, and takes MiniZinc 2.6.4 a tenth of a second.
const LONGEST_TABLE: i64 = 100_000;

/// A model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Model {
    /// Its text, which ends with a line break.
    pub text: String,
    /// Whether it has numbers from 2^31 on, which Gecode refuses.
    pub is_wide: bool,
}

/// A part of a puzzle that models cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unwritable {
    /// The part, as text.
    pub part: String,
}

impl Unwritable {
    /// Returns the message.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("no-model", part = self.part)
    }
}

impl std::fmt::Display for Unwritable {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for Unwritable {}

/// Returns the model of a puzzle: one variable for each symbol and blank, named as in the puzzle where MiniZinc can.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_report as report; }
/// let model = fukumen::report::minizinc::model(&"A*BC=DE, A>1".parse()?)?;
/// assert!(model.text.contains("var 10..99: n1 = 10*B + C;"), "{}", model.text);
/// assert!(model.text.contains("constraint (A * n1) = n2;"), "{}", model.text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unwritable`] if a condition has a function of several numbers that MiniZinc lacks, or one of a number with too many values,
/// and for misprints.
pub fn model(puzzle: &Puzzle) -> Result<Model, Unwritable> {
    // A model of the text as it is printed would be another puzzle.
    if puzzle.rules().misprint.is_some() {
        return Err(Unwritable { part: "@misprint".into() });
    }
    let mut writer = Writer::new(puzzle);
    writer.digits();
    puzzle.all_conditions().try_for_each(|condition| writer.constraint(condition))?;
    let shown = puzzle.hidden().iter().zip(&writer.names).map(|(hidden, name)| {
        let label = hidden.name.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{label}=\\({name})")
    });
    let shown = shown.collect::<Vec<_>>().join(" ");
    writer.line("solve satisfy;");
    writer.line(&format!("output [\"{shown}\\n\"];"));
    Ok(Model { text: writer.text, is_wide: writer.is_wide })
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    context: Context,
    domains: Vec<DigitSet>,
    /// The variable of each cell.
    names: Vec<String>,
    /// The variables of numerals of several digits, by the sums that define them.
    numerals: HashMap<String, String>,
    /// The number of variables for carries.
    carries: usize,
    text: String,
    is_wide: bool,
}

impl<'a> Writer<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let name = |(index, hidden): (usize, &Hidden)| match hidden.name.as_bytes() {
            [letter]
                if hidden.kind == fukumen_language::puzzle::Kind::Symbol && letter.is_ascii_alphabetic() =>
            {
                hidden.name.clone()
            }
            _ => format!("x{}", index + 1),
        };
        Self {
            puzzle,
            context: puzzle.context(),
            domains: puzzle.hidden().iter().map(|hidden| hidden.digits).collect(),
            names: puzzle.hidden().iter().enumerate().map(name).collect(),
            numerals: HashMap::new(),
            carries: 0,
            text: String::new(),
            is_wide: false,
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes the variables, and which of them differ.
    fn digits(&mut self) {
        self.line("include \"alldifferent.mzn\";");
        for (name, domain) in self.names.clone().iter().zip(self.domains.clone()) {
            let digits = match (domain.min(), domain.max()) {
                (Some(least), Some(most)) if usize::from(most - least) + 1 == domain.len() => {
                    format!("{least}..{most}")
                }
                _ => format!("{{{}}}", listed(domain.iter())),
            };
            self.line(&format!("var {digits}: {name};"));
        }
        let last = self.context.base.get() - 1;
        for group in self.puzzle.groups() {
            let names = listed(group.cells.iter().map(|cell| &self.names[cell.index()]));
            self.line(&match group.most {
                1 => format!("constraint alldifferent([{names}]);"),
                most => format!(
                    "constraint forall(d in 0..{last})(sum(x in [{names}])(bool2int(x = d)) <= {most});"
                ),
            });
            if group.least > 0 {
                let (digits, least) = (listed(group.digits.iter()), group.least);
                self.line(&format!(
                    "constraint forall(d in [{digits}])(sum(x in [{names}])(bool2int(x = d)) >= {least});"
                ));
            }
        }
        for (a, b) in self.puzzle.differ() {
            self.line(&format!("constraint {} != {};", self.names[a.index()], self.names[b.index()]));
        }
    }

    /// Writes a condition of the puzzle.
    fn constraint(&mut self, condition: &Expr) -> Result<(), Unwritable> {
        if let Some(sum) = self.wide_sum(condition) {
            self.columns(sum);
            return Ok(());
        }
        let text = self.condition(condition)?;
        let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        self.line(&format!("constraint {};", bare.unwrap_or(&text)));
        Ok(())
    }

    /// Returns the difference of the sides of an equation of sums, with whole weights, if it is too large to be added at once.
    fn wide_sum(&self, condition: &Expr) -> Option<Affine> {
        let Expr::Chain(chain) = condition else { return None };
        let [(operator, right)] = &chain.rest[..] else { return None };
        if operator.algebra != Algebra::Equal {
            return None;
        }
        let right = Affine::of(right, &self.context)?.scaled(&Exact::ONE.negated());
        let (sum, _) = with_whole_weights(Affine::of(&chain.first, &self.context)?.plus(&right));
        let digit = |cell: &Cell| i64::from(self.domains[cell.index()].max().unwrap_or(0)).into();
        let terms = sum.terms.iter().map(|(cell, weight)| weight.magnitude().times(&digit(cell)));
        let size = terms.fold(sum.constant.0.magnitude(), |size, term| size.plus(&term));
        (size > LARGEST.into()).then_some(sum)
    }

    /// Writes that a sum is zero: in each column, the digits and the carry that comes in make the base times the carry that goes
    /// out.
    fn columns(&mut self, mut sum: Affine) {
        let base = Exact::from(i64::from(self.context.base.get()));
        // Both keep the sign, so that weights below zero end, too.
        let above = |weight: &Exact| {
            let above = weight.magnitude().over(&base).unwrap_or(Exact::ZERO).floor();
            if weight.is_negative() { above.negated() } else { above }
        };
        let mut carry = Whole::constant(Exact::ZERO);
        while !(sum.terms.is_empty() && sum.constant.0.is_zero()) {
            let higher = |weight: &Exact| above(weight).times(&base);
            let mut column = sum.clone();
            column.terms.values_mut().for_each(|weight| *weight = weight.minus(&higher(weight)));
            column.terms.retain(|_, weight| !weight.is_zero());
            column.constant.0 = column.constant.0.minus(&higher(&column.constant.0));
            sum.terms.values_mut().for_each(|weight| *weight = above(weight));
            sum.terms.retain(|_, weight| !weight.is_zero());
            sum.constant.0 = above(&sum.constant.0);
            let digits = self.sum(&column).plus(&carry, "+");
            self.carries += 1;
            let part = |end: &Exact| end.over(&base).unwrap_or(Exact::ZERO).floor();
            carry = Whole {
                text: format!("c{}", self.carries),
                least: part(&digits.least),
                most: part(&digits.most),
            };
            self.line(&format!("var {}..{}: {};", carry.least, carry.most, carry.text));
            self.line(&format!("constraint {} = {base}*{};", digits.text, carry.text));
        }
        self.line(&format!("constraint {} = 0;", carry.text));
    }

    /// Returns a sum of digits with whole weights.
    fn sum(&self, sum: &Affine) -> Whole {
        let mut terms: Vec<(&Exact, Option<&str>)> =
            sum.terms.iter().map(|(cell, weight)| (weight, Some(&*self.names[cell.index()]))).collect();
        // The largest first, as numerals are read.
        terms.sort_by_key(|(weight, _)| Reverse(weight.magnitude()));
        if !sum.constant.0.is_zero() || terms.is_empty() {
            terms.push((&sum.constant.0, None));
        }
        let mut text = String::new();
        for (weight, name) in terms {
            text.push_str(match (weight.is_negative(), text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            });
            let weight = weight.magnitude();
            text.push_str(&match name {
                Some(name) if weight == Exact::ONE => name.to_string(),
                Some(name) => format!("{weight}*{name}"),
                None => weight.to_string(),
            });
        }
        let (least, most) = sum.ends(&self.domains).unwrap_or((Exact::ZERO, Exact::ZERO));
        Whole { text, least, most }
    }

    /// Returns a condition, in brackets unless it is an atom.
    fn condition(&mut self, expr: &Expr) -> Result<String, Unwritable> {
        Ok(match expr {
            Expr::Chain(chain) if chain.tier() == Tier::Relation => self.relations(chain)?,
            Expr::Chain(chain) if chain.tier() < Tier::Relation => {
                let sign = if chain.tier() == Tier::And { " /\\ " } else { " \\/ " };
                let parts = chain.operands().map(|operand| self.condition(operand));
                format!("({})", parts.collect::<Result<Vec<_>, _>>()?.join(sign))
            }
            Expr::Unary(operator, operand) if operator.tier == Tier::Not => {
                format!("not {}", self.condition(operand)?)
            }
            Expr::Remainder(division) => self.remainder(division)?,
            Expr::Call(function, arguments) if function.kind == Kind::Condition => {
                self.question(function, arguments, expr)?
            }
            _ => {
                let mut needs = Vec::new();
                let number = self.number(expr, &mut needs)?;
                self.all(needs, format!("{} != 0", number.top.text))
            }
        })
    }

    /// Returns that a relation holds, and what it needs to have a value.
    fn all(&self, mut needs: Vec<String>, relation: String) -> String {
        needs.push(relation);
        format!("({})", needs.join(" /\\ "))
    }

    fn relations(&mut self, chain: &Chain) -> Result<String, Unwritable> {
        let mut needs = Vec::new();
        let mut left = self.number(&chain.first, &mut needs)?;
        for (operator, operand) in &chain.rest {
            let right = self.number(operand, &mut needs)?;
            let relation = self.relation(operator, &left, &right);
            needs.push(relation.ok_or_else(|| self.unwritable(&Expr::Chain(chain.clone())))?);
            left = right;
        }
        Ok(format!("({})", needs.join(" /\\ ")))
    }

    fn relation(&mut self, operator: &Operator, left: &Ratio, right: &Ratio) -> Option<String> {
        let sign = match operator.algebra {
            Algebra::Equal => "=",
            Algebra::Unequal => "!=",
            Algebra::Less => "<",
            Algebra::AtMost => "<=",
            Algebra::Greater => ">",
            Algebra::AtLeast => ">=",
            Algebra::Divides => return Some(self.divides(left, right)),
            _ => return None,
        };
        let upright =
            |ratio: &Ratio| Ratio { top: ratio.top.clone(), bottom: ratio.bottom.clone() }.upright();
        let (left, right) = (upright(left), upright(right));
        let (a, b) = (left.top.times(&right.bottom), right.top.times(&left.bottom));
        self.measure(&a);
        self.measure(&b);
        Some(format!("{} {sign} {}", a.text, b.text))
    }

    /// Returns that the second number is a whole multiple of the first.
    fn divides(&mut self, divisor: &Ratio, multiple: &Ratio) -> String {
        let (a, b) = (divisor.top.times(&multiple.bottom), multiple.top.times(&divisor.bottom));
        self.measure(&a);
        self.measure(&b);
        let (a, b) = (a.text, b.text);
        format!("if {a} = 0 then {b} = 0 else {b} mod {a} = 0 endif")
    }

    /// Notes whether a number is too large for Gecode.
    fn measure(&mut self, number: &Whole) {
        self.is_wide |= number.least.magnitude().max(number.most.magnitude()) > LARGEST.into();
    }

    fn remainder(&mut self, division: &Remainder) -> Result<String, Unwritable> {
        let mut needs = Vec::new();
        let [dividend, divisor, quotient, rest] = division.parts().map(|part| self.number(part, &mut needs));
        let (dividend, divisor, quotient, rest) = (dividend?, divisor?, quotient?, rest?);
        if ![&dividend, &divisor, &quotient, &rest].iter().all(|part| part.is_whole()) {
            return Err(self.unwritable(&Expr::Remainder(Box::new(division.clone()))));
        }
        let product = divisor.top.times(&quotient.top).plus(&rest.top, "+");
        self.measure(&product);
        let (rest, divisor) = (&rest.top.text, &divisor.top.text);
        needs.push(format!("0 <= {rest} /\\ {rest} < {divisor}"));
        Ok(self.all(needs, format!("{} = {}", dividend.top.text, product.text)))
    }

    fn unwritable(&self, expr: &Expr) -> Unwritable {
        Unwritable { part: self.puzzle.write(expr) }
    }
}
