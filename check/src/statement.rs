//! Reads what a certificate states, line by line: cells, groups, pairs, conditions, the claim and its solutions.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::io::{BufRead, Read};

use crate::Verdict;
use crate::expression;
use crate::expression::Expression;

const LINE: u64 = 1 << 20;
const CELLS: usize = 100_000;

/// Why a file is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Refused if it is a certificate, and what it says is not proved.
    pub verdict: Verdict,
    /// The mistake, and its line.
    pub why: String,
}

pub fn refused(line: u64, message: impl Display) -> Problem {
    Problem { verdict: Verdict::Refused, why: format!("line {line}: {message}") }
}

fn malformed(line: u64, message: impl Display) -> Problem {
    Problem { verdict: Verdict::Malformed, why: format!("line {line}: {message}") }
}

/// The lines of a file, each of bounded length and ended by a line feed.
pub struct Lines<'r> {
    reader: Box<dyn BufRead + 'r>,
    /// The number of the line that was taken last.
    pub number: u64,
    ahead: Option<String>,
}

impl<'r> Lines<'r> {
    pub fn new(reader: impl BufRead + 'r) -> Self {
        Self { reader: Box::new(reader), number: 0, ahead: None }
    }

    pub fn malformed(&self, message: impl Display) -> Problem {
        malformed(self.number.max(1), message)
    }

    /// The next line, which is not taken.
    pub fn peek(&mut self) -> Result<Option<&str>, Problem> {
        if self.ahead.is_none() {
            let mut bytes = Vec::new();
            let read = self.reader.by_ref().take(LINE + 1).read_until(b'\n', &mut bytes);
            let line = read.map_err(|error| error.to_string()).and_then(|_| line(bytes));
            self.ahead = line.map_err(|why| malformed(self.number + 1, why))?;
        }
        Ok(self.ahead.as_deref())
    }

    /// Takes the next line; there must be one.
    pub fn take(&mut self, expected: &str) -> Result<String, Problem> {
        self.peek()?;
        self.number += 1;
        self.ahead
            .take()
            .ok_or_else(|| self.malformed(format!("expected {expected}, and the file ends here")))
    }

    /// Takes the next line if its first word is one of these: the word, and the text after it and a space.
    fn take_if<'w>(&mut self, words: &[&'w str]) -> Result<Option<(&'w str, String)>, Problem> {
        let Some(line) = self.peek()? else { return Ok(None) };
        let (first, rest) = line.split_once(' ').map_or((line, None), |(first, rest)| (first, Some(rest)));
        let Some(word) = words.iter().find(|word| **word == first) else { return Ok(None) };
        let ends_in_space = rest == Some("") && *word != "puzzle";
        let rest = rest.unwrap_or("").to_owned();
        self.take(word)?;
        if ends_in_space {
            Err(self.malformed("expected no space at the end"))
        } else {
            Ok(Some((word, rest)))
        }
    }

    fn expect(&mut self, word: &str) -> Result<String, Problem> {
        if let Some((_, rest)) = self.take_if(&[word])? {
            return Ok(rest);
        }
        let line = self.take(&format!("`{word}`"))?;
        Err(self.malformed(format!("expected `{word}`, not `{}`", start(&line))))
    }
}

/// The text of a line; nothing at the end of the file.
fn line(mut bytes: Vec<u8>) -> Result<Option<String>, String> {
    match bytes.pop() {
        None => return Ok(None),
        Some(b'\n') => {}
        Some(_) if bytes.len() as u64 >= LINE => return Err("the line has more than 1 MiB".into()),
        Some(_) => return Err("the line does not end: the file is cut".into()),
    }
    let text = String::from_utf8(bytes).map_err(|_| "this is no UTF-8")?;
    if text.contains('\r') || text.starts_with('\u{feff}') {
        return Err("expected no carriage return and no byte order mark".into());
    }
    Ok(Some(text))
}

