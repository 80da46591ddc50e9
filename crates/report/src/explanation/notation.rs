//! Expressions as explanations write them in JSON: `(= (+ [S E N D] [M O R E]) [M O N E Y])`.
//!
//! There is one way to write an expression: brackets and plus signs are gone, `A-B` is `(+ A (neg B))`, `A<B<C` is
//! `(and (< A B) (< B C))`, and operators that divide are applied in pairs from the left. It reads back to an equal
//! expression of this form.

use std::fmt;

use fukumen_explain::{Carry, Quantity, place};
use fukumen_language::digits::Base;
use fukumen_language::expr::{Chain, Element, Expr, Numeral, Remainder};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{
    Algebra, Logic, Meaning, OPERATORS, Operator, Tier, Vocabulary, operator,
};

/// The deepest nesting of expressions, as in texts.
const DEEPEST: usize = 200;

/// An expression over places with these names.
pub struct Notation<'a> {
    expr: &'a Expr,
    names: &'a [String],
    base: Base,
}

/// Writes an expression in this notation.
pub fn notation<'a>(expr: &'a Expr, names: &'a [String], base: Base) -> Notation<'a> {
    Notation { expr, names, base }
}

/// Writes a quantity in this notation.
pub fn quantity(quantity: &Quantity, names: &[String], base: Base) -> String {
    match quantity {
        Quantity::Expr(expr) => notation(expr, names, base).to_string(),
        Quantity::Carry(Carry { equation, column }) => format!("(carry {equation} {column})"),
    }
}

/// Writes a numeral: digits in brackets, or the name of its only place.
pub fn numeral(elements: &[Element], names: &[String], base: Base) -> String {
    let expr = Expr::Numeral(Numeral::whole(elements.to_vec()));
    notation(&expr, names, base).to_string()
}

impl fmt::Display for Notation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.expr {
            Expr::Constant(number) => constant(number, f),
            Expr::Numeral(numeral) => self.numeral(numeral, f),
            Expr::Unary(operator, operand) => self.unary(operator, operand, f),
            Expr::Chain(chain) => self.chain(chain, f),
            Expr::Call(function, arguments) => self.call(&function.written(), arguments, f),
            Expr::Remainder(division) => {
                let [dividend, divisor, quotient, rest] = division.parts().map(|part| self.also(part));
                write!(f, "(remainder {dividend} {divisor} {quotient} {rest})")
            }
        }
    }
}

fn constant(number: &Exact, f: &mut fmt::Formatter) -> fmt::Result {
    if number.is_negative() { write!(f, "(neg {})", number.magnitude()) } else { write!(f, "{number}") }
}

