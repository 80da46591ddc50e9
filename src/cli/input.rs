//! Where puzzles come from: arguments, files, standard input.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::io::BufRead;
use std::io::BufReader;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use anyhow::Context;
use clap::ArgMatches;

use crate::cli::dash;
use crate::cli::interrupt;
use crate::cli::interrupt::Interrupt;
use crate::cli::trouble::Trouble;
use crate::puzzle::Rules;
use crate::spelling;
use crate::text;
use crate::text::Blocks;

/// How often a wait for input looks whether it was interrupted.
const PATIENCE: Duration = Duration::from_millis(50);

/// What messages call the command line.
pub const ARGUMENT: &str = "puzzle";

/// Lines that are not UTF-8, by their numbers, with what is wrong with each.
type Spoilt = Arc<Mutex<BTreeMap<usize, Trouble>>>;

/// A place that puzzles come from.
pub enum Source {
    /// The command line.
    Argument(String),
    /// An open file and its path.
    File(File, PathBuf),
    /// Standard input.
    Standard,
}

impl Source {
    /// The file it is read from; `-` for standard input.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Argument(_) => None,
            Self::File(_, path) => Some(path),
            Self::Standard => Some(Path::new("-")),
        }
    }
}

/// A puzzle's text and its rules.
pub struct Entry {
    /// The text as it was given.
    pub text: String,
    /// The line it starts at, from 1.
    pub line: usize,
    /// The rules, including those of its lines `@name value`.
    pub rules: Result<Rules, Trouble>,
    /// What messages call its source.
    pub source: String,
}

/// The sources that a command line names; standard input if it names none.
pub fn sources(matches: &ArgMatches) -> anyhow::Result<Vec<Source>> {
    let puzzles = matches.get_many::<String>("puzzle").into_iter().flatten();
    let files = matches.get_many::<PathBuf>("file").into_iter().flatten();
    let mut sources: Vec<Source> = puzzles.map(|text| argument(text)).collect();
    for path in files {
        sources.push(file(path)?);
    }
    if sources.is_empty() {
        sources.push(Source::Standard);
    }
    Ok(sources)
}

/// Whether all puzzles are on the command line, so that looking ahead never waits.
pub fn are_arguments(sources: &[Source]) -> bool {
    sources.iter().all(|source| matches!(source, Source::Argument(_)))
}

fn argument(text: &str) -> Source {
    if text == "-" { Source::Standard } else { Source::Argument(dash::restored(text)) }
}

fn file(path: &Path) -> anyhow::Result<Source> {
    if path == Path::new("-") {
        return Ok(Source::Standard);
    }
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot read '{name}'"))?;
    anyhow::ensure!(!path.is_dir(), "cannot read '{name}': it is a directory");
    Ok(Source::File(file, path.into()))
}

/// The puzzles of all sources in turn, read when they are needed.
pub fn entries(
    sources: Vec<Source>,
    rules: Rules,
    interrupt: Interrupt,
) -> impl Iterator<Item = Entry> + Send + use<> {
    sources.into_iter().flat_map(move |source| read(source, rules.clone(), &interrupt))
}

fn read(source: Source, rules: Rules, interrupt: &Interrupt) -> Box<dyn Iterator<Item = Entry> + Send> {
    match source {
        Source::Argument(text) if has_settings(&text) => together(&text, rules),
        Source::Argument(text) => {
            Box::new(std::iter::once(Entry { text, line: 1, rules: Ok(rules), source: ARGUMENT.into() }))
        }
        Source::File(file, path) => blocks(lines(BufReader::new(file)), rules, path.display().to_string()),
        Source::Standard => blocks(awaited_lines(Arc::clone(interrupt)), rules, "stdin".into()),
    }
}

/// Whether it has settings and a puzzle below them; what is wrong with settings alone, the parser says.
fn has_settings(text: &str) -> bool {
    let is_setting = |line: &str| line.trim_start().starts_with('@');
    text.lines().any(is_setting) && text.lines().any(|line| !is_setting(line) && !line.trim().is_empty())
}

