//! A stand-in for the parser: sums, products, powers and relations of plain letters and digits.
use std::io;
use std::ops::Range;

use crate::expr::Expr;
use crate::expr::Numeral;
use crate::puzzle::Builder;
use crate::puzzle::Puzzle;
use crate::puzzle::PuzzleError;
use crate::puzzle::Rules;
use crate::puzzle::Template;
use crate::vocabulary::Tier;
use crate::vocabulary::Vocabulary;
use crate::vocabulary::operator;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Puzzle,
    Where,
    Show,
    Expression,
}
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Self::Puzzle => "puzzle",
            Self::Where => "where",
            Self::Show => "show",
            Self::Expression => "expression",
        })
    }
}
#[derive(Clone, Debug)]
pub struct ParseError {
    pub message: String,
    pub label: String,
    pub help: Option<String>,
    pub line: usize,
    pub column: usize,
    pub length: usize,
    pub span: Range<usize>,
    pub text: String,
    pub origin: Origin,
}

impl ParseError {
    pub fn in_file(mut self, first: usize) -> Self {
        self.line += first - 1;
        self
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    builder: &'a mut Builder,
    template: Template,
    fixed: Option<&'a Puzzle>,
    origin: Origin,
}
impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }
    fn bump(&mut self, c: char) {
        self.at += c.len_utf8();
    }
    fn skip(&mut self) {
        while let Some(c) = self.peek().filter(|c| c.is_whitespace()) {
            self.template.push_text(c.encode_utf8(&mut [0; 4]));
            self.bump(c);
        }
    }
    fn fail(&self, message: &str, label: &str) -> ParseError {
        let before = &self.text[..self.at];
        let start = before.rfind('\n').map_or(0, |n| n + 1);
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        ParseError {
            message: message.into(),
            label: label.into(),
            help: None,
            line: before.matches('\n').count() + 1,
            column: self.text[start..self.at].chars().count() + 1,
            length: 1,
            span: self.at..end,
            text: self.text.into(),
            origin: self.origin,
        }
    }
    fn chain(&mut self, tier: Tier) -> Result<Expr, ParseError> {
        let next = match tier {
            Tier::Relation => Tier::Sum,
            Tier::Sum => Tier::Product,
            _ => Tier::Power,
        };
        let operand = |r: &mut Self| if tier == Tier::Power { r.atom() } else { r.chain(next) };
        let first = operand(self)?;
        let mut rest = vec![];
        loop {
            self.skip();
            let Some(c) = self.peek() else { break };
            let Some(op) = operator(tier, &c.to_string()) else { break };
            self.bump(c);
            self.template.push_text(c.encode_utf8(&mut [0; 4]));
            rest.push((op, operand(self)?));
        }
        Ok(Expr::chain(first, rest))
    }
    fn atom(&mut self) -> Result<Expr, ParseError> {
        self.skip();
        if self.peek() == Some('-') {
            self.bump('-');
            self.template.push_text("-");
            let inner = self.atom()?;
            return Ok(Expr::Unary(operator(Tier::Sign, "-").expect("a row"), Box::new(inner)));
        }
        let mut elements = vec![];
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || *c == '?') {
            let element = match (c.to_digit(10), self.fixed) {
                (Some(d), _) => self.builder.literal(d as u8),
                (None, Some(p)) => crate::expr::Element::Hidden(p.cell(&c.to_string()).ok_or_else(|| {
                    self.fail(&format!("the puzzle has no symbol '{c}'"), "expected a symbol of the puzzle")
                })?),
                (None, None) if c == '?' => self.builder.blank("?"),
                (None, None) => self.builder.symbol(&c.to_string()),
            };
            match element {
                crate::expr::Element::Hidden(cell) => self.template.push_place(cell),
                crate::expr::Element::Shown(_) => self.template.push_text(&c.to_string()),
            }
            self.bump(c);
            elements.push(element);
        }
        if elements.is_empty() {
            return Err(self.fail("this needs an operand", "expected a numeral, '(' or a function"));
        }
        Ok(Expr::Numeral(Numeral::whole(elements)))
    }
    fn end(&mut self) -> Result<(), ParseError> {
        self.skip();
        if self.at < self.text.len() {
            Err(self.fail("this cannot be read", "expected something else"))
        } else {
            Ok(())
        }
    }
}

pub fn puzzle(text: &str, rules: &Rules) -> Result<Puzzle, ParseError> {
    let mut builder = Builder::new(rules.clone());
    let mut reader = Reader {
        text,
        at: 0,
        builder: &mut builder,
        template: Template::default(),
        fixed: None,
        origin: Origin::Puzzle,
    };
    let mut conditions = vec![];
    loop {
        conditions.push(reader.chain(Tier::Relation)?);
        reader.skip();
        match reader.peek() {
            Some(c @ ',') => {
                reader.template.push_text(",");
                reader.bump(c);
            }
            _ => break,
        }
    }
    reader.end()?;
    let template = std::mem::take(&mut reader.template);
    conditions.into_iter().for_each(|c| builder.condition(c));
    builder.template(template);
    let error = |e: PuzzleError| ParseError {
        message: e.to_string(),
        label: "in this puzzle".into(),
        help: None,
        line: 1,
        column: 1,
        length: text.chars().count(),
        span: 0..text.len(),
        text: text.into(),
        origin: Origin::Puzzle,
    };
    let plain = builder.clone().build().map_err(error)?;
    for text in &rules.wheres {
        let e = inside(text, &plain, Origin::Where)?;
        builder.side_condition(e);
    }
    if let Some(text) = &rules.show {
        let e = inside(text, &plain, Origin::Show)?;
        builder.show(e);
    }
    builder.build().map_err(error)
}

fn inside(text: &str, puzzle: &Puzzle, origin: Origin) -> Result<Expr, ParseError> {
    let mut builder = Builder::new(Rules::default());
    let mut reader = Reader {
        text,
        at: 0,
        builder: &mut builder,
        template: Template::default(),
        fixed: Some(puzzle),
        origin,
    };
    let expr = reader.chain(Tier::Relation)?;
    reader.end()?;
    Ok(expr)
}

pub fn expression(text: &str, puzzle: &Puzzle, _: &Vocabulary) -> Result<Expr, ParseError> {
    inside(text, puzzle, Origin::Expression)
}

pub struct Entry {
    pub line: usize,
    pub text: String,
    pub rules: Result<Rules, ParseError>,
}
pub struct Blocks<I> {
    lines: I,
    rules: Rules,
    line: usize,
}
impl<I: Iterator<Item = io::Result<String>>> Blocks<I> {
    pub fn new(lines: I, rules: Rules) -> Self {
        Self { lines, rules, line: 0 }
    }
}
impl<I: Iterator<Item = io::Result<String>>> Iterator for Blocks<I> {
    type Item = Entry;
    fn next(&mut self) -> Option<Entry> {
        loop {
            let text = self.lines.next()?.ok()?;
            self.line += 1;
            if !text.trim().is_empty() && !text.starts_with('#') {
                return Some(Entry { line: self.line, text, rules: Ok(self.rules.clone()) });
            }
        }
    }
}
