//! Takes out values that no assignment has: each constraint again and again, until none takes out more.

use crate::number::gcd;
use crate::value::Open;

use super::domain::{Domain, Empty};
use super::form::{Form, Item};
use super::model::{Constraint, Line, Model, Sign};
use super::residues::narrow_congruence;
use super::shares::{can_all_be_placed, share_out};

/// How often a constraint may be looked at, on average: ends of wide ranges come near each other in small steps.
const LOOKS: usize = 30;

pub struct Narrower<'m> {
    pub model: &'m Model,
    queue: Vec<usize>,
    is_queued: Vec<bool>,
    /// Items that were narrowed, of which constraints have not been told.
    changed: Vec<Item>,
    /// How often each constraint left nothing.
    pub failures: Vec<u32>,
    known: Vec<Option<u8>>,
    digits: Vec<u64>,
}

/// The sum of ends, and how many of them are not known.
#[derive(Clone, Copy)]
struct Sum {
    total: i128,
    unknown: u32,
}

impl Sum {
    fn add(&mut self, end: Option<i128>) {
        match end.and_then(|end| self.total.checked_add(end)) {
            Some(total) => self.total = total,
            None => self.unknown += 1,
        }
    }

    fn known(&self) -> Option<i128> {
        (self.unknown == 0).then_some(self.total)
    }

    /// Without one of its ends.
    fn without(&self, end: Option<i128>) -> Option<i128> {
        match end {
            Some(end) if self.unknown == 0 => self.total.checked_sub(end),
            None if self.unknown == 1 => Some(self.total),
            _ => None,
        }
    }
}

/// The least and the greatest value of a term.
fn ends(domain: &Domain, weight: i128) -> (Option<i128>, Option<i128>) {
    let times = |end: Option<i128>| end.and_then(|end| end.checked_mul(weight));
    let (low, high) = (times(domain.low()), times(domain.high()));
    if weight > 0 { (low, high) } else { (high, low) }
}

impl<'m> Narrower<'m> {
    pub fn new(model: &'m Model) -> Self {
        let count = model.constraints.len();
        Self {
            model,
            queue: Vec::new(),
            is_queued: vec![false; count],
            changed: Vec::new(),
            failures: vec![0; count],
            known: Vec::new(),
            digits: Vec::new(),
        }
    }

    /// Looks at constraints from a number on, at those of an item that was narrowed, and at all that they touch.
    pub fn begin(&mut self, first: usize, item: Option<Item>, domains: &mut [Domain]) -> Result<(), Empty> {
        self.changed.extend(item);
        (first..self.model.constraints.len()).for_each(|at| self.push(at));
        self.narrow(domains)
    }

    /// Keeps one value of an item.
    pub fn put(&mut self, item: Item, value: i128, domains: &mut [Domain]) -> Result<(), Empty> {
        domains[item].raise(value)?;
        domains[item].lower(value)?;
        self.changed.push(item);
        self.narrow(domains)
    }

    fn push(&mut self, constraint: usize) {
        if !std::mem::replace(&mut self.is_queued[constraint], true) {
            self.queue.push(constraint);
        }
    }

    fn tell(&mut self) {
        while let Some(item) = self.changed.pop() {
            let model = self.model;
            model.touches[item].iter().for_each(|at| self.push(*at));
        }
    }

    fn narrow(&mut self, domains: &mut [Domain]) -> Result<(), Empty> {
        self.tell();
        let mut looks = LOOKS * (self.model.constraints.len() + 1);
        let mut result = Ok(());
        let mut late = Vec::new();
        while let Some(at) = self.queue.pop().or_else(|| late.pop()) {
            // What takes long is looked at once the rest is done.
            let is_late =
                matches!(self.model.constraints[at], Constraint::Truth(..) | Constraint::Congruence(_));
            if is_late && !self.queue.is_empty() {
                late.push(at);
                continue;
            }
            self.is_queued[at] = false;
            looks -= 1;
            result = if looks == 0 { Ok(()) } else { self.look(at, domains) };
            if result.is_err() {
                self.failures[at] += 1;
            }
            if result.is_err() || looks == 0 {
                break;
            }
            self.tell();
        }
        for at in self.queue.drain(..).chain(late) {
            self.is_queued[at] = false;
        }
        self.changed.clear();
        result
    }

