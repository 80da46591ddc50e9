//! Words around puzzles: those that are not read are data and a warning, or refused.

use serde_json::json;

use super::{run, run_on};

const DOUBTFUL: &str = "SEND+MORE=MONEY, where S lies close to M";

#[test]
fn unread_words_that_may_matter_are_data_and_come_with_a_reservation() {
    let answer = run(&["--unique", "--format=json", DOUBTFUL]);
    let unread = json!([{"text": "where S lies close to M", "span": [17, 40], "may": true}]);
    assert_eq!((answer.status, &answer.json()["unread"]), (0, &unread));
    assert!(answer.err.starts_with("warning: not read, and it may change the answer: "), "{}", answer.err);
    assert_eq!(run(&["--unique", DOUBTFUL]).out.lines().last(), Some("unique without these words"));
    let none = run(&["--unique", "SEND+MORE=MONEE, where S lies close to M"]);
    assert_eq!((none.status, none.out.trim_end()), (1, "no solution without these words"));
    let harmless = run(&["--unique", "My uncle sent me SEND+MORE=MONEY."]);
    assert_eq!(harmless.out.lines().last(), Some("unique"));
    assert!(harmless.err.starts_with("not read: "), "{}", harmless.err);
}

#[test]
fn strict_refuses_words_that_may_matter() {
    let refused = run(&["--strict", "--format=json", DOUBTFUL]);
    assert_eq!((refused.status, &refused.json()["error"]["key"]), (2, &"unread".into()));
    assert_eq!(run(&["--strict", "My uncle sent me SEND+MORE=MONEY."]).status, 0);
    let file = "Two of them.\n\nAB+C=DE\n\nTWO+TWO=FOUR\n";
    assert_eq!(run_on(file, &["--count", "-"]).status, 0);
    assert_eq!(run_on(file, &["--strict", "--count", "-"]).status, 2);
}

#[test]
fn a_text_with_several_puzzles_has_several_answers() {
    let both = run(&["--count", "--format=json", "4) AB+C=DE\n5) TWO+TWO=FOUR"]);
    let counts: Vec<_> =
        both.json().as_array().expect("two answers").iter().map(|one| one["count"].clone()).collect();
    assert_eq!((both.status, counts), (0, vec![json!(144), json!(7)]));
    // A mistake in one of two arguments leaves the other as it is.
    assert_eq!(run(&["--count", "--format=jsonl", "SO+SO=TOO", "A+=B"]).json_lines().len(), 2);
}
