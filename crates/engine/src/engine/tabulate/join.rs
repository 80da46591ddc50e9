//! The join: combinations of one side are looked up in the index of the other.
//!
//! With `t1 + t2 = -t3`, each sum of two rows is looked up among the rows of the third; if both sides are alike, each row is
//! looked up among the earlier ones. Rows with the same digits are together, so whole groups are skipped if they use a digit
//! twice. The innermost loop is an addition, a hash and a test of a byte.

use std::ops::{ControlFlow, Range};

use super::equation::Operation;
use super::index::{Index, Section};
use super::layout::Layout;
use super::residue;
use super::stage::{Side, Tables, Taken, joined, write};
use super::table::{Ground, Group, Table, unpack};
use crate::engine::search::split::Visitor;
use fukumen_language::digits::Digit;

/// Everything that is tabulated for one choice of fixed digits.
pub(super) struct Join<'l> {
    layout: &'l Layout,
    tables: Tables,
    /// The combinations of the probe's parts except the last; empty if one side serves as both.
    probe: Side,
    /// The last part of the probe, if it has several.
    last: Option<usize>,
    build: Side,
    index: Index,
    /// The digits that both sides take together, if these are all digits.
    all: Option<u64>,
    tiles: Vec<Tile>,
    room: Room,
}

/// A few rows of the probe, which are looked up between two checks of the interrupt.
#[derive(Clone, Copy, Debug)]
struct Tile {
    group: Group,
    start: usize,
    end: usize,
}

/// A row of the probe's first parts, one of its last part, and one of the build side, with the same residue.
pub(super) type Hit = [u32; 3];

/// The approximate most lookups between two checks: a millisecond.
const BREATH: usize = 1 << 20;
/// The most rows in a tile.
const TILE: usize = 64;

impl<'l> Join<'l> {
    /// Makes the tables; `None` after an interrupt.
    pub(super) fn of(layout: &'l Layout, ground: &Ground, visitor: &mut Visitor) -> Option<Self> {
        let tables = tables(layout, ground, visitor)?;
        let neutral = if layout.operation == Operation::Sum { 0 } else { 1 };
        let (first, last) = match &layout.probe[..] {
            _ if layout.is_mirrored => (&[][..], None),
            [first @ .., last] if !first.is_empty() => (first, Some(*last)),
            parts => (parts, None),
        };
        let probe = Side::of(first, layout.constant, Taken::Groups, &tables, layout, visitor)?;
        let build = Side::of(&layout.build, neutral, Taken::Masks, &tables, layout, visitor)?;
        let all = layout.all(ground.problem).map(|all| all & !ground.taken);
        let index = match all {
            Some(_) => Index::by_mask(&build.keys, &build.masks),
            None => Index::of(&build.keys),
        };
        let others = last.map_or(1, |part| tables.table(part, layout).keys.len());
        let size = (BREATH / others.max(1)).clamp(1, TILE);
        let whole = [Group { mask: 0, floor: 64, start: 0, end: build.keys.len() as u32 }];
        let tiles = tiles(if layout.is_mirrored { &whole } else { &probe.groups }, size);
        visitor.nodes(0).is_continue().then_some(())?;
        Some(Self { layout, tables, probe, last, build, index, all, tiles, room: Room::of(layout, ground) })
    }

    pub(super) fn tiles(&self) -> usize {
        self.tiles.len()
    }

    /// Finds the hits of a tile, and returns how many rows were looked up.
    pub(super) fn look_up(&self, tile: usize, hits: &mut Vec<Hit>) -> u64 {
        let tile = &self.tiles[tile];
        let Some(part) = self.last else {
            return if self.layout.is_mirrored {
                self.among_themselves(tile, hits)
            } else {
                self.probe_one_part(tile, hits)
            };
        };
        if !self.room.is_left(tile.group.mask, tile.group.floor, Room::BEFORE) {
            return 1;
        }
        match self.layout.operation {
            Operation::Sum => self.pairs::<true>(tile, part, hits),
            Operation::Product => self.pairs::<false>(tile, part, hits),
        }
    }

    /// Looks up each row among the earlier ones, because one side serves as both.
    fn among_themselves(&self, tile: &Tile, hits: &mut Vec<Hit>) -> u64 {
        for row in tile.start..tile.end {
            let (key, mask) = (self.build.keys[row], self.build.masks[row]);
            let Some(section) = self.section(mask) else { continue };
            let head = match self.all {
                Some(_) => self.index.head(key, section),
                None => self.index.before(row),
            };
            for found in self.index.chain(head).filter(|found| *found < row) {
                self.compare(found, key, mask, [row as u32, 0], hits);
            }
        }
        (tile.end - tile.start) as u64
    }

