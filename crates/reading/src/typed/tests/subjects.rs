//! Several things that one sentence says of a letter.

use super::*;
use fukumen_engine::solve::Solve;
use fukumen_language::puzzle::Rules;

/// The conditions that a sentence stands for, with the rules that it becomes.
const SAID: &[(&str, &[&str])] = &[
    ("O is even but not 4", &["is_even(O)", "O≠4"]),
    ("O is even, but not 4", &["is_even(O)", "O≠4"]),
    ("O is not 4 and even", &["O≠4", "is_even(O)"]),
    ("W is odd and is at least 3", &["is_odd(W)", "W≥3"]),
    ("T is neither even nor 7", &["is_odd(T)", "T≠7"]),
    ("T is greater than O, W, and U", &["T>O", "T>W", "T>U"]),
    ("T is larger than both O and W", &["T>O", "T>W"]),
    ("T is greater than O and W is 3", &["T>O", "W=3"]),
    ("T is an odd prime", &["is_odd(T)", "is_prime(T)"]),
    ("O is a nonzero even digit", &["O≠0", "is_even(O)"]),
    ("TWO is a multiple of 3 but not of 9", &["TWO%3=0", "TWO%9≠0"]),
    ("FOUR is even and divisible by 3", &["is_even(FOUR)", "FOUR%3=0"]),
    ("O is even but not 4 and T is odd", &["is_even(O)", "O≠4", "is_odd(T)"]),
    ("the difference of T and W is 4", &["abs(T-W)=4"]),
    ("T has the value 7", &["T=7"]),
    ("T is not prime", &["¬is_prime(T)"]),
    ("the sum of T, W and O is 17", &["T+W+O=17"]),
    ("the sum of the digits T, W, and O equals 17", &["T+W+O=17"]),
    ("the sum of the letters T and W is 10", &["T+W=10"]),
    ("T, W and O add up to 17", &["T+W+O=17"]),
    ("the digits T, W and O sum to 17", &["T+W+O=17"]),
    ("the digits W and O sum to 13", &["W+O=13"]),
    ("the product of T, W and O is 144", &["T*W*O=144"]),
    ("T is 8 and the sum of W, O and F is 10", &["T=8", "W+O+F=10"]),
];

/// The digits of each solution, in order.
fn digits(text: &str) -> Vec<String> {
    let puzzle = crate::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let found = puzzle.solve().unwrap_or_else(|error| panic!("{text}: {error}"));
    let letters = ["T", "W", "O", "F", "U", "R"];
    let mut digits: Vec<String> =
        found.iter().map(|solution| letters.map(|letter| solution[letter].to_string()).concat()).collect();
    digits.sort();
    digits
}

#[test]
fn each_thing_is_said_of_the_letter_beside_a_puzzle_and_below_a_drawing() {
    for (said, conditions) in SAID {
        let clean: String = conditions.iter().map(|condition| format!("@where {condition}\n")).collect();
        let wanted = digits(&format!("{clean}TWO+TWO=FOUR"));
        for text in [
            format!("TWO+TWO=FOUR, {said}"),
            format!("TWO+TWO=FOUR. {said}."),
            format!("TWO+TWO=FOUR. {said}. Each letter is a digit."),
            format!("If {said}, solve TWO+TWO=FOUR."),
            format!("TWO\n+TWO\n----\nFOUR\n{said}."),
        ] {
            assert_eq!(digits(&text), wanted, "{text}");
        }
    }
}

#[test]
fn a_colon_behind_a_condition_in_words_divides_nothing() {
    for (said, condition) in [
        ("T + W + O is 17", "T+W+O=17"),
        ("the sum of T, W and O is 17", "T+W+O=17"),
        ("T, W and O add up to 17", "T+W+O=17"),
        ("T is 7", "T=7"),
        ("T is not equal to 7", "T≠7"),
    ] {
        let wanted = digits(&format!("@where {condition}\nTWO+TWO=FOUR"));
        assert_eq!(digits(&format!("{said}: TWO+TWO=FOUR")), wanted, "{said}");
    }
    assert_eq!(crate::read("AB:C = D").map(|puzzle| puzzle.to_string()), Ok("AB/C = D".into()));
}

#[test]
fn what_is_said_of_several_is_not_said_of_the_last() {
    for said in [
        "T+W is even and less than 9",
        "T and W is even",
        "the sum of T and W is even but not 8",
        "twice the sum of T, W and O is 34",
        "twice T, W, O and U add up to 34",
        "the squares of T, W and O add up to 149",
        "the difference between F and the sum of T, W and O is 16",
        "F minus the sum of T, W and O is 16",
    ] {
        let text = format!("TWO+TWO=FOUR, {said}");
        assert!(crate::read(&text).is_err(), "{text}");
    }
}

/// Words and signs of such sentences.
const WORDS: &[&str] = &[
    "T",
    "O",
    "W",
    "TWO",
    "FOUR",
    "is",
    "isn't",
    "are",
    "even",
    "odd",
    "prime",
    "nonzero",
    "not",
    "neither",
    "nor",
    "and",
    "but",
    ",",
    ".",
    ";",
    "(",
    ")",
    "a",
    "the",
    "digit",
    "greater than",
    "less than",
    "both",
    "all",
    "at least 3",
    "divisible by 3",
    "4",
    "where",
    "if",
    "each letter is a digit",
    "base 12",
    "T = 7",
    "the largest",
    "between 3 and 5",
    "twice",
    "the sum of",
    "or",
    "square",
    "*",
    "x",
    "TWO+TWO=FOUR",
    "sum of",
    "product of",
    "add up to",
    "sum to",
    "the digits",
    ":",
    "total",
];

#[test]
fn whatever_sentences_say_they_break_nothing_off() {
    let rules = Rules::default();
    let mut state: u64 = 1;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut told = 0;
    for _ in 0..800 {
        let words: Vec<&str> = (0..1 + below(12)).map(|_| WORDS[below(WORDS.len())]).collect();
        let line = words.join(" ").replace(" ,", ",");
        let is_told = is_told_of("TWO+TWO=FOUR", &line, &rules);
        told += usize::from(is_told | said_by(&line, "TWO+TWO=FOUR", &rules).is_some());
        let _ = crate::read(&format!("TWO+TWO=FOUR, {line}"));
    }
    assert!(told > 5, "{told} sentences say something");
}
