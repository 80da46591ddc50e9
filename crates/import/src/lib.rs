//! Files of other solvers, translated into the puzzle language. Nothing in them is executed.
//!
//! [`IMPORTS`] has a row for each kind of file, and each kind its own module. A translation is text: it can be printed, edited
//! and read like any other puzzle. What cannot be translated is an error that points into the file.
//!
//! ```
//! # mod fukumen { pub mod import { pub use fukumen_import::*; } pub use fukumen_language::*; }
//! use fukumen::import;
//! use fukumen::Puzzle;
//!
//! let file = "SubstitutedExpression\n--answer=DALEY\n'TOM * 13 = DALEY'";
//! let translated = &import::named("enigma").expect("it is a row").translate(file)?[0];
//! assert_eq!(translated.text, "@show DALEY\nTOM*13=DALEY");
//! assert_eq!(Puzzle::parse(&translated.text)?.symbols().count(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cryptator;
mod enigma;
mod typed;

use std::ops::Range;

use fukumen_language::message::{Message, Note, message};
use fukumen_language::puzzle::Rules;
use fukumen_language::text::{Mistake, Origin, ParseError, Reader, Slip};

/// A kind of file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Import {
    /// As it is named on the command line.
    pub name: &'static str,
    /// What such a file looks like, in one line.
    pub help: &'static str,
    /// How the names of such files end, with the dot; empty if their names do not tell.
    pub extension: &'static str,
    read: fn(&str) -> Result<Vec<Draft>, Slip>,
}

/// Every kind of file. Adding one means adding a row.
pub static IMPORTS: &[Import] = &[
    Import {
        name: "enigma",
        help: "a run file or arguments of enigma.py: SubstitutedExpression 'TOM * 13 = DALEY'",
        extension: ".run",
        read: enigma::read,
    },
    Import {
        name: "cryptator",
        help: "a puzzle of Cryptator on each line: send+more=money && a1 > '12'",
        extension: "",
        read: cryptator::read,
    },
];

/// A puzzle as its reader leaves it: rules, and the conditions or the drawing below them.
struct Draft {
    rules: Rules,
    body: String,
    notes: Vec<Note>,
    first: Option<u64>,
    at: Range<usize>,
}

/// A puzzle in our language, with what its file says besides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Translation {
    /// A block of a puzzle file: settings, and the puzzle below them.
    pub text: String,
    /// How many solutions its file asks for, if not all.
    pub first: Option<u64>,
    /// What means something else here than there.
    pub notes: Vec<Note>,
    /// The line of the file that it begins at, from 1.
    pub line: usize,
}

/// The kind of file with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Import> {
    IMPORTS.iter().find(|row| row.name == name)
}

/// The kind of a file whose name tells it.
///
/// ```
/// # mod fukumen { pub mod import { pub use fukumen_import::*; } }
/// use fukumen::import;
/// assert_eq!(import::of_file("teaser.run").map(|row| row.name), Some("enigma"));
/// assert!(import::of_file("puzzles.txt").is_none());
/// ```
#[must_use]
pub fn of_file(name: &str) -> Option<&'static Import> {
    IMPORTS.iter().find(|row| !row.extension.is_empty() && name.ends_with(row.extension))
}

impl Import {
    /// Translates the puzzles of a file.
    ///
    /// # Errors
    /// [`ParseError`] at what cannot be translated.
    pub fn translate(&self, file: &str) -> Result<Vec<Translation>, ParseError> {
        let wrong = |slip: Slip| ParseError::new(slip, file, Origin::Puzzle);
        fukumen_language::text::check_size(file, Origin::Puzzle)?;
        let drafts = (self.read)(file).map_err(wrong)?;
        if drafts.is_empty() {
            return Err(wrong(refusal(message!("import-empty"), 0..0)));
        }
        drafts.into_iter().map(|draft| finished(draft, file).map_err(wrong)).collect()
    }
}

/// The text of a draft, which must be a puzzle.
fn finished(mut draft: Draft, file: &str) -> Result<Translation, Slip> {
    let read = |draft: &Draft| {
        let text = draft.text();
        Reader::new().read(&text).map(|puzzle| (puzzle, text))
    };
    let mut result = read(&draft);
    // Conditions may look like a form of one line; they are none.
    let is_list = draft.rules.layout.is_none() && !draft.body.contains('\n');
    if is_list && !matches!(&result, Ok((puzzle, _)) if !puzzle.is_drawn()) {
        draft.rules.layout = Some(Rules::NO_LAYOUT.into());
        result = read(&draft);
    }
    match result {
        Ok((_, text)) => {
            let line = file[..draft.at.start].matches('\n').count() + 1;
            Ok(Translation { text, first: draft.first, notes: draft.notes, line })
        }
        Err(error) => {
            let slip = refusal(message!("import-no-puzzle", reason = error.message()), draft.at);
            Err(slip.help(message!("help-import-text", text = draft.body)))
        }
    }
}

impl Draft {
    fn text(&self) -> String {
        let settings = self.rules.changes();
        let line = |(name, value): &(&str, String)| format!("@{name} {value}").trim_end().to_string() + "\n";
        settings.iter().map(line).collect::<String>() + &self.body
    }
}

/// Why something cannot be translated.
fn refusal(message: Message, at: Range<usize>) -> Slip {
    Slip::new(Mistake::Foreign(message), at)
}
