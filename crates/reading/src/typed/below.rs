//! What stands below a puzzle: its answer, and conditions such as `where E = 5` below a drawing.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::marks::is_without_case;
use super::stated::Said;
use super::view::View;
use super::{Change, Edit, claims, demands, hints, labels, prose, stated, subjects, words};
use crate::Aids;
use fukumen_language::interrupt::Never;
use fukumen_language::message::message;
use fukumen_language::puzzle::Rules;
use fukumen_language::text::{Heading, lines};
use fukumen_language::vocabulary::{OPERATORS, Tier, Vocabulary};

/// How many items of a list below a drawing are looked at.
const MOST_ITEMS: usize = 16;

/// Words with which an answer is headed.
const ANSWERS: &[&str] = &[
    "answer",
    "answers",
    "ans",
    "solution",
    "solutions",
    "antwort",
    "lösung",
    "lösungen",
    "réponse",
    "respuesta",
    "solución",
    "solucion",
    "risposta",
    "soluzione",
    "resposta",
    "solução",
    "odpowiedź",
    "rozwiązanie",
    "antwoord",
    "oplossing",
    "ответ",
    "решение",
    "解答",
    "解",
    "答え",
    "答",
    "答案",
    "정답",
    "풀이",
];

/// Words before those.
const ARTICLES: &[&str] = &["the", "my", "our", "unique", "only", "a", "die", "la", "le", "una", "een"];

pub(super) fn may_have_answer(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next().is_some()
        && lines.any(|line| line.contains(|c: char| c.is_lowercase() || is_without_case(c)))
}

/// Takes off all from the line on that says that the answer follows.
pub(super) fn answer(view: &View) -> Option<Change> {
    let lines = view.lines();
    let (i, head) = lines.iter().enumerate().skip(1).find_map(|(i, line)| {
        let is_alone = |until: usize| {
            // Without a colon it may be a word of a puzzle in small letters.
            let above = lines[0].start..lines[i].start;
            until == line.end
                && !above.clone().any(|at| !view.sign(at).is_uppercase() && view.sign(at).is_alphabetic())
        };
        let end = line.clone().find(|at| view.sign(*at) == ':').unwrap_or(line.end);
        let heads = is_head_of_answer(&view.signs(line.start..end));
        (heads && (end < line.end || is_alone(end))).then_some((i, line.start..end))
    })?;
    let cut = Edit::cut(view.bytes(lines[i].start..view.whole().end));
    Some(Change::of(vec![cut])?.with(message!("note-answer", words = view.typed(head))))
}

/// Whether some words head an answer: `Solution`, `The answer`. In capitals they may be words of a puzzle.
fn is_head_of_answer(words: &str) -> bool {
    let mut lower = words.split_whitespace().map(str::to_lowercase).rev();
    lower.next().is_some_and(|last| ANSWERS.contains(&last.as_str()))
        && lower.all(|word| ARTICLES.contains(&word.as_str()))
        && words.split_whitespace().next_back().is_some_and(|last| last.contains(|c: char| !c.is_uppercase()))
}

/// How far an answer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It stands on its line: `Answer: 12+21=33`, or a form for one, `T = __ W = __`.
    Line,
    /// The line heads it: `Solution:`.
    Below,
}

/// The answer that a line of a list is, or heads. Without a space behind the colon it may be a division.
pub(crate) fn answer_of(line: &str) -> Option<Answer> {
    if is_form_of_answer(line)
        || is_option(line)
        || options(line).is_some_and(|at| line[..at].trim().is_empty())
    {
        return Some(Answer::Line);
    }
    let (head, rest) = line.trim_end().split_once([':', '：'])?;
    let is_apart = rest.starts_with(char::is_whitespace) || line.contains('：');
    match rest.is_empty() {
        _ if !is_head_of_answer(head) => None,
        true => Some(Answer::Below),
        false => is_apart.then_some(Answer::Line),
    }
}

/// The fewest values of an answer on one line: `S=9 E=5 N=6`. Fewer may be conditions.
const LEAST_VALUES: usize = 4;

/// Whether a line has letters, each with an equals sign and a gap of underscores or dots behind it, and nothing between them; or
/// the values of so many letters that they are the answer.
fn is_form_of_answer(line: &str) -> bool {
    is_filled(line, &['_', '…', '.'], 2)
        || is_filled(line, &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], LEAST_VALUES)
}

/// Whether a line has at least so many letters, each with an equals sign and some of these signs behind it.
fn is_filled(line: &str, signs: &[char], least: usize) -> bool {
    let (mut gaps, mut rest) = (0, line.trim());
    while let Some(behind) = rest.strip_prefix(char::is_uppercase) {
        let Some(behind) = behind.trim_start().strip_prefix('=') else { return false };
        let gap = behind.trim_start();
        rest = gap.trim_start_matches(signs);
        if rest.len() == gap.len() {
            return false;
        }
        rest = rest.trim_start_matches([' ', '\t', ',', ';']);
        gaps += 1;
    }
    gaps >= least && rest.is_empty()
}

