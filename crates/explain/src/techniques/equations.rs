//! What a drawing says at once: rows that are missing, digits that are brought down, remainders.

use super::{Find, Give, Look, Subject, Technique, factors, table};
use crate::fact::Place;
use crate::scene::{Id, Scene, Stated, Var};
use crate::state::{News, RawProof};
use crate::step::{At, Rule};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::vocabulary::Algebra;

pub(super) const SKIPPED_ROW: Technique = Technique {
    name: "skipped-row",
    looks_at: "a division that brings down two digits, a multiplication with a row missing",
    concludes: "the digit of the quotient or multiplier is 0; a digit that is brought down is that of the dividend",
    weight: 100,
    rank: 2,
    look: skipped,
};

pub(super) const REMAINDER: Technique = Technique {
    name: "remainder",
    looks_at: "a remainder and its divisor",
    concludes: "the remainder is less than the divisor",
    weight: 150,
    rank: 8,
    look: remainder,
};

pub(super) const DROP: Technique = Technique {
    name: "drop",
    looks_at: "a difference of which much less is left than there was",
    concludes: "what was there begins with 10, and what is taken off with the largest digit",
    weight: 100,
    rank: 1,
    look: dropped,
};

impl Stated {
    /// An order between a remainder and its divisor, or between parts that may change places, as a condition.
    pub(crate) fn of_order(scene: &Scene, index: usize, given: Id) -> Self {
        let order = scene.order(index);
        let mut numerals = Vec::new();
        order.for_each_numeral(&mut |numeral| {
            numerals.extend(scene.numeral_of(&numeral.whole));
        });
        let places = order.cells().into_iter().map(Place::index).collect();
        let number = scene.rests.get(index).map_or(0, |rest| rest.number);
        Self { given, number, expr: order.clone(), role: None, numerals, places, size: 0 }
    }
}

/// Digits that have no row, and digits that are brought down.
fn skipped(look: &Look) -> Vec<Find> {
    let equal = |news: News| vec![Give { news, rule: Rule::K7, proof: RawProof::default() }];
    let mut finds = Vec::new();
    for (place, id) in &look.scene.zeros {
        let set = look.state.digits[*place].0;
        if set != DigitSet::one(0) {
            let left = set & DigitSet::one(0);
            let news = if left.is_empty() { News::False } else { News::Digit(*place, left) };
            let mut uses = vec![*id];
            uses.extend_from_slice(&look.state.digits[*place].1);
            let found = Find::new(&SKIPPED_ROW, uses, equal(news));
            finds.push(Find { subject: Subject::Places(vec![*place]), ..found });
        }
    }
    for (place, other, id) in &look.scene.same {
        finds.extend(brought_down(look, *place, *other, *id));
    }
    finds
}

/// What is known of one of two equal digits holds of the other.
fn brought_down(look: &Look, place: usize, other: Element, id: Id) -> Option<Find> {
    let mine = look.state.digits[place].0;
    let (theirs, whys): (DigitSet, &[Id]) = match other {
        Element::Shown(digit) => (DigitSet::one(digit), &[]),
        Element::Hidden(other) => (look.state.digits[other.index()].0, &look.state.digits[other.index()].1),
    };
    let both = mine & theirs;
    let target = if both != mine {
        place
    } else {
        match other {
            Element::Hidden(other) if both != theirs => other.index(),
            _ => return None,
        }
    };
    let news = if both.is_empty() { News::False } else { News::Digit(target, both) };
    let mut uses = vec![id];
    uses.extend_from_slice(whys);
    uses.extend_from_slice(&look.state.digits[place].1);
    let give = Give { news, rule: Rule::K7, proof: RawProof::default() };
    // What is brought down is the same digit to a reader.
    let subject = Subject::Places(vec![target]);
    Some(Find { weight: 0, subject, ..Find::new(&SKIPPED_ROW, uses, vec![give]) })
}

/// The remainder of each step is less than the divisor: by what was left before and the row.
fn remainder(look: &Look) -> Vec<Find> {
    let rests = look.scene.rests.iter().enumerate();
    let new = rests.filter(|(index, _)| look.state.orders[*index].is_none());
    new.map(|(index, rest)| {
        let combine = vec![(rest.rest, 1), (rest.row, -1)];
        let proof = RawProof { combine, ..RawProof::default() };
        let gives = vec![Give { news: News::Order(index), rule: Rule::K3, proof }];
        let at = At { equation: Some(rest.number), columns: Vec::new() };
        let found = Find::new(&REMAINDER, vec![rest.rest, rest.row], gives);
        Find { at, weight: 0, subject: Subject::Rest(index), ..found }
    })
    .collect()
}

