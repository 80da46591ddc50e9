//! `fukumen verify`: judges certificates and explanations, as `fukumen-check` does, and reads the text of each a second time.

use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fukumen_check::{Meaning, Options, Statement, Verdict};
use serde_json::{Map, Value};

use crate::Rules;
use crate::certify;
use crate::certify::Again;
use crate::cli::command::Verify;
use crate::cli::output::Shown;
use crate::cli::status::Status;
use crate::digits::Base;
use crate::interrupt::Never;
use crate::puzzle::SettingError;
use crate::text::Reader;

/// Judges the files that the command line names.
pub fn verify(given: &Verify) -> anyhow::Result<Status> {
    let files = files(&given.certificate)?;
    let mut out = Shown(BufWriter::new(io::stdout().lock()));
    let mut worst = Verdict::Accepted;
    for file in &files {
        let options = Options {
            quiet: given.quiet,
            limit: given.limit.unwrap_or(u64::MAX),
            prefix: if files.len() > 1 { format!("{}: ", file.display()) } else { String::new() },
            ..Options::default()
        };
        let judged = opened(file).and_then(|text| judged(text, &options, &mut out));
        worst = worst.max(match judged {
            // A reader that closes the pipe has read enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            judged => judged.with_context(|| format!("cannot read '{}'", file.display()))?,
        });
    }
    match out.flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    Ok(match worst {
        Verdict::Accepted => Status::Found,
        Verdict::Refused => Status::None,
        Verdict::Malformed => Status::Wrong,
    })
}

/// Returns the files, and those of each folder in the order of their names.
fn files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let cannot = || format!("cannot read '{}'", path.display());
        let entries: io::Result<Vec<_>> = path.read_dir().with_context(cannot)?.collect();
        let mut inside: Vec<PathBuf> =
            entries.with_context(cannot)?.iter().map(|entry| entry.path()).collect();
        inside.retain(|path| path.is_file());
        inside.sort();
        files.extend(inside);
    }
    anyhow::ensure!(!files.is_empty(), "there is no file to verify");
    Ok(files)
}

fn opened(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        Ok(Box::new(io::stdin().lock()))
    } else {
        Ok(Box::new(BufReader::new(File::open(path)?)))
    }
}

/// Judges the certificates, or the explanations, of one file.
fn judged(mut text: impl BufRead, options: &Options, out: &mut dyn Write) -> io::Result<Verdict> {
    if fukumen_check::is_explanation(&mut text) {
        return fukumen_check::check_explanations(text, options, Some(&mut meanings), out);
    }
    // The puzzle of the previous certificate, if that proves that it has no solution as it is.
    let mut none = None;
    let mut again = |stated: &Statement| {
        let text = (stated.puzzle.clone(), stated.rules.clone());
        match certify::read_again(stated, &Never).map_err(|error| error.to_string())? {
            Again::AsRead => {
                none = (stated.claimed == "none").then_some(text);
                Ok("the statement is what fukumen reads".to_owned())
            }
            Again::ZeroLines if none == Some(text) => {
                Ok("the statement is what fukumen reads, with lines that may be 0".to_owned())
            }
            Again::ZeroLines => {
                Err("lines may be 0 only if there is no solution otherwise, and this was not proved"
                    .to_owned())
            }
        }
    };
    fukumen_check::check_with(text, options, &mut again, out)
}

/// Reads the text of an explanation: what it means as it is, and with lines that may be 0.
fn meanings(object: &Map<String, Value>) -> Result<Vec<(Meaning, String)>, String> {
    let rules = rules(object).map_err(|error| error.to_string())?;
    let text = object.get("puzzle").and_then(Value::as_str).unwrap_or_default();
    let puzzle = Reader::new().rules(&rules).read(text).map_err(|error| error.to_string())?;
    let relaxed = puzzle
        .with_zero_lines()
        .map(|relaxed| (relaxed, "lines may be 0, if there is no solution otherwise"));
    let as_read = (puzzle, "the given facts are those that fukumen reads");
    let all = std::iter::once(as_read).chain(relaxed);
    all.map(|(puzzle, remark)| Ok((certify::meaning(&puzzle)?, remark.to_owned()))).collect()
}

/// Returns the rules that an explanation says to be in force.
fn rules(object: &Map<String, Value>) -> Result<Rules, SettingError> {
    let mut rules = Rules::default();
    for (name, value) in object.get("rules").and_then(Value::as_object).into_iter().flatten() {
        let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        // A setting without a value is not in force.
        for value in values.iter().filter(|value| !value.is_null() && *value != false) {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            rules.set(&name.replace('_', "-"), Some(&value))?;
        }
    }
    let base = object.get("base").and_then(Value::as_u64).and_then(|base| Base::new(base).ok());
    Ok(base.into_iter().fold(rules, |rules, base| rules.with_base(base)))
}
