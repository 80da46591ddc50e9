//! Sums as they are written, in columns of signed digits from the right, for engines that work column by column.

use super::{Condition, Problem};
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::vocabulary::{Algebra, Tier};

/// One column of a sum. With the carry into it, its digits add up to a multiple of the base.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Its hidden digits, each cell once, with how often it is added minus how often it is subtracted.
    pub digits: Vec<(usize, i64)>,
    /// The total of its shown digits.
    pub shown: i64,
}

impl Column {
    /// Returns the total of its digits, without the carry.
    #[inline]
    pub fn total(&self, digits: &[Digit]) -> i64 {
        self.digits.iter().fold(self.shown, |sum, (cell, times)| sum + times * i64::from(digits[*cell]))
    }

    fn add(&mut self, element: Element, sign: i64) {
        let cell = match element {
            Element::Shown(digit) => return self.shown += sign * i64::from(digit),
            Element::Hidden(cell) => cell.index(),
        };
        match self.digits.iter_mut().find(|(other, _)| *other == cell) {
            Some((_, times)) => *times += sign,
            None => self.digits.push((cell, sign)),
        }
    }
}

/// Returns the columns of each condition, from the right, if it says that sums of whole numerals are equal.
pub fn written(problem: &Problem) -> Vec<Option<Vec<Column>>> {
    problem.conditions.iter().map(|condition| columns(condition, problem.context.base)).collect()
}

fn columns(condition: &Condition, base: Base) -> Option<Vec<Column>> {
    let Expr::Chain(chain) = &condition.expr else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    if operator.algebra != Algebra::Equal || chain.tier() != Tier::Relation {
        return None;
    }
    let mut columns = Vec::new();
    add(&chain.first, 1, base, &mut columns)?;
    add(right, -1, base, &mut columns)?;
    columns.iter_mut().for_each(|column| column.digits.retain(|(_, times)| *times != 0));
    Some(columns)
}

/// Adds a side of the equation, or a part of one, to the columns.
fn add(expr: &Expr, sign: i64, base: Base, columns: &mut Vec<Column>) -> Option<()> {
    match expr {
        Expr::Numeral(numeral) => add_numeral(numeral, sign, base, columns),
        Expr::Chain(chain) => add_sum(chain, sign, base, columns),
        Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
            add(operand, -sign, base, columns)
        }
        _ => None,
    }
}

fn add_sum(chain: &Chain, sign: i64, base: Base, columns: &mut Vec<Column>) -> Option<()> {
    add(&chain.first, sign, base, columns)?;
    chain.rest.iter().try_for_each(|(operator, operand)| match operator.algebra {
        Algebra::Plus => add(operand, sign, base, columns),
        Algebra::Minus => add(operand, -sign, base, columns),
        _ => None,
    })
}

fn add_numeral(numeral: &Numeral, sign: i64, base: Base, columns: &mut Vec<Column>) -> Option<()> {
    if !numeral.is_whole() || numeral.base.is_some_and(|own| own != base) {
        return None;
    }
    if columns.len() < numeral.whole.len() {
        columns.resize(numeral.whole.len(), Column::default());
    }
    for (column, element) in columns.iter_mut().zip(numeral.whole.iter().rev()) {
        column.add(*element, sign);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::expr::Cell;
    use fukumen_language::vocabulary::operator;

    #[test]
    fn columns_are_read_from_the_right() {
        let word = |cells: &[usize]| {
            let hidden = |cell: &usize| Element::Hidden(Cell::new(*cell));
            Expr::Numeral(Numeral::whole(cells.iter().map(hidden).collect()))
        };
        let minus = operator(Tier::Sum, "-").expect("it is a row");
        let difference = Expr::chain(word(&[0, 1]), vec![(minus, word(&[1, 0]))]);
        let mut columns = Vec::new();
        assert_eq!(add(&difference, 1, Base::TEN, &mut columns), Some(()));
        assert_eq!(add(&word(&[2, 1]), -1, Base::TEN, &mut columns), Some(()));
        let digits: Vec<_> = columns.into_iter().map(|column| column.digits).collect();
        assert_eq!(digits, [vec![(1, 0), (0, -1)], vec![(0, 1), (1, -1), (2, -1)]]);
    }

    #[test]
    fn what_stands_behind_a_minus_sign_is_taken_away() {
        let puzzle: fukumen_language::puzzle::Puzzle = "-A+BC=-(A-B)".parse().expect("it is a puzzle");
        let columns = written(&Problem::of(&puzzle)).remove(0).expect("it is a sum");
        let totals: Vec<i64> = columns.iter().map(|column| column.total(&[7, 2, 3])).collect();
        assert_eq!(totals, [-7 + 3 + (7 - 2), 2]);
    }

    #[test]
    fn numerals_of_another_base_have_no_columns() {
        let own = Numeral { base: Base::new(7).ok(), ..Numeral::whole(vec![Element::Shown(3)]) };
        assert_eq!(add(&Expr::Numeral(own), 1, Base::TEN, &mut Vec::new()), None);
    }
}
