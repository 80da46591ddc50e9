//! What the sentences around a puzzle say of it.

use std::collections::HashSet;

use super::words::{
    ALLOWING, ANY_DIGIT, ASKING, BASE_TEN, BEGINNING, BEHIND_LETTERS, CELLS, COMPARING, CONDITIONAL,
    COUNTERS, DENYING, IMPERATIVES, LEADING_WORDS, NUMBERS, SYSTEMS, UNFINISHED, ZERO,
};
use super::{lengths, predicates};
use crate::typed::demands::{DEMANDING, DEMANDING_IN_SENTENCES, holds_anyway, words};
use crate::typed::marks::is_without_case;
use crate::typed::pattern::number_word;
use crate::typed::view::View;
use crate::typed::words::REMAINDERS;
use crate::typed::{below, cjk, clauses, demands, prose, stated};
use fukumen_language::digits::Base;
use fukumen_language::puzzle::{Distinct, Rules};
use fukumen_language::text::lines;

/// What parts the clauses of a sentence.
const BETWEEN_CLAUSES: &[&str] = &[
    ", ", "，", "、", " and ", " und ", " et ", " y ", " e ", " i ", " и ", "（", " (", "并且", "而且", "且",
];

/// The fewest words of a clause behind another one that need not say anything.
const LEAST_WORDS: usize = 3;

/// How often a sentence is split into clauses within clauses: the time to try all separators grows with each.
const DEEPEST: usize = 2;

/// Words by which a sentence says in which form to give the answer: what it begins with, what is given, and as what.
const GIVING: &[&str] = &[
    "answer", "express", "format", "give", "output", "present", "print", "provide", "report", "respond",
    "return", "show", "state", "write",
];
const GIVEN: &[&str] = &["answer", "answers", "output", "response", "result", "solution", "solutions"];
const FORMS: &[&str] = &["as", "form", "format", "formatted", "json", "like"];

/// Abbreviations whose full stops end no sentence.
const ABBREVIATIONS: &[&str] = &["e.g.", "i.e.", "p.ex.", "z.B."];

/// Operators that are words, and the parts of names of functions.
const SIGNS_IN_WORDS: &[&str] = &["and", "in", "is", "mod", "not", "or"];

/// With this many values of letters, a sentence is an answer, not conditions.
const LEAST_VALUES: usize = 4;

/// The first character behind those of Latin script.
const LATIN_ENDS: char = '\u{250}';

/// How many words at least end in the initial of a name, and no condition: `Rest H.`
const LEAST_BEFORE_INITIAL: usize = 5;

/// Single letters that are words of some language.
const WORDS_OF_ONE_LETTER: &str = "AIYOEaeoyiuàèéÀ";

/// The lines that set what a sentence says; none if it says nothing that changes the solutions.
pub(super) struct Said(pub Vec<String>);

/// The puzzle that sentences may say something of.
pub(super) struct Subject<'a> {
    pub text: &'a str,
    pub letters: HashSet<char>,
    /// The letters that numbers begin with.
    pub leading: HashSet<char>,
    pub blanks: usize,
    pub view: &'a View<'a>,
}

