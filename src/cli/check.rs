//! `fukumen check`: judges an answer, complete or not.

use clap::Arg;
use clap::ArgAction;
use clap::ArgMatches;
use clap::Command;
use serde_json::Value;

use crate::cli::Status;
use crate::cli::dash;
use crate::cli::telling;
use crate::cli::telling::Answered;
use crate::cli::telling::Asked;
use crate::explain;
use crate::explain::Filled;
use crate::explain::Verdict;
use crate::puzzle::Puzzle;
use crate::report::json as values;
use crate::report::words;

const EXAMPLES: &str = "\
Examples:
  fukumen check SEND+MORE=MONEY --answer '9567+1085=10652'
  fukumen check SEND+MORE=MONEY --answer S=9,E=5
  fukumen check -f drawing.txt --answer \"$(cat filled-in.txt)\"

Exit status: 0 the answer is right, or part of a solution; 1 it is wrong, or a dead end; 2 the
puzzle, the answer or the command is wrong; 3 stopped before it was certain.";

/// Its definition.
pub fn command() -> Command {
    Command::new("check")
        .about("Say whether an answer is right, wrong, or part of a solution")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    let answer = Arg::new("answer").long("answer").value_name("ANSWER").action(ArgAction::Append);
    let help = "The answer: the puzzle filled in, with ? for open digits, or a list such as S=9,E=5; \
                repeat it for several puzzles";
    telling::with_options(definition).arg(answer.required(true).allow_hyphen_values(true).help(help))
}

/// Checks what the command line names.
pub fn check(matches: &ArgMatches) -> anyhow::Result<Status> {
    let answers: Vec<&String> = matches.get_many::<String>("answer").into_iter().flatten().collect();
    let mut place = 0;
    let status = telling::run(matches, &mut |asked| {
        if !asked.task.is_again {
            place += 1;
        }
        let text = answers.get(place - 1).or(answers.last().filter(|_| answers.len() == 1));
        let text = text.ok_or_else(|| {
            anyhow::anyhow!("puzzle {place} has no answer: there are only {}", answers.len())
        })?;
        judged(asked, &dash::restored(text))
    })?;
    anyhow::ensure!(place >= answers.len(), "there are {} answers, but only {place} puzzles", answers.len());
    Ok(status)
}

fn judged(asked: &Asked, text: &str) -> anyhow::Result<(Answered, Status)> {
    let filled =
        explain::answer(asked.puzzle, text).map_err(|error| anyhow::anyhow!("the answer: {error}"))?;
    let verdict = explain::verdict(asked.puzzle, &filled, &asked.watch);
    let (word, reason, status) = described(asked.puzzle, &verdict);
    let mut object = asked.object();
    object["answer"] = text.into();
    object["verdict"] = word.into();
    object["reason"] = reason.clone().into();
    object["solutions"] = match verdict {
        Verdict::Possible(count) => values::count(count),
        Verdict::DeadEnd(_) => 0.into(),
        _ => Value::Null,
    };
    if let Verdict::DeadEnd(digits) = &verdict {
        object["digits"] = as_object(asked.puzzle, digits);
    }
    let text = reason.map_or_else(|| word.into(), |reason| format!("{word}: {reason}"));
    Ok((Answered::Line { text, object }, status))
}

/// A verdict in one word, its reason, and the status.
fn described(puzzle: &Puzzle, verdict: &Verdict) -> (&'static str, Option<String>, Status) {
    match verdict {
        Verdict::Right => ("right", None, Status::Found),
        Verdict::Wrong(reason) => ("wrong", Some(reason.to_string()), Status::None),
        Verdict::Possible(count) => {
            ("possible", Some(format!("part of {}", words::plural(*count, "solution"))), Status::Found)
        }
        Verdict::Open(0) => ("open", Some("stopped before a solution was found".into()), Status::Stopped),
        Verdict::Open(count) => {
            let reason = format!("part of at least {}", words::plural(*count, "solution"));
            ("possible", Some(reason), Status::Found)
        }
        Verdict::DeadEnd(digits) if digits.is_empty() => {
            ("dead end", Some("the puzzle has no solution".into()), Status::None)
        }
        Verdict::DeadEnd(digits) => {
            let reason = format!("no solution has {}", explain::listed_digits(puzzle, digits));
            ("dead end", Some(reason), Status::None)
        }
        Verdict::Undecided => {
            ("open", Some("the numbers are too large to be computed".into()), Status::Stopped)
        }
    }
}

fn as_object(puzzle: &Puzzle, digits: &Filled) -> Value {
    let places = explain::places(puzzle);
    let name = |cell| places.iter().find(|(_, other)| *other == cell).map(|(name, _)| name.clone());
    digits.iter().filter_map(|(cell, digit)| Some((name(*cell)?, Value::from(*digit)))).collect()
}
