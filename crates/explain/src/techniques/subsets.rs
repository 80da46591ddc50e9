//! Where all open digits are too many to go through: a smallest set of columns or conditions of which the ways can be gone
//! through, and rule out something.

use super::cases::EXHAUST;
use super::exhaust::{as_places, as_vars};
use super::{Find, JUDGED, Look, MOST_TUPLES, Subject, TRIED_AT_ONCE, narrowed, table};
use crate::scene::{Id, Stated, Var};
use crate::state::News;
use crate::step::At;
use crate::ways::{Sum, Ways};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::Digit;
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use std::cell::RefCell;

/// The most columns or conditions that are taken together.
const MOST_TOGETHER: usize = 3;

/// The most sets that are looked at, and the most assignments that are tried for all of them together.
const MOST_SETS: usize = 400;
const MOST_TRIED: u64 = 200_000;

/// A column or a condition with open digits.
struct Item<'a> {
    fact: Id,
    at: At,
    vars: Vec<Var>,
    /// The sum that it is, if it is a column.
    sum: Option<(&'a [(Var, i64)], i64)>,
    /// The condition that it is, if it is not read by its columns.
    stated: Option<&'a Stated>,
}

/// Items that are taken together, and the number of ways to give their variables values.
struct Together {
    items: Vec<usize>,
    vars: Vec<Var>,
    /// The variables that are filled in.
    tried: Vec<Var>,
    ways: u64,
}

