//! Which expressions are the same: those that differ only in the order of the operands of `+`, `*` and `=`.

use crate::expression::Expression;
use crate::words::{Deed, EQUAL};

/// Past this many operands they are compared in their order.
const MANY: usize = 100;

pub fn are_alike(a: &Expression, b: &Expression) -> bool {
    let (Expression::Call(word, x), Expression::Call(other, y)) = (a, b) else { return a == b };
    if word != other || x.len() != y.len() {
        return false;
    }
    let may_move = matches!(word.3, Deed::Plus | Deed::Times | Deed::Compare(EQUAL));
    if !may_move || x.len() > MANY {
        return x.iter().zip(y).all(|(a, b)| are_alike(a, b));
    }
    let mut left: Vec<&Expression> = y.iter().collect();
    x.iter().all(|a| left.iter().position(|b| are_alike(a, b)).map(|place| left.swap_remove(place)).is_some())
}
