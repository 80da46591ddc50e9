//! Signs that are drawn with other characters: rules of dots or long vowel marks, corners of boxes, backslashes, words for
//! remainders.

use super::periods;
use crate::message::{Note, message};
use crate::spelling::Character;
use crate::text::conditions::grammar::is_symbol;
use crate::vocabulary::signs;
use crate::vocabulary::signs::RULES;

/// The signs that people draw rules with, besides dashes.
const ODD_RULES: &str = "ー一～〜~‐‑⁃⎯╌╍┄┅┈┉╴╶╸╺․‥･・·.…";
/// Those of them that are blanks elsewhere.
const DOTS: &str = ".";
/// Corners, and bars where lines meet.
const CORNERS: &str =
    "┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰∟⎿⌊⎣";
/// Bars.
const BARS: &str = "|│┃║";
/// Words before a remainder, with spaces around them.
const WORDS: &[&str] = &["...", "r", "rem", "rest", "remainder", "reste", "resto"];
/// Words before a remainder, with or without spaces.
const GLUED: &[&str] = &["あまり", "余り", "残り", "殘り", "……", "・・・", "･･･"];
/// Signs between a divisor and its dividend.
const DIVIDING: &str = ")|:/÷";
/// The least number of underscores that are a rule after a bar.
const LEAST_RULE: usize = 3;
/// The signs that hold indentation open.
const HOLDERS: &str = "._";
/// The signs before rows.
const LEADING: &str = "+-−–×∗·";
/// The number of ASCII characters.
const LETTERS: usize = 128;
/// The sign that replaces the words before a remainder.
const REST: char = '…';

/// Replaces odd signs with plain ones, with notes on what is not certain. Returns `None` if all signs are plain.
pub(super) fn plain(characters: &[Character]) -> Option<(Vec<Character>, Vec<Note>)> {
    let (mut plain, mut notes): (Vec<Character>, Vec<Note>) =
        (Vec::with_capacity(characters.len()), Vec::new());
    let alone = odd_rules(characters);
    let mut spaced = characters.to_vec();
    if let Some(changed) = periods::with_rule(&spaced) {
        spaced = changed;
    }
    bars_in_front(&mut spaced);
    if let Some(changed) = with_leading_zeros(&spaced) {
        spaced = changed;
    }
    notes.extend(HOLDERS.chars().filter_map(|sign| indent(&mut spaced, sign)));
    for line in spaced.split_inclusive(|character| character.sign == '\n') {
        let mut line = line.to_vec();
        notes.extend(rule(&mut line, &alone));
        corner_of_rule(&mut line);
        corners(&mut line);
        backslash(&mut line);
        plain.extend(line);
    }
    lone_x(&mut plain);
    star(&mut plain);
    if let Some(with_rest) = with_rest(&plain) {
        plain = with_rest;
    }
    let is_new = |(old, new): (&Character, &Character)| old.sign != new.sign;
    let has_changed = plain.len() != characters.len() || characters.iter().zip(&plain).any(is_new);
    has_changed.then_some((plain, notes))
}

fn is_visible(character: &&mut Character) -> bool {
    !character.sign.is_whitespace()
}

/// Replaces dots or underscores with spaces if they are only before rows, where they hold the indentation open.
fn indent(characters: &mut [Character], sign: char) -> Option<Note> {
    let is_space = |character: &Character| character.sign.is_whitespace();
    let is_other_blank = |c: char| signs::is_drawn_blank(c) && !HOLDERS.contains(c);
    let has_blanks = characters.iter().any(|character| is_other_blank(character.sign));
    let mut spans: Vec<std::ops::Range<usize>> = Vec::new();
    for line in characters.split(|character| character.sign == '\n') {
        if line.iter().all(|character| character.sign == sign || is_space(character)) {
            continue;
        }
        let run = line.iter().take_while(|character| character.sign == sign || is_space(character)).count();
        let is_apart = run > 0 && is_space(&line[run - 1]);
        if line[run..].iter().any(|character| character.sign == sign) {
            return None;
        }
        let signs = line[..run].iter().filter(|character| character.sign == sign);
        let held = signs.map(|character| character.span.clone()).collect::<Vec<_>>();
        // Without a space after them they may be blanks.
        if !held.is_empty() && !is_apart && !has_blanks {
            return None;
        }
        spans.extend(held);
    }
    let span = spans.first()?.start..spans.last()?.end;
    let is_held =
        |character: &&mut Character| spans.binary_search_by_key(&character.span.start, |s| s.start).is_ok();
    characters.iter_mut().filter(is_held).for_each(|character| character.sign = ' ');
    Some(Note { message: message!("note-indented-by", sign = sign), span: Some(span) })
}

