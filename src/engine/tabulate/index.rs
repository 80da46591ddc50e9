//! Where to look for rows with a residue: heads of chains, found by a hash of the residue.

/// An index of the rows of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// For each hash the last row that has it, one more than its number; 0 for none.
    heads: Vec<u32>,
    /// For each row the one before it with the same hash.
    next: Vec<u32>,
    shift: u32,
    /// For each longer hash, whether a row has it.
    marks: Vec<bool>,
    mark_shift: u32,
}

/// Marks for each row: 94 of 100 lookups end at a mark that is not set, in a few cache lines.
const MARKS: usize = 16;
/// Past this many marks, half the second-level cache, there are fewer for each row.
const MOST_MARKS: usize = 1 << 18;

impl Index {
    pub(super) fn of(keys: &[u32]) -> Self {
        let heads = (2 * keys.len()).max(2).next_power_of_two();
        let marks = (MARKS * keys.len()).min(MOST_MARKS).next_power_of_two().max(2 * heads);
        let mut index = Self {
            heads: vec![0; heads],
            next: Vec::with_capacity(keys.len()),
            shift: 32 - heads.trailing_zeros(),
            marks: vec![false; marks],
            mark_shift: 32 - marks.trailing_zeros(),
        };
        for (row, key) in keys.iter().enumerate() {
            let (hash, mark) = (index.hash(*key), index.mark(*key));
            index.next.push(index.heads[hash]);
            index.heads[hash] = row as u32 + 1;
            index.marks[mark] = true;
        }
        index
    }

    /// Whether some row may have the key.
    #[inline]
    pub(super) fn may_hold(&self, key: u32) -> bool {
        self.marks[self.mark(key)]
    }

    #[inline]
    fn mark(&self, key: u32) -> usize {
        (key.wrapping_mul(0x9E37_79B1) >> self.mark_shift) as usize
    }

    /// The upper bits of a product with the golden ratio (Knuth, The Art of Computer Programming 6.4).
    #[inline]
    fn hash(&self, key: u32) -> usize {
        (key.wrapping_mul(0x9E37_79B1) >> self.shift) as usize
    }

    /// The first row of the chain in which a key would be; 0 where there is none.
    #[inline]
    pub(super) fn head(&self, key: u32) -> u32 {
        self.heads[self.hash(key)]
    }

    /// The last row before this one with the same hash; 0 where there is none.
    #[inline]
    pub(super) fn before(&self, row: usize) -> u32 {
        self.next[row]
    }

    /// The rows of a chain, from its head, the last first.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_a_key_is_found_and_no_other_key_is_claimed() {
        let keys: Vec<u32> = (0..1000u32).map(|i| i * i % 97 * 1_000_003).collect();
        let index = Index::of(&keys);
        for key in (0..97).map(|key| key * 1_000_003) {
            let mut found: Vec<usize> =
                index.chain(index.head(key)).filter(|row| keys[*row] == key).collect();
            found.reverse();
            let rows: Vec<usize> = (0..keys.len()).filter(|row| keys[*row] == key).collect();
            assert_eq!(found, rows);
            assert!(rows.is_empty() || index.may_hold(key));
        }
        assert_eq!(Index::of(&[]).head(5), 0);
        assert!(Index::of(&[7]).chain(1).eq([0]));
    }
}
