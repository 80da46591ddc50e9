//! Drawings: published ones with known counts, untidy ones, and random ones against a slow judge.

use std::collections::BTreeMap;

use fukumen::layout;
use fukumen::puzzle::Puzzle;
use fukumen::puzzle::Rules;
use fukumen::solution::Solution;
use fukumen::solve::Solver;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the source is for readers")]
struct Entry {
    name: String,
    layout: String,
    text: String,
    #[serde(default)]
    settings: BTreeMap<String, Vec<String>>,
    count: u128,
    answers: Vec<String>,
    source: String,
    note: Option<String>,
}

#[derive(Deserialize)]
struct Corpus {
    puzzle: Vec<Entry>,
}

fn corpus() -> Vec<Entry> {
    let corpus: Corpus = toml::from_str(include_str!("puzzles/layouts.toml")).expect("the corpus is right");
    corpus.puzzle
}

impl Entry {
    fn puzzle(&self) -> Puzzle {
        let mut rules = Rules::default();
        for (name, values) in &self.settings {
            for value in values {
                rules.set(name, Some(value)).expect("its settings are right");
            }
        }
        layout::puzzle(&self.text, &rules).unwrap_or_else(|error| panic!("{}: {error}\n{}", self.name, self.text))
    }
}

fn solve(puzzle: &Puzzle) -> Vec<Solution> {
    let (answer, solutions) = Solver::new(puzzle).run().expect("the default engine fits");
    assert!(answer.exhausted && answer.undecided == 0);
    solutions
}

/// Whether a solution shows an answer: all numbers of a calculation, or the digits of the symbols.
fn shows(puzzle: &Puzzle, solution: &Solution, answer: &str) -> bool {
    if answer.starts_with(|c: char| c.is_alphabetic()) {
        return answer.split(' ').all(|pair| {
            let (symbol, digit) = pair.split_once('=').expect("it is a pair");
            let cell = puzzle.cell(symbol).expect("the puzzle has the symbol");
            solution.digit(cell).to_string() == digit
        });
    }
    let text = solution.text(puzzle);
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
    let is_number = |part: &&str| !part.is_empty();
    // A remainder of 0 may be left out of the drawing.
    answer.split(|c: char| !c.is_ascii_digit()).filter(is_number).all(|n| n == "0" || numbers.contains(&n))
}

#[test]
fn every_published_drawing_has_its_count_and_its_answers() {
    for entry in corpus() {
        let puzzle = entry.puzzle();
        let start = std::time::Instant::now();
        assert_eq!(puzzle.rules().layout.as_deref(), Some(&*entry.layout), "{}", entry.name);
        let solutions = solve(&puzzle);
        eprintln!("{} {:?}", entry.name, start.elapsed());
        assert_eq!(solutions.len() as u128, entry.count, "{}\n{}", entry.name, entry.text);
        for answer in &entry.answers {
            assert!(solutions.iter().any(|one| shows(&puzzle, one, answer)), "{}: {answer}", entry.name);
        }
    }
}

#[test]
fn every_published_drawing_is_drawn_and_reads_back() {
    for entry in corpus() {
        let puzzle = entry.puzzle();
        let again: Result<Puzzle, _> = puzzle.to_string().parse();
        assert_eq!(again.as_ref(), Ok(&puzzle), "{} drawn as\n{puzzle}", entry.name);
    }
}
