//! Laws that hold for every puzzle, attacked with random ones.
//!
//! The judge is [`by_hand`]: every assignment, one after the other, in twenty lines.

use std::collections::BTreeSet;

#[cfg(feature = "certify")]
use fukumen::certify;
#[cfg(feature = "certify")]
use fukumen::certify::Certifier;
#[cfg(feature = "certify")]
use fukumen::certify::CertifyError;
#[cfg(feature = "certify")]
use fukumen::certify::Claim;
use fukumen::digits::Digit;
use fukumen::engine::ENGINES;
use fukumen::eval::EVALUATORS;
use fukumen::expr::Cell;
#[cfg(feature = "certify")]
use fukumen::interrupt::Never;
use fukumen::judge;
use fukumen::judge::Truth;
use fukumen::puzzle::{Distinct, Puzzle, Rules};
use fukumen::solution::Solution;
use fukumen::solve::{Answer, Ask, SolveError, Solver};
use fukumen::text::Reader;
use proptest::prelude::*;

/// All solutions, and how many assignments could not be decided, by trying every assignment.
fn by_hand(puzzle: &Puzzle) -> (BTreeSet<Vec<Digit>>, u64) {
    let (mut solutions, mut undecided) = (BTreeSet::new(), 0);
    let choices: Vec<Vec<Digit>> =
        puzzle.hidden().iter().map(|hidden| hidden.digits.iter().collect()).collect();
    let total: usize = choices.iter().map(Vec::len).product();
    for mut number in 0..total {
        let mut digits = Vec::new();
        for choice in &choices {
            digits.push(choice[number % choice.len()]);
            number /= choice.len();
        }
        let truth = |condition| judge::truth(condition, &digits, &puzzle.context());
        match puzzle.all_conditions().map(truth).fold(Truth::Yes, Truth::and) {
            Truth::Yes if obeys(puzzle, &digits) => drop(solutions.insert(digits)),
            Truth::Undecided if obeys(puzzle, &digits) => undecided += 1,
            _ => {}
        }
    }
    (solutions, undecided)
}

/// Whether no digit is taken too often, or too seldom.
fn obeys(puzzle: &Puzzle, digits: &[Digit]) -> bool {
    let digit = |cell: &Cell| digits[cell.index()];
    puzzle.differ().iter().all(|(a, b)| digit(a) != digit(b))
        && puzzle.groups().iter().all(|group| {
            let often = |wanted: Digit| group.cells.iter().filter(|cell| digit(cell) == wanted).count();
            (0..64).all(|d| often(d) <= group.most) && group.digits.iter().all(|d| often(d) >= group.least)
        })
}

/// A word of a few letters, digits and blanks.
fn numeral() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[A-D]{1,3}",
        1 => "[ABαβ]{1,3}",
        2 => "[A-C01]{1,3}",
        2 => "[A-D]?□[A-C]?",
        1 => "[AB]\\.[A-C]{1,2}",
        1 => "[A1]?\\.[AB]?\\([A-C]{1,2}\\)",
        1 => "[AB]{1,2}@[234]",
        3 => "[1-3]",
    ]
}

