//! What is said of the cases of a step: what they are the values of, an assumption that is refuted, and what is left.

use super::super::lengths::{MOST_WORDS, Said, listed};
use super::super::news::{NUMBER, SEARCH, Vain, ends, in_vain, is_silent, is_vain, uses};
use super::{Detail, Frame, MOST_CONCLUSIONS, Writer};
use crate::At;
use crate::Case;
use crate::Claim;
use crate::End;
use crate::Step;
use crate::Value;

/// The sentences that say the only digit that is unknown at a place, and that it would be taken.
const ONE_UNKNOWN: &[&str] = &["one-unknown", "one-unknown-equation", "computed"];
const TAKEN_UNKNOWN: &str = "one-unknown-taken";

/// The sentence that lists what a column comes to.
const LISTED: &str = "works-as";

/// The most cases that are followed one by one.
const MOST_READ: usize = 24;

impl<'w> Writer<'w> {
    /// An assumption that a few steps refute, so that all that it leaves follows.
    pub(super) fn refutation(&mut self, step: &'w Step) -> Option<String> {
        let (broken, others): (Vec<&Case>, Vec<&Case>) =
            step.cases.iter().partition(|case| case.end == End::False);
        let [case] = broken[..] else { return None };
        let is_plain = case.steps.iter().all(|step| step.cases.is_empty());
        let is_alone = !others.is_empty() && others.iter().all(|case| case.steps.is_empty());
        if !is_plain || !is_alone || self.detail == Detail::Brief {
            return None;
        }
        let mut parts = vec![self.assumption("suppose", case)];
        let mut before: Option<&Step> = None;
        let mut texts = Vec::new();
        let left = self.assume(case);
        for inner in &case.steps {
            let text = self.own(inner, before.is_none_or(|before| uses(inner, before)));
            let label = self.label(inner, before, None);
            let begun = if label.is_empty() { self.teller.begun(&text) } else { text.clone() };
            parts.extend([label, begun]);
            texts.push((inner.id.clone(), text));
            self.learn(inner);
            before = Some(inner);
        }
        self.teller.recall(left);
        let facts = self.said(step);
        parts.push(self.in_sentences("refuted", &[], facts));
        let text = self.teller.run(parts);
        if text.split_whitespace().count() > MOST_WORDS || case.steps.len() > MOST_CONCLUSIONS {
            return None;
        }
        self.texts.extend(texts);
        self.refuted.insert(step.id.clone());
        Some(text)
    }

    /// One sentence for all cases of a step, and the digits they leave, if in each case one column or row gives the next digit.
    pub(super) fn at_once(&mut self, step: &'w Step, depth: usize, before: Option<&Step>) -> Option<String> {
        let is_end = |case: &Case| case.steps.is_empty() && case.end != End::False;
        if self.detail == Detail::Normal && step.cases.len() > 1 && step.cases.iter().all(is_end) {
            let fact = step.on.as_ref().and_then(|on| self.facts.get(on.as_str()).copied())?;
            let fact = ("fact", Value::Text(self.teller.choices(fact)));
            self.refuted.insert(step.id.clone());
            return Some(self.teller.say("cases-all", &[fact]));
        }
        let told: Vec<&'w Case> = step.cases.iter().filter(|case| self.is_told(step, case)).collect();
        let mut places = Vec::new();
        for case in &told {
            let mut own = case.steps.iter().filter(|inner| !is_silent(inner));
            let (only, None) = (own.next()?, own.next()) else { return None };
            let keys: Vec<&str> = only.sentences.iter().map(|sentence| sentence.key).collect();
            let is_broken = keys == [TAKEN_UNKNOWN];
            let is_given = keys.first().is_some_and(|key| ONE_UNKNOWN.contains(key));
            let is_of_digit = matches!(case.assume.claim, Claim::Digit(..));
            let is_plain = is_of_digit && only.cases.is_empty() && (is_broken || is_given);
            if !is_plain || is_broken != (case.end == End::False) || only.at != told_at(told[0])? {
                return None;
            }
            places.push((*case, only));
        }
        if places.len() < 2 || self.detail != Detail::Normal || step.sentences.len() > 1 {
            return None;
        }
        let label = self.label(places[0].1, None, None);
        let mut clauses = Vec::new();
        for (case, only) in &places {
            let fact = ("fact", Value::Text(self.teller.fact(&case.assume.claim)));
            let left = self.assume(case);
            let clause = if case.end == End::False {
                self.teller.say("case-gives-taken", &[&[fact], &only.sentences[0].params[..]].concat())
            } else {
                let facts: Vec<Said> = self.said(only).into_iter().filter(|said| !said.is_carry).collect();
                self.teller.say("case-gives", &[fact, ("facts", listed(facts))])
            };
            self.teller.recall(left);
            clauses.push(clause);
            for inner in &case.steps {
                let text = self.own(inner, false);
                self.texts.insert(inner.id.clone(), text);
            }
        }
        let cases = self.teller.say("cases-at-once", &[("cases", Value::List(clauses))]);
        self.refuted.insert(step.id.clone());
        let after = self.after_cases(step, depth);
        // A list of the column has said what each gives.
        let is_listed = |before: &Step| {
            before.at == places[0].1.at && before.sentences.iter().any(|sentence| sentence.key == LISTED)
        };
        let told = if before.is_some_and(is_listed) { Vec::new() } else { vec![label, cases] };
        Some(self.teller.run(told.into_iter().chain(after)))
    }

