//! Why the two sides of an equation cannot be equal: one is too large for the other, or has other digits.

use super::formula::{known_expr, known_numeral};
use super::seen::Seen;
use super::{sentence, text};
use crate::fact::{Claim, Quantity};
use crate::scene::{Id, Stated};
use crate::search::RawStep;
use crate::step::{Sentence, Value};
use crate::techniques::both_ways;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Algebra;

/// The most sentences that say what would be too large.
const MOST_EXCESS: usize = 2;

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

/// Why digits do not fit an equation: one side would be too large for the other. Of the digits that a step excludes these are the
/// ones next to those that are left. Also whether the step says no more. `is_alone` says that nothing else is told of sizes.
pub(super) fn excess(
    seen: &Seen,
    stated: &Stated,
    step: &RawStep,
    is_alone: bool,
) -> Option<(Vec<Sentence>, bool)> {
    let [(left, right), _] =
        both_ways(&stated.expr).filter(|sides| rises(sides[0].0) && rises(sides[0].1))?;
    let digits: Vec<(usize, DigitSet, DigitSet)> =
        step.gives.iter().filter_map(|give| narrowed(seen, *give)).collect();
    let told = |own: &(usize, DigitSet, DigitSet)| {
        let (place, excluded, left_over) = *own;
        let above = excluded.iter().find(|digit| left_over.max().is_some_and(|most| *digit > most));
        let below =
            excluded.iter().filter(|digit| left_over.min().is_some_and(|least| *digit < least)).last();
        // That 0 is too small goes without saying beside another reason.
        let below = below.filter(|digit| *digit > 0 || above.is_none());
        let with = |digit: Digit| {
            let put = seen.put(&[(place, digit)]);
            let params = sides_apart(seen, [(left, &put), (right, &put)])?;
            let own = vec![("symbol", text(seen.name(place))), ("digit", text(seen.digit(digit)))];
            Some(sentence("excess", [own, params].concat()))
        };
        let told: Option<Vec<Sentence>> = above.into_iter().chain(below).map(with).collect();
        told.filter(|told| !told.is_empty())
    };
    if is_alone && !digits.is_empty() && digits.len() == step.gives.len() {
        let all: Option<Vec<Vec<Sentence>>> = digits.iter().map(told).collect();
        let mut all = all.map(|all| all.concat()).unwrap_or_default();
        all.dedup();
        if (1..=MOST_EXCESS).contains(&all.len()) {
            return Some((all, true));
        }
    }
    digits.iter().find_map(|own| {
        let (place, _, left_over) = *own;
        let mut numerals = 0;
        let is_here = |element: &Element| matches!(element, Element::Hidden(cell) if cell.index() == place);
        stated.expr.for_each_numeral(&mut |numeral| {
            numerals += usize::from(numeral.whole.iter().any(is_here));
        });
        // That a number has this size says it of its first digit.
        let is_first = |give: &Id| match &seen.arena.facts[*give].claim {
            Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), ..) => {
                numeral.whole.first().is_some_and(is_here)
            }
            _ => false,
        };
        if numerals < 2 || step.gives.iter().any(is_first) && left_over.len() > 1 {
            return None;
        }
        let told = told(own)?.into_iter().next()?;
        Some((vec![told], digits.len() == step.gives.len() && digits.iter().all(|other| other.0 == place)))
    })
}

/// The place of a digit that a conclusion narrows, what it excludes and what it leaves.
fn narrowed(seen: &Seen, give: Id) -> Option<(usize, DigitSet, DigitSet)> {
    let fact = &seen.arena.facts[give];
    let Claim::Digit(place, left) = fact.claim else { return None };
    let before = seen.digits(place.index()) & seen.scene.allowed[place.index()].0;
    Some((place.index(), before.minus(left), left))
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
                ("more", text(known_expr(more.1, more.0))),
                ("least", written(&least)),
                ("less", text(known_expr(less.1, less.0))),
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
