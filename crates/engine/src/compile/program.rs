//! Conditions as short programs over machine integers.
//!
//! A value is a numerator and, only after a division, a denominator, not in lowest terms; so `A/BC+D/EF+G/HI=1` takes a dozen
//! multiplications and no division at all. Programs are straight lines over numbered slots. A program hands over what it
//! cannot decide (an overflow, a function without a machine reading); conditions without any such reading are not compiled.

use fukumen_language::digits::Digit;
use fukumen_language::expr::{Chain, Expr};
use fukumen_language::vocabulary::{Algebra, Context, FunctionRef, Kind, Logic, Meaning, Operator, Tier};

use super::linear::{Affine, Linear, holds, is_comparison};

/// The result of a program for an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The condition holds.
    Yes,
    /// It does not.
    No,
    /// Deciding takes more than machine integers.
    HandOver,
}

/// The slots that a program may use; deeper conditions are not compiled.
const SLOTS: usize = 32;
/// The most arguments of a function in a program.
const ARGUMENTS: usize = 8;

/// A number below [`SLOTS`].
type Slot = u8;

/// The current values. Slot numbers are masked, which costs less than a bounds check and changes no number that the compiler
/// makes.
struct Slots([i64; SLOTS]);

impl Slots {
    #[inline]
    fn get(&self, slot: Slot) -> i64 {
        self.0[usize::from(slot) % SLOTS]
    }

    #[inline]
    fn set(&mut self, slot: Slot, value: i64) {
        self.0[usize::from(slot) % SLOTS] = value;
    }
}

/// One step: slots in, one slot out.
#[derive(Clone, Debug)]
enum Step {
    Linear {
        into: Slot,
        form: Linear,
    },
    Constant {
        into: Slot,
        value: i64,
    },
    /// One digit, or two, as most words in fractions have.
    Digit {
        into: Slot,
        cell: usize,
        factor: i64,
    },
    Pair {
        into: Slot,
        cells: [usize; 2],
        factors: [i64; 2],
    },
    Plus {
        into: Slot,
        a: Slot,
        b: Slot,
    },
    Minus {
        into: Slot,
        a: Slot,
        b: Slot,
    },
    Times {
        into: Slot,
        a: Slot,
        b: Slot,
    },
    /// `a/b ± c/d` of four slots in a row, left in the first two.
    Fractions {
        at: Slot,
        sign: i64,
    },
    Copy {
        into: Slot,
        a: Slot,
    },
    Negate {
        into: Slot,
    },
    /// A zero here leaves the relation without a value.
    NonZero {
        a: Slot,
        outermost: bool,
    },
    Floor {
        into: Slot,
        a: Slot,
        b: Slot,
    },
    Modulo {
        into: Slot,
        a: Slot,
        b: Slot,
    },
    Power {
        into: Slot,
        a: Slot,
        b: Slot,
    },
    Call {
        into: Slot,
        function: FunctionRef,
        count: u8,
    },
    /// Compares slots `a` and `b`; denominators below zero reverse the order.
    Compare {
        into: Slot,
        a: Slot,
        b: Slot,
        denominators: [Option<Slot>; 2],
        relation: Algebra,
    },
    And {
        into: Slot,
        a: Slot,
    },
    Or {
        into: Slot,
        a: Slot,
    },
    Not {
        into: Slot,
    },
}

/// A compiled condition.
#[derive(Clone, Debug)]
pub struct Program {
    steps: Vec<Step>,
    context: Context,
}

impl Program {
    /// Compiles the condition, if every word in it has a machine reading.
    #[must_use]
    pub fn of(condition: &Expr, context: &Context) -> Option<Self> {
        let mut compiler = Compiler { steps: Vec::new(), context: *context };
        compiler.condition(condition, 0, true)?;
        Some(Self { steps: compiler.steps, context: *context })
    }

    /// Returns whether the condition holds.
    #[must_use]
    pub fn run(&self, digits: &[Digit]) -> Outcome {
        let mut slots = Slots([0; SLOTS]);
        for step in &self.steps {
            match step.run(&mut slots, digits, &self.context) {
                Some(Flow::Next) => {}
                Some(Flow::No) => return Outcome::No,
                None => return Outcome::HandOver,
            }
        }
        if slots.get(0) == 0 { Outcome::No } else { Outcome::Yes }
    }
}

