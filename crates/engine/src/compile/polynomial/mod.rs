//! Conditions as whole polynomials that must be zero.
//!
//! `TWO*TWO=THREE` is `TWO·TWO - THREE = 0`. `A/B=C/D` is `A·D - C·B = 0`, and the denominators are tested separately. A
//! polynomial is a sum of products, each of a whole factor and *slots*: numbers that the search keeps up to date. Most slots
//! are linear forms of digits (words, and sums of words). Others are values that can only be computed once their digits are
//! known, such as `gcd(AB, C)`.

mod reading;
mod system;

pub use reading::read;
pub use system::{Equation, Opaque, Product, Slot, System};
