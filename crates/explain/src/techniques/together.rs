//! Two columns or relations of which all ways are gone through at once.

use super::combine::{at, links, parts};
use super::{Find, Link, Look, Subject, Technique};
use crate::scene::Var;
use crate::ways::Sum;
use fukumen_language::arrange::Arrange;
use fukumen_language::interrupt::Interrupt;

pub(super) const TOGETHER: Technique = Technique {
    name: "together",
    looks_at: "two columns, or relations that share a symbol or carry",
    concludes: "digits and carries that occur in one of the few ways of both",
    weight: 300,
    rank: 14,
    look: together,
};

/// The most ways of two at once: each is two sums to be seen.
const MOST_WAYS: usize = 4;

/// The most ways in which a reader fills in what does not follow from the rest: as many for each of the two as for one.
const MOST_FILLED: u64 = 2 * super::MOST_WAYS as u64;

/// How many times fewer ways there are at most because digits differ: beyond that they are not counted.
const MOST_SAVED: u64 = 20;

/// The most columns and relations of which each two are looked at: the first, if there are more.
const MOST_LINKS: usize = 30;

fn together(look: &Look) -> Vec<Find> {
    let seen = |link: Link| (link, open(look, link), look.stamp(vars(look, link)));
    let links: Vec<(Link, Vec<Var>, u32)> = links(look).take(MOST_LINKS).map(seen).collect();
    let mut finds = Vec::new();
    for (i, (first, of_first, since)) in links.iter().enumerate().filter(|(_, (_, open, _))| !open.is_empty())
    {
        if look.watch.is_raised() {
            break;
        }
        for (j, (second, of_second, later)) in links.iter().enumerate().skip(i + 1) {
            // Columns without a common symbol still take digits from each other.
            let are_columns = matches!([first, second], [Link::Column(_), Link::Column(_)]);
            let is_linked = are_columns && !of_second.is_empty();
            if is_linked || of_first.iter().any(|var| of_second.contains(var)) {
                let both = || both(look, [*first, *second]);
                finds.extend(look.at(TOGETHER.name, (i, j), *since.max(later), both));
            }
        }
    }
    finds
}

/// The variables of a column or relation, known or not.
fn vars(look: &Look, link: Link) -> impl Iterator<Item = Var> {
    parts(look, link).0.iter().map(|(var, _)| *var)
}

/// Its unknowns.
fn open(look: &Look, link: Link) -> Vec<Var> {
    vars(look, link).filter(|var| look.state.value(*var).is_none()).collect()
}

/// What all ways of the two have in common.
fn both(look: &Look, links: [Link; 2]) -> Option<Find> {
    let mut vars: Vec<Var> = links.into_iter().flat_map(|link| vars(look, link)).collect();
    vars.arrange();
    vars.dedup();
    let sum = |link: Link| {
        let (terms, equals, _) = parts(look, link);
        let factor = |var: &Var| terms.iter().filter(|(own, _)| own == var).map(|(_, times)| *times).sum();
        Sum { factors: vars.iter().map(factor).collect(), equals }
    };
    let filled = filled_in(look, links, &vars);
    let values = filled.iter().map(|var| look.state.count(look.scene, *var) as u64);
    // Different digits leave fewer, but not so few.
    if values.fold(1, u64::saturating_mul) > MOST_SAVED * MOST_FILLED
        || look.ways_to_fill(&filled) > MOST_FILLED
    {
        return None;
    }
    let ways = look.ways(&vars, &links.map(sum), MOST_WAYS, &|_| true)?;
    let news = look.news_of(&vars, &ways);
    if news.is_empty() {
        return None;
    }
    let facts = links.map(|link| parts(look, link).2);
    let mut find = look.enumerated(&TOGETHER, &vars, &facts, news, ways.len());
    find.at = at(look, &links);
    find.subject = Subject::Together(facts);
    Some(find)
}

/// What a reader fills in: what is carried follows from a column, and one of its digits from the others.
fn filled_in(look: &Look, links: [Link; 2], vars: &[Var]) -> Vec<Var> {
    let mut filled: Vec<Var> = vars.iter().copied().filter(|var| look.state.value(*var).is_none()).collect();
    for link in links {
        let (terms, ..) = parts(look, link);
        let times = |var: &Var| terms.iter().find(|(own, _)| own == var).map(|(_, times)| times.abs());
        filled.retain(|var| times(var) != Some(look.scene.b()));
        let digits = filled.iter().enumerate().filter(|(_, var)| times(var).is_some());
        let widest = digits.max_by_key(|(_, var)| look.state.count(look.scene, **var));
        if let Some((at, _)) = widest {
            filled.remove(at);
        }
    }
    filled
}
