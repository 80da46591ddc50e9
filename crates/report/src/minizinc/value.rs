//! Whole numbers and fractions as MiniZinc writes them, with their bounds.

use fukumen_engine::compile::linear::Affine;
use fukumen_language::number::Exact;

/// A whole number as MiniZinc writes it, and its bounds.
#[derive(Clone)]
pub(super) struct Whole {
    pub(super) text: String,
    pub(super) least: Exact,
    pub(super) most: Exact,
}

/// A fraction of whole numbers.
pub(super) struct Ratio {
    pub(super) top: Whole,
    pub(super) bottom: Whole,
}

impl Whole {
    pub(super) fn constant(number: Exact) -> Self {
        Self { text: number.to_string(), least: number.clone(), most: number }
    }

    /// Makes a number whose ends are among some values.
    pub(super) fn between(text: String, values: &[Exact]) -> Self {
        let end = |end: Option<&Exact>| end.cloned().unwrap_or(Exact::ZERO);
        Self { text, least: end(values.iter().min()), most: end(values.iter().max()) }
    }

    pub(super) fn is(&self, number: &Exact) -> bool {
        self.least == *number && self.most == *number
    }

    pub(super) fn plus(&self, other: &Self, sign: &str) -> Self {
        if other.is(&Exact::ZERO) {
            return self.clone();
        }
        let (least, most) = match sign {
            "-" => (self.least.minus(&other.most), self.most.minus(&other.least)),
            _ => (self.least.plus(&other.least), self.most.plus(&other.most)),
        };
        Self { text: format!("({} {sign} {})", self.text, other.text), least, most }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        if self.is(&Exact::ONE) {
            return other.clone();
        }
        if other.is(&Exact::ONE) {
            return self.clone();
        }
        let ends = [&self.least, &self.most].map(|a| [&other.least, &other.most].map(|b| a.times(b)));
        Self::between(format!("({} * {})", self.text, other.text), ends.as_flattened())
    }
}

impl Ratio {
    pub(super) fn whole(top: Whole) -> Self {
        Self { top, bottom: Whole::constant(Exact::ONE) }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.bottom.is(&Exact::ONE)
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self { top: self.top.times(&other.top), bottom: self.bottom.times(&other.bottom) }
    }

    pub(super) fn turned(self) -> Self {
        Self { top: self.bottom, bottom: self.top }
    }

    /// Returns it with a denominator that is not negative.
    pub(super) fn upright(self) -> Self {
        if !self.bottom.least.is_negative() {
            return self;
        }
        Self { top: self.top.times(&self.bottom), bottom: self.bottom.times(&self.bottom) }
    }

    /// Returns it rounded down. MiniZinc rounds towards zero.
    pub(super) fn floor(self) -> Whole {
        let Self { top, bottom } = self.upright();
        if bottom.is(&Exact::ONE) {
            return top;
        }
        let (a, b) = (&top.text, &bottom.text);
        let text = match top.least.is_negative() {
            true => format!("(({a} - ({a} mod {b} + {b}) mod {b}) div {b})"),
            false => format!("({a} div {b})"),
        };
        let most = top.most.magnitude().max(top.least.magnitude());
        let least = if top.least.is_negative() { most.negated() } else { Exact::ZERO };
        Whole { text, least, most }
    }
}

/// Returns a sum times the common denominator of its weights, and that.
pub(super) fn with_whole_weights(sum: Affine) -> (Affine, Exact) {
    let weights = sum.terms.values().chain([&sum.constant.0]);
    let common = weights.fold(Exact::ONE, |lcm, weight| lcm.lcm(&weight.denom()).unwrap_or(lcm));
    (sum.scaled(&common), common)
}

/// Returns a constant fraction.
pub(super) fn constant(number: &Exact) -> Ratio {
    Ratio { top: Whole::constant(number.numer()), bottom: Whole::constant(number.denom()) }
}

/// Adds that a number must not be zero, unless it never is.
pub(super) fn nonzero(number: &Whole, needs: &mut Vec<String>) {
    if !(number.most.is_negative() || number.least > Exact::ZERO) {
        needs.push(format!("{} != 0", number.text));
    }
}

pub(super) fn listed<T: ToString>(parts: impl IntoIterator<Item = T>) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(", ")
}
