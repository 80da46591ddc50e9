//! Conditions: how they are read from a certificate, and how they are shown to a person.

use num_bigint::BigInt;

use crate::number::Number;
use crate::statement::{Statement, count, start};
use crate::words::{Deed, Word};

pub const DEPTH: usize = 200;
pub const ELEMENTS: usize = 10_000;
const FIGURES: usize = 4_000;

#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    Number(Number),
    Numeral(Numeral),
    Call(&'static Word, Vec<Expression>),
}

/// Digits, those after the point, and those that repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeral {
    pub base: u32,
    has_own_base: bool,
    pub whole: Vec<Element>,
    pub fraction: Vec<Element>,
    pub repetend: Vec<Element>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Digit(u8),
    Cell(usize),
}

use Expression::{Call, Number as Constant};

impl Numeral {
    /// Digits before the point, in the base of the puzzle.
    pub fn of(whole: Vec<Element>, base: u32) -> Self {
        Self { base, has_own_base: false, whole, fraction: Vec::new(), repetend: Vec::new() }
    }

    pub fn is_whole(&self) -> bool {
        self.fraction.is_empty() && self.repetend.is_empty()
    }

    fn shown(&self, names: &[String]) -> String {
        let name = |element: &Element| {
            let name = match element {
                Element::Digit(digit) => digit.to_string(),
                Element::Cell(cell) => names[*cell].clone(),
            };
            if name.chars().count() == 1 { name } else { format!("[{name}]") }
        };
        let [whole, fraction, repetend] = [&self.whole, &self.fraction, &self.repetend]
            .map(|part| part.iter().map(name).collect::<String>());
        let point = if self.is_whole() { "" } else { "." };
        let repetend = if repetend.is_empty() { repetend } else { format!("({repetend})") };
        let base = if self.has_own_base { format!("@{}", self.base) } else { String::new() };
        whole + point + &fraction + &repetend + &base
    }
}

impl Expression {
    /// Calls `found` for each cell in it, as often as it stands there. The depth of brackets bounds the recursion.
    pub fn for_each_cell(&self, found: &mut dyn FnMut(usize)) {
        match self {
            Constant(_) => {}
            Self::Numeral(Numeral { whole, fraction, repetend, .. }) => {
                for element in [whole, fraction, repetend].into_iter().flatten() {
                    if let Element::Cell(cell) = element {
                        found(*cell);
                    }
                }
            }
            Call(_, arguments) => arguments.iter().for_each(|argument| argument.for_each_cell(found)),
        }
    }

    pub fn is_condition(&self) -> bool {
        matches!(self, Call(word, _) if word.is_condition())
    }

    /// In ordinary notation.
    pub fn shown(&self, names: &[String]) -> String {
        let (name, deed, x) = match self {
            Constant(number) => return number.to_string(),
            Self::Numeral(numeral) => return numeral.shown(names),
            Call(word, x) => (word.0, word.3, x),
        };
        if name == "neg" {
            return format!("-{}", x[0].shown_inside(names));
        }
        if name == "remainder" {
            let signs = ["", " / ", " = ", " r "];
            return signs.iter().zip(x).map(|(sign, x)| format!("{sign}{}", x.shown_inside(names))).collect();
        }
        if !self.is_infix() {
            let x: Vec<String> = x.iter().map(|x| x.shown(names)).collect();
            return format!("{name}({})", x.join(", "));
        }
        let mut shown = String::new();
        for (i, x) in x.iter().enumerate() {
            let is_minus = name == "+" && matches!(x, Call(Word("neg", ..), _));
            shown += &if i == 0 {
                String::new()
            } else if is_minus {
                " ".into()
            } else {
                format!(" {name} ")
            };
            let is_side = matches!(deed, Deed::Compare(_)) && !x.is_condition();
            shown += &if is_side { x.shown(names) } else { x.shown_inside(names) };
        }
        shown
    }

    fn is_infix(&self) -> bool {
        let Call(Word(name, ..), arguments) = self else { return false };
        let is_sign = !name.starts_with(|c: char| c.is_ascii_lowercase()) || ["and", "or"].contains(name);
        is_sign && arguments.len() > 1
    }

    fn shown_inside(&self, names: &[String]) -> String {
        let needs_brackets = self.is_infix() || matches!(self, Call(Word("remainder", ..), _));
        if needs_brackets { format!("({})", self.shown(names)) } else { self.shown(names) }
    }
}

/// The cells that an expression may speak of.
pub trait Cells {
    fn base(&self) -> u32;

    /// A cell, and the greatest digit that it may be.
    fn cell(&self, name: &str) -> Option<(usize, u32)>;

    /// Whether a cell that is a numeral alone stands without brackets, as in explanations.
    fn may_be_bare(&self) -> bool;
}

impl Cells for Statement {
    fn base(&self) -> u32 {
        self.base
    }

    fn cell(&self, name: &str) -> Option<(usize, u32)> {
        self.cells.get(name).map(|cell| (*cell, self.masks[*cell].ilog2()))
    }

    fn may_be_bare(&self) -> bool {
        false
    }
}

