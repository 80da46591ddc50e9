//! K1: all tuples of the named symbols, carries and numerals are gone through, and every survivor agrees.

use super::Why;
use super::facts::{Facts, for_each_place, is_term, lone_place, places_of_term, round_up};
use super::linear::{Linear, Sign, as_form};
use super::modular::{Equation, added, equation, multiplied, numeral};
use crate::fact::{Carry, Claim, Place, Quantity, Term};
use crate::step::Proof;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::Digit;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::number::{Exact, Undefined};
use std::collections::HashMap;

/// The most tuples.
const TUPLES: u64 = 1_000_000;
/// So few are gone through as they stand.
const FEW_TUPLES: usize = 500;
/// The most things that are gone through.
const OVER: usize = 200;
/// By how many last digits equations are tested before all that they speak of is set.
const LAST_DIGITS: u32 = 3;
/// The most pairs of different digits that are looked at.
const PAIRS: usize = 100_000;

/// Something that is gone through.
struct Variable<'o> {
    term: &'o Term,
    values: Vec<i64>,
}

/// What a tuple must pass, once all that it speaks of is set.
enum Test<'f> {
    Form(Linear, Sign, Option<i128>),
    Different(Place, Place),
    Residue(Equation, Vec<Reduced>, u64),
    Claim(&'f Claim),
    /// The conclusion: what agrees with it need not be followed.
    Conclusion(&'f Claim),
}

/// A leaf of an equation modulo a number.
enum Reduced {
    Carry(Carry),
    Places(Vec<(Place, u64)>, u64),
}

/// The tuple so far.
struct Tuple<'f> {
    facts: &'f Facts<'f>,
    digits: Vec<Digit>,
    is_set: Vec<bool>,
    carries: Vec<(Carry, i64)>,
    tried: u64,
    survivors: u64,
    /// It is no longer looked for survivors if there are more.
    most: u64,
    /// The first survivors, and how many of them are kept.
    kept: Vec<Way>,
    keeps: usize,
}

/// A tuple that is left.
#[derive(Clone, Debug)]
pub struct Way {
    digits: Vec<Option<Digit>>,
    carries: Vec<(Carry, i64)>,
}

impl Way {
    /// The digit of a place that was gone through.
    pub fn digit(&self, place: usize) -> Option<Digit> {
        *self.digits.get(place)?
    }

    /// The value of a carry that was gone through.
    pub fn carry(&self, carry: Carry) -> Option<i64> {
        value_of(&self.carries, carry)
    }
}

fn value_of(carries: &[(Carry, i64)], carry: Carry) -> Option<i64> {
    carries.iter().find(|(known, _)| *known == carry).map(|(_, value)| *value)
}

pub(super) fn accepts(facts: &Facts, claim: &Claim, proof: &Proof) -> Result<(), Why> {
    if proof.over.len() > OVER || !proof.over.iter().all(is_term) || proof.modulo == Some(0) {
        return Err(Why::NotUnderstood);
    }
    if matches!(claim, Claim::Condition(_) | Claim::Distinct(_) | Claim::Digits(_)) {
        return Err(Why::NotUnderstood);
    }
    let mut variables = variables(facts, &proof.over)?;
    let is_first = put_first(claim, &mut variables);
    let tuples =
        variables.iter().fold(1, |tuples: usize, variable| tuples.saturating_mul(variable.values.len()));
    let residues = residues(facts, proof.modulo, tuples > FEW_TUPLES);
    if tuples > FEW_TUPLES {
        arrange(facts, &mut variables, usize::from(is_first), &residues);
    }
    let mut tuple = Tuple::new(facts, &proof.over, claim);
    let levels = levels(&tuple, &variables, claim, residues)?;
    if tuple.has_survivor(&variables, &levels) { Err(Why::DoesNotFollow) } else { Ok(()) }
}

/// The most tuples that are gone through to count those that the facts leave.
const COUNTED: usize = 100_000;

