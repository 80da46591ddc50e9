//! Numbers as people write them: in groups of three, as whole numbers with a fraction, with spaces between all digits, in words.

use std::cell::LazyCell;
use std::ops::Range;

use super::marks::{is_without_case, note};
use super::pattern::number_word;
use super::view::View;
use super::words::LINKS;
use super::{Change, Edit, languages, prose, words};
use fukumen_language::message::message;
use fukumen_language::unicode;
use fukumen_language::vocabulary::signs::RULES;

/// The runs of digits of a text, hidden or not.
fn numerals(view: &View) -> Vec<Range<usize>> {
    let mut numerals: Vec<Range<usize>> = Vec::new();
    for i in (0..view.len()).filter(|i| view.is_digit(*i)) {
        match numerals.last_mut() {
            Some(last) if last.end == i => last.end = i + 1,
            _ => numerals.push(i..i + 1),
        }
    }
    numerals
}

/// Joins groups of three digits behind one to three: after commas and apostrophes, and after spaces if all digits are shown.
pub(super) fn groups(view: &View) -> Option<Change> {
    let (mut edits, mut is_hidden) = (Vec::new(), false);
    let numerals = numerals(view);
    // How many brackets are open at each place.
    let depths: Vec<usize> = (0..view.len())
        .scan(0usize, |depth, i| {
            match view.sign(i) {
                '(' => *depth += 1,
                ')' => *depth = depth.saturating_sub(1),
                _ => {}
            }
            Some(*depth)
        })
        .collect();
    let is_free = |at: usize| at == 0 || ".,".contains(view.sign(at - 1)).eq(&false);
    // `ON+NO=TOT，求ON`: what begins in another script is no group.
    let is_other = |numeral: &Range<usize>| is_without_case(view.letter(numeral.start));
    for run in numerals.chunk_by(|left, right| right.len() == 3 && is_joint(view, left.end..right.start)) {
        let [first, others @ ..] = run else { continue };
        if others.is_empty() || first.len() > 3 || !is_free(first.start) || depths[first.start] > 0 {
            continue;
        }
        if others.iter().any(|group| is_other(group) != is_other(first)) {
            continue;
        }
        let is_comma = view.sign(first.end) == ',';
        let is_shown = || run.iter().all(|numeral| !numeral.clone().any(|i| view.is_hidden(i)));
        let is_space = view.is_space(first.end);
        if is_comma && !is_lone_part(view, run) || is_space && !is_shown() {
            continue;
        }
        is_hidden |= !is_shown();
        edits.extend(run.windows(2).map(|pair| Edit::cut(view.bytes(pair[0].end..pair[1].start))));
    }
    let change = Change::of(edits)?;
    Some(if is_hidden { change.with(message!("note-groups")) } else { change })
}

/// Whether a comma, an apostrophe, or one space stands between two groups.
fn is_joint(view: &View, between: Range<usize>) -> bool {
    between.len() == 1
        && matches!(view.sign(between.start), ',' | ' ' | '\'' | '’')
        && !words::is_elision(view, between.start)
}

/// Whether the commas in a number would leave a part of the text that is a number alone.
fn is_lone_part(view: &View, run: &[Range<usize>]) -> bool {
    let is_end = |i: &usize| ",;\n".contains(view.sign(*i));
    let start = (0..run[0].start).rev().find(is_end).map_or(0, |at| at + 1);
    let end = (run[run.len() - 1].end..view.len()).find(is_end).unwrap_or(view.len());
    let mut parts = run.windows(2).map(|pair| pair[0].end).chain([end]);
    let mut from = start;
    parts.any(|to| {
        let part = from..to;
        from = to + 1;
        !view.has_relation(part)
    })
}

/// Reads `3 1/2` and `1½` as sums.
pub(super) fn mixed(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    let numerals = numerals(view);
    let numbers = LazyCell::new(|| prose::numbers_of_sentences(view));
    for three in numerals.windows(3) {
        let [whole, above, below] = three else { continue };
        let is_spaced = whole.end < above.start && (whole.end..above.start).all(|i| view.sign(i) == ' ');
        let bar = view.signs(above.end..below.start);
        // `Solve A/B+C/D=1`: a word of the sentence before it.
        let is_small = |c: char| c.is_lowercase() || is_without_case(c);
        let has_small = |at: &Range<usize>| at.clone().any(|i| is_small(view.letter(i)));
        if is_spaced
            && (!has_small(whole) || has_small(above))
            && matches!(bar.trim(), "/" | "∕" | "⁄")
            && !numbers.contains(whole)
            && edits.last().is_none_or(|edit: &Edit| edit.at.end <= view.bytes(whole.clone()).start)
        {
            edits.push(Edit::new(view.bytes(whole.start..whole.start), "("));
            edits.push(Edit::new(view.bytes(whole.end..above.start), "+"));
            edits.push(Edit::new(view.bytes(below.end..below.end), ")"));
        }
    }
    for i in (0..view.len()).filter(|i| matches!(view.sign(*i), '¼'..='¾' | '⅐'..='⅞')) {
        let fraction = unicode::compatible(&view.sign(i).to_string()).replace('⁄', "/");
        let end = view.before(i).map_or(0, |last| last + 1);
        match numerals.binary_search_by_key(&end, |numeral| numeral.end) {
            Ok(before) => {
                let whole = &numerals[before];
                edits.push(Edit::new(view.bytes(whole.start..whole.start), "("));
                edits.push(Edit::new(view.bytes(whole.end..i + 1), format!("+{fraction})")));
            }
            Err(_) => edits.push(Edit::new(view.bytes(i..i + 1), format!("({fraction})"))),
        }
    }
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    Some(Change::of(edits)?.with(message!("note-mixed")))
}

