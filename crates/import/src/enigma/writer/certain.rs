//! Finds what has a value whatever the digits are, and writes the condition that something has one.

use super::kinds::{is_maybe, is_whole};
use super::{Binds, Meaning, Node, Text, TextError, Tree, Writer};

impl Writer<'_> {
    /// Returns whether something has a value whatever the digits are.
    pub(super) fn is_total(&self, tree: &Tree) -> bool {
        match &tree.node {
            Node::Integer(_) | Node::Word(_) | Node::Span(..) | Node::Primes => true,
            Node::Variable(_) => false,
            Node::Negative(one) | Node::Not(one) => self.is_total(one),
            Node::Binary(sign, left, right) => {
                let is_safe = match *sign {
                    "//" | "%" | "/" => {
                        matches!(right.node, Node::Integer(n) if n != 0) || self.is_above_zero(right)
                    }
                    "**" => matches!(right.node, Node::Integer(0..=64) | Node::Word(_)),
                    _ => true,
                };
                is_safe && self.is_total(left) && self.is_total(right)
            }
            Node::Compare(first, rest) => {
                let is_equation = rest.iter().all(|(sign, _)| ["=", "≠"].contains(sign));
                let total = |tree: &Tree| {
                    self.is_total(tree) || is_equation && is_maybe(tree) && self.has_total_arguments(tree)
                };
                total(first) && rest.iter().all(|(_, tree)| total(tree))
            }
            Node::Member(left, right) => self.is_total(left) && self.is_total(right),
            Node::And(all) | Node::Or(all) => all.iter().all(|tree| self.is_truth_total(tree)),
            Node::Items(items) => items.iter().all(|item| {
                self.is_total(&item.value) && item.conditions.iter().all(|tree| self.is_truth_total(tree))
            }),
            Node::Call(function, arguments, _) => {
                let is_truth = matches!(function.meaning, Meaning::All | Meaning::Any);
                let is_sure = function.is_total
                    || is_truth
                    || matches!(function.meaning, Meaning::Sum(_) | Meaning::Length);
                is_sure
                    && arguments.iter().all(|tree| {
                        if is_truth {
                            self.is_truth_total(tree)
                        } else {
                            self.is_total(tree) && is_whole(tree)
                        }
                    })
            }
        }
    }

    /// Returns whether something certainly counts as true or false. `None` counts as false.
    pub(super) fn is_truth_total(&self, tree: &Tree) -> bool {
        match &tree.node {
            Node::Items(items) => items.iter().all(|item| {
                self.is_truth_total(&item.value)
                    && item.conditions.iter().all(|tree| self.is_truth_total(tree))
            }),
            Node::Not(one) => self.is_truth_total(one),
            _ => self.is_total(tree) || is_maybe(tree) && self.has_total_arguments(tree),
        }
    }

    pub(super) fn has_total_arguments(&self, tree: &Tree) -> bool {
        matches!(&tree.node, Node::Call(_, arguments, _) if arguments.iter().all(|tree| self.is_total(tree)))
    }

    /// Writes the condition that something has a value, if that is not certain.
    pub(super) fn defined(&mut self, tree: &Tree) -> Result<Vec<Text>, TextError> {
        if self.is_total(tree) {
            return Ok(Vec::new());
        }
        let number = self.number(tree)?.at_least(Binds::Sum);
        Ok(vec![Text::new(format!("{number}={number}"), Binds::Relation)])
    }

    pub(super) fn defined_all(&mut self, trees: &[Tree]) -> Result<Vec<Text>, TextError> {
        let mut all = Vec::new();
        for tree in trees {
            match &tree.node {
                Node::Items(items) => {
                    for item in items {
                        all.extend(self.defined(&item.value)?);
                    }
                }
                _ => all.extend(self.defined(tree)?),
            }
        }
        Ok(all)
    }

    /// Writes the condition that the arguments of a call that may be `None` have values; for any other tree, that the tree has
    /// one.
    pub(super) fn defined_arguments(&mut self, tree: &Tree) -> Result<Vec<Text>, TextError> {
        match &tree.node {
            Node::Call(_, arguments, _) if is_maybe(tree) => self.defined_all(arguments),
            _ => self.defined(tree),
        }
    }

    /// Returns whether it is a word with a leading digit other than 0, or a number above 0.
    pub(super) fn is_above_zero(&self, tree: &Tree) -> bool {
        match &tree.node {
            Node::Word(word) => word.chars().next().is_some_and(|lead| self.nonzero.contains(&lead)),
            Node::Integer(number) => *number > 0,
            _ => false,
        }
    }
}
