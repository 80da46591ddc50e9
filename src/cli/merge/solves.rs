//! Shards of `solve`: those of one puzzle are added up, those of a list are put into its order. The result is what one run would
//! have written, but for times, threads and counts of work.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use clap::ArgMatches;
use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use super::Piece;
use super::read;
use super::read::Form;
use super::read::Told;
use crate::cli::Status;
use crate::cli::request;
use crate::cli::sharding::List;
use crate::cli::status::Tally;
use crate::digits::Base;
use crate::digits::Digit;
use crate::message::Note;
use crate::message::message;
use crate::number::Exact;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::report;
use crate::report::Asked;
use crate::report::Letters;
use crate::report::Shape;
use crate::report::csv;
use crate::report::json::HELD;
use crate::report::json::Objects;
use crate::report::json::Rewritten;
use crate::report::json::Written;
use crate::report::json::count;
use crate::report::json::note_key;
use crate::solve::Ask;
use crate::solve::Goal;
use crate::solve::KEPT;
use crate::solve::Solver;
use crate::text;
use crate::text::Reader;
use crate::vocabulary::Vocabulary;

/// What one answer of a shard may differ in from the same answer of another run.
const WORK: [&str; 5] = ["threads", "nodes", "evaluations", "seconds", "times"];

/// All shards that are there.
pub struct Shards {
    form: Form,
    /// The heads of tables, each with the number of the first puzzle below it.
    heads: Vec<(u64, Vec<String>)>,
    answers: Vec<Told>,
    /// Files without any answer: shards of a list with fewer puzzles.
    empty: u64,
}

/// A row of a table, behind the digits of its solution.
type Row = (String, Vec<String>);

/// A puzzle of the result.
struct Merged {
    object: Rewritten,
    /// The rows of a table, each with the digits of its solution.
    rows: Vec<Row>,
    /// What its shards say of themselves.
    part: Map<String, Value>,
    ask: Ask,
    /// Whether it is the same puzzle as the one before, in another base.
    is_again: bool,
}

/// What is wanted of all solutions.
struct Wanted<'m> {
    essentially: Option<&'m String>,
    goal: Option<(&'static str, String)>,
}

impl Wanted<'_> {
    fn read(matches: &ArgMatches) -> Wanted<'_> {
        Wanted { essentially: matches.get_one::<String>("essentially"), goal: request::goal(matches) }
    }

    fn is_nothing(&self) -> bool {
        self.essentially.is_none() && self.goal.is_none()
    }
}

/// Refuses options that only shards of `solve` understand.
pub fn check_options(matches: &ArgMatches) -> anyhow::Result<()> {
    let is_plain = Wanted::read(matches).is_nothing() && !matches.get_flag("partial");
    anyhow::ensure!(
        is_plain,
        "--partial, --essentially, --maximize and --minimize are for shards of 'fukumen solve --shard', written as jsonl, json or csv"
    );
    Ok(())
}

impl Shards {
    /// The shards in these files; nothing if they are no shards of `solve`.
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
            let first = file.answers.iter().filter_map(Told::number).min().unwrap_or(0);
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

    /// Refuses what does not belong together.
    fn check(&self) -> anyhow::Result<()> {
        let Some(first) = self.answers.first() else { return Ok(()) };
        let what = |told: &Told| {
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
            let is_error = |told: &Told| !told.part.contains_key("ask");
            anyhow::ensure!(
                is_error(first) || is_error(told) || what(first) == what(told),
                "'{one}' and '{other}' do not belong together: different things were asked"
            );
        }
        Ok(())
    }
}