enum Flow {
    Next,
    No,
}

impl Step {
    /// Runs the step; `None` hands over.
    #[inline]
    fn run(&self, slots: &mut Slots, digits: &[Digit], context: &Context) -> Option<Flow> {
        let (into, value) = match self {
            Self::Linear { into, form } => (into, form.value(digits)),
            Self::Constant { into, value } => (into, *value),
            Self::Digit { into, cell, factor } => (into, i64::from(digits[*cell]) * factor),
            Self::Pair { into, cells: [a, b], factors: [f, g] } => {
                (into, i64::from(digits[*a]) * f + i64::from(digits[*b]) * g)
            }
            Self::Plus { into, a, b } => (into, slots.get(*a).checked_add(slots.get(*b))?),
            Self::Minus { into, a, b } => (into, slots.get(*a).checked_sub(slots.get(*b))?),
            Self::Times { into, a, b } => (into, slots.get(*a).checked_mul(slots.get(*b))?),
            Self::Fractions { at, sign } => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|i| slots.get(at + i));
                slots.set(at + 1, b.checked_mul(d)?);
                (at, a.checked_mul(d)?.checked_add(c.checked_mul(b)?.checked_mul(*sign)?)?)
            }
            Self::Copy { into, a } => (into, slots.get(*a)),
            Self::Negate { into } => (into, slots.get(*into).checked_neg()?),
            Self::NonZero { a, outermost } => {
                return if slots.get(*a) != 0 { Some(Flow::Next) } else { outermost.then_some(Flow::No) };
            }
            Self::Floor { into, a, b } => (into, floor(slots.get(*a), slots.get(*b))?),
            Self::Modulo { into, a, b } => (into, modulo(slots.get(*a), slots.get(*b))?),
            Self::Power { into, a, b } => {
                (into, slots.get(*a).checked_pow(u32::try_from(slots.get(*b)).ok()?)?)
            }
            Self::Call { into, function, count } => (into, call(function, *into, *count, slots, context)?),
            Self::Compare { into, a, b, denominators, relation } => {
                let negative = denominators.iter().flatten().filter(|d| slots.get(**d) < 0).count() == 1;
                let ordering = slots.get(*a).cmp(&slots.get(*b)) as i64;
                (into, holds(*relation, if negative { -ordering } else { ordering }).into())
            }
            Self::And { into, a } => (into, slots.get(*into) & slots.get(*a)),
            Self::Or { into, a } => (into, slots.get(*into) | slots.get(*a)),
            Self::Not { into } => (into, 1 - slots.get(*into)),
        };
        slots.set(*into, value);
        Some(Flow::Next)
    }
}

fn floor(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Returns the remainder of floor division.
fn modulo(a: i64, b: i64) -> Option<i64> {
    a.checked_sub(floor(a, b)?.checked_mul(b)?)
}

fn call(function: &FunctionRef, first: Slot, count: u8, slots: &Slots, context: &Context) -> Option<i64> {
    let mut arguments = [0; ARGUMENTS];
    let arguments = &mut arguments[..usize::from(count)];
    for (i, argument) in (0..count).zip(&mut *arguments) {
        *argument = slots.get(first + 2 * i);
    }
    function.machine_value(arguments, context)
}

/// The place of a value: its numerator in a slot, its denominator, if any, in the next.
#[derive(Clone, Copy)]
struct Value {
    numerator: Slot,
    denominator: Option<Slot>,
}

struct Compiler {
    steps: Vec<Step>,
    context: Context,
}

/// Every method compiles into the slots from `at` upwards, and returns `None` if it cannot.
impl Compiler {
    /// Leaves 1 or 0 in slot `at`.
    fn condition(&mut self, expr: &Expr, at: Slot, outermost: bool) -> Option<()> {
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

    fn number(&mut self, expr: &Expr, at: Slot, outermost: bool) -> Option<Value> {
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
        let mut left = self.number(&chain.first, at, outermost)?;
        for (operator, operand) in &chain.rest {
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
