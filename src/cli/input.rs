//! Where puzzles come from: arguments, files, standard input.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use encoding_rs::{Encoding, WINDOWS_1252};
use encoding_rs_io::DecodeReaderBytesBuilder;

use crate::cli::command::{Files, Puzzles};
use crate::cli::interrupt::Interrupt;
use crate::cli::task_error::TaskError;
use crate::cli::{dash, interrupt, similar};
use crate::import;
use crate::import::{Import, Translation};
use crate::message::{Note, message};
use crate::puzzle::Rules;
use crate::report::ShardPart;
use crate::spelling;
use crate::text;
use crate::text::{Blocks, Reader};

/// How often a wait for input checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// After this many waits without input, the writer is assumed to wait for an answer.
const PAUSE: usize = 6;

/// The largest text on standard input, in bytes, that is read as a whole. A longer one is answered while it arrives.
const LONGEST_AT_ONCE: usize = 8000;

/// The name of standard input in messages.
const STDIN: &str = "stdin";
/// The name of the command line in messages.
pub const ARGUMENT: &str = "puzzle";

/// Lines that are not UTF-8, shared with the thread that reads.
type Spoilt = Arc<Mutex<Odd>>;

/// Lines that are not UTF-8.
#[derive(Default)]
struct Odd {
    /// Lines that cannot be read, by number, with the reason for each.
    wrong: BTreeMap<usize, TaskError>,
    /// Lines that are read as Windows-1252.
    western: BTreeSet<usize>,
}

/// A source of puzzles.
pub enum Source {
    /// The command line.
    Argument(String),
    /// Several arguments that are one puzzle.
    Joined(String),
    /// An open file, its path, and its encoding if that is given.
    File(File, PathBuf, Option<&'static Encoding>),
    /// Standard input, and its encoding if that is given.
    Standard(Option<&'static Encoding>),
    /// The puzzles of another solver's file, its path, and its name in messages.
    Foreign(Vec<Result<Translation, TaskError>>, Option<PathBuf>, String),
}

impl Source {
    /// Returns the file it is read from; `-` for standard input.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Argument(_) | Self::Joined(_) => None,
            Self::File(_, path, _) => Some(path),
            Self::Standard(_) => Some(Path::new("-")),
            Self::Foreign(_, path, _) => path.as_deref(),
        }
    }

    /// Returns how many solutions another solver's file asks for, if it says.
    pub fn first(&self) -> Option<u64> {
        match self {
            Self::Foreign(translations, ..) => translations.iter().flatten().find_map(|one| one.first),
            _ => None,
        }
    }
}

/// A puzzle's text and its rules.
pub struct Entry {
    /// Returns the text as it was given.
    pub text: String,
    /// Its heading among several, if that is not its text.
    pub title: Option<String>,
    /// The line it starts at, from 1.
    pub line: usize,
    /// The rules, including those of its lines `@name value`.
    pub rules: Result<Rules, TaskError>,
    /// The name of its source in messages.
    pub source: String,
    /// Notes on how it was separated from its neighbours, and decoded, if that may surprise.
    pub notes: Vec<Note>,
    /// Whether unread words that may change the answer are a mistake.
    pub is_strict: bool,
    /// Its part in a shard, if only a shard is to be solved.
    pub part: Option<Box<ShardPart>>,
}

impl Entry {
    /// Returns its heading among several.
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.text)
    }

    /// Makes the entry of a text from this source.
    fn of_block(block: text::Entry, source: String) -> Self {
        Self {
            text: block.text,
            title: block.title,
            line: block.line,
            rules: block.rules.map_err(TaskError::Text),
            source,
            notes: block.notes,
            is_strict: false,
            part: None,
        }
    }
}

/// Returns the sources that a command line names, for puzzles under these rules; standard input if it names none.
pub fn sources(given: &Puzzles, rules: &Rules) -> anyhow::Result<Vec<Source>> {
    sources_of(&given.puzzle, given, rules)
}

