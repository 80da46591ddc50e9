//! Doubly true puzzles: names of numbers that add up, as numbers and as a puzzle with one solution.
//!
//! `THREE+THREE+TWO+TWO+ONE=ELEVEN`. Sums are built from the largest term down. The set of letters of each name shows early
//! if there are more letters than digits, and `verbal` excludes sums before they are solved. Of eight million partial or
//! complete sums of Japanese numbers up to 100, whose ten letters nearly always fit, 4,270 are solved, and all of these are
//! printed.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::count::Counter;
use super::error::{GenerateError, wrong};
use super::finds::Finds;
use super::kind::Kind;
use super::order::{Choice, Given, Order};
use super::probe::check_letters;
use super::space::Space;
use super::speller::Speller;
use super::verbal::{Letters, Spelled};
use super::{names, speller, verbal};
use fukumen_language::message::message;
use fukumen_language::puzzle::Rules;

/// Doubly true puzzles.
#[derive(Clone, Copy, Debug)]
pub struct DoublyTrue;

impl Kind for DoublyTrue {
    fn name(&self) -> &'static str {
        "doubly-true"
    }

    fn help(&self) -> &'static str {
        "names of numbers that add up truly, and as a puzzle"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("lang", "en"), ("max", "20"), ("addends", "2..5")]
    }

    fn subject(&self) -> Option<&'static str> {
        None
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        speller::check_blanks(&order.rules)?;
        let given = order.given(self);
        let form = form(given);
        let terms = terms(given, form);
        // The table has defaults, and limits that fit the numbers.
        let [max, min] = ["max", "min"].map(|name| given.number(name).unwrap_or_default() as u32);
        if min > max {
            return Err(wrong("min", min, message!("expected-up-to-max", most = max)));
        }
        let texts = texts(given, max)?;
        let names = Names::new(&texts, &order.rules)?;
        Ok(Box::new(Names { form, terms, min, ..names }))
    }
}

const CHOICES: &[Choice] = &[
    Choice::one_of(
        "lang",
        "LANG",
        &names::CODES,
        "the language of the names: en, de, fr, es, it, pt, pl, ru, ja, ja-kana, ja-romaji, zh, nl, sv, tr, eo, la",
    )
    .by_default("en"),
    Choice::file("names", "names of your own instead, one a line, from 0 up"),
    Choice::number("max", 0, u32::MAX as u64, "the largest number").by_default("100"),
    Choice::number("min", 0, u32::MAX as u64, "the smallest number").by_default("1"),
    Choice::one_of(
        "form",
        "sum|difference|product",
        &["sum", "difference", "product"],
        "what stands before the equals sign",
    )
    .by_default("sum"),
    Choice::range(
        "addends",
        2,
        20,
        "how many numbers stand before the equals sign [2..6; 2 for differences and products]",
    ),
];

/// The operation before the equals sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Sum,
    Difference,
    Product,
}

fn form(given: Given<'_>) -> Form {
    match given.one("form") {
        Some("difference") => Form::Difference,
        Some("product") => Form::Product,
        _ => Form::Sum,
    }
}

/// Returns the fewest and the most numbers before the equals sign.
fn terms(given: Given<'_>, form: Form) -> (usize, usize) {
    match given.range("addends") {
        Some((least, most)) => (least as usize, most.unwrap_or(least) as usize),
        None if form == Form::Sum => (2, 6),
        None => (2, 2),
    }
}

/// Returns the names from 0 to `max`, from the list or of the language.
fn texts(given: Given<'_>, max: u32) -> Result<Vec<String>, GenerateError> {
    if let Some(list) = given.file("names") {
        let lines = list.lines().map(|line| line.trim().trim_start_matches('\u{FEFF}'));
        let named: Vec<String> = lines.filter(|line| !line.starts_with('#')).map(String::from).collect();
        if named.iter().all(|name| name.is_empty()) {
            return Err(GenerateError::NoWords(0));
        }
        let is_short = named.len() <= max as usize;
        if is_short && given.is_given("max") {
            return Err(too_large(max, named.len()));
        }
        let length = named.len().min(max as usize + 1);
        return Ok(named[..length].to_vec());
    }
    let code = given.one("lang").expect("the table has a default");
    let language = names::language(code).expect("the table has the codes of the languages");
    let names = language.names(max);
    if names.len() <= max as usize {
        return Err(too_large(max, names.len()));
    }
    Ok(names)
}