/// How many tuples the facts leave, if there are not too many to count, and the first of them.
pub(super) fn survivors(
    facts: &Facts,
    over: &[Term],
    modulo: Option<u64>,
    keeps: usize,
) -> Result<(u64, Vec<Way>), Why> {
    let mut variables = variables(facts, over)?;
    let tuples =
        variables.iter().fold(1, |tuples: usize, variable| tuples.saturating_mul(variable.values.len()));
    if tuples > COUNTED {
        return Err(Why::TooMuch);
    }
    let residues = residues(facts, modulo, tuples > FEW_TUPLES);
    if tuples > FEW_TUPLES {
        arrange(facts, &mut variables, 0, &residues);
    }
    let mut tuple = Tuple { most: u64::MAX, keeps, ..Tuple::new(facts, over, &Claim::False) };
    let levels = levels(&tuple, &variables, &Claim::False, residues)?;
    if tuple.has_survivor(&variables, &levels) {
        return Err(Why::Interrupted);
    }
    Ok((tuple.survivors, tuple.kept))
}

/// The leaves of an equation for which there is room without a list.
const FEW_LEAVES: usize = 16;

/// How many tuples are gone through between two looks at the interrupt.
const TRIED_AT_ONCE: u64 = 64;

/// Their values, of which there are no more than can be gone through.
fn variables<'o>(facts: &Facts, over: &'o [Term]) -> Result<Vec<Variable<'o>>, Why> {
    let mut tuples = 1u64;
    let mut variables = Vec::with_capacity(over.len());
    for term in over {
        let values = match term {
            Term::Place(place) => facts.digits(*place).iter().map(i64::from).collect(),
            Term::Carry(carry) => facts.carried(*carry).ok_or(Why::NotUnderstood)?.to_vec(),
            Term::Numeral(elements) => numbers(facts, elements)?,
        };
        tuples = tuples.checked_mul(values.len() as u64).filter(|all| *all <= TUPLES).ok_or(Why::TooMuch)?;
        variables.push(Variable { term, values });
    }
    Ok(variables)
}

/// The whole numbers in the named ranges and residues of a numeral.
fn numbers(facts: &Facts, elements: &[Element]) -> Result<Vec<i64>, Why> {
    let is_it = |quantity: &Quantity| match quantity {
        Quantity::Expr(Expr::Numeral(numeral)) => {
            numeral.is_whole()
                && numeral.base.is_none_or(|base| base == facts.context.base)
                && numeral.whole == elements
        }
        _ => false,
    };
    let size =
        u32::try_from(elements.len()).ok().and_then(|n| i64::from(facts.context.base.get()).checked_pow(n));
    let (mut from, mut to) = (0i64, size.map(|size| size - 1));
    let mut residues: Vec<(u64, &[u64])> = Vec::new();
    let mut is_named = false;
    for (_, claim) in facts.claims {
        match claim {
            Claim::Range(quantity, low, high) if is_it(quantity) => {
                is_named = true;
                if let Some(low) = low {
                    from = from.max(round_up(low).to_i64().ok_or(Why::TooMuch)?);
                }
                if let Some(high) = high.as_ref().and_then(|high| high.floor().to_i64()) {
                    to = Some(to.map_or(high, |to| to.min(high)));
                }
            }
            Claim::Residue(quantity, modulus, values) if is_it(quantity) => {
                is_named = true;
                residues.push((*modulus, values));
            }
            _ => {}
        }
    }
    if !is_named {
        return Err(Why::NotUnderstood);
    }
    residues.arrange_by_key(|(modulus, _)| std::cmp::Reverse(*modulus));
    listed(from, to.ok_or(Why::TooMuch)?, &residues)
}

