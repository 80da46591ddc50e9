//! Sums of fractions of which two denominators at most are open: those that sizes leave, and of these those that primes leave.

use super::fractions::{Fraction, Known, Put, Sum, bounds, each, out_of_reach, total};
use super::table::TABLE;
use super::{Find, Give, Look, MOST_TUPLES, MOST_WAYS, Subject};
use crate::fact::{Place, Term};
use crate::scene::{Id, Scene, Stated};
use crate::state::{News, RawProof};
use crate::step::Rule;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::Element;
use fukumen_language::number::primes_of;

/// The most denominators that are open.
const MOST_OPEN: usize = 2;

/// The most pairs of denominators that are looked at: those of two digits each.
const MOST_PAIRS: usize = 5_000;

/// How many pairs make one unit of work.
const PAIRS_AT_ONCE: usize = 4;

/// Digits that some places have.
type Digits = Vec<(usize, Digit)>;

/// What going through the denominators of a sum finds.
pub(crate) struct Denominators {
    /// The open ones, by their fractions: the one that is gone through comes first.
    pub open: Vec<usize>,
    /// Its values with which the sum can be reached.
    pub reaching: Vec<i64>,
    /// Those of all open ones that primes leave.
    pub cancelling: Vec<Vec<i64>>,
    /// Those of these with which digits above the lines fit.
    pub fitting: Vec<Vec<i64>>,
    /// If none reaches: whether the sum is always too small, and the terms with which it comes nearest.
    pub nearest: Option<(bool, Vec<(Digit, i64)>)>,
    /// All ways to fill in the fractions.
    ways: Vec<Digits>,
    /// How many pairs were looked at.
    pairs: usize,
}

/// What is known, with digits of some places put in.
struct Filled<'k, K> {
    known: &'k K,
    digits: &'k Digits,
}

impl<K: Known> Known for Filled<'_, K> {
    fn scene(&self) -> &Scene {
        self.known.scene()
    }

    fn open(&self, place: usize) -> DigitSet {
        if let Some((_, digit)) = self.digits.iter().find(|(other, _)| *other == place) {
            return DigitSet::one(*digit);
        }
        let taken = self.digits.iter().filter(|(other, _)| self.scene().differ[place][*other]);
        taken.fold(self.known.open(place), |set, (_, digit)| set.minus(DigitSet::one(*digit)))
    }

    fn size(&self, elements: &[Element]) -> Option<(i64, i64)> {
        self.known.size(elements)
    }

    fn orders(&self) -> Vec<(Vec<Element>, Vec<Element>)> {
        self.known.orders()
    }
}

impl Denominators {
    /// Goes through the denominators of a sum, if they are few enough for a reader.
    pub(crate) fn of(sum: &Sum, known: &impl Known) -> Option<Self> {
        let mut open: Vec<(i64, usize)> = Vec::new();
        for (at, fraction) in sum.fractions.iter().enumerate() {
            let (least, most) = bounds(known, &fraction.below)?;
            if least < 1 {
                return None;
            }
            if is_open(known, fraction) {
                open.push((most - least, at));
            }
        }
        // The one with the fewest values is gone through, and the others with each of them.
        open.arrange();
        let open: Vec<usize> = open.into_iter().map(|(_, at)| at).collect();
        if open.is_empty() || open.len() > MOST_OPEN {
            return None;
        }
        let mut found = Self {
            open,
            reaching: Vec::new(),
            cancelling: Vec::new(),
            fitting: Vec::new(),
            nearest: None,
            ways: Vec::new(),
            pairs: 0,
        };
        found.go_on(sum, known, &mut Vec::new())?;
        Some(found)
    }

    /// Puts values into the next of the open denominators; nothing if they become too many.
    fn go_on(&mut self, sum: &Sum, known: &impl Known, digits: &mut Digits) -> Option<()> {
        let filled = Filled { known, digits };
        let next = self.open.iter().find(|at| is_open(&filled, &sum.fractions[**at]));
        let Some(next) = next else {
            self.pairs += 1;
            return if self.pairs <= MOST_PAIRS { self.look_at(sum, &filled) } else { None };
        };
        for own in written(&filled, &sum.fractions[*next].below)? {
            let count = digits.len();
            digits.extend(own);
            self.go_on(sum, known, digits)?;
            digits.truncate(count);
        }
        Some(())
    }

