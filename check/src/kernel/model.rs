//! Facts as constraints over items: what is linear as forms, products and powers as items of their own, and whatever
//! else there is as expressions.

use std::collections::HashMap;

use crate::claim::{Claim, Variable};
use crate::expression::Expression;
use crate::value::Bound;

use super::domain::{Domain, Empty};
use super::form::{Form, Item};

/// Between more variables it is not noted which ones differ: the table would be large.
const NOTED: usize = 2_000;

/// How a form stands to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Equal,
    Unequal,
    AtMost,
}

/// An item that is not a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The value of a form, which a line says.
    Sum,
    Product(Item, Item),
    Power(Item, u32),
}

#[derive(Clone, Debug)]
pub struct Line {
    pub form: Form,
    pub sign: Sign,
    /// Terms whose variables all differ and whose factors have one sign, the largest first.
    pub shares: Vec<Vec<usize>>,
}

/// A form has one of these residues, or none of them.
#[derive(Clone, Debug)]
pub struct Congruence {
    pub form: Form,
    pub modulus: i128,
    pub residues: Vec<u64>,
    pub is_one: bool,
}

#[derive(Clone, Debug)]
pub enum Constraint {
    Line(Line),
    Congruence(Congruence),
    /// Each two of these items differ.
    Different(Vec<Item>),
    Node(Item),
    OneOf(Item, Vec<i64>),
    /// A condition that holds, or does not, and its cells with their items.
    Truth(Expression, bool, Vec<(usize, Item)>),
}

pub struct Model {
    pub base: u32,
    pub cells: usize,
    pub variables: Vec<Variable>,
    /// The items after the variables.
    pub nodes: Vec<Node>,
    pub start: Vec<Domain>,
    pub constraints: Vec<Constraint>,
    /// The constraints of each item.
    pub touches: Vec<Vec<usize>>,
    pub bounds: Vec<Bound>,
    /// Items of each variable that differ from it, as bits.
    differ: Vec<Vec<u64>>,
    pub known_nodes: HashMap<Node, Item>,
    pub sums: Vec<(Form, Item)>,
}

impl Model {
    /// The model of facts. Of others, such as the conclusion, it only has the variables.
    pub fn new(base: u32, cells: usize, facts: &[&Claim], others: &[&Claim]) -> Result<Self, Empty> {
        let mut variables = Vec::new();
        facts.iter().chain(others).for_each(|claim| claim.for_each_variable(&mut |v| variables.push(v)));
        variables.sort_unstable();
        variables.dedup();
        let allowed = facts.iter().fold(u64::MAX >> (64 - base.clamp(1, 64)), |all, fact| match fact {
            Claim::Digits(digits) => all & digits,
            _ => all,
        });
        let domain = |variable: &Variable| match variable {
            Variable::Cell(_) => Domain::digits(allowed),
            Variable::Carry(..) => Ok(Domain::ANY),
        };
        let start = variables.iter().map(domain).collect::<Result<Vec<_>, _>>()?;
        let mut model = Self {
            base,
            cells,
            touches: vec![Vec::new(); start.len()],
            differ: Vec::new(),
            variables,
            nodes: Vec::new(),
            start,
            constraints: Vec::new(),
            bounds: Vec::new(),
            known_nodes: HashMap::new(),
            sums: Vec::new(),
        };
        facts.iter().for_each(|fact| model.note_differences(fact));
        facts.iter().try_for_each(|fact| model.state(fact))?;
        Ok(model)
    }

    /// Whether all cells are below their number.
    pub fn has_all_cells(&self) -> bool {
        self.variables.iter().all(|variable| !matches!(variable, Variable::Cell(cell) if *cell >= self.cells))
    }

    /// The digits of all cells: those that are known, and all that are left, as bits.
    pub fn digits(&self, domains: &[Domain]) -> (Vec<Option<u8>>, Vec<u64>) {
        let (mut known, mut digits) = (vec![None; self.cells], vec![0; self.cells]);
        for (variable, domain) in self.variables.iter().zip(domains) {
            if let Variable::Cell(cell) = variable {
                known[*cell] = domain.only().and_then(|digit| u8::try_from(digit).ok());
                digits[*cell] = domain.as_digits();
            }
        }
        (known, digits)
    }

    pub fn item(&self, variable: Variable) -> Option<Item> {
        self.variables.binary_search(&variable).ok()
    }

    fn note_differences(&mut self, fact: &Claim) {
        let Claim::Distinct(cells) = fact else { return };
        let count = self.variables.len();
        if count > NOTED {
            return;
        }
        self.differ.resize_with(count, || vec![0; count.div_ceil(64)]);
        let items: Vec<Item> = cells.iter().filter_map(|cell| self.item(Variable::Cell(*cell))).collect();
        for a in &items {
            items.iter().for_each(|b| self.differ[*a][b / 64] |= 1 << (b % 64));
        }
    }

    fn are_different(&self, a: Item, b: Item) -> bool {
        a != b
            && self
                .differ
                .get(a)
                .is_some_and(|row| row.get(b / 64).is_some_and(|word| word >> (b % 64) & 1 == 1))
    }

