//! Puzzles for the tests, from texts.

use proptest::prelude::*;

use crate::digits::Base;
use crate::expr::Element;
use crate::expr::Expr;
use crate::expr::Numeral;
use crate::expr::Remainder;
use crate::puzzle::Builder;
use crate::puzzle::Puzzle;
use crate::puzzle::Rules;
use crate::vocabulary::Tier;
use crate::vocabulary::Vocabulary;
use crate::vocabulary::operator;

/// The puzzle of a text under settings.
pub(super) fn puzzle(text: &str, settings: &[(&str, &str)]) -> Puzzle {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, Some(value)).expect("the settings are right");
    }
    let wheres = rules.wheres.join(",");
    let mut builder = Builder::new(rules);
    for (i, text) in [text, &wheres].into_iter().enumerate() {
        let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut reader = Reader { rest: &text, builder: &mut builder };
        for condition in reader.list() {
            if i == 0 {
                reader.builder.condition(condition)
            } else {
                reader.builder.side_condition(condition)
            }
        }
        assert!(reader.rest.is_empty(), "cannot read {:?}", reader.rest);
    }
    builder.build().expect("it is a puzzle")
}

/// The least that reads the texts of these tests.
struct Reader<'a> {
    rest: &'a [char],
    builder: &'a mut Builder,
}

const TIERS: &[Tier] = &[Tier::Or, Tier::And, Tier::Relation, Tier::Sum, Tier::Product, Tier::Power];
const SPELLINGS: &[&str] =
    &["||", "&&", "<>", "=", "≠", "≤", "≥", "<", ">", "∣", "+", "-", "*", "//", "/", "%", "^"];

impl Reader<'_> {
    fn takes(&mut self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let is_next = self.rest.starts_with(&text);
        if is_next {
            self.rest = &self.rest[text.len()..];
        }
        is_next
    }

    fn list(&mut self) -> Vec<Expr> {
        let mut all = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(&[')']) {
            all.push(self.tier(0));
            self.takes(",");
        }
        all
    }

    fn tier(&mut self, level: usize) -> Expr {
        let Some(tier) = TIERS.get(level) else { return self.atom() };
        let first = self.tier(level + 1);
        let mut rest = Vec::new();
        let rows = SPELLINGS.iter().filter_map(|spelling| Some((spelling, operator(*tier, spelling)?)));
        while let Some((_, row)) = rows.clone().find(|(spelling, _)| self.takes(spelling)) {
            rest.push((row, self.tier(level + 1)));
        }
        Expr::chain(first, rest)
    }

    fn atom(&mut self) -> Expr {
        if self.takes("(") {
            let inner = self.tier(0);
            assert!(self.takes(")"), "a bracket is open before {:?}", self.rest);
            return inner;
        }
        let name: String = self.rest.iter().take_while(|c| matches!(c, 'a'..='z' | '_')).collect();
        if let Some(function) = Vocabulary::default().function(&name) {
            self.takes(&name);
            self.takes("(");
            let call = Expr::Call(function, self.list());
            self.takes(")");
            return call;
        }
        let mut numeral = Numeral::whole(self.elements());
        if self.takes(".") {
            numeral.fraction = self.elements();
            if self.takes("(") {
                numeral.repetend = self.elements();
                self.takes(")");
            }
        }
        if self.takes("@") {
            let base: String = self.rest.iter().take_while(|c| c.is_ascii_digit()).collect();
            self.takes(&base);
            numeral.base = base.parse().ok().and_then(|base| Base::new(base).ok());
        }
        let number = Expr::Numeral(numeral);
        if self.takes("÷") { self.division(number) } else { number }
    }

    fn division(&mut self, dividend: Expr) -> Expr {
        let divisor = self.atom();
        self.takes("=");
        let quotient = self.atom();
        self.takes("r");
        let rest = self.atom();
        Expr::Remainder(Box::new(Remainder { dividend, divisor, quotient, rest }))
    }

    fn elements(&mut self) -> Vec<Element> {
        let mut elements = Vec::new();
        while let Some((c, rest)) = self.rest.split_first() {
            elements.push(match c {
                '0'..='9' => self.builder.literal(*c as u8 - b'0'),
                'A'..='Z' => self.builder.symbol(&c.to_string()),
                '□' => self.builder.blank("□"),
                _ => break,
            });
            self.rest = rest;
        }
        elements
    }
}

