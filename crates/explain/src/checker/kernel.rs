//! Claims as the kernel of `fukumen-check` has them, which knows nothing of this program.

use super::Why;
use super::facts::{is_sound, places, places_of_term};
use crate::fact::{Carry, Claim, Quantity, Term};
use crate::step::Proof;
use fukumen_check::claim as other;
use fukumen_check::kernel::{Hints, Verdict, follows};
use fukumen_check::{Expression, Number, Word};
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::interrupt::Interrupt;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Context, FunctionMeaning, FunctionRef, Meaning, Operator, Tier};

/// Functions with another name in the kernel.
const OTHER_NAMES: &[(&str, &str)] = &[("sum", "+"), ("product", "*"), ("mod", "%")];

/// A claim in the words of the kernel, which is asked about it often.
pub(crate) struct Asked {
    /// Nothing if the kernel cannot express it.
    claim: Option<other::Claim>,
    /// Whether it has a meaning.
    is_sound: bool,
    /// One more than the largest number of a place.
    places: usize,
}

impl Asked {
    pub fn new(claim: &Claim, context: &Context) -> Self {
        Self {
            claim: claim_of(claim, context.base),
            is_sound: is_sound(claim, context),
            places: places([claim]),
        }
    }
}

/// Whether a conclusion follows from facts, each with its id. A fact that the kernel cannot express is left out.
pub(crate) fn accepts(
    context: &Context,
    used: &[(&str, &Asked)],
    conclusion: &Asked,
    proof: &Proof,
    mut nodes: u64,
    interrupt: &dyn Interrupt,
) -> Result<(), Why> {
    let all = || used.iter().map(|(_, fact)| *fact).chain([conclusion]);
    let Some(claim) = conclusion.claim.as_ref().filter(|_| all().all(|claim| claim.is_sound)) else {
        return Err(Why::NotUnderstood);
    };
    let facts: Vec<(&str, &other::Claim)> =
        used.iter().filter_map(|(id, fact)| Some((*id, fact.claim.as_ref()?))).collect();
    let place = |id: &str| facts.iter().position(|(own, _)| *own == id);
    let combine = proof.combine.iter().filter_map(|(id, factor)| Some((place(id)?, *factor))).collect();
    let hints = Hints { modulo: proof.modulo, combine };
    let known: Vec<&other::Claim> = facts.iter().map(|(_, fact)| *fact).collect();
    let cells = all().map(|claim| claim.places).max().unwrap_or(0);
    let stop = || interrupt.is_raised();
    match follows(context.base.get().into(), cells, &known, claim, &hints, &mut nodes, &stop) {
        Verdict::Follows => Ok(()),
        Verdict::Fails(_) if known.len() == used.len() => Err(Why::DoesNotFollow),
        _ if interrupt.is_raised() => Err(Why::Interrupted),
        _ => Err(Why::TooMuch),
    }
}

/// Whether each way to satisfy a fact is one of these cases.
pub(super) fn cover(on: &Claim, cases: &[&Claim], base: Base) -> bool {
    let parts: Option<Vec<other::Claim>> = cases.iter().map(|case| claim_of(case, base)).collect();
    let known = claim_of(on, base).zip(parts);
    known.is_some_and(|(on, parts)| fukumen_check::cover(&on, &parts.iter().collect::<Vec<_>>()))
}

/// Whether two expressions are the same but for the order of operands.
pub(super) fn are_alike(a: &Expr, b: &Expr, base: Base) -> bool {
    let both = || expression(a, base).zip(expression(b, base));
    a == b || both().is_some_and(|(a, b)| fukumen_check::are_alike(&a, &b))
}

/// Whether a claim is a condition, or the same linear equation.
pub(super) fn is_stated(condition: &Expr, claim: &Claim, base: Base) -> bool {
    let both = || expression(condition, base).zip(claim_of(claim, base));
    matches!(claim, Claim::Condition(own) if own == condition)
        || both()
            .is_some_and(|(condition, claim)| fukumen_check::is_stated(&condition, &claim, base.get().into()))
}

/// Whether a claim is a column of an equation, or the carry that leaves it.
pub(super) fn is_of_column(is_column: bool, equation: &Expr, base: Base, at: &Carry, claim: &Claim) -> bool {
    let known = expression(equation, base).zip(claim_of(claim, base)).zip(carry_of(at));
    known.is_some_and(|((equation, claim), at)| {
        fukumen_check::is_of_column(is_column, &equation, base.get().into(), at, &claim)
    })
}

