//! Where results go: standard output, a file, or a pipe or device that a path names.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use terminal_size::Width;

use crate::cli::files::Place;
use crate::report::visible;
use crate::solve::clock::Moment;

/// How long a solution may wait for others if no terminal shows them.
const PERIOD: Duration = Duration::from_millis(50);

/// An output before anything is written: a file is locked and unchanged.
pub enum Target {
    /// Standard output.
    Standard,
    /// A pipe or a device, which passes its input on.
    Passing(File),
    /// A file, which can be cut.
    File(Place),
}

impl Target {
    /// Returns the target that `--output` names.
    pub fn of(path: Option<&PathBuf>) -> anyhow::Result<Self> {
        match path {
            None => Ok(Self::Standard),
            Some(path) if is_passed_on(path) => {
                // `/dev/stdout` may lead to a file that others write into, too.
                let file = OpenOptions::new().append(true).open(path);
                file.map(Self::Passing).with_context(|| format!("cannot write '{}'", path.display()))
            }
            Some(path) => Place::open(path, &mut OpenOptions::new()).map(Self::File),
        }
    }

    /// Returns the file, if it is one.
    pub fn file(&self) -> Option<&Place> {
        if let Self::File(place) = self { Some(place) } else { None }
    }
}

/// An output that can be written.
pub struct Output {
    out: BufWriter<Box<dyn Write>>,
    /// The file, which stays locked.
    place: Option<Place>,
    /// Whether the file is still unchanged.
    is_untouched: bool,
    /// Whether it is standard output.
    is_standard: bool,
    flushed: Moment,
    /// Whether a person may be watching.
    pub is_terminal: bool,
}

impl Output {
    /// Opens an output. A file is cut to a length, but an older one only when there is something to replace its contents: see
    /// `begin`.
    pub fn open(target: Target, bytes: u64) -> anyhow::Result<Self> {
        Ok(match target {
            Target::Standard => Self::standard(),
            Target::Passing(file) => {
                let is_terminal = file.is_terminal();
                Self { is_terminal, ..Self::new(Box::new(file), None) }
            }
            Target::File(mut place) => {
                let cannot = format!("cannot write '{}'", place.path().display());
                if bytes > 0 {
                    place.cut(bytes).with_context(|| cannot.clone())?;
                }
                let file = place.handle().context(cannot)?;
                Self { is_untouched: bytes == 0, ..Self::new(Box::new(file), Some(place)) }
            }
        })
    }

    fn standard() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let out: Box<dyn Write> = match colour_on_standard() {
            true => Box::new(AutoStream::always(io::stdout())),
            false => Box::new(io::stdout()),
        };
        Self { is_terminal, is_standard: true, ..Self::new(out, None) }
    }

    fn new(out: Box<dyn Write>, place: Option<Place>) -> Self {
        let out = BufWriter::new(out);
        let (is_untouched, is_standard, is_terminal) = (false, false, false);
        Self { out, place, is_untouched, is_standard, flushed: Moment::now(), is_terminal }
    }

    /// Empties the file, unless this was done. Every write does so first. A run calls it if its output is complete although
    /// nothing was written.
    pub fn begin(&mut self) -> io::Result<()> {
        match &mut self.place {
            Some(place) if std::mem::take(&mut self.is_untouched) => place.cut(0),
            _ => Ok(()),
        }
    }

    /// Returns whether it is shown in colours: a file never is.
    pub fn colour(&self) -> bool {
        self.is_standard && colour_on_standard()
    }

    /// Returns the width of the terminal, if it is one and says how wide it is.
    pub fn width(&self) -> Option<usize> {
        let is_shown = self.is_standard && self.is_terminal;
        let (Width(columns), _) =
            is_shown.then(|| terminal_size::terminal_size_of(io::stdout())).flatten()?;
        Some(columns.into())
    }

    /// Flushes the output: at once on a terminal, now and then elsewhere.
    pub fn show(&mut self) -> io::Result<()> {
        if self.is_terminal || self.flushed.elapsed() >= PERIOD { self.flush() } else { Ok(()) }
    }

    /// Returns the length of the file with everything written; `None` if it is not a file.
    pub fn bytes(&self) -> io::Result<Option<u64>> {
        let buffered = self.out.buffer().len() as u64;
        self.place.as_ref().map(|place| Ok(place.position()? + buffered)).transpose()
    }

    /// Makes everything written so far survive a crash of the machine.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.place.as_ref().map_or(Ok(()), Place::sync)
    }
}

impl Write for Output {
    /// Escapes typed text, so that it never acts on a terminal. Only our own colours pass.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begin()?;
        let shown = if self.colour() { visible::shown_with_colours } else { visible::shown };
        write_shown(&mut self.out, bytes, shown)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Moment::now();
        self.out.flush()
    }
}

/// Writes texts as they are shown. A part of a character passes unchanged.
fn write_shown(out: &mut dyn Write, bytes: &[u8], shown: fn(&str) -> Cow<str>) -> io::Result<usize> {
    if !visible::may_act(bytes) {
        return out.write(bytes);
    }
    for chunk in bytes.utf8_chunks() {
        out.write_all(shown(chunk.valid()).as_bytes())?;
        out.write_all(chunk.invalid())?;
    }
    Ok(bytes.len())
}

/// A writer for text without colours.
pub struct Shown<W>(pub W);

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_shown(&mut self.0, bytes, visible::shown)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns whether writes to a path go elsewhere, so that they cannot be cut or continued. `/dev/shm` holds files like any
/// others.
fn is_passed_on(path: &Path) -> bool {
    let is_other = std::fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir());
    is_other || (path.starts_with("/dev") && !path.starts_with("/dev/shm"))
}

fn colour_on_standard() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
