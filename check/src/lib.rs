//! Checks certificates: proofs that an answer to a digit puzzle is complete.
//!
//! Start with `walk`, which has the walk through the tree and the rules. The other modules read the file
//! (`statement`, `expression`), compute (`number`, `words`, `value`, `linear`, `residue`) and read the text of the
//! puzzle a second time (`text`). Nothing here is shared with the solver.

#![forbid(unsafe_code)]

mod expression;
mod linear;
mod number;
mod residue;
mod statement;
mod text;
mod value;
mod walk;
mod words;

use std::io;
use std::io::BufRead;
use std::io::Write;

pub use statement::Group;
pub use statement::Lines;
pub use statement::Problem;
pub use statement::Statement;
use statement::escaped;
pub use statement::written;
pub use walk::Rule;
pub use walk::Walk;

/// How to check, and what to print.
#[derive(Clone, Debug)]
pub struct Options {
    /// Prints verdicts only.
    pub quiet: bool,
    /// Refuses a certificate whose text cannot be read a second time.
    pub need_text: bool,
    /// Stops after this many nodes of a proof.
    pub limit: u64,
    /// What stands before each verdict.
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

/// Checks all certificates of a file, and prints what they state and a verdict for each, up to the first that is
/// not accepted.
///
/// # Errors
/// If the output cannot be written. A file that cannot be read is no certificate.
pub fn check(file: impl BufRead, options: &Options, out: &mut dyn Write) -> io::Result<Verdict> {
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
        let verdict = match one(&mut lines, options, also, out)? {
            Ok(nodes) => format!("accepted: {nodes} nodes"),
            Err(Problem::Refused(why)) => {
                writeln!(out, "{}refused: {why}", options.prefix)?;
                return Ok(Verdict::Refused);
            }
            Err(Problem::Malformed(why)) => {
                writeln!(out, "{}not a certificate: {why}", options.prefix)?;
                return Ok(Verdict::Malformed);
            }
        };
        writeln!(out, "{}{verdict}", options.prefix)?;
        if let Ok(None) = lines.peek() {
            return Ok(Verdict::Accepted);
        }
    }
}

/// Checks the next certificate.
fn one(
    lines: &mut Lines,
    options: &Options,
    also: &mut Again,
    out: &mut dyn Write,
) -> io::Result<Result<u64, Problem>> {
    let statement = match Statement::read(lines) {
        Ok(statement) => statement,
        Err(problem) => return Ok(Err(problem)),
    };
    if !options.quiet {
        show(&statement, out)?;
    }
    let read = text::read(&statement.puzzle, &statement.rules);
    let again = match &read {
        Some(_) => "the text was read a second time",
        None => "the text was not read a second time",
    };
    if read.is_none() && options.need_text {
        return Ok(statement::refused(lines.number, again));
    }
    if let Some(problem) = read.and_then(|read| difference(&statement.lines, &read)) {
        return Ok(statement::refused(lines.number, problem));
    }
    let remark = match also(&statement) {
        Ok(remark) => remark,
        Err(why) => {
            let why = escaped(&why);
            return Ok(statement::refused(
                lines.number,
                format!("the statement is not what its text means: {why}"),
            ));
        }
    };
    if !options.quiet {
        writeln!(out, "{again}")?;
        write!(out, "{remark}{}", if remark.is_empty() { "" } else { "\n" })?;
    }
    Ok(walk::Walk::new(&statement, options.limit).check(lines))
}

/// The first line in which the statement is not what its text means.
fn difference(stated: &[String], meant: &[String]) -> Option<String> {
    let end = "nothing".to_owned();
    let line = |lines: &[String], at: usize| {
        lines.get(at).map_or(end.clone(), |line| format!("`{}`", escaped(line)))
    };
    let at = (0..stated.len().max(meant.len())).find(|at| stated.get(*at) != meant.get(*at))?;
    let (stated, meant) = (line(stated, at), line(meant, at));
    Some(format!("the statement is not what its text means: it has {stated}, the text {meant}"))
}

/// Prints the text, the rules, the statement and the claim in ordinary notation.
fn show(statement: &Statement, out: &mut dyn Write) -> io::Result<()> {
    for line in &statement.puzzle {
        writeln!(out, "puzzle: {}", escaped(line))?;
    }
    for rule in &statement.rules {
        writeln!(out, "rule: {}", escaped(rule))?;
    }
    writeln!(out, "base: {}", statement.base)?;
    let names: Vec<String> = statement.names.iter().map(|name| escaped(name)).collect();
    let list = |cells: &[usize]| cells.iter().map(|cell| &*names[*cell]).collect::<Vec<_>>().join(" ");
    let mut sets: Vec<(u64, Vec<usize>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (cell, mask) in statement.masks.iter().enumerate() {
        let place = *places.entry(*mask).or_insert(sets.len());
        if place == sets.len() {
            sets.push((*mask, Vec::new()));
        }
        sets[place].1.push(cell);
    }
    for (mask, cells) in &sets {
        writeln!(out, "digits {}: {}", written(*mask), list(cells))?;
    }
    for group in &statement.groups {
        if group.is_different {
            writeln!(out, "different: {}", list(&group.cells))?;
        } else {
            let (least, most, digits) = (group.least, group.most, written(group.digits));
            writeln!(
                out,
                "each of {digits} at least {least}, any at most {most} times: {}",
                list(&group.cells)
            )?;
        }
    }
    for (a, b) in &statement.pairs {
        writeln!(out, "different: {}", list(&[*a, *b]))?;
    }
    for condition in &statement.conditions {
        let mut shown = String::new();
        condition.shown(&names, &mut shown);
        writeln!(out, "condition: {shown}")?;
    }
    writeln!(out, "claim: {}", statement.claimed)?;
    for solution in statement.solutions.iter().take(10) {
        let digits = names.iter().zip(solution).map(|(name, digit)| format!("{name}={digit}"));
        writeln!(out, "solution: {}", digits.collect::<Vec<_>>().join(" "))?;
    }
    if statement.solutions.len() > 10 {
        writeln!(out, "and {} more solutions", statement.solutions.len() - 10)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
