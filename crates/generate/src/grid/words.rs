//! Crossed grids of words: in each row and each column, the last word is the sum of those before it. There are three or four of
//! both.
//!
//! The words that some words may add up to are computed once for each choice that occurs, and kept. The grid is filled from
//! the upper left (`Plan`), with all ways to give its letters digits, and given up as soon as no way is left or there are
//! more letters than digits. Rows may change places, and so may columns; a square can be transposed. Of equivalent grids,
//! only the one with the first word of the list in the corner, rising words beside and below it, and the next one beside it,
//! is searched.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

use crate::count;
use crate::count::{Counter, Term};
use crate::error::GenerateError;
use crate::finds::Finds;
use crate::lexicon::{Lexicon, Word};
use crate::order::Order;
use crate::space::Space;
use crate::speller;
use crate::speller::Letter;
use crate::verbal;
use crate::verbal::{Letters, Spelled};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::ParseError;
use fukumen_reading::Reader;

/// With more words than this, there would be too many parts to count.
const MOST_THIRDS: usize = 128;

/// The number of choices whose sums are kept.
const MOST_SUMS: usize = 1 << 20;

/// Draws rows of words, the last of which is below the sum.
type Draw = fn(&[&[String]]) -> String;

/// Words by their places in the list, rising.
type Sums = Arc<[usize]>;

/// Grids of the words of a list.
pub(super) struct WordGrids {
    words: Vec<Spelled>,
    rules: Rules,
    most_letters: u32,
    /// Whether the rules only require that the digits differ.
    is_countable: bool,
    plan: Plan,
    /// The possible sums of words, as far as they were needed.
    sums: RwLock<HashMap<Vec<usize>, Sums>>,
    notes: Vec<String>,
    draw: Draw,
}

impl WordGrids {
    pub fn new(list: &str, order: &Order, size: (usize, usize), draw: Draw) -> Result<Self, GenerateError> {
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
            plan: Plan::new(size),
            sums: RwLock::default(),
            notes: list.note().into_iter().collect(),
            draw,
        })
    }

    /// Returns the words that some words may add up to, except these words.
    fn sums(&self, terms: &[usize], finds: &mut Finds<'_>) -> ControlFlow<(), Sums> {
        let mut key = terms.to_vec();
        key.sort_unstable();
        let known = self.sums.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return ControlFlow::Continue(known);
        }
        let mut counter = Counter::new();
        let letters = key.iter().fold(0, |letters, word| letters | self.words[*word].letters);
        let mut found = Vec::new();
        for sum in (0..self.words.len()).filter(|sum| !key.contains(sum) && self.fits(letters, *sum)) {
            finds.looked_at(0)?;
            if verbal::may_vanish(&self.equation(&key, sum), &self.rules, &mut counter) {
                found.push(sum);
            }
        }
        let found = Sums::from(found);
        let mut sums = self.sums.write().unwrap_or_else(PoisonError::into_inner);
        if sums.len() < MOST_SUMS {
            sums.insert(key, Arc::clone(&found));
        }
        ControlFlow::Continue(found)
    }

    /// Returns words and their sum, with signs.
    fn equation(&self, terms: &[usize], sum: usize) -> Vec<(&Spelled, i64)> {
        let terms = terms.iter().map(|word| (&self.words[*word], 1));
        terms.chain([(&self.words[sum], -1)]).collect()
    }

    fn fits(&self, letters: Letters, word: usize) -> bool {
        (letters | self.words[word].letters).count_ones() <= self.most_letters
    }

    /// Returns into how many pieces the grids with the same first two words are cut.
    fn thirds(&self) -> u64 {
        if self.words.len() <= MOST_THIRDS { self.words.len() as u64 } else { 1 }
    }

    fn puzzle(&self, grid: &[usize]) -> Result<Puzzle, ParseError> {
        let words: Vec<String> = grid.iter().map(|word| self.words[*word].text.clone()).collect();
        let rows: Vec<&[String]> = words.chunks(self.plan.columns).collect();
        let rules = Rules { layout: Some("grid".into()), ..self.rules.clone() };
        Reader::new().rules(&rules).literal().read(&(self.draw)(&rows))
    }
}

impl Space for WordGrids {
    /// Returns one part for each word in the corner, each beside it and, if these are not too many, each that is filled in
    /// next.
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
        finds.looked_at(1)?;
        let mut grid = vec![corner; self.plan.places];
        grid[1] = beside;
        let letters = letters | self.words[beside].letters;
        let mut filling = Filling { all: self, grid, counter: Counter::new(), finds };
        match third {
            None => filling.fill(0, letters, Some(&Ways::none())),
            Some(third) if filling.choices(0)?.contains(&third) => {
                filling.put(0, third, letters, Some(&Ways::none()))
            }
            Some(_) => ControlFlow::Continue(()),
        }
    }
}

/// The order in which a grid is filled.
struct Plan {
    columns: usize,
    places: usize,
    /// All places except the first two of the first row.
    steps: Vec<Step>,
}

/// The next place to fill.
struct Step {
    place: usize,
    /// The places of the words that it is the sum of, across or down or both; empty if it is chosen freely.
    sums: Vec<Vec<usize>>,
    /// The place of a word that comes before it in the list: beside it or above it in the first row or column, or in the
    /// corner.
    behind: usize,
}

