//! Skeletons: true calculations drawn as on paper, with as many digits erased as one solution allows.
//!
//! `drawing` carries a calculation out in rows. The reader of drawings reads the result, so a skeleton is a
//! puzzle like any other.
//!
//! Clues are a hitting set: each wrong solution of the bare drawing differs from the right one in some digits, one of which
//! must be shown (`clues`, `hitting`).
//!
//! * If the bare drawing has up to 10,000 solutions, all of them are found once. The smallest hitting set of their minimal
//!   sets is the smallest number of clues.
//! * Otherwise, a candidate set of clues is solved, and the wrong solutions that it leaves join the family, until none is
//!   left (R. M. Karp and E. Moreno-Centeno, The implicit hitting set approach, 2013). The search for candidates continues
//!   from its place: everything ruled out stays so. For wrong solutions that a solver found, it looks for some that differ in
//!   fewer digits, with everything else shown; these prove the most. After 400 of these rounds (4,000 of those in which they
//!   are calculated), or if a search takes too long, the best of several orders is printed as not proved.
//! * All minimal sets of clues, and all sets of N clues, are the leaves of a tree of `hitting`, which is cut into branches
//!   for the parts.
//!
//! Letters as clues exclude less than digits: a wrong solution is excluded if two places of one letter
//! differ, or if two places of different letters agree. `letters` finds the fewest places that contain such a
//! pair for each wrong solution, in the same way. Minimal sets of letters, and sets for drawings with too
//! many wrong solutions, or too many sets of N clues, are found at random, each once (`lots`).
//!
//! The tests compare with trying every set of clues.

mod calculation;
mod clues;
mod drawing;
mod erased;
mod letters;
mod random_sets;
mod variations;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use calculation::{Calculation, Size};
use clues::Witnesses;
use erased::{Signs, Skeleton};
use random_sets::RandomSets;

use super::chance::random;
use super::error::{GenerateError, Thing, wrong};
use super::finds::Finds;
use super::hitting::{Branch, Listed, Set};
use super::key::{Key, Letters};
use super::kind::Kind;
use super::order::{Choice, Given, Order, Value};
use super::space::Space;
use super::{chance, hitting, solution_count};
use fukumen_engine::solve::Ask;
use fukumen_language::digits::Digit;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::vocabulary::signs;

/// The number of parts of the search for sets of clues.
const SETS_PARTS: u64 = 1 << 12;
/// The most sets of a number of clues that are listed.
const MOST_SETS: u64 = 4_000_000;
/// The least number of branches that the tree is cut into.
const BRANCHES: usize = 1 << 14;
/// The number of parts, because random calculations never end.
const CALCULATIONS: u64 = 1 << 40;

/// Skeletons.
#[derive(Clone, Copy, Debug)]
pub struct Skeletons;

impl Kind for Skeletons {
    fn name(&self) -> &'static str {
        "skeleton"
    }

    fn help(&self) -> &'static str {
        "a calculation on paper, its digits erased as long as the solution stays the only one"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("", "775*33"), ("clues", "min")]
    }

    fn subject(&self) -> Option<&'static str> {
        Some("CALCULATION")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        let given = order.given(self);
        let key = given.text("keyword").map(|key| Key::read(&key, &order.rules)).transpose()?;
        let signs = signs(given, key.as_ref())?;
        let source = source(order, given, signs, key.as_ref())?;
        let job = job(order, given, signs, &source)?;
        let prepared = Mutex::new(None);
        let note = failure(&source, &job, order)?;
        Ok(Box::new(Paper {
            source,
            job,
            signs,
            key,
            rules: order.rules.clone(),
            seed: order.seed,
            prepared,
            note,
        }))
    }
}

const CHOICES: &[Choice] = &[
    Choice::one_of_or(
        "clues",
        "min|minimal|N",
        &["min", "minimal"],
        (0, Set::BITS as u64),
        "min: the fewest that will do; minimal: sets of which none can be left out; N: sets of exactly N",
    )
    .by_default("min"),
    Choice::number("only", 0, 63, "show every copy of this digit, and no other").called("DIGIT"),
    Choice::flag("none-hidden", "blanks are no copies of it").needing("only"),
    Choice::file("shape", "the drawing, with what is to stay marked '#', else '□'"),
    Choice::text("random", "SIZE", "random calculations instead: 4x3, 6/2, 3+3-2 or √6 digits"),
    Choice::one_of(
        "as",
        "blanks|letters|both",
        &["blanks", "letters", "both"],
        "digits become blanks, or letters, or blanks with letters for clues",
    )
    .by_default("blanks"),
    Choice::text(
        "keyword",
        "KEY",
        "the letters of the digits from 0 up: of all digits, or of those used (default: letters)",
    ),
];

