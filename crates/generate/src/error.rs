//! Why an order cannot be carried out, as data: their words stand in the catalogue of messages.

use std::error::Error;
use std::fmt;

use fukumen_engine::engine::NoShard;
use fukumen_language::message::{Message, message};
use fukumen_language::text::ParseError;

/// Why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// One of these must be given.
    Missing(&'static [Thing]),
    /// Two things of which one is enough, so that it is not clear what is meant.
    Both(Thing, Thing),
    /// An option is of use only together with something else.
    Needs {
        /// The option.
        option: Thing,
        /// What it needs.
        needs: Thing,
    },
    /// The kind has no such option.
    NoSuchOption {
        /// The kind.
        kind: &'static str,
        /// The name that was given.
        name: String,
    },
    /// An option with another value than it takes.
    Value {
        /// The option.
        option: &'static str,
        /// What was given.
        found: String,
        /// What could have been.
        expected: Message,
    },
    /// What stands behind the name of the kind cannot be read as a calculation, for this reason.
    UnreadableCalculation(String),
    /// A drawing that was made cannot be read, for this reason.
    UnreadableDrawing(String),
    /// A text without words.
    NoText,
    /// The words have more than this many different letters.
    ManyLetters(u32),
    /// It is no calculation, or of a kind that is not drawn.
    NoCalculation(String),
    /// A true calculation without a drawing.
    Undrawable(Undrawable),
    /// A puzzle that needs no mending: it has this many solutions.
    Mended(u64),
    /// The search was to end before it had begun.
    Interrupted,
    /// A letter of words that the rules make a blank.
    LetterBlank(String),
    /// More digits than a drawing may have.
    LongDrawing,
    /// A list has no word; this many lines of it were left out.
    NoWords(u64),
    /// A list is longer than this many mebibytes.
    LongList(usize),
    /// A text that names no shard.
    Shard(String),
    /// A text that cannot be read: what is wrong with it.
    Text(ParseError),
    /// Rules under which there is no puzzle at all.
    Rules(Message),
    /// A calculation whose numbers are not all plain digits.
    NotNumbers,
    /// A drawing whose letters are read as something else.
    ReadOtherwise,
    /// A calculation that does not hold.
    Untrue,
    /// A calculation that cannot be carried out.
    TooLarge,
    /// A key that does not name the digits.
    Key {
        /// The key.
        key: String,
        /// How many letters it should have for all digits.
        letters: usize,
        /// How many for those that are used.
        used: usize,
    },
    /// A form in which no letter stands for a word.
    NoForm,
    /// A word that the list does not have.
    NotInList(String),
    /// Settings within a form.
    FormRules,
    /// A theme without a word of the list.
    NoTheme,
    /// More words that must be there than any puzzle has.
    ManyNeeds,
    /// No measure has this name.
    NoSuchMeasure {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A text that compares no measure with a number.
    Comparison(String),
}

/// Why a calculation has no drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undrawable {
    /// Its digits are right, and the rules say that they are wrong.
    RightDigits,
    /// Its result is negative.
    Negative,
    /// It divides by zero.
    DivisionByZero,
    /// Its quotient is zero.
    ZeroQuotient,
    /// Its root is zero.
    ZeroRoot,
}

