//! Slips in the names of commands, which read as puzzles, and in the names of options.

use clap::error::{ContextKind, ContextValue};
use clap::{Command, Error, Subcommand};

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

/// Takes back tips of clap about names that are not like the word that was typed. Nothing that begins with two dashes is a puzzle.
pub fn keep_close_tips(error: &mut Error) {
    const TIPS: [(ContextKind, ContextKind); 3] = [
        (ContextKind::SuggestedArg, ContextKind::InvalidArg),
        (ContextKind::SuggestedSubcommand, ContextKind::InvalidSubcommand),
        (ContextKind::SuggestedValue, ContextKind::InvalidValue),
    ];
    for (tip, about) in TIPS {
        let Some(ContextValue::String(typed)) = error.get(about).cloned() else { continue };
        match error.remove(tip) {
            Some(ContextValue::String(name)) if is_close(&typed, &name) => {
                error.insert(tip, ContextValue::String(name));
            }
            Some(ContextValue::Strings(mut names)) => {
                names.retain(|name| is_close(&typed, name));
                if !names.is_empty() {
                    error.insert(tip, ContextValue::Strings(names));
                }
            }
            // Its usage has the name as well.
            Some(_) => drop(error.remove(ContextKind::Usage)),
            None => {}
        }
    }
    error.remove(ContextKind::Suggested);
}

/// Returns whether a name has at most two slips, or was not typed to its end.
pub fn is_close(typed: &str, name: &str) -> bool {
    let [typed, name] = [typed, name].map(|word| word.trim_start_matches('-'));
    let slips = strsim::damerau_levenshtein(typed, name);
    !typed.is_empty() && (slips <= 2 && 2 * slips <= typed.len() || name.starts_with(typed))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_slip_in_a_command_is_no_puzzle() {
        assert_eq!(super::similar("lsit").as_deref(), Some("list"));
        assert_eq!(super::similar("A+=B"), None);
    }
}