/// Joins digits that stand alone with spaces between them: `O N + N O = T O T`. Each number has spaces between all of its
/// digits, or between none.
pub(super) fn spaced(view: &View) -> Option<Change> {
    if view.is_drawn() || has_rule(view) {
        return None;
    }
    let numerals = numerals(view);
    let is_gap = |gap: Range<usize>| !gap.is_empty() && gap.clone().all(|i| view.sign(i) == ' ');
    let is_beside = |left: &Range<usize>, right: &Range<usize>| is_gap(left.end..right.start);
    let mut edits = Vec::new();
    for number in numerals.chunk_by(is_beside).filter(|number| number.len() > 1) {
        if number.iter().any(|digit| digit.len() > 1) {
            return None;
        }
        edits.extend(number.windows(2).map(|pair| Edit::cut(view.bytes(pair[0].end..pair[1].start))));
    }
    Some(Change::of(edits)?.with(message!("note-spaced")))
}

/// Puts a comma between two relations that stand beside each other: `A+A=B A+B=C`.
pub(super) fn unparted(view: &View) -> Option<Change> {
    side_by_side(view, |parts| parts.len() == 2)
}

/// Puts commas between more than two relations that stand beside each other, which are no fractions behind whole numbers:
/// `A-B=C D/E=F G+H=I`.
pub(super) fn several_unparted(view: &View) -> Option<Change> {
    let calculates = |part: &Range<usize>| part.clone().any(|i| "+-−×*·/÷^".contains(view.sign(i)));
    side_by_side(view, |parts| parts.len() > 2 && parts.iter().all(calculates))
}

/// Puts commas between relations that stand beside each other on a line, if the parts between gaps of numbers fit.
fn side_by_side(view: &View, fits: impl Fn(&[Range<usize>]) -> bool) -> Option<Change> {
    if view.is_drawn() || view.is_form() || has_rule(view) {
        return None;
    }
    let numerals = numerals(view);
    let in_line = |line: &Range<usize>| {
        let own = numerals.iter().filter(|numeral| line.contains(&numeral.start));
        let ends: Vec<&Range<usize>> = own.collect();
        let is_gap = |two: &&[&Range<usize>]| {
            two[0].end < two[1].start && (two[0].end..two[1].start).all(|i| view.sign(i) == ' ')
        };
        let gaps: Vec<Range<usize>> =
            ends.windows(2).filter(is_gap).map(|two| two[0].end..two[1].start).collect();
        let (first, last) = (gaps.first()?, gaps.last()?);
        let edge = |i: &usize| ",;".contains(view.sign(*i));
        let start = (line.start..first.start).rev().find(edge).map_or(line.start, |at| at + 1);
        let end = (last.end..line.end).find(edge).unwrap_or(line.end);
        let has_label = (first.end..end).any(|i| view.sign(i) == ':' && view.is_space(i + 1));
        let starts = std::iter::once(start).chain(gaps.iter().map(|gap| gap.end));
        let ends = gaps.iter().map(|gap| gap.start).chain([end]);
        let parts: Vec<Range<usize>> = starts.zip(ends).map(|(from, to)| from..to).collect();
        let is_whole =
            |part: &Range<usize>| view.has_relation(part.clone()) && view.is_condition(part.clone());
        let are_whole = fits(&parts) && !has_label && parts.iter().all(is_whole);
        are_whole.then(|| gaps.into_iter().map(|gap| Edit::new(view.bytes(gap), ", ")))
    };
    let edits: Vec<Edit> = view.lines().iter().filter_map(in_line).flatten().collect();
    let said = edits.first().map(|edit| edit.at.clone())?;
    Some(Change::of(edits)?.with(note(message!("note-unparted"), said)))
}

/// Whether a row of dashes stands somewhere, as in a drawing that lost its line breaks.
fn has_rule(view: &View) -> bool {
    let signs: Vec<char> = view.signs(0..view.len()).chars().collect();
    signs.windows(3).any(|three| RULES.contains(three[0]) && three.iter().all(|sign| *sign == three[0]))
}

