//! What is said of digits that would be taken, and of what changes none.

use super::columns::so;
use super::seen::Seen;
use super::{sentence, sums, text};
use crate::fact::Claim;
use crate::scene::{Column, Scene, Var};
use crate::search::RawStep;
use crate::state::Arena;
use crate::step::{Sentence, Value};
use crate::techniques::{CLASH, Subject};
use fukumen_language::expr::Element;

/// The most clashes that are told one by one.
const MOST_CLASHES: usize = 4;

/// What would leave a digit as it is, though another one stands below it.
pub(super) fn no_change(seen: &Seen, column: &Column, step: &RawStep) -> Option<Sentence> {
    let [(Element::Hidden(total), 1)] = column.totals[..] else { return None };
    let below = ("below", text(seen.name(total.index())));
    let fact = &seen.arena.facts[*step.gives.first()?];
    match &fact.claim {
        Claim::Carry(..) => {
            let above = sums::open_places(seen, column).into_iter().find(|place| *place != total.index())?;
            let sum = sums::added_digits(seen, column);
            let above = ("above", text(seen.name(above)));
            let is_nothing_added = sums::known_sum(seen, column) % seen.scene.b() == 0;
            let key = if is_nothing_added { "no-change" } else { "no-change-carry" };
            Some(sentence(key, vec![("sum", Value::Formula(sum)), above, below]))
        }
        Claim::Digit(place, left) => {
            let digit = seen.digits(place.index()).minus(*left).iter().next()?;
            let above = column.addends.iter().find_map(|(element, _)| match element {
                Element::Hidden(other) if other != place && !seen.is_known(other.index()) => {
                    Some(other.index())
                }
                _ => None,
            })?;
            let shown = ("formula", Value::Formula(sums::column(seen, column)));
            let symbol = ("symbol", text(seen.name(place.index())));
            let params = vec![
                shown,
                symbol,
                ("digit", text(seen.digit(digit))),
                ("above", text(seen.name(above))),
                below,
            ];
            Some(sentence("no-change-digit", params))
        }
        _ => None,
    }
}

/// The most ways of a column of which each is told.
const MOST_IN_COLUMN: usize = 3;

/// How many clashes a step has to tell.
pub(crate) fn count(scene: &Scene, arena: &Arena, step: &RawStep) -> usize {
    let (Subject::Column(column), CLASH, Some(give)) =
        (&step.subject, step.technique.name, step.gives.first())
    else {
        return 0;
    };
    all(&Seen::of(scene, arena, step), &scene.columns[*column], &arena.facts[*give].claim).len()
}

/// What a value would make of others, which is taken.
pub(super) fn clash(seen: &Seen, column: &Column, step: &RawStep) -> Vec<Sentence> {
    let Some(give) = step.gives.first() else { return Vec::new() };
    let claim = &seen.arena.facts[*give].claim;
    let told = joined(all(seen, column, claim));
    if told.len() > MOST_CLASHES {
        return vec![sentence("shown", vec![("formula", Value::Formula(sums::column(seen, column)))]), so()];
    }
    let is_of_carry = matches!(claim, Claim::Carry(..));
    if is_of_carry && let [only] = &told[..] {
        // A value that is struck out may have its reason after it.
        let key = if only.key == "would-taken" {
            "clash-carry"
        } else if only.key == "would-same" {
            "clash-carry-same"
        } else if only.key == "would-either" {
            "clash-carry-either"
        } else if only.key == "would-each" {
            "clash-carry-each"
        } else {
            "clash-carry-else"
        };
        return vec![sentence(key, only.params.clone())];
    }
    told.into_iter().chain([so()]).collect()
}

/// What each of the few ways to fill in a column would make that is taken, if one digit follows from the other.
pub(super) fn every(seen: &Seen, column: &Column, open: usize) -> Option<Vec<Sentence>> {
    // Of what is added, digits that are taken are not thought of.
    let is_open = |((var, times), value): (&(Var, i64), &i64)| match var {
        Var::Place(place) if *times > 0 => {
            u8::try_from(*value).is_ok_and(|digit| seen.open(*place).contains(digit))
        }
        _ => true,
    };
    let mut ways = sums::ways(seen, column);
    ways.retain(|way| column.terms.iter().zip(way).all(is_open));
    if open != 2 || !(1..=MOST_IN_COLUMN).contains(&ways.len()) {
        return None;
    }
    let clash = |way: &Vec<i64>| clashing(seen, column, way, &Claim::False);
    let told = ways.iter().map(clash).collect::<Option<Vec<Sentence>>>()?;
    let shown = sentence("shown", vec![("formula", Value::Formula(sums::column(seen, column)))]);
    Some(std::iter::once(shown).chain(joined(told)).collect())
}

