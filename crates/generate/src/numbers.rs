//! Letters for the digits of a true calculation.
//!
//! Each number must become a word, with equal letters for equal digits and different letters for different ones. Words are
//! found by their pattern (`1085` is a word of four different letters) and then joined number by number, the most constrained
//! first. If some digits of a number already have letters, a hash index gives the words with these letters in these places.
//! Letters are never tried one by one.
//!
//! Whatever the letters, the puzzle is the same except for its names, and so is the number of its solutions. So a calculation
//! with several solutions is refused once, before any word is looked up, and the message says how many there are.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use crate::error::{GenerateError, Thing};
use crate::finds::Finds;
use crate::key::{Key, Letters};
use crate::kind::Kind;
use crate::lexicon::Lexicon;
use crate::order::{Choice, Order};
use crate::solution_count;
use crate::space::Space;
use crate::speller;
use crate::speller::Letter;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Numeral};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::{Affects, Puzzle, Rules};
use fukumen_language::text::{ParseError, conditions};
use fukumen_reading::Reader;

/// The kind `numbers`.
#[derive(Clone, Copy, Debug)]
pub struct Numbers;

impl Kind for Numbers {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn help(&self) -> &'static str {
        "words, or a key, for the numbers of a true calculation"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("", "9567+1085=10652"), ("words", "/usr/share/dict/words")]
    }

    fn subject(&self) -> Option<&'static str> {
        Some("CALCULATION")
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        speller::check_blanks(&order.rules)?;
        let subject =
            order.subject.as_deref().ok_or(GenerateError::Missing(&[Thing::CalculationLike("49+51=100")]))?;
        let calculation = Calculation::read(subject, &order.rules)?;
        let given = order.given(self);
        if let Some(key) = given.text("keyword") {
            if given.is_given("words") {
                return Err(GenerateError::Both(Thing::Option("words"), Thing::Option("keyword")));
            }
            let key = Key::read(&key, &order.rules)?;
            return Ok(Box::new(Keyed::new(&calculation, &key, order)?));
        }
        let list = given
            .file("words")
            .ok_or(GenerateError::Missing(&[Thing::Option("words"), Thing::Option("keyword")]))?;
        let list = Lexicon::read_until(&order.interrupt, list, &order.rules)?;
        list.check(&order.rules)?;
        if calculation.is_drawn && calculation.numbers.iter().flatten().any(|digit| *digit > 9) {
            // A word cannot include them.
            return Err(GenerateError::NotNumbers);
        }
        Ok(Box::new(Worded::new(calculation, list, order)?))
    }
}

const CHOICES: &[Choice] = &[
    Choice::file("words", "a list of words, one a line; every number becomes one of them"),
    Choice::text(
        "keyword",
        "KEY",
        "the letters of the digits from 0 up, instead of words: of all digits, or of those used",
    ),
];

/// A calculation, split into its parts.
struct Calculation {
    /// The text before, between and after the numbers.
    between: Vec<String>,
    /// The number at each place, as an index into `numbers`.
    places: Vec<usize>,
    /// The different numbers, the heaviest digit first.
    numbers: Vec<Vec<Digit>>,
    /// Whether it is drawn: letters take the columns of their digits.
    is_drawn: bool,
}

impl Calculation {
    fn read(text: &str, rules: &Rules) -> Result<Self, GenerateError> {
        // Assignments and similar rules are about the letters, which come later.
        let plain = rules.keeping(|affects| matches!(affects, Affects::Base | Affects::Layout));
        let puzzle = Reader::new().rules(&plain).read(text).map_err(GenerateError::Text)?;
        // A base is an option: here it would be one more number.
        if !puzzle.hidden().is_empty() || puzzle.rules().base != plain.base {
            return Err(GenerateError::NotNumbers);
        }
        check_truth(&puzzle)?;
        let drawn = puzzle.sheet().to_string();
        let text = if puzzle.is_drawn() { &drawn } else { text };
        let written = written_numbers(text);
        let digits = if puzzle.is_drawn() {
            written.iter().map(|place| digits_of(&text[place.clone()])).collect::<Option<_>>()
        } else {
            numerals(&puzzle).filter(|numbers| numbers.len() == written.len())
        };
        // A number must be found again in the text; otherwise it is refused.
        let digits = digits.ok_or(GenerateError::NotNumbers)?;
        Ok(Self { is_drawn: puzzle.is_drawn(), ..Self::of(text, &written, digits) })
    }