/// Returns the note about the one puzzle of an order, if it has too many solutions: nothing else is tried.
fn failure(source: &Source, job: &Job, order: &Order) -> Result<Option<String>, GenerateError> {
    let Source::Given(skeleton) = source else { return Ok(None) };
    let (what, puzzle) = match job {
        Job::Letters => ("with a letter for each digit, this calculation", skeleton.with_clues(0)),
        Job::Copies { digit, is_none_hidden } => (
            "with only this digit shown, this calculation",
            only_copies(skeleton, *digit, *is_none_hidden).with_clues(skeleton.copies(*digit)),
        ),
        Job::Shape(shape) => (
            "with this shape, this calculation",
            skeleton.marked(shape).ok().and_then(|shown| skeleton.with_clues(shown)),
        ),
        Job::Fewest | Job::Sets(_) => return Ok(None),
    };
    let solutions = puzzle.map(|puzzle| solution_count::counted(&puzzle, order)).transpose()?.flatten();
    Ok(solution_count::note(what, solutions, order.solutions))
}

/// Returns the skeleton that shows the copies of a digit.
fn only_copies(skeleton: &Skeleton, digit: Digit, is_none_hidden: bool) -> Skeleton {
    let skeleton = skeleton.clone();
    if is_none_hidden { skeleton.without_hidden(digit) } else { skeleton }
}

/// The source of the calculations.
enum Source {
    Given(Box<Skeleton>),
    Lot(Size),
}

/// The sets of clues to make, if a calculation has many.
#[derive(Clone, Copy)]
enum Sets {
    /// Minimal sets.
    Lean,
    /// Sets of this number of clues.
    Exactly(u32),
}

/// Which digits stay.
enum Job {
    Fewest,
    Sets(Sets),
    Copies {
        digit: Digit,
        is_none_hidden: bool,
    },
    Shape(Vec<bool>),
    /// No digit stays: all are letters.
    Letters,
}

/// Returns the signs that replace digits: with a key, letters.
fn signs(given: Given<'_>, key: Option<&Key>) -> Result<Signs, GenerateError> {
    match given.one("as") {
        Some("letters") => Ok(Signs::Letters),
        Some("both") => Ok(Signs::Both),
        _ if key.is_none() => Ok(Signs::Blanks),
        _ if given.is_given("as") => {
            Err(GenerateError::Both(Thing::Set("as", "blanks"), Thing::Option("keyword")))
        }
        _ => Ok(Signs::Letters),
    }
}

fn source(order: &Order, given: Given<'_>, signs: Signs, key: Option<&Key>) -> Result<Source, GenerateError> {
    let layout = order.rules.layout.as_deref();
    if let Some(text) = given.text("random") {
        if order.subject.is_some() {
            return Err(GenerateError::Both(Thing::Calculation, Thing::Option("random")));
        }
        let size =
            Size::read(&text, layout).ok_or_else(|| wrong("random", &text, message!("expected-size")))?;
        return Ok(Source::Lot(size));
    }
    let text = order
        .subject
        .as_deref()
        .ok_or(GenerateError::Missing(&[Thing::CalculationLike("775*33"), Thing::Set("random", "3x2")]))?;
    let is_number = text.chars().all(|c| c.is_ascii_digit());
    let read = |text: &str| Calculation::read(text, order.rules.base);
    let calculation = match (read(text), layout) {
        (Err(_), Some("root")) if is_number => read(&format!("√{text}"))?,
        (Ok(Calculation::Product(a, b)), Some("long-division")) => {
            Calculation::Quotient(a.checked_mul(b).ok_or(GenerateError::LongDrawing)?, b)
        }
        (calculation, _) => calculation?,
    };
    let skeleton = Skeleton::new(&calculation, &order.rules, signs, key)?;
    match layout {
        Some(layout) if layout != skeleton.layout() => {
            let expected = message!("expected-layout", layout = skeleton.layout(), text = text);
            Err(wrong("layout", layout, expected))
        }
        _ => Ok(Source::Given(Box::new(skeleton))),
    }
}

