//! What people write before a puzzle and behind it: marks of lists, dashes, full stops, question marks.

use std::ops::Range;

use super::arrows::ARROWS;
use super::prose::without_remarks;
use super::view::{BRACKETS, View};
use super::words::condition_of;
use super::{Change, Edit, prose};
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Permission;

/// How long the number or the letters of a list mark may be: `12.`, `iii)`.
pub(super) const LONGEST_MARK: usize = 3;

/// Letters before the number of a puzzle.
pub(super) const NUMBERED: &[&str] = &["q.", "no.", "nr.", "ex."];

/// How many pictures beside puzzles are taken off, and how many signs each may have.
const MOST_ORNAMENTS: usize = 8;
pub(super) const LONGEST_ORNAMENT: usize = 4;

/// Letters of three alphabets that look alike, in the order Latin, Greek, Cyrillic; a space where there is none.
const TWINS: [&str; 3] = ["ABEKMHOPCTYXIZN", "ΑΒΕΚΜΗΟΡ ΤΥΧΙΖΝ", "АВЕКМНОРСТУХІ  "];

pub(super) fn note(message: fukumen_language::message::Message, at: Range<usize>) -> Note {
    let mut note = Note::from(message);
    note.span = Some(at);
    note
}

/// Takes the marks of a list off conditions: `*`, `1.`, `1.)`, `(1)`, `[1]`, `a)`, `A.`, `IV.`, `№ 1.`, each with a space behind it.
pub(super) fn list_mark(view: &View) -> Option<Change> {
    if view.is_form() {
        return None;
    }
    if view.is_drawn() {
        let first = view.lines().into_iter().next()?;
        let mark = mark(view, first.clone()).filter(|mark| is_mark_of_drawing(view, mark, &first))?;
        let width = mark.len();
        return Change::of(vec![Edit::new(view.bytes(mark), " ".repeat(width))]);
    }
    let mut glued = Vec::new();
    let marked = view.lines().into_iter().filter_map(|line| {
        let mark = mark(view, line.clone())?;
        let rest = view.trimmed(mark.end..line.end)?;
        let is_said =
            view.is_condition(rest.clone()) || condition_of(view.typed(rest.clone()), view).is_some();
        if is_said && rest.start == mark.end && view.sign(mark.end - 1) == ')' {
            glued.push(view.typed(mark.clone()));
        }
        is_said.then(|| Edit::cut(view.bytes(mark.start..rest.start)))
    });
    let change = Change::of(marked.collect())?;
    Some(if glued.is_empty() { change } else { change.with(prose::note(&glued.join(" … "))) })
}

pub(super) fn may_have_head_mark(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(". ") && text.matches('.').count() == 1
}

/// Takes the number off before the first row of a drawing, `1. SEND`, if no other row has a point.
pub(super) fn head_mark(view: &View) -> Option<Change> {
    let first = view.lines().into_iter().next().filter(|_| view.is_drawn())?;
    let mark = mark(view, first.clone()).filter(|mark| is_mark_of_drawing(view, mark, &first))?;
    let is_hidden = view.behind(mark.end).is_some_and(|i| view.is_hidden(i) && !view.is_blank(i));
    let width = mark.len();
    is_hidden.then(|| Change::of(vec![Edit::new(view.bytes(mark), " ".repeat(width))]))?
}

/// Beside a drawing a number and a bracket would be a divisor.
fn is_mark_of_drawing(view: &View, mark: &Range<usize>, line: &Range<usize>) -> bool {
    let signs = view.signs(mark.clone());
    let is_divisor =
        signs.starts_with(|c: char| c.is_ascii_digit()) && signs.ends_with(')') && !signs.ends_with(".)");
    // A number alone is a row, or a digit of one.
    let is_number = signs.bytes().all(|b| b.is_ascii_digit());
    !signs.starts_with('*') && !is_number && (!is_divisor || mark.end == line.end)
}

