//! Cells that are alike.

/// Interchangeable cells: the same coefficients, digits and groups. Their digits are taken in rising order, and each solution
/// stands for all its arrangements.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Class {
    pub(super) cells: Vec<usize>,
    /// Whether their digits differ.
    pub(super) differ: bool,
}