/// Makes the error that there are fewer names.
fn too_large(max: u32, names: usize) -> GenerateError {
    wrong("max", max, message!("expected-within-names", most = names - 1))
}

/// The names of the numbers from 0 up, and the puzzles to make of them.
struct Names {
    names: Vec<Option<Spelled>>,
    /// Numbers that are left out because a smaller one has the same name.
    again: Vec<usize>,
    rules: Rules,
    form: Form,
    terms: (usize, usize),
    min: u32,
    most_letters: u32,
}

impl Names {
    fn new(texts: &[String], rules: &Rules) -> Result<Self, GenerateError> {
        let mut speller = Speller::new(rules);
        let (mut names, mut seen, mut again) = (Vec::new(), HashSet::new(), Vec::new());
        for (number, text) in texts.iter().enumerate() {
            let name = speller.word_within(text);
            let is_new = name.as_ref().is_none_or(|(_, letters)| seen.insert(letters.clone()));
            if !is_new {
                again.push(number);
            }
            let name = name.filter(|_| is_new);
            names.push(name.map(|(name, letters)| Spelled::new(name, &letters, rules)).transpose()?);
        }
        check_letters(rules, speller.keys())?;
        let most_letters = verbal::most_letters(rules);
        let (form, terms, rules) = (Form::Sum, (2, 6), rules.clone());
        Ok(Self { names, again, rules, form, terms, min: 1, most_letters })
    }

    fn name(&self, number: u32) -> Option<&Spelled> {
        self.names.get(number as usize)?.as_ref()
    }

    fn count(&self) -> u64 {
        self.names.len() as u64
    }
}

impl Space for Names {
    /// Returns one part for each result, or minuend, and each largest term.
    fn parts(&self) -> u64 {
        self.count() * self.count()
    }

    fn notes(&self) -> Vec<String> {
        let note = |first: &usize| match self.again.len() {
            1 => format!("{first} was left out: a smaller number has the same name"),
            count => {
                format!("{count} numbers, such as {first}, were left out: smaller ones have the same names")
            }
        };
        self.again.first().map(note).into_iter().collect()
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let (top, first) = ((part / self.count()) as u32, (part % self.count()) as u32);
        let Some(name) = self.name(top) else { return ControlFlow::Continue(()) };
        let left = match self.form {
            Form::Sum => top.checked_sub(first),
            Form::Difference => top.checked_sub(first).filter(|left| *left >= self.min),
            Form::Product => (first > 1 && top.is_multiple_of(first)).then(|| top / first),
        };
        let Some(left) = left.filter(|_| top >= self.min && first >= self.min) else {
            return finds.looked_at(0);
        };
        let mut sum = Builder { names: self, top, terms: Vec::new(), counter: Counter::new(), finds };
        sum.add(first, left, name.letters)
    }
}

/// A sum, difference or product that is being built.
struct Builder<'a, 'f> {
    names: &'a Names,
    top: u32,
    terms: Vec<u32>,
    counter: Counter,
    finds: &'a mut Finds<'f>,
}

impl Builder<'_, '_> {
    /// Adds a term and every possible continuation: terms that are not larger, as long as letters and digits suffice.
    fn add(&mut self, term: u32, left: u32, letters: Letters) -> ControlFlow<()> {
        self.finds.looked_at(1)?;
        let Some(name) = self.names.name(term) else { return ControlFlow::Continue(()) };
        let letters = letters | name.letters;
        if letters.count_ones() > self.names.most_letters {
            return ControlFlow::Continue(());
        }
        self.terms.push(term);
        let flow = self.grow(left, letters);
        self.terms.pop();
        flow
    }

