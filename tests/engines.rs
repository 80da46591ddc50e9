//! Random puzzles of the kinds that particular engines are made for, every engine compared with
//! depth-first.
//!
//! A kind is a row of [`KINDS`]: its name, and how to make a text of it. `tests/laws.rs` compares with the judge on small
//! spaces of any shape; here spaces are larger and shapes are chosen.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::engine;
use fukumen::engine::{ENGINES, Fit, Request, Wanted};
use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::{Ask, Limits, SolveError, Solver, Status, StoppedBy};
use fukumen::text::Reader;
use proptest::prelude::*;

/// Symbols from which words are made; shared between terms where there are few.
const SYMBOLS: [&str; 2] = ["[A-I]{1,2}", "[A-D]{1,2}"];

type Kind = (&'static str, fn() -> BoxedStrategy<String>);

const KINDS: &[Kind] = &[
    ("sums", sums),
    ("terms", terms),
    ("factors", factors),
    ("sides", sides),
    ("products", products),
    ("quotients", quotients),
    ("powers", powers),
    ("systems", systems),
    ("skeletons", skeletons),
    ("rows", rows),
    ("questions", questions),
    ("crossings", crossings),
    ("differing", differing),
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

/// A word of up to six letters, with blanks and shown digits now and then.
fn long_word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[A-F]{1,4}",
        2 => "[A-I]{1,6}",
        1 => "[A-C01]{1,4}",
        1 => "[A-C□]{1,3}",
    ]
}

/// Sums and differences of words, now and then of multiples.
fn sum() -> impl Strategy<Value = String> {
    let term = prop_oneof![8 => long_word(), 1 => long_word().prop_map(|word| format!("3*{word}"))];
    let signed = (prop::sample::select(vec![" + ", " + ", " + ", " - "]), term);
    (long_word(), prop::collection::vec(signed, 0..4)).prop_map(|(first, rest)| {
        rest.into_iter().fold(first, |sum, (sign, term)| format!("{sum}{sign}{term}"))
    })
}

fn relation() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["=", "=", "=", "=", "=", "<", ">=", "≠", "<=", ">"])
}

