//! `fukumen hint`: gives the next step only.

use clap::{Arg, ArgMatches, Command};

use crate::cli::status::Status;
use crate::cli::telling;
use crate::explain::prose::Level;

const EXAMPLES: &str = "\
Examples:
  fukumen hint SEND+MORE=MONEY                    the first step with its reason
  fukumen hint --known M=1,O=0 SEND+MORE=MONEY    the next one, once M and O are known
  fukumen hint --level 1 SEND+MORE=MONEY          only where to look

Exit status: 0 there is a hint, or all is known; 1 there is no solution with the known digits;
2 the puzzle or the command is wrong; 3 stopped, or no technique helps.";

/// Defines the command.
pub fn command() -> Command {
    Command::new("hint")
        .about("Print only the next step: where to look, what to use, or what follows")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    let known = Arg::new("known").long("known").value_name("DIGITS").allow_hyphen_values(true);
    let level = Arg::new("level").long("level").value_name("N").default_value("3");
    telling::with_techniques(telling::with_options(definition))
        .arg(
            known.help(
                "What is known already: M=1,O=0, or the puzzle partly filled in with ? for open digits",
            ),
        )
        .arg(
            level
                .value_parser(["1", "2", "3"])
                .help("How much to tell: 1 where to look, 2 also the technique, 3 the step with its reason"),
        )
}

/// Gives a hint for each puzzle that the command line names.
pub fn hint(matches: &ArgMatches) -> anyhow::Result<Status> {
    let level = match matches.get_one::<String>("level").map(String::as_str) {
        Some("1") => Level::Where,
        Some("2") => Level::Technique,
        _ => Level::Conclusion,
    };
    let known = matches.get_one::<String>("known");
    telling::run(matches, &mut |subject| {
        let known = known.map_or(Ok(Vec::new()), |text| telling::known(subject.puzzle, text))?;
        Ok(subject.hint(&known, level))
    })
}
