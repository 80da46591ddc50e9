//! Orders: what to make, with options that are read once, by the table of their kind.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::error::{GenerateError, Thing, wrong};
use crate::measures::Comparison;
use fukumen_language::message::{Message, message};
use fukumen_language::puzzle::Rules;

/// An option of a kind, as data: the command line and a form are made from it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Choice {
    /// Its name, as on the command line without the dashes.
    pub name: &'static str,
    /// The placeholder of its value in the help; empty for a flag.
    pub value: &'static str,
    /// The values that it takes.
    pub takes: Takes,
    /// The default value, as text.
    pub default: Option<&'static str>,
    /// Whether it may be given several times, each adding to the others. Otherwise the last counts.
    pub repeats: bool,
    /// The option that it requires.
    pub needs: Option<&'static str>,
    /// One line of help, without the default and the required option.
    pub help: &'static str,
}

/// The values that an option takes, with their limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None: it is present or not.
    Flag,
    /// A whole number.
    Number {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A number, or two with `..` between them.
    Range {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
        /// Whether the second may be left out.
        is_open: bool,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of these words, or a whole number.
    OneOfOr {
        /// The words.
        words: &'static [&'static str],
        /// The least number.
        least: u64,
        /// Sets the largest number.
        most: u64,
    },
    /// A text that the kind reads.
    Text,
    /// The name of a file. The kind gets the contents of the file: no module of this crate reads files.
    File,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// The option is present.
    Flag,
    /// A number.
    Number(u64),
    /// A range; without an end, there is no limit.
    Range(u64, Option<u64>),
    /// One of the words of the option.
    One(&'static str),
    /// A text.
    Text(String),
    /// The contents of a file.
    File(String),
}

/// Writes text that can be read back.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Range(least, None) => write!(f, "{least}.."),
            Self::Range(least, Some(most)) if least == most => write!(f, "{least}"),
            Self::Range(least, Some(most)) => write!(f, "{least}..{most}"),
            Self::One(word) => f.write_str(word),
            Self::Text(text) | Self::File(text) => f.write_str(text),
        }
    }
}

impl Choice {
    const fn new(name: &'static str, value: &'static str, takes: Takes, help: &'static str) -> Self {
        Self { name, value, takes, default: None, repeats: false, needs: None, help }
    }

    pub(super) const fn flag(name: &'static str, help: &'static str) -> Self {
        Self::new(name, "", Takes::Flag, help)
    }

    pub(super) const fn number(name: &'static str, least: u64, most: u64, help: &'static str) -> Self {
        Self::new(name, "N", Takes::Number { least, most }, help)
    }

    pub(super) const fn range(name: &'static str, least: u64, most: u64, help: &'static str) -> Self {
        Self::new(name, "N..M", Takes::Range { least, most, is_open: false }, help)
    }

    pub(super) const fn open_range(name: &'static str, least: u64, most: u64, help: &'static str) -> Self {
        Self::new(name, "N..M", Takes::Range { least, most, is_open: true }, help)
    }

    pub(super) const fn one_of(
        name: &'static str,
        value: &'static str,
        words: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self::new(name, value, Takes::OneOf(words), help)
    }