/// Puts commas between values that stand beside each other: `S=9 E=5 N=6`.
pub(super) fn values(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let mut edits = Vec::new();
    for line in view.lines() {
        let mut start = line.start;
        for i in line.clone() {
            if ",;".contains(view.sign(i)) {
                start = i + 1;
                continue;
            }
            let begins = i > start && view.is_space(i - 1) && view.is_hidden(i) && !view.is_blank(i);
            let Some(before) = view.before(i).filter(|before| begins && *before >= start) else { continue };
            let is_value = || {
                let equals = view.behind(i + 1).filter(|at| view.sign(*at) == '=')?;
                let number = view.behind(equals + 1)?;
                let length = (number..line.end).take_while(|at| view.sign(*at).is_ascii_digit()).count();
                (length > 0 && !view.is_digit(number + length)).then_some(())
            };
            let is_shown = view.sign(before).is_ascii_digit();
            let is_number = before > start && view.is_digit(before) && view.is_digit(before - 1);
            if (is_shown || is_number) && is_value().is_some() && view.has_relation(start..before) {
                edits.push(Edit::new(view.bytes(before + 1..i), ", "));
                start = i;
            }
        }
    }
    Change::of(edits)
}

/// Signs before a number that is written in words, and words behind it.
const BEFORE_NUMBER: &[&str] = &["=", "<", ">", "≠", "≤", "≥"];
const BEHIND_NUMBER: &[&str] = &["less", "more", "greater", "larger", "smaller"];

pub(super) fn may_have_number_words(text: &str) -> bool {
    text.contains(['=', '<', '>', '≠', '≤', '≥'])
        && text.contains(|c: char| c.is_lowercase() || is_without_case(c))
}

/// Reads the number that a word in small letters says in what is said of a puzzle in capitals, `TWO+TWO=FOUR, T = seven`, and
/// what a number is: `T = odd`.
pub(super) fn number_words(view: &View) -> Option<Change> {
    let whole = view.whole();
    let words = view.words(whole.clone());
    let is_end = |i: &usize| match view.sign(*i) {
        ',' | ';' | '\n' => true,
        '.' => view.is_space(i + 1),
        '(' => *i > 0 && view.is_space(i - 1),
        _ => false,
    };
    let link = words.iter().find(|word| LINKS.contains(&&*view.signs((*word).clone())));
    let end = whole.clone().find(is_end).into_iter().chain(link.map(|word| word.start)).min()?;
    let is_small = |i: usize| view.letter(i).is_lowercase();
    if view.is_drawn()
        || view.is_form()
        || !view.has_relation(whole.start..end)
        || (whole.start..end).any(is_small)
    {
        return None;
    }
    let mut edits = Vec::new();
    let mut said = Vec::new();
    let parts: Vec<Range<usize>> =
        words.into_iter().filter(|word| word.start >= end).flat_map(|word| by_signs(view, word)).collect();
    let text = |at: usize| parts.get(at).map(|part| view.signs(part.clone())).unwrap_or_default();
    // `B + C = even`: what stands before the sign, back to a comma or a word.
    let is_operator = |i: usize| "+-−×*·".contains(view.sign(i));
    let calculation = |end: usize| {
        let is_part = |part: &&Range<usize>| {
            (*part).clone().all(|i| view.is_digit(i) && !is_small(i) || is_operator(i))
        };
        let first = parts[..end].iter().rev().take_while(is_part).last()?;
        let at = first.start..parts[end - 1].end;
        (view.is_digit(at.start) && view.is_digit(at.end - 1)).then_some(at)
    };
    for (at, part) in parts.iter().enumerate().skip(1) {
        let typed = text(at).to_lowercase();
        let name = typed.trim_end_matches(['.', ',', ';', ')']);
        let is_behind_sign = BEFORE_NUMBER.contains(&&*text(at - 1))
            && !at.checked_sub(2).is_some_and(|at| text(at).contains(char::is_lowercase));
        let name_at = part.start..part.start + name.chars().count();
        let capitals = text(at).chars().filter(|c| c.is_uppercase()).count();
        if let Some(number) = number_word(name).filter(|_| capitals < 2) {
            if is_behind_sign || BEHIND_NUMBER.contains(&&*text(at + 1)) {
                edits.push(Edit::new(view.bytes(name_at), number.to_string()));
                said.push(format!("\"{name}\" as {number}"));
            }
        } else if let Some(function) = languages::property(name)
            && text(at - 1) == "="
            && let Some(subject) = calculation(at - 1)
            && part.clone().all(|i| !view.sign(i).is_uppercase())
        {
            edits.push(Edit::new(view.bytes(subject.start..subject.start), format!("{function}(")));
            edits.push(Edit::new(view.bytes(subject.end..name_at.end), ")"));
            said.push(format!("\"{name}\" as {function}"));
        }
    }
    Some(Change::of(edits)?.with(message!("note-number-words", words = said.join(", "))))
}

/// A word before, at and behind a sign of a relation or a bracket in it: `A`, `=`, `three`.
fn by_signs(view: &View, word: Range<usize>) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let kind = |i: usize| match view.sign(i) {
        '(' | ')' => 0,
        sign if BEFORE_NUMBER.iter().any(|signs| signs.contains(sign)) => 1,
        _ => 2,
    };
    for i in word {
        match parts.last_mut() {
            Some(last) if kind(i) == kind(i - 1) => last.end = i + 1,
            _ => parts.push(i..i + 1),
        }
    }
    parts
}
