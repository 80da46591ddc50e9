//! Steps put into paragraphs: those that belong together stand in one, and cases have their own below their step.
//!
//! A paragraph is not a step: steps stay as small as the checker wants them, with a text each, and a paragraph joins those
//! that follow from each other or look at the same place. What only fills in at the end is one paragraph, and so is an
//! assumption that a few steps refute.

mod around;
mod below;
mod cases;
pub(super) mod hints;
mod known;
mod labels;
pub(super) mod rated;
mod reasons;

use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};

use super::lengths::{MOST_WORDS, pieces};
use super::news::uses;
use super::teller::Teller;
use crate::Case;
use crate::Claim;
use crate::End;
use crate::Explanation;
use crate::Mark;
use crate::Sentence;
use crate::Step;
use crate::scene::Scene;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::Element;
use fukumen_language::interrupt::Interrupt;
use fukumen_language::puzzle::Puzzle;
use known::{Row, factors, facts, has_equations, only_equation, rows};

/// All paragraphs together have at most this many bytes, and one paragraph more.
const MOST_TEXT: usize = 1 << 20;
/// A paragraph has at most this many conclusions, if steps are joined in it.
const MOST_CONCLUSIONS: usize = 4;
/// Steps with at most this many words together stand in one paragraph, whatever they look at.
const SHORT: usize = 30;
/// The sum is shown again when this many digits are new in it.
const SO_FAR: usize = 3;
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
    /// Its number: `3`; `3a` for a case, which readers know by what it assumes; empty if it goes on with the one before.
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

impl Paragraph {
    /// The number that readers see: a case has the name of what it assumes.
    #[must_use]
    pub fn shown_number(&self) -> Option<&str> {
        (self.depth == 0 && !self.number.is_empty()).then_some(&*self.number)
    }
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
    let scene = Scene::of(puzzle, interrupt).ok();
    let scene = scene.as_ref();
    teller.tell_apart(scene.map(|scene| scene.differ.clone()).unwrap_or_default());
    let mut writer = Writer {
        teller,
        puzzle,
        shown: 0,
        facts: facts(explanation),
        has_equations: scene.is_some_and(has_equations),
        equation: only_equation(&explanation.steps),
        is_equation_told: false,
        last: "",
        is_one: matches!(&explanation.steps[..], [only] if only.cases.is_empty()),
        rows: scene.map(rows).unwrap_or_default(),
        introduced: BTreeSet::new(),
        factors: scene.map(factors).unwrap_or_default(),
        detail,
        paragraphs: Vec::new(),
        texts: BTreeMap::new(),
        refuted: BTreeSet::new(),
        counted: BTreeSet::new(),
        interrupt,
        room: MOST_TEXT,
        drawing: puzzle.sheet().rows().iter().map(|row| row.glyphs().len()).sum(),
        is_cut: false,
    };
    let of_base = writer.of_base(&explanation.steps);
    writer.paragraphs.extend(of_base.map(|text| Paragraph { text, ..Paragraph::default() }));
    let preface = scene.map_or(String::new(), |scene| writer.differences(scene, &explanation.steps));
    let before = writer.paragraphs.len();
    writer.steps(&explanation.steps, &Frame::default());
    // What is said first of all is no step.
    if let Some(first) = writer.paragraphs.get_mut(before).filter(|_| !preface.is_empty()) {
        first.text = writer.teller.run([preface, std::mem::take(&mut first.text)]);
    }
    Told { paragraphs: writer.paragraphs, texts: writer.texts, is_cut: writer.is_cut }
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
    /// How much is gone through in all cases that are told here together.
    searched: Option<i128>,
    /// How many cases were told below it.
    below: Counter<usize>,
}

