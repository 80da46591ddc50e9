//! Ordered partitions of a shape's nodes, and their refinement.
//!
//! Nodes in different blocks are known to differ: no symmetry maps one to the other. Refinement splits blocks by how their
//! nodes are joined to other blocks, until all nodes of a block are joined alike. Everything is decided by positions in the
//! partition, never by the numbers of nodes, so two partitions that a symmetry maps to each other stay so. After Paige and
//! Tarjan (1987) and McKay's "Practical graph isomorphism" (1981).

use fukumen_language::arrange::Arrange;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::shape::{Id, Shape};

/// An ordered partition. Its blocks are ranges of positions; a block is named by its first position.
#[derive(Debug)]
pub(super) struct Partition {
    /// Returns the nodes by position.
    nodes: Vec<Id>,
    /// By node: its position.
    positions: Vec<u32>,
    /// By node: its block.
    blocks: Vec<u32>,
    /// By block: the number of its nodes.
    sizes: Vec<u32>,
    /// The blocks that were split off, each with its origin, in order.
    splits: Vec<(u32, u32)>,
    /// By block: whether it waits to split others.
    is_waiting: Vec<bool>,
    /// The number of arcs visited since the beginning.
    pub(super) work: u64,
}

/// One node seen from the block that splits others.
struct Sighting {
    block: u32,
    node: Id,
    /// Its arcs from there, as a range of all arcs found.
    arcs: Range<usize>,
}

impl Partition {
    /// Returns the partition by labels, cells first, refined.
    pub(super) fn new(shape: &Shape) -> Self {
        let labels: Vec<u32> = shape.labels().collect();
        let key = |node: &Id| (*node as usize >= shape.cells(), labels[*node as usize]);
        let mut nodes: Vec<Id> = (0..labels.len() as Id).collect();
        nodes.arrange_by_key(key);
        let mut positions = vec![0; nodes.len()];
        let mut blocks = vec![0; nodes.len()];
        let mut sizes = vec![0; nodes.len()];
        let mut waiting = Vec::new();
        let mut position = 0;
        for block in nodes.chunk_by(|a, b| key(a) == key(b)) {
            waiting.push(position);
            sizes[position as usize] = block.len() as u32;
            let first = position;
            for node in block {
                positions[*node as usize] = position;
                blocks[*node as usize] = first;
                position += 1;
            }
        }
        let is_waiting = vec![false; nodes.len()];
        let mut partition = Self { nodes, positions, blocks, sizes, splits: Vec::new(), is_waiting, work: 0 };
        partition.refine(shape, waiting);
        partition.splits.clear();
        partition
    }

    /// Returns the nodes by position.
    pub(super) fn nodes(&self) -> &[Id] {
        &self.nodes
    }

    /// Returns the block of a node.
    pub(super) fn block(&self, node: Id) -> usize {
        self.blocks[node as usize] as usize
    }

    /// Returns the positions of a block.
    pub(super) fn positions(&self, block: usize) -> Range<usize> {
        block..block + self.sizes[block] as usize
    }

    /// Makes one node a block of its own, and refines. Returns a number that is the same for all nodes to which a symmetry
    /// could map this one.
    pub(super) fn single_out(&mut self, shape: &Shape, node: Id) -> u64 {
        let block = self.blocks[node as usize];
        let last = block + self.sizes[block as usize] - 1;
        self.place(node, last);
        self.split(block, last, 1);
        self.refine(shape, vec![last])
    }

    /// Returns a mark for `undo`.
    pub(super) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Undoes the splits since the mark. The nodes of a block may then have another order.
    pub(super) fn undo(&mut self, mark: usize) {
        for (from, block) in self.splits.drain(mark..).rev() {
            let size = self.sizes[block as usize];
            for position in block..block + size {
                self.blocks[self.nodes[position as usize] as usize] = from;
            }
            self.sizes[from as usize] += size;
        }
    }

