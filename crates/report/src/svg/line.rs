//! A line of text, with its fractions, powers and roots in places of their own.

use std::ops::Range;

use super::hand::{Hand, PLACES, TEXT, bar, drawn, scaled};
use super::{PLACE, escaped};
use crate::formula::{Piece, degree, formula};
use crate::spacing::{NARROW, start};
use fukumen_language::puzzle::Glyph;

/// How far an exponent is raised.
const RISE: usize = 8;
/// The height of a fraction's bar above the base line, and its distance from the parts.
const AXIS: usize = 6;
const APART: usize = 2;

/// The room of a part: its width, and its extent above and below the base line.
#[derive(Clone, Copy, Default)]
struct Room {
    width: usize,
    above: usize,
    below: usize,
}

impl Room {
    fn beside(self, other: Self) -> Self {
        Self {
            width: self.width + other.width,
            above: self.above.max(other.above),
            below: self.below.max(other.below),
        }
    }

    fn wider(self, width: usize) -> Self {
        Self { width: self.width + width, ..self }
    }
}

/// The place of a part: its left end, its base line, and its size of text.
#[derive(Clone, Copy)]
struct At {
    left: usize,
    base: usize,
    level: usize,
}

impl Hand<'_> {
    /// Draws a line below the others. A digit takes `room` columns.
    pub fn line(&mut self, glyphs: &[Glyph], room: usize) {
        let pieces = formula(glyphs);
        let size = self.room_of_all(&pieces, room, 0).beside(self.room_of(&[], 0));
        self.pieces(&pieces, room, At { left: 0, base: self.top + size.above, level: 0 });
        self.width = self.width.max(size.width);
        self.top += size.above + size.below;
        self.rule_above = None;
    }

    fn room_of(&self, glyphs: &[&Glyph], level: usize) -> Room {
        let [above, below] = TEXT.map(|extent| scaled(extent, level));
        // An exponent after a letter is within the line.
        let above = above - level.min(1);
        let of_glyph = |glyph: &&Glyph| match self.written(glyph) {
            Some(_) => Room { width: PLACE + 4, above: PLACES[0], below: PLACES[1] },
            None => Room { width: scaled(self.width_of(glyph), level), above, below },
        };
        glyphs.iter().map(of_glyph).fold(Room { width: 0, above, below }, Room::beside)
    }

    fn room_of_all(&self, pieces: &[Piece], room: usize, level: usize) -> Room {
        let mut end = None;
        pieces.iter().fold(Room::default(), |all, piece| {
            let gap = gap(&mut end, piece, room, level);
            all.beside(self.room_of_piece(piece, room, level).wider(gap))
        })
    }

    fn room_of_piece(&self, piece: &Piece, room: usize, level: usize) -> Room {
        match piece {
            Piece::Numeral(glyphs) | Piece::Word(glyphs) | Piece::Sign(glyphs) => self.room_of(glyphs, level),
            Piece::Bracket { open, within, close } => {
                self.room_of_all(within, room, level).beside(self.room_of(&[*open, *close], level))
            }
            Piece::Call(name, of) => self.room_of(name, level).beside(self.room_of_piece(of, room, level)),
            Piece::Followed(of, signs) => {
                self.room_of_piece(of, room, level).beside(self.room_of(signs, level))
            }
            Piece::Root(sign, radicand) => {
                let below = self.room_of_all(radicand.within(), room, level);
                Room { above: below.above + APART, ..below.wider(hook(sign, level)) }
            }
            Piece::Power(base, exponent) => {
                let below = self.room_of_piece(base, room, level);
                let raised = self.room_of_all(within(exponent), room, level + 1);
                let rise = self.rise(below, level);
                below.beside(Room {
                    above: raised.above + rise,
                    below: raised.below.saturating_sub(rise),
                    ..raised
                })
            }
            Piece::Fraction(above, below) => {
                let [over, under] = [above, below].map(|part| self.room_of_all(part.within(), room, level));
                let axis = scaled(AXIS, level);
                Room {
                    width: over.width.max(under.width) + 2 * APART,
                    above: over.above + over.below + APART + axis,
                    below: (under.above + under.below + APART).saturating_sub(axis),
                }
            }
        }
    }

    /// Returns how far an exponent is raised: more after a higher base.
    fn rise(&self, base: Room, level: usize) -> usize {
        scaled(RISE, level) + base.above.saturating_sub(self.room_of(&[], level).above)
    }

    /// Draws parts beside each other.
    fn pieces(&mut self, pieces: &[Piece], room: usize, at: At) -> At {
        let mut end = None;
        pieces.iter().fold(at, |at, piece| {
            let left = at.left + gap(&mut end, piece, room, at.level);
            self.piece(piece, room, At { left, ..at })
        })
    }

    fn glyphs(&mut self, glyphs: &[&Glyph], at: At) -> At {
        glyphs.iter().fold(at, |at, glyph| {
            let width = self.room_of(&[*glyph], at.level).width;
            self.body += &self.glyph(glyph, at.left + width / 2, at.base, at.level);
            At { left: at.left + width, ..at }
        })
    }

    /// Draws a part and returns the place after it.
    fn piece(&mut self, piece: &Piece, room: usize, at: At) -> At {
        match piece {
            Piece::Numeral(glyphs) | Piece::Word(glyphs) | Piece::Sign(glyphs) => self.glyphs(glyphs, at),
            Piece::Bracket { open, within, close } => {
                let inner = self.room_of_all(within, room, at.level);
                let at = self.curve(open, inner, at);
                let at = self.pieces(within, room, at);
                self.curve(close, inner, at)
            }
            Piece::Call(name, of) => {
                let at = self.glyphs(name, at);
                self.piece(of, room, at)
            }
            Piece::Followed(of, signs) => {
                let at = self.piece(of, room, at);
                self.glyphs(signs, at)
            }
            Piece::Root(sign, radicand) => self.root(sign, radicand, room, at),
            Piece::Power(base, exponent) => {
                let rise = self.rise(self.room_of_piece(base, room, at.level), at.level);
                let after = self.piece(base, room, at);
                let raised = At { base: at.base.saturating_sub(rise), level: at.level + 1, ..after };
                At { left: self.pieces(within(exponent), room, raised).left, ..at }
            }
            Piece::Fraction(above, below) => self.fraction([above, below], room, at),
        }
    }

    fn fraction(&mut self, [above, below]: [&Piece<'_>; 2], room: usize, at: At) -> At {
        let [over, under] = [above, below].map(|part| self.room_of_all(part.within(), room, at.level));
        let width = over.width.max(under.width) + 2 * APART;
        let y = at.base - scaled(AXIS, at.level);
        self.body += &bar(at.left + 1..at.left + width - 1, y);
        for (part, size, base) in
            [(above, over, y.saturating_sub(APART + over.below)), (below, under, y + APART + under.above)]
        {
            let left = at.left + (width - size.width) / 2;
            self.pieces(part.within(), room, At { left, base, ..at });
        }
        At { left: at.left + width, ..at }
    }

    fn root(&mut self, sign: &[&Glyph], radicand: &Piece, room: usize, at: At) -> At {
        let below = self.room_of_all(radicand.within(), room, at.level);
        let (hook, degree) = (hook(sign, at.level), degree(sign));
        let left = at.left + hook;
        let (top, bottom) = (at.base.saturating_sub(below.above), (at.base + below.below).saturating_sub(3));
        let knee = bottom.saturating_sub(scaled(9, at.level));
        let foot = left - scaled(NARROW / 2, at.level);
        self.body += &drawn(&format!(
            "M{} {knee}L{foot} {bottom}L{left} {top}H{}",
            left - scaled(NARROW, at.level),
            left + below.width
        ));
        if !degree.is_empty() {
            let (x, y) = (left - scaled(NARROW, at.level), knee.saturating_sub(2));
            self.body += &format!("<text x=\"{x}\" y=\"{y}\" font-size=\"10\">{}</text>\n", escaped(&degree));
        }
        self.pieces(radicand.within(), room, At { left, ..at })
    }

    /// Draws a bracket: as a character, or as a curve around higher parts.
    fn curve(&mut self, bracket: &Glyph, inner: Room, at: At) -> At {
        let plain = self.room_of(&[bracket], at.level);
        if inner.above <= plain.above && inner.below <= plain.below {
            return self.glyphs(&[bracket], at);
        }
        let (top, bottom) = (at.base.saturating_sub(inner.above), at.base + inner.below);
        let (near, far) = (at.left + plain.width / 4, at.left + plain.width * 3 / 4);
        let (ends, middle) = if &*bracket.text == "(" { (far, near) } else { (near, far) };
        self.body += &drawn(&format!("M{ends} {top}Q{middle} {} {ends} {bottom}", top.midpoint(bottom)));
        At { left: at.left + plain.width, ..at }
    }
}