    fn look(&mut self, at: usize, domains: &mut [Domain]) -> Result<(), Empty> {
        let model = self.model;
        match &model.constraints[at] {
            Constraint::Line(line) => self.line(line, domains),
            Constraint::Congruence(congruence) => {
                narrow_congruence(model, congruence, domains, &mut self.changed)
            }
            Constraint::Different(items) => self.different(items, domains),
            Constraint::Node(item) => self.node(*item, domains),
            Constraint::OneOf(item, values) => {
                let fits = |value: i128| i64::try_from(value).is_ok_and(|value| values.contains(&value));
                self.note(*item, domains[*item].retain(fits)?);
                match domains[*item].only() {
                    Some(value) if !fits(value) => Err(Empty),
                    _ => Ok(()),
                }
            }
            Constraint::Truth(condition, wanted, cells) => {
                self.known.resize(model.cells.max(self.known.len()), None);
                self.digits.resize(self.known.len(), 0);
                let mut open = None;
                for (cell, item) in cells {
                    self.digits[*cell] = domains[*item].as_digits();
                    self.known[*cell] = domains[*item].only().and_then(|digit| u8::try_from(digit).ok());
                    if self.known[*cell].is_none() {
                        open = open.map_or(Some((*cell, *item)), |_| Some((usize::MAX, 0)));
                    }
                }
                let is_false = |known: &[Option<u8>], digits: &[u64]| {
                    let open = Open { known, digits, base: model.base, bounds: &model.bounds };
                    open.truth(condition).is_some_and(|truth| truth != *wanted)
                };
                if is_false(&self.known, &self.digits) {
                    return Err(Empty);
                }
                // The last digit that is open takes only what fits.
                if let Some((cell, item)) = open.filter(|(cell, _)| *cell != usize::MAX) {
                    let mut kept = 0u64;
                    for digit in domains[item].values() {
                        self.known[cell] = u8::try_from(digit).ok();
                        self.digits[cell] = 1 << digit;
                        kept |= u64::from(!is_false(&self.known, &self.digits)) << digit;
                    }
                    self.note(item, domains[item].retain(|digit| kept >> digit & 1 == 1)?);
                }
                Ok(())
            }
        }
    }

    pub fn note(&mut self, item: Item, is_less: bool) {
        if is_less {
            self.changed.push(item);
        }
    }

    fn line(&mut self, line: &Line, domains: &mut [Domain]) -> Result<(), Empty> {
        let Form { terms, constant } = &line.form;
        let start = Sum { total: *constant, unknown: 0 };
        let (mut low, mut high, mut open) = (start, start, 0);
        for (item, weight) in terms {
            let (least, greatest) = ends(&domains[*item], *weight);
            low.add(least);
            high.add(greatest);
            open += usize::from(domains[*item].only().is_none());
        }
        let (above, below) =
            (low.known().is_some_and(|low| low > 0), high.known().is_some_and(|high| high < 0));
        match line.sign {
            Sign::Equal if above || below => return Err(Empty),
            Sign::AtMost if above => return Err(Empty),
            Sign::Unequal => return self.unequal(&line.form, open, domains),
            _ => {}
        }
        if open == 0 {
            return Ok(());
        }
        if !line.shares.is_empty() {
            share_out(line, domains, low.known(), high.known())?;
        }
        for (item, weight) in terms {
            if domains[*item].only().is_some() {
                continue;
            }
            let (least, greatest) = ends(&domains[*item], *weight);
            let most = low.without(least).and_then(i128::checked_neg);
            let fewest = high.without(greatest).and_then(i128::checked_neg);
            let mut is_less = false;
            if let Some(most) = most {
                is_less |= match *weight > 0 {
                    true => domains[*item].lower(most.div_euclid(*weight))?,
                    false => domains[*item].raise(-most.div_euclid(-*weight))?,
                };
            }
            if let Some(fewest) = fewest.filter(|_| line.sign == Sign::Equal) {
                is_less |= match *weight > 0 {
                    true => domains[*item].raise(-(-fewest).div_euclid(*weight))?,
                    false => domains[*item].lower((-fewest).div_euclid(-*weight))?,
                };
            }
            self.note(*item, is_less);
        }
        match (line.sign, open) {
            (Sign::Equal, 2) => self.pair(&line.form, domains),
            (Sign::Equal, _) => self.divide(&line.form, domains),
            _ => Ok(()),
        }
    }

