//! Normal forms: different words for the same condition become the same, so that they take the same time.
//!
//! A normal form is exact. An expression without a value stays false, an undecided one stays undecided, and no rule about
//! leading zeros applies: those are in the domains of the cells, and `concat(A,B)` may begin with a zero that `AB` may not.
//!
//! | read | becomes |
//! | --- | --- |
//! | `concat(A,B,C)`, `num(A,B,C)` of single digits | a numeral |
//! | `sum(x,y)`, `product(x,y)`, `mod(x,y)` | `x+y`, `x*y`, `x%y` |
//! | `count(X,Y)`, `not(X)` | `(X)+(Y)`, `¬X` |
//! | `¬(x=y)` and its kin, `¬(X∨Y)`, `¬¬X` | the opposite relation, `¬X` and `¬Y`, `X` |
//! | `X ∨ 1=2`, `X ∨ 1=1` | `X`, nothing |
//! | `abs(x)=0`, `abs(x)<=2` | `x=0`, `x<=2` and `x>=-2` |
//! | `sign(x)=0`, `2^x=1` | `x=0` |
//! | `digit_sum(ABC)` | `A+B+C` |
//! | `√x=N`, `∛x=N`, `floor(√M)=N` with numerals M and N | `x=N^2`, `x=N^3`, `M=N^2` |
//! | `is_integer(x/y)`, `floor(x/y)=x/y` | `x%y=0` |
//! | `x%100=0` with sums and products x above -100 and below 100 | `x=0` |
//! | `max(x,y)=min(x,y)` | `x=y` |
//! | `(X)+(Y)=2`, `(X)*(Y)=1` | `X` and `Y` |
//! | `x<=y` and `x>=y` | `x=y` |
//! | a condition on one cell | its domain |

use std::collections::HashMap;

use super::linear::Affine;
use super::{is_or, split};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Cell, Chain, Element, Expr, Numeral};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Context, FunctionRef, Kind, Operator, Tier, operator};

/// Returns the conditions in normal form that all hold exactly when this one does.
pub(super) fn parts(condition: &Expr, context: &Context) -> Vec<Expr> {
    let mut done = Vec::new();
    // The first conditions are processed first, so that conditions keep their order.
    let mut open = vec![if has_known_call(condition) { plain(condition) } else { condition.clone() }];
    while let Some(next) = open.pop() {
        let mut pieces = Vec::new();
        split(&next, &mut pieces);
        for piece in pieces.into_iter().rev() {
            match simpler(&piece, context) {
                Some(simpler) => open.extend(simpler.into_iter().rev()),
                None if piece == next => done.push(piece),
                None => open.push(piece),
            }
        }
    }
    done
}

/// Replaces each pair `x<=y` and `x>=y` by `x=y`.
pub(super) fn join_orders(conditions: &mut Vec<(usize, Expr)>) {
    let name = |cell: Cell| format!("[{}]", cell.index());
    let mut first: HashMap<(String, String), usize> = HashMap::new();
    let mut gone = Vec::new();
    for i in 0..conditions.len() {
        let Some((left, order, right)) = relation(&conditions[i].1) else { continue };
        if !matches!(order.algebra, Algebra::AtMost | Algebra::AtLeast) || !is_tame(left) || !is_tame(right) {
            continue;
        }
        let is_least = order.algebra == Algebra::AtLeast;
        let (left, right) = if is_least { (right, left) } else { (left, right) };
        let key = (left.written(&name).to_string(), right.written(&name).to_string());
        let turned = (key.1.clone(), key.0.clone());
        if let Some(other) = first.get(&turned).copied() {
            gone.push(i);
            let (left, _, right) = relation(&conditions[other].1).expect("it was one before");
            conditions[other].1 = related(left.clone(), "=", right.clone());
        } else {
            first.entry(key).or_insert(i);
        }
    }
    let mut place = 0;
    conditions.retain(|_| {
        place += 1;
        gone.binary_search(&(place - 1)).is_err()
    });
}

