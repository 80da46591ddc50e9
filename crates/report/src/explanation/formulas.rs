//! Where lines may end in a sentence with formulas.

use fukumen_language::spelling::Width;

/// A formula that is wider than half a line may break before `=`.
const MOST_WHOLE: usize = 38;

/// A part of a text that stays on one line, with the space before it but for the first.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub text: String,
    /// Whether it is a formula, and not a word.
    pub is_formula: bool,
    /// Whether it stays on the line of the unit before it.
    pub is_bound: bool,
}

/// Parts a text into words and formulas: operands with signs between them.
///
/// No line begins with a single letter or digit, nor ends in the label of a column.
pub(super) fn units(text: &str) -> Vec<Unit> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut end = at;
        while is_sign(words.get(end + 1).copied()) && end + 2 < words.len() && !is_closed(words[end]) {
            end += 2;
        }
        let is_bound =
            units.last().is_some_and(|last| last.text.ends_with(':')) || is_single(words[at]) && end == at;
        for (part, range) in parts(&words[at..=end]).into_iter().enumerate() {
            units.push(Unit { text: range.join(" "), is_formula: end > at, is_bound: is_bound && part == 0 });
        }
        at = end + 1;
    }
    units
}

/// A formula as a whole, or in parts that begin with `=` if it is wide.
fn parts<'a>(words: &[&'a str]) -> Vec<Vec<&'a str>> {
    let width = Width::EastAsian.of(&words.join(" "));
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for word in words {
        if *word == "=" && width > MOST_WHOLE && parts.last().is_some_and(|part| !part.is_empty()) {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(word);
        }
    }
    // What is wider than a line breaks anywhere.
    match parts.iter().any(|part| Width::EastAsian.of(&part.join(" ")) > 2 * MOST_WHOLE) {
        true => words.iter().map(|word| vec![*word]).collect(),
        false => parts,
    }
}

fn is_sign(word: Option<&str>) -> bool {
    word.is_some_and(|word| ["=", "+", "-", "−", "×", "÷", "/", "<", ">", "≤", "≥", "≠"].contains(&word))
}

/// Whether a word ends a sentence or a part of one, so that no formula goes on after it.
fn is_closed(word: &str) -> bool {
    word.ends_with(['.', ',', ';', ':', '。', '、', '，'])
}

/// Whether a word is one letter or digit, perhaps with a mark after it.
fn is_single(word: &str) -> bool {
    word.trim_end_matches(['.', ',', ';']).chars().count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(text: &str) -> Vec<(String, bool, bool)> {
        units(text).into_iter().map(|unit| (unit.text, unit.is_formula, unit.is_bound)).collect()
    }

    #[test]
    fn formulas_stay_whole_and_labels_are_followed() {
        let told = lines_of("Units: D + E = Y + 10. So D is 7, but T = 1.");
        let wanted = [
            ("Units:", false, false),
            ("D + E = Y + 10.", true, true),
            ("So", false, false),
            ("D", false, true),
            ("is", false, false),
            ("7,", false, true),
            ("but", false, false),
            ("T = 1.", true, false),
        ];
        assert_eq!(told, wanted.map(|(text, formula, bound)| (text.to_owned(), formula, bound)));
    }

    #[test]
    fn wide_formulas_break_before_the_equals_sign() {
        let sum = format!("{} = 1", ["WORD"; 8].join(" + "));
        let texts: Vec<String> = units(&sum).into_iter().map(|unit| unit.text).collect();
        assert_eq!(texts, [["WORD"; 8].join(" + "), "= 1".into()]);
    }
}
