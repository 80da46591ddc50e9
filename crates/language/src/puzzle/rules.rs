//! The rules of a puzzle: what the text itself does not say.

use crate::digits::{Base, DigitSet};
use crate::spelling::Spelling;

/// Whether something is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Permission {
    /// It is.
    Allowed,
    /// It is not.
    Forbidden,
}

/// Which symbols stand for different digits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Distinct {
    /// All of them.
    All,
    /// None need.
    None,
    /// All, as far as the digits go: each digit is used floor or ceiling of symbols/digits times.
    Balanced,
    /// All capitals, and all small letters: `a` and `A` are two symbols that may share a digit. Symbols without case, such as
    /// `△`, differ from both.
    ByCase,
    /// Those of each group. A symbol may stand in several groups, or in none.
    Groups(Vec<String>),
}

/// Whether the digits that a puzzle shows are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// They are right.
    No,
    /// Each stands for one other digit, different ones for different ones.
    Consistently,
    /// Each place is wrong on its own.
    Each,
}

/// What one setting says of one symbol's digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The symbol, as written.
    pub symbol: String,
    /// The digits spoken of.
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
    /// The digits that the setting names.
    pub digits: DigitSet,
    /// Whether these digits are the only ones allowed, or the only ones forbidden.
    pub permission: Permission,
}

impl Assignment {
    /// These digits, as the only ones allowed or the only ones forbidden to a symbol.
    #[must_use]
    pub fn new(symbol: impl Into<String>, digits: DigitSet, permission: Permission) -> Self {
        Self { symbol: symbol.into(), digits, permission }
    }
}

impl BlankRule {
    /// A sign as a blank that may take these digits.
    #[must_use]
    pub fn new(sign: impl Into<String>, digits: DigitSet) -> Self {
        Self { sign: sign.into(), digits, permission: Permission::Allowed }
    }

    /// A sign as a blank that may take all digits but these.
    #[must_use]
    pub fn excluding(sign: impl Into<String>, digits: DigitSet) -> Self {
        Self { sign: sign.into(), digits, permission: Permission::Forbidden }
    }

    /// The digits that the blank may take in a base.
    #[must_use]
    pub fn allowed_digits(&self, base: Base) -> DigitSet {
        match self.permission {
            Permission::Allowed => self.digits,
            Permission::Forbidden => DigitSet::all(base).minus(self.digits),
        }
    }
}

/// What the setting `misprint` says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misprints {
    /// How many letters are wrong.
    pub number: usize,
    /// The numerals that they stand in; all if there are none.
    pub numerals: Vec<String>,
}

/// The rules of a puzzle. Symbols are named as the text writes them; whether a puzzle has them is
/// found out when it is built.
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
    /// The last base of the range, where there is one.
    pub last_base: Option<Base>,
    /// Only the first base of the range that has a solution is wanted.
    pub smallest_base: bool,
    /// The digits that symbols and blanks may take; `None` for all of the base.
    pub digits: Option<DigitSet>,
    /// Takes zero out of them.
    pub no_zero: bool,
    /// Zeros in front of a numeral of two digits or more.
    pub leading_zeros: Permission,
    /// Zero as a numeral of one symbol.
    pub lone_zero: Permission,
    /// Which symbols stand for different digits.
    pub distinct: Distinct,
    /// Each blank has another digit, and none that a symbol has.
    pub distinct_blanks: bool,
    /// Symbols avoid the digits that the puzzle shows.
    pub distinct_from_literals: bool,
    /// Digits given, or excluded, for single symbols.
    pub assign: Vec<Assignment>,
    /// Signs that are blanks, with the digits they may take.
    pub blanks: Vec<BlankRule>,
    /// Symbols whose digits no blank takes.
    pub blanks_avoid: Vec<String>,
    /// Whether the digits that the puzzle shows are wrong.
    pub wrong: Wrong,
    /// Letters that are printed wrongly, if there are any.
    pub misprint: Option<Misprints>,
    /// Groups of characters that are one symbol, and characters with the symbols that stand for them: `Ü=UE`.
    pub same: Vec<String>,
    /// Characters that are symbols whatever else they could mean.
    pub symbols: Vec<String>,
    /// Every row of the Japanese syllabary is one symbol.
    pub kana_rows: bool,
    /// Accents make no difference.
    pub fold_accents: bool,
    /// A symbol is a grapheme, not a code point.
    pub graphemes: bool,
    /// Case makes a difference. [`is_case_sensitive`](Self::is_case_sensitive) says whether it does by any rule.
    pub case_sensitive: bool,
    /// The layout of a drawing: that which is asked for, and in a puzzle that was drawn, that which it has.
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
    /// What stands for the name of a layout where a text is no drawing.
    pub const NO_LAYOUT: &'static str = "none";

    /// With another base.
    #[must_use]
    pub fn with_base(self, base: Base) -> Self {
        Self { base, last_base: None, smallest_base: false, ..self }
    }

    /// With these digits for symbols and blanks.
    #[must_use]
    pub fn with_digits(self, digits: DigitSet) -> Self {
        Self { digits: Some(digits), ..self }
    }

    /// With the layout of this name, or none for the one that the drawing shows.
    #[must_use]
    pub fn with_layout(self, layout: impl Into<Option<String>>) -> Self {
        Self { layout: layout.into(), ..self }
    }

    /// With or without zeros in front.
    #[must_use]
    pub fn with_leading_zeros(self, leading_zeros: Permission) -> Self {
        Self { leading_zeros, ..self }
    }

    /// With or without zero as a numeral of one symbol.
    #[must_use]
    pub fn with_lone_zero(self, lone_zero: Permission) -> Self {
        Self { lone_zero, ..self }
    }

    /// With other symbols told apart.
    #[must_use]
    pub fn with_distinct(self, distinct: Distinct) -> Self {
        Self { distinct, ..self }
    }

    /// With a further condition, as text.
    #[must_use]
    pub fn with_where(mut self, condition: impl Into<String>) -> Self {
        self.wheres.push(condition.into().trim().into());
        self
    }

    /// Whether several bases may have to be tried.
    #[must_use]
    pub fn has_several_bases(&self) -> bool {
        self.last_base.is_some() || self.smallest_base
    }

    /// The bases to try: one, but for a range.
    pub fn bases(&self) -> impl Iterator<Item = Base> + use<> {
        let last = self.last_base.unwrap_or(self.base);
        (self.base.get()..=last.get()).filter_map(|n| Base::new(u64::from(n)).ok())
    }

    /// The digits that symbols and blanks may take.
    #[must_use]
    pub fn allowed_digits(&self) -> DigitSet {
        let digits = self.digits.unwrap_or_else(|| DigitSet::all(self.base));
        if self.no_zero { digits.without(0) } else { digits }
    }

    /// Whether case makes a difference.
    #[must_use]
    pub fn is_case_sensitive(&self) -> bool {
        self.case_sensitive || self.distinct == Distinct::ByCase
    }

    /// How symbols are told apart.
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
