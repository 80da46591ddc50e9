//! Terms and factors that may change places: an exchange of symbols that leaves the puzzle as it is.

use std::collections::BTreeMap;

use super::Scene;
use crate::fact::Place;
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::{Chain, Element, Expr, Numeral};
use fukumen_language::vocabulary::{Algebra, Tier, operator};

/// Conditions with more numerals than this are not compared.
const MOST_NUMERALS: usize = 60;

/// More parts than this are not put in order.
const MOST_PARTS: usize = 5;

/// Two parts of a condition that may change places.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    /// The places that change places with each other.
    pub pairs: Vec<(usize, usize)>,
    /// The condition in which they stand.
    pub stated: usize,
    /// The order that may be assumed: a numeral of the first part is less than that of the second.
    pub order: Expr,
}

impl Scene {
    /// Adds the parts of one condition that may change places.
    pub(super) fn add_exchanges(&mut self) {
        let mut numerals = 0;
        for stated in &self.stated {
            stated.expr.for_each_numeral(&mut |_| numerals += 1);
        }
        if numerals > MOST_NUMERALS || self.stated.iter().any(|stated| stated.role.is_some()) {
            return;
        }
        for (index, stated) in self.stated.iter().enumerate() {
            let mut found = Vec::new();
            each_chain(&stated.expr, &mut |chain| {
                if found.is_empty() {
                    found = self.exchanged_in(chain, index);
                }
            });
            if !found.is_empty() {
                self.exchanges = found;
                return;
            }
        }
    }

    /// The operands of a chain of which each may change places with the next one.
    fn exchanged_in(&self, chain: &Chain, stated: usize) -> Vec<Exchange> {
        let wanted = match chain.tier() {
            Tier::Sum => Algebra::Plus,
            Tier::Product => Algebra::Times,
            _ => return Vec::new(),
        };
        let others = chain.rest.iter().filter(|(operator, _)| operator.algebra == wanted);
        // Digits of a column may change places one by one, which is another matter.
        let is_part = |part: &&Expr| wanted == Algebra::Times || !matches!(part, Expr::Numeral(_));
        let parts: Vec<&Expr> =
            std::iter::once(&*chain.first).chain(others.map(|(_, part)| part)).filter(is_part).collect();
        let mut found: Vec<Exchange> = Vec::new();
        let mut last: Option<&Expr> = None;
        for part in parts {
            match last.map(|last| self.exchange(last, part, stated)) {
                None => last = Some(part),
                Some(Some(exchange)) => {
                    found.push(exchange);
                    last = Some(part);
                }
                Some(None) => {}
            }
        }
        found.truncate(MOST_PARTS - 1);
        found
    }

    /// The exchange of two parts, if it maps the puzzle onto itself and decides an order.
    fn exchange(&self, a: &Expr, b: &Expr, stated: usize) -> Option<Exchange> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        if !pair_up(a, b, &mut pairs) || pairs.is_empty() {
            return None;
        }
        let mut map: Vec<usize> = (0..self.cells.len()).collect();
        for (a, b) in &pairs {
            if map[*a] != *a || map[*b] != *b || a == b {
                return None;
            }
            (map[*a], map[*b]) = (*b, *a);
        }
        if !self.is_mapped(&map) {
            return None;
        }
        let (less, more) = (longest(a)?, longest(b)?);
        let differ = |(a, b): (&Element, &Element)| match (a, b) {
            (Element::Hidden(a), Element::Hidden(b)) => self.differ[a.index()][b.index()],
            _ => false,
        };
        if less.len() != more.len() || !less.iter().zip(&more).any(differ) {
            return None;
        }
        let order = Expr::chain(
            Expr::Numeral(Numeral::whole(less)),
            vec![(operator(Tier::Relation, "<")?, Expr::Numeral(Numeral::whole(more)))],
        );
        Some(Exchange { pairs, stated, order })
    }

    /// Whether an exchange of places leaves domains, groups and conditions as they are.
    fn is_mapped(&self, map: &[usize]) -> bool {
        let keeps_digits = (0..map.len()).all(|place| self.allowed[place].0 == self.allowed[map[place]].0);
        let keeps_groups =
            (0..map.len()).all(|a| (0..map.len()).all(|b| self.differ[a][b] == self.differ[map[a]][map[b]]));
        // Groups that share digits out in other ways are not looked at.
        let is_plain = self.puzzle.groups().iter().all(|group| group.most == 1 && group.least == 0);
        if !(keeps_digits && keeps_groups && is_plain) {
            return false;
        }
        let mut counts: BTreeMap<String, i64> = BTreeMap::new();
        let same: Vec<usize> = (0..map.len()).collect();
        for stated in &self.stated {
            *counts.entry(standard(&stated.expr, &same)).or_default() += 1;
            *counts.entry(standard(&stated.expr, map)).or_default() -= 1;
        }
        counts.values().all(|count| *count == 0)
    }
}