/// Replaces underscores with spaces if they are only before rows, and other signs are the blanks.
pub(super) fn without_holders(characters: &[Character]) -> Option<(Vec<Character>, Note)> {
    if !characters.iter().any(|c| signs::is_blank(c.sign) && c.sign != '_') {
        return None;
    }
    let mut spaced = characters.to_vec();
    let note = indent(&mut spaced, '_')?;
    Some((spaced, note))
}

/// Replaces with spaces the dots or underscores that fill rows of letters to the width of the widest one. This includes the
/// column of the signs: a digit would be below a sign there.
pub(super) fn without_filling(characters: &[Character]) -> Option<(Vec<Character>, Note)> {
    HOLDERS.chars().find_map(|sign| without_filling_by(characters, sign))
}

fn without_filling_by(characters: &[Character], sign: char) -> Option<(Vec<Character>, Note)> {
    let is_rule = |line: &[Character]| {
        let first = line.first().map(|character| character.sign);
        first.is_some_and(|first| RULES.contains(first) && line.iter().all(|c| c.sign == first))
    };
    let is_sign = |character: &Character| LEADING.contains(character.sign);
    let filled = |row: &[Character]| 1 + row[1..].iter().take_while(|c| c.sign == sign).count();
    let is_filled = |row: &[Character]| {
        let has_head = row.first().is_some_and(|first| first.sign == sign || is_sign(first));
        has_head && filled(row) < row.len() && row[filled(row)..].iter().all(|c| c.sign.is_alphabetic())
    };
    let lines = characters.split(|character| character.sign == '\n').filter(|line| !line.is_empty());
    let rows: Vec<&[Character]> = lines.filter(|line| !is_rule(line)).collect();
    let first = rows.first()?;
    // A single dot before letters may be a decimal point.
    if sign == '.' && rows.iter().all(|row| row.iter().filter(|c| c.sign == sign).count() < 2) {
        return None;
    }
    let has_signs = rows.iter().any(|row| is_sign(&row[0])) && !is_sign(&first[0]);
    if !has_signs || !rows.iter().all(|row| row.len() == first.len() && is_filled(row)) {
        return None;
    }
    let held: Vec<usize> = rows
        .iter()
        .flat_map(|row| row[..filled(row)].iter().filter(|c| c.sign == sign).map(|c| c.span.start))
        .collect();
    let span = *held.first()?..*held.last()? + 1;
    let mut spaced = characters.to_vec();
    let is_held = |character: &&mut Character| held.binary_search(&character.span.start).is_ok();
    spaced.iter_mut().filter(is_held).for_each(|character| character.sign = ' ');
    Some((spaced, Note { message: message!("note-indented-by", sign = sign), span: Some(span) }))
}

/// Counts each letter of a text.
fn letters(characters: &[Character]) -> [usize; LETTERS] {
    let mut letters = [0; LETTERS];
    let signs = characters.iter().map(|character| character.sign.to_ascii_lowercase());
    signs.filter(char::is_ascii).for_each(|sign| letters[sign as usize] += 1);
    letters
}

/// Returns the odd signs of rules that are never among others, where they would be digits.
fn odd_rules(characters: &[Character]) -> Vec<char> {
    let mut alone: Vec<char> = ODD_RULES.chars().collect();
    for line in characters.split(|character| character.sign == '\n') {
        let mut visible = line.iter().map(|character| character.sign).filter(|sign| !sign.is_whitespace());
        let first = visible.next();
        if visible.any(|sign| Some(sign) != first) {
            alone.retain(|sign| line.iter().all(|character| character.sign != *sign));
        }
    }
    alone
}

