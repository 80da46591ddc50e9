//! Mends drawings as they come from web pages and other people's keyboards. A drawing that the layouts refuse is read in the way
//! it must be meant, if there is only one.
//!
//! A drawing that can be read unchanged never comes here. A mended drawing gets a note, unless its meaning is certain.

use super::column_sum::ColumnSum;
use super::drawing::{Drawing, DrawnRow, Mark, Number, Piece, Stars};
use super::in_order::Product;
use super::layout::Layout;
use super::long_division::LongDivision;
use super::long_multiplication::LongMultiplication;
use super::mended::{Mended, row_moved};
use super::possible::Sense;
use super::reading::Reading;
use super::root::Root;
use super::steps::Parts;
use super::{
    beside, in_order, long_multiplication, measure, periods, reading, roots_in_order, ruleless, signs,
};
use crate::interrupt::Interrupt;
use crate::message::{Note, message};
use crate::puzzle::Builder;
use crate::spelling::{Character, Width};
use crate::text::drawing_error::DrawingError;
use crate::text::error::{Mistake, TextError};

/// The most rows of a drawing in which each row is tried one column to the right and to the left.
const MOST_MOVED: usize = 60;
/// The most digits of such a drawing.
const MOST_DIGITS: usize = 3000;

/// Returns the other reading of a drawing, if its first reading is impossible.
pub(super) fn instead(reading: &Reading, typed: &Mender) -> Option<Reading> {
    if let Some((characters, note)) = signs::without_filling(typed.characters)
        && let Some(mut instead) = retold(&characters, typed, reading.layout)
    {
        instead.notes.insert(0, note);
        return Some(instead);
    }
    match reading.layout.name() {
        name if name == ColumnSum.name() => {
            product_with_x(reading, typed).or_else(|| bare_product(reading, typed))
        }
        name if name == LongDivision.name() => {
            with_period(typed).or_else(|| with_points(reading, typed)).or_else(|| with_rest(typed))
        }
        name if name == LongMultiplication.name() => product_with_holders(reading, typed),
        _ => None,
    }
}

/// Reads an impossible product again, with underscores that hold its indentation open instead of blanks.
fn product_with_holders(reading: &Reading, typed: &Mender) -> Option<Reading> {
    let product = Product::read(&reading.drawing, false)?;
    if product.as_drawn(Sense::of(typed.builder)).is_some() {
        return None;
    }
    let (characters, note) = signs::without_holders(typed.characters)?;
    let mut reading = retold(&characters, typed, &LongMultiplication)?;
    reading.notes.insert(0, note);
    Some(reading)
}

/// Reads an impossible running sum with a single `x` as an addend as a product.
fn product_with_x(reading: &Reading, typed: &Mender) -> Option<Reading> {
    let characters = signs::with_lone_x(typed.characters)?;
    if is_possible_sum(&reading.drawing, Sense::of(typed.builder)) {
        return None;
    }
    retold(&characters, typed, &LongMultiplication)
}

/// Reads a text with other signs, and returns the reading if it has this layout.
fn retold(characters: &[Character], typed: &Mender, layout: &dyn Layout) -> Option<Reading> {
    let typed = Mender { characters, ..*typed };
    let plain = reading::read(characters, typed.builder, typed.candidates, typed.interrupt).ok();
    plain.or_else(|| typed.read().ok()?).filter(|reading| reading.layout.name() == layout.name())
}

/// Reads a quotient whose period is not marked by a rule.
fn with_period(typed: &Mender) -> Option<Reading> {
    retold(&periods::with_rule(typed.characters)?, typed, &LongDivision)
}

/// Reads a quotient that begins with a point, if other numbers have one inside: `.75` above `4)3.00`. Its dot was read as a zero
/// digit, with which no quotient begins, or nothing is worked out.
fn with_points(reading: &Reading, typed: &Mender) -> Option<Reading> {
    let mut firsts = reading.drawing.rows.iter().flat_map(DrawnRow::numbers).filter_map(|n| n.marks.first());
    let is_zero =
        |mark: &Mark| mark.sign == '.' && reading.figure.zeros.iter().any(|(_, zero)| zero.at == mark.at);
    if !firsts.any(is_zero) && !reading.figure.lines.is_empty() {
        return None;
    }
    retold(&signs::with_leading_zeros(typed.characters)?, typed, &LongDivision)
}

