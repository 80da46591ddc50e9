//! What is said of sums of fractions: the largest or smallest sum that decides, and the prime that has to cancel.

use super::seen::Seen;
use super::{formula, sentence, text};
use crate::fact::{Claim, Quantity};
use crate::scene::{Scene, Stated};
use crate::search::RawStep;
use crate::step::{Rule, Sentence, Value};
use crate::techniques::denominators::Denominators;
use crate::techniques::fractions::{Fraction, Known, Sum, bounds, out_of_reach, prime_of, residues, sum};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};

/// What is put in to show that it is too much or too little.
#[derive(Clone, Copy)]
enum Put<'a> {
    Nothing,
    Digit(usize, Digit),
    /// A number from here on, or up to here.
    From(&'a [Element], i64),
    To(&'a [Element], i64),
}

/// What a step uses, and what it concludes of digits that are taken, with something put in.
struct Told<'a> {
    seen: &'a Seen<'a>,
    step: &'a RawStep,
    put: Put<'a>,
}

impl Known for Told<'_> {
    fn scene(&self) -> &Scene {
        self.seen.scene
    }

    fn open(&self, place: usize) -> DigitSet {
        if let Put::Digit(own, digit) = self.put
            && own == place
        {
            return DigitSet::one(digit);
        }
        let untaken = self.step.gives.iter().filter_map(|give| match &self.seen.arena.facts[*give] {
            fact if fact.rule != Some(Rule::K5) => None,
            fact => match &fact.claim {
                Claim::Digit(other, set) if other.index() == place => Some(*set),
                _ => None,
            },
        });
        untaken.fold(self.seen.digits(place), |all, set| all & set)
    }

    fn size(&self, elements: &[Element]) -> Option<(i64, i64)> {
        let mut known = match self.put {
            Put::From(of, from) if of == elements => Some((from, i64::MAX)),
            Put::To(of, to) if of == elements => Some((0, to)),
            _ => None,
        };
        for id in &self.step.uses {
            let Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), from, to) =
                &self.seen.arena.facts[*id].claim
            else {
                continue;
            };
            if numeral.whole == elements {
                let from = from.as_ref().and_then(|from| from.to_i64()).unwrap_or(0);
                let to = to.as_ref().and_then(|to| to.to_i64()).unwrap_or(i64::MAX);
                let (least, most): (i64, i64) = known.unwrap_or((0, i64::MAX));
                known = Some((least.max(from), most.min(to)));
            }
        }
        known
    }

    fn orders(&self) -> Vec<(Vec<Element>, Vec<Element>)> {
        let numeral = |quantity: &Quantity| match quantity {
            Quantity::Expr(Expr::Numeral(numeral)) => Some(numeral.whole.clone()),
            _ => None,
        };
        let orders = self.step.uses.iter().filter_map(|id| match &self.seen.arena.facts[*id].claim {
            Claim::Order { left, right, strict: true } => numeral(left).zip(numeral(right)),
            _ => None,
        });
        orders.collect()
    }
}

/// Whether a sum is too small rather than too large, and the terms that come nearest to its value.
type Extreme = (bool, Vec<(Digit, i64)>);

/// That the sum would be too small or too large with what is excluded, and the terms that show it.
pub(super) fn reach(
    seen: &Seen,
    stated: &Stated,
    equation: (&'static str, Value),
    step: &RawStep,
) -> Option<Sentence> {
    let sum = sum(seen.scene, &stated.expr)?;
    let mut concluded = step.gives.iter().filter_map(|give| match &seen.arena.facts[*give] {
        fact if fact.rule != Some(Rule::K2) => None,
        fact => Some(&fact.claim),
    });
    // One sum shows one conclusion.
    let (excluded, None) = (concluded.next()?, concluded.next()) else { return None };
    let told = |put| Told { seen, step, put };
    let base = seen.scene.base;
    let (case, (is_most, terms)) = match excluded {
        Claim::False => (untaken(seen, step), out_of_reach(&sum, &told(Put::Nothing))?),
        Claim::Digit(place, left) => {
            let (case, found) = of_digit(seen, &sum, &told, place.index(), *left)?;
            (Some(case), found)
        }
        Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), from, to) => {
            let elements = &numeral.whole[..];
            let (least, most) = bounds(&told(Put::Nothing), elements)?;
            let from = from.as_ref().and_then(|from| from.to_i64()).filter(|from| *from > least);
            let to = to.as_ref().and_then(|to| to.to_i64()).filter(|to| *to < most);
            let (sign, end, put) = match (from, to) {
                (Some(from), None) => ("≤", from - 1, Put::To(elements, from - 1)),
                (None, Some(to)) => ("≥", to + 1, Put::From(elements, to + 1)),
                _ => return None,
            };
            let name = formula::numeral(seen.scene, elements);
            let case = format!("{name} {sign} {}", fukumen_language::solution::written(&end.into(), base));
            (Some(case), out_of_reach(&sum, &told(put))?)
        }
        _ => return None,
    };
    let mut params = vec![equation, ("bound", text(bound(seen, &sum, is_most, &terms)))];
    let (has_case, is_end) = (case.is_some(), *excluded == Claim::False);
    let key = if is_most && !has_case {
        "reach-most-all"
    } else if is_most && is_end {
        "reach-most-none"
    } else if is_most {
        "reach-most"
    } else if !has_case {
        "reach-least-all"
    } else if is_end {
        "reach-least-none"
    } else {
        "reach-least"
    };
    params.extend(case.map(|case| ("case", text(case))));
    Some(sentence(key, params))
}

