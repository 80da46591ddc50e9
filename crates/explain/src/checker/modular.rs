//! Equations modulo a number, as polynomials over symbols, carries and numerals.

use super::linear::Linear;
use crate::fact::{Claim, Place, Quantity, Term};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::Base;
use fukumen_language::expr::{Chain, Element, Expr};
use fukumen_language::vocabulary::{Algebra, Tier};

/// Nodes that a polynomial may have after its denominators are multiplied out.
const NODES: usize = 20_000;
/// The largest exponent.
const EXPONENT: i64 = 64;

/// A polynomial with whole numbers, modulo one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Poly {
    Number(u64),
    /// One of the leaves of an equation, by number.
    Leaf(usize),
    /// Polynomials times numbers, added up.
    Sum(Vec<(u64, Poly)>),
    Product(Vec<Poly>),
}

/// An equation: this polynomial is 0 modulo the modulus. Its leaves, each once.
#[derive(Clone, Debug)]
pub(super) struct Equation {
    pub poly: Poly,
    pub leaves: Vec<Term>,
}

/// A polynomial over a polynomial.
struct Fraction {
    above: Poly,
    /// Nothing for 1.
    below: Option<Poly>,
}

struct Reader {
    modulus: u64,
    base: Base,
    leaves: Vec<Term>,
    nodes: usize,
    /// Whether denominators are multiplied out; else there may be none.
    has_fractions: bool,
}

/// The equation that a claim is, if it is one of whole numbers, or of fractions if these are allowed.
pub(super) fn equation(claim: &Claim, modulus: u64, base: Base, has_fractions: bool) -> Option<Equation> {
    let mut reader = Reader { modulus, base, leaves: Vec::new(), nodes: 0, has_fractions };
    let poly = match claim {
        Claim::Relation(relation) => {
            let holds = relation.modulo.is_none_or(|own| own % i128::from(modulus) == 0);
            let mut sum = vec![(1, Poly::Number(reader.residue(relation.equals.checked_neg()?)))];
            for (term, factor) in &relation.terms {
                sum.push((reader.residue(*factor), reader.leaf(term.clone())?));
            }
            holds.then_some(Poly::Sum(sum))?
        }
        Claim::Same(left, right) => {
            let (left, right) = (reader.quantity(left)?, reader.quantity(right)?);
            reader.difference(left, right)?
        }
        Claim::Condition(Expr::Chain(chain)) if chain.tier() == Tier::Relation => {
            let [(operator, right)] = &*chain.rest else { return None };
            if operator.algebra != Algebra::Equal {
                return None;
            }
            let (left, right) = (reader.expr(&chain.first)?, reader.expr(right)?);
            reader.difference(left, right)?
        }
        _ => return None,
    };
    Some(Equation { poly, leaves: reader.leaves })
}

impl Reader {
    fn residue(&self, number: i128) -> u64 {
        number.rem_euclid(i128::from(self.modulus)) as u64
    }

    fn leaf(&mut self, term: Term) -> Option<Poly> {
        self.count(1)?;
        let term = match term {
            Term::Numeral(elements) => match &*elements {
                [Element::Hidden(place)] => Term::Place(*place),
                _ => Term::Numeral(elements),
            },
            other => other,
        };
        if let Term::Numeral(elements) = &term
            && elements.iter().all(|element| matches!(element, Element::Shown(_)))
        {
            let form = self.reduced(elements);
            return Some(Poly::Number(form.1));
        }
        let known = self.leaves.iter().position(|leaf| *leaf == term);
        Some(Poly::Leaf(known.unwrap_or_else(|| {
            self.leaves.push(term);
            self.leaves.len() - 1
        })))
    }

    fn reduced(&self, elements: &[Element]) -> (Vec<(Place, u64)>, u64) {
        numeral(elements, self.base, self.modulus)
    }

    fn count(&mut self, nodes: usize) -> Option<()> {
        self.nodes += nodes;
        (self.nodes <= NODES).then_some(())
    }

