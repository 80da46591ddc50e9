//! Conditions as tables, for a search that must know which assignments of a few cells each condition allows.
//!
//! A condition whose cells have few assignments is a *block*. Conditions on some of its cells join it, so that one table
//! holds the assignments that all of them allow together. Blocks that differ only in their cells, as the words of a
//! cross-figure do, share a *shape*, and each shape has one table. `distinct(…)` is a list of values that must differ. Every
//! other condition is a sum, which has bounds, or a test.

use std::collections::HashMap;
use std::ops::Range;

use super::program::{Outcome, Program};
use super::{Condition, Judged, Problem};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Cell, Element, Expr};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::vocabulary::{Algebra, Context, FunctionRef};

/// The most assignments, or members of a function, to try for one table.
pub(crate) const LARGEST: f64 = 1_000_000.0;
/// Keeping a member costs more than trying it, so a table may try more of them than it keeps.
const MOST_MEMBERS: f64 = 16_000_000.0;
/// A sum with at most this many assignments excludes more as a table than by its bounds.
const SMALL_SUM: f64 = 2_000.0;
/// The most cells of a problem: each keeps a list of the cells that it differs from.
const MOST_CELLS: usize = 1_000;
/// The most cells of a block: their places are bits.
const WIDEST: usize = 64;

/// The conditions of a problem, by how they narrow the digits of their cells.
#[derive(Debug, Default)]
pub(crate) struct Crossing {
    pub shapes: Vec<Shape>,
    pub blocks: Vec<Block>,
    pub distincts: Vec<Distinct>,
    /// Linear conditions in no block.
    pub sums: Vec<usize>,
    /// Conditions that can only be tested.
    pub tests: Vec<usize>,
    /// Conditions without a cell.
    pub constant: Vec<usize>,
}

/// A table over some cells.
#[derive(Debug)]
pub(crate) struct Block {
    /// Its cells, by place.
    pub cells: Vec<usize>,
    /// Its shape, from which its table is made.
    pub shape: usize,
    /// Its conditions.
    pub conditions: Vec<usize>,
}

/// Everything that decides a table.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The digits that some block allows at each place.
    pub domains: Vec<DigitSet>,
    /// For each place, the places whose digits must differ, as bits.
    pub apart: Vec<u64>,
    /// The conditions that must hold.
    pub questions: Vec<Question>,
    /// The first question as a list of members, if it can be read so.
    pub members: Option<MembersOf>,
}

/// A condition over places instead of cells.
#[derive(Debug)]
pub(crate) struct Question {
    expr: Expr,
    program: Option<Program>,
    /// The last place that it needs.
    pub last: usize,
}

impl Question {
    fn of(expr: Expr, context: &Context) -> Self {
        let last = expr.cells().into_iter().map(Cell::index).max().unwrap_or(0);
        Self { program: Program::of(&expr, context), expr, last }
    }

    /// Returns whether it holds for digits by place, as far as machine words can decide.
    #[inline]
    pub fn holds(&self, digits: &[Digit]) -> Outcome {
        self.program.as_ref().map_or(Outcome::HandOver, |program| program.run(digits))
    }

    /// Returns whether it may hold for digits by place; asks the judge, which may take long.
    pub fn may_hold(&self, digits: &[Digit], context: &Context) -> bool {
        judge::truth(&self.expr, digits, context) != Truth::No
    }
}

/// A question about one word to which few numbers give the answer yes.
#[derive(Debug)]
pub(crate) struct MembersOf {
    function: FunctionRef,
    /// The places of the word: a shown digit, or a place of the table.
    pub word: Vec<Result<Digit, usize>>,
    /// The places of the members whose size fits the digits of the word.
    pub places: Range<u64>,
}

impl MembersOf {
    /// Reads the question. `domains` are the digits at each place of the table.
    fn of(expr: &Expr, domains: &[DigitSet], context: &Context) -> Option<Self> {
        let Expr::Call(function, arguments) = expr else { return None };
        let [Expr::Numeral(numeral)] = &arguments[..] else { return None };
        if !numeral.is_whole() || numeral.base.is_some_and(|base| base != context.base) {
            return None;
        }
        function.member(0)?;
        let place = |element: &Element| match element {
            Element::Shown(digit) => Ok(*digit),
            Element::Hidden(cell) => Err(cell.index()),
        };
        let word: Vec<Result<Digit, usize>> = numeral.whole.iter().map(place).collect();
        let base = i64::from(context.base.get());
        let number = |digit: fn(DigitSet) -> Option<Digit>| {
            word.iter().try_fold(0i64, |number, element| {
                let digit = element.or_else(|place| digit(domains[place]).ok_or(())).ok()?;
                number.checked_mul(base)?.checked_add(digit.into())
            })
        };
        let (least, most) = (number(DigitSet::min)?, number(DigitSet::max)?);
        let places = places_below(function, least)..places_below(function, most.checked_add(1)?);
        Some(Self { function: function.clone(), word, places })
    }

