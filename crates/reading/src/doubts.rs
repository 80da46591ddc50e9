//! Signs that a text without a solution may not be meant as it was read.

use crate::surface;

/// Whether a text may be something besides its puzzle, or a copy of a formula.
pub fn may_be_other(text: &str, is_drawn: bool) -> bool {
    surface::is_copied(text)
        || is_signed(text)
        || runs_into_words(text)
        || is_drawn && ends_in_words(text)
        || text.lines().skip(1).any(has_label)
}

/// Whether capitals run into a script without capitals, or into small letters as in `KNIGHTthis`.
fn runs_into_words(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_uncased = |c: char| c.is_alphabetic() && !c.is_uppercase() && !c.is_lowercase();
    let is_number = |c: char| c.is_uppercase() || c.is_ascii_digit();
    let meet = |pair: &[char]| {
        is_uncased(pair[0]) && is_number(pair[1]) || is_number(pair[0]) && is_uncased(pair[1])
    };
    let runs_on = |four: &[char]| {
        four[..2].iter().all(|c| c.is_uppercase()) && four[2..].iter().all(|c| c.is_lowercase())
    };
    letters.windows(2).any(meet) || letters.windows(4).any(runs_on)
}

/// Whether a text in capitals ends with a dash or a slash and words in small letters, as with the name of its author, or with a
/// smiley.
fn is_signed(text: &str) -> bool {
    let line = text.trim_end();
    let is_word = |tail: &str| {
        let is_part = |c: char| c.is_alphanumeric() || " .,'’&".contains(c);
        tail.contains(char::is_lowercase) && tail.chars().all(is_part)
    };
    let mut dashes = ["—", "–", "-", "/", "~"].into_iter().filter_map(|dash| line.rsplit_once(dash));
    let has_name = dashes
        .any(|(before, tail)| before.ends_with(' ') && !before.contains(char::is_lowercase) && is_word(tail));
    let smiley = line.split_whitespace().next_back().filter(|_| line.contains(' '));
    has_name
        || smiley.is_some_and(|word| {
            word.len() > 1 && word.starts_with([':', ';']) && !word[1..].starts_with(char::is_alphanumeric)
        })
}

/// Whether a line begins with a word and a colon.
fn has_label(line: &str) -> bool {
    let label = line.split_once([':', '：']).map(|(label, _)| label.trim());
    label.is_some_and(|label| label.chars().count() > 1 && label.chars().all(char::is_alphabetic))
}

/// Whether the last row of a drawing is words: small letters, or letters of a script without capitals, that no other row has.
fn ends_in_words(text: &str) -> bool {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let is_of_words = |c: char| c.is_alphabetic() && !c.is_uppercase();
    let is_alone = |row: &&str| {
        row.chars().filter(|c| is_of_words(*c)).count() > 1
            && row.chars().all(|c| c.is_alphanumeric() || " .。,，!！?？:：".contains(c))
            && rows.iter().filter(|other| other.contains(is_of_words)).count() == 1
    };
    rows.len() > 2 && rows.last().is_some_and(is_alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_smileys_are_signatures_and_numbers_are_none() {
        for text in
            ["SEND + MORE = MONEY — Dudeney", "AB + CD = EF - from a friend, 1924", "AB + CD = EF :-)"]
        {
            assert!(is_signed(text), "{text}");
        }
        for text in [
            "A+A.A = -A*A && -num_divisors(A) ≤ A",
            "send + more = money - dudeney",
            "A : B = C",
            "AB = C - DE",
        ] {
            assert!(!is_signed(text), "{text}");
        }
    }
}
