//! From conditions to steps.

use super::{ARGUMENTS, SLOTS, Slot, Step};
use crate::compile::linear::{Affine, is_comparison};
use fukumen_language::expr::{Chain, Expr};
use fukumen_language::vocabulary::{Algebra, Context, FunctionRef, Kind, Logic, Meaning, Operator, Tier};

/// The place of a value: its numerator in a slot, its denominator, if any, in the next.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub numerator: Slot,
    pub denominator: Option<Slot>,
}

pub(super) struct Compiler {
    pub steps: Vec<Step>,
    pub context: Context,
}

/// Every method compiles into the slots from `at` upwards, and returns `None` if it cannot.
impl Compiler {
    /// Leaves 1 or 0 in slot `at`.
    pub fn condition(&mut self, expr: &Expr, at: Slot, outermost: bool) -> Option<()> {
        match expr {
            Expr::Chain(chain) if chain.tier() == Tier::Relation => self.relations(chain, at, outermost),
            Expr::Chain(chain) if chain.tier() < Tier::Relation => self.connected(chain, at),
            Expr::Unary(operator, operand) if operator.tier == Tier::Not => {
                self.condition(operand, at, false)?;
                self.push(Step::Not { into: at })
            }
            Expr::Call(function, arguments) if function.kind == Kind::Condition => {
                self.call(function, arguments, at, outermost).map(|_| ())
            }
            _ => None,
        }
    }

    fn push(&mut self, step: Step) -> Option<()> {
        self.steps.push(step);
        Some(())
    }

    fn connected(&mut self, chain: &Chain, at: Slot) -> Option<()> {
        self.condition(&chain.first, at, false)?;
        for (operator, operand) in &chain.rest {
            self.condition(operand, at + 2, false)?;
            self.push(match operator.exact {
                Meaning::Logic(Logic::And) => Step::And { into: at, a: at + 2 },
                _ => Step::Or { into: at, a: at + 2 },
            })?;
        }
        Some(())
    }

    /// Compiles the first relation to `at` and the others above it, and joins them one by one.
    fn relations(&mut self, chain: &Chain, at: Slot, outermost: bool) -> Option<()> {
        let mut left = &*chain.first;
        for (i, (operator, right)) in chain.rest.iter().enumerate() {
            let into = if i == 0 { at } else { at + 2 };
            self.relation(left, operator, right, into, outermost)?;
            if i > 0 {
                self.push(Step::And { into: at, a: into })?;
            }
            left = right;
        }
        Some(())
    }

    fn relation(
        &mut self,
        left: &Expr,
        operator: &Operator,
        right: &Expr,
        at: Slot,
        outermost: bool,
    ) -> Option<()> {
        if !is_comparison(operator.algebra) {
            return None;
        }
        let a = self.number(left, at, outermost)?;
        let b = self.number(right, at + 2, outermost)?;
        // Cross multiplication, upwards so that no slot is overwritten before it is read.
        if let Some(denominator) = b.denominator {
            self.push(Step::Times { into: a.numerator, a: a.numerator, b: denominator })?;
        }
        if let Some(denominator) = a.denominator {
            self.push(Step::Times { into: b.numerator, a: b.numerator, b: denominator })?;
        }
        let denominators = [a.denominator, b.denominator];
        self.push(Step::Compare {
            into: at,
            a: a.numerator,
            b: b.numerator,
            denominators,
            relation: operator.algebra,
        })
    }

