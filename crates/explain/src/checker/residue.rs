//! K4: modulo a number, no residues make a named equation 0.

use super::Why;
use super::alike::are_same;
use super::cases::is_whole;
use super::facts::{Facts, round_up};
use super::modular::{Equation, Poly, added, equation, multiplied, numeral};
use crate::fact::{Carry, Claim, Place, Quantity, Term};
use crate::step::Proof;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Element, Expr, Numeral};

/// The largest modulus.
const MODULUS: u64 = 100_000;
/// The most tuples of residues of what occurs in several terms.
const TUPLES: u64 = 1_000_000;
/// The most single steps of work for one conclusion.
const WORK: u64 = 200_000_000;

/// What is put in to be refuted.
#[derive(Clone, Copy)]
enum Put<'p> {
    Nothing,
    Digits(Place, DigitSet),
    Carry(Carry, i64),
    Residue(&'p Quantity, u64, u64),
}

pub(super) fn accepts(facts: &Facts, claim: &Claim, proof: &Proof) -> Result<(), Why> {
    let modulus = proof.modulo.filter(|modulus| (1..=MODULUS).contains(modulus)).ok_or(Why::NotUnderstood)?;
    let base = facts.context.base;
    let equations: Vec<Equation> =
        facts.claims.iter().filter_map(|(_, claim)| equation(claim, modulus, base, true)).collect();
    let mut prover = Prover { facts, modulus, work: WORK, is_stopped: false };
    let mut refuted = |put: Put| equations.iter().any(|equation| prover.refutes(equation, put));
    let follows = match claim {
        Claim::False => refuted(Put::Nothing),
        Claim::Digit(place, digits) => {
            let excluded = facts.digits(*place).minus(*digits);
            excluded.iter().all(|digit| refuted(Put::Digits(*place, DigitSet::one(digit))))
        }
        Claim::Carry(carry, values) => {
            let known = facts.carried(*carry).ok_or(Why::NotUnderstood)?;
            known.iter().filter(|v| !values.contains(v)).all(|value| refuted(Put::Carry(*carry, *value)))
        }
        Claim::Residue(quantity, own, residues) if modulus % own == 0 && is_whole(quantity) => (0..*own)
            .filter(|residue| residues.binary_search(residue).is_err())
            .all(|residue| refuted(Put::Residue(quantity, *own, residue))),
        _ => return Err(Why::NotUnderstood),
    };
    match follows {
        true => Ok(()),
        false if prover.is_stopped => Err(Why::TooMuch),
        false => Err(Why::DoesNotFollow),
    }
}

/// The residues that something may have, as bits.
#[derive(Clone, Debug, PartialEq)]
struct Residues(Vec<u64>);

impl Residues {
    fn none(modulus: u64) -> Self {
        Self(vec![0; modulus.div_ceil(64) as usize])
    }

    fn one(residue: u64, modulus: u64) -> Self {
        let mut set = Self::none(modulus);
        set.add(residue);
        set
    }

    fn all(modulus: u64) -> Self {
        (0..modulus).fold(Self::none(modulus), |mut set, residue| {
            set.add(residue);
            set
        })
    }

    fn add(&mut self, residue: u64) {
        self.0[(residue / 64) as usize] |= 1 << (residue % 64);
    }

    fn contains(&self, residue: u64) -> bool {
        self.0[(residue / 64) as usize] >> (residue % 64) & 1 == 1
    }

    fn len(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter().zip(0u64..).flat_map(|(word, at)| {
            let mut bits = *word;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| u64::from(bits.trailing_zeros()))?;
                bits &= bits - 1;
                Some(at * 64 + bit)
            })
        })
    }

    fn retain(&mut self, keeps: impl Fn(u64) -> bool) {
        let mut kept = Self(vec![0; self.0.len()]);
        self.iter().filter(|residue| keeps(*residue)).for_each(|residue| kept.add(residue));
        *self = kept;
    }
}

struct Prover<'f> {
    facts: &'f Facts<'f>,
    modulus: u64,
    work: u64,
    is_stopped: bool,
}

