//! Shards: a search cut into pieces, for several machines. A shard is a run of parts or ranks, so the finds of all shards,
//! one after the other, are those of the whole search.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use fukumen_language::message::{Message, message};

/// One of several pieces of a search. The pieces are runs of parts, so their finds, one after the other, are those of the
/// whole search.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use fukumen::solve::Shard;
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard.of(10), 3..6);
/// assert_eq!(Some(shard), Shard::new(2, 3));
/// # Ok::<(), fukumen::solve::NoShard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl Shard {
    /// The whole search.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Returns the shard of this number, from 1, among this many; `None` if there is no such shard.
    #[must_use]
    pub fn new(number: u64, count: u64) -> Option<Self> {
        (1..=count).contains(&number).then_some(Self { number, count })
    }

    /// Returns its number, from 1.
    #[must_use]
    pub fn number(self) -> u64 {
        self.number
    }

    /// Returns the number of shards.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns its parts among `parts`.
    #[must_use]
    pub fn of(self, parts: u64) -> Range<u64> {
        self.portion().of(parts)
    }

    /// Returns whether it owns item `index`, from 0, if items are dealt out one after the other.
    #[must_use]
    pub fn has(self, index: u64) -> bool {
        index % self.count == self.number - 1
    }

    /// Returns the ranks that it searches.
    pub(crate) fn portion(self) -> Portion {
        Portion { start: self.number - 1, end: self.number, count: self.count }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let wrong = || NoShard { text: text.into() };
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let read = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        Self::new(read(number)?, read(count)?).ok_or_else(wrong)
    }
}

/// A text names no shard.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoShard {
    /// The text.
    pub text: String,
}

impl NoShard {
    /// Returns the error as a message.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("bad-shard", text = self.text)
    }
}

impl fmt::Display for NoShard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for NoShard {}

/// The ranks that a search visits: those between two fractions of all. Two portions that meet at a fraction meet at a rank.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_language::*; }
/// use fukumen::engine::Portion;
/// assert_eq!(Portion::WHOLE.of(10), 0..10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portion {
    /// The fractions are `start / count` and `end / count`.
    start: u64,
    end: u64,
    count: u64,
}

impl Portion {
    /// All ranks.
    pub const WHOLE: Self = Self { start: 0, end: 1, count: 1 };

    /// Returns its ranks among all.
    #[must_use]
    pub fn of(self, ranks: u64) -> Range<u64> {
        let bound = |number: u64| {
            let bound = u128::from(ranks) * u128::from(number) / u128::from(self.count);
            u64::try_from(bound).unwrap_or(ranks)
        };
        bound(self.start)..bound(self.end)
    }

    /// Returns whether these are all ranks.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.start == 0 && self.end == self.count
    }

    /// Returns how many pieces of this kind a search is cut into: a plan may make more ranks if there are many.
    #[must_use]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns its share of search number `index` of `searches`, which are done one after the other and count equally.
    pub(crate) fn within(self, index: usize, searches: usize) -> Self {
        let (index, searches) = (index as u128, searches as u128);
        let bound = |number: u64| {
            let bound = (u128::from(number) * searches).saturating_sub(u128::from(self.count) * index);
            u64::try_from(bound).unwrap_or(self.count).min(self.count)
        };
        Self { start: bound(self.start), end: bound(self.end), count: self.count }
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
    fn several_searches_are_cut_as_if_they_were_one() {
        for (searches, ranks) in [(1, 10), (3, 7), (5, 1), (2, 0), (4, u64::MAX)] {
            for count in [1, 2, 3, 7, 64, u64::MAX] {
                let mut next = vec![0; searches];
                let numbers = (1..=count.min(64)).chain((count > 64).then_some(count));
                for number in numbers {
                    let portion = Shard { number, count }.portion();
                    for (index, next) in next.iter_mut().enumerate() {
                        let range = portion.within(index, searches).of(ranks);
                        if number <= 64 {
                            assert_eq!(range.start, *next, "{number}/{count} in search {index}");
                        }
                        *next = range.end;
                    }
                }
                assert_eq!(next, vec![ranks; searches], "{count}");
            }
        }
    }

    #[test]
    fn things_are_dealt_out_one_after_the_other() {
        let shard = Shard::new(2, 3).expect("there is one");
        assert_eq!((shard.number(), shard.count(), shard.portion().count()), (2, 3, 3));
        assert_eq!((0..9).filter(|index| shard.has(*index)).collect::<Vec<_>>(), [1, 4, 7]);
        assert_eq!((Shard::new(0, 3), Shard::new(4, 3)), (None, None));
    }

    #[test]
    fn what_is_no_shard_is_an_error() {
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0", "-1/2", "1/100000000000000000000", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(NoShard { text: text.into() }));
        }
        assert_eq!("2/2".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/2".into()));
    }
}
