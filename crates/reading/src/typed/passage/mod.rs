//! A puzzle within a passage: its sentences are looked at one by one. Each must be a condition, say what holds for every puzzle, or
//! ask for something; otherwise the passage is refused.

mod equations;
mod lengths;
mod predicates;
mod sentences;
mod words;

use std::collections::HashSet;
use std::ops::Range;

use super::marks::is_without_case;
use super::prose::note;
use super::view::View;
use super::{Change, Edit, demands, times};
use crate::Reader;
use equations::{calculates, equations, is_row};
use fukumen_language::message::message;
use fukumen_language::text::lines;
use fukumen_language::vocabulary::OPERATORS;
use fukumen_language::vocabulary::signs::plain;
pub(super) use sentences::tokens;
use sentences::{Said, Subject};

/// The rule's name, for a reader that does without it.
pub(super) const NAME: &str = "passage";

/// How many sentences, and how many puzzles that a passage may have, are looked at.
const MOST_SENTENCES: usize = 64;
const MOST_CANDIDATES: usize = 8;

/// How many words stand between an equation and one that is a further condition.
const MOST_BETWEEN: usize = 3;

/// No longer passage is looked at, in characters.
const LONGEST: usize = 4000;

/// The characters of a mark before a puzzle: `(2)★`.
const OF_MARKS: &str = "0123456789()[].☆★※";

/// What may stand around a puzzle without sentences, and what between sentences.
const MARKS_ALONE: &str = " \t\n%*/>|~";
const PUNCTUATION: &str = " \t\n.,;:!?()[]{}\"'`*_-|>%~";

/// Marks of lists.
const BULLETS: &str = "•·*-–—>";

/// A puzzle that a passage may have.
#[derive(Clone)]
struct Candidate {
    at: Range<usize>,
    /// Its letters, one behind the other: an equation and its drawing have the same.
    letters: String,
    /// The rows of the table for the operators of an equation: with others between its letters it is another puzzle.
    operators: Vec<usize>,
    is_drawn: bool,
}

pub(super) fn may_be_passage(text: &str) -> bool {
    text.chars().count() <= LONGEST
}

/// Whether a text begins with a line of words that has an end mark and nothing in small letters below it, or with a line in a
/// script without capitals that an empty line follows, or that asks for something and has other letters than what is below it.
pub(super) fn may_stand_above(text: &str) -> bool {
    let Some((first, rest)) = text.trim_start().split_once('\n') else { return false };
    let is_small = |word: &&str| {
        word.len() > 1 && word.chars().all(char::is_alphabetic) && word.contains(char::is_lowercase)
    };
    let is_sentence = || {
        first.trim_end().ends_with(['.', '!', ':'])
            && first.split_whitespace().filter(is_small).count() > 1
            && !rest.contains(char::is_lowercase)
    };
    let is_empty = |line: &str| line.trim().is_empty();
    let is_title = || {
        first.trim().chars().all(is_without_case)
            && rest.lines().next().is_some_and(is_empty)
            && !rest.trim().lines().any(is_empty)
    };
    let is_told = || demands::has_demanding_part(first) && !rest.contains(is_without_case);
    rest.trim().contains('\n') && (is_sentence() || is_title() || is_told())
}

/// A passage with one puzzle, which may stand in it more than once.
struct Passage<'a> {
    view: &'a View<'a>,
    /// With its first line from the start, if it is drawn.
    puzzle: Range<usize>,
    sentences: Vec<Range<usize>>,
    /// Calculations and rows without anything hidden.
    numerals: Vec<Range<usize>>,
    subject: Subject<'a>,
}

