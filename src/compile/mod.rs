//! From a puzzle to a problem: numbered cells, domains, and conditions in forms that engines like.
//!
//! Conditions are split as far as they go, so that each can be tested as soon as its own digits are
//! known: `A<B<C` is two, `X && Y` is two, a division with remainder is three.

pub mod linear;
pub mod program;
pub mod symmetry;

use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::expr::Chain;
use crate::expr::Expr;
use crate::expr::Remainder;
use crate::puzzle::Group;
use crate::puzzle::Puzzle;
use crate::vocabulary::Context;
use crate::vocabulary::Logic;
use crate::vocabulary::Meaning;
use crate::vocabulary::Operator;
use crate::vocabulary::Tier;
use crate::vocabulary::operator;

use linear::LinearRelation;
use linear::WideRelation;

/// A puzzle as engines see it: no names, no text.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What meanings depend on.
    pub context: Context,
    /// The digits each cell may take.
    pub domains: Vec<DigitSet>,
    /// Cells whose digits differ.
    pub groups: Vec<Group>,
    /// Pairs of cells whose digits differ.
    pub differ: Vec<(Cell, Cell)>,
    /// What must hold, all of it.
    pub conditions: Vec<Condition>,
    /// The cells in the order in which solutions are sorted.
    pub order: Vec<Cell>,
}

/// One condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The condition of the puzzle that it was split from, by its place among all of them.
    pub source: usize,
    /// As the judge reads it.
    pub expr: Expr,
    /// The cells it depends on.
    pub cells: Vec<Cell>,
    /// As a linear form, where it is one.
    pub linear: Option<LinearRelation>,
    /// As a linear form past machine words, where it is one.
    pub wide: Option<WideRelation>,
    /// Whether testing it may take long, as factoring or counting primes does: it is asked before each
    /// test whether to stop.
    pub is_dear: bool,
}

impl Problem {
    /// Compiles a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let context = puzzle.context();
        let mut conditions = Vec::new();
        for (source, condition) in puzzle.all_conditions().enumerate() {
            let mut parts = Vec::new();
            split(condition, &mut parts);
            conditions.extend(parts.into_iter().map(|expr| Condition::of(source, expr, &context)));
        }
        Self {
            context,
            domains: puzzle.hidden().iter().map(|hidden| hidden.digits).collect(),
            groups: puzzle.groups().to_vec(),
            differ: puzzle.differ().to_vec(),
            conditions,
            order: puzzle.order(),
        }
    }
}

impl Condition {
    fn of(source: usize, expr: Expr, context: &Context) -> Self {
        let cells = expr.cells();
        let (linear, wide) = linear::read(&expr, context);
        let is_dear = is_dear(&expr);
        Self { source, expr, cells, linear, wide, is_dear }
    }
}

/// Whether it holds more than the four kinds of arithmetic: functions, powers, roots, factorials.
pub(crate) fn is_dear(expr: &Expr) -> bool {
    let own = match expr {
        Expr::Call(..) => true,
        Expr::Unary(operator, _) => operator.tier > Tier::Power,
        Expr::Chain(chain) => chain.tier() == Tier::Power,
        _ => false,
    };
    own || expr.children().into_iter().any(is_dear)
}

/// The conditions that hold exactly when this one does, all of them.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_names_the_one_that_it_was_split_from() {
        let puzzle = "@where A<E, C!=D\nA<B<C && D=E, AB ÷ C = D r E".parse().expect("it is a puzzle");
        let sources: Vec<usize> =
            Problem::of(&puzzle).conditions.iter().map(|condition| condition.source).collect();
        assert_eq!(sources, [0, 0, 0, 1, 1, 1, 2, 3]);
    }

    #[test]
    fn a_condition_of_a_drawing_leads_to_its_role() {
        let puzzle: Puzzle = "  12\n× AB\n----\n  BC\n DE\n----\n FGH".parse().expect("it is a puzzle");
        let problem = Problem::of(&puzzle);
        let roles = problem.conditions.iter().filter_map(|condition| puzzle.role(condition.source));
        let words: Vec<String> = roles.map(|role| role.to_string()).collect();
        assert_eq!(words, ["partial product 1", "partial product 2", "product"]);
    }
}
