//! The file of certificates that `--certificate` names: written beside its final path, and moved there when it is complete.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context;

use crate::certify::{Certifier, CertifyError, Claim, HEAD, Written};
use crate::cli::files;
use crate::cli::task::Task;
use crate::digits::Digit;
use crate::generate::Find;
use crate::interrupt::Interrupt;
use crate::puzzle::{Puzzle, Rules};
use crate::report::Certificate;
use crate::solution::Solution;
use crate::solve::clock::{Moment, Watch};
use crate::solve::{Answer, Ask, Reading, Solver};

/// The kind of proof that is wanted, and its path.
pub struct Wish {
    pub path: PathBuf,
    /// The most bytes of each proof.
    pub limit: u64,
    /// Whether to write files for VeriPB.
    pub is_pseudo_boolean: bool,
}

/// The certificates of a run, one after the other.
pub struct Proofs {
    path: PathBuf,
    is_pseudo_boolean: bool,
    /// The formulas beside a pseudo-Boolean proof, and their paths.
    others: Vec<(PathBuf, String)>,
    beside: PathBuf,
    file: BufWriter<File>,
    /// The length of the complete certificates.
    length: u64,
    limit: u64,
    /// The solutions of the current puzzle.
    solutions: Vec<Vec<Digit>>,
    /// Their size in bytes, and whether that is too large to keep.
    bytes: u64,
}

/// The puzzle and answer that a proof is about.
pub struct Proven<'a> {
    pub task: &'a Task,
    pub puzzle: &'a Puzzle,
    pub answer: &'a Answer,
    pub ask: Ask,
    /// Whether the search handed over only one solution of each class.
    pub is_grouped: bool,
}

impl Proofs {
    /// Opens the file beside its final path.
    pub fn open(wish: &Wish) -> anyhow::Result<Self> {
        let (limit, is_pseudo_boolean) = (wish.limit, wish.is_pseudo_boolean);
        let path = if is_pseudo_boolean { &ending(&wish.path, ".pbp") } else { &wish.path };
        let is_other = fs::metadata(path).is_ok_and(|file| !file.is_file());
        anyhow::ensure!(!is_other, "'{}' is no file, and certificates are moved into one", path.display());
        let beside = files::beside(path);
        let file = File::create(&beside).with_context(|| format!("cannot write '{}'", beside.display()))?;
        let (path, file) = (path.into(), BufWriter::new(file));
        let (others, solutions) = (Vec::new(), Vec::new());
        Ok(Self { path, is_pseudo_boolean, others, beside, file, length: 0, limit, solutions, bytes: 0 })
    }

    /// Starts another puzzle.
    pub fn begin(&mut self) {
        self.solutions.clear();
        self.bytes = 0;
    }

    /// Keeps a solution for the claim, while there is room.
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
        let rules: Rules = proven.task.entry.rules.as_ref().ok().cloned().unwrap_or_default();
        let (puzzle, text, limit) = (proven.puzzle, &proven.task.entry.text, self.limit);
        let certifier = Certifier::new(puzzle, text, &rules).limit(limit).interrupt(watch);
        let reading = proven.answer.outcome.reading;
        let written = match self.is_pseudo_boolean {
            true => self.pseudo_boolean(certifier, reading, claim)?,
            false => written(certifier, puzzle, reading, claim, &mut self.file)?,
        };
        self.length += written.bytes;
        Ok(written.nodes)
    }

    /// Writes the files for VeriPB, which have one puzzle each.
    fn pseudo_boolean(
        &mut self,
        certifier: Certifier,
        reading: Reading,
        claim: Claim,
    ) -> Result<Written, CertifyError> {
        if self.length > 0 {
            return Err(CertifyError::Unwritable("a second puzzle in files for VeriPB".into()));
        }
        if reading == Reading::ZeroLines {
            return Err(CertifyError::Unwritable("lines that may be 0, in files for VeriPB".into()));
        }
        let beside = certifier.write_pseudo_boolean(claim, &mut self.file)?;
        let place = |end| ending(&self.path.with_extension(""), end);
        self.others = vec![(place(".opb"), beside.formula)];
        let (formula, proof) = beside.solutions.unwrap_or_default();
        self.others.push((place(".solutions.opb"), formula));
        self.others.push((place(".solutions.pbp"), proof));
        Ok(beside.written)
    }

    /// Moves the file to its final path, if it contains a certificate. Otherwise an older file stays, and its path is
    /// returned.
    pub fn finish(mut self) -> anyhow::Result<Option<PathBuf>> {
        if self.length > 0 {
            for (path, text) in &self.others {
                if text.is_empty() {
                    // The solutions of an earlier run do not belong to this one.
                    let _ = fs::remove_file(path);
                    continue;
                }
                fs::write(path, text).with_context(|| format!("cannot write '{}'", path.display()))?;
            }
            let moved = self.file.flush().and_then(|()| fs::rename(&self.beside, &self.path));
            moved.with_context(|| format!("cannot write '{}'", self.path.display()))?;
            return Ok(None);
        }
        Ok(Some(self.path.clone()).filter(|path| path.exists()))
    }
}

