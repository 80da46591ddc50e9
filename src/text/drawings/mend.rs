//! Drawings as they come out of web pages and other people's keyboards: what the layouts refuse as it stands is read in the
//! way that it must be meant, where there is but one.
//!
//! A drawing that is read as it stands never comes here. What is read here says so in a note, unless nothing
//! else can be meant.

use super::Layout;
use super::Reading;
use super::column_sum::ColumnSum;
use super::drawing::Drawing;
use super::drawing::Mark;
use super::drawing::Number;
use super::drawing::Piece;
use super::drawing::Row;
use super::drawing::Stars;
use super::figure;
use super::in_order;
use super::in_order::Product;
use super::long_division::LongDivision;
use super::long_multiplication;
use super::long_multiplication::LongMultiplication;
use super::measure;
use super::possible::Sense;
use super::root::Root;
use super::ruleless;
use super::signs;
use super::steps::Parts;
use crate::interrupt::Interrupt;
use crate::message::Message;
use crate::message::Note;
use crate::message::message;
use crate::puzzle::Builder;
use crate::puzzle::Role;
use crate::spelling::Character;
use crate::spelling::Width;
use crate::text::Flaw;
use crate::text::Mistake;
use crate::text::Slip;

/// Drawings with more rows than this are not tried with each of them moved.
const MOST_MOVED: usize = 60;
/// Nor are drawings with more digits.
const MOST_DIGITS: usize = 3000;

/// A drawing that was put right, for a layout that can read it.
#[derive(Clone)]
pub(super) struct Mended {
    pub layout: &'static dyn Layout,
    pub drawing: Drawing,
    /// What there is to say about it.
    pub notes: Vec<Note>,
    /// Digits that are zero, besides those that the layout finds.
    pub zeros: Vec<(Role, Mark)>,
}

impl Mended {
    fn reading(self) -> Option<Reading> {
        let mut figure = figure(self.layout, &self.drawing).ok()?;
        figure.zeros.extend(self.zeros);
        Some(Reading { layout: self.layout, drawing: self.drawing, figure, notes: self.notes })
    }
}

/// What a drawing must mean whose rows, as they stand, are a running sum that cannot be: two rows, a rule, others, a rule and
/// one row, without any sign, are a multiplication all the same.
pub(super) fn instead(
    reading: &Reading,
    builder: &Builder,
    candidates: &[&'static dyn Layout],
) -> Option<Reading> {
    let sense = Sense::of(builder);
    let is_known = candidates.iter().any(|layout| layout.name() == LongMultiplication.name());
    let is_sum = reading.layout.name() == ColumnSum.name();
    if !is_known || !is_sum || !long_multiplication::is_bare(&reading.drawing) {
        return None;
    }
    let rows = reading.drawing.rows.split(Row::is_rule);
    let parts: Vec<Vec<&Number>> = rows.map(|rows| rows.iter().filter_map(Row::number).collect()).collect();
    let add = |addends: &[&Number], sum: &Number| {
        sense.add(&addends.iter().map(|number| (*number, 0)).collect::<Vec<_>>(), sum)
    };
    let has_point = parts.iter().flatten().any(|number| number.point.is_some());
    // What is added to a number is zero where the sum is the same number.
    let are_one = |first: &Number, second: &Number| {
        let pairs = first.marks.iter().zip(&second.marks);
        first.len() == second.len() && pairs.into_iter().all(|(first, second)| sense.are_one(first, second))
    };
    let add = |addends: &[&Number], sum: &Number| {
        let is_more = addends.iter().map(|addend| addend.len()).min() > Some(1);
        let is_same = addends.iter().any(|addend| are_one(addend, sum));
        add(addends, sum) && !(addends.len() > 1 && is_more && is_same && sense.counts())
    };
    let can_be = match parts.as_slice() {
        [first, middle, last, ..] => add(first, middle[0]) && add(middle, last[0]),
        _ => true,
    };
    if can_be || has_point {
        return None;
    }
    let mut ways = Product::read(&reading.drawing, true)?.in_order(sense);
    if ways.len() > 1 {
        return None;
    }
    let at = reading.drawing.at(0).start..reading.drawing.at(reading.drawing.rows.len()).end;
    let mut reading = ways.pop()?.reading()?;
    reading.notes.push(Note { message: message!("note-rows-in-order"), span: Some(at) });
    Some(reading)
}

/// What a drawing must mean that was refused for `refused`.
pub(super) fn read(
    characters: &[Character],
    builder: &Builder,
    candidates: &[&'static dyn Layout],
    refused: Slip,
    interrupt: &dyn Interrupt,
) -> Result<Reading, Slip> {
    if !matches!(
        refused.mistake,
        Mistake::Drawing(Flaw::Several(_) | Flaw::TooManyLines(_)) | Mistake::Interrupted
    ) {
        let as_drawn = Mender { characters, builder, candidates, interrupt };
        if let Some((characters, notes)) = signs::plain(characters) {
            let translated = Mender { characters: &characters, ..as_drawn };
            let plain = super::read(&characters, builder, candidates, interrupt).ok();
            let plain = plain.map(|plain| instead(&plain, builder, candidates).unwrap_or(plain));
            if let Some(mut reading) = plain.map_or_else(|| translated.read(), |reading| Ok(Some(reading)))? {
                reading.notes.splice(0..0, notes);
                return Ok(reading);
            }
        }
        if let Some(reading) = as_drawn.read()? {
            return Ok(reading);
        }
    }
    Err(with_hint(refused))
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

/// A text that was refused.
#[derive(Clone, Copy)]
struct Mender<'a> {
    characters: &'a [Character],
    builder: &'a Builder,
    candidates: &'a [&'static dyn Layout],
    interrupt: &'a dyn Interrupt,
}

impl Mender<'_> {
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
            return mended.reading();
        }
        if let Some(mended) = self.as_drawn(&drawing, sense) {
            return mended.reading();
        }
        let mut moved = self.moved(&drawing, sense);
        let mut ordered = self.ordered(&drawing, sense);
        if moved.len() != 1 {
            moved.clear();
        }
        if ordered.len() != 1 {
            ordered.clear();
        }
        let has_head = drawing.rows.iter().any(|row| row.has("×)|:/÷"));
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
        product.into_iter().chain(divisions).filter_map(Mended::reading).collect()
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
        Mended { layout, drawing, notes: vec![note], zeros: Vec::new() }.reading()
    }
}

/// The note on a row that was moved by one column.
pub(super) fn row_moved(row: usize, is_right: bool) -> Message {
    let row = row + 1;
    if is_right {
        message!("note-row-moved-right", row = row)
    } else {
        message!("note-row-moved-left", row = row)
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
