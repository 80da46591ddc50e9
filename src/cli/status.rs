//! Exit statuses: what a script can learn from a run.

use crate::solve::{Answer, Ask, StoppedBy};

/// How a run ended; of several statuses, the largest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A solution was found; with `--unique`, exactly one.
    Found = 0,
    /// There is no solution; with `--unique`, none or several.
    None = 1,
    /// The puzzle or the command is wrong.
    Wrong = 2,
    /// Stopped before the answer was certain.
    Stopped = 3,
}

impl Status {
    /// Returns the status of one answer.
    pub fn of(answer: &Answer, ask: Ask) -> Self {
        match answer.outcome.stopped_by {
            _ if ask == Ask::Unique && answer.outcome.unique.is_some() => {
                if answer.outcome.unique == Some(true) { Self::Found } else { Self::None }
            }
            // A second solution ends the search of a shard, too, which cannot know whether there is only one.
            Some(StoppedBy::First) => Self::Found,
            Some(StoppedBy::Unique) if answer.shard.is_some() => Self::Found,
            _ if answer.outcome.undecided > 0 || !answer.outcome.exhausted => Self::Stopped,
            _ if answer.outcome.count == 0 => Self::None,
            _ => Self::Found,
        }
    }
}

/// The statuses of a run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tally {
    /// The largest status of the puzzles before the last.
    before: Option<Status>,
    /// The status of the last puzzle.
    last: Option<Status>,
}

impl Tally {
    /// Adds the status of one more puzzle.
    pub fn add(&mut self, status: Status) {
        self.before = self.before.max(self.last);
        self.last = Some(status);
    }

    /// Adds the status of the last puzzle in one more base. The puzzle is solved if it has a solution in one base, unless
    /// something went wrong or stayed uncertain.
    pub fn add_base(&mut self, status: Status) {
        let last = self.last.unwrap_or(status);
        let worst = last.max(status);
        self.last = Some(if worst >= Status::Wrong { worst } else { last.min(status) });
    }

    /// Returns the status of the whole run; `None` if there was no puzzle.
    pub fn total(self) -> Option<Status> {
        self.before.max(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(puzzles: &[&[Status]]) -> Option<Status> {
        let mut tally = Tally::default();
        for bases in puzzles {
            tally.add(bases[0]);
            bases[1..].iter().for_each(|status| tally.add_base(*status));
        }
        tally.total()
    }

    #[test]
    fn the_largest_of_several_puzzles_counts() {
        assert_eq!(tally(&[&[Status::None], &[Status::Found]]), Some(Status::None));
        assert_eq!(tally(&[&[Status::Found], &[Status::Wrong], &[Status::None]]), Some(Status::Wrong));
        assert_eq!(tally(&[]), None);
    }

    #[test]
    fn one_base_with_a_solution_is_enough() {
        assert_eq!(tally(&[&[Status::None, Status::Found, Status::None]]), Some(Status::Found));
        assert_eq!(tally(&[&[Status::None, Status::Stopped, Status::Found]]), Some(Status::Stopped));
    }
}
