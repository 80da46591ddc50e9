//! Numbers of a model: numerals, and the operations between them.

use fukumen_engine::compile::linear::Affine;
use fukumen_language::expr::{Chain, Expr, Numeral};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Kind, Meaning, Tier};

use super::value::{Ratio, Whole, constant, nonzero, with_whole_weights};
use super::{Unwritable, Writer};

impl Writer<'_> {
    /// Returns a number, and adds what it needs to have a value.
    pub(super) fn number(&mut self, expr: &Expr, needs: &mut Vec<String>) -> Result<Ratio, Unwritable> {
        match expr {
            Expr::Constant(number) => Ok(constant(number)),
            Expr::Numeral(numeral) => Ok(self.numeral(numeral)),
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                let operand = self.number(operand, needs)?;
                Ok(Ratio::whole(Whole::constant(Exact::ONE.negated())).times(&operand))
            }
            Expr::Unary(operator, operand) => {
                let Meaning::Unary(meaning) = operator.exact else { return Err(self.unwritable(expr)) };
                let context = self.context;
                self.table(operand, needs, expr, &|number| meaning(number, &context).ok())
            }
            Expr::Chain(chain) if chain.tier() > Tier::Relation => self.arithmetic(chain, needs),
            Expr::Call(function, arguments) if function.kind == Kind::Number => {
                self.call(function, arguments, expr, needs)
            }
            condition => {
                let text = format!("bool2int({})", self.condition(condition)?);
                Ok(Ratio::whole(Whole { text, least: Exact::ZERO, most: Exact::ONE }))
            }
        }
    }

    /// Returns a numeral; the sum of several digits becomes a variable.
    fn numeral(&mut self, numeral: &Numeral) -> Ratio {
        let sum = Affine::of(&Expr::Numeral(numeral.clone()), &self.context).unwrap_or_default();
        let (sum, denominator) = with_whole_weights(sum);
        let mut top = self.sum(&sum);
        self.measure(&top);
        if numeral.elements().count() > 1 && top.least != top.most {
            let name = format!("n{}", self.numerals.len() + 1);
            let text = top.text.clone();
            let name = match self.numerals.get(&text) {
                Some(name) => name.clone(),
                None => {
                    self.line(&format!("var {}..{}: {name} = {text};", top.least, top.most));
                    self.numerals.insert(text, name.clone());
                    name
                }
            };
            top.text = name;
        }
        Ratio { top, bottom: Whole::constant(denominator) }
    }

    fn arithmetic(&mut self, chain: &Chain, needs: &mut Vec<String>) -> Result<Ratio, Unwritable> {
        let mut left = self.number(&chain.first, needs)?;
        for (operator, operand) in &chain.rest {
            let right = self.number(operand, needs)?;
            let refused = |writer: &Self| writer.unwritable(&Expr::Chain(chain.clone()));
            left = match operator.algebra {
                Algebra::Plus | Algebra::Minus => {
                    let sign = if operator.algebra == Algebra::Plus { "+" } else { "-" };
                    let (a, b) = (left.top.times(&right.bottom), right.top.times(&left.bottom));
                    Ratio { top: a.plus(&b, sign), bottom: left.bottom.times(&right.bottom) }
                }
                Algebra::Times => left.times(&right),
                Algebra::Over => {
                    nonzero(&right.top, needs);
                    left.times(&right.turned())
                }
                Algebra::Floor => {
                    nonzero(&right.top, needs);
                    Ratio::whole(left.times(&right.turned()).floor())
                }
                Algebra::Mod => self.modulo(left, right, needs).ok_or_else(|| refused(self))?,
                Algebra::Power => self.power(left, right, needs).ok_or_else(|| refused(self))?,
                _ => return Err(refused(self)),
            };
            self.measure(&left.top);
            self.measure(&left.bottom);
        }
        Ok(left)
    }

    /// Returns the remainder of whole numbers with a divisor from 0 up.
    fn modulo(&self, left: Ratio, right: Ratio, needs: &mut Vec<String>) -> Option<Ratio> {
        if !(left.is_whole() && right.is_whole()) || right.top.least.is_negative() {
            return None;
        }
        nonzero(&right.top, needs);
        let (a, b) = (&left.top.text, &right.top.text);
        let text = match left.top.least.is_negative() {
            true => format!("(({a} mod {b} + {b}) mod {b})"),
            false => format!("({a} mod {b})"),
        };
        let most = right.top.most.minus(&Exact::ONE).max(Exact::ZERO);
        Some(Ratio::whole(Whole { text, least: Exact::ZERO, most }))
    }

    /// Returns a power with a whole exponent that is always or never negative, of a base from 0 up unless the exponent is known.
    fn power(&self, base: Ratio, exponent: Ratio, needs: &mut Vec<String>) -> Option<Ratio> {
        let (least, most) = (&exponent.top.least, &exponent.top.most);
        if !exponent.is_whole() || base.top.least.is_negative() && least != most {
            return None;
        }
        if most.is_negative() {
            nonzero(&base.top, needs);
            let exponent = Whole::constant(Exact::ZERO).plus(&exponent.top, "-");
            return self.power(base.turned(), Ratio::whole(exponent), needs);
        }
        if least.is_negative() {
            return None;
        }
        let raised = |number: &Whole| {
            if number.is(&Exact::ONE) {
                return Some(number.clone());
            }
            let mut ends = Vec::new();
            for end in [&number.least, &number.most] {
                for exponent in [least, most] {
                    ends.push(end.power(exponent, self.context.limit).ok()?);
                }
            }
            // An even power of a number of either sign may be zero.
            if number.least.is_negative() && !number.most.is_negative() {
                ends.push(Exact::ZERO);
            }
            Some(Whole::between(format!("pow({}, {})", number.text, exponent.top.text), &ends))
        };
        Some(Ratio { top: raised(&base.top)?, bottom: raised(&base.bottom)? })
    }
}