/// The mark at the head of a line, with a space or the line's end behind it. A circle, or brackets around a number, stand before
/// letters as well: `①SEND`, `(1)SEND+MORE`; but `(3)AB=CDE` may be a product.
pub(super) fn mark(view: &View, line: Range<usize>) -> Option<Range<usize>> {
    let start = line.start;
    let is_ended = |end: usize| end == line.end || view.is_space(end);
    if view.sign(start) == '*' {
        return (is_ended(start + 1) && start + 1 < line.end).then_some(start..start + 1);
    }
    if matches!(view.letter(start), '①'..='⒛' | '❶'..='➓') {
        return Some(start..start + 1);
    }
    let open = "([".find(view.sign(start));
    let from = match view.sign(start) {
        '№' => view.behind(start + 1)?,
        _ => start + usize::from(open.is_some()),
    };
    // `Q.12`, `No. 5`: behind such letters there is a point before the number, and perhaps none behind it.
    let signs = view.signs(from..line.end.min(from + LONGEST_MARK + 1)).to_lowercase();
    if let Some(name) = NUMBERED.iter().find(|name| signs.starts_with(**name)) {
        let number = view.behind(from + name.len())?;
        let digits = (number..line.end).take_while(|i| view.sign(*i).is_ascii_digit()).count();
        let end = number + digits;
        // `Ex. 4 - SEND+MORE=MONEY`.
        let dash = view.behind(end).filter(|i| "-–—".contains(view.sign(*i)) && view.is_space(i - 1));
        let end = dash.map_or(end + usize::from(".:)".contains(view.sign(end))), |dash| dash + 1);
        return (1..=LONGEST_MARK).contains(&digits).then_some(start..end).filter(|_| is_ended(end));
    }
    let length = (from..line.end).take_while(|i| view.sign(*i).is_ascii_alphanumeric()).count();
    let to = from + length;
    let letters = (from..to).take_while(|i| view.sign(*i).is_ascii_alphabetic()).count();
    let is_named = (from + letters..to).all(|i| view.sign(i).is_ascii_digit());
    let is_capital = length == 1 && view.sign(from).is_ascii_uppercase();
    let is_roman = (from..to).all(|i| "IVX".contains(view.sign(i)));
    let ends_in_number = is_named && (letters < length || is_capital || is_roman);
    // `1.)`.
    let to = to + usize::from(open.is_none() && view.sign(to) == '.' && view.sign(to + 1) == ')');
    let is_closed = match (open, view.sign(to)) {
        (None | Some(0), ')') => true,
        (Some(1), ']') => letters == 0,
        (None, '.') => ends_in_number,
        _ => false,
    };
    let calculates = || (to + 1..line.end).any(|i| "+-−–×*·/÷".contains(view.sign(i)));
    let is_glued = open == Some(0) && letters == 0 && view.letter(to + 1).is_alphabetic() && calculates();
    let is_apart = is_ended(to + 1) || is_glued;
    let is_mark = (1..=LONGEST_MARK).contains(&length) && is_named && is_closed && is_apart;
    // In the first cell of a row of a spreadsheet it is a number alone.
    let is_cell = length > 0 && letters == 0 && open.is_none() && view.sign(to) == '\t';
    is_mark.then_some(start..to + 1).or(is_cell.then_some(start..to))
}

pub(super) fn may_have_dash(text: &str) -> bool {
    ["- ", "– ", "— ", "\n> "].iter().any(|dash| text.contains(dash))
}

/// Takes dashes off that are marks of a list: before each of two or more conditions, before each below a puzzle or below words, or
/// before a lone one in which no other sign has a space behind it, so that it is no minus sign that stands as the others do.
pub(super) fn dash(view: &View) -> Option<Change> {
    let all_lines = view.lines();
    let is_of_words = |line: &&Range<usize>| {
        let mut words = view.words((*line).clone()).into_iter();
        !view.has_relation((*line).clone())
            && !"-–—".contains(view.sign(line.start))
            && words.any(|word| word.len() > 1 && prose::is_of_sentence(view, word))
    };
    let words = all_lines.iter().take_while(is_of_words).count();
    let rest = |line: &Range<usize>| {
        // What is quoted below words is in the same place.
        let is_mark = "-–—".contains(view.sign(line.start)) || words > 0 && view.sign(line.start) == '>';
        let rest = view.trimmed(line.start + 1..line.end)?;
        let is_apart = is_mark && rest.start > line.start + 1;
        let is_said = || condition_of(view.typed(rest.clone()), view).is_some();
        (is_apart && (view.is_condition(rest.clone()) || is_said())).then_some(rest)
    };
    let [head, below @ ..] = all_lines.as_slice() else { return None };
    let is_headed = !below.is_empty()
        && !view.is_drawn()
        && view.has_relation(head.clone())
        && !"-–—>".contains(view.sign(head.start));
    let lines = if is_headed { below } else { &all_lines[words..] };
    let all = lines.iter().map(rest).collect::<Option<Vec<_>>>()?;
    // A title of Markdown is a comment.
    let has_title = view.text.trim_start().starts_with("# ");
    if let ([line], [rest], false) = (all_lines.as_slice(), all.as_slice(), has_title) {
        let is_spaced = |i: usize| "+-−–".contains(view.sign(i)) && view.is_space(i + 1);
        if view.is_form() || view.typed(line.clone()).contains([';', '；']) || rest.clone().any(is_spaced) {
            return None;
        }
    }
    let first = lines.first()?.start;
    let edits = lines.iter().zip(&all).map(|(line, rest)| Edit::cut(view.bytes(line.start..rest.start)));
    let change = Change::of(edits.collect())?;
    let note = note(message!("note-dash"), view.bytes(first..first + 1));
    Some(if view.sign(first) == '>' { change } else { change.with(note) })
}

