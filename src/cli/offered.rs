//! Words that completions offer as the value of an option, which takes others as well.
//!
//! clap's own list of possible values would refuse all others, with an error of its own.

use std::ffi::OsStr;

use clap::Arg;
use clap::Command;
use clap::Error;
use clap::builder::PossibleValue;
use clap::builder::TypedValueParser;

/// The option, which offers these words and reads all with `read`.
pub fn offering<F>(arg: Arg, words: Vec<&'static str>, read: F) -> Arg
where
    F: Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static,
{
    arg.value_parser(Offered { words, read }).hide_possible_values(true)
}

/// A reader of values, with the words it is known to take.
#[derive(Clone)]
struct Offered<F> {
    words: Vec<&'static str>,
    read: F,
}

impl<F> TypedValueParser for Offered<F>
where
    F: Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static,
{
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // Without a word, a shell would offer nothing at all, not even files.
        let words = self.words.iter().map(|word| PossibleValue::new(*word));
        (!self.words.is_empty()).then(|| Box::new(words) as Box<dyn Iterator<Item = PossibleValue>>)
    }
}
