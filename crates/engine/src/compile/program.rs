//! Conditions as short programs over machine integers.
//!
//! A value is a numerator and, only after a division, a denominator, not in lowest terms; so `A/BC+D/EF+G/HI=1` takes a dozen
//! multiplications and no division at all. Programs are straight lines over numbered slots. A program hands over what it
//! cannot decide (an overflow, a function without a machine reading); conditions without any such reading are not compiled.

mod compiler;

use fukumen_language::digits::Digit;
use fukumen_language::expr::Expr;
use fukumen_language::vocabulary::{Algebra, Context, FunctionRef};

use super::linear::{Linear, holds};
use compiler::Compiler;

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
    /// `a^b%c` of three slots, each after the slot of a denominator that it has not.
    PowerModulo {
        at: Slot,
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

    /// Compiles a whole number.
    pub(super) fn of_number(number: &Expr, context: &Context) -> Option<Self> {
        let mut compiler = Compiler { steps: Vec::new(), context: *context };
        let value = compiler.number(number, 0, false)?;
        value.denominator.is_none().then_some(Self { steps: compiler.steps, context: *context })
    }

    /// Returns whether the condition holds.
    #[must_use]
    pub fn run(&self, digits: &[Digit]) -> Outcome {
        match self.number(digits) {
            Some(0) => Outcome::No,
            Some(_) => Outcome::Yes,
            None => Outcome::HandOver,
        }
    }

    /// Returns the number, or 0 for a condition that does not hold.
    #[inline]
    pub(super) fn number(&self, digits: &[Digit]) -> Option<i64> {
        let mut slots = Slots([0; SLOTS]);
        for step in &self.steps {
            match step.run(&mut slots, digits, &self.context)? {
                Flow::Next => {}
                Flow::No => return Some(0),
            }
        }
        Some(slots.get(0))
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
            Self::PowerModulo { at } => {
                let [base, exponent, modulus] = [0, 2, 4].map(|i| slots.get(at + i));
                (at, power_modulo(base, exponent, modulus, context.limit)?)
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

/// Returns the remainder of a power by squaring, unless the judge could not compute the power.
fn power_modulo(base: i64, exponent: i64, modulus: i64, limit: u64) -> Option<i64> {
    let bits = u64::from(i64::BITS - base.unsigned_abs().leading_zeros());
    let mut left = u64::try_from(exponent).ok().filter(|exponent| exponent.saturating_mul(bits) <= limit)?;
    if !(1..=i64::from(i32::MAX)).contains(&modulus) {
        return None;
    }
    let (mut power, mut square) = (1 % modulus, base.rem_euclid(modulus));
    while left > 0 {
        if left % 2 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        left /= 2;
    }
    Some(power)
}

fn call(function: &FunctionRef, first: Slot, count: u8, slots: &Slots, context: &Context) -> Option<i64> {
    let mut arguments = [0; ARGUMENTS];
    let arguments = &mut arguments[..usize::from(count)];
    for (i, argument) in (0..count).zip(&mut *arguments) {
        *argument = slots.get(first + 2 * i);
    }
    function.machine_value(arguments, context)
}
