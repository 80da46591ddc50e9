//! The lines of a text that are no part of the puzzle: settings, `@name value`, and comments.

use std::ops::Range;

use super::error::Origin;
use super::error::ParseError;
use super::error::Slip;
use super::lines;
use crate::puzzle::Rules;
use crate::puzzle::SETTINGS;
use crate::puzzle::SettingError;

/// How alike a name must be to one of ours to be proposed, from 0 to 1.
const ALIKE: f64 = 0.75;

/// The word that makes all lines of a block one puzzle.
pub(super) const ONE: &str = "one";

/// What the special lines of a text say.
#[derive(Debug)]
pub(crate) struct Heading {
    /// The rules, with the text's own settings.
    pub rules: Rules,
    /// The bytes of the special lines.
    pub lines: Vec<Range<usize>>,
}

impl Heading {
    /// Reads the special lines of `text`, which start from `rules`.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let mut heading = Self { rules: rules.clone(), lines: Vec::new() };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if lines::special(line).is_some() {
                heading.lines.push(start..start + line.len());
                set(&mut heading.rules, line).map_err(|mut slip| {
                    slip.at = slip.at.start + start..slip.at.end + start;
                    ParseError::new(slip, text, Origin::Setting)
                })?;
            }
            start += line.len();
        }
        Ok(heading)
    }

    /// Where the text sets a rule by this name: the part of the value that is asked for, or all of it.
    pub fn find(&self, text: &str, name: &str, part: Option<&str>) -> Option<Range<usize>> {
        self.lines.iter().find_map(|line| {
            let typed = &text[line.clone()];
            let (_, value) = lines::setting(typed).filter(|(found, _)| *found == name)?;
            let part = part.or(value)?;
            let start = line.start + typed.rfind(part)?;
            Some(start..start + part.len())
        })
    }
}

/// Sets the rule that a line names, if it names one.
pub(super) fn set(rules: &mut Rules, line: &str) -> Result<(), Slip> {
    let Some((name, value)) = lines::setting(line) else { return Ok(()) };
    if name == ONE {
        return Ok(());
    }
    rules.set(name, value).map_err(|error| {
        let help = match &error {
            SettingError::Unknown(name) => proposal(name),
            _ => SETTINGS
                .iter()
                .find(|row| row.name == name)
                .map(|row| format!("write it like @{name} {}", row.example)),
        };
        let part = if matches!(error, SettingError::Unknown(_)) { name } else { value.unwrap_or(name) };
        let start = line.rfind(part).unwrap_or(0);
        Slip { help, ..Slip::new(error, start..start + part.len()) }
    })
}

fn proposal(name: &str) -> Option<String> {
    if let Some((name, value)) = name.split_once('=') {
        return Some(format!("write the value behind a space: @{name} {value}"));
    }
    let likeness = |row: &&crate::puzzle::Setting| (strsim::jaro_winkler(row.name, name) * 1000.0) as u32;
    let nearest = SETTINGS.iter().max_by_key(likeness)?;
    (strsim::jaro_winkler(nearest.name, name) >= ALIKE).then(|| format!("did you mean @{}?", nearest.name))
}
