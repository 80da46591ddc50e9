//! TeX: its commands as signs of the language, its arrays as tables with bars, which `tables` lays out.

use std::ops::Range;

use super::Change;
use super::Edit;
use super::demands;
use super::draft;
use super::prose;
use super::view::View;
use crate::message::message;
use crate::text::lines;
use crate::vocabulary::OPERATORS;

/// Commands that stand for a sign.
const SIGNS: &[(&str, &str)] = &[
    ("times", "×"),
    ("cdot", "·"),
    ("ast", "*"),
    ("star", "*"),
    ("div", "÷"),
    ("le", "≤"),
    ("leq", "≤"),
    ("leqslant", "≤"),
    ("ge", "≥"),
    ("geq", "≥"),
    ("geqslant", "≥"),
    ("ne", "≠"),
    ("neq", "≠"),
    ("lt", "<"),
    ("gt", ">"),
    ("mid", "∣"),
    ("land", "∧"),
    ("lor", "∨"),
    ("lnot", "¬"),
    ("square", "□"),
    ("Box", "□"),
    ("lozenge", "□"),
    ("bigcirc", "○"),
    ("circ", "○"),
    ("triangle", "△"),
    ("bigtriangleup", "△"),
    ("triangledown", "▽"),
    ("bigstar", "★"),
    ("diamond", "◇"),
    ("Diamond", "◇"),
    ("blacksquare", "■"),
    ("heartsuit", "♡"),
    ("spadesuit", "♠"),
    ("clubsuit", "♣"),
    ("diamondsuit", "♢"),
    ("dots", "…"),
    ("ldots", "…"),
    ("cdots", "…"),
    ("bmod", "%"),
    ("_", "_"),
    ("%", "%"),
    ("#", "#"),
    ("quad", " "),
    ("qquad", "  "),
    (",", ""),
    (";", ""),
    (":", ""),
    ("!", ""),
    (" ", " "),
    ("left", ""),
    ("right", ""),
    ("big", ""),
    ("Big", ""),
    ("large", ""),
    ("Large", ""),
    ("huge", ""),
    ("Huge", ""),
    ("small", ""),
    ("tt", ""),
    ("bf", ""),
    ("rm", ""),
    ("displaystyle", ""),
    ("textstyle", ""),
    ("limits", ""),
    ("hfill", ""),
    ("centering", ""),
    ("noindent", ""),
    ("mathstrut", ""),
    ("strut", ""),
    ("nonumber", ""),
    ("(", ""),
    (")", ""),
    ("[", ""),
    ("]", ""),
];

/// Commands of which only what they hold counts.
const WRAPPERS: &[&str] = &[
    "text",
    "textrm",
    "textbf",
    "textit",
    "texttt",
    "textsf",
    "mathrm",
    "mathbf",
    "mathit",
    "mathtt",
    "mathsf",
    "mathcal",
    "mathbb",
    "operatorname",
    "boxed",
    "fbox",
    "mbox",
    "hbox",
    "framebox",
    "ensuremath",
    "bold",
    "boldsymbol",
    "underbrace",
    "overbrace",
];

/// Commands that say something about how it looks, with this many arguments.
const SETTINGS: &[(&str, usize)] = &[
    ("setlength", 2),
    ("renewcommand", 2),
    ("hspace", 1),
    ("hskip", 0),
    ("vspace", 1),
    ("arraystretch", 0),
    ("label", 1),
    ("tag", 1),
    ("color", 1),
    ("def", 0),
];

/// Shapes that stand for digits as letters do.
const SHAPES: &[&str] = &[
    "\\bigtriangleup",
    "\\triangle",
    "\\bigcirc",
    "\\bigstar",
    "\\diamond",
    "\\Diamond",
    "\\heartsuit",
    "\\clubsuit",
];

/// How deep arguments within arguments may be.
const DEEPEST: usize = 64;
/// The longest `[2pt]` behind the end of a row.
const LONGEST_ROOM: usize = 32;

