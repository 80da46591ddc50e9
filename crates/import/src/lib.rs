//! Files of other solvers, translated into the puzzle language. Nothing in them is executed.
//!
//! [`IMPORTS`] has a row for each kind of file, and each kind has its own module. A translation is text: it can be printed,
//! edited and read like any other puzzle. If something cannot be translated, an error points into the file.
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
use fukumen_language::text::{Mistake, Origin, ParseError, Reader, TextError};

/// A kind of file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Import {
    /// Returns its name on the command line.
    pub name: &'static str,
    /// A description of such a file, in one line.
    pub help: &'static str,
    /// The extension of such files, with the dot; empty if they have none of their own.
    pub extension: &'static str,
    read: fn(&str) -> Vec<Result<Draft, TextError>>,
}

/// Every kind of file. Adding one means adding a row.
pub static IMPORTS: &[Import] = &[
    Import {
        name: "enigma",
        help: "a run file or arguments of enigma.py: SubstitutedExpression 'TOM * 13 = DALEY'",
        extension: ".run",
        read: |file| match enigma::read(file) {
            Ok(drafts) => drafts.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        },
    },
    Import {
        name: "cryptator",
        help: "a puzzle of Cryptator on each line: send+more=money && a1 > '12'",
        extension: "",
        read: cryptator::read,
    },
];

/// A translated puzzle before it is written: rules, and the conditions or the drawing below them.
struct Draft {
    rules: Rules,
    body: String,
    notes: Vec<Note>,
    first: Option<u64>,
    at: Range<usize>,
}

/// A translated puzzle, with the other information of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Translation {
    /// A block of a puzzle file: settings, and the puzzle below them.
    pub text: String,
    /// The number of solutions that the file asks for; `None` for all.
    pub first: Option<u64>,
    /// Notes on parts whose meaning differs between the two languages.
    pub notes: Vec<Note>,
    /// The line of the file where it begins, from 1.
    pub line: usize,
}

/// Returns the kind of file with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Import> {
    IMPORTS.iter().find(|row| row.name == name)
}

/// Returns the kind of a file by its extension.
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
    /// [`ParseError`] at the first part that cannot be translated.
    pub fn translate(&self, file: &str) -> Result<Vec<Translation>, ParseError> {
        self.translate_each(file).into_iter().collect()
    }

    /// Translates each puzzle of a file by itself. There is at least one result.
    #[must_use]
    pub fn translate_each(&self, file: &str) -> Vec<Result<Translation, ParseError>> {
        if let Err(error) = fukumen_language::text::check_size(file, Origin::Puzzle) {
            return vec![Err(error)];
        }
        let drafts = match (self.read)(file) {
            none if none.is_empty() => vec![Err(refusal(message!("import-empty"), 0..0))],
            drafts => drafts,
        };
        let wrong = |mistake: TextError| ParseError::new(mistake, file, Origin::Puzzle);
        drafts.into_iter().map(|draft| draft.and_then(|draft| finished(draft, file)).map_err(wrong)).collect()
    }
}

/// Returns the text of a draft, after checking that it is a puzzle.
fn finished(mut draft: Draft, file: &str) -> Result<Translation, TextError> {
    let read = |draft: &Draft| {
        let text = draft.text();
        Reader::new().read(&text).map(|puzzle| (puzzle, text))
    };
    let mut result = read(&draft);
    // Conditions may look like a one-line form, but are not one.
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
            let mistake = refusal(message!("import-no-puzzle", reason = error.message()), draft.at);
            Err(mistake.help(message!("help-import-text", text = draft.body)))
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

/// Returns the error for something that cannot be translated.
fn refusal(message: Message, at: Range<usize>) -> TextError {
    TextError::new(Mistake::Foreign(message), at)
}
