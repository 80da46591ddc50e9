//! Statements about a puzzle in words: each clause is compared with one table.

mod pattern;
mod table;
mod tokens;

use std::collections::BTreeSet;
use std::ops::Range;

pub use pattern::LINKS;
use pattern::{Match, Pattern, Sentence, Value};
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
    /// The tokens that statements are made of.
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
            while let Some(Match { tokens, values }) = pattern.find(&sentence, from) {
                from = tokens.end.max(from + 1);
                let clauses = |range: &Range<usize>| {
                    sentence.tokens[range.start].clause..=sentence.tokens[range.end - 1].clause
                };
                let own = clauses(&tokens);
                let tokens = tokens.start + at.start..tokens.end + at.start;
                let is_taken = found[first..].iter().any(|other: &Statement| {
                    key(&other.effect) == key(&row.effect)
                        && (other.tokens.start < tokens.end && tokens.start < other.tokens.end
                            || key(&row.effect) != "where"
                                && all[other.tokens.start].clause <= *own.end()
                                && *own.start() <= all[other.tokens.end - 1].clause)
                });
                let Some(lines) = lines_of(row, &values, all, at.start, text) else { continue };
                let last = if row.effect == Effect::Ask { asked(&sentence, *own.end()) } else { *own.end() };
                understood.clauses.extend(*own.start()..=last);
                // What holds anyway settles nothing that stands beside it.
                if !matches!(row.effect, Effect::Ask | Effect::Nothing | Effect::Set(DISTINCT)) {
                    understood.settled.extend(*own.start()..=last);
                }
                understood.tokens.extend(tokens.clone());
                if !is_taken {
                    let equations = values.iter().find_map(|value| match value {
                        Value::Equations(range) => Some(range.clone()),
                        _ => None,
                    });
                    found.push(Statement { effect: row.effect, lines, equations, tokens });
                }
            }
        }
    }
}

/// The last clause that a question goes on to: those that name letters, but say nothing.
fn asked(sentence: &Sentence, from: usize) -> usize {
    let says = |clause: usize| {
        let mut own = sentence.tokens.iter().filter(|token| token.clause == clause);
        own.any(|token| {
            matches!(token.kind, Kind::Number(_) | Kind::Equations(_)) || matches!(&token.kind, Kind::Word(_))
        })
    };
    let last = sentence.tokens.last().map_or(from, |last| last.clause);
    (from + 1..=last).take_while(|clause| !says(*clause)).last().unwrap_or(from)
}

/// The key under which a clause has only one statement.
fn key(effect: &Effect) -> &str {
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
    }
}

/// The lines that an effect is, with what its pattern found.
fn lines_of(row: &Row, values: &[Value], all: &[Token], start: usize, text: &str) -> Option<Vec<String>> {
    let (Effect::Set(template) | Effect::Cannot(template)) = row.effect else { return Some(Vec::new()) };
    let shown = |token: &usize| text[all[start + token].at.clone()].to_owned();
    let mut lines = vec![template.to_owned()];
    for (i, value) in values.iter().enumerate() {
        let name = format!("{{{}}}", i + 1);
        let each = |lines: &[String], by: Vec<String>| -> Vec<String> {
            let put = |line: &String| by.iter().map(|one| line.replace(&name, one)).collect::<Vec<_>>();
            lines.iter().flat_map(put).collect()
        };
        match value {
            Value::Number(number) => lines = each(&lines, vec![number.to_string()]),
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

/// Whether a word asks for more than the solutions: `the smallest sum`.
pub fn is_demand(word: &str) -> bool {
    TABLE.is_demand(word)
}

/// Whether a clause that was not understood may change the answer.
pub fn may_change(tokens: &[Token], about: &About) -> bool {
    // The word for one is an article in many languages.
    let is_number = |token: &Token| match &token.kind {
        Kind::Number(_) => true,
        Kind::Word(word) => TABLE.number(word).is_some_and(|number| number != 1),
        _ => false,
    };
    // Letters alone, such as the parts of a list, say nothing, and I is a word.
    let says =
        tokens.iter().any(|token| !matches!(token.kind, Kind::Name(_)) && !LINKS.contains(&token.word()));
    let is_letter = |token: &Token| {
        says && token.is_letter() && token.word() != "i" && !token.is_first && (about.has)(token.word())
    };
    let is_named = |token: &Token| matches!(&token.kind, Kind::Name(word) if (about.has)(word));
    let is_near = || tokens.iter().any(|token| TABLE.is_near(token.word()) || is_named(token));
    tokens.iter().any(|token| {
        is_letter(token) || matches!(token.kind, Kind::Equations(_)) || TABLE.is_demand(token.word())
    }) || tokens.iter().any(is_number) && is_near()
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
