//! Repairs puzzles with no solution, or with several: a word is replaced, a digit is fixed, a side condition is added.
//!
//! Single changes come first, and other words before clues. Then come pairs: two changes that are both not enough alone, or
//! another word together with a clue for the puzzle that it makes.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

use super::error::{GenerateError, Thing};
use super::finds::Finds;
use super::kind::Kind;
use super::lexicon::Lexicon;
use super::order::{Choice, Order};
use super::space::Space;
use super::verbal;
use fukumen_engine::solve::{Ask, Solver};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::puzzle::{Assignment, Permission, Puzzle, Rules};
use fukumen_language::spelling::Character;
use fukumen_language::text;
use fukumen_language::vocabulary::signs;
use fukumen_reading::Reader;

/// The number of changes, or pairs of them, in a part.
const CHANGES: u64 = 256;

/// Repaired puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Near;

impl Kind for Near {
    fn name(&self) -> &'static str {
        "near"
    }

    fn help(&self) -> &'static str {
        "mends a puzzle that has no solution or several: another word, a digit of a letter, a side condition"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("", "SEND+MORE=MODEL"), ("words", "words.txt")]
    }

    fn subject(&self) -> Option<&'static str> {
        Some("PUZZLE")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        let text = order.subject.as_deref().ok_or(GenerateError::Missing(&[Thing::Puzzle]))?;
        let puzzle = Reader::new().rules(&order.rules).read(text).map_err(GenerateError::Text)?;
        let given = order.given(self);
        let has_pairs = given.one("changes") == Some("2");
        let lists: Vec<Lexicon> = given
            .all("words")
            .map(|list| Lexicon::read_until(&order.interrupt, list, &order.rules))
            .collect::<Result<_, _>>()?;
        let changes = changes(text, &puzzle, &lists, order)?;
        let has_words = !lists.is_empty();
        let is_enough = changes.iter().map(|_| OnceLock::new()).collect();
        Ok(Box::new(Mends {
            text: text.into(),
            rules: order.rules.clone(),
            changes,
            is_enough,
            has_pairs,
            has_words,
        }))
    }
}

const CHOICES: &[Choice] = &[
    Choice::file("words", "words that may stand in for one of the puzzle, one a line").repeated(),
    Choice::one_of("changes", "1|2", &["1", "2"], "how many changes at most").by_default("1"),
];

/// One change of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// Another word in the place of one.
    Word { at: Range<usize>, word: String },
    /// A given digit.
    Given { symbol: String, digit: Digit },
    /// An additional condition.
    Where(String),
}

/// Returns every change, first those for which a list was given: another word. Clues help only if there are too many
/// solutions.
fn changes(
    text: &str,
    puzzle: &Puzzle,
    lists: &[Lexicon],
    order: &Order,
) -> Result<Vec<Change>, GenerateError> {
    let solver = Solver::new(puzzle).zero_lines(false).threads(1).interrupt(Arc::clone(&order.interrupt));
    let compared = compared(solver, order.solutions);
    if order.interrupt.load(Relaxed) {
        return Err(GenerateError::Interrupted);
    }
    if compared == Some(Ordering::Equal) {
        return Err(GenerateError::Mended(order.solutions));
    }
    let has_more = compared == Some(Ordering::Greater);
    let places = words(text, puzzle);
    let exchanged = places.iter().flat_map(|place| exchanges(text, place, puzzle, lists));
    let mut changes: Vec<Change> = exchanged.collect();
    if has_more {
        changes.extend(clues(text, &places, puzzle));
    }
    if lists.is_empty() && !has_more {
        return Err(GenerateError::Missing(&[Thing::List("words")]));
    }
    Ok(changes)
}

/// Compares the number of solutions with the wanted one; `None` if it is not certain.
fn compared(solver: Solver, wanted: u64) -> Option<Ordering> {
    let (answer, _) = solver.ask(Ask::First(wanted.saturating_add(1))).run().ok()?;
    let compared = answer.outcome.count.cmp(&u128::from(wanted));
    (answer.outcome.exhausted || compared == Ordering::Greater).then_some(compared)
}

/// Returns the words of a text: runs of letters, except names of functions and parts of longer numerals.
fn words(text: &str, puzzle: &Puzzle) -> Vec<Range<usize>> {
    let spelling = puzzle.rules().spelling();
    let mut words = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        if line.trim_start().starts_with(['@', '#']) {
            continue;
        }
        let characters = spelling.characters(line);
        let is_letter = |c: &Character| puzzle.cell(&c.shown).is_some() && text::is_symbol(c.sign);
        for run in characters.chunk_by(|a, b| is_letter(a) == is_letter(b)).filter(|run| is_letter(&run[0])) {
            let at = run[0].span.start..run[run.len() - 1].span.end;
            let is_part = |c: char| c.is_alphanumeric() || signs::is_blank(c) || "(@.".contains(c);
            let is_alone = !line[..at.start].ends_with(is_part) && !line[at.end..].starts_with(is_part);
            if is_alone && run.len() > 1 {
                words.push(start + at.start..start + at.end);
            }
        }
    }
    words
}

