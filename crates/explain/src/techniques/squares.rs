//! The last two digits of squares.

use super::{Find, Look, MOST_TUPLES, Subject, Technique, both_ways, narrowed};
use crate::scene::{Stated, Var};
use crate::state::News;
use crate::step::{At, Sentence, Value};
use crate::tell;
use fukumen_language::digits::Base;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::vocabulary::Algebra;

pub(super) const SQUARE_ENDING: Technique = Technique {
    name: "square-ending",
    looks_at: "a square that ends in the same digit twice, or of which one of the last two digits is known",
    concludes: "what odd and even squares end in",
    weight: 200,
    rank: 11,
    look: square_endings,
};

/// A number, its square, and the last two digits of this.
struct Square<'a> {
    root: &'a [Element],
    made: &'a [Element],
    ends: [Element; 2],
}

fn square_endings(look: &Look) -> Vec<Find> {
    let stated = look.scene.stated.iter().enumerate().filter(|_| look.scene.base == Base::TEN);
    let found = stated.filter_map(|(index, stated)| {
        let square = squared(&stated.expr)?;
        let stamp = look.stamp(stated.places.iter().map(|place| Var::Place(*place)));
        let mut find = look.at(SQUARE_ENDING.name, (index, 0), stamp, || endings(look, stated, &square))?;
        find.at = At { equation: Some(stated.number), columns: Vec::new() };
        Some(find)
    });
    found.collect()
}

fn squared(expr: &Expr) -> Option<Square<'_>> {
    both_ways(expr)?.into_iter().find_map(|(of, made)| {
        let Expr::Chain(chain) = of else { return None };
        let [(operator, by)] = &chain.rest[..] else { return None };
        let (root, made) = (whole(&chain.first)?, whole(made)?);
        let is_square = match operator.algebra {
            Algebra::Times => whole(by)? == root,
            Algebra::Power => is_two(by),
            _ => false,
        };
        let &[.., tens, units] = made else { return None };
        is_square.then_some(Square { root, made, ends: [tens, units] })
    })
}

fn whole(expr: &Expr) -> Option<&[Element]> {
    match expr {
        Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none() => Some(&numeral.whole),
        _ => None,
    }
}

fn is_two(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(number) => number.to_i64() == Some(2),
        other => whole(other).is_some_and(|digits| digits == [Element::Shown(2)]),
    }
}

/// The digits of the ending, and of the root, that squares allow.
fn endings(look: &Look, stated: &Stated, square: &Square) -> Option<Find> {
    let last = *square.root.last()?;
    let [tens, units] = square.ends;
    let is_known = |element: Element| values(look, element).len() == 1;
    if tens != units && is_known(tens) == is_known(units) {
        return None;
    }
    let mut ways: Vec<[i64; 3]> = Vec::new();
    let mut has_zero = false;
    for t in values(look, tens) {
        for u in values(look, units) {
            let ending = 10 * t + u;
            let is_ending =
                [0, 1, 4, 5, 6, 9].contains(&u) && if u % 2 == 0 { ending % 4 == 0 } else { t % 2 == 0 };
            if !is_ending || !agree(look, (tens, t), (units, u)) {
                continue;
            }
            for r in values(look, last).into_iter().filter(|r| r * r % 10 == u) {
                let fits = agree(look, (last, r), (tens, t)) && agree(look, (last, r), (units, u));
                has_zero |= u == 0 && !fits;
                ways.extend(fits.then_some([t, u, r]));
            }
        }
    }
    let mut news: Vec<News> = Vec::new();
    for (at, element) in [tens, units, last].into_iter().enumerate() {
        let Element::Hidden(place) = element else { continue };
        let mut left: Vec<i64> = ways.iter().map(|way| way[at]).collect();
        left.sort_unstable();
        left.dedup();
        let fact = narrowed(Var::Place(place.index()), &left);
        if left.len() < values(look, element).len() && !news.contains(&fact) {
            news.push(fact);
        }
    }
    let mut vars: Vec<Var> = Vec::new();
    for element in square.root.iter().rev().take(2).chain(&square.ends) {
        if let Element::Hidden(place) = element
            && !vars.contains(&Var::Place(place.index()))
        {
            vars.push(Var::Place(place.index()));
        }
    }
    let is_checked = look.tuples(&vars).is_some_and(|tuples| tuples <= MOST_TUPLES);
    if ways.is_empty() || news.is_empty() || !is_checked {
        return None;
    }
    let mut find = look.enumerated(&SQUARE_ENDING, &vars, &[stated.given], news, 1);
    find.gives.iter_mut().for_each(|give| give.proof.modulo = Some(100));
    let name = |elements: &[Element]| Value::Text(tell::numeral(look.scene, elements));
    let zero =
        Sentence { key: "square-zero", params: vec![("units", name(&[units])), ("root", name(&[last]))] };
    let first = Sentence { key: "square-ending", params: vec![("number", name(square.made))] };
    let so = Sentence { key: "so", params: Vec::new() };
    find.subject = Subject::Said([first].into_iter().chain(has_zero.then_some(zero)).chain([so]).collect());
    Some(find)
}

/// The digits that are left of an element.
fn values(look: &Look, element: Element) -> Vec<i64> {
    match element {
        Element::Shown(digit) => vec![digit.into()],
        Element::Hidden(place) => look.state.values(look.scene, Var::Place(place.index())),
    }
}

/// Whether two elements can have these digits together.
fn agree(look: &Look, (one, a): (Element, i64), (other, b): (Element, i64)) -> bool {
    match (one, other) {
        (Element::Hidden(one), Element::Hidden(other)) if one == other => a == b,
        (Element::Hidden(one), Element::Hidden(other)) => {
            a != b || !look.scene.differ[one.index()][other.index()]
        }
        _ => true,
    }
}