/// Says that an expression is zero, if it leaves no remainder and is nearer to zero than its divisor for all digits.
pub(super) fn of_small(condition: &Expr, domains: &[DigitSet], context: &Context) -> Option<Expr> {
    let (Expr::Chain(chain), equal, right) = relation(condition)? else { return None };
    let ((modulo, divisor), before) = chain.rest.split_last()?;
    let is_rest = (modulo.algebra, equal.algebra) == (Algebra::Mod, Algebra::Equal);
    if !is_rest || !divisor.cells().is_empty() || !right.cells().is_empty() {
        return None;
    }
    let [divisor, rest] = [divisor, right].map(|number| judge::number(number, &[], context).ok());
    let divisor = divisor.filter(|_| rest.is_some_and(|rest| rest.is_zero()))?;
    let small = Expr::chain((*chain.first).clone(), before.to_vec());
    let (least, most) = ends(&small, domains, context)?;
    let is_small = divisor.negated() < least && most < divisor;
    is_small.then(|| related(small, "=", Expr::Constant(Exact::ZERO)))
}

/// Returns bounds on the value of sums and products.
pub(super) fn ends(expr: &Expr, domains: &[DigitSet], context: &Context) -> Option<(Exact, Exact)> {
    if let Some(affine) = Affine::of(expr, context) {
        return affine.ends(domains);
    }
    let Expr::Chain(chain) = expr else { return None };
    let mut all = ends(&chain.first, domains, context)?;
    for (operator, operand) in &chain.rest {
        let next = ends(operand, domains, context)?;
        all = match operator.algebra {
            Algebra::Plus => (all.0.plus(&next.0), all.1.plus(&next.1)),
            Algebra::Minus => (all.0.minus(&next.1), all.1.minus(&next.0)),
            Algebra::Times => {
                let corners = [(&all.0, &next.0), (&all.0, &next.1), (&all.1, &next.0), (&all.1, &next.1)];
                let corners = corners.map(|(one, other)| one.times(other));
                (corners.iter().min()?.clone(), corners.iter().max()?.clone())
            }
            // An exponent is one number, and at least 0.
            Algebra::Power if all.0 >= Exact::ZERO && next.0 == next.1 && next.0 >= Exact::ZERO => {
                (all.0.power(&next.0, context.limit).ok()?, all.1.power(&next.0, context.limit).ok()?)
            }
            _ => return None,
        };
    }
    Some(all)
}

/// Applies a condition on one cell to its domain. It stays a condition if that leaves no digit, or if it cannot be decided.
pub(super) fn narrow(
    condition: &Expr,
    domains: &mut [DigitSet],
    context: &Context,
    interrupt: &dyn Interrupt,
) -> Result<bool, Interrupted> {
    let [cell] = condition.cells()[..] else { return Ok(false) };
    let mut digits: Vec<Digit> = vec![0; cell.index() + 1];
    let mut left = DigitSet::EMPTY;
    for digit in domains[cell.index()].iter() {
        interrupt.check()?;
        digits[cell.index()] = digit;
        match judge::truth(condition, &digits, context) {
            Truth::Yes => left = left.with(digit),
            Truth::No => {}
            Truth::Undecided => return Ok(false),
        }
    }
    if left.is_empty() {
        return Ok(false);
    }
    domains[cell.index()] = left;
    Ok(true)
}

/// Returns whether it calls a function that operators or numerals can express as well.
fn has_known_call(expr: &Expr) -> bool {
    let own = matches!(expr, Expr::Call(function, _) if function.algebra != Algebra::Opaque);
    own || expr.children().into_iter().any(has_known_call)
}

/// Returns the expression with operators and numerals in place of functions.
fn plain(expr: &Expr) -> Expr {
    let part = |expr: &Expr| plain(expr);
    let expr = match expr {
        Expr::Constant(_) | Expr::Numeral(_) => return expr.clone(),
        Expr::Unary(operator, operand) => return Expr::Unary(operator, Box::new(part(operand))),
        Expr::Chain(chain) => {
            let rest = chain.rest.iter().map(|(operator, operand)| (*operator, part(operand)));
            return Expr::chain(part(&chain.first), rest.collect());
        }
        Expr::Remainder(division) => {
            let [dividend, divisor, quotient, rest] = division.parts().map(part);
            return Expr::Remainder(Box::new(fukumen_language::expr::Remainder {
                dividend,
                divisor,
                quotient,
                rest,
            }));
        }
        Expr::Call(function, arguments) => Expr::Call(function.clone(), arguments.iter().map(part).collect()),
    };
    let Expr::Call(function, arguments) = &expr else { return expr };
    let FunctionRef::Table(_) = function else { return expr };
    let chain = |tier, sign| {
        let row = row(tier, sign);
        let mut operands = arguments.iter().cloned();
        let first = operands.next()?;
        Some(Expr::chain(first, operands.map(|operand| (row, operand)).collect()))
    };
    // A number also counts as a condition, and then has another value.
    let are_tame =
        || arguments.iter().all(|argument| is_tame(argument) && argument.kind() == function.arguments);
    let new = match function.algebra {
        Algebra::Plus if are_tame() => chain(Tier::Sum, "+"),
        Algebra::Times if are_tame() => chain(Tier::Product, "*"),
        Algebra::Mod if are_tame() => chain(Tier::Product, "%"),
        Algebra::Beside => side_by_side(arguments),
        Algebra::DigitSum => sum_of_digits(arguments),
        Algebra::Not => Some(Expr::Unary(row(Tier::Not, "¬"), Box::new(arguments[0].clone()))),
        _ => None,
    };
    new.unwrap_or(expr)
}