impl Subject<'_> {
    /// What a sentence says, or its clauses one by one; `None` if that is not understood.
    pub fn judged(&self, sentence: &str) -> Option<Said> {
        let mut lines = self.told_in_clauses(&with_wide_commas(sentence), BETWEEN_CLAUSES, DEEPEST)?;
        if lines.iter().filter(|line| is_value(line)).count() >= LEAST_VALUES {
            lines.retain(|line| !is_value(line));
        }
        Some(Said(lines))
    }

    /// What a sentence says. If it is not understood as a whole, it is split at one of these separators; its clauses may be split
    /// again at later ones, down to this depth.
    fn told_in_clauses(&self, sentence: &str, separators: &[&str], depth: usize) -> Option<Vec<String>> {
        let clauses = |i: usize| {
            let clauses: Vec<&str> = sentence.split(separators[i]).collect();
            // `N is not 1, 2, 3`: a number alone goes on with what is said before.
            let is_number =
                |clause: &str| !clause.contains(char::is_alphabetic) && clause.contains(char::is_numeric);
            if clauses.len() < 2 || clauses.iter().any(|clause| is_number(clause)) {
                return None;
            }
            let later = &separators[i + 1..];
            let told = clauses.iter().map(|clause| self.told_in_clauses(clause, later, depth - 1));
            let told = told.collect::<Option<Vec<_>>>()?;
            // `T is odd and other than 9`: what goes on with what is said before has not been read.
            let is_part = |clause: &str| {
                clause.contains(char::is_numeric) || clause.split_whitespace().count() < LEAST_WORDS
            };
            let says_some = told.iter().any(|lines| !lines.is_empty());
            let is_lost = |(clause, lines): (&&str, &Vec<String>)| lines.is_empty() && is_part(clause);
            let joins = separators[i].contains(char::is_alphabetic);
            if joins && says_some && clauses.iter().zip(&told).skip(1).any(is_lost) {
                return None;
            }
            Some(told.concat())
        };
        let whole = self.told(sentence).map(|said| said.0);
        whole.or_else(|| (0..separators.len()).take_while(|_| depth > 0).find_map(clauses))
    }

    /// What a sentence or a clause says.
    fn told(&self, sentence: &str) -> Option<Said> {
        let sentence = sentence.trim();
        if !sentence.contains(char::is_alphanumeric) {
            return Some(Said(Vec::new()));
        }
        let plain = in_order(without_leading_words(sentence));
        let is_question = sentence.ends_with(['?', '？']);
        let conditions = below::told_in_words(&plain, self.text, self.view).or_else(|| self.in_signs(&plain));
        // A word that is left has not been read.
        let is_read = |condition: &String| {
            tokens(condition).iter().all(|word| {
                let is_word = word.chars().nth(1).is_some() && word.chars().all(char::is_lowercase);
                let is_name = SIGNS_IN_WORDS.contains(word) || condition.contains(&format!("{word}("));
                !is_word || is_name || word.chars().all(|c| self.letters.contains(&c))
            })
        };
        let conditions = conditions.filter(|conditions| !is_question && conditions.iter().all(is_read));
        if let Some(conditions) = conditions {
            return Some(Said(conditions.iter().map(|condition| format!("@where {condition}")).collect()));
        }
        if let Some(condition) = predicates::condition(sentence, &self.letters).filter(|_| !is_question) {
            return Some(Said(vec![format!("@where {condition}")]));
        }
        if let Some(settings) = cjk::digits_said(&plain, self.blanks) {
            return Some(Said(settings));
        }
        if self.blanks > 1 && cjk::says_distinct(plain.trim(), self.letters.is_empty()) {
            return Some(Said(vec!["@distinct-blanks".to_owned()]));
        }
        if let Some(said) = stated::said_by(&plain, self.text, self.view.rules) {
            return Some(Said(said.settings));
        }
        // Letters differ anyway.
        let is_distinct =
            self.blanks == 0 && self.view.rules.distinct == Distinct::All && stated::says_distinct(&plain);
        let says_nothing =
            is_distinct || lengths::are_shown(&plain, self.text) || self.says_nothing(sentence);
        says_nothing.then(|| Said(Vec::new()))
    }

    /// Conditions in signs, if a sentence is nothing else.
    fn in_signs(&self, sentence: &str) -> Option<Vec<String>> {
        let parts = sentence.split([',', ';', '，', '；']).map(|part| part.trim().to_owned());
        let parts: Vec<String> = parts.collect();
        let is_known = |part: &String| {
            let mut letters = part.chars().filter(|c| c.is_alphabetic()).peekable();
            letters.peek().is_some() && letters.all(|c| self.letters.contains(&c))
        };
        let is_condition = |part: &String| is_known(part) && lines::is_condition_like(part, self.view.rules);
        parts.iter().all(is_condition).then_some(parts)
    }

    /// Whether a sentence says nothing but what holds anyway, or asks for something.
    fn says_nothing(&self, sentence: &str) -> bool {
        let is_of_blanks = || self.blanks > 0 && self.letters.is_empty() && demands::are_of_blanks(sentence);
        if cjk::names_digits(sentence) || is_of_blanks() {
            return false;
        }
        let plain = self.without_shown_length(without_what_holds(sentence, self.view.rules));
        let lower = format!(" {} ", plain.to_lowercase());
        let has = |list: &[&str]| list.iter().any(|part| lower.contains(part));
        let has_word = |list: &[&str]| words(&plain).any(|word| list.contains(&word.as_str()));
        let named = self.named(&plain);
        let tokens = tokens(&plain);
        let has_number = has_number(&tokens);
        let is_about = has_number || !named.is_empty();
        let has_relation = is_about && plain.contains(['=', '<', '>', '≠', '≤', '≥', '＝', '∈', '→']);
        let first = words(&plain).next().unwrap_or_default();
        let asks = plain.trim_end().ends_with(['?', '？'])
            || [prose::ASKING, IMPERATIVES].concat().contains(&first.as_str())
            || ASKING.iter().any(|word| plain.starts_with(word))
            || is_unfinished(&plain);
        let is_conditional = has_word(CONDITIONAL)
            || CONDITIONAL.iter().any(|word| word.chars().all(is_without_case) && has(&[word]));
        // `Give your answer as JSON, e.g. {"A": 1}`: the example says nothing of the puzzle.
        if GIVING.contains(&first.as_str()) && has_word(GIVEN) && has_word(FORMS) && !is_conditional {
            return !has_word(DEMANDING);
        }
        if asks && !is_conditional && !has_relation && !has_word(REMAINDERS) {
            return holds_anyway(&plain, DEMANDING);
        }
        let is_of_digits = has_word(prose::OF_LETTERS) || clauses::is_of_puzzles(&plain);
        let of_zero = tokens.contains(&"0") || has(ZERO);
        let allows = has(ALLOWING) && !has(DENYING) && (of_zero || is_of_digits);
        // No number begins with zero.
        let denies_zero = plain.contains('≠') || !has_relation && has(DENYING);
        let is_of_beginning = has(BEGINNING) || !named.is_empty();
        if of_zero && is_of_beginning && denies_zero && !allows && !has_number {
            return named.is_subset(&self.leading);
        }
        // `Empty cells may hold any digit.`
        if has(CELLS) && has(ANY_DIGIT) && !is_about && !has_relation && !of_zero && !has(DENYING) {
            return !has_word(DEMANDING);
        }
        if is_about || is_of_digits || of_zero {
            let says_same = has_word(&["letter", "letters"]) && has_word(&["same"]);
            // What is said of the same letter, and that digits differ, holds for every puzzle.
            let is_new =
                |word: &&str| *word != "distinct" && !(says_same && matches!(*word, "repeated" | "twice"));
            let demanding: Vec<&str> =
                [DEMANDING, DEMANDING_IN_SENTENCES].concat().into_iter().filter(is_new).collect();
            let names_all = self.letters.iter().all(|letter| named.contains(letter));
            let is_general = named.is_empty() || names_all;
            // `Exercise 7.` says nothing of digits.
            let is_of_numbers = has_number && (is_of_digits || has(SYSTEMS) || has_range(&tokens));
            let holds = holds_anyway(&plain, &demanding)
                || clauses::is_of_puzzles(&plain) && !demands::has_demanding_part(&plain);
            return is_general && holds && !(is_of_numbers || has_relation || of_zero || allows);
        }
        holds_anyway(&plain, DEMANDING)
    }

    /// A sentence without how many digits a number has, if the number behind shows it: `What 4-digit number ABCD …`.
    fn without_shown_length(&self, sentence: String) -> String {
        let words: Vec<&str> = sentence.split([' ', '-']).collect();
        let shows = |at: usize| {
            let [count, "digit", rest @ ..] = &words[at..] else { return None };
            let count = count.parse().ok().or_else(|| number_word(count))?;
            let number =
                rest.iter().find(|word| !["natural", "number", "positive", "whole"].contains(word))?;
            let is_known = number.chars().all(|c| self.letters.contains(&c));
            (is_known && number.chars().count() as u64 == count).then(|| words[at..at + 2].join("-"))
        };
        match (0..words.len()).find_map(shows) {
            Some(length) => sentence.replacen(&length, "", 1),
            None => sentence,
        }
    }

    /// The letters of the puzzle that a sentence names, alone or in numbers.
    fn named(&self, sentence: &str) -> HashSet<char> {
        let narrow = |c: char| {
            let plain = char::from_u32((c as u32).wrapping_sub(0xfee0));
            plain.filter(|_| ('Ａ'..='ｚ').contains(&c)).unwrap_or(c)
        };
        let sentence = &*sentence.chars().map(narrow).collect::<String>();
        let mut named = HashSet::new();
        let tokens = tokens(sentence);
        let has_number = has_number(&tokens);
        for (i, token) in tokens.iter().enumerate() {
            let letters: Vec<char> = token.chars().collect();
            let next = tokens.get(i + 1).copied().unwrap_or_default();
            // `A repeated letter`, `I know`, `Henry E. Dudeney`.
            let is_article = !has_number
                && WORDS_OF_ONE_LETTER.contains(letters[0])
                && next.chars().count() > 2
                && next.starts_with(|c: char| c.is_lowercase() && c < LATIN_ENDS)
                && !BEHIND_LETTERS.contains(&next.to_lowercase().as_str());
            let is_initial = is_name(next) && sentence.contains(&format!("{token}. {next}"));
            let are_known = letters.iter().all(|c| self.letters.contains(c));
            let is_named = match letters.as_slice() {
                // A capital alone may be meant for a letter that the puzzle has not.
                [letter] => (are_known || letter.is_uppercase()) && !is_article && !is_initial,
                letters => are_known && !letters.iter().any(|c| c.is_lowercase()),
            };
            named.extend(letters.into_iter().filter(|_| is_named));
        }
        // In scripts without spaces, letters stand within words, which may be about anything.
        let rest = clauses::OF_PUZZLES.iter().fold(sentence.to_owned(), |rest, word| rest.replace(word, ""));
        if has_number || COMPARING.iter().any(|word| rest.contains(word)) {
            named.extend(rest.chars().filter(|c| is_without_case(*c) && self.letters.contains(c)));
        }
        named
    }
}

