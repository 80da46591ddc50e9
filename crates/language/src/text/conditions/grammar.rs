//! The grammar, and which characters are symbols by it. This file and `tree.rs` alone know pest.

use pest::Parser;

/// The grammar of `grammar/puzzle.pest`, as pest reads it.
pub(super) mod pest_grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/puzzle.pest"]
    pub struct PuzzleParser;
}
use pest_grammar::{PuzzleParser, Rule};

/// Returns whether a character may be a symbol.
pub fn is_symbol(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    PuzzleParser::parse(Rule::symbol, c.encode_utf8(&mut [0; 4])).is_ok()
}

/// Returns whether a character would be a symbol if it had no other meaning.
pub(super) fn is_doubtful(c: char) -> bool {
    PuzzleParser::parse(Rule::doubtful, c.encode_utf8(&mut [0; 4])).is_ok()
}