/// Reads a quotient with a word and a remainder after it: `46 R 5`.
fn with_rest(typed: &Mender) -> Option<Reading> {
    retold(&signs::with_rest(typed.characters)?, typed, &LongDivision)
}

/// Reads an impossible running sum as a multiplication if it has two rows, a rule, others, a rule and one row, without any sign.
fn bare_product(reading: &Reading, typed: &Mender) -> Option<Reading> {
    let sense = Sense::of(typed.builder);
    if !typed.knows(&LongMultiplication) || !long_multiplication::is_bare(&reading.drawing) {
        return None;
    }
    let has_point =
        reading.drawing.rows.iter().flat_map(DrawnRow::numbers).any(|number| number.point.is_some());
    if has_point || is_possible_sum(&reading.drawing, sense) {
        return None;
    }
    let mut ways = Product::read(&reading.drawing, true)?.in_order(sense);
    if ways.len() > 1 {
        return None;
    }
    let at = reading.drawing.at(0).start..reading.drawing.at(reading.drawing.rows.len()).end;
    let mut reading = ways.pop()?.reading(typed.builder)?;
    reading.notes.push(Note { message: message!("note-rows-in-order"), span: Some(at) });
    Some(reading)
}

/// Adds to an error that indentation may have been lost.
fn with_hint(error: TextError) -> TextError {
    let is_about_columns = matches!(
        &error.mistake,
        Mistake::Drawing(
            DrawingError::Gap
                | DrawingError::Misaligned(_)
                | DrawingError::TooManyPartials
                | DrawingError::LongRemainder
        )
    );
    let is_bare = matches!(&error.mistake, Mistake::Drawing(DrawingError::Missing(message)) if message.key() == "missing-rule-above");
    match error.help {
        Some(_) => error,
        None if is_about_columns => error.help(message!("help-indentation")),
        None if is_bare => error.help(message!("help-sum-or-product")),
        None => error,
    }
}

/// Returns whether the digits of a running sum allow the sum of its first rows, and that of the next.
fn is_possible_sum(drawing: &Drawing, sense: Sense) -> bool {
    let rows = drawing.rows.split(DrawnRow::is_rule);
    let parts: Vec<Vec<&Number>> =
        rows.map(|rows| rows.iter().filter_map(DrawnRow::number).collect()).collect();
    // The addend of a number is zero if the sum is the same number.
    let are_one = |first: &Number, second: &Number| {
        let pairs = first.marks.iter().zip(&second.marks);
        first.len() == second.len() && pairs.into_iter().all(|(first, second)| sense.are_one(first, second))
    };
    let add = |addends: &[&Number], sum: &Number| {
        let is_more = addends.iter().map(|addend| addend.len()).min() > Some(1);
        let is_same = addends.iter().any(|addend| are_one(addend, sum));
        let numbers = addends.iter().map(|number| (*number, 0)).collect::<Vec<_>>();
        sense.add(&numbers, sum) && !(addends.len() > 1 && is_more && is_same && sense.counts())
    };
    match parts.as_slice() {
        [first, middle, last, ..] if !middle.is_empty() && !last.is_empty() => {
            add(first, middle[0]) && add(middle, last[0])
        }
        _ => true,
    }
}

/// A text that was refused, or whose reading is impossible.
#[derive(Clone, Copy)]
pub(super) struct Mender<'a> {
    pub characters: &'a [Character],
    pub builder: &'a Builder,
    pub candidates: &'a [&'static dyn Layout],
    pub interrupt: &'a dyn Interrupt,
}

