//! How hard a puzzle is for a person, by the steps of its explanation.

use std::collections::BTreeMap;

use super::techniques::cases::EXHAUST;
use super::{Claim, Explainer, Explanation, Status, Step, places};
use fukumen_language::digits::DigitSet;
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
    /// The technique with the greatest weight; none if there are no steps.
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

/// The formula: a constant, factors of logarithms, and what each level of cases and letters add.
struct Formula {
    least: f64,
    /// Of the logarithm of the number of hidden digits, each symbol counted once.
    hidden: f64,
    /// Of the logarithm of the number of glyphs that hide a digit.
    drawn: f64,
    /// Of the logarithm of the weight of the steps until half of the digits are known.
    half: f64,
    depth: f64,
    letters: f64,
}

/// Fitted on 2026-11-24 to the order in which Unno Juza printed 40 problems in thirty halls (Mushikui-zan taikai, 1946). Least
/// squares with a penalty of 20 give 0.52, 0.49, 0.39 and 0.73 (rank correlation 0.54 for each problem when the others are fitted).
/// The factors were then moved by hand towards the fit without `half`, which helps least with problems that are left out: so
/// the figures of the 40 themselves, a rank correlation of 0.633, 84 % of pairs ten halls apart in order and 91 % of pairs in a
/// hall, promise less for others. The number of hidden digits alone gives 0.57, 80 % and 91 %. Hardly any of the 40 needs cases,
/// so that `depth` is set by hand: what is given up is fiendish. The dearest step made the order worse.
const FORMULA: Formula =
    Formula { least: 0.58, hidden: 0.66, drawn: 0.53, half: 0.23, depth: 1.0, letters: 0.86 };

/// How many explanations are searched for a rating (more change little); within how many units of work, with how
/// many steps in cases, and with how many tests of what can be left out.
const TRIES: usize = 1;
const WORK: u64 = 1_000_000;
const STEPS: usize = 500;
const TESTS: usize = 300;

/// Of more ways that are gone through at once, a person would make cases within cases.
const MOST_IN_CASES: u64 = 100;

/// What a search that was given up stands for: that many steps of the least weight, in cases within cases.
const GIVEN_UP: (u64, usize) = (100 * STEPS as u64, 2);

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
        let (mut counts, mut hardest) = (BTreeMap::new(), None::<&Step>);
        let mut depth = count(&self.steps, &mut counts, &mut hardest);
        if self.steps.is_empty() && !is_given_up {
            return None;
        }
        let mut half = self.weight_of_half();
        if is_given_up {
            half += GIVEN_UP.0;
            depth = depth.max(GIVEN_UP.1);
        }
        let nested = depth.max(searched(&self.steps));
        let hundredths = |number: u64| number as f64 / 100.0;
        let effort = hundredths(self.steps.iter().map(|step| step.effort).sum());
        let drawn: usize = places::drawn(puzzle).iter().map(|place| place.marks.len().max(1)).sum();
        let value = FORMULA.least
            + FORMULA.hidden * (self.names.len() as f64).ln()
            + FORMULA.drawn * (drawn as f64).ln()
            + FORMULA.half * hundredths(half).ln_1p()
            + FORMULA.depth * nested as f64
            + if puzzle.symbols().next().is_some() { FORMULA.letters } else { 0.0 };
        let value = (value.clamp(1.0, 10.0) * 10.0).round() / 10.0;
        let label = LABELS.iter().find(|(most, _)| value <= *most).map_or("", |(_, label)| label);
        Some(Rating {
            value,
            is_least: !self.complete,
            label,
            hardest: hardest.map(|step| step.technique),
            counts,
            depth,
            weight: hundredths(self.steps.iter().map(|step| step.weight).sum()),
            effort,
        })
    }

    /// The weight of the steps until half of the places are known.
    fn weight_of_half(&self) -> u64 {
        let mut known: Vec<Option<DigitSet>> = vec![None; self.names.len()];
        let (mut weight, mut settled) = (0, 0_usize);
        let mut learn = |claim: &Claim| {
            if let Claim::Digit(place, digits) = claim
                && let Some(own) = known.get_mut(place.index())
            {
                let is_settled = |own: &Option<DigitSet>| own.is_some_and(|digits| digits.len() == 1);
                settled -= usize::from(is_settled(own));
                *own = Some(own.map_or(*digits, |own| own & *digits));
                settled += usize::from(is_settled(own));
            }
            2 * settled >= self.names.len()
        };
        self.given.iter().for_each(|given| {
            learn(&given.claim);
        });
        for step in &self.steps {
            weight += step.weight;
            if step.gives.iter().fold(false, |_, given| learn(&given.claim)) {
                break;
            }
        }
        weight
    }
}

/// How deep cases would be nested if what is gone through at once were told in cases.
fn searched(steps: &[Step]) -> usize {
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

/// Counts techniques, finds the dearest step, and returns how deeply cases are nested.
fn count<'s>(
    steps: &'s [Step],
    counts: &mut BTreeMap<&'static str, usize>,
    hardest: &mut Option<&'s Step>,
) -> usize {
    let mut depth = 0;
    for step in steps {
        *counts.entry(step.technique).or_default() += 1;
        if hardest.is_none_or(|hardest| step.weight > hardest.weight) {
            *hardest = Some(step);
        }
        for case in &step.cases {
            depth = depth.max(1 + count(&case.steps, counts, hardest));
        }
    }
    depth
}
