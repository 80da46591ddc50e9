//! Settings behind a puzzle, typed as on a command line: `A/BC+D/EF+G/HI=1 --digits 1-9`.

use super::stated::MOST_SETTINGS;
use super::view::View;
use super::{Change, Edit};
use fukumen_language::message::message;
use fukumen_language::puzzle::SETTINGS;
use std::ops::Range;

/// What stands before the name of a setting.
const MARK: &str = "--";

/// How like a setting a name is that is meant to be one.
const SAME_BUT_FOR_A_SLIP: f64 = 0.9;

pub(super) fn may_have_options(text: &str) -> bool {
    text.contains(MARK)
}

/// An option with its value, if it has one.
struct Typed<'t> {
    /// Where it stands, by characters.
    at: Range<usize>,
    name: &'t str,
    value: Option<&'t str>,
}

/// The options at the end of the last line.
fn typed<'t>(view: &View<'t>) -> Option<Vec<Typed<'t>>> {
    let words = view.words(view.lines().pop()?);
    let is_option = |word: &Range<usize>| {
        let name = view.typed(word.clone()).strip_prefix(MARK);
        name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    let first = words.iter().position(is_option)?;
    let mut found: Vec<Typed> = Vec::new();
    let mut words = words[first..].iter().peekable();
    while let Some(word) = words.next() {
        let option = view.typed(word.clone()).strip_prefix(MARK)?;
        let (name, value, end) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value), word.end),
            None => {
                let value = words.next_if(|next| !view.typed((*next).clone()).starts_with(MARK));
                let typed = value.map(|value| view.typed(value.clone()));
                (option, typed, value.unwrap_or(word).end)
            }
        };
        let is_word = |part: &str| part.len() >= 2 && part.bytes().all(|byte| byte.is_ascii_lowercase());
        if !name.split('-').all(is_word) || found.len() == MOST_SETTINGS {
            return None;
        }
        found.push(Typed { at: word.start..end, name, value });
    }
    Some(found)
}

/// Whether this is the name of a setting, or a slip of one.
fn is_meant(name: &str) -> bool {
    SETTINGS.iter().any(|row| strsim::jaro_winkler(row.name, name) >= SAME_BUT_FOR_A_SLIP)
}

/// Whether there is a puzzle before the options, of which they can be no part.
fn is_behind(view: &View, typed: &[Typed]) -> bool {
    typed.first().is_some_and(|first| view.has_relation(0..first.at.start))
}

/// Turns settings at the end of the last line into lines that set them. Anything else there is left as a calculation, and so is a
/// range of bases, which would need an answer for each.
pub(super) fn options(view: &View) -> Option<Change> {
    let typed = typed(view)?;
    let mut rules = view.rules.clone();
    let (mut edits, mut set) = (Vec::new(), Vec::new());
    for option in &typed {
        // The line of a setting that is not right says what is wrong with it.
        if rules.set(option.name, option.value).is_err()
            && !(is_meant(option.name) && is_behind(view, &typed))
        {
            return None;
        }
        let name = option.at.start + MARK.len()..option.at.start + MARK.len() + option.name.len();
        let value = option.at.end - option.value.map_or(0, |value| value.chars().count())..option.at.end;
        let set_to = option.value.map_or(String::new(), |value| format!(" {value}"));
        set.push(format!("@{}{set_to}", option.name));
        edits.push(Edit::new(0..0, "@").moved_from(view.bytes(option.at.start..name.start)));
        edits.push(Edit::new(0..0, option.name).moved_from(view.bytes(name)));
        edits.push(Edit::new(0..0, set_to + "\n").moved_from(view.bytes(value)));
    }
    if rules.has_several_bases() {
        return None;
    }
    let all = typed.first()?.at.start..typed.last()?.at.end;
    let said = format!("\"{}\" as {}", view.typed(all.clone()), set.join(", "));
    edits.push(cut(view, all));
    Some(Change::of(edits)?.with(message!("note-stated", settings = said)))
}

