//! Steps put into paragraphs: those that belong together stand in one, and cases have their own below their step.

use std::collections::BTreeMap;

use super::Level;
use super::teller::Teller;
use crate::digits::DigitSet;
use crate::explain::At;
use crate::explain::Case;
use crate::explain::Claim;
use crate::explain::End;
use crate::explain::Explanation;
use crate::explain::Mark;
use crate::explain::Step;
use crate::explain::Value;
use crate::explain::places;
use crate::puzzle::Puzzle;

/// A paragraph has at most this many conclusions, if steps are joined in it.
const MOST_CONCLUSIONS: usize = 4;
/// And this many words.
const MOST_WORDS: usize = 80;
/// Techniques that go with the step before them, wherever they look.
const FREE: &[&str] = &["taken", "one-unknown", "only-place"];

/// How much is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// What each step concludes.
    Brief,
    /// Each step with its reason.
    #[default]
    Normal,
    /// Also what is known after each step.
    Full,
}

/// One paragraph.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Paragraph {
    /// Its number: `3`, `3a` for a case; empty if it goes on with the one before.
    pub number: String,
    /// How deeply it is nested in cases.
    pub depth: usize,
    /// What it says.
    pub text: String,
    /// The ids of the steps that it tells.
    pub steps: Vec<String>,
    /// The glyphs that it speaks of.
    pub marks: Vec<Mark>,
    /// The digits that each place may still have after it, if all are told and it is in no case.
    pub known: Option<Vec<DigitSet>>,
}

/// All paragraphs of an explanation, and the text of each step by its id.
pub(super) fn all(
    teller: &mut Teller,
    explanation: &Explanation,
    puzzle: &Puzzle,
    detail: Detail,
) -> (Vec<Paragraph>, BTreeMap<String, String>) {
    let cells = places(puzzle);
    let of_place = |(_, cell): &(String, crate::expr::Cell)| puzzle.hidden()[cell.index()].digits;
    let mut writer = Writer {
        teller,
        facts: facts(explanation),
        has_equations: has_equations(&explanation.steps),
        detail,
        known: cells.iter().map(of_place).collect(),
        paragraphs: Vec::new(),
        texts: BTreeMap::new(),
    };
    writer.steps(&explanation.steps, &Frame::default());
    (writer.paragraphs, writer.texts)
}

/// Where a step looks, in a sentence for a hint.
pub(super) fn pointer(teller: &mut Teller, step: &Step, level: Level) -> String {
    let place = match step.at {
        At { equation: Some(equation), ref columns } if columns.is_empty() => {
            teller.say("hint.equation", &[("equation", Value::Text(equation.to_string()))])
        }
        At { equation: None, ref columns } if columns.is_empty() => teller.say("hint.anywhere", &[]),
        ref at => {
            let columns = columns(teller, at);
            teller.say("hint.column", &[("columns", columns)])
        }
    };
    if level == Level::Where {
        return place;
    }
    let technique = capital(&teller.technique(step.technique));
    let technique = teller.say("hint.technique", &[("technique", Value::Text(technique))]);
    teller.run([place, technique])
}

/// What every fact says, by its id.
fn facts(explanation: &Explanation) -> BTreeMap<&str, &Claim> {
    let mut facts: BTreeMap<&str, &Claim> =
        explanation.given.iter().map(|given| (given.id.as_str(), &given.claim)).collect();
    let mut stack: Vec<&Step> = explanation.steps.iter().collect();
    while let Some(step) = stack.pop() {
        facts.extend(step.gives.iter().map(|given| (given.id.as_str(), &given.claim)));
        for case in &step.cases {
            facts.insert(&case.assume.id, &case.assume.claim);
            stack.extend(&case.steps);
        }
    }
    facts
}

/// Whether columns of several equations are looked at, so that each must be named.
fn has_equations(steps: &[Step]) -> bool {
    let (mut stack, mut seen): (Vec<&Step>, Option<usize>) = (steps.iter().collect(), None);
    while let Some(step) = stack.pop() {
        stack.extend(step.cases.iter().flat_map(|case| &case.steps));
        let Some(equation) = step.at.equation.filter(|_| !step.at.columns.is_empty()) else { continue };
        if seen.is_some_and(|other| other != equation) {
            return true;
        }
        seen = Some(equation);
    }
    false
}

/// The names of the columns that a step looks at.
fn columns(teller: &mut Teller, at: &At) -> Value {
    Value::List(at.columns.iter().map(|column| teller.column(*column)).collect())
}

/// With a capital letter in front, where the script has them.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Where steps are told: at the top, or in a case.
#[derive(Default)]
struct Frame<'a> {
    number: String,
    depth: usize,
    /// The case, told before its first step.
    case: Option<&'a Case>,
}

