//! The techniques: each looks at one kind of thing and concludes as much as its row says.
//!
//! A technique only proposes. It names the facts that it saw; the [`checker`](super::checker) decides whether its conclusions
//! follow from them, and which of the facts are needed.

mod added;
pub(super) mod cases;
mod clash;
mod columns;
mod combine;
mod compare;
pub(super) mod denominators;
mod digits;
pub(super) mod equations;
mod exhaust;
mod factors;
pub(super) mod fractions;
mod groups;
mod left;
mod measured;
mod nines;
mod repeat;
mod size;
mod squares;
mod subsets;
mod symmetry;
pub(super) mod table;
#[cfg(test)]
mod tests;
mod together;

pub(super) use factors::both_ways;
pub(super) use groups::TAKEN;
pub(super) use size::excludes_digits;

use super::fact::{Place, Term};
use super::glances::Glances;
use super::scene::{Id, Scene, Var};
use super::state::{News, RawProof, State};
use super::step::{At, Rule, Sentence};
use super::ways::{Sum, Ways};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::interrupt::Interrupt;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// Techniques whose conclusions by differences are what they are about. Elsewhere readers see for themselves which digits are taken.
pub(super) const DIFFERENT: &[&str] = &["pair", "only-place"];

/// The technique that says what a digit or carry would make of others.
pub(super) const CLASH: &str = "clash";

/// One technique.
pub struct Technique {
    /// Its name, in options and output.
    pub name: &'static str,
    /// What it looks at.
    pub looks_at: &'static str,
    /// What it concludes.
    pub concludes: &'static str,
    /// What one use costs a person, in hundredths.
    pub weight: u64,
    /// How late a person thinks of it: 1 for what is seen at once, 24 for what is left to a computer. Some finds of a technique are
    /// seen sooner or later than its others. They have a copy of its row with another rank, which is in no list: readers know both
    /// by one name.
    pub rank: u8,
    look: fn(&Look) -> Vec<Find>,
}

impl std::fmt::Debug for Technique {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Technique").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Technique {
    /// How late a person thinks of a step for which so many possibilities are gone through.
    pub(super) fn rank_of(&self, tries: u64) -> u8 {
        if tries <= FEW_WAYS {
            self.rank
        } else if tries <= MOST_LISTED {
            RANK_OF_LIST
        } else {
            RANK_OF_TRIAL
        }
    }
}

/// All techniques. Of equally natural ones, those that come first are looked at first.
pub static TECHNIQUES: &[Technique] = &[
    groups::CROWD,
    TAKEN,
    symmetry::EITHER_WAY,
    equations::SKIPPED_ROW,
    factors::SAME_ROW,
    columns::LEAD_CARRY,
    columns::ONE_UNKNOWN,
    columns::CARRY_BOUND,
    columns::COLUMN_RANGE,
    columns::CANCEL,
    clash::NO_CHANGE,
    clash::CLASH,
    columns::PARITY,
    compare::COMPARE,
    left::LEFT,
    added::ADD_EQUATIONS,
    equations::REMAINDER,
    equations::DROP,
    size::LENGTH,
    digits::LAST_DIGIT,
    squares::SQUARE_ENDING,
    table::TABLE,
    groups::ONLY_PLACE,
    size::SIZE,
    columns::COLUMN_CASES,
    factors::FACTORS,
    table::WHOLE,
    table::QUESTION,
    digits::LAST_DIGITS,
    groups::PAIR,
    combine::COMBINE,
    together::TOGETHER,
    repeat::REPEAT_BLOCK,
    fractions::LONE_PRIME,
    nines::NINES,
    cases::CASES,
    cases::EXHAUST,
];

/// The techniques whose cheapest steps fill in what is left without a thought.
pub(super) static FILLING: &[Technique] =
    &[TAKEN, equations::SKIPPED_ROW, columns::ONE_UNKNOWN, table::WHOLE];

