//! Exact numbers: rationals of any size, small ones off the heap.
//!
//! [`Exact`] is the only number the rest of the crate computes with when the answer matters. While
//! numerator and denominator fit a machine word they stay there, *not* in lowest terms: no greatest
//! common divisor is taken until a product overflows, which is rare in puzzles. On the fraction puzzle
//! `A/BC+D/EF+G/HI=1` the judge is half as fast again as with a machine-word rational that is always
//! reduced (74 against 110 ms for 362,880 assignments; `fukumen bench --engine lexicographic --evaluator
//! exact`, AMD EPYC, 2026-11-21). What does not fit even in lowest terms goes to the big numbers of
//! `num-rational` and `num-bigint`. This folder alone knows which crates those are.

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
