//! A puzzle in its other form, one line or a drawing, has the same solutions.

use std::sync::Arc;

use fukumen::solve::Limits;
use fukumen::solve::clock::Watch;
use fukumen::text::Form;
use fukumen::{Puzzle, Solution, Solver};

#[test]
fn other_forms_of_published_puzzles_have_the_same_solutions() {
    let (mut lines, mut drawings, mut solved) = (0, 0, 0);
    for file in [include_str!("puzzles/corpus.toml"), include_str!("puzzles/layouts.toml")] {
        let file: toml::Table = file.parse().expect("it is TOML");
        for entry in file["puzzle"].as_array().expect("it lists puzzles") {
            let Ok(puzzle) = entry["text"].as_str().expect("it has a text").parse::<Puzzle>() else {
                continue;
            };
            for form in Form::ALL {
                let Ok(other) = form.of(&puzzle) else { continue };
                let is_other = other.rules().layout != puzzle.rules().layout;
                if is_other && puzzle.symbols().count() == puzzle.hidden().len() {
                    assert_eq!(other.symbols().count(), puzzle.symbols().count(), "{puzzle}\n{other}");
                }
                match form {
                    Form::OneLine => lines += usize::from(is_other),
                    _ => drawings += usize::from(is_other),
                }
                if is_other && let (Some(found), Some(expected)) = (all(&other), all(&puzzle)) {
                    assert_eq!(found, expected, "{puzzle}\n\n{other}");
                    solved += 1;
                }
            }
        }
    }
    assert!(lines > 30 && drawings > 300 && solved > 300, "{lines} lines, {drawings} drawings, {solved}");
}

/// The symbols of a solution with their digits.
type Digits = Vec<(String, u8)>;

/// The digits of the symbols in all solutions of a puzzle, and the number of solutions, if it is solved soon.
fn all(puzzle: &Puzzle) -> Option<(u128, Vec<Digits>)> {
    let watch = Watch::on(Arc::default()).asked_at_most(3000);
    let limits = Limits { max_solutions: Some(300), ..Limits::default() };
    let (answer, solutions) = Solver::new(puzzle).limits(limits).threads(1).watch(watch).run().ok()?;
    let symbols = |solution: &Solution| {
        let mut symbols: Vec<(String, u8)> =
            solution.iter().map(|(name, digit)| (name.to_lowercase(), digit)).collect();
        symbols.sort();
        symbols
    };
    let mut all: Vec<_> = solutions.iter().map(symbols).collect();
    all.sort();
    answer.outcome.exhausted.then_some((answer.outcome.count, all))
}

#[test]
fn blanks_take_a_column_like_any_digit() {
    for (line, drawn) in [
        ("4□7+□8□=935", "@layout column-sum\n  4□7\n+ □8□\n-----\n  935"),
        ("□×7=2□", "@layout long-multiplication\n  □\n× 7\n---\n 2□"),
        ("1482/19=7□", "@layout long-division\n19)1482\n   ----\n     7□"),
    ] {
        let puzzle: Puzzle = line.parse().expect(line);
        assert_eq!(Form::Drawing.of(&puzzle).expect(line).to_string(), drawn, "{line}");
    }
}