/// The numbers between two that have these residues. The largest modulus comes first.
fn listed(from: i64, to: i64, residues: &[(u64, &[u64])]) -> Result<Vec<i64>, Why> {
    let (modulus, first) = residues.first().copied().unwrap_or((1, &[0]));
    let fits = |number: i64| {
        residues.iter().all(|(modulus, values)| {
            values.binary_search(&((i128::from(number).rem_euclid(i128::from(*modulus))) as u64)).is_ok()
        })
    };
    let step = i128::from(modulus);
    let width = (i128::from(to) - i128::from(from) + 1).max(0);
    if width / step * first.len() as i128 > i128::from(TUPLES) {
        return Err(Why::TooMuch);
    }
    let mut numbers = Vec::new();
    for residue in first {
        let mut number = i128::from(from) + (i128::from(*residue) - i128::from(from)).rem_euclid(step);
        while number <= i128::from(to) {
            numbers.extend(i64::try_from(number).ok().filter(|number| fits(*number)));
            number += step;
        }
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// What the conclusion speaks of comes first, and of that only what it excludes. Whether there is such a thing.
fn put_first(claim: &Claim, variables: &mut [Variable]) -> bool {
    let is_said = |term: &Term| match claim {
        Claim::Digit(place, _) => *term == Term::Place(*place),
        Claim::Carry(carry, _) => *term == Term::Carry(*carry),
        _ => false,
    };
    let Some(first) = variables.iter().position(|variable| is_said(variable.term)) else { return false };
    match claim {
        Claim::Digit(_, digits) => {
            variables[first].values.retain(|digit| !digits.contains(*digit as Digit));
        }
        Claim::Carry(_, values) => variables[first].values.retain(|value| !values.contains(value)),
        _ => {}
    }
    variables.swap(0, first);
    true
}

/// An equation modulo a number, and its leaves.
struct Modular {
    equation: Equation,
    leaves: Vec<Reduced>,
    modulus: u64,
    /// Whether it only follows from what is tested anyway, of which more has to be set.
    is_part: bool,
}

/// The equations modulo the number; if it is worth it, also what they say of fewer last digits.
fn residues(facts: &Facts, modulo: Option<u64>, has_parts: bool) -> Vec<Modular> {
    if modulo.is_none() && !has_parts {
        return Vec::new();
    }
    let base = u64::from(facts.context.base.get());
    let whole = modulo.or_else(|| base.checked_pow(LAST_DIGITS)).unwrap_or(base);
    let mut moduli = vec![whole];
    while let Some(last) = moduli.last()
        && has_parts
        && last % base == 0
        && *last > base
    {
        moduli.push(last / base);
    }
    let is_sum = |fact: &Claim| modulo.is_none() && as_form(fact, facts.context.base).is_some();
    let mut residues = Vec::new();
    for (_, fact) in facts.claims.iter().filter(|(_, fact)| !is_sum(fact)) {
        for modulus in &moduli {
            let Some((equation, leaves)) = reduced(facts, fact, *modulus) else { break };
            let is_part = modulo != Some(*modulus);
            residues.push(Modular { equation, leaves, modulus: *modulus, is_part });
        }
    }
    residues
}

/// Puts the variables behind the first ones in the order in which equations can be tested with as few of them as possible.
fn arrange(facts: &Facts, variables: &mut Vec<Variable>, first: usize, residues: &[Modular]) {
    let mut at_places: HashMap<Place, usize> = HashMap::new();
    let mut at_carries: HashMap<Carry, usize> = HashMap::new();
    for (index, variable) in variables.iter().enumerate() {
        match variable.term {
            Term::Carry(carry) => _ = at_carries.insert(*carry, index),
            term => places_of_term(term, &mut |place| _ = at_places.entry(place).or_insert(index)),
        }
    }
    let mut sets: Vec<Option<Vec<usize>>> = Vec::new();
    for (_, fact) in facts.claims {
        if matches!(fact, Claim::Relation(_) | Claim::Condition(_) | Claim::Same(..) | Claim::Order { .. }) {
            let mut set = Some(Vec::new());
            let mut add = |at: Option<&usize>| match (at, &mut set) {
                (Some(at), Some(set)) => set.push(*at),
                _ => set = None,
            };
            for_each_place(fact, &mut |place| add(at_places.get(&place)));
            for_each_carry(fact, &mut |carry| add(at_carries.get(&carry)));
            sets.push(set);
        }
    }
    for residue in residues {
        let mut set = Some(Vec::new());
        for leaf in &residue.leaves {
            let own: Option<Vec<usize>> = match leaf {
                Reduced::Carry(carry) => at_carries.get(carry).map(|at| vec![*at]),
                Reduced::Places(places, _) => {
                    places.iter().map(|(place, _)| at_places.get(place).copied()).collect()
                }
            };
            set = set.zip(own).map(|(set, own): (Vec<usize>, _)| [set, own].concat());
        }
        sets.push(set);
    }
    let mut sets: Vec<Vec<usize>> = sets.into_iter().flatten().collect();
    let mut order: Vec<usize> = (0..first).collect();
    let mut is_set: Vec<bool> = (0..variables.len()).map(|at| at < first).collect();
    loop {
        for set in &mut sets {
            set.retain(|at| !is_set[*at]);
            set.sort_unstable();
            set.dedup();
        }
        sets.retain(|set| !set.is_empty());
        let ways = |set: &&Vec<usize>| {
            set.iter().fold(1_u64, |ways, at| ways.saturating_mul(variables[*at].values.len() as u64))
        };
        let Some(mut next) = sets.iter().min_by_key(ways).cloned() else { break };
        next.arrange_by_key(|at| variables[*at].values.len());
        next.iter().for_each(|at| is_set[*at] = true);
        order.extend(next);
    }
    order.extend((0..variables.len()).filter(|at| !is_set[*at]));
    let mut old: Vec<Option<Variable>> = std::mem::take(variables).into_iter().map(Some).collect();
    variables.extend(order.into_iter().filter_map(|at| old[at].take()));
}

/// The tests of each level: those that can be made once its variable is set, and not before.
fn levels<'f>(
    tuple: &Tuple<'f>,
    variables: &[Variable],
    claim: &'f Claim,
    residues: Vec<Modular>,
) -> Result<Vec<Vec<Test<'f>>>, Why> {
    let facts = tuple.facts;
    let mut place_levels = vec![None; tuple.digits.len()];
    let mut carry_levels: Vec<(Carry, usize)> = Vec::new();
    for (level, variable) in variables.iter().enumerate() {
        match variable.term {
            Term::Carry(carry) => carry_levels.push((*carry, level)),
            term => places_of_term(term, &mut |place| {
                place_levels[place.index()].get_or_insert(level);
            }),
        }
    }
    let of_place = |place: Place| place_levels.get(place.index()).copied().flatten();
    let of_carry =
        |carry: Carry| carry_levels.iter().find(|(known, _)| *known == carry).map(|(_, level)| *level);
    let of_claim = |claim: &Claim| {
        let mut level = Some(0);
        for_each_place(claim, &mut |place| level = level.zip(of_place(place)).map(|(a, b)| a.max(b)));
        for_each_carry(claim, &mut |carry| level = level.zip(of_carry(carry)).map(|(a, b)| a.max(b)));
        level
    };
    let mut levels: Vec<Vec<Test>> = Vec::new();
    levels.resize_with(variables.len().max(1), Vec::new);
    let mut pairs = 0;
    for (_, fact) in facts.claims {
        if let Claim::Distinct(places) = fact {
            let covered: Vec<(usize, Place)> =
                places.iter().filter_map(|place| Some((of_place(*place)?, *place))).collect();
            pairs += covered.len() * covered.len() / 2;
            if pairs > PAIRS {
                return Err(Why::TooMuch);
            }
            for (i, (level, place)) in covered.iter().enumerate() {
                for (other, second) in &covered[..i] {
                    levels[*level.max(other)].push(Test::Different(*place, *second));
                }
            }
            continue;
        }
        if let Some(level) = of_claim(fact)
            && let Some(test) = test_of(facts, fact)
        {
            levels[level].push(test);
        }
    }
    for Modular { equation, leaves, modulus, is_part } in residues {
        let level_of_leaf = |leaf: &Reduced| match leaf {
            Reduced::Carry(carry) => of_carry(*carry),
            Reduced::Places(places, _) => {
                places.iter().try_fold(0, |level: usize, (place, _)| Some(level.max(of_place(*place)?)))
            }
        };
        let level = leaves.iter().try_fold(0, |level: usize, leaf| Some(level.max(level_of_leaf(leaf)?)));
        // The last level has the whole equation.
        if let Some(level) = level.filter(|level| !is_part || level + 1 < variables.len()) {
            levels[level].push(Test::Residue(equation, leaves, modulus));
        }
    }
    match claim {
        Claim::False => {}
        _ => {
            let level = of_claim(claim).ok_or(Why::NotUnderstood)?;
            levels[level].insert(0, Test::Conclusion(claim));
        }
    }
    Ok(levels)
}

