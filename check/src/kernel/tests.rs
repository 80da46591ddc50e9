//! The kernel against all assignments, and its limits.

use std::cell::Cell as Counter;

use crate::claim::{Claim, Quantity, Term, Variable};
use crate::expression::{Element, Expression, Numeral};
use crate::number::Number;

use super::domain::Domain;
use super::holds::Assignment;
use super::model::Model;
use super::state::call;
use super::{Hints, Verdict, follows, ways};

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.roll((high - low + 1) as u64) as i64
    }

    fn mask(&mut self, base: u32) -> u64 {
        self.roll((1 << base) - 1) + 1
    }
}

const CELLS: usize = 4;
const CARRIES: [(u32, u32); 2] = [(1, 0), (1, 1)];
const CARRY_VALUES: std::ops::RangeInclusive<i64> = -1..=2;

fn element(dice: &mut Dice, base: u32) -> Element {
    match dice.roll(4) {
        0 => Element::Digit(dice.roll(base.into()) as u8),
        _ => Element::Cell(dice.roll(CELLS as u64) as usize),
    }
}

fn elements(dice: &mut Dice, base: u32) -> Vec<Element> {
    (0..1 + dice.roll(3)).map(|_| element(dice, base)).collect()
}

fn number(dice: &mut Dice) -> Number {
    let whole = dice.between(-3, 12);
    if dice.roll(4) > 0 { whole.into() } else { Number::ratio(whole.into(), dice.between(1, 4).into()) }
}

fn expression(dice: &mut Dice, base: u32, depth: u32) -> Expression {
    if depth == 0 || dice.roll(3) == 0 {
        return match dice.roll(5) {
            0 => Expression::Number(number(dice)),
            _ => Expression::Numeral(Numeral::of(elements(dice, base), base)),
        };
    }
    let names = ["+", "+", "*", "*", "neg", "/", "//", "%", "^", "min", "max", "abs", "count", "root"];
    let name = names[dice.roll(names.len() as u64) as usize];
    let x = match name {
        "neg" | "abs" => vec![expression(dice, base, depth - 1)],
        "^" | "root" => {
            vec![expression(dice, base, depth - 1), Expression::Number(dice.between(0, 3).into())]
        }
        "count" => vec![condition(dice, base, depth - 1), condition(dice, base, depth - 1)],
        _ => vec![expression(dice, base, depth - 1), expression(dice, base, depth - 1)],
    };
    call(name, x).unwrap()
}

fn condition(dice: &mut Dice, base: u32, depth: u32) -> Expression {
    let names =
        ["=", "=", "=", "!=", "<", "<=", ">", ">=", "remainder", "divides", "is_square", "and", "or", "not"];
    let name = names[dice.roll(names.len() as u64) as usize];
    let count = match name {
        "remainder" => 4,
        "is_square" | "not" => 1,
        _ => 2,
    };
    let is_joined = matches!(name, "and" | "or" | "not");
    let part = |dice: &mut Dice| match is_joined && depth > 0 {
        true => condition(dice, base, depth - 1),
        false => expression(dice, base, depth.min(2)),
    };
    let name = if is_joined && depth == 0 { "=" } else { name };
    let count = if name == "=" { 2 } else { count };
    call(name, (0..count).map(|_| part(dice)).collect()).unwrap()
}

fn quantity(dice: &mut Dice, base: u32) -> Quantity {
    match dice.roll(4) {
        0 => carry(dice, Quantity::Carry),
        _ => Quantity::Expression(expression(dice, base, 2)),
    }
}

fn carry<T>(dice: &mut Dice, made: fn(u32, u32) -> T) -> T {
    let (equation, column) = CARRIES[dice.roll(2) as usize];
    made(equation, column)
}

