//! Finds a short explanation: the cheapest technique that helps, again and again; cases if none does; then all that was
//! not needed is left out. This is repeated with other weights, and the easiest explanation is kept.

use super::Explainer;
use super::Explanation;
use super::answers::Answers;
use super::emit;
use super::goal;
use super::scene::Id;
use super::scene::Scene;
use super::scene::Var;
use super::state::Arena;
use super::state::Fact;
use super::state::News;
use super::state::RawProof;
use super::state::State;
use super::step::At;
use super::step::Rule;
use super::step::Status;
use super::techniques::Find;
use super::techniques::Give;
use super::techniques::Look;
use super::techniques::MOST_TUPLES;
use super::techniques::Subject;
use super::techniques::TECHNIQUES;
use super::techniques::Technique;
use super::techniques::cases;
use super::trim;
use crate::digits::DigitSet;
use crate::interrupt::Interrupt;
use crate::interrupt::Interrupted;
use crate::judge;
use crate::judge::Truth;
use std::cell::Cell;
use std::cell::RefCell;
use std::collections::HashMap;

/// Facts with at most this many values are split into cases by `cases`.
const MOST_CASES: usize = 5;

/// So many steps are told at most, in cases too.
const MOST_STEPS: usize = 2_000;

/// Cases of a tree are nested so deeply at most.
const MOST_NESTED: usize = 40;

/// Puzzles with more hidden digits are not explained: nobody would read it.
const MOST_HIDDEN: usize = 500;

/// So many facts are tried for cases at most, each time.
const MOST_SPLITS: usize = 16;

/// A step as it is found.
#[derive(Clone, Debug)]
pub(super) struct RawStep {
    pub technique: &'static Technique,
    pub at: At,
    pub uses: Vec<Id>,
    pub gives: Vec<Id>,
    pub on: Option<Id>,
    pub cases: Vec<RawCase>,
    pub ways: u64,
    pub weight: u64,
    pub effort: u64,
    pub subject: Subject,
}

/// A case as it is found.
#[derive(Clone, Debug)]
pub(super) struct RawCase {
    pub assume: Id,
    pub steps: Vec<RawStep>,
    /// Nothing for a contradiction, else the facts that hold at its end.
    pub ends: Option<Vec<Id>>,
    /// The contradiction.
    pub broken: Option<Id>,
}

/// When each object was looked at last without a find.
type Seen = RefCell<HashMap<(&'static str, usize, usize), u32>>;

/// What is known along a line of reasoning, and the steps that led there.
#[derive(Clone)]
pub(super) struct Line {
    pub state: State,
    pub seen: Seen,
    pub steps: Vec<RawStep>,
}

/// One try to explain a puzzle.
pub(super) struct Search<'a> {
    pub scene: &'a Scene,
    pub answers: &'a Answers,
    pub arena: Arena,
    explainer: &'a Explainer,
    /// Which techniques may be used.
    allowed: Vec<bool>,
    /// The try, from which weights vary.
    seed: u64,
    work: Cell<u64>,
    /// Steps in cases that were told.
    told: usize,
    /// Whether cases are told to the end of each solution.
    tells_all: bool,
}

/// Why a search gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spent {
    Work,
    Interrupted,
}

