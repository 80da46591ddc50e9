//! The grammar and the table of operators hold the same spellings. Whoever adds one to the table is
//! told here which rule of the grammar lacks it.

use std::collections::{BTreeMap, BTreeSet};

use fukumen::vocabulary::{OPERATORS, Tier};

const GRAMMAR: &str = include_str!("../grammar/puzzle.pest");

/// The strings of each rule, in their order.
fn rules() -> BTreeMap<&'static str, Vec<&'static str>> {
    let lines = GRAMMAR.lines().filter(|line| !line.starts_with("//"));
    let definitions = lines.filter_map(|line| line.split_once('='));
    definitions.map(|(name, body)| (name.trim(), body.split('"').skip(1).step_by(2).collect())).collect()
}

/// The spellings of each tier, by the rule that should have them.
fn table() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut table: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for row in OPERATORS {
        table.entry(format!("{}_operator", row.tier.name())).or_default().extend(row.spellings);
    }
    table
}

#[test]
fn every_spelling_of_the_table_is_in_the_grammar() {
    let rules = rules();
    for (rule, spellings) in table() {
        let found = rules.get(&*rule).unwrap_or_else(|| panic!("the grammar has no rule {rule}"));
        for spelling in spellings {
            assert!(found.contains(&spelling), "the rule {rule} of the grammar lacks '{spelling}'");
        }
    }
}

#[test]
fn every_spelling_of_the_grammar_is_in_the_table() {
    let table = table();
    for (rule, spellings) in rules().into_iter().filter(|(rule, _)| rule.ends_with("_operator")) {
        let known = table.get(rule).unwrap_or_else(|| panic!("no operator has the tier of {rule}"));
        for spelling in spellings {
            assert!(known.contains(spelling), "OPERATORS lacks '{spelling}', which {rule} has");
        }
    }
}

/// Two signs before a number cancel out, so they cannot be told apart.
#[test]
fn minus_is_the_only_sign() {
    assert_eq!(OPERATORS.iter().filter(|row| row.tier == Tier::Sign).count(), 1);
}

#[test]
fn longer_spellings_come_first() {
    for (rule, spellings) in rules().into_iter().filter(|(rule, _)| rule.ends_with("_operator")) {
        for (i, spelling) in spellings.iter().enumerate() {
            let hidden = spellings[i + 1..].iter().find(|later| later.starts_with(spelling));
            assert_eq!(hidden, None, "in {rule}, '{spelling}' is found before it");
        }
    }
}
