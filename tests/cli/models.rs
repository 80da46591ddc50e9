//! Models for MiniZinc. `make consumers` gives them to Gecode and compares the counts.

use super::{run, run_on};

/// Arguments before a puzzle.
const TO: [&str; 3] = ["translate", "--to", "minizinc"];

#[test]
fn a_model_has_the_rules_that_are_given() {
    let model = run(&[&TO[..], &["--base=12", "--no-zero", "--distinct=AB", "A+B=C"]].concat());
    assert_eq!((model.status, model.err.as_str()), (0, ""));
    for line in ["var 1..11: C;", "constraint alldifferent([A, B]);", "constraint (A + B) = C;"] {
        assert!(model.out.lines().any(|other| other == line), "{line}: {}", model.out);
    }
}

#[test]
fn what_a_model_cannot_have_is_quoted() {
    let models = run_on("A+B=C\ngcd(AB,CD)=2\n", &[&TO[..], &["-"]].concat());
    assert_eq!(models.status, 2);
    assert!(models.err.contains("cannot have 'gcd(AB, CD)'"), "{}", models.err);
    assert_eq!(models.out.matches("solve satisfy;").count(), 1, "the other puzzle is written");
    let misprinted = run(&[&TO[..], &["AB+AC=BD", "--misprint=1"]].concat());
    assert_eq!((misprinted.status, misprinted.out.as_str()), (2, ""), "it would be another puzzle");
}

#[test]
fn products_past_two_to_the_thirty_first_are_said_to_be_too_large() {
    let narrow = run(&[&TO[..], &["ABCD*EFGH=IJKLMNOP", "--distinct=none"]].concat());
    assert!(narrow.err.is_empty(), "{}", narrow.err);
    let wide = run(&[&TO[..], &["ABCDE*FGHIJ=KLMNOPQRST", "--distinct=none"]].concat());
    assert!(wide.err.contains("2^31"), "{}", wide.err);
}

#[test]
fn longer_sums_are_written_by_columns_and_stay_small() {
    let model = run(&[&TO[..], &["ABCDEFGHIJKL+1=MMMMMMMMMMMM", "--distinct=none"]].concat());
    assert_eq!((model.status, model.err.as_str()), (0, ""));
    let numbers = model.out.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    assert!(
        numbers.map(|number| number.parse::<u64>()).all(|number| number.is_ok_and(|number| number <= 12))
    );
}

#[test]
fn without_a_solver_files_of_others_are_translated_and_puzzles_are_no_files() {
    let own = run(&["translate", "SEND+MORE=MONEY"]);
    assert_eq!(own.status, 2);
    assert!(own.err.contains("cannot read 'SEND+MORE=MONEY'"), "{}", own.err);
    let other = run_on("send + more = money\n", &["translate", "--to=minizinc", "--from=cryptator", "-"]);
    assert!(other.out.contains("alldifferent([s, e, n, d, m, o, r, y])"), "{}", other.out);
}