/// Returns the sources of these arguments, and of the options of a command line.
pub fn sources_of(puzzles: &[String], given: &Puzzles, rules: &Rules) -> anyhow::Result<Vec<Source>> {
    let Files { from: import, encoding } = given.files;
    let mut sources: Vec<Source> = match (import, joined(puzzles, rules)) {
        (None, Some(text)) => vec![Source::Joined(text)],
        _ => puzzles.iter().map(|text| argument(text, encoding)).collect(),
    };
    for path in &given.file {
        sources.push(file(path, encoding)?);
    }
    if sources.is_empty() {
        sources.push(Source::Standard(encoding));
    }
    Ok(sources.into_iter().map(|source| translated(source, import)).collect())
}

/// Reads a source as another solver's puzzles, of the given kind or of the kind that the name of its file shows. It is read
/// at once, because it may say what to ask.
pub fn translated(source: Source, import: Option<&'static Import>) -> Source {
    let path = source.path().map(Path::to_path_buf);
    let named = path.as_ref().and_then(|path| import::of_file(&path.to_string_lossy()));
    let Some(import) = import.or(named) else { return source };
    let (name, text) = match source {
        Source::Argument(text) | Source::Joined(text) => (ARGUMENT.to_string(), Ok(text)),
        Source::File(file, path, encoding) => (path.display().to_string(), whole(lines(file, encoding))),
        Source::Standard(encoding) => (STDIN.into(), whole(lines(io::stdin().lock(), encoding))),
        Source::Foreign(..) => return source,
    };
    let wrong = |error| TaskError::Reading(format!("cannot read '{name}': {error}"));
    let translated = match text {
        Ok(text) => {
            import.translate_each(&text).into_iter().map(|one| one.map_err(TaskError::Text)).collect()
        }
        Err(error) => vec![Err(wrong(error))],
    };
    Source::Foreign(translated, path, name)
}

