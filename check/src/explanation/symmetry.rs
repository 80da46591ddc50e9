//! Symmetry: an exchange of symbols that maps the puzzle onto itself, and the orders that may be assumed for it.

use std::collections::HashSet;

use super::form::key;
use super::reading::Reading;
use crate::claim::{Claim, Quantity};
use crate::expression::{Element, Expression};

/// The most arrangements that all exchanges make together: those of seven things.
const ARRANGEMENTS: usize = 5_040;
const THINGS: usize = 7;
/// The most cells of all arrangements together: those of 3,000 symbols, more than any text of a person has.
const MEMORY: usize = 1 << 24;

/// The exchanges so far, each as the cell that stands where another did, and what they compare.
#[derive(Default)]
pub struct Exchanges {
    maps: Vec<Vec<usize>>,
    /// What is compared.
    things: Vec<Thing>,
    /// The first is less than the second, or as large.
    orders: Vec<(usize, usize)>,
}

/// An expression, and its one writing.
struct Thing {
    expression: Expression,
    key: String,
}

impl Exchanges {
    /// Takes one more order for this exchange; without a reading the exchange is believed.
    pub fn take(
        &mut self,
        cells: usize,
        reading: Option<&Reading>,
        claim: &Claim,
        pairs: &[(usize, usize)],
    ) -> Result<(), String> {
        let Claim::Order { left: Quantity::Expression(left), right: Quantity::Expression(right), strict } =
            claim
        else {
            return Err("an exchange gives an order of two expressions".into());
        };
        let map = map(cells, pairs).ok_or("the exchange is not one of pairs of symbols")?;
        let same: Vec<usize> = (0..cells).collect();
        if key(left, &map) != key(right, &same) || key(right, &map) != key(left, &same) {
            return Err("the exchange does not put one side for the other".into());
        }
        if let Some(reading) = reading {
            if !reading.is_mapped(&map) {
                return Err("the exchange does not map the puzzle onto itself".into());
            }
            if *strict && !must_differ(reading, left, right) {
                return Err("the two may be equal".into());
            }
        }
        let places = [left, right].map(|thing| self.place_of(thing, &same));
        self.orders.push((places[0], places[1]));
        self.maps.push(map);
        match self.can_be_arranged()? {
            true => Ok(()),
            false => Err("no arrangement satisfies this and the orders before".into()),
        }
    }

    fn place_of(&mut self, thing: &Expression, same: &[usize]) -> usize {
        let key = key(thing, same);
        let known = self.things.iter().position(|other| other.key == key);
        known.unwrap_or_else(|| {
            self.things.push(Thing { expression: thing.clone(), key });
            self.things.len() - 1
        })
    }

    /// Whether for every order of the things compared some arrangement satisfies all orders.
    fn can_be_arranged(&self) -> Result<bool, String> {
        if self.things.len() > THINGS {
            return Err(format!("more than {THINGS} things are compared"));
        }
        let mut images = Vec::new();
        for map in &self.maps {
            let image = |thing: &Thing| {
                let moved = key(&thing.expression, map);
                self.things.iter().position(|other| other.key == moved)
            };
            let image: Option<Vec<usize>> = self.things.iter().map(image).collect();
            images.push(image.ok_or("an exchange moves something that is not compared")?);
        }
        let arrangements = closure(&images, self.things.len())?;
        let fits = |ranks: &Vec<usize>| {
            arrangements.iter().any(|arrangement| {
                self.orders.iter().all(|(less, more)| ranks[arrangement[*less]] < ranks[arrangement[*more]])
            })
        };
        Ok(all_orders(self.things.len()).iter().all(fits))
    }

    /// All arrangements of cells that the exchanges make together.
    pub fn arrangements(&self, cells: usize) -> Result<Vec<Vec<usize>>, String> {
        closure(&self.maps, cells)
    }
}

/// The cell that stands where each did.
fn map(cells: usize, pairs: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut map: Vec<usize> = (0..cells).collect();
    for (a, b) in pairs {
        if a == b || map[*a] != *a || map[*b] != *b {
            return None;
        }
        (map[*a], map[*b]) = (*b, *a);
    }
    (!pairs.is_empty()).then_some(map)
}

fn closure(maps: &[Vec<usize>], size: usize) -> Result<Vec<Vec<usize>>, String> {
    let identity: Vec<usize> = (0..size).collect();
    let mut seen = HashSet::from([identity.clone()]);
    let mut all = vec![identity];
    let mut at = 0;
    while let Some(one) = all.get(at).cloned() {
        for map in maps {
            let next: Vec<usize> = one.iter().map(|cell| map[*cell]).collect();
            if seen.insert(next.clone()) {
                all.push(next);
            }
        }
        if all.len() > ARRANGEMENTS || all.len() * size > MEMORY {
            return Err("the exchanges make too many arrangements".into());
        }
        at += 1;
    }
    Ok(all)
}

/// All ways to give ranks to a number of things.
fn all_orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |all, rank| {
        let insert = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| [&order[..at], &[rank], &order[at..]].concat())
        };
        all.iter().flat_map(insert).collect()
    })
}

/// Two numerals of one length differ if two symbols that differ stand in the same place.
fn must_differ(reading: &Reading, left: &Expression, right: &Expression) -> bool {
    let (Expression::Numeral(a), Expression::Numeral(b)) = (left, right) else { return false };
    let differ = |(a, b): (&Element, &Element)| match (a, b) {
        (Element::Cell(a), Element::Cell(b)) => reading.differ(*a, *b),
        _ => false,
    };
    let are_plain = a.is_whole() && b.is_whole() && a.base == b.base && a.whole.len() == b.whole.len();
    are_plain && a.whole.iter().zip(&b.whole).any(differ)
}
