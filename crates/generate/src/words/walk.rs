//! The search of one part.

use std::ops::{ControlFlow, Range};

use rand_chacha::ChaCha8Rng;

use super::choosing::{Choosing, Task};
use super::plan::{Plan, Reach};
use super::ready::Ready;
use crate::chance;
use crate::count::{Counter, LARGEST, Term};
use crate::finds::Finds;
use crate::speller::Letter;

/// The search of one part. Words are chosen from the last of the form to the first: level 0 is the last.
pub(super) struct Walk<'c, 'f, 'i> {
    all: &'c Choosing,
    task: &'c Task,
    plan: &'c Plan,
    /// The words fixed by the part.
    fixed: Vec<u32>,
    chosen: Vec<u32>,
    lengths: Vec<u8>,
    /// For each level, the words that do not add too many letters to the earlier ones. The last level uses those of the level
    /// before, and tests each.
    left: Vec<Vec<u32>>,
    tally: Tally,
    counter: Counter,
    /// The choices of words for a sample.
    pub passed: Vec<Vec<u32>>,
    pub finds: &'f mut Finds<'i>,
}

/// The state of the words chosen so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// Their letters, as bits.
    letters: u64,
    /// The requirements that they meet, as bits.
    needs: u64,
    /// The bounds of their sum.
    reach: Reach,
}

impl<'c, 'f, 'i> Walk<'c, 'f, 'i> {
    pub fn new(all: &'c Choosing, task: &'c Task, part: u64, finds: &'f mut Finds<'i>) -> Self {
        let ready = all.words.len() as u64;
        let fixed = match task.depth {
            1 => vec![part as u32],
            _ => vec![(part / ready) as u32, (part % ready) as u32],
        };
        Self {
            all,
            task,
            plan: task.plan(&all.lengths, &all.rules),
            fixed,
            chosen: Vec::new(),
            lengths: Vec::new(),
            left: vec![Vec::new(); task.form.words()],
            tally: Tally::new(all.list.letters()),
            counter: Counter::new(),
            passed: Vec::new(),
            finds,
        }
    }

    /// Chooses the word of a level, and the later ones, in every way.
    pub fn descend(&mut self, level: usize, before: Known) -> ControlFlow<()> {
        let words = self.plan.words();
        if level == words {
            self.finish();
            return self.finds.looked_at(0);
        }
        self.finds.looked_at(0)?;
        let lengths = self.plan.lengths(&self.task.form, &self.lengths, before.reach);
        if lengths == 0 {
            return ControlFlow::Continue(());
        }
        if let Some(word) = self.fixed.get(level).copied() {
            return if self.is_between(level, word) {
                self.choose(level, before, lengths, word)
            } else {
                ControlFlow::Continue(())
            };
        }
        let (list, places) = self.places(level);
        for place in places {
            let word = self.left[list][place];
            self.choose(level, before, lengths, word)?;
        }
        ControlFlow::Continue(())
    }

    /// Chooses the word of a level, and the later ones, at random: in one way, or in none if the random choices fail.
    pub fn draw(&mut self, level: usize, before: Known, random: &mut ChaCha8Rng) -> ControlFlow<()> {
        if level == self.plan.words() {
            self.finish();
            return self.finds.looked_at(0);
        }
        let lengths = self.plan.lengths(&self.task.form, &self.lengths, before.reach);
        let word = match self.fixed.get(level).copied() {
            Some(word) => Some(word).filter(|word| self.is_between(level, *word)),
            None => self.drawn(level, random),
        };
        let Some((word, next)) = word.and_then(|word| Some((word, self.with(level, before, lengths, word)?)))
        else {
            return self.finds.looked_at(0);
        };
        self.put(level, word, next);
        let flow = self.draw(level + 1, next, random);
        self.take_back(level, word);
        flow
    }

