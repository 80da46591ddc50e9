//! Puts a puzzle together and checks it.

mod domains;
mod finish;
mod groups;

use std::collections::HashMap;

use crate::digits::{Digit, DigitSet};
use crate::expr::{Cell, Element, Expr, Numeral};
use crate::message::Note;
use crate::puzzle::claims::{Claims, Figures, ZeroLines, any_of};
use crate::puzzle::error::PuzzleError;
use crate::puzzle::hidden::{Hidden, Kind};
use crate::puzzle::role::Role;
use crate::puzzle::rules::{Rules, Wrong};
use crate::puzzle::sheet::Sheet;
use crate::spelling::{Spelling, Spelt};

/// Builds a [`Puzzle`](crate::puzzle::Puzzle) piece by piece.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::expr::{Expr, Numeral};
/// use fukumen::puzzle::{Builder, Rules};
/// use fukumen::vocabulary::{Tier, operator};
///
/// // AB = B², without a text
/// let mut builder = Builder::new(Rules::default());
/// let (a, b) = (builder.symbol("A"), builder.symbol("B"));
/// let square = Expr::chain(
///     Expr::Numeral(Numeral::whole(vec![b])),
///     vec![(operator(Tier::Power, "^").unwrap(), Expr::Constant(2.into()))],
/// );
/// let ab = Expr::Numeral(Numeral::whole(vec![a, b]));
/// builder.condition(Expr::chain(ab, vec![(operator(Tier::Relation, "=").unwrap(), square)]));
/// let puzzle = builder.build()?;
/// assert_eq!(puzzle.to_string(), "AB = B²");
/// # Ok::<(), fukumen::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    pub(super) rules: Rules,
    pub(super) spelling: Spelling,
    /// The digits of each sign that is a blank by a setting.
    blanks: HashMap<Spelt, DigitSet>,
    pub(super) hidden: Vec<Hidden>,
    by_key: HashMap<Spelt, Cell>,
    wrong: HashMap<Digit, Cell>,
    /// The digits that the text shows.
    shown: DigitSet,
    pub(super) conditions: Vec<Expr>,
    /// The number that each condition is about, if it follows from a drawing.
    roles: Vec<Option<Role>>,
    /// The ways to place the lines of a drawing, if there are several.
    figures: Figures,
    /// The changes if lines may be 0.
    zero_lines: Option<ZeroLines>,
    /// The numerals shown by a drawing; `None` for a text, whose conditions have them.
    pub(super) drawn: Option<Vec<Numeral>>,
    pub(super) sides: Vec<Expr>,
    pub(super) shows: Vec<Expr>,
    /// The first symbol that occurs only in shown expressions.
    first_shown: Option<usize>,
    pub(super) sheet: Sheet,
    notes: Vec<Note>,
}

impl Builder {
    /// Begins a puzzle under these rules, without conditions.
    #[must_use]
    pub fn new(mut rules: Rules) -> Self {
        // All digits of the base are no restriction, however they are written.
        rules.digits = rules.digits.filter(|digits| *digits != DigitSet::all(rules.base));
        let spelling = rules.spelling();
        let blanks = rules
            .blanks
            .iter()
            .map(|blank| (spelling.key(&blank.sign), blank.allowed_digits(rules.base)))
            .collect();
        Self {
            rules,
            spelling,
            blanks,
            hidden: Vec::new(),
            by_key: HashMap::new(),
            wrong: HashMap::new(),
            shown: DigitSet::EMPTY,
            conditions: Vec::new(),
            roles: Vec::new(),
            figures: Figures::default(),
            zero_lines: None,
            drawn: None,
            sides: Vec::new(),
            shows: Vec::new(),
            first_shown: None,
            sheet: Sheet::default(),
            notes: Vec::new(),
        }
    }

    /// Returns the rules of the puzzle.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the rules that distinguish symbols.
    #[must_use]
    pub fn spelling(&self) -> &Spelling {
        &self.spelling
    }

    /// Returns whether a setting makes this sign a blank.
    #[must_use]
    pub fn is_blank(&self, sign: &str) -> bool {
        !self.blanks.is_empty() && self.blanks.contains_key(&self.spelling.key(sign))
    }

    /// Returns the element for a symbol, by any of its spellings; a new symbol the first time. If a setting makes the sign a
    /// blank, the element is a blank.
    pub fn symbol(&mut self, shown: &str) -> Element {
        let key = self.spelling.key(shown);
        if self.blanks.contains_key(&key) {
            return self.blank(shown);
        }
        let next = Cell::new(self.hidden.len());
        let cell = *self.by_key.entry(key).or_insert(next);
        if cell == next {
            self.hide(Kind::Symbol, shown.into());
        }
        Element::Hidden(cell)
    }

    /// Returns the element for a symbol that already exists.
    #[must_use]
    pub fn known_symbol(&self, shown: &str) -> Option<Element> {
        self.by_key.get(&self.spelling.key(shown)).copied().map(Element::Hidden)
    }

    /// Returns the element for one more blank.
    pub fn blank(&mut self, sign: &str) -> Element {
        Element::Hidden(self.hide(Kind::Blank, sign.into()))
    }