/// Puzzles of at most six symbols in base 4, as text and settings. Some are made symmetric by
/// repeating their conditions with other symbols.
pub(super) fn small_puzzles() -> impl Strategy<Value = (String, Vec<(&'static str, &'static str)>)> {
    let distinct = prop::sample::select(vec!["all", "none", "none", "ABC,DEF", "AB,BC", "AB,CD,EF"]);
    let zeros = prop::sample::select(vec!["allowed", "forbidden"]);
    let assign = prop::sample::select(vec!["", "", "A≠0", "A=1,2;B=1,2", "D≠3"]);
    let mirror = prop::sample::select(vec!["ABCDEF", "ABCDEF", "BADCFE", "BCAEFD", "DEFABC", "BCDEFA"]);
    (prop::collection::vec(condition(), 1..3), mirror, distinct, zeros, assign).prop_map(
        |(conditions, mirror, distinct, zeros, assign)| {
            let text = conditions.join(", ");
            let image = |c: char| "ABCDEF".find(c).and_then(|i| mirror.chars().nth(i)).unwrap_or(c);
            let mirrored: String = text.chars().map(image).collect();
            // A last condition that always holds, so that all symbols are there.
            let text = format!("{text}, {mirrored}, A+B+C+D+E+F≥0");
            let settings =
                [("base", "4"), ("distinct", distinct), ("leading-zeros", zeros), ("assign", assign)];
            let settings = settings.into_iter().filter(|(_, value)| !value.is_empty());
            (text, settings.collect())
        },
    )
}

fn condition() -> impl Strategy<Value = String> {
    let joined = (relation(), prop::sample::select(vec![" && ", " || "]), relation());
    prop_oneof![
        5 => relation(),
        1 => joined.prop_map(|(a, join, b)| format!("{a}{join}{b}")),
        1 => (relation(), relation()).prop_map(|(a, b)| format!("({a})+({b})=1")),
    ]
}

fn relation() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["=", "=", "=", "≠", "<", "≤", ">", "≥"]);
    let chain = prop::sample::select(vec!["=", "<", "≠"]);
    prop_oneof![
        5 => (sum(), sign, sum()).prop_map(|(a, sign, b)| format!("{a}{sign}{b}")),
        1 => (sum(), chain, sum(), sum()).prop_map(|(a, sign, b, c)| format!("{a}{sign}{b}{sign}{c}")),
    ]
}

fn sum() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["+", "+", "-"]);
    let rest = prop::collection::vec((sign, term()), 0..3);
    (term(), rest).prop_map(|(first, rest)| rest.iter().fold(first, |sum, (sign, term)| sum + sign + term))
}

/// Numerals may show digits here, and use a symbol twice.
fn term() -> impl Strategy<Value = String> {
    let operator = prop::sample::select(vec!["*", "*", "/"]);
    let product = prop::collection::vec((operator, factor()), 1..3);
    prop_oneof![
        3 => "[A-F]",
        3 => "[A-F][A-F]",
        1 => "[1-3][A-F]|[A-F][0-3]|[0-3]",
        1 => "[(][A-F]-[A-F][A-F]?[)]",
        3 => (factor(), product).prop_map(|(first, rest)| {
            rest.iter().fold(first, |product, (operator, factor)| product + operator + factor)
        }),
    ]
}

/// Factors of which none is a number times something, which would make the product one too: the
/// slow judge does not see that.
fn factor() -> impl Strategy<Value = String> {
    let symbols = Just(vec!['A', 'B', 'C', 'D', 'E', 'F']).prop_shuffle();
    (symbols, 0..8).prop_map(|(symbols, shape)| {
        let (x, y) = (symbols[0], symbols[1]);
        match shape {
            0..=3 => format!("{x}"),
            4 => format!("{x}{y}"),
            5 => format!("({x}+{y})"),
            6 => format!("({x}/{y})"),
            _ => format!("{x}^2"),
        }
    })
}