/// Puts shards together.
pub fn merge(shards: &Shards, matches: &ArgMatches) -> anyhow::Result<Status> {
    let is_partial = matches.get_flag("partial");
    if let Some(format) = matches.get_one::<String>("format") {
        let own = match shards.form {
            Form::Lines => "jsonl",
            Form::Object | Form::Array => "json",
            Form::Table => "csv",
        };
        anyhow::ensure!(own == format, "the format is {format} by --format, but the shards are {own}");
    }
    shards.check()?;
    let mut merged = if shards.is_list() { list(shards, is_partial)? } else { puzzles(shards, is_partial)? };
    let wanted = Wanted::read(matches);
    let mut heads: Vec<_> = shards.heads.clone();
    heads.sort_by_key(|(number, _)| *number);
    let mut head = heads.into_iter().next().map(|(_, head)| head);
    if !wanted.is_nothing() {
        // A table of several puzzles says first which one a row is about.
        let several =
            head.as_ref().is_some_and(|head| head.starts_with(&["line", "puzzle", "base"].map(String::from)));
        for merged in &mut merged {
            if merged.object.fields.get("status").is_some_and(|status| status != "error") {
                head = again(merged, &wanted, shards.form, several)?.or(head);
            }
        }
    }
    let bytes = written(shards.form, head, &merged)?;
    super::write(matches.get_one::<PathBuf>("output"), &bytes)?;
    let mut tally = Tally::default();
    for merged in &merged {
        let status = status(merged);
        if merged.is_again { tally.add_base(status) } else { tally.add(status) }
    }
    Ok(tally.total().unwrap_or(Status::Found))
}

fn written(form: Form, head: Option<Vec<String>>, all: &[Merged]) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    if form == Form::Table {
        let rows = all.iter().flat_map(|merged| &merged.rows).map(|(_, cells)| cells);
        for cells in head.iter().chain(rows) {
            csv::row(&mut out, cells)?;
        }
        return Ok(out);
    }
    let mut document = Objects::of(form != Form::Lines, form == Form::Array);
    for merged in all {
        document.rewrite(&mut out, &merged.object)?;
    }
    report::Document::close(&mut document, &mut out)?;
    Ok(out)
}

/// The exit status of an answer.
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

/// The answers to a list, in its order.
fn list(shards: &Shards, is_partial: bool) -> anyhow::Result<Vec<Merged>> {
    let mut numbered: BTreeMap<u64, Vec<&Told>> = BTreeMap::new();
    for told in &shards.answers {
        let number = told.number().unwrap_or_default();
        anyhow::ensure!(
            number > 0 && told.shard.has(number - 1),
            "'{}' has the puzzle {number}, which is not one of shard {}",
            told.name,
            told.shard
        );
        let answers = numbered.entry(number).or_default();
        let same = answers.iter().find(|other| place(other) == place(told));
        match same {
            Some(other) if other.name != told.name => check_same(other, told)?,
            // One file may have the answers in several bases that cannot be told apart: those of errors.
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
            let (object, rows, part) = (told.object.clone(), told.rows.clone(), told.part.clone());
            all.push(Merged { object, rows, part, ask: ask(told), is_again: i > 0 });
        }
    }
    Ok(all)
}

/// What to do about a missing shard.
const ADVICE: &str = "; --partial joins what there is";

