//! Looks for an assignment: the variables that depend on each other are gone through together.

use std::collections::HashMap;

use crate::claim::Claim;

use super::domain::Domain;
use super::form::Item;
use super::holds::Assignment;
use super::model::Model;
use super::narrow::Narrower;

/// A variable with more values is not gone through.
const VALUES: i128 = 4_096;
/// Domains that are kept at the same time, which is 64 MiB.
const KEPT: usize = 1 << 20;
/// How many nodes there are between two looks at the clock.
const NODES_AT_ONCE: u64 = 64;

/// How a search ended without an assignment of what it looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There is none.
    Refuted,
    /// It was not decided.
    Open,
}

pub struct Search<'s> {
    pub model: &'s Model,
    /// What must hold, and the number of the conclusion, which must not.
    pub claims: &'s [&'s Claim],
    pub narrower: Narrower<'s>,
    pub nodes: &'s mut u64,
    pub stop: &'s dyn Fn() -> bool,
}

/// Variables that depend on each other, and the claims that speak of them.
#[derive(Default)]
struct Part {
    items: Vec<Item>,
    claims: Vec<usize>,
}

impl Search<'_> {
    /// An assignment with values from the domains.
    pub fn run(&mut self, domains: &[Domain]) -> Result<Vec<Domain>, End> {
        let mut found = domains.to_vec();
        let mut result = Ok(());
        for part in self.parts(domains) {
            match self.solve(&part, &found, 0) {
                Ok(own) => part.items.iter().for_each(|item| found[*item] = own[*item]),
                Err(End::Refuted) => return Err(End::Refuted),
                // Another part may have none.
                Err(End::Open) => result = Err(End::Open),
            }
        }
        result.map(|()| found)
    }

    /// The parts; that of the conclusion comes first, with the claims about known variables only.
    fn parts(&self, domains: &[Domain]) -> Vec<Part> {
        let mut leaders: Vec<Item> = (0..self.model.variables.len()).collect();
        let first_of = |claim: &Claim, leaders: &mut Vec<Item>| {
            let mut first = None;
            claim.for_each_variable(&mut |variable| {
                let item = self.model.item(variable).filter(|item| domains[*item].only().is_none());
                if let Some(item) = item {
                    let (own, other) = (leader(leaders, item), leader(leaders, *first.get_or_insert(item)));
                    leaders[own] = other;
                }
            });
            first
        };
        let first: Vec<Option<Item>> =
            self.claims.iter().map(|claim| first_of(claim, &mut leaders)).collect();
        let mut parts = vec![Part::default()];
        let mut places: HashMap<Item, usize> = HashMap::new();
        let conclusion = first.last().copied().flatten().map(|item| leader(&mut leaders, item));
        places.extend(conclusion.map(|leader| (leader, 0)));
        for (claim, item) in first.iter().enumerate() {
            let place =
                item.map_or(0, |item| *places.entry(leader(&mut leaders, item)).or_insert(parts.len()));
            if place == parts.len() {
                parts.push(Part::default());
            }
            parts[place].claims.push(claim);
        }
        for item in 0..leaders.len() {
            if let Some(place) = places.get(&leader(&mut leaders, item)) {
                parts[*place].items.push(item);
            }
        }
        parts
    }

    fn solve(&mut self, part: &Part, domains: &[Domain], depth: usize) -> Result<Vec<Domain>, End> {
        let Some(item) = self.next(part, domains) else { return self.judged(part, domains) };
        if domains[item].size() > VALUES || depth * domains.len() > KEPT {
            return Err(End::Open);
        }
        let mut end = End::Refuted;
        for value in domains[item].values() {
            if *self.nodes == 0 || self.nodes.is_multiple_of(NODES_AT_ONCE) && (self.stop)() {
                return Err(End::Open);
            }
            *self.nodes -= 1;
            let mut inner = domains.to_vec();
            if self.narrower.put(item, value, &mut inner).is_err() {
                continue;
            }
            match self.solve(part, &inner, depth + 1) {
                Err(End::Refuted) => {}
                Err(End::Open) => end = End::Open,
                found => return found,
            }
        }
        Err(end)
    }

    /// The variable to go through: few values, and constraints that often fail.
    fn next(&self, part: &Part, domains: &[Domain]) -> Option<Item> {
        let is_open = |item: &&Item| domains[**item].only().is_none();
        let cost = |item: &&Item| {
            let touches = &self.model.touches[**item];
            let failures: u64 = touches.iter().map(|at| 1 + u64::from(self.narrower.failures[*at])).sum();
            (domains[**item].size() as u128).saturating_mul(1 << 20) / u128::from(failures + 1)
        };
        part.items.iter().filter(is_open).min_by_key(cost).copied()
    }

    /// All variables of a part are known: whether its claims hold, exactly, and the conclusion does not.
    fn judged(&self, part: &Part, domains: &[Domain]) -> Result<Vec<Domain>, End> {
        let assignment = Assignment::new(self.model, domains);
        let mut end = None;
        for claim in &part.claims {
            let wanted = claim + 1 < self.claims.len();
            match assignment.holds(self.claims[*claim]) {
                Some(holds) if holds == wanted => {}
                Some(_) => return Err(End::Refuted),
                None => end = Some(End::Open),
            }
        }
        end.map_or_else(|| Ok(domains.to_vec()), Err)
    }
}

fn leader(leaders: &mut [Item], mut item: Item) -> Item {
    while leaders[item] != item {
        leaders[item] = leaders[leaders[item]];
        item = leaders[item];
    }
    item
}
