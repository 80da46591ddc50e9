//! Cases: the values of one fact, each followed; and trees of them if nothing else helps.

use super::Line;
use super::RawCase;
use super::RawStep;
use super::Search;
use super::Spent;
use super::tries::MOST_STEPS;
use crate::arrange::Arrange;
use crate::digits::DigitSet;
use crate::explain::recount::Listed;
use crate::explain::scene::Id;
use crate::explain::scene::Var;
use crate::explain::state::Fact;
use crate::explain::state::Known;
use crate::explain::state::News;
use crate::explain::state::RawProof;
use crate::explain::state::State;
use crate::explain::step::At;
use crate::explain::step::Rule;
use crate::explain::step::Status;
use crate::explain::techniques::Give;
use crate::explain::techniques::MOST_TUPLES;
use crate::explain::techniques::Subject;
use crate::explain::techniques::Technique;
use crate::explain::techniques::cases::CASES;
use crate::explain::techniques::cases::EXHAUST;
use crate::explain::techniques::fractions;
use crate::explain::techniques::narrowed;
use crate::explain::trim;
use crate::interrupt::Interrupt;

/// Facts with at most this many values are split into cases.
const MOST_CASES: usize = 5;

/// The most facts that are tried for cases, each time.
const MOST_SPLITS: usize = 16;

/// How much dearer it is to follow cases that survive than to refute some.
const COST_OF_SURVIVORS: f64 = 2.0;

/// A tree of cases is given up if, at its pace so far, it will cost this many times what may be spent.
const MOST_BEYOND: f64 = 1.5;

/// The units of work of a case without reasoning.
const WORK_OF_BARE_CASE: u64 = 1_000;

/// The most that the cases of a tree are nested.
const MOST_NESTED: usize = 40;

