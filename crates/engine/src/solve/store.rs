//! Solutions that wait until all are known and can be sorted: each as one number, if its digits fit.

use fukumen_language::digits::Digit;
use fukumen_language::puzzle::Puzzle;

/// Any number of solutions.
pub(super) struct Store {
    /// The places of the digits, in the order by which solutions are sorted.
    order: Vec<usize>,
    /// The bits that a digit takes.
    bits: u32,
    rows: Rows,
}

enum Rows {
    /// The first digit has the highest place, so the order of the numbers is that of the solutions.
    Numbers(Vec<u64>),
    Digits(Vec<Box<[Digit]>>),
}

impl Store {
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let order: Vec<usize> = puzzle.order().into_iter().map(|cell| cell.index()).collect();
        let bits = (puzzle.rules().base.get() - 1).checked_ilog2().map_or(1, |log| log + 1);
        let has_room = order.len() as u64 * u64::from(bits) <= u64::BITS.into();
        Self { order, bits, rows: if has_room { Rows::Numbers(vec![]) } else { Rows::Digits(vec![]) } }
    }

    /// Takes a solution by its digits.
    pub(super) fn push(&mut self, digits: &[Digit]) {
        let places = self.order.iter().map(|place| digits[*place]);
        match &mut self.rows {
            Rows::Numbers(rows) => {
                rows.push(places.fold(0, |row, digit| row << self.bits | u64::from(digit)));
            }
            Rows::Digits(rows) => rows.push(places.collect()),
        }
    }

    pub(super) fn len(&self) -> usize {
        match &self.rows {
            Rows::Numbers(rows) => rows.len(),
            Rows::Digits(rows) => rows.len(),
        }
    }

    pub(super) fn truncate(&mut self, len: usize) {
        match &mut self.rows {
            Rows::Numbers(rows) => rows.truncate(len),
            Rows::Digits(rows) => rows.truncate(len),
        }
    }

    /// Sorts by the digits of the symbols in their order of first appearance, then by those of the blanks.
    pub(super) fn sort(&mut self) {
        match &mut self.rows {
            Rows::Numbers(rows) => rows.sort_unstable(),
            Rows::Digits(rows) => rows.sort_unstable(),
        }
    }

    /// Returns the digits of each, by cell.
    pub(super) fn iter(&self) -> impl Iterator<Item = Vec<Digit>> {
        (0..self.len()).map(|i| self.digits(i))
    }

    fn digits(&self, i: usize) -> Vec<Digit> {
        let mut digits = vec![0; self.order.len()];
        match &self.rows {
            Rows::Numbers(rows) => {
                let mut row = rows[i];
                for place in self.order.iter().rev() {
                    digits[*place] = (row & ((1 << self.bits) - 1)) as Digit;
                    row >>= self.bits;
                }
            }
            Rows::Digits(rows) => {
                self.order.iter().zip(&rows[i]).for_each(|(place, digit)| digits[*place] = *digit);
            }
        }
        digits
    }

    /// Returns approximately the memory that one takes.
    pub(super) fn bytes_each(&self) -> usize {
        match &self.rows {
            Rows::Numbers(_) => size_of::<u64>(),
            Rows::Digits(_) => size_of::<Box<[Digit]>>() + self.order.len() + 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the digits fit a number or not.
    #[test]
    fn solutions_come_back_sorted_by_symbols_and_then_by_blanks() {
        for (text, is_short) in [
            ("@base 2\n□A+B□=□A", true),
            ("□A+B□=□CDEFGHIJKLM", true),
            ("□A+B□=□CDEFGHIJKLMN", false),
            ("@base 64\n□A+B□=□CDEFG", true),
            ("@base 64\n□A+B□=□CDEFGH", false),
        ] {
            let puzzle: Puzzle = text.parse().expect(text);
            let (cells, base) = (puzzle.hidden().len(), u64::from(puzzle.rules().base.get()));
            let mut kept = Store::of(&puzzle);
            assert_eq!(matches!(kept.rows, Rows::Numbers(_)), is_short, "{text}");
            let digit = |row: u64, cell: u64| ((row * 7 + cell * cell * 5 + row * cell) % base) as Digit;
            let rows: Vec<Vec<Digit>> =
                (0..40).map(|row| (0..cells as u64).map(|cell| digit(row, cell)).collect()).collect();
            rows.iter().for_each(|row| kept.push(row));
            assert_eq!(kept.iter().collect::<Vec<_>>(), rows);
            kept.sort();
            let mut expected = rows;
            expected.sort_by_key(|row| {
                puzzle.order().into_iter().map(|cell| row[cell.index()]).collect::<Vec<_>>()
            });
            assert_eq!(kept.iter().collect::<Vec<_>>(), expected);
            kept.truncate(3);
            assert_eq!(kept.iter().collect::<Vec<_>>(), expected[..3]);
        }
    }
}