impl Look<'_> {
    /// The smallest set of columns or conditions, with the fewest ways, of which the ways rule out a digit or carry.
    pub fn some_at_once(&self) -> Option<Find> {
        let items = self.items();
        let mut sets = self.together(&items, (0..items.len()).map(|item| vec![item]).collect());
        let (mut looked_at, mut left) = (0, MOST_TRIED);
        for size in 1..=MOST_TOGETHER {
            for set in &sets {
                looked_at += 1;
                if looked_at > MOST_SETS || left == 0 || !self.works(1) {
                    return None;
                }
                if let Some(news) = self.ruled_out(&items, set, &mut left) {
                    return Some(self.found(&items, set, news));
                }
            }
            if size < MOST_TOGETHER {
                sets = self.together(&items, larger(&items, &sets));
            }
        }
        None
    }

    fn items(&self) -> Vec<Item<'_>> {
        let columns = self.scene.columns.iter().map(|column| Item {
            fact: column.given,
            at: At { equation: Some(column.at.equation), columns: vec![column.at.column] },
            vars: column.terms.iter().map(|(var, _)| *var).collect(),
            sum: Some((&column.terms, column.equals)),
            stated: None,
        });
        let is_read_whole = |stated: &&Stated| !self.scene.has_columns(stated.number);
        let conditions = self.scene.stated.iter().filter(is_read_whole).map(|stated| Item {
            fact: stated.given,
            at: At { equation: Some(stated.number), columns: Vec::new() },
            vars: stated.places.iter().map(|place| Var::Place(*place)).collect(),
            sum: None,
            stated: Some(stated),
        });
        let is_open = |item: &Item| item.vars.iter().any(|var| self.state.value(*var).is_none());
        columns.chain(conditions).filter(is_open).take(MOST_SETS).collect()
    }

    /// Those sets that the checker can go through, those with the fewest ways first.
    fn together(&self, items: &[Item], sets: Vec<Vec<usize>>) -> Vec<Together> {
        let together = |set: Vec<usize>| {
            let mut vars: Vec<Var> = set.iter().flat_map(|item| items[*item].vars.iter().copied()).collect();
            vars.arrange();
            vars.dedup();
            let all = vars.iter().try_fold(1_u64, |product, var| {
                product.checked_mul(self.state.count(self.scene, *var) as u64)
            })?;
            let tried = self.tried(&vars, set.iter().filter_map(|item| self.follows(&items[*item])));
            let ways = self.ways_to_fill(&tried);
            (all <= MOST_TUPLES).then_some(Together { items: set, vars, tried, ways })
        };
        let mut sets: Vec<Together> = sets.into_iter().filter_map(together).collect();
        sets.arrange_by_key(|set| set.ways);
        sets.truncate(MOST_SETS);
        sets
    }

    /// What follows from the other variables of a column or condition, and these.
    fn follows(&self, item: &Item) -> Option<(Vec<Var>, Vec<Var>)> {
        if let Some(stated) = item.stated {
            return table::follows(&stated.expr).map(|(made, from)| (as_vars(made), as_vars(from)));
        }
        // Below a column stands one digit of its sum, and the others are carried.
        let (terms, _) = item.sum?;
        let below = terms.iter().find(|(var, times)| matches!(var, Var::Place(_)) && *times == -1);
        let carried = terms.iter().filter(|(_, times)| times % self.scene.b() == 0);
        let made: Vec<Var> = carried.chain(below).map(|(var, _)| *var).collect();
        let from = item.vars.iter().copied().filter(|var| !made.contains(var)).collect();
        Some((made, from))
    }

    /// What no way has of the values that are open; nothing if each value has a way, or if there are too many to try.
    fn ruled_out(&self, items: &[Item], set: &Together, left: &mut u64) -> Option<Vec<News>> {
        let open: Vec<Var> =
            set.vars.iter().copied().filter(|var| self.state.value(*var).is_none()).collect();
        let values: Vec<Vec<i64>> = open.iter().map(|var| self.state.values(self.scene, *var)).collect();
        let at = |var: &Var| open.iter().position(|other| other == var);
        let mut sums = Vec::new();
        for (terms, equals) in set.items.iter().filter_map(|item| items[*item].sum) {
            let mut sum = Sum { factors: vec![0; open.len()], equals };
            for (var, times) in terms {
                match (at(var), self.state.value(*var)) {
                    (Some(at), _) => sum.factors[at] += times,
                    (None, value) => sum.equals -= times * value?,
                }
            }
            sums.push(sum);
        }
        let conditions: Vec<&Stated> = set.items.iter().filter_map(|item| items[*item].stated).collect();
        let judged = conditions.iter().map(|stated| JUDGED + stated.size).sum::<u64>();
        let known: Vec<Digit> =
            (0..self.scene.cells.len()).map(|place| self.state.digit(place).unwrap_or(0)).collect();
        let met: RefCell<Vec<Vec<bool>>> =
            RefCell::new(values.iter().map(|values| vec![false; values.len()]).collect());
        let test = |way: &[i64]| {
            self.work.set(self.work.get() + judged);
            let mut digits = known.clone();
            for (var, value) in open.iter().zip(way) {
                if let Var::Place(place) = var {
                    digits[*place] = Digit::try_from(*value).unwrap_or(0);
                }
            }
            let holds =
                |stated: &&Stated| judge::truth(&stated.expr, &digits, &self.scene.context) != Truth::No;
            if conditions.iter().all(holds) {
                for (at, value) in way.iter().enumerate() {
                    let index = values[at].iter().position(|own| own == value);
                    index.into_iter().for_each(|index| met.borrow_mut()[at][index] = true);
                }
            }
            // Nothing is kept but which values occur.
            false
        };
        let differ = |a: usize, b: usize| match (open[a], open[b]) {
            (Var::Place(a), Var::Place(b)) => self.scene.differ[a][b],
            _ => false,
        };
        let ways = Ways {
            values: &values,
            sums: &sums,
            differ: &differ,
            test: &test,
            most: 0,
            work: *left,
            watch: self.watch,
        };
        let all = ways.all();
        let tried = all.as_ref().map_or(*left, |(_, tried)| *tried);
        *left -= tried;
        self.work.set(self.work.get() + tried / TRIED_AT_ONCE);
        all.ok()?;
        let met = met.into_inner();
        if met.iter().any(|met| met.iter().all(|met| !met)) {
            return Some(vec![News::False]);
        }
        let mut news = Vec::new();
        for (at, var) in open.iter().enumerate() {
            let kept = values[at].iter().zip(&met[at]).filter(|(_, met)| **met);
            let kept: Vec<i64> = kept.map(|(value, _)| *value).collect();
            if kept.len() < values[at].len() {
                news.push(narrowed(*var, &kept));
            }
        }
        (!news.is_empty()).then_some(news)
    }

    fn found(&self, items: &[Item], set: &Together, news: Vec<News>) -> Find {
        let mut facts: Vec<Id> = set.items.iter().map(|item| items[*item].fact).collect();
        facts.arrange();
        facts.dedup();
        let mut find = self.enumerated(&EXHAUST, &set.vars, &facts, news, 1);
        let open = |place: &usize| self.state.digit(*place).is_none();
        let places: Vec<usize> = as_places(&set.vars).into_iter().filter(open).collect();
        find.gives.splice(0..0, places.iter().filter_map(|place| self.untaken(*place)));
        find.ways = set.ways;
        find.weight = EXHAUST.weight + 100 * u64::from(set.ways.max(1).ilog2());
        find.at = self.at_all(items, set);
        let conditions = set.items.iter().filter(|item| items[**item].stated.is_some());
        let conditions = conditions
            .filter_map(|item| self.scene.stated.iter().position(|stated| stated.given == items[*item].fact));
        find.subject = Subject::Some(set.ways, as_places(&set.tried), conditions.collect());
        find
    }

    /// Where all items of a set stand, if they are columns of one equation.
    fn at_all(&self, items: &[Item], set: &Together) -> At {
        let first = &items[set.items[0]].at;
        let is_own = |item: &usize| items[*item].at.equation == first.equation;
        if !set.items.iter().all(is_own) {
            return At::default();
        }
        let mut columns: Vec<usize> =
            set.items.iter().flat_map(|item| items[*item].at.columns.iter().copied()).collect();
        columns.arrange();
        At { equation: first.equation, columns }
    }
}

/// The sets with one item more that shares a variable with them: columns of one equation, or conditions.
fn larger(items: &[Item], sets: &[Together]) -> Vec<Vec<usize>> {
    let mut larger: Vec<Vec<usize>> = Vec::new();
    for set in sets {
        let last = set.items.last().copied().unwrap_or(0);
        for (index, item) in items.iter().enumerate().skip(last + 1) {
            let first = &items[set.items[0]];
            let is_alike = item.stated.is_some() == first.stated.is_some()
                && (item.stated.is_some() || item.at.equation == first.at.equation);
            if is_alike && item.vars.iter().any(|var| set.vars.contains(var)) {
                larger.push([&set.items[..], &[index]].concat());
            }
            if larger.len() > 10 * MOST_SETS {
                return larger;
            }
        }
    }
    larger
}
