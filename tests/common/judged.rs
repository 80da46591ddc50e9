//! Explanations judged from outside: as JSON, by the checker, which reads what the puzzle states anew.

use fukumen::Puzzle;
use fukumen::certify::meaning;
use fukumen::explain::prose::{Detail, Language};
use fukumen::explain::{Explanation, prose};
use fukumen::report::explanation::{Page, as_json};
use fukumen_check::{Options, Verdict, check_explanations};

/// Why an explanation of a puzzle is refused, if it is.
pub fn refusal(puzzle: &Puzzle, explanation: &Explanation) -> Option<String> {
    let text = puzzle.to_string();
    let told = prose::tell(explanation, puzzle, Language::english(), Detail::Brief);
    let json = as_json(&Page::new(&text, puzzle, explanation, &told)).to_string();
    let options = Options { quiet: true, ..Options::default() };
    let mut again = |_: &_| Ok(vec![(meaning(puzzle)?, String::new())]);
    let mut says = Vec::new();
    let verdict = check_explanations(json.as_bytes(), &options, Some(&mut again), &mut says);
    let is_accepted = verdict.expect("a vector can be written") == Verdict::Accepted;
    (!is_accepted).then(|| String::from_utf8_lossy(&says).into_owned())
}
