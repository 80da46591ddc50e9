//! How hard a puzzle is for a person, by the steps of its explanation.

use std::collections::BTreeMap;

/// How hard an explanation is to find and to follow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// From 1.0 to 10.0.
    pub value: f64,
    /// `gentle`, `easy`, `medium`, `hard` or `fiendish`.
    pub label: &'static str,
    /// The technique with the greatest weight; none if there are no steps.
    pub hardest: Option<&'static str>,
    /// How often each technique is used, in cases too.
    pub counts: BTreeMap<&'static str, usize>,
    /// How deeply cases are nested.
    pub depth: usize,
    /// The weights of the steps outside cases, added up.
    pub weight: f64,
    /// What it costs to find them.
    pub effort: f64,
}
