//! A line of a text as mathematics prints it: with fractions, powers and roots.
//!
//! The characters are joined into numerals, words, brackets and signs, and these into operands with their exponents.

use std::iter::Peekable;
use std::slice::Iter;

use fukumen_language::puzzle::Glyph;
use fukumen_language::vocabulary::{Algebra, OPERATORS, Operator, Tier};

/// Deeper nested parts are written as signs, so that the depth of a formula is bounded.
const DEEPEST: usize = 64;

/// The most characters of an operator.
const LONGEST: usize = 3;

/// A part of a line.
pub(super) enum Piece<'g> {
    /// A numeral, with its point, its period and its base.
    Numeral(Vec<&'g Glyph>),
    Bracket {
        open: &'g Glyph,
        within: Vec<Self>,
        close: &'g Glyph,
    },
    /// The name of a function, before its bracket.
    Call(Vec<&'g Glyph>, Box<Self>),
    /// The sign, after the superscripts of its degree, and the radicand.
    Root(Vec<&'g Glyph>, Box<Self>),
    /// An exponent as it was typed: after `^`, or as superscripts.
    Power(Box<Self>, Vec<Self>),
    /// An operand and the signs after it, `!`.
    Followed(Box<Self>, Vec<&'g Glyph>),
    Fraction(Box<Self>, Box<Self>),
    Word(Vec<&'g Glyph>),
    Sign(Vec<&'g Glyph>),
}

/// Returns the parts of a line.
pub(super) fn formula(glyphs: &[Glyph]) -> Vec<Piece<'_>> {
    let mut reader = Reader { glyphs: glyphs.iter().peekable(), depth: 0 };
    let mut pieces = Vec::new();
    loop {
        pieces.extend(reader.pieces());
        // A closing bracket without an opening one is a sign.
        match reader.glyphs.next() {
            Some(glyph) => pieces.push(Piece::Sign(vec![glyph])),
            None => return pieces,
        }
    }
}

/// Returns the text of characters.
pub(super) fn text(glyphs: &[&Glyph]) -> String {
    glyphs.iter().map(|glyph| &*glyph.text).collect()
}

/// Returns the digit of a subscript character.
pub(super) fn subscript(text: &str) -> Option<char> {
    digit(text, "₀₁₂₃₄₅₆₇₈₉")
}

/// Returns the digit of a superscript character.
pub(super) fn superscript(text: &str) -> Option<char> {
    digit(text, "⁰¹²³⁴⁵⁶⁷⁸⁹")
}

fn digit(text: &str, digits: &str) -> Option<char> {
    let (place, _) = digits.chars().enumerate().find(|(_, digit)| text.chars().eq([*digit]))?;
    char::from_digit(u32::try_from(place).ok()?, 10)
}

/// Returns how many characters at the end are the dots after a period.
pub(super) fn dots(glyphs: &[&Glyph]) -> usize {
    let texts: Vec<&str> = glyphs.iter().map(|glyph| &*glyph.text).collect();
    match texts.as_slice() {
        [.., "…"] => 1,
        [.., ".", ".", "."] => 3,
        _ => 0,
    }
}

impl<'g> Piece<'g> {
    /// Returns its parts without a bracket around all of them, which a bar, a root or a raised place makes superfluous.
    pub(super) fn within(&self) -> &[Self] {
        match self {
            Self::Bracket { within, .. } => within,
            other => std::slice::from_ref(other),
        }
    }

    fn is_operand(&self) -> bool {
        !matches!(self, Self::Sign(_) | Self::Word(_))
    }

    /// Returns its text, if it is a sign.
    fn sign(&self) -> Option<String> {
        if let Self::Sign(glyphs) = self { Some(text(glyphs)) } else { None }
    }

    fn is_sign(&self, spellings: &[&str]) -> bool {
        self.sign().is_some_and(|sign| spellings.contains(&&*sign))
    }

    fn is_superscript(&self) -> bool {
        matches!(self, Self::Sign(glyphs) if is_superscript(glyphs))
    }
}

fn is_superscript(glyphs: &[&Glyph]) -> bool {
    glyphs.iter().all(|glyph| superscript(&glyph.text).is_some())
}

/// Returns the degree of a root's sign; empty if it is the second.
pub(super) fn degree(sign: &[&Glyph]) -> String {
    let digit = |glyph: &&Glyph| match &*glyph.text {
        "∛" => Some('3'),
        "∜" => Some('4'),
        other => superscript(other),
    };
    sign.iter().filter_map(digit).collect()
}

/// Reads parts from characters.
struct Reader<'g> {
    glyphs: Peekable<Iter<'g, Glyph>>,
    depth: usize,
}

impl<'g> Reader<'g> {
    /// Reads the parts up to a closing bracket, or to the end.
    fn pieces(&mut self) -> Vec<Piece<'g>> {
        let mut pieces = Vec::new();
        while let Some(glyph) = self.glyphs.peek() {
            match &*glyph.text {
                _ if is_of_number(glyph) && self.dots_next() == 0 => pieces.push(self.numeral()),
                ")" => break,
                "(" if self.depth < DEEPEST => pieces.extend(self.bracket()),
                text if is_letter(text) => pieces.extend(self.word()),
                _ => pieces.push(self.sign()),
            }
        }
        divided(raised(rooted(pieces)))
    }

    /// Reads characters while these are as they should be.
    fn take(&mut self, is_fit: impl Fn(&Glyph) -> bool) -> Vec<&'g Glyph> {
        std::iter::from_fn(|| self.glyphs.next_if(|glyph| is_fit(glyph))).collect()
    }

    /// Reads a numeral with its point, its period and its base.
    fn numeral(&mut self) -> Piece<'g> {
        let (mut numeral, mut has_point) = (Vec::new(), false);
        while self.dots_next() == 0
            && let Some(glyph) = self.glyphs.next_if(|glyph| is_of_number(glyph))
        {
            has_point |= is_point(glyph);
            numeral.push(glyph);
        }
        if has_point {
            let dots = self.dots_next();
            numeral.extend(self.glyphs.by_ref().take(dots));
            let mut ahead = self.glyphs.clone();
            let is_open = ahead.next().is_some_and(|glyph| &*glyph.text == "(");
            let period = ahead.by_ref().take_while(|glyph| is_of_number(glyph)).count();
            let end = self.glyphs.clone().nth(period + 1);
            if dots == 0 && is_open && end.is_some_and(|glyph| &*glyph.text == ")") {
                numeral.extend(self.glyphs.by_ref().take(period + 2));
            }
        }
        let base = self.take(|glyph| subscript(&glyph.text).is_some());
        let is_at = base.is_empty() && self.glyphs.peek().is_some_and(|glyph| &*glyph.text == "@");
        numeral.extend(base);
        if is_at {
            numeral.extend(self.glyphs.next());
            numeral.extend(self.take(|glyph| is_digit(&glyph.text)));
        }
        Piece::Numeral(numeral)
    }

    /// Returns how many characters are dots, if they are next.
    fn dots_next(&self) -> usize {
        let next: Vec<&Glyph> = self.glyphs.clone().take(3).collect();
        [1, 3].into_iter().find(|count| next.get(..*count).map_or(0, dots) == *count).unwrap_or(0)
    }

    /// Reads a bracket: one part, or those after a bracket that is not closed.
    fn bracket(&mut self) -> Vec<Piece<'g>> {
        let Some(open) = self.glyphs.next() else { return Vec::new() };
        self.depth += 1;
        let within = self.pieces();
        self.depth -= 1;
        match self.glyphs.next_if(|glyph| &*glyph.text == ")") {
            Some(close) => vec![Piece::Bracket { open, within, close }],
            None => std::iter::once(Piece::Sign(vec![open])).chain(within).collect(),
        }
    }

    /// Reads a word; the name of a function with its brackets is an operand.
    fn word(&mut self) -> Vec<Piece<'g>> {
        let mut word = Vec::new();
        let mut next = self.glyphs.peek().map_or(0, |glyph| glyph.column);
        while let Some(glyph) =
            self.glyphs.next_if(|glyph| glyph.column == next && (is_letter(&glyph.text) || is_joint(glyph)))
        {
            next = glyph.column + glyph.width;
            word.push(glyph);
        }
        if self.depth < DEEPEST && self.glyphs.peek().is_some_and(|glyph| &*glyph.text == "(") {
            let mut pieces = self.bracket();
            return match pieces.pop() {
                Some(bracket @ Piece::Bracket { .. }) => vec![Piece::Call(word, Box::new(bracket))],
                other => std::iter::once(Piece::Word(word)).chain(pieces).chain(other).collect(),
            };
        }
        vec![Piece::Word(word)]
    }

    /// Reads a sign of one or several characters that touch, as long as possible; superscripts are one.
    fn sign(&mut self) -> Piece<'g> {
        let Some(glyph) = self.glyphs.next() else { return Piece::Sign(Vec::new()) };
        let mut sign = vec![glyph];
        if superscript(&glyph.text).is_some() {
            sign.extend(self.take(|glyph| superscript(&glyph.text).is_some()));
            return Piece::Sign(sign);
        }
        let mut end = glyph.column + glyph.width;
        let touching: Vec<&Glyph> = self
            .glyphs
            .clone()
            .take(LONGEST - 1)
            .take_while(|glyph| std::mem::replace(&mut end, glyph.column + glyph.width) == glyph.column)
            .collect();
        let longest = (1..=touching.len()).rev().find(|count| {
            let spelling = glyph.text.to_string() + &text(&touching[..*count]);
            OPERATORS.iter().any(|row| row.spellings.contains(&&*spelling))
        });
        sign.extend(self.glyphs.by_ref().take(longest.unwrap_or(0)));
        Piece::Sign(sign)
    }
}