/// What stands around a formula.
const DELIMITERS: &[(&str, &str)] = &[("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];

/// Reads a text with commands of TeX, or with `$` around it.
pub(super) fn read(view: &View) -> Option<Change> {
    if view.whole().is_empty() {
        return None;
    }
    let bytes = view.bytes(view.whole());
    let is_tex = view.text[bytes.clone()].contains('\\');
    let has_shapes = SHAPES.iter().any(|shape| view.text[bytes.clone()].contains(shape));
    let mut reader = Reader {
        text: view.text,
        edits: Vec::new(),
        tables: Vec::new(),
        underlines: 0,
        is_tight: false,
        has_shapes,
        depth: 0,
    };
    if let Some(parts) = delimited(view.text, bytes.clone()) {
        let mut done = bytes.start;
        for part in parts {
            reader.edits.push(Edit::cut(done..part.start));
            reader.part(part.clone())?;
            done = part.end;
        }
        reader.edits.push(Edit::cut(done..bytes.end));
        keep_breaks(view.text, &mut reader.edits);
    } else if let Some(formulas) = formulas(view.text, bytes.clone()) {
        return in_sentences(view, reader, &formulas, bytes);
    } else if is_tex {
        reader.part(bytes)?;
    }
    let change = Change::of(reader.edits)?;
    Some(if has_shapes && view.text.contains("\\square") {
        change.with(message!("note-squares"))
    } else {
        change
    })
}

/// What stands between the signs around formulas, if all of the text is such; spaces and commas may stand between.
fn delimited(text: &str, at: Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    let mut start = at.start;
    loop {
        let rest = &text[start..at.end];
        start += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '.').len();
        if start >= at.end {
            return Some(parts).filter(|parts: &Vec<Range<usize>>| !parts.is_empty());
        }
        let rest = &text[start..at.end];
        let Some((open, close)) = DELIMITERS.iter().find(|(open, _)| rest.starts_with(open)) else {
            // Operators may stand between formulas.
            let length = rest.find(['$', '\\']).unwrap_or(rest.len());
            if parts.is_empty()
                || length == 0
                || !rest[..length].chars().all(|c| c.is_whitespace() || "+-−–=<>×*·/÷:,;.?".contains(c))
            {
                return None;
            }
            parts.push(start..start + length);
            start += length;
            continue;
        };
        let length = rest[open.len()..].find(close)?;
        parts.push(start + open.len()..start + open.len() + length);
        start += open.len() + length + close.len();
    }
}

/// A formula between words: with the signs around it, and without them.
struct Formula {
    around: Range<usize>,
    inner: Range<usize>,
}

/// The formulas of a text that has words as well. A dollar sign is money unless it stands as pandoc has it: no space behind the
/// first of a pair nor before the second, and no digit behind that.
fn formulas(text: &str, at: Range<usize>) -> Option<Vec<Formula>> {
    let mut formulas = Vec::new();
    let mut start = at.start;
    while let Some(length) = text[start..at.end].find(['$', '\\']) {
        let from = start + length;
        let rest = &text[from..at.end];
        let Some((open, close)) = DELIMITERS.iter().find(|(open, _)| rest.starts_with(open)) else {
            start = from + 1;
            continue;
        };
        let inner = from + open.len();
        let inner = inner..inner + text[inner..at.end].find(close)?;
        let around = from..inner.end + close.len();
        let content = &text[inner.clone()];
        let is_money = content.trim().len() < content.len()
            || text[around.end..].starts_with(|c: char| c.is_ascii_digit());
        if content.is_empty() || *open == "$" && is_money {
            return None;
        }
        start = around.end;
        formulas.push(Formula { around, inner });
    }
    Some(formulas).filter(|formulas| !formulas.is_empty())
}

/// Reads the formulas of a text. Words between them that ask for nothing come off here, since symbols in small letters could not
/// be told from them later, nor rows of an array; other words are left to the rules of sentences.
fn in_sentences(view: &View, mut reader: Reader, formulas: &[Formula], at: Range<usize>) -> Option<Change> {
    let mut written = Vec::new();
    for Formula { around, inner } in formulas {
        let first = reader.edits.len() + 1;
        reader.edits.push(Edit::cut(around.start..inner.start));
        reader.part(inner.clone())?;
        written.push(draft::changed(view.text, inner.clone(), &reader.edits[first..]));
        reader.edits.push(Edit::cut(inner.end..around.end));
    }
    let is_kept = |formula: &String| formula.contains('\n') || lines::is_condition_like(formula, view.rules);
    let kept: Vec<(&Formula, &String)> =
        formulas.iter().zip(&written).filter(|(_, formula)| is_kept(formula)).collect();
    let (mut edits, mut words) = (Vec::new(), String::new());
    let mut done = at.start;
    for (Formula { around, .. }, formula) in formulas.iter().zip(&written) {
        words += &view.text[done..around.start];
        words += if is_kept(formula) { "…" } else { formula };
        done = around.end;
    }
    words += &view.text[done..at.end];
    if kept.is_empty() || !demands::asks_nothing(view, &words) {
        return Change::of(reader.edits);
    }
    done = at.start;
    for (i, (Formula { around, .. }, formula)) in kept.into_iter().enumerate() {
        edits.push(Edit::new(done..around.start, if i > 0 { ", " } else { "" }));
        edits.push(Edit::new(around.clone(), formula));
        done = around.end;
    }
    edits.push(Edit::cut(done..at.end));
    edits.retain(|edit| !edit.at.is_empty());
    Some(Change::of(edits)?.with(prose::note(&words)))
}

/// What is cut between formulas keeps its line breaks.
fn keep_breaks(text: &str, edits: &mut [Edit]) {
    for edit in edits.iter_mut().filter(|edit| edit.text.is_empty()) {
        if text[edit.at.clone()].contains('\n') && edit.at.start > 0 {
            edit.text = "\n".into();
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    edits: Vec<Edit>,
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
    /// Reads a part; nothing if it is no TeX.
    fn part(&mut self, at: Range<usize>) -> Option<()> {
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
                    let is_table = self.tables.last().copied().unwrap_or(false);
                    self.edits.push(Edit::new(i..i + 1, if is_table { " | " } else { "" }));
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
            "underline" => {
                let argument = self.group(behind, end)?;
                self.underlines += 1;
                self.wrapped(start, argument, "", "")
            }
            "phantom" | "hphantom" => {
                let argument = self.group(behind, end)?;
                let width = self.text[argument.clone()].chars().count();
                self.edits.push(Edit::new(start..argument.end + 1, " ".repeat(width)));
                Some(argument.end + 1)
            }
            _ if WRAPPERS.contains(&name) => {
                let argument = self.group(behind, end)?;
                self.wrapped(start, argument, "", "")
            }
            _ => self.plain(name, start, end),
        }
    }

    /// A command that stands for a sign, or for nothing.
    fn plain(&mut self, name: &str, start: usize, end: usize) -> Option<usize> {
        let behind = start + 1 + name.len();
        if let Some((_, sign)) = SIGNS.iter().find(|(known, _)| *known == name) {
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
        let mut at = behind;
        for _ in 0..*arguments {
            at = self.group(at, end)?.end + 1;
        }
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
        let is_table = self.tables.last().copied().unwrap_or(false);
        let underline = std::mem::take(&mut self.underlines) > 0;
        let text = match (is_table, underline) {
            (true, true) => " |\n| == |\n| ",
            (true, false) => " |\n| ",
            _ => "\n",
        };
        self.edits.push(Edit::new(start..behind + room, text));
        behind + room
    }

    fn rule(&mut self, start: usize, behind: usize) -> usize {
        let is_table = self.tables.last().copied().unwrap_or(false);
        self.edits.push(Edit::new(start..behind, if is_table { " |\n| == |\n| " } else { "\n------\n" }));
        behind
    }

    /// The head of an environment: one with cells becomes a table, any other is nothing.
    fn begin(&mut self, start: usize, behind: usize, end: usize) -> Option<usize> {
        let argument = self.group(behind, end)?;
        let name = self.text[argument.clone()].trim_end_matches('*');
        let is_table = matches!(
            name,
            "array" | "tabular" | "tabularx" | "matrix" | "pmatrix" | "bmatrix" | "smallmatrix" | "alignedat"
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
        let is_number = !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit());
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