impl Notation<'_> {
    fn also<'b>(&'b self, expr: &'b Expr) -> Notation<'b> {
        Notation { expr, ..*self }
    }

    fn numeral(&self, numeral: &Numeral, f: &mut fmt::Formatter) -> fmt::Result {
        let is_plain = numeral.is_whole() && numeral.base.is_none();
        if let (true, [Element::Hidden(place)]) = (is_plain, numeral.whole.as_slice()) {
            return f.write_str(self.name(place.index()));
        }
        let shown: Option<Vec<u8>> = numeral.whole.iter().rev().map(|element| shown(*element)).collect();
        if let (true, Some(digits)) = (is_plain, shown) {
            return match Exact::from_digits(&digits, self.base.get()) {
                Some(number) => constant(&number, f),
                None => Err(fmt::Error),
            };
        }
        let mut parts: Vec<String> = numeral.base.map(|base| format!("@{base}")).into_iter().collect();
        self.add(&numeral.whole, &mut parts);
        if !numeral.is_whole() {
            parts.push(".".into());
            self.add(&numeral.fraction, &mut parts);
        }
        if !numeral.repetend.is_empty() {
            parts.push(";".into());
            self.add(&numeral.repetend, &mut parts);
        }
        write!(f, "[{}]", parts.join(" "))
    }

    fn add(&self, elements: &[Element], parts: &mut Vec<String>) {
        parts.extend(elements.iter().map(|element| match element {
            Element::Shown(digit) => digit.to_string(),
            Element::Hidden(place) => self.name(place.index()).to_owned(),
        }));
    }

    fn name(&self, place: usize) -> &str {
        self.names.get(place).map_or("?", String::as_str)
    }

    fn unary(&self, operator: &Operator, operand: &Expr, f: &mut fmt::Formatter) -> fmt::Result {
        let operand = self.also(operand);
        match operator.symbol() {
            "√" => write!(f, "(root {operand} 2)"),
            "∛" => write!(f, "(root {operand} 3)"),
            _ => write!(f, "({} {operand})", word(operator)),
        }
    }

    fn chain(&self, chain: &Chain, f: &mut fmt::Formatter) -> fmt::Result {
        let first = self.also(&chain.first);
        match chain.rest.as_slice() {
            rest if chain.tier() == Tier::Relation && rest.len() > 1 => self.relations(&chain.first, rest, f),
            rest if chain.is_sum() => {
                write!(f, "(+ {first}")?;
                for (operator, operand) in rest {
                    let operand = self.also(operand);
                    match operator.algebra {
                        Algebra::Minus => write!(f, " (neg {operand})")?,
                        _ => write!(f, " {operand}")?,
                    }
                }
                f.write_str(")")
            }
            [(operator, _), ..]
                if is_list(operator) && chain.rest.iter().all(|(other, _)| other == operator) =>
            {
                write!(f, "({} {first}", word(operator))?;
                chain.rest.iter().try_for_each(|(_, operand)| write!(f, " {}", self.also(operand)))?;
                f.write_str(")")
            }
            rest => {
                let text = rest.iter().fold(first.to_string(), |text, (operator, operand)| {
                    format!("({} {text} {})", word(operator), self.also(operand))
                });
                f.write_str(&text)
            }
        }
    }

    fn relations(&self, first: &Expr, rest: &[(&Operator, Expr)], f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("(and")?;
        let mut left = first;
        for (operator, right) in rest {
            write!(f, " ({} {} {})", word(operator), self.also(left), self.also(right))?;
            left = right;
        }
        f.write_str(")")
    }

    fn call(&self, name: &str, arguments: &[Expr], f: &mut fmt::Formatter) -> fmt::Result {
        let name = match (name, arguments.len()) {
            ("sqrt", 1) => return write!(f, "(root {} 2)", self.also(&arguments[0])),
            ("mod", 2) => "%",
            ("sum", _) => "+",
            ("product", _) => "*",
            (name, _) => name,
        };
        write!(f, "({name}")?;
        arguments.iter().try_for_each(|argument| write!(f, " {}", self.also(argument)))?;
        f.write_str(")")
    }
}

fn shown(element: Element) -> Option<u8> {
    if let Element::Shown(digit) = element { Some(digit) } else { None }
}

/// Returns the name of an operator.
fn word(operator: &Operator) -> &'static str {
    operator.word.unwrap_or(operator.symbol())
}

/// Returns whether it is written once before all its operands, and not for each pair.
fn is_list(operator: &Operator) -> bool {
    matches!(operator.algebra, Algebra::Plus | Algebra::Times) || matches!(operator.exact, Meaning::Logic(_))
}

/// Returns the operator of a word, with one operand or several.
fn named(name: &str, is_of_one: bool) -> Option<&'static Operator> {
    let takes_one = |row: &Operator| matches!(row.exact, Meaning::Unary(_) | Meaning::Logic(Logic::Not));
    // A subtracted term in a sum is written as negative.
    let is_written = |row: &Operator| is_of_one || row.algebra != Algebra::Minus;
    OPERATORS.iter().find(|row| word(row) == name && takes_one(row) == is_of_one && is_written(row))
}

/// Reads a quantity.
///
/// # Errors
/// The reason why the text is wrong.
pub fn read_quantity(text: &str, names: &[String]) -> Result<Quantity, String> {
    let mut reader = Reader { rest: text, names, depth: 0 };
    let quantity = reader.quantity().ok_or_else(|| format!("'{text}' is no expression"))?;
    if reader.rest.trim().is_empty() { Ok(quantity) } else { Err(format!("'{text}' goes on behind its end")) }
}

