//! `fukumen check`: judges an answer, complete or not.

use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::cli::status::Status;
use crate::cli::telling::WrongQuestion;
use crate::cli::trouble::Trouble;
use crate::cli::{dash, input, settings, telling};

const EXAMPLES: &str = "\
Examples:
  fukumen check SEND+MORE=MONEY S=9,E=5
  fukumen check SEND+MORE=MONEY --answer '9567+1085=10652'
  fukumen check -f drawing.txt --answer \"$(cat filled-in.txt)\"

Exit status: 0 the answer is right, or part of a solution; 1 it is wrong, or a dead end; 2 the
puzzle, the answer or the command is wrong; 3 stopped before it was certain.

The program fukumen-check is another one: it judges proofs, see fukumen-check --help.";

/// Defines the command.
pub fn command() -> Command {
    Command::new("check")
        .about("Say whether an answer is right, wrong, or part of a solution (verify judges proofs)")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    let answer = Arg::new("answer").long("answer").value_name("ANSWER").action(ArgAction::Append);
    let help = "The answer: the puzzle filled in, with ? for open digits, or a list such as S=9,E=5; \
                repeat it for several puzzles. Without it, the last argument is the answer";
    telling::with_options(definition).arg(answer.allow_hyphen_values(true).help(help))
}

/// Judges the answers that the command line gives.
pub fn check(matches: &ArgMatches) -> anyhow::Result<Status> {
    let mut answers: Vec<&String> = matches.get_many::<String>("answer").into_iter().flatten().collect();
    let mut words: Vec<&String> = matches.get_many::<String>("puzzle").into_iter().flatten().collect();
    if answers.is_empty() {
        let puzzles = usize::from(!matches.contains_id("file"));
        // More words are one puzzle without its quotes.
        let is_one = words.len() == puzzles + 1;
        let answer = words.pop().filter(|_| is_one);
        answers.push(answer.ok_or_else(|| anyhow::anyhow!("an answer is expected: --answer S=9,E=5"))?);
    }
    let sources = input::sources_of(&words, matches, &settings::rules(matches))?;
    let mut place = 0;
    let status = telling::run_on(matches, sources, &mut |subject| {
        if !subject.is_again {
            place += 1;
        }
        let text = answers.get(place - 1).or(answers.last().filter(|_| answers.len() == 1));
        let text = text.ok_or_else(|| {
            anyhow::anyhow!("puzzle {place} has no answer: there are only {}", answers.len())
        })?;
        let judged = subject.judged(&dash::restored(text));
        judged.map_err(|error| WrongQuestion(Trouble::Asked(format!("the answer: {error}"))).into())
    })?;
    anyhow::ensure!(place >= answers.len(), "there are {} answers, but only {place} puzzles", answers.len());
    Ok(status)
}
