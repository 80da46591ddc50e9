//! Conditions that compare two linear forms: the rules of bounds and of divisors.

use std::collections::BTreeMap;
use std::ops::Add;
use std::ops::Mul;
use std::ops::Rem;
use std::ops::Sub;

use num_bigint::BigInt;

use crate::expression::Element;
use crate::expression::Expression;
use crate::expression::Numeral;
use crate::number::Number;
use crate::number::ONE;
use crate::number::ZERO;
use crate::number::common_divisor;
use crate::number::gcd;
use crate::words::Deed;
use crate::words::Relation;

/// A longer numeral is not linear: its weights would take too much memory.
const PLACES: usize = 200;

/// The difference of the two sides, a number and a weight for each cell, in whole numbers.
pub enum Form {
    Words(Difference<i128>),
    Big(Difference<BigInt>),
}

pub struct Difference<T> {
    relation: Relation,
    constant: T,
    weights: Vec<(usize, T)>,
    positive: Vec<Part<T>>,
    negative: Vec<Part<T>>,
}

/// Cells that share out their digits, or one cell, with the sizes of their weights, the heaviest first.
struct Part<T>(Vec<(usize, T)>);

/// A number and the weights of cells.
struct Linear(Number, BTreeMap<usize, Number>);

impl Form {
    /// `different` names the first group of different digits that a cell is in.
    pub fn read(condition: &Expression, different: &dyn Fn(usize) -> Option<usize>) -> Option<Self> {
        let Expression::Call(word, sides) = condition else { return None };
        let Deed::Compare(relation) = word.3 else { return None };
        let Linear(constant, weights) =
            linear(&sides[0])?.plus(&linear(&sides[1])?.times(&Number::from(-1))?)?;
        // Fractions are brought to one denominator, which changes no relation.
        let mut scale = BigInt::from(1);
        for number in weights.values().chain([&constant]) {
            let denom = number.big().denom().clone();
            scale = &scale / common_divisor(&scale, &denom) * denom;
            Number::from(scale.clone()).kept()?;
        }
        let scale = Number::from(scale);
        let whole = |number: &Number| number.times(&scale)?.whole();
        let constant = whole(&constant)?;
        let weights: Option<Vec<(usize, BigInt)>> = weights
            .iter()
            .filter(|(_, weight)| !weight.is_zero())
            .map(|(cell, weight)| Some((*cell, whole(weight)?)))
            .collect();
        let weights = weights?;
        let size =
            weights.iter().map(|(_, weight)| weight.bits() + 6).max().unwrap_or(0).max(constant.bits());
        if size + weights.len() as u64 > 120 {
            return Some(Self::Big(Difference::new(relation, constant, weights, different)));
        }
        let word = |number: &BigInt| i128::try_from(number).unwrap_or_default();
        let weights = weights.iter().map(|(cell, weight)| (*cell, word(weight))).collect();
        Some(Self::Words(Difference::new(relation, word(&constant), weights, different)))
    }

    /// Whether the least or the greatest value of the difference excludes the relation.
    pub fn is_excluded(&self, known: &[Option<u8>], open: &[u64]) -> bool {
        match self {
            Self::Words(form) => form.is_excluded(known, open),
            Self::Big(form) => form.is_excluded(known, open),
        }
    }

    /// Whether the common divisor of the unknown weights does not divide what is known, and the two must be equal.
    pub fn is_indivisible(&self, known: &[Option<u8>]) -> bool {
        match self {
            Self::Words(form) => {
                let by = |a: &i128, b: &i128| gcd(a.unsigned_abs(), b.unsigned_abs()) as i128;
                form.is_indivisible(known, by)
            }
            Self::Big(form) => form.is_indivisible(known, common_divisor),
        }
    }
}

impl Linear {
    fn plus(mut self, other: &Self) -> Option<Self> {
        for (cell, weight) in &other.1 {
            let sum = self.1.get(cell).unwrap_or(&ZERO).plus(weight)?;
            self.1.insert(*cell, sum);
        }
        Some(Self(self.0.plus(&other.0)?, self.1))
    }

    fn times(mut self, factor: &Number) -> Option<Self> {
        for weight in self.1.values_mut() {
            *weight = weight.times(factor)?;
        }
        Some(Self(self.0.times(factor)?, self.1))
    }
}

fn linear(expression: &Expression) -> Option<Linear> {
    match expression {
        Expression::Number(number) => Some(Linear(number.clone(), BTreeMap::new())),
        Expression::Numeral(numeral) => numeral_weights(numeral),
        Expression::Call(word, arguments) => {
            let mut forms = arguments.iter().map(linear);
            match word.3 {
                Deed::Plus => {
                    let first = forms.next()??;
                    forms.try_fold(first, |sum, form| sum.plus(&form?))
                }
                Deed::Neg => forms.next()??.times(&Number::from(-1)),
                Deed::Times => forms.try_fold(Linear(ONE, BTreeMap::new()), |product, form| {
                    let form = form?;
                    if form.1.is_empty() {
                        product.times(&form.0)
                    } else if product.1.is_empty() {
                        form.times(&product.0)
                    } else {
                        None
                    }
                }),
                _ => None,
            }
        }
    }
}

