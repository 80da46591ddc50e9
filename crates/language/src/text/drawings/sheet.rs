//! From a figure to a puzzle: cells for the digits, conditions, and the drawing for answers.

use std::collections::HashMap;

use super::drawing::{Drawing, DrawnRow, Mark, Number};
use super::figure::{Claim, Figure, Line, Nonzero, Twin, Value};
use super::layout::Layout;
use super::open;
use super::pen::{Pen, Room};
use crate::digits::Digit;
use crate::expr::{Element, Expr, Numeral};
use crate::puzzle::{Builder, Claims, Permission, PuzzleError, Rules, Wrong, ZeroLines};
use crate::text::error::{Mistake, TextError};
use crate::vocabulary::{Tier, operator};

/// One more than the largest digit of any base.
const TOO_LARGE: Digit = 64;

/// Gives the digits of a drawing their cells, and passes the consequences of the figure to the builder.
pub(super) fn lay(
    layout: &dyn Layout,
    drawing: &Drawing,
    figure: &Figure,
    builder: &mut Builder,
) -> Result<(), TextError> {
    let room = layout.room(drawing, builder);
    let figures = open::possible(figure, drawing, builder)?;
    let elements = elements(drawing, &figures, room, builder)?;
    let element = |mark: &Mark| elements.get(&mark.at.start).copied().unwrap_or(Element::Shown(0));
    let ink = Ink { element: &element };
    match figures.as_slice() {
        [figure] => certain(figure, drawing, &ink, builder),
        several => {
            let claims = disjoint(several, &ink, builder);
            builder.figures(claims);
        }
    }
    builder.drawn(layout.name(), numerals(&figures, drawing, &ink, builder).collect());
    let names = figures.first().map_or(&[][..], |figure| &figure.names);
    let mut pen = Pen::new(room, builder, &element, names);
    layout.draw(drawing, &mut pen);
    let sheet = pen.sheet();
    builder.sheet(sheet);
    Ok(())
}

/// Returns the numerals to which the rules of leading zeros apply: all but the lines that are the symbol of their own digit.
fn numerals<'a>(
    figures: &'a [&Figure],
    drawing: &'a Drawing,
    ink: &'a Ink,
    builder: &'a Builder,
) -> impl Iterator<Item = Numeral> + 'a {
    lines_in_front(figures, drawing, ink, builder).map(|number| ink.numeral(number))
}

fn lines_in_front<'a>(
    figures: &[&Figure],
    drawing: &'a Drawing,
    ink: &Ink,
    builder: &Builder,
) -> impl Iterator<Item = &'a Number> {
    let own = figures.iter().flat_map(|figure| &figure.lines);
    let own = own.filter(|line| line.product.len() > 1 && ink.is_own_symbol(line, builder));
    let starts: Vec<usize> = own.map(|line| line.product.at().start).collect();
    let numbers = drawing.rows.iter().flat_map(DrawnRow::numbers);
    numbers.filter(move |number| !starts.contains(&number.at().start))
}

/// Adds the consequences of a figure that is the only one.
fn certain(figure: &Figure, drawing: &Drawing, ink: &Ink, builder: &mut Builder) {
    let mut dropped = Vec::new();
    let place = |line: &Line, place: usize| {
        if is_open(line, ink, builder) {
            dropped.push(place);
        }
    };
    let claims = claims(figure, ink, builder, &Line::claim, place);
    let lines: Vec<&Line> = figure.lines.iter().filter(|line| is_open(line, ink, builder)).collect();
    if !lines.is_empty() {
        let numbers: Vec<&Number> = lines_in_front(&[figure], drawing, ink, builder).collect();
        let place =
            |line: &&Line| numbers.iter().position(|number| number.at().start == line.product.at().start);
        let long = lines.iter().filter(|line| line.product.len() > 1);
        let begins = long.filter_map(|line| {
            Some((line.role, (ink.element)(&line.digit), (ink.element)(line.product.marks.first()?)))
        });
        let nonzero = figure.nonzero.iter().map(|some| (some.role, ink.numeral(&some.number)));
        let changes = ZeroLines {
            dropped,
            begins: begins.collect(),
            nonzero: nonzero.filter(|(_, numeral)| can_be_zero(numeral, builder.rules())).collect(),
            lines: lines.iter().filter_map(place).collect(),
        };
        builder.zero_lines(changes);
    }
    claims.into_iter().for_each(|(role, claim)| builder.claim(role, claim));
}

