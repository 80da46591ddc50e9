//! Facts that people ask for: `E=5`, `E!=7`, `TWO<200`.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use super::{Claim, Place, Quantity, Relation, Term, labels, places};
use fukumen_engine::solve::clock::Watch;
use fukumen_engine::solve::{Limits, Solver};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Cell, Element, Expr, Numeral};
use fukumen_language::judge::Truth;
use fukumen_language::number::Exact;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;
use fukumen_language::text::ParseError;
use fukumen_language::vocabulary::{Algebra, Kind, Tier, Vocabulary};
use fukumen_language::{judge, text};

/// The most solutions that are searched for one in which a fact does not hold.
const MOST_LOOKED_AT: u64 = 1_000_000;

/// A fact that somebody asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it says, over places.
    pub claim: Claim,
    /// The same as a condition of the puzzle, over its cells.
    condition: Expr,
}

/// Why a text is no fact.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FactError {
    /// It cannot be read.
    Text(Box<ParseError>),
    /// It is a number, and says nothing.
    Number,
    /// It is a condition that explanations have no fact for.
    Unsuited,
    /// The puzzle has no blank of this name.
    NoBlank(String),
}

impl fmt::Display for FactError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Number => f.write_str("this is a number; a fact is a condition such as E=5"),
            Self::Unsuited => f.write_str(
                "a fact is about one symbol, or compares numbers that hide digits: E=5, E!=7, TWO<200, A+B=9",
            ),
            Self::NoBlank(name) => write!(f, "the puzzle has no blank '{name}'"),
        }
    }
}

impl Error for FactError {}

impl From<ParseError> for FactError {
    fn from(error: ParseError) -> Self {
        Self::Text(Box::new(error))
    }
}

/// Reads a fact about a puzzle: a condition on one symbol, or a relation between numbers.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::explain::{Claim, fact_of};
/// let puzzle = "SEND+MORE=MONEY".parse()?;
/// assert!(matches!(fact_of(&puzzle, "E=5")?.claim, Claim::Digit(..)));
/// assert!(matches!(fact_of(&puzzle, "SEND<2000")?.claim, Claim::Range(..)));
/// assert_eq!(fact_of(&puzzle, "E is odd")?, fact_of(&puzzle, "is_odd(E)")?);
/// assert!(fact_of(&puzzle, "E=").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`FactError`] if it cannot be read, or if explanations have no such facts.
pub fn fact_of(puzzle: &Puzzle, text: &str) -> Result<Fact, FactError> {
    if text.trim_start().starts_with('_') {
        return blank(puzzle, text);
    }
    if let Some((place, sign, digit)) = lettered(puzzle, text).or_else(|| digit_by_name(puzzle, text)) {
        return of_place(puzzle, place, sign, digit);
    }
    let read = |text: &str| text::expression(text, puzzle, &Vocabulary::default());
    let condition = read(text).or_else(|error| match fukumen_reading::in_signs(text) {
        Some(signs) => read(&signs),
        None => Err(error),
    })?;
    if condition.kind() == Kind::Number {
        return Err(FactError::Number);
    }
    let claim = claim(puzzle, &condition).ok_or(FactError::Unsuited)?;
    Ok(Fact { claim, condition })
}

/// Reads the contrary of a fact.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::explain::{denied, fact_of};
/// let puzzle: fukumen::Puzzle = "A+B=C".parse()?;
/// assert_eq!(denied(&puzzle, "A=5")?.claim, fact_of(&puzzle, "A!=5")?.claim);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`fact_of`]; there may be no fact for the contrary of one.
pub fn denied(puzzle: &Puzzle, text: &str) -> Result<Fact, FactError> {
    match split(text).filter(|_| text.trim_start().starts_with('_')) {
        Some((name, "=", value)) => fact_of(puzzle, &format!("{name}≠{value}")),
        Some((name, _, value)) => fact_of(puzzle, &format!("{name}={value}")),
        None => fact_of(puzzle, &format!("¬({text})")),
    }
}

impl Fact {
    /// A solution in which it does not hold, if one is found in time.
    #[must_use]
    pub fn counterexample(&self, puzzle: &Puzzle, watch: &Watch) -> Option<Solution> {
        // What stops the search stops the explanation as well, which says so.
        self.first_that(puzzle, watch, |truth| truth == Truth::No).0
    }