/// A sentence whose commas behind characters of a script without capitals are those of that script.
fn with_wide_commas(sentence: &str) -> String {
    let mut last = ' ';
    let wide = sentence.chars().map(|c| {
        let sign = if c == ',' && is_without_case(last) { '，' } else { c };
        last = c;
        sign
    });
    wide.collect()
}

/// Whether a line gives one letter its value.
fn is_value(line: &str) -> bool {
    line.trim_start_matches("@where ").split_once('=').is_some_and(|(letter, value)| {
        letter.trim().chars().count() == 1 && value.trim().chars().all(|c| c.is_ascii_digit())
    })
}

/// Whether a word is written as a name is: `Dudeney`.
fn is_name(word: &str) -> bool {
    word.chars().count() > 2 && word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase)
}

/// Whether a full stop at the end of some words belongs to an initial: `Henry E.`
pub(super) fn ends_initial(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut last = words.iter().rev().copied();
    let mut initial = last.next().unwrap_or_default().chars();
    initial.next().is_some_and(char::is_uppercase)
        && initial.as_str() == "."
        && last.next().is_some_and(is_name)
        && words.len() >= LEAST_BEFORE_INITIAL
}

/// Whether a full stop at the end of some words belongs to an abbreviation.
pub(super) fn ends_abbreviation(words: &str) -> bool {
    let last = words.split_whitespace().last().unwrap_or_default();
    ABBREVIATIONS.contains(&last.trim_start_matches(['(', '[']))
}