pub(super) fn explain(explainer: &Explainer) -> Result<Explanation, Interrupted> {
    if explainer.puzzle.hidden().len() > MOST_HIDDEN {
        return Ok(Explanation::unfinished(&explainer.puzzle));
    }
    let scene = Scene::of(&explainer.puzzle);
    let answers = Answers::of(explainer, &scene)?;
    let mut best: Option<(u64, Search, Vec<RawStep>, bool)> = None;
    let mut work = 0;
    for seed in 0..explainer.tries.max(1) as u64 {
        let mut search = Search::new(explainer, &scene, &answers, seed, work);
        let (line, done) = search.run();
        work = search.work.get();
        let mut steps = line.steps;
        let mut goals = match &explainer.goal {
            Some(goal) if done => goal::facts(&scene, &line.state, goal),
            _ => goals(&search, &line.state),
        };
        // Several solutions end in cases.
        goals.extend(
            steps
                .last()
                .filter(|step| done && !step.cases.is_empty())
                .into_iter()
                .flat_map(|step| step.gives.clone()),
        );
        trim::trim(&search.arena, &mut steps, &goals);
        trim::shrink(&scene, &mut search.arena, &mut steps, &goals, explainer.tests);
        // What is too long to be told ends before the step that is.
        let done = done && trim::count(&steps) <= MOST_STEPS;
        while trim::count(&steps) > MOST_STEPS {
            steps.pop();
        }
        let weight = trim::weight(&steps);
        let is_better =
            best.as_ref().is_none_or(|(least, _, _, was_done)| (!*was_done, *least) > (!done, weight));
        if is_better {
            best = Some((weight, search, steps, done));
        }
        if work > explainer.work / 2 || explainer.watch.is_raised() {
            break;
        }
    }
    let (_, search, steps, done) = best.expect("there is one try at least");
    Ok(emit::explanation(&search, steps, done))
}

/// The first step towards the first digit that can be found.
pub(super) fn hint(explainer: &Explainer) -> Result<Explanation, Interrupted> {
    if explainer.puzzle.hidden().len() > MOST_HIDDEN {
        return Ok(Explanation::unfinished(&explainer.puzzle));
    }
    let scene = Scene::of(&explainer.puzzle);
    let answers = Answers::of(explainer, &scene)?;
    let mut search = Search::new(explainer, &scene, &answers, 0, 0);
    let mut line = search.begun();
    let open: Vec<usize> =
        (0..scene.cells.len()).filter(|place| line.state.digit(*place).is_none()).collect();
    let found = search.first_digit(&mut line, &open);
    let mut steps = line.steps;
    if let Some(goals) = &found {
        trim::trim(&search.arena, &mut steps, goals);
        trim::shrink(&scene, &mut search.arena, &mut steps, goals, explainer.tests);
    }
    steps.truncate(1);
    Ok(emit::explanation(&search, steps, found.is_some()))
}

/// The facts at which an explanation aims, as far as they were found.
fn goals(search: &Search, state: &State) -> Vec<Id> {
    if let Some(broken) = state.broken {
        return vec![broken];
    }
    let is_certain = |place: &usize| search.answers.seen[*place].len() == 1 && state.digit(*place).is_some();
    (0..search.scene.cells.len()).filter(is_certain).flat_map(|place| state.digits[place].1.clone()).collect()
}

impl<'a> Search<'a> {
    fn new(explainer: &'a Explainer, scene: &'a Scene, answers: &'a Answers, seed: u64, work: u64) -> Self {
        let names = &explainer.techniques;
        let allowed =
            TECHNIQUES.iter().map(|technique| names.is_empty() || names.contains(&technique.name)).collect();
        let arena = Arena::of(scene);
        Self {
            scene,
            answers,
            arena,
            explainer,
            allowed,
            seed,
            work: Cell::new(work),
            told: 0,
            tells_all: false,
        }
    }

    /// A line with what is known at the beginning.
    fn begun(&self) -> Line {
        Line { state: State::of(self.scene), seen: Seen::default(), steps: Vec::new() }
    }

    /// Explains as far as possible; whether that is to the end.
    fn run(&mut self) -> (Line, bool) {
        let mut line = self.begun();
        let done = self.go_on(&mut line, 0) == Ok(());
        if self.explainer.goal.is_some() {
            let proved = self.is_proved(&line.state) || line.state.broken.is_some();
            if proved {
                self.conclude_goal(&mut line);
            }
            return (line, proved);
        }
        let done = done && (self.is_done(&line.state) || self.ends_in_cases(&mut line));
        (line, done)
    }

    /// Whether there is a contradiction, or all is known and right.
    fn is_done(&self, state: &State) -> bool {
        state.broken.is_some() || self.is_solution(state)
    }

