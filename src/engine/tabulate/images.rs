//! Parts that may change places, and what a hit looks like when they do.

use super::layout::Layout;
use crate::digits::Digit;
use crate::engine::permutations::next_arrangement;

/// The arrangements of like parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Images {
    /// For each part the number of its class; parts alike have the same.
    classes: Vec<usize>,
    /// For each image and each part, whose digits it takes. The first leaves all where they are.
    sources: Vec<Vec<usize>>,
}

/// More images than this are not written down: parts beyond are not taken to be alike.
const MOST: usize = 5040;

impl Images {
    pub(super) fn of(layout: &Layout) -> Self {
        let mut images = Self {
            classes: (0..layout.parts.len()).collect(),
            sources: vec![(0..layout.parts.len()).collect()],
        };
        let meeting = if layout.is_mirrored { None } else { layout.build.first() };
        for side in [layout.probe.iter().chain(meeting).collect::<Vec<_>>(), layout.build.iter().collect()] {
            for pair in side.windows(2) {
                if are_alike(layout, *pair[0], *pair[1]) {
                    images.classes[*pair[1]] = images.classes[*pair[0]];
                }
            }
        }
        images.multiply(layout);
        images
    }

    pub(super) fn is_alike(&self, a: usize, b: usize) -> bool {
        self.classes[a] == self.classes[b]
    }

    /// In how many ways the parts of a side can be arranged.
    pub(super) fn arrangements(&self, side: &[usize]) -> f64 {
        let before = |i: usize| side[..=i].iter().filter(|part| self.is_alike(**part, side[i])).count() as f64;
        (0..side.len()).map(before).product()
    }

    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    /// Writes an image of a hit.
    pub(super) fn write(&self, image: usize, layout: &Layout, hit: &[Digit], digits: &mut [Digit]) {
        digits.copy_from_slice(hit);
        if image == 0 {
            return;
        }
        for (part, source) in layout.parts.iter().zip(&self.sources[image]) {
            for (cell, from) in part.cells.iter().zip(&layout.parts[*source].cells) {
                digits[cell.index()] = hit[from.index()];
            }
        }
    }

    /// All arrangements of all classes, and those with the sides exchanged.
    fn multiply(&mut self, layout: &Layout) {
        for class in 0..self.classes.len() {
            let members: Vec<usize> = (0..self.classes.len()).filter(|part| self.classes[*part] == class).collect();
            let ways: usize = (1..=members.len()).product();
            if members.len() > 1 && self.sources.len() * ways > MOST {
                members.iter().for_each(|part| self.classes[*part] = *part);
            } else if members.len() > 1 {
                self.arrange(&members);
            }
        }
        if layout.is_mirrored {
            let exchanged: Vec<Vec<usize>> = self.sources.iter().map(|image| exchanged(image, layout)).collect();
            self.sources.extend(exchanged);
        }
    }

    fn arrange(&mut self, members: &[usize]) {
        let mut order: Vec<u8> = (0..members.len() as u8).collect();
        let before = self.sources.clone();
        while next_arrangement(&mut order, members.len()) {
            for image in &before {
                let mut image = image.clone();
                for (part, source) in members.iter().zip(&order) {
                    image[*part] = members[usize::from(*source)];
                }
                self.sources.push(image);
            }
        }
    }
}

/// Like parts are written alike, have the same sign, and nothing else is said about them.
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
