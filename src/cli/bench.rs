//! `fukumen bench`: measures how long each part of solving takes.

use std::hint::black_box;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli;
use crate::cli::command::Runs;
use crate::cli::interrupt::Interrupt;
use crate::cli::settings::Given;
use crate::cli::status::Status;
use crate::cli::task::{Task, Timing};
use crate::cli::task_error::TaskError;
use crate::cli::{command, input, interrupt, message, task};
use crate::digits::Base;
use crate::engine::ENGINES;
use crate::puzzle::Puzzle;
use crate::report::{json as values, visible, words};
use crate::solve::clock::Moment;
use crate::solve::{Answer, Ask, Limits, Plan, SolveError, Solver, StoppedBy};
use crate::text::Reader;

/// How long the runs of one puzzle take together, if their number is not given.
const PATIENCE: Duration = Duration::from_secs(1);
/// The fewest and the most runs in that case.
const RUNS: RangeInclusive<usize> = 3..=2000;
/// A run that takes longer needs no warming up: its first run is the only one.
const LONG: Duration = Duration::from_secs(10);

/// The parts that are timed.
const PARTS: [&str; 4] = ["parse", "plan", "search", "confirm"];

/// Times the puzzles that the command line names.
pub fn bench(options: command::Bench) -> anyhow::Result<Status> {
    let interrupt = interrupt::watched()?;
    let command::Bench { puzzles, rules: Given(rules), runs } = options;
    let sources = input::sources(&puzzles, &rules)?;
    let entries = input::entries(sources, rules, puzzles.strict, Arc::clone(&interrupt));
    let timing = Timing::new(None, &interrupt);
    let mut run = Run { options: &runs, interrupt, values: Vec::new(), status: None };
    for task in entries.flat_map(|entry| task::tasks(entry, &timing)) {
        run.time(&task)?;
    }
    run.finish()
}

/// A run over several puzzles.
struct Run<'o> {
    options: &'o Runs,
    interrupt: Interrupt,
    /// The results that are not printed yet.
    values: Vec<Value>,
    /// The largest status so far.
    status: Option<Status>,
}