/// A number over most operators and many functions.
fn number() -> impl Strategy<Value = String> {
    let operator = prop::sample::select(vec!["+", "-", "*", "/", "//", "%", "+", "*"]);
    let function = prop::sample::select(vec!["abs", "digit_sum", "reverse", "sqrt", "floor"]);
    let pair = prop::sample::select(vec!["gcd", "max", "min", "lcm", "concat"]);
    numeral().prop_recursive(3, 12, 2, move |inner| {
        prop_oneof![
            6 => (inner.clone(), operator.clone(), inner.clone()).prop_map(|(a, o, b)| format!("({a} {o} {b})")),
            1 => inner.clone().prop_map(|a| format!("(-{a})")),
            1 => inner.clone().prop_map(|a| format!("({a})²")),
            1 => (inner.clone(), numeral()).prop_map(|(a, b)| format!("({a})^{b}")),
            1 => numeral().prop_map(|a| format!("({a})!")),
            // Of numerals only: powers of powers would be factored for minutes.
            1 => numeral().prop_map(|a| format!("num_divisors({a})")),
            1 => (function.clone(), inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            1 => (pair.clone(), inner.clone(), inner).prop_map(|(f, a, b)| format!("{f}({a}, {b})")),
        ]
    })
}

/// A sum of words past 128 bits.
fn long_sum() -> impl Strategy<Value = String> {
    let relation = prop::sample::select(vec!["=", "=", "<", "≥"]);
    let word = || "[A-D]{56,60}";
    (word(), word(), relation, word(), numeral())
        .prop_map(|(a, b, r, c, d)| format!("{a} + {b} {r} {c} + {d}"))
}

/// An equation in other words.
fn in_other_clothes() -> impl Strategy<Value = String> {
    let clothes = prop::sample::select(vec![
        "not({a} ≠ {b})",
        "abs({a} - {b}) = 0",
        "({a} ≤ {b}) && ({a} ≥ {b})",
        "max({a}, {b}) = min({a}, {b})",
        "max({a} / {b}) = min({a} / {b})",
        "({a} - {b})^2 = 0",
        "({a} - {b}) % 100000 = 0",
        "({a} * {b} - {b}) % 1000000 = 0",
        "({a} = {b}) + ({b} = {a}) = 2",
        "not(distinct({a}, {b}))",
        "sign({a} - {b}) = 0",
        "{a} = {b} || 1 = 2",
        "2^({a} - {b}) = 1",
        "divides({a}, {b})",
        "floor(({a}) / ({b})) = AB",
        "({a}) % ({b}) = A",
        "({a}) // ({b}) = B && ({a}) % ({b}) = A",
        "({a}) % 3 = 1 && ({a}) % 4 = 1",
        "({a})^BC % ({b}) = A",
        "gcd({a}, {b}) = A",
        "lcm({a}, BC) = {b}",
        "({a}) * ({b}) = ??",
        "({a}) * B + C * ({b}) = B * C",
        "A^2 + B^3 = C + {b}",
    ]);
    (clothes, number(), number()).prop_map(|(clothes, a, b)| clothes.replace("{a}", &a).replace("{b}", &b))
}

fn condition() -> impl Strategy<Value = String> {
    let relation = prop::sample::select(vec!["=", "=", "=", "=", "<", "≤", "≠", ">", "≥", "∣"]);
    let asks = prop::sample::select(vec![
        "is_prime",
        "is_square",
        "is_triangular",
        "is_fibonacci",
        "is_palindrome",
        "increasing",
    ]);
    let plain = prop_oneof![
        8 => (number(), relation.clone(), number()).prop_map(|(a, r, b)| format!("{a} {r} {b}")),
        1 => (number(), relation, number(), numeral()).prop_map(|(a, r, b, c)| format!("{a} {r} {b} = {c}")),
        1 => (asks.clone(), number()).prop_map(|(f, a)| format!("{f}({a})")),
        1 => (asks.clone(), numeral(), asks, numeral()).prop_map(|(f, a, g, b)| format!("{f}({a}) && {g}({b})")),
        1 => (number(), number(), numeral()).prop_map(|(a, b, c)| format!("distinct({a}, {b}, {c})")),
        1 => long_sum(),
        1 => in_other_clothes(),
        1 => (numeral(), numeral(), numeral(), numeral()).prop_map(|(a, b, c, d)| format!("{a} ÷ {b} = {c} r {d}")),
    ];
    plain.prop_recursive(1, 3, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) || ({b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) && ({b})")),
            inner.clone().prop_map(|a| format!("not({a})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a}) + ({b}) = 1")),
        ]
    })
}

fn settings() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let choice = |name: &'static str, values: &'static [&'static str]| {
        prop::option::weighted(0.3, prop::sample::select(values))
            .prop_map(move |value| value.map(|value| (name, value.to_string())))
    };
    (
        choice("base", &["2", "3", "4", "5", "6"]),
        choice("leading-zeros", &["allowed"]),
        choice("lone-zero", &["forbidden"]),
        choice("distinct", &["none", "balanced", "all", "by-case"]),
        choice("digits", &["0-1", "1-3", "0,2,3"]),
        choice("wrong", &["same", "each"]),
        choice("distinct-from-literals", &["on"]),
        choice("distinct-blanks", &["on"]),
    )
        .prop_map(|(a, b, c, d, e, f, g, h)| [a, b, c, d, e, f, g, h].into_iter().flatten().collect())
}

