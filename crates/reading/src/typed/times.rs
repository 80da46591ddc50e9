//! Times signs: the letter x in place of one, and none before a bracket.

use std::collections::HashSet;
use std::ops::Range;

use super::view::View;
use super::{Change, Edit};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Rules;
use fukumen_language::spelling::is_wide;
use fukumen_language::vocabulary::Context;

/// The small letters that look like a times sign, Latin and Cyrillic.
const SMALL: &str = "xх";
/// The largest base whose digits are written as one character each.
const LARGEST_LETTER_BASE: u8 = 36;
/// The capitals.
const CAPITAL: &str = "XХ";

/// Whether it is a small letter, and not one that looks like a times sign, which makes no sentence of `AB x CD`.
pub(super) fn is_small(c: char) -> bool {
    c.is_lowercase() && !SMALL.contains(c)
}

pub(super) fn may_be_glued(text: &str) -> bool {
    // Words in small letters have an x often enough, and are none of these.
    text.contains(['x', 'х', 'ｘ'])
        && (text.contains(['(', '（']) || text.contains("gives") || !text.contains(is_small))
}

/// Reads each `x` as a times sign if it can be none but one: every `x` has a digit, a symbol, a blank or a bracket on both
/// sides, and no other small letter is a symbol, nor is `X`.
pub(super) fn glued(view: &View) -> Option<Change> {
    let names = names(view);
    let is_named = |i: usize| names.get(i).copied().unwrap_or(false);
    let crosses: Vec<usize> =
        (0..view.len()).filter(|i| SMALL.contains(view.sign(*i)) && !is_named(*i)).collect();
    let is_other = |i: usize| {
        let sign = view.sign(i);
        !is_named(i)
            && view.is_digit(i)
            && !SMALL.contains(sign)
            && (sign.is_lowercase() || CAPITAL.contains(sign))
    };
    if crosses.is_empty() || (0..view.len()).any(is_other) || says_x(view.rules) {
        return None;
    }
    let is_drawn = view.is_drawn();
    let head = heads(view);
    let is_times = |i: &usize| {
        let is_digit = |at: usize| view.is_digit(at) && !SMALL.contains(view.sign(at));
        let left = view.before(*i).is_some_and(|at| is_digit(at) || ")]".contains(view.sign(at)));
        let right = view.behind(i + 1).is_some_and(|at| is_digit(at) || "([".contains(view.sign(at)));
        if is_drawn { head == Some(*i) && right } else { left && right }
    };
    if !crosses.iter().all(is_times) {
        return None;
    }
    let edits: Vec<Edit> = crosses.iter().map(|i| Edit::new(view.bytes(*i..i + 1), "×")).collect();
    let is_hidden = |i: usize| view.is_hidden(i) && !is_named(i) && !SMALL.contains(view.sign(i));
    if !is_drawn && !(0..view.len()).any(is_hidden) && !is_true(view, &edits) {
        return None;
    }
    let mut note = Note::from(message!("note-times", sign = view.typed(crosses[0]..crosses[0] + 1)));
    note.span = Some(view.bytes(crosses[0]..crosses[0] + 1));
    // Between spaces it is the times sign by the language itself.
    let is_plain = |i: &usize| view.sign(*i) == 'x' && view.stands_alone(*i);
    if crosses.iter().all(is_plain) { None } else { Some(Change::of(edits)?.with(note)) }
}

/// Puts a times sign between a number or a bracket and the bracket behind it: `9(HATBOX)`, `(A+B)(C+D)`.
pub(super) fn brackets(view: &View) -> Option<Change> {
    let is_number = |open: usize| {
        // `ABC = 11 (A+B+C)`.
        let end = view.before(open).map_or(open, |last| last + 1);
        let is_part = |i: &usize| view.sign(*i).is_ascii_alphanumeric() || "._@".contains(view.sign(*i));
        let start = end - (0..end).rev().take_while(is_part).count();
        // Behind a point there may be a period in brackets.
        start < end && (start..end).all(|i| view.sign(i).is_ascii_digit())
    };
    let is_product = |open: &usize| view.sign(open - 1) == ')' || is_number(*open);
    let opens: Vec<usize> = (1..view.len()).filter(|i| view.sign(*i) == '(').filter(is_product).collect();
    // A bracket with commas is a list of arguments, not a factor.
    let lists = lists(view);
    if view.is_drawn() || view.is_form() || opens.iter().any(|open| lists.contains(open)) {
        return None;
    }
    let first = view.bytes(*opens.first()?..opens[0] + 1);
    let edits = opens.iter().map(|open| Edit::new(view.bytes(*open..*open), "×")).collect();
    let mut note = Note::from(message!("note-bracket-times"));
    note.span = Some(first);
    Some(Change::of(edits)?.with(note))
}

