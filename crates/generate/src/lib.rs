//! Makes puzzles: one kind in each file.
//!
//! A [`Kind`] reads an [`Order`] (the subject, options with the contents of their files, rules, seed) and returns a
//! [`Space`]: numbered parts. Each part can be searched on its own, in any order, on any thread or machine, and always
//! proposes the same puzzles in the same order.
//!
//! All guarantees are kept here, once for every kind. The ordinary solver solves each proposal before it is handed over
//! (`finds`). Puzzles come in the order of the parts, whatever the number of threads (`generator`). A search can be cut into
//! shards (`shard`), and it can be continued between two parts. Randomness comes from ChaCha8, with the seed as key and the
//! number of the part as stream, whose values never change.
//!
//! Several kinds share these: `speller` turns words into numbers of letters, as the rules distinguish letters; `lexicon`
//! reads lists of words; `form` reads forms; `count` counts the solutions of a sum of letters without making a puzzle;
//! `verbal` uses it to skip sums; `hitting` finds hitting sets; `chance` draws without repeats; `key` reads the letters of
//! digits; `measures` is the table by which puzzles are chosen; `several` says why a puzzle does not have the number of
//! solutions that was ordered.
//!
//! Text output has no header, so outputs can be joined as they are. Each format writes the rules of a puzzle
//! with it; in text they are lines `@name value`.

mod chance;
mod count;
mod doubly_true;
mod error;
mod find;
mod finds;
mod form;
mod generator;
mod grid;
mod hitting;
mod key;
mod kind;
mod lexicon;
mod literary;
mod measures;
mod names;
mod near;
mod numbers;
mod order;
mod order_of;
mod part;
mod probe;
mod skeleton;
mod solution_count;
mod space;
mod speller;
#[cfg(test)]
mod trial;
mod verbal;
mod words;

pub use chance::random;
pub use doubly_true::DoublyTrue;
pub use error::{GenerateError, Thing, Undrawable};
pub use find::Find;
pub use finds::Finds;
pub use fukumen_engine::engine::Shard;
pub use generator::{Generator, Stop};
pub use grid::Grids;
pub use kind::{Kind, SUBJECT_FILE};
pub use lexicon::{LONGEST_LIST, Lexicon, Word};
pub use literary::Literary;
pub use measures::{Amount, Comparison, MEASURES, Measure, measure};
pub use near::Near;
pub use numbers::Numbers;
pub use order::{Choice, Choices, Order, Takes, Value};
pub use order_of::OrderOf;
pub use part::{Part, Progress, Tally};
pub use skeleton::Skeletons;
pub use space::Space;
pub use speller::Letter;
pub use words::Words;

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

/// Returns the kind of this name, if there is one.
#[must_use]
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.name() == name)
}
