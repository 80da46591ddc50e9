//! Options that several commands take.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice};
use encoding_rs::Encoding;

use crate::cli::amounts;
use crate::cli::offered::offering;
use crate::engine::ENGINES;
use crate::eval::EVALUATORS;
use crate::import::{IMPORTS, Import};
use crate::report::{Answers, Offered, formats_of};

/// The puzzles that a command line names.
#[derive(Args)]
pub struct Puzzles {
    /// A puzzle such as SEND+MORE=MONEY; - reads puzzles from standard input, one on each line
    pub puzzle: Vec<String>,
    /// Read puzzles from FILE: one on each line, or blocks separated by blank lines
    #[arg(short, long)]
    pub file: Vec<PathBuf>,
    /// Refuse a text with words that are not read and may change the answer
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub files: Files,
}

/// How files are read.
#[derive(Args)]
pub struct Files {
    /// Read files of another solver; files that end in .run are known by their names
    #[arg(long, value_name = "SOLVER", value_parser = row(IMPORTS, |row| (row.name, row.help)))]
    pub from: Option<&'static Import>,
    /// Encoding of files and standard input, if not UTF-8 or UTF-16: shift_jis, windows-1251, …
    #[arg(long, value_name = "NAME", value_parser = known_encoding)]
    pub encoding: Option<&'static Encoding>,
}

fn known_encoding(name: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(name.as_bytes())
        .ok_or_else(|| "not a known encoding, such as shift_jis, gbk, windows-1251".into())
}

/// How many threads are used.
#[derive(Args)]
pub struct Threads {
    /// Number of threads; 0 for one per processor (default)
    #[arg(long, value_name = "N", value_parser = amounts::count(0))]
    threads: Option<usize>,
}

impl Threads {
    /// Returns the number that was given; 0 if none was.
    pub fn count(&self) -> usize {
        self.threads.unwrap_or_default()
    }
}

/// The time limit.
#[derive(Args)]
pub struct Timeout {
    /// Stop after this time: seconds, or 500ms, 10s, 5m
    #[arg(long, value_name = "TIME", value_parser = amounts::duration)]
    pub timeout: Option<Duration>,
}

/// When colours are used. Help and errors need it before the options are parsed: see `colours_of`.
#[derive(Args)]
pub struct Colour {
    /// Use colours: auto (on a terminal), always or never
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", hide_possible_values = true)]
    color: ColorChoice,
}

/// How messages are printed.
#[derive(Args)]
pub struct Messages {
    #[command(flatten)]
    colour: Colour,
    /// No notes on standard error, errors only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Makes a reader of the names of engines. The solver knows what to say about others.
pub fn engines() -> impl TypedValueParser<Value = String> {
    offering(|| ENGINES.iter().map(|engine| engine.name()).collect(), known)
}

/// Makes a reader of the names of evaluators.
pub fn evaluators() -> impl TypedValueParser<Value = String> {
    offering(|| EVALUATORS.iter().map(|evaluator| evaluator.name()).collect(), known)
}

fn known(name: &str) -> Result<String, String> {
    Ok(name.into())
}

/// Makes a reader of the names of output formats.
pub fn formats() -> impl TypedValueParser<Value = Offered<Answers>> {
    row(formats_of(|format| format.answers), |format| (format.name, format.how.help))
}

/// Makes a reader of the names of a table's rows, from a table and what gives a row's name and help, which may be empty.
pub fn row<R: Copy + Send + Sync + 'static>(
    table: impl IntoIterator<Item = R>,
    of: fn(&R) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = R> {
    let table: Vec<R> = table.into_iter().collect();
    let value = |row| match of(row) {
        (name, "") => PossibleValue::new(name),
        (name, help) => PossibleValue::new(name).help(help),
    };
    PossibleValuesParser::new(table.iter().map(value)).map(move |name| {
        *table.iter().find(|row| of(row).0 == name).expect("clap knows the names of the table only")
    })
}

/// Returns the file that `--output` names; `None` for standard output, which `-` names too.
pub fn output(given: &Option<PathBuf>) -> Option<&PathBuf> {
    given.as_ref().filter(|path| *path != Path::new("-"))
}

/// Reads the path of a file or a folder. It cannot be standard output, because it is moved to its place or read again.
pub fn named() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err("this cannot be standard output: give it a name (./- is a file with the name -)"),
        false => Ok(path),
    })
}

/// Returns how clap should use colours in help and errors, which it prints before it has parsed its options: the last
/// `--color` decides.
pub fn colours_of(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    let parted = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    match joined.chain(parted).next_back() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}
