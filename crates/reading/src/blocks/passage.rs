//! A file that is a passage: one puzzle with words around it, which blocks would part.

use std::collections::VecDeque;
use std::io;

use super::{Blocks, Entry};
use crate::Reader;
use crate::typed;
use fukumen_language::expr::Expr;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::lines;
use fukumen_language::vocabulary::Vocabulary;

/// A passage has no more bytes: longer files are lists.
const LONGEST: usize = 8000;

/// The lines of a text to its end, or until it is too long for a passage.
pub(super) fn begun(lines: &mut impl Iterator<Item = io::Result<String>>) -> VecDeque<io::Result<String>> {
    let (mut begun, mut length) = (VecDeque::new(), 0);
    for line in lines {
        length += line.as_ref().map_or(LONGEST, |line| line.len() + 1);
        begun.push_back(line);
        if length >= LONGEST {
            break;
        }
    }
    begun
}

/// The lines as one puzzle, if they are all there, at most one of their blocks is a puzzle by itself and another one is not, and
/// they can be read at once.
pub(super) fn of_lines(lines: &VecDeque<io::Result<String>>, rules: &Rules) -> Option<Entry> {
    let lines: Vec<&str> = lines.iter().map(|line| line.as_deref().ok()).collect::<Option<_>>()?;
    let text = lines.join("\n");
    // Settings are those of blocks.
    let is_setting = |line: &&str| lines::setting(line).is_some();
    let has_settings = lines.iter().any(is_setting);
    if text.len() >= LONGEST || lines.len() < 2 || has_settings {
        return None;
    }
    let owned = lines.iter().map(|line| Ok((*line).to_string()));
    // What is asked here is not asked again.
    let blocks = Blocks { ahead: Some(VecDeque::new()), ..Blocks::new(owned, rules.clone()).whole() };
    let vocabulary = Vocabulary::default();
    let (mut puzzles, mut others) = (0, Vec::new());
    for entry in blocks.flatten() {
        match entry.puzzle(&vocabulary) {
            Ok(puzzle) => puzzles += usize::from(!is_told(&puzzle)),
            Err(_) => others.push(entry.text),
        }
    }
    // Beside a puzzle that stands by itself, what is no puzzle must be words or a mark.
    let are_beside = || others.iter().all(|text| typed::has_words(text) || is_mark(text));
    let is_parted = !others.is_empty() && (puzzles == 0 || puzzles == 1 && are_beside());
    if !is_parted || Reader::new().rules(rules).read(&text).is_err() {
        return None;
    }
    let notes = vec![message!("note-one-text").into()];
    Some(Entry { line: 1, text, rules: Ok(rules.clone()), notes })
}

/// Whether it is the mark of a puzzle: `(2)`.
fn is_mark(text: &str) -> bool {
    text.contains(['(', '[', '（']) && text.trim().chars().all(|c| "()[]（）0123456789.#".contains(c))
}

/// Whether it only says what a number is, as `D = 5` in words around a puzzle does.
fn is_told(puzzle: &Puzzle) -> bool {
    let is_value = |condition: &Expr| {
        let Expr::Chain(chain) = condition else { return false };
        let sides = std::iter::once(&*chain.first).chain(chain.rest.iter().map(|(_, side)| side));
        chain.rest.len() == 1 && sides.into_iter().all(|side| matches!(side, Expr::Numeral(_)))
    };
    puzzle.hidden().len() == 1 && puzzle.all_conditions().all(is_value)
}