impl Search<'_> {
    /// Splits the fact into cases that costs least for what it gains. Whether one helped.
    pub(super) fn cases(&mut self, line: &mut Line, depth: usize) -> Result<bool, Spent> {
        if !self.may(&CASES) {
            return Ok(false);
        }
        let mut vars = self.splits(line, MOST_CASES);
        vars.truncate(if depth > 1 { MOST_SPLITS / 2 } else { MOST_SPLITS });
        // A denominator of which one digit is open has few values, however many digits these are.
        let of_denominators = fractions::last_digits(&self.look(&line.state, &line.seen)).into_iter();
        vars.extend(of_denominators.map(Var::Place).filter(|var| !vars.contains(var)).collect::<Vec<_>>());
        let mut best: Option<(f64, Split, Vec<News>)> = None;
        let told = self.told;
        let mut met: Vec<Vec<Known>> = Vec::new();
        for var in vars {
            let split = match self.split(line, var, depth - 1, &mut met) {
                // The best so far will do if cases within cases have taken their part.
                Err(Spent) if depth > 1 && self.check().is_ok() => break,
                split => split?,
            };
            let Some(split) = split else { continue };
            let common = split.news(self, &line.state);
            let cost = split.cost(self, &line.state, &common).map(|cost| COST_OF_SURVIVORS * cost);
            let costs = [cost, split.cost_of_refuting(self, &line.state)];
            let refutes = costs[1].is_some_and(|cost| costs[0].is_none_or(|other| cost <= other));
            let Some(cost) = costs[usize::from(refutes)] else { continue };
            let cost = cost * self.varied_split(var);
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                let news = if refutes { vec![split.survived()] } else { common };
                best = Some((cost, split, news));
            }
        }
        if best.is_none() {
            best = self.probes(line)?;
        }
        // What was tried and is not told does not count.
        self.told = told;
        let Some((_, mut split, news)) = best else { return Ok(false) };
        let inner = |case: &Line| trim::count(&case.steps) - case.steps.len();
        self.told += split.cases.iter().map(|(.., case)| inner(case)).sum::<usize>();
        if news == [split.survived()] {
            self.merge_survivors(line, &mut split);
        }
        self.tell(line, split, news, &CASES);
        Ok(true)
    }

    /// Digits of a denominator that lead to a contradiction: of one in front all from some digit on, else one.
    fn probes(&mut self, line: &Line) -> Result<Option<(f64, Split, Vec<News>)>, Spent> {
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
                let Some(cost) = split.cost_of_refuting(self, &line.state) else { continue };
                let news = vec![split.survived()];
                return Ok(Some((cost, split, news)));
            }
        }
        Ok(None)
    }

    /// A factor near 1 for the cases of each variable, by the try.
    fn varied_split(&self, var: Var) -> f64 {
        let (name, object) = match var {
            Var::Place(place) => ("place", place),
            Var::Carry(carry) => ("carry", carry),
        };
        self.varied(name, object) as f64 / 100.0
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

    /// Variables with few values, carries first.
    fn splits(&self, line: &Line, most: usize) -> Vec<Var> {
        let mut vars: Vec<(usize, bool, Var)> = Vec::new();
        for carry in 0..self.scene.carries.len() {
            vars.push((line.state.carries[carry].0.len(), false, Var::Carry(carry)));
        }
        for place in 0..self.scene.cells.len() {
            vars.push((line.state.open(self.scene, place).len(), true, Var::Place(place)));
        }
        vars.retain(|(count, _, _)| (2..=most).contains(count));
        vars.arrange_by_key(|(count, is_place, _)| (*count, *is_place));
        vars.into_iter().map(|(_, _, var)| var).collect()
    }

    /// Follows each value of a variable; nothing if cases within cases would be those of another one that was met: a carry and a
    /// digit often say the same.
    fn split(
        &mut self,
        line: &Line,
        var: Var,
        depth: usize,
        met: &mut Vec<Vec<Known>>,
    ) -> Result<Option<Split>, Spent> {
        let mut split = Split { var, cases: Vec::new() };
        for value in line.state.values(self.scene, var) {
            let mut case = line.without_steps();
            let assume = self.assume(&mut case, var, &[value]);
            self.propagate(&mut case)?;
            split.cases.push((assume, vec![value], case));
        }
        if depth == 0 {
            return Ok(Some(split));
        }
        let mut known: Vec<Known> = split.cases.iter().map(|(.., case)| case.state.known()).collect();
        known.arrange();
        if met.contains(&known) {
            return Ok(None);
        }
        met.push(known);
        for (.., case) in &mut split.cases {
            // A tree of all is tried with what is left.
            if 2 * self.work.get() > self.explainer.work {
                return Err(Spent);
            }
            while !self.is_done(&case.state) && self.cases(case, depth)? {
                self.propagate(case)?;
            }
        }
        Ok(Some(split))
    }

    fn assume(&mut self, case: &mut Line, var: Var, values: &[i64]) -> Id {
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
    fn tell(&mut self, line: &mut Line, split: Split, mut news: Vec<News>, technique: &'static Technique) {
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
            cases,
            weight,
            effort: 3 * weight,
            subject,
            listed: Listed::default(),
        });
    }

    /// The smallest part of the puzzle that rules out something, all at once, or a tree of cases, as deep as need be.
    pub(super) fn exhaust(&mut self, line: &mut Line) -> Result<bool, Spent> {
        if !self.may(&EXHAUST) {
            return Ok(false);
        }
        if self.some_at_once(line) || self.at_once(line) {
            return Ok(true);
        }
        let Some(var) = self.next_of_tree(line) else { return Ok(false) };
        self.plant();
        let split = self.tree(line, var, 0)?;
        if self.told - self.tree.told + trim::count(&line.steps) > MOST_STEPS {
            return Err(Spent);
        }
        let news = split.news(self, &line.state);
        if news.is_empty() {
            return Ok(false);
        }
        self.tell(line, split, news, &EXHAUST);
        Ok(true)
    }

    /// Goes through all that is left in cases without reasoning, where reasoning has used up what may be spent.
    pub(super) fn go_through(&mut self, line: &mut Line) -> Result<(), Spent> {
        let split = self.bare_tree_of(line)?;
        let news = split.news(self, &line.state);
        if news.is_empty() {
            return Err(Spent);
        }
        self.tell(line, split, news, &EXHAUST);
        // What others leave no other digit is not looked for any more.
        for place in 0..self.scene.cells.len() {
            if line.state.digit(place).is_none() {
                self.fact_of(line, Var::Place(place));
            }
        }
        Ok(())
    }

    /// A tree of cases without reasoning: there is no need to find what comes of its cases, as all solutions are known.
    fn bare_tree_of(&mut self, line: &Line) -> Result<Split, Spent> {
        // A solution in another order would come up.
        if !self.may(&EXHAUST) || !self.answers.are_told() || !self.scene.exchanges.is_empty() {
            return Err(Spent);
        }
        self.told = trim::count(&line.steps);
        // It may take as much work as reasoning may, once more.
        self.bare_tree(line, self.work.get().saturating_add(self.explainer.work))
    }

    /// Fills in places one by one, those with the most digits first, until the checker can go through the rest at once.
    fn bare_tree(&mut self, line: &Line, most: u64) -> Result<Split, Spent> {
        let open = |place: &usize| line.state.open(self.scene, *place).len();
        let widest = (0..self.scene.cells.len()).rev().max_by_key(open).filter(|place| open(place) > 1);
        let var = Var::Place(widest.ok_or(Spent)?);
        let mut split = Split { var, cases: Vec::new() };
        for value in line.state.values(self.scene, var) {
            self.work.set(self.work.get() + WORK_OF_BARE_CASE);
            if self.work.get() > most || self.told > MOST_STEPS || self.watch.is_raised() {
                return Err(Spent);
            }
            let mut case = line.without_steps();
            let assume = self.assume(&mut case, var, &[value]);
            if !self.is_done(&case.state) {
                let told = &self.answers.told;
                // Each solution is told in a case of its own.
                let is_end =
                    !self.tells_all || told.iter().filter(|digits| case.state.leaves(digits)).count() < 2;
                let look = self.look(&case.state, &case.seen);
                match look.all_at_once(Some(told)).filter(|_| is_end) {
                    Some(find) => self.apply(&mut case, find),
                    None => {
                        let inner = self.bare_tree(&case, most)?;
                        let news = inner.news(self, &case.state);
                        self.tell(&mut case, inner, news, &EXHAUST);
                    }
                }
            }
            split.cases.push((assume, vec![value], case));
        }
        Ok(split)
    }

    /// Goes through all ways of a few columns or conditions.
    pub(super) fn some_at_once(&mut self, line: &mut Line) -> bool {
        if !self.may(&EXHAUST) {
            return false;
        }
        let find = self.look(&line.state, &line.seen).some_at_once();
        find.map(|find| self.apply(line, find)).is_some()
    }

    /// The variable that a tree of cases splits next: the one with the fewest values; with the most, if few splits leave so little
    /// that all of it can be gone through at once.
    fn next_of_tree(&self, line: &Line) -> Option<Var> {
        let splits = self.splits(line, usize::from(self.scene.base.get()));
        if let Some(var) = self.separating(line, &splits) {
            return Some(var);
        }
        let places =
            (0..self.scene.cells.len()).map(|place| line.state.open(self.scene, place).len().max(1) as u64);
        let tuples = places.fold(1_u64, u64::saturating_mul);
        if self.tells_all || tuples > 1000 * MOST_TUPLES {
            return splits.first().copied();
        }
        splits.into_iter().rfind(|var| matches!(var, Var::Place(_)))
    }

    /// Where each solution is told, the variable whose cases have the fewest solutions each, and of those the one with the
    /// fewest cases.
    fn separating(&self, line: &Line, splits: &[Var]) -> Option<Var> {
        let left: Vec<_> = self.answers.told.iter().filter(|digits| line.state.leaves(digits)).collect();
        if !self.tells_all || left.len() < 2 {
            return None;
        }
        let most = |place: usize| {
            let of = |value: i64| left.iter().filter(|digits| i64::from(digits[place]) == value).count();
            let values = line.state.values(self.scene, Var::Place(place));
            (values.iter().map(|value| of(*value)).max(), values.len())
        };
        let places = splits.iter().filter_map(|var| match var {
            Var::Place(place) => Some(*place),
            Var::Carry(_) => None,
        });
        places.min_by_key(|place| most(*place)).map(Var::Place)
    }

    /// Goes through all ways that are left, if they are few enough for the checker and decide something.
    fn at_once(&mut self, line: &mut Line) -> bool {
        // Where each solution is told, only digits that are none are left to be refuted at once.
        let is_open = |place: usize| line.state.digit(place).is_none();
        let tells_each = self.tells_all && (0..self.scene.cells.len()).any(is_open);
        if tells_each || !self.may(&EXHAUST) {
            return false;
        }
        // What comes of it need not be found out if all solutions are known. In another order they would come up, too.
        let is_known = self.answers.are_told() && self.scene.exchanges.is_empty();
        let solutions = is_known.then_some(&self.answers.told[..]);
        let Some(find) = self.look(&line.state, &line.seen).all_at_once(solutions) else { return false };
        self.apply(line, find);
        true
    }

    /// Follows each value of a variable to the end.
    fn tree(&mut self, line: &Line, var: Var, depth: usize) -> Result<Split, Spent> {
        let mut split = Split { var, cases: Vec::new() };
        let values = line.state.values(self.scene, var);
        let (before, part) = (self.tree.done, self.tree.part);
        self.tree.part = part / values.len().max(1) as f64;
        for (at, value) in values.iter().enumerate() {
            self.tree.done = before + self.tree.part * at as f64;
            if self.is_hopeless() {
                return Err(Spent);
            }
            let mut case = line.without_steps();
            let assume = self.assume(&mut case, var, &[*value]);
            self.propagate(&mut case)?;
            let is_open = !self.is_done(&case.state) && !self.at_once(&mut case) && depth < MOST_NESTED;
            // What techniques cannot refute is no end of a case that tells a solution.
            if self.tells_all && is_open && self.next_of_tree(&case).is_none() {
                return Err(Spent);
            }
            if let Some(next) = self.next_of_tree(&case).filter(|_| is_open) {
                let inner = self.tree(&case, next, depth + 1)?;
                let news = inner.news(self, &case.state);
                let technique = if self.may(&EXHAUST) { &EXHAUST } else { &CASES };
                self.tell(&mut case, inner, news, technique);
                if self.told > self.explainer.told {
                    return Err(Spent);
                }
            }
            split.cases.push((assume, vec![*value], case));
        }
        self.tree.part = part;
        Ok(split)
    }

    /// Whether a tree of cases will be too large, if its cases go on to be as large as they were.
    fn is_hopeless(&self) -> bool {
        let (work, told) = (self.work.get() - self.tree.work, self.told - self.tree.told);
        if self.tree.done <= 0.0 || 20 * work < self.explainer.work {
            return false;
        }
        let is_beyond = |spent: f64, most: f64| spent > MOST_BEYOND * self.tree.done * most;
        is_beyond(work as f64, self.explainer.work.saturating_sub(self.tree.work) as f64)
            || is_beyond(told as f64, self.explainer.told.saturating_sub(self.tree.told) as f64)
    }

    /// Notes that a tree of cases begins here.
    fn plant(&mut self) {
        self.tree = Tree { work: self.work.get(), told: self.told, done: 0.0, part: 1.0 };
    }

    /// Several solutions, or what is left open: the cases that end in each.
    pub(super) fn ends_in_cases(&mut self, line: &mut Line) -> bool {
        if self.answers.status != Status::Several || self.answers.told.is_empty() {
            return self.answers.status == Status::Several && self.is_reached(&line.state);
        }
        let Some(technique) = [&CASES, &EXHAUST].into_iter().find(|technique| self.may(technique)) else {
            return false;
        };
        self.tells_all = true;
        let Some(var) = self.next_of_tree(line) else { return false };
        self.plant();
        let Ok(split) = self.tree(line, var, 0).or_else(|_| self.bare_tree_of(line)) else { return false };
        let news = split.news(self, &line.state);
        self.tell(line, split, news, technique);
        true
    }
}

