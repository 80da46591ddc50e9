//! Puzzles in texts: lines of verse and sentences whose last word is the sum of the others, or in which the words before and
//! after an equals sign, or a word such as `is`, have the same sum.
//!
//! A text is split into lines and sentences. Each equation is used once.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::count::Counter;
use super::error::{GenerateError, Thing, wrong};
use super::finds::Finds;
use super::kind::{Kind, SUBJECT_FILE};
use super::order::{Choice, Order};
use super::space::Space;
use super::speller::{Letter, Speller};
use super::verbal::Spelled;
use super::{speller, verbal};
use fukumen_language::arrange::Arrange;
use fukumen_language::message::message;
use fukumen_language::puzzle::Rules;
use fukumen_language::spelling;
use fukumen_language::spelling::Spelling;
use fukumen_language::text::conditions;

/// The equations of a part.
const EQUATIONS: usize = 256;
/// The most words of a passage: a text without punctuation would be one passage.
const MOST_WORDS: usize = 1000;
/// Signs that combine words in another way than a sum.
const OTHER_SIGNS: &[char] = &['*', '×', '·', '/', '÷', '-', '−', '^', '<', '>', '≤', '≥', '≠'];
/// The signs that end a sentence, and those that end a clause.
const SENTENCE_ENDS: &[char] = &['.', '!', '?', '…', '。', '！', '？', '।', '॥', '؟', '۔'];
const CLAUSE_ENDS: &[char] = &[
    ',', ';', ':', '—', '–', '(', ')', '[', ']', '"', '“', '”', '„', '«', '»', '、', '，', '；', '：', '،',
    '؛',
];

/// Puzzles in texts.
#[derive(Clone, Copy, Debug)]
pub struct Literary;

impl Kind for Literary {
    fn name(&self) -> &'static str {
        "literary"
    }

    fn help(&self) -> &'static str {
        "sentences and lines of verse whose last word is the sum of the others"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("", "sonnets.txt"), ("with-solution", "")]
    }

    fn subject(&self) -> Option<&'static str> {
        Some(SUBJECT_FILE)
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        speller::check_blanks(&order.rules)?;
        let text = order.subject.as_deref().ok_or(GenerateError::Missing(&[Thing::Text]))?;
        let has_clauses = order.given(self).is_given("clauses");
        let splits = order.given(self).text("split").unwrap_or_default();
        let splits: Vec<String> =
            splits.split(',').map(|word| plain_apostrophes(&word.trim().to_lowercase())).collect();
        if let Some(split) = splits.iter().find(|split| spelling::words(split).count() != 1 && *split != "=")
        {
            return Err(wrong("split", split, message!("expected-words")));
        }
        let passages = passages(text, has_clauses);
        if passages.is_empty() {
            return Err(GenerateError::NoText);
        }
        let equations = equations(&passages, &splits, order)?;
        Ok(Box::new(Book { equations, rules: order.rules.clone() }))
    }
}

const CHOICES: &[Choice] = &[
    Choice::text("split", "WORDS", "words that are equals signs, separated by commas; '=' always is one")
        .by_default("is,are"),
    Choice::flag("clauses", "look at what stands between commas, too"),
];

/// Consecutive words of a text.
struct Passage<'a> {
    /// Its first line, from 1.
    line: usize,
    text: &'a str,
}

/// Returns the lines and the sentences of a text in their order.
fn passages(text: &str, has_clauses: bool) -> Vec<Passage<'_>> {
    let mut all = pieces(text, |c| c == '\n');
    all.extend(pieces(text, |c| SENTENCE_ENDS.contains(&c)));
    if has_clauses {
        all.extend(pieces(text, |c| c == '\n' || SENTENCE_ENDS.contains(&c) || CLAUSE_ENDS.contains(&c)));
    }
    all.arrange_by_key(|passage| passage.line);
    all
}

/// Returns the text between ends. A blank line ends a paragraph, and everything in it.
fn pieces(text: &str, is_end: impl Fn(char) -> bool) -> Vec<Passage<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut line, mut is_blank, mut first_line) = (0, 1, true, None);
    for (at, c) in text.char_indices() {
        if is_end(c) || c == '\n' && is_blank {
            pieces.push(Passage { line: first_line.take().unwrap_or(line), text: &text[start..at] });
            start = at + c.len_utf8();
        } else if !c.is_whitespace() {
            first_line.get_or_insert(line);
        }
        is_blank = c == '\n' || is_blank && c.is_whitespace();
        line += usize::from(c == '\n');
    }
    pieces.push(Passage { line: first_line.unwrap_or(line), text: &text[start..] });
    pieces.retain(|piece| spelling::words(piece.text).nth(1).is_some());
    pieces
}

/// A passage that was read as an equation.
#[derive(Debug)]
struct Equation {
    line: usize,
    /// Its words with the signs between them.
    text: String,
}

