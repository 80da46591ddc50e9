//! The last resort: all digits that are still open, gone through at once.

use super::cases::EXHAUST;
use super::{Find, Give, JUDGED, Look, MOST_TUPLES, Subject, TRIED_AT_ONCE, table};
use crate::scene::{Id, Stated, Var};
use crate::state::{News, RawProof};
use crate::step::Rule;
use crate::ways::{Sum, Ways, fillings};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Element;
use fukumen_language::judge;
use fukumen_language::judge::Truth;

/// The most ways that are kept, and the most assignments that are tried for them.
const MOST_KEPT: usize = 1000;
const MOST_TRIED: u64 = 2_000_000;

/// The conditions that make one unit of work when they are put together.
const CONDITIONS_AT_ONCE: u64 = 64;

impl Look<'_> {
    /// All open digits of the puzzle at once, if the checker can go through them: what all ways have in common. These are gone
    /// through, unless all solutions of the puzzle are known.
    pub fn all_at_once(&self, solutions: Option<&[Vec<Digit>]>) -> Option<Find> {
        let open: Vec<usize> =
            (0..self.scene.cells.len()).filter(|place| self.state.digit(*place).is_none()).collect();
        let tuples = open.iter().try_fold(1_u64, |product, place| {
            product.checked_mul(self.state.open(self.scene, *place).len() as u64)
        })?;
        if tuples > MOST_TUPLES {
            return None;
        }
        let vars: Vec<Var> = open.iter().map(|place| Var::Place(*place)).collect();
        let conditions: Vec<&Stated> = self
            .scene
            .stated
            .iter()
            // Without techniques, what is known may contradict a condition.
            .filter(|stated| {
                solutions.is_some() || stated.places.iter().any(|place| self.state.digit(*place).is_none())
            })
            .collect();
        if !self.works(conditions.len() as u64 / CONDITIONS_AT_ONCE) {
            return None;
        }
        let ways = match solutions {
            Some(solutions) => self.ways_that_solve(&open, solutions),
            None => self.ways_that_hold(&open, &vars, &conditions)?,
        };
        let news = self.news_of(&vars, &ways);
        if news.is_empty() {
            return None;
        }
        let links = conditions.iter().filter_map(|stated| table::follows(&stated.expr));
        let tried = self.tried(&vars, links.map(|(made, from)| (as_vars(made), as_vars(from))));
        let mut facts: Vec<Id> = conditions.iter().map(|stated| stated.given).collect();
        facts.extend(self.facts_of_drawing(&open));
        let mut vars = vars;
        let mut is_named = vec![false; self.scene.cells.len()];
        open.iter().for_each(|place| is_named[*place] = true);
        for place in conditions.iter().flat_map(|stated| &stated.places) {
            if !std::mem::replace(&mut is_named[*place], true) {
                vars.push(Var::Place(*place));
            }
        }
        facts.arrange();
        facts.dedup();
        let mut find = self.enumerated(&EXHAUST, &vars, &facts, news, 1);
        find.gives.splice(0..0, open.iter().filter_map(|place| self.untaken(*place)));
        find.ways = self.ways_to_fill(&tried);
        find.weight = EXHAUST.weight + 100 * u64::from(find.ways.max(1).ilog2());
        find.subject =
            Subject::All(find.ways, if tried.len() < open.len() { as_places(&tried) } else { Vec::new() });
        Some(find)
    }

    /// What else a drawing says of digits that are open: which are brought down, which have no row, and that a rest is small.
    fn facts_of_drawing(&self, open: &[usize]) -> Vec<Id> {
        let is_open = |element: &Element| match element {
            Element::Hidden(place) => open.contains(&place.index()),
            Element::Shown(_) => false,
        };
        let same = self.scene.same.iter().filter(|(place, other, _)| open.contains(place) || is_open(other));
        let zeros = self.scene.zeros.iter().filter(|(place, _)| open.contains(place));
        let rests = self.scene.rests.iter().filter(|rest| {
            let mut has_open = false;
            rest.order.for_each_numeral(&mut |numeral| {
                has_open |= numeral.elements().any(|element| is_open(&element))
            });
            has_open
        });
        let same = same.map(|(.., given)| *given).chain(zeros.map(|(_, given)| *given));
        same.chain(rests.map(|rest| rest.rest)).collect()
    }

    /// The solutions that the state leaves, by the digits that are open.
    fn ways_that_solve(&self, open: &[usize], solutions: &[Vec<Digit>]) -> Vec<Vec<i64>> {
        let way = |digits: &Vec<Digit>| open.iter().map(|place| digits[*place].into()).collect();
        solutions.iter().filter(|digits| self.state.leaves(digits)).map(way).collect()
    }

    /// All ways in which the digits that are open satisfy the conditions, if they are soon gone through.
    fn ways_that_hold(&self, open: &[usize], vars: &[Var], conditions: &[&Stated]) -> Option<Vec<Vec<i64>>> {
        // A condition that is a sum holds wherever its sum does; the others are judged.
        let (mut sums, mut others): (Vec<Sum>, Vec<&Stated>) = (Vec::new(), Vec::new());
        for stated in conditions {
            let sum = self.linear(stated, open);
            // Columns are those of one of the conditions that share a number.
            if sum.is_none() || !self.scene.is_alone(stated) {
                others.push(stated);
            }
            sums.extend(sum);
        }
        let known: Vec<Digit> =
            (0..self.scene.cells.len()).map(|place| self.state.digit(place).unwrap_or(0)).collect();
        let judged = JUDGED + others.iter().map(|stated| stated.size).sum::<u64>();
        let test = |values: &[i64]| {
            self.work.set(self.work.get() + judged);
            let mut digits = known.clone();
            for (place, value) in open.iter().zip(values) {
                digits[*place] = Digit::try_from(*value).unwrap_or(0);
            }
            others.iter().all(|stated| judge::truth(&stated.expr, &digits, &self.scene.context) == Truth::Yes)
        };
        let values: Vec<Vec<i64>> = vars.iter().map(|var| self.state.values(self.scene, *var)).collect();
        let differ = |a: usize, b: usize| self.scene.differ[open[a]][open[b]];
        let ways = Ways {
            values: &values,
            sums: &sums,
            differ: &differ,
            test: &test,
            most: MOST_KEPT,
            work: MOST_TRIED,
            watch: self.watch,
        };
        let all = ways.all();
        self.work.set(self.work.get() + all.as_ref().map_or(MOST_TRIED, |(_, tried)| *tried) / TRIED_AT_ONCE);
        all.ok().map(|(ways, _)| ways)
    }

    /// Those of some variables that a reader fills in: what follows from others is not tried. Each link has variables that
    /// follow and those that they follow from.
    pub(super) fn tried(&self, vars: &[Var], links: impl Iterator<Item = (Vec<Var>, Vec<Var>)>) -> Vec<Var> {
        let (mut follow, mut from): (Vec<Var>, Vec<Var>) = (Vec::new(), Vec::new());
        for (made, sources) in links {
            // Nothing follows from itself, by whatever detour.
            let is_new = |var: &Var| !sources.contains(var) && !from.contains(var) && !follow.contains(var);
            let made: Vec<Var> = made.into_iter().filter(is_new).collect();
            if !made.is_empty() {
                follow.extend(made);
                from.extend(sources);
            }
        }
        let is_tried = |var: &Var| self.state.value(*var).is_none() && !follow.contains(var);
        vars.iter().copied().filter(is_tried).collect()
    }

    /// In how many ways variables can have values.
    pub(super) fn ways_to_fill(&self, vars: &[Var]) -> u64 {
        let places = as_places(vars);
        let sets: Vec<DigitSet> = places.iter().map(|place| self.state.open(self.scene, *place)).collect();
        let carries = vars.iter().filter(|var| matches!(var, Var::Carry(_)));
        let values = carries.map(|var| self.state.count(self.scene, *var) as u64);
        let differ = |a: usize, b: usize| self.scene.differ[places[a]][places[b]];
        values.fold(fillings(&sets, &differ), u64::saturating_mul)
    }

    /// That a place has one of its open digits, if others take some from it.
    pub(super) fn untaken(&self, place: usize) -> Option<Give> {
        let open = self.state.open(self.scene, place);
        let is_less = open != self.state.digits[place].0;
        is_less.then(|| Give { news: News::Digit(place, open), rule: Rule::K5, proof: RawProof::default() })
    }

    /// An equation of sums as one sum of open digits.
    fn linear(&self, stated: &Stated, open: &[usize]) -> Option<Sum> {
        let mut sum = Sum { factors: vec![0; open.len()], equals: 0 };
        let mut weight = 1_i64;
        let columns = self.scene.columns_of(stated.number);
        if columns.is_empty() {
            return None;
        }
        for column in columns {
            sum.equals = sum.equals.checked_add(column.equals.checked_mul(weight)?)?;
            for (var, times) in &column.terms {
                let Var::Place(place) = var else { continue };
                let times = times.checked_mul(weight)?;
                match open.iter().position(|other| other == place) {
                    Some(at) => sum.factors[at] = sum.factors[at].checked_add(times)?,
                    None => {
                        let digit = self.state.digit(*place).map(i64::from)?;
                        sum.equals = sum.equals.checked_sub(times.checked_mul(digit)?)?;
                    }
                }
            }
            weight = weight.checked_mul(self.scene.b())?;
        }
        Some(sum)
    }
}

pub(super) fn as_vars(places: Vec<usize>) -> Vec<Var> {
    places.into_iter().map(Var::Place).collect()
}

pub(super) fn as_places(vars: &[Var]) -> Vec<usize> {
    let place = |var: &Var| if let Var::Place(place) = var { Some(*place) } else { None };
    vars.iter().filter_map(place).collect()
}