/// Cells that share out their digits.
pub struct Group {
    pub cells: Vec<usize>,
    /// Each of `digits` at least so often.
    pub least: u32,
    /// Any digit at most so often.
    pub most: u32,
    pub digits: u64,
    pub is_different: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Claim {
    /// Exactly the solutions listed.
    #[default]
    Listed,
    Count(u64),
    /// The solutions listed, and perhaps more.
    Some,
}

#[derive(Default)]
pub struct Statement {
    pub puzzle: Vec<String>,
    pub rules: Vec<String>,
    /// The lines from `base` to the last condition.
    pub lines: Vec<String>,
    pub base: u32,
    pub names: Vec<String>,
    pub cells: HashMap<String, usize>,
    pub masks: Vec<u64>,
    pub groups: Vec<Group>,
    pub pairs: Vec<(usize, usize)>,
    pub conditions: Vec<Expression>,
    pub claimed: String,
    pub claim: Claim,
    /// Sorted.
    pub solutions: Vec<Vec<u8>>,
}

impl Statement {
    /// Reads up to the line `proof`, which is taken.
    pub fn read(lines: &mut Lines) -> Result<Self, Problem> {
        if lines.take("`fukumen-certificate 1`")? != "fukumen-certificate 1" {
            return Err(lines.malformed("expected `fukumen-certificate 1`"));
        }
        let mut statement = Self::default();
        let mut seen = HashSet::new();
        while let Some((word, text)) = lines.take_if(&["puzzle", "rule"])? {
            // A drawing may have two equal lines.
            if word == "puzzle" {
                statement.puzzle.push(text);
                continue;
            }
            if !seen.insert(text.clone()) {
                return Err(lines.malformed(format!("this line is doubled: `rule {}`", start(&text))));
            }
            statement.rules.push(text);
        }
        let base = lines.expect("base")?;
        let number = count(&base).filter(|base| (2..=64).contains(base));
        statement.base = number.ok_or_else(|| lines.malformed("expected a base from 2 to 64"))? as u32;
        statement.lines.push(format!("base {base}"));
        statement.each(lines, &["cell"], Self::cell)?;
        let mut seen = HashSet::new();
        statement.each(lines, &["different", "balanced", "differ"], |statement, word, rest| {
            statement.relation(word, rest)?;
            let is_new = seen.insert(format!("{word} {rest}"));
            if is_new { Ok(()) } else { Err("this line is doubled".into()) }
        })?;
        statement.each(lines, &["require"], |statement, _, condition| {
            statement.conditions.push(expression::read(condition, statement)?);
            Ok(())
        })?;
        if statement.conditions.is_empty() {
            lines.expect("require")?;
        }
        statement.claim(lines)?;
        Ok(statement)
    }

    /// Reads all lines that begin with one of the words.
    fn each(
        &mut self,
        lines: &mut Lines,
        words: &[&str],
        mut read: impl FnMut(&mut Self, &str, &str) -> Result<(), String>,
    ) -> Result<(), Problem> {
        while let Some((word, rest)) = lines.take_if(words)? {
            read(self, word, &rest).map_err(|problem| lines.malformed(problem))?;
            self.lines.push(format!("{word} {rest}"));
        }
        Ok(())
    }

    fn cell(&mut self, _: &str, line: &str) -> Result<(), String> {
        let (name, digits) = line.split_once(' ').ok_or("expected a name and digits")?;
        if !is_name(name) {
            return Err(format!("`{}` is no name of a cell", start(name)));
        }
        let mask = digits_of(digits, self.base)?;
        if self.names.len() >= CELLS {
            return Err(format!("there are more than {CELLS} cells"));
        }
        if self.cells.insert(name.to_owned(), self.names.len()).is_some() {
            return Err(format!("there is another cell `{name}`"));
        }
        self.names.push(name.to_owned());
        self.masks.push(mask);
        Ok(())
    }

    /// A group or a pair.
    fn relation(&mut self, word: &str, rest: &str) -> Result<(), String> {
        let mut words = rest.split(' ');
        let (mut least, mut most, mut digits) = (0, 1, 0);
        if word == "balanced" {
            let mut number = || words.next().and_then(count).filter(|n| *n <= CELLS as u64);
            (least, most) = number().zip(number()).ok_or("expected two numbers")?;
            digits = digits_of(words.next().unwrap_or_default(), self.base)?;
        }
        let cell =
            |name| self.cells.get(name).copied().ok_or_else(|| format!("there is no cell `{}`", start(name)));
        let cells: Vec<usize> = words.map(cell).collect::<Result<_, _>>()?;
        let apart: HashSet<&usize> = cells.iter().collect();
        if cells.len() < 2 || apart.len() < cells.len() || (word == "differ" && cells.len() > 2) {
            return Err("expected names of different cells, two at least".into());
        }
        if word == "differ" {
            self.pairs.push((cells[0], cells[1]));
        } else {
            let (least, most) = (least as u32, most as u32);
            self.groups.push(Group { cells, least, most, digits, is_different: word == "different" });
        }
        Ok(())
    }

