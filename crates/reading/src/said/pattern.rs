//! Patterns of words: how a statement is told.
//!
//! A pattern is words with spaces between them, each of which is one of:
//!
//! | | |
//! | --- | --- |
//! | `one\|two` | one of these words; `at_least` is two words, `letter*` every word that begins so, `<digits>` a list of its file |
//! | `[the\|a]` | one of these, or nothing |
//! | `..` | up to eight words of the clause, or sixteen signs that are words |
//! | `#` | a number, in digits or as a word |
//! | `L`, `LL` | a letter of the puzzle; a list of them |
//! | `N`, `NN`, `V` | a number of the puzzle; a list of them; one, or a number |
//! | `E` | equations |
//! | `,` | a comma or the like may stand here |
//! | `^`, `$` | the beginning and the end of the clause |
//! | `!not\|never` | none of these words is in the clauses of the pattern |
//! | `&` | what is before it and after it are in one clause, in either order |

use std::ops::Range;

use super::tokens::{EQUALS, Kind, Token, is_ideographic, words_of};

/// How long a gap is at most: a sign of a script without spaces counts 1, another word 2.
const LONGEST_GAP: usize = 16;

/// How many letters a list has at most.
const MOST_LISTED: usize = 32;

/// Words that stand between the parts of a list, in any language.
pub const LINKS: &[&str] = &[
    "and", "or", "nor", "und", "oder", "et", "ou", "y", "o", "e", "i", "oraz", "lub", "и", "или", "と", "和",
    "及",
];

/// One word of a pattern.
#[derive(Clone, Debug)]
enum Part {
    /// One of these sequences of words, the last of which may be a stem.
    Words {
        choices: Vec<Choice>,
        is_optional: bool,
    },
    Gap,
    Number,
    Letter,
    Letters,
    Name,
    Names,
    Value,
    Equations,
    Comma,
    Begin,
    End,
}

/// Some words one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    words: Vec<String>,
    is_stem: bool,
}

/// A pattern as its file has it.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Pieces that are found in one clause, in any order.
    pieces: Vec<Vec<Part>>,
    without: Vec<Choice>,
    /// The numbers of the lists of words of which it needs one each.
    pub needs: Vec<usize>,
}

/// A sentence to compare patterns with.
pub struct Sentence<'a> {
    pub tokens: &'a [Token],
    /// Whether a word in small letters is a letter, or all letters, of the puzzle.
    pub is_of_puzzle: &'a dyn Fn(&str) -> bool,
    /// The number that a word is.
    pub number: &'a dyn Fn(&str) -> Option<u64>,
}

/// A value of a variable part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Number(u64),
    /// Tokens that name letters or numbers of the puzzle.
    Names(Vec<usize>),
    Equations(Range<usize>),
}

/// Where a pattern was found.
#[derive(Clone, Debug)]
pub struct Match {
    pub tokens: Range<usize>,
    pub values: Vec<Value>,
}

impl Choice {
    fn of(written: &str) -> Self {
        if written == EQUALS {
            return Self { words: vec![EQUALS.to_owned()], is_stem: false };
        }
        let (written, is_stem) = match written.strip_suffix('*') {
            Some(stem) => (stem, true),
            None => (written, false),
        };
        let spaced = written.replace('_', " ");
        Self { words: words_of(&spaced).into_iter().map(|(_, word)| word.to_owned()).collect(), is_stem }
    }

    /// The word that it begins with, and whether it is a stem.
    pub fn first(&self) -> (&str, bool) {
        (self.words.first().map_or("", String::as_str), self.is_stem && self.words.len() == 1)
    }

    /// Whether these words stand at a token.
    fn fits(&self, tokens: &[Token], at: usize) -> bool {
        let clause = tokens.get(at).map(|token| token.clause);
        !self.words.is_empty()
            && self.words.iter().enumerate().all(|(i, word)| {
                tokens.get(at + i).is_some_and(|token| {
                    // A capital alone is a letter of the puzzle, not a word of one letter.
                    let is_capital = token.is_letter() && !token.is_first;
                    let own = match token.kind {
                        Kind::Number(number) => &number.to_string(),
                        _ => token.word(),
                    };
                    let is_last = i + 1 == self.words.len();
                    let is_it =
                        if self.is_stem && is_last { own.starts_with(word.as_str()) } else { own == word };
                    is_it && !is_capital && Some(token.clause) == clause
                })
            })
    }
}

