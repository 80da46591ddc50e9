//! Explanations in words: the one place that makes sentences.
//!
//! A step holds sentences as keys and values. Their templates are in `messages/explain`, one file for each language, which
//! explains how they are written. The same key is told in other words the next time, and never by chance.

mod catalogue;
mod closing;
mod judged;
mod lengths;
mod news;
mod paragraphs;
mod teller;
mod template;
mod words;

pub use catalogue::{LANGUAGES, Language, language};
pub use closing::check;
pub(super) use judged::facts;
pub use judged::{false_everywhere, looked_at, not_certain, reason, several, true_everywhere, verdict};
pub use paragraphs::rated::rating;
pub use paragraphs::{Detail, Paragraph};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::places::drawn;
use super::{Claim, Explanation, Status, labels};
use fukumen_language::interrupt::{Interrupt, Never};
use fukumen_language::puzzle::{Puzzle, Row};
use paragraphs::{Told, hints};
use teller::Teller;

/// An explanation in words.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Telling {
    /// The code of the language that it is told in.
    pub language: &'static str,
    /// Its paragraphs, in their order; those of cases stand behind the step that they belong to.
    pub paragraphs: Vec<Paragraph>,
    /// The text of each step, by its id; cases and their steps have their own.
    pub texts: BTreeMap<String, String>,
    /// The puzzle with a letter in each blank, if it has blanks: the names that the paragraphs use.
    pub lettered: Option<String>,
    /// What it ends with: the answer put in, or what is known.
    pub closing: String,
    /// The keys that the language lacks, which are told in English.
    pub missing: BTreeSet<String>,
    /// Whether the telling ended before the explanation did: it was interrupted, or became too long.
    pub is_cut: bool,
}

/// Tells an explanation of a puzzle in a language.
#[must_use]
pub fn tell(
    explanation: &Explanation,
    puzzle: &Puzzle,
    language: &'static Language,
    detail: Detail,
) -> Telling {
    tell_within(explanation, puzzle, language, detail, &Never)
}

/// The same until it is interrupted; it then ends with the paragraph that it has come to, and says so.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use std::sync::atomic::AtomicBool;
/// use fukumen::explain::Explainer;
/// use fukumen::explain::prose::{Detail, LANGUAGES, tell_within};
///
/// let puzzle = "SO+SO=TOO".parse()?;
/// let explanation = Explainer::new(&puzzle).explain()?;
/// let raised = AtomicBool::new(true);
/// let told = tell_within(&explanation, &puzzle, &LANGUAGES[0], Detail::Normal, &raised);
/// assert!(told.is_cut && told.paragraphs.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn tell_within(
    explanation: &Explanation,
    puzzle: &Puzzle,
    language: &'static Language,
    detail: Detail,
    interrupt: &dyn Interrupt,
) -> Telling {
    let mut teller = Teller::new(language, Some(puzzle), &explanation.names);
    let Told { paragraphs, texts, is_cut } =
        paragraphs::all(&mut teller, explanation, puzzle, detail, interrupt);
    let closing =
        if is_cut { closing::cut(&mut teller) } else { closing::closing(&mut teller, explanation, puzzle) };
    let lettered = lettered(puzzle, &explanation.names).filter(|_| !paragraphs.is_empty());
    Telling { language: language.code, paragraphs, texts, lettered, closing, missing: teller.missing, is_cut }
}

/// A puzzle as it is drawn, with the letters of its blanks; nothing if it has none.
fn lettered(puzzle: &Puzzle, names: &[String]) -> Option<String> {
    let labels = labels(names);
    if labels == names {
        return None;
    }
    let mut glyphs: HashMap<(usize, usize), &str> = HashMap::new();
    for (place, label) in drawn(puzzle).iter().zip(&labels) {
        glyphs.extend(place.marks.iter().map(|mark| ((mark.row, mark.column), label.as_str())));
    }
    let line = |(index, row): (usize, &Row)| {
        let mut line: Vec<&str> = vec![" "; row.end()];
        for glyph in row.glyphs() {
            if let Some(place) = line.get_mut(glyph.column) {
                *place = glyphs.get(&(index, glyph.column)).copied().unwrap_or(&glyph.text);
            }
        }
        let rules = row.rules().iter().flat_map(|rule| rule.columns.clone());
        for column in rules.collect::<Vec<usize>>() {
            line[column] = "-";
        }
        line.concat().trim_end().to_owned()
    };
    Some(puzzle.sheet().rows().iter().enumerate().map(line).collect::<Vec<String>>().join("\n"))
}

/// The paragraphs of an explanation.
#[must_use]
pub fn paragraphs(explanation: &Explanation, puzzle: &Puzzle, language: &'static Language) -> Vec<Paragraph> {
    tell(explanation, puzzle, language, Detail::Normal).paragraphs
}

/// How much of a step a hint tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Where to look.
    Where,
    /// That, and the question that the reason answers.
    Question,
    /// What follows, with its reason.
    #[default]
    Conclusion,
}

/// The next step in words, as much of it as a level tells: the last one, since what comes before it is seen without words.
#[must_use]
pub fn hint(
    explanation: &Explanation,
    puzzle: &Puzzle,
    language: &'static Language,
    level: Level,
) -> Telling {
    if level == Level::Conclusion && !explanation.steps.is_empty() {
        let told = tell(explanation, puzzle, language, Detail::Normal);
        let words: usize = told.paragraphs.iter().map(|own| own.text.split_whitespace().count()).sum();
        // All cases at once would be the solution, not a hint.
        if words <= lengths::MOST_WORDS || explanation.steps.last().is_none_or(|step| step.cases.is_empty()) {
            return Telling { closing: String::new(), ..told };
        }
    }
    let mut teller = Teller::new(language, Some(puzzle), &explanation.names);
    let closing = match explanation.steps.last() {
        Some(step) if level == Level::Conclusion => hints::cases_in_short(&mut teller, explanation, step),
        Some(step) => hints::pointer(&mut teller, explanation, step, puzzle, level),
        None if explanation.complete && explanation.status == Status::Unique => teller.say("hint.done", &[]),
        None if explanation.status == Status::Stopped => teller.say("end.stopped-several", &[]),
        None if explanation.status == Status::Several => teller.say("hint.several", &[]),
        None => teller.say("hint.nothing", &[]),
    };
    Telling {
        language: language.code,
        paragraphs: Vec::new(),
        texts: BTreeMap::new(),
        lettered: None,
        closing,
        missing: teller.missing,
        is_cut: false,
    }
}

/// What a fact says, over places with these names.
#[must_use]
pub fn fact(claim: &Claim, names: &[String], puzzle: &Puzzle, language: &'static Language) -> String {
    Teller::new(language, Some(puzzle), names).fact(claim)
}

/// What a technique is called in a language.
#[must_use]
pub fn technique(name: &str, language: &'static Language) -> String {
    Teller::new(language, None, &[]).technique(name)
}

/// Texts as a language joins them: `A, B and C`.
#[must_use]
pub fn listed(texts: &[String], language: &'static Language) -> String {
    language.joined(texts, "join.and")
}
