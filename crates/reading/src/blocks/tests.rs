//! Files with several puzzles, and what comes of each.

use super::*;
use fukumen_engine::solve::Solve;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::text::Mistake;
use fukumen_language::vocabulary::Vocabulary;

fn blocks(file: &str) -> Blocks<impl Iterator<Item = io::Result<String>>> {
    Blocks::new(file.lines().map(|line| Ok(line.to_string())), Rules::default())
}

fn entries(file: &str) -> Vec<Entry> {
    blocks(file).whole().map(|entry| entry.expect("no line fails")).collect()
}

/// Line, text and base of each entry; base 0 where the rules are wrong.
fn summary(file: &str) -> Vec<(usize, String, u8)> {
    let base = |entry: &Entry| entry.rules.as_ref().map_or(0, |rules| rules.base.get());
    entries(file).iter().map(|entry| (entry.line, entry.text.clone(), base(entry))).collect()
}

#[test]
fn a_block_of_relations_is_a_puzzle_a_line() {
    assert_eq!(
        summary("# some\nA=B\n\nAB=C+D\n@base 12\nE<F\nG+\n"),
        [(2, "A=B".into(), 10), (4, "AB=C+D".into(), 12), (6, "E<F".into(), 12), (7, "G+".into(), 12)]
    );
}

#[test]
fn a_bad_first_line_of_a_list_stands_alone() {
    assert_eq!(summary("A+B\nA=B").len(), 2);
}

#[test]
fn a_setting_below_puzzles_that_are_gone_is_an_error() {
    let found = entries("A=B\nC=D\n@base 12\nE=F\n");
    let Err(error) = &found[2].rules else { panic!("it comes too late") };
    assert_eq!((found.len(), error.line, &error.mistake), (4, 3, &Mistake::LateSetting));
    assert_eq!(found[3].rules, Ok(Rules::default()));
}

#[test]
fn a_drawing_is_one_puzzle() {
    for file in ["  SEND\n+ MORE\n------\n MONEY", "AB+CD=EF\n +  +  =\nG", "@base 12\nAB*CD=EF\n======\nG"] {
        assert_eq!(entries(file).len(), 1, "{file}");
    }
}

#[test]
fn one_makes_a_list_one_puzzle() {
    let found = entries("@one\n# two conditions\nA=B\n@base 3\nA<B\n\nC=D");
    assert_eq!(found.len(), 2);
    let puzzle = found[0].puzzle(&Vocabulary::default()).expect("it is right");
    assert_eq!((puzzle.conditions().len(), puzzle.rules().base.get()), (2, 3));
}

#[test]
fn a_side_condition_in_the_second_line_belongs_to_the_first() {
    let note = |entry: &Entry| entry.notes.first().map(|note| note.message.key());
    for side in ["A<B", "M=1", "is_prime(AB)", "A in 1..5", "A≠B", "B in {1,3}", "A<B<M"] {
        let found = entries(&format!("AB+CD=MF\n{side}"));
        assert_eq!((found.len(), note(&found[0])), (1, Some("note-side-condition")), "{side}");
    }
    for other in [
        "AB+CD=EF\nA+B=M",
        "AB+CD=EF\nX<Y",
        "AB+CD=EF\nA<G",
        "@each\nAB+CD=EF\nA<B",
        "@each\n\nAB+CD=EF\nA<B",
    ] {
        assert_eq!(entries(other).len(), 2, "{other}");
    }
    let found = entries("AB+CD=EF\nGH+IJ=KL\nA<B");
    assert_eq!((found.len(), note(&found[1]), note(&found[2])), (3, None, Some("note-alone")));
}

#[test]
fn settings_at_the_head_hold_for_the_file_and_others_for_their_block() {
    let found = summary("\u{FEFF}# a file\n@base 7\n\nA=B\n\n@base 9\nA=B\n\nA=B\n@base 8\n");
    assert_eq!(found.iter().map(|(_, _, base)| *base).collect::<Vec<_>>(), [7, 9, 8]);
}

#[test]
fn settings_without_a_puzzle_are_a_mistake() {
    let found = entries("A=B\n\n@base 9\n\nC=D");
    let error = found[1].rules.as_ref().expect_err("it has no puzzle");
    assert_eq!((found.len(), error.line, &error.mistake), (3, 3, &Mistake::SettingsAlone));
}

#[test]
fn a_wrong_setting_is_told_with_its_line() {
    let found = entries("A=B\n\n@base 99\nC=D\nE=F");
    let error = found[2].puzzle(&Vocabulary::default()).expect_err("there is no base 99");
    assert_eq!((error.line, error.column, error.length), (3, 7, 2));
    assert_eq!(entries("@base 99").len(), 1);
    assert_eq!(entries("@base 99\n\nA=B").len(), 1);
}