    /// Makes one of some words, or a number.
    pub(super) const fn one_of_or(
        name: &'static str,
        value: &'static str,
        words: &'static [&'static str],
        (least, most): (u64, u64),
        help: &'static str,
    ) -> Self {
        Self::new(name, value, Takes::OneOfOr { words, least, most }, help)
    }

    pub(super) const fn text(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self::new(name, value, Takes::Text, help)
    }

    pub(super) const fn file(name: &'static str, help: &'static str) -> Self {
        Self::new(name, "FILE", Takes::File, help)
    }

    pub(super) const fn called(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    pub(super) const fn by_default(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    pub(super) const fn needing(self, needs: &'static str) -> Self {
        Self { needs: Some(needs), ..self }
    }

    pub(super) const fn repeated(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// Reads a value; for a file, from its contents.
    ///
    /// # Errors
    /// [`GenerateError::Value`] if the option does not take this text.
    pub fn read(&self, text: &str) -> Result<Value, GenerateError> {
        let value = match self.takes {
            Takes::Flag => Some(Value::Flag),
            Takes::Number { least, most } => whole(text, least, most).map(Value::Number),
            Takes::Range { least, most, is_open } => range(text, least, most, is_open),
            Takes::OneOf(words) => one_of(text, words),
            Takes::OneOfOr { words, least, most } => {
                one_of(text, words).or_else(|| whole(text, least, most).map(Value::Number))
            }
            Takes::Text => Some(Value::Text(text.into())),
            Takes::File => Some(Value::File(text.into())),
        };
        value.ok_or_else(|| wrong(self.name, text, self.expected()))
    }

    /// Checks that a value is of its type and within its limits.
    fn check(&self, value: &Value) -> Result<(), GenerateError> {
        match (self.takes, value) {
            // These can be long.
            (Takes::Text, Value::Text(_)) | (Takes::File, Value::File(_)) => Ok(()),
            _ if self.read(&value.to_string())? == *value => Ok(()),
            _ => Err(wrong(self.name, value, self.expected())),
        }
    }

    /// Returns what it takes.
    fn expected(&self) -> Message {
        match self.takes {
            Takes::Flag => message!("expected-no-value"),
            Takes::Number { least: 0, most: u64::MAX } => message!("expected-whole-number"),
            Takes::Number { least, most: u64::MAX } => message!("expected-number-from", least = least),
            Takes::Number { least, most } => message!("expected-number-between", least = least, most = most),
            Takes::Range { least, most, is_open } => {
                let example = format!("{least}..{}", least + 2);
                if is_open {
                    message!("expected-open-range", example = example, least = least, most = most)
                } else {
                    message!("expected-range", example = example, least = least, most = most)
                }
            }
            Takes::OneOf([others @ .., last]) if !others.is_empty() => {
                message!("expected-one-of", others = others.join(", "), last = last)
            }
            Takes::OneOf(words) => message!("expected-word", word = words.join("")),
            Takes::OneOfOr { words, least, most } => {
                let words = words.join(", ");
                message!("expected-one-of-or-number", words = words, least = least, most = most)
            }
            Takes::Text => message!("expected-text"),
            Takes::File => message!("expected-file"),
        }
    }
}

fn whole(text: &str, least: u64, most: u64) -> Option<u64> {
    text.trim().parse().ok().filter(|number| (least..=most).contains(number))
}

fn one_of(text: &str, words: &'static [&'static str]) -> Option<Value> {
    words.iter().find(|word| **word == text).map(|word| Value::One(word))
}

fn range(text: &str, least: u64, most: u64, is_open: bool) -> Option<Value> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let first = whole(first, least, most)?;
    let last = last.trim().trim_start_matches('=');
    if last.is_empty() {
        return is_open.then_some(Value::Range(first, None));
    }
    let last = whole(last, first, most)?;
    Some(Value::Range(first, Some(last)))
}

/// The options of an order, with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices(Vec<(&'static str, Value)>);

impl Choices {
    /// Adds a value; if the option does not repeat, it replaces the previous one.
    pub(super) fn add(&mut self, choice: &Choice, value: Value) {
        if !choice.repeats {
            self.0.retain(|(name, _)| *name != choice.name);
        }
        self.0.push((choice.name, value));
    }

    /// Returns the value of an option, if it was given; the last one, if several times.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().rfind(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Returns the given options with their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// Checks that all are options of a kind, with values that these take.
    pub(super) fn check(&self, options: &'static [Choice], kind: &'static str) -> Result<(), GenerateError> {
        self.iter().try_for_each(|(name, value)| {
            let choice = choice(options, kind, name)?;
            match choice.needs.filter(|needs| self.get(needs).is_none()) {
                Some(needs) => Err(GenerateError::Needs {
                    option: Thing::Option(choice.name),
                    needs: Thing::Option(needs),
                }),
                None => choice.check(value),
            }
        })
    }
}

