//! Each fast piece compared with a slow one.

use proptest::prelude::*;

use super::lane::{Lane, Last, Lattice, Term};
use super::order;
use super::order::Until;
use super::sums::Sums;
use crate::compile::Problem;
use crate::engine::{Engine, Fit, Request, Wanted};
use crate::solve::Solver;
use fukumen_language::digits::Base;
use fukumen_language::interrupt::Never;
use fukumen_language::number::Exact;
use fukumen_language::puzzle::Puzzle;

/// Returns the digits that bring a sum between bounds and to a multiple of `divisor`, by trying each.
fn tried(sum: i64, coefficient: i64, low: i64, high: i64, divisor: i64) -> u64 {
    let fits = |digit: &i64| {
        let sum = sum + coefficient * digit;
        (low..=high).contains(&sum) && (divisor == 0 || sum % divisor == 0)
    };
    (0..64).filter(fits).fold(0, |set, digit| set | 1 << digit)
}

fn weighed<L: Lane>(sum: i64, coefficient: i64, low: i64, high: i64, divisor: i64, base: Base) -> u64 {
    let word = |number| L::of_word(number);
    let lattice = (divisor > 0).then(|| Lattice::new(&word(coefficient), &word(divisor), base)).flatten();
    let term = Term::new(0, word(coefficient), (word(low), word(high)), lattice, None);
    term.digits(&word(sum))
}

/// Returns a sum, a difference, a sign, a common divisor, a quotient and a remainder.
fn reckoned<L: Lane>(a: i64, b: i64, digit: u8, modulus: u32) -> (i64, i64, bool, i64, i64, i64) {
    let (x, y) = (L::of_word(a), L::of_word(b));
    let whole = |number: L| number.to_f64() as i64;
    let times = |factor: i64| L::of_word(b * factor);
    (
        whole(x.plus_times(&y, digit)),
        whole(x.minus(&y)),
        x.is_negative(),
        whole(times(24).gcd(&times(-36))),
        whole(L::of_word(0).plus_times(&x, 60).over(&L::of_word(60))),
        i64::from(x.modulo(modulus)),
    )
}

