//! The end of an explanation: what its facts leave is exactly the answers.

use std::collections::HashSet;

use super::facts::lone_place;
use super::given::Text;
use super::replay::refused;
use super::symmetry::Exchanges;
use super::{Refusal, Why};
use crate::fact::{Claim, Quantity};
use crate::step::{End, Explanation, Status, Step};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::puzzle::Puzzle;

/// The most answers that are listed.
const ANSWERS: u128 = 12;

pub(super) fn check(
    puzzle: &Puzzle,
    explanation: &Explanation,
    text: &Text,
    exchanges: &Exchanges,
) -> Result<(), Refusal> {
    let wrong = || refused("", Why::WrongAnswers);
    let answers = &explanation.answers;
    if !answers.iter().all(|answer| text.is_answer(puzzle, answer)) {
        return Err(wrong());
    }
    let distinct: HashSet<&Vec<Digit>> = answers.iter().collect();
    if distinct.len() != answers.len() {
        return Err(wrong());
    }
    let count = answers.len() as u128;
    let fits = match explanation.status {
        Status::Unique => explanation.solutions == 1 && count == 1,
        Status::Several if explanation.solutions > ANSWERS => return Ok(()),
        Status::Several => explanation.solutions == count && count > 1,
        Status::None => explanation.solutions == 0 && count == 0,
        Status::Stopped => !explanation.complete,
    };
    if !fits {
        return Err(wrong());
    }
    if !explanation.complete {
        return Ok(());
    }
    if explanation.status == Status::None {
        let mut gives = explanation.steps.iter().flat_map(|step| &step.gives);
        let is_false = gives.any(|conclusion| conclusion.claim == Claim::False);
        return if is_false { Ok(()) } else { Err(refused("", Why::NotComplete)) };
    }
    let facts: Vec<&Claim> = explanation.given.iter().map(|given| &given.claim).collect();
    let ends = ends(puzzle, text, facts, &explanation.steps).ok_or_else(|| refused("", Why::NotComplete))?;
    let images = exchanges.arrangements(text.places()).map_err(|why| refused("", why))?;
    let all: HashSet<Vec<Digit>> = ends
        .iter()
        .flat_map(|end| images.iter().map(|image| image.iter().map(|place| end[*place]).collect()))
        .collect();
    let expected: HashSet<Vec<Digit>> = answers.iter().cloned().collect();
    if all == expected { Ok(()) } else { Err(wrong()) }
}

/// The digits of all places where steps end: by their facts, or by those of the last step's cases.
fn ends<'e>(
    puzzle: &Puzzle,
    text: &Text,
    mut facts: Vec<&'e Claim>,
    steps: &'e [Step],
) -> Option<Vec<Vec<Digit>>> {
    facts.extend(steps.iter().flat_map(|step| &step.gives).map(|conclusion| &conclusion.claim));
    if let Some(end) = left(puzzle, text, &facts) {
        return Some(vec![end]);
    }
    let cases = &steps.last()?.cases;
    if cases.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for case in cases.iter().filter(|case| case.end != End::False) {
        let mut own = facts.clone();
        own.push(&case.assume.claim);
        all.extend(ends(puzzle, text, own, &case.steps)?);
    }
    Some(all)
}

/// The only digit that facts leave for each place.
fn left(puzzle: &Puzzle, text: &Text, facts: &[&Claim]) -> Option<Vec<Digit>> {
    let any = DigitSet::all(puzzle.rules().base);
    let mut digits = vec![any; text.places()];
    for claim in facts {
        match claim {
            Claim::Digit(place, some) => digits[place.index()] = digits[place.index()] & *some,
            Claim::Digits(some) => digits.iter_mut().for_each(|own| *own = *own & *some),
            _ => {}
        }
    }
    for claim in facts {
        let Claim::Same(Quantity::Expr(a), Quantity::Expr(b)) = claim else { continue };
        for (a, b) in [(a, b), (b, a)] {
            let Some(place) = lone_place(a) else { continue };
            let value = lone_place(b).map(|other| digits[other.index()]).or_else(|| shown(b));
            if let Some(value) = value {
                digits[place.index()] = digits[place.index()] & value;
            }
        }
    }
    digits.into_iter().map(DigitSet::only).collect()
}

fn shown(expr: &Expr) -> Option<DigitSet> {
    let Expr::Numeral(numeral) = expr else { return None };
    match &*numeral.whole {
        [Element::Shown(digit)] if numeral.is_whole() => Some(DigitSet::one(*digit)),
        _ => None,
    }
}
