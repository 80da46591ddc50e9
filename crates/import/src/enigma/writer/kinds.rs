//! The kinds of values that trees have.

use super::super::functions::Meaning;
use super::super::tree::{Node, Tree};

/// Returns whether its value is a truth value, not a number.
pub(in super::super) fn is_condition(tree: &Tree) -> bool {
    match &tree.node {
        Node::Compare(..) | Node::Member(..) | Node::Not(_) => true,
        Node::And(all) | Node::Or(all) => all.iter().all(is_condition),
        Node::Call(function, ..) => matches!(
            function.meaning,
            Meaning::Question(_) | Meaning::All | Meaning::Any | Meaning::Duplicate
        ),
        _ => false,
    }
}

/// Returns whether it is `None` for some numbers.
pub(super) fn is_maybe(tree: &Tree) -> bool {
    let Node::Call(function, ..) = &tree.node else { return false };
    matches!(function.meaning, Meaning::Root(..) | Meaning::Quotient)
}

/// Returns whether it is whole if it has a value.
pub(in super::super) fn is_whole(tree: &Tree) -> bool {
    let is_broken = |node: &Node| match node {
        Node::Binary("/", ..) => true,
        // A negative exponent makes a fraction.
        Node::Binary("**", _, exponent) => !is_never_negative(exponent),
        Node::Call(function, ..) => matches!(function.meaning, Meaning::Text("x/y" | "x^y", _)),
        _ => false,
    };
    !tree.any(&is_broken)
}

/// Returns whether it is certainly not below 0 if it has a value.
pub(super) fn is_never_negative(tree: &Tree) -> bool {
    match &tree.node {
        Node::Word(_) | Node::Integer(0..) => true,
        Node::Binary("+" | "*" | "**" | "//" | "/" | "%", left, right) => {
            is_never_negative(left) && is_never_negative(right)
        }
        Node::Call(function, all, _) => {
            matches!(function.meaning, Meaning::Number(_) | Meaning::Root(..))
                && all.iter().all(is_never_negative)
        }
        _ => false,
    }
}