fn numeral_weights(numeral: &Numeral) -> Option<Linear> {
    if !numeral.is_whole() || numeral.whole.len() > PLACES {
        return None;
    }
    let mut form = Linear(ZERO, BTreeMap::new());
    let (mut weight, base) = (ONE, Number::from(i64::from(numeral.base)));
    for element in numeral.whole.iter().rev() {
        match element {
            Element::Digit(digit) => form.0 = form.0.plus(&weight.times(&i64::from(*digit).into())?)?,
            Element::Cell(cell) => {
                let sum = form.1.get(cell).unwrap_or(&ZERO).plus(&weight)?;
                form.1.insert(*cell, sum);
            }
        }
        weight = weight.times(&base)?;
    }
    Some(form)
}

pub trait Whole:
    Clone + Ord + From<u8> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Rem<Output = Self>
{
}

impl Whole for i128 {}
impl Whole for BigInt {}

impl<T: Whole> Difference<T> {
    fn new(
        relation: Relation,
        constant: T,
        weights: Vec<(usize, T)>,
        different: &dyn Fn(usize) -> Option<usize>,
    ) -> Self {
        let zero = T::from(0);
        let size = |weight: &T| if *weight < zero { zero.clone() - weight.clone() } else { weight.clone() };
        let parts = |is_positive: bool| {
            let mut parts = BTreeMap::<_, Vec<(usize, T)>>::new();
            for (cell, weight) in weights.iter().filter(|(_, weight)| (*weight > zero) == is_positive) {
                let group = different(*cell);
                // A cell without a group is alone.
                let alone = if group.is_none() { *cell } else { 0 };
                parts.entry((group, alone)).or_default().push((*cell, size(weight)));
            }
            let sorted = |mut part: Vec<(usize, T)>| {
                part.sort_by(|a, b| b.1.cmp(&a.1));
                Part(part)
            };
            parts.into_values().map(sorted).collect()
        };
        Self { relation, constant, positive: parts(true), negative: parts(false), weights }
    }

    fn is_excluded(&self, known: &[Option<u8>], open: &[u64]) -> bool {
        let (mut least, mut greatest) = (self.constant.clone(), self.constant.clone());
        for part in &self.positive {
            let Some((low, high)) = part.ends(known, open) else { return true };
            (least, greatest) = (least + low, greatest + high);
        }
        for part in &self.negative {
            let Some((low, high)) = part.ends(known, open) else { return true };
            (least, greatest) = (least - high, greatest - low);
        }
        let zero = T::from(0);
        match self.relation {
            Relation::Equal => least > zero || greatest < zero,
            Relation::Unequal => least == zero && greatest == zero,
            Relation::Less => least >= zero,
            Relation::AtMost => least > zero,
            Relation::Greater => greatest <= zero,
            Relation::AtLeast => greatest < zero,
        }
    }

    fn is_indivisible(&self, known: &[Option<u8>], common: impl Fn(&T, &T) -> T) -> bool {
        if self.relation != Relation::Equal {
            return false;
        }
        let zero = T::from(0);
        let (mut rest, mut divisor) = (self.constant.clone(), zero.clone());
        for (cell, weight) in &self.weights {
            match known[*cell] {
                Some(digit) => rest = rest + weight.clone() * T::from(digit),
                None => divisor = common(&divisor, weight),
            }
        }
        if divisor == zero { rest != zero } else { rest % divisor != zero }
    }
}

impl<T: Whole> Part<T> {
    /// The least and the greatest value; `None` if a cell gets no digit.
    fn ends(&self, known: &[Option<u8>], open: &[u64]) -> Option<(T, T)> {
        let (mut low, mut high) = (T::from(0), T::from(0));
        let (mut unknown, mut union, mut count) = ([(0u64, 0usize); 64], 0u64, 0);
        for (at, (cell, weight)) in self.0.iter().enumerate() {
            if let Some(digit) = known[*cell] {
                let value = weight.clone() * T::from(digit);
                (low, high) = (low + value.clone(), high + value);
                continue;
            }
            // There are at most 64 digits to share out.
            *unknown.get_mut(count)? = (open[*cell], at);
            (union, count) = (union | open[*cell], count + 1);
        }
        let unknown = &unknown[..count];
        if union.count_ones() < count as u32 || unknown.iter().any(|(open, _)| *open == 0) {
            return None;
        }
        let give = |sum: T, at: usize, digit: u32| sum + self.0[at].1.clone() * T::from(digit as u8);
        // Downwards: each digit to the heaviest cell left whose greatest open digit is not below it.
        let (mut left, mut digits) = (first_bits(count), union);
        while left != 0 {
            let digit = digits.checked_ilog2()?;
            digits &= !(1 << digit);
            if let Some(taker) = bits(left).find(|i| unknown[*i].0 >> digit != 0) {
                left &= !(1 << taker);
                high = give(high, unknown[taker].1, digit);
            }
        }
        // Upwards: each digit to the heaviest cell left whose least open digit is not above it.
        let (mut left, mut digits) = (first_bits(count), union);
        while left != 0 {
            let digit = if digits == 0 { return None } else { digits.trailing_zeros() };
            digits &= digits - 1;
            if let Some(taker) = bits(left).find(|i| unknown[*i].0.trailing_zeros() <= digit) {
                left &= !(1 << taker);
                low = give(low, unknown[taker].1, digit);
            }
        }
        Some((low, high))
    }
}

fn first_bits(count: usize) -> u64 {
    if count == 64 { u64::MAX } else { (1 << count) - 1 }
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
