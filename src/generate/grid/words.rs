//! Crossed grids of words: in three rows and three columns, the third word is the sum of the two before it.
//!
//! Which words two words may add up to is found once for each pair that comes up, and kept. The grid is
//! filled from the upper left, with all ways to give its letters digits, and given up as soon as no way is
//! left or there are more letters than digits. A grid can be turned in eight ways. Only the one with the
//! first word of the list in the corner, and the next one beside it, is searched.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::RwLock;

use crate::generate::Finds;
use crate::generate::GenerateError;
use crate::generate::Letter;
use crate::generate::Lexicon;
use crate::generate::Order;
use crate::generate::Space;
use crate::generate::Word;
use crate::generate::count;
use crate::generate::count::Counter;
use crate::generate::count::Term;
use crate::generate::speller;
use crate::generate::verbal;
use crate::generate::verbal::Letters;
use crate::generate::verbal::Spelled;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::text::ParseError;
use crate::text::Reader;

/// With more words than this, parts would be too many to be counted off.
const MOST_THIRDS: usize = 128;

/// Of so many pairs it is kept what they add up to.
const MOST_SUMS: usize = 1 << 20;

/// Draws three rows of words, of which the third is below the sum.
type Draw = fn(&[&[String]]) -> String;

/// Words by their places, rising.
type Sums = Arc<[usize]>;

/// Grids of the words of a list.
pub(super) struct WordGrids {
    words: Vec<Spelled>,
    rules: Rules,
    most_letters: u32,
    /// Whether the rules say nothing of the digits but that they differ.
    is_countable: bool,
    /// What two words may add up to, as far as it was asked.
    sums: RwLock<HashMap<(usize, usize), Sums>>,
    notes: Vec<String>,
    draw: Draw,
}

impl WordGrids {
    pub fn new(list: &str, order: &Order, draw: Draw) -> Result<Self, GenerateError> {
        let rules = &order.rules;
        speller::check_blanks(rules)?;
        let list = Lexicon::read_until(&order.interrupt, list, rules)?;
        list.check(rules)?;
        let spelled = |word: &Word| Spelled::new(word.shown.clone(), &word.letters, rules);
        let words = list.words().iter().map(spelled).collect::<Result<Vec<_>, _>>()?;
        let most_letters = verbal::most_letters(rules);
        let fits = |word: &Spelled| word.letters.count_ones() <= most_letters;
        Ok(Self {
            words: words.into_iter().filter(fits).collect(),
            rules: rules.clone(),
            most_letters,
            is_countable: count::is_countable(rules),
            sums: RwLock::default(),
            notes: list.note().into_iter().collect(),
            draw,
        })
    }

    /// The words that two words may add up to, none of them one of the two.
    fn sums(&self, a: usize, b: usize, finds: &mut Finds<'_>) -> ControlFlow<(), Sums> {
        let key = (a.min(b), a.max(b));
        let known = self.sums.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return ControlFlow::Continue(known);
        }
        let mut counter = Counter::new();
        let letters = self.words[a].letters | self.words[b].letters;
        let mut found = Vec::new();
        for c in (0..self.words.len()).filter(|c| *c != a && *c != b && self.fits(letters, *c)) {
            finds.looked_at(0)?;
            if self.may_be_sum(a, b, c, &mut counter) {
                found.push(c);
            }
        }
        let found = Sums::from(found);
        let mut sums = self.sums.write().unwrap_or_else(PoisonError::into_inner);
        if sums.len() < MOST_SUMS {
            sums.insert(key, Arc::clone(&found));
        }
        ControlFlow::Continue(found)
    }

    fn fits(&self, letters: Letters, word: usize) -> bool {
        (letters | self.words[word].letters).count_ones() <= self.most_letters
    }

    fn may_be_sum(&self, a: usize, b: usize, sum: usize, counter: &mut Counter) -> bool {
        let words = [(&self.words[a], 1), (&self.words[b], 1), (&self.words[sum], -1)];
        verbal::may_vanish(&words, &self.rules, counter)
    }

    /// In how many pieces the grids with the same first two words are cut.
    fn thirds(&self) -> u64 {
        if self.words.len() <= MOST_THIRDS { self.words.len() as u64 } else { 1 }
    }

    fn puzzle(&self, grid: &[usize; 9]) -> Result<Puzzle, ParseError> {
        let words: Vec<String> = grid.iter().map(|word| self.words[*word].text.clone()).collect();
        let rows: Vec<&[String]> = words.chunks(3).collect();
        let rules = Rules { layout: Some("grid".into()), ..self.rules.clone() };
        Reader::new().rules(&rules).literal().read(&(self.draw)(&rows))
    }
}