    /// Looks at denominators of which all digits are put in; nothing if more are left than a reader goes through.
    fn look_at<K: Known>(&mut self, sum: &Sum, known: &Filled<K>) -> Option<()> {
        let value = |elements: &[Element]| match bounds(known, elements) {
            Some((least, most)) if least == most => Some(least),
            _ => None,
        };
        let below: Option<Vec<i64>> =
            sum.fractions.iter().map(|fraction| value(&fraction.below).filter(|value| *value > 0)).collect();
        let Some(below) = below else { return Some(()) };
        let is_less = |(left, right): &(Vec<Element>, Vec<Element>)| match (value(left), value(right)) {
            (Some(left), Some(right)) => left < right,
            _ => true,
        };
        let has_digits = |fraction: &Fraction| !known.open(fraction.above).is_empty();
        if !known.orders().iter().all(is_less) || !sum.fractions.iter().all(has_digits) {
            return Some(());
        }
        if let Some((is_small, terms)) = out_of_reach(sum, known) {
            self.come_near(is_small, terms);
            return Some(());
        }
        let values: Vec<i64> = self.open.iter().map(|at| below[*at]).collect();
        if !self.reaching.contains(&values[0]) {
            self.reaching.push(values[0]);
        }
        if self.reaching.len() > MOST_WAYS {
            return None;
        }
        if !cancels(sum, known, &below) {
            return Some(());
        }
        let ways = self.ways.len();
        fill(sum, known, &below, &mut Vec::new(), &mut self.ways);
        for way in &mut self.ways[ways..] {
            way.extend_from_slice(known.digits);
        }
        if self.ways.len() > ways {
            self.fitting.push(values.clone());
        }
        self.cancelling.push(values);
        (self.cancelling.len() <= MOST_WAYS).then_some(())
    }

    /// Keeps the sum that comes nearest.
    fn come_near(&mut self, is_small: bool, terms: Vec<(Digit, i64)>) {
        let nearer = match &self.nearest {
            None => true,
            Some((other, _)) if *other != is_small => false,
            Some((_, best)) => {
                let (Some(best), Some(own)) = (total(best), total(&terms)) else { return };
                if is_small { own > best } else { own < best }
            }
        };
        if nearer {
            self.nearest = Some((is_small, terms));
        }
    }
}

/// Whether some digit of a denominator is open.
fn is_open(known: &impl Known, fraction: &Fraction) -> bool {
    let is_one = |element: &Element| match element {
        Element::Shown(_) => true,
        Element::Hidden(place) => known.open(place.index()).len() == 1,
    };
    !fraction.below.iter().all(is_one)
}

/// All ways to write a number with digits that are open; nothing if they are too many.
fn written(known: &impl Known, elements: &[Element]) -> Option<Vec<Digits>> {
    let mut ways: Vec<Digits> = vec![Vec::new()];
    for element in elements {
        let Element::Hidden(place) = element else { continue };
        let mut longer = Vec::new();
        for way in ways {
            if way.iter().any(|(other, _)| *other == place.index()) {
                longer.push(way);
                continue;
            }
            let digits = Filled { known, digits: &way }.open(place.index());
            longer.extend(digits.iter().map(|digit| [way.clone(), vec![(place.index(), digit)]].concat()));
        }
        ways = longer;
        if ways.len() > MOST_PAIRS {
            return None;
        }
    }
    Some(ways)
}

/// Whether each prime that divides one denominator more often than the others can cancel: what it is too much divides a digit above.
fn cancels(sum: &Sum, known: &impl Known, below: &[i64]) -> bool {
    let mut primes: Vec<i64> =
        below.iter().flat_map(|number| primes_of(number.unsigned_abs())).map(|prime| prime as i64).collect();
    primes.arrange();
    primes.dedup();
    primes.into_iter().all(|prime| {
        let mut powers: Vec<(i64, usize)> =
            below.iter().enumerate().map(|(at, number)| (power_in(*number, prime), at)).collect();
        powers.arrange();
        let [.., (second, _), (most, at)] = powers[..] else { return true };
        let digits = known.open(sum.fractions[at].above);
        most == second || digits.iter().any(|digit| i64::from(digit) % (most / second) == 0)
    })
}

/// The highest power of a prime that divides a number.
fn power_in(number: i64, prime: i64) -> i64 {
    let (mut power, mut rest) = (1, number);
    while rest % prime == 0 {
        (power, rest) = (power * prime, rest / prime);
    }
    power
}

/// Adds all ways to fill in the digits above the lines.
fn fill(sum: &Sum, known: &impl Known, below: &[i64], digits: &mut Digits, ways: &mut Vec<Digits>) {
    let filled = Filled { known, digits };
    let is_put_in = |fraction: &&Fraction| digits.iter().all(|(place, _)| *place != fraction.above);
    if let Some(next) = sum.fractions.iter().find(is_put_in) {
        for digit in filled.open(next.above).iter() {
            digits.push((next.above, digit));
            fill(sum, known, below, digits, ways);
            digits.pop();
        }
        return;
    }
    let above = sum.fractions.iter().filter_map(|fraction| filled.open(fraction.above).only());
    let terms: Vec<(Digit, i64)> = above.zip(below.iter().copied()).collect();
    if terms.len() == below.len() && total(&terms).is_some_and(|total| total == sum.equals.into()) {
        ways.push(digits.clone());
    }
}

/// What settings, assumptions and conclusions of a single digit say: what a reader has in mind.
struct Plain<'l, 'a>(&'l Look<'a>);

impl Known for Plain<'_, '_> {
    fn scene(&self) -> &Scene {
        self.0.scene
    }

