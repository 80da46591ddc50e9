//! Drawings as they come out of web pages and other people's keyboards: what the layouts refuse as it stands is read in the
//! way that it must be meant, where there is but one.
//!
//! A drawing that is read as it stands never comes here. What is read here says so in a note, unless nothing
//! else can be meant.

use super::column_sum::ColumnSum;
use super::drawing::{Drawing, Mark, Number, Piece, Row, Stars};
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
    beside, in_order, labels, long_multiplication, measure, periods, reading, roots_in_order, ruleless, signs,
};
use crate::interrupt::Interrupt;
use crate::message::{Note, message};
use crate::puzzle::Builder;
use crate::spelling::{Character, Width};
use crate::text::error::{Mistake, Slip};
use crate::text::flaw::Flaw;

/// Drawings with more rows than this are not tried with each of them moved.
const MOST_MOVED: usize = 60;
/// Nor are drawings with more digits.
const MOST_DIGITS: usize = 3000;

/// What a drawing must mean that, as it stands, reads as what it cannot be.
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

/// A product that cannot be with underscores for blanks: they hold its indentation open.
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

/// A running sum that cannot be, of which an `x` alone is an addend, is a product.
fn product_with_x(reading: &Reading, typed: &Mender) -> Option<Reading> {
    let characters = signs::with_lone_x(typed.characters)?;
    if is_possible_sum(&reading.drawing, Sense::of(typed.builder)) {
        return None;
    }
    retold(&characters, typed, &LongMultiplication)
}

/// What a text with other signs means, if it is of a layout.
fn retold(characters: &[Character], typed: &Mender, layout: &dyn Layout) -> Option<Reading> {
    let typed = Mender { characters, ..*typed };
    let plain = reading::read(characters, typed.builder, typed.candidates, typed.interrupt).ok();
    plain.or_else(|| typed.read().ok()?).filter(|reading| reading.layout.name() == layout.name())
}

/// A quotient whose period is marked otherwise than by a rule.
fn with_period(typed: &Mender) -> Option<Reading> {
    retold(&periods::with_rule(typed.characters)?, typed, &LongDivision)
}

/// A quotient that begins with a point, beside others that have one inside: `.75` above `4)3.00`. Its dot was read as a digit
/// that is zero, which no quotient begins with, or nothing is worked out.
fn with_points(reading: &Reading, typed: &Mender) -> Option<Reading> {
    let mut firsts = reading.drawing.rows.iter().flat_map(Row::numbers).filter_map(|n| n.marks.first());
    let is_zero =
        |mark: &Mark| mark.sign == '.' && reading.figure.zeros.iter().any(|(_, zero)| zero.at == mark.at);
    if !firsts.any(is_zero) && !reading.figure.lines.is_empty() {
        return None;
    }
    retold(&signs::with_leading_zeros(typed.characters)?, typed, &LongDivision)
}

/// A quotient with a word for what is left behind it: `46 R 5`.
fn with_rest(typed: &Mender) -> Option<Reading> {
    retold(&signs::with_rest(typed.characters)?, typed, &LongDivision)
}

/// Where the rows are a running sum that cannot be, two rows, a rule, others, a rule and one row, without any sign, are a
/// multiplication all the same.
fn bare_product(reading: &Reading, typed: &Mender) -> Option<Reading> {
    let sense = Sense::of(typed.builder);
    if !typed.knows(&LongMultiplication) || !long_multiplication::is_bare(&reading.drawing) {
        return None;
    }
    let has_point = reading.drawing.rows.iter().flat_map(Row::numbers).any(|number| number.point.is_some());
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

/// The error says also that indentation may have been lost.
fn with_hint(slip: Slip) -> Slip {
    let is_about_columns = matches!(
        &slip.mistake,
        Mistake::Drawing(Flaw::Gap | Flaw::Misaligned(_) | Flaw::TooManyPartials | Flaw::LongRemainder)
    );
    let is_bare = matches!(&slip.mistake, Mistake::Drawing(Flaw::Missing(message)) if message.key() == "missing-rule-above");
    match slip.help {
        Some(_) => slip,
        None if is_about_columns => slip.help(message!("help-indentation")),
        None if is_bare => slip.help(message!("help-sum-or-product")),
        None => slip,
    }
}

/// Whether the digits of a running sum allow the sum of its first rows, and that of the next.
fn is_possible_sum(drawing: &Drawing, sense: Sense) -> bool {
    let rows = drawing.rows.split(Row::is_rule);
    let parts: Vec<Vec<&Number>> = rows.map(|rows| rows.iter().filter_map(Row::number).collect()).collect();
    // What is added to a number is zero where the sum is the same number.
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

/// A text that was refused, or reads as what it cannot be.
#[derive(Clone, Copy)]
pub(super) struct Mender<'a> {
    pub characters: &'a [Character],
    pub builder: &'a Builder,
    pub candidates: &'a [&'static dyn Layout],
    pub interrupt: &'a dyn Interrupt,
}

