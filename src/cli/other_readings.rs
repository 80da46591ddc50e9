//! Other readings of a puzzle without a solution, and how many solutions each has; and whether lines of a file are one
//! puzzle.

use crate::cli::task::Task;
use crate::message::{Message, Note, message};
use crate::puzzle::{Puzzle, Rules};
use crate::report::words;
use crate::solve::clock::Watch;
use crate::solve::{Answer, Ask, Solver};
use crate::text::{OtherReading, Reader, other_readings};

/// How often a search for another reading may check whether to continue: planning checks some hundred times, and a search
/// once in a thousand nodes.
const PATIENCE: u64 = 600;

/// Returns a note for each other reading of a text that has solutions, as far as they are found soon, and before the watch's
/// time is over. An interrupt does not shorten the notes on an answer that was found.
pub fn notes(text: &str, rules: &Rules, watch: &Watch) -> Vec<Note> {
    let watch = &watch.deadline().map_or_else(Watch::default, |deadline| Watch::default().until(deadline));
    let readings = other_readings(text, rules);
    readings.iter().filter_map(|reading| note(text, reading, rules, watch)).collect()
}

fn note(text: &str, reading: &OtherReading, rules: &Rules, watch: &Watch) -> Option<Note> {
    let counts = reading.texts.iter().map(|text| count(text, rules, watch)).collect::<Option<Vec<u64>>>()?;
    if counts.contains(&0) {
        return None;
    }
    let count = match counts.as_slice() {
        [count] => words::plural((*count).into(), "solution"),
        counts => counts.iter().map(u64::to_string).collect::<Vec<_>>().join(", ") + " solutions",
    };
    if let [Some((setting, rest))] =
        reading.texts.iter().map(|text| text.split_once('\n')).collect::<Vec<_>>()[..]
        && rest == text.trim_matches(['\n', '\r'])
    {
        return Some(
            message!("note-other-setting", how = reading.message, count = count, setting = setting).into(),
        );
    }
    let texts: Vec<String> = reading.texts.iter().map(|text| words::on_one_line(text)).collect();
    Some(
        message!("note-other-reading", how = reading.message, count = count, text = texts.join(" | ")).into(),
    )
}

/// Returns how many solutions a text has; `None` if they are not all found soon.
fn count(text: &str, rules: &Rules, watch: &Watch) -> Option<u64> {
    let puzzle: Puzzle = Reader::new().rules(rules).interrupt(watch).read(text).ok()?;
    let watch = watch.clone().asked_at_most(PATIENCE);
    let (answer, _) = Solver::new(&puzzle).ask(Ask::Count).threads(1).watch(watch).run().ok()?;
    (answer.outcome.exhausted && answer.outcome.undecided == 0)
        .then(|| u64::try_from(answer.outcome.count).ok())
        .flatten()
}

/// More lines than this are a list of puzzles.
const MOST_LINES: usize = 12;

/// Lines of a file, each a puzzle with several solutions, that may be meant as one: `AB + CD = EF` above `AB × C = GHF`.
#[derive(Default)]
pub struct Together {
    lines: Vec<String>,
    rules: Rules,
    source: String,
    /// The line after the last one.
    next: usize,
    is_over: bool,
}

impl Together {
    /// Takes the next puzzle and its answer.
    pub fn add(&mut self, task: &Task, answer: &Answer) {
        if self.is_over {
            return;
        }
        let entry = &task.entry;
        let Ok(rules) = &entry.rules else { return self.end() };
        if self.lines.is_empty() {
            (self.rules, self.source, self.next) = (rules.clone(), entry.source.clone(), entry.line);
        }
        let goes_on = (&self.source, self.next, &self.rules) == (&entry.source, entry.line, rules);
        let is_alone = task.base.is_none() && entry.part.is_none() && !entry.text.contains('\n');
        let has_several = answer.outcome.exhausted && answer.outcome.count > 1;
        if self.lines.len() == MOST_LINES || !goes_on || !is_alone || !has_several {
            return self.end();
        }
        self.lines.push(entry.text.clone());
        self.next += 1;
    }

    /// Ends the lines: they are a list of puzzles.
    pub fn end(&mut self) {
        *self = Self { is_over: true, ..Self::default() };
    }

    /// Returns the note if all lines together have one solution, as far as that is found soon.
    pub fn note(&self, watch: &Watch) -> Option<Message> {
        if self.lines.len() < 2 {
            return None;
        }
        let count = count(&self.lines.join("\n"), &self.rules, watch)?;
        (count == 1).then(|| message!("note-together"))
    }
}