/// Differences that are shorter by two digits or more than what they are taken from, by a number with one digit less than that.
fn dropped(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    for (index, stated) in look.scene.stated.iter().enumerate() {
        let Some((minuend, taken, left)) = difference(&stated.expr) else { continue };
        if minuend.len() != taken.len() + 1 || left.len() + 2 > minuend.len() || taken.len() < 2 {
            continue;
        }
        let stamp = look.stamp(stated.places.iter().map(|place| Var::Place(*place)));
        let largest = look.scene.base.get() - 1;
        let find = look.at("drop", (index, 0), stamp, || {
            let digits = [(minuend[0], 1), (minuend[1], 0), (taken[0], largest)];
            let news = digits.iter().filter_map(|(element, digit)| match element {
                Element::Hidden(place) => {
                    let set = look.state.digits[place.index()].0;
                    let left = set & DigitSet::one(*digit);
                    let news = if left.is_empty() { News::False } else { News::Digit(place.index(), left) };
                    (set != left).then_some(news)
                }
                Element::Shown(_) => None,
            });
            let gives = news.map(|news| Give { news, rule: Rule::K2, proof: RawProof::default() });
            let gives: Vec<Give> = gives.collect();
            if gives.is_empty() || gives.iter().any(|give| give.news == News::False) {
                return None;
            }
            let mut uses = vec![stated.given];
            for place in &stated.places {
                uses.extend_from_slice(look.state.why(Var::Place(*place)));
            }
            uses.sort_unstable();
            uses.dedup();
            Some(Find::new(&DROP, uses, gives))
        });
        finds.extend(find.map(|mut find| {
            find.at.equation = Some(stated.number);
            find.subject = Subject::Stated(index);
            find
        }));
    }
    finds
}

/// The three numerals of `a - b = c` or `a = b + c`.
pub(crate) fn difference(expr: &Expr) -> Option<(&[Element], &[Element], &[Element])> {
    let Expr::Chain(equation) = expr else { return None };
    let [(sign, right)] = &equation.rest[..] else { return None };
    let (Algebra::Equal, Expr::Chain(sum)) = (sign.algebra, &*equation.first) else { return None };
    let [(operator, taken)] = &sum.rest[..] else { return None };
    if operator.algebra != Algebra::Minus {
        return None;
    }
    let whole = |expr: &'_ Expr| matches!(expr, Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none());
    let numerals = [&*sum.first, taken, right];
    let [Expr::Numeral(a), Expr::Numeral(b), Expr::Numeral(c)] = numerals else { return None };
    numerals.into_iter().all(whole).then_some((&a.whole, &b.whole, &c.whole))
}

/// Numbers of which the other side is known: all their digits at once. Sums on a line are read by their columns.
pub(super) fn computed(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    let is_read = |stated: &Stated| stated.role.is_some() || !look.scene.has_columns(stated.number);
    for (index, stated) in look.scene.stated.iter().enumerate().filter(|(_, stated)| is_read(stated)) {
        let sides = factors::both_ways(&stated.expr).into_iter().flatten().enumerate();
        for (way, (of, made)) in sides {
            let Expr::Numeral(row) = made else { continue };
            let is_known = |place: &usize| look.state.digit(*place).is_some();
            let Some(numeral) = look.scene.numeral_of(&row.whole) else {
                continue;
            };
            if table::places(&row.whole).iter().all(is_known) {
                continue;
            }
            let stamp = look.stamp(stated.places.iter().map(|place| Var::Place(*place)));
            let find = look.at("computed", (index, way), stamp, || read_off(look, stated, of, numeral));
            finds.extend(find.map(|mut find| {
                find.at.equation = Some(stated.number);
                find.subject = Subject::Stated(index);
                find
            }));
        }
    }
    finds
}

/// The digits of a number that is equal to something known, or that it does not have these.
fn read_off(look: &Look, stated: &Stated, of: &Expr, numeral: usize) -> Option<Find> {
    let value = factors::known(look, of)?;
    let row = &look.scene.numerals[numeral];
    let mut uses = vec![stated.given];
    for place in of.cells() {
        uses.extend_from_slice(look.state.why(Var::Place(place.index())));
    }
    let mut gives = vec![Give {
        news: News::Range(numeral, Some(value), Some(value)),
        rule: Rule::K2,
        proof: RawProof::default(),
    }];
    let by_digits = |news: News| Give { news, rule: Rule::K7, proof: RawProof::default() };
    let mut differ = Vec::new();
    match digits_of(look, row, value) {
        Some(open) => gives.extend(open.into_iter().map(by_digits)),
        // A number of another length is refuted by its size.
        None if !fits(row, value, look.scene.b()) => return None,
        None => {
            gives.push(by_digits(News::False));
            let vars: Vec<Var> = table::places(row).into_iter().map(Var::Place).collect();
            let (places, facts) = look.company(&vars);
            uses.extend(facts);
            differ = look.those_that_differ(places);
        }
    }
    uses.arrange();
    uses.dedup();
    Some(Find { differ, ..Find::new(&super::columns::ONE_UNKNOWN, uses, gives) })
}

/// The digits that a value says of a number, if it can have them.
pub(super) fn digits_of(look: &Look, row: &[Element], value: i128) -> Option<Vec<News>> {
    let mut digits = Vec::new();
    let is_possible = table::spell(look, row, value, &mut digits);
    let open = digits.into_iter().filter(|(place, _)| look.state.digit(*place).is_none());
    is_possible.then(|| open.map(|(place, digit)| News::Digit(place, DigitSet::one(digit))).collect())
}

/// Whether a number can have a value by its length.
fn fits(row: &[Element], value: i128, base: i64) -> bool {
    let power = u32::try_from(row.len()).ok().and_then(|length| i128::from(base).checked_pow(length));
    value >= 0
        && power.is_none_or(|power| value < power && (row.len() < 2 || value >= power / i128::from(base)))
}
