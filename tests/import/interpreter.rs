//! Random expressions of the part of Python that is translated, and what Python makes of them.

use std::fmt;

use fukumen::judge;
use fukumen::judge::Truth;

use super::puzzle;

/// The value of an expression; an exception is no value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Number(i128),
    Nothing,
}

use Value::{Nothing, Number};

#[derive(Clone, Debug)]
enum Python {
    Int(i128),
    Word(Vec<usize>),
    Binary(&'static str, Box<Python>, Box<Python>),
    Compare(Box<Python>, Vec<(&'static str, Python)>),
    In(Box<Python>, Vec<Python>, bool),
    InRange(Box<Python>, i128, i128),
    And(Box<Python>, Box<Python>),
    Or(Box<Python>, Box<Python>),
    Not(Box<Python>),
    Call(&'static str, Vec<Python>),
    /// `name(BODY for x in irange(a, b))`, with the word `x` in place of the last operand of a sum.
    Over(&'static str, Box<Python>, i128, i128, &'static str),
}

const LETTERS: [char; 4] = ['A', 'B', 'C', 'D'];

impl fmt::Display for Python {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Word(word) => word.iter().try_for_each(|i| write!(f, "{}", LETTERS[*i])),
            Self::Binary(sign, a, b) => write!(f, "({a} {sign} {b})"),
            Self::Compare(first, rest) => {
                write!(f, "({first}")?;
                rest.iter().try_for_each(|(sign, right)| write!(f, " {sign} {right}"))?;
                f.write_str(")")
            }
            Self::In(value, items, is_in) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "({value} {} [{}])", if *is_in { "in" } else { "not in" }, items.join(", "))
            }
            Self::InRange(value, a, b) => write!(f, "({value} in irange({a}, {b}))"),
            Self::And(a, b) => write!(f, "({a} and {b})"),
            Self::Or(a, b) => write!(f, "({a} or {b})"),
            Self::Not(a) => write!(f, "(not {a})"),
            Self::Call(name @ ("sum" | "all" | "any"), items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "{name}([{}])", items.join(", "))
            }
            Self::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
            Self::Over(name, body, a, b, sign) => {
                write!(f, "{name}({body} {sign} x for x in irange({a}, {b}))")
            }
        }
    }
}

impl Python {
    /// Its value; `None` for an exception.
    fn value(&self, digits: &[i128]) -> Option<Value> {
        let number = |python: &Self| match python.value(digits)? {
            Number(n) => Some(n),
            Nothing => None,
        };
        Some(match self {
            Self::Int(n) => Number(*n),
            Self::Word(word) => Number(word.iter().fold(0, |n, i| 10 * n + digits[*i])),
            Self::Binary(sign, a, b) => Number(binary(sign, number(a)?, number(b)?)?),
            Self::Compare(first, rest) => {
                let mut left = first.value(digits)?;
                for (sign, right) in rest {
                    let right = right.value(digits)?;
                    if !compared(sign, left, right)? {
                        return Some(Number(0));
                    }
                    left = right;
                }
                Number(1)
            }
            Self::In(value, items, is_in) => {
                let value = value.value(digits)?;
                let items = items.iter().map(|item| item.value(digits)).collect::<Option<Vec<_>>>()?;
                Number(i128::from(items.contains(&value) == *is_in))
            }
            Self::InRange(value, a, b) => match value.value(digits)? {
                Number(n) => Number(i128::from((*a..=*b).contains(&n))),
                Nothing => Number(0),
            },
            Self::And(a, b) => {
                let left = a.value(digits)?;
                if is_true(left) { b.value(digits)? } else { left }
            }
            Self::Or(a, b) => {
                let left = a.value(digits)?;
                if is_true(left) { left } else { b.value(digits)? }
            }
            Self::Not(a) => Number(i128::from(!is_true(a.value(digits)?))),
            Self::Call("sum", items) => {
                Number(items.iter().try_fold(0, |sum, item| Some(sum + number(item)?))?)
            }
            Self::Call("all", items) => all(items.iter().map(|item| item.value(digits)))?,
            Self::Call("any", items) => any(items.iter().map(|item| item.value(digits)))?,
            Self::Call(name, arguments) => {
                let arguments = arguments.iter().map(number).collect::<Option<Vec<_>>>()?;
                called(name, &arguments)?
            }
            Self::Over(name, body, a, b, sign) => {
                let values = (*a..=*b).map(|x| {
                    let body = number(body)?;
                    match *sign {
                        "+" => Some(Number(body + x)),
                        sign => compared(sign, Number(body), Number(x)).map(|holds| Number(holds.into())),
                    }
                });
                match *name {
                    "all" => all(values)?,
                    "any" => any(values)?,
                    _ => Number(values.sum::<Option<Sum>>()?.0),
                }
            }
        })
    }
}