proptest! {
    #[test]
    fn the_digits_of_a_range_are_those_that_trying_finds(
        sum in -1_000_000i64..1_000_000, coefficient in -90_000i64..90_000, low in -1_000_000i64..1_000_000,
        length in 0i64..1_000_000,
    ) {
        prop_assume!(coefficient != 0);
        let expected = tried(sum, coefficient, low, low + length, 0);
        for found in [
            weighed::<i64>(sum, coefficient, low, low + length, 0, Base::TEN),
            weighed::<i128>(sum, coefficient, low, low + length, 0, Base::TEN),
            weighed::<Exact>(sum, coefficient, low, low + length, 0, Base::TEN),
        ] {
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn every_lane_reckons_alike(a in -1i64 << 40..1 << 40, b in 1i64..1 << 20, digit in 0u8..64, modulus in 1u32..1 << 31) {
        let expected = (a + b * i64::from(digit), a - b, a < 0, b * 12, a, a.rem_euclid(modulus.into()));
        prop_assert_eq!(reckoned::<i64>(a, b, digit, modulus), expected);
        prop_assert_eq!(reckoned::<i128>(a, b, digit, modulus), expected);
        prop_assert_eq!(reckoned::<Exact>(a, b, digit, modulus), expected);
    }

    #[test]
    fn the_ends_of_a_range_are_in_it(sum in -(1i64 << 40)..1 << 40, coefficient in 1i64..1 << 35, digit in 0i64..64, sign in prop::bool::ANY) {
        let coefficient = if sign { coefficient } else { -coefficient };
        let end = sum + coefficient * digit;
        for (low, high) in [(end, end), (end, end + 1), (end - 1, end)] {
            prop_assert!(weighed::<i64>(sum, coefficient, low, high, 0, Base::TEN) >> digit & 1 == 1);
            prop_assert!(weighed::<Exact>(sum, coefficient, low, high, 0, Base::TEN) >> digit & 1 == 1);
        }
    }

    #[test]
    fn no_digit_is_lost_to_a_lattice(
        sum in -100_000i64..100_000, coefficient in -9_000i64..9_000, divisor in 2i64..100_000, base in 2u64..=64,
    ) {
        prop_assume!(coefficient != 0);
        let base = Base::new(base).expect("it is one");
        let all = (1 << 40) - 1;
        let expected = tried(sum, coefficient, -all, all, divisor) & (u64::MAX >> (64 - base.get()));
        for found in [
            weighed::<i64>(sum, coefficient, -all, all, divisor, base),
            weighed::<i128>(sum, coefficient, -all, all, divisor, base),
            weighed::<Exact>(sum, coefficient, -all, all, divisor, base),
        ] {
            prop_assert_eq!(found & expected, expected);
        }
    }

    #[test]
    fn a_lattice_of_powers_of_the_base_leaves_the_digits_that_trying_finds(
        tens in -10_000i64..10_000, coefficient in 1i64..1000, power in 1u32..6,
    ) {
        // Sums that the previous level let through.
        let divisor = 10i64.pow(power);
        let common = (1..=coefficient).rev().find(|d| coefficient % d == 0 && divisor % d == 0).unwrap_or(1);
        let sum = tens * common;
        let all = (1 << 40) - 1;
        let expected = tried(sum, coefficient, -all, all, divisor) & 0x3ff;
        for found in [
            weighed::<i64>(sum, coefficient, -all, all, divisor, Base::TEN),
            weighed::<i128>(sum, coefficient, -all, all, divisor, Base::TEN),
            weighed::<Exact>(sum, coefficient, -all, all, divisor, Base::TEN),
        ] {
            prop_assert_eq!(found & expected, expected);
            if divisor / common < 128 {
                prop_assert_eq!(found & 0x3ff, expected);
            }
        }
    }

    #[test]
    fn sums_of_digits_that_differ_lie_between_the_extremes(
        coefficients in prop::collection::vec(-50i64..50, 1..6), zeros in prop::collection::vec(prop::bool::ANY, 6),
    ) {
        let names = ["A", "B", "C", "D", "E"];
        let terms: Vec<String> = coefficients.iter().zip(names).map(|(c, name)| format!("({c})*{name}")).collect();
        let hints: Vec<String> = names.iter().zip(&zeros).take(coefficients.len())
            .filter(|(_, zero)| !**zero).map(|(name, _)| format!("@assign {name}=2-5\n")).collect();
        let text = format!("@digits 0-6\n{}{} = {}", hints.concat(), terms.join("+"), names[0]);
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let problem = Problem::of(&puzzle);
        let Some(sums) = Sums::<i64>::of(&problem, &Never).expect("nothing interrupts it") else { return Ok(()) };
        let Some(equation) = sums.equations.first() else { return Ok(()) };
        let (mut least, mut most) = (0, 0);
        sums.extremes(equation, &vec![false; problem.domains.len()], |cell, low, high| {
            least += equation.coefficients[cell] * i64::from(low);
            most += equation.coefficients[cell] * i64::from(high);
        });
        for_each_assignment(&problem, &mut |digits| {
            let sum: i64 = equation.coefficients.iter().zip(digits).map(|(c, d)| c * i64::from(*d)).sum();
            assert!(least <= sum && sum <= most, "{least} {sum} {most}");
        });
    }
}

/// Visits every assignment of different digits.
fn for_each_assignment(problem: &Problem, visit: &mut dyn FnMut(&[u8])) {
    fn go(problem: &Problem, digits: &mut Vec<u8>, visit: &mut dyn FnMut(&[u8])) {
        let Some(domain) = problem.domains.get(digits.len()) else { return visit(digits) };
        for digit in domain.iter().filter(|digit| !digits.contains(digit)).collect::<Vec<_>>() {
            digits.push(digit);
            go(problem, digits, visit);
            digits.pop();
        }
    }
    go(problem, &mut Vec::new(), visit);
}

#[test]
fn complete_sums_are_looked_at_sharply() {
    let term = |last, high| Term::new(0, 3i64, (0, high), None, Some(last));
    assert!(term(Last::Zero, 0).keeps(&0) && !term(Last::Zero, 0).keeps(&1));
    assert!(term(Last::NotZero, 9).keeps(&1) && !term(Last::NotZero, 9).keeps(&0));
    assert!(term(Last::Bounded, 9).keeps(&9) && !term(Last::Bounded, 9).keeps(&10));
    assert!(!term(Last::Bounded, 9).keeps(&-1) && term(Last::Bounded, 9).keeps(&0));
}

#[test]
fn sums_of_several_groups_are_forecast() {
    // Large enough that the forecast follows a few of the states, each with the digits that three groups have taken.
    let text = "@distinct ABCDEF,GHIJKL,MNOPQR\nABCDEF+GHIJKL=MNOPQR";
    let puzzle: Puzzle = text.parse().expect("it is a puzzle");
    let Ok(Fit::Yes(plan)) = super::Linear.fit(&Problem::of(&puzzle), &Request::new(Wanted::Solutions))
    else {
        panic!("it is a sum")
    };
    let nodes = plan.nodes;
    assert!((1e8..1e11).contains(&nodes), "{nodes}");
}

#[test]
fn what_is_not_linear_does_not_fit() {
    let fits = |text: &str| {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        matches!(super::Linear.fit(&Problem::of(&puzzle), &Request::new(Wanted::Solutions)), Ok(Fit::Yes(_)))
    };
    assert!(fits("SEND+MORE=MONEY") && fits("A<B") && fits("AB/7=C") && fits("AB*C=DE, A+B=C"));
    assert!(!fits("AB*CD=EFG") && !fits("is_prime(AB)"));
}

#[test]
fn only_few_solutions_are_sought_by_a_dash() {
    let puzzle: Puzzle = "@base 20\nABCDEF+GHIJKL=MNOPQR".parse().expect("it is a puzzle");
    let problem = Problem::of(&puzzle);
    let nodes = |enough: u64| {
        let request = Request::new(Wanted::Solutions).enough(Some(enough));
        let sums = Sums::<i64>::of(&problem, &Never).expect("nothing interrupts").expect("it fits");
        let classes = super::classes(&sums, &Never).expect("nothing interrupts");
        let until = Until::of(&request, &sums, &classes);
        let order = order::planned(&sums, &classes, until, &request).expect("nothing interrupts");
        until.dash(&order)
    };
    // It holds what it finds, so a million would take unbounded memory.
    assert!(nodes(1_000) > 0);
    assert_eq!(nodes(1_000_000), 0);
}

#[test]
fn conditions_that_are_not_linear_are_tested_within_systems() {
    let texts = [
        "AB*C=DE, A+B=C+F, AB+CD=EF+GH",
        "@distinct ABCD,EFGH\nAB+CD=EF+GH, A+D=E+F, A*B<C*G",
        "@distinct ABC,DEF,GH\nAB+DE=CG+FH, A+E=C+F, A*D<C*F, is_prime(AB)",
    ];
    for text in texts {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let found = |engine: &str| {
            let (_, solutions) = Solver::new(&puzzle).engine(engine).run().expect("the engine fits");
            let mut found: Vec<String> = solutions.iter().map(ToString::to_string).collect();
            found.sort();
            found
        };
        let linear = found("linear");
        assert!(!linear.is_empty(), "{text}");
        assert_eq!(linear, found("depth-first"), "{text}");
    }
}
