//! The puzzles of a run in their order. The first ones may be parsed before the others are read.

use std::collections::VecDeque;

use crate::cli::input::Entry;
use crate::cli::task;
use crate::cli::task::{Task, Timing};

/// Something to solve.
pub enum Work {
    /// A text that was not parsed yet. It may be a puzzle in each of several bases.
    Entry(Entry),
    /// A puzzle.
    Task(Task),
}

impl Work {
    /// Its puzzles.
    pub fn tasks(self, timing: &Timing) -> Vec<Task> {
        match self {
            Self::Entry(entry) => task::tasks(entry, timing),
            Self::Task(task) => vec![task],
        }
    }
}

/// Puzzles one after another.
pub struct Feed {
    ready: VecDeque<Task>,
    entries: Box<dyn Iterator<Item = Entry> + Send>,
    timing: Timing,
}

impl Feed {
    /// The puzzles of these entries, each of which may take so long.
    pub fn new(entries: Box<dyn Iterator<Item = Entry> + Send>, timing: Timing) -> Self {
        Self { ready: VecDeque::new(), entries, timing }
    }

    /// How many puzzles are left, up to `most`. Reads that many.
    pub fn left(&mut self, most: usize) -> usize {
        while self.ready.len() < most
            && let Some(entry) = self.entries.next()
        {
            self.ready.extend(task::tasks(entry, &self.timing));
        }
        self.ready.len().min(most)
    }

    /// What there is to solve, read when it is needed.
    pub fn works(self) -> impl Iterator<Item = Work> + Send {
        self.ready.into_iter().map(Work::Task).chain(self.entries.map(Work::Entry))
    }
}

impl Iterator for Feed {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        self.left(1);
        self.ready.pop_front()
    }
}