impl Run<'_> {
    fn time(&mut self, task: &Task) -> anyhow::Result<()> {
        let puzzle = match &task.puzzle {
            Ok(puzzle) => puzzle,
            Err(error) => return self.refuse(task, error),
        };
        for engine in engines(self.options) {
            if interrupt::is_set(&self.interrupt) {
                break;
            }
            let solver = solver(puzzle, engine, self.options, &self.interrupt);
            match repeat(task, puzzle, &solver, self.options.repeat) {
                Ok(Some(bench)) => self.show(&bench)?,
                // Interrupted before there was a time to report.
                Ok(None) => {}
                // With all engines, those that do not fit are reported and skipped.
                Err(error @ SolveError::Unfit { .. }) if self.options.engine.as_deref() == Some("all") => {
                    message::note(&error.to_string());
                }
                Err(error) => self.refuse(task, &error.into())?,
            }
        }
        Ok(())
    }

    fn show(&mut self, bench: &Bench) -> anyhow::Result<()> {
        let status = if bench.is_cut_short() { Status::Stopped } else { Status::Found };
        self.status = self.status.max(Some(status));
        if self.options.format == "json" {
            self.values.push(as_json(bench));
            return Ok(());
        }
        cli::print(as_text(bench).as_bytes())?;
        Ok(())
    }

    fn refuse(&mut self, task: &Task, error: &TaskError) -> anyhow::Result<()> {
        anyhow::ensure!(!error.is_of_the_command(), error.message());
        let which = format!("{}: ", words::on_one_line(task.entry.title()));
        message::task_error(error, &task.entry.source, &which);
        self.status = self.status.max(Some(Status::Wrong));
        if self.options.format == "json" {
            self.values.push(values::unanswered(&task.unanswered(error)));
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Status> {
        if self.options.format == "json" {
            let value = if self.values.len() == 1 { self.values.remove(0) } else { self.values.into() };
            cli::print(visible::in_json(&format!("{value:#}\n")).as_bytes())?;
        }
        if interrupt::is_set(&self.interrupt) {
            message::note("interrupted: the times from here on were not taken");
            return Ok(Status::Stopped);
        }
        self.status.ok_or_else(|| anyhow::anyhow!("there is no puzzle to solve"))
    }
}

/// Returns the engines to run; `None` is the planner's choice.
fn engines(options: &Runs) -> Vec<Option<&str>> {
    match options.engine.as_deref() {
        Some("all") => ENGINES.iter().map(|engine| Some(engine.name())).collect(),
        engine => vec![engine],
    }
}

/// The times of one puzzle under one engine; empty if a time limit came first.
struct Bench {
    text: String,
    line: usize,
    /// The base, if several are tried.
    base: Option<Base>,
    answer: Answer,
    /// The times of each run, for each part.
    times: [Vec<Duration>; 4],
}

impl Bench {
    fn add(&mut self, answer: Answer) {
        let times = answer.work.times;
        let parts = [times.parse, times.plan, times.search, times.confirm];
        self.times.iter_mut().zip(parts).for_each(|(all, part)| all.push(part));
        self.answer = answer;
    }

    /// Searches that many times from the same plan, warm, and times each part of the work by itself.
    fn search(&mut self, plan: &Plan, runs: usize) -> Result<(), SolveError> {
        for _ in 0..runs {
            let answer = plan.run_with(&mut |solution| {
                black_box(solution);
                ControlFlow::Continue(())
            })?;
            if answer.outcome.stopped_by.is_some() {
                // The earlier runs keep their times.
                if self.is_cut_short() {
                    self.answer = answer;
                }
                break;
            }
            self.times[2].push(answer.work.times.search);
            self.times[3].push(answer.work.times.confirm);
            self.answer = answer;
        }
        Ok(())
    }

    fn runs(&self) -> usize {
        self.times[2].len()
    }

    fn is_cut_short(&self) -> bool {
        self.runs() == 0
    }
}

fn solver(puzzle: &Puzzle, engine: Option<&str>, options: &Runs, interrupt: &Interrupt) -> Solver {
    let threads = options.threads.count();
    let ask = if options.count { Ask::Count } else { Ask::All };
    let limits = Limits { timeout: options.timeout, ..Limits::default() };
    let solver = Solver::new(puzzle).zero_lines(false).ask(ask).limits(limits).threads(threads);
    let solver = solver.interrupt(Arc::clone(interrupt));
    let solver = engine.into_iter().fold(solver, |solver, name| solver.engine(name));
    options.evaluator.iter().fold(solver, |solver, name| solver.evaluator(name))
}

/// Makes one run to warm up, then those that count. Returns `None` if an interrupt came before the end. A run that was cut
/// short does not count.
fn repeat(
    task: &Task,
    puzzle: &Puzzle,
    solver: &Solver,
    given: Option<usize>,
) -> Result<Option<Bench>, SolveError> {
    let warm = run(task, puzzle, solver)?;
    let is_done = warm.outcome.stopped_by.is_some();
    let runs = if is_done { 0 } else { given.unwrap_or_else(|| affordable(&warm)) };
    let (text, line) = (task.entry.text.clone(), task.entry.line);
    let mut bench = Bench { text, line, base: task.base, answer: warm.clone(), times: Default::default() };
    if runs == 0 && !is_done {
        bench.add(warm);
    }
    for _ in 0..runs {
        bench.times[0].push(parsing(task, puzzle));
        bench.times[1].push(planning(solver)?);
    }
    if runs > 0 {
        bench.search(&solver.plan()?, runs)?;
    }
    let is_interrupted = bench.answer.outcome.stopped_by == Some(StoppedBy::Interrupt);
    Ok((!is_interrupted).then_some(bench))
}

/// Reads and solves the puzzle once.
fn run(task: &Task, puzzle: &Puzzle, solver: &Solver) -> Result<Answer, SolveError> {
    let parsing = parsing(task, puzzle);
    let mut answer = solver.run_with(&mut |solution| {
        black_box(solution);
        ControlFlow::Continue(())
    })?;
    answer.work.times.parse = parsing;
    answer.work.times.total += parsing;
    Ok(answer)
}

/// Measures how long reading the puzzle takes.
fn parsing(task: &Task, puzzle: &Puzzle) -> Duration {
    let start = Moment::now();
    let read = black_box(Reader::new().rules(puzzle.rules()).read(&task.entry.text));
    let parsing = start.elapsed();
    drop(read);
    parsing
}

/// Measures how long compiling and planning take.
fn planning(solver: &Solver) -> Result<Duration, SolveError> {
    let start = Moment::now();
    let plan = black_box(solver.plan()?);
    let planning = start.elapsed();
    drop(plan);
    Ok(planning)
}

/// Returns how many runs take about a second; 0 after one that took long.
fn affordable(warm: &Answer) -> usize {
    if warm.work.times.total > LONG {
        return 0;
    }
    let runs = PATIENCE.as_secs_f64() / warm.work.times.total.as_secs_f64().max(1e-9);
    (runs as usize).clamp(*RUNS.start(), *RUNS.end())
}

fn as_json(bench: &Bench) -> Value {
    let answer = &bench.answer;
    let mut value = json!({
        "schema": values::SCHEMA,
        "puzzle": bench.text,
        "line": bench.line,
        "engine": words::engine(answer),
        "evaluator": words::evaluator(answer),
        "threads": answer.work.threads,
        "count": values::count(answer.outcome.count),
        "stopped_by": answer.outcome.stopped_by.map(values::stopped_by),
        "repeat": bench.runs(),
        "estimate": answer.plan.as_ref().map_or(0.0, |plan| plan.nodes),
        "nodes": answer.work.nodes,
    });
    if let Some(base) = bench.base {
        value["base"] = base.get().into();
    }
    for (part, times) in PARTS.iter().zip(&bench.times) {
        value[*part] = extremes(times).map_or(
            Value::Null,
            |(min, median)| json!({"min": values::seconds(min), "median": values::seconds(median)}),
        );
    }
    value
}

fn as_text(bench: &Bench) -> String {
    let answer = &bench.answer;
    let solutions = words::plural(answer.outcome.count, "solution");
    let runs = words::plural(bench.runs() as u128, "run");
    let doubts = words::doubts(answer);
    let mut text =
        format!("{}\n  {solutions}{doubts}, engine {}, {runs}\n", bench.text, words::engine(answer));
    for (part, times) in PARTS.iter().zip(&bench.times) {
        if let Some((min, median)) = extremes(times) {
            text += &format!("  {part:<8} {:>12} min {:>12} median\n", duration(min), duration(median));
        }
    }
    if let Some((search, _)) = extremes(&bench.times[2]).filter(|_| answer.work.nodes > 0) {
        let each = search.as_secs_f64() * 1e9 / answer.work.nodes as f64;
        text += &format!("  {} nodes, {each:.1} ns each\n", answer.work.nodes);
    }
    text
}

/// Returns the least and the median of some times; `None` if there are no times.
fn extremes(times: &[Duration]) -> Option<(Duration, Duration)> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    Some((*sorted.first()?, sorted[sorted.len() / 2]))
}

/// Writes a duration with three significant digits.
fn duration(duration: Duration) -> String {
    format!("{duration:.2?}")
}