impl Frame<'_> {
    /// The number of a paragraph, counted from 0.
    fn number(&self, index: usize) -> String {
        match (self.depth, index) {
            (0, index) => (index + 1).to_string(),
            (_, 0) => self.number.clone(),
            (_, index) => format!("{}.{}", self.number, index + 1),
        }
    }
}

/// The number of a case below a paragraph: letters below numbers, numbers below letters.
fn below(number: &str, index: usize) -> String {
    if !number.ends_with(|c: char| c.is_ascii_digit()) {
        return format!("{number}{}", index + 1);
    }
    let (mut letters, mut rest) = (String::new(), index + 1);
    while rest > 0 {
        let place = u8::try_from((rest - 1) % 26).unwrap_or_default();
        letters.insert(0, char::from(b'a' + place));
        rest = (rest - 1) / 26;
    }
    format!("{number}{letters}")
}

struct Writer<'w> {
    teller: &'w mut Teller,
    facts: BTreeMap<&'w str, &'w Claim>,
    has_equations: bool,
    detail: Detail,
    known: Vec<DigitSet>,
    paragraphs: Vec<Paragraph>,
    texts: BTreeMap<String, String>,
}

impl<'w> Writer<'w> {
    fn steps(&mut self, steps: &'w [Step], frame: &Frame) {
        let mut before: Option<&Step> = None;
        let mut group: Vec<&'w Step> = Vec::new();
        let mut open = Paragraph { depth: frame.depth, ..Paragraph::default() };
        let mut count = 0;
        if let Some(case) = frame.case.filter(|_| steps.first().is_none_or(|step| step.at.columns.is_empty()))
        {
            let key = if steps.is_empty() && case.end != End::False { "case-alone" } else { "case" };
            open.text = self.assumption(key, case, None);
        }
        for step in steps {
            let follows = before.map_or_else(|| assumed(step, frame), |before| uses(step, before));
            let text = self.own(step, follows);
            if !group.is_empty() && !joins(&group, step, &open.text, &text, frame.depth) {
                self.close(open, &group, frame, count);
                (open, count) = (Paragraph { depth: frame.depth, ..Paragraph::default() }, count + 1);
                group.clear();
            }
            let label = self.label(step, group.last().copied(), frame.case.filter(|_| before.is_none()));
            open.text = self.teller.run([open.text, label, text.clone()]);
            self.texts.insert(step.id.clone(), text);
            group.push(step);
            before = Some(step);
        }
        if !group.is_empty() || !open.text.is_empty() {
            self.close(open, &group, frame, count);
        }
    }

    /// What a step says itself, without its cases.
    fn own(&mut self, step: &Step, follows: bool) -> String {
        if self.detail == Detail::Brief {
            return self.concluded("brief", step);
        }
        let first = if step.cases.is_empty() { step.sentences.len() } else { 1.min(step.sentences.len()) };
        let facts = Value::List(self.said(step));
        let told = step.sentences[..first].iter().enumerate();
        let told: Vec<String> = told
            .map(|(i, sentence)| {
                let mut sentence = sentence.clone();
                sentence.params.push(("facts", facts.clone()));
                self.teller.sentence(&sentence, follows || i > 0)
            })
            .collect();
        match (told.is_empty(), step.cases.is_empty()) {
            (false, _) => self.teller.run(told),
            (true, true) => self.concluded("step", step),
            (true, false) => self.divided(step),
        }
    }

    /// The conclusions of a step, but for relations that its sentence has.
    fn said(&mut self, step: &Step) -> Vec<String> {
        let is_said = |claim: &Claim| !matches!(claim, Claim::Relation(_)) || step.gives.len() == 1;
        let claims = step.gives.iter().map(|given| &given.claim).filter(|claim| is_said(claim));
        claims.map(|claim| self.teller.fact(claim)).collect()
    }

    /// What the cases of a step are the values of.
    fn divided(&mut self, step: &Step) -> String {
        let fact = step.on.as_ref().and_then(|on| self.facts.get(on.as_str()).copied());
        match fact {
            Some(fact) => {
                let fact = self.teller.fact(fact);
                let fact = Value::Text(self.teller.begun(&fact));
                self.teller.say("cases-of", &[("fact", fact)])
            }
            None => {
                let number = Value::Number(step.cases.len() as i128);
                self.teller.say("cases", &[("number", number)])
            }
        }
    }

    /// What a step concludes.
    fn conclusions(&mut self, step: &Step) -> Value {
        Value::List(step.gives.iter().map(|given| self.teller.fact(&given.claim)).collect())
    }