/// Returns the changes that remove solutions: given digits and conditions.
fn clues(text: &str, places: &[Range<usize>], puzzle: &Puzzle) -> Vec<Change> {
    givens(puzzle).into_iter().chain(conditions(text, places, puzzle)).collect()
}

fn givens(puzzle: &Puzzle) -> Vec<Change> {
    let symbols = puzzle.symbols().filter(|(_, hidden)| hidden.digits.len() > 1);
    let given = |(symbol, digit): (String, Digit)| Change::Given { symbol, digit };
    symbols
        .flat_map(|(_, hidden)| hidden.digits.iter().map(|digit| (hidden.name.clone(), digit)))
        .map(given)
        .collect()
}

/// Returns side conditions that people set: odd or even, smaller, a prime, a square.
fn conditions(text: &str, places: &[Range<usize>], puzzle: &Puzzle) -> Vec<Change> {
    let names: Vec<&str> = puzzle.symbols().map(|(_, hidden)| hidden.name.as_str()).collect();
    let parity = names.iter().flat_map(|name| [format!("{name}%2=0"), format!("{name}%2=1")]);
    let pairs = names.iter().enumerate().flat_map(|(i, a)| names[i + 1..].iter().map(move |b| (a, b)));
    let orders = pairs.flat_map(|(a, b)| [format!("{a}<{b}"), format!("{b}<{a}")]);
    let mut all: Vec<&str> = places.iter().map(|place| &text[place.clone()]).collect();
    all.arrange();
    all.dedup();
    let kinds = all.iter().flat_map(|word| [format!("is_prime({word})"), format!("is_square({word})")]);
    kinds.chain(parity).chain(orders).map(Change::Where).collect()
}

/// Returns words that may replace one: in a drawing, only those of the same length.
fn exchanges(text: &str, place: &Range<usize>, puzzle: &Puzzle, lists: &[Lexicon]) -> Vec<Change> {
    let spelling = puzzle.rules().spelling();
    let typed = &text[place.clone()];
    let is_capital = !typed.chars().any(char::is_lowercase);
    let as_typed = |word: &str| if is_capital { verbal::capitals(word, &spelling) } else { word.into() };
    let keys =
        |word: &str| spelling.characters(word).iter().map(|c| spelling.key(&c.shown)).collect::<Vec<_>>();
    let old = keys(typed);
    let mut all = Vec::new();
    let mut seen = HashSet::new();
    for word in lists.iter().flat_map(Lexicon::words) {
        let fits = !puzzle.is_drawn() || word.letters.len() == old.len();
        let new = keys(&word.shown);
        if fits && new != old && seen.insert(new) {
            all.push(Change::Word { at: place.clone(), word: as_typed(&word.shown) });
        }
    }
    all
}

/// The changes of a puzzle, one by one and in pairs.
struct Mends {
    text: String,
    rules: Rules,
    changes: Vec<Change>,
    /// Whether each is enough alone, as far as pairs needed it.
    is_enough: Vec<OnceLock<bool>>,
    has_pairs: bool,
    has_words: bool,
}

impl Space for Mends {
    fn parts(&self) -> u64 {
        let pairs = if self.has_pairs { self.count().saturating_mul(self.chunks() + 1) } else { 0 };
        self.chunks().saturating_add(pairs)
    }

    fn notes(&self) -> Vec<String> {
        let why = match (self.changes.is_empty(), self.has_words) {
            (false, _) => return Vec::new(),
            (true, true) => "no word of the list can stand in for one of the puzzle",
            (true, false) => "the puzzle has no letters that could be given, and there is no list of words",
        };
        vec![why.into()]
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        match part.checked_sub(self.chunks()) {
            None => self.chunk(part).iter().try_for_each(|change| {
                finds.looked_at(1)?;
                self.propose(&[change], finds)
            }),
            Some(pair) => {
                let (first, chunk) = (pair / (self.chunks() + 1), pair % (self.chunks() + 1));
                let Some(one) = self.changes.get(first as usize) else { return ControlFlow::Continue(()) };
                if chunk == self.chunks() {
                    return self.narrow(one, finds);
                }
                let start = chunk * CHANGES;
                let mut others = self.chunk(chunk).iter().zip(start..).filter(|(_, second)| *second > first);
                others.try_for_each(|(other, second)| {
                    finds.looked_at(1)?;
                    if are_no_two(one, other)
                        || self.is_mended_by(first, finds)
                        || self.is_mended_by(second, finds)
                    {
                        return ControlFlow::Continue(());
                    }
                    self.propose(&[one, other], finds)
                })
            }
        }
    }
}

