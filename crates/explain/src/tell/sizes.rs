//! What is said of the sizes of numbers.

use super::formula::{expr, known_expr, known_numeral};
use super::seen::Seen;
use super::{sentence, text};
use crate::fact::{Claim, Quantity};
use crate::scene::{Id, Scene, Stated};
use crate::search::RawStep;
use crate::step::Sentence;
use crate::techniques::both_ways;
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::Algebra;

/// With more sizes than this, none is told.
const MOST_SIZES: usize = 26;

/// What a step uses of the size of a number.
struct Bounds {
    name: String,
    /// What its length says.
    first: Option<(Exact, Exact)>,
    from: Option<Exact>,
    to: Option<Exact>,
}

impl Bounds {
    fn of(seen: &Seen, expr: &Expr) -> Self {
        let first = match expr {
            Expr::Numeral(numeral) => first_ends(seen.scene, &numeral.whole),
            _ => None,
        };
        Self { name: self::expr(seen.scene, expr), first, from: None, to: None }
    }

    fn join(&mut self, from: Option<Exact>, to: Option<Exact>) {
        self.from = self.from.take().into_iter().chain(from).max();
        self.to = self.to.take().into_iter().chain(to).min();
    }

    /// The ends that the length of the number does not say.
    fn told(&self, base: Base) -> Option<String> {
        let written = |end: &Exact| fukumen_language::solution::written(end, base);
        if let (Some(from), Some(to)) = (&self.from, &self.to)
            && from == to
        {
            return Some(format!("{} = {}", self.name, written(from)));
        }
        let (least, most) = self.first.clone().unzip();
        let from = self.from.as_ref().filter(|from| least.as_ref().is_none_or(|least| *from > least));
        let to = self.to.as_ref().filter(|to| most.as_ref().is_none_or(|most| *to < most));
        between(&self.name, from.map(written), to.map(written))
    }
}

/// The sizes that a step uses: of numerals of which facts speak. Ends that the length of a number says are not told.
pub(super) fn sizes(seen: &Seen, stated: &Stated, step: &RawStep) -> Vec<String> {
    let mut all: Vec<Bounds> = Vec::new();
    let of = |all: &mut Vec<Bounds>, bounds: Bounds| -> usize {
        all.iter().position(|other| other.name == bounds.name).unwrap_or_else(|| {
            all.push(bounds);
            all.len() - 1
        })
    };
    for id in &step.uses {
        if let Claim::Range(Quantity::Expr(expr), from, to) = &seen.arena.facts[*id].claim {
            let index = of(&mut all, Bounds::of(seen, expr));
            all[index].join(from.clone(), to.clone());
        }
    }
    stated.expr.for_each_numeral(&mut |numeral: &Numeral| {
        let is_named =
            |element: &Element| matches!(element, Element::Hidden(place) if seen.is_named(place.index()));
        // More are not told.
        if all.len() > MOST_SIZES || !numeral.whole.iter().any(is_named) {
            return;
        }
        let digits = |place: usize| seen.digits(place);
        let Some((least, most)) = ends(seen.scene, &numeral.whole, &digits) else { return };
        let index = of(&mut all, Bounds::of(seen, &Expr::Numeral(Numeral::whole(numeral.whole.clone()))));
        all[index].join(Some(least), Some(most));
    });
    all.iter().filter_map(|bounds| bounds.told(seen.scene.base)).collect()
}

/// A condition with the numbers that are known, and the sizes of the others that a step uses.
pub(super) fn put_in(seen: &Seen, stated: &Stated, step: &RawStep) -> (String, Vec<String>) {
    let mut known = Vec::new();
    let shown = expr(seen.scene, &with_known(seen, step, &stated.expr, &mut known));
    let is_open = |size: &String| !known.iter().any(|name| size.starts_with(&format!("{name} = ")));
    (shown, sizes(seen, stated, step).into_iter().filter(is_open).collect())
}

/// An expression with the value of each number that is known, whose names are added to those of others.
fn with_known(seen: &Seen, step: &RawStep, expr: &Expr, known: &mut Vec<String>) -> Expr {
    match expr {
        Expr::Numeral(numeral) => match value(seen, step, numeral) {
            Some(whole) => {
                known.push(self::expr(seen.scene, expr));
                Expr::Numeral(Numeral { whole, ..numeral.clone() })
            }
            None => expr.clone(),
        },
        Expr::Unary(operator, operand) => {
            Expr::Unary(operator, Box::new(with_known(seen, step, operand, known)))
        }
        Expr::Chain(chain) => {
            let first = with_known(seen, step, &chain.first, known);
            let rest = chain.rest.iter().map(|(sign, own)| (*sign, with_known(seen, step, own, known)));
            Expr::chain(first, rest.collect())
        }
        other => other.clone(),
    }
}