/// The terms of a sum, and on which side of what it should be they lie.
fn bound(seen: &Seen, sum: &Sum, is_most: bool, terms: &[(Digit, i64)]) -> String {
    let written = |number: i64| fukumen_language::solution::written(&number.into(), seen.scene.base);
    let term = |(above, below): &(Digit, i64)| format!("{}/{}", seen.digit(*above), written(*below));
    let terms: Vec<String> = terms.iter().map(term).collect();
    let sign = if is_most { "<" } else { ">" };
    format!("{} {sign} {}", terms.join(" + "), written(sum.equals))
}

/// The denominators with which the sum can be reached, those of them with which primes cancel, and those that fit.
pub(super) fn denominators(seen: &Seen, stated: &Stated, step: &RawStep) -> Option<Vec<Sentence>> {
    let sum = sum(seen.scene, &stated.expr)?;
    let found = Denominators::of(&sum, &Told { seen, step, put: Put::Nothing })?;
    let equation = ("equation", text(formula::expr(seen.scene, &stated.expr)));
    if found.reaching.is_empty() {
        let (is_most, terms) = found.nearest?;
        let params = vec![equation, ("bound", text(bound(seen, &sum, is_most, &terms)))];
        return Some(vec![sentence(if is_most { "reach-most-all" } else { "reach-least-all" }, params)]);
    }
    let written = |number: i64| fukumen_language::solution::written(&number.into(), seen.scene.base);
    let together = |texts: Vec<String>| match &texts[..] {
        [one] => one.clone(),
        texts => format!("({})", texts.join(", ")),
    };
    let all = |values: &[Vec<i64>]| {
        let texts = values.iter().map(|values| together(values.iter().copied().map(written).collect()));
        Value::List(texts.collect())
    };
    let names = found.open.iter().map(|at| formula::numeral(seen.scene, &sum.fractions[*at].below));
    let names: Vec<String> = names.collect();
    let sizes = vec![
        equation,
        ("equals", text(written(sum.equals))),
        ("numeral", text(names[0].clone())),
        ("values", Value::List(spans(&found.reaching, &written))),
    ];
    let mut told = vec![sentence("denominators", sizes), sentence("denominators-prime", Vec::new())];
    if found.cancelling.is_empty() {
        told.push(sentence("denominators-lone", Vec::new()));
        return Some(told);
    }
    let mut primes = vec![("denominators", text(together(names))), ("left", all(&found.cancelling))];
    if found.fitting.is_empty() {
        told.push(sentence("denominators-unfit", primes));
    } else {
        primes.push(("fitting", all(&found.fitting)));
        told.push(sentence("denominators-fit", primes));
    }
    Some(told)
}

/// Numbers that ascend, of which more than three that follow each other are a span: `34–38`.
fn spans(numbers: &[i64], written: &impl Fn(i64) -> String) -> Vec<String> {
    let mut spans: Vec<(i64, i64)> = Vec::new();
    for number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => spans.push((*number, *number)),
        }
    }
    let mut texts = Vec::new();
    for (from, to) in spans {
        if to - from < 3 {
            texts.extend((from..=to).map(written));
        } else {
            texts.push(format!("{}–{}", written(from), written(to)));
        }
    }
    texts
}

/// The digits that are taken by places of the sum that differ from this one.
fn taken_by_others(sum: &Sum, told: &Told, place: usize) -> DigitSet {
    let differs = |other: usize| told.scene().differ[place][other];
    let mut taken = DigitSet::EMPTY;
    for fraction in &sum.fractions {
        if differs(fraction.above) {
            taken = told.open(fraction.above).only().map_or(taken, |digit| taken.with(digit));
        }
        let Some((value, most)) = bounds(told, &fraction.below) else { continue };
        let mut rest = value;
        for element in fraction.below.iter().rev().filter(|_| value == most) {
            if let (Element::Hidden(other), Ok(digit)) = (element, Digit::try_from(rest % told.scene().b()))
                && differs(other.index())
            {
                taken = taken.with(digit);
            }
            rest /= told.scene().b();
        }
    }
    taken
}

