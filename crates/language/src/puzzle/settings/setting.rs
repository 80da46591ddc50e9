//! A setting: a row of the table.

use super::error::SettingError;
use crate::puzzle::rules::Rules;

/// Whether a setting takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// It needs one.
    Value,
    /// It may have one; without one, this is the default.
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
    /// Returns it as texts, each of which sets a part of it.
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
    /// Whether it takes a value.
    pub takes: Takes,
    /// An example of a value.
    pub example: &'static str,
    /// Returns one line of help.
    pub help: &'static str,
    /// The part of a puzzle it affects.
    pub affects: Affects,
    /// Whether it may be given several times, each adding to the others.
    pub repeats: bool,
    /// Sets the rule from text.
    pub read: fn(&mut Rules, &str) -> Result<(), SettingError>,
    /// Returns the value in force.
    pub shown: fn(&Rules) -> Shown,
    /// Returns whether it was given, if the value in force does not show that.
    pub is_given: Option<fn(&Rules) -> bool>,
}

/// The part of a puzzle that a setting affects. Code that makes or compares puzzles matches on this, not on names of settings, so
/// that no new setting is overlooked: each `match` lists every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Affects {
    /// The base of the numerals.
    Base,
    /// The digits that all symbols and blanks may take.
    Digits,
    /// Leading zeros, and zero alone.
    Zeros,
    /// Which characters are one symbol.
    Reading,
    /// How a drawing is read.
    Layout,
    /// Which symbols stand for different digits.
    Distinct,
    /// The meaning of the digits that the puzzle shows.
    Literals,
    /// Which signs are blanks, and the digits of blanks alone.
    Blanks,
    /// Information about single symbols: digits, or further conditions.
    Clues,
    /// The output of a solution.
    Answer,
}

impl Affects {
    /// Returns whether it treats symbols and blanks alike, so that it makes no difference which of them hides a digit.
    #[must_use]
    pub fn is_alike(self) -> bool {
        match self {
            Self::Base | Self::Digits | Self::Zeros | Self::Layout => true,
            Self::Reading | Self::Distinct | Self::Literals | Self::Blanks | Self::Clues | Self::Answer => {
                false
            }
        }
    }

    /// Returns whether generators set it for each puzzle. Other rules are the same for all puzzles of one search.
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
