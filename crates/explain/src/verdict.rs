//! Whether an answer is right, by the exact judge and the solver.

use super::filled::{Filled, name_of};
use super::prose;
use fukumen_engine::solve::clock::Watch;
use fukumen_engine::solve::{Ask, Reading, Solver, Status};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Cell, Chain, Element, Expr};
use fukumen_language::interrupt::Interrupt;
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::message::{Message, message};
use fukumen_language::puzzle::{Group, Permission, Puzzle};
use fukumen_language::vocabulary::Tier;

/// What there is to say of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is a solution.
    Right,
    /// It is none: a rule, a row or a column fails, by this reason.
    Wrong(Message),
    /// A part of this many solutions.
    Possible(u128),
    /// A part of this many solutions, and perhaps of more: the search was stopped.
    Open(u128),
    /// No rule fails yet, but no solution has these digits. Of them, no part can be left out, as far as there was time.
    DeadEnd(Filled),
    /// The numbers are too large to be computed.
    Undecided,
}

/// Judges an answer, complete or not. A search for solutions ends with the watch.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::Puzzle;
/// use fukumen::explain::{Verdict, answer, verdict};
/// use fukumen::solve::clock::Watch;
///
/// let puzzle: Puzzle = "SEND+MORE=MONEY".parse()?;
/// let of = |text| verdict(&puzzle, &answer(&puzzle, text).expect("it is an answer"), &Watch::default());
/// assert_eq!(of("9567+1085=10652"), Verdict::Right);
/// assert_eq!(of("S=9,E=5"), Verdict::Possible(1));
/// assert!(matches!(of("S=9,M=9"), Verdict::Wrong(_)));
/// assert!(matches!(of("S=8"), Verdict::DeadEnd(_)));
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[must_use]
pub fn verdict(puzzle: &Puzzle, filled: &Filled, watch: &Watch) -> Verdict {
    let mut digits = vec![None; puzzle.hidden().len()];
    for (cell, digit) in filled {
        match digits[cell.index()].replace(*digit) {
            Some(other) if other != *digit => return Verdict::Wrong(twice(puzzle, *cell, other, *digit)),
            _ => {}
        }
    }
    let mut found = judged(puzzle, &digits);
    if let (Found::Fails(_), Some(relaxed)) = (&found, puzzle.with_zero_lines())
        && !matches!(judged(&relaxed, &digits), Found::Fails(_))
        && has_zero_lines(puzzle, watch)
    {
        found = judged(&relaxed, &digits);
    }
    match found {
        Found::Fails(message) => Verdict::Wrong(message),
        Found::Undecided => Verdict::Undecided,
        Found::Holds if digits.iter().all(Option::is_some) => Verdict::Right,
        Found::Holds => searched(puzzle, &digits, watch),
    }
}

/// What the rules say of the digits that are there.
enum Found {
    Holds,
    Fails(Message),
    Undecided,
}

/// Checks every rule whose digits are there.
fn judged(puzzle: &Puzzle, digits: &[Option<Digit>]) -> Found {
    let cells = (0..digits.len()).map(Cell::new);
    let broken = cells.filter_map(|cell| not_allowed(puzzle, cell, digits[cell.index()]?)).next();
    let broken = broken
        .or_else(|| puzzle.groups().iter().find_map(|group| not_different(puzzle, group, digits)))
        .or_else(|| puzzle.differ().iter().find_map(|(a, b)| not_two(puzzle, *a, *b, digits)));
    if let Some(message) = broken {
        return Found::Fails(message);
    }
    let (mut undecided, context) = (false, puzzle.context());
    let known: Vec<Digit> = digits.iter().map(|digit| digit.unwrap_or_default()).collect();
    for (place, condition) in puzzle.all_conditions().enumerate() {
        if !condition.cells().iter().all(|cell| digits[cell.index()].is_some()) {
            continue;
        }
        match judge::truth(condition, &known, &context) {
            Truth::Yes => {}
            Truth::No => return Found::Fails(failure(puzzle, place, condition, &known)),
            Truth::Undecided => undecided = true,
        }
    }
    if undecided { Found::Undecided } else { Found::Holds }
}

fn twice(puzzle: &Puzzle, cell: Cell, first: Digit, second: Digit) -> Message {
    let base = puzzle.rules().base;
    message!(
        "answer-twice",
        name = name_of(puzzle, cell),
        first = base.name(first),
        second = base.name(second)
    )
}

