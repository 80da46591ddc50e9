//! Ratings agree with the order in which a setter printed his puzzles, from easy to hard.
//!
//! `tests/puzzles/difficulty.jsonl` has forty problems of Unno Juza (Mushikui-zan taikai, 1946): the halls become harder, and within
//! a hall the last questions are the hard ones.
#![cfg(feature = "report")]

use fukumen::explain::Explainer;
use fukumen::text::Reader;
use serde::Deserialize;

use crate::common::corpus;

const PUZZLES: &str = include_str!("puzzles/difficulty.jsonl");

/// Of two problems ten halls apart, the harder one is rated higher in three of four pairs, and in a hall too.
const IN_ORDER: f64 = 0.75;

/// A puzzle with its hall and its place in it; the answer and the source are for readers.
#[derive(Deserialize)]
struct Problem {
    text: String,
    flags: Vec<String>,
    rank: usize,
    position: usize,
}

/// A problem as it was rated.
struct Rated {
    rank: usize,
    position: usize,
    rating: f64,
}

fn rated() -> Vec<Rated> {
    let problems = PUZZLES.lines().map(|line| serde_json::from_str(line).expect("it is a problem"));
    let rate = |problem: Problem| {
        let flags = problem.flags.iter().filter_map(|flag| flag.strip_prefix("--")?.split_once('='));
        let puzzle = Reader::new().rules(&corpus::rules(flags)).read(&problem.text).expect("it can be read");
        let rating = Explainer::new(&puzzle).rate().expect("it has steps").value;
        Rated { rank: problem.rank, position: problem.position, rating }
    };
    problems.map(rate).collect()
}

/// The share of pairs whose harder puzzle is rated higher; equal ratings count half.
fn share_in_order(rated: &[Rated], is_pair: impl Fn(&Rated, &Rated) -> bool) -> f64 {
    let (mut pairs, mut in_order) = (0.0, 0.0);
    for easy in rated {
        for hard in rated.iter().filter(|hard| is_pair(easy, hard)) {
            pairs += 1.0;
            in_order += match easy.rating.total_cmp(&hard.rating) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
    }
    in_order / pairs
}

#[test]
fn ratings_agree_with_the_order_of_the_setter() {
    let rated = rated();
    assert_eq!(rated.len(), 40);
    let apart = share_in_order(&rated, |easy, hard| easy.rank + 10 <= hard.rank);
    let within = share_in_order(&rated, |easy, hard| easy.rank == hard.rank && easy.position < hard.position);
    assert!(apart >= IN_ORDER && within >= IN_ORDER, "ten halls apart {apart:.3}, in a hall {within:.3}");
}
