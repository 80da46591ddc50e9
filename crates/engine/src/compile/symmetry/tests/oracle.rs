//! The slow judge of symmetries: all permutations, and a puzzle written with sorted operands.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::Scope;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::vocabulary::{Algebra, Tier};

/// Returns all permutations of the cells that leave the puzzle unchanged, given by the cells' images.
pub(super) fn symmetries(puzzle: &Puzzle, scope: Scope) -> HashSet<Vec<u8>> {
    let mut all = Vec::new();
    permutations(puzzle.hidden().len() as u8, &mut Vec::new(), &mut all);
    let written =
        |names: &Vec<u8>| Writer { names, scope, base: puzzle.rules().base.get().into() }.puzzle(puzzle);
    let plain = written(&(0..puzzle.hidden().len() as u8).collect());
    all.into_iter().filter(|names| written(names) == plain).collect()
}

fn permutations(count: u8, some: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    if some.len() == usize::from(count) {
        all.push(some.clone());
    }
    for i in (0..count).filter(|i| !some.contains(i)).collect::<Vec<_>>() {
        some.push(i);
        permutations(count, some, all);
        some.pop();
    }
}

struct Writer<'n> {
    names: &'n [u8],
    scope: Scope,
    base: i64,
}

type Sum = BTreeMap<String, i64>;

impl Writer<'_> {
    fn puzzle(&self, puzzle: &Puzzle) -> BTreeSet<String> {
        let mut all: BTreeSet<String> =
            puzzle.all_conditions().flat_map(|condition| self.split(condition)).collect();
        all.extend(
            (0..).zip(puzzle.hidden()).map(|(i, hidden)| format!("{}: {}", self.names[i], hidden.digits)),
        );
        all.extend(puzzle.groups().iter().map(|group| {
            let cells: BTreeSet<u8> = group.cells.iter().map(|cell| self.names[cell.index()]).collect();
            format!("{cells:?} {} {} {}", group.least, group.most, group.digits)
        }));
        all
    }

    /// Returns the parts of a condition.
    fn split(&self, expr: &Expr) -> BTreeSet<String> {
        match expr {
            Expr::Chain(chain) if chain.tier() == Tier::And => {
                chain.operands().flat_map(|operand| self.split(operand)).collect()
            }
            Expr::Chain(chain) if chain.tier() == Tier::Relation => {
                if chain.rest.len() > 1 && chain.rest.iter().all(|(operator, _)| operator.symbol() == "=") {
                    let sides: BTreeSet<String> = chain.operands().map(|side| self.text(side)).collect();
                    return BTreeSet::from([format!("= {sides:?}")]);
                }
                let sides: Vec<&Expr> = chain.operands().collect();
                let pairs = chain.rest.iter().zip(sides.windows(2));
                pairs
                    .map(|((operator, _), sides)| self.relation(operator.symbol(), sides[0], sides[1]))
                    .collect()
            }
            Expr::Chain(chain) if chain.tier() == Tier::Or => {
                let operands: BTreeSet<BTreeSet<String>> =
                    chain.operands().map(|operand| self.split(operand)).collect();
                BTreeSet::from([format!("or {operands:?}")])
            }
            _ => BTreeSet::from([self.text(expr)]),
        }
    }

    fn relation(&self, symbol: &str, left: &Expr, right: &Expr) -> String {
        match symbol {
            ">" => return self.relation("<", right, left),
            "≥" => return self.relation("≤", right, left),
            _ => {}
        }
        let mut sides = match self.scope {
            Scope::Terms => [self.text(left), self.text(right)],
            Scope::Digits => [(left, right), (right, left)].map(|(a, b)| {
                let mut sum = self.sum(a);
                add(&mut sum, self.sum(b), -1);
                format!("{sum:?}")
            }),
        };
        if ["=", "≠"].contains(&symbol) {
            sides.sort();
        }
        format!("{symbol} {sides:?}")
    }

    fn text(&self, expr: &Expr) -> String {
        let sum = self.sum(expr);
        match sum.first_key_value() {
            Some((only, 1)) if sum.len() == 1 && !only.is_empty() => only.clone(),
            _ => format!("{sum:?}"),
        }
    }

    /// Reads an expression as a sum of texts. The empty text is the number one.
    fn sum(&self, expr: &Expr) -> Sum {
        let mut sum = Sum::new();
        match expr {
            Expr::Numeral(numeral) => {
                let mut text = String::new();
                for element in numeral.elements() {
                    sum.values_mut().for_each(|value| *value *= self.base);
                    let (name, value) = match element {
                        Element::Shown(digit) => (String::new(), i64::from(digit)),
                        Element::Hidden(cell) => (format!("c{}", self.names[cell.index()]), 1),
                    };
                    text.push_str(&format!("{name}{} ", value));
                    add(&mut sum, Sum::from([(name, value)]), 1);
                }
                let is_kept =
                    self.scope == Scope::Terms && numeral.whole.len() > 1 && !expr.cells().is_empty();
                if is_kept { Sum::from([(text, 1)]) } else { sum }
            }
            Expr::Chain(chain) if chain.tier() == Tier::Sum => {
                sum = self.sum(&chain.first);
                for (operator, operand) in &chain.rest {
                    let sign = if operator.algebra == Algebra::Plus { 1 } else { -1 };
                    add(&mut sum, self.sum(operand), sign);
                }
                sum
            }
            Expr::Chain(chain) if chain.tier() == Tier::Product => {
                let mut factors = Vec::new();
                self.factors(expr, "times", &mut factors);
                factors.sort();
                Sum::from([(format!("{factors:?}"), 1)])
            }
            Expr::Chain(chain) if chain.tier() == Tier::Power => {
                let operands: Vec<String> = chain.operands().map(|operand| self.text(operand)).collect();
                Sum::from([(format!("power {operands:?}"), 1)])
            }
            _ => Sum::from([(format!("{:?}", self.split(expr)), 1)]),
        }
    }

    fn factors(&self, expr: &Expr, role: &'static str, all: &mut Vec<String>) {
        let inverse = if role == "over" { "back" } else { "over" };
        match expr {
            Expr::Chain(chain) if chain.tier() == Tier::Product => {
                self.factors(&chain.first, role, all);
                for (operator, operand) in &chain.rest {
                    let over = operator.algebra == Algebra::Over;
                    self.factors(operand, if over { inverse } else { role }, all);
                }
            }
            _ => all.push(format!("{role} {}", self.text(expr))),
        }
    }
}

/// Adds a multiple. A cell that cancels out is removed; any other part that cancels out may have no value.
fn add(sum: &mut Sum, other: Sum, factor: i64) {
    for (text, value) in other {
        *sum.entry(text).or_insert(0) += factor * value;
    }
    sum.retain(|text, value| {
        *value != 0 || !(text.is_empty() || text.starts_with('c') && !text.contains(' '))
    });
}
