//! Crossed grids of words: in three rows and three columns, the third word is the sum of the two before it.
//!
//! Which words two words may add up to is found once for each pair that comes up, and kept. The grid is filled from the upper left,
//! and given up as soon as it has more letters than there are digits. Of the eight ways to turn a grid over, the one with the first
//! word of the list in the corner, and the next one beside it, is looked at.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;

use super::Finds;
use super::GenerateError;
use super::Lexicon;
use super::Space;
use super::count::Counter;
use super::verbal;
use super::verbal::Letters;
use super::verbal::Spelled;
use super::verbal::Speller;
use crate::layout;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;

/// Draws three rows of words, of which the third is below the sum.
type Draw = fn(&[&[String]]) -> String;

/// Grids of the words of a list.
pub(super) struct WordGrids {
    words: Vec<Spelled>,
    rules: Rules,
    most_letters: u32,
    /// What two words may add up to, as far as it was asked.
    sums: RwLock<HashMap<(usize, usize), Arc<[usize]>>>,
    notes: Vec<String>,
    draw: Draw,
}

impl WordGrids {
    pub fn new(list: &str, rules: &Rules, draw: Draw) -> Result<Self, GenerateError> {
        let list = Lexicon::read(list, rules)?;
        let mut speller = Speller::new(rules);
        let words =
            list.words().iter().map(|word| speller.word(&word.shown)).collect::<Result<Vec<_>, _>>()?;
        let most_letters = verbal::most_letters(rules);
        let fits = |word: &Spelled| word.letters.count_ones() <= most_letters;
        Ok(Self {
            words: words.into_iter().flatten().filter(fits).collect(),
            rules: rules.clone(),
            most_letters,
            sums: RwLock::default(),
            notes: list.note().into_iter().collect(),
            draw,
        })
    }

    /// The words that two words may add up to, none of them one of the two.
    fn sums(&self, a: usize, b: usize) -> Arc<[usize]> {
        let key = (a.min(b), a.max(b));
        let known = self.sums.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let mut counter = Counter::new();
            let letters = self.words[a].letters | self.words[b].letters;
            let all = (0..self.words.len()).filter(|c| *c != a && *c != b && self.fits(letters, *c));
            let found: Arc<[usize]> = all.filter(|c| self.may_be_sum(a, b, *c, &mut counter)).collect();
            self.sums.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&found));
            found
        })
    }

    fn fits(&self, letters: Letters, word: usize) -> bool {
        (letters | self.words[word].letters).count_ones() <= self.most_letters
    }

    fn may_be_sum(&self, a: usize, b: usize, sum: usize, counter: &mut Counter) -> bool {
        let words = [(&self.words[a], 1), (&self.words[b], 1), (&self.words[sum], -1)];
        verbal::may_vanish(&words, &self.rules) && verbal::can_vanish(&words, &self.rules, counter)
    }

    fn puzzle(&self, grid: &[usize; 9]) -> Option<Puzzle> {
        let words: Vec<String> = grid.iter().map(|word| self.words[*word].text.clone()).collect();
        let rows: Vec<&[String]> = words.chunks(3).collect();
        let rules = Rules { layout: Some("grid".into()), ..self.rules.clone() };
        layout::puzzle(&(self.draw)(&rows), &rules).ok()
    }
}

impl Space for WordGrids {
    /// One for each word in the corner.
    fn parts(&self) -> u64 {
        self.words.len() as u64
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let corner = part as usize;
        let Some(word) = self.words.get(corner) else { return ControlFlow::Continue(()) };
        let mut filling = Filling { all: self, grid: [corner; 9], finds };
        filling.fill(0, word.letters)
    }
}

/// The places of a grid but the corner, in the order in which they are filled, each with those that it is the sum of:
///
/// ```text
/// 0 1 2
/// 3 4 5
/// 6 7 8
/// ```
const ORDER: [(usize, &[[usize; 2]]); 8] = [
    (1, &[]),
    (2, &[[0, 1]]),
    (3, &[]),
    (6, &[[0, 3]]),
    (4, &[]),
    (5, &[[3, 4]]),
    (7, &[[1, 4]]),
    (8, &[[2, 5], [6, 7]]),
];

/// A grid that is being filled.
struct Filling<'g, 'f, 'i> {
    all: &'g WordGrids,
    grid: [usize; 9],
    finds: &'f mut Finds<'i>,
}

impl Filling<'_, '_, '_> {
    /// Fills the places from the one of this step on; so many letters are there before.
    fn fill(&mut self, step: usize, letters: Letters) -> ControlFlow<()> {
        let Some((place, sums)) = ORDER.get(step) else {
            self.finds.looked_at(1)?;
            if let Some(puzzle) = self.all.puzzle(&self.grid) {
                self.finds.propose(puzzle);
            }
            return ControlFlow::Continue(());
        };
        self.finds.looked_at(0)?;
        let Some(([a, b], others)) = sums.split_first() else {
            // The corner comes first of the four words that are chosen freely, and the one beside it before that below it.
            let least = if *place == 3 { self.grid[1] } else { self.grid[0] };
            return (least + 1..self.all.words.len())
                .try_for_each(|word| self.put(step, *place, word, letters));
        };
        let sums = self.all.sums(self.grid[*a], self.grid[*b]);
        let others: Vec<Arc<[usize]>> =
            others.iter().map(|[a, b]| self.all.sums(self.grid[*a], self.grid[*b])).collect();
        sums.iter()
            .filter(|word| others.iter().all(|sums| sums.binary_search(word).is_ok()))
            .try_for_each(|word| self.put(step, *place, *word, letters))
    }

    fn put(&mut self, step: usize, place: usize, word: usize, letters: Letters) -> ControlFlow<()> {
        let is_there =
            ORDER[..step].iter().any(|(place, _)| self.grid[*place] == word) || self.grid[0] == word;
        if is_there || !self.all.fits(letters, word) {
            return ControlFlow::Continue(());
        }
        self.grid[place] = word;
        self.fill(step + 1, letters | self.all.words[word].letters)
    }
}
