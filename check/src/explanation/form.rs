//! When two facts, written in different ways, say the same.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use crate::claim::{Claim, Quantity, Term, Variable};
use crate::expression::{Element, Expression, Numeral};
use crate::linear::{Linear, linear};
use crate::number::Number;
use crate::words::{Deed, EQUAL};

/// An expression in one writing, whatever the order of the operands of `+ * =` is, over other cells. The depth of brackets
/// bounds the recursion.
pub fn key(expression: &Expression, cells: &[usize]) -> String {
    let (name, x) = match expression {
        Expression::Number(number) if number.signum() < 0 => return format!("(neg {})", number.magnitude()),
        Expression::Number(number) => return number.to_string(),
        Expression::Numeral(numeral) => return numeral_key(numeral, cells),
        Expression::Call(word, x) => (word.0, x),
    };
    let mut operands: Vec<String> = x.iter().map(|x| key(x, cells)).collect();
    if ["+", "*", "="].contains(&name) {
        operands.sort_unstable();
    }
    format!("({name} {})", operands.join(" "))
}

/// A numeral whose digits are all shown is a number.
fn numeral_key(numeral: &Numeral, cells: &[usize]) -> String {
    let digit = |element: &Element| if let Element::Digit(digit) = element { Some(*digit) } else { None };
    let shown: Option<Vec<u8>> = numeral.whole.iter().map(digit).collect();
    if let Some(digits) = shown.filter(|_| numeral.is_whole()) {
        let number = BigInt::from_radix_be(num_bigint::Sign::Plus, &digits, numeral.base);
        return number.map(|number| number.to_string()).unwrap_or_default();
    }
    let element = |element: &Element| match element {
        Element::Digit(digit) => format!(" {digit}"),
        Element::Cell(cell) => format!(" _{}", cells[*cell]),
    };
    let [whole, fraction, repetend] = [&numeral.whole, &numeral.fraction, &numeral.repetend]
        .map(|part| part.iter().map(element).collect::<String>());
    format!("[@{}{whole} .{fraction} ;{repetend}]", numeral.base)
}

/// The key over the cells as they are.
fn own_key(expression: &Expression) -> String {
    let mut cells = 0;
    expression.for_each_cell(&mut |cell| cells = cells.max(cell + 1));
    key(expression, &(0..cells).collect::<Vec<_>>())
}

pub fn are_alike(a: &Expression, b: &Expression) -> bool {
    a == b || own_key(a) == own_key(b)
}

pub fn are_same(a: &Quantity, b: &Quantity) -> bool {
    match (a, b) {
        (Quantity::Expression(a), Quantity::Expression(b)) => are_alike(a, b),
        (a, b) => a == b,
    }
}

/// A linear equation: factors of which the first is 1, and what they add up to.
pub type Form = (BTreeMap<Variable, Number>, Number);

/// The equation that a claim is.
pub fn form(claim: &Claim, base: u32) -> Option<Form> {
    let (mut factors, mut constant) = (BTreeMap::new(), Number::from(0));
    let mut add = |variable, factor: &Number| {
        let sum = factors.entry(variable).or_insert(0.into());
        *sum = Number::plus(sum, factor)?;
        Some(())
    };
    match claim {
        Claim::Relation { terms, equals, modulo: None } => {
            constant = BigInt::from(*equals).into();
            for (term, factor) in terms {
                let factor: Number = BigInt::from(*factor).into();
                match term {
                    Term::Cell(cell) => add(Variable::Cell(*cell), &factor)?,
                    Term::Carry(equation, column) => add(Variable::Carry(*equation, *column), &factor)?,
                    Term::Numeral(digits) => {
                        let Linear(number, weights) =
                            linear(&Expression::Numeral(Numeral::of(digits.clone(), base)))?;
                        constant = constant.plus(&number.times(&factor)?.negated())?;
                        for (cell, weight) in &weights {
                            add(Variable::Cell(*cell), &weight.times(&factor)?)?;
                        }
                    }
                }
            }
        }
        Claim::Condition(Expression::Call(word, sides)) if matches!(word.3, Deed::Compare(EQUAL)) => {
            for (side, sign) in sides.iter().zip([1, -1]) {
                let Linear(number, weights) = linear(side)?;
                constant = constant.plus(&number.times(&(-sign).into())?)?;
                for (cell, weight) in &weights {
                    add(Variable::Cell(*cell), &weight.times(&sign.into())?)?;
                }
            }
        }
        _ => return None,
    }
    factors.retain(|_, factor| !factor.is_zero());
    if let Some(first) = factors.values().next().cloned() {
        constant = constant.over(&first)?;
        for factor in factors.values_mut() {
            *factor = factor.over(&first)?;
        }
    }
    Some((factors, constant))
}

/// The one digit that a quantity consists of.
pub fn element(quantity: &Quantity) -> Option<Element> {
    match quantity {
        Quantity::Expression(Expression::Numeral(numeral)) if numeral.is_whole() => match *numeral.whole {
            [element] => Some(element),
            _ => None,
        },
        Quantity::Expression(Expression::Number(number)) => {
            let digit = number.natural().and_then(|digit| u8::try_from(digit).ok());
            digit.filter(|digit| *digit < 64).map(Element::Digit)
        }
        _ => None,
    }
}
