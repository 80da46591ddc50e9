//! What is read off a drawing is true of its solution.

use super::*;
use crate::checker::facts::lone_place;
use crate::fact::Carry;
use fukumen_engine::solve::clock::Watch;
use fukumen_engine::solve::{Ask, Solver};
use fukumen_language::interrupt::Never;

/// The published drawings without settings.
fn drawings() -> Vec<Puzzle> {
    let text = include_str!("../../../../../tests/puzzles/layouts.toml");
    let corpus: toml::Table = text.parse().expect("the corpus is right");
    let puzzles = corpus["puzzle"].as_array().expect("it has puzzles");
    let plain = puzzles.iter().filter(|entry| entry.get("settings").is_none());
    plain.filter_map(|entry| entry["text"].as_str()?.parse().ok()).collect()
}

fn solution(puzzle: &Puzzle) -> Option<Vec<Digit>> {
    let watch = Watch::default().asked_at_most(20_000);
    let (_, solutions) = Solver::new(puzzle).ask(Ask::First(1)).watch(watch).run().ok()?;
    Some(solutions.first()?.digits().to_vec())
}

#[test]
fn drawings_say_what_is_true() {
    let (mut count, mut facts) = (0, 0);
    for puzzle in drawings() {
        let Some(solution) = solution(&puzzle) else { continue };
        let names = names(&puzzle);
        let text = Text::new(&puzzle, &names, &Never).expect("these are its names");
        let digits: Vec<Digit> = text.cells.iter().map(|cell| solution[cell.index()]).collect();
        assert!(text.is_answer(&puzzle, &digits), "{puzzle}");
        let holds = |expr: &Expr| judge::truth(expr, &digits, &puzzle.context()) == Truth::Yes;
        let written = |expr: &Expr| expr.written(&|place| names[place.index()].clone()).to_string();
        for (number, expr) in [&text.equations, &text.rows, &text.rests].into_iter().flat_map(all) {
            assert!(holds(expr), "{number}: {} in\n{puzzle}", written(expr));
            facts += 1;
        }
        for (below, above) in &text.downs {
            assert_eq!(below.digit(&digits), above.digit(&digits), "{puzzle}");
        }
        assert!(text.zeros.iter().all(|place| digits[place.index()] == 0), "{puzzle}");
        count += 1;
    }
    assert!(count > 30 && facts > 3 * count, "{count} drawings, {facts} facts");
}

/// All conditions with their numbers.
fn all(some: &Numbered) -> impl Iterator<Item = (usize, &Expr)> {
    some.0.iter().flat_map(|(number, own)| own.iter().map(move |expr| (*number, expr)))
}

/// The rows of a drawing by number.
fn rows(text: &str) -> (Vec<String>, Vec<String>) {
    let puzzle: Puzzle = text.parse().expect("it is a puzzle");
    let names = names(&puzzle);
    let text = Text::new(&puzzle, &names, &Never).expect("these are its names");
    let name = |place: Cell| format!("{} ", names[place.index()]);
    let write = |some: &[&Numbered]| {
        let write = |(number, expr): (usize, &Expr)| format!("{number}: {}", expr.written(&name));
        let mut written: Vec<String> = some.iter().flat_map(|some| all(some)).map(write).collect();
        written.sort();
        written
    };
    (write(&[&text.rows]), write(&[&text.equations, &text.rests]))
}

#[test]
fn a_multiplication_has_rows_and_a_total() {
    let (rows, others) = rows("  12\n× AB\n----\n  BC\n DE\n----\n FGH");
    assert_eq!(rows, ["3: 12*B  = B C ", "4: 12*A  = D E ", "5: B C +D E 0 = F G H "]);
    assert_eq!(others, ["1: 12*A B  = F G H "]);
}

#[test]
fn a_division_has_differences_and_remainders() {
    let (rows, others) = rows("12)15A(1B\n   12\n   --\n    3C\n    36\n    --\n     D");
    let expected = ["4: 12*1 = 12", "5: 15-12 = 3", "6: 12*B  = 36", "7: 3C -36 = D "];
    assert_eq!(rows, expected);
    assert_eq!(others, ["1: 15A  = 12*1B +D ", "4: 15-12 < 12", "6: 3C -36 < 12", "7: D  < 12"]);
}

/// Whether a text states a carry.
fn states_carry(text: &str, id: &str, values: &[i64]) -> bool {
    let puzzle: Puzzle = text.parse().expect("it is a puzzle");
    let names = names(&puzzle);
    let text = Text::new(&puzzle, &names, &Never).expect("these are its names");
    let (equation, column) = id.split_once('.').expect("it has a point");
    let number = |text: &str| text.parse().expect("it is a number");
    let carry = Carry { equation: number(equation), column: number(column) };
    text.states(&format!("carry:{id}"), &Claim::Carry(carry, values.to_vec()))
}

#[test]
fn carries_lie_between_the_least_and_the_greatest_sum() {
    assert!(states_carry("SO+SO=TOO", "1.0", &[0, 1]));
    assert!(!states_carry("SO+SO=TOO", "1.0", &[0]));
    assert!(states_carry("SO+SO=TOO", "1.0", &[0, 1, 2]));
    assert!(!states_carry("SO+SO=TOO", "1.2", &[0, 1]));
    assert!(states_carry("A=B, DE-FE=GH", "2.0", &[0, 1]));
    assert!(states_carry("13*TOM=AXES", "1.0", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
    assert!(!states_carry("13*TOM=AXES", "1.0", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
}

#[test]
fn places_alone_are_found() {
    let puzzle: Puzzle = "A=B".parse().expect("it is a puzzle");
    let children = puzzle.conditions()[0].children();
    assert_eq!(lone_place(children[1]), puzzle.cell("B"));
}
