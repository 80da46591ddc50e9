//! A rating in one sentence: the level, and how a person has to think for it.

use super::capital;
use super::known::{all_steps, facts};
use crate::Claim;
use crate::Explanation;
use crate::Place;
use crate::Rating;
use crate::Relation;
use crate::Status;
use crate::Step;
use crate::Term;
use crate::Value;
use crate::difficulty::{label, rank, searched};
use crate::prose::catalogue::Language;
use crate::prose::closing::{answers_in_order, certain_and_open, count};
use crate::prose::teller::Teller;
use crate::scene::has_rows;
use fukumen_language::puzzle::Puzzle;

/// The levels of steps: each up to a rank.
const KINDS: [u8; 4] = [2, 5, 18, 22];

/// The most digits that a person keeps in mind for one place.
const MOST_REMEMBERED: usize = 3;

/// A rating in a sentence. Of several solutions only what is certain was rated, which is no level of the puzzle.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::explain::Explainer;
/// use fukumen::explain::prose::{LANGUAGES, rating};
///
/// let puzzle = "TWO+TWO=FOUR".parse()?;
/// let (explanation, rated) = Explainer::new(&puzzle).rated()?;
/// let told = rating(&explanation, rated.as_ref(), &puzzle, &LANGUAGES[0]);
/// assert_eq!(told, "No level: 7 solutions. Only F = 1 is certain.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn rating(
    explanation: &Explanation,
    rated: Option<&Rating>,
    puzzle: &Puzzle,
    language: &'static Language,
) -> String {
    let mut teller = Teller::new(language, Some(puzzle), &explanation.names);
    let in_order = answers_in_order(explanation, puzzle).len();
    // With parts that may change places, one answer is the answer, and what is known of it holds in that order only.
    if explanation.status == Status::Several && in_order != 1 {
        return of_several(&mut teller, explanation, in_order > 1);
    }
    let Some(rating) = rated else {
        return teller.say(&format!("unrated.{}", explanation.unrated()), &[]);
    };
    let levels = if rating.is_least { (rating.level(), rating.level()) } else { rating.levels() };
    let level = ("level", Value::Text(named(&mut teller, levels)));
    if rating.is_least {
        return teller.say("rate.at-least", &[level]);
    }
    let is_refuted = explanation.status == Status::None;
    let reason = match is_refuted.then(|| enough(&mut teller, explanation)).flatten() {
        Some(enough) => enough,
        None => reason(&mut teller, explanation, puzzle, levels),
    };
    let reason = ("reason", Value::Text(reason));
    let key = if is_refuted { "rate.refuted" } else { "rate.whole" };
    capital(&teller.say(key, &[level, reason]))
}

/// What is certain of several solutions.
fn of_several(teller: &mut Teller, explanation: &Explanation, is_in_order: bool) -> String {
    let (certain, _) = certain_and_open(teller, explanation);
    let count = ("count", Value::Text(count(teller, explanation)));
    if !explanation.complete || is_in_order {
        return teller.say("rate.several-open", &[count]);
    }
    if certain.is_empty() {
        return teller.say("unrated.nothing-certain", &[count]);
    }
    let has_blanks = explanation.names.iter().any(|name| name.starts_with('_'));
    let key = if has_blanks { "rate.several-blanks" } else { "rate.several" };
    teller.say(key, &[count, ("certain", Value::List(certain))])
}

/// A level, or two between which it is.
fn named(teller: &mut Teller, (from, to): (usize, usize)) -> String {
    let mut name = |level: usize| Value::Text(teller.say(&format!("label.{}", label(level)), &[]));
    let (first, second) = (name(from), name(to));
    let number = |level: usize| Value::Text(level.to_string());
    if from == to {
        return teller.say("rate.level", &[("label", first), ("level", number(from))]);
    }
    let names = [("first", first), ("second", second), ("from", number(from)), ("to", number(to))];
    teller.say("rate.levels", &names)
}

/// How little is enough for a refutation, if nothing is supposed in it.
fn enough(teller: &mut Teller, explanation: &Explanation) -> Option<String> {
    let places = explanation.looked_at();
    if places.is_empty() || searched(&explanation.steps) > 0 {
        return None;
    }
    let is_of_columns = places.iter().all(|(_, column)| column.is_some());
    let number = ("number", Value::Number(places.len() as i128));
    let key = match (is_of_columns, places.len()) {
        (true, 2) => "rate.two-columns",
        (true, _) => "rate.columns",
        _ => "rate.lines",
    };
    Some(teller.say(key, &[number]))
}

/// How a person has to think for the dearest step, and whether the level has another reason: the length.
fn reason(
    teller: &mut Teller,
    explanation: &Explanation,
    puzzle: &Puzzle,
    (from, to): (usize, usize),
) -> String {
    let Some(step) = explanation.dearest() else { return String::new() };
    let kind = 1 + KINDS.iter().take_while(|most| rank(step) > **most).count();
    let is_long = from > kind;
    if kind == 1 {
        return one_at_a_time(teller, explanation, puzzle, step, is_long);
    }
    let reason = match kind {
        2 => remembered(teller, explanation, step),
        3 => put_together(teller, explanation, step),
        _ => supposed(teller, explanation, step),
    };
    let key = match kind {
        _ if is_long => "rate.long",
        _ if to < kind => "rate.short",
        3 => "rate.unsupposed",
        _ => return reason,
    };
    teller.say(key, &[("reason", Value::Text(reason))])
}

