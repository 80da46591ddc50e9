//! How much was written.

/// The size of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The number of nodes of its tree.
    pub nodes: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

impl Written {
    /// Returns the sum of both sizes.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, bytes: self.bytes + other.bytes }
    }
}
