//! Reads a puzzle into its shape.
//!
//! Everything here keeps the meaning: two expressions become one node only if they have the same value, or no value, for all
//! digits. So a permutation that maps a shape to itself maps solutions to solutions.

use super::shape::{Draft, Id, Shape, Tag};
use super::sum::NodeSum;
use super::symmetries::Scope;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Cell, Expr};
use fukumen_language::number::Exact;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::vocabulary::{Context, Tier};

/// The most work that reading may take. Texts of a megabyte stay below it; fractions whose common denominator grows with
/// every term do not.
const WORK: u64 = 1 << 24;

/// Reads the shape of a puzzle; `None` if its numbers grow too long.
pub(super) fn shape(puzzle: &Puzzle, scope: Scope) -> Option<Shape> {
    let cells = puzzle.hidden().iter().map(|hidden| format!("cell {}", hidden.digits));
    let mut draft = Draft::new(cells);
    let words = Words::new(&mut draft);
    let mut reader = ShapeReader { context: puzzle.context(), scope, draft, words, work: 0 };
    let root = reader.puzzle(puzzle);
    (reader.work <= WORK).then(|| reader.draft.finish(root))
}

/// Labels and roles that occur everywhere.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// The role of parts that may change places.
    pub(super) any: Tag,
    pub(super) and: Tag,
    pub(super) product: Tag,
    pub(super) times: Tag,
    pub(super) over: Tag,
    /// The role of a divisor's divisor: a factor that must not be zero.
    pub(super) back: Tag,
}

impl Words {
    fn new(draft: &mut Draft) -> Self {
        Self {
            any: draft.tag("any"),
            and: draft.tag("and"),
            product: draft.tag("product"),
            times: draft.tag("times"),
            over: draft.tag("over"),
            back: draft.tag("back"),
        }
    }

    /// Returns the role of a factor in a divisor.
    pub(super) fn inverse(self, role: Tag) -> Tag {
        if role == self.over { self.back } else { self.over }
    }
}

/// Reads a puzzle. Its methods for numbers and for conditions are in separate files.
pub(super) struct ShapeReader {
    pub(super) context: Context,
    pub(super) scope: Scope,
    pub(super) draft: Draft,
    pub(super) words: Words,
    /// The work that reading has taken so far.
    pub(super) work: u64,
}

impl ShapeReader {
    /// Reads all conditions and rules.
    fn puzzle(&mut self, puzzle: &Puzzle) -> Id {
        let conditions = puzzle.all_conditions().map(|condition| self.node(condition)).collect();
        let mut all = self.spliced(self.words.and, conditions);
        for group in puzzle.groups() {
            all.push(self.group(group.least, group.most, group.digits, &group.cells));
        }
        for (a, b) in puzzle.differ() {
            all.push(self.group(0, 1, DigitSet::EMPTY, &[*a, *b]));
        }
        self.set("puzzle", all)
    }

    fn group(&mut self, least: usize, most: usize, digits: DigitSet, cells: &[Cell]) -> Id {
        let cells = cells.iter().map(|cell| cell.index() as Id).collect();
        self.set(&format!("group {least} {most} {digits}"), cells)
    }

    /// Reads an expression as a node.
    pub(super) fn node(&mut self, expr: &Expr) -> Id {
        let total = self.read(expr);
        self.settled(&total)
    }

    /// Reads an expression as a sum, possibly with itself as the only term.
    pub(super) fn read(&mut self, expr: &Expr) -> NodeSum {
        self.work += 1;
        if self.work > WORK {
            return Exact::ZERO.into();
        }
        match expr {
            Expr::Constant(number) => number.clone().into(),
            Expr::Numeral(numeral) => self.numeral(expr, numeral),
            Expr::Unary(operator, operand) => self.unary(operator, operand),
            Expr::Chain(chain) => match chain.tier() {
                Tier::And | Tier::Or => self.connected(chain),
                Tier::Relation => self.relations(chain),
                Tier::Sum => self.sum(chain),
                Tier::Product => self.product(chain),
                _ => self.power(chain),
            },
            Expr::Call(function, arguments) => self.call(function, arguments),
            Expr::Remainder(division) => {
                let parts = division.parts().map(|part| self.node(part));
                self.ordered("remainder", &parts).into()
            }
        }
    }

    pub(super) fn labelled(&mut self, label: &str, parts: Vec<(Tag, Id)>) -> Id {
        let label = self.draft.tag(label);
        self.draft.node(label, parts)
    }

    /// Makes a node whose parts may change places; a repeated part counts once.
    pub(super) fn set(&mut self, label: &str, parts: Vec<Id>) -> Id {
        let parts = self.distinct(parts);
        self.labelled(label, parts)
    }

    /// Returns parts that may change places, each once.
    pub(super) fn distinct(&self, mut parts: Vec<Id>) -> Vec<(Tag, Id)> {
        parts.arrange();
        parts.dedup();
        parts.into_iter().map(|part| (self.words.any, part)).collect()
    }

    /// Makes a node whose parts stay in their places.
    pub(super) fn ordered(&mut self, label: &str, parts: &[Id]) -> Id {
        let parts = parts.iter().enumerate();
        let parts = parts.map(|(place, part)| (self.draft.tag(&format!("at {place}")), *part)).collect();
        self.labelled(label, parts)
    }
}
