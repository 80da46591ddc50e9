//! How far a run has come, in a small file, so that another run can continue it.
//!
//! A checkpoint says which version, command, options and input it belongs to, what was done, and how long the output was
//! then. A run that continues cuts the output to that length. If anything that decides the output differs, the checkpoint is
//! refused. `solve --output FILE` keeps its checkpoint in `FILE.fukumen` and removes it at the end; `generate` keeps it where
//! `--checkpoint` or `--resume` says. The file is replaced as a whole, after the output was written, so that it never
//! promises output that is not there.

use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::files;
use crate::cli::files::{Care, Place};
use crate::cli::output::Target;
use crate::solve::clock::Moment;

/// The first bytes of a checkpoint.
const HEAD: &[u8] = b"{\n  \"fukumen\": \"";

/// The contents of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint<P> {
    /// The version of the program.
    fukumen: String,
    /// The command, such as `generate words`.
    command: String,
    /// Stands for all options and inputs that decide the output.
    fingerprint: String,
    /// Whether the output is complete.
    pub is_done: bool,
    /// The length of the output in bytes; `None` if it is not a file.
    pub bytes: Option<u64>,
    /// The work done; each command has its own fields.
    pub progress: P,
}

impl<P> Checkpoint<P> {
    /// Makes the checkpoint of a run at its start.
    pub fn new(command: String, fingerprint: &Fingerprint, target: &Target, progress: P) -> Self {
        Self {
            fukumen: env!("CARGO_PKG_VERSION").into(),
            command,
            fingerprint: fingerprint.written(),
            is_done: false,
            bytes: target.file().map(|_| 0),
            progress,
        }
    }
}

impl<P: DeserializeOwned> Checkpoint<P> {
    /// Returns the checkpoint of an earlier run, if this run can continue it.
    pub fn resumed(&self, left: Checkpoint<Value>, target: &Target) -> anyhow::Result<Self> {
        let Checkpoint { fukumen, command, fingerprint, is_done, bytes, progress } = left;
        anyhow::ensure!(
            fukumen == self.fukumen,
            "it was written by fukumen {fukumen}, and this is {}",
            self.fukumen
        );
        anyhow::ensure!(command == self.command, "it belongs to 'fukumen {command}'");
        anyhow::ensure!(
            fingerprint == self.fingerprint,
            "it belongs to a run with other options or other lists"
        );
        let progress = serde_json::from_value(progress).context("it is damaged")?;
        let left = Self { fukumen, command, fingerprint, is_done, bytes, progress };
        left.check_output(target)?;
        Ok(left)
    }

    /// Checks that the output still holds what was written.
    fn check_output(&self, target: &Target) -> anyhow::Result<()> {
        let (bytes, place) = match (self.bytes, target.file()) {
            (None, None) => return Ok(()),
            (Some(_), None) => anyhow::bail!("its output is a file: name it with --output"),
            (None, Some(_)) => anyhow::bail!("its output is not a file: leave out --output"),
            (Some(bytes), Some(place)) => (bytes, place),
        };
        let name = place.path().display();
        // Before anything is written, there may be no file.
        let length = place.length().or((bytes == 0).then_some(0));
        let length = length.with_context(|| format!("its output '{name}' is missing"))?;
        anyhow::ensure!(
            if self.is_done { length == bytes } else { length >= bytes },
            "'{name}' has {length} bytes, but the run wrote {bytes}: it was changed, or is not the output of that run"
        );
        Ok(())
    }
}

/// Writes checkpoints into one file, which no other run writes at the same time.
pub struct Keeper {
    place: Place,
    period: Duration,
    care: Care,
    saved: Option<Moment>,
}

