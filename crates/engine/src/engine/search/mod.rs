//! The common parts of several engines: orders of cells, levels and ranks, the walk through a tree, and its division among
//! threads.
//!
//! Engines use this module and no other engine. The walk is generic, so each engine gets a compiled copy of its own.

pub(super) mod bits;
pub(super) mod group;
pub(super) mod levels;
pub(super) mod order;
pub(super) mod permutations;
pub(super) mod random;
pub(super) mod ranks;
pub(super) mod split;
pub(super) mod taken;
pub(super) mod walk;
pub(super) mod whole;
