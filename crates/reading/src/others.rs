//! Other readings of a text that has no solution as it was read.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::Reader;
use crate::surface;
use fukumen_language::message::{Message, message};
use fukumen_language::puzzle::Rules;
use fukumen_language::spelling::Spelling;
use fukumen_language::text::{Draft, is_symbol};
use fukumen_language::vocabulary::signs;

/// The longest numbers of underscores that are told apart.
const LONGEST_RUN: usize = 12;

/// How many other readings are proposed at most.
const MOST: usize = 4;

/// How many of them are formulas that the text may be a copy of.
const MOST_COPIED: usize = 2;

/// Another reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherReading {
    /// How it differs: `with x as times`.
    pub message: Message,
    /// Texts that are read so as they stand. Several if each condition is a puzzle of its own.
    pub texts: Vec<String>,
}

/// Other readings of a text under these rules, the likeliest first; at most four readings, all of which are puzzles. Only
/// signs that are there are read in another way.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
/// use fukumen::puzzle::Rules;
/// use fukumen::text::other_readings;
/// let others = other_readings("2x7=14x", &Rules::default());
/// assert_eq!(others[0].texts, ["2×7=14x"]);
/// ```
#[must_use]
pub fn other_readings(text: &str, rules: &Rules) -> Vec<OtherReading> {
    let text = text.trim_matches(['\n', '\r']);
    let reader = Reader::new().rules(rules);
    let Ok(as_read) = reader.read(text) else { return Vec::new() };
    let mut readings = Vec::new();
    for (message, texts) in proposals(&without_tex(text)) {
        let is_new = texts.iter().all(|other| reader.read(other).is_ok_and(|puzzle| puzzle != as_read));
        if is_new && !texts.is_empty() && readings.len() < MOST {
            readings.push(OtherReading { message, texts });
        }
    }
    readings
}

/// A text with commands of TeX without them, whose letters are no symbols.
fn without_tex(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut draft = Draft::new(text);
    surface::unwrap(&mut draft, &[]);
    draft.text().trim().to_owned().into()
}

/// All that might be tried.
fn proposals(text: &str) -> Vec<(Message, Vec<String>)> {
    let mut all: Vec<(Message, Vec<String>)> = Vec::new();
    let mut add = |message: Message, other: Option<String>| {
        all.extend(other.filter(|other| other != text).map(|other| (message, vec![other])));
    };
    add(message!("reading-times"), with_times(text));
    add(
        message!("reading-symbol"),
        text.contains(['x', 'X', 'х', 'Х']).then(|| format!("@symbols x\n{text}")),
    );
    add(message!("reading-stars"), blanks(text, '*'));
    add(message!("reading-bullets"), blanks(text, '•'));
    add(message!("reading-points"), blanks(text, '.'));
    if let Some(letter) = only_symbol(text) {
        add(message!("reading-blanks", letter = letter.as_str()), Some(with_blanks(text, &letter)));
    }
    if let Some((base, other)) = with_bases(text) {
        add(message!("reading-bases", base = base), Some(other));
    }
    add(message!("reading-coefficients"), with_coefficients(text));
    add(message!("reading-zeros"), has_parts(text).then(|| format!("@leading-zeros allowed\n{text}")));
    if let Some((sign, other)) = with_comma(text) {
        add(message!("reading-comma", sign = sign), Some(other));
    }
    add(
        message!("reading-without-dash"),
        text.trim_start().strip_prefix(['-', '−', '–']).map(|rest| rest.trim_start().into()),
    );
    add(message!("reading-without-end"), without_end(text));
    add(message!("reading-asked"), with_question(text).map(|(_, other)| other));
    add(message!("reading-without-footnote"), without_footnote(text));
    add(message!("reading-without-label"), without_label(text));
    add(message!("reading-without-number"), without_number(text));
    for width in (1..longest_run(text).min(LONGEST_RUN)).rev() {
        add(message!("reading-underscores"), Some(with_runs(text, width)));
    }
    add(message!("reading-case"), has_both_cases(text).then(|| format!("@case-sensitive on\n{text}")));
    for copied in surface::copied(&Draft::new(text), &[]).into_iter().take(MOST_COPIED) {
        all.push((message!("reading-copied"), vec![copied.text().to_owned()]));
    }
    let parts: Vec<String> = text
        .split([',', ';', '\n', '、'])
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    if parts.len() > 1 {
        all.push((message!("reading-each"), parts));
    }
    all
}

