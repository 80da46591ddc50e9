//! Divisions as other countries write them, without regard to their columns: `divisor ) dividend`, with the quotient above, after
//! it or not drawn; `dividend : divisor = quotient`; `dividend | divisor` with the quotient below the divisor. All are redrawn as
//! `divisor ) dividend` with the quotient above it.

use super::drawing::{Drawing, DrawnRow, Mark, Number, Piece};
use super::long_division::LongDivision;
use super::mended::Mended;
use super::possible::Sense;
use super::staircase::Staircase;
use super::{loose, periods};

/// The numbers of a division.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    divisor: Number,
    whole: Number,
    quotient: Option<Number>,
    /// The remainder, if it is beside the quotient.
    remainder: Option<Number>,
    /// The digit of the quotient where its period begins.
    period: Option<usize>,
    /// The products and their remainders, in turn.
    pub below: Vec<Number>,
}

impl Parts {
    /// Makes a division whose numbers are known.
    pub fn new(
        divisor: Number,
        whole: Number,
        quotient: Number,
        remainder: Option<Number>,
        below: Vec<Number>,
    ) -> Self {
        Self { divisor, whole, quotient: Some(quotient), remainder, period: None, below }
    }

    /// Returns each way to see the numbers of a division in a drawing.
    pub fn all(drawing: &Drawing) -> Vec<Self> {
        [Self::below_bar(drawing), Self::read(drawing)].into_iter().flatten().collect()
    }

    /// Reads the divisor before the dividend, or after it and a colon, with the quotient above, after it or missing.
    fn read(drawing: &Drawing) -> Option<Self> {
        let is_head = |row: &DrawnRow| row.numbers().count() >= 2 && row.has(")|:/÷");
        let head = drawing.rows.iter().position(is_head)?;
        let row = &drawing.rows[head];
        let signs: Vec<char> = row.signs().map(|(sign, _)| sign).collect();
        let numbers: Vec<&Number> = row.numbers().collect();
        let (divisor, whole, beside, mut remainder) = match (signs.as_slice(), numbers.as_slice()) {
            ([')' | '|'], [divisor, whole]) => (*divisor, *whole, None, None),
            ([')' | '|', '(' | '|' | ')' | '='], [divisor, whole, result]) => {
                (*divisor, *whole, Some(*result), None)
            }
            ([')' | '|', '(' | '|' | ')' | '=', '…'], [divisor, whole, result, rest]) => {
                (*divisor, *whole, Some(*result), Some(*rest))
            }
            // Below a quotient, a slash is the bracket.
            (['/'], [divisor, whole]) if drawing.rows[..head].iter().any(|row| row.number().is_some()) => {
                (*divisor, *whole, None, None)
            }
            ([':' | '/' | '÷'] | [':' | '/' | '÷', '='], [whole, divisor]) => {
                (*divisor, *whole, None, None)
            }
            ([':' | '/' | '÷', '='], [whole, divisor, result]) => (*divisor, *whole, Some(*result), None),
            ([':' | '/' | '÷', '=', '…'], [whole, divisor, result, rest]) => {
                (*divisor, *whole, Some(*result), Some(*rest))
            }
            _ => return None,
        };
        let mut quotient = beside;
        for row in drawing.rows[..head].iter().filter(|row| !row.is_rule()) {
            match row.pieces.as_slice() {
                [Piece::Number(above)] if quotient.is_none() => quotient = Some(above),
                [Piece::Number(above), Piece::Sign { sign: '…', .. }, Piece::Number(rest)]
                    if quotient.is_none() && remainder.is_none() =>
                {
                    (quotient, remainder) = (Some(above), Some(rest));
                }
                _ => return None,
            }
        }
        let mut below = Vec::new();
        for row in drawing.rows[head + 1..].iter().filter(|row| !row.is_rule()) {
            let is_plain = row.signs().all(|(sign, _)| sign == '-');
            below.push(row.number().filter(|_| is_plain)?.clone());
        }
        let period = quotient.and_then(|quotient| periods::start(&drawing.rows[..head], quotient));
        let parts = Self::checked(divisor, whole, quotient.cloned(), remainder.cloned(), below)?;
        Some(Self { period, ..parts })
    }

