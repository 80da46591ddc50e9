//! Finds an explanation as a person argues: the most natural technique that finds something, again and again; assumptions if none
//! does, then lists; then all that was not needed is left out. This is repeated with other weights, and the explanation is kept whose
//! least natural steps are the most natural.

mod cases;
mod choice;
mod hint;
mod order;
mod split;
mod trees;
mod tries;

use super::answers::Answers;
use super::fact::{Claim, Relation};
use super::glances::Glances;
use super::recount::{Listed, recount};
use super::scene::{Id, Scene, Var};
use super::state::{Arena, Fact, News, RawProof, State};
use super::step::{At, Rule, Status};
use super::techniques::cases::{CASES, EXHAUST};
use super::techniques::{
    Find, Give, Look, RANK_OF_LIST, RANK_OF_TRIAL, Seen, Subject, TAKEN, TECHNIQUES, Technique,
};
use super::trim::Asks;
use super::{Explainer, Explanation, goal};
pub(super) use hint::hint;

use cases::{Followed, Wanted};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use std::cell::Cell;
use tries::Try;

/// How many times it is searched for an explanation, if nothing else is asked for.
const TRIES: usize = 16;

/// Puzzles with more hidden digits are not explained: nobody would read it.
const MOST_HIDDEN: usize = 500;

/// Further tries are made while no more than this part of the work is done: a small one if one try reached the end.
const FURTHER_TRIES: u64 = 32;
const FURTHER_TRIES_TO_END: u64 = 16;

/// What each bit that a step gains counts for in the tries, in hundredths: steps that say more make shorter explanations.
const GAINS: [u64; 5] = [50, 25, 100, 150, 0];

/// The best tries, this many, are shortened before one is chosen.
const MOST_SHORTENED: usize = 4;

/// The technique by which orders are assumed.
const EITHER_WAY: &str = "either-way";

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
    /// How many possibilities are gone through to find them.
    pub tries: u64,
    pub weight: u64,
    pub effort: u64,
    pub subject: Subject,
    /// What it goes through as its reader sees it; nothing before all steps are found.
    pub listed: Listed,
}

impl RawStep {
    /// How late a person thinks of it.
    pub fn rank(&self) -> u8 {
        self.technique.rank_of(self.tries)
    }

    /// What it says that was combined from other relations.
    pub fn combined<'a>(&self, arena: &'a Arena) -> Option<&'a Relation> {
        self.gives.iter().map(|give| &arena.facts[*give]).find_map(|fact| match &fact.claim {
            Claim::Relation(relation) if fact.rule == Some(Rule::K3) => Some(relation),
            _ => None,
        })
    }
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
    /// The techniques that may be used, the most natural first.
    allowed: Vec<&'static Technique>,
    /// The try, from which weights vary.
    seed: u64,
    /// By how many hundredths each bit that a step gains makes it as good as a cheaper one.
    gain: u64,
    work: Cell<u64>,
    watch: Glances<'a>,
    /// Steps in cases that were told.
    told: usize,
    /// Whether cases are told to the end of each solution.
    tells_all: bool,
    tree: trees::Tree,
}

/// A search gave up: its work is done, or it was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spent;

pub(super) fn explain(explainer: &Explainer) -> Result<Explanation, Interrupted> {
    if explainer.puzzle.hidden().len() > MOST_HIDDEN {
        return Ok(Explanation::unfinished(&explainer.puzzle));
    }
    let mut scene = Scene::of(&explainer.puzzle, &explainer.watch)?;
    let whole = Answers::of(explainer, &scene)?;
    // An order that is assumed says nothing of one solution alone, nor of a fact that is asked for.
    if explainer.goal.is_some() || !explainer.may(EITHER_WAY) || !whole.are_told() {
        scene.exchanges.clear();
    }
    let answers = whole.in_order(&scene);
    let mut tries: Vec<Try> = Vec::new();
    let mut work = 0;
    for seed in 0..explainer.tries.unwrap_or(TRIES).max(1) {
        let mut search = Search::new(explainer, &scene, &answers, seed as u64, work);
        if !explainer.takes_cheapest {
            search.gain = GAINS[seed % GAINS.len()];
        }
        let one = Try::new(search);
        work = one.search.work.get();
        tries.push(one);
        tries.arrange_by_key(Try::rank);
        tries.truncate(MOST_SHORTENED);
        let share = if tries[0].done { FURTHER_TRIES } else { FURTHER_TRIES_TO_END };
        if work > explainer.work / share || explainer.watch.is_raised() {
            break;
        }
    }
    let mut asks = Asks::default();
    tries.iter_mut().for_each(|one| one.shorten(&mut asks));
    let mut best = tries.into_iter().min_by_key(Try::rank).expect("there is one try at least");
    recount(&scene, &best.search.arena, &mut best.steps, &best.search.watch);
    Ok(best.told(&whole))
}

