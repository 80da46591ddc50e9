//! The settings: every rule by its name, as text, one row each.
//!
//! The command line, `@name value` lines and the rules in JSON all come from this table.

use std::error::Error;
use std::fmt;

use super::rules::Assignment;
use super::rules::BlankRule;
use super::rules::Distinct;
use super::rules::Permission;
use super::rules::Rules;
use super::rules::Wrong;
use crate::digits::Base;
use crate::digits::DigitError;
use crate::digits::DigitSet;
use crate::message::Message;
use crate::message::message;
use crate::vocabulary::OPERATORS;
use crate::vocabulary::Operator;

/// Whether a setting is given a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// It must be.
    Value,
    /// It may be; without one, this is meant.
    Optional(&'static str),
}

/// A setting's value, for output.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shown {
    /// On or off.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// Several texts, given once each.
    List(Vec<String>),
    /// Nothing is set.
    Nothing,
}

impl Shown {
    /// As texts, each of which sets it.
    fn values(self) -> Vec<String> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Flag(flag) => vec![flag.to_string()],
            Self::Number(number) => vec![number.to_string()],
            Self::Text(text) => vec![text],
            Self::List(list) => list,
        }
    }
}

/// Why a value is no value of its setting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingError {
    /// No setting has this name.
    Unknown(String),
    /// The digits are wrong.
    Digits(DigitError),
    /// Another word was expected.
    NotOneOf {
        /// What was given.
        found: String,
        /// What could have been.
        allowed: &'static str,
    },
    /// The value has another form.
    Form {
        /// What was given.
        found: String,
        /// A value as it should be.
        example: &'static str,
    },
    /// A sign that means something else cannot be a blank.
    Reserved(String),
    /// A value is missing.
    Missing(&'static str),
}

impl SettingError {
    /// What is wrong, as data.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Unknown(name) => message!("unknown-setting", name = name),
            Self::Digits(error) => error.message(),
            Self::NotOneOf { found, allowed } => message!("not-one-of", found = found, allowed = allowed),
            Self::Form { found, example } => message!("value-form", found = found, example = example),
            Self::Reserved(sign) => message!("reserved-sign", sign = sign),
            Self::Missing(example) => message!("missing-value", example = example),
        }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for SettingError {}

impl From<DigitError> for SettingError {
    fn from(error: DigitError) -> Self {
        Self::Digits(error)
    }
}

/// One setting: everything the crate knows about it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Setting {
    /// Its name on the command line and in files; in JSON with `_` for `-`.
    pub name: &'static str,
    /// Whether it is given a value.
    pub takes: Takes,
    /// What its value looks like.
    pub example: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// What it affects.
    pub affects: Affects,
    /// Whether it may be given several times, each adding to the others.
    pub repeats: bool,
    /// Sets it from text.
    pub read: fn(&mut Rules, &str) -> Result<(), SettingError>,
    /// Its value in force.
    pub shown: fn(&Rules) -> Shown,
    /// Whether it was given, if its value in force does not tell.
    pub is_given: Option<fn(&Rules) -> bool>,
}

/// What a setting affects. Who makes or compares puzzles asks this, and not for settings by name, so that a
/// new setting is not overlooked: each `match` lists every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Affects {
    /// The base of the numerals.
    Base,
    /// The digits that all symbols and blanks may take alike.
    Digits,
    /// Zeros in front of a numeral, or as a numeral.
    Zeros,
    /// Which characters are one symbol.
    Reading,
    /// How a drawing is read.
    Layout,
    /// Which symbols stand for different digits.
    Distinct,
    /// What the digits mean that the puzzle shows.
    Literals,
    /// Which signs are blanks, and the digits of blanks alone.
    Blanks,
    /// What is told about single symbols: digits, or further conditions.
    Clues,
    /// What is printed with a solution.
    Answer,
}