/// Checks that only one option says what stays: letters for all digits, which need no clues, or a digit, a shape, or a number
/// of clues.
fn check_ways(given: Given<'_>, signs: Signs) -> Result<(), GenerateError> {
    let has = |name: &str| given.is_given(name);
    let is_lettered = signs == Signs::Letters;
    let ways = [
        (
            is_lettered,
            if given.is_given("as") { Thing::Set("as", "letters") } else { Thing::Option("keyword") },
        ),
        (has("only"), Thing::Option("only")),
        (has("shape"), Thing::Option("shape")),
        (has("clues") && !is_lettered, Thing::Option("clues")),
    ];
    let given: Vec<Thing> = ways.into_iter().filter(|(is_given, _)| *is_given).map(|(_, way)| way).collect();
    match given.as_slice() {
        [one, other, ..] => Err(GenerateError::Both(*one, *other)),
        _ => Ok(()),
    }
}

fn job(order: &Order, given: Given<'_>, signs: Signs, source: &Source) -> Result<Job, GenerateError> {
    check_ways(given, signs)?;
    if signs == Signs::Letters {
        return Ok(Job::Letters);
    }
    if let Some(number) = given.number("only") {
        let digit = Digit::try_from(number).ok().filter(|digit| *digit < order.rules.base.get());
        let digit = digit
            .ok_or_else(|| wrong("only", number, message!("expected-digit", base = order.rules.base)))?;
        if matches!(source, Source::Given(skeleton) if skeleton.copies(digit) == 0) {
            return Err(wrong("only", number, message!("expected-drawn-digit")));
        }
        return Ok(Job::Copies { digit, is_none_hidden: given.is_given("none-hidden") });
    }
    if let Some(text) = given.file("shape") {
        let shape = shape(text);
        if let Source::Given(skeleton) = source {
            skeleton.marked(&shape).map_err(|places| wrong_shape(&shape, places))?;
        }
        return Ok(Job::Shape(shape));
    }
    match given.value("clues") {
        Some(Value::Number(size)) => {
            let most = match source {
                Source::Given(skeleton) => skeleton.all().count_ones(),
                Source::Lot(_) => Set::BITS,
            };
            let fitting = u32::try_from(size).ok().filter(|size| *size <= most);
            let size =
                fitting.ok_or_else(|| wrong("clues", size, message!("expected-letters", most = most)))?;
            Ok(Job::Sets(Sets::Exactly(size)))
        }
        Some(Value::One("minimal")) => Ok(Job::Sets(Sets::Lean)),
        _ => Ok(Job::Fewest),
    }
}

fn wrong_shape(shape: &[bool], places: usize) -> GenerateError {
    wrong(
        "shape",
        message!("places-found", places = shape.len()),
        message!("expected-places", places = places),
    )
}

/// Returns the places of a shape: blanks are erased, other signs that could be a digit stay.
fn shape(text: &str) -> Vec<bool> {
    let mark = |c: char| match c {
        'x' => None,
        '#' => Some(true),
        '.' | '_' => None,
        c if signs::is_drawn_blank(c) => Some(false),
        c if c.is_alphanumeric() => Some(true),
        _ => None,
    };
    text.chars().filter_map(mark).collect()
}

/// The skeletons of an order.
struct Paper {
    source: Source,
    job: Job,
    signs: Signs,
    key: Option<Key>,
    rules: Rules,
    seed: u64,
    /// The reason why there will be no puzzle.
    note: Option<String>,
    /// The data that all parts need of the given calculation; made by the first part.
    prepared: Mutex<Option<Arc<Prepared>>>,
}

/// The wrong solutions of a calculation and, if these are all, the tree of its sets of clues, in branches.
struct Prepared {
    witnesses: Witnesses,
    branches: Option<Vec<Branch>>,
    /// The random set of each part, if there are no branches.
    drawn: RandomSets,
}

impl Space for Paper {
    fn parts(&self) -> u64 {
        match (&self.source, &self.job) {
            (Source::Lot(size), _) => {
                size.count(self.rules.base).map_or(CALCULATIONS, |count| count.min(CALCULATIONS))
            }
            (Source::Given(_), Job::Sets(_)) => SETS_PARTS,
            _ => 1,
        }
    }

