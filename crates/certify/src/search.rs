//! Searches for a tree, depth first, with one line for each node.
//!
//! Each node takes the cell with the fewest digits that no rule closes. A digit closed on the path stays closed, so few digits
//! are tried twice. Large trees may use a fixed order of the cells instead: then each node costs less.

use std::io;
use std::io::Write;

use fukumen_check::{Rule, Walk, written};

use super::sieve::Sieve;
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::Interrupt;

/// How the next cell is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The cell with the fewest open digits.
    Fewest,
    /// The first unknown cell of the order.
    Fixed,
}

/// Why a tree was not finished.
#[derive(Debug)]
pub(super) enum Cut {
    /// It reached the limit of nodes or bytes. The number is the part of the space that was covered.
    Limit(f64),
    /// It was interrupted.
    Interrupted,
    /// The checker cannot decide some assignment.
    Undecided,
    /// It could not be written to the output.
    Output(io::Error),
}

/// A tree that was written.
#[derive(Default)]
pub(super) struct Tree {
    pub nodes: u64,
    pub bytes: u64,
    /// The solutions, if `keeps` is set.
    pub solutions: Vec<Vec<Digit>>,
    pub count: u64,
}

/// The bounds of the tree.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub nodes: u64,
    pub bytes: u64,
    /// Whether solutions are kept.
    pub keeps: bool,
    /// Whether only bounds and divisors may close digits.
    pub is_linear: bool,
}

/// A node on the current path.
struct Node {
    cell: usize,
    /// The digits not followed yet.
    left: u64,
    /// The part of the space that each followed digit covers.
    share: f64,
    /// For each cell, the digits known to be closed here.
    closed: Vec<u64>,
}

pub(super) struct Search<'s, 'w> {
    pub walk: Walk<'s>,
    pub sieve: Sieve,
    pub names: &'s [String],
    /// For each cell, its place in the order.
    pub order: Vec<usize>,
    pub choice: Choice,
    pub bounds: Bounds,
    pub interrupt: &'w dyn Interrupt,
}

impl Search<'_, '_> {
    /// Writes the whole tree.
    pub fn write(&mut self, out: &mut dyn Write) -> Result<Tree, Cut> {
        let mut tree = Tree { nodes: 0, bytes: 0, solutions: Vec::new(), count: 0 };
        let mut way: Vec<Node> = Vec::new();
        let (mut share, mut covered) = (1.0, 0.0);
        loop {
            let unknown = self.walk.known().iter().any(Option::is_none);
            if unknown {
                let node = self.node(way.last(), share, &mut tree, out)?;
                if node.left == 0 {
                    covered += share;
                }
                way.push(node);
            } else {
                self.solution(&mut tree)?;
                covered += share;
            }
            loop {
                let Some(node) = way.last_mut() else { return Ok(tree) };
                self.walk.release(node.cell);
                if node.left != 0 {
                    let digit = node.left.trailing_zeros() as u8;
                    node.left &= node.left - 1;
                    self.walk.set(node.cell, digit);
                    share = node.share;
                    break;
                }
                way.pop();
            }
            if tree.nodes > self.bounds.nodes || tree.bytes > self.bounds.bytes {
                return Err(Cut::Limit(covered));
            }
            self.interrupt.check().map_err(|_| Cut::Interrupted)?;
        }
    }

    fn solution(&mut self, tree: &mut Tree) -> Result<(), Cut> {
        if self.walk.holds(0).map_err(|_| Cut::Undecided)? {
            tree.count += 1;
            if self.bounds.keeps {
                tree.solutions.push(self.walk.known().iter().flatten().copied().collect());
            }
        }
        Ok(())
    }

    /// Chooses a cell, closes the digits that rules can close, and writes the line of the node.
    fn node(
        &mut self,
        above: Option<&Node>,
        share: f64,
        tree: &mut Tree,
        out: &mut dyn Write,
    ) -> Result<Node, Cut> {
        let mut closed = Vec::new();
        let cell = match self.choice {
            Choice::Fewest => {
                closed = above.map_or_else(|| vec![0; self.names.len()], |node| node.closed.clone());
                self.fewest(&mut closed)?
            }
            Choice::Fixed => self.unknown().min_by_key(|cell| self.order[*cell]).unwrap_or_default(),
        };
        let mut left = self.walk.open_digits(cell);
        let mut rules: Vec<(Rule, u64)> = Vec::new();
        for digit in digits(left) {
            if let Some(rule) = self.sieve.closing(&mut self.walk, cell, digit) {
                match rules.iter_mut().find(|(other, _)| *other == rule) {
                    Some((_, digits)) => *digits |= 1 << digit,
                    None => rules.push((rule, 1 << digit)),
                }
            }
        }
        let mut line = self.names[cell].clone();
        for (rule, digits) in rules {
            line += &format!(" {rule} {}", written(digits));
            left &= !digits;
        }
        line.push('\n');
        out.write_all(line.as_bytes()).map_err(Cut::Output)?;
        tree.nodes += 1;
        tree.bytes += line.len() as u64;
        Ok(Node { cell, left, share: share / f64::from(left.count_ones().max(1)), closed })
    }

    fn unknown(&self) -> impl Iterator<Item = usize> {
        let known = self.walk.known();
        (0..known.len()).filter(|cell| known[*cell].is_none())
    }

    /// Returns the cell with the fewest digits left, and adds the digits closed on the way to `closed`.
    fn fewest(&mut self, closed: &mut [u64]) -> Result<usize, Cut> {
        let left = |cell: usize, closed: &[u64]| (self.walk.open_digits(cell) & !closed[cell]).count_ones();
        let mut cells: Vec<(u32, usize, usize)> =
            self.unknown().map(|cell| (left(cell, closed), self.order[cell], cell)).collect();
        cells.sort_unstable();
        let mut best = (u32::MAX, usize::MAX, cells.first().map_or(0, |(_, _, cell)| *cell));
        for (_, place, cell) in cells {
            let mut survivors = 0;
            for digit in digits(self.walk.open_digits(cell) & !closed[cell]) {
                if self.sieve.closing(&mut self.walk, cell, digit).is_some() {
                    closed[cell] |= 1 << digit;
                } else {
                    survivors += 1;
                    if survivors > best.0 {
                        break;
                    }
                }
            }
            best = best.min((survivors, place, cell));
            if best.0 == 0 {
                break;
            }
            self.interrupt.check().map_err(|_| Cut::Interrupted)?;
        }
        Ok(best.2)
    }
}

fn digits(mut mask: u64) -> impl Iterator<Item = Digit> {
    std::iter::from_fn(move || {
        let digit = mask.trailing_zeros() as u8;
        mask &= mask.wrapping_sub(1);
        (digit < 64).then_some(digit)
    })
}
