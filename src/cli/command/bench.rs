//! The options of `fukumen bench`.

use std::time::Duration;

use clap::Args;

use crate::cli::amounts;
use crate::cli::command::options;
use crate::cli::command::options::{Colour, Puzzles, Threads};
use crate::cli::settings::Given;

/// The options.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fukumen bench --engine all --repeat 100 SEND+MORE=MONEY
  fukumen bench --count --timeout 10s --base 18 ABCDEF+GHIJKL=MNOPQR")]
pub struct Bench {
    #[command(flatten)]
    pub puzzles: Puzzles,
    #[command(flatten, next_help_heading = "Rules of the puzzle")]
    pub rules: Given,
    #[command(flatten, next_help_heading = None)]
    pub runs: Runs,
}

/// The options that decide the timing.
#[derive(Args)]
pub struct Runs {
    /// Time N runs of each puzzle after one warm-up (default: as many as take a second)
    #[arg(long, value_name = "N", value_parser = amounts::count(1))]
    pub repeat: Option<usize>,
    /// Time counting the solutions instead of finding them
    #[arg(long)]
    pub count: bool,
    /// Stop a run after this time: seconds, or 500ms, 10s, 5m; it is then not timed
    #[arg(long, value_name = "TIME", value_parser = amounts::duration)]
    pub timeout: Option<Duration>,
    /// Use this engine; 'all' for each that fits
    #[arg(long, value_name = "NAME", value_parser = options::engines(), hide_possible_values = true)]
    pub engine: Option<String>,
    /// Check conditions with this evaluator
    #[arg(long, value_name = "NAME", value_parser = options::evaluators(), hide_possible_values = true)]
    pub evaluator: Option<String>,
    #[command(flatten)]
    pub threads: Threads,
    /// Output format
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
    #[command(flatten)]
    pub colour: Colour,
}
