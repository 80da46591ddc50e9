//! Slips in the names of commands, which read as puzzles.

/// Every command is shorter than this, and so is a slip in one. Comparing a long text with names takes long.
const LONGEST_SLIP: usize = 32;

/// The names of the commands, in the order of their help.
pub const COMMANDS: [&str; 16] = [
    "solve",
    "explain",
    "hint",
    "rate",
    "check",
    "why",
    "verify",
    "generate",
    "merge",
    "draw",
    "translate",
    "bench",
    "list",
    "serve",
    "completions",
    "man",
];

/// Returns the command that may be meant by a text that is not a puzzle, if there is one.
pub fn similar(puzzle: &str) -> Option<String> {
    if puzzle.len() > LONGEST_SLIP {
        return None;
    }
    COMMANDS
        .into_iter()
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
    fn a_slip_in_a_command_is_no_puzzle() {
        assert_eq!(super::similar("lsit").as_deref(), Some("list"));
        assert_eq!(super::similar("A+=B"), None);
    }
}
