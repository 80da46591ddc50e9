//! Reads formulas: commands as signs of the language, arrays as tables with bars.

use std::ops::Range;

use super::commands::{Command, command};
use fukumen_language::text;
use fukumen_language::text::Edit;

/// How deep arguments within arguments may be.
const DEEPEST: usize = 64;

/// The longest `[2pt]` after the end of a row.
const LONGEST_ROOM: usize = 32;

/// The most columns that one cell may take.
const WIDEST: usize = 64;

/// Environments with cells.
const TABLES: &[&str] =
    &["array", "tabular", "tabularx", "matrix", "pmatrix", "bmatrix", "smallmatrix", "longtable"];

/// Commands that draw a box or a line, on which people write: a blank if they hold nothing.
const BOXES: &[&str] = &["boxed", "fbox", "framebox", "makebox", "underline", "colorbox"];

/// Reads a part of a text as TeX, into edits.
pub(super) struct Reader<'a> {
    text: &'a str,
    pub edits: Vec<Edit>,
    /// The environments around a place: whether each has cells.
    tables: Vec<bool>,
    /// How many rows have a rule below them that is yet to come.
    underlines: usize,
    /// Whether spaces between digits say nothing, as below a line.
    is_tight: bool,
    /// How many arguments are open.
    depth: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, edits: Vec::new(), tables: Vec::new(), underlines: 0, is_tight: false, depth: 0 }
    }

    /// Reads a part; nothing if it is no TeX.
    pub fn part(&mut self, at: Range<usize>) -> Option<()> {
        let mut i = at.start;
        while i < at.end {
            let rest = &self.text[i..at.end];
            let first = rest.chars().next()?;
            let (length, new) = match first {
                '\\' => {
                    i = self.command(i, at.end)?;
                    continue;
                }
                '^' | '_' => {
                    i = self.script(i, at.end, first)?;
                    continue;
                }
                // In TeX this is a factorial and an equals sign.
                '!' if rest.starts_with("!=") => (1, "! "),
                '{' | '}' => (1, ""),
                '~' => (1, " "),
                '&' => (1, if self.is_table() { " | " } else { "" }),
                '$' if !self.tables.is_empty() => (1, ""),
                ' ' if self.is_tight => (1, ""),
                '\n' if !self.tables.is_empty() => (1, " "),
                '%' => (rest.find('\n').map_or(rest.len(), |end| end + 1), " "),
                _ => {
                    i += first.len_utf8();
                    continue;
                }
            };
            self.put(i..i + length, new);
            i += length;
        }
        Some(())
    }

    fn put(&mut self, at: Range<usize>, new: impl Into<String>) -> Option<usize> {
        let end = at.end;
        self.edits.push(Edit::new(at, new));
        Some(end)
    }

    /// A command and what belongs to it: where it ends.
    fn command(&mut self, start: usize, end: usize) -> Option<usize> {
        let name = self.name(start, end);
        let after = start + 1 + name.len();
        match name {
            "\\" | "cr" | "tabularnewline" => self.row(start, after, end),
            "hline" | "toprule" | "midrule" | "bottomrule" => self.rule(start, after),
            "cline" | "cmidrule" => {
                let argument = self.group(after, end)?;
                self.rule(start, argument.end + 1)
            }
            "begin" => self.begin(start, after, end),
            "end" => self.end(start, after, end),
            "frac" | "dfrac" | "tfrac" | "cfrac" => self.fraction(start, after, end),
            "sqrt" => self.root(start, after, end),
            "overline" | "bar" | "dot" | "overrightarrow" | "widehat" => self.overline(start, after, end),
            "underline" if !self.tables.is_empty() => {
                let argument = self.group(after, end)?;
                self.underlines += 1;
                self.wrapped(start, argument, "", "")
            }
            "left" | "right" => self.side(start, after, end),
            "not" if self.text[after..end].trim_start().starts_with('=') => {
                let after = after + self.text[after..end].find('=')? + 1;
                self.put(start..after, "≠")
            }
            "enclose" => self.enclosed(start, after, end),
            "multicolumn" => self.over_columns(start, after, end),
            "rule" => self.line(start, after, end),
            "phantom" | "hphantom" => {
                let argument = self.group(after, end)?;
                let width = self.text[argument.clone()].chars().count();
                self.put(start..argument.end + 1, " ".repeat(width))
            }
            "hskip" | "vskip" | "kern" | "mkern" | "mskip" => self.length(start, after, end),
            _ if BOXES.contains(&name) => self.boxed(name, start, after, end),
            _ => self.plain(name, start, end),
        }
    }

    /// Whether it is within a table.
    fn is_table(&self) -> bool {
        self.tables.last().copied().unwrap_or(false)
    }

    /// A command that stands for a sign or for nothing, or only says how its argument looks.
    fn plain(&mut self, name: &str, start: usize, end: usize) -> Option<usize> {
        let after = start + 1 + name.len();
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic());
        // Spaces after a word only end it.
        let rest = &self.text[after..end];
        let past_spaces = after + if is_word { rest.len() - rest.trim_start_matches(' ').len() } else { 0 };
        match command(name)? {
            // `\times3` is no longer a word then, nor is `\cdot x`.
            Command::Sign(sign) if sign.starts_with(char::is_alphanumeric) => {
                self.put(start..past_spaces, sign)
            }
            Command::Sign(sign) => self.put(start..after, sign),
            Command::Space => self.put(start..after, " "),
            Command::Nothing => self.put(start..past_spaces, ""),
            Command::Goes(arguments) => {
                let end = self.arguments(after, end, arguments)?;
                self.put(start..end, "")
            }
            Command::Holds(arguments) => {
                let from = self.arguments(after, end, arguments - 1)?;
                match self.group(from, end) {
                    Some(argument) => self.wrapped(start, argument, "", ""),
                    // `\mathrm A` holds what comes next.
                    None => self.put(start..past_spaces, ""),
                }
            }
        }
    }

    /// A box or a line with what it holds, or a blank.
    fn boxed(&mut self, name: &str, start: usize, after: usize, end: usize) -> Option<usize> {
        let mut at = after;
        while self.text[at..end].starts_with('[') {
            at += self.text[at..end].find(']')? + 1;
        }
        let argument = self.group(self.arguments(at, end, usize::from(name == "colorbox"))?, end)?;
        let first = self.edits.len();
        let after = self.wrapped(start, argument.clone(), "", "")?;
        let holds = text::changed(self.text, argument, &self.edits[first + 1..self.edits.len() - 1]);
        if holds.trim().is_empty() {
            self.edits.truncate(first);
            self.put(start..after, "□");
        }
        Some(after)
    }

    /// `\left` or `\right`, with the sign after it if that only makes a pair.
    fn side(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let rest = &self.text[after..end];
        let spaces = rest.len() - rest.trim_start().len();
        let pair = [".", "\\{", "\\}", "\\lbrace", "\\rbrace"];
        let sign =
            pair.iter().find(|sign| rest.trim_start().starts_with(**sign)).map_or(0, |sign| sign.len());
        let after = after + if sign > 0 { spaces + sign } else { 0 };
        self.put(start..after, "")
    }

    /// `\enclose{longdiv}{52}`, which is the bracket of a division; any other kind is a frame.
    fn enclosed(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let kind = self.group(after, end)?;
        let argument = self.group(kind.end + 1, end)?;
        let bracket = if self.text[kind].contains("longdiv") { ")" } else { "" };
        self.wrapped(start, argument, bracket, "")
    }

    /// `\multicolumn{2}{r}{4}`: a cell that takes several columns, at the left of them or at the right.
    fn over_columns(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let count = self.group(after, end)?;
        let side = self.group(count.end + 1, end)?;
        let argument = self.group(side.end + 1, end)?;
        let empty = self.text[count].trim().parse::<usize>().ok()?.checked_sub(1)?;
        let cells = " | ".repeat(Some(empty).filter(|empty| *empty <= WIDEST)?);
        let (before, after) = if self.text[side].contains('l') { ("", &*cells) } else { (&*cells, "") };
        self.wrapped(start, argument, before, after)
    }

    /// A line that is drawn: a blank, unless it has no length and only keeps its place.
    fn line(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let length = self.group(after, end)?;
        let after = self.group(length.end + 1, end)?.end + 1;
        let has_length = self.text[length].contains(|c: char| ('1'..='9').contains(&c));
        self.put(start..after, if has_length && !self.is_table() { "□" } else { "" })
    }

    /// A command with a length after it.
    fn length(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let rest = self.text[after..end].trim_start();
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let unit = number.bytes().take(2).take_while(u8::is_ascii_lowercase).count();
        self.put(start..end - number.len() + unit, " ")
    }

    /// Where this many arguments end: braces with what they hold, or a command alone.
    fn arguments(&self, from: usize, end: usize, count: usize) -> Option<usize> {
        let mut at = from;
        for _ in 0..count {
            let rest = &self.text[at..end];
            let start = at + rest.len() - rest.trim_start().len();
            at = match self.text[start..end].starts_with('\\') {
                true => start + 1 + self.name(start, end).len(),
                false => self.group(start, end)?.end + 1,
            };
        }
        Some(at)
    }

    /// The name of the command that begins here: letters, or one other character.
    fn name(&self, start: usize, end: usize) -> &'a str {
        let rest: &'a str = &self.text[start + 1..end];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length = if letters > 0 { letters } else { rest.chars().next().map_or(0, char::len_utf8) };
        &rest[..length]
    }

    /// The text between the next braces.
    fn group(&self, from: usize, end: usize) -> Option<Range<usize>> {
        let rest = self.text.get(from..end)?;
        let start = from + rest.len() - rest.trim_start().len();
        if !self.text[start..end].starts_with('{') {
            return None;
        }
        let mut depth = 0usize;
        for (i, byte) in self.text.as_bytes()[start..end].iter().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(start + 1..start + i);
            }
        }
        None
    }

    /// An argument with something before and after it.
    fn wrapped(&mut self, start: usize, argument: Range<usize>, before: &str, after: &str) -> Option<usize> {
        self.put(start..argument.start, before);
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.part(argument.clone())?;
        self.depth -= 1;
        self.put(argument.end..argument.end + 1, after)
    }

    /// The end of a row.
    fn row(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        // `\\[2pt]` leaves room.
        let rest = &self.text[after..end];
        let close = || rest.bytes().take(LONGEST_ROOM).position(|byte| byte == b']');
        let room = if rest.starts_with('[') { close().map_or(0, |close| close + 1) } else { 0 };
        let underline = std::mem::take(&mut self.underlines) > 0;
        let text = match (self.is_table(), underline) {
            (true, true) => " |\n| == |\n| ",
            (true, false) => " |\n| ",
            (false, true) => "\n------\n",
            (false, false) => "\n",
        };
        self.put(start..after + room, text)
    }

    fn rule(&mut self, start: usize, after: usize) -> Option<usize> {
        self.put(start..after, if self.is_table() { " |\n| == |\n| " } else { "\n------\n" })
    }

    /// The head of an environment: one with cells becomes a table, any other is nothing.
    fn begin(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let argument = self.group(after, end)?;
        let name = self.text[argument.clone()].trim_end_matches('*');
        let is_table = TABLES.contains(&name);
        let mut at = argument.end + 1;
        if self.text[at..end].starts_with('[') {
            at += self.text[at..end].find(']')? + 1;
        }
        if matches!(name, "array" | "tabular" | "tabularx" | "longtable" | "alignat" | "alignedat") {
            at = self.group(at, end)?.end + 1;
        }
        self.tables.push(is_table);
        self.put(start..at, if is_table { "\n| " } else { "\n" })
    }

    fn end(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let argument = self.group(after, end)?;
        let close = match (self.tables.pop(), std::mem::take(&mut self.underlines)) {
            (Some(true), 0) => " |\n",
            (Some(true), _) => " |\n| == |\n",
            _ => "\n",
        };
        self.put(start..argument.end + 1, close)
    }

    fn fraction(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let above = self.group(after, end)?;
        let below = self.group(above.end + 1, end)?;
        let is_whole = |at: &Range<usize>| self.text[at.clone()].trim().chars().all(char::is_alphanumeric);
        let (first, second) = (is_whole(&above), is_whole(&below));
        // A number before it makes a mixed number of it.
        let before = self.text[..start].trim_end_matches([' ', '{']).ends_with(char::is_alphanumeric);
        let open = match (before, first) {
            (true, true) => " ",
            (false, true) => "",
            _ => "(",
        };
        let from = self.wrapped(start, above, open, if first { "/" } else { ")/" })?;
        self.wrapped(from, below, if second { "" } else { "(" }, if second { "" } else { ")" })
    }

    fn root(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let rest = &self.text[after..end];
        let index = if rest.starts_with('[') { Some(after + 1..after + rest.find(']')?) } else { None };
        let argument = self.group(index.as_ref().map_or(after, |index| index.end + 1), end)?;
        match index.map(|index| self.text[index].trim()) {
            None | Some("2") => self.wrapped(start, argument, "√(", ")"),
            Some("3") => self.wrapped(start, argument, "∛(", ")"),
            Some(other) => {
                let close = format!(", {other})");
                self.wrapped(start, argument, "root(", &close)
            }
        }
    }

    /// After a point it is the period, elsewhere it marks a number.
    fn overline(&mut self, start: usize, after: usize, end: usize) -> Option<usize> {
        let argument = self.group(after, end)?;
        let before = self.text[..start].trim_end_matches(|c: char| c.is_alphanumeric());
        let (open, close) = if before.ends_with('.') { ("(", ")") } else { ("", "") };
        let is_tight = std::mem::replace(&mut self.is_tight, true);
        let end = self.wrapped(start, argument, open, close);
        self.is_tight = is_tight;
        end
    }

    /// An exponent, or a base below.
    fn script(&mut self, at: usize, end: usize, sign: char) -> Option<usize> {
        let next = self.text[at + 1..end].chars().next()?;
        let Some(argument) = self.group(at + 1, end).filter(|_| next == '{') else {
            // A base or an index of one sign, never a blank.
            return match sign {
                '_' => self.put(at..at + 1, "@"),
                _ => Some(at + 1),
            };
        };
        let inner = self.text[argument.clone()].trim();
        // A letter glued to the braces belongs to no exponent: the grammar finds that an operator is missing.
        let is_alone = !self.text[argument.end + 1..end].starts_with(char::is_alphanumeric);
        let is_number = is_alone && !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit());
        match sign {
            '_' => self.put(at..argument.end + 1, format!("@{inner}")),
            _ if is_number => self.wrapped(at, argument, "^", ""),
            _ => self.wrapped(at, argument, "^(", ")"),
        }
    }
}