/// Returns the equations of passages that may be puzzles, in their order and each once: many lines are also sentences, and
/// many sentences occur twice in a text.
///
/// # Errors
/// [`GenerateError::Interrupted`].
fn equations(
    passages: &[Passage<'_>],
    splits: &[String],
    order: &Order,
) -> Result<Vec<Equation>, GenerateError> {
    let rules = &order.rules;
    let mut reader = LetterReader { speller: Speller::new(rules), spelling: rules.spelling(), rules };
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for passage in passages {
        if order.interrupt.load(Ordering::Relaxed) {
            return Err(GenerateError::Interrupted);
        }
        each_reading(passage.text, splits, &mut |left, right| {
            if let Some((text, letters)) = reader.equation(left, right)
                && seen.insert(letters)
            {
                all.push(Equation { line: passage.line, text });
            }
        });
    }
    Ok(all)
}

/// Reads words as their letters under the rules.
struct LetterReader<'a> {
    speller: Speller,
    spelling: Spelling,
    rules: &'a Rules,
}

impl LetterReader<'_> {
    /// Returns an equation of words in capitals, and the letters of each; `None` if there are too few words, or more letters
    /// than digits.
    fn equation(&mut self, left: &[&str], right: &[&str]) -> Option<(String, Vec<Vec<Letter>>)> {
        if left.is_empty() || right.is_empty() || left.len() + right.len() < 3 {
            return None;
        }
        let (mut letters, mut different) = (Vec::new(), Vec::new());
        let left = self.side(left, &mut letters, &mut different)?;
        // The equals sign follows the word without one.
        letters.push(Vec::new());
        let right = self.side(right, &mut letters, &mut different)?;
        Some((verbal::capitals(&format!("{left}={right}"), &self.spelling), letters))
    }

    /// Reads words of letters with plus signs; apostrophes and points inside them are dropped, and a word with a digit does
    /// not count. Adds the letters of each, and the new letters.
    fn side(
        &mut self,
        words: &[&str],
        letters: &mut Vec<Vec<Letter>>,
        different: &mut Vec<Letter>,
    ) -> Option<String> {
        let most = verbal::most_letters(self.rules) as usize;
        let mut plain = Vec::new();
        for word in words {
            if word.chars().any(char::is_numeric) {
                return None;
            }
            let (word, own) = self.speller.word_within(word)?;
            for letter in &own {
                if !different.contains(letter) {
                    different.push(*letter);
                }
            }
            if different.len() > most {
                return None;
            }
            plain.push(word);
            letters.push(own);
        }
        Some(plain.join("+"))
    }
}

/// Visits the ways to read a passage as an equation, each as the words on both sides. There are none if it has too many
/// words, or is a calculation of another kind.
fn each_reading<'a>(text: &'a str, splits: &[String], see: &mut dyn FnMut(&[&'a str], &[&'a str])) {
    let words = |text: &'a str| -> Vec<&'a str> { spelling::words(text).take(MOST_WORDS + 1).collect() };
    if let Some((left, right)) = text.split_once('=') {
        let (left, right) = (words(left), words(right));
        let is_sum = !text.contains(OTHER_SIGNS) && text.matches('=').count() == 1;
        if is_sum && left.len() + right.len() <= MOST_WORDS {
            see(&left, &right);
        }
        return;
    }
    let words = words(text);
    let Some((last, others)) = words.split_last().filter(|_| words.len() <= MOST_WORDS) else { return };
    see(others, &[*last]);
    for (i, word) in words.iter().enumerate() {
        if splits.contains(&plain_apostrophes(&word.to_lowercase())) {
            see(&words[..i], &words[i + 1..]);
        }
    }
}

/// Returns a word with typed apostrophes.
fn plain_apostrophes(word: &str) -> String {
    word.replace('’', "'")
}

/// The equations of a text.
struct Book {
    equations: Vec<Equation>,
    rules: Rules,
}

impl Space for Book {
    fn parts(&self) -> u64 {
        self.equations.len().div_ceil(EQUATIONS) as u64
    }

    fn candidates(&self) -> Option<u64> {
        Some(self.equations.len() as u64)
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let start = (part as usize).saturating_mul(EQUATIONS);
        self.equations.iter().skip(start).take(EQUATIONS).try_for_each(|equation| {
            self.test(equation, finds);
            finds.looked_at(1)
        })
    }
}

impl Book {
    /// Solves an equation of words, unless it cannot be true.
    fn test(&self, equation: &Equation, finds: &mut Finds) {
        let Some(words) = self.spelled(&equation.text) else { return };
        let signed: Vec<(&Spelled, i64)> = words.iter().map(|(word, sign)| (word, *sign)).collect();
        if verbal::may_have(finds.solutions(), &signed, &self.rules, &mut Counter::new()) {
            let read = conditions::puzzle(&equation.text, &self.rules);
            finds.propose_read(read, Some(format!("line {}", equation.line)));
        }
    }

