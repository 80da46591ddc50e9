//! The symbol of our language that stands for each symbol of the file.

use fukumen_language::digits::{Base, Digit};
use fukumen_language::puzzle::Rules;
use fukumen_language::text::is_symbol;
use fukumen_language::unicode;

/// Names for characters that cannot be symbols here, such as digits.
const SPARE: &[std::ops::RangeInclusive<char>] = &['A'..='Z', 'α'..='ω', 'а'..='я'];

/// The name of each symbol, and the digits of literals.
pub(crate) struct Names {
    names: Vec<(char, char)>,
    literals: Vec<(char, Digit)>,
}

impl Names {
    /// Returns names for these symbols, or `None` if there are not enough.
    pub fn of(symbols: &[char]) -> Option<Self> {
        let folded = |c: char| c.to_lowercase().next().unwrap_or(c);
        let mut taken: Vec<char> = symbols.iter().map(|c| folded(*c)).collect();
        let mut spare = SPARE.iter().cloned().flatten();
        let mut name = |symbol: char| {
            // A mark would join the letter before it.
            if is_symbol(symbol) && !unicode::is_mark(symbol) {
                return Some((symbol, symbol));
            }
            let name = spare.find(|c| !taken.contains(&folded(*c)))?;
            taken.push(folded(name));
            Some((symbol, name))
        };
        let names = symbols.iter().map(|symbol| name(*symbol)).collect::<Option<_>>()?;
        Some(Self { names, literals: Vec::new() })
    }

    /// Adds literals: symbols that mean themselves.
    pub fn with_literals(mut self, literals: &[char], base: Base) -> Self {
        let digit = |c: &char| Some((*c, c.to_digit(36).filter(|d| *d < u32::from(base.get()))? as Digit));
        self.literals = literals.iter().filter_map(digit).collect();
        self
    }

    /// Returns the name of a symbol; the symbol itself if it has no other.
    pub fn name(&self, symbol: char) -> char {
        self.names.iter().find(|(own, _)| *own == symbol).map_or(symbol, |(_, name)| *name)
    }

    /// Returns a word in our language.
    pub fn word(&self, word: &str) -> String {
        word.chars()
            .map(|c| match self.literals.iter().find(|(own, _)| *own == c) {
                Some((_, digit @ 0..=9)) => digit.to_string(),
                Some((_, digit)) => format!("[{digit}]"),
                None => self.name(c).to_string(),
            })
            .collect()
    }

    /// Sets the rules that keep these names distinct.
    pub fn set(&self, rules: &mut Rules) {
        let folded = |c: char| c.to_lowercase().collect::<String>();
        let is_twin = |(i, (_, name)): (usize, &(char, char))| {
            self.names[..i].iter().any(|(_, other)| folded(*other) == folded(*name))
        };
        rules.case_sensitive = self.names.iter().enumerate().any(is_twin);
        // A small x may be read as a sign.
        if self.names.iter().any(|(_, name)| *name == 'x') {
            rules.symbols.push("x".into());
        }
    }
}