/// Joins these lines into one text.
fn whole(lines: impl Iterator<Item = io::Result<Vec<u8>>>) -> io::Result<String> {
    let bytes = lines.collect::<io::Result<Vec<_>>>()?.concat();
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Joins several arguments with spaces if they are one puzzle without its quotes: one of them is not a puzzle by itself, and
/// together they are one.
fn joined(puzzles: &[String], rules: &Rules) -> Option<String> {
    if puzzles.len() < 2 || puzzles.iter().any(|text| text == "-") {
        return None;
    }
    let is_puzzle = |text: &str| Reader::new().rules(rules).read(text).is_ok();
    let words: Vec<String> = puzzles.iter().map(|text| dash::restored(text)).collect();
    // `explian SEND+MORE=MONEY`: a slip in a command.
    let rest = words[1..].join(" ");
    if similar::similar(&words[0]).is_some() && rest.starts_with(char::is_alphanumeric) && is_puzzle(&rest) {
        return None;
    }
    // A slip in one of several puzzles leaves the others as they are.
    let calculates = |text: &str| text.contains(['+', '-', '−', '*', '×', '/', '÷', '^']);
    let is_whole = |text: &&String| calculates(text) && text.contains('=') && is_puzzle(text);
    if words.iter().filter(is_whole).count() > 1 {
        return None;
    }
    let text = words.join(" ");
    let rest: Vec<&String> = words.iter().filter(|word| !is_puzzle(word)).collect();
    // A mistake in a puzzle beside another one is no word about it.
    let is_mistake = |word: &&&String| calculates(word) || word.contains(['=', '<', '>']);
    let is_language = fukumen_language::text::Reader::new().rules(rules).read(&text).is_ok();
    let may_join = is_language || words.len() == rest.len() || !rest.iter().any(|word| is_mistake(&word));
    (!rest.is_empty() && may_join && is_puzzle(&text)).then_some(text)
}

/// Returns whether all puzzles are on the command line, so that looking ahead never waits.
pub fn are_arguments(sources: &[Source]) -> bool {
    sources.iter().all(|source| matches!(source, Source::Argument(_) | Source::Joined(_)))
}

fn argument(text: &str, encoding: Option<&'static Encoding>) -> Source {
    if text == "-" { Source::Standard(encoding) } else { Source::Argument(dash::restored(text)) }
}

fn file(path: &Path, encoding: Option<&'static Encoding>) -> anyhow::Result<Source> {
    if path == Path::new("-") {
        return Ok(Source::Standard(encoding));
    }
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot read '{name}'"))?;
    anyhow::ensure!(!path.is_dir(), "cannot read '{name}': it is a directory");
    Ok(Source::File(file, path.into(), encoding))
}

/// Returns the puzzles of all sources in turn, read when they are needed.
pub fn entries(
    sources: Vec<Source>,
    rules: Rules,
    is_strict: bool,
    interrupt: Interrupt,
) -> impl Iterator<Item = Entry> + Send + use<> {
    let entries = move |source| {
        read(source, rules.clone(), is_strict, &interrupt).map(move |entry| Entry { is_strict, ..entry })
    };
    sources.into_iter().flat_map(entries)
}

fn read(
    source: Source,
    rules: Rules,
    is_strict: bool,
    interrupt: &Interrupt,
) -> Box<dyn Iterator<Item = Entry> + Send> {
    match source {
        Source::Argument(text) if has_settings(&text) => together(&text, rules),
        Source::Argument(text) => Box::new(of_argument(&text, &rules).into_iter()),
        Source::Joined(text) => {
            let mut entries = of_argument(&text, &rules);
            entries.iter_mut().for_each(|entry| entry.notes.push(message!("note-joined").into()));
            Box::new(entries.into_iter())
        }
        Source::Foreign(translations, _, source) => {
            let entries = translations.into_iter().flat_map(move |translation| match translation {
                Ok(translation) => foreign(translation, rules.clone(), source.clone()),
                Err(error) => {
                    let line = if let TaskError::Text(error) = &error { error.line } else { 1 };
                    let (text, notes, source) = (String::new(), Vec::new(), source.clone());
                    let rules = Err(error);
                    let entry =
                        Entry { text, title: None, line, rules, source, notes, is_strict, part: None };
                    Box::new(std::iter::once(entry)) as Box<dyn Iterator<Item = Entry> + Send>
                }
            });
            Box::new(entries)
        }
        Source::File(file, path, encoding) => {
            blocks(lines(file, encoding), true, is_strict, rules, path.display().to_string())
        }
        Source::Standard(encoding) => {
            let (lines, is_whole) = awaited_lines(Arc::clone(interrupt), encoding);
            blocks(lines, is_whole, is_strict, rules, STDIN.into())
        }
    }
}

/// Returns the puzzles of a translation: usually one.
fn foreign(translation: Translation, rules: Rules, source: String) -> Box<dyn Iterator<Item = Entry> + Send> {
    let Translation { text, notes, line, .. } = translation;
    let entry = move |entry: Entry| Entry { line, source: source.clone(), notes: notes.clone(), ..entry };
    Box::new(together(&text, rules).map(entry))
}

/// Returns the puzzles of an argument: usually one.
fn of_argument(text: &str, rules: &Rules) -> Vec<Entry> {
    let entries = text::Entry::of_text(text, rules.clone());
    entries.into_iter().map(|entry| Entry::of_block(entry, ARGUMENT.into())).collect()
}

/// Returns whether a text has settings and a puzzle below them. The parser reports what is wrong with settings alone.
fn has_settings(text: &str) -> bool {
    let is_setting = |line: &str| line.trim_start().starts_with('@');
    text.lines().any(is_setting) && text.lines().any(|line| !is_setting(line) && !line.trim().is_empty())
}

/// Reads an argument with lines `@name value` as one puzzle: as a block of a file.
fn together(text: &str, rules: Rules) -> Box<dyn Iterator<Item = Entry> + Send> {
    let is_setting = |line: &&str| line.trim_start().starts_with(['@', '#']);
    let settings = text.lines().take_while(is_setting);
    let conditions = text.lines().skip_while(is_setting);
    let lines: Vec<_> = settings.chain(["@one"]).chain(conditions).map(|line| Ok(line.into())).collect();
    let entries = blocks(lines.into_iter(), true, false, rules, ARGUMENT.into());
    // The line `@one`, which was added here, does not count.
    Box::new(entries.map(|entry| Entry { line: entry.line - 1, ..entry }))
}

fn blocks(
    lines: impl Iterator<Item = io::Result<Vec<u8>>> + Send + 'static,
    is_whole: bool,
    is_strict: bool,
    rules: Rules,
    source: String,
) -> Box<dyn Iterator<Item = Entry> + Send> {
    let spoilt = Spoilt::default();
    let lines = decoded(lines, Arc::clone(&spoilt));
    let entry = move |block: io::Result<text::Entry>| match block {
        Ok(block) => {
            let (spoiling, western) = (spoiling(&block, &spoilt), western(&block, &spoilt));
            let mut entry = Entry::of_block(block, source.clone());
            entry.rules = spoiling.map_or(entry.rules, Err);
            entry.notes.splice(0..0, western);
            entry
        }
        Err(error) => Entry {
            text: String::new(),
            title: None,
            line: 1,
            rules: Err(TaskError::Reading(format!("cannot read '{source}': {error}"))),
            source: source.clone(),
            notes: Vec::new(),
            is_strict,
            part: None,
        },
    };
    let blocks = Blocks::new(lines, rules);
    let blocks = if is_whole { blocks.whole() } else { blocks };
    let blocks = if is_strict { blocks.strict() } else { blocks };
    Box::new(blocks.map(entry))
}

/// The most bytes read of one line: a longer line is longer than any text may be.
const LONGEST_LINE: u64 = 1 << 21;

/// Returns the lines of a text as bytes: UTF-8 if its encoding is given or it is UTF-16 with its mark, and unchanged
/// otherwise.
fn lines(
    source: impl io::Read,
    encoding: Option<&'static Encoding>,
) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let decoder = DecodeReaderBytesBuilder::new().encoding(encoding).utf8_passthru(true).build(source);
    let mut reader = BufReader::new(decoder);
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        let read = io::Read::take(&mut reader, LONGEST_LINE).read_until(b'\n', &mut line);
        let is_cut = line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n");
        let skipped = if is_cut { reader.skip_until(b'\n') } else { Ok(0) };
        if is_cut {
            // No character is cut in two: its first byte and at most three bytes after it are dropped.
            let is_middle = |byte: &&u8| **byte & 0xC0 == 0x80;
            let middle = line.iter().rev().take(3).take_while(is_middle).count();
            line.truncate(line.len() - middle - 1);
        }
        match read.and_then(|length| skipped.map(|_| length)) {
            Ok(0) => None,
            Ok(_) => Some(Ok(line)),
            Err(error) => Some(Err(error)),
        }
    })
}

