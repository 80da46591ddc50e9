//! Writes a tree of enigma.py in our language.
//!
//! In Python, an error such as a division by zero ends the whole expression; here it makes the relation around it false. So each
//! condition can be written in two ways: that it holds, and that it does not. Either says "no" if something in it has no value,
//! as long as `not` and `or` are carried down to the relations. A number counts as true if it is not 0.

mod certain;
mod kinds;
mod numbers;

use std::collections::BTreeSet;
use std::ops::Range;

use super::functions::{Binds, Function, Meaning};
use super::items::items_of;
use super::names::Names;
use super::tree::{Item, Node, Tree};
use crate::refusal;
use fukumen_language::digits::Base;
use fukumen_language::message::{Note, message};
use fukumen_language::text::TextError;
pub(super) use kinds::{is_condition, is_whole};
use kinds::{is_maybe, is_never_negative};

/// The longest text of a condition: a short one may grow when it is written out.
const LONGEST: usize = 1 << 16;

/// A text, and how tightly it binds.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    binds: Binds,
}

impl Text {
    fn new(text: impl Into<String>, binds: Binds) -> Self {
        Self { text: text.into(), binds }
    }

    /// Returns the text, in brackets if it binds looser than its place allows.
    fn at_least(&self, binds: Binds) -> String {
        if self.binds < binds { format!("({})", self.text) } else { self.text.clone() }
    }
}

pub(super) struct Writer<'n> {
    names: &'n Names,
    base: Base,
    /// Symbols that are not 0 at the beginning of a word.
    nonzero: &'n BTreeSet<char>,
    /// The leading symbols of the words written so far that have two symbols or more.
    leads: BTreeSet<char>,
    /// Whether a quotient was written that Python rounds down.
    has_quotient: bool,
}

type Written = Result<Text, TextError>;

impl<'n> Writer<'n> {
    pub fn new(names: &'n Names, base: Base, nonzero: &'n BTreeSet<char>) -> Self {
        Self { names, base, nonzero, leads: BTreeSet::new(), has_quotient: false }
    }

    /// Writes a condition that must hold.
    pub fn condition(&mut self, tree: &Tree) -> Result<String, TextError> {
        // Commas between conditions bind loosest.
        Ok(self.holds(tree)?.text)
    }

    /// Writes an expression to be shown.
    pub fn shown(&mut self, tree: &Tree) -> Result<String, TextError> {
        Ok(self.number(tree)?.text)
    }

    /// Returns the leading symbols of the written words of two symbols or more, which our language keeps from being 0.
    pub fn leads(&self) -> &BTreeSet<char> {
        &self.leads
    }

    /// Returns notes on parts whose meaning differs here.
    pub fn notes(&self) -> Vec<Note> {
        let quotient = self.has_quotient.then(|| message!("note-import-quotient").into());
        quotient.into_iter().collect()
    }

    fn checked(text: Text, at: &Range<usize>) -> Written {
        if text.text.len() > LONGEST {
            Err(refusal(message!("import-too-long"), at.clone()))
        } else {
            Ok(text)
        }
    }

    /// Writes that the value of a tree counts as true.
    fn holds(&mut self, tree: &Tree) -> Written {
        let text = match &tree.node {
            Node::Compare(first, rest) => self.compared(first, rest)?,
            Node::Member(value, set) => self.member(value, set, true)?,
            Node::Not(inner) => self.fails(inner)?,
            Node::And(all) => self.every(all, Self::holds)?,
            Node::Or(all) => self.some(all, Self::holds, Self::fails)?,
            Node::Call(function, arguments, base) => {
                return self.condition_of(function, arguments, *base, tree, true);
            }
            _ => self.compared_with_zero(tree, "≠")?,
        };
        Self::checked(text, &tree.at)
    }

