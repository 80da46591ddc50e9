//! The arguments of a solver: its options, and the puzzles.

use std::collections::BTreeSet;
use std::ops::Range;

use super::expression;
use super::names::Names;
use super::tree::Tree;
use crate::refusal;
use crate::typed::Typed;
use fukumen_language::digits::{Base, Digit, DigitSet};
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::{Assignment, Distinct, Permission, Rules};
use fukumen_language::text::TextError;

/// The greatest depth of macros within macros.
const DEEPEST: usize = 20;
/// The longest text that macros may expand to.
const LONGEST: usize = 1 << 16;

/// Options that affect how the answer is found or printed, not the answer itself.
const WITHOUT_EFFECT: &[&str] = &[
    "template", "T", "header", "H", "output", "O", "verbose", "v", "reorder", "r", "denest", "X", "decl",
    "G", "sane", "Y", "warn", "W", "opt", "split", "k", "carries", "c",
];

/// The symbols that must differ.
pub(super) enum Different {
    All,
    None,
    Groups(Vec<String>),
}

/// Symbols with assigned or forbidden digits, and the place of the option.
struct Given {
    symbols: Vec<char>,
    digits: Vec<u64>,
    at: Range<usize>,
}

/// The values of the options.
pub(super) struct Arguments {
    pub base: Base,
    pub different: Different,
    /// Whether `--distinct` was given.
    pub says_different: bool,
    pub literals: Vec<char>,
    pub first: Option<u64>,
    /// Whether `--invalid` was given, which lifts the rule of leading zeros.
    pub says_invalid: bool,
    pub puzzles: Vec<Typed>,
    pub notes: Vec<Note>,
    forbidden: Vec<Given>,
    assigned: Vec<Given>,
    digits: Option<(Vec<u64>, Range<usize>)>,
    symbols: Option<String>,
    solution: String,
    extras: Vec<Typed>,
    answer: Option<Typed>,
    macros: Vec<(String, Typed)>,
}

impl Arguments {
    pub fn read(words: &[Typed]) -> Result<Self, TextError> {
        let mut all = Self {
            base: Base::TEN,
            different: Different::All,
            says_different: false,
            literals: Vec::new(),
            first: None,
            says_invalid: false,
            puzzles: Vec::new(),
            notes: Vec::new(),
            forbidden: Vec::new(),
            assigned: Vec::new(),
            digits: None,
            symbols: None,
            solution: String::new(),
            extras: Vec::new(),
            answer: None,
            macros: Vec::new(),
        };
        let mut is_extra = false;
        for word in words {
            let text = word.text();
            if text == "--" {
                is_extra = true;
            } else if let Some(long) = text.strip_prefix("--") {
                let (name, value) = match word.split_once('=') {
                    Some((name, value)) => (name.text()[2..].to_string(), Some(value)),
                    None => (long.to_string(), None),
                };
                all.option(&name, value, word)?;
            } else if text.starts_with('-') && text.chars().nth(1).is_some() {
                let value = word.part(2..word.marks.len());
                let name: String = text.chars().skip(1).take(1).collect();
                all.option(&name, Some(value).filter(|value| !value.marks.is_empty()), word)?;
            } else if is_extra {
                all.extras.push(word.clone());
            } else {
                all.puzzles.push(word.clone());
            }
        }
        all.expand()?;
        Ok(all)
    }

    fn option(&mut self, name: &str, value: Option<Typed>, word: &Typed) -> Result<(), TextError> {
        let empty = || Typed { marks: Vec::new(), at: word.at.clone() };
        let wrong = || refusal(message!("import-option-value", option = word.text()), word.at.clone());
        let value = value.unwrap_or_else(empty);
        match name {
            "base" | "b" => self.base = base(&value)?,
            "symbols" | "s" => self.symbols = Some(value.text()),
            "solution" | "S" => self.solution = value.text(),
            "literal" | "L" => {
                self.literals = value.text().chars().collect();
                if self.literals.iter().any(|c| !c.is_ascii_alphanumeric()) {
                    return Err(wrong());
                }
            }
            "assign" | "a" => {
                let (symbols, digit) = value.split_once(',').ok_or_else(wrong)?;
                let digit = digit.text().trim().parse().map_err(|_| wrong())?;
                let symbols: Vec<char> = symbols.text().chars().filter(|c| *c != '|').collect();
                if symbols.is_empty() {
                    return Err(wrong());
                }
                self.assigned.push(Given { symbols, digits: vec![digit], at: word.at.clone() });
            }
            "digits" | "d" => {
                let text = Some(value.text()).filter(|text| !text.contains(['|', '+']));
                let digits = text.and_then(|text| numbers(&text)).ok_or_else(wrong)?;
                self.digits = Some((digits, word.at.clone()))
            }
            "invalid" | "i" => {
                self.says_invalid = true;
                let text = value.text();
                if text.trim().is_empty() {
                    return Ok(());
                }
                let (digits, symbols) = text.rsplit_once([',', '|', '+']).ok_or_else(wrong)?;
                let digits = numbers(digits).ok_or_else(wrong)?;
                self.forbidden.push(Given {
                    symbols: symbols.chars().collect(),
                    digits,
                    at: word.at.clone(),
                });
            }
            "distinct" | "D" => {
                self.says_different = true;
                self.different = match value.text().trim() {
                    "0" | "" => Different::None,
                    "1" => Different::All,
                    groups => Different::Groups(
                        groups.split([',', '|', '+']).map(|group| group.trim().to_string()).collect(),
                    ),
                };
            }
            "answer" | "A" => self.answer = Some(value),
            "extra" | "E" => self.extras.push(value),
            "first" | "1" => {
                let number = value.text();
                let number =
                    if number.trim().is_empty() { 1 } else { number.trim().parse().map_err(|_| wrong())? };
                self.first = (number > 0).then_some(number);
            }
            "macro" | "@" | "$" => {
                let (name, text) = value.split_once('=').ok_or_else(wrong)?;
                let name = name.text().trim().trim_start_matches(['@', '$']).to_string();
                if name.is_empty() {
                    return Err(wrong());
                }
                self.macros.push((name, text.trimmed()));
            }
            "accumulate" | "M" => {
                self.notes.push(message!("note-import-accumulate", expr = value.text()).into());
            }
            "code" | "C" | "check" | "env" => {
                return Err(refusal(message!("import-python"), word.at.clone()));
            }
            name if WITHOUT_EFFECT.contains(&name) => {}
            _ => return Err(refusal(message!("import-option", option = word.text()), word.at.clone())),
        }
        Ok(())
    }

