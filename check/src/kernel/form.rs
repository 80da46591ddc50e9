//! Linear forms: whole numbers times items, plus a constant. Items are variables, and expressions that are not linear.

use super::domain::ENDLESS;

/// A variable, or an expression that is not linear, by its number in the model.
pub type Item = usize;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Each item once, in order, with a factor that is not 0.
    pub terms: Vec<(Item, i128)>,
    pub constant: i128,
}

impl Form {
    pub fn number(constant: i128) -> Option<Self> {
        (constant.unsigned_abs() < ENDLESS.unsigned_abs()).then_some(Self { terms: Vec::new(), constant })
    }

    pub fn item(item: Item) -> Self {
        Self { terms: vec![(item, 1)], constant: 0 }
    }

    /// The sum with a multiple of another; `None` if a number is too large.
    pub fn plus(&self, other: &Self, factor: i128) -> Option<Self> {
        let mut sum = Self::number(self.constant.checked_add(other.constant.checked_mul(factor)?)?)?;
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let from = |term: Option<&&(Item, i128)>| term.map_or(usize::MAX, |term| term.0);
            let item = from(a.peek()).min(from(b.peek()));
            let own = a.next_if(|term| term.0 == item).map_or(0, |term| term.1);
            let others = b.next_if(|term| term.0 == item).map_or(0, |term| term.1);
            let weight = own.checked_add(others.checked_mul(factor)?)?;
            if item == usize::MAX {
                return Some(sum);
            }
            if weight.unsigned_abs() >= ENDLESS.unsigned_abs() {
                return None;
            }
            if weight != 0 {
                sum.terms.push((item, weight));
            }
        }
    }

    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(other, -1)
    }

    pub fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(self, factor)
    }

    /// With the items that are known put in.
    pub fn with_known(&self, known: impl Fn(Item) -> Option<i128>) -> Option<Self> {
        let mut form = Self::number(self.constant)?;
        for (item, weight) in &self.terms {
            match known(*item) {
                Some(value) => form.constant = form.constant.checked_add(weight.checked_mul(value)?)?,
                None => form.terms.push((*item, *weight)),
            }
        }
        Self::number(form.constant)?;
        Some(form)
    }

    /// Whether one is a multiple of the other, so that both are 0 at once.
    pub fn is_multiple_of(&self, other: &Self) -> bool {
        let (Some((_, own)), Some((_, others))) = (self.terms.first(), other.terms.first()) else {
            return self.terms.len() == other.terms.len() && (self.constant == 0) == (other.constant == 0);
        };
        self.times(*others).zip(other.times(*own)).is_some_and(|(a, b)| a == b)
    }
}
