//! Grids, or algebrafs: every row and every column is an equation. Rows of numbers with operators between them alternate with
//! rows of the operators between the numbers above and below.

use super::drawing::{Drawing, DrawnRow, Number, Piece, Stars};
use super::figure::{Figure, Value};
use super::layout::Layout;
use super::pen;
use super::pen::Pen;
use crate::message::message;
use crate::puzzle::{Role, RoleKind};
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;
use crate::vocabulary::{Operator, Tier, operator};

/// Grids.
pub(super) struct Grid;

impl Layout for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn help(&self) -> &'static str {
        "equations across and down at once (algebraf)"
    }

    fn example(&self) -> &'static str {
        "AB *  C = DEB\n +    +     -\nAC *  B = FBB\n =    =     =\nGE - FE =  CE"
    }

    fn stars(&self) -> Stars {
        Stars::Operators
    }

    fn recognises(&self, drawing: &Drawing) -> bool {
        let is_between = |row: &&DrawnRow| row.numbers().next().is_none() && row.signs().next().is_some();
        let has_several = |row: &DrawnRow| row.numbers().count() > 1 && row.signs().next().is_some();
        let is_plain = drawing.rows.iter().all(|row| !row.has(")(|;√∛∜"));
        // A division also has dashes between numbers, but not in every other row.
        let others = drawing.rows.iter().skip(1).step_by(2);
        let signs = others.clone().filter(is_between).count();
        is_plain && drawing.rows.iter().any(has_several) && signs > 0 && 2 * signs >= others.len()
    }

    fn complete(&self, mut drawing: Drawing) -> Result<Drawing, TextError> {
        if let [.., last, rule, _] = drawing.rows.as_mut_slice()
            && is_rule(rule)
        {
            // A rule above the last row stands for the equals signs of all columns.
            let numbers = last.numbers();
            let at = rule.at.clone();
            let equals = |number: &Number| Piece::Sign { sign: '=', column: number.last(), at: at.clone() };
            rule.pieces = numbers.map(equals).collect();
        }
        Ok(drawing)
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError> {
        let cells = Cells::read(drawing)?;
        let mut figure = Figure::default();
        for (i, row) in cells.numbers.iter().enumerate() {
            row.iter().for_each(|number| figure.name(Role::nth(RoleKind::Row, i + 1), number));
            let row = equation(row, &cells.across[i], drawing.at(2 * i))?;
            figure.claim(Role::nth(RoleKind::Row, i + 1), row);
        }
        for column in 0..cells.width() {
            let numbers: Vec<&Number> = cells.numbers.iter().map(|row| row[column]).collect();
            let signs: Vec<char> = cells.down.iter().map(|row| row[column]).collect();
            let equation = equation(&numbers, &signs, numbers[0].at())?;
            figure.claim(Role::nth(RoleKind::Column, column + 1), equation);
        }
        Ok(figure)
    }

    fn draw(&self, drawing: &Drawing, pen: &mut Pen) {
        let Ok(cells) = Cells::read(drawing) else { return };
        let length = |column: usize| {
            let digits =
                cells.numbers.iter().map(|row| row[column].len() + usize::from(row[column].point.is_some()));
            digits.max().unwrap_or(0)
        };
        let lengths: Vec<usize> = (0..cells.width()).map(length).collect();
        for i in 0..drawing.rows.len() {
            pen.row();
            match i % 2 {
                0 => cells.draw_numbers(i / 2, &lengths, pen),
                _ => cells.draw_signs(i / 2, &lengths, pen),
            }
        }
    }
}

/// Returns whether it is a rule: at least three dashes side by side, perhaps in pieces, and nothing else.
fn is_rule(row: &DrawnRow) -> bool {
    let columns: Option<Vec<usize>> = match row.pieces.as_slice() {
        [Piece::Number(number)] => {
            let is_rule = number.marks.iter().all(|mark| mark.sign == '_');
            is_rule.then(|| number.marks.iter().map(|mark| mark.column).collect())
        }
        pieces => {
            let dash = |piece: &Piece| match piece {
                Piece::Sign { sign: '-' | '=', column, .. } => Some(*column),
                _ => None,
            };
            pieces.iter().map(dash).collect()
        }
    };
    // In pieces, none may be a single sign.
    columns.is_some_and(|columns| {
        let mut pieces = columns.chunk_by(|left, right| left + 1 == *right);
        columns.len() > 2 && pieces.all(|piece| piece.len() > 1)
    })
}

/// The numbers of a grid, and the signs between them.
struct Cells<'a> {
    numbers: Vec<Vec<&'a Number>>,
    across: Vec<Vec<char>>,
    down: Vec<Vec<char>>,
}

