//! One-line forms as people type them: which texts are such forms, and how they are rewritten before they are read.
//!
//! Steps follow `;`. They may also follow `,` or be on their own lines, if every part after the head is a step `-product=rest`.
//! The head of a division has a bracket, `divisor)dividend=quotient`, or is written `dividend / divisor = quotient`. The latter
//! is also two conditions, so some number of the steps must have two digits. After the form there may be a full stop and `(0-9)`,
//! as the societies print which digits a keyword has; after a quotient, the remainder.

use std::ops::Range;

use crate::puzzle::Rules;
use crate::spelling::{Character, Spelling};
use crate::text::conditions::grammar::is_symbol;
use crate::vocabulary::signs;

/// The layout of these forms, as written after `--layout`.
pub const LAYOUT: &str = "society";
/// The sign that replaces a word for a remainder.
pub(super) const REMAINDER: char = '…';
/// Words between a quotient and a remainder, in lower case.
const REMAINDER_WORDS: &[&str] = &["r", "rem", "rest", "remainder", "reste", "resto", "あまり", "余り"];
/// Signs between them, which need no spaces.
const REMAINDER_SIGNS: &[&str] = &["…", "……", "・・・"];
/// The separators of the parts of a form.
const SEPARATORS: &[char] = &[';', ',', '\n'];

/// Returns whether a text is a one-line form. Conditions never have a bracket that is only closed, words, or single numbers
/// between semicolons.
pub fn is_one_line(text: &str) -> bool {
    may_be_one(text) && is_form(&plain(text))
}

/// Returns false for most texts, without converting their characters.
fn may_be_one(text: &str) -> bool {
    const DASHES: [char; 4] = ['-', '−', '–', '－'];
    let has_head = || {
        text.contains([')', '）', '/', '÷', ':', '／', '：', '∕', '⁄', '×', '*', 'x', '·', '⋅', '∙'])
            || text.to_lowercase().contains("gives")
    };
    let has_step = || {
        let is_read = |part: &&str| !part.is_empty() && !part.starts_with(['#', '@', '＃', '＠']);
        let mut parts = text.split([';', '；', ',', '，', '\n']).map(str::trim).filter(is_read);
        parts.nth(1).is_some_and(|part| part.starts_with(DASHES))
    };
    (text.contains([';', '；']) || has_step()) && has_head()
}

/// Returns whether these two lines begin a division or a root with each step on its own line.
pub fn begins_in_steps(first: &str, second: &str) -> bool {
    is_in_steps(&plain(&format!("{first}\n{second}")))
}

/// Returns the signs of a text without its lines of settings and comments.
fn plain(text: &str) -> Vec<char> {
    let is_read = |line: &&str| !line.trim_start().starts_with(['#', '@', '＃', '＠']);
    let lines: Vec<&str> = text.lines().filter(is_read).collect();
    let characters = Spelling::default().characters(&lines.join("\n"));
    characters.iter().map(|character| character.sign).collect()
}

fn is_form(signs: &[char]) -> bool {
    let signs = &signs[..end(signs)];
    is_in_steps(signs) || is_behind_semicolons(signs)
}

/// Returns whether parts follow a head and `;`. They may have mistakes, which are reported later.
fn is_behind_semicolons(signs: &[char]) -> bool {
    let Some(end) = signs.iter().position(|c| *c == ';') else { return false };
    let (head, rest) = (&signs[..end], &signs[end..]);
    let bracket = head.iter().find(|c| "()".contains(**c));
    let is_relation = |c: &char| "=<>≠≤≥∣(".contains(*c);
    let is_product = head.iter().any(|c| "×*x·⋅∙".contains(*c)) && !signs.iter().any(is_relation);
    bracket == Some(&')') || words(head).any(|word| word == "gives") || is_product && !rest.is_empty()
}

/// Returns whether every part after the head is a step.
fn is_in_steps(signs: &[char]) -> bool {
    let parts: Vec<&[char]> = parts(signs).map(|part| &signs[part]).collect();
    let Some((head, steps)) = parts.split_first() else { return false };
    let numbers: Vec<&[char]> = steps.iter().filter_map(|part| step(part)).flatten().collect();
    if steps.is_empty() || numbers.len() != 2 * steps.len() {
        return false;
    }
    let is_root = words(head).any(|word| word == "gives");
    is_root || is_bracketed(head) || is_written_out(head) && numbers.iter().any(|number| digits(number) > 1)
}

