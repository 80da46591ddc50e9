//! Quotation marks, entities of web pages, marks of bold type.

use std::ops::Range;

use super::marks::{is_without_case, note};
use super::view::View;
use super::{Change, Edit, below};
use fukumen_language::message::message;

/// The most marks of emphasis beside each other.
const MOST_MARKS: usize = 3;

/// The longest name of an entity.
const LONGEST_ENTITY: usize = 32;

/// Quotation marks that have no meaning anywhere.
const ALWAYS: &str = "\"“”„«»‹›「」『』`´";

/// Quotation marks that programs put around words.
const AROUND_WORDS: &str = "\"'`“”‘’";

/// Names beside a list of words and its total in programs that add up. Others, such as `product`, may mean something else.
const OF_WORD_LISTS: &[&str] = &[
    "addends",
    "const",
    "input",
    "is_solvable",
    "issolvable",
    "let",
    "result",
    "solution",
    "solve",
    "solver",
    "sum",
    "summands",
    "target",
    "terms",
    "total",
    "var",
    "words",
];

pub(super) fn may_be_list(text: &str) -> bool {
    text.contains('[') && text.contains(|c| AROUND_WORDS.contains(c))
}

/// A sum as programs are given it, by the list of its words and the word that they make: `["SEND", "MORE"], "MONEY"`.
pub(super) fn word_list(view: &View) -> Option<Change> {
    let whole = view.whole();
    let is_quote = |i: usize| i < whole.end && AROUND_WORDS.contains(view.letter(i));
    let past_spaces = |from: usize| (from..whole.end).find(|i| !view.is_space(*i)).unwrap_or(whole.end);
    let quoted = |open: usize| {
        let end = (open + 1..whole.end).find(|i| !view.letter(*i).is_alphanumeric())?;
        (is_quote(open) && end > open + 1 && is_quote(end)).then_some(open + 1..end)
    };
    let is_around = |at: Range<usize>, signs: &str| {
        let is_sign = |c: char| c.is_whitespace() || signs.contains(c) || AROUND_WORDS.contains(c);
        let text = view.typed(at).to_lowercase();
        text.split(is_sign).all(|word| word.is_empty() || OF_WORD_LISTS.contains(&word))
    };
    let open = whole.clone().find(|i| view.letter(*i) == '[')?;
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut at = open + 1;
    let close = loop {
        let word = quoted(past_spaces(at))?;
        let behind = past_spaces(word.end + 1);
        words.push(word);
        at = behind + 1;
        match (behind < whole.end).then(|| view.letter(behind))? {
            ',' => {}
            ']' => break behind,
            _ => return None,
        }
    };
    // A word with a colon behind it is the name of a field.
    let mut from = close + 1;
    let total = loop {
        let total = quoted((from..whole.end).find(|i| is_quote(*i))?)?;
        from = total.end + 1;
        if past_spaces(from) == whole.end || view.letter(past_spaces(from)) != ':' {
            break total;
        }
    };
    // What stands on lines of its own is not taken off here.
    let is_break = |i: &usize| view.letter(*i) == '\n';
    let start = (whole.start..open).rev().find(is_break).map_or(whole.start, |i| i + 1);
    let end = (total.end..whole.end).find(is_break).unwrap_or(whole.end);
    let fits = words.len() > 1
        && is_around(start..open, "=:,({.")
        && is_around(close + 1..total.start, "=:,->→⇒")
        && is_around(total.end..end, ")}];.,");
    if !fits {
        return None;
    }
    let mut edits = vec![Edit::cut(view.bytes(start..words[0].start))];
    edits.extend(words.windows(2).map(|pair| Edit::new(view.bytes(pair[0].end..pair[1].start), " + ")));
    edits.push(Edit::new(view.bytes(words.last()?.end..total.start), " = "));
    edits.push(Edit::cut(view.bytes(total.end..end)));
    let note = note(message!("note-word-list"), view.bytes(open..close + 1));
    Some(Change::of(edits)?.with(note))
}

