//! Expressions as trees, without variables once they are complete.

use std::ops::Range;

use super::functions::Function;
use fukumen_language::digits::Base;

/// An expression, and its place in the file.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub node: Node,
    pub at: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Integer(i128),
    /// A word of symbols.
    Word(String),
    /// A name that a comprehension binds.
    Variable(String),
    Negative(Box<Tree>),
    /// `+ - * / // % **`.
    Binary(&'static str, Box<Tree>, Box<Tree>),
    /// `= ≠ < <= > >=`.
    Compare(Box<Tree>, Vec<(&'static str, Tree)>),
    /// Whether the first is one of the items.
    Member(Box<Tree>, Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
    Call(&'static Function, Vec<Tree>, Option<Base>),
    /// A list of any kind; an item is in it if its conditions hold.
    Items(Vec<Item>),
    /// The whole numbers from the first to the second, which is included: `range(2, 8)` ends with 7.
    Span(i128, i128),
    /// The set of all primes.
    Primes,
}

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub conditions: Vec<Tree>,
    pub value: Tree,
}

impl Tree {
    pub fn new(node: Node, at: Range<usize>) -> Self {
        Self { node, at }
    }

    pub fn word(word: &str, at: Range<usize>) -> Self {
        Self::new(Node::Word(word.into()), at)
    }

    pub fn binary(sign: &'static str, left: Self, right: Self) -> Self {
        let at = left.at.start..right.at.end.max(left.at.start);
        Self::new(Node::Binary(sign, Box::new(left), Box::new(right)), at)
    }

    pub fn equation(left: Self, right: Self) -> Self {
        let at = left.at.start..right.at.end.max(left.at.start);
        Self::new(Node::Compare(Box::new(left), vec![("=", right)]), at)
    }

    /// Returns the trees directly below this one.
    pub fn children(&self) -> Vec<&Self> {
        match &self.node {
            Node::Integer(_) | Node::Word(_) | Node::Variable(_) | Node::Span(..) | Node::Primes => {
                Vec::new()
            }
            Node::Negative(one) | Node::Not(one) => vec![one],
            Node::Binary(_, left, right) | Node::Member(left, right) => vec![left, right],
            Node::Compare(first, rest) => {
                std::iter::once(&**first).chain(rest.iter().map(|(_, tree)| tree)).collect()
            }
            Node::And(all) | Node::Or(all) | Node::Call(_, all, _) => all.iter().collect(),
            Node::Items(items) => {
                items.iter().flat_map(|item| item.conditions.iter().chain([&item.value])).collect()
            }
        }
    }

    pub fn children_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.node {
            Node::Integer(_) | Node::Word(_) | Node::Variable(_) | Node::Span(..) | Node::Primes => {
                Vec::new()
            }
            Node::Negative(one) | Node::Not(one) => vec![one],
            Node::Binary(_, left, right) | Node::Member(left, right) => vec![left, right],
            Node::Compare(first, rest) => {
                std::iter::once(&mut **first).chain(rest.iter_mut().map(|(_, tree)| tree)).collect()
            }
            Node::And(all) | Node::Or(all) | Node::Call(_, all, _) => all.iter_mut().collect(),
            Node::Items(items) => items
                .iter_mut()
                .flat_map(|item| item.conditions.iter_mut().chain([&mut item.value]))
                .collect(),
        }
    }

    pub fn for_each_word(&self, visit: &mut dyn FnMut(&str)) {
        if let Node::Word(word) = &self.node {
            visit(word);
        }
        self.children().into_iter().for_each(|child| child.for_each_word(visit));
    }

    /// Returns whether any part of it satisfies `is_such`.
    pub fn any(&self, is_such: &dyn Fn(&Node) -> bool) -> bool {
        is_such(&self.node) || self.children().into_iter().any(|child| child.any(is_such))
    }

    pub fn size(&self) -> usize {
        1 + self.children().into_iter().map(Self::size).sum::<usize>()
    }

    /// Replaces a variable with a value.
    pub fn bind(&mut self, name: &str, value: &Self) {
        if matches!(&self.node, Node::Variable(own) if own == name) {
            self.node = value.node.clone();
            return;
        }
        self.children_mut().into_iter().for_each(|child| child.bind(name, value));
    }

    /// Returns the items of a list, or the tree alone.
    pub fn into_items(self) -> Vec<Self> {
        match self.node {
            Node::Items(items) if items.iter().all(|item| item.conditions.is_empty()) => {
                items.into_iter().flat_map(|item| item.value.into_items()).collect()
            }
            node => vec![Self { node, at: self.at }],
        }
    }

    /// Returns its number, if it has no symbols.
    pub fn constant(&self) -> Option<i128> {
        match &self.node {
            Node::Integer(number) => Some(*number),
            Node::Negative(one) => one.constant()?.checked_neg(),
            Node::Binary(sign, left, right) => {
                let (a, b) = (left.constant()?, right.constant()?);
                match *sign {
                    "+" => a.checked_add(b),
                    "-" => a.checked_sub(b),
                    "*" => a.checked_mul(b),
                    "//" => floor(a, b),
                    "%" => a.checked_sub(floor(a, b)?.checked_mul(b)?),
                    "**" => a.checked_pow(u32::try_from(b).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns whether it holds, if it has no symbols.
    pub fn decided(&self) -> Option<bool> {
        match &self.node {
            Node::Not(one) => one.decided().map(|holds| !holds),
            Node::And(all) => all.iter().map(Self::decided).try_fold(true, |both, one| Some(both && one?)),
            Node::Or(all) => all.iter().map(Self::decided).try_fold(false, |any, one| Some(any || one?)),
            Node::Compare(first, rest) => {
                let (mut left, mut holds) = (first.constant()?, true);
                for (sign, right) in rest {
                    let right = right.constant()?;
                    holds = holds
                        && match *sign {
                            "=" => left == right,
                            "≠" => left != right,
                            "<" => left < right,
                            "<=" => left <= right,
                            ">" => left > right,
                            _ => left >= right,
                        };
                    left = right;
                }
                Some(holds)
            }
            _ => self.constant().map(|number| number != 0),
        }
    }
}

fn floor(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}