fn claim(dice: &mut Dice, base: u32) -> Claim {
    let cell = dice.roll(CELLS as u64) as usize;
    match dice.roll(12) {
        0 | 1 => Claim::Digit(cell, dice.mask(base)),
        2 => {
            let values = CARRY_VALUES.filter(|_| dice.roll(2) == 0).collect();
            Claim::Carry(carry(dice, |a, b| (a, b)), values)
        }
        3 => {
            let (a, b) = (number(dice), number(dice));
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            let is_there = |dice: &mut Dice| dice.roll(4) > 0;
            Claim::Range(quantity(dice, base), is_there(dice).then_some(low), is_there(dice).then_some(high))
        }
        4 => {
            let modulus = 1 + dice.roll(12);
            let residues = (0..modulus).filter(|_| dice.roll(2) == 0).collect();
            Claim::Residue(quantity(dice, base), modulus, residues)
        }
        5..=7 => {
            let term = |dice: &mut Dice| match dice.roll(4) {
                0 => carry(dice, Term::Carry),
                1 => Term::Numeral(elements(dice, base)),
                _ => Term::Cell(dice.roll(CELLS as u64) as usize),
            };
            let weights = [1, 1, -1, -1, 2, 3, -i128::from(base), i128::from(base)];
            let weight = |dice: &mut Dice| weights[dice.roll(8) as usize];
            let terms = (0..2 + dice.roll(3)).map(|_| (term(dice), weight(dice))).collect();
            let modulo = (dice.roll(4) == 0).then(|| 1 + i128::from(dice.roll(11)));
            Claim::Relation { terms, equals: dice.between(-2, 9).into(), modulo }
        }
        8 => Claim::Order {
            left: quantity(dice, base),
            right: quantity(dice, base),
            strict: dice.roll(2) == 0,
        },
        9 => Claim::Same(quantity(dice, base), quantity(dice, base)),
        10 => Claim::Distinct((0..CELLS).filter(|_| dice.roll(4) > 0).collect()),
        _ => Claim::Condition(condition(dice, base, 2)),
    }
}

/// Carries have a fact, as otherwise there is no end of assignments.
fn case(dice: &mut Dice) -> (u32, Vec<Claim>, Claim) {
    let base = dice.between(2, 4) as u32;
    let mut facts: Vec<Claim> = (0..dice.roll(5)).map(|_| claim(dice, base)).collect();
    facts.extend(CARRIES.map(|carry| Claim::Carry(carry, CARRY_VALUES.collect())));
    let conclusion = match dice.roll(12) {
        0 => Claim::False,
        1 | 2 => Claim::Digit(dice.roll(CELLS as u64) as usize, dice.mask(base)),
        _ => claim(dice, base),
    };
    (base, facts, conclusion)
}

/// Calls with each assignment until that says no.
fn for_each_assignment(base: u32, goes_on: &mut dyn FnMut(&Assignment) -> bool) {
    let all = [
        Claim::Distinct((0..CELLS).collect()),
        Claim::Carry(CARRIES[0], vec![]),
        Claim::Carry(CARRIES[1], vec![]),
    ];
    let all: Vec<&Claim> = all.iter().collect();
    let model = Model::new(base, CELLS, &[], &all).unwrap();
    let mut domains = model.start.clone();
    for number in 0..(base as usize).pow(CELLS as u32) {
        for (cell, domain) in domains.iter_mut().enumerate().take(CELLS) {
            *domain =
                Domain::digits(1 << (number / (base as usize).pow(cell as u32) % base as usize)).unwrap();
        }
        for first in CARRY_VALUES {
            for second in CARRY_VALUES {
                for (at, value) in [first, second].into_iter().enumerate() {
                    domains[CELLS + at] = Domain::ANY;
                    domains[CELLS + at].raise(value.into()).unwrap();
                    domains[CELLS + at].lower(value.into()).unwrap();
                }
                if !goes_on(&Assignment::new(&model, &domains)) {
                    return;
                }
            }
        }
    }
}

