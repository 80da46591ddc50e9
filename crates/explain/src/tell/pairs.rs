//! What is said of two columns or relations, and of all columns of a sum.

use super::columns::so;
use super::seen::Seen;
use super::{formula, sentence, sums, text};
use crate::checker::Way;
use crate::fact::Claim;
use crate::scene::Id;
use crate::search::RawStep;
use crate::state::Fact;
use crate::step::{Rule, Sentence, Value};

/// The most words of the ways of a relation that are listed.
const MOST_IN_WAYS: usize = 26;

/// What two columns or relations make together.
pub(super) fn pair_sentences(seen: &Seen, step: &RawStep, [a, b]: [Id; 2]) -> Vec<Sentence> {
    let Some(combined) = step.combined(seen.arena) else { return Vec::new() };
    let relation = ("relation", Value::Formula(formula::relation(seen, combined)));
    let near =
        [(a, b), (b, a)].into_iter().find_map(|(first, near)| Some((first, formula::near(seen, near)?)));
    let reason = match near {
        Some((first, (larger, smaller, by))) => {
            let by = ("by", Value::Number(by.into()));
            let params = vec![
                ("first", Value::Formula(sum_of(seen, first).unwrap_or_default())),
                ("larger", text(larger)),
                ("smaller", text(smaller)),
                by,
                relation,
            ];
            sentence("combine-near", params)
        }
        None => {
            let sum = |fact| Value::Formula(sum_of(seen, fact).unwrap_or_default());
            sentence("combine", vec![("first", sum(a)), ("second", sum(b)), relation])
        }
    };
    std::iter::once(reason).chain(left(seen, step)).collect()
}

/// That two columns or relations hold at once, in the few ways that are left.
pub(super) fn together_sentences(seen: &Seen, step: &RawStep, [a, b]: [Id; 2]) -> Vec<Sentence> {
    let sum = |fact| Value::Formula(sum_of(seen, fact).unwrap_or_default());
    let params = vec![("first", sum(a)), ("second", sum(b))];
    if seen.is_false(step) {
        return vec![sentence("together-none", params)];
    }
    let ways = &step.listed.ways;
    let is_listed = ways.len() as u64 == step.ways;
    let in_sums = || ways.iter().map(|way| in_both(&seen.with(way), [a, b])).collect::<Option<Vec<String>>>();
    let is_short =
        |ways: &Vec<String>| ways.iter().map(|way| way.split(' ').count()).sum::<usize>() <= MOST_IN_WAYS;
    let left = is_listed.then(|| {
        let ways = in_sums().filter(is_short).unwrap_or_else(|| rows(seen, ways));
        sentence("left-together", vec![("ways", Value::Formula(ways.join(" {or} ")))])
    });
    std::iter::once(sentence("together", params)).chain(left).chain([so()]).collect()
}

/// Two columns or relations with all that is known put in: `1 + 1 = 2 {with} 8 + 8 = 16`.
fn in_both(seen: &Seen, facts: [Id; 2]) -> Option<String> {
    let [first, second] = facts.map(|fact| sum_of(seen, fact));
    Some(format!("{} {{with}} {}", first?, second?))
}

/// The digits of each way in brackets, the first with the symbols in front of it: `(D, L) = (1, 8)`.
fn rows(seen: &Seen, ways: &[Way]) -> Vec<String> {
    let has_digit = |place: &usize| ways.iter().any(|way| way.digit(*place).is_some());
    let places: Vec<usize> =
        (0..seen.scene.cells.len()).filter(|place| !seen.is_known(*place)).filter(has_digit).collect();
    let row = |texts: Vec<String>| match &texts[..] {
        [only] => only.clone(),
        _ => format!("({})", texts.join(", ")),
    };
    let digits = |way: &Way| {
        let digits = places.iter().filter_map(|place| way.digit(*place));
        row(digits.map(|digit| digit.to_string()).collect())
    };
    let mut rows: Vec<String> = ways.iter().map(digits).collect();
    if let Some(first) = rows.first_mut() {
        *first = format!("{} = {first}", row(places.iter().map(|place| seen.name(*place)).collect()));
    }
    rows
}

/// The column or relation that a fact is, with what is known put in.
fn sum_of(seen: &Seen, fact: Id) -> Option<String> {
    if let Some(column) = seen.scene.columns.iter().find(|column| column.given == fact) {
        return Some(sums::column(seen, column));
    }
    match &seen.arena.facts[fact].claim {
        Claim::Relation(relation) => Some(formula::relation(seen, &formula::put_in(seen, relation))),
        _ => None,
    }
}

/// What the digits of a sum have to do with those of its total.
pub(super) fn nines_sentences(seen: &Seen, step: &RawStep, number: usize) -> Vec<Sentence> {
    let (Some(added), Some(combined)) = (seen.scene.sums.get(&number), step.combined(seen.arena)) else {
        return Vec::new();
    };
    let parts = added.parts.iter().map(|digits| formula::numeral(seen.scene, digits)).collect();
    let total = formula::numeral(seen.scene, &added.total);
    let relation = ("relation", Value::Formula(formula::relation(seen, combined)));
    let [base, nine] = [seen.scene.b(), seen.scene.b() - 1].map(|number| text(number.to_string()));
    let params =
        vec![("parts", Value::List(parts)), ("total", text(total)), ("base", base), ("nine", nine), relation];
    std::iter::once(sentence("nines", params)).chain(left(seen, step)).collect()
}

/// The few ways of a relation that was combined, and what follows, if something besides it does.
fn left(seen: &Seen, step: &RawStep) -> Vec<Sentence> {
    let is_relation = |give: &Id| matches!(seen.arena.facts[*give].claim, Claim::Relation(_));
    let Some(combined) = step.combined(seen.arena).filter(|_| !step.gives.iter().all(is_relation)) else {
        return Vec::new();
    };
    let ways: Option<Vec<String>> =
        step.listed.ways.iter().map(|way| formula::calculated(&seen.with(way), combined)).collect();
    let is_short =
        |ways: &Vec<String>| ways.iter().map(|way| way.split(' ').count()).sum::<usize>() <= MOST_IN_WAYS;
    let ways = ways
        .filter(is_short)
        .filter(|ways| ways.len() > 1 || ways.len() == 1 && !step.listed.taken.is_empty());
    let listed = ways.map(|ways| sentence("left", vec![("ways", Value::List(ways))]));
    // A relation of one symbol says its digit itself.
    let is_digit = listed.is_none() && formula::relation(seen, combined).split(' ').count() == 3;
    listed.into_iter().chain((!is_digit).then(so)).collect()
}

/// What all digits add up to, if a step uses it.
pub(super) fn sum_of_all(seen: &Seen, step: &RawStep) -> Option<Sentence> {
    step.gives.iter().find_map(|give| match &seen.arena.facts[*give] {
        Fact { claim: Claim::Relation(all), rule: Some(Rule::K5), .. } => {
            Some(sentence("sum-of-all", vec![("sum", text(all.equals.to_string()))]))
        }
        _ => None,
    })
}
