//! Cases: the values of one fact, each followed.

use super::split::Split;
use super::{Line, RawCase, RawStep, Search, Spent};
use crate::recount::Listed;
use crate::scene::{Id, Var};
use crate::state::{Fact, Known, News, RawProof, State};
use crate::step::{At, Rule};
use crate::techniques::cases::CASES;
use crate::techniques::{Give, Subject, Technique, fractions, narrowed};
use crate::trim;
use fukumen_language::arrange::Arrange;
use std::collections::HashMap;

/// Facts with at most this many values are split into cases.
pub(super) const MOST_CASES: usize = 5;

/// The most facts that are tried for cases, each time.
const MOST_SPLITS: usize = 16;

/// The most variables with which a case begins anew to be refuted in a shorter way.
const MOST_REFINED: usize = 6;

/// How much dearer it is to follow cases that survive than to refute some.
const COST_OF_SURVIVORS: f64 = 2.0;

/// How much cheaper it is to think of what a column carries than of its digits: teachers assume carries first. With this factor
/// `DONALD+GERALD=ROBERT` begins with a carry; it changed none of the other 56 texts that were compared.
const TIMES_OF_CARRY: f64 = 0.7;

/// What cases have to leave.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// One of them, or none.
    One,
    /// Fewer than there are.
    Fewer,
    /// Something that all of them say.
    Common,
}

