//! What every place, carry and expression lies between, given the named facts and one more that is assumed.

use super::alike::are_alike;
use super::facts::{Facts, lone_place};
use super::interval::{Empty, End, Interval};
use super::linear::Linear;
use super::shares::shared;
use crate::fact::{Carry, Claim, Place, Quantity};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Chain, Element, Expr};
use fukumen_language::judge;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, Kind, Tier};

/// Domains and ranges. Places past the end of a list have what `facts` say.
#[derive(Debug)]
pub(super) struct World<'w> {
    pub facts: &'w Facts<'w>,
    least: Vec<Digit>,
    most: Vec<Digit>,
    digits: Vec<DigitSet>,
    /// The group of each place by number, counted from 1.
    groups: Vec<u32>,
    ranges: Vec<(&'w Expr, Interval)>,
    carry: Option<(Carry, (i64, i64))>,
}

impl<'w> World<'w> {
    /// The world of the facts, for places below a number.
    pub fn new(facts: &'w Facts<'w>, places: usize) -> Result<Self, Empty> {
        let digits: Vec<DigitSet> = (0..places).map(|place| facts.digits(Place::new(place))).collect();
        let least = digits.iter().map(|own| DigitSet::min(*own).ok_or(Empty)).collect::<Result<_, _>>()?;
        let most = digits.iter().map(|own| DigitSet::max(*own).ok_or(Empty)).collect::<Result<_, _>>()?;
        let mut groups = vec![0; places];
        for (group, members) in (1..).zip(facts.groups()) {
            for place in members {
                if let Some(own @ 0) = groups.get_mut(place.index()) {
                    *own = group;
                }
            }
        }
        let ranges = facts.claims.iter().filter_map(|(_, claim)| match claim {
            Claim::Range(Quantity::Expr(expr), from, to) if lone_place(expr).is_none() => {
                Some((expr, Interval::between(from.as_ref(), to.as_ref())))
            }
            _ => None,
        });
        Ok(Self { facts, least, most, digits, groups, ranges: ranges.collect(), carry: None })
    }