/// Replaces a line of one odd sign with a rule of dashes.
fn rule(line: &mut [Character], alone: &[char]) -> Option<Note> {
    let mut visible: Vec<&mut Character> = line.iter_mut().filter(is_visible).collect();
    let first = visible.first()?.sign;
    let is_rule = visible.len() > 1 && alone.contains(&first) && visible.iter().all(|c| c.sign == first);
    if !is_rule {
        return None;
    }
    let span = visible[0].span.start..visible[visible.len() - 1].span.end;
    visible.iter_mut().for_each(|character| character.sign = '-');
    DOTS.contains(first).then(|| Note { message: message!("note-rule-of-dots"), span: Some(span) })
}

/// Replaces corners and underscores with dashes: a plus after a number at the start of a rule, as in `48 +----`, and underscores
/// after a bar.
fn corner_of_rule(line: &mut [Character]) {
    let is_dash = |c: Option<&Character>| c.is_some_and(|c| c.sign == '-');
    let Some(first) = line.iter().position(is_numeric) else { return };
    for i in first + 1..line.len() {
        if line[i].sign == '+' && is_dash(line.get(i + 1)) && is_dash(line.get(i + 2)) {
            line[i].sign = '|';
        }
        let is_behind_bar = BARS.contains(line[i - 1].sign) || CORNERS.contains(line[i - 1].sign);
        let run = if is_behind_bar { line[i..].iter().take_while(|c| c.sign == '_').count() } else { 0 };
        if run >= LEAST_RULE {
            line[i..i + run].iter_mut().for_each(|c| c.sign = '-');
        }
    }
}

/// Replaces corners of boxes with dashes if they are parts of rules, and with bars otherwise.
fn corners(line: &mut [Character]) {
    let is_corner = |c: char| CORNERS.contains(c);
    let has_corner = line.iter().any(|character| is_corner(character.sign));
    let is_framed = line.iter().any(|character| RULES.contains(character.sign));
    let is_rule = |c: &Character| {
        c.sign.is_whitespace() || is_corner(c.sign) || RULES.contains(c.sign) || BARS.contains(c.sign)
    };
    let sign = if is_framed && line.iter().all(is_rule) { '-' } else { '|' };
    if !has_corner && sign == '|' {
        return;
    }
    for character in line.iter_mut().filter(is_visible) {
        if is_corner(character.sign) || BARS.contains(character.sign) {
            character.sign = sign;
        }
    }
}

/// Reads `divisor / dividend \ quotient`, the Dutch form, as `divisor ) dividend ( quotient`.
fn backslash(line: &mut [Character]) {
    let places = |sign: char| {
        let found = line.iter().enumerate().filter(move |(_, character)| character.sign == sign);
        found.map(|(i, _)| i).collect::<Vec<usize>>()
    };
    if let ([slash], [back]) = (places('/').as_slice(), places('\\').as_slice())
        && slash < back
    {
        line[*slash].sign = ')';
        line[*back].sign = '(';
    }
}

/// Makes the only star of a text the times sign if it begins the second line, and no other sign gives the operation.
fn star(characters: &mut [Character]) {
    let is_sign = |character: &Character| "*×+-/÷:)|√∛∜".contains(character.sign);
    let mut lines = characters.split_mut(|character| character.sign == '\n');
    let is_seen = |line: &&mut [Character]| line.iter().any(|character| !character.sign.is_whitespace());
    let mut seen = lines.by_ref().filter(is_seen);
    let (Some(first), Some(second)) = (seen.next(), seen.next()) else { return };
    let stars = |line: &[Character]| line.iter().filter(|character| character.sign == '*').count();
    let others: usize = seen.map(|line| stars(line)).sum();
    if let (1, 0, 0, Some(i)) =
        (stars(first), stars(second), others, first.iter().position(|c| c.sign == '*'))
    {
        // A star between two factors on one line is the times sign if it has spaces around it.
        let is_space = |i: usize| first.get(i).is_some_and(|character| character.sign.is_whitespace());
        let is_alone = i > 0 && is_space(i - 1) && is_space(i + 1);
        if is_alone && first.iter().filter(|character| is_sign(character)).count() == 1 {
            first[i].sign = '×';
        } else if let Some(changed) = with_star(characters) {
            characters.iter_mut().zip(changed).for_each(|(old, new)| old.sign = new.sign);
        }
        return;
    }
    if first.iter().any(is_sign) || others > 0 {
        return;
    }
    let mut signs = second.iter_mut().filter(|character| !character.sign.is_whitespace());
    if let Some(star) = signs.next().filter(|character| character.sign == '*')
        && signs.all(|character| !is_sign(character))
    {
        star.sign = '×';
    }
}

