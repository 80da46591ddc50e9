//! From a puzzle to a problem: numbered cells, domains, and conditions in forms that suit engines.
//!
//! Conditions are split as far as possible, so that each can be tested as soon as its own digits are known: `A<B<C` is two,
//! `X && Y` is two, a division with remainder is three. Different words for the same condition become the same (`normal`).

pub(crate) mod columns;
pub(crate) mod crossing;
mod endings;
pub(crate) mod factors;
mod halves;
pub mod linear;
mod normal;
pub(crate) mod polynomial;
pub mod program;
pub(crate) mod quotients;
pub(crate) mod separable;
pub mod symmetry;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Cell, Chain, Expr, Remainder};
use fukumen_language::interrupt::{Interrupt, Interrupted, Never};
use fukumen_language::judge;
use fukumen_language::number::{Exact, Undefined};
use fukumen_language::puzzle::{Group, Puzzle};
use fukumen_language::vocabulary::{Algebra, Context, FunctionRef, Logic, Meaning, Operator, Tier, operator};

use linear::{LinearRelation, WideRelation};
use program::Program;

/// A puzzle as engines see it: no names, no text. Plans share it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The context that the meaning depends on.
    pub context: Context,
    /// The digits that each cell may have.
    pub domains: Vec<DigitSet>,
    /// Cells whose digits differ.
    pub groups: Vec<Group>,
    /// Pairs of cells whose digits differ.
    pub differ: Vec<(Cell, Cell)>,
    /// The conditions, all of which must hold.
    pub conditions: Vec<Condition>,
    /// The cells in the order in which solutions are sorted.
    pub order: Vec<Cell>,
}

/// One condition.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Condition {
    /// The condition of the puzzle that it was split from, by its index among all conditions.
    pub source: usize,
    /// The expression that the judge reads.
    pub expr: Expr,
    /// Returns the cells it depends on.
    pub cells: Vec<Cell>,
    /// The condition as a linear form, if it is one.
    pub linear: Option<LinearRelation>,
    /// The condition as a linear form too large for machine words, if it is one.
    pub wide: Option<WideRelation>,
    /// An estimate of the work of testing it: one for each digit and each operator. Searches check their interrupt by it, and
    /// always before a test that is [`EXPENSIVE`](Self::EXPENSIVE).
    pub weight: u64,
}

/// The kind of a condition, to estimate how much it excludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Two sides and the relation between them.
    Relation(Algebra),
    /// Conditions joined by words.
    Joined,
    /// A function that is true or false.
    Call,
    /// Anything else.
    Other,
}

impl Problem {
    /// Compiles a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Arc<Self> {
        Self::within(puzzle, &Never).expect("nothing interrupts it")
    }

    /// Compiles a puzzle, unless that is interrupted.
    ///
    /// # Errors
    /// [`Interrupted`] if it is.
    pub fn within(puzzle: &Puzzle, interrupt: &dyn Interrupt) -> Result<Arc<Self>, Interrupted> {
        let context = puzzle.context();
        let mut parts = Vec::new();
        for (source, condition) in puzzle.all_conditions().enumerate() {
            interrupt.check()?;
            parts.extend(normal::parts(condition, &context).into_iter().map(|part| (source, part)));
        }
        normal::join_orders(&mut parts);
        let mut domains: Vec<DigitSet> = puzzle.hidden().iter().map(|hidden| hidden.digits).collect();
        let parts = quotients::written_out(parts, &domains, &context);
        let mut conditions = Vec::new();
        for (source, expr) in parts {
            interrupt.check()?;
            let expr = normal::of_small(&expr, &domains, &context).unwrap_or(expr);
            endings::narrow(&expr, &mut domains, &context);
            if !normal::narrow(&expr, &mut domains, &context, interrupt)? {
                conditions.push(Condition::of(source, expr, &context));
            }
        }
        Ok(Arc::new(Self {
            context,
            domains,
            groups: puzzle.groups().to_vec(),
            differ: puzzle.differ().to_vec(),
            conditions,
            order: puzzle.order(),
        }))
    }
}

impl Condition {
    /// The weight of conditions with functions, powers, roots or factorials, whose test may take long, as factoring and
    /// counting primes do.
    pub const EXPENSIVE: u64 = 1 << 14;

    fn of(source: usize, expr: Expr, context: &Context) -> Self {
        let cells = expr.cells();
        let (linear, wide) = linear::read(&expr, context);
        let weight = weight(&expr);
        Self { source, expr, cells, linear, wide, weight }
    }

    /// Returns whether it has more than the four kinds of arithmetic.
    pub(crate) fn is_expensive(&self) -> bool {
        is_expensive(&self.expr)
    }

    /// Returns its kind.
    #[must_use]
    pub fn shape(&self) -> Shape {
        match &self.expr {
            Expr::Chain(chain) => match &chain.rest[..] {
                [(operator, _)] if chain.tier() == Tier::Relation => Shape::Relation(operator.algebra),
                _ => Shape::Joined,
            },
            Expr::Call(..) => Shape::Call,
            _ => Shape::Other,
        }
    }
}