    /// Whether it is certain that it holds in every solution: all were looked at.
    #[must_use]
    pub fn holds_everywhere(&self, puzzle: &Puzzle, watch: &Watch) -> bool {
        self.first_that(puzzle, watch, |truth| truth != Truth::Yes) == (None, true)
    }

    /// Whether it is certain that it holds in no solution.
    #[must_use]
    pub fn holds_nowhere(&self, puzzle: &Puzzle, watch: &Watch) -> bool {
        self.first_that(puzzle, watch, |truth| truth != Truth::No) == (None, true)
    }

    /// The first solution that is found with such a truth of the fact, and whether all were looked at.
    fn first_that(
        &self,
        puzzle: &Puzzle,
        watch: &Watch,
        fits: impl Fn(Truth) -> bool,
    ) -> (Option<Solution>, bool) {
        let (mut found, context) = (None, puzzle.context());
        let limits = Limits::default().max_solutions(MOST_LOOKED_AT);
        let solver = Solver::new(puzzle).limits(limits).stream(true).threads(1).watch(watch.clone());
        let answer = solver.run_with(&mut |solution| {
            if !fits(judge::truth(&self.condition, solution.digits(), &context)) {
                return ControlFlow::Continue(());
            }
            found = Some(solution);
            ControlFlow::Break(())
        });
        let is_whole = answer.is_ok_and(|answer| answer.outcome.exhausted && answer.outcome.undecided == 0);
        (found, is_whole)
    }
}

/// What stands before and behind the sign of a fact about one digit, and the sign.
fn split(text: &str) -> Option<(&str, &'static str, &str)> {
    let parts =
        |sign: &&'static str| text.split_once(sign).map(|(name, value)| (name.trim(), *sign, value.trim()));
    ["!=", "≠", "="].iter().find_map(parts)
}

/// A fact about a blank by its name: `_2=5`, `_2!=5`.
fn blank(puzzle: &Puzzle, text: &str) -> Result<Fact, FactError> {
    let (name, sign, value) = split(text).ok_or(FactError::Unsuited)?;
    let place = places(puzzle).iter().position(|(other, _)| other == name);
    let place = place.ok_or_else(|| FactError::NoBlank(name.into()))?;
    of_place(puzzle, place, sign, digit(puzzle, value).ok_or(FactError::Unsuited)?)
}

/// A text as a digit.
fn digit(puzzle: &Puzzle, text: &str) -> Option<Digit> {
    puzzle.rules().base.read(text).filter(|(_, length)| *length == text.len()).map(|(digit, _)| digit)
}

/// `a=5` about the blank that explanations call a.
fn lettered(puzzle: &Puzzle, text: &str) -> Option<(usize, &'static str, Digit)> {
    let (name, sign, value) = split(text)?;
    let names: Vec<String> = places(puzzle).into_iter().map(|(name, _)| name).collect();
    let place = labels(&names).iter().position(|label| label == name)?;
    (names[place] != name).then_some((place, sign, digit(puzzle, value)?))
}

/// `K=B` in a base that has a digit B, if that is no symbol of the puzzle: the place, the sign, and the digit.
fn digit_by_name(puzzle: &Puzzle, text: &str) -> Option<(usize, &'static str, Digit)> {
    let (name, sign, value) = split(text)?;
    let is_letter = value.chars().all(char::is_alphabetic) && puzzle.cell(value).is_none();
    let cell = puzzle.cell(name).filter(|_| is_letter)?;
    let place = places(puzzle).iter().position(|(_, other)| *other == cell)?;
    Some((place, sign, digit(puzzle, value)?))
}

/// That a place has a digit, or has not.
fn of_place(puzzle: &Puzzle, place: usize, sign: &str, digit: Digit) -> Result<Fact, FactError> {
    let (base, places) = (puzzle.rules().base, places(puzzle));
    let one = DigitSet::one(digit);
    let digits = if sign == "=" { one } else { DigitSet::all(base).minus(one) };
    let numeral = |element| Expr::Numeral(Numeral::whole(vec![element]));
    let relation = fukumen_language::vocabulary::operator(Tier::Relation, sign).ok_or(FactError::Unsuited)?;
    let condition = Expr::chain(
        numeral(Element::Hidden(places[place].1)),
        vec![(relation, numeral(Element::Shown(digit)))],
    );
    Ok(Fact { claim: Claim::Digit(Place::new(place), digits), condition })
}