/// Shards of different lists have other hashes.
fn check_list(numbered: &BTreeMap<u64, Vec<&Told>>, first: &Told) -> anyhow::Result<()> {
    let hash = |told: &Told| told.part.get("list").and_then(Value::as_str).map(String::from);
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

/// The base that an answer is about.
fn base(told: &Told) -> Option<&Value> {
    told.get("rules").and_then(|rules| rules.get("base"))
}

/// What tells the answers to one puzzle apart.
fn place(told: &Told) -> (Option<&Value>, Option<&Value>) {
    (base(told), told.get("line"))
}

fn ask(told: &Told) -> Ask {
    match told.part.get("ask").and_then(Value::as_str) {
        Some("count") => Ask::Count,
        Some("unique") => Ask::Unique,
        _ => Ask::All,
    }
}

/// Two files for one shard are no harm if they say the same.
fn check_same(one: &Told, other: &Told) -> anyhow::Result<()> {
    let said = |told: &Told| {
        let mut fields = told.object.fields.clone();
        fields.retain(|name, _| !WORK.contains(&&**name));
        let text = |written: &Written| match written {
            Written::Text(text) => text.get().to_string(),
            Written::Value(value) => value.to_string(),
        };
        let solutions = told.object.solutions.as_ref();
        let solutions = solutions.map(|(_, all)| all.iter().map(text).collect::<Vec<_>>());
        (fields, told.part.clone(), solutions, told.rows.clone())
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

/// The answers to one puzzle, one for each base.
fn puzzles(shards: &Shards, is_partial: bool) -> anyhow::Result<Vec<Merged>> {
    let mut bases: Vec<(Option<&Value>, BTreeMap<u64, &Told>)> = Vec::new();
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
        let answers: Vec<&Told> = answers.into_values().collect();
        let merged = Sum::of(&answers, is_partial)?.merged()?;
        all.push(Merged { is_again: i > 0, ..merged });
    }
    Ok(all)
}

/// A count, which is a string past 2^53.
fn number(value: Option<&Value>) -> u128 {
    match value {
        Some(Value::String(text)) => text.parse().unwrap_or_default(),
        Some(value) => value.as_u64().unwrap_or_default().into(),
        None => 0,
    }
}

/// The shards of one puzzle, in their order.
struct Sum<'t> {
    answers: Vec<&'t Told>,
    /// The one whose fields stand for all that is the same.
    model: &'t Told,
    /// Shards that are missing.
    missing: Vec<u64>,
    ask: Ask,
}

impl<'t> Sum<'t> {
    fn of(answers: &[&'t Told], is_partial: bool) -> anyhow::Result<Self> {
        let first = *answers.first().context("there is no answer")?;
        let is_error = |told: &Told| told.get("status").is_some_and(|status| status == "error");
        for told in answers {
            anyhow::ensure!(
                is_error(told) == is_error(first) && told.get("puzzle") == first.get("puzzle"),
                "'{}' and '{}' do not belong together: they are of different puzzles",
                first.name,
                told.name
            );
            let print = |told: &Told| told.part.get("fingerprint").cloned().filter(|print| !print.is_null());
            // A shard that was stopped before it was planned has none.
            let differ = print(told).zip(print(first)).is_some_and(|(one, other)| one != other);
            anyhow::ensure!(
                !differ,
                "'{}' and '{}' do not belong together: another puzzle, other rules, another question or another engine",
                first.name,
                told.name
            );
        }
        let count = first.shard.count();
        let missing: Vec<u64> = missing(answers, count);
        anyhow::ensure!(
            missing.is_empty() || is_partial,
            "shards are missing: {} of {count}{ADVICE}",
            listed(&missing, count, answers.len())
        );
        // Lines may be 0 only if no shard has a solution without that.
        let is_zero = |told: &Told| told.get("reading").is_some();
        let is_found = |told: &&&Told| !is_zero(told) && number(told.get("count")) > 0;
        let read = answers.iter().find(is_found);
        let zero = answers.iter().find(|told| is_zero(told));
        let planned = answers.iter().find(|told| told.get("engine").is_some_and(|name| name != "none"));
        let model = *read.or(zero).or(planned).unwrap_or(&first);
        Ok(Self { answers: answers.to_vec(), model, missing, ask: ask(first) })
    }

    /// Whether what an answer found counts.
    fn counts(&self, told: &Told) -> bool {
        told.get("reading").is_none() || self.model.get("reading").is_some()
    }

    fn field(&self, name: &str) -> impl Iterator<Item = Option<&'t Value>> {
        let name = name.to_string();
        self.answers.iter().map(move |told| told.get(&name))
    }

    fn is_misprinted(&self) -> bool {
        self.model.get("rules").and_then(|rules| rules.get("misprint")).is_some_and(|it| !it.is_null())
    }

    fn streams(&self) -> bool {
        self.model.part.get("stream") == Some(&Value::Bool(true))
    }

    fn merged(&self) -> anyhow::Result<Merged> {
        let ask = self.ask;
        if self.model.get("status").is_some_and(|status| status == "error") {
            let (object, part) = (self.model.object.clone(), self.model.part.clone());
            return Ok(Merged { object, rows: Vec::new(), part, ask, is_again: false });
        }
        let counted: Vec<&&Told> = self.answers.iter().filter(|told| self.counts(told)).collect();
        let total = counted.iter().try_fold(0u128, |sum, told| sum.checked_add(number(told.get("count"))));
        let total = total.context("there are more solutions than 128 bits can count")?;
        let is_enough = ask == Ask::Unique && total >= 2;
        let is_certain = self.field("exhausted").all(|it| it == Some(&Value::Bool(true)));
        let exhausted = is_certain && !is_enough && self.missing.is_empty();
        let total = if is_enough { self.enough(&counted) } else { total };
        let order = self.order(total);
        let mut fields = Map::new();
        let model = |name: &str| self.model.get(name).cloned();
        let mut set = |name: &str, value: Option<Value>| {
            fields.extend(value.map(|value| (name.to_string(), value)));
        };
        ["schema", "puzzle", "line", "rules"].into_iter().for_each(|name| set(name, model(name)));
        let streamed = fields.len();
        let mut set = |name: &str, value: Option<Value>| {
            fields.extend(value.map(|value| (name.to_string(), value)));
        };
        let status = match total {
            _ if !exhausted && !is_enough => "stopped",
            0 => "none",
            _ => "solved",
        };
        set("status", Some(status.into()));
        set("reading", model("reading"));
        set("exhausted", Some(exhausted.into()));
        set("count", Some(count(total)));
        if self.answers.iter().any(|told| told.get("written").is_some()) {
            let of = |told: &&Told| number(told.get("written").or(told.get("count")));
            set("written", Some(count(counted.iter().map(|told| of(told)).sum())));
        }
        let unique = if total > 1 { Some(false) } else { exhausted.then_some(total == 1) };
        set("unique", Some(unique.into()));
        set("essentially", Some(Value::Null));
        let undecided: u128 = self.field("undecided").map(number).sum();
        set("undecided", Some(count(undecided)));
        let held = fields.len();
        let mut set = |name: &str, value: Option<Value>| {
            fields.extend(value.map(|value| (name.to_string(), value)));
        };
        let groups = self.groups(&counted)?;
        set("groups", groups.as_ref().map(|groups| groups.iter().map(|(_, group)| group.clone()).collect()));
        set("order", Some(order.into()));
        let (notes, keys) = self.notes(status == "none");
        set("notes", Some(notes));
        set("note_keys", Some(keys));
        for name in ["engine", "evaluator", "reason", "plan"] {
            set(name, model(name));
        }
        set("threads", self.field("threads").flatten().max_by_key(|threads| threads.as_u64()).cloned());
        let ended = self.field("stopped_by").flatten().find(|by| !by.is_null() && *by != "unique");
        set("stopped_by", Some(if is_enough { "unique".into() } else { ended.cloned().unwrap_or_default() }));
        for name in ["nodes", "evaluations"] {
            set(name, Some(count(self.field(name).map(number).sum())));
        }
        let seconds = |of: &dyn Fn(&Told) -> f64| self.answers.iter().map(|told| of(told)).sum::<f64>();
        let float = |value: Option<&Value>| value.and_then(Value::as_f64).unwrap_or_default();
        set("seconds", Some(seconds(&|told| float(told.get("seconds"))).into()));
        let time = |name: &str| seconds(&|told| float(told.get("times").and_then(|times| times.get(name))));
        let times = ["parse", "plan", "search", "confirm"].map(|name| (name.to_string(), time(name).into()));
        set("times", Some(Value::Object(Map::from_iter(times))));
        let is_sorted = order == "sorted" && !self.is_misprinted();
        let solutions = self.solutions(&counted, is_sorted)?;
        let room = if self.streams() { 0 } else { HELD };
        let solutions = solutions.map(|all| (if all.len() > room { streamed } else { held }, all));
        let rows = self.rows(&counted, is_sorted, groups.as_deref(), total)?;
        let (object, part) = (Rewritten { fields, solutions }, self.model.part.clone());
        Ok(Merged { object, rows, part, ask, is_again: false })
    }

    /// How many solutions one run has seen when it ends at the second. Of letters that are printed wrongly, it ends only behind
    /// the replacement that has it, which may have two.
    fn enough(&self, counted: &[&&Told]) -> u128 {
        let mut total = 0;
        for told in counted.iter().filter(|_| self.is_misprinted()) {
            let own = number(told.get("count"));
            if total == 1 && own > 1 {
                let witnesses = told.object.solutions.as_ref().map_or(&[][..], |(_, all)| all.as_slice());
                let mut replaced = witnesses.iter().map(read::misprints);
                return total + if replaced.next() == replaced.next() { 2 } else { 1 };
            }
            total += own;
            if total >= 2 {
                return total;
            }
        }
        2
    }

    /// The order in which one run would have written this number of solutions.
    fn order(&self, total: u128) -> &'static str {
        let is_large = self.ask == Ask::All && total > KEPT as u128;
        let last = self.answers.last().and_then(|told| told.get("order")).and_then(Value::as_str);
        match last {
            _ if self.streams() => "engine",
            Some("engine") if self.is_misprinted() => "engine",
            _ if self.is_misprinted() => "sorted",
            _ if is_large => "engine",
            _ => "sorted",
        }
    }

    /// The notes of one run, as text and as data.
    fn notes(&self, is_none: bool) -> (Value, Value) {
        let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
        let (mut notes, mut keys) = (list(self.model.get("notes")), list(self.model.get("note_keys")));
        let if_none = self.answers.iter().filter_map(|told| told.part.get("if_none"));
        for more in if_none.filter(|_| is_none) {
            notes.extend(list(more.get("notes")));
            keys.extend(list(more.get("note_keys")));
        }
        if !self.missing.is_empty() {
            let count = self.model.shard.count();
            let missing = listed(&self.missing, count, self.answers.len());
            let note = Note::from(message!("note-missing-shards", missing = missing, count = count));
            notes.push(note.to_string().into());
            keys.push(note_key(&note));
        }
        (notes.into(), keys.into())
    }

    /// The solutions in the order of one run.
    fn solutions(&self, counted: &[&&Told], is_sorted: bool) -> anyhow::Result<Option<Vec<Written>>> {
        if self.model.object.solutions.is_none() {
            return Ok(None);
        }
        let of = |told: &&&Told| {
            told.object.solutions.as_ref().map_or(&[][..], |(_, all)| all.as_slice()).to_vec()
        };
        let mut all: Vec<Written> = counted.iter().flat_map(of).collect();
        if self.ask == Ask::Unique {
            all.truncate(2);
        }
        if is_sorted {
            let mut keyed = Vec::with_capacity(all.len());
            for solution in all {
                let key = read::digits(&solution).context("a solution has no digits")?;
                keyed.push((key, solution));
            }
            keyed.sort_by(|(one, _), (other, _)| one.cmp(other));
            all = keyed.into_iter().map(|(_, solution)| solution).collect();
        }
        Ok(Some(all))
    }

    /// The rows of a table.
    fn rows(
        &self,
        counted: &[&&Told],
        is_sorted: bool,
        groups: Option<&[Grouped]>,
        total: u128,
    ) -> anyhow::Result<Vec<Row>> {
        let mut rows: Vec<Row> = counted.iter().flat_map(|told| told.rows.clone()).collect();
        if self.ask != Ask::Count {
            if self.ask == Ask::Unique {
                rows.truncate(2);
            }
            if is_sorted {
                let mut keyed = Vec::with_capacity(rows.len());
                for row in rows {
                    keyed.push((read::digits_of_row(&row.0).context("a row has no digits")?, row));
                }
                keyed.sort_by(|(one, _), (other, _)| one.cmp(other));
                rows = keyed.into_iter().map(|(_, row)| row).collect();
            }
            return Ok(rows);
        }
        let Some((_, row)) = self.answers.iter().find_map(|told| told.rows.first()) else {
            return Ok(Vec::new());
        };
        // A count is the last cell of its row, and the shown values stand before it.
        let with = |values: &[String], count: String| {
            let leading = row.len().saturating_sub(values.len() + 1);
            let mut cells = row[..leading].to_vec();
            cells.extend_from_slice(values);
            cells.push(count);
            (String::new(), cells)
        };
        match groups {
            Some(groups) if !groups.is_empty() => Ok(groups
                .iter()
                .map(|(_, group)| {
                    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
                    let shows = group.get("shows").and_then(Value::as_array);
                    let values = shows
                        .map_or_else(|| vec![text(&group["show"])], |all| all.iter().map(text).collect());
                    with(&values, number(group.get("count")).to_string())
                })
                .collect()),
            Some(_) => {
                let shows = self.model.get("rules").and_then(|rules| rules.get("shows"));
                let width = shows.and_then(Value::as_array).map_or(1, Vec::len);
                Ok(vec![with(&vec![String::new(); width], total.to_string())])
            }
            None => Ok(vec![with(&[String::new()], total.to_string())]),
        }
    }

    /// How often each shown value came up, by its size.
    fn groups(&self, counted: &[&&Told]) -> anyhow::Result<Option<Vec<Grouped>>> {
        let Some(Value::Array(_)) = self.model.get("groups") else { return Ok(None) };
        let base = base(self.model).and_then(Value::as_u64).and_then(|base| Base::new(base).ok());
        let base = base.context("the base is missing")?;
        let mut all: BTreeMap<Vec<Option<Exact>>, (u128, Value)> = BTreeMap::new();
        let groups = counted.iter().filter_map(|told| told.get("groups").and_then(Value::as_array));
        for group in groups.flatten() {
            let shows = group.get("shows").and_then(Value::as_array);
            let texts = shows.map_or_else(|| std::slice::from_ref(&group["show"]), Vec::as_slice);
            let values = texts.iter().map(|text| value(text.as_str()?, base)).collect::<Option<Vec<_>>>();
            let values = values.context("a value cannot be read")?;
            let entry = all.entry(values).or_insert((0, group.clone()));
            entry.0 += number(group.get("count"));
        }
        let group = |(values, (number, mut group)): (_, (u128, Value))| {
            group["count"] = count(number);
            (values, group)
        };
        Ok(Some(all.into_iter().map(group).collect()))
    }
}