/// Returns whether it can be a digit of a number.
fn is_numeric(character: &Character) -> bool {
    let sign = character.sign;
    sign.is_ascii_digit() || sign == '.' || signs::is_drawn_blank(sign) || is_symbol(sign)
}

/// Removes the bar of `12|552` in front of the rows below, where it means nothing.
fn bars_in_front(characters: &mut [Character]) {
    let is_bar = |c: &Character| BARS.contains(c.sign);
    let mut lines: Vec<&mut [Character]> = characters
        .split_mut(|c| c.sign == '\n')
        .filter(|line| line.iter().any(|c| !c.sign.is_whitespace()))
        .collect();
    let Some(head) = lines.iter().position(|line| line.iter().any(is_bar)) else { return };
    let (front, below) = lines.split_at_mut(head + 1);
    let begins_with_bar =
        |line: &&mut [Character]| line.iter().find(|c| !c.sign.is_whitespace()).is_some_and(is_bar);
    if below.len() < 2 || begins_with_bar(&&mut *front[head]) || !below.iter().all(begins_with_bar) {
        return;
    }
    for line in below {
        line.iter_mut().find(|c| is_bar(c)).into_iter().for_each(|bar| bar.sign = ' ');
    }
}

/// Makes an `x` the times sign if it has a line of its own and is nowhere else.
fn lone_x(characters: &mut [Character]) {
    let is_x = |c: &Character| matches!(c.sign, 'x' | 'X');
    if characters.iter().filter(|c| is_x(c)).count() != 1 {
        return;
    }
    for line in characters.split_mut(|c| c.sign == '\n') {
        let mut seen = line.iter_mut().filter(is_visible);
        if let (Some(x), None) = (seen.next(), seen.next())
            && is_x(x)
        {
            x.sign = '×';
        }
    }
}

/// Replaces an `x` that has a line of its own with the times sign.
pub(super) fn with_lone_x(characters: &[Character]) -> Option<Vec<Character>> {
    let mut changed = characters.to_vec();
    lone_x(&mut changed);
    changed.iter().zip(characters).any(|(new, old)| new.sign != old.sign).then_some(changed)
}

/// Replaces the only star with the times sign if it is between two factors on the first line.
pub(super) fn with_star(characters: &[Character]) -> Option<Vec<Character>> {
    let mut stars = (0..characters.len()).filter(|i| characters[*i].sign == '*');
    let (Some(i), None) = (stars.next(), stars.next()) else { return None };
    let is_beside = |other: Option<&Character>| other.is_some_and(is_numeric);
    let is_between = i > 0 && is_beside(characters.get(i - 1)) && is_beside(characters.get(i + 1));
    let line: Vec<&Character> = characters[..i].iter().filter(|c| !c.sign.is_whitespace()).collect();
    let is_first = line.iter().all(|c| is_numeric(c)) && !has_line_before(characters, i);
    let is_rule = |line: &&[Character]| line.iter().all(|c| c.sign.is_whitespace() || RULES.contains(c.sign));
    let others = characters.split(|c| c.sign == '\n').filter(|line| !is_rule(line));
    let has_sign = others.flatten().any(|c| "+-−×".contains(c.sign));
    (is_between && is_first && !has_sign).then(|| {
        let mut characters = characters.to_vec();
        characters[i].sign = '×';
        characters
    })
}

/// Returns whether there is a line with a number above that of a character.
fn has_line_before(characters: &[Character], i: usize) -> bool {
    let start = characters[..i].iter().rposition(|c| c.sign == '\n').unwrap_or(0);
    characters[..start].iter().any(|c| !c.sign.is_whitespace())
}