impl Search<'_> {
    /// Splits the fact into cases that costs least for what it gains, of those that leave as little as is wanted. Whether one
    /// helped.
    pub(super) fn cases(
        &mut self,
        line: &mut Line,
        depth: usize,
        wanted: Wanted,
        followed: &mut Followed,
    ) -> Result<bool, Spent> {
        if !self.may(&CASES) {
            return Ok(false);
        }
        let mut vars = self.splits(line, MOST_CASES);
        vars.truncate(if depth > 1 { MOST_SPLITS / 2 } else { MOST_SPLITS });
        // A denominator of which one digit is open has few values, however many digits these are.
        let of_denominators = fractions::last_digits(&self.look(&line.state, &line.seen)).into_iter();
        vars.extend(of_denominators.map(Var::Place).filter(|var| !vars.contains(var)).collect::<Vec<_>>());
        let mut best: Option<(f64, Var, Vec<News>)> = None;
        let told = self.told;
        for var in vars {
            match self.follow(line, var, depth - 1, followed) {
                // The best so far will do if cases within cases have taken their part.
                Err(Spent) if depth > 1 && self.check().is_ok() => break,
                done => done?,
            }
            let (_, Some(split)) = &followed.splits[&(var, depth - 1)] else { continue };
            let common = split.news(self, &line.state);
            let cost = split.cost(self, &line.state, &common).map(|cost| COST_OF_SURVIVORS * cost);
            let survivors = split.survivors().count();
            let cost = cost.filter(|_| wanted == Wanted::Common || survivors < 2);
            if wanted == Wanted::One && survivors > 1 {
                continue;
            }
            let costs = [cost, split.cost_of_refuting(self, &line.state)];
            let refutes = costs[1].is_some_and(|cost| costs[0].is_none_or(|other| cost <= other));
            let Some(cost) = costs[usize::from(refutes)] else { continue };
            let cost = cost * self.varied_split(var);
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                let news = if refutes { vec![split.survived()] } else { common };
                best = Some((cost, var, news));
            }
        }
        let best = match best {
            Some((_, var, news)) => {
                followed.splits.remove(&(var, depth - 1)).and_then(|(_, split)| Some((split?, news)))
            }
            None => self.probes(line)?,
        };
        // What was tried and is not told does not count.
        self.told = told;
        let Some((mut split, news)) = best else { return Ok(false) };
        if depth > 1 {
            self.refine(line, &mut split)?;
            self.told = told;
        }
        let inner = |case: &Line| trim::count(&case.steps) - case.steps.len();
        self.told += split.cases.iter().map(|(.., case)| inner(case)).sum::<usize>();
        if news == [split.survived()] {
            self.merge_survivors(line, &mut split);
        }
        self.tell(line, split, news, &CASES);
        Ok(true)
    }

    /// Looks for shorter ways to refute the cases that were refuted by cases of their own: what costs least for what it gains may
    /// leave more to tell.
    fn refine(&mut self, line: &Line, split: &mut Split) -> Result<(), Spent> {
        let var = split.var;
        for (assumed, values, case) in &mut split.cases {
            let Some(broken) = case.state.broken.filter(|_| has_cases(&case.steps)) else { continue };
            let mut least = trim::needed_weight(&case.steps, &[broken]);
            let mut begun = line.without_steps();
            let assume = self.assume(&mut begun, var, values);
            self.propagate(&mut begun)?;
            for inner in self.splits(&begun, MOST_CASES).into_iter().take(MOST_REFINED) {
                let mut other = begun.clone();
                let first = self.split(&other, inner)?;
                if first.survivors().count() > 1 {
                    continue;
                }
                let news = first.news(self, &other.state);
                self.tell(&mut other, first, news, &CASES);
                self.propagate(&mut other)?;
                while !self.is_done(&other.state)
                    && self.cases(&mut other, 1, Wanted::One, &mut Followed::default())?
                {
                    self.propagate(&mut other)?;
                }
                let Some(broken) = other.state.broken else { continue };
                let weight = trim::needed_weight(&other.steps, &[broken]);
                if weight < least {
                    (*assumed, *case, least) = (assume, other, weight);
                }
            }
        }
        Ok(())
    }

    /// Digits of a denominator that lead to a contradiction: of one in front all from some digit on, else one.
    fn probes(&mut self, line: &Line) -> Result<Option<(Split, Vec<News>)>, Spent> {
        for (place, is_first) in fractions::denominators(&self.look(&line.state, &line.seen)) {
            let open: Vec<i64> = line.state.values(self.scene, Var::Place(place));
            if open.len() <= MOST_CASES {
                continue;
            }
            let tails = (1..open.len()).map(|at| open[at..].to_vec());
            let singles = open.iter().map(|digit| vec![*digit]);
            let all: Vec<Vec<i64>> = if is_first { tails.collect() } else { singles.collect() };
            for values in all {
                let mut case = line.without_steps();
                let assume = self.assume(&mut case, Var::Place(place), &values);
                self.propagate(&mut case)?;
                if case.state.broken.is_none() {
                    continue;
                }
                let left: Vec<i64> = open.iter().copied().filter(|digit| !values.contains(digit)).collect();
                let mut rest = line.without_steps();
                let assumed = self.assume(&mut rest, Var::Place(place), &left);
                let split = Split {
                    var: Var::Place(place),
                    cases: vec![(assume, values, case), (assumed, left, rest)],
                };
                if split.cost_of_refuting(self, &line.state).is_none() {
                    continue;
                }
                let news = vec![split.survived()];
                return Ok(Some((split, news)));
            }
        }
        Ok(None)
    }

    /// A factor near 1 for the cases of each variable, by the try.
    fn varied_split(&self, var: Var) -> f64 {
        let (name, object, times) = match var {
            Var::Place(place) => ("place", place, 1.0),
            Var::Carry(carry) => ("carry", carry, TIMES_OF_CARRY),
        };
        times * self.varied(name, object) as f64 / 100.0
    }

    /// Makes one case of those that survive, of which nothing more is told.
    fn merge_survivors(&mut self, line: &Line, split: &mut Split) {
        let is_broken = |case: &Line| case.state.broken.is_some();
        let (mut cases, survivors): (Vec<_>, Vec<_>) =
            std::mem::take(&mut split.cases).into_iter().partition(|(.., case)| is_broken(case));
        let values: Vec<i64> = survivors.into_iter().flat_map(|(_, values, _)| values).collect();
        let mut rest = line.without_steps();
        let assume = self.assume(&mut rest, split.var, &values);
        cases.push((assume, values, rest));
        split.cases = cases;
    }

    /// Variables with few values: first those whose values a step has named, of the others carries.
    pub(super) fn splits(&self, line: &Line, most: usize) -> Vec<Var> {
        let carries = (0..self.scene.carries.len()).map(Var::Carry);
        let places = (0..self.scene.cells.len()).map(Var::Place);
        let count = |var: Var| line.state.count(self.scene, var);
        let is_named = |var: Var| line.state.why(var).iter().any(|id| !self.arena.is_given(*id));
        let all = carries.chain(places).map(|var| (count(var), !is_named(var), var));
        let mut vars: Vec<_> = all.filter(|(count, ..)| (2..=most).contains(count)).collect();
        vars.arrange_by_key(|(count, is_plain, _)| (*count, *is_plain));
        vars.into_iter().map(|(.., var)| var).collect()
    }

    /// Follows each value of a variable.
    fn split(&mut self, line: &Line, var: Var) -> Result<Split, Spent> {
        let mut split = Split { var, cases: Vec::new() };
        for value in line.state.values(self.scene, var) {
            let mut case = line.without_steps();
            let assume = self.assume(&mut case, var, &[value]);
            self.propagate(&mut case)?;
            split.cases.push((assume, vec![value], case));
        }
        Ok(split)
    }

    /// Follows each value of a variable, with cases within cases down to a depth, if that was not done before. There will be
    /// nothing if these would be those of another variable that was met: a carry and a digit often say the same.
    fn follow(&mut self, line: &Line, var: Var, depth: usize, followed: &mut Followed) -> Result<(), Spent> {
        if let Some((work, _)) = followed.splits.get(&(var, depth)) {
            self.work.set(self.work.get() + work);
            return Ok(());
        }
        let begun = self.work.get();
        let mut split = match followed.splits.get(&(var, 0)) {
            Some((work, Some(split))) => {
                self.work.set(begun + work);
                split.clone()
            }
            _ => self.split(line, var)?,
        };
        if depth > 0 {
            let mut known: Vec<Known> = split.cases.iter().map(|(.., case)| case.state.known()).collect();
            known.arrange();
            if followed.met.contains(&(depth, known.clone())) {
                followed.splits.insert((var, depth), (self.work.get() - begun, None));
                return Ok(());
            }
            followed.met.push((depth, known));
            for (.., case) in &mut split.cases {
                // A tree of all is tried with what is left.
                if 2 * self.work.get() > self.explainer.work {
                    return Err(Spent);
                }
                while !self.is_done(&case.state)
                    && self.cases(case, depth, Wanted::One, &mut Followed::default())?
                {
                    self.propagate(case)?;
                }
            }
        }
        followed.splits.insert((var, depth), (self.work.get() - begun, Some(split)));
        Ok(())
    }

    pub(super) fn assume(&mut self, case: &mut Line, var: Var, values: &[i64]) -> Id {
        let news = narrowed(var, values);
        let fact = Fact {
            claim: news.claim(self.scene),
            rule: None,
            proof: RawProof::default(),
            name: None,
            prior: case.state.prior(&news),
            news: Some(news.clone()),
        };
        let id = self.arena.add(fact);
        case.state.learn(self.scene, &news, id);
        id
    }

    /// Adds a split to a line as a step.
    pub(super) fn tell(
        &mut self,
        line: &mut Line,
        split: Split,
        mut news: Vec<News>,
        technique: &'static Technique,
    ) {
        let on = self.fact_of(line, split.var);
        if self.tells_all && news != [News::False] {
            news = vec![split.survived()];
        }
        let mut gives = Vec::new();
        let mut wanted: Vec<News> = Vec::new();
        for news in news {
            let give = Give { news: news.clone(), rule: Rule::K6, proof: RawProof::default() };
            gives.push(self.conclude(&give, &line.state));
            wanted.push(news);
        }
        let mut uses: Vec<Id> = on.into_iter().collect();
        let mut cases = Vec::new();
        for (assume, _, case) in split.cases {
            let ends = match case.state.broken {
                Some(_) => None,
                None if self.tells_all => Some(all_ends(&case.state, &case.steps, assume)),
                None => Some(ends(&case.state, &wanted, split.var, assume)),
            };
            let mut raw = RawCase { assume, steps: case.steps, ends, broken: case.state.broken };
            trim::trim_case(&self.arena, &mut raw);
            self.told += raw.steps.len();
            cases.push(raw);
        }
        // Of two cases the one comes first that leads nowhere sooner.
        let length = |case: &RawCase| case.broken.map_or(usize::MAX, |_| trim::count(&case.steps));
        if let [first, second] = &cases[..]
            && length(second) < length(first)
        {
            cases.reverse();
        }
        uses.dedup();
        for (news, id) in wanted.iter().zip(&gives) {
            line.state.learn(self.scene, news, *id);
        }
        let inner: u64 = cases.iter().map(|case| trim::weight_of_case(&case.steps)).sum();
        let weight = technique.weight + inner;
        let subject = Subject::Cases(split.var);
        line.steps.push(RawStep {
            technique,
            at: At::default(),
            uses,
            gives,
            on,
            ways: cases.len() as u64,
            tries: 1,
            cases,
            weight,
            effort: 3 * weight,
            subject,
            listed: Listed::default(),
        });
    }
}