impl Pattern {
    /// Reads a pattern; `list` are the words that a name in angle brackets stands for.
    pub fn of<'a>(written: &'static str, list: &dyn Fn(&str) -> Option<&'a str>) -> Self {
        let (mut pieces, mut without) = (vec![Vec::new()], Vec::new());
        let choices = |written: &str| -> Vec<Choice> {
            let named = |word: &str| match word.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
                Some(name) => list(name).unwrap_or_default().split('|').map(Choice::of).collect::<Vec<_>>(),
                None => vec![Choice::of(word)],
            };
            written.split('|').flat_map(named).collect()
        };
        for word in written.split_whitespace() {
            let part = match word {
                ".." => Part::Gap,
                "#" => Part::Number,
                "L" => Part::Letter,
                "LL" => Part::Letters,
                "N" => Part::Name,
                "NN" => Part::Names,
                "V" => Part::Value,
                "E" => Part::Equations,
                "," => Part::Comma,
                "^" => Part::Begin,
                "$" => Part::End,
                "&" => {
                    pieces.push(Vec::new());
                    continue;
                }
                _ => match (word.strip_prefix('!'), word.strip_prefix('[')) {
                    (Some(words), _) => {
                        without.extend(choices(words));
                        continue;
                    }
                    (_, Some(words)) => {
                        Part::Words { choices: choices(words.trim_end_matches(']')), is_optional: true }
                    }
                    _ => Part::Words { choices: choices(word), is_optional: false },
                },
            };
            pieces.last_mut().expect("there is a first piece").push(part);
        }
        Self { pieces, without, needs: Vec::new() }
    }

    /// The lists of words of which it needs one each.
    pub fn needed(&self) -> impl Iterator<Item = &[Choice]> {
        self.pieces.iter().flatten().filter_map(|part| match part {
            Part::Words { choices, is_optional: false } => Some(choices.as_slice()),
            _ => None,
        })
    }

    /// The words that the pattern speaks of, and whether each is a stem.
    pub fn words(&self) -> impl Iterator<Item = (&str, bool)> {
        let choices = self.pieces.iter().flatten().filter_map(|part| match part {
            Part::Words { choices, .. } => Some(choices),
            _ => None,
        });
        choices.flatten().chain(&self.without).flat_map(|choice| {
            let last = choice.words.len().saturating_sub(1);
            choice.words.iter().enumerate().map(move |(i, word)| (word.as_str(), choice.is_stem && i == last))
        })
    }

    /// Finds the pattern at a token or after it.
    pub fn find(&self, sentence: &Sentence, from: usize) -> Option<Match> {
        let (first, others) = self.pieces.split_first()?;
        (from..sentence.tokens.len()).find_map(|start| {
            let mut found = find_piece(first, sentence, start)?;
            let clause = sentence.tokens[start].clause;
            let is_own = |at: &usize| sentence.tokens[*at].clause == clause;
            // 数字 is no letter, though 字 is one.
            let mut taken = vec![found.tokens.clone()];
            for piece in others {
                let end = found.tokens.end;
                let own = (end..sentence.tokens.len()).chain(0..end).filter(is_own);
                let is_free = |found: &Match| {
                    taken
                        .iter()
                        .all(|taken| found.tokens.end <= taken.start || taken.end <= found.tokens.start)
                };
                let mut all = own.into_iter().filter_map(|at| find_piece(piece, sentence, at));
                let Match { tokens, values } = all.find(is_free)?;
                taken.push(tokens.clone());
                found.tokens = found.tokens.start.min(tokens.start)..found.tokens.end.max(tokens.end);
                found.values.extend(values);
            }
            (!self.is_excluded(sentence, &found.tokens)).then_some(found)
        })
    }

    /// Whether a word that the pattern must not have is in its clauses.
    fn is_excluded(&self, sentence: &Sentence, found: &Range<usize>) -> bool {
        let tokens = sentence.tokens;
        let clauses = tokens[found.start].clause..=tokens[found.end - 1].clause;
        let mut own = (0..tokens.len()).filter(|i| clauses.contains(&tokens[*i].clause));
        !self.without.is_empty() && own.any(|i| self.without.iter().any(|choice| choice.fits(tokens, i)))
    }
}

/// Finds a piece of a pattern at a token.
fn find_piece(parts: &[Part], sentence: &Sentence, start: usize) -> Option<Match> {
    let mut values = Vec::new();
    let end = ends(parts, sentence, start..start, 0, &mut values)?;
    (end > start).then_some(Match { tokens: start..end, values })
}