/// Takes the dash before the first row of a drawing off, whose other rows have another sign.
pub(super) fn dash_of_drawing(view: &View) -> Option<Change> {
    let lines = view.lines();
    let [first, second, ..] = lines.as_slice() else { return None };
    let starts_with = |line: &Range<usize>, signs: &str| signs.contains(view.sign(line.start));
    let is_dash = starts_with(first, "-–—") && view.is_space(first.start + 1) && first.len() > 2;
    let has_dash = lines[1..].iter().any(|line| {
        starts_with(line, "-–—") && !fukumen_language::text::lines::is_rule(view.typed(line.clone()))
    });
    if !view.is_drawn() || !is_dash || has_dash || !starts_with(second, "+×xX") {
        return None;
    }
    let at = view.bytes(first.start..first.start + 1);
    let change = Change::of(vec![Edit::new(at.clone(), " ")])?;
    Some(change.with(note(message!("note-dash"), at)))
}

/// Takes pictures off the ends of lines, where a space parts them from the puzzle: `SEND + MORE = MONEY 🎄`. In a puzzle of
/// pictures nothing is taken off.
pub(super) fn ornaments(view: &View) -> Option<Change> {
    let is_picture = |i: usize| view.is_picture(i);
    let is_pointer = |i: usize| ARROWS.contains(&view.sign(i)) || "▶►▸".contains(view.sign(i));
    let is_ornament = |word: &Range<usize>| {
        word.len() <= LONGEST_ORNAMENT && (word.clone().all(is_picture) || word.clone().all(is_pointer))
    };
    let ends = view.lines().into_iter().filter_map(|line| match view.words(line).as_slice() {
        words @ [first, second, ..] => {
            let last = &words[words.len() - 1];
            let is_before = view.begins_operand(second.start);
            let is_behind = view.before(last.start).is_some_and(|i| view.ends_operand(i));
            Some([Some(first.clone()).filter(|_| is_before), Some(last.clone()).filter(|_| is_behind)])
        }
        _ => None,
    });
    let ornaments: Vec<_> = ends.flatten().flatten().filter(is_ornament).take(MOST_ORNAMENTS).collect();
    let is_among = |i: usize| ornaments.iter().any(|ornament| ornament.contains(&i));
    if (0..view.len()).any(|i| is_picture(i) && !is_among(i)) {
        return None;
    }
    without_remarks(view, ornaments)
}

pub(super) fn may_exclaim(text: &str) -> bool {
    text.trim_end().trim_end_matches(['=', '＝', ' ']).ends_with(['!', '！'])
}

/// The fewest digits of a number in base ten or a larger one whose factorial is too large to compute, and of one whose factorial
/// has too large a factorial.
const TOO_LARGE: [usize; 2] = [5, 3];

