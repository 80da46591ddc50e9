//! Prepares the command line for clap.
//!
//! Two habits of puzzlers conflict with those of command lines: a puzzle may begin with `-`, and an optional value is written
//! after a space. This module resolves both, word by word, so that clap can stay strict and distinguish slips from puzzles.

use std::ffi::OsString;

use clap::Arg;

use crate::cli::{command, dash, similar};

/// Signs of a relation. No option has one of them before its `=`.
const RELATIONS: &[char] = &['=', '≠', '<', '>', '≤', '≥', '∣'];

/// Returns the arguments as clap should read them.
pub fn prepared(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut prepared: Vec<OsString> = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let Some(text) = argument.to_str() else {
            prepared.push(argument);
            continue;
        };
        if text == "--" {
            prepared.push(argument);
            prepared.extend(arguments);
            break;
        }
        match prepared.last_mut().filter(|last| belongs_to(last, text)) {
            Some(option) => option.push(format!("={text}")),
            None if is_puzzle(text) => prepared.push(dash::hidden(text).into()),
            None => prepared.push(argument),
        }
    }
    prepared
}

/// Returns whether `word` is the value of the option before it.
fn belongs_to(option: &OsString, word: &str) -> bool {
    let name = option.to_str().and_then(|option| option.strip_prefix("--"));
    let Some(name) = name.filter(|name| !name.contains('=') && !word.contains(RELATIONS)) else {
        return false;
    };
    // Neither a puzzle nor an option is only a number.
    let is_negative =
        word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_negative || command::fukumen().get_arguments().any(|arg| may_have(arg, name, word))
}

/// Returns whether an option with an optional value has this name, and the value this form: a number, with more after it or not, or
/// one of the option's words. A slip in such a word is no puzzle, either: the option alone would ask another question.
fn may_have(option: &Arg, name: &str, value: &str) -> bool {
    option.is_require_equals_set()
        && option.get_long() == Some(name)
        && (is_numbered(value)
            || option.get_possible_values().iter().any(|word| similar::is_close(value, word.get_name())))
}

/// Returns whether a word is a number, such as the one of `--first`, or `1:RESULT`.
fn is_numbered(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len() && (rest.is_empty() || rest.starts_with(':'))
}

/// Returns whether an argument that begins with `-` is a puzzle: a drawing that begins with a rule, the first point of a list, or a text
/// with a relation, with no option's name before it. `-f=FILE` is an option.
fn is_puzzle(text: &str) -> bool {
    let is_rule = |line: &str| line.starts_with('-') && line.trim_end().bytes().all(|byte| byte == b'-');
    text.starts_with("- ")
        || text.split_once('\n').is_some_and(|(first, _)| is_rule(first))
        || has_relation(text)
}

fn has_relation(text: &str) -> bool {
    let Some(name) = text.strip_prefix('-').and_then(|rest| rest.split(RELATIONS).next()) else {
        return false;
    };
    let is_option = match name.strip_prefix('-') {
        Some(long) => long.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
        None => name.len() <= 1 && name.chars().all(|c| c.is_ascii_lowercase()),
    };
    text.contains(RELATIONS) && !is_option
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepare(words: &[&str]) -> Vec<String> {
        let prepared = prepared(words.iter().map(OsString::from));
        prepared.into_iter().map(|word| word.into_string().expect("it was a string")).collect()
    }

    #[test]
    fn a_word_joins_the_setting_before_it() {
        assert_eq!(prepare(&["--leading-zeros", "allowed", "A=B"]), ["--leading-zeros=allowed", "A=B"]);
        assert_eq!(prepare(&["--leading-zeros", "A=B"]), ["--leading-zeros", "A=B"]);
        assert_eq!(prepare(&["--count", "on"]), ["--count", "on"]);
        assert_eq!(prepare(&["--first", "3", "A=B"]), ["--first=3", "A=B"]);
        assert_eq!(prepare(&["--first", "3=A"]), ["--first", "3=A"]);
        assert_eq!(prepare(&["--misprint", "1:HONEY", "A=B"]), ["--misprint=1:HONEY", "A=B"]);
        assert_eq!(prepare(&["--misprint", "1:2=A:B"]), ["--misprint", "1:2=A:B"]);
        assert_eq!(prepare(&["--leading-zeros", "forbiden", "A=B"]), ["--leading-zeros=forbiden", "A=B"]);
        assert_eq!(prepare(&["--essentially", "digits", "A=B"]), ["--essentially=digits", "A=B"]);
        assert_eq!(prepare(&["--show-key", "off", "A=B"]), ["--show-key=off", "A=B"]);
        assert_eq!(prepare(&["--threads", "-1", "A=B"]), ["--threads=-1", "A=B"]);
    }

    #[test]
    fn a_puzzle_may_begin_with_a_dash() {
        for puzzle in ["-A+B=C", "--A+B=C", "-A<B", "-a*b=c", "- a sum\nA+B=C", "---\n 12\n1□\n---\n132"] {
            let prepared = prepare(&[puzzle]);
            assert!(!prepared[0].starts_with('-'), "{puzzle}");
            assert_eq!(dash::restored(&prepared[0]), puzzle);
        }
    }

    #[test]
    fn options_stay_options() {
        for option in ["-", "--count", "--first=3", "-f=FILE", "-q", "--leading-zeros=allowed", "-A"] {
            assert_eq!(prepare(&[option]), [option]);
        }
    }

    #[test]
    fn nothing_changes_behind_two_dashes() {
        assert_eq!(prepare(&["--", "-A+B=C"]), ["--", "-A+B=C"]);
    }
}
