//! Congruences: which residues their items can have.

use super::domain::{Domain, Empty};
use super::form::Item;
use super::model::{Congruence, Model, Node};

/// Of larger moduli only single residues are kept.
pub const BITS: i128 = 128;

/// Residues modulo a number up to [`BITS`], as bits.
#[derive(Clone, Copy)]
pub struct Set {
    pub bits: u128,
    pub modulus: u32,
}

impl Set {
    fn all(modulus: u32) -> u128 {
        u128::MAX >> (128 - modulus)
    }

    pub fn of(values: impl Iterator<Item = i128>, modulus: u32) -> Self {
        let bits = values.fold(0, |bits, value| bits | 1 << remainder(value, modulus));
        Self { bits, modulus }
    }

    pub fn residues(self) -> impl Iterator<Item = u32> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(bit)
        })
    }

    /// The residues of a list of numbers.
    fn listed(domain: Domain, modulus: u32) -> Self {
        let (listed, origin) = domain.bits();
        let (mut bits, mut rest) = (0, u128::from(listed));
        while rest != 0 {
            bits |= rest & Self::all(modulus);
            rest = rest.checked_shr(modulus).unwrap_or(0);
        }
        let bits = Self { bits, modulus }.shifted(remainder(origin, modulus));
        Self { bits, modulus }
    }

    /// With a residue added to each.
    fn shifted(self, by: u32) -> u128 {
        if by == 0 {
            return self.bits;
        }
        (self.bits << by | self.bits >> (self.modulus - by)) & Self::all(self.modulus)
    }

    pub fn plus(self, other: Self) -> Self {
        let (few, many) =
            if self.bits.count_ones() < other.bits.count_ones() { (self, other) } else { (other, self) };
        Self { bits: few.residues().fold(0, |bits, residue| bits | many.shifted(residue)), ..self }
    }

    pub fn times(self, other: Self) -> Self {
        if other.bits == 1 << 1 {
            return self;
        }
        let mut bits = 0;
        for a in self.residues() {
            other.residues().for_each(|b| bits |= 1 << (a * b % self.modulus));
        }
        Self { bits, ..self }
    }

    fn power(self, exponent: u32) -> Self {
        let power =
            |residue: u32| (0..exponent).fold(1 % self.modulus, |power, _| power * residue % self.modulus);
        Self { bits: self.residues().fold(0, |bits, residue| bits | 1 << power(residue)), ..self }
    }
}

/// What is left of a number that is divided: almost all fit one word, where that is faster.
fn remainder(number: i128, modulus: u32) -> u32 {
    match i64::try_from(number) {
        Ok(number) => number.rem_euclid(modulus.into()) as u32,
        Err(_) => number.rem_euclid(modulus.into()) as u32,
    }
}

/// The residues of an item times a factor, by its values or by what it is made of.
pub fn residues(model: &Model, item: Item, weight: i128, modulus: u32, domains: &[Domain]) -> Set {
    let domain = domains[item];
    let factor = Set::of([weight].into_iter(), modulus);
    if let Some(value) = domain.only() {
        return Set::of([value].into_iter(), modulus).times(factor);
    }
    if domain.is_listed() {
        return Set::listed(domain, modulus).times(factor);
    }
    let of = |item: Item| residues(model, item, 1, modulus, domains);
    let node = item.checked_sub(model.variables.len()).map(|node| model.nodes[node]);
    let own = match node {
        Some(Node::Product(a, b)) => of(a).times(of(b)),
        Some(Node::Power(base, exponent)) => of(base).power(exponent),
        Some(Node::Sum) => model.sum(item).map_or(Set { bits: Set::all(modulus), modulus }, |form| {
            let start = Set::of([form.constant].into_iter(), modulus);
            let is_there = |term: &&(Item, i128)| term.1 % i128::from(modulus) != 0;
            form.terms.iter().filter(is_there).fold(start, |sum, (item, weight)| {
                sum.plus(residues(model, *item, *weight, modulus, domains))
            })
        }),
        None => Set { bits: Set::all(modulus), modulus },
    };
    own.times(factor)
}

