//! Products and powers: each lies between what the ends of its factors make, and a factor between what is left for it.

use super::domain::{Domain, Empty};
use super::form::Item;
use super::model::Node;
use super::narrow::Narrower;

impl Narrower<'_> {
    /// A product or a power between the ends of its factors, and a factor between the ends of the product over the other.
    pub fn node(&mut self, item: Item, domains: &mut [Domain]) -> Result<(), Empty> {
        match self.model.nodes[item - self.model.variables.len()] {
            Node::Sum => Ok(()),
            Node::Product(a, b) => {
                let ends = corners(&domains[a], &domains[b]);
                self.between(item, ends, domains)?;
                for (one, other) in [(a, b), (b, a)] {
                    self.between(one, quotients(&domains[item], &domains[other]), domains)?;
                }
                Ok(())
            }
            Node::Power(of, exponent) => {
                let power = |end: Option<i128>| end.and_then(|end| end.checked_pow(exponent));
                let is_natural = domains[of].low().is_some_and(|low| low >= 0);
                if is_natural || exponent % 2 == 1 {
                    let ends = (power(domains[of].low()), power(domains[of].high()));
                    self.between(item, ends, domains)?;
                } else {
                    self.between(item, (Some(0), None), domains)?;
                    if let (Some(low), Some(high)) = (domains[of].low(), domains[of].high()) {
                        let most = power(Some(low)).zip(power(Some(high))).map(|(a, b)| a.max(b));
                        self.between(item, (None, most), domains)?;
                    }
                }
                if is_natural {
                    let low = domains[item].low().map(|low| {
                        let root = root(low, exponent);
                        root + i128::from(root.checked_pow(exponent).is_some_and(|power| power < low))
                    });
                    let high = domains[item].high().map(|high| root(high, exponent));
                    self.between(of, (low, high), domains)?;
                }
                Ok(())
            }
        }
    }

    fn between(
        &mut self,
        item: Item,
        (low, high): (Option<i128>, Option<i128>),
        domains: &mut [Domain],
    ) -> Result<(), Empty> {
        let mut is_less = false;
        if let Some(low) = low {
            is_less |= domains[item].raise(low)?;
        }
        if let Some(high) = high {
            is_less |= domains[item].lower(high)?;
        }
        self.note(item, is_less);
        Ok(())
    }
}

/// The largest whole number whose power is not above a number; 0 for one below 0.
fn root(number: i128, exponent: u32) -> i128 {
    let (mut low, mut high) = (0i128, 1i128 << (128 / exponent + 1).min(64));
    let fits = |root: i128| root.checked_pow(exponent).is_some_and(|power| power <= number);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}

fn corners(a: &Domain, b: &Domain) -> (Option<i128>, Option<i128>) {
    let times = |x: Option<i128>, y: Option<i128>| x?.checked_mul(y?);
    let all = [
        times(a.low(), b.low()),
        times(a.low(), b.high()),
        times(a.high(), b.low()),
        times(a.high(), b.high()),
    ];
    match all.into_iter().collect::<Option<Vec<_>>>() {
        Some(all) => (all.iter().min().copied(), all.iter().max().copied()),
        // Without upper ends the least is known if both are natural.
        None if a.low().is_some_and(|low| low >= 0) && b.low().is_some_and(|low| low >= 0) => (all[0], None),
        None => (None, None),
    }
}

/// The ends of a natural product over a factor from 1 on.
fn quotients(product: &Domain, by: &Domain) -> (Option<i128>, Option<i128>) {
    let Some(least) = by.low().filter(|low| *low > 0) else { return (None, None) };
    let high = product
        .high()
        .map(|high| high.div_euclid(if high >= 0 { least } else { by.high().unwrap_or(i128::MAX) }));
    let low = product.low().and_then(|low| {
        let by = if low > 0 { by.high()? } else { least };
        Some(-(-low).div_euclid(by))
    });
    (low, high)
}