/// Matches `divisor)dividend=quotient` and `divisor)dividend(quotient`.
fn is_bracketed(head: &[char]) -> bool {
    let Some((divisor, rest)) = split(head, ")") else { return false };
    let Some((dividend, quotient)) = split(rest, "=(") else { return false };
    is_number(divisor) && is_number(dividend) && is_number(without_remainder(quotient))
}

/// Matches `dividend / divisor = quotient`.
fn is_written_out(head: &[char]) -> bool {
    let Some((dividend, rest)) = split(head, "/÷:∕⁄") else { return false };
    let Some((divisor, quotient)) = split(rest, "=") else { return false };
    is_number(dividend) && is_number(divisor) && is_number(without_remainder(quotient))
}

/// Returns the two numbers of `-product=rest`.
fn step(part: &[char]) -> Option<[&[char]; 2]> {
    let (_, rest) = split(part, "-−–").filter(|(before, _)| before.is_empty())?;
    let (product, rest) = split(rest, "=")?;
    (is_number(product) && is_number(rest)).then_some([product, rest])
}

/// Splits at the first of some signs. Returns the parts before and after it, without spaces around them.
fn split<'a>(signs: &'a [char], at: &str) -> Option<(&'a [char], &'a [char])> {
    let at = signs.iter().position(|c| at.contains(*c))?;
    Some((trimmed(&signs[..at]), trimmed(&signs[at + 1..])))
}

fn trimmed(signs: &[char]) -> &[char] {
    let is_visible = |c: &char| !c.is_whitespace();
    let start = signs.iter().position(is_visible).unwrap_or(signs.len());
    let end = signs.iter().rposition(is_visible).map_or(start, |last| last + 1);
    &signs[start..end]
}

/// Returns whether these are digits of any kind, perhaps with spaces between them.
fn is_number(signs: &[char]) -> bool {
    let is_part = |c: &char| {
        c.is_ascii_digit() || signs::is_blank(*c) || "*.[]".contains(*c) || is_symbol(*c) || c.is_whitespace()
    };
    digits(signs) > 0 && signs.iter().all(is_part)
}

/// Returns how many digits a number has; a bracket is one.
fn digits(signs: &[char]) -> usize {
    let mut is_inside = false;
    let is_counted = |c: &&char| {
        let was_inside = is_inside;
        is_inside = **c == '[' || was_inside && **c != ']';
        !was_inside && !c.is_whitespace()
    };
    signs.iter().filter(is_counted).count()
}

fn words(signs: &[char]) -> impl Iterator<Item = String> {
    let words = signs.split(|c| c.is_whitespace());
    words.map(|word| word.iter().collect::<String>().to_lowercase())
}

/// Returns the parts between separators, without spaces around them. If there is a `;`, commas do not separate.
fn parts(signs: &[char]) -> impl Iterator<Item = Range<usize>> {
    let separators: &[char] = if signs.contains(&';') { &[';', '\n'] } else { SEPARATORS };
    let ends = signs.iter().enumerate().filter(|(_, c)| separators.contains(c)).map(|(i, _)| i);
    let ends = ends.chain([signs.len()]);
    let mut start = 0;
    ends.filter_map(move |end| {
        let part = std::mem::replace(&mut start, end + 1)..end;
        (!trimmed(&signs[part.clone()]).is_empty()).then_some(part)
    })
}

/// Returns the end of a form, before a full stop and the digits of a keyword.
fn end(signs: &[char]) -> usize {
    let text = trimmed(signs);
    let start = signs.len() - signs.iter().skip_while(|c| c.is_whitespace()).count();
    let mut text = without_keyword(text);
    let points = |signs: &[char]| signs.iter().filter(|c| **c == '.').count();
    match text.split_last() {
        Some(('。', rest)) => text = trimmed(rest),
        // Dots that are not points are blanks, and so may be the last one.
        Some(('.', rest)) if points(rest) == points_inside(rest) => text = trimmed(rest),
        _ => {}
    }
    start + without_keyword(text).len()
}

/// Returns how many dots are between digits.
fn points_inside(signs: &[char]) -> usize {
    let is_digit = |c: char| c.is_alphanumeric() || signs::is_blank(c) || c == ']';
    signs.windows(3).filter(|three| three[1] == '.' && is_digit(three[0]) && is_digit(three[2])).count()
}