impl Affects {
    /// Whether it treats symbols and blanks alike, so that it says the same whether a digit is hidden by one
    /// or the other.
    #[must_use]
    pub fn is_alike(self) -> bool {
        match self {
            Self::Base | Self::Digits | Self::Zeros | Self::Layout => true,
            Self::Reading | Self::Distinct | Self::Literals | Self::Blanks | Self::Clues | Self::Answer => {
                false
            }
        }
    }

    /// Whether generators set it for each puzzle. Other rules are the same for all puzzles of one search.
    #[must_use]
    pub fn is_per_puzzle(self) -> bool {
        match self {
            Self::Layout | Self::Clues => true,
            Self::Base
            | Self::Digits
            | Self::Zeros
            | Self::Reading
            | Self::Distinct
            | Self::Literals
            | Self::Blanks
            | Self::Answer => false,
        }
    }
}

/// The parts that most settings share. What it affects has no default, so each row names it.
const fn affecting(affects: Affects) -> Setting {
    Setting {
        name: "",
        takes: Takes::Value,
        example: "",
        help: "",
        affects,
        repeats: false,
        read: |_, _| Ok(()),
        shown: |_| Shown::Nothing,
        is_given: None,
    }
}

/// Every setting. Adding one means adding a row, and a field of [`Rules`].
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "base",
        example: "12",
        help: "number base, 2 to 64; 2..16 asks for an answer in each",
        read: read_base,
        shown: show_base,
        ..affecting(Affects::Base)
    },
    Setting {
        name: "digits",
        example: "1-9",
        help: "the digits that symbols and blanks may take",
        read: |rules, text| {
            rules.digits = Some(text.parse()?);
            Ok(())
        },
        shown: |rules| Shown::Text(rules.digits.unwrap_or_else(|| DigitSet::all(rules.base)).to_string()),
        // All digits of the base may have been asked for, and others are in force in another base.
        is_given: Some(|rules| rules.digits.is_some()),
        ..affecting(Affects::Digits)
    },
    Setting {
        name: "no-zero",
        takes: Takes::Optional("true"),
        example: "true",
        help: "symbols and blanks are never zero",
        read: |rules, text| set_flag(&mut rules.no_zero, text),
        shown: |rules| Shown::Flag(rules.no_zero),
        ..affecting(Affects::Digits)
    },
    Setting {
        name: "leading-zeros",
        takes: Takes::Optional("allowed"),
        example: "allowed",
        help: "leading zeros of numerals of two digits or more: allowed or forbidden",
        read: |rules, text| set_permission(&mut rules.leading_zeros, text),
        shown: |rules| show_permission(rules.leading_zeros),
        ..affecting(Affects::Zeros)
    },
    Setting {
        name: "lone-zero",
        takes: Takes::Optional("allowed"),
        example: "forbidden",
        help: "zero as a numeral of one symbol: allowed or forbidden",
        read: |rules, text| set_permission(&mut rules.lone_zero, text),
        shown: |rules| show_permission(rules.lone_zero),
        ..affecting(Affects::Zeros)
    },
    Setting {
        name: "distinct",
        example: "ABC,DEF",
        help: "symbols that differ: all, none, balanced, or those of each group",
        read: read_distinct,
        shown: show_distinct,
        ..affecting(Affects::Distinct)
    },
    Setting {
        name: "distinct-from-literals",
        takes: Takes::Optional("true"),
        example: "true",
        help: "symbols avoid the digits that the puzzle shows",
        read: |rules, text| set_flag(&mut rules.distinct_from_literals, text),
        shown: |rules| Shown::Flag(rules.distinct_from_literals),
        ..affecting(Affects::Literals)
    },
    Setting {
        name: "assign",
        example: "A=1",
        help: "A=1 fixes, A=1,3,5 restricts, A≠0,2 excludes; separate several by ;",
        repeats: true,
        read: read_assignments,
        shown: |rules| Shown::List(rules.assign.iter().map(write_assignment).collect()),
        ..affecting(Affects::Clues)
    },
    Setting {
        name: "blank",
        example: "e:0,2,4,6,8",
        help: "makes a character a blank, with the digits it may take",
        repeats: true,
        read: read_blank,
        shown: |rules| Shown::List(rules.blanks.iter().map(|b| format!("{}:{}", b.sign, b.digits)).collect()),
        ..affecting(Affects::Blanks)
    },
    Setting {
        name: "blanks-avoid",
        example: "A",
        help: "blanks differ from these symbols, or from these digits",
        repeats: true,
        read: |rules, text| {
            let symbols: Vec<String> = text.split(',').map(|part| part.trim().to_string()).collect();
            if symbols.iter().any(String::is_empty) {
                return Err(SettingError::Form { found: text.into(), example: "A or A,B" });
            }
            rules.blanks_avoid.extend(symbols);
            Ok(())
        },
        shown: |rules| Shown::List(rules.blanks_avoid.clone()),
        ..affecting(Affects::Blanks)
    },
    Setting {
        name: "wrong",
        takes: Takes::Optional("same"),
        example: "each",
        help: "the digits shown are wrong: same (the same one everywhere), each (every place on its own), no",
        read: read_wrong,
        shown: show_wrong,
        ..affecting(Affects::Literals)
    },
    Setting {
        name: "same",
        example: "OQ,IL",
        help: "characters that are one symbol; kana-rows for the rows of the syllabary",
        repeats: true,
        read: read_same,
        shown: show_same,
        ..affecting(Affects::Reading)
    },
    Setting {
        name: "fold",
        example: "accents",
        help: "differences that do not count: accents",
        read: read_fold,
        shown: |rules| if rules.fold_accents { Shown::Text("accents".into()) } else { Shown::Nothing },
        ..affecting(Affects::Reading)
    },
    Setting {
        name: "graphemes",
        takes: Takes::Optional("on"),
        example: "off",
        help: "a symbol is a grapheme; off makes it one code point, marks included",
        read: |rules, text| set_flag(&mut rules.graphemes, text),
        shown: |rules| Shown::Text(if rules.graphemes { "on" } else { "off" }.into()),
        ..affecting(Affects::Reading)
    },
    Setting {
        name: "case-sensitive",
        takes: Takes::Optional("true"),
        example: "true",
        help: "a and A are two symbols",
        read: |rules, text| set_flag(&mut rules.case_sensitive, text),
        shown: |rules| Shown::Flag(rules.case_sensitive),
        ..affecting(Affects::Reading)
    },
    Setting {
        name: "layout",
        example: "grid",
        help: "how a drawing is read; 'none' for conditions, one on each line",
        read: |rules, text| {
            rules.layout = Some(text.trim().into());
            Ok(())
        },
        shown: |rules| rules.layout.clone().map_or(Shown::Nothing, Shown::Text),
        ..affecting(Affects::Layout)
    },
    Setting {
        name: "where",
        example: "A<B",
        help: "a further condition, not printed with the answer",
        repeats: true,
        read: |rules, text| {
            rules.wheres.push(text.trim().into());
            Ok(())
        },
        shown: |rules| Shown::List(rules.wheres.clone()),
        ..affecting(Affects::Clues)
    },
    Setting {
        name: "show",
        example: "A+B",
        help: "an expression whose value is printed with each solution, or by which they are counted",
        read: |rules, text| {
            rules.show = Some(text.trim().into());
            Ok(())
        },
        shown: |rules| rules.show.clone().map_or(Shown::Nothing, Shown::Text),
        ..affecting(Affects::Answer)
    },
];

