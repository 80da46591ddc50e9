//! K7: equal things put for each other, and the digits of a numeral that is known.

use super::Why;
use super::alike::are_same;
use super::facts::{Facts, lone_place, places};
use super::linear::{Linear, Sign, as_form};
use super::world::World;
use crate::fact::{Carry, Claim, Place, Quantity, Term};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Tier};

/// The most relations of one step that are looked through for equal things.
const ROUNDS: usize = 8;

/// A place or a carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Place(Place),
    Carry(Carry),
}

/// Things that are equal, and the values that all of them may have; nothing if any number may be.
struct Class {
    things: Vec<Thing>,
    values: Option<Vec<i64>>,
}

/// What is equal by the named facts.
struct Equals<'f> {
    facts: &'f Facts<'f>,
    classes: Vec<Class>,
    /// Expressions that are equal as they stand.
    pairs: Vec<(Quantity, Quantity)>,
    /// Whether two different numbers are equal.
    is_contradiction: bool,
}

pub(super) fn accepts(facts: &Facts, claim: &Claim) -> Result<(), Why> {
    let mut equals = Equals { facts, classes: Vec::new(), pairs: Vec::new(), is_contradiction: false };
    equals.learn();
    let follows = equals.is_contradiction
        || match claim {
            Claim::Digit(place, digits) => equals.values(Thing::Place(*place)).is_some_and(|values| {
                values.iter().all(|value| Digit::try_from(*value).is_ok_and(|d| digits.contains(d)))
            }),
            Claim::Carry(carry, allowed) => equals
                .values(Thing::Carry(*carry))
                .is_some_and(|values| values.iter().all(|value| allowed.contains(value))),
            Claim::False => false,
            Claim::Range(..)
            | Claim::Residue(..)
            | Claim::Order { .. }
            | Claim::Same(..)
            | Claim::Relation(_) => equals.says(claim),
            _ => return Err(Why::NotUnderstood),
        };
    if follows { Ok(()) } else { Err(Why::DoesNotFollow) }
}