/// Shown values, and their group as JSON has it.
type Grouped = (Vec<Option<Exact>>, Value);

/// A shown value; nothing inside if it has none, and nothing at all if it cannot be read.
fn value(text: &str, base: Base) -> Option<Option<Exact>> {
    if text == "no value" {
        return Some(None);
    }
    let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
    let whole = |mut rest: &str| {
        let mut number = Exact::ZERO;
        while !rest.is_empty() {
            let (digit, length) = base.read(rest)?;
            number = number.times(&Exact::from(i64::from(base.get()))).plus(&Exact::from(i64::from(digit)));
            rest = &rest[length..];
        }
        Some(number)
    };
    let number = match text.split_once('/') {
        Some((above, below)) => whole(above)?.over(&whole(below)?)?,
        None => whole(text)?,
    };
    Some(Some(if is_negative { number.negated() } else { number }))
}

/// The numbers of the shards that are not there, at most a few.
fn missing(answers: &[&Told], count: u64) -> Vec<u64> {
    let mut missing = Vec::new();
    let mut next = 1;
    let numbers = answers.iter().map(|told| told.shard.number()).chain([count.saturating_add(1)]);
    for number in numbers {
        missing.extend((next..number).take(SHOWN.saturating_sub(missing.len())));
        next = number.saturating_add(1);
    }
    missing
}

