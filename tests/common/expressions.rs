//! Random expressions over every operator and function, for the tests that state laws.
//!
//! A random tree is made first, in which a cell is just a number; [`puzzle`] then names the cells in
//! the order of the text, as a parser would: the first few are letters, every other is a blank.

use fukumen::digits::Base;
use fukumen::expr::{Cell, Chain, Element, Expr, Numeral, Remainder};
use fukumen::number::Exact;
use fukumen::puzzle::{Builder, Puzzle, PuzzleError, Rules};
use fukumen::vocabulary::{FUNCTIONS, FunctionRef, Kind, OPERATORS, Operator, Tier, operator};
use proptest::prelude::*;
use proptest::sample::select;

/// The cells below this number are letters.
const LETTERS: u8 = 6;
/// How many arguments a function is given at most.
const ARGUMENTS: usize = 3;

/// A random condition, no deeper than `depth` brackets.
pub fn condition(depth: u32) -> impl Strategy<Value = Expr> {
    expr(depth).prop_map(asked)
}

/// A random number or condition.
pub fn expr(depth: u32) -> BoxedStrategy<Expr> {
    let leaf = numeral().prop_map(Expr::Numeral);
    leaf.prop_recursive(depth, 30, 3, |inner| {
        prop_oneof![
            2 => chain(Tier::Or, inner.clone().prop_map(asked)),
            2 => chain(Tier::And, inner.clone().prop_map(asked)),
            2 => unary(Tier::Not, inner.clone().prop_map(asked)),
            5 => chain(Tier::Relation, inner.clone()),
            5 => chain(Tier::Sum, inner.clone()),
            5 => chain(Tier::Product, inner.clone()),
            3 => unary(Tier::Sign, inner.clone()),
            3 => power(inner.clone()),
            2 => unary(Tier::Postfix, inner.clone()),
            2 => unary(Tier::Root, inner.clone()),
            2 => remainder(inner.clone()),
            4 => call(inner),
        ]
    })
    .boxed()
}

/// The expression, or that it is equal to 1 where it is a number.
pub fn asked(expr: Expr) -> Expr {
    match expr.kind() {
        Kind::Condition => expr,
        Kind::Number => {
            let equals = operator(Tier::Relation, "=").expect("it is a row");
            Expr::chain(expr, vec![(equals, Expr::Numeral(Numeral::whole(vec![Element::Shown(1)])))])
        }
    }
}

/// One digit: a letter, a figure or a blank.
fn element() -> impl Strategy<Value = Element> {
    prop_oneof![
        8 => (0..LETTERS).prop_map(|letter| Element::Hidden(Cell::new(letter.into()))),
        2 => (0u8..10).prop_map(Element::Shown),
        1 => Just(Element::Hidden(Cell::new(LETTERS.into()))),
    ]
}

fn numeral() -> impl Strategy<Value = Numeral> {
    let digits = |range| prop::collection::vec(element(), range);
    let base = prop::option::weighted(0.1, 10u64..=64).prop_map(|n| n.and_then(|n| Base::new(n).ok()));
    let whole = digits(1..4).prop_map(Numeral::whole);
    let pointed = (digits(0..3), digits(0..3), digits(0..3))
        .prop_map(|(whole, fraction, repetend)| Numeral { whole, fraction, repetend, base: None })
        .prop_filter("digits after the point", |numeral| !numeral.is_whole());
    (prop_oneof![5 => whole.boxed(), 1 => pointed.boxed()], base)
        .prop_map(|(numeral, base)| Numeral { base, ..numeral })
}

fn rows(tier: Tier) -> Vec<&'static Operator> {
    OPERATORS.iter().filter(|row| row.tier == tier).collect()
}

