//! How hard a puzzle is for a person, by the steps of its explanation.

use std::collections::{BTreeMap, BTreeSet};

use super::account::all_steps;
use super::techniques::cases::EXHAUST;
use super::{Explainer, Explanation, Status, Step, TECHNIQUES, places};
use fukumen_language::interrupt::{Interrupt, Interrupted};
use fukumen_language::puzzle::Puzzle;

/// How hard an explanation is to find and to follow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// From 1.0 to 10.0.
    pub value: f64,
    /// Whether it is only a bound, because the steps do not reach the answer: the puzzle is at least as hard.
    pub is_least: bool,
    /// `gentle`, `easy`, `medium`, `hard` or `fiendish`.
    pub label: &'static str,
    /// The technique that a person thinks of last; none if there are no steps.
    pub hardest: Option<&'static str>,
    /// How often each technique is used, in cases too.
    pub counts: BTreeMap<&'static str, usize>,
    /// How deeply cases are nested.
    pub depth: usize,
    /// The weights of the steps outside cases, added up.
    pub weight: f64,
    /// What it costs to find them.
    pub effort: f64,
}

/// The labels, each up to a rating.
const LABELS: &[(f64, &str)] =
    &[(2.0, "gentle"), (4.0, "easy"), (6.0, "medium"), (8.0, "hard"), (f64::INFINITY, "fiendish")];

/// So near to the border between two labels, a rating may as well have the other one.
const NEAR: f64 = 0.3;

/// The formula: a constant, the factor of the logarithm of the number of glyphs that hide a digit, and what each level of cases
/// adds.
///
/// Measured on 2026-11-29 on the order in which Unno Juza printed 40 problems in thirty halls (Mushikui-zan taikai, 1946), with
/// the explanations of that day: the number of glyphs alone has a rank correlation of 0.62 with his order, and puts 83 % of pairs
/// ten halls apart in order. The formula of five numbers that was here, fitted to the same 40, had 0.59 and 81 %, the number of
/// hidden digits 0.57 and 80 %, of steps 0.43, the rank of the dearest technique 0.38. Adding that rank, or the weight of the
/// steps, to the logarithm gains at most 0.01. The constant and the factor only place the borders of labels. Few of the 40 need
/// cases: what each level of them adds was set by hand, and lowers the figures to 0.59 and 81 %. It stays, or a short puzzle that
/// nobody solves without supposing something would be rated easy.
const LEAST: f64 = 0.6;
const DRAWN: f64 = 1.5;
const DEPTH: f64 = 1.0;

/// The least rating of a puzzle whose explanation was given up: at least hard.
const GIVEN_UP: f64 = 6.1;

/// How many explanations are searched for a rating (more change little); within how many units of work, with how
/// many steps in cases, and with how many tests of what can be left out.
const TRIES: usize = 1;
const WORK: u64 = 1_000_000;
const STEPS: usize = 500;
const TESTS: usize = 300;

/// Of more ways that are gone through at once, a person would make cases within cases.
const MOST_IN_CASES: u64 = 100;

impl Explainer {
    /// How hard the puzzle is; nothing if it has no open digits, or if the watch stopped the work.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
    /// use fukumen::explain::Explainer;
    /// let rating = Explainer::new(&"SO+SO=TOO".parse()?).rate().expect("it has steps");
    /// assert_eq!((rating.label, rating.depth), ("easy", 0));
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    #[must_use]
    pub fn rate(&self) -> Option<Rating> {
        self.rated().ok()?.1
    }

    /// The same, with the explanation that it is the rating of. It is searched for with less work than others, so that many
    /// puzzles can be rated. If the search is given up, a person has to go through very many cases: the rating is what is then
    /// the least.
    ///
    /// # Errors
    /// [`Interrupted`] if the puzzle could not even be solved.
    pub fn rated(&self) -> Result<(Explanation, Option<Rating>), Interrupted> {
        let tries = Some(self.tries.unwrap_or(TRIES));
        let limited = Self {
            told: STEPS,
            tests: TESTS,
            work: self.work.min(WORK),
            tries,
            takes_cheapest: true,
            ..self.clone()
        };
        let explanation = limited.explain()?;
        if explanation.status == Status::Stopped || self.watch.is_raised() {
            return Ok((explanation, None));
        }
        let may_go_on = self.techniques.is_empty() || self.techniques.contains(&EXHAUST.name);
        let rating = explanation.rating_or_bound(&self.puzzle, !explanation.complete && may_go_on);
        Ok((explanation, rating))
    }
}

