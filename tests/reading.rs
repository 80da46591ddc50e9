//! Laws of reading and writing, attacked with random trees and random garbage.

use fukumen::message::Note;
use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::Solver;
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

/// Every published text with its rules.
fn published() -> Vec<(String, Rules)> {
    let entries = corpus::texts().into_iter().chain(corpus::drawings());
    let bulk = corpus::bulk().filter(|line| !line.trim().is_empty() && !line.starts_with(['#', '@']));
    let rules = |name: &str, value: &str| corpus::rules([(name, value)]);
    let lines = bulk.map(|line| (line.to_string(), rules("lone-zero", "forbidden")));
    entries.map(|entry| (entry.text.clone(), entry.rules())).chain(lines).collect()
}

#[test]
fn no_published_text_is_changed() {
    let mut read = 0;
    for (text, rules) in published() {
        let Ok(literal) = Reader::new().rules(&rules).literal().read(&text) else { continue };
        read += 1;
        let generous =
            Reader::new().rules(&rules).read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // A sum whose result is too short may have lost a sign, which a note says.
        let is_other = |note: &&Note| !note.message.key().starts_with("note-lost");
        let notes: Vec<&Note> = generous.notes().iter().filter(is_other).collect();
        assert_eq!((&generous, notes), (&literal, literal.notes().iter().collect()), "{text}");
    }
    assert!(read > 1500, "only {read} texts were read");
}

/// Forms in which people write an equation of words. Each has the solutions of `A+B=C`.
const FORMS: &[&str] = &[
    "<1> + <2> == <3>",
    "\"<1> + <2> = <3>\"",
    "'<1>+<2>=<3>'",
    "1. <1> + <2> = <3>",
    "(2) <1>+<2>=<3>.",
    "* <1> + <2> = <3>",
    "$$ <1> + <2> = <3> $$",
    "\\( \\text{<1>} + \\text{<2>} = \\text{<3>} \\)",
    "> <1>+<2>=<3>",
    "```\n<1> + <2> = <3>\n```",
    "<1> +\n<2>\n= <3>",
    "<1> + <2> = <3> ?",
    "<1>＋<2>＝<3>",
    "<1> ➕ <2> = <3>",
    "<1>&plus;<2>&equals;<3>",
    "Puzzle of the day: <1> + <2> = <3>",
];

/// Words of few letters, so that there are solutions and none is long in coming.
fn word() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(vec!['A', 'B', 'C', 'D', 'E']), 1..4)
        .prop_map(|letters| letters.into_iter().collect())
}

fn count(puzzle: &Puzzle) -> u128 {
    Solver::new(puzzle).run().expect("the default engine fits").0.outcome.count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A form that reads at all has the count of the plain text, or a note says how it was read.
    #[test]
    fn forms_that_people_type_have_the_solutions_of_the_plain_one(
        a in word(), b in word(), c in word(), lower in any::<bool>(), form in prop::sample::select(FORMS.to_vec()),
    ) {
        let plain: Puzzle = format!("{a}+{b}={c}").parse().expect("it is an equation");
        let fill = |text: &str| text.replace("<1>", &a).replace("<2>", &b).replace("<3>", &c);
        let typed = fill(form);
        let typed = if lower && !typed.contains('\\') { typed.to_lowercase() } else { typed };
        let puzzle = fukumen::read(&typed);
        prop_assert!(puzzle.is_ok(), "{}\n{:?}", typed, puzzle.err());
        let puzzle = puzzle.expect("it was read");
        prop_assert!(count(&puzzle) == count(&plain), "{}", typed);
    }
}
