//! `fukumen man`: prints manual pages.

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use crate::cli;
use crate::cli::command;
use crate::cli::command::Manual;
use crate::cli::status::Status;

/// Prints the page of a command or subcommand, or writes all pages.
pub fn man(options: &Manual) -> anyhow::Result<Status> {
    // A page about the page of each command helps no one.
    let mut all = command::fukumen().disable_help_subcommand(true);
    all.build();
    if let Some(folder) = &options.all {
        let whole = || format!("cannot write manual pages into {}", folder.display());
        std::fs::create_dir_all(folder).with_context(whole)?;
        clap_mangen::generate_to(all, folder).with_context(whole)?;
        return Ok(Status::Found);
    }
    let names: Vec<&str> = options.command.iter().map(String::as_str).collect();
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