/// The fact that a condition over cells is.
fn claim(puzzle: &Puzzle, condition: &Expr) -> Option<Claim> {
    if let [cell] = condition.cells().as_slice() {
        return of_one(puzzle, *cell, condition);
    }
    let Expr::Chain(chain) = condition else { return None };
    let [(operator, right)] = chain.rest.as_slice() else { return None };
    if chain.tier() != Tier::Relation {
        return None;
    }
    let cells: Vec<Cell> = places(puzzle).into_iter().map(|(_, cell)| cell).collect();
    let place = |cell: Cell| Place::new(cells.iter().position(|other| *other == cell).unwrap_or_default());
    let (left, right) = (chain.first.with_cells(&place), right.with_cells(&place));
    match operator.symbol() {
        "=" => equal(puzzle, left, right),
        "<" => Some(order(puzzle, left, right, true)),
        "≤" => Some(order(puzzle, left, right, false)),
        ">" => Some(order(puzzle, right, left, true)),
        "≥" => Some(order(puzzle, right, left, false)),
        _ => None,
    }
}

/// The digits of one symbol for which a condition holds.
fn of_one(puzzle: &Puzzle, cell: Cell, condition: &Expr) -> Option<Claim> {
    let context = puzzle.context();
    let mut digits = vec![0; puzzle.hidden().len()];
    let mut allowed = DigitSet::EMPTY;
    for digit in DigitSet::all(puzzle.rules().base).iter() {
        digits[cell.index()] = digit;
        match judge::truth(condition, &digits, &context) {
            Truth::Yes => allowed = allowed.with(digit),
            Truth::No => {}
            Truth::Undecided => return None,
        }
    }
    let place = places(puzzle).iter().position(|(_, other)| *other == cell)?;
    Some(Claim::Digit(Place::new(place), allowed))
}

fn equal(puzzle: &Puzzle, left: Expr, right: Expr) -> Option<Claim> {
    match (constant(puzzle, &left), constant(puzzle, &right)) {
        (None, Some(number)) if is_numeral(&left) => Some(range(left, Some(number.clone()), Some(number))),
        (Some(number), None) if is_numeral(&right) => Some(range(right, Some(number.clone()), Some(number))),
        _ => {
            let mut relation = Relation { terms: Vec::new(), equals: 0, modulo: None };
            let is_linear =
                add(puzzle, &left, 1, &mut relation).and_then(|()| add(puzzle, &right, -1, &mut relation));
            relation.terms.retain(|(_, factor)| *factor != 0);
            match is_linear {
                Some(()) if !relation.terms.is_empty() => Some(Claim::Relation(relation)),
                _ => Some(Claim::Same(Quantity::Expr(left), Quantity::Expr(right))),
            }
        }
    }
}

/// Less, or at most. Beside a constant it is a range; whole numbers keep their distance.
fn order(puzzle: &Puzzle, left: Expr, right: Expr, strict: bool) -> Claim {
    let step = |expr: &Expr, number: Exact, by: Exact| {
        (is_numeral(expr) && number.is_integer()).then(|| if strict { number.plus(&by) } else { number })
    };
    if let Some(number) =
        constant(puzzle, &right).and_then(|number| step(&left, number, Exact::ONE.negated()))
    {
        return range(left, None, Some(number));
    }
    if let Some(number) = constant(puzzle, &left).and_then(|number| step(&right, number, Exact::ONE)) {
        return range(right, Some(number), None);
    }
    Claim::Order { left: Quantity::Expr(left), right: Quantity::Expr(right), strict }
}

fn range(expr: Expr, from: Option<Exact>, to: Option<Exact>) -> Claim {
    Claim::Range(Quantity::Expr(expr), from, to)
}

fn is_numeral(expr: &Expr) -> bool {
    matches!(expr, Expr::Numeral(numeral) if numeral.is_whole())
}

/// The value of an expression that hides nothing.
fn constant(puzzle: &Puzzle, expr: &Expr) -> Option<Exact> {
    let hides_nothing = expr.cells().is_empty();
    hides_nothing.then(|| judge::number(expr, &[], &puzzle.context()).ok()).flatten()
}

