//! What follows from digits that differ.

use super::{Find, Give, Look, Subject, Technique};
use crate::scene::{Scene, Var};
use crate::state::{News, RawProof};
use crate::step::Rule;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;

pub(super) const CROWD: Technique = Technique {
    name: "crowd",
    looks_at: "a group with more symbols than digits",
    concludes: "a contradiction",
    weight: 100,
    rank: 1,
    look: crowd,
};

pub(crate) const TAKEN: Technique = Technique {
    name: "taken",
    looks_at: "a known symbol",
    concludes: "the others of its group are not that digit",
    weight: 100,
    rank: 1,
    look: taken,
};

pub(super) const ONLY_PLACE: Technique = Technique {
    name: "only-place",
    looks_at: "a group with a symbol for every digit",
    concludes: "the only symbol that can still be a digit is that digit",
    weight: 200,
    rank: 14,
    look: only_place,
};

pub(super) const PAIR: Technique = Technique {
    name: "pair",
    looks_at: "two or three symbols with as many digits between them",
    concludes: "no other symbol has these digits",
    weight: 300,
    rank: 14,
    look: pair,
};

fn find(
    look: &Look,
    technique: &'static Technique,
    places: Vec<usize>,
    target: usize,
    set: DigitSet,
) -> Find {
    let vars: Vec<Var> = places.iter().map(|place| Var::Place(*place)).collect();
    let mut uses: Vec<usize> = vars.iter().flat_map(|var| look.state.why(*var).iter().copied()).collect();
    uses.arrange();
    uses.dedup();
    let news = if set.is_empty() { News::False } else { News::Digit(target, set) };
    let gives = vec![Give { news, rule: Rule::K5, proof: RawProof::default() }];
    let subject = Subject::Places(vec![target]);
    Find { differ: places, subject, ..Find::new(technique, uses, gives) }
}

/// The digits that a group may have between its places.
fn digits(scene: &Scene, group: &[usize]) -> DigitSet {
    group.iter().fold(DigitSet::EMPTY, |all, place| all | scene.allowed[*place].0)
}

/// More places than digits, from the outset.
fn crowd(look: &Look) -> Vec<Find> {
    let scene = look.scene;
    let crowds = scene.groups.iter().filter(|group| group.len() > digits(scene, group).len());
    let find = |group: &Vec<usize>| {
        let gives = vec![Give { news: News::False, rule: Rule::K5, proof: RawProof::default() }];
        let subject = Subject::Places(group.clone());
        Find { differ: group.clone(), subject, ..Find::new(&CROWD, Vec::new(), gives) }
    };
    crowds.map(find).collect()
}

/// A place for which the others leave one digit, or none.
fn taken(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    for place in 0..look.scene.cells.len() {
        if look.state.digits[place].0.len() < 2 && !clashes(look, place) {
            continue;
        }
        let left = left(look, place);
        if left.len() > 1 {
            continue;
        }
        let mut places: Vec<usize> = look.state.takers(look.scene, place).collect();
        places.push(place);
        finds.push(find(look, &TAKEN, places, place, left));
    }
    finds
}

/// Whether another place that differs from a known one is known to have the same digit.
fn clashes(look: &Look, place: usize) -> bool {
    look.state.digit(place).is_some() && look.state.takers(look.scene, place).next().is_some()
}

fn left(look: &Look, place: usize) -> DigitSet {
    let mine = look.state.digits[place].0;
    look.state.takers(look.scene, place).fold(mine, |set, other| set.minus(look.state.digits[other].0))
}

fn only_place(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    for group in &look.scene.groups {
        let all = digits(look.scene, group);
        if all.len() != group.len() {
            continue;
        }
        for digit in all.iter() {
            let mut can = group.iter().filter(|place| look.state.open(look.scene, **place).contains(digit));
            let (Some(only), None) = (can.next(), can.next()) else { continue };
            if look.state.digits[*only].0.len() > 1 {
                finds.push(find(look, &ONLY_PLACE, group.clone(), *only, DigitSet::one(digit)));
            }
        }
    }
    finds
}

/// Two or three places with as many digits between them.
fn pair(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    for group in &look.scene.groups {
        let open: Vec<(usize, DigitSet)> =
            group.iter().map(|place| (*place, look.state.open(look.scene, *place))).collect();
        let few: Vec<&(usize, DigitSet)> =
            open.iter().filter(|(_, set)| (2..=3).contains(&set.len())).collect();
        for (i, a) in few.iter().enumerate() {
            for (j, b) in few.iter().enumerate().skip(i + 1) {
                let two = a.1 | b.1;
                if two.len() == 2 {
                    outside(look, &open, &[a.0, b.0], two, &mut finds);
                }
                for c in few.iter().skip(j + 1) {
                    let three = two | c.1;
                    if three.len() == 3 {
                        outside(look, &open, &[a.0, b.0, c.0], three, &mut finds);
                    }
                }
            }
        }
    }
    finds
}

/// The places outside of some that lose the digits which those take among themselves.
fn outside(
    look: &Look,
    open: &[(usize, DigitSet)],
    inside: &[usize],
    digits: DigitSet,
    finds: &mut Vec<Find>,
) {
    for (place, set) in open {
        let rest = set.minus(digits);
        if inside.contains(place) || rest == *set || set.len() < 2 {
            continue;
        }
        let mut places: Vec<usize> = inside.to_vec();
        places.push(*place);
        for member in places.clone() {
            places.extend(look.state.takers(look.scene, member));
        }
        places.arrange();
        places.dedup();
        let mut found = find(look, &PAIR, places, *place, rest);
        found.weight += 100 * (inside.len() as u64 - 2);
        found.subject = Subject::Places(inside.to_vec());
        finds.push(found);
    }
}