fn for_each_carry(claim: &Claim, visit: &mut dyn FnMut(Carry)) {
    let mut quantity = |quantity: &Quantity| {
        if let Quantity::Carry(carry) = quantity {
            visit(*carry);
        }
    };
    match claim {
        Claim::Carry(carry, _) => visit(*carry),
        Claim::Range(one, ..) | Claim::Residue(one, ..) => quantity(one),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => {
            quantity(left);
            quantity(right);
        }
        Claim::Relation(relation) => relation.terms.iter().for_each(|(term, _)| {
            if let Term::Carry(carry) = term {
                visit(*carry);
            }
        }),
        _ => {}
    }
}

fn test_of<'f>(facts: &Facts<'f>, fact: &'f Claim) -> Option<Test<'f>> {
    match fact {
        // Values were chosen by these, but those of a numeral's digits were not.
        Claim::Digit(..) | Claim::Residue(..) | Claim::Range(..) | Claim::Carry(..) => {
            Some(Test::Claim(fact))
        }
        Claim::Relation(_) | Claim::Condition(_) | Claim::Same(..) | Claim::Order { .. } => {
            let form = as_form(fact, facts.context.base).filter(|(form, ..)| is_small(form));
            Some(form.map_or(Test::Claim(fact), |(form, sign, modulus)| Test::Form(form, sign, modulus)))
        }
        Claim::False | Claim::Distinct(_) | Claim::Digits(_) => None,
    }
}