impl Setting {
    /// The setting of this name.
    ///
    /// # Errors
    /// [`SettingError::Unknown`] where none has it.
    pub fn named(name: &str) -> Result<&'static Self, SettingError> {
        SETTINGS.iter().find(|row| row.name == name).ok_or_else(|| SettingError::Unknown(name.into()))
    }

    /// Sets it, with the default value where it takes one and none is given.
    ///
    /// # Errors
    /// [`SettingError`] where the value is none of this setting's.
    pub fn set(&self, rules: &mut Rules, value: Option<&str>) -> Result<(), SettingError> {
        match (value, self.takes) {
            (Some(value), _) => (self.read)(rules, value),
            (None, Takes::Optional(value)) => (self.read)(rules, value),
            (None, Takes::Value) => Err(SettingError::Missing(self.example)),
        }
    }
}

impl Rules {
    /// Sets a rule by its name.
    ///
    /// ```
    /// use fukumen::puzzle::Rules;
    /// let mut rules = Rules::default();
    /// rules.set("digits", Some("1-9"))?;
    /// assert_eq!(rules.allowed_digits().len(), 9);
    /// # Ok::<(), fukumen::puzzle::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// [`SettingError`] where there is no such setting, or the value is none of its.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), SettingError> {
        Setting::named(name)?.set(self, value)
    }

    /// The settings that differ from the default, in the order of the table.
    pub fn changed(&self) -> impl Iterator<Item = &'static Setting> {
        let default = Self::default();
        let is_changed = move |row: &&Setting| match row.is_given {
            Some(is_given) => is_given(self),
            None => (row.shown)(self) != (row.shown)(&default),
        };
        SETTINGS.iter().filter(is_changed)
    }

    /// The rules that differ from the default, as `name value`, in the order of the table.
    #[must_use]
    pub fn changes(&self) -> Vec<(&'static str, String)> {
        self.changed()
            .flat_map(|row| (row.shown)(self).values().into_iter().map(|value| (row.name, value)))
            .collect()
    }

    /// These rules as far as they affect what is named, and the default for the rest.
    ///
    /// ```
    /// use fukumen::puzzle::{Affects, Rules};
    /// let mut rules = Rules::default().with_where("A<B");
    /// rules.set("base", Some("12"))?;
    /// let kept = rules.keeping(|affects| affects == Affects::Base);
    /// assert_eq!((kept.base, kept.wheres.len()), (rules.base, 0));
    /// # Ok::<(), fukumen::puzzle::SettingError>(())
    /// ```
    #[must_use]
    pub fn keeping(&self, is_kept: impl Fn(Affects) -> bool) -> Self {
        let mut kept = Self::default();
        for row in self.changed().filter(|row| is_kept(row.affects)) {
            for value in (row.shown)(self).values() {
                (row.read)(&mut kept, &value).expect("what a setting shows, it reads");
            }
        }
        kept
    }
}

