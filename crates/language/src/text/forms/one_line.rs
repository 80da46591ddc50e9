//! Writes a drawing on one line: its numbers, by their roles, in the order of the forms of the American cryptogram societies, or
//! the equation of a drawing with only one step.

use super::again::read;
use super::unfit::Unfit;
use crate::expr::Element;
use crate::puzzle::{Glyph, Kind, Puzzle, Role, RoleKind, Row};
use crate::text::drawings;

/// Signs of blanks with another meaning on one line.
const DRAWN_BLANKS: &[&str] = &["*", ".", "_"];
/// Signs of roots without words.
const HIGHER_ROOTS: &str = "∜⁴⁵⁶⁷⁸⁹";

/// A number of a drawing.
struct Run {
    role: Role,
    row: usize,
    /// The last column.
    end: usize,
    text: String,
}

/// The numbers of a drawing, row by row.
struct Numbers {
    runs: Vec<Run>,
    /// The number after the sign of a remainder.
    beside: Option<String>,
}

/// Writes a drawing on one line.
pub(super) fn one_line(puzzle: &Puzzle) -> Result<Puzzle, Unfit> {
    let numbers = Numbers::of(puzzle);
    match numbers.steps(puzzle)? {
        Some(text) => read(&text, Some(drawings::ONE_LINE), puzzle),
        None => read(&numbers.equation(puzzle)?, None, puzzle),
    }
}

impl Numbers {
    fn of(puzzle: &Puzzle) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let rows = puzzle.sheet().rows();
        for (row, glyphs) in rows.iter().map(Row::glyphs).enumerate() {
            for glyph in glyphs {
                let Some(role) = glyph.role else { continue };
                let text = text(glyph, puzzle);
                match runs.last_mut() {
                    Some(run) if run.role == role && run.row == row => {
                        run.text += &text;
                        run.end = glyph.column;
                    }
                    _ => runs.push(Run { role, row, end: glyph.column, text }),
                }
            }
        }
        Self { runs, beside: rows.iter().find_map(|row| beside(row, puzzle)) }
    }

    fn only(&self, kind: RoleKind) -> Option<&Run> {
        self.runs.iter().find(|run| run.role.kind == kind)
    }

    fn all(&self, kind: RoleKind) -> Vec<&Run> {
        self.runs.iter().filter(|run| run.role.kind == kind).collect()
    }

    /// Writes the steps of a long calculation; `None` for other drawings.
    fn steps(&self, puzzle: &Puzzle) -> Result<Option<String>, Unfit> {
        let (partials, subtrahends) = (self.all(RoleKind::PartialProduct), self.all(RoleKind::Subtrahend));
        let text = |kind: RoleKind| self.only(kind).map(|run| run.text.as_str()).ok_or(Unfit::NoForm);
        if self.only(RoleKind::Dividend).is_some() && !partials.is_empty() {
            let quotient = text(RoleKind::Quotient)?;
            let head = format!("{}){}={quotient}", text(RoleKind::Divisor)?, text(RoleKind::Dividend)?);
            return Ok(Some(self.with_rests(head, &partials)));
        }
        if !subtrahends.is_empty() {
            let head =
                format!("{} gives {} {}", text(RoleKind::Radicand)?, root(puzzle)?, text(RoleKind::Root)?);
            return Ok(Some(self.with_rests(head, &subtrahends)));
        }
        if partials.is_empty() {
            return Ok(None);
        }
        // On one line, the partial products are in the order of the digits.
        if !partials.is_sorted_by(|above, below| above.end > below.end) {
            return Err(Unfit::NoForm);
        }
        let factors = [text(RoleKind::Multiplicand)?, text(RoleKind::Multiplier)?].join(" × ");
        let rows = partials.iter().map(|run| run.text.as_str()).chain([text(RoleKind::Product)?]);
        Ok(Some(rows.fold(factors, |line, row| line + "; " + row)))
    }

    /// Writes the head of a division or a root, and a step for each product.
    fn with_rests(&self, head: String, products: &[&Run]) -> String {
        let is_below = |product: &Run, run: &Run| {
            run.row > product.row && matches!(run.role.kind, RoleKind::Difference | RoleKind::Remainder)
        };
        let (mut line, mut was_drawn) = (head, false);
        let mut steps = String::new();
        for (i, product) in products.iter().enumerate() {
            let next = products.get(i + 1).map_or(usize::MAX, |next| next.row);
            let rest = self.runs.iter().find(|run| is_below(product, run) && run.row < next);
            was_drawn = rest.is_some();
            // A remainder that is not drawn is 0, unless it is after the quotient.
            let rest = rest.map(|run| run.text.as_str()).or(self.beside.as_deref()).unwrap_or("0");
            steps += &format!("; -{}={rest}", product.text);
        }
        if let Some(beside) = self.beside.as_ref().filter(|_| was_drawn) {
            line += &format!(" R {beside}");
        }
        line + &steps
    }

    /// Writes the equation of a drawing without steps.
    fn equation(&self, puzzle: &Puzzle) -> Result<String, Unfit> {
        let numbers = [RoleKind::Dividend, RoleKind::Divisor, RoleKind::Quotient].map(|kind| self.only(kind));
        if let [Some(dividend), Some(divisor), Some(quotient)] = numbers {
            let division = format!("{} ÷ {} = {}", dividend.text, divisor.text, quotient.text);
            return Ok(match &self.beside {
                Some(rest) => format!("{division} r {rest}"),
                None => division,
            });
        }
        if has_double_places(puzzle) {
            return Err(Unfit::NoForm);
        }
        let conditions: Vec<String> = puzzle.conditions().iter().map(|expr| puzzle.write(expr)).collect();
        Ok(conditions.join(", "))
    }
}