/// How many missing shards are named.
const SHOWN: usize = 10;

fn listed(missing: &[u64], count: u64, there: usize) -> String {
    let names: Vec<String> = missing.iter().map(u64::to_string).collect();
    let more = count.saturating_sub(there as u64).saturating_sub(missing.len() as u64);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", names.join(", "))
}

/// Groups all solutions, or keeps the best. Returns the head of a table.
fn again(
    merged: &mut Merged,
    wanted: &Wanted,
    form: Form,
    several: bool,
) -> anyhow::Result<Option<Vec<String>>> {
    let told = |name: &str| merged.part.get(name).and_then(Value::as_str).map(String::from);
    let letters = Letters { key: told("key"), decode: told("decode"), ..Letters::default() };
    let puzzle = puzzle(merged)?;
    anyhow::ensure!(
        puzzle.rules().misprint.is_none(),
        "letters that are printed wrongly make another puzzle of each solution: they have no symmetries or best ones in common"
    );
    anyhow::ensure!(
        merged.ask != Ask::Count,
        "the shards were only counted: search them without --count to group solutions or to choose among them"
    );
    let puzzle = match merged.object.fields.get("reading") {
        Some(_) => puzzle.with_zero_lines().unwrap_or(puzzle),
        None => puzzle,
    };
    let mut solver = Solver::new(&puzzle).ask(merged.ask);
    let named = merged.object.fields.get("engine").and_then(Value::as_str);
    if let Some(name) = named.filter(|name| crate::engine::engine(name).is_some()) {
        solver = solver.engine(name);
    }
    let goal = wanted.goal.as_ref().map(|(option, expr)| -> anyhow::Result<Goal> {
        let expr = text::expression(expr, &puzzle, &Vocabulary::default())
            .map_err(|error| anyhow::anyhow!("--{option}: {error}"))?;
        Ok(if *option == request::MAXIMIZE { Goal::Maximize(expr) } else { Goal::Minimize(expr) })
    });
    let goal = goal.transpose()?;
    let solver =
        solver.goal(goal.clone()).essentially(wanted.essentially.map(|kind| request::essentially(kind)));
    let order = puzzle.order();
    let cells = |digits: Vec<Digit>| -> Option<Vec<Digit>> {
        let mut cells = vec![0; order.len()];
        (digits.len() == order.len()).then_some(())?;
        order.iter().zip(digits).for_each(|(cell, digit)| cells[cell.index()] = digit);
        Some(cells)
    };
    let known: Option<Vec<Vec<Digit>>> = match &merged.object.solutions {
        Some((_, all)) => all.iter().map(|one| cells(read::digits(one)?)).collect(),
        None => merged.rows.iter().map(|(digits, _)| cells(read::digits_of_row(digits)?)).collect(),
    };
    let (answer, solutions) = solver.run_known(known.context("a solution has no digits")?)?;
    let text = merged.object.fields.get("puzzle").and_then(Value::as_str).unwrap_or_default().to_string();
    let line = merged.object.fields.get("line").and_then(Value::as_u64).unwrap_or(1) as usize;
    let asked = Asked {
        line,
        goal: goal.as_ref(),
        letters: Some(&letters),
        ask: merged.ask,
        ..Asked::new(&text, &puzzle)
    };
    let Value::Object(mut found) = report::json::answer(&asked, &answer, &solutions) else { return Ok(None) };
    let fields = &mut merged.object.fields;
    let is_exhausted = fields.get("exhausted") == Some(&Value::Bool(true));
    let names = ["count", "essentially", "order"].into_iter();
    for name in names.chain(is_exhausted.then_some("unique")) {
        fields.extend(found.shift_remove(name).map(|value| (name.to_string(), value)));
    }
    let written = match found.shift_remove("solutions") {
        Some(Value::Array(all)) => all.into_iter().map(Written::Value).collect(),
        _ => Vec::new(),
    };
    if let Some(best) = found.shift_remove("best") {
        let place = fields.keys().position(|name| name == "order").unwrap_or(fields.len());
        fields.shift_insert(place, "best".into(), best);
    }
    add_notes(fields, found);
    if let Some((place, all)) = &mut merged.object.solutions {
        let behind = |name: &str| fields.keys().position(|field| field == name).map_or(0, |place| place + 1);
        *place = if written.len() > HELD { behind("rules") } else { behind("undecided") };
        *all = written;
    }
    if form != Form::Table {
        return Ok(None);
    }
    let format = report::format("csv").context("there is no table")?;
    let mut document = format.document(Shape { several, ..Shape::new(merged.ask) });
    let mut out = Vec::new();
    document.begin(&mut out, &asked)?;
    for solution in solutions {
        document.solution(&mut out, &asked, solution)?;
    }
    document.end(&mut out, &asked, &answer)?;
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(out.as_slice());
    let mut rows = reader.records().map(|record| Ok(record?.iter().map(String::from).collect()));
    let head = rows.next().transpose().map_err(|error: ::csv::Error| error)?;
    let rows = rows.map(|cells| Ok((String::new(), cells?)));
    merged.rows = rows.collect::<Result<_, ::csv::Error>>()?;
    Ok(head)
}

