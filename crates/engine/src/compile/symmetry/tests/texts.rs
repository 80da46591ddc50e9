//! Puzzles for the tests, from texts.

use proptest::prelude::*;

use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::conditions;

/// Reads the puzzle of a text under settings.
pub(super) fn puzzle(text: &str, settings: &[(&str, &str)]) -> Puzzle {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, Some(value)).expect("the settings are right");
    }
    conditions::puzzle(text, &rules).expect("it is a puzzle")
}

/// Makes puzzles of at most six symbols in base 4, as text and settings. Some are made symmetric by repeating their
/// conditions with other symbols.
pub(super) fn small_puzzles() -> impl Strategy<Value = (String, Vec<(&'static str, &'static str)>)> {
    let distinct = prop::sample::select(vec!["all", "none", "none", "ABC,DEF", "AB,BC", "AB,CD,EF"]);
    let zeros = prop::sample::select(vec!["allowed", "forbidden"]);
    let assign = prop::sample::select(vec!["", "", "A≠0", "A=1,2;B=1,2", "D≠3"]);
    let mirror = prop::sample::select(vec!["ABCDEF", "ABCDEF", "BADCFE", "BCAEFD", "DEFABC", "BCDEFA"]);
    (prop::collection::vec(condition(), 1..3), mirror, distinct, zeros, assign).prop_map(
        |(conditions, mirror, distinct, zeros, assign)| {
            let text = conditions.join(", ");
            let image = |c: char| "ABCDEF".find(c).and_then(|i| mirror.chars().nth(i)).unwrap_or(c);
            let mirrored: String = text.chars().map(image).collect();
            // A last condition that always holds, so that all symbols occur.
            let text = format!("{text}, {mirrored}, A+B+C+D+E+F≥0");
            let settings =
                [("base", "4"), ("distinct", distinct), ("leading-zeros", zeros), ("assign", assign)];
            let settings = settings.into_iter().filter(|(_, value)| !value.is_empty());
            (text, settings.collect())
        },
    )
}

fn condition() -> impl Strategy<Value = String> {
    let joined = (relation(), prop::sample::select(vec![" && ", " || "]), relation());
    prop_oneof![
        5 => relation(),
        1 => joined.prop_map(|(a, join, b)| format!("{a}{join}{b}")),
        1 => (relation(), relation()).prop_map(|(a, b)| format!("({a})+({b})=1")),
    ]
}

fn relation() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["=", "=", "=", "≠", "<", "≤", ">", "≥"]);
    let chain = prop::sample::select(vec!["=", "<", "≠"]);
    prop_oneof![
        5 => (sum(), sign, sum()).prop_map(|(a, sign, b)| format!("{a}{sign}{b}")),
        1 => (sum(), chain, sum(), sum()).prop_map(|(a, sign, b, c)| format!("{a}{sign}{b}{sign}{c}")),
    ]
}

fn sum() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["+", "+", "-"]);
    let rest = prop::collection::vec((sign, term()), 0..3);
    (term(), rest).prop_map(|(first, rest)| rest.iter().fold(first, |sum, (sign, term)| sum + sign + term))
}

/// Numerals may show digits here, and use a symbol twice.
fn term() -> impl Strategy<Value = String> {
    let operator = prop::sample::select(vec!["*", "*", "/"]);
    let product = prop::collection::vec((operator, factor()), 1..3);
    prop_oneof![
        3 => "[A-F]",
        3 => "[A-F][A-F]",
        1 => "[1-3][A-F]|[A-F][0-3]|[0-3]",
        1 => "[(][A-F]-[A-F][A-F]?[)]",
        3 => (factor(), product).prop_map(|(first, rest)| {
            rest.iter().fold(first, |product, (operator, factor)| product + operator + factor)
        }),
    ]
}

/// Makes factors that are never a number times something, which would make the product one too: the slow judge does not see
/// that.
fn factor() -> impl Strategy<Value = String> {
    let symbols = Just(vec!['A', 'B', 'C', 'D', 'E', 'F']).prop_shuffle();
    (symbols, 0..8).prop_map(|(symbols, shape)| {
        let (x, y) = (symbols[0], symbols[1]);
        match shape {
            0..=3 => format!("{x}"),
            4 => format!("{x}{y}"),
            5 => format!("({x}+{y})"),
            6 => format!("({x}/{y})"),
            _ => format!("{x}^2"),
        }
    })
}
