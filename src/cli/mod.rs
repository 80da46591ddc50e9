//! The command line: one subcommand in each file.
//!
//! Results go to standard output, everything else to standard error.

mod amounts;
mod arguments;
mod bench;
mod check;
mod checkpoint;
mod command;
mod completions;
mod dash;
mod draw;
mod explain;
mod feed;
mod generate;
mod hint;
mod input;
mod interrupt;
mod journal;
mod list;
mod man;
mod merge;
mod message;
mod offered;
mod options;
mod others;
mod output;
mod parallel;
mod place;
mod progress;
mod proofs;
mod rate;
mod request;
mod serve;
mod settings;
mod sharding;
mod slip;
mod solve;
mod solving;
mod status;
mod task;
mod telling;
mod topics;
mod translate;
mod trouble;
mod verify;
mod why;

pub use status::Status;

use std::ffi::OsString;
use std::io;
use std::io::{IsTerminal, Write};

use clap::{ArgMatches, ColorChoice};
use output::Shown;

use crate::report::visible;

/// Carries out a command line that begins with the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let arguments = arguments::prepared(arguments);
    let colours = options::colours_of(&arguments);
    paint(colours);
    if let Some(topic) = topics::asked(&arguments) {
        return print(topic.as_bytes()).unwrap_or_else(|error| failed(&error));
    }
    match command::fukumen().color(colours).try_get_matches_from(&arguments) {
        Ok(matches) => dispatch(&matches).unwrap_or_else(|error| failed(&error)),
        Err(error) => explained(&error),
    }
}

fn dispatch(matches: &ArgMatches) -> anyhow::Result<Status> {
    match matches.subcommand() {
        Some(("list", matches)) => list::list(matches),
        Some(("completions", matches)) => completions::completions(matches, command::fukumen()),
        Some(("man", matches)) => man::man(matches, command::fukumen()),
        Some(("generate", matches)) => generate::generate(matches),
        Some(("serve", matches)) => serve::serve(matches),
        Some(("merge", matches)) => merge::merge(matches),
        Some(("verify", matches)) => verify::verify(matches),
        Some(("explain", matches)) if names_puzzles(matches) => explain::explain(matches),
        Some(("hint", matches)) if names_puzzles(matches) => hint::hint(matches),
        Some(("rate", matches)) if names_puzzles(matches) => rate::rate(matches),
        Some(("check", matches)) if names_puzzles(matches) => check::check(matches),
        Some(("why", matches)) if names_puzzles(matches) => why::why(matches),
        Some(("translate", matches)) if matches.contains_id("puzzle") || !io::stdin().is_terminal() => {
            translate::translate(matches)
        }
        Some(("draw", matches)) if names_puzzles(matches) => draw::draw(matches),
        Some(("bench", matches)) if names_puzzles(matches) => bench::bench(matches),
        Some(("solve", matches)) if names_puzzles(matches) => solve::solve(matches),
        None if names_puzzles(matches) => solve::solve(matches),
        _ => help(matches),
    }
}

/// Returns whether there are puzzles to read. Without any, a person at a terminal wants help.
fn names_puzzles(matches: &ArgMatches) -> bool {
    matches.contains_id("puzzle") || matches.contains_id("file") || !io::stdin().is_terminal()
}

/// Prints help after the name of the program alone, or of a command that needs puzzles.
fn help(matches: &ArgMatches) -> anyhow::Result<Status> {
    match matches.subcommand_name() {
        None => print(topics::START.as_bytes()),
        Some(name) => {
            let mut all = command::fukumen();
            all.build();
            let command = all.find_subcommand_mut(name).expect("clap has found it");
            message::coloured(&command.render_help().ansi().to_string());
            Ok(Status::Wrong)
        }
    }
}

/// Prints the result of a command that is one piece of text.
fn print(text: &[u8]) -> anyhow::Result<Status> {
    let mut out = Shown(io::stdout());
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Status::Found),
    }
}

/// Prints the requested help or version, or what is wrong with the command line.
fn explained(error: &clap::Error) -> Status {
    if error.use_stderr() {
        // It quotes what was typed.
        let text = error.render().ansi().to_string();
        let shown = visible::shown_with_colours(&text);
        message::coloured(shown.strip_suffix('\n').unwrap_or(&shown));
        return Status::Wrong;
    }
    match error.print().and_then(|()| io::stdout().flush()) {
        // A reader that closes the pipe has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => failed(&error.into()),
        _ => Status::Found,
    }
}

fn failed(error: &anyhow::Error) -> Status {
    message::error(&format!("{error:#}"));
    Status::Wrong
}

fn paint(colours: ColorChoice) {
    match colours {
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
        ColorChoice::Auto => anstream::ColorChoice::Auto,
    }
    .write_global();
}
