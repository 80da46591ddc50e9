//! Steps put into paragraphs: those that belong together stand in one, and cases have their own below their step.
//!
//! A paragraph is not a step: steps stay as small as the checker wants them, with a text each, and a paragraph joins those
//! that follow from each other or look at the same place. What only fills in at the end is one paragraph, and so is an
//! assumption that a few steps refute.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use super::Level;
use super::lengths::CONCLUDED;
use super::lengths::FORMULA;
use super::lengths::MOST_IN_SENTENCE;
use super::lengths::MOST_WITH_FORMULAS;
use super::lengths::MOST_WORDS;
use super::lengths::Said;
use super::lengths::chunked;
use super::lengths::listed;
use super::lengths::longest;
use super::lengths::pieces;
use super::lengths::shortened;
use super::news::are_alike;
use super::news::either;
use super::news::ends;
use super::news::ends_by_digits;
use super::news::implies;
use super::news::news;
use super::news::uses;
use super::teller::Teller;
use crate::digits::Digit;
use crate::digits::DigitSet;
use crate::explain::At;
use crate::explain::Case;
use crate::explain::Claim;
use crate::explain::End;
use crate::explain::Explanation;
use crate::explain::Mark;
use crate::explain::Place;
use crate::explain::Sentence;
use crate::explain::Step;
use crate::explain::Value;
use crate::explain::places;
use crate::explain::scene::Scene;
use crate::explain::scene::has_rows;
use crate::explain::tell;
use crate::interrupt::Interrupt;
use crate::interrupt::Never;
use crate::puzzle::Puzzle;

/// All paragraphs together have at most this many bytes, and one paragraph more.
const MOST_TEXT: usize = 1 << 20;
/// A paragraph has at most this many conclusions, if steps are joined in it.
const MOST_CONCLUSIONS: usize = 4;
/// An equation with more words than this is told once.
const MOST_IN_EQUATION: usize = 4;
/// Techniques that go with the step before them, wherever they look.
const FREE: &[&str] = &["taken", "one-unknown", "only-place"];
/// Techniques whose steps fill in what is left.
const FILLING: &[&str] = &["taken", "one-unknown", "skipped-row"];

/// The sentence of an equation in which what is known is put in.
const PUT_IN: &str = "one-unknown-equation";

/// The technique whose cases are a search.
const SEARCH: &str = "exhaust";

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
pub(super) struct Told {
    pub paragraphs: Vec<Paragraph>,
    pub texts: BTreeMap<String, String>,
    /// Whether there would be more.
    pub is_cut: bool,
}

/// Tells an explanation.
pub(super) fn all(
    teller: &mut Teller,
    explanation: &Explanation,
    puzzle: &Puzzle,
    detail: Detail,
    interrupt: &dyn Interrupt,
) -> Told {
    let cells = places(puzzle);
    let of_place = |(_, cell): &(String, crate::expr::Cell)| puzzle.hidden()[cell.index()].digits;
    let mut writer = Writer {
        teller,
        facts: facts(explanation),
        has_equations: has_equations(puzzle, interrupt),
        equation: only_equation(&explanation.steps),
        is_equation_told: false,
        is_one: explanation.steps.len() == 1,
        rows: rows(puzzle, interrupt),
        detail,
        known: cells.iter().map(of_place).collect(),
        paragraphs: Vec::new(),
        texts: BTreeMap::new(),
        refuted: BTreeSet::new(),
        counted: BTreeSet::new(),
        interrupt,
        room: MOST_TEXT,
        drawing: puzzle.sheet().rows().iter().map(|row| row.glyphs().len()).sum(),
        is_cut: false,
    };
    writer.steps(&explanation.steps, &Frame::default());
    Told { paragraphs: writer.paragraphs, texts: writer.texts, is_cut: writer.is_cut }
}

