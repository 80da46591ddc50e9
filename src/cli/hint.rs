//! `fukumen hint`: the next step only.

use clap::Arg;
use clap::ArgMatches;
use clap::Command;

use crate::cli::Status;
use crate::cli::amounts;
use crate::cli::telling;
use crate::cli::telling::Answered;
use crate::cli::telling::Asked;
use crate::explain::Explanation;
use crate::explain::Filled;
use crate::explain::Interrupted;
use crate::explain::Verdict;
use crate::explain::listed_digits;
use crate::explain::prose;
use crate::explain::prose::Level;
use crate::explain::verdict;

const EXAMPLES: &str = "\
Examples:
  fukumen hint SEND+MORE=MONEY                    the first step with its reason
  fukumen hint --known M=1,O=0 SEND+MORE=MONEY    the next one, once M and O are known
  fukumen hint --level 1 SEND+MORE=MONEY          only where to look

Exit status: 0 there is a hint, or all is known; 1 there is no solution with the known digits;
2 the puzzle or the command is wrong; 3 stopped, or no technique helps.";

/// Its definition.
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
                .value_parser(amounts::whole(1))
                .help("How much to tell: 1 where to look, 2 also the technique, 3 the step with its reason"),
        )
}

/// Gives a hint for what the command line names.
pub fn hint(matches: &ArgMatches) -> anyhow::Result<Status> {
    let level = match matches.get_one::<u64>("level") {
        Some(1) => Level::Where,
        Some(2) => Level::Technique,
        _ => Level::Conclusion,
    };
    let known = matches.get_one::<String>("known");
    telling::run(matches, &mut |asked| {
        let known = known.map_or(Ok(Vec::new()), |text| telling::known(asked.puzzle, text))?;
        Ok(wrong(asked, &known).unwrap_or_else(|| hinted(asked, &known, level)))
    })
}

/// What is wrong with the digits that are known, if something is.
fn wrong(asked: &Asked, known: &Filled) -> Option<(Answered, Status)> {
    if known.is_empty() {
        return None;
    }
    let reason = match verdict(asked.puzzle, known, &asked.watch) {
        Verdict::Wrong(message) => message.to_string(),
        Verdict::DeadEnd(digits) if !digits.is_empty() => {
            format!("no solution has {}", listed_digits(asked.puzzle, &digits))
        }
        _ => return None,
    };
    let mut object = asked.object();
    object["hint"] = reason.clone().into();
    Some((Answered::Line { text: reason, object }, Status::None))
}

fn hinted(asked: &Asked, known: &Filled, level: Level) -> (Answered, Status) {
    let explanation = asked.explainer().known(known).hint();
    let explanation = explanation.unwrap_or_else(|Interrupted| Explanation::unfinished(asked.puzzle));
    let told = prose::hint(&explanation, asked.puzzle, asked.language, level);
    let status = if explanation.steps.is_empty() { telling::status(&explanation) } else { Status::Found };
    (Answered::Steps { explanation: Box::new(explanation), told: Box::new(told), rating: None }, status)
}
