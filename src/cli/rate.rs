//! `fukumen rate`: how hard puzzles are for a person.

use clap::ArgMatches;
use clap::Command;
use serde_json::Value;

use crate::cli::Status;
use crate::cli::options;
use crate::cli::telling;
use crate::cli::telling::Answered;
use crate::cli::telling::Asked;
use crate::explain;
use crate::explain::Explainer;
use crate::explain::Explanation;
use crate::explain::Interrupted;
use crate::explain::Rating;
use crate::report::explanation;
use crate::report::words;

const EXAMPLES: &str = "\
Examples:
  fukumen rate SEND+MORE=MONEY
  fukumen rate --format jsonl -f puzzles.txt

A rating is a number from 1.0 to 10.0: up to 2 gentle, up to 4 easy, up to 6 medium, up to 8 hard,
beyond that fiendish. Exit status: as explain.";

/// Its definition.
pub fn command() -> Command {
    Command::new("rate")
        .about("Say how hard puzzles are for a person, and which techniques they need")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    telling::with_techniques(telling::with_options(definition))
        .mut_arg("tries", |tries| tries.help("Search N times for a shorter explanation (default: 1)"))
        .arg(options::threads())
}

/// Rates what the command line names.
pub fn rate(matches: &ArgMatches) -> anyhow::Result<Status> {
    telling::run_at_once(matches, &rated)
}

fn rated(asked: &Asked) -> (Answered, Status) {
    let explainer = asked.limited(Explainer::of_ratings(asked.puzzle));
    let explanation = explainer.explain();
    let explanation = explanation.unwrap_or_else(|Interrupted| Explanation::unfinished(asked.puzzle));
    let rating = explainer.rating_of(&explanation);
    let share = explanation.share_without_cases();
    let mut object = asked.object();
    object["status"] = explanation::status_name(explanation.status).into();
    object["complete"] = explanation.complete.into();
    object["rating"] = rating.as_ref().map_or(Value::Null, explanation::rating_as_json);
    object["without_cases"] = share.into();
    let text = match &rating {
        Some(rating) => described(&explanation, rating, share),
        None => "not rated: stopped before the end".into(),
    };
    (Answered::Line { text, object }, telling::status(&explanation))
}

/// A rating in one line.
fn described(explanation: &Explanation, rating: &Rating, share: f64) -> String {
    let counts = rating.counts.iter().map(|(name, count)| format!("{name} {count}"));
    let hardest = rating.hardest.map_or(String::new(), |name| format!("; hardest: {name}"));
    let least = if rating.is_least { "at least " } else { "" };
    let depth = match rating.depth {
        0 => "no cases".into(),
        depth => format!("cases {depth} deep"),
    };
    let about = match (explanation.status, explanation.complete) {
        (_, false) => "; stopped before the end",
        (explain::Status::Unique, _) => "",
        (explain::Status::None, _) => "; of the contradiction, for there is no solution",
        _ => "; of what is certain, for there are several solutions",
    };
    format!(
        "{least}{:.1} {}{hardest}; {}: {}; {depth}; {:.0}% of the digits without cases{about}",
        rating.value,
        rating.label,
        words::plural(rating.counts.values().sum::<usize>() as u128, "step"),
        counts.collect::<Vec<_>>().join(", "),
        share * 100.0
    )
}
