//! Signs that a copy may have lost for good: the bar of a fraction, or a power. The text is read as it stands, with a note.

use crate::passage::{count, has_solution};
use crate::{Aids, read_written};
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Rules;

/// The note on a text that has lost something, if there are clear signs of it.
pub(crate) fn lost(text: &str, rules: &Rules, aids: Aids) -> Option<Note> {
    let raised = raised(text);
    if let Some(other) = &raised
        && let Ok(puzzle) = read_written(other, rules, aids)
    {
        let note = match count(&puzzle) {
            Some(count) => message!("note-lost-power-count", other = other, count = count),
            None => message!("note-lost-power", other = other),
        };
        return Some(note.into());
    }
    let has_no_solution =
        || read_written(text, rules, aids).is_ok_and(|puzzle| has_solution(&puzzle) == Some(false));
    let is_lost = has_struts(text)
        || text.contains('⌊') && !text.contains(['/', '÷', '⁄'])
        || is_too_short(text) && has_no_solution();
    is_lost.then(|| message!("note-lost-bar").into())
}

/// A text with `^` before its only shown digits, if each is a 2 or 3 alone after a letter or bracket: `A2=BC`.
fn raised(text: &str) -> Option<String> {
    if !text.contains(['2', '3']) {
        return None;
    }
    let digits: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).collect();
    let is_raised = |(at, digit): &(usize, char)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + 1..].chars().next();
        matches!(digit, '2' | '3')
            && before.is_some_and(|c| c.is_alphabetic() || c == ')')
            && after.is_none_or(|c| !c.is_alphanumeric())
    };
    if digits.is_empty() || text.contains(['@', '#', '\n']) || !digits.iter().all(is_raised) {
        return None;
    }
    let spelled = text
        .char_indices()
        .map(|(at, c)| if digits.contains(&(at, c)) { format!("^{c}") } else { c.to_string() });
    Some(spelled.collect())
}

/// Whether it has the strut that KaTeX puts after a fraction, or the sign that MathJax puts between the letters of a product is
/// missing between two.
fn has_struts(text: &str) -> bool {
    let is_joint = |c: char| matches!(c, '\u{2061}'..='\u{2064}');
    let letters: Vec<char> = text.chars().collect();
    let has_gap = letters.windows(2).any(|pair| pair.iter().all(|c| ('\u{1D400}'..='\u{1D7FF}').contains(c)));
    text.contains('\u{200B}') || text.contains(is_joint) && has_gap
}

/// Whether the result of a sum has fewer digits than a number in it, or far more.
fn is_too_short(text: &str) -> bool {
    let Some((left, right)) = text.trim().split_once('=') else { return false };
    let (sum, result) = if left.contains('+') { (left, right) } else { (right, left) };
    let length = |number: &str| {
        let number = number.trim();
        let is_whole = !number.is_empty() && number.chars().all(|c| c.is_alphanumeric() || "□◻_".contains(c));
        is_whole.then(|| number.chars().count())
    };
    let addends: Option<Vec<usize>> = sum.split('+').map(length).collect();
    let longest = addends.filter(|addends| addends.len() > 1).and_then(|addends| addends.into_iter().max());
    longest.zip(length(result)).is_some_and(|(longest, result)| result < longest || result > longest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_powers_and_bars_are_seen() {
        assert_eq!(raised("AB2 = CDE").as_deref(), Some("AB^2 = CDE"));
        assert_eq!(raised("(A+B)3=CDE").as_deref(), Some("(A+B)^3=CDE"));
        assert_eq!(raised("A2+B=1C"), None);
        assert_eq!(raised("A27=BC"), None);
        assert!(is_too_short("ABC+DEF=1"));
        assert!(is_too_short("AB+CD=EFGH"));
        assert!(!is_too_short("SEND+MORE=MONEY"));
        assert!(has_struts("BCA\u{200B}+EFD\u{200B}=1"));
        assert!(has_struts("𝐴𝐵\u{2062}𝐶 =1"));
        assert!(!has_struts("𝐴 ⋅𝐵\u{2062}𝐶 =1"));
    }
}