/// The most that a step weighs which fills in.
pub(super) const FILLING_WEIGHT: u64 = 100;

/// The number of ways that stand in one sentence.
pub(super) const FEW_WAYS: u64 = 4;

/// The number of ways that a reader goes through at most in one step, each in a line of its own.
pub(super) const MOST_WAYS: usize = 10;

/// The number of possibilities that stand in a list.
const MOST_LISTED: u64 = MOST_WAYS as u64;

/// How late a person writes a list: after following an assumption; and goes through more than a list.
pub(super) const RANK_OF_LIST: u8 = 23;
pub(super) const RANK_OF_TRIAL: u8 = 24;

/// The most tuples of values that the checker goes through.
pub(super) const MOST_TUPLES: u64 = 1_000_000;

/// The units of work that a condition of given digits takes.
const JUDGED: u64 = 4;

/// How many assignments make one unit of work.
const TRIED_AT_ONCE: u64 = 16;

/// The most tuples of values among which a reader finds the few ways of a condition.
const MOST_OPEN: usize = 40_000;

/// The most assignments that one look tries.
const WORK: u64 = 30_000;

/// In a combination of relations, the first conclusion of the step itself, which has no number yet.
pub(super) const OWN: Id = Id::MAX;

/// What is concluded, and how the checker sees it.
#[derive(Clone, Debug)]
pub(super) struct Give {
    pub news: News,
    pub rule: Rule,
    pub proof: RawProof,
}

impl Give {
    /// The same with the first conclusion of its step, once that has a number, in place of [`OWN`].
    pub fn with_own(mut self, first: Option<Id>) -> Self {
        if let Some(first) = first {
            self.proof.combine.iter_mut().filter(|(id, _)| *id == OWN).for_each(|(id, _)| *id = first);
        }
        self
    }
}

/// What a find is about, from which its sentence is made.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Subject {
    Column(usize),
    /// The facts of two relations of which a variable was eliminated.
    Pair([Id; 2], Var),
    /// The facts of two columns or relations of which all ways are gone through.
    Together([Id; 2]),
    /// All columns of an equation at once.
    Nines(usize),
    Stated(usize),
    /// The denominators of a sum of fractions.
    Denominators(usize),
    /// Two conditions together.
    Two(usize, usize),
    Rest(usize),
    /// A numeral, the condition that its values must fit, and a digit that is open besides it.
    Numeral(usize, usize, Option<usize>),
    Places(Vec<usize>),
    Cases(Var),
    /// All open digits, with the number of ways that are tried, and the places that are filled in if not all are.
    All(u64, Vec<usize>),
    /// Columns or conditions, with the number of ways that are tried, the places that are filled in, and these conditions.
    Some(u64, Vec<usize>, Vec<usize>),
    /// Its sentences themselves.
    Said(Vec<Sentence>),
    None,
}

/// A relation that can be combined with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    Column(usize),
    Relation(usize),
}

/// A step that is possible.
#[derive(Clone, Debug)]
pub(super) struct Find {
    pub technique: &'static Technique,
    pub at: At,
    pub uses: Vec<Id>,
    /// Places of which it uses that they differ.
    pub differ: Vec<usize>,
    pub gives: Vec<Give>,
    pub ways: u64,
    /// How many possibilities are gone through to find them.
    pub tries: u64,
    pub weight: u64,
    pub effort: u64,
    pub subject: Subject,
}

impl Find {
    /// How late a person thinks of it.
    pub fn rank(&self) -> u8 {
        self.technique.rank_of(self.tries)
    }

    /// A find with one way to see it, about nothing in particular yet.
    pub fn new(technique: &'static Technique, uses: Vec<Id>, gives: Vec<Give>) -> Self {
        Self {
            technique,
            at: At::default(),
            uses,
            differ: Vec::new(),
            gives,
            ways: 1,
            tries: 1,
            weight: technique.weight,
            effort: 0,
            subject: Subject::None,
        }
    }
}

