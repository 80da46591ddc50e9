//! The options that set rules, made from the table of settings.

use clap::Arg;
use clap::ArgAction;
use clap::ArgMatches;

use crate::cli::arguments;
use crate::puzzle::Rules;
use crate::puzzle::SETTINGS;
use crate::puzzle::Setting;
use crate::puzzle::Takes;

/// An option for each setting.
pub fn options() -> impl Iterator<Item = Arg> {
    SETTINGS.iter().map(option)
}

fn option(row: &'static Setting) -> Arg {
    let arg = Arg::new(row.name)
        .long(row.name)
        .help(help(row))
        .help_heading("Rules of the puzzle")
        .value_name("VALUE")
        .value_parser(move |text: &str| check(row, text))
        .action(if row.repeats { ArgAction::Append } else { ArgAction::Set });
    match row.takes {
        Takes::Value => arg.allow_hyphen_values(true),
        Takes::Optional(value) => arg.num_args(0..=1).require_equals(true).default_missing_value(value),
    }
}

/// Its line of help, as a sentence among those of the other options.
fn help(row: &Setting) -> String {
    let (first, rest) = row.help.split_at(row.help.chars().next().map_or(0, char::len_utf8));
    let text = first.to_uppercase() + rest;
    if row.takes == Takes::Value { format!("{text} [such as {}]", row.example) } else { text }
}

/// A value that its setting understands, as it was given. A slip is told together with its option.
fn check(row: &Setting, text: &str) -> Result<String, String> {
    row.set(&mut Rules::default(), Some(text)).map_err(|error| error.to_string())?;
    Ok(text.into())
}

/// The rules that the options set.
pub fn rules(matches: &ArgMatches) -> Rules {
    let mut rules = Rules::default();
    for row in SETTINGS {
        for value in matches.get_many::<String>(row.name).into_iter().flatten() {
            row.set(&mut rules, Some(&arguments::restored(value))).expect("clap has checked the value");
        }
    }
    rules
}

/// Whether a word behind `--name` is its value, though no `=` stands between: it is a word of the
/// settings, and no puzzle.
pub fn takes_word(name: &str, word: &str) -> bool {
    const WORDS: &[&str] =
        &["allowed", "forbidden", "on", "off", "true", "false", "yes", "no", "each", "same"];
    let optional = |row: &Setting| row.name == name && matches!(row.takes, Takes::Optional(_));
    WORDS.contains(&word) && SETTINGS.iter().any(optional)
}
