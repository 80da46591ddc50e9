//! The puzzles of a run in their order. The first ones may be parsed before the rest is read.

use std::collections::VecDeque;

use crate::cli::input::Entry;
use crate::cli::task;
use crate::cli::task::{Task, Timing};

/// Work for the solver.
pub enum Work {
    /// A text that is not parsed yet. It may be a puzzle in each of several bases.
    Entry(Entry),
    /// A puzzle.
    Task(Task),
}

impl Work {
    /// Returns the puzzles of this work.
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
    /// Makes a feed of the puzzles of these entries, each with this time limit.
    pub fn new(entries: Box<dyn Iterator<Item = Entry> + Send>, timing: Timing) -> Self {
        Self { ready: VecDeque::new(), entries, timing }
    }

    /// Returns how many puzzles are left, up to `most`. Reads that many.
    pub fn left(&mut self, most: usize) -> usize {
        while self.ready.len() < most
            && let Some(entry) = self.entries.next()
        {
            self.ready.extend(task::tasks(entry, &self.timing));
        }
        self.ready.len().min(most)
    }

    /// Returns the work, read when it is needed.
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