/// Returns a path with an ending added.
fn ending(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

impl Drop for Proofs {
    fn drop(&mut self) {
        // A file that was moved is no longer here; one that stays for another reason does no harm.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Writes the proof of a claim. If the claim allows lines to be 0, this proof is the second: lines may be 0 only because
/// there is no other solution, which is proved first.
fn written(
    certifier: Certifier,
    puzzle: &Puzzle,
    reading: Reading,
    claim: Claim,
    out: &mut dyn Write,
) -> Result<Written, CertifyError> {
    let relaxed = puzzle.with_zero_lines().filter(|_| reading == Reading::ZeroLines);
    let Some(relaxed) = relaxed else { return certifier.write(claim, out) };
    let none = certifier.write(Claim::Exactly(Vec::new()), out)?;
    Ok(none.and(certifier.about(&relaxed).write(claim, out)?))
}

/// Removes from a folder the files that `keep` wrote for puzzles after the first `kept`, complete or not, and returns their
/// number: they belong to an earlier run. A file with only such a name, or only such a text, stays.
pub fn clear(folder: &Path, kept: u64) -> anyhow::Result<u64> {
    let cleared = || -> io::Result<u64> {
        let mut removed = 0;
        for entry in folder.read_dir()? {
            let entry = entry?;
            let is_later = entry.file_name().to_str().and_then(numbered).is_some_and(|number| number > kept);
            if is_later && entry.file_type()?.is_file() && is_proof(&entry.path())? {
                fs::remove_file(entry.path())?;
                removed += 1;
            }
        }
        Ok(removed)
    };
    cleared()
        .with_context(|| format!("cannot remove the proofs of an earlier run from '{}'", folder.display()))
}

/// Returns the number of the puzzle whose proof has this name, whether the proof is complete or was being written.
fn numbered(name: &str) -> Option<u64> {
    let whole = name.strip_suffix(".new").unwrap_or(name);
    let number = whole.strip_suffix(".txt")?.parse().ok()?;
    (whole == named(number)).then_some(number)
}

/// Returns whether a file begins as proofs do, as far as it was written.
fn is_proof(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD.len() as u64).read_to_end(&mut head)?;
    Ok(head == HEAD.as_bytes() || head.is_empty() && path.extension().is_some_and(|end| end == "new"))
}

fn named(number: u64) -> String {
    format!("{number:06}.txt")
}

/// Writes the proof of a generated puzzle into a folder, as a file with the number of the puzzle.
pub fn keep(folder: &Path, number: u64, find: &Find, interrupt: &dyn Interrupt) -> Result<(), CertifyError> {
    let path = folder.join(named(number));
    let beside = files::beside(&path);
    let mut file = BufWriter::new(File::create(&beside)?);
    let solutions = std::iter::once(&find.solution).chain(&find.others);
    let claim = Claim::Exactly(solutions.map(|solution| solution.digits().to_vec()).collect());
    let certifier = Certifier::new(&find.puzzle, &find.text, find.puzzle.rules()).interrupt(interrupt);
    let written = written(certifier, &find.puzzle, find.answer.outcome.reading, claim, &mut file);
    let moved = written.and_then(|_| Ok(file.flush().and_then(|()| fs::rename(&beside, &path))?));
    if moved.is_err() {
        // The first error says why; a file that stays does no harm.
        let _ = fs::remove_file(&beside);
    }
    moved
}

/// Returns all solutions of an answer that has one of each class.
fn ungrouped(proven: &Proven, watch: &Watch) -> Result<Vec<Vec<Digit>>, CertifyError> {
    let solver = Solver::new(proven.puzzle).watch(watch.clone());
    let (answer, solutions) = solver.run().map_err(|error| CertifyError::Unwritable(error.to_string()))?;
    if answer.outcome.count != proven.answer.outcome.count {
        return Err(CertifyError::Interrupted);
    }
    Ok(solutions.iter().map(|solution| solution.digits().to_vec()).collect())
}
