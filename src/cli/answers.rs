//! The answers of `fukumen explain`, `hint`, `rate`, `check` and `why`.

use crate::cli::command::{Check, Explain, Hint, Rate, Techniques, Why};
use crate::cli::explaining::QuestionError;
use crate::cli::status::Status;
use crate::cli::task_error::TaskError;
use crate::cli::{dash, explaining, input};
use crate::explain;
use crate::explain::FactError;
use crate::explain::prose::Detail;

/// Explains the puzzles that the command line names.
pub fn explain(options: &Explain) -> anyhow::Result<Status> {
    let detail = match (options.brief, options.full) {
        (true, _) => Detail::Brief,
        (_, true) => Detail::Full,
        _ => Detail::Normal,
    };
    explaining::run(&options.common, &options.techniques, &mut |subject| Ok(subject.explained(detail)))
}

/// Gives a hint for each puzzle that the command line names.
pub fn hint(options: &Hint) -> anyhow::Result<Status> {
    explaining::run(&options.common, &options.techniques, &mut |subject| {
        let known = options.known.as_ref().map(|text| explain::known(subject.puzzle, text)).transpose();
        let known = known.map_err(|error| anyhow::anyhow!("{error}"))?.unwrap_or_default();
        Ok(subject.hint(&known, options.level))
    })
}

/// Rates the puzzles that the command line names.
pub fn rate(options: &Rate) -> anyhow::Result<Status> {
    explaining::run_at_once(options, &|subject| subject.rated())
}

/// Judges the answers that the command line gives.
pub fn check(options: Check) -> anyhow::Result<Status> {
    let Check { common, answer: mut answers } = options;
    let mut words = common.puzzles.puzzle.clone();
    if answers.is_empty() {
        let puzzles = usize::from(common.puzzles.file.is_empty());
        // More words are one puzzle without its quotes.
        let is_one = words.len() == puzzles + 1;
        let answer = words.pop().filter(|_| is_one);
        answers.push(answer.ok_or_else(|| anyhow::anyhow!("an answer is expected: --answer S=9,E=5"))?);
    }
    let sources = input::sources_of(&words, &common.puzzles, &common.rules.0)?;
    let mut place = 0;
    let status = explaining::run_on(&common, &Techniques::default(), sources, &mut |subject| {
        if !subject.is_again {
            place += 1;
        }
        let text = answers.get(place - 1).or(answers.last().filter(|_| answers.len() == 1));
        let text = text.ok_or_else(|| {
            anyhow::anyhow!("puzzle {place} has no answer: there are only {}", answers.len())
        })?;
        let judged = subject.judged(&dash::restored(text));
        judged.map_err(|error| QuestionError(TaskError::Question(format!("the answer: {error}"))).into())
    })?;
    anyhow::ensure!(place >= answers.len(), "there are {} answers, but only {place} puzzles", answers.len());
    Ok(status)
}

/// Explains a fact about the puzzle that the command line names.
pub fn why(options: &Why) -> anyhow::Result<Status> {
    let Why { common, techniques } = options;
    let words = common.puzzles.puzzle.as_slice();
    let (puzzles, fact) = match (common.puzzles.file.is_empty(), words) {
        (_, []) => (words, None),
        (false, [fact]) => (&[][..], Some(fact)),
        (true, [_]) => (words, None),
        (true, [_, fact]) => (&words[..1], Some(fact)),
        _ => anyhow::bail!("a puzzle and one fact are expected; a puzzle with spaces needs quotes"),
    };
    let sources = input::sources_of(puzzles, &common.puzzles, &common.rules.0)?;
    let fact = fact.map(|fact| dash::restored(fact));
    explaining::run_on(common, techniques, sources, &mut |subject| match &fact {
        Some(fact) => subject.proved(fact).map_err(|error| QuestionError(question_error(error, fact)).into()),
        None => Ok(subject.why()),
    })
}

/// Returns what is wrong with a fact. One that cannot be read is shown with the place.
fn question_error(error: FactError, text: &str) -> TaskError {
    match error {
        FactError::Text(error) => TaskError::Text(*error),
        error => TaskError::Question(format!("'{text}': {error}")),
    }
}
