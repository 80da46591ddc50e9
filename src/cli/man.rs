//! `fukumen man`: manual pages.

use clap::Arg;
use clap::ArgMatches;
use clap::Command;
use clap_mangen::Man;

use crate::cli;
use crate::cli::Status;

/// Its definition.
pub fn command() -> Command {
    Command::new("man")
        .about("Print a manual page")
        .after_help("Example:\n  fukumen man | man -l -")
        .defer(with_options)
}

fn with_options(command: Command) -> Command {
    let page = Arg::new("command").value_name("COMMAND");
    command.arg(page.help("The command (default: fukumen itself)"))
}

/// Prints the page of a command, or of one below it.
pub fn man(matches: &ArgMatches, mut all: Command) -> anyhow::Result<Status> {
    all.build();
    let page = match matches.get_one::<String>("command") {
        None => all,
        Some(name) => all
            .find_subcommand(name)
            .cloned()
            .map(|found| found.name(format!("fukumen-{name}")))
            .ok_or_else(|| anyhow::anyhow!("there is no command '{name}'"))?,
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    cli::print(&text)
}