/// Takes exclamation marks off the end of a puzzle if they are no factorials: behind a number of five digits or more, or two of them
/// behind three digits, nothing could be computed.
pub(super) fn exclaimed(view: &View) -> Option<Change> {
    // `SEND+MORE=MONEY! =`: an equals sign at the end says nothing.
    let whole = view.whole();
    let last = whole.clone().rev().find(|i| view.sign(*i) != '=' && !view.is_space(*i))?;
    let whole = whole.start..last + 1;
    let marks = whole.clone().rev().take_while(|i| "!！".contains(view.sign(*i))).count();
    let end = whole.end - marks;
    // A star with nothing behind it is a blank.
    let has_stars = end > whole.start && view.sign(end - 1) == '*';
    let is_digit = |i: &usize| view.is_digit(*i) || has_stars && view.sign(*i) == '*';
    let digits = (whole.start..end).rev().take_while(is_digit).count();
    let most = TOO_LARGE.get(marks.checked_sub(1)?).or(TOO_LARGE.last())?;
    let is_large = digits >= *most && view.rules.base.get() >= 10;
    let is_large = is_large && view.rules.leading_zeros == Permission::Forbidden;
    let change =
        (is_large && !view.is_drawn()).then(|| Change::of(vec![Edit::cut(view.bytes(end..whole.end))]))??;
    Some(change.with(message!("note-exclaimed")))
}

/// Takes full stops, question marks with a space before them, and digits in brackets off the ends of lines.
pub(super) fn end_mark(view: &View) -> Option<Change> {
    let cut = |line: Range<usize>| {
        let mut end = line.end;
        while let Some(before) = mark_at_end(view, line.start..end) {
            end = view.trimmed(line.start..before)?.end;
        }
        (end < line.end).then(|| Edit::cut(view.bytes(end..line.end)))
    };
    Change::of(view.lines().into_iter().filter_map(cut).collect())
}

/// Where the last mark of a line begins.
fn mark_at_end(view: &View, line: Range<usize>) -> Option<usize> {
    let last = line.end.checked_sub(1).filter(|last| *last > line.start)?;
    let before = last - 1;
    match view.sign(last) {
        '.' => {
            let others = line.clone().filter(|i| view.sign(*i) == '.').count();
            // `CROSS+ROADS=DANGER...`: no digits of a number in capitals repeat.
            let dots = line.clone().rev().take_while(|i| view.sign(*i) == '.').count();
            let first = line.end - dots;
            if dots == 3 && others == 3 && first > line.start && view.letter(first - 1).is_uppercase() {
                return Some(first);
            }
            // Several dots are blanks, or digits without end. A star with nothing behind it is a blank.
            let ends = view.ends_operand(before) || view.sign(before) == '*';
            (others == 1 && ends).then_some(last)
        }
        '。' | '．' | '｡' => Some(last),
        '?' => {
            let first = last + 1
                - line.clone().rev().skip(line.end - 1 - last).take_while(|i| view.sign(*i) == '?').count();
            let is_apart = first > line.start && view.is_space(first - 1);
            // `S + M = ?` asks for a value, and `? ?` is a row.
            let is_row = !view.has_relation(line.clone())
                && line
                    .clone()
                    .all(|i| view.is_blank(i) || view.is_space(i) || "x×+-".contains(view.sign(i)));
            (is_apart && !is_row && view.before(first).is_some_and(|i| view.ends_operand(i))).then_some(first)
        }
        ')' => digits_in_brackets(view, line),
        _ => None,
    }
}

/// `(0-9)` at the end of a line, which says that all digits may be used, with a number or a bracket before it.
fn digits_in_brackets(view: &View, line: Range<usize>) -> Option<usize> {
    let open = line.clone().rev().find(|i| view.sign(*i) == '(')?;
    let inner = view.signs(open + 1..line.end - 1).replace(['–', '−', ' '], "-").replace("---", "-");
    let is_range = matches!(inner.as_str(), "0-9" | "1-0" | "9-0" | "0-1");
    (is_range && open > line.start).then_some(open)
}

/// Whether it is a letter of a script without capitals.
pub(super) fn is_without_case(sign: char) -> bool {
    sign.is_alphabetic() && !sign.is_lowercase() && !sign.is_uppercase() && !sign.is_ascii()
}

