//! A puzzle among words: finds it, reads the words about it, and quotes the rest.

mod built;
mod found;
mod groups;
mod unread;

pub(crate) use built::{count, has_solution};

use std::ops::Range;

use crate::said::{self, About, Effect, Statement, Token, Understood};
use crate::spans::{Drawing, drawings, level_rules};
use crate::{Aids, Piece};
use found::{Found, Role, find_equations, tokens_of};
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::{Puzzle, Rules, Unread};
use fukumen_language::text::{Draft, heading};
use groups::{Group, groups, headings};

/// The puzzles of a text among words, the one that is asked for first; none if there is none. If something was around the text, it need
/// not have words.
pub fn read(draft: &Draft, is_wrapped: bool, rules: &Rules, aids: Aids) -> Vec<Piece> {
    let mut draft = draft.clone();
    level_rules(&mut draft);
    let (draft, text) = (&draft, draft.text());
    let bare = Rules { wheres: Vec::new(), shows: Vec::new(), assign: Vec::new(), ..rules.clone() };
    let drawn = drawings(text, &bare, aids);
    let mut found = find_equations(text, &drawn, &bare, aids);
    let tokens = tokens_of(text, &drawn, &found);
    let is_word = |token: &Token| !matches!(token.kind, said::Kind::Equations(_));
    if !is_wrapped && drawn.is_empty() && !tokens.iter().any(is_word) && has_mistake(text, &found) {
        return Vec::new();
    }
    let headings = headings(text, &drawn, &found, &tokens, aids);
    let groups = groups(text, &drawn, &mut found, &headings, rules);
    // An answer says nothing about the puzzle.
    let tokens = &tokens[..tokens.partition_point(|token| token.at.start < headings.answers)];
    let Some((first, others)) = groups.split_first() else { return Vec::new() };
    let has = |word: &str| !word.is_empty() && word.chars().all(|c| first.symbols.contains(&c.to_string()));
    let has_letters = !first.symbols.is_empty();
    let about = About {
        has: &has,
        has_letters,
        has_blanks: !has_letters,
        is_for_headings: false,
        without: aids.without,
    };
    let (statements, understood) = said::statements(tokens, text, &about);
    let mut passage = Passage { draft, text, rules, aids, drawn: &drawn, found, tokens };
    let Some(main) = passage.main(first, &statements, &understood, &about) else { return Vec::new() };
    let others: Vec<Piece> = others.iter().filter_map(|group| passage.other(group)).collect();
    let title = (!others.is_empty()).then(|| passage.own_text(first));
    std::iter::once(Piece { title, ..Piece::whole(main) }).chain(others).collect()
}

/// The length of a statement that is only a word such as `given` and a puzzle, in tokens.
const SHORTEST_SAYING: usize = 2;

/// Whether signs are left over between and around the equations of a text without words: then it has a mistake.
fn has_mistake(text: &str, found: &[Found]) -> bool {
    let ends = std::iter::once(0).chain(found.iter().map(|found| found.at.end));
    let starts = found.iter().map(|found| found.begins).chain([text.len()]);
    let gaps: Vec<&str> =
        ends.zip(starts).map(|(end, start)| text.get(end..start).unwrap_or_default().trim()).collect();
    // A condition may stand in brackets: `TWO+TWO=FOUR (R=8)`.
    let encloses = |i: usize| matches!(gaps.get(i..i + 2), Some(["(", ")"] | ["[", "]"]));
    let is_bracket = |i: usize| encloses(i) || i > 0 && encloses(i - 1);
    let is_wrong = |gap: &str| {
        gap.contains(['(', ')', '[', ']', '+', '-', '*', '/', '×', '÷', '=', '<', '>', '^'])
            || gap.contains(",,")
    };
    (0..gaps.len()).any(|i| is_wrong(gaps[i]) && !is_bracket(i))
}

/// A text with what was found in it.
struct Passage<'a> {
    draft: &'a Draft<'a>,
    text: &'a str,
    rules: &'a Rules,
    aids: Aids<'a>,
    drawn: &'a [Drawing],
    found: Vec<Found>,
    tokens: &'a [Token],
}

/// A line that words were read as, or an option that does what they ask for, with the place of the words.
type Line = (String, Range<usize>);

/// Settings, demands and conditions from the words about a puzzle.
#[derive(Default)]
struct Told {
    settings: Vec<Line>,
    demands: Vec<Line>,
    conditions: Vec<usize>,
}

impl Told {
    fn says_something(&self) -> bool {
        !self.conditions.is_empty() || !self.settings.is_empty()
    }
}

