//! The text and the settings that a puzzle is read from.

use std::sync::Arc;

use fukumen::interrupt::Interrupt;
use fukumen::puzzle::Rules;
use fukumen::text::{Mistake, ParseError, Reader};
use pyo3::prelude::*;

use crate::callbacks;
use crate::callbacks::{Calls, Own};
use crate::options::Options;
use crate::puzzle::text_of;

/// What texts may have around the puzzle.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Words {
    /// Nothing: they are read by the language alone.
    #[default]
    None,
    /// Words, as people type them.
    Any,
    /// Words, unless they may change the answer and were not read.
    Understood,
}

/// The text and the rules that a puzzle is read from.
#[derive(Default)]
pub struct Source {
    pub text: String,
    pub words: Words,
    pub rules: Rules,
    /// The settings as they were given.
    pub given: Vec<(&'static str, Option<String>)>,
    pub functions: Vec<Own>,
}

impl Source {
    /// A text with its settings.
    pub fn new(text: &Bound<PyAny>, options: &mut Options) -> PyResult<Self> {
        Ok(Self {
            text: text_of(text)?,
            words: Words::None,
            rules: std::mem::take(&mut options.rules),
            given: std::mem::take(&mut options.given),
            functions: std::mem::take(&mut options.functions),
        })
    }

    /// Reads the puzzle under some rules, which are its own but for a question. Its functions are called for one search alone.
    pub fn read(
        &self,
        rules: &Rules,
        calls: &Arc<Calls>,
        interrupt: &dyn Interrupt,
    ) -> Result<fukumen::Puzzle, ParseError> {
        let reader = Reader::new().rules(rules).interrupt(interrupt);
        let of_words = match self.words {
            Words::None => reader.alone(),
            Words::Any => reader,
            Words::Understood => reader.strict(),
        };
        if self.functions.is_empty() {
            return of_words.read(&self.text);
        }
        let mut functions = self.functions.clone();
        // A function whose annotation does not say what it returns is one of numbers, unless it stands for a condition.
        loop {
            let vocabulary = callbacks::vocabulary(&functions, calls);
            // A name that is no function yet would be taken for a word.
            let read = reader.alone().vocabulary(&vocabulary).read(&self.text);
            let Err(error) = &read else { return read };
            let at = error.text.get(error.span.clone()).unwrap_or_default();
            let is_meant = |own: &Own| own.is_number() && calls_function(at, &own.name);
            match functions.iter().position(is_meant) {
                Some(i) if error.mistake != Mistake::Interrupted => {
                    let own = functions.remove(i).into_condition();
                    functions.insert(i, own);
                }
                _ if self.words == Words::None => return read,
                _ => return of_words.vocabulary(&vocabulary).read(&self.text),
            }
        }
    }

    /// Another text under the same rules.
    pub fn with_text(&self, text: String) -> Self {
        Self {
            text,
            words: self.words,
            rules: self.rules.clone(),
            given: self.given.clone(),
            functions: self.functions.clone(),
        }
    }

    /// Whether two sources say the same.
    pub fn is_like(&self, other: &Self, py: Python<'_>) -> PyResult<bool> {
        if self.text != other.text
            || self.words != other.words
            || self.rules != other.rules
            || self.functions.len() != other.functions.len()
        {
            return Ok(false);
        }
        for (own, other) in self.functions.iter().zip(&other.functions) {
            if own.name != other.name || !own.callable.bind(py).eq(&*other.callable)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether a text begins with a call of this function.
fn calls_function(text: &str, name: &str) -> bool {
    let text = text.trim_start_matches(['(', ' ']);
    text.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('('))
}
