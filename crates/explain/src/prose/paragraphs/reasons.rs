//! What one step says: its reason, and what follows from it that readers do not know yet.

use std::collections::BTreeMap;

use super::super::lengths::{
    CONCLUDED, FORMULA, MOST_WITH_FORMULAS, ONE, Said, WITH_COLUMN, WITH_ROW, WITHOUT_PLACE, chunked,
    is_short, listed, shortened,
};
use super::super::news::{ends_by_digits, implies, is_silent, news, with_both_ends};
use super::known::equation_of;
use super::{Detail, MOST_CONCLUSIONS, Writer, capital};
use crate::Claim;
use crate::Place;
use crate::Sentence;
use crate::Step;
use crate::Value;
use crate::step::Rule;
use fukumen_language::digits::{Digit, DigitSet};

/// The sentence that what is left is less than the divisor, and that of what follows from it.
const ORDER: &str = "remainder";
const FROM_ORDER: &str = "remainder-size";

/// The technique that finds that a leading digit is what is carried.
const LEAD: &str = "lead-carry";

impl Writer<'_> {
    /// A sentence with its facts; those that are too many for it stand in further sentences.
    pub(super) fn in_sentences(&mut self, key: &str, params: &[(&str, Value)], facts: Vec<Said>) -> String {
        let mut chunks = chunked(facts, CONCLUDED[0]).into_iter();
        let first = ("facts", listed(chunks.next().unwrap_or_default()));
        let mut told = vec![self.teller.say(key, &[params, &[first]].concat())];
        told.extend(chunks.map(|facts| self.further(facts)));
        self.teller.run(told)
    }

    /// Facts as a sentence of their own.
    pub(super) fn further(&mut self, facts: Vec<Said>) -> String {
        let is_carry = facts.first().is_some_and(|said| said.is_carry);
        let key = if self.detail == Detail::Brief { "brief" } else { "further" };
        let text = self.teller.say(key, &[("facts", listed(facts))]);
        if is_carry { capital(&text) } else { self.teller.begun(&text) }
    }

    /// What a step says itself, without its cases.
    pub(super) fn own(&mut self, step: &Step, follows: bool) -> String {
        if self.detail == Detail::Brief {
            return self.concluded("brief", step);
        }
        if is_silent(step) && !self.is_one {
            return String::new();
        }
        let is_equation_told = self.is_equation_told;
        let first = if step.cases.is_empty() { step.sentences.len() } else { 1.min(step.sentences.len()) };
        let words = match (step.at.columns.is_empty(), self.rows.is_empty()) {
            (true, _) => WITHOUT_PLACE,
            (false, true) => WITH_COLUMN,
            (false, false) => WITH_ROW,
        };
        // Of formulas that are too long for one sentence only their ends are left.
        let own = &step.sentences[..first];
        let whole = std::iter::once((own.to_vec(), CONCLUDED, words));
        let cut = own.iter().map(|own| shortened(own, FORMULA)).collect();
        let cut = [own.to_vec(), cut].map(|own| (own, ONE, MOST_WITH_FORMULAS));
        let (last, used) = (self.last, self.teller.used.clone());
        let mut told = Vec::new();
        'ways: for (sentences, few, enough) in whole.chain(cut) {
            for most in few {
                // As if it had not been told.
                self.last = last;
                self.teller.used.clone_from(&used);
                let said = self.said(step);
                told = self.sentences(&sentences, said, *most, (follows, is_equation_told));
                if is_short(&told, enough) {
                    break 'ways;
                }
            }
        }
        self.is_equation_told |= step.sentences[..first].iter().any(|own| equation_of(own).is_some());
        match (told.is_empty(), step.cases.is_empty()) {
            (false, _) => self.teller.run(told),
            (true, true) => self.concluded("step", step),
            (true, false) => self.divided(step),
        }
    }

    /// Sentences of which each has its conclusions, as many as fit, and then the other conclusions.
    pub(super) fn sentences(
        &mut self,
        sentences: &[Sentence],
        said: Vec<Said>,
        most: usize,
        (follows, is_equation_told): (bool, bool),
    ) -> Vec<String> {
        let mut chunks = chunked(said, most).into_iter();
        let facts = listed(chunks.next().unwrap_or_default());
        let mut told: Vec<String> = Vec::new();
        for (i, sentence) in sentences.iter().enumerate() {
            let mut sentence = sentence.clone();
            let is_told = is_equation_told && self.equation.is_some() && equation_of(&sentence).is_some();
            let follows_order = follows && sentence.key == FROM_ORDER && self.last == ORDER;
            self.last = sentence.key;
            if is_told || follows_order {
                sentence.params.push(("known", Value::Text(String::new())));
            }
            sentence.params.push(("facts", facts.clone()));
            let text = self.teller.sentence(&sentence, follows || i > 0);
            // The first one may have its place in front of it.
            told.push(if i > 0 { self.teller.begun(&text) } else { text });
        }
        if !told.is_empty() {
            told.extend(chunks.map(|facts| self.further(facts)));
        }
        told
    }

    /// The conclusions of a step, but for relations that its sentence has, and for digits that its ranges say. Of a range only
    /// the end is said that was not known.
    pub(super) fn said(&mut self, step: &Step) -> Vec<Said> {
        let is_said = |claim: &&Claim| !matches!(claim, Claim::Relation(_)) || step.gives.len() == 1;
        let base = self.teller.base();
        let mut claims: Vec<&Claim> = news(step).into_iter().filter(is_said).collect();
        // The leading digit is what is carried.
        if step.technique == LEAD && claims.len() > 1 {
            claims.retain(|claim| !matches!(claim, Claim::Carry(..)));
        }
        claims.sort_by_key(|claim| matches!(claim, Claim::Carry(..)));
        let claims = with_both_ends(&claims);
        let is_implied = |claim: &&Claim| claims.iter().any(|other| implies(other, claim, base));
        let told: Vec<Claim> = claims
            .iter()
            .filter(|claim| !is_implied(claim))
            .map(|claim| self.without_known_end(step, claim))
            .collect();
        if let Some(text) = self.no_digit(step, &told) {
            return vec![Said { text, facts: 1, is_carry: false }];
        }
        let (clashing, digit) = self.clashing(step, &told);
        let is_own = |claim: &&Claim| match claim {
            Claim::Digit(place, _) => !clashing.contains(place),
            claim => clashing.is_empty() || **claim != Claim::False,
        };
        let own: Vec<Claim> = told.iter().filter(is_own).cloned().collect();
        let mut said = self.teller.facts(&own);
        if let Some(digit) = digit {
            let symbols = Value::List(clashing.iter().map(|place| self.teller.name(*place)).collect());
            let digit = Value::Text(digit.to_string());
            let text = self.teller.say("fact.both", &[("symbols", symbols), ("digit", digit)]);
            said.push(Said { text, facts: 1, is_carry: false });
        }
        said
    }

    /// How many conclusions a step has.
    pub(super) fn concludes(&mut self, step: &Step) -> usize {
        self.said(step).iter().map(|said| said.facts).sum()
    }

    /// That no digit is left for a symbol, if a step leaves its last one and excludes that, too, by the sizes of numbers.
    fn no_digit(&mut self, step: &Step, told: &[Claim]) -> Option<String> {
        let is_by_size = step.gives.iter().all(|given| given.rule == Some(Rule::K2));
        match told {
            [Claim::Digit(place, digits), Claim::False] if is_by_size && digits.len() == 1 => {
                Some(self.teller.fact(&Claim::Digit(*place, DigitSet::EMPTY)))
            }
            _ => None,
        }
    }

    /// Symbols that differ and would have the same digit, if that is the contradiction of a step, and the digit.
    pub(super) fn clashing(&self, step: &Step, told: &[Claim]) -> (Vec<Place>, Option<Digit>) {
        let settled = told.iter().filter_map(|claim| match claim {
            Claim::Digit(place, digits) => Some((*place, digits.only()?)),
            _ => None,
        });
        let settled: Vec<(Place, Digit)> = settled.collect();
        let differ = |a: Place, b: Place| {
            let claims = step.uses.iter().filter_map(|id| self.facts.get(id.as_str()));
            let mut sets =
                claims.filter_map(|claim| if let Claim::Distinct(set) = claim { Some(set) } else { None });
            sets.any(|set| set.contains(&a) && set.contains(&b))
        };
        if told.contains(&Claim::False) {
            for (at, (a, digit)) in settled.iter().enumerate() {
                for (b, _) in settled[at + 1..].iter().filter(|(_, other)| other == digit) {
                    if differ(*a, *b) {
                        return (vec![*a, *b], Some(*digit));
                    }
                }
            }
        }
        (Vec::new(), None)
    }

    /// A range without the end that the facts say which the step uses.
    pub(super) fn without_known_end(&self, step: &Step, claim: &Claim) -> Claim {
        let Claim::Range(quantity, Some(from), Some(to)) = claim else { return claim.clone() };
        if from == to {
            return claim.clone();
        }
        let used = step.uses.iter().filter_map(|id| self.facts.get(id.as_str()));
        let (mut knows_from, mut knows_to) = (false, false);
        let mut digits: BTreeMap<Place, DigitSet> = BTreeMap::new();
        for fact in used {
            match fact {
                Claim::Range(other, low, high) if other == quantity => {
                    knows_from |= low.as_ref().is_some_and(|low| low >= from);
                    knows_to |= high.as_ref().is_some_and(|high| high <= to);
                }
                Claim::Digit(place, set) => {
                    let own = digits.entry(*place).or_insert(*set);
                    *own = *own & *set;
                }
                _ => {}
            }
        }
        if let Some((least, most)) = ends_by_digits(quantity, &digits, self.teller.base()) {
            knows_from |= least >= *from;
            knows_to |= most <= *to;
        }
        match (knows_from, knows_to) {
            (true, false) => Claim::Range(quantity.clone(), None, Some(to.clone())),
            (false, true) => Claim::Range(quantity.clone(), Some(from.clone()), None),
            _ => claim.clone(),
        }
    }

    /// The conclusions of a step, without their reasons.
    pub(super) fn concluded(&mut self, key: &str, step: &Step) -> String {
        let claims: Vec<Claim> = news(step).into_iter().cloned().collect();
        let facts = self.teller.facts(&claims);
        if facts.is_empty() {
            return String::new();
        }
        let technique = Value::Text(capital(&self.teller.technique(step.technique)));
        self.in_sentences(key, &[("technique", technique)], facts)
    }

    /// Steps that conclude for the same reason as the first, with it as one step, and how many others there are; nothing if
    /// there are none.
    pub(super) fn together(&mut self, steps: &[Step]) -> Option<(Step, usize)> {
        let (first, others) = steps.split_first()?;
        let is_plain = first.cases.is_empty() && !first.sentences.is_empty();
        if !is_plain || self.detail != Detail::Normal {
            return None;
        }
        let mut whole = first.clone();
        let mut count = 0;
        for other in others {
            let says_same = other.sentences == first.sentences
                || formula_of(first).is_some_and(|formula| only_formula(other) == Some(formula));
            let is_alike = other.cases.is_empty() && other.at == first.at && says_same;
            if !is_alike || news(first).is_empty() || news(other).is_empty() {
                break;
            }
            let mut more = whole.clone();
            more.gives.extend(other.gives.iter().cloned());
            more.uses.extend(other.uses.iter().cloned());
            if self.concludes(&more) > MOST_CONCLUSIONS {
                break;
            }
            (whole, count) = (more, count + 1);
        }
        (count > 0).then_some((whole, count))
    }
}

/// The formula of a step that gives no other reason.
fn only_formula(step: &Step) -> Option<&Value> {
    formula_of(step).filter(|_| matches!(step.sentences[0].key, "shown" | "one-unknown"))
}

/// The formula of a step after which its conclusions stand.
fn formula_of(step: &Step) -> Option<&Value> {
    let keys: Vec<&str> = step.sentences.iter().map(|sentence| sentence.key).collect();
    let is_so = matches!(keys[..], ["shown" | "works-as" | "pairs", "so"] | ["one-unknown"]);
    let first = step.sentences.first().filter(|_| is_so)?;
    first.params.iter().find_map(|(name, value)| (*name == "formula").then_some(value))
}

/// Whether a step begins with what its column carries, so that its place need not stand in front of it.
pub(super) fn names_its_column(step: &Step) -> bool {
    let carry = step.gives.first().and_then(|given| match given.claim {
        Claim::Carry(carry, _) => Some(carry.column),
        _ => None,
    });
    let begins = step.sentences.first().is_some_and(|own| own.key.starts_with("clash-carry"));
    begins && step.at.columns.first().copied() == carry
}
