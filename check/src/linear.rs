//! Conditions that compare two linear forms: the rules of bounds and of divisors.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use crate::expression::{Element, Expression, Numeral};
use crate::number::{Number, Whole, gcd};
use crate::statement::digits_in;
use crate::value::orders;
use crate::words::{Deed, EQUAL};

/// A longer numeral is not linear: its weights would take too much memory.
const PLACES: usize = 200;

/// The difference of the two sides.
pub trait Form {
    /// Whether the least or the greatest value of the difference excludes the relation.
    fn is_excluded(&self, known: &[Option<u8>], open: &[u64]) -> bool;

    /// Whether the common divisor of the unknown weights does not divide what is known, and the two must be equal.
    fn is_indivisible(&self, known: &[Option<u8>]) -> bool;

    /// If the two sides must be equal, the number and the weights of their difference.
    fn equation(&self) -> Option<(BigInt, Vec<(usize, BigInt)>)>;
}

/// A number and a weight for each cell, in whole numbers.
struct Difference<T> {
    relation: u8,
    constant: T,
    weights: Vec<(usize, T)>,
    parts: Vec<Part<T>>,
}

/// Cells that share out their digits, or one cell, with the sizes of their weights, the heaviest first.
struct Part<T> {
    is_positive: bool,
    cells: Vec<(usize, T)>,
}

/// The form of a condition; `different` names the first group of different digits that a cell is in.
pub fn read(condition: &Expression, different: &dyn Fn(usize) -> Option<usize>) -> Option<Box<dyn Form>> {
    let Expression::Call(word, sides) = condition else { return None };
    let Deed::Compare(relation) = word.3 else { return None };
    let minus = Linear((-1).into(), BTreeMap::new());
    let Linear(constant, weights) = linear(&sides[0])?.plus(&linear(&sides[1])?.times(minus)?)?;
    // Fractions are brought to one denominator, which changes no relation.
    let mut scale = BigInt::from(1);
    for number in weights.values().chain([&constant]) {
        let denom = number.big().denom().clone();
        scale = &scale / gcd(scale.clone(), denom.clone()) * denom;
        Number::from(scale.clone()).kept()?;
    }
    let scale = scale.into();
    let whole = |number: &Number| number.times(&scale)?.whole();
    let constant = whole(&constant)?;
    let weights = weights.iter().filter(|(_, weight)| !weight.is_zero());
    let weights = weights.map(|(cell, weight)| Some((*cell, whole(weight)?))).collect::<Option<Vec<_>>>()?;
    let size = weights.iter().map(|(_, weight)| weight.bits() + 6).fold(constant.bits(), u64::max);
    if size + weights.len() as u64 > 120 {
        return Some(Box::new(Difference::new(relation, constant, weights, different)));
    }
    let word = |number: &BigInt| i128::try_from(number).unwrap_or_default();
    let weights = weights.iter().map(|(cell, weight)| (*cell, word(weight))).collect();
    Some(Box::new(Difference::new(relation, word(&constant), weights, different)))
}

/// A number and the weights of cells.
pub struct Linear(pub Number, pub BTreeMap<usize, Number>);

impl Linear {
    fn plus(mut self, other: &Self) -> Option<Self> {
        for (cell, weight) in &other.1 {
            let sum = self.1.entry(*cell).or_insert(0.into());
            *sum = sum.plus(weight)?;
        }
        Some(Self(self.0.plus(&other.0)?, self.1))
    }

    /// One of the two must be a number.
    fn times(mut self, mut other: Self) -> Option<Self> {
        if self.1.is_empty() {
            std::mem::swap(&mut self, &mut other);
        }
        for weight in self.1.values_mut() {
            *weight = weight.times(&other.0)?;
        }
        other.1.is_empty().then_some(Self(self.0.times(&other.0)?, self.1))
    }
}

pub fn linear(expression: &Expression) -> Option<Linear> {
    let (word, x) = match expression {
        Expression::Number(number) => return Some(Linear(number.clone(), BTreeMap::new())),
        Expression::Numeral(numeral) => return of_numeral(numeral),
        Expression::Call(word, x) => (word, x),
    };
    let number = |n: i64| Linear(n.into(), BTreeMap::new());
    match word.3 {
        Deed::Plus => x.iter().try_fold(number(0), |sum, x| sum.plus(&linear(x)?)),
        Deed::Neg => linear(&x[0])?.times(number(-1)),
        Deed::Times => x.iter().try_fold(number(1), |product, x| product.times(linear(x)?)),
        _ => None,
    }
}

fn of_numeral(numeral: &Numeral) -> Option<Linear> {
    if !numeral.is_whole() || numeral.whole.len() > PLACES {
        return None;
    }
    let (mut form, mut weight) = (Linear(0.into(), BTreeMap::new()), Number::from(1));
    for element in numeral.whole.iter().rev() {
        form = form.plus(&match element {
            Element::Digit(digit) => Linear(weight.times(&i64::from(*digit).into())?, BTreeMap::new()),
            Element::Cell(cell) => Linear(0.into(), BTreeMap::from([(*cell, weight.clone())])),
        })?;
        weight = weight.times(&i64::from(numeral.base).into())?;
    }
    Some(form)
}