/// Whether no digits and carries make a form overflow.
fn is_small(form: &Linear) -> bool {
    const SMALL: u128 = 1 << 55;
    let weights = form.places.iter().map(|(_, weight)| weight.unsigned_abs());
    let weights = weights.chain(form.carries.iter().map(|(_, weight)| weight.unsigned_abs()));
    let count = form.places.len() + form.carries.len();
    count < 1000 && weights.chain([form.constant.unsigned_abs()]).all(|weight| weight < SMALL)
}

fn reduced(facts: &Facts, fact: &Claim, modulus: u64) -> Option<(Equation, Vec<Reduced>)> {
    let equation = equation(fact, modulus, facts.context.base, false)?;
    let leaves = equation.leaves.iter().map(|leaf| match leaf {
        Term::Place(place) => Reduced::Places(vec![(*place, 1 % modulus)], 0),
        Term::Carry(carry) => Reduced::Carry(*carry),
        Term::Numeral(elements) => {
            let (places, rest) = numeral(elements, facts.context.base, modulus);
            Reduced::Places(places, rest)
        }
    });
    let leaves = leaves.collect();
    Some((equation, leaves))
}

impl<'f> Tuple<'f> {
    fn new(facts: &'f Facts<'f>, over: &[Term], claim: &Claim) -> Self {
        let mut places = super::facts::places(facts.claims.iter().map(|(_, claim)| *claim).chain([claim]));
        over.iter()
            .for_each(|term| places_of_term(term, &mut |place| places = places.max(place.index() + 1)));
        Self {
            facts,
            digits: vec![0; places],
            is_set: vec![false; places],
            carries: Vec::new(),
            tried: 0,
            survivors: 0,
            most: 0,
            kept: Vec::new(),
            keeps: 0,
        }
    }

    /// Whether more survive than may.
    fn has_survivor(&mut self, variables: &[Variable], levels: &[Vec<Test>]) -> bool {
        if variables.is_empty() {
            return levels[0].iter().all(|test| self.passes(test));
        }
        self.goes_on(0, variables, levels)
    }

