//! Exact numbers: rationals of any size, with small ones off the heap.
//!
//! The rest of the crate computes every number of an answer with [`Exact`]. While numerator and denominator fit a machine word
//! they stay there, *not* in lowest terms: the greatest common divisor is taken only if a product overflows, which is rare in
//! puzzles. On the fraction puzzle `A/BC+D/EF+G/HI=1` this makes the judge half as fast again as a machine-word rational that is
//! always reduced (74 against 110 ms for 362,880 assignments; `fukumen bench --engine lexicographic --evaluator exact`, AMD EPYC,
//! 2026-11-21). Numbers that do not fit even in lowest terms become big numbers of `num-rational` and `num-bigint`. Only this
//! folder names these crates.

mod counting;
mod divisibility;
mod exact;
mod factors;
pub mod lattice;
mod magnitude;
mod powers;
mod primes;
mod roots;
mod trial;
mod written;

pub use divisibility::gcd;
pub use exact::Exact;
pub use factors::primes_of;
pub use magnitude::{Magnitude, Undefined};
pub use roots::whole_root;
