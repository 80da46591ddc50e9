//! The model of a search: values with their domains, and the constraints between them.

use std::sync::Arc;

use super::rows;
use super::rows::{Rows, Tie, Valued};
use crate::compile::Problem;
use crate::compile::crossing::{Crossing, Distinct};
use crate::compile::linear::LinearRelation;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::vocabulary::Algebra;

/// The variables of a search, and the constraints between them. The first variables are the cells, the others the values of
/// expressions that must differ.
pub(super) struct Model {
    pub problem: Arc<Problem>,
    /// The values that each variable may have before the search, as bits.
    pub domains: Vec<u64>,
    pub constraints: Vec<Constraint>,
    /// The constraints of each variable.
    pub of_variable: Vec<Vec<u32>>,
    /// Conditions without a cell.
    pub constant: Vec<usize>,
    /// The bytes of its tables.
    pub size: u64,
    /// The words, places and values of all tables, which a state keeps.
    pub words: usize,
    pub places: usize,
}

/// A constraint between some variables.
pub(super) enum Constraint {
    Table(Table),
    Group(Group),
    /// Two variables that differ.
    Differ([usize; 2]),
    Sum(Sum),
    /// A condition that is tested when all but one of its cells are known.
    Test {
        condition: usize,
        cells: Vec<usize>,
    },
}

/// A table, and where a state keeps its remaining rows.
pub(super) struct Table {
    pub rows: Arc<Rows>,
    pub variables: Vec<usize>,
    pub first_word: usize,
    pub first_place: usize,
    /// Its number among the tables.
    pub number: usize,
}

/// Variables that take each value at most this often, and some values at least this often.
pub(super) struct Group {
    pub members: Vec<Member>,
    pub least: usize,
    pub most: usize,
    pub needed: u64,
}

/// A variable of a group: its value plus an offset is what differs.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub variable: usize,
    pub shift: u8,
}

impl Member {
    fn plain(variable: usize) -> Self {
        Self { variable, shift: 0 }
    }
}

/// A sum that is zero, or at most zero; or one that is not zero.
pub(super) struct Sum {
    pub terms: Vec<(usize, i64)>,
    pub constant: i64,
    pub relation: Relation,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Zero,
    NotZero,
    AtMostZero,
}

impl Model {
    /// Makes the tables of a problem, if they fit this number of bytes. A condition whose table does not fit is tested.
    pub fn build(
        problem: &Arc<Problem>,
        crossing: &Crossing,
        memory: u64,
        interrupt: &dyn Interrupt,
    ) -> Result<Self, Interrupted> {
        let mut model = Self {
            problem: Arc::clone(problem),
            domains: problem.domains.iter().map(|digits| digits.bits()).collect(),
            constraints: Vec::new(),
            of_variable: Vec::new(),
            constant: crossing.constant.clone(),
            size: 0,
            words: 0,
            places: 0,
        };
        model.add_groups();
        model.add_blocks(crossing, memory, interrupt)?;
        for distinct in &crossing.distincts {
            model.add_distinct(distinct, memory, interrupt)?;
        }
        for condition in &crossing.sums {
            model.add_condition(*condition);
        }
        for condition in &crossing.tests {
            model.add_condition(*condition);
        }
        model.of_variable = vec![Vec::new(); model.domains.len()];
        for (number, constraint) in model.constraints.iter().enumerate() {
            for variable in constraint.variables() {
                let own = &mut model.of_variable[variable];
                if own.last() != Some(&(number as u32)) {
                    own.push(number as u32);
                }
            }
        }
        Ok(model)
    }

    fn left(&self, memory: u64) -> usize {
        usize::try_from(memory.saturating_sub(self.size)).unwrap_or(usize::MAX)
    }

    fn add_groups(&mut self) {
        let problem = Arc::clone(&self.problem);
        for group in &problem.groups {
            self.constraints.push(Constraint::Group(Group {
                members: group.cells.iter().map(|cell| Member::plain(cell.index())).collect(),
                least: group.least,
                most: group.most,
                needed: if group.least > 0 { group.digits.bits() } else { 0 },
            }));
        }
        for (a, b) in &problem.differ {
            self.constraints.push(Constraint::Differ([a.index(), b.index()]));
        }
    }

    fn add_blocks(
        &mut self,
        crossing: &Crossing,
        memory: u64,
        interrupt: &dyn Interrupt,
    ) -> Result<(), Interrupted> {
        let problem = Arc::clone(&self.problem);
        let mut tables: Vec<Option<Arc<Rows>>> = Vec::new();
        for shape in &crossing.shapes {
            let rows = rows::of_shape(shape, &problem, self.left(memory), interrupt)?;
            self.size += rows.as_ref().map_or(0, |rows| rows.size() as u64);
            tables.push(rows.map(Arc::new));
        }
        for block in &crossing.blocks {
            match &tables[block.shape] {
                Some(rows) => self.add_table(Arc::clone(rows), block.cells.clone()),
                None => block.conditions.iter().for_each(|condition| self.add_condition(*condition)),
            }
        }
        Ok(())
    }

