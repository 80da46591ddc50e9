//! The possible figures of a drawing that leaves open which digits are 0, and the lines that may be 0.
//!
//! A digit with a line is not 0, and a digit without one is. There are two exceptions: a line that shows only zeros is 0, and a
//! line that is the symbol of its own digit, once or repeated (the `EEE` of `123 × 4E5`), says the same in either case.

use std::collections::HashSet;

use super::drawing::{Drawing, DrawnRow, Mark, Number};
use super::figure::{Figure, Line, Twin};
use crate::digits::Digit;
use crate::puzzle::{Builder, Distinct, Permission};
use crate::spelling::Spelt;
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;

/// The most figures of a puzzle. More are refused.
const MOST_FIGURES: usize = 64;

/// The sign of a digit. Equal signs have the same digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Sign {
    Shown(Digit),
    Symbol(Spelt),
    /// A blank or a wrong digit, by the byte where it stands.
    Blank(usize),
}

/// Returns the figures that their signs allow: one, unless the drawing leaves open which digits are 0.
pub(super) fn possible<'f>(
    figure: &'f Figure,
    drawing: &Drawing,
    builder: &Builder,
) -> Result<Vec<&'f Figure>, TextError> {
    let Some(open) = &figure.open else { return Ok(vec![figure]) };
    let fronts = fronts(drawing, builder);
    let figures: Vec<&Figure> =
        open.figures.iter().filter(|figure| is_possible(figure, &fronts, builder)).collect();
    match figures.len() {
        0 => Err(TextError::new(DrawingError::TooFewLines, open.at.clone())),
        1..=MOST_FIGURES => Ok(figures),
        _ => Err(TextError::new(DrawingError::UncertainZero, open.at.clone())),
    }
}

/// Returns the leading signs of numbers, which are not 0.
fn fronts(drawing: &Drawing, builder: &Builder) -> HashSet<Sign> {
    if builder.rules().leading_zeros == Permission::Allowed {
        return HashSet::new();
    }
    let signs = |number: &Number| number.marks.iter().map(|mark| sign(mark, builder)).collect::<Vec<_>>();
    let all = drawing.rows.iter().flat_map(DrawnRow::numbers).filter(|number| number.whole() > 1).map(signs);
    // A line that repeats one symbol may be 0.
    let is_one = |signs: &Vec<Sign>| signs.windows(2).all(|pair| pair[0] == pair[1]);
    all.filter(|signs| !is_one(signs)).filter_map(|signs| signs.into_iter().next()).collect()
}

fn is_possible(figure: &Figure, fronts: &HashSet<Sign>, builder: &Builder) -> bool {
    let (zeros, others) = (zeros(figure, builder), others(figure, builder));
    let is_distinct = builder.rules().distinct == Distinct::All;
    let symbols = zeros.iter().filter(|sign| matches!(sign, Sign::Symbol(_))).count();
    let may_be_equal = |Twin { above, below, .. }: &Twin| match (sign(above, builder), sign(below, builder)) {
        (Sign::Shown(above), Sign::Shown(below)) => above == below,
        (Sign::Symbol(above), Sign::Symbol(below)) => above == below || !is_distinct,
        _ => true,
    };
    zeros.iter().all(|sign| !matches!(sign, Sign::Shown(1..)))
        && zeros.is_disjoint(&others)
        && zeros.is_disjoint(fronts)
        && !others.contains(&Sign::Shown(0))
        && (symbols < 2 || !is_distinct)
        && figure.twins.iter().all(may_be_equal)
}

/// Returns whether no digits satisfy both figures.
pub(super) fn exclude_each_other(one: &Figure, other: &Figure, builder: &Builder) -> bool {
    !zeros(one, builder).is_disjoint(&others(other, builder))
        || !zeros(other, builder).is_disjoint(&others(one, builder))
}

/// Returns the signs that are 0 in a figure.
fn zeros(figure: &Figure, builder: &Builder) -> HashSet<Sign> {
    figure.zeros.iter().map(|(_, mark)| sign(mark, builder)).collect()
}

/// Returns the signs that are not 0 in a figure, because they have a line.
fn others(figure: &Figure, builder: &Builder) -> HashSet<Sign> {
    let lines = figure.lines.iter().filter(|line| !may_be_zero(line, builder));
    lines.map(|line| sign(&line.digit, builder)).collect()
}

/// Returns whether a line may be 0 in any puzzle.
fn may_be_zero(line: &Line, builder: &Builder) -> bool {
    let own = sign(&line.digit, builder);
    let is_own = || line.product.marks.iter().all(|mark| sign(mark, builder) == own);
    line.product.is_zero() || matches!(own, Sign::Symbol(_)) && is_own()
}

fn sign(mark: &Mark, builder: &Builder) -> Sign {
    match mark.given {
        Some(digit) => Sign::Shown(digit),
        None if mark.is_blank(builder) || mark.sign.is_ascii_digit() || mark.sign == '[' => {
            Sign::Blank(mark.at.start)
        }
        None => Sign::Symbol(builder.spelling().key(&mark.shown)),
    }
}
