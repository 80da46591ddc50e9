//! The looks of a line before anything is read: a comment, a setting, a relation, a rule.

use crate::puzzle::Rules;
use crate::spelling::Spelling;
use crate::text::conditions::grammar::is_symbol;
use crate::vocabulary::signs::{DASHES, RULES};
use crate::vocabulary::{OPERATORS, Operator, Tier, signs};

/// Returns whether a line has nothing visible.
pub fn is_blank(line: &str) -> bool {
    line.trim_start_matches('\u{FEFF}').trim().is_empty()
}

/// Returns whether a line is only a fence around code, perhaps with the name of a language.
pub fn is_fence(line: &str) -> bool {
    let line = line.trim();
    let name = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
    name.is_some_and(|name| name.chars().all(char::is_alphanumeric))
}

/// Returns whether a TeX formula begins that continues in the next lines.
pub fn begins_formula(line: &str) -> bool {
    let line = line.trim();
    line.contains("\\begin{") || matches!(line, "$$" | "\\[" | "\\(")
}

/// Returns the text of a comment or a setting from its `#` or `@` on.
pub fn special(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    line.starts_with(['#', '@', '＃', '＠']).then_some(line)
}

/// Returns the name and the value of a setting: a line that begins with `@`.
pub fn setting(line: &str) -> Option<(&str, Option<&str>)> {
    let line = special(line)?.strip_prefix(['@', '＠'])?.trim_end();
    let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((name, Some(value.trim()).filter(|value| !value.is_empty())))
}

/// Returns whether a line may be a whole condition: it has a relation, or a function with balanced brackets, and more than
/// operators.
pub fn is_condition_like(line: &str, rules: &Rules) -> bool {
    let line = plain(line);
    let relations = OPERATORS.iter().filter(|row| row.tier == Tier::Relation);
    let mut signs = relations.flat_map(|row| row.spellings);
    !is_rule(&line)
        && !is_operators_only(&line, rules)
        && (signs.any(|sign| line.contains(sign)) || has_call(&line))
}

/// Returns the line as the grammar would see it, with plain forms of full-width signs.
fn plain(line: &str) -> String {
    Spelling::default().characters(line).iter().map(|character| character.sign).collect()
}

/// Returns whether a text of several lines is a drawing, not a list of conditions.
pub fn is_drawn(text: &str, rules: &Rules) -> bool {
    let mut lines = text.lines().filter(|line| !is_blank(line) && special(line).is_none());
    let (first, second) = (lines.next(), lines.next());
    first.zip(second).is_some_and(|(first, second)| are_of_a_drawing(first, second, rules))
}

/// Returns whether a text that begins with these two lines is a drawing, not a list of conditions.
pub fn are_of_a_drawing(first: &str, second: &str, rules: &Rules) -> bool {
    let is_quoted = [first, second].iter().all(|line| line.trim_start().starts_with('>'));
    let bare = |line: &str| {
        // The mark of a quoted mail is not a relation, nor is an arrow before a remark.
        let line = if is_quoted { line.trim_start().trim_start_matches('>') } else { line };
        plain(line.split_once(" <--").map_or(line, |(row, _)| row))
    };
    let (first, second) = (bare(first), bare(second));
    if first.contains(';') || second.contains(';') {
        // One-line forms have their steps one after the other.
        return false;
    }
    if is_open(&first) {
        return is_number(second.trim().trim_matches(['+', '=']));
    }
    if !is_condition_like(&first, rules) {
        return !is_condition_like(&second, rules) || is_open(&second) || is_bars(&second);
    }
    is_rule(&second) || is_operators_only(&second, rules) || is_heading(&first) && is_number(&second)
}

/// Returns whether a condition compares symbols of a puzzle, which may be a drawing, without calculating anything.
pub fn compares_symbols(puzzle: &str, line: &str, rules: &Rules) -> bool {
    let line = plain(line);
    let calculates =
        |row: &&Operator| matches!(row.tier, Tier::Sum | Tier::Product | Tier::Power | Tier::Root);
    let mut operators = OPERATORS.iter().filter(calculates).flat_map(|row| row.spellings);
    // Most lines in lists calculate.
    if operators.any(|sign| line.contains(sign)) {
        return false;
    }
    let is_membership = line.split_whitespace().nth(1) == Some("in");
    let symbols = |line: &str| -> Vec<String> {
        let words = line.split_whitespace().filter(|word| *word != "in");
        let spelling = rules.spelling();
        let characters = words.flat_map(|word| spelling.characters(&without_names(word)));
        characters
            .filter(|character| is_symbol(character.sign))
            .map(|c| spelling.key(&c.shown).into_owned())
            .collect()
    };
    let mine = symbols(&line);
    let rows: Vec<&str> = puzzle.lines().filter(|line| special(line).is_none()).collect();
    let known = symbols(&plain(&rows.join("\n")));
    (is_condition_like(&line, rules) || is_membership)
        && !mine.is_empty()
        && mine.iter().all(|symbol| known.contains(symbol))
}

