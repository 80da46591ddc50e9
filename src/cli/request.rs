//! The options of a command line about each puzzle.

use std::io;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;

use crate::cli::checkpoint::Fingerprint;
use crate::cli::interrupt::Interrupt;
use crate::cli::proofs::Wish;
use crate::cli::task::{Task, Timing};
use crate::cli::{dash, options, settings};
use crate::puzzle::{Puzzle, Rules};
use crate::report;
use crate::report::{Format, Letters};
use crate::solve::clock::Watch;
use crate::solve::{Ask, Essentially, Goal, Limits, Progress, Shard, Solver};
use crate::text;
use crate::text::ParseError;
use crate::vocabulary::Vocabulary;

/// The option that asks for the largest value of an expression.
pub const MAXIMIZE: &str = "maximize";

/// Puzzles with more symbols than this show their digits on a terminal only on request.
const MOST_SHOWN: usize = 12;

/// The question, and how to answer it.
pub struct Request {
    /// Returns the rules that the options set.
    pub rules: Rules,
    /// The question.
    pub ask: Ask,
    /// Whether `--all` is given. Without it, a terminal shows only the first solutions.
    pub shows_all: bool,
    /// The output format.
    pub format: &'static dyn Format,
    /// How the letters of each solution are shown.
    pub letters: Letters,
    /// Returns the option that omits notes.
    pub quiet: bool,
    /// Whether the plan is printed.
    pub why: bool,
    /// Whether the cost is printed.
    pub stats: bool,
    essentially: Option<Essentially>,
    /// An option and its expression, to be maximized or minimized.
    goal: Option<(&'static str, String)>,
    /// Expressions whose values must differ from those of every other solution.
    lone: Vec<String>,
    limits: Limits,
    timeout: Option<Duration>,
    /// The most threads to use; 0 is one for each processor.
    pub threads: usize,
    /// Whether solutions are written as they are found.
    pub stream: bool,
    engine: Option<String>,
    evaluator: Option<String>,
    /// The shard to solve, if it is not the whole.
    pub shard: Option<Shard>,
    /// The path of the proofs, and how many bytes each may take.
    pub certificate: Option<Wish>,
}

impl Request {
    /// Reads the options of `solve`.
    pub fn read(matches: &ArgMatches) -> Self {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let format = text("format").and_then(|name| report::format(&name));
        Self {
            rules: settings::rules(matches),
            ask: ask(matches),
            shows_all: matches.get_flag("all"),
            format: format.expect("clap knows the names of the table only"),
            letters: letters(matches),
            quiet: matches.get_flag("quiet"),
            why: matches.get_flag("why"),
            stats: matches.get_flag("stats"),
            essentially: text("essentially").map(|kind| essentially(&kind)),
            goal: goal(matches),
            lone: lone(matches),
            limits: limits(matches),
            timeout: matches.get_one("timeout").copied(),
            threads: options::thread_count(matches),
            stream: matches.get_flag("stream"),
            engine: text("engine"),
            evaluator: text("evaluator"),
            shard: matches.get_one::<Shard>("shard").copied(),
            certificate: certificate(matches),
        }
    }

    /// Returns whether one solution stands for all of its class.
    pub fn is_grouped(&self) -> bool {
        self.essentially.is_some()
    }

    /// Returns the fingerprint of everything here that decides the output. `several` says that there is more than one puzzle.
    pub fn fingerprint(&self, several: bool) -> Fingerprint {
        let mut print = self.fingerprint_of_any_shard(several);
        self.shard.iter().for_each(|shard| print.pair("shard", &shard.to_string()));
        print
    }

    /// Returns the same fingerprint for all shards.
    fn fingerprint_of_any_shard(&self, several: bool) -> Fingerprint {
        // All fields are named, so that a new one cannot be forgotten. The first five change only speed, messages and
        // terminal output, and a run that writes proofs is not resumed.
        let Self {
            certificate: _,
            quiet: _,
            shows_all: _,
            why: _,
            stats: _,
            threads: _,
            rules,
            ask,
            format,
            letters,
            essentially,
            goal,
            lone,
            limits,
            timeout,
            stream,
            engine,
            evaluator,
            shard: _,
        } = self;
        let mut print = Fingerprint::default();
        print.pair("format", format.name());
        print.pair("letters", &format!("{letters:?}"));
        print.pair("rules", &format!("{rules:?}"));
        print.pair("question", &format!("{ask:?} {essentially:?} {goal:?} {lone:?} {several}"));
        print.pair("search", &format!("{limits:?} {timeout:?} {stream} {engine:?} {evaluator:?}"));
        print
    }

    /// Refuses options that a shard cannot answer, and says what to do instead.
    pub fn check_shard(&self) -> anyhow::Result<()> {
        let Some(shard) = self.shard else { return Ok(()) };
        let merged = |option: &str| {
            format!(": leave it out here, and give it to 'fukumen merge --{option}', which has all solutions")
        };
        let first = matches!(self.ask, Ask::First(_)).then(|| {
            ("first", ": leave it out here, and take the first of what 'fukumen merge' writes".to_string())
        });
        let lone = (!self.lone.is_empty())
            .then(|| ("lone", ": leave it out here, and compare what 'fukumen merge' writes".to_string()));
        let essentially = self.essentially.map(|_| ("essentially", merged("essentially")));
        let goal = self.goal.as_ref().map(|(option, _)| (*option, merged(option)));
        match first.or(lone).or(essentially).or(goal) {
            Some((option, advice)) => {
                anyhow::bail!(
                    "--{option} needs all solutions, and shard {shard} has only a part of them{advice}"
                )
            }
            None => Ok(()),
        }
    }