/// Joins single digits of the puzzle's base into one numeral.
fn side_by_side(arguments: &[Expr]) -> Option<Expr> {
    let digit = |argument: &Expr| match argument {
        Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none() => match numeral.whole[..] {
            [element] => Some(element),
            _ => None,
        },
        _ => None,
    };
    let elements = arguments.iter().map(digit).collect::<Option<Vec<Element>>>()?;
    Some(Expr::Numeral(Numeral::whole(elements)))
}

/// Adds up the digits of a numeral of the puzzle's base.
fn sum_of_digits(arguments: &[Expr]) -> Option<Expr> {
    let [Expr::Numeral(numeral)] = arguments else { return None };
    let is_plain = numeral.is_whole() && numeral.base.is_none();
    let mut digits = numeral.whole.iter().map(|element| Expr::Numeral(Numeral::whole(vec![*element])));
    let first = digits.next().filter(|_| is_plain)?;
    Some(Expr::chain(first, digits.map(|digit| (row(Tier::Sum, "+"), digit)).collect()))
}

/// Returns conditions nearer to the normal form that hold exactly when this one does; `None` if it is in that form.
fn simpler(condition: &Expr, context: &Context) -> Option<Vec<Expr>> {
    match condition {
        Expr::Unary(not, inner) if not.tier == Tier::Not => negated(not, inner),
        Expr::Call(function, arguments) if function.algebra == Algebra::Whole => whole(&arguments[0]),
        Expr::Chain(chain) if is_or(chain) => without_constants(chain, context),
        _ => {
            let (left, relation, right) = relation(condition)?;
            match relation.algebra {
                Algebra::Equal => {
                    of_equality(left, right, context).or_else(|| of_equality(right, left, context))
                }
                Algebra::Less => of_distance(left, ["<", ">"], right, context),
                Algebra::AtMost => of_distance(left, ["≤", "≥"], right, context),
                Algebra::Greater => of_distance(right, ["<", ">"], left, context),
                Algebra::AtLeast => of_distance(right, ["≤", "≥"], left, context),
                _ => None,
            }
        }
    }
}

/// Rewrites `¬X`.
fn negated(not: &'static Operator, inner: &Expr) -> Option<Vec<Expr>> {
    if let Expr::Unary(operator, operand) = inner
        && operator.tier == Tier::Not
    {
        // Two negations of a condition cancel. A number under them also counts as a condition, so it stays.
        return (operand.kind() == Kind::Condition).then(|| vec![(**operand).clone()]);
    }
    if let Expr::Chain(chain) = inner
        && is_or(chain)
    {
        return Some(chain.operands().map(|operand| Expr::Unary(not, Box::new(operand.clone()))).collect());
    }
    let (left, operator, right) = relation(inner)?;
    let opposite = match operator.algebra {
        Algebra::Equal => "≠",
        Algebra::Unequal => "=",
        Algebra::Less => "≥",
        Algebra::AtMost => ">",
        Algebra::Greater => "≤",
        Algebra::AtLeast => "<",
        _ => return None,
    };
    // If a side has no value, neither the relation nor its opposite holds.
    (is_total(left) && is_total(right)).then(|| vec![related(left.clone(), opposite, right.clone())])
}

