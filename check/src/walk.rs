//! The proof: a walk through a tree, and the rules that close digits. Start reading here.
//!
//! Each line of the proof is a node. It names a cell that is not yet known, and digits that a rule closes. Every other
//! open digit of the cell is followed, in ascending order; no line can leave one out. Where all cells are known, the
//! conditions are evaluated. So a proof may be long, but never wrong.

use std::collections::HashSet;
use std::fmt;

use crate::expression::Expression;
use crate::linear;
use crate::linear::Form;
use crate::residue::Residues;
use crate::statement::{Claim, Lines, Problem, Statement, count, digits_in, digits_of, refused, start};
use crate::value::Open;

/// Why a digit is closed: a rule and what it looks at, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Value(usize),
    Bounds(usize),
    Divisor(usize),
    Group(usize),
    Residue(usize, u64),
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Value(k) => write!(f, "v{}", k + 1),
            Self::Bounds(k) => write!(f, "l{}", k + 1),
            Self::Divisor(k) => write!(f, "d{}", k + 1),
            Self::Group(j) => write!(f, "g{}", j + 1),
            Self::Residue(k, modulus) => write!(f, "m{}/{modulus}", k + 1),
        }
    }
}

/// A condition as the rules need it.
struct Condition<'s> {
    expression: &'s Expression,
    cells: Vec<usize>,
    form: Option<Box<dyn Form>>,
}

/// The knowledge at a place of the tree.
pub struct Walk<'s> {
    statement: &'s Statement,
    conditions: Vec<Condition<'s>>,
    /// For each cell: its groups and its partners in pairs.
    groups_of: Vec<Vec<usize>>,
    partners_of: Vec<Vec<usize>>,
    known: Vec<Option<u8>>,
    unknown: usize,
    /// For each group: how often each digit is taken, and the digits that are taken as often as they may be.
    taken: Vec<[u32; 64]>,
    full: Vec<u64>,
    /// The open digits of the cells of the condition that was looked at last.
    open: Vec<u64>,
    found: u64,
    nodes: u64,
    limit: u64,
}

/// A node on the way to the present place.
struct Node {
    cell: usize,
    /// Digits that are still to be followed.
    left: u64,
}