/// Leaves out what says how a program answers, such as `--count`. It stands behind an equation, or nothing tells it from one.
pub(super) fn of_programs(view: &View) -> Option<Change> {
    let typed = typed(view)?;
    if !is_behind(view, &typed) {
        return None;
    }
    let left_out: Vec<&Typed> = typed.iter().filter(|option| !is_meant(option.name)).collect();
    let words: Vec<&str> = left_out.iter().map(|option| view.typed(option.at.clone())).collect();
    let edits = left_out.iter().map(|option| cut(view, option.at.clone()));
    Some(Change::of(edits.collect())?.with(message!("note-options", words = words.join(" "))))
}

/// Takes an option off with the space before it.
fn cut(view: &View, at: Range<usize>) -> Edit {
    let start = view.before(at.start).map_or(at.start, |last| last + 1);
    Edit::cut(view.bytes(start..at.end))
}

#[cfg(test)]
mod tests {
    use crate::Reader;
    use fukumen_engine::solve::Solve;
    use fukumen_language::puzzle::Puzzle;

    #[test]
    fn settings_behind_a_puzzle_are_set() {
        for (text, as_if) in [
            ("A/BC+D/EF+G/HI=1 --digits 1-9", "@digits 1-9\nA/BC+D/EF+G/HI=1"),
            ("SEND+MORE=MONEY  --base=11 --no-zero ", "@base 11\n@no-zero\nSEND+MORE=MONEY"),
            ("A+B=C --no-zero", "@no-zero\nA+B=C"),
            ("  AB\n+ AB\n----\n  CB\n--base 8", "@base 8\n  AB\n+ AB\n----\n  CB"),
        ] {
            let (puzzle, other) = (crate::read(text).expect(text), crate::read(as_if).expect(as_if));
            assert_eq!(format!("{:?}", puzzle.rules()), format!("{:?}", other.rules()), "{text}");
            assert_eq!(puzzle.count().expect(text), other.count().expect(as_if), "{text}");
            let read = Reader::new().read(text).expect(text);
            let notes: Vec<String> = read.notes().iter().map(ToString::to_string).collect();
            assert!(notes.iter().any(|note| note.contains("as @")), "{text}: {notes:?}");
        }
    }

    #[test]
    fn a_range_of_bases_is_refused() {
        assert!(crate::read("AB+B=BA --base 2..12").is_err());
    }

    #[test]
    fn a_slip_of_a_setting_is_refused_with_the_setting() {
        for (text, said) in
            [("A+B=C --bsae 8", "'bsae'"), ("A+B=C --digit=1-9", "'digit'"), ("A+B=C --base 99", "99")]
        {
            let error = crate::read(text).expect_err(text).to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_option_is_where_it_was_typed() {
        for (text, wrong) in [
            ("A+B=C --bsae 8", "bsae"),
            ("A+B=C --no-zero --digit=1-9", "digit"),
            ("A+B=C --base 99", "99"),
            ("A+B=C --base=99 --no-zero", "99"),
        ] {
            let error = crate::read(text).expect_err(text);
            assert_eq!(&text[error.span.clone()], wrong, "{text}");
            let repaired = error.repair.clone().map(|repair| {
                let mut repaired = text.to_owned();
                repaired.replace_range(repair.span, &repair.text);
                repaired
            });
            assert!(repaired.is_none_or(|text| crate::read(&text).is_ok()), "{text}");
        }
    }

    #[test]
    fn options_of_a_program_are_left_out() {
        for (text, as_if) in [
            ("TWO+TWO=FOUR --count", "TWO+TWO=FOUR"),
            ("two+two=four --all --format json", "two+two=four"),
            (
                "A/BC+D/EF+G/HI=1 --digits 1-9 --timeout=5s --no-zero",
                "@digits 1-9\n@no-zero\nA/BC+D/EF+G/HI=1",
            ),
        ] {
            let (puzzle, other) = (crate::read(text).expect(text), crate::read(as_if).expect(as_if));
            assert_eq!(puzzle.count().expect(text), other.count().expect(as_if), "{text}");
            let read = Reader::new().read(text).expect(text);
            let notes: Vec<String> = read.notes().iter().map(ToString::to_string).collect();
            assert!(notes.iter().any(|note| note.contains("left out")), "{text}: {notes:?}");
        }
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
