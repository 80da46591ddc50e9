//! The parts of a text that were not read, and how notes quote them.

use std::ops::Range;

use super::Passage;
use super::found::Role;
use super::groups::Group;
use crate::said::{self, About, Token, Understood};

/// How many characters of a piece are quoted, and how many pieces.
const LONGEST_QUOTE: usize = 80;
const MOST_QUOTES: usize = 3;

impl Passage<'_> {
    /// The clauses that no statement was found in: those that do not matter, and those that may change the answer.
    pub(super) fn unread(
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
            // A number beside what was understood may say something else: `4 letters, the digits 4 and 6 are missing`, and so may what
            // stands beside a question: `find A if no digit is even`.
            let topics = said::topics(clause, &|at| understood.tokens.contains(&(start + at)));
            let is_over = |i: usize| {
                let is_value = matches!(self.tokens[i].kind, said::Kind::Number(_));
                !understood.tokens.contains(&i) && (is_value || topics.contains(&(i - start)))
            };
            let asks_for_more = !understood.settled.contains(&first.clause) && said::is_demand(clause);
            // A number in a clause that goes on with a statement belongs to it: `divisible by 3, but not by 9`.
            let number = |token: &Token| match token.kind {
                said::Kind::Number(number) => Some(number),
                _ => None,
            };
            let numbers: Vec<u64> = clause.iter().filter_map(number).collect();
            let has_number = !numbers.is_empty() && numbers != [0, 9];
            let goes_on = start > 0
                && self.tokens[start - 1].sentence == first.sentence
                && understood.stated.contains(&self.tokens[start - 1].clause);
            let is_doubtful = understood.doubtful.contains(&first.clause);
            let is_understood = understood.clauses.contains(&first.clause)
                && !asks_for_more
                && !is_doubtful
                && (!(start..end).any(is_over) || !said::may_change(clause, about));
            start = end;
            // Equations that are accounted for are not unread, nor are the settings of the text.
            let is_known = |token: &Token| match &token.kind {
                said::Kind::Equations(range) => !range.clone().any(|i| self.is_left(i, group)),
                _ => false,
            };
            let mut words: Vec<Token> = clause.iter().filter(|token| !is_known(token)).cloned().collect();
            words.iter_mut().for_each(|token| self.without_known(token, group));
            let is_quoted = demands
                .iter()
                .any(|(_, at)| at.start < clause[clause.len() - 1].at.end && clause[0].at.start < at.end);
            let has_unread = words.iter().any(|token| matches!(token.kind, said::Kind::Equations(_)));
            if words.is_empty() || is_quoted || is_understood && !has_unread {
                last = None;
                continue;
            }
            let at = self.with_signs(words[0].at.start..words[words.len() - 1].at.end);
            let changes = is_doubtful || goes_on && has_number || self.may_change(words, group, about);
            let list = if changes { &mut may } else { &mut unread };
            match list.last_mut().filter(|_| last == Some((first.sentence, changes))) {
                Some(before) => before.end = at.end,
                None => list.push(at),
            }
            last = Some((first.sentence, changes));
        }
        (unread, may)
    }

    /// Of equations side by side, only the unread ones are quoted.
    fn without_known(&self, token: &mut Token, group: &Group) {
        if let said::Kind::Equations(range) = &token.kind {
            let mut unread = range.clone().filter(|i| self.is_left(*i, group));
            if let Some(first) = unread.next() {
                let last = unread.next_back().unwrap_or(first);
                token.at = self.found[first].at.start..self.found[last].at.end;
            }
        }
    }

    /// A piece with the signs that touch it, which may be operators.
    fn with_signs(&self, at: Range<usize>) -> Range<usize> {
        const AROUND: &str = ".,;:!?()[]{}\"'“”‘’„«»、。，；：！？（）「」『』…";
        let is_sign = |c: &char| !c.is_whitespace() && !c.is_alphanumeric() && !AROUND.contains(*c);
        let before: usize = self.text[..at.start].chars().rev().take_while(is_sign).map(char::len_utf8).sum();
        let after: usize = self.text[at.end..].chars().take_while(is_sign).map(char::len_utf8).sum();
        at.start - before..at.end + after
    }

    /// Whether an equation is neither a part of the puzzle nor accounted for.
    fn is_left(&self, i: usize, group: &Group) -> bool {
        self.found[i].role == Role::Unread && !group.equations.contains(&i)
    }

    /// Whether words may change the answer, with equations among them.
    fn may_change(&self, mut words: Vec<Token>, group: &Group, about: &About) -> bool {
        let matters = |i: usize| {
            self.is_left(i, group) && self.is_about(i, group) && !self.found[i].explains(self.text)
        };
        words.retain(|token| match &token.kind {
            said::Kind::Equations(range) => range.clone().any(matters),
            _ => true,
        });
        said::may_change(&words, about)
    }

    /// Whether an equation has a letter as the puzzle has it: `letter = number` is not about SEND+MORE=MONEY.
    fn is_about(&self, i: usize, group: &Group) -> bool {
        let drawn = group.drawing.map(|drawing| self.drawn[drawing].at.clone());
        let typed: Vec<Range<usize>> =
            group.equations.iter().map(|i| self.found[*i].at.clone()).chain(drawn).collect();
        let is_of_puzzle = |c: char| typed.iter().any(|at| self.text[at.clone()].contains(c));
        self.text[self.found[i].at.clone()].contains(|c: char| c.is_alphabetic() && is_of_puzzle(c))
    }

    /// Some bytes as a note quotes them.
    pub(super) fn quote(&self, at: &Range<usize>) -> String {
        let words = self.text[at.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        if words.chars().count() <= LONGEST_QUOTE {
            return words;
        }
        words.chars().take(LONGEST_QUOTE - 1).chain(['…']).collect()
    }

    pub(super) fn quotes(&self, all: &[Range<usize>]) -> String {
        let mut shown: Vec<String> =
            all.iter().take(MOST_QUOTES).map(|at| format!("\"{}\"", self.quote(at))).collect();
        if all.len() > MOST_QUOTES {
            shown.push(format!("and {} more", all.len() - MOST_QUOTES));
        }
        shown.join(", ")
    }
}
