//! A puzzle: conditions on numerals with hidden digits, under rules.
//!
//! [`Builder`] puts one together and checks it; a [`Reader`](crate::text::Reader) drives it from a text, a program
//! can drive it by hand. A finished [`Puzzle`] knows, for each hidden digit, the digits it may
//! take, and which of them differ.

mod build;
mod claims;
mod error;
mod figures;
mod finished;
mod hidden;
mod misprint;
mod misprinted;
mod role;
mod rules;
mod settings;
mod sheet;

pub use build::Builder;
pub(crate) use claims::{Claims, ZeroLines};
pub use error::PuzzleError;
pub use finished::Puzzle;
pub use hidden::{Group, Hidden, Kind};
pub use misprint::Misprint;
pub use role::{Role, RoleKind};
pub use rules::{Assignment, BlankRule, Distinct, Misprints, Permission, Rules, Wrong};
pub use settings::{Affects, SETTINGS, Setting, SettingError, Shown, Takes};
pub use sheet::{Glyph, Row, Rule, Sheet};
