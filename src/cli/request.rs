//! The options of a command line about each puzzle.

use std::io;
use std::io::IsTerminal;
use std::ops::Deref;
use std::sync::Arc;

use crate::cli::checkpoint::Fingerprint;
use crate::cli::command;
use crate::cli::command::{Bounds, Lettering, MAXIMIZE, Printed, Proof, QuestionOptions, Search, Solve};
use crate::cli::interrupt::Interrupt;
use crate::cli::proofs::Wish;
use crate::cli::settings::Given;
use crate::cli::task::{Task, Timing};
use crate::puzzle::Puzzle;
use crate::report::Letters;
use crate::solve::clock::Watch;
use crate::solve::{Ask, Goal, Limits, Progress, Solver};
use crate::text;
use crate::text::ParseError;
use crate::vocabulary::Vocabulary;

/// Puzzles with more symbols than this show their digits on a terminal only on request.
const MOST_SHOWN: usize = 12;

/// The question, and how to answer it.
pub struct Request {
    options: Solve,
    /// The question.
    pub ask: Ask,
    /// How the letters of each solution are shown.
    pub letters: Letters,
    /// The path of the proofs, and how many bytes each may take.
    pub certificate: Option<Wish>,
}

impl Deref for Request {
    type Target = Solve;

    fn deref(&self) -> &Solve {
        &self.options
    }
}

impl Request {
    /// Reads the options of `solve`.
    pub fn new(options: Solve) -> Self {
        let ask = options.question.asked.ask().unwrap_or(Ask::All);
        let (letters, certificate) = (letters(&options.output), certificate(&options.output.proof));
        Self { options, ask, letters, certificate }
    }

    /// Returns whether one solution stands for all of its class.
    pub fn is_grouped(&self) -> bool {
        self.question.of_all.essentially.is_some()
    }

    /// Returns the fingerprint of everything here that decides the output. `several` says that there is more than one puzzle.
    pub fn fingerprint(&self, several: bool) -> Fingerprint {
        let mut print = self.fingerprint_of_any_shard(several);
        self.search.shard.iter().for_each(|shard| print.pair("shard", &shard.to_string()));
        print
    }

    /// Returns the same fingerprint for all shards.
    fn fingerprint_of_any_shard(&self, several: bool) -> Fingerprint {
        // All fields are named, so that a new one cannot be forgotten. Those that are left out change only speed, messages and
        // terminal output, and a run that writes proofs is not resumed.
        let Self { options, ask, letters, certificate: _ } = self;
        let Solve { puzzles: _, question, rules: Given(rules), search, bounds: _, output } = options;
        let QuestionOptions { asked: _, of_all, lone } = question;
        let Search { shard: _, engine, evaluator, threads: _, why: _, stats: _, stream } = search;
        let Printed { proof: _, format, bom, lettering: _, output: _, messages: _ } = output;
        let (limits, timeout) = (self.limits(), options.bounds.time.timeout);
        let (essentially, goal) = (of_all.essentially, of_all.goal());
        let mut print = Fingerprint::default();
        print.pair("format", &format!("{} {bom}", format.name));
        print.pair("letters", &format!("{letters:?}"));
        print.pair("rules", &format!("{rules:?}"));
        print.pair("question", &format!("{ask:?} {essentially:?} {goal:?} {lone:?} {several}"));
        print.pair("search", &format!("{limits:?} {timeout:?} {stream} {engine:?} {evaluator:?}"));
        print
    }

    /// Refuses a mark of the encoding in other formats than CSV.
    pub fn check_bom(&self) -> anyhow::Result<()> {
        let format = self.output.format.name;
        anyhow::ensure!(!self.output.bom || format == "csv", "--bom is for --format csv, not {format}");
        Ok(())
    }

