//! Published puzzles keep their meaning by the generous rules, and forms of them that people type have the same solutions.

use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::Solver;
use fukumen::text::{Reader, generous_rules};
use proptest::prelude::*;

use crate::common::corpus;

/// Every published text with its rules.
fn published() -> Vec<(String, Rules)> {
    let entries = corpus::texts().into_iter().chain(corpus::drawings());
    let bulk = corpus::bulk().filter(|line| !line.trim().is_empty() && !line.starts_with(['#', '@']));
    let rules = |name: &str, value: &str| corpus::rules([(name, value)]);
    let lines = bulk.map(|line| (line.to_string(), rules("lone-zero", "forbidden")));
    entries.map(|entry| (entry.text.clone(), entry.rules())).chain(lines).collect()
}

#[test]
fn no_published_text_changes_by_the_generous_rules() {
    let mut read = 0;
    for (text, rules) in published() {
        let Ok(literal) = Reader::new().rules(&rules).literal().read(&text) else { continue };
        read += 1;
        let generous =
            Reader::new().rules(&rules).read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((&generous, generous.notes()), (&literal, literal.notes()), "{text}");
    }
    assert!(read > 1500, "only {read} texts were read");
}

#[test]
fn each_rule_can_be_left_out_without_changing_a_published_text() {
    let names: Vec<&str> = generous_rules().collect();
    for (text, rules) in published().into_iter().step_by(7) {
        let all = Reader::new().rules(&rules).read(&text);
        for name in &names {
            let without = Reader::new().rules(&rules).without(std::slice::from_ref(name)).read(&text);
            assert_eq!(all.is_ok(), without.is_ok(), "{name}: {text}");
            assert!(all.as_ref().ok() == without.as_ref().ok(), "{name}: {text}");
        }
    }
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
    "<1> plus <2> equals <3>",
    "1. \"<1> plus <2> equals <3>\".",
    "Puzzle 3: <1> plus <2> equals <3>",
    "<1> +\n<2>\n= <3>",
    "<1> + <2> = <3> ?",
    "<1>＋<2>＝<3>",
    "<1> ➕ <2> = <3>",
    "<1>&plus;<2>&equals;<3>",
    "**<1> + <2> = <3>**",
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