/// One of the ways to give values to what is gone through.
#[derive(Clone, Debug)]
pub struct Way(fukumen_check::kernel::Way);

impl Way {
    fn value(&self, wanted: other::Variable) -> Option<i128> {
        self.0.iter().find(|(variable, _)| *variable == wanted).map(|(_, value)| *value)
    }

    /// The digit of a place that was gone through.
    pub fn digit(&self, place: usize) -> Option<Digit> {
        self.value(other::Variable::Cell(place))?.try_into().ok()
    }

    /// The value of a carry that was gone through.
    pub fn carry(&self, carry: Carry) -> Option<i64> {
        let (equation, column) = carry_of(&carry)?;
        self.value(other::Variable::Carry(equation, column))?.try_into().ok()
    }
}

/// How many ways the claims leave for what is gone through, and the first of them, no more than are asked for; nothing if they
/// are too many to count, or were not counted in time.
pub(crate) fn ways(
    context: &Context,
    claims: &[&Claim],
    over: &[Term],
    modulo: Option<u64>,
    kept: usize,
    interrupt: &dyn Interrupt,
) -> Option<(u64, Vec<Way>)> {
    let facts: Vec<other::Claim> =
        claims.iter().map(|claim| claim_of(claim, context.base)).collect::<Option<_>>()?;
    let facts: Vec<&other::Claim> = facts.iter().collect();
    let terms: Vec<other::Term> = over.iter().map(term_of).collect::<Option<_>>()?;
    let mut cells = places(claims.iter().copied());
    over.iter().for_each(|term| places_of_term(term, &mut |place| cells = cells.max(place.index() + 1)));
    let stop = || interrupt.is_raised();
    let base = (context.base.get().into(), cells);
    let (count, ways) = fukumen_check::kernel::ways(base, &facts, &terms, modulo, kept, &stop)?;
    Some((count, ways.into_iter().map(Way).collect()))
}

fn claim_of(claim: &Claim, base: Base) -> Option<other::Claim> {
    let quantity = |quantity: &Quantity| quantity_of(quantity, base);
    let number = |number: &Option<Exact>| number.as_ref().map(number_of).map_or(Some(None), |n| n.map(Some));
    Some(match claim {
        Claim::Digit(place, digits) => other::Claim::Digit(place.index(), digits.bits()),
        Claim::Carry(own, values) => other::Claim::Carry(carry_of(own)?, values.clone()),
        Claim::Range(own, from, to) => other::Claim::Range(quantity(own)?, number(from)?, number(to)?),
        Claim::Residue(own, modulus, residues) => {
            other::Claim::Residue(quantity(own)?, *modulus, residues.clone())
        }
        Claim::Relation(relation) => {
            let term = |(term, factor): &(Term, i128)| Some((term_of(term)?, *factor));
            let terms = relation.terms.iter().map(term).collect::<Option<_>>()?;
            other::Claim::Relation { terms, equals: relation.equals, modulo: relation.modulo }
        }
        Claim::Order { left, right, strict } => {
            other::Claim::Order { left: quantity(left)?, right: quantity(right)?, strict: *strict }
        }
        Claim::Same(left, right) => other::Claim::Same(quantity(left)?, quantity(right)?),
        Claim::False => other::Claim::False,
        Claim::Condition(expr) => other::Claim::Condition(expression(expr, base)?),
        Claim::Distinct(places) => other::Claim::Distinct(places.iter().map(|place| place.index()).collect()),
        Claim::Digits(digits) => other::Claim::Digits(digits.bits()),
    })
}

fn carry_of(carry: &Carry) -> Option<other::Carry> {
    Some((u32::try_from(carry.equation).ok()?, u32::try_from(carry.column).ok()?))
}

fn term_of(term: &Term) -> Option<other::Term> {
    Some(match term {
        Term::Place(place) => other::Term::Cell(place.index()),
        Term::Carry(carry) => {
            carry_of(carry).map(|(equation, column)| other::Term::Carry(equation, column))?
        }
        Term::Numeral(digits) => other::Term::Numeral(elements(digits)),
    })
}

fn quantity_of(quantity: &Quantity, base: Base) -> Option<other::Quantity> {
    Some(match quantity {
        Quantity::Expr(expr) => other::Quantity::Expression(expression(expr, base)?),
        Quantity::Carry(carry) => {
            carry_of(carry).map(|(equation, column)| other::Quantity::Carry(equation, column))?
        }
    })
}

