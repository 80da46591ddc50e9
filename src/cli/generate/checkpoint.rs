//! How far a search has come, in a small file, so that it can go on there.
//!
//! A checkpoint stands between two parts. It says which search it is of, which part is next, and how long the output is with all
//! that was found before it; a run that goes on cuts the output back to that length. It is moved into place when it is on the
//! disk, and the output is on the disk before it, so that it never promises what is not there.

use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;
use std::time::Instant;

use anyhow::Context;
use serde::Deserialize;
use serde::Serialize;

use crate::cli::record;
use crate::cli::record::Care;
use crate::generate::Order;
use crate::generate::Tally;

/// The number of this form of checkpoints.
const FORMAT: u64 = 1;
/// How their files begin.
const HEAD: &[u8] = b"{\n  \"format\":";

/// What a checkpoint says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The form of the file.
    pub format: u64,
    /// The version of the program.
    pub version: String,
    /// The kind of the search.
    pub kind: String,
    /// Stands for all that decides what is found and how it is written.
    pub search: String,
    /// Which piece of the search it is.
    pub shard: String,
    /// The part that it began with.
    pub first: u64,
    /// The part to go on with.
    pub next: u64,
    /// Where the parts end.
    pub end: u64,
    /// Whether the output is whole.
    pub is_done: bool,
    /// How long the output is, in bytes; nothing, where it is no file that could be cut back.
    pub bytes: u64,
    /// How many puzzles stand in it.
    pub written: u64,
    /// Whether the last of them is a line alone.
    pub is_below_line: bool,
    /// Candidates that were looked at.
    pub candidates: u64,
    /// Puzzles that were solved.
    pub tested: u64,
    /// Those that kept the promise.
    pub found: u64,
    /// Those that could not be decided.
    pub undecided: u64,
}

impl Checkpoint {
    /// That of a search which has not begun.
    pub fn new(kind: &str, search: String, shard: String, parts: std::ops::Range<u64>) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            kind: kind.into(),
            search,
            shard,
            first: parts.start,
            next: parts.start,
            end: parts.end,
            is_done: false,
            bytes: 0,
            written: 0,
            is_below_line: false,
            candidates: 0,
            tested: 0,
            found: 0,
            undecided: 0,
        }
    }

    /// Adds what was looked at in a part.
    pub fn add(&mut self, tally: Tally) {
        let Tally { candidates, tested, found, undecided, .. } = tally;
        self.candidates = self.candidates.saturating_add(candidates);
        self.tested += tested;
        self.found += found;
        self.undecided += undecided;
    }

    /// The checkpoint that an earlier run of the same search has left.
    pub fn resumed(&self, path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read the checkpoint '{name}'"))?;
        let left = Self::read(&bytes).with_context(|| format!("'{name}' is no checkpoint"))?;
        self.check(&left).with_context(|| format!("cannot go on with the checkpoint '{name}'"))?;
        Ok(left)
    }

    /// Whether a search that begins may put its checkpoints there: nothing else is lost by it.
    pub fn check_place(path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let Ok(metadata) = fs::metadata(path) else { return Ok(()) };
        anyhow::ensure!(metadata.is_file(), "'{name}' is no file that a checkpoint could take the place of");
        let bytes = fs::read(path).with_context(|| format!("cannot read '{name}'"))?;
        if bytes.is_empty() {
            return Ok(());
        }
        let left = Self::read(&bytes)
            .with_context(|| format!("'{name}' is no checkpoint, and one would take its place"))?;
        anyhow::ensure!(
            left.is_done || left.next == left.first,
            "'{name}' is the checkpoint of a search that has not come to its end: --resume goes on with it; to begin anew, remove it"
        );
        Ok(())
    }

    /// Whether checkpoints may be written beside their place, where they are made: only what one may have left there is lost.
    pub fn check_beside(path: &Path) -> anyhow::Result<()> {
        let beside = record::beside(path);
        let Ok(bytes) = fs::read(&beside) else { return Ok(()) };
        let is_own = bytes.starts_with(HEAD) || HEAD.starts_with(&bytes);
        anyhow::ensure!(is_own, "'{}' would be written over, beside the checkpoint", beside.display());
        Ok(())
    }

    fn read(bytes: &[u8]) -> anyhow::Result<Self> {
        let value: serde_json::Value = serde_json::from_slice(bytes)?;
        let format = value.get("format").and_then(serde_json::Value::as_u64);
        anyhow::ensure!(
            format.is_none_or(|format| format == FORMAT),
            "it is of another form than this version of fukumen writes"
        );
        Ok(serde_json::from_value(value)?)
    }

    /// Whether another checkpoint is of the same search.
    fn check(&self, other: &Self) -> anyhow::Result<()> {
        let (version, kind, shard) = (&other.version, &other.kind, &other.shard);
        anyhow::ensure!(*version == self.version, "fukumen {version} wrote it, and this is {}", self.version);
        anyhow::ensure!(*kind == self.kind, "it is of 'generate {kind}'");
        anyhow::ensure!(*shard == self.shard, "it is of the shard {shard}, not {}", self.shard);
        anyhow::ensure!(
            other.search == self.search && other.end == self.end && other.next <= self.end,
            "it is of another search: subject, options, lists, rules, seed and format must be the same"
        );
        Ok(())
    }
}

