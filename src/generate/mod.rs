//! Makes puzzles: one kind in each file.
//!
//! A [`Kind`] reads an [`Order`] (the subject, options with the contents of their files, rules, seed) and
//! answers with a [`Space`]: numbered parts. Each part can be searched on its own, in any order, on any
//! thread or machine, and always proposes the same puzzles in the same order.
//!
//! All promises are kept here, once for every kind. The ordinary solver solves each proposal before it is
//! handed on (`finds`). Puzzles come in the order of the parts, whatever the number of threads (`generator`).
//! A search can be cut into shards (`shard`), and it can be continued between two parts. Randomness comes
//! from ChaCha8, with the seed as key and the number of the part as stream, whose values never change.
//!
//! Several kinds share these: `speller` turns words into numbers of letters, as the rules tell letters apart;
//! `lexicon` reads lists of words; `form` reads forms; `count` counts the solutions of a sum of letters
//! without making a puzzle; `verbal` uses it to skip sums; `hitting` finds hitting sets; `chance` draws
//! without repeats; `measures` is the table that puzzles are chosen by.
//!
//! Text output has no header, so outputs can be joined as they are. Each format writes the rules of a puzzle
//! with it; in text they are lines `@name value`.

mod chance;
mod count;
mod doubly_true;
mod finds;
mod form;
mod generator;
mod grid;
mod hitting;
mod lexicon;
mod literary;
mod measures;
mod names;
mod near;
mod numbers;
mod order;
mod order_of;
mod shard;
mod skeleton;
mod speller;
#[cfg(test)]
mod trial;
mod verbal;
mod words;

pub use doubly_true::DoublyTrue;
pub use finds::Find;
pub use finds::Finds;
pub use generator::Generator;
pub use generator::Part;
pub use generator::Progress;
pub use generator::Stop;
pub use generator::Tally;
pub use grid::Grids;
pub use lexicon::LONGEST_LIST;
pub use lexicon::Lexicon;
pub use lexicon::Word;
pub use literary::Literary;
pub use measures::Comparison;
pub use measures::MEASURES;
pub use measures::Measure;
pub use measures::measure;
pub use near::Near;
pub use numbers::Numbers;
pub use order::Choice;
pub use order::Choices;
pub use order::Order;
pub use order::Takes;
pub use order::Thing;
pub use order::Value;
pub use order_of::OrderOf;
pub use shard::Shard;
pub use skeleton::Skeletons;
pub use speller::Letter;
pub use words::Words;

use std::fmt;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::puzzle::PuzzleError;
use crate::puzzle::Rules;
use crate::text::Mistake;
use crate::text::Origin;
use crate::text::ParseError;
use crate::text::conditions;

/// One kind of generator.
pub trait Kind: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// One line: what it makes.
    fn help(&self) -> &'static str;

    /// Options that make some, with their values; an empty name stands for the subject. They may be options of
    /// the command line that every kind has.
    fn example(&self) -> &'static [(&'static str, &'static str)];

    /// What stands behind its name, such as `CALCULATION`, where anything does. [`SUBJECT_FILE`] is the name of a file, and
    /// the kind is handed what the file holds.
    fn subject(&self) -> Option<&'static str>;

    /// The options of its own, beside those of every kind.
    fn choices(&self) -> &'static [Choice];

    /// What is to be searched for an order whose rules and options are sound.
    ///
    /// # Errors
    ///
    /// When the order cannot be carried out: what is missing or wrong in it.
    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError>;

    /// What is to be searched for an order.
    ///
    /// # Errors
    ///
    /// When the order cannot be carried out: what is missing or wrong in it, or in its rules.
    fn space(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        check(&order.rules)?;
        order.choices.check(self.choices(), self.name())?;
        self.prepared(order)
    }
}

