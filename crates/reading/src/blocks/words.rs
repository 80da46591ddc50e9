//! Which texts of a file are words around its puzzles.

use fukumen_language::puzzle::Rules;
use fukumen_language::text::lines;

/// How many letters a word has at least.
const SHORTEST_WORD: usize = 3;

/// Whether a line is no condition and has a word in small letters, or letters of a script without capitals.
pub(super) fn has_words(line: &str, rules: &Rules) -> bool {
    let is_uncased = |c: char| c.is_alphabetic() && !c.is_uppercase() && !c.is_lowercase();
    let is_word = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic());
        letters.clone().any(is_uncased)
            || letters.clone().count() >= SHORTEST_WORD && letters.clone().any(char::is_lowercase)
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_plain =
        |word: &str| word.chars().filter(|c| c.is_lowercase()).count() > 1 && word.chars().all(is_of_words);
    // Two words side by side are no numbers of a condition.
    let is_prose = words.windows(2).any(|pair| is_plain(pair[0]) && is_plain(pair[1]));
    words.iter().any(|word| is_word(word)) && (is_prose || !lines::is_condition_like(line, rules))
}

/// Whether it is a letter, or a sign that ends a word.
fn is_of_words(c: char) -> bool {
    c.is_alphabetic() || ".,;:!?'’\"".contains(c)
}

/// Whether a text looks like a puzzle with a mistake: it has a relation and an operator on one line, or a rule.
pub(super) fn is_like_a_puzzle(text: &str) -> bool {
    const RELATIONS: &str = "=≠<>≤≥≦≧⩽⩾＝";
    const OPERATORS: &str = "+＋×*÷/^√∛";
    let has = |line: &str, signs: &str| line.contains(|c| signs.contains(c));
    text.lines().any(|line| has(line, RELATIONS) && has(line, OPERATORS) || lines::is_rule(line.trim()))
}

/// Whether a text is a word, a colon and the value of something: `Hint: T = 7`.
pub(super) fn is_hint(text: &str) -> bool {
    let is_word = |label: &&str| {
        label.chars().filter(|c| c.is_lowercase()).count() > 1 && label.chars().all(char::is_alphabetic)
    };
    let rest = text.split_once([':', '：']).filter(|(label, _)| is_word(label));
    rest.is_some_and(|(_, rest)| !calculates(rest))
}

/// Whether there is an operator in it.
pub(super) fn calculates(text: &str) -> bool {
    text.contains(|c| "+＋-−–*×·/÷:^√∛²³!".contains(c))
}

/// Whether a text has neither letters nor a relation, as the number of a puzzle: `(2)`.
pub(super) fn is_mark(text: &str) -> bool {
    !text.contains(|c: char| c.is_alphabetic() || "=≠<>≤≥□▢?_*".contains(c))
}
