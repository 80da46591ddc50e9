//! The checker of explanations as a whole: what it accepts, what it refuses and where.

use std::fs;
use std::path::Path;

use fukumen_check::{Options, Verdict, check};

const SO: &str = include_str!("explanations/so.json");
const SUM: &str = include_str!("explanations/sum.json");
const SQUARE: &str = include_str!("explanations/square.json");
const EIGHTEEN: &str = include_str!("explanations/eighteen.json");

/// A verdict, and all that was printed.
fn checked(text: impl AsRef<[u8]>, options: &Options) -> (Verdict, String) {
    let mut out = Vec::new();
    let verdict = check(text.as_ref(), options, &mut out).expect("a vector can be written");
    (verdict, String::from_utf8(out).expect("it prints UTF-8"))
}

fn verdict(text: impl AsRef<[u8]>) -> (Verdict, String) {
    checked(text, &Options { quiet: true, ..Options::default() })
}

fn changed(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

#[test]
fn an_explanation_is_accepted_and_shown() {
    let (verdict, shown) = checked(SO, &Options { need_text: true, ..Options::default() });
    assert_eq!(verdict, Verdict::Accepted);
    let lines = [
        "puzzle: SO+SO=TOO",
        "base: 10",
        "given col:1.2: -T + carry 1.1 = 0",
        "given lead:T: T is 1-9",
        "given carry:1.1: carry 1.1 is 0,1",
        "given col:1.0: O - 10·carry 1.0 = 0",
        "given carry:1.0: carry 1.0 is 0,1",
        "given col:1.1: 2·S - O + carry 1.0 - 10·carry 1.1 = 0",
        "given distinct:S,O: S, O are different",
        "claim: unique",
        "solution: S=5 O=0 T=1",
        "the facts of the puzzle were read a second time",
        "accepted: 3 steps",
    ];
    assert_eq!(shown.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn each_example_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explanations");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be read").path();
        let (verdict, shown) = verdict(fs::read(&path).expect("it can be read"));
        assert_eq!(verdict, Verdict::Accepted, "{}: {shown}", path.display());
        count += 1;
    }
    assert!(count > 5, "there are {count} examples only");
}

#[test]
fn several_explanations_stand_in_lines_or_in_a_list() {
    let line = SO.replace('\n', "");
    for text in [SO.repeat(3), format!("{line}\n{line}\n\n{line}"), format!(" [{SO}, {SO}, {SO}]\n")] {
        assert_eq!(verdict(text), (Verdict::Accepted, "accepted: 3 steps\n".repeat(3)));
    }
}

