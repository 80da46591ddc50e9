//! The shape of a puzzle: its structure without the names of its symbols.
//!
//! A shape is a graph without cycles. Its first nodes are the cells. Each other node has a label and parts, each part with
//! its role. Parts are sorted, so a node whose parts share a role (the terms of a sum) does not order them. No two nodes are
//! the same: an expression that occurs twice in a puzzle is one node, and a permutation of the cells moves all other nodes in
//! at most one way.

use fukumen_language::arrange::Arrange;
use std::collections::{BTreeSet, HashMap};

/// The number of a node. Parts have smaller numbers than their wholes.
pub(super) type Id = u32;
/// The number of a word: a label or a role.
pub(super) type Tag = u32;

/// One node: its label, and its parts with their roles, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) label: Tag,
    pub(super) parts: Vec<(Tag, Id)>,
}

/// A shape that is being built.
#[derive(Debug, Default)]
pub(super) struct Draft {
    tags: HashMap<String, Tag>,
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    cells: usize,
}

impl Draft {
    /// Starts a draft with its cells, given by their labels.
    pub(super) fn new(cells: impl Iterator<Item = String>) -> Self {
        let mut draft = Self::default();
        for label in cells {
            let label = draft.tag(&label);
            // Cells with one label are still different cells, so they are not looked up by their content.
            draft.nodes.push(Node { label, parts: Vec::new() });
        }
        draft.cells = draft.nodes.len();
        draft
    }

    /// Returns the number of a word.
    pub(super) fn tag(&mut self, word: &str) -> Tag {
        if let Some(tag) = self.tags.get(word) {
            return *tag;
        }
        let next = self.tags.len() as Tag;
        self.tags.insert(word.into(), next);
        next
    }

    /// Returns the node with this label and these parts.
    pub(super) fn node(&mut self, label: Tag, mut parts: Vec<(Tag, Id)>) -> Id {
        parts.arrange();
        let node = Node { label, parts };
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = self.nodes.len() as Id;
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// Returns the parts of a node, if it has this label.
    pub(super) fn parts_of(&self, id: Id, label: Tag) -> Option<&[(Tag, Id)]> {
        let node = &self.nodes[id as usize];
        (node.label == label).then_some(&node.parts)
    }

    /// Returns whether the node is a cell.
    pub(super) fn is_cell(&self, id: Id) -> bool {
        (id as usize) < self.cells
    }

    /// Returns the shape whose whole is `root`. Intermediate nodes that are not part of it are dropped: they would
    /// distinguish cells that the puzzle does not.
    pub(super) fn finish(self, root: Id) -> Shape {
        let mut kept = vec![false; self.nodes.len()];
        kept[..self.cells].fill(true);
        kept[root as usize] = true;
        for id in (self.cells..self.nodes.len()).rev().filter(|id| *id <= root as usize) {
            if kept[id] {
                self.nodes[id].parts.iter().for_each(|(_, part)| kept[*part as usize] = true);
            }
        }
        let mut renumbered = vec![0; self.nodes.len()];
        let mut nodes = Vec::new();
        for (id, mut node) in self.nodes.into_iter().enumerate().filter(|(id, _)| kept[*id]) {
            renumbered[id] = nodes.len() as Id;
            node.parts.iter_mut().for_each(|(_, part)| *part = renumbered[*part as usize]);
            nodes.push(node);
        }
        Shape::new(nodes, self.cells)
    }
}

/// The shape of a puzzle.
#[derive(Debug)]
pub(super) struct Shape {
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    cells: usize,
    /// By node: its neighbours, each with a number for the role and for which of the two is the part.
    arcs: Vec<Vec<(u32, Id)>>,
}

impl Shape {
    fn new(nodes: Vec<Node>, cells: usize) -> Self {
        let mut arcs = vec![Vec::new(); nodes.len()];
        for (id, node) in nodes.iter().enumerate() {
            for (role, part) in &node.parts {
                arcs[id].push((2 * role, *part));
                arcs[*part as usize].push((2 * role + 1, id as Id));
            }
        }
        let ids = nodes.iter().enumerate().skip(cells).map(|(id, node)| (node.clone(), id as Id)).collect();
        Self { nodes, ids, cells, arcs }
    }

    /// Returns the number of cells: the nodes below this number.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the labels of all nodes.
    pub(super) fn labels(&self) -> impl ExactSizeIterator<Item = Tag> + '_ {
        self.nodes.iter().map(|node| node.label)
    }

    /// Returns the neighbours of a node.
    pub(super) fn arcs(&self, id: Id) -> &[(u32, Id)] {
        &self.arcs[id as usize]
    }

    /// Returns whether a permutation of the cells, given by those that move and their images, is a symmetry of the shape;
    /// adds the work of the test to `work`.
    ///
    /// Only moved nodes are visited: those above moved cells, parts before wholes.
    pub(super) fn is_symmetry(&self, cells: &[(Id, Id)], work: &mut u64) -> bool {
        let label = |id: Id| self.nodes[id as usize].label;
        if cells.iter().any(|(cell, image)| label(*cell) != label(*image)) {
            return false;
        }
        let mut moved: HashMap<Id, Id> = cells.iter().copied().collect();
        let mut waiting: BTreeSet<Id> = moved.keys().flat_map(|cell| self.wholes(*cell)).collect();
        while let Some(id) = waiting.pop_first() {
            *work += 1 + self.nodes[id as usize].parts.len() as u64;
            let Some(image) = self.image(id, &moved) else { return false };
            if image != id {
                moved.insert(id, image);
                waiting.extend(self.wholes(id));
            }
        }
        true
    }

    /// Returns the nodes that this one is part of.
    fn wholes(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.arcs(id).iter().map(|(_, neighbour)| *neighbour).filter(move |neighbour| *neighbour > id)
    }

    /// Returns the image of a node, given the images of its parts.
    fn image(&self, id: Id, moved: &HashMap<Id, Id>) -> Option<Id> {
        let node = &self.nodes[id as usize];
        let parts = node.parts.iter().map(|(role, part)| (*role, *moved.get(part).unwrap_or(part)));
        let mut image = Node { label: node.label, parts: parts.collect() };
        image.parts.arrange();
        self.ids.get(&image).copied()
    }
}
