//! Sums of fractions: how large and how small they can be with different digits, and primes in one denominator only.

use super::{Find, Give, Look, Subject, Technique};
use crate::scene::{Scene, Stated, Var};
use crate::state::{News, RawProof};
use crate::step::Rule;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Chain, Element, Expr};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Tier};

pub(super) const LONE_PRIME: Technique = Technique {
    name: "lone-prime",
    looks_at: "a prime that divides one denominator and not the others",
    concludes: "what it has to divide above the line",
    weight: 300,
    rank: 19,
    look: |look| each(look, "lone-prime", primes),
};

/// What the largest and the smallest sum of the terms exclude, in the row of the technique `reach`.
pub(super) fn reaches(look: &Look) -> Vec<Find> {
    each(look, "fractions", reach)
}

/// The powers of primes modulo which sums of fractions are looked at.
const MODULI: &[u64] =
    &[2, 4, 8, 16, 32, 64, 3, 9, 27, 81, 5, 25, 7, 49, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

/// The most tuples of residues of the denominators.
const MOST_RESIDUES: usize = 400;

/// A fraction that is added: one digit over a number.
pub(crate) struct Fraction {
    pub above: usize,
    pub below: Vec<Element>,
}

/// Fractions that add up to a whole number.
pub(crate) struct Sum {
    pub fractions: Vec<Fraction>,
    pub equals: i64,
}

/// The digits and sizes that are known: to a technique, or from the facts that a step uses.
pub(crate) trait Known {
    fn scene(&self) -> &Scene;

    /// The digits that a place may still have.
    fn open(&self, place: usize) -> DigitSet;

    /// The least and the greatest value of a numeral, if something is known besides its digits.
    fn size(&self, elements: &[Element]) -> Option<(i64, i64)>;

    /// Numerals of which each first one is known to be less than the second.
    fn orders(&self) -> Vec<(Vec<Element>, Vec<Element>)>;
}

/// What is known to a look, with the digit of one place put in.
pub(super) struct Put<'l, 'a> {
    pub look: &'l Look<'a>,
    pub digit: Option<(usize, Digit)>,
}

impl Known for Put<'_, '_> {
    fn scene(&self) -> &Scene {
        self.look.scene
    }

    fn open(&self, place: usize) -> DigitSet {
        match self.digit {
            Some((own, digit)) if own == place => DigitSet::one(digit),
            _ => self.look.state.open(self.look.scene, place),
        }
    }

    fn size(&self, elements: &[Element]) -> Option<(i64, i64)> {
        let size = self.look.state.sizes[self.look.scene.numeral_of(elements)?].as_ref()?;
        Some((i64::try_from(size.least).ok()?, i64::try_from(size.most).unwrap_or(i64::MAX)))
    }

    fn orders(&self) -> Vec<(Vec<Element>, Vec<Element>)> {
        let orders = self.look.state.orders.iter().enumerate().filter(|(_, known)| known.is_some());
        orders.filter_map(|(index, _)| two_numerals(self.look.scene.order(index))).collect()
    }
}

/// The two numerals of an order.
pub(crate) fn two_numerals(order: &Expr) -> Option<(Vec<Element>, Vec<Element>)> {
    let Expr::Chain(Chain { first, rest }) = order else { return None };
    let (Expr::Numeral(left), [(operator, Expr::Numeral(right))]) = (&**first, &rest[..]) else {
        return None;
    };
    let is_plain = left.is_whole() && right.is_whole() && left.base.is_none() && right.base.is_none();
    (is_plain && operator.algebra == Algebra::Less).then(|| (left.whole.clone(), right.whole.clone()))
}

/// The sum of fractions that a condition is.
pub(crate) fn sum(scene: &Scene, expr: &Expr) -> Option<Sum> {
    let Expr::Chain(equation) = expr else { return None };
    let [(operator, right)] = &equation.rest[..] else { return None };
    let (Algebra::Equal, Expr::Chain(left)) = (operator.algebra, &*equation.first) else { return None };
    let equals = shown(scene, right)?;
    let is_sum = left.tier() == Tier::Sum && left.rest.iter().all(|(sign, _)| sign.algebra == Algebra::Plus);
    let fractions = left.operands().map(fraction).collect::<Option<Vec<Fraction>>>()?;
    (is_sum && fractions.len() > 1).then_some(Sum { fractions, equals })
}

fn fraction(expr: &Expr) -> Option<Fraction> {
    let Expr::Chain(Chain { first, rest }) = expr else { return None };
    let (Expr::Numeral(above), [(operator, Expr::Numeral(below))]) = (&**first, &rest[..]) else {
        return None;
    };
    let is_plain = above.is_whole() && below.is_whole() && above.base.is_none() && below.base.is_none();
    let ([Element::Hidden(above)], true) = (&above.whole[..], is_plain) else { return None };
    let is_over = operator.algebra == Algebra::Over && below.whole.len() > 1;
    is_over.then(|| Fraction { above: above.index(), below: below.whole.clone() })
}

/// The value of a number without a hidden digit.
fn shown(scene: &Scene, expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Constant(number) if number.is_integer() => number.to_i64(),
        Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none() => {
            numeral.whole.iter().try_fold(0_i64, |value, element| match element {
                Element::Shown(digit) => value.checked_mul(scene.b())?.checked_add((*digit).into()),
                Element::Hidden(_) => None,
            })
        }
        _ => None,
    }
}