impl Mends {
    fn count(&self) -> u64 {
        self.changes.len() as u64
    }

    fn chunks(&self) -> u64 {
        self.count().div_ceil(CHANGES)
    }

    fn chunk(&self, chunk: u64) -> &[Change] {
        let start = (chunk * CHANGES).min(self.count()) as usize;
        let end = (start as u64 + CHANGES).min(self.count()) as usize;
        &self.changes[start..end]
    }

    fn propose(&self, changes: &[&Change], finds: &mut Finds) -> ControlFlow<()> {
        if let Some(puzzle) = self.mended(changes) {
            let note = changes.iter().map(|change| self.description(change)).collect::<Vec<_>>().join(", ");
            finds.propose_with(puzzle, Some(note));
        }
        finds.looked_at(0)
    }

    /// Tries clues for a puzzle with another word, which has letters and digits of its own.
    fn narrow(&self, exchange: &Change, finds: &mut Finds) -> ControlFlow<()> {
        let Change::Word { at, word } = exchange else { return ControlFlow::Continue(()) };
        let Some(puzzle) = self.mended(&[exchange]) else { return ControlFlow::Continue(()) };
        if compared(finds.solver(&puzzle), finds.solutions()) != Some(Ordering::Greater) {
            // A clue removes solutions, or the word alone was enough.
            return finds.looked_at(1);
        }
        let mut text = self.text.clone();
        text.replace_range(at.clone(), word);
        clues(&text, &words(&text, &puzzle), &puzzle).iter().try_for_each(|clue| {
            finds.looked_at(1)?;
            let alone = self.changes.iter().position(|change| change == clue);
            if alone.is_some_and(|change| self.is_mended_by(change as u64, finds)) {
                return ControlFlow::Continue(());
            }
            self.propose(&[exchange, clue], finds)
        })
    }

    /// Returns whether a change is enough alone.
    fn is_mended_by(&self, change: u64, finds: &Finds) -> bool {
        *self.is_enough[change as usize].get_or_init(|| {
            let Some(puzzle) = self.mended(&[&self.changes[change as usize]]) else { return false };
            compared(finds.solver(&puzzle), finds.solutions()) == Some(Ordering::Equal)
        })
    }

    /// Returns the puzzle with some changes; `None` if these make no puzzle.
    fn mended(&self, changes: &[&Change]) -> Option<Puzzle> {
        let mut rules = self.rules.clone();
        let mut exchanged: Vec<(&Range<usize>, &str)> = Vec::new();
        for change in changes {
            match change {
                Change::Word { at, word } => exchanged.push((at, word)),
                Change::Given { symbol, digit } => rules.assign.push(Assignment {
                    symbol: symbol.clone(),
                    digits: DigitSet::one(*digit),
                    permission: Permission::Allowed,
                }),
                Change::Where(condition) => rules.wheres.push(condition.clone()),
            }
        }
        let mut text = self.text.clone();
        exchanged.arrange_by_key(|(at, _)| std::cmp::Reverse(at.start));
        exchanged.iter().for_each(|(at, word)| text.replace_range((*at).clone(), word));
        Reader::new().rules(&rules).read(&text).ok()
    }

    fn description(&self, change: &Change) -> String {
        match change {
            Change::Word { at, word } => format!("{word} for {}", &self.text[at.clone()]),
            Change::Given { symbol, digit } => format!("{symbol}={digit} is given"),
            Change::Where(condition) => format!("with {condition}"),
        }
    }
}