/// When each object of a technique was looked at last, and what was found.
pub(super) type Seen =
    RefCell<HashMap<(&'static str, usize, usize), (u32, Option<Rc<Find>>), BuildHasherDefault<Quick>>>;

/// Facts or places by their numbers.
pub(super) type Ids = HashSet<Id, BuildHasherDefault<Quick>>;

/// Hashes names and small numbers quickly. They come from the table and from objects, so no text can choose them to make it slow;
/// for those that a text chooses it has a key.
#[derive(Clone, Default)]
pub(super) struct Quick(u64);

impl Quick {
    /// Starts from a secret key.
    pub fn keyed(key: u64) -> Self {
        Self(key)
    }
}

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// What a technique sees.
pub(super) struct Look<'a> {
    pub scene: &'a Scene,
    pub state: &'a State,
    /// When each object was looked at last without a find.
    pub seen: &'a Seen,
    /// Counts assignments.
    pub work: &'a Cell<u64>,
    pub watch: &'a Glances<'a>,
}

impl<'a> Look<'a> {
    /// The finds of a technique.
    pub fn finds(&self, technique: &'static Technique) -> Vec<Find> {
        (technique.look)(self)
    }

    /// Looks at an object if anything about it has changed since it was looked at without a find.
    fn at(
        &self,
        name: &'static str,
        object: (usize, usize),
        stamp: u32,
        look: impl FnOnce() -> Option<Find>,
    ) -> Option<Find> {
        let key = (name, object.0, object.1);
        match self.seen.borrow().get(&key) {
            Some((seen, None)) if *seen == stamp => return None,
            Some((seen, Some(find))) if *seen == stamp && self.is_new(find) => return Some((**find).clone()),
            _ => {}
        }
        if self.watch.is_raised() {
            return None;
        }
        self.work.set(self.work.get() + 1);
        let find = look();
        self.seen.borrow_mut().insert(key, (stamp, find.clone().map(Rc::new)));
        find
    }

    /// Whether a find that was not taken still says what is not known.
    fn is_new(&self, find: &Find) -> bool {
        find.gives.iter().all(|give| match &give.news {
            News::Digit(place, set) => !self.state.digits[*place].0.minus(*set).is_empty(),
            News::Carry(carry, values) => self.state.carries[*carry].0.len() > values.len(),
            News::False => true,
            _ => false,
        })
    }

    /// Adds units of work; whether there is time for more.
    pub fn works(&self, units: u64) -> bool {
        self.work.set(self.work.get() + units);
        !self.watch.is_raised_after(units)
    }

    fn stamp(&self, vars: impl IntoIterator<Item = Var>) -> u32 {
        vars.into_iter().map(|var| self.state.since(var)).max().unwrap_or(0)
    }

    /// Goes through all ways to give the variables values that make the sums, and pass the test.
    fn ways(
        &self,
        vars: &[Var],
        sums: &[Sum],
        most: usize,
        test: &dyn Fn(&[i64]) -> bool,
    ) -> Option<Vec<Vec<i64>>> {
        let values: Vec<Vec<i64>> = vars.iter().map(|var| self.state.values(self.scene, *var)).collect();
        // The checker goes through the values that are known without what other places take.
        if self.tuples(vars).is_none_or(|tuples| tuples > MOST_TUPLES) {
            return None;
        }
        // A reader cannot pick the few ways out of more than that.
        let open = values.iter().fold(1_usize, |product, values| product.saturating_mul(values.len()));
        if open > MOST_OPEN {
            return None;
        }
        let differ = |a: usize, b: usize| match (vars[a], vars[b]) {
            (Var::Place(a), Var::Place(b)) => self.scene.differ[a][b],
            _ => false,
        };
        let ways = Ways { values: &values, sums, differ: &differ, test, most, work: WORK, watch: self.watch };
        let all = ways.all();
        self.work.set(self.work.get() + all.as_ref().map_or(WORK, |(_, tried)| *tried) / TRIED_AT_ONCE);
        all.ok().map(|(ways, _)| ways)
    }