    fn of(text: &str, written: &[Range<usize>], digits: Vec<Vec<Digit>>) -> Self {
        let mut numbers: Vec<Vec<Digit>> = Vec::new();
        let mut places = Vec::new();
        for number in digits {
            let known = numbers.iter().position(|other| *other == number);
            places.push(known.unwrap_or_else(|| {
                numbers.push(number);
                numbers.len() - 1
            }));
        }
        let mut between = Vec::new();
        let mut end = 0;
        for place in written {
            between.push(text[end..place.start].to_string());
            end = place.end;
        }
        between.push(text[end..].to_string());
        Self { between, places, numbers, is_drawn: false }
    }

    /// Returns the text with a word for each number.
    fn written<'w>(&self, word: impl Fn(usize) -> &'w str) -> String {
        let mut text = String::new();
        for (before, number) in self.between.iter().zip(&self.places) {
            text += before;
            text += word(*number);
        }
        text + self.between.last().map_or("", String::as_str)
    }

    /// Returns the text with a letter for each digit.
    fn spelled(&self, letters: &Letters) -> String {
        let spell = |number: &Vec<Digit>| -> String {
            let letter = |digit: &Digit| letters[usize::from(*digit)].clone().unwrap_or_default();
            // In a drawing, a letter is at the end of a bracketed digit's columns.
            let room =
                |digit: &Digit| if self.is_drawn && *digit > 9 { format!("[{digit}]").len() } else { 1 };
            number.iter().map(|digit| format!("{:>1$}", letter(digit), room(digit))).collect()
        };
        let words: Vec<String> = self.numbers.iter().map(spell).collect();
        self.written(|number| &words[number])
    }

    /// Reads a text that was made from it.
    fn reread(&self, text: &str, rules: &Rules) -> Result<Puzzle, ParseError> {
        if self.is_drawn { Reader::new().rules(rules).read(text) } else { conditions::puzzle(text, rules) }
    }

    /// Returns the set of its digits.
    fn digits(&self) -> DigitSet {
        self.numbers.iter().flatten().copied().collect()
    }
}

fn check_truth(puzzle: &Puzzle) -> Result<(), GenerateError> {
    let truth = |condition| judge::truth(condition, &[], &puzzle.context());
    match puzzle.all_conditions().map(truth).fold(Truth::Yes, Truth::and) {
        Truth::Yes => Ok(()),
        Truth::No => Err(GenerateError::Untrue),
        Truth::Undecided => Err(GenerateError::TooLarge),
    }
}

/// Returns the whole numbers of conditions, in their order.
fn numerals(puzzle: &Puzzle) -> Option<Vec<Vec<Digit>>> {
    let mut numbers = Vec::new();
    for condition in puzzle.conditions() {
        condition.for_each_numeral(&mut |numeral| numbers.push(shown(numeral)));
    }
    numbers.into_iter().collect()
}

/// Returns the digits of a number as it is written, those from 10 up in brackets.
fn digits_of(written: &str) -> Option<Vec<Digit>> {
    let mut digits = Vec::new();
    let mut rest = written;
    while let Some(sign) = rest.chars().next() {
        let (digit, behind) = match rest.strip_prefix('[') {
            Some(inner) => inner.split_once(']')?,
            None => rest.split_at(sign.len_utf8()),
        };
        digits.push(digit.parse().ok()?);
        rest = behind;
    }
    Some(digits)
}

/// Returns the digits of a whole number in the base of the puzzle.
fn shown(numeral: &Numeral) -> Option<Vec<Digit>> {
    let digit = |element: &Element| match element {
        Element::Shown(digit) => Some(*digit),
        Element::Hidden(_) => None,
    };
    let is_plain = numeral.is_whole() && numeral.base.is_none();
    is_plain.then(|| numeral.whole.iter().map(digit).collect()).flatten()
}

/// Returns the places of numbers in a text: digits, and digits in brackets, without a gap.
fn written_numbers(text: &str) -> Vec<Range<usize>> {
    let mut numbers: Vec<Range<usize>> = Vec::new();
    let mut is_in_brackets = false;
    for (at, sign) in text.char_indices() {
        let is_bracket = sign == '[' || is_in_brackets;
        is_in_brackets = is_bracket && sign != ']';
        if !is_bracket && !sign.is_ascii_digit() {
            continue;
        }
        let end = at + sign.len_utf8();
        match numbers.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => numbers.push(at..end),
        }
    }
    numbers
}

/// One puzzle with given letters.
struct Keyed {
    text: String,
    puzzle: Result<Puzzle, ParseError>,
    is_drawn: bool,
    rules: Rules,
    /// The note about the number of its solutions.
    note: Option<String>,
}

