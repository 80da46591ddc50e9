//! Shards: a search cut into pieces, for several machines. A shard is a run of parts, so the outputs of all
//! shards, one after the other, are the output of the whole search.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::generate::GenerateError;

/// One of several pieces of a search. The pieces are runs of parts, so that what they find, one after the other, is what the
/// whole search finds.
///
/// ```
/// use fukumen::generate::Shard;
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard.of(10), 3..6);
/// # Ok::<(), fukumen::generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Its parts among `parts`.
    #[must_use]
    pub fn of(self, parts: u64) -> Range<u64> {
        let bound = |number: u64| {
            let bound = u128::from(parts) * u128::from(number) / u128::from(self.count);
            u64::try_from(bound).unwrap_or(parts)
        };
        bound(self.number - 1)..bound(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = GenerateError;

    fn from_str(text: &str) -> Result<Self, GenerateError> {
        let wrong = || GenerateError::Shard(text.into());
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let read = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (number, count) = (read(number)?, read(count)?);
        if (1..=count).contains(&number) { Ok(Self { number, count }) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_follow_each_other_and_leave_nothing_out() {
        for parts in [0, 1, 2, 7, 100, u64::MAX] {
            for count in [1, 2, 3, 11] {
                let mut next = 0;
                for number in 1..=count {
                    let range = Shard { number, count }.of(parts);
                    assert_eq!(range.start, next);
                    next = range.end;
                }
                assert_eq!(next, parts);
            }
        }
    }

    #[test]
    fn what_is_no_shard_is_told() {
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2"] {
            assert_eq!(text.parse::<Shard>(), Err(GenerateError::Shard(text.into())));
        }
    }
}
