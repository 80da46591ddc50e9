//! Draws an equation: a sum, a product, a quotient, or fractions.

use super::again::read;
use super::unfit::Unfit;
use crate::expr::{Chain, Element, Expr, Numeral};
use crate::puzzle::{Kind, Puzzle};
use crate::spelling::{Width, is_wide};
use crate::vocabulary::{Algebra, Operator};

/// Draws the only condition of a puzzle.
pub(super) fn drawing(puzzle: &Puzzle) -> Result<Puzzle, Unfit> {
    let [condition] = puzzle.conditions() else { return Err(Unfit::NoForm) };
    let (text, layout) = text(condition, puzzle).ok_or(Unfit::NoForm)?;
    read(&text, Some(layout), puzzle)
}

/// Returns the drawing of a condition, and its layout.
fn text(condition: &Expr, puzzle: &Puzzle) -> Option<(String, &'static str)> {
    if let Expr::Remainder(division) = condition {
        let [whole, divisor, quotient, rest] = division.parts().map(plain);
        return Some((short(puzzle, [whole?, divisor?, quotient?], Some(rest?)), "long-division"));
    }
    let (left, right) = sides(condition)?;
    let (term, result) = if let Some(result) = plain(right) { (left, result) } else { (right, plain(left)?) };
    let Expr::Chain(term) = term else { return None };
    let operands = || term.operands().map(plain).collect::<Option<Vec<_>>>();
    let algebra = |allowed: &[Algebra]| term.rest.iter().all(|(sign, _)| allowed.contains(&sign.algebra));
    match operands().as_deref() {
        Some(addends) if algebra(&[Algebra::Plus, Algebra::Minus]) => {
            Some((sum(puzzle, addends, term, result), "column-sum"))
        }
        Some([first, second]) if algebra(&[Algebra::Times]) => {
            Some((product(puzzle, [first, second, result]), "long-multiplication"))
        }
        Some([whole, divisor]) if algebra(&[Algebra::Over]) && are_whole(&[whole, divisor, result]) => {
            Some((short(puzzle, [whole, divisor, result], None), "long-division"))
        }
        _ => None,
    }
    .or_else(|| Some((fractions(puzzle, left, right)?, "fraction")))
}

/// Returns both sides of an equation.
fn sides(condition: &Expr) -> Option<(&Expr, &Expr)> {
    let Expr::Chain(Chain { first, rest }) = condition else { return None };
    match rest.as_slice() {
        [(sign, right)] if sign.algebra == Algebra::Equal => Some((first, right)),
        _ => None,
    }
}

/// Returns a number of the puzzle's own digits, without a period.
fn plain(expr: &Expr) -> Option<&Numeral> {
    match expr {
        Expr::Numeral(numeral) if numeral.base.is_none() && numeral.repetend.is_empty() => Some(numeral),
        _ => None,
    }
}

fn are_whole(numerals: &[&Numeral]) -> bool {
    numerals.iter().all(|numeral| numeral.is_whole())
}

/// The room for digits in a drawing.
struct Paper<'p> {
    puzzle: &'p Puzzle,
    /// How the reader will measure the drawing.
    width: Width,
    /// The columns of each digit.
    room: usize,
    /// The most digits after a point.
    fraction: usize,
}

impl<'p> Paper<'p> {
    fn of(puzzle: &'p Puzzle, numerals: &[&Numeral]) -> Self {
        let mut paper = Self { puzzle, width: Width::One, room: 1, fraction: 0 };
        let is_uneven = |element| paper.name(element).starts_with(is_wide);
        if numerals.iter().flat_map(|numeral| numeral.elements()).any(is_uneven) {
            paper.width = Width::EastAsian;
        }
        for numeral in numerals {
            let widths = numeral.elements().map(|element| paper.width.of(&paper.name(element)));
            paper.room = widths.fold(paper.room, usize::max);
            paper.fraction = paper.fraction.max(numeral.fraction.len());
        }
        paper
    }

    /// Returns a digit. Signs of blanks that a drawing could read as something else are replaced.
    fn name(&self, element: Element) -> String {
        let cell = match element {
            Element::Shown(digit) => return self.puzzle.rules().base.name(digit).to_string(),
            Element::Hidden(cell) => cell,
        };
        let hidden = &self.puzzle.hidden()[cell.index()];
        let is_own = || self.puzzle.rules().blanks.iter().any(|blank| blank.sign == hidden.name);
        match hidden.kind {
            Kind::Blank if self.room > 1 && hidden.name != "▢" && !is_own() => {
                super::blank(self.puzzle).into()
            }
            _ => hidden.name.clone(),
        }
    }

    fn digits(&self, elements: &[Element]) -> String {
        let padded = |element: &Element| {
            let name = self.name(*element);
            " ".repeat(self.room.saturating_sub(self.width.of(&name))) + &name
        };
        elements.iter().map(padded).collect()
    }

    /// Returns a number in its own width.
    fn number(&self, numeral: &Numeral) -> String {
        let point = if numeral.fraction.is_empty() { "" } else { "." };
        self.digits(&numeral.whole) + point + &self.digits(&numeral.fraction)
    }

