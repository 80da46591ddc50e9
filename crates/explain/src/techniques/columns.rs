//! What a person sees in one column of a sum.

use super::{Find, Give, Look, MOST_WAYS, Subject, Technique, narrowed};
use crate::scene::{Column, Id, Var};
use crate::state::{News, RawProof};
use crate::step::{At, Rule};
use crate::ways::Sum;
use fukumen_language::expr::Element;
use fukumen_language::number::gcd;

pub(super) const LEAD_CARRY: Technique = Technique {
    name: "lead-carry",
    looks_at: "a column with a result digit only",
    concludes: "that digit is the carry",
    weight: 100,
    rank: 2,
    look: |look| bounded(look, &LEAD_CARRY, Kind::Lead),
};

pub(super) const ONE_UNKNOWN: Technique = Technique {
    name: "one-unknown",
    looks_at: "a column with one unknown digit, a row of which all else is known",
    concludes: "its value",
    weight: 100,
    rank: 1,
    look: |look| [one_unknown(look), super::equations::computed(look)].concat(),
};

pub(super) const CARRY_BOUND: Technique = Technique {
    name: "carry-bound",
    looks_at: "a column",
    concludes: "the carry, if the largest or smallest sum of the column decides it",
    weight: 150,
    rank: 3,
    look: |look| bounded(look, &CARRY_BOUND, Kind::Carry),
};

pub(super) const COLUMN_RANGE: Technique = Technique {
    name: "column-range",
    looks_at: "a column",
    concludes: "bounds of a digit",
    weight: 150,
    rank: 3,
    look: |look| [followed(look), bounded(look, &COLUMN_RANGE, Kind::Digit)].concat(),
};

/// Bounds that leave more than half of all digits: columns that go together say more.
const WIDE_RANGE: Technique = Technique { rank: 14, ..COLUMN_RANGE };

/// The most digits that are followed in a column: as many sums stand in one sentence.
const MOST_FOLLOWED: usize = 4;

/// A column in which one digit follows from the other, of which a few are left.
const FOLLOWED: Technique = Technique { rank: 3, ..COLUMN_CASES };

pub(super) const CANCEL: Technique = Technique {
    name: "cancel",
    looks_at: "a symbol on both sides of a column",
    concludes: "the rest of the column is a multiple of the base",
    weight: 150,
    rank: 5,
    look: cancel,
};

pub(super) const PARITY: Technique = Technique {
    name: "parity",
    looks_at: "a column in which all unknowns but one have factors with a common divisor",
    concludes: "that one modulo the divisor",
    weight: 150,
    rank: 6,
    look: parity,
};

pub(super) const COLUMN_CASES: Technique = Technique {
    name: "column-cases",
    looks_at: "a column",
    concludes: "digits and carries that occur in one of its ways",
    weight: 200,
    rank: 10,
    look: column_cases,
};

/// What a bound is wanted of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lead,
    Carry,
    Digit,
    Cancelled,
}

pub(super) fn vars(column: &Column) -> Vec<Var> {
    column.terms.iter().map(|(var, _)| *var).collect()
}

pub(super) fn sum(column: &Column) -> Sum {
    Sum { factors: column.terms.iter().map(|(_, times)| *times).collect(), equals: column.equals }
}

/// Finds in each column, but for columns of which nothing changed.
pub(super) fn each(
    look: &Look,
    name: &'static str,
    find: impl Fn(usize, &Column) -> Option<Find>,
) -> Vec<Find> {
    let columns = look.scene.columns.iter().enumerate();
    let found = columns.filter_map(|(index, column)| {
        let unknown = column.terms.iter().any(|(var, _)| look.state.value(*var).is_none());
        if !unknown && !is_false(look, column) {
            return None;
        }
        let stamp = look.stamp(vars(column));
        let mut found = look.at(name, (index, 0), stamp, || find(index, column))?;
        found.at = At { equation: Some(column.at.equation), columns: vec![column.at.column] };
        found.subject = Subject::Column(index);
        Some(found)
    });
    found.collect()
}

/// Whether all of a column is known, and wrong.
fn is_false(look: &Look, column: &Column) -> bool {
    let sum: Option<i64> =
        column.terms.iter().map(|(var, times)| Some(times * look.state.value(*var)?)).sum();
    sum.is_some_and(|sum| sum != column.equals)
}

fn unknown(look: &Look, column: &Column) -> Vec<(Var, i64)> {
    column.terms.iter().copied().filter(|(var, _)| look.state.value(*var).is_none()).collect()
}

