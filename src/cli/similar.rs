//! Slips in the names of commands, which read as puzzles.

use clap::{Command, Subcommand};

use crate::cli::command::Commands;

/// Every command is shorter than this, and so is a slip in one. Comparing a long text with names takes long.
const LONGEST_SLIP: usize = 32;

/// Returns the command that may be meant by a text that is not a puzzle, if there is one.
pub fn similar(puzzle: &str) -> Option<String> {
    if puzzle.len() > LONGEST_SLIP {
        return None;
    }
    let commands = Commands::augment_subcommands(Command::new(""));
    let names = commands.get_subcommands().map(Command::get_name);
    let distances = names.map(|name| (strsim::damerau_levenshtein(name, puzzle), name));
    let (distance, nearest) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= 2).then(|| nearest.into())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_slip_in_a_command_is_no_puzzle() {
        assert_eq!(super::similar("lsit").as_deref(), Some("list"));
        assert_eq!(super::similar("A+=B"), None);
    }
}