    fn notes(&self) -> Vec<String> {
        self.note.iter().cloned().collect()
    }

    fn is_endless(&self) -> bool {
        matches!(self.source, Source::Lot(_))
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        match (&self.source, &self.job) {
            (Source::Given(skeleton), Job::Sets(wanted)) => self.sets(skeleton, *wanted, part, finds),
            (Source::Given(skeleton), _) => self.make(skeleton, part, finds),
            (Source::Lot(size), _) => {
                finds.looked_at(0)?;
                let Some(calculation) = Calculation::by_lot(size, self.rules.base, self.seed, part) else {
                    finds.refuse(GenerateError::LongDrawing.message());
                    return finds.looked_at(1);
                };
                match Skeleton::new(&calculation, &self.rules, self.signs, self.key.as_ref()) {
                    Ok(skeleton) => self.make(&skeleton, part, finds),
                    // The number of its digits differs from the number of the key's letters.
                    Err(GenerateError::Key { .. }) => finds.looked_at(1),
                    Err(error) => {
                        finds.refuse(error.message());
                        finds.looked_at(1)
                    }
                }
            }
        }
    }
}

impl Paper {
    /// Makes the one puzzle of a calculation.
    fn make(&self, skeleton: &Skeleton, part: u64, finds: &mut Finds) -> ControlFlow<()> {
        // The calculation has used the first random numbers of the part.
        let mut random = random(self.seed ^ u64::MAX, part);
        match &self.job {
            Job::Letters => propose(skeleton, 0, None, finds),
            Job::Copies { digit, is_none_hidden } => {
                let copies = skeleton.copies(*digit);
                if copies != 0 {
                    propose(&only_copies(skeleton, *digit, *is_none_hidden), copies, None, finds);
                }
            }
            Job::Shape(shape) => match skeleton.marked(shape) {
                Ok(marked) => propose(skeleton, marked, None, finds),
                Err(places) => {
                    finds.refuse(wrong_shape(shape, places).message());
                }
            },
            Job::Fewest if self.can_have_clues(skeleton, finds) => {
                let found = clues::fewest(skeleton, &mut random, finds)?;
                propose(skeleton, found.set, Some(summary(&found)), finds);
            }
            Job::Sets(Sets::Lean) if self.can_have_clues(skeleton, finds) => {
                let mut witnesses = Witnesses::default();
                let set = clues::lean(skeleton, &mut witnesses, &mut random, finds)?;
                propose(skeleton, set, None, finds);
            }
            Job::Sets(Sets::Exactly(size))
                if *size <= skeleton.all().count_ones() && self.can_have_clues(skeleton, finds) =>
            {
                let set = clues::exactly(skeleton, *size, &mut random, finds)?;
                set.into_iter().for_each(|set| propose(skeleton, set, Some(erased::clues(set)), finds));
            }
            Job::Fewest | Job::Sets(_) => {}
        }
        finds.looked_at(1)
    }

    /// Returns whether all clues together leave one solution; digits do, letters may not.
    fn can_have_clues(&self, skeleton: &Skeleton, finds: &Finds) -> bool {
        let Some(puzzle) = skeleton.with_clues(skeleton.all()) else { return false };
        let is_unique = || {
            finds
                .solver(&puzzle)
                .ask(Ask::Unique)
                .run()
                .is_ok_and(|(answer, _)| answer.outcome.unique == Some(true))
        };
        skeleton.are_clues_digits() || is_unique()
    }

    /// Proposes some of the sets of clues: those of some branches if all wrong solutions are known, else a random one.
    fn sets(&self, skeleton: &Skeleton, wanted: Sets, part: u64, finds: &mut Finds) -> ControlFlow<()> {
        if !self.can_have_clues(skeleton, finds) {
            return finds.looked_at(1);
        }
        let prepared = self.prepared(skeleton, wanted, finds)?;
        let Some(branches) = &prepared.branches else {
            let draw = |part| self.drawn(skeleton, wanted, &prepared.witnesses, part, finds);
            if let Some(set) = prepared.drawn.new_one(part, &draw)? {
                propose(skeleton, set, Some(erased::clues(set)), finds);
            }
            return finds.looked_at(1);
        };
        let own = branches.iter().skip(part as usize).step_by(SETS_PARTS as usize);
        own.copied().try_for_each(|branch| {
            hitting::each(&prepared.witnesses.sets, wanted.listed(skeleton), branch, &mut |set| {
                propose(skeleton, set, Some(erased::clues(set)), finds);
                finds.looked_at(1)
            })
        })
    }