/// The puzzle of an answer, read again.
fn puzzle(merged: &Merged) -> anyhow::Result<Puzzle> {
    let settings = merged.part.get("settings").and_then(Value::as_array);
    let mut rules = Rules::default();
    for setting in settings.context("the settings of the puzzle are missing")? {
        let word = |place: usize| setting.get(place).and_then(Value::as_str).unwrap_or_default();
        rules.set(word(0), Some(word(1))).map_err(|error| anyhow::anyhow!("{error}"))?;
    }
    let text = merged.object.fields.get("puzzle").and_then(Value::as_str).unwrap_or_default();
    Reader::new()
        .rules(&rules)
        .read(text)
        .map_err(|error| anyhow::anyhow!("cannot read the puzzle '{text}' again: {error}"))
}

/// Adds the notes about groups to those of the shards.
fn add_notes(fields: &mut Map<String, Value>, found: Map<String, Value>) {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let (mut notes, mut keys) = (list(fields.get("notes")), list(fields.get("note_keys")));
    for (note, key) in list(found.get("notes")).into_iter().zip(list(found.get("note_keys"))) {
        if key.get("key") == Some(&json!("note-symmetries")) {
            notes.push(note);
            keys.push(key);
        }
    }
    fields.insert("notes".into(), notes.into());
    fields.insert("note_keys".into(), keys.into());
}
