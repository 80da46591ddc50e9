//! The rows of a part that may go with a group of rows: those that take none of its digits.
//!
//! They are gathered once for all rows of the group, side by side, so that loops over them are long. With
//! groups of six rows each, as fractions have, looking up group by group took 72 µs for A/BC+D/EF=G/HI instead
//! of 69 (`fukumen bench --engine tabulate --digits 1-9`, AMD EPYC under load, 2026-11-21).

use super::table::Group;
use super::table::Table;

/// Rows of a part, gathered.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    /// The first row of the group for which they were gathered.
    group: Option<u32>,
    pub(super) rows: Vec<u32>,
    /// Their residues.
    pub(super) keys: Vec<u32>,
    /// The digits that they and the group take.
    pub(super) masks: Vec<u64>,
}

impl Partners {
    /// Gathers the partners of a group, in the order of like parts or in any; `is_left` tells whether
    /// enough digits are left for the parts that follow.
    pub(super) fn gather(
        &mut self,
        group: &Group,
        table: &Table,
        keys: &[u32],
        is_ordered: bool,
        is_left: impl Fn(u64, u8) -> bool,
    ) {
        if self.group == Some(group.start) {
            return;
        }
        self.group = Some(group.start);
        self.rows.clear();
        self.keys.clear();
        self.masks.clear();
        for other in table.after(group, is_ordered) {
            let mask = group.mask | other.mask;
            if group.mask & other.mask == 0 && is_left(mask, other.floor) {
                self.rows.extend(other.start..other.end);
                self.keys.extend_from_slice(&keys[other.rows()]);
                self.masks.resize(self.keys.len(), mask);
            }
        }
    }
}
