//! Who tells an explanation: knows the language, the names, and what was said so far.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::Language;
use super::closing::glyph;
use super::template::{Filling, closed_up};
use crate::Claim;
use crate::Place;
use crate::Sentence;
use crate::Value;
use crate::labels;
use crate::places;
use fukumen_language::digits::{Base, Digit, DigitSet};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::spelling;

/// Tells facts and sentences in one language.
pub(super) struct Teller {
    language: &'static Language,
    base: Base,
    names: Vec<String>,
    /// The digits that the settings allow for each place.
    allowed: Vec<DigitSet>,
    /// The digits that are left for each place by what was told so far.
    left: Vec<DigitSet>,
    /// Which places have different digits.
    differ: Vec<Vec<bool>>,
    /// How often each key was used.
    pub used: BTreeMap<String, usize>,
    /// The keys that the language lacks.
    pub missing: BTreeSet<String>,
}

/// The most words of an equation that is shown with the digits that are known.
const MOST_OF_SUM: usize = 25;

impl Teller {
    /// The only equation of a puzzle that is no drawing, with the digits that were told so far.
    pub fn so_far(&self, puzzle: &Puzzle) -> Option<String> {
        let [equation] = puzzle.conditions() else { return None };
        let cells: Vec<Place> = places(puzzle).into_iter().map(|(_, cell)| cell).collect();
        let of_cell = |cell: Place| cells.iter().position(|own| *own == cell).map(Place::new);
        let name = |cell: Place| {
            let Some(place) = of_cell(cell) else { return String::new() };
            match self.left(place).only() {
                Some(digit) => glyph(self.base, &self.names, digit),
                None => self.name(place),
            }
        };
        let is_drawing = puzzle.sheet().rows().len() > 1;
        let shown = (!is_drawing).then(|| equation.written(&name).spaced(self.base).to_string())?;
        (shown.split(' ').count() <= MOST_OF_SUM).then_some(shown)
    }

    /// Whether sums write a digit with a letter.
    pub fn has_letter(&self, digit: Digit) -> bool {
        let glyph = self.base.name(digit).to_string();
        glyph != digit.to_string() && !self.names.contains(&glyph)
    }

    /// Who tells of places with these names; without a puzzle, they may have all digits.
    pub fn new(language: &'static Language, puzzle: Option<&Puzzle>, names: &[String]) -> Self {
        let digits = |puzzle: &Puzzle| {
            let hidden = puzzle.hidden();
            places(puzzle).into_iter().map(|(_, cell)| hidden[cell.index()].digits).collect()
        };
        let allowed = puzzle.map_or_else(Vec::new, digits);
        Self {
            language,
            base: puzzle.map_or(Base::TEN, |puzzle| puzzle.rules().base),
            names: labels(names),
            left: allowed.clone(),
            allowed,
            differ: Vec::new(),
            used: BTreeMap::new(),
            missing: BTreeSet::new(),
        }
    }

    /// The digits that a place may have by the settings.
    pub fn allowed(&self, place: Place) -> DigitSet {
        self.allowed.get(place.index()).copied().unwrap_or(DigitSet::all(self.base))
    }

    /// The digits that a place may still have by what was told.
    pub fn left(&self, place: Place) -> DigitSet {
        self.left.get(place.index()).copied().unwrap_or(self.allowed(place))
    }

    /// Those of the digits that no other place is known to have from which this one differs.
    pub fn not_taken(&self, place: Place, digits: DigitSet) -> DigitSet {
        let differs = self.differ.get(place.index()).into_iter().flatten().enumerate();
        let others = differs.filter(|(_, differs)| **differs).filter_map(|(other, _)| self.left.get(other));
        others.filter(|left| left.len() == 1).fold(digits, |open, taken| open.minus(*taken))
    }

    /// Which places have different digits, as readers know.
    pub fn tell_apart(&mut self, differ: Vec<Vec<bool>>) {
        self.differ = differ;
    }

    /// The digits that all places may still have.
    pub fn all_left(&self) -> Vec<DigitSet> {
        self.left.clone()
    }

    /// Goes back to what readers knew of the digits, at the end of a case.
    pub fn recall(&mut self, left: Vec<DigitSet>) {
        self.left = left;
    }

