//! Writes the same tree as a pseudo-Boolean proof for VeriPB, an independent checker made for other problems.
//!
//! The variable `c3_7` says that the third cell is 7. A cell has exactly one digit, and at most one cell of a group has a given
//! digit. An equation is written as it is, with a weight for each digit. In the first pair of files, a clause excludes each
//! claimed solution, and the proof shows that nothing is left. In the second pair, no clause does, and the proof lists each
//! solution.
//!
//! A node becomes a clause: the digits on the path to it cannot all hold. It follows from the clauses of its children by unit
//! propagation, if there is one for each digit. For a digit closed by bounds, the clause follows from a sum of constraints: the
//! equation, and the rows of cells and of digits, each times its number in the dual of an assignment problem. Then no open digit
//! adds to the sum, and the rest is below zero. A divisor is simpler: both halves of the equation are divided and rounded up, and
//! their sum is above zero.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use fukumen_check::{Rule, Statement, Walk, digits_in, digits_of};

use super::error::CertifyError;
use super::written::Written;
use fukumen_language::digits::Digit;
use fukumen_language::number::gcd;

/// All weights together are below this, so no number here overflows.
const LARGEST: i128 = 1 << 96;

/// The files and figures that belong to a pseudo-Boolean proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PseudoBoolean {
    /// The formula that has no solution: the puzzle without the claimed ones.
    pub formula: String,
    /// The formula of the puzzle, and a proof that lists all solutions; `None` if no solutions are claimed.
    pub solutions: Option<(String, String)>,
    /// The size of the proof.
    pub written: Written,
}

/// An equation: a constant, and the weight of each cell.
struct Equation {
    constant: i128,
    weights: Vec<(usize, i128)>,
    /// The number of the constraint that the equation is at least zero; the next one says at most.
    row: u64,
}

/// A node on the current path.
struct Node {
    cell: usize,
    /// The digits not followed yet.
    left: u64,
    /// The clauses for its digits.
    children: Vec<u64>,
}

pub(super) struct Boolean<'s, 'w> {
    statement: &'s Statement,
    walk: Walk<'s>,
    equations: Vec<Equation>,
    /// For each cell, its first group.
    group_of: Vec<Option<usize>>,
    /// For each group and digit, the constraint that the digit comes at most once.
    once: HashMap<(usize, u8), u64>,
    /// The number of constraints so far, of the formula and then of the proof.
    rows: u64,
    formula: String,
    out: &'w mut dyn Write,
    bytes: u64,
    limit: u64,
}

impl<'s, 'w> Boolean<'s, 'w> {
    /// Writes the formula.
    pub fn new(statement: &'s Statement, limit: u64, out: &'w mut dyn Write) -> Result<Self, CertifyError> {
        let walk = Walk::new(statement, u64::MAX);
        let cells = statement.names.len();
        let (group_of, once) = (vec![None; cells], HashMap::new());
        let (equations, rows, formula) = (Vec::new(), 0, String::new());
        let mut new =
            Self { statement, walk, equations, group_of, once, rows, formula, out, bytes: 0, limit };
        for (cell, mask) in statement.masks.iter().enumerate() {
            let terms = digits_in(*mask).map(|digit| format!("1 {} ", literal(cell, digit)));
            new.constraint(&terms.collect::<String>(), "= 1", 2);
        }
        for (number, group) in statement.groups.iter().enumerate() {
            if !group.is_different {
                return Err(CertifyError::Unwritable("balanced".into()));
            }
            for cell in &group.cells {
                new.group_of[*cell].get_or_insert(number);
            }
            let digits = new.once(&group.cells);
            new.once.extend(digits.into_iter().map(|(digit, row)| ((number, digit), row)));
        }
        for (a, b) in &statement.pairs {
            new.once(&[*a, *b]);
        }
        for condition in 0..statement.conditions.len() {
            let equation = new
                .equation(condition)
                .ok_or_else(|| CertifyError::Unwritable(format!("condition {} is no sum", condition + 1)))?;
            new.equations.push(equation);
        }
        Ok(new)
    }

    /// Adds a constraint to the formula; an equality counts as two.
    fn constraint(&mut self, terms: &str, relation: &str, rows: u64) -> u64 {
        self.formula += &format!("{terms}{relation} ;\n");
        self.rows += rows;
        self.rows + 1 - rows
    }

