//! `fukumen merge`: joins the outputs of shards. Those of `solve` say what they belong to, see `solves`; the rest of this
//! file is about those of `generate`.
//!
//! Shards of `generate` are runs over the parts of a search, so their outputs, one after the other, are the output of the
//! whole. If a format has a head or brackets, the result has them once. The outputs themselves show what belongs together:
//! all have one format, tables have the same head, and the puzzles of JSON have the same rules. The same output may not occur
//! twice.

mod read;
mod solves;

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context;
use serde_json::Value;

use crate::cli;
use crate::cli::command::Merge;
use crate::cli::joint::{CLOSE, EMPTY, Frame, JOINTS, Joint, rules_of};
use crate::cli::output::{Output, Target};
use crate::cli::status::Status;
use crate::cli::{command, files, journal};
use crate::puzzle::Rules;
use crate::report::html;
use crate::text::{Blocks, Reader};

/// An output and its name.
struct Piece {
    name: String,
    text: String,
}

/// Joins the outputs that the command line names.
pub fn merge(options: &Merge) -> anyhow::Result<Status> {
    let mut all = options.file.clone();
    all.extend(listed(options.list.as_ref())?);
    let paths = || all.iter();
    let output = command::output(&options.output);
    files::check(paths().chain(&options.list).map(PathBuf::as_path), output.map(PathBuf::as_path), None)?;
    let pieces = paths().map(piece).collect::<anyhow::Result<Vec<_>>>()?;
    if let Some(shards) = solves::Shards::read(&pieces)? {
        return solves::merge(&shards, options);
    }
    solves::check_options(options)?;
    let joint = common_joint(options.format, &pieces)?;
    let is_cut = |piece: &&Piece| joint.frame == Frame::Brackets && piece.text.is_empty();
    if let Some(empty) = pieces.iter().find(is_cut) {
        anyhow::bail!("'{}' is empty: it is incomplete", empty.name);
    }
    check_repeats(joint, &pieces)?;
    check_rules(joint, &pieces)?;
    let merged = joined(joint, &pieces)?;
    write(output, merged.as_bytes())
}

/// Writes the merged output into a file, or to standard output.
fn write(output: Option<&PathBuf>, merged: &[u8]) -> anyhow::Result<Status> {
    let Some(path) = output else { return cli::print(merged) };
    journal::check_free(path)?;
    let mut output = Output::open(Target::of(Some(path))?, 0)?;
    let written = output.begin().and_then(|()| output.write_all(merged)).and_then(|()| output.flush());
    written.with_context(|| format!("cannot write '{}'", path.display()))?;
    Ok(Status::Found)
}

/// Reads the names in a file.
fn listed(list: Option<&PathBuf>) -> anyhow::Result<Vec<PathBuf>> {
    let Some(path) = list else { return Ok(Vec::new()) };
    let text =
        if path == Path::new("-") { io::read_to_string(io::stdin()) } else { fs::read_to_string(path) };
    let text = text.with_context(|| format!("cannot read '{}'", path.display()))?;
    let names: Vec<PathBuf> = text.lines().filter(|line| !line.is_empty()).map(PathBuf::from).collect();
    anyhow::ensure!(!names.is_empty(), "'{}' names no outputs", path.display());
    Ok(names)
}

/// Returns the format that is given, or that the outputs show; an error unless all agree.
fn common_joint(given: Option<&'static Joint>, pieces: &[Piece]) -> anyhow::Result<&'static Joint> {
    let mut common = given.map(|joint| (joint, "--format".to_string()));
    // An empty output belongs to any format.
    for Piece { name, text } in pieces.iter().filter(|piece| !piece.text.is_empty()) {
        let shown = shown(text);
        match (&common, shown) {
            (Some((known, by)), Some(shown)) => anyhow::ensure!(
                known.format == shown.format,
                "the format is {} by {by}, but '{name}' is {}",
                known.format,
                shown.format
            ),
            (None, Some(shown)) => common = Some((shown, format!("'{name}'"))),
            (_, None) => {
                anyhow::ensure!(given.is_some(), "cannot tell the format of '{name}': name it with --format")
            }
        }
    }
    Ok(common.map_or(&JOINTS[0], |(joint, _)| joint))
}

/// Returns the format of an output, if that is certain. A text is recognised by its first puzzle.
fn shown(text: &str) -> Option<&'static Joint> {
    let marked = JOINTS.iter().find(|joint| joint.marks.iter().any(|mark| text.starts_with(mark)));
    marked.or_else(|| {
        let first = Blocks::new(text.lines().map(|line| Ok(line.into())), Rules::default()).next()?.ok()?;
        Reader::new().rules(&first.rules.ok()?).read(&first.text).ok().map(|_| &JOINTS[0])
    })
}

fn piece(path: &PathBuf) -> anyhow::Result<Piece> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read '{name}'"))?;
    let is_whole = text.is_empty() || text.ends_with('\n');
    anyhow::ensure!(is_whole, "'{name}' ends within a line: it is incomplete");
    Ok(Piece { name, text })
}

/// Refuses repeated outputs: two shards never find the same puzzles. Several may be empty.
fn check_repeats(joint: &Joint, pieces: &[Piece]) -> anyhow::Result<()> {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    for piece in pieces.iter().filter(|piece| joint.has_puzzles(&piece.text)) {
        if let Some(first) = seen.insert(&piece.text, &piece.name) {
            anyhow::bail!("'{first}' and '{}' hold the same puzzles", piece.name);
        }
    }
    Ok(())
}

fn check_rules(joint: &Joint, pieces: &[Piece]) -> anyhow::Result<()> {
    let mut first: Option<(Value, &str)> = None;
    for Piece { name: own, text } in pieces.iter().filter(|_| joint.is_json) {
        let puzzles = read::objects(text).with_context(|| format!("cannot read '{own}'"))?;
        for rules in puzzles.iter().map(rules_of) {
            let rules = rules.with_context(|| format!("cannot read '{own}'"))?;
            let (known, name) = first.get_or_insert_with(|| (rules.clone(), own));
            anyhow::ensure!(
                *known == rules,
                "'{name}' and '{own}' are not of one search: their rules differ"
            );
        }
    }
    Ok(())
}

fn joined(joint: &Joint, pieces: &[Piece]) -> anyhow::Result<String> {
    let mut merged = String::new();
    let mut first: Option<(&str, &str)> = None;
    for Piece { name, text } in pieces.iter().filter(|piece| !piece.text.is_empty()) {
        let apart = joint.apart(text);
        let (head, puzzles) = apart.with_context(|| format!("'{name}' was not written by 'generate'"))?;
        let (known, by) = *first.get_or_insert((head, name));
        anyhow::ensure!(known == head, "'{by}' and '{name}' have different heads");
        merged += match joint.frame {
            _ if merged.is_empty() || puzzles.is_empty() => "",
            Frame::Brackets => ",\n  ",
            // A block begins with the lines of its rules, and needs a blank line above, as in one output.
            Frame::Bare if puzzles.starts_with('@') && !merged.ends_with("\n\n") => "\n",
            _ => "",
        };
        merged += puzzles;
    }
    let head = first.map_or("", |(head, _)| head);
    Ok(match joint.frame {
        Frame::Brackets if merged.is_empty() => EMPTY.into(),
        Frame::Brackets => format!("{head}{merged}{CLOSE}"),
        Frame::Page if !head.is_empty() => format!("{head}{merged}{}", html::CLOSE),
        _ => format!("{head}{merged}"),
    })
}