/// Visits all chains in an expression, the outer ones first.
fn each_chain(expr: &Expr, visit: &mut dyn FnMut(&Chain)) {
    if let Expr::Chain(chain) = expr {
        visit(chain);
    }
    for child in expr.children() {
        each_chain(child, visit);
    }
}

/// Pairs the hidden digits of two expressions that are alike but for them.
fn pair_up(a: &Expr, b: &Expr, pairs: &mut Vec<(usize, usize)>) -> bool {
    match (a, b) {
        (Expr::Numeral(a), Expr::Numeral(b)) => {
            let is_like = a.is_whole() && b.is_whole() && a.base == b.base && a.whole.len() == b.whole.len();
            is_like
                && a.whole.iter().zip(&b.whole).all(|(a, b)| match (a, b) {
                    (Element::Shown(a), Element::Shown(b)) => a == b,
                    (Element::Hidden(a), Element::Hidden(b)) => {
                        pairs.push((a.index(), b.index()));
                        true
                    }
                    _ => false,
                })
        }
        (Expr::Chain(a), Expr::Chain(b)) => {
            a.rest.len() == b.rest.len()
                && pair_up(&a.first, &b.first, pairs)
                && a.rest.iter().zip(&b.rest).all(|((f, a), (g, b))| {
                    f.symbol() == g.symbol() && f.tier == g.tier && pair_up(a, b, pairs)
                })
        }
        (Expr::Constant(a), Expr::Constant(b)) => a == b,
        _ => false,
    }
}

/// The longest numeral that hides a digit; of several, the last: a denominator says more than what is above it.
fn longest(expr: &Expr) -> Option<Vec<Element>> {
    let mut found: Option<Vec<Element>> = None;
    expr.for_each_numeral(&mut |numeral| {
        let is_hidden = numeral.whole.iter().any(|element| matches!(element, Element::Hidden(_)));
        if is_hidden && found.as_ref().is_none_or(|found| found.len() <= numeral.whole.len()) {
            found = Some(numeral.whole.clone());
        }
    });
    found
}

/// An expression as a text in which the order of terms and factors makes no difference.
fn standard(expr: &Expr, map: &[usize]) -> String {
    let Expr::Chain(chain) = expr else {
        return match expr {
            Expr::Unary(operator, operand) => format!("{}({})", operator.symbol(), standard(operand, map)),
            Expr::Numeral(_) | Expr::Constant(_) => {
                expr.written(&|place: Place| format!("[{}]", map[place.index()])).to_string()
            }
            // Anything else stands as it is, so that it is the same only if nothing in it moves.
            other => format!("{other:?} {map:?}"),
        };
    };
    let first = match chain.tier() {
        Tier::Sum => "+",
        Tier::Product => "*",
        _ => "",
    };
    let others = chain.rest.iter().map(|(operator, operand)| (operator.symbol(), operand));
    let mut parts: Vec<String> = std::iter::once((first, &*chain.first))
        .chain(others)
        .map(|(sign, part)| format!("{sign}({})", standard(part, map)))
        .collect();
    let may_move = match chain.tier() {
        Tier::Sum => true,
        Tier::Product => chain.rest.iter().all(|(operator, _)| operator.algebra == Algebra::Times),
        _ => false,
    };
    if may_move {
        parts.arrange();
    }
    parts.concat()
}
