use super::*;
use fukumen_engine::Solve;

/// The counts of the puzzles of a text.
fn counts(text: &str) -> Vec<u128> {
    let puzzles = Reader::new().read_all(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    puzzles.iter().map(|puzzle| puzzle.count().expect("it can be counted")).collect()
}

/// The keys of the notes on a text.
fn notes(text: &str) -> Vec<&'static str> {
    let puzzle = Reader::new().read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    puzzle.notes().iter().map(|note| note.message.key()).collect()
}

#[test]
fn leading_zeros_are_no_zeros_elsewhere() {
    for first in ["first", "leading", "initial", "starting", "outer", "outermost", "leftmost"] {
        for (what, cannot, zero) in [
            ("letter", "can't", "zero"),
            ("digit", "cannot", "0"),
            ("letter", "may not", "0"),
            ("digit", "must not", "zero"),
            ("character", "can not", "0"),
            ("letter", "may not", "zero"),
        ] {
            let rule = format!("The {first} {what} {cannot} be {zero}.");
            assert_eq!(counts(&format!("AB+C=DE. {rule}")), [144], "{rule}");
            assert_eq!(counts(&format!(" AB\n+ C\n---\n DE\n\n{rule}")), [144], "{rule}");
        }
    }
}

#[test]
fn samples_and_answers_are_no_conditions() {
    for (text, count) in [
        (" AB\n+ C\n---\n DE\n\nSay \"A=1\"", 144),
        ("AB+C=DE (answer as \"A=1\")", 144),
        ("Solve AB+C=DE. Output format: \"A=1,B=2\"", 144),
        ("AB+C=DE. Give the answer as letter=number pairs.", 144),
        ("TWO + TWO = FOUR\n\nŘešení\n\nT = 7", 7),
        ("TWO + TWO = FOUR\n\nMegoldás\n\nT = 7", 7),
        ("TWO + TWO = FOUR\n\nLøsning\n\nT = 7", 7),
        ("TWO + TWO = FOUR\n\nLösning\n\nT = 7", 7),
        ("TWO + TWO = FOUR\n\nÇözüm\n\nT = 7", 7),
        ("TWO+TWO=FOUR. One of the solutions is T=7, W=3, O=4.", 7),
    ] {
        assert_eq!(counts(text), [count], "{text}");
    }
}

#[test]
fn no_operand_is_lost_among_words() {
    let text = "Here each letter is a distinct nonzero digit: A x BC = DE and DE + FG = HI";
    assert_eq!(counts(text), [1]);
    assert!(Reader::new().read("A\n+B=C").is_err());
    // A heading is no row, and a first row that is a word is one.
    assert_eq!(counts("A small addition\n  TWO\n+ TWO\n FOUR"), [7]);
    assert_eq!(counts("  OF\n+ NO\n----\n TOT"), counts("OF+NO=TOT"));
}

#[test]
fn numbered_puzzles_are_several() {
    for text in [
        "4) SEND+MORE=MONEY\n5) TWO+TWO=FOUR",
        "4) SEND+MORE=MONEY 5) TWO+TWO=FOUR",
        "Two of them:\n1. SEND+MORE=MONEY\n2. TWO+TWO=FOUR",
    ] {
        assert_eq!(counts(text), [1, 7], "{text}");
    }
    assert_eq!(counts("SEND+MORE=MONEY, FLAG=BACK+S").len(), 1);
    // Without a letter in common, and with too many for one puzzle.
    assert_eq!(counts("SEND+MORE=MONEY, AB*C=FGH").len(), 2);
}

#[test]
fn headings_are_no_part_of_the_puzzle() {
    for text in ["Puzzle: TWO+TWO=FOUR", "Easy - TWO+TWO=FOUR", "Puzzle : TWO+TWO=FOUR", "TWO+TWO=FOUR!"] {
        assert_eq!(counts(text), [7], "{text}");
    }
    let hexadecimal = Reader::new().read("hexadecimal: TWO+TWO=FOUR").expect("it can be read");
    let is_said =
        hexadecimal.rules().base.get() == 16 || hexadecimal.notes().len() + hexadecimal.unread().len() > 0;
    assert!(is_said);
}

#[test]
fn conditions_in_words_stand_in_signs() {
    assert_eq!(counts("@where O is even\nTWO+TWO=FOUR"), [5]);
    let mut rules = Rules::default();
    rules.wheres.push("O is odd".into());
    let puzzle = Reader::new().rules(&rules).read("TWO+TWO=FOUR").expect("it can be read");
    assert_eq!(puzzle.count(), Ok(2));
}

#[test]
fn a_mistake_in_signs_stays_one() {
    for text in ["A+B=C)", "(A+B=C", "A+B=C,,D=1", "@base 12\nA+B==C+", "犬猫+猫=鳥)"] {
        assert!(Reader::new().read(text).is_err(), "{text}");
    }
}

#[test]
fn a_text_without_a_puzzle_says_so() {
    let key = |text: &str| Reader::new().read(text).expect_err("it is no puzzle").message().key();
    assert_eq!(key("I went to the market and bought three apples for my sister."), "no-puzzle-found");
    assert_eq!(key("SEND MORE MONEY"), "side-by-side");
    assert_eq!(notes("a) AB+C=DE  b) TWO+TWO=FOUR"), ["note-several"]);
}