    /// Adds the constraints that each digit comes at most once in these cells.
    fn once(&mut self, cells: &[usize]) -> Vec<(u8, u64)> {
        let masks = &self.statement.masks;
        let digits = cells.iter().fold(0, |digits, cell| digits | masks[*cell]);
        let row = |digit: u8| {
            let cells = cells.iter().filter(|cell| masks[**cell] >> digit & 1 == 1);
            let terms: String = cells.map(|cell| format!("-1 {} ", literal(*cell, digit))).collect();
            (digit, self.constraint(&terms, ">= -1", 1))
        };
        digits_in(digits).map(row).collect()
    }

    fn equation(&mut self, condition: usize) -> Option<Equation> {
        let (constant, weights) = self.walk.equation(condition)?;
        let small = |number| i128::try_from(number).ok().filter(|number: &i128| number.abs() < LARGEST);
        let constant = small(&constant)?;
        let weights: Vec<_> =
            weights.iter().map(|(cell, weight)| Some((*cell, small(weight)?))).collect::<Option<_>>()?;
        let mut terms = String::new();
        for (cell, weight) in &weights {
            for digit in digits_in(self.statement.masks[*cell] & !1) {
                terms += &format!("{} {} ", weight * i128::from(digit), literal(*cell, digit));
            }
        }
        let total = weights.iter().try_fold(0i128, |sum, (_, weight)| sum.checked_add(weight.abs()))?;
        if terms.is_empty() || total >= LARGEST {
            return None;
        }
        Some(Equation { constant, weights, row: self.constraint(&terms, &format!("= {}", -constant), 2) })
    }

    /// Writes the proof that there are no other solutions, following the lines of a tree.
    pub fn write(
        mut self,
        title: &str,
        lines: &str,
        solutions: &[Vec<Digit>],
    ) -> Result<PseudoBoolean, CertifyError> {
        let lit = |solution: &[Digit], separator: &str| -> Vec<String> {
            let digits = solution.iter().enumerate();
            digits.map(|(cell, digit)| format!("{separator}{}", literal(cell, *digit))).collect()
        };
        let head = self.heading(title);
        let before = format!("{}{head}{}", self.first_line(), self.formula);
        let proof: String =
            solutions.iter().map(|solution| format!("sol {};\n", lit(solution, "").join(" "))).collect();
        let found = format!("{VERSION}f {};\n{proof}output NONE;\nconclusion SAT;\n{END}", self.rows);
        for solution in solutions {
            self.constraint(&(lit(solution, "1 ~").join(" ") + " "), ">= 1", 1);
        }
        let formula = format!("{}{head}{}", self.first_line(), self.formula);
        let solutions = (!solutions.is_empty()).then_some((before, found));
        let others = solutions.as_ref().map_or(0, |(formula, proof)| formula.len() + proof.len());
        self.bytes = (formula.len() + others) as u64;
        self.line(&format!("{VERSION}f {};\n", self.rows))?;
        let nodes = self.tree(lines)?;
        self.line(&format!("output NONE;\nconclusion UNSAT : -1;\n{END}"))?;
        Ok(PseudoBoolean { formula, solutions, written: Written { nodes, bytes: self.bytes } })
    }

    fn first_line(&self) -> String {
        let variables: u32 = self.statement.masks.iter().map(|mask| mask.count_ones()).sum();
        format!("* #variable= {variables} #constraint= {}\n", self.formula.lines().count())
    }

    /// Returns comments that say what the variables mean.
    fn heading(&self, title: &str) -> String {
        let cells = self.statement.names.iter().enumerate();
        let cells: String = cells.map(|(cell, name)| format!("* c{} is {name}\n", cell + 1)).collect();
        let title: String = title.lines().map(|line| format!("* {line}\n")).collect();
        title + &cells
    }

    /// Writes a part of the proof.
    fn line(&mut self, line: &str) -> Result<(), CertifyError> {
        self.bytes += line.len() as u64;
        if self.bytes > self.limit {
            return Err(CertifyError::TooLarge);
        }
        Ok(self.out.write_all(line.as_bytes())?)
    }

    /// Writes a step that adds a constraint. Returns its number.
    fn step(&mut self, step: &str) -> Result<u64, CertifyError> {
        self.line(&format!("{step};\n"))?;
        self.rows += 1;
        Ok(self.rows)
    }

    /// Derives the clause that the known digits cannot all hold.
    fn clause(&mut self) -> Result<u64, CertifyError> {
        let known = self.walk.known().iter().enumerate();
        let known = known.filter_map(|(cell, digit)| Some(format!("1 ~{} ", literal(cell, (*digit)?))));
        self.step(&format!("rup {}>= 1", known.collect::<String>()))
    }

