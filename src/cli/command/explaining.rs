//! The options of `fukumen explain`, `hint`, `rate`, `check` and `why`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};

use crate::cli::command::options;
use crate::cli::command::options::{Messages, Puzzles, Threads, Timeout};
use crate::cli::settings::Given;
use crate::cli::{amounts, dash};
use crate::explain::TECHNIQUES;
use crate::explain::prose::{LANGUAGES, Language, Level};
use crate::report::Offered;
use crate::report::explanation::{Style, styles};

/// The options that all these commands have.
#[derive(Args)]
pub struct ExplainOptions {
    #[command(flatten)]
    pub puzzles: Puzzles,
    #[command(flatten, next_help_heading = "Rules of the puzzle")]
    pub rules: Given,
    #[command(flatten, next_help_heading = "Limits for each puzzle")]
    pub limit: Timeout,
    #[command(flatten, next_help_heading = "Output")]
    pub output: Voice,
}

/// How answers are written.
#[derive(Args)]
pub struct Voice {
    /// Output format
    #[arg(long, value_parser = options::row(styles(), |style| (style.name, style.how.help())), default_value = "text")]
    pub format: Offered<&'static dyn Style>,
    /// Language of the sentences
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    #[arg(value_parser = options::row(&LANGUAGES, |language| (language.code, language.name)))]
    pub lang: &'static Language,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub messages: Messages,
}

/// The options of the commands that look for steps.
#[derive(Args, Default)]
pub struct Techniques {
    /// Use only these techniques, separated by commas; see 'fukumen list techniques'
    #[arg(long, value_name = "NAMES", value_delimiter = ',', action = ArgAction::Set, value_parser = technique)]
    only: Vec<&'static str>,
    /// Use all techniques except these
    #[arg(long, value_name = "NAMES", value_delimiter = ',', action = ArgAction::Set, value_parser = technique)]
    without: Vec<&'static str>,
    /// Nest cases at most N deep (default: 2)
    #[arg(long, value_name = "N", value_parser = amounts::count(0))]
    pub depth: Option<usize>,
    /// Search N times for a simpler explanation (default: 16)
    #[arg(long, value_name = "N", value_parser = amounts::count(1))]
    pub tries: Option<usize>,
}

impl Techniques {
    /// Returns the techniques that may be used; `None` for all.
    pub fn names(&self) -> Option<Vec<&'static str>> {
        let Self { only, without, .. } = self;
        if only.is_empty() && without.is_empty() {
            return None;
        }
        let names = TECHNIQUES.iter().map(|row| row.name);
        Some(
            names
                .filter(|name| (only.is_empty() || only.contains(name)) && !without.contains(name))
                .collect(),
        )
    }
}

/// Reads the name of a technique from the table.
fn technique(name: &str) -> Result<&'static str, String> {
    let known = TECHNIQUES.iter().find(|known| known.name == name);
    known
        .map(|known| known.name)
        .ok_or_else(|| format!("there is no technique '{name}'; 'fukumen list techniques' shows them"))
}

/// The options of `explain`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fukumen explain SEND+MORE=MONEY            each step with its reason
  fukumen explain --brief NRICH+MATHS=STARS  what each step concludes
  fukumen explain --full 'TWO*TWO=THREE'     with the digits that are left after each step
  fukumen explain --format html -f puzzles.txt -o puzzles.html

