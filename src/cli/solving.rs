//! The options of `fukumen solve`, and of `fukumen` alone.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgGroup, Command};

use crate::cli::{amounts, options, settings};
use crate::digits::{Base, DigitSet};
use crate::solve::Shard;

const EXAMPLES: &str = "\
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
or before a certificate that was asked for was whole. With several puzzles, the largest of theirs.";

/// Adds the options of solving to a command.
pub fn solving(command: Command) -> Command {
    command
        .after_help(EXAMPLES)
        .args(options::puzzles())
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

fn asks() -> ArgGroup {
    ArgGroup::new("ask").args(["all", "first", "count", "unique"])
}

/// Returns the options about all solutions together.
pub fn of_all_solutions() -> [Arg; 3] {
    let essentially = Arg::new("essentially").long("essentially").value_name("KIND").num_args(0..=1);
    let kinds = [
        PossibleValue::new("terms").help("terms, factors or sides may change places"),
        PossibleValue::new("digits").help("symbols of equal place value may change places, too"),
    ];
    let expression =
        |name: &'static str| Arg::new(name).long(name).value_name("EXPR").allow_hyphen_values(true);
    [
        essentially
            .require_equals(true)
            .value_parser(PossibleValuesParser::new(kinds))
            .default_missing_value("terms")
            .help("Group solutions that differ only by a symmetry of the puzzle"),
        expression("maximize").help("Find the solutions with the largest value of EXPR"),
        expression("minimize")
            .help("Find the solutions with the smallest value of EXPR")
            .conflicts_with("maximize"),
    ]
}

fn question() -> Vec<Arg> {
    let first = Arg::new("first").long("first").value_name("N").num_args(0..=1).require_equals(true);
    let [essentially, maximize, minimize] = of_all_solutions();
    let expression =
        |name: &'static str| Arg::new(name).long(name).value_name("EXPR").allow_hyphen_values(true);
    vec![
        options::flag(
            "all",
            "Find all solutions (default; a terminal shows 20 of them unless this is given)",
        ),
        first
            .value_parser(amounts::whole(1))
            .default_missing_value("1")
            .help("Find the first solution, or the first N"),
        options::flag("count", "Count the solutions; with --show, for each value"),
        options::flag("unique", "Say whether there is exactly one solution; stop at the second"),
        essentially,
        maximize,
        minimize,
        expression("lone")
            .action(ArgAction::Append)
            .conflicts_with_all(["first", "stream"])
            .help("Find the solutions whose value of EXPR no other solution has"),
    ]
}

fn search() -> Vec<Arg> {
    let shard = Arg::new("shard").long("shard").value_name("I/N");
    vec![
        shard.value_parser(|text: &str| text.parse::<Shard>()).conflicts_with("certificate").help(
            "Solve the I-th of N shards: a part of one puzzle's search, or every N-th puzzle of several; 'fukumen merge' joins them",
        ),
        options::engine().help("Use this engine; see 'fukumen list engines'"),
        options::evaluator().help("Check conditions with this evaluator; see 'fukumen list evaluators'"),
        options::threads(),
        options::flag("why", "Print which engine runs and why, to standard error"),
        options::flag("stats", "Print how much was searched and how long it took, to standard error"),
        options::flag("stream", "Print solutions as they are found, in the engine's order"),
    ]
}

fn limits() -> Vec<Arg> {
    let solutions = Arg::new("max-solutions").long("max-solutions").value_name("N");
    let memory = Arg::new("max-memory").long("max-memory").value_name("SIZE");
    vec![
        options::timeout(),
        solutions.value_parser(amounts::whole(1)).help("Stop after N solutions"),
        memory.value_parser(amounts::bytes).help("Stop at this much memory: bytes, or 100M, 2G"),
    ]
}

fn output() -> Vec<Arg> {
    let show_key = Arg::new("show-key").long("show-key").value_name("WHEN").num_args(0..=1);
    let text = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).allow_hyphen_values(true)
    };
    let proof = Arg::new("certificate").long("certificate").value_name("FILE");
    let limit = Arg::new("certificate-limit").long("certificate-limit").value_name("SIZE");
    let form = Arg::new("certificate-format").long("certificate-format").value_name("FORMAT");
    vec![
        proof
            .value_parser(options::named())
            .conflicts_with_all(["maximize", "minimize", "lone", "output"])
            .help("Write a proof of the answer to FILE, for 'fukumen verify' and fukumen-check"),
        limit
            .value_parser(amounts::bytes)
            .requires("certificate")
            .help("Give up a proof that is larger: bytes, or 100M, 2G (default 1G)"),
        form.value_parser(["fukumen", "veripb"])
            .requires("certificate")
            .help("Format of the proof; veripb writes FILE.opb and FILE.pbp for the checker VeriPB (sums only) [default: fukumen]"),
        options::format().help("Output format"),
        text("key", "ORDER")
            .value_parser(order)
            .help("With each solution, print the letters of these digits in this order [such as 8153274096]"),
        text("decode", "DIGITS")
            .help("With each solution, print letters in place of these digits [such as '71 04']"),
        show_key
            .require_equals(true)
            .value_parser(["on", "off"])
            .default_missing_value("on")
            .help("With each solution in text, print a line letter=digit (default: on a terminal, for up to 12 symbols)"),
        options::output_file().help("Write to FILE; run the same command again to resume"),
        options::colour(),
        options::quiet(),
    ]
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
