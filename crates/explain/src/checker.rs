//! Asks the kernel of `fukumen-check`, which knows nothing of this program, whether a conclusion follows and in how many ways facts
//! can be satisfied.

use super::fact::{Carry, Claim, Place, Quantity, Term};
use super::step::Proof;
use fukumen_check::claim as other;
use fukumen_check::kernel::{Hints, Verdict};
use fukumen_check::{Expression, Number, Word};
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::interrupt::Interrupt;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Context, FunctionMeaning, FunctionRef, Meaning, Operator, Tier};

/// Functions with another name in the kernel.
const OTHER_NAMES: &[(&str, &str)] = &[("sum", "+"), ("product", "*"), ("mod", "%")];

/// The nodes for which the kernel is asked whether a conclusion follows. With 100, fractions keep facts that they do not need; with
/// 20,000, explaining takes a tenth longer for no other text.
const NODES: u64 = 1_000;

/// A claim in the words of the kernel, which is asked about it often.
pub(crate) struct Asked {
    /// Nothing if the kernel cannot express it.
    claim: Option<other::Claim>,
    /// One more than the largest number of a place.
    places: usize,
}

impl Asked {
    pub fn new(claim: &Claim, context: &Context) -> Self {
        Self { claim: claim_of(claim, context.base), places: places([claim]) }
    }
}

/// Whether a conclusion follows from facts, each with its id, and this is decided within the budget. A fact that the kernel cannot
/// express is left out.
pub(crate) fn follows(
    context: &Context,
    used: &[(&str, &Asked)],
    conclusion: &Asked,
    proof: &Proof,
    interrupt: &dyn Interrupt,
) -> bool {
    let Some(claim) = &conclusion.claim else { return false };
    let facts: Vec<(&str, &other::Claim)> =
        used.iter().filter_map(|(id, fact)| Some((*id, fact.claim.as_ref()?))).collect();
    let place = |id: &str| facts.iter().position(|(own, _)| *own == id);
    let combine = proof.combine.iter().filter_map(|(id, factor)| Some((place(id)?, *factor))).collect();
    let hints = Hints { modulo: proof.modulo, combine };
    let known: Vec<&other::Claim> = facts.iter().map(|(_, fact)| *fact).collect();
    let all = used.iter().map(|(_, fact)| *fact).chain([conclusion]);
    let cells = all.map(|claim| claim.places).max().unwrap_or(0);
    let (base, mut nodes) = (context.base.get().into(), NODES);
    let stop = || interrupt.is_raised();
    let verdict = fukumen_check::kernel::follows(base, cells, &known, claim, &hints, &mut nodes, &stop);
    verdict == Verdict::Follows
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

/// Visits the places that a claim speaks of, each as often as it stands there.
pub(crate) fn for_each_place(claim: &Claim, visit: &mut dyn FnMut(Place)) {
    match claim {
        Claim::Digit(place, _) => visit(*place),
        Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => places_of_quantity(quantity, visit),
        Claim::Relation(relation) => relation.terms.iter().for_each(|(term, _)| places_of_term(term, visit)),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => {
            places_of_quantity(left, visit);
            places_of_quantity(right, visit);
        }
        Claim::Condition(expr) => places_of_expr(expr, visit),
        Claim::Distinct(places) => places.iter().for_each(|place| visit(*place)),
        Claim::Carry(..) | Claim::False | Claim::Digits(_) => {}
    }
}

fn places_of_quantity(quantity: &Quantity, visit: &mut dyn FnMut(Place)) {
    if let Quantity::Expr(expr) = quantity {
        places_of_expr(expr, visit);
    }
}

fn places_of_term(term: &Term, visit: &mut dyn FnMut(Place)) {
    match term {
        Term::Place(place) => visit(*place),
        Term::Carry(_) => {}
        Term::Numeral(elements) => elements.iter().for_each(|element| {
            if let Element::Hidden(place) = element {
                visit(*place);
            }
        }),
    }
}

fn places_of_expr(expr: &Expr, visit: &mut dyn FnMut(Place)) {
    expr.for_each_numeral(&mut |numeral| {
        for element in numeral.elements() {
            if let Element::Hidden(place) = element {
                visit(place);
            }
        }
    });
}

/// How many places there are at most: one more than the largest number of one.
fn places<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> usize {
    let mut places = 0;
    for claim in claims {
        for_each_place(claim, &mut |place| places = places.max(place.index() + 1));
    }
    places
}
