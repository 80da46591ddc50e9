//! Files with several puzzles, and what comes of each.

use super::*;
use fukumen_engine::solve::Solve;

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
fn a_line_that_says_something_about_its_neighbour_belongs_to_it() {
    for file in [
        "T = 9\nTWO+TWO=FOUR",
        "The letter T stands for 9.\nTWO+TWO=FOUR",
        "TWO+TWO=FOUR\nT stands for 9",
        "T = 9\n TWO\n+TWO\n----\nFOUR",
        " TWO\n+TWO\n----\nFOUR\n\nO is odd.",
        "TWO+TWO=FOUR\n\nThe letter T stands for 9.",
        "TWO+TWO=FOUR\nT is larger than 5.",
        "TWO+TWO=FOUR\n\nTWO is divisible by 3.",
        " TWO\n+TWO\n----\nFOUR\n\nTWO is even.",
    ] {
        let [entry] = entries(file).try_into().unwrap_or_else(|all| panic!("{file}: {all:?}"));
        let puzzle = entry.puzzle(&Vocabulary::default()).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(puzzle.all_conditions().count(), 2, "{file}");
    }
    for file in ["T = 7\nO=4\nF is 1\nTWO+TWO=FOUR", "O is even\nT is 7\nF is 1\n TWO\n+TWO\n----\nFOUR"] {
        let [entry] = entries(file).try_into().unwrap_or_else(|all| panic!("{file}: {all:?}"));
        let puzzle = entry.puzzle(&Vocabulary::default()).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(puzzle.all_conditions().count(), 4, "{file}");
    }
    assert_eq!(entries("T = 7\nO=4\nTWO+TWO=FOUR\nA+B=C").len(), 2);
    for (file, count) in [("A=1\nB=2", 2), ("A=1\nB=2\n\nA+B=C", 3), ("A=1\nB=2\nA+C=D", 3)] {
        assert_eq!(entries(file).len(), count, "{file}");
    }
    for file in ["T = 9\nONE+ONE=FOUR", "@each\nT = 9\nTWO+TWO=FOUR", "A=B\nC=D"] {
        assert_eq!(entries(file).len(), 2, "{file}");
    }
}

#[test]
fn marks_before_puzzles_are_no_part_of_them() {
    for file in [
        "- AB+C=DE\n- A+B=C",
        "– AB+C=DE\n– A+B=C",
        "a) AB+C=DE  b) A+B=C",
        "1\tAB+C=DE\n2\tA+B=C",
        "AB+C=DE\tA+B=C",
    ] {
        let puzzles: Vec<Puzzle> = entries(file)
            .iter()
            .map(|entry| {
                entry.puzzle(&Vocabulary::default()).unwrap_or_else(|error| panic!("{file}: {error}"))
            })
            .collect();
        assert_eq!(
            puzzles.iter().map(|puzzle| puzzle.symbols().count()).collect::<Vec<_>>(),
            [5, 3],
            "{file}"
        );
    }
    // A minus sign.
    assert_eq!(entries("- A + B = C\nA+B=C")[0].text, "- A + B = C");
    assert_eq!(entries("-AB\n-CD\n---\n EF").len(), 1);
}

