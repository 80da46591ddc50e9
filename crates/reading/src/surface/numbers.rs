//! Ways to write numbers at school: brackets to write a digit in, apostrophes between thousands.

use fukumen_language::text::Edit;

/// How many digits stand after an apostrophe.
const GROUP: usize = 3;

/// Puts a blank for brackets with nothing in them that are beside a digit or a sign: `( )7 + 2（　） = [ ]6`.
pub(super) fn boxes(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut start = 0;
    while let Some(open) = text[start..].find(['(', '（', '[']).map(|length| start + length) {
        let inner = open + text[open..].chars().next().map_or(1, char::len_utf8);
        start = inner;
        let close =
            inner + text[inner..].len() - text[inner..].trim_start_matches([' ', '\u{3000}', '\u{a0}']).len();
        let Some(sign) = text[close..].chars().next().filter(|c| [')', '）', ']'].contains(c)) else {
            continue;
        };
        let end = close + sign.len_utf8();
        start = end;
        let (before, after) = (&text[..open], &text[end..]);
        let is_beside = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || "()（）[]□".contains(c));
        let is_sign = |c: Option<char>| c.is_some_and(|c| "+＋-−×*·÷/:^=＝<>".contains(c));
        let touches = is_beside(before.chars().next_back()) || is_beside(after.chars().next());
        let is_operand =
            is_sign(before.trim_end().chars().next_back()) || is_sign(after.trim_start().chars().next());
        // `f()` is a function.
        let is_called = before.ends_with(|c: char| c.is_ascii_lowercase() || c == '_');
        if (touches || is_operand) && !is_called {
            edits.push(Edit::new(open..end, "□"));
        }
    }
    edits
}

/// Takes off apostrophes between the thousands of a number: `1'234`, `A’567`.
pub(super) fn apostrophes(text: &str) -> Vec<Edit> {
    let is_part = |c: char| c.is_ascii_digit() || c.is_uppercase() || "□?_*".contains(c);
    let between = |at: usize, sign: &str| {
        let after = &text[at + sign.len()..];
        text[..at].ends_with(is_part) && after.chars().take_while(|c| is_part(*c)).count() == GROUP
    };
    let all: Vec<(usize, &str)> = text.match_indices(['\'', '’']).collect();
    if !text.contains('=') || !all.iter().all(|(at, sign)| between(*at, sign)) {
        return Vec::new();
    }
    all.into_iter().map(|(at, sign)| Edit::cut(at..at + sign.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::text::changed;

    #[test]
    fn empty_brackets_are_blanks_and_apostrophes_part_thousands() {
        let with = |text: &str, edits: fn(&str) -> Vec<Edit>| changed(text, 0..text.len(), &edits(text));
        assert_eq!(with("( )7 + 2（　） = [ ]6", boxes), "□7 + 2□ = □6");
        assert_eq!(with("（　）+（　）=9", boxes), "□+□=9");
        assert_eq!(with("[ ] SEND+MORE=MONEY f()", boxes), "[ ] SEND+MORE=MONEY f()");
        assert_eq!(with("1'234 + A’567 = B'801", apostrophes), "1234 + A567 = B801");
        assert_eq!(with("Bob's 1'234=A, n'est", apostrophes), "Bob's 1'234=A, n'est");
    }
}