/// Where a step looks, in a sentence for a hint.
pub(super) fn pointer(teller: &mut Teller, step: &Step, puzzle: &Puzzle, level: Level) -> String {
    let equation = |number: usize| {
        let row = rows(puzzle, &Never).remove(&number);
        row.or_else(|| has_equations(puzzle, &Never).then(|| number.to_string()))
    };
    let place = match step.at {
        At { equation: Some(equation), ref columns } if columns.is_empty() => {
            teller.say("hint.equation", &[("equation", Value::Text(equation.to_string()))])
        }
        At { equation: None, ref columns } if columns.is_empty() => teller.say("hint.anywhere", &[]),
        ref at => {
            let columns = columns(teller, at);
            match at.equation.and_then(equation) {
                None => teller.say("hint.column", &[("columns", columns)]),
                Some(equation) => {
                    let equation = Value::Text(equation);
                    teller.say("hint.column-equation", &[("equation", equation), ("columns", columns)])
                }
            }
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
    let mut facts = BTreeMap::new();
    facts.extend(explanation.given.iter().map(|given| (given.id.as_str(), &given.claim)));
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

/// Whether several equations have columns, so that each must be named.
fn has_equations(puzzle: &Puzzle, interrupt: &dyn Interrupt) -> bool {
    if has_rows(puzzle) {
        return false;
    }
    let Ok(scene) = Scene::of(puzzle, interrupt) else { return false };
    scene.columns.iter().any(|column| column.at.equation != scene.columns[0].at.equation)
}

/// The only long equation that stands in sentences, if there is just one: it need not be repeated.
fn only_equation(steps: &[Step]) -> Option<&str> {
    let (mut stack, mut only): (Vec<&Step>, Option<&str>) = (steps.iter().collect(), None);
    while let Some(step) = stack.pop() {
        stack.extend(step.cases.iter().flat_map(|case| &case.steps));
        for sentence in &step.sentences {
            let Some(equation) = equation_of(sentence) else { continue };
            if only.is_some_and(|other| other != equation) {
                return None;
            }
            only = Some(equation);
        }
    }
    only
}

/// The long equation of a sentence.
fn equation_of(sentence: &Sentence) -> Option<&str> {
    // With what is known put in, it is another equation each time.
    if sentence.key == PUT_IN {
        return None;
    }
    let is_equation = |(name, _): &&(&str, Value)| ["equation", "formula"].contains(name);
    match sentence.params.iter().find(is_equation) {
        Some((_, Value::Text(text))) if text.split(' ').count() > MOST_IN_EQUATION => Some(text),
        _ => None,
    }
}

/// What each row of a drawing says that has columns.
fn rows(puzzle: &Puzzle, interrupt: &dyn Interrupt) -> BTreeMap<usize, String> {
    if !has_rows(puzzle) {
        return BTreeMap::new();
    }
    let Ok(scene) = Scene::of(puzzle, interrupt) else { return BTreeMap::new() };
    let rows = scene.stated.iter().filter(|row| row.role.is_some() && scene.has_columns(row.number));
    let rows = rows.filter(|row| scene.givens[row.given].id == format!("row:{}", row.number));
    rows.map(|row| (row.number, tell::equation(&scene, &row.expr))).collect()
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
    /// The only long equation of which steps speak, and whether a sentence had it.
    equation: Option<&'w str>,
    is_equation_told: bool,
    /// Whether there is one step only, of which then something has to be said.
    is_one: bool,
    /// What the rows of a drawing say, by their numbers.
    rows: BTreeMap<usize, String>,
    detail: Detail,
    known: Vec<DigitSet>,
    paragraphs: Vec<Paragraph>,
    texts: BTreeMap<String, String>,
    /// The steps whose only case that is told stands in their own paragraph.
    refuted: BTreeSet<String>,
    /// The steps of whose cases only the number is told.
    counted: BTreeSet<String>,
    interrupt: &'w dyn Interrupt,
    /// How many more characters may be written, and how many the puzzle takes where it is drawn.
    room: usize,
    drawing: usize,
    /// Whether the telling ended early.
    is_cut: bool,
}

impl<'w> Writer<'w> {
    fn steps(&mut self, steps: &'w [Step], frame: &Frame) {
        let mut before: Option<&Step> = None;
        let mut group: Vec<&'w Step> = Vec::new();
        let mut open = Paragraph { depth: frame.depth, ..Paragraph::default() };
        let (mut count, mut conclusions) = (0, 0);
        if let Some(case) = frame.case.filter(|_| steps.first().is_none_or(|step| step.at.columns.is_empty()))
        {
            let key = if steps.is_empty() && case.end != End::False { "case-alone" } else { "case" };
            open.text = self.assumption(key, case, None);
        }
        let rest = self.rest(steps, frame);
        let mut alike = 0;
        for (index, step) in steps[..rest].iter().enumerate() {
            if self.is_over() {
                break;
            }
            if alike > 0 {
                // The steps before it have told it.
                alike -= 1;
                let used = self.teller.used.clone();
                let text = self.own(step, false);
                self.teller.used = used;
                self.texts.insert(step.id.clone(), text);
                group.push(step);
                before = Some(step);
                continue;
            }
            let follows = before.map_or_else(|| assumed(step, frame), |before| uses(step, before));
            let together = self.together(&steps[index..rest]);
            alike = together.as_ref().map_or(0, |(_, others)| *others);
            let whole = together.as_ref().map_or(step, |(whole, _)| whole);
            let text = match self.refutation(step).or_else(|| self.counted(step, frame.depth)) {
                Some(text) => text,
                None => self.own(whole, follows),
            };
            let is_told = self.is_told_below(step);
            let concluded = if text.is_empty() { 0 } else { self.said(whole).len() };
            let first = frame.case.filter(|_| before.is_none());
            let label = self.label(step, group.last().copied(), first);
            let all = [open.text.as_str(), &label, &text];
            let words: usize = all.iter().map(|text| text.split_whitespace().count()).sum();
            let fits = concluded + conclusions <= MOST_CONCLUSIONS && words <= MOST_WORDS && !is_told;
            let goes_on = fits && joins(&group, step, frame.depth, self.detail);
            let ends = group.last().is_some_and(|last| self.is_told_below(last));
            if !open.text.is_empty() && (ends || !(group.is_empty() || text.is_empty() || goes_on)) {
                self.close(open, &group, frame, count);
                (open, count) = (Paragraph { depth: frame.depth, ..Paragraph::default() }, count + 1);
                (conclusions, group) = (0, Vec::new());
            }
            let label =
                if text.is_empty() { String::new() } else { self.label(step, group.last().copied(), first) };
            open.text = self.teller.run([open.text, label, text.clone()]);
            conclusions += if is_told { MOST_CONCLUSIONS } else { concluded };
            self.texts.insert(step.id.clone(), text);
            group.push(step);
            before = Some(step);
        }
        if !open.text.is_empty() {
            self.close(open, &group, frame, count);
            count += 1;
        } else if let Some(last) = self.paragraphs.last_mut() {
            last.steps.extend(group.iter().map(|step| step.id.clone()));
        }
        if rest < steps.len() && !self.is_over() {
            let text = self.filled_in(&steps[rest..]);
            let open = Paragraph { depth: frame.depth, text, ..Paragraph::default() };
            self.close(open, &steps[rest..].iter().collect::<Vec<_>>(), frame, count);
        }
    }

    /// Steps that conclude for the same reason as the first, with it as one step, and how many others there are; nothing if
    /// there are none.
    fn together(&mut self, steps: &[Step]) -> Option<(Step, usize)> {
        let (first, others) = steps.split_first()?;
        let is_plain = first.cases.is_empty() && !first.sentences.is_empty();
        if !is_plain || self.detail != Detail::Normal {
            return None;
        }
        let mut whole = first.clone();
        let mut count = 0;
        for other in others {
            let is_alike = other.cases.is_empty()
                && (other.technique, &other.at, &other.sentences)
                    == (first.technique, &first.at, &first.sentences);
            if !is_alike || news(first).is_empty() || news(other).is_empty() {
                break;
            }
            let mut more = whole.clone();
            more.gives.extend(other.gives.iter().cloned());
            more.uses.extend(other.uses.iter().cloned());
            if self.said(&more).len() > MOST_CONCLUSIONS {
                break;
            }
            (whole, count) = (more, count + 1);
        }
        (count > 0).then_some((whole, count))
    }

    /// Whether nothing more is told: there is no time, or no room.
    fn is_over(&mut self) -> bool {
        self.is_cut |= self.room == 0 || self.interrupt.is_raised();
        self.is_cut
    }

    /// Where the steps begin that only fill in what is left, if they are too many to be told one by one.
    fn rest(&mut self, steps: &[Step], frame: &Frame) -> usize {
        let fills = |step: &&Step| FILLING.contains(&step.technique) && step.cases.is_empty();
        let filling = steps.iter().rev().take_while(fills).count();
        let rest = steps.len() - filling;
        let concluded: usize = steps[rest..].iter().map(|step| self.said(step).len()).sum();
        let is_long = concluded > MOST_CONCLUSIONS && self.detail == Detail::Normal;
        if is_long && frame.depth == 0 && rest > 0 { rest } else { steps.len() }
    }

    /// All conclusions of steps that only fill in.
    fn filled_in(&mut self, steps: &'w [Step]) -> String {
        for (i, step) in steps.iter().enumerate() {
            let text = self.own(step, i > 0);
            self.texts.insert(step.id.clone(), text);
        }
        let facts: Vec<Said> = steps.iter().flat_map(|step| self.said(step)).collect();
        // Carries have served their turn.
        let mut told: BTreeSet<String> = BTreeSet::new();
        let is_new = |said: &Said| !said.is_carry && told.insert(said.text.clone());
        let facts = facts.into_iter().filter(is_new).collect();
        self.in_sentences("rest", &[], facts)
    }

    /// An assumption that a few steps refute, so that all that it leaves follows.
    fn refutation(&mut self, step: &'w Step) -> Option<String> {
        let (broken, others): (Vec<&Case>, Vec<&Case>) =
            step.cases.iter().partition(|case| case.end == End::False);
        let [case] = broken[..] else { return None };
        let is_plain = case.steps.iter().all(|step| step.cases.is_empty());
        let is_alone = !others.is_empty() && others.iter().all(|case| case.steps.is_empty());
        if !is_plain || !is_alone || self.detail == Detail::Brief {
            return None;
        }
        let mut parts = vec![self.assumption("suppose", case, None)];
        let mut before: Option<&Step> = None;
        let mut texts = Vec::new();
        for inner in &case.steps {
            let text = self.own(inner, before.is_none_or(|before| uses(inner, before)));
            parts.extend([self.label(inner, before, None), text.clone()]);
            texts.push((inner.id.clone(), text));
            before = Some(inner);
        }
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

    /// Whether the cases of a step have paragraphs of their own.
    fn is_told_below(&self, step: &Step) -> bool {
        let stands_here = self.refuted.contains(&step.id) || self.counted.contains(&step.id);
        !step.cases.is_empty() && self.detail != Detail::Brief && !stands_here
    }

    /// The number of cases in a tree that stands within another search and finds nothing: nobody would read them one by one.
    fn counted(&mut self, step: &'w Step, depth: usize) -> Option<String> {
        let is_search = depth > 0 && step.technique == SEARCH && self.detail == Detail::Normal;
        if !is_search || step.cases.is_empty() || !step.cases.iter().all(|case| case.end == End::False) {
            return None;
        }
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
        let divided = self.divided(step);
        let number = ("number", Value::Number(ends(step) as i128));
        let counted = self.teller.say("tree", &[number]);
        Some(self.teller.run([divided, counted]))
    }

    /// A sentence with its facts; those that are too many for it stand in further sentences.
    fn in_sentences(&mut self, key: &str, params: &[(&str, Value)], facts: Vec<Said>) -> String {
        let mut chunks = chunked(facts, CONCLUDED[0]).into_iter();
        let first = ("facts", listed(chunks.next().unwrap_or_default()));
        let mut told = vec![self.teller.say(key, &[params, &[first]].concat())];
        told.extend(chunks.map(|facts| self.further(facts)));
        self.teller.run(told)
    }

    /// Facts as a sentence of their own.
    fn further(&mut self, facts: Vec<Said>) -> String {
        let is_carry = facts.first().is_some_and(|said| said.is_carry);
        let text = self.teller.say("brief", &[("facts", listed(facts))]);
        if is_carry { capital(&text) } else { self.teller.begun(&text) }
    }

    /// What a step says itself, without its cases.
    fn own(&mut self, step: &Step, follows: bool) -> String {
        if self.detail == Detail::Brief {
            return self.concluded("brief", step);
        }
        // Digits without those that are taken: no news.
        let is_silent = step.weight == 0 && step.sentences.is_empty() || news(step).is_empty();
        if is_silent && step.cases.is_empty() && !self.is_one {
            return String::new();
        }
        let is_equation_told = self.is_equation_told;
        let first = if step.cases.is_empty() { step.sentences.len() } else { 1.min(step.sentences.len()) };
        let mut told = Vec::new();
        for most in CONCLUDED {
            let used = self.teller.used.clone();
            let said = self.said(step);
            told = self.sentences(&step.sentences[..first], said, *most, (follows, is_equation_told));
            if told.iter().all(|sentence| longest(sentence) <= MOST_IN_SENTENCE) {
                break;
            }
            // Again, with fewer conclusions in the sentence, as if it had not been told.
            if *most > 1 {
                self.teller.used = used;
                continue;
            }
            // Of long formulas only the ends are left.
            for words in FORMULA {
                if told.iter().all(|sentence| longest(sentence) <= MOST_WITH_FORMULAS) {
                    break;
                }
                self.teller.used.clone_from(&used);
                let said = self.said(step);
                let shorter: Vec<Sentence> =
                    step.sentences[..first].iter().map(|sentence| shortened(sentence, *words)).collect();
                told = self.sentences(&shorter, said, *most, (follows, is_equation_told));
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
    fn sentences(
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
            if is_equation_told && self.equation.is_some() && equation_of(&sentence).is_some() {
                sentence.params.push(("known", Value::Text(String::new())));
            }
            sentence.params.push(("facts", facts.clone()));
            told.push(self.teller.sentence(&sentence, follows || i > 0));
        }
        if !told.is_empty() {
            told.extend(chunks.map(|facts| self.further(facts)));
        }
        told
    }

    /// The conclusions of a step, but for relations that its sentence has, and for digits that its ranges say. Of a range only
    /// the end is said that was not known.
    fn said(&mut self, step: &Step) -> Vec<Said> {
        let is_said = |claim: &&Claim| !matches!(claim, Claim::Relation(_)) || step.gives.len() == 1;
        let base = self.teller.base();
        let claims: Vec<&Claim> = news(step).into_iter().filter(is_said).collect();
        let is_implied = |claim: &&Claim| claims.iter().any(|other| implies(other, claim, base));
        let told: Vec<Claim> = claims
            .iter()
            .filter(|claim| !is_implied(claim))
            .map(|claim| self.without_known_end(step, claim))
            .collect();
        let (clashing, digit) = self.clashing(step, &told);
        let is_own = |claim: &&Claim| match claim {
            Claim::Digit(place, _) => !clashing.contains(place),
            claim => clashing.is_empty() || **claim != Claim::False,
        };
        let mut said: Vec<Said> =
            told.iter().filter(is_own).map(|claim| Said::of(self.teller, claim)).collect();
        if let Some(digit) = digit {
            let symbols = Value::List(clashing.iter().map(|place| self.teller.name(*place)).collect());
            let digit = Value::Text(self.teller.base().name(digit).to_string());
            let text = self.teller.say("fact.both", &[("symbols", symbols), ("digit", digit)]);
            said.push(Said { text, is_carry: false });
        }
        said
    }

    /// Symbols that differ and would have the same digit, if that is the contradiction of a step, and the digit.
    fn clashing(&self, step: &Step, told: &[Claim]) -> (Vec<Place>, Option<Digit>) {
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
    fn without_known_end(&self, step: &Step, claim: &Claim) -> Claim {
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

    /// What an equation or row is called, if it has to be named.
    fn place_of(&mut self, equation: Option<usize>) -> Option<String> {
        let number = equation?;
        let row = self.rows.get(&number).cloned();
        row.or_else(|| {
            self.has_equations
                .then(|| self.teller.say("equation", &[("number", Value::Text(number.to_string()))]))
        })
    }

    /// What the cases of a step are the values of.
    fn divided(&mut self, step: &Step) -> String {
        let fact = step.on.as_ref().and_then(|on| self.facts.get(on.as_str()).copied());
        match fact {
            Some(fact) => {
                let equation = if let Claim::Carry(carry, _) = fact { Some(carry.equation) } else { None };
                let place = self.place_of(equation);
                let fact = self.teller.fact(fact);
                if let Some(place) = place {
                    let params = [("equation", Value::Text(place)), ("fact", Value::Text(fact))];
                    return self.teller.say("cases-of-row", &params);
                }
                let fact = Value::Text(self.teller.begun(&fact));
                self.teller.say("cases-of", &[("fact", fact)])
            }
            None => {
                let number = Value::Number(step.cases.len() as i128);
                self.teller.say("cases", &[("number", number)])
            }
        }
    }

    /// The conclusions of a step, without their reasons.
    fn concluded(&mut self, key: &str, step: &Step) -> String {
        let facts = news(step).into_iter().map(|claim| Said::of(self.teller, claim)).collect();
        let technique = Value::Text(capital(&self.teller.technique(step.technique)));
        self.in_sentences(key, &[("technique", technique)], facts)
    }

    /// Where the step looks, unless the one before it in the paragraph looks there, too.
    fn label(&mut self, step: &Step, before: Option<&Step>, case: Option<&Case>) -> String {
        if step.at.columns.is_empty() || before.is_some_and(|before| before.at == step.at) {
            return String::new();
        }
        let columns = columns(self.teller, &step.at);
        if let Some(case) = case {
            if self.place_of(step.at.equation).is_none() {
                return self.assumption("case-columns", case, Some(columns));
            }
            let assumed = self.assumption("case", case, None);
            let label = self.label(step, before, None);
            return self.teller.run([assumed, label]);
        }
        if let Some(row) = step.at.equation.and_then(|number| self.rows.get(&number)) {
            let equation = Value::Text(row.clone());
            return self.teller.say("label-row", &[("equation", equation), ("columns", columns)]);
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
        let with_cases = group.last().filter(|step| self.is_told_below(step));
        let number = open.number.clone();
        if frame.depth == 0 {
            self.learn(group);
        }
        let known = (frame.depth == 0 && self.detail == Detail::Full).then(|| self.known.clone());
        let Some(step) = with_cases else {
            self.push(Paragraph { known, ..open });
            return;
        };
        self.push(open);
        // Of what survives without steps there is nothing to tell.
        let is_told = |case: &&Case| case.end == End::False || !case.steps.is_empty();
        let is_of_note = step.cases.iter().any(|case| case.end == End::False);
        let told = step.cases.iter().filter(|case| !is_of_note || is_told(case));
        // Cases that end alike are told as one.
        let mut joined: Vec<(Case, Vec<&'w Case>)> = Vec::new();
        for case in told {
            let alike = joined.iter_mut().find_map(|(own, members)| {
                let both = either(&own.assume.claim, &case.assume.claim)?;
                are_alike(members[0], case).then_some((own, members, both))
            });
            match alike {
                Some((own, members, both)) => {
                    own.assume.claim = both;
                    members.push(case);
                }
                None => {
                    let (assume, end) = (case.assume.clone(), case.end.clone());
                    joined.push((Case { assume, steps: Vec::new(), end }, vec![case]));
                }
            }
        }
        for (i, (case, members)) in joined.iter().enumerate() {
            let frame = Frame { number: below(&number, i), depth: frame.depth + 1, case: Some(case) };
            self.steps(&members[0].steps, &frame);
            for (step, first) in members[1..].iter().flat_map(|case| case.steps.iter().zip(&members[0].steps))
            {
                let text = self.texts.get(&first.id).cloned().unwrap_or_default();
                self.texts.insert(step.id.clone(), text);
                if let Some(last) = self.paragraphs.last_mut() {
                    last.steps.push(step.id.clone());
                }
            }
        }
        if let Some(text) = self.after_cases(step) {
            self.push(Paragraph { depth: frame.depth, text, known, ..Paragraph::default() });
        }
    }

    /// Adds a paragraph; one that is too long goes on in further ones, whose numbers are empty.
    fn push(&mut self, paragraph: Paragraph) {
        let mut texts = pieces(&paragraph.text).into_iter();
        let (depth, known) = (paragraph.depth, paragraph.known.clone());
        let text = texts.next().unwrap_or_default();
        let further: Vec<String> = texts.collect();
        let drawn = if known.is_some() { self.drawing } else { 0 };
        self.room = self.room.saturating_sub(paragraph.text.len() + drawn);
        let known_here = paragraph.known.clone().filter(|_| further.is_empty());
        self.paragraphs.push(Paragraph { text, known: known_here, ..paragraph });
        let last = further.len();
        for (i, text) in further.into_iter().enumerate() {
            let known = known.clone().filter(|_| i + 1 == last);
            self.paragraphs.push(Paragraph { depth, text, known, ..Paragraph::default() });
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

/// Whether a step uses what its case assumes.
fn assumed(step: &Step, frame: &Frame) -> bool {
    frame.case.is_some_and(|case| step.uses.contains(&case.assume.id))
}

/// Whether a step belongs to the paragraph of those before it: it follows from them, or looks at the same equation or row. With
/// a drawing after each paragraph, or without reasons, only what follows at the same place does.
fn joins(group: &[&Step], step: &Step, depth: usize, detail: Detail) -> bool {
    let follows = group.iter().any(|before| uses(step, before));
    let is_free = FREE.contains(&step.technique);
    if depth > 0 || detail != Detail::Normal {
        return depth > 0 || follows && (is_free || group.iter().all(|before| before.at == step.at));
    }
    let is_there = |before: &&Step| step.at.equation.is_some() && before.at.equation == step.at.equation;
    follows || is_free || group.last().is_some_and(is_there)
}
