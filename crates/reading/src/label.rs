//! Rows and words that are no part of a drawing: its label, above its first row or at the head of it (`1.`, `(a)`, `Q4`, `Task 3`, `Sum`), and its
//! answer below.

use std::ops::Range;

use fukumen_language::text::{Edit, lines};

/// How many rows the smallest drawing has: two numbers and their sum.
const FEWEST_ROWS: usize = 3;
/// Signs before a number of a drawing.
const OPERATORS: &[char] = &['+', '-', '−', '×', '*', ' '];
/// Marks of a list without a number.
const BULLETS: [&str; 4] = ["-", "–", "*", "•"];
/// `iv)` and `12.` are marks, `SEND)` is none.
const LONGEST_MARK: usize = 3;

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its bytes.
    pub at: Range<usize>,
    /// Takes it off: a row of its own with its line, another so that the columns stay.
    pub edit: Edit,
    /// Whether it has a row of its own that does not end where all other numbers end.
    pub is_apart: bool,
    /// Whether it is more than a mark: its words may say something.
    pub has_words: bool,
}

/// The label of a text that is a drawing without it, by its looks.
pub fn label(text: &str) -> Option<Label> {
    let mut start = 0;
    let mut rows: Vec<Range<usize>> = Vec::new();
    for line in text.split_inclusive('\n') {
        let at = start..start + line.len();
        start = at.end;
        if !lines::is_blank(line) && lines::special(line).is_none() {
            rows.push(at);
        }
    }
    let (first, rest) = rows.split_first()?;
    let row = |at: &Range<usize>| text[at.clone()].trim_end();
    let is_number = |row: &str| !lines::is_rule(row) && !row.trim_start().starts_with(OPERATORS);
    let own = row(first);
    let at = first.start + own.len() - own.trim_start().len()..first.start + own.len();
    if rest.len() >= FEWEST_ROWS && is_number(row(&rest[0])) {
        let others: Vec<&str> = rest.iter().map(row).filter(|row| !lines::is_rule(row)).collect();
        if is_row(own.trim_start(), &others) {
            let width = |row: &str| row.chars().count();
            let has_gap = |row: &str| row.trim_start_matches(OPERATORS).trim().contains(' ');
            let is_apart = others.iter().any(|row| width(row) != width(own))
                || has_gap(own) && !others.iter().any(|row| has_gap(row));
            let has_words = !is_mark(own.trim());
            return Some(Label { at, edit: Edit::cut(first.clone()), is_apart, has_words });
        }
    }
    let mark = own.split_whitespace().next().filter(|mark| {
        let rest = own.trim_start()[mark.len()..].trim_start();
        let is_numbered = !mark.ends_with(':') && is_mark(mark.trim_matches(['*', '_']));
        (is_numbered || BULLETS.contains(mark)) && !rest.is_empty() && !rest.starts_with(['.', ')'])
    })?;
    let at = at.start..at.start + mark.len();
    let spaces = " ".repeat(mark.chars().count());
    (rows.len() >= FEWEST_ROWS).then(|| Label {
        edit: Edit::new(at.clone(), spaces),
        at,
        is_apart: false,
        has_words: false,
    })
}

/// The rows below the last blank line of a drawing, if only digits are in them: its answer.
pub fn answer(text: &str) -> Option<Label> {
    let is_blank = |line: &&str| line.trim().is_empty();
    let lines: Vec<&str> = text.trim_end().split_inclusive('\n').collect();
    let last = lines.iter().rposition(is_blank)?;
    let start = lines[..=last].iter().map(|line| line.len()).sum();
    let is_shown = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-−×=─—".contains(c);
    let at = start..text.trim_end().len();
    let below = &text[at.clone()];
    let is_answer = below.chars().all(is_shown) && below.contains(|c: char| c.is_ascii_digit());
    (lines.len() - last > FEWEST_ROWS && is_answer).then(|| Label {
        edit: Edit::cut(at.clone()),
        at,
        is_apart: false,
        has_words: false,
    })
}

