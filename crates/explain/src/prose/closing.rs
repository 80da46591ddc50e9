//! What an explanation ends with.

use super::teller::Teller;
use crate::Claim;
use crate::Explanation;
use crate::Place;
use crate::Quantity;
use crate::Status;
use crate::Step;
use crate::Value;
use crate::places;
use crate::step::Rule;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Base, Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::puzzle::{Puzzle, RoleKind, Sheet};

/// This many digits of a large number stand together.
const GROUPED: usize = 3;

/// The answer put into what the puzzle says, as people write it: `9567 + 1085 = 10652`, `12128316 ÷ 124 = 97809`.
///
/// The digits are those of the [places](places).
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::Puzzle;
/// let puzzle = Puzzle::parse("12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1")?;
/// assert_eq!(fukumen::explain::prose::check(&puzzle, &[7, 3]), "157 ÷ 12 = 13 r 1");
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[must_use]
pub fn check(puzzle: &Puzzle, digits: &[Digit]) -> String {
    let mut of_cells = vec![0; puzzle.hidden().len()];
    for ((_, cell), digit) in places(puzzle).iter().zip(digits) {
        of_cells[cell.index()] = *digit;
    }
    let base = puzzle.rules().base;
    let sheet = puzzle.sheet().filled(base, &of_cells);
    if let Some(text) = calculation(&sheet) {
        return text;
    }
    let symbols: Vec<String> = places(puzzle).into_iter().map(|(name, _)| name).collect();
    let name = |cell: Place| glyph(base, &symbols, of_cells[cell.index()]);
    let texts = puzzle.conditions().iter().map(|expr| expr.written(&name).spaced(base).to_string());
    let texts: Vec<String> = texts.collect();
    // What was given says nothing more: 5 = 5.
    let says = |text: &&String| text.split_once(" = ").is_none_or(|(left, right)| left != right);
    let told: Vec<&str> = texts.iter().filter(says).map(String::as_str).collect();
    if told.is_empty() { texts.join(", ") } else { told.join(", ") }
}

/// A digit as sums have it, in brackets if a symbol looks like it.
pub(super) fn glyph(base: Base, symbols: &[String], digit: Digit) -> String {
    let glyph = base.name(digit).to_string();
    if digit > 9 && symbols.contains(&glyph) { format!("[{digit}]") } else { glyph }
}

/// The calculation of a drawing with rows.
fn calculation(sheet: &Sheet) -> Option<String> {
    let number = |kind: RoleKind| number(sheet, kind);
    let rest = number(RoleKind::Remainder).filter(|rest| rest.chars().any(|c| c != '0'));
    let rest = rest.map_or(String::new(), |rest| format!(" r {rest}"));
    if let (Some(dividend), Some(divisor), Some(quotient)) =
        (number(RoleKind::Dividend), number(RoleKind::Divisor), number(RoleKind::Quotient))
    {
        return Some(format!("{dividend} ÷ {divisor} = {quotient}{rest}"));
    }
    if let (Some(radicand), Some(root)) = (number(RoleKind::Radicand), number(RoleKind::Root)) {
        let signs = sheet.rows().iter().flat_map(fukumen_language::puzzle::Row::glyphs);
        let signs: String = signs.filter(|glyph| glyph.cell.is_none()).map(|glyph| &*glyph.text).collect();
        let sign = if signs.contains('∛') || signs.contains("cube") { "∛" } else { "√" };
        return Some(format!("{sign}{radicand} = {root}{rest}"));
    }
    let factors = (number(RoleKind::Multiplicand)?, number(RoleKind::Multiplier)?);
    Some(format!("{} × {} = {}", factors.0, factors.1, number(RoleKind::Product)?))
}

