//! The rule of residues: both sides of an equation are known modulo a number, and they differ.

use num_bigint::BigInt;

use crate::expression::Element;
use crate::expression::Expression;
use crate::expression::Numeral;
use crate::number::Number;
use crate::value::Open;
use crate::value::Value;
use crate::words::Deed;
use crate::words::Relation;

/// Whether a condition is an equation, or an `and` with one, whose sides have different residues.
pub fn residues_differ(condition: &Expression, modulus: u64, known: &[Option<u8>], open: &Open) -> bool {
    let Expression::Call(word, arguments) = condition else { return false };
    let residues = Residues { modulus, known, open };
    match word.3 {
        Deed::And => arguments.iter().any(|part| residues.differ(part)),
        _ => residues.differ(condition),
    }
}

struct Residues<'r> {
    modulus: u64,
    known: &'r [Option<u8>],
    open: &'r Open<'r>,
}

impl Residues<'_> {
    fn differ(&self, equation: &Expression) -> bool {
        let Expression::Call(word, sides) = equation else { return false };
        let is_equation = matches!(word.3, Deed::Compare(Relation::Equal));
        is_equation && self.of(&sides[0]).zip(self.of(&sides[1])).is_some_and(|(a, b)| a != b)
    }

    /// The residue, if it is known. The depth of brackets bounds the recursion.
    fn of(&self, expression: &Expression) -> Option<u64> {
        match expression {
            Expression::Number(number) => number.whole().map(|whole| self.reduced(&whole)),
            Expression::Numeral(numeral) => self.of_numeral(numeral),
            Expression::Call(word, x) => match word.3 {
                Deed::Plus => x.iter().try_fold(0, |sum, x| Some((sum + self.of(x)?) % self.modulus)),
                Deed::Neg => Some((self.modulus - self.of(&x[0])?) % self.modulus),
                Deed::Times => self.of_product(x),
                Deed::Power => {
                    let (base, exponent) = (self.of(&x[0])?, self.exponent(&x[1])?);
                    let power = BigInt::from(base).modpow(&exponent, &self.modulus.into());
                    u64::try_from(power).ok()
                }
                _ => None,
            },
        }
    }

    fn reduced(&self, whole: &BigInt) -> u64 {
        let modulus = BigInt::from(self.modulus);
        u64::try_from((whole % &modulus + &modulus) % &modulus).unwrap_or_default()
    }

    fn times(&self, a: u64, b: u64) -> u64 {
        (u128::from(a) * u128::from(b) % u128::from(self.modulus)) as u64
    }

    /// Known if the place values of all unknown digits are multiples of the modulus.
    fn of_numeral(&self, numeral: &Numeral) -> Option<u64> {
        if !numeral.is_whole() {
            return None;
        }
        let (mut sum, mut weight) = (0, 1);
        for element in numeral.whole.iter().rev() {
            let digit = match element {
                Element::Digit(digit) => Some(*digit),
                Element::Cell(cell) => self.known[*cell],
            };
            match digit {
                Some(digit) => sum = (sum + self.times(weight, digit.into())) % self.modulus,
                None if weight == 0 => {}
                None => return None,
            }
            weight = self.times(weight, numeral.base.into());
        }
        Some(sum)
    }

    /// Also known if one factor is 0 and all are certainly whole.
    fn of_product(&self, factors: &[Expression]) -> Option<u64> {
        let residues: Vec<Option<u64>> = factors.iter().map(|factor| self.of(factor)).collect();
        if residues.contains(&Some(0)) && factors.iter().all(|factor| self.is_whole(factor)) {
            return Some(0);
        }
        residues
            .into_iter()
            .try_fold(1 % self.modulus, |product, residue| Some(self.times(product, residue?)))
    }

    fn exponent(&self, expression: &Expression) -> Option<BigInt> {
        if let Value::Known(number) = self.open.value(expression) { number.natural() } else { None }
    }

    fn is_whole(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Number(number) => Number::whole(number).is_some(),
            Expression::Numeral(numeral) => numeral.is_whole(),
            Expression::Call(word, x) => match word.3 {
                Deed::Plus | Deed::Neg | Deed::Times => x.iter().all(|x| self.is_whole(x)),
                Deed::Power => self.is_whole(&x[0]) && self.exponent(&x[1]).is_some(),
                _ => false,
            },
        }
    }
}
