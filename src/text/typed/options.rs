//! Settings behind a puzzle, typed as on a command line: `A/BC+D/EF+G/HI=1 --digits 1-9`.

use super::Change;
use super::Edit;
use super::stated::MOST_SETTINGS;
use super::view::View;
use crate::message::message;

/// What stands before the name of a setting.
const MARK: &str = "--";

pub(super) fn may_have_options(text: &str) -> bool {
    text.contains(MARK)
}

/// Turns settings at the end of the last line into lines that set them. Anything else there is left as a calculation, and so is a
/// range of bases, which would need an answer for each.
pub(super) fn options(view: &View) -> Option<Change> {
    let last = view.bytes(view.lines().pop()?);
    let line = &view.text[last.clone()];
    let is_option = |(at, _): &(usize, &str)| {
        line[..*at].chars().next_back().is_none_or(char::is_whitespace)
            && line[at + MARK.len()..].starts_with(|c: char| c.is_ascii_lowercase())
    };
    let (start, _) = line.match_indices(MARK).find(is_option)?;
    let mut rules = view.rules.clone();
    let mut set: Vec<String> = Vec::new();
    let mut words = line[start..].split_whitespace().peekable();
    while let Some(word) = words.next() {
        let option = word.strip_prefix(MARK)?;
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, words.next_if(|next| !next.starts_with(MARK))),
        };
        rules.set(name, value).ok()?;
        set.push(value.map_or(format!("@{name}"), |value| format!("@{name} {value}")));
        if set.len() > MOST_SETTINGS {
            return None;
        }
    }
    if rules.has_several_bases() {
        return None;
    }
    let kept = line[..start].trim_end().len();
    let edits = vec![Edit::new(0..0, set.join("\n") + "\n"), Edit::cut(last.start + kept..last.end)];
    let said = format!("\"{}\" as {}", &line[start..], set.join(", "));
    Some(Change::of(edits)?.with(message!("note-stated", settings = said)))
}

#[cfg(test)]
mod tests {
    use crate::puzzle::Puzzle;
    use crate::text::Reader;

    #[test]
    fn settings_behind_a_puzzle_are_set() {
        for (text, as_if) in [
            ("A/BC+D/EF+G/HI=1 --digits 1-9", "@digits 1-9\nA/BC+D/EF+G/HI=1"),
            ("SEND+MORE=MONEY  --base=11 --no-zero ", "@base 11\n@no-zero\nSEND+MORE=MONEY"),
            ("A+B=C --no-zero", "@no-zero\nA+B=C"),
            ("  AB\n+ AB\n----\n  CB\n--base 8", "@base 8\n  AB\n+ AB\n----\n  CB"),
        ] {
            let (puzzle, other): (Puzzle, Puzzle) = (text.parse().expect(text), as_if.parse().expect(as_if));
            assert_eq!(format!("{:?}", puzzle.rules()), format!("{:?}", other.rules()), "{text}");
            assert_eq!(puzzle.count().expect(text), other.count().expect(as_if), "{text}");
            let read = Reader::new().read(text).expect(text);
            let notes: Vec<String> = read.notes().iter().map(ToString::to_string).collect();
            assert!(notes.iter().any(|note| note.contains("as @")), "{text}: {notes:?}");
        }
    }

    #[test]
    fn a_range_of_bases_is_refused() {
        assert!(Puzzle::parse("AB+B=BA --base 2..12").is_err());
    }

    #[test]
    fn what_is_no_setting_is_a_calculation() {
        for text in ["A --b=c", "A=B --c", "acid --base=salt", "a=b --show--more"] {
            let puzzle: Puzzle = text.parse().expect(text);
            assert_eq!(puzzle.rules().base.get(), 10, "{text}");
            assert!(puzzle.shows().is_empty(), "{text}");
        }
    }
}