struct Sum(i128);

impl std::iter::Sum<Value> for Sum {
    fn sum<I: Iterator<Item = Value>>(values: I) -> Self {
        Self(values.map(|value| if let Number(n) = value { n } else { 0 }).sum())
    }
}

fn is_true(value: Value) -> bool {
    !matches!(value, Nothing | Number(0))
}

fn all(values: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    for value in values {
        if !is_true(value?) {
            return Some(Number(0));
        }
    }
    Some(Number(1))
}

fn any(values: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    for value in values {
        if is_true(value?) {
            return Some(Number(1));
        }
    }
    Some(Number(0))
}

fn binary(sign: &str, a: i128, b: i128) -> Option<i128> {
    let floor = || Some(a.checked_div(b)? - i128::from(a % b != 0 && (a < 0) != (b < 0)));
    match sign {
        "+" => Some(a + b),
        "-" => Some(a - b),
        "*" => Some(a * b),
        "**" => a.checked_pow(u32::try_from(b).ok()?),
        "//" => floor(),
        _ => Some(a - floor()? * b),
    }
}

fn compared(sign: &str, left: Value, right: Value) -> Option<bool> {
    match (sign, left, right) {
        ("==", left, right) => Some(left == right),
        ("!=", left, right) => Some(left != right),
        (sign, Number(a), Number(b)) => Some(match sign {
            "<" => a < b,
            "<=" => a <= b,
            ">" => a > b,
            _ => a >= b,
        }),
        // `None` has no order.
        _ => None,
    }
}

