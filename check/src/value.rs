//! The value rule: whether a condition is certain while some digits are open. Once all digits are known, it is the exact value.

use num_bigint::{BigInt, Sign};

use crate::expression::{Element, Expression, Numeral};
use crate::kernel::are_alike;
use crate::number::Number;
use crate::words::{Deed, EQUAL, GREATER, LESS, Meaning, Missing, NoValue, TooLarge, power};

/// Where a number lies. It has none for certain with `NoValue`; with `TooLarge` it may be any, or none.
pub type Value = Result<Range, Missing>;

/// The least and the greatest that a number may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    low: Number,
    high: Number,
    /// It surely has a value.
    sure: bool,
}

impl Range {
    fn between(low: Option<Number>, high: Option<Number>, sure: bool) -> Value {
        low.zip(high).map(|(low, high)| Self { low, high, sure }).ok_or(TooLarge)
    }

    fn exactly(number: Number) -> Self {
        Self { low: number.clone(), high: number, sure: true }
    }

    pub fn is_sure(&self) -> bool {
        self.sure
    }

    pub fn known(&self) -> Option<&Number> {
        (self.sure && self.low == self.high).then_some(&self.low)
    }
}

/// Two numbers that are known.
fn both<'r>(a: &'r Value, b: &'r Value) -> Option<(&'r Number, &'r Number)> {
    a.as_ref().ok()?.known().zip(b.as_ref().ok()?.known())
}

/// The digits that each cell may still be, as bits, and the base of the puzzle.
#[derive(Clone, Copy)]
pub struct Open<'o> {
    pub known: &'o [Option<u8>],
    pub digits: &'o [u64],
    pub base: u32,
    /// Expressions that have a value, and between which numbers.
    pub bounds: &'o [Bound],
}

/// An expression, and the least and the greatest that it may be, if they are known.
pub type Bound = (Expression, Option<Number>, Option<Number>);

