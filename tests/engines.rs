//! Engines against each other, over random puzzles larger than the judge could go through by itself.
//!
//! `tests/laws.rs` holds depth-first against the judge; here it is what the others are held against.
//! A family of puzzles is one generator and one test.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::engine;
use fukumen::engine::ENGINES;
use fukumen::engine::Engine;
use fukumen::engine::Fit;
use fukumen::engine::Wanted;
use fukumen::parse;
use fukumen::puzzle::Puzzle;
use fukumen::puzzle::Rules;
use fukumen::solve::Ask;
use fukumen::solve::Limits;
use fukumen::solve::Solver;
use fukumen::solve::Status;
use fukumen::solve::StoppedBy;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// Nodes that depth-first expects at most, so that a case takes some milliseconds.
const SMALL: f64 = 1e6;

/// How many nodes an engine expects; `None` where it does not fit.
fn nodes(engine: &dyn Engine, puzzle: &Puzzle, wanted: Wanted) -> Option<f64> {
    match engine.fit(&Problem::of(puzzle), wanted) {
        Fit::Yes(plan) => Some(plan.nodes),
        Fit::No(_) => None,
    }
}

/// The puzzle with these settings, where it is one that depth-first solves soon.
fn small(text: &str, settings: &[(&'static str, String)]) -> Option<Puzzle> {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, Some(value)).ok()?;
    }
    let puzzle = parse::puzzle(text, &rules).ok()?;
    let judge = engine::engine("depth-first")?;
    (nodes(judge, &puzzle, Wanted::Solutions)? <= SMALL).then_some(puzzle)
}

/// The solutions by one engine, each of which must come once.
fn solutions(puzzle: &Puzzle, engine: &str, threads: usize) -> BTreeSet<Vec<Digit>> {
    let (answer, solutions) =
        Solver::new(puzzle).engine(engine).threads(threads).run().unwrap_or_else(|e| panic!("{puzzle}: {e}"));
    assert!(answer.exhausted && answer.count == solutions.len() as u128, "{puzzle} by {engine}");
    solutions.into_iter().map(|solution| solution.digits().to_vec()).collect()
}

/// Every engine that fits lists what depth-first lists and counts what it counts, on any number of
/// threads and in however little memory.
fn all_agree(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let expected = solutions(puzzle, "depth-first", 1);
    for engine in ENGINES {
        if nodes(*engine, puzzle, Wanted::Solutions).is_some_and(|nodes| nodes <= SMALL) {
            let found = solutions(puzzle, engine.name(), 2);
            prop_assert_eq!(&found, &expected, "{} by {}", puzzle, engine.name());
        }
        if nodes(*engine, puzzle, Wanted::Count).is_some_and(|nodes| nodes <= SMALL) {
            for (threads, max_memory) in [(1, None), (3, None), (1, Some(10_000))] {
                let limits = Limits { max_memory, ..Limits::default() };
                let solver = Solver::new(puzzle).engine(engine.name()).threads(threads).limits(limits);
                let (answer, _) = solver.ask(Ask::Count).run().expect("it fits");
                prop_assert!(answer.exhausted);
                prop_assert_eq!(
                    answer.count,
                    expected.len() as u128,
                    "{} counted by {}",
                    puzzle,
                    engine.name()
                );
            }
        }
    }
    Ok(())
}

/// A few of these settings.
fn settings(
    choices: &'static [(&'static str, &'static [&'static str])],
) -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let choice = |(name, values): &(&'static str, &'static [&'static str])| {
        let name = *name;
        prop::option::weighted(0.25, prop::sample::select(*values))
            .prop_map(move |value| value.map(|value| (name, value.to_string())))
    };
    choices.iter().map(choice).collect::<Vec<_>>().prop_map(|chosen| chosen.into_iter().flatten().collect())
}

/// A word of up to six letters, with blanks and shown digits now and then.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[A-F]{1,4}",
        2 => "[A-I]{1,6}",
        1 => "[A-C01]{1,4}",
        1 => "[A-C□]{1,3}",
    ]
}