/// Reads an expression.
///
/// # Errors
/// The reason why the text is wrong.
pub fn read(text: &str, names: &[String]) -> Result<Expr, String> {
    match read_quantity(text, names)? {
        Quantity::Expr(expr) => Ok(expr),
        Quantity::Carry(_) => Err(format!("'{text}' is a carry, not an expression")),
    }
}

struct Reader<'r> {
    rest: &'r str,
    names: &'r [String],
    depth: usize,
}

impl<'r> Reader<'r> {
    /// Returns the next word, bracket or part of a numeral.
    fn token(&mut self) -> Option<&'r str> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        let end = if "()[]".contains(first) {
            1
        } else {
            self.rest.find(|c: char| c.is_whitespace() || "()[]".contains(c)).unwrap_or(self.rest.len())
        };
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(token)
    }

    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        rest.inspect(|rest| self.rest = rest).is_some()
    }

    fn quantity(&mut self) -> Option<Quantity> {
        let before = self.rest;
        if self.token() == Some("(") && self.token() == Some("carry") {
            let equation = self.token()?.parse().ok()?;
            let column = self.token()?.parse().ok()?;
            return self.takes(")").then_some(Quantity::Carry(Carry { equation, column }));
        }
        self.rest = before;
        self.expr().map(Quantity::Expr)
    }

    fn expr(&mut self) -> Option<Expr> {
        match self.token()? {
            "(" => {
                self.depth += 1;
                let expr = (self.depth <= DEEPEST).then(|| self.applied()).flatten();
                self.depth -= 1;
                expr
            }
            "[" => self.numeral(),
            ")" | "]" => None,
            word if word.starts_with(|c: char| c.is_ascii_digit()) => number(word).map(Expr::Constant),
            word => self.element(word).map(|element| Expr::Numeral(Numeral::whole(vec![element]))),
        }
    }

    fn element(&self, word: &str) -> Option<Element> {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return word.parse().ok().filter(|digit| *digit < 64).map(Element::Shown);
        }
        place(self.names, word).map(Element::Hidden)
    }

    fn numeral(&mut self) -> Option<Expr> {
        let mut numeral = Numeral::default();
        let mut part = 0;
        loop {
            match self.token()? {
                "]" => return Some(Expr::Numeral(numeral)),
                "." if part == 0 => part = 1,
                ";" if part == 1 => part = 2,
                word => match word.strip_prefix('@') {
                    Some(base) => numeral.base = Some(Base::new(base.parse().ok()?).ok()?),
                    None => {
                        let element = self.element(word)?;
                        [&mut numeral.whole, &mut numeral.fraction, &mut numeral.repetend][part]
                            .push(element);
                    }
                },
            }
        }
    }

    /// Reads the part between brackets: a word and its operands.
    fn applied(&mut self) -> Option<Expr> {
        let word = self.token()?;
        let mut operands = Vec::new();
        while !self.takes(")") {
            operands.push(self.expr()?);
        }
        built(word, operands)
    }
}

fn number(word: &str) -> Option<Exact> {
    let whole = |text: &str| {
        let digits: Option<Vec<u8>> =
            text.bytes().rev().map(|byte| byte.is_ascii_digit().then(|| byte - b'0')).collect();
        Exact::from_digits(&digits.filter(|digits| !digits.is_empty())?, 10)
    };
    match word.split_once('/') {
        None => whole(word),
        Some((numerator, denominator)) => whole(numerator)?.over(&whole(denominator)?),
    }
}

/// Reads an integer or a fraction in decimal, with its sign.
pub fn read_number(text: &str) -> Option<Exact> {
    match text.strip_prefix('-') {
        Some(rest) => number(rest).map(|number| number.negated()),
        None => number(text),
    }
}

