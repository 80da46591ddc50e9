//! Puzzles that stand in texts: lines of verse and sentences whose last word is the sum of the others, or in which words on both sides of
//! an equals sign, or of a word such as `is`, come to the same.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::Choice;
use super::Finds;
use super::GenerateError;
use super::Gives;
use super::Kind;
use super::Letter;
use super::Order;
use super::SUBJECT_FILE;
use super::Space;
use super::count::Counter;
use super::speller;
use super::speller::Speller;
use super::verbal;
use super::verbal::Spelled;
use crate::parse;
use crate::puzzle::Rules;
use crate::spelling;
use crate::spelling::Spelling;

/// How many equations make a part.
const EQUATIONS: usize = 256;
/// A longer passage has more letters than digits, or none but a few again and again.
const MOST_WORDS: usize = 40;
/// What ends a sentence, and what ends a clause.
const SENTENCE_ENDS: &[char] = &['.', '!', '?', '…', '。', '！', '？'];
const CLAUSE_ENDS: &[char] =
    &[',', ';', ':', '—', '–', '(', ')', '"', '“', '”', '«', '»', '、', '，', '；', '：'];

/// Puzzles in texts.
pub struct Literary;

impl Kind for Literary {
    fn name(&self) -> &'static str {
        "literary"
    }

    fn help(&self) -> &'static str {
        "sentences and lines of verse whose last word is the sum of the others"
    }

    fn example(&self) -> &'static str {
        "generate literary sonnets.txt --with-solution"
    }

    fn subject(&self) -> Option<&'static str> {
        Some(SUBJECT_FILE)
    }

    fn choices(&self) -> &'static [Choice] {
        &[
            Choice {
                name: "split",
                takes: Gives::Value("WORDS"),
                help: "words that are equals signs, parted by commas [is,are]; '=' always is one",
            },
            Choice {
                name: "clauses",
                takes: Gives::Nothing,
                help: "look at what stands between commas, too",
            },
        ]
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        speller::check_blanks(&order.rules)?;
        let text = order.subject.as_deref().ok_or(GenerateError::Missing("a text"))?;
        let has_clauses = order.choice("clauses").is_some();
        let splits = order.choice("split").unwrap_or("is,are").split(',');
        let splits: Vec<String> = splits.map(|word| word.trim().to_lowercase()).collect();
        let passages = passages(text, has_clauses);
        if passages.is_empty() {
            return Err(GenerateError::Unreadable { what: "the text", why: "it has no words".into() });
        }
        let equations = equations(&passages, &splits, order)?;
        Ok(Box::new(Book { equations, rules: order.rules.clone() }))
    }
}

/// Words that stand together.
struct Passage<'a> {
    /// Its first line, from 1.
    line: usize,
    text: &'a str,
}

/// The lines and the sentences of a text in their order.
fn passages(text: &str, has_clauses: bool) -> Vec<Passage<'_>> {
    let mut all = pieces(text, |c| c == '\n');
    all.extend(pieces(text, |c| SENTENCE_ENDS.contains(&c)));
    if has_clauses {
        all.extend(pieces(text, |c| c == '\n' || SENTENCE_ENDS.contains(&c) || CLAUSE_ENDS.contains(&c)));
    }
    all.sort_by_key(|passage| passage.line);
    all
}

/// What stands between ends. A blank line ends a paragraph, and whatever is in it.
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

/// A passage read as an equation.
#[derive(Debug)]
struct Equation {
    line: usize,
    /// Its words with the signs between them.
    text: String,
}

/// The equations of passages that may be puzzles, in their order and each once: many a line is a sentence, too, and many a sentence
/// stands in a text twice.
///
/// # Errors
/// [`GenerateError::Interrupted`].
fn equations(
    passages: &[Passage<'_>],
    splits: &[String],
    order: &Order,
) -> Result<Vec<Equation>, GenerateError> {
    let rules = &order.rules;
    let mut reader = Reader { speller: Speller::new(rules), spelling: rules.spelling(), rules };
    let mut all = Vec::new();
    for passage in passages {
        if order.interrupt.load(Ordering::Relaxed) {
            return Err(GenerateError::Interrupted);
        }
        for (left, right) in sides(passage.text, splits) {
            if let Some(text) = reader.equation(&left, &right) {
                all.push(Equation { line: passage.line, text });
            }
        }
    }
    let mut seen = HashSet::new();
    let mut is_first: Vec<bool> = all.iter().map(|equation| seen.insert(&equation.text)).collect();
    is_first.reverse();
    all.retain(|_| is_first.pop() == Some(true));
    Ok(all)
}

/// Reads words as the letters that they have under the rules.
struct Reader<'a> {
    speller: Speller,
    spelling: Spelling,
    rules: &'a Rules,
}

impl Reader<'_> {
    /// An equation of words in capitals; none where there are too few or too many, or where they have too many letters.
    fn equation(&mut self, left: &[&str], right: &[&str]) -> Option<String> {
        let count = left.len() + right.len();
        if left.is_empty() || right.is_empty() || !(3..=MOST_WORDS).contains(&count) {
            return None;
        }
        let mut letters = Vec::new();
        let text = format!("{}={}", self.side(left, &mut letters)?, self.side(right, &mut letters)?);
        Some(verbal::capitals(&text, &self.spelling))
    }

    /// Words of letters with plus signs; apostrophes and points inside words are dropped, and one with a digit is none.
    fn side(&mut self, words: &[&str], letters: &mut Vec<Letter>) -> Option<String> {
        let most = verbal::most_letters(self.rules) as usize;
        let mut plain = Vec::new();
        for word in words {
            if word.chars().any(char::is_numeric) {
                return None;
            }
            let (word, own) = self.speller.word_within(word)?;
            letters.extend(own);
            letters.sort_unstable();
            letters.dedup();
            if letters.len() > most {
                return None;
            }
            plain.push(word);
        }
        Some(plain.join("+"))
    }
}

/// The words on one side.
type Side<'a> = Vec<&'a str>;

/// The ways to read a passage as an equation.
fn sides<'a>(text: &'a str, splits: &[String]) -> Vec<(Side<'a>, Side<'a>)> {
    if let Some((left, right)) = text.split_once('=') {
        return vec![(spelling::words(left).collect(), spelling::words(right).collect())];
    }
    let words: Side = spelling::words(text).collect();
    let Some((last, others)) = words.split_last() else { return Vec::new() };
    let mut sides = vec![(others.to_vec(), vec![*last])];
    for (i, word) in words.iter().enumerate() {
        if splits.contains(&word.to_lowercase()) {
            sides.push((words[..i].to_vec(), words[i + 1..].to_vec()));
        }
    }
    sides
}

/// A text in equations.
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
            let read = parse::puzzle(&equation.text, &self.rules);
            finds.propose_read(read, Some(format!("line {}", equation.line)));
        }
    }

    /// The words of an equation, those on the right with a minus sign; none where they have too many letters.
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
    use crate::generate::trial;

    fn found(text: &str, choices: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
        let found = trial::finds(&Literary, &trial::order(text, choices), u64::MAX);
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
            assert!(matches!(trial::refusal(&Literary, &order), GenerateError::Unreadable { .. }));
        }
    }
}
