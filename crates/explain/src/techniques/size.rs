//! What the sizes of numbers exclude: exact intervals of the two sides of a condition.

use super::equations::digits_of;
use super::measured::{Measured, Put};
use super::{Find, Give, Look, Subject, Technique, fractions};
use crate::scene::{Id, Stated, Var};
use crate::state::{News, RawProof};
use crate::step::Rule;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::puzzle::RoleKind;
use fukumen_language::vocabulary::Tier;

pub(super) const LENGTH: Technique = Technique {
    name: "length",
    looks_at: "the lengths of factors and product, of divisor and row",
    concludes: "ranges of each",
    weight: 150,
    rank: 7,
    look: |look| [sized(look, &LENGTH, true), remainders(look)].concat(),
};

/// In a division a reader compares rows as numbers; elsewhere products are begun at their ends, and sums are added in columns.
const LENGTH_OF_PRODUCT: Technique = Technique { rank: 9, ..LENGTH };
const SIZE_OF_PRODUCT: Technique = Technique { look: LENGTH.look, ..SIZE };
const SIZE_OF_SUM: Technique = Technique { rank: 15, ..SIZE };

pub(super) const SIZE: Technique = Technique {
    name: "size",
    looks_at: "whole numbers in + - × ÷ ^ √",
    concludes: "ranges of each from the others, and leading digits",
    weight: 200,
    rank: 12,
    look: |look| sized(look, &SIZE, false),
};

/// How much dearer it is to look at the size of a sum of fractions than at its largest terms.
const OF_FRACTIONS: u64 = 100;

/// What it costs to see that first digits are in the order of their numbers.
const OF_FIRST_DIGITS: u64 = 100;

/// Ranges from each condition that has a product, or that has none: lengths of factors are what a reader sees first.
fn sized(look: &Look, technique: &'static Technique, of_products: bool) -> Vec<Find> {
    let is_division = look.scene.stated.iter().any(|stated| stated.role == Some(RoleKind::Difference));
    let stated = look.scene.stated.iter().enumerate();
    let finds = stated.filter(|(_, stated)| has_product(&stated.expr) == of_products);
    let finds = finds.filter_map(|(index, stated)| {
        let look_at = || condition(look, technique, stated, stated.given, &stated.expr);
        let mut find = look.at(technique.name, (index, 0), stamp(look, stated), look_at)?;
        // Of a sum of fractions its largest terms, with different digits above, say more.
        find.weight += if fractions::sum(look.scene, &stated.expr).is_some() { OF_FRACTIONS } else { 0 };
        // Lengths are seen at once; sizes that follow from other sizes come after last digits.
        let is_sized = stated.numerals.iter().any(|numeral| look.state.sizes[*numeral].is_some());
        find.technique = match stated.role {
            Some(_) if is_division || !of_products => technique,
            Some(_) => &LENGTH_OF_PRODUCT,
            None if look.scene.has_columns(stated.number) => &SIZE_OF_SUM,
            None if is_sized && of_products => &SIZE_OF_PRODUCT,
            None if of_products => &LENGTH_OF_PRODUCT,
            None => technique,
        };
        find.at.equation = Some(stated.number);
        find.subject = Subject::Stated(index);
        Some(find)
    });
    finds.collect()
}

/// Ranges from what is left being less than the divisor, and from orders that were assumed.
fn remainders(look: &Look) -> Vec<Find> {
    let finds = (0..look.state.orders.len()).filter_map(|index| {
        let id = look.state.orders[index]?;
        let rest = look.scene.rests.get(index);
        let technique = if rest.is_some() { &super::equations::REMAINDER } else { &SIZE };
        let stated = Stated::of_order(look.scene, index, id);
        let look_at = || condition(look, technique, &stated, id, &stated.expr);
        let mut find = look.at("remainder-size", (index, 0), stamp(look, &stated), look_at)?;
        find.at.equation = rest.map(|rest| rest.number);
        find.subject = Subject::Rest(index);
        Some(find)
    });
    finds.chain((0..look.state.orders.len()).filter_map(|index| first_digits(look, index))).collect()
}