/// A puzzle with lines `@name value` as one argument: a block of a file that belongs together.
fn together(text: &str, rules: Rules) -> Box<dyn Iterator<Item = Entry> + Send> {
    let is_setting = |line: &&str| line.trim_start().starts_with(['@', '#']);
    let settings = text.lines().take_while(is_setting);
    let conditions = text.lines().skip_while(is_setting);
    let lines: Vec<_> = settings.chain(["@one"]).chain(conditions).map(|line| Ok(line.into())).collect();
    let entries = blocks(lines.into_iter(), rules, ARGUMENT.into());
    // The line that was put in is not one of the argument's.
    Box::new(entries.map(|entry| Entry { line: entry.line - 1, ..entry }))
}

fn blocks(
    lines: impl Iterator<Item = io::Result<Vec<u8>>> + Send + 'static,
    rules: Rules,
    source: String,
) -> Box<dyn Iterator<Item = Entry> + Send> {
    let spoilt = Spoilt::default();
    let lines = decoded(lines, Arc::clone(&spoilt));
    let entry = move |block: io::Result<text::Entry>| match block {
        Ok(block) => Entry {
            line: block.line,
            rules: spoiling(&block, &spoilt).map_or_else(|| block.rules.map_err(Trouble::Text), Err),
            text: block.text,
            source: source.clone(),
        },
        Err(error) => Entry {
            text: String::new(),
            line: 1,
            rules: Err(Trouble::Reading(format!("cannot read '{source}': {error}"))),
            source: source.clone(),
        },
    };
    Box::new(Blocks::new(lines, rules).map(entry))
}

/// The lines of a text, as bytes.
fn lines(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(Ok(line)),
            Err(error) => Some(Err(error)),
        }
    })
}

/// The lines as text. One that is not UTF-8 passes as nearly as it can be shown, so that those around
/// it keep their places, and is written down as spoilt.
fn decoded(
    lines: impl Iterator<Item = io::Result<Vec<u8>>>,
    spoilt: Spoilt,
) -> impl Iterator<Item = io::Result<String>> {
    lines.zip(1..).map(move |(line, number)| line.map(|bytes| text(&bytes, number, &spoilt)))
}

fn text(bytes: &[u8], number: usize, spoilt: &Spoilt) -> String {
    let text = String::from_utf8_lossy(bytes).trim_end_matches(['\n', '\r']).to_string();
    let Err(error) = std::str::from_utf8(bytes) else { return text };
    let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
    if before.trim_start().starts_with('#') {
        // A comment says nothing, in whatever encoding.
        return text;
    }
    let column = spelling::count(&before) + 1;
    let trouble = Trouble::Encoding { line: number, column, byte: error.valid_up_to() + 1 };
    spoilt.lock().unwrap_or_else(PoisonError::into_inner).insert(number, trouble);
    // No setting has such a name, so that what it should have ruled is not solved without it.
    if before.trim_start().starts_with('@') {
        format!("@{}{text}", char::REPLACEMENT_CHARACTER)
    } else {
        text
    }
}

/// What is wrong with a block's encoding: in its lines, or in a setting that it stands under.
fn spoiling(block: &text::Entry, spoilt: &Spoilt) -> Option<Trouble> {
    let spoilt = spoilt.lock().unwrap_or_else(PoisonError::into_inner);
    let own = spoilt.range(block.line..block.line + block.text.lines().count()).next();
    let setting = || block.rules.as_ref().err().and_then(|error| spoilt.get(&error.line));
    own.map(|(_, trouble)| trouble).or_else(setting).cloned()
}

/// The lines of standard input. A thread of its own waits for them, so that Ctrl-C ends the wait.
fn awaited_lines(interrupt: Interrupt) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(1024);
    std::thread::spawn(move || lines(io::stdin().lock()).try_for_each(|line| sender.send(line)));
    std::iter::from_fn(move || awaited(&receiver, &interrupt))
}

fn awaited<T>(receiver: &Receiver<T>, interrupt: &Interrupt) -> Option<T> {
    while !interrupt::is_set(interrupt) {
        match receiver.recv_timeout(PATIENCE) {
            Ok(received) => return Some(received),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}