fn set_flag(flag: &mut bool, text: &str) -> Result<(), SettingError> {
    *flag = match text.trim() {
        "true" | "on" | "yes" => true,
        "false" | "off" | "no" => false,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "on, off" }),
    };
    Ok(())
}

fn set_permission(permission: &mut Permission, text: &str) -> Result<(), SettingError> {
    *permission = match text.trim() {
        "allowed" => Permission::Allowed,
        "forbidden" => Permission::Forbidden,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "allowed, forbidden" }),
    };
    Ok(())
}

fn show_permission(permission: Permission) -> Shown {
    Shown::Text(if permission == Permission::Allowed { "allowed" } else { "forbidden" }.into())
}

fn read_base(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    let Some((first, last)) = text.split_once("..") else {
        rules.base = text.parse()?;
        rules.last_base = None;
        return Ok(());
    };
    let (first, last): (Base, Base) = (first.parse()?, last.trim_start_matches('=').parse()?);
    if first > last {
        return Err(DigitError::Backwards(text.into()).into());
    }
    rules.base = first;
    rules.last_base = (first < last).then_some(last);
    Ok(())
}

fn show_base(rules: &Rules) -> Shown {
    match rules.last_base {
        None => Shown::Number(rules.base.get().into()),
        Some(last) => Shown::Text(format!("{}..{last}", rules.base)),
    }
}

fn read_distinct(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    rules.distinct = match text.trim() {
        "all" => Distinct::All,
        "none" => Distinct::None,
        "balanced" => Distinct::Balanced,
        groups => Distinct::Groups(groups.split(',').map(|group| group.trim().to_string()).collect()),
    };
    match &rules.distinct {
        Distinct::Groups(groups) if groups.iter().any(String::is_empty) => {
            Err(SettingError::Form { found: text.into(), example: "all, none, balanced or ABC,DEF" })
        }
        _ => Ok(()),
    }
}

