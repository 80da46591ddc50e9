use fukumen::{Ask, Puzzle, Solver};

#[test]
fn front_door() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "SEND+MORE=MONEY".parse()?;
    let (answer, solutions) = Solver::new(&puzzle).ask(Ask::Unique).run()?;
    assert_eq!(answer.outcome.unique, Some(true));
    assert_eq!(solutions[0].to_string(), "9567+1085=10652");

    let fractions: Puzzle = "@digits 1-9\nA/BC+D/EF+G/HI=1".parse()?;
    let (answer, _) = Solver::new(&fractions).run()?;
    assert_eq!(answer.outcome.count, 6);
    Ok(())
}
