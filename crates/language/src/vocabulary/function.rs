//! A function: a row of the table, or a library user's own, and how an expression holds it.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::context::Context;
use super::operators::Algebra;
use crate::digits::Base;
use crate::number::{Exact, Undefined};

/// Whether an expression is a number or something that holds or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// Something that is true or false.
    Condition,
}

/// The exact meaning of a function of the table.
pub type Exactly = fn(&[Exact], &Context) -> Result<Exact, Undefined>;
/// The meaning of a function of the table for machine integers, where it fits them.
pub type InMachineWords = fn(&[i64], &Context) -> Option<i64>;
/// The number at a place, from 0, among those of which something is true.
pub type Members = fn(u64) -> Option<i64>;
/// A meaning that a library user brings along.
pub type OwnMeaning = Arc<dyn Fn(&[Exact], &Context) -> Result<Exact, Undefined> + Send + Sync>;

/// One function: everything the crate knows about it.
#[non_exhaustive]
pub struct Function {
    /// As it is written and printed.
    pub name: Cow<'static, str>,
    /// Spellings that other systems use.
    pub aliases: &'static [&'static str],
    /// How many arguments it takes.
    pub arity: RangeInclusive<usize>,
    /// What its arguments are.
    pub arguments: Kind,
    /// What it yields. A condition yields 1 where it holds and 0 where not.
    pub kind: Kind,
    /// One line for the list of functions.
    pub help: Cow<'static, str>,
    /// What it means.
    pub exact: FunctionMeaning,
    /// What it means for machine integers; `None` from it hands over to the exact meaning.
    pub machine: Option<InMachineWords>,
    /// Whether its arguments may change places, as symmetries do.
    pub unordered: bool,
    /// Whether it may have a base of its own, as `concat@10` has.
    pub takes_base: bool,
    /// What a compiler may know of it.
    pub algebra: Algebra,
    /// For a question about one number: the numbers from 0 up that it is true of, in rising order, by their places from 0;
    /// `None` past machine words. Where they are few, they are gone through instead of all numbers.
    pub members: Option<Members>,
}

/// The meaning of a function: a row of the table, or a library user's closure.
#[non_exhaustive]
pub enum FunctionMeaning {
    /// A plain function.
    Table(Exactly),
    /// A closure.
    Own(OwnMeaning),
}

impl fmt::Debug for FunctionMeaning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if matches!(self, Self::Table(_)) { "Table" } else { "Own" })
    }
}

impl Function {
    /// A function of a library user's own, that yields a number.
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

    /// A condition of a library user's own.
    pub fn condition(
        name: impl Into<String>,
        arity: RangeInclusive<usize>,
        meaning: impl Fn(&[Exact], &Context) -> bool + Send + Sync + 'static,
    ) -> Self {
        let number = move |x: &[Exact], context: &Context| Ok(Exact::from(meaning(x, context)));
        Self { kind: Kind::Condition, ..Self::number(name, arity, number) }
    }

    /// Its value for these arguments, whose number the arity allows.
    ///
    /// # Errors
    /// [`Undefined`] where there is no value, or none within the size limit.
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

/// A function as an expression holds it.
#[derive(Clone, Debug)]
pub enum FunctionRef {
    /// A row of the table.
    Table(&'static Function),
    /// A row whose arguments and result are written in a base of their own: `concat@10`.
    InBase(&'static Function, Base),
    /// A library user's own.
    Own(Arc<Function>),
}

impl FunctionRef {
    /// Its value for these arguments, whose number the arity allows.
    ///
    /// # Errors
    /// As [`Function::value`].
    pub fn value(&self, arguments: &[Exact], context: &Context) -> Result<Exact, Undefined> {
        (**self).value(arguments, &self.context(context))
    }

    /// Its value for machine integers, where it has one that fits them.
    #[must_use]
    pub fn machine_value(&self, arguments: &[i64], context: &Context) -> Option<i64> {
        self.machine?(arguments, &self.context(context))
    }

    /// The number at a place, from 0, among those from 0 up that it is true of, where they are to be had one by one.
    pub fn member(&self, place: u64) -> Option<i64> {
        match self {
            Self::Table(function) => function.members?(place),
            Self::InBase(..) | Self::Own(_) => None,
        }
    }

    /// What its meaning depends on: the base may be its own.
    fn context(&self, context: &Context) -> Context {
        match self {
            Self::InBase(_, base) => Context { base: *base, ..*context },
            Self::Table(_) | Self::Own(_) => *context,
        }
    }

    /// As it is written before its arguments: `gcd`, `concat@10`.
    #[must_use]
    pub fn written(&self) -> Cow<'_, str> {
        match self {
            Self::InBase(function, base) => Cow::Owned(format!("{}@{base}", function.name)),
            Self::Table(_) | Self::Own(_) => Cow::Borrowed(&self.name),
        }
    }

    /// The same function in a base of its own; nothing if it takes none.
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
