//! Why a puzzle stays as it is written.

/// Why a puzzle cannot be written in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// There is no such form for it.
    NoForm,
    /// The form would leave open which digits are 0.
    Open,
}