    /// Whether all digits are known and satisfy the puzzle.
    fn is_solution(&self, state: &State) -> bool {
        if self.answers.status == Status::None {
            return false;
        }
        let digits: Option<Vec<u8>> = (0..self.scene.cells.len()).map(|place| state.digit(place)).collect();
        let Some(digits) = digits else { return false };
        if !self.answers.told.is_empty() {
            return self.answers.told.contains(&digits);
        }
        let differ = |(a, row): (usize, &Vec<bool>)| {
            row.iter().enumerate().all(|(b, differs)| !differs || digits[a] != digits[b])
        };
        self.scene.differ.iter().enumerate().all(differ)
            && self
                .scene
                .stated
                .iter()
                .all(|stated| judge::truth(&stated.expr, &digits, &self.scene.context) == Truth::Yes)
    }

    /// Whether the fact that is asked for is known.
    fn is_proved(&self, state: &State) -> bool {
        match &self.explainer.goal {
            Some(goal) => goal::is_known(self.scene, state, goal),
            None => false,
        }
    }

    /// Whether nothing more can be certain, or what is asked for is.
    fn is_reached(&self, state: &State) -> bool {
        if self.is_proved(state) {
            return true;
        }
        let is_known = |place: usize| state.digit(place).is_some() || self.answers.seen[place].len() != 1;
        state.broken.is_some()
            || (self.answers.status != Status::None && (0..self.scene.cells.len()).all(is_known))
    }

    /// Techniques, then cases, until all that is certain is known.
    fn go_on(&mut self, line: &mut Line, depth: usize) -> Result<(), Spent> {
        loop {
            self.propagate(line)?;
            if self.is_reached(&line.state) {
                return Ok(());
            }
            let mut helped = false;
            for nested in 1..=self.explainer.depth.saturating_sub(depth) {
                // Nested cases are tried while there is enough left for a tree of all.
                if nested > 1 && self.work.get() > self.explainer.work / 3 {
                    break;
                }
                if self.cases(line, nested)? {
                    helped = true;
                    break;
                }
            }
            if !helped && !self.exhaust(line)? {
                return Ok(());
            }
        }
    }

    /// Applies the cheapest technique that helps, until none does.
    fn propagate(&mut self, line: &mut Line) -> Result<(), Spent> {
        while !self.is_done(&line.state) && !self.is_proved(&line.state) {
            let Some(find) = self.cheapest(line)? else { return Ok(()) };
            self.apply(line, find);
        }
        Ok(())
    }

    /// Goes on until a digit is known that was not, or a contradiction; the facts that say so.
    fn first_digit(&mut self, line: &mut Line, open: &[usize]) -> Option<Vec<Id>> {
        loop {
            if let Some(broken) = line.state.broken {
                return Some(vec![broken]);
            }
            if let Some(place) = open.iter().find(|place| line.state.digit(**place).is_some()) {
                return Some(line.state.digits[*place].1.clone());
            }
            match self.cheapest(line) {
                Ok(Some(find)) => self.apply(line, find),
                Ok(None) if self.cases(line, 1) == Ok(true) => {}
                _ => return line.steps.last().map(|step| step.gives.clone()),
            }
        }
    }

    /// The fact that was asked for as the last one, if it is not one of those that were found.
    fn conclude_goal(&mut self, line: &mut Line) {
        let Some(claim) = self.explainer.goal.clone() else { return };
        if let Some(place) = goal::taken(&line.state, &claim) {
            self.fact_of(line, Var::Place(place));
        }
    }

    fn check(&self) -> Result<(), Spent> {
        if self.explainer.watch.is_raised() {
            return Err(Spent::Interrupted);
        }
        if self.work.get() > self.explainer.work {
            return Err(Spent::Work);
        }
        Ok(())
    }

    /// The find with the least weight, as this try varies weights.
    fn cheapest(&self, line: &Line) -> Result<Option<Find>, Spent> {
        self.check()?;
        let look = Look { scene: self.scene, state: &line.state, seen: &line.seen, work: &self.work };
        let mut best: Option<(u64, Find)> = None;
        let mut all = Vec::new();
        for (index, technique) in TECHNIQUES.iter().enumerate() {
            let least = if technique.weight <= 100 { 0 } else { technique.weight * 6 / 10 };
            if !self.allowed[index] || best.as_ref().is_some_and(|(weight, _)| *weight < least) {
                continue;
            }
            let finds = look.finds(technique).into_iter().filter(|find| self.may(find.technique));
            for (object, find) in finds.enumerate() {
                all.push(find.weight);
                let weight = find.weight * self.varied(index, object) / 100;
                if best.as_ref().is_none_or(|(least, _)| weight < *least) {
                    best = Some((weight, find));
                }
            }
        }
        Ok(best.map(|(_, mut find)| {
            find.effort = self.effort(&find, &all);
            find
        }))
    }

