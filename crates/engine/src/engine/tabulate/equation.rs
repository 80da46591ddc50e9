//! An equation as a sum or a product of terms with few symbols each, whose numbers are residues.
//!
//! `compile::factors` reads it. A term is a product of a sum, or a single factor of either side: `AB*CD=EF*GH` is a sum of
//! two terms, `AB·CD - EF·GH = 0`, and a product of four, `AB · CD · EF⁻¹ · GH⁻¹ = 1`.

use super::residue;
use crate::compile::factors::{Factor, Factored};
use crate::compile::{Condition, factors};
use fukumen_language::digits::DigitSet;
use fukumen_language::vocabulary::Context;

/// How operands combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Their sum is zero.
    Sum,
    /// Their product is one.
    Product,
}

/// A condition as operands of one operation.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub(super) operation: Operation,
    pub(super) operands: Vec<Operand>,
    /// The constant that is added to the operands, or multiplied by them.
    pub(super) constant: u32,
}

/// A term of a sum, or a factor of a product.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) product: Product,
    pub(super) home: Home,
}

/// A constant times factors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Product {
    pub(super) coefficient: u32,
    pub(super) factors: Vec<Factor>,
}

/// The side of a factor, chosen so that no zero is inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// It is never zero, or is in a sum.
    Any,
    /// The side of the equation's left.
    Left,
    /// The other side.
    Right,
}

impl Equation {
    /// Returns the ways to read a condition: empty if it is not an equation, or if a number in it has no residue.
    pub(super) fn readings(condition: &Condition, domains: &[DigitSet], context: &Context) -> Vec<Self> {
        let product = Self::product(condition, domains, context);
        Self::sum(condition, context).into_iter().chain(product).collect()
    }

    fn sum(condition: &Condition, context: &Context) -> Option<Self> {
        let sum = factors::sum(condition, context)?;
        let operand = |product| Some(Operand { product: Product::of(product)?, home: Home::Any });
        let operands = sum.products.into_iter().map(operand).collect::<Option<_>>()?;
        Some(Self { operation: Operation::Sum, operands, constant: residue::of_exact(&sum.constant)? })
    }

    /// Makes an operand for each factor of both sides.
    fn product(condition: &Condition, domains: &[DigitSet], context: &Context) -> Option<Self> {
        let [left, right] = factors::products(condition, context)?.map(Product::of);
        let (left, right) = (left?, right?);
        let constant = residue::times(left.coefficient, residue::inverse(right.coefficient));
        // Two operands are two in a sum as well, and there words split into digits.
        if constant == 0 || right.coefficient == 0 || left.factors.len() + right.factors.len() < 3 {
            return None;
        }
        let operand = |mut factor: Factor, home: Home, sign: i32| {
            let may_be_zero = factor.may_be_zero(domains);
            let is_bound = may_be_zero && factor.exponent > 0;
            // A divisor that is never zero is a factor like any other: in AB/CD=EF/GH all four are alike.
            factor.is_divisor &= may_be_zero;
            factor.exponent *= sign;
            let product = Product { coefficient: 1, factors: vec![factor] };
            Operand { product, home: if is_bound { home } else { Home::Any } }
        };
        let left = left.factors.into_iter().map(|factor| operand(factor, Home::Left, 1));
        let right = right.factors.into_iter().map(|factor| operand(factor, Home::Right, -1));
        let operands = left.chain(right).collect();
        Some(Self { operation: Operation::Product, operands, constant })
    }
}

impl Product {
    fn of(product: Factored) -> Option<Self> {
        Some(Self { coefficient: residue::of_exact(&product.coefficient)?, factors: product.factors })
    }

    /// Returns the cells of all factors, as bits.
    pub(super) fn cells(&self) -> u64 {
        self.factors.iter().flat_map(Factor::cells).fold(0, |bits, cell| bits | 1 << cell.index())
    }
}
