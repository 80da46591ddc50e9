//! The words of the puzzle language: operators and functions, each of them a row of a table.
//!
//! A row holds all that the crate knows about a word. Its exact meaning is mandatory. Every faster reading (modulo a prime, in
//! machine words, as bounds) is optional, and code that needs a missing one abstains. So a new word works at once everywhere,
//! only slower.

mod context;
mod function;
mod functions;
mod operators;
pub mod signs;

pub use context::{Context, Quantity};
pub use function::{
    Exactly, Function, FunctionMeaning, FunctionRef, InMachineWords, Kind, Members, OwnMeaning,
};
pub use functions::FUNCTIONS;
pub use operators::{Algebra, Logic, Meaning, OPERATORS, Operator, Tier, operator};

use std::sync::Arc;

/// The functions that a puzzle may use: the table, and a user's own.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::vocabulary::{Function, Vocabulary};
/// let vocabulary = Vocabulary::default().with(Function::condition("is_odd", 1..=1, |x, _| {
///     x[0].to_i64().is_some_and(|n| n % 2 != 0)
/// }));
/// assert!(vocabulary.function("is_odd").is_some());
/// assert!(vocabulary.function("gcd").is_some());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    own: Vec<Arc<Function>>,
}

impl Vocabulary {
    /// Adds a function. Its name is lower-case ASCII with `_` and digits inside; no text can call a function with any other name.
    /// It replaces a function of the table with the same name.
    #[must_use]
    pub fn with(mut self, function: Function) -> Self {
        self.own.push(Arc::new(function));
        self
    }

    /// Returns the function with this name or alias. A user's own come first, the latest ahead.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<FunctionRef> {
        let own = self.own.iter().rev().find(|function| function.name == name);
        own.map(|function| FunctionRef::Own(Arc::clone(function))).or_else(|| {
            let is_named = |function: &&Function| function.name == name || function.aliases.contains(&name);
            FUNCTIONS.iter().find(is_named).map(FunctionRef::Table)
        })
    }

    /// Iterates over all names, aliases too.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let table = FUNCTIONS
            .iter()
            .flat_map(|function| std::iter::once(&*function.name).chain(function.aliases.iter().copied()));
        self.own.iter().map(|function| &*function.name).chain(table)
    }
}
