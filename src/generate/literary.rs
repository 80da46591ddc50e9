//! Puzzles that stand in texts: lines of verse and sentences whose last word is the sum of the others, or in which words on both sides of
//! an equals sign, or of a word such as `is`, come to the same.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::Choice;
use super::Finds;
use super::GenerateError;
use super::Gives;
use super::Kind;
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

/// How many passages make a part.
const PASSAGES: usize = 256;
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
        let splits =
            order.choice("split").unwrap_or("is,are").split(',').map(|word| word.trim().to_lowercase());
        let passages = passages(text, has_clauses);
        if passages.is_empty() {
            return Err(GenerateError::Unreadable { what: "the text", why: "it has no words".into() });
        }
        Ok(Box::new(Book { passages, splits: splits.collect(), rules: order.rules.clone() }))
    }
}

/// Words that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Passage {
    /// Its first line, from 1.
    line: usize,
    text: String,
}

/// The lines and the sentences of a text, each wording once, in their order.
fn passages(text: &str, has_clauses: bool) -> Vec<Passage> {
    let mut all = pieces(text, |c| c == '\n');
    all.extend(pieces(text, |c| SENTENCE_ENDS.contains(&c)));
    if has_clauses {
        all.extend(pieces(text, |c| c == '\n' || SENTENCE_ENDS.contains(&c) || CLAUSE_ENDS.contains(&c)));
    }
    all.sort_by_key(|passage| passage.line);
    let mut seen = HashSet::new();
    all.retain(|passage| seen.insert(wording(&passage.text)));
    all
}

/// What stands between ends. A blank line ends a paragraph, and whatever is in it.
fn pieces(text: &str, is_end: impl Fn(char) -> bool) -> Vec<Passage> {
    let mut pieces = Vec::new();
    let (mut line, mut is_blank) = (1, true);
    let mut piece = Passage { line, text: String::new() };
    for c in text.chars() {
        let ends_paragraph = c == '\n' && is_blank;
        if is_end(c) || ends_paragraph {
            pieces.push(std::mem::replace(&mut piece, Passage { line, text: String::new() }));
        } else {
            if piece.text.trim().is_empty() {
                piece.line = line;
            }
            piece.text.push(c);
        }
        is_blank = c == '\n' || is_blank && c.is_whitespace();
        line += usize::from(c == '\n');
    }
    pieces.push(piece);
    pieces.retain(|piece| spelling::words(&piece.text).nth(1).is_some());
    pieces
}

/// The words of a passage, whatever stands between them.
fn wording(text: &str) -> Vec<String> {
    text.split('=')
        .flat_map(|side| spelling::words(side).map(str::to_lowercase).chain(["=".into()]))
        .collect()
}

/// A text in passages.
struct Book {
    passages: Vec<Passage>,
    splits: Vec<String>,
    rules: Rules,
}

impl Space for Book {
    fn parts(&self) -> u64 {
        self.passages.len().div_ceil(PASSAGES) as u64
    }

    fn candidates(&self) -> Option<u64> {
        Some(self.passages.len() as u64)
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let start = (part as usize).saturating_mul(PASSAGES);
        for passage in self.passages.iter().skip(start).take(PASSAGES) {
            finds.looked_at(1)?;
            let text = verbal::capitals(&passage.text, &self.rules.spelling());
            for (left, right) in self.sides(&text) {
                self.test(passage, &left, &right, finds);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The words on one side.
type Side<'a> = Vec<&'a str>;

impl Book {
    /// The ways to read a passage as an equation.
    fn sides<'a>(&self, text: &'a str) -> Vec<(Side<'a>, Side<'a>)> {
        if let Some((left, right)) = text.split_once('=') {
            return vec![(spelling::words(left).collect(), spelling::words(right).collect())];
        }
        let words: Side = spelling::words(text).collect();
        let Some((last, others)) = words.split_last() else { return Vec::new() };
        let mut sides = vec![(others.to_vec(), vec![*last])];
        for (i, word) in words.iter().enumerate() {
            if self.splits.contains(&word.to_lowercase()) {
                sides.push((words[..i].to_vec(), words[i + 1..].to_vec()));
            }
        }
        sides
    }

    /// Solves an equation of words, unless it cannot be true.
    fn test(&self, passage: &Passage, left: &[&str], right: &[&str], finds: &mut Finds) {
        let count = left.len() + right.len();
        if left.is_empty() || right.is_empty() || !(3..=MOST_WORDS).contains(&count) {
            return;
        }
        let mut speller = Speller::new(&self.rules);
        let mut spell = |words: &[&str]| {
            words.iter().map(|word| spelled(word, &mut speller, &self.rules)).collect::<Option<Vec<_>>>()
        };
        let Some((left, right)) = spell(left).zip(spell(right)) else { return };
        let letters = left.iter().chain(&right).fold(0, |letters, word| letters | word.letters);
        let signed: Vec<(&Spelled, i64)> =
            left.iter().map(|word| (word, 1)).chain(right.iter().map(|word| (word, -1))).collect();
        if letters.count_ones() > verbal::most_letters(&self.rules)
            || !verbal::may_have(finds.solutions(), &signed, &self.rules, &mut Counter::new())
        {
            return;
        }
        let sum =
            |words: &[Spelled]| words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join("+");
        let read = parse::puzzle(&format!("{}={}", sum(&left), sum(&right)), &self.rules);
        finds.propose_read(read, Some(format!("line {}", passage.line)));
    }
}

/// A word of letters; apostrophes and points inside it are dropped, and a word with a digit is none.
fn spelled(word: &str, speller: &mut Speller, rules: &Rules) -> Option<Spelled> {
    let has_number = word.chars().any(char::is_numeric);
    if has_number { None } else { Spelled::read(word, speller, rules).ok().flatten() }
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
