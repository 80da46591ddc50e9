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
//! | `##` | a list of three numbers or more, in digits, each greater than the one before |
//! | `L`, `LL` | a letter of the puzzle; a list of them |
//! | `N`, `NN`, `V` | a number of the puzzle; a list of them; one, or a number |
//! | `E` | equations |
//! | `,` | a comma or the like may stand here |
//! | `^`, `$` | the beginning and the end of the clause |
//! | `!not\|never` | none of these words is in the clauses of the pattern |
//! | `&` | what is before it and after it are in one clause, in either order; a part that is only `[the\|a]` may be absent |

use std::ops::Range;

use super::tokens::{EQUALS, Kind, Token, is_ideographic, words_of};

/// How long a gap is at most: a sign of a script without spaces counts 1, another word 2.
const LONGEST_GAP: usize = 16;

/// How many letters a list has at most, and how many numbers at least: two are the ends of a range.
const MOST_LISTED: usize = 32;
const FEWEST_NUMBERS: usize = 3;

/// Words that stand between the parts of a list, in any language: those that mean all of its parts, and those that mean one.
pub const LINKS: &[&str] = &["and", "nor", "und", "et", "y", "e", "i", "oraz", "и", "と", "和", "及"];
pub const CHOICES: &[&str] = &["or", "oder", "ou", "o", "lub", "или"];

/// Whether a word stands between the parts of a list.
pub fn is_link(word: &str) -> bool {
    LINKS.contains(&word) || CHOICES.contains(&word)
}

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
    Numbers,
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
    Numbers(Vec<u64>),
    /// Tokens that name letters or numbers of the puzzle.
    Names(Vec<usize>),
    Equations(Range<usize>),
}

/// Where a pattern was found.
#[derive(Clone, Debug)]
pub struct Match {
    pub tokens: Range<usize>,
    pub values: Vec<Value>,
    /// The tokens that it has a part for: none of a gap, nor the `or` of a list.
    pub covered: Vec<usize>,
}

/// What the parts of a piece have found so far.
#[derive(Default)]
struct Parts {
    values: Vec<Value>,
    covered: Vec<usize>,
}

impl Sentence<'_> {
    /// The number that a token is.
    pub fn number_at(&self, at: usize) -> Option<u64> {
        match &self.tokens.get(at)?.kind {
            Kind::Number(number) => Some(*number),
            Kind::Word(word) => (self.number)(word),
            _ => None,
        }
    }
}

