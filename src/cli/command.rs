//! The command line's definition; help, man pages and completions are made from it too.

use clap::Arg;
use clap::ArgAction;
use clap::ArgGroup;
use clap::ArgMatches;
use clap::ColorChoice;
use clap::Command;
use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use clap::value_parser;

use crate::cli::amounts;
use crate::cli::bench;
use crate::cli::completions;
use crate::cli::draw;
use crate::cli::generate;
use crate::cli::list;
use crate::cli::man;
use crate::cli::merge;
use crate::cli::offered::offering;
use crate::cli::settings;
use crate::engine::ENGINES;
use crate::eval::EVALUATORS;
use crate::report::FORMATS;

const EXAMPLES: &str = "\
Examples:
  fukumen SEND+MORE=MONEY                       all solutions
  fukumen --count --leading-zeros 'SEND+MORE=MONEY'
                                                how many there are, zeros in front allowed
  fukumen --unique 'EVE/DID=.TALKTALK..., coprime(EVE,DID)'
                                                whether there is exactly one
  fukumen --digits 1-9 --essentially 'A/BC+D/EF+G/HI=1'
                                                solutions that differ by more than their order
  fukumen --base 2..16 'AB*BA=CDDC'             an answer in each base
  fukumen --maximize AB+C 'A*B=C'               the best only
  fukumen -f puzzles.txt --format jsonl --output answers.jsonl
                                                a file of puzzles, a line of JSON for each
  fukumen -- -A+B=C                             a puzzle that begins with a dash
  fukumen generate words --words list.txt       puzzles from the words of a list

Exit status: 0 a solution was found (with --unique: exactly one), 1 there is none (with --unique:
none or several), 2 the puzzle or the command is wrong, 3 stopped before the answer was certain.
With several puzzles, the largest of theirs.";

/// No command is as long as this, nor a slip in it; to compare a long text with names takes long.
const LONGEST_SLIP: usize = 32;

/// Commands that have their names already, and nothing else yet.
pub const PLANNED: &[&str] = &["explain", "serve"];

/// `fukumen` and its subcommands. Without one, it solves.
pub fn fukumen() -> Command {
    let command = Command::new("fukumen")
        .version(env!("CARGO_PKG_VERSION"))
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .after_help(EXAMPLES)
        .args_conflicts_with_subcommands(true)
        // The last word counts, so that an alias may be overruled; settings that repeat still add up.
        .args_override_self(true)
        .max_term_width(100)
        .subcommands(subcommands());
    solving(command)
}

/// The subcommands. What is in them is defined when one of them is asked for: a run needs one at most, and
/// all of them took a quarter of the time that a short puzzle took.
fn subcommands() -> [Command; 8] {
    let solve = "Finds the solutions of puzzles; the command that is meant where none is named";
    [
        Command::new("solve").about(solve).after_help(EXAMPLES).defer(solving),
        generate::command(),
        merge::command(),
        draw::command(),
        bench::command(),
        list::command(),
        completions::command(),
        man::command(),
    ]
}

fn solving(command: Command) -> Command {
    command
        .args(puzzles())
        .next_help_heading("The question")
        .args(question())
        .group(asks())
        .next_help_heading("Rules of the puzzle")
        .args(settings::options())
        .next_help_heading("The search")
        .args(search())
        .next_help_heading("Limits for each puzzle")
        .args(limits())
        .next_help_heading("Output")
        .args(output())
}

/// Which puzzles.
pub fn puzzles() -> [Arg; 2] {
    let puzzle = Arg::new("puzzle").value_name("PUZZLE").action(ArgAction::Append);
    let file = Arg::new("file").short('f').long("file").value_name("FILE").action(ArgAction::Append);
    [
        puzzle.help("A puzzle such as SEND+MORE=MONEY; - reads puzzles from standard input, a line each"),
        file.help("Reads puzzles from a file, a line each, or blocks parted by blank lines")
            .value_parser(value_parser!(std::path::PathBuf)),
    ]
}

fn asks() -> ArgGroup {
    ArgGroup::new("ask").args(["all", "first", "count", "unique"])
}

fn question() -> [Arg; 7] {
    let first = Arg::new("first").long("first").value_name("N").num_args(0..=1).require_equals(true);
    let essentially = Arg::new("essentially").long("essentially").value_name("KIND").num_args(0..=1);
    let kinds = [
        PossibleValue::new("terms").help("terms, factors or sides change places"),
        PossibleValue::new("digits").help("symbols of equal place value change places too"),
    ];
    let expression =
        |name: &'static str| Arg::new(name).long(name).value_name("EXPR").allow_hyphen_values(true);
    [
        flag("all", "All solutions: what is asked where nothing else is"),
        first
            .value_parser(amounts::whole(1))
            .default_missing_value("1")
            .help("The first solution, or the first N"),
        flag("count", "How many solutions there are; with --show, for each value"),
        flag("unique", "Whether there is exactly one solution; stops at the second"),
        essentially
            .require_equals(true)
            .value_parser(PossibleValuesParser::new(kinds))
            .default_missing_value("terms")
            .help("Groups solutions that differ only by a symmetry of the puzzle"),
        expression("maximize").help("The solutions in which an expression is largest"),
        expression("minimize").help("The solutions in which it is smallest").conflicts_with("maximize"),
    ]
}

