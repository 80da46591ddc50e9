//! Reads the numbers of a puzzle into its shape: numerals, sums, products, functions.

use super::reading::ShapeReader;
use super::shape::{Id, Tag};
use super::sum::{NodeSum, work};
use super::symmetries::Scope;
use crate::compile::linear::Affine;
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, FunctionRef, Operator};

/// A numeral with more digits than this is not split into place values, which would be many long numbers.
const LONG: usize = 64;

impl ShapeReader {
    pub(super) fn numeral(&mut self, expr: &Expr, numeral: &Numeral) -> NodeSum {
        let length = numeral.elements().count();
        let is_plain = length == 1 && numeral.is_whole();
        let is_shown = || numeral.elements().all(|element| matches!(element, Element::Shown(_)));
        if length <= LONG
            && (self.scope == Scope::Digits || is_plain || is_shown())
            && let Some(sum) = Affine::of(expr, &self.context)
        {
            return self.place_values(&sum);
        }
        self.places(numeral).into()
    }

    /// Reads a numeral as its digits times their place values.
    fn place_values(&mut self, sum: &Affine) -> NodeSum {
        let mut total = NodeSum::from(sum.constant.0.clone());
        total.terms.extend(sum.terms.iter().map(|(cell, value)| (cell.index() as Id, value.clone())));
        self.work += total.work();
        total
    }

    /// Reads a numeral as its digits by place.
    fn places(&mut self, numeral: &Numeral) -> Id {
        let (whole, fraction) = (numeral.whole.len(), numeral.fraction.len());
        let mut label = format!("numeral {} {whole} {fraction}", numeral.base.unwrap_or(self.context.base));
        let mut parts = Vec::new();
        for (place, element) in numeral.elements().enumerate() {
            match element {
                Element::Shown(digit) => label.push_str(&format!(" {digit}")),
                Element::Hidden(cell) => {
                    label.push_str(" -");
                    parts.push((self.draft.tag(&format!("at {place}")), cell.index() as Id));
                }
            }
        }
        self.labelled(&label, parts)
    }

    pub(super) fn unary(&mut self, operator: &Operator, operand: &Expr) -> NodeSum {
        if operator.algebra == Algebra::Minus {
            return self.read(operand).scaled(&Exact::from(-1));
        }
        let operand = self.node(operand);
        self.ordered(&format!("{operator:?}"), &[operand]).into()
    }

    pub(super) fn sum(&mut self, chain: &Chain) -> NodeSum {
        let mut sum = self.read(&chain.first);
        for (operator, operand) in &chain.rest {
            let right = self.read(operand);
            match operator.algebra {
                Algebra::Plus => self.work += sum.add(&right, &Exact::ONE),
                Algebra::Minus => self.work += sum.add(&right, &Exact::from(-1)),
                _ => sum = self.binary(operator, &sum, &right),
            }
        }
        self.tidied(sum)
    }

    pub(super) fn product(&mut self, chain: &Chain) -> NodeSum {
        let words = self.words;
        let mut factors = vec![(words.times, self.read(&chain.first))];
        for (operator, operand) in &chain.rest {
            let right = self.read(operand);
            match operator.algebra {
                Algebra::Times => factors.push((words.times, right)),
                Algebra::Over => factors.push((words.over, right)),
                _ => {
                    let left = self.multiplied(factors);
                    factors = vec![(words.times, self.binary(operator, &left, &right))];
                }
            }
        }
        self.multiplied(factors)
    }

    /// Multiplies factors and divisors, with their constant parts in front.
    fn multiplied(&mut self, factors: Vec<(Tag, NodeSum)>) -> NodeSum {
        let mut constant = Exact::ONE;
        let mut rest = Vec::new();
        for (role, factor) in factors {
            let is_outside = factor.value().is_some_and(|value| self.outside(role, value, &mut constant));
            if !is_outside {
                rest.push((role, factor));
            }
        }
        let product = match &rest[..] {
            [] => constant.into(),
            [(role, factor)] if *role == self.words.times => factor.scaled(&constant),
            _ => {
                let product = NodeSum::from(self.factors(&rest, &mut constant));
                product.scaled(&constant)
            }
        };
        self.work += product.work();
        self.tidied(product)
    }