    /// Returns the number of members to try.
    pub fn count(&self) -> u64 {
        self.places.end.saturating_sub(self.places.start)
    }

    /// Returns the member at a place, from 0.
    pub fn get(&self, place: u64) -> Option<i64> {
        self.function.member(place)
    }

    /// Returns the share of members among all numbers of this length.
    pub fn share(&self, context: &Context) -> f64 {
        self.count() as f64 / f64::from(context.base.get()).powi(self.word.len() as i32)
    }
}

/// Returns how many members are less than a number. They rise, so bisection finds the first that is not less.
fn places_below(function: &FunctionRef, number: i64) -> u64 {
    let is_below = |place: u64| function.member(place).is_some_and(|member| member < number);
    if !is_below(0) {
        return 0;
    }
    let mut outside = 1;
    while is_below(outside) {
        outside *= 2;
    }
    let mut inside = outside / 2;
    while outside - inside > 1 {
        let middle = inside + (outside - inside) / 2;
        *(if is_below(middle) { &mut inside } else { &mut outside }) = middle;
    }
    outside
}

/// Values that must differ pairwise.
#[derive(Debug)]
pub(crate) struct Distinct {
    /// The condition.
    pub condition: usize,
    pub values: Vec<Judged>,
}

impl Shape {
    /// Returns an estimate of the number of assignments of its places.
    pub fn space(&self) -> f64 {
        let places = self.domains.iter().zip(&self.apart).enumerate();
        let choices = places.map(|(place, (digits, apart))| {
            let before = apart & ((1 << place) - 1);
            digits.len().saturating_sub(before.count_ones() as usize).max(1) as f64
        });
        choices.product()
    }

    /// Drops the members if there are more of them than assignments.
    fn without_many_members(mut self) -> Self {
        let space = self.space();
        self.members = self.members.filter(|members| members.count() as f64 <= space);
        self
    }

    /// Returns an estimate of the steps that making its table takes.
    pub fn steps(&self) -> f64 {
        self.members.as_ref().map_or(self.space(), |members| (members.count() as f64).min(self.space()))
    }
}

/// Returns whether this reading suits the problem: the conditions ask more than equations and orders of sums, or groups
/// overlap.
pub(crate) fn suits(problem: &Problem) -> bool {
    let asks = |condition: &Condition| match &condition.expr {
        Expr::Call(function, _) => condition.cells.len() <= WIDEST || function.algebra == Algebra::Differ,
        _ => false,
    };
    problem.domains.len() <= MOST_CELLS && (problem.groups.len() > 1 || problem.conditions.iter().any(asks))
}

/// Returns whether a condition calls a function of the calling program, which may take any time.
pub(crate) fn calls_back(problem: &Problem) -> bool {
    fn calls(expr: &Expr) -> bool {
        matches!(expr, Expr::Call(FunctionRef::Own(_), _)) || expr.children().into_iter().any(calls)
    }
    problem.conditions.iter().any(|condition| calls(&condition.expr))
}

/// Reads the conditions of a problem.
pub(crate) fn read(problem: &Problem, interrupt: &dyn Interrupt) -> Result<Crossing, Interrupted> {
    let mut reading = Reading {
        problem,
        apart: apart(problem),
        crossing: Crossing::default(),
        blocks_of: vec![Vec::new(); problem.domains.len()],
        shapes_of: HashMap::new(),
    };
    let mut order: Vec<usize> = (0..problem.conditions.len()).collect();
    // Conditions with the most cells come first, so that others can join them.
    order.arrange_by_key(|condition| std::cmp::Reverse(problem.conditions[*condition].cells.len()));
    for condition in order {
        interrupt.check()?;
        reading.place(condition);
    }
    reading.share_shapes(interrupt)?;
    Ok(reading.crossing)
}

struct Reading<'p> {
    problem: &'p Problem,
    /// The cells that each cell differs from.
    apart: Vec<Vec<usize>>,
    crossing: Crossing,
    /// The blocks of each cell.
    blocks_of: Vec<Vec<usize>>,
    shapes_of: HashMap<String, Vec<usize>>,
}

