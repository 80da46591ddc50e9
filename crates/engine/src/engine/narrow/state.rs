//! A node of the search: the remaining values of each domain and rows of each table, and how to undo changes.
//!
//! Every change is recorded on a trail, so that undoing costs as much as doing.

use std::collections::VecDeque;

use super::model::{Constraint, Model, Table};
use super::rows::bits;
use fukumen_language::digits::Digit;

/// Asks whether a condition whose digits are known may hold.
pub(super) type Ask<'a> = dyn FnMut(usize, &[Digit]) -> bool + 'a;

/// A domain or a table is empty.
pub(super) struct Empty;

/// The value before a change.
#[derive(Clone, Copy)]
enum Undo {
    Domain(u32, u64),
    Word(u32, u64),
    Seen(u32, u64),
    Live(u32, u32),
}

/// The remaining values and rows.
#[derive(Clone)]
pub(super) struct State<'m> {
    pub model: &'m Model,
    pub domains: Vec<u64>,
    /// The remaining rows of each table, as bits.
    words: Vec<u64>,
    /// The numbers of the words of each table, nonzero ones first, and how many these are.
    order: Vec<u32>,
    live: Vec<u32>,
    /// The domains when each table was last narrowed, by its places.
    seen: Vec<u64>,
    /// For each place of a table and each value, the word where a row with the value was last found.
    residues: Vec<u32>,
    trail: Vec<Undo>,
    marks: Vec<usize>,
    /// The constraints to process, cheap ones and expensive ones.
    waiting: [VecDeque<u32>; 2],
    is_waiting: Vec<bool>,
    digits: Vec<Digit>,
    /// The steps of work since it was last reset.
    pub work: u64,
}

impl<'m> State<'m> {
    /// Returns the state before the search: nothing is narrowed, all constraints wait.
    pub fn new(model: &'m Model) -> Self {
        let tables = || model.constraints.iter().filter_map(Constraint::table);
        let mut words = Vec::with_capacity(model.words);
        let mut order = Vec::with_capacity(model.words);
        let mut seen = Vec::with_capacity(model.places);
        for table in tables() {
            let (count, rows) = (table.rows.words, table.rows.count);
            words.extend((0..count).map(|word| match rows - word * 64 {
                left @ 0..64 => (1 << left) - 1,
                _ => u64::MAX,
            }));
            order.extend(0..count as u32);
            seen.extend(&table.rows.domains);
        }
        let count = model.constraints.len();
        let (dear, cheap): (Vec<u32>, Vec<u32>) =
            (0..count as u32).partition(|number| model.constraints[*number as usize].is_dear());
        Self {
            model,
            domains: model.domains.clone(),
            words,
            order,
            live: tables().map(|table| table.rows.words as u32).collect(),
            residues: vec![0; seen.len() * 64],
            seen,
            trail: Vec::new(),
            marks: Vec::new(),
            waiting: [cheap.into(), dear.into()],
            is_waiting: vec![true; count],
            digits: vec![0; model.problem.domains.len()],
            work: 0,
        }
    }

    /// Returns its approximate size in bytes.
    pub fn size(model: &Model) -> u64 {
        (model.words * 12 + model.places * (8 + 256)) as u64
    }

    /// Sets a mark for `undo`.
    pub fn mark(&mut self) {
        self.marks.push(self.trail.len());
    }

    /// Undoes all changes since the last mark.
    pub fn undo(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        for undo in self.trail.drain(mark..).rev() {
            match undo {
                Undo::Domain(at, old) => self.domains[at as usize] = old,
                Undo::Word(at, old) => self.words[at as usize] = old,
                Undo::Seen(at, old) => self.seen[at as usize] = old,
                Undo::Live(at, old) => self.live[at as usize] = old,
            }
        }
        for queue in &mut self.waiting {
            queue.drain(..).for_each(|number| self.is_waiting[number as usize] = false);
        }
    }

    /// Restricts a variable to some of its values.
    #[inline]
    pub fn keep(&mut self, variable: usize, values: u64) -> Result<(), Empty> {
        let old = self.domains[variable];
        let new = old & values;
        if new == old {
            return Ok(());
        }
        self.trail.push(Undo::Domain(variable as u32, old));
        self.domains[variable] = new;
        if new == 0 {
            return Err(Empty);
        }
        let model = self.model;
        for number in &model.of_variable[variable] {
            self.wait(*number);
        }
        Ok(())
    }