    fn delete(&mut self, rows: &[u64]) -> Result<(), CertifyError> {
        let rows: String = rows.iter().map(|row| format!(" {row}")).collect();
        if rows.is_empty() { Ok(()) } else { self.line(&format!("del id{rows};\n")) }
    }

    /// Walks through the tree. Returns its number of nodes.
    fn tree(&mut self, lines: &str) -> Result<u64, CertifyError> {
        let mut lines = lines.lines();
        let (mut way, mut nodes) = (Vec::<Node>::new(), 0);
        loop {
            let mut closed = None;
            if self.walk.known().iter().any(Option::is_none) {
                let wrong = || CertifyError::Unwritable("the tree".into());
                way.push(self.node(lines.next().unwrap_or_default())?.ok_or_else(wrong)?);
                nodes += 1;
            } else {
                closed = Some(self.clause()?);
            }
            loop {
                let Some(node) = way.last_mut() else { return Ok(nodes) };
                node.children.extend(closed.take());
                self.walk.release(node.cell);
                if node.left != 0 {
                    let digit = node.left.trailing_zeros() as u8;
                    node.left &= node.left - 1;
                    self.walk.set(node.cell, digit);
                    break;
                }
                let children = std::mem::take(&mut node.children);
                way.pop();
                closed = Some(self.clause()?);
                self.delete(&children)?;
            }
        }
    }

    /// Reads a line of the tree, and derives a clause for each digit that it closes.
    fn node(&mut self, line: &str) -> Result<Option<Node>, CertifyError> {
        let mut words = line.split(' ');
        let Some(cell) = words.next().and_then(|name| self.statement.cells.get(name)).copied() else {
            return Ok(None);
        };
        let (mut left, mut children) = (self.walk.open_digits(cell), Vec::new());
        // Digits next to each other often have the same sum.
        let mut sums = BTreeMap::new();
        while let (Some(rule), Some(digits)) = (words.next(), words.next()) {
            let (Some(rule), Ok(closed)) = (self.walk.rule(rule), digits_of(digits, self.statement.base))
            else {
                return Ok(None);
            };
            for digit in digits_in(closed) {
                self.walk.set(cell, digit);
                let Some(sum) = self.sum(rule) else { return Ok(None) };
                if !sum.is_empty() && !sums.contains_key(&sum) {
                    let row = self.step(&format!("pol {sum}"))?;
                    sums.insert(sum, row);
                }
                children.push(self.clause()?);
                self.walk.release(cell);
            }
            left &= !closed;
        }
        self.delete(&sums.into_values().collect::<Vec<_>>())?;
        Ok(Some(Node { cell, left, children }))
    }

    /// Returns the sum of constraints that excludes the known digits; empty if unit propagation needs none.
    fn sum(&self, rule: Rule) -> Option<String> {
        match rule {
            Rule::Bounds(k) => {
                self.bounds(&self.equations[k], 1).or_else(|| self.bounds(&self.equations[k], -1))
            }
            Rule::Divisor(k) => self.divided(&self.equations[k]),
            _ => None,
        }
    }

    /// Returns the sum that shows an equation, or its negative, below zero: its row, minus the rows of cells and digits times
    /// their duals.
    fn bounds(&self, equation: &Equation, sign: i128) -> Option<String> {
        let mut parts = BTreeMap::<_, Vec<(usize, i128)>>::new();
        let mut greatest = sign * equation.constant;
        for (cell, weight) in &equation.weights {
            match self.walk.known()[*cell] {
                Some(digit) => greatest += sign * weight * i128::from(digit),
                None => {
                    let group = self.group_of[*cell];
                    let alone = if group.is_none() { *cell } else { 0 };
                    parts.entry((group, alone)).or_default().push((*cell, sign * weight));
                }
            }
        }
        let mut sum = (equation.row + u64::from(sign < 0)).to_string();
        for ((group, _), cells) in parts {
            let open: Vec<u64> = cells.iter().map(|(cell, _)| self.walk.open_digits(*cell)).collect();
            let digits: Vec<u8> = digits_in(open.iter().fold(0, |all, open| all | open)).collect();
            let is_once = group.is_some();
            let cost = |i: usize, j: usize| match digits.get(j) {
                Some(digit) if open[i] >> digit & 1 == 1 => -cells[i].1 * i128::from(*digit),
                // More than any equation can reach.
                _ => LARGEST << 12,
            };
            let (rows, columns) = duals(cells.len(), digits.len(), is_once, &cost);
            for ((cell, _), dual) in cells.iter().zip(&rows) {
                greatest -= dual;
                sum += &times(self.of_cell(*cell, *dual < 0), dual.abs());
            }
            for (digit, dual) in digits.iter().zip(&columns).filter(|_| is_once) {
                greatest -= dual;
                sum += &times(*self.once.get(&(group?, *digit))?, dual.abs());
            }
        }
        (greatest < 0).then_some(sum)
    }

