//! Messages as data: a key for each kind, named values, and a catalogue with a text for each key.
//!
//! Errors and notes hold only keys and values. Their texts are looked up when they are shown, so a correct puzzle costs nothing,
//! and another catalogue can have the same messages in another language. `messages/en.txt` is the English one;
//! `tests/messages.rs` compares it with the keys and values in the sources.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

/// A line `key = text` for each message, and `key.label = text` for the label at the place of an error.
const ENGLISH: &str = include_str!("../messages/en.txt");

static CATALOGUE: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| entries(ENGLISH).collect());

/// Returns the entries of a catalogue, each key with its text.
fn entries(catalogue: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    catalogue.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "))
}

/// A message: a key and its values. It prints as the text of the catalogue.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::Puzzle;
/// let error = Puzzle::parse("SEND MORE = MONEY").unwrap_err();
/// let message = error.message();
/// assert_eq!(message.key(), "side-by-side");
/// assert_eq!(message.params(), [("left", "SEND".into()), ("right", "MORE".into())]);
/// assert_eq!(message.to_string(), "there is no operator between 'SEND' and 'MORE'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    key: &'static str,
    params: Vec<(&'static str, String)>,
    within: Vec<(&'static str, Message)>,
}

impl Message {
    /// Makes a message of this key and these values. The macro `message!` is short for it.
    pub fn new(key: &'static str, params: Vec<(&'static str, String)>) -> Self {
        Self { key, params, within: Vec::new() }
    }

    /// Adds a message as the value of this name, besides the text that is already there.
    pub fn with(mut self, name: &'static str, value: Self) -> Self {
        self.within.push((name, value));
        self
    }

    /// Returns the key of this kind of message. It stays the same if the words change.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Returns the values, by name, in the same order for each message of this kind.
    #[must_use]
    pub fn params(&self) -> &[(&'static str, String)] {
        &self.params
    }

    /// Returns the values that are messages themselves, by name, so that another catalogue can translate the whole message.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::message::message;
    /// let expected = message!("expected-from-min-length", least = 3);
    /// let message = message!("order-value", option = "max-length", found = "2", expected = expected).with("expected", expected);
    /// let (name, expected) = &message.within()[0];
    /// assert_eq!((message.key(), *name, expected.key()), ("order-value", "expected", "expected-from-min-length"));
    /// ```
    #[must_use]
    pub fn within(&self) -> &[(&'static str, Self)] {
        &self.within
    }

    /// Returns the label at the place of an error: what was expected there.
    #[must_use]
    pub fn label(&self) -> String {
        self.fill(CATALOGUE.get(format!("{}.label", self.key).as_str()).unwrap_or(&""))
    }

    /// Returns a text with the values in place of their names in braces.
    pub fn fill(&self, template: &str) -> String {
        let mut text = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, inner)| Some((before, inner.split_once('}')?)))
        {
            text.push_str(before);
            match self.params.iter().find(|(param, _)| *param == name) {
                Some((_, value)) => text.push_str(value),
                None => text.push_str(&format!("{{{name}}}")),
            }
            rest = after;
        }
        text + rest
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.fill(CATALOGUE.get(self.key).unwrap_or(&self.key)))
    }
}

/// Makes a [`Message`] from its key and its named values.
#[doc(hidden)]
#[macro_export]
macro_rules! __message {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::message::Message::new($key, vec![$((stringify!($name), $value.to_string())),*])
    };
}
#[doc(inline)]
pub use __message as message;

/// A remark for the writer of a puzzle about something that is not an error. It prints as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// Its message.
    pub message: Message,
    /// The bytes of the puzzle's text that it is about; `None` if it is about all of it.
    pub span: Option<Range<usize>>,
}

impl From<Message> for Note {
    fn from(message: Message) -> Self {
        Self { message, span: None }
    }
}

/// Makes a note of the caller's own words, with the key `remark`.
impl From<String> for Note {
    fn from(text: String) -> Self {
        message!("remark", text = text).into()
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message.fmt(f)
    }
}

/// A way to repair an error: a part of the text, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The bytes of the text to replace; empty for an insertion.
    pub span: Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Repair {
    /// Returns the text after the repair. A text that does not have the span is returned unchanged.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::Puzzle;
    /// let text = "SEND+MORE => MONEY";
    /// let error = Puzzle::parse(text).unwrap_err();
    /// let repair = error.repair.as_ref().expect("it is known what was meant");
    /// assert_eq!(repair.apply(text), "SEND+MORE >= MONEY");
    /// ```
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        match (text.get(..self.span.start), text.get(self.span.end..)) {
            (Some(before), Some(behind)) => format!("{before}{}{behind}", self.text),
            _ => text.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_in_as_they_are() {
        let message = message!("side-by-side", left = "{right}", right = "B");
        assert_eq!(message.fill("{left}|{right}|{other}|{"), "{right}|B|{other}|{");
    }

    #[test]
    fn each_key_has_one_text() {
        assert_eq!(entries(ENGLISH).count(), CATALOGUE.len());
        let others = ENGLISH.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(others.count(), CATALOGUE.len(), "a line is neither an entry nor a comment");
    }

    #[test]
    fn a_repair_leaves_other_texts_as_they_are() {
        let repair = Repair { span: 1..3, text: "=".into() };
        let repaired = ["A=>B", "A", "", "é=>B"].map(|text| repair.apply(text));
        assert_eq!(repaired, ["A=B", "A", "", "é=>B"]);
    }

    #[test]
    fn a_note_in_own_words_keeps_them() {
        assert_eq!(Note::from("As {they} are.".to_owned()).to_string(), "As {they} are.");
    }
}
