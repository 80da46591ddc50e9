//! Every setting, one row for each.

use super::error::SettingError;
use super::setting::{Affects, Setting, Shown, Takes};
use super::values::{
    read_assignments, read_base, read_blank, read_distinct, read_fold, read_misprint, read_same, read_wrong,
    set_flag, set_permission, show_base, show_distinct, show_misprint, show_permission, show_same,
    show_wrong, write_assignment, write_blank,
};
use crate::digits::DigitSet;

/// The default values of a row. There is no default for what it affects, so each row names it.
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

/// Every setting. Adding one means adding a row, and a field of [`Rules`](crate::puzzle::Rules).
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "base",
        example: "12",
        help: "number base, 2 to 64; 2..16 asks for an answer in each, smallest or smallest 12..40 for the first with a solution",
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
        // All digits of the base may have been given, and other digits may be in force in another base.
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
        help: "symbols that differ: all, none, balanced, by-case (capitals and small letters are two groups), or those of each group",
        read: read_distinct,
        shown: show_distinct,
        ..affecting(Affects::Distinct)
    },
    Setting {
        name: "distinct-blanks",
        takes: Takes::Optional("true"),
        example: "true",
        help: "each blank has another digit, and none that a symbol has",
        read: |rules, text| set_flag(&mut rules.distinct_blanks, text),
        shown: |rules| Shown::Flag(rules.distinct_blanks),
        ..affecting(Affects::Blanks)
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
        help: "A=1 fixes, A=1,3,5 restricts, A≠0,2 excludes; A=1,B=2 or A=1;B=2 for several symbols",
        repeats: true,
        read: read_assignments,
        shown: |rules| Shown::List(rules.assign.iter().map(write_assignment).collect()),
        ..affecting(Affects::Clues)
    },
    Setting {
        name: "blank",
        example: "e:0,2,4,6,8",
        help: "makes a character a blank, with the digits it may take; N:!7 for all but 7",
        repeats: true,
        read: read_blank,
        shown: |rules| Shown::List(rules.blanks.iter().map(write_blank).collect()),
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
        name: "misprint",
        takes: Takes::Optional("1"),
        example: "1:RESULT",
        help: "this many letters are printed wrongly, or this many in the numerals behind ':'",
        read: read_misprint,
        shown: show_misprint,
        ..affecting(Affects::Literals)
    },
    Setting {
        name: "same",
        example: "OQ,IL",
        help: "characters that are one symbol; Ü=UE for two symbols in place of one character; kana-rows",
        repeats: true,
        read: read_same,
        shown: show_same,
        ..affecting(Affects::Reading)
    },
    Setting {
        name: "symbols",
        example: "x",
        help: "characters that are symbols, whatever else they could mean",
        repeats: true,
        read: |rules, text| {
            rules.symbols.push(text.into());
            Ok(())
        },
        shown: |rules| Shown::List(rules.symbols.clone()),
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
        shown: |rules| Shown::Flag(rules.is_case_sensitive()),
        // `distinct by-case` implies it.
        is_given: Some(|rules| rules.case_sensitive),
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
            add(&mut rules.wheres, text);
            Ok(())
        },
        shown: |rules| Shown::List(rules.wheres.clone()),
        ..affecting(Affects::Clues)
    },
    Setting {
        name: "show",
        example: "A+B",
        help: "an expression whose value is printed with each solution, or by which they are counted",
        repeats: true,
        read: |rules, text| {
            add(&mut rules.shows, text);
            Ok(())
        },
        shown: |rules| Shown::List(rules.shows.clone()),
        ..affecting(Affects::Answer)
    },
];

/// Adds a text unless it is already there.
fn add(texts: &mut Vec<String>, text: &str) {
    let text = text.trim();
    if !texts.iter().any(|other| other == text) {
        texts.push(text.into());
    }
}