    fn goes_on(&mut self, level: usize, variables: &[Variable], levels: &[Vec<Test>]) -> bool {
        let Some(variable) = variables.get(level) else {
            self.survivors += 1;
            if self.kept.len() < self.keeps {
                let digits =
                    self.digits.iter().zip(&self.is_set).map(|(digit, is_set)| is_set.then_some(*digit));
                self.kept.push(Way { digits: digits.collect(), carries: self.carries.clone() });
            }
            return self.survivors > self.most;
        };
        for value in &variable.values {
            let survives = match variable.term {
                Term::Place(place) => {
                    let index = place.index();
                    if self.is_set[index] {
                        i64::from(self.digits[index]) == *value
                            && self.rest_survives(level, variables, levels)
                    } else {
                        (self.digits[index], self.is_set[index]) = (*value as Digit, true);
                        let survives = self.rest_survives(level, variables, levels);
                        self.is_set[index] = false;
                        survives
                    }
                }
                Term::Carry(carry) => {
                    if let Some(known) = value_of(&self.carries, *carry) {
                        known == *value && self.rest_survives(level, variables, levels)
                    } else {
                        self.carries.push((*carry, *value));
                        let survives = self.rest_survives(level, variables, levels);
                        self.carries.pop();
                        survives
                    }
                }
                Term::Numeral(elements) => {
                    let mut newly = Vec::new();
                    let fits = self.write(elements, *value, &mut newly);
                    let survives = fits && self.rest_survives(level, variables, levels);
                    newly.iter().for_each(|place: &Place| self.is_set[place.index()] = false);
                    survives
                }
            };
            if survives {
                return true;
            }
        }
        false
    }

    fn rest_survives(&mut self, level: usize, variables: &[Variable], levels: &[Vec<Test>]) -> bool {
        self.tried += 1;
        // What is not gone through counts as one that survives.
        if self.tried.is_multiple_of(TRIED_AT_ONCE) && self.facts.interrupt.is_raised() {
            return true;
        }
        levels[level].iter().all(|test| self.passes(test)) && self.goes_on(level + 1, variables, levels)
    }

    /// Puts the digits of a number in the places of a numeral; says whether they fit.
    fn write(&mut self, elements: &[Element], value: i64, newly: &mut Vec<Place>) -> bool {
        let base = i64::from(self.facts.context.base.get());
        let mut rest = value;
        for element in elements.iter().rev() {
            let digit = (rest % base) as Digit;
            rest /= base;
            let fits = match element {
                Element::Shown(shown) => *shown == digit,
                Element::Hidden(place) if self.is_set[place.index()] => self.digits[place.index()] == digit,
                Element::Hidden(place) => {
                    (self.digits[place.index()], self.is_set[place.index()]) = (digit, true);
                    newly.push(*place);
                    self.facts.digits(*place).contains(digit)
                }
            };
            if !fits {
                return false;
            }
        }
        rest == 0
    }

    fn carried(&self, carry: Carry) -> i64 {
        value_of(&self.carries, carry).unwrap_or(0)
    }

    fn passes(&self, test: &Test) -> bool {
        match test {
            Test::Different(a, b) => self.digits[a.index()] != self.digits[b.index()],
            Test::Form(form, sign, modulus) => {
                let value = self.value(form);
                match (sign, modulus) {
                    (Sign::Equal, Some(modulus)) => value.rem_euclid(*modulus) == 0,
                    (_, Some(_)) => true,
                    (Sign::Equal, None) => value == 0,
                    (Sign::Unequal, None) => value != 0,
                    (Sign::Less, None) => value < 0,
                    (Sign::AtMost, None) => value <= 0,
                }
            }
            Test::Residue(equation, leaves, modulus) => {
                // Most have few leaves, for which no list has to be made.
                let mut few = [0; FEW_LEAVES];
                let Some(own) = few.get_mut(..leaves.len()) else {
                    let all: Vec<u64> = leaves.iter().map(|leaf| self.residue(leaf, *modulus)).collect();
                    return equation.poly.value(&all, *modulus) == 0;
                };
                own.iter_mut().zip(leaves).for_each(|(own, leaf)| *own = self.residue(leaf, *modulus));
                equation.poly.value(own, *modulus) == 0
            }
            Test::Claim(claim) => self.holds(claim) != Truth::No,
            Test::Conclusion(claim) => self.holds(claim) != Truth::Yes,
        }
    }

