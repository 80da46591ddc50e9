//! All columns of a sum at once: casting out nines, with the number of carries in place of the multiple of nine.

use super::combine::tidy;
use super::{Find, Give, Look, MOST_WAYS, OWN, Subject, Technique};
use crate::scene::{Column, Id, Var, add_term};
use crate::state::{News, RawProof};
use crate::step::{At, Rule};
use crate::ways::Sum;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::Element;
use std::collections::BTreeSet;

pub(super) const NINES: Technique = Technique {
    name: "nines",
    looks_at: "the digits of a whole sum, and the sum of all digits if each is used",
    concludes: "what they and the number of carries leave of a few symbols",
    weight: 400,
    rank: 20,
    look: nines,
};

/// The most unknowns that are left, carries with them.
const MOST_UNKNOWN: usize = 4;

/// Relations of which a sum is made: terms, what they add up to, and the facts with their factors.
type Total = (Vec<(Var, i64)>, i64, Vec<(Id, i128)>);

fn nines(look: &Look) -> Vec<Find> {
    let mut numbers: Vec<usize> = look.scene.columns.iter().map(|column| column.at.equation).collect();
    numbers.dedup();
    let group = look.scene.groups.iter().find(|group| all(look, group).len() == group.len());
    let members = group.map_or(&[][..], |group| group);
    let find = |number: usize| {
        let total = total(look.scene.columns_of(number))?;
        let vars = total.0.iter().map(|(var, _)| *var).chain(members.iter().map(|place| Var::Place(*place)));
        look.at(NINES.name, (number, 0), look.stamp(vars), || found(look, number, &total, members))
    };
    numbers.into_iter().filter_map(find).collect()
}

/// All columns added up, if their digits are those of numbers and of their sum.
fn total(columns: &[Column]) -> Option<Total> {
    let mut total: Total = (Vec::new(), 0, Vec::new());
    for column in columns {
        let is_once = |side: &[(Element, i64)]| side.iter().all(|(_, times)| *times == 1);
        if !is_once(&column.addends) || !is_once(&column.totals) || column.totals.len() > 1 {
            return None;
        }
        column.terms.iter().for_each(|(var, times)| add_term(&mut total.0, *var, *times));
        total.1 += column.equals;
        total.2.push((column.given, 1));
    }
    Some(total)
}

/// The digits that a group has between its places from the outset.
fn all(look: &Look, group: &[usize]) -> DigitSet {
    group.iter().fold(DigitSet::EMPTY, |all, place| all | look.scene.allowed[*place].0)
}

/// What is left of the columns of an equation, with a multiple of the sum of a group in which all digits occur, if there is one.
fn found(look: &Look, number: usize, total: &Total, members: &[usize]) -> Option<Find> {
    let with_group = |times: i64| {
        let mut terms = total.0.clone();
        members.iter().for_each(|place| add_term(&mut terms, Var::Place(*place), times));
        terms.retain(|(_, times)| *times != 0);
        terms
    };
    let is_open = |(var, _): &(Var, i64)| look.state.value(*var).is_none();
    let open = |times: i64| with_group(times).iter().filter(|term| is_open(term)).count();
    // With the sum of all digits, those symbols disappear that occur in the columns as often as it is taken off.
    let factors = total.0.iter().filter(|(var, _)| matches!(var, Var::Place(_))).map(|(_, times)| -times);
    let multiples: BTreeSet<i64> = factors.filter(|_| !members.is_empty()).chain([0]).collect();
    let times = multiples.into_iter().min_by_key(|times| (open(*times), times.abs()))?;
    if open(times) > MOST_UNKNOWN {
        return None;
    }
    let sum: i64 = all(look, members).iter().map(i64::from).sum();
    let (mut terms, mut equals) = (with_group(times), total.1 + times * sum);
    let mut made_of = total.2.clone();
    terms.retain(|(var, times)| match (look.state.value(*var), look.state.why(*var)) {
        (Some(value), [why]) => {
            equals -= times * value;
            made_of.push((*why, i128::from(-times)));
            false
        }
        _ => true,
    });
    let (terms, (equals, divide)) = tidy(terms, equals);
    let vars: Vec<Var> = terms.iter().map(|(var, _)| *var).collect();
    let factors = terms.iter().map(|(_, times)| *times).collect();
    let ways = look.ways(&vars, &[Sum { factors, equals }], MOST_WAYS, &|_| true)?;
    let news = look.news_of(&vars, &ways);
    if news.is_empty() || terms.is_empty() {
        return None;
    }
    let facts: Vec<Id> = made_of.iter().map(|(id, _)| *id).collect();
    let mut find = look.enumerated(&NINES, &vars, &facts, news, ways.len());
    let mut gives = Vec::new();
    if times != 0 {
        made_of.push((OWN, times.into()));
        let terms = members.iter().map(|place| (Var::Place(*place), 1)).collect();
        gives.push(Give { news: News::Relation(terms, sum), rule: Rule::K5, proof: RawProof::default() });
        find.differ.extend_from_slice(members);
        find.differ.arrange();
        find.differ.dedup();
        find.uses.extend(members.iter().filter_map(|place| look.scene.allowed[*place].1));
    }
    let divide = (divide != 1).then(|| i128::from(divide));
    let proof = RawProof { combine: made_of, divide, ..RawProof::default() };
    gives.push(Give { news: News::Relation(terms, equals), rule: Rule::K3, proof });
    find.gives.splice(0..0, gives);
    find.at = At { equation: Some(number), columns: Vec::new() };
    find.subject = Subject::Nines(number);
    Some(find)
}
