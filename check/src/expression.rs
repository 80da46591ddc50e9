//! Conditions: how they are read from a certificate, and how they are shown to a person.

use crate::number::Number;
use crate::words::Deed;
use crate::words::WORDS;
use crate::words::Word;

const DEPTH: usize = 200;
const ELEMENTS: usize = 10_000;
const FIGURES: usize = 4_000;

#[derive(Clone)]
pub enum Expression {
    Number(Number),
    Numeral(Numeral),
    Call(&'static Word, Vec<Expression>),
}

/// Digits, a point, and the digits that repeat.
#[derive(Clone)]
pub struct Numeral {
    pub base: u32,
    pub has_own_base: bool,
    pub has_point: bool,
    pub whole: Vec<Element>,
    pub fraction: Vec<Element>,
    pub repetend: Vec<Element>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Element {
    Digit(u8),
    Cell(usize),
}

use Expression::{Call, Number as Constant};

impl Numeral {
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        [&self.whole, &self.fraction, &self.repetend].into_iter().flatten().copied()
    }

    pub fn is_whole(&self) -> bool {
        self.fraction.is_empty() && self.repetend.is_empty()
    }
}

impl Expression {
    /// The numerals in it. The depth of brackets bounds the recursion.
    pub fn numerals<'e>(&'e self, found: &mut Vec<&'e Numeral>) {
        match self {
            Constant(_) => {}
            Self::Numeral(numeral) => found.push(numeral),
            Call(_, arguments) => arguments.iter().for_each(|argument| argument.numerals(found)),
        }
    }

    pub fn is_condition(&self) -> bool {
        use Deed::{And, Asks, Compare, Not, Or, Remainder};
        matches!(self, Call(Word(_, _, _, Compare(_) | Remainder | And | Or | Not | Asks(_)), _))
    }

    /// As a certificate has it.
    pub fn written(&self, names: &[String], out: &mut String) {
        match self {
            Constant(number) => out.push_str(&number.to_string()),
            Self::Numeral(numeral) => numeral.written(names, out),
            Call(word, arguments) => {
                out.push('(');
                out.push_str(word.0);
                for argument in arguments {
                    out.push(' ');
                    argument.written(names, out);
                }
                out.push(')');
            }
        }
    }

    /// In ordinary notation.
    pub fn shown(&self, names: &[String], out: &mut String) {
        match self {
            Constant(number) => out.push_str(&number.to_string()),
            Self::Numeral(numeral) => numeral.shown(names, out),
            Call(Word("neg", ..), x) => {
                out.push('-');
                x[0].shown_inside(names, out);
            }
            Call(Word("remainder", ..), x) => {
                for (sign, part) in ["", " / ", " = ", " r "].iter().zip([&x[0], &x[1], &x[2], &x[3]]) {
                    out.push_str(sign);
                    part.shown_inside(names, out);
                }
            }
            Call(word, arguments) if self.is_infix() => {
                for (i, argument) in arguments.iter().enumerate() {
                    let is_minus = i > 0 && word.0 == "+" && matches!(argument, Call(Word("neg", ..), _));
                    if i > 0 {
                        out.push_str(&if is_minus { " ".into() } else { format!(" {} ", word.0) });
                    }
                    if matches!(word.3, Deed::Compare(_)) && !argument.is_condition() {
                        argument.shown(names, out);
                    } else {
                        argument.shown_inside(names, out);
                    }
                }
            }
            Call(word, arguments) => {
                out.push_str(word.0);
                out.push('(');
                for (i, argument) in arguments.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    argument.shown(names, out);
                }
                out.push(')');
            }
        }
    }

    fn is_infix(&self) -> bool {
        let Call(Word(name, ..), arguments) = self else { return false };
        let is_sign = !name.starts_with(|c: char| c.is_ascii_lowercase()) || ["and", "or"].contains(name);
        is_sign && arguments.len() > 1
    }

    fn shown_inside(&self, names: &[String], out: &mut String) {
        let needs_brackets = self.is_infix() || matches!(self, Call(Word("remainder", ..), _));
        out.push_str(if needs_brackets { "(" } else { "" });
        self.shown(names, out);
        out.push_str(if needs_brackets { ")" } else { "" });
    }
}

impl Numeral {
    fn written(&self, names: &[String], out: &mut String) {
        let mut parts = Vec::new();
        if self.has_own_base {
            parts.push(format!("@{}", self.base));
        }
        let name = |element: &Element| match element {
            Element::Digit(digit) => digit.to_string(),
            Element::Cell(cell) => names[*cell].clone(),
        };
        parts.extend(self.whole.iter().map(name));
        if self.has_point {
            parts.push(".".into());
        }
        parts.extend(self.fraction.iter().map(name));
        if !self.repetend.is_empty() {
            parts.push(";".into());
        }
        parts.extend(self.repetend.iter().map(name));
        out.push_str(&format!("[{}]", parts.join(" ")));
    }

    fn shown(&self, names: &[String], out: &mut String) {
        let name = |element: &Element| match element {
            Element::Digit(digit) if *digit < 10 => digit.to_string(),
            Element::Digit(digit) => format!("[{digit}]"),
            Element::Cell(cell) if names[*cell].chars().count() == 1 => names[*cell].clone(),
            Element::Cell(cell) => format!("[{}]", names[*cell]),
        };
        out.extend(self.whole.iter().map(name));
        if !self.is_whole() {
            out.push('.');
        }
        out.extend(self.fraction.iter().map(name));
        if !self.repetend.is_empty() {
            out.push_str(&format!("({})", self.repetend.iter().map(name).collect::<String>()));
        }
        if self.has_own_base {
            out.push_str(&format!("@{}", self.base));
        }
    }
}

