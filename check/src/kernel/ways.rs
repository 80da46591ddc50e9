//! How many ways facts leave to give values to some variables.

use crate::claim::{Claim, Term, Variable};
use crate::expression::Element;

use super::domain::Domain;
use super::form::Item;
use super::holds::Assignment;
use super::model::{Model, Sign};
use super::narrow::Narrower;

/// So many assignments are gone through at most: what has more ways is not told by counting them.
const COUNTED: i128 = 100_000;

/// One of the ways: a value for each variable.
pub type Way = Vec<(Variable, i128)>;

struct Count<'c> {
    model: &'c Model,
    facts: &'c [&'c Claim],
    order: &'c [Item],
    narrower: Narrower<'c>,
    keeps: usize,
    found: u64,
    kept: Vec<Way>,
    stop: &'c dyn Fn() -> bool,
}

/// How many assignments of these terms satisfy the facts that speak of nothing else, and the first of them in the order of the
/// terms. With a modulus, equations that speak of more must hold modulo it. Nothing if they are too many to count.
pub fn ways(
    (base, cells): (u32, usize),
    facts: &[&Claim],
    over: &[Term],
    modulus: Option<u64>,
    keeps: usize,
    stop: &dyn Fn() -> bool,
) -> Option<(u64, Vec<Way>)> {
    let order = variables(over);
    let distinct: Vec<Option<Claim>> = facts.iter().map(|fact| inside(fact, &order)).collect();
    let inside: Vec<&Claim> = distinct.iter().flatten().collect();
    let others: Vec<&Claim> =
        facts.iter().zip(&distinct).filter(|pair| pair.1.is_none()).map(|pair| *pair.0).collect();
    let Ok(mut model) = Model::new(base, cells, &inside, &others) else { return Some((0, Vec::new())) };
    if !model.has_all_cells() {
        return None;
    }
    let items: Vec<Item> = order.iter().map(|variable| model.item(*variable)).collect::<Option<_>>()?;
    let size = items.iter().fold(1i128, |all, item| all.saturating_mul(model.start[*item].size()));
    if size > COUNTED {
        return None;
    }
    if let Some(modulus) = modulus.filter(|modulus| *modulus > 1) {
        for fact in others {
            if let Some((form, Sign::Equal, None)) = model.as_form(fact) {
                model.add_congruence(&form, modulus.into(), vec![0], true);
            }
        }
    }
    let mut domains = model.start.clone();
    let mut narrower = Narrower::new(&model);
    if narrower.begin(0, None, &mut domains).is_err() {
        return Some((0, Vec::new()));
    }
    let (found, kept) = (0, Vec::new());
    let mut count =
        Count { model: &model, facts: &inside, order: &items, narrower, keeps, found, kept, stop };
    count.goes_on(0, &domains)?;
    Some((count.found, count.kept))
}

/// The variables of terms in their order, each once.
fn variables(over: &[Term]) -> Vec<Variable> {
    let mut order = Vec::new();
    for term in over {
        match term {
            Term::Cell(cell) => order.push(Variable::Cell(*cell)),
            Term::Carry(equation, column) => order.push(Variable::Carry(*equation, *column)),
            Term::Numeral(elements) => order.extend(elements.iter().filter_map(|element| match element {
                Element::Cell(cell) => Some(Variable::Cell(*cell)),
                Element::Digit(_) => None,
            })),
        }
    }
    let mut seen = std::collections::HashSet::new();
    order.retain(|variable| seen.insert(*variable));
    order
}

/// A fact, if it speaks of these variables only; of different cells those that are among them.
fn inside(fact: &Claim, order: &[Variable]) -> Option<Claim> {
    if let Claim::Distinct(cells) = fact {
        let kept = cells.iter().copied().filter(|cell| order.contains(&Variable::Cell(*cell)));
        return Some(Claim::Distinct(kept.collect()));
    }
    let mut is_inside = true;
    fact.for_each_variable(&mut |variable| is_inside &= order.contains(&variable));
    is_inside.then(|| fact.clone())
}

impl Count<'_> {
    /// Nothing if it was stopped, or if a fact was not decided.
    fn goes_on(&mut self, at: usize, domains: &[Domain]) -> Option<()> {
        if (self.stop)() {
            return None;
        }
        let Some(item) = self.order.get(at) else { return self.count(domains) };
        for value in domains[*item].values() {
            let mut inner = domains.to_vec();
            if self.narrower.put(*item, value, &mut inner).is_ok() {
                self.goes_on(at + 1, &inner)?;
            }
        }
        Some(())
    }

    fn count(&mut self, domains: &[Domain]) -> Option<()> {
        let assignment = Assignment::new(self.model, domains);
        for fact in self.facts {
            if !assignment.holds(fact)? {
                return Some(());
            }
        }
        self.found += 1;
        if self.kept.len() < self.keeps {
            let values = self
                .order
                .iter()
                .filter_map(|item| Some((self.model.variables[*item], domains[*item].only()?)));
            self.kept.push(values.collect());
        }
        Some(())
    }
}
