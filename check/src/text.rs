//! The second reading: what the lines `puzzle` and `rule` mean, for texts of the common language.
//!
//! A text that has anything else in it is not read. This never decides what a text means; it only notices when the
//! statement says something else.

use std::collections::{HashMap, HashSet};

use crate::expression::{DEPTH, ELEMENTS};
use crate::statement::{count, digits_of, written};
use crate::words::Word;

/// Signs, and their words in a certificate. A sign that begins like another comes after it.
type Signs = &'static [(&'static str, &'static str)];

const RELATIONS: Signs = &[
    ("==", "="),
    ("=", "="),
    ("!=", "!="),
    ("<>", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("<", "<"),
    (">", ">"),
];
const OTHER_RELATIONS: Signs = &[("≠", "!="), ("≤", "<="), ("≥", ">="), ("∣", "divides")];
const TERMS: Signs = &[("+", "+"), ("-", "neg"), ("−", "neg"), ("–", "neg")];
const FACTORS: Signs = &[("//", "//"), ("/", "/"), ("÷", "/"), ("∕", "/"), ("⁄", "/"), ("%", "%")];
const TIMES: Signs = &[("*", "*"), ("×", "*"), ("·", "*"), ("⋅", "*"), ("∙", "*")];
const AND: Signs = &[("&&", "and")];
const POWERS: Signs = &[("^", "^"), ("**", "^")];

/// An expression as a certificate writes it, and whether it is a condition.
type Term = (String, bool);

/// The lines of the statement, from `base` to the last condition; `None` if the text is not of the common language.
pub fn read(puzzle: &[String], rules: &[String]) -> Option<Vec<String>> {
    let text = puzzle.join("\n");
    // A dash in front of a line may be a mark, or a step of a division.
    let starts_with_a_dash = |part: &str| part.trim_start().starts_with(['-', '−', '–']);
    let is_list = text.contains("- ") && starts_with_a_dash(&text);
    if text.trim().is_empty() || is_list || text.split([',', '\n']).skip(1).any(starts_with_a_dash) {
        return None;
    }
    let mut reader = Reader { rest: &text, base: 10, lone_zero: true, distinct: true, ..Reader::default() };
    for rule in rules {
        reader.rule(rule.split_once(' ').unwrap_or((rule, "")))?;
    }
    let conditions = reader.conditions()?;
    // A lone small x may be a times sign.
    if reader.lower == HashSet::from(['x']) {
        return None;
    }
    reader.lines(&conditions)
}

#[derive(Default)]
struct Reader<'t> {
    rest: &'t str,
    base: u32,
    digits: Option<&'t str>,
    no_zero: bool,
    leading_zeros: bool,
    lone_zero: bool,
    distinct: bool,
    /// Brackets and powers around this place.
    depth: usize,
    /// Signs that make a tree deeper without brackets.
    chained: usize,
    names: Vec<String>,
    cells: HashMap<char, usize>,
    /// Cells in front; digits among them do no harm.
    nonzero: HashSet<String>,
    blanks: usize,
    /// Small letters that are symbols.
    lower: HashSet<char>,
}

fn call(name: &str, arguments: Vec<Term>) -> Option<Term> {
    let are_conditions = arguments.iter().all(|(_, is_condition)| *is_condition);
    let word = Word::taking(name, arguments.len(), are_conditions).ok()?;
    let arguments: String = arguments.into_iter().map(|(argument, _)| format!(" {argument}")).collect();
    Some((format!("({name}{arguments})"), word.is_condition()))
}

/// One thing stands for itself; more are arguments of a word.
fn joined(name: &str, mut things: Vec<Term>) -> Option<Term> {
    if things.len() == 1 { things.pop() } else { call(name, things) }
}

