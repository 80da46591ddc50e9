//! Rules for the names of numbers, one on each line: the number from which the rule holds, and the text.
//!
//! `<<` is the name of the quotient, `>>` that of the remainder. The divisor is the largest power of ten in the number, or
//! written after it (`80/20`). `[…]` is left out if the remainder is 0; `[…|…]` has another text for that. `<x<` and `>x>`
//! take the names of another set of rules; `=x=` writes the number itself in that set. A line `set x` begins a set. `end`
//! says how far the first set goes. Source of the notation: Unicode Technical Standard 35, part 3, rule-based number
//! formatting.

use std::collections::{BTreeMap, HashMap};

/// The set without a name.
const MAIN: &str = "main";
/// The recursion limit of rules that lead to each other.
const DEEPEST: u32 = 16;

/// The rules of a language.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    /// The largest number that has a name.
    pub end: u32,
    sets: HashMap<&'static str, BTreeMap<u32, Rule>>,
}

#[derive(Clone, Debug)]
struct Rule {
    divisor: u32,
    parts: Vec<NamePart>,
}

#[derive(Clone, Debug)]
enum NamePart {
    Text(&'static str),
    Quotient(&'static str),
    Rest(&'static str),
    Same(&'static str),
    /// The text if there is a remainder, and the text if there is none.
    IfRest(Vec<Self>, Vec<Self>),
}

impl Rules {
    /// Reads a file of rules. A line that is not a rule is skipped; the tests of the names would notice.
    pub fn read(text: &'static str) -> Self {
        let mut rules = Self::default();
        let mut set = MAIN;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, body)) = line.split_once(' ') else { continue };
            match head {
                "end" => rules.end = body.parse().unwrap_or(0),
                "set" => set = body,
                _ => {
                    let from = head.split('/').next().and_then(|from| from.parse().ok());
                    let Some(from) = from else { continue };
                    let divisor = head.split_once('/').and_then(|(_, divisor)| divisor.parse().ok());
                    let divisor = divisor.unwrap_or_else(|| power_of_ten(from));
                    rules.sets.entry(set).or_default().insert(from, Rule { divisor, parts: parts(body) });
                }
            }
        }
        rules
    }

    /// Returns the name of a number.
    pub fn name(&self, number: u32) -> Option<String> {
        let mut name = String::new();
        self.write(MAIN, number, DEEPEST, &mut name)?;
        Some(name)
    }

    fn write(&self, set: &str, number: u32, depth: u32, name: &mut String) -> Option<()> {
        let (_, rule) = self.sets.get(set)?.range(..=number).next_back()?;
        self.write_parts(&rule.parts, rule.divisor, number, depth.checked_sub(1)?, name)
    }

    fn write_parts(
        &self,
        parts: &[NamePart],
        divisor: u32,
        number: u32,
        depth: u32,
        name: &mut String,
    ) -> Option<()> {
        let rest = number % divisor;
        for part in parts {
            match part {
                NamePart::Text(text) => name.push_str(text),
                NamePart::Quotient(set) => self.write(set, number / divisor, depth, name)?,
                NamePart::Rest(set) => self.write(set, rest, depth, name)?,
                NamePart::Same(set) => self.write(set, number, depth, name)?,
                NamePart::IfRest(some, none) => {
                    let parts = if rest > 0 { some } else { none };
                    self.write_parts(parts, divisor, number, depth, name)?;
                }
            }
        }
        Some(())
    }
}

/// Returns the largest power of ten that a number reaches.
fn power_of_ten(number: u32) -> u32 {
    10u32.pow(number.checked_ilog10().unwrap_or(0))
}

/// Splits a text into parts. Brackets are not nested.
fn parts(body: &'static str) -> Vec<NamePart> {
    let Some((before, rest)) = body.split_once('[') else { return plain_parts(body) };
    let (inside, behind) = rest.split_once(']').unwrap_or((rest, ""));
    let (some, none) = inside.split_once('|').unwrap_or((inside, ""));
    let mut parts = plain_parts(before);
    parts.push(NamePart::IfRest(plain_parts(some), plain_parts(none)));
    parts.extend(self::parts(behind));
    parts
}

fn plain_parts(body: &'static str) -> Vec<NamePart> {
    let Some(start) = body.find(['<', '>', '=']) else {
        return if body.is_empty() { Vec::new() } else { vec![NamePart::Text(body)] };
    };
    let (before, rest) = body.split_at(start);
    let (sign, rest) = rest.split_at(1);
    let (set, behind) = rest.split_once(sign).unwrap_or((rest, ""));
    let set = if set.is_empty() { MAIN } else { set };
    let part = match sign {
        "<" => NamePart::Quotient(set),
        ">" => NamePart::Rest(set),
        _ => NamePart::Same(set),
    };
    let mut parts = plain_parts(before);
    parts.push(part);
    parts.extend(plain_parts(behind));
    parts
}