/// The cases that were followed along a line that has not changed since, by variable and by how deep they are nested. Most lines are
/// looked at up to six times, for other depths and for less. The units of work count each time: the limits were set so.
#[derive(Default)]
pub(super) struct Followed {
    splits: HashMap<(Var, usize), (u64, Option<Split>)>,
    met: Vec<(usize, Vec<Known>)>,
}

/// Whether a step has cases.
fn has_cases(steps: &[RawStep]) -> bool {
    steps.iter().any(|step| !step.cases.is_empty())
}

/// All facts at the end of a case that ends in a solution, or in cases of its own.
fn all_ends(state: &State, steps: &[RawStep], assume: Id) -> Vec<Id> {
    let mut ends = vec![assume];
    ends.extend(
        state.digits.iter().filter(|(set, _)| set.len() == 1).flat_map(|(_, why)| why.iter().copied()),
    );
    ends.extend(
        steps.last().filter(|step| !step.cases.is_empty()).into_iter().flat_map(|step| step.gives.clone()),
    );
    ends.arrange();
    ends.dedup();
    ends
}

/// The facts at the end of a case that imply the common conclusions.
fn ends(state: &State, wanted: &[News], var: Var, assume: Id) -> Vec<Id> {
    let mut ends: Vec<Id> = Vec::new();
    for news in wanted {
        match news {
            News::Digit(place, _) if Var::Place(*place) == var => ends.push(assume),
            News::Carry(carry, _) if Var::Carry(*carry) == var => ends.push(assume),
            News::Digit(place, _) => ends.extend_from_slice(&state.digits[*place].1),
            News::Carry(carry, _) => ends.extend_from_slice(&state.carries[*carry].1),
            _ => {}
        }
    }
    if ends.is_empty() {
        ends.push(assume);
    }
    ends.arrange();
    ends.dedup();
    ends
}