    /// Writes that the value of a tree counts as false.
    fn fails(&mut self, tree: &Tree) -> Written {
        let text = match &tree.node {
            Node::Compare(first, rest) => {
                let (mut negated, mut straight, mut left) = (Vec::new(), Vec::new(), &**first);
                for (sign, right) in rest {
                    let pair = |sign| {
                        let at = left.at.start..right.at.end.max(left.at.start);
                        Tree::new(Node::Compare(Box::new(left.clone()), vec![(sign, right.clone())]), at)
                    };
                    negated.push(pair(opposite(sign)));
                    straight.push(pair(*sign));
                    left = right;
                }
                let mut all = Vec::new();
                for (i, pair) in negated.iter().enumerate() {
                    // Python does not evaluate anything after the first comparison that fails.
                    let mut before = straight[..i].to_vec();
                    before.push(pair.clone());
                    all.push(self.every(&before, Self::holds)?);
                }
                either(&all)
            }
            Node::Member(value, set) => self.member(value, set, false)?,
            Node::Not(inner) => self.holds(inner)?,
            Node::And(all) => self.some(all, Self::fails, Self::holds)?,
            Node::Or(all) => self.every(all, Self::fails)?,
            Node::Call(function, arguments, base) => {
                return self.condition_of(function, arguments, *base, tree, false);
            }
            _ => self.compared_with_zero(tree, "=")?,
        };
        Self::checked(text, &tree.at)
    }

    fn compared_with_zero(&mut self, tree: &Tree, sign: &str) -> Written {
        let number = self.number(tree)?.at_least(Binds::Sum);
        Ok(Text::new(format!("{number}{sign}0"), Binds::Relation))
    }