/// The first digits of two numbers of which one is less, if these digits differ: they are in the same order.
fn first_digits(look: &Look, index: usize) -> Option<Find> {
    let id = look.state.orders[index]?;
    let (left, right) = fractions::two_numerals(look.scene.order(index))?;
    let (&[Element::Hidden(less), _, ..], &[Element::Hidden(more), _, ..]) = (&left[..], &right[..]) else {
        return None;
    };
    let (less, more) = (less.index(), more.index());
    if left.len() != right.len() || !look.scene.differ[less][more] {
        return None;
    }
    let stamp = look.stamp([Var::Place(less), Var::Place(more)]);
    let mut find = look.at("first-digits", (index, 0), stamp, || {
        let places = super::table::places(&[left, right].concat());
        let vars: Vec<Var> = places.into_iter().map(Var::Place).collect();
        let (low, high) = (look.state.open(look.scene, less), look.state.open(look.scene, more));
        let (least, most) = (low.min()?, high.max()?);
        let lower = low.iter().filter(|digit| *digit < most).fold(DigitSet::EMPTY, DigitSet::with);
        let higher = high.iter().filter(|digit| *digit > least).fold(DigitSet::EMPTY, DigitSet::with);
        let changes = [(less, low, lower), (more, high, higher)].into_iter();
        let changes = changes.filter(|(_, before, after)| before != after && !after.is_empty());
        let news: Vec<News> = changes.map(|(place, _, after)| News::Digit(place, after)).collect();
        let (all, _) = look.company(&vars);
        let all: Vec<Var> = all.into_iter().map(Var::Place).collect();
        let is_seen = !news.is_empty() && look.tuples(&all).is_some_and(|all| all <= super::MOST_TUPLES);
        is_seen.then(|| look.enumerated(&SIZE, &vars, &[id], news, 1))
    })?;
    find.subject = Subject::Rest(index);
    find.weight = OF_FIRST_DIGITS;
    Some(find)
}

fn has_product(expr: &Expr) -> bool {
    match expr {
        Expr::Chain(chain) => {
            matches!(chain.tier(), Tier::Product | Tier::Power)
                || expr.children().into_iter().any(has_product)
        }
        Expr::Remainder(_) => true,
        other => other.children().into_iter().any(has_product),
    }
}

fn stamp(look: &Look, stated: &Stated) -> u32 {
    let digits = stated.places.iter().map(|place| look.state.since_digits[*place]);
    let sizes = stated.numerals.iter().map(|numeral| look.state.since_sizes[*numeral]);
    digits.chain(sizes).max().unwrap_or(0)
}

/// What one condition excludes.
fn condition(
    look: &Look,
    technique: &'static Technique,
    stated: &Stated,
    id: Id,
    expr: &Expr,
) -> Option<Find> {
    let mut gives = Vec::new();
    let measured = Measured::of(look, expr)?;
    // Digits that were found elsewhere may leave nothing of a size.
    let is_empty =
        |numeral: &usize| look.state.bounds(look.scene, *numeral).is_some_and(|(least, most)| least > most);
    if measured.is_refuted(look, None) || stated.numerals.iter().any(is_empty) {
        gives.push(bound(News::False));
    }
    for &numeral in &stated.numerals {
        if gives.iter().any(|give: &Give| give.news == News::False) {
            break;
        }
        range(look, &measured, numeral, &mut gives);
        look.works(stated.size);
    }
    if gives.is_empty() {
        alone(look, stated, (expr, &measured), &mut gives);
    }
    if gives.is_empty() {
        return None;
    }
    let mut uses = vec![id];
    for place in &stated.places {
        uses.extend_from_slice(look.state.why(Var::Place(*place)));
    }
    for numeral in &stated.numerals {
        uses.extend(look.state.sizes[*numeral].iter().flat_map(|size| size.why.iter().copied()));
    }
    uses.arrange();
    uses.dedup();
    Some(Find::new(technique, uses, gives))
}

/// Whether sizes exclude all digits of a place but some, put into the whole of a condition.
pub(crate) fn excludes_digits(look: &Look, subject: &Subject, place: usize, left: DigitSet) -> bool {
    let Subject::Stated(index) = subject else { return false };
    let stated = &look.scene.stated[*index];
    let (measured, sum) = (Measured::of(look, &stated.expr), fractions::sum(look.scene, &stated.expr));
    let is_outside = |numeral: &usize, digit: u8| {
        let (size, ends) = (&look.state.sizes[*numeral], with_digit(look, *numeral, place, digit));
        size.as_ref().zip(ends).is_some_and(|(size, (low, high))| low > size.most || high < size.least)
    };
    look.state.digits[place].0.minus(left).iter().all(|digit| {
        measured.as_ref().is_some_and(|measured| measured.is_refuted(look, Some(Put::Place(place, digit))))
            || sum.as_ref().is_some_and(|sum| fractions::is_out(look, sum, Some((place, digit))))
            || stated.numerals.iter().any(|numeral| is_outside(numeral, digit))
    })
}

/// Digits of numbers of one digit.
fn alone(look: &Look, stated: &Stated, (expr, measured): (&Expr, &Measured), gives: &mut Vec<Give>) {
    for &place in &stated.places {
        if look.state.digit(place).is_some() || !is_alone(expr, place) {
            continue;
        }
        let set = look.state.digits[place].0;
        let left = set.iter().filter(|digit| !measured.is_refuted(look, Some(Put::Place(place, *digit))));
        let left = left.fold(DigitSet::EMPTY, DigitSet::with);
        if left != set {
            gives.extend(digit(place, set, left).into_iter().map(bound));
        }
    }
}