fn called(name: &str, x: &[i128]) -> Option<Value> {
    let a = x[0];
    let root = |power: u32| (0..=a.max(0)).take(100_000).find(|n| n.pow(power) == a);
    let digits = || a.to_string().bytes().map(|b| i128::from(b - b'0')).collect::<Vec<_>>();
    let maybe = |found: Option<i128>| Some(found.map_or(Nothing, Number));
    let number = |n: i128| Some(Number(n));
    match name {
        "is_prime" => number((a > 1 && (2..a).take_while(|d| d * d <= a).all(|d| a % d != 0)).into()),
        "is_square" => maybe(root(2)),
        "is_square_p" => number(root(2).is_some().into()),
        "is_triangular" => maybe((0..=a.max(0)).take(100_000).find(|n| n * (n + 1) / 2 == a)),
        "div" if x[1] == 0 || a % x[1] != 0 => Some(Nothing),
        "div" => number(a / x[1]),
        "abs" => number(a.abs()),
        "gcd" => number(gcd(a.abs(), x[1].abs())),
        "max" => number(a.max(x[1])),
        "min" => number(a.min(x[1])),
        "sq" => number(a * a),
        "dsum" => number(digits().iter().sum()),
        "ndigits" => number(digits().len() as i128),
        "nreverse" => number(digits().iter().rev().fold(0, |n, d| 10 * n + d)),
        "tri" => number(a * (a + 1) / 2),
        _ => panic!("{name} is not known"),
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A sequence of numbers that is the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A number from 0 up, so that functions of digits have a meaning.
    fn natural(&mut self) -> Python {
        match self.below(3) {
            0 => Python::Word(vec![self.below(4), self.below(4)]),
            1 => Python::Word(vec![self.below(4)]),
            _ => Python::Binary("+", Box::new(self.word()), Box::new(self.word())),
        }
    }

    fn word(&mut self) -> Python {
        let length = 1 + self.below(2);
        Python::Word((0..length).map(|_| self.below(4)).collect())
    }

    fn number(&mut self, depth: usize) -> Python {
        if depth == 0 {
            return if self.below(3) == 0 { Python::Int(self.below(15) as i128) } else { self.word() };
        }
        let inner = depth - 1;
        match self.below(9) {
            0..=3 => {
                let sign = self.one(&["+", "-", "*", "//", "%"]);
                Python::Binary(sign, Box::new(self.number(inner)), Box::new(self.number(inner)))
            }
            4 => Python::Binary("**", Box::new(self.word()), Box::new(Python::Int(self.below(4) as i128))),
            5 => Python::Call(self.one(&["gcd", "max", "min"]), vec![self.number(inner), self.number(inner)]),
            6 => {
                let name = self.one(&["dsum", "ndigits", "nreverse", "tri", "sq", "abs"]);
                Python::Call(name, vec![self.natural()])
            }
            7 => Python::Call("sum", vec![self.condition(inner), self.number(inner), self.condition(inner)]),
            _ => self.number(0),
        }
    }

    /// Values that may be `None`.
    fn maybe(&mut self, depth: usize) -> Python {
        match self.below(3) {
            0 => Python::Call("is_square", vec![self.number(depth)]),
            1 => Python::Call("is_triangular", vec![self.number(depth)]),
            _ => Python::Call("div", vec![self.number(depth), self.number(depth)]),
        }
    }

    fn condition(&mut self, depth: usize) -> Python {
        let inner = depth.saturating_sub(1);
        let sign = self.one(&["==", "!=", "<", "<=", ">", ">="]);
        match self.below(if depth == 0 { 4 } else { 12 }) {
            0 | 1 => Python::Compare(Box::new(self.number(inner)), vec![(sign, self.number(inner))]),
            2 => Python::Call(self.one(&["is_prime", "is_square_p"]), vec![self.number(inner)]),
            3 => Python::Compare(Box::new(self.maybe(inner)), vec![(sign, self.number(inner))]),
            4 => {
                let other = self.one(&["==", "<", "!="]);
                let rest = vec![(sign, self.number(inner)), (other, self.number(inner))];
                Python::Compare(Box::new(self.number(inner)), rest)
            }
            5 => {
                let items = (0..1 + self.below(3)).map(|_| self.number(0)).collect();
                Python::In(Box::new(self.number(inner)), items, self.below(2) == 0)
            }
            6 => Python::InRange(Box::new(self.number(inner)), self.below(9) as i128, 20),
            7 => Python::And(Box::new(self.condition(inner)), Box::new(self.condition(inner))),
            8 => Python::Or(Box::new(self.condition(inner)), Box::new(self.condition(inner))),
            9 => Python::Not(Box::new(self.truth(inner))),
            10 => Python::Call(self.one(&["all", "any"]), vec![self.condition(inner), self.truth(inner)]),
            _ => {
                let (name, sign) = self.one(&[("all", "!="), ("any", "=="), ("any", "<")]);
                Python::Over(name, Box::new(self.number(inner)), self.below(3) as i128, 6, sign)
            }
        }
    }

    /// Anything that counts as true or false.
    fn truth(&mut self, depth: usize) -> Python {
        match self.below(4) {
            0 => self.maybe(depth),
            1 => self.number(depth),
            _ => self.condition(depth),
        }
    }
}

#[test]
fn random_expressions_mean_what_python_makes_of_them() {
    let mut chance = Chance(14);
    let mut held = 0;
    for round in 0..400 {
        let python = if round % 5 == 0 { chance.truth(3) } else { chance.condition(3) };
        // All four letters take part, and any digits may be given.
        let file = format!("SubstitutedExpression --distinct='' --invalid='' --symbols=ABCD '{python}'");
        let puzzle = puzzle(&file);
        for _ in 0..25 {
            let digits: Vec<i128> = (0..4).map(|_| chance.below(10) as i128).collect();
            let holds = python.value(&digits).is_some_and(is_true);
            let mut cells = vec![0; puzzle.hidden().len()];
            for (letter, digit) in LETTERS.iter().zip(&digits) {
                let cell = puzzle.cell(&letter.to_string()).expect("it is named");
                cells[cell.index()] = u8::try_from(*digit).expect("it is a digit");
            }
            let judged = puzzle
                .all_conditions()
                .map(|condition| judge::truth(condition, &cells, &puzzle.context()))
                .fold(Truth::Yes, Truth::and);
            let expected = if holds { Truth::Yes } else { Truth::No };
            assert_eq!(judged, expected, "{python} with {digits:?}, translated {puzzle}");
            held += usize::from(holds);
        }
    }
    assert!((1000..9000).contains(&held), "{held} of 10,000 hold");
}
