//! The definition of the command line. Help, man pages and completions are made from it too.
//!
//! Each command is a type whose fields are its options; the documentation of a field is its help. Other files do what commands say,
//! and this folder names none of those: a puzzle that cannot be read may be a slip in the name of a command.

mod bench;
mod draw;
mod explaining;
mod generate;
mod merge;
mod options;
mod serve;
mod small;
mod solve;

pub use bench::{Bench, Runs};
pub use draw::{Draw, Drawn};
pub use explaining::{Check, Explain, ExplainOptions, Hint, Rate, Techniques, Voice, Why};
pub use generate::{Generate, Making, Searching, Which, Written, example, is_choice};
pub use merge::Merge;
pub use options::{Files, Puzzles, colours_of, output};
pub use serve::Serve;
pub use small::{Completions, List, Manual, Translate, Verify};
pub use solve::{Bounds, Lettering, MAXIMIZE, OfAll, Printed, Proof, QuestionOptions, Search, Solve};

use clap::{ArgMatches, Args, Command, CommandFactory, Error, FromArgMatches, Parser, Subcommand};

/// The program. Without a subcommand, it solves.
#[derive(Parser)]
#[command(version, about = env!("CARGO_PKG_DESCRIPTION"), args_conflicts_with_subcommands = true, max_term_width = 100)]
// The last word counts, so that an alias may be overruled; repeated settings still add up.
#[command(args_override_self = true)]
struct Fukumen {
    #[command(subcommand)]
    command: Option<Commands>,
    #[command(flatten)]
    solve: Solve,
}

/// The commands. Their options are defined only when one is used: a run needs at most one, and all of them took a quarter of
/// the time that a short puzzle took.
#[derive(Subcommand)]
#[command(defer = true)]
#[expect(clippy::large_enum_variant, reason = "there is one value, which is taken apart at once")]
pub enum Commands {
    /// Finds the solutions of puzzles; the command that is meant where none is named
    Solve(Of<Solve>),
    /// Explain step by step how a person finds the solution
    Explain(Of<Explain>),
    /// Print only the next step: where to look, what to use, or what follows
    Hint(Of<Hint>),
    /// Say how hard puzzles are for a person, and which techniques they need
    Rate(Of<Rate>),
    /// Say whether an answer is right, wrong, or part of a solution (verify judges proofs)
    Check(Of<Check>),
    /// Explain one fact, or why there is no solution, or why there are several
    Why(Of<Why>),
    /// Judge proofs of answers, which 'solve --certificate' writes (check judges an answer)
    Verify(Of<Verify>),
    /// Make puzzles with exactly one solution
    Generate(Of<Generate>),
    /// Join the outputs of the shards of 'generate' or 'solve'
    Merge(Of<Merge>),
    /// Draw puzzles or their solutions: text, Markdown, HTML, LaTeX, SVG
    Draw(Of<Draw>),
    /// Print the puzzles of another solver's files in the puzzle language, or a puzzle as a model for MiniZinc
    Translate(Of<Translate>),
    /// Time the reading, planning, search and confirmation of puzzles
    Bench(Of<Bench>),
    /// List operators, functions, engines, formats, settings, …
    List(Of<List>),
    /// Serve the page and an API on this machine
    Serve(Of<Serve>),
    /// Print a completion script for a shell
    Completions(Of<Completions>),
    /// Print a manual page
    Man(Of<Manual>),
}

/// The options of a command. Their documentation is for readers of the code: without this type, it would replace what help says
/// about the command.
pub struct Of<O>(pub O);

impl<O: Args> FromArgMatches for Of<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        O::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<O: Args> Args for Of<O> {
    fn augment_args(command: Command) -> Command {
        let about = command.get_about().cloned();
        O::augment_args(command).about(about.unwrap_or_default())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Defines `fukumen` and its subcommands.
pub fn fukumen() -> Command {
    Fukumen::command()
}

/// Reads what is to be done from a command line that was parsed.
pub fn read(matches: &mut ArgMatches) -> Result<Commands, Error> {
    let Fukumen { command, solve } = Fukumen::from_arg_matches_mut(matches)?;
    Ok(command.unwrap_or(Commands::Solve(Of(solve))))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_sound() {
        super::fukumen().debug_assert();
    }
}
