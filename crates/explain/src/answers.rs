//! What an explanation has to reach: the ordinary solver finds it first.

use super::Explainer;
use super::scene::Scene;
use super::step::Status;
use fukumen_engine::solve::{Limits, Solver, StoppedBy};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::interrupt::Interrupted;
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::Puzzle;
use std::ops::ControlFlow;

/// The most solutions that are told one by one.
pub(super) const MOST_TOLD: usize = 12;

/// The most solutions that are looked at to see what is the same in all.
const MOST_FOUND: u64 = 100_000;

/// How many times the solver may ask whether to stop, so that every machine gives up the same puzzles: for a puzzle of one digit,
/// and for any. Each time takes longer in a long text. Of 251 published texts all but six ask less than 5,000 times, and none more
/// than 1.9 million times, in a quarter of a second; 400 blanks ask 62,000 times in three seconds, and then no more.
const ASKED: u64 = 10_000_000_000;
const ASKED_AT_LEAST: u64 = 2_000;

/// What the solver found.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    pub status: Status,
    pub solutions: u128,
    /// Whether there are no others.
    pub exhausted: bool,
    /// All solutions by place, if they are few.
    pub told: Vec<Vec<Digit>>,
    /// The digits that each place has in all solutions that were found.
    pub seen: Vec<DigitSet>,
}

impl Answers {
    pub fn of(explainer: &Explainer, scene: &Scene) -> Result<Self, Interrupted> {
        Self::at_most(MOST_FOUND, explainer, scene)
    }

    /// No more than are told one by one: how many there are, and whether they are several.
    pub fn some_of(explainer: &Explainer, scene: &Scene) -> Result<Self, Interrupted> {
        Self::at_most(MOST_TOLD as u64 + 1, explainer, scene)
    }

    fn at_most(most: u64, explainer: &Explainer, scene: &Scene) -> Result<Self, Interrupted> {
        let mut answers = Self {
            status: Status::None,
            solutions: 0,
            exhausted: false,
            told: Vec::new(),
            seen: vec![DigitSet::EMPTY; scene.cells.len()],
        };
        let solver = Solver::new(&scene.puzzle)
            .threads(1)
            .stream(true)
            .zero_lines(false)
            .limits(Limits::default().max_solutions(most))
            .watch(explainer.watch.clone().asked_at_most(asked_at_most(&scene.puzzle)));
        let result = solver.run_with(&mut |solution| {
            answers.add(scene.digits_of(solution.digits()));
            ControlFlow::Continue(())
        });
        let Ok(answer) = result else { return Err(Interrupted) };
        answers.told.sort();
        answers.exhausted = answer.outcome.exhausted;
        let stopped = answer.outcome.stopped_by.is_some_and(|by| by != StoppedBy::MaxSolutions);
        answers.status = match answers.solutions {
            _ if stopped => Status::Stopped,
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Several,
        };
        if answers.solutions > MOST_TOLD as u128 {
            answers.told.clear();
        }
        Ok(answers)
    }

    /// Whether all solutions are known, so that those in one order can be told from the others.
    pub fn are_told(&self) -> bool {
        match self.status {
            Status::None => true,
            Status::Unique | Status::Several => !self.told.is_empty(),
            Status::Stopped => false,
        }
    }

    /// The solutions in which the parts that may change places are in order.
    pub fn in_order(&self, scene: &Scene) -> Self {
        if scene.exchanges.is_empty() {
            return self.clone();
        }
        let is_ordered = |digits: &&Vec<Digit>| {
            let holds = |order| judge::truth(order, digits, &scene.context) == Truth::Yes;
            scene.exchanges.iter().all(|exchange| holds(&exchange.order))
        };
        let told: Vec<Vec<Digit>> = self.told.iter().filter(is_ordered).cloned().collect();
        let mut seen = vec![DigitSet::EMPTY; scene.cells.len()];
        for digits in &told {
            seen.iter_mut().zip(digits).for_each(|(seen, digit)| *seen = seen.with(*digit));
        }
        let status = match told.len() {
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Several,
        };
        Self { status, solutions: told.len() as u128, exhausted: self.exhausted, told, seen }
    }

    fn add(&mut self, digits: Vec<Digit>) {
        for (seen, digit) in self.seen.iter_mut().zip(&digits) {
            *seen = seen.with(*digit);
        }
        self.solutions += 1;
        if self.told.len() <= MOST_TOLD {
            self.told.push(digits);
        }
    }
}

/// How many times the solver may ask whether to stop.
fn asked_at_most(puzzle: &Puzzle) -> u64 {
    let mut size = puzzle.hidden().len() as u64;
    for condition in puzzle.all_conditions() {
        condition.for_each_numeral(&mut |numeral| size += numeral.whole.len() as u64);
    }
    (ASKED / (size * size).max(1)).max(ASKED_AT_LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_is_asked_less_often_the_longer_the_text_is() {
        let asked = |text: &str| asked_at_most(&text.parse().expect("it is a puzzle"));
        assert!(asked("SEND+MORE=MONEY") > 10_000_000);
        let blanks = format!("{0}*2={0}", "?".repeat(200));
        assert!((ASKED_AT_LEAST..20_000).contains(&asked(&blanks)));
        assert_eq!(asked(&vec![blanks; 10].join(", ")), ASKED_AT_LEAST);
    }
}
