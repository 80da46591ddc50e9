//! Marks around puzzles: those of quoted mail, comments and lists before lines, fences, bold type, quotation marks.

use std::ops::Range;

use fukumen_language::text::{Edit, lines};

/// Marks that programs put before all lines.
const PREFIXES: &[&str] = &["///", "//", "--", ";;", "%%", ">", "#", "*", ";", "%", ":"];

/// Lines that open and close a comment.
const COMMENTS: &[&str] = &["/**", "/*", "*/", "\"\"\"", "'''", "<!--", "-->"];

/// Marks of lists before lines.
const BULLETS: &str = "-*+•◦▪‣–·";

/// Pairs of quotation marks.
const QUOTES: &[(char, char)] = &[
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('„', '”'),
    ('”', '”'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
    ('›', '‹'),
    ('「', '」'),
    ('『', '』'),
    ('`', '`'),
    ('´', '´'),
    ('‘', '’'),
    ('‚', '‘'),
    ('\'', '\''),
];

/// The lines of a text, each with its place.
pub(super) fn lines_of(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let place = |line: &str| {
        let at = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        at
    };
    text.split_inclusive('\n').map(place).collect()
}

/// Takes off a mark that is before all lines, and the lines that open and close a comment.
pub(super) fn prefixes(text: &str) -> Vec<Edit> {
    let all: Vec<Range<usize>> =
        lines_of(text).into_iter().filter(|at| !text[at.clone()].trim().is_empty()).collect();
    let is_comment = |at: &&Range<usize>| COMMENTS.contains(&text[(*at).clone()].trim());
    let (comments, rows): (Vec<&Range<usize>>, Vec<&Range<usize>>) = all.iter().partition(is_comment);
    let starts = |prefix: &str, at: &Range<usize>| {
        let rest = text[at.clone()].trim_start().strip_prefix(prefix);
        // A star or a colon is a sign of puzzles, too.
        rest.is_some_and(|rest| !["*", ":"].contains(&prefix) || rest.is_empty() || rest.starts_with(' '))
    };
    let has = |prefix: &&&str| !rows.is_empty() && rows.iter().all(|at| starts(prefix, at));
    let prefix = PREFIXES.iter().find(has);
    // A quotation within a mail, or a comment within code, has its mark only before its own lines.
    let quoted = |at: &&&Range<usize>| starts(">", at) || starts("//", at);
    let mut edits: Vec<Edit> = comments.into_iter().cloned().map(Edit::cut).collect();
    let marked: Vec<(&str, &Range<usize>)> = match prefix {
        Some(prefix) => rows.iter().map(|at| (*prefix, *at)).collect(),
        None => {
            rows.iter().filter(quoted).map(|at| (if starts(">", at) { ">" } else { "//" }, *at)).collect()
        }
    };
    edits.extend(marked.into_iter().map(|(prefix, at)| {
        let from = at.start + text[at.clone()].find(prefix).unwrap_or_default();
        Edit::new(from..from + prefix.len(), " ".repeat(usize::from(rows.len() > 1)))
    }));
    edits.sort_by_key(|edit| edit.at.start);
    edits
}

/// Takes the marks of a list off, if every line has one: `1.`, `(2)`, `•`.
pub(super) fn lists(text: &str) -> Vec<Edit> {
    let rows: Vec<Range<usize>> =
        lines_of(text).into_iter().filter(|at| !lines::is_blank(&text[at.clone()])).collect();
    let mark = |at: &Range<usize>| {
        let line = &text[at.clone()];
        let start = line.len() - line.trim_start().len();
        let body = &line[start..];
        let bare = body.strip_prefix('(').unwrap_or(body);
        let digits = bare.bytes().take_while(u8::is_ascii_alphanumeric).take(3).count();
        let is_number =
            digits > 0 && (bare[..digits].bytes().all(|byte| byte.is_ascii_digit()) || digits == 1);
        let length = match body.chars().next()? {
            first if BULLETS.contains(first) => first.len_utf8(),
            _ if is_number && bare[digits..].starts_with(['.', ')', ':']) => {
                body.len() - bare.len() + digits + 1
            }
            _ => return None,
        };
        body[length..].starts_with(char::is_whitespace).then(|| at.start + start..at.start + start + length)
    };
    let marks: Option<Vec<Range<usize>>> = rows.iter().map(mark).collect();
    marks.unwrap_or_default().into_iter().map(Edit::cut).collect()
}

/// Takes off fences around code.
pub(super) fn fences(text: &str) -> Vec<Edit> {
    let is_fence = |at: &Range<usize>| {
        let line = text[at.clone()].trim();
        lines::is_fence(line) || line.starts_with("```") && line.ends_with("```") && line.len() > 6
    };
    let fences = lines_of(text).into_iter().filter(is_fence);
    let cut = |at: Range<usize>| {
        let line = &text[at.clone()];
        // ```` ```A+B=C``` ```` on one line.
        let inner = line
            .trim()
            .strip_prefix("```")
            .and_then(|line| line.strip_suffix("```"))
            .filter(|inner| !inner.is_empty());
        match inner
            .and_then(|inner| line.find(inner).map(|from| at.start + from..at.start + from + inner.len()))
        {
            Some(inner) => vec![Edit::cut(at.start..inner.start), Edit::cut(inner.end..at.end)],
            None => vec![Edit::cut(at)],
        }
    };
    fences.flat_map(cut).collect()
}

/// Takes marks of bold and slanted type off, and backslashes before signs that would be such a mark.
pub(super) fn emphasis(text: &str) -> Vec<Edit> {
    if !text.contains(['*', '_', '\\']) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let escapes = text.match_indices('\\').map(|(i, _)| i);
    edits.extend(
        escapes
            .filter(|i| text[i + 1..].starts_with(['*', '_', '#', '+', '-', '=', '~', '<', '>', '|']))
            .map(|i| Edit::cut(i..i + 1)),
    );
    for mark in ["**", "__", "*", "_"] {
        let sign = mark.as_bytes()[0];
        let places = runs(text, sign, mark.len());
        for pair in places.chunks_exact(2) {
            if wraps(text, &pair[0], &pair[1]) {
                edits.extend(pair.iter().cloned().map(Edit::cut));
            }
        }
    }
    edits.sort_by_key(|edit| edit.at.start);
    edits
}

/// Where a sign stands this many times side by side, neither more nor fewer.
fn runs(text: &str, sign: u8, length: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut runs = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let count = bytes[i..].iter().take_while(|byte| **byte == sign).count();
        if count == length && !text[..i].ends_with('\\') {
            runs.push(i..i + count);
        }
        i += count.max(1);
    }
    runs
}