    #[inline]
    pub fn wait(&mut self, number: u32) {
        let is_waiting = &mut self.is_waiting[number as usize];
        if !*is_waiting {
            *is_waiting = true;
            let is_dear = self.model.constraints[number as usize].is_dear();
            self.waiting[usize::from(is_dear)].push_back(number);
        }
    }

    /// Lets all tests be made again.
    pub fn wait_for_tests(&mut self) {
        for (number, constraint) in self.model.constraints.iter().enumerate() {
            if matches!(constraint, Constraint::Test { .. }) {
                self.wait(number as u32);
            }
        }
    }

    /// Narrows until nothing changes.
    pub fn narrow(&mut self, ask: &mut Ask) -> Result<(), Empty> {
        let model = self.model;
        loop {
            let [cheap, dear] = &mut self.waiting;
            let Some(number) = cheap.pop_front().or_else(|| dear.pop_front()) else { return Ok(()) };
            self.work += 1;
            let constraint = &model.constraints[number as usize];
            // A constraint that is done at once need not wait for its own changes.
            self.is_waiting[number as usize] = constraint.is_done_at_once();
            let narrowed = self.apply(constraint, ask);
            self.is_waiting[number as usize] &= !constraint.is_done_at_once();
            narrowed?;
        }
    }

    fn apply(&mut self, constraint: &Constraint, ask: &mut Ask) -> Result<(), Empty> {
        match constraint {
            Constraint::Table(table) => self.narrow_table(table),
            Constraint::Group(group) if group.is_plain() => self.narrow_different(&group.members),
            Constraint::Group(group) => self.narrow_shared(group),
            Constraint::Differ([a, b]) => self.narrow_pair(*a, *b),
            Constraint::Sum(sum) => self.narrow_sum(sum),
            Constraint::Test { condition, cells } => self.test(*condition, cells, ask),
        }
    }

    /// Narrows by a compact table: removes the rows whose values are gone, and then the values without rows (Demeulenaere and
    /// others, Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse Bit-Sets, CP 2016).
    fn narrow_table(&mut self, table: &Table) -> Result<(), Empty> {
        let before = self.live[table.number];
        let mut live = before as usize;
        let mut is_changed = false;
        for (place, variable) in table.variables.iter().enumerate() {
            let (now, old) = (self.domains[*variable], self.seen[table.first_place + place]);
            if now == old {
                continue;
            }
            self.trail.push(Undo::Seen((table.first_place + place) as u32, old));
            self.seen[table.first_place + place] = now;
            is_changed |= self.less_rows(table, place, old, now, &mut live);
        }
        if live != before as usize {
            self.trail.push(Undo::Live(table.number as u32, before));
            self.live[table.number] = live as u32;
        }
        if live == 0 {
            return Err(Empty);
        }
        // Before the first rows are removed, some values may already have no row.
        if is_changed || self.marks.is_empty() {
            for (place, variable) in table.variables.iter().enumerate() {
                self.supported(table, place, *variable, live)?;
            }
        }
        Ok(())
    }

    /// Removes the rows whose values are gone at a place. Returns whether there were any.
    fn less_rows(&mut self, table: &Table, place: usize, old: u64, now: u64, live: &mut usize) -> bool {
        let gone = old & !now;
        let is_by_gone = gone.count_ones() < now.count_ones();
        let values = if is_by_gone { gone } else { now };
        let (mut at, mut is_changed) = (0, false);
        self.work += (*live as u64 * u64::from(values.count_ones())) / 16;
        while at < *live {
            let word = self.order[table.first_word + at] as usize;
            let with = bits(values).fold(0, |with, value| with | table.rows.with(place, value)[word]);
            let left = &mut self.words[table.first_word + word];
            let new = *left & if is_by_gone { !with } else { with };
            if new != *left {
                self.trail.push(Undo::Word((table.first_word + word) as u32, *left));
                *left = new;
                is_changed = true;
                if new == 0 {
                    *live -= 1;
                    self.order.swap(table.first_word + at, table.first_word + *live);
                    continue;
                }
            }
            at += 1;
        }
        is_changed
    }

