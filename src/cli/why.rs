//! `fukumen why`: gives the steps to one fact.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::cli::status::Status;
use crate::cli::telling::WrongQuestion;
use crate::cli::trouble::Trouble;
use crate::cli::{dash, input, settings, telling};
use crate::explain::FactError;

const EXAMPLES: &str = "\
Examples:
  fukumen why SEND+MORE=MONEY E=5        the steps to E = 5 and no others
  fukumen why SEND+MORE=MONEY E!=7
  fukumen why 'TWO*TWO=THREE' 'TWO<200'
  fukumen why NRICH+MATHS=STARS          why there is no solution
  fukumen why A+B=C                      which digits stay open, and two answers that differ

Exit status: 0 proved, 1 there is no solution, or the fact does not hold in each; 2 the puzzle, the
fact or the command is wrong; 3 stopped before the end.";

/// Defines the command.
pub fn command() -> Command {
    Command::new("why")
        .about("Explain one fact, or why there is no solution, or why there are several")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    let words = Arg::new("puzzle").value_name("PUZZLE [FACT]").action(ArgAction::Append).num_args(0..=2);
    let help = "The puzzle, and what to explain: E=5, E!=7 or 'TWO<200'; with -f FILE only the fact";
    telling::with_techniques(telling::with_options(definition)).mut_arg("puzzle", |_| words.help(help))
}

/// Explains a fact about the puzzle that the command line names.
pub fn why(matches: &ArgMatches) -> anyhow::Result<Status> {
    let words: Vec<&String> = matches.get_many::<String>("puzzle").into_iter().flatten().collect();
    let has_file = matches.get_many::<PathBuf>("file").is_some();
    let (puzzles, fact) = match (has_file, words.as_slice()) {
        (true, []) | (false, []) => (Vec::new(), None),
        (true, [fact]) => (Vec::new(), Some(*fact)),
        (false, [puzzle]) => (vec![*puzzle], None),
        (false, [puzzle, fact]) => (vec![*puzzle], Some(*fact)),
        _ => anyhow::bail!("a puzzle and one fact are expected; a puzzle with spaces needs quotes"),
    };
    let sources = input::sources_of(&puzzles, matches, &settings::rules(matches))?;
    let fact = fact.map(|fact| dash::restored(fact));
    telling::run_on(matches, sources, &mut |subject| match &fact {
        Some(fact) => subject.proved(fact).map_err(|error| WrongQuestion(trouble(error, fact)).into()),
        None => Ok(subject.why()),
    })
}

/// Returns what is wrong with a fact. One that cannot be read is shown with the place.
fn trouble(error: FactError, text: &str) -> Trouble {
    match error {
        FactError::Text(error) => Trouble::Text(*error),
        error => Trouble::Asked(format!("'{text}': {error}")),
    }
}