/// Puts a times sign between a number and the word after it: `8 KARU = SELO`. A number at the beginning of a line may be that of the
/// puzzle, unless the line would only say without it that two words are equal.
pub(super) fn numbers(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let is_number = |word: &Range<usize>| {
        let digits = word.clone().rev().take_while(|i| view.sign(*i).is_ascii_digit()).count();
        let before = (word.end - digits).checked_sub(1).filter(|before| *before >= word.start);
        digits > 0 && before.is_none_or(|before| !view.ends_operand(before))
    };
    let is_word = |word: &Range<usize>| word.clone().take_while(|i| view.is_hidden(*i)).count() > 1;
    // Nothing but `8 KARU = SELO`.
    let is_lone = |words: &[Range<usize>]| {
        let operators = words.iter().cloned().flatten().filter(|i| !view.is_digit(*i));
        operators.count() == 1
    };
    let mut factors = Vec::new();
    for line in view.lines() {
        let words = view.words(line);
        for (i, pair) in words.windows(2).enumerate() {
            if !view.ends_operand(pair[0].end - 1) || !view.begins_operand(pair[1].start) {
                continue;
            }
            let is_head = i == 0 && view.sign(pair[0].start).is_ascii_digit();
            // `A+B=5 AB+CD=EF` is two conditions.
            let parts = [words[0].start..pair[0].end, pair[1].start..words[words.len() - 1].end];
            let are_two = parts.into_iter().all(|part| view.has_relation(part));
            if are_two || !is_number(&pair[0]) || !is_word(&pair[1]) || is_head && !is_lone(&words) {
                return None;
            }
            factors.push(pair[1].start);
        }
    }
    let first = view.bytes(*factors.first()?..factors[0] + 1);
    let edits = factors.iter().map(|at| Edit::new(view.bytes(*at..*at), "×")).collect();
    let mut note = Note::from(message!("note-number-times"));
    note.span = Some(first);
    Some(Change::of(edits)?.with(note))
}

/// Where the brackets open that have a comma or a semicolon in them, not only in brackets of their own.
fn lists(view: &View) -> HashSet<usize> {
    let (mut open, mut lists) = (Vec::new(), HashSet::new());
    for i in 0..view.len() {
        match view.sign(i) {
            '(' => open.push(i),
            ')' => {
                open.pop();
            }
            ',' | ';' => lists.extend(open.last().copied()),
            _ => {}
        }
    }
    lists
}

/// Which characters are parts of words that are no symbols: names of functions, and those of a form on one line.
fn names(view: &View) -> Vec<bool> {
    let mut names = vec![false; view.len()];
    for open in (0..view.len()).filter(|i| view.sign(*i) == '(') {
        let name = view.name_before(open);
        let typed = view.signs(name.clone());
        if view.vocabulary.names().any(|known| known == typed) {
            names[name].iter_mut().for_each(|is_named| *is_named = true);
        }
    }
    if view.is_form() {
        for word in view.words(0..view.len()) {
            let is_said = ["gives", "root", "square", "cube"]
                .contains(&view.signs(word.clone()).to_lowercase().as_str());
            names[word].iter_mut().for_each(|is_named| *is_named |= is_said);
        }
    }
    names
}

/// Whether a setting names an x, which then is a symbol.
fn says_x(rules: &Rules) -> bool {
    let is_x = |text: &str| text.contains(|c| SMALL.contains(c) || CAPITAL.contains(c));
    let Rules { assign, blanks, blanks_avoid, same, symbols, wheres, shows, distinct, .. } = rules;
    let groups = match distinct {
        fukumen_language::puzzle::Distinct::Groups(groups) => groups.as_slice(),
        _ => &[],
    };
    let texts = blanks_avoid.iter().chain(same).chain(symbols).chain(wheres).chain(shows).chain(groups);
    texts
        .map(String::as_str)
        .chain(assign.iter().map(|assignment| assignment.symbol.as_str()))
        .chain(blanks.iter().map(|blank| blank.sign.as_str()))
        .any(is_x)
}

/// The first character of the second row of a drawing, if two stand above its first rule and it is no division or root.
fn heads(view: &View) -> Option<usize> {
    let lines = view.lines();
    let rule =
        lines.iter().position(|line| fukumen_language::text::lines::is_rule(view.typed(line.clone())))?;
    let is_other = (0..view.len()).any(|i| ")|√".contains(view.sign(i)));
    (rule == 2 && !is_other).then(|| lines[1].start)
}