impl Open<'_> {
    /// Whether a condition certainly holds, or certainly not. The depth of brackets bounds the recursion.
    pub fn truth(&self, condition: &Expression) -> Option<bool> {
        let Expression::Call(word, x) = condition else { return None };
        match word.3 {
            Deed::And => self.first(x, false),
            Deed::Or => self.first(x, true),
            Deed::Not => self.truth(&x[0]).map(|truth| !truth),
            Deed::Compare(relation) => self.relation(relation, &x[0], &x[1]),
            Deed::Asks(meaning) => match self.exactly(x, meaning) {
                Ok(answer) => Some(!answer.low.is_zero()),
                Err(NoValue) => Some(false),
                Err(TooLarge) => None,
            },
            _ => None,
        }
    }

    /// Decided by the first part that is `decisive`; the opposite if all parts are.
    fn first(&self, parts: &[Expression], decisive: bool) -> Option<bool> {
        let mut all = Some(!decisive);
        for part in parts {
            match self.truth(part) {
                Some(truth) if truth == decisive => return Some(decisive),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }

    /// The values of arguments, unless one has none.
    fn values(&self, arguments: &[Expression]) -> Result<Vec<Value>, Missing> {
        let values: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
        if values.contains(&Err(NoValue)) { Err(NoValue) } else { Ok(values) }
    }

    fn exactly(&self, arguments: &[Expression], meaning: Meaning) -> Value {
        let values = self.values(arguments)?;
        let known = |value: &Value| value.as_ref().ok()?.known().cloned();
        let numbers: Option<Vec<Number>> = values.iter().map(known).collect();
        meaning(&numbers.ok_or(TooLarge)?, self.base).map(Range::exactly)
    }

    fn relation(&self, relation: u8, left: &Expression, right: &Expression) -> Option<bool> {
        let (a, b) = (self.value(left), self.value(right));
        if a == Err(NoValue) || b == Err(NoValue) {
            return Some(false);
        }
        if relation == EQUAL && (self.cannot_read(&a, right) || self.cannot_read(&b, left)) {
            return Some(false);
        }
        let (a, b) = (a.ok()?, b.ok()?);
        let orders = orders((&a.low, &a.high), (&b.low, &b.high));
        match (orders & relation, orders & !relation) {
            (0, _) => Some(false),
            (_, 0) if a.sure && b.sure => Some(true),
            _ => None,
        }
    }

    /// Whether a known number has other digits than a numeral without a period allows.
    fn cannot_read(&self, number: &Value, numeral: &Expression) -> bool {
        let Expression::Numeral(numeral) = numeral else { return false };
        let Some(number) = number.as_ref().ok().and_then(Range::known) else { return false };
        let shift = |places| number.times(&BigInt::from(numeral.base).pow(places).into());
        let shifted = match numeral.fraction.len() {
            _ if !numeral.repetend.is_empty() => return false,
            0 => Some(number.clone()),
            places => shift(places as u32),
        };
        let Some(shifted) = shifted else { return false };
        let Some(number) = shifted.natural() else { return true };
        let digits = number.to_radix_le(numeral.base).1;
        let elements = numeral.whole.iter().chain(&numeral.fraction).rev();
        let is_long = digits.len() > numeral.whole.len() + numeral.fraction.len();
        let digits = digits.into_iter().chain(std::iter::repeat(0));
        is_long || elements.zip(digits).any(|(element, digit)| self.digits_of(*element) >> digit & 1 == 0)
    }

    /// The digits that an element may be.
    fn digits_of(&self, element: Element) -> u64 {
        match element {
            Element::Digit(digit) => 1 << digit,
            Element::Cell(cell) => self.digits[cell],
        }
    }

    pub fn value(&self, expression: &Expression) -> Value {
        let mut value = self.by_parts(expression);
        for (_, low, high) in self.bounds.iter().filter(|bound| are_alike(&bound.0, expression)) {
            value = within(value, low.as_ref(), high.as_ref());
        }
        value
    }

    fn by_parts(&self, expression: &Expression) -> Value {
        match expression {
            Expression::Number(number) => Ok(Range::exactly(number.clone())),
            Expression::Numeral(numeral) => {
                let least = |digits: u64| digits.trailing_zeros().min(63) as u8;
                let greatest = |digits: u64| digits.checked_ilog2().unwrap_or(0) as u8;
                let (low, high) = (self.numeral(numeral, least), self.numeral(numeral, greatest));
                Ok(Range { low, high, sure: true })
            }
            Expression::Call(word, arguments) => match word.3 {
                Deed::Count => self.counted(arguments),
                _ if word.is_condition() => self.counted(std::slice::from_ref(expression)),
                Deed::Exactly(meaning) => self.exactly(arguments, meaning),
                deed => arithmetic(deed, self.values(arguments)?, arguments),
            },
        }
    }

    fn numeral(&self, numeral: &Numeral, digit: fn(u64) -> u8) -> Number {
        let integer = |elements: &[Element]| -> BigInt {
            if elements.len() > 10 {
                let digits: Vec<u8> =
                    elements.iter().map(|element| digit(self.digits_of(*element))).collect();
                return BigInt::from_radix_be(Sign::Plus, &digits, numeral.base).unwrap_or_default();
            }
            let append = |n, element: &Element| {
                n * i64::from(numeral.base) + i64::from(digit(self.digits_of(*element)))
            };
            elements.iter().fold(0, append).into()
        };
        if numeral.is_whole() {
            return integer(&numeral.whole).into();
        }
        let start = integer(&[&*numeral.whole, &numeral.fraction].concat());
        let shift = BigInt::from(numeral.base).pow(numeral.fraction.len() as u32);
        if numeral.repetend.is_empty() {
            return Number::ratio(start, shift);
        }
        // x = w.f(r): the digits w f r less the digits w f are x·b^f·(b^r - 1).
        let nines = BigInt::from(numeral.base).pow(numeral.repetend.len() as u32) - 1;
        Number::ratio(start * &nines + integer(&numeral.repetend), nines * shift)
    }

    /// How many conditions hold: a number that always has a value.
    fn counted(&self, conditions: &[Expression]) -> Value {
        let truths: Vec<Option<bool>> = conditions.iter().map(|condition| self.truth(condition)).collect();
        let count =
            |may: fn(&Option<bool>) -> bool| Number::from(truths.iter().filter(|t| may(t)).count() as i64);
        Ok(Range {
            low: count(|truth| *truth == Some(true)),
            high: count(|truth| *truth != Some(false)),
            sure: true,
        })
    }
}

/// A value that lies between two numbers. If there is none it does not matter which is told.
fn within(value: Value, low: Option<&Number>, high: Option<&Number>) -> Value {
    let (own_low, own_high) = match value {
        Ok(Range { low, high, .. }) => (Some(low), Some(high)),
        Err(TooLarge) => (None, None),
        Err(NoValue) => return Err(NoValue),
    };
    let (low, high) = (own_low.as_ref().max(low), [own_high.as_ref(), high].into_iter().flatten().min());
    match low.zip(high) {
        Some((low, high)) if low > high => Err(NoValue),
        _ => Range::between(low.cloned(), high.cloned(), true),
    }
}

/// The orders in which two numbers may stand that lie between these ends.
pub fn orders<T: Ord>(a: (&T, &T), b: (&T, &T)) -> u8 {
    let order = |may_be, order| if may_be { order } else { 0 };
    order(a.0 < b.1, LESS) | order(a.0 <= b.1 && b.0 <= a.1, EQUAL) | order(a.1 > b.0, GREATER)
}

fn arithmetic(deed: Deed, x: Vec<Value>, written: &[Expression]) -> Value {
    let all = |by: fn(&Range, &Range) -> Value| {
        x.iter().cloned().reduce(|a, b| by(&a?, &b?)).unwrap_or(Err(TooLarge))
    };
    match deed {
        Deed::Plus => all(|a, b| ends(a, b, Number::plus)),
        Deed::Times => all(|a, b| corners(a, b, Number::times)),
        Deed::Min => all(|a, b| ends(a, b, |a, b| Some(a.min(b).clone()))),
        Deed::Max => all(|a, b| ends(a, b, |a, b| Some(a.max(b).clone()))),
        Deed::Over => over(&x[0], &x[1]),
        Deed::Floor => over(&x[0], &x[1]).map(|x| Range { low: x.low.floor(), high: x.high.floor(), ..x }),
        Deed::Mod => modulo(&x[0], &x[1]),
        Deed::Power => powered(&x[0], &x[1], &written[1]),
        Deed::Neg => x[0].clone().map(|x| Range { low: x.high.negated(), high: x.low.negated(), ..x }),
        Deed::Abs => x[0].clone().map(|x| {
            let (a, b) = (x.low.magnitude(), x.high.magnitude());
            let has_zero = x.low.signum() * x.high.signum() < 0;
            let low = if has_zero { 0.into() } else { a.clone().min(b.clone()) };
            Range { low, high: a.max(b), ..x }
        }),
        _ => Err(TooLarge),
    }
}

/// The results for the least ends, and for the greatest.
fn ends(a: &Range, b: &Range, by: fn(&Number, &Number) -> Option<Number>) -> Value {
    Range::between(by(&a.low, &b.low), by(&a.high, &b.high), a.sure && b.sure)
}

/// The least and the greatest of what the ends make with each other.
fn corners(a: &Range, b: &Range, by: fn(&Number, &Number) -> Option<Number>) -> Value {
    if a.low == a.high && b.low == b.high {
        return ends(a, b, by);
    }
    let pairs = [(&a.low, &b.low), (&a.low, &b.high), (&a.high, &b.low), (&a.high, &b.high)];
    let corners = pairs.into_iter().map(|(a, b)| by(a, b)).collect::<Option<Vec<_>>>().ok_or(TooLarge)?;
    Range::between(corners.iter().min().cloned(), corners.iter().max().cloned(), a.sure && b.sure)
}

fn over(a: &Value, b: &Value) -> Value {
    if both(a, b).is_some_and(|(_, b)| b.is_zero()) {
        return Err(NoValue);
    }
    let (a, b) = (a.as_ref().map_err(|_| TooLarge)?, b.as_ref().map_err(|_| TooLarge)?);
    if b.low.signum() * b.high.signum() > 0 { corners(a, b, Number::over) } else { Err(TooLarge) }
}

fn modulo(a: &Value, b: &Value) -> Value {
    if let Some((a, b)) = both(a, b) {
        return if b.is_zero() { Err(NoValue) } else { a.modulo(b).map(Range::exactly).ok_or(TooLarge) };
    }
    match b {
        Ok(b) if b.low.signum() > 0 => {
            let sure = b.sure && a.as_ref().is_ok_and(|a| a.sure);
            Ok(Range { low: 0.into(), high: b.high.clone(), sure })
        }
        _ => Err(TooLarge),
    }
}

fn powered(base: &Value, exponent: &Value, written: &Expression) -> Value {
    if let Some((base, exponent)) = both(base, exponent) {
        return power(base, exponent).map(Range::exactly);
    }
    let (base, exponent) = (base.as_ref().map_err(|_| TooLarge)?, exponent.as_ref().map_err(|_| TooLarge)?);
    let is_small = |few: &Number| few.natural().is_some() && *few <= 64.into();
    let is_numeral = matches!(written, Expression::Numeral(numeral) if numeral.is_whole());
    if (exponent.known().is_some_and(is_small) && base.low.signum() >= 0)
        || (is_numeral && base.low >= 1.into())
    {
        return ends(base, exponent, |x, y| x.power(&y.whole()?));
    }
    Err(TooLarge)
}