    /// Removes the values without rows.
    fn supported(&mut self, table: &Table, place: usize, variable: usize, live: usize) -> Result<(), Empty> {
        let domain = self.domains[variable];
        if domain & (domain - 1) == 0 && !self.marks.is_empty() {
            // Some row is left, and it has this value.
            return Ok(());
        }
        let mut left = domain;
        for value in bits(domain) {
            let column = table.rows.with(place, value);
            let residue = &mut self.residues[(table.first_place + place) * 64 + value as usize];
            let words = &self.words[table.first_word..];
            if words[*residue as usize] & column[*residue as usize] != 0 {
                continue;
            }
            let order = &self.order[table.first_word..table.first_word + live];
            self.work += live as u64 / 16;
            match order.iter().find(|word| words[**word as usize] & column[**word as usize] != 0) {
                Some(word) => *residue = *word,
                None => left &= !(1 << value),
            }
        }
        if left != domain {
            // Its rows are gone already.
            self.trail.push(Undo::Seen((table.first_place + place) as u32, domain));
            self.seen[table.first_place + place] = left;
            self.keep(variable, left)?;
        }
        Ok(())
    }

    /// Tests a condition whose cells are all known, or filters the digits of the last one.
    fn test(&mut self, condition: usize, cells: &[usize], ask: &mut Ask) -> Result<(), Empty> {
        let mut open = None;
        for cell in cells {
            let domain = self.domains[*cell];
            if domain & (domain - 1) != 0 && open.replace(*cell).is_some() {
                return Ok(());
            }
            self.digits[*cell] = domain.trailing_zeros() as Digit;
        }
        let last = open.unwrap_or(cells[0]);
        let mut left = 0;
        for digit in bits(self.domains[last]) {
            self.digits[last] = digit as Digit;
            self.work += 1;
            if ask(condition, &self.digits) {
                left |= 1 << digit;
            }
        }
        self.keep(last, left)
    }
}

impl Constraint {
    fn table(&self) -> Option<&Table> {
        if let Self::Table(table) = self { Some(table) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::super::MEMORY;
    use super::super::walk::Path;
    use super::*;
    use crate::compile::{Problem, crossing};
    use crate::engine::search::random::Random;
    use fukumen_language::interrupt::Never;
    use fukumen_language::puzzle::Puzzle;

    #[test]
    fn coming_back_restores_what_was_there() {
        for text in [
            "@distinct none\nis_prime(ABC), is_square(DEF), is_prime(AD), is_prime(BE), C+F>A",
            "distinct(abs(A-B), abs(B-C), abs(C-D), abs(D-E)), A+B=C+D",
            "@distinct balanced\n@digits 1-3\nis_prime(ABC), D+E>F",
        ] {
            let puzzle: Puzzle = text.parse().expect("it is a puzzle");
            let problem = Problem::of(&puzzle);
            let crossing = crossing::read(&problem, &Never).expect("nothing interrupts it");
            let model = Model::build(&problem, &crossing, MEMORY, &Never).expect("nothing interrupts it");
            let cells = problem.domains.len();
            let mut state = State::new(&model);
            let mut random = Random::new();
            assert!(state.narrow(&mut |_, _| true).is_ok(), "{text}");
            for _ in 0..50 {
                let before = state.clone();
                let mut depth = 0;
                while let Some(cell) = Path::branching(&state.domains[..cells]) {
                    let count = state.domains[cell].count_ones();
                    let value =
                        bits(state.domains[cell]).nth(random.below(count) as usize).expect("it is one");
                    state.mark();
                    depth += 1;
                    if state.keep(cell, 1 << value).and_then(|()| state.narrow(&mut |_, _| true)).is_err() {
                        break;
                    }
                }
                (0..depth).for_each(|_| state.undo());
                assert_eq!(state.domains, before.domains, "{text}");
                assert_eq!((&state.words, &state.seen), (&before.words, &before.seen), "{text}");
                assert_eq!(state.live, before.live, "{text}");
                assert!(state.is_waiting.iter().all(|is_waiting| !is_waiting), "{text}");
            }
        }
    }
}