    /// Returns the words of an equation, those on the right with a minus sign; `None` if they have too many letters.
    fn spelled(&self, text: &str) -> Option<Vec<(Spelled, i64)>> {
        let mut speller = Speller::new(&self.rules);
        let sides = text.split('=').zip([1, -1]);
        sides
            .flat_map(|(side, sign)| side.split('+').map(move |word| (word, sign)))
            .map(|(word, sign)| Some((Spelled::read(word, &mut speller, &self.rules).ok()??, sign)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    fn found(text: &str, choices: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
        let found = trial::finds(&Literary, &trial::order(&Literary, text, choices), u64::MAX);
        trial::prove(&found, "lexicographic");
        found.into_iter().map(|find| (find.text, find.note)).collect()
    }

    fn one(text: &str, line: usize) -> Vec<(String, Option<String>)> {
        vec![(text.into(), Some(format!("line {line}")))]
    }

    #[test]
    fn sentences_and_lines_are_found_where_they_begin() {
        assert_eq!(found("Nothing here.\nSend\nmore money! No.", &[]), one("SEND+MORE=MONEY", 2));
        assert_eq!(found("Oh,\nsend more — money\nnow", &[]), one("SEND+MORE=MONEY", 2));
        assert_eq!(
            found("Send more money. Send more money.\nSEND MORE MONEY", &[]),
            one("SEND+MORE=MONEY", 1)
        );
    }

    #[test]
    fn paragraphs_part_sentences() {
        assert_eq!(found("send more\n\nmoney", &[]), []);
        assert_eq!(found("send more\nmoney", &[]), one("SEND+MORE=MONEY", 1));
    }

    #[test]
    fn a_word_may_be_the_equals_sign() {
        assert_eq!(found("Send more is money", &[]), one("SEND+MORE=MONEY", 1));
        assert_eq!(found("money = more + send", &[]), one("MONEY=MORE+SEND", 1));
        assert_eq!(found("Money makes send more", &[("split", "makes")]), one("MONEY=SEND+MORE", 1));
    }

    #[test]
    fn each_puzzle_is_found_once() {
        let once = one("SEND+MORE=MONEY", 1);
        assert_eq!(found("Send more is money.\nSend more money.\nSend, more = money!", &[]), once);
        assert_eq!(found("Se'nd more money.\nSend more money", &[]), once);
        let mut order = trial::order(&Literary, "Send more money. Sénd more money.", &[]);
        order.rules.set("fold", Some("accents")).expect("it is a setting");
        assert_eq!(trial::texts(&trial::finds(&Literary, &order, u64::MAX)).len(), 1);
    }

    /// A text without punctuation is one sentence, and each of its `is` is an equals sign.
    #[test]
    fn a_long_sentence_is_passed_over() {
        let text = "what is is and what is not is not\n".repeat(3000) + "\nsend more money";
        assert_eq!(found(&text, &[]), one("SEND+MORE=MONEY", 3002));
    }

    /// The sentence of 41 words that puzzlers know is not too long.
    #[test]
    fn a_sentence_may_have_dozens_of_words() {
        let text = "So many more men seem to say that they may soon try to stay at home so as to see or hear the same one man \
                    try to meet the team on the moon as he has at the other ten tests.";
        let mends = found(text, &[]);
        assert_eq!(mends.len(), 1, "{mends:?}");
        assert!(mends[0].0.ends_with("+TEN=TESTS"));
    }

    #[test]
    fn a_calculation_of_another_kind_is_no_sum() {
        for text in
            ["money = send = more", "send * more = money", "send - more = money", "send < more = money"]
        {
            assert_eq!(found(text, &[]), [], "{text}");
        }
    }

    #[test]
    fn sentences_end_in_many_scripts() {
        for text in
            ["क। send more money। ख", "one two. Send more money؟ next word", "「あ。」send more money。い"]
        {
            assert_eq!(found(text, &[]), one("SEND+MORE=MONEY", 1), "{text}");
        }
    }

    #[test]
    fn clauses_are_looked_at_where_asked_for() {
        let text = "Please: send more money, will you";
        assert_eq!(found(text, &[]), []);
        assert_eq!(found(text, &[("clauses", "")]), one("SEND+MORE=MONEY", 1));
    }

    #[test]
    fn what_is_no_word_of_letters_makes_no_puzzle() {
        assert_eq!(found("send 2 money", &[]), []);
        assert_eq!(found("sen'd mo.re money", &[]), one("SEND+MORE=MONEY", 1));
    }

    #[test]
    fn a_text_without_words_is_told() {
        for text in ["", "\n\n", "1", "word"] {
            let order = Order { subject: Some(text.into()), ..Order::default() };
            assert!(matches!(trial::refusal(&Literary, &order), GenerateError::NoText));
        }
    }
}
