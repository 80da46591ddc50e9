//! Measures the constants in `crates/engine/src/engine/cost.rs` again: `make calibrate`.
//!
//! Every engine solves every puzzle of the corpus that it expects to solve within a hundredth of a second, on one thread. For
//! each engine a line says how the plans compare with what came of them: what asking takes, nanoseconds a node, and how far
//! forecasts are off. Then come the puzzles on which the chosen engine takes longest compared with the best one. Files named as
//! arguments hold blocks of puzzles with their settings, separated by blank lines. With `EACH=1` each search has a line of its own.

#[path = "../tests/common/corpus.rs"]
mod corpus;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fukumen::compile::Problem;
use fukumen::engine;
use fukumen::engine::{ENGINES, Engine, Fit, Request, Wanted};
use fukumen::puzzle::Puzzle;
use fukumen::solve::{Limits, Solver};
use fukumen::text::Reader;

/// Nanoseconds that an engine may expect to take.
const HOPELESS: f64 = 1e7;
/// No search takes longer.
const LIMIT: Duration = Duration::from_millis(500);
/// Runs of each search, of which the fastest counts.
const RUNS: usize = 3;
/// How many of the worst choices are shown.
const SHOWN: usize = 12;

/// The forecast of an engine for a puzzle, and its search.
struct Trial {
    engine: &'static str,
    /// Nanoseconds.
    claimed: f64,
    asking: f64,
    nodes: [f64; 2],
    cost: [f64; 2],
}

fn main() {
    // Cargo hands on options of its own.
    let files: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let mut trials: Vec<Trial> = Vec::new();
    let mut regrets: Vec<(f64, f64, String)> = Vec::new();
    let mut planned: Vec<[f64; 2]> = Vec::new();
    let lists_each = std::env::var_os("EACH").is_some();
    for (name, puzzle) in puzzles(&files) {
        let problem = Problem::of(&puzzle);
        let own: Vec<Trial> = ENGINES.iter().filter_map(|engine| trial(&puzzle, &problem, *engine)).collect();
        for trial in own.iter().filter(|_| lists_each) {
            let [nodes, cost] = [trial.nodes, trial.cost];
            println!(
                "{name:20.20} {:13} asking {:9.0} {:9.0} nodes {:9.0} {:9.0} time {:11.0} {:11.0}",
                trial.engine, trial.claimed, trial.asking, nodes[0], nodes[1], cost[0], cost[1]
            );
        }
        let choose = || {
            let start = Instant::now();
            let choice = engine::choose(&problem, &Request::new(Wanted::Solutions));
            (nanoseconds(start.elapsed()), choice)
        };
        let choosing = (0..RUNS).map(|_| choose().0).fold(f64::INFINITY, f64::min);
        let Ok(choice) = choose().1 else { continue };
        let best = own.iter().map(|trial| trial.cost[1]).fold(f64::INFINITY, f64::min);
        if let Some(chosen) = own.iter().find(|trial| trial.engine == choice.engine) {
            planned.push([choosing, chosen.cost[1]]);
            regrets.push((chosen.cost[1] / best, chosen.cost[1], format!("{name}: {}", chosen.engine)));
        }
        trials.extend(own);
    }
    println!(
        "{:13} {:>7} {:>19} {:>21} {:>13} {:>13}",
        "engine", "puzzles", "asking, claimed", "ns a node (10-90 %)", "nodes", "time"
    );
    for engine in ENGINES {
        let own: Vec<&Trial> = trials.iter().filter(|trial| trial.engine == engine.name()).collect();
        if !own.is_empty() {
            line(engine.name(), &own);
        }
    }
    for (what, most) in [("all puzzles", f64::INFINITY), ("those of less than a millisecond", 1e6)] {
        let some = planned.iter().filter(|[_, search]| *search < most);
        let sums = some.fold([0.0, 0.0], |[a, b], [planning, search]| [a + planning, b + search]);
        println!("{what}: planned for {:.2} ms, searched for {:.2} ms", sums[0] / 1e6, sums[1] / 1e6);
    }
    regrets.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("\nthe longest choices of {}: times the best, microseconds", regrets.len());
    for (regret, cost, name) in regrets.iter().take(SHOWN) {
        println!("{regret:6.1} {:10.1}  {name}", cost / 1e3);
    }
}