    /// The form of an item that is a sum.
    pub fn sum(&self, item: Item) -> Option<&Form> {
        self.sums.iter().find(|(_, own)| *own == item).map(|(form, _)| form)
    }

    pub fn add_line(&mut self, form: Form, sign: Sign) {
        let shares = self.shares(&form);
        self.add_last_digits(&form, sign);
        self.add(Constraint::Line(Line { form, sign, shares }));
    }

    /// An equation of numerals says something of its last digits, too. One of digits only says it as well by itself.
    fn add_last_digits(&mut self, form: &Form, sign: Sign) {
        let base = i128::from(self.base);
        let is_multiple = |(_, weight): &&(Item, i128)| weight % base == 0;
        let multiples = form.terms.iter().filter(is_multiple).count();
        let has_nodes = form.terms.iter().any(|(item, _)| *item >= self.variables.len());
        if sign == Sign::Equal && (multiples > 1 && multiples < form.terms.len() || has_nodes) {
            for places in 1..=3 {
                self.add_congruence(form, base.pow(places), vec![0], true);
            }
        }
    }

    /// Terms whose factors are multiples of the modulus say nothing.
    pub fn add_congruence(&mut self, form: &Form, modulus: i128, residues: Vec<u64>, is_one: bool) {
        let terms = form.terms.iter().map(|(item, weight)| (*item, weight.rem_euclid(modulus)));
        let terms = terms.filter(|(_, weight)| *weight != 0).collect();
        let form = Form { terms, constant: form.constant.rem_euclid(modulus) };
        self.add(Constraint::Congruence(Congruence { form, modulus, residues, is_one }));
    }

    /// Parts of a form whose variables all differ: each goes to the first part that it fits.
    fn shares(&self, form: &Form) -> Vec<Vec<usize>> {
        let mut shares: Vec<Vec<usize>> = Vec::new();
        if self.differ.is_empty() {
            return shares;
        }
        let mut order: Vec<usize> = (0..form.terms.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(form.terms[*at].1.unsigned_abs()));
        for at in order {
            let (item, weight) = form.terms[at];
            let fits = |other: &usize| {
                let (other, others) = form.terms[*other];
                (others > 0) == (weight > 0) && self.are_different(item, other)
            };
            match shares.iter_mut().find(|share| share.iter().all(fits)) {
                Some(share) => share.push(at),
                None => shares.push(vec![at]),
            }
        }
        shares.retain(|share| share.len() > 1);
        shares
    }

    pub fn add_truth(&mut self, condition: Expression, wanted: bool) {
        let mut cells = Vec::new();
        condition.for_each_cell(&mut |cell| cells.push(cell));
        cells.sort_unstable();
        cells.dedup();
        let item = |cell: usize| Some((cell, self.item(Variable::Cell(cell))?));
        let cells = cells.into_iter().filter_map(item).collect();
        self.add(Constraint::Truth(condition, wanted, cells));
    }

    pub fn add(&mut self, constraint: Constraint) {
        let at = self.constraints.len();
        constraint.items(self).into_iter().for_each(|item| self.touches[item].push(at));
        self.constraints.push(constraint);
    }

    /// Takes back the constraints from a number on.
    pub fn cut(&mut self, length: usize) {
        for constraint in self.constraints.split_off(length) {
            for item in constraint.items(self) {
                self.touches[item].retain(|at| *at < length);
            }
        }
    }
}

impl Constraint {
    fn items(&self, model: &Model) -> Vec<Item> {
        match self {
            Self::Line(Line { form, .. }) => form.terms.iter().map(|term| term.0).collect(),
            Self::Congruence(Congruence { form, .. }) => {
                let mut items = Vec::new();
                form.terms.iter().for_each(|term| model.parts_of(term.0, &mut items));
                items.sort_unstable();
                items.dedup();
                items
            }
            Self::Different(items) => items.clone(),
            Self::Node(item) => match model.nodes[item - model.variables.len()] {
                Node::Product(a, b) => vec![*item, a, b],
                Node::Power(of, _) => vec![*item, of],
                Node::Sum => vec![*item],
            },
            Self::OneOf(item, _) => vec![*item],
            Self::Truth(_, _, cells) => cells.iter().map(|cell| cell.1).collect(),
        }
    }
}

impl Model {
    /// An item and all that it is made of.
    fn parts_of(&self, item: Item, parts: &mut Vec<Item>) {
        parts.push(item);
        match item.checked_sub(self.variables.len()).map(|node| self.nodes[node]) {
            Some(Node::Product(a, b)) => [a, b].into_iter().for_each(|part| self.parts_of(part, parts)),
            Some(Node::Power(of, _)) => self.parts_of(of, parts),
            Some(Node::Sum) => {
                let form = self.sum(item);
                form.into_iter().flat_map(|form| &form.terms).for_each(|term| self.parts_of(term.0, parts));
            }
            None => {}
        }
    }
}
