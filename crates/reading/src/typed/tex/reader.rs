//! Reads formulas: commands as signs of the language, arrays as tables with bars.

use std::ops::Range;

use super::super::Edit;
use super::commands::{BOXES, GREEK, LENGTHS, LOOKS, SETTINGS, SIGNS, WRAPPERS};
use fukumen_language::text;
use fukumen_language::vocabulary::OPERATORS;

/// How deep arguments within arguments may be.
const DEEPEST: usize = 64;
/// The longest `[2pt]` behind the end of a row.
const LONGEST_ROOM: usize = 32;
/// The most columns that one cell may take.
const WIDEST: usize = 64;

pub(super) struct Reader<'a> {
    text: &'a str,
    pub edits: Vec<Edit>,
    /// The environments around a place: whether each has cells.
    tables: Vec<bool>,
    /// How many rows have a rule below them that is yet to come.
    underlines: usize,
    /// Whether spaces between digits say nothing, as below a line.
    is_tight: bool,
    /// Whether other shapes stand for digits, so that a square is a symbol among them.
    has_shapes: bool,
    /// How many arguments are open.
    depth: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str, has_shapes: bool) -> Self {
        Self {
            text,
            edits: Vec::new(),
            tables: Vec::new(),
            underlines: 0,
            is_tight: false,
            has_shapes,
            depth: 0,
        }
    }

    /// Reads a part; nothing if it is no TeX.
    pub fn part(&mut self, at: Range<usize>) -> Option<()> {
        let mut i = at.start;
        while i < at.end {
            let rest = &self.text[i..at.end];
            let first = rest.chars().next()?;
            i = match first {
                '\\' => self.command(i, at.end)?,
                '{' | '}' | '~' => {
                    self.edits.push(Edit::new(i..i + 1, if first == '~' { " " } else { "" }));
                    i + 1
                }
                '^' | '_' => self.script(i, at.end, first)?,
                '&' => {
                    self.edits.push(Edit::new(i..i + 1, if self.is_table() { " | " } else { "" }));
                    i + 1
                }
                // Around a cell.
                '$' if !self.tables.is_empty() => {
                    self.edits.push(Edit::cut(i..i + 1));
                    i + 1
                }
                ' ' if self.is_tight => {
                    self.edits.push(Edit::cut(i..i + 1));
                    i + 1
                }
                '\n' if !self.tables.is_empty() => {
                    self.edits.push(Edit::new(i..i + 1, " "));
                    i + 1
                }
                _ => i + first.len_utf8(),
            };
        }
        Some(())
    }

    /// A command and what belongs to it: where it ends.
    fn command(&mut self, start: usize, end: usize) -> Option<usize> {
        let name = self.name(start, end);
        let behind = start + 1 + name.len();
        match name {
            "\\" | "cr" | "tabularnewline" => Some(self.row(start, behind, end)),
            "hline" | "toprule" | "midrule" | "bottomrule" => Some(self.rule(start, behind)),
            "cline" | "cmidrule" => {
                let argument = self.group(behind, end)?;
                Some(self.rule(start, argument.end + 1))
            }
            "begin" => self.begin(start, behind, end),
            "end" => {
                let argument = self.group(behind, end)?;
                let close = match (self.tables.pop(), self.underlines) {
                    (Some(true), 0) => " |\n",
                    (Some(true), _) => " |\n| == |\n",
                    _ => "\n",
                };
                self.underlines = 0;
                self.edits.push(Edit::new(start..argument.end + 1, close));
                Some(argument.end + 1)
            }
            "frac" | "dfrac" | "tfrac" | "cfrac" => self.fraction(start, behind, end),
            "sqrt" => self.root(start, behind, end),
            "overline" | "bar" | "dot" | "overrightarrow" => self.overline(start, behind, end),
            "underline" if !self.tables.is_empty() => {
                let argument = self.group(behind, end)?;
                self.underlines += 1;
                self.wrapped(start, argument, "", "")
            }
            "left" | "right" => Some(self.side(start, behind, end)),
            "not" if self.text[behind..end].trim_start().starts_with('=') => {
                let behind = behind + self.text[behind..end].find('=')? + 1;
                self.edits.push(Edit::new(start..behind, "≠"));
                Some(behind)
            }
            "enclose" => self.enclosed(start, behind, end),
            "multicolumn" => self.over_columns(start, behind, end),
            "rule" => self.line(start, behind, end),
            "phantom" | "hphantom" => {
                let argument = self.group(behind, end)?;
                let width = self.text[argument.clone()].chars().count();
                self.edits.push(Edit::new(start..argument.end + 1, " ".repeat(width)));
                Some(argument.end + 1)
            }
            _ if BOXES.contains(&name) => self.boxed(name, start, behind, end),
            // `\mathrm A` holds what comes next.
            _ if WRAPPERS.contains(&name) && !self.text[behind..end].trim_start().starts_with('{') => {
                let rest = &self.text[behind..end];
                let behind = behind + rest.len() - rest.trim_start().len();
                self.edits.push(Edit::cut(start..behind));
                Some(behind)
            }
            _ if WRAPPERS.contains(&name) => {
                let argument = self.group(behind, end)?;
                self.wrapped(start, argument, "", "")
            }
            _ if LENGTHS.contains(&name) => Some(self.length(start, behind, end)),
            _ => match LOOKS.iter().find(|(known, _)| *known == name) {
                Some((_, looks)) => {
                    let argument = self.group(self.arguments(behind, end, *looks)?, end)?;
                    self.wrapped(start, argument, "", "")
                }
                None => self.plain(name, start, end),
            },
        }
    }

    /// Whether it is within a table.
    fn is_table(&self) -> bool {
        self.tables.last().copied().unwrap_or(false)
    }

    /// A box or a line with what it holds, or a blank.
    fn boxed(&mut self, name: &str, start: usize, behind: usize, end: usize) -> Option<usize> {
        let mut at = behind;
        while self.text[at..end].starts_with('[') {
            at += self.text[at..end].find(']')? + 1;
        }
        let looks = LOOKS.iter().find(|(known, _)| *known == name).map_or(0, |(_, looks)| *looks);
        let argument = self.group(self.arguments(at, end, looks)?, end)?;
        let first = self.edits.len();
        let behind = self.wrapped(start, argument.clone(), "", "")?;
        let holds = text::changed(self.text, argument, &self.edits[first + 1..self.edits.len() - 1]);
        if holds.trim().is_empty() {
            self.edits.truncate(first);
            self.edits.push(Edit::new(start..behind, "□"));
        }
        Some(behind)
    }

    /// `\left` or `\right`, with the sign behind it if that only makes a pair.
    fn side(&mut self, start: usize, behind: usize, end: usize) -> usize {
        let rest = &self.text[behind..end];
        let spaces = rest.len() - rest.trim_start().len();
        let pair = [".", "\\{", "\\}", "\\lbrace", "\\rbrace"];
        let sign =
            pair.iter().find(|sign| rest.trim_start().starts_with(**sign)).map_or(0, |sign| sign.len());
        let behind = behind + if sign > 0 { spaces + sign } else { 0 };
        self.edits.push(Edit::cut(start..behind));
        behind
    }

    /// `\enclose{longdiv}{52}`, which is the bracket of a division; any other kind is a frame.
    fn enclosed(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let kind = self.group(behind, end)?;
        let argument = self.group(kind.end + 1, end)?;
        let bracket = if self.text[kind].contains("longdiv") { ")" } else { "" };
        self.wrapped(start, argument, bracket, "")
    }

    /// `\multicolumn{2}{r}{4}`: a cell that takes several columns, at the left of them or at the right.
    fn over_columns(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let count = self.group(behind, end)?;
        let side = self.group(count.end + 1, end)?;
        let argument = self.group(side.end + 1, end)?;
        let empty = self.text[count].trim().parse::<usize>().ok()?.checked_sub(1)?;
        let cells = " | ".repeat(Some(empty).filter(|empty| *empty <= WIDEST)?);
        let (before, behind) = if self.text[side].contains('l') { ("", &*cells) } else { (&*cells, "") };
        self.wrapped(start, argument, before, behind)
    }

    /// A line that is drawn: a blank, unless it has no length and only keeps its place.
    fn line(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let length = self.group(behind, end)?;
        let behind = self.group(length.end + 1, end)?.end + 1;
        let has_length = self.text[length].contains(|c: char| ('1'..='9').contains(&c));
        self.edits.push(Edit::new(start..behind, if has_length && !self.is_table() { "□" } else { "" }));
        Some(behind)
    }

    /// A command with a length behind it.
    fn length(&mut self, start: usize, behind: usize, end: usize) -> usize {
        let rest = self.text[behind..end].trim_start();
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let unit = number.bytes().take(2).take_while(u8::is_ascii_lowercase).count();
        let behind = end - number.len() + unit;
        self.edits.push(Edit::new(start..behind, " "));
        behind
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

    /// A command that stands for a sign, or for nothing.
    fn plain(&mut self, name: &str, start: usize, end: usize) -> Option<usize> {
        let behind = start + 1 + name.len();
        if let Some((_, sign)) = SIGNS.iter().chain(GREEK).find(|(known, _)| *known == name) {
            // Spaces behind a word only end it.
            let rest = &self.text[behind..end];
            let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.ends_with("quad");
            // Around an operator they may stay.
            let is_operator = *sign != "*" && OPERATORS.iter().any(|row| row.spellings.contains(sign));
            let spaces =
                if is_word && !is_operator { rest.len() - rest.trim_start_matches(' ').len() } else { 0 };
            let sign = if *sign == "□" && self.has_shapes { "◻" } else { sign };
            self.edits.push(Edit::new(start..behind + spaces, sign));
            return Some(behind + spaces);
        }
        let (_, arguments) = SETTINGS.iter().find(|(known, _)| *known == name)?;
        let mut at = self.arguments(behind, end, *arguments)?;
        if name == "def" {
            // A name, and what it stands for.
            at = self.text[at..end].find('{').map(|open| at + open)?;
            at = self.group(at, end)?.end + 1;
        }
        self.edits.push(Edit::cut(start..at));
        Some(at)
    }

    /// The name of the command that begins here: letters, or one other character.
    fn name(&self, start: usize, end: usize) -> &'a str {
        let rest: &'a str = &self.text[start + 1..end];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let length = if letters > 0 { letters } else { rest.chars().next().map_or(0, char::len_utf8) };
        &rest[..length]
    }

    /// What stands between the next braces, or the next character.
    fn group(&self, from: usize, end: usize) -> Option<Range<usize>> {
        let rest = &self.text[from..end];
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

    /// An argument with something before and behind it.
    fn wrapped(&mut self, start: usize, argument: Range<usize>, before: &str, behind: &str) -> Option<usize> {
        self.edits.push(Edit::new(start..argument.start, before));
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.part(argument.clone())?;
        self.depth -= 1;
        self.edits.push(Edit::new(argument.end..argument.end + 1, behind));
        Some(argument.end + 1)
    }

    /// The end of a row.
    fn row(&mut self, start: usize, behind: usize, end: usize) -> usize {
        // `\\[2pt]` leaves room.
        let rest = &self.text[behind..end];
        let close = || rest.bytes().take(LONGEST_ROOM).position(|byte| byte == b']');
        let room = if rest.starts_with('[') { close().map_or(0, |close| close + 1) } else { 0 };
        let underline = std::mem::take(&mut self.underlines) > 0;
        let text = match (self.is_table(), underline) {
            (true, true) => " |\n| == |\n| ",
            (true, false) => " |\n| ",
            (false, true) => "\n------\n",
            (false, false) => "\n",
        };
        self.edits.push(Edit::new(start..behind + room, text));
        behind + room
    }

    fn rule(&mut self, start: usize, behind: usize) -> usize {
        self.edits
            .push(Edit::new(start..behind, if self.is_table() { " |\n| == |\n| " } else { "\n------\n" }));
        behind
    }

    /// The head of an environment: one with cells becomes a table, any other is nothing.
    fn begin(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let argument = self.group(behind, end)?;
        let name = self.text[argument.clone()].trim_end_matches('*');
        let is_table = matches!(
            name,
            "array" | "tabular" | "tabularx" | "matrix" | "pmatrix" | "bmatrix" | "smallmatrix"
        );
        let mut at = argument.end + 1;
        if self.text[at..end].starts_with('[') {
            at += self.text[at..end].find(']')? + 1;
        }
        if matches!(name, "array" | "tabular" | "tabularx" | "alignat" | "alignedat") {
            at = self.group(at, end)?.end + 1;
        }
        self.tables.push(is_table);
        self.edits.push(Edit::new(start..at, if is_table { "\n| " } else { "\n" }));
        Some(at)
    }

    fn fraction(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let above = self.group(behind, end)?;
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
        self.wrapped(start, above, open, if first { "/" } else { ")/" })?;
        let from = self.text[..below.start].rfind('}').map_or(below.start, |close| close + 1);
        self.wrapped(from, below, if second { "" } else { "(" }, if second { "" } else { ")" })
    }

    fn root(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let rest = &self.text[behind..end];
        let index = if rest.starts_with('[') { Some(behind + 1..behind + rest.find(']')?) } else { None };
        let argument = self.group(index.as_ref().map_or(behind, |index| index.end + 1), end)?;
        match index.map(|index| self.text[index].trim()) {
            None | Some("2") => self.wrapped(start, argument, "√(", ")"),
            Some("3") => self.wrapped(start, argument, "∛(", ")"),
            Some(other) => {
                let close = format!(", {other})");
                self.wrapped(start, argument, "root(", &close)
            }
        }
    }

    /// Behind a point it is the period, elsewhere it marks a number.
    fn overline(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let argument = self.group(behind, end)?;
        let before = self.text[..start].trim_end_matches(|c: char| c.is_alphanumeric());
        let is_period = before.ends_with('.');
        let is_tight = std::mem::replace(&mut self.is_tight, true);
        let end =
            self.wrapped(start, argument, if is_period { "(" } else { "" }, if is_period { ")" } else { "" });
        self.is_tight = is_tight;
        end
    }

    /// An exponent, or a base below.
    fn script(&mut self, at: usize, end: usize, sign: char) -> Option<usize> {
        let Some(argument) =
            self.text[at + 1..end].starts_with('{').then(|| self.group(at + 1, end)).flatten()
        else {
            // `_` is a blank unless a base of figures stands behind it.
            return Some(at + 1);
        };
        let inner = self.text[argument.clone()].trim();
        // A letter glued to the braces belongs to no exponent: it is said that an operator is missing.
        let is_alone = !self.text[argument.end + 1..end].starts_with(char::is_alphanumeric);
        let is_number = is_alone && !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit());
        match sign {
            '_' => {
                self.edits.push(Edit::new(at..argument.end + 1, format!("@{inner}")));
                Some(argument.end + 1)
            }
            _ if is_number => self.wrapped(at, argument, "^", ""),
            _ => self.wrapped(at, argument, "^(", ")"),
        }
    }
}
