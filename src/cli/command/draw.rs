//! The options of `fukumen draw`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::command::options;
use crate::cli::command::options::{Colour, Puzzles, Threads};
use crate::cli::settings::Given;
use crate::report::{Drawing, Offered, formats_of};
use crate::text::Form;

/// The options.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fukumen draw --format latex -f division.txt       a drawing for a paper
  fukumen draw --solution --format svg -f grid.txt -o grid.svg
                                                    its solution as a picture, in a file
  fukumen draw --as drawing SEND+MORE=MONEY         a sum under each other
  fukumen draw --blank-sheet -f puzzles.txt         a work sheet; with --solution its key")]
pub struct Draw {
    #[command(flatten)]
    pub puzzles: Puzzles,
    #[command(flatten, next_help_heading = "Rules of the puzzle")]
    pub rules: Given,
    #[command(flatten, next_help_heading = None)]
    pub paper: Drawn,
}

/// The options that decide the drawing.
#[derive(Args)]
pub struct Drawn {
    /// Draw the first solution instead of the puzzle
    #[arg(long)]
    pub solution: bool,
    /// Write a drawing on one line, or draw a one-line puzzle
    #[arg(long = "as", value_name = "FORM", value_parser = forms())]
    pub form: Option<Form>,
    /// Draw a work sheet: puzzles with boxes for their digits; with --solution, its key
    #[arg(long)]
    pub blank_sheet: bool,
    /// Output format
    #[arg(long, value_parser = drawings(), default_value = "text")]
    pub format: Offered<Drawing>,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub colour: Colour,
}

fn drawings() -> impl TypedValueParser<Value = Offered<Drawing>> {
    options::row(formats_of(|format| format.drawing), |drawing| (drawing.name, ""))
}

fn forms() -> impl TypedValueParser<Value = Form> {
    let form = |name: String| Form::ALL.into_iter().find(|form| form.name() == name);
    PossibleValuesParser::new(Form::ALL.map(Form::name))
        .map(move |name| form(name).expect("clap knows the names of the table only"))
}