impl<'t> Reader<'t> {
    fn rule(&mut self, (name, value): (&str, &'t str)) -> Option<()> {
        let allowed = match value {
            "allowed" => Some(true),
            "forbidden" => Some(false),
            _ => None,
        };
        match (name, value) {
            ("base", base) => self.base = count(base).filter(|base| (2..=64).contains(base))? as u32,
            ("digits", digits) => self.digits = Some(digits),
            ("no-zero", "" | "true" | "on") => self.no_zero = true,
            ("leading-zeros", _) => self.leading_zeros = allowed?,
            ("lone-zero", _) => self.lone_zero = allowed?,
            ("distinct", "all" | "none") => self.distinct = value == "all",
            _ => return None,
        }
        Some(())
    }

    /// Skips spaces; between brackets, ends of lines too.
    fn peek(&mut self) -> Option<char> {
        let is_space = |c: char| c == ' ' || (c == '\n' && self.depth > 0);
        self.rest = self.rest.trim_start_matches(is_space);
        self.rest.chars().next()
    }

    /// Takes the first of these signs that stands here.
    fn sign(&mut self, signs: Signs) -> Option<&'static str> {
        self.peek();
        let (rest, meaning) =
            signs.iter().find_map(|(sign, meaning)| Some((self.rest.strip_prefix(sign)?, *meaning)))?;
        self.rest = rest;
        Some(meaning)
    }

