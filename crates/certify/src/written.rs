//! How much was written.

/// A certificate that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The nodes of its tree.
    pub nodes: u64,
    /// Its length.
    pub bytes: u64,
}

impl Written {
    /// Both, one after the other.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, bytes: self.bytes + other.bytes }
    }
}
