//! The lines around the steps: the base, differences written as sums, the sum so far, and the digits that are filled in at the end.

use std::collections::BTreeSet;

use super::super::lengths::{Said, listed};
use super::known::{all_steps, sums};
use super::{Detail, Frame, MOST_CONCLUSIONS, Paragraph, SO_FAR, Writer};
use crate::Claim;
use crate::Quantity;
use crate::Step;
use crate::Value;
use crate::scene::Scene;
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::number::Exact;

/// Techniques whose steps fill in what is left.
const FILLING: &[&str] = &["taken", "one-unknown", "skipped-row"];

/// The sentence that a digit has no row.
const NO_ROW: &str = "no-row";

impl<'w> Writer<'w> {
    /// In a base other than ten, when a column carries, and which letters print digits above nine. A letter that is a symbol of the
    /// puzzle is left out: sums show its digit in brackets.
    pub(super) fn of_base(&mut self, steps: &[Step]) -> Option<String> {
        let base = self.teller.base();
        if base == Base::TEN || self.detail == Detail::Brief || steps.is_empty() {
            return None;
        }
        let columns = all_steps(steps).any(|step| !step.at.columns.is_empty());
        let columns = columns
            .then(|| self.teller.say("base-columns", &[("base", Value::Text(base.get().to_string()))]));
        let told = all_steps(steps).flat_map(|step| &step.gives).filter_map(|give| match &give.claim {
            Claim::Digit(_, digits) => digits.only(),
            _ => None,
        });
        let letters: BTreeSet<Digit> = told.filter(|digit| self.teller.has_letter(*digit)).collect();
        let named = letters.into_iter().map(|digit| {
            let glyph = Value::Text(base.name(digit).to_string());
            self.teller.say("base-digit", &[("glyph", glyph), ("digit", Value::Text(digit.to_string()))])
        });
        let named: Vec<String> = named.collect();
        let digits =
            (!named.is_empty()).then(|| self.teller.say("base-digits", &[("digits", Value::List(named))]));
        let told: Vec<String> = columns.into_iter().chain(digits).collect();
        (!told.is_empty()).then(|| self.teller.run(told))
    }

    /// The differences whose columns the steps look at, written as sums, since the reader wrote them as differences.
    pub(super) fn differences(&mut self, scene: &Scene, steps: &[Step]) -> String {
        if self.detail == Detail::Brief {
            return String::new();
        }
        let looks_at = |number: &usize| {
            all_steps(steps).any(|step| step.at.equation == Some(*number) && !step.at.columns.is_empty())
        };
        let sums = sums(scene).into_iter().filter(|(number, _)| looks_at(number));
        let told = sums.take(MOST_CONCLUSIONS).map(|(_, (difference, sum))| {
            let params = [("difference", Value::Text(difference)), ("equation", Value::Text(sum))];
            self.teller.say("as-sum", &params)
        });
        let told: Vec<String> = told.collect();
        self.teller.run(told)
    }

    /// All conclusions of steps that only fill in.
    pub(super) fn filled_in(&mut self, steps: &'w [Step]) -> String {
        for (i, step) in steps.iter().enumerate() {
            let text = self.own(step, i > 0);
            self.texts.insert(step.id.clone(), text);
        }
        if let Some(numbers) = self.calculated() {
            return self.teller.say("rest-calculated", &[("numbers", numbers)]);
        }
        let facts: Vec<Said> = steps.iter().flat_map(|step| self.said(step)).collect();
        // Carries have served their turn.
        let mut told: BTreeSet<String> = BTreeSet::new();
        let is_new = |said: &Said| !said.is_carry && told.insert(said.text.clone());
        let facts = facts.into_iter().filter(is_new).collect();
        self.in_sentences("rest", &[], facts)
    }

    /// Where the steps begin that only fill in what is left, if they are too many to be told one by one.
    pub(super) fn rest(&mut self, steps: &[Step], frame: &Frame) -> usize {
        // That a digit has no row is a reason of its own.
        let is_reasoned = |step: &Step| step.sentences.iter().any(|sentence| sentence.key == NO_ROW);
        let fills =
            |step: &&Step| FILLING.contains(&step.technique) && step.cases.is_empty() && !is_reasoned(step);
        let filling = steps.iter().rev().take_while(fills).count();
        // A drawing is calculated once its factors are known.
        let of_factors = steps.iter().rposition(|step| self.is_of_factors(step)).map_or(0, |last| last + 1);
        let rest = (steps.len() - filling).max(of_factors);
        let concluded: usize = steps[rest..].iter().map(|step| self.concludes(step)).sum();
        let is_long = concluded > MOST_CONCLUSIONS && self.detail == Detail::Normal;
        if is_long && frame.depth == 0 && rest > 0 { rest } else { steps.len() }
    }

    /// Whether a step says a digit of the numbers from which a drawing can be calculated.
    pub(super) fn is_of_factors(&self, step: &Step) -> bool {
        let is_in = |claim: &Claim| match claim {
            Claim::Digit(place, _) => {
                self.factors.iter().any(|numeral| numeral.contains(&Element::Hidden(*place)))
            }
            _ => false,
        };
        step.gives.iter().any(|give| is_in(&give.claim))
    }

    /// The numbers from which the rest of a drawing can be calculated, if their digits are known.
    fn calculated(&mut self) -> Option<Value> {
        let base = i128::from(self.teller.base().get());
        let digit = |element: &Element| match element {
            Element::Shown(digit) => Some(*digit),
            Element::Hidden(place) => self.teller.left(*place).only(),
        };
        let value = |numeral: &Vec<Element>| {
            let digits = numeral.iter().map(digit).collect::<Option<Vec<Digit>>>()?;
            digits
                .into_iter()
                .try_fold(0_i128, |sum, digit| sum.checked_mul(base)?.checked_add(i128::from(digit)))
        };
        let values: Vec<i128> = self.factors.iter().map(value).collect::<Option<_>>()?;
        let is_hidden =
            |numeral: &Vec<Element>| numeral.iter().any(|element| matches!(element, Element::Hidden(_)));
        let numbers = self.factors.iter().zip(values).filter(|(numeral, _)| is_hidden(numeral));
        let claims = numbers.map(|(numeral, value)| {
            let quantity = Quantity::Expr(Expr::Numeral(Numeral::whole(numeral.clone())));
            let value = Exact::from_i128(value);
            Claim::Range(quantity, Some(value.clone()), Some(value))
        });
        let claims: Vec<Claim> = claims.collect();
        let said = self.teller.facts(&claims);
        (!said.is_empty()).then(|| listed(said))
    }

    /// Shows the sum with the digits that are known, if several are new since it was shown last, and some are still open.
    pub(super) fn show_so_far(&mut self, depth: usize) {
        let known = self.teller.all_left().iter().filter(|digits| digits.len() == 1).count();
        let is_open = known < self.teller.all_left().len();
        if depth > 0 || self.detail != Detail::Normal || !is_open || known < self.shown + SO_FAR {
            return;
        }
        let Some(sum) = self.teller.so_far(self.puzzle) else { return };
        self.shown = known;
        let text = self.teller.say("so-far", &[("sum", Value::Text(sum))]);
        self.push(Paragraph { depth, text, ..Paragraph::default() });
    }
}
