//! Several puzzles with marks before them, `a) A+B=C  b) D+E=F`, or in the cells of a row of a spreadsheet. Marks with two brackets,
//! `(1)`, count the equations of a system.

use std::ops::Range;

use fukumen_language::puzzle::Rules;
use fukumen_language::text::lines::is_condition_like;

/// How many letters or figures the mark of a puzzle may have.
const LONGEST_MARK: usize = 2;

/// The puzzles of a text that has more than one and nothing else, without the marks before them.
pub fn several(line: &str, rules: &Rules) -> Option<Vec<Range<usize>>> {
    if !line.contains([')', '.', '\t']) || rules.layout.is_some() {
        return None;
    }
    let parts = marked(line).or_else(|| cells(line).filter(|_| !line.contains('\n')))?;
    let calculates = |part: &str| part.contains(['+', '-', '−', '*', '×', '/', ':', '÷', '^', '√']);
    let is_puzzle = |part: &Range<usize>| {
        let part = &line[part.clone()];
        is_condition_like(part, rules) && calculates(part)
    };
    (parts.len() > 1 && parts.iter().all(is_puzzle)).then_some(parts)
}

/// The parts between marks that follow each other from the first on: `a)` and `b)`, `1.` and `2.`, `(i)` is none.
fn marked(line: &str) -> Option<Vec<Range<usize>>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut last: Option<(u32, &str)> = None;
    for word in words(line) {
        let Some(mark) = mark(&line[word.clone()]) else { continue };
        let follows = match last {
            None => line[..word.start].trim().is_empty(),
            Some((value, close)) => mark == (value + 1, close),
        };
        if follows {
            if let Some(part) = parts.last_mut() {
                part.end = word.start;
            }
            parts.push(word.end..line.len());
            last = Some(mark);
        }
    }
    let parts = parts.into_iter().map(|part| trimmed(line, part));
    Some(parts.collect()).filter(|parts: &Vec<_>| parts.len() > 1)
}

/// The cells of a row, each a puzzle but for a number before them.
fn cells(line: &str) -> Option<Vec<Range<usize>>> {
    let mut start = 0;
    let mut cells: Vec<Range<usize>> = Vec::new();
    for cell in line.split('\t') {
        cells.push(trimmed(line, start..start + cell.len()));
        start += cell.len() + 1;
    }
    cells.retain(|cell| !cell.is_empty());
    let is_number = |cell: &Range<usize>| line[cell.clone()].bytes().all(|byte| byte.is_ascii_digit());
    if cells.first().is_some_and(is_number) {
        cells.remove(0);
    }
    Some(cells).filter(|cells| cells.len() > 1)
}

fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let words = line.split(char::is_whitespace).map(move |word| {
        let range = start..start + word.len();
        start = range.end + line[range.end..].chars().next().map_or(0, char::len_utf8);
        range
    });
    words.filter(|word| !word.is_empty())
}

/// A mark in its parts: its value, and the sign that ends it.
pub fn mark(word: &str) -> Option<(u32, &str)> {
    let value = word.strip_suffix([')', '.'])?;
    let close = &word[value.len()..];
    let is_mark = (1..=LONGEST_MARK).contains(&value.len());
    let number = match value.as_bytes() {
        _ if !is_mark => None,
        [letter] if letter.is_ascii_alphabetic() => Some(u32::from(*letter)),
        _ => value.parse().ok(),
    };
    Some((number?, close))
}

/// Without the space around it and what parts it from the next.
fn trimmed(line: &str, part: Range<usize>) -> Range<usize> {
    let text = &line[part.clone()];
    let end = part.start + text.trim_end().trim_end_matches([',', ';', '.']).trim_end().len();
    let start = part.end - text.trim_start().len();
    start.min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Vec<&str> {
        let rules = Rules::default();
        several(line, &rules).map_or(Vec::new(), |parts| parts.into_iter().map(|part| &line[part]).collect())
    }

    #[test]
    fn marks_and_tabs_part_puzzles() {
        let both = ["A+B=C", "D*E=FG"];
        for line in [
            "a) A+B=C b) D*E=FG",
            "1. A+B=C   2. D*E=FG.",
            " 1) A+B=C; 2) D*E=FG",
            "4) A+B=C\n5) D*E=FG\n",
            "A+B=C\tD*E=FG",
            "7\tA+B=C\t\tD*E=FG",
        ] {
            assert_eq!(parts(line), both, "{line}");
        }
        assert_eq!(parts("A. A+B=C B. D*E=FG C. H-I=J").len(), 3);
    }

    #[test]
    fn other_lines_are_one_puzzle() {
        for line in [
            "a) A+B=C",
            "(1) A+B=C; (2) D*E=FG",
            "A+B=C b) D+E=F",
            "a) A+B=C c) D+E=F",
            "1. A+B=C 2. A<B",
            "1. 2 + 3. 4 = A",
            "(A + B) = C",
            "A\t+\tB\t=\tC",
            "7\tA+B=C",
            "a) A+B=C b) no puzzle",
            "",
        ] {
            assert!(parts(line).is_empty(), "{line}");
        }
    }
}