/// Adds an expression, times a factor, to the terms of a relation.
fn add(puzzle: &Puzzle, expr: &Expr, factor: i128, relation: &mut Relation) -> Option<()> {
    if let Some(number) = constant(puzzle, expr) {
        let number = number.to_i128().filter(|_| number.is_integer())?;
        relation.equals = relation.equals.checked_sub(number.checked_mul(factor)?)?;
        return Some(());
    }
    match expr {
        Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none() => {
            let term = match numeral.whole.as_slice() {
                [Element::Hidden(place)] => Term::Place(*place),
                elements => Term::Numeral(elements.to_vec()),
            };
            match relation.terms.iter_mut().find(|(other, _)| *other == term) {
                Some((_, own)) => *own = own.checked_add(factor)?,
                None => relation.terms.push((term, factor)),
            }
            Some(())
        }
        Expr::Unary(operator, operand) if operator.algebra == Algebra::Minus => {
            add(puzzle, operand, factor.checked_neg()?, relation)
        }
        Expr::Chain(chain) if chain.is_sum() => {
            add(puzzle, &chain.first, factor, relation)?;
            chain.rest.iter().try_for_each(|(operator, operand)| {
                let sign = if operator.algebra == Algebra::Minus { -1 } else { 1 };
                add(puzzle, operand, factor.checked_mul(sign)?, relation)
            })
        }
        Expr::Chain(chain) => {
            let [(operator, right)] = chain.rest.as_slice() else { return None };
            let number = |expr| constant(puzzle, expr).and_then(|number| number.to_i128());
            let (times, other) = match (operator.symbol(), number(&chain.first), number(right)) {
                ("*", Some(times), _) => (times, right),
                ("*", _, Some(times)) => (times, &*chain.first),
                _ => return None,
            };
            add(puzzle, other, factor.checked_mul(times)?, relation)
        }
        _ => None,
    }
}

/// The digits of a solution, by place.
#[must_use]
pub fn by_place(puzzle: &Puzzle, solution: &Solution) -> Vec<Digit> {
    places(puzzle).into_iter().map(|(_, cell)| solution.digit(cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose;

    fn said(puzzle: &str, fact: &str) -> String {
        let puzzle: Puzzle = puzzle.parse().expect("it is a puzzle");
        match fact_of(&puzzle, fact) {
            Ok(fact) => {
                let names: Vec<String> = places(&puzzle).into_iter().map(|(name, _)| name).collect();
                prose::fact(&fact.claim, &names, &puzzle, prose::Language::english())
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn facts_are_read_as_people_write_them() {
        const SEND: &str = "SEND+MORE=MONEY";
        for (text, expected) in [
            ("E=5", "E = 5"),
            ("5 = E", "E = 5"),
            ("E!=7", "E is not 7"),
            ("E<3", "E is 0, 1 or 2"),
            ("is_prime(E)", "E is 2, 3, 5 or 7"),
            ("SEND<2000", "SEND is at most 1999"),
            ("SEND>=2000", "SEND is at least 2000"),
            ("SEND=9567", "SEND = 9567"),
            ("N=E+1", "N = E + 1"),
            ("A=5", "the puzzle has no symbol A"),
            ("S+2*E-N<Y", "S + 2 × E - N < Y"),
            ("S*E=N", "S × E = N"),
            ("S+E", "this is a number; a fact is a condition such as E=5"),
            (
                "S!=E",
                "a fact is about one symbol, or compares numbers that hide digits: E=5, E!=7, TWO<200, A+B=9",
            ),
        ] {
            if text == "A=5" {
                assert!(said(SEND, text).contains('A'), "{}", said(SEND, text));
            } else {
                assert_eq!(said(SEND, text), expected, "{text}");
            }
        }
        assert_eq!(said("□×2=□", "_2!=5"), "b is not 5");
        assert_eq!(said("□×2=□", "_3=5"), "the puzzle has no blank '_3'");
    }

    #[test]
    fn a_fact_that_is_not_certain_has_a_counterexample() {
        let puzzle: Puzzle = "A+B=C".parse().expect("it is a puzzle");
        let example = |text| {
            let fact = fact_of(&puzzle, text).expect("it is a fact");
            fact.counterexample(&puzzle, &Watch::default()).map(|solution| by_place(&puzzle, &solution))
        };
        assert_eq!(example("C>2"), None);
        let found = example("C>3").expect("1 + 2 = 3");
        assert_eq!(found[2], 3);
    }
}