    pub fn has_ranges(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Whether two of these places are in one group.
    pub fn has_groups(&self) -> bool {
        self.groups.iter().any(|group| *group != 0)
    }

    /// Puts a set of digits in the place of what was known. There is one at least.
    pub fn put(&mut self, place: Place, digits: DigitSet) {
        let index = place.index();
        if let (Some(least), Some(most)) = (digits.min(), digits.max()) {
            (self.digits[index], self.least[index], self.most[index]) = (digits, least, most);
        }
    }

    pub fn put_carry(&mut self, carry: Carry, from: i64, to: i64) {
        self.carry = Some((carry, (from, to)));
    }

    pub fn assume(&mut self, expr: &'w Expr, range: Interval) {
        self.ranges.push((expr, range));
    }

    pub fn digits(&self, place: Place) -> DigitSet {
        self.digits.get(place.index()).copied().unwrap_or_else(|| self.facts.digits(place))
    }

    fn carried(&self, carry: Carry) -> Option<(i64, i64)> {
        match self.carry {
            Some((put, ends)) if put == carry => Some(ends),
            _ => {
                let values = self.facts.carried(carry)?;
                Some((*values.first()?, *values.last()?))
            }
        }
    }

    pub fn places(&self) -> usize {
        self.digits.len()
    }

    pub fn place_interval(&self, place: Place) -> Interval {
        let end = |digit: Option<Digit>| Exact::from(i64::from(digit.unwrap_or(0)));
        let digits = self.digits(place);
        Interval::whole(end(digits.min()), end(digits.max()))
    }

    pub fn carry_interval(&self, carry: Carry) -> Interval {
        match self.carried(carry) {
            Some((low, high)) => Interval::whole(low.into(), high.into()),
            None => Interval { is_whole: true, is_sure: true, ..Interval::ANY },
        }
    }

    /// What an expression lies between, by its parts and by the named ranges of the same expression.
    pub fn interval(&self, expr: &Expr) -> Result<Interval, Empty> {
        let mut interval = self.by_parts(expr)?.rounded()?;
        for (_, range) in self.ranges.iter().filter(|(named, _)| are_alike(named, expr)) {
            interval = interval.meet(range)?;
        }
        Ok(interval)
    }

    fn by_parts(&self, expr: &Expr) -> Result<Interval, Empty> {
        let context = self.facts.context;
        if let Some((of, degree)) = expr.as_root() {
            return Ok(self.interval(of)?.root(degree.into()));
        }
        Ok(match expr {
            Expr::Constant(number) => Interval::point(number.clone()),
            Expr::Numeral(numeral) => Interval {
                low: End::closed(judge::numeral_value(numeral, &self.least, context.base)),
                high: End::closed(judge::numeral_value(numeral, &self.most, context.base)),
                is_whole: numeral.is_whole(),
                is_sure: true,
            },
            Expr::Unary(operator, operand) if expr.kind() == Kind::Number => {
                let operand = self.interval(operand)?;
                match (operator.algebra, operator.tier, operator.symbol()) {
                    (Algebra::Minus, ..) => operand.negated(),
                    (_, Tier::Postfix, "!") => operand.factorial(context),
                    _ => Interval::ANY,
                }
            }
            Expr::Chain(chain) if chain.tier() > Tier::Relation => self.chain(chain)?,
            Expr::Call(function, arguments) if function.arguments == Kind::Number => {
                let arguments = arguments
                    .iter()
                    .map(|argument| self.interval(argument))
                    .collect::<Result<Vec<_>, _>>()?;
                let known: Option<Vec<Exact>> = arguments.iter().map(|known| known.only().cloned()).collect();
                let value = known.and_then(|known| function.value(&known, context).ok());
                value.map_or(Interval::ANY, Interval::point)
            }
            _ => Interval::ANY,
        })
    }

    fn chain(&self, chain: &Chain) -> Result<Interval, Empty> {
        let context = self.facts.context;
        let mut left = self.interval(&chain.first)?;
        for (operator, operand) in &chain.rest {
            let right = self.interval(operand)?;
            left = match operator.algebra {
                Algebra::Plus => left.plus(&right),
                Algebra::Minus => left.minus(&right),
                Algebra::Times => left.times(&right, context),
                Algebra::Over => left.over(&right, context),
                Algebra::Floor => left.over(&right, context).floor(),
                Algebra::Mod => rest(&left, &right),
                Algebra::Power => left.power(&right, context),
                _ => Interval::ANY,
            };
        }
        Ok(left)
    }

    /// The least and the greatest value of a form; places of one group take different digits. None if it is not known.
    pub fn ends(&self, form: &Linear) -> Result<Option<(i128, i128)>, Empty> {
        let Some((mut least, mut greatest)) = self.ends_of_carries(form) else { return Ok(None) };
        for is_greatest in [false, true] {
            let digits = self.extreme_digits(
                &form.places,
                is_greatest,
                |weight| *weight < 0,
                |weight| weight.unsigned_abs(),
            )?;
            let mut sum = Some(0i128);
            for ((_, weight), digit) in form.places.iter().zip(digits) {
                let product = weight.checked_mul(i128::from(digit));
                sum = sum.zip(product).and_then(|(sum, product)| sum.checked_add(product));
            }
            let end = if is_greatest { &mut greatest } else { &mut least };
            let Some(total) = sum.and_then(|sum| end.checked_add(sum)) else { return Ok(None) };
            *end = total;
        }
        Ok(Some((least, greatest)))
    }

    fn ends_of_carries(&self, form: &Linear) -> Option<(i128, i128)> {
        let (mut least, mut greatest) = (form.constant, form.constant);
        for (carry, weight) in &form.carries {
            let (low, high) = self.carried(*carry)?;
            let (a, b) = (weight.checked_mul(i128::from(low))?, weight.checked_mul(i128::from(high))?);
            (least, greatest) = (least.checked_add(a.min(b))?, greatest.checked_add(a.max(b))?);
        }
        Some((least, greatest))
    }

    /// The digits, in the order of the terms, that make a sum of weights times digits least or greatest.
    fn extreme_digits<W, S: Ord>(
        &self,
        terms: &[(Place, W)],
        is_greatest: bool,
        is_negative: impl Fn(&W) -> bool,
        size: impl Fn(&W) -> S,
    ) -> Result<Vec<Digit>, Empty> {
        let mut digits = Vec::with_capacity(terms.len());
        // Those of one group, and of one direction, share out their digits.
        let mut shares: Vec<(u32, bool, usize)> = Vec::new();
        for (i, (place, weight)) in terms.iter().enumerate() {
            let is_up = is_negative(weight) != is_greatest;
            let group = self.groups.get(place.index()).copied().unwrap_or(0);
            let own = self.digits(*place);
            digits.push(if is_up { own.max() } else { own.min() }.ok_or(Empty)?);
            if group != 0 {
                shares.push((group, is_up, i));
            }
        }
        shares.arrange_by(|a, b| {
            let weight = |share: &(u32, bool, usize)| size(&terms[share.2].1);
            (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| weight(b).cmp(&weight(a)))
        });
        for some in shares.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|some| some.len() > 1) {
            let domains: Vec<DigitSet> = some.iter().map(|share| self.digits(terms[share.2].0)).collect();
            let given = shared(&domains, some[0].1).ok_or(Empty)?;
            some.iter().zip(given).for_each(|(share, digit)| digits[share.2] = digit);
        }
        Ok(digits)
    }

