//! Explanations of puzzles of many kinds, letter by letter, and words that explanations do without.
#![cfg(feature = "report")]

use std::path::Path;

use fukumen::Puzzle;
use fukumen::explain::prose::{Detail, Language};
use fukumen::explain::{Explainer, prose};
use fukumen::report::explanation::{Page, styles};

use crate::common::corpus::{self, SOLITARY_SEVEN};

/// Puzzles whose explanations are files, which `UPDATE_EXPLANATIONS=1` writes anew.
const TEXTS: &[(&str, &str)] = &[
    ("send.txt", "SEND+MORE=MONEY"),
    ("fours.txt", "TWO+TWO=FOUR"),
    ("donald.txt", "DONALD+GERALD=ROBERT"),
    ("so.txt", "SO+SO=TOO"),
    ("system.txt", "A+B=10, A-B=2"),
    ("square.txt", "TWO*TWO=THREE"),
    ("blanks.txt", "2□×□=□6"),
    ("seven.txt", SOLITARY_SEVEN),
    ("rows.txt", "  3□5\n×  □4\n-----\n □□□□\n □8□\n-----\n □□□□"),
    ("fractions.txt", "@digits 1-9\nA/BC+D/EF+G/HI=1"),
    ("quotient.txt", "AHHAAH/JOKE=HA"),
    ("nrich.txt", "NRICH+MATHS=STARS"),
    ("octal.txt", "@base 8\nADD+ADD=SUMS"),
    ("dozen.txt", "@base 12\nSEND+MORE=MONEY"),
    ("grid.txt", "AB*A=CCD, AE/F=G, B*CF=CHE, AB-AE=B, A*F=CF, CCD+G=CHE"),
];

#[test]
fn texts_are_as_they_were_read_aloud() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explanations");
    for (name, puzzle_text) in TEXTS {
        let puzzle: Puzzle = puzzle_text.parse().expect("it can be read");
        let explanation = Explainer::new(&puzzle).explain().expect("nothing stops it");
        assert!(explanation.complete, "{name}");
        let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
        let text = styles()[0].how.page(&Page::new(puzzle_text, &puzzle, &explanation, &told), false, 0);
        let file = folder.join(name);
        if std::env::var_os("UPDATE_EXPLANATIONS").is_some() {
            std::fs::write(&file, &text).expect("it can be written");
        }
        assert_eq!(text, std::fs::read_to_string(&file).expect("it is there"), "{name}");
    }
}

/// Words that count possibilities where readers need a reason.
const COUNTING: &[&str] = &[
    "works in",
    " ways",
    "fit together",
    "both hold",
    "has one way",
    "possible in",
    "by trial",
    "left to try",
    "no longer a matter of reasoning",
    "contradiction",
];

#[test]
fn reasons_are_given_where_possibilities_could_be_counted() {
    let small = |entry: &corpus::Entry| (1..=9).contains(&entry.puzzle().hidden().len());
    let texts = corpus::texts().into_iter().filter(small).step_by(3).take(50);
    let mut read = 0;
    for entry in texts.chain(corpus::drawings().into_iter().step_by(9).take(12)) {
        let puzzle = entry.puzzle();
        let explanation = Explainer::new(&puzzle).tries(1).explain().expect("nothing stops it");
        let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
        for text in told.paragraphs.iter().map(|paragraph| &paragraph.text).chain([&told.closing]) {
            let lower = text.to_lowercase();
            let found = COUNTING.iter().find(|words| lower.contains(*words));
            assert_eq!(found, None, "{}: {text}", entry.name);
        }
        read += 1;
    }
    assert!(read > 50, "only {read} explanations were read");
}