fn search() -> [Arg; 6] {
    [
        engine().help("The engine; 'fukumen list engines' names them"),
        evaluator().help("What checks conditions; 'fukumen list evaluators' names them"),
        threads(),
        flag("why", "Says which engine runs and why, on standard error"),
        flag("stats", "Says how much was searched and how long it took, on standard error"),
        flag("stream", "Hands solutions over as they are found, in the engine's order"),
    ]
}

/// Which engine.
pub fn engine() -> Arg {
    let names = || ENGINES.iter().map(|engine| engine.name()).collect();
    offering(Arg::new("engine").long("engine").value_name("NAME"), names, known)
}

/// Which evaluator.
pub fn evaluator() -> Arg {
    let names = || EVALUATORS.iter().map(|evaluator| evaluator.name()).collect();
    offering(Arg::new("evaluator").long("evaluator").value_name("NAME"), names, known)
}

/// The solver knows the names of its tables, and what to say of others.
fn known(name: &str) -> Result<String, String> {
    Ok(name.into())
}

/// How many threads.
pub fn threads() -> Arg {
    let threads = Arg::new("threads").long("threads").value_name("N").value_parser(amounts::whole(0));
    threads.help("Threads; 0 for one a processor, as without this option")
}

/// How many threads were asked for; 0 where none were.
pub fn thread_count(matches: &ArgMatches) -> usize {
    let threads = matches.get_one::<u64>("threads").copied().unwrap_or_default();
    usize::try_from(threads).unwrap_or(usize::MAX)
}

/// For how long.
pub fn timeout() -> Arg {
    let timeout = Arg::new("timeout").long("timeout").value_name("TIME");
    timeout.value_parser(amounts::duration).help("Stops after a time: seconds, or 500ms, 10s, 5m")
}

fn limits() -> [Arg; 3] {
    let solutions = Arg::new("max-solutions").long("max-solutions").value_name("N");
    let memory = Arg::new("max-memory").long("max-memory").value_name("SIZE");
    [
        timeout(),
        solutions.value_parser(amounts::whole(1)).help("Stops after so many solutions"),
        memory.value_parser(amounts::bytes).help("Stops at a size in memory: bytes, or 100M, 2G"),
    ]
}

fn output() -> [Arg; 4] {
    [
        format().help("How answers are written"),
        output_file().help("Writes into a file; a run that was ended goes on where it was"),
        colour(),
        quiet(),
    ]
}

/// In which format.
pub fn format() -> Arg {
    let formats = FORMATS.iter().map(|format| PossibleValue::new(format.name()).help(format.help()));
    let format = Arg::new("format").long("format").value_name("FORMAT").default_value("text");
    format.value_parser(PossibleValuesParser::new(formats))
}

/// Into which file.
pub fn output_file() -> Arg {
    let file = Arg::new("output").short('o').long("output").value_name("FILE");
    file.value_parser(value_parser!(std::path::PathBuf))
}

/// Whether notes are left out.
pub fn quiet() -> Arg {
    flag("quiet", "No notes on standard error, errors only").short('q')
}

/// Whether there are colours.
pub fn colour() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(["auto", "always", "never"])
        .default_value("auto")
        .hide_possible_values(true)
        .help("Colours: auto (on a terminal), always or never")
}

/// An option without a value.
pub fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// The command that may be meant by a puzzle that is none.
pub fn similar(puzzle: &str) -> Option<String> {
    if puzzle.len() > LONGEST_SLIP {
        return None;
    }
    let commands = fukumen();
    let names = commands.get_subcommands().map(Command::get_name);
    names
        .min_by_key(|name| distance(name, puzzle))
        .filter(|name| distance(name, puzzle) <= 2)
        .map(String::from)
}

fn distance(name: &str, word: &str) -> usize {
    strsim::damerau_levenshtein(name, word)
}

/// What clap should do about colours in help and errors, which it prints before it knows its
/// options: the last `--color` decides.
pub fn colours_of(arguments: &[std::ffi::OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    let parted = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    match joined.chain(parted).next_back() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_sound() {
        super::fukumen().debug_assert();
    }

    #[test]
    fn a_slip_in_a_command_is_no_puzzle() {
        assert_eq!(super::similar("lsit").as_deref(), Some("list"));
        assert_eq!(super::similar("A+=B"), None);
    }
}
