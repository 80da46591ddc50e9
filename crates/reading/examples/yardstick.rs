//! How well texts are read as people paste them: `cargo run --release -p fukumen-reading --example yardstick [--list] [SET…]`.
//!
//! The sets are files of `tests/puzzles`: `told` (a puzzle with the sentences around it), `sayings` (one sentence around a known
//! puzzle) and `copied` (formulas as programs hand them over); a name that ends in `.jsonl` is the path of another. For each set it prints how many texts were read right, wrong
//! without a word about it, wrong with a note that quotes a piece of the text, and refused. `--list` names the texts
//! that were not read right, or with a warning.

mod measure;

use std::collections::BTreeMap;
use std::time::Duration;

use fukumen_engine::solve::Limits;
use fukumen_engine::{Ask, Solver};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::text;
use fukumen_reading::Reader;
use measure::{lines, text_of};
use serde_json::Value;

/// Counting a misread text may take for ever.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How a text was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Right,
    WrongMute,
    WrongWarned,
    Refused,
}

const OUTCOMES: [(Outcome, &str); 4] = [
    (Outcome::Right, "right"),
    (Outcome::WrongMute, "wrong, mute"),
    (Outcome::WrongWarned, "wrong, warned"),
    (Outcome::Refused, "refused"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_listed = arguments.iter().any(|argument| argument == "--list");
    let mut sets: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|name| !name.starts_with("--")).collect();
    if sets.is_empty() {
        sets = vec!["told", "sayings", "copied"];
    }
    let mut figures: BTreeMap<(String, Outcome), usize> = BTreeMap::new();
    for set in sets {
        for line in lines(set) {
            let (group, outcome, found) = if set == "sayings" { saying(&line) } else { counted(set, &line) };
            *figures.entry((group.clone(), outcome)).or_default() += 1;
            if is_listed && (outcome != Outcome::Right || found.contains("«warning")) {
                println!("{group} {} {outcome:?}: {found}", line["id"].as_str().unwrap_or_default());
            }
        }
    }
    let mut groups: Vec<&String> = figures.keys().map(|(group, _)| group).collect();
    groups.dedup();
    for group in groups {
        let of = |outcome| figures.get(&(group.clone(), outcome)).copied().unwrap_or_default();
        let all: usize = OUTCOMES.iter().map(|(outcome, _)| of(*outcome)).sum();
        let parts: Vec<String> =
            OUTCOMES.iter().map(|(outcome, name)| format!("{name} {:3}", of(*outcome))).collect();
        println!("{group:32} {all:4}: {}", parts.join(", "));
    }
}

/// The puzzles of a text.
fn puzzles(text: &str) -> Vec<Puzzle> {
    Reader::new().read_all(text).unwrap_or_default()
}

/// How many solutions a puzzle has, if that is known in time.
fn count(puzzle: &Puzzle) -> Option<u128> {
    let limits = Limits::default().timeout(TIMEOUT);
    let (answer, _) = Solver::new(puzzle).ask(Ask::Count).limits(limits).run().ok()?;
    answer.outcome.exhausted.then_some(answer.outcome.count)
}

/// Whether a note on a puzzle quotes what may be at fault.
fn is_warned(puzzle: &Puzzle, is_noise: bool) -> bool {
    let is_silent = |key: &str| key == "note-read" || is_noise && key == "note-unread";
    puzzle.notes().iter().any(|note| !is_silent(note.message.key()))
}

/// Puzzles on one line each, with their notes.
fn shown(puzzles: &[Puzzle]) -> Vec<String> {
    let noted = |puzzle: &Puzzle| {
        let notes = puzzle.notes().iter().map(|note| format!(" «{note}»"));
        puzzle.to_string().replace('\n', " ⏎ ") + &notes.collect::<String>()
    };
    puzzles.iter().map(noted).collect()
}