impl Prover<'_> {
    /// Whether no residues of its leaves make an equation 0.
    fn refutes(&mut self, equation: &Equation, put: Put) -> bool {
        if let Put::Residue(quantity, ..) = put
            && !equation.leaves.iter().any(|leaf| is_leaf(quantity, leaf))
        {
            return false;
        }
        let Some(sets) =
            equation.leaves.iter().map(|leaf| self.residues(leaf, put)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        if sets.iter().any(|set| set.len() == 0) {
            return true;
        }
        let mut counts = vec![0; sets.len()];
        equation.poly.count(&mut counts);
        let several: Vec<usize> = (0..sets.len()).filter(|leaf| counts[*leaf] > 1).collect();
        let tuples = several.iter().try_fold(1u64, |all, leaf| all.checked_mul(sets[*leaf].len()));
        if tuples.is_none_or(|tuples| tuples > TUPLES) {
            self.is_stopped = true;
            return false;
        }
        !self.may_be_zero(&equation.poly, &several, sets).unwrap_or(true)
    }

    /// Goes through the residues of what occurs several times.
    fn may_be_zero(&mut self, poly: &Poly, several: &[usize], mut sets: Vec<Residues>) -> Option<bool> {
        let lists: Vec<Vec<u64>> = several.iter().map(|leaf| sets[*leaf].iter().collect()).collect();
        let mut at = vec![0; several.len()];
        loop {
            for ((leaf, list), at) in several.iter().zip(&lists).zip(&at) {
                sets[*leaf] = Residues::one(list[*at], self.modulus);
            }
            if self.values(poly, &sets)?.contains(0) {
                return Some(true);
            }
            let Some(next) = (0..at.len()).rev().find(|i| at[*i] + 1 < lists[*i].len()) else {
                return Some(false);
            };
            at[next] += 1;
            at[next + 1..].fill(0);
        }
    }

    fn spend(&mut self, work: u64) -> Option<()> {
        let left = self.work.checked_sub(work).filter(|_| !self.facts.interrupt.is_raised());
        self.is_stopped |= left.is_none();
        self.work = left?;
        Some(())
    }

    /// The residues that a polynomial may have if its leaves are independent.
    fn values(&mut self, poly: &Poly, leaves: &[Residues]) -> Option<Residues> {
        let modulus = self.modulus;
        match poly {
            Poly::Number(number) => {
                self.spend(modulus / 64 + 1)?;
                Some(Residues::one(*number, modulus))
            }
            Poly::Leaf(leaf) => {
                self.spend(modulus / 64 + 1)?;
                Some(leaves[*leaf].clone())
            }
            Poly::Sum(terms) => {
                let mut sum = Residues::one(0, modulus);
                for (factor, term) in terms {
                    let mut value = self.values(term, leaves)?;
                    if *factor != 1 {
                        value = self.joined(&value, &Residues::one(*factor, modulus), multiplied)?;
                    }
                    sum = self.joined(&sum, &value, added)?;
                }
                Some(sum)
            }
            Poly::Product(factors) => {
                let mut product = Residues::one(1 % modulus, modulus);
                for factor in factors {
                    let value = self.values(factor, leaves)?;
                    product = self.joined(&product, &value, multiplied)?;
                }
                Some(product)
            }
        }
    }

    fn joined(&mut self, a: &Residues, b: &Residues, join: fn(u64, u64, u64) -> u64) -> Option<Residues> {
        self.spend(a.len().saturating_mul(b.len()) + self.modulus / 64 + 1)?;
        let mut joined = Residues::none(self.modulus);
        for x in a.iter() {
            b.iter().for_each(|y| joined.add(join(x, y, self.modulus)));
        }
        Some(joined)
    }

    /// The residues of a leaf, by its named facts and its digits.
    fn residues(&mut self, leaf: &Term, put: Put) -> Option<Residues> {
        let modulus = self.modulus;
        let mut set = match leaf {
            Term::Place(place) => self.digits(*place, 1 % modulus, put)?,
            Term::Carry(carry) => self.carried(*carry, put),
            Term::Numeral(elements) => {
                let (places, rest) = numeral(elements, self.facts.context.base, modulus);
                let mut sum = Residues::one(rest, modulus);
                for (place, weight) in places {
                    let digits = self.digits(place, weight, put)?;
                    sum = self.joined(&sum, &digits, added)?;
                }
                sum
            }
        };
        self.narrow(leaf, &mut set);
        if let Put::Residue(quantity, own, residue) = put
            && is_leaf(quantity, leaf)
        {
            set.retain(|value| value % own == residue);
        }
        Some(set)
    }

    fn digits(&mut self, place: Place, weight: u64, put: Put) -> Option<Residues> {
        self.spend(self.modulus / 64 + 64)?;
        let digits = match put {
            Put::Digits(own, digits) if own == place => digits,
            _ => self.facts.digits(place),
        };
        let mut set = Residues::none(self.modulus);
        digits.iter().for_each(|d| set.add(multiplied(u64::from(d) % self.modulus, weight, self.modulus)));
        Some(set)
    }

    fn carried(&self, carry: Carry, put: Put) -> Residues {
        let residue = |value: i64| i128::from(value).rem_euclid(i128::from(self.modulus)) as u64;
        match (put, self.facts.carried(carry)) {
            (Put::Carry(own, value), _) if own == carry => Residues::one(residue(value), self.modulus),
            (_, Some(values)) => {
                let mut set = Residues::none(self.modulus);
                values.iter().for_each(|value| set.add(residue(*value)));
                set
            }
            (_, None) => Residues::all(self.modulus),
        }
    }

    /// Takes out what named residues and short ranges exclude.
    fn narrow(&self, leaf: &Term, set: &mut Residues) {
        for (_, claim) in self.facts.claims {
            match claim {
                Claim::Residue(quantity, own, residues) if is_leaf(quantity, leaf) => {
                    let common = fukumen_language::number::gcd(*own, self.modulus);
                    let mut fit = Residues::none(common);
                    residues.iter().for_each(|residue| fit.add(residue % common));
                    set.retain(|value| fit.contains(value % common));
                }
                Claim::Range(quantity, Some(from), Some(to)) if is_leaf(quantity, leaf) => {
                    let ends = round_up(from)
                        .to_i64()
                        .zip(to.floor().to_i64())
                        .map(|(a, b)| (i128::from(a), i128::from(b)));
                    let Some((from, to)) = ends.filter(|(from, to)| to - from < i128::from(self.modulus))
                    else {
                        continue;
                    };
                    let mut fit = Residues::none(self.modulus);
                    (from..=to).for_each(|n| fit.add(n.rem_euclid(i128::from(self.modulus)) as u64));
                    set.retain(|value| fit.contains(value));
                }
                _ => {}
            }
        }
    }
}

fn is_leaf(quantity: &Quantity, leaf: &Term) -> bool {
    let numeral = |elements: Vec<Element>| Quantity::Expr(Expr::Numeral(Numeral::whole(elements)));
    match leaf {
        Term::Carry(carry) => *quantity == Quantity::Carry(*carry),
        Term::Place(place) => are_same(quantity, &numeral(vec![Element::Hidden(*place)])),
        Term::Numeral(elements) => are_same(quantity, &numeral(elements.clone())),
    }
}
