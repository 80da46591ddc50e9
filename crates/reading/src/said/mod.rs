//! Statements about a puzzle in words: each clause is compared with one table.

mod pattern;
mod table;
mod tokens;

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

pub use pattern::{CHOICES, LINKS};
use pattern::{Match, Pattern, Sentence, Value, asked, is_link, is_name};
pub use table::{Effect, For};
use table::{Row, TABLE};
pub use tokens::{Kind, Token, Tokens};

/// The rows of the table, in groups of those that say the same, each with its name and as it is written: for `make ablation`,
/// which does without each in turn.
pub fn rows() -> Vec<Vec<(&'static str, &'static str)>> {
    let own = |row: &'static Row| {
        let names = row.patterns.iter().map(|(name, _)| name.as_str());
        names.zip(row.written.iter().copied()).collect()
    };
    TABLE.rows.iter().map(own).collect()
}

/// The setting of symbols that is said of blanks, too.
pub const DISTINCT: &str = "@distinct all";

/// A longer run of words, in tokens, is no sentence: one of 16 kB is read in 3 ms with this limit.
const LONGEST_SENTENCE: usize = 1_000;

/// A clause of so few words is about the puzzle if one of them says what digits are: `T (odd), both even`.
const SHORTEST_CLAUSE: usize = 3;

/// Two numbers up to this one may be digits in any language: `číslice 1 až 6`.
const HIGHEST_DIGIT: u64 = 15;

/// The puzzle that the words are about.
pub struct About<'a> {
    /// Whether letters, in small form, are all of the puzzle.
    pub has: &'a dyn Fn(&str) -> bool,
    pub has_letters: bool,
    pub has_blanks: bool,
    /// Whether only headings of answers and examples are looked for.
    pub is_for_headings: bool,
    /// The names of rows to do without.
    pub without: &'a [&'a str],
}

/// A statement that was found.
#[derive(Debug)]
pub struct Statement {
    pub effect: Effect,
    /// For settings and demands: what they are, a line for each.
    pub lines: Vec<String>,
    /// The equations that it says, if it says some.
    pub equations: Option<Range<usize>>,
    pub tokens: Range<usize>,
}

/// The clauses and words that were understood.
#[derive(Clone, Debug, Default)]
pub struct Understood {
    /// The clauses in which there is a statement.
    pub clauses: BTreeSet<usize>,
    /// Those of them in which something is set or asked for by an option.
    pub settled: BTreeSet<usize>,
    /// Those of them that say something of digits, even what holds anyway.
    pub stated: BTreeSet<usize>,
    /// The clauses that would say something, were it not for a word that denies or weakens it.
    pub doubtful: BTreeSet<usize>,
    /// The tokens that statements have a part for.
    pub tokens: BTreeSet<usize>,
}

/// The statements of a text.
pub fn statements(tokens: &[Token], text: &str, about: &About) -> (Vec<Statement>, Understood) {
    let (mut found, mut understood) = (Vec::new(), Understood::default());
    let mut start = 0;
    while let Some(first) = tokens.get(start) {
        let end = start + tokens[start..].iter().take_while(|token| token.sentence == first.sentence).count();
        of_sentence(tokens, start..end, text, about, &mut found, &mut understood);
        start = end;
    }
    (found, understood)
}

/// A pattern that was found in a sentence.
struct Candidate {
    row: &'static Row,
    found: Match,
    clauses: RangeInclusive<usize>,
    lines: Vec<String>,
}