/// Reads a bracket behind a condition with other conditions in it as these conditions: `A+B=C (A=1)`, `A+B=C [A=1]`.
pub(super) fn side_conditions(view: &View) -> Option<Change> {
    if view.is_form() {
        return None;
    }
    if view.is_drawn() {
        let last = view.lines().pop()?;
        let open = last.clone().find(|i| view.sign(*i) == '(' && view.is_space(i.saturating_sub(1)))?;
        let inner = view.trimmed(open + 1..last.end - 1)?;
        let fits = view.sign(last.end - 1) == ')' && view.is_condition(inner.clone()) && open > last.start;
        let condition = view.typed(inner);
        let edits =
            || vec![Edit::new(0..0, format!("@where {condition}\n")), Edit::cut(view.bytes(open..last.end))];
        let change = fits.then(|| Change::of(edits()))??;
        return Some(change.with(message!("note-below", conditions = condition)));
    }
    let of_line = |line: Range<usize>| {
        let close = line.end - 1;
        let (sign, _) = BRACKETS.iter().find(|(_, sign)| view.sign(close) == *sign)?;
        // `A+B=C(A<B)`: with a relation in it, the last bracket is no factor.
        let last = (line.start..close).rev().find(|i| view.sign(*i) == *sign)?;
        let relates = *sign == '(' && (last..close).any(|i| "=<>≠≤≥".contains(view.sign(i)));
        let opens = |i: &usize| {
            view.sign(*i) == *sign && (view.is_space(i.saturating_sub(1)) || relates && *i == last)
        };
        let open = line.clone().find(opens)?;
        let label = (open..close).rev().find(|i| view.sign(*i) == ':').unwrap_or(open);
        // `[A: 1-3]` has no label.
        let label = if (open..label).any(|i| view.sign(i).is_lowercase()) { label } else { open };
        let (main, inner) = (view.trimmed(line.start..open)?, view.trimmed(label + 1..close)?);
        let has_brackets = inner.clone().any(|i| "()[]{}".contains(view.sign(i)));
        let first = view.words(inner.clone()).into_iter().next()?;
        let said = view.signs(inner.clone());
        let is_told = (said.contains(" is ")
            || said.contains(" in ")
            || said.contains(':')
            || said.contains(" be ") && said.contains(" or "))
            && !first.clone().any(|i| view.sign(i).is_lowercase());
        let says_more = view.is_condition(inner.clone()) || is_told && !has_brackets;
        let fits = says_more && view.is_condition(main.clone());
        (fits && view.ends_operand(main.end - 1)).then(|| {
            [Edit::new(view.bytes(main.end..inner.start), ", "), Edit::cut(view.bytes(close..close + 1))]
        })
    };
    Change::of(view.lines().into_iter().filter_map(of_line).flatten().collect())
}

pub(super) fn may_end_in_blank(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？']) && text.matches(['?', '？']).count() == 1
}

/// A note on a question mark that is read as a blank, if it may be the end of a question.
pub(super) fn end_blank(view: &View) -> Option<Change> {
    let last = view.whole().end.checked_sub(1)?;
    let is_blank = last > 0 && view.is_hidden(last - 1) && !view.is_drawn() && !view.is_form();
    let mark = view.bytes(last..last + 1);
    if last > 0 && is_blank && asks(view, last) || last > 0 && tells_one_digit(view, last) {
        return Change::of(vec![Edit::cut(mark)]);
    }
    is_blank.then(|| Change::default().with(note(message!("note-end-blank"), mark)))
}

/// Whether the first word before a question mark asks: `Which number abcd satisfies 4 × abcd = dcba?`.
fn asks(view: &View, mark: usize) -> bool {
    let words = view.words(0..mark);
    let [first, second, ..] = words.as_slice() else { return false };
    let is_question = prose::QUESTIONS.contains(&view.signs(first.clone()).to_lowercase().as_str());
    let is_word = prose::is_of_sentence(view, first.clone()) && view.begins_operand(second.start);
    is_question && is_word && !(0..mark).any(|i| view.is_blank(i))
}

/// Whether the words before a question mark say which digit a symbol is, `Can you solve … if M is 1?`: it is not one of two
/// digits. What they ask themselves is another matter: `Is M = 1?`.
fn tells_one_digit(view: &View, mark: usize) -> bool {
    let words = view.words(0..mark);
    let [.., before, symbol, verb, digit] = words.as_slice() else { return false };
    let is = |word: &Range<usize>, known: &[&str]| known.contains(&view.signs(word.clone()).as_str());
    digit.len() == 1
        && view.sign(digit.start).is_ascii_digit()
        && symbol.len() == 1
        && view.is_hidden(symbol.start)
        && is(verb, &["is", "equals", "="])
        && !is(before, &["Is", "is"])
}

pub(super) fn may_be_chain(text: &str) -> bool {
    text.contains(['√', '∛']) && text.matches('=').count() > 1
}