impl<'a> Passage<'a> {
    fn of(view: &'a View<'a>) -> Option<Self> {
        let mut candidates = candidates(view)?;
        let size = |candidate: &Candidate| candidate.letters.chars().collect::<HashSet<char>>().len();
        let main = candidates.iter().max_by_key(|candidate| (size(candidate), candidate.is_drawn))?;
        let Candidate { at: chosen, letters, operators, is_drawn } = main.clone();
        // An equation of some of its letters on the same line is a condition.
        let is_condition = |candidate: &Candidate| {
            let between = candidate.at.end.min(chosen.end)..candidate.at.start.max(chosen.start);
            candidate.letters.chars().all(|letter| letter.is_numeric() || letters.contains(letter))
                && !between.clone().any(|i| view.sign(i) == '\n')
                && view.words(between).len() <= MOST_BETWEEN
        };
        candidates.retain(|candidate| candidate.letters == letters || !is_condition(candidate));
        let is_other = |candidate: &Candidate| {
            candidate.letters != letters
                || !is_drawn && !candidate.is_drawn && candidate.operators != operators
        };
        if candidates.iter().any(is_other) {
            return None;
        }
        let numerals = numerals(view)?;
        let cut = candidates.into_iter().map(|candidate| candidate.at).chain(numerals.iter().cloned());
        let sentences = sentences(view, &cut.collect::<Vec<_>>())?;
        let is_letter = |i: &usize| view.is_hidden(*i) && !view.is_blank(*i);
        let subject = Subject {
            text: view.typed(chosen.clone()),
            letters: chosen.clone().filter(is_letter).map(|i| view.letter(i)).collect(),
            leading: leading(view, &chosen),
            blanks: chosen.clone().filter(|i| view.is_blank(*i)).count(),
            view,
        };
        let puzzle = from_line_start(view, chosen);
        (sentences.len() <= MOST_SENTENCES).then_some(Self { view, puzzle, sentences, numerals, subject })
    }

    /// What a sentence says, if it is one: words in capitals alone may be part of the puzzle, and so may signs.
    fn told(&self, sentence: &Range<usize>) -> Option<Said> {
        let letters = sentence.clone().map(|i| self.view.letter(i)).filter(|c| c.is_alphabetic());
        let (mut letters, mut small) = (letters.peekable(), false);
        let is_mark = letters.peek().is_none()
            && self.view.before(sentence.start).is_none()
            && sentence.clone().all(|i| OF_MARKS.contains(self.view.letter(i)));
        letters.for_each(|c| small |= times::is_small(c) || is_without_case(c));
        let is_label = self.view.sign(sentence.end - 1) == ':';
        // `AB+C=DE has 12`.
        let goes_on = self.view.letter(sentence.start).is_lowercase()
            && self.view.before(sentence.start).is_some_and(|last| last + 1 == self.puzzle.end)
            && sentence.clone().any(|i| self.view.sign(i).is_ascii_digit());
        // `MERRY XMAS!` on a line of its own.
        let is_shout = self.view.sign(sentence.end - 1) == '!'
            && self.view.before(sentence.start).is_none()
            && self.view.behind(sentence.end).is_none()
            && self.view.words(sentence.clone()).len() > 1;
        // `Letters: A, B, C`.
        let typed = self.view.typed(sentence.clone());
        let mut listed =
            typed.split([',', '、', ' ']).map(|part| part.chars().filter(|c| c.is_alphabetic()).count());
        let is_list = typed.contains([',', '、'])
            && typed.contains(char::is_alphabetic)
            && listed.all(|letters| letters < 2);
        let is_sentence = small || is_mark || is_label || is_shout || is_list;
        if is_sentence && !goes_on { self.subject.judged(typed) } else { None }
    }

    /// The puzzle alone, with what its sentences set.
    fn taken_out(&self) -> Option<Change> {
        let Self { view, puzzle, .. } = self;
        let mut left_out: Vec<Range<usize>> = self.numerals.clone();
        let (mut settings, mut said) = (String::new(), Vec::new());
        for sentence in &self.sentences {
            let Said(lines) = self.told(sentence)?;
            if lines.is_empty() {
                left_out.push(sentence.clone());
            } else {
                said.push(format!("\"{}\" as {}", quoted(view, sentence), lines.join(", ")));
            }
            settings.extend(lines.iter().map(|line| format!("{line}\n")));
        }
        left_out.sort_by_key(|at| at.start);
        let around = |line: Range<usize>| {
            [line.start..line.end.min(puzzle.start), line.start.max(puzzle.end)..line.end]
        };
        let around = view.lines().into_iter().flat_map(around).filter(|at| !at.is_empty());
        let set = Some(Edit::new(0..0, settings)).filter(|edit| !edit.text.is_empty());
        let cuts = around.map(|at| Edit::cut(view.bytes(at)));
        let mut change = Change::of(set.into_iter().chain(cuts).collect())?;
        if !said.is_empty() {
            change = change.with(message!("note-stated", settings = said.join(", ")));
        }
        let is_word = |at: &&Range<usize>| (*at).clone().any(|i| view.letter(i).is_alphanumeric());
        let words: Vec<String> = left_out.iter().filter(is_word).map(|at| quoted(view, at)).collect();
        Some(if words.is_empty() { change } else { change.with(note(&words.join(" … "))) })
    }
}