    fn quantity(&mut self, quantity: &Quantity) -> Option<Fraction> {
        match quantity {
            Quantity::Expr(expr) => self.expr(expr),
            Quantity::Carry(carry) => Some(Fraction { above: self.leaf(Term::Carry(*carry))?, below: None }),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Option<Fraction> {
        let whole = |above: Poly| Fraction { above, below: None };
        match expr {
            Expr::Constant(number) => Some(whole(Poly::Number(self.residue(number.to_i128()?)))),
            Expr::Numeral(numeral)
                if numeral.is_whole() && numeral.base.is_none_or(|base| base == self.base) =>
            {
                Some(whole(self.leaf(Term::Numeral(numeral.whole.clone()))?))
            }
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                let operand = self.expr(operand)?;
                let above = Poly::Sum(vec![(self.residue(-1), operand.above)]);
                Some(Fraction { above, ..operand })
            }
            Expr::Chain(chain) if chain.is_power() => self.power(chain),
            Expr::Chain(chain) if chain.is_sum() => self.sum(chain),
            Expr::Chain(chain) if chain.tier() == Tier::Product => self.product(chain),
            _ => None,
        }
    }

    fn sum(&mut self, chain: &Chain) -> Option<Fraction> {
        let first = self.expr(&chain.first)?;
        let mut terms = vec![(1, first)];
        for (operator, operand) in &chain.rest {
            let factor = match operator.algebra {
                Algebra::Plus => 1,
                Algebra::Minus => self.residue(-1),
                _ => return None,
            };
            terms.push((factor, self.expr(operand)?));
        }
        self.common(terms)
    }

    /// A sum over the product of all denominators.
    fn common(&mut self, terms: Vec<(u64, Fraction)>) -> Option<Fraction> {
        let below: Vec<Option<Poly>> = terms.iter().map(|(_, term)| term.below.clone()).collect();
        let mut sum = Vec::new();
        for (i, (factor, term)) in terms.into_iter().enumerate() {
            let others =
                below.iter().enumerate().filter(|(j, _)| *j != i).filter_map(|(_, below)| below.clone());
            let mut factors: Vec<Poly> = others.collect();
            self.count(factors.iter().map(Poly::nodes).sum())?;
            factors.push(term.above);
            sum.push((factor, product(factors)));
        }
        let below: Vec<Poly> = below.into_iter().flatten().collect();
        let below = (!below.is_empty()).then(|| product(below));
        Some(Fraction { above: Poly::Sum(sum), below })
    }

    fn difference(&mut self, left: Fraction, right: Fraction) -> Option<Poly> {
        let minus = self.residue(-1);
        Some(self.common(vec![(1, left), (minus, right)])?.above)
    }

    fn product(&mut self, chain: &Chain) -> Option<Fraction> {
        let first = self.expr(&chain.first)?;
        let (mut above, mut below) = (vec![first.above], Vec::from_iter(first.below));
        for (operator, operand) in &chain.rest {
            let operand = self.expr(operand)?;
            match operator.algebra {
                Algebra::Times => {
                    above.push(operand.above);
                    below.extend(operand.below);
                }
                Algebra::Over if self.has_fractions => {
                    below.push(operand.above);
                    above.extend(operand.below);
                }
                _ => return None,
            }
        }
        let below = (!below.is_empty()).then(|| product(below));
        Some(Fraction { above: product(above), below })
    }

    fn power(&mut self, chain: &Chain) -> Option<Fraction> {
        let [(_, exponent)] = &*chain.rest else { return None };
        let form = Linear::expr(exponent, self.base)?;
        let exponent =
            i64::try_from(form.constant).ok().filter(|n| form.is_constant() && (1..=EXPONENT).contains(n))?;
        let base = self.expr(&chain.first)?;
        let times = usize::try_from(exponent).ok()?;
        self.count(base.above.nodes() * times)?;
        let raised = |poly: Poly| product(vec![poly; times]);
        Some(Fraction { above: raised(base.above), below: base.below.map(raised) })
    }
}

fn product(mut factors: Vec<Poly>) -> Poly {
    match factors.len() {
        1 => factors.remove(0),
        _ => Poly::Product(factors),
    }
}

impl Poly {
    fn nodes(&self) -> usize {
        match self {
            Self::Number(_) | Self::Leaf(_) => 1,
            Self::Sum(terms) => terms.iter().map(|(_, term)| term.nodes()).sum(),
            Self::Product(factors) => factors.iter().map(Self::nodes).sum(),
        }
    }

    /// Counts how often each leaf occurs.
    pub fn count(&self, counts: &mut [usize]) {
        match self {
            Self::Number(_) => {}
            Self::Leaf(leaf) => counts[*leaf] += 1,
            Self::Sum(terms) => terms.iter().for_each(|(_, term)| term.count(counts)),
            Self::Product(factors) => factors.iter().for_each(|factor| factor.count(counts)),
        }
    }

    /// The residue, given those of the leaves.
    pub fn value(&self, leaves: &[u64], modulus: u64) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Leaf(leaf) => leaves[*leaf],
            Self::Sum(terms) => terms.iter().fold(0, |sum, (factor, term)| {
                added(sum, multiplied(*factor, term.value(leaves, modulus), modulus), modulus)
            }),
            Self::Product(factors) => factors.iter().fold(1 % modulus, |product, factor| {
                multiplied(product, factor.value(leaves, modulus), modulus)
            }),
        }
    }
}

pub(super) fn added(a: u64, b: u64, modulus: u64) -> u64 {
    match a.checked_add(b) {
        Some(sum) if sum < modulus => sum,
        Some(sum) => sum % modulus,
        None => ((u128::from(a) + u128::from(b)) % u128::from(modulus)) as u64,
    }
}

pub(super) fn multiplied(a: u64, b: u64, modulus: u64) -> u64 {
    if let (Ok(a), Ok(b)) = (u32::try_from(a), u32::try_from(b)) {
        return u64::from(a) * u64::from(b) % modulus;
    }
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// A numeral modulo a number: the weights of its places that are not 0, and the rest.
pub(super) fn numeral(elements: &[Element], base: Base, modulus: u64) -> (Vec<(Place, u64)>, u64) {
    let (mut places, mut rest) = (Vec::new(), 0);
    let mut weight = 1 % modulus;
    for element in elements.iter().rev() {
        match element {
            Element::Shown(digit) => {
                rest = added(rest, multiplied(u64::from(*digit) % modulus, weight, modulus), modulus);
            }
            Element::Hidden(place) => places.push((*place, weight)),
        }
        weight = multiplied(weight, u64::from(base.get()) % modulus, modulus);
    }
    places.arrange();
    let mut merged: Vec<(Place, u64)> = Vec::new();
    for (place, weight) in places {
        match merged.last_mut() {
            Some((last, sum)) if *last == place => *sum = added(*sum, weight, modulus),
            _ => merged.push((place, weight)),
        }
    }
    merged.retain(|(_, weight)| *weight != 0);
    (merged, rest)
}
