//! `fukumen rate`: rates how hard puzzles are for a person.

use clap::{ArgMatches, Command};

use crate::cli::status::Status;
use crate::cli::{options, telling};

const EXAMPLES: &str = "\
Examples:
  fukumen rate SEND+MORE=MONEY
  fukumen rate --format jsonl -f puzzles.txt

A rating is a number from 1.0 to 10.0: up to 2 gentle, up to 4 easy, up to 6 medium, up to 8 hard,
beyond that fiendish. Exit status: as explain.";

/// Defines the command.
pub fn command() -> Command {
    Command::new("rate")
        .about("Say how hard puzzles are for a person, and which techniques they need")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    telling::with_techniques(telling::with_options(definition))
        .mut_arg("tries", |tries| tries.help("Search N times for a shorter explanation (default: 1)"))
        .arg(options::threads())
}

/// Rates the puzzles that the command line names.
pub fn rate(matches: &ArgMatches) -> anyhow::Result<Status> {
    telling::run_at_once(matches, &|subject| subject.rated())
}