impl Candidate {
    fn key(&self) -> &'static str {
        key(&self.row.effect)
    }

    fn says(&self) -> bool {
        matches!(self.row.effect, Effect::Set(_) | Effect::Cannot(_))
    }

    fn overlaps(&self, other: &Self) -> bool {
        let (own, other) = (&self.found.tokens, &other.found.tokens);
        own.start < other.end && other.start < own.end
    }

    /// Whether nothing denies or weakens it: each such word of its clauses has a part in its pattern, or in that of a statement about
    /// something else.
    fn stands(&self, all: &[Self], sentence: &Sentence, topics: &[usize]) -> bool {
        if !self.says() && self.row.effect != Effect::Nothing {
            return true;
        }
        // A demand may stand beside anything: `the largest MORE can be`.
        let is_demand = matches!(self.row.effect, Effect::Cannot(_));
        if is_demand && all.iter().any(|other| other.key() == "where" && self.overlaps(other)) {
            return false;
        }
        // Equations stand for themselves.
        let is_where = self.key() == "where"
            && !self.found.values.iter().any(|value| matches!(value, Value::Equations(_)));
        let is_known = |at: &usize| {
            all.iter().any(|other| {
                let is_own = std::ptr::eq(self, other) || other.key() != self.key() || !self.overlaps(other);
                is_own
                    && !matches!(other.row.effect, Effect::Unless | Effect::Claim)
                    && other.found.covered.contains(at)
            })
        };
        let clause = |at: usize| sentence.tokens[at].clause;
        // What begins the next clause is about this one, too: `A is odd, or B is even`.
        let goes_on = |at: usize| {
            is_where && at > 0 && clause(at) == clause(at - 1) + 1 && self.clauses.contains(&clause(at - 1))
        };
        let is_near = |at: usize| self.clauses.contains(&clause(at)) || goes_on(at);
        let is_open = |at: &usize| !sentence.tokens[*at].is_letter() && is_near(*at) && !is_known(at);
        let is_against = |other: &Self| match other.row.effect {
            Effect::Unless => (!is_demand || self.overlaps(other)) && other.found.covered.iter().any(is_open),
            Effect::Claim => is_where && other.found.tokens.start < self.found.tokens.start,
            _ => false,
        };
        // The word for one is an article in many languages.
        let is_number = |at: usize| sentence.number_at(at).is_some_and(|number| number != 1);
        // All of a condition must be read: its letters, numbers and words such as `even`.
        let weakens = |at: usize| match is_where {
            true if self.clauses.contains(&clause(at)) => {
                is_number(at) || is_name(sentence, at) || topics.contains(&at)
            }
            _ => {
                self.found.tokens.contains(&at)
                    && !is_demand
                    && matches!(sentence.tokens[at].kind, Kind::Number(_))
            }
        };
        let is_weak = (0..sentence.tokens.len()).any(|at| {
            weakens(at) && !is_known(&at) || is_where && sentence.tokens[at].is_choice() && is_open(&at)
        });
        !is_weak && !all.iter().any(is_against)
    }
}

/// Adds the statements of one sentence.
fn of_sentence(
    all: &[Token],
    at: Range<usize>,
    text: &str,
    about: &About,
    found: &mut Vec<Statement>,
    understood: &mut Understood,
) {
    if at.len() > LONGEST_SENTENCE {
        return;
    }
    let sentence =
        Sentence { tokens: &all[at.clone()], is_of_puzzle: about.has, number: &|word| TABLE.number(word) };
    let first = found.len();
    let candidates = candidates(&sentence, text, about);
    let topics = topics(sentence.tokens, &|_| false);
    let stand: Vec<bool> =
        candidates.iter().map(|candidate| candidate.stands(&candidates, &sentence, &topics)).collect();
    for (candidate, stands) in candidates.iter().zip(&stand) {
        let Candidate { row, found: Match { tokens, values, covered }, clauses: own, lines } = candidate;
        if matches!(row.effect, Effect::Unless | Effect::Claim) {
            continue;
        }
        if !stands {
            // Where a comparison is read, it is no demand: `A es mayor que B`.
            let is_same = |other: &Candidate| {
                (other.key() == candidate.key() || other.key() == "where") && other.overlaps(candidate)
            };
            let is_said = candidates.iter().zip(&stand).any(|(other, stands)| *stands && is_same(other));
            if candidate.says() && !is_said {
                understood.doubtful.extend(own.clone());
                continue;
            }
            understood.clauses.extend(own.clone());
            let is_covered = |at: &usize| is_said || matches!(all[*at].kind, Kind::Number(_));
            understood.tokens.extend(covered.iter().map(|token| token + at.start).filter(is_covered));
            continue;
        }
        let tokens = tokens.start + at.start..tokens.end + at.start;
        let is_taken = found[first..].iter().any(|other: &Statement| {
            key(&other.effect) == candidate.key()
                && (other.tokens.start < tokens.end && tokens.start < other.tokens.end
                    || candidate.key() != "where"
                        && all[other.tokens.start].clause <= *own.end()
                        && *own.start() <= all[other.tokens.end - 1].clause)
        });
        let last = if row.effect == Effect::Ask { asked(&sentence, *own.end()) } else { *own.end() };
        understood.clauses.extend(*own.start()..=last);
        // What holds anyway settles nothing that stands beside it.
        if !matches!(row.effect, Effect::Ask | Effect::Nothing | Effect::Set(DISTINCT)) {
            understood.settled.extend(own.clone());
        }
        if candidate.says() {
            understood.stated.extend(own.clone());
        }
        understood.tokens.extend(covered.iter().map(|token| token + at.start));
        if !is_taken {
            let equations = values.iter().find_map(|value| match value {
                Value::Equations(range) => Some(range.clone()),
                _ => None,
            });
            found.push(Statement { effect: row.effect, lines: lines.clone(), equations, tokens });
        }
    }
}