/// Some words on one line.
fn quoted(view: &View, at: &Range<usize>) -> String {
    view.typed(at.clone()).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Takes all off but the puzzle, and reads the sentences that are conditions as such.
pub(super) fn passage(view: &View) -> Option<Change> {
    Passage::of(view)?.taken_out()
}

/// The same for sentences above a drawing, which might otherwise be read as rows of it.
pub(super) fn above(view: &View) -> Option<Change> {
    let first = view.lines().into_iter().next()?;
    let is_drawing = |passage: &Passage| {
        view.lines().iter().filter(|line| line.start < passage.puzzle.end).count() > 2
            && first.end < passage.puzzle.start
            && passage.puzzle.clone().any(|i| view.sign(i) == '\n')
    };
    Passage::of(view).filter(is_drawing)?.taken_out()
}

/// The first words of a passage that are not understood, as bytes, and its puzzle.
pub(super) fn not_understood(view: &View) -> Option<(Range<usize>, String)> {
    let passage = Passage::of(view)?;
    let sentence = passage.sentences.iter().find(|sentence| passage.told(sentence).is_none())?;
    let is_prose = view.words((*sentence).clone()).len() > 1 && has_words(view, sentence);
    is_prose.then(|| (view.bytes(sentence.clone()), passage.subject.text.to_owned()))
}

/// Whether there are words in small letters, or in a script without capitals, besides the names of functions.
fn has_words(view: &View, at: &Range<usize>) -> bool {
    let is_part = |i: &usize| view.letter(*i).is_alphabetic() || view.letter(*i) == '_';
    let mut from = at.start;
    while let Some(start) = (from..at.end).find(is_part) {
        let end = (start..at.end).find(|i| !is_part(i)).unwrap_or(at.end);
        let is_call = end < at.end && view.sign(end) == '(';
        let is_word = |i| view.letter(i).is_lowercase() && end - start > 1 || is_without_case(view.letter(i));
        if !is_call && (start..end).any(is_word) {
            return true;
        }
        from = end;
    }
    false
}

/// The puzzles that a passage may have, in their order. The rest of it is sentences.
fn candidates(view: &View) -> Option<Vec<Candidate>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut candidates = Vec::new();
    let runs = drawn_runs(view).into_iter().filter(|run| run.len() > 2);
    for run in runs.take(MOST_CANDIDATES) {
        let drawing = (0..2).find_map(|skipped| {
            let first = run.get(skipped)?;
            let at = first.start..run.last()?.end;
            let is_cut = run[..=skipped].iter().any(|line| stands_on(view, line));
            (run.len() - skipped > 2 && !is_cut && reads(view, &at)).then_some(at)
        });
        found.extend(drawing);
    }
    candidates.extend(found.iter().map(|at| candidate(view, at.clone(), true)));
    for line in view.lines() {
        let is_in = found.iter().any(|at| at.start <= line.start && line.end <= at.end);
        if is_in {
            continue;
        }
        for equation in equations(view, &line) {
            if candidates.len() > MOST_CANDIDATES {
                return None;
            }
            if calculates(view, &equation) && is_apart(view, &equation) && reads(view, &equation) {
                candidates.push(candidate(view, equation, false));
            }
        }
    }
    candidates.sort_by_key(|candidate| candidate.at.start);
    let has_small = |candidate: &Candidate| candidate.letters.contains(char::is_lowercase);
    if candidates.iter().any(|candidate| !has_small(candidate)) {
        candidates.retain(|candidate| !has_small(candidate));
    }
    Some(candidates)
}

