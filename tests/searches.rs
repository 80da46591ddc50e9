//! How each engine searches small puzzles: in which order it takes the cells, and how many nodes it looks at, whole and in shards. All
//! find the same solutions. The forecast of an engine is not kept: it changes with each new measurement and says nothing of a search.
//!
//! A search that looks at more than it has to gives the right answer, only later; no other test notices that.
//! `tests/puzzles/searches.txt` has a block for each puzzle. Its lines begin with `|`; below them stands an engine a line.
//! To add a puzzle, write its lines and run `UPDATE_SEARCHES=1 cargo test --test all searches::`, as after a change of an engine:
//! the difference shows what became of the searches.

use std::fmt::Write as _;

use fukumen::compile::program::Program;
use fukumen::compile::{Condition, Problem};
use fukumen::engine::{ENGINES, Engine, Fit, Request, Wanted};
use fukumen::puzzle::Puzzle;
use fukumen::solve::{Answer, Ask, Essentially, Outcome, Shard, SolveError, Solver};

use crate::common::snapshot;

/// A search that is expected to look at more nodes would take too long here.
const MOST_NODES: f64 = 1500.0;

/// A search that can be cut is also done in this number of pieces.
const SHARDS: u64 = 3;

/// The nodes and solutions of an engine's search, if the engine fits.
fn search(
    puzzle: &Puzzle,
    engine: &'static dyn Engine,
    wanted: Wanted,
) -> Result<(String, Option<Found>), String> {
    let fit = engine.fit(&Problem::of(puzzle), &Request::new(wanted)).expect("nothing interrupts it");
    let plan = match fit {
        Fit::Yes(plan) => plan,
        Fit::No(reason) => return Err(reason.message().key().to_owned()),
    };
    // Of a search that only counts, the order is the same, or there is none.
    let mut line = String::new();
    if wanted == Wanted::Solutions {
        let order: Vec<String> = plan.order.iter().map(|cell| cell.index().to_string()).collect();
        let _ = write!(line, "order {}: ", order.join(" "));
    }
    if plan.nodes > MOST_NODES {
        return Ok((line + "not searched", None));
    }
    let solver = Solver::new(puzzle).engine(engine.name()).threads(1);
    let solver = if wanted == Wanted::Count { solver.ask(Ask::Count) } else { solver };
    let found = match Found::by(&solver) {
        Ok(found) => found,
        // It counts solutions, and a puzzle may want to see them.
        Err(SolveError::Unfit { reason, .. }) => return Err(reason.message().key().to_owned()),
        Err(error) => panic!("{error}"),
    };
    let work = &found.answer.work;
    let _ = write!(line, "{} nodes, {} evaluations", work.nodes, work.evaluations);
    if let Some(nodes) = in_shards(&solver, &found, wanted) {
        let _ = write!(line, ", in shards {nodes} nodes");
    }
    Ok((line, Some(found)))
}

/// The nodes of each shard, if the search can be cut, whose shards find together what the whole finds.
fn in_shards(solver: &Solver, whole: &Found, wanted: Wanted) -> Option<String> {
    let (mut nodes, mut digits) = (Vec::new(), Vec::new());
    let (all, mut count, mut undecided) = (&whole.answer.outcome, 0, 0);
    for number in 1..=SHARDS {
        let part = match Found::by(&solver.clone().shard(Shard::new(number, SHARDS))) {
            Ok(part) => part,
            Err(SolveError::Unfit { .. }) => return None,
            Err(error) => panic!("{error}"),
        };
        let outcome = &part.answer.outcome;
        assert!(outcome.exhausted || !all.exhausted, "only shard {number} does not come to its end");
        count += outcome.count;
        undecided += outcome.undecided;
        digits.extend(part.digits);
        nodes.push(part.answer.work.nodes.to_string());
    }
    assert_eq!((count, undecided), (all.count, all.undecided), "in shards");
    if wanted == Wanted::Solutions {
        // Those of a shard come in the engine's order.
        let mut expected = whole.digits.clone();
        expected.sort();
        digits.sort();
        assert_eq!(digits, expected, "in shards");
    }
    Some(nodes.join(" + "))
}

struct Found {
    answer: Answer,
    digits: Vec<Vec<u8>>,
}

impl Found {
    fn by(solver: &Solver) -> Result<Self, SolveError> {
        let (answer, solutions) = solver.run()?;
        Ok(Self { answer, digits: solutions.iter().map(|solution| solution.digits().to_vec()).collect() })
    }

    fn is_as(&self, other: &Self, wanted: Wanted) -> bool {
        let numbers = |outcome: &Outcome| (outcome.count, outcome.undecided, outcome.exhausted);
        numbers(&self.answer.outcome) == numbers(&other.answer.outcome)
            && (wanted == Wanted::Count || self.digits == other.digits)
    }
}

/// The verdict on a solution by the program of each condition, if it has one.
fn verdicts(puzzle: &Puzzle, solution: Option<&Vec<u8>>) -> Vec<String> {
    let problem = Problem::of(puzzle);
    let Some(digits) = solution else { return vec!["no solution".into()] };
    let verdict = |condition: &Condition| {
        Program::of(&condition.expr, &problem.context)
            .map_or("no program".into(), |program| format!("{:?}", program.run(digits)))
    };
    problem.conditions.iter().map(verdict).collect()
}

fn searches(text: &str) -> String {
    let puzzle = fukumen::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let solver = Solver::new(&puzzle).threads(1);
    let chosen = solver.plan().expect("an engine fits").outline().engine.to_string();
    let expected = Found::by(&solver).expect("an engine fits");
    let outcome = &expected.answer.outcome;
    let mut lines = format!("{} by {chosen}", outcome.count);
    // Some engines that only count cannot tell which solutions are essentially the same.
    for (name, scope) in [("", Essentially::Digits), (" with terms in any order", Essentially::Terms)] {
        let essentially = solver.clone().essentially(Some(scope)).run();
        if let Some(essentially) = essentially.ok().and_then(|(answer, _)| answer.outcome.essentially) {
            let _ = write!(lines, ", essentially {essentially}{name}");
        }
    }
    let first = expected.digits.first().map(|digits| format!("{digits:?}"));
    let _ =
        writeln!(lines, "; {} undecided; the first {}", outcome.undecided, first.unwrap_or("none".into()));
    let _ = writeln!(lines, "in machine integers: {}", verdicts(&puzzle, expected.digits.first()).join(", "));
    for engine in ENGINES {
        for (wanted, name) in [(Wanted::Solutions, ""), (Wanted::Count, " counts")] {
            match search(&puzzle, *engine, wanted) {
                Ok((line, found)) => {
                    let _ = writeln!(lines, "{}{name}: {line}", engine.name());
                    let is_right = found.is_none_or(|found| found.is_as(&expected, wanted));
                    assert!(is_right, "{}{name} finds something else:\n{text}", engine.name());
                }
                Err(reason) if wanted == Wanted::Solutions => {
                    let _ = writeln!(lines, "{}: {reason}", engine.name());
                }
                Err(_) => {}
            }
        }
    }
    lines
}

#[test]
fn engines_search_as_they_did() {
    snapshot::compare("searches.txt", "UPDATE_SEARCHES", searches);
}
