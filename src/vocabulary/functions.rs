//! Every function, one row each.

use super::Function;

/// Every function. Adding one means adding a row.
pub static FUNCTIONS: &[Function] = &[];
