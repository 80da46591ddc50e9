//! The options that set rules, made from the table of settings.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::cli::dash;
use crate::cli::offered::offering;
use crate::puzzle::{Rules, SETTINGS, Setting, Takes};

/// The rules that the options set.
pub struct Given(pub Rules);

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self(rules_beside(matches, |_| false)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command.args(options_beside(|_| false))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Returns an option for each setting whose name is not taken by another option.
pub fn options_beside(is_taken: impl Fn(&str) -> bool) -> impl Iterator<Item = Arg> {
    SETTINGS.iter().filter(move |row| !is_taken(row.name)).map(option)
}

fn option(row: &'static Setting) -> Arg {
    let action = if row.repeats { ArgAction::Append } else { ArgAction::Set };
    let arg = Arg::new(row.name).long(row.name).help(help(row)).value_name("VALUE").action(action);
    let arg = arg.value_parser(offering(move || fixed_words(row), move |text| check(row, text)));
    let arg = arg.hide_possible_values(true);
    match row.takes {
        Takes::Value => arg.allow_hyphen_values(true),
        Takes::Optional(value) => arg.num_args(0..=1).require_equals(true).default_missing_value(value),
    }
}

/// Returns its line of help, as a sentence like those of the other options.
fn help(row: &Setting) -> String {
    let text = sentence(row.help);
    if row.takes == Takes::Value { format!("{text} [such as {}]", row.example) } else { text }
}

/// Starts the text with a capital, unless that changes the sense: "a and A are two symbols".
pub fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let capital = first.to_uppercase();
    let is_sign = rest.starts_with(' ') && text.split_whitespace().any(|word| word == capital);
    if is_sign { text.into() } else { capital + rest }
}

/// Checks that a setting understands a value, and returns the value as it was given. An error names the option.
fn check(row: &Setting, text: &str) -> Result<String, String> {
    row.set(&mut Rules::default(), Some(text)).map_err(|error| error.to_string())?;
    Ok(text.into())
}

/// Returns the rules that the options set, without names taken by other options.
pub fn rules_beside(matches: &ArgMatches, is_taken: impl Fn(&str) -> bool) -> Rules {
    let mut rules = Rules::default();
    for row in SETTINGS.iter().filter(|row| !is_taken(row.name)) {
        for value in matches.get_many::<String>(row.name).into_iter().flatten() {
            row.set(&mut rules, Some(&dash::restored(value))).expect("clap has checked the value");
        }
    }
    rules
}

/// The words that settings with an optional value take.
const WORDS: &[&str] = &["allowed", "forbidden", "on", "off", "true", "false", "yes", "no", "each", "same"];

/// The fixed words that other settings take, beside values that a puzzler makes up.
const OTHERS: &[(&str, &[&str])] = &[
    ("base", &["smallest"]),
    ("distinct", &["all", "none", "balanced", "by-case"]),
    ("fold", &["accents"]),
    ("same", &["kana-rows"]),
];

/// Returns the words that a setting is known to take.
fn fixed_words(row: &Setting) -> Vec<&'static str> {
    if matches!(row.takes, Takes::Optional(_)) {
        let is_one = |word: &&str| row.set(&mut Rules::default(), Some(word)).is_ok();
        return WORDS.iter().copied().filter(is_one).collect();
    }
    OTHERS.iter().filter(|(name, _)| *name == row.name).flat_map(|(_, words)| words.to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_offered_is_taken() {
        for row in SETTINGS {
            for word in fixed_words(row) {
                assert!(row.set(&mut Rules::default(), Some(word)).is_ok(), "{} {word}", row.name);
            }
        }
    }

    #[test]
    fn a_sentence_has_a_capital_where_that_is_harmless() {
        assert_eq!(sentence("a further condition"), "A further condition");
        assert_eq!(sentence("a and A are two symbols"), "a and A are two symbols");
    }
}