/// What an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Thing {
    /// An option, by its name.
    Option(&'static str),
    /// An option with a value.
    Set(&'static str, &'static str),
    /// An option that takes a list of words, for a puzzle without a solution.
    List(&'static str),
    /// A calculation.
    Calculation,
    /// A calculation such as this one.
    CalculationLike(&'static str),
    /// A puzzle.
    Puzzle,
    /// A text.
    Text,
}

impl Thing {
    /// What it is called, with options as `written` writes them.
    fn said(self, written: &dyn Fn(&str) -> String) -> Message {
        match self {
            Self::Option(name) => message!("thing-option", option = written(name)),
            Self::Set(name, value) => {
                message!("thing-option", option = written(&format!("{name} {value}")))
            }
            Self::List(name) => message!("thing-list", option = written(name)),
            Self::Calculation => message!("thing-calculation"),
            Self::CalculationLike(example) => message!("thing-calculation-like", example = example),
            Self::Puzzle => message!("thing-puzzle"),
            Self::Text => message!("thing-text"),
        }
    }
}

impl GenerateError {
    /// What is wrong, as data.
    #[must_use]
    pub fn message(&self) -> Message {
        self.said(&|option| format!("'{option}'"))
    }

    /// The same, with options as `written` writes them: a command line adds its dashes.
    #[must_use]
    pub fn said(&self, written: &dyn Fn(&str) -> String) -> Message {
        match self {
            Self::Missing(things) => {
                let things = listed(things, written);
                message!("order-missing", things = things).with("things", things)
            }
            Self::Both(one, other) => {
                let (one, other) = (one.said(written), other.said(written));
                message!("order-both", one = one, other = other).with("one", one).with("other", other)
            }
            Self::Needs { option, needs } => {
                let (option, needs) = (option.said(written), needs.said(written));
                let message = message!("order-needs", option = option, needs = needs);
                message.with("option", option).with("needs", needs)
            }
            Self::NoSuchOption { kind, name } => message!("order-no-such-option", kind = kind, name = name),
            Self::Value { option, found, expected } => {
                message!("order-value", option = written(option), found = found, expected = expected)
                    .with("expected", expected.clone())
            }
            Self::NoSuchMeasure { name, known } => {
                message!("no-such-measure", name = name, known = known.join(", "))
            }
            Self::Comparison(text) => message!("bad-comparison", text = text),
            Self::Shard(text) => message!("bad-shard", text = text),
            Self::Text(error) => error.message(),
            Self::Rules(message) => message.clone(),
            Self::Interrupted => message!("order-interrupted"),
            Self::UnreadableCalculation(why) => message!("unreadable-calculation", why = why),
            Self::NoCalculation(text) => message!("no-calculation", text = text),
            Self::NotNumbers => message!("calculation-not-whole"),
            Self::ReadOtherwise => message!("drawing-read-otherwise"),
            Self::Untrue => message!("calculation-false"),
            Self::TooLarge => message!("calculation-too-large"),
            Self::UnreadableDrawing(why) => message!("unreadable-drawing", why = why),
            Self::Undrawable(why) => why.message(),
            Self::LongDrawing => message!("drawing-too-long"),
            Self::Mended(1) => message!("puzzle-unique-already"),
            Self::Mended(solutions) => message!("puzzle-right-already", solutions = solutions),
            Self::NoText => message!("text-without-words"),
            Self::ManyLetters(most) => message!("too-many-letters", most = most),
            Self::LetterBlank(letter) => message!("letter-is-blank", letter = letter),
            Self::NoWords(0) => message!("list-without-words"),
            Self::NoWords(lines) => message!("list-without-words-but-lines", lines = lines),
            Self::LongList(mebibytes) => message!("list-too-long", mebibytes = mebibytes),
            Self::Key { key, letters, used } if letters == used => {
                message!("key-letters", key = key, letters = letters)
            }
            Self::Key { key, letters, used } => {
                message!("key-letters-used", key = key, letters = letters, used = used)
            }
            Self::NoForm => message!("form-without-letters"),
            Self::NotInList(word) => message!("word-not-in-list", word = word),
            Self::FormRules => message!("form-with-settings"),
            Self::NoTheme => message!("theme-not-in-list"),
            Self::ManyNeeds => message!("too-many-words-needed"),
        }
    }
}

impl Undrawable {
    fn message(self) -> Message {
        match self {
            Self::RightDigits => message!("undrawable-right-digits"),
            Self::Negative => message!("undrawable-negative"),
            Self::DivisionByZero => message!("undrawable-division-by-zero"),
            Self::ZeroQuotient => message!("undrawable-zero-quotient"),
            Self::ZeroRoot => message!("undrawable-zero-root"),
        }
    }
}

fn listed(things: &[Thing], written: &dyn Fn(&str) -> String) -> Message {
    let things = things.iter().map(|thing| thing.said(written));
    let either = |one: Message, other: Message| {
        message!("thing-or", one = one, other = other).with("one", one).with("other", other)
    };
    things.reduce(either).unwrap_or_else(|| message!("thing-text"))
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for GenerateError {}

/// An option with another value than it takes.
pub(super) fn wrong(option: &'static str, found: impl ToString, expected: Message) -> GenerateError {
    GenerateError::Value { option, found: found.to_string(), expected }
}

impl From<NoShard> for GenerateError {
    fn from(error: NoShard) -> Self {
        Self::Shard(error.text)
    }
}