impl Keyed {
    fn new(calculation: &Calculation, key: &Key, order: &Order) -> Result<Self, GenerateError> {
        let letters = key.letters(calculation.digits())?;
        let (text, is_drawn) = (calculation.spelled(&letters), calculation.is_drawn);
        let puzzle = calculation.reread(&text, &order.rules);
        let solutions = match &puzzle {
            Ok(puzzle) if is_drawn && !is_solved_by(puzzle, &letters) => {
                return Err(GenerateError::ReadOtherwise);
            }
            Ok(puzzle) => solution_count::counted(puzzle, order)?,
            Err(_) => None,
        };
        let note = other_number(solutions, order.solutions);
        Ok(Self { text, puzzle, is_drawn, rules: order.rules.clone(), note })
    }
}

/// Returns whether the digits of the letters solve a puzzle. A letter may be read as something else in a drawing.
fn is_solved_by(puzzle: &Puzzle, letters: &Letters) -> bool {
    let mut digits: Vec<Digit> = vec![0; puzzle.hidden().len()];
    for (digit, letter) in letters.iter().enumerate() {
        if let Some(cell) = letter.as_ref().and_then(|letter| puzzle.cell(letter)) {
            digits[cell.index()] = digit as Digit;
        }
    }
    let context = puzzle.context();
    puzzle.conditions().iter().all(|one| judge::truth(one, &digits, &context) == Truth::Yes)
}

impl Space for Keyed {
    fn parts(&self) -> u64 {
        1
    }

    fn candidates(&self) -> Option<u64> {
        Some(1)
    }

    fn notes(&self) -> Vec<String> {
        self.note.iter().cloned().collect()
    }

    fn search(&self, _part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        if self.is_drawn {
            finds.propose_read(self.puzzle.clone(), None);
        } else {
            finds.propose_text(&self.text, &self.rules);
        }
        finds.looked_at(1)
    }
}

/// Words for the numbers of a calculation.
struct Worded {
    calculation: Calculation,
    list: Lexicon,
    rules: Rules,
    /// The numbers in the order in which they get their words.
    steps: Vec<Step>,
    /// The number of solutions, whatever the letters, if it is known, and the wanted number.
    solutions: Option<u64>,
    wanted: u64,
}

/// The step in which one number gets its word.
struct Step {
    number: usize,
    /// The places whose digits already have letters.
    known: Vec<usize>,
    /// The places whose digits occur for the first time, each with its digit.
    new: Vec<(usize, Digit)>,
    /// The words of its pattern, by the letters in the known places.
    words: HashMap<Vec<Letter>, Vec<u32>>,
}

impl Worded {
    fn new(calculation: Calculation, list: Lexicon, order: &Order) -> Result<Self, GenerateError> {
        let solutions = solutions(&calculation, order)?;
        let steps = steps(&calculation, &list);
        let (rules, wanted) = (order.rules.clone(), order.solutions);
        Ok(Self { calculation, list, rules, steps, solutions, wanted })
    }

    /// Returns whether no puzzle has the wanted number of solutions. If there are many, there may be more than are known.
    fn has_none(&self, wanted: u64) -> bool {
        self.solutions.is_some_and(|known| known < wanted && known < solution_count::MOST || known > wanted)
    }

    /// Returns the words that the first number may have.
    fn first(&self) -> &[u32] {
        let words = self.steps.first().and_then(|step| step.words.get(&Vec::new()));
        words.map_or(&[], Vec::as_slice)
    }
}

impl Space for Worded {
    /// Returns one part for each word of the first number, which may continue in thousands of ways.
    fn parts(&self) -> u64 {
        self.first().len() as u64
    }

    fn notes(&self) -> Vec<String> {
        self.list.note().into_iter().chain(other_number(self.solutions, self.wanted)).collect()
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let Some(first) = self.first().get(part as usize) else { return ControlFlow::Continue(()) };
        if self.has_none(finds.solutions()) {
            return finds.looked_at(1);
        }
        let mut joining = Joining {
            space: self,
            letters: vec![None; 64],
            words: vec![0; self.calculation.numbers.len()],
            finds,
        };
        joining.try_all(0, &[*first])
    }
}

fn other_number(solutions: Option<u64>, wanted: u64) -> Option<String> {
    solution_count::note("whatever the letters, this calculation", solutions, wanted)
}

/// Returns how many solutions the calculation has with letters for its digits. Rules that name letters depend on the words,
/// so nothing is known in advance.
fn solutions(calculation: &Calculation, order: &Order) -> Result<Option<u64>, GenerateError> {
    // In conditions, letters without another meaning; in drawings, letters that take one column.
    let first = if calculation.is_drawn { 0x0531 } else { 0x4E00 };
    let stand_in = |digit: Digit| char::from_u32(first + u32::from(digit)).map(String::from);
    let letters: Letters = (0..order.rules.base.get() as Digit).map(stand_in).collect();
    let read = calculation.reread(&calculation.spelled(&letters), &order.rules);
    let Some(puzzle) = read.ok().filter(|puzzle| puzzle.symbols().count() == calculation.digits().len())
    else {
        return Ok(None);
    };
    solution_count::counted(&puzzle, order)
}