/// A root and its steps with equals signs between them, `√ABCD=EF-GH=IAD-…`, becomes the form with semicolons.
pub(super) fn root_chain(view: &View) -> Option<Change> {
    let whole = view.whole();
    let mut signs = view.signs(whole.clone()).chars().filter(|c| "√∛=-−–".contains(*c)).collect::<String>();
    signs = signs.replace(['−', '–'], "-");
    let steps = signs.strip_prefix(['√', '∛'])?.strip_prefix('=')?;
    let is_chain = steps.len() >= 2 && steps.replace("-=", "").is_empty();
    let is_plain = whole
        .clone()
        .skip(1)
        .all(|i| view.is_digit(i) || view.sign(i) == ' ' || "=-−–'’".contains(view.sign(i)));
    let first = whole.clone().find(|i| view.sign(*i) == '=')?;
    let second = whole.clone().find(|i| "-−–".contains(view.sign(*i)))?;
    let digits = |range: Range<usize>| range.filter(|i| view.is_digit(*i)).count();
    let group = if signs.starts_with('√') { 2 } else { 3 };
    let fits = digits(whole.start..first).div_ceil(group) == digits(first..second);
    if !is_chain || !is_plain || !fits {
        return None;
    }
    let minus = whole.filter(|i| "-−–".contains(view.sign(*i)));
    let edits = minus.map(|i| Edit::new(view.bytes(i..i + 1), "; -")).collect();
    Some(Change::of(edits)?.with(message!("note-root-chain")))
}

pub(super) fn may_mix(text: &str) -> bool {
    !text.is_ascii() && {
        let is_latin = |c: char| c.is_ascii_alphabetic();
        let is_other = |c: char| matches!(c, '\u{370}'..='\u{3FF}' | '\u{400}'..='\u{4FF}');
        text.contains(is_latin) && text.contains(is_other)
    }
}

/// A note on letters of two alphabets that look alike and are two symbols.
pub(super) fn two_alphabets(view: &View) -> Option<Change> {
    let whole = view.whole();
    let is_there = |letter: char| {
        whole.clone().find(|i| {
            view.sign(*i) == letter || view.sign(*i) == letter.to_lowercase().next().unwrap_or(letter)
        })
    };
    let names = ["Latin", "Greek", "Cyrillic"];
    for (i, latin) in TWINS[0].chars().enumerate() {
        let found: Vec<(usize, usize)> = (0..TWINS.len())
            .filter_map(|alphabet| Some((alphabet, TWINS[alphabet].chars().nth(i).filter(|c| *c != ' ')?)))
            .filter_map(|(alphabet, letter)| Some((alphabet, is_there(letter)?)))
            .collect();
        if let [(first, _), (second, at), ..] = found[..] {
            let message =
                message!("note-two-alphabets", letter = latin, first = names[first], second = names[second]);
            return Some(Change::default().with(note(message, view.bytes(at..at + 1))));
        }
    }
    None
}

/// Relations that may hold for several letters.
const OF_EACH: &str = "≠<>≤≥";
/// How much may be said of each, and of how many.
const LONGEST_SAID: usize = 12;
const MOST_LISTED: usize = 36;

/// Says of each letter of a list what is said of the last: `T, F ≠ 0`.
pub(super) fn listed(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    let is_unequal = |i: usize| view.sign(i) == '!' && view.sign(i + 1) == '=';
    for relation in (0..view.len()).filter(|i| OF_EACH.contains(view.sign(*i)) || is_unequal(*i)) {
        let last = view.before(relation)?;
        let is_end = |i: &usize| *i >= view.len() || ",;.\n)".contains(view.sign(*i));
        let Some(end) = (relation + 1..=view.len()).take(LONGEST_SAID).find(is_end) else { continue };
        let said = view.trimmed(relation..end)?;
        let is_letter =
            |i: usize| view.is_hidden(i) && !view.is_blank(i) && (i == 0 || !view.is_digit(i - 1));
        let mut at = last;
        let mut rest = MOST_LISTED;
        while rest > 0
            && let Some(comma) = view.before(at).filter(|i| is_letter(at) && view.sign(*i) == ',')
            && let Some(letter) = view.before(comma).filter(|i| is_letter(*i))
            && view.before(letter).is_none_or(|i| !view.ends_operand(i) || letter > i + 1)
            && !view.before(letter).is_some_and(|i| "=≠<>≤≥+-×*/".contains(view.sign(i)))
        {
            edits.push(Edit::new(view.bytes(comma..comma), format!(" {}", view.typed(said.clone()))));
            at = letter;
            rest -= 1;
        }
    }
    edits.sort_by_key(|edit| edit.at.start);
    Change::of(edits)
}