/// Returns whether a line may be 0 if the puzzle has no solution otherwise. For a line of one digit, the rules decide this.
fn is_open(line: &Line, ink: &Ink, builder: &Builder) -> bool {
    let rule = if line.product.len() == 1 {
        builder.rules().lone_zero == Permission::Allowed
    } else {
        builder.rules().leading_zeros == Permission::Forbidden
    };
    rule && line.is_open() && !ink.may_be_zero(line, builder)
}

/// Returns the conditions of several figures, such that at most one figure holds at once.
fn disjoint(figures: &[&Figure], ink: &Ink, builder: &Builder) -> Vec<Claims> {
    let mut all: Vec<(&Figure, Claims)> = Vec::new();
    for figure in figures {
        let says = |line: &Line| Some(line.is_other_than_zero());
        let claims = claims(figure, ink, builder, &says, |_, _| ());
        // Two figures are the same if their lines show zeros in different places.
        if all.iter().all(|(_, other)| *other != claims) {
            all.push((figure, claims));
        }
    }
    let not = operator(Tier::Not, "¬").expect("it is a row of the table");
    let mut disjoint: Vec<Claims> = Vec::with_capacity(all.len());
    for (i, (figure, claims)) in all.iter().enumerate() {
        let before = all[..i].iter().filter(|(other, _)| !open::exclude_each_other(other, figure, builder));
        let others = before.filter_map(|(_, other)| {
            let whole = Expr::all_of(other.iter().map(|(_, claim)| claim.clone()))?;
            Some((claims.first()?.0, Expr::Unary(not, Box::new(whole))))
        });
        disjoint.push(claims.iter().cloned().chain(others).collect());
    }
    disjoint
}

/// Returns the conditions of a figure. `says` returns the condition on a digit with a line. `at` is called with each line that
/// has one, and with the place of that condition.
fn claims(
    figure: &Figure,
    ink: &Ink,
    builder: &Builder,
    says: &dyn Fn(&Line) -> Option<Claim>,
    mut at: impl FnMut(&Line, usize),
) -> Claims {
    let mut claims: Claims = Vec::new();
    for Twin { role, above, below } in &figure.twins {
        if (ink.element)(above) != (ink.element)(below) {
            claims.push((*role, ink.expr(&Value::digit(below).relate("=", Value::digit(above)))));
        }
    }
    for (role, mark) in figure.zeros.iter().filter(|(_, mark)| (ink.element)(mark) != Element::Shown(0)) {
        claims.push((*role, ink.expr(&Value::digit(mark).relate("=", Value::Constant(0)))));
    }
    for i in 0..=figure.claims.len() {
        for line in figure.lines.iter().filter(|line| line.before == i) {
            if let Some(claim) = says(line).filter(|_| !ink.may_be_zero(line, builder)) {
                at(line, claims.len());
                claims.push((claim.role, ink.expr(&claim.value)));
            }
        }
        claims.extend(figure.claims.get(i).map(|claim| (claim.role, ink.expr(&claim.value))));
    }
    let is_own = |number: &&Number| {
        let own = figure.lines.iter().filter(|line| ink.is_own_symbol(line, builder));
        own.map(|line| line.product.at().start).any(|start| start == number.at().start)
    };
    for Nonzero { role, number, multiples } in &figure.nonzero {
        let can_be_zero =
            |number: &Number| is_own(&number) || can_be_zero(&ink.numeral(number), builder.rules());
        if can_be_zero(number) && multiples.iter().all(can_be_zero) {
            claims.push((*role, ink.is_not_zero(number)));
        }
    }
    claims
}

/// Writes numbers of a drawing as expressions.
struct Ink<'a> {
    element: &'a dyn Fn(&Mark) -> Element,
}

