//! Shards of `solve`: those of one puzzle are added up, those of a list are put into its order. The result is what one run
//! would have written, except for times, threads and counts of work.

mod again;
mod merged;
mod sum;

use std::collections::BTreeMap;

use anyhow::Context;
use serde_json::Value;

use super::read::{Form, ShardAnswer};
use super::{Piece, read};
use crate::cli::command;
use crate::cli::command::Merge;
use crate::cli::joint::Joint;
use crate::cli::sharding::List;
use crate::cli::status::{Status, Tally};
use crate::report;
use crate::report::json::Objects;
use crate::report::{csv, words};
use crate::solve::Ask;
use again::again;
use merged::{ADVICE, Merged, ask, base, number};
use sum::Sum;

/// The fields in which the same answer may differ between two runs.
const WORK: [&str; 5] = ["threads", "nodes", "evaluations", "seconds", "times"];

/// All shards that were given.
pub struct Shards {
    form: Form,
    /// The heads of tables, each with the number of the first puzzle below it.
    heads: Vec<(u64, Vec<String>)>,
    answers: Vec<ShardAnswer>,
    /// The number of files without any answer: shards of a list with fewer puzzles.
    empty: u64,
}

/// Refuses options that only shards of `solve` understand.
pub fn check_options(options: &Merge) -> anyhow::Result<()> {
    let is_plain = options.of_all.is_nothing() && !options.partial;
    anyhow::ensure!(
        is_plain,
        "--partial, --essentially, --maximize and --minimize are for shards of 'fukumen solve --shard', written as jsonl, json or csv"
    );
    Ok(())
}

impl Shards {
    /// Reads the shards in these files; `None` if they are not shards of `solve`.
    pub fn read(pieces: &[Piece]) -> anyhow::Result<Option<Self>> {
        let mut shards: Option<Self> = None;
        let mut other: Option<&str> = None;
        let mut empty = 0;
        for piece in pieces {
            if piece.text.is_empty() || piece.text == "[]\n" {
                empty += 1;
                continue;
            }
            let Some(file) = read::file(piece)? else {
                other = other.or(Some(&piece.name));
                continue;
            };
            let all = shards.get_or_insert(Self {
                form: file.form,
                heads: Vec::new(),
                answers: Vec::new(),
                empty: 0,
            });
            anyhow::ensure!(
                all.form == file.form,
                "'{}' and '{}' are of different formats",
                all.answers.first().map_or("", |told| &told.name),
                piece.name
            );
            let first = file.answers.iter().filter_map(ShardAnswer::number).min().unwrap_or(0);
            all.heads.extend(file.head.map(|head| (first, head)));
            all.answers.extend(file.answers);
        }
        if let (Some(all), Some(other)) = (&shards, other) {
            let first = all.answers.first().map_or("", |told| &told.name);
            anyhow::bail!("'{first}' is a shard of 'solve', and '{other}' is not");
        }
        Ok(shards.map(|shards| Self { empty, ..shards }))
    }

    fn is_list(&self) -> bool {
        self.answers.iter().any(|told| told.number().is_some())
    }

    /// Refuses shards that do not belong together.
    fn check(&self) -> anyhow::Result<()> {
        let Some(first) = self.answers.first() else { return Ok(()) };
        let what = |told: &ShardAnswer| {
            let part = |name: &str| told.part.get(name).cloned().unwrap_or_default();
            (part("version"), part("ask"), part("stream"), part("key"), part("decode"))
        };
        for told in &self.answers {
            let (one, other) = (&first.name, &told.name);
            let counts = (first.shard.count(), told.shard.count());
            anyhow::ensure!(
                counts.0 == counts.1,
                "'{one}' is one of {} shards, '{other}' one of {}",
                counts.0,
                counts.1
            );
            anyhow::ensure!(
                first.number().is_some() == told.number().is_some(),
                "'{one}' and '{other}' do not belong together: one is of a list, the other of one puzzle"
            );
            let versions = (first.part.get("version"), told.part.get("version"));
            anyhow::ensure!(
                versions.0 == versions.1,
                "'{one}' and '{other}' were made by different versions of fukumen"
            );
            let is_error = |told: &ShardAnswer| !told.part.contains_key("ask");
            anyhow::ensure!(
                is_error(first) || is_error(told) || what(first) == what(told),
                "'{one}' and '{other}' do not belong together: different things were asked"
            );
            check_count(told)?;
        }
        Ok(())
    }
}

