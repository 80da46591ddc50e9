//! The pieces of a text, to explain a mistake in a text that the grammar refuses.
//!
//! They are found from left to right, each by itself. The operators come from their table.

use std::ops::Range;

use super::script::Script;
use super::{grammar, script};
use crate::message::{Message, message};
use crate::text::error::{Mistake, TextError};
use crate::vocabulary::{OPERATORS, Tier};

/// One piece.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub sort: Sort,
    /// Its characters.
    pub at: Range<usize>,
}

/// The kind of a piece.
#[derive(Clone, Debug)]
pub(super) enum Sort {
    Numeral,
    /// The name of a function, directly before its bracket.
    Name,
    Open,
    Close,
    Comma,
    Semicolon,
    NewLine,
    /// An operator between operands.
    Infix(Tier),
    /// `+` or `-`, between operands or before one.
    Sign,
    /// `¬`
    Not,
    /// `√`
    Root,
    /// `!` or a superscript.
    Postfix,
    /// `…` or `...` after anything but a numeral, or before an operand.
    Dots,
    /// A piece that is wrong in any place.
    Wrong(TextError),
}

impl Token {
    /// Returns whether an operand begins here, perhaps with a sign.
    pub fn begins_operand(&self) -> bool {
        matches!(self.sort, Sort::Numeral | Sort::Name | Sort::Open | Sort::Root | Sort::Sign)
    }

    /// Returns whether an operand must follow.
    pub fn needs_operand(&self) -> bool {
        matches!(self.sort, Sort::Infix(_) | Sort::Sign | Sort::Not | Sort::Root | Sort::Dots)
    }
}

/// Splits a text into its pieces, up to the first that is wrong by itself.
pub(super) fn tokens(script: &Script) -> Vec<Token> {
    let signs: Vec<char> = script.characters().iter().map(|character| character.sign).collect();
    let mut scanner = Scanner { signs, at: 0 };
    let mut tokens: Vec<Token> = Vec::new();
    while !tokens.last().is_some_and(|token| matches!(token.sort, Sort::Wrong(_))) {
        let Some(token) = scanner.next(script) else { break };
        tokens.push(token);
    }
    tokens
}

struct Scanner {
    signs: Vec<char>,
    at: usize,
}

impl Scanner {
    fn next(&mut self, script: &Script) -> Option<Token> {
        self.skip(|c| c == ' ');
        let start = self.at;
        let sign = *self.signs.get(start)?;
        let sort = match sign {
            '(' => self.one(Sort::Open),
            ')' => self.one(Sort::Close),
            ',' => self.one(Sort::Comma),
            ';' => self.one(Sort::Semicolon),
            '\n' => self.one(Sort::NewLine),
            _ if self.name() => Sort::Name,
            _ if self.begins_numeral(start) => self.numeral(),
            _ if self.dots() => Sort::Dots,
            _ if is_superscript(sign) && !self.starts_with("³√") => self.superscript(),
            _ => match self.operator() {
                Some(sort) => sort,
                None => {
                    let letters = self.signs[start + 1..].iter().take_while(|c| c.is_ascii_alphabetic());
                    let command: String = letters.collect();
                    self.one(wrong_character(sign, &script.characters()[start].shown, start, &command))
                }
            },
        };
        Some(Token { sort: round(sort, script), at: start..self.at })
    }

    fn one(&mut self, sort: Sort) -> Sort {
        self.at += 1;
        sort
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        while self.signs.get(self.at).is_some_and(|c| wanted(*c)) {
            self.at += 1;
        }
    }

    fn starts_with(&self, text: &str) -> bool {
        let mut rest = self.signs[self.at..].iter();
        text.chars().all(|c| rest.next() == Some(&c))
    }