    fn add_table(&mut self, rows: Arc<Rows>, variables: Vec<usize>) {
        let number = self.constraints.iter().filter(|c| matches!(c, Constraint::Table(_))).count();
        let table =
            Table { variables, first_word: self.words, first_place: self.places, number, rows: rows.clone() };
        self.words += rows.words;
        self.places += rows.domains.len();
        self.constraints.push(Constraint::Table(table));
    }

    /// Adds values that must differ: a group, with a variable for each value.
    fn add_distinct(
        &mut self,
        distinct: &Distinct,
        memory: u64,
        interrupt: &dyn Interrupt,
    ) -> Result<(), Interrupted> {
        let problem = Arc::clone(&self.problem);
        let index = |cells: Vec<Cell>| cells.into_iter().map(Cell::index).collect::<Vec<usize>>();
        let cells: Vec<Vec<usize>> = distinct.values.iter().map(|value| index(value.cells())).collect();
        let apart = |a: usize, b: usize| {
            let (a, b) = (Cell::new(a), Cell::new(b));
            let is_both = |cells: &[Cell]| cells.contains(&a) && cells.contains(&b);
            problem.groups.iter().any(|group| group.most == 1 && is_both(&group.cells))
                || problem.differ.iter().any(|pair| *pair == (a, b) || *pair == (b, a))
        };
        let left = self.left(memory);
        let valued = rows::of_values(&distinct.values, &cells, &apart, &problem, left, interrupt)?;
        let Some(valued) = valued else {
            self.add_condition(distinct.condition);
            return Ok(());
        };
        let mut members = Vec::with_capacity(valued.len());
        for (cells, Valued { domain, tie }) in cells.into_iter().zip(valued) {
            let member = match tie {
                Tie::Shift(shift) => Member { variable: cells[0], shift },
                Tie::Constant | Tie::Table(_) => {
                    self.domains.push(u64::MAX);
                    Member::plain(self.domains.len() - 1)
                }
            };
            self.domains[member.variable] &= domain >> member.shift;
            members.push(member);
            if let Tie::Table(rows) = tie {
                self.size += rows.size() as u64;
                self.add_table(rows, [cells, vec![member.variable]].concat());
            }
        }
        let group = Group { members, least: 0, most: 1, needed: 0 };
        self.constraints.push(Constraint::Group(group));
        Ok(())
    }

    /// Adds a condition without a table.
    fn add_condition(&mut self, number: usize) {
        let condition = &self.problem.conditions[number];
        let constraint = match &condition.linear {
            Some(linear) => Constraint::Sum(Sum::of(linear)),
            None => Constraint::Test {
                condition: number,
                cells: condition.cells.iter().map(|cell| cell.index()).collect(),
            },
        };
        self.constraints.push(constraint);
    }
}

impl Constraint {
    fn variables(&self) -> Vec<usize> {
        match self {
            Self::Table(table) => table.variables.clone(),
            Self::Group(group) => group.members.iter().map(|member| member.variable).collect(),
            Self::Differ(pair) => pair.to_vec(),
            Self::Sum(sum) => sum.terms.iter().map(|(variable, _)| *variable).collect(),
            Self::Test { cells, .. } => cells.clone(),
        }
    }

    /// Returns whether narrowing by it twice finds nothing more.
    pub fn is_done_at_once(&self) -> bool {
        match self {
            Self::Group(group) => group.is_plain(),
            _ => matches!(self, Self::Table(_)),
        }
    }

    /// Returns whether it is expensive, so that others come first.
    pub fn is_dear(&self) -> bool {
        matches!(self, Self::Table(_) | Self::Test { .. })
    }
}

impl Group {
    /// Returns whether its variables only have to differ.
    pub fn is_plain(&self) -> bool {
        self.most == 1 && self.least == 0
    }
}

impl Sum {
    fn of(linear: &LinearRelation) -> Self {
        // `x < 0` is `x + 1 ≤ 0`, and `x ≥ 0` is `-x ≤ 0`.
        let (sign, more, relation) = match linear.relation {
            Algebra::Equal => (1, 0, Relation::Zero),
            Algebra::Unequal => (1, 0, Relation::NotZero),
            Algebra::Less => (1, 1, Relation::AtMostZero),
            Algebra::AtMost => (1, 0, Relation::AtMostZero),
            Algebra::Greater => (-1, 1, Relation::AtMostZero),
            _ => (-1, 0, Relation::AtMostZero),
        };
        let terms = linear.form.terms.iter().map(|(cell, c)| (cell.index(), sign * c)).collect();
        Self { terms, constant: sign * linear.form.constant + more, relation }
    }
}