/// Returns the option of this name.
pub(super) fn choice(
    options: &'static [Choice],
    kind: &'static str,
    name: &str,
) -> Result<&'static Choice, GenerateError> {
    let found = options.iter().find(|choice| choice.name == name);
    found.ok_or_else(|| GenerateError::NoSuchOption { kind, name: name.into() })
}

/// An order: which puzzles to make.
///
/// Each kind has a constructor, with a method for each of its common options:
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
/// use fukumen::generate::{Generator, Order};
/// use std::ops::ControlFlow;
///
/// let space = Order::words("send\nmore\nmoney\nless\n").form("A+B=C").max_length(5).space()?;
/// let mut texts = Vec::new();
/// Generator::new(&*space).run(&mut |part| {
///     texts.extend(part.finds.into_iter().map(|find| find.text));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(texts, ["send+more=money", "more+less=money"]);
/// # Ok::<(), fukumen::generate::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    /// The subject, written after the name of the kind.
    pub subject: Option<String>,
    /// The given options.
    pub choices: Choices,
    /// Sets the rules of the puzzles.
    pub rules: Rules,
    /// The seed of puzzles that are chosen at random.
    pub seed: u64,
    /// How many solutions each puzzle must have.
    pub solutions: u64,
    /// Comparisons that must hold for the measures of each puzzle. A kind excludes puzzles by those that it can decide early;
    /// the caller tests the rest.
    pub measures: Vec<Comparison>,
    /// Ends the search when it is set.
    pub interrupt: Arc<AtomicBool>,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            subject: None,
            choices: Choices::default(),
            rules: Rules::default(),
            seed: 0,
            solutions: 1,
            measures: Vec::new(),
            interrupt: Arc::default(),
        }
    }
}

/// Makes an order with these options and nothing else.
impl From<Choices> for Order {
    fn from(choices: Choices) -> Self {
        Self { choices, ..Self::default() }
    }
}

/// The values of an order for the options of its kind, with their defaults.
#[derive(Clone, Copy)]
pub(super) struct Given<'o> {
    pub options: &'static [Choice],
    pub choices: &'o Choices,
}

impl<'o> Given<'o> {
    /// Returns the value in force.
    pub fn value(self, name: &str) -> Option<Value> {
        let choice = self.options.iter().find(|choice| choice.name == name);
        let choice = choice.expect("a kind asks for options of its own table");
        let default = || choice.default.map(|text| choice.read(text).expect("a default is a value"));
        self.choices.get(name).cloned().or_else(default)
    }

    pub fn is_given(self, name: &str) -> bool {
        self.choices.get(name).is_some()
    }

    pub fn number(self, name: &str) -> Option<u64> {
        match self.value(name)? {
            Value::Number(number) => Some(number),
            other => unreachable!("{name} is a number: {other:?}"),
        }
    }

    pub fn range(self, name: &str) -> Option<(u64, Option<u64>)> {
        match self.value(name)? {
            Value::Range(least, most) => Some((least, most)),
            other => unreachable!("{name} is a range: {other:?}"),
        }
    }