/// Returns a text without the names of functions.
fn without_names(text: &str) -> String {
    let mut rest = String::new();
    for part in text.split_inclusive('(') {
        match part.strip_suffix('(') {
            Some(before) => rest += before.trim_end_matches(|c: char| c.is_ascii_lowercase() || c == '_'),
            None => rest += part,
        }
        rest.push(' ');
    }
    rest
}

/// Returns whether it is a number with an equals sign before or after it, as in a sum with `=` for a rule.
fn is_open(line: &str) -> bool {
    let line = line.trim();
    let inner = line.strip_suffix('=').or_else(|| line.strip_prefix('=')).unwrap_or_default();
    is_number(inner.trim().trim_matches(['+', '=']))
}

/// Returns whether it has fraction bars.
fn is_bars(line: &str) -> bool {
    let is_bar = |word: &str| word.chars().count() > 1 && word.chars().all(|c| DASHES.contains(c));
    let words: Vec<&str> = line.split_whitespace().collect();
    // A single dash is a bar if an operator follows it.
    let is_sign = |word: &&str| ["+", "×", "=", "·", ":", "÷"].contains(word);
    let has_short = words.windows(2).any(|pair| ["-", "−", "–", "─"].contains(&pair[0]) && is_sign(&pair[1]));
    has_short || words.iter().any(|word| is_bar(word.trim_matches(['(', ')'])))
}

/// Returns whether it may be a division or a root that is worked out below: `1234:56=22`, `√1234=35`.
fn is_heading(line: &str) -> bool {
    line.contains([':', '÷', '/', '√', '∛', '∜']) && line.matches('=').count() == 1
}

/// Returns whether it is only a number, perhaps with a sign before it.
pub fn is_number(line: &str) -> bool {
    let line = line.trim().trim_matches(['-', '−', '–']);
    let is_sign =
        |c: char| c.is_alphanumeric() || c.is_whitespace() || signs::is_blank(c) || "*.[]".contains(c);
    !line.is_empty() && line.chars().all(is_sign)
}

/// Returns whether a text has one number on each line, with a plus or minus sign before some but the first, and no rule.
pub fn is_sum_without_result(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| special(line).is_none());
    let has_sign = |line: &str| line.trim_start().starts_with(['+', '＋', '-', '−']);
    let is_row = |line: &str| !is_rule(line) && is_number(line.trim_matches([' ', '\t', '+', '＋']));
    lines.next().is_some_and(|first| is_row(first) && !has_sign(first))
        && lines.clone().any(has_sign)
        && lines.all(is_row)
}

/// Returns whether it is a line of one repeated sign, as drawn above a result.
pub fn is_rule(line: &str) -> bool {
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    signs.next().is_some_and(|first| RULES.contains(first) && signs.all(|c| c == first))
}

/// Returns whether it has operators and nothing between them, like the rows between those of a grid.
pub(super) fn is_operators_only(line: &str, rules: &Rules) -> bool {
    let is_hidden = |word: &str| rules.blanks.iter().any(|blank| word.contains(&blank.sign));
    let is_sign = |c: char| OPERATORS.iter().any(|row| row.spellings.iter().any(|s| s.contains(c)));
    let mut words = line.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| !is_hidden(word) && (word == "x" || word.chars().all(is_sign)))
}

/// Returns whether a lower-case name is before a bracket that is closed again.
fn has_call(line: &str) -> bool {
    let mut depth = 0usize;
    for c in line.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => depth -= 1,
            _ => {}
        }
    }
    let is_call = |(i, _): (usize, &str)| line[..i].ends_with(|c: char| c.is_ascii_lowercase());
    depth == 0 && line.match_indices('(').any(is_call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_and_conditions_are_told_from_rows_of_a_drawing() {
        let is = |line| is_condition_like(line, &Rules::default());
        assert!(is("SEND+MORE=MONEY"));
        assert!(is("A < B"));
        assert!(is("ＡＢ＝ＢＡ"));
        assert!(is("is_prime(SEVEN)"));
        assert!(is("_ + _ = _"));
        assert!(!is("  SEND"));
        assert!(!is("+ MORE"));
        assert!(!is("======"));
        assert!(!is("-  =  ="));
        assert!(!is("x  +  ="));
        assert!(!is("＋　＋　＝"));
        assert!(!is("ab)cdef(gh"));
        assert!(!is(""));
    }

    #[test]
    fn a_blank_sign_is_no_operator() {
        let mut rules = Rules::default();
        rules.set("blank", Some("*:0-9")).expect("it is a value");
        assert!(is_condition_like("* = **", &rules));
        assert!(!is_condition_like("* = **", &Rules::default()));
    }

    #[test]
    fn settings_have_a_name_and_perhaps_a_value() {
        assert_eq!(setting("@base 12 "), Some(("base", Some("12"))));
        assert_eq!(setting(" @wrong"), Some(("wrong", None)));
        assert_eq!(setting("ABC@7=A"), None);
        assert_eq!(special("  # a word"), Some("# a word"));
        assert_eq!(special("A=B # no"), None);
    }
}