    /// What it costs to see a find: its weight, the more often there was where to look, the less often something to find.
    fn effort(&self, find: &Find, all: &[u64]) -> u64 {
        let objects = self.scene.columns.len() + self.scene.stated.len() + self.scene.groups.len();
        let techniques = TECHNIQUES.iter().filter(|technique| technique.weight <= find.weight).count();
        let finds = all.iter().filter(|weight| **weight <= find.weight).count().max(1);
        #[expect(clippy::cast_precision_loss, reason = "these are small numbers")]
        let ratio = 1.0 + (objects * techniques) as f64 / finds as f64;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "it is small and positive"
        )]
        let effort = (find.weight as f64 * ratio.log2()) as u64;
        effort
    }

    /// A factor near 100 for each technique and object, by the try.
    fn varied(&self, technique: usize, object: usize) -> u64 {
        if self.seed == 0 {
            return 100;
        }
        // By name, so that a further technique changes nothing for the others.
        let name = TECHNIQUES[technique]
            .name
            .bytes()
            .fold(0_u64, |key, byte| key.wrapping_mul(31) ^ u64::from(byte));
        let key = (self.seed << 48) ^ (name << 16) ^ object as u64;
        65 + mixed(key) % 71
    }

    /// Adds a step to a line.
    fn apply(&mut self, line: &mut Line, find: Find) {
        let mut uses = find.uses;
        if find.differ.len() > 1 {
            uses.push(self.arena.distinct(self.scene, &find.differ));
        }
        let mut gives = Vec::new();
        for give in find.gives {
            let id = self.conclude(&give, &line.state);
            line.state.learn(self.scene, &give.news, id);
            gives.push(id);
            if give.news == News::False {
                break;
            }
        }
        line.steps.push(RawStep {
            technique: find.technique,
            at: find.at,
            uses,
            gives,
            on: None,
            cases: Vec::new(),
            ways: find.ways,
            weight: find.weight,
            effort: find.effort,
            subject: find.subject,
        });
    }

    fn conclude(&mut self, give: &Give, before: &State) -> Id {
        let claim = give.news.claim(self.scene);
        let prior = before.prior(&give.news);
        self.arena.add(Fact { claim, rule: Some(give.rule), proof: give.proof.clone(), name: None, prior })
    }

    /// Splits the fact into cases that costs least for what it gains. Whether one helped.
    fn cases(&mut self, line: &mut Line, depth: usize) -> Result<bool, Spent> {
        if !self.may(&cases::CASES) {
            return Ok(false);
        }
        let mut vars = self.splits(line, MOST_CASES);
        vars.truncate(if depth > 1 { MOST_SPLITS / 2 } else { MOST_SPLITS });
        let mut best: Option<(f64, Split)> = None;
        for var in vars {
            let split = self.split(line, var, depth - 1)?;
            let Some(cost) = split.cost(self, &line.state) else { continue };
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, split));
            }
        }
        let Some((_, split)) = best else { return Ok(false) };
        self.tell(line, split, &cases::CASES);
        Ok(true)
    }

    fn may(&self, technique: &Technique) -> bool {
        TECHNIQUES
            .iter()
            .position(|other| other.name == technique.name)
            .is_none_or(|index| self.allowed[index])
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
        vars.sort_by_key(|(count, is_place, _)| (*count, *is_place));
        vars.into_iter().map(|(_, _, var)| var).collect()
    }

    /// Follows each value of a variable.
    fn split(&mut self, line: &Line, var: Var, depth: usize) -> Result<Split, Spent> {
        let mut split = Split { var, cases: Vec::new() };
        for value in line.state.values(self.scene, var) {
            let mut case = Line { state: line.state.clone(), seen: line.seen.clone(), steps: Vec::new() };
            let assume = self.assume(&mut case, var, value);
            self.propagate(&mut case)?;
            if depth > 0 && !self.is_done(&case.state) {
                while !self.is_done(&case.state) && self.cases(&mut case, depth)? {
                    self.propagate(&mut case)?;
                }
            }
            split.cases.push((assume, value, case));
        }
        Ok(split)
    }

    fn assume(&mut self, case: &mut Line, var: Var, value: i64) -> Id {
        let news = match var {
            Var::Place(place) => News::Digit(place, DigitSet::one(u8::try_from(value).unwrap_or(0))),
            Var::Carry(carry) => News::Carry(carry, vec![value]),
        };
        let fact = Fact {
            claim: news.claim(self.scene),
            rule: None,
            proof: RawProof::default(),
            name: None,
            prior: case.state.prior(&news),
        };
        let id = self.arena.add(fact);
        case.state.learn(self.scene, &news, id);
        id
    }

    /// Adds a split to a line as a step.
    fn tell(&mut self, line: &mut Line, split: Split, technique: &'static Technique) {
        let on = self.fact_of(line, split.var);
        let mut news = split.news(self, &line.state);
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
        let inner: u64 = cases.iter().map(|case| trim::weight(&case.steps)).sum();
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
        });
    }

    /// The fact that a variable has one of its values; one is concluded if others take digits from it.
    fn fact_of(&mut self, line: &mut Line, var: Var) -> Option<Id> {
        let Var::Place(place) = var else { return line.state.why(var).first().copied() };
        let open = line.state.open(self.scene, place);
        let known = line.state.digits[place].clone();
        if open == known.0
            && let [only] = known.1[..]
            && matches!(self.arena.facts[only].claim, super::fact::Claim::Digit(..))
        {
            return Some(only);
        }
        let mut places = line.state.takers(self.scene, place);
        let mut uses: Vec<Id> = places.iter().flat_map(|taker| line.state.digits[*taker].1.clone()).collect();
        uses.extend(known.1);
        places.push(place);
        let rule = if places.len() > 1 { Rule::K5 } else { Rule::K1 };
        let over = vec![super::fact::Term::Place(super::fact::Place::new(place))];
        let proof =
            if places.len() > 1 { RawProof::default() } else { RawProof { over, ..RawProof::default() } };
        let technique = &TECHNIQUES[0];
        self.apply(
            line,
            Find {
                technique,
                at: At::default(),
                uses,
                differ: if places.len() > 1 { places } else { Vec::new() },
                gives: vec![Give { news: News::Digit(place, open), rule, proof }],
                ways: 1,
                weight: 0,
                effort: 0,
                subject: Subject::Places(vec![place]),
            },
        );
        line.state.digits[place].1.first().copied()
    }

    /// A tree of cases, as deep as need be.
    fn exhaust(&mut self, line: &mut Line) -> Result<bool, Spent> {
        if !self.may(&cases::EXHAUST) {
            return Ok(false);
        }
        if self.at_once(line) {
            return Ok(true);
        }
        let Some(var) = self.next_of_tree(line) else { return Ok(false) };
        let split = self.tree(line, var, 0)?;
        if split.news(self, &line.state).is_empty() {
            return Ok(false);
        }
        self.tell(line, split, &cases::EXHAUST);
        Ok(true)
    }

    /// The variable that a tree of cases splits next: the one with the fewest values; with the most, if few splits leave so little
    /// that all of it can be gone through at once.
    fn next_of_tree(&self, line: &Line) -> Option<Var> {
        let splits = self.splits(line, usize::from(self.scene.base.get()));
        let places =
            (0..self.scene.cells.len()).map(|place| line.state.open(self.scene, place).len().max(1) as u64);
        let tuples = places.fold(1_u64, u64::saturating_mul);
        if self.tells_all || tuples > 1000 * MOST_TUPLES {
            return splits.first().copied();
        }
        splits.into_iter().rfind(|var| matches!(var, Var::Place(_)))
    }

    /// Goes through all ways that are left, if they are few enough for the checker and decide something.
    fn at_once(&mut self, line: &mut Line) -> bool {
        if self.tells_all || !self.may(&cases::EXHAUST) {
            return false;
        }
        let look = Look { scene: self.scene, state: &line.state, seen: &line.seen, work: &self.work };
        let Some(find) = look.all_at_once() else { return false };
        self.apply(line, find);
        true
    }

    /// Follows each value of a variable to the end.
    fn tree(&mut self, line: &Line, var: Var, depth: usize) -> Result<Split, Spent> {
        let mut split = Split { var, cases: Vec::new() };
        for value in line.state.values(self.scene, var) {
            let mut case = Line { state: line.state.clone(), seen: line.seen.clone(), steps: Vec::new() };
            let assume = self.assume(&mut case, var, value);
            self.propagate(&mut case)?;
            let is_open = !self.is_done(&case.state) && !self.at_once(&mut case) && depth < MOST_NESTED;
            if let Some(next) = self.next_of_tree(&case).filter(|_| is_open) {
                let inner = self.tree(&case, next, depth + 1)?;
                let technique = if self.may(&cases::EXHAUST) { &cases::EXHAUST } else { &cases::CASES };
                self.tell(&mut case, inner, technique);
                if self.told > self.explainer.told {
                    return Err(Spent::Work);
                }
            }
            split.cases.push((assume, value, case));
        }
        Ok(split)
    }

    /// Several solutions, or what is left open: the cases that end in each.
    fn ends_in_cases(&mut self, line: &mut Line) -> bool {
        if self.answers.status != Status::Several || self.answers.told.is_empty() {
            return self.answers.status == Status::Several && self.is_reached(&line.state);
        }
        let Some(var) = self.splits(line, usize::from(self.scene.base.get())).first().copied() else {
            return false;
        };
        let allowed = [&cases::CASES, &cases::EXHAUST].into_iter().find(|technique| self.may(technique));
        let Some(technique) = allowed else { return false };
        self.tells_all = true;
        let Ok(split) = self.tree(line, var, 0) else { return false };
        self.tell(line, split, technique);
        true
    }
}