    /// Takes it that readers know a fact from here on.
    pub fn learn(&mut self, claim: &Claim) {
        if let Claim::Digit(place, digits) = claim
            && let Some(left) = self.left.get_mut(place.index())
        {
            *left = *left & *digits;
        }
    }

    pub fn base(&self) -> Base {
        self.base
    }

    /// The name of a place.
    pub fn name(&self, place: Place) -> String {
        self.names.get(place.index()).cloned().unwrap_or_default()
    }

    /// The text of a key that follows from nothing.
    pub fn say(&mut self, key: &str, params: &[(&str, Value)]) -> String {
        self.told(key, params, false)
    }

    /// Texts that have commas themselves.
    pub fn in_parts(&self, texts: &[String]) -> String {
        self.language.in_parts(texts)
    }

    /// Sentences, one after the other.
    pub fn run(&self, sentences: impl IntoIterator<Item = String>) -> String {
        self.language.run(sentences)
    }

    /// A sentence with another one that goes on with it after a comma.
    pub fn attached(&self, text: &str, further: &str) -> String {
        closed_up(&format!("{}{further}", text.trim_end_matches(['.', '。'])))
    }

    /// A sentence of a step.
    pub fn sentence(&mut self, sentence: &Sentence, follows: bool) -> String {
        self.told(sentence.key, &sentence.params, follows)
    }

    fn told(&mut self, key: &str, params: &[(&str, Value)], follows: bool) -> String {
        let is_again = self.used.contains_key(key);
        let Some((language, template)) = self.template(key) else { return key.into() };
        let connective = if template.contains("{then}") { self.connective(follows) } else { "" };
        closed_up(&Filling { language, params, follows, is_again, connective, number: "" }.fill(template))
    }

    fn connective(&mut self, follows: bool) -> &'static str {
        self.template(if follows { "then" } else { "now" }).map_or("", |(_, word)| word)
    }

    /// The wording whose turn it is; the English one if the language has none.
    fn template(&mut self, key: &str) -> Option<(&'static Language, &'static str)> {
        let mut language = self.language;
        if language.wordings(key).is_empty() {
            self.missing.insert(key.into());
            language = Language::english();
        }
        let wordings = language.wordings(key);
        let count = self.used.entry(key.into()).or_default();
        *count += 1;
        let turn = (*count - 1).checked_rem(wordings.len())?;
        Some((language, wordings[turn]))
    }

    /// A text as the beginning of a sentence: with a capital letter, unless it begins with symbols.
    pub fn begun(&self, text: &str) -> String {
        let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        // A function has the name that it is typed with.
        if text[word.len()..].starts_with('(') {
            return text.into();
        }
        let is_name = |part: &str| self.names.iter().any(|name| name == part);
        let is_sign = |part: &str| is_name(part) || part.chars().all(char::is_numeric);
        if is_name(word) || spelling::clusters(word).all(is_sign) {
            return text.into();
        }
        let mut chars = text.chars();
        chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
    }

    /// What a column is called: `tens`.
    pub fn column(&mut self, column: usize) -> String {
        if self.names_column(column) {
            return self.say(&format!("column-{column}"), &[]);
        }
        self.say("column-counted", &[("number", Value::Text((column + 1).to_string()))])
    }

    /// Whether a column has a name: only in base ten.
    pub fn names_column(&self, column: usize) -> bool {
        self.base == Base::TEN && !Language::english().wordings(&format!("column-{column}")).is_empty()
    }

    /// The text of a key about columns by their names; of those without a name, the text of the key that counts them.
    pub fn of_columns(&mut self, key: &str, columns: &[usize], params: &[(&str, Value)]) -> String {
        let (key, value) = if columns.iter().all(|column| self.names_column(*column)) {
            let names = columns.iter().map(|column| self.column(*column)).collect();
            (key.to_owned(), ("columns", Value::List(names)))
        } else {
            let numbers = columns.iter().map(|column| (column + 1).to_string()).collect();
            (format!("{key}-counted"), ("numbers", Value::List(numbers)))
        };
        self.say(&key, &[&[value], params].concat())
    }

    /// What a technique is called.
    pub fn technique(&mut self, name: &str) -> String {
        self.say(&format!("technique.{name}"), &[])
    }
}