/// How far a tree of cases has come: what was spent before it, which part of it is done, and what part the present case is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tree {
    work: u64,
    told: usize,
    done: f64,
    part: f64,
}

/// The cases of a variable, each followed: what is assumed, its values, and what came of it.
struct Split {
    var: Var,
    cases: Vec<(Id, Vec<i64>, Line)>,
}

impl Split {
    fn survivors(&self) -> impl Iterator<Item = &Line> {
        self.cases.iter().map(|(_, _, case)| case).filter(|case| case.state.broken.is_none())
    }

    /// The values of the cases that survive.
    fn survived(&self) -> News {
        let survivors = self.cases.iter().filter(|(.., case)| case.state.broken.is_none());
        let values: Vec<i64> = survivors.flat_map(|(_, values, _)| values.iter().copied()).collect();
        narrowed(self.var, &values)
    }

    /// What all cases that survive have in common and was not known.
    fn news(&self, search: &Search, before: &State) -> Vec<News> {
        if self.survivors().next().is_none() {
            return vec![News::False];
        }
        let mut news = Vec::new();
        for carry in 0..search.scene.carries.len() {
            let mut values: Vec<i64> =
                self.survivors().flat_map(|case| case.state.carries[carry].0.clone()).collect();
            values.arrange();
            values.dedup();
            if values.len() < before.carries[carry].0.len() {
                news.push(News::Carry(carry, values));
            }
        }
        for place in 0..search.scene.cells.len() {
            let set = self.survivors().fold(DigitSet::EMPTY, |set, case| set | case.state.digits[place].0);
            if set.len() < before.open(search.scene, place).len() {
                news.push(News::Digit(place, set));
            }
        }
        news
    }