Exit status: 0 explained to the end, 1 there is no solution, 2 the puzzle or the command is wrong,
3 stopped before the end; what was proved until then is printed.")]
pub struct Explain {
    #[command(flatten)]
    pub common: ExplainOptions,
    #[command(flatten, next_help_heading = "Techniques")]
    pub techniques: Techniques,
    /// Print only what each step concludes
    #[arg(long, help_heading = "Output", conflicts_with = "full")]
    pub brief: bool,
    /// Print the puzzle and the digits that are left after each step
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// The options of `hint`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fukumen hint SEND+MORE=MONEY                    the first step with its reason
  fukumen hint --known M=1,O=0 SEND+MORE=MONEY    the next one, once M and O are known
  fukumen hint --level 1 SEND+MORE=MONEY          only where to look

Exit status: 0 there is a hint, or all is known; 1 there is no solution with the known digits;
2 the puzzle or the command is wrong; 3 stopped, or no technique helps.")]
pub struct Hint {
    #[command(flatten)]
    pub common: ExplainOptions,
    #[command(flatten, next_help_heading = "Techniques")]
    pub techniques: Techniques,
    /// What is known already: M=1,O=0, or the puzzle partly filled in with ? for open digits
    #[arg(long, help_heading = "Output", value_name = "DIGITS", allow_hyphen_values = true, value_parser = dash::value)]
    pub known: Option<String>,
    /// How much to tell: 1 where to look, 2 also what to ask there, 3 the step with its reason
    #[arg(long, help_heading = "Output", value_name = "N", value_parser = levels(), default_value = "3")]
    pub level: Level,
}

fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(["1", "2", "3"]).map(|level| match level.as_str() {
        "1" => Level::Where,
        "2" => Level::Question,
        _ => Level::Conclusion,
    })
}

/// The options of `rate`.
#[derive(Args)]
#[command(mut_arg("tries", |tries| tries.help("Search N times for a simpler explanation (default: 1)")))]
#[command(after_help = "\
Examples:
  fukumen rate SEND+MORE=MONEY
  fukumen rate --format jsonl -f puzzles.txt

A puzzle is gentle, easy, medium, hard or fiendish. In JSON that is also a number from 1.0 to 10.0:
up to 2 gentle, up to 4 easy, up to 6 medium, up to 8 hard. Exit status: as explain.")]
pub struct Rate {
    #[command(flatten)]
    pub common: ExplainOptions,
    #[command(flatten, next_help_heading = "Techniques")]
    pub techniques: Techniques,
    #[command(flatten, next_help_heading = "Output")]
    pub threads: Threads,
}

/// The options of `check`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fukumen check SEND+MORE=MONEY S=9,E=5
  fukumen check SEND+MORE=MONEY --answer '9567+1085=10652'
  fukumen check -f drawing.txt --answer \"$(cat filled-in.txt)\"

Exit status: 0 the answer is right, or part of a solution; 1 it is wrong, or a dead end; 2 the
puzzle, the answer or the command is wrong; 3 stopped before it was certain.

The program fukumen-check is another one: it judges proofs, see fukumen-check --help.")]
pub struct Check {
    #[command(flatten)]
    pub common: ExplainOptions,
    /// The answer: the puzzle filled in, with ? for open digits, or a list such as S=9,E=5; repeat it for several puzzles.
    /// Without it, the last argument is the answer
    #[arg(long, allow_hyphen_values = true)]
    pub answer: Vec<String>,
}

/// The options of `why`.
#[derive(Args)]
#[command(mut_arg("puzzle", |words| words.value_name("PUZZLE [FACT]").num_args(0..=2).help(WORDS)))]
#[command(after_help = "\
Examples:
  fukumen why SEND+MORE=MONEY E=5        the steps to E = 5 and no others
  fukumen why SEND+MORE=MONEY E!=7
  fukumen why 'TWO*TWO=THREE' 'TWO<200'
  fukumen why NRICH+MATHS=STARS          why there is no solution
  fukumen why A+B=C                      which digits stay open, and two answers that differ

Exit status: 0 proved, 1 there is no solution, or the fact does not hold in each; 2 the puzzle, the
fact or the command is wrong; 3 stopped before the end.")]
pub struct Why {
    #[command(flatten)]
    pub common: ExplainOptions,
    #[command(flatten, next_help_heading = "Techniques")]
    pub techniques: Techniques,
}

const WORDS: &str = "The puzzle, and what to explain: E=5, E!=7 or 'TWO<200'; with -f FILE only the fact";