    /// Looks up rows of a probe with one part.
    fn probe_one_part(&self, tile: &Tile, hits: &mut Vec<Hit>) -> u64 {
        for row in tile.start..tile.end {
            let key = self.probe.keys[row];
            let head = self.section(tile.group.mask).map_or(0, |section| self.index.head(key, section));
            self.compare_all(head, key, tile.group.mask, [row as u32, 0], hits);
        }
        (tile.end - tile.start) as u64
    }

    /// Returns the section of the rows that may go with a mask: those of the other digits, if all are used.
    #[inline]
    fn section(&self, mask: u64) -> Option<&Section> {
        self.index.section(self.all.map_or(0, |all| all & !mask))
    }

    /// Joins each row of the tile with each row of the last part that takes none of its digits: the innermost loop of the
    /// search.
    fn pairs<const SUM: bool>(&self, tile: &Tile, part: usize, hits: &mut Vec<Hit>) -> u64 {
        let (table, keys) = (self.tables.table(part, self.layout), self.tables.keys(part, self.layout));
        let rows = &self.probe.keys[tile.start..tile.end];
        let (mut count, before) = (0, hits.len());
        for group in table.after(&tile.group, self.room.is_ordered) {
            let mask = tile.group.mask | group.mask;
            if tile.group.mask & group.mask != 0 || !self.room.is_left(mask, group.floor, Room::AFTER) {
                continue;
            }
            let Some(section) = self.section(mask) else { continue };
            for (row, a) in (tile.start as u32..).zip(rows) {
                for (other, b) in (group.start..).zip(&keys[group.rows()]) {
                    let key = joined::<SUM>(*a, *b);
                    if self.index.may_hold(key, section) {
                        self.compare_all(self.index.head(key, section), key, mask, [row, other], hits);
                    }
                }
            }
            count += rows.len() * group.rows().len();
        }
        // Hits come in the order of the rows, however these are grouped.
        hits[before..].sort_by_key(|[row, other, _]| (*row, *other));
        count as u64
    }

    /// Finds the rows of a chain that have the residue and none of the digits.
    #[inline(never)]
    fn compare_all(&self, head: u32, key: u32, mask: u64, rows: [u32; 2], hits: &mut Vec<Hit>) {
        self.index.chain(head).for_each(|found| self.compare(found, key, mask, rows, hits));
    }

    #[inline]
    fn compare(&self, found: usize, key: u32, mask: u64, [row, other]: [u32; 2], hits: &mut Vec<Hit>) {
        if self.build.keys[found] == key && self.build.masks[found] & mask == 0 {
            hits.push([row, other, found as u32]);
        }
    }

    /// Writes the digits of a hit; returns `false` if parts of both sides that are alike are in another order, because it
    /// then occurs as an image.
    pub(super) fn write(&self, [row, other, found]: Hit, digits: &mut [Digit]) -> bool {
        let layout = self.layout;
        self.build.write(found as usize, &self.tables, layout, digits);
        if layout.is_mirrored {
            self.write_mirrored(row as usize, digits);
            return true;
        }
        self.probe.write(row as usize, &self.tables, layout, digits);
        if let Some(part) = self.last {
            write(part, other as usize, &self.tables, layout, digits);
        }
        !layout.is_linked || self.is_in_order(digits)
    }

    /// Writes a row of the build side to the parts of the probe.
    fn write_mirrored(&self, row: usize, digits: &mut [Digit]) {
        let mut mirror = digits.to_vec();
        self.build.write(row, &self.tables, self.layout, &mut mirror);
        for (to, from) in self.layout.probe.iter().zip(&self.layout.build) {
            let (to, from) = (&self.layout.parts[*to].cells, &self.layout.parts[*from].cells);
            for (to, from) in to.iter().zip(from) {
                digits[to.index()] = mirror[from.index()];
            }
        }
    }

    fn is_in_order(&self, digits: &[Digit]) -> bool {
        let smallest =
            |part: &usize| self.layout.parts[*part].cells.iter().map(|cell| digits[cell.index()]).min();
        self.layout.probe.last().and_then(smallest) < self.layout.build.first().and_then(smallest)
    }

