//! The next step alone.

use super::cases::{Followed, Wanted};
use super::{Line, MOST_HIDDEN, Search};
use crate::answers::Answers;
use crate::emit;
use crate::fact::Claim;
use crate::recount::recount;
use crate::scene::{Id, Scene};
use crate::step::Status;
use crate::techniques::RANK_OF_TRIAL;
use crate::techniques::cases::CASES;
use crate::trim;
use crate::trim::Asks;
use crate::{Explainer, Explanation};
use fukumen_language::arrange::Arrange;
use fukumen_language::interrupt::Interrupted;

/// The units of work that a hint may take, unless it would find nothing. A wide sum does them in a tenth of a second, others in less.
const WORK_OF_HINT: u64 = 150_000;

/// The first step towards the first digit that can be found.
pub fn hint(explainer: &Explainer) -> Result<Explanation, Interrupted> {
    if explainer.puzzle.hidden().len() > MOST_HIDDEN {
        return Ok(Explanation::unfinished(&explainer.puzzle));
    }
    let mut scene = Scene::of(&explainer.puzzle, &explainer.watch)?;
    scene.exchanges.clear();
    let answers = Answers::some_of(explainer, &scene)?;
    // A hint comes at once: if that is too little for a digit, the step that leads furthest.
    let quick = explainer.clone().work(explainer.work.min(WORK_OF_HINT));
    match first_step(&quick, &scene, &answers) {
        Some(hint) => Ok(hint),
        None => Ok(first_step(explainer, &scene, &answers).unwrap_or_else(|| {
            let search = Search::new(explainer, &scene, &answers, 0, 0);
            emit::explanation(&search, &answers, Vec::new(), false)
        })),
    }
}

/// The first step that a digit needs, or the best that was found within the work.
fn first_step(explainer: &Explainer, scene: &Scene, answers: &Answers) -> Option<Explanation> {
    let mut search = Search::new(explainer, scene, answers, 0, 0);
    let mut line = search.begun();
    let open: Vec<usize> =
        (0..scene.cells.len()).filter(|place| line.state.digit(*place).is_none()).collect();
    if open.is_empty() && answers.status == Status::Unique {
        return Some(emit::explanation(&search, answers, Vec::new(), true));
    }
    let goals = search.first_digit(&mut line, &open)?;
    let mut steps = line.steps;
    trim::trim(&search.arena, &mut steps, &goals);
    let within = (explainer.tests, &search.watch);
    trim::shrink(scene, &mut search.arena, &mut steps, &goals, &mut Asks::default(), within);
    recount(scene, &search.arena, &mut steps, &search.watch);
    // That digits are taken is seen without being told, and what follows may need it.
    while let [seen, next, ..] = &mut steps[..]
        && seen.weight == 0
        && next.cases.is_empty()
    {
        next.uses.retain(|id| !seen.gives.contains(id));
        next.uses.append(&mut seen.uses);
        next.uses.arrange();
        next.uses.dedup();
        next.gives.splice(0..0, std::mem::take(&mut seen.gives));
        steps.remove(0);
    }
    // What is carried cannot be said to be known, so the steps go on to a digit.
    let is_of_digit = |id: &Id| match &search.arena.facts[*id].claim {
        Claim::Digit(place, _) => open.contains(&place.index()),
        _ => false,
    };
    let mut told = (0..steps.len()).filter(|at| steps[*at].weight > 0);
    let first = told.next();
    let of_digit = first.into_iter().chain(told).find(|at| steps[*at].gives.iter().any(is_of_digit));
    steps.truncate(of_digit.or(first).unwrap_or(0) + 1);
    Some(emit::explanation(&search, answers, steps, true))
}

impl Search<'_> {
    /// Goes on until a digit is known that was not, or a contradiction; the facts that say so.
    fn first_digit(&mut self, line: &mut Line, open: &[usize]) -> Option<Vec<Id>> {
        loop {
            if let Some(broken) = line.state.broken {
                return Some(vec![broken]);
            }
            if let Some(place) = open.iter().find(|place| line.state.digit(**place).is_some()) {
                return Some(line.state.digits[*place].1.clone());
            }
            let mut followed = Followed::default();
            match self.next_find(line, CASES.rank) {
                Ok(Some(find)) => self.apply(line, find),
                Ok(None)
                    if self.cases(line, 1, Wanted::One, &mut followed) == Ok(true)
                        || self.lists(line, RANK_OF_TRIAL) == Ok(true)
                        || self.cases(line, 1, Wanted::Common, &mut followed) == Ok(true)
                        || self.some_at_once(line) => {}
                _ => return line.steps.last().map(|step| step.gives.clone()),
            }
        }
    }
}
