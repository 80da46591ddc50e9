//! Replays an explanation by eight rules, from the puzzle and the steps alone.
//!
//! A step is right if its conclusions follow from the facts that it names. Each rule has its file. Whatever a rule does
//! not understand it refuses. Nothing here knows how a step was found.

mod alike;
mod bound;
mod cases;
mod combine;
mod different;
mod end;
mod enumerate;
mod equal;
mod facts;
mod given;
mod interval;
mod linear;
mod modular;
mod replay;
mod residue;
mod shares;
mod symmetry;
#[cfg(test)]
mod tests;
mod world;

pub(super) use enumerate::Way;
pub use given::{Stated, names, stated};
pub use replay::{check, check_within};

use super::fact::{Claim, Term};
use super::step::{Conclusion, Rule};
use facts::Facts;
use fukumen_language::interrupt::{Interrupt, Never};
use fukumen_language::vocabulary::Context;

/// Why an explanation is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The fact, step or case that is refused; empty if a conclusion was checked alone.
    pub at: String,
    /// What is wrong with it.
    pub why: Why,
}

/// What is wrong with a conclusion, a step or an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The rule does not give this conclusion from these facts.
    DoesNotFollow,
    /// The rule cannot be applied to what is named, or does not give conclusions of this kind.
    NotUnderstood,
    /// There is more to go through than the rule allows.
    TooMuch,
    /// The names are not those of the puzzle's places.
    WrongNames,
    /// The text of the puzzle does not state this.
    NotStated,
    /// Another fact has the same id.
    IdTwice,
    /// There is no such fact, or it is not known here.
    UnknownFact,
    /// The cases are not all the values of a fact.
    NotCovered,
    /// A case does not end as it says.
    WrongEnd,
    /// The steps do not reach the answers.
    NotComplete,
    /// The answers are not those that the steps end in, or no solutions.
    WrongAnswers,
    /// It was interrupted before it was decided.
    Interrupted,
}

impl From<Why> for Refusal {
    fn from(why: Why) -> Self {
        Self { at: String::new(), why }
    }
}

/// Whether a conclusion follows by its rule from these facts alone, each with its id.
///
/// # Errors
/// [`Refusal`] if it does not. Cases and symmetries need more than facts, and are refused.
pub fn accepts(context: &Context, used: &[(&str, &Claim)], conclusion: &Conclusion) -> Result<(), Refusal> {
    accepts_within(context, used, conclusion, &Never)
}

/// How many ways the facts leave for what is gone through, and the first of them, no more than are asked for; nothing if they
/// are too many to count, or were not counted in time.
pub(super) fn ways(
    context: &Context,
    used: &[(&str, &Claim)],
    over: &[Term],
    modulo: Option<u64>,
    kept: usize,
    interrupt: &dyn Interrupt,
) -> Option<(u64, Vec<Way>)> {
    let facts = Facts::new(context, used, interrupt).ok()?;
    enumerate::survivors(&facts, over, modulo, kept).ok()
}

/// The same, unless it is interrupted.
///
/// # Errors
/// [`Refusal`] if it does not follow, or was not decided in time.
pub fn accepts_within(
    context: &Context,
    used: &[(&str, &Claim)],
    conclusion: &Conclusion,
    interrupt: &dyn Interrupt,
) -> Result<(), Refusal> {
    let facts = Facts::new(context, used, interrupt)?;
    let (claim, proof) = (&conclusion.claim, &conclusion.proof);
    if !facts::is_sound(claim, context) {
        return Err(Why::NotUnderstood.into());
    }
    match conclusion.rule {
        Rule::K1 => enumerate::accepts(&facts, claim, proof),
        Rule::K2 => bound::accepts(&facts, claim),
        Rule::K3 => combine::accepts(&facts, claim, proof),
        Rule::K4 => residue::accepts(&facts, claim, proof),
        Rule::K5 => different::accepts(&facts, claim),
        Rule::K7 => equal::accepts(&facts, claim),
        Rule::K6 | Rule::K8 => Err(Why::NotUnderstood),
    }
    .map_err(|why| if interrupt.is_raised() { Why::Interrupted } else { why }.into())
}
