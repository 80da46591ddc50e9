//! `fukumen explain`: explains how a person finds the answer.

use clap::{ArgMatches, Command};

use crate::cli::status::Status;
use crate::cli::{options, telling};
use crate::explain::prose::Detail;

const EXAMPLES: &str = "\
Examples:
  fukumen explain SEND+MORE=MONEY            each step with its reason
  fukumen explain --brief NRICH+MATHS=STARS  what each step concludes
  fukumen explain --full 'TWO*TWO=THREE'     with the digits that are left after each step
  fukumen explain --format html -f puzzles.txt -o puzzles.html

Exit status: 0 explained to the end, 1 there is no solution, 2 the puzzle or the command is wrong,
3 stopped before the end; what was proved until then is printed.";

/// Defines the command.
pub fn command() -> Command {
    Command::new("explain")
        .about("Explain step by step how a person finds the solution")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    telling::with_techniques(telling::with_options(definition))
        .arg(options::flag("brief", "Print only what each step concludes").conflicts_with("full"))
        .arg(options::flag("full", "Print the puzzle and the digits that are left after each step"))
}

/// Explains the puzzles that the command line names.
pub fn explain(matches: &ArgMatches) -> anyhow::Result<Status> {
    let detail = match (matches.get_flag("brief"), matches.get_flag("full")) {
        (true, _) => Detail::Brief,
        (_, true) => Detail::Full,
        _ => Detail::Normal,
    };
    telling::run(matches, &mut |subject| Ok(subject.explained(detail)))
}
