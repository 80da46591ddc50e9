//! Replays an explanation from the puzzle and the steps alone.
//!
//! A step is right if its conclusions follow from the facts that it names. Symmetries have a file; everything else the kernel of `fukumen-check` decides, which asks whether the facts and the opposite of a conclusion have an assignment.
//! Nothing here knows how a step was found.

mod end;
mod facts;
mod given;
mod kernel;
mod replay;
mod symmetry;
#[cfg(test)]
mod tests;

pub(super) use facts::for_each_place;
pub use given::{Stated, names, stated};
pub(super) use kernel::{Asked, Way, accepts as follows, ways};
pub use replay::{check, check_within};

use super::fact::Claim;
use super::step::Conclusion;
use fukumen_language::interrupt::Interrupt;
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
    /// The facts have an assignment without this conclusion.
    DoesNotFollow,
    /// A claim has no meaning, or cases and symmetries are not used as they can be.
    NotUnderstood,
    /// It was not decided within the budget.
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

/// How many nodes decide all 107,949 conclusions of every sixth puzzle of the corpus; 100 decide all but 1,036 of them, which are
/// of long tables.
const NODES: u64 = 20_000;

/// Whether a conclusion follows from these facts alone, each with its id.
///
/// # Errors
/// [`Refusal`] if it does not, or was not decided. Cases and symmetries need more than facts, and are refused.
pub fn accepts(
    context: &Context,
    used: &[(&str, &Claim)],
    conclusion: &Conclusion,
    interrupt: &dyn Interrupt,
) -> Result<(), Refusal> {
    let facts: Vec<Asked> = used.iter().map(|(_, fact)| Asked::new(fact, context)).collect();
    let facts: Vec<(&str, &Asked)> = used.iter().zip(&facts).map(|((id, _), fact)| (*id, fact)).collect();
    let claim = Asked::new(&conclusion.claim, context);
    Ok(kernel::accepts(context, &facts, &claim, &conclusion.proof, NODES, interrupt)?)
}