    /// Whether the cases of a step have paragraphs of their own.
    pub(super) fn is_told_below(&self, step: &Step) -> bool {
        let stands_here = self.refuted.contains(&step.id) || self.counted.contains(&step.id);
        !step.cases.is_empty() && self.detail != Detail::Brief && !stands_here
    }

    /// The number of cases in a tree within another search that finds nothing: too many to be read one by one. At the top, the number
    /// of ways, if there is no more to be told of any case.
    pub(super) fn counted(&mut self, step: &'w Step, frame: &Frame) -> Option<String> {
        let is_search = step.technique == SEARCH && self.detail == Detail::Normal;
        if !is_search || step.cases.is_empty() || !is_vain(step) {
            return None;
        }
        let whole = if frame.depth > 0 { None } else { Some(of_all_cases(step)?) };
        let mut stack: Vec<&'w Step> = step.cases.iter().flat_map(|case| &case.steps).collect();
        while let Some(inner) = stack.pop() {
            stack.extend(inner.cases.iter().flat_map(|case| &case.steps));
            if self.is_over() {
                break;
            }
            let text = self.own(inner, false);
            self.texts.insert(inner.id.clone(), text);
        }
        self.counted.insert(step.id.clone());
        if let Some(whole) = whole {
            return Some(self.own(&whole, false));
        }
        let number = frame.searched.unwrap_or(ends(step) as i128);
        Some(self.teller.say("tree", &[(NUMBER, Value::Number(number))]))
    }

    /// A step of a search in vain that stands for those of other cases, too.
    pub(super) fn summed(&self, step: &Step, frame: &Frame) -> Option<Step> {
        let number = frame.searched.filter(|_| step.technique == SEARCH && step.cases.is_empty())?;
        Some(of_number(step, number))
    }

    /// Whether two cases can be told as one, since a search goes through both in vain.
    pub(super) fn are_searched(&self, one: &Case, other: &Case) -> bool {
        let said = |case| in_vain(case).map(|(said, _)| said);
        self.detail == Detail::Normal && said(one).is_some_and(|of_one| Some(of_one) == said(other))
    }

    /// Records the text of each step of a case that is told together with other cases.
    pub(super) fn record(&mut self, case: &'w Case, frame: &Frame) {
        let used = self.teller.used.clone();
        for step in &case.steps {
            let text = match self.counted(step, frame) {
                Some(text) => text,
                None => self.own(step, false),
            };
            self.texts.insert(step.id.clone(), text);
        }
        self.teller.used = used;
    }

