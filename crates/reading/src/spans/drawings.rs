//! Drawings among lines of words: the longest run of lines that look like rows and that can be read as a drawing.

use std::ops::Range;

use super::atoms::{Atom, Kind, Style, atoms};
use crate::label::label;
use crate::passage::has_solution;
use crate::{Aids, read_written};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::lines;

/// How many blank lines may stand between two rows.
const MOST_BLANK: usize = 2;

/// How many rows before a drawing may be words in capitals, and how many after it words or numbers to choose from.
const MOST_BEFORE: usize = 3;
const MOST_AFTER: usize = 5;

/// Signs of drawings besides numbers and operators.
const OF_DRAWINGS: &str = "|│┃┆┌┐└┘├┤┬┴┼─━═—–_‾¯-=.'’:";

/// A drawing within a text.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Its bytes, from the first row to the last.
    pub at: Range<usize>,
    /// It as a puzzle.
    pub puzzle: Puzzle,
}

/// A line of the text.
struct Line {
    at: Range<usize>,
    atoms: Vec<Atom>,
    look: Look,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Blank,
    /// A row of numbers, with how their letters are written.
    Row(Style),
    /// A rule, or operators alone.
    Signs,
    Words,
}

/// The drawings of a text, in their order.
pub fn drawings(text: &str, rules: &Rules, aids: Aids) -> Vec<Drawing> {
    let lines = split(text);
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(run) = next_run(&lines, from) {
        from = run.end;
        if aids.interrupt.is_raised() {
            break;
        }
        if let Some((rows, drawing)) = longest(text, &lines, run, rules, aids) {
            from = rows.end;
            found.push(drawing);
        }
    }
    found
}

