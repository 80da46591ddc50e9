//! The command line: `command` defines it, and the other files carry it out.
//!
//! Results go to standard output, everything else to standard error.

mod amounts;
mod answers;
mod arguments;
mod bench;
mod checkpoint;
mod command;
mod completions;
mod dash;
mod draw;
mod explaining;
mod feed;
mod files;
mod generate;
mod input;
mod interrupt;
mod joint;
mod journal;
mod list;
mod man;
mod merge;
mod message;
mod offered;
mod other_readings;
mod output;
mod parallel;
mod progress;
mod proofs;
mod request;
mod serve;
mod settings;
mod sharding;
mod similar;
mod solve;
mod status;
mod task;
mod task_error;
mod topics;
mod translate;
mod verify;

pub use status::Status;

use std::ffi::OsString;
use std::io;
use std::io::{IsTerminal, Write};

use clap::{ArgMatches, ColorChoice};
use command::{Commands, Of};
use output::Shown;

use crate::report::visible;

/// Carries out a command line that begins with the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let arguments = arguments::prepared(arguments);
    let colours = command::colours_of(&arguments);
    paint(colours);
    if let Some(topic) = topics::topic(&arguments) {
        return print(topic.as_bytes()).unwrap_or_else(|error| failed(&error));
    }
    match command::fukumen().color(colours).try_get_matches_from(&arguments) {
        Ok(matches) => dispatch(matches).unwrap_or_else(|error| failed(&error)),
        Err(error) => explained(error),
    }
}

fn dispatch(mut matches: ArgMatches) -> anyhow::Result<Status> {
    if lacks_puzzles(&matches) {
        return help(&matches);
    }
    match command::read(&mut matches) {
        Ok(Commands::Solve(Of(options))) => solve::solve(options),
        Ok(Commands::Explain(Of(options))) => answers::explain(&options),
        Ok(Commands::Hint(Of(options))) => answers::hint(&options),
        Ok(Commands::Rate(Of(options))) => answers::rate(&options),
        Ok(Commands::Check(Of(options))) => answers::check(options),
        Ok(Commands::Why(Of(options))) => answers::why(&options),
        Ok(Commands::Verify(Of(options))) => verify::verify(&options),
        Ok(Commands::Generate(Of(options))) => generate::generate(&options),
        Ok(Commands::Merge(Of(options))) => merge::merge(&options),
        Ok(Commands::Draw(Of(options))) => draw::draw(options),
        Ok(Commands::Translate(Of(options))) => translate::translate(options),
        Ok(Commands::Bench(Of(options))) => bench::bench(options),
        Ok(Commands::List(Of(options))) => list::list(&options),
        Ok(Commands::Serve(Of(options))) => serve::serve(options),
        Ok(Commands::Completions(Of(options))) => completions::completions(&options),
        Ok(Commands::Man(Of(options))) => man::man(&options),
        Err(error) => Ok(explained(error)),
    }
}

/// Returns whether a command has no puzzles to read. Without any, a person at a terminal wants help.
fn lacks_puzzles(matches: &ArgMatches) -> bool {
    let (name, own) = matches.subcommand().map_or((None, matches), |(name, own)| (Some(name), own));
    // Only where debug assertions are on does clap know that a command has no such argument.
    let is_given = |argument: &str| own.try_contains_id(argument).unwrap_or_default();
    io::stdin().is_terminal() && !is_given("puzzle") && !is_given("file") && takes_puzzles(name)
}

/// Returns whether a command reads puzzles; `None` is the program by itself.
fn takes_puzzles(command: Option<&str>) -> bool {
    let mut all = command::fukumen();
    all.build();
    let command = command.map_or(Some(&all), |name| all.find_subcommand(name));
    command.is_some_and(|command| command.get_positionals().any(|argument| argument.get_id() == "puzzle"))
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
fn explained(mut error: clap::Error) -> Status {
    similar::keep_close_tips(&mut error);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_read_no_puzzles_do_not_wait_for_any() {
        let names: Vec<String> =
            command::fukumen().get_subcommands().map(|command| command.get_name().into()).collect();
        let others = ["verify", "generate", "merge", "list", "serve", "completions", "man"];
        let (without, with): (Vec<_>, Vec<_>) =
            names.iter().partition(|name| others.contains(&name.as_str()));
        assert!(takes_puzzles(None) && with.iter().all(|name| takes_puzzles(Some(name))), "{with:?}");
        assert!(without.len() == others.len() && !without.iter().any(|name| takes_puzzles(Some(name))));
    }
}