/// Whether a line is a rule that a number stands on, such as a quotient with a digit too many: without it, the drawing would
/// be another one.
fn stands_on(view: &View, rule: &Range<usize>) -> bool {
    let above = view.lines().into_iter().rfind(|line| line.end <= rule.start);
    lines::is_rule(view.typed(rule.clone()))
        && above.is_some_and(|line| {
            let is_number = |word: &Range<usize>| {
                word.clone().all(|i| !view.letter(i).is_alphabetic() && view.letter(i) != ':')
                    && word.clone().any(|i| view.is_digit(i))
            };
            are_neighbours(view, line.end, rule.start) && view.words(line).last().is_some_and(is_number)
        })
}

/// Whether no empty line stands between the end of a line and the start of a later one.
fn are_neighbours(view: &View, end: usize, start: usize) -> bool {
    (end..start).filter(|i| view.sign(*i) == '\n').count() < 2
}

fn candidate(view: &View, at: Range<usize>, is_drawn: bool) -> Candidate {
    let letters = at.clone().filter(|i| view.is_digit(*i)).map(|i| view.letter(i)).collect();
    let row_of = |i: usize| {
        let sign = plain(view.sign(i)).to_string();
        OPERATORS.iter().position(|row| row.spellings.contains(&sign.as_str()))
    };
    let operators = at.clone().filter_map(row_of).collect();
    Candidate { at, letters, operators, is_drawn }
}

/// Calculations of shown digits, which are part of an answer or an example, unless there are too many.
fn numerals(view: &View) -> Option<Vec<Range<usize>>> {
    let is_shown = |at: &Range<usize>| !at.clone().any(|i| view.is_hidden(i));
    let of_line =
        |line: &Range<usize>| if is_row(view, line) { vec![line.clone()] } else { equations(view, line) };
    let found: Vec<Range<usize>> =
        view.lines().iter().flat_map(of_line).filter(is_shown).take(MOST_SENTENCES + 1).collect();
    (found.len() <= MOST_SENTENCES).then_some(found)
}

/// Whether what stands beside an equation on its line is no part of it: a number, a word in capitals, an operator.
fn is_apart(view: &View, at: &Range<usize>) -> bool {
    let before = view.before(at.start).map(|i| view.words(i..i + 1)[0].clone());
    let word_before = before.map(|last| {
        (0..last.end)
            .rev()
            .take_while(|i| !view.is_space(*i))
            .last()
            .map_or(last.clone(), |start| start..last.end)
    });
    let word_behind = view.behind(at.end).map(|first| {
        first..(first..view.len()).take_while(|i| !view.is_space(*i)).last().map_or(first, |end| end + 1)
    });
    let is_part = |word: Range<usize>| {
        let is_small = word.clone().any(|i| view.letter(i).is_lowercase() || is_without_case(view.letter(i)));
        let is_number = word.clone().any(|i| view.is_digit(i)) && word.clone().all(|i| view.is_digit(i));
        // A bullet is read as a sign of products.
        let is_mark =
            view.before(word.start).is_none() && word.len() == 1 && BULLETS.contains(view.letter(word.start));
        let is_sign = !is_mark && word.clone().all(|i| "+×÷*/^<>=≠≤≥".contains(view.sign(i)));
        is_number && !is_small || is_sign
    };
    !word_before.is_some_and(is_part) && !word_behind.is_some_and(is_part)
}

/// Some characters, and the space before them if nothing else stands before them on their line.
fn from_line_start(view: &View, at: Range<usize>) -> Range<usize> {
    let start = (0..at.start).rev().take_while(|i| view.sign(*i) != '\n').last().unwrap_or(at.start);
    if (start..at.start).all(|i| view.is_space(i)) { start..at.end } else { at }
}

/// Whether some characters are a puzzle by themselves.
fn reads(view: &View, at: &Range<usize>) -> bool {
    let reader = Reader::new().rules(view.rules).vocabulary(view.vocabulary);
    let reader = reader.interrupt(view.interrupt).without(&[NAME]);
    at.clone().any(|i| view.is_hidden(i))
        && reader.read(view.typed(from_line_start(view, at.clone()))).is_ok()
}

