//! The cases of a variable once they are followed: their results, and their cost for each bit that is gained.

use super::{Line, Search};
use crate::scene::{Id, Var};
use crate::state::{News, State};
use crate::techniques::cases::CASES;
use crate::techniques::narrowed;
use crate::trim;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;

/// The cases of a variable, each followed: what is assumed, its values, and what came of it.
#[derive(Clone)]
pub(super) struct Split {
    pub var: Var,
    pub cases: Vec<(Id, Vec<i64>, Line)>,
}

impl Split {
    pub fn survivors(&self) -> impl Iterator<Item = &Line> {
        self.cases.iter().map(|(_, _, case)| case).filter(|case| case.state.broken.is_none())
    }

    /// The values of the cases that survive.
    pub fn survived(&self) -> News {
        let survivors = self.cases.iter().filter(|(.., case)| case.state.broken.is_none());
        let values: Vec<i64> = survivors.flat_map(|(_, values, _)| values.iter().copied()).collect();
        narrowed(self.var, &values)
    }

    /// What all cases that survive have in common and was not known.
    pub fn news(&self, search: &Search, before: &State) -> Vec<News> {
        if self.survivors().next().is_none() {
            return vec![News::False];
        }
        let mut news = Vec::new();
        for carry in 0..search.scene.carries.len() {
            let mut values: Vec<i64> =
                self.survivors().flat_map(|case| case.state.carries[carry].0.clone()).collect();
            values.arrange();
            values.dedup();
            if values.len() < before.carries[carry].0.len() {
                news.push(News::Carry(carry, values));
            }
        }
        for place in 0..search.scene.cells.len() {
            let set = self.survivors().fold(DigitSet::EMPTY, |set, case| set | case.state.digits[place].0);
            if set.len() < before.open(search.scene, place).len() {
                news.push(News::Digit(place, set));
            }
        }
        news
    }

    /// The weight for each bit that is gained by what all cases have in common; nothing if nothing is.
    pub fn cost(&self, search: &Search, before: &State, news: &[News]) -> Option<f64> {
        let inner = self.cases.iter().map(|(.., case)| match case.state.broken {
            Some(broken) => trim::needed_weight(&case.steps, &[broken]),
            None => trim::weight_of_case(&case.steps),
        });
        cost(inner.sum(), bits(search, before, news))
    }

    /// The same if only the values are told that lead to a contradiction. If one value is left, all that follows from it is
    /// gained; nothing if none is left, or all are.
    pub fn cost_of_refuting(&self, search: &Search, before: &State) -> Option<f64> {
        let broken = self.cases.iter().filter_map(|(.., case)| Some((case, case.state.broken?)));
        let inner = broken.map(|(case, broken)| trim::needed_weight(&case.steps, &[broken]));
        let gained = match self.survivors().count() {
            0 => return None,
            1 => self.news(search, before),
            _ => vec![self.survived()],
        };
        cost(inner.sum(), bits(search, before, &gained))
    }
}

/// How much is gained.
fn bits(search: &Search, before: &State, news: &[News]) -> f64 {
    let gained = news.iter().map(|news| match news {
        News::Digit(place, set) => log_ratio(before.open(search.scene, *place).len(), set.len()),
        News::Carry(carry, values) => log_ratio(before.carries[*carry].0.len(), values.len()),
        // A contradiction settles all that is open.
        _ => open_bits(search, before),
    });
    gained.sum()
}

/// How much is open.
fn open_bits(search: &Search, state: &State) -> f64 {
    let places = (0..search.scene.cells.len()).map(|place| state.open(search.scene, place).len());
    let carries = state.carries.iter().map(|(values, _)| values.len());
    places.chain(carries).map(|values| log_ratio(values.max(1), 1)).sum()
}

/// The weight of cases for each bit; nothing without a bit.
fn cost(inner: u64, bits: f64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "weights are small")]
    let weight = (CASES.weight + inner) as f64;
    (bits > 0.0).then(|| weight / bits)
}

#[expect(clippy::cast_precision_loss, reason = "both are numbers of digits")]
fn log_ratio(before: usize, after: usize) -> f64 {
    (before as f64 / after.max(1) as f64).log2()
}