    fn grow(&mut self, left: u32, letters: Letters) -> ControlFlow<()> {
        let (least, most) = self.names.terms;
        // The minuend is also before the equals sign.
        let count = self.terms.len() + usize::from(self.names.form == Form::Difference);
        let is_whole = match self.names.form {
            Form::Sum => left == 0,
            Form::Difference => left >= self.names.min,
            Form::Product => left == 1,
        };
        if is_whole && count >= least {
            self.test(left, letters)?;
        }
        if count == most {
            return ControlFlow::Continue(());
        }
        let last = self.terms.last().copied().unwrap_or(0);
        let more = (most - count) as u32;
        for term in (self.names.min..=last.min(left)).rev() {
            match self.names.form {
                // Smaller terms could no longer reach the result.
                Form::Sum if u64::from(term) * u64::from(more) < u64::from(left) => break,
                Form::Sum | Form::Difference => self.add(term, left - term, letters)?,
                Form::Product if term > 1 && left.is_multiple_of(term) => {
                    self.add(term, left / term, letters)?
                }
                Form::Product => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Solves it, unless it cannot have the wanted number of solutions.
    fn test(&mut self, left: u32, letters: Letters) -> ControlFlow<()> {
        let names = self.names;
        let (sign, first, others, last) = match self.names.form {
            Form::Sum => ("+", self.terms[0], &self.terms[1..], self.top),
            Form::Difference => ("-", self.top, &self.terms[..], left),
            Form::Product => ("*", self.terms[0], &self.terms[1..], self.top),
        };
        let name = |number: &u32| names.name(*number);
        let Some(result) = name(&last) else { return ControlFlow::Continue(()) };
        let terms: Option<Vec<&Spelled>> = std::iter::once(&first).chain(others).map(name).collect();
        let Some(terms) = terms else { return ControlFlow::Continue(()) };
        let letters = letters | result.letters;
        if letters.count_ones() > names.most_letters || !self.may_do(&terms, result) {
            return ControlFlow::Continue(());
        }
        let texts: Vec<&str> = terms.iter().map(|name| name.text.as_str()).collect();
        let text = format!("{}={}", texts.join(sign), result.text);
        self.finds.propose_text(&text, &names.rules);
        self.finds.looked_at(0)
    }

    /// Returns whether it may have the wanted number of solutions.
    fn may_do(&mut self, terms: &[&Spelled], result: &Spelled) -> bool {
        let mut words: Vec<(&Spelled, i64)> = terms.iter().map(|name| (*name, 1)).collect();
        match self.names.form {
            Form::Product => {
                let places: usize = terms.iter().map(|name| name.length).sum();
                let can_meet = result.length <= places && result.length + terms.len() > places;
                // A single letter may be zero, and so may the product.
                let has_lone = terms.iter().any(|name| name.length == 1);
                return can_meet || has_lone || !verbal::are_lengths_fixed(&self.names.rules);
            }
            Form::Sum => words.push((result, -1)),
            Form::Difference => {
                words[0].1 = -1;
                words.push((result, 1));
            }
        }
        verbal::may_have(self.finds.solutions(), &words, &self.names.rules, &mut self.counter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use std::collections::BTreeSet;

    fn order(choices: &[(&str, &str)]) -> Order {
        trial::order(&DoublyTrue, "", choices)
    }

    fn made(choices: &[(&str, &str)]) -> BTreeSet<String> {
        let found = trial::finds(&DoublyTrue, &order(choices), u64::MAX);
        found.iter().map(|find| find.text.clone()).collect()
    }

    fn is_unique(text: &str) -> bool {
        let Ok(puzzle) = text.parse::<fukumen_language::puzzle::Puzzle>() else { return false };
        let (answer, _) = fukumen_engine::solve::Solver::new(&puzzle)
            .ask(fukumen_engine::solve::Ask::Unique)
            .run()
            .expect("it can be solved");
        answer.outcome.unique == Some(true)
    }

    /// Returns every sum of up to four numbers, by trying all.
    fn by_trying(code: &str, max: usize) -> BTreeSet<String> {
        let names = names::language(code).expect("it is there").names(max as u32);
        let mut sums: Vec<Vec<usize>> = (1..=max).map(|first| vec![first]).collect();
        let mut found = BTreeSet::new();
        for _ in 2..=4 {
            let grown = |sum: &Vec<usize>| {
                let last = sum.last().copied().unwrap_or(0);
                (1..=last).map(|next| [sum.as_slice(), &[next]].concat()).collect::<Vec<_>>()
            };
            sums = sums.iter().flat_map(grown).filter(|sum| sum.iter().sum::<usize>() <= max).collect();
            let texts = sums.iter().map(|sum| {
                let left: Vec<&str> = sum.iter().map(|number| names[*number].as_str()).collect();
                format!("{}={}", left.join("+"), names[sum.iter().sum::<usize>()])
            });
            found.extend(texts.filter(|text| is_unique(text)));
        }
        found
    }

    #[test]
    fn all_small_sums_are_found_in_every_language() {
        for language in names::LANGUAGES {
            let choices = [("lang", language.code), ("max", "20"), ("addends", "2..4")];
            assert_eq!(made(&choices), by_trying(language.code, 20), "{}", language.code);
        }
    }

    #[test]
    fn published_ones_are_found() {
        let english = made(&[("max", "11"), ("addends", "5")]);
        assert!(english.contains("THREE+THREE+TWO+TWO+ONE=ELEVEN"));
        let french = made(&[("lang", "fr"), ("max", "30"), ("addends", "3")]);
        assert!(french.contains("NEUF+UN+UN=ONZE"));
        assert!(french.contains("VINGT+CINQ+CINQ=TRENTE"));
    }

    #[test]
    fn every_find_is_the_only_one_and_true() {
        let order = order(&[("lang", "de"), ("max", "30"), ("addends", "2..5")]);
        let found = trial::finds(&DoublyTrue, &order, u64::MAX);
        assert!(!found.is_empty());
        trial::prove(&found, "depth-first");
    }

    #[test]
    fn differences_and_products_are_made_too() {
        let differences = made(&[("form", "difference"), ("max", "40"), ("lang", "en")]);
        let sums = made(&[("form", "sum"), ("addends", "2"), ("max", "40"), ("lang", "en")]);
        // Each sum of two numbers is two differences, or one if the numbers are equal.
        let turned = |text: &String| {
            let (left, result) = text.split_once('=').expect("it is a relation");
            let (a, b) = left.split_once('+').expect("it is a sum");
            [format!("{result}-{a}={b}"), format!("{result}-{b}={a}")]
        };
        assert_eq!(differences, sums.iter().flat_map(turned).collect());
        assert!(
            made(&[("form", "product"), ("max", "60"), ("lang", "ja-romaji")])
                .iter()
                .all(|text| is_unique(text))
        );
    }

    #[test]
    fn the_help_names_every_language() {
        let help =
            DoublyTrue.choices().iter().find(|choice| choice.name == "lang").map_or("", |choice| choice.help);
        let (_, named) = help.split_once(": ").expect("they come after a colon");
        let codes: Vec<&str> = names::LANGUAGES.iter().map(|language| language.code).collect();
        assert_eq!(named.split(", ").collect::<Vec<_>>(), codes);
    }

    /// A number with the name of a smaller one is left out and reported.
    #[test]
    fn names_are_different() {
        let list = "zero\nsend\nsend\nmore\nmoney\n";
        let space =
            DoublyTrue.space(&order(&[("names", list), ("max", "4")])).expect("it can be carried out");
        assert_eq!(space.notes(), ["2 was left out: a smaller number has the same name"]);
        let sums = made(&[("names", list), ("max", "4"), ("addends", "2")]);
        assert_eq!(sums.into_iter().collect::<Vec<_>>(), ["more+send=money"]);
    }

    #[test]
    fn names_may_be_ones_own() {
        let list = "zero\none\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n";
        assert!(made(&[("names", list), ("addends", "5")]).contains("three+three+two+two+one=eleven"));
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        let option = |choices: &[(&str, &str)]| match trial::refused(&DoublyTrue, "", choices) {
            GenerateError::Value { option, .. } => option,
            other => panic!("{other}"),
        };
        assert_eq!(option(&[("lang", "xx")]), "lang");
        assert_eq!(option(&[("max", "much")]), "max");
        assert_eq!(option(&[("max", "100000")]), "max");
        assert_eq!(option(&[("addends", "1")]), "addends");
        assert_eq!(option(&[("form", "power")]), "form");
        assert_eq!(option(&[("min", "20"), ("max", "10")]), "min");
        assert_eq!(option(&[("names", "zero\none\n"), ("max", "5")]), "max");
        let order = order(&[("names", "")]);
        assert_eq!(trial::refusal(&DoublyTrue, &order), GenerateError::NoWords(0));
    }
}