/// Joins roots with their radicands.
fn rooted(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut rooted: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut depth = 0;
    // From the right, because a root may be below a root.
    for piece in pieces.into_iter().rev() {
        let is_root = piece.is_sign(&["√", "∛", "∜"]);
        match (piece, rooted.last_mut()) {
            // Superscripts before a root are its degree.
            (Piece::Sign(degree), Some(Piece::Root(sign, _))) if is_superscript(&degree) => {
                sign.splice(0..0, degree);
            }
            (Piece::Sign(sign), Some(last)) if is_root && last.is_operand() && depth < DEEPEST => {
                depth += 1;
                let radicand = std::mem::replace(last, Piece::Sign(Vec::new()));
                *last = Piece::Root(sign, Box::new(radicand));
            }
            (piece, _) => {
                depth = 0;
                rooted.push(piece);
            }
        }
    }
    rooted.reverse();
    rooted
}

/// Joins operands with their powers and factorials. Powers are taken from right to left.
fn raised(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut raised = Vec::with_capacity(pieces.len());
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        raised.push(if piece.is_operand() { followed(piece, &mut pieces, 0) } else { piece });
    }
    raised
}

/// Returns an operand with the powers and factorials after it.
fn followed<'g>(
    mut operand: Piece<'g>,
    pieces: &mut Peekable<impl Iterator<Item = Piece<'g>>>,
    depth: usize,
) -> Piece<'g> {
    for _ in depth..DEEPEST {
        if let Some(Piece::Sign(first)) = pieces.next_if(|piece| piece.is_sign(&["!"])) {
            let mut signs = first;
            while let Some(Piece::Sign(more)) = pieces.next_if(|piece| piece.is_sign(&["!"])) {
                signs.extend(more);
            }
            operand = Piece::Followed(Box::new(operand), signs);
        } else if let Some(power) = pieces.next_if(Piece::is_superscript) {
            operand = Piece::Power(Box::new(operand), vec![power]);
        } else if pieces.next_if(|piece| piece.is_sign(&["^", "**"])).is_some() {
            // A sign before an exponent belongs to the exponent.
            let mut exponent: Vec<Piece> =
                std::iter::from_fn(|| pieces.next_if(|piece| piece.is_sign(&["-", "−", "–", "+"]))).collect();
            if let Some(next) = pieces.next_if(Piece::is_operand) {
                exponent.push(followed(next, pieces, depth + 1));
            }
            operand = Piece::Power(Box::new(operand), exponent);
        } else {
            break;
        }
    }
    operand
}