    pub fn number(&mut self, expr: &Expr, at: Slot, outermost: bool) -> Option<Value> {
        if usize::from(at) + 4 > SLOTS {
            return None;
        }
        if let Some(affine) = Affine::of(expr, &self.context) {
            return self.linear(&affine, at);
        }
        match expr {
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                let value = self.number(operand, at, outermost)?;
                self.push(Step::Negate { into: at })?;
                Some(value)
            }
            Expr::Chain(chain) if chain.tier() > Tier::Relation => self.arithmetic(chain, at, outermost),
            Expr::Call(function, arguments) if function.kind == Kind::Number => {
                self.call(function, arguments, at, outermost)
            }
            _ if expr.kind() == Kind::Condition => {
                self.condition(expr, at, false)?;
                Some(Value { numerator: at, denominator: None })
            }
            _ => None,
        }
    }

    fn linear(&mut self, affine: &Affine, at: Slot) -> Option<Value> {
        let (form, denominator) = affine.whole()?;
        self.push(match (&form.terms[..], form.constant) {
            ([], value) => Step::Constant { into: at, value },
            ([(cell, factor)], 0) => Step::Digit { into: at, cell: cell.index(), factor: *factor },
            ([(a, f), (b, g)], 0) => {
                Step::Pair { into: at, cells: [a.index(), b.index()], factors: [*f, *g] }
            }
            _ => Step::Linear { into: at, form },
        })?;
        if denominator == 1 {
            return Some(Value { numerator: at, denominator: None });
        }
        self.push(Step::Constant { into: at + 1, value: denominator })?;
        Some(Value { numerator: at, denominator: Some(at + 1) })
    }

    fn arithmetic(&mut self, chain: &Chain, at: Slot, outermost: bool) -> Option<Value> {
        let start = self.steps.len();
        let remainder = self.power_modulo(chain, at, outermost);
        let rest = &chain.rest[remainder.iter().len()..];
        let mut left = match remainder {
            Some(left) => left,
            None => {
                self.steps.truncate(start);
                self.number(&chain.first, at, outermost)?
            }
        };
        for (operator, operand) in rest {
            if operator.algebra == Algebra::Over && left.denominator.is_none() {
                left = self.fraction(left, operand, outermost)?;
                continue;
            }
            let right = self.number(operand, at + 2, outermost)?;
            left = match operator.algebra {
                Algebra::Plus | Algebra::Minus => self.sum(operator.algebra, left, right)?,
                Algebra::Times => self.product(left, right)?,
                Algebra::Over => self.quotient(left, right, outermost)?,
                Algebra::Floor | Algebra::Mod => self.floor(operator.algebra, left, right, outermost)?,
                Algebra::Power => self.power(left, right)?,
                _ => return None,
            };
        }
        Some(left)
    }

    /// Compiles the beginning `a^b%c` of a chain.
    fn power_modulo(&mut self, chain: &Chain, at: Slot, outermost: bool) -> Option<Value> {
        let Expr::Chain(power) = &*chain.first else { return None };
        let [(_, exponent)] = &power.rest[..] else { return None };
        let (_, modulus) = chain.rest.first().filter(|(operator, _)| operator.algebra == Algebra::Mod)?;
        if !power.is_power() {
            return None;
        }
        for (slot, part) in (at..).step_by(2).zip([&power.first, exponent, modulus]) {
            if self.number(part, slot, outermost)?.denominator.is_some() {
                return None;
            }
        }
        self.push(Step::PowerModulo { at })?;
        Some(Value { numerator: at, denominator: None })
    }

    /// `a/b ± c/d` is `(a·d ± c·b) / (b·d)`.
    fn sum(&mut self, sign: Algebra, left: Value, right: Value) -> Option<Value> {
        let (a, c) = (left.numerator, right.numerator);
        if left.denominator.is_some() && right.denominator.is_some() {
            self.push(Step::Fractions { at: a, sign: if sign == Algebra::Plus { 1 } else { -1 } })?;
            return Some(left);
        }
        if let Some(d) = right.denominator {
            self.push(Step::Times { into: a, a, b: d })?;
        }
        if let Some(b) = left.denominator {
            self.push(Step::Times { into: c, a: c, b })?;
        }
        self.push(match sign {
            Algebra::Plus => Step::Plus { into: a, a, b: c },
            _ => Step::Minus { into: a, a, b: c },
        })?;
        self.denominators(left, right)
    }

    fn product(&mut self, left: Value, right: Value) -> Option<Value> {
        self.push(Step::Times { into: left.numerator, a: left.numerator, b: right.numerator })?;
        self.denominators(left, right)
    }

    /// Multiplies the denominators, into the slot after the left numerator.
    fn denominators(&mut self, left: Value, right: Value) -> Option<Value> {
        let into = left.numerator + 1;
        match (left.denominator, right.denominator) {
            (None, None) => return Some(left),
            (Some(_), None) => {}
            (None, Some(d)) => self.push(Step::Copy { into, a: d })?,
            (Some(b), Some(d)) => self.push(Step::Times { into, a: b, b: d })?,
        }
        Some(Value { numerator: left.numerator, denominator: Some(into) })
    }

    /// Compiles a whole number over another: the divisor is computed in the slot of the denominator.
    fn fraction(&mut self, left: Value, divisor: &Expr, outermost: bool) -> Option<Value> {
        let denominator = left.numerator + 1;
        let right = self.number(divisor, denominator, outermost)?;
        self.push(Step::NonZero { a: denominator, outermost })?;
        if let Some(d) = right.denominator {
            self.push(Step::Times { into: left.numerator, a: left.numerator, b: d })?;
        }
        Some(Value { numerator: left.numerator, denominator: Some(denominator) })
    }

    /// `a/b` over `c/d` is `(a·d) / (b·c)`.
    fn quotient(&mut self, left: Value, right: Value, outermost: bool) -> Option<Value> {
        let (a, c) = (left.numerator, right.numerator);
        self.push(Step::NonZero { a: c, outermost })?;
        if let Some(d) = right.denominator {
            self.push(Step::Times { into: a, a, b: d })?;
        }
        let b = left.denominator?;
        self.push(Step::Times { into: b, a: b, b: c })?;
        Some(left)
    }

    fn floor(&mut self, algebra: Algebra, left: Value, right: Value, outermost: bool) -> Option<Value> {
        let (into, b) = (left.numerator, right.numerator);
        if left.denominator.is_some() || right.denominator.is_some() {
            return None;
        }
        self.push(Step::NonZero { a: b, outermost })?;
        self.push(match algebra {
            Algebra::Floor => Step::Floor { into, a: into, b },
            _ => Step::Modulo { into, a: into, b },
        })?;
        Some(left)
    }

    /// Compiles a power. Exponents below zero and fractions hand over; a fraction is raised part by part.
    fn power(&mut self, left: Value, right: Value) -> Option<Value> {
        if right.denominator.is_some() {
            return None;
        }
        for slot in std::iter::once(left.numerator).chain(left.denominator) {
            self.push(Step::Power { into: slot, a: slot, b: right.numerator })?;
        }
        Some(left)
    }

    fn call(
        &mut self,
        function: &FunctionRef,
        arguments: &[Expr],
        at: Slot,
        outermost: bool,
    ) -> Option<Value> {
        if function.machine.is_none() || arguments.len() > ARGUMENTS {
            return None;
        }
        for (i, argument) in arguments.iter().enumerate() {
            let slot = at + 2 * i as Slot;
            let value = match function.arguments {
                Kind::Number => self.number(argument, slot, outermost)?,
                Kind::Condition if usize::from(slot) + 4 > SLOTS => return None,
                Kind::Condition => {
                    self.condition(argument, slot, false)?;
                    Value { numerator: slot, denominator: None }
                }
            };
            if value.denominator.is_some() {
                return None;
            }
        }
        self.push(Step::Call { into: at, function: function.clone(), count: arguments.len() as u8 })?;
        Some(Value { numerator: at, denominator: None })
    }
}
