//! Terms and factors that may change places: one order of them stands for all.

use super::{Find, Give, Look, Subject, Technique};
use crate::fact::Place;
use crate::state::{News, RawProof};
use crate::step::{At, Rule};

pub(super) const EITHER_WAY: Technique = Technique {
    name: "either-way",
    looks_at: "terms or factors that may change places",
    concludes: "an order between them, which may be assumed",
    weight: 100,
    rank: 2,
    look: either_way,
};

/// All orders at once, before anything else is known: the puzzle as it stands is what does not change.
fn either_way(look: &Look) -> Vec<Find> {
    let first = look.scene.rests.len();
    let (Some(exchange), Some(None)) = (look.scene.exchanges.first(), look.state.orders.get(first)) else {
        return Vec::new();
    };
    let gives = look.scene.exchanges.iter().enumerate().map(|(index, exchange)| {
        let pairs = exchange.pairs.iter().map(|(a, b)| (Place::new(*a), Place::new(*b)));
        let proof = RawProof { exchange: pairs.collect(), ..RawProof::default() };
        Give { news: News::Order(first + index), rule: Rule::K8, proof }
    });
    let stated = exchange.stated;
    let at = At { equation: Some(look.scene.stated[stated].number), columns: Vec::new() };
    let found = Find::new(&EITHER_WAY, Vec::new(), gives.collect());
    vec![Find { at, subject: Subject::Stated(stated), ..found }]
}
