//! The record that `solve --output` keeps of the puzzles it has answered, so that a run that was killed can be continued.
//!
//! `FILE.fukumen` says how many answers FILE holds. A run with the same options whose input begins with the same puzzles
//! skips them and continues. The record survives the end of the process, not a crash of the machine: nothing is forced onto
//! the disk.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::checkpoint::{Checkpoint, Fingerprint, Keeper};
use crate::cli::feed::Feed;
use crate::cli::files;
use crate::cli::files::Care;
use crate::cli::output::{Output, Target};
use crate::cli::status::Tally;
use crate::cli::task::Task;

/// How far the checkpoint may lag behind the output.
const PERIOD: Duration = Duration::from_millis(100);

/// The work done so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Answered {
    /// The fingerprint of the puzzles that were answered.
    input: String,
    /// The number of these puzzles.
    puzzles: usize,
    /// How they ended.
    tally: Tally,
}

/// The checkpoint of a run that writes into a file.
pub struct Journal {
    keeper: Keeper,
    checkpoint: Checkpoint<Answered>,
    input: Fingerprint,
}

/// Returns the path of the checkpoint for an output.
pub fn path(output: &Path) -> PathBuf {
    files::with_ending(output, ".fukumen")
}

/// Refuses to overwrite the output of an unfinished run. Used by commands that keep no such checkpoint.
pub fn check_free(output: &Path) -> anyhow::Result<()> {
    let kept = path(output);
    anyhow::ensure!(
        fs::metadata(&kept).map_or(0, |file| file.len()) == 0,
        "an unfinished run was writing '{0}': delete '{1}' to overwrite '{0}', or name another output",
        output.display(),
        kept.display()
    );
    Ok(())
}

impl Journal {
    /// Continues the run that was writing the output, if there is one: takes the puzzles that it has answered off the feed.
    pub fn open(
        target: Target,
        order: impl FnOnce() -> Fingerprint,
        feed: &mut Feed,
    ) -> anyhow::Result<(Output, Option<Self>)> {
        let Some(output) = target.file().map(|place| place.path().to_path_buf()) else {
            return Ok((Output::open(target, 0)?, None));
        };
        let mut keeper = Keeper::open(&path(&output), PERIOD, Care::Process)?;
        let left = keeper.left()?;
        let input = Fingerprint::default();
        let nothing = Answered { input: input.written(), puzzles: 0, tally: Tally::default() };
        let checkpoint = Checkpoint::new("solve".into(), &order(), &target, nothing);
        let mut journal = Self { keeper, checkpoint, input };
        if let Some(left) = left {
            journal.resume(left, &target, feed).map_err(|error| {
                let (output, kept) = (output.display(), journal.keeper.path().display());
                anyhow::anyhow!(
                    "an unfinished run was writing '{output}', and this run cannot continue it: {error:#}; delete '{kept}' to overwrite '{output}', or name another output"
                )
            })?;
        }
        let bytes = journal.checkpoint.bytes.unwrap_or_default();
        Ok((Output::open(target, bytes)?, Some(journal)))
    }

    fn resume(&mut self, left: Checkpoint<Value>, target: &Target, feed: &mut Feed) -> anyhow::Result<()> {
        let left = self.checkpoint.resumed(left, target)?;
        let answered = feed.take(left.progress.puzzles).map(|task| task.identify(&mut self.input)).count();
        let is_same = answered == left.progress.puzzles && self.input.written() == left.progress.input;
        anyhow::ensure!(is_same, "its input began with other puzzles");
        self.checkpoint = left;
        Ok(())
    }

    /// Returns how many answers the output holds, and how they ended.
    pub fn written(&self) -> (usize, Tally) {
        (self.checkpoint.progress.puzzles, self.checkpoint.progress.tally)
    }

    /// Records that the answer to a task was written, and stays.
    pub fn add(&mut self, task: &Task, tally: Tally, output: &mut Output) -> anyhow::Result<()> {
        task.identify(&mut self.input);
        let Answered { puzzles, .. } = self.checkpoint.progress;
        self.checkpoint.progress = Answered { input: self.input.written(), puzzles: puzzles + 1, tally };
        self.checkpoint.bytes = output.bytes()?;
        if !self.keeper.is_due() {
            return Ok(());
        }
        output.flush()?;
        self.keeper.save(&self.checkpoint)
    }

    /// Ends the journal: removes the checkpoint of a complete output, or saves it for the next run.
    pub fn finish(&mut self, is_complete: bool) -> anyhow::Result<()> {
        if is_complete { Ok(self.keeper.remove()?) } else { self.keeper.save(&self.checkpoint) }
    }
}