    /// Expands the macros.
    fn expand(&mut self) -> Result<(), TextError> {
        if self.macros.is_empty() {
            return Ok(());
        }
        let macros = &self.macros;
        for typed in self.puzzles.iter_mut().chain(&mut self.extras).chain(&mut self.answer) {
            *typed = expanded(typed, macros)?;
        }
        Ok(())
    }

    /// Returns the place of the puzzles in the file.
    pub fn at(&self) -> Range<usize> {
        let first = self.puzzles.first().map_or(0, |typed| typed.at.start);
        first..self.puzzles.last().map_or(first, |typed| typed.at.end)
    }

    /// Returns which characters are symbols in expressions without braces.
    fn is_symbol(&self) -> impl Fn(char) -> bool {
        let own = self.symbols.clone();
        let more: String =
            self.assigned.iter().flat_map(|given| &given.symbols).chain(&self.literals).collect();
        let more = more + &self.solution;
        move |c| match &own {
            Some(symbols) => symbols.contains(c) || more.contains(c),
            None => c.is_ascii_uppercase() || more.contains(c),
        }
    }

    /// Reads an expression, or `expression = word`.
    pub fn condition(&self, typed: &Typed) -> Result<Tree, TextError> {
        expression::condition(typed, &self.is_symbol(), self.base)
    }

    pub fn extras(&self) -> Result<Vec<Tree>, TextError> {
        self.extras.iter().map(|typed| self.condition(typed)).collect()
    }

    pub fn shows(&self) -> Result<Vec<Tree>, TextError> {
        let Some(answer) = &self.answer else { return Ok(Vec::new()) };
        if answer.text().trim().is_empty() {
            return Ok(Vec::new());
        }
        Ok(expression::expression(answer, &self.is_symbol())?.into_items())
    }

    /// Returns the symbols named by options, which get a digit although no word has them.
    pub fn named_symbols(&self) -> Vec<char> {
        let groups = match &self.different {
            Different::Groups(groups) => groups.concat(),
            Different::All | Different::None => String::new(),
        };
        let all = self.symbols.clone().unwrap_or_default() + &groups + &self.solution;
        let mut named: Vec<char> = Vec::new();
        for symbol in all.chars().filter(|c| !c.is_whitespace()) {
            let is_given = self.assigned.iter().any(|given| given.symbols.contains(&symbol));
            if !named.contains(&symbol) && !is_given {
                named.push(symbol);
            }
        }
        named
    }

    /// Returns whether only `--solution` names a symbol, if no expression has it. It may be equal to others there.
    pub fn is_free(&self, symbol: char) -> bool {
        self.solution.contains(symbol) && !self.symbols.as_ref().is_some_and(|own| own.contains(symbol))
    }

    /// Returns the symbols that an option gives the digit 0.
    pub fn may_be_zero(&self) -> Vec<char> {
        let zeros = self.assigned.iter().filter(|given| given.digits == [0]);
        zeros.flat_map(|given| given.symbols.iter().copied()).collect()
    }