#[test]
fn a_list_is_handed_out_while_it_comes() {
    let lines = ["A=B", "C=D"].map(|line| Ok(line.to_string())).into_iter();
    let wait = std::iter::from_fn(|| panic!("a third line is not needed"));
    let mut blocks = Blocks::new(lines.chain(wait), Rules::default());
    assert!(blocks.next().is_some() && blocks.next().is_some());
}

#[test]
fn errors_of_reading_are_passed_on() {
    let lines = vec![Ok("A=B".into()), Err(io::Error::other("gone"))];
    let mut blocks = Blocks::new(lines.into_iter(), Rules::default());
    assert!(blocks.next().is_some_and(|entry| entry.is_err()));
    assert!(blocks.next().is_none());
}

/// The counts of the puzzles of a file.
fn counts(file: &str) -> Vec<u128> {
    let read = |entry: Entry| -> Puzzle {
        entry.puzzle(&Vocabulary::default()).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    entries(file).into_iter().map(|entry| read(entry).count().expect("it can be counted")).collect()
}

const DRAWN: &str = "  TWO\n+ TWO\n-----\n FOUR";

#[test]
fn a_file_with_words_and_one_puzzle_is_one_text() {
    for (file, solutions) in [
        ("TWO+TWO=FOUR\nT is larger than 5.".to_owned(), 7),
        ("TWO+TWO=FOUR\n\nO is odd.".to_owned(), 2),
        ("T is odd\n\nTWO+TWO=FOUR".to_owned(), 4),
        ("T = 7\nTWO+TWO=FOUR".to_owned(), 2),
        (format!("{DRAWN}\n\nHints:\n1) O is odd\n2) T > 7"), 1),
        (format!("{DRAWN}\n\nT is greater than 7, O is even"), 4),
        ("A \u{d7} BC = DE, DE + FG = HI\nEach of the digits 1 to 9 is used exactly once.".to_owned(), 1),
        ("All letters differ. If O = 4, what is OSM?\n\n  S A S\n+   M O\n  -----\n  O S M\n".to_owned(), 1),
        ("Nothing to see.\n\n@base 8\nTWO+TWO=FOUR\n\nThe end of it.".to_owned(), 5),
    ] {
        assert_eq!(counts(&file), [solutions], "{file}");
    }
}

#[test]
fn words_between_puzzles_belong_to_the_one_above() {
    let file =
        "Two puzzles for the weekend:\n\nSEND+MORE=MONEY\n\nT is odd.\n\nTWO+TWO=FOUR\n\nT is odd.\n\n# end";
    let found = entries(file);
    assert_eq!(found.iter().map(|entry| entry.line).collect::<Vec<_>>(), [1, 7]);
    // There is no T in the first.
    assert_eq!(counts(file), [1, 4]);
    let puzzle = found[0].puzzle(&Vocabulary::default()).expect("it can be read");
    let unread: Vec<&str> = puzzle.unread().iter().map(|unread| &*unread.text).collect();
    assert_eq!(unread, ["Two puzzles for the weekend", "T is odd"]);
    assert_eq!(counts("Use the digits 1 to 9.\nON+NO=TOT"), [1]);
    assert_eq!(counts("@each\nTWO+TWO=FOUR\n\nT > 7")[0], 7);
}

#[test]
fn a_mistake_in_a_list_stays_one() {
    for (file, count) in [
        ("SEND+MORE=MONEY\nTWO+TWO=\nA+B=C", 3),
        ("SEND+MORE=MONEY\nTWO+TWO FOUR", 2),
        (" A\n+B\n\nCD\n+E\n--\nFG", 2),
        ("# SEND+MORE=MONEY\n# TWO+TWO=FOUR", 0),
        ("Nothing but words here.", 1),
    ] {
        assert_eq!(entries(file).len(), count, "{file}");
    }
    let strict = blocks("A+B=C\n\nMore of the same:\n\nD+E=F").whole().strict();
    assert_eq!(strict.count(), 3);
}

#[test]
fn a_line_with_several_puzzles_has_several() {
    assert_eq!(counts("a) A+B=C  b) TWO+TWO=FOUR"), [32, 7]);
    assert_eq!(counts("TWO+TWO=FOUR\tON+NO=TOT"), [7, 1]);
}

#[test]
fn a_fence_parts_blocks() {
    let found = entries("```text\nA=B\nC=D\n```\nE=F\n");
    assert_eq!(found.iter().map(|entry| entry.line).collect::<Vec<_>>(), [2, 3, 5]);
}

#[test]
fn a_file_that_is_long_is_a_list() {
    let file = format!("{}\n\nA puzzle for today:\n\n{DRAWN}", "# nothing\n".repeat(7000));
    assert_eq!(entries(&file).len(), 1);
    assert_eq!(counts(&file), [7]);
}