/// Whether facts hold, one after the other until one does not.
fn all_hold(assignment: &Assignment, facts: &[Claim]) -> Option<bool> {
    let mut all = Some(true);
    for fact in facts {
        match assignment.holds(fact) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// Whether all assignments that the facts allow have the conclusion; `None` if one was too large to decide.
fn by_all_assignments(base: u32, facts: &[Claim], conclusion: &Claim) -> Option<bool> {
    let mut verdict = Some(true);
    for_each_assignment(base, &mut |assignment| {
        let holds = assignment.holds(conclusion);
        if holds != Some(true) {
            match all_hold(assignment, facts) {
                Some(false) => {}
                Some(true) if holds == Some(false) => verdict = Some(false),
                _ => verdict = None,
            }
        }
        verdict == Some(true)
    });
    verdict
}

fn asked(base: u32, facts: &[Claim], conclusion: &Claim, hints: &Hints, mut nodes: u64) -> Verdict {
    let facts: Vec<&Claim> = facts.iter().collect();
    follows(base, CELLS, &facts, conclusion, hints, &mut nodes, &|| false)
}

#[test]
fn it_agrees_with_all_assignments() {
    let mut dice = Dice(20_261_129);
    let (mut yes, mut no, mut open) = (0, 0, 0);
    for number in 0..3_000 {
        let (base, facts, conclusion) = case(&mut dice);
        let hints = Hints {
            modulo: (dice.roll(3) == 0).then(|| 2 + dice.roll(11)),
            combine: (0..dice.roll(3)).map(|at| (at as usize, i128::from(dice.roll(5)) - 2)).collect(),
        };
        let expected = by_all_assignments(base, &facts, &conclusion);
        let verdict = asked(base, &facts, &conclusion, &hints, 20_000);
        let shown =
            || format!("case {number}, base {base}: {facts:#?}\n{conclusion:#?}\n{hints:?}\n{verdict:?}");
        match &verdict {
            Verdict::Follows => assert_ne!(expected, Some(false), "{}", shown()),
            Verdict::Fails(values) => {
                assert_ne!(expected, Some(true), "{}", shown());
                // What is left out is free.
                let is_there = |variable: Variable| values.iter().any(|(known, _)| *known == variable);
                conclusion.for_each_variable(&mut |variable| assert!(is_there(variable), "{}", shown()));
            }
            Verdict::Undecided => open += 1,
        }
        yes += usize::from(verdict == Verdict::Follows);
        no += usize::from(matches!(verdict, Verdict::Fails(_)));
    }
    assert!(yes > 500 && no > 500 && open < 60, "{yes} follow, {no} do not, {open} are open");
}

#[test]
fn ways_are_all_assignments() {
    let mut dice = Dice(60);
    let mut counted = 0;
    for number in 0..400 {
        let (base, facts, _) = case(&mut dice);
        let mut expected = Some(0);
        for_each_assignment(base, &mut |assignment| {
            expected = match all_hold(assignment, &facts) {
                Some(holds) => expected.map(|count| count + u64::from(holds)),
                None => None,
            };
            expected.is_some()
        });
        let over =
            (0..CELLS).map(Term::Cell).chain(CARRIES.map(|(equation, column)| Term::Carry(equation, column)));
        let known: Vec<&Claim> = facts.iter().collect();
        let found = ways((base, CELLS), &known, &over.collect::<Vec<_>>(), None, 2, &|| false);
        if let (Some(expected), Some((count, kept))) = (expected, found) {
            assert_eq!(count, expected, "case {number}, base {base}: {facts:#?}");
            assert_eq!(kept.len() as u64, count.min(2));
            assert!(kept.is_sorted_by(|a, b| a.iter().map(|way| way.1).lt(b.iter().map(|way| way.1))));
            counted += u64::from(count > 0);
        }
    }
    assert!(counted > 30, "{counted}");
    // Modulo 10 only the last digits of A7 * B3 = C1 matter, and they are known.
    let product = call("*", vec![shown(0, 7), shown(1, 3)]).unwrap();
    let fact = is("=", product, call("+", vec![shown(2, 1), numeral(&[3])]).unwrap());
    let ask = |modulus| ways((10, 4), &[&fact], &[Term::Cell(3)], modulus, 9, &|| false);
    assert_eq!(ask(Some(10)), Some((1, vec![vec![(Variable::Cell(3), 0)]])));
    assert_eq!(ask(None).map(|(count, _)| count), Some(10));
}

/// A cell and a digit after it.
fn shown(cell: usize, digit: u8) -> Expression {
    Expression::Numeral(Numeral::of(vec![Element::Cell(cell), Element::Digit(digit)], 10))
}

fn numeral(cells: &[usize]) -> Expression {
    Expression::Numeral(Numeral::of(cells.iter().map(|cell| Element::Cell(*cell)).collect(), 10))
}

fn small(number: i64) -> Expression {
    Expression::Number(number.into())
}

fn is(name: &str, left: Expression, right: Expression) -> Claim {
    Claim::Condition(call(name, vec![left, right]).unwrap())
}

#[test]
fn numbers_that_do_not_fit_decide_nothing() {
    let huge = i128::MAX;
    let relation = Claim::Relation {
        terms: vec![(Term::Cell(0), huge), (Term::Cell(1), huge)],
        equals: huge,
        modulo: None,
    };
    // It has the assignments 0, 1 and 1, 0, which cannot be computed.
    let verdict = asked(10, std::slice::from_ref(&relation), &Claim::False, &Hints::default(), 20_000);
    assert_ne!(verdict, Verdict::Follows);
    let by_hand =
        Claim::Relation { terms: vec![(Term::Cell(0), 1), (Term::Cell(1), 1)], equals: 1, modulo: None };
    assert_ne!(asked(10, &[relation], &by_hand, &Hints::default(), 20_000), Verdict::Follows);
    // Products past all known ends, on both sides of 0.
    let long = || {
        let nines = [Element::Digit(9); 20].into_iter().chain([Element::Cell(0)]);
        Expression::Numeral(Numeral::of(nines.collect(), 10))
    };
    let product = || call("*", vec![long(), long()]).unwrap();
    let negative = call("*", vec![long(), call("neg", vec![long()]).unwrap()]).unwrap();
    for fact in [is(">", product(), long()), is("<", negative, long())] {
        let verdict = asked(10, &[fact], &Claim::False, &Hints::default(), 200);
        assert!(matches!(verdict, Verdict::Fails(_)), "{verdict:?}");
    }
    let carry = Claim::Relation { terms: vec![(Term::Carry(1, 0), 1)], equals: 1 << 110, modulo: None };
    let verdict = asked(10, &[carry], &Claim::Carry((1, 0), vec![0]), &Hints::default(), 200);
    assert_ne!(verdict, Verdict::Follows);
    // Powers of powers of powers.
    let power = |x| call("^", vec![x, small(64)]).unwrap();
    let fact = is("=", power(power(power(numeral(&[0])))), small(0));
    let hints = Hints { modulo: Some(7), ..Hints::default() };
    assert_eq!(asked(10, &[fact], &Claim::Digit(0, 1), &hints, 200), Verdict::Follows);
    let tower = call("^", vec![numeral(&[0, 1]), numeral(&[1, 0])]).unwrap();
    let tower = call("^", vec![tower, numeral(&[1, 0])]).unwrap();
    let verdict = asked(10, &[is("=", tower.clone(), tower)], &Claim::Digit(0, 0b11), &Hints::default(), 200);
    assert_ne!(verdict, Verdict::Follows);
}

#[test]
fn what_has_no_value_is_in_no_range() {
    // A over B - B has no value, whatever A is.
    let minus = |x| call("neg", vec![x]).unwrap();
    let none = || call("+", vec![numeral(&[1]), minus(numeral(&[1]))]).unwrap();
    let quotient = || call("/", vec![numeral(&[0]), none()]).unwrap();
    let range = Claim::Range(Quantity::Expression(quotient()), None, None);
    assert!(matches!(asked(10, &[], &range, &Hints::default(), 2_000), Verdict::Fails(_)));
    assert_eq!(asked(10, &[range], &Claim::False, &Hints::default(), 2_000), Verdict::Follows);
    // With a fact that is false without the value, there is one.
    let by_cell = || call("/", vec![numeral(&[0]), numeral(&[1])]).unwrap();
    let least = Claim::Range(Quantity::Expression(by_cell()), Some(0.into()), None);
    assert!(matches!(asked(10, &[], &least, &Hints::default(), 2_000), Verdict::Fails(_)));
    let needs = is("<", by_cell(), small(3));
    assert_eq!(asked(10, &[needs], &least, &Hints::default(), 2_000), Verdict::Follows);
}

#[test]
fn a_budget_is_kept() {
    // How squares of three digits end is seen from all of them.
    let fact = Claim::Condition(call("is_square", vec![numeral(&[0, 1, 2])]).unwrap());
    let ask = |conclusion: &Claim, nodes: &mut u64, stop: &dyn Fn() -> bool| {
        follows(10, 3, &[&fact], conclusion, &Hints::default(), nodes, stop)
    };
    let (all, no_nine) = (Claim::Digit(2, 0b10_0111_0011), Claim::Digit(2, 0b1_0111_0011));
    let mut nodes = 64_000;
    assert_eq!(ask(&all, &mut nodes, &|| false), Verdict::Follows);
    assert!(nodes < 64_000);
    let Verdict::Fails(values) = ask(&no_nine, &mut 64_000, &|| false) else { panic!("009 was not found") };
    assert_eq!(values.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [0, 0, 9]);
    let mut few = 1;
    assert_eq!(ask(&all, &mut few, &|| false), Verdict::Undecided);
    assert_eq!(few, 0);
    let looks = Counter::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        true
    };
    assert_eq!(ask(&all, &mut 64_000, &stop), Verdict::Undecided);
    assert_eq!(looks.get(), 1);
}

#[test]
fn advice_is_looked_at() {
    // A prime that divides one denominator alone, and not its numerator, makes no whole number.
    let over = |a: usize, b: &[usize]| call("/", vec![numeral(&[a]), numeral(b)]).unwrap();
    let sum = call("+", vec![over(0, &[1, 2]), over(3, &[4, 5])]).unwrap();
    let by_seven =
        |cells: &[usize]| Claim::Residue(Quantity::Expression(numeral(cells)), 7, (1..7).collect());
    let facts = [is("=", sum, small(1)), by_seven(&[4, 5]), Claim::Digit(0, 0b11_0111_1110)];
    let facts: Vec<&Claim> = facts.iter().collect();
    let ask = |hints: &Hints| follows(10, 6, &facts, &by_seven(&[1, 2]), hints, &mut 9, &|| false);
    assert_eq!(ask(&Hints { modulo: Some(7), ..Hints::default() }), Verdict::Follows);
    assert_eq!(ask(&Hints::default()), Verdict::Undecided);
    // Equations added up leave one that no bounds show.
    let equation = |weights: &[i128], equals| {
        let terms = weights.iter().enumerate().filter(|(_, weight)| **weight != 0);
        Claim::Relation {
            terms: terms.map(|(cell, w)| (Term::Cell(cell), *w)).collect(),
            equals,
            modulo: None,
        }
    };
    let facts = [equation(&[1, 1, 3, 1, 0, 0], 20), equation(&[0, 0, 3, 1, -1, -1], 11)];
    let facts: Vec<&Claim> = facts.iter().collect();
    let ask = |combine: Vec<(usize, i128)>| {
        let hints = Hints { modulo: None, combine };
        follows(10, 6, &facts, &equation(&[1, 1, 0, 0, 1, 1], 9), &hints, &mut 9, &|| false)
    };
    assert_eq!(ask(vec![(0, 1), (1, -1)]), Verdict::Follows);
    assert_eq!(ask(Vec::new()), Verdict::Undecided);
}
