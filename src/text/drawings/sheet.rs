//! From a figure to a puzzle: cells for the digits, conditions, and the drawing that answers are put into.

use std::collections::HashMap;

use super::Layout;
use super::drawing::Drawing;
use super::drawing::Mark;
use super::drawing::Number;
use super::drawing::Row;
use super::figure::Claim;
use super::figure::Figure;
use super::figure::Nonzero;
use super::figure::Twin;
use super::figure::Value;
use super::pen::Pen;
use super::pen::Room;
use crate::digits::Digit;
use crate::expr::Element;
use crate::expr::Numeral;
use crate::puzzle::Builder;
use crate::puzzle::Permission;
use crate::puzzle::PuzzleError;
use crate::puzzle::Rules;
use crate::text::Mistake;
use crate::text::Slip;

/// One more than the largest digit of any base.
const TOO_LARGE: Digit = 64;

/// Gives the digits of a drawing their cells, and the builder all that follows from the figure.
pub(super) fn lay(
    layout: &dyn Layout,
    drawing: &Drawing,
    figure: &Figure,
    builder: &mut Builder,
) -> Result<(), Slip> {
    let room = layout.room(drawing, builder);
    let elements = elements(drawing, figure, room, builder)?;
    let element = |mark: &Mark| elements.get(&mark.at.start).copied().unwrap_or(Element::Shown(0));
    let numeral = |number: &Number| {
        let digits: Vec<Element> = number.marks.iter().map(&element).collect();
        let (whole, fraction) = digits.split_at(number.whole());
        Numeral { whole: whole.to_vec(), fraction: fraction.to_vec(), ..Numeral::default() }
    };
    for Twin { role, above, below } in &figure.twins {
        if element(above) != element(below) {
            builder.claim(*role, Value::digit(below).relate("=", Value::digit(above)).expr(&numeral));
        }
    }
    for (role, mark) in figure.zeros.iter().filter(|(_, mark)| element(mark) != Element::Shown(0)) {
        builder.claim(*role, Value::digit(mark).relate("=", Value::Constant(0)).expr(&numeral));
    }
    for Claim { role, value } in &figure.claims {
        builder.claim(*role, value.expr(&numeral));
    }
    for Nonzero { role, number, multiples } in &figure.nonzero {
        let rules = builder.rules();
        if std::iter::once(number).chain(multiples).all(|number| can_be_zero(&numeral(number), rules)) {
            let is_other = Value::Number(number.clone()).relate("≠", Value::Constant(0));
            builder.claim(*role, is_other.expr(&numeral));
        }
    }
    let shown = drawing.rows.iter().flat_map(Row::numbers).map(&numeral).collect();
    builder.drawn(layout.name(), shown);
    let mut pen = Pen::new(room, builder, &element, &figure.names);
    layout.draw(drawing, &mut pen);
    let sheet = pen.sheet();
    builder.sheet(sheet);
    Ok(())
}

/// Whether neither the digits that a number shows nor the rules of zeros in front keep it from being zero.
fn can_be_zero(numeral: &Numeral, rules: &Rules) -> bool {
    let is_zero = |element: Element| matches!(element, Element::Hidden(_) | Element::Shown(0));
    let begins_with_zero = match numeral.elements().next() {
        Some(Element::Hidden(_)) if numeral.whole.len() > 1 => rules.leading_zeros == Permission::Allowed,
        Some(Element::Hidden(_)) => rules.lone_zero == Permission::Allowed,
        _ => true,
    };
    begins_with_zero && numeral.elements().all(is_zero)
}

/// The element of each digit, by the byte at which it stands.
fn elements(
    drawing: &Drawing,
    figure: &Figure,
    room: Room,
    builder: &mut Builder,
) -> Result<HashMap<usize, Element>, Slip> {
    let twins: HashMap<usize, &Mark> =
        figure.twins.iter().map(|twin| (twin.below.at.start, &twin.above)).collect();
    let mut elements = HashMap::new();
    let mut later: Vec<(&Mark, &Mark)> = Vec::new();
    for mark in drawing.rows.iter().flat_map(Row::numbers).flat_map(|number| &number.marks) {
        match twins.get(&mark.at.start).filter(|first| are_alike(first, mark, builder)) {
            Some(first) => later.push((first, mark)),
            None => {
                elements.insert(mark.at.start, element(mark, room, builder)?);
            }
        }
    }
    for (first, second) in later {
        if let Some(element) = elements.get(&first.at.start).copied() {
            elements.insert(second.at.start, element);
        }
    }
    Ok(elements)
}

/// Whether two digits that are equal are blanks of one kind, so that one cell serves both.
fn are_alike(first: &Mark, second: &Mark, builder: &Builder) -> bool {
    is_blank(first, builder)
        && is_blank(second, builder)
        && builder.spelling().key(&first.shown) == builder.spelling().key(&second.shown)
}

fn is_blank(mark: &Mark, builder: &Builder) -> bool {
    matches!(mark.sign, '□' | '▢' | '?' | '_' | '*' | '.') || builder.is_blank(&mark.shown)
}

fn element(mark: &Mark, room: Room, builder: &mut Builder) -> Result<Element, Slip> {
    let element = match mark.sign {
        // With room around it, a star or a small x would be drawn as a times sign is.
        '*' | '.' if room.columns > 1 && !builder.is_blank(&mark.shown) => builder.blank("□"),
        _ if is_blank(mark, builder) => builder.blank(&mark.shown),
        '[' => {
            let digit = bracketed(mark).ok_or_else(|| Slip::new(Mistake::BadDigit, mark.at.clone()))?;
            builder.bracketed(digit)
        }
        c @ '0'..='9' => builder.literal(c as Digit - b'0'),
        'x' if room.columns > 1 && !builder.rules().case_sensitive => builder.symbol("X"),
        _ => builder.symbol(&mark.shown),
    };
    let base = builder.rules().base;
    match element {
        Element::Shown(digit) if digit >= base.get() => {
            Err(Slip::new(PuzzleError::DigitOutsideBase { digit, base }, mark.at.clone()))
        }
        _ => Ok(element),
    }
}

/// The digit in a bracket.
fn bracketed(mark: &Mark) -> Option<Digit> {
    let inner = mark.shown.strip_prefix('[')?.strip_suffix(']')?;
    let figures: String = inner.chars().filter(|c| !c.is_whitespace()).collect();
    let is_number = figures.bytes().all(|byte| byte.is_ascii_digit());
    figures.parse().ok().filter(|digit| is_number && *digit < TOO_LARGE)
}
