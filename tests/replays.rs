//! Explanations replay: the checker, which knows only the puzzle and the steps, accepts it whole.

use fukumen::Puzzle;
use fukumen::explain::{Claim, Explainer};

use crate::common::corpus::{self, SOLITARY_SEVEN};
use crate::common::judged::refusal;

/// Last digits of two rows belong together.
const MULTIPLICATION: &str = "    BAAB
×    ABC
--------
   B□□□A
  □□□□C
 □□□□□
--------
 □□□□□□□";

/// Why the explanation of a puzzle is refused, if it is.
fn refused(puzzle: &Puzzle) -> Option<String> {
    let explanation = Explainer::new(puzzle).tries(1).depth(1).explain().expect("nothing interrupts it");
    let refusal = refusal(puzzle, &explanation)?;
    Some(format!("{refusal} ({:?}, complete {}) of\n{puzzle}", explanation.status, explanation.complete))
}

#[test]
fn explanations_replay() {
    let sums = [
        "SEND+MORE=MONEY",
        "SO+SO=TOO",
        "NRICH+MATHS=STARS",
        "TWO*TWO=THREE",
        "A+B=1",
        "ABC-DE=FG",
        "SO+SO=TOO && is_square(AS)",
        "AB*CD=2666",
        "AB*CD=1134",
        "@digits 1-9\nA/BC+D/EF+G/HI=1",
        "A+B=C && CAB>0 && is_square(AC)",
        SOLITARY_SEVEN,
        MULTIPLICATION,
    ];
    let sums = sums.map(|text| text.parse::<Puzzle>().expect("it is a puzzle"));
    let drawings = corpus::drawings().into_iter().filter(|entry| entry.count == 1).step_by(12).take(25);
    let puzzles: Vec<Puzzle> = sums.into_iter().chain(drawings.map(|entry| entry.puzzle())).collect();
    let refused: Vec<String> = puzzles.iter().filter_map(refused).collect();
    assert!(
        refused.is_empty(),
        "{} of {} are refused:\n{}",
        refused.len(),
        puzzles.len(),
        refused.join("\n\n")
    );
}

#[test]
fn what_was_proved_is_told_where_the_work_ends() {
    let puzzle: Puzzle = "SEND+MORE=MONEY".parse().expect("it is a puzzle");
    let mut told = Vec::new();
    for work in [0, 100, 300, 1_000, 3_000, 6_000, 10_000, 20_000, 100_000] {
        let explanation =
            Explainer::new(&puzzle).tries(1).work(work).explain().expect("nothing interrupts it");
        assert_eq!(refusal(&puzzle, &explanation), None, "with {work} units of work");
        let gives = || explanation.steps.iter().flat_map(|step| &step.gives).map(|give| &give.claim);
        let is_narrowed = gives().any(|claim| matches!(claim, Claim::Digit(_, digits) if digits.len() > 1));
        told.push((explanation.complete, explanation.steps.len(), is_narrowed));
    }
    assert_eq!(told[0], (false, 0, false));
    assert!(told.iter().any(|(is_complete, _, is_narrowed)| !is_complete && *is_narrowed), "{told:?}");
    assert!(told.last().is_some_and(|(is_complete, ..)| *is_complete), "{told:?}");
}

#[test]
fn all_ways_of_a_part_of_a_puzzle_are_gone_through_before_all_ways_of_the_whole() {
    for text in ["SO+SO=TOO", "SEND+MORE=MONEY", "NRICH+MATHS=STARS"] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let explainer = Explainer::new(&puzzle).tries(1).techniques(vec!["taken", "exhaust"]);
        let explanation = explainer.explain().expect("nothing interrupts it");
        assert_eq!(refusal(&puzzle, &explanation), None, "{text}");
        let sentences = || explanation.steps.iter().flat_map(|step| &step.sentences);
        let is_part = |key: &str| ["some-ways", "some-ways-of"].contains(&key);
        assert!(sentences().any(|sentence| is_part(sentence.key)), "{text}");
        assert!(explanation.complete, "{text}");
    }
}

/// One solution, none, two, and a digit that only what others take leaves.
#[test]
fn what_is_gone_through_without_reasoning_replays() {
    for text in ["SEND+MORE=MONEY", "NRICH+MATHS=STARS", "LIES+SIN=SALAD", "AB*CD=EFGH, A=1, B=2", "A+B=CB"] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        for work in [1, 20, 400] {
            let explanation =
                Explainer::new(&puzzle).tries(1).work(work).explain().expect("nothing interrupts it");
            assert_eq!(refusal(&puzzle, &explanation), None, "{text} with {work} units of work");
        }
    }
}
