//! Words that completions offer as the value of an option, which takes others as well.
//!
//! clap's own list of possible values would refuse all others, with its own error.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// Makes a reader that offers these words, and reads all words with `read`.
pub fn offering<W, F>(words: W, read: F) -> impl TypedValueParser<Value = String>
where
    W: Fn() -> Vec<&'static str> + Clone + Send + Sync + 'static,
    F: Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static,
{
    Offered { words, read }
}

/// A reader of values, with the words it is known to take. Only completions look these up.
#[derive(Clone)]
struct Offered<W, F> {
    words: W,
    read: F,
}

impl<W, F> TypedValueParser for Offered<W, F>
where
    W: Fn() -> Vec<&'static str> + Clone + Send + Sync + 'static,
    F: Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static,
{
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // Without a word, a shell would offer nothing at all, not even files.
        let words = (self.words)();
        let has_words = !words.is_empty();
        let values = words.into_iter().map(PossibleValue::new);
        has_words.then(|| Box::new(values) as Box<dyn Iterator<Item = PossibleValue>>)
    }
}
