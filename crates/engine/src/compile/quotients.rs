//! Normal forms that depend on the digits of the cells: conditions on quotients become such as engines know.
//!
//! | read | becomes |
//! | --- | --- |
//! | `divides(x,y)` with x above 0 | `y%x=0` |
//! | `x%3=1` and `x%5=2` | `x%15=7` |
//! | `floor(x/y)=z`, `x//y=z` with a whole z | `y*z<=x` and `x<y*z+y` |
//! | the same beside `x%y=r` | `y*z+r=x`, `r<y` and `r>=0` |
//! | `A*EF+D*BC=BC*EF` | `A/BC+D/EF=1` |

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::normal::{ends, is_tame, related, relation, row};
use super::{Condition, Problem};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Cell, Element, Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::number::{Exact, gcd};
use fukumen_language::vocabulary::{Algebra, Context, Tier};

/// A condition with the index of the one that it was split from.
type Part = (usize, Expr);

/// Returns the conditions in these forms; all of them hold exactly when all of the given ones do.
pub(super) fn written_out(parts: Vec<Part>, domains: &[DigitSet], context: &Context) -> Vec<Part> {
    let seen = Domains { domains, context };
    let parts: Vec<Part> = parts
        .into_iter()
        .map(|(source, expr)| {
            let new = seen.rest_of(&expr).or_else(|| seen.over_common(&expr));
            (source, new.unwrap_or(expr))
        })
        .collect();
    let parts = seen.with_joined_rests(parts);
    let mut new: Vec<Option<Vec<Expr>>> = vec![None; parts.len()];
    for (at, (_, expr)) in parts.iter().enumerate() {
        let Some((Division { dividend, divisor }, quotient)) = seen.floored(expr) else { continue };
        let product = chain(divisor.clone(), Tier::Product, "*", quotient);
        let is_same = |own: &Division| own.dividend == dividend && own.divisor == divisor;
        let rest = |(_, other): &Part| Some(seen.with_rest(other).filter(|(own, _)| is_same(own))?.1);
        if let Some((other, rest)) = (0..).zip(&parts).find_map(|(i, part)| Some((i, rest(part)?))) {
            let is_none = rest == Expr::Constant(Exact::ZERO)
                || seen.ends(&rest).is_some_and(|(_, most)| most.is_zero());
            let sum = if is_none { product } else { chain(product, Tier::Sum, "+", rest.clone()) };
            new[at] = Some(vec![related(sum, "=", dividend)]);
            let mut limits = vec![
                related(rest.clone(), "<", divisor.clone()),
                related(rest, "≥", Expr::Constant(Exact::ZERO)),
            ];
            limits.retain(|limit| !seen.always(limit));
            new[other] = Some(limits);
        } else {
            let past = chain(product.clone(), Tier::Sum, "+", divisor);
            new[at] = Some(vec![related(product, "≤", dividend.clone()), related(dividend, "<", past)]);
        }
    }
    let with_new = parts.into_iter().zip(new).flat_map(|((source, expr), new)| {
        new.unwrap_or_else(|| vec![expr]).into_iter().map(move |expr| (source, expr))
    });
    with_new.collect()
}

struct Division {
    dividend: Expr,
    divisor: Expr,
}

/// The digits that cells may have.
#[derive(Clone, Copy)]
struct Domains<'a> {
    domains: &'a [DigitSet],
    context: &'a Context,
}