impl Choice {
    pub fn of(written: &str) -> Self {
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
    pub fn fits(&self, tokens: &[Token], at: usize) -> bool {
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
                "##" => Part::Numbers,
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
            for piece in others {
                let is_optional =
                    piece.iter().all(|part| matches!(part, Part::Words { is_optional: true, .. }));
                let own = (0..sentence.tokens.len()).filter(is_own);
                let places = places(&found.tokens, own, is_optional);
                // 数字 is no letter, though 字 is one.
                let is_free = |other: &Match| !other.covered.iter().any(|at| found.covered.contains(at));
                let mut all = places.into_iter().filter_map(|at| find_piece(piece, sentence, at));
                match all.find(is_free) {
                    Some(Match { tokens, values, covered }) => {
                        found.tokens = found.tokens.start.min(tokens.start)..found.tokens.end.max(tokens.end);
                        found.values.extend(values);
                        found.covered.extend(covered);
                    }
                    None if is_optional => {}
                    None => return None,
                }
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

/// The places for another piece: those among what was found, then those after it, then those before it; for a piece that may be
/// absent, the nearest first.
fn places(found: &Range<usize>, own: impl Iterator<Item = usize>, is_optional: bool) -> Vec<usize> {
    let mut places: Vec<usize> = own.collect();
    let distance = |at: usize| match at {
        _ if found.contains(&at) => 0,
        _ if at < found.start => found.start - at,
        _ => at + 1 - found.end,
    };
    places.sort_by_key(|at| (!is_optional && *at < found.start, distance(*at)));
    places
}

/// Finds a piece of a pattern at a token.
fn find_piece(parts: &[Part], sentence: &Sentence, start: usize) -> Option<Match> {
    let mut found = Parts::default();
    let end = ends(parts, sentence, start..start, 0, &mut found)?;
    let Parts { values, covered } = found;
    (end > start).then_some(Match { tokens: start..end, values, covered })
}

/// Where the rest of a piece ends if it began at a token and has come to another.
fn ends(
    parts: &[Part],
    sentence: &Sentence,
    done: Range<usize>,
    part: usize,
    found: &mut Parts,
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
    let before = (found.values.len(), found.covered.len());
    let mut go_on = |to: usize, value: Option<Value>| {
        found.values.truncate(before.0);
        found.values.extend(value);
        found.covered.truncate(before.1);
        let is_choice = |at: &usize| tokens[*at].is_choice();
        let is_list = matches!(wanted, Part::Letters | Part::Names);
        if !matches!(wanted, Part::Gap) {
            found.covered.extend((at..to).filter(|at| !(is_list && is_choice(at))));
        }
        ends(parts, sentence, start..to, part + 1, found)
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
            // `1, 2` is no range.
            let number = sentence.number_at(at).filter(|_| !tokens[at].is_listed)?;
            go_on(at + 1, Some(Value::Number(number)))
        }
        Part::Numbers => {
            let (numbers, end) = numbers(tokens, at)?;
            go_on(end, Some(Value::Numbers(numbers)))
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
            let number = sentence.number_at(at)?;
            go_on(at + 1, Some(Value::Number(number)))
        }
        Part::Letters | Part::Names => {
            let (names, end) = list(sentence, at, matches!(wanted, Part::Letters))?;
            go_on(end, Some(Value::Names(names)))
        }
    }
}

/// Whether a token is a letter of the puzzle in capitals, or a word of them.
pub fn is_name(sentence: &Sentence, at: usize) -> bool {
    sentence
        .tokens
        .get(at)
        .is_some_and(|token| matches!(&token.kind, Kind::Name(word) if (sentence.is_of_puzzle)(word)))
}

/// The parts of a list that begins at a token, and where it ends: `A, B and C`.
fn list(sentence: &Sentence, from: usize, are_letters: bool) -> Option<(Vec<usize>, usize)> {
    let is_item = |at: usize| is_name(sentence, at) && (!are_letters || sentence.tokens[at].is_letter());
    let is_linked =
        |at: usize| sentence.tokens.get(at).is_some_and(|token| is_link(token.word()) && !is_item(at));
    let (mut items, mut at) = (Vec::new(), from);
    while is_item(at) && items.len() < MOST_LISTED {
        items.push(at);
        at += 1;
        if is_linked(at) && is_item(at + 1) {
            at += 1;
        }
    }
    (!items.is_empty()).then_some((items, at))
}

/// The numbers of a list that begins at a token, and where it ends: `2, 3 and 5`.
fn numbers(tokens: &[Token], from: usize) -> Option<(Vec<u64>, usize)> {
    let is_link = |token: &Token| LINKS.contains(&token.word());
    let (mut numbers, mut end) = (Vec::new(), from);
    while let Some(Token { kind: Kind::Number(number), is_listed, .. }) = tokens.get(end) {
        let joins = end == from || *is_listed || is_link(&tokens[end - 1]);
        if !joins || numbers.last().is_some_and(|last| last >= number) {
            break;
        }
        numbers.push(*number);
        end += 1;
        let goes_on = matches!(tokens.get(end + 1), Some(Token { kind: Kind::Number(_), .. }));
        end += usize::from(goes_on && is_link(&tokens[end]));
    }
    (numbers.len() >= FEWEST_NUMBERS).then_some((numbers, end))
}

/// The last clause that a question goes on to: those that name letters, but say nothing.
pub fn asked(sentence: &Sentence, from: usize) -> usize {
    let says = |clause: usize| {
        let is_name = |token: &Token| matches!(token.kind, Kind::Name(_) | Kind::Initial);
        sentence.tokens.iter().any(|token| token.clause == clause && !is_name(token))
    };
    let last = sentence.tokens.last().map_or(from, |last| last.clause);
    (from + 1..=last).take_while(|clause| !says(*clause)).last().unwrap_or(from)
}
