//! The columns of equations: digits times integers, with what is carried.

use super::{Text, number_of};
use crate::checker::cases::is_one_form;
use crate::checker::linear::{Linear, Sign, as_form};
use crate::fact::{Carry, Claim};
use fukumen_language::digits::Base;
use fukumen_language::expr::{Chain, Element, Expr};
use fukumen_language::vocabulary::{Algebra, Tier};

/// The most values of a carry that are listed.
const VALUES: i128 = 1 << 20;

/// Numerals with their factors; those of the total have negative ones.
type Signed = Vec<(i128, Vec<Element>)>;

impl Text<'_> {
    /// Whether a column of an equation, or the carry out of it, is this claim.
    pub(super) fn states_column(&self, kind: &str, place: &str, claim: &Claim) -> bool {
        let Some((number, column)) = place.split_once('.') else { return false };
        let (Some(equation), Some(column)) = (number_of(number), number_of(column)) else { return false };
        let at = Carry { equation, column };
        let conditions = if self.rows.is_empty() { &self.equations } else { &self.rows };
        let base = self.puzzle.rules().base;
        conditions.of(equation).iter().flat_map(|expr| sums_of(expr, base)).any(|sum| match kind {
            "col" => is_column(&sum, base, at, claim),
            _ => is_carry(&sum, base, at, claim),
        })
    }
}

/// An equation as a sum that is 0, its total taken off; both ways if either side can be the total.
fn sums_of(expr: &Expr, base: Base) -> Vec<Signed> {
    let Expr::Chain(chain) = expr else { return Vec::new() };
    let [(operator, right)] = &*chain.rest else { return Vec::new() };
    let mut terms: Signed = Vec::new();
    let is_sum = operator.algebra == Algebra::Equal
        && chain.tier() == Tier::Relation
        && gather(&chain.first, 1, base, &mut terms).is_some()
        && gather(right, -1, base, &mut terms).is_some();
    if !is_sum {
        return Vec::new();
    }
    let negated = |terms: &Signed| terms.iter().map(|(factor, digits)| (-factor, digits.clone())).collect();
    let count = |is_left: bool| terms.iter().filter(|(factor, _)| (*factor > 0) == is_left).count();
    match (count(true), count(false)) {
        (1, 1) => vec![negated(&terms), terms],
        (1, _) => vec![negated(&terms)],
        _ => vec![terms],
    }
}

fn gather(expr: &Expr, factor: i128, base: Base, terms: &mut Signed) -> Option<()> {
    match expr {
        Expr::Constant(number) if number.is_zero() => {}
        Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none_or(|own| own == base) => {
            terms.push((factor, numeral.whole.clone()));
        }
        Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
            gather(operand, factor.checked_neg()?, base, terms)?;
        }
        Expr::Chain(chain) if chain.is_sum() => {
            gather(&chain.first, factor, base, terms)?;
            for (operator, operand) in &chain.rest {
                let factor = if operator.algebra == Algebra::Minus { -factor } else { factor };
                gather(operand, factor, base, terms)?;
            }
        }
        Expr::Chain(chain) if chain.tier() == Tier::Product => {
            let (times, numeral) = multiple(chain, base)?;
            gather(numeral, factor.checked_mul(times)?, base, terms)?;
        }
        _ => return None,
    }
    Some(())
}

/// An integer times a numeral.
fn multiple(chain: &Chain, base: Base) -> Option<(i128, &Expr)> {
    let [(operator, right)] = &*chain.rest else { return None };
    let known = |expr: &Expr| {
        let form = Linear::expr(expr, base).filter(Linear::is_constant)?;
        Some(form.constant).filter(|constant| *constant != 0)
    };
    match (operator.algebra, known(&chain.first), known(right)) {
        (Algebra::Times, Some(times), None) => Some((times, right)),
        (Algebra::Times, None, Some(times)) => Some((times, &chain.first)),
        _ => None,
    }
}

fn digit(digits: &[Element], column: usize) -> Option<Element> {
    Some(digits[digits.len().checked_sub(column + 1)?])
}

fn longest(sum: &Signed) -> usize {
    sum.iter().map(|(_, digits)| digits.len()).max().unwrap_or(0)
}

/// Digits times factors, plus the carry in, less the base times the carry out, make 0.
fn is_column(sum: &Signed, base: Base, at: Carry, claim: &Claim) -> bool {
    let Some(form) = column_form(sum, base, at) else { return false };
    let is_linear = matches!(claim, Claim::Relation(_) | Claim::Condition(_));
    let own = is_linear.then(|| as_form(claim, base)).flatten();
    own.is_some_and(|own| is_one_form(&own, &(form, Sign::Equal, None)))
}

fn column_form(sum: &Signed, base: Base, at: Carry) -> Option<Linear> {
    let length = longest(sum);
    if at.column >= length {
        return None;
    }
    let mut form = Linear::default();
    for (factor, digits) in sum {
        if let Some(element) = digit(digits, at.column) {
            form = form.plus(&Linear::numeral(&[element], base)?, *factor)?;
        }
    }
    if let Some(column) = at.column.checked_sub(1) {
        form = form.plus(&Linear::carry(Carry { column, ..at }), 1)?;
    }
    if at.column + 1 < length {
        form = form.plus(&Linear::carry(at), -i128::from(base.get()))?;
    }
    Some(form)
}

/// Whether these values are at least those that the carry out of a column can have.
fn is_carry(sum: &Signed, base: Base, at: Carry, claim: &Claim) -> bool {
    let Claim::Carry(carry, values) = claim else { return false };
    let Some((least, most)) = carry_ends(sum, base, at.column) else { return false };
    let inside = values.iter().filter(|value| (least..=most).contains(&i128::from(**value))).count();
    let count = most - least + 1;
    *carry == at && at.column + 1 < longest(sum) && count <= VALUES && inside as i128 == count
}

fn carry_ends(sum: &Signed, base: Base, column: usize) -> Option<(i128, i128)> {
    let b = i128::from(base.get());
    let (mut least, mut most) = (0i128, 0i128);
    for k in 0..=column {
        for (factor, digits) in sum {
            let (low, high) = match digit(digits, k) {
                None => continue,
                Some(Element::Shown(digit)) => (i128::from(digit), i128::from(digit)),
                Some(Element::Hidden(_)) => (0, b - 1),
            };
            let (x, y) = (factor.checked_mul(low)?, factor.checked_mul(high)?);
            (least, most) = (least.checked_add(x.min(y))?, most.checked_add(x.max(y))?);
        }
        // The least is rounded up, the greatest down.
        (least, most) = (-(-least).div_euclid(b), most.div_euclid(b));
    }
    Some((least, most))
}
