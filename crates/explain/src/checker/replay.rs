//! A whole explanation: its facts, its steps in their order, its cases, its end.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::facts::{is_sound, places};
use super::given::Text;
use super::kernel::Asked;
use super::symmetry::Exchanges;
use super::{NODES, Refusal, Why, end, kernel};
use crate::fact::Claim;
use crate::step::{Case, Conclusion, End, Explanation, Step};
use fukumen_language::interrupt::{Interrupt, Interrupted, Never};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::vocabulary::Context;

/// Cases nested deeper than this are refused.
const DEPTH: usize = 20;

/// What is known at some moment: the facts outside, and those of the cases that are open.
pub(super) struct Replay<'e> {
    context: Context,
    names: usize,
    text: Text<'e>,
    seen: HashSet<&'e str>,
    known: HashMap<&'e str, Known<'e>>,
    /// The ids of what is known, in their order.
    added: Vec<&'e str>,
    exchanges: Exchanges,
    depth: usize,
    interrupt: &'e dyn Interrupt,
}

/// Facts in the words of the kernel, each with its name.
type Used<'e> = Vec<(&'e str, Rc<Asked>)>;

/// A fact, and how the kernel is asked about it.
type Known<'e> = (&'e Claim, Rc<Asked>);

/// Replays a whole explanation.
///
/// # Errors
/// [`Refusal`] with the first thing that is wrong.
pub fn check(puzzle: &Puzzle, explanation: &Explanation) -> Result<(), Refusal> {
    check_within(puzzle, explanation, &Never)
}

/// The same, unless it is interrupted.
///
/// # Errors
/// [`Refusal`] with the first thing that is wrong, or that was not decided in time.
pub fn check_within(
    puzzle: &Puzzle,
    explanation: &Explanation,
    interrupt: &dyn Interrupt,
) -> Result<(), Refusal> {
    let text = Text::new(puzzle, &explanation.names, interrupt).map_err(|why| refused("", why))?;
    let mut replay = Replay {
        context: puzzle.context(),
        names: explanation.names.len(),
        text,
        seen: HashSet::new(),
        known: HashMap::new(),
        added: Vec::new(),
        exchanges: Exchanges::default(),
        depth: 0,
        interrupt,
    };
    for given in &explanation.given {
        replay.goes_on(&given.id)?;
        replay.add(&given.id, &given.claim)?;
        if !replay.text.states(&given.id, &given.claim) {
            return Err(refused(&given.id, Why::NotStated));
        }
    }
    replay.steps(&explanation.steps)?;
    replay.goes_on("")?;
    end::check(puzzle, explanation, &replay.text, &replay.exchanges)
}

pub(super) fn refused(at: &str, why: Why) -> Refusal {
    Refusal { at: at.to_string(), why }
}

impl<'e> Replay<'e> {
    fn goes_on(&self, at: &str) -> Result<(), Refusal> {
        self.interrupt.check().map_err(|Interrupted| refused(at, Why::Interrupted))
    }

    /// One more fact, whose id is new.
    fn add(&mut self, id: &'e str, claim: &'e Claim) -> Result<(), Refusal> {
        let is_well = is_sound(claim, &self.context) && places([claim]) <= self.names;
        if !is_well {
            return Err(refused(id, Why::NotUnderstood));
        }
        if !self.seen.insert(id) {
            return Err(refused(id, Why::IdTwice));
        }
        self.known.insert(id, (claim, Rc::new(Asked::new(claim, &self.context))));
        self.added.push(id);
        Ok(())
    }

    fn find(&self, id: &'e str) -> Result<&Known<'e>, Refusal> {
        self.known.get(id).ok_or_else(|| refused(id, Why::UnknownFact))
    }

    fn steps(&mut self, steps: &'e [Step]) -> Result<(), Refusal> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &'e Step) -> Result<(), Refusal> {
        self.goes_on(&step.id)?;
        let mut used: Vec<(&str, Rc<Asked>)> = Vec::with_capacity(step.uses.len() + step.gives.len());
        for id in &step.uses {
            used.push((id, Rc::clone(&self.find(id)?.1)));
        }
        let ends = self.cases(step)?;
        for conclusion in &step.gives {
            self.conclusion(&used, &ends, conclusion)?;
            self.add(&conclusion.id, &conclusion.claim)?;
            used.push((&conclusion.id, Rc::clone(&self.find(&conclusion.id)?.1)));
        }
        Ok(())
    }

    /// Exchanges give conclusions by themselves; all others follow from the facts.
    fn conclusion(
        &mut self,
        used: &[(&str, Rc<Asked>)],
        ends: &[Used],
        conclusion: &'e Conclusion,
    ) -> Result<(), Refusal> {
        let (claim, proof) = (&conclusion.claim, &conclusion.proof);
        let follows = if !proof.exchange.is_empty() {
            match self.depth {
                0 => self.exchanges.accepts(&self.text, claim, &proof.exchange),
                _ => Err(Why::NotUnderstood),
            }
        } else {
            let asked = Asked::new(claim, &self.context);
            // In each case that is left the facts of its end are known, too.
            ends.iter().try_for_each(|end| {
                let used: Vec<(&str, &Asked)> =
                    used.iter().chain(end).map(|(id, fact)| (*id, &**fact)).collect();
                kernel::accepts(&self.context, &used, &asked, proof, NODES, self.interrupt)
            })
        };
        follows.map_err(|why| refused(&conclusion.id, why))
    }

    /// Replays the cases of a step. The facts that each ends in; none for a contradiction. A step without cases has one end, in
    /// which nothing more is known.
    fn cases(&mut self, step: &'e Step) -> Result<Vec<Used<'e>>, Refusal> {
        if step.cases.is_empty() {
            return Ok(vec![Vec::new()]);
        }
        let on = step.on.as_deref().ok_or_else(|| refused(&step.id, Why::NotUnderstood))?;
        let on = self.find(on)?.0;
        if self.depth == DEPTH {
            return Err(refused(&step.id, Why::TooMuch));
        }
        let parts: Vec<&Claim> = step.cases.iter().map(|case| &case.assume.claim).collect();
        if !parts.iter().all(|part| is_sound(part, &self.context))
            || !kernel::cover(on, &parts, self.context.base)
        {
            return Err(refused(&step.id, Why::NotCovered));
        }
        let ends = step.cases.iter().map(|case| self.case(case)).collect::<Result<Vec<_>, _>>()?;
        Ok(ends.into_iter().flatten().collect())
    }

    fn case(&mut self, case: &'e Case) -> Result<Option<Used<'e>>, Refusal> {
        let outside = self.added.len();
        self.depth += 1;
        self.add(&case.assume.id, &case.assume.claim)?;
        self.steps(&case.steps)?;
        let end = match &case.end {
            End::False => {
                let mut gives = case.steps.iter().flat_map(|step| &step.gives);
                if !gives.any(|conclusion| conclusion.claim == Claim::False) {
                    return Err(refused(&case.assume.id, Why::WrongEnd));
                }
                None
            }
            End::Facts(ids) => {
                let known = ids.iter().map(|id| Ok((&**id, Rc::clone(&self.find(id)?.1))));
                Some(known.collect::<Result<Vec<_>, Refusal>>()?)
            }
        };
        self.depth -= 1;
        for id in self.added.drain(outside..) {
            self.known.remove(id);
        }
        Ok(end)
    }
}
