//! A line of a text as a formula: fractions, powers, roots, bases and periods as mathematics prints them.
//!
//! The characters are joined into numerals, words, brackets and signs, and these into operands with their exponents.

use std::iter::Peekable;
use std::slice::Iter;

use super::signs;
use fukumen_language::puzzle::Glyph;

/// Deeper nested brackets are written as signs, so that the depth of a formula is bounded.
const DEEPEST: usize = 64;

/// A part of a line.
enum Item {
    /// An operand, which `^`, a root or a fraction takes as one; and the contents, if it is only a bracket.
    Operand { latex: String, within: Option<String> },
    /// A word.
    Word(String),
    /// Anything else.
    Sign(String),
}

/// Returns the formula of a line.
pub(super) fn formula(glyphs: &[Glyph]) -> String {
    let mut reader = Reader { glyphs: glyphs.iter().peekable(), depth: 0 };
    let mut latex = String::new();
    loop {
        latex += &joined(reader.items());
        // A closing bracket without an opening one is a sign.
        match reader.glyphs.next() {
            Some(glyph) => latex += &signs::of_glyph(glyph),
            None => return latex,
        }
    }
}

/// Reads items from characters.
struct Reader<'g> {
    glyphs: Peekable<Iter<'g, Glyph>>,
    depth: usize,
}

