//! The chooser on skeletons that show some of their digits: systems of many equations, linear ones or not, whatever is
//! shown.
//!
//! The puzzles were drawn by lot (`generate skeleton --random`), some with more digits shown than they need.

use std::ops::ControlFlow;

use fukumen::compile::Problem;
use fukumen::engine::{ENGINES, Engine, Fit, Request, Wanted};
use fukumen::puzzle::Puzzle;
use fukumen::solve::Solver;

/// The nanoseconds of an engine, as planners count them: the nodes that it did look at, each at the price of its plan.
struct Work {
    engine: &'static dyn Engine,
    forecast: f64,
    nodes: u64,
    cost: f64,
    /// The time to ask it, besides.
    planning: f64,
}

/// No engine that expects to take longer is tried.
const HOPELESS: f64 = 1e7;

fn puzzles() -> Vec<Puzzle> {
    let blocks = include_str!("puzzles/half_shown.txt").split("\n\n");
    blocks.map(|block| block.parse().unwrap_or_else(|error| panic!("{error}\n{block}"))).collect()
}

/// On one thread: parts of a search that were done in vain are no part of a plan.
fn work(puzzle: &Puzzle, engine: &'static dyn Engine) -> Option<Work> {
    let problem = Problem::of(puzzle);
    let Ok(Fit::Yes(plan)) = engine.fit(&problem, &Request::new(Wanted::Solutions)) else { return None };
    if plan.cost > HOPELESS {
        return None;
    }
    let solver = Solver::new(puzzle).engine(engine.name()).threads(1).stream(true);
    let answer = solver.run_with(&mut |_| ControlFlow::Continue(())).expect("the engine fits");
    let price = plan.cost / plan.nodes.max(1.0);
    let cost = answer.work.nodes as f64 * price;
    Some(Work {
        engine,
        forecast: plan.nodes,
        nodes: answer.work.nodes,
        cost,
        planning: engine.planning(&problem),
    })
}

/// Ten times what another engine takes, and its planning, would have been worth asking it.
#[test]
fn no_engine_would_be_ten_times_as_fast_as_the_one_chosen() {
    for puzzle in puzzles() {
        let chosen = Solver::new(&puzzle).plan().expect("an engine fits").outline().engine;
        let all: Vec<Work> = ENGINES.iter().filter_map(|engine| work(&puzzle, *engine)).collect();
        let own = all
            .iter()
            .find(|work| work.engine.name() == chosen)
            .unwrap_or_else(|| panic!("{chosen} was chosen: {puzzle}"));
        for other in &all {
            assert!(
                own.cost <= 10.0 * other.cost + other.planning,
                "{chosen} takes {} nodes, {} only {}\n{puzzle}",
                own.nodes,
                other.engine.name(),
                other.nodes,
            );
        }
    }
}

/// Sums that share digits are no chances to be multiplied with each other.
#[test]
fn systems_of_sums_are_forecast_within_tenfold() {
    let linear = fukumen::engine::engine("linear").expect("it is one");
    // Of other conditions the forecast of `linear` knows nothing.
    let is_linear = |puzzle: &&Puzzle| Problem::of(puzzle).conditions.iter().all(|c| c.linear.is_some());
    let puzzles = puzzles();
    let all: Vec<Work> = puzzles.iter().filter(is_linear).filter_map(|puzzle| work(puzzle, linear)).collect();
    let is_far = |work: &&Work| !(0.1..=10.0).contains(&(work.forecast.max(1.0) / work.nodes.max(1) as f64));
    let far: Vec<_> = all.iter().filter(is_far).map(|work| (work.forecast, work.nodes)).collect();
    assert!(all.len() >= 7 && far.is_empty(), "{far:?} of {} are far off", all.len());
}

/// The forecast of one engine may be a million times too low.
#[test]
fn a_search_that_takes_far_longer_than_was_foreseen_is_taken_over() {
    // Of `linear`, 1,328 nodes are expected and 83 million are not enough.
    let division = include_str!("puzzles/underrated.txt");
    let puzzle: Puzzle = division.parse().unwrap_or_else(|error| panic!("{error}"));
    let solve = |threads: usize| Solver::new(&puzzle).threads(threads).run().expect("an engine fits").0;
    let (alone, beside) = (solve(1), solve(2));
    let outcome = &alone.outcome;
    assert!(outcome.exhausted && outcome.count == 1 && alone.work.nodes < 30_000_000, "{alone:?}");
    let plan = alone.plan.as_ref().expect("there is one");
    if plan.nodes < 10_000.0 {
        assert!(plan.reason.key() == "why-took-over", "{plan:?}");
    }
    assert_eq!(
        (alone.work.nodes, outcome.count),
        (beside.work.nodes, beside.outcome.count),
        "on two threads"
    );
}
