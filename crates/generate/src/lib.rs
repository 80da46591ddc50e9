//! Makes puzzles: one kind in each file.
//!
//! A [`Kind`] reads an [`Order`] (the subject, options with the contents of their files, rules, seed) and
//! answers with a [`Space`]: numbered parts. Each part can be searched on its own, in any order, on any
//! thread or machine, and always proposes the same puzzles in the same order.
//!
//! All promises are kept here, once for every kind. The ordinary solver solves each proposal before it is
//! handed on (`finds`). Puzzles come in the order of the parts, whatever the number of threads (`generator`).
//! A search can be cut into shards (`shard`), and it can be continued between two parts. Randomness comes
//! from ChaCha8, with the seed as key and the number of the part as stream, whose values never change.
//!
//! Several kinds share these: `speller` turns words into numbers of letters, as the rules tell letters apart;
//! `lexicon` reads lists of words; `form` reads forms; `count` counts the solutions of a sum of letters
//! without making a puzzle; `verbal` uses it to skip sums; `hitting` finds hitting sets; `chance` draws
//! without repeats; `key` reads the letters of digits; `measures` is the table that puzzles are chosen by; `several` says why a puzzle is not the one
//! that was ordered.
//!
//! Text output has no header, so outputs can be joined as they are. Each format writes the rules of a puzzle
//! with it; in text they are lines `@name value`.

mod chance;
mod count;
mod doubly_true;
mod error;
mod finds;
mod form;
mod generator;
mod grid;
mod hitting;
mod key;
mod lexicon;
mod literary;
mod measures;
mod names;
mod near;
mod numbers;
mod order;
mod order_of;
mod several;
mod skeleton;
mod speller;
#[cfg(test)]
mod trial;
mod verbal;
mod words;

pub use doubly_true::DoublyTrue;
pub use error::{GenerateError, Thing, Undrawable};
pub use finds::{Find, Finds};
pub use fukumen_engine::engine::Shard;
pub use generator::{Generator, Part, Progress, Stop, Tally};
pub use grid::Grids;
pub use lexicon::{LONGEST_LIST, Lexicon, Word};
pub use literary::Literary;
pub use measures::{Amount, Comparison, MEASURES, Measure, measure};
pub use near::Near;
pub use numbers::Numbers;
pub use order::{Choice, Choices, Order, Takes, Value};
pub use order_of::OrderOf;
pub use skeleton::Skeletons;
pub use speller::Letter;
pub use words::Words;

use std::fmt;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use error::wrong;

use fukumen_language::puzzle::{PuzzleError, Rules};
use fukumen_language::text::{Mistake, Origin, ParseError, conditions};

/// One kind of generator.
pub trait Kind: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// One line: what it makes.
    fn help(&self) -> &'static str;

    /// Options that make some, with their values; an empty name stands for the subject. They may be options of
    /// the command line that every kind has.
    fn example(&self) -> &'static [(&'static str, &'static str)];

    /// What stands behind its name, such as `CALCULATION`, where anything does. [`SUBJECT_FILE`] is the name of a file, and
    /// the kind is handed what the file holds.
    fn subject(&self) -> Option<&'static str>;

    /// The options of its own, beside those of every kind.
    fn choices(&self) -> &'static [Choice];

    /// What is to be searched for an order whose rules and options are sound.
    ///
    /// # Errors
    ///
    /// When the order cannot be carried out: what is missing or wrong in it.
    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError>;

    /// What is to be searched for an order.
    ///
    /// # Errors
    ///
    /// When the order cannot be carried out: what is missing or wrong in it, or in its rules.
    fn space(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        check(&order.rules)?;
        order.choices.check(self.choices(), self.name())?;
        self.prepared(order)
    }
}

/// What is wrong with rules, whatever the puzzle. Which letters they may speak of is seen when there is one.
fn check(rules: &Rules) -> Result<(), GenerateError> {
    let Err(error) = probed("A+B=C", rules) else { return Ok(()) };
    match &error.mistake {
        Mistake::NoSuchSymbol(_) | Mistake::Puzzle(PuzzleError::NoSuchSymbol { .. }) => Ok(()),
        _ => Err(told(error)),
    }
}

/// Whether rules speak of letters only that may be in a puzzle.
fn check_letters<'l>(rules: &Rules, letters: impl Iterator<Item = &'l str>) -> Result<(), GenerateError> {
    let letters: Vec<&str> = letters.take(MOST_PROBED).collect();
    if letters.len() == MOST_PROBED {
        return Ok(());
    }
    probed(&format!("{}=0", letters.join("+")), rules).map_err(told)
}

/// More letters than this are not looked through for the sake of a message.
const MOST_PROBED: usize = 4000;

/// What is wrong with a text under rules, but for what may be right of another text with the same letters.
fn probed(text: &str, rules: &Rules) -> Result<(), ParseError> {
    match conditions::puzzle(text, &Rules { layout: None, ..rules.clone() }) {
        Err(error) => match &error.mistake {
            Mistake::Puzzle(PuzzleError::NothingLeft { .. } | PuzzleError::SameDigit { .. }) => Ok(()),
            _ => Err(error),
        },
        Ok(_) => Ok(()),
    }
}

/// What is wrong with rules, where it is. A text that nobody has written is not shown.
fn told(error: ParseError) -> GenerateError {
    match error.origin {
        Origin::Puzzle => GenerateError::Rules(error.message()),
        _ => GenerateError::Text(error),
    }
}

/// Every kind, in the order of the help.
pub static KINDS: &[&dyn Kind] = &[
    &numbers::Numbers,
    &words::Words,
    &doubly_true::DoublyTrue,
    &skeleton::Skeletons,
    &grid::Grids,
    &literary::Literary,
    &near::Near,
];

/// The kind of this name.
#[must_use]
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.name() == name)
}

/// The subject of a kind that works on a text: the name of its file.
pub const SUBJECT_FILE: &str = "FILE";

impl fmt::Debug for dyn Space + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Space of {} parts", self.parts())
    }
}

/// Candidates, cut into parts.
pub trait Space: Send + Sync {
    /// How many parts it has. A part takes about a tenth of a second at most, where that can be arranged.
    fn parts(&self) -> u64;

    /// How many candidates it has, where that is known.
    fn candidates(&self) -> Option<u64> {
        None
    }

    /// What the person who ordered should know before the search: what was left out of a list.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// How many puzzles are enough, if the order itself says so: a sample.
    fn enough(&self) -> Option<u64> {
        None
    }

    /// Whether nobody will see its end: calculations by lot.
    fn is_endless(&self) -> bool {
        false
    }

    /// Looks at every candidate of a part, proposing those that may do. Breaks off where `finds` says so, and only there.
    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()>;
}

/// The random numbers of a part: the same on every machine, whatever was searched before.
pub fn random(seed: u64, part: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(part);
    random
}
