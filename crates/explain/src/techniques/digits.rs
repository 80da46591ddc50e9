//! Last digits of sums, products and powers.

use super::{Find, Look, MOST_TUPLES, MOST_WAYS, Subject, Technique, ways_weight};
use crate::scene::{Id, Stated, Var};
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::interrupt::Interrupt;
use fukumen_language::vocabulary::{Algebra, Tier};

pub(super) const LAST_DIGIT: Technique = Technique {
    name: "last-digit",
    looks_at: "last digits of a product, quotient, square, power",
    concludes: "digits that occur in the table of the base",
    weight: 150,
    rank: 8,
    look: |look| {
        // With one digit open in front, the same is seen digit by digit.
        let finds = [1, 2, 3].map(|count| last(look, &LAST_DIGIT, count));
        finds.into_iter().find(|finds| !finds.is_empty()).unwrap_or_default()
    },
};

/// Two digits that are open make a list of products; with one, a reader multiplies.
const OF_TWO: Technique = Technique { rank: 11, ..LAST_DIGIT };

pub(super) const LAST_DIGITS: Technique = Technique {
    name: "last-digits",
    looks_at: "the last two or three digits of the same",
    concludes: "digits that occur in one of the ways",
    weight: 300,
    rank: 16,
    look: |look| {
        let mut finds = last(look, &LAST_DIGITS, 2);
        finds.extend(last_of_two(look));
        if finds.is_empty() {
            finds = last(look, &LAST_DIGITS, 3);
            finds.iter_mut().for_each(|find| find.weight += 150);
        }
        finds
    },
};

/// The most equations of which each two are looked at together.
const MOST_ENDS: usize = 500;

/// Digits that an equation modulo a power of the base excludes.
fn last(look: &Look, technique: &'static Technique, count: u32) -> Vec<Find> {
    let stated = look.scene.stated.iter().enumerate();
    let found = stated.filter_map(|(index, stated)| {
        let places = last_places(stated, count as usize);
        if places.is_empty() || places.iter().all(|place| look.state.digit(*place).is_some()) {
            return None;
        }
        let stamp = look.stamp(places.iter().map(|place| Var::Place(*place)));
        let mut find = look.at(technique.name, (index, count as usize), stamp, || {
            ending(look, technique, &[stated], count)
        })?;
        find.at.equation = Some(stated.number);
        find.subject = Subject::Stated(index);
        Some(find)
    });
    found.collect()
}

/// Digits that two equations together exclude by their last digits.
fn last_of_two(look: &Look) -> Vec<Find> {
    let ends: Vec<(usize, Vec<usize>)> = (0..look.scene.stated.len())
        .map(|index| (index, last_places(&look.scene.stated[index], 1)))
        .filter(|(_, places)| !places.is_empty() && places.len() <= 4)
        .take(MOST_ENDS)
        .collect();
    let mut finds = Vec::new();
    for (i, (first, places)) in ends.iter().enumerate() {
        if look.watch.is_raised() {
            break;
        }
        for (second, others) in &ends[i + 1..] {
            let is_shared = |place: &&usize| others.contains(place) && look.state.digit(**place).is_none();
            if places.iter().filter(is_shared).count() == 0 {
                continue;
            }
            let stamp = look.stamp(places.iter().chain(others).map(|place| Var::Place(*place)));
            let both = [&look.scene.stated[*first], &look.scene.stated[*second]];
            let find = look.at("two-rows", (*first, *second), stamp, || ending(look, &LAST_DIGITS, &both, 1));
            finds.extend(find.map(|find| Find { subject: Subject::Two(*first, *second), ..find }));
        }
    }
    finds
}

/// The places of the last digits of all numerals.
fn last_places(stated: &Stated, count: usize) -> Vec<usize> {
    let mut places = Vec::new();
    if is_understood(&stated.expr) {
        add_last(&stated.expr, count, &mut places);
    }
    places
}

fn add_last(expr: &Expr, count: usize, places: &mut Vec<usize>) {
    expr.for_each_numeral(&mut |numeral| {
        for element in numeral.whole.iter().rev().take(count) {
            if let Element::Hidden(place) = element
                && !places.contains(&place.index())
            {
                places.push(place.index());
            }
        }
    });
}