/// The digits of a number of which a step uses each, or its value.
fn value(seen: &Seen, step: &RawStep, numeral: &Numeral) -> Option<Vec<Element>> {
    let is_same = |own: &Numeral| own.whole == numeral.whole && own.is_whole();
    let by_size = step.uses.iter().find_map(|id| match &seen.arena.facts[*id].claim {
        Claim::Range(Quantity::Expr(Expr::Numeral(own)), Some(from), Some(to))
            if from == to && is_same(own) =>
        {
            from.to_i128()
        }
        _ => None,
    });
    if let Some(mut rest) = by_size {
        let mut digits = Vec::new();
        for _ in &numeral.whole {
            digits.push(Element::Shown(u8::try_from(rest % i128::from(seen.scene.b())).ok()?));
            rest /= i128::from(seen.scene.b());
        }
        digits.reverse();
        return Some(digits);
    }
    let digit = |element: &Element| match element {
        Element::Shown(_) => Some(*element),
        Element::Hidden(place) => {
            seen.digits(place.index()).only().filter(|_| seen.is_named(place.index())).map(Element::Shown)
        }
    };
    let is_hidden = numeral.whole.iter().any(|element| matches!(element, Element::Hidden(_)));
    numeral.whole.iter().map(digit).collect::<Option<_>>().filter(|_| is_hidden && numeral.is_whole())
}

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
    let shared = vec![("calculation", text(calculation)), ("value", text(written))];
    let mut rest = value.to_i128().unwrap_or(0);
    let mut digits: Vec<(usize, u8)> = Vec::new();
    for element in numeral.whole.iter().rev() {
        let digit = u8::try_from(rest.rem_euclid(seen.scene.b().into())).unwrap_or(0);
        rest /= i128::from(seen.scene.b());
        if let Element::Hidden(place) = element {
            digits.push((place.index(), digit));
        }
    }
    let with = |key, further: Vec<(&'static str, String)>| {
        let further = further.into_iter().map(|(name, own)| (name, text(own)));
        sentence(key, shared.iter().cloned().chain(further).collect())
    };
    let open = || digits.iter().filter(|(place, _)| known(seen, *place).is_none());
    let one = |place: usize, digit: u8| vec![("symbol", seen.name(place)), ("digit", seen.digit(digit))];
    if let Some((place, digit)) = open().find(|(place, digit)| {
        seen.digits(*place).contains(*digit) && !seen.open(*place).contains(*digit)
    }) {
        return with("computed-taken", one(*place, *digit));
    }
    if let Some((place, digit)) = open().find(|(place, digit)| !seen.digits(*place).contains(*digit)) {
        return with("computed-not", one(*place, *digit));
    }
    let twin = |(a, digit): &(usize, u8)| {
        digits.iter().find(|(b, other)| other == digit && seen.scene.differ[*a][*b]).map(|(b, _)| *b)
    };
    if let Some((first, second, digit)) = open().find_map(|one| Some((one.0, twin(one)?, one.1))) {
        let names = [first, second].map(|place| seen.name(place));
        let [first, second] = names;
        return with("computed-same", vec![("first", first), ("second", second), ("digit", seen.digit(digit))]);
    }
    with("computed-unlike", vec![("pattern", known_numeral(seen, &numeral.whole))])
}

/// That a number lies between two ends, as far as they are told.
fn between(name: &str, from: Option<String>, to: Option<String>) -> Option<String> {
    match (from, to) {
        (Some(from), Some(to)) => Some(format!("{from} ≤ {name} ≤ {to}")),
        (Some(from), None) => Some(format!("{name} ≥ {from}")),
        (None, Some(to)) => Some(format!("{name} ≤ {to}")),
        (None, None) => None,
    }
}

/// The least and the largest value of a numeral by the digits that the settings allow.
fn first_ends(scene: &Scene, elements: &[Element]) -> Option<(Exact, Exact)> {
    ends(scene, elements, &|place| scene.allowed[place].0)
}

/// The least and the largest value of a numeral by the digits that its places have.
fn ends(scene: &Scene, elements: &[Element], digits: &dyn Fn(usize) -> DigitSet) -> Option<(Exact, Exact)> {
    let (mut least, mut most) = (0_i128, 0_i128);
    for element in elements {
        let (low, high) = match element {
            Element::Shown(digit) => (*digit, *digit),
            Element::Hidden(place) => {
                let set = digits(place.index());
                (set.min()?, set.max()?)
            }
        };
        least = least.checked_mul(scene.b().into())?.checked_add(low.into())?;
        most = most.checked_mul(scene.b().into())?.checked_add(high.into())?;
    }
    Some((Exact::from_i128(least), Exact::from_i128(most)))
}

/// Why a digit does not fit an equation in which it stands in several numbers: one side would be too large for the other.
pub(super) struct Excess {
    pub symbol: String,
    pub digit: String,
    pub more: String,
    pub least: String,
    pub less: String,
    pub most: String,
}

/// Of the digits that a step excludes from such a place, the one next to those that are left.
pub(super) fn excess(seen: &Seen, stated: &Stated, step: &RawStep) -> Option<Excess> {
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
        let end = |side: &Expr, is_most: bool| {
            let digits: Vec<u8> = (0..seen.scene.cells.len())
                .map(|cell| {
                    let set = seen.digits(cell) & seen.scene.allowed[cell].0;
                    let set = if cell == place.index() { DigitSet::one(digit) } else { set };
                    (if is_most { set.max() } else { set.min() }).unwrap_or(0)
                })
                .collect();
            judge::number(side, &digits, &seen.scene.context).ok()
        };
        let sides = [(&*chain.first, right), (right, &*chain.first)];
        let (more, least, less, most) = sides.into_iter().find_map(|(more, less)| {
            let (least, most) = (end(more, false)?, end(less, true)?);
            (least > most).then_some((more, least, less, most))
        })?;
        let written = |end: &Exact| fukumen_language::solution::written(end, seen.scene.base);
        Some(Excess {
            symbol: seen.name(place.index()),
            digit: seen.digit(digit),
            more: expr(seen.scene, more),
            least: written(&least),
            less: expr(seen.scene, less),
            most: written(&most),
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