impl Space for WordGrids {
    /// One for each word in the corner, each beside it and, where these are not too many, each that they may add up to.
    fn parts(&self) -> u64 {
        let words = self.words.len() as u64;
        words.saturating_mul(words).saturating_mul(self.thirds())
    }

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let (words, thirds) = (self.words.len() as u64, self.thirds());
        let third = (thirds > 1).then_some((part % thirds) as usize);
        let (corner, beside) = ((part / thirds / words) as usize, (part / thirds % words) as usize);
        let letters = self.words[corner].letters;
        if beside <= corner || !self.fits(letters, beside) {
            return finds.looked_at(0);
        }
        let mut grid = [corner; 9];
        grid[1] = beside;
        let letters = letters | self.words[beside].letters;
        finds.looked_at(1)?;
        let sums = self.sums(corner, beside, finds)?;
        let mut filling = Filling { all: self, grid, counter: Counter::new(), finds };
        match third {
            None => filling.fill(0, letters, Some(&Ways::none())),
            Some(third) if sums.binary_search(&third).is_ok() => {
                filling.put(0, third, letters, Some(&Ways::none()))
            }
            Some(_) => ControlFlow::Continue(()),
        }
    }
}

/// The places of a grid but the first two, in the order in which they are filled, each with those that it is the sum of:
///
/// ```text
/// 0 1 2
/// 3 4 5
/// 6 7 8
/// ```
const ORDER: [(usize, &[[usize; 2]]); 7] = [
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
    counter: Counter,
    finds: &'f mut Finds<'i>,
}

impl Filling<'_, '_, '_> {
    /// Fills the places from the one of this step on; so many letters are there before, and the digits they may have.
    fn fill(&mut self, step: usize, letters: Letters, ways: Option<&Ways>) -> ControlFlow<()> {
        let Some((place, sums)) = ORDER.get(step) else {
            return self.finish(ways);
        };
        self.finds.looked_at(0)?;
        let Some(([a, b], others)) = sums.split_first() else {
            // The corner comes first of the four words that are chosen freely, and the one beside it before that below it.
            let least = if *place == 3 { self.grid[1] } else { self.grid[0] };
            return (least + 1..self.all.words.len())
                .try_for_each(|word| self.put(step, word, letters, ways));
        };
        let sums = self.all.sums(self.grid[*a], self.grid[*b], self.finds)?;
        let mut all_others: Vec<Sums> = Vec::new();
        for [a, b] in others {
            all_others.push(self.all.sums(self.grid[*a], self.grid[*b], self.finds)?);
        }
        sums.iter()
            .filter(|word| all_others.iter().all(|sums| sums.binary_search(word).is_ok()))
            .try_for_each(|word| self.put(step, *word, letters, ways))
    }

    fn put(&mut self, step: usize, word: usize, letters: Letters, ways: Option<&Ways>) -> ControlFlow<()> {
        let (place, sums) = ORDER[step];
        let mut before = ORDER[..step].iter().map(|(place, _)| *place).chain([0, 1]);
        if before.any(|place| self.grid[place] == word) || !self.all.fits(letters, word) {
            return ControlFlow::Continue(());
        }
        self.grid[place] = word;
        let letters = letters | self.all.words[word].letters;
        let Some([a, b]) = sums.first() else { return self.fill(step + 1, letters, ways) };
        let word = |place: usize| &self.all.words[self.grid[place]];
        let sum = [(word(*a), 1), (word(*b), 1), (word(place), -1)];
        let ways = match ways {
            Some(ways) => ways.with(&sum, &self.all.rules, &mut self.counter, self.finds)?,
            None => None,
        };
        match &ways {
            Some(ways) if ways.rows.is_empty() => self.finds.looked_at(1),
            ways => self.fill(step + 1, letters, ways.as_ref()),
        }
    }

    fn finish(&mut self, ways: Option<&Ways>) -> ControlFlow<()> {
        self.finds.looked_at(1)?;
        let (count, wanted) = (ways.map(|ways| ways.rows.len() as u64), self.finds.solutions());
        // Rules that the ways know nothing of may leave fewer of them.
        let is_refused = |count: u64| count < wanted || count > wanted && self.all.is_countable;
        if count.is_some_and(is_refused) {
            return ControlFlow::Continue(());
        }
        self.finds.propose_read(self.all.puzzle(&self.grid), None);
        ControlFlow::Continue(())
    }
}