    /// Reads `dividend | divisor`, with the quotient below the divisor: on the next line, or below a rule.
    fn below_bar(drawing: &Drawing) -> Option<Self> {
        let (head, rows) = drawing.rows.split_first()?;
        let [Piece::Number(whole), Piece::Sign { sign: '|', column: bar, .. }, Piece::Number(divisor)] =
            head.pieces.as_slice()
        else {
            return None;
        };
        let (mut below, mut quotient, mut remainder) = (Vec::new(), None, None);
        for row in rows.iter().filter(|row| !row.is_rule()) {
            let at = row.pieces.iter().position(|piece| matches!(piece, Piece::Sign { sign: '|', .. }));
            let (left, right) = row.pieces.split_at(at.unwrap_or(row.pieces.len()));
            let is_right = |mark: &Mark| mark.column > *bar;
            for piece in left {
                match piece {
                    Piece::Sign { sign: '-', .. } => {}
                    Piece::Number(number) => {
                        let split = number.marks.iter().position(is_right).unwrap_or(number.len());
                        let columns = |i: usize| number.marks.get(i).map(|mark| mark.column);
                        if split > 0
                            && columns(split).is_some_and(|next| columns(split - 1) == next.checked_sub(1))
                        {
                            return None;
                        }
                        if split > 0 {
                            below.push(number.part(0..split));
                        }
                        if split < number.len()
                            && quotient.replace(number.part(split..number.len())).is_some()
                        {
                            return None;
                        }
                    }
                    _ => return None,
                }
            }
            match right.iter().filter(|piece| !is_dash(piece)).collect::<Vec<_>>().as_slice() {
                [] | [Piece::Sign { sign: '|', .. }] => {}
                [Piece::Sign { sign: '|', .. }, Piece::Number(number), rest @ ..] => {
                    match rest {
                        [] => {}
                        [Piece::Sign { sign: '…', .. }, Piece::Number(rest)] => {
                            remainder = Some(rest.clone())
                        }
                        _ => return None,
                    }
                    if quotient.replace(number.clone()).is_some() {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Self::checked(divisor, whole, quotient, remainder, below)
    }

    fn checked(
        divisor: &Number,
        whole: &Number,
        quotient: Option<Number>,
        remainder: Option<Number>,
        below: Vec<Number>,
    ) -> Option<Self> {
        let (divisor, whole) = (divisor.clone(), whole.clone());
        // Without a quotient there must be a product and its remainder.
        let has_point = whole.point.is_some() || divisor.point.is_some();
        let is_open = quotient.is_none() && (has_point || below.len() < 2);
        (!is_open).then_some(Self { divisor, whole, quotient, remainder, period: None, below })
    }

    /// Returns the possible quotients: the drawn one, or blanks for as many digits as the first product allows. That product is
    /// as long as the divisor, or one digit longer.
    pub fn quotients(&self, products: usize) -> Vec<Number> {
        if let Some(quotient) = &self.quotient {
            return vec![quotient.clone()];
        }
        let first = self.divisor.len();
        let lengths =
            [first, first + 1].into_iter().filter_map(|first| (self.whole.len() + 1).checked_sub(first));
        lengths.filter(|length| *length >= products).map(loose::blanks).collect()
    }

    /// Returns the place of the dividend whose digit is brought down for a digit of the quotient.
    fn place(&self, quotient: &Number, digit: usize) -> Option<usize> {
        (self.whole.whole() + self.moved() + digit).checked_sub(quotient.whole())
    }

    /// Returns by how many places the point of the divisor moves that of the dividend.
    fn moved(&self) -> usize {
        self.divisor.len() - self.divisor.whole()
    }

    /// Returns the digits of the dividend up to a place, with zeros past their end.
    fn beginning(&self, place: usize) -> Number {
        let mut number = self.whole.part(0..self.whole.len().min(place + 1));
        let zero = |_| Mark { given: Some(0), ..loose::blanks(1).marks.remove(0) };
        number.marks.extend((self.whole.len()..place + 1).map(zero));
        number
    }

    /// Returns whether the known digits allow products for these digits of the quotient and zeros for the others.
    pub fn fits(&self, quotient: &Number, digits: &[usize], sense: Sense) -> bool {
        let is_zero = |i: &usize| !digits.contains(i);
        let zeros: Vec<&Mark> = (0..quotient.len()).filter(is_zero).map(|i| &quotient.marks[i]).collect();
        let others: Vec<&Mark> = digits.iter().map(|i| &quotient.marks[*i]).collect();
        let numbers = [&self.divisor, &self.whole, quotient].into_iter().chain(self.below.iter().step_by(2));
        if !sense.may_be_zero(&zeros, &others, numbers) {
            return false;
        }
        let Some(first) = digits.first().and_then(|digit| self.place(quotient, *digit)) else { return false };
        // Before the first digit that is worked on, the digits are too few to hold the divisor.
        let zeros = self.whole.marks.iter().take_while(|mark| mark.given == Some(0)).count();
        let longest = self.divisor.len() + if self.whole.point.is_some() { zeros } else { 0 };
        let is_early = first > longest && sense.counts();
        if is_early {
            return false;
        }
        let mut above = self.beginning(first);
        for (i, digit) in digits.iter().enumerate() {
            let Some(product) = self.below.get(2 * i) else { return false };
            if !sense.multiply(&self.divisor, &quotient.marks[*digit], product) || product.len() > above.len()
            {
                return false;
            }
            let Some(rest) = self.below.get(2 * i + 1) else { return true };
            let (Some(from), next) = (self.place(quotient, *digit), digits.get(i + 1)) else { return false };
            let to = self.place(quotient, next.copied().unwrap_or(quotient.len() - 1)).unwrap_or(from);
            let brought = rest.len().min(to - from);
            let left = rest.part(0..rest.len() - brought);
            let down = |(place, below): (usize, &Mark)| match self.whole.marks.get(place) {
                Some(above) => !sense.differ(above, below),
                None => below.given.is_none_or(|digit| digit == 0),
            };
            let are_brought = (to + 1 - brought..to + 1).zip(&rest.marks[left.len()..]).all(down);
            let is_short =
                left.len() + (to - from).saturating_sub(1) <= self.divisor.len() || left.len() == 0;
            if !are_brought || !is_short && sense.counts() || !sense.add(&[(product, 0), (&left, 0)], &above)
            {
                return false;
            }
            above = rest.clone();
        }
        true
    }

    /// Returns the division in columns, with products for these digits of the quotient.
    pub fn drawn(&self, quotient: &Number, digits: &[usize]) -> Option<Drawing> {
        let mut ends = Vec::new();
        for (i, digit) in digits.iter().enumerate() {
            ends.push(self.place(quotient, *digit)?);
            let next = digits.get(i + 1).copied().unwrap_or(quotient.len().checked_sub(1)?);
            ends.push(self.place(quotient, next)?);
        }
        let column = |place: usize| place as isize;
        self.at(quotient, &ends.into_iter().map(column).collect::<Vec<_>>())
    }

    /// Returns a division without any work: the quotient below the dividend and a rule.
    fn short(&self, quotient: &Number) -> Drawing {
        let start = self.divisor.len() + 1;
        let width = self.whole.len().max(quotient.len());
        let end = start + width - 1;
        let divisor = Piece::Number(loose::ending(&self.divisor, start - 2));
        let bracket = Piece::Sign { sign: ')', column: start - 1, at: self.whole.at() };
        let whole = Piece::Number(loose::ending(&self.whole, end));
        let at = self.divisor.at().start..self.whole.at().end.max(self.divisor.at().end);
        let head = DrawnRow { at: at.clone(), start: 0, pieces: vec![divisor, bracket, whole] };
        let mut result = loose::row(quotient, end, None);
        if let Some(remainder) = &self.remainder {
            let sign = Piece::Sign { sign: '…', column: end + 2, at: remainder.at() };
            let rest = loose::ending(remainder, end + 3 + remainder.len());
            result.pieces.extend([sign, Piece::Number(rest)]);
        }
        Drawing { rows: vec![head, loose::rule_row(start..end, at.end..at.end), result] }
    }

    /// Returns the division with only remainders below it, in their own columns.
    fn rests_as_drawn(&self) -> Option<Mended> {
        let quotient = self.quotient.as_ref()?;
        let start = self.whole.first() as isize;
        let ends: Vec<isize> = self.below.iter().map(|number| number.last() as isize - start).collect();
        let mut drawing = self.at(quotient, &ends)?;
        let head = drawing.rows.iter().position(|row| row.has(")"))?;
        let mut i = 0;
        drawing.rows.retain(|row| {
            i += 1;
            i <= head + 1 || !row.is_rule()
        });
        let stairs = Staircase::division(&self.whole, quotient).moved(self.moved());
        let rows = self.below.iter().map(|number| loose::row(number, number.last(), None));
        stairs.rests(&Drawing { rows: rows.collect() }, 0)?;
        Some(Mended { layout: &LongDivision, drawing, notes: Vec::new(), zeros: Vec::new() })
    }

    /// Returns the division with its rows in their own columns.
    pub fn as_drawn(&self, sense: Sense) -> Vec<Mended> {
        if let (Some(quotient), true) = (&self.quotient, self.below.is_empty()) {
            let drawing = self.short(quotient);
            return vec![Mended { layout: &LongDivision, drawing, notes: Vec::new(), zeros: Vec::new() }];
        }
        if let Some(mended) = self.rests_as_drawn() {
            return vec![mended];
        }
        let start = self.whole.first() as isize;
        let ends: Vec<isize> = self.below.iter().map(|number| number.last() as isize - start).collect();
        let quotient = match &self.quotient {
            Some(quotient) => Some(quotient.clone()),
            // The first product ends below the digit that is brought down for it.
            None => usize::try_from(ends[0])
                .ok()
                .and_then(|end| self.whole.len().checked_sub(end).filter(|length| *length > 0))
                .map(loose::blanks),
        };
        let Some(quotient) = quotient else { return Vec::new() };
        let place = |end: &isize| {
            (0..quotient.len())
                .find(|digit| self.place(&quotient, *digit).map(|place| place as isize) == Some(*end))
        };
        let Some(digits) = ends.iter().step_by(2).map(place).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        if !digits.is_sorted_by(|before, next| before < next) || !self.fits(&quotient, &digits, sense) {
            return Vec::new();
        }
        let drawing = self.at(&quotient, &ends);
        let mended =
            |drawing| Mended { layout: &LongDivision, drawing, notes: Vec::new(), zeros: Vec::new() };
        drawing.into_iter().map(mended).collect()
    }

    /// Returns the division with its rows ending at these places of the dividend.
    fn at(&self, quotient: &Number, ends: &[isize]) -> Option<Drawing> {
        let above = (quotient.whole() + 1).saturating_sub(self.whole.whole() + self.moved());
        let start = (self.divisor.len() + 2).max(above);
        let whole = start + self.whole.len() - 1;
        let result = start + self.place(quotient, quotient.len().checked_sub(1)?)?;
        let at = quotient.marks.first().map_or(0, |mark| mark.at.start);
        let rule = |columns, below: usize| loose::rule_row(columns, below..below);
        let mut rows = Vec::new();
        let mut above = loose::row(quotient, result, None);
        if let Some(remainder) = &self.remainder {
            let sign = Piece::Sign { sign: '…', column: result + 2, at: remainder.at() };
            let rest = loose::ending(remainder, result + 3 + remainder.len());
            above.pieces.extend([sign, Piece::Number(rest)]);
        }
        if let Some(period) = self.period {
            rows.push(rule(result + 1 - (quotient.len() - period)..result, at));
        }
        rows.push(above);
        rows.push(rule(start..whole.max(result), at));
        let divisor = loose::ending(&self.divisor, start - 2);
        let bracket = Piece::Sign { sign: ')', column: start - 1, at: self.whole.at() };
        let at = divisor.at().start..self.whole.at().end.max(divisor.at().end);
        let pieces = vec![Piece::Number(divisor), bracket, Piece::Number(loose::ending(&self.whole, whole))];
        rows.push(DrawnRow { at, start: 0, pieces });
        for (i, number) in self.below.iter().enumerate() {
            let end = usize::try_from(start as isize + ends.get(i)?).ok()?;
            if end + 1 < number.len() {
                return None;
            }
            rows.push(loose::row(number, end, None));
            if i % 2 == 0 {
                let first = end + 1 - number.len();
                rows.push(rule(first..end, number.at().end));
            }
        }
        if rows.last().is_some_and(DrawnRow::is_rule) {
            rows.pop();
        }
        Some(Drawing { rows })
    }
}

/// Returns whether it is a part of a rule beside a bar.
fn is_dash(piece: &Piece) -> bool {
    matches!(piece, Piece::Sign { sign: '-', .. })
}