/// Signs of relations that programs have, the longest first, and what they mean.
const PROGRAM_RELATIONS: &[(&str, &str)] = &[
    ("#\\=", "≠"),
    ("=\\=", "≠"),
    ("#>=", "≥"),
    ("#=<", "≤"),
    ("#<=", "≤"),
    ("#=", "="),
    ("#<", "<"),
    ("#>", ">"),
    ("\\=", "≠"),
    ("=<", "≤"),
];

/// Reads the relations of Prolog and other languages: `SEND+MORE #= MONEY`, `A \= 1`, `A =< 2`.
pub(super) fn program_relations(view: &View) -> Option<Change> {
    let bytes = view.bytes(0..view.len());
    let text = &view.text[bytes.clone()];
    let mut edits = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['#', '\\', '=']).map(|next| at + next) {
        let found = PROGRAM_RELATIONS.iter().find(|(sign, _)| text[next..].starts_with(sign));
        at = next + found.map_or(1, |(sign, _)| sign.len());
        // A comment begins with its sign.
        let is_behind = !text[..next].trim_end_matches(' ').is_empty() && !text[..next].ends_with('\n');
        if let Some((_, relation)) = found.filter(|_| is_behind && !text[at..].starts_with('=')) {
            edits.push(Edit::new(bytes.start + next..bytes.start + at, *relation));
        }
    }
    Change::of(edits)
}

/// Takes off the signs of degrees behind numbers: `AB° + AC° = DE°`. As symbols they would be digits.
pub(super) fn degrees(view: &View) -> Option<Change> {
    let degrees: Vec<usize> = (0..view.len()).filter(|i| view.sign(*i) == '°').collect();
    let is_unit =
        |i: usize| i > 0 && view.is_digit(i - 1) && view.sign(i - 1) != '°' && !view.is_digit(i + 1);
    let first = *degrees.first().filter(|_| degrees.iter().all(|i| is_unit(*i)))?;
    let note = note(message!("note-degrees"), view.bytes(first..first + 1));
    let edits = degrees.into_iter().map(|i| Edit::cut(view.bytes(i..i + 1))).collect();
    Some(Change::of(edits)?.with(note))
}

pub(super) fn may_list_between(text: &str) -> bool {
    text.contains(',') && text.contains(['≤', '<', '≦', '⩽'])
}

/// Behind the digits that begin at a place.
fn end_of_number(view: &View, from: usize) -> usize {
    let digits = (from..view.len()).take_while(|i| view.sign(*i).is_ascii_digit());
    from + digits.count()
}

/// Says of each letter between two bounds what is said of the list: `1 ≤ A, B, C ≤ 9`.
pub(super) fn listed_between(view: &View) -> Option<Change> {
    let is_bound = |i: usize| "≤<".contains(view.sign(i));
    // `<=` is written with two signs.
    let behind_bound = |i: usize| i + 1 + usize::from(view.sign(i) == '<' && view.sign(i + 1) == '=');
    let bound_before = |i: usize| {
        let last = view.before(i)?;
        let first = last - usize::from(view.sign(last) == '=' && last > 0 && view.sign(last - 1) == '<');
        is_bound(first).then_some(first..last + 1)
    };
    let letter_before = |i: usize| view.before(i).filter(|i| view.is_hidden(*i) && !view.is_blank(*i));
    let mut edits = Vec::new();
    for upper in (0..view.len()).filter(|i| is_bound(*i)) {
        let number = view.behind(behind_bound(upper)).filter(|i| view.sign(*i).is_ascii_digit());
        let (Some(number), Some(last)) = (number, letter_before(upper)) else { continue };
        let mut letters = vec![last];
        while letters.len() <= MOST_LISTED
            && let Some(comma) = view.before(letters[letters.len() - 1]).filter(|i| view.sign(*i) == ',')
            && let Some(letter) = letter_before(comma)
        {
            letters.push(letter);
        }
        let first = letters[letters.len() - 1];
        let Some(lower) = bound_before(first).filter(|_| letters.len() > 1) else { continue };
        let Some(from) = view.before(lower.start).filter(|i| view.sign(*i).is_ascii_digit()) else {
            continue;
        };
        let start = (0..=from).rev().take_while(|i| view.sign(*i).is_ascii_digit()).last().unwrap_or(from);
        let end = end_of_number(view, number);
        let digits = |from: usize| view.typed(from..end_of_number(view, from)).parse::<u64>().ok();
        // Two letters may stand in two conditions: `8<A, B<2`, `3≤A, B≤7`.
        let has_gap = |i: usize| view.is_space(i);
        let is_parted = letters.len() == 2 && has_gap(last - 1) && !has_gap(upper - 1) && !has_gap(first - 1);
        // In `count(1≤A,B≤9)` are two arguments.
        let is_chain = view.before(start).is_some_and(|i| {
            let is_argument = || view.vocabulary.function(view.typed(view.name_before(i))).is_some();
            "=<>≠≤≥".contains(view.sign(i)) || view.sign(i) == '(' && is_argument()
        });
        if is_parted || is_chain || digits(start) >= digits(number) {
            continue;
        }
        let bounds = |letter: &usize| {
            let name = view.typed(*letter..letter + 1);
            let (low, high) = (view.typed(start..lower.end), view.typed(upper..end));
            format!("{low}{name}{high}")
        };
        let said: Vec<String> = letters.iter().rev().map(bounds).collect();
        edits.push(Edit::new(view.bytes(start..end), said.join(", ")));
    }
    Change::of(edits)
}