/// Returns a text without `(0-9)` after it.
fn without_keyword(text: &[char]) -> &[char] {
    let Some(open) = text.iter().rposition(|c| *c == '(').filter(|_| text.last() == Some(&')')) else {
        return text;
    };
    let inside: String = text[open + 1..text.len() - 1].iter().filter(|c| !c.is_whitespace()).collect();
    let inside: Vec<char> = inside.chars().collect();
    match inside.as_slice() {
        [from, '-' | '−' | '–', to] if from.is_ascii_digit() && to.is_ascii_digit() => {
            trimmed(&text[..open])
        }
        _ => text,
    }
}

/// Returns a quotient without the remainder after it.
fn without_remainder(quotient: &[char]) -> &[char] {
    match remainder(quotient) {
        Some(word) => trimmed(&quotient[..word.start]),
        None => quotient,
    }
}

/// Returns the word between a quotient and its remainder, each a number without spaces.
fn remainder(quotient: &[char]) -> Option<Range<usize>> {
    let is_whole = |signs: &[char]| is_number(signs) && !signs.iter().any(|c| c.is_whitespace());
    let are_numbers = |word: &Range<usize>| {
        is_whole(trimmed(&quotient[..word.start])) && is_whole(trimmed(&quotient[word.end..]))
    };
    let all = |sign: &'static str| {
        let sign: Vec<char> = sign.chars().collect();
        let ends = quotient.len().checked_sub(sign.len()).map_or(0, |last| last + 1);
        (0..ends).filter_map(move |i| quotient[i..].starts_with(&sign).then_some(i..i + sign.len()))
    };
    let mut signs = REMAINDER_SIGNS.iter().flat_map(|sign| all(sign));
    let mut words = quotient.split(|c| c.is_whitespace()).scan(0, |end, word| {
        let start = *end;
        *end += word.len() + 1;
        Some((start..start + word.len(), word.iter().collect::<String>().to_lowercase()))
    });
    let is_word = |(_, word): &(Range<usize>, String)| REMAINDER_WORDS.contains(&word.as_str());
    signs.find(are_numbers).or_else(|| words.find(is_word).map(|(word, _)| word).filter(are_numbers))
}

/// Returns the characters of a form with one sign for each meaning: without any text after it, with `;` before each step, and
/// with one sign for the word before a remainder. Any other text is returned unchanged.
pub(super) fn tidied(mut characters: Vec<Character>, rules: &Rules) -> Vec<Character> {
    let mut signs: Vec<char> = characters.iter().map(|character| character.sign).collect();
    if rules.layout.as_deref().is_some_and(|name| name != LAYOUT) || !is_form(&signs) {
        return characters;
    }
    signs.truncate(end(&signs));
    characters.truncate(signs.len());
    if is_in_steps(&signs) && !signs.contains(&';') {
        let ends: Vec<usize> = (0..signs.len()).filter(|i| SEPARATORS.contains(&signs[*i])).collect();
        for i in ends {
            // Errors still point at the typed character.
            (characters[i].sign, signs[i]) = (';', ';');
        }
    }
    if let Some(word) = remainder_of_head(&signs) {
        let span = characters[word.start].span.start..characters[word.end - 1].span.end;
        let sign = Character { shown: "R".into(), sign: REMAINDER, span };
        characters.splice(word, [sign]);
    }
    characters
}

/// Returns the word before the remainder in the head of a division whose numbers have no spaces.
fn remainder_of_head(signs: &[char]) -> Option<Range<usize>> {
    let head = parts(signs).next()?;
    let sign = head.clone().find(|i| ")/÷:∕⁄".contains(signs[*i]))?;
    let equal = (sign + 1..head.end).find(|i| "=(".contains(signs[*i]))?;
    let numbers = [&signs[head.start..sign], &signs[sign + 1..equal]];
    let is_spaced = numbers.iter().any(|number| trimmed(number).iter().any(|c| c.is_whitespace()));
    let quotient = trimmed(&signs[equal + 1..head.end]);
    let start = (equal + 1..head.end).find(|i| !signs[*i].is_whitespace())?;
    remainder(quotient).filter(|_| !is_spaced).map(|word| start + word.start..start + word.end)
}
