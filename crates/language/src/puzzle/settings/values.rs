//! Reading and writing the values of settings.

use super::error::SettingError;
use super::setting::Shown;
use crate::digits::{Base, DigitError};
use crate::puzzle::rules::{Assignment, BlankRule, Distinct, Misprints, Permission, Rules, Wrong};
use crate::spelling;
use crate::vocabulary::{OPERATORS, Operator};

pub(super) fn set_flag(flag: &mut bool, text: &str) -> Result<(), SettingError> {
    *flag = match text.trim() {
        "true" | "on" | "yes" => true,
        "false" | "off" | "no" => false,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "on, off" }),
    };
    Ok(())
}

pub(super) fn set_permission(permission: &mut Permission, text: &str) -> Result<(), SettingError> {
    *permission = match text.trim() {
        "allowed" => Permission::Allowed,
        "forbidden" => Permission::Forbidden,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "allowed, forbidden" }),
    };
    Ok(())
}

pub(super) fn show_permission(permission: Permission) -> Shown {
    Shown::Text(if permission == Permission::Allowed { "allowed" } else { "forbidden" }.into())
}

/// Finding more misprints than this would take ages.
const MOST_MISPRINTS: usize = 16;

/// The value of `base` that asks for the first base with a solution.
const SMALLEST: &str = "smallest";

pub(super) fn read_base(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    let range = text.trim().strip_prefix(SMALLEST).map(str::trim);
    let (first, last) = match range {
        Some("") => (Base::TWO, Base::MAX),
        Some(range) if !range.contains("..") => {
            return Err(SettingError::Form { found: text.into(), example: "smallest or smallest 12..40" });
        }
        range => bases(range.unwrap_or(text))?,
    };
    rules.base = first;
    rules.last_base = (first < last).then_some(last);
    rules.smallest_base = range.is_some();
    Ok(())
}

/// Reads the first and the last base of a range, `2..16`, or a single base.
fn bases(text: &str) -> Result<(Base, Base), SettingError> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last): (Base, Base) = (first.parse()?, last.trim_start_matches('=').parse()?);
    if first > last {
        return Err(DigitError::Backwards(text.into()).into());
    }
    Ok((first, last))
}

pub(super) fn show_base(rules: &Rules) -> Shown {
    match rules.last_base {
        Some(Base::MAX) if rules.smallest_base && rules.base == Base::TWO => Shown::Text(SMALLEST.into()),
        last if rules.smallest_base => {
            Shown::Text(format!("{SMALLEST} {}..{}", rules.base, last.unwrap_or(rules.base)))
        }
        None => Shown::Number(rules.base.get().into()),
        Some(last) => Shown::Text(format!("{}..{last}", rules.base)),
    }
}

pub(super) fn read_distinct(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    rules.distinct = match text.trim() {
        "all" => Distinct::All,
        "none" => Distinct::None,
        "balanced" => Distinct::Balanced,
        "by-case" => Distinct::ByCase,
        groups => Distinct::Groups(groups.split(',').map(|group| group.trim().to_string()).collect()),
    };
    match &rules.distinct {
        Distinct::Groups(groups) if groups.iter().any(String::is_empty) => {
            Err(SettingError::Form { found: text.into(), example: "all, none, balanced, by-case or ABC,DEF" })
        }
        _ => Ok(()),
    }
}

pub(super) fn show_distinct(rules: &Rules) -> Shown {
    Shown::Text(match &rules.distinct {
        Distinct::All => "all".into(),
        Distinct::None => "none".into(),
        Distinct::Balanced => "balanced".into(),
        Distinct::ByCase => "by-case".into(),
        Distinct::Groups(groups) => groups.join(","),
    })
}

pub(super) fn read_assignments(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    for part in text.trim().trim_end_matches(';').split(';').flat_map(split_assignments) {
        rules.assign.push(read_assignment(&part)?);
    }
    Ok(())
}

