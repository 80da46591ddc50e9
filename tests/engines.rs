//! Random puzzles of the kinds that particular engines are made for, every engine compared with
//! depth-first.
//!
//! A kind is a row of [`KINDS`]: its name, and how to make a text of it. `tests/laws.rs` compares with the judge on small
//! spaces of any shape; here spaces are larger and shapes are chosen.

use std::collections::BTreeSet;

use fukumen::digits::Digit;
use fukumen::engine::ENGINES;
use fukumen::parse;
use fukumen::puzzle::Puzzle;
use fukumen::puzzle::Rules;
use fukumen::solve::Ask;
use fukumen::solve::Limits;
use fukumen::solve::SolveError;
use fukumen::solve::Solver;
use proptest::prelude::*;

/// Symbols from which words are made; shared between terms where there are few.
const SYMBOLS: [&str; 2] = ["[A-I]{1,2}", "[A-D]{1,2}"];

type Kind = (&'static str, fn() -> BoxedStrategy<String>);

const KINDS: &[Kind] = &[
    ("terms", terms),
    ("factors", factors),
    ("sides", sides),
    ("products", products),
    ("quotients", quotients),
    ("powers", powers),
    ("systems", systems),
    ("skeletons", skeletons),
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![4 => SYMBOLS[0], 2 => SYMBOLS[1], 1 => "[1-9]", 1 => "[A-C]□"]
}

fn term() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (word(), word()).prop_map(|(a, b)| format!("{a}/{b}")),
        4 => (word(), word()).prop_map(|(a, b)| format!("{a}*{b}")),
        2 => word().prop_map(|a| format!("{a}²")),
        1 => (word(), word()).prop_map(|(a, b)| format!("{a}³/{b}")),
        1 => word().prop_map(|a| format!("({a})! ")),
        1 => word().prop_map(|a| format!("digit_sum({a})")),
        1 => (word(), word()).prop_map(|(a, b)| format!("{a}^{b}")),
        1 => (word(), word(), word()).prop_map(|(a, b, c)| format!("({a}-{b})/{c}")),
        3 => word(),
    ]
}

/// A sum of terms.
fn terms() -> BoxedStrategy<String> {
    let sign = prop::sample::select(vec!["+", "+", "-"]);
    let rest = prop::collection::vec((sign, term()), 1..3);
    (term(), rest, term())
        .prop_map(|(first, rest, right)| {
            let rest: String = rest.into_iter().map(|(sign, term)| format!("{sign}{term}")).collect();
            format!("{first}{rest}={right}")
        })
        .boxed()
}

/// A product against a product.
fn factors() -> BoxedStrategy<String> {
    let side = || {
        let operator = prop::sample::select(vec!["*", "*", "/"]);
        (word(), prop::collection::vec((operator, word()), 1..3)).prop_map(|(first, rest)| {
            rest.into_iter().fold(first, |side, (operator, word)| format!("{side}{operator}{word}"))
        })
    };
    (side(), side()).prop_map(|(left, right)| format!("{left}={right}")).boxed()
}

/// An equation with side conditions.
fn sides() -> BoxedStrategy<String> {
    let side = prop_oneof![
        (word(), word()).prop_map(|(a, b)| format!("{a}<{b}")),
        (word(), word()).prop_map(|(a, b)| format!("{a}+{b}>J")),
        word().prop_map(|a| format!("is_prime({a})")),
    ];
    (prop_oneof![terms(), factors()], side)
        .prop_map(|(equation, side)| format!("{equation} && {side}"))
        .boxed()
}

fn letters(most: usize) -> impl Strategy<Value = String> {
    proptest::string::string_regex(&format!("[A-G]{{1,{most}}}")).expect("it is a pattern")
}

/// Words with shown digits and blanks.
fn skeleton(most: usize) -> impl Strategy<Value = String> {
    proptest::string::string_regex(&format!("[□□A-C12]{{1,{most}}}")).expect("it is a pattern")
}

fn products() -> BoxedStrategy<String> {
    prop_oneof![
        (letters(3), letters(2), letters(4)).prop_map(|(a, b, c)| format!("{a}*{b}={c}")),
        (letters(2), letters(2), letters(2), letters(2)).prop_map(|(a, b, c, d)| format!("{a}*{b}={c}*{d}")),
        (letters(3), letters(3), letters(4)).prop_map(|(a, b, c)| format!("{a}*{a}+{b}={c}")),
        (letters(2), letters(2), letters(3)).prop_map(|(a, b, c)| format!("({a}-{b})*{b}={c}")),
    ]
    .boxed()
}

fn quotients() -> BoxedStrategy<String> {
    prop_oneof![
        (letters(3), letters(2), letters(2)).prop_map(|(a, b, c)| format!("{a}/{b}={c}")),
        (letters(1), letters(2), letters(1), letters(2))
            .prop_map(|(a, b, c, d)| format!("{a}/{b}+{c}/{d}=1")),
        (letters(3), letters(2), letters(2)).prop_map(|(a, b, c)| format!("{a}//{b}={c}")),
        (letters(3), letters(2), letters(1)).prop_map(|(a, b, c)| format!("{a}%{b}={c}")),
        (letters(3), letters(2), letters(2), letters(1))
            .prop_map(|(a, b, c, d)| format!("{a} ÷ {b} = {c} r {d}")),
        (letters(2), letters(1), letters(2)).prop_map(|(a, b, c)| format!("{a}/({b}-1)>{c}")),
    ]
    .boxed()
}

