//! Reads what a certificate states, line by line: cells, groups, pairs, conditions, the claim and its solutions.

use std::collections::HashMap;
use std::collections::HashSet;
use std::io::BufRead;
use std::io::Read;

use crate::expression;
use crate::expression::Expression;
use crate::expression::Known;
use crate::expression::count;
use crate::expression::start;

const LINE: u64 = 1 << 20;
const CELLS: usize = 100_000;

/// Why a file is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is a certificate, and what it says is not proved.
    Refused(String),
    /// It is no certificate.
    Malformed(String),
}

pub fn refused<T>(line: u64, message: impl std::fmt::Display) -> Result<T, Problem> {
    Err(Problem::Refused(format!("line {line}: {message}")))
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

    pub fn malformed<T>(&self, message: impl std::fmt::Display) -> Result<T, Problem> {
        Err(Problem::Malformed(format!("line {}: {message}", self.number.max(1))))
    }

    fn read(&mut self) -> Result<Option<String>, Problem> {
        let mut bytes = Vec::new();
        let next = self.number + 1;
        let problem = |message: &str| Err(Problem::Malformed(format!("line {next}: {message}")));
        if let Err(error) = self.reader.by_ref().take(LINE + 1).read_until(b'\n', &mut bytes) {
            return problem(&error.to_string());
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.pop() != Some(b'\n') {
            let is_long = bytes.len() as u64 >= LINE;
            return problem(if is_long {
                "the line has more than 1 MiB"
            } else {
                "the line does not end: the file is cut"
            });
        }
        let Ok(text) = String::from_utf8(bytes) else { return problem("this is no UTF-8") };
        if text.contains('\r') || text.starts_with('\u{feff}') {
            return problem("expected no carriage return and no byte order mark");
        }
        Ok(Some(text))
    }

    /// The next line, which is not taken.
    pub fn peek(&mut self) -> Result<Option<&str>, Problem> {
        if self.ahead.is_none() {
            self.ahead = self.read()?;
        }
        Ok(self.ahead.as_deref())
    }

    /// Takes the next line; there must be one.
    pub fn take(&mut self, expected: &str) -> Result<String, Problem> {
        self.peek()?;
        self.number += 1;
        match self.ahead.take() {
            Some(line) => Ok(line),
            None => self.malformed(format!("expected {expected}, and the file ends here")),
        }
    }

    /// Takes the next line if its first word is this one: what stands behind the word and a space.
    fn take_if(&mut self, word: &str) -> Result<Option<String>, Problem> {
        let Some(line) = self.peek()? else { return Ok(None) };
        let Some(rest) = line.strip_prefix(word) else { return Ok(None) };
        let rest = match rest.strip_prefix(' ') {
            Some("") if word != "puzzle" => {
                self.take(word)?;
                return self.malformed("expected no space at the end");
            }
            Some(rest) => rest.to_owned(),
            None if rest.is_empty() => String::new(),
            None => return Ok(None),
        };
        self.take(word)?;
        Ok(Some(rest))
    }

    fn expect(&mut self, word: &str) -> Result<String, Problem> {
        match self.take_if(word)? {
            Some(rest) => Ok(rest),
            None => {
                let line = self.take(&format!("`{word}`"))?;
                self.malformed(format!("expected `{word}`, not `{}`", start(&line)))
            }
        }
    }
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Exactly the solutions listed.
    Listed,
    Count(u64),
    /// The solutions listed, and perhaps more.
    Some,
}

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
            return lines.malformed("expected `fukumen-certificate 1`");
        }
        let mut statement = Self {
            puzzle: Vec::new(),
            rules: Vec::new(),
            lines: Vec::new(),
            base: 0,
            names: Vec::new(),
            cells: HashMap::new(),
            masks: Vec::new(),
            groups: Vec::new(),
            pairs: Vec::new(),
            conditions: Vec::new(),
            claimed: String::new(),
            claim: Claim::Listed,
            solutions: Vec::new(),
        };
        statement.texts(lines)?;
        let base = lines.expect("base")?;
        let Some(number) = count(&base).filter(|base| (2..=64).contains(base)) else {
            return lines.malformed("expected a base from 2 to 64");
        };
        statement.base = number as u32;
        statement.lines.push(format!("base {base}"));
        while let Some(cell) = lines.take_if("cell")? {
            statement.cell(&cell).or_else(|problem| lines.malformed(problem))?;
            statement.lines.push(format!("cell {cell}"));
        }
        statement.relations(lines)?;
        while let Some(condition) = lines.take_if("require")? {
            let cell = |name: &str| statement.cells.get(name).copied();
            let (base, names, masks) = (statement.base, &*statement.names, &*statement.masks);
            let condition_read = expression::read(&condition, &Known { base, names, cell: &cell, masks });
            statement.conditions.push(condition_read.or_else(|problem| lines.malformed(problem))?);
            statement.lines.push(format!("require {condition}"));
        }
        if statement.conditions.is_empty() {
            lines.expect("require")?;
        }
        statement.claim(lines)?;
        Ok(statement)
    }

    fn texts(&mut self, lines: &mut Lines) -> Result<(), Problem> {
        loop {
            if let Some(line) = lines.take_if("puzzle")? {
                self.puzzle.push(line);
            } else if let Some(rule) = lines.take_if("rule")? {
                self.rules.push(rule);
            } else {
                return Ok(());
            }
        }
    }

    fn cell(&mut self, line: &str) -> Result<(), String> {
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

    /// The groups and pairs.
    fn relations(&mut self, lines: &mut Lines) -> Result<(), Problem> {
        let mut seen = HashSet::new();
        loop {
            let (word, rest) = if let Some(rest) = lines.take_if("different")? {
                ("different", rest)
            } else if let Some(rest) = lines.take_if("balanced")? {
                ("balanced", rest)
            } else if let Some(rest) = lines.take_if("differ")? {
                ("differ", rest)
            } else {
                return Ok(());
            };
            self.relation(word, &rest).or_else(|problem| lines.malformed(problem))?;
            let line = format!("{word} {rest}");
            if !seen.insert(line.clone()) {
                return lines.malformed("this line is doubled");
            }
            self.lines.push(line);
        }
    }

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
        let claim = lines.expect("claim")?;
        let (word, number) =
            claim.split_once(' ').map_or((&*claim, None), |(word, n)| (word, Some(count(n))));
        let (claimed, number) = match (word, number) {
            ("none", None) => (Claim::Listed, 0),
            ("unique", None) => (Claim::Listed, 1),
            ("all", Some(Some(n))) => (Claim::Listed, n),
            ("count", Some(Some(n))) => (Claim::Count(n), 0),
            ("some", Some(Some(n))) => (Claim::Some, n),
            _ => return lines.malformed("expected a claim: none, unique, all N, count N or some N"),
        };
        let line = lines.number;
        while let Some(solution) = lines.take_if("solution")? {
            let digit =
                |word: &str| count(word).filter(|digit| *digit < self.base.into()).map(|digit| digit as u8);
            let words = solution.split(' ').filter(|_| !solution.is_empty());
            match words.map(digit).collect::<Option<Vec<u8>>>() {
                Some(digits) if digits.len() == self.names.len() => {
                    if self.solutions.last().is_some_and(|last| *last >= digits) {
                        return lines.malformed("expected the solutions in ascending order, each once");
                    }
                    self.solutions.push(digits);
                }
                _ => return lines.malformed("expected a digit for each cell"),
            }
        }
        (self.claim, self.claimed) = (claimed, claim);
        if !lines.expect("proof")?.is_empty() {
            return lines.malformed("expected `proof` alone");
        }
        if self.solutions.len() as u64 != number {
            return refused(line, format!("{} solutions are listed, not {number}", self.solutions.len()));
        }
        Ok(())
    }
}

/// A name has no white space, no control character, none of the signs of numerals and no ASCII digit in front.
fn is_name(name: &str) -> bool {
    let is_sign = |c: char| c.is_whitespace() || c.is_control() || "()[].;@".contains(c);
    !name.is_empty() && !name.contains(is_sign) && !name.starts_with(|c: char| c.is_ascii_digit())
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

/// Digits in their shortest form.
pub fn written(mask: u64) -> String {
    let mut runs: Vec<String> = Vec::new();
    let mut first = 0;
    for digit in 0..64 {
        let has = |digit: u32| digit < 64 && mask >> digit & 1 == 1;
        if has(digit) && (digit == 0 || !has(digit - 1)) {
            first = digit;
        }
        if has(digit) && !has(digit + 1) {
            runs.push(if first == digit { digit.to_string() } else { format!("{first}-{digit}") });
        }
    }
    runs.join(",")
}

/// A text with its control characters, and those that reorder what is shown, as escapes.
pub fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        let is_hidden = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{61c}' | '\u{feff}');
        if c.is_control() || is_hidden {
            shown.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
        } else {
            shown.push(c);
        }
    }
    shown
}