/// That nothing is kept in mind.
fn one_at_a_time(
    teller: &mut Teller,
    explanation: &Explanation,
    puzzle: &Puzzle,
    step: &Step,
    is_long: bool,
) -> String {
    if step.technique == "crowd" {
        return teller.say("rate.crowd", &[]);
    }
    let has_columns = all_steps(&explanation.steps).any(|step| !step.at.columns.is_empty());
    let key = match (has_columns, has_rows(puzzle), is_long) {
        (_, true, false) => "rate.one-row",
        (_, true, true) => "rate.one-row-long",
        (true, _, false) => "rate.one-column",
        (true, _, true) => "rate.one-column-long",
        (_, _, false) => "rate.one-line",
        (_, _, true) => "rate.one-line-long",
    };
    teller.say(key, &[])
}

/// What has to be kept in mind: the digits that are left for a symbol, or what is carried.
fn remembered(teller: &mut Teller, explanation: &Explanation, step: &Step) -> String {
    if step.technique == "cancel" {
        return teller.say("rate.both-sides", &[]);
    }
    let is_few = |claim: &&Claim| matches!(claim, Claim::Digit(_, digits) if (2..=MOST_REMEMBERED).contains(&digits.len()));
    let gives = |step: &Step| step.gives.iter().map(|give| &give.claim).find(is_few).cloned();
    let few = gives(step).or_else(|| all_steps(&explanation.steps).find_map(gives));
    match few {
        Some(Claim::Digit(place, _)) if explanation.names[place.index()].starts_with('_') => {
            teller.say("rate.remember-blank", &[])
        }
        Some(claim) => {
            let fact = Value::Text(teller.choices(&claim));
            teller.say("rate.remember", &[("fact", fact)])
        }
        None => teller.say("rate.remember-carries", &[]),
    }
}

/// What goes from one place into another, or a fact that everybody knows of numbers.
fn put_together(teller: &mut Teller, explanation: &Explanation, step: &Step) -> String {
    let key = match step.technique {
        "parity" => "rate.parity",
        "add-equations" => "rate.two-lines",
        "compare" | "remainder" | "drop" | "length" | "size" => "rate.sizes",
        "last-digit" | "last-digits" => "rate.last-digits",
        "column-cases" | "left-over" | "only-place" | "pair" => "rate.digits-left",
        "together" => "rate.two-at-once",
        "combine" => match handed_on(explanation, step) {
            Some(place) if !explanation.names[place.index()].starts_with('_') => {
                let symbol = Value::Text(teller.name(place));
                return teller.say("rate.next", &[("symbol", symbol)]);
            }
            _ => "rate.next-blank",
        },
        _ => "rate.few-values",
    };
    teller.say(key, &[])
}

/// The place of which one column says something that is put into another: its result, which the other one has too.
fn handed_on(explanation: &Explanation, step: &Step) -> Option<Place> {
    let facts = facts(explanation);
    let combined = step.gives.iter().find(|give| !give.proof.combine.is_empty())?;
    let relations: Vec<&Relation> = combined
        .proof
        .combine
        .iter()
        .filter_map(|(id, _)| match facts.get(id.as_str())? {
            Claim::Relation(relation) => Some(relation),
            _ => None,
        })
        .collect();
    let places = |relation: &Relation| {
        let place = |(term, factor): &(Term, i128)| match term {
            Term::Place(place) => Some((*place, *factor)),
            _ => None,
        };
        relation.terms.iter().filter_map(place).collect::<Vec<_>>()
    };
    let (last, others) = relations.split_last()?;
    let is_shared =
        |place: Place| others.iter().any(|other| places(other).iter().any(|(own, _)| *own == place));
    places(last)
        .into_iter()
        .filter(|(place, _)| is_shared(*place))
        .min_by_key(|(_, factor)| *factor)
        .map(|(place, _)| place)
}

/// What has to be supposed, or tried.
fn supposed(teller: &mut Teller, explanation: &Explanation, step: &Step) -> String {
    let key = match step.technique {
        "cases" if searched(&explanation.steps) > 1 => "rate.suppose-twice",
        "cases" => {
            let lengths = step.cases.iter().map(|case| (all_steps(&case.steps).count(), &case.assume.claim));
            let Some((steps, claim)) = lengths.max_by_key(|(steps, _)| *steps) else { return String::new() };
            let number = ("number", Value::Number(steps as i128));
            if explanation.names.iter().any(|name| name.starts_with('_')) {
                return teller.say("rate.suppose-blank", &[number]);
            }
            let fact = ("fact", Value::Text(teller.fact(claim)));
            return teller.say("rate.suppose", &[fact, number]);
        }
        "exhaust" if searched(&explanation.steps) > 1 => "rate.trial",
        "exhaust" => "rate.list",
        _ => "rate.known-fact",
    };
    teller.say(key, &[])
}
