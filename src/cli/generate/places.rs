//! Where a run writes: into no file that is read, nor over what another run has left.

use std::path::Path;
use std::path::PathBuf;

use clap::ArgMatches;

use crate::cli::generate::checkpoint::Checkpoint;
use crate::cli::generate::order;
use crate::cli::record;
use crate::generate::Kind;

/// Nothing that is read is written over, and the checkpoint takes nobody's place.
pub fn check(kind: &dyn Kind, matches: &ArgMatches) -> anyhow::Result<()> {
    let given = |name: &str| matches.get_one::<PathBuf>(name);
    let (output, checkpoint, resume) = (given("output"), given("checkpoint"), given("resume"));
    let read = order::files(kind, matches);
    let kept: Vec<PathBuf> = [checkpoint, resume]
        .into_iter()
        .flatten()
        .flat_map(|path| [path.clone(), record::beside(path)])
        .collect();
    for written in output.into_iter().chain(&kept) {
        if let Some(file) = read.iter().find(|file| are_same(file, written)) {
            anyhow::bail!("'{}' is read, and would be written over", file.display());
        }
    }
    for kept in &kept {
        let is_output = output.is_some_and(|output| are_same(output, kept));
        anyhow::ensure!(!is_output, "'{}' cannot be the output and the checkpoint", kept.display());
    }
    if let Some((checkpoint, resume)) = checkpoint.zip(resume) {
        let is_one = are_same(checkpoint, resume);
        anyhow::ensure!(
            is_one,
            "--resume keeps '{}' up to date: --checkpoint names another file",
            resume.display()
        );
    }
    [checkpoint, resume].into_iter().flatten().try_for_each(|path| Checkpoint::check_beside(path))?;
    match checkpoint {
        Some(path) if resume.is_none() => Checkpoint::check_place(path),
        _ => Ok(()),
    }
}

/// Whether two names are of one file, which may be still to come.
fn are_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = || folder.unwrap_or(Path::new(".")).canonicalize().ok();
        path.canonicalize().ok().or_else(|| Some(folder()?.join(path.file_name()?)))
    };
    one == other || whole(one).is_some_and(|one| whole(other) == Some(one))
}