/// What each way makes with a value that is excluded.
fn all(seen: &Seen, column: &Column, claim: &Claim) -> Vec<Sentence> {
    let mut told: Vec<Sentence> = Vec::new();
    for way in &sums::ways(seen, column) {
        let value = |var: Var| {
            column.terms.iter().zip(way).find(|((own, _), _)| *own == var).map(|(_, value)| *value)
        };
        let is_excluded = match claim {
            Claim::Digit(place, left) => value(Var::Place(place.index()))
                .is_some_and(|digit| u8::try_from(digit).is_ok_and(|digit| !left.contains(digit))),
            Claim::Carry(carry, left) => seen
                .scene
                .carries
                .iter()
                .position(|known| known.carry == *carry)
                .and_then(|carry| value(Var::Carry(carry)))
                .is_some_and(|value| !left.contains(&value)),
            _ => false,
        };
        if is_excluded {
            told.extend(clashing(seen, column, way, claim));
        }
    }
    told.dedup();
    told
}

/// Two clashes in one sentence, if both assume the same or both force the same.
fn joined(told: Vec<Sentence>) -> Vec<Sentence> {
    let [first, second] = &told[..] else { return told };
    let value = |own: &Sentence, name: &str| {
        own.params.iter().find_map(|(other, value)| match value {
            Value::Text(text) if *other == name => Some(text.clone()),
            _ => None,
        })
    };
    let both = |name: &str| Some([value(first, name)?, value(second, name)?]);
    let (Some(assumed), Some(forced)) = (both("assumed"), both("forced")) else { return told };
    if assumed[0] == assumed[1] {
        let params = vec![("assumed", text(&assumed[0])), ("forced", Value::List(forced.into()))];
        return vec![sentence("would-either", params)];
    }
    if forced[0] == forced[1] && [first, second].iter().all(|own| own.key == "would-taken") {
        let params = vec![("assumed", Value::List(assumed.into())), ("forced", text(&forced[0]))];
        return vec![sentence("would-each", params)];
    }
    told
}

/// That one way to fill in a column gives a digit that is taken.
fn clashing(seen: &Seen, column: &Column, way: &[i64], claim: &Claim) -> Option<Sentence> {
    let places: Vec<(usize, u8)> = column
        .terms
        .iter()
        .zip(way)
        .filter_map(|((var, _), value)| match var {
            Var::Place(place) if !seen.is_known(*place) => Some((*place, u8::try_from(*value).ok()?)),
            _ => None,
        })
        .collect();
    let named = |(place, digit): (usize, u8)| text(format!("{} = {}", seen.name(place), seen.digit(digit)));
    let own = if let Claim::Digit(place, _) = claim { Some(place.index()) } else { None };
    let taken = |(place, digit): &(usize, u8)| {
        !seen.open(*place).contains(*digit) && seen.digits(*place).contains(*digit)
    };
    // What is assumed is the digit that is excluded, or the first other one.
    let forced = places.iter().find(|place| Some(place.0) != own && taken(place));
    if let Some(forced) = forced {
        let assumed = places.iter().find(|place| own.map_or(place.0 != forced.0, |own| place.0 == own));
        return Some(match assumed {
            Some(assumed) => {
                sentence("would-taken", vec![("assumed", named(*assumed)), ("forced", named(*forced))])
            }
            None => sentence("would-be-taken", vec![("forced", named(*forced))]),
        });
    }
    for (at, one) in places.iter().enumerate() {
        let twin =
            places[at + 1..].iter().find(|other| other.1 == one.1 && seen.scene.differ[one.0][other.0]);
        if let Some(twin) = twin {
            let (first, second) = if Some(twin.0) == own { (twin, one) } else { (one, twin) };
            return Some(sentence(
                "would-same",
                vec![
                    ("assumed", named(*first)),
                    ("forced", named(*second)),
                    ("other", text(seen.name(first.0))),
                ],
            ));
        }
    }
    None
}
