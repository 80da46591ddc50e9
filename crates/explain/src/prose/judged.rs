//! Verdicts on answers, and on facts that are true, false or not certain: lines without steps.

use super::catalogue::Language;
use super::teller::Teller;
use crate::Claim;
use crate::Filled;
use crate::Value;
use crate::Verdict;
use crate::places;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::message::Message;
use fukumen_language::puzzle::Puzzle;

/// Why an answer gets its verdict; nothing if it is right.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::Puzzle;
/// use fukumen::explain::Verdict;
/// use fukumen::explain::prose::{language, reason};
///
/// let puzzle: Puzzle = "A+B=C".parse()?;
/// let told = |code| reason(&Verdict::Possible(7), &puzzle, language(code).expect("it is there"));
/// assert_eq!(told("en").as_deref(), Some("part of 7 solutions"));
/// assert_eq!(told("zh").as_deref(), Some("是 7 个解的一部分"));
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[must_use]
pub fn reason(verdict: &Verdict, puzzle: &Puzzle, language: &'static Language) -> Option<String> {
    let mut teller = Teller::new(language, Some(puzzle), &[]);
    let number = |count: u128| [("number", Value::Number(i128::try_from(count).unwrap_or(i128::MAX)))];
    Some(match verdict {
        Verdict::Right => return None,
        Verdict::Wrong(message) => failure(&mut teller, message),
        Verdict::Possible(count) => teller.say("verdict.part", &number(*count)),
        Verdict::Open(0) => teller.say("verdict.stopped", &[]),
        Verdict::Open(count) => teller.say("verdict.part-at-least", &number(*count)),
        Verdict::DeadEnd(digits) if digits.is_empty() => teller.say("verdict.no-solution", &[]),
        Verdict::DeadEnd(digits) => {
            let facts = Value::List(facts(puzzle, digits, language));
            teller.say("verdict.no-solution-has", &[("facts", facts)])
        }
        Verdict::Undecided => teller.say("verdict.too-large", &[]),
    })
}

/// A verdict in a line, by its English name and its reason.
#[must_use]
pub fn verdict(name: &str, reason: Option<&str>, language: &'static Language) -> String {
    let mut teller = Teller::new(language, None, &[]);
    let word = teller.say(&format!("verdict.{}", name.replace(' ', "-")), &[]);
    let Some(reason) = reason else { return word };
    let params = [("verdict", Value::Text(word)), ("reason", Value::Text(reason.into()))];
    teller.say("verdict.with", &params)
}

/// A message about a rule that fails. Its key is one of the catalogue of explanations, too.
fn failure(teller: &mut Teller, message: &Message) -> String {
    let params: Vec<(&str, Value)> = message
        .params()
        .iter()
        .map(|(name, value)| match *name {
            "row" => (*name, Value::Text(role(teller, value))),
            _ => (*name, Value::Text(value.clone())),
        })
        .collect();
    teller.say(message.key(), &params)
}

/// A number of a drawing by its English name, such as `partial product 2` or `digit 3 of the quotient`.
pub(super) fn role(teller: &mut Teller, name: &str) -> String {
    if let Some((digit, of)) = name.strip_prefix("digit ").and_then(|rest| rest.split_once(" of ")) {
        let row = role(teller, of.strip_prefix("the ").unwrap_or(of));
        return teller.say("role.digit", &[("digit", Value::Text(digit.into())), ("row", Value::Text(row))]);
    }
    let counted = name.rsplit_once(' ').filter(|(_, index)| index.bytes().all(|byte| byte.is_ascii_digit()));
    let (kind, index) = counted.map_or((name, ""), |(kind, index)| (kind, index));
    let kind = teller.say(&format!("role.{}", kind.replace(' ', "-")), &[]);
    if index.is_empty() { kind } else { format!("{kind} {index}") }
}

/// Digits that are given, as facts: `S = 8`.
pub(crate) fn facts(puzzle: &Puzzle, filled: &Filled, language: &'static Language) -> Vec<String> {
    let places = places(puzzle);
    let names: Vec<String> = places.iter().map(|(name, _)| name.clone()).collect();
    let fact = |(cell, digit): &(Cell, Digit)| {
        let place = places.iter().position(|(_, other)| other == cell).map(Cell::new)?;
        Some(super::fact(&Claim::is(place, *digit), &names, puzzle, language))
    };
    filled.iter().filter_map(fact).collect()
}

/// That there are several solutions: the symbols in which two differ, and both.
#[must_use]
pub fn several(symbols: &[String], checks: &[String], language: &'static Language) -> String {
    let params = [("symbols", Value::List(symbols.to_vec())), ("checks", Value::List(checks.to_vec()))];
    Teller::new(language, None, &[]).say("why.several", &params)
}

/// That a fact holds in no solution.
#[must_use]
pub fn false_everywhere(fact: &str, language: &'static Language) -> String {
    Teller::new(language, None, &[]).say("why.false", &[("fact", Value::Text(fact.into()))])
}

/// That a fact holds in every solution.
#[must_use]
pub fn true_everywhere(fact: &str, language: &'static Language) -> String {
    Teller::new(language, None, &[]).say("why.true", &[("fact", Value::Text(fact.into()))])
}

/// That all solutions were looked at, and a fact holds in each.
#[must_use]
pub fn looked_at(fact: &str, language: &'static Language) -> String {
    Teller::new(language, None, &[]).say("why.looked-at", &[("fact", Value::Text(fact.into()))])
}

/// That a fact is not certain: a solution in which it does not hold.
#[must_use]
pub fn not_certain(fact: &str, check: &str, language: &'static Language) -> String {
    let params = [("fact", Value::Text(fact.into())), ("check", Value::Text(check.into()))];
    Teller::new(language, None, &[]).say("why.not-certain", &params)
}
