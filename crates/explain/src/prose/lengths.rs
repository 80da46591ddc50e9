//! How long sentences and paragraphs are: facts and texts in parts.

use crate::Sentence;
use crate::Value;

/// A paragraph has at most this many words.
pub(super) const MOST_WORDS: usize = 80;
/// A sentence has at most this many words: with a row in front of it, with a column, with neither.
pub(super) const WITH_ROW: usize = 27;
pub(super) const WITH_COLUMN: usize = 30;
pub(super) const WITHOUT_PLACE: usize = 33;
/// The words of a sentence that its conclusions take at most, and if it is too long; the others have further sentences.
pub(super) const CONCLUDED: &[usize] = &[28, 20, 13, 8, 4, 1];
/// As few as there can be.
pub(super) const ONE: &[usize] = &[1];
/// A sentence with long formulas has at most this many words; the words that a longer one then keeps.
pub(super) const MOST_WITH_FORMULAS: usize = 32;
pub(super) const FORMULA: usize = 12;

/// A sentence whose formulas keep this many words at most: their ends.
pub(super) fn shortened(sentence: &Sentence, most: usize) -> Sentence {
    let cut = |text: &String| {
        let words: Vec<&str> = text.split(' ').filter(|word| *word != "…").collect();
        if words.len() <= most {
            return text.clone();
        }
        let half = most / 2 - 1;
        format!("{} … {}", words[..half].join(" "), words[words.len() - half..].join(" "))
    };
    let value = |value: &Value| match value {
        Value::Text(text) => Value::Text(cut(text)),
        Value::Formula(text) => Value::Formula(cut(text)),
        other => other.clone(),
    };
    let params = sentence.params.iter().map(|(name, own)| (*name, value(own))).collect();
    Sentence { key: sentence.key, params }
}

/// What a fact says, or several that say the same.
pub(super) struct Said {
    pub text: String,
    /// How many facts they are.
    pub facts: usize,
    /// Whether it is about a carry, so that it begins with a word and not with a symbol.
    pub is_carry: bool,
}

/// Facts as a value of a sentence.
pub(super) fn listed(facts: Vec<Said>) -> Value {
    Value::List(facts.into_iter().map(|said| said.text).collect())
}

/// Facts in parts that fit one sentence each: the first of at most that many words.
pub(super) fn chunked(facts: Vec<Said>, most: usize) -> Vec<Vec<Said>> {
    let mut chunks: Vec<Vec<Said>> = Vec::new();
    let mut words = 0;
    for fact in facts {
        let own = 1 + fact.text.split_whitespace().count();
        let most = if chunks.len() < 2 { most } else { CONCLUDED[0] };
        match chunks.last_mut().filter(|_| words + own <= most) {
            Some(chunk) => chunk.push(fact),
            None => {
                chunks.push(vec![fact]);
                words = 0;
            }
        }
        words += own;
    }
    chunks
}

/// Whether texts are short: the sentence behind the place has at most these words, the others as many as without one.
pub(super) fn is_short(texts: &[String], most: usize) -> bool {
    let sentences = texts.iter().flat_map(|text| text.split(". ")).enumerate();
    let is_short = |(at, sentence): (usize, &str)| {
        sentence.split_whitespace().count() <= if at == 0 { most } else { WITHOUT_PLACE }
    };
    sentences.into_iter().all(is_short)
}

/// A text in parts of whole sentences that are no longer than a paragraph.
pub(super) fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut words = 0;
    for sentence in text.split_inclusive(". ") {
        let own = sentence.split_whitespace().count();
        match pieces.last_mut().filter(|_| words + own <= MOST_WORDS) {
            Some(piece) => piece.push_str(sentence),
            None => {
                pieces.push(sentence.into());
                words = 0;
            }
        }
        words += own;
    }
    pieces.iter_mut().for_each(|piece| piece.truncate(piece.trim_end().len()));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_as_many_facts_as_fit() {
        let facts = |texts: &[&str]| {
            texts
                .iter()
                .map(|text| Said { text: (*text).into(), facts: 1, is_carry: false })
                .collect::<Vec<_>>()
        };
        let sizes = |most| {
            let chunks = chunked(facts(&["A = 1", "B = 2", "C is 3 or 4", "D = 5"]), most);
            chunks.iter().map(Vec::len).collect::<Vec<usize>>()
        };
        assert_eq!(sizes(13), [2, 2]);
        assert_eq!(sizes(1), [1, 3]);
        assert_eq!(sizes(100), [4]);
    }

    #[test]
    fn of_a_long_formula_the_ends_are_left() {
        let sum = "A + B + C + D + E + F + G + H = {multiple:10}".to_string();
        let params = vec![("formula", Value::Formula(sum)), ("symbol", Value::Text("A".into()))];
        let shorter = shortened(&Sentence { key: "ways", params }, 8);
        assert_eq!(shorter.params[0].1, Value::Formula("A + B … H = {multiple:10}".into()));
        assert_eq!(shorter.params[1].1, Value::Text("A".into()));
    }

    #[test]
    fn a_long_text_is_parted_between_sentences() {
        let text = "One two three. ".repeat(50);
        let parts = pieces(text.trim_end());
        assert!(
            parts.iter().all(|part| part.split_whitespace().count() <= MOST_WORDS && part.ends_with('.'))
        );
        assert_eq!(parts.join(" "), text.trim_end());
    }
}
