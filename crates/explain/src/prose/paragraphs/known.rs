//! What sentences may refer to: the facts of an explanation, and the equations, rows and factors of its puzzle.

use std::collections::BTreeMap;

use crate::Claim;
use crate::Explanation;
use crate::Sentence;
use crate::Step;
use crate::Value;
pub(super) use crate::account::all_steps;
use crate::scene::{Scene, Stated, has_rows};
use crate::tell;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::puzzle::Role;
use fukumen_language::vocabulary::{Algebra, Tier, operator};

/// The sentences of an equation in which what is known is put in.
const PUT_IN: &[&str] = &["one-unknown-equation", "size-put-in", "size-put-in-none"];

/// The fact of a drawing that says what the whole calculation is.
const WHOLE: &str = "eq:1";

/// An equation with more words than this is told once.
const MOST_IN_EQUATION: usize = 4;

/// What every fact says, by its id.
pub(super) fn facts(explanation: &Explanation) -> BTreeMap<&str, &Claim> {
    let mut facts = BTreeMap::new();
    facts.extend(explanation.given.iter().map(|given| (given.id.as_str(), &given.claim)));
    let mut stack: Vec<&Step> = explanation.steps.iter().collect();
    while let Some(step) = stack.pop() {
        facts.extend(step.gives.iter().map(|given| (given.id.as_str(), &given.claim)));
        for case in &step.cases {
            facts.insert(&case.assume.id, &case.assume.claim);
            stack.extend(&case.steps);
        }
    }
    facts
}

/// Whether several equations have columns, so that each must be named.
pub(super) fn has_equations(scene: &Scene) -> bool {
    !has_rows(&scene.puzzle)
        && scene.columns.iter().any(|column| column.at.equation != scene.columns[0].at.equation)
}

/// The only long equation that stands in sentences, if there is just one: it need not be repeated.
pub(super) fn only_equation(steps: &[Step]) -> Option<&str> {
    let mut only: Option<&str> = None;
    for sentence in all_steps(steps).flat_map(|step| &step.sentences) {
        let Some(equation) = equation_of(sentence) else { continue };
        if only.is_some_and(|other| other != equation) {
            return None;
        }
        only = Some(equation);
    }
    only
}

/// The long equation of a sentence.
pub(super) fn equation_of(sentence: &Sentence) -> Option<&str> {
    // With what is known put in, it is another equation each time.
    if PUT_IN.contains(&sentence.key) {
        return None;
    }
    let is_equation = |(name, _): &&(&str, Value)| ["equation", "formula"].contains(name);
    match sentence.params.iter().find(is_equation) {
        Some((_, Value::Text(text))) if text.split(' ').count() > MOST_IN_EQUATION => Some(text),
        _ => None,
    }
}

/// A row of a drawing: which number it is, and what it says.
#[derive(Clone)]
pub(super) struct Row {
    pub role: String,
    pub equation: String,
}

/// The rows of a drawing that have columns, by their numbers.
pub(super) fn rows(scene: &Scene) -> BTreeMap<usize, Row> {
    if !has_rows(&scene.puzzle) {
        return BTreeMap::new();
    }
    let all =
        || scene.stated.iter().filter(|row| scene.givens[row.given].id == format!("row:{}", row.number));
    let row = |row: &Stated| {
        let kind = row.role?;
        let same: Vec<usize> =
            all().filter(|other| other.role == Some(kind)).map(|other| other.number).collect();
        let at = same.iter().position(|number| *number == row.number)? + 1;
        let role = if same.len() > 1 { Role::nth(kind, at) } else { Role::only(kind) };
        Some((row.number, Row { role: role.to_string(), equation: tell::equation(scene, &row.expr) }))
    };
    all().filter(|row| scene.has_columns(row.number)).filter_map(row).collect()
}

/// The differences that are looked at as sums, by their numbers: each as it stands, and what is added up to make what.
pub(super) fn sums(scene: &Scene) -> BTreeMap<usize, (String, String)> {
    // In a calculation of several rows, differences stand below each other.
    let is_worked = scene.stated.iter().filter(|stated| stated.role.is_some()).count() > 1;
    let with_columns = scene.stated.iter().filter(|stated| scene.has_columns(stated.number) && !is_worked);
    let sum = |stated: &Stated| {
        let Expr::Chain(chain) = &stated.expr else { return None };
        let [(_, right)] = &chain.rest[..] else { return None };
        let (mut added, mut taken) = (Vec::new(), Vec::new());
        terms(&chain.first, false, &mut added, &mut taken);
        let (of_left, taken_of_left) = (added.len(), taken.len());
        terms(right, true, &mut added, &mut taken);
        let is_sum = taken_of_left == 0 && added.len() == of_left;
        if is_sum {
            return None;
        }
        // A single number is the total.
        let (parts, total) = if added.len() == 1 { (taken, added) } else { (added, taken) };
        let (parts, total) = (Expr::sum_of(parts)?, Expr::sum_of(total)?);
        let sum = Expr::chain(parts, vec![(operator(Tier::Relation, "=")?, total)]);
        Some((stated.number, (tell::equation(scene, &stated.expr), tell::equation(scene, &sum))))
    };
    with_columns.filter_map(sum).collect()
}

/// Parts the terms of a sum into those that are added and those that are taken off.
fn terms(expr: &Expr, is_turned: bool, added: &mut Vec<Expr>, taken: &mut Vec<Expr>) {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Sum => {
            terms(&chain.first, is_turned, added, taken);
            for (operator, term) in &chain.rest {
                terms(term, is_turned != (operator.algebra == Algebra::Minus), added, taken);
            }
        }
        Expr::Unary(operator, term) if operator.algebra == Algebra::Minus => {
            terms(term, !is_turned, added, taken);
        }
        _ if is_turned => taken.push(expr.clone()),
        _ => added.push(expr.clone()),
    }
}

/// The numbers of a drawing from which all others can be calculated: the factors, or divisor, quotient and remainder.
pub(super) fn factors(scene: &Scene) -> Vec<Vec<Element>> {
    let mut factors = Vec::new();
    if !has_rows(&scene.puzzle) {
        return factors;
    }
    let whole = scene.stated.iter().find(|row| row.role.is_some() && scene.givens[row.given].id == WHOLE);
    if let Some(Expr::Chain(chain)) = whole.map(|row| &row.expr) {
        let sides = [&*chain.first, &chain.rest[0].1];
        let made = sides.iter().position(|side| matches!(side, Expr::Numeral(_)));
        if let Some(made) = made {
            let mut is_whole = true;
            sides[1 - made].for_each_numeral(&mut |numeral| {
                is_whole &= numeral.is_whole();
                factors.push(numeral.whole.clone());
            });
            if !is_whole {
                factors.clear();
            }
        }
    }
    factors
}