fn number_of(number: &Exact) -> Option<Number> {
    match number.to_i64() {
        Some(word) => Some(word.into()),
        None => number.to_string().parse().ok(),
    }
}

fn elements(elements: &[Element]) -> Vec<fukumen_check::Element> {
    let element = |element: &Element| match element {
        Element::Shown(digit) => fukumen_check::Element::Digit(*digit),
        Element::Hidden(place) => fukumen_check::Element::Cell(place.index()),
    };
    elements.iter().map(element).collect()
}

/// An expression in the words of the kernel; `None` for what it has no word for. The depth of brackets bounds the recursion.
fn expression(expr: &Expr, base: Base) -> Option<Expression> {
    if let Some((of, degree)) = expr.as_root() {
        return call("root", vec![expression(of, base)?, Expression::Number(i64::from(degree).into())]);
    }
    match expr {
        Expr::Constant(number) => number_of(number).map(Expression::Number),
        Expr::Numeral(numeral) => Some(Expression::Numeral(numeral_of(numeral, base))),
        Expr::Unary(operator, operand) => call(operator.word?, vec![expression(operand, base)?]),
        Expr::Chain(own) => chain(own, base),
        Expr::Call(function, x) => {
            // Only numerals have a base of their own.
            let is_in_other_base = matches!(function, FunctionRef::InBase(_, own) if *own != base);
            if is_in_other_base || matches!(function.exact, FunctionMeaning::Own(_)) {
                return None;
            }
            let other = OTHER_NAMES.iter().find(|(own, _)| *own == &*function.name);
            call(other.map_or(&*function.name, |(_, other)| other), all(x, base)?)
        }
        Expr::Remainder(division) => call("remainder", all(division.parts(), base)?),
    }
}

fn all<'e>(operands: impl IntoIterator<Item = &'e Expr>, base: Base) -> Option<Vec<Expression>> {
    operands.into_iter().map(|operand| expression(operand, base)).collect()
}

fn call(name: &str, x: Vec<Expression>) -> Option<Expression> {
    let are_conditions = x.iter().all(Expression::is_condition);
    Some(Expression::Call(Word::taking(name, x.len(), are_conditions).ok()?, x))
}

fn numeral_of(numeral: &Numeral, base: Base) -> fukumen_check::Numeral {
    let mut own =
        fukumen_check::Numeral::of(elements(&numeral.whole), numeral.base.unwrap_or(base).get().into());
    own.fraction = elements(&numeral.fraction);
    own.repetend = elements(&numeral.repetend);
    own
}

fn chain(chain: &Chain, base: Base) -> Option<Expression> {
    let first = expression(&chain.first, base)?;
    let rest = chain.rest.iter().map(|(operator, operand)| Some((*operator, expression(operand, base)?)));
    let rest: Vec<(&Operator, Expression)> = rest.collect::<Option<_>>()?;
    let is_alike = |operator: &Operator| {
        let is_joined = operator.algebra == Algebra::Times || matches!(operator.exact, Meaning::Logic(_));
        is_joined && chain.rest.iter().all(|(other, _)| *other == operator)
    };
    match chain.tier() {
        Tier::Sum if chain.is_sum() => {
            let term = |(operator, operand): (&Operator, Expression)| match operator.algebra {
                Algebra::Minus => call("neg", vec![operand]),
                _ => Some(operand),
            };
            let terms = [Some(first)].into_iter().chain(rest.into_iter().map(term));
            call("+", terms.collect::<Option<_>>()?)
        }
        Tier::Relation if rest.len() > 1 => {
            let mut left = first;
            let mut parts = Vec::new();
            for (operator, right) in rest {
                parts.push(call(operator.word?, vec![left, right.clone()])?);
                left = right;
            }
            call("and", parts)
        }
        _ if rest.first().is_some_and(|(operator, _)| is_alike(operator)) => {
            let word = rest.first().and_then(|(operator, _)| operator.word)?;
            call(word, [first].into_iter().chain(rest.into_iter().map(|(_, operand)| operand)).collect())
        }
        // Two at a time from the left: `A/B*C` is `(A/B)*C`.
        _ => rest
            .into_iter()
            .try_fold(first, |left, (operator, right)| call(operator.word?, vec![left, right])),
    }
}
