//! Answers in words.

use crate::Question;
use crate::columns;
use crate::visible;
use fukumen_engine::solve::{Answer, Ask, Goal, Order, StoppedBy};
use fukumen_language::message::{Message, message};
use fukumen_language::spelling;

/// The name of the engine and the evaluator of a search that never began.
const NO_SEARCH: &str = "none";

/// Returns the closing line of an answer: `6 solutions, 1 up to symmetry`.
#[must_use]
pub fn closing(asked: &Question, answer: &Answer) -> String {
    let mut words = if asked.ask == Ask::Unique { uniqueness(asked, answer) } else { found(asked, answer) };
    if let Some(classes) =
        answer.outcome.essentially.filter(|classes| u128::from(*classes) != answer.outcome.count)
    {
        words += &match asked.ask {
            Ask::Unique => " up to symmetry".into(),
            _ => format!(", {classes} up to symmetry"),
        };
    }
    if let (Some(goal), Some(best)) = (asked.goal, columns::best(asked, answer)) {
        words += &best_value(asked, goal, &best);
    }
    if answer.outcome.order == Order::Engine && asked.ask == Ask::All && answer.outcome.count > 1 {
        words += ", in the engine's order";
    }
    if let Some(piece) = &answer.shard {
        words += &format!(", in shard {}", piece.shard);
    }
    words + &doubts(answer)
}

/// Returns why an answer may be incomplete; empty if it is certain.
#[must_use]
pub fn doubts(answer: &Answer) -> String {
    let mut words = String::new();
    if answer.outcome.undecided > 0 {
        words += &format!("; {} could not be decided", plural(answer.outcome.undecided.into(), "assignment"));
    }
    if let Some(written) = answer.outcome.written.filter(|_| answer.outcome.left_out.is_none()) {
        words += &format!("; {written} of {} were written in time", plural(answer.outcome.count, "solution"));
    }
    if let Some(limit) = answer.outcome.stopped_by.and_then(limit) {
        let more = if answer.outcome.count > 0 { "more" } else { "some" };
        words += &format!("; {limit}: there may be {more}");
    }
    words
}

/// Returns the line for the solutions that a terminal does not show; `None` if it shows all.
#[must_use]
pub fn left_out(answer: &Answer) -> Option<String> {
    let (number, option) = answer.outcome.left_out?;
    Some(format!("… and {} more ({option} prints them)", grouped(number.into())))
}

/// Returns a whole number with commas between its thousands: `15,292`.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns the engine that ran.
#[must_use]
pub fn engine(answer: &Answer) -> &str {
    answer.plan.as_ref().map_or(NO_SEARCH, |plan| plan.engine)
}

/// Returns the evaluator that ran.
#[must_use]
pub fn evaluator(answer: &Answer) -> &str {
    answer.plan.as_ref().map_or(NO_SEARCH, |plan| &plan.evaluator)
}

/// Returns why this engine ran.
#[must_use]
pub fn reason(answer: &Answer) -> Message {
    answer.plan.as_ref().map_or_else(|| message!("stopped-before-search"), |plan| plan.reason.message())
}

/// Returns the puzzle, as a heading above an answer among several.
#[must_use]
pub fn heading(asked: &Question) -> String {
    let text = visible::shown(asked.title);
    match asked.base {
        Some(base) => format!("{text}  (base {base})"),
        None => text.into(),
    }
}

/// Returns the puzzle as the name of its number in a list of numbers: a long text ends early and says where it is.
#[must_use]
pub fn name(asked: &Question) -> String {
    const LONGEST: usize = 72;
    let text = on_one_line(asked.title);
    let start: String = spelling::clusters(&text).take(LONGEST).collect();
    if start.len() == text.len() {
        return on_one_line(&heading(asked));
    }
    let title = format!("{start}… (line {})", asked.line);
    heading(&Question { title: &title, ..*asked })
}

