//! The facts of a drawing are true of its solution.

use super::*;
use fukumen_engine::solve::clock::Watch;
use fukumen_engine::solve::{Ask, Solver};
use fukumen_language::digits::Digit;
use fukumen_language::judge;
use fukumen_language::judge::Truth;

/// The published drawings without settings.
fn drawings() -> Vec<Puzzle> {
    let text = include_str!("../../../../tests/puzzles/layouts.toml");
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
        let names: Vec<String> = spots(&puzzle).into_iter().map(|spot| spot.name).collect();
        let text = Text::new(&puzzle);
        let digits: Vec<Digit> = text.cells.iter().map(|cell| solution[cell.index()]).collect();
        let holds = |expr: &Expr| judge::truth(expr, &digits, &puzzle.context()) == Truth::Yes;
        let written = |expr: &Expr| expr.written(&|place| names[place.index()].clone()).to_string();
        for (id, expr) in &text.conditions {
            assert!(holds(expr), "{id}: {} in\n{puzzle}", written(expr));
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

/// The rows of a drawing by number, and its other conditions.
fn rows(text: &str) -> (Vec<String>, Vec<String>) {
    let puzzle: Puzzle = text.parse().expect("it is a puzzle");
    let names: Vec<String> = spots(&puzzle).into_iter().map(|spot| spot.name).collect();
    let name = |place: Cell| format!("{} ", names[place.index()]);
    let write = |(id, expr): (String, Expr)| format!("{id}: {}", expr.written(&name));
    let mut written: Vec<String> = Text::new(&puzzle).conditions.into_iter().map(write).collect();
    written.sort();
    written.into_iter().partition(|condition| condition.starts_with("row"))
}

#[test]
fn a_multiplication_has_rows_and_a_total() {
    let (rows, others) = rows("  12\n× AB\n----\n  BC\n DE\n----\n FGH");
    assert_eq!(rows, ["row:3: 12*B  = B C ", "row:4: 12*A  = D E ", "row:5: B C +D E 0 = F G H "]);
    assert_eq!(others, ["eq:1: 12*A B  = F G H "]);
}

#[test]
fn a_division_has_differences_and_remainders() {
    let (rows, others) = rows("12)15A(1B\n   12\n   --\n    3C\n    36\n    --\n     D");
    let expected = ["row:4: 12*1 = 12", "row:5: 15-12 = 3", "row:6: 12*B  = 36", "row:7: 3C -36 = D "];
    assert_eq!(rows, expected);
    assert_eq!(
        others,
        ["eq:1: 15A  = 12*1B +D ", "rest:4: 15-12 < 12", "rest:6: 3C -36 < 12", "rest:7: D  < 12"]
    );
}