    fn conditions(&mut self) -> Option<Vec<String>> {
        let mut conditions = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\n']);
            if self.rest.is_empty() {
                return (!conditions.is_empty()).then_some(conditions);
            }
            let mut parts = vec![self.relation()?];
            while self.sign(AND).is_some() {
                parts.push(self.relation()?);
            }
            let (condition, is_condition) = joined("and", parts)?;
            conditions.push(is_condition.then_some(condition)?);
            if self.peek().is_some() {
                self.rest = self.rest.strip_prefix([',', '\n'])?;
            }
        }
    }

    fn relation(&mut self) -> Option<Term> {
        let mut left = self.sum()?;
        let mut relations = Vec::new();
        while let Some(sign) = self.sign(RELATIONS).or_else(|| self.sign(OTHER_RELATIONS)) {
            let right = self.sum()?;
            relations.push(call(sign, vec![left, right.clone()])?);
            left = right;
        }
        if relations.is_empty() { Some(left) } else { joined("and", relations) }
    }

    fn sum(&mut self) -> Option<Term> {
        let mut terms = vec![self.product()?];
        while let Some(sign) = self.sign(TERMS) {
            let term = self.product()?;
            terms.push(if sign == "neg" { call(sign, vec![term])? } else { term });
        }
        joined("+", terms)
    }

    fn product(&mut self) -> Option<Term> {
        let (mut factors, mut signs) = (vec![self.signed()?], Vec::new());
        while let Some(sign) = self.sign(FACTORS).or_else(|| self.sign(TIMES)) {
            signs.push(sign);
            factors.push(self.signed()?);
        }
        if signs.iter().all(|sign| *sign == "*") {
            return joined("*", factors);
        }
        // By twos from the left: the tree is as deep as there are factors.
        self.chain(signs.len())?;
        let mut factors = factors.into_iter();
        let first = factors.next()?;
        factors.zip(signs).try_fold(first, |left, (right, sign)| call(sign, vec![left, right]))
    }

    fn signed(&mut self) -> Option<Term> {
        let signs: Vec<_> = std::iter::from_fn(|| self.sign(TERMS)).filter(|sign| *sign == "neg").collect();
        self.chain(signs.len())?;
        let power = self.power()?;
        signs.into_iter().try_fold(power, |power, sign| call(sign, vec![power]))
    }

    /// From right to left; an exponent may carry a sign.
    fn power(&mut self) -> Option<Term> {
        let base = self.postfix()?;
        match self.sign(POWERS) {
            Some(sign) => self.deeper(|reader| call(sign, vec![base, reader.signed()?])),
            None => Some(base),
        }
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Option<Term>) -> Option<Term> {
        self.depth += 1;
        let term = if self.depth <= DEPTH { read(self) } else { None };
        self.depth -= 1;
        term
    }

    fn postfix(&mut self) -> Option<Term> {
        let mut atom = self.atom()?;
        loop {
            let ahead = self.rest.trim_start_matches(' ');
            // `!=` is a relation, unless another `=` follows.
            if !ahead.starts_with('!') || (ahead.starts_with("!=") && !ahead.starts_with("!==")) {
                return Some(atom);
            }
            self.rest = &ahead[1..];
            self.chain(1)?;
            atom = call("fact", vec![atom])?;
        }
    }

    /// All signs that make the tree deeper without brackets are bounded together.
    fn chain(&mut self, signs: usize) -> Option<()> {
        self.chained += signs;
        (self.chained <= DEPTH).then_some(())
    }

    fn atom(&mut self) -> Option<Term> {
        if self.sign(&[("(", "")]).is_some() {
            return self.deeper(|reader| {
                let inside = reader.relation()?;
                reader.sign(&[(")", "")]).map(|_| inside)
            });
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_?□▢".contains(c);
        let (run, rest) = self.rest.split_at(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        if run.starts_with(|c: char| c.is_ascii_lowercase()) && rest.starts_with('(') {
            return self.deeper(|reader| reader.function(run));
        }
        self.numeral(run)
    }

    fn function(&mut self, name: &str) -> Option<Term> {
        let mut arguments = Vec::new();
        while self.sign(if arguments.is_empty() { &[("(", "")] } else { &[(",", "")] }).is_some() {
            arguments.push(self.relation()?);
        }
        self.sign(&[(")", "")])?;
        let own = match name {
            "sqrt" | "cbrt" => {
                arguments.push((if name == "sqrt" { "2" } else { "3" }.into(), false));
                "root"
            }
            "sum" => "+",
            "product" => "*",
            "mod" => "%",
            "nreverse" => "reverse",
            "dsum" => "digit_sum",
            "ndigits" => "digits",
            "ndivisors" => "num_divisors",
            "primepi" => "prime_pi",
            "neg" | "and" | "or" | "remainder" => return None,
            name => name,
        };
        call(own, arguments)
    }

    fn numeral(&mut self, run: &str) -> Option<Term> {
        let elements: Vec<String> = run.chars().map(|c| self.element(c)).collect::<Option<_>>()?;
        if elements.is_empty() || elements.len() > ELEMENTS {
            return None;
        }
        if !(if elements.len() > 1 { self.leading_zeros } else { self.lone_zero }) {
            self.nonzero.insert(elements[0].clone());
        }
        Some((format!("[{}]", elements.join(" ")), false))
    }

    /// The digit, or the name of the cell.
    fn element(&mut self, c: char) -> Option<String> {
        if let Some(digit) = c.to_digit(10) {
            return (digit < self.base).then(|| digit.to_string());
        }
        let new = self.names.len();
        if !c.is_ascii_alphabetic() {
            self.blanks += 1;
            self.names.push(format!("_{}", self.blanks));
            return self.names.last().cloned();
        }
        self.lower.extend(c.is_ascii_lowercase().then_some(c));
        let cell = *self.cells.entry(c.to_ascii_uppercase()).or_insert(new);
        if cell == new {
            self.names.push(c.to_string());
        }
        Some(self.names[cell].clone())
    }

    fn lines(&self, conditions: &[String]) -> Option<Vec<String>> {
        let all = u64::MAX >> (64 - self.base);
        let digits = self.digits.map_or(Some(all), |digits| digits_of(digits, self.base).ok())?;
        let mut lines = vec![format!("base {}", self.base)];
        for name in &self.names {
            let is_nonzero = self.no_zero || self.nonzero.contains(name);
            let digits = if is_nonzero { digits & !1 } else { digits };
            lines.push(format!("cell {name} {}", (digits != 0).then(|| written(digits))?));
        }
        let symbols: Vec<&str> =
            self.names.iter().map(|name| &**name).filter(|name| !name.starts_with('_')).collect();
        if self.distinct && symbols.len() > 1 {
            lines.push(format!("different {}", symbols.join(" ")));
        }
        lines.extend(conditions.iter().map(|condition| format!("require {condition}")));
        Some(lines)
    }
}
