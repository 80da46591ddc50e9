//! Two factors of a number that is known, and a row that is equal to its factor.

use super::{Find, Give, Look, MOST_WAYS, Subject, Technique, table, ways_weight};
use crate::scene::{Stated, Var};
use crate::state::{News, RawProof};
use crate::step::{At, Rule};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};
use fukumen_language::judge;
use fukumen_language::vocabulary::Algebra;

pub(super) const FACTORS: Technique = Technique {
    name: "factors",
    looks_at: "a product that is known",
    concludes: "digits that occur in its pairs of factors",
    weight: 200,
    rank: 12,
    look: factors,
};

pub(super) const SAME_ROW: Technique = Technique {
    name: "same-row",
    looks_at: "a row that equals the factor",
    concludes: "the digit is 1",
    weight: 100,
    rank: 2,
    look: same_row,
};

/// The most numbers that are tried as factors.
const MOST_TRIED: i128 = 20_000;

/// Both sides of an equation, either way round.
pub(crate) fn both_ways(expr: &Expr) -> Option<[(&Expr, &Expr); 2]> {
    let Expr::Chain(chain) = expr else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    (operator.algebra == Algebra::Equal).then_some([(&*chain.first, right), (right, &*chain.first)])
}

/// A product of two whole numbers.
pub(super) fn product(expr: &Expr) -> Option<[&[Element]; 2]> {
    let Expr::Chain(chain) = expr else { return None };
    let (Expr::Numeral(a), [(operator, Expr::Numeral(b))]) = (&*chain.first, &chain.rest[..]) else {
        return None;
    };
    let is_whole = a.is_whole() && b.is_whole() && a.base.is_none() && b.base.is_none();
    (operator.algebra == Algebra::Times && is_whole).then_some([&a.whole, &b.whole])
}

fn factors(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    for (index, stated) in look.scene.stated.iter().enumerate() {
        let Some(sides) = both_ways(&stated.expr) else { continue };
        for (of, made) in sides {
            let (Some(pair), Some(known)) = (product(of), known(look, made)) else { continue };
            let sizes = stated.numerals.iter().map(|numeral| look.state.since_sizes[*numeral]).max();
            let stamp =
                look.stamp(stated.places.iter().map(|place| Var::Place(*place))).max(sizes.unwrap_or(0));
            let find = look.at("factors", (index, 0), stamp, || divisors(look, stated, pair, known));
            finds.extend(find.map(|mut find| {
                find.at.equation = Some(stated.number);
                find.subject = Subject::Stated(index);
                find
            }));
        }
    }
    finds
}

/// The value of an expression without an open digit.
pub(super) fn known(look: &Look, expr: &Expr) -> Option<i128> {
    let mut digits: Vec<Digit> = vec![0; look.scene.cells.len()];
    for cell in expr.cells() {
        digits[cell.index()] = look.state.digit(cell.index())?;
    }
    let value = judge::number(expr, &digits, &look.scene.context).ok()?;
    value.is_integer().then(|| value.to_i128())?.filter(|value| *value > 0)
}

/// The pairs of factors that can be written as the two numbers.
fn divisors(look: &Look, stated: &Stated, pair: [&[Element]; 2], known: i128) -> Option<Find> {
    let number = |elements: &[Element]| look.scene.numeral_of(elements);
    let span = |numeral: &usize| look.state.bounds(look.scene, *numeral).map(|(least, most)| most - least);
    let (numeral, first, second) = [(number(pair[0]), pair[0], pair[1]), (number(pair[1]), pair[1], pair[0])]
        .into_iter()
        .filter_map(|(numeral, first, second)| Some((numeral?, first, second)))
        .min_by_key(|(numeral, ..)| span(numeral))?;
    let (least, most) = look.state.bounds(look.scene, numeral)?;
    if most - least > MOST_TRIED || least == most {
        return None;
    }
    look.work.set(look.work.get() + u64::try_from(most - least).unwrap_or(0) / 8);
    let mut ways: Vec<Vec<(usize, Digit)>> = Vec::new();
    for value in (least.max(1)..=most).filter(|value| known % value == 0) {
        let mut digits = Vec::new();
        if table::spell(look, first, value, &mut digits)
            && table::spell(look, second, known / value, &mut digits)
        {
            ways.push(digits);
        }
    }
    if ways.len() > MOST_WAYS {
        return None;
    }
    let mut vars: Vec<Var> = Vec::new();
    for place in table::places(first).into_iter().chain(table::places(second)) {
        if !vars.contains(&Var::Place(place)) {
            vars.push(Var::Place(place));
        }
    }
    let tuples: Vec<Vec<i64>> = ways
        .iter()
        .map(|known| vars.iter().map(|var| table::digit_of(look, known, *var)).collect())
        .collect();
    let news = look.news_of(&vars, &tuples);
    if news.is_empty() {
        return None;
    }
    let mut facts = vec![stated.given];
    for place in &stated.places {
        facts.extend_from_slice(look.state.why(Var::Place(*place)));
    }
    for other in &stated.numerals {
        facts.extend(look.state.sizes[*other].iter().flat_map(|size| size.why.iter().copied()));
    }
    vars.extend(
        stated
            .places
            .iter()
            .map(|place| Var::Place(*place))
            .filter(|var| !vars.contains(var))
            .collect::<Vec<_>>(),
    );
    let over = table::over(look, numeral, &vars)?;
    let mut find = look.enumerated(&FACTORS, &vars, &facts, news, ways.len());
    find.uses.arrange();
    find.uses.dedup();
    for give in &mut find.gives {
        give.proof.over.clone_from(&over);
    }
    find.weight = FACTORS.weight + ways_weight(ways.len());
    Some(find)
}

/// A number that does not change when it is multiplied by a digit.
fn same_row(look: &Look) -> Vec<Find> {
    let found = look.scene.stated.iter().enumerate().filter_map(|(index, stated)| {
        let sides = both_ways(&stated.expr)?;
        let (pair, row) = sides.iter().find_map(|(of, made)| match made {
            Expr::Numeral(made) if made.is_whole() => Some((product(of)?, &made.whole[..])),
            _ => None,
        })?;
        let other = if pair[0] == row { pair[1] } else { pair[0] };
        let (true, [Element::Hidden(digit)]) = (pair.contains(&row), other) else { return None };
        let set = look.state.digits[digit.index()].0;
        let (least, _) = look.state.bounds(look.scene, number_of(look, row)?)?;
        if set == DigitSet::one(1) || least < 1 {
            return None;
        }
        let left = set & DigitSet::one(1);
        let news = if left.is_empty() { News::False } else { News::Digit(digit.index(), left) };
        let mut uses = vec![stated.given];
        uses.extend(look.state.why_bounds(look.scene, number_of(look, row)?));
        uses.extend_from_slice(&look.state.digits[digit.index()].1);
        uses.arrange();
        uses.dedup();
        let at = At { equation: Some(stated.number), columns: Vec::new() };
        let gives = vec![Give { news, rule: Rule::K7, proof: RawProof::default() }];
        Some(Find { at, subject: Subject::Stated(index), ..Find::new(&SAME_ROW, uses, gives) })
    });
    found.collect()
}

fn number_of(look: &Look, elements: &[Element]) -> Option<usize> {
    look.scene.numeral_of(elements)
}