fn bound(news: News) -> Give {
    Give { news, rule: Rule::K2, proof: RawProof::default() }
}

/// The digits that are left of some. If there are none, the last one is the contradiction.
fn digit(place: usize, set: DigitSet, left: DigitSet) -> Vec<News> {
    match (left.is_empty(), set.min()) {
        (false, _) => vec![News::Digit(place, left)],
        (true, Some(least)) if set.len() > 1 => vec![News::Digit(place, DigitSet::one(least)), News::False],
        (true, _) => vec![News::False],
    }
}

/// Whether a place stands in a numeral of one digit.
fn is_alone(expr: &Expr, place: usize) -> bool {
    let mut found = false;
    expr.for_each_numeral(&mut |numeral| {
        found |= matches!(&numeral.whole[..], [Element::Hidden(cell)] if cell.index() == place && numeral.is_whole());
    });
    found
}

/// A tighter range of a numeral, and what it says of its digits.
fn range(look: &Look, measured: &Measured, numeral: usize, gives: &mut Vec<Give>) {
    let Some((least, most)) = look.state.bounds(look.scene, numeral) else { return };
    if least >= most {
        return;
    }
    let below = |to: i128| measured.is_refuted(look, Some(Put::Numeral(numeral, least, to)));
    let above = |from: i128| measured.is_refuted(look, Some(Put::Numeral(numeral, from, most)));
    // The largest part from below, and from above, that is excluded.
    let low = if below(least) { last_that(least, most, &below) + 1 } else { least };
    let high = if above(most) { -last_that(-most, -least, &|from: i128| above(-from)) - 1 } else { most };
    if (low, high) == (least, most) {
        return;
    }
    if low > high {
        // What is left above the part below is excluded as a whole.
        if low <= most {
            gives.push(bound(News::Range(numeral, Some(low), None)));
        }
        return gives.push(bound(News::False));
    }
    let digits = digits_within(look, numeral, low, high);
    let is_sized = look.state.sizes[numeral].is_some();
    // A range that says nothing about digits and shrinks but little is no news to a reader.
    let shrinks = (high - low) * 4 <= (most - least) * 3;
    if digits.is_empty() && !shrinks && is_sized {
        return;
    }
    if low == high {
        gives.push(bound(News::Range(numeral, Some(low), Some(high))));
        // What its value says of all digits is read off at once.
        if let Some(digits) = digits_of(look, &look.scene.numerals[numeral], low) {
            let read = |news| Give { news, rule: Rule::K7, proof: RawProof::default() };
            return gives.extend(digits.into_iter().map(read));
        }
    } else {
        let ends = [(low > least, Some(low), None), (high < most, None, Some(high))];
        let ends = ends.into_iter().filter(|(is_new, ..)| *is_new);
        gives.extend(ends.map(|(_, low, high)| bound(News::Range(numeral, low, high))));
    }
    gives.extend(digits.into_iter().map(bound));
}

/// The last number from `from` up to `to` for which something holds that holds of all before it.
fn last_that(from: i128, to: i128, holds: &dyn Fn(i128) -> bool) -> i128 {
    let (mut yes, mut no) = (from, to.saturating_add(1));
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if holds(middle) { yes = middle } else { no = middle }
    }
    yes
}

/// The digits of a numeral that no number between two has.
pub(super) fn digits_within(look: &Look, numeral: usize, least: i128, most: i128) -> Vec<News> {
    let mut news = Vec::new();
    for element in &look.scene.numerals[numeral] {
        let Element::Hidden(place) = element else { continue };
        let set = look.state.digits[place.index()].0;
        if set.len() < 2 {
            continue;
        }
        let fits = |value: &u8| {
            with_digit(look, numeral, place.index(), *value)
                .is_none_or(|(low, high)| low <= most && high >= least)
        };
        let left = set.iter().filter(fits).fold(DigitSet::EMPTY, DigitSet::with);
        if left != set {
            news.extend(digit(place.index(), set, left));
        }
    }
    news
}

/// The bounds of a numeral by its digits, one of which is set.
fn with_digit(look: &Look, numeral: usize, at: usize, value: u8) -> Option<(i128, i128)> {
    let base = i128::from(look.scene.b());
    let (mut least, mut most) = (0_i128, 0_i128);
    for element in &look.scene.numerals[numeral] {
        let (low, high) = match element {
            Element::Shown(digit) => (*digit, *digit),
            Element::Hidden(place) if place.index() == at => (value, value),
            Element::Hidden(place) => {
                let set = look.state.digits[place.index()].0;
                (set.min()?, set.max()?)
            }
        };
        least = least.checked_mul(base)?.checked_add(low.into())?;
        most = most.checked_mul(base)?.checked_add(high.into())?;
    }
    Some((least, most))
}
