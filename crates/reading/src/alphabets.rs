//! Symbols that look alike and are two, because their alphabets differ.

use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::unicode;

/// Capitals that look alike, by alphabet.
const TWINS: [&str; 3] = ["ABEKMHOPCTYXIZN", "ΑΒΕΚΜΗΟΡ ΤΥΧΙΖΝ", "АВЕКМНОРСТУХІ  "];

/// A note on the first two symbols of a puzzle that look alike: Latin A and Cyrillic А, or A and 𝐴.
pub(crate) fn twins(puzzle: &Puzzle) -> Option<Note> {
    let names: Vec<&str> = puzzle.symbols().map(|(_, hidden)| &*hidden.name).collect();
    let are_twins = |first: &str, second: &str| {
        look(first) == look(second) && first.to_uppercase() != second.to_uppercase()
    };
    let mut pairs = names
        .iter()
        .enumerate()
        .flat_map(|(i, second)| names[..i].iter().map(move |first| (*first, *second)));
    let (first, second) = pairs.find(|(first, second)| are_twins(first, second))?;
    let place =
        |name: &str| name.chars().map(|c| format!("U+{:04X}", u32::from(c))).collect::<Vec<_>>().join(" ");
    Some(
        message!("note-twins", first = first, second = second, left = place(first), right = place(second))
            .into(),
    )
}

/// A symbol as a Latin capital, if it looks like one.
fn look(name: &str) -> String {
    let capital = |c: char| {
        let place =
            TWINS.iter().find_map(|letters| letters.chars().position(|letter| letter == c && c != ' '));
        place.and_then(|place| TWINS[0].chars().nth(place)).unwrap_or(c)
    };
    unicode::compatible(name).to_uppercase().chars().map(capital).collect()
}

#[cfg(test)]
mod tests {
    use crate::Reader;

    #[test]
    fn symbols_that_look_alike_leave_a_note() {
        let keys = |text: &str| -> Vec<&str> {
            let puzzle = Reader::new().read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            puzzle.notes().iter().map(|note| note.message.key()).collect()
        };
        assert_eq!(keys("𝐴+A=BC"), ["note-twins"]);
        assert_eq!(keys("AB+А=CD"), ["note-twins"]);
        assert_eq!(keys("A+Б=BC"), [""; 0]);
        assert_eq!(keys("@case-sensitive on\na+A=BC"), [""; 0]);
    }
}
