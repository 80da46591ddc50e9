//! Why an engine suits a problem, or does not: data, like every message.
//!
//! Many plans are made and few are read. So a reason has a key and numbers; its text is looked up only when it is shown.

use std::fmt;

use fukumen_language::message::Message;

/// Why an engine suits a problem, or does not. Its display is the text of the catalogue.
///
/// An engine outside this crate gives its reason in its own words: `"the largest digits are wanted first".into()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    key: &'static str,
    values: Vec<(&'static str, Value)>,
}

/// A value in the text of a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number; only one digit of a large one is shown.
    Number(u128),
    /// The name of an engine.
    Name(&'static str),
    /// A reason inside another.
    Reason(Reason),
    /// Words of the caller.
    Text(String),
}

/// The least number that is shown as a power of ten.
const LARGE: u128 = 1_000_000_000;

impl Reason {
    pub(crate) fn new(key: &'static str, values: Vec<(&'static str, Value)>) -> Self {
        Self { key, values }
    }

    /// Returns the name of this kind of reason, which stays the same if the words change: `remark` if the words are the
    /// engine's own.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Makes the message for it.
    #[must_use]
    pub fn message(&self) -> Message {
        let params = self.values.iter().map(|(name, value)| (*name, value.to_string())).collect();
        let message = Message::new(self.key, params);
        self.values.iter().fold(message, |message, (name, value)| match value {
            Value::Reason(reason) => message.with(name, reason.message()),
            _ => message,
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Number(number) if *number < LARGE => write!(f, "{number}"),
            Self::Number(number) => write!(f, "{number:.0e}"),
            Self::Name(name) => f.write_str(name),
            Self::Reason(reason) => reason.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number.round_ties_even() as u128)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number as u128)
    }
}

impl From<&'static str> for Value {
    fn from(name: &'static str) -> Self {
        Self::Name(name)
    }
}

impl From<Reason> for Value {
    fn from(reason: Reason) -> Self {
        Self::Reason(reason)
    }
}

/// Makes a reason in the caller's own words, with the key `remark`.
impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self::new("remark", vec![("text", Value::Text(text))])
    }
}

/// Makes a reason in the caller's own words, with the key `remark`.
impl From<&str> for Reason {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// Makes a reason from its key and its values by name. It makes no text.
macro_rules! reason {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::engine::reason::Reason::new($key, vec![$((stringify!($name), $value.into())),*])
    };
}
pub(crate) use reason;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_within_another_is_a_message_within_another() {
        let inner = reason!("why-not-sums", sums = 12_usize);
        let message = reason!("why-figures", reason = inner.clone(), figures = 3.0).message();
        assert_eq!(message.to_string(), format!("{inner}; 3 figures, one after the other"));
        assert_eq!(message.within(), [("reason", inner.message())]);
        assert_eq!(inner.to_string(), "12 sums are too many to keep in every state");
    }

    #[test]
    fn own_words_stay_as_they_are() {
        let reason = Reason::from("as {they} are");
        assert_eq!((reason.to_string().as_str(), reason.key()), ("as {they} are", "remark"));
    }

    #[test]
    fn large_numbers_show_one_figure() {
        let shown = |number: f64| Value::from(number).to_string();
        assert_eq!(
            [0.4, 999.6, 999_999_999.0, 1e9, 2.6e9].map(shown),
            ["0", "1000", "999999999", "1e9", "3e9"]
        );
    }
}
