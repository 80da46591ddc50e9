//! Why the two sides of an equation cannot be equal: one is too large for the other, or has other digits.

use super::formula::{known_expr, known_numeral};
use super::seen::Seen;
use super::{sentence, text};
use crate::fact::{Claim, Quantity};
use crate::scene::{Id, Stated};
use crate::search::RawStep;
use crate::step::{Sentence, Value};
use crate::techniques::both_ways;
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Algebra;

/// That a side of an equation of which all is known is no whole number, if the other side is one.
pub(super) fn no_whole(seen: &Seen, stated: &Stated, step: &RawStep) -> Option<Sentence> {
    let sides = both_ways(&stated.expr).filter(|_| seen.is_false(step)).into_iter().flatten();
    let mut broken = sides.filter(|(of, made)| {
        matches!(made, Expr::Numeral(numeral) if numeral.is_whole()) && {
            let digits: Option<Vec<u8>> = of.cells().iter().map(|cell| known(seen, cell.index())).collect();
            let all: Vec<u8> =
                (0..seen.scene.cells.len()).map(|place| known(seen, place).unwrap_or(0)).collect();
            let value = judge::number(of, &all, &seen.scene.context);
            digits.is_some() && value.is_ok_and(|value| !value.is_integer())
        }
    });
    broken.next().map(|(of, _)| sentence("no-whole", vec![("calculation", text(known_expr(seen, of)))]))
}

fn known(seen: &Seen, place: usize) -> Option<u8> {
    seen.digits(place).only().filter(|_| seen.is_known(place))
}

/// Why a number cannot have the value that the other side of an equation has.
pub(super) fn unlike(seen: &Seen, calculation: String, numeral: &Numeral, value: &Exact) -> Sentence {
    let written = fukumen_language::solution::written(value, seen.scene.base);
    let shared = [("calculation", text(calculation)), ("value", text(written))];
    let digits = digits_of(numeral, value, seen.scene.b()).unwrap_or_default();
    let with_sentence = |key, further: Vec<(&'static str, String)>| {
        let further = further.into_iter().map(|(name, own)| (name, text(own)));
        sentence(key, shared.iter().cloned().chain(further).collect())
    };
    let open = || digits.iter().filter(|(place, _)| known(seen, *place).is_none());
    let one = |place: usize, digit: u8| vec![("symbol", seen.name(place)), ("digit", seen.digit(digit))];
    if let Some((place, digit)) = open()
        .find(|(place, digit)| seen.digits(*place).contains(*digit) && !seen.open(*place).contains(*digit))
    {
        return with_sentence("computed-taken", one(*place, *digit));
    }
    if let Some((place, digit)) = open().find(|(place, digit)| !seen.digits(*place).contains(*digit)) {
        return with_sentence("computed-not", one(*place, *digit));
    }
    let twin = |(a, digit): &(usize, u8)| {
        digits.iter().find(|(b, other)| other == digit && seen.scene.differ[*a][*b]).map(|(b, _)| *b)
    };
    if let Some((first, second, digit)) = open().find_map(|one| Some((one.0, twin(one)?, one.1))) {
        let names = [first, second].map(|place| seen.name(place));
        let [first, second] = names;
        return with_sentence(
            "computed-same",
            vec![("first", first), ("second", second), ("digit", seen.digit(digit))],
        );
    }
    with_sentence("computed-unlike", vec![("pattern", known_numeral(seen, &numeral.whole))])
}

/// Why a digit does not fit an equation in which it stands in several numbers: one side would be too large for the other. Of the
/// digits that a step excludes it is the one next to those that are left. Also whether the step says no more.
pub(super) fn excess(seen: &Seen, stated: &Stated, step: &RawStep) -> Option<(Sentence, bool)> {
    let Expr::Chain(chain) = &stated.expr else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    if operator.algebra != Algebra::Equal || ![&*chain.first, right].into_iter().all(rises) {
        return None;
    }
    step.gives.iter().find_map(|give| {
        let Claim::Digit(place, left) = &seen.arena.facts[*give].claim else { return None };
        let left = *left;
        let mut numerals = 0;
        stated.expr.for_each_numeral(&mut |numeral| {
            numerals += usize::from(numeral.whole.contains(&Element::Hidden(*place)));
        });
        let before = match seen.arena.facts[*give].prior.map(|prior| &seen.arena.facts[prior].claim) {
            Some(Claim::Digit(_, before)) => *before,
            _ => seen.scene.allowed[place.index()].0,
        };
        let excluded = before.minus(left);
        let next = excluded.iter().find(|digit| left.max().is_some_and(|most| *digit > most));
        let digit = next.or_else(|| {
            excluded.iter().filter(|digit| left.min().is_some_and(|least| *digit < least)).last()
        })?;
        // That a number has this size says it of its first digit.
        let is_first = |give: &Id| match &seen.arena.facts[*give].claim {
            Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), ..) => {
                numeral.whole.first() == Some(&Element::Hidden(*place))
            }
            _ => false,
        };
        if numerals < 2 || step.gives.iter().any(is_first) && left.max() < Some(digit) && left.len() > 1 {
            return None;
        }
        let put = seen.put(&[(place.index(), digit)]);
        let params = sides_apart(seen, [(&*chain.first, &put), (right, &put)])?;
        let own = vec![("symbol", text(seen.name(place.index()))), ("digit", text(seen.digit(digit)))];
        let is_alone =
            |give: &Id| matches!(&seen.arena.facts[*give].claim, Claim::Digit(own, _) if own == place);
        Some((sentence("excess", [own, params].concat()), step.gives.iter().all(is_alone)))
    })
}