    /// That a search begins, and how large it is, where a reader has too many cases to think of them as reasoning.
    pub(super) fn search_of(&mut self, step: &Step, depth: usize) -> Option<String> {
        let number = ends(step);
        if depth > 0 || step.technique != SEARCH || step.cases.is_empty() || number <= MOST_READ {
            return None;
        }
        Some(self.teller.say("search", &[(NUMBER, Value::Number(number as i128))]))
    }

    /// The sentence that introduces the cases of a step, unless only one of them is told.
    pub(super) fn divided(&mut self, step: &Step) -> String {
        if self.detail == Detail::Normal
            && step.cases.iter().filter(|case| self.is_told(step, case)).count() < 2
        {
            return String::new();
        }
        let fact = step.on.as_ref().and_then(|on| self.facts.get(on.as_str()).copied());
        match fact {
            Some(fact) => {
                let equation = if let Claim::Carry(carry, _) = fact { Some(carry.equation) } else { None };
                let place = self.place_of(equation);
                let fact = self.teller.choices(fact);
                let fact = ("fact", Value::Text(fact));
                let text = match place {
                    Some(place) => self.teller.say("cases-of-row", &[("equation", Value::Text(place)), fact]),
                    None => self.teller.say("cases-of", &[fact]),
                };
                self.teller.begun(&text)
            }
            None => {
                let number = Value::Number(step.cases.len() as i128);
                self.teller.say("cases", &[("number", number)])
            }
        }
    }

    pub(super) fn assumption(&mut self, key: &str, case: &Case) -> String {
        let fact = Value::Text(self.teller.fact(&case.assume.claim));
        self.teller.say(key, &[("fact", fact)])
    }

    /// Whether a case is told: of what survives without steps there is nothing to tell.
    pub(super) fn is_told(&self, step: &Step, case: &Case) -> bool {
        let is_of_note = step.cases.iter().any(|case| case.end == End::False);
        !is_of_note || case.end == End::False || !case.steps.is_empty()
    }

    /// What follows from all cases together, unless that is no more than was known before them.
    pub(super) fn after_cases(&mut self, step: &Step, depth: usize) -> Option<String> {
        // Within a search, the only case that survives has said it.
        let survivors = step.cases.iter().filter(|case| case.end != End::False).count();
        if depth > 0 && step.technique == SEARCH && survivors == 1 {
            return None;
        }
        if step.sentences.len() > 1 {
            let told: Vec<String> =
                step.sentences[1..].iter().map(|sentence| self.teller.sentence(sentence, true)).collect();
            return Some(self.teller.run(told));
        }
        if is_vain(step) {
            return Some(self.teller.say("cases-none", &[]));
        }
        let before = step.on.as_ref().and_then(|on| self.facts.get(on.as_str()).copied());
        let is_new = step.gives.iter().any(|given| Some(&given.claim) != before);
        is_new.then(|| self.concluded("cases-left", step))
    }
}

/// The place of the first step of a case that has a sentence.
fn told_at(case: &Case) -> Option<At> {
    case.steps.iter().find(|step| !is_silent(step)).map(|step| step.at.clone())
}

/// A step that goes through another number of ways.
fn of_number(step: &Step, number: i128) -> Step {
    let mut whole = step.clone();
    for (name, value) in whole.sentences.iter_mut().flat_map(|sentence| &mut sentence.params) {
        if *name == NUMBER {
            *value = Value::Number(number);
        }
    }
    whole
}

/// What the cases of a step say, if all go through ways in vain and say no more: that of the first one, with the ways of all.
fn of_all_cases(step: &Step) -> Option<Step> {
    let cases = step.cases.iter().map(in_vain).collect::<Option<Vec<_>>>()?;
    let (first, _) = cases.first()?;
    // Symbols that are named in it are not those of the other cases.
    if !matches!(first, Vain::Ways(_, others) if others.is_empty()) {
        return None;
    }
    let number = cases.iter().map(|(_, number)| number).sum();
    let told = step.cases[0].steps.iter().find(|step| !is_silent(step))?;
    cases.iter().all(|(said, _)| said == first).then(|| of_number(told, number))
}
