//! Reasons why an order cannot be carried out, as data: their texts are in the catalogue of messages.

use std::error::Error;
use std::fmt;

use fukumen_engine::engine::NoShard;
use fukumen_language::message::{Message, message};
use fukumen_language::text::ParseError;

/// The reason why an order cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// One of these must be given.
    Missing(&'static [Thing]),
    /// Two alternatives were given together, so it is not clear which is meant.
    Both(Thing, Thing),
    /// An option works only together with something else.
    Needs {
        /// The option.
        option: Thing,
        /// The thing that it needs.
        needs: Thing,
    },
    /// The kind has no such option.
    NoSuchOption {
        /// The kind.
        kind: &'static str,
        /// The name that was given.
        name: String,
    },
    /// An option does not take this value.
    Value {
        /// The option.
        option: &'static str,
        /// The given value.
        found: String,
        /// The values that it takes.
        expected: Message,
    },
    /// The subject cannot be read as a calculation, for this reason.
    UnreadableCalculation(String),
    /// A generated drawing cannot be read, for this reason.
    UnreadableDrawing(String),
    /// The text has no words.
    NoText,
    /// The words have more than this many different letters.
    ManyLetters(u32),
    /// The text is not a calculation, or of a kind that is not drawn.
    NoCalculation(String),
    /// A true calculation has no drawing.
    Undrawable(Undrawable),
    /// The puzzle needs no repair: it has this many solutions.
    Mended(u64),
    /// The search was interrupted before it began.
    Interrupted,
    /// The rules make this letter of the words a blank.
    LetterBlank(String),
    /// The drawing has too many digits.
    LongDrawing,
    /// A list has no word; this many lines of it were left out.
    NoWords(u64),
    /// A list is longer than this many mebibytes.
    LongList(usize),
    /// A text names no shard.
    Shard(String),
    /// A text cannot be read; the reason.
    Text(ParseError),
    /// No puzzle is possible under the rules.
    Rules(Message),
    /// The numbers of a calculation are not all plain digits.
    NotNumbers,
    /// The letters of a drawing are read as something else.
    ReadOtherwise,
    /// The calculation does not hold.
    Untrue,
    /// The calculation cannot be carried out.
    TooLarge,
    /// The key does not name the digits.
    Key {
        /// The key.
        key: String,
        /// The number of letters needed for all digits.
        letters: usize,
        /// The number of letters needed for the digits that are used.
        used: usize,
    },
    /// No letter of the form stands for a word.
    NoForm,
    /// The list does not have this word.
    NotInList(String),
    /// A form has settings.
    FormRules,
    /// No word of the theme is in the list.
    NoTheme,
    /// More words are required than any puzzle has.
    ManyNeeds,
    /// No measure has this name.
    NoSuchMeasure {
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The text does not compare a measure with a number.
    Comparison(String),
}

/// The reason why a calculation has no drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undrawable {
    /// Its digits are right, but the rules say that they are wrong.
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

/// The subject of an error.
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
    /// Returns its name, with options as `written` writes them.
    fn message_with(self, written: &dyn Fn(&str) -> String) -> Message {
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
    /// Returns the error as a message.
    #[must_use]
    pub fn message(&self) -> Message {
        self.message_with(&|option| format!("'{option}'"))
    }

    /// Returns the message, with options as `written` writes them: a command line adds its dashes.
    #[must_use]
    pub fn message_with(&self, written: &dyn Fn(&str) -> String) -> Message {
        match self {
            Self::Missing(things) => {
                let things = listed(things, written);
                message!("order-missing", things = things).with("things", things)
            }
            Self::Both(one, other) => {
                let (one, other) = (one.message_with(written), other.message_with(written));
                message!("order-both", one = one, other = other).with("one", one).with("other", other)
            }
            Self::Needs { option, needs } => {
                let (option, needs) = (option.message_with(written), needs.message_with(written));
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
    let things = things.iter().map(|thing| thing.message_with(written));
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

/// Makes the error that an option does not take a value.
pub(super) fn wrong(option: &'static str, found: impl ToString, expected: Message) -> GenerateError {
    GenerateError::Value { option, found: found.to_string(), expected }
}

impl From<NoShard> for GenerateError {
    fn from(error: NoShard) -> Self {
        Self::Shard(error.text)
    }
}
