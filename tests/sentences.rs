//! What sentences around a puzzle do to it, in twenty languages. One that says nothing new is left out, or the text is refused; it
//! does not change what the puzzle is read as. One that is a condition is read as such, or the text is refused; it is not left
//! out. `tests/puzzles/sentences.txt` has them.

const SENTENCES: &str = include_str!("puzzles/sentences.txt");

const OF_BLANKS: &[&str] = &["□5+2□=7□", "  □5\n+ 2□\n----\n  7□"];
const OF_LETTERS: &[&str] = &["AB+CD=EF", "  ABC\n+ DEF\n-----\n GHIJ"];
const BEHIND_CONDITIONS: &[&str] =
    &["AB+CD=EF", "AB + CD = EF", "ABC-DE=FG", "ABCD:EF=GH", "AB×C=DE", "  AB\n+ CD\n----\n  EF"];

/// What stands between a condition and its puzzle. None of it calculates.
const BETWEEN: &[&str] = &[
    ": ", ":", " : ", "：", ":\n", "\n", ":\n\n", "\n\n", " - ", " – ", " — ", ", ", "; ", " ; ", ". ", ".\n",
];

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

/// What a text is read as: settings, conditions and drawings alike.
fn read(text: &str) -> Option<String> {
    fukumen::read(text).ok().map(|puzzle| puzzle.to_string())
}

/// How many of the texts with these sentences are read as their puzzle alone, and how many there are; `judge` gets each text
/// that is read, and whether it is that puzzle, and says whether that is right.
fn count(name: &str, puzzles: &[&str], judge: impl Fn(bool) -> bool) -> (usize, usize) {
    let (mut alone, mut all) = (0, 0);
    let mut wrong = Vec::new();
    for puzzle in puzzles {
        let clean = read(puzzle).expect("it is a puzzle");
        for text in part(name).iter().flat_map(|sentence| with(sentence, puzzle)) {
            all += 1;
            if let Some(found) = read(&text) {
                let is_alone = found == clean;
                alone += usize::from(is_alone);
                wrong.extend(Some(text).filter(|_| !judge(is_alone)));
            }
        }
    }
    assert!(wrong.is_empty(), "{name}, {}:\n\n{}", wrong.len(), wrong.join("\n\n"));
    (alone, all)
}

#[test]
fn what_says_nothing_new_does_not_change_the_puzzle() {
    for (name, puzzles) in [("blanks: nothing new", OF_BLANKS), ("letters: nothing new", OF_LETTERS)] {
        let (alone, all) = count(name, puzzles, |is_alone| is_alone);
        assert!(alone * 100 > all * 95, "{name}: {alone} of {all} are read");
    }
}

#[test]
fn no_condition_is_left_out() {
    for (name, puzzles) in [("blanks: a condition", OF_BLANKS), ("letters: a condition", OF_LETTERS)] {
        count(name, puzzles, |is_alone| !is_alone);
    }
}

#[test]
fn nothing_between_a_condition_and_its_puzzle_calculates() {
    for puzzle in BEHIND_CONDITIONS {
        let clean = read(puzzle).expect("it is a puzzle");
        let is_drawn = puzzle.contains('\n');
        let (mut count, mut all) = (0, 0);
        for condition in part("letters: a condition before") {
            for between in BETWEEN.iter().filter(|between| between.contains('\n') || !is_drawn) {
                all += 1;
                let text = format!("{condition}{between}{puzzle}");
                let Some(found) = read(&text) else { continue };
                count += 1;
                let parts = |text: &str| {
                    text.split([',', '\n']).map(|part| part.trim().to_owned()).collect::<Vec<_>>()
                };
                let (found, clean) = (parts(&found), parts(&clean));
                assert!(
                    found.len() > clean.len() && clean.iter().all(|part| found.contains(part)),
                    "{text}: {found:?}"
                );
            }
        }
        assert!(count * 100 > all * 98, "{puzzle}: {count} of {all} are read");
    }
}
