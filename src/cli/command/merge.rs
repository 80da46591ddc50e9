//! The options of `fukumen merge`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::command::options;
use crate::cli::command::options::Colour;
use crate::cli::command::solve::OfAll;
use crate::cli::joint::{JOINTS, Joint};

/// The options.
#[derive(Args)]
#[command(after_help = "\
Example:
  fukumen generate words --words list.txt --shard 1/2 --output a.txt    on one machine
  fukumen generate words --words list.txt --shard 2/2 --output b.txt    on another
  fukumen merge a.txt b.txt                                             what one would have made
  fukumen solve --count --shard 1/2 --format jsonl AB+CD=EF > 1.jsonl   a part of one puzzle's search
  fukumen solve --count --shard 2/2 --format jsonl AB+CD=EF > 2.jsonl
  fukumen merge 1.jsonl 2.jsonl                                         the answer")]
pub struct Merge {
    /// The outputs; those of 'generate' in the order of the shards
    #[arg(required_unless_present = "list")]
    pub file: Vec<PathBuf>,
    /// Read the names of more outputs from FILE, one on each line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub list: Option<PathBuf>,
    /// Format of the outputs (default: detected)
    #[arg(long, value_parser = options::row(JOINTS, |joint| (joint.format, "")))]
    pub format: Option<&'static Joint>,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Join what there is, though shards are missing; the answer says so
    #[arg(long, help_heading = SOLVE)]
    pub partial: bool,
    #[command(flatten, next_help_heading = SOLVE)]
    pub of_all: OfAll,
    #[command(flatten, next_help_heading = "Messages")]
    colour: Colour,
}

const SOLVE: &str = "Shards of 'solve'";