/// Equations and orders of sums.
fn sums() -> BoxedStrategy<String> {
    let one = prop_oneof![
        4 => (sum(), long_word()).prop_map(|(sum, word)| format!("{sum} = {word}")),
        2 => (sum(), relation(), sum()).prop_map(|(left, relation, right)| format!("{left} {relation} {right}")),
    ];
    prop::collection::vec(one, 1..4).prop_map(|sums| sums.join(", ")).boxed()
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

/// Lines of a multiplication or division on paper, whose blanks mostly stand in one line alone.
fn rows() -> BoxedStrategy<String> {
    let row = || proptest::string::string_regex("[□□□□A17]{1,4}").expect("it is a pattern");
    let line = prop_oneof![
        ("[A-C]{2}", "[A-E]", row()).prop_map(|(a, b, row)| format!("{a}*{b}={row}")),
        ("[A-C]{1,2}", "[A-C]", "[A-E]", row()).prop_map(|(a, b, c, row)| format!("{a}-{b}*{c}={row}")),
        (row(), "[A-C]{2}", "[A-E]", row()).prop_map(|(a, b, c, row)| format!("{a}-{b}*{c}={row}")),
        ("[A-C]{2}", "[A-C]", row()).prop_map(|(a, b, row)| format!("{row}={b}*({a}+1)")),
        ("[A-C]", "[A-C]{2}", row()).prop_map(|(a, b, row)| format!("{b}^2-{a}={row}")),
    ];
    prop::collection::vec(line, 1..3).prop_map(|lines| lines.join(", ")).boxed()
}

/// Answers to questions, added up as 0 and 1.
fn questions() -> BoxedStrategy<String> {
    let question = || {
        prop_oneof![
            (letters(3), "[2-5]", "[01]").prop_map(|(a, b, c)| format!("({a}%{b}={c})")),
            letters(2).prop_map(|a| format!("is_prime({a})")),
            letters(3).prop_map(|a| format!("is_square({a})")),
            (letters(2), letters(2)).prop_map(|(a, b)| format!("({a}<{b})")),
        ]
    };
    let relation = prop::sample::select(vec!["=", "=", "<", ">=", "≠"]);
    let right = prop_oneof![3 => "[0-3]", 1 => letters(1), 1 => letters(1).prop_map(|a| format!("{a}-1"))];
    (prop::collection::vec(question(), 2..5), prop::option::weighted(0.3, letters(2)), relation, right)
        .prop_map(|(questions, more, relation, right)| {
            let more = more.map_or(String::new(), |more| format!("+{more}-{}", more.len()));
            format!("{}{more}{relation}{right}", questions.join("+"))
        })
        .boxed()
}

/// A question about one word.
fn asked(word: &'static str) -> impl Strategy<Value = String> {
    let asks = prop::sample::select(vec![
        "is_prime",
        "is_square",
        "is_cube",
        "is_triangular",
        "is_fibonacci",
        "is_palindrome",
        "increasing",
        "is_power",
    ]);
    prop_oneof![
        6 => asks.prop_map(move |function| format!("{function}({word})")),
        1 => "[1-9]".prop_map(move |sum| format!("digit_sum({word})={sum}")),
        1 => "[2-7]".prop_map(move |divisor| format!("{word}%{divisor}=0")),
        1 => Just(format!("not(is_prime({word}))")),
    ]
}

/// Words across and down, each with a question of its own.
fn crossings() -> BoxedStrategy<String> {
    const GRIDS: [&[&str]; 5] = [
        &["AB", "CD", "AC", "BD"],
        &["ABC", "DEF", "AD", "BE", "CF"],
        &["ABA", "CAD", "AC1", "D□"],
        &["ABC", "CBA", "AC", "B"],
        &["ABC1", "2DA", "□B□", "ABC1"],
    ];
    let questions = |words: &'static [&'static str]| words.iter().map(|word| asked(word)).collect::<Vec<_>>();
    let order = prop::option::weighted(0.3, prop_oneof![Just("A<B"), Just("A+B=C+1"), Just("A≠C || B>C")]);
    (prop::sample::select(GRIDS.to_vec()).prop_flat_map(questions), order)
        .prop_map(|(questions, order)| {
            questions.into_iter().chain(order.map(str::to_owned)).collect::<Vec<_>>().join(", ")
        })
        .boxed()
}

/// Values that differ.
fn differing() -> BoxedStrategy<String> {
    let value = || {
        prop_oneof![
            4 => ("[A-F]", "[A-F]").prop_map(|(a, b)| format!("abs({a}-{b})")),
            3 => ("[A-F]", "[0-4]").prop_map(|(a, b)| format!("{a}+{b}")),
            2 => ("[A-F]", "[0-4]").prop_map(|(a, b)| format!("{a}-{b}")),
            2 => "[A-F]",
            1 => letters(2),
            1 => ("[A-D]", "[A-D]").prop_map(|(a, b)| format!("{a}/{b}")),
            1 => ("[A-D]", "[A-D]").prop_map(|(a, b)| format!("{a}^{b}")),
            1 => "[0-3]",
        ]
    };
    let distinct = || {
        let values = prop::collection::vec(value(), 2..6);
        values.prop_map(|values| format!("distinct({})", values.join(", ")))
    };
    let more = prop::option::weighted(
        0.5,
        prop_oneof![
            distinct(),
            (letters(2), letters(2)).prop_map(|(a, b)| format!("{a}<{b}")),
            (letters(2), letters(1), letters(2)).prop_map(|(a, b, c)| format!("{a}+{b}={c}")),
            letters(2).prop_map(|a| format!("is_prime({a})")),
        ],
    );
    (distinct(), more)
        .prop_map(|(first, more)| std::iter::once(first).chain(more).collect::<Vec<_>>().join(", "))
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
        choice("distinct", &["none", "balanced", "all", "all", "ABC,DEF", "AB,BC"]),
        prop::option::weighted(
            0.1,
            prop::sample::select(vec![("assign", "A=1"), ("assign", "A=0,2"), ("assign", "B≠1")]),
        ),
        prop::option::weighted(
            0.1,
            prop::sample::select(vec![("wrong", "on"), ("wrong", "each"), ("blanks-avoid", "A")]),
        ),
    )
        .prop_map(|(base, a, b, c, d, e)| {
            [Some(("base", base)), a, b, c, d, e].into_iter().flatten().collect()
        })
}

