//! What is explained replays: the checker, which knows only the puzzle and the steps, accepts it whole.

#[path = "common/corpus.rs"]
mod corpus;

use fukumen::Puzzle;
use fukumen::explain::Explainer;
use fukumen::explain::checker;

/// Two digits are brought down at once: the quotient has a zero.
const SOLITARY_SEVEN: &str = "       □7□□□
   ---------
□□□)□□□□□□□□
    □□□□
    -----
      □□□
      □□□
      ----
      □□□□
       □□□
      ------
        □□□□
        □□□□
        ----
           0";

/// Last digits of two rows belong together.
const MULTIPLICATION: &str = "    BAAB
×    ABC
--------
   B□□□A
  □□□□C
 □□□□□
--------
 □□□□□□□";

/// Why an explanation of a puzzle is refused, if it is.
fn refusal(puzzle: &Puzzle) -> Option<String> {
    let explanation = Explainer::new(puzzle).tries(1).depth(1).explain().expect("nothing interrupts it");
    let refusal = checker::check(puzzle, &explanation).err()?;
    Some(format!("{refusal:?} ({:?}, complete {}) of\n{puzzle}", explanation.status, explanation.complete))
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
    let refused: Vec<String> = puzzles.iter().filter_map(refusal).collect();
    assert!(
        refused.is_empty(),
        "{} of {} are refused:\n{}",
        refused.len(),
        puzzles.len(),
        refused.join("\n\n")
    );
}
