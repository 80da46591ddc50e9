//! What is certain about a condition while some digits are open: the value rule. Once all digits are known, it is the exact value.

use num_bigint::BigInt;
use num_bigint::Sign;

use crate::expression::Element;
use crate::expression::Expression;
use crate::expression::Numeral;
use crate::number::Number;
use crate::number::ONE;
use crate::number::ZERO;
use crate::words::Deed;
use crate::words::Missing;
use crate::words::NoValue;
use crate::words::Relation;
use crate::words::power;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    No,
    Maybe,
    Yes,
}

use Truth::{Maybe, No, Yes};

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Yes } else { No }
    }
}

/// What is certain about a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// It has none.
    Nothing,
    /// It may be any, or none.
    Anything,
    Known(Number),
    /// It lies between these; the mark says that it surely has a value.
    Between(Number, Number, bool),
}

use Value::{Anything, Between, Known, Nothing};

impl Value {
    fn between(low: Option<Number>, high: Option<Number>, sure: bool) -> Self {
        match (low, high) {
            (Some(low), Some(high)) if sure && low == high => Known(low),
            (Some(low), Some(high)) => Between(low, high, sure),
            _ => Anything,
        }
    }

    fn ends(&self) -> Option<(&Number, &Number, bool)> {
        match self {
            Known(number) => Some((number, number, true)),
            Between(low, high, sure) => Some((low, high, *sure)),
            Nothing | Anything => None,
        }
    }

    fn known(&self) -> Option<&Number> {
        if let Known(number) = self { Some(number) } else { None }
    }
}

impl From<Result<Number, Missing>> for Value {
    fn from(result: Result<Number, Missing>) -> Self {
        match result {
            Ok(number) => Known(number),
            Err(NoValue) => Nothing,
            Err(Missing::TooLarge) => Anything,
        }
    }
}

impl From<Option<Number>> for Value {
    fn from(number: Option<Number>) -> Self {
        number.map_or(Anything, Known)
    }
}

/// The digits that each cell may still be, as bits, and the base of the puzzle.
#[derive(Clone, Copy)]
pub struct Open<'o> {
    pub digits: &'o [u64],
    pub base: u32,
}