/// With every x between two operands as a times sign.
fn with_times(text: &str) -> Option<String> {
    let characters = Spelling::default().characters(text);
    let is_part = |c: char| c.is_alphanumeric() || signs::is_blank(c) || c == '*';
    let visible = |at: &mut dyn Iterator<Item = usize>| {
        at.map(|i| characters[i].sign).find(|c| !c.is_whitespace()).unwrap_or('\n')
    };
    let mut changed = String::new();
    let mut done = 0;
    for (i, character) in characters.iter().enumerate().filter(|(_, c)| "xXхХ".contains(c.sign)) {
        let before = visible(&mut (0..i).rev());
        let behind = visible(&mut (i + 1..characters.len()));
        if (is_part(before) || before == ')') && (is_part(behind) || behind == '(') {
            changed.push_str(&text[done..character.span.start]);
            changed.push('×');
            done = character.span.end;
        }
    }
    (done > 0).then(|| changed + &text[done..])
}

/// Signs that may stand between two conditions, and whether they need spaces around them.
const BETWEEN: &[(&str, bool)] = &[
    ("//", true),
    ("--", true),
    (":", false),
    ("：", false),
    ("-", true),
    ("–", true),
    ("—", true),
    ("−", true),
];

/// With the first colon or dash, or the sign of a comment, as a comma that stands between two relations: `A+B=9:AB+CD=EF`.
fn with_comma(text: &str) -> Option<(&'static str, String)> {
    let relations = ['=', '≠', '<', '>', '≤', '≥'];
    let between = text.find(relations)?..text.rfind(relations)?;
    let is_space = |sign: Option<char>| sign.is_some_and(|sign| sign.is_whitespace() && sign != '\n');
    let place = |(sign, is_spaced): &(&'static str, bool)| {
        let fits = |at: &usize| {
            let (left, right) = (&text[..*at], &text[at + sign.len()..]);
            let is_apart = || is_space(left.chars().next_back()) && is_space(right.chars().next());
            between.contains(at) && (!is_spaced || is_apart())
        };
        Some((text.match_indices(*sign).map(|(at, _)| at).find(fits)?, *sign))
    };
    let (at, sign) = BETWEEN.iter().filter_map(place).min_by_key(|(at, _)| *at)?;
    Some((sign, format!("{},{}", text[..at].trim_end(), &text[at + sign.len()..])))
}

/// With all of a sign as blanks.
fn blanks(text: &str, sign: char) -> Option<String> {
    text.contains(sign).then(|| text.replace(sign, "□"))
}

/// The symbol that is there several times, if there is no other: people write blanks so.
fn only_symbol(text: &str) -> Option<String> {
    let characters = Spelling::default().characters(text);
    let is_hidden = |sign: char| is_symbol(sign) && !signs::RULES.contains(sign);
    let mut symbols = characters.iter().filter(|character| is_hidden(character.sign));
    let first = &text[symbols.next()?.span.clone()];
    let mut others = symbols.map(|character| &text[character.span.clone()]).peekable();
    (others.peek().is_some() && others.all(|symbol| symbol == first)).then(|| first.to_owned())
}

/// With blanks in place of a symbol; an `x` with a space after it before a row is its times sign.
fn with_blanks(text: &str, symbol: &str) -> String {
    let row = |line: &str| {
        let is_sign = "xXхХ".contains(symbol)
            && line
                .trim_start()
                .strip_prefix(symbol)
                .is_some_and(|rest| rest.starts_with(char::is_whitespace));
        let line = if is_sign { line.replacen(symbol, "×", 1) } else { line.to_owned() };
        line.replace(symbol, "□")
    };
    text.split('\n').map(row).collect::<Vec<_>>().join("\n")
}

/// With the same number after `_` at the end of several numerals as their base: `AB_8+BA_8=121_8`.
fn with_bases(text: &str) -> Option<(u32, String)> {
    let mut base = None;
    let mut changed = String::new();
    for (i, part) in text.split('_').enumerate() {
        if i == 0 {
            changed.push_str(part);
            continue;
        }
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let ends =
            !part[digits..].starts_with(char::is_alphanumeric) && changed.ends_with(char::is_alphanumeric);
        let number = part[..digits].parse().ok().filter(|number| ends && *number > 1)?;
        if *base.get_or_insert(number) != number {
            return None;
        }
        changed.push('@');
        changed.push_str(part);
    }
    Some((base?, changed)).filter(|(_, changed)| changed.matches('@').count() > 1)
}

/// With a times sign between the digits and the letters of each numeral that has digits first: `2AB`.
fn with_coefficients(text: &str) -> Option<String> {
    let mut changed = String::new();
    let mut last = ' ';
    let mut is_leading = false;
    for c in text.chars() {
        if c.is_alphabetic() && last.is_ascii_digit() && is_leading {
            changed.push('×');
        }
        let begins = c.is_ascii_digit() && !last.is_alphanumeric();
        is_leading = begins || is_leading && c.is_ascii_digit();
        changed.push(c);
        last = c;
    }
    (changed.len() > text.len()).then_some(changed)
}

