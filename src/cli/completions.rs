//! `fukumen completions`: the script that a shell needs to complete the command line.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use crate::cli;
use crate::cli::status::Status;

/// Defines the command.
pub fn command() -> Command {
    Command::new("completions")
        .about("Print a completion script for a shell")
        .after_help(
            "Example:\n  fukumen completions bash > ~/.local/share/bash-completion/completions/fukumen",
        )
        .defer(with_options)
}

fn with_options(command: Command) -> Command {
    let shell = Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell));
    command.arg(shell.help("The shell"))
}

/// Prints the completion script of a shell for a command.
pub fn completions(matches: &ArgMatches, mut command: Command) -> anyhow::Result<Status> {
    let shell: Shell = *matches.get_one("shell").expect("clap requires it");
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "fukumen", &mut script);
    cli::print(&script)
}