/// Joins quotients to fractions. Where a division came before, its quotient is divided.
fn divided(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut divided = Vec::with_capacity(pieces.len());
    let mut pieces = pieces.into_iter().peekable();
    let mut is_free = true;
    while let Some(piece) = pieces.next() {
        if !piece.is_operand() {
            is_free = piece.sign().is_none_or(|sign| !divides(&sign));
            divided.push(piece);
            continue;
        }
        let slash = pieces.next_if(|next| is_free && next.is_sign(&["/", "∕", "⁄"]));
        is_free = false;
        let below = slash.as_ref().and_then(|_| pieces.next_if(Piece::is_operand));
        match (slash, below) {
            (_, Some(below)) => divided.push(Piece::Fraction(Box::new(piece), Box::new(below))),
            (slash, None) => divided.extend(std::iter::once(piece).chain(slash)),
        }
    }
    divided
}

/// Returns whether a later division does not divide the operand after this sign alone: the quotient, remainder or power
/// of the sign is taken first.
fn divides(sign: &str) -> bool {
    let is_quotient = |row: &&Operator| {
        row.tier == Tier::Power || row.tier == Tier::Product && row.algebra != Algebra::Times
    };
    OPERATORS.iter().filter(is_quotient).any(|row| row.spellings.contains(&sign))
}

/// Returns whether a character is part of a numeral: a hidden digit, a shown digit, or a point.
fn is_of_number(glyph: &Glyph) -> bool {
    glyph.cell.is_some() || is_point(glyph) || is_digit(glyph.text.trim_start_matches('['))
}

pub(super) fn is_point(glyph: &Glyph) -> bool {
    glyph.cell.is_none() && &*glyph.text == "."
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