/// Whether a text that hides nothing is true once it is changed.
fn is_true(view: &View, edits: &[Edit]) -> bool {
    let mut draft = super::Draft::new(view.text);
    draft.edit(edits);
    let context = Context::new(view.rules.base);
    view.shown_conditions(draft.text()).is_some_and(|conditions| {
        conditions.iter().all(|condition| judge::truth(condition, &[], &context) == Truth::Yes)
    })
}

/// A lone capital `X` between two operands, with spaces around it, is the times sign if the text cannot be read otherwise.
pub(super) fn capital(view: &View) -> Option<Change> {
    let is_cross = |i: &usize| {
        let sign = view.sign(*i);
        (CAPITAL.contains(sign) || SMALL.contains(sign)) && view.stands_alone(*i)
    };
    let is_drawn = view.is_drawn();
    let is_operator = |i: &usize| {
        let left = view.before(*i).is_some_and(|at| view.ends_operand(at));
        let right = view.behind(i + 1).is_some_and(|at| view.begins_operand(at));
        right && (left || is_drawn && view.before(*i).is_none())
    };
    let all: Vec<usize> = (0..view.len())
        .filter(|i| CAPITAL.contains(view.sign(*i)) || SMALL.contains(view.sign(*i)))
        .collect();
    // A symbol that stands within a word is one wherever it stands.
    if all.is_empty() || !all.iter().all(|i| is_cross(i) && is_operator(i)) || says_x(view.rules) {
        return None;
    }
    // Digits with spaces between them have symbols that stand alone all the same.
    let is_spaced = view.lines().iter().any(|line| {
        let words = view.words(line.clone());
        words.len() > 2
            && words.windows(2).any(|pair| {
                pair.iter().all(|word| {
                    word.len() == 1 && view.is_digit(word.start) && all.binary_search(&word.start).is_err()
                })
            })
    });
    if is_spaced && !is_drawn && all.len() > 1 {
        return None;
    }
    let edits = all.iter().map(|i| Edit::new(view.bytes(*i..i + 1), "×")).collect();
    let mut note = Note::from(message!("note-times", sign = view.typed(all[0]..all[0] + 1)));
    note.span = Some(view.bytes(all[0]..all[0] + 1));
    Some(Change::of(edits)?.with(note))
}

/// In the head of a drawing an `x` between two numbers is the times sign, with spaces around it: `12 x 34`.
pub(super) fn in_head(view: &View) -> Option<Change> {
    if !view.is_drawn() || says_x(view.rules) {
        return None;
    }
    let line = view.lines().into_iter().next()?;
    let words = view.words(line);
    let [_, cross, _] = words.as_slice() else { return None };
    let is_number =
        |word: &std::ops::Range<usize>| word.clone().all(|i| view.is_digit(i) || view.sign(i) == '*');
    let is_cross = cross.len() == 1 && SMALL.contains(view.sign(cross.start));
    let is_head = is_cross && is_number(&words[0]) && is_number(&words[2]);
    is_head.then(|| Change::of(vec![Edit::new(view.bytes(cross.clone()), "×")])).flatten()
}

/// A capital `X` that stands alone beside the second factor above the rule of a drawing, and nowhere else, is the times sign.
pub(super) fn capital_in_head(view: &View) -> Option<Change> {
    let crosses: Vec<usize> = (0..view.len())
        .filter(|i| CAPITAL.contains(view.sign(*i)) || SMALL.contains(view.sign(*i)))
        .collect();
    let ([cross], true) = (crosses.as_slice(), view.is_drawn() && !says_x(view.rules)) else { return None };
    let lines = view.lines();
    let rule = lines.iter().position(|line| fukumen_language::text::lines::is_rule(view.typed(line.clone())));
    let rule = rule.unwrap_or_else(|| lines.len().min(2));
    let is_head = rule == 2 && lines.len() > 1 && lines[1].len() > 1 && CAPITAL.contains(view.sign(*cross));
    let row = lines.get(1).filter(|_| is_head)?.clone();
    // With room around each digit, as large bases and wide characters need it, a symbol stands alone, too.
    let is_narrow =
        view.rules.base.get() <= LARGEST_LETTER_BASE && (0..view.len()).all(|i| view.sign(i) != '[');
    let is_part = |i: usize| view.is_digit(i) || view.is_space(i) || "*.".contains(view.sign(i));
    let is_factor = row.clone().filter(|i| i != cross).all(is_part);
    let is_behind = row.end == cross + 1 && !view.text.contains(is_wide);
    let is_edge = is_narrow && is_factor && (row.start == *cross || is_behind);
    if !is_edge || !view.stands_alone(*cross) {
        return None;
    }
    let mut note = Note::from(message!("note-times", sign = view.typed(*cross..cross + 1)));
    note.span = Some(view.bytes(*cross..cross + 1));
    Some(Change::of(vec![Edit::new(view.bytes(*cross..cross + 1), "×")])?.with(note))
}
