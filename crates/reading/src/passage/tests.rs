use crate::Reader;
use fukumen_engine::Solve;

/// The counts of the puzzles of a text, and whether a note warns.
fn read(text: &str) -> (Vec<u128>, bool) {
    let puzzles = Reader::new().read_all(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let is_warning = |puzzle: &fukumen_language::Puzzle| {
        puzzle.notes().iter().any(|note| note.message.key() == "note-unread-may")
    };
    let counts = puzzles.iter().map(|puzzle| puzzle.count().expect("it is counted"));
    (counts.collect(), puzzles.iter().any(is_warning))
}

#[test]
fn statements_are_read_and_samples_of_answers_are_not() {
    for (text, count) in [
        ("SEND+MORE=MONEY. The first letter can't be zero.", 1),
        ("AB+C=DE. The leftmost digit may not be 0.", 144),
        ("AB+C=DE (answer as \"A=1\")", 144),
        ("Solve AB+C=DE. Output format: \"A=1,B=2\"", 144),
        ("TWO + TWO = FOUR\n\nŘešení\n\nT = 7", 7),
        ("TWO + TWO = FOUR\n\nMegoldás\n\nT = 7", 7),
        ("My uncle sent me TWO+TWO=FOUR. Hint: T is 7.", 2),
    ] {
        assert_eq!(read(text), (vec![count], false), "{text}");
    }
}

#[test]
fn unread_words_that_may_matter_are_a_warning() {
    assert_eq!(read("Find TWO+TWO=FOUR. In this sum T lies far away from W."), (vec![7], true));
    assert_eq!(read("Somebody at work wrote TWO+TWO=FOUR on the whiteboard."), (vec![7], false));
}

#[test]
fn what_leaves_no_solution_is_left_out_with_a_warning() {
    assert_eq!(read("In TWO+TWO=FOUR, one may assume this. Hint: F is 7."), (vec![7], true));
}

#[test]
fn an_example_comes_last_and_separate_puzzles_stay_separate() {
    let text = "Example:\nUP+IT=ME\nYour turn:\nCAT+CAT=PURR";
    assert_eq!(read(text).0, [4, 476]);
    let text = "Two for you.\nNUIT+NUIT+NUIT=CHIEN\nVENT+VENT+VENT=NUAGE\nPLAGE+PLAGE=SABLE";
    assert_eq!(read(text).0, [3, 4, 7]);
}
