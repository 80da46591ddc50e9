//! Where lines may end in a sentence with formulas.

use fukumen_language::spelling::Width;

/// A formula that is wider than half a line may break before `=`.
const MOST_WHOLE: usize = 38;

/// The signs after which a line may end in a script without spaces.
const WIDE: [char; 5] = ['。', '、', '，', '：', '；'];

/// A part of a text that stays on one line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// What stands between it and the unit before it: a space, or nothing after a sign as wide as two characters.
    pub gap: &'static str,
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
    let words = text.split(' ').filter(|word| !word.is_empty());
    let pieces = words
        .flat_map(|word| word.split_inclusive(WIDE).zip(std::iter::once(" ").chain(std::iter::repeat(""))));
    let (words, gaps): (Vec<&str>, Vec<&'static str>) = pieces.unzip();
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    // Brackets that are not closed yet.
    let mut open = 0;
    while at < words.len() {
        let mut end = at;
        while is_sign(words.get(end + 1).copied()) && end + 2 < words.len() && !is_closed(words[end]) {
            end += 2;
        }
        let is_bound = units.last().is_some_and(|last| last.text.ends_with([':', '：']))
            || is_single(words[at]) && end == at
            || open > 0;
        let signs = words[at..=end].iter().flat_map(|word| word.chars());
        open += signs.map(|sign| i32::from(sign == '(') - i32::from(sign == ')')).sum::<i32>();
        for (part, range) in parts(&words[at..=end]).into_iter().enumerate() {
            let gap = if part == 0 { gaps[at] } else { " " };
            let text = range.join(" ");
            units.push(Unit { gap, text, is_formula: end > at, is_bound: is_bound && part == 0 });
        }
        at = end + 1;
    }
    units
}

/// Units as one text, each written so.
pub(super) fn joined(units: Vec<Unit>, write: impl Fn(&Unit) -> String) -> String {
    let texts = units.iter().enumerate().map(|(at, unit)| (if at == 0 { "" } else { unit.gap }, write(unit)));
    texts.fold(String::new(), |text, (gap, unit)| text + gap + &unit)
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
    word.ends_with(['.', ',', ';', ':']) || word.ends_with(WIDE)
}

/// Whether a word is one letter or digit, perhaps with a mark after it.
fn is_single(word: &str) -> bool {
    word.trim_end_matches(['.', ',', ';', ':']).chars().count() == 1
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
    fn formulas_stay_whole_in_a_script_without_spaces() {
        let told: Vec<(&str, String)> = units("十の位：S + S = 10。よって、S = 5。")
            .into_iter()
            .map(|unit| (unit.gap, unit.text))
            .collect();
        let wanted = [(" ", "十の位："), ("", "S + S = 10。"), ("", "よって、"), ("", "S = 5。")];
        assert_eq!(told, wanted.map(|(gap, text)| (gap, text.to_owned())));
    }

    #[test]
    fn wide_formulas_break_before_the_equals_sign() {
        let sum = format!("{} = 1", ["WORD"; 8].join(" + "));
        let texts: Vec<String> = units(&sum).into_iter().map(|unit| unit.text).collect();
        assert_eq!(texts, [["WORD"; 8].join(" + "), "= 1".into()]);
    }
}
