//! Trees of cases, as deep as need be, if nothing else helps, and cases that end in each solution.

use super::cases::MOST_CASES;
use super::split::Split;
use super::tries::MOST_STEPS;
use super::{Line, Search, Spent};
use crate::scene::Var;
use crate::step::Status;
use crate::techniques::MOST_TUPLES;
use crate::techniques::cases::{CASES, EXHAUST};
use crate::trim;
use fukumen_language::interrupt::Interrupt;

/// A tree of cases is given up if, at its pace so far, it will cost this many times what may be spent.
const MOST_BEYOND: f64 = 1.5;

/// The units of work of a case without reasoning.
const WORK_OF_BARE_CASE: u64 = 1_000;

/// The most that the cases of a tree are nested.
const MOST_NESTED: usize = 40;

impl Search<'_> {
    /// The smallest part of the puzzle that rules out something, all at once, or a tree of cases, as deep as need be.
    pub(super) fn exhaust(&mut self, line: &mut Line) -> Result<bool, Spent> {
        if !self.may(&EXHAUST) {
            return Ok(false);
        }
        if self.some_at_once(line) || self.at_once(line) {
            return Ok(true);
        }
        let Some(var) = self.next_of_tree(line) else { return Ok(false) };
        self.plant();
        let split = self.tree(line, var, 0)?;
        if self.told - self.tree.told + trim::count(&line.steps) > MOST_STEPS {
            return Err(Spent);
        }
        let news = split.news(self, &line.state);
        if news.is_empty() {
            return Ok(false);
        }
        self.tell(line, split, news, &EXHAUST);
        Ok(true)
    }

    /// Goes through all that is left in cases without reasoning, where reasoning has used up what may be spent.
    pub(super) fn go_through(&mut self, line: &mut Line) -> Result<(), Spent> {
        let split = self.bare_tree_of(line)?;
        let news = split.news(self, &line.state);
        if news.is_empty() {
            return Err(Spent);
        }
        self.tell(line, split, news, &EXHAUST);
        // What others leave no other digit is not looked for any more.
        for place in 0..self.scene.cells.len() {
            if line.state.digit(place).is_none() {
                self.fact_of(line, Var::Place(place));
            }
        }
        Ok(())
    }

    /// A tree of cases without reasoning: there is no need to find what comes of its cases, as all solutions are known.
    fn bare_tree_of(&mut self, line: &Line) -> Result<Split, Spent> {
        // A solution in another order would come up.
        if !self.may(&EXHAUST) || !self.answers.are_told() || !self.scene.exchanges.is_empty() {
            return Err(Spent);
        }
        self.told = trim::count(&line.steps);
        // It may take as much work as reasoning may, once more.
        self.bare_tree(line, self.work.get().saturating_add(self.explainer.work))
    }

    /// Fills in places one by one, those with the most digits first, until the checker can go through the rest at once.
    fn bare_tree(&mut self, line: &Line, most: u64) -> Result<Split, Spent> {
        let open = |place: &usize| line.state.open(self.scene, *place).len();
        let widest = (0..self.scene.cells.len()).rev().max_by_key(open).filter(|place| open(place) > 1);
        let var = Var::Place(widest.ok_or(Spent)?);
        let mut split = Split { var, cases: Vec::new() };
        for value in line.state.values(self.scene, var) {
            self.work.set(self.work.get() + WORK_OF_BARE_CASE);
            if self.work.get() > most || self.told > MOST_STEPS || self.watch.is_raised() {
                return Err(Spent);
            }
            let mut case = line.without_steps();
            let assume = self.assume(&mut case, var, &[value]);
            if !self.is_done(&case.state) {
                let told = &self.answers.told;
                // Each solution is told in a case of its own.
                let is_end =
                    !self.tells_all || told.iter().filter(|digits| case.state.leaves(digits)).count() < 2;
                let look = self.look(&case.state, &case.seen);
                match look.all_at_once(Some(told)).filter(|_| is_end) {
                    Some(find) => self.apply(&mut case, find),
                    None => {
                        let inner = self.bare_tree(&case, most)?;
                        let news = inner.news(self, &case.state);
                        self.tell(&mut case, inner, news, &EXHAUST);
                    }
                }
            }
            split.cases.push((assume, vec![value], case));
        }
        Ok(split)
    }

    /// Goes through all ways of a few columns or conditions.
    pub(super) fn some_at_once(&mut self, line: &mut Line) -> bool {
        if !self.may(&EXHAUST) {
            return false;
        }
        let find = self.look(&line.state, &line.seen).some_at_once();
        find.map(|find| self.apply(line, find)).is_some()
    }

    /// The variable that a tree of cases splits next: the one with the fewest values; with the most, if few splits leave so little
    /// that all of it can be gone through at once.
    fn next_of_tree(&self, line: &Line) -> Option<Var> {
        let splits = self.splits(line, usize::from(self.scene.base.get()));
        if let Some(var) = self.separating(line, &splits) {
            return Some(var);
        }
        let places =
            (0..self.scene.cells.len()).map(|place| line.state.open(self.scene, place).len().max(1) as u64);
        let tuples = places.fold(1_u64, u64::saturating_mul);
        if self.tells_all || tuples > 1000 * MOST_TUPLES {
            return splits.first().copied();
        }
        splits.into_iter().rfind(|var| matches!(var, Var::Place(_)))
    }

    /// Where each solution is told, the variable with few cases that have the fewest solutions each, and of those the one with the
    /// fewest cases.
    fn separating(&self, line: &Line, splits: &[Var]) -> Option<Var> {
        let left: Vec<_> = self.answers.told.iter().filter(|digits| line.state.leaves(digits)).collect();
        if !self.tells_all || left.len() < 2 {
            return None;
        }
        let most = |place: usize| {
            let of = |value: i64| left.iter().filter(|digits| i64::from(digits[place]) == value).count();
            let values = line.state.values(self.scene, Var::Place(place));
            (values.len() > MOST_CASES, values.iter().map(|value| of(*value)).max(), values.len())
        };
        let places = splits.iter().filter_map(|var| match var {
            Var::Place(place) => Some(*place),
            Var::Carry(_) => None,
        });
        places.min_by_key(|place| most(*place)).map(Var::Place)
    }

    /// Goes through all ways that are left, if they are few enough for the checker and decide something.
    fn at_once(&mut self, line: &mut Line) -> bool {
        // Where each solution is told, only digits that are none are left to be refuted at once.
        let is_open = |place: usize| line.state.digit(place).is_none();
        let tells_each = self.tells_all && (0..self.scene.cells.len()).any(is_open);
        if tells_each || !self.may(&EXHAUST) {
            return false;
        }
        // What comes of it need not be found out if all solutions are known. In another order they would come up, too.
        let is_known = self.answers.are_told() && self.scene.exchanges.is_empty();
        let solutions = is_known.then_some(&self.answers.told[..]);
        let Some(find) = self.look(&line.state, &line.seen).all_at_once(solutions) else { return false };
        self.apply(line, find);
        true
    }

    /// Follows each value of a variable to the end.
    fn tree(&mut self, line: &Line, var: Var, depth: usize) -> Result<Split, Spent> {
        let mut split = Split { var, cases: Vec::new() };
        let values = line.state.values(self.scene, var);
        let (before, part) = (self.tree.done, self.tree.part);
        self.tree.part = part / values.len().max(1) as f64;
        for (at, value) in values.iter().enumerate() {
            self.tree.done = before + self.tree.part * at as f64;
            if self.is_hopeless() {
                return Err(Spent);
            }
            let mut case = line.without_steps();
            let assume = self.assume(&mut case, var, &[*value]);
            self.propagate(&mut case)?;
            let is_open = !self.is_done(&case.state) && !self.at_once(&mut case) && depth < MOST_NESTED;
            // What techniques cannot refute is no end of a case that tells a solution.
            if self.tells_all && is_open && self.next_of_tree(&case).is_none() {
                return Err(Spent);
            }
            if let Some(next) = self.next_of_tree(&case).filter(|_| is_open) {
                let inner = self.tree(&case, next, depth + 1)?;
                let news = inner.news(self, &case.state);
                let technique = if self.may(&EXHAUST) { &EXHAUST } else { &CASES };
                self.tell(&mut case, inner, news, technique);
                if self.told > self.explainer.told {
                    return Err(Spent);
                }
            }
            split.cases.push((assume, vec![*value], case));
        }
        self.tree.part = part;
        Ok(split)
    }

    /// Whether a tree of cases will be too large, if its cases go on to be as large as they were.
    fn is_hopeless(&self) -> bool {
        let (work, told) = (self.work.get() - self.tree.work, self.told - self.tree.told);
        if self.tree.done <= 0.0 || 20 * work < self.explainer.work {
            return false;
        }
        let is_beyond = |spent: f64, most: f64| spent > MOST_BEYOND * self.tree.done * most;
        is_beyond(work as f64, self.explainer.work.saturating_sub(self.tree.work) as f64)
            || is_beyond(told as f64, self.explainer.told.saturating_sub(self.tree.told) as f64)
    }

    /// Notes that a tree of cases begins here.
    fn plant(&mut self) {
        self.tree = Tree { work: self.work.get(), told: self.told, done: 0.0, part: 1.0 };
    }

    /// Several solutions, or what is left open: the cases that end in each.
    pub(super) fn ends_in_cases(&mut self, line: &mut Line) -> bool {
        if self.answers.status != Status::Several || self.answers.told.is_empty() {
            return self.answers.status == Status::Several && self.is_reached(&line.state);
        }
        let Some(technique) = [&CASES, &EXHAUST].into_iter().find(|technique| self.may(technique)) else {
            return false;
        };
        self.tells_all = true;
        let Some(var) = self.next_of_tree(line) else { return false };
        self.plant();
        let Ok(split) = self.tree(line, var, 0).or_else(|_| self.bare_tree_of(line)) else { return false };
        let news = split.news(self, &line.state);
        self.tell(line, split, news, technique);
        true
    }
}

/// How far a tree of cases has come: what was spent before it, which part of it is done, and what part the present case is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tree {
    work: u64,
    told: usize,
    done: f64,
    part: f64,
}