impl Mender<'_> {
    /// What a drawing must mean that was refused for `refused`.
    pub fn mended(&self, refused: Slip) -> Result<Reading, Slip> {
        let is_final = matches!(
            refused.mistake,
            Mistake::Drawing(Flaw::Several(_) | Flaw::TooManyLines(_)) | Mistake::Interrupted
        );
        if is_final {
            return Err(refused);
        }
        if let Some(reading) = self.with_plain_signs()? {
            return Ok(reading);
        }
        if let Some((characters, note)) = labels::without(self.characters)
            && let Some(mut reading) = (Mender { characters: &characters, ..*self }).without_labels()?
        {
            reading.notes.insert(0, note);
            return Ok(reading);
        }
        Err(beside::two(self.characters, self.interrupt, &|half| {
            Mender { characters: half, ..*self }.plainly().is_some()
        })?
        .unwrap_or_else(|| with_hint(refused)))
    }

    /// The text as it stands, put right nowhere.
    pub fn plainly(&self) -> Option<Reading> {
        let read = reading::read(self.characters, self.builder, self.candidates, self.interrupt).ok()?;
        Some(instead(&read, self).unwrap_or(read))
    }

    /// A text whose labels were taken off.
    fn without_labels(&self) -> Result<Option<Reading>, Slip> {
        self.plainly().map_or_else(|| self.with_plain_signs(), |reading| Ok(Some(reading)))
    }

    /// What the text means with plain signs, or else as it stands.
    fn with_plain_signs(&self) -> Result<Option<Reading>, Slip> {
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

    fn read(&self) -> Result<Option<Reading>, Slip> {
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

    /// Whether a layout may be meant.
    fn knows(&self, layout: &dyn Layout) -> bool {
        self.candidates.iter().any(|candidate| candidate.name() == layout.name())
    }

    /// Before which rows there is an empty line.
    fn apart(&self, drawing: &Drawing) -> Vec<bool> {
        let breaks = |from: usize, to: usize| {
            let first = self.characters.partition_point(|c| c.span.start < from);
            let inside = self.characters[first..].iter().take_while(|c| c.span.end <= to);
            inside.filter(|c| c.sign == '\n').count()
        };
        let between = drawing.rows.windows(2).map(|pair| breaks(pair[0].at.end, pair[1].at.start) > 1);
        std::iter::once(false).chain(between).collect()
    }

    /// What the columns say if rules are put in, or the parts of another country's division in their places.
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

    /// What the order of the rows says.
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

    /// What the columns say if one row is moved by one column.
    fn moved(&self, drawing: &Drawing, sense: Sense) -> Vec<Reading> {
        let count = drawing.rows.len();
        let digits: usize = drawing.rows.iter().flat_map(Row::numbers).map(Number::len).sum();
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

    /// The one layout that reads a drawing, if its digits allow that.
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
fn shift(row: &mut Row, columns: usize) {
    row.start += columns;
    for piece in &mut row.pieces {
        match piece {
            Piece::Number(Number { marks, .. }) => marks.iter_mut().for_each(|mark| mark.column += columns),
            Piece::Sign { column, .. } => *column += columns,
            Piece::Rule { columns: range, .. } => *range = range.start + columns..range.end + columns,
        }
    }
}
