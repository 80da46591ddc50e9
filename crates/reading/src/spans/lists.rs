//! Sums as programs take them: a list of words in quotation marks, and the result after it.

use std::ops::Range;

use fukumen_language::text::{Draft, Edit};

/// Quotation marks, at either end of a word.
const QUOTES: &[char] = &['"', '\'', '`', '“', '”', '‘', '’'];

/// How many letters may stand between the list and the result: `, result = `.
const MOST_BETWEEN: usize = 12;

/// Writes each list with its result as an equation, and says whether there was one.
pub fn sum_lists(draft: &mut Draft) -> bool {
    let text = draft.text();
    let mut edits: Vec<Edit> = Vec::new();
    let mut done = 0;
    for (open, _) in text.match_indices('[') {
        if open < done {
            continue;
        }
        if let Some((at, sum)) = list(text, open) {
            done = at.end;
            edits.push(Edit::new(at, sum));
        }
    }
    if !edits.is_empty() {
        draft.edit(&edits);
    }
    done > 0
}

/// The equation of the list that opens here, and where it stands with all that belongs to it.
fn list(text: &str, open: usize) -> Option<(Range<usize>, String)> {
    let close = open + text[open..].find(']')?;
    let words: Vec<&str> = text[open + 1..close].split(',').map(quoted).collect::<Option<_>>()?;
    if words.len() < 2 {
        return None;
    }
    let after = &text[close + 1..];
    let mut from = 0;
    let result = loop {
        let first = from + after[from..].find(QUOTES)?;
        let letters = first + after[first..].chars().next()?.len_utf8();
        let last = letters + after[letters..].find(QUOTES)?;
        let end = last + after[last..].chars().next()?.len_utf8();
        let between = &after[from..first];
        let is_near = between.chars().filter(|c| c.is_alphabetic()).count() <= MOST_BETWEEN;
        if !is_near || between.contains(['[', ']', '.', '!', '?']) {
            return None;
        }
        // In JSON the result has a key.
        if from == 0 && after[end..].trim_start().starts_with(':') {
            from = end;
            continue;
        }
        break (quoted(&after[first..end])?, close + 1 + end);
    };
    Some((start(text, open)..result.1, format!("{}={}", words.join("+"), result.0)))
}

/// The letters between quotation marks.
fn quoted(typed: &str) -> Option<&str> {
    let typed = typed.trim();
    let word = typed.strip_prefix(QUOTES)?.strip_suffix(QUOTES)?;
    (!word.is_empty() && word.chars().all(char::is_alphanumeric)).then_some(word)
}

/// Where the name to which the list belongs begins: `words = [`, `"words": [`.
fn start(text: &str, open: usize) -> usize {
    let before = text[..open].trim_end();
    let Some(named) = before.strip_suffix(['=', ':']) else { return open };
    let named = named.trim_end().trim_end_matches(QUOTES);
    let before = named.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    if before.len() < named.len() { before.trim_end_matches(QUOTES).len() } else { open }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        let mut draft = Draft::new(text);
        sum_lists(&mut draft);
        draft.text().to_owned()
    }

    #[test]
    fn a_list_and_a_result_are_a_sum() {
        assert_eq!(
            of("Input: words = [\"AB\",\"CD\"], result = \"EF\"\nOutput: true"),
            "Input: AB+CD=EF\nOutput: true"
        );
        assert_eq!(of("words = ['AB', 'CD']\nresult = 'EF'"), "AB+CD=EF");
        assert_eq!(of("{\"words\": [\"AB\", \"CD\"], \"result\": \"EF\"}"), "{AB+CD=EF}");
        assert_eq!(of("isSolvable([“AB”, “CD”], “EF”)"), "isSolvable(AB+CD=EF)");
    }

    #[test]
    fn other_lists_stay() {
        for text in
            ["[\"AB\",\"CD\"]", "[1, 2, 3] \"AB\"", "[\"AB\"], \"CD\"", "[\"AB\",\"CD\"]. It is \"EF\""]
        {
            assert_eq!(of(text), text);
        }
    }
}