/// Where the answers to choose from begin in a line: `(a) 12 (b) 14 (c) 15`, `A. 3  B. 5`.
fn options(line: &str) -> Option<usize> {
    let is_start = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    let starts = line.char_indices().map(|(at, _)| at).filter(|at| is_start(*at));
    let marks = starts.filter_map(|at| Some((at, option_mark(&line[at..])?)));
    let mut marks = marks.skip_while(|(_, letter)| *letter != 'a');
    let ((first, _), (_, second)) = (marks.next()?, marks.next()?);
    // `C=(A)×(B)` is no choice.
    let is_plain = !line[first..].contains(['=', '≠', '<', '>', '+', '×', '*', '·', '/', '÷']);
    (second == 'b' && is_plain).then_some(first)
}

/// The letter of a mark before an answer to choose: `(a)`, `b)`, `C.`.
fn option_mark(word: &str) -> Option<char> {
    let inner = word.trim_start_matches('(');
    let is_open = inner.len() < word.len();
    let letter = inner.chars().next().filter(|c| "abcdeABCDE".contains(*c))?;
    let behind = inner[1..].chars().next()?;
    (behind == ')' || behind == '.' && !is_open).then_some(letter.to_ascii_lowercase())
}

/// Whether a line is one answer to choose, a number: `(b) 14`.
fn is_option(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_marked = words.next().and_then(option_mark).is_some();
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c));
    is_marked && words.next().is_some_and(is_number) && words.next().is_none()
}

pub(super) fn may_have_form(text: &str) -> bool {
    text.contains(['b', 'B']) && text.contains([')', '.'])
        || text.contains('\n') && text.contains('=') && text.contains(['_', '…', '.'])
}

/// Takes off what is a form for the answer, or answers to choose from: lines behind the first, and the end of a line.
pub(super) fn form(view: &View) -> Option<Change> {
    let (mut edits, mut chosen) = (Vec::new(), Vec::new());
    for (i, line) in view.lines().into_iter().enumerate() {
        let (typed, at) = (view.typed(line.clone()), view.bytes(line));
        let start = match options(typed) {
            _ if i > 0 && (is_form_of_answer(typed) || is_option(typed)) => 0,
            Some(start) if i > 0 || start > 0 => start,
            _ => continue,
        };
        if !is_form_of_answer(typed) {
            chosen.push(typed[start..].trim());
        }
        edits.push(Edit::cut(at.start + start..at.end));
    }
    let change = Change::of(edits)?;
    Some(if chosen.is_empty() { change } else { change.with(prose::note(&chosen.join(" … "))) })
}

/// How many lines below a drawing may say something in words.
const MOST_SAID: usize = 16;

/// Reads the lines at the end of a drawing that say something about its symbols in words as further conditions: `O is larger than 5.`
pub(super) fn said_in_words(view: &View) -> Option<Change> {
    let lines = view.lines();
    let mut said: Vec<String> = Vec::new();
    let mut first = lines.len();
    // Two rows are the least that a drawing has.
    while view.is_drawn() && first > 2 && lines.len() - first < MOST_SAID {
        let rows = view.typed(lines[0].start..lines[first - 2].end);
        let line = view.typed(lines[first - 1].clone());
        let told = hints::unlabelled(line).and_then(|said| told_in_words(said, rows, view));
        let told = told.or_else(|| told_in_words(line, rows, view));
        let Some(conditions) = told else { break };
        said.splice(0..0, conditions);
        first -= 1;
    }
    if said.is_empty() {
        return None;
    }
    let settings: String = said.iter().map(|condition| format!("@where {condition}\n")).collect();
    let cut = Edit::cut(view.bytes(lines[first].start..lines[lines.len() - 1].end));
    let note = message!("note-below", conditions = said.join(", "));
    Some(Change::of(vec![Edit::new(0..0, settings), cut])?.with(note))
}