/// Equations of whole numerals with + - × and whole powers, one of them not a sum only.
fn is_understood(expr: &Expr) -> bool {
    let Expr::Chain(chain) = expr else { return false };
    let is_equation =
        chain.tier() == Tier::Relation && chain.rest.len() == 1 && chain.rest[0].0.algebra == Algebra::Equal;
    is_equation && chain.operands().all(is_polynomial) && chain.operands().any(|side| !is_sum(side))
}

fn is_polynomial(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(number) => number.is_integer(),
        Expr::Numeral(numeral) => numeral.is_whole() && numeral.base.is_none(),
        Expr::Unary(operator, operand) => operator.algebra == Algebra::Minus && is_polynomial(operand),
        Expr::Chain(chain) if chain.is_power() => {
            is_polynomial(&chain.first) && matches!(exponent(chain), Some(0..=12))
        }
        Expr::Chain(chain) => {
            let is_known =
                |algebra: Algebra| matches!(algebra, Algebra::Plus | Algebra::Minus | Algebra::Times);
            chain.rest.iter().all(|(operator, _)| is_known(operator.algebra))
                && chain.operands().all(is_polynomial)
        }
        _ => false,
    }
}

fn is_sum(expr: &Expr) -> bool {
    match expr {
        Expr::Numeral(_) | Expr::Constant(_) => true,
        Expr::Unary(_, operand) => is_sum(operand),
        Expr::Chain(chain) => chain.is_sum() && chain.operands().all(is_sum),
        _ => false,
    }
}

/// A shown exponent.
fn exponent(chain: &Chain) -> Option<i64> {
    match &chain.rest[..] {
        [(_, Expr::Constant(number))] => number.to_i64().filter(|_| number.is_integer()),
        [(_, Expr::Numeral(Numeral { whole, .. }))] => match whole[..] {
            [Element::Shown(digit)] => Some(digit.into()),
            _ => None,
        },
        _ => None,
    }
}

/// What the last digits of equations exclude together: all ways of the digits from which the others follow.
fn ending(look: &Look, technique: &'static Technique, rows: &[&Stated], count: u32) -> Option<Find> {
    let modulo = look.scene.b().checked_pow(count)?;
    let sides: Vec<Sides> = rows.iter().map(|row| Sides::of(row, count as usize)).collect::<Option<_>>()?;
    let mut inputs: Vec<usize> = Vec::new();
    for place in sides.iter().flat_map(|sides| &sides.inputs) {
        if !inputs.contains(place) {
            inputs.push(*place);
        }
    }
    let vars: Vec<Var> = inputs.iter().map(|place| Var::Place(*place)).collect();
    let follow = |values: &[i64]| {
        let mut known = Vec::with_capacity(inputs.len() + sides.len() * count as usize);
        known.extend(inputs.iter().copied().zip(values.iter().copied()));
        sides.iter().all(|sides| sides.follow(look, &mut known, modulo, count as usize)).then_some(known)
    };
    let ways = look.ways(&vars, &[], MOST_WAYS, &|values| follow(values).is_some())?;
    let known: Vec<Vec<(usize, i64)>> = ways.iter().filter_map(|way| follow(way)).collect();
    let all: Vec<Var> = match known.first() {
        Some(first) => first.iter().map(|(place, _)| Var::Place(*place)).collect(),
        None => vars,
    };
    let tuples: Vec<Vec<i64>> =
        known.iter().map(|known| known.iter().map(|(_, digit)| *digit).collect()).collect();
    if look.tuples(&all).is_none_or(|tuples| tuples > MOST_TUPLES) {
        return None;
    }
    let news = look.news_of(&all, &tuples);
    if news.is_empty() {
        return None;
    }
    let all: Vec<Var> = if known.is_empty() { everything(rows, count as usize) } else { all };
    let facts: Vec<Id> = rows.iter().map(|row| row.given).collect();
    let mut find = look.enumerated(technique, &all, &facts, news, ways.len());
    find.weight = technique.weight + ways_weight(ways.len());
    // The products of two digits are known by heart.
    let is_open = |place: &&usize| look.state.digit(**place).is_none();
    let is_by_heart = inputs.iter().filter(is_open).count() < 2 && inputs.len() < 4;
    if technique.name == LAST_DIGIT.name && !is_by_heart {
        if count > 1 {
            return None;
        }
        find.technique = &OF_TWO;
    }
    if !is_by_heart && (count > 1 || inputs.len() > 2) {
        let open = |place: &usize| look.state.open(look.scene, *place).len() as u64;
        find.tries = inputs.iter().map(open).fold(1, u64::saturating_mul);
    }
    for give in &mut find.gives {
        give.proof.modulo = u64::try_from(modulo).ok();
    }
    Some(find)
}

