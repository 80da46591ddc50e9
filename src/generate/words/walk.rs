//! The search of one part.

use std::ops::ControlFlow;

use super::Choosing;
use super::Task;
use super::ready::Ready;
use crate::generate::Finds;
use crate::generate::Letter;
use crate::generate::count::Counter;
use crate::generate::count::Term;

/// The search of one part. Words are chosen from the last of the form to the first: level 0 is the last.
pub(super) struct Walk<'c, 'f, 'i> {
    all: &'c Choosing,
    task: &'c Task,
    /// The words that the part fixes.
    fixed: Vec<u32>,
    chosen: Vec<u32>,
    lengths: Vec<u8>,
    /// For each level, the words that have no letter too many beside those chosen before. The last level makes do with those
    /// of the level before, and tests each.
    left: Vec<Vec<u32>>,
    tally: Tally,
    counter: Counter,
    /// Choices of words that a sample is drawn from.
    pub passed: Vec<Vec<u32>>,
    finds: &'f mut Finds<'i>,
}

/// What is known of the words chosen so far, as bits.
#[derive(Clone, Copy, Default)]
pub(super) struct Bits {
    letters: u64,
    needs: u64,
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

    /// Chooses the word of a level.
    pub fn descend(&mut self, level: usize, bits: Bits) -> ControlFlow<()> {
        let words = self.task.form.words();
        if level == words {
            self.finish();
            return ControlFlow::Continue(());
        }
        if level + 2 >= words {
            self.finds.looked_at(0)?;
        }
        let lengths = self.all.lengths(self.task, &self.lengths);
        if lengths == 0 {
            return ControlFlow::Continue(());
        }
        let (from, to) = self.between(level);
        if let Some(word) = self.fixed.get(level).copied() {
            let is_between = from <= word && word < to;
            return if is_between {
                self.choose(level, bits, lengths, word)
            } else {
                ControlFlow::Continue(())
            };
        }
        let list = self.list_of(level);
        for i in self.left[list].partition_point(|word| *word < from)..self.left[list].len() {
            let word = self.left[list][i];
            if word >= to {
                break;
            }
            self.choose(level, bits, lengths, word)?;
        }
        ControlFlow::Continue(())
    }

    /// The level whose list a level takes its words from.
    fn list_of(&self, level: usize) -> usize {
        let is_last = level + 1 == self.task.form.words();
        if is_last && level > self.fixed.len() { level - 1 } else { level }
    }

    /// The words that a level may have, for those that may change places.
    fn between(&self, level: usize) -> (u32, u32) {
        let last = self.task.form.words() - 1;
        let word = last - level;
        let (mut from, mut to) = (0, self.all.words.len() as u32);
        for (before, behind) in &self.task.form.rising {
            if *before == word && last - behind < level {
                to = to.min(self.chosen[last - behind]);
            }
            if *behind == word && last - before < level {
                from = from.max(self.chosen[last - before] + 1);
            }
        }
        (from, to)
    }

    #[inline]
    fn choose(&mut self, level: usize, bits: Bits, lengths: u64, word: u32) -> ControlFlow<()> {
        let ready = &self.all.words[word as usize];
        let bits = Bits { letters: bits.letters | ready.mask, needs: bits.needs | ready.needs };
        if bits.letters.count_ones() as usize > self.all.most_letters
            || lengths >> ready.length & 1 == 0
            || self.chosen.contains(&word)
            || self.lacks_too_much(level, bits)
        {
            return ControlFlow::Continue(());
        }
        self.chosen.push(word);
        self.lengths.push(ready.length);
        let coefficient = self.coefficient(level);
        self.tally.add(ready, coefficient);
        self.thin(level + 1, bits);
        let flow = self.descend(level + 1, bits);
        self.tally.take_back(ready, coefficient);
        self.lengths.pop();
        self.chosen.pop();
        flow
    }

    /// Whether what must be there cannot come any more.
    fn lacks_too_much(&self, level: usize, bits: Bits) -> bool {
        let room = self.task.form.words() - 1 - level;
        let missing = self.all.needs & !bits.needs;
        missing != 0 && (room == 0 || (missing & self.all.single_needs).count_ones() as usize > room)
    }

    /// Makes the list of a level: the words that still fit, of those that fitted before.
    fn thin(&mut self, level: usize, bits: Bits) {
        if level < self.fixed.len() || level == self.task.form.words() || self.list_of(level) != level {
            return;
        }
        let mut list = std::mem::take(&mut self.left[level]);
        list.clear();
        let most = self.all.most_letters;
        let fits =
            |word: &u32| (bits.letters | self.all.words[*word as usize].mask).count_ones() as usize <= most;
        if level == self.fixed.len() {
            list.extend((0..self.all.words.len() as u32).filter(fits));
        } else {
            list.extend(self.left[level - 1].iter().copied().filter(fits));
        }
        self.left[level] = list;
    }

    fn coefficient(&self, level: usize) -> i64 {
        let place = self.task.form.words() - 1 - level;
        self.task.form.sum.as_ref().map_or(0, |(coefficients, _)| coefficients[place])
    }

    /// All words are chosen.
    fn finish(&mut self) {
        let letters = self.tally.letters.len();
        let is_right = self.all.letters.is_none_or(|wanted| wanted == letters);
        if letters > self.all.most_letters || !is_right || self.is_refused() {
            return;
        }
        if self.all.sample.is_some() {
            self.passed.push(self.chosen.clone());
        } else {
            self.all.propose(self.task, &self.chosen, self.finds);
        }
    }

    /// Whether the sum has another number of solutions than is wanted.
    fn is_refused(&mut self) -> bool {
        let Some((_, constant)) = self.task.form.sum else { return false };
        if !self.all.is_countable || self.tally.large > 0 {
            return false;
        }
        let wanted = self.finds.solutions();
        let allowed = self.all.rules.allowed_digits().bits();
        let terms = self.tally.letters.iter().map(|letter| self.tally.term(*letter, allowed));
        self.counter.count(terms, constant, wanted.saturating_add(1)) != wanted
    }
}

/// What the words chosen so far add up to.
struct Tally {
    /// What each letter adds.
    values: Vec<i64>,
    /// How many words have each letter, and how many may not begin with zero because of it.
    uses: Vec<u32>,
    leads: Vec<u32>,
    /// The letters that are there.
    letters: Vec<Letter>,
    /// Words that are too large to be added.
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
            Some(terms) => {
                terms.iter().for_each(|(letter, value)| self.values[*letter as usize] += value * coefficient);
            }
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
            Some(terms) => {
                terms.iter().for_each(|(letter, value)| self.values[*letter as usize] -= value * coefficient);
            }
        }
    }

    fn term(&self, letter: Letter, allowed: u64) -> Term {
        let letter = letter as usize;
        let digits = if self.leads[letter] > 0 { allowed & !1 } else { allowed };
        Term { coefficient: self.values[letter], digits }
    }
}