/// A puzzle that depth-first ends soon; texts that are none are passed over.
fn puzzle() -> impl Strategy<Value = Puzzle> {
    let kind = prop::sample::select(KINDS.iter().map(|(_, make)| *make).collect::<Vec<_>>());
    (kind.prop_flat_map(|make| make()), settings()).prop_filter_map("a small puzzle", |(text, settings)| {
        let mut rules = Rules::default();
        for (name, value) in settings {
            rules.set(name, Some(value)).ok()?;
        }
        let puzzle = Reader::new().rules(&rules).read(&text).ok()?;
        let space: f64 = puzzle.hidden().iter().map(|hidden| hidden.digits.len() as f64).product();
        (space <= 200_000.0).then_some(puzzle)
    })
}

/// Words whose letters take every digit, joined by signs: what the tables of one side leave over is all that the other may take.
fn full() -> impl Strategy<Value = Puzzle> {
    let sign = || prop::sample::select(vec!["+", "+", "-", "*", "/", "/", "/"]);
    let word = (1..=3usize, sign(), prop::bool::weighted(0.1));
    (prop::collection::vec(word, 3..6), any::<prop::sample::Index>()).prop_filter_map(
        "eight letters",
        |(words, place)| {
            let equals = 1 + place.index(words.len() - 1);
            let (mut text, mut letters) = (String::new(), 0u8);
            for (i, (length, sign, is_shared)) in words.into_iter().enumerate() {
                text += if i == 0 {
                    ""
                } else if i == equals {
                    "="
                } else {
                    sign
                };
                // Now and then a letter stands in two words.
                letters -= u8::from(is_shared && i > 0);
                text.extend((0..length as u8).map(|i| char::from(b'A' + letters + i)));
                letters += length as u8;
            }
            let text = format!("@base {}\n@digits 1-{letters}\n{text}", letters + 1);
            (6..=8).contains(&letters).then(|| Reader::new().read(&text).expect("it is a puzzle"))
        },
    )
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
    fn every_engine_counts_what_depth_first_lists(puzzle in puzzle()) {
        let expected = solutions(&Solver::new(&puzzle).engine("depth-first").threads(1)).map(|all| all.len() as u128);
        for engine in ENGINES {
            for (threads, max_memory) in [(1, None), (3, None), (1, Some(10_000))] {
                let limits = Limits::default().max_memory(max_memory);
                let solver = Solver::new(&puzzle).engine(engine.name()).threads(threads).limits(limits);
                let answer = match solver.ask(Ask::Count).run() {
                    Ok((answer, _)) => answer,
                    Err(SolveError::Unfit { .. }) => continue,
                    Err(error) => panic!("{error}"),
                };
                if max_memory.is_none() || answer.outcome.exhausted {
                    prop_assert_eq!(Some(answer.outcome.count), expected, "{} counted by {}", &puzzle, engine.name());
                }
            }
        }
    }

    #[test]
    fn little_memory_and_many_threads_change_nothing(puzzle in puzzle(), n in 1u64..4) {
        let limits = Limits::default().max_memory(2000);
        for engine in ENGINES {
            let solver = || Solver::new(&puzzle).engine(engine.name()).ask(Ask::First(n));
            let one = solutions(&solver().threads(1));
            let three = solutions(&solver().threads(3));
            prop_assert_eq!(one, three, "{} by {}", &puzzle, engine.name());
            // Solutions that do not fit themselves end the search.
            let little = Solver::new(&puzzle).engine(engine.name()).threads(1).limits(limits);
            if little.run().is_ok_and(|(answer, _)| answer.outcome.exhausted) {
                let all = Solver::new(&puzzle).engine(engine.name()).threads(1);
                prop_assert_eq!(solutions(&all), solutions(&little), "{} by {}", &puzzle, engine.name());
            }
        }
    }
}