    /// Refuses options that a shard cannot answer, and says what to do instead.
    pub fn check_shard(&self) -> anyhow::Result<()> {
        let Some(shard) = self.search.shard else { return Ok(()) };
        let merged = |option: &str| {
            format!(": leave it out here, and give it to 'fukumen merge --{option}', which has all solutions")
        };
        let first = matches!(self.ask, Ask::First(_)).then(|| {
            ("first", ": leave it out here, and take the first of what 'fukumen merge' writes".to_string())
        });
        let lone = (!self.question.lone.is_empty())
            .then(|| ("lone", ": leave it out here, and compare what 'fukumen merge' writes".to_string()));
        let of_all = &self.question.of_all;
        let essentially = of_all.essentially.map(|_| ("essentially", merged("essentially")));
        let goal = of_all.goal().map(|(option, _)| (option, merged(option)));
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
            let lone =
                self.question.lone.iter().map(|text| text::expression(text, puzzle, &Vocabulary::default()));
            Ok((self.goal(puzzle)?, lone.collect::<Result<_, ParseError>>()?))
        });
        match posed {
            Ok((goal, lone)) => Task { goal, lone, ..task },
            Err(error) => Task { puzzle: Err(error.into()), ..task },
        }
    }

    /// Returns whether some solutions are left out on purpose, so that an answer may have none.
    pub fn leaves_out(&self) -> bool {
        !self.question.lone.is_empty()
    }

    /// Returns the memory that solutions may take in any one place.
    pub fn most_memory(&self) -> u64 {
        self.bounds.max_memory.unwrap_or(u64::MAX)
    }

    /// Reads the goal in terms of a puzzle.
    fn goal(&self, puzzle: &Puzzle) -> Result<Option<Goal>, ParseError> {
        let Some((option, text)) = self.question.of_all.goal() else { return Ok(None) };
        let expression = text::expression(&text, puzzle, &Vocabulary::default())?;
        Ok(Some(if option == MAXIMIZE { Goal::Maximize(expression) } else { Goal::Minimize(expression) }))
    }

    fn limits(&self) -> Limits {
        let Bounds { time: _, max_solutions, max_memory } = self.bounds;
        // One clock runs for the whole answer, not only for the search: see `timing`.
        Limits { timeout: None, max_solutions, max_memory }
    }

    /// Returns how long each puzzle may take.
    pub fn timing(&self, interrupt: &Interrupt) -> Timing {
        Timing::new(self.bounds.time.timeout, interrupt).within_memory(self.bounds.max_memory)
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
            .essentially(self.question.of_all.essentially)
            .goal(task.goal.clone())
            .lone(task.lone.clone())
            .limits(self.limits())
            .threads(threads)
            .stream(self.search.stream)
            .shard(shard)
            .watch(watch)
            .progress(Arc::clone(progress));
        let solver = self.search.engine.iter().fold(solver, |solver, name| solver.engine(name));
        self.search.evaluator.iter().fold(solver, |solver, name| solver.evaluator(name))
    }
}

fn certificate(proof: &Proof) -> Option<Wish> {
    let path = proof.certificate.clone()?;
    let limit = proof.certificate_limit.unwrap_or(1 << 30);
    let is_pseudo_boolean = proof.certificate_format.as_ref().is_some_and(|format| format == "veripb");
    Some(Wish { path, limit, is_pseudo_boolean })
}

/// Returns how letters are shown. A terminal shows the digits of a few symbols unless an option forbids it.
fn letters(options: &Printed) -> Letters {
    let is_text = options.format.name == "text";
    let is_terminal = is_text && io::stdout().is_terminal() && command::output(&options.output).is_none();
    let Lettering { key, decode, show_key, digits_as } = &options.lettering;
    let mut letters = Letters::default();
    (letters.key, letters.decode) = (key.clone(), decode.clone());
    letters.decimal = digits_as == "decimal";
    letters.most_symbols = match show_key.as_deref() {
        Some("off") => 0,
        Some(_) => usize::MAX,
        None if is_terminal => MOST_SHOWN,
        None => 0,
    };
    letters
}
