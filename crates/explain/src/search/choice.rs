//! Which find is taken next: the most natural one.

use super::{Line, Search, Spent};
use crate::state::News;
use crate::techniques::{Find, TECHNIQUES};

/// How many objects make one unit of work when nothing about them has changed.
const OBJECTS_AT_ONCE: usize = 200;

/// A contradiction ends a case, but counts for no more than this many hundredths of bits: what leads there shortest is not what
/// readers see most easily.
const GAIN_OF_FALSE: u64 = 100;

impl Search<'_> {
    /// The most natural find; of those that are equally natural the cheapest one, as this try varies weights.
    pub(super) fn next_find(&self, line: &Line, most: u8) -> Result<Option<Find>, Spent> {
        self.check()?;
        let look = self.look(&line.state, &line.seen);
        // A pass goes over everything, however little of it has changed.
        look.works(((self.scene.stated.len() + self.scene.columns.len()) / OBJECTS_AT_ONCE) as u64);
        let mut best: Option<((u8, u64), Find)> = None;
        let mut all = Vec::new();
        for technique in &self.allowed {
            if best.as_ref().is_some_and(|((rank, _), _)| *rank < technique.rank) {
                break;
            }
            self.check()?;
            let finds = look.finds(technique).into_iter().filter(|find| self.may(find.technique));
            for (object, find) in finds.enumerate().filter(|(_, find)| find.rank() <= most) {
                all.push(find.weight);
                let weight = find.weight * self.varied(technique.name, object) / 100;
                let weight = weight * 100 / (100 + self.gain * self.gained(line, &find) / 100);
                let cost = (find.rank(), weight);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, find));
                }
            }
        }
        Ok(best.map(|(_, mut find)| {
            find.effort = self.effort(&find, &all);
            find
        }))
    }

    /// How many hundredths of bits a find gains.
    fn gained(&self, line: &Line, find: &Find) -> u64 {
        let bits = |before: usize, after: usize| {
            let ratio = before as f64 / after.max(1) as f64;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is small and positive"
            )]
            let bits = (100.0 * ratio.max(1.0).log2()) as u64;
            bits
        };
        let gained = find.gives.iter().map(|give| match &give.news {
            News::Digit(place, set) => bits(line.state.open(self.scene, *place).len(), set.len()),
            News::Carry(carry, values) => bits(line.state.carries[*carry].0.len(), values.len()),
            News::False => GAIN_OF_FALSE,
            _ => 0,
        });
        gained.sum()
    }

    /// What it costs to see a find: its weight, the more often there was where to look, the less often something to find.
    fn effort(&self, find: &Find, all: &[u64]) -> u64 {
        let objects = self.scene.columns.len() + self.scene.stated.len() + self.scene.groups.len();
        let techniques = TECHNIQUES.iter().filter(|technique| technique.weight <= find.weight).count();
        let finds = all.iter().filter(|weight| **weight <= find.weight).count().max(1);
        #[expect(clippy::cast_precision_loss, reason = "these are small numbers")]
        let ratio = 1.0 + (objects * techniques) as f64 / finds as f64;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "it is small and positive"
        )]
        let effort = (find.weight as f64 * ratio.log2()) as u64;
        effort
    }

    /// A factor near 100 for each technique and object, by the try.
    pub(super) fn varied(&self, name: &str, object: usize) -> u64 {
        if self.seed == 0 {
            return 100;
        }
        // By name, so that a further technique changes nothing for the others.
        let name = name.bytes().fold(0_u64, |key, byte| key.wrapping_mul(31) ^ u64::from(byte));
        let key = (self.seed << 48) ^ (name << 16) ^ object as u64;
        65 + mixed(key) % 71
    }
}

/// A number that looks random (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
fn mixed(key: u64) -> u64 {
    let mut z = key.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
