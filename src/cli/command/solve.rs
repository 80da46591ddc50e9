//! The options of `fukumen solve`, and of `fukumen` alone.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::command::options;
use crate::cli::command::options::{Messages, Puzzles, Threads, Timeout};
use crate::cli::settings::Given;
use crate::cli::{amounts, dash};
use crate::digits::{Base, DigitSet};
use crate::report::{Answers, Offered};
use crate::solve::{Ask, Essentially, Shard};

/// The options of solving.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fukumen SEND+MORE=MONEY                       all solutions
  fukumen --count --leading-zeros 'SEND+MORE=MONEY'
                                                how many there are, with leading zeros
  fukumen --unique 'EVE/DID=.TALKTALK..., coprime(EVE,DID)'
                                                whether there is exactly one
  fukumen --digits 1-9 --essentially 'A/BC+D/EF+G/HI=1'
                                                solutions that differ by more than their order
  fukumen --base 2..16 'AB*BA=CDDC'             an answer in each base
  fukumen --maximize AB+C 'A*B=C'               only the best
  fukumen -f puzzles.txt --format jsonl --output answers.jsonl
                                                a file of puzzles, one line of JSON for each
  fukumen -- -A+B=C                             a puzzle that begins with a dash
  fukumen generate words --words list.txt       puzzles from the words of a list

In a file, @one above a block makes it one puzzle, @each makes each line one; @base 12 and any other
setting may stand there too. fukumen help drawings|forms|rules|making tells more.

Exit status: 0 a solution was found (with --unique: exactly one), 1 there is none (with --unique:
none or several), 2 the puzzle or the command is wrong, 3 stopped before the answer was certain,
or before a certificate that was asked for was whole. With several puzzles, the largest of theirs.")]
pub struct Solve {
    #[command(flatten)]
    pub puzzles: Puzzles,
    #[command(flatten, next_help_heading = "The question")]
    pub question: QuestionOptions,
    #[command(flatten, next_help_heading = "Rules of the puzzle")]
    pub rules: Given,
    #[command(flatten, next_help_heading = "The search")]
    pub search: Search,
    #[command(flatten, next_help_heading = "Limits for each puzzle")]
    pub bounds: Bounds,
    #[command(flatten, next_help_heading = "Output")]
    pub output: Printed,
}

/// The question.
#[derive(Args)]
pub struct QuestionOptions {
    #[command(flatten)]
    pub asked: AskOptions,
    #[command(flatten)]
    pub of_all: OfAll,
    /// Find the solutions whose value of EXPR no other solution has
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, value_parser = dash::value)]
    #[arg(conflicts_with_all = ["first", "stream"])]
    pub lone: Vec<String>,
}

/// Which solutions are wanted.
#[derive(Args)]
#[group(multiple = false)]
pub struct AskOptions {
    /// Find all solutions (default; a terminal shows 20 of them unless this is given)
    #[arg(long)]
    pub all: bool,
    /// Find the first solution, or the first N
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    #[arg(value_parser = amounts::whole(1))]
    first: Option<u64>,
    /// Count the solutions; with --show, for each value
    #[arg(long)]
    count: bool,
    /// Say whether there is exactly one solution; stop at the second
    #[arg(long)]
    unique: bool,
}

impl AskOptions {
    /// Returns what is asked, if an option says so.
    pub fn ask(&self) -> Option<Ask> {
        match self {
            Self { first: Some(number), .. } => Some(Ask::First(*number)),
            Self { count: true, .. } => Some(Ask::Count),
            Self { unique: true, .. } => Some(Ask::Unique),
            Self { all: true, .. } => Some(Ask::All),
            _ => None,
        }
    }
}

/// The option that asks for the largest value of an expression.
pub const MAXIMIZE: &str = "maximize";

/// The options about all solutions together.
#[derive(Args)]
pub struct OfAll {
    /// Group solutions that differ only by a symmetry of the puzzle
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "terms")]
    #[arg(value_parser = symmetries())]
    pub essentially: Option<Essentially>,
    /// Find the solutions with the largest value of EXPR
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, value_parser = dash::value)]
    maximize: Option<String>,
    /// Find the solutions with the smallest value of EXPR
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, value_parser = dash::value)]
    #[arg(conflicts_with = MAXIMIZE)]
    minimize: Option<String>,
}

fn symmetries() -> impl TypedValueParser<Value = Essentially> {
    let kinds = [
        PossibleValue::new("terms").help("terms, factors or sides may change places"),
        PossibleValue::new("digits").help("symbols of equal place value may change places, too"),
    ];
    let read = |kind: String| if kind == "digits" { Essentially::Digits } else { Essentially::Terms };
    PossibleValuesParser::new(kinds).map(read)
}

impl OfAll {
    /// Returns whether none is given.
    pub fn is_nothing(&self) -> bool {
        self.essentially.is_none() && self.goal().is_none()
    }