impl Domains<'_> {
    fn ends(self, expr: &Expr) -> Option<(Exact, Exact)> {
        ends(expr, self.domains, self.context)
    }

    fn is_positive(self, expr: &Expr) -> bool {
        self.ends(expr).is_some_and(|(least, _)| least > Exact::ZERO)
    }

    /// Returns whether an order holds for all digits.
    fn always(self, order: &Expr) -> bool {
        let Some((left, order, right)) = relation(order) else { return false };
        let (Some(left), Some(right)) = (self.ends(left), self.ends(right)) else { return false };
        if order.algebra == Algebra::Less { left.1 < right.0 } else { left.0 >= right.1 }
    }

    /// Rewrites that a number divides another one.
    fn rest_of(self, condition: &Expr) -> Option<Expr> {
        let (divisor, dividend) = match condition {
            Expr::Call(function, arguments) if function.algebra == Algebra::Divides => {
                (&arguments[0], &arguments[1])
            }
            _ => {
                let (left, divides, right) = relation(condition)?;
                (divides.algebra == Algebra::Divides).then_some((left, right))?
            }
        };
        let rest = || chain(dividend.clone(), Tier::Product, "%", divisor.clone());
        (self.is_positive(divisor) && is_tame(dividend))
            .then(|| related(rest(), "=", Expr::Constant(Exact::ZERO)))
    }

    /// Returns the division of a quotient that is rounded down, by a divisor that is never below zero, and the quotient.
    fn floored(self, condition: &Expr) -> Option<(Division, Expr)> {
        let (left, _, right) = relation(condition).filter(|relation| relation.1.algebra == Algebra::Equal)?;
        let read = |rounded: &Expr, quotient: &Expr| {
            let division = match rounded {
                Expr::Call(function, arguments) if function.algebra == Algebra::RoundedDown => {
                    divided(&arguments[0], Algebra::Over)
                }
                _ => divided(rounded, Algebra::Floor),
            }?;
            Some((division, quotient.clone()))
        };
        let (division, quotient) = read(left, right).or_else(|| read(right, left))?;
        self.fits(&division, &quotient).then_some((division, quotient))
    }

    /// Returns the division and the rest, if this says that it leaves one.
    fn with_rest(self, condition: &Expr) -> Option<(Division, Expr)> {
        let (left, _, right) = relation(condition).filter(|relation| relation.1.algebra == Algebra::Equal)?;
        let read =
            |division, rest: &Expr| divided(division, Algebra::Mod).map(|division| (division, rest.clone()));
        let (division, rest) = read(left, right).or_else(|| read(right, left))?;
        self.fits(&division, &rest).then_some((division, rest))
    }

    /// Returns the divisions whose remainders this says.
    fn rests(self, condition: &Expr) -> Vec<(Division, Expr)> {
        if let Some(division) = self.with_rest(condition) {
            return vec![division];
        }
        let Some((left, equal, right)) = relation(condition) else { return Vec::new() };
        let divisions = common(left, right).or_else(|| common(right, left));
        let divisions = divisions.filter(|_| equal.algebra == Algebra::Equal).unwrap_or_default();
        let with_none = divisions.into_iter().map(|division| (division, Expr::Constant(Exact::ZERO)));
        // Zero is any multiple of zero.
        let is_one = |(own, rest): &(Division, Expr)| {
            (self.is_positive(&own.divisor) || self.is_positive(&own.dividend)) && self.fits(own, rest)
        };
        with_none.filter(is_one).collect()
    }

    /// Returns the number, the divisor and the remainder, if this says which one a constant leaves.
    fn constant_rest(self, condition: &Expr) -> Option<(Expr, i64, i64)> {
        let (Division { dividend, divisor }, rest) = self.with_rest(condition)?;
        let constant = |expr: &Expr| {
            let number = expr.cells().is_empty().then(|| judge::number(expr, &[], self.context).ok())??;
            number.to_i64()
        };
        let (divisor, rest) = (constant(&divisor)?, constant(&rest)?);
        (is_whole(&dividend) && (0..divisor).contains(&rest)).then_some((dividend, divisor, rest))
    }

    /// Joins the remainders that constants leave of the same number.
    fn with_joined_rests(self, parts: Vec<Part>) -> Vec<Part> {
        let name = |cell: Cell| format!("[{}]", cell.index());
        let mut known: HashMap<String, (usize, i64, i64)> = HashMap::new();
        let mut joined: Vec<Part> = Vec::with_capacity(parts.len());
        for (source, expr) in parts {
            if let Some((dividend, divisor, rest)) = self.constant_rest(&expr) {
                match known.entry(dividend.written(&name).to_string()) {
                    Entry::Vacant(entry) => drop(entry.insert((joined.len(), divisor, rest))),
                    Entry::Occupied(mut entry) => {
                        let (at, first, other) = *entry.get();
                        if let Some((divisor, rest)) = joined_rests((first, other), (divisor, rest)) {
                            entry.insert((at, divisor, rest));
                            let [divisor, rest] = [divisor, rest].map(|number| Expr::Constant(number.into()));
                            let left = chain(dividend, Tier::Product, "%", divisor);
                            joined[at].1 = related(left, "=", rest);
                            continue;
                        }
                    }
                }
            }
            joined.push((source, expr));
        }
        joined
    }

    fn fits(self, division: &Division, other: &Expr) -> bool {
        let is_not_negative = self.ends(&division.divisor).is_some_and(|(least, _)| least >= Exact::ZERO);
        is_not_negative && is_tame(&division.dividend) && is_whole(other) && is_tame(other)
    }

    /// Rewrites an equation that was multiplied through by denominators: each of them is in all terms but one.
    fn over_common(self, condition: &Expr) -> Option<Expr> {
        let (left, _, right) = relation(condition).filter(|relation| relation.1.algebra == Algebra::Equal)?;
        let mut terms = Vec::new();
        collect_terms(left, false, &mut terms);
        collect_terms(right, true, &mut terms);
        if terms.len() < 3 || terms.iter().all(|(_, factors)| factors.len() < 2) {
            return None;
        }
        let mut divisors: Vec<&Expr> = Vec::new();
        for factor in terms.iter().flat_map(|(_, factors)| factors) {
            let places =
                terms.iter().flat_map(|(_, factors)| factors).filter(|other| *other == factor).count();
            let is_in = terms.iter().filter(|(_, factors)| factors.contains(factor)).count();
            let is_common = places == is_in && is_in + 1 == terms.len() && !factor.cells().is_empty();
            if is_common && !divisors.contains(factor) && self.is_positive(factor) {
                divisors.push(factor);
            }
        }
        if divisors.len() < 2 || !terms.iter().flat_map(|(_, factors)| factors).all(|factor| is_tame(factor))
        {
            return None;
        }
        let divided = |(_, factors): &Term| {
            let mut above = factors.iter().filter(|factor| !divisors.contains(factor)).copied().cloned();
            let first = above.next().unwrap_or(Expr::Constant(Exact::ONE));
            let times = above.map(|factor| (row(Tier::Product, "*"), factor));
            let below = divisors.iter().filter(|divisor| !factors.contains(divisor)).copied().cloned();
            Expr::chain(first, times.chain(below.map(|divisor| (row(Tier::Product, "/"), divisor))).collect())
        };
        let side = |is_right: bool| {
            let mut own = terms.iter().filter(|term| term.0 == is_right).map(divided);
            let first = own.next().unwrap_or(Expr::Constant(Exact::ZERO));
            Expr::chain(first, own.map(|term| (row(Tier::Sum, "+"), term)).collect())
        };
        Some(related(side(false), "=", side(true)))
    }
}