impl Line {
    /// The same knowledge, from which other steps lead on.
    fn without_steps(&self) -> Self {
        Self { state: self.state.clone(), seen: self.seen.clone(), steps: Vec::new() }
    }
}

impl<'a> Search<'a> {
    fn new(explainer: &'a Explainer, scene: &'a Scene, answers: &'a Answers, seed: u64, work: u64) -> Self {
        let names = &explainer.techniques;
        let may = |technique: &&Technique| names.is_empty() || names.contains(&technique.name);
        let mut allowed: Vec<&'static Technique> = TECHNIQUES.iter().filter(may).collect();
        allowed.arrange_by_key(|technique| technique.rank);
        let arena = Arena::of(scene);
        Self {
            scene,
            answers,
            arena,
            explainer,
            allowed,
            seed,
            gain: 0,
            work: Cell::new(work),
            watch: Glances::at(&explainer.watch),
            told: 0,
            tells_all: false,
            tree: trees::Tree::default(),
        }
    }

    /// A line with what is known at the beginning.
    fn begun(&self) -> Line {
        Line { state: State::of(self.scene), seen: Seen::default(), steps: Vec::new() }
    }

    /// Explains as far as possible; whether that is to the end.
    fn run(&mut self) -> (Line, bool) {
        let mut line = self.begun();
        let done = match self.go_on(&mut line) {
            // Cases that end in each solution need nothing else.
            Err(Spent) if self.answers.status != Status::Several => self.go_through(&mut line).is_ok(),
            Err(Spent) => !self.answers.told.is_empty(),
            Ok(()) => true,
        };
        if self.explainer.goal.is_some() {
            let proved = self.is_proved(&line.state) || line.state.broken.is_some();
            if proved {
                self.conclude_goal(&mut line);
            }
            return (line, proved);
        }
        // Of several solutions a rating is of what is certain.
        let is_enough = self.explainer.takes_cheapest && self.answers.status == Status::Several;
        let done = done && (self.is_done(&line.state) || is_enough || self.ends_in_cases(&mut line));
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

    /// Whether what is asked for is known; if nothing is asked for, whether nothing more can be certain.
    fn is_reached(&self, state: &State) -> bool {
        if self.explainer.goal.is_some() {
            return self.is_proved(state) || state.broken.is_some();
        }
        let is_known = |place: usize| state.digit(place).is_some() || self.answers.seen[place].len() != 1;
        state.broken.is_some()
            || (self.answers.status != Status::None && (0..self.scene.cells.len()).all(is_known))
    }

    /// Techniques, then cases, until all that is certain is known.
    fn go_on(&mut self, line: &mut Line) -> Result<(), Spent> {
        loop {
            self.propagate(line)?;
            if self.is_reached(&line.state) {
                return Ok(());
            }
            let mut followed = Followed::default();
            let helped = self.cases(line, 1, Wanted::One, &mut followed)?
                || self.lists(line, RANK_OF_LIST)?
                || self.splits_deeply(line, &mut followed)?;
            if !helped && !self.exhaust(line)? {
                return Ok(());
            }
        }
    }

    /// Applies the cheapest technique that helps, until none does.
    fn propagate(&mut self, line: &mut Line) -> Result<(), Spent> {
        while !self.is_done(&line.state) && !self.is_proved(&line.state) {
            let Some(find) = self.next_find(line, CASES.rank)? else { return Ok(()) };
            self.apply(line, find);
        }
        Ok(())
    }

    /// Cases within cases, then trials, then cases of which several survive.
    fn splits_deeply(&mut self, line: &mut Line, followed: &mut Followed) -> Result<bool, Spent> {
        for wanted in [Wanted::One, Wanted::Fewer, Wanted::Common] {
            let least = if wanted == Wanted::One { 2 } else { 1 };
            for nested in least..=self.explainer.depth {
                // Nested cases are tried while there is enough left for a tree of all.
                let is_possible = nested == 1 || self.work.get() <= self.explainer.work / 3;
                if is_possible && self.cases(line, nested, wanted, followed)? {
                    return Ok(true);
                }
            }
            if wanted == Wanted::One && self.lists(line, RANK_OF_TRIAL)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Applies a step that goes through as many possibilities as a rank allows; whether there is one.
    fn lists(&mut self, line: &mut Line, most: u8) -> Result<bool, Spent> {
        let find = self.next_find(line, most)?;
        Ok(find.map(|find| self.apply(line, find)).is_some())
    }

    /// The fact that was asked for as the last one, if it is not one of those that were found.
    fn conclude_goal(&mut self, line: &mut Line) {
        let Some(claim) = self.explainer.goal.clone() else { return };
        if let Some(place) = goal::taken(&line.state, &claim) {
            self.fact_of(line, Var::Place(place));
        }
    }

    fn check(&self) -> Result<(), Spent> {
        let is_spent = self.watch.is_raised() || self.work.get() >= self.explainer.work;
        if is_spent { Err(Spent) } else { Ok(()) }
    }

    /// What techniques see of a state.
    fn look<'l>(&'l self, state: &'l State, seen: &'l Seen) -> Look<'l> {
        Look { scene: self.scene, state, seen, work: &self.work, watch: &self.watch }
    }

    /// Adds a step to a line.
    fn apply(&mut self, line: &mut Line, find: Find) {
        let mut uses = find.uses;
        for clique in self.scene.cliques(&find.differ) {
            uses.push(self.arena.distinct(self.scene, &clique));
        }
        let mut gives = Vec::new();
        for give in find.gives {
            let give = give.with_own(gives.first().copied());
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
            tries: find.tries,
            weight: find.weight,
            effort: find.effort,
            subject: find.subject,
            listed: Listed::default(),
        });
    }