/// Writes a digit as on one line.
fn text(glyph: &Glyph, puzzle: &Puzzle) -> String {
    let is_blank = glyph.cell.is_some_and(|cell| puzzle.hidden()[cell.index()].kind == Kind::Blank);
    let is_own = || puzzle.rules().blanks.iter().any(|blank| *blank.sign == *glyph.text);
    if is_blank && DRAWN_BLANKS.contains(&&*glyph.text) && !is_own() {
        super::blank(puzzle).into()
    } else {
        glyph.text.to_string()
    }
}

/// Returns the number after the sign of a remainder in a row.
fn beside(row: &Row, puzzle: &Puzzle) -> Option<String> {
    let mut glyphs = row.glyphs().iter().skip_while(|glyph| &*glyph.text != "…");
    glyphs.next()?;
    Some(glyphs.map(|glyph| text(glyph, puzzle)).collect())
}

/// Returns the words for the root of a drawing.
fn root(puzzle: &Puzzle) -> Result<&'static str, Unfit> {
    let has = |signs: &str| {
        let mut glyphs = puzzle.sheet().rows().iter().flat_map(Row::glyphs);
        glyphs.any(|glyph| glyph.cell.is_none() && glyph.text.starts_with(|c| signs.contains(c)))
    };
    match (has(HIGHER_ROOTS), has("∛³")) {
        (true, _) => Err(Unfit::NoForm),
        (false, true) => Ok("cube root"),
        (false, false) => Ok("root"),
    }
}

/// Returns whether a blank or a wrong digit is in several conditions, or twice in one: written as text, it would be several
/// digits.
fn has_double_places(puzzle: &Puzzle) -> bool {
    let mut seen = vec![false; puzzle.hidden().len()];
    let mut is_double = false;
    for condition in puzzle.conditions() {
        condition.for_each_numeral(&mut |numeral| {
            for element in numeral.elements() {
                if let Element::Hidden(cell) = element
                    && puzzle.hidden()[cell.index()].kind != Kind::Symbol
                {
                    is_double |= std::mem::replace(&mut seen[cell.index()], true);
                }
            }
        });
    }
    is_double
}