    /// Sets the digits that all symbols may take, and those of single symbols.
    pub fn set_digits(&self, rules: &mut Rules, symbols: &[char], names: &Names) -> Result<(), TextError> {
        let all = DigitSet::all(self.base);
        let mut digits = match &self.digits {
            // enigma.py ignores digits that the base does not have, too.
            Some((digits, _)) => digits.iter().filter_map(|d| self.digit(*d)).collect(),
            None => all,
        };
        let mut taken: DigitSet =
            self.literals.iter().filter_map(|c| self.digit(c.to_digit(36)?.into())).collect();
        for given in &self.assigned {
            let digit = given.digits[0];
            let wrong =
                || refusal(message!("import-digit", digit = digit, base = self.base), given.at.clone());
            let digit = self.digit(digit).ok_or_else(wrong)?;
            for symbol in &given.symbols {
                if symbols.contains(symbol) {
                    let set = DigitSet::one(digit);
                    rules.assign.push(Assignment::new(names.name(*symbol), set, Permission::Allowed));
                } else {
                    taken = taken.with(digit);
                }
            }
        }
        if matches!(self.different, Different::All) {
            digits = digits.minus(taken);
        }
        if let Some((_, at)) = self.digits.as_ref().filter(|_| digits.is_empty()) {
            return Err(refusal(message!("no-digits"), at.clone()));
        }
        for (name, given) in
            rules.assign.iter().map(|given| (given.symbol.clone(), given.digits)).collect::<Vec<_>>()
        {
            // An assigned digit need not be among the digits of the other symbols.
            if (digits & given).is_empty() {
                let others = symbols.iter().filter(|c| names.name(**c).to_string() != name);
                let is_free = |c: &&char| !self.assigned.iter().any(|given| given.symbols.contains(c));
                for other in others.filter(is_free) {
                    rules.assign.push(Assignment::new(names.name(*other), given, Permission::Forbidden));
                }
                digits = digits | given;
            }
        }
        rules.digits = (digits != all).then_some(digits);
        for given in &self.forbidden {
            let set: DigitSet = given.digits.iter().filter_map(|digit| self.digit(*digit)).collect();
            let is_given = |c: &char| self.assigned.iter().any(|given| given.symbols.contains(c));
            for symbol in given.symbols.iter().filter(|c| symbols.contains(c) && !is_given(c)) {
                if !set.is_empty() {
                    rules.assign.push(Assignment::new(names.name(*symbol), set, Permission::Forbidden));
                }
            }
        }
        Ok(())
    }

    fn digit(&self, number: u64) -> Option<Digit> {
        Digit::try_from(number).ok().filter(|digit| *digit < self.base.get())
    }
}

/// Reads numbers and ranges: `0,2,5-9`, with `!6` for all but 6. `|` and `+` separate them as well.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let (mut numbers, mut left_out) = (Vec::new(), Vec::new());
    for part in text.split([',', '|', '+']).map(str::trim) {
        let (part, list) = match part.strip_prefix('!') {
            Some(part) => (part, &mut left_out),
            None => (part, &mut numbers),
        };
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u64, u64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        if last > 1000 {
            return None;
        }
        list.extend(first..=last);
    }
    numbers.retain(|number| !left_out.contains(number));
    Some(numbers)
}

/// Replaces `@NAME` and `$NAME` with the texts of macros. Their characters get the place where the macro is used.
fn expanded(typed: &Typed, macros: &[(String, Typed)]) -> Result<Typed, TextError> {
    let mut typed = typed.clone();
    for _ in 0..DEEPEST {
        let (mut marks, mut is_changed) = (Vec::new(), false);
        let mut i = 0;
        while i < typed.marks.len() {
            let mark = &typed.marks[i];
            let name: String = match mark.sign {
                '@' | '$' => {
                    let rest = typed.marks[i + 1..].iter().map(|mark| mark.sign);
                    rest.take_while(|c| c.is_alphanumeric() || *c == '_').collect()
                }
                _ => String::new(),
            };
            let length = 1 + name.chars().count();
            match macros.iter().rev().find(|(own, _)| !name.is_empty() && *own == name) {
                Some((_, text)) => {
                    let at = mark.at.start..typed.marks[i + length - 1].at.end;
                    let put =
                        |mark: &crate::typed::Mark| crate::typed::Mark { sign: mark.sign, at: at.clone() };
                    marks.extend(text.marks.iter().map(put));
                    is_changed = true;
                    i += length;
                }
                None => {
                    marks.push(mark.clone());
                    i += 1;
                }
            }
        }
        if marks.len() > LONGEST {
            break;
        }
        typed.marks = marks;
        if !is_changed {
            return Ok(typed);
        }
    }
    Err(refusal(message!("import-macros"), typed.at))
}

/// Which symbols differ.
pub(super) fn set_different(different: &Different, rules: &mut Rules, symbols: &[char], names: &Names) {
    rules.distinct = match different {
        Different::All => Distinct::All,
        Different::None => Distinct::None,
        Different::Groups(groups) => {
            let known = |group: &String| -> String {
                let mut seen = BTreeSet::new();
                let is_new = |c: &char| symbols.contains(c) && seen.insert(*c);
                group.chars().filter(is_new).map(|c| names.name(c)).collect()
            };
            let groups: Vec<String> =
                groups.iter().map(known).filter(|group| group.chars().count() > 1).collect();
            if groups.is_empty() { Distinct::None } else { Distinct::Groups(groups) }
        }
    };
}

/// Reads a base from 2 to 64.
fn base(typed: &Typed) -> Result<Base, TextError> {
    let number = typed.text().trim().parse().ok();
    number
        .and_then(|number| Base::new(number).ok())
        .ok_or_else(|| refusal(message!("import-base"), typed.at.clone()))
}