    /// Returns the fingerprint of what decides the answers to a list of puzzles, some of which belong to a shard.
    pub fn fingerprint_of_list(&self) -> String {
        let mut print = self.fingerprint_of_any_shard(true);
        print.pair("version", env!("CARGO_PKG_VERSION"));
        print.written()
    }

    /// Returns the task with its goal. If the goal cannot be read, the task has no puzzle.
    pub fn posed(&self, task: Task) -> Task {
        let posed: Result<_, ParseError> = task.puzzle.as_ref().map_or(Ok((None, Vec::new())), |puzzle| {
            let lone = self.lone.iter().map(|text| text::expression(text, puzzle, &Vocabulary::default()));
            Ok((self.goal(puzzle)?, lone.collect::<Result<_, ParseError>>()?))
        });
        match posed {
            Ok((goal, lone)) => Task { goal, lone, ..task },
            Err(error) => Task { puzzle: Err(error.into()), ..task },
        }
    }

    /// Returns whether some solutions are left out on purpose, so that an answer may have none.
    pub fn leaves_out(&self) -> bool {
        !self.lone.is_empty()
    }

    /// Returns the memory that solutions may take in any one place.
    pub fn most_memory(&self) -> u64 {
        self.limits.max_memory.unwrap_or(u64::MAX)
    }

    /// Reads the goal in terms of a puzzle.
    fn goal(&self, puzzle: &Puzzle) -> Result<Option<Goal>, ParseError> {
        let Some((option, text)) = &self.goal else { return Ok(None) };
        let expression = text::expression(text, puzzle, &Vocabulary::default())?;
        Ok(Some(if *option == MAXIMIZE { Goal::Maximize(expression) } else { Goal::Minimize(expression) }))
    }

    /// Returns how long each puzzle may take.
    pub fn timing(&self, interrupt: &Interrupt) -> Timing {
        Timing::new(self.timeout, interrupt).within_memory(self.limits.max_memory)
    }

    /// Makes the solver for this request.
    pub fn solver(
        &self,
        puzzle: &Puzzle,
        task: &Task,
        threads: usize,
        watch: Watch,
        progress: &Arc<Progress>,
    ) -> Solver {
        // In a list, a shard has whole puzzles.
        let part = task.entry.part.as_deref().filter(|part| part.place.is_none());
        let shard = part.map(|part| part.shard);
        let solver = Solver::new(puzzle)
            .ask(self.ask)
            .essentially(self.essentially)
            .goal(task.goal.clone())
            .lone(task.lone.clone())
            .limits(self.limits)
            .threads(threads)
            .stream(self.stream)
            .shard(shard)
            .watch(watch)
            .progress(Arc::clone(progress));
        let solver = self.engine.iter().fold(solver, |solver, name| solver.engine(name));
        self.evaluator.iter().fold(solver, |solver, name| solver.evaluator(name))
    }
}

fn certificate(matches: &ArgMatches) -> Option<Wish> {
    let path = matches.get_one::<PathBuf>("certificate")?.clone();
    let limit = matches.get_one::<u64>("certificate-limit").copied().unwrap_or(1 << 30);
    let is_pseudo_boolean =
        matches.get_one::<String>("certificate-format").is_some_and(|format| format == "veripb");
    Some(Wish { path, limit, is_pseudo_boolean })
}

fn ask(matches: &ArgMatches) -> Ask {
    match matches.get_one::<u64>("first") {
        Some(number) => Ask::First(*number),
        None if matches.get_flag("count") => Ask::Count,
        None if matches.get_flag("unique") => Ask::Unique,
        None => Ask::All,
    }
}

/// Returns how letters are shown. A terminal shows the digits of a few symbols unless an option forbids it.
fn letters(matches: &ArgMatches) -> Letters {
    let text = |name: &str| matches.get_one::<String>(name).map(|text| dash::restored(text));
    let is_text = matches.get_one::<String>("format").is_some_and(|name| name == "text");
    let is_terminal = is_text && io::stdout().is_terminal() && options::output(matches).is_none();
    let mut letters = Letters::default();
    (letters.key, letters.decode) = (text("key"), text("decode"));
    letters.most_symbols = match matches.get_one::<String>("show-key").map(String::as_str) {
        Some("off") => 0,
        Some(_) => usize::MAX,
        None if is_terminal => MOST_SHOWN,
        None => 0,
    };
    letters
}

/// Reads which solutions count as the same.
pub fn essentially(kind: &str) -> Essentially {
    if kind == "digits" { Essentially::Digits } else { Essentially::Terms }
}

/// Reads an option and its expression, to be maximized or minimized.
pub fn goal(matches: &ArgMatches) -> Option<(&'static str, String)> {
    let text = |name: &str| matches.get_one::<String>(name).map(|text| dash::restored(text));
    [MAXIMIZE, "minimize"].into_iter().find_map(|name| Some((name, text(name)?)))
}

fn lone(matches: &ArgMatches) -> Vec<String> {
    let texts = matches.get_many::<String>("lone").into_iter().flatten();
    texts.map(|text| dash::restored(text)).collect()
}

fn limits(matches: &ArgMatches) -> Limits {
    Limits {
        // One clock runs for the whole answer, not only for the search: see `timing`.
        timeout: None,
        max_solutions: matches.get_one("max-solutions").copied(),
        max_memory: matches.get_one("max-memory").copied(),
    }
}
