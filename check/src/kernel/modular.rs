//! Equations modulo a number, with all denominators multiplied out: numerals are looked at as a whole, each by its residues.

use crate::claim::{Claim, Quantity, Term, Variable};
use crate::expression::Expression;
use crate::number::Number;
use crate::words::{Deed, EQUAL};

use super::domain::Domain;
use super::form::Form;
use super::model::{Constraint, Model};
use super::residues::{BITS, Set, residues};

/// Nodes that a polynomial may have once its denominators are multiplied out.
const NODES: usize = 20_000;
/// The largest exponent.
const EXPONENT: i128 = 64;
/// So many parts of a polynomial, each time that it is looked at, count as one node.
const AT_ONCE: u64 = 256;

/// A polynomial with whole numbers over the leaves of an equation.
#[derive(Clone)]
enum Poly {
    Number(i128),
    Leaf(usize),
    Sum(Vec<Poly>),
    Product(Vec<Poly>),
}

/// A polynomial over another.
struct Fraction(Poly, Option<Poly>);

/// A polynomial is 0.
pub struct Equation {
    poly: Poly,
    leaves: Vec<Form>,
}

struct Reader<'r> {
    model: &'r mut Model,
    leaves: Vec<Form>,
    nodes: usize,
}

/// The equation that a claim is.
pub fn equation(model: &mut Model, claim: &Claim, modulus: u64) -> Option<Equation> {
    let mut reader = Reader { model, leaves: Vec::new(), nodes: 0 };
    let Fraction(poly, _) = match claim {
        Claim::Relation { terms, equals, modulo } => {
            modulo.is_none_or(|own| own % i128::from(modulus) == 0).then_some(())?;
            let mut sum = vec![Poly::Number(equals.checked_neg()?)];
            for (term, factor) in terms {
                let leaf = reader.term(term)?;
                sum.push(Poly::Product(vec![Poly::Number(*factor), leaf]));
            }
            Fraction(Poly::Sum(sum), None)
        }
        Claim::Same(left, right) => {
            let (left, right) = (reader.quantity(left)?, reader.quantity(right)?);
            reader.plus(left, right, -1)?
        }
        Claim::Condition(Expression::Call(word, x)) if matches!(word.3, Deed::Compare(EQUAL)) => {
            let (left, right) = (reader.expression(&x[0])?, reader.expression(&x[1])?);
            reader.plus(left, right, -1)?
        }
        _ => return None,
    };
    Some(Equation { poly, leaves: reader.leaves })
}

impl Reader<'_> {
    fn leaf(&mut self, form: Form) -> Option<Poly> {
        self.nodes += 1;
        (self.nodes <= NODES).then_some(())?;
        if form.terms.is_empty() {
            return Some(Poly::Number(form.constant));
        }
        let place = self.leaves.iter().position(|known| *known == form);
        Some(Poly::Leaf(place.unwrap_or_else(|| {
            self.leaves.push(form);
            self.leaves.len() - 1
        })))
    }

    fn term(&mut self, term: &Term) -> Option<Poly> {
        let form = self.model.term(term)?;
        self.leaf(form)
    }

    fn quantity(&mut self, quantity: &Quantity) -> Option<Fraction> {
        match quantity {
            Quantity::Expression(expression) => self.expression(expression),
            Quantity::Carry(equation, column) => {
                let item = self.model.item(Variable::Carry(*equation, *column))?;
                Some(Fraction(self.leaf(Form::item(item))?, None))
            }
        }
    }

    /// The depth of brackets bounds the recursion.
    fn expression(&mut self, expression: &Expression) -> Option<Fraction> {
        let (word, x) = match expression {
            Expression::Number(number) => return ratio(number),
            Expression::Numeral(_) => {
                let form = self.model.expression(expression)?;
                return Some(Fraction(self.leaf(form)?, None));
            }
            Expression::Call(word, x) => (word, x),
        };
        match word.3 {
            Deed::Plus => x.iter().try_fold(Fraction(Poly::Number(0), None), |sum, x| {
                let x = self.expression(x)?;
                self.plus(sum, x, 1)
            }),
            Deed::Neg => {
                let x = self.expression(&x[0])?;
                self.plus(Fraction(Poly::Number(0), None), x, -1)
            }
            Deed::Times => x.iter().try_fold(Fraction(Poly::Number(1), None), |product, x| {
                let Fraction(above, below) = self.expression(x)?;
                Some(Fraction(self.times(product.0, above)?, self.times_below(product.1, below)?))
            }),
            Deed::Over => {
                let (Fraction(a, b), Fraction(c, d)) = (self.expression(&x[0])?, self.expression(&x[1])?);
                let above = match d {
                    Some(d) => self.times(a, d)?,
                    None => a,
                };
                Some(Fraction(above, self.times_below(b, Some(c))?))
            }
            Deed::Power => {
                let (Fraction(above, below), exponent) =
                    (self.expression(&x[0])?, self.model.expression(&x[1])?);
                let is_known = exponent.terms.is_empty() && (0..=EXPONENT).contains(&exponent.constant);
                is_known.then_some(())?;
                let times = exponent.constant as usize;
                let size = above.size() + below.as_ref().map_or(0, Poly::size);
                self.nodes = self.nodes.saturating_add(size.saturating_mul(times));
                let power = |poly: Poly| Poly::Product(vec![poly; times]);
                (self.nodes <= NODES).then(|| Fraction(power(above), below.map(power)))
            }
            _ => None,
        }
    }

    /// A sum, or a difference, over both denominators.
    fn plus(&mut self, a: Fraction, b: Fraction, sign: i128) -> Option<Fraction> {
        let (Fraction(a, p), Fraction(b, q)) = (a, b);
        let left = match q.clone() {
            Some(q) => self.times(a, q)?,
            None => a,
        };
        let right = match p.clone() {
            Some(p) => self.times(b, p)?,
            None => b,
        };
        let right = if sign == 1 { right } else { Poly::Product(vec![Poly::Number(sign), right]) };
        Some(Fraction(Poly::Sum(vec![left, right]), self.times_below(p, q)?))
    }

    fn times(&mut self, a: Poly, b: Poly) -> Option<Poly> {
        self.nodes += a.size() + b.size();
        (self.nodes <= NODES).then(|| Poly::Product(vec![a, b]))
    }

    fn times_below(&mut self, a: Option<Poly>, b: Option<Poly>) -> Option<Option<Poly>> {
        Some(match (a, b) {
            (Some(a), Some(b)) => Some(self.times(a, b)?),
            (a, b) => a.or(b),
        })
    }
}

