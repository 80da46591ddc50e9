//! Labels beside the rows of a drawing: `A)`, `1.`, `(1)`, `①`. They are removed from drawings that cannot be read with them.

use std::ops::Range;

use crate::message::{Note, message};
use crate::spelling::Character;
use crate::vocabulary::signs::RULES;

/// Numbers in circles, from 1 on.
const CIRCLED: &str = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳";
/// The signs after a label, besides a closing bracket.
const ENDS: &str = ".:";
/// The least number of rows if all have labels.
const FEWEST: usize = 3;
/// The largest number that is a label.
const MOST: usize = 99;
/// The signs in front of a row that no division has.
const SIGNS: &str = "+×";

/// Replaces labels with spaces, if each row has the next label, or only the first row has one.
pub(super) fn without(characters: &[Character]) -> Option<(Vec<Character>, Note)> {
    let spans = labels(characters)?;
    let mut plain = characters.to_vec();
    for character in &mut plain {
        let at = character.span.start;
        let behind = spans.partition_point(|span| span.end <= at);
        if spans.get(behind).is_some_and(|span| span.contains(&at)) {
            character.sign = ' ';
        }
    }
    let span = spans.first()?.start..spans.last()?.end;
    Some((plain, Note { message: message!("note-row-labels"), span: Some(span) }))
}

/// Returns the bytes of each label.
fn labels(characters: &[Character]) -> Option<Vec<Range<usize>>> {
    let lines: Vec<&[Character]> =
        characters.split(|c| c.sign == '\n').filter(|line| !is_empty_or_rule(line)).collect();
    let (first, others) = lines.split_first()?;
    if let Some(spans) = in_order(&lines, &|line| label(words(line).first()?))
        .or_else(|| in_order(&lines, &|line| label(words(line).last()?).filter(|label| label.is_framed)))
    {
        return Some(spans);
    }
    // A bracket elsewhere may belong to a division.
    let has_bracket = others.iter().any(|line| line.iter().any(|c| c.sign == ')'));
    let has_sign = others
        .iter()
        .any(|line| line.iter().find(|c| !c.sign.is_whitespace()).is_some_and(|c| SIGNS.contains(c.sign)));
    let label = label(words(first).first()?)?;
    let is_alone = has_sign && !has_bracket && words(first).len() > 1;
    is_alone.then(|| vec![label.span])
}

/// Returns the labels of all rows, if each follows the one above.
fn in_order(
    lines: &[&[Character]],
    label: &dyn Fn(&[Character]) -> Option<Label>,
) -> Option<Vec<Range<usize>>> {
    let has_more = |line: &&[Character]| words(line).len() > 1;
    if lines.len() < FEWEST || !lines.iter().all(has_more) {
        return None;
    }
    let labels = lines.iter().map(|line| label(line)).collect::<Option<Vec<Label>>>()?;
    let is_next = |pair: &[Label]| pair[1].order == pair[0].order + 1;
    labels.windows(2).all(is_next).then(|| labels.into_iter().map(|label| label.span).collect())
}

/// A word as a label.
struct Label {
    /// Its number, or that of its letter.
    order: usize,
    /// Whether it is in brackets or a circle.
    is_framed: bool,
    span: Range<usize>,
}

fn label(word: &&[Character]) -> Option<Label> {
    let signs: Vec<char> = word.iter().map(|c| c.sign).collect();
    let span = word.first()?.span.start..word.last()?.span.end;
    if let [sign] = signs.as_slice() {
        let order = CIRCLED.chars().position(|circled| circled == *sign)?;
        return Some(Label { order, is_framed: true, span });
    }
    let (inner, is_framed) = match signs.as_slice() {
        ['(', inner @ .., ')'] => (inner, true),
        [inner @ .., ')'] => (inner, false),
        [inner @ .., end] if ENDS.contains(*end) => (inner, false),
        _ => return None,
    };
    let order = match inner {
        [letter] if letter.is_ascii_alphabetic() => letter.to_ascii_lowercase() as usize,
        digits if !digits.is_empty() && digits.iter().all(char::is_ascii_digit) => {
            digits.iter().collect::<String>().parse().ok().filter(|order| *order <= MOST)?
        }
        _ => return None,
    };
    Some(Label { order, is_framed, span })
}

/// Returns the words of a line.
fn words(line: &[Character]) -> Vec<&[Character]> {
    line.split(|c| c.sign.is_whitespace()).filter(|word| !word.is_empty()).collect()
}

fn is_empty_or_rule(line: &[Character]) -> bool {
    line.iter().all(|c| c.sign.is_whitespace() || RULES.contains(c.sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::Spelling;

    fn plain(text: &str) -> Option<String> {
        let (characters, _) = without(&Spelling::default().characters(text))?;
        Some(characters.iter().map(|c| c.sign).collect())
    }

    #[test]
    fn labels_in_order_are_left_out() {
        let spaced = Some("   ON\n  +NO\n-----\n  TOT".to_string());
        assert_eq!(plain("A) ON\nB)+NO\n-----\nC)TOT"), None);
        assert_eq!(plain("A) ON\nB) NO\n-----\nC) TO"), Some("   ON\n   NO\n-----\n   TO".to_string()));
        assert_eq!(plain("1) ON\n  +NO\n-----\n  TOT"), spaced);
        assert_eq!(plain("① ON\n② NO\n③ TOT"), Some("  ON\n  NO\n  TOT".to_string()));
        assert_eq!(plain("ON (7)\nNO (8)\nTOT (9)"), Some("ON    \nNO    \nTOT    ".to_string()));
    }

    #[test]
    fn a_divisor_is_no_label() {
        for text in ["12) 552\n    48\n    --", "A) ON\nC) NO\nD) TOT", "1) ON\n2) +NO", "AB CD)\nEF"] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
