//! A setting: a row of the table.

use super::error::SettingError;
use crate::puzzle::rules::Rules;

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
    pub(super) fn values(self) -> Vec<String> {
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