/// The side that a term of an equation belongs to, and its factors.
type Term<'e> = (bool, Vec<&'e Expr>);

/// Adds the terms of a sum.
fn collect_terms<'e>(expr: &'e Expr, is_right: bool, terms: &mut Vec<Term<'e>>) {
    match expr {
        Expr::Chain(chain) if chain.is_sum() => {
            collect_terms(&chain.first, is_right, terms);
            for (operator, operand) in &chain.rest {
                collect_terms(operand, is_right != (operator.algebra == Algebra::Minus), terms);
            }
        }
        _ => {
            let mut factors = Vec::new();
            collect_factors(expr, &mut factors);
            terms.push((is_right, factors));
        }
    }
}

fn collect_factors<'e>(expr: &'e Expr, factors: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Chain(chain) if chain.rest.iter().all(|(operator, _)| operator.algebra == Algebra::Times) => {
            chain.operands().for_each(|operand| collect_factors(operand, factors));
        }
        _ => factors.push(expr),
    }
}

/// Returns the two sides of the last operator of a chain, if it is this one.
fn divided(expr: &Expr, algebra: Algebra) -> Option<Division> {
    let Expr::Chain(chain) = expr else { return None };
    let ((operator, divisor), before) = chain.rest.split_last()?;
    (operator.algebra == algebra).then(|| Division {
        dividend: Expr::chain((*chain.first).clone(), before.to_vec()),
        divisor: divisor.clone(),
    })
}

/// Returns the divisions without a remainder that a common divisor or multiple of some numbers means.
fn common(call: &Expr, result: &Expr) -> Option<Vec<Division>> {
    let Expr::Call(function, arguments) = call else { return None };
    if !arguments.iter().all(is_tame) {
        return None;
    }
    let division =
        |dividend: &Expr, divisor: &Expr| Division { dividend: dividend.clone(), divisor: divisor.clone() };
    let divisions = arguments.iter().map(|argument| match function.algebra {
        Algebra::CommonDivisor => Some(division(argument, result)),
        Algebra::CommonMultiple => Some(division(result, argument)),
        _ => None,
    });
    divisions.collect()
}

/// Returns the common multiple of two divisors and its remainder, from those of both, if the search for it is short.
fn joined_rests(one: (i64, i64), other: (i64, i64)) -> Option<(i64, i64)> {
    const STEPS: i64 = 1 << 16;
    let ((large, rest), (small, other)) = (one.max(other), one.min(other));
    let common = gcd(large, small);
    let steps = small / common;
    if steps > STEPS || (rest - other) % common != 0 {
        return None;
    }
    let multiple = large.checked_mul(steps)?;
    let rest = (0..steps).map(|step| step * large + rest).find(|rest| rest % small == other)?;
    Some((multiple, rest))
}

