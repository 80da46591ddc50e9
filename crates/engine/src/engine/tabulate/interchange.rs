//! Which parts of a layout are alike, and all that they can change to.

use super::images::Images;
use super::layout::Layout;
use crate::engine::search::permutations::next_arrangement;

impl Images {
    /// Returns the classes of parts that are alike.
    pub(super) fn of(layout: &Layout) -> Self {
        let mut images = Self { classes: (0..layout.parts.len()).collect(), cells: Vec::new() };
        let meeting = if layout.is_mirrored { None } else { layout.build.first() };
        for side in [layout.probe.iter().chain(meeting).collect::<Vec<_>>(), layout.build.iter().collect()] {
            for pair in side.windows(2) {
                if are_alike(layout, *pair[0], *pair[1]) {
                    images.classes[*pair[1]] = images.classes[*pair[0]];
                }
            }
        }
        images.limit();
        images
    }

    /// Lists all arrangements of all classes, and those with the sides exchanged.
    pub(super) fn written(&self, layout: &Layout, cells: usize) -> Self {
        let mut sources = vec![(0..layout.parts.len()).collect::<Vec<usize>>()];
        for members in
            (0..self.classes.len()).map(|class| self.members(class)).filter(|class| class.len() > 1)
        {
            arrange(&members, &mut sources);
        }
        if layout.is_mirrored {
            let exchanged: Vec<Vec<usize>> = sources.iter().map(|image| exchanged(image, layout)).collect();
            sources.extend(exchanged);
        }
        let cells = sources[1..].iter().map(|image| moved(image, layout, cells)).collect();
        Self { classes: self.classes.clone(), cells }
    }
}

/// Adds every other arrangement of some parts to each image so far.
fn arrange(members: &[usize], sources: &mut Vec<Vec<usize>>) {
    let mut order: Vec<u8> = (0..members.len() as u8).collect();
    let before = sources.clone();
    while next_arrangement(&mut order, members.len()) {
        for image in &before {
            let mut image = image.clone();
            for (part, source) in members.iter().zip(&order) {
                image[*part] = members[usize::from(*source)];
            }
            sources.push(image);
        }
    }
}

/// Returns, for each cell, the cell whose digit it takes.
fn moved(image: &[usize], layout: &Layout, cells: usize) -> Vec<u8> {
    let mut map: Vec<u8> = (0..cells as u8).collect();
    for (part, source) in layout.parts.iter().zip(image) {
        for (cell, from) in part.cells.iter().zip(&layout.parts[*source].cells) {
            map[cell.index()] = from.index() as u8;
        }
    }
    map
}

/// Returns whether two parts are alike: written alike, with the same sign, and no other condition distinguishes them.
fn are_alike(layout: &Layout, a: usize, b: usize) -> bool {
    layout.tables[a] == layout.tables[b]
        && layout.parts[a].is_turned == layout.parts[b].is_turned
        && layout.is_free(a)
        && layout.is_free(b)
}

fn exchanged(image: &[usize], layout: &Layout) -> Vec<usize> {
    let mut exchanged = image.to_vec();
    for (a, b) in layout.probe.iter().zip(&layout.build) {
        (exchanged[*a], exchanged[*b]) = (image[*b], image[*a]);
    }
    exchanged
}