impl Frame<'_> {
    /// The number of a paragraph, counted from 0. In a case only the first one has it.
    fn number(&self, index: usize) -> String {
        match (self.depth, index) {
            (0, index) => (index + 1).to_string(),
            (_, 0) => self.number.clone(),
            _ => String::new(),
        }
    }

    /// The number of a case below a paragraph. Further cases of a case are counted on.
    fn next_below(&self, number: &str, index: usize) -> String {
        if self.depth == 0 {
            return below(number, index);
        }
        self.below.set(self.below.get() + 1);
        below(&self.number, self.below.get() - 1)
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
    puzzle: &'w Puzzle,
    /// How many digits were known when the sum was shown last.
    shown: usize,
    facts: BTreeMap<&'w str, &'w Claim>,
    has_equations: bool,
    /// The only long equation of which steps speak, and whether a sentence had it.
    equation: Option<&'w str>,
    is_equation_told: bool,
    /// The key of the sentence that was told last.
    last: &'static str,
    /// Whether there is one step only, of which then something has to be said.
    is_one: bool,
    /// The rows of a drawing, by their numbers.
    rows: BTreeMap<usize, Row>,
    /// The rows that were named so far, each with its equation.
    introduced: BTreeSet<usize>,
    /// The numbers of a drawing from which all others can be calculated.
    factors: Vec<Vec<Element>>,
    detail: Detail,
    paragraphs: Vec<Paragraph>,
    texts: BTreeMap<String, String>,
    /// The steps whose cases stand in their own paragraph.
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
        // Whether the paragraph has more than what its case assumes.
        let mut has_said = false;
        if let Some(case) = frame.case.filter(|_| steps.first().is_none_or(|step| step.at.columns.is_empty()))
        {
            let key = if steps.is_empty() && case.end != End::False { "case-alone" } else { "suppose" };
            open.text = self.assumption(key, case);
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
                self.learn(step);
                group.push(step);
                before = Some(step);
                continue;
            }
            // Cases are told before what comes after them, so that what is said the second time is known by then.
            if group.last().is_some_and(|last| self.is_told_below(last)) {
                let next = count + usize::from(!open.text.is_empty());
                self.close(open, &group, frame, count);
                (open, count) = (Paragraph { depth: frame.depth, ..Paragraph::default() }, next);
                (conclusions, group, has_said) = (0, Vec::new(), false);
            }
            let follows = before.map_or_else(|| assumed(step, frame), |before| uses(step, before));
            let together = self.together(&steps[index..rest]);
            alike = together.as_ref().map_or(0, |(_, others)| *others);
            let summed = self.summed(step, frame);
            let whole = summed.as_ref().or(together.as_ref().map(|(whole, _)| whole)).unwrap_or(step);
            let closes = !open.text.is_empty() && before.is_some_and(|before| closes_list(before, step));
            let of_cases = self.refutation(step).or_else(|| self.counted(step, frame));
            let text = match of_cases.or_else(|| self.at_once(step, frame.depth, group.last().copied())) {
                Some(text) => text,
                // Readers may know already what is left of the list.
                None if closes && self.knows(whole) => String::new(),
                None if closes => self.own(&as_closing(whole), follows),
                None => self.own(whole, follows),
            };
            let is_told = self.is_told_below(step);
            let search = if is_told { self.search_of(step, frame.depth) } else { None };
            let text = self.teller.run(search.into_iter().chain([text]));
            let concluded = if text.is_empty() { 0 } else { self.concludes(whole) };
            let first = frame.case.filter(|_| before.is_none());
            let label = self.label(step, group.last().copied(), first);
            let all = [open.text.as_str(), &label, &text];
            let words: usize = all.iter().map(|text| text.split_whitespace().count()).sum();
            let fits = concluded + conclusions <= MOST_CONCLUSIONS && words <= MOST_WORDS && !is_told;
            let is_short = words <= SHORT && self.detail == Detail::Normal;
            let goes_on = closes || fits && (is_short || joins(&group, step, frame.depth, self.detail));
            if has_said && !(text.is_empty() || goes_on) {
                self.close(open, &group, frame, count);
                (open, count) = (Paragraph { depth: frame.depth, ..Paragraph::default() }, count + 1);
                (conclusions, group, has_said) = (0, Vec::new(), false);
            }
            let label =
                if text.is_empty() { String::new() } else { self.label(step, group.last().copied(), first) };
            has_said |= !text.is_empty();
            let begun = if label.is_empty() { self.teller.begun(&text) } else { text.clone() };
            let is_attached = closes && !text.is_empty() && self.detail != Detail::Brief;
            open.text = match is_attached {
                true => self.teller.attached(&open.text, &text),
                false => self.teller.run([open.text, label, begun]),
            };
            conclusions += if is_told { MOST_CONCLUSIONS } else { concluded };
            self.texts.insert(step.id.clone(), text);
            if !is_told {
                self.learn(step);
            }
            group.push(step);
            before = Some(step);
        }
        if !open.text.is_empty() || group.last().is_some_and(|last| self.is_told_below(last)) {
            let next = count + usize::from(!open.text.is_empty());
            self.close(open, &group, frame, count);
            count = next;
        } else if let Some(last) = self.paragraphs.last_mut() {
            last.steps.extend(group.iter().map(|step| step.id.clone()));
        }
        if rest < steps.len() && !self.is_over() {
            let text = self.filled_in(&steps[rest..]);
            let open = Paragraph { depth: frame.depth, text, ..Paragraph::default() };
            self.close(open, &steps[rest..].iter().collect::<Vec<_>>(), frame, count);
        }
    }

    /// Whether nothing more is told: there is no time, or no room.
    fn is_over(&mut self) -> bool {
        self.is_cut |= self.room == 0 || self.interrupt.is_raised();
        self.is_cut
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

    /// Takes it that readers know what a step concludes.
    fn learn(&mut self, step: &Step) {
        step.gives.iter().for_each(|given| self.teller.learn(&given.claim));
        self.introduced.extend(step.at.equation.filter(|_| !step.at.columns.is_empty()));
    }

    /// Whether all digits that a step concludes were told.
    fn knows(&self, step: &Step) -> bool {
        step.gives.iter().all(|given| match given.claim {
            Claim::Digit(place, digits) => self.teller.left(place).minus(digits).is_empty(),
            _ => false,
        })
    }

    /// What readers know of the digits, to be recalled after a case, which they know now.
    fn assume(&mut self, case: &Case) -> Vec<DigitSet> {
        let left = self.teller.all_left();
        self.teller.learn(&case.assume.claim);
        left
    }
}

/// Whether a step takes the digits that are taken out of the few that the one before it lists.
fn closes_list(before: &Step, step: &Step) -> bool {
    let listed = |claim: &Claim| match claim {
        Claim::Digit(place, digits) if digits.len() > 1 => Some(*place),
        _ => None,
    };
    let (Some(last), [only]) = (before.gives.last(), &step.gives[..]) else { return false };
    let is_taken = step.sentences.first().is_some_and(|sentence| sentence.key == "taken");
    let Claim::Digit(place, _) = only.claim else { return false };
    is_taken && before.cases.is_empty() && listed(&last.claim) == Some(place)
}

/// The same step with the sentence that goes on with the list before it.
fn as_closing(step: &Step) -> Step {
    let sentences =
        step.sentences.iter().map(|own| Sentence { key: "taken-but", params: own.params.clone() });
    Step { sentences: sentences.collect(), ..step.clone() }
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
    is_free || group.last().is_some_and(|before| before.at == step.at && step.at.equation.is_some())
}