impl Keeper {
    /// Locks a file for checkpoints, one per `period`.
    pub fn open(path: &Path, period: Duration, care: Care) -> anyhow::Result<Self> {
        let is_other = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        anyhow::ensure!(!is_other, "'{}' is not a file: it cannot hold a checkpoint", path.display());
        let place = Place::open(path, OpenOptions::new().read(true))?;
        let beside = files::beside(path);
        // A file that an earlier run left there may be overwritten.
        let is_own = |bytes: Vec<u8>| bytes.starts_with(HEAD) || HEAD.starts_with(&bytes);
        anyhow::ensure!(
            fs::read(&beside).map_or(true, is_own),
            "'{}', which checkpoints are written to first, is not a checkpoint: move it away",
            beside.display()
        );
        Ok(Self { place, period, care, saved: None })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// Returns the checkpoint that an earlier run left, if there is one.
    pub fn left(&mut self) -> anyhow::Result<Option<Checkpoint<Value>>> {
        let name = self.path().display().to_string();
        let bytes = self.place.read().with_context(|| format!("cannot read the checkpoint '{name}'"))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        // All earlier forms have this field.
        let is_earlier_form = value.get("bytes").is_some();
        match serde_json::from_value(value) {
            Ok(left) => Ok(Some(left)),
            Err(_) if is_earlier_form => {
                anyhow::bail!("'{name}' was written by another version of fukumen: delete it to start again")
            }
            Err(_) => anyhow::bail!("'{name}' is not a checkpoint: move it away, or name another file"),
        }
    }

    /// Returns whether the last checkpoint is old.
    pub fn is_due(&self) -> bool {
        self.saved.is_none_or(|saved| saved.elapsed() >= self.period)
    }

    /// Writes a checkpoint. The output must already hold what the checkpoint says.
    pub fn save<P: Serialize>(&mut self, checkpoint: &Checkpoint<P>) -> anyhow::Result<()> {
        let bytes = serde_json::to_vec_pretty(checkpoint)?;
        let replaced = self.place.replace(&bytes, self.care);
        replaced.with_context(|| format!("cannot write the checkpoint '{}'", self.path().display()))?;
        self.saved = Some(Moment::now());
        Ok(())
    }

    /// Removes the file, because the run is over.
    pub fn remove(&self) -> io::Result<()> {
        self.place.remove()
    }
}

/// A hash of texts in their order: FNV-1a with 128 bits, which is the same in every build and on every machine. It protects against
/// mistakes, not against forgery.
pub struct Fingerprint(u128);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fingerprint {
    /// Adds a name and its value.
    pub fn pair(&mut self, name: &str, value: &str) {
        self.text(name);
        self.text(value);
    }

    /// Adds a text. The length separates texts that follow each other.
    fn text(&mut self, text: &str) {
        let length = (text.len() as u64).to_le_bytes();
        for byte in length.iter().chain(text.as_bytes()) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    /// Reads a fingerprint from a checkpoint; `None` if the text is something else.
    pub fn read(written: &str) -> Option<Self> {
        u128::from_str_radix(written, 16).ok().map(Self)
    }

    /// Returns the fingerprint as a checkpoint writes it.
    pub fn written(&self) -> String {
        format!("{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_recognised_by_its_beginning() {
        let checkpoint =
            Checkpoint::new("solve".into(), &Fingerprint::default(), &Target::Standard, Value::Null);
        let written = serde_json::to_vec_pretty(&checkpoint);
        assert!(written.expect("it can be written").starts_with(HEAD));
    }

    #[test]
    fn texts_that_follow_each_other_are_kept_apart() {
        let print = |pairs: &[(&str, &str)]| {
            let mut print = Fingerprint::default();
            pairs.iter().for_each(|(name, value)| print.pair(name, value));
            print.written()
        };
        assert_eq!(print(&[("a", "bc")]), print(&[("a", "bc")]));
        assert_ne!(print(&[("a", "bc")]), print(&[("ab", "c")]));
        assert_ne!(print(&[("a", "b"), ("c", "d")]), print(&[("c", "d"), ("a", "b")]));
    }
}
