//! The LaTeX of a line of a text.

use super::signs;
use crate::formula::{Piece, degree, dots, formula as pieces_of, is_point, subscript, superscript, text};
use fukumen_language::puzzle::Glyph;

/// Returns the formula of a line.
pub(super) fn formula(glyphs: &[Glyph]) -> String {
    joined(&pieces_of(glyphs))
}

fn joined(pieces: &[Piece]) -> String {
    pieces.iter().map(written).collect()
}

fn written(piece: &Piece) -> String {
    match piece {
        Piece::Numeral(glyphs) => numeral(glyphs),
        Piece::Bracket { within, .. } => match joined(within) {
            high if high.contains("\\frac") => format!("\\left({high}\\right)"),
            within => format!("({within})"),
        },
        Piece::Call(name, bracket) => {
            format!("\\operatorname{{{}}}{}", signs::escaped(&text(name)), written(bracket))
        }
        Piece::Root(sign, radicand) => {
            let radicand = joined(radicand.within());
            match degree(sign) {
                second if second.is_empty() => format!("\\sqrt{{{radicand}}}"),
                degree => format!("\\sqrt[{degree}]{{{radicand}}}"),
            }
        }
        Piece::Power(base, exponent) => {
            let exponent = match exponent.as_slice() {
                [Piece::Sign(digits)] => superscripts(digits),
                [only] => joined(only.within()),
                // A bracket after a sign stays: -(A+B) is not -A+B.
                several => joined(several),
            };
            format!("{}^{{{exponent}}}", whole(base))
        }
        Piece::Followed(operand, signs) => whole(operand) + &text(signs),
        Piece::Fraction(above, below) => {
            format!("\\frac{{{}}}{{{}}}", joined(above.within()), joined(below.within()))
        }
        Piece::Word(glyphs) => format!("\\;\\text{{{}}}\\;", signs::escaped(&text(glyphs))),
        Piece::Sign(glyphs) => sign(glyphs),
    }
}

/// Returns an operand before an exponent or a factorial. Letters without a bracket would be read as factors: A times the
/// square of B.
fn whole(piece: &Piece) -> String {
    match piece {
        Piece::Numeral(glyphs) if glyphs.len() > 1 && glyphs.iter().any(|glyph| glyph.cell.is_some()) => {
            format!("({})", numeral(glyphs))
        }
        Piece::Power(..) => format!("{{{}}}", written(piece)),
        other => written(other),
    }
}

fn superscripts(glyphs: &[&Glyph]) -> String {
    glyphs.iter().filter_map(|glyph| superscript(&glyph.text)).collect()
}

fn sign(glyphs: &[&Glyph]) -> String {
    match glyphs {
        [first, ..] if superscript(&first.text).is_some() => format!("{{}}^{{{}}}", superscripts(glyphs)),
        [glyph] => signs::of_glyph(glyph),
        several => match signs::of_operator(&text(several)) {
            None | Some("^") => signs::WEDGE.into(),
            Some(latex) => latex.into(),
        },
    }
}

/// Returns a numeral with its point, its period and its base.
fn numeral(glyphs: &[&Glyph]) -> String {
    let is_base = |glyph: &&Glyph| &*glyph.text == "@" || subscript(&glyph.text).is_some();
    let (number, base) = glyphs.split_at(glyphs.iter().position(is_base).unwrap_or(glyphs.len()));
    let digits = |glyphs: &[&Glyph]| glyphs.iter().map(|glyph| signs::of_glyph(glyph)).collect::<String>();
    let mut latex = match number.iter().position(|glyph| is_point(glyph)) {
        None => digits(number),
        Some(point) => digits(&number[..=point]) + &after_point(&number[point + 1..], digits),
    };
    let base: String = base
        .iter()
        .filter(|glyph| &*glyph.text != "@")
        .map(|glyph| subscript(&glyph.text).map_or_else(|| glyph.text.to_string(), String::from))
        .collect();
    if !base.is_empty() {
        latex += &format!("_{{{base}}}");
    }
    latex
}

/// Returns the places after a point, with a bar over the period.
fn after_point(places: &[&Glyph], digits: impl Fn(&[&Glyph]) -> String) -> String {
    if let [before @ .., close] = places
        && &*close.text == ")"
        && let Some(open) = before.iter().position(|glyph| &*glyph.text == "(")
    {
        return digits(&before[..open]) + &format!("\\overline{{{}}}", digits(&before[open + 1..]));
    }
    let dots = dots(places);
    let places = &places[..places.len() - dots];
    // Places are equal if they have the same digit.
    let same: Vec<_> = places.iter().map(|glyph| glyph.cell.ok_or(&*glyph.text)).collect();
    match period(&same).filter(|_| dots > 0) {
        Some((before, length)) => {
            digits(&places[..before]) + &format!("\\overline{{{}}}", digits(&places[before..before + length]))
        }
        None => digits(places) + if dots > 0 { "\\ldots " } else { "" },
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