    /// Reads a lower-case name before a bracket.
    fn name(&mut self) -> bool {
        let start = self.at;
        if self.signs[start].is_ascii_lowercase() {
            self.skip(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            if self.signs.get(self.at) == Some(&'(') {
                return true;
            }
        }
        self.at = start;
        false
    }

    fn begins_numeral(&self, at: usize) -> bool {
        let sign = |at: usize| self.signs.get(at).copied();
        match sign(at) {
            Some('.') => sign(at + 1) != Some('.'),
            Some(c) => is_digit(c),
            None => false,
        }
    }

    fn numeral(&mut self) -> Sort {
        match self.parts_of_numeral() {
            Ok(()) => Sort::Numeral,
            Err(error) => {
                self.at = self.at.max(error.at.end);
                Sort::Wrong(error)
            }
        }
    }

    fn parts_of_numeral(&mut self) -> Result<(), TextError> {
        self.digits()?;
        if self.signs.get(self.at) == Some(&'.') && !self.starts_with("..") {
            self.at += 1;
            self.decimals()?;
        }
        let before = self.at;
        if self.dots() && self.is_operand_ahead() {
            self.at = before;
        }
        self.base()
    }

    fn digits(&mut self) -> Result<(), TextError> {
        while let Some(sign) = self.signs.get(self.at).filter(|c| is_digit(**c)) {
            if *sign == '[' { self.bracketed_digit()? } else { self.at += 1 }
        }
        Ok(())
    }

    fn bracketed_digit(&mut self) -> Result<(), TextError> {
        let start = self.at;
        self.at += 1;
        self.skip(|c| c.is_ascii_digit());
        if self.signs.get(self.at) == Some(&']') && self.at > start + 1 {
            self.at += 1;
            return Ok(());
        }
        let line = self.signs[start..].iter().position(|c| *c == '\n').unwrap_or(self.signs.len() - start);
        match self.signs[start..start + line].iter().position(|c| *c == ']') {
            Some(length) => Err(TextError::new(Mistake::BadDigit, start..start + length + 1)
                .help(message!("help-round-brackets"))),
            None => Err(TextError::new(Mistake::Unclosed('['), start..start + 1)
                .help(message!("help-bracketed-digit"))),
        }
    }

    /// Reads the digits after a point.
    fn decimals(&mut self) -> Result<(), TextError> {
        let point = self.at - 1;
        self.digits()?;
        if self.signs.get(self.at) == Some(&'(') {
            let open = self.at;
            self.at += 1;
            self.digits()?;
            let is_closed = self.signs.get(self.at) == Some(&')') && self.at > open + 1;
            if is_closed {
                self.at += 1;
            } else if self.at == self.signs.len() {
                return Err(TextError::new(Mistake::Unclosed('('), open..open + 1));
            } else {
                self.at = open;
            }
        }
        if self.at > point + 1 { Ok(()) } else { Err(TextError::new(Mistake::LonePoint, point..point + 1)) }
    }

    fn dots(&mut self) -> bool {
        let length = if self.starts_with("...") { 3 } else { usize::from(self.starts_with("…")) };
        self.at += length;
        length > 0
    }

    /// Returns whether an operand follows, and not the times sign `x`.
    fn is_operand_ahead(&self) -> bool {
        let behind = |at: usize| at + self.signs[at..].iter().take_while(|c| **c == ' ').count();
        let next = behind(self.at);
        let begins = |at: usize| match self.signs.get(at) {
            Some('(' | '√' | '∛') => true,
            Some('.') => self.signs.get(at + 1).is_some_and(|c| is_digit(*c)),
            Some(c) => is_digit(*c),
            None => false,
        };
        let is_times = self.signs.get(next) == Some(&'x') && {
            let operand = behind(next + 1);
            let is_sign = self.signs.get(operand).is_some_and(|c| "+-−–".contains(*c));
            operand > next + 1 && (is_sign || begins(operand))
        };
        begins(next) && !is_times
    }

    fn base(&mut self) -> Result<(), TextError> {
        let start = self.at;
        match self.signs.get(start) {
            Some('@') => {
                self.at += 1;
                self.skip(|c| c.is_ascii_digit());
                if self.at == start + 1 {
                    return Err(TextError::new(Mistake::BadBase, start..start + 1));
                }
            }
            _ => self.skip(is_subscript),
        }
        Ok(())
    }

    fn superscript(&mut self) -> Sort {
        let start = self.at;
        self.skip(|c| "⁺⁻".contains(c));
        let signs = self.at - start;
        self.skip(|c| is_superscript(c) && !"⁺⁻".contains(c));
        if signs <= 1 && self.at > start + signs {
            return Sort::Postfix;
        }
        let sign = self.signs[start].to_string();
        let error = TextError::new(Mistake::MisplacedSign(sign), start..self.at);
        Sort::Wrong(error.help(message!("help-exponent")))
    }

    /// Reads the longest operator at this place.
    fn operator(&mut self) -> Option<Sort> {
        let spellings = OPERATORS.iter().flat_map(|row| row.spellings.iter().map(move |s| (*s, row.tier)));
        let (spelling, tier) = spellings
            .filter(|(spelling, _)| {
                self.starts_with(spelling) && !(*spelling == "!=" && self.starts_with("!=="))
            })
            .max_by_key(|(spelling, _)| spelling.len())?;
        self.at += spelling.chars().count();
        Some(match tier {
            Tier::Sum | Tier::Sign => Sort::Sign,
            Tier::Not => Sort::Not,
            Tier::Root => Sort::Root,
            Tier::Postfix => Sort::Postfix,
            tier => Sort::Infix(tier),
        })
    }
}

fn is_digit(c: char) -> bool {
    c == '[' || script::is_digit(c)
}

fn is_superscript(c: char) -> bool {
    matches!(c, '⁺' | '⁻' | '⁰' | '¹' | '²' | '³' | '⁴'..='⁹')
}

fn is_subscript(c: char) -> bool {
    matches!(c, '₀'..='₉')
}

/// Adds a repair for square brackets around an operand: round ones. There is no repair if a number is too large for a digit.
fn round(sort: Sort, script: &Script) -> Sort {
    let Sort::Wrong(error) = sort else { return sort };
    let is_operand = |inside: &str| inside.chars().any(char::is_alphabetic) && !inside.contains(['[', ']']);
    if error.mistake == Mistake::BadDigit {
        let at = error.at.clone();
        let inside = script.typed(at.start + 1..at.end - 1).trim();
        if is_operand(inside) {
            let brackets = format!("({inside})");
            return Sort::Wrong(error.repair(at, brackets));
        }
    }
    Sort::Wrong(error)
}

/// Returns a hint for a sign that is mistaken for another, and its replacement, if that is clear.
fn look_alike(sign: char) -> Option<(Message, Option<&'static str>)> {
    Some(match sign {
        '|' | '∥' => (message!("help-bars"), None),
        '&' => (message!("help-sign-and"), Some("&&")),
        '~' => (message!("help-sign-not"), Some("¬")),
        '∤' => (message!("help-sign-divides"), None),
        '≟' | '≡' | '≈' | '≅' | '≒' => (message!("help-write", sign = '='), Some("=")),
        '。' => (message!("help-sign-comma"), Some(",")),
        '{' | '「' | '『' | '〔' | '【' | '⁽' | '₍' => (message!("help-sign-brackets"), Some("(")),
        '}' | '」' | '』' | '〕' | '】' | '⁾' | '₎' => (message!("help-sign-brackets"), Some(")")),
        '\\' | '∖' => (message!("help-sign-slash"), Some("/")),
        '‥' | '⋯' => (message!("help-sign-dots"), Some("...")),
        '\'' | '’' | '`' | '"' => (message!("help-sign-groups"), Some("")),
        '#' => (message!("help-sign-comment"), None),
        '±' | '∓' => (message!("help-sign-plus-minus"), None),
        '½' | '⅓' | '¼' | '¾' => (message!("help-sign-fraction"), None),
        '⁒' => (message!("help-sign-commercial-minus"), None),
        _ if grammar::is_doubtful(sign) => (message!("help-sign-symbols", sign = sign), None),
        _ if sign.is_numeric() => (message!("help-digits"), None),
        _ => return None,
    })
}

/// Returns the error of a character without meaning. `command` has the letters after it.
fn wrong_character(sign: char, shown: &str, at: usize, command: &str) -> Sort {
    let error = match sign {
        '\\' if !command.is_empty() => {
            let error = TextError::new(Mistake::UnknownCharacter("\\".into()), at..at + 1 + command.len());
            error.help(message!("help-tex-command", command = command))
        }
        ']' => {
            TextError::new(Mistake::Unopened(']'), at..at + 1).help(message!("help-bracketed-digit-or-round"))
        }
        '.' => TextError::new(Mistake::LonePoint, at..at + 1),
        '@' | '₀'..='₉' => {
            TextError::new(Mistake::MisplacedSign(sign.into()), at..at + 1).help(message!("help-base"))
        }
        _ => unknown_character(sign, shown, at),
    };
    Sort::Wrong(error)
}

fn unknown_character(sign: char, shown: &str, at: usize) -> TextError {
    let name = if sign.is_control() { format!("U+{:04X}", sign as u32) } else { shown.into() };
    let error = TextError::new(Mistake::UnknownCharacter(name), at..at + 1);
    match look_alike(sign) {
        Some((help, Some(other))) => error.help(help).repair(at..at + 1, other),
        Some((help, None)) => error.help(help),
        None => error,
    }
}