    /// Returns the element for a digit in brackets, `[11]`, which is never wrong.
    pub fn bracketed(&mut self, digit: Digit) -> Element {
        self.shown = self.shown.with(digit);
        Element::Shown(digit)
    }

    /// Returns the element for a digit shown in the text, which the rules may make wrong.
    pub fn literal(&mut self, digit: Digit) -> Element {
        self.shown = self.shown.with(digit);
        match self.rules.wrong {
            Wrong::No => Element::Shown(digit),
            Wrong::Each => Element::Hidden(self.hide(Kind::Wrong(digit), digit.to_string())),
            Wrong::Consistently => {
                let next = Cell::new(self.hidden.len());
                let cell = *self.wrong.entry(digit).or_insert(next);
                if cell == next {
                    self.hide(Kind::Wrong(digit), digit.to_string());
                }
                Element::Hidden(cell)
            }
        }
    }

    fn hide(&mut self, kind: Kind, name: String) -> Cell {
        self.hidden.push(Hidden { kind, name, digits: DigitSet::EMPTY });
        Cell::new(self.hidden.len() - 1)
    }

    /// Adds a condition.
    pub fn condition(&mut self, condition: Expr) {
        self.conditions.push(condition);
        self.roles.push(None);
    }

    /// Adds a condition that follows from a drawing, with the number that it is about.
    pub fn claim(&mut self, role: Role, condition: Expr) {
        self.conditions.push(condition);
        self.roles.push(Some(role));
    }

    /// Adds a condition that is not printed. If the rules have it as text, the puzzle's text reads back to an equal puzzle.
    pub fn side_condition(&mut self, condition: Expr) {
        self.sides.push(condition);
    }

    /// Adds an expression whose value is shown with each solution.
    pub fn show(&mut self, expr: Expr) {
        self.shows.push(expr);
    }

    /// Begins the shown expressions: no condition has the symbols that are new from here on.
    pub(crate) fn begin_shows(&mut self) {
        self.first_shown.get_or_insert(self.hidden.len());
    }

    /// Sets the layout of the drawing, and the numerals in it. The rules for leading zeros and for zero alone apply to these,
    /// because the conditions also have parts of them.
    pub fn drawn(&mut self, layout: &str, numerals: Vec<Numeral>) {
        self.rules.layout = Some(layout.into());
        self.drawn = Some(numerals);
    }

    /// Adds the condition that one of several figures of a drawing holds. At most one of them may hold at once.
    pub(crate) fn figures(&mut self, all: Vec<Claims>) {
        self.figures = Figures { condition: self.conditions.len(), all };
        if let Some(condition) = any_of(&self.figures.all) {
            self.condition(condition);
        }
    }

    /// Sets the changes if lines of the drawing may be 0.
    pub(crate) fn zero_lines(&mut self, changes: ZeroLines) {
        self.zero_lines = Some(changes);
    }

    /// Returns the name of a hidden digit, as first typed.
    #[must_use]
    pub fn name(&self, cell: Cell) -> &str {
        &self.hidden[cell.index()].name
    }

    /// Returns the text in the place of a hidden digit: its name, unless a setting made it the same as a symbol that looks
    /// otherwise.
    #[must_use]
    pub(crate) fn shown<'t>(&'t self, cell: Cell, typed: &'t str) -> &'t str {
        let Hidden { kind, name, .. } = &self.hidden[cell.index()];
        let key = |text: &str| Spelling::default().key(text);
        let is_other = || *kind == Kind::Symbol && typed != name && key(typed) != key(name);
        if is_other() { typed } else { name }
    }

    /// Sets the text into which answers are written. Without it, the conditions are used, as this crate writes them.
    pub fn sheet(&mut self, sheet: Sheet) {
        self.sheet = sheet;
    }

    /// Adds a remark on the text for its writer.
    pub fn note(&mut self, note: impl Into<Note>) {
        self.notes.push(note.into());
    }

    fn for_each_numeral(&self, visit: &mut dyn FnMut(&Numeral)) {
        let conditions: &[Expr] = if self.drawn.is_some() { &[] } else { &self.conditions };
        self.drawn.iter().flatten().for_each(&mut *visit);
        for condition in conditions.iter().chain(&self.sides) {
            condition.for_each_numeral(&mut |numeral| visit(numeral));
        }
    }

    /// Returns the symbol that a setting names.
    fn named(&self, setting: &'static str, symbol: &str) -> Result<Cell, PuzzleError> {
        let found = self.by_key.get(&self.spelling.key(symbol)).copied();
        found.ok_or_else(|| PuzzleError::NoSuchSymbol { setting, symbol: symbol.into() })
    }

    fn named_each(&self, setting: &'static str, symbols: &str) -> Result<Vec<Cell>, PuzzleError> {
        let characters = self.spelling.characters(symbols);
        let visible = characters.iter().filter(|character| !character.sign.is_whitespace());
        let mut cells = visible.map(|c| self.named(setting, &c.shown)).collect::<Result<Vec<_>, _>>()?;
        let mut seen = std::collections::HashSet::new();
        cells.retain(|cell| seen.insert(*cell));
        Ok(cells)
    }
}

/// Returns the digit that a character shows.
fn shown_digit(sign: char) -> Option<Digit> {
    sign.to_digit(10).map(|digit| digit as Digit)
}
