//! Checks explanations: that every step follows from the facts that it names, and that the steps reach the answers.
//!
//! Start with `replay`, which goes through the steps; `kernel` judges each conclusion. The other modules read the file (`read`),
//! hold the facts of the puzzle to its text (`reading`, `columns`), and judge what is more than one conclusion: `cases`,
//! `symmetry` and the `end`.

mod cases;
mod columns;
mod end;
mod form;
mod read;
mod reading;
mod replay;
mod shown;
mod symmetry;

use std::io;
use std::io::{BufRead, Write};

use serde_json::{Deserializer, Map, Value};

use crate::statement::{Problem, escaped, start};
use crate::{Options, Verdict};
use read::{Explanation, Status};
pub use reading::Meaning;
use reading::Reading;
use replay::Replay;

/// Reads the text of an explanation in another way: what it may mean, each with a remark; or what is wrong with it.
pub type ReadAgain<'a> = dyn FnMut(&Map<String, Value>) -> Result<Vec<(Meaning, String)>, String> + 'a;

/// Whether a file holds explanations, which begin as JSON does, and not certificates.
pub fn is_explanation(file: &mut dyn BufRead) -> bool {
    let begins = |bytes: &[u8]| bytes.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
    file.fill_buf().ok().and_then(begins).is_some_and(|first| first == b'{' || first == b'[')
}

/// Checks all explanations of a file, one after the other or in a list, and prints a verdict for each, up to the first that is
/// not accepted.
///
/// # Errors
/// If the output cannot be written. A file that cannot be read is no explanation.
pub fn check(
    file: impl BufRead,
    options: &Options,
    mut again: Option<&mut ReadAgain>,
    out: &mut dyn Write,
) -> io::Result<Verdict> {
    let mut count = 0;
    for value in Deserializer::from_reader(file).into_iter::<Value>() {
        let explanations = match value {
            Ok(Value::Array(list)) => list,
            Ok(value) => vec![value],
            Err(error) => {
                writeln!(out, "{}not an explanation: {}", options.prefix, escaped(&error.to_string()))?;
                return Ok(Verdict::Malformed);
            }
        };
        count += explanations.len();
        for explanation in &explanations {
            let mut shown = Vec::new();
            let judged = one(explanation, options, again.as_deref_mut(), &mut shown);
            for line in shown.iter().filter(|_| !options.quiet) {
                writeln!(out, "{}", escaped(line))?;
            }
            let (verdict, says) = match judged {
                Ok(says) => (Verdict::Accepted, says),
                Err(Problem { verdict: Verdict::Malformed, why }) => {
                    (Verdict::Malformed, format!("not an explanation: {why}"))
                }
                Err(problem) => (problem.verdict, format!("refused: {}", problem.why)),
            };
            writeln!(out, "{}{}", options.prefix, escaped(&says))?;
            if verdict != Verdict::Accepted {
                return Ok(verdict);
            }
        }
    }
    if count == 0 {
        writeln!(out, "{}not an explanation: there is no explanation in it", options.prefix)?;
        return Ok(Verdict::Malformed);
    }
    Ok(Verdict::Accepted)
}

/// Checks one explanation; `shown` gets what is printed before the verdict.
fn one(
    value: &Value,
    options: &Options,
    again: Option<&mut ReadAgain>,
    shown: &mut Vec<String>,
) -> Result<String, Problem> {
    let malformed = |why: String| Problem { verdict: Verdict::Malformed, why };
    let refused = |why: String| Problem { verdict: Verdict::Refused, why };
    let object = read::whole_object(value, "an explanation").map_err(malformed)?;
    let text = read::text(object, "puzzle").map_err(malformed)?;
    let base = read::base(object).map_err(malformed)?;
    let rules = object.get("rules").unwrap_or(&Value::Null);
    shown.extend(text.lines().map(|line| format!("puzzle: {line}")));
    shown.push(format!("base: {base}"));
    let own = Reading::of_text(text, rules, base);
    let explanation = read::explanation(object, own.as_ref().map(|own| &*own.names)).map_err(malformed)?;
    show(&explanation, shown);
    let was_read =
        format!("the facts of the puzzle were {}read a second time", if own.is_some() { "" } else { "not " });
    if own.is_none() && options.need_text {
        return Err(refused(was_read));
    }
    shown.push(was_read);
    let mut judged = judge(&explanation, own.as_ref(), options.limit);
    if let (Ok(_), Some(again)) = (&judged, again) {
        let differs = |why| refused(format!("the text cannot be read again: {why}"));
        let mut remark = String::new();
        judged = Err("the text means nothing".to_owned());
        for (meaning, says) in again(object).map_err(differs)? {
            let reading = Reading::of_meaning(&meaning).map_err(differs)?;
            let explanation = read::explanation(object, Some(&reading.names)).map_err(refused)?;
            judged = judge(&explanation, Some(&reading), options.limit);
            remark = says;
            if judged.is_ok() {
                break;
            }
        }
        shown.push(remark);
    }
    judged.map_err(refused)
}

/// Replays an explanation: the verdict, or what is wrong.
fn judge(explanation: &Explanation, reading: Option<&Reading>, limit: u64) -> Result<String, String> {
    let mut replay = Replay::new(explanation, reading, limit);
    replay.all()?;
    let reaches = end::check(explanation, reading, &mut replay)?;
    let steps = match replay.steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    };
    Ok(match reaches {
        true => format!("accepted: {steps}"),
        false => format!("accepted as far as it goes: {steps}, which do not prove the answers"),
    })
}

/// Writes the given facts, the claim and its solutions.
fn show(explanation: &Explanation, shown: &mut Vec<String>) {
    let Explanation { names, base, .. } = explanation;
    let claims = shown::Shown { base: *base, names };
    shown.extend(
        explanation
            .given
            .iter()
            .map(|given| format!("given {}: {}", start(&given.id), claims.claim(&given.claim))),
    );
    shown.push(match explanation.status {
        Status::Unique => "claim: unique".into(),
        Status::Several => format!("claim: several, {}", explanation.solutions),
        Status::None => "claim: none".into(),
        Status::Stopped => "claim: nothing of the answers".into(),
    });
    for answer in explanation.answers.iter().take(12) {
        let digits = names.iter().zip(answer).map(|(name, digit)| format!(" {name}={digit}"));
        shown.push(format!("solution:{}", digits.collect::<String>()));
    }
}
