//! Few ways, one by one: readers see them, and need not count.

use super::seen::Seen;
use super::{formula, sentence, text};
use crate::fact::{Claim, Quantity};
use crate::scene::Stated;
use crate::search::RawStep;
use crate::step::{Sentence, Value};
use crate::techniques::{FEW_WAYS, Subject, both_ways};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::judge;
use fukumen_language::number::Exact;
use fukumen_language::solution::written;

/// The most words of the ways that a sentence lists.
const MOST_IN_WAYS: usize = 18;

/// The most words of calculations that a sentence lists.
const MOST_CALCULATED: usize = 24;

/// The most values of a number of which those are sought that a step leaves.
const MOST_TRIED: usize = 1_000;

/// The sentence of a condition with the ways that are left in place of their number, if they are few.
pub(super) fn listed(seen: &Seen, step: &RawStep, own: Sentence) -> Sentence {
    let Subject::Stated(stated) = step.subject else { return own };
    let way = |way| formula::known_expr(&seen.with(way), &seen.scene.stated[stated].expr);
    let ways: Vec<String> = step.listed.ways.iter().map(way).collect();
    let is_cut = |text: &String| text.contains('…');
    let is_short = |(_, value): &(_, Value)| !matches!(value, Value::Text(text) if is_cut(text));
    let words: usize = ways.iter().map(|way| way.split(' ').count()).sum();
    if own.key != "ways"
        || ways.len() < 2
        || words > MOST_IN_WAYS
        || ways.iter().any(is_cut)
        || !own.params.iter().all(is_short)
    {
        return own;
    }
    sentence("ways-as", [own.params, vec![("ways", Value::List(ways))]].concat())
}

/// What the other side of an equation comes to with each value of a number, if a few are left, of which readers see which fit.
pub(super) fn calculated(
    seen: &Seen,
    stated: &Stated,
    elements: &[Element],
    step: &RawStep,
) -> Option<Sentence> {
    let is_made =
        |side: &&Expr| matches!(side, Expr::Numeral(made) if made.is_whole() && made.whole != elements);
    let (of, made) = both_ways(&stated.expr)?.into_iter().find(|(_, made)| is_made(made))?;
    let values = values(seen, elements, step)?;
    if values.len() as u64 != step.ways {
        return None;
    }
    let way = |digits: &Vec<(usize, u8)>| {
        let seen = seen.put(digits);
        let all: Vec<u8> =
            (0..seen.scene.cells.len()).map(|place| seen.digits(place).only().unwrap_or(0)).collect();
        let is_known = of.cells().iter().all(|cell| seen.is_known(cell.index()));
        let value = judge::number(of, &all, &seen.scene.context).ok().filter(|_| is_known)?;
        let shown = formula::known_expr(&seen, of);
        // The reader divides, and sees that something remains.
        Some(if value.is_integer() {
            format!("{shown} = {}", written(&value, seen.scene.base))
        } else {
            shown
        })
    };
    let ways: Vec<String> = values.iter().map(way).collect::<Option<_>>()?;
    let words: usize = ways.iter().map(|way| way.split(' ').count()).sum();
    if words > MOST_CALCULATED || ways.iter().any(|way| way.contains('…')) {
        return None;
    }
    let ways = ("ways", Value::List(ways));
    if !seen.is_false(step) {
        return (values.len() > 1).then(|| sentence("table-each", vec![ways]));
    }
    let made = ("made", text(formula::known_expr(seen, made)));
    Some(sentence("table-each-none", vec![ways, made]))
}

/// The values of a number by what a step uses, as the digits of its places, if they are few.
fn values(seen: &Seen, elements: &[Element], step: &RawStep) -> Option<Vec<Vec<(usize, u8)>>> {
    let mut ways: Vec<(i128, Vec<(usize, u8)>)> = vec![(0, Vec::new())];
    for element in elements {
        let mut longer = Vec::new();
        for (value, known) in &ways {
            let digits: Vec<u8> = match element {
                Element::Shown(digit) => vec![*digit],
                Element::Hidden(place) => match known.iter().find(|(other, _)| *other == place.index()) {
                    Some((_, digit)) => vec![*digit],
                    None => seen.open(place.index()).iter().collect(),
                },
            };
            for digit in digits {
                let mut known = known.clone();
                if let Element::Hidden(place) = element
                    && !known.contains(&(place.index(), digit))
                {
                    let differs = |(other, _): &&(usize, u8)| seen.scene.differ[place.index()][*other];
                    if known.iter().filter(differs).any(|(_, taken)| *taken == digit) {
                        continue;
                    }
                    known.push((place.index(), digit));
                }
                longer.push((value * i128::from(seen.scene.b()) + i128::from(digit), known));
            }
        }
        if longer.len() > MOST_TRIED {
            return None;
        }
        ways = longer;
    }
    for id in &step.uses {
        match &seen.arena.facts[*id].claim {
            Claim::Range(Quantity::Expr(Expr::Numeral(own)), from, to) if own.whole == elements => {
                let is_within = |value: i128| {
                    let value = Exact::from_i128(value);
                    from.as_ref().is_none_or(|from| *from <= value)
                        && to.as_ref().is_none_or(|to| value <= *to)
                };
                ways.retain(|(value, _)| is_within(*value));
            }
            Claim::Residue(Quantity::Expr(Expr::Numeral(own)), modulo, allowed) if own.whole == elements => {
                let residue = |value: i128| u64::try_from(value.rem_euclid(i128::from(*modulo))).unwrap_or(0);
                ways.retain(|(value, _)| allowed.contains(&residue(*value)));
            }
            _ => {}
        }
    }
    (ways.len() as u64 <= FEW_WAYS).then(|| ways.into_iter().map(|(_, digits)| digits).collect())
}
