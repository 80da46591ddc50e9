//! The definition of the command line. Help, man pages and completions are made from it too.

use clap::Command;

use crate::cli::{
    bench, check, completions, draw, explain, generate, hint, list, man, merge, rate, serve, solving,
    translate, verify, why,
};

/// Defines `fukumen` and its subcommands. Without a subcommand, it solves.
pub fn fukumen() -> Command {
    let command = Command::new("fukumen")
        .version(env!("CARGO_PKG_VERSION"))
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .args_conflicts_with_subcommands(true)
        // The last word counts, so that an alias may be overruled; repeated settings still add up.
        .args_override_self(true)
        .max_term_width(100)
        .subcommands(subcommands());
    solving::solving(command)
}

/// Returns the subcommands. Their contents are defined only when one is used: a run needs at most one, and all of them took a
/// quarter of the time that a short puzzle took.
fn subcommands() -> [Command; 16] {
    let solve = "Finds the solutions of puzzles; the command that is meant where none is named";
    [
        Command::new("solve").about(solve).defer(solving::solving),
        explain::command(),
        hint::command(),
        rate::command(),
        check::command(),
        why::command(),
        verify::command(),
        generate::command(),
        merge::command(),
        draw::command(),
        translate::command(),
        bench::command(),
        list::command(),
        serve::command(),
        completions::command(),
        man::command(),
    ]
}

#[cfg(test)]
mod tests {
    use crate::cli::slip::COMMANDS;

    #[test]
    fn the_definition_is_sound() {
        super::fukumen().debug_assert();
    }

    #[test]
    fn each_command_is_known_by_its_name() {
        let commands = super::fukumen();
        assert!(commands.get_subcommands().map(clap::Command::get_name).eq(COMMANDS));
    }
}