/// Merges shards.
pub fn merge(shards: &Shards, options: &Merge) -> anyhow::Result<Status> {
    let Merge { partial: is_partial, of_all: wanted, format, output, .. } = options;
    if let Some(Joint { format, .. }) = format {
        let own = shards.form.format();
        anyhow::ensure!(own == *format, "the format is {format} by --format, but the shards are {own}");
    }
    shards.check()?;
    let mut merged =
        if shards.is_list() { list(shards, *is_partial)? } else { puzzles(shards, *is_partial)? };
    let mut heads: Vec<_> = shards.heads.clone();
    heads.sort_by_key(|(number, _)| *number);
    let mut head = heads.into_iter().next().map(|(_, head)| head);
    if !wanted.is_nothing() {
        // In a table of several puzzles, the first column names the puzzle of a row.
        let several =
            head.as_ref().is_some_and(|head| head.starts_with(&["line", "puzzle", "base"].map(String::from)));
        for merged in &mut merged {
            if merged.object.fields.get("status").is_some_and(|status| status != "error") {
                head = again(merged, wanted, shards.form, several)?.or(head);
            }
        }
    }
    let bytes = written(shards.form, head, &merged)?;
    super::write(command::output(output), &bytes)?;
    let mut tally = Tally::default();
    for merged in &merged {
        let status = status(merged);
        if merged.is_again { tally.add_base(status) } else { tally.add(status) }
    }
    Ok(tally.total().unwrap_or(Status::Found))
}

fn written(form: Form, head: Option<Vec<String>>, all: &[Merged]) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    if let Some(head) = head {
        csv::row(&mut out, &head)?;
    }
    let mut document = Objects::of(form != Form::Lines, form == Form::Array);
    for Merged { object, .. } in all {
        if form != Form::Table {
            document.rewrite(&mut out, object)?;
            continue;
        }
        for row in object.solutions.iter().flat_map(|(_, rows)| rows) {
            csv::row(&mut out, &read::cells(row)?)?;
        }
    }
    report::Document::close(&mut document, &mut out)?;
    Ok(out)
}

/// Returns the exit status of an answer.
fn status(merged: &Merged) -> Status {
    let field = |name: &str| merged.object.fields.get(name);
    let is = |name: &str, value: &str| field(name).and_then(Value::as_str) == Some(value);
    match field("unique").and_then(Value::as_bool) {
        _ if is("status", "error") => Status::Wrong,
        Some(is_unique) if merged.ask == Ask::Unique => {
            if is_unique {
                Status::Found
            } else {
                Status::None
            }
        }
        _ if field("exhausted") != Some(&Value::Bool(true)) => Status::Stopped,
        _ if number(field("count")) == 0 => Status::None,
        _ => Status::Found,
    }
}

/// Returns the answers to a list, in its order.
fn list(shards: &Shards, is_partial: bool) -> anyhow::Result<Vec<Merged>> {
    let mut numbered: BTreeMap<u64, Vec<&ShardAnswer>> = BTreeMap::new();
    for told in &shards.answers {
        let number = told.number().unwrap_or_default();
        anyhow::ensure!(
            number > 0 && told.shard.has(number - 1),
            "'{}' has the puzzle {number}, which is not one of shard {}",
            told.name,
            told.shard
        );
        let answers = numbered.entry(number).or_default();
        let same = answers.iter().find(|other| base_and_line(other) == base_and_line(told));
        match same {
            Some(other) if other.name != told.name => check_same(other, told)?,
            // One file may have several answers in different bases that look the same: those of errors.
            _ => answers.push(told),
        }
    }
    let first = shards.answers.first().context("there is no answer")?;
    let count = first.shard.count();
    check_list(&numbered, first)?;
    if !is_partial {
        let last = numbered.keys().next_back().copied().unwrap_or_default();
        let lost = (1..=last).find(|number| !numbered.contains_key(number));
        if let Some(lost) = lost {
            let shard = (lost - 1) % count + 1;
            anyhow::bail!(
                "the puzzle {lost} is missing: shard {shard}/{count} is not there, or is incomplete{ADVICE}"
            );
        }
        let seen = last.min(count);
        anyhow::ensure!(
            seen + shards.empty >= count,
            "shards from {}/{count} on are missing{ADVICE}",
            seen + 1
        );
    }
    let mut all = Vec::new();
    for answers in numbered.into_values() {
        for (i, told) in answers.into_iter().enumerate() {
            all.push(Merged { is_again: i > 0, ..Merged::of(told) });
        }
    }
    Ok(all)
}