impl Open<'_> {
    fn digit(&self, element: Element, greatest: bool) -> u8 {
        match element {
            Element::Digit(digit) => digit,
            Element::Cell(cell) if greatest => 63u8.saturating_sub(self.digits[cell].leading_zeros() as u8),
            Element::Cell(cell) => self.digits[cell].trailing_zeros() as u8 & 63,
        }
    }

    /// Whether a condition certainly holds, or certainly not. The depth of brackets bounds the recursion.
    pub fn truth(&self, condition: &Expression) -> Truth {
        let Expression::Call(word, arguments) = condition else { return Maybe };
        match word.3 {
            Deed::And => self.first(arguments, No),
            Deed::Or => self.first(arguments, Yes),
            Deed::Not => match self.truth(&arguments[0]) {
                No => Yes,
                Maybe => Maybe,
                Yes => No,
            },
            Deed::Compare(relation) => self.relation(relation, &arguments[0], &arguments[1]),
            Deed::Remainder => {
                self.asked(arguments, |x, _| remainder(x).map(Number::from).ok_or(Missing::TooLarge))
            }
            Deed::Asks(meaning) => self.asked(arguments, meaning),
            _ => Maybe,
        }
    }

    /// Decided by the first part that is `decisive`; the opposite if all parts are.
    fn first(&self, parts: &[Expression], decisive: Truth) -> Truth {
        let opposite = Truth::from(decisive == No);
        let mut all = opposite;
        for part in parts {
            let truth = self.truth(part);
            if truth == decisive {
                return decisive;
            }
            all = if truth == opposite { all } else { Maybe };
        }
        all
    }

    fn asked(
        &self,
        arguments: &[Expression],
        meaning: impl Fn(&[Number], u32) -> Result<Number, Missing>,
    ) -> Truth {
        let values: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
        match self.exactly(&values, meaning) {
            Nothing => No,
            Known(answer) => (!answer.is_zero()).into(),
            _ => Maybe,
        }
    }

    fn exactly(
        &self,
        values: &[Value],
        meaning: impl Fn(&[Number], u32) -> Result<Number, Missing>,
    ) -> Value {
        if values.contains(&Nothing) {
            return Nothing;
        }
        let numbers: Option<Vec<Number>> = values.iter().map(|value| value.known().cloned()).collect();
        numbers.map_or(Anything, |numbers| meaning(&numbers, self.base).into())
    }

    fn relation(&self, relation: Relation, left: &Expression, right: &Expression) -> Truth {
        let (a, b) = (self.value(left), self.value(right));
        if a == Nothing || b == Nothing {
            return No;
        }
        if relation == Relation::Equal
            && (self.cannot_read(&a, right).unwrap_or(false) || self.cannot_read(&b, left).unwrap_or(false))
        {
            return No;
        }
        let (Some((a, b, sure)), Some((c, d, also))) = (a.ends(), b.ends()) else { return Maybe };
        let (is_apart, is_same) = (b < c || d < a, a == b && c == d && a == c);
        let (never, always) = match relation {
            Relation::Equal => (is_apart, is_same),
            Relation::Unequal => (is_same, is_apart),
            Relation::Less => (a >= d, b < c),
            Relation::AtMost => (a > d, b <= c),
            Relation::Greater => (b <= c, a > d),
            Relation::AtLeast => (b < c, a >= d),
        };
        match (never, always && sure && also) {
            (true, _) => No,
            (_, true) => Yes,
            _ => Maybe,
        }
    }

    /// Whether a known number has other digits than a numeral without a period allows.
    fn cannot_read(&self, number: &Value, numeral: &Expression) -> Option<bool> {
        let (Known(number), Expression::Numeral(numeral)) = (number, numeral) else { return None };
        if !numeral.repetend.is_empty() {
            return None;
        }
        let number = if numeral.fraction.is_empty() {
            number.natural()
        } else {
            let shift = Number::from(BigInt::from(numeral.base).pow(numeral.fraction.len() as u32));
            number.times(&shift)?.natural()
        };
        let Some(number) = number else { return Some(true) };
        let digits = number.to_radix_le(numeral.base).1;
        let mut read = digits.iter().copied();
        let mut allows = numeral.whole.iter().chain(&numeral.fraction).rev().map(|element| {
            let digit = read.next().unwrap_or(0);
            match element {
                Element::Digit(shown) => *shown == digit,
                Element::Cell(cell) => self.digits[*cell] >> digit & 1 == 1,
            }
        });
        let fits = allows.all(|allowed| allowed);
        drop(allows);
        Some(!fits || read.any(|digit| digit != 0))
    }

    pub fn value(&self, expression: &Expression) -> Value {
        match expression {
            Expression::Number(number) => Known(number.clone()),
            Expression::Numeral(numeral) => {
                let numeral = |greatest| Some(self.numeral(numeral, greatest));
                Value::between(numeral(false), numeral(true), true)
            }
            Expression::Call(word, arguments) => self.call(word.3, arguments, expression),
        }
    }

    fn numeral(&self, numeral: &Numeral, greatest: bool) -> Number {
        let base = BigInt::from(numeral.base);
        let integer = |elements: &[Element]| -> Number {
            if elements.len() <= 10 {
                let append = |n, element: &Element| {
                    n * i64::from(numeral.base) + i64::from(self.digit(*element, greatest))
                };
                return elements.iter().fold(0, append).into();
            }
            let digits: Vec<u8> = elements.iter().map(|element| self.digit(*element, greatest)).collect();
            BigInt::from_radix_be(Sign::Plus, &digits, numeral.base).unwrap_or_default().into()
        };
        if numeral.is_whole() {
            return integer(&numeral.whole);
        }
        let start = [&*numeral.whole, &numeral.fraction].concat();
        let start = integer(&start).big().to_integer();
        let shift = base.pow(numeral.fraction.len() as u32);
        if numeral.repetend.is_empty() {
            return Number::ratio(start, shift);
        }
        // x = w.f(r): the digits w f r less the digits w f are x·b^f·(b^r - 1).
        let nines = base.pow(numeral.repetend.len() as u32) - 1;
        let period = integer(&numeral.repetend).big().to_integer();
        Number::ratio(start * &nines + period, nines * shift)
    }

    fn call(&self, deed: Deed, arguments: &[Expression], whole: &Expression) -> Value {
        match deed {
            Deed::Count => return self.counted(arguments),
            _ if whole.is_condition() => return self.counted(std::slice::from_ref(whole)),
            _ => {}
        }
        let x: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
        if x.contains(&Nothing) {
            return Nothing;
        }
        let all = |by| x[1..].iter().fold(x[0].clone(), |a, b| corners(&a, b, by));
        match deed {
            Deed::Plus => all(Number::plus),
            Deed::Times => all(Number::times),
            Deed::Min => all(|a, b| Some(a.min(b).clone())),
            Deed::Max => all(|a, b| Some(a.max(b).clone())),
            Deed::Over => over(&x[0], &x[1]),
            Deed::Floor => floor(&over(&x[0], &x[1])),
            Deed::Mod => modulo(&x[0], &x[1]),
            Deed::Power => powered(&x[0], &x[1], &arguments[1]),
            Deed::Neg => match x[0].ends() {
                Some((low, high, sure)) => Value::between(Some(high.negated()), Some(low.negated()), sure),
                None => Anything,
            },
            Deed::Abs => match x[0].ends() {
                Some((low, high, sure)) => {
                    let (a, b) = (low.magnitude(), high.magnitude());
                    let least =
                        if low.signum() * high.signum() < 0 { ZERO } else { a.clone().min(b.clone()) };
                    Value::between(Some(least), Some(a.max(b)), sure)
                }
                None => Anything,
            },
            Deed::Exactly(meaning) => self.exactly(&x, meaning),
            _ => Anything,
        }
    }

    /// How many conditions hold: a number that always has a value.
    fn counted(&self, conditions: &[Expression]) -> Value {
        let (mut least, mut most) = (0, 0);
        for condition in conditions {
            let truth = self.truth(condition);
            least += i64::from(truth == Yes);
            most += i64::from(truth != No);
        }
        Value::between(Some(least.into()), Some(most.into()), true)
    }
}

