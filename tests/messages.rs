//! The catalogue of messages against the sources: each `message!("key", name = …)` and `reason!(…)` has its text, each text its use, and
//! both have the same values.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;

use fukumen::Puzzle;
use fukumen::digits::DigitError;
use fukumen::generate::{GenerateError, Order};
use fukumen::interrupt::Interrupted;
use fukumen::message::Repair;
use fukumen::number::Undefined;
use fukumen::puzzle::{PuzzleError, SETTINGS, SettingError};
use fukumen::solve::SolveError;
use fukumen::text::{ParseError, Reader};

/// The names of values.
type Names = BTreeSet<String>;

/// The files whose messages point into a text, and so need a label.
const POINTING: &[&str] =
    &["digits.rs", "puzzle/error.rs", "puzzle/settings/error.rs", "text/error.rs", "text/flaw.rs"];

/// A use of a message.
struct Use {
    file: String,
    key: String,
    names: Names,
}

fn uses() -> Vec<Use> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).expect("the folder is there");
    let folders = crates.map(|entry| entry.expect("it can be read").path().join("src"));
    let mut uses = Vec::new();
    for folder in folders.chain([root.join("src")]) {
        collect(&folder, &folder, &mut uses);
    }
    uses
}

fn collect(folder: &Path, root: &Path, uses: &mut Vec<Use>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            collect(&path, root, uses);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).expect("it can be read");
            let code = text.split("#[cfg(test)]\nmod tests {").next().expect("a text has a first part");
            let file = path.strip_prefix(root).expect("it is below").display().to_string();
            for made in ["message!(", "reason!("] {
                uses.extend(code.split(made).skip(1).map(|rest| parsed(&file, rest)));
            }
        }
    }
}

/// The text between the brackets of `message!(…)`.
fn parsed(file: &str, rest: &str) -> Use {
    let inner = inside(rest);
    let (_, behind) = inner.split_once('"').unwrap_or_else(|| panic!("{file}: a key is a literal: {inner}"));
    let (key, values) = behind.split_once('"').expect("a literal ends");
    let name = |value: &str| Some(value.split_once(" = ")?.0.trim().to_owned());
    Use {
        file: file.into(),
        key: key.into(),
        names: arguments(values).iter().filter_map(|v| name(v)).collect(),
    }
}

/// The code up to the bracket that closes.
fn inside(code: &str) -> &str {
    let mut depth = 1;
    let end = code.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    });
    &code[..end.expect("the bracket is closed").0]
}

/// The parts between commas that are in no brackets.
fn arguments(code: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in code.chars() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is one").push(c);
        }
    }
    parts
}

fn catalogue() -> BTreeMap<&'static str, &'static str> {
    entries(include_str!("../messages/en.txt"))
}

fn entries(catalogue: &'static str) -> BTreeMap<&'static str, &'static str> {
    let lines = catalogue.lines();
    let entries = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    entries.map(|line| line.split_once(" = ").unwrap_or_else(|| panic!("no entry: {line}"))).collect()
}

/// The names in braces.
fn placeholders(text: &str) -> Names {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
}

#[test]
fn each_message_in_the_sources_has_a_text_with_its_values() {
    let catalogue = catalogue();
    for Use { file, key, names } in uses() {
        let text = catalogue.get(&*key).unwrap_or_else(|| panic!("{file}: '{key}' has no text"));
        let label = catalogue.get(&*format!("{key}.label")).copied();
        let used: Names =
            placeholders(text).union(&label.map(placeholders).unwrap_or_default()).cloned().collect();
        // A bracket is told by its other one, a function's or a radicand's length by the help.
        let unused: Vec<&String> = names.difference(&used).collect();
        assert!(used.is_subset(&names), "{file}: '{key}' has {names:?}, its text {used:?}");
        assert!(unused.is_empty() || key.ends_with("-bracket"), "{file}: no text of '{key}' uses {unused:?}");
    }
}

#[test]
fn other_languages_say_what_english_says() {
    let (english, japanese) = (catalogue(), entries(include_str!("../messages/ja.txt")));
    for (key, text) in &japanese {
        let original = english.get(key).unwrap_or_else(|| panic!("there is no message '{key}'"));
        assert_eq!(placeholders(text), placeholders(original), "{key}: other values");
        assert!(
            !key.ends_with(".label") || japanese.contains_key(&key[..key.len() - 6]),
            "{key}: a label alone"
        );
    }
    // A mistake in a text is said in one language, its label included.
    for key in english.keys().filter(|key| key.ends_with(".label")) {
        assert_eq!(japanese.contains_key(key), japanese.contains_key(&key[..key.len() - 6]), "{key}");
    }
}