/// The cases of a variable, each followed.
struct Split {
    var: Var,
    cases: Vec<(Id, i64, Line)>,
}

impl Split {
    fn survivors(&self) -> impl Iterator<Item = &Line> {
        self.cases.iter().map(|(_, _, case)| case).filter(|case| case.state.broken.is_none())
    }

    /// The values of the cases that survive.
    fn survived(&self) -> News {
        let survives = |(_, _, case): &&(Id, i64, Line)| case.state.broken.is_none();
        let values = self.cases.iter().filter(survives).map(|(_, value, _)| *value);
        match self.var {
            Var::Place(place) => News::Digit(
                place,
                values.fold(DigitSet::EMPTY, |set, value| set.with(u8::try_from(value).unwrap_or(0))),
            ),
            Var::Carry(carry) => News::Carry(carry, values.collect()),
        }
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
            values.sort_unstable();
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

    /// The weight for each bit that is gained; nothing if nothing is.
    fn cost(&self, search: &Search, before: &State) -> Option<f64> {
        let news = self.news(search, before);
        let bits: f64 = news
            .iter()
            .map(|news| match news {
                News::Digit(place, set) => log_ratio(before.open(search.scene, *place).len(), set.len()),
                News::Carry(carry, values) => log_ratio(before.carries[*carry].0.len(), values.len()),
                _ => 40.0,
            })
            .sum();
        if bits <= 0.0 {
            return None;
        }
        let inner: u64 = self
            .cases
            .iter()
            .map(|(_, _, case)| match case.state.broken {
                Some(broken) => trim::needed_weight(&case.steps, &[broken]),
                None => trim::weight(&case.steps) / 2,
            })
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "weights are small")]
        let weight = (cases::CASES.weight + inner) as f64;
        Some(weight / bits)
    }
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
    ends.sort_unstable();
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
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[expect(clippy::cast_precision_loss, reason = "both are numbers of digits")]
fn log_ratio(before: usize, after: usize) -> f64 {
    (before as f64 / after.max(1) as f64).log2()
}

/// A number that looks random (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
fn mixed(key: u64) -> u64 {
    let mut z = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
