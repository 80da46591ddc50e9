//! Characters that a setting writes out as several symbols: `same Ü=UE`, or a letter that `graphemes=off` splits. This is not a
//! guess, so it is not a row of the rules.

use super::draft::{Draft, Edit};
use crate::puzzle::Rules;
use crate::spelling::{Spelling, clusters};
use crate::text::heading::Heading;

/// Replaces these characters with their symbols. The space before a number is shortened, so that its digits stay in their
/// columns.
pub fn write_out(draft: &mut Draft, rules: &Rules) {
    if !may_be_several(draft.text(), rules) {
        return;
    }
    // The reader reports mistakes in the settings.
    let Ok(heading) = Heading::read(draft.text(), rules) else { return };
    let spelling = heading.rules.spelling();
    let mut settings = heading.lines.iter().peekable();
    let has_rows = draft.text().trim().contains('\n');
    let (mut edits, mut start) = (Vec::new(), 0);
    for word in draft.text().split_inclusive(char::is_whitespace) {
        while settings.next_if(|line| line.end <= start).is_some() {}
        if settings.peek().is_none_or(|line| start < line.start) {
            edits.extend(edits_of(draft.text(), start, word, &spelling, has_rows));
        }
        start += word.len();
    }
    if !edits.is_empty() {
        draft.edit(&edits);
    }
}

/// Returns whether a setting may write out a character as several symbols. This is quick, and may be wrong only by saying yes.
fn may_be_several(text: &str, rules: &Rules) -> bool {
    let is_named = ["same", "graphemes"].iter().any(|name| text.contains(name));
    is_named || !rules.graphemes || rules.same.iter().any(|group| group.contains('='))
}

/// Returns the edits for one word and, if there are several rows, for the space before it.
fn edits_of(text: &str, start: usize, word: &str, spelling: &Spelling, has_rows: bool) -> Vec<Edit> {
    let mut at = start;
    let mut edits = Vec::new();
    let mut more = 0;
    for cluster in clusters(word) {
        if let Some(symbols) = spelling.symbols_for(cluster) {
            more += clusters(&symbols).count() - 1;
            edits.push(Edit::new(at..at + cluster.len(), symbols));
        }
        at += cluster.len();
    }
    let spaces = text[..start].bytes().rev().take(more).take_while(|byte| *byte == b' ').count();
    if spaces > 0 && has_rows {
        edits.insert(0, Edit::cut(start - spaces..start));
    }
    edits
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{Puzzle, Rules};
    use crate::text::Reader;

    fn read(text: &str) -> Puzzle {
        let mut rules = Rules::default();
        rules.set("same", Some("Ü=UE,ß=SZ")).expect("it is a value");
        Reader::new().rules(&rules).read(text).expect("it is a puzzle")
    }

    #[test]
    fn two_symbols_stand_for_one_character_in_texts_and_drawings() {
        assert_eq!(read("TÜR+TOR=RAUM").sheet().to_string(), "TUER+TOR=RAUM");
        assert_eq!(read("aü=ßb"), read("aUE=SZb"));
        for (typed, drawn) in [
            ("   TÜR\n+  TOR\n------\n  RAUM", "  TUER\n+  TOR\n------\n  RAUM"),
            ("   TOR\n+  TÜR\n------\n  RAUM", "   TOR\n+ TUER\n------\n  RAUM"),
            ("    TOR\n+  TÜSÜ\n-------\n  RAUMA", "    TOR\n+TUESUE\n-------\n  RAUMA"),
        ] {
            let (typed, drawn) = (read(typed), read(drawn));
            assert_eq!(typed, drawn);
            assert!(typed.notes().is_empty());
        }
    }

    #[test]
    fn the_code_points_of_a_drawing_are_digits_of_their_own() {
        for (drawn, line) in [
            ("  कि\n+ का\n----\n कार", "कि+का=कार"),
            ("  e\u{301}x\u{301}\n+  x\u{301}\n----\n  AB", "e\u{301}x\u{301}+x\u{301}=AB"),
            // U+095C is read as two code points.
            ("  \u{95C}\n+ 1\n---\n AB", "\u{95C}+1=AB"),
        ] {
            let text = |text: &str| format!("@graphemes off\n{text}");
            let (drawn, line): (Puzzle, Puzzle) =
                (text(drawn).parse().expect(line), text(line).parse().expect(line));
            assert_eq!(format!("{:?}", drawn.conditions()), format!("{:?}", line.conditions()));
        }
    }

    #[test]
    fn a_line_of_settings_puts_them_and_is_left_as_it_is() {
        let puzzle: Puzzle = "@same Ü=UE\nÜ+Ü=AB".parse().expect("it is a puzzle");
        assert_eq!(puzzle.rules().same, ["Ü=UE"]);
        assert_eq!(puzzle.sheet().to_string(), "UE+UE=AB");
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    }
}