    /// Draws a word for a level. If others must come before it, it is the last of as many places drawn without replacement:
    /// of all places up to one, that one is among them with a chance of their number divided by that of the places.
    fn drawn(&self, level: usize, random: &mut ChaCha8Rng) -> Option<u32> {
        let (list, places) = self.places(level);
        let least = self.plan.level(level).least;
        let mut place = places.end.checked_sub(1)?;
        while chance::below(random, place as u64 + 1) > least as u64 {
            place -= 1;
        }
        places.contains(&place).then(|| self.left[list][place])
    }

    /// Returns the list of a level's words, and the places in it that earlier and later words leave.
    fn places(&self, level: usize) -> (usize, Range<usize>) {
        let list = self.list_of(level);
        let (from, to) = self.between(level);
        let place = |word: u32| self.left[list].partition_point(|other| *other < word);
        (list, place(from).max(self.plan.level(level).least)..place(to))
    }

    /// Returns the level whose list a level uses.
    fn list_of(&self, level: usize) -> usize {
        let is_last = level + 1 == self.plan.words();
        if is_last && level > self.fixed.len() { level - 1 } else { level }
    }

    /// Returns the words that a level may have, given those that may change places with it.
    fn between(&self, level: usize) -> (u32, u32) {
        let asked = self.plan.level(level);
        let from = asked.before.iter().map(|other| self.chosen[*other] + 1).max().unwrap_or(0);
        let to = asked.behind.iter().map(|other| self.chosen[*other]).min();
        (from, to.unwrap_or(self.all.words.len() as u32))
    }

    fn is_between(&self, level: usize, word: u32) -> bool {
        let (from, to) = self.between(level);
        (from.max(self.plan.level(level).least as u32)..to).contains(&word)
    }

    #[inline]
    fn choose(&mut self, level: usize, before: Known, lengths: u64, word: u32) -> ControlFlow<()> {
        let Some(next) = self.with(level, before, lengths, word) else { return ControlFlow::Continue(()) };
        self.put(level, word, next);
        let flow = self.descend(level + 1, next);
        self.take_back(level, word);
        flow
    }

    /// Returns the state with one more word, unless that is impossible.
    #[inline]
    fn with(&self, level: usize, before: Known, lengths: u64, word: u32) -> Option<Known> {
        let ready = &self.all.words[word as usize];
        let (letters, needs) = (before.letters | ready.mask, before.needs | ready.needs);
        let may_follow = letters.count_ones() as usize <= self.all.most_letters
            && lengths >> ready.length & 1 != 0
            && !self.chosen.contains(&word)
            && !self.lacks_too_much(level, needs);
        may_follow.then(|| Known {
            letters,
            needs,
            reach: self.plan.reach(before.reach, level, ready.length),
        })
    }

    fn put(&mut self, level: usize, word: u32, next: Known) {
        let ready = &self.all.words[word as usize];
        self.chosen.push(word);
        self.lengths.push(ready.length);
        self.tally.add(ready, self.plan.level(level).coefficient);
        self.thin(level + 1, next.letters);
    }

    fn take_back(&mut self, level: usize, word: u32) {
        self.tally.take_back(&self.all.words[word as usize], self.plan.level(level).coefficient);
        self.lengths.pop();
        self.chosen.pop();
    }

    /// Returns whether the requirements can no longer be met.
    fn lacks_too_much(&self, level: usize, needs: u64) -> bool {
        let room = self.plan.words() - 1 - level;
        let missing = self.all.needs & !needs;
        missing != 0 && (room == 0 || (missing & self.all.single_needs).count_ones() as usize > room)
    }

    /// Makes the list of a level: the words that still fit, of those that fitted before.
    fn thin(&mut self, level: usize, letters: u64) {
        if level < self.fixed.len() || level == self.plan.words() || self.list_of(level) != level {
            return;
        }
        let mut list = std::mem::take(&mut self.left[level]);
        list.clear();
        let most = self.all.most_letters;
        let fits = |word: &u32| (letters | self.all.words[*word as usize].mask).count_ones() as usize <= most;
        if level == self.fixed.len() {
            list.extend((0..self.all.words.len() as u32).filter(fits));
        } else {
            list.extend(self.left[level - 1].iter().copied().filter(fits));
        }
        self.left[level] = list;
    }