    fn conclude(&mut self, give: &Give, before: &State) -> Id {
        let claim = give.news.claim(self.scene);
        let prior = before.prior(&give.news);
        let (proof, news) = (give.proof.clone(), Some(give.news.clone()));
        self.arena.add(Fact { claim, rule: Some(give.rule), proof, name: None, prior, news })
    }

    /// The digits that were known first of a place without which no others would be left now, and the facts that say so.
    fn earliest(&self, line: &Line, place: usize, open: DigitSet) -> (DigitSet, Vec<Id>) {
        let mut known = line.state.digits[place].clone();
        let mut prior = known.1.first().and_then(|id| self.arena.facts[*id].prior);
        while let Some(id) = prior {
            if let Claim::Digit(_, set) = self.arena.facts[id].claim {
                let takers = line.state.takers_of(self.scene, place, set);
                let left = takers.fold(set, |left, taker| left.minus(line.state.digits[taker].0));
                known = if left == open { (set, vec![id]) } else { known };
            }
            prior = self.arena.facts[id].prior;
        }
        known
    }

    /// The fact that a variable has one of its values; one is concluded if others take digits from it.
    fn fact_of(&mut self, line: &mut Line, var: Var) -> Option<Id> {
        let Var::Place(place) = var else { return line.state.why(var).first().copied() };
        let open = line.state.open(self.scene, place);
        let known = self.earliest(line, place, open);
        if open == known.0
            && let [only] = known.1[..]
            && matches!(self.arena.facts[only].claim, Claim::Digit(..))
        {
            return Some(only);
        }
        let mut places: Vec<usize> = line.state.takers_of(self.scene, place, known.0).collect();
        let mut uses: Vec<Id> = places.iter().flat_map(|taker| line.state.digits[*taker].1.clone()).collect();
        uses.extend(known.1);
        places.push(place);
        let rule = if places.len() > 1 { Rule::K5 } else { Rule::K1 };
        let over = vec![super::fact::Term::Place(super::fact::Place::new(place))];
        let proof =
            if places.len() > 1 { RawProof::default() } else { RawProof { over, ..RawProof::default() } };
        // What is left to go through is a part of the cases where nothing else may say it.
        let technique = [&TAKEN, &CASES].into_iter().find(|row| self.may(row)).unwrap_or(&EXHAUST);
        self.apply(
            line,
            Find {
                technique,
                at: At::default(),
                uses,
                differ: if places.len() > 1 { places } else { Vec::new() },
                gives: vec![Give { news: News::Digit(place, open), rule, proof }],
                ways: 1,
                tries: 1,
                weight: 0,
                effort: 0,
                subject: Subject::Places(vec![place]),
            },
        );
        line.state.digits[place].1.first().copied()
    }

    fn may(&self, technique: &Technique) -> bool {
        self.explainer.may(technique.name)
    }
}
