//! Arrangements of k out of n things, by rank.

/// Returns the number of ways to arrange `k` out of `n` things in a row: n·(n-1)·…·(n-k+1). `None` past 64 bits.
pub fn arrangements(n: usize, k: usize) -> Option<u64> {
    (0..k).try_fold(1u64, |product, i| product.checked_mul(n.checked_sub(i)? as u64))
}

/// Returns the number of ways to choose `k` out of `n` things. `None` past 64 bits.
pub fn combinations(n: usize, k: usize) -> Option<u64> {
    (0..k).try_fold(1u64, |count, i| {
        let next = u128::from(count) * (n.checked_sub(i)? as u128) / (i as u128 + 1);
        u64::try_from(next).ok()
    })
}

/// Returns the arrangement of `k` out of `0..n` with this rank in lexicographic order, followed by the unused numbers in
/// rising order.
pub fn arrangement(n: usize, k: usize, mut rank: u64) -> Vec<u8> {
    let mut left: Vec<u8> = (0..n as u8).collect();
    let mut taken = Vec::with_capacity(n);
    for i in 0..k {
        let block = arrangements(n - i - 1, k - i - 1).expect("smaller than the whole, which fits");
        taken.push(left.remove((rank / block) as usize));
        rank %= block;
    }
    taken.extend(left);
    taken
}

/// Steps to the next arrangement of the first `k` numbers in lexicographic order, keeping the others
/// in rising order; `false` after the last. For k = n this is the algorithm of Narayana Pandita
/// (14th century), Algorithm L of Knuth, The Art of Computer Programming 7.2.1.2.
#[inline]
pub fn next_arrangement(a: &mut [u8], k: usize) -> bool {
    let Some(edge) = k.checked_sub(1) else { return false };
    if let Some(larger) = (k..a.len()).find(|j| a[*j] > a[edge]) {
        a.swap(edge, larger);
        return true;
    }
    // The tail has nothing larger: reversed, it continues the falling end of the head.
    a[k..].reverse();
    let Some(pivot) = (0..edge).rev().find(|i| a[*i] < a[i + 1]) else { return false };
    let larger = (pivot + 1..a.len()).rev().find(|j| a[*j] > a[pivot]).expect("the next one is larger");
    a.swap(pivot, larger);
    a[pivot + 1..].reverse();
    true
}

/// Returns the choice of `k` out of `0..n` with this rank in lexicographic order.
pub fn combination(n: usize, k: usize, mut rank: u64) -> Vec<u8> {
    let mut chosen = Vec::with_capacity(k);
    let mut least = 0;
    for i in 0..k {
        while let Some(block) = combinations(n - least - 1, k - i - 1).filter(|block| rank >= *block) {
            rank -= block;
            least += 1;
        }
        chosen.push(least as u8);
        least += 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_comes_once_in_order_and_by_rank() {
        for (n, k) in [(1, 1), (4, 4), (6, 2), (5, 3), (7, 6)] {
            let mut a = arrangement(n, k, 0);
            let mut seen = Vec::new();
            loop {
                assert_eq!(a, arrangement(n, k, seen.len() as u64));
                seen.push(a[..k].to_vec());
                if !next_arrangement(&mut a, k) {
                    break;
                }
            }
            assert_eq!(Some(seen.len() as u64), arrangements(n, k));
            assert!(seen.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn every_choice_has_its_rank() {
        let choices: Vec<_> =
            (0..combinations(7, 3).expect("it is 35")).map(|rank| combination(7, 3, rank)).collect();
        assert_eq!(choices.len(), 35);
        assert!(choices.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(choices.iter().all(|choice| choice.windows(2).all(|pair| pair[0] < pair[1])));
    }

    #[test]
    fn nothing_can_be_arranged_in_one_way() {
        assert_eq!(arrangements(10, 0), Some(1));
        assert_eq!(arrangements(3, 4), Some(0));
        assert_eq!(arrangements(64, 64), None);
        assert!(!next_arrangement(&mut [0, 1, 2], 0));
    }
}
