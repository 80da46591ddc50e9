//! What a command line asks of each puzzle.

use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;

use crate::cli::dash;
use crate::cli::interrupt::Interrupt;
use crate::cli::options;
use crate::cli::settings;
use crate::cli::task::Task;
use crate::cli::task::Timing;
use crate::expr::Expr;
use crate::parse;
use crate::parse::ParseError;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::report;
use crate::report::Format;
use crate::solve::Ask;
use crate::solve::Essentially;
use crate::solve::Goal;
use crate::solve::Limits;
use crate::solve::Progress;
use crate::solve::Solver;
use crate::solve::clock::Watch;
use crate::vocabulary::Vocabulary;

/// Makes a goal of an expression.
type MakeGoal = fn(Expr) -> Goal;

/// What is asked, and how.
pub struct Request {
    /// The rules that the options set.
    pub rules: Rules,
    /// What is asked.
    pub ask: Ask,
    /// The output format.
    pub format: &'static dyn Format,
    /// Whether notes are left out.
    pub quiet: bool,
    /// Whether the plan is told.
    pub why: bool,
    /// Whether the cost is told.
    pub stats: bool,
    essentially: Option<Essentially>,
    /// An expression, and whether it should be large or small.
    goal: Option<(String, MakeGoal)>,
    limits: Limits,
    timeout: Option<Duration>,
    /// Threads to use at most; 0 is one for each processor.
    pub threads: usize,
    /// Whether solutions are written as they are found.
    pub stream: bool,
    engine: Option<String>,
    evaluator: Option<String>,
}

impl Request {
    /// What the options of `solve` say.
    pub fn read(matches: &ArgMatches) -> Self {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let format = text("format").and_then(|name| report::format(&name));
        Self {
            rules: settings::rules(matches),
            ask: ask(matches),
            format: format.expect("clap knows the names of the table only"),
            quiet: matches.get_flag("quiet"),
            why: matches.get_flag("why"),
            stats: matches.get_flag("stats"),
            essentially: text("essentially").map(|kind| essentially(&kind)),
            goal: goal(matches),
            limits: limits(matches),
            timeout: matches.get_one("timeout").copied(),
            threads: options::thread_count(matches),
            stream: matches.get_flag("stream"),
            engine: text("engine"),
            evaluator: text("evaluator"),
        }
    }

    /// The task with its goal. Where there can be none, there is no puzzle.
    pub fn posed(&self, task: Task) -> Task {
        match task.puzzle.as_ref().map_or(Ok(None), |puzzle| self.goal(puzzle)) {
            Ok(goal) => Task { goal, ..task },
            Err(error) => Task { puzzle: Err(error.into()), ..task },
        }
    }

    /// The goal, in terms of a puzzle.
    fn goal(&self, puzzle: &Puzzle) -> Result<Option<Goal>, ParseError> {
        let Some((text, goal)) = &self.goal else { return Ok(None) };
        let expression = parse::expression(text, puzzle, &Vocabulary::default())?;
        Ok(Some(goal(expression)))
    }

    /// How long each puzzle may take.
    pub fn timing(&self, interrupt: &Interrupt) -> Timing {
        Timing::new(self.timeout, interrupt)
    }

    /// A solver that does what is asked.
    pub fn solver<'p>(
        &self,
        puzzle: &'p Puzzle,
        goal: Option<Goal>,
        threads: usize,
        watch: Watch,
        progress: &Arc<Progress>,
    ) -> Solver<'p> {
        let solver = Solver::new(puzzle)
            .ask(self.ask)
            .essentially(self.essentially)
            .goal(goal)
            .limits(self.limits)
            .threads(threads)
            .stream(self.stream)
            .watch(watch)
            .progress(Arc::clone(progress));
        let solver = self.engine.iter().fold(solver, |solver, name| solver.engine(name));
        self.evaluator.iter().fold(solver, |solver, name| solver.evaluator(name))
    }
}

fn ask(matches: &ArgMatches) -> Ask {
    match matches.get_one::<u64>("first") {
        Some(number) => Ask::First(*number),
        None if matches.get_flag("count") => Ask::Count,
        None if matches.get_flag("unique") => Ask::Unique,
        None => Ask::All,
    }
}

fn essentially(kind: &str) -> Essentially {
    if kind == "digits" { Essentially::Digits } else { Essentially::Terms }
}

fn goal(matches: &ArgMatches) -> Option<(String, MakeGoal)> {
    let text = |name: &str| matches.get_one::<String>(name).map(|text| dash::restored(text));
    let largest = text("maximize").map(|text| (text, Goal::Maximize as MakeGoal));
    largest.or_else(|| text("minimize").map(|text| (text, Goal::Minimize as MakeGoal)))
}

fn limits(matches: &ArgMatches) -> Limits {
    Limits {
        // One clock runs for the whole answer, not only for the search: see `timing`.
        timeout: None,
        max_solutions: matches.get_one("max-solutions").copied(),
        max_memory: matches.get_one("max-memory").copied(),
    }
}