/// The conditions that the sentences of a line say in words, if each says one of symbols that are known above it.
pub(super) fn told_in_words(line: &str, above: &str, view: &View) -> Option<Vec<String>> {
    let line = subjects::written_out(line, view.rules);
    let sentences = line.trim().trim_end_matches(['.', '。']).split(". ");
    let is_known = |text: &String| {
        let mut letters = text.chars().filter(|c| c.is_uppercase()).peekable();
        letters.peek().is_some() && letters.all(|letter| above.contains(letter))
    };
    let told = |sentence: &str| match words::condition_of(sentence, view).filter(is_known) {
        Some(condition) => Some(vec![condition]),
        None => {
            let Said { settings, .. } = stated::said_by(sentence, above, view.rules)?;
            settings.iter().map(|line| line.strip_prefix("@where ").map(str::to_owned)).collect()
        }
    };
    let mut conditions = Vec::new();
    for sentence in sentences {
        let told = told(sentence).or_else(|| {
            let parts: Option<Vec<Vec<String>>> = sentence.split(", ").map(told).collect();
            parts.map(|parts| parts.concat())
        });
        conditions.extend(told?);
    }
    Some(conditions)
}

/// Whether a line of a file says something in words about the symbols of the puzzle before it, and is no puzzle itself.
pub(crate) fn is_told_of(above: &str, line: &str, rules: &Rules) -> bool {
    let unmarked = labels::unmarked(line);
    let has_words = line.contains(' ') && (unmarked.is_some() || line.contains(char::is_lowercase));
    if !has_words || above.contains(char::is_lowercase) {
        return false;
    }
    let vocabulary = Vocabulary::default();
    let aids = Aids { vocabulary: &vocabulary, interrupt: &Never, without: &[] };
    let is_told = |line: &str| {
        let Ok(heading) = Heading::read(line, rules) else { return false };
        told_in_words(line, above, &View::new(line, &heading, aids)).is_some()
    };
    let is_known = |sign: char| !sign.is_uppercase() || above.contains(sign);
    let is_condition = |rest: &str| lines::is_condition_like(rest, rules) && rest.chars().all(is_known);
    let is_of_signs = |rest: &str| {
        let Ok(heading) = Heading::read(rest, rules) else { return false };
        words::condition_of(rest, &View::new(rest, &heading, aids)).is_some_and(|signs| is_condition(&signs))
    };
    // `If A<B then C<D`.
    let may_depend = claims::may_follow(line) && line.chars().skip(1).all(is_known);
    let depends = || {
        let both = format!("{above}\n{line}");
        let Ok(heading) = Heading::read(&both, rules) else { return false };
        claims::implications(&View::new(&both, &heading, aids)).is_some()
    };
    is_told(line)
        || may_depend && depends()
        || unmarked.is_some_and(|rest| is_condition(rest) || is_of_signs(rest) || is_told(rest))
}

/// Reads the lines at the end of a drawing that say something about its symbols as further conditions. Words before them are left
/// out, if they ask for nothing more.
pub(super) fn conditions(view: &View) -> Option<Change> {
    if !view.is_drawn() {
        return None;
    }
    let lines = view.lines();
    let mut known: HashMap<char, usize> = HashMap::new();
    for i in 0..view.len() {
        known.entry(view.sign(i)).or_insert(i);
    }
    let mut first = lines.len();
    let mut found: Vec<Range<usize>> = Vec::new();
    // Two rows are the least that a drawing has.
    for (i, line) in lines.iter().enumerate().skip(2).rev() {
        let parts = prose::parts(view, line);
        if parts.iter().all(|part| part.is_prose) {
            continue;
        }
        let has_words = parts[0].is_prose;
        let is_known = |sign: char| known.get(&sign).is_some_and(|at| *at < lines[i - 1].end);
        let Some(told) = told(view, &parts, &is_known, has_words) else { break };
        found.splice(0..0, told);
        first = i;
    }
    if found.is_empty() || !words_ask_nothing(view, &lines[first..]) {
        return None;
    }
    said_beside(view, found, lines[first].start..lines[lines.len() - 1].end)
}

/// Takes the marks of a list off what stands below a drawing and says something of it: `- O is odd`, `1) T>7`.
pub(super) fn items(view: &View) -> Option<Change> {
    let lines = view.lines();
    let rest_of = |line: &Range<usize>| labels::unmarked_line(view.typed(line.clone()));
    let is_item = |line: &&Range<usize>| rest_of(line).len() < view.typed((*line).clone()).trim().len();
    let count = lines.iter().rev().take(MOST_ITEMS).take_while(is_item).count();
    let (above, items) = lines.split_at(lines.len() - count);
    let puzzle = &view.text[view.bytes(above.first()?.start..above.last()?.end)];
    let is_about = |line: &Range<usize>| {
        let rest = rest_of(line);
        lines::compares_symbols(puzzle, rest, view.rules)
            || stated::said_by(rest, puzzle, view.rules).is_some()
    };
    let mark = |line: &Range<usize>| {
        let at = view.bytes(line.clone());
        Edit::cut(at.start..at.start + view.typed(line.clone()).trim_end().len() - rest_of(line).len())
    };
    let is_puzzle = above.len() > 1 || view.has_relation(above[0].clone());
    let fits = is_puzzle && items.iter().all(is_about);
    fits.then(|| Change::of(items.iter().map(mark).collect()))?
}