impl Explanation {
    /// How hard it is to find and to follow, if it has steps.
    #[must_use]
    pub fn rating(&self, puzzle: &Puzzle) -> Option<Rating> {
        self.rating_or_bound(puzzle, false)
    }

    /// Why it has no rating, if it has none: `nothing-to-find`, as no digit is hidden; `nothing-certain`, as no digit is the
    /// same in all solutions; or `unfinished`, as the steps were not searched for to the end.
    #[must_use]
    pub fn unrated(&self) -> &'static str {
        match self.status {
            _ if !self.complete || !self.steps.is_empty() => "unfinished",
            Status::Several => "nothing-certain",
            _ => "nothing-to-find",
        }
    }

    fn rating_or_bound(&self, puzzle: &Puzzle, is_given_up: bool) -> Option<Rating> {
        let mut counts = BTreeMap::new();
        let depth = count(&self.steps, &mut counts);
        if self.steps.is_empty() && !is_given_up {
            return None;
        }
        let is_refuted = self.status == Status::None && self.complete;
        let size = if is_refuted { self.looked_at().len().max(1) } else { drawn(puzzle) };
        let value = LEAST + DRAWN * (size as f64).ln() + DEPTH * searched(&self.steps) as f64;
        let value = (value.clamp(if is_given_up { GIVEN_UP } else { 1.0 }, 10.0) * 10.0).round() / 10.0;
        let hundredths = |of: fn(&Step) -> u64| self.steps.iter().map(of).sum::<u64>() as f64 / 100.0;
        Some(Rating {
            value,
            is_least: !self.complete,
            label: LABELS[level(value) - 1].1,
            hardest: self.dearest().map(|step| step.technique),
            counts,
            depth,
            weight: hundredths(|step| step.weight),
            effort: hundredths(|step| step.effort),
        })
    }

    /// The columns and equations at which the steps look, those in cases too. A refutation is no larger than these.
    pub(super) fn looked_at(&self) -> BTreeSet<(Option<usize>, Option<usize>)> {
        all_steps(&self.steps)
            .flat_map(|step| {
                let columns = step.at.columns.iter().map(|column| (step.at.equation, Some(*column)));
                let whole = step.at.columns.is_empty().then_some((step.at.equation, None));
                columns.chain(whole.filter(|_| step.at.equation.is_some()))
            })
            .collect()
    }

    /// The step that a person thinks of last, those in cases too: the first of its kind.
    pub(super) fn dearest(&self) -> Option<&Step> {
        let mut dearest = None::<&Step>;
        for step in all_steps(&self.steps) {
            if dearest.is_none_or(|dearest| rank(step) > rank(dearest)) {
                dearest = Some(step);
            }
        }
        dearest
    }
}

impl Rating {
    /// Its label as a number from 1 to 5.
    #[must_use]
    pub fn level(&self) -> usize {
        level(self.value)
    }

    /// The levels that it may have, since it is near a border: twice the same if it is not.
    #[must_use]
    pub fn levels(&self) -> (usize, usize) {
        (level(self.value - NEAR), level(self.value + NEAR))
    }
}

/// The labels from the easiest to the hardest.
pub(super) fn label(level: usize) -> &'static str {
    LABELS[level - 1].1
}

fn level(value: f64) -> usize {
    // Decimals are not exact, and 2.0 is still gentle.
    1 + LABELS.iter().take_while(|(most, _)| value > most + 1e-9).count()
}

/// How many glyphs of a puzzle hide a digit.
fn drawn(puzzle: &Puzzle) -> usize {
    places::drawn(puzzle).iter().map(|place| place.marks.len().max(1)).sum()
}

/// How late a person thinks of a step.
pub(super) fn rank(step: &Step) -> u8 {
    TECHNIQUES.iter().find(|technique| technique.name == step.technique).map_or(0, |technique| technique.rank)
}

/// How deep cases would be nested if what is gone through at once were told in cases.
pub(super) fn searched(steps: &[Step]) -> usize {
    let of = |step: &Step| {
        let inner = step.cases.iter().map(|case| 1 + searched(&case.steps)).max();
        let own = match step.technique == EXHAUST.name && step.cases.is_empty() {
            true => 1 + usize::from(step.ways > MOST_IN_CASES),
            false => 0,
        };
        inner.unwrap_or(own)
    };
    steps.iter().map(of).max().unwrap_or(0)
}

/// Counts techniques, and returns how deeply cases are nested.
fn count(steps: &[Step], counts: &mut BTreeMap<&'static str, usize>) -> usize {
    let mut depth = 0;
    for step in steps {
        *counts.entry(step.technique).or_default() += 1;
        for case in &step.cases {
            depth = depth.max(1 + count(&case.steps, counts));
        }
    }
    depth
}