    fn unequal(&mut self, form: &Form, open: usize, domains: &mut [Domain]) -> Result<(), Empty> {
        let Some(rest) = form.with_known(|item| domains[item].only()) else { return Ok(()) };
        match &*rest.terms {
            [] if rest.constant == 0 => Err(Empty),
            [(item, weight)] if open == 1 && rest.constant % weight == 0 => {
                let is_less = domains[*item].remove(-(rest.constant / weight))?;
                self.note(*item, is_less);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// An equation in two items: each keeps the values that the other has a value for.
    fn pair(&mut self, form: &Form, domains: &mut [Domain]) -> Result<(), Empty> {
        let Some(rest) = form.with_known(|item| domains[item].only()) else { return Ok(()) };
        let [(a, p), (b, q)] = *rest.terms else { return Ok(()) };
        for (a, p, b, q) in [(a, p, b, q), (b, q, a, p)] {
            let other = domains[b];
            let is_less = domains[a].retain(|value| {
                let sum = p.checked_mul(value).and_then(|product| product.checked_add(rest.constant));
                sum.is_none_or(|sum| sum % q == 0 && other.contains(-(sum / q)))
            })?;
            self.note(a, is_less);
        }
        Ok(())
    }

    /// What the factors of all other items have in common divides the rest.
    fn divide(&mut self, form: &Form, domains: &mut [Domain]) -> Result<(), Empty> {
        let is_open = |item: Item| domains[item].only().is_none();
        let ones = form.terms.iter().filter(|(item, weight)| weight.unsigned_abs() == 1 && is_open(*item));
        if ones.take(2).count() == 2 {
            return Ok(());
        }
        let Some(rest) = form.with_known(|item| domains[item].only()) else { return Ok(()) };
        for (at, (item, weight)) in rest.terms.iter().enumerate() {
            let others = rest.terms.iter().enumerate().filter(|(other, _)| *other != at);
            let divisor = others.fold(0, |divisor, (_, (_, weight))| gcd(divisor, *weight));
            if divisor.unsigned_abs() > 1 {
                let is_less = domains[*item].retain(|value| {
                    let sum = weight.checked_mul(value).and_then(|sum| sum.checked_add(rest.constant));
                    sum.is_none_or(|sum| sum % divisor == 0)
                })?;
                self.note(*item, is_less);
            }
        }
        Ok(())
    }

    fn different(&mut self, items: &[Item], domains: &mut [Domain]) -> Result<(), Empty> {
        let mut taken = 0u64;
        let mut told = 0;
        // What is taken away may leave another with one digit.
        loop {
            for item in items {
                let digits = domains[*item].as_digits();
                if digits.is_power_of_two() && told & digits == 0 {
                    taken |= digits;
                }
            }
            let new = taken & !told;
            if new == 0 {
                break;
            }
            told = taken;
            let mut owners = 0u64;
            for item in items {
                let digits = domains[*item].as_digits();
                if digits.is_power_of_two() && digits & new != 0 {
                    if owners & digits != 0 {
                        return Err(Empty);
                    }
                    owners |= digits;
                } else if digits & new != 0 {
                    let is_less = domains[*item].retain(|digit| new >> digit & 1 == 0)?;
                    self.note(*item, is_less);
                }
            }
        }
        self.places(items, domains)
    }

    /// Whether there are enough digits; where there are no more than needed, a digit with one place stands there.
    fn places(&mut self, items: &[Item], domains: &mut [Domain]) -> Result<(), Empty> {
        let digits: Vec<u64> = items.iter().map(|item| domains[*item].as_digits()).collect();
        let union = digits.iter().fold(0, |all, own| all | own);
        let count = union.count_ones() as usize;
        if count < items.len() {
            return Err(Empty);
        }
        if digits.iter().any(|own| (own.count_ones() as usize) < items.len()) && !can_all_be_placed(&digits) {
            return Err(Empty);
        }
        if count > items.len() {
            return Ok(());
        }
        let (mut once, mut twice) = (0, 0);
        for own in &digits {
            twice |= once & own;
            once |= own;
        }
        for (item, own) in items.iter().zip(&digits) {
            let alone = own & !twice;
            if alone != 0 && *own != alone {
                let is_less = domains[*item].retain(|digit| alone >> digit & 1 == 1)?;
                self.note(*item, is_less);
            }
        }
        Ok(())
    }
}
