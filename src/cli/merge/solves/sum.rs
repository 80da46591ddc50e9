//! The answers of all shards to one puzzle, added up.

use std::collections::BTreeMap;

use anyhow::Context;
use serde_json::{Map, Value};

use super::super::read;
use super::super::read::Told;
use super::merged::{ADVICE, Merged, Row, ask, base, number};
use crate::digits::Base;
use crate::message::{Note, message};
use crate::number::Exact;
use crate::report::json::{HELD, Rewritten, Written, count, note_key};
use crate::solve::{Ask, KEPT};

/// The shards of one puzzle, in their order.
pub(super) struct Sum<'t> {
    answers: Vec<&'t Told>,
    /// The shard whose fields are used for everything that is the same in all.
    model: &'t Told,
    /// Shards that are missing.
    missing: Vec<u64>,
    ask: Ask,
}

impl<'t> Sum<'t> {
    pub(super) fn of(answers: &[&'t Told], is_partial: bool) -> anyhow::Result<Self> {
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
        let is_zero = |told: &Told| told.get("reading").is_some();
        let is_found = |told: &&&Told| !is_zero(told) && number(told.get("count")) > 0;
        let read = answers.iter().find(is_found);
        let zero = answers.iter().find(|told| is_zero(told));
        // A stopped shard may not know that another engine took over.
        let is_planned = |told: &&&Told| told.get("engine").is_some_and(|name| name != "none");
        let is_stopped = |told: &&&Told| told.get("exhausted") != Some(&Value::Bool(true));
        let planned = answers.iter().filter(is_planned).min_by_key(is_stopped);
        let model = *read.or(zero).or(planned).unwrap_or(&first);
        Ok(Self { answers: answers.to_vec(), model, missing, ask: ask(first) })
    }

    /// Returns whether the finds of an answer count.
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

    pub(super) fn merged(&self) -> anyhow::Result<Merged> {
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
        let model = |name: &str| self.model.get(name).cloned();
        let same = ["schema", "puzzle", "line", "rules"].into_iter();
        let mut fields: Map<_, _> = same.filter_map(|name| Some((name.into(), model(name)?))).collect();
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
        set("undecided", Some(count(self.field("undecided").map(number).sum())));
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
        fields.extend(self.cost());
        let held = fields.keys().position(|name| name == "undecided").map_or(0, |place| place + 1);
        let is_sorted = order == "sorted" && !self.is_misprinted();
        let solutions = self.solutions(&counted, is_sorted)?;
        let room = if self.streams() { 0 } else { HELD };
        let solutions = solutions.map(|all| (if all.len() > room { streamed } else { held }, all));
        let rows = self.rows(&counted, is_sorted, groups.as_deref(), total)?;
        let (object, part) = (Rewritten { fields, solutions }, self.model.part.clone());
        Ok(Merged { object, rows, part, ask, is_again: false })
    }

    /// Returns the fields about what the answers cost together.
    fn cost(&self) -> Map<String, Value> {
        let amounts = ["nodes", "evaluations"]
            .map(|name| (name.to_string(), count(self.field(name).map(number).sum())));
        let mut cost = Map::from_iter(amounts);
        let seconds = |of: &dyn Fn(&Told) -> f64| self.answers.iter().map(|told| of(told)).sum::<f64>();
        let float = |value: Option<&Value>| value.and_then(Value::as_f64).unwrap_or_default();
        cost.insert("seconds".into(), seconds(&|told| float(told.get("seconds"))).into());
        let time = |name: &str| seconds(&|told| float(told.get("times").and_then(|times| times.get(name))));
        let times = ["parse", "plan", "search", "confirm"].map(|name| (name.to_string(), time(name).into()));
        cost.insert("times".into(), Value::Object(Map::from_iter(times)));
        cost
    }

    /// Returns how many solutions one run has seen when it stops at the second. With misprinted letters, it stops only after
    /// the replacement that has the second solution, which may have two.
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

    /// Returns the notes of one run, as text and as data.
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

    /// Returns the solutions in the order of one run.
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

    /// Returns the rows of a table.
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
        // A count is the last cell of its row, with the shown values before it.
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

    /// Returns how often each shown value occurred, sorted by the value.
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

/// Shown values, and their group in JSON.
type Grouped = (Vec<Option<Exact>>, Value);

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