impl Passage<'_> {
    /// The first puzzle, with what the words say.
    fn main(
        &mut self,
        group: &Group,
        statements: &[Statement],
        understood: &Understood,
        about: &About,
    ) -> Option<Puzzle> {
        let told = self.told(group, statements);
        told.conditions.iter().for_each(|i| self.found[*i].role = Role::Condition);
        let understood = &self.truly_understood(group, statements, understood);
        let (unread, mut may) = self.unread(group, understood, about, &told.demands);
        let with_all = self.build(group, &told.conditions, &told.settings);
        let is_open = |puzzle: &Puzzle| has_solution(puzzle) != Some(false);
        // What is read from words must leave a solution, if there is one without it.
        let is_safe = with_all.as_ref().is_some_and(|puzzle| !told.says_something() || is_open(puzzle));
        let alone = if is_safe {
            None
        } else {
            self.build(group, &[], &[]).filter(|alone| with_all.is_none() || is_open(alone))
        };
        let mut notes: Vec<Note> = Vec::new();
        if alone.is_some() {
            may.extend(told.settings.iter().map(|(_, at)| at.clone()));
            may.extend(told.conditions.iter().map(|i| self.found[*i].at.clone()));
            may.sort_by_key(|at| at.start);
        } else if !told.settings.is_empty() {
            let read = told.settings.iter().map(|(line, at)| format!("\"{}\" as {line}", self.quote(at)));
            notes.push(message!("note-read", words = read.collect::<Vec<_>>().join("; ")).into());
        }
        let mut pieces = [(&unread, false), (&may, true)]
            .into_iter()
            .flat_map(|(all, may)| all.iter().map(move |at| (at.clone(), may)))
            .map(|(at, may)| Unread::new(&self.text[at.clone()], self.draft.typed(at), may))
            .collect::<Vec<_>>();
        pieces.sort_by_key(|piece| piece.span.start);
        if !unread.is_empty() {
            notes.push(message!("note-unread", words = self.quotes(&unread)).into());
        }
        if !may.is_empty() {
            notes.push(message!("note-unread-may", words = self.quotes(&may)).into());
        }
        for (option, at) in &told.demands {
            notes.push(message!("note-demand", words = self.quote(at), option = option).into());
        }
        alone.or(with_all).map(|puzzle| puzzle.with_notes(&notes).with_unread(pieces))
    }

    /// Collects the statements about a puzzle, and the conditions that stand by themselves.
    fn told(&self, group: &Group, statements: &[Statement]) -> Told {
        let mut told = Told::default();
        for statement in statements {
            let (first, last) =
                (&self.tokens[statement.tokens.start], &self.tokens[statement.tokens.end - 1]);
            let at = first.at.start..last.at.end;
            let lines = statement.lines.iter().map(|line| (self.setting(line, group), at.clone()));
            match statement.effect {
                Effect::Set(_) => {
                    let equations = statement.equations.clone().into_iter().flatten();
                    told.conditions.extend(equations.filter(|i| self.is_condition(*i, group)));
                    told.settings.extend(lines.filter(|(line, _)| self.changes(line)));
                }
                Effect::Cannot(_) => told.demands.extend(lines),
                _ => {}
            }
        }
        for i in 0..self.found.len() {
            let is_of_run =
                |before: usize| group.equations.contains(&before) || told.conditions.contains(&before);
            let joins =
                (self.found[i].joins || self.found[i].follows) && i.checked_sub(1).is_some_and(is_of_run);
            let is_unread = self.found[i].role == Role::Unread && !told.conditions.contains(&i);
            if is_unread && (self.found[i].is_alone || joins) && self.is_condition(i, group) {
                told.conditions.push(i);
            }
        }
        told
    }

    /// The clauses that were understood, without those of words before the puzzle itself that would make it a condition: `if A is even
    /// AB+CD=EF`.
    fn truly_understood(
        &self,
        group: &Group,
        statements: &[Statement],
        understood: &Understood,
    ) -> Understood {
        let mut understood = understood.clone();
        for statement in statements {
            let is_condition = |i: usize| self.found[i].role == Role::Condition;
            let is_idle = statement.equations.clone().is_some_and(|mut all| !all.any(is_condition));
            // A setting that there is not, such as base 100.
            let is_set = |line: &String| {
                let line = self.setting(line, group);
                line.starts_with("@where") || heading::set(&mut self.rules.clone(), &line).is_ok()
            };
            if matches!(statement.effect, Effect::Set(_)) && !statement.lines.iter().all(is_set) {
                let clauses = self.tokens[statement.tokens.clone()].iter().map(|token| token.clause);
                understood.doubtful.extend(clauses);
            }
            if is_idle && statement.lines.is_empty() && statement.tokens.len() > SHORTEST_SAYING {
                let clauses = self.tokens[statement.tokens.clone()].iter().map(|token| token.clause);
                clauses.for_each(|clause| {
                    understood.clauses.remove(&clause);
                });
            }
        }
        understood
    }

    /// Whether a setting is not in force anyway.
    fn changes(&self, line: &str) -> bool {
        let mut rules = self.rules.clone();
        line.starts_with("@where")
            || heading::set(&mut rules, line).is_ok()
                && rules != *self.rules
                && !(rules.allowed_digits() == self.rules.allowed_digits() && line.starts_with("@digits"))
    }

    /// The setting that a line of the table stands for: `without 3` are all digits but this one, and blanks have a setting of their own.
    fn setting(&self, line: &str, group: &Group) -> String {
        let Some(left_out) = line.strip_prefix("without ") else {
            let is_of_blanks = line == said::DISTINCT && group.symbols.is_empty();
            return if is_of_blanks { "@distinct-blanks true".into() } else { line.to_owned() };
        };
        let digits = (0..u32::from(self.rules.base.get())).map(|digit| digit.to_string());
        let digits: Vec<String> = digits.filter(|digit| digit != left_out).collect();
        format!("@digits {}", digits.join(","))
    }

    /// Whether an equation may be a condition on a puzzle.
    fn is_condition(&self, i: usize, group: &Group) -> bool {
        let equation = &self.found[i];
        let is_answer = equation.role == Role::Answer && !equation.is_value(self.text);
        !is_answer
            && !equation.is_choice
            && !matches!(equation.role, Role::Puzzle | Role::Copy)
            && !group.equations.contains(&i)
            && !equation.symbols.is_empty()
            && equation.symbols.is_subset(&group.symbols)
            && !equation.explains(self.text)
    }
}

#[cfg(test)]
mod tests;