/// The patterns that are found in a sentence.
fn candidates(sentence: &Sentence, text: &str, about: &About) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let heard = TABLE.heard(sentence.tokens);
    for row in TABLE.rows.iter().filter(|row| row.language == heard.language) {
        let fits = match row.holds_for {
            For::All => true,
            // People say of blanks, too, that all are different.
            For::Letters => about.has_letters || row.effect == Effect::Set(DISTINCT),
            For::Blanks => about.has_blanks,
        };
        let is_heading = matches!(row.effect, Effect::Answer | Effect::Example);
        let is_in_use = |(name, pattern): &&(String, Pattern)| {
            fits && (!about.is_for_headings || is_heading)
                && heard.may_have(pattern)
                && !about.without.contains(&name.as_str())
        };
        for (_, pattern) in row.patterns.iter().filter(is_in_use) {
            let mut from = 0;
            while let Some(found) = pattern.find(sentence, from) {
                from = found.tokens.end.max(from + 1);
                let clause = |at: usize| sentence.tokens[at].clause;
                let clauses = clause(found.tokens.start)..=clause(found.tokens.end - 1);
                // `The letters S and M are not zero` is not about all letters.
                let is_apart = |at: usize| is_name(sentence, at) && !found.covered.contains(&at);
                if key(&row.effect) == "zero" && found.tokens.clone().any(is_apart) {
                    continue;
                }
                if let Some(lines) = lines_of(row, &found.values, sentence.tokens, text) {
                    candidates.push(Candidate { row, found, clauses, lines });
                }
            }
        }
    }
    candidates
}

/// The key under which a clause has only one statement.
fn key(effect: &Effect) -> &'static str {
    match effect {
        Effect::Set(line) => match line.split([' ', ',']).next().unwrap_or_default() {
            "@no-zero" | "@leading-zeros" => "zero",
            "@where" => "where",
            "without" => "@digits",
            name => name,
        },
        Effect::Cannot(_) => "cannot",
        Effect::Nothing => "nothing",
        Effect::Ask => "ask",
        Effect::Answer => "answer",
        Effect::Example => "example",
        Effect::Unless | Effect::Claim => "",
    }
}

/// The lines that an effect is, with what its pattern found.
fn lines_of(row: &Row, values: &[Value], all: &[Token], text: &str) -> Option<Vec<String>> {
    let (Effect::Set(template) | Effect::Cannot(template)) = row.effect else { return Some(Vec::new()) };
    let shown = |token: &usize| text[all[*token].at.clone()].to_owned();
    let mut lines = vec![template.to_owned()];
    for (i, value) in values.iter().enumerate() {
        let name = format!("{{{}}}", i + 1);
        let each = |lines: &[String], by: Vec<String>| -> Vec<String> {
            let put = |line: &String| by.iter().map(|one| line.replace(&name, one)).collect::<Vec<_>>();
            lines.iter().flat_map(put).collect()
        };
        match value {
            Value::Number(number) => lines = each(&lines, vec![number.to_string()]),
            Value::Numbers(numbers) => {
                // Larger ones are no digits.
                numbers.last().filter(|last| **last <= HIGHEST_DIGIT)?;
                let all: Vec<String> = numbers.iter().map(u64::to_string).collect();
                lines = each(&lines, vec![all.join(",")]);
            }
            Value::Names(names) => {
                let names: Vec<String> = names.iter().map(shown).collect();
                let sum = format!("{{{}+}}", i + 1);
                lines = lines.iter().map(|line| line.replace(&sum, &names.join("+"))).collect();
                if lines.iter().any(|line| line.contains(&name)) {
                    lines = each(&lines, names);
                }
            }
            // The equations stand for themselves.
            Value::Equations(_) => lines.retain(|line| !line.contains(&name)),
        }
    }
    let is_range = |line: &str| {
        line.strip_prefix("@digits ").and_then(|digits| digits.split_once('-')).is_none_or(|(first, last)| {
            first.parse::<u64>().ok().zip(last.parse::<u64>().ok()).is_none_or(|(first, last)| first < last)
        })
    };
    lines.iter().all(|line| is_range(line)).then_some(lines)
}

/// A condition in words, in signs: `E is odd` as `is_odd(E)`. None if it is not understood as a whole.
///
/// ```
/// use fukumen_reading::in_signs;
/// assert_eq!(in_signs("E is odd").as_deref(), Some("is_odd(E)"));
/// assert_eq!(in_signs("E is odd at night"), None);
/// ```
#[must_use]
pub fn in_signs(condition: &str) -> Option<String> {
    let mut tokens = Tokens::default();
    tokens.add_words(condition, 0..condition.len());
    let about =
        About { has: &|_| true, has_letters: true, has_blanks: true, is_for_headings: false, without: &[] };
    let (statements, understood) = statements(&tokens.all, condition, &about);
    let lines: Vec<&str> =
        statements.iter().flat_map(|statement| &statement.lines).map(String::as_str).collect();
    let conditions: Option<Vec<&str>> = lines.iter().map(|line| line.strip_prefix("@where ")).collect();
    conditions
        .filter(|all| !all.is_empty() && understood.tokens.len() == tokens.all.len())
        .map(|all| all.join(" && "))
}