    pub fn one(self, name: &str) -> Option<&'static str> {
        match self.value(name)? {
            Value::One(word) => Some(word),
            other => unreachable!("{name} is one of some words: {other:?}"),
        }
    }

    pub fn text(self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(text) => Some(text),
            other => unreachable!("{name} is a text: {other:?}"),
        }
    }

    /// Returns the contents of an option's file.
    pub fn file(self, name: &'static str) -> Option<&'o str> {
        self.all(name).last()
    }

    /// Returns every text, or file, that an option was given.
    pub fn all(self, name: &'static str) -> impl Iterator<Item = &'o str> {
        debug_assert!(self.options.iter().any(|choice| choice.name == name), "{name} is in the table");
        self.choices.iter().filter(move |(other, _)| *other == name).filter_map(|(_, value)| match value {
            Value::Text(text) | Value::File(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KINDS;
    use crate::doubly_true::DoublyTrue;
    use crate::kind::Kind;
    use crate::words::Words;

    fn each_choice() -> impl Iterator<Item = &'static Choice> {
        KINDS.iter().flat_map(|kind| kind.choices())
    }

    #[test]
    fn what_is_of_no_use_alone_needs_an_option_of_its_kind() {
        for kind in KINDS {
            for needs in kind.choices().iter().filter_map(|choice| choice.needs) {
                assert!(kind.choices().iter().any(|choice| choice.name == needs), "{needs}");
            }
        }
        let alone = Order::skeleton("12*34").none_hidden();
        let error =
            GenerateError::Needs { option: Thing::Option("none-hidden"), needs: Thing::Option("only") };
        assert_eq!(alone.space().err(), Some(error));
        assert!(alone.only(1).space().is_ok());
    }

    #[test]
    fn every_default_is_a_value() {
        for choice in each_choice() {
            let default = choice.default.map(|text| choice.read(text));
            assert!(default.is_none_or(|read| read.is_ok()), "{}", choice.name);
        }
    }

    #[test]
    fn values_are_shown_as_they_read() {
        let sizes = Choice::open_range("sizes", 3, 9, "");
        for text in ["3", "3..5", "3.."] {
            assert_eq!(sizes.read(text).map(|value| value.to_string()), Ok(text.into()));
        }
        assert_eq!(sizes.read(" 3 ..= 5 "), Ok(Value::Range(3, Some(5))));
        for choice in each_choice() {
            if let Takes::OneOf(words) = choice.takes {
                assert!(!choice.value.contains('|') || choice.value == words.join("|"), "{}", choice.name);
                assert!(words.iter().all(|word| choice.read(word) == Ok(Value::One(word))));
            }
        }
    }

    #[test]
    fn limits_are_told() {
        let told = |choice: &Choice, text: &str| match choice.read(text) {
            Err(GenerateError::Value { option, expected, .. }) => Some((option, expected.to_string())),
            _ => None,
        };
        let number = Choice::number("n", 1, 9, "");
        assert_eq!(told(&number, "10"), Some(("n", "a number from 1 to 9".into())));
        assert_eq!(told(&number, "0").is_some(), told(&number, "9").is_none());
        let sizes = Choice::range("sizes", 2, 20, "");
        for text in ["1", "21", "5..4", "2..", "..3", "x", ""] {
            assert!(told(&sizes, text).is_some(), "{text}");
        }
        let clues = Choice::one_of_or("clues", "a|N", &["a"], (0, 9), "");
        assert_eq!((clues.read("a"), clues.read("7")), (Ok(Value::One("a")), Ok(Value::Number(7))));
        assert_eq!(told(&clues, "10"), Some(("clues", "a or a number from 0 to 9".into())));
        let word = Choice::one_of("word", "a|b|c", &["a", "b", "c"], "");
        assert_eq!(told(&word, "d"), Some(("word", "a, b or c".into())));
    }

    /// The last value counts, except for options that repeat.
    #[test]
    fn values_add_up_or_take_the_place_of_others() {
        let given = [("form", "A=B"), ("contains", "x"), ("form", "A+B=C"), ("contains", "y")];
        let choices = Choices::read(&Words, given).expect("all are options");
        let order = Order { choices, ..Order::default() };
        assert_eq!(order.given(&Words).all("contains").collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(order.given(&Words).all("form").collect::<Vec<_>>(), ["A+B=C"]);
    }

    #[test]
    fn an_order_of_another_kind_is_refused() {
        let order: Order = Order::grid().size(3, 3).into();
        let error = Words.space(&order).err();
        assert_eq!(error, Some(GenerateError::NoSuchOption { kind: "words", name: "size".into() }));
        let mistyped = Order { choices: Choices(vec![("max", Value::Text("5".into()))]), ..Order::default() };
        assert!(matches!(
            DoublyTrue.space(&mistyped).err(),
            Some(GenerateError::Value { option: "max", .. })
        ));
    }
}
