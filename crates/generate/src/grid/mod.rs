//! Crossed grids (algebrafs): random calculations across and down, with a letter for each digit; or grids of
//! the words of a list.

mod drawn;
mod random_grids;
mod words;

use drawn::{Sign, drawn_sums};
use random_grids::RandomGrids;
use words::WordGrids;

use crate::error::{GenerateError, wrong};
use crate::kind::Kind;
use crate::order::{Choice, Given, Order};
use crate::probe::check_letters;
use crate::space::Space;
use fukumen_language::message::message;

/// The least number of rows or columns of a calculation.
const LEAST_LINES: usize = 3;
const MOST_LINES: usize = 8;
const MOST_LINES_OF_WORDS: usize = 4;

/// Crossed grids.
#[derive(Clone, Copy, Debug)]
pub struct Grids;

impl Kind for Grids {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn help(&self) -> &'static str {
        "crossed grids (algebraf): calculations across and down, or the words of a list"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("size", "3x3"), ("max-results", "5")]
    }

    fn subject(&self) -> Option<&'static str> {
        None
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        let given = order.given(self);
        let (rows, columns) = size(given)?;
        if let Some(list) = given.file("words") {
            check_words(order, given, (rows, columns))?;
            return Ok(Box::new(WordGrids::new(list, order, (rows, columns), drawn_sums)?));
        }
        let signs = signs(given)?;
        // The table has a default, and the limit is a digit.
        let digits = given.number("digits-each").unwrap_or_default() as u32;
        let letters: Vec<String> =
            random_grids::alphabet().take(order.rules.base.get().into()).map(String::from).collect();
        check_letters(&order.rules, letters.iter().map(String::as_str))?;
        Ok(Box::new(RandomGrids::new(order, (rows, columns), signs, digits)))
    }
}

const CHOICES: &[Choice] = &[
    Choice::text("size", "ROWSxCOLUMNS", "numbers down and across").by_default("3x3"),
    Choice::text("operators", "SIGNS", "those that may stand in it").by_default("+-*/"),
    Choice::number("digits-each", 1, 9, "how many digits random numbers have at most").by_default("2"),
    Choice::file("words", "words, one a line, for grids of sums across and down, up to 4x4"),
];

/// Checks that grids of words are sums of up to four by four.
fn check_words(order: &Order, given: Given<'_>, size: (usize, usize)) -> Result<(), GenerateError> {
    if size.0.max(size.1) > MOST_LINES_OF_WORDS {
        return Err(wrong(
            "size",
            given.text("size").unwrap_or_default(),
            message!("expected-size-for-words"),
        ));
    }
    let other = ["operators", "digits-each"].into_iter().find(|option| given.is_given(option));
    match other.and_then(|option| Some((option, order.choices.get(option)?))) {
        Some((option, found)) => Err(wrong(option, found, message!("expected-nothing-with-words"))),
        None => Ok(()),
    }
}

fn size(given: Given<'_>) -> Result<(usize, usize), GenerateError> {
    let text = given.text("size").unwrap_or_default();
    let line =
        |text: &str| text.trim().parse().ok().filter(|lines| (LEAST_LINES..=MOST_LINES).contains(lines));
    let size =
        text.split_once(['x', '×', '*']).and_then(|(rows, columns)| Some((line(rows)?, line(columns)?)));
    size.ok_or_else(|| {
        wrong("size", &text, message!("expected-grid-size", least = LEAST_LINES, most = MOST_LINES))
    })
}

