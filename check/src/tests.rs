//! Soundness by brute force: wherever a rule applies, no completion is a solution.

use std::collections::{BTreeMap, HashSet};

use num_bigint::BigInt;

use super::*;
use crate::number::Number;
use crate::walk::Walk;
use crate::words::{Deed, WORDS};

/// Numbers that look random, the same in every run (Steele, Lea and Flood 2014).
pub struct Dice(pub u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pick<'t>(&mut self, things: &[&'t str]) -> &'t str {
        things[self.below(things.len())]
    }
}

/// Takes these digits as known.
fn go_to(walk: &mut Walk, known: &[Option<u8>]) {
    for (cell, digit) in known.iter().enumerate() {
        walk.release(cell);
        digit.iter().for_each(|digit| walk.set(cell, *digit));
    }
}

/// Whether a solution has these digits, by trying everything; also if one is too large to decide.
fn has_completion(walk: &mut Walk, masks: &[u64], known: &mut [Option<u8>]) -> bool {
    let Some(cell) = known.iter().position(Option::is_none) else {
        go_to(walk, known);
        return walk.holds(1).unwrap_or(true);
    };
    let found = (0..64).filter(|digit| masks[cell] >> digit & 1 == 1).any(|digit| {
        known[cell] = Some(digit);
        has_completion(walk, masks, known)
    });
    known[cell] = None;
    found
}

const CELLS: [&str; 4] = ["A", "B", "C", "_1"];

fn numeral(dice: &mut Dice) -> String {
    let mut elements = |most: usize| {
        let length = 1 + dice.below(most);
        let some = |_| if dice.below(5) == 0 { dice.below(2).to_string() } else { dice.pick(&CELLS).into() };
        (0..length).map(some).collect::<Vec<String>>().join(" ")
    };
    let whole = elements(3);
    let other = elements(2);
    match dice.below(14) {
        0 => format!("[{whole} . {other}]"),
        1 => format!("[{whole} . ; {other}]"),
        2 => format!("[. {other}]"),
        3 => format!("[@7 {whole}]"),
        _ => format!("[{whole}]"),
    }
}

fn number(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.below(3) == 0 {
        return match dice.below(8) {
            0 => dice.pick(&["0", "1", "2", "3", "12", "1/2", "5/3"]).into(),
            _ => numeral(dice),
        };
    }
    // The arithmetic that the rules know comes as often as all other words together.
    let known = dice.below(2) == 0;
    let words: Vec<_> = WORDS
        .iter()
        .filter(|word| {
            let is_linear = matches!(word.3, Deed::Plus | Deed::Neg | Deed::Times);
            let is_number =
                !matches!(word.3, Deed::And | Deed::Or | Deed::Not | Deed::Compare(_) | Deed::Asks(_));
            is_number && (!known || is_linear)
        })
        .collect();
    let word = words[dice.below(words.len())];
    let conditions = matches!(word.3, Deed::Count);
    call(dice, word.0, word.1, word.2, depth, conditions)
}

fn condition(dice: &mut Dice, depth: usize) -> String {
    let name = match dice.below(10) {
        0..6 => dice.pick(&["=", "=", "=", "!=", "<", "<=", ">", ">="]),
        6 if depth > 0 => dice.pick(&["and", "or", "not"]),
        _ => {
            let words: Vec<&str> =
                WORDS.iter().filter(|word| matches!(word.3, Deed::Asks(_))).map(|word| word.0).collect();
            dice.pick(&words)
        }
    };
    let Some(word) = WORDS.iter().find(|word| word.0 == name) else { panic!("{name} is no word") };
    call(dice, name, word.1, word.2, depth, ["and", "or", "not"].contains(&name))
}

fn call(dice: &mut Dice, name: &str, least: usize, most: usize, depth: usize, conditions: bool) -> String {
    let arguments = least + if most > 4 { dice.below(3) } else { 0 };
    let argument = |dice: &mut Dice| {
        if conditions {
            condition(dice, depth.saturating_sub(1))
        } else {
            number(dice, depth.saturating_sub(1))
        }
    };
    let arguments: Vec<String> = (0..arguments).map(|_| argument(dice)).collect();
    format!("({name} {})", arguments.join(" "))
}

/// A small statement at random, with an empty proof.
fn statement(dice: &mut Dice) -> String {
    let base = 3 + dice.below(3);
    let mut text = format!("fukumen-certificate 1\nbase {base}\n");
    for cell in CELLS {
        let digits = loop {
            let mask = dice.next() & ((1 << base) - 1);
            if mask != 0 {
                break written(mask);
            }
        };
        text += &format!("cell {cell} {digits}\n");
    }
    match dice.below(5) {
        0 => text += "different A B C\n",
        1 => text += "different A B C _1\n",
        2 => text += "different A C\ndifferent B A\n",
        3 => text += "balanced 1 2 0-1 A B C _1\n",
        _ => {}
    }
    if dice.below(4) == 0 {
        text += "differ B _1\n";
    }
    for _ in 0..1 + dice.below(2) {
        text += &format!("require {}\n", condition(dice, 2));
    }
    text + "claim none\nproof\n"
}

#[test]
fn where_a_rule_applies_no_completion_is_a_solution() {
    let mut dice = Dice(15);
    let mut applied: BTreeMap<char, usize> = BTreeMap::new();
    for _ in 0..2500 {
        let text = statement(&mut dice);
        let read = Statement::read(&mut Lines::new(text.as_bytes()));
        let statement = read.unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
        let mut walk = Walk::new(&statement, 1);
        let mut rules: Vec<String> = (1..=statement.groups.len()).map(|group| format!("g{group}")).collect();
        for k in 1..=statement.conditions.len() {
            rules.extend(["v", "l", "d"].map(|letter| format!("{letter}{k}")));
            rules.extend([2, 3, 4, 5, 9, 10].map(|modulus| format!("m{k}/{modulus}")));
        }
        for _ in 0..4 {
            let digits = |dice: &mut Dice, mask: u64| {
                let digit = dice.below(statement.base as usize) as u8;
                (dice.below(2) == 0 && mask >> digit & 1 == 1).then_some(digit)
            };
            let known: Vec<Option<u8>> =
                statement.masks.iter().map(|mask| digits(&mut dice, *mask)).collect();
            let has_solution = has_completion(&mut walk, &statement.masks, &mut known.clone());
            go_to(&mut walk, &known);
            for rule in &rules {
                if walk.rule(rule).is_some_and(|rule| walk.applies(rule)) {
                    assert!(!has_solution, "{rule} applies to {known:?}\n{text}");
                    *applied.entry(rule.chars().next().unwrap_or('?')).or_default() += 1;
                }
            }
        }
    }
    for letter in "vldmg".chars() {
        let times = applied.get(&letter).copied().unwrap_or(0);
        assert!(times > 50, "the rule {letter} applied {times} times only: this tests too little");
    }
}

#[test]
fn large_neighbours_are_compared_and_hashed_without_a_deep_recursion() {
    // Quotients of neighbouring Fibonacci numbers: continued fractions of 80,000 quotients that differ in the last one.
    let (mut last, mut this) = (BigInt::from(1), BigInt::from(1));
    for _ in 0..80_000 {
        (last, this) = (this.clone(), last + this);
    }
    let next = &last + &this;
    let (a, b) = (Number::ratio(this.clone(), last), Number::ratio(next, this));
    assert_ne!(a, b);
    assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    assert_eq!(HashSet::from([a.clone(), b, a]).len(), 2);
}
