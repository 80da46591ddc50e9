//! A puzzle among words: what is the puzzle, what the words say of it, and what is not understood.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use crate::said::{self, About, Effect, Statement, Token, Tokens, Understood};
use crate::spans::{Drawing, atoms, drawings, equations};
use crate::{Aids, read_plainly};
use fukumen_engine::Ask;
use fukumen_engine::solve::{Limits, Solver};
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::{Draft, Edit, lines};

/// A text with more equations is no passage; those after it are left unread.
const MOST_EQUATIONS: usize = 200;

/// How long the check whether a puzzle has a solution may go on.
const LONGEST_CHECK: Duration = Duration::from_millis(200);

/// How far a puzzle is from the word that makes it an example, in bytes.
const FARTHEST_EXAMPLE: usize = 60;

/// How many lines below an example its answer may stand.
const FARTHEST_ANSWER: usize = 3;

/// How many characters of a piece are quoted, and how many pieces.
const LONGEST_QUOTE: usize = 80;
const MOST_QUOTES: usize = 3;

/// What an equation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It belongs to the puzzle of this group.
    Puzzle(usize),
    /// The puzzle again.
    Copy,
    /// A condition on the puzzle.
    Condition,
    /// An answer, or an example of one.
    Answer,
    /// Nobody knows.
    Unread,
}

/// An equation of the text.
struct Found {
    at: Range<usize>,
    line: usize,
    puzzle: Puzzle,
    symbols: BTreeSet<String>,
    calculates: bool,
    /// Whether nothing else is on its line.
    is_alone: bool,
    /// Whether only separators are between it and the one before.
    joins: bool,
    role: Role,
}

impl Found {
    /// Whether it says that a number of the puzzle is one in digits.
    fn is_value(&self, text: &str) -> bool {
        let typed = &text[self.at.clone()];
        let is_shown = |side: &str| side.trim().bytes().all(|byte| byte.is_ascii_digit());
        !self.calculates
            && typed.split_once('=').is_some_and(|(left, right)| is_shown(left) || is_shown(right))
    }

    /// Whether one of its numbers is written with place values: `100K+10L+M`.
    fn explains(&self, text: &str) -> bool {
        let typed: Vec<char> = text[self.at.clone()].chars().collect();
        let is_place = |i: usize| {
            let zeros = typed[i + 1..].iter().take_while(|c| **c == '0').count();
            let begins = i == 0 || !typed[i - 1].is_alphanumeric();
            begins && zeros > 0 && typed.get(i + 1 + zeros).is_some_and(|c| c.is_alphabetic())
        };
        (0..typed.len()).any(|i| typed[i] == '1' && is_place(i))
    }
}

/// A puzzle of the text: a drawing, or equations.
struct Group {
    drawing: Option<usize>,
    equations: Vec<usize>,
    symbols: BTreeSet<String>,
    is_example: bool,
}

/// The puzzles of a text among words, the one that is asked for first; none if there is none.
pub fn read(draft: &Draft, rules: &Rules, aids: Aids) -> Vec<Puzzle> {
    let text = draft.text().to_owned();
    let bare = Rules { wheres: Vec::new(), shows: Vec::new(), assign: Vec::new(), ..rules.clone() };
    let drawn = drawings(&text, &bare, aids);
    let mut found = find_equations(&text, &drawn, &bare, aids);
    let tokens = tokens_of(&text, &drawn, &found);
    let groups = groups(&text, &drawn, &mut found, &tokens, rules);
    let Some(first) = groups.first() else { return Vec::new() };
    let symbols = first.symbols.clone();
    let has = |word: &str| !word.is_empty() && word.chars().all(|c| symbols.contains(&c.to_string()));
    let has_letters = !symbols.is_empty();
    let about = About { has: &has, has_letters, has_blanks: !has_letters };
    let (statements, understood) = said::statements(&tokens, &text, &about);
    let mut passage =
        Passage { draft, text: &text, rules, aids, drawn: &drawn, found: &mut found, tokens: &tokens };
    passage.answers(&groups, &statements, &understood, &about)
}