/// Adds a zero before each point that begins a number, if all dots are points: no number has two of them or ends with one, and
/// some number has one inside.
pub(super) fn with_leading_zeros(characters: &[Character]) -> Option<Vec<Character>> {
    let (mut begins, mut has_inner) = (Vec::new(), false);
    // Spaces may separate digits.
    let is_part = |c: &&Character| c.sign == ' ' || is_numeric(c);
    let is_digit = |c: Option<&Character>| c.is_some_and(|c| c.sign != '.' && is_numeric(c));
    for i in (0..characters.len()).filter(|i| characters[*i].sign == '.') {
        let mut before = characters[..i].iter().rev().take_while(is_part).filter(|c| c.sign != ' ');
        let is_inner = is_digit(before.clone().next());
        let is_open = !is_digit(characters[i + 1..].iter().find(|c| c.sign != ' '));
        if is_open || before.any(|c| c.sign == '.') {
            return None;
        }
        match is_inner {
            true => has_inner = true,
            false => begins.push(i),
        }
    }
    if begins.is_empty() || !has_inner {
        return None;
    }
    let mut changed: Vec<Character> = Vec::with_capacity(characters.len() + begins.len());
    for (i, character) in characters.iter().enumerate() {
        if begins.binary_search(&i).is_ok() {
            // It takes the place of the space before the point.
            if changed.last().is_some_and(|c| c.sign == ' ') {
                changed.pop();
            }
            changed.push(Character { shown: "0".into(), sign: '0', span: character.span.clone() });
        }
        changed.push(character.clone());
    }
    Some(changed)
}

/// Replaces the word before a remainder with one sign, if the text has one.
pub(super) fn with_rest(characters: &[Character]) -> Option<Vec<Character>> {
    let letters = letters(characters);
    let mut start = 0;
    for line in characters.split_inclusive(|character| character.sign == '\n') {
        let end = start + line.len();
        if let Some(changed) = rest(line, &letters) {
            let after = &characters[end..];
            return Some(
                characters[..start].iter().cloned().chain(changed).chain(after.iter().cloned()).collect(),
            );
        }
        start = end;
    }
    None
}

/// Replaces the word before a remainder with one sign, if the line has one.
fn rest(line: &[Character], letters: &[usize; LETTERS]) -> Option<Vec<Character>> {
    let signs: Vec<char> = line.iter().map(|character| character.sign.to_ascii_lowercase()).collect();
    let (from, to) = glued(&signs).or_else(|| word(&signs, letters))?;
    let sign = Character {
        shown: REST.to_string().into(),
        sign: REST,
        span: line[from].span.start..line[to - 1].span.end,
    };
    Some(line[..from].iter().cloned().chain([sign]).chain(line[to..].iter().cloned()).collect())
}

/// Finds a word that needs no spaces around it.
fn glued(signs: &[char]) -> Option<(usize, usize)> {
    GLUED.iter().find_map(|word| {
        let word: Vec<char> = word.chars().collect();
        let start = signs.windows(word.len()).position(|window| window == word)?;
        Some((start, start + word.len()))
    })
}

/// Finds a word between spaces, after a number and before another, whose letters are not those of the puzzle.
fn word(signs: &[char], letters: &[usize; LETTERS]) -> Option<(usize, usize)> {
    let mut start = 0;
    let words: Vec<(usize, usize)> = signs
        .split_inclusive(|c| c.is_whitespace())
        .map(|word| {
            start += word.len();
            (start - word.len(), start - word.iter().filter(|c| c.is_whitespace()).count())
        })
        .filter(|(from, to)| from < to)
        .collect();
    // Among letters with spaces between them, it is one of these letters.
    let is_spaced = words.iter().all(|(from, to)| to - from == 1);
    if is_spaced {
        return None;
    }
    let found = words.iter().enumerate().find(|(i, (from, to))| {
        let word: String = signs[*from..*to].iter().collect();
        // Directly after a divisor and its sign there is no remainder yet.
        let is_behind_number = || *i > 0 && !DIVIDING.contains(signs[words[i - 1].1 - 1]);
        is_behind_number() && i + 1 < words.len() && WORDS.contains(&word.as_str())
    });
    let (_, (from, to)) = found?;
    let is_foreign = |c: &char| {
        letters[*c as usize % LETTERS] == signs[*from..*to].iter().filter(|other| *other == c).count()
    };
    signs[*from..*to].iter().all(is_foreign).then_some((*from, *to))
}
