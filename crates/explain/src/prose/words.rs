//! Facts in words.

use super::lengths::Said;
use super::teller::Teller;
use crate::Carry;
use crate::Claim;
use crate::Place;
use crate::Quantity;
use crate::Relation;
use crate::Term;
use crate::Value;
use fukumen_language::digits::{Base, DigitSet};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::number::Exact;
use fukumen_language::solution::written;

/// As many digits may be excluded as a fact names; if there are more, it names those that are left, unless that takes longer.
/// Of those that are excluded it names only what was not told before.
const MOST_EXCLUDED: usize = 2;

/// As many digits stand in a list: more are bounds, which are told as such.
const MOST_IN_LIST: usize = 4;

impl Teller {
    /// What a fact says.
    pub fn fact(&mut self, claim: &Claim) -> String {
        match claim {
            Claim::Digit(place, digits) => self.digits(&[*place], *digits),
            Claim::Carry(carry, values) => self.carry(&[carry.column], values),
            Claim::Range(quantity, from, to) => self.range(quantity, from.as_ref(), to.as_ref()),
            Claim::Residue(quantity, modulo, residues) => self.residue(quantity, *modulo, residues),
            Claim::Relation(relation) => self.relation(relation),
            Claim::Order { left, right, strict } => {
                format!(
                    "{} {} {}",
                    self.quantity(left),
                    if *strict { "<" } else { "≤" },
                    self.quantity(right)
                )
            }
            Claim::Same(left, right) => format!("{} = {}", self.quantity(left), self.quantity(right)),
            Claim::False => self.say("fact.false", &[]),
            Claim::Condition(expr) => self.quantity(&Quantity::Expr(expr.clone())),
            Claim::Distinct(places) => {
                let symbols = places.iter().map(|place| self.name(*place)).collect();
                self.say("fact.distinct", &[("symbols", Value::List(symbols))])
            }
            Claim::Digits(digits) => self.say("fact.allowed", &[("digits", Value::List(names(*digits)))]),
        }
    }

    /// What a fact says of which each value is tried: digits are named, not excluded.
    pub fn choices(&mut self, claim: &Claim) -> String {
        match claim {
            Claim::Digit(place, digits) if digits.len() > 1 => self.one_of(&[*place], *digits),
            claim => self.fact(claim),
        }
    }

    /// What facts say that are told together: those of several symbols or columns that say the same are one.
    pub fn facts(&mut self, claims: &[Claim]) -> Vec<Said> {
        let mut told: Vec<Said> = Vec::new();
        let mut rest: Vec<&Claim> = claims.iter().collect();
        while let Some(first) = rest.first().copied() {
            let (alike, others) = rest.into_iter().partition(|claim| self.are_alike(first, claim));
            rest = others;
            let text = match first {
                Claim::Digit(_, digits) => {
                    let place =
                        |claim: &&Claim| if let Claim::Digit(place, _) = claim { Some(*place) } else { None };
                    let places: Vec<Place> = alike.iter().filter_map(place).collect();
                    let text = self.digits(&places, *digits);
                    // Digits that a list leaves out are not told later.
                    let shown = self.shown(places[0], *digits);
                    let is_list = digits.len() > shown.len() && self.excluded(places[0], *digits).is_none();
                    places.iter().filter(|_| is_list).for_each(|at| self.learn(&Claim::Digit(*at, shown)));
                    text
                }
                Claim::Carry(_, values) => {
                    let column = |claim: &&Claim| {
                        if let Claim::Carry(carry, _) = claim { Some(carry.column) } else { None }
                    };
                    let columns: Vec<usize> = alike.iter().filter_map(column).collect();
                    self.carry(&columns, values)
                }
                _ => self.fact(first),
            };
            told.push(Said { text, facts: alike.len(), is_carry: matches!(first, Claim::Carry(..)) });
        }
        told
    }

    /// Whether two facts say the same of two symbols or columns, or are one.
    fn are_alike(&self, one: &Claim, other: &Claim) -> bool {
        match (one, other) {
            (Claim::Digit(a, of_a), Claim::Digit(b, of_b)) if of_a.len() > 1 && of_b.len() > 1 => {
                match (self.excluded(*a, *of_a), self.excluded(*b, *of_b)) {
                    (None, None) => of_a == of_b,
                    (one, other) => one == other,
                }
            }
            (Claim::Carry(a, of_a), Claim::Carry(b, of_b)) => {
                of_a == of_b
                    && a.equation == b.equation
                    && self.names_column(a.column) == self.names_column(b.column)
            }
            _ => one == other,
        }
    }