fn split(text: &str) -> Vec<Line> {
    let mut start = 0;
    let line = |line: &str| {
        let at = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        let atoms = atoms(&text[at.clone()], at.start);
        let look = look(text, &text[at.clone()], &atoms);
        Line { at, atoms, look }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Tells rows, rules and words apart.
fn look(text: &str, line: &str, atoms: &[Atom]) -> Look {
    if lines::is_blank(line) {
        return Look::Blank;
    }
    if lines::special(line).is_some() {
        return Look::Words;
    }
    if lines::is_rule(line) {
        return Look::Signs;
    }
    let is_sign = |atom: &Atom| match atom.kind {
        Kind::Numeral(_)
        | Kind::Sum
        | Kind::Operator
        | Kind::Root
        | Kind::Relation
        | Kind::Open
        | Kind::Close => true,
        Kind::Separator => false,
        Kind::Other => text[atom.at.clone()].chars().all(|c| OF_DRAWINGS.contains(c)),
    };
    // `Answer:-` is a heading, too.
    if !atoms.iter().all(is_sign) || line.trim_end_matches([' ', '-', '–', '—']).ends_with([':', '：']) {
        return Look::Words;
    }
    let is_times = atoms.len() > 1 && atoms[0].is_cross(text);
    let numerals = || {
        atoms.iter().skip(usize::from(is_times)).filter_map(|atom| match atom.kind {
            Kind::Numeral(style) => Some((style, atom)),
            _ => None,
        })
    };
    let Some(first) = numerals().map(|(style, _)| style).find(|style| *style != Style::Signs) else {
        return if numerals().next().is_some() { Look::Row(Style::Signs) } else { Look::Signs };
    };
    let goes_together = numerals().all(|(style, atom)| style.goes_with(first, atom.is_lone()));
    // Words side by side are a sentence, unless wide gaps or signs part them; letters set apart are one number.
    let stands_beside = |pair: &[Atom]| {
        matches!((pair[0].kind, pair[1].kind), (Kind::Numeral(_), Kind::Numeral(_)))
            && pair[1].gap == 1
            && !(pair[0].is_lone() && pair[1].is_lone())
    };
    let is_sentence = atoms.windows(2).any(stands_beside) && first != Style::Upper;
    let is_lone = numerals().all(|(_, atom)| atom.is_lone());
    let style = if first == Style::Title && is_lone { Style::Upper } else { first };
    if goes_together && !is_sentence { Look::Row(style) } else { Look::Words }
}

/// The lines of a text that are rows of numbers, with digits, blanks or operators in them and no relation.
pub fn rows(text: &str) -> Vec<Range<usize>> {
    let is_row = |line: &Line| {
        let has = |fits: fn(Kind) -> bool| line.atoms.iter().any(|atom| fits(atom.kind));
        matches!(line.look, Look::Row(_))
            && has(|kind| matches!(kind, Kind::Numeral(Style::Signs) | Kind::Sum | Kind::Operator))
            && !has(|kind| kind == Kind::Relation)
    };
    split(text).into_iter().filter(is_row).map(|line| line.at).collect()
}

/// The next run of rows, with few blank lines between them.
fn next_run(lines: &[Line], from: usize) -> Option<Range<usize>> {
    let is_row = |line: &Line| matches!(line.look, Look::Row(_) | Look::Signs);
    let first = (from..lines.len()).find(|i| is_row(&lines[*i]))?;
    let (mut end, mut blank) = (first + 1, 0);
    for (i, line) in lines.iter().enumerate().skip(first + 1) {
        match line.look {
            Look::Blank if blank < MOST_BLANK => blank += 1,
            Look::Row(_) | Look::Signs => (end, blank) = (i + 1, 0),
            _ => break,
        }
    }
    Some(first..end)
}

/// The longest part of a run that is a drawing with a solution, or without one if no other is: a heading may look like a row.
fn longest(
    text: &str,
    lines: &[Line],
    run: Range<usize>,
    rules: &Rules,
    aids: Aids,
) -> Option<(Range<usize>, Drawing)> {
    let mut rows: Vec<usize> = run.clone().filter(|i| lines[*i].look != Look::Blank).collect();
    let is_labelled = label(&text[lines[run.start].at.start..lines[run.end - 1].at.end]);
    if is_labelled.is_some_and(|label| label.is_apart) {
        rows.remove(0);
    }
    let mut cuts: Vec<(usize, usize)> =
        (0..=MOST_BEFORE).flat_map(|head| (0..=MOST_AFTER).map(move |tail| (head, tail))).collect();
    cuts.sort_by_key(|(head, tail)| (head + tail, *head));
    let mut longest = None;
    for (head, tail) in cuts.into_iter().filter(|(head, tail)| head + tail + 2 <= rows.len()) {
        let (kept, above, below) =
            (&rows[head..rows.len() - tail], &rows[..head], &rows[rows.len() - tail..]);
        let (first, last) = (kept[0], kept[kept.len() - 1]);
        let is_all =
            are_words(text, lines, above.iter().rev(), first) && are_words(text, lines, below.iter(), last);
        // What is right below a rule is the result.
        let is_cut_short =
            below.first() == Some(&(last + 1)) && lines::is_rule(&text[lines[last].at.clone()]);
        if is_all
            && !is_cut_short
            && let Some(at) = bytes(text, lines, kept, head == 0)
            && let Some(puzzle) = read(&text[at.clone()], rules, aids)
        {
            let has_solution = has_solution(&puzzle) != Some(false);
            let found = (first..last + 1, Drawing { at, puzzle });
            if has_solution {
                return Some(found);
            }
            longest.get_or_insert(found);
        }
    }
    longest
}

/// Whether rows that are cut off are words in capitals or conditions, as far as no blank line parts them from the drawing. No row of a drawing is
/// dropped.
fn are_words<'r>(text: &str, lines: &[Line], rows: impl Iterator<Item = &'r usize>, nearest: usize) -> bool {
    let mut last = nearest;
    let mut beside = rows.take_while(|row| {
        let is_beside = last.abs_diff(**row) == 1;
        last = **row;
        is_beside
    });
    beside.all(|row| {
        let atoms = &lines[*row].atoms;
        let is_word = |atom: &Atom| {
            matches!(atom.kind, Kind::Numeral(style) if style != Style::Signs)
                || atom.kind == Kind::Separator
                || ".。!！?？…".contains(&text[atom.at.clone()])
        };
        // A condition above or below a drawing: `A<B`.
        let is_number = |atom: Option<&Atom>| atom.is_some_and(|atom| matches!(atom.kind, Kind::Numeral(_)));
        let relation = atoms.iter().position(|atom| atom.kind == Kind::Relation);
        let compares = relation
            .is_some_and(|i| is_number(i.checked_sub(1).map(|i| &atoms[i])) && is_number(atoms.get(i + 1)))
            && !atoms.iter().any(|atom| matches!(atom.kind, Kind::Sum | Kind::Operator | Kind::Root));
        compares || atoms.iter().all(is_word)
    })
}

/// Where some rows stand, if they may be a drawing by themselves. The first row of one that would begin with a sign may stand at
/// the end of the line above.
fn bytes(text: &str, lines: &[Line], rows: &[usize], may_begin_above: bool) -> Option<Range<usize>> {
    let (first, last) = (*rows.first()?, *rows.last()?);
    let styles = rows.iter().filter_map(|i| match lines[*i].look {
        Look::Row(style) if style != Style::Signs => Some(style),
        _ => None,
    });
    let styles: Vec<Style> = styles.collect();
    let is_one_style = styles.windows(2).all(|pair| pair[0] == pair[1] || pair.contains(&Style::Mixed));
    let numbers = rows.iter().filter(|i| matches!(lines[**i].look, Look::Row(_))).count();
    let has_signs = rows.iter().any(|i| {
        lines[*i].look == Look::Signs
            || lines[*i].atoms.iter().any(|atom| {
                matches!(atom.kind, Kind::Sum | Kind::Operator | Kind::Open | Kind::Close | Kind::Root)
                    || atom.is_cross(text)
            })
    });
    if !is_one_style || !has_signs {
        return None;
    }
    let at = lines[first].at.start..lines[last].at.end;
    // A star in the first row is a blank, and an X that is in another row, too, is a digit.
    let is_digit = |row: &usize| {
        lines[*row].atoms.iter().any(|atom| text[atom.at.clone()].contains(['x', 'X', 'х', 'Х']))
    };
    let begins_with_sign = lines[first].atoms.first().is_some_and(|atom| {
        matches!(atom.kind, Kind::Sum | Kind::Operator) && !text[atom.at.clone()].starts_with('*')
            || atom.is_cross(text) && !rows[1..].iter().any(is_digit)
    });
    if !begins_with_sign {
        return (numbers >= 2).then_some(at);
    }
    let above = first.checked_sub(1).filter(|_| may_begin_above).map(|i| &lines[i])?;
    let row = above.atoms.last().filter(|atom| {
        matches!(atom.kind, Kind::Numeral(style) if style == Style::Signs || styles.first().is_none_or(|own| *own == style))
    })?;
    Some(row.at.start..at.end)
}

/// Reads a drawing, if it is one.
fn read(text: &str, rules: &Rules, aids: Aids) -> Option<Puzzle> {
    let is = |text: &str| {
        read_written(text, rules, aids).ok().filter(|puzzle| puzzle.is_drawn() && !puzzle.hidden().is_empty())
    };
    is(text).or_else(|| {
        let rows: Vec<&str> = text.lines().filter(|line| !lines::is_blank(line)).collect();
        is(&rows.join("\n"))
    })
}
