//! The files of a run: it never writes a file that it reads, and no other run writes a file that it writes.
//!
//! Files are compared by device and number, not by name: a link, a hard link or redirected standard input may hide that two
//! names mean one file. On systems without such numbers, full paths are compared.
//!
//! The lock on a written file belongs to the operating system. It ends with the process, even if that is killed.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context;

/// How often a file is locked again if it was replaced meanwhile. On some file systems a file seems to change its number.
const ATTEMPTS: u32 = 100;

/// The identity of a file among all others.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// Its device, and its number there.
    #[cfg(unix)]
    Number(u64, u64),
    /// Its full path.
    Path(PathBuf),
}

impl Identity {
    /// Returns the identity of a file, even if it does not exist yet. Pipes and devices have no identity, because nothing can
    /// be lost in them.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                number(&metadata).or_else(|| path.canonicalize().ok().map(Self::Path))
            }
            Ok(_) => None,
            Err(_) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
                Some(Self::Path(folder.join(path.file_name()?)))
            }
        }
    }

    /// Returns the identity of an input, where `-` is standard input.
    fn of_input(path: &Path) -> Option<Self> {
        if path == Path::new("-") { number(&standard_input().ok()?) } else { Self::of(path) }
    }
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    metadata.is_file().then(|| Identity::Number(metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<Identity> {
    None
}

#[cfg(unix)]
fn standard_input() -> io::Result<Metadata> {
    use std::os::fd::AsFd;
    File::from(io::stdin().as_fd().try_clone_to_owned()?).metadata()
}

#[cfg(not(unix))]
fn standard_input() -> io::Result<Metadata> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns whether two names mean the same file.
pub fn are_same(one: &Path, other: &Path) -> bool {
    one == other || Identity::of(one).is_some_and(|one| Identity::of(other) == Some(one))
}

/// Refuses to write a file that is read, or to write the output and the checkpoint into one file. Opens no file.
pub fn check<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    output: Option<&Path>,
    checkpoint: Option<&Path>,
) -> anyhow::Result<()> {
    if output.is_none() && checkpoint.is_none() {
        return Ok(());
    }
    let inputs: Vec<Identity> = inputs.into_iter().filter_map(Identity::of_input).collect();
    let beside = checkpoint.map(beside);
    let kept = || checkpoint.into_iter().chain(beside.as_deref());
    for written in output.into_iter().chain(kept()) {
        let is_read = Identity::of(written).is_some_and(|written| inputs.contains(&written));
        anyhow::ensure!(!is_read, "'{}' is also read: name another file to write", written.display());
    }
    for kept in kept() {
        let is_output = output.is_some_and(|output| are_same(output, kept));
        anyhow::ensure!(!is_output, "'{}' cannot be both the output and the checkpoint", kept.display());
    }
    Ok(())
}

/// Returns the path where a new file is written before it replaces the old one.
pub fn beside(path: &Path) -> PathBuf {
    with_ending(path, ".new")
}

/// Returns the path with an ending after its name.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// The event that a written file must survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// The end of the process.
    Process,
    /// A crash of the machine: the file is forced onto the disk, which takes some milliseconds.
    Machine,
}

/// A file that no other run writes while this value lives.
pub struct Place {
    path: PathBuf,
    file: File,
    /// The length that was found. `None` if the file was created here and nothing was written yet: then it is removed again.
    length: Option<u64>,
}

impl Place {
    /// Opens and locks a file without changing it; creates it if there is none.
    pub fn open(path: &Path, options: &mut OpenOptions) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write '{}'", path.display());
        let mut attempts = 0..ATTEMPTS;
        loop {
            let (file, is_new) = opened(path, options).with_context(cannot)?;
            // A file system without locks gives another error. Then there is no protection.
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                anyhow::bail!("another run is writing '{}'", path.display());
            }
            let length = (!is_new).then(|| file.metadata().map(|file| file.len()));
            let place = Self { path: path.into(), length: length.transpose().with_context(cannot)?, file };
            // Another run may have replaced or removed the file before it was locked, which makes the lock useless.
            if place.is_current().with_context(cannot)? || attempts.next().is_none() {
                return Ok(place);
            }
        }
    }

    fn is_current(&self) -> io::Result<bool> {
        let current = fs::metadata(&self.path).ok().and_then(|metadata| number(&metadata));
        Ok(current == number(&self.file.metadata()?))
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its length in bytes before this run; `None` if it did not exist.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Reads the contents.
    pub fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Cuts the file to a length. Later writes to its handle follow there.
    pub fn cut(&mut self, bytes: u64) -> io::Result<()> {
        self.length = Some(bytes);
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::End(0)).map(drop)
    }

    /// Returns a handle to write with.
    pub fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Returns how far it was written.
    pub fn position(&self) -> io::Result<u64> {
        (&self.file).stream_position()
    }

    /// Forces what was written onto the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Replaces the file by a new one, so that the path names a complete file whenever the run ends.
    pub fn replace(&mut self, bytes: &[u8], care: Care) -> io::Result<()> {
        let beside = beside(&self.path);
        let written = written(&beside, bytes, care);
        match written.and_then(|file| fs::rename(&beside, &self.path).map(|()| file)) {
            Ok(file) => {
                (self.file, self.length) = (file, Some(bytes.len() as u64));
                Ok(())
            }
            Err(error) => {
                // For example, the disk is full. If the file cannot be removed either, the first error still says why.
                let _ = fs::remove_file(&beside);
                Err(error)
            }
        }
    }

    /// Removes the file, unless a person has removed it.
    pub fn remove(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let is_empty = || self.file.metadata().is_ok_and(|file| file.len() == 0);
        if self.length.is_none() && is_empty() && self.is_current().unwrap_or_default() {
            // An empty file that stays does no harm.
            let _ = self.path.canonicalize().and_then(fs::remove_file);
        }
    }
}

/// Opens the file, and returns whether it was created.
fn opened(path: &Path, options: &mut OpenOptions) -> io::Result<(File, bool)> {
    match options.write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok((options.clone().create(true).open(path)?, true))
        }
        file => Ok((file?, false)),
    }
}

/// Writes a new file, locked before it can be found under its final name.
fn written(path: &Path, bytes: &[u8], care: Care) -> io::Result<File> {
    let mut file = File::create(path)?;
    // This fails only if the file system has no locks.
    let _ = file.try_lock();
    file.write_all(bytes)?;
    if care == Care::Machine {
        file.sync_all()?;
    }
    Ok(file)
}