    /// Visits all assignments in which the value of some part is not known as a residue.
    pub(super) fn apart(
        &self,
        digits: &mut [Digit],
        visit: &mut dyn FnMut(&mut [Digit]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let has_some = |part: usize| !self.tables.table(part, self.layout).apart.is_empty();
        let last = (0..self.layout.parts.len()).rev().find(|part| has_some(*part));
        match last {
            Some(last) => self.apart_from(0, last, 0, false, digits, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// Visits the rows of one part after the other, at least one of them apart; `last` is the last part with such rows.
    fn apart_from(
        &self,
        part: usize,
        last: usize,
        taken: u64,
        has_one: bool,
        digits: &mut [Digit],
        visit: &mut dyn FnMut(&mut [Digit]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if part == self.layout.parts.len() {
            return visit(digits);
        }
        let table = self.tables.table(part, self.layout);
        let kept: &[u64] = if has_one || part < last { &table.digits } else { &[] };
        for (rows, has_one) in [(kept, has_one), (&table.apart, true)] {
            for packed in rows {
                unpack(*packed, &self.layout.parts[part], digits);
                let mask = self.mask(part, digits);
                if mask & taken == 0 {
                    self.apart_from(part + 1, last, taken | mask, has_one, digits, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the digits that a part's cells take, of those that must differ.
    fn mask(&self, part: usize, digits: &[Digit]) -> u64 {
        let cells = self.layout.parts[part].cells.iter();
        let distinct = cells.filter(|cell| self.layout.distinct >> cell.index() & 1 == 1);
        distinct.fold(0, |mask, cell| mask | 1 << digits[cell.index()])
    }
}

/// Makes the tables of all shapes, and the residues of parts that are on the other side.
fn tables(layout: &Layout, ground: &Ground, visitor: &mut Visitor) -> Option<Tables> {
    let mut tables = Tables { tables: Vec::new(), turned: Vec::new() };
    for (i, part) in layout.parts.iter().enumerate() {
        let is_first = layout.tables[i] == i;
        tables.tables.push(if is_first { Some(Table::of(part, ground, visitor)?) } else { None });
    }
    for part in 0..layout.parts.len() {
        let keys = &tables.table(part, layout).keys;
        let turned = layout.is_turned(part).then(|| turned(keys, layout.operation));
        tables.turned.push(turned);
    }
    Some(tables)
}

/// Negates or inverts residues. No zero is inverted: if one could be, its part has a home.
fn turned(keys: &[u32], operation: Operation) -> Vec<u32> {
    let mut keys = keys.to_vec();
    match operation {
        Operation::Sum => keys.iter_mut().for_each(|key| *key = residue::negated(*key)),
        Operation::Product => residue::invert_all(&mut keys),
    }
    keys
}

fn tiles(groups: &[Group], size: usize) -> Vec<Tile> {
    let cut = |group: &Group| {
        let (group, rows): (Group, Range<usize>) = (*group, group.rows());
        rows.clone().step_by(size).map(move |start| Tile { group, start, end: (start + size).min(rows.end) })
    };
    groups.iter().flat_map(cut).collect()
}

/// Tests whether enough digits are left, larger than the last part's smallest, for the parts after it that are alike.
struct Room {
    /// Whether the last part of the probe is like the previous one.
    is_ordered: bool,
    digits: u64,
    /// The digits that are needed before the last part has its own, and after.
    needed: [u32; 2],
}

impl Room {
    const BEFORE: usize = 0;
    const AFTER: usize = 1;

    fn of(layout: &Layout, ground: &Ground) -> Self {
        let none = Self { is_ordered: false, digits: 0, needed: [0, 0] };
        let [.., before, last] = layout.probe[..] else { return none };
        let cells = &layout.parts[last].cells;
        let domain = cells.iter().fold(0, |bits, cell| bits | ground.problem.domains[cell.index()].bits());
        let width = cells.len() as u32;
        let following = match layout.is_linked {
            true => layout.build.iter().filter(|part| layout.is_alike(**part, last)).count() as u32,
            false => 0,
        };
        let is_ordered = layout.is_alike(before, last);
        let needed = [if is_ordered { (following + 1) * width } else { 0 }, following * width];
        Self { is_ordered, digits: domain & !ground.taken, needed }
    }

    #[inline]
    fn is_left(&self, mask: u64, floor: u8, when: usize) -> bool {
        let needed = self.needed[when];
        needed == 0 || (self.digits & !mask & (u64::MAX << floor)).count_ones() >= needed
    }
}