/// What the parts of the work share.
struct Passage<'a> {
    draft: &'a Draft<'a>,
    text: &'a str,
    rules: &'a Rules,
    aids: Aids<'a>,
    drawn: &'a [Drawing],
    found: &'a mut Vec<Found>,
    tokens: &'a [Token],
}

/// The symbols of a puzzle, each in the form by which it is known.
fn symbols_of(puzzle: &Puzzle) -> BTreeSet<String> {
    let spelling = puzzle.rules().spelling();
    puzzle.symbols().map(|(_, hidden)| spelling.key(&hidden.name).to_lowercase()).collect()
}

/// The equations of the lines outside drawings, each proved by the grammar.
fn find_equations(text: &str, drawn: &[Drawing], rules: &Rules, aids: Aids) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let at = start..start + line.len();
        start = at.end;
        let is_drawn = drawn.iter().any(|drawing| drawing.at.start < at.end && at.start < drawing.at.end);
        if is_drawn || lines::special(line).is_some() || found.len() > MOST_EQUATIONS {
            continue;
        }
        let atoms = atoms(line, at.start);
        for equation in equations(text, &atoms) {
            let Ok(puzzle) = read_plainly(&text[equation.at.clone()], rules, aids) else { continue };
            let rest = [&text[at.start..equation.at.start], &text[equation.at.end..at.end]].concat();
            let between = found.last().map(|last| &text[last.at.end..equation.at.start]);
            let is_separator = |c: char| c.is_whitespace() || ",;、，；&".contains(c);
            found.push(Found {
                symbols: symbols_of(&puzzle),
                calculates: equation.calculates,
                is_alone: !rest.contains(char::is_alphanumeric),
                joins: between.is_some_and(|between| {
                    between.trim_matches(is_separator).is_empty() || between.trim() == "and"
                }),
                at: equation.at,
                line: number,
                puzzle,
                role: Role::Unread,
            });
        }
    }
    found
}

/// The words of a text, with its equations among them.
fn tokens_of(text: &str, drawn: &[Drawing], found: &[Found]) -> Vec<Token> {
    let mut tokens = Tokens::default();
    let mut breaks: Vec<(Range<usize>, Option<usize>)> =
        drawn.iter().map(|drawing| (drawing.at.clone(), None)).collect();
    breaks.extend(found.iter().enumerate().map(|(i, equation)| (equation.at.clone(), Some(i))));
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if lines::special(line).is_some() {
            breaks.push((start..start + line.len(), None));
        }
        start += line.len();
    }
    breaks.sort_by_key(|(at, _)| at.start);
    let mut done = 0;
    for (at, equation) in breaks {
        if at.start < done {
            continue;
        }
        let joins = equation.is_some_and(|i| found[i].joins);
        if !joins {
            tokens.add_words(text, done..at.start);
        }
        match equation {
            Some(i) => tokens.add_equations(i, at.clone(), joins),
            None => tokens.end_sentence(),
        }
        done = at.end;
    }
    tokens.add_words(text, done..text.len());
    tokens.all
}

