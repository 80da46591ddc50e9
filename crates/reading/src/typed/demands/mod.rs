//! What sentences ask for beyond the puzzle, judged by their words: nothing that does is left out.

mod lists;

use std::ops::Range;

use super::marks::is_without_case;
use super::passage::tokens;
use super::pattern::{LINKS, number_word};
use super::prose::{ASKING, COUNTED};
use super::view::View;
use super::{cjk, languages};
use fukumen_language::puzzle::Distinct;
use lists::{
    AMBIGUOUS, BEFORE_AMBIGUOUS, BEHIND_ARTICLES, DEMANDING_PARTS, DENYING, OF_BLANKS, OF_BLANKS_PARTS,
    OF_LETTERS_PARTS, OTHER_SUBJECTS, TELLING, ZEROS,
};
pub(super) use lists::{DEMANDING, DEMANDING_IN_SENTENCES, LEADING};

/// Whether sentences around a puzzle of blanks alone say how the digits of these differ, or which ones they are.
pub(super) fn are_of_blanks(sentences: &str) -> bool {
    sentences.split(['.', '!', '?', ';', ':', '…', '\n', '。', '！', '？']).any(|sentence| {
        let has = |list: &[&str]| list.iter().any(|part| sentence.contains(part));
        let says = has(OF_BLANKS_PARTS) || words(sentence).any(|word| OF_BLANKS.contains(&word.as_str()));
        says && !has(OF_LETTERS_PARTS) && !names_other_subjects(words(sentence))
    })
}

/// Whether some words are about letters or answers, not about the digits of blanks.
pub(super) fn names_other_subjects(mut words: impl Iterator<Item = String>) -> bool {
    words.any(|word| OTHER_SUBJECTS.iter().any(|begin| word.starts_with(begin)))
}

/// Whether a text hides digits by blanks or stars alone, as far as this can be told among its words.
pub(super) fn hides_blanks_alone(view: &View) -> bool {
    let is_mark = |i: usize| matches!(view.sign(i), '?' | '*');
    let is_shown = |i: usize| view.sign(i).is_ascii_digit() || view.is_blank(i) || view.sign(i) == '*';
    let is_blank = |i: usize| {
        let is_beside = i > 0 && is_shown(i - 1) || i + 1 < view.len() && is_shown(i + 1);
        view.is_blank(i) && !is_mark(i) || is_mark(i) && is_beside
    };
    let is_number = |word: Range<usize>| {
        let letters = word.clone().filter(|i| view.letter(*i).is_alphabetic()).count();
        letters > 1
            && word.clone().all(|i| !view.letter(i).is_lowercase() && !is_without_case(view.letter(i)))
    };
    (0..view.len()).any(is_blank) && !view.words(view.whole()).into_iter().any(is_number)
}

/// Whether sentences around the puzzle of a text say nothing but what holds for it anyway.
pub(super) fn holds(view: &View, sentences: &str, demanding: &[&str]) -> bool {
    let is_of_blanks = are_of_blanks(sentences) && hides_blanks_alone(view);
    let says_more = is_of_blanks || cjk::names_digits(sentences) || says_of_letter(view, sentences);
    holds_anyway(sentences, demanding) && !says_more
}

/// Words between the first and the last of several letters: `A to F`.
const TO: &[&str] =
    &["to", "through", "thru", "bis", "à", "a", "al", "hasta", "até", "do", "tot", "до", "から", "到", "至"];

/// How many words behind a letter may say what it is.
const MOST_BEHIND_LETTER: usize = 4;

/// Whether a sentence that is no question says something of one letter of the puzzle: `A ist nicht 3`, `A é ímpar`, `Aは3`.
fn says_of_letter(view: &View, sentences: &str) -> bool {
    let ends = ['.', '!', '?', ';', ':', ',', '…', '\n', '。', '、', '，'];
    sentences.split_inclusive(ends).any(|sentence| {
        let tokens = tokens(sentence);
        let asks = sentence.ends_with('?')
            || tokens.first().is_some_and(|word| ASKING.contains(&word.to_lowercase().as_str()));
        // `AMC 10B 2012` is a label.
        let has_words =
            sentence.contains(|c: char| c.is_lowercase() || is_without_case(c) || "=≠<>≤≥".contains(c));
        let is_known = |letter: char| (0..view.len()).filter(|i| view.sign(*i) == letter).nth(1).is_some();
        let is_letter = |at: &usize| {
            let mut letters = tokens[*at].chars();
            let is_one =
                letters.next().is_some_and(|c| c.is_uppercase() && is_known(c)) && letters.next().is_none();
            is_one && !tokens.get(at + 1).is_some_and(|next| BEHIND_ARTICLES.contains(next))
        };
        let mut letters = (0..tokens.len()).filter(is_letter).peekable();
        let Some(first) = letters.peek().copied().filter(|_| has_words && !asks) else { return false };
        letters.clone().any(|at| is_told(&tokens[at + 1..])) || {
            // `A je menší než B`, but not `A und B`.
            let other = letters.nth(1).filter(|other| tokens[*other] != tokens[first]);
            other.is_some_and(|other| !tokens[first + 1..other].iter().all(|word| is_link(word)))
        }
    })
}