/// Looks at each sum of fractions of which something has changed.
pub(super) fn each(
    look: &Look,
    name: &'static str,
    find: impl Fn(&Look, &Stated, &Sum) -> Option<Find>,
) -> Vec<Find> {
    let mut finds = Vec::new();
    for (index, stated) in look.scene.stated.iter().enumerate() {
        let Some(sum) = sum(look.scene, &stated.expr) else { continue };
        let digits = look.stamp(stated.places.iter().map(|place| Var::Place(*place)));
        let sizes = stated.numerals.iter().map(|numeral| look.state.since_sizes[*numeral]).max();
        let stamp = digits.max(sizes.unwrap_or(0));
        finds.extend(look.at(name, (index, 0), stamp, || find(look, stated, &sum)).map(|mut find| {
            find.at.equation = Some(stated.number);
            find.subject = Subject::Stated(index);
            find
        }));
    }
    finds
}

/// The digits of places without those that others take, as conclusions, and all facts about both.
fn without_taken(look: &Look, stated: &Stated, find: &mut Find) {
    let vars: Vec<Var> = stated.places.iter().map(|place| Var::Place(*place)).collect();
    let (places, uses) = look.company(&vars);
    find.uses.extend(uses);
    for numeral in &stated.numerals {
        find.uses.extend(look.state.sizes[*numeral].iter().flat_map(|size| size.why.iter().copied()));
    }
    find.uses.arrange();
    find.uses.dedup();
    let taken = stated.places.iter().filter_map(|place| look.untaken(*place));
    find.gives.splice(0..0, taken);
    find.differ = look.those_that_differ(places);
}

/// The bounds of a numeral by the digits that are open, and by its size; nothing if these exclude each other.
pub(crate) fn bounds(known: &impl Known, elements: &[Element]) -> Option<(i64, i64)> {
    let (mut least, mut most) = (0_i64, 0_i64);
    for element in elements {
        let (low, high) = match element {
            Element::Shown(digit) => (*digit, *digit),
            Element::Hidden(place) => {
                let set = known.open(place.index());
                (DigitSet::min(set)?, DigitSet::max(set)?)
            }
        };
        least = least.checked_mul(known.scene().b())?.checked_add(low.into())?;
        most = most.checked_mul(known.scene().b())?.checked_add(high.into())?;
    }
    if let Some((low, high)) = known.size(elements) {
        (least, most) = (least.max(low), most.min(high));
    }
    (least <= most).then_some((least, most))
}

/// Whether a sum cannot reach its value, whatever the digits are, different ones above the lines: `true` and its largest terms
/// if even they are too small, `false` and its smallest if they are too large.
pub(crate) fn out_of_reach(sum: &Sum, known: &impl Known) -> Option<(bool, Vec<(Digit, i64)>)> {
    let equals = Exact::from(sum.equals);
    let greatest = outermost(sum, known, true)?;
    let least = outermost(sum, known, false)?;
    if total(&greatest)? < equals {
        return Some((true, greatest));
    }
    (total(&least)? > equals).then_some((false, least))
}

pub(super) fn total(terms: &[(Digit, i64)]) -> Option<Exact> {
    terms.iter().try_fold(Exact::ZERO, |sum, (above, below)| {
        Some(sum.plus(&Exact::from(i64::from(*above)).over(&Exact::from(*below))?))
    })
}

