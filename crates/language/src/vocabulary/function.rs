//! A function: a row of the table, or a library user's own, and how an expression holds it.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::context::Context;
use super::operators::Algebra;
use crate::digits::Base;
use crate::number::{Exact, Undefined};

/// The kind of an expression: a number or a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A condition, which holds or does not.
    Condition,
}

/// The exact meaning of a function of the table.
pub type Exactly = fn(&[Exact], &Context) -> Result<Exact, Undefined>;
/// The meaning of a function of the table for machine integers; `None` if the result does not fit.
pub type InMachineWords = fn(&[i64], &Context) -> Option<i64>;
/// Returns the number at a place, from 0, among the numbers for which a condition holds.
pub type Members = fn(u64) -> Option<i64>;
/// A meaning supplied by a user of the library.
pub type OwnMeaning = Arc<dyn Fn(&[Exact], &Context) -> Result<Exact, Undefined> + Send + Sync>;

/// One function: everything the crate knows about it.
#[non_exhaustive]
pub struct Function {
    /// Its name, as written and printed.
    pub name: Cow<'static, str>,
    /// Its names in other systems.
    pub aliases: &'static [&'static str],
    /// The number of its arguments.
    pub arity: RangeInclusive<usize>,
    /// The kind of its arguments.
    pub arguments: Kind,
    /// The kind of its result. A condition returns 1 if it holds and 0 if not.
    pub kind: Kind,
    /// One line for the list of functions.
    pub help: Cow<'static, str>,
    /// Its exact meaning.
    pub exact: FunctionMeaning,
    /// Its meaning for machine integers; if that returns `None`, the exact meaning is used.
    pub machine: Option<InMachineWords>,
    /// Whether its arguments may change places, as in symmetries.
    pub unordered: bool,
    /// Whether it may have its own base, as in `concat@10`.
    pub takes_base: bool,
    /// Its algebraic meaning, for the compiler.
    pub algebra: Algebra,
    /// For a question about one number: the numbers from 0 up for which it holds, in increasing order, by their places from 0;
    /// `None` past machine words. If they are few, they are tried instead of all numbers.
    pub members: Option<Members>,
}

/// The meaning of a function: a row of the table, or a closure from a user of the library.
#[non_exhaustive]
pub enum FunctionMeaning {
    /// A plain function of the table.
    Table(Exactly),
    /// A closure of the user's.
    Own(OwnMeaning),
}

impl fmt::Debug for FunctionMeaning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if matches!(self, Self::Table(_)) { "Table" } else { "Own" })
    }
}

impl Function {
    /// Makes a user's own function that returns a number.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::number::Exact;
    /// use fukumen::vocabulary::Function;
    /// let twice = Function::number("twice", 1..=1, |x, _| Ok(x[0].plus(&x[0])));
    /// assert_eq!(twice.name, "twice");
    /// ```
    pub fn number(
        name: impl Into<String>,
        arity: RangeInclusive<usize>,
        meaning: impl Fn(&[Exact], &Context) -> Result<Exact, Undefined> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: Cow::Owned(name.into()),
            aliases: &[],
            arity,
            arguments: Kind::Number,
            kind: Kind::Number,
            help: Cow::Borrowed("a function of the calling program"),
            exact: FunctionMeaning::Own(Arc::new(meaning)),
            machine: None,
            unordered: false,
            takes_base: false,
            algebra: Algebra::Opaque,
            members: None,
        }
    }

    /// Makes a user's own condition.
    pub fn condition(
        name: impl Into<String>,
        arity: RangeInclusive<usize>,
        meaning: impl Fn(&[Exact], &Context) -> bool + Send + Sync + 'static,
    ) -> Self {
        let number = move |x: &[Exact], context: &Context| Ok(Exact::from(meaning(x, context)));
        Self { kind: Kind::Condition, ..Self::number(name, arity, number) }
    }

    /// Returns its value for these arguments, whose number the arity allows.
    ///
    /// # Errors
    /// [`Undefined`] if there is no value, or none within the size limit.
    pub fn value(&self, arguments: &[Exact], context: &Context) -> Result<Exact, Undefined> {
        match &self.exact {
            FunctionMeaning::Table(exact) => exact(arguments, context),
            FunctionMeaning::Own(exact) => exact(arguments, context),
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

/// A function in an expression.
#[derive(Clone, Debug)]
pub enum FunctionRef {
    /// A row of the table.
    Table(&'static Function),
    /// A row with its own base for arguments and result: `concat@10`.
    InBase(&'static Function, Base),
    /// A user's own function.
    Own(Arc<Function>),
}

impl FunctionRef {
    /// Returns its value for these arguments, whose number the arity allows.
    ///
    /// # Errors
    /// As [`Function::value`].
    pub fn value(&self, arguments: &[Exact], context: &Context) -> Result<Exact, Undefined> {
        (**self).value(arguments, &self.context(context))
    }

    /// Returns its value for machine integers, if there is one that fits.
    #[must_use]
    pub fn machine_value(&self, arguments: &[i64], context: &Context) -> Option<i64> {
        self.machine?(arguments, &self.context(context))
    }

    /// Returns the number at a place, from 0, among the numbers from 0 up for which it holds, if they can be listed one by one.
    pub fn member(&self, place: u64) -> Option<i64> {
        match self {
            Self::Table(function) => function.members?(place),
            Self::InBase(..) | Self::Own(_) => None,
        }
    }

    /// Returns the context of its meaning, which may have its own base.
    fn context(&self, context: &Context) -> Context {
        match self {
            Self::InBase(_, base) => Context { base: *base, ..*context },
            Self::Table(_) | Self::Own(_) => *context,
        }
    }

    /// Returns its spelling before its arguments: `gcd`, `concat@10`.
    #[must_use]
    pub fn written(&self) -> Cow<'_, str> {
        match self {
            Self::InBase(function, base) => Cow::Owned(format!("{}@{base}", function.name)),
            Self::Table(_) | Self::Own(_) => Cow::Borrowed(&self.name),
        }
    }

    /// Returns the same function in its own base; `None` if it cannot have one.
    #[must_use]
    pub fn in_base(&self, base: Base) -> Option<Self> {
        match self {
            Self::Table(function) if function.takes_base => Some(Self::InBase(function, base)),
            _ => None,
        }
    }
}

impl std::ops::Deref for FunctionRef {
    type Target = Function;

    fn deref(&self) -> &Function {
        match self {
            Self::Table(function) | Self::InBase(function, _) => function,
            Self::Own(function) => function,
        }
    }
}

impl PartialEq for FunctionRef {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Table(a), Self::Table(b)) => a.name == b.name,
            (Self::InBase(a, base), Self::InBase(b, other)) => a.name == b.name && base == other,
            (Self::Own(a), Self::Own(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}
