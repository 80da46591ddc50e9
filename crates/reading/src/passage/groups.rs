//! Which equations and drawings are one puzzle, and which puzzle is asked for.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::found::{Found, Role, symbols_of};
use crate::Aids;
use crate::said::{self, About, Effect, Statement, Token};
use crate::spans::Drawing;
use fukumen_language::puzzle::Rules;

/// How far a puzzle is from the word that makes it an example, in bytes.
const FARTHEST_EXAMPLE: usize = 60;

/// How many lines below an example its answer may stand.
const FARTHEST_ANSWER: usize = 3;

/// A puzzle of the text: a drawing, or equations.
pub(super) struct Group {
    pub drawing: Option<usize>,
    pub equations: Vec<usize>,
    pub symbols: BTreeSet<String>,
    /// The number of its first equation in a list.
    number: Option<u32>,
    is_example: bool,
}

/// Words that head something, by their places in the text.
pub(super) struct Headings {
    /// Where answers begin; the end of the text if there are none.
    pub answers: usize,
    /// Where words for an example end.
    examples: Vec<usize>,
}

/// The puzzles, in the order in which they are answered. Gives the equations their roles.
pub(super) fn groups(
    text: &str,
    drawn: &[Drawing],
    found: &mut [Found],
    headings: &Headings,
    rules: &Rules,
) -> Vec<Group> {
    set_answers_apart(text, found, headings.answers);
    let mut groups: Vec<Group> = Vec::new();
    for (i, drawing) in drawn.iter().enumerate().filter(|(_, drawing)| drawing.at.start < headings.answers) {
        let symbols = symbols_of(&drawing.puzzle);
        if !groups.iter().any(|group| !symbols.is_empty() && symbols.is_subset(&group.symbols)) {
            groups.push(Group {
                drawing: Some(i),
                equations: Vec::new(),
                symbols,
                number: None,
                is_example: false,
            });
        }
    }
    let are_examples = examples(text, found, headings);
    let digits = rules.allowed_digits().len();
    let linked = linked_symbols(&groups, found);
    let mut order: Vec<usize> = (0..found.len()).filter(|i| found[*i].is_puzzle(text)).collect();
    // Of linked equations, the one with the most symbols is the puzzle.
    order.sort_by_key(|i| (Reverse(found[*i].symbols.len()), *i));
    for i in order {
        if groups.iter().any(|group| group.has(&found[i], found)) {
            found[i].role = Role::Copy;
            continue;
        }
        let is_linked = |group: &Group| {
            group.is_example == are_examples[i]
                && (group.number.is_none() || found[i].number.is_none() || group.number == found[i].number)
                && !group.symbols.is_disjoint(&found[i].symbols)
                && linked.iter().any(|set| set.len() <= digits && !set.is_disjoint(&found[i].symbols))
        };
        let same: Vec<usize> = (0..groups.len()).filter(|at| is_linked(&groups[*at])).collect();
        let is_open = |at: &usize| groups[*at].drawing.is_none() && groups[*at].is_beside(i, found);
        match same.split_first() {
            Some((first, others)) if is_open(first) => {
                // An equation may link puzzles that had no symbol in common: A+B=9, C+D=8, A+C=7.
                let linked: Vec<usize> = others.iter().copied().filter(is_open).collect();
                let linked: Vec<Group> = linked.into_iter().rev().map(|at| groups.remove(at)).collect();
                let group = &mut groups[*first];
                group.symbols.extend(found[i].symbols.iter().cloned());
                group.equations.push(i);
                for other in linked {
                    group.symbols.extend(other.symbols);
                    group.equations.extend(other.equations);
                }
            }
            // It may be a condition on the group.
            Some(_) => continue,
            None => {
                let is_example = are_examples[i];
                groups.push(Group {
                    drawing: None,
                    equations: vec![i],
                    symbols: found[i].symbols.clone(),
                    number: found[i].number,
                    is_example,
                });
            }
        }
        found[i].role = Role::Puzzle;
    }
    groups.iter_mut().for_each(|group| group.equations.sort_unstable());
    groups.sort_by_key(|group| (group.is_example, group.drawing.is_none(), group.equations.first().copied()));
    groups
}

impl Group {
    /// Whether an equation is the puzzle again.
    fn has(&self, equation: &Found, found: &[Found]) -> bool {
        let is_drawn =
            self.drawing.is_some() && !equation.symbols.is_empty() && self.symbols == equation.symbols;
        let is_same = |other: &usize| {
            found[*other].puzzle.conditions() == equation.puzzle.conditions()
                && found[*other].symbols == equation.symbols
        };
        is_drawn || self.equations.iter().any(is_same)
    }

    /// Whether an equation has a line of its own, or only separators are between it and one of the group.
    fn is_beside(&self, i: usize, found: &[Found]) -> bool {
        let joins = |other: &usize| {
            let (first, last) = (i.min(*other), i.max(*other));
            found[first + 1..=last].iter().all(|found| found.joins)
        };
        found[i].is_alone || self.equations.iter().any(joins)
    }
}