/// The terms of the largest or smallest sum: the largest weights take the largest digits that are left, or the smallest.
fn outermost(sum: &Sum, known: &impl Known, is_greatest: bool) -> Option<Vec<(Digit, i64)>> {
    let mut terms: Vec<(i64, usize, DigitSet)> = Vec::new();
    for fraction in &sum.fractions {
        let (least, most) = bounds(known, &fraction.below)?;
        if least < 1 {
            return None;
        }
        let below = if is_greatest { least } else { most };
        terms.push((below, fraction.above, known.open(fraction.above)));
    }
    terms.arrange_by_key(|(below, place, _)| (*below, *place));
    let mut digits = terms.iter().fold(DigitSet::EMPTY, |all, (_, _, set)| all | *set);
    let mut given: Vec<Option<u8>> = vec![None; terms.len()];
    let all_differ = terms
        .iter()
        .enumerate()
        .all(|(i, (_, a, _))| terms[..i].iter().all(|(_, b, _)| known.scene().differ[*a][*b]));
    while let Some(digit) = if is_greatest { DigitSet::max(digits) } else { DigitSet::min(digits) } {
        digits = digits.without(digit);
        let takes = |set: DigitSet| {
            if is_greatest {
                DigitSet::max(set) >= Some(digit)
            } else {
                DigitSet::min(set).is_some_and(|min| min <= digit)
            }
        };
        let taker = (0..terms.len()).find(|at| given[*at].is_none() && takes(terms[*at].2));
        if let Some(taker) = taker {
            given[taker] = Some(digit);
        }
    }
    let of_term = |((below, _, set), given): (&(i64, usize, DigitSet), Option<u8>)| {
        let own = if is_greatest { DigitSet::max(*set) } else { DigitSet::min(*set) };
        Some((if all_differ { given } else { own }?, *below))
    };
    terms.iter().zip(given).map(of_term).collect()
}

/// Whether the sum is too small or too large, with a digit that is put in.
pub(super) fn is_out(look: &Look, sum: &Sum, digit: Option<(usize, Digit)>) -> bool {
    look.works(1);
    out_of_reach(sum, &Put { look, digit }).is_some()
}

/// Digits with which the sum is too small or too large.
fn reach(look: &Look, stated: &Stated, sum: &Sum) -> Option<Find> {
    let bound = |news: News| Give { news, rule: Rule::K2, proof: RawProof::default() };
    let mut gives = Vec::new();
    if is_out(look, sum, None) {
        gives.push(bound(News::False));
    } else {
        for &place in &stated.places {
            let set = look.state.open(look.scene, place);
            if set.len() < 2 {
                continue;
            }
            let fits = |digit: &u8| !is_out(look, sum, Some((place, *digit)));
            let left = set.iter().filter(fits).fold(DigitSet::EMPTY, DigitSet::with);
            if left != set && !left.is_empty() {
                gives.push(bound(News::Digit(place, left)));
                break;
            }
        }
    }
    if gives.is_empty() {
        return None;
    }
    let mut find = Find::new(&super::table::WHOLE, vec![stated.given], gives);
    without_taken(look, stated, &mut find);
    Some(find)
}

/// The residues that a numeral can have, by its digits, each for itself.
pub(crate) fn residues(known: &impl Known, elements: &[Element], modulus: u64) -> Vec<u64> {
    let mut found = vec![false; usize::try_from(modulus).unwrap_or(0)];
    if let Some((least, most)) = bounds(known, elements)
        && most - least < 12
        && known.size(elements).is_some()
    {
        let size = found.len();
        (least..=most).for_each(|value| found[value.unsigned_abs() as usize % size] = true);
    } else {
        found[0] = true;
        for element in elements {
            let set = match element {
                Element::Shown(digit) => DigitSet::one(*digit),
                Element::Hidden(place) => known.open(place.index()),
            };
            let mut next = vec![false; found.len()];
            for residue in (0..found.len()).filter(|residue| found[*residue]) {
                for digit in set.iter() {
                    let base = usize::from(known.scene().base.get());
                    next[(residue * base + usize::from(digit)) % found.len()] = true;
                }
            }
            found = next;
        }
    }
    (0..modulus).filter(|residue| found[*residue as usize]).collect()
}

/// What a power of a prime excludes: the fractions without their denominators, modulo it.
fn primes(look: &Look, stated: &Stated, sum: &Sum) -> Option<Find> {
    let known = Put { look, digit: None };
    for &modulus in MODULI {
        let below: Vec<Vec<u64>> =
            sum.fractions.iter().map(|fraction| residues(&known, &fraction.below, modulus)).collect();
        let tuples = below.iter().try_fold(1_usize, |all, own| all.checked_mul(own.len()));
        // Something must be divisible for anything to follow.
        let may_divide = below.iter().any(|own| own.iter().any(|residue| residue % prime_of(modulus) == 0));
        if !may_divide || tuples.is_none_or(|tuples| tuples == 0 || tuples > MOST_RESIDUES) {
            continue;
        }
        let sets: Vec<DigitSet> =
            sum.fractions.iter().map(|fraction| look.state.open(look.scene, fraction.above)).collect();
        let mut possible = vec![DigitSet::EMPTY; sets.len()];
        let mut any = false;
        let mut tried = 0;
        each_tuple(&below, &mut |below| {
            tried += 1;
            any |= add_possible(sum, &sets, below, modulus, &mut possible);
            // Once every digit is possible, nothing can follow.
            possible != sets
        });
        if !look.works(tried / 8 + 1) {
            return None;
        }
        let residue = |news: News| Give {
            news,
            rule: Rule::K4,
            proof: RawProof { modulo: Some(modulus), ..RawProof::default() },
        };
        let gives = if any {
            let changed = (0..sets.len()).find(|at| possible[*at] != sets[*at]);
            changed.map(|at| residue(News::Digit(sum.fractions[at].above, possible[at])))
        } else {
            Some(residue(News::False))
        };
        if let Some(give) = gives {
            let mut find = Find::new(&LONE_PRIME, vec![stated.given], vec![give]);
            without_taken(look, stated, &mut find);
            return Some(find);
        }
    }
    None
}

