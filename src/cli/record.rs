//! Small files that are whole whenever a run ends: written to one side, and moved into place.

use std::ffi::OsString;
use std::fs;
use std::fs::File;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

/// What a file is to outlive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// The end of a process.
    Process,
    /// That of a machine: it is forced onto the disk, which takes some milliseconds.
    Machine,
}

/// Where a new file is written before it takes the place of the old one.
pub fn beside(path: &Path) -> PathBuf {
    let mut beside: OsString = path.into();
    beside.push(".new");
    beside.into()
}

/// Puts a new file in the place of an old one.
pub fn replace(path: &Path, bytes: &[u8], care: Care) -> io::Result<()> {
    let beside = beside(path);
    let written = written(&beside, bytes, care).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // On a full disk, say; that it cannot be removed either would tell nothing more.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn written(path: &Path, bytes: &[u8], care: Care) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    if care == Care::Machine { file.sync_all() } else { Ok(()) }
}