fn built(word: &str, operands: Vec<Expr>) -> Option<Expr> {
    match (named(word, operands.len() == 1), operands.len()) {
        (_, 4) if word == "remainder" => {
            let [dividend, divisor, quotient, rest] = operands.try_into().ok()?;
            Some(Expr::Remainder(Box::new(Remainder { dividend, divisor, quotient, rest })))
        }
        _ if word == "root" => root(operands),
        (Some(operator), 1) => Some(Expr::Unary(operator, Box::new(operands.into_iter().next()?))),
        (Some(operator), _) => chained(operator, operands),
        (None, 1) if named(word, false).is_some_and(is_list) => operands.into_iter().next(),
        (None, count) => {
            let (name, base) = word.split_once('@').map_or((word, None), |(name, base)| (name, Some(base)));
            let function = Vocabulary::default().function(name)?;
            let function = match base {
                Some(base) => function.in_base(base.parse().ok()?)?,
                None => function,
            };
            function.arity.contains(&count).then_some(Expr::Call(function, operands))
        }
    }
}

fn root(operands: Vec<Expr>) -> Option<Expr> {
    let [radicand, degree] = <[Expr; 2]>::try_from(operands).ok()?;
    let sign = match &degree {
        Expr::Constant(degree) if *degree == Exact::from(2) => "√",
        Expr::Constant(degree) if *degree == Exact::from(3) => "∛",
        _ => return Some(Expr::Call(Vocabulary::default().function("root")?, vec![radicand, degree])),
    };
    Some(Expr::Unary(operator(Tier::Root, sign)?, Box::new(radicand)))
}

/// Joins operands by an operator. Negative operands in a sum are subtracted.
fn chained(sign: &'static Operator, operands: Vec<Expr>) -> Option<Expr> {
    let by_twos = !is_list(sign);
    if by_twos && operands.len() != 2 {
        return None;
    }
    let minus = operator(Tier::Sum, "-")?;
    let mut operands = operands.into_iter();
    let first = operands.next()?;
    let rest = operands.map(|operand| match operand {
        Expr::Unary(own, inner) if sign.algebra == Algebra::Plus && own.tier == Tier::Sign => (minus, *inner),
        operand => (sign, operand),
    });
    // A/B*C is one chain, as in texts.
    match first {
        Expr::Chain(before)
            if by_twos && matches!(sign.tier, Tier::Sum | Tier::Product) && before.tier() == sign.tier =>
        {
            Some(Expr::Chain(Chain {
                first: before.first,
                rest: before.rest.into_iter().chain(rest).collect(),
            }))
        }
        first => Some(Expr::chain(first, rest.collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::vocabulary::Operator;

    fn letter(cell: usize) -> Expr {
        Expr::Numeral(Numeral::whole(vec![Element::Hidden(fukumen_language::expr::Cell::new(cell))]))
    }

    fn applied(operator: &'static Operator) -> Expr {
        match operator.exact {
            Meaning::Unary(_) | Meaning::Logic(Logic::Not) => Expr::Unary(operator, Box::new(letter(0))),
            _ => Expr::chain(letter(0), vec![(operator, letter(1))]),
        }
    }

    #[test]
    fn every_operator_is_read_as_it_was_written() {
        let names = ["A".into(), "B".into()];
        for operator in OPERATORS {
            let expr = applied(operator);
            let text = notation(&expr, &names, Base::TEN).to_string();
            assert_eq!(read(&text, &names), Ok(expr), "{text}");
        }
        assert_eq!(read("(neg A B)", &names).ok(), None);
        assert_eq!(read("(not A B)", &names).ok(), None);
        assert_eq!(read("(+ A)", &names), Ok(letter(0)));
    }

    #[test]
    fn an_operator_without_a_word_is_not_written_as_another_of_its_tier() {
        let names = ["A".into(), "B".into()];
        let binary = Meaning::Binary(|a, b, _| Ok(a.plus(b)));
        for tier in [Tier::Sum, Tier::Product, Tier::Power] {
            let text = notation(&applied(Operator::custom(tier, binary)), &names, Base::TEN).to_string();
            assert_eq!(text, "(⋄ A B)");
        }
    }
}