pub(crate) fn prime_of(power: u64) -> u64 {
    (2..=power).find(|divisor| power.is_multiple_of(*divisor)).unwrap_or(power)
}

/// Visits all tuples of these values, until nothing more is wanted.
fn each_tuple(lists: &[Vec<u64>], visit: &mut dyn FnMut(&[u64]) -> bool) {
    let mut at = vec![0; lists.len()];
    loop {
        let tuple: Vec<u64> = lists.iter().zip(&at).map(|(list, at)| list[*at]).collect();
        if !visit(&tuple) {
            return;
        }
        let Some(next) = (0..at.len()).rev().find(|i| at[*i] + 1 < lists[*i].len()) else { return };
        at[next] += 1;
        at[next + 1..].fill(0);
    }
}

/// Adds the digits above the lines that work with these residues below them; whether there are any.
fn add_possible(
    sum: &Sum,
    sets: &[DigitSet],
    below: &[u64],
    modulus: u64,
    possible: &mut [DigitSet],
) -> bool {
    let product = |but: Option<usize>| {
        let others = below.iter().enumerate().filter(|(at, _)| Some(*at) != but);
        others.fold(1, |product, (_, residue)| product * residue % modulus)
    };
    let weights: Vec<u64> = (0..below.len()).map(|at| product(Some(at))).collect();
    let right = sum.equals.rem_euclid(modulus as i64) as u64 * product(None) % modulus;
    let size = modulus as usize;
    // The residues that the terms from each one on can add up to.
    let mut rests = vec![vec![false; size]; below.len() + 1];
    rests[below.len()][0] = true;
    for at in (0..below.len()).rev() {
        for rest in (0..size).filter(|rest| rests[at + 1][*rest]).collect::<Vec<_>>() {
            for digit in sets[at].iter() {
                rests[at][(rest + (u64::from(digit) * weights[at]) as usize) % size] = true;
            }
        }
    }
    if !rests[0][right as usize] {
        return false;
    }
    // A digit is possible if those before it and behind it can make up for it.
    let mut before = vec![false; size];
    before[0] = true;
    for at in 0..below.len() {
        let mut next = vec![false; size];
        for start in (0..size).filter(|start| before[*start]) {
            for digit in sets[at].iter() {
                let reached = (start + (u64::from(digit) * weights[at]) as usize) % size;
                next[reached] = true;
                if rests[at + 1][(right as usize + size - reached) % size] {
                    possible[at] = possible[at].with(digit);
                }
            }
        }
        before = next;
    }
    true
}

/// The places of denominators, of which cases with some digits only are tried, and whether each stands in front.
pub(crate) fn denominators(look: &Look) -> Vec<(usize, bool)> {
    let mut places: Vec<(usize, bool)> = Vec::new();
    for stated in &look.scene.stated {
        let below = sum(look.scene, &stated.expr).into_iter().flat_map(|sum| sum.fractions);
        for fraction in below {
            for (at, element) in fraction.below.into_iter().enumerate() {
                if let Element::Hidden(place) = element
                    && places.iter().all(|(other, _)| *other != place.index())
                {
                    places.push((place.index(), at == 0));
                }
            }
        }
    }
    places
}

/// The only open digits of denominators.
pub(crate) fn last_digits(look: &Look) -> Vec<usize> {
    let mut last = Vec::new();
    for stated in &look.scene.stated {
        for fraction in sum(look.scene, &stated.expr).into_iter().flat_map(|sum| sum.fractions) {
            let open = |element: &Element| match element {
                Element::Hidden(place) => {
                    Some(place.index()).filter(|place| look.state.open(look.scene, *place).len() > 1)
                }
                Element::Shown(_) => None,
            };
            let mut open = fraction.below.iter().filter_map(open);
            if let (Some(place), None) = (open.next(), open.next())
                && !last.contains(&place)
            {
                last.push(place);
            }
        }
    }
    last
}