    /// Multiplies factors that are not constant. The coefficients of multiples go into the constant in front; the factors of
    /// products become factors of this one.
    fn factors(&mut self, factors: &[(Tag, NodeSum)], constant: &mut Exact) -> Id {
        let words = self.words;
        let mut parts = Vec::new();
        for (role, factor) in factors {
            let node = match factor.single_term() {
                Some((node, coefficient)) if self.outside(*role, coefficient, constant) => node,
                _ => self.settled(factor),
            };
            match self.draft.parts_of(node, words.product) {
                Some(inner) if *role == words.times => parts.extend_from_slice(inner),
                Some(inner) => parts.extend(inner.iter().map(|(role, part)| (words.inverse(*role), *part))),
                None => parts.push((*role, node)),
            }
        }
        self.draft.node(words.product, parts)
    }

    /// Multiplies one more number into the constant in front of a product. A division by zero stays in its place.
    fn outside(&mut self, role: Tag, value: &Exact, constant: &mut Exact) -> bool {
        let product =
            if role == self.words.times { Some(constant.times(value)) } else { constant.over(value) };
        let Some(product) = product else { return false };
        self.work += work(&product);
        *constant = product;
        true
    }

    /// Reads powers, right to left.
    pub(super) fn power(&mut self, chain: &Chain) -> NodeSum {
        let operands: Vec<&Expr> = chain.operands().collect();
        let mut power = self.read(operands[chain.rest.len()]);
        for ((operator, _), base) in chain.rest.iter().zip(&operands).rev() {
            let base = self.read(base);
            power = self.binary(operator, &base, &power);
        }
        power
    }

    pub(super) fn call(&mut self, function: &FunctionRef, arguments: &[Expr]) -> NodeSum {
        let nodes: Vec<Id> = arguments.iter().map(|argument| self.node(argument)).collect();
        match function {
            FunctionRef::Table(row) if row.unordered => {
                let any = self.words.any;
                let parts = nodes.into_iter().map(|node| (any, node)).collect();
                self.labelled(&format!("function {}", row.name), parts).into()
            }
            FunctionRef::Table(row) => self.ordered(&format!("function {}", row.name), &nodes).into(),
            FunctionRef::InBase(..) => {
                self.ordered(&format!("function {}", function.written()), &nodes).into()
            }
            // Two functions of a library user may have the same name.
            FunctionRef::Own(own) => {
                let label = format!("function {} {:p}", own.name, std::sync::Arc::as_ptr(own));
                self.ordered(&label, &nodes).into()
            }
        }
    }

    fn binary(&mut self, operator: &Operator, left: &NodeSum, right: &NodeSum) -> NodeSum {
        let sides = [self.settled(left), self.settled(right)];
        self.ordered(&format!("{operator:?}"), &sides).into()
    }

    /// Removes cells that cancel out; they always have a value.
    pub(super) fn tidied(&self, mut sum: NodeSum) -> NodeSum {
        sum.terms.retain(|node, coefficient| !coefficient.is_zero() || !self.draft.is_cell(*node));
        sum
    }

    /// Makes a sum a node.
    pub(super) fn settled(&mut self, sum: &NodeSum) -> Id {
        if let Some((node, coefficient)) = sum.single_term()
            && *coefficient == Exact::ONE
        {
            return node;
        }
        let parts = sum.terms.iter().map(|(node, coefficient)| {
            let role = format!("times {}", written(coefficient));
            (self.draft.tag(&role), *node)
        });
        let parts = parts.collect();
        self.labelled(&format!("sum {}", written(&sum.constant)), parts)
    }
}

/// Writes a number in lowest terms. Most are small whole numbers, which need no reduction.
fn written(number: &Exact) -> String {
    number.to_i64().map_or_else(|| number.to_string(), |whole| whole.to_string())
}