fn ratio(number: &Number) -> Option<Fraction> {
    let number = number.big();
    let part = |part| i128::try_from(part).ok().map(Poly::Number);
    let below = if number.is_integer() { None } else { Some(part(number.denom().clone())?) };
    Some(Fraction(part(number.numer().clone())?, below))
}

impl Poly {
    fn size(&self) -> usize {
        match self {
            Self::Number(_) | Self::Leaf(_) => 1,
            Self::Sum(parts) | Self::Product(parts) => 1 + parts.iter().map(Self::size).sum::<usize>(),
        }
    }

    fn count(&self, counts: &mut [usize]) {
        match self {
            Self::Number(_) => {}
            Self::Leaf(leaf) => counts[*leaf] += 1,
            Self::Sum(parts) | Self::Product(parts) => parts.iter().for_each(|part| part.count(counts)),
        }
    }

    /// The residues that it may have if those of its leaves are independent.
    fn values(&self, leaves: &[Set], modulus: u32) -> Set {
        let joined = |parts: &[Self], start: i128, join: fn(Set, Set) -> Set| {
            let start = Set::of([start].into_iter(), modulus);
            parts.iter().fold(start, |all, part| join(all, part.values(leaves, modulus)))
        };
        match self {
            Self::Number(number) => Set::of([*number].into_iter(), modulus),
            Self::Leaf(leaf) => leaves[*leaf],
            Self::Sum(parts) => joined(parts, 0, Set::plus),
            Self::Product(parts) => joined(parts, 1, Set::times),
        }
    }
}

/// Whether no residues of its leaves make an equation 0.
pub fn is_refuted(
    model: &Model,
    equation: &Equation,
    modulus: u64,
    domains: &[Domain],
    nodes: &mut u64,
) -> bool {
    let Some(modulus) = u32::try_from(modulus).ok().filter(|modulus| i128::from(*modulus) <= BITS) else {
        return false;
    };
    let mut sets: Vec<Set> =
        equation.leaves.iter().map(|leaf| of_leaf(model, leaf, modulus, domains)).collect();
    if sets.iter().any(|set| set.bits == 0) {
        return true;
    }
    let mut counts = vec![0; sets.len()];
    equation.poly.count(&mut counts);
    let several: Vec<usize> = (0..sets.len()).filter(|leaf| counts[*leaf] > 1).collect();
    let size = |leaf: &usize| u64::from(sets[*leaf].bits.count_ones());
    let tuples = several.iter().fold(1u64, |all, leaf| all.saturating_mul(size(leaf)));
    let work = tuples.saturating_mul(equation.poly.size() as u64);
    let Some(left) = nodes.checked_sub(work / AT_ONCE) else { return false };
    *nodes = left;
    goes_nowhere(&equation.poly, &several, &mut sets, modulus)
}

/// Goes through the residues of what stands several times.
fn goes_nowhere(poly: &Poly, several: &[usize], sets: &mut [Set], modulus: u32) -> bool {
    if poly.values(sets, modulus).bits & 1 == 0 {
        return true;
    }
    let Some((first, rest)) = several.split_first() else { return false };
    let own = sets[*first];
    let is_nowhere = own.residues().all(|residue| {
        sets[*first] = Set { bits: 1 << residue, modulus };
        goes_nowhere(poly, rest, sets, modulus)
    });
    sets[*first] = own;
    is_nowhere
}

/// The residues of a form, by its items and by what is known of the form itself.
fn of_leaf(model: &Model, leaf: &Form, modulus: u32, domains: &[Domain]) -> Set {
    let start = Set::of([leaf.constant].into_iter(), modulus);
    let mut set = leaf
        .terms
        .iter()
        .fold(start, |sum, (item, weight)| sum.plus(residues(model, *item, *weight, modulus, domains)));
    for constraint in &model.constraints {
        let Constraint::Congruence(known) = constraint else { continue };
        if known.form == *leaf && known.is_one {
            let common = crate::number::gcd(known.modulus, modulus.into());
            let fits = |residue: &u32| {
                known.residues.iter().any(|own| (i128::from(*own) - i128::from(*residue)) % common == 0)
            };
            set.bits = set.residues().filter(fits).fold(0, |bits, residue| bits | 1 << residue);
        }
    }
    set
}