    /// Ends a choice: all words are chosen.
    fn finish(&mut self) {
        let letters = self.tally.letters.len();
        if letters > self.all.most_letters || !self.all.may_have(letters) || self.is_refused() {
            return;
        }
        if self.all.sample.is_some() {
            self.passed.push(self.chosen.clone());
        } else {
            self.all.propose(self.task, &self.chosen, self.finds);
        }
    }

    /// Returns whether no sum of the letters is too large to be counted.
    fn is_small(&self, constant: i64) -> bool {
        let weight = |(level, word): (usize, &u32)| {
            let word = u128::from(self.all.words[*word as usize].weight);
            word * u128::from(self.plan.level(level).coefficient.unsigned_abs())
        };
        let weight: u128 = self.chosen.iter().enumerate().map(weight).sum();
        let base = u128::from(self.all.rules.base.get());
        weight * base + u128::from(constant.unsigned_abs()) < LARGEST as u128
    }

    /// Returns whether the sum has another number of solutions than the wanted one.
    fn is_refused(&mut self) -> bool {
        let Some(constant) = self.plan.constant else { return false };
        if !self.all.is_cut || self.tally.large > 0 || !self.is_small(constant) {
            return false;
        }
        let wanted = self.finds.solutions();
        let allowed = self.all.rules.allowed_digits().bits();
        let terms = self.tally.letters.iter().map(|letter| self.tally.term(*letter, allowed));
        // Rules that the counter does not cover can only remove solutions.
        !self.counter.may_have(terms, constant, wanted, self.all.is_countable)
    }
}

/// The sum of the words chosen so far. Numbers wrap on the way: a result that is too large is not counted.
struct Tally {
    /// The amount that each letter adds.
    values: Vec<i64>,
    /// How many words have each letter, and how many forbid it to be zero because they begin with it.
    uses: Vec<u32>,
    leads: Vec<u32>,
    /// The letters that occur.
    letters: Vec<Letter>,
    /// The number of words that are too large to be added.
    large: u32,
}

impl Tally {
    fn new(letters: usize) -> Self {
        let (values, uses, leads) = (vec![0; letters], vec![0; letters], vec![0; letters]);
        Self { values, uses, leads, letters: Vec::new(), large: 0 }
    }

    fn add(&mut self, word: &Ready, coefficient: i64) {
        for letter in &word.letters {
            let uses = &mut self.uses[*letter as usize];
            if *uses == 0 {
                self.letters.push(*letter);
            }
            *uses += 1;
        }
        self.leads[word.letters[0] as usize] += u32::from(word.is_led);
        match &word.terms {
            None => self.large += 1,
            Some(terms) => self.add_terms(terms, coefficient),
        }
    }

    fn take_back(&mut self, word: &Ready, coefficient: i64) {
        for letter in word.letters.iter().rev() {
            let uses = &mut self.uses[*letter as usize];
            *uses -= 1;
            if *uses == 0 {
                self.letters.pop();
            }
        }
        self.leads[word.letters[0] as usize] -= u32::from(word.is_led);
        match &word.terms {
            None => self.large -= 1,
            Some(terms) => self.add_terms(terms, coefficient.wrapping_neg()),
        }
    }

    fn add_terms(&mut self, terms: &[(Letter, i64)], coefficient: i64) {
        for (letter, value) in terms {
            let sum = &mut self.values[*letter as usize];
            *sum = sum.wrapping_add(value.wrapping_mul(coefficient));
        }
    }

    fn term(&self, letter: Letter, allowed: u64) -> Term {
        let letter = letter as usize;
        let digits = if self.leads[letter] > 0 { allowed & !1 } else { allowed };
        Term { coefficient: self.values[letter], digits }
    }
}