/// Takes quotation marks off: those around the whole text, around each line, or around the numbers in it. Conditions that stand
/// in quotation marks each are parted by what stands between.
pub(super) fn quotes(view: &View) -> Option<Change> {
    let whole = view.whole();
    let quotes: Vec<usize> = marks(view, whole.clone());
    if !quotes.len().is_multiple_of(2) {
        return None;
    }
    let parts: Vec<Range<usize>> = quotes
        .chunks(2)
        .filter_map(|pair| Some(pair[0] + 1..*pair.get(1)?))
        .filter(|part| !part.is_empty())
        .collect();
    let has_relation = |part: &&Range<usize>| view.has_relation((*part).clone());
    let main = parts.iter().find(has_relation).map_or("", |part| view.typed(part.clone()));
    // `"AB+CD=EF", "A is odd"`.
    let says = |part: &&Range<usize>| {
        let typed = view.typed((*part).clone());
        typed.contains(' ')
            && parts.len() <= MOST_SAID
            && typed.len() <= LONGEST_SAID
            && below::told_in_words(typed, main, view).is_some()
    };
    let conditions: Vec<&Range<usize>> =
        parts.iter().filter(|part| has_relation(part) || !main.is_empty() && says(part)).collect();
    let (starts, ends) = (parts.iter().map(|part| part.end + 1), parts.iter().map(|part| part.start - 1));
    let mut outside = std::iter::once(whole.start).chain(starts).zip(ends.chain([whole.end]));
    let is_puzzle = |(start, end): (usize, usize)| {
        let Some(part) = view.trimmed(start..end) else { return false };
        let comma = usize::from(view.sign(part.end - 1) == ',');
        let part = view.trimmed(part.start..part.end - comma);
        part.is_some_and(|part| {
            view.has_relation(part.clone()) && view.ends_operand(part.end - 1) && view.is_condition(part)
        })
    };
    if !conditions.is_empty() && outside.any(is_puzzle) {
        // What is quoted says something of a puzzle outside.
        let sides = |part: &&Range<usize>| {
            let close = view.bytes(part.end..part.end + 1);
            let has_comma = view.before(part.start - 1).is_some_and(|i| view.sign(i) == ',');
            let comma = if has_comma { "" } else { ", " };
            [Edit::new(view.bytes(part.start - 1..part.start), comma), Edit::cut(close)]
        };
        return Change::of(conditions.iter().flat_map(sides).collect());
    }
    if let [part] = conditions.as_slice()
        && parts.len() == 1
        && is_told_outside(view, &whole, part)
    {
        return Change::of(quotes.into_iter().map(|i| Edit::cut(view.bytes(i..i + 1))).collect());
    }
    if !conditions.is_empty() {
        // What stands outside is no part of the puzzle: words, brackets and commas, the name of a field.
        let mut edits = Vec::new();
        let mut done = whole.start;
        for (i, part) in conditions.into_iter().enumerate() {
            edits.push(Edit::new(view.bytes(done..part.start), if i == 0 { "" } else { ", " }));
            done = part.end;
        }
        edits.push(Edit::cut(view.bytes(done..whole.end)));
        return Change::of(edits);
    }
    Change::of(quotes.into_iter().map(|i| Edit::cut(view.bytes(i..i + 1))).collect())
}

/// Whether words outside quotation marks may say something of the puzzle in them, `"TWO+TWO=FOUR", T is odd`: not the name of a
/// field or a function, nor one word.
fn is_told_outside(view: &View, whole: &Range<usize>, quoted: &Range<usize>) -> bool {
    let before = view.words(whole.start..quoted.start - 1);
    let behind = view.words(quoted.end + 1..whole.end);
    let named = before.last().map(|word| view.sign(word.end - 1));
    let is_of_program = |word: &Range<usize>| {
        let signs = view.signs(word.clone());
        signs.starts_with("--") || signs.contains(|c| "|$\\{}[]#&".contains(c))
    };
    let is_program = named.is_some_and(|sign| "=([{".contains(sign) || sign == ':' && before.len() < 2)
        || before.iter().chain(&behind).any(is_of_program);
    let is_said = |word: &&Range<usize>| (*word).clone().any(|i| view.letter(i).is_alphanumeric());
    let is_unspaced = |word: &Range<usize>| word.clone().any(|i| is_without_case(view.letter(i)));
    let said = before.iter().chain(&behind).filter(is_said).count();
    !is_program && (said > 1 || before.iter().chain(&behind).any(is_unspaced))
}

/// The quotation marks of a text.
fn marks(view: &View, whole: Range<usize>) -> Vec<usize> {
    // A tick within a number parts groups of digits.
    let is_edge = |i: usize| {
        let is_free = |at: Option<usize>| at.is_none_or(|at| !view.is_digit(at));
        is_free(i.checked_sub(1)) || is_free(Some(i + 1).filter(|at| *at < view.len()))
    };
    let is_tick = |c: char| "'‘’‚".contains(c);
    let ticks = whole.clone().filter(|i| is_tick(view.sign(*i)) && is_edge(*i)).count();
    let is_quote = |i: &usize| {
        let sign = view.sign(*i);
        ALWAYS.contains(sign) || ticks.is_multiple_of(2) && is_tick(sign) && is_edge(*i)
    };
    whole.filter(is_quote).collect()
}