pub(super) fn may_have_points(text: &str) -> bool {
    let digits = text.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
    digits.len() < text.trim_end().len() && digits.trim_end_matches(' ').ends_with('/') && text.contains('=')
}

/// Takes off how many points there are for a puzzle: `TWO+TWO=FOUR   /3`, `___/4`. A sign that divides has no space on one side only.
pub(super) fn points(view: &View) -> Option<Change> {
    let line = view.lines().pop()?;
    let slash = line.clone().rev().find(|i| !view.sign(*i).is_ascii_digit())?;
    let blanks = (line.start..slash).rev().take_while(|i| view.sign(*i) == '_').last().unwrap_or(slash);
    let is_space = |i: Option<usize>| i.is_none_or(|i| i < line.start || view.is_space(i));
    // One space may have slipped in before a sign that divides.
    let is_apart = is_space(blanks.checked_sub(1)) && (blanks < slash || is_space(blanks.checked_sub(2)));
    let above = view.trimmed(view.whole().start..blanks)?;
    let is_asked = view.has_relation(above.clone()) || view.is_drawn();
    let fits = view.sign(slash) == '/'
        && slash + 1 < line.end
        && is_apart
        && is_asked
        && view.ends_operand(above.end - 1);
    let at = blanks..line.end;
    fits.then(|| Change::of(vec![Edit::cut(view.bytes(at.clone()))]))?
        .map(|change| change.with(prose::note(view.typed(at))))
}

/// Reads empty brackets as blanks: `4( ) + ( )7 = 1( )2`.
pub(super) fn empty(view: &View) -> Option<Change> {
    let closing = |open: usize| {
        let close = (open + 1..view.len()).find(|i| view.sign(*i) != ' ')?;
        ["()", "[]"].contains(&&*format!("{}{}", view.sign(open), view.sign(close))).then_some(close + 1)
    };
    if view.is_drawn() || view.is_form() {
        return None;
    }
    // Behind a name, arguments are missing.
    let is_named = |open: usize| open > 0 && view.sign(open - 1).is_lowercase();
    let opens = (0..view.len()).filter(|i| "([".contains(view.sign(*i)) && !is_named(*i));
    let blanks: Vec<Range<usize>> = opens.filter_map(|open| Some(open..closing(open)?)).collect();
    let first = view.bytes(blanks.first()?.clone());
    let edits = blanks.into_iter().map(|blank| Edit::new(view.bytes(blank), "□")).collect();
    Some(Change::of(edits)?.with(note(message!("note-empty"), first)))
}
/// Reads a tilde as the space that it is in TeX, unless it stands between two symbols, as in `A~I`.
pub(super) fn ties(view: &View) -> Option<Change> {
    let is_part = |at: Option<usize>| at.is_some_and(|at| view.letter(at).is_alphanumeric());
    let is_tie = |i: &usize| view.letter(*i) == '~' && !(is_part(i.checked_sub(1)) && is_part(Some(i + 1)));
    let ties = (0..view.len()).filter(is_tie);
    Change::of(ties.map(|i| Edit::new(view.bytes(i..i + 1), " ")).collect())
}
