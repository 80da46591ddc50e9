//! Two relations of which a common variable is eliminated.

use super::{Find, Give, Link, Look, MOST_TUPLES, MOST_WAYS, Subject, Technique, ways_weight};
use crate::scene::{Id, Var};
use crate::state::{News, RawProof};
use crate::step::{At, Rule};
use crate::ways::Sum;
use fukumen_language::interrupt::Interrupt;
use fukumen_language::number::gcd;

pub(super) const COMBINE: Technique = Technique {
    name: "combine",
    looks_at: "two columns or relations that share a symbol or carry",
    concludes: "the relation without it, and what follows from that",
    weight: 300,
    rank: 13,
    look: combine,
};

/// The most unknowns of a combined relation.
const MOST_UNKNOWN: usize = 4;

/// The most relations of which each two are looked at.
const MOST_RELATIONS: usize = 500;

/// A relation between unknowns, and the facts of which it consists, each with its factor.
#[derive(Clone)]
struct Reduced {
    link: Link,
    terms: Vec<(Var, i64)>,
    equals: i64,
    made_of: Vec<(Id, i64)>,
}

fn combine(look: &Look) -> Vec<Find> {
    let all = relations(look);
    let mut finds = Vec::new();
    for (i, a) in all.iter().enumerate() {
        if look.watch.is_raised() {
            break;
        }
        for (j, b) in all.iter().enumerate().skip(i + 1) {
            for (var, times) in &a.terms {
                let Some((_, other)) = b.terms.iter().find(|(same, _)| same == var) else { continue };
                let stamp = look.stamp(a.terms.iter().chain(&b.terms).map(|(var, _)| *var));
                let object = (i * 1000 + j, number(*var));
                finds.extend(
                    look.at("combine", object, stamp, || eliminated(look, (a, *times), (b, *other), *var)),
                );
            }
        }
    }
    finds
}

fn number(var: Var) -> usize {
    match var {
        Var::Place(place) => 2 * place,
        Var::Carry(carry) => 2 * carry + 1,
    }
}

/// The columns and the relations that were combined.
pub(super) fn links(look: &Look) -> impl Iterator<Item = Link> {
    let columns = (0..look.scene.columns.len()).map(Link::Column);
    columns.chain((0..look.state.relations.len()).map(Link::Relation))
}

/// The terms of a column or relation, what they add up to, and the fact.
pub(super) fn parts<'a>(look: &'a Look, link: Link) -> (&'a [(Var, i64)], i64, Id) {
    match link {
        Link::Column(index) => {
            let column = &look.scene.columns[index];
            (&column.terms, column.equals, column.given)
        }
        Link::Relation(index) => {
            let (terms, equals, id) = &look.state.relations[index];
            (terms, *equals, *id)
        }
    }
}

/// All relations with what is known put in.
fn relations(look: &Look) -> Vec<Reduced> {
    let is_of_use = |relation: &Reduced| (1..=MOST_UNKNOWN + 1).contains(&relation.terms.len());
    links(look).map(|link| reduced(look, link)).filter(is_of_use).take(MOST_RELATIONS).collect()
}

fn reduced(look: &Look, link: Link) -> Reduced {
    let (terms, equals, id) = parts(look, link);
    let mut reduced = Reduced { link, terms: Vec::new(), equals, made_of: vec![(id, 1)] };
    for (var, times) in terms {
        match (look.state.value(*var), look.state.why(*var)) {
            (Some(value), [why]) => {
                reduced.equals -= times * value;
                reduced.made_of.push((*why, -times));
            }
            _ => reduced.terms.push((*var, *times)),
        }
    }
    reduced
}

/// What the sum of multiples of two relations says, in which a variable does not occur.
fn eliminated(
    look: &Look,
    (a, times): (&Reduced, i64),
    (b, other): (&Reduced, i64),
    var: Var,
) -> Option<Find> {
    let divisor = gcd(times.abs(), other.abs());
    let (of_a, of_b) = (other / divisor, -times / divisor);
    let mut terms: Vec<(Var, i64)> = a.terms.iter().map(|(var, times)| (*var, times * of_a)).collect();
    for (var, times) in &b.terms {
        crate::scene::add_term(&mut terms, *var, times * of_b);
    }
    terms.retain(|(_, times)| *times != 0);
    let equals = a.equals * of_a + b.equals * of_b;
    let fewest = a.terms.len().max(b.terms.len());
    if terms.is_empty() || terms.len() > MOST_UNKNOWN || terms.len() > fewest {
        return None;
    }
    let (terms, equals) = tidy(terms, equals);
    // Larger factors than that of a carry are no longer for the head.
    if terms.iter().any(|(_, times)| times.abs() > look.scene.b()) {
        return None;
    }
    let vars: Vec<Var> = terms.iter().map(|(var, _)| *var).collect();
    let sum = Sum { factors: terms.iter().map(|(_, times)| *times).collect(), equals: equals.0 };
    let ways = look.ways(&vars, &[sum], MOST_WAYS, &|_| true)?;
    let news = look.news_of(&vars, &ways);
    if news.is_empty() {
        return None;
    }
    let mut made_of: Vec<(Id, i128)> = Vec::new();
    let parts = a
        .made_of
        .iter()
        .map(|(id, times)| (*id, times * of_a))
        .chain(b.made_of.iter().map(|(id, times)| (*id, times * of_b)));
    for (id, times) in parts {
        match made_of.iter_mut().find(|(other, _)| *other == id) {
            Some((_, sum)) => *sum += i128::from(times),
            None => made_of.push((id, times.into())),
        }
    }
    made_of.retain(|(_, times)| *times != 0);
    let ids: Vec<Id> = made_of.iter().map(|(id, _)| *id).collect();
    if look.tuples(&vars).is_none_or(|tuples| tuples > MOST_TUPLES) {
        return None;
    }
    let mut find = look.enumerated(&COMBINE, &vars, &ids, news, ways.len());
    let divide = (equals.1 != 1).then(|| i128::from(equals.1));
    let proof = RawProof { combine: made_of, divide, ..RawProof::default() };
    find.gives.insert(0, Give { news: News::Relation(terms, equals.0), rule: Rule::K3, proof });
    find.weight = COMBINE.weight + ways_weight(ways.len());
    find.at = at(look, &[a.link, b.link]);
    find.subject = Subject::Pair([a, b].map(|relation| relation.made_of[0].0), var);
    Some(find)
}

/// Divided by the common divisor, with a positive factor in front; the divisor, with its sign, stands behind.
pub(super) fn tidy(mut terms: Vec<(Var, i64)>, equals: i64) -> (Vec<(Var, i64)>, (i64, i64)) {
    let divisor = terms.iter().fold(equals.abs(), |divisor, (_, times)| gcd(divisor, times.abs())).max(1);
    let positive = terms.iter().filter(|(_, times)| *times > 0).count();
    let sign = if 2 * positive < terms.len() { -1 } else { 1 };
    let divisor = divisor * sign;
    terms.iter_mut().for_each(|(_, times)| *times /= divisor);
    (terms, (equals / divisor, divisor))
}

pub(super) fn at(look: &Look, links: &[Link]) -> At {
    let columns: Vec<_> = links
        .iter()
        .filter_map(|link| match link {
            Link::Column(index) => Some(look.scene.columns[*index].at),
            Link::Relation(_) => None,
        })
        .collect();
    let equation = columns.first().map(|at| at.equation);
    At {
        equation,
        columns: columns.iter().filter(|at| Some(at.equation) == equation).map(|at| at.column).collect(),
    }
}
