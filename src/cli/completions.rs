//! `fukumen completions`: the script that a shell needs to complete the command line.

use clap::{Arg, Command};
use clap_complete::{Shell, generate};

use crate::cli;
use crate::cli::command;
use crate::cli::command::Completions;
use crate::cli::status::Status;

/// Prints the completion script of a shell.
pub fn completions(options: &Completions) -> anyhow::Result<Status> {
    let (mut command, mut script) = (without_puzzle(command::fukumen()), Vec::new());
    generate(options.shell, &mut command, "fukumen", &mut script);
    if options.shell == Shell::Fish {
        script = in_fish(&String::from_utf8(script)?, &command).into();
    }
    cli::print(&script)
}

/// Returns the program without its puzzle. In zsh a puzzle would take the place of the name of a command, and none can be
/// completed.
fn without_puzzle(program: Command) -> Command {
    let options = program.get_arguments().filter(|arg| !arg.is_positional());
    let version = program.get_version().unwrap_or_default().to_owned();
    let alone = Command::new("fukumen").version(version).args(options);
    alone.subcommands(program.get_subcommands())
}

/// How the script for fish learns whether a command was named: it fails if the last word is an option that waits for its value.
const NAMED: &str = "    argparse -s (__fish_fukumen_global_optspecs) -- $cmd 2>/dev/null\n    or return\n";
const NAMED_BEFORE: &str = "    argparse -s (__fish_fukumen_global_optspecs) -- $cmd 2>/dev/null
    or argparse -s (__fish_fukumen_global_optspecs) -- $cmd[1..-2] 2>/dev/null
    or return\n";

/// Returns the script for fish, in which values of options are also offered after a space, and words that are no options:
/// what clap_complete 4.6 leaves out.
fn in_fish(script: &str, program: &Command) -> String {
    let mut script = script.replace(NAMED, NAMED_BEFORE);
    for command in program.get_subcommands() {
        for word in command.get_positionals() {
            let offered: Vec<String> = offered(word).collect();
            if !offered.is_empty() {
                script += &format!(
                    "complete -c fukumen -n \"__fish_fukumen_using_subcommand {}\" -f -a \"{}\"\n",
                    command.get_name(),
                    offered.join("\n")
                );
            }
        }
    }
    script
}

/// Returns the words that an argument takes, each with its help.
fn offered(word: &Arg) -> impl Iterator<Item = String> {
    word.get_possible_values().into_iter().map(|value| {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        // Within double quotes, and in single quotes within those.
        let help = help.replace('\\', "\\\\").replace('\'', "\\'").replace('"', "\\\"").replace('$', "\\$");
        format!("{}\\t'{help}'", value.get_name())
    })
}
