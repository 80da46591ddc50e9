//! The kernel: whether a conclusion follows from facts.
//!
//! There is one question: do these facts and the opposite of this conclusion have an assignment? First values are taken
//! out that no assignment has (`narrow`, `residues`), then the rest is gone through (`search`), and what is found is tried
//! exactly (`holds`). Whatever is not understood only makes it harder to decide: facts are used as `model` can state them,
//! and an assignment counts only if all claims were evaluated. Hints are advice, of which nothing is believed.

mod alike;
mod domain;
mod form;
mod holds;
mod model;
mod modular;
mod narrow;
mod opposite;
mod products;
mod residues;
mod search;
mod shares;
mod state;
#[cfg(test)]
mod tests;
mod ways;

pub use alike::are_alike;
pub use ways::{Way, ways};

use crate::claim::{Claim, Variable};
use crate::number::gcd;

use form::Form;
use model::{Congruence, Constraint, Line, Model, Sign};
use modular::Equation;
use narrow::Narrower;
use opposite::Conclusion;
use search::{End, Search};

/// Advice on how a conclusion can be seen to follow. Nothing of it is believed.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Equations are looked at modulo this number, too.
    pub modulo: Option<u64>,
    /// Equations, by number among the facts, and factors: their sum is looked at, too.
    pub combine: Vec<(usize, i128)>,
}

/// Whether a conclusion follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Follows,
    /// An assignment for which the facts are true and the conclusion is not.
    Fails(Vec<(Variable, i128)>),
    Undecided,
}

/// Whether a conclusion follows from facts about cells below a number, in a base. `nodes` says how many assignments of one
/// variable may be tried, and afterwards how many are left.
pub fn follows(
    base: u32,
    cells: usize,
    facts: &[&Claim],
    conclusion: &Claim,
    hints: &Hints,
    nodes: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Verdict {
    if !(2..=64).contains(&base) {
        return Verdict::Undecided;
    }
    if is_taken(facts, conclusion) {
        return Verdict::Follows;
    }
    let Ok(mut model) = Model::new(base, cells, facts, &[conclusion]) else { return Verdict::Follows };
    if !model.has_all_cells() {
        return Verdict::Undecided;
    }
    let told = Conclusion::new(&mut model, conclusion);
    let sum = sum_of(&mut model, facts, hints);
    if let Some(sum) = &sum {
        model.add(sum.clone());
    }
    let equations = modulo(&mut model, facts, hints);
    let mut domains = model.start.clone();
    if Narrower::new(&model).begin(0, None, &mut domains).is_err() || told.is_told(&model, &domains) {
        return Verdict::Follows;
    }
    let claims: Vec<&Claim> = facts.iter().copied().chain([conclusion]).collect();
    let (constraints, bounds) = (model.constraints.len(), model.bounds.len());
    for opposite in told.opposites(&model, facts, &domains) {
        let mut inner = domains.clone();
        if let Ok(item) = opposite.state(&mut model, &mut inner) {
            let mut narrower = Narrower::new(&model);
            // A new bound of an expression is news for all of them.
            let first = if model.bounds.len() > bounds { 0 } else { constraints };
            let is_open = narrower.begin(first, item, &mut inner).is_ok();
            let mut is_refuted =
                |(equation, modulus)| modular::is_refuted(&model, equation, modulus, &inner, nodes);
            if is_open && !equations.iter().map(|(e, m)| (e, *m)).any(&mut is_refuted) {
                let mut search =
                    Search { model: &model, claims: &claims, narrower, nodes: &mut *nodes, stop };
                match search.run(&inner) {
                    Ok(found) => return Verdict::Fails(values(&model, &found)),
                    Err(End::Open) => return Verdict::Undecided,
                    Err(End::Refuted) => {}
                }
            }
        }
        model.cut(constraints);
        model.bounds.truncate(bounds);
    }
    Verdict::Follows
}

/// Whether a cell has lost digits to others that are known, which is what is asked most often.
fn is_taken(facts: &[&Claim], conclusion: &Claim) -> bool {
    let Claim::Digit(cell, wanted) = conclusion else { return false };
    let digits = |cell: &usize| {
        facts.iter().fold(u64::MAX, |all, fact| match fact {
            Claim::Digit(own, digits) if own == cell => all & digits,
            _ => all,
        })
    };
    let groups = facts.iter().filter_map(|fact| match fact {
        Claim::Distinct(cells) if cells.contains(cell) => Some(cells),
        _ => None,
    });
    let taken =
        groups.flatten().filter(|other| *other != cell).map(digits).filter(|own| own.is_power_of_two());
    digits(cell) & !taken.fold(0, |all, own| all | own) & !wanted == 0
}

fn values(model: &Model, domains: &[domain::Domain]) -> Vec<(Variable, i128)> {
    let domains = model.variables.iter().zip(domains);
    domains.filter_map(|(variable, domain)| Some((*variable, domain.only()?))).collect()
}

/// The sum of the facts that are to be combined, with their factors. Orders take factors above 0.
fn sum_of(model: &mut Model, facts: &[&Claim], hints: &Hints) -> Option<Constraint> {
    let (mut sum, mut sign, mut modulus) = (Form::default(), Sign::Equal, 0);
    for (fact, factor) in &hints.combine {
        let (form, own, modulo) = model.as_form(facts.get(*fact)?)?;
        let may_be_added = own == Sign::Equal || own == Sign::AtMost && *factor > 0;
        may_be_added.then_some(())?;
        sum = sum.plus(&form, *factor)?;
        sign = if own == Sign::AtMost { own } else { sign };
        if let Some((own, residues)) = modulo {
            let [residue] = &*residues else { return None };
            sum = sum.plus(&Form::number((*residue).into())?, factor.checked_neg()?)?;
            modulus = gcd(modulus, own);
        }
    }
    match (sign, modulus) {
        _ if sum.terms.is_empty() => None,
        (_, 0) => Some(Constraint::Line(Line { form: sum, sign, shares: Vec::new() })),
        (Sign::Equal, modulus) => {
            Some(Constraint::Congruence(Congruence { form: sum, modulus, residues: vec![0], is_one: true }))
        }
        _ => None,
    }
}

/// All equations modulo a number: as constraints, and with numerals as a whole.
fn modulo(model: &mut Model, facts: &[&Claim], hints: &Hints) -> Vec<(Equation, u64)> {
    let Some(modulus) = hints.modulo.filter(|modulus| *modulus > 1) else { return Vec::new() };
    let equations = facts.iter().filter_map(|fact| Some((modular::equation(model, fact, modulus)?, modulus)));
    let equations = equations.collect();
    let lines = model.constraints.iter().filter_map(|constraint| match constraint {
        Constraint::Line(Line { form, sign: Sign::Equal, .. }) => Some(form.clone()),
        _ => None,
    });
    let lines: Vec<Form> = lines.collect();
    lines.iter().for_each(|form| model.add_congruence(form, modulus.into(), vec![0], true));
    equations
}