/// Puts characters in place of their names: `&times;`, `&#215;`.
pub(super) fn entities(view: &View) -> Option<Change> {
    let bytes = view.bytes(0..view.len());
    let mut change = entity_names(&view.text[bytes.clone()])?;
    change.edits.iter_mut().for_each(|edit| {
        edit.at.start += bytes.start;
        edit.at.end += bytes.start;
    });
    Some(change)
}

/// The same for a text without a heading.
pub(super) fn entity_names(text: &str) -> Option<Change> {
    let mut edits = Vec::new();
    let mut start = 0;
    while let Some(at) = text[start..].find('&').map(|at| start + at) {
        let window = &text[at..];
        let end =
            window.char_indices().take(LONGEST_ENTITY).find(|(_, c)| *c == ';').map(|(i, _)| at + i + 1);
        let Some(end) = end else { break };
        let entity = &text[at..end];
        let character = html_escape::decode_html_entities(entity);
        if *character == *entity {
            // An ampersand of another kind: nothing here is from a web page.
            return None;
        }
        edits.push(Edit::new(at..end, character.replace('\u{A0}', " ")));
        start = end;
    }
    Change::of(edits)
}

pub(super) fn may_be_underlined(text: &str) -> bool {
    text.contains("__") || text.matches('_').count() > 3 || may_be_slanted(text)
}

fn may_be_slanted(text: &str) -> bool {
    text.trim_start().starts_with(['_', '*'])
}

/// Takes underscores or stars off both ends of a puzzle of letters that has no other, with something said behind it or without:
/// `*SEND + MORE = MONEY*`, `**TWO+TWO=FOUR**, T>7`.
fn slanted(view: &View) -> Option<Change> {
    let whole = view.whole();
    let mark = view.sign(whole.start);
    let run = |from: usize| (from..whole.end).take_while(|i| view.sign(*i) == mark).count();
    let width = run(whole.start);
    let start = whole.start + width;
    let close = (start..whole.end).find(|i| view.sign(*i) == mark)?;
    let is_followed = close + width < whole.end;
    let inner = start..close;
    let letters = inner.clone().filter(|i| view.is_hidden(*i)).count();
    let ends = |i: usize| view.is_space(i) || ",;.:".contains(view.sign(i));
    let fits = "_*".contains(mark)
        && width <= MOST_MARKS
        && (width == 1 || is_followed)
        && run(close) == width
        && (close + width..whole.end).all(|i| view.sign(i) != mark)
        && (!is_followed || ends(close + width))
        && (is_followed || view.lines().len() == 1)
        && view.is_hidden(inner.start)
        && view.is_hidden(inner.end - 1)
        && letters > 2
        && view.has_relation(inner.clone())
        && view.is_condition(inner.clone())
        && !inner.clone().any(|i| view.is_blank(i));
    let marks = [whole.start..inner.start, inner.end..inner.end + width];
    fits.then(|| Change::of(marks.map(|at| Edit::cut(view.bytes(at))).to_vec()))?
}

/// Takes off `__…__` around a text, around a row with a sign before its number, or around each word, if there are no other
/// underscores: bold type, for a number of two blanks and no more stands on both ends of no puzzle, and no row has its sign inside.
pub(super) fn underlined(view: &View) -> Option<Change> {
    if let Some(change) = emphasis(view, '_').or_else(|| slanted(view)) {
        return Some(change.with(message!("note-underlined")));
    }
    let lines = view.lines();
    let first = (0..view.len()).find(|i| view.sign(*i) == '_')?;
    let line = lines.iter().find(|line| line.contains(&first))?.clone();
    let inner = (line.len() > 4).then(|| line.start + 2..line.end - 2)?;
    let underscores = view.signs(0..view.len()).matches('_').count();
    let is_around =
        [line.start..inner.start, inner.end..line.end].into_iter().all(|at| view.signs(at) == "__");
    let is_row = lines.len() > 2 && "+-−×xX*".contains(view.sign(inner.start));
    let fits = is_row || lines.len() == 1 && view.is_condition(inner.clone());
    let is_bold = is_around && underscores == 4 && fits;
    let edits = [view.bytes(line.start..inner.start), view.bytes(inner.end..line.end)].map(Edit::cut);
    is_bold
        .then(|| Change::of(edits.to_vec()).map(|change| change.with(message!("note-underlined"))))
        .flatten()
}

