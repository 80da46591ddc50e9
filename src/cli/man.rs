//! `fukumen man`: prints manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_mangen::Man;

use crate::cli;
use crate::cli::status::Status;

/// Defines the command.
pub fn command() -> Command {
    Command::new("man")
        .about("Print a manual page")
        .after_help("Example:\n  fukumen man | man -l -")
        .defer(with_options)
}

fn with_options(command: Command) -> Command {
    let page = Arg::new("command").value_name("COMMAND").num_args(0..);
    command
        .arg(page.help(
            "The command (default: fukumen itself), such as solve, generate words or fukumen-generate-words",
        ))
        .arg(
            Arg::new("all")
                .long("all")
                .value_name("FOLDER")
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("command")
                .help("Write the pages of all commands into this folder, for a package"),
        )
}

/// Prints the page of a command or subcommand, or writes all pages.
pub fn man(matches: &ArgMatches, all: Command) -> anyhow::Result<Status> {
    // A page about the page of each command helps no one.
    let mut all = all.disable_help_subcommand(true);
    all.build();
    if let Some(folder) = matches.get_one::<PathBuf>("all") {
        let whole = || format!("cannot write manual pages into {}", folder.display());
        std::fs::create_dir_all(folder).with_context(whole)?;
        clap_mangen::generate_to(all, folder).with_context(whole)?;
        return Ok(Status::Found);
    }
    let names: Vec<&str> =
        matches.get_many::<String>("command").into_iter().flatten().map(String::as_str).collect();
    // The name of a page is its commands joined by dashes; users may ask for it by that name too.
    let names: Vec<&str> = match names.as_slice() {
        [name] => name.strip_prefix("fukumen-").unwrap_or(name).splitn(2, '-').collect(),
        _ => names,
    };
    let page = page(&all, &names).or_else(|| page(&all, &[&names.join("-")]));
    let page = page.ok_or_else(|| anyhow::anyhow!("there is no command '{}'", names.join(" ")))?;
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    cli::print(&text)
}

/// Finds a subcommand by its path of names, and names it by the whole path.
fn page(all: &Command, names: &[&str]) -> Option<Command> {
    let found = names.iter().try_fold(all, |command, name| command.find_subcommand(name))?;
    let whole: Vec<&str> = std::iter::once("fukumen").chain(names.iter().copied()).collect();
    Some(found.clone().name(whole.join("-")))
}
