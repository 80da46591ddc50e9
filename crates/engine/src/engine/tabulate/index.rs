//! An index of rows by residue: heads of chains, found by a hash of the residue.
//!
//! If every digit is used, a lookup can only meet rows that take exactly the remaining digits. Then rows of the same digits
//! have a section of their own, a few cache lines instead of one in the whole index: five fractions with fifteen letters take
//! 0.4 s.

/// An index of the rows of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// The digits of the rows of each section, rising; empty if there is only one section.
    masks: Vec<u64>,
    sections: Vec<Section>,
    /// For each hash, the last row that has it, plus one; 0 for none.
    heads: Vec<u32>,
    /// For each row, the previous one with the same hash.
    next: Vec<u32>,
    /// For each longer hash, whether a row has it, as bits.
    marks: Vec<u64>,
}

/// A set of rows to look in: where their heads and marks begin, and how far hashes are shifted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Section {
    heads: u32,
    shift: u32,
    marks: u32,
    mark_shift: u32,
}

/// The marks for each row: 94 of 100 lookups end at a mark that is not set, in a few cache lines.
const MARKS: usize = 16;
/// Above this number of marks, half the second-level cache, there are fewer for each row.
const MOST_MARKS: usize = 1 << 21;
/// Sections pay if there are this many rows, and each section has this many of them on average.
const WORTH_SECTIONS: usize = 512;
const WORTH_A_SECTION: usize = 8;

impl Index {
    /// Makes an index in one section.
    pub(super) fn of(keys: &[u32]) -> Self {
        let mut index = Self { next: Vec::with_capacity(keys.len()), ..Self::default() };
        index.add_section(keys.len());
        let section = index.sections[0];
        keys.iter().for_each(|key| index.add(*key, &section));
        index
    }

    /// Makes an index with a section for the rows of each mask, or in one section if that is better.
    pub(super) fn by_mask(keys: &[u32], of_rows: &[u64]) -> Self {
        if keys.len() < WORTH_SECTIONS {
            return Self::of(keys);
        }
        let mut masks = of_rows.to_vec();
        masks.sort_unstable();
        masks.dedup();
        if keys.len() < WORTH_A_SECTION * masks.len() {
            return Self::of(keys);
        }
        let place = |mask: &u64| masks.partition_point(|other| other < mask);
        let mut sizes = vec![0; masks.len()];
        of_rows.iter().for_each(|mask| sizes[place(mask)] += 1);
        let mut index = Self { next: Vec::with_capacity(keys.len()), ..Self::default() };
        sizes.into_iter().for_each(|size| index.add_section(size));
        for (key, mask) in keys.iter().zip(of_rows) {
            let section = index.sections[place(mask)];
            index.add(*key, &section);
        }
        Self { masks, ..index }
    }

    fn add_section(&mut self, rows: usize) {
        let heads = (2 * rows).max(2).next_power_of_two();
        let marks = (MARKS * rows).min(MOST_MARKS).next_power_of_two().max(2 * heads).max(64);
        self.sections.push(Section {
            heads: self.heads.len() as u32,
            shift: 32 - heads.trailing_zeros(),
            marks: self.marks.len() as u32,
            mark_shift: 32 - marks.trailing_zeros(),
        });
        self.heads.resize(self.heads.len() + heads, 0);
        self.marks.resize(self.marks.len() + marks / 64, 0);
    }

    /// Adds the next row.
    fn add(&mut self, key: u32, section: &Section) {
        let (head, (word, bit)) = (section.hash(key), section.mark(key));
        self.next.push(self.heads[head]);
        self.heads[head] = self.next.len() as u32;
        self.marks[word] |= 1 << bit;
    }

    /// Returns the section of the rows of a mask; `None` if there are none.
    #[inline]
    pub(super) fn section(&self, mask: u64) -> Option<&Section> {
        if self.masks.is_empty() {
            return self.sections.first();
        }
        self.sections.get(self.masks.binary_search(&mask).ok()?)
    }

    /// Returns whether some row of a section may have the key.
    #[inline]
    pub(super) fn may_hold(&self, key: u32, section: &Section) -> bool {
        let (word, bit) = section.mark(key);
        self.marks[word] >> bit & 1 == 1
    }

    /// Returns the first row of the chain in which a key would be; 0 if there is none.
    #[inline]
    pub(super) fn head(&self, key: u32, section: &Section) -> u32 {
        self.heads[section.hash(key)]
    }

    /// Returns the last row before this one with the same hash; 0 if there is none.
    #[inline]
    pub(super) fn before(&self, row: usize) -> u32 {
        self.next[row]
    }

    /// Returns the rows of a chain, from its head, the last first.
    #[inline]
    pub(super) fn chain(&self, head: u32) -> impl Iterator<Item = usize> + '_ {
        let mut row = head;
        std::iter::from_fn(move || {
            let found = (row as usize).checked_sub(1)?;
            row = self.next[found];
            Some(found)
        })
    }
}

impl Section {
    #[inline]
    fn mark(&self, key: u32) -> (usize, u32) {
        let mark = key.wrapping_mul(0x9E37_79B1) >> self.mark_shift;
        ((self.marks + (mark >> 6)) as usize, mark & 63)
    }

    /// Returns the upper bits of a product with the golden ratio (Knuth, The Art of Computer Programming 6.4).
    #[inline]
    fn hash(&self, key: u32) -> usize {
        (self.heads + (key.wrapping_mul(0x9E37_79B1) >> self.shift)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_a_key_is_found_and_no_other_key_is_claimed() {
        let keys: Vec<u32> = (0..1000u32).map(|i| i * i % 97 * 1_000_003).collect();
        let masks: Vec<u64> = (0..1000).map(|i| 1 << (i * 7 % 20)).collect();
        for (index, is_divided) in [(Index::of(&keys), false), (Index::by_mask(&keys, &masks), true)] {
            for (key, mask) in (0..97).flat_map(|key| (0..20).map(move |bit| (key * 1_000_003, 1 << bit))) {
                let section = index.section(mask).expect("every digit is taken by some row");
                let mut found: Vec<usize> =
                    index.chain(index.head(key, section)).filter(|row| keys[*row] == key).collect();
                found.reverse();
                let is_one = |row: &usize| keys[*row] == key && (!is_divided || masks[*row] == mask);
                let rows: Vec<usize> = (0..keys.len()).filter(is_one).collect();
                assert_eq!(found, rows);
                assert!(rows.is_empty() || index.may_hold(key, section));
            }
        }
        assert!(Index::by_mask(&keys, &masks).section(3).is_none());
        // A section for each row would cost more than it saves.
        assert_eq!(Index::by_mask(&[5, 6], &[1, 2]).section(1).map(|all| all.shift), Some(30));
        let none = Index::of(&[]);
        assert_eq!(none.head(5, none.section(1).expect("it is there")), 0);
        assert!(Index::of(&[7]).chain(1).eq([0]));
    }
}