    /// Returns lines with one number each, aligned at their units, and a rule above the last.
    fn lines(&self, lines: &[(&str, &Numeral)]) -> String {
        let whole = |numeral: &Numeral| numeral.whole.len() * self.room;
        let signed =
            |(sign, numeral): &(&str, &Numeral)| whole(numeral) + if sign.is_empty() { 0 } else { 2 };
        let units = lines.iter().map(signed).max().unwrap_or(0);
        let line = |(sign, numeral): &(&str, &Numeral)| {
            let before = units - whole(numeral) - self.width.of(sign).min(1);
            format!("{sign}{}{}", " ".repeat(before), self.number(numeral))
        };
        let fraction = if self.fraction > 0 { self.fraction * self.room + 1 } else { 0 };
        let mut lines: Vec<String> = lines.iter().map(line).collect();
        lines.insert(lines.len().saturating_sub(1), "-".repeat(units + fraction));
        lines.join("\n")
    }
}

fn sum(puzzle: &Puzzle, addends: &[&Numeral], term: &Chain, result: &Numeral) -> String {
    let all: Vec<&Numeral> = addends.iter().copied().chain([result]).collect();
    let signs = std::iter::once("").chain(term.rest.iter().map(|(sign, _)| sign.symbol())).chain([""]);
    let lines: Vec<(&str, &Numeral)> = signs.zip(all.iter().copied()).collect();
    Paper::of(puzzle, &all).lines(&lines)
}

fn product(puzzle: &Puzzle, all: [&Numeral; 3]) -> String {
    let lines: Vec<(&str, &Numeral)> = ["", "×", ""].into_iter().zip(all).collect();
    Paper::of(puzzle, &all).lines(&lines)
}

/// Returns a division without products.
fn short(puzzle: &Puzzle, numbers: [&Numeral; 3], rest: Option<&Numeral>) -> String {
    let all: Vec<&Numeral> = numbers.into_iter().chain(rest).collect();
    let paper = Paper::of(puzzle, &all);
    let [whole, divisor, quotient] = numbers.map(|number| paper.number(number));
    let width = |text: &str| paper.width.of(text);
    let before = width(&divisor) + 1;
    let spaces = " ".repeat((before + width(&whole)).saturating_sub(width(&quotient)));
    let rule = " ".repeat(before) + &"-".repeat(width(&whole));
    let rest = rest.map_or(String::new(), |rest| format!(" … {}", paper.number(rest)));
    format!("{divisor}){whole}\n{rule}\n{spaces}{quotient}{rest}\n")
}

/// A part of a line of fractions.
enum FractionPart {
    Sign(&'static str),
    Whole(String),
    Quotient(String, String),
}

/// Draws two equal sums of fractions and numbers.
fn fractions(puzzle: &Puzzle, left: &Expr, right: &Expr) -> Option<String> {
    let mut numerals = Vec::new();
    [left, right].iter().for_each(|side| side.for_each_numeral(&mut |numeral| numerals.push(numeral)));
    let paper = Paper::of(puzzle, &numerals);
    let mut parts = terms(left, &paper)?;
    parts.push(FractionPart::Sign("="));
    parts.extend(terms(right, &paper)?);
    let mut rows = [const { String::new() }; 3];
    for part in parts {
        let gap = if rows[1].is_empty() { "" } else { " " };
        let width = match &part {
            FractionPart::Sign(sign) => paper.width.of(sign),
            FractionPart::Whole(number) => paper.width.of(number),
            FractionPart::Quotient(above, below) => paper.width.of(above).max(paper.width.of(below)) + 1,
        };
        let texts = match part {
            FractionPart::Sign(sign) => [String::new(), sign.to_string(), String::new()],
            FractionPart::Whole(number) => [String::new(), number, String::new()],
            FractionPart::Quotient(above, below) => [above, "-".repeat(width), below],
        };
        for (row, text) in rows.iter_mut().zip(texts) {
            let free = width - paper.width.of(&text);
            *row += &format!("{gap}{}{text}{}", " ".repeat(free / 2), " ".repeat(free - free / 2));
        }
    }
    Some(rows.map(|row| row.trim_end().to_string()).join("\n"))
}

/// Returns the terms of a sum of fractions and numbers, with the signs between them.
fn terms(side: &Expr, paper: &Paper) -> Option<Vec<FractionPart>> {
    let term = |expr: &Expr| -> Option<FractionPart> {
        if let Some(number) = plain(expr) {
            return Some(FractionPart::Whole(paper.number(number)));
        }
        let Expr::Chain(Chain { first, rest }) = expr else { return None };
        match rest.as_slice() {
            [(sign, below)] if sign.algebra == Algebra::Over => {
                Some(FractionPart::Quotient(paper.number(plain(first)?), paper.number(plain(below)?)))
            }
            _ => None,
        }
    };
    let is_sum = |(sign, _): &(&Operator, Expr)| matches!(sign.algebra, Algebra::Plus | Algebra::Minus);
    match side {
        Expr::Chain(chain) if chain.rest.iter().all(is_sum) => {
            let mut parts = vec![term(&chain.first)?];
            for (sign, expr) in &chain.rest {
                parts.extend([FractionPart::Sign(sign.symbol()), term(expr)?]);
            }
            Some(parts)
        }
        side => Some(vec![term(side)?]),
    }
}