fn everything(rows: &[&Stated], count: usize) -> Vec<Var> {
    let mut places: Vec<usize> = rows.iter().flat_map(|row| last_places(row, count)).collect();
    places.arrange();
    places.dedup();
    places.into_iter().map(Var::Place).collect()
}

/// The sides of an equation: one from whose last digits those of the other follow, if that is a number.
struct Sides<'a> {
    of: &'a Expr,
    made: &'a Expr,
    /// The places that are gone through.
    inputs: Vec<usize>,
}

impl<'a> Sides<'a> {
    fn of(row: &'a Stated, count: usize) -> Option<Self> {
        let Expr::Chain(chain) = &row.expr else { return None };
        let (left, right) = (&*chain.first, &chain.rest.first()?.1);
        let (of, made) = if matches!(left, Expr::Numeral(_)) { (right, left) } else { (left, right) };
        let mut inputs = Vec::new();
        add_last(of, count, &mut inputs);
        if !matches!(made, Expr::Numeral(_)) {
            add_last(made, count, &mut inputs);
        }
        Some(Self { of, made, inputs })
    }

    /// Adds the digits that follow; whether they are possible.
    fn follow(&self, look: &Look, known: &mut Vec<(usize, i64)>, modulo: i64, count: usize) -> bool {
        let digit = |known: &[(usize, i64)], place: usize| {
            known.iter().find(|(other, _)| *other == place).map(|(_, digit)| *digit)
        };
        let value =
            |expr: &Expr| residue(look, expr, &|place| digit(known, place).unwrap_or(0), modulo, count);
        let mut rest = value(self.of);
        let Expr::Numeral(made) = self.made else { return rest == value(self.made) };
        for element in made.whole.iter().rev().take(count) {
            let next = rest % look.scene.b();
            rest /= look.scene.b();
            let place = match element {
                Element::Shown(shown) if i64::from(*shown) == next => continue,
                Element::Shown(_) => return false,
                Element::Hidden(place) => place.index(),
            };
            match digit(known, place) {
                Some(other) if other == next => {}
                Some(_) => return false,
                None => {
                    let is_taken =
                        known.iter().any(|(other, taken)| *taken == next && look.scene.differ[place][*other]);
                    let is_open = u8::try_from(next)
                        .is_ok_and(|next| look.state.open(look.scene, place).contains(next));
                    if is_taken || !is_open {
                        return false;
                    }
                    known.push((place, next));
                }
            }
        }
        // A number with fewer digits has zeros in front.
        rest == 0
    }
}

/// The value of a polynomial modulo a power of the base, given the last digits. It is less than 64^3, so that no product is large.
fn residue(look: &Look, expr: &Expr, digit: &dyn Fn(usize) -> i64, modulo: i64, count: usize) -> i64 {
    let value = |expr: &Expr| residue(look, expr, digit, modulo, count);
    match expr {
        Expr::Constant(number) => number.to_i64().unwrap_or(0).rem_euclid(modulo),
        Expr::Numeral(numeral) => {
            let skipped = numeral.whole.len().saturating_sub(count);
            numeral.whole[skipped..].iter().fold(0, |sum, element| {
                let value = match element {
                    Element::Shown(shown) => i64::from(*shown),
                    Element::Hidden(place) => digit(place.index()),
                };
                (sum * look.scene.b() + value) % modulo
            })
        }
        Expr::Unary(_, operand) => (-value(operand)).rem_euclid(modulo),
        Expr::Chain(chain) if chain.is_power() => {
            let first = value(&chain.first);
            (0..exponent(chain).unwrap_or(0)).fold(1, |product, _| product * first % modulo)
        }
        Expr::Chain(chain) => chain.rest.iter().fold(value(&chain.first), |sum, (operator, operand)| {
            let next = value(operand);
            match operator.algebra {
                Algebra::Plus => (sum + next) % modulo,
                Algebra::Minus => (sum - next).rem_euclid(modulo),
                _ => sum * next % modulo,
            }
        }),
        _ => 0,
    }
}