fn not_allowed(puzzle: &Puzzle, cell: Cell, digit: Digit) -> Option<Message> {
    let (base, allowed) = (puzzle.rules().base, puzzle.hidden()[cell.index()].digits);
    if allowed.contains(digit) {
        return None;
    }
    let name = name_of(puzzle, cell);
    if digit == 0 && puzzle.rules().leading_zeros == Permission::Forbidden && begins(puzzle, cell) {
        return Some(message!("answer-leading-zero", name = name));
    }
    Some(message!(
        "answer-not-allowed",
        name = name,
        digit = base.name(digit),
        allowed = listed(puzzle, allowed)
    ))
}

fn listed(puzzle: &Puzzle, digits: DigitSet) -> String {
    let names = digits.iter().map(|digit| puzzle.rules().base.name(digit).to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// Whether a number of several digits begins with a cell.
fn begins(puzzle: &Puzzle, cell: Cell) -> bool {
    let mut begins = false;
    for condition in puzzle.all_conditions() {
        condition.for_each_numeral(&mut |numeral| {
            begins |= numeral.whole.len() > 1 && numeral.whole.first() == Some(&Element::Hidden(cell));
        });
    }
    begins
}

/// Two cells of a group with the same digit, or a digit that the group has too often or too seldom.
fn not_different(puzzle: &Puzzle, group: &Group, digits: &[Option<Digit>]) -> Option<Message> {
    let base = puzzle.rules().base;
    let with = |digit: Digit| group.cells.iter().filter(move |cell| digits[cell.index()] == Some(digit));
    let is_full = group.cells.iter().all(|cell| digits[cell.index()].is_some());
    for digit in DigitSet::all(base).iter() {
        let cells: Vec<Cell> = with(digit).copied().collect();
        if cells.len() > group.most {
            return match (group.most, cells.as_slice()) {
                (1, [first, second, ..]) => Some(same(puzzle, *first, *second, digit)),
                _ => Some(message!(
                    "answer-too-often",
                    digit = base.name(digit),
                    times = cells.len(),
                    most = group.most
                )),
            };
        }
        if is_full && group.digits.contains(digit) && cells.len() < group.least {
            return Some(message!(
                "answer-too-seldom",
                digit = base.name(digit),
                times = cells.len(),
                least = group.least
            ));
        }
    }
    None
}

fn not_two(puzzle: &Puzzle, one: Cell, other: Cell, digits: &[Option<Digit>]) -> Option<Message> {
    let digit = digits[one.index()].filter(|digit| digits[other.index()] == Some(*digit))?;
    Some(same(puzzle, one, other, digit))
}

fn same(puzzle: &Puzzle, one: Cell, other: Cell, digit: Digit) -> Message {
    let (one, other) = (name_of(puzzle, one), name_of(puzzle, other));
    message!("answer-same", one = one, other = other, digit = puzzle.rules().base.name(digit))
}

/// Why a condition fails: the column of a sum, or the row of a drawing, or the condition itself.
fn failure(puzzle: &Puzzle, place: usize, condition: &Expr, digits: &[Digit]) -> Message {
    let base = puzzle.rules().base;
    let name = |cell: Cell| base.name(digits[cell.index()]).to_string();
    let filled = condition.written(&name).spaced(base).to_string();
    if let Some(role) = puzzle.role(place) {
        return message!("answer-row", row = role, filled = filled);
    }
    if let Some(column) = wrong_column(condition, digits, base.get()) {
        return message!("answer-column", column = column, filled = filled);
    }
    message!("answer-condition", condition = puzzle.write(condition), filled = filled)
}

/// The first column of a sum that fails, counted from 1 at the right.
fn wrong_column(condition: &Expr, digits: &[Digit], base: u8) -> Option<usize> {
    let Expr::Chain(chain) = condition else { return None };
    let [(operator, total)] = chain.rest.as_slice() else { return None };
    let (Tier::Relation, "=", Expr::Numeral(total)) = (chain.tier(), operator.symbol(), total) else {
        return None;
    };
    let addends: Vec<&[Element]> = match &*chain.first {
        Expr::Chain(sum) if sum.tier() == Tier::Sum => addends(sum)?,
        _ => return None,
    };
    if !total.is_whole() || total.base.is_some() {
        return None;
    }
    let at = |elements: &[Element], column: usize| {
        let index = elements.len().checked_sub(column + 1);
        index.map_or(0, |index| u64::from(elements[index].digit(digits)))
    };
    let columns = addends.iter().map(|elements| elements.len()).chain([total.whole.len()]).max()?;
    let mut carry = 0;
    for column in 0..columns {
        let sum = addends.iter().map(|elements| at(elements, column)).sum::<u64>() + carry;
        if sum % u64::from(base) != at(&total.whole, column) {
            return Some(column + 1);
        }
        carry = sum / u64::from(base);
    }
    (carry > 0).then_some(columns + 1)
}

/// The whole numerals that a sum adds up.
fn addends(sum: &Chain) -> Option<Vec<&[Element]>> {
    let is_plain = sum.rest.iter().all(|(operator, _)| operator.symbol() == "+");
    let mut addends = Vec::new();
    for operand in sum.operands() {
        match operand {
            Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none() => {
                addends.push(&*numeral.whole)
            }
            _ => return None,
        }
    }
    is_plain.then_some(addends)
}

/// A drawing in which lines may be 0, if it has solutions only so: what is solved then, and what there is to tell of. A search that
/// takes too long leaves it as it is.
#[must_use]
pub fn as_solved(puzzle: &Puzzle, watch: &Watch) -> Option<Puzzle> {
    let relaxed = puzzle.with_zero_lines()?;
    let is_needed = has_zero_lines(puzzle, &watch.clone().asked_at_most(MOST_ASKED));
    is_needed.then(|| relaxed.with_notes(&[message!("note-zero-lines").into()]))
}

/// Whether a puzzle has solutions only if lines may be 0.
fn has_zero_lines(puzzle: &Puzzle, watch: &Watch) -> bool {
    let answer = Solver::new(puzzle).ask(Ask::First(1)).watch(watch.clone()).run();
    answer.is_ok_and(|(answer, _)| answer.outcome.reading == Reading::ZeroLines)
}

/// How often a search asks whether to go on before it stops counting. Each time it has looked at some 1,000 nodes.
const MOST_ASKED: u64 = 4000;

/// Looks for solutions that have these digits. If there are very many, they are not counted to the end.
fn searched(puzzle: &Puzzle, digits: &[Option<Digit>], watch: &Watch) -> Verdict {
    let known: Filled =
        digits.iter().enumerate().filter_map(|(i, digit)| Some((Cell::new(i), (*digit)?))).collect();
    let solver = Solver::new(&puzzle.with_known(&known));
    let counted = solver.clone().ask(Ask::Count).watch(watch.clone().asked_at_most(MOST_ASKED)).run();
    let answered = match counted {
        Ok((answer, _)) if !answer.outcome.exhausted && answer.outcome.count == 0 => {
            solver.ask(Ask::First(1)).watch(watch.clone()).run()
        }
        counted => counted,
    };
    let Ok((answer, _)) = answered else { return Verdict::Open(0) };
    match (answer.outcome.status, answer.outcome.exhausted) {
        (Status::None, true) => Verdict::DeadEnd(smallest(puzzle, known, watch)),
        (_, true) if answer.outcome.undecided == 0 => Verdict::Possible(answer.outcome.count),
        _ => Verdict::Open(answer.outcome.count),
    }
}

/// Of digits that no solution has, those that cannot be left out.
fn smallest(puzzle: &Puzzle, known: Filled, watch: &Watch) -> Filled {
    let mut kept = known;
    let mut at = 0;
    while at < kept.len() && !watch.is_raised() {
        let mut fewer = kept.clone();
        fewer.remove(at);
        let solver = Solver::new(&puzzle.with_known(&fewer)).ask(Ask::First(1)).watch(watch.clone());
        let has_none = solver
            .run()
            .is_ok_and(|(answer, _)| answer.outcome.status == Status::None && answer.outcome.exhausted);
        if has_none {
            kept = fewer;
        } else {
            at += 1;
        }
    }
    kept
}

/// Digits as people write them: `S = 8 and E = 5`.
#[must_use]
pub fn listed_digits(puzzle: &Puzzle, filled: &Filled) -> String {
    let english = prose::Language::english();
    prose::listed(&prose::facts(puzzle, filled, english), english)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_engine::solve::Solve;

    fn said(puzzle: &str, answer: &str) -> String {
        let puzzle: Puzzle = puzzle.parse().expect("it is a puzzle");
        let filled = super::super::answer(&puzzle, answer).expect("it is an answer");
        match verdict(&puzzle, &filled, &Watch::default()) {
            Verdict::Wrong(message) => message.to_string(),
            Verdict::DeadEnd(digits) => listed_digits(&puzzle, &digits),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn the_first_rule_that_fails_is_named() {
        const SEND: &str = "SEND+MORE=MONEY";
        assert_eq!(said(SEND, "9567+1085=10652"), "Right");
        assert_eq!(
            said(SEND, "9567+1085=10653"),
            "column 1 from the right does not add up in 9567 + 1085 = 10653"
        );
        assert_eq!(said(SEND, "9562+1085=10652"), "D and Y are both 2");
        assert_eq!(said(SEND, "9567+1285=10652"), "O is given two digits, 2 and 0");
        assert_eq!(said(SEND, "S=0"), "S cannot be 0: a number does not begin with 0");
        assert_eq!(said("@digits 1-3\nA+B=C", "A=4"), "A cannot be 4: the digits allowed are 1 2 3");
        let product = "AB*C = DE does not hold: with these digits it is 12 × 4 = 38";
        assert_eq!(said("AB*C=DE", "12*4=38"), product);
        let order = "A < B does not hold: with these digits it is 2 < 1";
        assert_eq!(said("@where A<B\nA+B=C", "A=2,B=1"), order);
    }

    #[test]
    fn rows_of_drawings_are_named() {
        let puzzle = "  12\n× AB\n----\n  BC\n DE\n----\n FGH";
        assert!(said(puzzle, "A=2,B=3,C=7").contains("partial product 1"), "{}", said(puzzle, "A=2,B=3,C=7"));
    }

    #[test]
    fn lines_are_0_where_the_solver_lets_them() {
        let solved = |text: &str| as_solved(&text.parse().expect("it is a puzzle"), &Watch::default());
        let puzzle = solved("123 × 4□5; 615; □; 492; 49815").expect("it has a line that is 0");
        assert_eq!(puzzle.solve().expect("it can be solved").len(), 1);
        assert!(puzzle.notes().iter().any(|note| note.message.key() == "note-zero-lines"));
        assert!(solved("123 × 4□5; 615; □□□; 492; 61□□5").is_none());
    }

    #[test]
    fn a_part_of_many_solutions_is_not_counted_to_the_end() {
        assert!(matches!(said("□□□□□×□□□□□=□□□□□□□□□□", "_1=1").as_str(), open if open.starts_with("Open(")));
    }

    #[test]
    fn a_part_of_an_answer_is_looked_up() {
        assert_eq!(said("A+B=C", "A=1"), "Possible(7)");
        assert_eq!(said("SEND+MORE=MONEY", "E=5"), "Possible(1)");
        assert_eq!(said("SEND+MORE=MONEY", "E=5,N=6,S=8"), "S = 8");
        assert_eq!(said("A+B=10", "A=5"), "A = 5");
        assert_eq!(said("A+B+C=24", "A=7,B=7"), "A and B are both 7");
        assert_eq!(said("AB=B^2+100", "A=1"), "");
    }

    /// Every assignment of a small puzzle is judged as the solver does.
    #[test]
    fn the_verdict_is_the_solvers() {
        let puzzle: Puzzle = "@base 4\nA+B=CA".parse().expect("it is a puzzle");
        let solutions = puzzle.solve().expect("it can be solved");
        for number in 0..64u8 {
            let digits = [number % 4, number / 4 % 4, number / 16];
            let filled: Filled = digits.iter().enumerate().map(|(i, digit)| (Cell::new(i), *digit)).collect();
            let is_right = verdict(&puzzle, &filled, &Watch::default()) == Verdict::Right;
            assert_eq!(is_right, solutions.iter().any(|solution| solution.digits() == digits), "{digits:?}");
        }
    }

    #[test]
    fn lines_that_may_be_zero_are_allowed_where_the_solver_allows_them() {
        let puzzle: Puzzle = "123 × 4□5; 615; □; 492; 49815".parse().expect("it is a puzzle");
        let solution = &puzzle.solve().expect("it can be solved")[0];
        let filled: Filled =
            solution.digits().iter().enumerate().map(|(i, digit)| (Cell::new(i), *digit)).collect();
        assert_eq!(verdict(&puzzle, &filled, &Watch::default()), Verdict::Right);
    }
}
