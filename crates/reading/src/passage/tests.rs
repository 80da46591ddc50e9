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
fn lines_to_write_an_answer_on_are_no_answers() {
    let exam = "Exercises\n\n1. Solve: SEND + MORE = MONEY\nAnswer: ______\n\n2. Solve: TWO + TWO = FOUR\nAnswer: ______\n";
    assert_eq!(read(exam).0, [1, 7]);
    assert_eq!(read("TWO + TWO = FOUR\n\nAnswer: T = 7").0, [7]);
}

#[test]
fn unread_words_that_may_matter_are_a_warning() {
    assert_eq!(read("Find TWO+TWO=FOUR. In this sum T lies far away from W."), (vec![7], true));
    assert_eq!(read("Somebody at work wrote TWO+TWO=FOUR on the whiteboard."), (vec![7], false));
}

#[test]
fn letters_in_names_of_people_are_no_letters_of_the_puzzle() {
    for text in [
        "This one is by Henry E. Dudeney, it is old:\nSEND+MORE=MONEY\nIt was in a magazine.",
        "SEND+MORE=MONEY\nSent in by our reader Jorge A. N. Soares of Bauru.",
        "Here is a famous one, by H. E. Dudeney.\n\nSEND+MORE=MONEY",
    ] {
        assert_eq!(read(text), (vec![1], false), "{text}");
    }
    assert_eq!(read("SEND+MORE=MONEY. The letter after D is next to E. Find it."), (vec![1], true));
}

#[test]
fn a_comparison_beside_words_that_say_nothing_new_is_a_warning() {
    let text = "Considere este criptograma:\n\n(IN)^2=MOON\n\nO segredo é um número maior que 5000, então a soma é igual a:";
    assert_eq!(read(&text.replace(',', "")), (vec![4], true));
    assert_eq!(read("TWO+TWO=FOUR. Different letters are different digits."), (vec![7], false));
}

#[test]
fn what_leaves_no_solution_is_left_out_with_a_warning() {
    assert_eq!(read("In TWO+TWO=FOUR, one may assume this. Hint: F is 7."), (vec![7], true));
    assert_eq!(read("Somebody asked about this one:\nTWO+TWO=FOUR\nF=7"), (vec![7], true));
}

/// Texts as other programs ask, and as people write them, each with the number of solutions of the puzzle that is asked for.
#[test]
fn the_puzzle_that_is_asked_for_comes_first() {
    for line in include_str!("../../../../tests/puzzles/asked.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let (text, count) = (line["text"].as_str().expect("a text"), line["count"].as_u64());
        assert_eq!(read(text).0.first().copied(), count.map(u128::from), "{text}");
    }
}

/// Statements that a word denies, permits or weakens, claims, and statements that no row reads: each is read as it means (`count` is
/// the number of solutions of the puzzle with it), or quoted with the warning.
#[test]
fn no_statement_is_read_as_its_opposite_or_lost_without_a_warning() {
    for line in include_str!("../../../../tests/puzzles/doubted.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let text = line["text"].as_str().expect("a text");
        let (counts, is_warned) = read(text);
        let is_right = line["count"].as_u64().map(u128::from) == counts.first().copied();
        assert!(is_right || is_warned, "{text}: {counts:?}");
    }
}

#[test]
fn samples_of_answers_and_what_follows_an_answer_say_nothing() {
    for text in [
        "Solve TWO+TWO=FOUR and write [[T=1,W=2,...,R=9]]",
        "Solve TWO+TWO=FOUR. Write letter=number pairs.",
        "TWO+TWO=FOUR\nSolution:\nTake T as 9, so W must be 3.",
    ] {
        assert_eq!(read(text), (vec![7], false), "{text}");
    }
}

#[test]
fn a_number_of_the_puzzle_beside_a_number_may_matter() {
    assert_eq!(read("Vieme, že FOUR je deliteľné 4 v TWO+TWO=FOUR."), (vec![7], true));
    assert_eq!(read("1. Look at TWO+TWO=FOUR.\n2. Each letter is a digit."), (vec![7], false));
}

#[test]
fn choices_say_nothing_about_the_puzzle() {
    for text in [
        "If TWO + TWO = FOUR, then what is F + O?\nA) 15 B) 18 C) 21 D) 12",
        "Who can do this?\n\n TWO\n+TWO\n----\nFOUR\n\n12\n\n16\n\n14\n\n18",
    ] {
        assert_eq!(read(text), (vec![7], false), "{text}");
    }
}

#[test]
fn no_row_with_a_sign_is_left_out() {
    let text = "Find this product:\nH H\nx E H\n--------\nH E\nH H A\n---------\nH N M E";
    assert!(Reader::new().read_all(text).is_err());
}

#[test]
fn a_condition_on_the_only_example_is_no_other_puzzle() {
    assert_eq!(read("Example: TWO+TWO=FOUR, and T-W=1").0, [1]);
}

#[test]
fn an_example_comes_last_and_separate_puzzles_stay_separate() {
    let text = "Example:\nUP+IT=ME\nYour turn:\nCAT+CAT=PURR";
    assert_eq!(read(text).0, [4, 476]);
    let text = "Two for you.\nNUIT+NUIT+NUIT=CHIEN\nVENT+VENT+VENT=NUAGE\nPLAGE+PLAGE=SABLE";
    assert_eq!(read(text).0, [3, 4, 7]);
}
