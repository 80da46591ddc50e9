//! Formulas that were copied twice: their tokens and then the formula, or both on one line with its TeX between.

use super::super::{tables, tex};
use super::expression::{Expression, MODULO, is_digit, is_operator};
use super::lines::{Line, key};
use fukumen_language::text::changed;
use fukumen_language::unicode;

/// The fewest digits of a formula.
const FEWEST_DIGITS: usize = 3;

/// The longest line that is searched for copies.
const LONGEST: usize = 1000;

/// The halves of a text that have the same digits, the one that is seen first.
pub(super) fn halves(lines: &[Line]) -> Option<[&[Line]; 2]> {
    let whole = key(lines);
    if whole.len() < 2 * FEWEST_DIGITS || !whole.len().is_multiple_of(2) {
        return None;
    }
    let has_signs = |lines: &[Line]| lines.iter().any(|line| line.text.contains(is_operator));
    let split = (1..lines.len()).find(|split| {
        let (first, second) = lines.split_at(*split);
        has_signs(second) && key(first) == key(second)
    })?;
    let (first, second) = lines.split_at(split);
    Some([second, first])
}

/// The digits of a text, in an order that does not depend on it.
fn sorted(digits: &str) -> Vec<char> {
    let mut digits: Vec<char> = digits.chars().collect();
    digits.sort_unstable();
    digits
}

/// The digits of a text as plain letters.
fn plain(text: &str) -> String {
    let text = unicode::compatible(text).replace(MODULO, "").replace('◻', "□");
    text.chars().filter(|c| is_digit(*c)).collect()
}

/// The formula of a line that has it in plain text, as TeX and in plain text again, or its letters before it.
pub(super) fn in_line(text: &str) -> Vec<Expression> {
    let text = text.trim();
    if text.contains('\n') || text.len() > LONGEST || !text.contains(['=', '\\']) {
        return Vec::new();
    }
    let has_commands = text.contains('\\');
    let digits: Vec<usize> = text.char_indices().filter(|(_, c)| is_digit(*c)).map(|(i, _)| i).collect();
    let count = digits.len();
    let mut found = Vec::new();
    for each in FEWEST_DIGITS..=count / 2 {
        if !has_commands && each * 2 != count && each * 3 != count {
            continue;
        }
        let (first, last) = (&text[..digits[each]], &text[digits[count - each]..]);
        let is_bare = each * 2 == count && !has_commands;
        if is_bare && first.contains(is_operator) || !is_bare && !has_commands && !first.contains('=') {
            continue;
        }
        if sorted(&plain(first)) != sorted(&plain(last)) {
            continue;
        }
        if is_bare {
            found.push(Expression::new(last, 0..text.len()));
        } else {
            found.extend(between(text, &digits, each));
        }
    }
    found
}

/// The TeX between two copies of this many digits. Signs that are no digits may belong to either side.
fn between(text: &str, digits: &[usize], each: usize) -> Vec<Expression> {
    let ends = |from: usize, to: usize| -> Vec<usize> {
        let inner = text[from..to].char_indices().skip(1).map(|(i, _)| from + i);
        inner.chain([to]).collect()
    };
    let starts = ends(digits[each - 1], digits[each]);
    let stops = ends(digits[digits.len() - each - 1], digits[digits.len() - each]);
    let wanted = sorted(&plain(&text[..digits[each]]));
    let mut found = Vec::new();
    for start in starts {
        for stop in stops.iter().rev().filter(|stop| **stop > start) {
            let Some(tex) = tex::written_out(&text[start..*stop]) else { continue };
            if sorted(&plain(&tex.replace('*', "∗"))) == wanted {
                let tables = tables::edits(&tex);
                found.push(Expression::new(changed(&tex, 0..tex.len(), &tables), 0..text.len()));
            }
        }
    }
    found
}