/// The only unknown digit of a column, with the carry that leaves it.
fn one_unknown(look: &Look) -> Vec<Find> {
    each(look, "one-unknown", |_, column| {
        let unknown = unknown(look, column);
        let places = unknown.iter().filter(|(var, _)| matches!(var, Var::Place(_))).count();
        // A leading digit, and what stands on both sides, have reasons of their own.
        let has_reason = is_lead(column) && unknown.len() > 1 || cancels_open(look, column);
        if places != 1 || unknown.len() > 2 || has_reason {
            return None;
        }
        let find = enumerated(look, &ONE_UNKNOWN, column, 1)?;
        let is_settled = |give: &Give| {
            matches!(&give.news, News::Digit(_, set) if set.len() == 1) || give.news == News::False
        };
        find.gives.iter().any(is_settled).then_some(find)
    })
}

/// Goes through the ways of a column.
fn enumerated(look: &Look, technique: &'static Technique, column: &Column, most: usize) -> Option<Find> {
    let vars = vars(column);
    let ways = look.ways(&vars, &[sum(column)], most, &|_| true)?;
    let news = look.news_of(&vars, &ways);
    (!news.is_empty()).then(|| look.enumerated(technique, &vars, &[column.given], news, ways.len()))
}

/// The few digits of a column of which all else is known but one digit that follows.
fn followed(look: &Look) -> Vec<Find> {
    each(look, "followed", |_, column| {
        let unknown = unknown(look, column);
        let [(first @ Var::Place(_), times), (second @ Var::Place(_), others)] = unknown[..] else {
            return None;
        };
        let known: i64 =
            column.terms.iter().filter_map(|(var, times)| Some(times * look.state.value(*var)?)).sum();
        // Those of the first digit with which the second one is a digit.
        let follows = |value: &i64| {
            let rest = column.equals - known - times * value;
            rest % others == 0 && (0..look.scene.b()).contains(&(rest / others))
        };
        let tried = look.state.values(look.scene, first).into_iter().filter(follows).count();
        let is_few = second != first && tried <= MOST_FOLLOWED;
        if !is_few { None } else { enumerated(look, &FOLLOWED, column, MOST_FOLLOWED) }
    })
}

fn column_cases(look: &Look) -> Vec<Find> {
    each(look, "column-cases", |_, column| enumerated(look, &COLUMN_CASES, column, MOST_WAYS))
}

/// Symbols on both sides, and what their rest says.
fn cancel(look: &Look) -> Vec<Find> {
    bounded(look, &CANCEL, Kind::Cancelled)
}

/// Whether a symbol stands on both sides of a column, so that less of it is left.
fn cancels(column: &Column) -> bool {
    let is_in = |side: &[(Element, i64)], element: Element| side.iter().any(|(other, _)| *other == element);
    column
        .addends
        .iter()
        .any(|(element, _)| matches!(element, Element::Hidden(_)) && is_in(&column.totals, *element))
}

/// Whether a symbol that is not known stands on both sides of a column.
fn cancels_open(look: &Look, column: &Column) -> bool {
    let is_open = |element: Element| match element {
        Element::Hidden(place) => look.state.digit(place.index()).is_none(),
        Element::Shown(_) => false,
    };
    column
        .addends
        .iter()
        .any(|(element, _)| is_open(*element) && column.totals.iter().any(|(other, _)| other == element))
}

/// Whether a column has a result digit and a carry only.
fn is_lead(column: &Column) -> bool {
    let has_hidden =
        |side: &[(Element, i64)]| side.iter().any(|(element, _)| matches!(element, Element::Hidden(_)));
    !has_hidden(&column.addends) && column.addends.is_empty() && has_hidden(&column.totals)
}

