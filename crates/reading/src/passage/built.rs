//! The text of a puzzle among words, as the language reads it.

use std::ops::Range;

use super::groups::Group;
use super::{Line, Passage};
use crate::{Piece, read_written};
use fukumen_engine::Ask;
use fukumen_engine::solve::clock::Watch;
use fukumen_engine::solve::{Outcome, Solver};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::text::{Edit, lines};

/// How often the check whether a puzzle has a solution may ask whether to go on: planning asks some hundred times, and a search
/// once in a thousand nodes. So what is read does not depend on the machine.
const PATIENCE: u64 = 600;

impl Passage<'_> {
    /// The puzzle of a group, with conditions and settings put before it.
    pub(super) fn build(&self, group: &Group, conditions: &[usize], settings: &[Line]) -> Option<Puzzle> {
        let mut edits: Vec<Edit> = Vec::new();
        for (line, at) in settings {
            edits.push(Edit::new(0..0, format!("{line}\n")).moved_from(at.clone()));
        }
        for i in conditions {
            let at = self.found[*i].at.clone();
            edits.push(Edit::new(0..0, format!("@where {}\n", &self.text[at.clone()])).moved_from(at));
        }
        let mut done = 0;
        for (number, at) in self.parts(group).enumerate() {
            let cut = done..at.start;
            let specials = self.specials(&cut);
            let between = if number > 0 { "\n" } else { "" };
            edits.push(Edit::new(cut, format!("{specials}{between}")));
            if group.drawing.is_some() && !self.reads_with_blank_lines(&at) {
                edits.extend(blank_lines(self.text, &at).into_iter().map(Edit::cut));
            }
            done = at.end;
        }
        let rest = done..self.text.len();
        let specials = self.specials(&rest);
        edits
            .push(Edit::new(rest, if specials.is_empty() { String::new() } else { format!("\n{specials}") }));
        let mut draft = self.draft.clone();
        draft.edit(&edits);
        let read = read_written(draft.text(), self.rules, self.aids);
        read.ok().map(|puzzle| draft.finished(puzzle))
    }

    /// A puzzle that is not the first: nothing is said of it.
    pub(super) fn other(&self, group: &Group) -> Option<Piece> {
        let start = self.draft.typed(self.parts(group).next()?).start;
        Some(Piece::of_part(self.build(group, &[], &[])?, (start, self.own_text(group))))
    }

    /// The text of a puzzle without the words around it.
    pub(super) fn own_text(&self, group: &Group) -> String {
        self.parts(group).map(|at| &self.text[at]).collect::<Vec<_>>().join("\n")
    }

    /// Where the drawing or the equations of a puzzle stand.
    fn parts(&self, group: &Group) -> impl Iterator<Item = Range<usize>> {
        let drawn = group.drawing.map(|i| self.drawn[i].at.clone());
        let equations = group.equations.iter().filter(move |_| group.drawing.is_none());
        drawn.into_iter().chain(equations.map(|i| self.found[*i].at.clone()))
    }

    /// The settings in a part that is cut off.
    fn specials(&self, at: &Range<usize>) -> String {
        let lines = self.text[at.clone()].lines().filter(|line| lines::setting(line).is_some());
        lines.map(|line| format!("{line}\n")).collect()
    }

    fn reads_with_blank_lines(&self, at: &Range<usize>) -> bool {
        read_written(&self.text[at.clone()], self.rules, self.aids).is_ok_and(|puzzle| puzzle.is_drawn())
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
pub(crate) fn has_solution(puzzle: &Puzzle) -> Option<bool> {
    let outcome = searched(puzzle, Ask::First(1))?;
    match outcome.count {
        0 if outcome.exhausted => Some(false),
        0 => None,
        _ => Some(true),
    }
}

/// How many solutions a puzzle has, if a short search counts them.
pub(crate) fn count(puzzle: &Puzzle) -> Option<u128> {
    searched(puzzle, Ask::Count).filter(|outcome| outcome.exhausted).map(|outcome| outcome.count)
}

fn searched(puzzle: &Puzzle, ask: Ask) -> Option<Outcome> {
    let watch = Watch::default().asked_at_most(PATIENCE);
    let (answer, _) = Solver::new(puzzle).ask(ask).threads(1).watch(watch).run().ok()?;
    Some(answer.outcome)
}
