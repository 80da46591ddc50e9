//! Expressions as explanations write them in JSON: `(= (+ [S E N D] [M O R E]) [M O N E Y])`.
//!
//! There is one way to write an expression: brackets and plus signs are gone, `A-B` is `(+ A (neg B))`, `A<B<C` is
//! `(and (< A B) (< B C))`, and operators that divide are applied in pairs from the left.

use std::fmt;

use fukumen_explain::{Carry, Quantity};
use fukumen_language::digits::Base;
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Meaning, Operator, Tier};

/// An expression over places with these names.
pub struct Notation<'a> {
    expr: &'a Expr,
    names: &'a [String],
    base: Base,
}

/// Writes an expression in this notation.
#[must_use]
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use fukumen_language::vocabulary::{Logic, OPERATORS};

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
    fn every_operator_has_a_word_of_its_own() {
        let names = ["A".into(), "B".into()];
        let mut seen = HashSet::new();
        for operator in OPERATORS.iter().filter(|operator| operator.algebra != Algebra::Minus) {
            let text = notation(&applied(operator), &names, Base::TEN).to_string();
            assert!(seen.insert(text.clone()), "{text} is written for two operators");
        }
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