/// Decodes the lines. One that is not UTF-8 is kept as nearly as it can be shown, so that the lines around it keep their
/// places, and is recorded as spoilt.
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
        // The encoding of a comment does not matter.
        return text;
    }
    let mut spoilt = spoilt.lock().unwrap_or_else(PoisonError::into_inner);
    if is_western(bytes) {
        spoilt.western.insert(number);
        return WINDOWS_1252.decode_without_bom_handling(bytes).0.trim_end_matches(['\n', '\r']).to_string();
    }
    let column = spelling::count(&before) + 1;
    let error = TaskError::Encoding { line: number, column, byte: error.valid_up_to() + 1 };
    spoilt.wrong.insert(number, error);
    // No setting has such a name, so a puzzle is not solved without the setting that this line may have been.
    if before.trim_start().starts_with('@') {
        format!("@{}{text}", char::REPLACEMENT_CHARACTER)
    } else {
        text
    }
}

/// Returns whether bytes are likely to be Windows-1252: of the bytes that other encodings use for letters, only those of
/// quotation marks, dashes, `…` and `€` occur.
fn is_western(bytes: &[u8]) -> bool {
    let is_sign =
        |byte: &u8| matches!(byte, 0x80 | 0x82 | 0x84 | 0x85 | 0x8B | 0x91..=0x94 | 0x96 | 0x97 | 0x9B);
    bytes.iter().filter(|byte| (0x80..0xA0).contains(*byte)).all(is_sign)
}

