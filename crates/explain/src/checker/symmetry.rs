//! K8: an exchange of symbols that maps the puzzle onto itself, and the orders that may be assumed for it.

use std::collections::HashSet;

use super::Why;
use super::given::Text;
use super::kernel::are_alike;
use crate::fact::{Claim, Place, Quantity};
use fukumen_language::digits::Base;
use fukumen_language::expr::{Chain, Element, Expr, Numeral, Remainder};

/// The most arrangements that all exchanges make together.
const ARRANGEMENTS: usize = 5_040;
/// The most things that are compared.
const THINGS: usize = 7;

/// The exchanges so far, each as the place that stands where another did, and what they compare.
#[derive(Default)]
pub(super) struct Exchanges {
    maps: Vec<Vec<usize>>,
    things: Vec<Expr>,
    /// The first is less than the second, or as large.
    orders: Vec<(usize, usize)>,
}

impl Exchanges {
    /// Takes one more order.
    pub fn accepts(&mut self, text: &Text, claim: &Claim, pairs: &[(Place, Place)]) -> Result<(), Why> {
        let Claim::Order { left: Quantity::Expr(left), right: Quantity::Expr(right), strict } = claim else {
            return Err(Why::NotUnderstood);
        };
        let map = map(text.places(), pairs).ok_or(Why::NotUnderstood)?;
        let base = text.base();
        let is_image =
            are_alike(&exchanged(left, &map), right, base) && are_alike(&exchanged(right, &map), left, base);
        if !is_image || !text.is_mapped(&map) || *strict && !must_differ(text, left, right) {
            return Err(Why::DoesNotFollow);
        }
        let places = [left, right].map(|thing| self.place_of(thing, base));
        self.orders.push((places[0], places[1]));
        self.maps.push(map);
        if self.can_be_arranged(base)? { Ok(()) } else { Err(Why::DoesNotFollow) }
    }

    fn place_of(&mut self, thing: &Expr, base: Base) -> usize {
        let known = self.things.iter().position(|other| are_alike(other, thing, base));
        known.unwrap_or_else(|| {
            self.things.push(thing.clone());
            self.things.len() - 1
        })
    }

    /// Whether for every order of the things compared some arrangement satisfies all orders.
    fn can_be_arranged(&self, base: Base) -> Result<bool, Why> {
        if self.things.len() > THINGS {
            return Err(Why::TooMuch);
        }
        let mut images: Vec<Vec<usize>> = Vec::new();
        for map in &self.maps {
            let image = |thing: &Expr| {
                let moved = exchanged(thing, map);
                self.things.iter().position(|other| are_alike(other, &moved, base))
            };
            images.push(self.things.iter().map(image).collect::<Option<_>>().ok_or(Why::NotUnderstood)?);
        }
        let arrangements = closure(&images, self.things.len())?;
        let fits = |ranks: &[usize]| {
            arrangements.iter().any(|arrangement| {
                self.orders.iter().all(|(less, more)| ranks[arrangement[*less]] < ranks[arrangement[*more]])
            })
        };
        Ok(all_orders(self.things.len()).iter().all(|ranks| fits(ranks)))
    }

    /// All arrangements of places that the exchanges make together.
    pub fn arrangements(&self, places: usize) -> Result<Vec<Vec<usize>>, Why> {
        closure(&self.maps, places)
    }
}

/// The place that stands where each did.
fn map(places: usize, pairs: &[(Place, Place)]) -> Option<Vec<usize>> {
    let mut map: Vec<usize> = (0..places).collect();
    for (a, b) in pairs {
        let (a, b) = (a.index(), b.index());
        let is_new = |place: usize| map.get(place) == Some(&place);
        if a == b || !is_new(a) || !is_new(b) {
            return None;
        }
        (map[a], map[b]) = (b, a);
    }
    (!pairs.is_empty()).then_some(map)
}

fn closure(maps: &[Vec<usize>], size: usize) -> Result<Vec<Vec<usize>>, Why> {
    let identity: Vec<usize> = (0..size).collect();
    let mut seen: HashSet<Vec<usize>> = HashSet::from([identity.clone()]);
    let mut all = vec![identity];
    let mut at = 0;
    while let Some(one) = all.get(at).cloned() {
        for map in maps {
            let next: Vec<usize> = one.iter().map(|place| map[*place]).collect();
            if seen.insert(next.clone()) {
                all.push(next);
            }
        }
        if all.len() > ARRANGEMENTS {
            return Err(Why::TooMuch);
        }
        at += 1;
    }
    Ok(all)
}

/// All ways to give ranks to a number of things.
fn all_orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for rank in 0..count {
        let insert = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let into = |at: usize| {
                let mut longer = order.clone();
                longer.insert(at, rank);
                longer
            };
            (0..=order.len()).map(into).collect()
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}

/// Two numbers of the same length differ if two symbols of one group stand in the same place of both.
fn must_differ(text: &Text, left: &Expr, right: &Expr) -> bool {
    let (Expr::Numeral(a), Expr::Numeral(b)) = (left, right) else { return false };
    let are_different = |(a, b): (&Element, &Element)| match (a, b) {
        (Element::Hidden(a), Element::Hidden(b)) => text.are_different(*a, *b),
        _ => false,
    };
    let are_plain = a.is_whole() && b.is_whole() && a.base == b.base && a.whole.len() == b.whole.len();
    are_plain && a.whole.iter().zip(&b.whole).any(are_different)
}

/// An expression with other places.
pub(super) fn exchanged(expr: &Expr, map: &[usize]) -> Expr {
    let again = |expr: &Expr| exchanged(expr, map);
    match expr {
        Expr::Constant(_) => expr.clone(),
        Expr::Numeral(numeral) => {
            let element = |element: &Element| match element {
                Element::Hidden(place) => {
                    Element::Hidden(map.get(place.index()).map_or(*place, |moved| Place::new(*moved)))
                }
                shown @ Element::Shown(_) => *shown,
            };
            Expr::Numeral(Numeral {
                whole: numeral.whole.iter().map(element).collect(),
                fraction: numeral.fraction.iter().map(element).collect(),
                repetend: numeral.repetend.iter().map(element).collect(),
                base: numeral.base,
            })
        }
        Expr::Unary(operator, operand) => Expr::Unary(operator, Box::new(again(operand))),
        Expr::Chain(chain) => Expr::Chain(Chain {
            first: Box::new(again(&chain.first)),
            rest: chain.rest.iter().map(|(operator, operand)| (*operator, again(operand))).collect(),
        }),
        Expr::Call(function, arguments) => {
            Expr::Call(function.clone(), arguments.iter().map(again).collect())
        }
        Expr::Remainder(division) => Expr::Remainder(Box::new(Remainder {
            dividend: again(&division.dividend),
            divisor: again(&division.divisor),
            quotient: again(&division.quotient),
            rest: again(&division.rest),
        })),
    }
}