/// The number of a kind that a drawing has; the first, if a remainder stands in two places.
fn number(sheet: &Sheet, kind: RoleKind) -> Option<String> {
    let glyphs = sheet.rows().iter().flat_map(fukumen_language::puzzle::Row::glyphs);
    let roles = glyphs.filter_map(|glyph| Some((glyph, glyph.role?.kind)));
    let own = roles.skip_while(|(_, own)| *own != kind).take_while(|(_, own)| *own == kind);
    let own = own.map(|(glyph, _)| glyph);
    let digits: String = own
        .filter(|glyph| {
            glyph.cell.is_some() || glyph.text.starts_with(|c: char| c.is_alphanumeric() || ".,[".contains(c))
        })
        .map(|glyph| &*glyph.text)
        .collect();
    (!digits.is_empty()).then_some(digits)
}

/// The last line of what was not told to the end.
pub(super) fn cut(teller: &mut Teller) -> String {
    teller.say("end.stopped", &[])
}

/// The last line.
pub(super) fn closing(teller: &mut Teller, explanation: &Explanation, puzzle: &Puzzle) -> String {
    let checks: Vec<String> = explanation.answers.iter().map(|digits| check(puzzle, digits)).collect();
    let listed = |teller: &Teller, checks: Vec<String>| match puzzle.conditions().len() {
        0 | 1 => Value::List(checks),
        // Each of them has commas.
        _ => Value::Text(teller.in_parts(&checks)),
    };
    let number = ("number", Value::Number(i128::try_from(explanation.solutions).unwrap_or(i128::MAX)));
    let first = ("check", Value::Text(checks.first().cloned().unwrap_or_default()));
    match (explanation.status, explanation.complete) {
        (Status::Unique, true) => teller.say("end.check", &[first]),
        (Status::Unique, false) => teller.say("end.stopped-unique", &[first]),
        (Status::Several, true) if !checks.is_empty() => {
            let in_order = answers_in_order(explanation, puzzle);
            if !in_order.is_empty() && in_order.len() < checks.len() {
                let one = ("number", Value::Number(in_order.len() as i128));
                let all = ("all", Value::Text(explanation.solutions.to_string()));
                let own = in_order.into_iter().map(|digits| check(puzzle, digits)).collect();
                return teller.say("end.arranged", &[one, all, ("checks", listed(teller, own))]);
            }
            let checks = ("checks", listed(teller, checks));
            teller.say("end.several", &[number, checks])
        }
        (Status::Several, true) => certain(teller, explanation),
        (Status::Several, false) => {
            let found = teller.say("end.stopped-several", &[]);
            let certain = certain(teller, explanation);
            teller.run([found, certain])
        }
        (Status::None, true) => contradiction(teller, explanation, puzzle),
        (Status::None, false) => teller.say("end.stopped-none", &[]),
        (Status::Stopped, _) => teller.say("end.stopped", &[]),
    }
}

/// The answers in the orders that were assumed; the others are the same with parts exchanged. None without such an order.
pub(super) fn answers_in_order<'a>(explanation: &'a Explanation, puzzle: &Puzzle) -> Vec<&'a Vec<Digit>> {
    let gives = explanation.steps.iter().flat_map(|step| &step.gives);
    let orders: Vec<(&Quantity, &Quantity)> = gives
        .filter(|given| given.rule == Some(Rule::K8))
        .filter_map(|given| match &given.claim {
            Claim::Order { left, right, .. } => Some((left, right)),
            _ => None,
        })
        .collect();
    let base = i128::from(puzzle.rules().base.get());
    let value = |quantity: &Quantity, digits: &[Digit]| {
        let Quantity::Expr(Expr::Numeral(numeral)) = quantity else { return None };
        numeral.whole.iter().try_fold(0_i128, |value, element| {
            let digit = match element {
                Element::Shown(digit) => *digit,
                Element::Hidden(place) => *digits.get(place.index())?,
            };
            value.checked_mul(base)?.checked_add(digit.into())
        })
    };
    let is_in_order = |digits: &&Vec<Digit>| {
        let is_less =
            |(left, right): &(&Quantity, &Quantity)| match (value(left, digits), value(right, digits)) {
                (Some(left), Some(right)) => left < right,
                _ => false,
            };
        !orders.is_empty() && orders.iter().all(is_less)
    };
    explanation.answers.iter().filter(is_in_order).collect()
}

