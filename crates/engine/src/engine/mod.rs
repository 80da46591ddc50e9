//! Engines: complete searches for the digits of a problem.
//!
//! An engine sees numbered cells and conditions, and hands out digits. It knows no text, no names and no
//! output. Each engine is one file or folder here, and one line in the table.
//!
//! # Choosing an engine
//!
//! The planner asks each engine for a plan (`fit`). A plan says whether the engine can solve the problem, and
//! if not, why not; how many nodes and nanoseconds it expects; and in what order it would take the symbols.
//! It carries the search, ready to run any number of times.
//!
//! [`choose`] asks `linear`, whose kind is the commonest, then the others, the one first whose answer takes least, and takes the
//! cheapest plan. It skips an engine if planning alone would cost more than the best plan so far, so a sum of words never waits
//! for an engine for products. The answer names every engine that was asked, in the order of the table, and `--why` prints them.
//!
//! Costs are nanoseconds on the machine they were measured on (AMD EPYC). Only their ratios matter.
//! `make calibrate` compares them with what it measures; a test requires that nine of ten estimates over the corpus are within a factor
//! of ten of the truth.
//! `tests/choice.rs` requires, for skeletons that show half of their digits, that no other engine is ten
//! times as fast as the one that is chosen.
//!
//! If a search takes far longer than it expects, others take turns with it; `race` says how.
//!
//! # Ranks
//!
//! Engines that walk a tree number its parts by ranks and can start at any rank. `search::split` divides the
//! ranks among threads and puts the findings back into one order. `search` has all that several engines need;
//! no engine names another. A shard of a search, for one of several machines, is a run of ranks.

mod columns;
mod cost;
mod count;
mod depth_first;
mod derive;
mod lattice;
mod lexicographic;
mod linear;
mod narrow;
mod plain_changes;
mod plan;
mod race;
pub(crate) mod reason;
mod run;
mod search;
mod shard;
mod tabulate;

pub use plan::{Engine, Fit, Plan, Request, Wanted};
pub use reason::Reason;
pub(crate) use reason::reason;
pub use run::{Ended, Found, Observer, Run, Search, Stop, Tally};
pub use shard::{NoShard, Portion, Shard};

use std::sync::Arc;

use crate::compile::Problem;
use fukumen_language::interrupt::Interrupted;

/// Every engine, the first choice at the top.
pub static ENGINES: &[&dyn Engine] = &[
    &linear::Linear,
    &lattice::Lattice,
    &tabulate::Tabulate,
    &narrow::Narrow,
    &derive::Derive,
    &depth_first::DepthFirst,
    &columns::Columns,
    &lexicographic::Lexicographic,
    &plain_changes::PlainChanges,
    &count::Count,
];

/// Returns the engine of this name, if there is one.
#[must_use]
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// An engine with its plan, and the answers of the others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The name of the engine.
    pub engine: &'static str,
    /// How it would search.
    pub plan: Plan,
    /// Every engine that was asked, in the order of the table.
    pub asked: Vec<Candidate>,
}

/// The answer of an engine that was asked to plan.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// Its name.
    pub engine: &'static str,
    /// The nanoseconds that it expects to take, or why it does not fit.
    pub answer: Result<f64, Reason>,
}

/// Chooses the engine that expects to take the least time. Those with the cheapest planning are asked first; an engine whose
/// planning alone would cost more than the best plan so far is skipped.
///
/// # Errors
/// [`Interrupted`] if the planning was stopped.
pub fn choose(problem: &Arc<Problem>, request: &Request) -> Result<Choice, Interrupted> {
    let mut order: Vec<(f64, usize)> =
        ENGINES.iter().map(|engine| engine.planning(problem)).zip(0..).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(usize, Plan)> = None;
    let mut asked = Vec::new();
    for (planning, number) in order {
        let cost = best.as_ref().map_or(request.cost, |(_, plan)| plan.cost);
        if best.is_some() && cost <= planning {
            continue;
        }
        let answer = match ENGINES[number].fit(problem, &request.cost(cost))? {
            Fit::No(reason) => Err(reason),
            Fit::Yes(plan) if request.in_shards && !plan.run.has_ranks() => Err(reason!("why-not-ranks")),
            Fit::Yes(plan) => {
                let own = plan.cost;
                // If two expect the same, the upper one in the table is chosen.
                if best.as_ref().is_none_or(|(other, _)| (own, number) < (cost, *other)) {
                    best = Some((number, plan));
                }
                Ok(own)
            }
        };
        asked.push((number, Candidate { engine: ENGINES[number].name(), answer }));
    }
    asked.sort_by_key(|(number, _)| *number);
    let asked = asked.into_iter().map(|(_, asked)| asked).collect();
    let (number, plan) = best.expect("depth-first fits every problem");
    let plan = race::guarded(ENGINES, problem, request, number, plan);
    Ok(Choice { engine: ENGINES[number].name(), plan, asked })
}

#[cfg(test)]
mod tests;
