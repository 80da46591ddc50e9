//! Bounds of a column whose digits can only be larger, or smaller, because others are taken.

use super::columns::{each, known, vars};
use super::{Find, Give, Look, Technique, narrowed};
use crate::scene::{Column, Var};
use crate::state::{News, RawProof};
use crate::step::Rule;
use fukumen_language::arrange::Arrange;

pub(super) const LEFT: Technique = Technique {
    name: "left-over",
    looks_at: "a column in which the smallest or the largest digits are taken",
    concludes: "bounds of a digit or carry by the digits that are left",
    weight: 300,
    rank: 14,
    look: left,
};

/// The most open digits of a column of which a person sees how large the smallest that are left make it.
const MOST_OPEN: usize = 3;

fn left(look: &Look) -> Vec<Find> {
    each(look, LEFT.name, |_, column| {
        let vars = vars(column);
        let plain: Vec<Vec<i64>> = vars.iter().map(|var| known(look, *var)).collect();
        let tight: Vec<Vec<i64>> =
            vars.iter().zip(&plain).map(|(var, values)| within(look, *var, values)).collect();
        let is_open = |var: &&Var| matches!(var, Var::Place(_)) && look.state.value(**var).is_none();
        if column.addends.is_empty()
            || vars.iter().filter(is_open).count() > MOST_OPEN
            || tight == plain
            || tight.iter().any(Vec::is_empty)
        {
            return None;
        }
        (0..vars.len()).find_map(|at| excluded(look, column, (&plain, &tight), at))
    })
}

/// The values of a variable between the least and the greatest that are not taken.
fn within(look: &Look, var: Var, values: &[i64]) -> Vec<i64> {
    let open = look.state.values(look.scene, var);
    let (Some(least), Some(most)) = (open.first(), open.last()) else { return Vec::new() };
    values.iter().copied().filter(|value| (*least..=*most).contains(value)).collect()
}

/// What the digits that are left exclude of one variable, if others are bounded by what is taken.
fn excluded(
    look: &Look,
    column: &Column,
    (plain, tight): (&[Vec<i64>], &[Vec<i64>]),
    at: usize,
) -> Option<Find> {
    let vars = vars(column);
    let fits = fitting(column, tight, at, &plain[at]);
    let open = look.state.values(look.scene, vars[at]);
    if open.iter().all(|value| fits.contains(value)) {
        return None;
    }
    // Of the other digits those ends are needed without which less would follow.
    let mut bounds: Vec<Vec<i64>> = tight.to_vec();
    for other in (0..vars.len()).filter(|other| *other != at) {
        let own = bounds[other].clone();
        let (least, most) = (own.first().copied(), own.last().copied());
        let from = |values: &[i64]| values.iter().copied().filter(|value| Some(*value) >= least).collect();
        let to = |values: &[i64]| values.iter().copied().filter(|value| Some(*value) <= most).collect();
        let fewer: [Vec<i64>; 4] = [plain[other].clone(), from(&plain[other]), to(&plain[other]), own];
        for values in fewer {
            bounds[other] = values;
            if fitting(column, &bounds, at, &plain[at]) == fits {
                break;
            }
        }
    }
    let bounded: Vec<usize> =
        (0..vars.len()).filter(|other| *other != at && bounds[*other] != plain[*other]).collect();
    if bounded.is_empty() {
        return None;
    }
    let give = |news: News, rule: Rule| Give { news, rule, proof: RawProof::default() };
    let mut gives: Vec<Give> =
        bounded.iter().map(|other| give(narrowed(vars[*other], &bounds[*other]), Rule::K5)).collect();
    let mut uses = vec![column.given];
    let mut differ = Vec::new();
    for (other, var) in vars.iter().enumerate() {
        uses.extend_from_slice(look.state.why(*var));
        if let Var::Place(place) = *var
            && bounded.contains(&other)
        {
            let takers = look.state.takers(look.scene, place);
            differ.extend(takers.chain([place]));
        }
    }
    differ.arrange();
    differ.dedup();
    uses.extend(differ.iter().flat_map(|place| look.state.digits[*place].1.iter().copied()));
    uses.arrange();
    uses.dedup();
    match (fits.is_empty(), &plain[at][..]) {
        (false, _) => gives.push(give(narrowed(vars[at], &fits), Rule::K2)),
        (true, [first, _, ..]) => {
            gives.extend([give(narrowed(vars[at], &[*first]), Rule::K2), give(News::False, Rule::K2)]);
        }
        (true, _) => gives.push(give(News::False, Rule::K2)),
    }
    Some(Find { differ, ..Find::new(&LEFT, uses, gives) })
}

/// Those of the values of one variable with which the bounds of the others can make the sum.
fn fitting(column: &Column, bounds: &[Vec<i64>], at: usize, values: &[i64]) -> Vec<i64> {
    let (mut least, mut most) = (0, 0);
    for (other, (_, times)) in column.terms.iter().enumerate().filter(|(other, _)| *other != at) {
        let products = || bounds[other].iter().map(|value| value * times);
        least += products().min().unwrap_or(0);
        most += products().max().unwrap_or(0);
    }
    let times = column.terms[at].1;
    let fits = |value: &i64| (least..=most).contains(&(column.equals - times * value));
    values.iter().copied().filter(fits).collect()
}
