//! Reads the conditions of a puzzle into its shape.

use super::reading::ShapeReader;
use super::shape::{Id, Tag};
use super::sum::NodeSum;
use super::symmetries::Scope;
use fukumen_language::expr::Chain;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Operator};

impl ShapeReader {
    pub(super) fn connected(&mut self, chain: &Chain) -> NodeSum {
        let tag = self.draft.tag(chain.tier().name());
        let operands = chain.operands().map(|operand| self.node(operand)).collect();
        let operands = self.distinct(self.spliced(tag, operands));
        self.draft.node(tag, operands).into()
    }

    /// Reads a chain of relations: each holds between its neighbours. A run of `=` is one relation.
    pub(super) fn relations(&mut self, chain: &Chain) -> NodeSum {
        let sides: Vec<NodeSum> = chain.operands().map(|operand| self.read(operand)).collect();
        let is_equal = |i: usize| chain.rest[i].0.algebra == Algebra::Equal;
        let mut relations = Vec::new();
        let mut first = 0;
        while first < chain.rest.len() {
            let mut last = first + 1;
            while is_equal(first) && last < chain.rest.len() && is_equal(last) {
                last += 1;
            }
            relations.push(self.relation(chain.rest[first].0, &sides[first..=last]));
            first = last;
        }
        match relations[..] {
            [only] => only.into(),
            _ => self.set("and", relations).into(),
        }
    }

    fn relation(&mut self, operator: &Operator, sides: &[NodeSum]) -> Id {
        match (operator.algebra, sides) {
            (Algebra::Less, [lesser, greater]) | (Algebra::Greater, [greater, lesser]) => {
                self.compared("<", lesser, greater)
            }
            (Algebra::AtMost, [lesser, greater]) | (Algebra::AtLeast, [greater, lesser]) => {
                self.compared("≤", lesser, greater)
            }
            (Algebra::Equal | Algebra::Unequal, [left, right]) if self.scope == Scope::Digits => {
                let differences = [self.difference(left, right), self.difference(right, left)];
                self.set(operator.symbol(), differences.to_vec())
            }
            (Algebra::Equal | Algebra::Unequal, _) => {
                let sides = sides.iter().map(|side| self.settled(side)).collect();
                self.set(operator.symbol(), sides)
            }
            _ => {
                let sides: Vec<Id> = sides.iter().map(|side| self.settled(side)).collect();
                self.ordered(&format!("{operator:?}"), &sides)
            }
        }
    }

    fn compared(&mut self, label: &str, lesser: &NodeSum, greater: &NodeSum) -> Id {
        let sides = match self.scope {
            Scope::Terms => vec![self.settled(lesser), self.settled(greater)],
            Scope::Digits => vec![self.difference(greater, lesser)],
        };
        self.ordered(label, &sides)
    }

    fn difference(&mut self, left: &NodeSum, right: &NodeSum) -> Id {
        let mut difference = left.clone();
        self.work += difference.add(right, &Exact::from(-1));
        let difference = self.tidied(difference);
        self.settled(&difference)
    }

    /// Replaces operands of the same label by their own operands.
    pub(super) fn spliced(&self, label: Tag, operands: Vec<Id>) -> Vec<Id> {
        let mut all = Vec::new();
        for operand in operands {
            match self.draft.parts_of(operand, label) {
                Some(parts) => all.extend(parts.iter().map(|(_, part)| *part)),
                None => all.push(operand),
            }
        }
        all
    }
}