/// Whether a row is a label and no number, beside other rows.
fn is_row(row: &str, others: &[&str]) -> bool {
    let bare = row.trim_matches(['*', '_', ' ']);
    if is_mark(bare) {
        return true;
    }
    let bare = bare.trim_end_matches([':', '.', ')']);
    if !bare.chars().all(|c| c.is_alphanumeric() || " .'’-–№".contains(c)) {
        return false;
    }
    let have = |fits: fn(char) -> bool| others.iter().any(|row| row.contains(fits));
    let letters = bare.chars().filter(|c| c.is_alphabetic()).count();
    let is_small = |c: char| c.is_alphabetic() && !c.is_uppercase();
    // `1924` above letters alone.
    let is_number =
        !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit()) && !have(|c| c.is_ascii_digit());
    let is_numbered = bare.starts_with(char::is_alphabetic) && bare.ends_with(|c: char| c.is_ascii_digit());
    // `Task 3`: no number has a gap after several letters.
    let is_word =
        bare.split([' ', '.']).next().is_some_and(|word| word.chars().count() > 1 && word.len() < bare.len());
    let is_other_kind = !have(|c| c.is_ascii_digit()) || !have(char::is_alphabetic);
    let has_digit = bare.contains(|c: char| c.is_ascii_digit());
    let small = bare.chars().filter(|c| is_small(*c)).count();
    let are_words =
        small > usize::from(has_digit) && letters > 1 && !have(|c| c.is_alphabetic() && !c.is_uppercase())
            || letters > 2 && !has_digit && !have(char::is_alphabetic);
    is_number || is_numbered && (is_word || is_other_kind) || are_words
}

/// Whether a word is the mark of an exercise: `1.`, `(2)`, `a)`, `iv)`, `Q1.`, `3:`.
pub fn is_mark(word: &str) -> bool {
    let inner = word.strip_prefix('(').unwrap_or(word);
    let Some(inner) = inner.strip_suffix([')', '.', ':']) else { return false };
    let inner = inner.trim_end_matches([')', '.']);
    let digits = inner.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = inner.len() - digits.len();
    let is_roman = inner.bytes().all(|byte| b"ivx".contains(&byte));
    (1..=LONGEST_MARK).contains(&inner.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (letters <= 1 || is_roman)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: &str, rest: &str) -> Option<String> {
        let text = format!("{first}\n{rest}");
        label(&text).map(|label| text[label.at].to_owned())
    }

    #[test]
    fn marks_and_words_above_a_drawing_are_labels() {
        for row in [
            "1.", "(a)", "4)", "iv)", "Q4", "Q4.", "Task 3", "Nr.4", "NO. 12", "Ex", "Sum", "Set B", "例1",
            "**2.**", "3:", "0 to 9",
        ] {
            assert_eq!(of(row, "  TWO\n+ TWO\n-----\n FOUR").as_deref(), Some(row));
        }
        let text = "  TWO\n+ TWO\n-----\n FOUR\n\n  734\n+ 734\n-----\n 1468\n";
        assert_eq!(answer(text).map(|label| &text[label.at]), Some("  734\n+ 734\n-----\n 1468"));
        assert_eq!(of("Q4", "  □□\n+ 5□\n----\n □□□").as_deref(), Some("Q4"));
        for mark in ["1.", "b)", "**3.**", "-"] {
            assert_eq!(of(&format!("{mark} TWO"), "+ TWO\n-----\n FOUR").as_deref(), Some(mark));
        }
        let is_apart = |text| label(text).expect("a label").is_apart;
        assert!(is_apart("Set B\n  TWO\n+ TWO\n-----\n FOUR") && is_apart("Ex\nTWO\n+TWO\nFOUR"));
        assert!(!is_apart("  Sum\n  TWO\n+ TWO\n-----\n FOUR"));
    }

    #[test]
    fn numbers_are_no_labels() {
        for (first, rest) in [
            ("  ONE", "  TWO\n+ TWO\n-----\n FOUR"),
            ("TWO", "+TWO\n----\nFOUR"),
            ("1", "  5WO\n+ TWO\n-----\n FOUR"),
            ("A 5", " B C\n+D 1\n---\n E F"),
            ("  A5", "  B1\n+ C2\n----\n  DE"),
            ("Q4", "× 7\n---\n□□□"),
            ("  B4", "  ---\n7)CDE\n  CD\n  --\n   E"),
            ("12)345", "   24\n   --\n   105"),
            (". . 3", ". . .\n+ . .\n-----\n. . ."),
        ] {
            assert_eq!(of(first, rest), None, "{first}");
        }
    }
}