impl Equals<'_> {
    fn learn(&mut self) {
        let facts = self.facts;
        for (_, claim) in facts.claims {
            match claim {
                Claim::Same(left, right) => self.pairs.push((left.clone(), right.clone())),
                Claim::Condition(expr) => {
                    if let Some((left, right)) = sides(expr) {
                        self.pairs.push((Quantity::Expr(left.clone()), Quantity::Expr(right.clone())));
                    }
                }
                _ => {}
            }
        }
        // What one fact says may show what another says.
        for _ in 0..ROUNDS {
            let before = self.classes.iter().map(|class| class.weight()).sum::<usize>();
            facts.claims.iter().for_each(|(_, claim)| self.learn_from(claim));
            self.learn_units();
            if before == self.classes.iter().map(|class| class.weight()).sum::<usize>() {
                break;
            }
        }
        for (_, claim) in facts.claims {
            match claim {
                Claim::Digit(place, _) => {
                    self.class(Thing::Place(*place));
                }
                Claim::Carry(carry, _) => {
                    self.class(Thing::Carry(*carry));
                }
                Claim::Distinct(group) => self.is_contradiction |= self.has_equals(group),
                _ => {}
            }
        }
        self.is_contradiction |=
            self.classes.iter().any(|class| class.values.as_ref().is_some_and(Vec::is_empty));
    }

    fn learn_from(&mut self, claim: &Claim) {
        match claim {
            Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), Some(from), Some(to))
                if from == to && self.is_plain(numeral) =>
            {
                self.read_off(&numeral.whole, from);
            }
            Claim::Same(left, right) => self.unite_quantities(left, right),
            Claim::Condition(expr) => {
                if let Some((left, right)) = sides(expr) {
                    self.unite_quantities(&Quantity::Expr(left.clone()), &Quantity::Expr(right.clone()));
                }
            }
            Claim::Relation(relation) if relation.modulo.is_none() => {
                if let [(a, p), (b, q)] = &*relation.terms
                    && p.checked_add(*q) == Some(0)
                    && relation.equals == 0
                {
                    self.unite_terms(a, b);
                }
                self.learn_relation(claim);
            }
            _ => {}
        }
    }

    /// A relation in which known symbols and carries leave two equal things, or a number.
    fn learn_relation(&mut self, claim: &Claim) {
        let Some((form, Sign::Equal, None)) = as_form(claim, self.facts.context.base) else { return };
        let Some(form) = self.with_known(&form) else { return };
        let places = form.places.iter().map(|(place, weight)| (Thing::Place(*place), *weight));
        let carries = form.carries.iter().map(|(carry, weight)| (Thing::Carry(*carry), *weight));
        let things: Vec<(Thing, i128)> = places.chain(carries).take(3).collect();
        match &*things {
            [] => self.is_contradiction |= form.constant != 0,
            [(thing, weight)] => {
                let value = (form.constant % weight == 0).then(|| -(form.constant / weight));
                let values = value.and_then(|value| i64::try_from(value).ok()).into_iter().collect();
                self.restrict(*thing, values);
            }
            [(a, p), (b, q)] if form.constant == 0 && p.checked_add(*q) == Some(0) => self.unite(*a, *b),
            _ => {}
        }
    }

    fn with_known(&self, form: &Linear) -> Option<Linear> {
        let known = |thing: Thing| self.known(thing).map(i128::from);
        form.with_known(|place| known(Thing::Place(place)), |carry| known(Thing::Carry(carry)))
    }

    /// Whether it is a whole number in the base of the puzzle.
    fn is_plain(&self, numeral: &Numeral) -> bool {
        numeral.is_whole() && numeral.base.is_none_or(|base| base == self.facts.context.base)
    }

    fn unite_quantities(&mut self, left: &Quantity, right: &Quantity) {
        let term = |quantity: &Quantity| match quantity {
            Quantity::Carry(carry) => Some(Term::Carry(*carry)),
            Quantity::Expr(Expr::Numeral(numeral)) if self.is_plain(numeral) => {
                Some(Term::Numeral(numeral.whole.clone()))
            }
            Quantity::Expr(_) => None,
        };
        let constant = |quantity: &Quantity| match quantity {
            Quantity::Expr(Expr::Constant(number)) => Some(number.clone()),
            _ => None,
        };
        match (term(left), term(right), constant(left), constant(right)) {
            (Some(a), Some(b), ..) => self.unite_terms(&a, &b),
            (Some(Term::Numeral(elements)), _, _, Some(number))
            | (_, Some(Term::Numeral(elements)), Some(number), _) => {
                self.read_off(&elements, &number);
            }
            _ => {}
        }
    }

    fn unite_terms(&mut self, a: &Term, b: &Term) {
        let elements = |term: &Term| match term {
            Term::Place(place) => Some(vec![Element::Hidden(*place)]),
            Term::Numeral(elements) => Some(elements.clone()),
            Term::Carry(_) => None,
        };
        match (elements(a), elements(b), a, b) {
            (Some(a), Some(b), ..) => self.unite_numerals(&a, &b),
            (None, None, Term::Carry(a), Term::Carry(b)) => self.unite(Thing::Carry(*a), Thing::Carry(*b)),
            (Some(elements), None, _, Term::Carry(carry)) | (None, Some(elements), Term::Carry(carry), _) => {
                match &*elements {
                    [Element::Hidden(place)] => self.unite(Thing::Place(*place), Thing::Carry(*carry)),
                    [Element::Shown(digit)] => self.restrict(Thing::Carry(*carry), vec![i64::from(*digit)]),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Equal numbers have equal digits; a shorter one has zeros in front.
    fn unite_numerals(&mut self, a: &[Element], b: &[Element]) {
        let digit = |elements: &[Element], i: usize| {
            elements.len().checked_sub(i + 1).map_or(Element::Shown(0), |at| elements[at])
        };
        for i in 0..a.len().max(b.len()) {
            match (digit(a, i), digit(b, i)) {
                (Element::Shown(a), Element::Shown(b)) => self.is_contradiction |= a != b,
                (Element::Hidden(place), Element::Shown(digit))
                | (Element::Shown(digit), Element::Hidden(place)) => {
                    self.restrict(Thing::Place(place), vec![i64::from(digit)]);
                }
                (Element::Hidden(a), Element::Hidden(b)) => self.unite(Thing::Place(a), Thing::Place(b)),
            }
        }
    }

    fn read_off(&mut self, elements: &[Element], number: &Exact) {
        let digits = number.digits(self.facts.context.base.get());
        let Some(mut digits) = digits.filter(|digits| digits.len() <= elements.len().max(1)) else {
            self.is_contradiction = true;
            return;
        };
        digits.resize(elements.len(), 0);
        let shown: Vec<Element> = digits.into_iter().rev().map(Element::Shown).collect();
        self.unite_numerals(elements, &shown);
    }

    /// X = q·X with X above 0 makes q = 1.
    fn learn_units(&mut self) {
        for (left, right) in self.pairs.clone() {
            let (Quantity::Expr(left), Quantity::Expr(right)) = (left, right) else { continue };
            for (one, other) in [(&left, &right), (&right, &left)] {
                let Some((a, b)) = factors(other) else { continue };
                for (factor, unit) in [(a, b), (b, a)] {
                    let Expr::Numeral(numeral) = unit else { continue };
                    if self.is_plain(numeral) && self.are_equal(one, factor) && self.is_positive(one, factor)
                    {
                        self.read_off(&numeral.whole, &Exact::ONE);
                    }
                }
            }
        }
    }

    fn is_positive(&self, one: &Expr, other: &Expr) -> bool {
        let count = places(self.facts.claims.iter().map(|(_, claim)| *claim));
        let Ok(world) = World::new(self.facts, count) else { return true };
        let is_above = |expr: &Expr| {
            world.interval(expr).is_ok_and(|interval| {
                interval.low.is_some_and(|low| low.at > Exact::ZERO || low.is_open && low.at.is_zero())
            })
        };
        is_above(one) || is_above(other)
    }

    fn are_equal(&self, a: &Expr, b: &Expr) -> bool {
        self.are_equal_quantities(&Quantity::Expr(a.clone()), &Quantity::Expr(b.clone()))
    }

    fn are_equal_quantities(&self, a: &Quantity, b: &Quantity) -> bool {
        let (a, b) = (self.replaced(a), self.replaced(b));
        if are_same(&a, &b) {
            return true;
        }
        self.pairs.iter().any(|(x, y)| {
            let (x, y) = (self.replaced(x), self.replaced(y));
            are_same(&a, &x) && are_same(&b, &y) || are_same(&a, &y) && are_same(&b, &x)
        })
    }

    /// With the first of each class, or its value, in the place of all places of it.
    fn replaced(&self, quantity: &Quantity) -> Quantity {
        match quantity {
            Quantity::Carry(carry) => match self.known(Thing::Carry(*carry)) {
                Some(value) => Quantity::Expr(Expr::Constant(value.into())),
                None => match self.representative(Thing::Carry(*carry)) {
                    Thing::Carry(carry) => Quantity::Carry(carry),
                    Thing::Place(place) => {
                        Quantity::Expr(Expr::Numeral(Numeral::whole(vec![Element::Hidden(place)])))
                    }
                },
            },
            Quantity::Expr(expr) => {
                match lone_place(expr).map(|place| self.representative(Thing::Place(place))) {
                    Some(Thing::Carry(carry)) => self.replaced(&Quantity::Carry(carry)),
                    _ => Quantity::Expr(self.with_replaced(expr)),
                }
            }
        }
    }

    fn with_replaced(&self, expr: &Expr) -> Expr {
        let again = |expr: &Expr| self.with_replaced(expr);
        match expr {
            Expr::Constant(_) => expr.clone(),
            Expr::Numeral(numeral) => {
                let elements = |elements: &[Element]| -> Vec<Element> {
                    elements.iter().map(|element| self.replaced_element(*element)).collect()
                };
                let replaced = Numeral {
                    whole: elements(&numeral.whole),
                    fraction: elements(&numeral.fraction),
                    repetend: elements(&numeral.repetend),
                    base: numeral.base.filter(|base| *base != self.facts.context.base),
                };
                shown_number(&replaced, self.facts).map_or(Expr::Numeral(replaced), Expr::Constant)
            }
            Expr::Unary(operator, operand) => Expr::Unary(operator, Box::new(again(operand))),
            Expr::Chain(chain) => Expr::Chain(Chain {
                first: Box::new(again(&chain.first)),
                rest: chain.rest.iter().map(|(operator, operand)| (*operator, again(operand))).collect(),
            }),
            Expr::Call(function, arguments) => {
                Expr::Call(function.clone(), arguments.iter().map(again).collect())
            }
            Expr::Remainder(_) => expr.clone(),
        }
    }

    fn replaced_element(&self, element: Element) -> Element {
        let Element::Hidden(place) = element else { return element };
        let thing = Thing::Place(place);
        if let Some(digit) = self.known(thing).and_then(|value| Digit::try_from(value).ok()) {
            return Element::Shown(digit);
        }
        // A class that begins with a carry has a first place, too.
        let class = self.classes.iter().find(|class| class.things.contains(&thing));
        let first = class.and_then(|class| {
            class.things.iter().find_map(|thing| match thing {
                Thing::Place(place) => Some(*place),
                Thing::Carry(_) => None,
            })
        });
        Element::Hidden(first.unwrap_or(place))
    }

    /// Whether a named fact says so, once equal things are put for each other.
    fn says(&self, claim: &Claim) -> bool {
        if self.facts.claims.iter().any(|(_, named)| self.implies(named, claim)) {
            return true;
        }
        match claim {
            Claim::Same(a, b) => self.are_equal_quantities(a, b),
            Claim::Range(quantity, from, to) => {
                let Quantity::Expr(Expr::Constant(value)) = self.replaced(quantity) else { return false };
                from.as_ref().is_none_or(|from| *from <= value) && to.as_ref().is_none_or(|to| *to >= value)
            }
            _ => false,
        }
    }

    fn implies(&self, named: &Claim, claim: &Claim) -> bool {
        match (named, claim) {
            (Claim::Range(a, from, to), Claim::Range(b, least, most)) => {
                let is_above =
                    least.as_ref().is_none_or(|least| from.as_ref().is_some_and(|from| from >= least));
                let is_below = most.as_ref().is_none_or(|most| to.as_ref().is_some_and(|to| to <= most));
                is_above && is_below && self.are_equal_quantities(a, b)
            }
            (Claim::Residue(a, modulus, residues), Claim::Residue(b, own, allowed)) => {
                let fits = |residue: &u64| allowed.contains(&(residue % own));
                modulus % own == 0 && residues.iter().all(fits) && self.are_equal_quantities(a, b)
            }
            (
                Claim::Order { left: a, right: b, strict: first },
                Claim::Order { left: c, right: d, strict: second },
            ) => (*first || !second) && self.are_equal_quantities(a, c) && self.are_equal_quantities(b, d),
            (_, Claim::Relation(_) | Claim::Order { .. }) => {
                self.is_the_same_form(named, claim).unwrap_or(false)
            }
            _ => false,
        }
    }

    fn is_the_same_form(&self, named: &Claim, claim: &Claim) -> Option<bool> {
        let base = self.facts.context.base;
        let (a, sign, modulus) = as_form(named, base)?;
        let (b, goal, own) = as_form(claim, base)?;
        let (a, b) = (self.form(&a)?, self.form(&b)?);
        let follows = sign == goal || (sign, goal) == (Sign::Less, Sign::AtMost);
        let is_equal = a == b || sign == Sign::Equal && Some(&a) == b.clone().times(-1).as_ref();
        Some(follows && modulus == own && is_equal)
    }

    /// A form with the first of each class in the place of all, and numbers where they are known.
    fn form(&self, form: &Linear) -> Option<Linear> {
        let form = self.with_known(form)?;
        let mut sum = Linear::constant(form.constant);
        let places = form.places.iter().map(|(place, weight)| (Thing::Place(*place), *weight));
        let carries = form.carries.iter().map(|(carry, weight)| (Thing::Carry(*carry), *weight));
        for (thing, weight) in places.chain(carries) {
            let one = match self.representative(thing) {
                Thing::Place(place) => Linear { places: vec![(place, 1)], ..Linear::default() },
                Thing::Carry(carry) => Linear::carry(carry),
            };
            sum = sum.plus(&one, weight)?;
        }
        Some(sum)
    }

    fn representative(&self, thing: Thing) -> Thing {
        let class = self.classes.iter().find(|class| class.things.contains(&thing));
        class.and_then(|class| class.things.first()).copied().unwrap_or(thing)
    }

    fn own_values(&self, thing: Thing) -> Option<Vec<i64>> {
        match thing {
            Thing::Place(place) => Some(self.facts.digits(place).iter().map(i64::from).collect()),
            Thing::Carry(carry) => self.facts.carried(carry).map(<[i64]>::to_vec),
        }
    }

    fn values(&self, thing: Thing) -> Option<Vec<i64>> {
        let class = self.classes.iter().find(|class| class.things.contains(&thing));
        class.map_or_else(|| self.own_values(thing), |class| class.values.clone())
    }

    fn known(&self, thing: Thing) -> Option<i64> {
        let class = self.classes.iter().find(|class| class.things.contains(&thing));
        match class {
            Some(class) => class.values.as_ref().filter(|values| values.len() == 1)?.first().copied(),
            None => match thing {
                Thing::Place(place) => self.facts.digits(place).only().map(i64::from),
                Thing::Carry(carry) => {
                    self.facts.carried(carry).filter(|values| values.len() == 1)?.first().copied()
                }
            },
        }
    }

    fn class(&mut self, thing: Thing) -> usize {
        let known = self.classes.iter().position(|class| class.things.contains(&thing));
        known.unwrap_or_else(|| {
            self.classes.push(Class { things: vec![thing], values: self.own_values(thing) });
            self.classes.len() - 1
        })
    }

    fn restrict(&mut self, thing: Thing, values: Vec<i64>) {
        let class = self.class(thing);
        self.classes[class].restrict(Some(values));
    }

    fn unite(&mut self, a: Thing, b: Thing) {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return;
        }
        let other = self.classes.swap_remove(a.max(b));
        let class = &mut self.classes[a.min(b)];
        class.things.extend(other.things);
        class.restrict(other.values);
    }

    /// Whether two places of a group are equal.
    fn has_equals(&self, group: &[Place]) -> bool {
        let mut taken = DigitSet::EMPTY;
        for (i, place) in group.iter().enumerate() {
            let thing = Thing::Place(*place);
            if let Some(digit) = self.known(thing).and_then(|value| Digit::try_from(value).ok()) {
                if taken.contains(digit) {
                    return true;
                }
                taken = taken.with(digit);
            }
            let class = self.classes.iter().find(|class| class.things.contains(&thing));
            let is_equal =
                |other: &Place| class.is_some_and(|class| class.things.contains(&Thing::Place(*other)));
            if group[..i].iter().any(is_equal) {
                return true;
            }
        }
        false
    }
}

impl Class {
    /// Grows whenever something is learnt.
    fn weight(&self) -> usize {
        self.things.len() * 1000 - self.values.as_ref().map_or(999, |values| values.len().min(999))
    }

    fn restrict(&mut self, values: Option<Vec<i64>>) {
        match (&mut self.values, values) {
            (Some(own), Some(values)) => own.retain(|value| values.contains(value)),
            (own @ None, values) => *own = values,
            (Some(_), None) => {}
        }
    }
}

/// The number that a numeral is, if it shows all its digits.
fn shown_number(numeral: &Numeral, facts: &Facts) -> Option<Exact> {
    let is_shown = numeral.elements().all(|element| matches!(element, Element::Shown(_)));
    is_shown.then(|| fukumen_language::judge::numeral_value(numeral, &[], facts.context.base))
}

/// The two sides of an equation.
fn sides(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Relation => match &*chain.rest {
            [(operator, right)] if operator.algebra == Algebra::Equal => Some((&chain.first, right)),
            _ => None,
        },
        _ => None,
    }
}

/// The two factors of a product of two.
fn factors(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Product => match &*chain.rest {
            [(operator, right)] if operator.algebra == Algebra::Times => Some((&chain.first, right)),
            _ => None,
        },
        _ => None,
    }
}