impl Reading<'_> {
    fn place(&mut self, number: usize) {
        let condition = &self.problem.conditions[number];
        let cells: Vec<usize> = condition.cells.iter().map(|cell| cell.index()).collect();
        let Some(first) = cells.first() else { return self.crossing.constant.push(number) };
        if let Some(values) = values(condition, &self.problem.context) {
            return self.crossing.distincts.push(Distinct { condition: number, values });
        }
        let blocks = &self.crossing.blocks;
        let has_all = |block: &&usize| cells.iter().all(|cell| blocks[**block].cells.contains(cell));
        if let Some(block) = self.blocks_of[*first].iter().find(has_all).copied() {
            return self.crossing.blocks[block].conditions.push(number);
        }
        let space = self.space(&cells);
        let members = MembersOf::of(&condition.expr, &self.problem.domains, &self.problem.context);
        let is_small = match (&condition.linear, &members) {
            (Some(linear), _) => linear.relation == Algebra::Equal && space <= SMALL_SUM,
            (None, Some(members)) => space <= LARGEST || members.count() as f64 <= MOST_MEMBERS,
            (None, None) => condition.wide.is_none() && space <= LARGEST,
        };
        if is_small && cells.len() <= WIDEST {
            let number_of_block = self.crossing.blocks.len();
            cells.iter().for_each(|cell| self.blocks_of[*cell].push(number_of_block));
            self.crossing.blocks.push(Block { cells, shape: 0, conditions: vec![number] });
        } else if condition.linear.is_some() {
            self.crossing.sums.push(number);
        } else {
            self.crossing.tests.push(number);
        }
    }

    fn domains(&self, cells: &[usize]) -> Vec<DigitSet> {
        cells.iter().map(|cell| self.problem.domains[*cell]).collect()
    }

    fn apart_within(&self, cells: &[usize]) -> Vec<u64> {
        let place = |other: &usize| cells.iter().position(|cell| cell == other);
        let bits = |cell: &usize| {
            self.apart[*cell].iter().filter_map(place).fold(0u64, |bits, place| bits | 1 << place)
        };
        cells.iter().map(bits).collect()
    }

    fn space(&self, cells: &[usize]) -> f64 {
        if cells.len() > WIDEST {
            return f64::INFINITY;
        }
        let (domains, apart) = (self.domains(cells), self.apart_within(cells));
        Shape { domains, apart, questions: Vec::new(), members: None }.space()
    }

    /// Gives each block its shape.
    fn share_shapes(&mut self, interrupt: &dyn Interrupt) -> Result<(), Interrupted> {
        let mut blocks = std::mem::take(&mut self.crossing.blocks);
        for block in &mut blocks {
            interrupt.check()?;
            block.shape = self.shape(block);
        }
        self.crossing.blocks = blocks;
        Ok(())
    }

    fn shape(&mut self, block: &Block) -> usize {
        let context = &self.problem.context;
        let (domains, apart) = (self.domains(&block.cells), self.apart_within(&block.cells));
        let mut places = vec![0; self.problem.domains.len()];
        block.cells.iter().enumerate().for_each(|(place, cell)| places[*cell] = place);
        let by_place = |condition: &usize| {
            self.problem.conditions[*condition].expr.with_cells(&|cell| Cell::new(places[cell.index()]))
        };
        let exprs: Vec<Expr> = block.conditions.iter().map(by_place).collect();
        let name = |cell: Cell| format!("[{}]", cell.index());
        let key = exprs[0].written(&name).to_string();
        let known = self.shapes_of.entry(key).or_default();
        for number in &*known {
            let shape = &mut self.crossing.shapes[*number];
            let is_same =
                shape.apart == apart && shape.questions.iter().map(|question| &question.expr).eq(&exprs);
            if !is_same {
                continue;
            }
            let joined: Vec<DigitSet> = shape.domains.iter().zip(&domains).map(|(a, b)| *a | *b).collect();
            let mut wider =
                Shape { domains: joined, apart: apart.clone(), questions: Vec::new(), members: None };
            if wider.space() > LARGEST && wider.domains != shape.domains {
                continue;
            }
            wider.members = MembersOf::of(&exprs[0], &wider.domains, context);
            wider.questions = std::mem::take(&mut shape.questions);
            *shape = wider.without_many_members();
            return *number;
        }
        let number = self.crossing.shapes.len();
        known.push(number);
        let members = MembersOf::of(&exprs[0], &domains, context);
        let questions = exprs.into_iter().map(|expr| Question::of(expr, context)).collect();
        let shape = Shape { domains, apart, questions, members };
        self.crossing.shapes.push(shape.without_many_members());
        number
    }
}

/// Returns the values that a condition requires to differ.
fn values(condition: &Condition, context: &Context) -> Option<Vec<Judged>> {
    match &condition.expr {
        Expr::Call(function, arguments) if function.algebra == Algebra::Differ => {
            Some(arguments.iter().map(|argument| Judged::of(argument, context)).collect())
        }
        _ => None,
    }
}

/// Returns the cells that each cell differs from, by groups and pairs.
fn apart(problem: &Problem) -> Vec<Vec<usize>> {
    let mut apart = vec![Vec::new(); problem.domains.len()];
    for group in problem.groups.iter().filter(|group| group.most == 1) {
        for cell in &group.cells {
            let others = group.cells.iter().filter(|other| *other != cell).map(|other| other.index());
            apart[cell.index()].extend(others);
        }
    }
    for (a, b) in &problem.differ {
        apart[a.index()].push(b.index());
        apart[b.index()].push(a.index());
    }
    apart
}
