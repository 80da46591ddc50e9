//! How groups, pairs and sums narrow the domains of their variables.

use super::model::Group;
use super::model::Member;
use super::model::Relation;
use super::model::Sum;
use super::rows::bits;
use super::state::Empty;
use super::state::State;

/// Whether one value is left, or none.
#[inline]
fn is_known(domain: u64) -> bool {
    domain & domain.wrapping_sub(1) == 0
}

impl State<'_> {
    pub(super) fn narrow_pair(&mut self, a: usize, b: usize) -> Result<(), Empty> {
        for (known, other) in [(a, b), (b, a)] {
            let value = self.domains[known];
            if is_known(value) {
                self.keep(other, !value)?;
            }
        }
        Ok(())
    }

    /// Variables that all differ. A known value is removed from the others. If there are as many values as variables, a value
    /// that only one variable can have belongs to it. Some variables that have just as many values between them keep these.
    pub(super) fn narrow_different(&mut self, members: &[Member]) -> Result<(), Empty> {
        loop {
            let (mut taken, mut once, mut twice) = (0u64, 0u64, 0u64);
            for member in members {
                let domain = self.values(*member);
                twice |= once & domain;
                once |= domain;
                if is_known(domain) {
                    if taken & domain != 0 {
                        return Err(Empty);
                    }
                    taken |= domain;
                }
            }
            self.work += 1;
            let count = once.count_ones() as usize;
            if count < members.len() {
                return Err(Empty);
            }
            let single = if count == members.len() { once & !twice } else { 0 };
            let mut is_changed = false;
            for member in members {
                let domain = self.values(*member);
                if is_known(domain) {
                    continue;
                }
                let mut left = domain & !taken;
                if domain & single != 0 {
                    left &= single;
                    if !is_known(left) {
                        return Err(Empty);
                    }
                }
                if left != domain {
                    is_changed = true;
                    self.keep(member.variable, left >> member.shift)?;
                }
            }
            // With values to spare, sets as small as that are rare.
            let may_have_sets = count <= members.len() + 1;
            if !(is_changed || may_have_sets && self.narrow_sets(members)?) {
                return Ok(());
            }
        }
    }

    /// Variables whose values are all in a set as small as they are many keep these values from the others (Hall's theorem,
    /// for the sets that are the domain of some variable).
    fn narrow_sets(&mut self, members: &[Member]) -> Result<bool, Empty> {
        let mut is_changed = false;
        for (i, member) in members.iter().enumerate() {
            let set = self.values(*member);
            let size = set.count_ones() as usize;
            if size == 1 || size + 1 >= members.len() {
                continue;
            }
            let within = members.iter().filter(|other| self.values(**other) & !set == 0).count();
            if within > size {
                return Err(Empty);
            }
            let is_first = members[..i].iter().all(|other| self.values(*other) != set);
            if within < size || !is_first {
                continue;
            }
            for other in members {
                let domain = self.values(*other);
                if domain & !set != 0 && domain & set != 0 {
                    self.keep(other.variable, !set >> other.shift)?;
                    is_changed = true;
                }
            }
        }
        Ok(is_changed)
    }

    /// The values of a member of a group.
    #[inline]
    fn values(&self, member: Member) -> u64 {
        self.domains[member.variable] << member.shift
    }

    /// Variables that take each value so often.
    pub(super) fn narrow_shared(&mut self, group: &Group) -> Result<(), Empty> {
        let mut taken = [0usize; 64];
        let mut open = 0;
        for Member { variable, .. } in &group.members {
            let domain = self.domains[*variable];
            if is_known(domain) {
                taken[domain.trailing_zeros() as usize % 64] += 1;
            } else {
                open += 1;
            }
        }
        let (mut full, mut missing, mut wanted) = (0u64, 0, 0u64);
        for (value, count) in taken.iter().enumerate() {
            if *count > group.most {
                return Err(Empty);
            }
            full |= u64::from(*count == group.most) << value;
            if group.needed >> value & 1 == 1 && *count < group.least {
                missing += group.least - count;
                wanted |= 1 << value;
            }
        }
        if missing > open {
            return Err(Empty);
        }
        // All that are open are wanted for what is missing.
        let left = if missing == open { wanted } else { !full };
        for Member { variable, .. } in &group.members {
            if !is_known(self.domains[*variable]) {
                self.keep(*variable, left)?;
            }
        }
        Ok(())
    }

    /// The bounds of a sum.
    pub(super) fn narrow_sum(&mut self, sum: &Sum) -> Result<(), Empty> {
        let (mut least, mut most) = (sum.constant, sum.constant);
        let mut open = None;
        let mut count = 0;
        for (variable, factor) in &sum.terms {
            let [low, high] = self.ends(*variable, *factor);
            least += low;
            most += high;
            if low != high {
                count += 1;
                open = Some((*variable, *factor));
            }
        }
        match sum.relation {
            Relation::NotZero => match open {
                None if least == 0 => Err(Empty),
                Some((variable, factor)) if count == 1 => {
                    // What it must not be.
                    let [low, _] = self.ends(variable, factor);
                    let rest = low - least;
                    let value = rest / factor;
                    let is_value = rest % factor == 0 && (0..64).contains(&value);
                    self.keep(variable, if is_value { !(1 << value) } else { u64::MAX })
                }
                _ => Ok(()),
            },
            Relation::Zero if least > 0 || most < 0 => Err(Empty),
            Relation::AtMostZero if least > 0 => Err(Empty),
            relation => {
                let needs_more = relation == Relation::Zero;
                for (variable, factor) in &sum.terms {
                    let [low, high] = self.ends(*variable, *factor);
                    if low == high || (high - low <= -least && (!needs_more || high - low <= most)) {
                        continue;
                    }
                    // The term is at most what the least of the others leave, and at least what their most leave.
                    let (top, bottom) = (low - least, high - most);
                    let fits = |value: u32| {
                        let term = factor * i64::from(value);
                        term <= top && (!needs_more || term >= bottom)
                    };
                    let domain = self.domains[*variable];
                    let left =
                        bits(domain).filter(|value| fits(*value)).fold(0, |left, value| left | 1 << value);
                    self.keep(*variable, left)?;
                }
                Ok(())
            }
        }
    }

    /// The least and the most that a term can be.
    fn ends(&self, variable: usize, factor: i64) -> [i64; 2] {
        let domain = self.domains[variable];
        let ends = [domain.trailing_zeros(), 63 - domain.leading_zeros().min(63)];
        let [a, b] = ends.map(|value| factor * i64::from(value));
        [a.min(b), a.max(b)]
    }
}