impl<T: Whole> Difference<T> {
    fn new(
        relation: u8,
        constant: T,
        weights: Vec<(usize, T)>,
        different: &dyn Fn(usize) -> Option<usize>,
    ) -> Self {
        let mut parts = BTreeMap::<_, Vec<(usize, T)>>::new();
        for (cell, weight) in &weights {
            let (is_positive, group) = (*weight > T::default(), different(*cell));
            let size = if is_positive { weight.clone() } else { T::default() - weight.clone() };
            // A cell without a group is alone.
            let alone = if group.is_none() { *cell } else { 0 };
            parts.entry((is_positive, group, alone)).or_default().push((*cell, size));
        }
        let sorted = |((is_positive, ..), mut cells): ((bool, _, _), Vec<(usize, T)>)| {
            cells.sort_by(|a, b| b.1.cmp(&a.1));
            Part { is_positive, cells }
        };
        Self { relation, constant, parts: parts.into_iter().map(sorted).collect(), weights }
    }
}

impl<T: Whole> Form for Difference<T> {
    fn is_excluded(&self, known: &[Option<u8>], open: &[u64]) -> bool {
        let (mut least, mut greatest) = (self.constant.clone(), self.constant.clone());
        for part in &self.parts {
            let Some((low, high)) = part.ends(known, open) else { return true };
            (least, greatest) = match part.is_positive {
                true => (least + low, greatest + high),
                false => (least - high, greatest - low),
            };
        }
        let zero = T::default();
        orders((&least, &greatest), (&zero, &zero)) & self.relation == 0
    }

    fn is_indivisible(&self, known: &[Option<u8>]) -> bool {
        let (mut rest, mut divisor) = (self.constant.clone(), T::default());
        for (cell, weight) in &self.weights {
            match known[*cell] {
                Some(digit) => rest = rest + weight.clone() * T::from(digit),
                None => divisor = gcd(divisor, weight.clone()),
            }
        }
        let left = if divisor == T::default() { rest } else { rest % divisor };
        self.relation == EQUAL && left != T::default()
    }

    fn equation(&self) -> Option<(BigInt, Vec<(usize, BigInt)>)> {
        let weights = self.weights.iter().map(|(cell, weight)| (*cell, weight.clone().into()));
        (self.relation == EQUAL).then(|| (self.constant.clone().into(), weights.collect()))
    }
}

impl<T: Whole> Part<T> {
    /// The least and the greatest value; `None` if a cell gets no digit.
    fn ends(&self, known: &[Option<u8>], open: &[u64]) -> Option<(T, T)> {
        let (mut sum, mut unknown, mut union, mut count) = (T::default(), [(0u64, 0usize); 64], 0u64, 0);
        for (at, (cell, weight)) in self.cells.iter().enumerate() {
            match known[*cell] {
                Some(digit) => sum = sum + weight.clone() * T::from(digit),
                None => {
                    // There are at most 64 digits to share out.
                    *unknown.get_mut(count)? = (open[*cell], at);
                    (union, count) = (union | open[*cell], count + 1);
                }
            }
        }
        let unknown =
            unknown[..count].iter().map(|(open, at)| (*open, self.cells[*at].1.clone())).collect::<Vec<_>>();
        let can_share = union.count_ones() >= count as u32 && unknown.iter().all(|(open, _)| *open != 0);
        let ends = |low, high| (sum.clone() + low, sum.clone() + high);
        can_share.then_some(())?;
        Some(ends(shared::<false, _>(&unknown, union)?, shared::<true, _>(&unknown, union)?))
    }
}

/// The least or the greatest sum of weights times digits that all differ; the digits that each may have, the heaviest weight first.
///
/// Downwards for the greatest value: each digit to the heaviest left whose greatest open digit is not below it. Upwards for the
/// least, mirrored.
pub fn shared<const DOWN: bool, T: Whole>(unknown: &[(u64, T)], mut union: u64) -> Option<T> {
    let (mut sum, mut left) = (T::default(), ((1u128 << unknown.len()) - 1) as u64);
    while left != 0 {
        let digit =
            if DOWN { union.checked_ilog2()? } else { (union != 0).then(|| union.trailing_zeros())? };
        union &= !(1 << digit);
        let takes = |at: &u8| {
            let (open, _) = unknown[usize::from(*at)];
            if DOWN { open >> digit != 0 } else { open.trailing_zeros() <= digit }
        };
        if let Some(taker) = digits_in(left).find(takes) {
            left &= !(1 << taker);
            sum = sum + unknown[usize::from(taker)].1.clone() * T::from(digit as u8);
        }
    }
    Some(sum)
}
