//! Equations added up, or taken from each other.

use super::{Find, Give, Look, Subject, Technique};
use crate::scene::{Id, Var, add_term, digits_of};
use crate::state::{News, RawProof};
use crate::step::Rule;
use crate::ways::Sum;
use fukumen_language::interrupt::Interrupt;

pub(super) const ADD_EQUATIONS: Technique = Technique {
    name: "add-equations",
    looks_at: "two equations that share symbols",
    concludes: "the symbol that is left when they are added up, or one is taken from the other",
    weight: 200,
    rank: 7,
    look: add_equations,
};

/// The most equations of which each two are looked at: beyond that nobody sees which belong together.
const MOST_EQUATIONS: usize = 30;

/// An equation as digits with their factors, what they add up to, and the fact.
type Form = (usize, Vec<(Var, i64)>, i64, Id);

fn add_equations(look: &Look) -> Vec<Find> {
    let form = |(index, stated): (usize, &crate::scene::Stated)| {
        let (terms, equals) = digits_of(&stated.expr, look.scene.b())?;
        Some((index, terms, equals, stated.given))
    };
    let forms: Vec<Form> =
        look.scene.stated.iter().enumerate().filter_map(form).take(MOST_EQUATIONS).collect();
    let mut finds = Vec::new();
    for (i, first) in forms.iter().enumerate() {
        for second in &forms[i + 1..] {
            let is_shared = first.1.iter().any(|(var, _)| second.1.iter().any(|(other, _)| other == var));
            for sign in [1, -1].into_iter().filter(|_| is_shared && !look.watch.is_raised()) {
                let stamp = look.stamp(first.1.iter().chain(&second.1).map(|(var, _)| *var));
                let object = (first.0 * MOST_EQUATIONS + second.0, usize::from(sign > 0));
                finds.extend(look.at(ADD_EQUATIONS.name, object, stamp, || added(look, first, second, sign)));
            }
        }
    }
    finds
}

/// The only symbol that is left of two equations, of which one counts with a sign.
fn added(look: &Look, first: &Form, second: &Form, sign: i64) -> Option<Find> {
    let mut terms = first.1.clone();
    second.1.iter().for_each(|(var, times)| add_term(&mut terms, *var, sign * times));
    terms.retain(|(_, times)| *times != 0);
    let [(var, times)] = terms[..] else { return None };
    // Either of them says it alone if it has no other symbol.
    if look.state.value(var).is_some() || first.1.len() < 2 || second.1.len() < 2 {
        return None;
    }
    let equals = first.2 + sign * second.2;
    let (times, equals) = if times < 0 { (-times, -equals) } else { (times, equals) };
    let turned = if terms[0].1 < 0 { -1 } else { 1 };
    let ways = look.ways(&[var], &[Sum { factors: vec![times], equals }], 1, &|_| true)?;
    let news = look.news_of(&[var], &ways);
    let made_of = vec![(first.3, turned), (second.3, turned * i128::from(sign))];
    let mut find = look.enumerated(&ADD_EQUATIONS, &[var], &[first.3, second.3], news, 1);
    let proof = RawProof { combine: made_of, ..RawProof::default() };
    let relation = News::Relation(vec![(var, times)], equals);
    find.gives.insert(0, Give { news: relation, rule: Rule::K3, proof });
    find.subject = Subject::Two(first.0, second.0);
    Some(find)
}