impl<'s> Walk<'s> {
    pub fn new(statement: &'s Statement, limit: u64) -> Self {
        let cells = statement.names.len();
        let (mut groups_of, mut partners_of) = (vec![Vec::new(); cells], vec![Vec::new(); cells]);
        for (number, group) in statement.groups.iter().enumerate() {
            group.cells.iter().for_each(|cell| groups_of[*cell].push(number));
        }
        for (a, b) in &statement.pairs {
            partners_of[*a].push(*b);
            partners_of[*b].push(*a);
        }
        let different = |cell: usize| {
            groups_of[cell].iter().copied().find(|group: &usize| statement.groups[*group].is_different)
        };
        let condition = |expression: &'s Expression| {
            let (mut cells, mut seen) = (Vec::new(), HashSet::new());
            expression.for_each_cell(&mut |cell| cells.extend(seen.insert(cell).then_some(cell)));
            Condition { expression, cells, form: linear::read(expression, &different) }
        };
        let never_full = |most: u32| if most == 0 { u64::MAX } else { 0 };
        Self {
            conditions: statement.conditions.iter().map(condition).collect(),
            full: statement.groups.iter().map(|group| never_full(group.most)).collect(),
            taken: vec![[0; 64]; statement.groups.len()],
            known: vec![None; cells],
            open: vec![0; cells],
            unknown: cells,
            found: 0,
            nodes: 0,
            statement,
            groups_of,
            partners_of,
            limit,
        }
    }

    /// Walks through the whole proof. Yields its number of nodes.
    pub fn check(mut self, lines: &mut Lines) -> Result<u64, Problem> {
        if self.statement.claim == Claim::Some {
            self.evaluate_the_listed(lines)?;
        } else {
            self.walk(lines)?;
        }
        let end = lines.take("`end`")?;
        let Some(number) = end.strip_prefix("end ") else {
            let left = format!("`{}` is left over: no place of the tree is open", start(&end));
            return Err(refused(lines.number, left));
        };
        let number = count(number).ok_or_else(|| lines.malformed("expected `end` and a number"))?;
        if number != self.nodes {
            let differs = format!("the proof has {} nodes, not {number}", self.nodes);
            return Err(refused(lines.number, differs));
        }
        let expected = match self.statement.claim {
            Claim::Count(number) => number,
            Claim::Listed => self.statement.solutions.len() as u64,
            Claim::Some => self.found,
        };
        if self.found != expected {
            let differs = format!("the proof finds {} solutions, not {expected}", self.found);
            return Err(refused(lines.number, differs));
        }
        Ok(self.nodes)
    }

    fn walk(&mut self, lines: &mut Lines) -> Result<(), Problem> {
        let mut way: Vec<Node> = Vec::new();
        loop {
            if self.unknown == 0 {
                self.count_solution(lines)?;
            } else {
                way.push(self.node(lines)?);
            }
            // On to the next digit that is to be followed.
            loop {
                let Some(node) = way.last_mut() else { return Ok(()) };
                self.release(node.cell);
                if node.left != 0 {
                    let digit = node.left.trailing_zeros() as u8;
                    node.left &= node.left - 1;
                    self.set(node.cell, digit);
                    break;
                }
                way.pop();
            }
        }
    }

    /// Reads a line of the proof and tries its rules.
    fn node(&mut self, lines: &mut Lines) -> Result<Node, Problem> {
        let line = lines.take("a node of the proof")?;
        let refuse = |why: String| Err(refused(lines.number, why));
        if line.starts_with("end ") {
            return refuse(format!("the proof ends where a place is open: {}", self.place()));
        }
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(lines.malformed(format!("the proof has more nodes than the limit of {}", self.limit)));
        }
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let cell = self.statement.cells.get(name).copied();
        let no_cell = || lines.malformed(format!("expected the name of a cell, not `{}`", start(name)));
        let cell = cell.ok_or_else(no_cell)?;
        if self.known[cell].is_some() {
            return refuse(format!("{name} is known already: {}", self.place()));
        }
        let mut left = self.open_digits(cell);
        while let Some(word) = words.next() {
            let no_rule = || lines.malformed(format!("expected a rule, not `{}`", start(word)));
            let rule = self.rule(word).ok_or_else(no_rule)?;
            let closed = digits_of(words.next().unwrap_or_default(), self.statement.base);
            let closed = closed.map_err(|problem| lines.malformed(problem))?;
            if let Some(digit) = digits_in(closed & !left).next() {
                return refuse(format!("{name}={digit} is not open with {}", self.place()));
            }
            for digit in digits_in(closed) {
                self.set(cell, digit);
                let applies = self.applies(rule);
                self.release(cell);
                if !applies {
                    return refuse(format!("{word} does not close {name}={digit} with {}", self.place()));
                }
            }
            left &= !closed;
        }
        Ok(Node { cell, left })
    }

    /// Reads a rule.
    pub fn rule(&self, text: &str) -> Option<Rule> {
        let (letter, number) = text.split_at_checked(1)?;
        let (number, modulus) = number.split_once('/').map_or((number, None), |(n, m)| (n, Some(m)));
        let number = usize::try_from(count(number)?.checked_sub(1)?).ok()?;
        let things = if letter == "g" { self.statement.groups.len() } else { self.conditions.len() };
        let rule = match (letter, modulus) {
            ("v", None) => Rule::Value(number),
            ("l", None) => Rule::Bounds(number),
            ("d", None) => Rule::Divisor(number),
            ("g", None) => Rule::Group(number),
            ("m", Some(modulus)) => Rule::Residue(number, modulus_of(modulus)?),
            _ => return None,
        };
        (number < things).then_some(rule)
    }

    /// The digits that are known, by cell.
    pub fn known(&self) -> &[Option<u8>] {
        &self.known
    }

    /// The cells of a condition.
    pub fn cells(&self, condition: usize) -> &[usize] {
        &self.conditions[condition].cells
    }

    /// Whether a condition compares two linear forms.
    pub fn is_linear(&self, condition: usize) -> bool {
        self.conditions[condition].form.is_some()
    }

    /// The number and the weights of a linear equation.
    pub fn equation(
        &self,
        condition: usize,
    ) -> Option<(num_bigint::BigInt, Vec<(usize, num_bigint::BigInt)>)> {
        self.conditions[condition].form.as_ref()?.equation()
    }

    /// Whether the rule shows that no solution has the digits that are known now.
    pub fn applies(&mut self, rule: Rule) -> bool {
        let k = match rule {
            Rule::Group(j) => return self.is_overfull(j),
            Rule::Value(k) | Rule::Bounds(k) | Rule::Divisor(k) | Rule::Residue(k, _) => k,
        };
        let is_stuck = !matches!(rule, Rule::Divisor(_)) && self.look_at(k);
        let Condition { expression, form, .. } = &self.conditions[k];
        let has_form = |applies: &dyn Fn(&dyn Form) -> bool| form.as_deref().is_some_and(applies);
        match rule {
            Rule::Bounds(_) => has_form(&|form| form.is_excluded(&self.known, &self.open)),
            Rule::Divisor(_) => has_form(&|form| form.is_indivisible(&self.known)),
            Rule::Residue(_, modulus) => {
                is_stuck || Residues { modulus, open: self.open() }.differ(expression)
            }
            _ => is_stuck || self.open().truth(expression) == Some(false),
        }
    }

    /// Notes the open digits of each cell of a condition, and whether one has no digit left.
    fn look_at(&mut self, condition: usize) -> bool {
        let mut is_stuck = false;
        for cell in &self.conditions[condition].cells {
            let open = self.open_digits(*cell);
            is_stuck |= open == 0;
            self.open[*cell] = open;
        }
        is_stuck
    }

    fn open(&self) -> Open<'_> {
        Open { known: &self.known, digits: &self.open, base: self.statement.base, bounds: &[] }
    }

    /// The digits of its line less those that a group or a partner has taken; of a known cell its digit.
    pub fn open_digits(&self, cell: usize) -> u64 {
        if let Some(digit) = self.known[cell] {
            return 1 << digit;
        }
        let full = self.groups_of[cell].iter().fold(0, |full, group| full | self.full[*group]);
        let partners = self.partners_of[cell].iter().filter_map(|partner| self.known[*partner]);
        self.statement.masks[cell] & !full & !partners.fold(0, |taken, digit| taken | 1 << digit)
    }

    /// Pigeonholes: a group has more unknown cells than places, or must have more digits than it has unknown cells.
    fn is_overfull(&self, group: usize) -> bool {
        let rules = &self.statement.groups[group];
        let unknown = || rules.cells.iter().filter(|cell| self.known[**cell].is_none());
        let open = unknown().fold(0, |open, cell| open | self.open_digits(*cell));
        let count_over = |digits: u64, most: u32| -> u64 {
            let left = |digit| u64::from(most.saturating_sub(self.taken[group][usize::from(digit)]));
            digits_in(digits).map(left).sum()
        };
        let cells = unknown().count() as u64;
        cells > count_over(open, rules.most) || count_over(rules.digits, rules.least) > cells
    }

    /// Takes a digit as known; another of the same cell must have been released.
    pub fn set(&mut self, cell: usize, digit: u8) {
        self.known[cell] = Some(digit);
        self.unknown -= 1;
        self.count_in_groups(cell, digit, 1);
    }

    /// Takes it back.
    pub fn release(&mut self, cell: usize) {
        if let Some(digit) = self.known[cell].take() {
            self.unknown += 1;
            self.count_in_groups(cell, digit, -1);
        }
    }

    fn count_in_groups(&mut self, cell: usize, digit: u8, change: i32) {
        for group in &self.groups_of[cell] {
            let taken = &mut self.taken[*group][usize::from(digit)];
            *taken = taken.saturating_add_signed(change);
            let is_full = *taken >= self.statement.groups[*group].most;
            let bit = 1 << digit;
            self.full[*group] = if is_full { self.full[*group] | bit } else { self.full[*group] & !bit };
        }
    }

    /// Where all cells are known: whether they keep to groups, pairs and conditions.
    pub fn holds(&mut self, line: u64) -> Result<bool, Problem> {
        let keeps_to = |(group, taken): (&crate::statement::Group, &[u32; 64])| {
            digits_in(group.digits).all(|digit| taken[usize::from(digit)] >= group.least)
                && taken.iter().all(|taken| *taken <= group.most)
        };
        let mut holds = self.statement.groups.iter().zip(&self.taken).all(keeps_to)
            && self.statement.pairs.iter().all(|(a, b)| self.known[*a] != self.known[*b]);
        for (open, known) in self.open.iter_mut().zip(&self.known) {
            *open = known.map_or(0, |digit| 1 << digit);
        }
        let mut undecided = None;
        for (number, condition) in self.conditions.iter().enumerate() {
            match self.open().truth(condition.expression) {
                Some(truth) => holds &= truth,
                None => undecided = Some(number + 1),
            }
        }
        match undecided.filter(|_| holds) {
            Some(number) => {
                let large = format!("condition {number} is too large to decide with {}", self.place());
                Err(refused(line, large))
            }
            None => Ok(holds),
        }
    }

    fn count_solution(&mut self, lines: &Lines) -> Result<(), Problem> {
        if !self.holds(lines.number)? {
            return Ok(());
        }
        self.found += 1;
        let digits: Vec<u8> = self.known.iter().flatten().copied().collect();
        let is_listed = self.statement.solutions.binary_search(&digits).is_ok();
        if self.statement.claim == Claim::Listed && !is_listed {
            return Err(refused(lines.number, format!("this solution is not listed: {}", self.place())));
        }
        Ok(())
    }

    /// A claim of some solutions: each is evaluated.
    fn evaluate_the_listed(&mut self, lines: &Lines) -> Result<(), Problem> {
        for solution in &self.statement.solutions {
            solution.iter().enumerate().for_each(|(cell, digit)| self.set(cell, *digit));
            let is_allowed = |(digit, mask): (&u8, &u64)| mask >> digit & 1 == 1;
            if !solution.iter().zip(&self.statement.masks).all(is_allowed) || !self.holds(lines.number)? {
                return Err(refused(lines.number, format!("this is no solution: {}", self.place())));
            }
            self.found += 1;
            (0..solution.len()).for_each(|cell| self.release(cell));
        }
        Ok(())
    }

    /// The digits that are known, for messages.
    fn place(&self) -> String {
        let known = self.statement.names.iter().zip(&self.known);
        let known = known.filter_map(|(name, digit)| Some(format!("{name}={}", (*digit)?)));
        let mut shown: Vec<String> = known.take(41).collect();
        if shown.is_empty() {
            return "no digit known".into();
        }
        if shown.len() > 40 {
            shown[40] = "…".into();
        }
        shown.join(" ")
    }
}

fn modulus_of(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|modulus| is_plain && (2..1 << 63).contains(modulus))
}
