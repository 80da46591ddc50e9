//! The end of an explanation: what its facts leave is exactly the answers.

use std::collections::HashSet;

use super::form::element;
use super::read::{Explanation, Status, Step};
use super::reading::Reading;
use super::replay::{Replay, gives_false};
use crate::claim::Claim;
use crate::expression::Element;
use crate::statement::digits_in;

/// More answers are not listed.
const ANSWERS: u128 = 12;

/// Whether the steps prove the answers; they may also stop before.
pub fn check(
    explanation: &Explanation,
    reading: Option<&Reading>,
    replay: &mut Replay,
) -> Result<bool, String> {
    let Explanation { answers, status, solutions, .. } = explanation;
    for answer in answers {
        let shown = || replay.answer(answer);
        if let Some(reading) = reading
            && !reading.is_solution(answer)?
        {
            return Err(format!("this is no solution: {}", shown()));
        }
        if replay.is_contradicted(answer) {
            return Err(format!("the facts of the puzzle exclude this answer: {}", shown()));
        }
    }
    let distinct: HashSet<&Vec<u8>> = answers.iter().collect();
    let count = answers.len() as u128;
    let fits = match status {
        Status::Unique => *solutions == 1 && count == 1,
        Status::Several if *solutions > ANSWERS => return Ok(false),
        Status::Several => *solutions == count && count > 1,
        Status::None => *solutions == 0 && count == 0,
        Status::Stopped => !explanation.complete,
    };
    if !fits || distinct.len() < answers.len() {
        return Err("the answers do not agree with their number".into());
    }
    if !explanation.complete {
        return Ok(false);
    }
    if *status == Status::None {
        let proves = gives_false(&explanation.steps);
        return proves.then_some(true).ok_or_else(|| "no step outside cases gives a contradiction".into());
    }
    let facts = explanation.given.iter().map(|given| &given.claim).collect();
    let ends = ends(explanation, facts, &explanation.steps)
        .ok_or("it says that it is complete, and its steps do not leave one digit for each symbol")?;
    let images = replay.exchanges.arrangements(explanation.names.len())?;
    let images = |end: &Vec<u8>| {
        images.iter().map(|image| image.iter().map(|cell| end[*cell]).collect()).collect::<Vec<Vec<u8>>>()
    };
    let all: HashSet<Vec<u8>> = ends.iter().flat_map(images).collect();
    if let Some(missing) = all.iter().find(|end| !distinct.contains(end)) {
        return Err(format!("the steps end in what is not listed as an answer: {}", replay.answer(missing)));
    }
    match answers.iter().find(|answer| !all.contains(*answer)) {
        Some(answer) => Err(format!("the steps do not end in this answer: {}", replay.answer(answer))),
        None => Ok(true),
    }
}

/// The digits of all cells where steps end: by their facts, or by those of the last step's cases.
fn ends<'e>(explanation: &Explanation, mut facts: Vec<&'e Claim>, steps: &'e [Step]) -> Option<Vec<Vec<u8>>> {
    facts.extend(steps.iter().flat_map(|step| &step.gives).map(|conclusion| &conclusion.fact.claim));
    if let Some(end) = left(explanation, &facts) {
        return Some(vec![end]);
    }
    let cases = &steps.last().filter(|step| !step.cases.is_empty())?.cases;
    let mut all = Vec::new();
    for case in cases.iter().filter(|case| case.ends.is_some()) {
        let mut own = facts.clone();
        own.push(&case.assume.claim);
        all.extend(ends(explanation, own, &case.steps)?);
    }
    Some(all)
}

/// The only digit that facts leave for each cell.
fn left(explanation: &Explanation, facts: &[&Claim]) -> Option<Vec<u8>> {
    let mut digits = vec![u64::MAX >> (64 - explanation.base); explanation.names.len()];
    for claim in facts {
        match claim {
            Claim::Digit(cell, some) => digits[*cell] &= some,
            Claim::Digits(some) => digits.iter_mut().for_each(|own| *own &= some),
            _ => {}
        }
    }
    for claim in facts {
        let Claim::Same(a, b) = claim else { continue };
        for (a, b) in [(a, b), (b, a)] {
            let shown = match element(b) {
                Some(Element::Cell(cell)) => digits[cell],
                Some(Element::Digit(digit)) => 1 << digit,
                None => continue,
            };
            if let Some(Element::Cell(cell)) = element(a) {
                digits[cell] &= shown;
            }
        }
    }
    let only = |digits: u64| digits_in(digits).next().filter(|_| digits.is_power_of_two());
    digits.into_iter().map(only).collect()
}
