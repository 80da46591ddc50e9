//! The meaning of texts, one fact for each line.

use super::*;
use crate::puzzle::Puzzle;

fn read(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns whether all conditions of a puzzle hold for these digits, in the order of its cells.
fn judged(text: &str, digits: &[Digit]) -> Truth {
    let puzzle = read(text);
    let context = puzzle.context();
    puzzle.all_conditions().map(|condition| truth(condition, digits, &context)).fold(Truth::Yes, Truth::and)
}

/// Compares each text without hidden digits with its expected truth.
fn check(facts: &[(&str, Truth)]) {
    for (text, expected) in facts {
        assert_eq!(judged(text, &[]), *expected, "{text}");
    }
}

#[test]
fn the_three_truths_are_joined_as_by_kleene() {
    let all = [Truth::No, Truth::Undecided, Truth::Yes];
    for (i, a) in all.into_iter().enumerate() {
        assert_eq!(a.not(), all[2 - i]);
        for (j, b) in all.into_iter().enumerate() {
            assert_eq!((a.and(b), a.or(b)), (all[i.min(j)], all[i.max(j)]), "{a:?} and {b:?}");
        }
    }
}

#[test]
fn fractions_are_exact() {
    check(&[
        ("1/3+1/6=1/2", Truth::Yes),
        ("1/3+1/6=0.5", Truth::Yes),
        ("1/3=0.333333333333333333", Truth::No),
        ("0.(3)=1/3", Truth::Yes),
        ("0.(9)=1", Truth::Yes),
        ("0.1(6)=1/6", Truth::Yes),
        ("2.5*4=10", Truth::Yes),
    ]);
}

#[test]
fn what_has_no_value_stands_in_no_relation() {
    check(&[
        ("1/0=1/0", Truth::No),
        ("1/0!=1", Truth::No),
        ("0^(-1)<1", Truth::No),
        ("√2=√2", Truth::No),
        ("not(1/0=1)", Truth::Yes),
        ("¬(1/0=1)", Truth::Yes),
        ("is_prime(1/0)", Truth::No),
        ("not(is_prime(1/0))", Truth::Yes),
    ]);
}

#[test]
fn every_link_of_a_chain_must_hold() {
    check(&[
        ("1<2<3", Truth::Yes),
        ("1<3<2", Truth::No),
        ("2<1<3", Truth::No),
        ("1<=1<=1", Truth::Yes),
        ("3>=3>2", Truth::Yes),
    ]);
}

#[test]
fn a_remainder_lies_between_zero_and_the_divisor() {
    check(&[
        ("7÷2=3 r 1", Truth::Yes),
        ("7÷2=2 r 3", Truth::No),
        ("6÷2=2 r 2", Truth::No),
        ("7÷2=4 r (-1)", Truth::No),
        ("6÷2=3 r 0", Truth::Yes),
        ("7÷2=3 r 2", Truth::No),
        ("1÷0=0 r 1", Truth::No),
        ("1÷2=0 r (1/0)", Truth::No),
    ]);
}

#[test]
fn a_condition_used_as_a_number_counts_zero_or_one() {
    check(&[
        ("(1=1)+(2=2)=2", Truth::Yes),
        ("(1=2)+(2=2)=1", Truth::Yes),
        ("(1/0=1)=0", Truth::Yes),
        ("is_even(1/0)+1=1", Truth::Yes),
    ]);
}

#[test]
fn a_number_holds_as_a_condition_unless_it_is_zero() {
    let context = Context::new(Base::TEN);
    let number = |n: i64| Expr::Constant(Exact::from(n));
    let held = [0, 1, -1, 2].map(|n| truth(&number(n), &[], &context));
    assert_eq!(held, [Truth::No, Truth::Yes, Truth::Yes, Truth::Yes]);
}

#[test]
fn numbers_too_large_to_compute_are_compared_by_their_bounds() {
    check(&[
        ("9^9^9>1", Truth::Yes),
        ("1>9^9^9", Truth::No),
        ("-9^9^9<0", Truth::Yes),
        ("0<9^9^9", Truth::Yes),
        ("9^9^9<9^9^8", Truth::No),
        ("9^9^9=9^9^9", Truth::Undecided),
    ]);
}

#[test]
fn one_number_that_is_too_large_leaves_the_others_their_values() {
    check(&[
        ("9^99999+1>1", Truth::Yes),
        ("1-9^99999<1", Truth::Yes),
        ("9^99999+1/0>1", Truth::No),
        ("1/0+9^99999>1", Truth::No),
    ]);
}

#[test]
fn a_number_holds_where_it_is_not_zero() {
    for (text, expected) in
        [("3-3=0", Truth::No), ("3-2=1", Truth::Yes), ("1/0=1", Truth::No), ("9^99999=1", Truth::Yes)]
    {
        let puzzle = read(text);
        let Expr::Chain(relation) = &puzzle.conditions()[0] else { panic!("{text}") };
        assert_eq!(truth(&relation.first, &[], &puzzle.context()), expected, "the left side of {text}");
    }
}

#[test]
fn what_is_undecided_may_not_matter() {
    check(&[
        ("9^9^9=9^9^9 && 1=2", Truth::No),
        ("9^9^9=9^9^9 || 1=1", Truth::Yes),
        ("9^9^9=9^9^9 && 1=1", Truth::Undecided),
        ("not(9^9^9=9^9^9)", Truth::Undecided),
    ]);
}

#[test]
fn cells_take_their_digits() {
    assert_eq!(judged("AB=12", &[1, 2]), Truth::Yes);
    assert_eq!(judged("AB=12", &[2, 1]), Truth::No);
    assert_eq!(judged("A.B(C)=D", &[0, 9, 9, 1]), Truth::Yes);
    assert_eq!(judged("@base 12\nAB=CD", &[1, 11, 1, 11]), Truth::Yes);
}

#[test]
fn words_past_machine_numbers_are_exact() {
    // 11 digits or more are read in parts of ten.
    for length in [10, 11, 12, 20, 21, 25] {
        let (word, ones) = ("A".repeat(length), "1".repeat(length));
        for digit in [1, 9] {
            assert_eq!(judged(&format!("{word}={digit}*{ones}"), &[digit]), Truth::Yes, "{length} digits");
            assert_eq!(judged(&format!("{word}={digit}*{ones}+1"), &[digit]), Truth::No, "{length} digits");
        }
    }
}

#[test]
fn a_numeral_of_its_own_base_is_read_in_it() {
    let numeral =
        Numeral { base: Base::new(7).ok(), ..Numeral::whole(vec![Element::Shown(1), Element::Shown(3)]) };
    assert_eq!(numeral_value(&numeral, &[], Base::TEN), Exact::from(10));
    assert_eq!(numeral_value(&Numeral { base: None, ..numeral }, &[], Base::TEN), Exact::from(13));
}