/// What the elements of numerals may be.
pub struct Known<'k> {
    pub base: u32,
    pub names: &'k [String],
    pub cell: &'k dyn Fn(&str) -> Option<usize>,
    /// The digits of each cell.
    pub masks: &'k [u64],
}

/// Reads an expression, which must be written in the one way there is.
pub fn read(text: &str, known: &Known) -> Result<Expression, String> {
    let mut reader = Reader { rest: text, known };
    let expression = reader.expression(0)?;
    if !reader.rest.is_empty() {
        return Err(format!("`{}` stands behind the condition", start(reader.rest)));
    }
    let mut again = String::new();
    expression.written(known.names, &mut again);
    if again != text {
        return Err(format!("expected this to be written `{}`", start(&again)));
    }
    if !expression.is_condition() {
        return Err("expected a condition, and this is a number".into());
    }
    Ok(expression)
}

/// The beginning of a text, for a message.
pub fn start(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    crate::statement::escaped(&shown) + if shown.len() < text.len() { "…" } else { "" }
}

struct Reader<'t> {
    rest: &'t str,
    known: &'t Known<'t>,
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
            return constant(self.token()).map(Constant);
        }
        let name = self.token();
        let word = WORDS.iter().find(|word| word.0 == name);
        let word = word.ok_or_else(|| format!("expected an operator, not `{}`", start(name)))?;
        let mut arguments = Vec::new();
        while self.takes(' ') {
            arguments.push(self.expression(depth + 1)?);
        }
        if !self.takes(')') {
            return Err(format!("expected `)`, not `{}`", start(self.rest)));
        }
        if arguments.len() < word.1 || arguments.len() > word.2 {
            return Err(format!("`{name}` does not take {} arguments", arguments.len()));
        }
        let takes_conditions = matches!(word.3, Deed::And | Deed::Or | Deed::Not | Deed::Count);
        if takes_conditions && !arguments.iter().all(Expression::is_condition) {
            return Err(format!("`{name}` takes conditions, not numbers"));
        }
        Ok(Call(word, arguments))
    }

    fn numeral(&mut self) -> Result<Numeral, String> {
        let Some(end) = self.rest.find(']') else { return Err("expected `]`".into()) };
        let (inside, rest) = (&self.rest[..end], &self.rest[end + 1..]);
        self.rest = rest;
        let (mut parts, mut part) = ([Vec::new(), Vec::new(), Vec::new()], 0);
        let (mut base, mut has_own_base, mut has_point) = (self.known.base, false, false);
        for (i, token) in inside.split(' ').enumerate() {
            match token {
                "." if part == 0 => (part, has_point) = (1, true),
                ";" if part < 2 => part = 2,
                _ if i == 0 && token.starts_with('@') => {
                    let own = count(&token[1..]).filter(|base| (2..=64).contains(base));
                    base = own.ok_or("expected a base from 2 to 64")? as u32;
                    has_own_base = true;
                }
                _ => parts[part].push(self.element(token, base)?),
            }
        }
        let [whole, fraction, repetend] = parts;
        let elements = whole.len() + fraction.len() + repetend.len();
        if elements == 0 || elements > ELEMENTS || (part == 2 && repetend.is_empty()) {
            return Err(format!("expected 1 to {ELEMENTS} digits in a numeral"));
        }
        Ok(Numeral { base, has_own_base, has_point, whole, fraction, repetend })
    }

    /// A digit or a cell, which must be a digit of the base.
    fn element(&self, token: &str, base: u32) -> Result<Element, String> {
        let (element, greatest) = if token.starts_with(|c: char| c.is_ascii_digit()) {
            let digit = count(token).filter(|digit| *digit < 64).ok_or("expected a digit")?;
            (Element::Digit(digit as u8), digit as u32)
        } else {
            let cell = (self.known.cell)(token);
            let cell = cell.ok_or_else(|| format!("expected a digit or a cell, not `{}`", start(token)))?;
            (Element::Cell(cell), self.known.masks[cell].ilog2())
        };
        if greatest >= base {
            return Err(format!("`{}` may be {greatest}, which is no digit of base {base}", start(token)));
        }
        Ok(element)
    }
}

/// A number that counts something: at most 18 figures, no zero in front.
pub fn count(token: &str) -> Option<u64> {
    let is_plain = token.bytes().all(|c| c.is_ascii_digit()) && (token == "0" || !token.starts_with('0'));
    if is_plain && token.len() <= 18 { token.parse().ok() } else { None }
}

fn constant(token: &str) -> Result<Number, String> {
    let problem = || format!("expected a number, `(` or `[`, not `{}`", start(token));
    if token.bytes().filter(u8::is_ascii_digit).count() > FIGURES {
        return Err(format!("a number has more than {FIGURES} figures"));
    }
    let (numer, denom) = token.split_once('/').unwrap_or((token, "1"));
    let is_plain = |figures: &str| !figures.is_empty() && figures.bytes().all(|c| c.is_ascii_digit());
    if !is_plain(numer.strip_prefix('-').unwrap_or(numer)) || !is_plain(denom) {
        return Err(problem());
    }
    let (numer, denom) = (numer.parse().map_err(|_| problem())?, denom.parse().map_err(|_| problem())?);
    if denom == num_bigint::BigInt::from(0) {
        return Err(problem());
    }
    Ok(Number::ratio(numer, denom))
}
