//! A plain order for problems with too many cells or conditions for the search for routes.
//!
//! The condition with the smallest space of unknown digits comes first, as soon as it is the smallest. A heap keeps the
//! sizes, so 20,000 conditions take as many steps as they have cells together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::compile::{Condition, Problem};
use crate::engine::search::order::is_weak;
use fukumen_language::arrange::Arrange;
use fukumen_language::interrupt::{Interrupt, Interrupted};

/// Returns all cells of the problem, in the order in which to assign them.
pub(super) fn order(problem: &Problem, interrupt: &dyn Interrupt) -> Result<Vec<usize>, Interrupted> {
    let mut conditions_of_cells = vec![Vec::new(); problem.domains.len()];
    for (number, condition) in problem.conditions.iter().enumerate() {
        condition.cells.iter().for_each(|cell| conditions_of_cells[cell.index()].push(number));
    }
    let weight = |cell: usize| problem.domains[cell].len().max(1).ilog2() as u64 * 64 + 1;
    let mut sizes: Vec<(bool, u64)> = problem
        .conditions
        .iter()
        .map(|condition| (is_weak(condition), condition.cells.iter().map(|cell| weight(cell.index())).sum()))
        .collect();
    let mut heap: BinaryHeap<_> = sizes.iter().enumerate().map(|(i, size)| Reverse((*size, i))).collect();
    let mut is_known = vec![false; problem.domains.len()];
    let mut order = Vec::with_capacity(problem.domains.len());
    while let Some(Reverse((size, number))) = heap.pop() {
        if size != sizes[number] {
            // It has become smaller since then, and its other entry is nearer to the top.
            continue;
        }
        interrupt.check()?;
        for cell in by_weight(&problem.conditions[number]) {
            if std::mem::replace(&mut is_known[cell], true) {
                continue;
            }
            order.push(cell);
            for other in &conditions_of_cells[cell] {
                sizes[*other].1 -= weight(cell);
                heap.push(Reverse((sizes[*other], *other)));
            }
        }
    }
    order.extend(problem.order.iter().map(|cell| cell.index()).filter(|cell| !is_known[*cell]));
    Ok(order)
}

/// Returns its cells, the heaviest first if it is linear, else in the order of the text.
fn by_weight(condition: &Condition) -> Vec<usize> {
    let mut cells: Vec<usize> = condition.cells.iter().map(|cell| cell.index()).collect();
    if let Some(linear) = &condition.linear {
        let weight = |cell: &usize| {
            let term = linear.form.terms.iter().find(|(other, _)| other.index() == *cell);
            Reverse(term.map_or(0, |(_, coefficient)| coefficient.unsigned_abs()))
        };
        cells.arrange_by_key(weight);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::interrupt::Never;
    use fukumen_language::puzzle::Puzzle;

    fn ordered(text: &str) -> String {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let order = order(&Problem::of(&puzzle), &Never).expect("nothing interrupts it");
        order.into_iter().map(|cell| puzzle.hidden()[cell].name.clone()).collect()
    }

    #[test]
    fn the_condition_with_the_fewest_unknown_digits_comes_first() {
        assert_eq!(ordered("A*B*C*D=E, F*G=H"), "FGHABCDE");
        // Once F, G and H are known, the third has one unknown digit, and the first four.
        assert_eq!(ordered("A*B*C*D=1, F*G=H, I*F*G*H*H=2"), "FGHIABCD");
        // Fewer choices count less than fewer cells.
        assert_eq!(ordered("A*B=C, D*E*F*G=8, D<2, E<2, F<2, G<2"), "DEFGABC");
    }

    #[test]
    fn heavy_digits_of_a_sum_come_first_and_cells_without_a_condition_last() {
        assert_eq!(ordered("A+10*B+100*C=50*D"), "CDBA");
        assert_eq!(ordered("A≠B, C*D=E"), "CDEAB");
    }
}