    fn compared(&mut self, first: &Tree, rest: &[(&'static str, Tree)]) -> Written {
        if let [(sign @ ("=" | "≠"), right)] = rest {
            // A condition compared with 1 or 0.
            if let (true, Node::Integer(number @ (0 | 1))) = (is_condition(first), &right.node) {
                return if (*number == 1) == (*sign == "=") { self.holds(first) } else { self.fails(first) };
            }
            if *sign == "≠" && (is_maybe(first) || is_maybe(right)) {
                return self.differs(first, right);
            }
        }
        let has_list = |tree: &Tree| matches!(tree.node, Node::Items(_));
        if has_list(first) || rest.iter().any(|(_, tree)| has_list(tree)) {
            return self.lists(first, rest);
        }
        let alone = |tree: &Tree| matches!(tree.node, Node::Word(_) | Node::Integer(_));
        let mut text = String::new();
        let mut left_alone = false;
        for (i, (sign, tree)) in std::iter::once(&("", first.clone())).chain(rest).enumerate() {
            let next_alone = rest.get(i).is_none_or(|(_, next)| alone(next));
            let is_quotient =
                matches!(&tree.node, Node::Call(Function { meaning: Meaning::Quotient, .. }, ..));
            // A quotient equal to a whole number is whole.
            let equal = rest.len() == 1 && rest[0].0 == "=" && (i == 1 && left_alone || i == 0 && next_alone);
            let number = if is_quotient && equal { self.quotient(tree)? } else { self.number(tree)? };
            text += sign;
            text += &number.at_least(Binds::Sum);
            left_alone = alone(tree);
        }
        Ok(Text::new(text, Binds::Relation))
    }

    /// Compares two lists, which are equal if their items are.
    fn lists(&mut self, first: &Tree, rest: &[(&'static str, Tree)]) -> Written {
        let [(sign @ ("=" | "≠"), second)] = rest else { return Err(python(first)) };
        let (left, right) = (first.clone().into_items(), second.clone().into_items());
        if left.len() != right.len() {
            return Err(python(second));
        }
        let pairs: Vec<Tree> =
            left.into_iter().zip(right).map(|(left, right)| Tree::equation(left, right)).collect();
        if *sign == "=" {
            self.every(&pairs, Self::holds)
        } else {
            self.some(&pairs, Self::fails, Self::holds)
        }
    }

    /// Writes `≠` with a value that may be `None`, which differs from all numbers.
    fn differs(&mut self, left: &Tree, right: &Tree) -> Written {
        let (a, b) = (self.number(left)?, self.number(right)?);
        let text = format!("¬({}={})", a.at_least(Binds::Sum), b.at_least(Binds::Sum));
        let mut all = vec![Text::new(text, Binds::Not)];
        for side in [left, right] {
            all.extend(self.defined_arguments(side)?);
        }
        Ok(both(&all))
    }

    fn every(&mut self, trees: &[Tree], write: fn(&mut Self, &Tree) -> Written) -> Written {
        let all = trees.iter().map(|tree| write(self, tree)).collect::<Result<Vec<_>, _>>()?;
        Ok(both(&all))
    }

    /// Writes that some tree is `one` and, if it may have no value, all trees before it are `other`.
    fn some(
        &mut self,
        trees: &[Tree],
        one: fn(&mut Self, &Tree) -> Written,
        other: fn(&mut Self, &Tree) -> Written,
    ) -> Written {
        let mut all = Vec::new();
        for (i, tree) in trees.iter().enumerate() {
            let mut parts = Vec::new();
            for before in &trees[..i] {
                if !self.is_truth_total(before) {
                    parts.push(other(self, before)?);
                }
            }
            parts.push(one(self, tree)?);
            all.push(both(&parts));
        }
        Ok(either(&all))
    }

    fn member(&mut self, value: &Tree, set: &Tree, is_member: bool) -> Written {
        let mut parts = Vec::new();
        match &set.node {
            Node::Call(Function { meaning: Meaning::Set, .. }, list, _) => {
                return self.member(value, &list[0], is_member);
            }
            Node::Primes => {
                let number = self.number(value)?.text;
                let (sign, text) = if is_member { ("", number) } else { ("¬", number) };
                parts.push(Text::new(
                    format!("{sign}is_prime({text})"),
                    if is_member { Binds::Atom } else { Binds::Not },
                ));
                if !is_member {
                    parts.extend(self.defined_arguments(value)?);
                }
            }
            Node::Span(first, last) => {
                let number = self.number(value)?.at_least(Binds::Sum);
                let (first, last) = (self.integer(*first).text, self.integer(*last).text);
                let inside = format!("{first}<={number}<={last}");
                let mut all = vec![Text::new(inside, Binds::Relation)];
                if !is_whole(value) {
                    all.push(Text::new(format!("is_integer({number})"), Binds::Atom));
                }
                let inside = both(&all);
                if is_member {
                    parts.push(inside);
                } else {
                    parts.push(Text::new(format!("¬({})", inside.text), Binds::Not));
                    parts.extend(self.defined_arguments(value)?);
                }
            }
            Node::Items(items) if items.iter().all(|item| item.conditions.is_empty()) => {
                let sign = if is_member { "=" } else { "≠" };
                let pairs = items.iter().map(|item| {
                    let pair = vec![(sign, item.value.clone())];
                    Tree::new(Node::Compare(Box::new(value.clone()), pair), value.at.clone())
                });
                let pairs: Vec<Tree> = pairs.collect();
                if pairs.is_empty() {
                    return Ok(Text::new(if is_member { "0=1" } else { "0=0" }, Binds::Relation));
                }
                if !is_member {
                    return self.every(&pairs, Self::holds);
                }
                let all = pairs.iter().map(|pair| self.holds(pair)).collect::<Result<Vec<_>, _>>()?;
                parts.push(either(&all));
                for item in items {
                    parts.extend(self.defined_arguments(&item.value)?);
                }
            }
            _ => return Err(python(set)),
        }
        Ok(both(&parts))
    }

    /// Writes a function as a condition: that it holds, or that it does not.
    fn condition_of(
        &mut self,
        function: &'static Function,
        arguments: &[Tree],
        base: Option<Base>,
        tree: &Tree,
        is_so: bool,
    ) -> Written {
        let (question, more) = match function.meaning {
            Meaning::All | Meaning::Any => {
                let all = self.truths(&arguments[0], function.meaning == Meaning::All)?;
                let at = tree.at.clone();
                let node = if function.meaning == Meaning::All { Node::And(all) } else { Node::Or(all) };
                let tree = Tree::new(node, at);
                return match &tree.node {
                    Node::And(all) | Node::Or(all) if all.is_empty() => {
                        let holds = (function.meaning == Meaning::All) == is_so;
                        Ok(Text::new(if holds { "0=0" } else { "0=1" }, Binds::Relation))
                    }
                    _ if is_so => self.holds(&tree),
                    _ => self.fails(&tree),
                };
            }
            Meaning::Question(name) => {
                let text = self.call(name, function, arguments, base)?;
                let text = both(&[vec![text], self.not_negative(name, &arguments[0])?].concat());
                let more = if is_so { Vec::new() } else { self.defined_all(arguments)? };
                (text, more)
            }
            Meaning::Duplicate => {
                let digits = self.digits_of(arguments)?;
                let (sign, binds) = if is_so { ("¬", Binds::Not) } else { ("", Binds::Atom) };
                return Ok(Text::new(format!("{sign}distinct({})", digits.join(",")), binds));
            }
            Meaning::Root(name, _) => {
                let argument = &arguments[0];
                let mut all = vec![match name.contains('(') {
                    true => self.text(name, Binds::Atom, arguments)?,
                    false => self.call(name, function, arguments, None)?,
                }];
                all.extend(self.not_negative(name, argument)?);
                if !self.is_above_zero(argument) {
                    all.push(self.compared_with_zero(argument, "≠")?);
                }
                (both(&all), if is_so { Vec::new() } else { self.defined_all(arguments)? })
            }
            Meaning::Quotient => {
                let quotient = self.quotient(tree)?;
                let mut all = vec![Text::new(format!("is_integer({})", quotient.text), Binds::Atom)];
                if !self.is_above_zero(&arguments[0]) {
                    all.push(self.compared_with_zero(&arguments[0], "≠")?);
                }
                (both(&all), if is_so { Vec::new() } else { self.defined_all(arguments)? })
            }
            _ => return self.compared_with_zero(tree, if is_so { "≠" } else { "=" }),
        };
        if is_so {
            return Ok(question);
        }
        let mut all = vec![Text::new(format!("¬{}", question.at_least(Binds::Relation)), Binds::Not)];
        all.extend(more);
        Ok(both(&all))
    }

    /// Writes the condition that an argument is not below 0, for a question about roots that negative numbers have here only.
    fn not_negative(&mut self, name: &str, argument: &Tree) -> Result<Vec<Text>, TextError> {
        if !matches!(name, "is_cube" | "is_integer(root(x,y))") || is_never_negative(argument) {
            return Ok(Vec::new());
        }
        Ok(vec![self.compared_with_zero(argument, ">=")?])
    }

    /// Returns the conditions that `all` or `any` puts on each item.
    fn truths(&mut self, list: &Tree, is_all: bool) -> Result<Vec<Tree>, TextError> {
        let truth = |item: Item| {
            let Item { mut conditions, value } = item;
            let at = value.at.clone();
            if conditions.is_empty() {
                return value;
            }
            let condition = if conditions.len() == 1 {
                conditions.remove(0)
            } else {
                Tree::new(Node::And(conditions), at.clone())
            };
            let node = if is_all {
                let not = Tree::new(Node::Not(Box::new(condition)), at.clone());
                Node::Or(vec![not, value])
            } else {
                Node::And(vec![condition, value])
            };
            Tree::new(node, at)
        };
        Ok(items_of(list)?.into_iter().map(truth).collect())
    }
}

fn python(tree: &Tree) -> TextError {
    refusal(message!("import-python"), tree.at.clone())
}

fn opposite(sign: &str) -> &'static str {
    match sign {
        "=" => "≠",
        "≠" => "=",
        "<" => ">=",
        "<=" => ">",
        ">" => "<=",
        _ => "<",
    }
}

fn both(all: &[Text]) -> Text {
    match all {
        [only] => only.clone(),
        all => {
            let parts: Vec<String> = all.iter().map(|text| text.at_least(Binds::And)).collect();
            Text::new(parts.join(" && "), Binds::And)
        }
    }
}

fn either(all: &[Text]) -> Text {
    match all {
        [only] => only.clone(),
        all => {
            let parts: Vec<String> = all.iter().map(|text| text.at_least(Binds::Or)).collect();
            Text::new(parts.join(" || "), Binds::Or)
        }
    }
}
