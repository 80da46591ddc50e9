//! `fukumen why`: the steps to one fact.

use std::path::PathBuf;

use clap::Arg;
use clap::ArgAction;
use clap::ArgMatches;
use clap::Command;

use crate::cli::Status;
use crate::cli::dash;
use crate::cli::explain::explained;
use crate::cli::input;
use crate::cli::message;
use crate::cli::settings;
use crate::cli::telling;
use crate::cli::telling::Answered;
use crate::cli::telling::Asked;
use crate::cli::trouble::Trouble;
use crate::explain;
use crate::explain::FactError;
use crate::explain::prose;
use crate::explain::prose::Detail;
use crate::solution::Solution;
use crate::solve::Ask;
use crate::solve::Solver;

const EXAMPLES: &str = "\
Examples:
  fukumen why SEND+MORE=MONEY E=5        the steps to E = 5 and no others
  fukumen why SEND+MORE=MONEY E!=7
  fukumen why 'TWO*TWO=THREE' 'TWO<200'
  fukumen why NRICH+MATHS=STARS          why there is no solution
  fukumen why A+B=C                      which digits stay open, and two answers that differ

Exit status: 0 proved, 1 there is no solution, or the fact does not hold in each; 2 the puzzle, the
fact or the command is wrong; 3 stopped before the end.";

/// Its definition.
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

/// Explains a fact about what the command line names.
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
    telling::run_on(matches, sources, &mut |asked| match &fact {
        Some(fact) => proved(asked, fact),
        None => {
            Ok(open(asked).unwrap_or_else(|| explained(asked, asked.explainer().explain(), Detail::Normal)))
        }
    })
}

/// The steps to a fact, or a solution in which it does not hold.
fn proved(asked: &Asked, text: &str) -> anyhow::Result<(Answered, Status)> {
    let fact = match explain::fact_of(asked.puzzle, text) {
        Ok(fact) => fact,
        Err(FactError::Text(error)) => {
            message::trouble(&Trouble::Text(*error), "fact", "");
            anyhow::bail!("'{text}' cannot be read as a fact");
        }
        Err(error) => anyhow::bail!("'{text}': {error}"),
    };
    if let Some(solution) = fact.counterexample(asked.puzzle, &asked.watch) {
        return Ok(refuted(asked, text, &solution));
    }
    let (mut answered, status) =
        explained(asked, asked.explainer().goal(fact.claim.clone()).explain(), Detail::Normal);
    if let Answered::Steps { explanation, told, .. } = &mut answered
        && status == Status::Found
    {
        told.closing = prose::fact(&fact.claim, &explanation.names, asked.puzzle, asked.language) + ".";
    }
    Ok((answered, status))
}

fn refuted(asked: &Asked, text: &str, solution: &Solution) -> (Answered, Status) {
    let reason = format!("'{text}' is not certain: it does not hold in {}", line(asked, solution));
    let mut object = asked.object();
    object["fact"] = text.into();
    object["counterexample"] = solution.to_string().into();
    (Answered::Line { text: reason, object }, Status::None)
}

fn line(asked: &Asked, solution: &Solution) -> String {
    prose::check(asked.puzzle, &explain::by_place(asked.puzzle, solution))
}

/// Two solutions that differ, and the digits in which they do; nothing if there are not two.
fn open(asked: &Asked) -> Option<(Answered, Status)> {
    let solver = Solver::new(asked.puzzle).ask(Ask::First(2)).watch(asked.watch.clone());
    let (_, solutions) = solver.run().ok()?;
    let [first, second] = solutions.as_slice() else { return None };
    let differs = |(name, cell): (String, _)| (first.digit(cell) != second.digit(cell)).then_some(name);
    let names: Vec<String> = explain::places(asked.puzzle).into_iter().filter_map(differs).collect();
    let answers = [line(asked, first), line(asked, second)];
    let text =
        format!("several solutions, which differ in {}: {} and {}", names.join(", "), answers[0], answers[1]);
    let mut object = asked.object();
    object["status"] = "several".into();
    object["open"] = names.into();
    object["examples"] = answers.to_vec().into();
    Some((Answered::Line { text, object }, Status::Found))
}
