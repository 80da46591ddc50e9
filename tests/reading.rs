//! Laws of reading and writing, attacked with random trees and random garbage.

use fukumen::puzzle::Rules;
use fukumen::text::{Mistake, Reader};
use proptest::prelude::*;

use crate::common::{corpus, expressions, outcome};

/// Rules that change how a puzzle is written.
fn rules() -> impl Strategy<Value = Rules> {
    let setting = prop::sample::select(vec![
        ("wrong", "same"),
        ("wrong", "each"),
        ("blank", "*:0-9"),
        ("blank", "a:0-9"),
        ("blank", "7:0-9"),
        ("case-sensitive", "on"),
        ("graphemes", "off"),
        ("leading-zeros", "allowed"),
    ]);
    prop::collection::vec(setting, 0..3).prop_map(corpus::rules)
}

/// Pieces of the language in any order: most texts are wrong, and look as if they were right.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "A",
        "B",
        "SEND",
        "x",
        "r",
        "1",
        "20",
        "□",
        "_",
        "?",
        "*",
        "あまり",
        "余り",
        "क्षि",
        "е́",
        "\u{301}",
        "☆",
        "＝",
        "Ａ",
        "+",
        "-",
        "−",
        "*",
        "×",
        "/",
        "÷",
        "//",
        "%",
        ":",
        "^",
        "**",
        "!",
        "²",
        "⁻¹",
        "⁻",
        "√",
        "∛",
        "=",
        "==",
        "=",
        "!=",
        "<",
        "≤",
        "<>",
        "∣",
        "|",
        "||",
        "&&",
        "∨",
        "¬",
        "(",
        ")",
        "(",
        ")",
        "[",
        "]",
        "[11]",
        "[64]",
        ".",
        "...",
        "…",
        "@12",
        "@",
        "₁₂",
        ",",
        ";",
        "\n",
        "\r\n",
        " ",
        " ",
        " ",
        " ",
        "gcd(",
        "not(",
        "is_prime(",
        "count(",
        "foo(",
        "#",
        "\n#",
        "\n@base 12\n",
        "\n@wrong\n",
        "\n@blank *:0-9\n",
        "\n@where A<B\n",
        "\n@show A+B\n",
        "\n@assign A=1\n",
        "\u{AD}",
        "\u{200B}",
        "\t",
        "½",
        "|",
        "~",
        "{",
        "and",
        "\0",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..14).prop_map(|pieces| pieces.concat())
}

/// Any text is a puzzle that can be written down, or an error that points into it.
fn check(text: &str, rules: &Rules) -> Result<(), TestCaseError> {
    let read = Reader::new().rules(rules).read(text);
    if let Err(error) = &read {
        prop_assert_ne!(&error.mistake, &Mistake::Unreadable, "{} has a better reason", text);
    }
    outcome::check(text, &read)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_written_reads_back(conditions in prop::collection::vec(expressions::condition(4), 1..3), rules in rules()) {
        // Random settings may leave nothing to a cell.
        let Ok(puzzle) = expressions::puzzle(rules, &conditions) else { return Ok(()) };
        let again = Reader::new().literal().read(&puzzle.to_string());
        prop_assert_eq!(again.as_ref(), Ok(&puzzle), "written as {}", &puzzle);
    }

    #[test]
    fn any_text_is_a_puzzle_or_an_error(text in ".{0,40}", rules in rules()) {
        check(&text, &rules)?;
    }

    #[test]
    fn any_row_of_ascii_is_a_puzzle_or_an_error(text in "[ -~\n]{0,30}", rules in rules()) {
        check(&text, &rules)?;
    }

    #[test]
    fn any_soup_is_a_puzzle_or_an_error(text in soup(), rules in rules()) {
        check(&text, &rules)?;
    }
}