/// Returns an exponent without a bracket around all of it.
fn within<'p, 'g>(exponent: &'p [Piece<'g>]) -> &'p [Piece<'g>] {
    if let [only] = exponent { only.within() } else { exponent }
}

/// Returns the width of a root's sign.
fn hook(sign: &[&Glyph], level: usize) -> usize {
    scaled(NARROW, level) + 4 * degree(sign).len()
}

/// Returns the width of the spaces before a part, which begins a line or comes after the part that ended in `end`.
fn gap(end: &mut Option<usize>, piece: &Piece, room: usize, level: usize) -> usize {
    let Some(columns) = columns(piece, room) else { return 0 };
    let spaces = end.replace(columns.end).map_or(0, |end| columns.start.saturating_sub(end));
    scaled(spaces * NARROW.div_ceil(room.max(1)), level)
}

/// Returns the columns of a part as it was typed.
fn columns(piece: &Piece, room: usize) -> Option<Range<usize>> {
    let of = |glyphs: &[&Glyph]| {
        Some(start(glyphs.first()?, room)..glyphs.last().map(|last| last.column + last.width)?)
    };
    let span = |from: Option<Range<usize>>, to: Option<Range<usize>>| match (from, to) {
        (Some(from), Some(to)) => Some(from.start..to.end),
        (from, to) => from.or(to),
    };
    match piece {
        Piece::Numeral(glyphs) | Piece::Word(glyphs) | Piece::Sign(glyphs) => of(glyphs),
        Piece::Bracket { open, close, .. } => of(&[*open, *close]),
        Piece::Call(glyphs, of_it) | Piece::Root(glyphs, of_it) => span(of(glyphs), columns(of_it, room)),
        Piece::Followed(of_it, glyphs) => span(columns(of_it, room), of(glyphs)),
        Piece::Power(base, exponent) => {
            span(columns(base, room), exponent.last().and_then(|last| columns(last, room)))
        }
        Piece::Fraction(above, below) => span(columns(above, room), columns(below, room)),
    }
}