/// Returns whether two changes cannot be combined: they are at one place, or give two digits for one symbol. Clues with
/// another word are tried separately.
fn are_no_two(one: &Change, other: &Change) -> bool {
    match (one, other) {
        (Change::Word { .. }, Change::Given { .. } | Change::Where(_))
        | (Change::Given { .. } | Change::Where(_), Change::Word { .. }) => true,
        (Change::Word { at, .. }, Change::Word { at: place, .. }) => at == place,
        (Change::Given { symbol, .. }, Change::Given { symbol: name, .. }) => symbol == name,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    fn found(text: &str, choices: &[(&str, &str)]) -> Vec<(String, String)> {
        let found = trial::finds(&Near, &trial::order(&Near, text, choices), u64::MAX);
        trial::prove(&found, "depth-first");
        found.into_iter().map(|find| (find.text, find.note.unwrap_or_default())).collect()
    }

    fn exchanged(mends: Vec<(String, String)>) -> Vec<(String, String)> {
        mends.into_iter().filter(|(_, note)| note.contains(" for ")).collect()
    }

    #[test]
    fn a_word_is_exchanged() {
        let mends = exchanged(found("SEND+MORE=MONTH", &[("words", "money\nmonth\nlemon\n")]));
        assert_eq!(mends, [("SEND+MORE=MONEY".into(), "MONEY for MONTH".into())]);
    }

    /// Every given digit is found, compared with counting solutions.
    #[test]
    fn a_digit_is_given_where_one_solution_has_it() {
        let puzzle: Puzzle = "TWO+TWO=FOUR".parse().expect("it is a puzzle");
        let (_, solutions) = Solver::new(&puzzle).run().expect("it can be solved");
        let mut expected: Vec<String> = Vec::new();
        for (cell, hidden) in puzzle.symbols() {
            let count = |digit| solutions.iter().filter(|solution| solution.digit(cell) == digit).count();
            expected.extend(
                (0..10)
                    .filter(|digit| count(*digit) == 1)
                    .map(|digit| format!("{}={digit} is given", hidden.name)),
            );
        }
        let given = found("TWO+TWO=FOUR", &[])
            .into_iter()
            .map(|(_, note)| note)
            .filter(|note| note.ends_with("given"));
        assert_eq!(given.collect::<Vec<_>>(), expected);
    }

    /// A list is given for its words; the puzzles that clues make of the old words come after them.
    #[test]
    fn other_words_come_before_clues() {
        let list = [("words", "food\nmoor\nten\n")];
        let mends = found("TWO+TWO=FOUR", &list);
        let words = mends.iter().take_while(|(_, note)| note.contains(" for ")).count();
        assert!(words > 0 && words < mends.len());
        assert!(mends[words..].iter().all(|(_, note)| !note.contains(" for ")));
        assert_eq!(mends[words..], found("TWO+TWO=FOUR", &[]));
    }

    #[test]
    fn conditions_are_added_alone_and_in_pairs() {
        let one = found("TWO+TWO=FOUR", &[]);
        assert!(one.iter().any(|(_, note)| note.starts_with("with ")));
        let two = found("TWO+TWO=FOUR", &[("changes", "2")]);
        assert!(two.len() > one.len() && two[..one.len()] == one);
        assert!(two[one.len()..].iter().all(|(_, note)| note.contains(", ")));
    }

    /// A word alone leaves several solutions, or its letters may have digits that the old ones could not.
    #[test]
    fn another_word_may_want_a_clue() {
        let two = [("words", "four\n"), ("changes", "2")];
        let mends = found("ONE+TWO=FIVE", &two);
        assert!(mends.iter().any(|(_, note)| note == "FOUR for FIVE, with is_square(ONE)"), "{mends:?}");
        let mut order = trial::order(&Near, "DB+AC=CD", &[("words", "ae\n"), ("changes", "2")]);
        order.rules.set("base", Some("7")).expect("it is a setting");
        let mends = trial::finds(&Near, &order, u64::MAX);
        let notes: Vec<_> = mends.iter().filter_map(|find| find.note.as_deref()).collect();
        assert!(notes.contains(&"AE for DB, D=0 is given"), "{notes:?}");
    }

    #[test]
    fn what_cannot_be_changed_is_told() {
        let notes = |text, choices: &[(&str, &str)]| {
            let space = Near.space(&trial::order(&Near, text, choices)).expect("it can be carried out");
            (space.parts(), space.notes().len())
        };
        assert_eq!(notes("2□×□=□6", &[("words", "ab\n")]), (0, 1));
        assert_eq!(notes("2□×□=□6", &[]), (0, 1));
        assert_eq!(notes("  AB\n+  A\n----\n CCC", &[("words", "abcd\n")]), (0, 1));
    }

    #[test]
    fn drawings_keep_their_shape() {
        let mends = exchanged(found("  SEND\n+ MORE\n------\n MONTH", &[("words", "money\nmon\n")]));
        assert_eq!(mends, [("  SEND\n+ MORE\n------\n MONEY".into(), "MONEY for MONTH".into())]);
    }

    #[test]
    fn names_of_functions_and_settings_are_no_words() {
        let text = "@base 10\nis_prime(AB), AB+C2=DE□, FG=AB";
        let puzzle = Reader::new().rules(&Rules::default()).read(text).expect("it is a puzzle");
        let found: Vec<&str> = words(text, &puzzle).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["AB", "FG", "AB"]);
    }

    #[test]
    fn what_needs_no_mending_is_told() {
        assert_eq!(trial::refused(&Near, "SEND+MORE=MONEY", &[]), GenerateError::Mended(1));
        assert!(matches!(trial::refused(&Near, "SEND+MORE=", &[]), GenerateError::Text(_)));
        assert!(matches!(trial::refused(&Near, "AB+A=BA0", &[]), GenerateError::Missing(_)));
        assert!(matches!(trial::refused(&Near, "", &[]), GenerateError::Missing(_)));
    }
}