impl Reader<'_> {
    /// Reads the items up to a closing bracket, or to the end.
    fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some(glyph) = self.glyphs.peek() {
            if is_of_number(glyph) {
                items.push(self.number());
                continue;
            }
            match &*glyph.text {
                ")" => break,
                "[" if self.bracketed().is_some() => items.push(self.number()),
                "(" if self.depth < DEEPEST => items.push(self.bracket()),
                text if is_letter(text) => items.push(self.word()),
                _ => items.push(self.sign()),
            }
        }
        raised(rooted(items))
    }

    fn next_is(&mut self, text: &str) -> bool {
        self.glyphs.next_if(|glyph| &*glyph.text == text).is_some()
    }

    /// Reads a numeral with its point, its period and its base.
    fn number(&mut self) -> Item {
        let (mut latex, mut behind, mut has_point) = (String::new(), Vec::new(), false);
        let mut base = String::new();
        while let Some(glyph) = self.glyphs.peek().copied().filter(|_| !self.is_at_dots()) {
            let text = &*glyph.text;
            if let Some(digit) = signs::subscript(text) {
                base.push(digit);
            } else if let Some(digit) = self.bracketed().filter(|_| base.is_empty()) {
                latex += &format!("[{digit}]");
                // The last character is read below.
                self.glyphs.nth(digit.len());
            } else if !base.is_empty() || !is_of_number(glyph) {
                break;
            } else if text == "." {
                has_point = true;
                latex.push('.');
            } else if has_point {
                // Places are equal if they have the same digit.
                behind.push((glyph.cell.map_or_else(|| Err(text.to_string()), Ok), signs::of_glyph(glyph)));
            } else {
                latex += &signs::of_glyph(glyph);
            }
            self.glyphs.next();
        }
        let dots = has_point && self.dots();
        let period = if dots { period(&behind) } else { None };
        let texts: Vec<String> = behind.into_iter().map(|(_, text)| text).collect();
        match period {
            Some((before, length)) => {
                latex += &texts[..before].concat();
                latex += &format!("\\overline{{{}}}", texts[before..before + length].concat());
            }
            None => {
                latex += &texts.concat();
                latex += if dots { "\\ldots " } else { "" };
            }
        }
        if has_point && base.is_empty() && self.next_is("(") {
            latex += &format!("\\overline{{{}}}", joined(self.items()));
            self.next_is(")");
        }
        if base.is_empty() && self.next_is("@") {
            while let Some(glyph) = self.glyphs.next_if(|glyph| is_digit(&glyph.text)) {
                base += &glyph.text;
            }
        }
        if !base.is_empty() {
            latex += &format!("_{{{base}}}");
        }
        Item::Operand { latex, within: None }
    }

    /// Returns a digit shown in brackets, if one is next.
    fn bracketed(&self) -> Option<String> {
        let mut glyphs = self.glyphs.clone();
        glyphs.next_if(|glyph| &*glyph.text == "[")?;
        let mut digit = String::new();
        while let Some(glyph) = glyphs.next_if(|glyph| glyph.cell.is_none() && is_digit(&glyph.text)) {
            digit += &glyph.text;
        }
        (!digit.is_empty() && glyphs.next().is_some_and(|glyph| &*glyph.text == "]")).then_some(digit)
    }

    /// Returns whether three dots are next.
    fn is_at_dots(&self) -> bool {
        let texts: Vec<&str> = self.glyphs.clone().take(3).map(|glyph| &*glyph.text).collect();
        texts.first() == Some(&"…") || texts == ["."; 3]
    }

    /// Reads three dots.
    fn dots(&mut self) -> bool {
        let is_there = self.is_at_dots();
        if is_there && !self.next_is("…") {
            self.glyphs.nth(2);
        }
        is_there
    }

    fn bracket(&mut self) -> Item {
        self.depth += 1;
        self.glyphs.next();
        let within = joined(self.items());
        self.depth -= 1;
        if self.next_is(")") {
            Item::Operand { latex: format!("({within})"), within: Some(within) }
        } else {
            Item::Sign(format!("({within}"))
        }
    }

    /// Reads a word; the name of a function with its brackets is an operand.
    fn word(&mut self) -> Item {
        let mut word = String::new();
        let mut next = self.glyphs.peek().map_or(0, |glyph| glyph.column);
        while let Some(glyph) =
            self.glyphs.next_if(|glyph| glyph.column == next && (is_letter(&glyph.text) || is_joint(glyph)))
        {
            word += &glyph.text;
            next = glyph.column + glyph.width;
        }
        let word = signs::escaped(&word);
        if self.depth < DEEPEST && self.glyphs.peek().is_some_and(|glyph| &*glyph.text == "(") {
            return match self.bracket() {
                Item::Operand { latex, .. } => {
                    Item::Operand { latex: format!("\\operatorname{{{word}}}{latex}"), within: None }
                }
                other => other,
            };
        }
        Item::Word(word)
    }

    fn sign(&mut self) -> Item {
        let Some(glyph) = self.glyphs.next() else { return Item::Sign(String::new()) };
        // Signs of several characters, the longest first.
        let mut spellings = vec![glyph.text.to_string()];
        for next in self.glyphs.clone().take(signs::LONGEST - 1) {
            spellings.push(format!("{}{}", spellings[spellings.len() - 1], next.text));
        }
        for others in (1..spellings.len()).rev() {
            if let Some(sign) = signs::of_operator(&spellings[others]) {
                self.glyphs.nth(others - 1);
                return Item::Sign(sign.into());
            }
        }
        if let Some(power) = signs::superscript(&glyph.text) {
            let mut power = power.to_string();
            while let Some(digit) = self.glyphs.peek().and_then(|glyph| signs::superscript(&glyph.text)) {
                power.push(digit);
                self.glyphs.next();
            }
            return Item::Sign(format!("^{{{power}}}"));
        }
        match &*glyph.text {
            "^" | "/" | "√" | "∛" | "∜" => Item::Sign(glyph.text.to_string()),
            text => Item::Sign(signs::in_mathematics(text)),
        }
    }
}

/// Returns how many digits come before the period, and its length, if it is shown at least twice up to the end.
fn period<T: PartialEq>(digits: &[T]) -> Option<(usize, usize)> {
    let repeats = |before: usize, length: usize| {
        let digits = &digits[before..];
        digits.len().is_multiple_of(length) && digits[length..] == digits[..digits.len() - length]
    };
    (0..digits.len())
        .flat_map(|before| (1..=(digits.len() - before) / 2).map(move |length| (before, length)))
        .find(|(before, length)| repeats(*before, *length))
}

