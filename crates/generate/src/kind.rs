//! Kinds of generators.

use crate::error::GenerateError;
use crate::order::{Choice, Choices, Given, Order, choice};
use crate::probe::check;
use crate::space::Space;

/// The subject of a kind that works on a text: the name of its file.
pub const SUBJECT_FILE: &str = "FILE";

/// One kind of generator.
pub trait Kind: Sync {
    /// Returns its name on the command line.
    fn name(&self) -> &'static str;

    /// Returns one line that says what it makes.
    fn help(&self) -> &'static str;

    /// Returns options that make an example, with their values; an empty name stands for the subject. They may be options of
    /// the command line that every kind has.
    fn example(&self) -> &'static [(&'static str, &'static str)];

    /// Returns the placeholder of its subject, such as `CALCULATION`, if it takes one. [`SUBJECT_FILE`] is the name of a
    /// file, and the kind gets the contents of the file.
    fn subject(&self) -> Option<&'static str>;

    /// Returns its own options, beside those of every kind.
    fn choices(&self) -> &'static [Choice];

    /// Returns the space to search for an order whose rules and options are valid.
    ///
    /// # Errors
    ///
    /// If the order cannot be carried out: what is missing or wrong in it.
    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError>;

    /// Returns the space to search for an order.
    ///
    /// # Errors
    ///
    /// If the order cannot be carried out: what is missing or wrong in it, or in its rules.
    fn space(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        check(&order.rules)?;
        order.choices.check(self.choices(), self.name())?;
        self.prepared(order)
    }
}

impl Choices {
    /// Reads options of a kind, by their names. For a file, the text is its contents.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::{self, Choices, Value};
    /// let kind = generate::kind("grid").expect("it is in the table");
    /// let choices = Choices::read(kind, [("digits-each", "3")])?;
    /// assert_eq!(choices.get("digits-each"), Some(&Value::Number(3)));
    /// assert!(Choices::read(kind, [("digits-each", "many")]).is_err());
    /// # Ok::<(), generate::GenerateError>(())
    /// ```
    ///
    /// # Errors
    /// [`GenerateError`] if the kind has no such option, or the option does not take the value.
    pub fn read<'t>(
        kind: &dyn Kind,
        given: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Result<Self, GenerateError> {
        let mut choices = Self::default();
        for (name, text) in given {
            let choice = choice(kind.choices(), kind.name(), name)?;
            choices.add(choice, choice.read(text)?);
        }
        Ok(choices)
    }
}

impl Order {
    pub(super) fn given(&self, kind: &dyn Kind) -> Given<'_> {
        Given { options: kind.choices(), choices: &self.choices }
    }
}