/// Sums and differences of words, now and then of multiples.
fn sum() -> impl Strategy<Value = String> {
    let term = prop_oneof![8 => word(), 1 => word().prop_map(|word| format!("3*{word}"))];
    let signed = (prop::sample::select(vec![" + ", " + ", " + ", " - "]), term);
    (word(), prop::collection::vec(signed, 0..4)).prop_map(|(first, rest)| {
        rest.into_iter().fold(first, |sum, (sign, term)| format!("{sum}{sign}{term}"))
    })
}

fn relation() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["=", "=", "=", "=", "=", "<", ">=", "≠", "<=", ">"])
}

fn sums() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        4 => (sum(), word()).prop_map(|(sum, word)| format!("{sum} = {word}")),
        2 => (sum(), relation(), sum()).prop_map(|(left, relation, right)| format!("{left} {relation} {right}")),
    ];
    prop::collection::vec(one, 1..4).prop_map(|sums| sums.join(", "))
}

const SETTINGS: &[(&str, &[&str])] = &[
    ("base", &["2", "3", "4", "5", "6", "7", "8", "9", "6", "7"]),
    ("base", &["4", "5", "6"]),
    ("leading-zeros", &["allowed"]),
    ("distinct", &["none", "all", "balanced", "ABC,DEF", "AB,BC"]),
    ("digits", &["0-2", "1-3", "0,2,3", "1-9"]),
    ("assign", &["A=1", "A=0,2", "B≠1"]),
    ("wrong", &["on", "each"]),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn all_agree_on_sums(
        puzzle in (sums(), settings(SETTINGS)).prop_filter_map("a small puzzle", |(text, s)| small(&text, &s))
    ) {
        all_agree(&puzzle)?;
    }
}

/// What an engine says when it does not fit.
fn refusal(engine: &str, text: &str, base: &str, wanted: Wanted) -> Option<String> {
    let puzzle = in_base(text, base);
    match engine::engine(engine).expect("it is an engine").fit(&Problem::of(&puzzle), wanted) {
        Fit::Yes(_) => None,
        Fit::No(reason) => Some(reason.into()),
    }
}

#[test]
fn what_does_not_fit_says_why() {
    let says = |engine: &str, text: &str, base: &str, wanted: Wanted, word: &str| {
        let reason = refusal(engine, text, base, wanted).unwrap_or_default();
        assert!(reason.contains(word), "{engine}, {text}: {reason}");
    };
    says("count", "A+B=C", "10", Wanted::Solutions, "not their digits");
    says("count", "A*B=C", "10", Wanted::Count, "not a sum");
    says("count", "A<B, B<C, C<D, D<E, E<F, F<G, G<H, H<I, I<J", "10", Wanted::Count, "8 conditions");
    let blanks = ["□"; 22].join("+") + "=1";
    says("count", &blanks, "60", Wanted::Count, "128 bits");
    says("columns", "A*B=C", "10", Wanted::Solutions, "whole numerals");
    says("columns", "A.B=C", "10", Wanted::Solutions, "whole numerals");
    assert_eq!(refusal("columns", "A+B=C, A*B=D", "10", Wanted::Count), None);
}

#[test]
fn more_than_64_bits_are_counted() {
    // 63 ways for the first digit of each, 64 for the others.
    let puzzle = in_base("□□□□□□□ ≠ □□□□□□□", "64");
    let (answer, _) = Solver::new(&puzzle).engine("count").ask(Ask::Count).run().expect("it fits");
    let one = 63 * 64u128.pow(6);
    assert_eq!(answer.count, one * one - one);
}

#[test]
fn a_count_that_was_stopped_is_not_taken_for_whole() {
    let puzzle = in_base("ABCDEF + GHIJKL = MNOPQR", "18");
    let solver = Solver::new(&puzzle).engine("count").interrupt(Arc::new(AtomicBool::new(true)));
    let (answer, _) = solver.ask(Ask::Count).run().expect("it fits");
    assert_eq!((answer.status, answer.exhausted, answer.unique), (Status::Stopped, false, None));
    assert_eq!((answer.stopped_by, answer.count), (Some(StoppedBy::Interrupt), 0));
}

/// A puzzle of any size.
fn in_base(text: &str, base: &str) -> Puzzle {
    let mut rules = Rules::default();
    rules.set("base", Some(base)).expect("it is a base");
    parse::puzzle(text, &rules).expect("it is a puzzle")
}

/// `PROPTEST_CASES` asks for more, as the long target does.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}