/// A random puzzle whose space is small enough for the judge; texts that are none are passed over.
fn puzzle() -> impl Strategy<Value = Puzzle> {
    let conditions = prop::collection::vec(condition(), 1..3).prop_map(|conditions| conditions.join(", "));
    (conditions, settings()).prop_filter_map("a small puzzle", |(text, settings)| {
        let mut rules = Rules::default();
        // In a small base unless another is set, so that spaces stay small.
        rules.set("base", Some("5")).ok()?;
        for (name, value) in &settings {
            rules.set(name, Some(value)).ok()?;
        }
        let puzzle = Reader::new().rules(&rules).read(&text).ok()?;
        let space: f64 = puzzle.hidden().iter().map(|hidden| hidden.digits.len() as f64).product();
        (space <= 4000.0).then_some(puzzle)
    })
}

fn solve(solver: &Solver) -> Option<(Answer, Vec<Solution>)> {
    match solver.run() {
        Ok(answer) => Some(answer),
        Err(SolveError::Unfit { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn digits(solutions: &[Solution]) -> Vec<Vec<Digit>> {
    solutions.iter().map(|solution| solution.digits().to_vec()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn every_engine_and_evaluator_agrees_with_the_judge(puzzle in puzzle()) {
        let (expected, undecided) = by_hand(&puzzle);
        for engine in ENGINES {
            for evaluator in EVALUATORS {
                let solver = Solver::new(&puzzle).engine(engine.name()).evaluator(evaluator.name()).threads(1);
                let Some((answer, solutions)) = solve(&solver) else { continue };
                let found: BTreeSet<Vec<Digit>> = digits(&solutions).into_iter().collect();
                prop_assert_eq!(found.len(), solutions.len(), "each once, by {}", engine.name());
                prop_assert_eq!(&found, &expected, "{} by {} and {}", &puzzle, engine.name(), evaluator.name());
                prop_assert_eq!(answer.outcome.undecided, undecided);
                prop_assert_eq!(answer.outcome.exhausted, undecided == 0);
            }
        }
    }

    #[test]
    fn solutions_come_sorted_by_the_digits_of_the_symbols(puzzle in puzzle()) {
        let (_, solutions) = Solver::new(&puzzle).run().expect("the default engine fits");
        let order = puzzle.order();
        let key = |solution: &Solution| order.iter().map(|cell| solution.digit(*cell)).collect::<Vec<_>>();
        prop_assert!(solutions.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])));
    }

    #[test]
    fn the_first_are_the_same_for_any_number_of_threads(puzzle in puzzle(), n in 1u64..4) {
        for engine in ENGINES {
            let ask = |threads| solve(&Solver::new(&puzzle).engine(engine.name()).ask(Ask::First(n)).threads(threads));
            let (one, three) = (ask(1), ask(3));
            prop_assert_eq!(one.map(|(_, s)| digits(&s)), three.map(|(_, s)| digits(&s)));
        }
    }

    #[test]
    fn counting_and_asking_for_uniqueness_agree_with_listing(puzzle in puzzle()) {
        let (all, solutions) = Solver::new(&puzzle).run().expect("the default engine fits");
        let (count, none) = Solver::new(&puzzle).ask(Ask::Count).run().expect("it fits");
        let (unique, witnesses) = Solver::new(&puzzle).ask(Ask::Unique).run().expect("it fits");
        prop_assert_eq!(count.outcome.count, solutions.len() as u128);
        prop_assert!(none.is_empty());
        prop_assert_eq!(unique.outcome.unique, all.outcome.unique);
        prop_assert_eq!(witnesses.len(), solutions.len().min(2));
    }

    #[test]
    fn every_engine_counts_what_the_judge_counts(puzzle in puzzle()) {
        let (expected, undecided) = by_hand(&puzzle);
        for engine in ENGINES {
            let ask = |threads| solve(&Solver::new(&puzzle).engine(engine.name()).ask(Ask::Count).threads(threads));
            for (answer, _) in [ask(1), ask(3)].into_iter().flatten() {
                prop_assert_eq!(answer.outcome.count, expected.len() as u128, "{} by {}", &puzzle, engine.name());
                prop_assert_eq!(answer.outcome.undecided, undecided);
                let unique = (undecided == 0).then_some(expected.len() == 1).or((expected.len() > 1).then_some(false));
                prop_assert_eq!(answer.outcome.unique, unique);
            }
        }
    }

    #[cfg(feature = "certify")]
    #[test]
    fn what_the_judge_finds_has_a_certificate(puzzle in puzzle(), counts: bool) {
        let text = puzzle.to_string();
        // As it is typed, `1*.(A)` has a blank.
        prop_assume!(text.parse().as_ref() == Ok(&puzzle));
        let (expected, undecided) = by_hand(&puzzle);
        let count = Claim::Count(expected.len() as u128);
        let claim = if counts { count } else { Claim::Exactly(expected.into_iter().collect()) };
        let mut file = Vec::new();
        match Certifier::new(&puzzle, &text, &Rules::default()).write(claim, &mut file) {
            // The checker decides less of what is too large, and more of fractions.
            Err(CertifyError::Undecided) => return Ok(()),
            Err(_) if undecided > 0 => return Ok(()),
            written => drop(written.unwrap_or_else(|error| panic!("{error}: {puzzle}"))),
        }
        let mut again = |stated: &fukumen_check::Statement| {
            certify::read_again(stated, &Never)
                .map(|again| format!("{again:?}"))
                .map_err(|error| error.to_string())
        };
        let (options, mut out) = (fukumen_check::Options::default(), Vec::new());
        let verdict = fukumen_check::check_with(&*file, &options, &mut again, &mut out);
        let out = String::from_utf8_lossy(&out);
        prop_assert_eq!(verdict.expect("memory is read"), fukumen_check::Verdict::Accepted, "{}\n{}", puzzle, out);
    }

    #[test]
    fn what_is_written_reads_back(puzzle in puzzle()) {
        let again = Reader::new().literal().read(&puzzle.to_string()).expect("what is written is a puzzle");
        prop_assert_eq!(&again, &puzzle, "written as {}", &puzzle);
    }

    #[test]
    fn renaming_symbols_only_renames(puzzle in puzzle()) {
        // Groups by case need capitals.
        let names = if puzzle.rules().distinct == Distinct::ByCase { ["Ж", "Ω", "Д"] } else { ["あ", "Ω", "☆"] };
        let [a, b, c] = names;
        let renamed = puzzle.to_string().replace('A', a).replace('B', b).replace('C', c);
        // The generous rules take letters of another script for remarks.
        let renamed = Reader::new().literal().read(&renamed).expect("other names make a puzzle too");
        let (_, solutions) = Solver::new(&puzzle).run().expect("it fits");
        let (_, others) = Solver::new(&renamed).run().expect("it fits");
        prop_assert_eq!(digits(&solutions), digits(&others), "{} with other names", puzzle);
    }

    #[test]
    fn a_hint_never_adds_a_solution(puzzle in puzzle(), digit in 0..5u8) {
        let Some((cell, hidden)) = puzzle.symbols().next() else { return Ok(()) };
        let hinted = format!("@assign {}={digit}\n{puzzle}", hidden.name);
        let (_, all) = Solver::new(&puzzle).run().expect("it fits");
        let expected: Vec<_> = all.into_iter().filter(|solution| solution.digit(cell) == digit).collect();
        // A hint against the rules is an error instead.
        if let Ok(hinted) = Reader::new().literal().read(&hinted) {
            let (_, found) = Solver::new(&hinted).run().expect("it fits");
            prop_assert_eq!(digits(&found), digits(&expected), "{} with {}", puzzle, hinted);
        } else {
            prop_assert!(expected.is_empty());
        }
    }
}

/// `PROPTEST_CASES` asks for more, as `make agreement` does.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
}
