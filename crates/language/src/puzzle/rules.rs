//! The rules of a puzzle, which its text alone does not contain.

use crate::digits::{Base, DigitSet};
use crate::spelling::Spelling;

/// Whether something is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Permission {
    /// It is allowed.
    Allowed,
    /// It is forbidden.
    Forbidden,
}

/// Which symbols stand for different digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Distinct {
    /// All of them.
    All,
    /// None must differ.
    None,
    /// All, as far as there are enough digits: each digit is used floor or ceiling of symbols/digits times.
    Balanced,
    /// All capitals, and all small letters: `a` and `A` are two symbols that may share a digit. Symbols without case, such as
    /// `△`, differ from both.
    ByCase,
    /// The symbols of each group. A symbol may be in several groups, or in none.
    Groups(Vec<String>),
}

/// Whether the digits that a puzzle shows are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// They are right.
    No,
    /// Each stands for one other digit, different digits for different ones.
    Consistently,
    /// Each place is wrong on its own.
    Each,
}

/// A setting about the digits of one symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The symbol, as written.
    pub symbol: String,
    /// The digits.
    pub digits: DigitSet,
    /// Whether these digits are the only ones allowed, or the only ones forbidden.
    pub permission: Permission,
}

/// A sign that is a blank, and the digits it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlankRule {
    /// The sign, as written.
    pub sign: String,
    /// The digits of the setting.
    pub digits: DigitSet,
    /// Whether these digits are the only ones allowed, or the only ones forbidden.
    pub permission: Permission,
}

impl Assignment {
    /// Makes an assignment: the only digits allowed, or the only digits forbidden, for a symbol.
    #[must_use]
    pub fn new(symbol: impl Into<String>, digits: DigitSet, permission: Permission) -> Self {
        Self { symbol: symbol.into(), digits, permission }
    }
}

impl BlankRule {
    /// Makes a sign a blank that may take these digits.
    #[must_use]
    pub fn new(sign: impl Into<String>, digits: DigitSet) -> Self {
        Self { sign: sign.into(), digits, permission: Permission::Allowed }
    }

    /// Makes a sign a blank that may take all digits but these.
    #[must_use]
    pub fn excluding(sign: impl Into<String>, digits: DigitSet) -> Self {
        Self { sign: sign.into(), digits, permission: Permission::Forbidden }
    }

    /// Returns the digits that the blank may take in a base.
    #[must_use]
    pub fn allowed_digits(&self, base: Base) -> DigitSet {
        match self.permission {
            Permission::Allowed => self.digits,
            Permission::Forbidden => DigitSet::all(base).minus(self.digits),
        }
    }
}

/// The value of the setting `misprint`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misprints {
    /// The number of wrong letters.
    pub number: usize,
    /// The numerals that may have them; empty for all.
    pub numerals: Vec<String>,
}

/// The rules of a puzzle. Symbols are named as the text writes them. Whether a puzzle has them is checked when it is built.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::digits::Base;
/// use fukumen::puzzle::{Permission, Rules};
/// let rules = Rules::default().with_base(Base::new(12)?).with_leading_zeros(Permission::Allowed);
/// assert_eq!(rules.base.get(), 12);
/// # Ok::<(), fukumen::digits::DigitError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The base of the numerals, or the first of a range of bases to try.
    pub base: Base,
    /// The last base of the range, if there is one.
    pub last_base: Option<Base>,
    /// Whether only the first base of the range with a solution is wanted.
    pub smallest_base: bool,
    /// The digits that symbols and blanks may take; `None` for all of the base.
    pub digits: Option<DigitSet>,
    /// Whether zero is excluded from them.
    pub no_zero: bool,
    /// Whether a numeral of two digits or more may begin with zero.
    pub leading_zeros: Permission,
    /// Whether a numeral of one symbol may be zero.
    pub lone_zero: Permission,
    /// Which symbols stand for different digits.
    pub distinct: Distinct,
    /// Whether blanks differ from each other and from symbols.
    pub distinct_blanks: bool,
    /// Whether symbols avoid the digits that the puzzle shows.
    pub distinct_from_literals: bool,
    /// Digits given, or excluded, for single symbols.
    pub assign: Vec<Assignment>,
    /// Signs that are blanks, with the digits they may take.
    pub blanks: Vec<BlankRule>,
    /// Symbols whose digits no blank takes.
    pub blanks_avoid: Vec<String>,
    /// Whether the digits that the puzzle shows are wrong.
    pub wrong: Wrong,
    /// The misprinted letters, if there are any.
    pub misprint: Option<Misprints>,
    /// Groups of characters that are one symbol, and characters with the symbols that stand for them: `Ü=UE`.
    pub same: Vec<String>,
    /// Characters that are symbols whatever their other meanings are.
    pub symbols: Vec<String>,
    /// Whether every row of the Japanese syllabary is one symbol.
    pub kana_rows: bool,
    /// Whether accents make no difference.
    pub fold_accents: bool,
    /// Whether a symbol is a grapheme, not a code point.
    pub graphemes: bool,
    /// Whether case makes a difference by this setting. [`is_case_sensitive`](Self::is_case_sensitive) includes the other rules.
    pub case_sensitive: bool,
    /// The layout of a drawing: the one asked for or, in a puzzle that was drawn, the one it has.
    pub layout: Option<String>,
    /// Further conditions, not printed with the answer.
    pub wheres: Vec<String>,
    /// Expressions whose values are shown with each solution.
    pub shows: Vec<String>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            base: Base::TEN,
            last_base: None,
            smallest_base: false,
            digits: None,
            no_zero: false,
            leading_zeros: Permission::Forbidden,
            lone_zero: Permission::Allowed,
            distinct: Distinct::All,
            distinct_blanks: false,
            distinct_from_literals: false,
            assign: Vec::new(),
            blanks: Vec::new(),
            blanks_avoid: Vec::new(),
            wrong: Wrong::No,
            misprint: None,
            same: Vec::new(),
            symbols: Vec::new(),
            kana_rows: false,
            fold_accents: false,
            graphemes: true,
            case_sensitive: false,
            layout: None,
            wheres: Vec::new(),
            shows: Vec::new(),
        }
    }
}