/// Joins roots with their radicands.
fn rooted(items: Vec<Item>) -> Vec<Item> {
    let mut rooted: Vec<Item> = Vec::with_capacity(items.len());
    // From the right, because a root may be below a root.
    for item in items.into_iter().rev() {
        let degree = match &item {
            Item::Sign(sign) => match sign.as_str() {
                "√" => "",
                "∛" => "[3]",
                "∜" => "[4]",
                _ => {
                    // A superscript before a root is its degree.
                    if let (Some(degree), Some(Item::Operand { latex, .. })) =
                        (signs::degree(sign), rooted.last_mut())
                        && let Some(below) = latex.strip_prefix("\\sqrt{")
                    {
                        *latex = format!("\\sqrt[{degree}]{{{below}");
                    } else {
                        rooted.push(item);
                    }
                    continue;
                }
            },
            _ => {
                rooted.push(item);
                continue;
            }
        };
        match rooted.pop() {
            Some(Item::Operand { latex, within }) => {
                let latex = format!("\\sqrt{degree}{{{}}}", within.unwrap_or(latex));
                rooted.push(Item::Operand { latex, within: None });
            }
            other => {
                rooted.extend(other);
                rooted.push(Item::Sign("\\surd ".into()));
            }
        }
    }
    rooted.reverse();
    rooted
}

/// Joins operands with their powers and factorials. Powers are taken from right to left.
fn raised(items: Vec<Item>) -> Vec<Item> {
    let mut raised: Vec<Item> = Vec::with_capacity(items.len());
    // The number of open exponents of the current operand.
    let mut open = 0;
    let mut items = items.into_iter().peekable();
    while let Some(item) = items.next() {
        match item {
            Item::Sign(sign) if sign == "^" => match raised.last_mut() {
                Some(Item::Operand { latex, within }) => {
                    *latex += "^{";
                    *within = None;
                    open += 1;
                    // A sign before an exponent belongs to the exponent.
                    while let Some(Item::Sign(sign)) =
                        items.next_if(|item| matches!(item, Item::Sign(sign) if sign == "-" || sign == "+"))
                    {
                        *latex += &sign;
                    }
                    match items.next() {
                        Some(Item::Operand { latex: exponent, within: inner }) => {
                            *latex += &inner.unwrap_or(exponent);
                        }
                        other => raised.extend(other),
                    }
                }
                _ => raised.push(Item::Sign(signs::WEDGE.into())),
            },
            Item::Sign(sign) if (sign == "!" || sign.starts_with("^{")) => match raised.last_mut() {
                Some(Item::Operand { latex, within }) => {
                    *latex += &sign;
                    *within = None;
                }
                _ => raised.push(Item::Sign(if sign == "!" { sign } else { format!("{{}}{sign}") })),
            },
            item => {
                close(&mut raised, &mut open);
                raised.push(item);
            }
        }
    }
    close(&mut raised, &mut open);
    raised
}

/// Closes the exponents of the last operand.
fn close(items: &mut [Item], open: &mut usize) {
    if let Some(Item::Operand { latex, .. }) =
        items.iter_mut().rev().find(|item| matches!(item, Item::Operand { .. }))
    {
        *latex += &"}".repeat(std::mem::take(open));
    }
}

/// Returns the items as one text, with quotients as fractions.
fn joined(items: Vec<Item>) -> String {
    let mut latex = String::new();
    let mut items = items.into_iter().peekable();
    // Whether a quotient of the next operands is a fraction of its own. It is not if a division came before.
    let mut is_free = true;
    while let Some(item) = items.next() {
        match item {
            Item::Operand { latex: above, within } => {
                let is_quotient = is_free && matches!(items.peek(), Some(Item::Sign(sign)) if sign == "/");
                is_free = false;
                if !is_quotient {
                    latex += &above;
                    continue;
                }
                items.next();
                match items.next() {
                    Some(Item::Operand { latex: below, within: inner }) => {
                        let (above, below) = (within.unwrap_or(above), inner.unwrap_or(below));
                        latex += &format!("\\frac{{{above}}}{{{below}}}");
                    }
                    other => {
                        latex += &above;
                        latex += "/";
                        latex += &joined(other.into_iter().collect());
                    }
                }
            }
            Item::Word(word) => {
                latex += &format!("\\;\\text{{{word}}}\\;");
                is_free = true;
            }
            Item::Sign(sign) => {
                is_free = !signs::divides(&sign);
                latex += &sign;
            }
        }
    }
    latex
}

/// Returns whether a character is part of a numeral: a hidden digit, a shown digit, or a point.
fn is_of_number(glyph: &Glyph) -> bool {
    glyph.cell.is_some() || &*glyph.text == "." || is_digit(&glyph.text)
}

fn is_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_letter(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

/// Returns whether a character may be inside a word.
fn is_joint(glyph: &Glyph) -> bool {
    &*glyph.text == "_" || is_digit(&glyph.text)
}