/// Reads the lines in signs above a drawing that say something about its symbols as further conditions: `A>B:`.
pub(super) fn conditions_above(view: &View) -> Option<Change> {
    let lines = view.lines();
    let count = lines.iter().take_while(|line| view.has_relation((*line).clone())).count();
    let end = lines[..count].last()?.end;
    let below = end..view.len();
    if view.is_form() || !lines::is_drawn(&view.text[view.bytes(below.clone())], view.rules) {
        return None;
    }
    let known: HashSet<char> = below.map(|i| view.sign(i)).collect();
    let is_known = |sign: char| known.contains(&sign);
    // What is said of digits is no row, and may be calculated with.
    let is_hidden = |i: usize| view.is_hidden(i);
    let of_digits =
        |line: &Range<usize>| !(line.start + 1..line.end).any(|i| is_hidden(i - 1) && is_hidden(i));
    let told = |line| told(view, &prose::parts(view, line), &is_known, of_digits(line));
    let told = lines[..count].iter().map(told);
    let found = told.collect::<Option<Vec<_>>>()?.concat();
    words_ask_nothing(view, &lines[..count]).then(|| said_beside(view, found, lines[0].start..end))?
}

/// Whether the words in some lines, beside conditions in signs, say nothing but what holds anyway.
fn words_ask_nothing(view: &View, lines: &[Range<usize>]) -> bool {
    let parts = lines.iter().flat_map(|line| prose::parts(view, line));
    let words: Vec<&str> = parts.filter(|part| part.is_prose).map(|part| view.typed(part.at)).collect();
    demands::holds(view, &words.join(" "), demands::DEMANDING)
}

/// The change by which these conditions stand in settings, and what they stood in is cut.
fn said_beside(view: &View, conditions: Vec<Range<usize>>, cut: Range<usize>) -> Option<Change> {
    let said: Vec<&str> = conditions.into_iter().map(|at| view.typed(at)).collect();
    let settings: String = said.iter().map(|condition| format!("@where {condition}\n")).collect();
    let note = message!("note-below", conditions = said.join(", "));
    Some(Change::of(vec![Edit::new(0..0, settings), Edit::cut(view.bytes(cut))])?.with(note))
}

/// Whether a block of a file says something about the symbols of the drawing above it, and is no puzzle itself.
pub(crate) fn is_said_of(above: &str, block: &str, rules: &Rules) -> bool {
    if !above.contains('\n') {
        return false;
    }
    let whole = format!("{above}\n{block}");
    let Ok(heading) = Heading::read(&whole, rules) else { return false };
    let vocabulary = Vocabulary::default();
    let view = View::new(&whole, &heading, Aids { vocabulary: &vocabulary, interrupt: &Never, without: &[] });
    let Some(cut) = conditions(&view).and_then(|change| change.edits.last().map(|cut| cut.at.clone())) else {
        return false;
    };
    let mut rest = view
        .lines()
        .into_iter()
        .filter(|line| (above.len()..cut.start).contains(&view.bytes(line.clone()).start));
    cut.start >= above.len() && rest.all(|line| prose::parts(&view, &line).iter().all(|part| part.is_prose))
}

/// The conditions of a line about symbols that are known above it, if it has nothing else but words.
fn told(
    view: &View,
    parts: &[prose::Part],
    is_known: &dyn Fn(char) -> bool,
    has_words: bool,
) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    for part in parts.iter().filter(|part| !part.is_prose) {
        let mut start = part.at.start;
        for end in part.at.clone().filter(|i| ",;".contains(view.sign(*i))).chain([part.at.end]) {
            if let Some(condition) = prose::without_punctuation(view, start..end) {
                let fits = view.is_condition(condition.clone())
                    && view.begins_operand(condition.start)
                    && view.ends_operand(condition.end - 1)
                    && (has_words || !calculates(&view.signs(condition.clone())))
                    && condition.clone().any(|i| view.is_hidden(i) && !view.is_blank(i))
                    && condition.clone().all(|i| !view.is_hidden(i) || is_known(view.sign(i)));
                found.push(fits.then_some(condition)?);
            }
            start = end + 1;
        }
    }
    Some(found)
}

/// Whether there are signs of a calculation, as in the rows of drawings.
fn calculates(signs: &str) -> bool {
    let tiers = [Tier::Sum, Tier::Product, Tier::Power, Tier::Root];
    let mut rows = OPERATORS.iter().filter(|row| tiers.contains(&row.tier));
    rows.any(|row| row.spellings.iter().any(|spelling| signs.contains(spelling)))
}