fn powers() -> BoxedStrategy<String> {
    prop_oneof![
        (letters(2), letters(1), letters(4)).prop_map(|(a, b, c)| format!("{a}^{b}={c}")),
        (letters(2), letters(4)).prop_map(|(a, b)| format!("{a}^3-{b}=0")),
        (letters(1), letters(1), letters(1), letters(2)).prop_map(|(a, b, c, d)| format!("{a}^{b}+{c}={d}")),
        (letters(1), letters(1), letters(1), letters(1)).prop_map(|(a, b, c, d)| format!("{a}^{b}={c}^{d}")),
        (letters(3), letters(2)).prop_map(|(a, b)| format!("√{a}={b}")),
        (letters(2), letters(2), letters(1)).prop_map(|(a, b, c)| format!("gcd({a},{b})={c}")),
        (letters(2), letters(1), letters(3)).prop_map(|(a, b, c)| format!("{a}*{b}!={c}")),
    ]
    .boxed()
}

fn systems() -> BoxedStrategy<String> {
    let line = prop_oneof![
        (letters(2), letters(2), letters(3)).prop_map(|(a, b, c)| format!("{a}+{b}={c}")),
        (letters(2), letters(1), letters(3)).prop_map(|(a, b, c)| format!("{a}*{b}={c}")),
        (letters(2), letters(2)).prop_map(|(a, b)| format!("{a}<{b}")),
    ];
    prop::collection::vec(line, 2..4).prop_map(|lines| lines.join(", ")).boxed()
}

fn skeletons() -> BoxedStrategy<String> {
    prop_oneof![
        (skeleton(3), skeleton(1), skeleton(3)).prop_map(|(a, b, c)| format!("{a}*{b}={c}")),
        (skeleton(2), skeleton(2), skeleton(2), skeleton(2), skeleton(3))
            .prop_map(|(a, b, c, d, e)| format!("{a}*{b}={e}, {a}+{c}={d}")),
    ]
    .boxed()
}

fn settings() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let choice = |name: &'static str, values: &'static [&'static str]| {
        prop::option::weighted(0.4, prop::sample::select(values))
            .prop_map(move |value| value.map(|value| (name, value)))
    };
    (
        prop::sample::select(vec!["3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]),
        choice("leading-zeros", &["allowed"]),
        choice("digits", &["0-3", "1-3", "1-4", "0-4"]),
        choice("distinct", &["none", "balanced", "all", "all"]),
    )
        .prop_map(|(base, a, b, c)| [Some(("base", base)), a, b, c].into_iter().flatten().collect())
}

/// A puzzle that depth-first ends soon; texts that are none are passed over.
fn puzzle() -> impl Strategy<Value = Puzzle> {
    let kind = prop::sample::select(KINDS.iter().map(|(_, make)| *make).collect::<Vec<_>>());
    (kind.prop_flat_map(|make| make()), settings()).prop_filter_map("a small puzzle", |(text, settings)| {
        let mut rules = Rules::default();
        for (name, value) in settings {
            rules.set(name, Some(value)).ok()?;
        }
        let puzzle = parse::puzzle(&text, &rules).ok()?;
        let space: f64 = puzzle.hidden().iter().map(|hidden| hidden.digits.len() as f64).product();
        (space <= 200_000.0).then_some(puzzle)
    })
}

fn solutions(solver: &Solver) -> Option<Vec<Vec<Digit>>> {
    match solver.run() {
        Ok((_, solutions)) => Some(solutions.iter().map(|solution| solution.digits().to_vec()).collect()),
        Err(SolveError::Unfit { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn every_engine_agrees_with_depth_first(puzzle in puzzle()) {
        let expected = solutions(&Solver::new(&puzzle).engine("depth-first").threads(1));
        for engine in ENGINES {
            let solver = Solver::new(&puzzle).engine(engine.name()).threads(1);
            let Some(found) = solutions(&solver) else { continue };
            let once: BTreeSet<_> = found.iter().collect();
            prop_assert_eq!(once.len(), found.len(), "each once, by {}", engine.name());
            prop_assert_eq!(Some(&found), expected.as_ref(), "{} by {}", &puzzle, engine.name());
        }
    }

    #[test]
    fn little_memory_and_many_threads_change_nothing(puzzle in puzzle(), n in 1u64..4) {
        let limits = Limits { max_memory: Some(2000), ..Default::default() };
        for engine in ENGINES {
            let solver = || Solver::new(&puzzle).engine(engine.name()).ask(Ask::First(n));
            let one = solutions(&solver().threads(1));
            let three = solutions(&solver().threads(3));
            prop_assert_eq!(one, three, "{} by {}", &puzzle, engine.name());
            // Solutions that do not fit themselves end the search.
            let little = Solver::new(&puzzle).engine(engine.name()).threads(1).limits(limits);
            if little.run().is_ok_and(|(answer, _)| answer.exhausted) {
                let all = Solver::new(&puzzle).engine(engine.name()).threads(1);
                prop_assert_eq!(solutions(&all), solutions(&little), "{} by {}", &puzzle, engine.name());
            }
        }
    }
}

/// `PROPTEST_CASES` asks for more, as the long target does.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200)
}
