//! The settings: every rule by its name, as text.
//!
//! The command line, `@name value` lines and the rules in JSON all come from one table. `table.rs` has its rows, `values.rs`
//! how their values are read and written.

mod error;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use error::SettingError;
pub use table::SETTINGS;

use super::rules::Rules;

/// Whether a setting is given a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// It must be.
    Value,
    /// It may be; without one, this is meant.
    Optional(&'static str),
}

/// A setting's value, for output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// On or off.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// Several texts, given once each.
    List(Vec<String>),
    /// Nothing is set.
    Nothing,
}

impl Shown {
    /// As texts, each of which sets it.
    fn values(self) -> Vec<String> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Flag(flag) => vec![flag.to_string()],
            Self::Number(number) => vec![number.to_string()],
            Self::Text(text) => vec![text],
            Self::List(list) => list,
        }
    }
}

/// One setting: everything the crate knows about it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Setting {
    /// Its name on the command line and in files; in JSON with `_` for `-`.
    pub name: &'static str,
    /// Whether it is given a value.
    pub takes: Takes,
    /// What its value looks like.
    pub example: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// What it affects.
    pub affects: Affects,
    /// Whether it may be given several times, each adding to the others.
    pub repeats: bool,
    /// Sets it from text.
    pub read: fn(&mut Rules, &str) -> Result<(), SettingError>,
    /// Its value in force.
    pub shown: fn(&Rules) -> Shown,
    /// Whether it was given, if its value in force does not tell.
    pub is_given: Option<fn(&Rules) -> bool>,
}

/// What a setting affects. Who makes or compares puzzles asks this, and not for settings by name, so that a
/// new setting is not overlooked: each `match` lists every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Affects {
    /// The base of the numerals.
    Base,
    /// The digits that all symbols and blanks may take alike.
    Digits,
    /// Zeros in front of a numeral, or as a numeral.
    Zeros,
    /// Which characters are one symbol.
    Reading,
    /// How a drawing is read.
    Layout,
    /// Which symbols stand for different digits.
    Distinct,
    /// What the digits mean that the puzzle shows.
    Literals,
    /// Which signs are blanks, and the digits of blanks alone.
    Blanks,
    /// What is told about single symbols: digits, or further conditions.
    Clues,
    /// What is printed with a solution.
    Answer,
}

impl Affects {
    /// Whether it treats symbols and blanks alike, so that it says the same whether a digit is hidden by one
    /// or the other.
    #[must_use]
    pub fn is_alike(self) -> bool {
        match self {
            Self::Base | Self::Digits | Self::Zeros | Self::Layout => true,
            Self::Reading | Self::Distinct | Self::Literals | Self::Blanks | Self::Clues | Self::Answer => {
                false
            }
        }
    }

    /// Whether generators set it for each puzzle. Other rules are the same for all puzzles of one search.
    #[must_use]
    pub fn is_per_puzzle(self) -> bool {
        match self {
            Self::Layout | Self::Clues => true,
            Self::Base
            | Self::Digits
            | Self::Zeros
            | Self::Reading
            | Self::Distinct
            | Self::Literals
            | Self::Blanks
            | Self::Answer => false,
        }
    }
}

impl Setting {
    /// The setting of this name.
    ///
    /// # Errors
    /// [`SettingError::Unknown`] where none has it.
    pub fn named(name: &str) -> Result<&'static Self, SettingError> {
        SETTINGS.iter().find(|row| row.name == name).ok_or_else(|| SettingError::Unknown(name.into()))
    }

    /// Sets it, with the default value where it takes one and none is given.
    ///
    /// # Errors
    /// [`SettingError`] where the value is none of this setting's.
    pub fn set(&self, rules: &mut Rules, value: Option<&str>) -> Result<(), SettingError> {
        match (value, self.takes) {
            (Some(value), _) => (self.read)(rules, value),
            (None, Takes::Optional(value)) => (self.read)(rules, value),
            (None, Takes::Value) => Err(SettingError::Missing(self.example)),
        }
    }
}

impl Rules {
    /// Sets a rule by its name.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::puzzle::Rules;
    /// let mut rules = Rules::default();
    /// rules.set("digits", Some("1-9"))?;
    /// assert_eq!(rules.allowed_digits().len(), 9);
    /// # Ok::<(), fukumen::puzzle::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// [`SettingError`] where there is no such setting, or the value is none of its.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), SettingError> {
        Setting::named(name)?.set(self, value)
    }

    /// The settings that differ from the default, in the order of the table.
    pub fn changed(&self) -> impl Iterator<Item = &'static Setting> {
        let default = Self::default();
        let is_changed = move |row: &&Setting| match row.is_given {
            Some(is_given) => is_given(self),
            None => (row.shown)(self) != (row.shown)(&default),
        };
        SETTINGS.iter().filter(is_changed)
    }

    /// The rules that differ from the default, as `name value`, in the order of the table.
    #[must_use]
    pub fn changes(&self) -> Vec<(&'static str, String)> {
        self.changed()
            .flat_map(|row| (row.shown)(self).values().into_iter().map(|value| (row.name, value)))
            .collect()
    }

    /// These rules as far as they affect what is named, and the default for the rest.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::puzzle::{Affects, Rules};
    /// let mut rules = Rules::default().with_where("A<B");
    /// rules.set("base", Some("12"))?;
    /// let kept = rules.keeping(|affects| affects == Affects::Base);
    /// assert_eq!((kept.base, kept.wheres.len()), (rules.base, 0));
    /// # Ok::<(), fukumen::puzzle::SettingError>(())
    /// ```
    #[must_use]
    pub fn keeping(&self, is_kept: impl Fn(Affects) -> bool) -> Self {
        let mut kept = Self::default();
        for row in self.changed().filter(|row| is_kept(row.affects)) {
            for value in (row.shown)(self).values() {
                (row.read)(&mut kept, &value).expect("what a setting shows, it reads");
            }
        }
        kept
    }
}
