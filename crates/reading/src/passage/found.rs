//! The equations of a text, and the part that each plays.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::label::is_mark;
use crate::said::{CHOICES, LINKS, Token, Tokens};
use crate::several::mark;
use crate::spans::{Drawing, atoms, equations, rows};
use crate::{Aids, read_written};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::lines;
use fukumen_language::vocabulary::signs;

/// The part that an equation plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It belongs to a puzzle.
    Puzzle,
    /// The puzzle again.
    Copy,
    /// A condition on the puzzle.
    Condition,
    /// An answer, or an example of one.
    Answer,
    /// It is none of these.
    Unread,
}

/// An equation of the text.
pub(super) struct Found {
    pub at: Range<usize>,
    /// Its place with the mark of a list before it, and the number that this mark is.
    pub begins: usize,
    pub number: Option<u32>,
    pub line: usize,
    pub puzzle: Puzzle,
    pub symbols: BTreeSet<String>,
    pub calculates: bool,
    /// Whether nothing else is on its line.
    pub is_alone: bool,
    /// Whether only separators are between it and the one before.
    pub joins: bool,
    /// Whether only the end of a sentence, or a bracket around it, is between it and the one before, and it is a sentence by itself.
    pub follows: bool,
    /// Whether it holds only if one beside it does not: `A=2 or A=3`.
    pub is_choice: bool,
    pub role: Role,
}

impl Found {
    /// Whether it says that a number of the puzzle is one in digits.
    pub fn is_value(&self, text: &str) -> bool {
        let typed = &text[self.at.clone()];
        let is_shown = |side: &str| side.trim().bytes().all(|byte| byte.is_ascii_digit());
        !self.calculates
            && typed.split_once('=').is_some_and(|(left, right)| is_shown(left) || is_shown(right))
    }

    /// Whether one of its numbers is written with place values: `100K+10L+M`.
    pub fn explains(&self, text: &str) -> bool {
        let typed: Vec<char> = text[self.at.clone()].chars().collect();
        let is_place = |i: usize| {
            let zeros = typed[i + 1..].iter().take_while(|c| **c == '0').count();
            let begins = i == 0 || !typed[i - 1].is_alphanumeric();
            begins && zeros > 0 && typed.get(i + 1 + zeros).is_some_and(|c| c.is_alphabetic())
        };
        (0..typed.len()).any(|i| typed[i] == '1' && is_place(i))
    }

    /// Whether it may be a puzzle: it calculates with something hidden.
    pub fn is_puzzle(&self, text: &str) -> bool {
        self.calculates
            && !self.puzzle.hidden().is_empty()
            && self.role == Role::Unread
            && !self.explains(text)
    }
}

/// The symbols of a puzzle, each in the form by which it is known.
pub(super) fn symbols_of(puzzle: &Puzzle) -> BTreeSet<String> {
    let spelling = puzzle.rules().spelling();
    puzzle.symbols().map(|(_, hidden)| spelling.key(&hidden.name).to_lowercase()).collect()
}

/// The equations of the lines outside drawings, each proved by the grammar.
pub(super) fn find_equations(text: &str, drawn: &[Drawing], rules: &Rules, aids: Aids) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let rows = rows(text);
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let at = start..start + line.len();
        start = at.end;
        let is_head = rows.iter().any(|row| row.end + 1 == at.start || row.start == at.end);
        let above = text[..at.start]
            .strip_suffix('\n')
            .and_then(|above| above.trim_end_matches(' ').chars().next_back());
        let goes_on = above.is_some_and(|c| c.is_uppercase() || c.is_numeric() || signs::is_blank(c));
        let is_drawn = drawn.iter().any(|drawing| drawing.at.start < at.end && at.start < drawing.at.end);
        if is_drawn || lines::special(line).is_some() {
            continue;
        }
        let atoms = atoms(line, at.start);
        for equation in equations(text, &atoms) {
            let Ok(puzzle) = read_written(&text[equation.at.clone()], rules, aids) else { continue };
            let before = &text[at.start..equation.at.start];
            let mark = before.split_whitespace().last().and_then(|word| Some((word, mark(word)?.0)));
            let mark = mark.filter(|(word, _)| begins(before.trim_end().trim_end_matches(word)));
            let marked = mark.map_or(0, |(word, _)| before.len() - before.rfind(word).unwrap_or(0));
            // A row of a drawing that was not understood is no puzzle by itself: `A` above `+B=C`.
            let after = &text[equation.at.end..at.end];
            let is_row = is_head && after.trim().is_empty()
                || goes_on && text[equation.at.clone()].starts_with(['+', '-', '−']);
            if is_row && before.trim().is_empty() {
                continue;
            }
            let bare = |end: &'_ str| if is_mark(end.trim()) { String::new() } else { end.to_owned() };
            let rest = bare(&before[..before.len() - marked]) + &bare(after);
            let between = found.last().map(|last| &text[last.at.end..equation.at.start]);
            let is_separator = |c: char| c.is_whitespace() || ",;、，；&".contains(c);
            let between = between.map(|between| between.trim_matches(is_separator));
            let is_end = |c: char| c.is_whitespace() || ".。()[]".contains(c);
            let follows = between.is_some_and(|between| between.chars().all(is_end))
                && (after.trim().is_empty() || after.starts_with(['.', '。', ')', ']']));
            let is_choice = between.is_some_and(|between| CHOICES.contains(&between.to_lowercase().as_str()));
            if let Some(last) = found.last_mut() {
                last.is_choice |= is_choice;
            }
            found.push(Found {
                begins: equation.at.start - marked,
                number: mark.map(|(_, number)| number),
                symbols: symbols_of(&puzzle),
                calculates: equation.calculates,
                is_alone: !rest.contains(char::is_alphanumeric),
                joins: between.is_some_and(|between| between.is_empty() || LINKS.contains(&between)),
                is_choice,
                follows,
                at: equation.at,
                line: number,
                puzzle,
                role: Role::Unread,
            });
        }
    }
    found
}

/// Whether what stands before a mark leaves it one: nothing, the end of a sentence, a heading of one word. In `T is 7. A+B=C` a
/// statement ends with its number.
fn begins(before: &str) -> bool {
    let before = before.trim();
    let is_word = before.chars().count() > 2 && before.chars().all(char::is_alphabetic);
    before.is_empty() || is_word || before.ends_with(|c: char| !c.is_alphanumeric())
}

/// The words of a text, with its equations among them.
pub(super) fn tokens_of(text: &str, drawn: &[Drawing], found: &[Found]) -> Vec<Token> {
    let mut tokens = Tokens::default();
    let mut breaks: Vec<(Range<usize>, Option<usize>)> =
        drawn.iter().map(|drawing| (drawing.at.clone(), None)).collect();
    breaks.extend(found.iter().enumerate().map(|(i, equation)| (equation.begins..equation.at.end, Some(i))));
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if lines::special(line).is_some() {
            breaks.push((start..start + line.len(), None));
        }
        start += line.len();
    }
    breaks.sort_by_key(|(at, _)| at.start);
    let mut done = 0;
    for (at, equation) in breaks {
        if at.start < done {
            continue;
        }
        let joins = equation.is_some_and(|i| found[i].joins);
        if !joins {
            tokens.add_words(text, done..at.start);
        }
        match equation {
            Some(i) => tokens.add_equations(i, found[i].at.clone(), joins),
            None => tokens.end_sentence(),
        }
        done = at.end;
    }
    tokens.add_words(text, done..text.len());
    tokens.all
}
