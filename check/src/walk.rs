//! The proof: a walk through a tree, and the rules that close digits. Start reading here.
//!
//! Each line of the proof is a node. It names a cell that is not yet known, and digits that a rule closes. Every other
//! open digit of the cell is followed, in ascending order; no line can leave one out. Where all cells are known, the
//! conditions are evaluated. So a proof may be long, but never wrong.

use std::collections::HashSet;
use std::fmt;

use crate::expression::Element;
use crate::expression::Expression;
use crate::expression::count;
use crate::expression::start;
use crate::linear::Form;
use crate::residue::residues_differ;
use crate::statement::Claim;
use crate::statement::Lines;
use crate::statement::Problem;
use crate::statement::Statement;
use crate::statement::digits_of;
use crate::statement::refused;
use crate::value::Open;
use crate::value::Truth;

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
    form: Option<Form>,
}

/// What is known at a place of the tree.
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
        let condition = |expression| {
            let (mut numerals, mut seen) = (Vec::new(), HashSet::new());
            Expression::numerals(expression, &mut numerals);
            let elements = numerals.into_iter().flat_map(|numeral| numeral.elements());
            let cell = |element| if let Element::Cell(cell) = element { Some(cell) } else { None };
            let cells = elements.filter_map(cell).filter(|cell| seen.insert(*cell)).collect();
            Condition { expression, cells, form: Form::read(expression, &different) }
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
            return refused(
                lines.number,
                format!("`{}` is left over: no place of the tree is open", start(&end)),
            );
        };
        let Some(number) = count(number) else { return lines.malformed("expected `end` and a number") };
        if number != self.nodes {
            return refused(lines.number, format!("the proof has {} nodes, not {number}", self.nodes));
        }
        let expected = match self.statement.claim {
            Claim::Count(number) => number,
            Claim::Listed => self.statement.solutions.len() as u64,
            Claim::Some => self.found,
        };
        if self.found != expected {
            return refused(
                lines.number,
                format!("the proof finds {} solutions, not {expected}", self.found),
            );
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
                    let cell = node.cell;
                    self.set(cell, digit);
                    break;
                }
                way.pop();
            }
        }
    }

    /// Reads a line of the proof and tries its rules.
    fn node(&mut self, lines: &mut Lines) -> Result<Node, Problem> {
        let line = lines.take("a node of the proof")?;
        if line.starts_with("end ") {
            return refused(lines.number, format!("the proof ends where a place is open: {}", self.place()));
        }
        self.nodes += 1;
        if self.nodes > self.limit {
            return lines.malformed(format!("the proof has more nodes than the limit of {}", self.limit));
        }
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let Some(cell) = self.statement.cells.get(name).copied() else {
            return lines.malformed(format!("expected the name of a cell, not `{}`", start(name)));
        };
        if self.known[cell].is_some() {
            return refused(lines.number, format!("{name} is known already: {}", self.place()));
        }
        let mut left = self.open_digits(cell);
        while let Some(rule) = words.next() {
            let Some(read) = self.rule(rule) else {
                return lines.malformed(format!("expected a rule, not `{}`", start(rule)));
            };
            let digits = digits_of(words.next().unwrap_or_default(), self.statement.base);
            let closed = digits.or_else(|problem| lines.malformed(problem))?;
            if closed & !left != 0 {
                let digit = (closed & !left).trailing_zeros();
                return refused(lines.number, format!("{name}={digit} is not open with {}", self.place()));
            }
            for digit in (0..64).filter(|digit| closed >> digit & 1 == 1) {
                self.set(cell, digit);
                let applies = self.applies(read);
                self.release(cell);
                if !applies {
                    return refused(
                        lines.number,
                        format!("{rule} does not close {name}={digit} with {}", self.place()),
                    );
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

    /// Whether the rule shows that no solution has the digits that are known now.
    pub fn applies(&mut self, rule: Rule) -> bool {
        match rule {
            Rule::Value(k) => {
                self.look_at(k).is_none() || self.open().truth(self.conditions[k].expression) == Truth::No
            }
            Rule::Bounds(k) => {
                self.look_at(k);
                self.conditions[k].form.as_ref().is_some_and(|form| form.is_excluded(&self.known, &self.open))
            }
            Rule::Divisor(k) => {
                self.conditions[k].form.as_ref().is_some_and(|form| form.is_indivisible(&self.known))
            }
            Rule::Residue(k, modulus) => {
                self.look_at(k).is_none()
                    || residues_differ(self.conditions[k].expression, modulus, &self.known, &self.open())
            }
            Rule::Group(j) => self.is_overfull(j),
        }
    }

    /// Notes the open digits of each cell of a condition; `None` if one has no digit left.
    fn look_at(&mut self, condition: usize) -> Option<()> {
        let mut has_all = true;
        for cell in &self.conditions[condition].cells {
            let open = self.open_digits(*cell);
            has_all &= open != 0;
            self.open[*cell] = open;
        }
        has_all.then_some(())
    }

    fn open(&self) -> Open<'_> {
        Open { digits: &self.open, base: self.statement.base }
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
            let left = |digit: usize| u64::from(most.saturating_sub(self.taken[group][digit]));
            (0..64).filter(|digit| digits >> digit & 1 == 1).map(left).sum()
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
        let keeps_to = |(number, group): (usize, &crate::statement::Group)| {
            let taken = &self.taken[number];
            let has_enough = |digit: usize| group.digits >> digit & 1 == 0 || taken[digit] >= group.least;
            (0..64).all(has_enough) && taken.iter().all(|taken| *taken <= group.most)
        };
        let mut holds = self.statement.groups.iter().enumerate().all(keeps_to)
            && self.statement.pairs.iter().all(|(a, b)| self.known[*a] != self.known[*b]);
        for (open, known) in self.open.iter_mut().zip(&self.known) {
            *open = known.map_or(0, |digit| 1 << digit);
        }
        let mut undecided = None;
        for (number, condition) in self.conditions.iter().enumerate() {
            match self.open().truth(condition.expression) {
                Truth::No => holds = false,
                Truth::Maybe => undecided = Some(number + 1),
                Truth::Yes => {}
            }
        }
        match undecided {
            Some(number) if holds => {
                refused(line, format!("condition {number} is too large to decide with {}", self.place()))
            }
            _ => Ok(holds),
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
            return refused(lines.number, format!("this solution is not listed: {}", self.place()));
        }
        Ok(())
    }

    /// A claim of some solutions: each is evaluated.
    fn evaluate_the_listed(&mut self, lines: &Lines) -> Result<(), Problem> {
        for solution in &self.statement.solutions {
            for (cell, digit) in solution.iter().enumerate() {
                self.set(cell, *digit);
            }
            let is_allowed =
                solution.iter().zip(&self.statement.masks).all(|(digit, mask)| mask >> digit & 1 == 1);
            if !is_allowed || !self.holds(lines.number)? {
                return refused(lines.number, format!("this is no solution: {}", self.place()));
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
    let is_plain = !text.is_empty() && !text.starts_with('0') && text.bytes().all(|c| c.is_ascii_digit());
    let modulus = if is_plain { text.parse::<u64>().ok()? } else { return None };
    (2..1 << 63).contains(&modulus).then_some(modulus)
}