fn show_distinct(rules: &Rules) -> Shown {
    Shown::Text(match &rules.distinct {
        Distinct::All => "all".into(),
        Distinct::None => "none".into(),
        Distinct::Balanced => "balanced".into(),
        Distinct::Groups(groups) => groups.join(","),
    })
}

fn read_assignments(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    for part in text.trim().trim_end_matches(';').split(';') {
        rules.assign.push(read_assignment(part)?);
    }
    Ok(())
}

fn read_assignment(text: &str) -> Result<Assignment, SettingError> {
    let excluded = text.split_once('≠').or_else(|| text.split_once("!="));
    let permission = if excluded.is_some() { Permission::Forbidden } else { Permission::Allowed };
    let (symbol, digits) = excluded
        .or_else(|| text.split_once('='))
        .filter(|(symbol, _)| !symbol.trim().is_empty())
        .ok_or_else(|| SettingError::Form { found: text.trim().into(), example: "A=1 or A≠0,2" })?;
    Ok(Assignment { symbol: symbol.trim().into(), digits: digits.parse()?, permission })
}

fn write_assignment(assignment: &Assignment) -> String {
    let sign = if assignment.permission == Permission::Allowed { "=" } else { "≠" };
    format!("{}{sign}{}", assignment.symbol, assignment.digits)
}

fn read_blank(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    let (sign, digits) = text
        .split_once(':')
        .filter(|(sign, _)| !sign.trim().is_empty())
        .ok_or_else(|| SettingError::Form { found: text.into(), example: "e:0,2,4,6,8" })?;
    let sign = sign.trim();
    if is_reserved(sign) {
        return Err(SettingError::Reserved(sign.into()));
    }
    rules.blanks.push(BlankRule { sign: sign.into(), digits: digits.parse()? });
    Ok(())
}

/// Whether some part of the language cannot be written without a sign: `*` is also `×`, but `=` is
/// nothing else.
fn is_reserved(sign: &str) -> bool {
    let is_needed = |row: &Operator| row.spellings.iter().all(|spelling| spelling.contains(sign));
    sign.contains(['(', ')', '[', ']', ',', ';', '@', '#']) || OPERATORS.iter().any(is_needed)
}

fn read_wrong(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    rules.wrong = match text.trim() {
        "no" | "off" | "false" => Wrong::No,
        "same" | "on" | "true" => Wrong::Consistently,
        "each" => Wrong::Each,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "same, each, no" }),
    };
    Ok(())
}

fn show_wrong(rules: &Rules) -> Shown {
    match rules.wrong {
        Wrong::No => Shown::Flag(false),
        Wrong::Consistently => Shown::Text("same".into()),
        Wrong::Each => Shown::Text("each".into()),
    }
}

fn read_same(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    for group in text.split(',').map(str::trim) {
        match group {
            "" => return Err(SettingError::Form { found: text.into(), example: "OQ,IL or kana-rows" }),
            "kana-rows" => rules.kana_rows = true,
            group => rules.same.push(group.into()),
        }
    }
    Ok(())
}

fn show_same(rules: &Rules) -> Shown {
    let rows = rules.kana_rows.then(|| "kana-rows".to_string());
    Shown::List(rows.into_iter().chain(rules.same.iter().cloned()).collect())
}