    /// The value of a form whose weights are small.
    fn value(&self, form: &Linear) -> i128 {
        let places =
            form.places.iter().map(|(place, weight)| weight * i128::from(self.digits[place.index()]));
        let carries = form.carries.iter().map(|(carry, weight)| weight * i128::from(self.carried(*carry)));
        form.constant + places.sum::<i128>() + carries.sum::<i128>()
    }

    fn residue(&self, leaf: &Reduced, modulus: u64) -> u64 {
        match leaf {
            Reduced::Carry(carry) => i128::from(self.carried(*carry)).rem_euclid(i128::from(modulus)) as u64,
            Reduced::Places(places, rest) => places.iter().fold(*rest, |sum, (place, weight)| {
                let digit = u64::from(self.digits[place.index()]);
                added(sum, multiplied(digit % modulus, *weight, modulus), modulus)
            }),
        }
    }

    fn number(&self, quantity: &Quantity) -> Result<Exact, Undefined> {
        match quantity {
            Quantity::Expr(expr) => match lone_place(expr) {
                Some(place) => Ok(Exact::from(i64::from(self.digits[place.index()]))),
                None => judge::number(expr, &self.digits, self.facts.context),
            },
            Quantity::Carry(carry) => Ok(Exact::from(self.carried(*carry))),
        }
    }

    /// Whether a claim is true of the tuple. What is too large to compute is undecided.
    fn holds(&self, claim: &Claim) -> Truth {
        let both = |left: &Quantity, right: &Quantity, holds: fn(&Exact, &Exact) -> bool| match (
            self.number(left),
            self.number(right),
        ) {
            (Ok(left), Ok(right)) => Truth::from(holds(&left, &right)),
            (Err(Undefined::NoValue), _) | (_, Err(Undefined::NoValue)) => Truth::No,
            _ => Truth::Undecided,
        };
        let one = |quantity: &Quantity, holds: &dyn Fn(&Exact) -> bool| match self.number(quantity) {
            Ok(number) => Truth::from(holds(&number)),
            Err(Undefined::NoValue) => Truth::No,
            Err(_) => Truth::Undecided,
        };
        match claim {
            Claim::Digit(place, digits) => digits.contains(self.digits[place.index()]).into(),
            Claim::Carry(carry, values) => values.contains(&self.carried(*carry)).into(),
            Claim::Range(quantity, from, to) => one(quantity, &|number| {
                from.as_ref().is_none_or(|from| from <= number) && to.as_ref().is_none_or(|to| number <= to)
            }),
            Claim::Residue(quantity, modulus, residues) => one(quantity, &|number| {
                number.is_integer() && residues.binary_search(&number.floor().residues(*modulus).0).is_ok()
            }),
            Claim::Relation(relation) => match Linear::relation(relation, self.facts.context.base) {
                Some(form) if is_small(&form) => {
                    let value = self.value(&form);
                    relation.modulo.map_or(value == 0, |modulus| value.rem_euclid(modulus) == 0).into()
                }
                _ => Truth::Undecided,
            },
            Claim::Order { left, right, strict: true } => both(left, right, |a, b| a < b),
            Claim::Order { left, right, strict: false } => both(left, right, |a, b| a <= b),
            Claim::Same(left, right) => both(left, right, |a, b| a == b),
            Claim::Condition(expr) => judge::truth(expr, &self.digits, self.facts.context),
            Claim::False => Truth::No,
            Claim::Distinct(_) | Claim::Digits(_) => Truth::Undecided,
        }
    }
}