/// Returns the numbers in an order in which each is as constrained as possible by the earlier ones.
fn steps(calculation: &Calculation, list: &Lexicon) -> Vec<Step> {
    let mut left: Vec<(usize, Vec<u32>)> =
        calculation.numbers.iter().enumerate().map(|(i, number)| (i, of_pattern(number, list))).collect();
    let mut known = DigitSet::EMPTY;
    let mut steps = Vec::new();
    while !left.is_empty() {
        let constraint = |(number, words): &(usize, Vec<u32>)| {
            let shared = calculation.numbers[*number].iter().filter(|digit| known.contains(**digit)).count();
            // The first has nothing to share; for the others, shared digits count more than few words.
            (Reverse(shared), words.len())
        };
        let best = (0..left.len()).min_by_key(|i| constraint(&left[*i])).unwrap_or(0);
        let (number, words) = left.swap_remove(best);
        let digits = &calculation.numbers[number];
        steps.push(step(number, digits, known, &words, list));
        known = digits.iter().copied().fold(known, DigitSet::with);
    }
    steps
}

fn step(number: usize, digits: &[Digit], known: DigitSet, words: &[u32], list: &Lexicon) -> Step {
    let is_first = |place: &usize| !digits[..*place].contains(&digits[*place]);
    let (old, new): (Vec<usize>, Vec<usize>) =
        (0..digits.len()).filter(is_first).partition(|place| known.contains(digits[*place]));
    let mut index: HashMap<Vec<Letter>, Vec<u32>> = HashMap::new();
    for word in words {
        let letters = &list.words()[*word as usize].letters;
        index.entry(old.iter().map(|place| letters[*place]).collect()).or_default().push(*word);
    }
    Step {
        number,
        known: old,
        new: new.into_iter().map(|place| (place, digits[place])).collect(),
        words: index,
    }
}

/// Returns the words that have equal letters exactly where a number has equal digits.
fn of_pattern(number: &[Digit], list: &Lexicon) -> Vec<u32> {
    let fits = |letters: &[Letter]| {
        letters.len() == number.len()
            && (0..number.len())
                .all(|i| (0..i).all(|j| (number[i] == number[j]) == (letters[i] == letters[j])))
    };
    (0u32..).zip(list.words()).filter(|(_, word)| fits(&word.letters)).map(|(i, _)| i).collect()
}

/// Words that are being joined, number by number.
struct Joining<'s, 'f, 'i> {
    space: &'s Worded,
    /// The letter of each digit.
    letters: Vec<Option<Letter>>,
    /// The word of each number.
    words: Vec<u32>,
    finds: &'f mut Finds<'i>,
}

impl Joining<'_, '_, '_> {
    fn join(&mut self, depth: usize) -> ControlFlow<()> {
        let Some(step) = self.space.steps.get(depth) else {
            let text = self.text();
            let Worded { calculation, rules, .. } = self.space;
            if calculation.is_drawn {
                self.finds.propose_read(calculation.reread(&text, rules), None);
            } else {
                self.finds.propose_text(&text, rules);
            }
            return ControlFlow::Continue(());
        };
        let digits = &self.space.calculation.numbers[step.number];
        let letter = |place: &usize| self.letters[usize::from(digits[*place])];
        let key: Option<Vec<Letter>> = step.known.iter().map(letter).collect();
        let words = key.and_then(|key| step.words.get(&key));
        words.map_or(ControlFlow::Continue(()), |words| self.try_all(depth, words))
    }

    fn try_all(&mut self, depth: usize, words: &[u32]) -> ControlFlow<()> {
        self.finds.looked_at(words.len() as u64)?;
        let step = &self.space.steps[depth];
        for word in words {
            let letters = &self.space.list.words()[*word as usize].letters;
            self.finds.looked_at(0)?;
            // The pattern of the word ensures that its own letters differ.
            if step.new.iter().any(|(place, _)| self.letters.contains(&Some(letters[*place]))) {
                continue;
            }
            step.new
                .iter()
                .for_each(|(place, digit)| self.letters[usize::from(*digit)] = Some(letters[*place]));
            self.words[step.number] = *word;
            let flow = self.join(depth + 1);
            step.new.iter().for_each(|(_, digit)| self.letters[usize::from(*digit)] = None);
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn text(&self) -> String {
        let word = |number: usize| &*self.space.list.words()[self.words[number] as usize].shown;
        self.space.calculation.written(word)
    }
}
