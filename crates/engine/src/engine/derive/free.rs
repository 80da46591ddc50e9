//! Free digits: digits that occur in one equation and nowhere else.
//!
//! The blanks of a partial product are free digits: `ABC*D=□□7□` only says that `ABC*D` has four digits and that the third is
//! a 7. When A to D are known, the blanks follow. So no order has to place them: they come last, and until then all of them
//! together are one number with a pattern. Of the 70 cells of a long division, 18 are left to order.

use super::number;
use super::number::PlacedDigit;
use crate::compile::Problem;
use crate::compile::polynomial::{Equation, Product, Slot, System};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::vocabulary::Algebra;

/// The free digits of a problem.
pub(super) struct FreeDigits {
    /// The free digits of each equation, the heaviest first.
    pub(super) of_equations: Vec<Vec<PlacedDigit>>,
    is_free: Vec<bool>,
}

impl FreeDigits {
    /// Finds them. With `partly`, they may be some of the digits of a number.
    pub(super) fn of(
        problem: &Problem,
        system: &System,
        partly: bool,
        interrupt: &dyn Interrupt,
    ) -> Result<Self, Interrupted> {
        let mut is_alone = of_one_condition(problem);
        let mut free = Self { of_equations: Vec::new(), is_free: vec![false; problem.domains.len()] };
        for equation in &system.equations {
            interrupt.check()?;
            let digits = digits(problem, system, equation, &is_alone, partly);
            for digit in &digits {
                free.is_free[digit.cell] = true;
            }
            // Of two cells that differ, only one may come last.
            for (a, b) in problem.differ.iter().map(|(a, b)| (a.index(), b.index())) {
                is_alone[a] &= !free.is_free[b];
                is_alone[b] &= !free.is_free[a];
            }
            free.of_equations.push(digits);
        }
        Ok(free)
    }

    /// Returns the sign of the free digits of an equation, if it adds or subtracts them as they are: then its columns give them.
    pub(super) fn sign(&self, system: &System, number: usize) -> Option<i128> {
        let digits = Some(&self.of_equations[number]).filter(|digits| !digits.is_empty())?;
        let is_free = |cell: usize| digits.iter().any(|digit| digit.cell == cell);
        let unknown = number::of(system, &system.equations[number], &is_free)?;
        match &unknown.rate[..] {
            [Product { factor: sign @ (1 | -1), slots }] if slots.is_empty() => Some(*sign),
            _ => None,
        }
    }

    pub(super) fn contains(&self, cell: usize) -> bool {
        self.is_free[cell]
    }

    /// Returns whether others are the same cells.
    pub(super) fn are(&self, others: &Self) -> bool {
        self.is_free == others.is_free
    }

    /// Returns all of them, in the order in which they are read off.
    pub(super) fn tail(&self) -> impl Iterator<Item = usize> {
        self.of_equations.iter().flatten().map(|digit| digit.cell)
    }
}

/// Returns an upper bound on the cells to order, without looking further.
pub(super) fn cells_to_order(problem: &Problem) -> usize {
    of_one_condition(problem).iter().filter(|is_alone| !**is_alone).count()
}

/// Returns whether each cell is part of one condition only, and of no group.
fn of_one_condition(problem: &Problem) -> Vec<bool> {
    let mut conditions = vec![0; problem.domains.len()];
    let cells = problem.conditions.iter().flat_map(|condition| &condition.cells);
    cells.for_each(|cell| conditions[cell.index()] += 1);
    let mut is_alone: Vec<bool> = conditions.into_iter().map(|count| count == 1).collect();
    problem.groups.iter().flat_map(|group| &group.cells).for_each(|cell| is_alone[cell.index()] = false);
    is_alone
}