    /// The weight for each bit that is gained by what all cases have in common; nothing if nothing is.
    fn cost(&self, search: &Search, before: &State, news: &[News]) -> Option<f64> {
        let inner = self.cases.iter().map(|(.., case)| match case.state.broken {
            Some(broken) => trim::needed_weight(&case.steps, &[broken]),
            None => trim::weight_of_case(&case.steps),
        });
        cost(inner.sum(), bits(search, before, news))
    }

    /// The same if only the values are told that lead to a contradiction. If one value is left, all that follows from it is
    /// gained; nothing if none is left, or all are.
    fn cost_of_refuting(&self, search: &Search, before: &State) -> Option<f64> {
        let broken = self.cases.iter().filter_map(|(.., case)| Some((case, case.state.broken?)));
        let inner = broken.map(|(case, broken)| trim::needed_weight(&case.steps, &[broken]));
        let gained = match self.survivors().count() {
            0 => return None,
            1 => self.news(search, before),
            _ => vec![self.survived()],
        };
        cost(inner.sum(), bits(search, before, &gained))
    }
}

/// How much is gained.
fn bits(search: &Search, before: &State, news: &[News]) -> f64 {
    let gained = news.iter().map(|news| match news {
        News::Digit(place, set) => log_ratio(before.open(search.scene, *place).len(), set.len()),
        News::Carry(carry, values) => log_ratio(before.carries[*carry].0.len(), values.len()),
        _ => 40.0,
    });
    gained.sum()
}

