//! What would make two symbols of a column the same digit.

use super::columns::{each, known, sum, vars};
use super::{Find, Look, TRIED_AT_ONCE, Technique, WORK, Ways, narrowed};
use crate::scene::{Column, Var};
use crate::state::News;
use fukumen_language::expr::Element;

pub(super) const CLASH: Technique = Technique {
    name: super::CLASH,
    looks_at: "a column in which a digit or carry leaves others one or two ways",
    concludes: "what would give a digit that is taken, or one digit to two symbols, is not so",
    weight: 150,
    rank: 4,
    look: clash,
};

pub(super) const NO_CHANGE: Technique = Technique {
    name: "no-change",
    looks_at: "a column with a digit above and another one below",
    concludes: "what is added to it is neither 0 nor the base: neither the other digit nor the carry makes it so",
    weight: 100,
    rank: 3,
    look: no_change,
};

/// The most ways to fill in a column of which a person sees what one value makes of the others: two digits and a carry have 200.
const MOST_SEEN: usize = 500;

/// The most ways that are followed for one value of a carry; of a digit there is one.
const MOST_FOLLOWED: usize = 2;

/// The most values that a step excludes so, and the most that it leaves: what excludes more is told by bounds.
const MOST_EXCLUDED: usize = 2;
const MOST_LEFT: usize = 4;

/// What would leave the digit above as it is, though another one stands below it: a carry, or the other digit that is added.
fn no_change(look: &Look) -> Vec<Find> {
    each(look, NO_CHANGE.name, |_, column| {
        let news: Vec<News> =
            column.addends.iter().filter_map(|(above, _)| what_is_added(look, column, *above)).collect();
        (!news.is_empty()).then(|| look.enumerated(&NO_CHANGE, &vars(column), &[column.given], news, 1))
    })
}

/// That what is added to a digit changes it, if all of that but one digit or carry is known, and another digit stands below.
fn what_is_added(look: &Look, column: &Column, above: Element) -> Option<News> {
    let ([(Element::Hidden(total), 1)], Element::Hidden(above)) = (&column.totals[..], above) else {
        return None;
    };
    let ends = [Var::Place(above.index()), Var::Place(total.index())];
    let is_once = |var: Var, own: i64| column.terms.contains(&(var, own));
    let differ = look.scene.differ[above.index()][total.index()];
    // A digit that is known takes itself.
    if ends.iter().any(|end| look.state.value(*end).is_some())
        || !differ
        || !is_once(ends[0], 1)
        || !is_once(ends[1], -1)
    {
        return None;
    }
    let (mut added, mut open) = (-column.equals, Vec::new());
    for (var, times) in &column.terms {
        if ends.contains(var) || column.carry_out.map(Var::Carry) == Some(*var) {
            continue;
        }
        match look.state.value(*var) {
            Some(value) => added += times * value,
            None => open.push((*var, *times)),
        }
    }
    if open.is_empty() && added % look.scene.b() == 0 {
        return Some(News::False);
    }
    let [(var, 1)] = open[..] else { return None };
    let values = known(look, var);
    let left: Vec<i64> =
        values.iter().copied().filter(|value| (added + value) % look.scene.b() != 0).collect();
    (!left.is_empty() && left.len() < values.len()).then(|| narrowed(var, &left))
}

/// Values that leave the rest of a column one or two ways, in each of which two symbols that differ have the same digit.
fn clash(look: &Look) -> Vec<Find> {
    each(look, CLASH.name, |_, column| {
        let vars = vars(column);
        let values: Vec<Vec<i64>> = vars.iter().map(|var| known(look, *var)).collect();
        let all = values.iter().map(Vec::len).fold(1_usize, usize::saturating_mul);
        if all > MOST_SEEN || values.iter().filter(|values| values.len() > 1).count() < 2 {
            return None;
        }
        let (differ, test) = (|_, _| false, |_: &[i64]| true);
        let sums = [sum(column)];
        let ways = Ways {
            values: &values,
            sums: &sums,
            differ: &differ,
            test: &test,
            most: all,
            work: WORK,
            watch: look.watch,
        };
        let (ways, tried) = ways.all().ok()?;
        look.works(tried / TRIED_AT_ONCE);
        // What is added twice decides the other digits.
        let is_once = |i: &usize| matches!(column.terms[*i], (Var::Carry(_), _) | (_, -1..=1));
        let (once, twice): (Vec<usize>, Vec<usize>) = (0..vars.len()).partition(is_once);
        let order = twice.into_iter().chain(once);
        let news = order.into_iter().find_map(|i| excluded(look, &vars, &ways, i, &values[i]))?;
        Some(look.enumerated(&CLASH, &vars, &[column.given], vec![news], 0))
    })
}

/// The values of one variable without those that clash, if that says enough.
fn excluded(look: &Look, vars: &[Var], ways: &[Vec<i64>], i: usize, values: &[i64]) -> Option<News> {
    let most = if matches!(vars[i], Var::Carry(_)) { MOST_FOLLOWED } else { 1 };
    let is_excluded = |value: &i64| {
        let mut with = ways.iter().filter(|way| way[i] == *value);
        let followed = with.clone().count();
        (1..=most).contains(&followed) && with.all(|way| clashes(look, vars, way))
    };
    let open = look.state.values(look.scene, vars[i]);
    let out: Vec<i64> = open.iter().copied().filter(is_excluded).collect();
    let is_of_use =
        (1..=MOST_EXCLUDED).contains(&out.len()) && (1..=MOST_LEFT).contains(&(open.len() - out.len()));
    let left: Vec<i64> = values.iter().copied().filter(|value| !out.contains(value)).collect();
    is_of_use.then(|| narrowed(vars[i], &left))
}

/// Whether one way gives a digit that is taken, or one digit to two places that differ.
fn clashes(look: &Look, vars: &[Var], way: &[i64]) -> bool {
    vars.iter().enumerate().any(|(i, var)| {
        let Var::Place(place) = var else { return false };
        let is_twice = vars[..i].iter().zip(way).any(|(other, value)| match other {
            Var::Place(other) => *value == way[i] && look.scene.differ[*other][*place],
            Var::Carry(_) => false,
        });
        is_twice || !look.state.values(look.scene, *var).contains(&way[i])
    })
}
