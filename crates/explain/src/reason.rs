//! Whether the facts of a step are enough for its technique. The kernel may need fewer than the sentence does.

use super::glances::Glances;
use super::scene::{Id, Scene};
use super::search::RawStep;
use super::state::{Arena, Fact, News, State};
use super::step::Rule;
use super::techniques::{Look, Seen, excludes_digits};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use std::cell::Cell;

/// Whether there is another reason for a conclusion than ways that are gone through, which the kernel does alike, and digits that
/// differ.
pub(super) fn is_needed(fact: &Fact) -> bool {
    matches!(fact.rule, Some(Rule::K2 | Rule::K4 | Rule::K7)) || fact.proof.modulo.is_some()
}

/// Whether a technique that knows no more than a step uses comes to its conclusions, one after the other.
pub(super) fn is_found(scene: &Scene, arena: &Arena, step: &RawStep, watch: &Glances) -> bool {
    let mut open: Vec<&Fact> = step.gives.iter().map(|give| &arena.facts[*give]).collect();
    if !open.iter().any(|fact| is_needed(fact)) {
        return true;
    }
    let mut state = State::of(scene);
    for (digits, (_, why)) in state.digits.iter_mut().zip(&scene.allowed) {
        if why.is_some_and(|why| !step.uses.contains(&why)) {
            *digits = (DigitSet::all(scene.base), Vec::new());
        }
    }
    let mut uses = step.uses.clone();
    uses.arrange();
    uses.iter().for_each(|id| learn(&mut state, scene, arena.facts[*id].news.as_ref(), *id));
    while !open.is_empty() {
        let (seen, work) = (Seen::default(), Cell::new(0));
        let look = Look { scene, state: &state, seen: &seen, work: &work, watch };
        let finds = look.finds(step.technique);
        let same = finds.iter().filter(|find| find.subject == step.subject);
        let reached = same.map(|find| {
            let mut after = state.clone();
            find.gives.iter().for_each(|give| learn(&mut after, scene, Some(&give.news), 0));
            let is_reached = |fact: &&&Fact| fact.news.as_ref().is_none_or(|news| after.implies(scene, news));
            open.iter().take_while(is_reached).count()
        });
        // Readers put a digit into all of a condition, techniques into one number.
        let put_in = || match &open[0].news {
            Some(News::Digit(place, set)) => excludes_digits(&look, &step.subject, *place, *set),
            _ => false,
        };
        let reached = reached.max().filter(|reached| *reached > 0);
        let reached = reached.unwrap_or_else(|| usize::from(put_in()));
        if reached == 0 {
            return false;
        }
        let gives = step.gives.len() - open.len();
        for (fact, id) in open.drain(..reached).zip(&step.gives[gives..]) {
            learn(&mut state, scene, fact.news.as_ref(), *id);
        }
    }
    true
}

fn learn(state: &mut State, scene: &Scene, news: Option<&News>, id: Id) {
    news.into_iter().for_each(|news| state.learn(scene, news, id));
}