impl Rules {
    /// The name of the layout for a text that is not a drawing.
    pub const NO_LAYOUT: &'static str = "none";

    /// Sets the base.
    #[must_use]
    pub fn with_base(self, base: Base) -> Self {
        Self { base, last_base: None, smallest_base: false, ..self }
    }

    /// Sets the digits for symbols and blanks.
    #[must_use]
    pub fn with_digits(self, digits: DigitSet) -> Self {
        Self { digits: Some(digits), ..self }
    }

    /// Sets the layout by its name; `None` for the one that the drawing shows.
    #[must_use]
    pub fn with_layout(self, layout: impl Into<Option<String>>) -> Self {
        Self { layout: layout.into(), ..self }
    }

    /// Sets whether leading zeros are allowed.
    #[must_use]
    pub fn with_leading_zeros(self, leading_zeros: Permission) -> Self {
        Self { leading_zeros, ..self }
    }

    /// Sets whether zero is allowed as a numeral of one symbol.
    #[must_use]
    pub fn with_lone_zero(self, lone_zero: Permission) -> Self {
        Self { lone_zero, ..self }
    }

    /// Sets which symbols differ.
    #[must_use]
    pub fn with_distinct(self, distinct: Distinct) -> Self {
        Self { distinct, ..self }
    }

    /// Adds a condition, as text.
    #[must_use]
    pub fn with_where(mut self, condition: impl Into<String>) -> Self {
        self.wheres.push(condition.into().trim().into());
        self
    }

    /// Returns whether several bases may have to be tried.
    #[must_use]
    pub fn has_several_bases(&self) -> bool {
        self.last_base.is_some() || self.smallest_base
    }

    /// Iterates over the bases to try: one, unless there is a range.
    pub fn bases(&self) -> impl Iterator<Item = Base> + use<> {
        let last = self.last_base.unwrap_or(self.base);
        (self.base.get()..=last.get()).filter_map(|n| Base::new(u64::from(n)).ok())
    }

    /// Returns the digits that symbols and blanks may take.
    #[must_use]
    pub fn allowed_digits(&self) -> DigitSet {
        let digits = self.digits.unwrap_or_else(|| DigitSet::all(self.base));
        if self.no_zero { digits.without(0) } else { digits }
    }

    /// Returns whether case makes a difference.
    #[must_use]
    pub fn is_case_sensitive(&self) -> bool {
        self.case_sensitive || self.distinct == Distinct::ByCase
    }

    /// Returns the rules that distinguish symbols.
    #[must_use]
    pub fn spelling(&self) -> Spelling {
        let mut spelling = Spelling::default();
        spelling.by_code_point = !self.graphemes;
        spelling.case_sensitive = self.is_case_sensitive();
        spelling.fold_accents = self.fold_accents;
        spelling.kana_rows = self.kana_rows;
        let (several, groups): (Vec<_>, Vec<_>) = self.same.iter().partition(|group| group.contains('='));
        for group in groups {
            spelling.unite(group);
        }
        for (character, symbols) in several.into_iter().filter_map(|group| group.split_once('=')) {
            spelling.write_out(character, symbols);
        }
        for characters in &self.symbols {
            spelling.name_symbols(characters);
        }
        spelling
    }
}