/// Whether two marks are around words or a puzzle: letters at both ends within, and outside spaces or signs of a sentence.
fn wraps(text: &str, open: &Range<usize>, close: &Range<usize>) -> bool {
    let inner = &text[open.end..close.start];
    let opens =
        text[..open.start].chars().next_back().is_none_or(|c| c.is_whitespace() || "(>.\"".contains(c));
    let closes =
        text[close.end..].chars().next().is_none_or(|c| c.is_whitespace() || ".,;:!?)\"".contains(c));
    // The sign of a row may be marked with it.
    let is_end = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "()!?:.+-−×".contains(c));
    opens
        && closes
        && is_end(inner.chars().next())
        && is_end(inner.chars().next_back())
        && inner.chars().filter(|c| c.is_alphabetic()).count() > 1
        && !inner.contains("\n\n")
}

/// Takes the marks of raised and lowered digits off a fraction: `^A⁄[BC]`, `^(A)⁄_(BC)`.
pub(super) fn slashes(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, slash) in text.match_indices('⁄') {
        let before = text[..at].trim_end_matches(|c: char| c.is_alphanumeric() || "()□".contains(c));
        if before.ends_with('^') {
            edits.push(Edit::cut(before.len() - 1..before.len()));
        }
        let after = at + slash.len();
        if text[after..].starts_with('_') {
            edits.push(Edit::cut(after..after + 1));
        } else if let Some(length) = bracketed(&text[after..]) {
            edits.extend([
                Edit::new(after..after + 1, "("),
                Edit::new(after + length..after + length + 1, ")"),
            ]);
        }
    }
    edits
}