fn puzzles(files: &[String]) -> Vec<(String, Puzzle)> {
    let texts = corpus::texts().into_iter().map(|entry| {
        let puzzle = Reader::new().rules(&entry.rules()).read(&entry.text).expect("the corpus is right");
        (entry.name.clone(), puzzle)
    });
    let drawings = corpus::drawings().into_iter().map(|entry| (entry.name.clone(), entry.puzzle()));
    let mut all: Vec<(String, Puzzle)> = texts.chain(drawings).collect();
    for file in files {
        let text = std::fs::read_to_string(file).expect("it is a file");
        let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
        all.extend(blocks.map(|block| {
            (block.lines().last().unwrap_or_default().to_string(), block.parse().expect("it is a puzzle"))
        }));
    }
    all
}

fn trial(puzzle: &Puzzle, problem: &Arc<Problem>, engine: &'static dyn Engine) -> Option<Trial> {
    let ask = || {
        let start = Instant::now();
        let fit = engine.fit(problem, &Request::new(Wanted::Solutions).cost(HOPELESS));
        (nanoseconds(start.elapsed()), fit)
    };
    let (mut asking, Ok(Fit::Yes(plan))) = ask() else { return None };
    if plan.cost > HOPELESS {
        return None;
    }
    let limits = Limits::default().timeout(LIMIT);
    let plan_of = Solver::new(puzzle).engine(engine.name()).threads(1).stream(true).limits(limits);
    let mut trial = Trial {
        engine: engine.name(),
        claimed: engine.planning(problem),
        asking,
        nodes: [plan.nodes, 0.0],
        cost: [plan.cost, f64::INFINITY],
    };
    for _ in 0..RUNS {
        asking = ask().0;
        trial.asking = trial.asking.min(asking);
        let answer = plan_of.run_with(&mut |_| ControlFlow::Continue(())).ok()?;
        trial.nodes[1] = answer.work.nodes as f64;
        trial.cost[1] = trial.cost[1].min(nanoseconds(answer.work.times.search));
    }
    Some(trial)
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_nanos().max(1) as f64
}

fn line(name: &str, trials: &[&Trial]) {
    let sorted = |value: &dyn Fn(&Trial) -> f64| {
        let mut values: Vec<f64> = trials.iter().map(|trial| value(trial)).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let at = |values: &[f64], percent: usize| values[(values.len() - 1) * percent / 100];
    let asked = sorted(&|trial| trial.asking);
    let claimed = sorted(&|trial| trial.claimed / trial.asking);
    let nodes = sorted(&|trial| trial.cost[1] / trial.nodes[1].max(1.0));
    let off = |pair: [f64; 2]| pair[0].max(1.0) / pair[1].max(1.0);
    let forecasts = [sorted(&|trial| off(trial.nodes)), sorted(&|trial| off(trial.cost))];
    let within = |values: &[f64]| {
        let near = values.iter().filter(|off| (0.1..=10.0).contains(*off)).count();
        format!("{:.1} {:3}%", at(values, 50), 100 * near / values.len())
    };
    println!(
        "{name:13} {:7} {:9.1} us x{:<6.2} {:7.1} ({:.1}-{:.1}) {:>13} {:>13}",
        trials.len(),
        at(&asked, 50) / 1e3,
        at(&claimed, 50),
        at(&nodes, 50),
        at(&nodes, 10),
        at(&nodes, 90),
        within(&forecasts[0]),
        within(&forecasts[1]),
    );
}
