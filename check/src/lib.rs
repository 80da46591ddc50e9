//! Checks certificates, which are proofs that an answer to a digit puzzle is complete, and explanations, which are the steps
//! by which a person finds it.
//!
//! For certificates start with `walk`, which has the walk through the tree and the rules; for explanations with
//! `explanation`, which replays the steps, and `kernel`, which judges each. The other modules read certificates
//! (`statement`, `expression`), compute (`number`, `words`, `value`, `linear`, `residue`) and read the text of the
//! puzzle a second time (`text`). Nothing here is shared with the solver.

#![forbid(unsafe_code)]

pub mod claim;
mod explanation;
mod expression;
pub mod kernel;
mod linear;
mod number;
mod residue;
mod statement;
mod text;
mod value;
mod walk;
mod words;

use std::collections::HashMap;
use std::io;
use std::io::{BufRead, Write};

pub use explanation::{Meaning, ReadAgain, check as check_explanations, is_explanation};
pub use expression::{Element, Expression, Numeral};
pub use number::Number;
pub use statement::{Group, Lines, Problem, Statement, digits_in, digits_of, written};
use statement::{escaped, refused};
pub use walk::{Rule, Walk};
pub use words::Word;

/// How to check, and what to print.
#[derive(Clone, Debug)]
pub struct Options {
    /// Prints verdicts only.
    pub quiet: bool,
    /// Refuses a certificate whose text cannot be read a second time.
    pub need_text: bool,
    /// Stops after this many nodes of a proof.
    pub limit: u64,
    /// The text before each verdict.
    pub prefix: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { quiet: false, need_text: false, limit: u64::MAX, prefix: String::new() }
    }
}

/// The exit status: the largest of several counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Accepted = 0,
    Refused = 1,
    Malformed = 2,
}

/// Checks all certificates, or explanations, of a file, and prints what they state and a verdict for each, up to the
/// first that is not accepted.
///
/// # Errors
/// If the output cannot be written. A file that cannot be read is no certificate.
pub fn check(mut file: impl BufRead, options: &Options, out: &mut dyn Write) -> io::Result<Verdict> {
    if is_explanation(&mut file) {
        return check_explanations(file, options, None, out);
    }
    check_with(file, options, &mut |_| Ok(String::new()), out)
}

/// Reads a statement in another way: a remark, or what is wrong with it.
pub type Again<'a> = dyn FnMut(&Statement) -> Result<String, String> + 'a;

/// As [`check`], and asks somebody else whether each statement is what its text means.
///
/// # Errors
/// As [`check`].
pub fn check_with(
    file: impl BufRead,
    options: &Options,
    also: &mut Again,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let mut lines = Lines::new(file);
    loop {
        let mut shown = Vec::new();
        let (verdict, says) = match one(&mut lines, options, also, &mut shown) {
            Ok(nodes) => (Verdict::Accepted, format!("accepted: {nodes} nodes")),
            Err(Problem { verdict: Verdict::Malformed, why }) => {
                (Verdict::Malformed, format!("not a certificate: {why}"))
            }
            Err(problem) => (problem.verdict, format!("refused: {}", problem.why)),
        };
        for line in shown.iter().filter(|_| !options.quiet) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}{says}", options.prefix)?;
        if verdict != Verdict::Accepted || matches!(lines.peek(), Ok(None)) {
            return Ok(verdict);
        }
    }
}

/// Checks the next certificate; `shown` gets what is printed before the verdict.
fn one(
    lines: &mut Lines,
    options: &Options,
    also: &mut Again,
    shown: &mut Vec<String>,
) -> Result<u64, Problem> {
    let statement = Statement::read(lines)?;
    show(&statement, shown);
    let read = text::read(&statement.puzzle, &statement.rules);
    let again = format!("the text was {}read a second time", if read.is_some() { "" } else { "not " });
    if read.is_none() && options.need_text {
        return Err(refused(lines.number, again));
    }
    let differs = |how| refused(lines.number, format!("the statement is not what its text means: {how}"));
    if let Some(how) = read.and_then(|read| difference(&statement.lines, &read)) {
        return Err(differs(how));
    }
    let remark = also(&statement).map_err(|why| differs(escaped(&why)))?;
    shown.extend([again, remark].into_iter().filter(|line| !line.is_empty()));
    walk::Walk::new(&statement, options.limit).check(lines)
}

/// The first line in which the statement is not what its text means.
fn difference(stated: &[String], meant: &[String]) -> Option<String> {
    let at = (0..stated.len().max(meant.len())).find(|at| stated.get(*at) != meant.get(*at))?;
    let line =
        |lines: &[String]| lines.get(at).map_or("nothing".into(), |line| format!("`{}`", escaped(line)));
    Some(format!("it has {}, the text {}", line(stated), line(meant)))
}

/// The text, the rules, the statement and the claim in ordinary notation.
fn show(statement: &Statement, shown: &mut Vec<String>) {
    shown.extend(statement.puzzle.iter().map(|line| format!("puzzle: {}", escaped(line))));
    shown.extend(statement.rules.iter().map(|rule| format!("rule: {}", escaped(rule))));
    shown.push(format!("base: {}", statement.base));
    let names: Vec<String> = statement.names.iter().map(|name| escaped(name)).collect();
    let list = |cells: &[usize]| cells.iter().map(|cell| &*names[*cell]).collect::<Vec<_>>().join(" ");
    let (mut sets, mut places) = (Vec::<(u64, Vec<usize>)>::new(), HashMap::new());
    for (cell, mask) in statement.masks.iter().enumerate() {
        let place = *places.entry(*mask).or_insert(sets.len());
        if place == sets.len() {
            sets.push((*mask, Vec::new()));
        }
        sets[place].1.push(cell);
    }
    shown.extend(sets.iter().map(|(mask, cells)| format!("digits {}: {}", written(*mask), list(cells))));
    shown.extend(statement.groups.iter().map(|group| match group.is_different {
        true => format!("different: {}", list(&group.cells)),
        false => {
            let (digits, least, most) = (written(group.digits), group.least, group.most);
            format!("each of {digits} at least {least}, any at most {most} times: {}", list(&group.cells))
        }
    }));
    shown.extend(statement.pairs.iter().map(|(a, b)| format!("different: {}", list(&[*a, *b]))));
    shown.extend(
        statement.conditions.iter().map(|condition| format!("condition: {}", condition.shown(&names))),
    );
    shown.push(format!("claim: {}", statement.claimed));
    for solution in statement.solutions.iter().take(10) {
        let digits = names.iter().zip(solution).map(|(name, digit)| format!(" {name}={digit}"));
        shown.push(format!("solution:{}", digits.collect::<String>()));
    }
    if statement.solutions.len() > 10 {
        shown.push(format!("and {} more solutions", statement.solutions.len() - 10));
    }
}

#[cfg(test)]
mod tests;