    fn digits(&mut self, places: &[Place], digits: DigitSet) -> String {
        let Some(first) = places.first().copied() else { return String::new() };
        let symbol = ("symbol", Value::Text(self.name(first)));
        if let Some(digit) = digits.only() {
            let name = self.base().name(digit).to_string();
            // Sums have it so.
            let digit = if name == digit.to_string() { name } else { format!("{digit} ({name})") };
            return self.say("fact.digit", &[symbol, ("digit", Value::Text(digit))]);
        }
        if digits.is_empty() {
            return self.say("fact.no-digit", &[symbol]);
        }
        if let Some(key) = self.parity(first, digits) {
            return self.say(key, &[self.symbols(places)]);
        }
        match self.excluded(first, digits) {
            Some(excluded) => {
                let params = [self.symbols(places), ("digits", Value::List(names(excluded)))];
                self.say("fact.not", &params)
            }
            None => {
                let shown = self.shown(first, digits);
                match shown.only() {
                    Some(_) => self.digits(places, shown),
                    None => self.one_of(places, shown),
                }
            }
        }
    }

    /// The digits of a list, without those that are taken or were told not to be left.
    fn shown(&self, place: Place, digits: DigitSet) -> DigitSet {
        let known = digits & self.left(place);
        let known = if known.is_empty() { digits } else { known };
        let open = self.not_taken(place, known);
        if (2..=MOST_IN_LIST).contains(&open.len()) { open } else { known }
    }