    /// The conclusions of a step, without their reasons.
    fn concluded(&mut self, key: &str, step: &Step) -> String {
        let facts = self.conclusions(step);
        let technique = Value::Text(capital(&self.teller.technique(step.technique)));
        self.teller.say(key, &[("technique", technique), ("facts", facts)])
    }

    /// Where the step looks, unless the one before it in the paragraph looks there, too.
    fn label(&mut self, step: &Step, before: Option<&Step>, case: Option<&Case>) -> String {
        if step.at.columns.is_empty() || before.is_some_and(|before| before.at == step.at) {
            return String::new();
        }
        let columns = columns(self.teller, &step.at);
        if let Some(case) = case {
            return self.assumption("case-columns", case, Some(columns));
        }
        let text = match step.at.equation.filter(|_| self.has_equations) {
            None => self.teller.say("label", &[("columns", columns)]),
            Some(equation) => {
                let equation = Value::Text(equation.to_string());
                self.teller.say("label-equation", &[("equation", equation), ("columns", columns)])
            }
        };
        capital(&text)
    }

    fn assumption(&mut self, key: &str, case: &Case, columns: Option<Value>) -> String {
        let fact = ("fact", Value::Text(self.teller.fact(&case.assume.claim)));
        let params: Vec<(&str, Value)> =
            std::iter::once(fact).chain(columns.map(|columns| ("columns", columns))).collect();
        self.teller.say(key, &params)
    }

    /// Ends a paragraph, and tells the cases of its last step below it.
    fn close(&mut self, mut open: Paragraph, group: &[&'w Step], frame: &Frame, index: usize) {
        open.number = frame.number(index);
        open.steps = group.iter().map(|step| step.id.clone()).collect();
        open.marks = group.iter().flat_map(|step| step.marks.iter().copied()).collect();
        let with_cases = group.last().filter(|step| !step.cases.is_empty() && self.detail != Detail::Brief);
        let number = open.number.clone();
        if frame.depth == 0 {
            self.learn(group);
        }
        let known = (frame.depth == 0 && self.detail == Detail::Full).then(|| self.known.clone());
        let Some(step) = with_cases else {
            self.paragraphs.push(Paragraph { known, ..open });
            return;
        };
        self.paragraphs.push(open);
        for (i, case) in step.cases.iter().enumerate() {
            let frame = Frame { number: below(&number, i), depth: frame.depth + 1, case: Some(case) };
            self.steps(&case.steps, &frame);
        }
        if let Some(text) = self.after_cases(step) {
            self.paragraphs.push(Paragraph { depth: frame.depth, text, known, ..Paragraph::default() });
        }
    }

    /// What follows from all cases together, unless that is no more than was known before them.
    fn after_cases(&mut self, step: &Step) -> Option<String> {
        if step.sentences.len() > 1 {
            let told: Vec<String> =
                step.sentences[1..].iter().map(|sentence| self.teller.sentence(sentence, true)).collect();
            return Some(self.teller.run(told));
        }
        if step.cases.iter().all(|case| case.end == End::False) {
            return Some(self.teller.say("cases-none", &[]));
        }
        let before = step.on.as_ref().and_then(|on| self.facts.get(on.as_str()).copied());
        let is_new = step.gives.iter().any(|given| Some(&given.claim) != before);
        is_new.then(|| self.concluded("cases-left", step))
    }

    fn learn(&mut self, steps: &[&Step]) {
        for given in steps.iter().flat_map(|step| &step.gives) {
            if let Claim::Digit(place, digits) = &given.claim
                && let Some(known) = self.known.get_mut(place.index())
            {
                *known = *known & *digits;
            }
        }
    }
}

/// Whether a step uses what another concludes.
fn uses(step: &Step, before: &Step) -> bool {
    before.gives.iter().any(|given| step.uses.contains(&given.id))
}

/// Whether a step uses what its case assumes.
fn assumed(step: &Step, frame: &Frame) -> bool {
    frame.case.is_some_and(|case| step.uses.contains(&case.assume.id))
}

/// Whether a step goes into the paragraph of those before it.
fn joins(group: &[&Step], step: &Step, told: &str, text: &str, depth: usize) -> bool {
    let has_cases = !step.cases.is_empty() || group.iter().any(|step| !step.cases.is_empty());
    let conclusions = group.iter().map(|step| step.gives.len()).sum::<usize>() + step.gives.len();
    let words = told.split_whitespace().count() + text.split_whitespace().count();
    if has_cases || conclusions > MOST_CONCLUSIONS || words > MOST_WORDS {
        return false;
    }
    let belongs = group.iter().any(|before| uses(step, before))
        && (FREE.contains(&step.technique) || group.iter().all(|before| before.at == step.at));
    depth > 0 || belongs
}
