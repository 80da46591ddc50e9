//! The command line's definition; help, man pages and completions are made from it too.

use clap::Command;

use crate::cli::{
    bench, check, completions, draw, explain, generate, hint, list, man, merge, rate, serve, solving,
    translate, verify, why,
};

/// No command is as long as this, nor a slip in it; to compare a long text with names takes long.
const LONGEST_SLIP: usize = 32;

/// `fukumen` and its subcommands. Without one, it solves.
pub fn fukumen() -> Command {
    let command = Command::new("fukumen")
        .version(env!("CARGO_PKG_VERSION"))
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .args_conflicts_with_subcommands(true)
        // The last word counts, so that an alias may be overruled; settings that repeat still add up.
        .args_override_self(true)
        .max_term_width(100)
        .subcommands(subcommands());
    solving::solving(command)
}

/// The subcommands. What is in them is defined when one of them is asked for: a run needs one at most, and
/// all of them took a quarter of the time that a short puzzle took.
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

/// The command that may be meant by a puzzle that is none.
pub fn similar(puzzle: &str) -> Option<String> {
    if puzzle.len() > LONGEST_SLIP {
        return None;
    }
    let commands = fukumen();
    let names = commands.get_subcommands().map(Command::get_name);
    names
        .min_by_key(|name| distance(name, puzzle))
        .filter(|name| distance(name, puzzle) <= 2)
        .map(String::from)
}

fn distance(name: &str, word: &str) -> usize {
    strsim::damerau_levenshtein(name, word)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_sound() {
        super::fukumen().debug_assert();
    }

    #[test]
    fn a_slip_in_a_command_is_no_puzzle() {
        assert_eq!(super::similar("lsit").as_deref(), Some("list"));
        assert_eq!(super::similar("A+=B"), None);
    }
}
