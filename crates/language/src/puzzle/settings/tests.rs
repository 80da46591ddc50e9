//! Every setting reads its own output, and every rule has a setting.

use super::*;
use crate::digits::{Base, DigitError};

/// A value other than the default for each setting.
const OTHER: &[(&str, &str)] = &[
    ("base", "smallest 2..16"),
    ("digits", "0-5,7"),
    ("no-zero", "on"),
    ("leading-zeros", "allowed"),
    ("lone-zero", "forbidden"),
    ("distinct", "ABC,DEF"),
    ("distinct-blanks", "on"),
    ("distinct-from-literals", "on"),
    ("assign", "A=1,3;B≠2"),
    ("blank", "e:!0,2,4"),
    ("blanks-avoid", "A,B"),
    ("wrong", "each"),
    ("misprint", "2:AB,C"),
    ("same", "OQ,Ü=UE,kana-rows"),
    ("symbols", "x$"),
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
    // All fields are named, so a new one does not compile until it is added here.
    let Rules {
        base,
        last_base,
        smallest_base,
        digits,
        no_zero,
        leading_zeros,
        lone_zero,
        distinct,
        distinct_blanks,
        distinct_from_literals,
        assign,
        blanks,
        blanks_avoid,
        wrong,
        misprint,
        same,
        symbols,
        kana_rows,
        fold_accents,
        graphemes,
        case_sensitive,
        layout,
        wheres,
        shows,
    } = other();
    let default = Rules::default();
    assert!(base != default.base && last_base.is_some() && smallest_base && digits.is_some() && no_zero);
    assert!(leading_zeros != default.leading_zeros && lone_zero != default.lone_zero);
    assert!(
        distinct != default.distinct && distinct_blanks && distinct_from_literals && wrong != default.wrong
    );
    assert!(
        !assign.is_empty()
            && !blanks.is_empty()
            && !blanks_avoid.is_empty()
            && !same.is_empty()
            && misprint.is_some()
    );
    assert!(!symbols.is_empty() && kana_rows && fold_accents && !graphemes && case_sensitive);
    assert!(layout.is_some() && !wheres.is_empty() && !shows.is_empty());
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
fn assignments_are_separated_by_commas_where_a_symbol_and_its_sign_follow() {
    let read = |text| {
        let mut rules = Rules::default();
        rules.set("assign", Some(text)).map(|()| rules.changes())
    };
    for (together, apart) in [
        ("A=1,B=2", &["A=1", "B=2"][..]),
        ("A=1,3,5,B≠0,2", &["A=1,3,5", "B≠0,2"]),
        (" A = 1 , B != 2 , 3 ; C=4,D=5;", &["A=1", "B≠2,3", "C=4", "D=5"]),
    ] {
        let apart: Vec<(&str, String)> = apart.iter().map(|one| ("assign", (*one).into())).collect();
        assert_eq!(read(together), Ok(apart), "{together}");
    }
    for slip in ["A=1,", "A=1,B", "A=1,=2", ",A=1", "A,B=1", "A=1,,B=2", "A=1,B=2=3"] {
        assert!(read(slip).is_err(), "{slip}");
    }
}

#[test]
fn a_blank_may_exclude_digits() {
    let mut rules = Rules::default();
    for value in ["N:!7", " e : ! 1,3-5"] {
        rules.set("blank", Some(value)).expect("it is a value");
    }
    assert_eq!(rules.changes(), [("blank", "N:!7".into()), ("blank", "e:!1,3-5".into())]);
    let digits = |base| rules.blanks[0].allowed_digits(Base::new(base).expect("it is a base")).to_string();
    assert_eq!((digits(10), digits(12)), ("0-6,8,9".into(), "0-6,8-11".into()));
    assert!(rules.set("blank", Some("N:!")).is_err() && rules.set("blank", Some("N:7!")).is_err());
}

#[test]
fn symbols_stand_for_one_character_only() {
    let read = |text| {
        let mut rules = Rules::default();
        rules.set("same", Some(text)).map(|()| rules.same)
    };
    assert_eq!(read(" Ü = UE ,OQ,ß=SS"), Ok(vec!["Ü=UE".into(), "OQ".into(), "ß=SS".into()]));
    for slip in ["Ü=", "=UE", "Ü=U", "ÜÖ=UE", "Ü=U E", "Ü=U+", "+=UE", "Ü=U=E"] {
        assert!(matches!(read(slip), Err(SettingError::Form { .. })), "{slip}");
    }
}

#[test]
fn groups_by_case_imply_that_case_counts() {
    let mut rules = Rules::default();
    rules.set("distinct", Some("by-case")).expect("it is a value");
    assert!(rules.is_case_sensitive() && rules.spelling().case_sensitive);
    assert_eq!(rules.changes(), [("distinct", "by-case".into())]);
    let shown = Setting::named("case-sensitive").map(|row| (row.shown)(&rules));
    assert_eq!(shown, Ok(Shown::Flag(true)));
}

#[test]
fn the_smallest_base_may_be_wanted() {
    let read = |text| {
        let mut rules = Rules::default();
        rules.set("base", Some("smallest 3..5")).expect("it is a value");
        rules.set("base", Some(text)).map(|()| {
            let bases: Vec<u8> = rules.bases().map(Base::get).collect();
            (bases[0], bases[bases.len() - 1], rules.smallest_base, rules.changes()[0].1.clone())
        })
    };
    assert_eq!(read("smallest"), Ok((2, 64, true, "smallest".into())));
    assert_eq!(read(" smallest  12..40"), Ok((12, 40, true, "smallest 12..40".into())));
    assert_eq!(read("smallest 12..12"), Ok((12, 12, true, "smallest 12..12".into())));
    assert_eq!(read("2..64"), Ok((2, 64, false, "2..64".into())));
    for slip in ["smallest 12", "smallest 40..12", "smallest 1..9", "12..smallest", "smaller"] {
        assert!(read(slip).is_err(), "{slip}");
    }
    let mut rules = Rules::default();
    rules.set("base", Some("smallest")).expect("it is a value");
    assert_eq!(rules.with_base(Base::TEN), Rules::default());
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

#[test]
fn what_is_given_twice_is_given_once() {
    let mut rules = Rules::default();
    for text in ["A<B", " A<B ", "B<C"] {
        rules.set("where", Some(text)).expect("a condition");
        rules.set("show", Some(text)).expect("an expression");
    }
    assert_eq!((rules.wheres.len(), rules.shows.len()), (2, 2));
}