/// Refuses shards of different lists, because their hashes differ.
fn check_list(numbered: &BTreeMap<u64, Vec<&ShardAnswer>>, first: &ShardAnswer) -> anyhow::Result<()> {
    let hash = |told: &ShardAnswer| told.part.get("list").and_then(Value::as_str).map(String::from);
    let print = first.part.get("fingerprint");
    let mut before: Option<(u64, String)> = None;
    for (number, answers) in numbered {
        for told in answers {
            anyhow::ensure!(
                told.part.get("fingerprint") == print,
                "'{}' and '{}' do not belong together: other things were asked, or by another version",
                first.name,
                told.name
            );
        }
        let told = answers[0];
        let list = match &before {
            _ if *number == 1 => Some(List::default()),
            Some((last, hash)) if last + 1 == *number => List::behind(hash),
            _ => None,
        };
        let line = told.get("line").and_then(Value::as_u64).unwrap_or_default() as usize;
        let text = told.get("puzzle").and_then(Value::as_str).unwrap_or_default();
        let expected = list.map(|mut list| list.add(line, text));
        let own = hash(told);
        anyhow::ensure!(
            expected.is_none() || expected == own,
            "'{}' is of another list than the others, as its puzzle {number} shows",
            told.name
        );
        before = own.map(|own| (*number, own));
    }
    Ok(())
}

/// Refuses an answer that was cut or edited by hand: its count differs from the number it lists.
fn check_count(told: &ShardAnswer) -> anyhow::Result<()> {
    let groups = told.get("groups").and_then(Value::as_array).filter(|groups| !groups.is_empty());
    let sum = |counts: &mut dyn Iterator<Item = u128>| counts.fold(0, u128::saturating_add);
    let listed = match told.solutions() {
        // The rows of a table are its counts.
        rows @ [_, ..] if ask(told) == Ask::Count => {
            let count = |row| read::cells(row).ok()?.last()?.parse().ok();
            Some(sum(&mut rows.iter().map(|row| count(row).unwrap_or_default())))
        }
        [] if ask(told) == Ask::Count => {
            groups.map(|groups| sum(&mut groups.iter().map(|it| number(it.get("count")))))
        }
        all => Some(all.len() as u128),
    };
    let count = number(told.get("written").or(told.get("count")));
    anyhow::ensure!(
        listed.is_none_or(|listed| listed == count),
        "'{}' is damaged: its count is {count}, but it lists {}",
        told.name,
        words::plural(listed.unwrap_or_default(), "solution")
    );
    Ok(())
}

/// Returns what distinguishes the answers to one puzzle.
fn base_and_line(told: &ShardAnswer) -> (Option<&Value>, Option<&Value>) {
    (base(told), told.get("line"))
}

/// Checks two files for one shard: they do no harm if they say the same.
fn check_same(one: &ShardAnswer, other: &ShardAnswer) -> anyhow::Result<()> {
    let said = |told: &ShardAnswer| {
        let mut fields = told.object.fields.clone();
        fields.retain(|name, _| !WORK.contains(&&**name));
        let solutions: Vec<String> =
            told.solutions().iter().map(|solution| solution.get().to_string()).collect();
        (fields, told.part.clone(), solutions)
    };
    anyhow::ensure!(
        said(one) == said(other),
        "'{}' and '{}' are both shard {}, and differ",
        one.name,
        other.name,
        one.shard
    );
    Ok(())
}

/// Returns the answers to one puzzle, one for each base.
fn puzzles(shards: &Shards, is_partial: bool) -> anyhow::Result<Vec<Merged>> {
    let mut bases: Vec<(Option<&Value>, BTreeMap<u64, &ShardAnswer>)> = Vec::new();
    for told in &shards.answers {
        let base = base(told);
        let known = bases.iter().position(|(other, _)| *other == base);
        let known = known.unwrap_or_else(|| {
            bases.push((base, BTreeMap::new()));
            bases.len() - 1
        });
        let answers = &mut bases[known].1;
        match answers.get(&told.shard.number()) {
            Some(other) => check_same(other, told)?,
            None => _ = answers.insert(told.shard.number(), told),
        }
    }
    let mut all = Vec::new();
    for (i, (_, answers)) in bases.into_iter().enumerate() {
        let answers: Vec<&ShardAnswer> = answers.into_values().collect();
        let merged = Sum::of(&answers, is_partial)?.merged()?;
        all.push(Merged { is_again: i > 0, ..merged });
    }
    Ok(all)
}
