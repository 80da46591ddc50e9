//! Items that all differ: which sums they can make, and whether there are enough digits.

use crate::linear::shared;

use super::domain::{Domain, Empty};
use super::model::{Line, Sign};

/// Ends of a line whose different variables share out their digits.
pub fn share_out(
    line: &Line,
    domains: &[Domain],
    low: Option<i128>,
    high: Option<i128>,
) -> Result<(), Empty> {
    let (mut low, mut high) = (low, high);
    for share in &line.shares {
        let mut unknown = [(0u64, 0i128); 64];
        let (mut count, mut union, mut least, mut greatest) = (0, 0u64, Some(0i128), Some(0i128));
        for at in share {
            let (item, weight) = line.form.terms[*at];
            let domain = domains[item];
            if domain.only().is_some() {
                continue;
            }
            let size = i128::try_from(weight.unsigned_abs()).unwrap_or(i128::MAX);
            *unknown.get_mut(count).ok_or(Empty)? = (domain.as_digits(), size);
            (count, union) = (count + 1, union | domain.as_digits());
            let plus = |sum: Option<i128>, end: Option<i128>| sum?.checked_add(end?.checked_mul(size)?);
            (least, greatest) = (plus(least, domain.low()), plus(greatest, domain.high()));
        }
        if count < 2 {
            continue;
        }
        if (union.count_ones() as usize) < count {
            return Err(Empty);
        }
        let unknown = &unknown[..count];
        let (fewest, most) = (shared::<false, _>(unknown, union), shared::<true, _>(unknown, union));
        let more =
            fewest.ok_or(Empty)?.checked_sub(least.unwrap_or(0)).filter(|_| least.is_some()).unwrap_or(0);
        let less =
            greatest.unwrap_or(0).checked_sub(most.ok_or(Empty)?).filter(|_| greatest.is_some()).unwrap_or(0);
        let is_positive = share.first().is_some_and(|at| line.form.terms[*at].1 > 0);
        let (up, down) = if is_positive { (more, less) } else { (less, more) };
        low = low.and_then(|low| low.checked_add(up));
        high = high.and_then(|high| high.checked_sub(down));
    }
    let is_above = low.is_some_and(|low| low > 0);
    if is_above || line.sign == Sign::Equal && high.is_some_and(|high| high < 0) {
        Err(Empty)
    } else {
        Ok(())
    }
}

/// Whether each item gets a digit of its own.
pub fn can_all_be_placed(digits: &[u64]) -> bool {
    let mut owners = [usize::MAX; 64];
    (0..digits.len()).all(|item| find_place(item, digits, &mut owners, &mut 0))
}

/// Gives an item a digit, for which others may have to move. Each digit is tried once.
fn find_place(item: usize, digits: &[u64], owners: &mut [usize; 64], seen: &mut u64) -> bool {
    let mut open = digits[item] & !*seen;
    while open != 0 {
        let digit = open.trailing_zeros() as usize;
        *seen |= 1 << digit;
        let owner = owners[digit];
        if owner == usize::MAX || find_place(owner, digits, owners, seen) {
            owners[digit] = item;
            return true;
        }
        open = digits[item] & !*seen;
    }
    false
}