/// Returns whether its value is a whole number, if it has one.
fn is_whole(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(number) => number.is_integer(),
        Expr::Numeral(numeral) => numeral.is_whole(),
        Expr::Unary(operator, operand) => operator.algebra == Algebra::Minus && is_whole(operand),
        Expr::Chain(chain) => {
            let keeps = |algebra| matches!(algebra, Algebra::Plus | Algebra::Minus | Algebra::Times);
            chain.rest.iter().all(|(operator, _)| keeps(operator.algebra)) && chain.operands().all(is_whole)
        }
        _ => false,
    }
}

fn chain(left: Expr, tier: Tier, sign: &str, right: Expr) -> Expr {
    Expr::chain(left, vec![(row(tier, sign), right)])
}

/// A problem with hidden cells after its own, whose digits the digits of its own cells determine. Conditions keep their numbers.
pub(crate) struct Extended {
    pub(crate) problem: Problem,
    /// The conditions that only follow from those of the same number; further ones follow from those named here.
    pub(crate) changed: Vec<usize>,
    pub(crate) more: Vec<usize>,
}

/// Rewrites each `x%y=r` as `x=y*q+r` and `r<y`, where q is a hidden number, and `gcd(x,y)=z` and `lcm(x,z)=y` as remainders that
/// are 0. These follow from the condition, which is still tested. `None` if no condition is of these kinds.
pub(crate) fn with_hidden_quotients(problem: &Problem) -> Option<Extended> {
    let seen = Domains { domains: &problem.domains, context: &problem.context };
    let mut new: Option<Extended> = None;
    for (number, condition) in problem.conditions.iter().enumerate() {
        for (Division { dividend, divisor }, rest) in seen.rests(&condition.expr) {
            let most = seen.largest_quotient(&dividend, &divisor);
            let Some(most) = most.filter(|_| !condition.cells.is_empty()) else { continue };
            let new = new.get_or_insert_with(|| Extended {
                problem: problem.clone(),
                changed: Vec::new(),
                more: Vec::new(),
            });
            let quotient = Expr::Numeral(Numeral::whole(new.hidden(most)?));
            let product = chain(divisor.clone(), Tier::Product, "*", quotient);
            let is_none = rest == Expr::Constant(Exact::ZERO);
            let sum = if is_none { product } else { chain(product, Tier::Sum, "+", rest.clone()) };
            let of = |expr| Condition::of(condition.source, expr, &problem.context);
            let mut equation = of(related(dividend, "=", sum));
            // The condition is tested once all of its own digits are known.
            let others = condition.cells.iter().filter(|cell| !equation.cells.contains(cell));
            let others: Vec<Cell> = others.copied().collect();
            equation.cells.extend(others);
            if new.changed.last() == Some(&number) {
                new.problem.conditions.push(equation);
                new.more.push(number);
            } else {
                new.problem.conditions[number] = equation;
                new.changed.push(number);
            }
            let limit = related(rest, "<", divisor);
            if !seen.always(&limit) && !limit.cells().is_empty() {
                new.problem.conditions.push(of(limit));
                new.more.push(number);
            }
        }
    }
    new
}

impl Extended {
    /// Adds the digits of a hidden number up to this one.
    fn hidden(&mut self, most: i64) -> Option<Vec<Element>> {
        let base = i64::from(self.problem.context.base.get());
        let count =
            (1..=MOST_HIDDEN).find(|count| base.checked_pow(*count).is_none_or(|power| power > most))?;
        let all = DigitSet::all(self.problem.context.base);
        let first = Digit::try_from(most / base.pow(count - 1)).ok()?;
        let cells = (0..count).map(|place| {
            let digits = all.iter().filter(|digit| place > 0 || *digit <= first);
            self.problem.domains.push(digits.fold(DigitSet::EMPTY, DigitSet::with));
            Element::Hidden(Cell::new(self.problem.domains.len() - 1))
        });
        Some(cells.collect())
    }
}

/// The most digits of a hidden number.
const MOST_HIDDEN: u32 = 12;

impl Domains<'_> {
    /// Returns the largest quotient of a number that is not below zero by a whole number.
    fn largest_quotient(self, dividend: &Expr, divisor: &Expr) -> Option<i64> {
        let ((least, most), (divisor_least, _)) = (self.ends(dividend)?, self.ends(divisor)?);
        let divisor_least = divisor_least.max(Exact::ONE);
        (least >= Exact::ZERO && is_whole(divisor)).then(|| most.over(&divisor_least)?.floor().to_i64())?
    }
}
