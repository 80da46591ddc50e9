//! The rule of residues: both sides of an equation are known modulo a number, and they differ.

use num_bigint::BigInt;

use crate::expression::{Element, Expression, Numeral};
use crate::value::{Open, Range};
use crate::words::{Deed, EQUAL};

pub struct Residues<'r> {
    pub modulus: u64,
    pub open: Open<'r>,
}

impl Residues<'_> {
    /// Whether a condition is an equation, or an `and` with one, whose sides have different residues.
    pub fn differ(&self, condition: &Expression) -> bool {
        let Expression::Call(word, x) = condition else { return false };
        let differ = |part: &Expression| {
            let Expression::Call(word, sides) = part else { return false };
            matches!(word.3, Deed::Compare(EQUAL))
                && self.of(&sides[0]).zip(self.of(&sides[1])).is_some_and(|(a, b)| a != b)
        };
        if matches!(word.3, Deed::And) { x.iter().any(differ) } else { differ(condition) }
    }

    /// The residue, if it is known. The depth of brackets bounds the recursion.
    fn of(&self, expression: &Expression) -> Option<u64> {
        let (word, x) = match expression {
            Expression::Number(number) => return Some(self.reduced(&number.whole()?)),
            Expression::Numeral(numeral) => return self.of_numeral(numeral),
            Expression::Call(word, x) => (word, x),
        };
        match word.3 {
            Deed::Plus => x.iter().try_fold(0, |sum, x| Some((sum + self.of(x)?) % self.modulus)),
            Deed::Neg => Some((self.modulus - self.of(&x[0])?) % self.modulus),
            Deed::Times => {
                let residues: Vec<Option<u64>> = x.iter().map(|x| self.of(x)).collect();
                // Also known if one factor is 0 and all are certainly whole.
                if residues.contains(&Some(0)) && x.iter().all(|x| self.is_whole(x)) {
                    return Some(0);
                }
                residues.into_iter().try_fold(1, |product, x| Some(self.times(product, x?)))
            }
            Deed::Power => {
                let exponent = self.exponent(&x[1])?;
                Some(self.reduced(&BigInt::from(self.of(&x[0])?).modpow(&exponent, &self.modulus.into())))
            }
            _ => None,
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
        let (mut sum, mut weight) = (0, 1);
        for element in numeral.whole.iter().rev() {
            let digit = match element {
                Element::Digit(digit) => Some(*digit),
                Element::Cell(cell) => self.open.known[*cell],
            };
            // Of an unknown digit only the place value matters, which must be 0.
            let digit = digit.or((weight == 0).then_some(0))?;
            sum = (sum + self.times(weight, digit.into())) % self.modulus;
            weight = self.times(weight, numeral.base.into());
        }
        numeral.is_whole().then_some(sum)
    }

    fn exponent(&self, expression: &Expression) -> Option<BigInt> {
        self.open.value(expression).ok().as_ref().and_then(Range::known)?.natural()
    }

    fn is_whole(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Number(number) => number.whole().is_some(),
            Expression::Numeral(numeral) => numeral.is_whole(),
            Expression::Call(word, x) => match word.3 {
                Deed::Plus | Deed::Neg | Deed::Times => x.iter().all(|x| self.is_whole(x)),
                Deed::Power => self.is_whole(&x[0]) && self.exponent(&x[1]).is_some(),
                _ => false,
            },
        }
    }
}
