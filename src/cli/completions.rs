//! `fukumen completions`: the script that a shell needs to complete the command line.

use crate::cli;
use crate::cli::command;
use crate::cli::command::Completions;
use crate::cli::status::Status;

/// Prints the completion script of a shell.
pub fn completions(options: &Completions) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command::fukumen(), "fukumen", &mut script);
    cli::print(&script)
}