/// The puzzles, in the order in which they are answered. Gives the equations their roles.
fn groups(text: &str, drawn: &[Drawing], found: &mut [Found], tokens: &[Token], rules: &Rules) -> Vec<Group> {
    let about = About { has: &|_| false, has_letters: true, has_blanks: true };
    let (headings, _) = said::statements(tokens, text, &about);
    let place = |statement: &Statement| tokens[statement.tokens.start].at.start;
    let first = drawn
        .first()
        .map(|drawing| drawing.at.start)
        .into_iter()
        .chain(found.first().map(|found| found.at.start))
        .min();
    let answer = headings.iter().filter(|statement| statement.effect == Effect::Answer).map(place);
    let answer = answer.filter(|at| first.is_some_and(|first| first < *at)).min().unwrap_or(text.len());
    let examples_named: Vec<usize> = headings
        .iter()
        .filter(|statement| statement.effect == Effect::Example)
        .map(|statement| tokens[statement.tokens.end - 1].at.end)
        .collect();
    let is_answer = |equation: &Found| {
        let before = text[..equation.at.start].trim_end();
        let is_quoted = before.ends_with(['"', '“', '„', '«', '{', '<', '[', '「']);
        equation.at.start >= answer
            || equation.symbols.is_empty() && equation.puzzle.hidden().is_empty()
            || equation.is_value(text) && is_quoted
    };
    for i in 0..found.len() {
        let is_listed = found[i].is_value(text)
            && (found[i].joins && found[i - 1].is_value(text)
                || found.get(i + 1).is_some_and(|next| next.joins && next.is_value(text)));
        if is_answer(&found[i]) || is_listed {
            found[i].role = Role::Answer;
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    for (i, drawing) in drawn.iter().enumerate() {
        let symbols = symbols_of(&drawing.puzzle);
        let is_again = groups.iter().any(|group| !symbols.is_empty() && symbols.is_subset(&group.symbols));
        if drawing.at.start < answer && !is_again {
            groups.push(Group { drawing: Some(i), equations: Vec::new(), symbols, is_example: false });
        }
    }
    let is_example = examples(text, found, &examples_named, answer);
    let digits = rules.allowed_digits().len();
    let mut order: Vec<usize> = (0..found.len()).collect();
    // Of linked equations, the one with the most symbols is the puzzle.
    order.sort_by_key(|i| (std::cmp::Reverse(found[*i].symbols.len()), *i));
    for i in order {
        let equation = &found[i];
        let is_puzzle = equation.calculates
            && !equation.puzzle.hidden().is_empty()
            && equation.role == Role::Unread
            && !equation.explains(text);
        if !is_puzzle {
            continue;
        }
        let is_copy = |group: &Group| {
            group.drawing.is_some() && group.symbols == equation.symbols && !equation.symbols.is_empty()
                || group.equations.iter().any(|other| {
                    found[*other].puzzle.conditions() == equation.puzzle.conditions()
                        && found[*other].symbols == equation.symbols
                })
        };
        if groups.iter().any(is_copy) {
            found[i].role = Role::Copy;
            continue;
        }
        let linked = groups.iter().position(|group| {
            group.is_example == is_example[i]
                && !group.symbols.is_disjoint(&equation.symbols)
                && linked_symbols(found, &group.symbols, i).len() <= digits
        });
        let is_side = |group: &Group| {
            let is_beside = |other: &usize| {
                let (first, last) = (i.min(*other), i.max(*other));
                found[first + 1..=last].iter().all(|found| found.joins)
            };
            equation.is_alone || group.equations.iter().any(is_beside)
        };
        match linked {
            Some(group) if is_side(&groups[group]) => {
                found[i].role = Role::Puzzle(group);
                let symbols = found[i].symbols.clone();
                groups[group].symbols.extend(symbols);
                groups[group].equations.push(i);
            }
            Some(_) => {}
            None => {
                let symbols = found[i].symbols.clone();
                groups.push(Group { drawing: None, equations: vec![i], symbols, is_example: is_example[i] });
                found[i].role = Role::Puzzle(groups.len() - 1);
            }
        }
    }
    let start_of = |group: &Group| match group.drawing {
        Some(drawing) => drawn[drawing].at.start,
        None => group.equations.iter().map(|i| found[*i].at.start).min().unwrap_or_default(),
    };
    // Roles name groups by their place before they were put in order.
    let mut numbered: Vec<(usize, Group)> = groups.into_iter().enumerate().collect();
    numbered.sort_by_key(|(_, group)| (group.is_example, group.drawing.is_none(), start_of(group)));
    numbered
        .into_iter()
        .map(|(_, mut group)| {
            group.equations.sort_unstable();
            group
        })
        .collect()
}

/// Which equations are examples: those after a word for it, and those with their answer below. If all are, none is.
fn examples(text: &str, found: &[Found], named: &[usize], answer: usize) -> Vec<bool> {
    let is_puzzle = |found: &Found| found.calculates && found.role == Role::Unread && !found.explains(text);
    let is_example = |i: usize| {
        let start = found[i].at.start;
        let is_next = |at: usize| {
            at <= start && !found.iter().any(|found| at <= found.at.start && found.at.start < start)
        };
        let is_named = named.iter().any(|at| is_next(*at) && start - at < FARTHEST_EXAMPLE);
        let is_answered = found.get(i + 1).is_some_and(|next| {
            next.role == Role::Answer
                && next.at.start < answer
                && next.line <= found[i].line + FARTHEST_ANSWER
        });
        is_puzzle(&found[i]) && (is_named || is_answered)
    };
    let are: Vec<bool> = (0..found.len()).map(is_example).collect();
    let is_left = found.iter().zip(&are).any(|(found, is)| is_puzzle(found) && !is);
    if is_left { are } else { vec![false; found.len()] }
}

/// The symbols of all equations that are linked with a group by the symbols that they share.
fn linked_symbols(found: &[Found], group: &BTreeSet<String>, with: usize) -> BTreeSet<String> {
    let mut all = group | &found[with].symbols;
    loop {
        let is_new = |equation: &&Found| {
            equation.calculates
                && equation.role != Role::Answer
                && !equation.symbols.is_disjoint(&all)
                && !equation.symbols.is_subset(&all)
        };
        let Some(next) = found.iter().find(is_new) else { return all };
        all.extend(next.symbols.iter().cloned());
    }
}

impl Passage<'_> {
    /// The puzzles, each with what the words say of the first.
    fn answers(
        &mut self,
        groups: &[Group],
        statements: &[Statement],
        understood: &Understood,
        about: &About,
    ) -> Vec<Puzzle> {
        let mut puzzles = Vec::new();
        for (i, group) in groups.iter().enumerate() {
            let read =
                if i == 0 { self.main(group, statements, understood, about) } else { self.alone(group) };
            puzzles.extend(read);
            if puzzles.is_empty() {
                return puzzles;
            }
        }
        puzzles
    }

    /// The puzzle of a group without anything that words say.
    fn alone(&self, group: &Group) -> Option<Puzzle> {
        self.build(group, &[], &[])
    }

    /// The first puzzle, with what the words say.
    fn main(
        &mut self,
        group: &Group,
        statements: &[Statement],
        understood: &Understood,
        about: &About,
    ) -> Option<Puzzle> {
        let mut conditions: Vec<usize> = Vec::new();
        let mut settings: Vec<(String, Range<usize>)> = Vec::new();
        let mut demands: Vec<(String, Range<usize>)> = Vec::new();
        for statement in statements {
            let at =
                self.tokens[statement.tokens.start].at.start..self.tokens[statement.tokens.end - 1].at.end;
            match statement.effect {
                Effect::Set(_) => {
                    conditions.extend(
                        statement
                            .equations
                            .clone()
                            .into_iter()
                            .flatten()
                            .filter(|i| self.is_condition(*i, group)),
                    );
                    settings.extend(statement.lines.iter().map(|line| (line.clone(), at.clone())));
                }
                Effect::Cannot(_) => {
                    demands.extend(statement.lines.iter().map(|line| (line.clone(), at.clone())))
                }
                _ => {}
            }
        }
        let spoken = conditions.clone();
        for i in 0..self.found.len() {
            let joins = self.found[i].joins
                && i > 0
                && (group.equations.contains(&(i - 1)) || conditions.contains(&(i - 1)));
            let is_unread = self.found[i].role == Role::Unread && !group.equations.contains(&i);
            if is_unread
                && (self.found[i].is_alone || joins)
                && self.is_condition(i, group)
                && !conditions.contains(&i)
            {
                conditions.push(i);
            }
        }
        conditions.iter().for_each(|i| self.found[*i].role = Role::Condition);
        self.merge_digits(&mut settings);
        let told: Vec<(String, Range<usize>)> =
            settings.iter().filter(|(line, _)| self.changes(line)).cloned().collect();
        let lines: Vec<&(String, Range<usize>)> = told.iter().collect();
        let with_all = self.build(group, &conditions, &lines);
        let (unread, may) = self.unread(group, understood, about, &demands);
        let mut left_out = Vec::new();
        let puzzle = match with_all {
            Some(puzzle)
                if (told.is_empty() && spoken.is_empty()) || has_solution(&puzzle) != Some(false) =>
            {
                puzzle
            }
            _ => {
                let alone = self.build(group, &[], &[])?;
                if has_solution(&alone) == Some(false)
                    && let Some(puzzle) = with_all
                {
                    puzzle
                } else {
                    left_out = told.iter().map(|(_, at)| at.clone()).collect();
                    left_out.extend(conditions.iter().map(|i| self.found[*i].at.clone()));
                    alone
                }
            }
        };
        let mut notes: Vec<Note> = Vec::new();
        if left_out.is_empty() {
            let read: Vec<String> =
                told.iter().map(|(line, at)| format!("\"{}\" as {line}", self.quote(at))).collect();
            if !read.is_empty() {
                notes.push(message!("note-read", words = read.join("; ")).into());
            }
        }
        if !unread.is_empty() {
            notes.push(message!("note-unread", words = self.quotes(&unread)).into());
        }
        let mut warned = may.clone();
        warned.extend(left_out);
        warned.sort_by_key(|at| at.start);
        if !warned.is_empty() {
            notes.push(message!("note-unread-may", words = self.quotes(&warned)).into());
        }
        for (option, at) in demands {
            notes.push(message!("note-demand", words = self.quote(&at), option = option).into());
        }
        let notes: Vec<Note> = notes;
        Some(puzzle.with_notes(&notes))
    }

    /// Whether a setting is not in force anyway.
    fn changes(&self, line: &str) -> bool {
        let mut rules = self.rules.clone();
        line.starts_with("@where")
            || fukumen_language::text::heading::set(&mut rules, line).is_ok()
                && rules != *self.rules
                && !(rules.allowed_digits() == self.rules.allowed_digits() && line.starts_with("@digits"))
    }

    /// Puts digits that are left out into the form of a setting.
    fn merge_digits(&self, settings: &mut Vec<(String, Range<usize>)>) {
        let base = self.rules.base.get();
        for (line, _) in settings.iter_mut() {
            if let Some(left_out) = line.strip_prefix("without ").and_then(|digit| digit.parse::<u32>().ok())
            {
                let digits: Vec<String> = (0..base)
                    .map(u32::from)
                    .filter(|digit| *digit != left_out)
                    .map(|digit| digit.to_string())
                    .collect();
                *line = format!("@digits {}", digits.join(","));
            }
        }
    }

    /// Whether an equation may be a condition on a puzzle.
    fn is_condition(&self, i: usize, group: &Group) -> bool {
        let equation = &self.found[i];
        let is_answer = equation.role == Role::Answer && !equation.is_value(self.text);
        !is_answer
            && !matches!(equation.role, Role::Puzzle(_) | Role::Copy)
            && !group.equations.contains(&i)
            && !equation.symbols.is_empty()
            && equation.symbols.is_subset(&group.symbols)
            && !equation.explains(self.text)
    }

    /// The puzzle of a group, with conditions and settings put before it.
    fn build(
        &self,
        group: &Group,
        conditions: &[usize],
        settings: &[&(String, Range<usize>)],
    ) -> Option<Puzzle> {
        let mut kept: Vec<(Range<usize>, bool)> = Vec::new();
        match group.drawing {
            Some(drawing) => kept.push((self.drawn[drawing].at.clone(), true)),
            None => kept.extend(group.equations.iter().map(|i| (self.found[*i].at.clone(), false))),
        }
        let mut edits: Vec<Edit> = Vec::new();
        for (line, at) in settings {
            edits.push(Edit::new(0..0, format!("{line}\n")).moved_from(at.clone()));
        }
        for i in conditions {
            let at = self.found[*i].at.clone();
            edits.push(Edit::new(0..0, format!("@where {}\n", &self.text[at.clone()])).moved_from(at));
        }
        let mut done = 0;
        for (number, (at, is_drawing)) in kept.iter().enumerate() {
            let cut = done..at.start;
            let specials = self.specials(&cut);
            let between = if number > 0 { "\n" } else { "" };
            edits.push(Edit::new(cut, format!("{specials}{between}")));
            if *is_drawing && !self.reads_with_blank_lines(at) {
                edits.extend(blank_lines(self.text, at).into_iter().map(Edit::cut));
            }
            done = at.end;
        }
        let rest = done..self.text.len();
        let specials = self.specials(&rest);
        edits
            .push(Edit::new(rest, if specials.is_empty() { String::new() } else { format!("\n{specials}") }));
        let mut draft = self.draft.clone();
        draft.edit(&edits);
        let read = read_plainly(draft.text(), self.rules, self.aids);
        read.ok().map(|puzzle| draft.finished(puzzle))
    }

    /// The settings in a part that is cut off.
    fn specials(&self, at: &Range<usize>) -> String {
        let lines = self.text[at.clone()].lines().filter(|line| lines::setting(line).is_some());
        lines.map(|line| format!("{line}\n")).collect()
    }

    fn reads_with_blank_lines(&self, at: &Range<usize>) -> bool {
        read_plainly(&self.text[at.clone()], self.rules, self.aids).is_ok_and(|puzzle| puzzle.is_drawn())
    }

    /// The clauses that no statement was found in: those that do not matter, and those that may change the answer.
    fn unread(
        &self,
        group: &Group,
        understood: &Understood,
        about: &About,
        demands: &[(String, Range<usize>)],
    ) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let (mut unread, mut may): (Vec<Range<usize>>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
        let mut start = 0;
        let mut last: Option<(usize, bool)> = None;
        while let Some(first) = self.tokens.get(start) {
            let end =
                start + self.tokens[start..].iter().take_while(|token| token.clause == first.clause).count();
            let clause = &self.tokens[start..end];
            // A number beside what was understood may say something else: `4 letters, the digits 4 and 6 are missing`.
            let is_left = |i: &usize| {
                !understood.tokens.contains(i) && matches!(self.tokens[*i].kind, said::Kind::Number(_))
            };
            let left: Vec<Token> = (start..end).filter(is_left).map(|i| self.tokens[i].clone()).collect();
            let is_understood = understood.clauses.contains(&first.clause)
                && (left.is_empty() || !said::may_change(clause, about));
            start = end;
            // Equations that are accounted for are not unread, nor are the settings of the text.
            let is_known = |token: &Token| match &token.kind {
                said::Kind::Equations(range) => {
                    range.clone().all(|i| self.found[i].role != Role::Unread || group.equations.contains(&i))
                }
                _ => false,
            };
            let words: Vec<Token> = clause.iter().filter(|token| !is_known(token)).cloned().collect();
            let is_quoted = demands
                .iter()
                .any(|(_, at)| at.start < clause[clause.len() - 1].at.end && clause[0].at.start < at.end);
            let has_unread = words.iter().any(|token| matches!(token.kind, said::Kind::Equations(_)));
            if words.is_empty() || is_quoted || is_understood && !has_unread {
                last = None;
                continue;
            }
            let at = words[0].at.start..words[words.len() - 1].at.end;
            let changes = said::may_change(&words, about);
            let list = if changes { &mut may } else { &mut unread };
            match list.last_mut().filter(|_| last == Some((first.sentence, changes))) {
                Some(before) => before.end = at.end,
                None => list.push(at),
            }
            last = Some((first.sentence, changes));
        }
        (unread, may)
    }

    /// Some bytes as a note quotes them.
    fn quote(&self, at: &Range<usize>) -> String {
        let words = self.text[at.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        if words.chars().count() <= LONGEST_QUOTE {
            return words;
        }
        words.chars().take(LONGEST_QUOTE - 1).chain(['…']).collect()
    }

    fn quotes(&self, all: &[Range<usize>]) -> String {
        let mut shown: Vec<String> =
            all.iter().take(MOST_QUOTES).map(|at| format!("\"{}\"", self.quote(at))).collect();
        if all.len() > MOST_QUOTES {
            shown.push(format!("and {} more", all.len() - MOST_QUOTES));
        }
        shown.join(", ")
    }
}

/// The blank lines of a part.
fn blank_lines(text: &str, at: &Range<usize>) -> Vec<Range<usize>> {
    let mut start = at.start;
    let mut blank = Vec::new();
    for line in text[at.clone()].split_inclusive('\n') {
        if lines::is_blank(line) {
            blank.push(start..start + line.len());
        }
        start += line.len();
    }
    blank
}

/// Whether a puzzle has a solution, if a short search tells.
fn has_solution(puzzle: &Puzzle) -> Option<bool> {
    let (answer, _) =
        Solver::new(puzzle).ask(Ask::First(1)).limits(Limits::default().timeout(LONGEST_CHECK)).run().ok()?;
    match answer.outcome.count {
        0 if answer.outcome.exhausted => Some(false),
        0 => None,
        _ => Some(true),
    }
}

#[cfg(test)]
mod tests {
    use crate::Reader;
    use fukumen_engine::Solve;

    /// The counts of the puzzles of a text, and whether a note warns.
    fn read(text: &str) -> (Vec<u128>, bool) {
        let puzzles = Reader::new().read_all(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let is_warning = |puzzle: &fukumen_language::Puzzle| {
            puzzle.notes().iter().any(|note| note.message.key() == "note-unread-may")
        };
        let counts = puzzles.iter().map(|puzzle| puzzle.count().expect("it is counted"));
        (counts.collect(), puzzles.iter().any(is_warning))
    }

    #[test]
    fn statements_are_read_and_samples_of_answers_are_not() {
        for (text, count) in [
            ("SEND+MORE=MONEY. The first letter can't be zero.", 1),
            ("AB+C=DE. The leftmost digit may not be 0.", 144),
            ("AB+C=DE (answer as \"A=1\")", 144),
            ("Solve AB+C=DE. Output format: \"A=1,B=2\"", 144),
            ("TWO + TWO = FOUR\n\nŘešení\n\nT = 7", 7),
            ("TWO + TWO = FOUR\n\nMegoldás\n\nT = 7", 7),
            ("My uncle sent me TWO+TWO=FOUR. Hint: T is 7.", 2),
        ] {
            assert_eq!(read(text), (vec![count], false), "{text}");
        }
    }

    #[test]
    fn unread_words_that_may_matter_are_a_warning() {
        assert_eq!(read("Find TWO+TWO=FOUR. In this sum T lies far away from W."), (vec![7], true));
        assert_eq!(read("Somebody at work wrote TWO+TWO=FOUR on the whiteboard."), (vec![7], false));
    }

    #[test]
    fn what_leaves_no_solution_is_left_out_with_a_warning() {
        assert_eq!(read("In TWO+TWO=FOUR, one may assume this. Hint: F is 7."), (vec![7], true));
    }

    #[test]
    fn an_example_comes_last_and_separate_puzzles_stay_separate() {
        let text = "Example:\nUP+IT=ME\nYour turn:\nCAT+CAT=PURR";
        assert_eq!(read(text).0, [4, 476]);
        let text = "Two for you.\nNUIT+NUIT+NUIT=CHIEN\nVENT+VENT+VENT=NUAGE\nPLAGE+PLAGE=SABLE";
        assert_eq!(read(text).0, [3, 4, 7]);
    }
}
