//! The file of certificates that `--certificate` names: written beside its place, and moved there when it is whole.

use std::fs;
use std::fs::File;
use std::io::BufWriter;
use std::io::Seek;
use std::io::SeekFrom;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;

use crate::certify::Certifier;
use crate::certify::CertifyError;
use crate::certify::Claim;
use crate::certify::Written;
use crate::cli::place;
use crate::cli::task::Task;
use crate::digits::Digit;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::report::Certificate;
use crate::solution::Solution;
use crate::solve::Answer;
use crate::solve::Ask;
use crate::solve::Reading;
use crate::solve::Solver;
use crate::solve::clock::Moment;
use crate::solve::clock::Watch;

/// The certificates of a run, one after the other.
pub struct Proofs {
    path: PathBuf,
    beside: PathBuf,
    file: BufWriter<File>,
    /// The length of the certificates that are whole.
    length: u64,
    limit: u64,
    /// The solutions of the puzzle at hand.
    solutions: Vec<Vec<Digit>>,
    /// The bytes that they take, and whether that is too many to keep.
    bytes: u64,
}

/// What a proof is about.
pub struct Proven<'a> {
    pub task: &'a Task,
    pub puzzle: &'a Puzzle,
    pub answer: &'a Answer,
    pub ask: Ask,
    /// Whether only one solution of each class was handed over.
    pub is_grouped: bool,
}

impl Proofs {
    /// Opens the file beside a place.
    pub fn open(path: &Path, limit: u64) -> anyhow::Result<Self> {
        let is_other = fs::metadata(path).is_ok_and(|file| !file.is_file());
        anyhow::ensure!(!is_other, "'{}' is no file, and certificates are moved into one", path.display());
        let beside = place::beside(path);
        let file = File::create(&beside).with_context(|| format!("cannot write '{}'", beside.display()))?;
        let (path, file) = (path.into(), BufWriter::new(file));
        Ok(Self { path, beside, file, length: 0, limit, solutions: Vec::new(), bytes: 0 })
    }

    /// Begins with another puzzle.
    pub fn begin(&mut self) {
        self.solutions.clear();
        self.bytes = 0;
    }

    /// Keeps a solution for the claim, as long as there is room.
    pub fn keep(&mut self, solution: &Solution) {
        self.bytes += 2 * solution.digits().len() as u64 + 8;
        if self.bytes <= self.limit {
            self.solutions.push(solution.digits().to_vec());
        }
    }

    /// Adds the proof of an answer.
    pub fn add(&mut self, proven: &Proven, watch: &Watch) -> Result<Certificate, CertifyError> {
        let start = Moment::now();
        let before = self.length;
        match self.written(proven, watch) {
            Ok(nodes) => {
                let (file, bytes) = (self.path.display().to_string(), self.length - before);
                Ok(Certificate { file, nodes, bytes, seconds: start.elapsed() })
            }
            Err(error) => {
                self.length = before;
                self.file.seek(SeekFrom::Start(before))?;
                self.file.get_ref().set_len(before)?;
                Err(error)
            }
        }
    }

    fn written(&mut self, proven: &Proven, watch: &Watch) -> Result<u64, CertifyError> {
        if self.bytes > self.limit {
            return Err(CertifyError::TooLarge);
        }
        let solutions = match proven.is_grouped {
            true => ungrouped(proven, watch)?,
            false => std::mem::take(&mut self.solutions),
        };
        let claim = Claim::of(proven.answer, proven.ask, solutions).ok_or(CertifyError::Interrupted)?;
        let relaxed =
            proven.puzzle.with_zero_lines().filter(|_| proven.answer.outcome.reading == Reading::ZeroLines);
        let Some(relaxed) = relaxed else { return self.write(proven.puzzle, claim, proven, watch) };
        // That lines may be 0 is meant only because there is no solution otherwise.
        let none = self.write(proven.puzzle, Claim::Exactly(Vec::new()), proven, watch)?;
        Ok(none + self.write(&relaxed, claim, proven, watch)?)
    }

    fn write(
        &mut self,
        puzzle: &Puzzle,
        claim: Claim,
        proven: &Proven,
        watch: &Watch,
    ) -> Result<u64, CertifyError> {
        let rules: Rules = proven.task.entry.rules.as_ref().ok().cloned().unwrap_or_default();
        let certifier =
            Certifier::new(puzzle, &proven.task.entry.text, &rules).limit(self.limit).interrupt(watch);
        let Written { nodes, bytes, .. } = certifier.write(claim, &mut self.file)?;
        self.length += bytes;
        Ok(nodes)
    }

    /// Moves the file to its place, if there is a certificate in it.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if self.length > 0 {
            let moved = self.file.flush().and_then(|()| fs::rename(&self.beside, &self.path));
            moved.with_context(|| format!("cannot write '{}'", self.path.display()))?;
        }
        Ok(())
    }
}

impl Drop for Proofs {
    fn drop(&mut self) {
        // What was moved is not there any more; what stays otherwise does no harm.
        let _ = fs::remove_file(&self.beside);
    }
}

/// All solutions of an answer that has one of each class.
fn ungrouped(proven: &Proven, watch: &Watch) -> Result<Vec<Vec<Digit>>, CertifyError> {
    let solver = Solver::new(proven.puzzle).watch(watch.clone());
    let (answer, solutions) = solver.run().map_err(|error| CertifyError::Unwritable(error.to_string()))?;
    if answer.outcome.count != proven.answer.outcome.count {
        return Err(CertifyError::Interrupted);
    }
    Ok(solutions.iter().map(|solution| solution.digits().to_vec()).collect())
}
