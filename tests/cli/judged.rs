//! Explanations in JSON, judged by `verify`: with fukumen's own reader, and without the solver.

use super::{run, run_on};

/// Puzzles of several kinds with their options.
const PUZZLES: &[&[&str]] = &[
    &["SEND+MORE=MONEY"],
    &["TWO*TWO=THREE"],
    &["NRICH+MATHS=STARS"],
    &["SO+SO=TOO", "--base=12"],
    &["AB=B^2"],
    &["A/BC+D/EF+G/HI=1", "--digits=1-9"],
    &["AB+C=DE && A*C=D"],
    &["is_prime(AB), AB+BA=CC"],
    &["КТО+КОТ=ТОК"],
    &[DIVISION],
    &["  1□\n×  □\n----\n □□4"],
    &["123 × 4E5; 615; EEE; 492; 49815"],
    &["BASKETBALL gives root JAMES; -HT=ELSK; -ELSE=SET; -M=SETBA; -EBJME=KHBJLL; -KLHMTT=EEJEE"],
];

const DIVISION: &str = "12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1";

/// The explanation of a puzzle as JSON, on one line.
fn explained(arguments: &[&str]) -> String {
    let told = run(&[&["explain", "--format=jsonl"], arguments].concat());
    assert_eq!(told.out.lines().count(), 1, "{arguments:?}: {}", told.err);
    told.out
}

#[test]
fn explanations_of_all_kinds_are_accepted() {
    for arguments in PUZZLES {
        let judged = run_on(explained(arguments), &["verify", "-"]);
        let verdict = judged.out.lines().last().expect("there is a verdict");
        assert!(judged.status == 0 && verdict.starts_with("accepted: "), "{arguments:?}: {}", judged.out);
        assert!(judged.out.contains("the given facts are those that fukumen reads"), "{}", judged.out);
    }
    let judged = run_on(explained(&["AB+CD=EF"]), &["verify", "-q", "-"]);
    let open = "accepted as far as it goes: 0 steps, which do not prove the answers\n";
    assert_eq!((judged.status, &*judged.out), (0, open));
}

/// What fukumen reads is compared with the given facts, and what follows with the facts of each step.
#[test]
fn explanations_that_were_changed_are_refused() {
    let cases = [
        (
            explained(&[DIVISION]).replacen("    36", "    35", 1),
            "row:6: the text does not state this: 12 * B = 36",
        ),
        (explained(&["КТО+КОТ=ТОК"]).replace("КТО+КОТ=ТОК", "КТО+КОТ=ТОТ"), "the text does not state this"),
        (explained(&["SO+SO=TOO"]).replace("\"S\",\"in\":[5]", "\"S\",\"in\":[6]"), "S is 6 does not follow"),
    ];
    for (text, says) in cases {
        let judged = run_on(text, &["verify", "-q", "-"]);
        assert!(judged.status == 1 && judged.out.starts_with("refused: "), "{}", judged.out);
        assert!(judged.out.contains(says), "{says}: {}", judged.out);
    }
}

#[test]
fn explanations_of_several_puzzles_are_judged_one_after_the_other() {
    let puzzles = ["SO+SO=TOO", "NRICH+MATHS=STARS"];
    for format in ["json", "jsonl"] {
        let told = run(&[&["explain", "--format", format], &puzzles[..]].concat());
        let judged = run_on(told.out, &["verify", "-q", "-"]);
        assert_eq!((judged.status, &*judged.out), (0, "accepted: 3 steps\naccepted: 2 steps\n"));
    }
    let bases = run(&["explain", "--format=json", "--base=10..12", "SO+SO=TOO"]);
    let judged = run_on(bases.out, &["verify", "-q", "-"]);
    assert_eq!((judged.status, judged.out.lines().count()), (0, 3), "{}", judged.out);
}