fn signs(given: Given<'_>) -> Result<Vec<Sign>, GenerateError> {
    let text = given.text("operators").unwrap_or_default();
    let wrong = || wrong("operators", &text, message!("expected-operators"));
    let mut signs: Vec<Sign> = Vec::new();
    for sign in text.chars() {
        let sign = Sign::of(sign).ok_or_else(wrong)?;
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
    if signs.is_empty() { Err(wrong()) } else { Ok(signs) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use fukumen_language::puzzle::Rules;
    use fukumen_reading::Reader;
    use std::collections::HashMap;

    #[test]
    fn grids_have_one_solution_in_which_all_lines_are_true() {
        for size in ["3x3", "3x4", "4x3"] {
            let found = trial::finds(&Grids, &trial::order(&Grids, "", &[("size", size)]), 12);
            assert!(!found.is_empty(), "{size}");
            trial::prove(&found, "depth-first");
        }
    }

    #[test]
    fn a_seed_names_its_grids() {
        let order = trial::order(&Grids, "", &[]);
        let texts = |order: &Order| trial::texts(&trial::finds(&Grids, order, 5));
        assert_eq!(texts(&order), texts(&order));
        assert_ne!(texts(&order), texts(&Order { seed: 2, ..order.clone() }));
    }

    #[test]
    fn operators_and_digits_are_kept_to() {
        let order = trial::order(&Grids, "", &[("operators", "+-"), ("digits-each", "3")]);
        let found = trial::texts(&trial::finds(&Grids, &order, 20));
        assert!(!found.is_empty());
        assert!(found.iter().all(|text| !text.contains(['*', '/'])));
    }

    /// Makes all grids of a few words, filled with every choice of words.
    #[test]
    fn grids_of_words_are_those_that_trying_all_finds() {
        let words = ["ab", "cd", "eef", "fa", "be", "ecg", "efd", "hb", "cdf", "bd"];
        let order = trial::order(&Grids, "", &[("size", "3x3"), ("words", &words.join("\n"))]);
        let found = trial::finds(&Grids, &order, u64::MAX);
        trial::prove(&found, "depth-first");
        let found: Vec<String> = found.into_iter().map(|find| find.text).collect();
        let mut trying = Trying {
            words: &words,
            size: (3, 3),
            grid: Vec::new(),
            expected: Vec::new(),
            sums: HashMap::new(),
        };
        trying.fill();
        assert!(!trying.expected.is_empty(), "some are to be found");
        assert!(trying.expected.iter().all(|text| found.contains(text)), "{:?}", trying.expected);
        assert_eq!(found.len(), trying.expected.len());
    }

    /// Grids of twelve and sixteen words, given in the order in which they are chosen, so that the first parts have them.
    #[test]
    fn grids_of_words_may_have_four_rows_and_columns() {
        let solved = |size: &str, words: &str, most: u64| {
            let words = words.replace(' ', "\n");
            let order = trial::order(&Grids, "", &[("size", size), ("words", &words)]);
            let found = trial::finds(&Grids, &order, most);
            trial::prove(&found, "derive");
            trial::solutions(&found)
        };
        let twelve = solved("3x4", "la cb s al k mc ki tt cc ck mt lcs", 12 + 3);
        let expected = "12 + 30 +  5 =  47\n +    +    +     +\n21 +  4 + 63 =  88\n =    =    =     =\n33 + 34 + 68 = 135";
        assert_eq!(twelve, [expected]);
        let words = "labc kbs m abki cslb clt h lma t lmlk acik cmtb mimb tts ac immt";
        let expected = "1203 + 405 +  6 = 1614\n   +     +    +      +\n2047 + 318 +  9 = 2374\n   +     +    +      +\n\
                        3510 + 162 +  8 = 3680\n   =     =    =      =\n6760 + 885 + 23 = 7668";
        assert_eq!(solved("4x4", words, 16 + 3), [expected]);
        assert!(matches!(
            trial::refused(&Grids, "", &[("size", "5x4"), ("words", "a")]),
            GenerateError::Value { option: "size", .. }
        ));
    }

    /// Fills grids with every choice of words for which each line may be true by itself.
    struct Trying<'w> {
        words: &'w [&'w str],
        size: (usize, usize),
        grid: Vec<usize>,
        expected: Vec<String>,
        sums: HashMap<Vec<usize>, bool>,
    }

    impl Trying<'_> {
        fn fill(&mut self) {
            let (rows, columns) = self.size;
            let place = self.grid.len();
            if place == rows * columns {
                return self.finish();
            }
            let (row, column) = (place / columns, place % columns);
            for word in 0..self.words.len() {
                self.grid.push(word);
                let is_right = !self.grid[..place].contains(&word)
                    && (row + 1 == rows || column + 1 == columns || self.is_first(row, column))
                    && (column + 1 < columns || self.may_add_up(place - column, 1, columns))
                    && (row + 1 < rows || self.may_add_up(column, columns, rows));
                if is_right {
                    self.fill();
                }
                self.grid.pop();
            }
        }

        /// Returns whether this is the first of equivalent grids: the first word in the corner and rising words beside and
        /// below it.
        fn is_first(&self, row: usize, column: usize) -> bool {
            let (rows, columns) = self.size;
            let at = |row: usize, column: usize| self.grid[row * columns + column];
            let word = at(row, column);
            word >= at(0, 0)
                && (row > 0 || column == 0 || word > at(0, column - 1))
                && (column > 0 || row == 0 || word > at(row - 1, 0))
                && ((row, column) != (1, 0) || rows != columns || word > at(0, 1))
        }

        /// Returns whether a line may be true for some digits.
        fn may_add_up(&mut self, first: usize, step: usize, length: usize) -> bool {
            let mut line: Vec<usize> = (0..length).map(|i| self.grid[first + i * step]).collect();
            line[..length - 1].sort_unstable();
            let words: Vec<&str> = line.iter().map(|word| self.words[*word]).collect();
            let longest = words[..length - 1].iter().map(|word| word.len()).max().unwrap_or_default();
            if !(longest..=longest + 1).contains(&words[length - 1].len()) {
                return false;
            }
            *self.sums.entry(line).or_insert_with(|| {
                let text = format!("{}={}", words[..length - 1].join("+"), words[length - 1]);
                let puzzle: fukumen_language::puzzle::Puzzle = text.parse().expect("it is a sum");
                let (answer, _) = fukumen_engine::solve::Solver::new(&puzzle)
                    .ask(fukumen_engine::solve::Ask::First(1))
                    .run()
                    .expect("it fits");
                answer.outcome.count > 0
            })
        }

        fn finish(&mut self) {
            let rows: Vec<Vec<String>> = self
                .grid
                .chunks(self.size.1)
                .map(|row| row.iter().map(|word| self.words[*word].to_string()).collect())
                .collect();
            let rows: Vec<&[String]> = rows.iter().map(Vec::as_slice).collect();
            let text = drawn_sums(&rows);
            let puzzle = Reader::new().rules(&Rules::default()).read(&text).expect("it is a grid");
            let (answer, _) = fukumen_engine::solve::Solver::new(&puzzle)
                .ask(fukumen_engine::solve::Ask::Unique)
                .run()
                .expect("it fits");
            if answer.outcome.unique == Some(true) {
                self.expected.push(text);
            }
        }
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        for (option, value) in
            [("size", "3"), ("size", "2x3"), ("operators", "^"), ("operators", ""), ("digits-each", "0")]
        {
            let refusal = trial::refused(&Grids, "", &[(option, value)]);
            assert!(matches!(refusal, GenerateError::Value { .. }), "{option} {value}");
        }
    }
}
