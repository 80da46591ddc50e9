//! The options of the commands that have few.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::cli::amounts;
use crate::cli::command::options;
use crate::cli::command::options::{Colour, Puzzles};
use crate::cli::settings::Given;
use crate::report::tables::{TABLES, Table};

/// The options of `verify`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fukumen SEND+MORE=MONEY --unique --certificate send.txt
  fukumen verify send.txt
  fukumen verify --quiet proofs/                all files of a folder
  fukumen explain SEND+MORE=MONEY --format json | fukumen verify -

fukumen-check, a small program of its own, judges the same files without this one. 'fukumen check'
is another thing: it judges an answer, not a proof.

Exit status: 0 accepted, 1 refused, 2 neither, or the command is wrong.")]
pub struct Verify {
    /// A file of certificates or of explanations in JSON, a folder of such files, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub certificate: Vec<PathBuf>,
    /// Stop after this number of nodes of a proof, or of what steps leave to try
    #[arg(long, value_name = "NODES", value_parser = amounts::whole(0))]
    pub limit: Option<u64>,
    /// Print verdicts only
    #[arg(short, long)]
    pub quiet: bool,
}

/// The options of `translate`.
#[derive(Args)]
#[command(
    mut_arg("puzzle", |arg| arg
        .value_name("FILE")
        .help("File to translate; - is standard input. With --to, a puzzle")),
    after_help = "\
Examples:
  fukumen translate teaser.run                      a run file of enigma.py
  fukumen translate --from cryptator puzzles.txt    a file of Cryptator
  fukumen solve --from enigma -f teaser.run         its solutions
  fukumen translate --to minizinc SEND+MORE=MONEY   a model for MiniZinc")]
pub struct Translate {
    #[command(flatten)]
    pub puzzles: Puzzles,
    /// Write a model for another solver
    #[arg(long, value_name = "SOLVER", value_parser = ["minizinc"])]
    pub to: Option<String>,
    /// No notes on standard error, errors only
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten, next_help_heading = "Rules of the puzzle, with --to")]
    pub rules: Given,
    #[command(flatten, next_help_heading = None)]
    colour: Colour,
}

/// The options of `list`.
#[derive(Args)]
#[command(after_help = "Example:\n  fukumen list functions")]
pub struct List {
    /// What to list (default: what can be listed)
    #[arg(value_parser = options::row(TABLES, |table| (table.name, table.help)))]
    pub table: Option<&'static Table>,
    /// Output format
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
    #[command(flatten)]
    colour: Colour,
}

/// The options of `completions`.
#[derive(Args)]
#[command(
    after_help = "Example:\n  fukumen completions bash > ~/.local/share/bash-completion/completions/fukumen"
)]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// The options of `man`.
#[derive(Args)]
#[command(after_help = "Example:\n  fukumen man | man -l -")]
pub struct Manual {
    /// The command (default: fukumen itself), such as solve, generate words or fukumen-generate-words
    #[arg(num_args = 0..)]
    pub command: Vec<String>,
    /// Write the pages of all commands into this folder, for a package
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub all: Option<PathBuf>,
}