/// Returns what is wrong with a block's encoding: in its lines, or in a setting above it that applies to it.
fn spoiling(block: &text::Entry, spoilt: &Spoilt) -> Option<TaskError> {
    let wrong = &spoilt.lock().unwrap_or_else(PoisonError::into_inner).wrong;
    let own = wrong.range(block.line..block.line + block.text.lines().count()).next();
    let setting = || block.rules.as_ref().err().and_then(|error| wrong.get(&error.line));
    own.map(|(_, error)| error).or_else(setting).cloned()
}

/// Returns a note if some line of a block was read as Windows-1252.
fn western(block: &text::Entry, spoilt: &Spoilt) -> Option<Note> {
    let western = &spoilt.lock().unwrap_or_else(PoisonError::into_inner).western;
    let mut lines = western.range(block.line..block.line + block.text.lines().count());
    lines.next().map(|_| message!("note-windows-1252").into())
}

/// Returns the lines of standard input, and whether they are complete: a short text that ends at once is taken as a whole,
/// and a longer one is answered while it arrives. A separate thread waits for the lines, so that Ctrl-C ends the wait.
fn awaited_lines(
    interrupt: Interrupt,
    encoding: Option<&'static Encoding>,
) -> (impl Iterator<Item = io::Result<Vec<u8>>>, bool) {
    let (sender, receiver) = sync_channel(1024);
    std::thread::spawn(move || lines(io::stdin().lock(), encoding).try_for_each(|line| sender.send(line)));
    let (begun, is_whole) = match io::stdin().is_terminal() {
        true => (Vec::new(), false),
        false => at_once(&receiver, &interrupt),
    };
    (begun.into_iter().chain(std::iter::from_fn(move || awaited(&receiver, &interrupt))), is_whole)
}

/// Returns the lines that arrive without a pause, and whether there are no more.
fn at_once(
    receiver: &Receiver<io::Result<Vec<u8>>>,
    interrupt: &Interrupt,
) -> (Vec<io::Result<Vec<u8>>>, bool) {
    let (mut begun, mut length, mut waited) = (Vec::new(), 0, 0);
    while length < LONGEST_AT_ONCE && waited < PAUSE && !interrupt::is_set(interrupt) {
        match receiver.recv_timeout(PATIENCE) {
            Ok(line) => {
                length += line.as_ref().map_or(0, Vec::len);
                waited = 0;
                begun.push(line);
            }
            Err(RecvTimeoutError::Timeout) => waited += 1,
            Err(RecvTimeoutError::Disconnected) => return (begun, true),
        }
    }
    (begun, false)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_endless_line_no_more_is_read_than_a_text_may_have() {
        let long = LONGEST_LINE as usize + 5;
        for head in [vec![0x80; long], "ä".repeat(long).into_bytes(), vec![b'A'; LONGEST_LINE as usize]] {
            let text = [&head, &b"\nA+B=C\n"[..]].concat();
            let read: Vec<Vec<u8>> = lines(&*text, None).map(|line| line.expect("nothing fails")).collect();
            assert_eq!(read.len(), 2);
            assert!(read[0].len() as u64 <= LONGEST_LINE && read[0][..] == text[..read[0].len()]);
            assert_eq!(std::str::from_utf8(&read[0]).is_ok(), head[0] != 0x80);
            assert_eq!(read[1], b"A+B=C\n");
        }
    }
}