/// What is wrong with rules, whatever the puzzle. Which letters they may speak of is seen when there is one.
fn check(rules: &Rules) -> Result<(), GenerateError> {
    let Err(error) = probed("A+B=C", rules) else { return Ok(()) };
    match &error.mistake {
        Mistake::NoSuchSymbol(_) | Mistake::Puzzle(PuzzleError::NoSuchSymbol { .. }) => Ok(()),
        _ => Err(told(error)),
    }
}

/// Whether rules speak of letters only that may be in a puzzle.
fn check_letters<'l>(rules: &Rules, letters: impl Iterator<Item = &'l str>) -> Result<(), GenerateError> {
    let letters: Vec<&str> = letters.take(MOST_PROBED).collect();
    if letters.len() == MOST_PROBED {
        return Ok(());
    }
    probed(&format!("{}=0", letters.join("+")), rules).map_err(told)
}

/// More letters than this are not looked through for the sake of a message.
const MOST_PROBED: usize = 4000;

/// What is wrong with a text under rules, but for what may be right of another text with the same letters.
fn probed(text: &str, rules: &Rules) -> Result<(), ParseError> {
    match conditions::puzzle(text, &Rules { layout: None, ..rules.clone() }) {
        Err(error) => match &error.mistake {
            Mistake::Puzzle(PuzzleError::NothingLeft { .. } | PuzzleError::SameDigit { .. }) => Ok(()),
            _ => Err(error),
        },
        Ok(_) => Ok(()),
    }
}

/// What is wrong with rules, where it is. A text that nobody has written is not shown.
fn told(error: ParseError) -> GenerateError {
    match error.origin {
        Origin::Puzzle => GenerateError::Rules(error.mistake.to_string()),
        _ => GenerateError::Text(error),
    }
}

/// Every kind, in the order of the help.
pub static KINDS: &[&dyn Kind] = &[
    &numbers::Numbers,
    &words::Words,
    &doubly_true::DoublyTrue,
    &skeleton::Skeletons,
    &grid::Grids,
    &literary::Literary,
    &near::Near,
];

/// The kind of this name.
#[must_use]
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.name() == name)
}

/// The subject of a kind that works on a text: the name of its file.
pub const SUBJECT_FILE: &str = "FILE";