/// A text whose count is known.
fn counted(set: &str, line: &Value) -> (String, Outcome, String) {
    let text = text_of(line);
    let kind = line["kind"].as_str().unwrap_or_default();
    let group = match set {
        "told" if kind.ends_with("-passage") => "told, passages".to_owned(),
        "copied" if !line["lost"].is_null() => "copied, signs lost".to_owned(),
        _ => set.to_owned(),
    };
    let wanted: Vec<u128> = match &line["count"] {
        Value::Array(counts) => counts.iter().filter_map(Value::as_u64).map(u128::from).collect(),
        count => count.as_u64().map(u128::from).into_iter().collect(),
    };
    let read = puzzles(&text);
    let counts: Vec<u128> = read.iter().map_while(count).take(wanted.len().max(1)).collect();
    let outcome = match () {
        () if read.is_empty() => Outcome::Refused,
        () if counts == wanted => Outcome::Right,
        () if read.iter().any(|puzzle| is_warned(puzzle, false)) => Outcome::WrongWarned,
        () => Outcome::WrongMute,
    };
    (group, outcome, format!("{counts:?} for {wanted:?}: {text:?} as {:?}", shown(&read)))
}

/// A sentence around a puzzle: what it sets and says is compared, not the count.
fn saying(line: &Value) -> (String, Outcome, String) {
    let of = |name: &str| line[name].as_str().unwrap_or_default();
    let (puzzle, meaning) = (of("puzzle"), of("meaning"));
    let text = text_of(line);
    let has_meaning = matches!(of("kind"), "rule" | "property");
    let language = if of("language") == "en" { "en" } else { "others" };
    let group = format!("sayings, {}, {language}", of("kind"));
    let read = puzzles(&text);
    let Some(found) = read.first() else { return (group, Outcome::Refused, text) };
    let wanted = format!("{}\n{puzzle}", if has_meaning { meaning } else { "" });
    let wanted = text::Reader::new().read(&wanted).expect("the meaning is in the language");
    let is_noise = of("kind") == "noise";
    let outcome = match () {
        () if says_the_same(found, &wanted) => {
            if is_noise && is_warned(found, true) {
                Outcome::WrongWarned
            } else {
                Outcome::Right
            }
        }
        () if is_warned(found, false) => Outcome::WrongWarned,
        () => Outcome::WrongMute,
    };
    (group, outcome, format!("{text:?} ({meaning}) as {:?}", shown(&read)))
}

/// Whether two readings of a puzzle have the same settings, and side conditions that hold for the same digits.
fn says_the_same(found: &Puzzle, wanted: &Puzzle) -> bool {
    let settings = |puzzle: &Puzzle| {
        let rules = puzzle.rules();
        (rules.base, rules.allowed_digits(), rules.leading_zeros, rules.lone_zero, rules.distinct.clone())
    };
    // Conditions alone, under rules that let each letter be every digit.
    let sides = |of: &[&Puzzle]| {
        let letters: Vec<&str> = wanted.symbols().map(|(_, hidden)| &*hidden.name).collect();
        let mut text = format!("@base {}\n@distinct none\n@leading-zeros allowed\n", wanted.rules().base);
        text += &format!("@layout none\n{} >= 0\n", letters.join("+"));
        for line in
            of.iter().flat_map(|puzzle| puzzle.to_string().lines().map(str::to_owned).collect::<Vec<_>>())
        {
            if line.starts_with("@assign") {
                text.insert_str(0, &format!("{line}\n"));
            } else if !line.starts_with('@') || line.starts_with("@where") {
                text += &format!("{}\n", line.strip_prefix("@where ").unwrap_or(&line));
            }
        }
        text
    };
    let counted =
        |of: &[&Puzzle]| text::Reader::new().read(&sides(of)).ok().and_then(|puzzle| count(&puzzle));
    let (own, other, both) = (counted(&[found]), counted(&[wanted]), counted(&[found, wanted]));
    settings(found) == settings(wanted) && own.is_some() && own == other && own == both
}
