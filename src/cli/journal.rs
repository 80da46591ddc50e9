//! A record beside an output file, so that a run that was killed can be taken up again.
//!
//! `FILE.fukumen` says how many answers FILE holds and how long it is with them. A run with the same
//! arguments whose input begins with the same puzzles cuts FILE to that length, skips those puzzles,
//! and goes on; any other run begins anew. The record is written to one side and moved into place,
//! so that it is whole whenever the run ends. It guards against the end of a process, not against
//! that of a machine: nothing is forced onto the disk.

use std::ffi::OsString;
use std::fs;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;
use std::time::Instant;

use serde::Deserialize;
use serde::Serialize;

use crate::cli::feed::Feed;
use crate::cli::record;
use crate::cli::record::Care;
use crate::cli::status::Tally;
use crate::cli::task::Task;

/// How long the record may lag behind its file.
const PERIOD: Duration = Duration::from_millis(100);

/// What the record holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    /// Stands for the program's version and its arguments.
    arguments: u64,
    /// Stands for the puzzles answered.
    input: u64,
    /// How many they are.
    answers: usize,
    /// How long the file is with their answers.
    bytes: u64,
    /// How they ended.
    tally: Tally,
}

/// The record of a run.
pub struct Journal {
    path: PathBuf,
    record: Record,
    input: DefaultHasher,
    saved: Option<Instant>,
}

impl Journal {
    /// The record of a new run that writes into `output`.
    pub fn new(output: &Path, arguments: &[OsString]) -> Self {
        let mut path = output.to_path_buf().into_os_string();
        path.push(".fukumen");
        let record = Record { arguments: fingerprint(arguments), ..Record::default() };
        Self { path: path.into(), record, input: DefaultHasher::new(), saved: None }
    }

    /// Takes up the run that left its record here: its puzzles are taken off the feed. They are all
    /// given back where the record is another run's.
    pub fn take_up(&mut self, output: &Path, feed: &mut Feed) {
        let Some(record) = self.left_behind(output) else { return };
        let answered: Vec<Task> = feed.take(record.answers).collect();
        let mut input = DefaultHasher::new();
        answered.iter().for_each(|task| task.identify(&mut input));
        if answered.len() < record.answers || input.finish() != record.input {
            return feed.give_back(answered);
        }
        self.record = record;
        self.input = input;
    }

    /// The record of a run with the same arguments, if its file still holds what it says.
    fn left_behind(&self, output: &Path) -> Option<Record> {
        let record: Record = serde_json::from_slice(&fs::read(&self.path).ok()?).ok()?;
        let is_there = fs::metadata(output).is_ok_and(|file| file.len() >= record.bytes);
        (record.arguments == self.record.arguments && is_there).then_some(record)
    }

    /// How many answers the file holds.
    pub fn answers(&self) -> usize {
        self.record.answers
    }

    /// How long the file is with them.
    pub fn bytes(&self) -> u64 {
        self.record.bytes
    }

    /// How they ended.
    pub fn tally(&self) -> Tally {
        self.record.tally
    }

    /// One more answer is in the file, which will be this long when all that was written is in it.
    pub fn add(&mut self, task: &Task, bytes: u64, tally: Tally) {
        task.identify(&mut self.input);
        self.record.input = self.input.finish();
        self.record.answers += 1;
        self.record.bytes = bytes;
        self.record.tally = tally;
    }

    /// Whether the record lags too far behind.
    pub fn is_due(&self) -> bool {
        self.saved.is_none_or(|saved| saved.elapsed() >= PERIOD)
    }

    /// Writes the record. The file holds what it says.
    pub fn save(&mut self) -> io::Result<()> {
        record::replace(&self.path, &serde_json::to_vec(&self.record)?, Care::Process)?;
        self.saved = Some(Instant::now());
        Ok(())
    }

    /// Removes the record: the run is over.
    pub fn remove(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }
}

/// Equal for equal runs of one build of the program, by whatever name it is called. The hash may
/// differ in another build, which costs a run begun anew.
fn fingerprint(arguments: &[OsString]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), arguments.get(1..)).hash(&mut hasher);
    hasher.finish()
}
