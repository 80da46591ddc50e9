//! Text that keeps the place in the file where each character was typed, through quotes and macros.

use std::ops::Range;

use super::refusal;
use fukumen_language::message::message;
use fukumen_language::text::TextError;

/// A character, and the bytes of the file that it comes from.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub sign: char,
    pub at: Range<usize>,
}

/// A part of a file without its quotes.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub marks: Vec<Mark>,
    /// The bytes that it takes in the file, with its quotes.
    pub at: Range<usize>,
}

impl Typed {
    pub fn text(&self) -> String {
        self.marks.iter().map(|mark| mark.sign).collect()
    }

    /// Returns a part of it, by characters.
    pub fn part(&self, range: Range<usize>) -> Self {
        let marks = self.marks[range.clone()].to_vec();
        let at = match (marks.first(), marks.last()) {
            (Some(first), Some(last)) => first.at.start..last.at.end,
            _ => self.marks.get(range.start).map_or(self.at.end..self.at.end, |m| m.at.start..m.at.start),
        };
        Self { marks, at }
    }

    /// Returns it without spaces at both ends.
    pub fn trimmed(&self) -> Self {
        let is_visible = |mark: &Mark| !mark.sign.is_whitespace();
        let start = self.marks.iter().position(is_visible).unwrap_or(self.marks.len());
        let end = self.marks.iter().rposition(is_visible).map_or(start, |last| last + 1);
        self.part(start..end)
    }

    /// Returns the parts between the signs that `is_between` accepts.
    pub fn split(&self, is_between: impl Fn(char) -> bool) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut start = 0;
        for (i, mark) in self.marks.iter().enumerate() {
            if is_between(mark.sign) {
                parts.push(self.part(start..i));
                start = i + 1;
            }
        }
        parts.push(self.part(start..self.marks.len()));
        parts
    }

    /// Returns the parts before and after the first such sign.
    pub fn split_once(&self, sign: char) -> Option<(Self, Self)> {
        let at = self.marks.iter().position(|mark| mark.sign == sign)?;
        Some((self.part(0..at), self.part(at + 1..self.marks.len())))
    }
}

/// Splits a text into words as a POSIX shell does: quotes, backslashes, and comments from `#` on.
pub(super) fn words(file: &str) -> Result<Vec<Typed>, TextError> {
    let mut words = Vec::new();
    let mut word: Option<Typed> = None;
    let mut signs = file.char_indices().peekable();
    while let Some((start, sign)) = signs.next() {
        let end = start + sign.len_utf8();
        let mut add = |sign: Option<char>, at: Range<usize>| {
            let word = word.get_or_insert(Typed { marks: Vec::new(), at: start..end });
            word.at.end = at.end;
            word.marks.extend(sign.map(|sign| Mark { sign, at }));
        };
        match sign {
            '#' => while signs.next_if(|(_, sign)| *sign != '\n').is_some() {},
            '\\' => match signs.next() {
                // A backslash joins two lines.
                Some((_, '\n')) | None => {}
                Some((at, sign)) => add(Some(sign), at..at + sign.len_utf8()),
            },
            '\'' | '"' => {
                add(None, start..end);
                loop {
                    let Some((at, inner)) = signs.next() else {
                        return Err(refusal(message!("import-open-quote"), start..end));
                    };
                    let after = at + inner.len_utf8();
                    match inner {
                        _ if inner == sign => {
                            add(None, at..after);
                            break;
                        }
                        '\\' if sign == '"' => match signs.next_if(|(_, next)| ['"', '\\'].contains(next)) {
                            Some((at, escaped)) => add(Some(escaped), at..at + 1),
                            None => add(Some(inner), at..after),
                        },
                        _ => add(Some(inner), at..after),
                    }
                }
            }
            sign if sign.is_whitespace() => words.extend(word.take()),
            sign => add(Some(sign), start..end),
        }
    }
    words.extend(word);
    Ok(words)
}