impl Mender<'_> {
    /// Returns the meaning of a drawing that was refused with `refused`.
    pub fn mended(&self, refused: TextError) -> Result<Reading, TextError> {
        let is_final = matches!(
            refused.mistake,
            Mistake::Drawing(DrawingError::Several(_) | DrawingError::TooManyLines(_)) | Mistake::Interrupted
        );
        if is_final {
            return Err(refused);
        }
        if let Some(reading) = self.with_plain_signs()? {
            return Ok(reading);
        }
        Err(beside::two(self.characters, self.interrupt, &|half| {
            Mender { characters: half, ..*self }.plainly().is_some()
        })?
        .unwrap_or_else(|| with_hint(refused)))
    }

    /// Reads the text without mending it.
    pub fn plainly(&self) -> Option<Reading> {
        let read = reading::read(self.characters, self.builder, self.candidates, self.interrupt).ok()?;
        Some(instead(&read, self).unwrap_or(read))
    }

    /// Reads the text with plain signs, or else unchanged.
    fn with_plain_signs(&self) -> Result<Option<Reading>, TextError> {
        if let Some((characters, notes)) = signs::plain(self.characters) {
            let translated = Mender { characters: &characters, ..*self };
            let plain = translated.plainly();
            if let Some(mut reading) = plain.map_or_else(|| translated.read(), |reading| Ok(Some(reading)))? {
                reading.notes.splice(0..0, notes);
                return Ok(Some(reading));
            }
        }
        self.read()
    }

    fn read(&self) -> Result<Option<Reading>, TextError> {
        for width in measure::widths(self.characters) {
            self.interrupt.check()?;
            if let Some(reading) = self.read_as(*width) {
                return Ok(Some(reading));
            }
        }
        Ok(None)
    }

    fn read_as(&self, width: Width) -> Option<Reading> {
        let drawing = Drawing::read(self.characters, self.builder, Stars::Blanks, width).ok()?;
        if drawing.rows.is_empty() {
            return None;
        }
        let sense = Sense::of(self.builder);
        if self.knows(&ColumnSum)
            && let Some(mended) = ruleless::read(&drawing, &self.apart(&drawing), sense)
        {
            return mended.reading(self.builder);
        }
        if let Some(reading) = self.as_drawn(&drawing, sense).and_then(|mended| mended.reading(self.builder))
        {
            return Some(reading);
        }
        let mut moved = self.moved(&drawing, sense);
        let mut ordered = self.ordered(&drawing, sense);
        if moved.len() != 1 {
            moved.clear();
        }
        if ordered.len() != 1 {
            ordered.clear();
        }
        let has_head = drawing.rows.iter().any(|row| row.has("×)|:/÷√∛∜"));
        if has_head && in_order::is_flush(&drawing.rows) {
            moved.clear();
        }
        match (moved.pop(), ordered.pop()) {
            (None, Some(ordered)) => Some(self.noted(ordered, &drawing)),
            (Some(moved), Some(ordered)) => (moved.figure.key() == ordered.figure.key()).then_some(moved),
            (moved, _) => moved,
        }
    }

    /// Returns whether a layout may be meant.
    fn knows(&self, layout: &dyn Layout) -> bool {
        self.candidates.iter().any(|candidate| candidate.name() == layout.name())
    }

    /// Returns for each row whether there is an empty line before it.
    fn apart(&self, drawing: &Drawing) -> Vec<bool> {
        let breaks = |from: usize, to: usize| {
            let first = self.characters.partition_point(|c| c.span.start < from);
            let inside = self.characters[first..].iter().take_while(|c| c.span.end <= to);
            inside.filter(|c| c.sign == '\n').count()
        };
        let between = drawing.rows.windows(2).map(|pair| breaks(pair[0].at.end, pair[1].at.start) > 1);
        std::iter::once(false).chain(between).collect()
    }

    /// Reads the columns after adding rules, or after moving the parts of another country's division to their places.
    fn as_drawn(&self, drawing: &Drawing, sense: Sense) -> Option<Mended> {
        if let Some(product) = self.product(drawing) {
            return product.as_drawn(sense);
        }
        let mut ways: Vec<Mended> =
            self.divisions(drawing).iter().flat_map(|parts| parts.as_drawn(sense)).collect();
        if ways.len() == 1 { ways.pop() } else { None }
    }

    fn product<'d>(&self, drawing: &'d Drawing) -> Option<Product<'d>> {
        let product = Product::read(drawing, long_multiplication::is_bare(drawing));
        product.filter(|_| self.knows(&LongMultiplication))
    }

    fn divisions(&self, drawing: &Drawing) -> Vec<Parts> {
        if self.knows(&LongDivision) { Parts::all(drawing) } else { Vec::new() }
    }

    /// Reads the rows by their order.
    fn ordered(&self, drawing: &Drawing, sense: Sense) -> Vec<Reading> {
        let product = self.product(drawing).map(|product| product.in_order(sense)).unwrap_or_default();
        let divisions = self.divisions(drawing);
        let divisions = divisions.iter().flat_map(|parts| in_order::division(parts, sense));
        let roots = if self.knows(&Root) { roots_in_order::read(drawing, sense) } else { Vec::new() };
        product
            .into_iter()
            .chain(divisions)
            .chain(roots)
            .filter_map(|mended| mended.reading(self.builder))
            .collect()
    }

    fn noted(&self, mut reading: Reading, drawing: &Drawing) -> Reading {
        let at = drawing.at(0).start..drawing.at(drawing.rows.len()).end;
        reading.notes.push(Note { message: message!("note-rows-in-order"), span: Some(at) });
        reading
    }

    /// Reads the columns after moving one row by one column.
    fn moved(&self, drawing: &Drawing, sense: Sense) -> Vec<Reading> {
        let count = drawing.rows.len();
        let digits: usize = drawing.rows.iter().flat_map(DrawnRow::numbers).map(Number::len).sum();
        if count > MOST_MOVED || digits > MOST_DIGITS {
            return Vec::new();
        }
        let mut moved = Vec::new();
        for i in (0..count).filter(|i| !drawing.rows[*i].is_rule()) {
            for is_right in [true, false] {
                let one =
                    |row: usize| 1 + usize::from(row == i && is_right) - usize::from(row == i && !is_right);
                let mut drawing = drawing.clone();
                drawing.rows.iter_mut().enumerate().for_each(|(row, other)| shift(other, one(row)));
                let note = Note { message: row_moved(i, is_right), span: Some(drawing.at(i)) };
                moved.extend(self.consistent(drawing, note, sense));
            }
        }
        moved
    }

    /// Returns the reading by the only layout that fits, if the digits of the drawing allow it.
    fn consistent(&self, drawing: Drawing, note: Note, sense: Sense) -> Option<Reading> {
        let layouts: [&'static dyn Layout; 4] = [&Root, &LongDivision, &LongMultiplication, &ColumnSum];
        let layout = layouts.into_iter().find(|layout| self.knows(*layout) && layout.recognises(&drawing))?;
        let is_consistent = match layout.name() {
            name if name == LongMultiplication.name() => {
                self.product(&drawing).is_some_and(|product| product.as_drawn(sense).is_some())
            }
            name if name == LongDivision.name() => {
                self.divisions(&drawing).iter().any(|parts| !parts.as_drawn(sense).is_empty())
            }
            _ => true,
        };
        if !is_consistent {
            return None;
        }
        Mended { layout, drawing, notes: vec![note], zeros: Vec::new() }.reading(self.builder)
    }
}

/// Moves a row to the right.
fn shift(row: &mut DrawnRow, columns: usize) {
    row.start += columns;
    for piece in &mut row.pieces {
        match piece {
            Piece::Number(Number { marks, .. }) => marks.iter_mut().for_each(|mark| mark.column += columns),
            Piece::Sign { column, .. } => *column += columns,
            Piece::Rule { columns: range, .. } => *range = range.start + columns..range.end + columns,
        }
    }
}