/// Joins the lines of a puzzle into one.
#[must_use]
pub fn on_one_line(text: &str) -> String {
    text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("; ")
}

/// Returns the limit that ended a search early; `None` if the question itself ended it.
#[must_use]
pub fn limit(stopped: StoppedBy) -> Option<&'static str> {
    match stopped {
        StoppedBy::Timeout => Some("stopped by the time limit"),
        StoppedBy::MaxSolutions => Some("stopped by the limit of solutions"),
        StoppedBy::MaxMemory => Some("stopped by the memory limit"),
        StoppedBy::Interrupt => Some("interrupted"),
        StoppedBy::First | StoppedBy::Unique => None,
    }
}

/// Returns a number of things: `1 solution`, `no solution`, `6 solutions`.
#[must_use]
pub fn plural(count: u128, thing: &str) -> String {
    match count {
        0 => format!("no {thing}"),
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

fn uniqueness(asked: &Question, answer: &Answer) -> String {
    match (answer.outcome.unique, answer.outcome.count) {
        (Some(true), _) => format!("unique{}", without_unread(asked)),
        (Some(false), 0) => format!("no solution{}", without_unread(asked)),
        (Some(false), _) => "not unique".into(),
        (None, _) => uncertain(answer),
    }
}

/// Returns the reservation of an answer if words that were not read may change it.
fn without_unread(asked: &Question) -> &'static str {
    if asked.puzzle.unread().iter().any(|piece| piece.may) { " without these words" } else { "" }
}

fn found(asked: &Question, answer: &Answer) -> String {
    let solutions = plural(answer.outcome.count, "solution");
    match answer.outcome.stopped_by {
        Some(StoppedBy::First) if answer.outcome.count == 1 => "the first solution; there may be more".into(),
        Some(StoppedBy::First) => format!("the first {solutions}; there may be more"),
        _ if !answer.outcome.exhausted => uncertain(answer),
        _ if answer.outcome.unique == Some(true) && asked.goal.is_none() => {
            format!("{solutions}, unique{}", without_unread(asked))
        }
        _ if answer.outcome.count == 0 => format!("{solutions}{}", without_unread(asked)),
        _ => solutions,
    }
}

/// Returns how many were found, if there may be more.
fn uncertain(answer: &Answer) -> String {
    let until = if answer.outcome.stopped_by.is_some() { "so far" } else { "found" };
    format!("{} {until}", plural(answer.outcome.count, "solution"))
}

fn best_value(asked: &Question, goal: &Goal, best: &str) -> String {
    let (most, expr) = match goal {
        Goal::Maximize(expr) => ("largest", expr),
        Goal::Minimize(expr) => ("smallest", expr),
    };
    format!(", with the {most} {} = {best}", asked.puzzle.write(expr))
}

/// Returns a large number in few characters: `12.3M`.
#[must_use]
pub fn short(number: f64) -> String {
    match number {
        n if n < 1e4 => format!("{n:.0}"),
        n if n < 1e6 => format!("{:.1}k", n / 1e3),
        n if n < 1e9 => format!("{:.1}M", n / 1e6),
        n if n < 1e12 => format!("{:.1}G", n / 1e9),
        n => format!("{n:.1e}"),
    }
}

/// Returns a time given in nanoseconds, with about two digits.
#[must_use]
pub fn nanoseconds(number: f64) -> String {
    match number {
        n if n < 1e3 => format!("{n:.0} ns"),
        n if n < 1e6 => format!("{:.1} us", n / 1e3),
        n if n < 1e9 => format!("{:.1} ms", n / 1e6),
        n if n < 1e13 => format!("{:.1} s", n / 1e9),
        n => format!("{:.0e} s", n / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let pairs = [(0, "0"), (999, "999"), (1000, "1,000"), (15_292, "15,292"), (1_234_567, "1,234,567")];
        assert!(pairs.into_iter().all(|(number, text)| grouped(number) == text));
    }
}
