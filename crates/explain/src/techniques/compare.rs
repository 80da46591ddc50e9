//! Rows that are multiples of the same number, compared by their lengths.

use super::factors::{both_ways, product};
use super::{Find, Give, Look, Subject, Technique};
use crate::scene::{Stated, Var};
use crate::state::{News, RawProof};
use crate::step::{At, Rule};
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Element, Expr};

pub(super) const COMPARE: Technique = Technique {
    name: "compare",
    looks_at: "two rows that are multiples of the same number, one of them longer",
    concludes: "the longer one has the larger digit",
    weight: 100,
    rank: 6,
    look: compare,
};

/// A row of a drawing: a number times a digit.
struct Row<'a> {
    index: usize,
    stated: &'a Stated,
    number: &'a [Element],
    digit: Element,
    length: usize,
}

fn rows<'a>(look: &Look<'a>) -> Vec<Row<'a>> {
    let stated = look.scene.stated.iter().enumerate().filter(|(_, stated)| stated.role.is_some());
    let row = |(index, stated): (usize, &'a Stated)| {
        both_ways(&stated.expr)?.into_iter().find_map(|(of, made)| {
            let Expr::Numeral(made) = made else { return None };
            let (number, digit) = match product(of)? {
                [number, &[digit]] | [&[digit], number] => (number, digit),
                _ => return None,
            };
            Some(Row { index, stated, number, digit, length: made.whole.len() })
        })
    };
    stated.filter_map(row).collect()
}

fn compare(look: &Look) -> Vec<Find> {
    let rows = rows(look);
    let pairs = rows.iter().flat_map(|long| rows.iter().map(move |short| (long, short)));
    let pairs = pairs.filter(|(long, short)| long.number == short.number && long.length > short.length);
    let digits = |element: Element| match element {
        Element::Shown(digit) => DigitSet::one(digit),
        Element::Hidden(place) => look.state.digits[place.index()].0,
    };
    let found = pairs.filter_map(|(long, short)| {
        let (more, less) = (digits(long.digit), digits(short.digit));
        let (most, least) = (more.max()?, less.min()?);
        let narrowed = |element: Element, set: DigitSet, fits: &dyn Fn(&Digit) -> bool| {
            let Element::Hidden(place) = element else { return None };
            let left = set.iter().filter(fits).fold(DigitSet::EMPTY, DigitSet::with);
            let news = if left.is_empty() { News::False } else { News::Digit(place.index(), left) };
            (left != set).then_some(Give { news, rule: Rule::K2, proof: RawProof::default() })
        };
        let larger = narrowed(long.digit, more, &|digit| *digit > least);
        let smaller = narrowed(short.digit, less, &|digit| *digit < most);
        let gives: Vec<Give> = larger.into_iter().chain(smaller).collect();
        if gives.is_empty() {
            return None;
        }
        let places = long.stated.places.iter().chain(&short.stated.places);
        let why = places.flat_map(|place| look.state.why(Var::Place(*place))).copied();
        let mut uses: Vec<usize> = [long.stated.given, short.stated.given].into_iter().chain(why).collect();
        uses.arrange();
        uses.dedup();
        let at = At { equation: Some(long.stated.number), columns: Vec::new() };
        let subject = Subject::Two(long.index, short.index);
        Some(Find { at, subject, ..Find::new(&COMPARE, uses, gives) })
    });
    found.collect()
}