/// Whether a clause asks for more than the solutions: `the smallest sum`.
pub fn is_demand(clause: &[Token]) -> bool {
    (0..clause.len()).any(|at| TABLE.is_demand(clause, at))
}

/// The words of a clause that say what a digit is, such as `even`, if no statement has a part for them, or for the same word elsewhere.
pub fn topics(clause: &[Token], is_known: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let all = TABLE.topics(clause);
    let is_said = |topic: usize| all.iter().any(|(at, other)| *other == topic && is_known(*at));
    all.iter().filter(|(_, topic)| !is_said(*topic)).map(|(at, _)| *at).collect()
}

/// Whether a clause that was not understood may change the answer.
pub fn may_change(tokens: &[Token], about: &About) -> bool {
    let number = |token: &Token| match &token.kind {
        Kind::Number(number) => Some(*number),
        Kind::Word(word) => TABLE.number(word),
        _ => None,
    };
    let has = |is: &dyn Fn(usize) -> bool| (0..tokens.len()).any(is);
    // Letters alone, such as the parts of a list, say nothing, and I is a word.
    let says = tokens.iter().any(|token| !matches!(token.kind, Kind::Name(_)) && !is_link(token.word()));
    let is_named =
        |at: usize| matches!(&tokens[at].kind, Kind::Name(word) if word != "i" && (about.has)(word));
    let is_letter = |at: usize| is_named(at) && tokens[at].is_letter() && !tokens[at].is_first;
    // The word for one is an article in many languages.
    let topics: Vec<usize> = TABLE.topics(tokens).into_iter().map(|(at, _)| at).collect();
    let is_value = |at: usize| {
        let is_digit = matches!(tokens[at].kind, Kind::Number(_));
        is_digit || number(&tokens[at]).is_some_and(|number| number != 1) || topics.contains(&at)
    };
    let is_short = tokens.len() <= SHORTEST_CLAUSE && !topics.is_empty();
    // Zero beside no other number is one of the digits.
    let numbers: Vec<u64> = tokens.iter().filter_map(number).collect();
    let is_range = |pair: &[u64]| pair[0] < pair[1] && pair[1] <= HIGHEST_DIGIT && pair != [0, 9];
    says && (has(&is_letter) || numbers == [0] && tokens.len() > 1 || numbers.windows(2).any(is_range))
        || has(&|at| matches!(tokens[at].kind, Kind::Equations(_)) || TABLE.is_demand(tokens, at))
        || is_short
        || has(&is_value) && has(&|at| TABLE.is_near(tokens, at) || is_named(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that a text says, of any letters.
    fn said(text: &str) -> Vec<String> {
        let mut tokens = Tokens::default();
        tokens.add_words(text, 0..text.len());
        let about = About {
            has: &|word| word.chars().all(char::is_alphabetic),
            has_letters: true,
            has_blanks: true,
            is_for_headings: false,
            without: &[],
        };
        let (statements, _) = statements(&tokens.all, text, &about);
        statements.into_iter().flat_map(|statement| statement.lines).collect()
    }

    #[test]
    fn parts_in_any_order_stand_in_one_clause() {
        for (text, lines) in [
            ("Leading letters may be zero.", &["@leading-zeros allowed"][..]),
            ("Zero may be the first digit.", &["@leading-zeros allowed"]),
            ("Zero is no leading digit.", &["@leading-zeros forbidden"]),
            ("This is the first puzzle, zero is easy.", &[]),
        ] {
            assert_eq!(said(text), lines, "{text}");
        }
    }

    #[test]
    fn lists_of_letters_and_ranges_are_in_one_clause() {
        assert_eq!(
            said("Here A, B and C are odd."),
            ["@where is_odd(A)", "@where is_odd(B)", "@where is_odd(C)"]
        );
        assert_eq!(said("Use the digits 1 – 7."), ["@digits 1-7"]);
    }

    #[test]
    fn every_example_says_what_its_group_does() {
        let mut wrong = Vec::new();
        for row in &TABLE.rows {
            let (Effect::Set(template) | Effect::Cannot(template)) = row.effect else { continue };
            let begin = template.split('{').next().unwrap_or_default();
            let has = |text: &str| said(text).iter().any(|line| line.starts_with(begin));
            let examples = row.examples.iter().map(|text| (text, true));
            let all = examples.chain(row.counter_examples.iter().map(|text| (text, false)));
            wrong.extend(
                all.filter(|(text, is)| !text.contains('=') && has(text) != *is)
                    .map(|(text, _)| format!("{}, {begin}: {text}: {:?}", row.language, said(text))),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