    /// Returns an option and its expression, to be maximized or minimized.
    pub fn goal(&self) -> Option<(&'static str, String)> {
        let goals = [(MAXIMIZE, &self.maximize), ("minimize", &self.minimize)];
        goals.into_iter().find_map(|(name, text)| Some((name, text.clone()?)))
    }
}

/// How solutions are searched for.
#[derive(Args)]
pub struct Search {
    /// Solve the I-th of N shards: a part of one puzzle's search, or every N-th puzzle of several; 'fukumen merge' joins them
    #[arg(long, value_name = "I/N", conflicts_with = "certificate")]
    pub shard: Option<Shard>,
    /// Use this engine; see 'fukumen list engines'
    #[arg(long, value_name = "NAME", value_parser = options::engines(), hide_possible_values = true)]
    pub engine: Option<String>,
    /// Check conditions with this evaluator; see 'fukumen list evaluators'
    #[arg(long, value_name = "NAME", value_parser = options::evaluators(), hide_possible_values = true)]
    pub evaluator: Option<String>,
    #[command(flatten)]
    pub threads: Threads,
    /// Print which engine runs and why, to standard error
    #[arg(long)]
    pub why: bool,
    /// Print how much was searched and how long it took, to standard error
    #[arg(long)]
    pub stats: bool,
    /// Print solutions as they are found, in the engine's order
    #[arg(long)]
    pub stream: bool,
}

/// When a search is stopped.
#[derive(Args)]
pub struct Bounds {
    #[command(flatten)]
    pub time: Timeout,
    /// Stop after N solutions
    #[arg(long, value_name = "N", value_parser = amounts::whole(1))]
    pub max_solutions: Option<u64>,
    /// Stop at this much memory: bytes, or 100M, 2G
    #[arg(long, value_name = "SIZE", value_parser = amounts::bytes)]
    pub max_memory: Option<u64>,
}

/// How answers are written.
#[derive(Args)]
pub struct Printed {
    #[command(flatten)]
    pub proof: Proof,
    /// Output format
    #[arg(long, value_parser = options::formats(), default_value = "text")]
    pub format: Offered<Answers>,
    /// With csv, begin with the mark by which Excel knows UTF-8
    #[arg(long)]
    pub bom: bool,
    #[command(flatten)]
    pub lettering: Lettering,
    /// Write to FILE; run the same command again to resume
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub messages: Messages,
}

/// Whether and how a proof is written.
#[derive(Args)]
pub struct Proof {
    /// Write a proof of the answer to FILE, for 'fukumen verify' and fukumen-check
    #[arg(long, value_name = "FILE", value_parser = options::named())]
    #[arg(conflicts_with_all = [MAXIMIZE, "minimize", "lone", "output"])]
    pub certificate: Option<PathBuf>,
    /// Give up a proof that is larger: bytes, or 100M, 2G (default 1G)
    #[arg(long, value_name = "SIZE", value_parser = amounts::bytes, requires = "certificate")]
    pub certificate_limit: Option<u64>,
    /// Format of the proof; veripb writes FILE.opb and FILE.pbp for the checker VeriPB (sums only) [default: fukumen]
    #[arg(long, value_name = "FORMAT", value_parser = ["fukumen", "veripb"], requires = "certificate")]
    pub certificate_format: Option<String>,
}

/// How the letters of each solution are shown.
#[derive(Args)]
pub struct Lettering {
    /// With each solution, print the letters of these digits in this order [such as 8153274096]
    #[arg(long, value_name = "ORDER", allow_hyphen_values = true, value_parser = order)]
    pub key: Option<String>,
    /// With each solution, print letters in place of these digits [such as '71 04']
    #[arg(long, value_name = "DIGITS", allow_hyphen_values = true, value_parser = dash::value)]
    pub decode: Option<String>,
    /// With each solution in text, print a line letter=digit (default: on a terminal, for up to 12 symbols)
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    #[arg(value_parser = ["on", "off"])]
    pub show_key: Option<String>,
    /// In tables, how digits are written: as in the base, or decimal, each in a column of its own
    #[arg(long, value_name = "WAY", value_parser = ["names", "decimal"], default_value = "names")]
    pub digits_as: String,
}

/// Reads an order of digits, each once.
fn order(text: &str) -> Result<String, String> {
    let (mut rest, mut seen) = (text, DigitSet::EMPTY);
    while !rest.is_empty() {
        let base = if rest.starts_with('[') { Base::MAX } else { Base::WITH_LETTERS };
        let (digit, length) =
            base.read(rest).ok_or_else(|| format!("'{rest}' does not begin with a digit"))?;
        if seen.contains(digit) {
            return Err(format!("the digit {digit} is there twice"));
        }
        (seen, rest) = (seen.with(digit), &rest[length..]);
    }
    if text.is_empty() { Err("no digits".into()) } else { Ok(text.into()) }
}
