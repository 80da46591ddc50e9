//! The options of `fukumen generate`. Each kind is a subcommand, made from the table of kinds.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};

use crate::cli::command::options;
use crate::cli::command::options::{Messages, Threads, Timeout};
use crate::cli::{amounts, settings};
use crate::generate;
use crate::generate::{Choice, Comparison, KINDS, Kind, MEASURES, Measure, SUBJECT_FILE, Shard, Takes};
use crate::report::{Answers, Offered};

const EXAMPLES: &str = "\
Every puzzle was solved again before it is printed, and has exactly one solution under the rules
printed with it, or as many as --solutions asks for. The same order and seed make the same puzzles
on every machine.

Exit status: 0 puzzles were found, 1 none was, and everything searched, 2 the command is wrong,
3 stopped before the end.";

/// A kind and its options.
pub struct Generate {
    pub kind: &'static dyn Kind,
    pub making: Making,
    /// The options of the kind, which its table names, and the rules.
    pub matches: ArgMatches,
}

impl FromArgMatches for Generate {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (name, matches) = matches.subcommand().expect("clap requires a kind");
        let kind = generate::kind(name).expect("clap knows the kinds of the table only");
        Ok(Self { kind, making: Making::from_arg_matches(matches)?, matches: matches.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Generate {
    fn augment_args(command: Command) -> Command {
        let examples = KINDS.iter().map(|kind| format!("  fukumen {}\n", example(*kind)));
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("KIND")
            .subcommand_help_heading("Kinds")
            .subcommands(KINDS.iter().map(|kind| subcommand(*kind)))
            .after_help(format!("Examples:\n{}\n{EXAMPLES}", examples.collect::<String>()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn subcommand(kind: &'static dyn Kind) -> Command {
    let command = Command::new(kind.name()).args_override_self(true).args(subject(kind));
    Making::augment_args(command.args(kind.choices().iter().map(choice)))
        .next_help_heading("Rules of the puzzles")
        .args(settings::options_beside(|name| is_choice(kind, name)))
        .about(settings::sentence(kind.help()))
        .after_help(format!("Example:\n  fukumen {}\n\n{EXAMPLES}", example(kind)))
}

/// The options of every kind.
#[derive(Args)]
pub struct Making {
    #[command(flatten, next_help_heading = "Which puzzles")]
    pub which: Which,
    #[command(flatten, next_help_heading = "The search")]
    pub search: Searching,
    #[command(flatten, next_help_heading = "Output")]
    pub output: Written,
}

/// Which puzzles are wanted.
#[derive(Args)]
pub struct Which {
    /// Make puzzles with exactly K solutions
    #[arg(long, value_name = "K", value_parser = amounts::whole(1), default_value = "1")]
    pub solutions: u64,
    /// Stop after N puzzles (default: make all, or one if there is no end of them)
    #[arg(long, value_name = "N", value_parser = amounts::whole(1))]
    pub max_results: Option<u64>,
    #[arg(long, value_name = "MEASURE<N", help = where_measure())]
    pub where_measure: Vec<Comparison>,
    /// Sort by a measure, the smallest first; the output comes at the end
    #[arg(long, value_name = "MEASURE", conflicts_with_all = ["checkpoint", "resume"])]
    #[arg(value_parser = options::row(MEASURES, |measure| (measure.name, "")), hide_possible_values = true)]
    pub sort: Option<&'static Measure>,
    /// Choose the random numbers: the same seed makes the same puzzles
    #[arg(long, value_name = "N", value_parser = amounts::whole(0), default_value = "0")]
    pub seed: u64,
}

fn where_measure() -> String {
    let known: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
    format!("Puzzles with a measure such as nodes<50 or ideal only; measures: {}", known.join(", "))
}

/// How puzzles are searched for.
#[derive(Args)]
pub struct Searching {
    /// Search the I-th of N pieces, each with its own limits; 'fukumen merge' joins their outputs
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub shard: Shard,
    /// Record in FILE how far the search has come, every few seconds and at the end
    #[arg(long, value_name = "FILE", value_parser = options::named())]
    pub checkpoint: Option<PathBuf>,
    /// Write a checkpoint this often
    #[arg(long, value_name = "TIME", value_parser = amounts::duration, default_value = "2s")]
    pub checkpoint_every: Duration,
    /// Continue the search of a checkpoint, and keep it up to date
    #[arg(long, value_name = "FILE", value_parser = options::named())]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub limit: Timeout,
    #[command(flatten)]
    pub threads: Threads,
}

/// How puzzles are written.
#[derive(Args)]
pub struct Written {
    /// Write a proof of each puzzle's solutions into this folder, for 'fukumen verify'
    #[arg(long, value_name = "DIR", value_parser = options::named())]
    pub certificate: Option<PathBuf>,
    /// Output format; 'fukumen solve -' solves text again
    #[arg(long, value_parser = options::formats(), default_value = "text")]
    pub format: Offered<Answers>,
    /// Writes the solution too; in text as a comment
    #[arg(long)]
    pub with_solution: bool,
    /// Write to FILE; --resume continues it from the checkpoint
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub messages: Messages,
}

/// Returns the argument after the name of a kind, if the kind takes one.
fn subject(kind: &dyn Kind) -> Option<Arg> {
    let subject = Arg::new("subject").value_name(kind.subject()?);
    Some(if kind.subject() == Some(SUBJECT_FILE) {
        subject.value_parser(value_parser!(PathBuf)).help("The text; - reads standard input")
    } else {
        subject.help("What to make it of")
    })
}

/// Returns a command line that a kind shows as an example, without the name of the program.
pub fn example(kind: &dyn Kind) -> String {
    let is_file = kind.subject() == Some(SUBJECT_FILE);
    let word = |(name, value): &(&str, &str)| match (*name, *value) {
        ("", file) if is_file => format!(" {file}"),
        ("", text) => format!(" '{text}'"),
        (flag, "") => format!(" --{flag}"),
        (name, value) => format!(" --{name} {value}"),
    };
    format!("generate {}{}", kind.name(), kind.example().iter().map(word).collect::<String>())
}

fn choice(choice: &'static Choice) -> Arg {
    let needs = choice.needs.map(|needs| format!("with --{needs}: ")).unwrap_or_default();
    let help = needs + choice.help;
    let default = choice.default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
    let arg = Arg::new(choice.name).long(choice.name).help(settings::sentence(&help) + &default);
    let action = if choice.repeats { ArgAction::Append } else { ArgAction::Set };
    match choice.takes {
        Takes::Flag => arg.action(ArgAction::SetTrue),
        Takes::File => arg.value_name(choice.value).action(action).value_parser(value_parser!(PathBuf)),
        Takes::Number { .. }
        | Takes::Range { .. }
        | Takes::OneOf(_)
        | Takes::OneOfOr { .. }
        | Takes::Text => arg.value_name(choice.value).action(action).allow_hyphen_values(true),
    }
}

/// Returns whether an option is one of the kind's own.
pub fn is_choice(kind: &dyn Kind, name: &str) -> bool {
    kind.choices().iter().any(|choice| choice.name == name)
}
