//! Formulas as programs copy them: its pieces in another order, one a line, twice, without its bars.
//!
//! Each rule proposes formulas, in which no digit is lost and none is added. The grammar must read a proposal, and it should have
//! a solution.

mod doubled;
mod expression;
mod layout;
mod lines;
mod rows;
mod stacked;
mod struts;

use super::marks;
use std::collections::BTreeSet;

use expression::{Expression, PRIME, is_operator};
use fukumen_language::message::message;
use fukumen_language::text::{Draft, lines as looks};
use lines::Line;

/// How many formulas are tried.
const MOST: usize = 12;

/// A longer text is no formula.
const LONGEST: usize = 4000;

/// The formulas of which some lines may be a copy.
type Rule = fn(&[Line]) -> Vec<Expression>;

/// Each rule with its name, the surest first.
const RULES: &[(&str, Rule)] = &[
    ("cells", rows::cells),
    ("struts", struts::fractions),
    ("columns", struts::columns),
    ("tabs", rows::tabs),
    ("overlaid", layout::overlaid),
    ("below", layout::below),
    ("levels", stacked::levels),
    ("glued", stacked::glued),
    ("fractions", stacked::fractions),
    ("bars", stacked::bars),
    ("cells-without-gaps", rows::cells_without_gaps),
    ("joined", layout::joined),
    ("lost-bars", stacked::lost_bars),
];

/// The names of the rules, and of those that see a formula twice.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, _)| *name).chain(["unframed", "halves", "doubled", "factorials"])
}

/// The formulas that a copy may have been made of, the likeliest first.
pub(super) fn candidates<'a>(draft: &Draft<'a>, without: &[&str]) -> Vec<Draft<'a>> {
    let has = |name: &&str| !without.contains(name);
    let text = draft.text();
    if text.len() > LONGEST || text.lines().any(|line| looks::special(line).is_some()) {
        return Vec::new();
    }
    let Some(mut lines) = lines::lines(text) else { return Vec::new() };
    let mut found: Vec<Expression> = Vec::new();
    if has(&"unframed")
        && let Some(unframed) = rows::unframed(&lines)
    {
        found.push(rows::plain(&unframed));
        lines = unframed;
    }
    let halves = doubled::halves(&lines)
        .filter(|_| has(&"halves"))
        .map_or_else(|| vec![&*lines], |halves| halves.to_vec());
    for part in halves {
        let signs = lines::signs(part);
        if let [line] = signs.as_slice()
            && (part.len() < lines.len() || line.text.contains(PRIME))
        {
            found.push(line.expression());
        }
        found.extend(RULES.iter().filter(|(name, _)| has(name)).flat_map(|(_, rule)| rule(part)));
    }
    // A `!` on a line of its own belongs to no `≠`.
    if has(&"factorials") && lines.iter().any(|line| line.text == "!") {
        found = found.into_iter().map(Expression::with_factorials).collect();
    }
    let mut texts = BTreeSet::new();
    found.retain(|expression| texts.insert(expression.text()) && texts.len() <= MOST);
    found.into_iter().map(|expression| copied(draft, expression)).collect()
}

/// The formulas of a line that has one several times.
pub(super) fn doubled<'a>(draft: &Draft<'a>, without: &[&str]) -> Vec<Draft<'a>> {
    if without.contains(&"doubled") {
        return Vec::new();
    }
    doubled::in_line(draft.text()).into_iter().map(|expression| copied(draft, expression)).collect()
}

fn copied<'a>(draft: &Draft<'a>, expression: Expression) -> Draft<'a> {
    let expression =
        expression.replaced("⌊", "floor(").replaced("⌈", "ceil(").replaced("⌋", ")").replaced("⌉", ")");
    let prime = PRIME.to_string();
    let expression = expression.replaced("′", &prime).replaced("'", &prime);
    let mut copied = draft.clone();
    copied.edit(&expression.edits(draft.text().len()));
    copied.note(message!("note-copied", formula = expression.text().replace('\n', "; ")).into());
    copied
}

/// Whether a text has signs that nobody types in a puzzle: those that programs put into formulas, an operator that is alone on a line
/// and no rule, marks of bold type, or a wide colon, which words have without a space.
pub(super) fn is_likely(text: &str) -> bool {
    let is_untyped = |c: char| matches!(c, '\u{200B}' | '\u{2061}'..='\u{2064}' | '◻' | '：');
    text.len() <= LONGEST
        && (text.contains(is_untyped) || has_pieces(text) || !marks::emphasis(text).is_empty())
}

fn has_pieces(text: &str) -> bool {
    let is_rule = |line: &str| looks::is_rule(line) && line.trim().chars().count() > 1;
    let is_apart = |line: &str| {
        let line = line.trim();
        line.starts_with('=') || line.chars().count() == 1 && line.chars().all(is_operator)
    };
    text.contains('\n') && text.lines().any(is_apart) && !text.lines().any(is_rule)
}
