//! `fukumen generate`: makes puzzles.
//!
//! Each kind is a subcommand, made from the table of kinds. Puzzles are written as they are found. Which puzzles are found,
//! and in which order, depends only on the options and lists. A checkpoint keeps what another run needs to continue the
//! search.

mod alarm;
mod choosing;
pub(super) mod order;
mod run;
mod search;
mod sheet;
mod watch;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::cli::status::Status;
use crate::cli::{amounts, options, settings};
use crate::generate;
use crate::generate::{Comparison, KINDS, Kind, MEASURES, Shard};

const EXAMPLES: &str = "\
Every puzzle was solved again before it is printed, and has exactly one solution under the rules
printed with it, or as many as --solutions asks for. The same order and seed make the same puzzles
on every machine.

Exit status: 0 puzzles were found, 1 none was, and everything searched, 2 the command is wrong,
3 stopped before the end.";

/// Defines the command.
pub fn command() -> Command {
    Command::new("generate").about("Make puzzles with exactly one solution").defer(with_kinds)
}

fn with_kinds(command: Command) -> Command {
    let kinds = KINDS.iter().map(|kind| subcommand(*kind));
    let examples =
        KINDS.iter().map(|kind| format!("  fukumen {}\n", order::example(*kind))).collect::<String>();
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("KIND")
        .subcommand_help_heading("Kinds")
        .subcommands(kinds)
        .after_help(format!("Examples:\n{examples}\n{EXAMPLES}"))
}

fn subcommand(kind: &'static dyn Kind) -> Command {
    Command::new(kind.name())
        .about(settings::sentence(kind.help()))
        .after_help(format!("Example:\n  fukumen {}\n\n{EXAMPLES}", order::example(kind)))
        .args_override_self(true)
        .args(order::subject(kind))
        .args(order::choices(kind))
        .next_help_heading("Which puzzles")
        .args(wanted())
        .next_help_heading("The search")
        .args(search())
        .next_help_heading("Output")
        .args(output())
        .next_help_heading("Rules of the puzzles")
        .args(settings::options_beside(|name| order::is_choice(kind, name)))
}

fn wanted() -> Vec<Arg> {
    let value = |name: &'static str, takes: &'static str| Arg::new(name).long(name).value_name(takes);
    let measures = || MEASURES.iter().map(|measure| measure.name);
    let known = measures().collect::<Vec<_>>().join(", ");
    vec![
        value("solutions", "K")
            .value_parser(amounts::whole(1))
            .default_value("1")
            .help("Make puzzles with exactly K solutions"),
        value("max-results", "N")
            .value_parser(amounts::whole(1))
            .help("Stop after N puzzles (default: make all, or one if there is no end of them)"),
        value("where-measure", "MEASURE<N")
            .action(ArgAction::Append)
            .value_parser(|text: &str| text.parse::<Comparison>().map(|_| text.to_string()))
            .help(format!("Puzzles with a measure such as nodes<50 or ideal only; measures: {known}")),
        value("sort", "MEASURE")
            .value_parser(PossibleValuesParser::new(measures()))
            .conflicts_with_all(["checkpoint", "resume"])
            .hide_possible_values(true)
            .help("Sort by a measure, the smallest first; the output comes at the end"),
        value("seed", "N")
            .value_parser(amounts::whole(0))
            .default_value("0")
            .help("Choose the random numbers: the same seed makes the same puzzles"),
    ]
}

fn search() -> Vec<Arg> {
    let value = |name: &'static str, takes: &'static str| Arg::new(name).long(name).value_name(takes);
    let file = |name: &'static str| value(name, "FILE").value_parser(options::named());
    vec![
        value("shard", "I/N").value_parser(|text: &str| text.parse::<Shard>()).default_value("1/1").help(
            "Search the I-th of N pieces, each with its own limits; 'fukumen merge' joins their outputs",
        ),
        file("checkpoint")
            .help("Record in FILE how far the search has come, every few seconds and at the end"),
        value("checkpoint-every", "TIME")
            .value_parser(amounts::duration)
            .default_value("2s")
            .help("Write a checkpoint this often"),
        file("resume").help("Continue the search of a checkpoint, and keep it up to date"),
        options::timeout(),
        options::threads(),
    ]
}

fn output() -> Vec<Arg> {
    vec![
        Arg::new("certificate")
            .long("certificate")
            .value_name("DIR")
            .value_parser(options::named())
            .help("Write a proof of each puzzle's solutions into this folder, for 'fukumen verify'"),
        options::format().help("Output format; 'fukumen solve -' solves text again"),
        options::flag("with-solution", "Writes the solution too; in text as a comment"),
        options::output_file().help("Write to FILE; --resume continues it from the checkpoint"),
        options::colour(),
        options::quiet(),
    ]
}

/// Makes the puzzles that the command line orders.
pub fn generate(matches: &ArgMatches) -> anyhow::Result<Status> {
    let (name, matches) = matches.subcommand().expect("clap requires a kind");
    let kind = generate::kind(name).expect("clap knows the kinds of the table only");
    run::run(kind, matches)
}