/// Whether several words go on within another, as in `BCD%2=0, CDE%3=0, DEF%5=0`: they are parts of one number, and its zeros may come
/// first in a part.
fn has_parts(text: &str) -> bool {
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
    let ends = words.iter().flat_map(|word| word.char_indices().skip(1).map(|(at, _)| (*word, &word[at..])));
    let goes_on = |(word, end): &(&str, &str)| {
        let has_several = end.chars().any(|c| !end.starts_with(c));
        has_several
            && words
                .range::<&str, _>(end..)
                .next()
                .is_some_and(|other| other != word && other.starts_with(end))
    };
    ends.filter(goes_on).count() > 1
}

/// Without question marks and exclamation marks at the end.
fn without_end(text: &str) -> Option<String> {
    let text = text.trim_end();
    let rest = text.trim_end_matches(['?', '!', '？', '！']);
    (rest.len() < text.len()).then(|| rest.trim_end().into())
}

/// The expression before `=?` at the end, and the text with its value shown: `A+B=C, A+B+C=?`.
pub fn with_question(text: &str) -> Option<(&str, String)> {
    let rest = text.trim_end().strip_suffix(['?', '？'])?.trim_end().strip_suffix('=')?;
    let (conditions, asked) = rest.rsplit_once([',', ';', '\n', '、'])?;
    let is_alone = !rest.contains(['?', '？']) && asked.contains(char::is_alphabetic);
    is_alone.then(|| (asked.trim(), format!("@show {}\n{}", asked.trim(), conditions.trim())))
}

/// Without a digit in brackets at the end, as of a footnote.
fn without_footnote(text: &str) -> Option<String> {
    let rest = text
        .trim_end()
        .strip_suffix(']')?
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .strip_suffix('[')?;
    Some(rest.trim_end().into())
}

/// Without a word and a colon at the head: `Solve: A+B=C`.
fn without_label(text: &str) -> Option<String> {
    let (label, rest) = text.split_once([':', '：'])?;
    let is_label = label.chars().filter(|c| c.is_alphabetic()).count() > 2
        && label.chars().all(|c| c.is_alphanumeric() || c == ' ');
    let is_apart = rest.starts_with(char::is_whitespace) || text[label.len()..].starts_with('：');
    let is_label = is_label && is_apart;
    is_label.then(|| rest.trim_start().into())
}

/// The longest number of a list, with the word before it.
const LONGEST_NUMBER: usize = 12;

/// Without the number of a list before the text: `1. `, `1 - `, `#4: `, `Ex 3) `.
fn without_number(text: &str) -> Option<String> {
    let text = text.trim_start();
    let is_part = |c: &char| c.is_alphanumeric() || " #№°º".contains(*c);
    let number: String = text.chars().take_while(is_part).collect();
    let rest = &text[number.len()..];
    let rest = rest.strip_prefix(['.', ')', ':', '/', '-', '–', '—']).unwrap_or(rest);
    let digits = number.trim_end().trim_start_matches(|c: char| !c.is_ascii_digit());
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Without a sign after it, it is as far as the first space.
    let Some(alone) = text.split_whitespace().next().filter(|_| !is_number) else {
        let is_short = number.chars().count() <= LONGEST_NUMBER && is_number;
        return (is_short && rest.starts_with(char::is_whitespace)).then(|| rest.trim_start().into());
    };
    alone.bytes().all(|byte| byte.is_ascii_digit()).then(|| text[alone.len()..].trim_start().into())
}

/// The length of the longest run of underscores that stand alone.
fn longest_run(text: &str) -> usize {
    runs(text).map(|run| run.len()).max().unwrap_or(0)
}

fn runs(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at + bytes[at..].iter().position(|byte| *byte == b'_')?;
            let length = bytes[start..].iter().take_while(|byte| **byte == b'_').count();
            at = start + length;
            let is_beside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || signs::is_blank(c));
            let beside = is_beside(text[..start].chars().next_back()) || is_beside(text[at..].chars().next());
            if !beside {
                return Some(start..at);
            }
        }
        None
    })
}

/// With no run of underscores longer than this.
fn with_runs(text: &str, width: usize) -> String {
    let mut changed = String::new();
    let mut done = 0;
    for run in runs(text) {
        changed.push_str(&text[done..run.start]);
        changed.push_str(&"_".repeat(run.len().min(width)));
        done = run.end;
    }
    changed + &text[done..]
}

fn has_both_cases(text: &str) -> bool {
    text.contains(char::is_uppercase) && text.contains(char::is_lowercase)
}
