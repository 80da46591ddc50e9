//! Each text here is read as the clean one beside it, with these notes; the refused ones are not read at all.

mod alternatives;
mod beside;
mod bounds;
mod passage;
mod said;
mod sentences;
mod signs;
mod stated;
mod subjects;
mod tex;
mod wrapping;

use super::*;
use crate::Reader;
use fukumen_language::interrupt::Never;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::vocabulary::Vocabulary;

/// The conditions of a text as this crate writes them, and the keys of its notes.
fn read(text: &str) -> Result<(Vec<String>, Vec<&'static str>), String> {
    let puzzle = crate::read(text).map_err(|error| error.to_string())?;
    let conditions = puzzle.all_conditions().map(|condition| puzzle.write(condition)).collect();
    Ok((conditions, puzzle.notes().iter().map(|note| note.message.key()).collect()))
}

fn same(typed: &str, clean: &str, notes: &[&str]) {
    let expected = Reader::new().literal().read(clean).unwrap_or_else(|error| panic!("{clean}: {error}"));
    let conditions: Vec<String> =
        expected.all_conditions().map(|condition| expected.write(condition)).collect();
    let (found, keys) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
    assert_eq!((found, keys.as_slice()), (conditions, notes), "{typed}");
}

fn refused(text: &str) {
    assert!(read(text).is_err(), "{text}");
}

fn untouched(text: &str) {
    let plain = Reader::new().literal().read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let read = crate::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((&plain, plain.notes()), (&read, read.notes()), "{text}");
}

#[test]
fn a_text_that_a_firm_rule_changes_has_one_of_the_signs() {
    let vocabulary = Vocabulary::default();
    let aids = Aids { vocabulary: &vocabulary, interrupt: &Never, without: &[] };
    let texts = include_str!("../../../../../tests/puzzles/readings.txt").split("\n\n").map(|block| {
        let lines = block.lines().filter_map(|line| line.strip_prefix('|'));
        lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
    });
    for text in texts.filter(|text| !may_be_firm(text)) {
        let mut draft = Draft::new(&text);
        assert!(!apply_all(&mut draft, When::Firm, &Rules::default(), aids), "{text}");
    }
}

#[test]
fn letters_for_blanks_and_digits_before_letters_are_proposed() {
    let proposed = |text: &str| other_readings(text, &Rules::default())[0].texts[0].clone();
    assert_eq!(proposed("4● + ●7 = 1●2"), "4□ + □7 = 1□2");
    assert_eq!(
        proposed("   xx5\nx   xx\n──────\n  xxxx\n xxx0\n──────\n x5x7x"),
        "   □□5\n×   □□\n──────\n  □□□□\n □□□0\n──────\n □5□7□"
    );
    assert_eq!(proposed("AB_8 + BA_8 = 121_8"), "AB@8 + BA@8 = 121@8");
    let proposed = |text: &str| {
        let others = other_readings(text, &Rules::default());
        others.into_iter().flat_map(|other| other.texts).collect::<Vec<_>>()
    };
    assert!(proposed("oo*o=ooo").contains(&"□□*□=□□□".to_string()));
    assert!(proposed("xx * x = xxx").contains(&"□□ * □ = □□□".to_string()));
    assert_eq!(proposed("2AB+12C=D3E"), ["2×AB+12×C=D3E"]);
    assert!(proposed("AB+BA=CC").is_empty());
    assert!(proposed("AA+BC=BCAA").is_empty());
}

#[test]
fn errors_point_into_the_text_as_it_was_typed() {
    let error = crate::read("> ```\n> SEND + + = MONEY\n> ```").expect_err("it lacks an operand");
    assert_eq!((error.line, error.column, error.text.lines().count()), (2, 10, 3), "{error}");
}

#[test]
fn every_rule_can_be_done_without() {
    let texts = [
        ("times", "2□x□=□6"),
        ("stars", "4*6+*8=51*"),
        ("list-mark", "1. A+B=C"),
        ("end-mark", "A+B=C."),
        ("words", "A plus B equals C"),
        ("word-list", "['A', 'B'] -> 'C'"),
        ("quotes", "\"A+B=C\""),
        ("tex", "\\(A+B=C\\)"),
        ("prefix", "> A+B=C"),
        ("groups", "1,234+A=1,235"),
    ];
    for (rule, text) in texts {
        let generous = crate::read(text).expect(text);
        match Reader::new().without(&[rule, "passage"]).read(text) {
            Ok(other) => assert_ne!(generous, other, "{text}"),
            Err(_) => assert!(generous_rules().any(|name| name == rule), "{rule}"),
        }
    }
}

#[test]
fn other_readings_are_puzzles_and_differ() {
    let texts = |text: &str| -> Vec<Vec<String>> {
        other_readings(text, &Rules::default()).into_iter().map(|reading| reading.texts).collect()
    };
    assert_eq!(texts("2x7=14x")[0], ["2×7=14x"]);
    assert!(texts("___ x 4 = 36").contains(&vec!["_ x 4 = 36".to_string()]));
    assert!(texts("A+B=C, D+E=F").contains(&vec!["A+B=C".to_string(), "D+E=F".to_string()]));
    assert_eq!(texts("SOLVE: A+B=C"), [["A+B=C".to_string()]]);
    for sign in [":", " - ", " // ", " -- "] {
        let proposed = texts(&format!("AB+CD=EF{sign}A<B"));
        let is_said = |texts: &Vec<String>| texts.iter().all(|text| text.replace(' ', "") == "AB+CD=EF,A<B");
        assert!(proposed.iter().any(is_said), "{sign}: {proposed:?}");
    }
    assert!(texts("AB+CD=EF//A<B").iter().all(|texts| texts[0] != "AB+CD=EF,A<B"));
    assert_eq!(texts("A+B=C"), Vec::<Vec<String>>::new());
}

/// The quick look at a text overlooks nothing that a firm rule does.
#[test]
fn texts_without_certain_signs_need_no_firm_rule() {
    for text in [
        "2□x□=□6",
        "A X B=C",
        "- A=B",
        "__A=B__",
        "A+B=C?",
        "√ABCD=EF-GH=IJ-KL=0",
        "ΑΒ+BA=C",
        "AB\nX 3\n--\nC",
    ] {
        assert!(may_be_firm(text), "{text}");
    }
    assert!(!may_be_firm("SEND+MORE=MONEY"));
}

#[test]
fn a_text_without_the_number_at_its_head_is_proposed() {
    for head in ["#4:", "# 4:", "1 -", "1/", "Ex 3:", "n°3 :", "2."] {
        let readings = other_readings(&format!("{head} TWO+TWO=FOUR"), &Rules::default());
        let read = crate::read(&format!("{head} TWO+TWO=FOUR"));
        let is_read = read.is_ok_and(|puzzle| puzzle == crate::read("TWO+TWO=FOUR").expect("it is one"));
        assert!(is_read || readings.iter().any(|reading| reading.texts == ["TWO+TWO=FOUR"]), "{head}");
    }
    let readings = other_readings("AB - CD = E", &Rules::default());
    assert!(readings.iter().all(|reading| reading.message.key() != "reading-without-number"));
}