/// Where the rest of a piece ends if it began at a token and has come to another.
fn ends(
    parts: &[Part],
    sentence: &Sentence,
    done: Range<usize>,
    part: usize,
    values: &mut Vec<Value>,
) -> Option<usize> {
    let Range { start, end: at } = done;
    let tokens = sentence.tokens;
    let Some(wanted) = parts.get(part) else { return Some(at) };
    // All of a pattern is in one clause, but for the commas of a list.
    let is_same = |at: usize| {
        at == start
            || matches!(parts[part - 1], Part::Comma)
            || tokens.get(at).is_none_or(|token| tokens[at - 1].clause == token.clause)
    };
    let before = values.len();
    let mut go_on = |at: usize, value: Option<Value>| {
        values.truncate(before);
        values.extend(value);
        ends(parts, sentence, start..at, part + 1, values)
    };
    let starts_clause =
        |at: usize| at == 0 || tokens.get(at).is_none_or(|token| tokens[at - 1].clause != token.clause);
    match wanted {
        Part::Comma => go_on(at, None),
        Part::Begin => {
            if starts_clause(at) && at < tokens.len() {
                go_on(at, None)
            } else {
                None
            }
        }
        Part::End => {
            if starts_clause(at) {
                go_on(at, None)
            } else {
                None
            }
        }
        Part::Gap => {
            let clause = tokens[at.saturating_sub(1)].clause;
            let length = |token: &Token| if token.word().starts_with(is_ideographic) { 1 } else { 2 };
            let own = tokens[at..].iter().take_while(|token| token.clause == clause);
            let lengths = own.scan(0, |sum, token| {
                *sum += length(token);
                Some(*sum)
            });
            let most = lengths.take_while(|sum| *sum <= LONGEST_GAP).count();
            (0..=most).find_map(|n| go_on(at + n, None))
        }
        Part::Words { choices, is_optional } => {
            let fitting = choices.iter().filter(|choice| is_same(at) && choice.fits(tokens, at));
            let lengths: Vec<usize> = fitting.map(|choice| choice.words.len()).collect();
            lengths
                .into_iter()
                .find_map(|n| go_on(at + n, None))
                .or_else(|| if *is_optional { go_on(at, None) } else { None })
        }
        _ if !is_same(at) => None,
        Part::Number => {
            let number = number(sentence, at)?;
            go_on(at + 1, Some(Value::Number(number)))
        }
        Part::Equations => match &tokens.get(at)?.kind {
            Kind::Equations(range) => go_on(at + 1, Some(Value::Equations(range.clone()))),
            _ => None,
        },
        Part::Letter | Part::Name => {
            let is_one = is_name(sentence, at) && (matches!(wanted, Part::Name) || tokens[at].is_letter());
            if is_one { go_on(at + 1, Some(Value::Names(vec![at]))) } else { None }
        }
        Part::Value if is_name(sentence, at) => go_on(at + 1, Some(Value::Names(vec![at]))),
        Part::Value => {
            let number = number(sentence, at)?;
            go_on(at + 1, Some(Value::Number(number)))
        }
        Part::Letters | Part::Names => {
            let (names, end) = list(sentence, at, matches!(wanted, Part::Letters))?;
            go_on(end, Some(Value::Names(names)))
        }
    }
}

fn number(sentence: &Sentence, at: usize) -> Option<u64> {
    match &sentence.tokens.get(at)?.kind {
        Kind::Number(number) => Some(*number),
        Kind::Word(word) => (sentence.number)(word),
        _ => None,
    }
}

/// Whether a token is a letter of the puzzle in capitals, or a word of them.
fn is_name(sentence: &Sentence, at: usize) -> bool {
    sentence
        .tokens
        .get(at)
        .is_some_and(|token| matches!(&token.kind, Kind::Name(word) if (sentence.is_of_puzzle)(word)))
}

/// The parts of a list that begins at a token, and where it ends: `A, B and C`.
fn list(sentence: &Sentence, from: usize, are_letters: bool) -> Option<(Vec<usize>, usize)> {
    let is_item = |at: usize| is_name(sentence, at) && (!are_letters || sentence.tokens[at].is_letter());
    let is_link = |at: usize| {
        sentence.tokens.get(at).is_some_and(|token| LINKS.contains(&token.word()) && !is_item(at))
    };
    let (mut items, mut at) = (Vec::new(), from);
    while is_item(at) && items.len() < MOST_LISTED {
        items.push(at);
        at += 1;
        if is_link(at) && is_item(at + 1) {
            at += 1;
        }
    }
    (!items.is_empty()).then_some((items, at))
}
