//! Instructions instead of times: other work on the machine does not change them, so that a per cent
//! more or less can be seen. Valgrind's callgrind counts them, of parsing, planning and the whole
//! answer apart; the program starts itself under it once for each.
//!
//! Valgrind knows no AVX-512: what a processor has more is not chosen there.

#[path = "../tests/common/settings.rs"]
mod settings;

use std::hint::black_box;
use std::process::{Command, Stdio};

use fukumen::compile::Problem;
use fukumen::engine;
use fukumen::engine::{Request, Wanted};
use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::Solver;
use fukumen::text::Reader;

/// Lines of targets.txt that take few enough instructions for valgrind.
const PUZZLES: &[&str] =
    &["send", "donald", "lbr", "addends41", "many", "fractions-one", "square", "power", "algebraf", "base12"];
/// How often each part is run, after once that warms up.
const RUNS: u64 = 10;

/// The last part plans again before it searches and confirms.
const SOLVE: &str = "solve";

/// A part of solving.
struct Part {
    name: &'static str,
    /// Valgrind counts while this function runs.
    function: &'static str,
    run: fn(&Target),
}

const PARTS: [Part; 3] = [
    Part { name: "parse", function: "*counted_parse*", run: counted_parse },
    Part { name: "plan", function: "*counted_plan*", run: counted_plan },
    Part { name: SOLVE, function: "*counted_solve*", run: counted_solve },
];

/// A line of `targets.txt`, and the puzzle that it is.
struct Target {
    text: &'static str,
    rules: Rules,
    puzzle: Puzzle,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.as_slice() {
        [_, command, name, part] if command == "count" => run(name, part),
        _ if !valgrind_is_there() => {
            eprintln!("instructions are counted by valgrind, which is not installed")
        }
        _ => print_table(),
    }
}

fn valgrind_is_there() -> bool {
    Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok()
}

fn print_table() {
    println!("Instructions, in thousands\n\n| puzzle | parse | plan | search, confirm |");
    println!("| --- | ---: | ---: | ---: |");
    for name in PUZZLES {
        let [parse, plan, solve] = PARTS.each_ref().map(|part| counted(name, part));
        let [parse, plan, search] = [parse, plan, solve.saturating_sub(plan)].map(thousands);
        println!("| `{name}` | {parse} | {plan} | {search} |");
    }
}

fn thousands(instructions: u64) -> String {
    format!("{:.1}", instructions as f64 / 1e3)
}

/// The instructions that valgrind counts in one run of a part.
fn counted(name: &str, part: &Part) -> u64 {
    let program = std::env::current_exe().expect("a program that runs has a file");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect={}", part.function))
        .arg(program)
        .args(["count", name, part.name])
        .output()
        .expect("valgrind is there");
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    let (_, count) = collected.unwrap_or_else(|| panic!("valgrind failed: {report}"));
    count.trim().parse::<u64>().expect("a number of instructions") / RUNS
}

/// Runs a part of a puzzle; what is set up once is set up before.
fn run(name: &str, part: &str) {
    let target = target(name);
    let part = PARTS.iter().find(|known| known.name == part).expect("a part of the table");
    warm_up(&target);
    for _ in 0..RUNS {
        (part.run)(&target);
    }
}

fn target(name: &str) -> Target {
    let lines = include_str!("targets.txt").lines().filter(|line| !line.starts_with('#'));
    let mut fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    let fields = fields.find(|fields| fields[0] == name).expect("a line of targets.txt");
    let settings = fields[1].split(' ').filter(|setting| *setting != "-");
    let rules = settings::rules(settings.map(|setting| setting.split_once('=').expect("it has a value")));
    let puzzle = Reader::new().rules(&rules).read(fields[3]).expect("the texts are right");
    Target { text: fields[3], rules, puzzle }
}

/// Reading was done already.
fn warm_up(target: &Target) {
    black_box(solve(target));
}

#[inline(never)]
fn counted_parse(target: &Target) {
    black_box(Reader::new().rules(&target.rules).read(target.text).expect("it was read before"));
}

#[inline(never)]
fn counted_plan(target: &Target) {
    let problem = Problem::of(&target.puzzle);
    let _ = black_box(engine::choose(&problem, &Request::new(Wanted::Solutions)));
}

#[inline(never)]
fn counted_solve(target: &Target) {
    black_box(solve(target));
}

fn solve(target: &Target) -> u128 {
    Solver::new(&target.puzzle).threads(1).run().expect("the planner's choice fits").0.outcome.count
}
