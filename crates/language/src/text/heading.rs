//! The lines of a text outside of the puzzle: settings, `@name value`, and comments.

use std::ops::Range;

use super::error::{Origin, ParseError, TextError};
use super::lines;
use crate::message::message;
use crate::puzzle::{Rules, SETTINGS, SettingError};

/// How similar a name must be to a known one for a proposal, from 0 to 1.
const ALIKE: f64 = 0.8;

/// The setting that makes all lines of a block one puzzle.
pub const ONE: &str = "one";
/// The setting that makes each line of a block a puzzle.
pub const EACH: &str = "each";

/// The special lines of a text, and the rules they set.
#[derive(Debug)]
pub struct Heading {
    /// The rules, with the text's own settings.
    pub rules: Rules,
    /// The bytes of the special lines.
    pub lines: Vec<Range<usize>>,
}

impl Heading {
    /// Reads the special lines of `text`, starting from `rules`.
    pub fn read(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let mut heading = Self { rules: rules.clone(), lines: Vec::new() };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if lines::special(line).is_some() {
                heading.lines.push(start..start + line.len());
                set(&mut heading.rules, line).map_err(|mut error| {
                    error.move_by(start);
                    ParseError::new(error, text, Origin::Setting)
                })?;
            }
            start += line.len();
        }
        Ok(heading)
    }

    /// Returns the place where the text sets the rule of this name: the given part of the value, or all of it.
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
pub fn set(rules: &mut Rules, line: &str) -> Result<(), TextError> {
    let Some((name, value)) = lines::setting(line) else { return Ok(()) };
    if name == ONE || name == EACH {
        return Ok(());
    }
    rules.set(name, value).map_err(|error| {
        let is_unknown = matches!(error, SettingError::Unknown(_));
        let meant = value
            .filter(|_| matches!(error, SettingError::Digits(_)))
            .and_then(|value| forward(rules, name, value));
        let part = if is_unknown { name } else { value.unwrap_or(name) };
        let start = if is_unknown { line.find(part) } else { line.rfind(part) }.unwrap_or(0);
        let error = TextError::new(error, start..start + part.len());
        if is_unknown {
            return proposal(name, error);
        }
        let error = match meant {
            Some(meant) => error.repair(start..start + part.len(), meant),
            None => error,
        };
        match SETTINGS.iter().find(|row| row.name == name) {
            Some(row) => error.help(message!("help-setting-example", name = name, example = row.example)),
            None => error,
        }
    })
}

/// Corrects a list of digits whose ranges run backwards, or have dots or a longer dash. Returns it if the rules then accept it.
fn forward(rules: &Rules, name: &str, value: &str) -> Option<String> {
    let dashed = value.replace(['…', '‥', '–', '—', '−'], "-").replace("...", "-").replace("..", "-");
    let parts = dashed.split(',').map(|part| match part.split_once('-') {
        Some((first, last)) => {
            let (first, last) = (first.trim(), last.trim());
            let number = |text: &str| text.parse::<u32>().unwrap_or_default();
            if number(first) > number(last) { format!("{last}-{first}") } else { format!("{first}-{last}") }
        }
        None => part.trim().to_owned(),
    });
    let list = parts.collect::<Vec<_>>().join(",");
    rules.clone().set(name, Some(&list)).is_ok().then_some(list)
}

/// Adds a proposal to the error of an unknown setting: the most similar name.
fn proposal(name: &str, error: TextError) -> TextError {
    let at = error.at.clone();
    if let Some((name, value)) = name.split_once('=') {
        let help = message!("help-setting-space", name = name, value = value);
        let is_known = SETTINGS.iter().any(|row| row.name == name);
        return if is_known {
            error.help(help).repair(at, format!("{name} {value}"))
        } else {
            error.help(help)
        };
    }
    let names: Vec<&str> = SETTINGS.iter().map(|row| row.name).collect();
    match nearest(name, &names) {
        Some(nearest) => {
            error.help(message!("help-did-you-mean-setting", name = nearest)).repair(at, nearest)
        }
        None => error.help(message!("help-settings")),
    }
}

/// Returns the name most similar to the typed one, if one is similar enough.
pub fn nearest<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let likeness = |name: &str| strsim::jaro_winkler(name, typed);
    let nearest = names.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(nearest) >= ALIKE).then_some(nearest)
}