/// The weight of cases for each bit; nothing without a bit.
fn cost(inner: u64, bits: f64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "weights are small")]
    let weight = (CASES.weight + inner) as f64;
    (bits > 0.0).then(|| weight / bits)
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

#[expect(clippy::cast_precision_loss, reason = "both are numbers of digits")]
fn log_ratio(before: usize, after: usize) -> f64 {
    (before as f64 / after.max(1) as f64).log2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::answers::Answers;
    use crate::explain::checker;
    use crate::explain::emit;
    use crate::explain::explainer::Explainer;
    use crate::explain::scene::Scene;
    use crate::puzzle::Puzzle;

    /// One solution, none, two, and a digit that only what others take leaves.
    #[test]
    fn what_is_gone_through_without_reasoning_replays() {
        for text in
            ["SEND+MORE=MONEY", "NRICH+MATHS=STARS", "LIES+SIN=SALAD", "AB*CD=EFGH, A=1, B=2", "A+B=CB"]
        {
            let puzzle: Puzzle = text.parse().expect(text);
            let explainer = Explainer::new(&puzzle);
            let scene = Scene::of(&puzzle, &explainer.watch).expect(text);
            let answers = Answers::of(&explainer, &scene).expect(text);
            let mut search = Search::new(&explainer, &scene, &answers, 0, 0);
            let mut line = search.begun();
            assert_eq!(search.go_through(&mut line), Ok(()), "{text}");
            let is_done = search.is_done(&line.state) || search.ends_in_cases(&mut line);
            assert!(is_done, "{text}");
            let explanation = emit::explanation(&search, &answers, line.steps, true);
            assert_eq!(checker::check(&puzzle, &explanation), Ok(()), "{text}");
        }
    }
}