/// What bounds of a column exclude.
fn bounded(look: &Look, technique: &'static Technique, kind: Kind) -> Vec<Find> {
    each(look, technique.name, |_, column| {
        let fits = match kind {
            Kind::Lead => is_lead(column),
            Kind::Cancelled => cancels(column),
            Kind::Carry | Kind::Digit => !is_lead(column) && !cancels(column),
        };
        if !fits {
            return None;
        }
        let mut values: Vec<Vec<i64>> = column.terms.iter().map(|(var, _)| known(look, *var)).collect();
        // Bounds say nothing of a carry without values, which shown digits leave; ways do.
        if values.iter().any(Vec::is_empty) {
            return None;
        }
        let mut gives = Vec::new();
        for turn in 0..2 {
            for i in 0..values.len() {
                let is_carry = matches!(column.terms[i].0, Var::Carry(_));
                if is_carry == (turn == 0) || matches!(kind, Kind::Lead | Kind::Cancelled) {
                    narrow(column, &mut values, i, &mut gives);
                }
            }
        }
        let is_wanted = |give: &Give| match (kind, &give.news) {
            (Kind::Lead | Kind::Cancelled, _) | (_, News::False) => true,
            (Kind::Carry, news) => matches!(news, News::Carry(..)),
            (Kind::Digit, _) => true,
        };
        if kind == Kind::Carry && !gives.iter().any(|give| give.news == News::False) {
            // Digits are the other technique's, but for those that lead to a contradiction.
            gives.retain(is_wanted);
        }
        if gives.is_empty() {
            return None;
        }
        let mut uses: Vec<Id> = vec![column.given];
        uses.extend(vars(column).iter().flat_map(|var| look.state.why(*var).iter().copied()));
        let is_wide =
            |give: &Give| matches!(give.news, News::Digit(_, set) if 2 * set.len() as i64 > look.scene.b());
        let technique =
            if gives.iter().all(is_wide) && kind == Kind::Digit { &WIDE_RANGE } else { technique };
        Some(Find::new(technique, uses, gives))
    })
}

/// The values of a variable by facts about it alone.
pub(super) fn known(look: &Look, var: Var) -> Vec<i64> {
    match var {
        Var::Place(place) => look.state.digits[place].0.iter().map(i64::from).collect(),
        Var::Carry(carry) => look.state.carries[carry].0.clone(),
    }
}

/// Takes out the values of one variable with which the others cannot make the sum.
fn narrow(column: &Column, values: &mut [Vec<i64>], i: usize, gives: &mut Vec<Give>) {
    let (mut least, mut most) = (0_i64, 0_i64);
    for (j, (_, times)) in column.terms.iter().enumerate() {
        if j == i {
            continue;
        }
        let products = || values[j].iter().map(|value| value * times);
        least += products().min().unwrap_or(0);
        most += products().max().unwrap_or(0);
    }
    let times = column.terms[i].1;
    let fits = |value: &i64| (least..=most).contains(&(column.equals - times * value));
    let left: Vec<i64> = values[i].iter().copied().filter(fits).collect();
    if left.len() == values[i].len() || gives.iter().any(|give: &Give| give.news == News::False) {
        return;
    }
    let bound = |news: News| Give { news, rule: Rule::K2, proof: RawProof::default() };
    let var = column.terms[i].0;
    match (left.is_empty(), &values[i][..]) {
        (false, _) => gives.push(bound(narrowed(var, &left))),
        // No value is left; the last one is the contradiction.
        (true, [first, _, ..]) => gives.extend([bound(narrowed(var, &[*first])), bound(News::False)]),
        (true, _) => gives.push(bound(News::False)),
    }
    values[i] = left;
}

/// A digit or carry modulo the common divisor of all other factors.
fn parity(look: &Look) -> Vec<Find> {
    each(look, "parity", |_, column| {
        let unknown = unknown(look, column);
        let (index, divisor) = (0..unknown.len()).find_map(|i| {
            let others = unknown.iter().enumerate().filter(|(j, _)| *j != i);
            let divisor = others.fold(0, |divisor, (_, (_, times))| gcd(divisor, times.abs()));
            (divisor > 1 && unknown[i].1 % divisor != 0).then_some((i, divisor))
        })?;
        let (var, times) = unknown[index];
        let rest: i64 =
            column.terms.iter().filter_map(|(other, times)| Some(times * look.state.value(*other)?)).sum();
        let fits = |value: &i64| (column.equals - rest - times * value).rem_euclid(divisor) == 0;
        let before = known(look, var);
        let left: Vec<i64> = before.iter().copied().filter(fits).collect();
        if left.len() == before.len() {
            return None;
        }
        let news = if left.is_empty() { News::False } else { narrowed(var, &left) };
        let mut uses: Vec<Id> = vec![column.given];
        let is_needed = |other: &Var| *other == var || look.state.value(*other).is_some();
        uses.extend(
            vars(column)
                .iter()
                .filter(|var| is_needed(var))
                .flat_map(|var| look.state.why(*var).iter().copied()),
        );
        let proof = RawProof { modulo: u64::try_from(divisor).ok(), ..RawProof::default() };
        Some(Find::new(&PARITY, uses, vec![Give { news, rule: Rule::K4, proof }]))
    })
}