    /// Draws a random set of clues for a part. The search for the first set of a given number continues until it is certain
    /// that there is none.
    fn drawn(
        &self,
        skeleton: &Skeleton,
        wanted: Sets,
        witnesses: &Witnesses,
        part: u64,
        finds: &Finds,
    ) -> ControlFlow<(), Option<Set>> {
        let (mut random, mut aside) = (random(self.seed, part), Finds::aside(finds));
        match wanted {
            Sets::Exactly(size) if part == 0 => clues::exactly(skeleton, size, &mut random, &mut aside),
            Sets::Exactly(size) => {
                let set = clues::erased_to(skeleton, size, &mut witnesses.clone(), &mut random, &mut aside)?;
                ControlFlow::Continue(Some(set).filter(|set| set.count_ones() <= size))
            }
            Sets::Lean => {
                let set = clues::lean(skeleton, &mut witnesses.clone(), &mut random, &mut aside)?;
                ControlFlow::Continue(Some(set))
            }
        }
    }

    fn prepared(&self, skeleton: &Skeleton, wanted: Sets, finds: &Finds) -> ControlFlow<(), Arc<Prepared>> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prepared) = &*prepared {
            return ControlFlow::Continue(Arc::clone(prepared));
        }
        // Whichever part is the first, it does not count for one.
        let mut aside = Finds::aside(finds);
        let witnesses = if skeleton.are_clues_digits() {
            Witnesses::of(skeleton, clues::MOST_SOLUTIONS, &mut aside)?
        } else {
            Witnesses::default()
        };
        let branches = (witnesses.are_all && wanted.are_few(skeleton)).then(|| {
            let mut branches = hitting::branches(&witnesses.sets, wanted.listed(skeleton), BRANCHES);
            chance::shuffle(&mut random(self.seed, 0), &mut branches);
            branches
        });
        let made = Arc::new(Prepared { witnesses, branches, drawn: RandomSets::default() });
        *prepared = Some(Arc::clone(&made));
        ControlFlow::Continue(made)
    }
}

impl Sets {
    fn listed(self, skeleton: &Skeleton) -> Listed {
        match self {
            Self::Lean => Listed::Lean,
            Self::Exactly(size) => Listed::Size(size, skeleton.all()),
        }
    }

    /// Returns whether all of them can be listed.
    fn are_few(self, skeleton: &Skeleton) -> bool {
        let Self::Exactly(size) = self else { return true };
        let all = u64::from(skeleton.all().count_ones());
        // Each product is divisible: the result is a number of choices.
        let chosen = (0..u64::from(size).min(all.saturating_sub(size.into())))
            .try_fold(1u64, |chosen, i| Some(chosen.checked_mul(all - i)? / (i + 1)));
        chosen.is_some_and(|chosen| chosen <= MOST_SETS)
    }
}

/// Returns a product of two factors as a drawing, or divided by the second one, with a letter for each digit that has one.
pub(super) fn spelled(
    (first, second): (u128, u128),
    is_division: bool,
    letters: &Letters,
    rules: &Rules,
) -> Option<Puzzle> {
    let calculation = if is_division {
        Calculation::Quotient(first.checked_mul(second)?, second)
    } else {
        Calculation::Product(first, second)
    };
    Skeleton::spelled(&calculation, rules, letters)
}

fn propose(skeleton: &Skeleton, shown: Set, note: Option<String>, finds: &mut Finds) {
    let puzzle = skeleton.puzzle(shown).ok().filter(|puzzle| skeleton.solves(puzzle, shown));
    if let Some(puzzle) = puzzle {
        finds.propose_with(puzzle, note);
    }
}

fn summary(found: &clues::Clues) -> String {
    let clues = erased::clues(found.set);
    match (found.is_proved, found.solutions) {
        (true, 1) => format!("{clues}, the fewest: proved with 1 wrong solution"),
        (true, solutions) => format!("{clues}, the fewest: proved with {solutions} wrong solutions"),
        (false, _) => format!("{clues}, the best found: not proved to be the fewest"),
    }
}