/// What a step concludes of single digits, in signs.
fn untaken(seen: &Seen, step: &RawStep) -> Option<String> {
    let only = |give: &usize| match &seen.arena.facts[*give].claim {
        Claim::Digit(place, set) => {
            set.only().map(|digit| format!("{} = {}", seen.name(place.index()), seen.digit(digit)))
        }
        _ => None,
    };
    let found: Vec<String> = step.gives.iter().filter_map(only).collect();
    (!found.is_empty()).then(|| found.join(", "))
}

/// The digits that a place cannot have because the sum would be out of reach, and the sum with the nearest of them.
fn of_digit<'a>(
    seen: &Seen,
    sum: &Sum,
    told: &impl Fn(Put<'a>) -> Told<'a>,
    place: usize,
    left: DigitSet,
) -> Option<(String, Extreme)> {
    let with = |digit: Digit| told(Put::Digit(place, digit));
    // Some digits are taken, or excluded by a size.
    let taken = taken_by_others(sum, &told(Put::Nothing), place);
    let fits = |digit: &Digit| {
        !taken.contains(*digit)
            && sum.fractions.iter().all(|fraction| bounds(&with(*digit), &fraction.below).is_some())
    };
    let open = told(Put::Nothing).open(place);
    let out: Vec<Digit> = open.iter().filter(|digit| !left.contains(*digit)).filter(fits).collect();
    let (first, last) = (*out.first()?, *out.last()?);
    // The digit that comes nearest to those that are left; the others are further off, on the same side.
    let (nearest, sign) = match (DigitSet::min(left)? > last, DigitSet::max(left)? < first) {
        (true, _) => (last, "≤"),
        (_, true) => (first, "≥"),
        _ => return None,
    };
    let sign = if first == last { "=" } else { sign };
    let found = out_of_reach(sum, &with(nearest))?;
    let is_same =
        |digit: &Digit| out_of_reach(sum, &with(*digit)).is_some_and(|(is_most, _)| is_most == found.0);
    out.iter().all(is_same).then(|| (format!("{} {sign} {}", seen.name(place), seen.digit(nearest)), found))
}

/// That a prime, or a power of one, which stands in one or two denominators only has to cancel there.
pub(super) fn lone_prime(
    seen: &Seen,
    stated: &Stated,
    equation: (&'static str, Value),
    step: &RawStep,
) -> Option<Sentence> {
    let modulus = step.gives.iter().find_map(|give| seen.arena.facts[*give].proof.modulo)?;
    let number = ("number", text(modulus.to_string()));
    let general = |equation| Some(sentence("lone-prime", vec![equation, number.clone()]));
    let Some(sum) = sum(seen.scene, &stated.expr) else { return general(equation) };
    let told = Told { seen, step, put: Put::Nothing };
    let prime = prime_of(modulus);
    let Some(with) = divided(&sum, &told, modulus, prime) else { return general(equation) };
    let denominator = |fraction: &&Fraction| formula::numeral(seen.scene, &fraction.below);
    match with[..] {
        [one] => {
            let params = vec![
                equation,
                number,
                ("denominator", text(denominator(&one))),
                ("symbol", text(seen.name(one.above))),
            ];
            let key = if seen.is_false(step) { "lone-prime-none" } else { "lone-prime-one" };
            Some(sentence(key, params))
        }
        [_, _] if modulus == prime => {
            let denominators = with.iter().map(denominator).collect();
            let name = |fraction: &&Fraction| {
                let above = match told.open(fraction.above).only() {
                    Some(digit) => seen.digit(digit),
                    None => seen.name(fraction.above),
                };
                format!("{above}/{}", denominator(fraction))
            };
            let terms = with.iter().map(name).collect::<Vec<_>>().join(" + ");
            let params =
                vec![equation, number, ("denominators", Value::List(denominators)), ("terms", text(terms))];
            Some(sentence("lone-prime-two", params))
        }
        _ => general(equation),
    }
}

/// The fractions whose denominators a power of a prime divides for certain, if the prime divides no other for certain.
fn divided<'s>(sum: &'s Sum, told: &Told, modulus: u64, prime: u64) -> Option<Vec<&'s Fraction>> {
    let mut with = Vec::new();
    for fraction in &sum.fractions {
        let is_never = residues(told, &fraction.below, prime).iter().all(|residue| *residue != 0);
        let is_always = residues(told, &fraction.below, modulus).iter().all(|residue| *residue == 0);
        match (is_never, is_always) {
            (true, _) => {}
            (_, true) => with.push(fraction),
            _ => return None,
        }
    }
    Some(with)
}
