//! The answers of all shards to one puzzle, added up.

use std::collections::BTreeMap;
use std::iter;

use anyhow::Context;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::super::read;
use super::super::read::ShardAnswer;
use super::merged::{ADVICE, Merged, after, ask, base, number};
use crate::digits::Base;
use crate::message::{Note, message};
use crate::number::Exact;
use crate::report::json::{HELD, Rewritten, count, note_key};
use crate::solve::{Ask, KEPT};

/// The shards of one puzzle, in their order.
pub(super) struct Sum<'t> {
    answers: Vec<&'t ShardAnswer>,
    /// The shard whose fields are used for everything that is the same in all.
    model: &'t ShardAnswer,
    /// Shards that are missing.
    missing: Vec<u64>,
    ask: Ask,
}

impl<'t> Sum<'t> {
    pub(super) fn of(answers: &[&'t ShardAnswer], is_partial: bool) -> anyhow::Result<Self> {
        let first = *answers.first().context("there is no answer")?;
        let is_error = |told: &ShardAnswer| told.get("status").is_some_and(|status| status == "error");
        for told in answers {
            anyhow::ensure!(
                is_error(told) == is_error(first) && told.get("puzzle") == first.get("puzzle"),
                "'{}' and '{}' do not belong together: they are of different puzzles",
                first.name,
                told.name
            );
            let print =
                |told: &ShardAnswer| told.part.get("fingerprint").cloned().filter(|print| !print.is_null());
            // A shard that was stopped before planning has no fingerprint.
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
        let is_zero = |told: &ShardAnswer| told.get("reading").is_some();
        let is_found = |told: &&&ShardAnswer| !is_zero(told) && number(told.get("count")) > 0;
        let read = answers.iter().find(is_found);
        let zero = answers.iter().find(|told| is_zero(told));
        // A stopped shard may not know that another engine took over.
        let is_planned = |told: &&&ShardAnswer| told.get("engine").is_some_and(|name| name != "none");
        let is_stopped = |told: &&&ShardAnswer| told.get("exhausted") != Some(&Value::Bool(true));
        let planned = answers.iter().filter(is_planned).min_by_key(is_stopped);
        let model = *read.or(zero).or(planned).unwrap_or(&first);
        Ok(Self { answers: answers.to_vec(), model, missing, ask: ask(first) })
    }

    /// Returns whether the finds of an answer count.
    fn counts(&self, told: &ShardAnswer) -> bool {
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

    pub(super) fn merged(&self) -> anyhow::Result<Merged> {
        if self.model.get("status").is_some_and(|status| status == "error") {
            return Ok(Merged::of(self.model));
        }
        let counted: Vec<&ShardAnswer> =
            self.answers.iter().copied().filter(|told| self.counts(told)).collect();
        let total = counted.iter().try_fold(0u128, |sum, told| sum.checked_add(number(told.get("count"))));
        let total = total.context("there are more solutions than 128 bits can count")?;
        let is_enough = self.ask == Ask::Unique && total >= 2;
        let total = if is_enough { self.enough(&counted) } else { total };
        let (part, order) = (self.model.part.clone(), self.order(total));
        let object = Rewritten { fields: self.model.object.fields.clone(), solutions: None };
        let mut merged = Merged { object, part, ask: self.ask, is_again: false };
        let fields = &mut merged.object.fields;
        self.outcome(fields, &counted, total, is_enough);
        let groups = self.groups(&counted)?;
        if let Some(groups) = &groups {
            fields.insert("groups".into(), groups.iter().map(|(_, group)| group.clone()).collect());
        }
        fields.insert("order".into(), order.into());
        self.notes(fields);
        self.course(fields, is_enough);
        if self.model.object.solutions.is_some() {
            let solutions = match self.ask {
                Ask::Count => self.counts_of(groups.as_deref(), total)?,
                _ => self.solutions(&counted, order == "sorted" && !self.is_misprinted())?,
            };
            merged.set_solutions(solutions, if self.streams() { 0 } else { HELD });
        }
        Ok(merged)
    }

    /// Sets what was found, and how certain that is.
    fn outcome(
        &self,
        fields: &mut Map<String, Value>,
        counted: &[&ShardAnswer],
        total: u128,
        is_enough: bool,
    ) {
        let is_certain = self.field("exhausted").all(|it| it == Some(&Value::Bool(true)));
        let exhausted = is_certain && !is_enough && self.missing.is_empty();
        let status = match total {
            _ if !exhausted && !is_enough => "stopped",
            0 => "none",
            _ => "solved",
        };
        fields.insert("status".into(), status.into());
        fields.insert("exhausted".into(), exhausted.into());
        fields.insert("count".into(), count(total));
        if self.field("written").any(|written| written.is_some()) {
            let written = |told: &&ShardAnswer| number(told.get("written").or(told.get("count")));
            let written = count(counted.iter().map(written).sum());
            fields.shift_remove("written");
            fields.shift_insert(after(fields, "count"), "written".into(), written);
        }
        let unique = if total > 1 { Some(false) } else { exhausted.then_some(total == 1) };
        fields.insert("unique".into(), unique.into());
        fields.insert("undecided".into(), count(self.field("undecided").map(number).sum()));
    }

    /// Sets how the answer was found.
    fn course(&self, fields: &mut Map<String, Value>, is_enough: bool) {
        let threads = self.field("threads").flatten().max_by_key(|threads| threads.as_u64());
        fields.extend(threads.map(|threads| ("threads".to_string(), threads.clone())));
        let ended = self.field("stopped_by").flatten().find(|by| !by.is_null() && *by != "unique");
        let ended = if is_enough { "unique".into() } else { ended.cloned().unwrap_or_default() };
        fields.insert("stopped_by".into(), ended);
        for name in ["nodes", "evaluations"] {
            fields.insert(name.into(), count(self.field(name).map(number).sum()));
        }
        let float = |value: Option<&Value>| value.and_then(Value::as_f64).unwrap_or_default();
        fields.insert("seconds".into(), self.field("seconds").map(float).sum::<f64>().into());
        let time =
            |name| self.field("times").map(|times| float(times.and_then(|it| it.get(name)))).sum::<f64>();
        let times = ["parse", "plan", "search", "confirm"].map(|name| (name.to_string(), time(name).into()));
        fields.insert("times".into(), Value::Object(Map::from_iter(times)));
    }

    /// Returns how many solutions one run has seen when it stops at the second. With misprinted letters, it stops only after
    /// the replacement that has the second solution, which may have two.
    fn enough(&self, counted: &[&ShardAnswer]) -> u128 {
        let mut total = 0;
        for told in counted.iter().filter(|_| self.is_misprinted()) {
            let own = number(told.get("count"));
            if total == 1 && own > 1 {
                let mut replaced = told.solutions().iter().map(|solution| read::misprints(solution));
                return total + if replaced.next() == replaced.next() { 2 } else { 1 };
            }
            total += own;
            if total >= 2 {
                return total;
            }
        }
        2
    }

    /// Returns the order in which one run would have written this number of solutions.
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

    /// Sets the notes of one run, as text and as data.
    fn notes(&self, fields: &mut Map<String, Value>) {
        let is_none = fields.get("status").is_some_and(|status| status == "none");
        let more =
            self.answers.iter().filter(|_| is_none).filter_map(|told| told.part.get("if_none")?.as_object());
        let count = self.model.shard.count();
        let note = (!self.missing.is_empty()).then(|| {
            let missing = listed(&self.missing, count, self.answers.len());
            let note = Note::from(message!("note-missing-shards", missing = missing, count = count));
            json!({"notes": [note.to_string()], "note_keys": [note_key(&note)]})
        });
        let model = &self.model.object.fields;
        let told = || iter::once(model).chain(more.clone()).chain(note.as_ref().and_then(Value::as_object));
        for name in ["notes", "note_keys"] {
            let all = told().filter_map(|from| from.get(name)?.as_array()).flatten();
            fields.insert(name.into(), all.cloned().collect());
        }
    }

    /// Returns the solutions in the order of one run.
    fn solutions(&self, counted: &[&ShardAnswer], is_sorted: bool) -> anyhow::Result<Vec<Box<RawValue>>> {
        let mut all: Vec<_> = counted.iter().flat_map(|told| told.solutions()).cloned().collect();
        if self.ask == Ask::Unique {
            all.truncate(2);
        }
        if is_sorted {
            let keyed = all.into_iter().map(|solution| Some((read::digits(&solution)?, solution)));
            let mut keyed: Vec<_> = keyed.collect::<Option<_>>().context("a solution has no digits")?;
            keyed.sort_by(|(one, _), (other, _)| one.cmp(other));
            all = keyed.into_iter().map(|(_, solution)| solution).collect();
        }
        Ok(all)
    }

    /// Returns the rows of a table of counts.
    fn counts_of(&self, groups: Option<&[Grouped]>, total: u128) -> anyhow::Result<Vec<Box<RawValue>>> {
        let Some(row) = self.answers.iter().find_map(|told| told.solutions().first()) else {
            return Ok(Vec::new());
        };
        let row = read::cells(row)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let counts: Vec<(Vec<String>, u128)> = match groups {
            Some(groups) if !groups.is_empty() => {
                let values = |group: &Value| shows(group).iter().map(text).collect();
                groups.iter().map(|(_, group)| (values(group), number(group.get("count")))).collect()
            }
            Some(_) => {
                let shows = self.model.get("rules").and_then(|rules| rules.get("shows"));
                vec![(vec![String::new(); shows.and_then(Value::as_array).map_or(1, Vec::len)], total)]
            }
            None => vec![(vec![String::new()], total)],
        };
        // The count is the last cell of a row, after the shown values. The first cell is that of the shard.
        let of = |(values, count): (Vec<String>, u128)| {
            let leading = row.iter().take(row.len().saturating_sub(values.len() + 1)).cloned();
            let cells = [String::new()].into_iter().chain(leading).chain(values).chain([count.to_string()]);
            to_raw_value(&cells.collect::<Vec<_>>())
        };
        Ok(counts.into_iter().map(of).collect::<Result<_, _>>()?)
    }

    /// Returns how often each shown value occurred, sorted by the value.
    fn groups(&self, counted: &[&ShardAnswer]) -> anyhow::Result<Option<Vec<Grouped>>> {
        let Some(Value::Array(_)) = self.model.get("groups") else { return Ok(None) };
        let base = base(self.model).and_then(Value::as_u64).and_then(|base| Base::new(base).ok());
        let base = base.context("the base is missing")?;
        let mut all: BTreeMap<Vec<Option<Exact>>, (u128, Value)> = BTreeMap::new();
        let groups = counted.iter().filter_map(|told| told.get("groups").and_then(Value::as_array));
        for group in groups.flatten() {
            let values =
                shows(group).iter().map(|text| value(text.as_str()?, base)).collect::<Option<Vec<_>>>();
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

/// Shown values, and their group in JSON.
type Grouped = (Vec<Option<Exact>>, Value);

/// Returns the shown values of a group.
fn shows(group: &Value) -> &[Value] {
    let shows = group.get("shows").and_then(Value::as_array);
    shows.map_or_else(|| std::slice::from_ref(&group["show"]), Vec::as_slice)
}

/// Reads a shown value: `Some(None)` if it has no value, `None` if it cannot be read.
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

/// Returns the numbers of the missing shards, at most a few.
fn missing(answers: &[&ShardAnswer], count: u64) -> Vec<u64> {
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