/// The page shows a setting without words of its own by its name, in every language, and nothing else notices.
#[test]
fn the_page_has_words_for_each_setting() {
    for words in [include_str!("../web/src/words/en.json"), include_str!("../web/src/words/ja.json")] {
        let words: BTreeMap<String, serde_json::Value> = serde_json::from_str(words).expect("it is JSON");
        let missing: Vec<String> = SETTINGS
            .iter()
            .flat_map(|setting| ["", ".help"].map(|end| format!("setting.{}{end}", setting.name)))
            .filter(|key| !words.contains_key(key))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

#[test]
fn uses_of_a_message_have_the_same_values() {
    let mut known: BTreeMap<String, Names> = BTreeMap::new();
    for Use { file, key, names } in uses() {
        let first = known.entry(key.clone()).or_insert_with(|| names.clone());
        assert_eq!(*first, names, "{file}: '{key}' has other values elsewhere");
    }
    assert!(known.len() > 100, "the scan found only {}", known.len());
}

#[test]
fn each_text_of_the_catalogue_is_used() {
    let used: BTreeSet<String> = uses().into_iter().map(|found| found.key).collect();
    for key in catalogue().keys() {
        let message = key.strip_suffix(".label").unwrap_or(key);
        assert!(used.contains(message), "no source uses '{key}'");
    }
}

#[test]
fn errors_that_point_have_labels() {
    let catalogue = catalogue();
    let points = |file: &str| POINTING.contains(&file) || file.starts_with("text/drawings/");
    for Use { file, key, .. } in uses() {
        if points(&file) && !key.starts_with("help-") && !key.starts_with("note-") {
            assert!(catalogue.contains_key(&*format!("{key}.label")), "{file}: '{key}' has no label");
        }
    }
}

#[test]
fn a_repair_makes_the_text_right() {
    for (text, repaired) in [
        ("A+B => C", "A+B >= C"),
        ("A+B =< C", "A+B <= C"),
        ("A=B & C=D", "A=B && C=D"),
        ("A=B or C=D", "A=B || C=D"),
        ("AB mod C=D", "AB % C=D"),
        ("1'00=ABC", "100=ABC"),
        ("「A+B)=C", "(A+B)=C"),
        ("A(B+C)=DE", "A × (B+C)=DE"),
        ("Agcd(B,C)=D", "A × gcd(B,C)=D"),
        ("gdc(A,B)=C", "gcd(A,B)=C"),
        ("gcd(A;B)=C", "gcd(A,B)=C"),
        ("(A=B, C=D) || E=F", "(A=B &&  C=D) || E=F"),
        ("!(A=B)", "¬(A=B)"),
        ("1,5=A/B", "1.5=A/B"),
        ("[A+B]*2=CD", "(A+B)*2=CD"),
        ("2+[ A-B ]=C", "2+(A-B)=C"),
        ("|A-B|=C", "abs(A-B)=C"),
        ("2×| A-gcd(B,D) |=C", "2×abs(A-gcd(B,D))=C"),
        ("√-A=B", "√(-A)=B"),
        ("not A=B", "¬A=B"),
        ("A+B=C && not A=B", "A+B=C && ¬A=B"),
        ("C=|A-B|", "C=abs(A-B)"),
        ("@digits 9-1\nA+B=C", "@digits 1-9\nA+B=C"),
        ("@digits 0, 3..1\nA+B=C", "@digits 0,1-3\nA+B=C"),
        ("@digits 1…9\nA+B=C", "@digits 1-9\nA+B=C"),
        ("@layout grd\nA+B=C\n+ + +\nD+E=F\n= = =\nG+H=I", "@layout grid\nA+B=C\n+ + +\nD+E=F\n= = =\nG+H=I"),
        ("@bsae 12\nA+B=C", "@base 12\nA+B=C"),
        ("# x\n@base=12\nA+B=C", "# x\n@base 12\nA+B=C"),
    ] {
        // The generous reading needs no repair of some.
        let error = Reader::new().literal().read(text).expect_err(text);
        let repair: &Repair = error.repair.as_ref().unwrap_or_else(|| panic!("{text}: {error}"));
        assert_eq!(repair.apply(text), repaired);
        Puzzle::parse(repaired).unwrap_or_else(|error| panic!("{repaired}: {error}"));
    }
}

#[test]
fn what_was_meant_is_not_guessed() {
    for text in [
        "AB CD=E",
        "A+=B",
        "(A=B",
        "@bsae=\nA",
        "A=B and",
        "A | B=C",
        "A+B=C)",
        "[99]A=B",
        "|A=B",
        "|A, B|=C",
        "2+not A=B",
        "@digits 1-99\nA=B",
        "@layout table\nA=B",
    ] {
        let error = Puzzle::parse(text).expect_err(text);
        if let Some(repair) = &error.repair {
            panic!("{text}: {}", repair.apply(text));
        }
    }
}

#[test]
fn notes_are_data() {
    let puzzle = Puzzle::parse("# two conditions\nA<E, A!=BCD").expect("it is a puzzle");
    let [note] = puzzle.notes() else { panic!("{:?}", puzzle.notes()) };
    assert_eq!(note.message.key(), "note-factorial");
    assert_eq!(note.message.params(), [("left", "A".into()), ("right", "BCD".into())]);
    let span = note.span.clone().expect("it is about a part of the text");
    assert_eq!(&"# two conditions\nA<E, A!=BCD"[span], "A!=BCD");
}

/// The error of every function can be passed on with `?` into any kind of error, from any thread.
#[test]
fn errors_are_errors() {
    fn is_one<E: Error + Send + Sync + 'static>() {}
    is_one::<DigitError>();
    is_one::<GenerateError>();
    is_one::<Interrupted>();
    is_one::<Undefined>();
    is_one::<ParseError>();
    is_one::<PuzzleError>();
    is_one::<SettingError>();
    is_one::<SolveError>();
    assert_eq!(Undefined::NoValue.to_string(), "there is no such number");
}

/// Mistakes in an order for puzzles are data, too, and the caller chooses the words for its options.
#[test]
fn errors_of_orders_are_data() {
    let error =
        Order::words("send\nmore\n").max_length(2).min_length(3).space().map(drop).expect_err("it is wrong");
    let message = error.message();
    assert_eq!(message.key(), "order-value");
    let expected = [
        ("option", "'max-length'".into()),
        ("found", "2".into()),
        ("expected", "a number from 3 on, as min-length says,".into()),
    ];
    assert_eq!(message.params(), expected);
    let dashed = error.message_with(&|option| format!("--{option}")).to_string();
    assert_eq!(dashed, "--max-length 2: a number from 3 on, as min-length says, is expected");
}