/// `dividend = divisor · quotient + rest` with `0 ≤ rest < divisor`; `None` if that is too large to compute.
fn remainder(x: &[Number]) -> Option<bool> {
    let is_rest = x[3].signum() >= 0 && x[3] < x[1];
    Some(x[1].times(&x[2])?.plus(&x[3])? == x[0] && is_rest)
}

/// The least and the greatest of what the ends make with each other.
fn corners(a: &Value, b: &Value, by: fn(&Number, &Number) -> Option<Number>) -> Value {
    if let (Known(a), Known(b)) = (a, b) {
        return by(a, b).into();
    }
    let (Some((a, b, sure)), Some((c, d, also))) = (a.ends(), b.ends()) else { return Anything };
    let corners: Option<Vec<Number>> =
        [(a, c), (a, d), (b, c), (b, d)].into_iter().map(|(x, y)| by(x, y)).collect();
    let Some(corners) = corners else { return Anything };
    Value::between(corners.iter().min().cloned(), corners.iter().max().cloned(), sure && also)
}

fn over(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Known(_), Known(b)) if b.is_zero() => Nothing,
        _ => match b.ends() {
            Some((low, high, _)) if low.signum() * high.signum() > 0 => corners(a, b, Number::over),
            _ => Anything,
        },
    }
}

fn floor(quotient: &Value) -> Value {
    match quotient.ends() {
        Some((low, high, sure)) => Value::between(Some(low.floor()), Some(high.floor()), sure),
        None => quotient.clone(),
    }
}

fn modulo(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Known(_), Known(b)) if b.is_zero() => Nothing,
        (Known(a), Known(b)) => a.modulo(b).into(),
        _ => match b.ends() {
            Some((low, high, sure)) if low.signum() > 0 => {
                let also = a.ends().is_some_and(|(_, _, sure)| sure);
                Value::between(Some(ZERO), Some(high.clone()), sure && also)
            }
            _ => Anything,
        },
    }
}

fn powered(base: &Value, exponent: &Value, written: &Expression) -> Value {
    if let (Known(base), Known(exponent)) = (base, exponent) {
        return power(base, exponent).into();
    }
    let Some((low, high, sure)) = base.ends() else { return Anything };
    let Some((few, many, also)) = exponent.ends() else { return Anything };
    let is_small = exponent.known().and_then(Number::word).is_some_and(|few| (0..=64).contains(&few));
    let is_numeral = matches!(written, Expression::Numeral(numeral) if numeral.is_whole());
    if (is_small && low.signum() >= 0) || (is_numeral && *low >= ONE) {
        let power = |x: &Number, y: &Number| x.power(&y.whole()?);
        return Value::between(power(low, few), power(high, many), sure && also);
    }
    Anything
}