/// Why a number is no larger, or no smaller, if that is all that a step says: with the next one the sides would be apart.
pub(super) fn next_number(seen: &Seen, stated: &Stated, step: &RawStep) -> Option<Sentence> {
    let [(left, right), _] =
        both_ways(&stated.expr).filter(|sides| rises(sides[0].0) && rises(sides[0].1))?;
    let [bound] = step
        .gives
        .iter()
        .filter_map(|give| match &seen.arena.facts[*give].claim {
            Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), from, to) if from != to => {
                Some((numeral, from, to))
            }
            _ => None,
        })
        .collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let (numeral, next) = match bound {
        (numeral, None, Some(to)) => (numeral, to.plus(&Exact::ONE)),
        (numeral, Some(from), None) => (numeral, from.plus(&Exact::ONE.negated())),
        _ => return None,
    };
    let is_own = |give: &Id| match &seen.arena.facts[*give].claim {
        Claim::Digit(place, _) => numeral.whole.contains(&Element::Hidden(*place)),
        claim => matches!(claim, Claim::Range(..)),
    };
    let digits = digits_of(numeral, &next, seen.scene.b()).filter(|_| step.gives.iter().all(is_own))?;
    let put = seen.put(&digits);
    let has_it = |side: &Expr| {
        let mut found = false;
        side.for_each_numeral(&mut |own| found |= own.whole == numeral.whole);
        found
    };
    let sides = [left, right].map(|side| (side, if has_it(side) { &put } else { seen }));
    let params = sides_apart(seen, sides)?;
    let name = known_expr(seen, &Expr::Numeral(numeral.clone()));
    let own = vec![
        ("symbol", text(name)),
        ("digit", text(fukumen_language::solution::written(&next, seen.scene.base))),
    ];
    Some(sentence("excess", [own, params].concat()))
}

/// The digits of the places of a number with a value that it can have by its length.
fn digits_of(numeral: &Numeral, value: &Exact, base: i64) -> Option<Vec<(usize, u8)>> {
    let mut rest = value.to_i128().filter(|value| *value >= 0)?;
    let mut digits: Vec<(usize, u8)> = Vec::new();
    for element in numeral.whole.iter().rev() {
        let digit = u8::try_from(rest % i128::from(base)).ok()?;
        rest /= i128::from(base);
        match element {
            Element::Shown(shown) if *shown != digit => return None,
            Element::Shown(_) => {}
            Element::Hidden(place) => digits.push((place.index(), digit)),
        }
    }
    let is_twice = |(a, x): &(usize, u8)| digits.iter().any(|(b, y)| a == b && x != y);
    (rest == 0 && !digits.iter().any(is_twice)).then_some(digits)
}

/// That one side of an equation is larger than the other one can be.
pub(super) fn apart(seen: &Seen, stated: &Stated) -> Option<Sentence> {
    let [(left, right), _] = both_ways(&stated.expr)?;
    let is_open = |side: &Expr| side.cells().iter().any(|cell| !seen.is_known(cell.index()));
    let fits = [left, right].into_iter().all(|side| rises(side) && is_open(side));
    fits.then(|| sides_apart(seen, [(left, seen), (right, seen)]))?.map(|params| sentence("apart", params))
}

/// The side of an equation that is too large for the other one, and how large both are, each by what is put into it.
fn sides_apart(seen: &Seen, sides: [(&Expr, &Seen); 2]) -> Option<Vec<(&'static str, Value)>> {
    let end = |(side, put): (&Expr, &Seen), is_most: bool| {
        let digit = |cell: usize| {
            let set = put.digits(cell);
            let set = if set.len() == 1 { set } else { set & seen.scene.allowed[cell].0 };
            (if is_most { set.max() } else { set.min() }).unwrap_or(0)
        };
        let digits: Vec<u8> = (0..seen.scene.cells.len()).map(digit).collect();
        judge::number(side, &digits, &seen.scene.context).ok()
    };
    let written = |end: &Exact| text(fukumen_language::solution::written(end, seen.scene.base));
    [sides, [sides[1], sides[0]]].into_iter().find_map(|[more, less]| {
        let (least, most) = (end(more, false)?, end(less, true)?);
        (least > most).then(|| {
            vec![
                ("more", text(known_expr(seen, more.0))),
                ("least", written(&least)),
                ("less", text(known_expr(seen, less.0))),
                ("most", written(&most)),
            ]
        })
    })
}

/// Whether a number becomes no smaller if its digits become larger. Of a power that is so if its exponent is shown.
fn rises(expr: &Expr) -> bool {
    let Expr::Chain(chain) = expr else { return matches!(expr, Expr::Numeral(_) | Expr::Constant(_)) };
    let rest = chain.rest.iter().all(|(operator, operand)| match operator.algebra {
        Algebra::Plus | Algebra::Times => rises(operand),
        Algebra::Power => operand.cells().is_empty() && rises(operand),
        _ => false,
    });
    rises(&chain.first) && rest
}
