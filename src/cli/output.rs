//! Where answers go: standard output, or a file that can be taken up again.

use std::ffi::OsString;
use std::fs::File;
use std::fs::OpenOptions;
use std::io;
use std::io::BufWriter;
use std::io::IsTerminal;
use std::io::Seek;
use std::io::SeekFrom;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use std::time::Instant;

use anstream::AutoStream;
use anstream::ColorChoice;
use anyhow::Context;

use crate::cli::feed::Feed;
use crate::cli::journal::Journal;
use crate::cli::status::Tally;
use crate::cli::task::Task;

/// How long a solution may wait for others, where nobody watches them come.
const PERIOD: Duration = Duration::from_millis(50);

/// An output and, for a file, its record.
pub struct Output {
    out: BufWriter<Box<dyn Write>>,
    /// The file, where what was written can be cut.
    file: Option<File>,
    journal: Option<Journal>,
    /// Whether it was named, and is not simply standard output.
    is_file: bool,
    flushed: Instant,
    /// Whether somebody may watch.
    pub is_terminal: bool,
}

impl Output {
    /// Standard output.
    pub fn standard() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let out: Box<dyn Write> = match colour_on_standard() {
            true => Box::new(AutoStream::always(io::stdout())),
            false => Box::new(io::stdout()),
        };
        Self { is_terminal, ..Self::new(out, None) }
    }

    fn new(out: Box<dyn Write>, file: Option<File>) -> Self {
        Self {
            out: BufWriter::new(out),
            is_file: file.is_some(),
            file,
            journal: None,
            flushed: Instant::now(),
            is_terminal: false,
        }
    }

    /// A file. What an earlier run has done is taken off the feed.
    pub fn file(path: &Path, arguments: &[OsString], feed: &mut Feed) -> anyhow::Result<Self> {
        if is_passed_on(path) {
            return Self::cut(path, 0);
        }
        let mut journal = Journal::new(path, arguments);
        journal.take_up(path, feed);
        let output = Self::cut(path, journal.bytes())?;
        Ok(Self { journal: Some(journal), ..output })
    }

    /// A file of which only so many bytes are kept; all of what is there, where it only passes on what it is given.
    pub fn cut(path: &Path, bytes: u64) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write '{}'", path.display());
        if is_passed_on(path) {
            return Self::passing(path).with_context(cannot);
        }
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(false).open(path).with_context(cannot)?;
        file.set_len(bytes).with_context(cannot)?;
        file.seek(SeekFrom::End(0)).with_context(cannot)?;
        let out: Box<dyn Write> = Box::new(file.try_clone().with_context(cannot)?);
        Ok(Self::new(out, Some(file)))
    }

    /// A file of which an earlier run has written so many bytes.
    pub fn cut_back(path: &Path, bytes: u64) -> anyhow::Result<Self> {
        let length = std::fs::metadata(path).map_or(0, |file| file.len());
        anyhow::ensure!(
            is_passed_on(path) || length >= bytes,
            "'{}' has {length} bytes, but {bytes} were written when the checkpoint was: it is not the file of that run",
            path.display()
        );
        Self::cut(path, bytes)
    }

    /// A pipe or a device. Behind `/dev/stdout` may be a file that others write into, too.
    fn passing(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).open(path)?;
        let is_terminal = file.is_terminal();
        let out: Box<dyn Write> = Box::new(file);
        Ok(Self { is_file: true, is_terminal, ..Self::new(out, None) })
    }

    /// How many answers are there from an earlier run.
    pub fn written(&self) -> usize {
        self.journal.as_ref().map_or(0, Journal::answers)
    }

    /// How those ended.
    pub fn tally(&self) -> Tally {
        self.journal.as_ref().map_or(Tally::default(), Journal::tally)
    }

    /// Whether it is shown in colours: a file never is.
    pub fn colour(&self) -> bool {
        !self.is_file && colour_on_standard()
    }

    /// What was written so far should be seen, but not at any price.
    pub fn show(&mut self) -> io::Result<()> {
        if self.is_terminal || self.flushed.elapsed() >= PERIOD { self.flush() } else { Ok(()) }
    }

    /// The answer to a task is written, and stays.
    pub fn commit(&mut self, task: &Task, tally: Tally) -> io::Result<()> {
        let bytes = self.bytes()?;
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.add(task, bytes, tally);
        if !journal.is_due() {
            return Ok(());
        }
        self.out.flush()?;
        journal.save()
    }

    /// All is written, and the record not needed any more; or it is kept for the next run.
    pub fn finish(&mut self, is_complete: bool) -> io::Result<()> {
        self.flush()?;
        match &mut self.journal {
            Some(journal) if is_complete => journal.remove(),
            Some(journal) => journal.save(),
            None => Ok(()),
        }
    }

    /// How long the file is with all that was written; 0 where it is none.
    pub fn bytes(&mut self) -> io::Result<u64> {
        let buffered = self.out.buffer().len() as u64;
        self.file.as_mut().map_or(Ok(0), |file| Ok(file.stream_position()? + buffered))
    }

    /// All that was written so far is to outlive the machine.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.as_ref().map_or(Ok(()), File::sync_data)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.out.flush()
    }
}

/// Whether what is written to a path goes elsewhere, so that nothing of it can be cut or taken up.
/// `/dev/shm` holds files like any others.
fn is_passed_on(path: &Path) -> bool {
    let is_other = std::fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir());
    is_other || (path.starts_with("/dev") && !path.starts_with("/dev/shm"))
}

fn colour_on_standard() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
