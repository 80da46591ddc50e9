//! Reads an order: the subject, the options of the kind, the rules.

use std::fs::File;
use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use anyhow::Context;
use clap::ArgMatches;

use crate::cli::command::{Generate, Which};
use crate::cli::interrupt::Interrupt;
use crate::cli::{command, dash, interrupt, settings};
use crate::generate::{Choice, Choices, GenerateError, Kind, LONGEST_LIST, Order, SUBJECT_FILE, Takes};

/// How often a wait for standard input checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(20);

/// Returns the message about a wrong order, with options named as on the command line.
pub fn message(error: &GenerateError) -> String {
    error.message_with(&|option| format!("--{option}")).to_string()
}

/// Reads the order from the command line.
pub fn order(generate: &Generate, interrupt: &Interrupt) -> anyhow::Result<Order> {
    let Generate { kind, matches, making } = generate;
    let (kind, Which { seed, solutions, where_measure, .. }) = (*kind, &making.which);
    let rules = settings::rules_beside(matches, |name| command::is_choice(kind, name));
    anyhow::ensure!(!rules.has_several_bases(), "puzzles are made in one base at a time");
    let mut given = Vec::new();
    for choice in kind.choices() {
        given.extend(values(choice, matches, interrupt)?.into_iter().map(|value| (choice.name, value)));
    }
    let choices = Choices::read(kind, given.iter().map(|(name, value)| (*name, value.as_str())))?;
    let subject = given_subject(kind, matches, interrupt)?;
    let (seed, solutions, measures) = (*seed, *solutions, where_measure.clone());
    Ok(Order { subject, choices, rules, seed, solutions, measures, interrupt: Arc::clone(interrupt) })
}

fn given_subject(
    kind: &dyn Kind,
    matches: &ArgMatches,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<String>> {
    match kind.subject() {
        None => Ok(None),
        Some(SUBJECT_FILE) => {
            matches.get_one::<PathBuf>("subject").map(|path| text(path, interrupt)).transpose()
        }
        Some(_) => Ok(matches.get_one::<String>("subject").map(|text| dash::restored(text))),
    }
}

/// Returns the files that an order names, each as it was given.
pub fn files(generate: &Generate) -> Vec<&PathBuf> {
    let Generate { kind, matches, .. } = generate;
    let is_file = |choice: &&Choice| choice.takes == Takes::File;
    let named = kind.choices().iter().filter(is_file).map(|choice| choice.name);
    let subject = (kind.subject() == Some(SUBJECT_FILE)).then_some("subject");
    named.chain(subject).flat_map(|name| matches.get_many::<PathBuf>(name).into_iter().flatten()).collect()
}

/// Returns the values that an option was given.
fn values(choice: &Choice, matches: &ArgMatches, interrupt: &Interrupt) -> anyhow::Result<Vec<String>> {
    match choice.takes {
        Takes::Flag => Ok(matches.get_flag(choice.name).then(String::new).into_iter().collect()),
        Takes::Number { .. }
        | Takes::Range { .. }
        | Takes::OneOf(_)
        | Takes::OneOfOr { .. }
        | Takes::Text => {
            let values = matches.get_many::<String>(choice.name).into_iter().flatten();
            Ok(values.map(|text| dash::restored(text)).collect())
        }
        Takes::File => matches
            .get_many::<PathBuf>(choice.name)
            .into_iter()
            .flatten()
            .map(|path| text(path, interrupt))
            .collect(),
    }
}

/// Reads a file. One that is too long is refused before it is read.
fn text(path: &Path, interrupt: &Interrupt) -> anyhow::Result<String> {
    let name = path.display();
    let bytes = bytes(path, interrupt).with_context(|| format!("cannot read '{name}'"))?;
    anyhow::ensure!(bytes.len() <= LONGEST_LIST, "'{name}' is longer than {} MiB", LONGEST_LIST >> 20);
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow::anyhow!("'{name}' is not UTF-8, from its line {line} on")
    })
}

/// Reads the bytes of a file, up to one too many.
fn bytes(path: &Path, interrupt: &Interrupt) -> anyhow::Result<Vec<u8>> {
    if path == Path::new("-") {
        return typed(interrupt);
    }
    anyhow::ensure!(!path.is_dir(), "it is a directory");
    Ok(read(File::open(path)?)?)
}

fn read(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LONGEST_LIST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads standard input likewise, on its own thread: its end cannot be foreseen, and Ctrl-C must end the wait.
fn typed(interrupt: &Interrupt) -> anyhow::Result<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    // After an interrupt, the receiver no longer listens.
    std::thread::spawn(move || sender.send(read(io::stdin().lock())).ok());
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(read) => return Ok(read?),
            Err(_) if interrupt::is_set(interrupt) => return Err(GenerateError::Interrupted.into()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("its reader has broken off"),
        }
    }
}
