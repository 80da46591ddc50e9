//! The kinds of values that trees have.

use super::super::functions::Meaning;
use super::super::tree::{Node, Tree};

/// Returns whether its value is a truth value, not a number.
pub(super) fn is_condition(tree: &Tree) -> bool {
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
pub(super) fn is_whole(tree: &Tree) -> bool {
    let is_broken = |node: &Node| match node {
        Node::Binary("/", ..) => true,
        // A negative exponent makes a fraction.
        Node::Binary("**", _, exponent) => !matches!(exponent.node, Node::Integer(0..) | Node::Word(_)),
        Node::Call(function, ..) => matches!(function.meaning, Meaning::Text("x/y" | "x^y", _)),
        _ => false,
    };
    !tree.any(&is_broken)
}
