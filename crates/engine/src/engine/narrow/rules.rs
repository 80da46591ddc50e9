//! How groups, pairs and sums narrow the domains of their variables.

use super::model::{Group, Member, Relation, Sum};
use super::rows::bits;
use super::state::{Empty, State};

/// Returns whether at most one value is left.
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

    /// Narrows variables that all differ. A known value is removed from the others. If there are as many values as variables,
    /// a value that only one variable can have belongs to it. A set of variables with as many values as variables keeps these
    /// values.
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
            // If there are more values than variables, such small sets are rare.
            let may_have_sets = count <= members.len() + 1;
            if !(is_changed || may_have_sets && self.narrow_sets(members)?) {
                return Ok(());
            }
        }
    }

    /// Narrows by sets: if as many variables as a set has values have all their values in it, they keep these values from the
    /// others (Hall's theorem, for the sets that are the domain of some variable).
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

    /// Returns the values of a member of a group.
    #[inline]
    fn values(&self, member: Member) -> u64 {
        self.domains[member.variable] << member.shift
    }

    /// Narrows variables that take each value this often.
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
        // All open ones are needed for the missing values.
        let left = if missing == open { wanted } else { !full };
        for Member { variable, .. } in &group.members {
            if !is_known(self.domains[*variable]) {
                self.keep(*variable, left)?;
            }
        }
        Ok(())
    }

    /// Narrows by the bounds of a sum.
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
                    // The value that it must not have.
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

    /// Returns the least and the largest value of a term.
    fn ends(&self, variable: usize, factor: i64) -> [i64; 2] {
        let domain = self.domains[variable];
        let ends = [domain.trailing_zeros(), 63 - domain.leading_zeros().min(63)];
        let [a, b] = ends.map(|value| factor * i64::from(value));
        [a.min(b), a.max(b)]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::super::model::Model;
    use super::*;
    use crate::compile::Problem;

    /// Returns the domains after narrowing.
    fn narrowed(domains: &[u64], narrow: impl Fn(&mut State) -> Result<(), Empty>) -> Option<Vec<u64>> {
        let problem: Arc<Problem> = Problem::of(&"A=A".parse().expect("it is a puzzle"));
        let model = Model {
            problem,
            domains: domains.to_vec(),
            constraints: Vec::new(),
            of_variable: vec![Vec::new(); domains.len()],
            constant: Vec::new(),
            size: 0,
            words: 0,
            places: 0,
        };
        let mut state = State::new(&model);
        narrow(&mut state).ok().map(|()| state.domains)
    }

    /// Returns the values that are in some assignment that fits, found by trying all.
    fn in_assignments(domains: &[u64], fits: impl Fn(&[u32]) -> bool) -> Vec<u64> {
        let mut assignments = vec![Vec::new()];
        for domain in domains {
            let longer = |part: Vec<u32>| bits(*domain).map(move |value| [&part[..], &[value]].concat());
            assignments = assignments.into_iter().flat_map(longer).collect();
        }
        assignments.retain(|values| fits(values));
        let left = |i: usize| assignments.iter().fold(0, |left, values| left | 1 << values[i]);
        (0..domains.len()).map(left).collect()
    }

    /// Checks that narrowing loses nothing that fits, and decides whole assignments.
    fn agree(domains: &[u64], found: Option<Vec<u64>>, fitting: &[u64]) -> Result<(), TestCaseError> {
        let is_whole = domains.iter().all(|domain| is_known(*domain));
        let has_fitting = fitting.iter().any(|left| *left != 0);
        prop_assert!(found.is_some() || !has_fitting);
        prop_assert!(!is_whole || found.is_some() == has_fitting);
        for (left, fitting) in found.into_iter().flatten().zip(fitting) {
            prop_assert_eq!(left & fitting, *fitting);
        }
        Ok(())
    }

    fn domains() -> impl Strategy<Value = Vec<u64>> {
        let value = prop_oneof![1u64..1 << 6, (0u32..6).prop_map(|value| 1 << value)];
        prop::collection::vec(value, 1..5)
    }

    proptest! {
        #[test]
        fn sums_lose_no_value_that_fits(
            domains in domains(),
            factors in prop::collection::vec((1i64..5, any::<bool>()), 4),
            constant in -24i64..24,
            kind in 0usize..3,
        ) {
            let factors = factors.into_iter().map(|(factor, is_less)| if is_less { -factor } else { factor });
            let terms: Vec<(usize, i64)> = (0..domains.len()).zip(factors).collect();
            let relation = [Relation::Zero, Relation::NotZero, Relation::AtMostZero][kind];
            let fitting = in_assignments(&domains, |values| {
                let sum = terms.iter().fold(constant, |sum, (i, factor)| sum + factor * i64::from(values[*i]));
                match relation {
                    Relation::Zero => sum == 0,
                    Relation::NotZero => sum != 0,
                    Relation::AtMostZero => sum <= 0,
                }
            });
            let sum = Sum { terms: terms.clone(), constant, relation };
            agree(&domains, narrowed(&domains, |state| state.narrow_sum(&sum)), &fitting)?;
        }

        #[test]
        fn groups_lose_no_value_that_fits(domains in domains(), least in 1usize..3, more in 0usize..2, needed in 0u64..1 << 6) {
            let most = least + more;
            let fitting = in_assignments(&domains, |values| {
                let count = |value: u32| values.iter().filter(|own| **own == value).count();
                (0..64).all(|value| count(value) <= most && (needed >> value & 1 == 0 || count(value) >= least))
            });
            let members = (0..domains.len()).map(|variable| Member { variable, shift: 0 }).collect();
            let group = Group { members, least, most, needed };
            agree(&domains, narrowed(&domains, |state| state.narrow_shared(&group)), &fitting)?;
        }

        #[test]
        fn different_values_lose_none_that_fits(domains in domains()) {
            let fitting = in_assignments(&domains, |values| {
                values.iter().enumerate().all(|(i, value)| !values[..i].contains(value))
            });
            let members: Vec<Member> = (0..domains.len()).map(|variable| Member { variable, shift: 0 }).collect();
            agree(&domains, narrowed(&domains, |state| state.narrow_different(&members)), &fitting)?;
            if let [a, b] = domains[..] {
                agree(&[a, b], narrowed(&domains, |state| state.narrow_pair(0, 1)), &fitting)?;
            }
        }
    }
}