    /// The sentence that a digit is even, or odd, if that is all that is new of it.
    fn parity(&self, place: Place, digits: DigitSet) -> Option<&'static str> {
        let left = self.left(place);
        let of = |rest: u8| left.iter().filter(|digit| digit % 2 == rest).collect::<DigitSet>();
        let is_all = |rest: u8| digits == of(rest) && digits.len() > MOST_EXCLUDED && digits != left;
        let key = |rest: u8| if rest == 0 { "fact.digit-even" } else { "fact.digit-odd" };
        [0, 1].into_iter().find(|rest| is_all(*rest)).map(key)
    }

    /// The digits that a fact names because it excludes them; nothing if it names those that are left.
    fn excluded(&self, place: Place, digits: DigitSet) -> Option<DigitSet> {
        let excluded = self.allowed(place).minus(digits);
        let words = |(from, to): &(i64, i64)| if is_span(*from, *to) { 3 } else { to - from + 1 };
        let listed: i64 = runs(digits.iter().map(i64::from)).iter().map(words).sum();
        let is_few = excluded.len() <= MOST_EXCLUDED || (excluded.len() as i64) < listed - 1;
        if excluded.is_empty() || !is_few || digits.len() <= MOST_EXCLUDED {
            return None;
        }
        let new = self.left(place).minus(digits);
        Some(if new.is_empty() { excluded } else { new })
    }

    fn one_of(&mut self, places: &[Place], digits: DigitSet) -> String {
        let spans = self.digit_spans(digits);
        let params = [self.symbols(places), ("digits", Value::List(spans))];
        self.say("fact.digits", &params)
    }

    fn symbols(&self, places: &[Place]) -> (&'static str, Value) {
        ("symbols", Value::List(places.iter().map(|place| self.name(*place)).collect()))
    }

    fn digit_spans(&mut self, digits: DigitSet) -> Vec<String> {
        self.spans(digits.iter().map(i64::from), |digit| digit.to_string())
    }

    /// Numbers in rising order as readers list them: `2 to 5`, `7`, `9`.
    fn spans(&mut self, numbers: impl Iterator<Item = i64>, name: impl Fn(i64) -> String) -> Vec<String> {
        let mut texts = Vec::new();
        for (from, to) in runs(numbers) {
            if is_span(from, to) {
                let ends = [("from", Value::Text(name(from))), ("to", Value::Text(name(to)))];
                texts.push(self.say("span", &ends));
            } else {
                texts.extend((from..=to).map(&name));
            }
        }
        texts
    }

    fn carry(&mut self, columns: &[usize], values: &[i64]) -> String {
        match values {
            [] => return self.say("fact.false", &[]),
            [0] => return self.of_columns("fact.no-carry", columns, &[]),
            _ => {}
        }
        let base = self.base();
        let values = self.spans(values.iter().copied(), |value| written(&Exact::from(value), base));
        self.of_columns("fact.carry", columns, &[("values", Value::List(values))])
    }

    fn range(&mut self, quantity: &Quantity, from: Option<&Exact>, to: Option<&Exact>) -> String {
        let quantity = ("quantity", Value::Text(self.quantity(quantity)));
        let number = |teller: &Self, number: &Exact| Value::Text(teller.number(number));
        match (from, to) {
            (Some(from), Some(to)) if from == to => {
                let number = number(self, from);
                self.say("fact.number", &[quantity, ("number", number)])
            }
            (Some(from), Some(to)) if from.plus(&Exact::ONE) == *to => {
                let values = Value::List([from, to].map(|end| self.number(end)).to_vec());
                self.say("fact.values", &[quantity, ("values", values)])
            }
            (Some(from), Some(to)) => {
                let (from, to) = (number(self, from), number(self, to));
                self.say("fact.between", &[quantity, ("from", from), ("to", to)])
            }
            (Some(from), None) => {
                let from = number(self, from);
                self.say("fact.least", &[quantity, ("from", from)])
            }
            (None, Some(to)) => {
                let to = number(self, to);
                self.say("fact.most", &[quantity, ("to", to)])
            }
            (None, None) => self.say("fact.false", &[]),
        }
    }

    fn residue(&mut self, claimed: &Quantity, modulo: u64, residues: &[u64]) -> String {
        let quantity = ("quantity", Value::Text(self.quantity(claimed)));
        match (modulo, residues) {
            (2, [0]) => return self.say("fact.even", &[quantity]),
            (2, [1]) => return self.say("fact.odd", &[quantity]),
            _ => {}
        }
        let texts = |teller: &Self, width: usize| {
            let text = |residue: &u64| {
                let text = teller.number(&exact(i128::from(*residue)));
                "0".repeat(width.saturating_sub(text.len())) + &text
            };
            Value::List(residues.iter().map(text).collect())
        };
        if let Some(places) = places(self.base(), modulo) {
            if is_whole(claimed, places) {
                return self.say("fact.values", &[quantity, ("values", texts(self, 0))]);
            }
            let endings = texts(self, places);
            return self.say("fact.ends", &[quantity, ("endings", endings)]);
        }
        let (residues, modulo) = (texts(self, 0), self.number(&exact(i128::from(modulo))));
        self.say("fact.residue", &[quantity, ("residues", residues), ("modulo", Value::Text(modulo))])
    }

    /// Terms with a minus sign stand on the other side, as on paper.
    fn relation(&mut self, relation: &Relation) -> String {
        let carries = relation.terms.iter().filter(|(term, _)| matches!(term, Term::Carry(_))).count();
        let mut side = |sign: i128| {
            let terms = relation.terms.iter().filter(|(_, factor)| factor.signum() == sign);
            terms.map(|(term, factor)| self.term(term, factor.unsigned_abs(), carries)).collect::<Vec<_>>()
        };
        let (mut left, mut right) = (side(1), side(-1));
        match relation.equals.signum() {
            1 => right.push(self.number(&exact(relation.equals))),
            -1 => left.push(self.number(&exact(relation.equals).negated())),
            _ => {}
        }
        // A carry alone is the result, not what is added up.
        let is_carry = |sign: i128| {
            let mut terms = relation.terms.iter().filter(|(_, factor)| factor.signum() == sign);
            terms.all(|(term, _)| matches!(term, Term::Carry(_)))
        };
        if is_carry(1) && !is_carry(-1) {
            std::mem::swap(&mut left, &mut right);
        }
        let sum = |terms: Vec<String>| if terms.is_empty() { "0".into() } else { terms.join(" + ") };
        let text = format!("{} = {}", sum(left), sum(right));
        let Some(modulo) = relation.modulo else { return text };
        let modulo = self.number(&exact(modulo));
        self.say("fact.modulo", &[("relation", Value::Text(text)), ("modulo", Value::Text(modulo))])
    }

    fn term(&mut self, term: &Term, factor: u128, carries: usize) -> String {
        let text = match term {
            Term::Place(place) => self.name(*place),
            Term::Numeral(elements) => self.numeral(elements),
            Term::Carry(_) if carries == 1 => self.say("term.carry", &[]),
            Term::Carry(carry) => self.carry_name(*carry),
        };
        if factor == 1 {
            return text;
        }
        let factor = i128::try_from(factor).map_or_else(|_| factor.to_string(), |n| self.number(&exact(n)));
        format!("{factor} × {text}")
    }

    fn carry_name(&mut self, carry: Carry) -> String {
        self.of_columns("term.carry-of", &[carry.column], &[])
    }

    fn numeral(&self, elements: &[Element]) -> String {
        let element = |element: &Element| match element {
            Element::Shown(digit) => self.base().name(*digit).to_string(),
            Element::Hidden(place) => self.name(*place),
        };
        elements.iter().map(element).collect()
    }

    fn quantity(&mut self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Carry(carry) => self.carry_name(*carry),
            Quantity::Expr(expr) => expr.written(&|place| self.name(place)).spaced(self.base()).to_string(),
        }
    }

    fn number(&self, number: &Exact) -> String {
        written(number, self.base())
    }
}