/// Reads a condition, which must be written in the one way there is.
pub fn read(text: &str, cells: &dyn Cells) -> Result<Expression, String> {
    let expression = read_any(text, cells)?;
    if !expression.is_condition() {
        return Err("expected a condition, and this is a number".into());
    }
    Ok(expression)
}

/// Reads a condition or a number.
pub fn read_any(text: &str, cells: &dyn Cells) -> Result<Expression, String> {
    let mut reader = Reader { rest: text, cells };
    let expression = reader.expression(0)?;
    if !reader.rest.is_empty() {
        return Err(format!("`{}` stands after the condition", start(reader.rest)));
    }
    Ok(expression)
}

struct Reader<'t> {
    rest: &'t str,
    cells: &'t dyn Cells,
}

impl<'t> Reader<'t> {
    fn token(&mut self) -> &'t str {
        let end = self.rest.find([' ', '(', ')', '[', ']']).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        token
    }

    fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expression(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > DEPTH {
            return Err(format!("brackets are more than {DEPTH} deep"));
        }
        if self.takes('[') {
            return self.numeral().map(Expression::Numeral);
        }
        if !self.takes('(') {
            let (token, base) = (self.token(), self.cells.base());
            if self.cells.may_be_bare() && !token.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
                return Ok(Expression::Numeral(Numeral::of(vec![self.element(token, base)?], base)));
            }
            return constant(token).map(Constant);
        }
        let name = self.token();
        if Word::named(name).is_none() {
            return Err(format!("expected an operator, not `{}`", start(name)));
        }
        let mut arguments = Vec::new();
        while self.takes(' ') {
            arguments.push(self.expression(depth + 1)?);
        }
        if !self.takes(')') {
            return Err(format!("expected `)`, not `{}`", start(self.rest)));
        }
        let word = Word::taking(name, arguments.len(), arguments.iter().all(Expression::is_condition))?;
        Ok(Call(word, arguments))
    }

    fn numeral(&mut self) -> Result<Numeral, String> {
        let (inside, rest) = self.rest.split_once(']').ok_or("expected `]`")?;
        self.rest = rest;
        let (mut parts, mut part) = ([Vec::new(), Vec::new(), Vec::new()], 0);
        let (mut base, mut has_own_base) = (self.cells.base(), false);
        for (i, token) in inside.split(' ').enumerate() {
            match token {
                "." if part == 0 => part = 1,
                ";" if part < 2 => part = 2,
                _ if i == 0 && token.starts_with('@') => {
                    let own = count(&token[1..]).filter(|base| (2..=64).contains(base));
                    (base, has_own_base) = (own.ok_or("expected a base from 2 to 64")? as u32, true);
                }
                _ => parts[part].push(self.element(token, base)?),
            }
        }
        let [whole, fraction, repetend] = parts;
        let elements = whole.len() + fraction.len() + repetend.len();
        if elements == 0 || elements > ELEMENTS || (part == 2 && repetend.is_empty()) {
            return Err(format!("expected 1 to {ELEMENTS} digits in a numeral"));
        }
        Ok(Numeral { base, has_own_base, whole, fraction, repetend })
    }

    /// A digit or a cell, which must be a digit of the base.
    fn element(&self, token: &str, base: u32) -> Result<Element, String> {
        let (element, greatest) = if token.starts_with(|c: char| c.is_ascii_digit()) {
            let digit = count(token).filter(|digit| *digit < 64).ok_or("expected a digit")?;
            (Element::Digit(digit as u8), digit as u32)
        } else {
            let cell = self.cells.cell(token);
            let cell = cell.ok_or_else(|| format!("expected a digit or a cell, not `{}`", start(token)));
            cell.map(|(cell, greatest)| (Element::Cell(cell), greatest))?
        };
        if greatest >= base {
            return Err(format!("`{}` may be {greatest}, which is no digit of base {base}", start(token)));
        }
        Ok(element)
    }
}

/// A whole number or a fraction in lowest terms.
pub fn constant(token: &str) -> Result<Number, String> {
    if token.bytes().filter(u8::is_ascii_digit).count() > FIGURES {
        return Err(format!("a number has more than {FIGURES} figures"));
    }
    let (numer, denom) = token.split_once('/').unwrap_or((token, "1"));
    let is_plain = |figures: &str| !figures.is_empty() && figures.bytes().all(|c| c.is_ascii_digit());
    let are_plain = is_plain(numer.strip_prefix('-').unwrap_or(numer)) && is_plain(denom);
    let parts = numer.parse::<BigInt>().ok().zip(denom.parse::<BigInt>().ok());
    match parts.filter(|(_, denom)| are_plain && denom.bits() > 0) {
        Some((numer, denom)) => {
            let number = Number::ratio(numer, denom);
            let is_short = number.to_string() == token;
            if is_short {
                Ok(number)
            } else {
                Err(format!("expected `{}`, not `{}`", start(&number.to_string()), start(token)))
            }
        }
        None => Err(format!("expected a number, `(` or `[`, not `{}`", start(token))),
    }
}