/// Whether the first words behind a letter say what it is: a number that counts nothing, or a word such as `even`.
fn is_told(behind: &[&str]) -> bool {
    let behind = &behind[..behind.len().min(MOST_BEHIND_LETTER)];
    let is_number = |word: &str| word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_value =
        |i: usize| is_number(behind[i]) && !behind.get(i + 1).is_some_and(|next| COUNTED.contains(next));
    let is_property =
        |i: usize| (i..behind.len()).any(|end| languages::property(&behind[i..=end].join(" ")).is_some());
    (0..behind.len()).any(|i| is_value(i) || is_property(i))
}

/// Whether a word stands between the letters of a list or a range.
fn is_link(word: &str) -> bool {
    let word = word.to_lowercase();
    LINKS.contains(&word.as_str()) || TO.contains(&word.as_str())
}

/// Whether sentences around a puzzle say nothing but what holds for it anyway.
pub(super) fn asks_nothing(view: &View, sentences: &str) -> bool {
    let mut demanding = [DEMANDING, DEMANDING_IN_SENTENCES].concat();
    // Letters differ anyway.
    let has_blanks = (0..view.len()).any(|i| view.is_blank(i));
    demanding.retain(|word| *word != "distinct" || has_blanks || view.rules.distinct != Distinct::All);
    holds(view, sentences, &demanding)
}

/// Whether sentences in a script without spaces ask for more.
pub(super) fn has_demanding_part(sentences: &str) -> bool {
    DEMANDING_PARTS.iter().any(|part| sentences.contains(part))
}

/// Whether sentences say nothing but what holds for every puzzle, judged by their words.
pub(super) fn holds_anyway(sentences: &str, demanding: &[&str]) -> bool {
    !has_demanding_part(sentences)
        && !sentences.contains('∈')
        && sentences.split(['.', '!', '?', ';', ':', ',', '…', '\n']).all(|sentence| {
            let mut before = String::new();
            let mut said = Vec::new();
            for word in words(sentence) {
                let is_meant =
                    !AMBIGUOUS.contains(&word.as_str()) || BEFORE_AMBIGUOUS.contains(&before.as_str());
                before.clone_from(&word);
                said.extend(Some(word).filter(|_| is_meant));
            }
            let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
            let names_zero = has(ZEROS) || names_zero(sentence);
            if names_zero
                && has(LEADING)
                && has(DENYING)
                && !has(&["allowed", "may", "permitted", "restriction"])
            {
                return !has(DEMANDING);
            }
            // "Can you solve" asks for nothing more.
            let lets_be_same = has(&["can", "may"]) && has(&["equal", "same"]);
            let is_telling = has(&["digit", "digits"]) || has(TELLING);
            let names_digits = is_telling && sentence.contains(char::is_numeric);
            !(has(demanding) || names_zero || lets_be_same || names_digits || says_value(sentence))
        })
}

/// Whether a sentence names 0, and no other number: a range of digits does.
fn names_zero(sentence: &str) -> bool {
    let mut numbers = sentence.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    numbers.next() == Some("0") && numbers.next().is_none()
}

/// Whether some words say what one letter is, `Hello T is 9`, `(M in {1,5})`, `(E = seven)`, or which digits there are: `using 1`,
/// `a puzzle from 1 to 9`.
fn says_value(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split(|c: char| c.is_whitespace() || "()[]".contains(c)).collect();
    let is_letter = |word: &str| word.chars().all(char::is_uppercase) && word.chars().count() == 1;
    let is_digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_value = |word: &str| is_digit(word.trim_start_matches('{')) || number_word(word).is_some();
    let says = ["is", "in", "from", "between", "=", "≠", "<", ">", "≤", "≥", "∈"];
    let is_list =
        matches!(words.as_slice(), [.., "use" | "using" | "Use" | "Using", digit] if is_digit(digit));
    let is_range = |four: &[&str]| {
        four[0] == "from"
            && is_digit(four[1])
            && four[2] == "to"
            && four[3].len() == 1
            && four[1..] != ["0", "to", "9"]
    };
    is_list
        || words.windows(4).any(is_range)
        || words.windows(3).any(|three| is_letter(three[0]) && says.contains(&three[1]) && is_value(three[2]))
}

/// The words of a text in small letters.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}
