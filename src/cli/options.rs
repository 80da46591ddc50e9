//! Options that several commands take.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, ColorChoice, value_parser};
use encoding_rs::Encoding;

use crate::cli::amounts;
use crate::cli::offered::offering;
use crate::engine::ENGINES;
use crate::eval::EVALUATORS;
use crate::import::IMPORTS;
use crate::report::FORMATS;

/// Returns the arguments that name puzzles.
pub fn puzzles() -> Vec<Arg> {
    let puzzle = Arg::new("puzzle").value_name("PUZZLE").action(ArgAction::Append);
    let file = Arg::new("file").short('f').long("file").value_name("FILE").action(ArgAction::Append);
    vec![
        puzzle
            .help("A puzzle such as SEND+MORE=MONEY; - reads puzzles from standard input, one on each line"),
        file.help("Read puzzles from FILE: one on each line, or blocks separated by blank lines")
            .value_parser(value_parser!(std::path::PathBuf)),
        from(),
        encoding(),
    ]
}

/// Returns the option for the file format of another solver.
pub fn from() -> Arg {
    let kinds = IMPORTS.iter().map(|row| PossibleValue::new(row.name).help(row.help));
    let from = Arg::new("from").long("from").value_name("SOLVER");
    from.value_parser(PossibleValuesParser::new(kinds))
        .help("Read files of another solver; files that end in .run are known by their names")
}

/// Returns the option for the encoding of files.
pub fn encoding() -> Arg {
    let encoding = Arg::new("encoding").long("encoding").value_name("NAME").value_parser(known_encoding);
    encoding.help("Encoding of files and standard input, if not UTF-8 or UTF-16: shift_jis, windows-1251, …")
}

fn known_encoding(name: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(name.as_bytes())
        .ok_or_else(|| "not a known encoding, such as shift_jis, gbk, windows-1251".into())
}

/// Returns the option for the engine.
pub fn engine() -> Arg {
    let names = || ENGINES.iter().map(|engine| engine.name()).collect();
    offering(Arg::new("engine").long("engine").value_name("NAME"), names, known)
}

/// Returns the option for the evaluator.
pub fn evaluator() -> Arg {
    let names = || EVALUATORS.iter().map(|evaluator| evaluator.name()).collect();
    offering(Arg::new("evaluator").long("evaluator").value_name("NAME"), names, known)
}

/// Checks a name. The solver knows the names of its tables, and what to say about others.
fn known(name: &str) -> Result<String, String> {
    Ok(name.into())
}

/// Returns the option for the number of threads.
pub fn threads() -> Arg {
    let threads = Arg::new("threads").long("threads").value_name("N").value_parser(amounts::whole(0));
    threads.help("Number of threads; 0 for one per processor (default)")
}

/// Returns the number of threads that was given; 0 if none was.
pub fn thread_count(matches: &ArgMatches) -> usize {
    let threads = matches.get_one::<u64>("threads").copied().unwrap_or_default();
    usize::try_from(threads).unwrap_or(usize::MAX)
}

/// Returns the option for the time limit.
pub fn timeout() -> Arg {
    let timeout = Arg::new("timeout").long("timeout").value_name("TIME");
    timeout.value_parser(amounts::duration).help("Stop after this time: seconds, or 500ms, 10s, 5m")
}

/// Returns the option for the output format.
pub fn format() -> Arg {
    let formats = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.help()));
    let format = Arg::new("format").long("format").value_name("FORMAT").default_value("text");
    format.value_parser(PossibleValuesParser::new(formats))
}

/// Returns the option for the output file.
pub fn output_file() -> Arg {
    let file = Arg::new("output").short('o').long("output").value_name("FILE");
    file.value_parser(value_parser!(PathBuf))
}

/// Returns the named file; `None` for standard output, which `-` names too.
pub fn output(matches: &ArgMatches) -> Option<&PathBuf> {
    matches.get_one::<PathBuf>("output").filter(|path| *path != Path::new("-"))
}

/// Reads the path of a file or a folder. It cannot be standard output, because it is moved to its place or read again.
pub fn named() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err("this cannot be standard output: give it a name (./- is a file with the name -)"),
        false => Ok(path),
    })
}

/// Returns the option that omits notes.
pub fn quiet() -> Arg {
    flag("quiet", "No notes on standard error, errors only").short('q')
}

/// Returns the option for colours.
pub fn colour() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(["auto", "always", "never"])
        .default_value("auto")
        .hide_possible_values(true)
        .help("Use colours: auto (on a terminal), always or never")
}

/// Makes an option without a value.
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
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