/// Random puzzles have few inequalities, and an engine that takes one for an equation loses solutions only if both sides are far apart.
#[test]
fn every_engine_knows_each_relation_between_sums() {
    for relation in ["=", "≠", "<", "<=", ">", ">="] {
        for text in [
            "A+B R CD-6",
            "A+B R C+1, D-B R E-3",
            "A+2*B R C+D, is_square(AE)",
            "distinct(A+B, C-D), 3*A R B+C",
        ] {
            let puzzle = in_base(&text.replace('R', relation), "7");
            let by = |engine: &str| solutions(&Solver::new(&puzzle).engine(engine).threads(1));
            let expected = by("depth-first").map(|found| found.into_iter().collect::<BTreeSet<_>>());
            assert!(expected.as_ref().is_some_and(|found| !found.is_empty()), "{puzzle}");
            for engine in ENGINES.iter().map(|engine| engine.name()) {
                let Some(found) = by(engine) else { continue };
                assert_eq!(Some(found.into_iter().collect()), expected, "{puzzle} by {engine}");
            }
        }
    }
}

/// A blank that avoids a symbol is a pair of cells, in no group.
#[test]
fn tables_keep_pairs_of_cells_apart() {
    let puzzle: Puzzle = "@blanks-avoid A\nA*□=BC".parse().expect("it is a puzzle");
    let by = |engine: &str| solutions(&Solver::new(&puzzle).engine(engine).threads(1));
    assert_eq!(by("tabulate"), by("depth-first"));
    assert_eq!(by("tabulate").map(|found| found.len()), Some(46));
}

/// Words that take all digits, with blanks beside them: the points of their lattice lie within a ball, not on a sphere.
#[test]
fn words_of_all_digits_with_blanks_are_points_within_a_ball() {
    for (text, base, count) in [("GBDECFA+□□□=GBCFAED+□", "7", 84), ("EBACD+□□□=EDCAB", "5", 9)]
    {
        let puzzle = in_base(text, base);
        let by = |engine: &str| solutions(&Solver::new(&puzzle).engine(engine).threads(1));
        assert_eq!(by("lattice"), by("depth-first"), "{text}");
        assert_eq!(by("lattice").map(|found| found.len()), Some(count), "{text}");
    }
}

/// Tables keep residues by the prime 2^31 - 1. A factor that is the prime itself is not zero, and a divisor may be it.
#[test]
fn tables_tell_the_prime_from_zero() {
    for (text, count) in [
        ("(2147483646+A)*B+C*D=4294967294+E", 52),
        ("C*D=4294967294+E-(2147483646+A)*B", 52),
        ("E=C*D+(2147483646+A)*B-4294967294", 52),
        ("E/(A+2147483646)*(B+2147483645)+C*D=F", 212),
        ("E*(B+2147483645)/(A+2147483646)=F*G-H", 374),
    ] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let by = |engine: &str| solutions(&Solver::new(&puzzle).engine(engine).threads(1));
        assert_eq!(by("tabulate"), by("depth-first"), "{text}");
        assert_eq!(by("tabulate").map(|found| found.len()), Some(count), "{text}");
    }
}