impl Plan {
    /// Makes the plan: the first row, the first column, then the other rows. A sum comes after the last word that it needs.
    fn new((rows, columns): (usize, usize)) -> Self {
        let at = |row: usize, column: usize| row * columns + column;
        let free = |row: usize, column: usize| {
            let behind = match (row, column) {
                (0, column) => at(0, column.saturating_sub(1)),
                // The word below the corner comes after the one beside it, if the grid may be transposed.
                (1, 0) => usize::from(rows == columns),
                (row, 0) => at(row - 1, 0),
                _ => 0,
            };
            Step { place: at(row, column), sums: Vec::new(), behind }
        };
        let across = |row: usize| (0..columns - 1).map(|column| at(row, column)).collect::<Vec<_>>();
        let down = |column: usize| (0..rows - 1).map(|row| at(row, column)).collect::<Vec<_>>();
        let sum = |row: usize, column: usize, sums: Vec<Vec<usize>>| Step {
            place: at(row, column),
            sums,
            behind: 0,
        };
        let (last_row, last_column) = (rows - 1, columns - 1);
        let mut steps: Vec<Step> = (0..last_column).map(|column| free(0, column)).collect();
        steps.push(sum(0, last_column, vec![across(0)]));
        steps.extend((1..last_row).map(|row| free(row, 0)));
        steps.push(sum(last_row, 0, vec![down(0)]));
        for row in 1..last_row {
            for column in 1..last_column {
                steps.push(free(row, column));
                if row + 1 == last_row && column + 1 < last_column {
                    steps.push(sum(last_row, column, vec![down(column)]));
                }
            }
            steps.push(sum(row, last_column, vec![across(row)]));
        }
        steps.push(sum(last_row, last_column - 1, vec![down(last_column - 1)]));
        steps.push(sum(last_row, last_column, vec![down(last_column), across(last_row)]));
        // These two are fixed by the part.
        steps.drain(..2);
        Self { columns, places: rows * columns, steps }
    }
}

/// A grid that is being filled.
struct Filling<'g, 'f, 'i> {
    all: &'g WordGrids,
    grid: Vec<usize>,
    counter: Counter,
    finds: &'f mut Finds<'i>,
}

impl Filling<'_, '_, '_> {
    /// Fills the places from this step on, given the letters so far and their possible digits.
    fn fill(&mut self, step: usize, letters: Letters, ways: Option<&Ways>) -> ControlFlow<()> {
        if step == self.all.plan.steps.len() {
            return self.finish(ways);
        }
        self.finds.looked_at(0)?;
        self.choices(step)?.into_iter().try_for_each(|word| self.put(step, word, letters, ways))
    }

    /// Returns the words that may fill the place of a step.
    fn choices(&mut self, step: usize) -> ControlFlow<(), Vec<usize>> {
        let Step { sums, behind, .. } = &self.all.plan.steps[step];
        if sums.is_empty() {
            // The corner is the first of the words that are chosen freely.
            let least = self.grid[*behind].max(self.grid[0]);
            return ControlFlow::Continue((least + 1..self.all.words.len()).collect());
        }
        let mut choices: Option<Vec<usize>> = None;
        for places in sums {
            let terms: Vec<usize> = places.iter().map(|place| self.grid[*place]).collect();
            let sums = self.all.sums(&terms, self.finds)?;
            choices = Some(match choices {
                None => sums.to_vec(),
                Some(choices) => {
                    choices.into_iter().filter(|word| sums.binary_search(word).is_ok()).collect()
                }
            });
        }
        ControlFlow::Continue(choices.unwrap_or_default())
    }

    fn put(&mut self, step: usize, word: usize, letters: Letters, ways: Option<&Ways>) -> ControlFlow<()> {
        let steps = &self.all.plan.steps;
        let Step { place, sums, .. } = &steps[step];
        let mut before = steps[..step].iter().map(|step| step.place).chain([0, 1]);
        if before.any(|place| self.grid[place] == word) || !self.all.fits(letters, word) {
            return ControlFlow::Continue(());
        }
        self.grid[*place] = word;
        let letters = letters | self.all.words[word].letters;
        let Some(terms) = sums.first() else { return self.fill(step + 1, letters, ways) };
        let terms: Vec<usize> = terms.iter().map(|place| self.grid[*place]).collect();
        let sum = self.all.equation(&terms, word);
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
        // Rules that the ways do not cover may leave fewer of them.
        let is_refused = |count: u64| count < wanted || count > wanted && self.all.is_countable;
        if count.is_some_and(is_refused) {
            return ControlFlow::Continue(());
        }
        self.finds.propose_read(self.all.puzzle(&self.grid), None);
        ControlFlow::Continue(())
    }
}

/// The most ways that are kept; if there are more, the digits are not known.
const MOST_WAYS: usize = 10_000;
/// The bits of a digit, and the number of letters that fit.
const DIGIT_BITS: usize = 6;
const MOST_KNOWN: usize = 128 / DIGIT_BITS;

/// All ways to give some letters digits so that some sums are true.
struct Ways {
    letters: Vec<Letter>,
    rows: Vec<Way>,
}

/// A digit for each letter, and the set of these digits.
#[derive(Clone, Copy)]
struct Way {
    digits: u128,
    used: u64,
}

impl Ways {
    /// Returns the one way without letters.
    fn none() -> Self {
        Self { letters: Vec::new(), rows: vec![Way { digits: 0, used: 0 }] }
    }

    /// Returns the ways in which one more sum is true; `None` if they are too many to be kept, or not known.
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