#[test]
fn a_header_that_says_settings_sets_its_block() {
    let found = entries("Use the digits 1 to 9.\nTWO+TWO=FOUR\nON+NO=TOT\n\nA=B");
    let counts = found.iter().map(|entry| entry.rules.as_ref().map(|rules| rules.allowed_digits().len()));
    assert_eq!(counts.collect::<Vec<_>>(), [Ok(9), Ok(9), Ok(10)]);
    assert_eq!(found[0].notes.len(), 1);
    // What is said of a letter is about the next line only.
    assert_eq!(summary("T = 9\nTWO+TWO=FOUR\nON+NO=TOT").iter().map(|one| one.0).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn sentences_and_answers_among_lines_are_no_puzzles() {
    let lines = |file: &str| entries(file).iter().map(|entry| entry.line).collect::<Vec<_>>();
    let notes = |file: &str| entries(file).iter().map(|entry| entry.notes.len()).collect::<Vec<_>>();
    let file = "Each letter represents a digit from 0 to 9.\nON+NO=TOT\nSolution: 1=2\nA+A=BA\nO = __ N = __";
    assert_eq!((lines(file), notes(file)), (vec![2, 4], vec![2, 1]));
    assert_eq!(lines("ON+NO=TOT\nAnswers:\n12 + 21 = 33\n\nA+A=BA"), [1, 5]);
    assert_eq!(lines("ON+NO=TOT\n\nAnswer: 12 + 21 = 33\n\nA+A=BA"), [1, 5]);
    // These are divisions.
    assert_eq!(lines("AB+C=DE\nANS:B=CD\nans:b=cd"), [1, 2, 3]);
    // What asks for more is not passed over.
    assert_eq!(lines("Some digit is smaller than three.\nON+NO=TOT"), [1, 2]);
    assert_eq!(lines("Solution: A+B\nON+NO=TOT"), [1, 2]);
}

#[test]
fn fences_and_formulas_are_around_puzzles() {
    let found =
        entries("```text\nA=B\nC=D\n```\n$$\n\\begin{array}{r} A \\\\\n\\hline B\n\\end{array}\n$$\n");
    assert_eq!(found.iter().map(|entry| entry.line).collect::<Vec<_>>(), [2, 3, 5]);
    assert_eq!(found[2].text.lines().count(), 5);
}

#[test]
fn drawings_from_web_pages_are_told_by_what_they_show() {
    for file in [
        "<pre>\n  SO\n+ SO\n----\n TOO\n</pre>",
        "<pre>  SO\n+ SO\n----\n TOO</pre>",
        "&nbsp; SO\n+&nbsp;SO\n-----\n&nbsp;TOO",
        "&nbsp;SO<br>\n+SO<br>\n----<br>\nTOO",
    ] {
        let found = entries(file);
        assert_eq!(found.len(), 1, "{file}");
        assert!(found[0].puzzle(&Vocabulary::default()).is_ok_and(|puzzle| puzzle.is_drawn()), "{file}");
    }
    assert_eq!(entries("SO+SO=TOO<br>\nAB &lt; CD<br>").len(), 2);
}

#[test]
fn quoted_drawings_and_rows_with_remarks_are_one_puzzle() {
    assert_eq!(entries("> SO\n> +SO\n> ---\n> TOO").len(), 1);
    assert_eq!(entries("34      <-- first factor\nx □7    <-- second\n-----\n238").len(), 1);
    assert_eq!(entries("> A+B=C\n> D+E=F").len(), 2);
    assert_eq!(entries("A>B\nC <-D").len(), 2);
}

#[test]
fn a_sum_has_its_result_below_a_blank_line_if_that_stands_alone() {
    let found = entries("A=B\n\n  SEND\n+ MORE\n\n MONEY\n\nC=D\n");
    assert_eq!(found.iter().map(|entry| entry.line).collect::<Vec<_>>(), [1, 3, 8]);
    assert_eq!(found[1].text, "  SEND\n+ MORE\n\n MONEY");
    assert_eq!(entries(" A\n+B\n\nCD\n+E\n--\nFG").len(), 2);
    assert_eq!(entries(" A\n+B\n--\nCD\n\nEF").len(), 2);
    assert_eq!(entries(" A\n+B\n").len(), 1);
}

#[test]
fn a_block_that_says_something_about_the_puzzle_above_belongs_to_it() {
    let drawing = "SEND\n+MORE\n-----\nMONEY";
    let found = entries(&format!("A=B\n\n{drawing}\n\nAssume that E = 5\n\nC=D"));
    let texts: Vec<&str> = found.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(texts, ["A=B", &format!("{drawing}\n\nAssume that E = 5"), "C=D"]);
    let puzzle = found[1].puzzle(&Vocabulary::default()).expect("it is right");
    assert_eq!(puzzle.all_conditions().count(), 2);
    // A stream has answered the drawing already.
    let again: Vec<Entry> = blocks(&found[1].text).map(|entry| entry.expect("no line fails")).collect();
    assert_eq!((again[0].text.as_str(), again[1].text.as_str()), (drawing, found[1].text.as_str()));
    assert_eq!(again[1].notes[0].message.key(), "note-again");
    // Beside sentences that ask for nothing, too.
    let said = "Each letter represents a different digit. E is odd.";
    let found = entries(&format!("{drawing}\n\n{said}"));
    assert_eq!(found.len(), 1);
    let puzzle = found[0].puzzle(&Vocabulary::default()).expect("it is right");
    assert_eq!(puzzle.all_conditions().count(), 2);
    for other in ["X=5", "A+B=C", "the largest E is wanted here", "12", "@base 12\nE=5", "@each\nE=5"] {
        assert_eq!(entries(&format!("{drawing}\n\n{other}")).len(), 2, "{other}");
    }
}

#[test]
fn blocks_of_words_become_notes_if_they_ask_for_nothing() {
    let keys = |entry: &Entry| entry.notes.iter().map(|note| note.message.key()).collect::<Vec<_>>();
    let found = entries(
        "Two puzzles for the weekend:\n\nFrom an old book.\n\nSEND\n+MORE\n-----\nMONEY\n\neach letter is a digit\n\nA+B=C\n\nHave fun with it.",
    );
    assert_eq!(found.iter().map(|entry| entry.line).collect::<Vec<_>>(), [5, 12]);
    assert_eq!(keys(&found[0]), ["note-sentences", "note-sentences", "note-sentences"]);
    assert_eq!(keys(&found[1]), ["note-sentences"]);
    for title in ["What is A+B?", "Two puzzles", "Puzzles", "Solve this 👇", "हल करें:"] {
        assert_eq!(entries(&format!("{title}\n\nA+B=C")).len(), 1, "{title}");
    }
    // What may ask for more, or may be a puzzle, is read as one.
    for other in ["the largest is wanted.", "send more money"] {
        assert_eq!(entries(&format!("A=B\n\n{other}")).len(), 2, "{other}");
    }
    assert_eq!(entries("Nothing but words here.").len(), 1);
}

#[test]
fn a_short_text_of_which_parts_are_no_puzzles_is_one() {
    let keys = |entry: &Entry| entry.notes.iter().map(|note| note.message.key()).collect::<Vec<_>>();
    let drawn = "(2)\n\n    285\n ×   □□\n―――――――\n   1□2□\n   □□□\n―――――――\n   □9□□";
    let [entry] = entries(drawn).try_into().unwrap_or_else(|all| panic!("{all:?}"));
    assert_eq!(keys(&entry), ["note-one-text"]);
    let puzzle = entry.puzzle(&Vocabulary::default()).expect("it is a drawing");
    assert_eq!(puzzle.all_conditions().count(), 3);
    // A list with a slip is a list.
    for (file, count) in [
        ("SEND+MORE=MONEY\nTWO+TWO=\nA+B=C", 3),
        ("SEND+MORE=MONEY\nTWO+TWO FOUR", 2),
        ("A+B=C\nnothing of interest\nD+E=F", 3),
        (" A\n+B\n\nCD\n+E\n--\nFG", 2),
        ("# SEND+MORE=MONEY\n# TWO+TWO=FOUR", 0),
    ] {
        assert_eq!(entries(file).len(), count, "{file}");
    }
    // Lines that come one by one are not waited for, and a long text is a list.
    assert!(
        blocks("Solve this:\nA × BC = DE, DE + FG = HI\nEach of the digits 1 to 9 is used exactly once.")
            .count()
            > 1
    );
    let long = format!("{}\n\n{drawn}", "# nothing\n".repeat(900));
    assert_eq!((entries(drawn).len(), entries(&long).len()), (1, 2));
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
fn what_a_block_says_of_a_puzzle_beside_it_belongs_to_that() {
    const DRAWN: &str = "  TWO\n+ TWO\n-----\n FOUR";
    for (file, solutions) in [
        (format!("{DRAWN}\n\n- O is odd\n- T > 7"), 1),
        (format!("{DRAWN}\n\nHints:\n1) O is odd\n2) T > 7"), 1),
        (format!("{DRAWN}\n\nT > 7\nO is even"), 4),
        ("TWO+TWO=FOUR\n\nT > 7\nO is even".to_owned(), 4),
        (format!("T > 7\n\n{DRAWN}"), 5),
        ("T is odd\n\nTWO+TWO=FOUR".to_owned(), 4),
        ("All letters differ. If O = 4, what is OSM?\n\n  S A S\n+   M O\n  -----\n  O S M\n".to_owned(), 1),
        ("- TWO+TWO=FOUR\n- T > 7".to_owned(), 5),
        ("TWO+TWO=FOUR\nwhere T > 7".to_owned(), 5),
        ("A × BC = DE, DE + FG = HI\nEach of the digits 1 to 9 is used exactly once.".to_owned(), 1),
    ] {
        let [entry] = entries(&file).try_into().unwrap_or_else(|all| panic!("{file}: {all:?}"));
        let puzzle = entry.puzzle(&Vocabulary::default()).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(puzzle.count().expect("it can be counted"), solutions, "{file}");
    }
    // A relation in signs is a puzzle of its own, and so is a line of which the puzzle has not all letters.
    for (file, count) in [
        ("TWO+TWO=FOUR\n\nT > 7".to_owned(), 2),
        ("T > 7\n\nTWO+TWO=FOUR".to_owned(), 2),
        (format!("{DRAWN}\n\nA > 7"), 2),
        (format!("{DRAWN}\n\nT > 7\nA+B=C"), 3),
        (format!("{DRAWN}\n\nHints:\nA+B=C"), 2),
        (format!("@each\n\n{}\n\nT > 7\nO is even", "TWO+TWO=FOUR"), 3),
        ("- TWO+TWO=FOUR\n- SO+SO=TOO".to_owned(), 2),
    ] {
        assert_eq!(entries(&file).len(), count, "{file}");
    }
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