impl Ink<'_> {
    fn numeral(&self, number: &Number) -> Numeral {
        let digits: Vec<Element> = number.marks.iter().map(self.element).collect();
        let (whole, fraction) = digits.split_at(number.whole());
        Numeral { whole: whole.to_vec(), fraction: fraction.to_vec(), ..Numeral::default() }
    }

    /// Returns whether a line may be 0 in any puzzle.
    fn may_be_zero(&self, line: &Line, builder: &Builder) -> bool {
        line.product.is_zero() || self.is_own_symbol(line, builder)
    }

    /// Returns whether a line is the symbol of its own digit, once or repeated.
    fn is_own_symbol(&self, line: &Line, builder: &Builder) -> bool {
        let is_symbol = !line.digit.sign.is_ascii_digit() && !line.digit.is_blank(builder);
        let own = (self.element)(&line.digit);
        is_symbol && line.product.marks.iter().all(|mark| (self.element)(mark) == own)
    }

    fn expr(&self, value: &Value) -> Expr {
        value.expr(&|number| self.numeral(number))
    }

    fn is_not_zero(&self, number: &Number) -> Expr {
        self.expr(&Value::Number(number.clone()).relate("≠", Value::Constant(0)))
    }
}

/// Returns whether its shown digits and the rules of leading zeros allow a number to be zero.
fn can_be_zero(numeral: &Numeral, rules: &Rules) -> bool {
    let is_zero = |element: Element| matches!(element, Element::Hidden(_) | Element::Shown(0));
    let begins_with_zero = match numeral.elements().next() {
        Some(Element::Hidden(_)) if numeral.whole.len() > 1 => rules.leading_zeros == Permission::Allowed,
        Some(Element::Hidden(_)) => rules.lone_zero == Permission::Allowed,
        _ => true,
    };
    begins_with_zero && numeral.elements().all(is_zero)
}

/// Returns the element of each digit, by the byte where it stands.
fn elements(
    drawing: &Drawing,
    figures: &[&Figure],
    room: Room,
    builder: &mut Builder,
) -> Result<HashMap<usize, Element>, TextError> {
    let places = |twin: &Twin| (twin.below.at.start, twin.above.at.start);
    let (first, others) =
        figures.split_first().map_or((&[][..], figures), |(first, others)| (&first.twins[..], others));
    // Digits share a cell if they are written twice in all figures.
    let is_common = |twin: &&Twin| {
        others.iter().all(|figure| figure.twins.iter().any(|other| places(other) == places(twin)))
    };
    let twins: HashMap<usize, &Mark> =
        first.iter().filter(is_common).map(|twin| (twin.below.at.start, &twin.above)).collect();
    let mut elements = HashMap::new();
    let mut later: Vec<(&Mark, &Mark)> = Vec::new();
    for mark in drawing.rows.iter().flat_map(DrawnRow::numbers).flat_map(|number| &number.marks) {
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

/// Returns whether two equal digits are blanks of one kind, so that they can share a cell.
fn are_alike(first: &Mark, second: &Mark, builder: &Builder) -> bool {
    first.is_blank(builder)
        && second.is_blank(builder)
        && builder.spelling().key(&first.shown) == builder.spelling().key(&second.shown)
}

fn element(mark: &Mark, room: Room, builder: &mut Builder) -> Result<Element, TextError> {
    let element = match mark.sign {
        // With room around it, a star or a small x would look like a times sign.
        '*' | '.' if room.columns > 1 && !builder.is_blank(&mark.shown) => builder.blank("□"),
        _ if mark.is_blank(builder) => builder.blank(&mark.shown),
        '[' => {
            let digit = bracketed(mark).ok_or_else(|| TextError::new(Mistake::BadDigit, mark.at.clone()))?;
            builder.bracketed(digit)
        }
        '0' if builder.rules().wrong == Wrong::Each && mark.given == Some(0) => Element::Shown(0),
        c @ '0'..='9' => builder.literal(c as Digit - b'0'),
        'x' if room.columns > 1 && !builder.rules().is_case_sensitive() => builder.symbol("X"),
        _ => builder.symbol(&mark.shown),
    };
    let base = builder.rules().base;
    match element {
        Element::Shown(digit) if digit >= base.get() => {
            Err(TextError::new(PuzzleError::DigitOutsideBase { digit, base }, mark.at.clone()))
        }
        _ => Ok(element),
    }
}

/// Returns the digit in a bracket.
fn bracketed(mark: &Mark) -> Option<Digit> {
    let inner = mark.shown.strip_prefix('[')?.strip_suffix(']')?;
    let figures: String = inner.chars().filter(|c| !c.is_whitespace()).collect();
    let is_number = figures.bytes().all(|byte| byte.is_ascii_digit());
    figures.parse().ok().filter(|digit| is_number && *digit < TOO_LARGE)
}