/// Lines one below the other that may be the rows of a drawing.
fn drawn_runs(view: &View) -> Vec<Vec<Range<usize>>> {
    let lines = view.lines();
    let has_caseless = |line: &Range<usize>| line.clone().any(|i| is_without_case(view.letter(i)));
    let mut runs: Vec<Vec<Range<usize>>> = Vec::new();
    let mut last_end = None;
    for line in lines {
        let is_next = last_end.is_some_and(|end: usize| {
            are_neighbours(view, end, line.start)
                && runs.last().and_then(|run| run.first()).is_some_and(|first| {
                    let is_rule = |at: &Range<usize>| lines::is_rule(view.typed(at.clone()));
                    is_rule(&line) || is_rule(first) || has_caseless(first) == has_caseless(&line)
                })
        });
        if !is_row(view, &line) {
            last_end = None;
            continue;
        }
        last_end = Some(line.end);
        match runs.last_mut().filter(|_| is_next) {
            Some(run) => run.push(line),
            None => runs.push(vec![line]),
        }
    }
    runs
}

/// The letters that the numbers of a puzzle begin with.
fn leading(view: &View, at: &Range<usize>) -> HashSet<char> {
    let begins = |i: &usize| {
        (view.is_digit(i + 1) || view.is_space(i + 1) && view.is_digit(i + 2))
            && view.is_digit(*i)
            && !(*i > at.start
                && (view.is_digit(i - 1) || view.is_space(i - 1) && *i > 1 && view.is_digit(i - 2)))
    };
    at.clone().filter(begins).map(|i| view.letter(i)).collect()
}

/// The sentences of a passage without its puzzles, if nothing but punctuation stands between them.
fn sentences(view: &View, cut: &[Range<usize>]) -> Option<Vec<Range<usize>>> {
    let behind_cut =
        |start: usize, i: usize| cut.iter().map(|at| at.end).filter(|end| *end <= i).fold(start, usize::max);
    let mut ends = Vec::new();
    let mut start = 0;
    let (mut lines, mut depth) = (0, 0usize);
    for i in 0..view.len() {
        let sign = view.letter(i);
        lines = match sign {
            '\n' => lines + 1,
            _ if view.is_space(i) => lines,
            _ => 0,
        };
        match sign {
            '{' if (i..view.len()).any(|at| view.letter(at) == '}') => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let at_end = view.is_space(i + 1) || i + 1 == view.len();
        let next = (i + 1..view.len()).find(|next| !view.is_space(*next)).map(|next| view.letter(next));
        let begins_item = sign == '\n'
            && next
                .is_some_and(|next| "-–•*·#>%".contains(next) || next.is_numeric() || !next.is_lowercase());
        let is_end = match sign {
            '。' | '！' | '？' | '；' => true,
            // `{"A": 1}`.
            _ if depth > 0 => false,
            '.' => {
                let words = view.typed(behind_cut(start, i)..i + 1);
                at_end && !sentences::ends_initial(words) && !sentences::ends_abbreviation(words)
            }
            '!' | '?' | ';' | ':' | '：' => at_end,
            '\n' => {
                lines > 1
                    || begins_item
                    || cut.iter().any(|at| at.end <= i && !(at.end..i).any(|at| view.sign(at) == '\n'))
            }
            _ => false,
        };
        if is_end {
            ends.push(start..i + 1);
            start = i + 1;
        }
    }
    ends.push(start..view.len());
    let mut sentences: Vec<Range<usize>> = Vec::new();
    for whole in ends {
        let mut from = whole.start;
        let inner = cut.iter().filter(|at| at.start < whole.end && whole.start < at.end);
        for at in inner {
            sentences.push(from..at.start.max(from));
            from = from.max(at.end);
        }
        sentences.push(from..whole.end.max(from));
    }
    let is_said = |at: &Range<usize>| at.clone().any(|i| view.letter(i).is_alphanumeric());
    let (said, others): (Vec<Range<usize>>, Vec<_>) =
        sentences.into_iter().filter_map(|at| view.trimmed(at)).partition(is_said);
    let allowed = if said.is_empty() { MARKS_ALONE } else { PUNCTUATION };
    let is_allowed =
        |i: usize| allowed.contains(view.letter(i)) || !said.is_empty() && !view.letter(i).is_ascii();
    others.into_iter().flatten().all(is_allowed).then_some(said)
}
