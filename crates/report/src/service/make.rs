//! `make`: makes puzzles with a generator.
//!
//! `kind` names the generator; `subject`, `choices`, `rules`, `seed` and `solutions` are those of the command line, with the
//! contents of a file instead of its name; `where` is a list of comparisons of measures; `parts` are the first part to search
//! and the one after the last; `most` is how many puzzles are enough.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::client::Client;
use super::request::Request;
use super::request_error::RequestError;
use crate::json as values;
use fukumen_engine::solve::Standing;
use fukumen_engine::solve::clock::Moment;
use fukumen_generate::{
    Choices, Comparison, Find, GenerateError, Generator, MEASURES, Measure, Order, Part, Space, Stop, Tally,
};
use fukumen_language::message::message;

/// The least time between two progress events.
const PERIOD: Duration = Duration::from_millis(100);

/// Returns how much was examined, why the search ended, and the next part. The puzzles come as events.
pub(super) fn make(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let order = order(request)?;
    let name = request.text("kind")?;
    let kind = fukumen_generate::kind(name).ok_or_else(|| message!("request-unknown", name = name))?;
    let choices = request.values("choices")?;
    let given = choices.iter().map(|(name, value)| (name.as_str(), value.as_deref().unwrap_or_default()));
    let order = Order { choices: Choices::read(kind, given).map_err(refused)?, ..order };
    let space = kind.space(&order).map_err(refused)?;
    let watch = request.watch(client)?;
    let parts = parts(request, &*space)?;
    let most = request.number("most")?.or(space.is_endless().then_some(1));
    let most = most.into_iter().chain(space.enough()).min();
    let mut making = Making {
        client,
        most,
        made: 0,
        next: parts.start,
        tally: Tally::default(),
        told: Moment::now(),
        wrong: None,
    };
    let of_watcher = (client.clone(), Arc::clone(&order.interrupt));
    let generator = Generator::new(&*space)
        .parts(parts)
        .threads(client.threads)
        .solutions(order.solutions)
        .comparisons(order.measures.clone())
        .interrupt(Arc::clone(&order.interrupt))
        .watcher(move |standing| {
            let (client, interrupt) = &of_watcher;
            let is_over = watch.stopped_by().is_some() || client.tell(&progress(standing)).is_break();
            if is_over {
                interrupt.store(true, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        });
    let stop = generator.run(&mut |part| making.take(part, space.is_endless()));
    making.ended(stop, &*space)
}

fn progress(Standing { done, total, found }: Standing) -> Value {
    json!({"event": "progress", "done": done, "total": total, "found": found})
}

fn order(request: &Request) -> Result<Order, RequestError> {
    let rules = request.rules()?;
    if rules.has_several_bases() {
        return Err(message!("request-several-bases").into());
    }
    Ok(Order {
        subject: request.optional_text("subject")?.filter(|text| !text.trim().is_empty()).map(String::from),
        rules,
        seed: seed(request)?,
        solutions: request.number("solutions")?.unwrap_or(1).max(1),
        measures: comparisons(request)?,
        interrupt: Arc::new(AtomicBool::new(false)),
        ..Order::default()
    })
}

/// Reads a number, or its digits as a text: seeds can exceed the numbers that every program has exactly.
fn seed(request: &Request) -> Result<u64, RequestError> {
    match request.get("seed") {
        Some(Value::String(text)) => text
            .trim()
            .parse()
            .map_err(|_| message!("request-wrong", field = "seed", expected = "a whole number").into()),
        _ => Ok(request.number("seed")?.unwrap_or(0)),
    }
}

fn comparisons(request: &Request) -> Result<Vec<Comparison>, RequestError> {
    let wrong = || message!("request-wrong", field = "where", expected = "a list of comparisons");
    let Some(given) = request.get("where") else { return Ok(Vec::new()) };
    let texts = given.as_array().ok_or_else(wrong)?.iter();
    texts.map(|text| text.as_str().ok_or_else(wrong)?.parse().map_err(refused)).collect()
}

fn parts(request: &Request, space: &dyn Space) -> Result<Range<u64>, RequestError> {
    let wrong = || message!("request-wrong", field = "parts", expected = "two numbers, the smaller first");
    let Some(given) = request.get("parts") else { return Ok(0..space.parts()) };
    let numbers: Option<Vec<u64>> =
        given.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
    match numbers.as_deref() {
        Some([from, to]) if from <= to => Ok((*from).min(space.parts())..(*to).min(space.parts())),
        _ => Err(wrong().into()),
    }
}

/// Refuses a wrong order; an error in a text has its place.
fn refused(error: GenerateError) -> RequestError {
    match error {
        GenerateError::Text(error) => error.into(),
        error => error.message().into(),
    }
}

/// Puzzles that are being made.
struct Making<'a> {
    client: &'a Client,
    /// The number of puzzles that is enough.
    most: Option<u64>,
    made: u64,
    /// The next part.
    next: u64,
    tally: Tally,
    /// When progress was last reported.
    told: Moment,
    /// The reason why nothing more can be made.
    wrong: Option<RequestError>,
}

impl Making<'_> {
    fn take(&mut self, part: Part, is_endless: bool) -> ControlFlow<()> {
        self.tally = self.tally.plus(part.tally);
        self.wrong = part.failure.map(RequestError::from);
        if let Some(why) = part.refusal.filter(|_| is_endless && self.tally.is_hopeless()) {
            self.wrong = Some(message!("request-no-puzzle", reason = why).into());
        }
        if self.wrong.is_some() {
            return ControlFlow::Break(());
        }
        for find in &part.finds {
            if self.is_enough() {
                break;
            }
            self.made += 1;
            self.client.tell(&find_event(find, part.number))?;
        }
        self.next = part.number + 1;
        if self.told.elapsed() >= PERIOD {
            self.told = Moment::now();
            self.client.tell(&json!({"event": "reached", "next": self.next, "tally": tally(self.tally)}))?;
        }
        if self.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn is_enough(&self) -> bool {
        self.most.is_some_and(|most| self.made >= most)
    }

    fn ended(self, stop: Stop, space: &dyn Space) -> Result<Value, RequestError> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        let ended = match stop {
            Stop::Exhausted => "exhausted",
            Stop::Enough => "enough",
            Stop::Interrupted => "interrupted",
        };
        Ok(json!({
            "tally": tally(self.tally),
            "ended": ended,
            "next": self.next,
            "parts": space.parts(),
            "made": self.made,
            "endless": space.is_endless(),
            "notes": space.notes(),
        }))
    }
}

fn tally(Tally { candidates, tested, found, refused, undecided, .. }: Tally) -> Value {
    json!({
        "candidates": candidates,
        "tested": tested,
        "found": found,
        "refused": refused,
        "undecided": undecided,
    })
}

/// Returns a puzzle, as text that reads back to it, with what is known of it.
fn find_event(find: &Find, part: u64) -> Value {
    let solutions = std::iter::once(&find.solution).chain(&find.others);
    let value = |measure: &Measure| Some((measure.name.to_string(), values::amount((measure.of)(find)?)));
    let measures: Map<String, Value> = MEASURES.iter().filter_map(value).collect();
    json!({
        "event": "find",
        "part": part,
        "text": find.with_rules(),
        "solutions": solutions.map(ToString::to_string).collect::<Vec<_>>(),
        "measures": measures,
        "note": find.note,
    })
}
