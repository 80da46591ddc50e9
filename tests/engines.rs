//! Random puzzles of moderate size, larger than those of `laws.rs`: every engine that fits finds what
//! depth-first finds.
//!
//! One family of puzzles a row; every engine gets each.

use std::collections::BTreeSet;

use fukumen::digits::Digit;
use fukumen::engine;
use fukumen::engine::ENGINES;
use fukumen::parse;
use fukumen::puzzle::Puzzle;
use fukumen::puzzle::Rules;
use fukumen::solve::SolveError;
use fukumen::solve::Solver;
use proptest::prelude::*;

fn word(most: usize) -> impl Strategy<Value = String> {
    proptest::string::string_regex(&format!("[A-G]{{1,{most}}}")).expect("it is a pattern")
}

/// Words with shown digits and blanks.
fn skeleton(most: usize) -> impl Strategy<Value = String> {
    proptest::string::string_regex(&format!("[□□A-C12]{{1,{most}}}")).expect("it is a pattern")
}

fn products() -> impl Strategy<Value = String> {
    prop_oneof![
        (word(3), word(2), word(4)).prop_map(|(a, b, c)| format!("{a}*{b}={c}")),
        (word(2), word(2), word(2), word(2)).prop_map(|(a, b, c, d)| format!("{a}*{b}={c}*{d}")),
        (word(3), word(3), word(4)).prop_map(|(a, b, c)| format!("{a}*{a}+{b}={c}")),
        (word(2), word(2), word(3)).prop_map(|(a, b, c)| format!("({a}-{b})*{b}={c}")),
    ]
}

fn quotients() -> impl Strategy<Value = String> {
    prop_oneof![
        (word(3), word(2), word(2)).prop_map(|(a, b, c)| format!("{a}/{b}={c}")),
        (word(1), word(2), word(1), word(2)).prop_map(|(a, b, c, d)| format!("{a}/{b}+{c}/{d}=1")),
        (word(3), word(2), word(2)).prop_map(|(a, b, c)| format!("{a}//{b}={c}")),
        (word(3), word(2), word(1)).prop_map(|(a, b, c)| format!("{a}%{b}={c}")),
        (word(3), word(2), word(2), word(1)).prop_map(|(a, b, c, d)| format!("{a} ÷ {b} = {c} r {d}")),
        (word(2), word(1), word(2)).prop_map(|(a, b, c)| format!("{a}/({b}-1)>{c}")),
    ]
}

fn powers() -> impl Strategy<Value = String> {
    prop_oneof![
        (word(2), word(1), word(4)).prop_map(|(a, b, c)| format!("{a}^{b}={c}")),
        (word(2), word(4)).prop_map(|(a, b)| format!("{a}^3-{b}=0")),
        (word(1), word(1), word(1), word(2)).prop_map(|(a, b, c, d)| format!("{a}^{b}+{c}={d}")),
        (word(1), word(1), word(1), word(1)).prop_map(|(a, b, c, d)| format!("{a}^{b}={c}^{d}")),
        (word(3), word(2)).prop_map(|(a, b)| format!("√{a}={b}")),
        (word(2), word(2), word(1)).prop_map(|(a, b, c)| format!("gcd({a},{b})={c}")),
        (word(2), word(1), word(3)).prop_map(|(a, b, c)| format!("{a}*{b}!={c}")),
    ]
}

fn systems() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        (word(2), word(2), word(3)).prop_map(|(a, b, c)| format!("{a}+{b}={c}")),
        (word(2), word(1), word(3)).prop_map(|(a, b, c)| format!("{a}*{b}={c}")),
        (word(2), word(2)).prop_map(|(a, b)| format!("{a}<{b}")),
    ];
    prop::collection::vec(line, 2..4).prop_map(|lines| lines.join(", "))
}

fn skeletons() -> impl Strategy<Value = String> {
    prop_oneof![
        (skeleton(3), skeleton(1), skeleton(3)).prop_map(|(a, b, c)| format!("{a}*{b}={c}")),
        (skeleton(2), skeleton(2), skeleton(2), skeleton(2), skeleton(3))
            .prop_map(|(a, b, c, d, e)| format!("{a}*{b}={e}, {a}+{c}={d}")),
    ]
}

fn settings() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let choice = |name: &'static str, values: &'static [&'static str]| {
        prop::option::weighted(0.25, prop::sample::select(values))
            .prop_map(move |value| value.map(|value| (name, value.to_string())))
    };
    let base = (3u8..=12).prop_map(|base| Some(("base", base.to_string())));
    (
        base,
        choice("leading-zeros", &["allowed"]),
        choice("lone-zero", &["forbidden"]),
        choice("distinct", &["none", "ABC,CDE"]),
        choice("blanks-avoid", &["AB"]),
    )
        .prop_map(|(a, b, c, d, e)| [a, b, c, d, e].into_iter().flatten().collect())
}

fn puzzle(text: impl Strategy<Value = String>) -> impl Strategy<Value = Puzzle> {
    (text, settings()).prop_filter_map("a puzzle of moderate size", |(text, settings)| {
        let mut rules = Rules::default();
        for (name, value) in &settings {
            rules.set(name, Some(value)).ok()?;
        }
        let puzzle = parse::puzzle(&text, &rules).ok()?;
        let space: f64 = puzzle.hidden().iter().map(|hidden| hidden.digits.len() as f64).product();
        (space <= 2e5).then_some(puzzle)
    })
}

fn solutions(puzzle: &Puzzle, engine: &str) -> Option<Vec<Vec<Digit>>> {
    match Solver::new(puzzle).engine(engine).threads(1).run() {
        Ok((_, solutions)) => Some(solutions.iter().map(|solution| solution.digits().to_vec()).collect()),
        Err(SolveError::Unfit { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn all_agree(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let expected = solutions(puzzle, "depth-first").unwrap_or_default();
    for engine in ENGINES {
        let Some(found) = solutions(puzzle, engine.name()) else { continue };
        prop_assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "each once: {}", puzzle);
        prop_assert_eq!(&found, &expected, "{} by {}", puzzle, engine.name());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn products_agree(puzzle in puzzle(products())) { all_agree(&puzzle)?; }

    #[test]
    fn quotients_agree(puzzle in puzzle(quotients())) { all_agree(&puzzle)?; }

    #[test]
    fn powers_agree(puzzle in puzzle(powers())) { all_agree(&puzzle)?; }

    #[test]
    fn systems_agree(puzzle in puzzle(systems())) { all_agree(&puzzle)?; }

    #[test]
    fn skeletons_agree(puzzle in puzzle(skeletons())) { all_agree(&puzzle)?; }
}

#[test]
fn there_is_an_engine_to_compare_with() {
    assert!(engine::engine("depth-first").is_some());
}

/// `PROPTEST_CASES` asks for more, as the long target does.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(100)
}
