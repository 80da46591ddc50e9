//! A puzzle: conditions on numerals with hidden digits, under rules.
//!
//! A [`Builder`] puts a puzzle together and checks it. A [`Reader`](crate::text::Reader) uses it to read a text, and a program
//! can use it directly. For each hidden digit, a finished [`Puzzle`] knows which digits it may take, and from which others it
//! differs.

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
mod unread;

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
pub use unread::Unread;