/// The reasons why an engine does not fit.
fn refusal(engine: &str, text: &str, base: &str, wanted: Wanted) -> Option<String> {
    let puzzle = in_base(text, base);
    match engine::engine(engine)
        .expect("it is an engine")
        .fit(&Problem::of(&puzzle), &Request::new(wanted))
        .expect("nothing interrupts it")
    {
        Fit::Yes(_) => None,
        Fit::No(reason) => Some(reason.to_string()),
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
    assert_eq!(answer.outcome.count, one * one - one);
    // The two sides never are equal. The ways to a state pass 64 bits only once they are added up.
    let puzzle = in_base("□□□□□-□□□+□□□□□□□+□□□+□□ ≠ □□□", "16");
    let (answer, _) = Solver::new(&puzzle).engine("count").ask(Ask::Count).run().expect("it fits");
    assert_eq!(answer.outcome.count, 15u128.pow(6) * 16u128.pow(17));
}

#[test]
fn a_count_that_was_stopped_is_not_taken_for_whole() {
    let puzzle = in_base("ABCDEF + GHIJKL = MNOPQR", "18");
    let solver = Solver::new(&puzzle).engine("count").interrupt(Arc::new(AtomicBool::new(true)));
    let (answer, _) = solver.ask(Ask::Count).run().expect("it fits");
    assert_eq!(
        (answer.outcome.status, answer.outcome.exhausted, answer.outcome.unique),
        (Status::Stopped, false, None)
    );
    assert_eq!((answer.outcome.stopped_by, answer.outcome.count), (Some(StoppedBy::Interrupt), 0));
}

/// All ten letters may change places: one node has 3,628,800 solutions.
#[test]
fn a_search_ends_soon_after_it_is_asked_to_where_solutions_come_without_nodes() {
    let puzzle: Puzzle = "A+B+C+D+E+F+G+H+I+J=45".parse().expect("it is a puzzle");
    let interrupt = Arc::new(AtomicBool::new(false));
    let solver = Solver::new(&puzzle).engine("linear").threads(1).stream(true);
    let solver = solver.interrupt(Arc::clone(&interrupt));
    let mut found = 0;
    let answer = solver.run_with(&mut |_| {
        found += 1;
        interrupt.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    assert_eq!(answer.expect("it fits").outcome.stopped_by, Some(StoppedBy::Interrupt));
    assert!(found < 10_000, "{found} solutions came after that");
}

/// `AA…A + BB…B = CC…C` has the solutions of `A+B=C` without zeros.
#[test]
fn words_may_be_longer_than_any_machine_word() {
    for length in [1, 12, 18, 25, 36, 200, 400] {
        let [a, b, c] = ["A", "B", "C"].map(|name| name.repeat(length));
        let text = format!("{a}+{b}={c}, A>0, B>0");
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let (answer, _) = Solver::new(&puzzle).engine("linear").run().expect("it fits");
        assert_eq!(answer.outcome.count, 32, "with {length} digits");
    }
}

/// Symbols that can change places are searched once and told in every arrangement.
#[test]
fn interchangeable_symbols_are_listed_in_every_arrangement() {
    for text in ["A+B+C+D=EF", "AB+CD=EF", "A+B+C+D+E+F=GH, A<G", "□□+□□=1□9"] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let found_by = |engine: &str| {
            let (_, solutions) = Solver::new(&puzzle).engine(engine).run().expect("it fits");
            solutions.iter().map(|solution| solution.digits().to_vec()).collect::<Vec<_>>()
        };
        let found = found_by("linear");
        assert!(!found.is_empty());
        assert_eq!(found, found_by("depth-first"), "{text}");
    }
}

#[test]
fn the_first_solutions_come_without_the_others() {
    let puzzle: Puzzle = "@base 16\nABCDE+FGHIJ=KLMNOP".parse().expect("it is a puzzle");
    let (answer, solutions) =
        Solver::new(&puzzle).engine("linear").ask(Ask::First(3)).run().expect("it fits");
    assert_eq!((answer.outcome.count, solutions.len()), (3, 3));
    assert!(answer.work.nodes < 100_000, "{} nodes", answer.work.nodes);
}

/// A plan for the first solution has a forecast for the first solution.
#[test]
fn few_solutions_are_planned_for_as_few() {
    for text in ["ABCDE+FGHIJ=KLMNOP", "NGBLSAGGEP+HITHBDFJDN=RMCIMQQBOKN"] {
        let puzzle = in_base(text, "20");
        let problem = Problem::of(&puzzle);
        let linear = engine::engine("linear").expect("it is there");
        let nodes = |enough| match linear.fit(&problem, &Request::new(Wanted::Solutions).enough(enough)) {
            Ok(Fit::Yes(plan)) => plan.nodes,
            other => panic!("{other:?}"),
        };
        let (first, all) = (nodes(Some(1)), nodes(None));
        assert!(first < all / 100.0, "{text}: {first} of {all}");
        let answer =
            Solver::new(&puzzle).engine("linear").ask(Ask::First(1)).threads(1).run().expect("it fits").0;
        let off = answer.work.nodes as f64 / first;
        assert!(answer.outcome.count == 1 && (0.02..50.0).contains(&off), "{text}: {off} times {first}");
    }
    // With no more than a solution expected, the first is as far as the last.
    let problem = Problem::of(&"SEND+MORE=MONEY".parse().expect("it is a puzzle"));
    let linear = engine::engine("linear").expect("it is there");
    let nodes = |enough| match linear.fit(&problem, &Request::new(Wanted::Solutions).enough(enough)) {
        Ok(Fit::Yes(plan)) => plan.nodes,
        other => panic!("{other:?}"),
    };
    assert_eq!(nodes(Some(2)), nodes(None));
}

proptest! {
    // Each has up to 40,320 assignments.
    #![proptest_config(ProptestConfig { cases: cases() / 20, ..ProptestConfig::default() })]

    #[test]
    fn tables_agree_with_depth_first_where_every_digit_is_used(puzzle in full()) {
        let expected = solutions(&Solver::new(&puzzle).engine("depth-first").threads(1));
        for (threads, max_memory) in [(1, None), (3, None), (1, Some(100_000))] {
            let limits = Limits::default().max_memory(max_memory);
            let tables = Solver::new(&puzzle).engine("tabulate").threads(threads).limits(limits);
            // Solutions that do not fit themselves end the search.
            if tables.run().is_ok_and(|(answer, _)| answer.outcome.exhausted) {
                prop_assert_eq!(&solutions(&tables), &expected, "{}", &puzzle);
            }
        }
    }
}

/// A puzzle of any size.
fn in_base(text: &str, base: &str) -> Puzzle {
    let mut rules = Rules::default();
    rules.set("base", Some(base)).expect("it is a base");
    Reader::new().rules(&rules).read(text).expect("it is a puzzle")
}

/// `PROPTEST_CASES` asks for more, as `make agreement` does.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
}

/// Sets of digits have 64 bits: in base 40 the digits 3 and 35 are two.
#[test]
fn digits_past_31_are_told_apart() {
    for text in ["@base 40\nAB/BA=CA/AC", "@base 40\nA/B+B/A=C/D", "@base 40\nA*B+B*A=C*D"] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let count = |engine: &str| {
            let (answer, _) = Solver::new(&puzzle).engine(engine).threads(1).run().expect("it fits");
            answer.outcome.count
        };
        assert_eq!(count("tabulate"), count("depth-first"), "{text}");
    }
}