/// A number of any size that a fact may hold.
fn exact(number: i128) -> Exact {
    i64::try_from(number).map_or_else(|_| large(number), Exact::from)
}

fn large(number: i128) -> Exact {
    const HALF: i128 = 1 << 62;
    exact(number / HALF).times(&Exact::from(1 << 62)).plus(&exact(number % HALF))
}

/// Numbers in rising order as runs: the first and the last number of each.
fn runs(numbers: impl Iterator<Item = i64>) -> Vec<(i64, i64)> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

/// Whether of a run only the ends are named.
fn is_span(from: i64, to: i64) -> bool {
    to - from >= 3
}

fn names(digits: DigitSet) -> Vec<String> {
    digits.iter().map(|digit| digit.to_string()).collect()
}

/// The number of last digits that a modulus looks at, if it is a power of the base.
fn places(base: Base, modulo: u64) -> Option<usize> {
    let base = u64::from(base.get());
    let mut power = base;
    for places in 1.. {
        if power == modulo {
            return Some(places);
        }
        power = power.checked_mul(base).filter(|power| *power <= modulo)?;
    }
    None
}

/// Whether a number has no more digits than these last ones.
fn is_whole(quantity: &Quantity, digits: usize) -> bool {
    matches!(quantity, Quantity::Expr(Expr::Numeral(numeral)) if numeral.whole.len() <= digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::Language;

    /// Four symbols in base ten, of which a fact is told.
    fn teller() -> Teller {
        let puzzle = "A+B+C=D".parse().expect("it is a puzzle");
        Teller::new(Language::english(), Some(&puzzle), &["A", "B", "C", "D"].map(String::from))
    }

    fn digit(place: usize, digits: &[u8]) -> Claim {
        Claim::Digit(Place::new(place), digits.iter().copied().collect())
    }

    #[test]
    fn symbols_and_columns_of_which_the_same_is_said_are_told_together() {
        let carry =
            |equation, column, values: &[i64]| Claim::Carry(Carry { equation, column }, values.to_vec());
        let claims = [
            digit(0, &[5, 6]),
            carry(1, 0, &[1]),
            digit(1, &[6]),
            digit(2, &[5, 6]),
            carry(1, 1, &[1]),
            carry(2, 2, &[1]),
            carry(1, 3, &[0]),
        ];
        let told: Vec<(String, usize)> =
            teller().facts(&claims).into_iter().map(|said| (said.text, said.facts)).collect();
        let wanted = [
            ("A and C are each 5 or 6", 2),
            ("the units and tens carry 1", 2),
            ("B = 6", 1),
            ("the hundreds carry 1", 1),
            ("the thousands carry nothing", 1),
        ];
        assert_eq!(told, wanted.map(|(text, facts)| (text.to_owned(), facts)));
    }

    #[test]
    fn of_digits_that_are_excluded_only_the_new_ones_are_named() {
        let mut teller = teller();
        let without = [digit(0, &[2, 3, 4, 6, 7, 8, 9]), digit(0, &[2, 3, 4, 7, 8, 9])];
        let before = teller.all_left();
        assert_eq!(teller.fact(&without[0]), "A is not 0, 1 or 5");
        teller.learn(&without[0]);
        assert_eq!(teller.fact(&without[1]), "A is not 6");
        // What is left is named where it takes no more words.
        assert_eq!(teller.fact(&digit(0, &[2, 3, 4])), "A is 2, 3 or 4");
        // At the end of a case it is not known any more.
        teller.recall(before);
        assert_eq!(teller.fact(&without[1]), "A is not 0, 1, 5 or 6");
    }
}