    /// Returns the constraint that a cell has at most one digit, or at least one.
    fn of_cell(&self, cell: usize, at_most: bool) -> u64 {
        2 * cell as u64 + 1 + u64::from(at_most)
    }

    /// Returns both halves of an equation, divided by the common divisor of the unknown weights and rounded up.
    fn divided(&self, equation: &Equation) -> Option<String> {
        let known = |cell: usize| self.walk.known()[cell];
        let unknown = equation.weights.iter().filter(|(cell, _)| known(*cell).is_none());
        let divisor = unknown.fold(0, |divisor, (_, weight)| gcd(divisor, weight.abs()));
        if divisor < 2 {
            return (divisor == 0).then(String::new);
        }
        let half = |sign: i128| {
            let mut sum = (equation.row + u64::from(sign < 0)).to_string();
            for (cell, weight) in &equation.weights {
                let Some(digit) = known(*cell) else { continue };
                let (weight, digit) = (sign * weight, i128::from(digit));
                // The weight of the known digit becomes 0, the weights of the others multiples of the divisor.
                sum += &times(self.of_cell(*cell, weight > 0), (weight * digit).abs());
                for other in digits_in(self.statement.masks[*cell]) {
                    let more = (-weight * (i128::from(other) - digit)).rem_euclid(divisor);
                    sum += &times(literal(*cell, other), more);
                }
            }
            format!("{sum} {divisor} d")
        };
        Some(format!("{} {} +", half(1), half(-1)))
    }
}

const VERSION: &str = "pseudo-Boolean proof version 3.0\n";
const END: &str = "end pseudo-Boolean proof;\n";

fn literal(cell: usize, digit: u8) -> String {
    format!("c{}_{digit}", cell + 1)
}

/// Returns the text that adds a constraint this number of times.
fn times(row: impl std::fmt::Display, factor: i128) -> String {
    match factor {
        0 => String::new(),
        1 => format!(" {row} +"),
        _ => format!(" {row} {factor} * +"),
    }
}

/// Solves the dual of an assignment problem. It has a number for each row, and one of at most zero for each column. No sum of a
/// row and a column exceeds their cost, and all numbers together are the least cost of giving each row its own column. If rows
/// may share columns, the numbers of columns are zero.
fn duals(
    rows: usize,
    columns: usize,
    is_once: bool,
    cost: &dyn Fn(usize, usize) -> i128,
) -> (Vec<i128>, Vec<i128>) {
    if !is_once {
        let least = |i| (0..columns).map(|j| cost(i, j)).min().unwrap_or(LARGEST << 12);
        return ((0..rows).map(least).collect(), vec![0; columns]);
    }
    // The method of Kuhn and Munkres: each row is added along a shortest path. Column 0 stands for no column.
    let columns = columns.max(rows);
    let (mut row_dual, mut column_dual) = (vec![0i128; rows + 1], vec![0i128; columns + 1]);
    let mut row_of = vec![0; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let (mut least, mut from) = (vec![i128::MAX; columns + 1], vec![0; columns + 1]);
        let (mut is_used, mut at) = (vec![false; columns + 1], 0);
        while row_of[at] != 0 {
            is_used[at] = true;
            let (here, mut next, mut step) = (row_of[at], 0, i128::MAX);
            for column in (1..=columns).filter(|column| !is_used[*column]) {
                let slack = cost(here - 1, column - 1) - row_dual[here] - column_dual[column];
                if slack < least[column] {
                    (least[column], from[column]) = (slack, at);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if is_used[column] {
                    row_dual[row_of[column]] += step;
                    column_dual[column] -= step;
                } else {
                    least[column] -= step;
                }
            }
            at = next;
        }
        while at != 0 {
            row_of[at] = row_of[from[at]];
            at = from[at];
        }
    }
    (row_dual.split_off(1), column_dual.split_off(1))
}