impl<'a> Cells<'a> {
    fn read(drawing: &'a Drawing) -> Result<Self, TextError> {
        let mut cells = Self { numbers: Vec::new(), across: Vec::new(), down: Vec::new() };
        for (i, row) in drawing.rows.iter().enumerate() {
            if i % 2 == 0 {
                cells.add_numbers(row)?;
            } else {
                cells.add_signs(row)?;
            }
        }
        if drawing.rows.len() < 3 || drawing.rows.len().is_multiple_of(2) {
            let last = drawing.at(drawing.rows.len().saturating_sub(1));
            return Err(TextError::new(DrawingError::Missing(message!("missing-grid-row")), last));
        }
        Ok(cells)
    }

    fn width(&self) -> usize {
        self.numbers.first().map_or(0, Vec::len)
    }

    /// Adds a row of numbers with a sign between any two.
    fn add_numbers(&mut self, row: &'a DrawnRow) -> Result<(), TextError> {
        for (i, piece) in row.pieces.iter().enumerate() {
            match piece {
                Piece::Sign { sign, at, .. } if i % 2 == 0 || i + 1 == row.pieces.len() => {
                    return Err(TextError::new(DrawingError::StraySign((*sign).into()), at.clone())
                        .help(message!("help-grid-signs")));
                }
                _ => {}
            }
        }
        let numbers: Vec<&Number> = row.numbers().collect();
        self.check(numbers.len(), row)?;
        self.numbers.push(numbers);
        self.across.push(row.signs().map(|(sign, _)| sign).collect());
        Ok(())
    }

    /// Adds a row of signs, one for each column.
    fn add_signs(&mut self, row: &DrawnRow) -> Result<(), TextError> {
        if let Some(number) = row.numbers().next() {
            let error = TextError::new(DrawingError::Stray(message!("signs-row")), number.at());
            return Err(error.help(message!("help-grid-operators")));
        }
        let signs: Vec<char> = row.signs().map(|(sign, _)| sign).collect();
        self.check(signs.len(), row)?;
        self.down.push(signs);
        Ok(())
    }

    fn check(&self, found: usize, row: &DrawnRow) -> Result<(), TextError> {
        let expected = if self.numbers.is_empty() { found.max(2) } else { self.width() };
        if found == expected {
            return Ok(());
        }
        Err(TextError::new(DrawingError::Ragged { found, expected }, row.at.clone()))
    }

    fn draw_numbers(&self, row: usize, lengths: &[usize], pen: &mut Pen) {
        for (i, number) in self.numbers[row].iter().enumerate() {
            if i > 0 {
                pen.text(&format!(" {} ", pen::drawn(self.across[row][i - 1])));
            }
            pen.number(number, lengths[i]);
        }
    }

    /// Draws the signs between rows above the units, three columns further for each sign between columns.
    fn draw_signs(&self, row: usize, lengths: &[usize], pen: &mut Pen) {
        for (i, sign) in self.down[row].iter().enumerate() {
            let sign = pen::drawn(*sign);
            let between = if i == 0 { 0 } else { 2 + pen.width_of(pen::drawn(self.across[row][i - 1])) };
            let room = between + lengths[i] * pen.room();
            pen.space(room.saturating_sub(pen.width_of(sign)));
            pen.text(sign);
        }
    }
}

/// Builds an equation of numbers with signs between them, the loosest first.
fn equation(numbers: &[&Number], signs: &[char], at: std::ops::Range<usize>) -> Result<Value, TextError> {
    let operators = signs.iter().map(|sign| operator_of(*sign)).collect::<Option<Vec<_>>>();
    let Some(operators) = operators else {
        let strange = signs.iter().find(|sign| operator_of(**sign).is_none()).copied().unwrap_or(' ');
        return Err(TextError::new(DrawingError::StraySign(strange.into()), at));
    };
    if operators.iter().all(|operator| operator.tier != Tier::Relation) {
        return Err(TextError::new(DrawingError::Missing(message!("missing-equals")), at));
    }
    Ok(parsed(numbers, &operators, &[Tier::Relation, Tier::Sum, Tier::Product, Tier::Power]))
}

fn parsed(numbers: &[&Number], operators: &[&'static Operator], tiers: &[Tier]) -> Value {
    let Some((tier, tighter)) = tiers.split_first() else { return Value::Number(numbers[0].clone()) };
    let ends: Vec<usize> = (0..operators.len()).filter(|i| operators[*i].tier == *tier).collect();
    let mut start = 0;
    let mut value: Option<(Value, &'static Operator)> = None;
    for end in ends {
        let operand = parsed(&numbers[start..=end], &operators[start..end], tighter);
        value = Some((joined(value, operand), operators[end]));
        start = end + 1;
    }
    joined(value, parsed(&numbers[start..], &operators[start..], tighter))
}

fn joined(before: Option<(Value, &'static Operator)>, operand: Value) -> Value {
    match before {
        Some((value, operator)) => value.with(operator, operand),
        None => operand,
    }
}

/// Returns the operator of a sign.
pub(super) fn operator_of(sign: char) -> Option<&'static Operator> {
    let tiers = [Tier::Relation, Tier::Sum, Tier::Product, Tier::Power];
    tiers.into_iter().find_map(|tier| operator(tier, sign.encode_utf8(&mut [0; 4])))
}