    /// Splits blocks by the waiting blocks until no block splits another.
    fn refine(&mut self, shape: &Shape, mut waiting: Vec<u32>) -> u64 {
        let mut trace = std::hash::DefaultHasher::new();
        waiting.iter().for_each(|block| self.is_waiting[*block as usize] = true);
        while let Some(by) = waiting.pop() {
            self.is_waiting[by as usize] = false;
            let (arcs, sightings) = self.look_around(shape, by);
            by.hash(&mut trace);
            let mut rest = &sightings[..];
            while let Some(first) = rest.first() {
                let count = rest.iter().take_while(|sighting| sighting.block == first.block).count();
                let (same_block, others) = rest.split_at(count);
                self.split_by(same_block, &arcs, &mut waiting, &mut trace);
                rest = others;
            }
        }
        trace.finish()
    }

    /// Collects everything joined to a block: the kinds of arcs, and the nodes at their ends, sorted by block and by the arcs
    /// of each.
    fn look_around(&mut self, shape: &Shape, block: u32) -> (Vec<u32>, Vec<Sighting>) {
        let around = self.nodes[self.positions(block as usize)].iter().flat_map(|node| shape.arcs(*node));
        let mut found: Vec<(u32, Id, u32)> =
            around.map(|(kind, node)| (self.blocks[*node as usize], *node, *kind)).collect();
        found.sort_unstable();
        self.work += 1 + found.len() as u64;
        let arcs: Vec<u32> = found.iter().map(|(_, _, kind)| *kind).collect();
        let mut sightings: Vec<Sighting> = Vec::new();
        for (i, (block, node, _)) in found.into_iter().enumerate() {
            match sightings.last_mut() {
                Some(last) if last.node == node => last.arcs.end = i + 1,
                _ => sightings.push(Sighting { block, node, arcs: i..i + 1 }),
            }
        }
        sightings.arrange_by(|a, b| (a.block, &arcs[a.arcs.clone()]).cmp(&(b.block, &arcs[b.arcs.clone()])));
        (arcs, sightings)
    }

    /// Splits a block into the nodes that were not seen and those that were, by their arcs.
    fn split_by(&mut self, seen: &[Sighting], arcs: &[u32], waiting: &mut Vec<u32>, trace: &mut impl Hasher) {
        let block = seen[0].block;
        let end = block + self.sizes[block as usize];
        let mut start = end - seen.len() as u32;
        for (position, sighting) in (start..).zip(seen) {
            self.place(sighting.node, position);
        }
        let mut fragments = if start > block { vec![block] } else { Vec::new() };
        for same_arcs in seen.chunk_by(|a, b| arcs[a.arcs.clone()] == arcs[b.arcs.clone()]) {
            (start, same_arcs.len(), &arcs[same_arcs[0].arcs.clone()]).hash(trace);
            fragments.push(start);
            start += same_arcs.len() as u32;
        }
        let ends = fragments.iter().skip(1).chain([&end]);
        let sizes: Vec<u32> = fragments.iter().zip(ends).map(|(start, end)| end - start).collect();
        // From the last, so that each is split from the end of the rest.
        for (fragment, size) in fragments.iter().zip(&sizes).skip(1).rev() {
            self.split(block, *fragment, *size);
        }
        self.wait(&fragments, waiting);
    }

    /// Adds the fragments of a block to the waiting ones, except for the largest: if the whole block no longer splits others,
    /// nodes that all but one of its fragments leave together, the last leaves together as well.
    fn wait(&mut self, fragments: &[u32], waiting: &mut Vec<u32>) {
        let largest = fragments.iter().rev().max_by_key(|fragment| self.sizes[**fragment as usize]);
        let is_waiting = self.is_waiting[fragments[0] as usize];
        let spared = if is_waiting { Some(&fragments[0]) } else { largest };
        for fragment in fragments.iter().filter(|fragment| Some(*fragment) != spared) {
            self.is_waiting[*fragment as usize] = true;
            waiting.push(*fragment);
        }
    }

    /// Puts a node at a position of its block, in exchange for the one there.
    fn place(&mut self, node: Id, position: u32) {
        let old = self.positions[node as usize];
        let other = self.nodes[position as usize];
        self.nodes.swap(old as usize, position as usize);
        self.positions[node as usize] = position;
        self.positions[other as usize] = old;
    }

    /// Splits off the last nodes of a block.
    fn split(&mut self, from: u32, block: u32, size: u32) {
        for position in block..block + size {
            self.blocks[self.nodes[position as usize] as usize] = block;
        }
        self.sizes[block as usize] = size;
        self.sizes[from as usize] -= size;
        self.splits.push((from, block));
    }
}