/// So many ways are kept; where there are more, nothing is said of them.
const MOST_WAYS: usize = 10_000;
/// Bits of a digit, and how many letters there is room for.
const DIGIT_BITS: usize = 6;
const MOST_KNOWN: usize = 128 / DIGIT_BITS;

/// All ways to give some letters digits so that some sums are true.
struct Ways {
    letters: Vec<Letter>,
    rows: Vec<Way>,
}

/// A digit for each letter, and which digits these are.
#[derive(Clone, Copy)]
struct Way {
    digits: u128,
    used: u64,
}

impl Ways {
    /// Without letters, there is one.
    fn none() -> Self {
        Self { letters: Vec::new(), rows: vec![Way { digits: 0, used: 0 }] }
    }

    /// Those in which one more sum is true; `None` where they are too many to be kept, or not known.
    fn with(
        &self,
        sum: &[(&Spelled, i64)],
        rules: &Rules,
        counter: &mut Counter,
        finds: &mut Finds<'_>,
    ) -> ControlFlow<(), Option<Self>> {
        let Some(terms) = verbal::terms(sum, rules) else { return ControlFlow::Continue(None) };
        let place = |letter: Letter| self.letters.iter().position(|known| *known == letter);
        let (old, new): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|(letter, _)| place(*letter).is_some());
        let old: Vec<(usize, Term)> =
            old.into_iter().filter_map(|(letter, term)| Some((place(letter)?, term))).collect();
        let mut letters = self.letters.clone();
        letters.extend(new.iter().map(|(letter, _)| *letter));
        if letters.len() > MOST_KNOWN {
            return ControlFlow::Continue(None);
        }
        let mut rows = Vec::new();
        for way in &self.rows {
            finds.looked_at(0)?;
            let digit = |place: usize| (way.digits >> (place * DIGIT_BITS)) as u64 & ((1 << DIGIT_BITS) - 1);
            if old.iter().any(|(place, term)| term.digits >> digit(*place) & 1 == 0) {
                continue;
            }
            let constant = old.iter().map(|(place, term)| term.coefficient * digit(*place) as i64).sum();
            let free = new.iter().map(|(_, term)| Term { digits: term.digits & !way.used, ..*term });
            let first = self.letters.len();
            let are_all = counter.list(free, constant, &mut |digits| {
                let mut way = *way;
                for (i, digit) in digits.iter().enumerate() {
                    way.digits |= u128::from(*digit) << ((first + i) * DIGIT_BITS);
                    way.used |= 1 << digit;
                }
                rows.push(way);
                rows.len() <= MOST_WAYS
            });
            if !are_all {
                return ControlFlow::Continue(None);
            }
        }
        ControlFlow::Continue(Some(Self { letters, rows }))
    }
}
