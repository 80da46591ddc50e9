//! Which expressions are the same: those that differ only in the order of operands of `+`, `*` and `=`.

use crate::fact::Quantity;
use fukumen_language::expr::{Chain, Expr};
use fukumen_language::vocabulary::{Algebra, Operator, Tier};

/// Past this many operands they are compared in their order.
const MANY: usize = 100;

pub(super) fn are_alike(a: &Expr, b: &Expr) -> bool {
    match (a, b) {
        (Expr::Constant(a), Expr::Constant(b)) => a == b,
        (Expr::Numeral(a), Expr::Numeral(b)) => a == b,
        (Expr::Unary(f, a), Expr::Unary(g, b)) => f == g && are_alike(a, b),
        (Expr::Chain(a), Expr::Chain(b)) => chains(a, b),
        (Expr::Call(f, a), Expr::Call(g, b)) => f == g && all(a, b),
        (Expr::Remainder(a), Expr::Remainder(b)) => {
            a.parts().into_iter().zip(b.parts()).all(|(a, b)| are_alike(a, b))
        }
        _ => false,
    }
}

pub(super) fn are_same(a: &Quantity, b: &Quantity) -> bool {
    match (a, b) {
        (Quantity::Expr(a), Quantity::Expr(b)) => are_alike(a, b),
        (Quantity::Carry(a), Quantity::Carry(b)) => a == b,
        _ => false,
    }
}

fn all(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_alike(a, b))
}

fn chains(a: &Chain, b: &Chain) -> bool {
    if a.rest.len() != b.rest.len() || a.tier() != b.tier() {
        return false;
    }
    match (signed(a), signed(b)) {
        (Some(a), Some(b)) if a.len() <= MANY => rearranged(&a, &b),
        _ => {
            let same = |(f, a): &(&Operator, Expr), (g, b): &(&Operator, Expr)| f == g && are_alike(a, b);
            are_alike(&a.first, &b.first) && a.rest.iter().zip(&b.rest).all(|(a, b)| same(a, b))
        }
    }
}

/// The operands of a chain that may change places, each with the operator that takes it along.
fn signed(chain: &Chain) -> Option<Vec<(Algebra, &Expr)>> {
    let first = match chain.tier() {
        Tier::Sum => Algebra::Plus,
        Tier::Product => Algebra::Times,
        Tier::Relation => Algebra::Equal,
        _ => return None,
    };
    let others = chain.rest.iter().map(|(operator, operand)| (operator.algebra, operand));
    let operands: Vec<_> = std::iter::once((first, &*chain.first)).chain(others).collect();
    let may_move = |algebra: Algebra| match chain.tier() {
        Tier::Sum => matches!(algebra, Algebra::Plus | Algebra::Minus),
        _ => algebra == first,
    };
    operands.iter().all(|(algebra, _)| may_move(*algebra)).then_some(operands)
}

fn rearranged(a: &[(Algebra, &Expr)], b: &[(Algebra, &Expr)]) -> bool {
    let mut left: Vec<&(Algebra, &Expr)> = b.iter().collect();
    a.iter().all(|(sign, operand)| {
        let found = left.iter().position(|(other, expr)| sign == other && are_alike(operand, expr));
        found.map(|place| left.swap_remove(place)).is_some()
    })
}
