//! Exact intervals of the two sides of a condition.

use super::Look;
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::number::{Exact, whole_root};
use fukumen_language::vocabulary::{Algebra, Tier};

/// How many numerals make one unit of work when a comparison is looked at.
const NUMERALS_AT_ONCE: u64 = 8;

/// A number within bounds, both included.
type Interval = (Exact, Exact);

/// What is put in for a numeral or a place.
#[derive(Clone, Copy)]
pub(super) enum Put {
    Numeral(usize, i128, i128),
    Place(usize, u8),
}

/// Comparisons as intervals see them, all of which hold. What is known of each number is looked up once.
pub(super) struct Measured<'a> {
    comparisons: Vec<(Part<'a>, Algebra, Part<'a>)>,
    /// The units of work that it takes to look at all of it.
    work: u64,
}

/// A part of an expression, with the interval of each number in it.
enum Part<'a> {
    Constant(Interval),
    Numeral { numeral: &'a Numeral, index: Option<usize>, least: i128, most: i128 },
    Minus(Box<Part<'a>>),
    Root(Box<Part<'a>>, u8),
    Chain(Box<Part<'a>>, Vec<(Algebra, Part<'a>)>),
}

impl<'a> Measured<'a> {
    /// Nothing for what intervals do not understand.
    pub fn of(look: &Look, expr: &'a Expr) -> Option<Self> {
        let part = |expr: &'a Expr| Part::of(look, expr);
        let comparisons = match expr {
            Expr::Chain(chain) if chain.tier() == Tier::Relation => {
                let [(operator, right)] = &chain.rest[..] else { return None };
                vec![(part(&chain.first)?, operator.algebra, part(right)?)]
            }
            Expr::Remainder(division) => {
                let [dividend, divisor, quotient, rest] = division.parts();
                let made = vec![(Algebra::Times, part(quotient)?), (Algebra::Plus, part(rest)?)];
                let made = Part::Chain(Box::new(part(divisor)?), made);
                vec![(part(dividend)?, Algebra::Equal, made), (part(rest)?, Algebra::Less, part(divisor)?)]
            }
            _ => return None,
        };
        let mut numerals = 0;
        expr.for_each_numeral(&mut |_| numerals += 1);
        Some(Self { comparisons, work: 1 + numerals / NUMERALS_AT_ONCE })
    }

    /// Whether intervals show that it does not hold.
    pub fn is_refuted(&self, look: &Look, put: Option<Put>) -> bool {
        if !look.works(self.work) {
            return false;
        }
        let is_false = |(left, sign, right): &(Part, Algebra, Part)| {
            let (Some(left), Some(right)) = (left.interval(look, put), right.interval(look, put)) else {
                return false;
            };
            match sign {
                Algebra::Equal => left.1 < right.0 || right.1 < left.0,
                Algebra::Less => left.0 >= right.1,
                Algebra::AtMost => left.0 > right.1,
                Algebra::Greater => left.1 <= right.0,
                Algebra::AtLeast => left.1 < right.0,
                _ => false,
            }
        };
        self.comparisons.iter().any(is_false)
    }
}

impl<'a> Part<'a> {
    fn of(look: &Look, expr: &'a Expr) -> Option<Self> {
        if let Some((of, degree)) = expr.as_root() {
            return Some(Self::Root(Box::new(Self::of(look, of)?), degree));
        }
        match expr {
            Expr::Constant(number) => Some(Self::Constant((number.clone(), number.clone()))),
            Expr::Numeral(numeral) => {
                if !numeral.is_whole() || numeral.base.is_some_and(|own| own != look.scene.base) {
                    return None;
                }
                let index = look.scene.numeral_of(&numeral.whole);
                let (least, most) = ends(look, numeral, index, None)?;
                Some(Self::Numeral { numeral, index, least, most })
            }
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                Some(Self::Minus(Box::new(Self::of(look, operand)?)))
            }
            Expr::Chain(chain) => {
                let rest =
                    chain.rest.iter().map(|(operator, next)| Some((operator.algebra, Self::of(look, next)?)));
                Some(Self::Chain(Box::new(Self::of(look, &chain.first)?), rest.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// Its interval; nothing if it has none that is known.
    fn interval(&self, look: &Look, put: Option<Put>) -> Option<Interval> {
        match self {
            Self::Constant(interval) => Some(interval.clone()),
            Self::Numeral { numeral, index, least, most } => {
                let (least, most) = match put {
                    Some(Put::Numeral(at, low, high)) if *index == Some(at) => {
                        ((*least).max(low), (*most).min(high))
                    }
                    Some(Put::Place(..)) => ends(look, numeral, *index, put)?,
                    _ => (*least, *most),
                };
                // An empty range is a contradiction that other facts state.
                (least <= most).then(|| (Exact::from_i128(least), Exact::from_i128(most)))
            }
            Self::Minus(operand) => {
                let (low, high) = operand.interval(look, put)?;
                Some((high.negated(), low.negated()))
            }
            Self::Root(of, degree) => root(&of.interval(look, put)?, *degree),
            Self::Chain(first, rest) => {
                rest.iter().try_fold(first.interval(look, put)?, |value, (algebra, operand)| {
                    joined(*algebra, &value, &operand.interval(look, put)?)
                })
            }
        }
    }
}

/// The least and the largest value of a numeral, by its digits and its known size.
fn ends(look: &Look, numeral: &Numeral, index: Option<usize>, put: Option<Put>) -> Option<(i128, i128)> {
    let base = i128::from(look.scene.b());
    let (mut least, mut most) = (0_i128, 0_i128);
    for element in &numeral.whole {
        let (low, high) = match (element, put) {
            (Element::Shown(digit), _) => (*digit, *digit),
            (Element::Hidden(place), Some(Put::Place(at, digit))) if place.index() == at => (digit, digit),
            (Element::Hidden(place), _) => {
                let set = look.state.digits[place.index()].0;
                (set.min()?, set.max()?)
            }
        };
        least = least.checked_mul(base)?.checked_add(low.into())?;
        most = most.checked_mul(base)?.checked_add(high.into())?;
    }
    match index.and_then(|index| look.state.sizes[index].as_ref()) {
        Some(size) => Some((least.max(size.least), most.min(size.most))),
        None => Some((least, most)),
    }
}

/// The interval of two parts and the sign between them.
fn joined(algebra: Algebra, left: &Interval, right: &Interval) -> Option<Interval> {
    match algebra {
        Algebra::Plus => Some((left.0.plus(&right.0), left.1.plus(&right.1))),
        Algebra::Minus => Some((left.0.minus(&right.1), left.1.minus(&right.0))),
        Algebra::Times => Some(times(left, right)),
        Algebra::Over => over(left, right),
        Algebra::Power => power(left, right),
        _ => None,
    }
}

fn times(a: &Interval, b: &Interval) -> Interval {
    let ends = [a.0.times(&b.0), a.0.times(&b.1), a.1.times(&b.0), a.1.times(&b.1)];
    hull(ends)
}

fn hull(ends: [Exact; 4]) -> Interval {
    let least = ends.iter().min().cloned().unwrap_or(Exact::ZERO);
    let most = ends.into_iter().max().unwrap_or(Exact::ZERO);
    (least, most)
}

fn over(a: &Interval, b: &Interval) -> Option<Interval> {
    let has_zero = b.0 <= Exact::ZERO && b.1 >= Exact::ZERO;
    if has_zero {
        return None;
    }
    Some(hull([a.0.over(&b.0)?, a.0.over(&b.1)?, a.1.over(&b.0)?, a.1.over(&b.1)?]))
}

/// Roots of numbers that are not negative, between whole numbers.
fn root(of: &Interval, degree: u8) -> Option<Interval> {
    let (low, high) = (of.0.floor().to_i128()?, of.1.negated().floor().negated().to_i128()?);
    if low < 0 {
        return None;
    }
    let whole = |number: i128| whole_root(number, degree.into());
    let above = whole(high) + i128::from(whole(high).checked_pow(degree.into()) != Some(high));
    Some((Exact::from_i128(whole(low)), Exact::from_i128(above)))
}

/// Powers of numbers that are not negative, with a small whole exponent.
fn power(a: &Interval, b: &Interval) -> Option<Interval> {
    let (low, high) = (b.0.to_i64()?, b.1.to_i64()?);
    if a.0.is_negative()
        || low < 0
        || high > 40
        || !b.0.is_integer()
        || !b.1.is_integer()
        || (a.0.is_zero() && low == 0)
    {
        return None;
    }
    let raise = |number: &Exact, times: i64| (0..times).fold(Exact::ONE, |product, _| product.times(number));
    let ends = [raise(&a.0, low), raise(&a.0, high), raise(&a.1, low), raise(&a.1, high)];
    (ends.iter().all(|end| end.bits() < 2_000)).then(|| hull(ends))
}