/// Sets of digits are narrowed so far that hardly anything is left to be tried: other engines would look at 10^11 nodes of the
/// first.
#[test]
fn tables_leave_little_to_be_tried() {
    for (text, count, most) in [
        (
            "@distinct none\nis_square(ABCD), is_prime(EFGH), is_cube(IJKL), is_palindrome(MNOP), \
             is_prime(AEIM), is_square(BFJN), is_triangular(CGKO), is_prime(DHLP)",
            199,
            10_000,
        ),
        ("is_square(ABCDEFGHIJ)", 87, 2_000),
        ("@base 12\nis_square(ABCDEFGHIJKL)", 87, 3_000),
        (
            "distinct(A+0,B+1,C+2,D+3,E+4,F+5,G+6,H+7,I+8,J+9), \
             distinct(A-0,B-1,C-2,D-3,E-4,F-5,G-6,H-7,I-8,J-9)",
            724,
            30_000,
        ),
        ("@base 8\ndistinct(abs(A-B),abs(B-C),abs(C-D),abs(D-E),abs(E-F),abs(F-G),abs(G-H))", 40, 2_000),
    ] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let solver = Solver::new(&puzzle).ask(Ask::Count).threads(1);
        let (answer, _) = solver.run().expect("an engine fits");
        assert_eq!(answer.plan.expect("nothing stops it").engine, "narrow", "{text}");
        assert_eq!(answer.outcome.count, count, "{text}");
        assert!(answer.work.nodes < most, "{text}: {} nodes", answer.work.nodes);
    }
}

/// Terms without a value, or too large to compute, are left out or undecided in tables as everywhere.
#[test]
fn tables_leave_undecided_what_is() {
    for text in [
        "@distinct none\nis_prime(AB), distinct(A^B^C^D, 7, A)",
        "@distinct none\ndistinct(A/B, B/C, C), is_square(AC)",
        "is_prime(9^9^9^A+B), is_square(AB)",
        "@distinct none\nis_square(A), is_prime(2^AB^C), C<3",
    ] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let by = |engine: &str| {
            let (answer, _) = Solver::new(&puzzle).engine(engine).threads(1).run().expect("it fits");
            (answer.outcome.count, answer.outcome.undecided)
        };
        assert_eq!(by("narrow"), by("depth-first"), "{text}");
    }
}