fn chain(tier: Tier, operand: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Expr> {
    let rest = prop::collection::vec((select(rows(tier)), operand.clone()), 1..3);
    (operand, rest).prop_map(|(first, rest)| Expr::chain(first, rest))
}

fn unary(tier: Tier, operand: impl Strategy<Value = Expr>) -> impl Strategy<Value = Expr> {
    (select(rows(tier)), operand).prop_map(|(row, operand)| Expr::Unary(row, Box::new(operand)))
}

fn power(operand: impl Strategy<Value = Expr> + Clone + 'static) -> impl Strategy<Value = Expr> {
    let superscript = (-3i64..30).prop_map(|n| Expr::Constant(Exact::from(n)));
    let exponent = prop_oneof![1 => superscript.boxed(), 2 => operand.clone().boxed()];
    (operand, select(rows(Tier::Power)), exponent)
        .prop_map(|(base, row, exponent)| Expr::chain(base, vec![(row, exponent)]))
}

fn remainder(part: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Expr> {
    (part.clone(), part.clone(), part.clone(), part).prop_map(|(dividend, divisor, quotient, rest)| {
        Expr::Remainder(Box::new(Remainder { dividend, divisor, quotient, rest }))
    })
}

fn call(argument: BoxedStrategy<Expr>) -> impl Strategy<Value = Expr> {
    (0..FUNCTIONS.len()).prop_flat_map(move |i| {
        let function = &FUNCTIONS[i];
        let most = (*function.arity.end()).min(ARGUMENTS.max(*function.arity.start()));
        let arguments = prop::collection::vec(argument.clone(), *function.arity.start()..=most);
        arguments.prop_map(move |arguments| {
            let fit =
                |argument| if function.arguments == Kind::Condition { asked(argument) } else { argument };
            Expr::Call(FunctionRef::Table(function), arguments.into_iter().map(fit).collect())
        })
    })
}

/// The puzzle of these conditions, its cells numbered and named as they appear.
pub fn puzzle(rules: Rules, conditions: &[Expr]) -> Result<Puzzle, PuzzleError> {
    let mut builder = Builder::new(rules);
    for condition in conditions {
        let named = with_elements(condition, &mut |element| match element {
            Element::Shown(digit) if builder.is_blank(&digit.to_string()) => {
                builder.blank(&digit.to_string())
            }
            Element::Shown(digit) => builder.literal(digit),
            Element::Hidden(cell) if cell.index() < LETTERS.into() => {
                builder.symbol(&"ABCDEFGHIJ"[cell.index()..=cell.index()])
            }
            Element::Hidden(_) => builder.blank("□"),
        });
        builder.condition(named);
    }
    builder.build()
}

/// The expression with other elements, which are asked for in the order of the text.
fn with_elements(expr: &Expr, other: &mut dyn FnMut(Element) -> Element) -> Expr {
    match expr {
        Expr::Constant(number) => Expr::Constant(number.clone()),
        Expr::Numeral(numeral) => {
            let mut digits = |digits: &[Element]| digits.iter().map(|digit| other(*digit)).collect();
            Expr::Numeral(Numeral {
                whole: digits(&numeral.whole),
                fraction: digits(&numeral.fraction),
                repetend: digits(&numeral.repetend),
                base: numeral.base,
            })
        }
        Expr::Unary(row, operand) => Expr::Unary(row, Box::new(with_elements(operand, other))),
        Expr::Chain(chain) => Expr::Chain(Chain {
            first: Box::new(with_elements(&chain.first, other)),
            rest: chain.rest.iter().map(|(row, operand)| (*row, with_elements(operand, other))).collect(),
        }),
        Expr::Call(function, arguments) => {
            let arguments = arguments.iter().map(|argument| with_elements(argument, other)).collect();
            Expr::Call(function.clone(), arguments)
        }
        Expr::Remainder(division) => Expr::Remainder(Box::new(Remainder {
            dividend: with_elements(&division.dividend, other),
            divisor: with_elements(&division.divisor, other),
            quotient: with_elements(&division.quotient, other),
            rest: with_elements(&division.rest, other),
        })),
    }
}
