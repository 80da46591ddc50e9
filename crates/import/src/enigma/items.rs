//! Writes out lists that are iterated over: constants, ranges and comprehensions.

use std::ops::Range;

use super::functions::{self, Function, Meaning};
use super::tokens::python;
use super::tree::{Item, Node, Tree};
use crate::refusal;
use fukumen_language::message::message;
use fukumen_language::text::TextError;

/// The most items of a list that is written out.
const MOST_ITEMS: usize = 64;
/// The most nodes of a tree after it was written out.
pub(super) const LARGEST: usize = 20_000;

pub(super) fn items(values: Vec<Tree>, at: Range<usize>) -> Tree {
    let item = |value| Item { conditions: Vec::new(), value };
    Tree::new(Node::Items(values.into_iter().map(item).collect()), at)
}

/// Returns the set of the items of a list.
pub(super) fn set(list: Tree) -> Tree {
    let at = list.at.clone();
    match functions::named("set") {
        Some(function) => Tree::new(Node::Call(function, vec![list], None), at),
        None => list,
    }
}

/// Returns `range` of constants, or `irange`, which includes its end.
pub(super) fn span(is_inclusive: bool, arguments: &[Tree], at: Range<usize>) -> Result<Tree, TextError> {
    let numbers: Option<Vec<i128>> = arguments.iter().map(Tree::constant).collect();
    let wrong = || refusal(message!("import-range"), at.clone());
    let (first, end, step) = match numbers.as_deref() {
        Some([end]) => (i128::from(is_inclusive), *end, 1),
        Some([first, end]) => (*first, *end, 1),
        Some([first, end, step]) if *step != 0 => (*first, *end, *step),
        _ => return Err(wrong()),
    };
    let last = if is_inclusive { end } else { end.checked_sub(step.signum()).ok_or_else(wrong)? };
    if step == 1 {
        return Ok(Tree::new(Node::Span(first, last), at));
    }
    let (mut values, mut next) = (Vec::new(), first);
    while if step > 0 { next <= last } else { next >= last } {
        if values.len() >= MOST_ITEMS {
            return Err(refusal(message!("import-items", most = MOST_ITEMS), at));
        }
        values.push(Tree::new(Node::Integer(next), at.clone()));
        next = next.checked_add(step).ok_or_else(wrong)?;
    }
    Ok(items(values, at))
}

/// Returns the items of an expression that is iterated over.
pub(super) fn items_of(tree: &Tree) -> Result<Vec<Item>, TextError> {
    match &tree.node {
        Node::Items(items) => Ok(items.clone()),
        Node::Span(first, last) => {
            let count = last.checked_sub(*first).map_or(i128::MAX, |difference| difference.saturating_add(1));
            if count > MOST_ITEMS as i128 {
                return Err(refusal(message!("import-items", most = MOST_ITEMS), tree.at.clone()));
            }
            let value = |n| Tree::new(Node::Integer(n), tree.at.clone());
            Ok((*first..=*last).map(|n| Item { conditions: Vec::new(), value: value(n) }).collect())
        }
        Node::Call(Function { meaning: Meaning::Set, .. }, list, _) => Ok(unrepeated(items_of(&list[0])?)),
        _ => Err(python(tree.at.clone())),
    }
}

/// Adds to each item the condition that it differs from those before it.
fn unrepeated(items: Vec<Item>) -> Vec<Item> {
    let mut seen: Vec<Item> = Vec::new();
    for Item { mut conditions, value } in items {
        let mut is_new = true;
        for before in &seen {
            let equal = Tree::equation(before.value.clone(), value.clone());
            match equal.decided().filter(|equal| !equal || before.conditions.is_empty()) {
                Some(equal) => is_new &= !equal,
                None => {
                    let mut all = before.conditions.clone();
                    all.push(equal);
                    let both = Tree::new(Node::And(all), value.at.clone());
                    conditions.push(Tree::new(Node::Not(Box::new(both)), value.at.clone()));
                }
            }
        }
        if is_new {
            seen.push(Item { conditions, value });
        }
    }
    seen
}

/// Writes an item for each value of the loops.
pub(super) fn write_out(
    item: &Item,
    loops: &[(String, Tree)],
    at: &Range<usize>,
    done: &mut Vec<Item>,
) -> Result<(), TextError> {
    let Some(((name, over), inner)) = loops.split_first() else {
        let mut conditions = Vec::new();
        for condition in &item.conditions {
            match condition.decided() {
                Some(true) => {}
                Some(false) => return Ok(()),
                None => conditions.push(condition.clone()),
            }
        }
        done.push(Item { conditions, value: item.value.clone() });
        let size: usize = done.iter().map(|item| item.value.size()).sum();
        if done.len() > MOST_ITEMS || size > LARGEST {
            return Err(refusal(message!("import-items", most = MOST_ITEMS), at.clone()));
        }
        return Ok(());
    };
    for value in items_of(over)? {
        let mut bound = item.clone();
        bound.conditions.splice(0..0, value.conditions);
        bound.conditions.iter_mut().chain([&mut bound.value]).for_each(|tree| tree.bind(name, &value.value));
        let mut inner: Vec<(String, Tree)> = inner.to_vec();
        // A later loop with the same name hides this one.
        inner.iter_mut().for_each(|(_, over)| over.bind(name, &value.value));
        write_out(&bound, &inner, at, done)?;
    }
    Ok(())
}