/// Takes out values for which no others give a residue that is allowed.
pub fn narrow_congruence(
    model: &Model,
    congruence: &Congruence,
    domains: &mut [Domain],
    changed: &mut Vec<Item>,
) -> Result<(), Empty> {
    if congruence.modulus > BITS {
        return narrow_large(model, congruence, domains, changed);
    }
    let modulus = congruence.modulus as u32;
    let form = &congruence.form;
    let listed = Set::of(congruence.residues.iter().map(|residue| i128::from(*residue)), modulus).bits;
    let allowed = if congruence.is_one { listed } else { Set::all(modulus) & !listed };
    let sets: Vec<Set> =
        form.terms.iter().map(|(item, weight)| residues(model, *item, *weight, modulus, domains)).collect();
    // The sums of the first items, and then of the last.
    let mut before = vec![Set::of([form.constant].into_iter(), modulus)];
    for set in &sets {
        before.extend(before.last().map(|sum| sum.plus(*set)));
    }
    if before.last().is_some_and(|all| all.bits & allowed == 0) {
        return Err(Empty);
    }
    let mut after = Set::of([0].into_iter(), modulus);
    for (at, (item, weight)) in form.terms.iter().enumerate().rev() {
        let others = before[at].plus(after);
        after = after.plus(sets[at]);
        let domain = &mut domains[*item];
        if domain.is_listed() && domain.only().is_none() && others.bits != Set::all(modulus) {
            let weight = remainder(*weight, modulus);
            let is_less = domain.retain(|value| {
                let own = remainder(value, modulus) * weight % modulus;
                others.shifted(own) & allowed != 0
            })?;
            if is_less {
                changed.push(*item);
            }
        }
    }
    Ok(())
}

/// Filters the last item whose residue is not known.
fn narrow_large(
    model: &Model,
    congruence: &Congruence,
    domains: &mut [Domain],
    changed: &mut Vec<Item>,
) -> Result<(), Empty> {
    let modulus = congruence.modulus;
    let mut sum = congruence.form.constant.rem_euclid(modulus);
    let mut open = None;
    let times = |value: i128, weight: i128| value.rem_euclid(modulus).checked_mul(weight.rem_euclid(modulus));
    for (item, weight) in &congruence.form.terms {
        match residue(model, *item, modulus, domains) {
            Some(value) => {
                let Some(term) = times(value, *weight) else { return Ok(()) };
                sum = (sum + term.rem_euclid(modulus)).rem_euclid(modulus);
            }
            None if open.is_none() => open = Some((*item, *weight)),
            None => return Ok(()),
        }
    }
    let fits = |residue: i128| {
        let is_listed = u64::try_from(residue).is_ok_and(|residue| congruence.residues.contains(&residue));
        is_listed == congruence.is_one
    };
    match open {
        None if fits(sum) => Ok(()),
        None => Err(Empty),
        Some((item, weight)) => {
            let is_less = domains[item].retain(|value| {
                times(value, weight)
                    .is_none_or(|term| fits((sum + term.rem_euclid(modulus)).rem_euclid(modulus)))
            })?;
            if is_less {
                changed.push(item);
            }
            Ok(())
        }
    }
}

/// The residue of an item, if it is known: digits whose places are multiples of the modulus do not matter.
fn residue(model: &Model, item: Item, modulus: i128, domains: &[Domain]) -> Option<i128> {
    if let Some(value) = domains[item].only() {
        return Some(value.rem_euclid(modulus));
    }
    let of = |item: Item| residue(model, item, modulus, domains);
    let times = |a: i128, b: i128| Some(a.checked_mul(b)?.rem_euclid(modulus));
    match model.nodes[item.checked_sub(model.variables.len())?] {
        Node::Product(a, b) => times(of(a)?, of(b)?),
        Node::Power(base, exponent) => (0..exponent).try_fold(1, |power, _| times(power, of(base)?)),
        Node::Sum => {
            let form = model.sum(item)?;
            let terms = form.terms.iter().filter(|term| term.1 % modulus != 0);
            terms
                .map(|(item, weight)| times(of(*item)?, weight.rem_euclid(modulus)))
                .try_fold(form.constant.rem_euclid(modulus), |sum, term| Some((sum + term?) % modulus))
        }
    }
}