/// Rewrites conditions of which one holds, if some of them do not depend on digits.
fn without_constants(chain: &Chain, context: &Context) -> Option<Vec<Expr>> {
    let mut left = Vec::new();
    for operand in chain.operands() {
        match operand.cells().is_empty().then(|| judge::truth(operand, &[], context)) {
            Some(Truth::Yes) => return Some(Vec::new()),
            Some(Truth::No) => {}
            _ => left.push(operand.clone()),
        }
    }
    let is_shorter = left.len() <= chain.rest.len();
    // A number alone is not a condition.
    let is_condition = left.first()?.kind() == Kind::Condition || left.len() > 1;
    let mut operands = left.into_iter();
    let first = operands.next().filter(|_| is_shorter && is_condition)?;
    Some(vec![Expr::chain(first, operands.map(|operand| (chain.rest[0].0, operand)).collect())])
}

/// Rewrites `left=right` by its left side.
fn of_equality(left: &Expr, right: &Expr, context: &Context) -> Option<Vec<Expr>> {
    let value = || if right.cells().is_empty() { judge::number(right, &[], context).ok() } else { None };
    if let Some((degree, radicand)) = rooted(left) {
        return power(radicand, right, degree);
    }
    match left {
        Expr::Call(function, arguments) => match (function.algebra, &arguments[..]) {
            (Algebra::Absolute | Algebra::Sign, [argument]) if is_tame(argument) && value()?.is_zero() => {
                Some(vec![related(argument.clone(), "=", Expr::Constant(Exact::ZERO))])
            }
            (Algebra::RoundedDown, [argument]) if argument == right => whole(argument),
            (Algebra::Greatest, _) => {
                let Expr::Call(other, others) = right else { return None };
                let is_same = other.algebra == Algebra::Least && are_same(arguments, others);
                // With a single argument, it says only that the argument has a value.
                (is_same && arguments.len() > 1 && arguments.iter().all(is_tame)).then(|| {
                    arguments.windows(2).map(|pair| related(pair[0].clone(), "=", pair[1].clone())).collect()
                })
            }
            _ => None,
        },
        Expr::Chain(chain) if matches!(chain.tier(), Tier::Sum | Tier::Product) => {
            let is_condition = |operand: &Expr| operand.kind() == Kind::Condition && is_tame(operand);
            let wanted = match chain.tier() {
                Tier::Sum => Exact::from(chain.rest.len() as i64 + 1),
                _ => Exact::ONE,
            };
            let is_plain = |operator: &Operator| matches!(operator.algebra, Algebra::Plus | Algebra::Times);
            (chain.operands().all(is_condition)
                && chain.rest.iter().all(|(operator, _)| is_plain(operator))
                && value()? == wanted)
                .then(|| chain.operands().cloned().collect())
        }
        Expr::Chain(chain) if chain.is_power() && value()? == Exact::ONE => {
            let [(_, exponent)] = &chain.rest[..] else { return None };
            let has_cells = !chain.first.cells().is_empty() || !is_tame(exponent);
            let base = if has_cells { None } else { judge::number(&chain.first, &[], context).ok() };
            (base? > Exact::ONE).then(|| vec![related(exponent.clone(), "=", Expr::Constant(Exact::ZERO))])
        }
        _ if left.kind() == Kind::Condition && is_tame(left) && value()? == Exact::ONE => {
            Some(vec![left.clone()])
        }
        _ => None,
    }
}

/// Rewrites an absolute value below a number: its argument lies between two numbers.
fn of_distance(left: &Expr, signs: [&str; 2], right: &Expr, context: &Context) -> Option<Vec<Expr>> {
    let Expr::Call(function, arguments) = left else { return None };
    let [inner] = &arguments[..] else { return None };
    if function.algebra != Algebra::Absolute || !right.cells().is_empty() {
        return None;
    }
    let most = judge::number(right, &[], context).ok()?;
    let ends = signs.into_iter().zip([most.clone(), most.negated()]);
    Some(ends.map(|(sign, end)| related(inner.clone(), sign, Expr::Constant(end))).collect())
}

/// Rewrites that a quotient is a whole number: there is no remainder. Neither form holds for a division by zero.
fn whole(quotient: &Expr) -> Option<Vec<Expr>> {
    let Expr::Chain(chain) = quotient else { return None };
    let (over, divisor) = chain.rest.last().filter(|(last, _)| last.algebra == Algebra::Over)?;
    (over.tier == Tier::Product && is_tame(quotient)).then(|| {
        let mut rest = chain.rest.clone();
        *rest.last_mut().expect("it was there") = (row(Tier::Product, "%"), divisor.clone());
        vec![related(Expr::chain((*chain.first).clone(), rest), "=", Expr::Constant(Exact::ZERO))]
    })
}