    /// How many tuples of values the checker goes through.
    fn tuples(&self, vars: &[Var]) -> Option<u64> {
        vars.iter().try_fold(1_u64, |product, var| product.checked_mul(self.known_values(*var)))
    }

    /// The number of values of a variable by facts about it alone.
    fn known_values(&self, var: Var) -> u64 {
        let count = match var {
            Var::Place(place) => self.state.digits[place].0.len(),
            Var::Carry(carry) => self.state.carries[carry].0.len(),
        };
        count as u64
    }

    /// What all ways have in common and was not known.
    fn news_of(&self, vars: &[Var], ways: &[Vec<i64>]) -> Vec<News> {
        if ways.is_empty() {
            return vec![News::False];
        }
        let mut news = Vec::new();
        for (i, var) in vars.iter().enumerate() {
            let mut values: Vec<i64> = ways.iter().map(|way| way[i]).collect();
            values.arrange();
            values.dedup();
            if values.len() < self.state.count(self.scene, *var) {
                news.push(narrowed(*var, &values));
            }
        }
        news
    }

    /// The places that take digits from these variables, and all facts about both.
    fn company(&self, vars: &[Var]) -> (Vec<usize>, Vec<Id>) {
        let mut places: Vec<usize> = Vec::new();
        let mut uses: Vec<Id> = Vec::new();
        for var in vars {
            uses.extend_from_slice(self.state.why(*var));
            if let Var::Place(place) = var {
                places.push(*place);
                if self.state.digit(*place).is_none() {
                    places.extend(self.state.takers(self.scene, *place));
                }
            }
        }
        places.arrange();
        places.dedup();
        for place in &places {
            uses.extend_from_slice(&self.state.digits[*place].1);
        }
        uses.arrange();
        uses.dedup();
        (places, uses)
    }

    /// A find whose conclusions follow by going through all ways.
    fn enumerated(
        &self,
        technique: &'static Technique,
        vars: &[Var],
        facts: &[Id],
        news: Vec<News>,
        ways: usize,
    ) -> Find {
        let (places, mut uses) = self.company(vars);
        uses.extend_from_slice(facts);
        let over = self.over(vars, &places);
        let give = |news: News| Give {
            news,
            rule: Rule::K1,
            proof: RawProof { over: over.clone(), ..RawProof::default() },
        };
        Find {
            differ: self.those_that_differ(places),
            ways: ways as u64,
            tries: ways as u64,
            weight: technique.weight + ways_weight(ways),
            ..Find::new(technique, uses, news.into_iter().map(give).collect())
        }
    }

    /// The variables and the places as terms.
    fn over(&self, vars: &[Var], places: &[usize]) -> Vec<Term> {
        let carries = vars.iter().filter_map(|var| match var {
            Var::Carry(carry) => Some(Term::Carry(self.scene.carries[*carry].carry)),
            Var::Place(_) => None,
        });
        places.iter().map(|place| Term::Place(Place::new(*place))).chain(carries).collect()
    }

    /// Those of the places that differ from another one of them.
    fn those_that_differ(&self, places: Vec<usize>) -> Vec<usize> {
        let differs = |a: &usize| places.iter().any(|b| self.scene.differ[*a][*b]);
        places.iter().copied().filter(differs).collect()
    }
}

/// A variable with fewer values.
pub(super) fn narrowed(var: Var, values: &[i64]) -> News {
    match var {
        Var::Place(place) => News::Digit(
            place,
            values.iter().fold(DigitSet::EMPTY, |set, value| {
                u8::try_from(*value).map_or(set, |digit| set.with(digit))
            }),
        ),
        Var::Carry(carry) => News::Carry(carry, values.to_vec()),
    }
}

/// A twelfth for each way.
fn ways_weight(ways: usize) -> u64 {
    (ways as u64).saturating_sub(1) * 100 / 12
}