/// The headings of answers and examples.
pub(super) fn headings(
    text: &str,
    drawn: &[Drawing],
    found: &[Found],
    tokens: &[Token],
    aids: Aids,
) -> Headings {
    let about = About {
        has: &|_| false,
        has_letters: true,
        has_blanks: true,
        is_for_headings: true,
        without: aids.without,
    };
    let (headings, _) = said::statements(tokens, text, &about);
    let first_drawn = drawn.first().map(|drawing| drawing.at.start);
    let first_found = found.iter().find(|found| found.is_puzzle(text)).map(|found| found.at.start);
    let first = first_drawn.into_iter().chain(first_found).min();
    let of = |effect: Effect| headings.iter().filter(move |statement| statement.effect == effect);
    // Where an answer is still to be filled in, what comes after it is none.
    let is_given = |statement: &&Statement| !is_to_fill_in(&text[tokens[statement.tokens.end - 1].at.end..]);
    let answers =
        of(Effect::Answer).filter(is_given).map(|statement| tokens[statement.tokens.start].at.start);
    let examples = of(Effect::Example).map(|statement| tokens[statement.tokens.end - 1].at.end);
    Headings {
        answers: answers.filter(|at| first.is_some_and(|first| first < *at)).min().unwrap_or(text.len()),
        examples: examples.collect(),
    }
}

/// Whether a line goes on with a line to write on, and nothing else.
fn is_to_fill_in(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default().trim_start_matches([':', '：', ' ', '=']).trim_end();
    !line.is_empty() && line.chars().all(|c| "_＿.…‥-–—".contains(c))
}

/// Finds the equations that are answers: those under the heading, those without anything hidden, and samples of how to write
/// one, in quotation marks or several at a time.
fn set_answers_apart(text: &str, found: &mut [Found], answers: usize) {
    for i in 0..found.len() {
        let is_quoted = is_enclosed(text, found[i].at.start);
        let is_listed = (found[i].joins && found[i - 1].is_value(text)
            || found.get(i + 1).is_some_and(|next| next.joins && next.is_value(text)))
            && !is_beside_puzzle(text, found, i);
        let is_answer = found[i].at.start >= answers || found[i].puzzle.hidden().is_empty();
        if is_answer || found[i].is_value(text) && (is_quoted || is_listed) {
            found[i].role = Role::Answer;
        }
    }
}

/// Whether an equation is in a run of values that stands directly after a puzzle and leaves some of its letters open: these values are
/// given.
fn is_beside_puzzle(text: &str, found: &[Found], i: usize) -> bool {
    let is_next = |at: usize| {
        let between = text.get(found[at - 1].at.end..found[at].begins).unwrap_or_default();
        between.trim_matches(['.', ' ', '\n']).is_empty()
    };
    let joins = |at: usize| !found[at].calculates && (found[at].joins || is_next(at));
    let mut first = i;
    while first > 0 && joins(first) {
        first -= 1;
    }
    let behind = (first + 1..found.len()).take_while(|at| joins(*at) && found[*at].is_value(text));
    let known: BTreeSet<&String> = behind.flat_map(|at| &found[at].symbols).collect();
    // `X=3` alone may look as if it calculated.
    let puzzle = &found[first];
    first < i
        && puzzle.calculates
        && puzzle.symbols.len() > 1
        && puzzle.symbols.iter().any(|symbol| !known.contains(symbol))
}

/// Whether a bracket or quotation mark is open where something stands in its line.
fn is_enclosed(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let is_open = |(open, close): (char, char)| {
        // `A<C` opens nothing.
        let is_sign = open == '<' && !text[at..].lines().next().unwrap_or_default().contains(close);
        !is_sign && line.rfind(open) > line.rfind(close)
    };
    let is_odd = |quote: char| line.matches(quote).count() % 2 == 1;
    [('[', ']'), ('{', '}'), ('<', '>'), ('“', '”'), ('„', '“'), ('«', '»'), ('「', '」')]
        .into_iter()
        .any(is_open)
        || ['"', '`'].into_iter().any(is_odd)
}

/// Which equations are examples: those after a word for it, and those with their answer below. If no other is left than
/// conditions on them, none is.
fn examples(text: &str, found: &[Found], headings: &Headings) -> Vec<bool> {
    let is_example = |i: usize| {
        let start = found[i].at.start;
        let is_next = |at: usize| {
            at <= start && !found.iter().any(|found| at <= found.at.start && found.at.start < start)
        };
        let is_named = headings.examples.iter().any(|at| is_next(*at) && start - at < FARTHEST_EXAMPLE);
        let is_answered = found.get(i + 1).is_some_and(|next| {
            next.role == Role::Answer
                && next.at.start < headings.answers
                && next.line <= found[i].line + FARTHEST_ANSWER
        });
        found[i].is_puzzle(text) && (is_named || is_answered)
    };
    let are: Vec<bool> = (0..found.len()).map(is_example).collect();
    let is_condition = |equation: &Found| {
        found.iter().zip(&are).any(|(example, is)| *is && equation.symbols.is_subset(&example.symbols))
    };
    let is_left =
        found.iter().zip(&are).any(|(found, is)| found.is_puzzle(text) && !is && !is_condition(found));
    if is_left { are } else { vec![false; found.len()] }
}

/// The symbols that are linked with each other by drawings and equations, in sets.
fn linked_symbols(groups: &[Group], found: &[Found]) -> Vec<BTreeSet<String>> {
    let is_linking = |equation: &&Found| equation.calculates && equation.role != Role::Answer;
    let equations = found.iter().filter(is_linking).map(|equation| &equation.symbols);
    let join = |sets: Vec<BTreeSet<String>>, symbols: &BTreeSet<String>| {
        let (linked, mut others): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| !set.is_disjoint(symbols));
        others.push(linked.into_iter().flatten().chain(symbols.iter().cloned()).collect());
        others
    };
    groups.iter().map(|group| &group.symbols).chain(equations).fold(Vec::new(), join)
}