/// The words and numbers of a sentence, those of other scripts apart.
pub(crate) fn tokens(sentence: &str) -> Vec<&str> {
    let class = |c: char| match c {
        _ if c.is_numeric() => Some(0),
        _ if is_without_case(c) => Some(1),
        _ if c.is_alphabetic() => Some(2),
        _ => None,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in sentence.char_indices() {
        if class(c) != last {
            tokens.extend(last.map(|_| &sentence[start..at]));
            (start, last) = (at, class(c));
        }
    }
    tokens.extend(last.map(|_| &sentence[start..]));
    tokens
}

/// Whether there is a number, besides zero, that counts neither letters nor anything outside of the puzzle.
fn has_number(tokens: &[&str]) -> bool {
    let is_in = |list: &[&str], word: &&str| list.contains(&word.to_lowercase().as_str());
    tokens.iter().enumerate().any(|(i, token)| {
        let is_number = token.starts_with(char::is_numeric) && *token != "0";
        let is_year = token.parse().is_ok_and(|year| prose::YEARS.contains(&year));
        let is_counter = |word: &&str| COUNTERS.iter().any(|counter| word.starts_with(counter));
        let is_counted = tokens[i + 1..].iter().take(2).any(|word| is_in(prose::COUNTED, word))
            || tokens.get(i + 1).is_some_and(is_counter)
            || tokens[..i].last().is_some_and(|word| is_in(prose::COUNTED, word));
        is_number && !is_year && !is_counted
    })
}

/// Whether two numbers stand beside each other, with a word between them or without.
fn has_range(tokens: &[&str]) -> bool {
    let is_number = |token: &&str| token.parse().is_ok_and(|number: u32| !prose::YEARS.contains(&number));
    tokens
        .iter()
        .enumerate()
        .any(|(i, token)| is_number(token) && tokens[i + 1..].iter().take(3).any(is_number))
}

/// A sentence without what says nothing new: its number in a list, a source in brackets, all digits, base ten, how many letters
/// there are.
fn without_what_holds(sentence: &str, rules: &Rules) -> String {
    let sentence = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    let digits = sentence.len() - sentence.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_mark = (1..3).contains(&digits) && sentence[digits..].starts_with([' ', '.', ')', '、', '）']);
    let sentence = if is_mark { &sentence[digits..] } else { sentence };
    // At most, of a number; else: what follows.
    let mut plain = String::new();
    for part in sentence.split_inclusive("以下") {
        let counts = part.strip_suffix("以下").is_some_and(|part| !part.ends_with(char::is_numeric));
        plain.push_str(if counts { part.trim_end_matches("以下") } else { part });
    }
    if rules.base == Base::TEN {
        plain = prose::without_all_digits(&plain);
        plain = BASE_TEN.iter().fold(plain, |plain, words| plain.replace(words, ""));
    }
    while let Some(open) = plain.find('[')
        && let Some(close) = plain[open..].find(']')
    {
        plain.replace_range(open..open + close + 1, "");
    }
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let parts: Vec<&str> = plain.split(' ').collect();
    let counts = |word: &&str| prose::OF_LETTERS.contains(&bare(word).as_str());
    // `6+8/3+952/714`, of an example.
    let is_calculation = |part: &str| {
        part.matches(['+', '-', '−', '×', '*', '/', '÷', '=']).count() > 1
            && part.contains(|c: char| c.is_ascii_digit())
            && !part.contains(char::is_alphabetic)
    };
    let kept = parts.iter().enumerate().filter(|(i, part)| {
        let number = bare(part);
        let is_count = NUMBERS.contains(&number.as_str())
            || !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        !(is_calculation(part) || is_count && parts[i + 1..].iter().take(2).any(counts))
    });
    kept.map(|(_, part)| *part).collect::<Vec<_>>().join(" ")
}

/// Whether a sentence leaves open what it asks for: `Then the value of O is ____.`
fn is_unfinished(sentence: &str) -> bool {
    let said = sentence.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_open = |rest: &str| rest.ends_with(' ') && words(rest).count() > 1;
    UNFINISHED.iter().any(|end| said.strip_suffix(end).is_some_and(is_open))
        && !sentence.contains(['+', '×', '*', '·', '÷', '/', '^', '√', '='])
}

/// A clause with its verb behind what it is about: `S ungerade ist`, `ist ZWEI durch 4 teilbar`, `А — чётная цифра`.
fn in_order(clause: &str) -> String {
    let clause = clause.trim_end_matches(['.', ',', ';', '!', '。']);
    let is_verb = |word: &str| matches!(word, "ist" | "sind");
    let verb_last = clause.rsplit_once(' ').filter(|(_, verb)| is_verb(verb));
    let verb_last = verb_last.and_then(|(before, verb)| Some((before.split_once(' ')?, verb)));
    let verb_first = clause.split_once(' ').filter(|(verb, _)| is_verb(verb));
    let verb_first = verb_first.and_then(|(verb, rest)| Some((rest.split_once(' ')?, verb)));
    match verb_last.or(verb_first) {
        Some(((subject, rest), verb)) => format!("{subject} {verb} {rest}"),
        None => without_dash(clause).unwrap_or_else(|| clause.to_owned()),
    }
}

/// A clause without the dash that stands for a verb: `А — чётная цифра`.
fn without_dash(clause: &str) -> Option<String> {
    let (subject, rest) = [" — ", " – ", " - "].iter().find_map(|dash| clause.split_once(dash))?;
    let is_word = rest.chars().take(2).filter(|c| c.is_lowercase()).count() == 2;
    (is_word && subject.chars().count() == 1).then(|| format!("{subject} {rest}"))
}

/// A sentence without the words before its condition.
fn without_leading_words(sentence: &str) -> &str {
    let mut rest = sentence.trim_start_matches(|c: char| !c.is_alphanumeric() && !"([√-".contains(c));
    loop {
        let word: &str = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let is_letter = word.chars().count() == 1 && word.starts_with(char::is_uppercase);
        let is_leading = LEADING_WORDS.contains(&word.to_lowercase().as_str()) && !is_letter;
        let behind = rest[word.len()..].trim_start_matches([' ', ',', ':']);
        if !is_leading || behind.len() + word.len() == rest.len() {
            return rest;
        }
        rest = behind;
    }
}
