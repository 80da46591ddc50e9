//! Combinations of rows of two parts, and of a third, and so on: one side of the join.

use super::equation::Operation;
use super::layout::Layout;
use super::residue;
use super::table::{Group, Table, unpack};
use crate::engine::search::split::Visitor;
use fukumen_language::digits::Digit;

/// One side: its first part, and with each further part all combinations so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    /// The parts, in order.
    parts: Vec<usize>,
    /// The combinations with all parts.
    pub(super) keys: Vec<u32>,
    /// Combinations of the same digits; empty if the last part was added with masks.
    pub(super) groups: Vec<Group>,
    /// The digits that each combination takes.
    pub(super) masks: Vec<u64>,
    /// For each part after the first, the origin of its combinations: an earlier row and a row of the part.
    sources: Vec<Vec<[u32; 2]>>,
}

/// How the digits of combinations are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Groups,
    Masks,
}

/// The tables that sides are combined from.
pub(super) struct Tables {
    /// By part; only the first of each shape has one.
    pub(super) tables: Vec<Option<Table>>,
    /// By part, the residues of its rows as used in the equation, if these differ.
    pub(super) turned: Vec<Option<Vec<u32>>>,
}

impl Tables {
    pub(super) fn table(&self, part: usize, layout: &Layout) -> &Table {
        self.tables[layout.tables[part]].as_ref().expect("the first of each shape has a table")
    }

    /// Returns the residues of a part as used on its side.
    pub(super) fn keys(&self, part: usize, layout: &Layout) -> &[u32] {
        self.turned[part].as_ref().unwrap_or(&self.table(part, layout).keys)
    }
}

/// Joins two residues.
#[inline]
pub(super) fn joined<const SUM: bool>(a: u32, b: u32) -> u32 {
    if SUM { residue::plus(a, b) } else { residue::times(a, b) }
}

impl Side {
    /// Makes all combinations of these parts, each joined with a constant, in groups of the same digits or with a mask for
    /// each; `None` after an interrupt.
    pub(super) fn of(
        parts: &[usize],
        constant: u32,
        kept: Taken,
        tables: &Tables,
        layout: &Layout,
        visitor: &mut Visitor,
    ) -> Option<Self> {
        match layout.operation {
            Operation::Sum => Self::combined::<true>(parts, constant, kept, tables, layout, visitor),
            Operation::Product => Self::combined::<false>(parts, constant, kept, tables, layout, visitor),
        }
    }

    fn combined<const SUM: bool>(
        parts: &[usize],
        constant: u32,
        kept: Taken,
        tables: &Tables,
        layout: &Layout,
        visitor: &mut Visitor,
    ) -> Option<Self> {
        let Some((first, others)) = parts.split_first() else {
            let group = Group { mask: 0, floor: 64, start: 0, end: 1 };
            return Some(Self {
                keys: vec![constant],
                groups: vec![group],
                masks: vec![0],
                ..Self::default()
            });
        };
        let mut side = Self {
            parts: vec![*first],
            keys: tables.keys(*first, layout).iter().map(|key| joined::<SUM>(*key, constant)).collect(),
            groups: tables.table(*first, layout).groups.clone(),
            ..Self::default()
        };
        let mut last = *first;
        for (i, part) in others.iter().enumerate() {
            let is_ordered = layout.is_alike(last, *part);
            let is_flat = kept == Taken::Masks && i + 1 == others.len();
            side = match is_flat {
                true => side.with_masks::<SUM>(*part, is_ordered, tables, layout, visitor)?,
                false => side.with_groups::<SUM>(*part, is_ordered, tables, layout, visitor)?,
            };
            last = *part;
        }
        if others.is_empty() && kept == Taken::Masks {
            side.masks = masks(&side.groups);
        }
        Some(side)
    }

    /// Adds one more part, with a mask for each combination.
    fn with_masks<const SUM: bool>(
        mut self,
        part: usize,
        is_ordered: bool,
        tables: &Tables,
        layout: &Layout,
        visitor: &mut Visitor,
    ) -> Option<Self> {
        let (table, others) = (tables.table(part, layout), tables.keys(part, layout));
        // Reserves the first few thousand at once, instead of growing step by step.
        let most = (self.keys.len() * others.len()).min(4096);
        let mut keys = Vec::with_capacity(most);
        let mut masks = Vec::with_capacity(most);
        let mut sources = Vec::with_capacity(most);
        // The rows that go with a group, gathered so that the loops over them are long, and the digits that they take with
        // it.
        let (mut rows, mut taken): (Vec<u32>, Vec<u64>) = (Vec::new(), Vec::new());
        for group in &self.groups {
            rows.clear();
            taken.clear();
            for other in table.after(group, is_ordered).iter().filter(|other| other.mask & group.mask == 0) {
                rows.extend(other.start..other.end);
                taken.resize(rows.len(), group.mask | other.mask);
            }
            for row in group.rows() {
                let key = self.keys[row];
                keys.extend(rows.iter().map(|other| joined::<SUM>(key, others[*other as usize])));
                masks.extend_from_slice(&taken);
                sources.extend(rows.iter().map(|other| [row as u32, *other]));
            }
            visitor.nodes((rows.len() * group.rows().len()) as u64).is_continue().then_some(())?;
        }
        self.parts.push(part);
        self.sources.push(sources);
        Some(Self { keys, masks, groups: Vec::new(), ..self })
    }

    /// Adds one more part, in groups.
    fn with_groups<const SUM: bool>(
        mut self,
        part: usize,
        is_ordered: bool,
        tables: &Tables,
        layout: &Layout,
        visitor: &mut Visitor,
    ) -> Option<Self> {
        let (table, others) = (tables.table(part, layout), tables.keys(part, layout));
        let (mut keys, mut groups, mut sources) = (Vec::new(), Vec::new(), Vec::new());
        for group in &self.groups {
            let before = keys.len();
            for other in table.after(group, is_ordered).iter().filter(|other| other.mask & group.mask == 0) {
                let start = keys.len() as u32;
                for row in group.rows() {
                    let key = self.keys[row];
                    keys.extend(others[other.rows()].iter().map(|other| joined::<SUM>(key, *other)));
                    sources.extend((other.start..other.end).map(|other| [row as u32, other]));
                }
                let (mask, floor) = (group.mask | other.mask, other.floor);
                groups.push(Group { mask, floor, start, end: keys.len() as u32 });
            }
            visitor.nodes((keys.len() - before) as u64).is_continue().then_some(())?;
        }
        self.parts.push(part);
        self.sources.push(sources);
        Some(Self { keys, groups, ..self })
    }

    /// Writes the digits of a row.
    pub(super) fn write(&self, mut row: usize, tables: &Tables, layout: &Layout, digits: &mut [Digit]) {
        for (part, sources) in self.parts.iter().skip(1).zip(&self.sources).rev() {
            let [before, own] = sources[row];
            write(*part, own as usize, tables, layout, digits);
            row = before as usize;
        }
        if let Some(first) = self.parts.first() {
            write(*first, row, tables, layout, digits);
        }
    }
}

/// Writes the digits of a part's row.
pub(super) fn write(part: usize, row: usize, tables: &Tables, layout: &Layout, digits: &mut [Digit]) {
    unpack(tables.table(part, layout).digits[row], &layout.parts[part], digits);
}

/// Returns the mask of each row.
fn masks(groups: &[Group]) -> Vec<u64> {
    let mut masks = Vec::new();
    for group in groups {
        masks.resize(group.end as usize, group.mask);
    }
    masks
}
