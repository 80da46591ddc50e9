//! What sentences around a puzzle do to it, in twenty languages. One that says nothing new changes nothing. One that is a condition is
//! read as such, or quoted; it is not left out. `tests/puzzles/sentences.txt` has them.

use fukumen::Puzzle;

const SENTENCES: &str = include_str!("puzzles/sentences.txt");

const OF_BLANKS: &[&str] = &["□5+2□=7□", "  □5\n+ 2□\n----\n  7□"];
const OF_LETTERS: &[&str] = &["AB+CD=EF", "  ABC\n+ DEF\n-----\n GHIJ"];

/// The sentences of a part of the file.
fn part(name: &str) -> Vec<&'static str> {
    let head = format!("[{name}]\n");
    let (_, behind) = SENTENCES.split_once(&head).expect("the file has this part");
    let (part, _) = behind.split_once("\n\n").unwrap_or((behind, ""));
    part.lines().collect()
}

/// A puzzle with a sentence around it, in the ways in which people write it.
fn with(sentence: &str, puzzle: &str) -> Vec<String> {
    let mut texts = vec![
        format!("{sentence}\n{puzzle}"),
        format!("{sentence}\n\n{puzzle}"),
        format!("{puzzle}\n{sentence}"),
        format!("{puzzle}\n\n{sentence}"),
    ];
    let is_question = sentence.ends_with('?');
    if !is_question {
        texts.extend([
            format!("{sentence}:\n{puzzle}"),
            format!("{sentence}.\n{puzzle}"),
            format!("{puzzle}\n{sentence}."),
        ]);
    }
    if !puzzle.contains('\n') {
        texts.extend([format!("{sentence} {puzzle}"), format!("{puzzle} ({sentence})")]);
    }
    if !puzzle.contains('\n') && !is_question {
        texts.extend([
            format!("{sentence}: {puzzle}"),
            format!("{sentence}. {puzzle}"),
            format!("{puzzle}. {sentence}."),
        ]);
    }
    texts
}

/// Whether words are quoted: as unread, as a heading, or with the option that does what they ask for.
fn is_quoted(puzzle: &Puzzle) -> bool {
    let quotes = |key: &str| matches!(key, "note-heading" | "note-demand");
    !puzzle.unread().is_empty() || puzzle.notes().iter().any(|note| quotes(note.message.key()))
}

/// The texts with the sentences of a part of which `is_right` does not say that they are read rightly; it gets the puzzle alone, too. Few
/// are refused.
fn wrong(name: &str, puzzles: &[&str], is_right: impl Fn(&Puzzle, &Puzzle) -> bool) -> Vec<String> {
    let (mut wrong, mut all, mut refused) = (Vec::new(), 0, Vec::new());
    for puzzle in puzzles {
        let alone = fukumen::read(puzzle).expect("it is a puzzle");
        for text in part(name).into_iter().flat_map(|sentence| with(sentence, puzzle)) {
            all += 1;
            match fukumen::read(&text) {
                Ok(found) if is_right(&found, &alone) => {}
                Ok(_) => wrong.push(text),
                Err(_) => refused.push(text),
            }
        }
    }
    assert!(
        refused.len() * 20 < all,
        "{name}, {} of {all} are refused:\n\n{}",
        refused.len(),
        refused.join("\n\n")
    );
    wrong
}

#[test]
fn what_says_nothing_new_does_not_change_the_puzzle() {
    for (name, puzzles) in [("blanks: nothing new", OF_BLANKS), ("letters: nothing new", OF_LETTERS)] {
        let wrong = wrong(name, puzzles, |found, alone| found == alone);
        assert!(wrong.is_empty(), "{name}, {}:\n\n{}", wrong.len(), wrong.join("\n\n"));
    }
}

#[test]
fn no_condition_is_left_out() {
    let conditions = ["letters: a condition", "letters: a condition before"];
    for (name, puzzles) in
        [("blanks: a condition", OF_BLANKS)].into_iter().chain(conditions.map(|name| (name, OF_LETTERS)))
    {
        let wrong = wrong(name, puzzles, |found, alone| found != alone || is_quoted(found));
        assert!(wrong.is_empty(), "{name}, {}:\n\n{}", wrong.len(), wrong.join("\n\n"));
    }
}