    /// What a sum lies between whose terms have hidden digits as numerators; those of one group take different digits.
    pub fn spread(&self, parts: &[(&Expr, bool)]) -> Result<Interval, Empty> {
        let mut sum = Spread { terms: Vec::new(), rest: Interval::point(Exact::ZERO) };
        for (expr, is_taken_off) in parts {
            let sign = Interval::point(Exact::from(if *is_taken_off { -1 } else { 1 }));
            self.spread_out(expr, &sign, &mut sum)?;
        }
        let mut ends = Vec::new();
        for is_greatest in [false, true] {
            let weight = |(low, high): &(Exact, Exact)| if is_greatest { high.clone() } else { low.clone() };
            let weights: Vec<(Place, Exact)> =
                sum.terms.iter().map(|(place, ends)| (*place, weight(ends))).collect();
            let digits = self.extreme_digits(&weights, is_greatest, Exact::is_negative, Exact::magnitude)?;
            let terms = weights.iter().zip(digits);
            ends.push(terms.fold(Exact::ZERO, |sum, ((_, weight), digit)| {
                sum.plus(&weight.times(&Exact::from(i64::from(digit))))
            }));
        }
        Ok(sum
            .rest
            .plus(&Interval { is_whole: sum.rest.is_whole, ..Interval::between(ends.first(), ends.last()) }))
    }

    fn spread_out(&self, expr: &Expr, factor: &Interval, sum: &mut Spread) -> Result<(), Empty> {
        let context = self.facts.context;
        match expr {
            Expr::Chain(chain) if chain.is_sum() => {
                self.spread_out(&chain.first, factor, sum)?;
                for (operator, operand) in &chain.rest {
                    let is_minus = operator.algebra == Algebra::Minus;
                    self.spread_out(operand, &if is_minus { factor.negated() } else { factor.clone() }, sum)?;
                }
            }
            Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
                self.spread_out(operand, &factor.negated(), sum)?;
            }
            Expr::Chain(chain) if chain.tier() == Tier::Product && is_quotient(chain) => {
                let mut factor = factor.clone();
                for (operator, operand) in &chain.rest {
                    let operand = self.interval(operand)?;
                    factor = match operator.algebra {
                        Algebra::Over => factor.over(&operand, context),
                        _ => factor.times(&operand, context),
                    };
                }
                if factor.low.is_some() && factor.high.is_some() {
                    self.spread_out(&chain.first, &factor, sum)?;
                } else {
                    sum.rest = Interval::ANY;
                }
            }
            Expr::Numeral(numeral) if numeral.is_whole() => {
                let base = Exact::from(i64::from(numeral.base.unwrap_or(context.base).get()));
                let mut weight = factor.clone();
                for element in numeral.whole.iter().rev() {
                    sum.add(*element, &weight, context);
                    weight = weight.times(&Interval::point(base.clone()), context);
                }
            }
            _ => sum.rest = sum.rest.plus(&self.interval(expr)?.times(factor, context)),
        }
        Ok(())
    }
}

/// Whether a product begins with a numeral and goes on with factors and divisors.
fn is_quotient(chain: &Chain) -> bool {
    let is_field = |algebra: Algebra| matches!(algebra, Algebra::Times | Algebra::Over);
    matches!(*chain.first, Expr::Numeral(_))
        && chain.rest.iter().all(|(operator, _)| is_field(operator.algebra))
}

/// A sum in which places have intervals as weights.
struct Spread {
    terms: Vec<(Place, (Exact, Exact))>,
    rest: Interval,
}

impl Spread {
    fn add(&mut self, element: Element, weight: &Interval, context: &fukumen_language::vocabulary::Context) {
        let ends = weight.low.as_ref().zip(weight.high.as_ref());
        match (element, ends) {
            (Element::Shown(0), _) => {}
            (Element::Shown(digit), _) => {
                let digit = Interval::point(Exact::from(i64::from(digit)));
                self.rest = self.rest.plus(&weight.times(&digit, context));
            }
            (Element::Hidden(place), Some((low, high))) => {
                match self.terms.iter_mut().find(|(known, _)| *known == place) {
                    Some((_, (least, most))) => {
                        (*least, *most) = (least.plus(&low.at), most.plus(&high.at));
                    }
                    None => self.terms.push((place, (low.at.clone(), high.at.clone()))),
                }
            }
            (Element::Hidden(_), None) => self.rest = Interval::ANY,
        }
    }
}

/// What is left of a division by a whole number above 0.
fn rest(dividend: &Interval, divisor: &Interval) -> Interval {
    if divisor.low.as_ref().is_none_or(|low| low.at.is_negative() || low.at.is_zero()) {
        return Interval::ANY;
    }
    let high = divisor.high.as_ref().and_then(|high| End::open(high.at.clone()));
    Interval {
        low: End::closed(Exact::ZERO),
        high,
        is_whole: dividend.is_whole && divisor.is_whole,
        is_sure: dividend.is_sure && divisor.is_sure,
    }
}
