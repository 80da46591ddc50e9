//! What several engines share: orders of cells, ranks, the walk through a tree, and the division among threads.
//!
//! Engines name this module and no other engine. All of it is generic, so each engine gets its own compiled copy.

pub(super) mod order;
pub(super) mod permutations;
pub(super) mod random;
pub(super) mod split;