/// Writes checkpoints.
pub struct Keeper {
    path: PathBuf,
    period: Duration,
    saved: Option<Instant>,
}

impl Keeper {
    /// Into a file, about so often.
    pub fn new(path: PathBuf, period: Duration) -> Self {
        Self { path, period, saved: None }
    }

    /// Whether the last one is old.
    pub fn is_due(&self) -> bool {
        self.saved.is_none_or(|saved| saved.elapsed() >= self.period)
    }

    /// Writes one. The output holds what it says.
    pub fn save(&mut self, checkpoint: &Checkpoint) -> anyhow::Result<()> {
        let write = || -> io::Result<()> {
            record::replace(&self.path, &serde_json::to_vec_pretty(checkpoint)?, Care::Machine)
        };
        write().with_context(|| format!("cannot write the checkpoint '{}'", self.path.display()))?;
        self.saved = Some(Instant::now());
        Ok(())
    }
}

/// A hash of texts in their order: FNV-1a with 128 bits, which is the same in every build and on every machine. It guards against
/// mistakes, not against forgers.
pub struct Fingerprint(u128);

impl Fingerprint {
    /// That of an order.
    pub fn of(order: &Order) -> Self {
        let mut print = Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        print.option(order.subject.as_deref());
        order.choices.iter().for_each(|(name, value)| print.pair(name, value));
        order.rules.changes().iter().for_each(|(name, value)| print.pair(name, value));
        print.pair("seed", &order.seed.to_string());
        print
    }

    /// Adds a name and its value.
    pub fn pair(&mut self, name: &str, value: &str) {
        self.text(name);
        self.text(value);
    }

    fn option(&mut self, text: Option<&str>) {
        self.pair(if text.is_some() { "some" } else { "none" }, text.unwrap_or_default());
    }

    /// The length keeps what is written behind each other apart.
    fn text(&mut self, text: &str) {
        let length = (text.len() as u64).to_le_bytes();
        for byte in length.iter().chain(text.as_bytes()) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    /// As it stands in a checkpoint.
    pub fn written(&self) -> String {
        format!("{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands beside a checkpoint is known by its beginning.
    #[test]
    fn checkpoints_begin_as_they_are_known() {
        let written = serde_json::to_vec_pretty(&Checkpoint::new("words", String::new(), "1/1".into(), 0..1));
        assert!(written.expect("it can be written").starts_with(HEAD));
    }

    #[test]
    fn whatever_decides_the_puzzles_changes_the_fingerprint() {
        let order = |subject: &str, choice: &str, seed| Order {
            subject: Some(subject.into()),
            choices: vec![("words".into(), choice.into())],
            seed,
            ..Order::default()
        };
        let print = |order: &Order| Fingerprint::of(order).written();
        let one = print(&order("A", "b", 0));
        assert_eq!(one, print(&order("A", "b", 0)));
        for other in [order("A", "c", 0), order("B", "b", 0), order("A", "b", 1), Order::default()] {
            assert_ne!(one, print(&other));
        }
    }
}