/// Takes off `**…**` around the whole text or around each line, and stars around each word.
pub(super) fn bold(view: &View) -> Option<Change> {
    let is_bold = |line: &Range<usize>| {
        let text = view.typed(line.clone());
        let inner = text.strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
        inner.is_some_and(|inner| !inner.contains('*') && !inner.is_empty())
    };
    let around = |line: Range<usize>| {
        [Edit::cut(view.bytes(line.start..line.start + 2)), Edit::cut(view.bytes(line.end - 2..line.end))]
    };
    let (whole, lines) = (view.whole(), view.lines());
    if lines.iter().all(is_bold) {
        return Change::of(lines.into_iter().flat_map(around).collect());
    }
    if is_bold(&whole) { Change::of(around(whole).to_vec()) } else { emphasis(view, '*') }
}

/// Where a mark stands, alone or several times side by side.
fn runs(view: &View, mark: char) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for i in (0..view.len()).filter(|i| view.sign(*i) == mark) {
        match runs.last_mut() {
            Some(run) if run.end == i => run.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}

/// Takes stars or underscores off that stand around each word: `*SEND* + *MORE* = *MONEY*`.
fn emphasis(view: &View, mark: char) -> Option<Change> {
    let runs = runs(view, mark);
    let is_word =
        |at: Range<usize>| at.len() > 1 && at.clone().all(|i| view.is_hidden(i) && !view.is_blank(i));
    let is_around = |pair: &[Range<usize>]| {
        let [open, close] = pair else { return false };
        open.len() == close.len()
            && is_word(open.end..close.start)
            && !view.is_digit(close.end)
            && (open.start == 0 || !view.is_digit(open.start - 1))
    };
    // Underscores are blanks unless they stand around all words.
    let inside = || runs.chunks(2).map(|pair| pair[1].start - pair[0].end).sum::<usize>();
    let is_letter = |i: &usize| view.is_hidden(*i) && !view.is_blank(*i);
    let fits = runs.len() > 2
        && runs.chunks(2).all(is_around)
        && (mark != '_' || (0..view.len()).filter(is_letter).count() == inside());
    fits.then(|| Change::of(runs.into_iter().map(|run| Edit::cut(view.bytes(run))).collect()))?
}

/// Of more quotations none is looked at for what it says of a puzzle.
const MOST_SAID: usize = 32;

/// No longer quotation says something of a puzzle, in bytes.
const LONGEST_SAID: usize = 200;

pub(super) fn may_be_emphasized(text: &str) -> bool {
    text.contains('*') && text.contains('=') && text.contains(' ')
}

/// Takes stars off around a puzzle and around sentences, if there are no others but marks of lists: `Solve **A+B=C** please.`,
/// `1. **A+B=C**`. A skeleton has stars beside its signs.
pub(super) fn emphasized(view: &View) -> Option<Change> {
    let mut runs = runs(view, '*');
    let begins_line = |run: &Range<usize>| {
        view.before(run.start).is_none_or(|i| (i..run.start).any(|i| view.sign(i) == '\n'))
    };
    runs.retain(|run| !(run.len() == 1 && view.is_space(run.end) && begins_line(run)));
    let mut has_puzzle = false;
    let mut is_around = |pair: &[Range<usize>]| {
        let [open, close] = pair else { return false };
        let inner = open.end..close.start;
        let opens =
            open.start == 0 || view.is_space(open.start - 1) || "(>.".contains(view.sign(open.start - 1));
        let closes =
            close.end >= view.len() || view.is_space(close.end) || ".,;:!?)".contains(view.sign(close.end));
        let is_tight = !inner.is_empty() && !view.is_space(inner.start) && !view.is_space(inner.end - 1);
        let letters = inner.clone().filter(|i| view.letter(*i).is_alphabetic()).count();
        let ends =
            inner.clone().next().is_some_and(|i| view.letter(i).is_alphanumeric() || view.sign(i) == '(');
        let relates = view.has_relation(inner.clone());
        has_puzzle |= relates && letters > 2;
        open.len() == close.len() && opens && closes && is_tight && ends && (letters > 1 || relates)
    };
    let fits = !view.is_drawn() && runs.len().is_multiple_of(2) && runs.chunks(2).all(&mut is_around);
    let cuts = || runs.iter().map(|run| Edit::cut(view.bytes(run.clone()))).collect();
    (fits && has_puzzle).then(|| Some(Change::of(cuts())?.with(message!("note-underlined"))))?
}