/// Returns the degree and the radicand of a root. That of a whole number may be rounded: it has a value only if it is whole.
fn rooted(expr: &Expr) -> Option<(u8, &Expr)> {
    let (algebra, radicand) = match expr {
        Expr::Call(floor, root) if floor.algebra == Algebra::RoundedDown => {
            let is_whole = |of: &Expr| matches!(of, Expr::Numeral(numeral) if numeral.is_whole());
            return rooted(root.first()?).filter(|(_, radicand)| is_whole(radicand));
        }
        Expr::Call(function, arguments) => (function.algebra, arguments.first()?),
        Expr::Unary(operator, operand) => (operator.algebra, &**operand),
        _ => return None,
    };
    if let Algebra::Root(degree) = algebra { Some((degree, radicand)) } else { None }
}

/// Rewrites a root that equals a numeral, which is never below zero.
fn power(radicand: &Expr, root: &Expr, degree: u8) -> Option<Vec<Expr>> {
    let is_plain = matches!(root, Expr::Numeral(_)) && is_tame(radicand);
    let exponent = (row(Tier::Power, "^"), Expr::Constant(i64::from(degree).into()));
    is_plain.then(|| vec![related(radicand.clone(), "=", Expr::chain(root.clone(), vec![exponent]))])
}

/// Returns whether these are the same expressions in any order.
fn are_same(some: &[Expr], others: &[Expr]) -> bool {
    let mut left: Vec<&Expr> = others.iter().collect();
    some.len() == others.len()
        && some.iter().all(|expr| {
            let place = left.iter().position(|other| *other == expr);
            place.map(|place| left.swap_remove(place)).is_some()
        })
}

/// Returns the two sides of a single relation, and the sign between them.
pub(super) fn relation(condition: &Expr) -> Option<(&Expr, &'static Operator, &Expr)> {
    let Expr::Chain(chain) = condition else { return None };
    match &chain.rest[..] {
        [(operator, right)] if operator.tier == Tier::Relation => Some((&chain.first, operator, right)),
        _ => None,
    }
}

pub(super) fn related(left: Expr, sign: &str, right: Expr) -> Expr {
    Expr::chain(left, vec![(row(Tier::Relation, sign), right)])
}

pub(super) fn row(tier: Tier, sign: &str) -> &'static Operator {
    operator(tier, sign).expect("it is a row of the table")
}

/// Returns whether it has a value for all digits, and is no larger than its text.
fn is_total(expr: &Expr) -> bool {
    let own = match expr {
        Expr::Constant(_) | Expr::Numeral(_) => true,
        Expr::Unary(operator, _) => operator.algebra == Algebra::Minus,
        Expr::Chain(chain) => chain
            .rest
            .iter()
            .all(|(operator, _)| matches!(operator.algebra, Algebra::Plus | Algebra::Minus | Algebra::Times)),
        Expr::Call(function, _) => {
            matches!(function.algebra, Algebra::Absolute | Algebra::Least | Algebra::Greatest)
        }
        Expr::Remainder(_) => false,
    };
    own && expr.children().into_iter().all(is_total)
}

/// Returns whether nothing in it can be too large to compute.
pub(super) fn is_tame(expr: &Expr) -> bool {
    let own = match expr {
        Expr::Constant(_) | Expr::Numeral(_) | Expr::Remainder(_) => true,
        Expr::Unary(operator, _) => {
            operator.tier == Tier::Not || matches!(operator.algebra, Algebra::Minus | Algebra::Root(_))
        }
        Expr::Chain(chain) => chain.rest.iter().all(|(operator, operand)| match operator.algebra {
            Algebra::Power => is_one_digit(operand),
            Algebra::Opaque => operator.tier < Tier::Relation,
            _ => true,
        }),
        Expr::Call(function, _) => !matches!(
            function.algebra,
            Algebra::Opaque | Algebra::IsPrime | Algebra::CommonDivisor | Algebra::CommonMultiple
        ),
    };
    own && expr.children().into_iter().all(is_tame)
}

/// Returns whether it is a digit that the puzzle shows.
fn is_one_digit(expr: &Expr) -> bool {
    matches!(expr, Expr::Numeral(numeral) if numeral.is_whole() && matches!(numeral.whole[..], [Element::Shown(_)]))
}