/// Splits `A=1,3,B≠2` into `A=1,3` and `B≠2`: a comma separates two assignments if a sign follows before the next comma, and two
/// digits otherwise.
fn split_assignments(text: &str) -> Vec<String> {
    let mut assignments: Vec<String> = Vec::new();
    for part in text.split(',') {
        match assignments.last_mut() {
            Some(last) if !part.contains(['=', '≠']) => {
                last.push(',');
                last.push_str(part);
            }
            _ => assignments.push(part.into()),
        }
    }
    assignments
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

pub(super) fn write_assignment(assignment: &Assignment) -> String {
    let sign = if assignment.permission == Permission::Allowed { "=" } else { "≠" };
    format!("{}{sign}{}", assignment.symbol, assignment.digits)
}

pub(super) fn read_blank(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    let (sign, digits) = text
        .split_once(':')
        .filter(|(sign, _)| !sign.trim().is_empty())
        .ok_or_else(|| SettingError::Form { found: text.into(), example: "e:0,2,4,6,8" })?;
    let sign = sign.trim();
    if is_reserved(sign) {
        return Err(SettingError::Reserved(sign.into()));
    }
    rules.blanks.push(match digits.trim_start().strip_prefix('!') {
        Some(digits) => BlankRule::excluding(sign, digits.parse()?),
        None => BlankRule::new(sign, digits.parse()?),
    });
    Ok(())
}

pub(super) fn write_blank(blank: &BlankRule) -> String {
    let sign = if blank.permission == Permission::Allowed { "" } else { "!" };
    format!("{}:{sign}{}", blank.sign, blank.digits)
}

/// Returns whether some part of the language can only be written with this sign: `*` is also `×`, but `=` has no other spelling.
fn is_reserved(sign: &str) -> bool {
    let is_needed = |row: &Operator| row.spellings.iter().all(|spelling| spelling.contains(sign));
    sign.contains(['(', ')', '[', ']', ',', ';', '@', '#']) || OPERATORS.iter().any(is_needed)
}

pub(super) fn read_wrong(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    rules.wrong = match text.trim() {
        "no" | "off" | "false" => Wrong::No,
        "same" | "on" | "true" => Wrong::Consistently,
        "each" => Wrong::Each,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "same, each, no" }),
    };
    Ok(())
}

pub(super) fn show_wrong(rules: &Rules) -> Shown {
    match rules.wrong {
        Wrong::No => Shown::Flag(false),
        Wrong::Consistently => Shown::Text("same".into()),
        Wrong::Each => Shown::Text("each".into()),
    }
}

pub(super) fn read_misprint(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    let text = text.trim();
    let (number, numerals) = text.split_once(':').unwrap_or((text, ""));
    let form = || SettingError::Form { found: text.into(), example: "1 or 1:RESULT" };
    let number: usize = number.trim().parse().map_err(|_| form())?;
    let numerals: Vec<String> =
        numerals.split(',').map(|numeral| numeral.trim().to_string()).filter(|one| !one.is_empty()).collect();
    if number > MOST_MISPRINTS {
        return Err(SettingError::NotOneOf { found: number.to_string(), allowed: "0 to 16" });
    }
    if numerals.is_empty() && text.contains(':') {
        return Err(form());
    }
    rules.misprint = (number > 0).then_some(Misprints { number, numerals });
    Ok(())
}

pub(super) fn show_misprint(rules: &Rules) -> Shown {
    rules.misprint.as_ref().map_or(Shown::Nothing, |Misprints { number, numerals }| {
        let colon = if numerals.is_empty() { "" } else { ":" };
        Shown::Text(format!("{number}{colon}{}", numerals.join(",")))
    })
}

pub(super) fn read_same(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    for group in text.split(',').map(str::trim) {
        match group {
            "" => return Err(same_form(text)),
            "kana-rows" => rules.kana_rows = true,
            group if group.contains('=') => rules.same.push(read_several(group)?),
            group => rules.same.push(group.into()),
        }
    }
    Ok(())
}

/// Reads `Ü=UE`: one character, and two or more symbols that stand for it.
fn read_several(text: &str) -> Result<String, SettingError> {
    let (character, symbols) = text.split_once('=').ok_or_else(|| same_form(text))?;
    let (character, symbols) = (character.trim(), symbols.trim());
    let are_symbols = |text: &str| spelling::clusters(text).all(|one| one.starts_with(char::is_alphanumeric));
    if spelling::count(character) != 1 || spelling::count(symbols) < 2 {
        return Err(same_form(text));
    }
    if !are_symbols(character) || !are_symbols(symbols) {
        return Err(same_form(text));
    }
    Ok(format!("{character}={symbols}"))
}

fn same_form(text: &str) -> SettingError {
    SettingError::Form { found: text.into(), example: "OQ,IL or Ü=UE or kana-rows" }
}

pub(super) fn show_same(rules: &Rules) -> Shown {
    let rows = rules.kana_rows.then(|| "kana-rows".to_string());
    Shown::List(rows.into_iter().chain(rules.same.iter().cloned()).collect())
}

pub(super) fn read_fold(rules: &mut Rules, text: &str) -> Result<(), SettingError> {
    rules.fold_accents = match text.trim() {
        "accents" => true,
        "none" => false,
        found => return Err(SettingError::NotOneOf { found: found.into(), allowed: "accents, none" }),
    };
    Ok(())
}