/// Changes of an explanation, and how the verdict on it begins.
#[test]
fn a_changed_explanation_is_refused_where_it_was_changed() {
    let cases = [
        (
            SO,
            r#""digit": "S", "in": [5]"#,
            r#""digit": "S", "in": [6]"#,
            "step 3, 3a: S is 6 does not follow: its facts allow S=5",
        ),
        (
            SO,
            r#""1b", "2a", "2b", "#,
            r#""1b", "2a", "#,
            "step 3, 3a: S is 5 does not follow: its facts allow S=6 O=2",
        ),
        (SO, r#"["1b", "2a", "#, r#"["1b", "3a", "#, "step 3: the fact 3a is not known yet"),
        (SO, r#""id": "2b""#, r#""id": "2a""#, "2a: there is another fact of this name"),
        (SO, r#""T", "in": [1, 2,"#, r#""T", "in": [2,"#, "lead:T: the text does not state this: T is 2-9"),
        (
            SO,
            r#""O": -1, "carry 1.0": 1"#,
            r#""O": 1, "carry 1.0": 1"#,
            "col:1.1: the text does not state this",
        ),
        (SO, r#"[1, 1], "in": [0, 1]"#, r#"[1, 1], "in": [1]"#, "carry:1.1: the text does not state this"),
        (
            SO,
            r#"distinct:S,O", "distinct": ["S", "O"]"#,
            r#"distinct:S,O", "distinct": ["S", "T"]"#,
            "distinct:S,O: the text",
        ),
        (SO, "SO+SO=TOO", "SO+SO=TOT", "col:1.0: the text does not state this"),
        (
            SO,
            r#"{"S": 5, "O": 0, "T": 1}"#,
            r#"{"S": 6, "O": 0, "T": 1}"#,
            "this is no solution: S=6 O=0 T=1",
        ),
        (SO, "\"unique\"", "\"several\"", "the answers do not agree with their number"),
        (SO, r#", {"id": "2b", "digit": "O", "in": [0]}"#, "", "step 3: the fact 2b is not known yet"),
        (
            SQUARE,
            r#""digit": "A", "in": [1, 2, 3]"#,
            r#""digit": "A", "in": [1, 3]"#,
            "step 1, 1b: A is 1,3 does not follow: its facts allow A=2 B=5 C=6",
        ),
        (EIGHTEEN, "\"A\": 9, \"B\": 2}", "\"A\": 9, \"B\": 3}", "this is no solution: A=9 B=3"),
        (
            EIGHTEEN,
            "[[\"A\", \"B\"]]",
            "[[\"A\", \"A\"]]",
            "step 1, 1a: the exchange is not one of pairs of symbols",
        ),
        (EIGHTEEN, "A*B=18", "A-B=18", "eq:1: the text does not state this: A * B = 18"),
        (
            EIGHTEEN,
            r#""ends": ["5.2?", "5.2.1a"]"#,
            r#""ends": "false""#,
            "5.2?: no step of this case gives a contradiction",
        ),
        (
            EIGHTEEN,
            r#""uses": ["1a", "5.5?", "#,
            r#""uses": ["1a", "5.4?", "#,
            "step 5.5.2: the fact 5.4? belongs to a case that is closed",
        ),
        (
            EIGHTEEN,
            r#""id": "5.5?", "digit": "A", "in": [6]"#,
            r#""id": "5.5?", "digit": "A", "in": [5]"#,
            "step 5: a case of 4a is missing: A is 2-6",
        ),
    ];
    for (text, from, to, says) in cases {
        let (verdict, shown) = verdict(changed(text, from, to));
        assert_eq!(verdict, Verdict::Refused, "{from}: {shown}");
        assert!(shown.starts_with(&format!("refused: {says}")), "{from}: {shown}");
    }
}

#[test]
fn what_is_no_explanation_is_said() {
    let cases = [
        ("[]", "there is no explanation in it"),
        ("[1]", "expected an explanation, which is an object"),
        ("{\"puzzle\": 1}", "expected `puzzle` to be a text"),
        ("{\"puzzle\": \"A=1\"}", "expected a base from 2 to 64"),
        ("{\"puzzle\": ", "EOF while parsing"),
    ];
    for (text, says) in cases {
        let (verdict, shown) = verdict(text);
        assert_eq!(verdict, Verdict::Malformed, "{text}");
        assert!(shown.starts_with(&format!("not an explanation: {says}")), "{shown}");
    }
    let broken = [
        (r#""digit": "S""#, r#""digit": "Z""#, "step 3: fact 3a: there is no symbol `Z`"),
        (
            r#""digit": "S", "in": [5]"#,
            r#""digit": "S", "in": [10]"#,
            "step 3: fact 3a: expected digits of base 10",
        ),
        (
            r#""digit": "S", "in": [5]"#,
            r#""figure": "S", "in": [5]"#,
            "step 3: fact 3a: the field `false` is missing",
        ),
        (r#""digit": "S", "in": [5]"#, r#""condition": "S""#, "step 3: fact 3a: expected a condition"),
        (
            r#"{"S": 5, "O": 0, "T": 1}"#,
            r#"{"S": 5, "O": 0}"#,
            "an answer has 2 digits, and there are 3 symbols",
        ),
    ];
    for (from, to, says) in broken {
        let (verdict, shown) = verdict(changed(SO, from, to));
        assert_eq!(verdict, Verdict::Malformed, "{from}: {shown}");
        assert!(shown.starts_with(&format!("not an explanation: {says}")), "{shown}");
    }
}

/// Steps that stop before the answers are judged all the same, and the verdict says so.
#[test]
fn an_incomplete_explanation_is_accepted_as_far_as_it_goes() {
    let text =
        changed(&changed(SO, "\"complete\": true", "\"complete\": false"), "\"in\": [5]", "\"in\": [5, 6]");
    let says = "accepted as far as it goes: 3 steps, which do not prove the answers\n";
    assert_eq!(verdict(&text), (Verdict::Accepted, says.to_owned()));
    let (verdict, shown) = verdict(changed(&text, "\"complete\": false", "\"complete\": true"));
    assert_eq!(verdict, Verdict::Refused);
    assert!(shown.contains("its steps do not leave one digit for each symbol"), "{shown}");
}

#[test]
fn a_text_that_is_not_read_is_named() {
    let text = SO.replace('T', "Ж");
    let (verdict, shown) = checked(&text, &Options::default());
    assert_eq!(verdict, Verdict::Accepted, "{shown}");
    assert!(shown.contains("the facts of the puzzle were not read a second time"), "{shown}");
    let (verdict, shown) = checked(&text, &Options { need_text: true, quiet: true, ..Options::default() });
    let says = "refused: the facts of the puzzle were not read a second time\n";
    assert_eq!((verdict, &*shown), (Verdict::Refused, says));
}

/// A limit of nodes bounds the work on all conclusions together.
#[test]
fn a_limit_of_nodes_leaves_conclusions_undecided() {
    let (verdict, shown) = checked(SUM, &Options { quiet: true, limit: 0, ..Options::default() });
    assert_eq!(verdict, Verdict::Refused);
    assert!(shown.contains("was not decided: there is too much to go through"), "{shown}");
}

/// Files that are cut, and bytes that are others, never make it panic; a file that is cut is never accepted.
#[test]
fn broken_files_are_refused() {
    for (at, _) in SO.trim_end().char_indices() {
        let (cut, _) = SO.split_at(at);
        assert_ne!(verdict(cut).0, Verdict::Accepted, "{cut}");
        for other in ["", "9", "[", "\"", "e", "99999999999999999999", "\u{7f}"] {
            let _ = verdict(format!("{cut}{other}{}", &SO[at + 1..]));
        }
    }
}

#[test]
fn a_list_that_is_nested_too_deeply_is_no_explanation() {
    let (verdict, shown) = verdict("[".repeat(100_000));
    assert_eq!(verdict, Verdict::Malformed);
    assert!(shown.contains("recursion limit exceeded"), "{shown}");
}