/// An expression that engines do not see into: the judge computes it, where machine words do not.
#[derive(Clone, Debug)]
pub(crate) struct Judged(Arc<Expr>, Option<Arc<Program>>);

impl PartialEq for Judged {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Judged {
    fn of(expr: &Expr, context: &Context) -> Self {
        Self(Arc::new(expr.clone()), Program::of_number(expr, context).map(Arc::new))
    }

    /// Returns its value, once its digits are known.
    pub fn number(&self, digits: &[Digit], context: &Context) -> Result<Exact, Undefined> {
        match self.1.as_ref().and_then(|program| program.number(digits)) {
            Some(number) => Ok(number.into()),
            None => judge::number(&self.0, digits, context),
        }
    }

    /// Returns whether computing its value may take long.
    pub fn is_expensive(&self) -> bool {
        is_expensive(&self.0)
    }

    /// Returns how long that takes, as the weight of a condition.
    pub fn weight(&self) -> u64 {
        weight(&self.0)
    }

    /// Returns the cells it depends on, each once, in the order of the text.
    pub fn cells(&self) -> Vec<Cell> {
        self.0.cells()
    }

    /// Returns its text; `name` writes a cell.
    pub fn written(&self, name: &dyn Fn(Cell) -> String) -> String {
        self.0.written(name).to_string()
    }
}

/// Returns whether it has more than the four kinds of arithmetic: functions, powers, roots, factorials.
fn is_expensive(expr: &Expr) -> bool {
    let own = match expr {
        Expr::Call(..) => true,
        Expr::Unary(operator, _) => operator.tier > Tier::Power,
        Expr::Chain(chain) => chain.tier() == Tier::Power,
        _ => false,
    };
    own || expr.children().into_iter().any(is_expensive)
}

/// Returns the weight of an expression. The time for large numbers grows faster than their length.
fn weight(expr: &Expr) -> u64 {
    const SMALL: u64 = 64;
    if is_expensive(expr) {
        // A test of a short word takes a microsecond. With a check before each, a search of 0.4 ms was taken over (`race`).
        return if is_short(expr) { Condition::EXPENSIVE / SMALL } else { Condition::EXPENSIVE };
    }
    let size = size(expr);
    size.max(size * size / SMALL).min(Condition::EXPENSIVE)
}

/// Returns whether it is a function of the language whose arguments are words of at most six digits.
fn is_short(expr: &Expr) -> bool {
    let is_word = |argument: &Expr| matches!(argument, Expr::Numeral(_)) && size(argument) <= 6;
    matches!(expr, Expr::Call(FunctionRef::Table(_), arguments) if arguments.iter().all(is_word))
}

/// Returns how many digits and operators an expression has.
fn size(expr: &Expr) -> u64 {
    let own = if let Expr::Numeral(numeral) = expr { numeral.elements().count() as u64 } else { 1 };
    own + expr.children().into_iter().map(size).sum::<u64>()
}

/// Splits a condition into parts that all hold exactly when it does.
fn split(condition: &Expr, parts: &mut Vec<Expr>) {
    match condition {
        Expr::Chain(chain) if is_and(chain) => chain.operands().for_each(|operand| split(operand, parts)),
        Expr::Chain(chain) if chain.tier() == Tier::Relation => split_relations(chain, parts),
        Expr::Remainder(division) => parts.extend(split_remainder(division)),
        _ => parts.push(condition.clone()),
    }
}

fn is_and(chain: &Chain) -> bool {
    matches!(chain.rest.first(), Some((operator, _)) if matches!(operator.exact, Meaning::Logic(Logic::And)))
}

fn is_or(chain: &Chain) -> bool {
    matches!(chain.rest.first(), Some((operator, _)) if matches!(operator.exact, Meaning::Logic(Logic::Or)))
}

fn split_relations(chain: &Chain, parts: &mut Vec<Expr>) {
    let mut left = &*chain.first;
    for (operator, right) in &chain.rest {
        parts.push(Expr::chain(left.clone(), vec![(*operator, right.clone())]));
        left = right;
    }
}

/// `a ÷ b = c r d` says `b·c + d = a`, `d ≥ 0` and `d < b`.
fn split_remainder(division: &Remainder) -> [Expr; 3] {
    let row =
        |tier, spelling| -> &'static Operator { operator(tier, spelling).expect("it is a row of the table") };
    let join = |a: &Expr, tier, spelling, b: Expr| Expr::chain(a.clone(), vec![(row(tier, spelling), b)]);
    let Remainder { dividend, divisor, quotient, rest } = division;
    let product = join(divisor, Tier::Product, "*", quotient.clone());
    let sum = join(&product, Tier::Sum, "+", rest.clone());
    [
        join(&sum, Tier::Relation, "=", dividend.clone()),
        join(rest, Tier::Relation, "≥", Expr::Constant(0.into())),
        join(rest, Tier::Relation, "<", divisor.clone()),
    ]
}