/// Where the bracket closes that begins a text, if a number is in it.
fn bracketed(text: &str) -> Option<usize> {
    let length = text.strip_prefix('[')?.find(']')? + 1;
    text[1..length].chars().all(char::is_alphanumeric).then_some(length)
}

/// Puts functions in place of the brackets of rounding.
pub(super) fn floors(text: &str) -> Vec<Edit> {
    let new = |c: char| match c {
        '⌊' => Some("floor("),
        '⌈' => Some("ceil("),
        '⌋' | '⌉' => Some(")"),
        _ => None,
    };
    // Brackets that are stacked are for the rules of copied formulas.
    let is_whole = |line: &str| {
        let parts = || line.split(['⌊', '⌈']).skip(1);
        parts().count() == line.matches(['⌋', '⌉']).count()
            && parts().all(|part| !part.trim_start().starts_with(['⌋', '⌉']))
    };
    if !text.lines().all(is_whole) {
        return Vec::new();
    }
    let brackets = text.char_indices().filter_map(|(i, c)| Some(Edit::new(i..i + c.len_utf8(), new(c)?)));
    brackets.collect()
}

/// Takes quotation marks off that are around an equation that calculates, or around a number of one.
pub(super) fn quotes(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut start = 0;
    while let Some((open, close)) = next_quoted(text, start) {
        let inner = &text[open.end..close.start];
        let calculates = inner.contains(|c: char| "+-−–*×·/÷:^√".contains(c));
        // `"A=1"` may be a sample of an answer.
        let is_equation = inner.contains(['=', '<', '>', '≠', '≤', '≥'])
            && (calculates || !inner.contains(|c: char| c.is_ascii_digit()));
        let is_sign = |c: char| "+-−–*×·/÷=<>≠≤≥".contains(c);
        let before = text[..open.start].trim_end().chars().next_back();
        let after = text[close.end..].trim_start().chars().next();
        let is_number = !inner.is_empty() && inner.chars().all(char::is_alphanumeric);
        if is_equation || is_number && (before.is_some_and(is_sign) || after.is_some_and(is_sign)) {
            start = close.end;
            // `value="A+B=C"`: the name of a field is no part of the equation.
            let field = text[..open.start].strip_suffix('=').filter(|_| is_equation);
            edits.push(field.map_or(Edit::cut(open.clone()), |field| Edit::new(field.len()..open.end, "\n")));
            edits.push(Edit::cut(close));
        } else {
            // The closing mark may open the next pair.
            start = if inner.contains(char::is_whitespace) { open.end } else { close.end };
        }
    }
    edits
}

/// The next pair of quotation marks on one line.
fn next_quoted(text: &str, from: usize) -> Option<(Range<usize>, Range<usize>)> {
    let is_open = |c: char| QUOTES.iter().any(|(open, _)| *open == c);
    let opening = text[from..].char_indices().filter(|(_, c)| is_open(*c));
    for (i, c) in opening.map(|(i, c)| (from + i, c)) {
        let rest = &text[i + c.len_utf8()..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let ends = QUOTES
            .iter()
            .filter(|(open, _)| *open == c)
            .filter_map(|(_, close)| Some((line.find(*close)?, *close)));
        if let Some((length, close)) = ends.min_by_key(|(length, _)| *length) {
            let end = i + c.len_utf8() + length;
            return Some((i..i + c.len_utf8(), end..end + close.len_utf8()));
        }
    }
    None
}