/// Returns the free digits of an equation, of those that a form adds or of those that it subtracts, if they make one number
/// that can be read off.
fn digits(
    problem: &Problem,
    system: &System,
    equation: &Equation,
    is_alone: &[bool],
    partly: bool,
) -> Vec<PlacedDigit> {
    if equation.relation != Algebra::Equal {
        return Vec::new();
    }
    // A digit that is part of another factor, or that a value waits for, is needed before.
    let slots = system.slots_of(equation);
    let places = |cell: usize| slots.iter().filter(|slot| has(system, **slot, cell)).count();
    let is_alone = |cell: usize| is_alone[cell] && places(cell) == 1;
    let linear = equation.products.iter().filter_map(|product| match &product.slots[..] {
        [slot] => Some(*slot),
        _ => None,
    });
    let may_be = |cell: usize| !partly || is_alone(cell);
    let numbers =
        linear.flat_map(|slot| [1, -1].map(|sign| number(problem, system, equation, (slot, sign), &may_be)));
    let free = numbers.flatten().filter(|digits| digits.iter().all(|digit| is_alone(digit.cell)));
    free.max_by_key(Vec::len).unwrap_or_default()
}

/// Returns whether a slot depends on a cell.
fn has(system: &System, slot: usize, cell: usize) -> bool {
    match &system.slots[slot] {
        Slot::Form(form) => form.coefficient(cell) != 0,
        Slot::Opaque { cells, .. } => cells.contains(&cell),
    }
}

/// Returns the digits of some cells that a form adds or subtracts, if they can be read off as one number.
fn number(
    problem: &Problem,
    system: &System,
    equation: &Equation,
    (slot, sign): (usize, i64),
    may_be: &dyn Fn(usize) -> bool,
) -> Option<Vec<PlacedDigit>> {
    let form = system.form(slot)?;
    let is_unknown = |cell: usize| form.coefficient(cell).signum() == sign && may_be(cell);
    let unknown = number::of(system, equation, &is_unknown)?;
    number::is_read_off(&unknown.digits, &problem.domains).then_some(unknown.digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::polynomial;
    use fukumen_language::interrupt::Never;
    use fukumen_language::puzzle::Puzzle;

    /// Returns how many digits of each equation are free.
    fn counts(text: &str) -> Vec<usize> {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let problem = Problem::of(&puzzle);
        let system = polynomial::read(&problem, &Never).expect("nothing interrupts it");
        let free = FreeDigits::of(&problem, &system, true, &Never).expect("nothing interrupts it");
        free.of_equations.iter().map(Vec::len).collect()
    }

    #[test]
    fn blanks_of_one_number_are_loose() {
        assert_eq!(counts("ABC*D=□□7□"), [3]);
        assert_eq!(counts("ABC*D=□□7□, ABC*DE=FGHIJ"), [3, 0]);
        assert_eq!(counts("FGH-ABC*D=□□"), [2]);
        assert_eq!(counts("□□*□=□□□"), [3]);
        assert_eq!(counts("ABC*D=EF□"), [1]);
        assert_eq!(counts("AB^2=□□□B"), [3]);
    }

    #[test]
    fn what_others_speak_of_is_not_loose() {
        assert_eq!(counts("ABC*D=EFGH"), [0]);
        assert_eq!(counts("@distinct none\nAB*C=DE, D<E"), [0, 0]);
        assert_eq!(counts("@distinct none\nAB*C=DE, A<B"), [2, 0]);
        assert_eq!(counts("ABC*□=EFGH"), [0], "the number of a factor may be worth knowing early");
        assert_eq!(counts("□+□=AB"), [0], "two blanks of one column are no number");
        assert_eq!(counts("AB*C<□□"), [0]);
    }

    #[test]
    fn of_two_that_differ_one_comes_last() {
        let text = "@blanks-avoid A\n@distinct none\nBC*D=AE";
        assert_eq!(counts(text), [2], "no blank avoids it");
        let text = "@blanks-avoid A\nBC*D=□□, BC*E=A□";
        assert_eq!(counts(text), [2, 1]);
    }
}
