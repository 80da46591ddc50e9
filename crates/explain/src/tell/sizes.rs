//! What is said of the sizes of numbers.

use super::formula::known_expr;
use super::seen::Seen;
use super::{apart, sentence, text};
use crate::fact::{Claim, Quantity};
use crate::scene::{Scene, Stated};
use crate::search::RawStep;
use crate::step::{Sentence, Value};
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::number::Exact;

/// With more sizes than this, none is told.
const MOST_SIZES: usize = 26;

/// The most words of an equation and of the sizes in it that stand in one sentence.
const MOST_WORDS: usize = 26;

/// What a step uses of the size of a number.
struct Bounds {
    name: String,
    /// What its length says, and the digits in it that are known.
    first: Option<(Exact, Exact)>,
    from: Option<Exact>,
    to: Option<Exact>,
}

impl Bounds {
    fn of(seen: &Seen, expr: &Expr) -> Self {
        let first = match expr {
            Expr::Numeral(numeral) => first_ends(seen, &numeral.whole),
            _ => None,
        };
        Self { name: known_expr(seen, expr), first, from: None, to: None }
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
            // A number that is known stands in the formula.
            let is_told = self.name == written(from);
            return (!is_told).then(|| format!("{} = {}", self.name, written(from)));
        }
        let (least, most) = self.first.clone().unzip();
        let from = self.from.as_ref().filter(|from| least.as_ref().is_none_or(|least| *from > least));
        let to = self.to.as_ref().filter(|to| most.as_ref().is_none_or(|most| *to < most));
        between(&self.name, from.map(written), to.map(written))
    }
}

/// What the sizes of numbers in a condition say, which stands there with what is known.
pub(super) fn told(seen: &Seen, stated: &Stated, shown: String, step: &RawStep) -> Sentence {
    // Of a digit and a contradiction is told that no digit is left.
    let is_false = seen.is_false(step) && step.gives.len() != 2;
    if is_false && let Some(told) = apart::apart(seen, stated) {
        return told;
    }
    let (put_in, sizes) = self::put_in(seen, stated, step);
    let words: usize = sizes.iter().chain([&put_in]).map(|text| text.split(' ').count()).sum();
    let is_alone = sizes.is_empty() || words > MOST_WORDS;
    let is_known = put_in != shown;
    let key = if is_alone {
        if is_false {
            "size-alone-none"
        } else if is_known {
            "one-unknown-equation"
        } else {
            "size-alone"
        }
    } else if is_false {
        if is_known { "size-put-in-none" } else { "size-none" }
    } else if is_known {
        "size-put-in"
    } else {
        "size"
    };
    let sizes = (!is_alone).then_some(("sizes", Value::List(sizes)));
    sentence(key, std::iter::once(("equation", text(put_in))).chain(sizes).collect())
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

/// A condition with the numbers and digits that are known, and the sizes of the others that a step uses.
pub(super) fn put_in(seen: &Seen, stated: &Stated, step: &RawStep) -> (String, Vec<String>) {
    let mut known = Vec::new();
    let shown = known_expr(seen, &with_known(seen, step, &stated.expr, &mut known));
    let is_open = |size: &String| !known.iter().any(|name| size.starts_with(&format!("{name} = ")));
    (shown, sizes(seen, stated, step).into_iter().filter(is_open).collect())
}

/// An expression with the value of each number that is known, whose names are added to those of others.
fn with_known(seen: &Seen, step: &RawStep, expr: &Expr, known: &mut Vec<String>) -> Expr {
    match expr {
        Expr::Numeral(numeral) => match value(seen, step, numeral) {
            Some(whole) => {
                known.push(known_expr(seen, expr));
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

/// That a number lies between two ends, as far as they are told.
fn between(name: &str, from: Option<String>, to: Option<String>) -> Option<String> {
    match (from, to) {
        (Some(from), Some(to)) => Some(format!("{from} ≤ {name} ≤ {to}")),
        (Some(from), None) => Some(format!("{name} ≥ {from}")),
        (None, Some(to)) => Some(format!("{name} ≤ {to}")),
        (None, None) => None,
    }
}

/// The least and the largest value of a numeral by its digits that are known, and those that the settings allow the others.
fn first_ends(seen: &Seen, elements: &[Element]) -> Option<(Exact, Exact)> {
    let digits = |place: usize| {
        if seen.is_known(place) { seen.digits(place) } else { seen.scene.allowed[place].0 }
    };
    ends(seen.scene, elements, &digits)
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