/// Why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// One of these must be given.
    #[error("{} is missing", listed(.0))]
    Missing(&'static [Thing]),
    /// Two things of which one is enough, so that it is not clear what is meant.
    #[error("{0} and {1} cannot be given together")]
    Both(Thing, Thing),
    /// An option is of use only together with something else.
    #[error("{option} needs {needs}")]
    Needs {
        /// The option.
        option: Thing,
        /// What it needs.
        needs: Thing,
    },
    /// The kind has no such option.
    #[error("'{kind}' has no option '{name}'")]
    NoSuchOption {
        /// The kind.
        kind: &'static str,
        /// The name that was given.
        name: String,
    },
    /// An option with another value than it takes.
    #[error("{option} {found}: {expected} is expected")]
    Value {
        /// The option.
        option: &'static str,
        /// What was given.
        found: String,
        /// What could have been.
        expected: String,
    },
    /// What stands behind the name of the kind, or in a file, cannot be read.
    #[error("{what} cannot be read: {why}")]
    Unreadable {
        /// What it should be.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// It is no calculation, or of a kind that is not drawn.
    #[error("'{0}' is no calculation that can be drawn: write A×B, A/B, A+B-C or √A in digits")]
    NoCalculation(String),
    /// A true calculation without a drawing.
    #[error("the calculation cannot be drawn: {0}")]
    Undrawable(&'static str),
    /// A puzzle that needs no mending: it has so many solutions.
    #[error("the puzzle has exactly {} already", plural(*.0, "solution"))]
    Mended(u64),
    /// The search was to end before it had begun.
    #[error("interrupted")]
    Interrupted,
    /// A letter of words that the rules make a blank.
    #[error("the letter '{0}' is a blank: words are of letters that stand for digits")]
    LetterBlank(String),
    /// More digits than a drawing may have.
    #[error("the calculation is too large: its drawing may have 128 digits, and 26 letters")]
    LongDrawing,
    /// A list has no word; so many lines of it were left out.
    #[error("the word list has no word: one word of letters is expected on each line{}", left_out(*.0))]
    NoWords(u64),
    /// A list is too long, in mebibytes.
    #[error("the word list is longer than {0} MiB")]
    LongList(usize),
    /// A text that names no shard.
    #[error("'{0}' is no shard: write them 1/4, 2/4, 3/4 and 4/4")]
    Shard(String),
    /// A text that cannot be read: what is wrong with it.
    #[error("{}", .0.mistake)]
    Text(ParseError),
    /// Rules under which there is no puzzle at all.
    #[error("{0}")]
    Rules(String),
    /// A calculation whose numbers are not all plain digits.
    #[error("a calculation of whole numbers is expected, such as 49+51=100; digits past 9 are written [10]")]
    NotNumbers,
    /// A calculation that does not hold.
    #[error("this calculation is false")]
    Untrue,
    /// A calculation that cannot be carried out.
    #[error("this calculation is too large to be checked")]
    TooLarge,
    /// A key that does not name the digits.
    #[error("the key '{key}' should have {letters} different letters, one for each digit from 0 up")]
    Key {
        /// The key.
        key: String,
        /// How many letters it should have.
        letters: usize,
    },
    /// A form in which no letter stands for a word.
    #[error(
        "in a form each letter stands for a word: write it like A+B=C, or + alone for a sum of any words"
    )]
    NoForm,
    /// A word that the list does not have.
    #[error("the word '{0}' is not in the list")]
    NotInList(String),
    /// Settings within a form.
    #[error("a form has no settings of its own: the rules of the puzzles are given apart")]
    FormRules,
    /// A theme without a word of the list.
    #[error("no word of the theme is in the list")]
    NoTheme,
    /// More words that must be there than any puzzle has.
    #[error("no puzzle has room for so many words that must be in it")]
    ManyNeeds,
    /// No measure has this name.
    #[error("there is no measure '{name}'; there are {known}")]
    NoSuchMeasure {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A text that compares no measure with a number.
    #[error("'{0}' should be written like nodes<50, letters=10 or ideal")]
    Comparison(String),
}

/// An option with another value than it takes.
fn wrong(option: &'static str, found: impl ToString, expected: impl Into<String>) -> GenerateError {
    GenerateError::Value { option, found: found.to_string(), expected: expected.into() }
}

fn listed(things: &[Thing]) -> String {
    things.iter().map(Thing::to_string).collect::<Vec<_>>().join(" or ")
}

fn plural(count: u64, thing: &str) -> String {
    if count == 1 { format!("one {thing}") } else { format!("{count} {thing}s") }
}

fn left_out(lines: u64) -> String {
    if lines == 0 { String::new() } else { format!("; {lines} with other signs were left out") }
}

impl fmt::Debug for dyn Space + '_ {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Space of {} parts", self.parts())
    }
}

/// Candidates, cut into parts.
pub trait Space: Send + Sync {
    /// How many parts it has. A part takes about a tenth of a second at most, where that can be arranged.
    fn parts(&self) -> u64;

    /// How many candidates it has, where that is known.
    fn candidates(&self) -> Option<u64> {
        None
    }

    /// What the person who ordered should know before the search: what was left out of a list.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// So many puzzles are enough, where the order itself says so: a sample.
    fn enough(&self) -> Option<u64> {
        None
    }

    /// Whether nobody will see its end: calculations by lot.
    fn is_endless(&self) -> bool {
        false
    }

    /// Looks at every candidate of a part, proposing those that may do. Breaks off where `finds` says so, and only there.
    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()>;
}

/// The random numbers of a part: the same on every machine, whatever was searched before.
pub fn random(seed: u64, part: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(part);
    random
}