/// Words of forty digits have few points of their lattice in the ball, and one of them is the solution.
#[test]
fn sums_of_long_words_are_points_of_a_lattice() {
    let text = "@base 36\n@case-sensitive\ndWUAODTFUIShCECGaIdReaZcdabUDALUVdDiGSYP+JJCUCUVcEVMFVPaDWdajQIUTJggfYiJjSGeTRSgW+Vj\
                hGDgFFMNNXbRKJFVaeggaPXFSMKiMULbaHXVMd=NKdYJBdEYadCcMMWXWWKLGdRMLgShjSMZPhGcBRhG";
    let puzzle: Puzzle = text.parse().expect("it is a puzzle");
    let (answer, _) = Solver::new(&puzzle).ask(Ask::Unique).threads(1).run().expect("an engine fits");
    assert_eq!(answer.outcome.unique, Some(true));
    assert_eq!(answer.plan.expect("nothing stops it").engine, "lattice");
    assert!(answer.work.nodes < 3_000, "{} nodes", answer.work.nodes);
}

/// Points of a lattice are those that branch and bound finds, whatever else the puzzle says.
#[test]
fn points_of_a_lattice_are_all_solutions() {
    let mut fitting = 0;
    for text in [
        "SEND+MORE=MONEY",
        "DONALD+GERALD=ROBERT",
        "ABCD+EFGH=IJKL, A+E=B+F, 2*A=C+D",
        "@base 12\nILCGKE+ALJHBB+HLFKDC=FJACDEE",
        "@digits 1-9\nABCDEFGHI+AIBHCGDFE=BDHFICAGEA",
        "@digits 1-9\nABCDEF+GHIABC=DEFGHI+A",
        "@distinct none\nABCDEF*7=FABCDE*3+5",
        "ABCDE*4=EDCBA, A<B",
        "4□7□+□93□=1□□□5",
        "ABCDEF=3*GHIJAB+1, GHIJ>ABCD, A!=3",
        "2*ABCDE=2*FGHIJ+1",
        "ABCDEFG/3=GFEDCBA/5",
    ] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let by = |engine: &str, threads| {
            let (answer, mut found) = Solver::new(&puzzle).engine(engine).threads(threads).run().ok()?;
            found.sort_by(|a, b| a.digits().cmp(b.digits()));
            Some((answer.outcome.count, found))
        };
        let expected = by("linear", 1);
        for threads in [1, 3] {
            let Some(found) = by("lattice", threads) else { continue };
            assert_eq!(Some(found), expected, "{text}");
            fitting += 1;
        }
    }
    assert!(fitting >= 16, "{fitting}");
}

/// Words of 21 digits that repeat three say what the three digits say, in numbers past a machine word, and with a common divisor.
#[test]
fn sums_in_double_words_have_the_solutions_of_short_ones() {
    let count = |text: &str, engine: &str| {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let solver = Solver::new(&puzzle).engine(engine).threads(1).ask(Ask::Count);
        solver.run().expect("it fits").0.outcome.count
    };
    for (long, short) in [
        ("ABCABCABCABCABCABCABC+DEFDEFDEFDEFDEFDEFDEF=GHIGHIGHIGHIGHIGHIGHI", "ABC+DEF=GHI"),
        ("@base 12\nABABABABABABABABABAB+CDCDCDCDCDCDCDCDCDCD=EFEFEFEFEFEFEFEFEFEF", "@base 12\nAB+CD=EF"),
    ] {
        assert_eq!(count(long, "linear"), count(short, "depth-first"), "{long}");
    }
}

/// Each group of symbols that differ has digits of its own.
#[test]
fn sums_with_several_groups_have_all_solutions() {
    for text in [
        "@distinct by-case\nABC+abc=BDd",
        "@distinct by-case\n@distinct-blanks\nA□B+a□b=CcD",
        "@distinct AB,CD,EF\nACE+BDF=GAG",
    ] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let found = |engine: &str| {
            let (_, found) = Solver::new(&puzzle).engine(engine).threads(1).run().expect("it fits");
            found.iter().map(ToString::to_string).collect::<BTreeSet<_>>()
        };
        assert_eq!(found("linear"), found("depth-first"), "{text}");
    }
}