    fn claim(&mut self, lines: &mut Lines) -> Result<(), Problem> {
        self.claimed = lines.expect("claim")?;
        let line = lines.number;
        let (word, number) =
            self.claimed.split_once(' ').map_or((&*self.claimed, None), |(word, n)| (word, Some(count(n))));
        let (claim, number) = match (word, number) {
            ("none", None) => (Claim::Listed, 0),
            ("unique", None) => (Claim::Listed, 1),
            ("all", Some(Some(n))) => (Claim::Listed, n),
            ("count", Some(Some(n))) => (Claim::Count(n), 0),
            ("some", Some(Some(n))) => (Claim::Some, n),
            _ => return Err(lines.malformed("expected a claim: none, unique, all N, count N or some N")),
        };
        self.claim = claim;
        while let Some((_, solution)) = lines.take_if(&["solution"])? {
            let digit = |word| count(word).filter(|digit| *digit < self.base.into()).map(|digit| digit as u8);
            let words = solution.split(' ').filter(|_| !solution.is_empty());
            let digits = words.map(digit).collect::<Option<Vec<u8>>>();
            let Some(digits) = digits.filter(|digits| digits.len() == self.names.len()) else {
                return Err(lines.malformed("expected a digit for each cell"));
            };
            if self.solutions.last().is_some_and(|last| *last >= digits) {
                return Err(lines.malformed("expected the solutions in ascending order, each once"));
            }
            self.solutions.push(digits);
        }
        if !lines.expect("proof")?.is_empty() {
            return Err(lines.malformed("expected `proof` alone"));
        }
        if self.solutions.len() as u64 != number {
            return Err(refused(
                line,
                format!("{} solutions are listed, not {number}", self.solutions.len()),
            ));
        }
        Ok(())
    }
}

/// A name has no white space, no control character, none of the signs of numerals and no ASCII digit in front.
pub fn is_name(name: &str) -> bool {
    let is_sign = |c: char| c.is_whitespace() || c.is_control() || "()[].;@".contains(c);
    !name.is_empty() && !name.contains(is_sign) && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// A number that counts something: at most 18 figures, no zero in front.
pub fn count(token: &str) -> Option<u64> {
    let is_plain = token.bytes().all(|c| c.is_ascii_digit()) && (token == "0" || !token.starts_with('0'));
    if is_plain && token.len() <= 18 { token.parse().ok() } else { None }
}

/// Digits in their shortest form, such as `0,2-4`, as bits.
pub fn digits_of(text: &str, base: u32) -> Result<u64, String> {
    let digit = |text| count(text).filter(|digit| *digit < base.into());
    let mut mask = 0;
    for run in text.split(',') {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        match digit(first).zip(digit(last)) {
            Some((first, last)) if first <= last => mask |= (u64::MAX >> (63 - last)) & (u64::MAX << first),
            _ => return Err(format!("expected digits of base {base}, not `{}`", start(text))),
        }
    }
    if written(mask) == text { Ok(mask) } else { Err(format!("expected `{}`", written(mask))) }
}

/// The digits of a set of bits, ascending.
pub fn digits_in(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let digit = mask.trailing_zeros() as u8;
        mask &= mask.wrapping_sub(1);
        (digit < 64).then_some(digit)
    })
}

/// Digits in their shortest form.
pub fn written(mask: u64) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for digit in digits_in(mask) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == digit => *last = digit,
            _ => runs.push((digit, digit)),
        }
    }
    let run = |(a, b)| if a == b { format!("{a}") } else { format!("{a}-{b}") };
    runs.into_iter().map(run).collect::<Vec<_>>().join(",")
}

/// The beginning of a text, for a message.
pub fn start(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    escaped(&shown) + if shown.len() < text.len() { "…" } else { "" }
}

/// A text with its control characters, and those that reorder what is shown, as escapes.
pub fn escaped(text: &str) -> String {
    const HIDDEN: [std::ops::RangeInclusive<char>; 5] = [
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{2069}',
        '\u{61c}'..='\u{61c}',
        '\u{feff}'..='\u{feff}',
    ];
    let shown = |c: char| match c.is_control() || HIDDEN.iter().any(|range| range.contains(&c)) {
        true => format!("\\u{{{:x}}}", u32::from(c)),
        false => c.to_string(),
    };
    text.chars().map(shown).collect()
}