fn read_fold(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    rules.fold_accents = match text.trim() {
        "accents" => true,
        "none" => false,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "accents, none" }),
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value other than the default for each setting.
    const OTHER: &[(&str, &str)] = &[
        ("base", "2..16"),
        ("digits", "0-5,7"),
        ("no-zero", "on"),
        ("leading-zeros", "allowed"),
        ("lone-zero", "forbidden"),
        ("distinct", "ABC,DEF"),
        ("distinct-from-literals", "on"),
        ("assign", "A=1,3;B≠2"),
        ("blank", "e:0,2,4"),
        ("blanks-avoid", "A,B"),
        ("wrong", "each"),
        ("same", "OQ,kana-rows"),
        ("fold", "accents"),
        ("graphemes", "off"),
        ("case-sensitive", "on"),
        ("layout", "grid"),
        ("where", "A<B"),
        ("show", "A+B"),
    ];

    fn other() -> Rules {
        let mut rules = Rules::default();
        for (name, value) in OTHER {
            rules.set(name, Some(value)).expect("the values are right");
        }
        rules
    }

    #[test]
    fn every_change_reads_back() {
        let mut again = Rules::default();
        for (name, value) in other().changes() {
            again.set(name, Some(&value)).expect("what is written reads back");
        }
        assert_eq!(again, other());
    }

    /// A field without a setting would be lost wherever rules are written or kept in part.
    #[test]
    fn every_field_is_of_some_setting() {
        let names: Vec<&str> = SETTINGS.iter().map(|row| row.name).collect();
        assert_eq!(OTHER.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
        // All fields are named, so that this does not compile with one more.
        let Rules {
            base,
            last_base,
            digits,
            no_zero,
            leading_zeros,
            lone_zero,
            distinct,
            distinct_from_literals,
            assign,
            blanks,
            blanks_avoid,
            wrong,
            same,
            kana_rows,
            fold_accents,
            graphemes,
            case_sensitive,
            layout,
            wheres,
            show,
        } = other();
        let default = Rules::default();
        assert!(base != default.base && last_base.is_some() && digits.is_some() && no_zero);
        assert!(leading_zeros != default.leading_zeros && lone_zero != default.lone_zero);
        assert!(distinct != default.distinct && distinct_from_literals && wrong != default.wrong);
        assert!(!assign.is_empty() && !blanks.is_empty() && !blanks_avoid.is_empty() && !same.is_empty());
        assert!(kana_rows && fold_accents && !graphemes && case_sensitive);
        assert!(layout.is_some() && !wheres.is_empty() && show.is_some());
    }

    #[test]
    fn rules_can_be_kept_in_part() {
        assert_eq!(other().keeping(|_| true), other());
        assert_eq!(other().keeping(|_| false), Rules::default());
        for row in SETTINGS {
            let kept = other().keeping(|affects| affects == row.affects);
            let names: Vec<&str> = kept.changed().map(|row| row.name).collect();
            let expected = SETTINGS.iter().filter(|other| other.affects == row.affects);
            assert_eq!(names, expected.map(|row| row.name).collect::<Vec<_>>());
        }
    }

    #[test]
    fn all_digits_can_be_asked_for() {
        let mut rules = Rules::default();
        rules.set("digits", Some("0-9")).expect("it is a value");
        assert_eq!(rules.changes(), [("digits", "0-9".into())]);
    }

    #[test]
    fn the_default_rules_are_no_changes() {
        assert_eq!(Rules::default().changes(), []);
    }

    #[test]
    fn every_example_is_a_value() {
        for row in SETTINGS {
            row.set(&mut Rules::default(), Some(row.example)).expect(row.name);
            if let Takes::Optional(value) = row.takes {
                row.set(&mut Rules::default(), Some(value)).expect(row.name);
            }
        }
    }

    #[test]
    fn slips_are_told() {
        let set = |name, value| Rules::default().set(name, Some(value));
        assert!(matches!(set("base", "1"), Err(SettingError::Digits(DigitError::BadBase(_)))));
        assert!(matches!(set("base", "9..2"), Err(SettingError::Digits(DigitError::Backwards(_)))));
        assert!(matches!(set("bass", "9"), Err(SettingError::Unknown(_))));
        assert!(matches!(set("assign", "A"), Err(SettingError::Form { .. })));
        assert!(matches!(set("blank", "=:1"), Err(SettingError::Reserved(_))));
        assert!(set("blank", "*:1").is_ok());
        assert!(matches!(set("leading-zeros", "maybe"), Err(SettingError::NotOneOf { .. })));
    }
}