/// What is certain of several solutions, and what is open.
fn certain(teller: &mut Teller, explanation: &Explanation) -> String {
    let (certain, open) = certain_and_open(teller, explanation);
    let count = ("count", Value::Text(count(teller, explanation)));
    if certain.is_empty() {
        return teller.say("end.all-open", &[count]);
    }
    teller.say("end.several-open", &[count, ("certain", Value::List(certain)), ("open", Value::List(open))])
}

/// The digits that are the same in all solutions by the steps, and the names of the other places.
pub(super) fn certain_and_open(teller: &mut Teller, explanation: &Explanation) -> (Vec<String>, Vec<String>) {
    let mut known: Vec<Option<DigitSet>> = vec![None; explanation.names.len()];
    let claims = explanation.given.iter().map(|given| &given.claim);
    let claims =
        claims.chain(explanation.steps.iter().flat_map(|step| &step.gives).map(|given| &given.claim));
    for claim in claims {
        if let Claim::Digit(place, digits) = claim
            && let Some(own) = known.get_mut(place.index())
        {
            *own = Some(own.map_or(*digits, |own| own & *digits));
        }
    }
    let (mut certain, mut open) = (Vec::new(), Vec::new());
    for (place, known) in known.into_iter().enumerate() {
        match known.filter(|digits| digits.len() == 1) {
            Some(digits) => certain.push(teller.fact(&Claim::Digit(Place::new(place), digits))),
            None => open.push(teller.name(Place::new(place))),
        }
    }
    (certain, open)
}

/// How many solutions there are, or that there are at least as many as were found.
pub(super) fn count(teller: &mut Teller, explanation: &Explanation) -> String {
    let digits = explanation.solutions.to_string();
    let gap = teller.say("count.gap", &[]);
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(GROUPED) && digits.len() > GROUPED + 1 {
            grouped += &gap;
        }
        grouped.push(digit);
    }
    let key = if explanation.exhausted { "count" } else { "count.at-least" };
    teller.say(key, &[("number", Value::Text(grouped))])
}

/// Why there is no solution: the columns that were looked at, if there are others.
fn contradiction(teller: &mut Teller, explanation: &Explanation, puzzle: &Puzzle) -> String {
    let ends = |step: &Step| step.gives.iter().any(|give| give.claim == Claim::False);
    if !explanation.steps.last().is_some_and(ends) {
        // One fact was asked for.
        return teller.say("end.none-besides", &[]);
    }
    let at: Vec<_> = explanation.steps.iter().map(|step| &step.at).collect();
    let mut columns: Vec<usize> = at.iter().flat_map(|at| at.columns.iter().copied()).collect();
    columns.arrange();
    columns.dedup();
    let is_of_columns = at.iter().all(|at| !at.columns.is_empty() && at.equation == Some(1));
    if !is_of_columns || columns.len() >= longest(puzzle) {
        return teller.say("end.none", &[]);
    }
    let key = if columns.len() == 1 { "end.none-column" } else { "end.none-columns" };
    teller.of_columns(key, &columns, &[])
}

/// How many digits the longest numeral has that hides one.
fn longest(puzzle: &Puzzle) -> usize {
    let mut longest = 0;
    for condition in puzzle.all_conditions() {
        condition.for_each_numeral(&mut |numeral| {
            if numeral.elements().any(|element| matches!(element, Element::Hidden(_))) {
                longest = longest.max(numeral.whole.len());
            }
        });
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_that_looks_like_a_symbol_has_brackets() {
        let puzzle: Puzzle = "@base 12\nA+D=C".parse().expect("it can be read");
        assert_eq!(check(&puzzle, &[2, 8, 10]), "2 + 8 = [10]");
        assert_eq!(check(&puzzle, &[2, 9, 11]), "2 + 9 = B");
    }
}