    fn open(&self, place: usize) -> DigitSet {
        if let Some(digit) = self.0.state.digit(place) {
            return DigitSet::one(digit);
        }
        let takers = (0..self.0.scene.cells.len()).filter(|other| self.0.scene.differ[place][*other]);
        let taken = takers.filter_map(|other| self.0.state.digit(other));
        taken.fold(self.0.scene.allowed[place].0, |set, digit| set.minus(DigitSet::one(digit)))
    }

    fn size(&self, _: &[Element]) -> Option<(i64, i64)> {
        None
    }

    fn orders(&self) -> Vec<(Vec<Element>, Vec<Element>)> {
        Put { look: self.0, digit: None }.orders()
    }
}

/// Denominators that are left, and the digits with them.
pub(super) fn denominators(look: &Look) -> Vec<Find> {
    let mut finds = each(look, "denominators", find);
    for find in &mut finds {
        if let Subject::Stated(index) = find.subject {
            find.subject = Subject::Denominators(index);
        }
    }
    finds
}

fn find(look: &Look, stated: &Stated, sum: &Sum) -> Option<Find> {
    let plain = Plain(look);
    let open = sum.fractions.iter().filter(|fraction| is_open(&plain, fraction)).count();
    if open == 0 || open > MOST_OPEN {
        return None;
    }
    let worked = |found: Option<Denominators>| {
        let pairs = found.as_ref().map_or(MOST_PAIRS, |found| found.pairs);
        look.works((pairs / PAIRS_AT_ONCE) as u64).then_some(found)
    };
    // As few facts as possible: a reader need not know how large the numbers are.
    if let Some(found) = worked(Denominators::of(sum, &plain))?
        && let Some(find) = concluded(look, stated, &plain, &found, true)
    {
        return Some(find);
    }
    let known = Put { look, digit: None };
    let found = worked(Denominators::of(sum, &known))??;
    concluded(look, stated, &known, &found, false)
}

/// What follows from the ways. Of plain facts only what says all that is known already: a contradiction, or each digit.
fn concluded(
    look: &Look,
    stated: &Stated,
    known: &impl Known,
    found: &Denominators,
    is_plain: bool,
) -> Option<Find> {
    let is_settled = |place: usize| look.state.digit(place).is_some();
    let places: Vec<usize> = stated.places.iter().copied().filter(|place| !is_settled(*place)).collect();
    let mut news: Vec<News> = Vec::new();
    for place in &places {
        let digits = found.ways.iter().filter_map(|way| way.iter().find(|(other, _)| other == place));
        let left = digits.fold(DigitSet::EMPTY, |set, (_, digit)| set.with(*digit));
        if is_plain && left.len() > 1 {
            return None;
        }
        if !left.is_empty() && left != look.state.open(look.scene, *place) {
            news.push(News::Digit(*place, left));
        }
    }
    if found.ways.is_empty() {
        news = vec![News::False];
    }
    let tuples = places.iter().try_fold(1_u64, |all, place| all.checked_mul(known.open(*place).len() as u64));
    if news.is_empty() || tuples.is_none_or(|tuples| tuples > MOST_TUPLES) {
        return None;
    }
    let mut uses = vec![stated.given];
    uses.extend(look.state.orders.iter().flatten().copied());
    let mut differ = stated.places.clone();
    let mut gives = Vec::new();
    for &place in &stated.places {
        let (before, given) = look.scene.allowed[place];
        let is_given = is_plain && !is_settled(place);
        let own: Vec<Id> =
            if is_given { given.into_iter().collect() } else { look.state.digits[place].1.clone() };
        uses.extend(own);
        // What takes a digit that was no longer open takes it from all that are allowed.
        let takers = (0..look.scene.cells.len()).filter(|other| look.scene.differ[place][*other]);
        for taker in takers.filter(|taker| is_settled(*taker) && !is_settled(place)) {
            uses.extend_from_slice(&look.state.digits[taker].1);
            differ.push(taker);
        }
        let before = if is_given { before } else { look.state.digits[place].0 };
        if !is_settled(place) && known.open(place) != before {
            let news = News::Digit(place, known.open(place));
            gives.push(Give { news, rule: Rule::K5, proof: RawProof::default() });
        }
    }
    if !is_plain {
        for numeral in &stated.numerals {
            uses.extend(look.state.sizes[*numeral].iter().flat_map(|size| size.why.iter().copied()));
        }
    }
    uses.arrange();
    uses.dedup();
    differ.arrange();
    differ.dedup();
    let over: Vec<Term> = stated.places.iter().map(|place| Term::Place(Place::new(*place))).collect();
    gives.extend(news.into_iter().map(|news| Give {
        news,
        rule: Rule::K1,
        proof: RawProof { over: over.clone(), ..RawProof::default() },
    }));
    let count = found.reaching.len();
    Some(Find {
        differ: look.those_that_differ(differ),
        ways: count as u64,
        weight: TABLE.weight + count as u64 * 100 / 8,
        ..Find::new(&TABLE, uses, gives)
    })
}
