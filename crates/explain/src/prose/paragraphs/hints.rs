//! What a hint says of a step: where it looks, and its cases in short.

use super::super::Level;
use super::super::catalogue::Language;
use super::super::news::news;
use super::super::teller::Teller;
use super::known::{facts, has_equations, rows};
use super::labels::columns;
use crate::At;
use crate::Case;
use crate::Claim;
use crate::End;
use crate::Explanation;
use crate::Step;
use crate::Value;
use crate::scene::Scene;
use fukumen_language::interrupt::Never;
use fukumen_language::puzzle::Puzzle;

/// Where a step looks, in a sentence for a hint.
pub fn pointer(
    teller: &mut Teller,
    explanation: &Explanation,
    step: &Step,
    puzzle: &Puzzle,
    level: Level,
) -> String {
    let split = step.on.as_ref().and_then(|on| facts(explanation).get(on.as_str()).copied());
    let scene = Scene::of(puzzle, &Never).ok();
    let equation = |number: usize| {
        let scene = scene.as_ref()?;
        rows(scene)
            .remove(&number)
            .map(|row| row.equation)
            .or_else(|| has_equations(scene).then(|| number.to_string()))
    };
    let place = match step.at {
        At { equation: Some(equation), ref columns } if columns.is_empty() => {
            teller.say("hint.equation", &[("equation", Value::Text(equation.to_string()))])
        }
        At { equation: None, ref columns } if columns.is_empty() => match split {
            Some(Claim::Digit(place, _)) => {
                let symbol = Value::Text(teller.name(*place));
                teller.say("hint.symbol", &[("symbol", symbol)])
            }
            Some(Claim::Carry(carry, _)) => {
                let columns = Value::List(vec![teller.column(carry.column)]);
                teller.say("hint.column", &[("columns", columns)])
            }
            _ => teller.say("hint.anywhere", &[]),
        },
        ref at => {
            let columns = columns(teller, at);
            match at.equation.and_then(equation) {
                None => teller.say("hint.column", &[("columns", columns)]),
                Some(equation) => {
                    let equation = Value::Text(equation);
                    teller.say("hint.column-equation", &[("equation", equation), ("columns", columns)])
                }
            }
        }
    };
    if level == Level::Where {
        return place;
    }
    // The reason that is told answers the question; it may be that of another technique than the one that found the step.
    let reason = step.sentences.first().map_or(step.technique, |sentence| sentence.key);
    let asked = [reason, step.technique].map(|name| format!("hint.ask.{name}"));
    let known = asked.iter().find(|key| !Language::english().wordings(key).is_empty());
    let question = known.map(|key| teller.say(key, &[]));
    teller.run([place].into_iter().chain(question))
}

/// What cases are the values of, the one that is refuted soonest, and what they conclude.
pub fn cases_in_short(teller: &mut Teller, explanation: &Explanation, step: &Step) -> String {
    let facts = facts(explanation);
    let mut told = Vec::new();
    if let Some(fact) = step.on.as_ref().and_then(|on| facts.get(on.as_str()).copied()) {
        let fact = Value::Text(teller.choices(fact));
        told.push(teller.say("hint.cases", &[("fact", fact)]));
    }
    let broken = || step.cases.iter().filter(|case| case.end == End::False);
    if let Some((count, first)) = broken().map(|case| (steps_of(case), case)).min_by_key(|(count, _)| *count)
    {
        let fact = ("fact", Value::Text(teller.fact(&first.assume.claim)));
        let number = ("number", Value::Number(count as i128));
        let last = first.steps.last().map(|step| &step.at);
        told.push(match last.filter(|at| !at.columns.is_empty()) {
            Some(at) => {
                let columns = ("columns", columns(teller, at));
                teller.say("hint.refuted-at", &[fact, number, columns])
            }
            None => teller.say("hint.refuted", &[fact, number]),
        });
        let others = broken().count() - 1;
        if others > 0 {
            told.push(teller.say("hint.others", &[("number", Value::Number(others as i128))]));
        }
    }
    let facts = news(step).into_iter().map(|claim| teller.fact(claim)).collect();
    let facts = ("facts", Value::List(facts));
    told.push(match broken().count() {
        0 => teller.say("hint.common", &[facts]),
        all if all == step.cases.len() => teller.say("cases-none", &[]),
        _ => teller.say("cases-left", &[facts]),
    });
    teller.run(told)
}

/// The steps of a case, with those of the cases in it.
fn steps_of(case: &Case) -> usize {
    case.steps.iter().map(|step| 1 + step.cases.iter().map(steps_of).sum::<usize>()).sum()
}
