//! Parts that may change places, and the images of a hit when they do.

/// The parts that are alike, and their arrangements.
#[derive(Clone, Debug, Default)]
pub(super) struct Images {
    /// For each part the number of its class, which is the same for parts that are alike.
    pub(super) classes: Vec<usize>,
    /// For each image except the hit itself: for each cell, the cell whose digit it takes.
    pub(super) cells: Vec<Vec<u8>>,
}

/// The most images to list: further parts do not count as alike.
const MOST: usize = 5040;

impl Images {
    /// Splits classes that have too many arrangements.
    pub(super) fn limit(&mut self) {
        let mut count = 1;
        for class in 0..self.classes.len() {
            let ways: usize = (1..=self.members(class).len().min(8)).product();
            if count * ways > MOST {
                self.members(class).into_iter().for_each(|part| self.classes[part] = part);
            } else {
                count *= ways;
            }
        }
    }

    pub(super) fn members(&self, class: usize) -> Vec<usize> {
        (0..self.classes.len()).filter(|part| self.classes[*part] == class).collect()
    }

    pub(super) fn is_alike(&self, a: usize, b: usize) -> bool {
        self.classes[a] == self.classes[b]
    }

    /// Returns in how many ways the parts of a side can be arranged.
    pub(super) fn arrangements(&self, side: &[usize]) -> f64 {
        let before =
            |i: usize| side[..=i].iter().filter(|part| self.is_alike(**part, side[i])).count() as f64;
        (0..side.len()).map(before).product()
    }

    /// Returns all images of a hit except itself.
    pub(super) fn maps(&self) -> &[Vec<u8>] {
        &self.cells
    }
}
