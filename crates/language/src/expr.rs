//! The tree of an expression, and its text.
//!
//! A tree is not deeper than its brackets: a sum of a thousand terms is one node with a thousand operands, as the grammar reads
//! it. The text of a tree reads back to an equal tree.

use std::fmt;

use crate::digits::{Base, Digit};
use crate::number::Exact;
use crate::vocabulary::{Algebra, FunctionRef, Kind, Operator, Tier, operator};

/// A place for a hidden digit: a symbol, wherever it occurs, or one blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// Returns the cell with this number. A puzzle numbers its cells from 0 in their order of appearance.
    ///
    /// # Panics
    /// For numbers from 2^32 on, which no text within the size limit reaches.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("texts are bounded, and so are their cells"))
    }

    /// Returns the number, for indexing.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One digit of a numeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// A digit that the puzzle shows.
    Shown(Digit),
    /// A digit that the puzzle hides.
    Hidden(Cell),
}

impl Element {
    /// Returns the digit, given all hidden ones by cell.
    #[must_use]
    #[inline]
    pub fn digit(self, digits: &[Digit]) -> Digit {
        match self {
            Self::Shown(digit) => digit,
            Self::Hidden(cell) => digits[cell.index()],
        }
    }
}

/// A number written with digits, some of them hidden: `SEND`, `2□`, `A.BC`, `0.(TALK)`, `ABC@7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numeral {
    /// The digits before the point.
    pub whole: Vec<Element>,
    /// The digits after the point.
    pub fraction: Vec<Element>,
    /// The digits after the point that repeat for ever.
    pub repetend: Vec<Element>,
    /// Its own base; `None` for the puzzle's.
    pub base: Option<Base>,
}

impl Numeral {
    /// Makes a whole number in the puzzle's base.
    #[must_use]
    pub fn whole(elements: Vec<Element>) -> Self {
        Self { whole: elements, ..Self::default() }
    }

    /// Iterates over all elements in their order.
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        self.whole.iter().chain(&self.fraction).chain(&self.repetend).copied()
    }

    /// Returns the same numeral with other cells.
    fn with_cells(&self, cell: &dyn Fn(Cell) -> Cell) -> Self {
        let element = |element: &Element| match element {
            Element::Shown(digit) => Element::Shown(*digit),
            Element::Hidden(old) => Element::Hidden(cell(*old)),
        };
        let part = |elements: &[Element]| elements.iter().map(element).collect();
        Self {
            whole: part(&self.whole),
            fraction: part(&self.fraction),
            repetend: part(&self.repetend),
            base: self.base,
        }
    }

    /// Returns whether it has no point.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.fraction.is_empty() && self.repetend.is_empty()
    }
}

/// Operands joined by operators of one tier: `A+B-C`, `A<B<=C`. A power has two operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The first operand.
    pub first: Box<Expr>,
    /// The other operands, each with the operator before it.
    pub rest: Vec<(&'static Operator, Expr)>,
}

impl Chain {
    /// Iterates over all operands.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&*self.first).chain(self.rest.iter().map(|(_, operand)| operand))
    }

    /// Returns the tier of its operators.
    #[must_use]
    pub fn tier(&self) -> Tier {
        self.rest.first().map_or(Tier::Root, |(operator, _)| operator.tier)
    }

    /// Returns whether it only adds and subtracts. The tier alone does not say so: it may get other operators.
    pub fn is_sum(&self) -> bool {
        let adds = |operator: &Operator| matches!(operator.algebra, Algebra::Plus | Algebra::Minus);
        self.tier() == Tier::Sum && self.rest.iter().all(|(operator, _)| adds(operator))
    }

    /// Returns whether it only raises to powers.
    pub fn is_power(&self) -> bool {
        self.tier() == Tier::Power && self.rest.iter().all(|(operator, _)| operator.algebra == Algebra::Power)
    }
}

/// A division with remainder: `AB ÷ C = D r E`.
#[derive(Clone, Debug, PartialEq)]
pub struct Remainder {
    /// The dividend.
    pub dividend: Expr,
    /// The divisor.
    pub divisor: Expr,
    /// The quotient.
    pub quotient: Expr,
    /// The remainder: at least 0 and less than the divisor.
    pub rest: Expr,
}

impl Remainder {
    /// Returns the four expressions in their order.
    #[must_use]
    pub fn parts(&self) -> [&Expr; 4] {
        [&self.dividend, &self.divisor, &self.quotient, &self.rest]
    }
}

/// An expression: a number, or a condition, which holds or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number without digits of the puzzle: an exponent such as `²`.
    Constant(Exact),
    /// A number written with digits.
    Numeral(Numeral),
    /// An operator before or after its operand.
    Unary(&'static Operator, Box<Expr>),
    /// Operators between operands.
    Chain(Chain),
    /// A function with arguments.
    Call(FunctionRef, Vec<Expr>),
    /// A division with remainder.
    Remainder(Box<Remainder>),
}

impl Expr {
    /// Returns a chain, or the first operand alone if there is no other.
    #[must_use]
    pub fn chain(first: Self, rest: Vec<(&'static Operator, Self)>) -> Self {
        if rest.is_empty() {
            return first;
        }
        Self::Chain(Chain { first: Box::new(first), rest })
    }

    /// Returns the condition that all of these hold, or the only one; `None` if there are none.
    pub(crate) fn all_of(conditions: impl IntoIterator<Item = Self>) -> Option<Self> {
        Self::joined(Tier::And, "&&", conditions)
    }

    /// Returns the condition that at least one of these holds, or the only one; `None` if there are none.
    pub(crate) fn any_of(conditions: impl IntoIterator<Item = Self>) -> Option<Self> {
        Self::joined(Tier::Or, "||", conditions)
    }

    /// Returns the sum of these, or the only one; `None` if there are none.
    pub fn sum_of(terms: impl IntoIterator<Item = Self>) -> Option<Self> {
        Self::joined(Tier::Sum, "+", terms)
    }

    fn joined(tier: Tier, sign: &str, operands: impl IntoIterator<Item = Self>) -> Option<Self> {
        let operator = operator(tier, sign).expect("these signs are rows of the table");
        let mut operands = operands.into_iter();
        let first = operands.next()?;
        Some(Self::chain(first, operands.map(|operand| (operator, operand)).collect()))
    }

    /// Returns whether it is a number or a condition.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Constant(_) | Self::Numeral(_) => Kind::Number,
            Self::Unary(operator, _) if operator.tier == Tier::Not => Kind::Condition,
            Self::Unary(..) => Kind::Number,
            Self::Chain(chain) if chain.tier() <= Tier::Relation => Kind::Condition,
            Self::Chain(_) => Kind::Number,
            Self::Call(function, _) => function.kind,
            Self::Remainder(_) => Kind::Condition,
        }
    }

    /// Returns the radicand and the degree, if it is a square or a cube root.
    pub fn as_root(&self) -> Option<(&Self, u8)> {
        match self {
            Self::Unary(operator, of) => match operator.algebra {
                Algebra::Root(degree) => Some((of, degree)),
                _ => None,
            },
            Self::Call(FunctionRef::Table(function), arguments) => match (function.algebra, &arguments[..]) {
                (Algebra::Root(degree), [of]) => Some((of, degree)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the expressions directly inside this one.
    #[must_use]
    pub fn children(&self) -> Vec<&Self> {
        let mut children = Vec::new();
        self.for_each_child(&mut |child| children.push(child));
        children
    }

    fn for_each_child<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        match self {
            Self::Constant(_) | Self::Numeral(_) => {}
            Self::Unary(_, operand) => visit(operand),
            Self::Chain(chain) => chain.operands().for_each(visit),
            Self::Call(_, arguments) => arguments.iter().for_each(visit),
            Self::Remainder(division) => division.parts().into_iter().for_each(visit),
        }
    }

    /// Calls `visit` with each numeral, in the order of the text.
    pub fn for_each_numeral<'a>(&'a self, visit: &mut dyn FnMut(&'a Numeral)) {
        if let Self::Numeral(numeral) = self {
            visit(numeral);
        }
        self.for_each_child(&mut |child| child.for_each_numeral(visit));
    }

    /// Returns its cells, each once, in the order of the text.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        // Cells are numbered from 0, with few gaps.
        let mut seen: Vec<bool> = Vec::new();
        let mut cells = Vec::new();
        self.for_each_numeral(&mut |numeral| {
            for element in numeral.elements() {
                let Element::Hidden(cell) = element else { continue };
                if seen.len() <= cell.index() {
                    seen.resize(cell.index() + 1, false);
                }
                if !std::mem::replace(&mut seen[cell.index()], true) {
                    cells.push(cell);
                }
            }
        });
        cells
    }

    /// Returns the same expression with other cells.
    #[must_use]
    pub fn with_cells(&self, cell: &dyn Fn(Cell) -> Cell) -> Self {
        let part = |expr: &Self| expr.with_cells(cell);
        match self {
            Self::Constant(number) => Self::Constant(number.clone()),
            Self::Numeral(numeral) => Self::Numeral(numeral.with_cells(cell)),
            Self::Unary(operator, operand) => Self::Unary(operator, Box::new(part(operand))),
            Self::Chain(chain) => {
                let rest = chain.rest.iter().map(|(operator, operand)| (*operator, part(operand)));
                Self::chain(part(&chain.first), rest.collect())
            }
            Self::Call(function, arguments) => {
                Self::Call(function.clone(), arguments.iter().map(part).collect())
            }
            Self::Remainder(division) => {
                let [dividend, divisor, quotient, rest] = division.parts().map(part);
                Self::Remainder(Box::new(Remainder { dividend, divisor, quotient, rest }))
            }
        }
    }

    /// Returns the expression as text. `name` writes a cell.
    pub fn written<'a>(&'a self, name: &'a dyn Fn(Cell) -> String) -> Written<'a> {
        Written { expr: self, name, bracketed: false, taken: &[], spaced: None }
    }

    /// Returns how tightly the outermost operator binds; `None` for an atom.
    fn tier(&self) -> Option<Tier> {
        match self {
            Self::Constant(_) | Self::Numeral(_) | Self::Call(..) => None,
            Self::Unary(operator, _) => Some(operator.tier),
            Self::Chain(chain) => Some(chain.tier()),
            Self::Remainder(_) => Some(Tier::Relation),
        }
    }
}

/// An expression as text, made by [`Expr::written`].
pub struct Written<'a> {
    expr: &'a Expr,
    name: &'a dyn Fn(Cell) -> String,
    /// Whether every digit stands in brackets.
    bracketed: bool,
    /// Signs with another meaning.
    taken: &'a [String],
    /// The base of the digits, if it is written as people write: with spaces between terms.
    spaced: Option<Base>,
}

impl fmt::Debug for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Written").field("expr", &self.expr).finish_non_exhaustive()
    }
}

impl<'a> Written<'a> {
    /// Puts every digit in brackets, for puzzles in which plain digits have another meaning.
    #[must_use]
    pub fn in_brackets(self, bracketed: bool) -> Self {
        Self { bracketed, ..self }
    }

    /// Writes as people do: with spaces between terms and `×`, and digits in this base. Such a text is for reading only.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::digits::Base;
    /// let puzzle = fukumen::Puzzle::parse("A*B+C=1D, A/B<2")?;
    /// let name = |cell| puzzle.hidden()[fukumen::expr::Cell::index(cell)].name.clone();
    /// let texts: Vec<String> =
    ///     puzzle.conditions().iter().map(|expr| expr.written(&name).spaced(Base::TEN).to_string()).collect();
    /// assert_eq!(texts, ["A × B + C = 1D", "A/B < 2"]);
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    #[must_use]
    pub fn spaced(self, base: Base) -> Self {
        Self { spaced: Some(base), ..self }
    }

    /// Spells operators without these signs, as far as possible.
    #[must_use]
    pub fn without(self, taken: &'a [String]) -> Self {
        Self { taken, ..self }
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.expr {
            Expr::Constant(number) => write!(f, "{number}"),
            Expr::Numeral(numeral) => self.numeral(numeral, f),
            Expr::Unary(operator, operand) => self.unary(operator, operand, f),
            Expr::Chain(chain) if chain.tier() == Tier::Power => self.power(chain, f),
            Expr::Chain(chain) => self.chain(chain, f),
            Expr::Call(function, arguments) => self.call(&function.written(), arguments, f),
            Expr::Remainder(division) => self.remainder(division, f),
        }
    }
}

impl Written<'_> {
    /// Writes another expression in the same way.
    fn also<'b>(&'b self, expr: &'b Expr) -> Written<'b> {
        Written { expr, ..*self }
    }

    fn sign(&self, operator: &Operator) -> &'static str {
        let is_free = |spelling: &&&str| !self.taken.iter().any(|sign| spelling.contains(&**sign));
        operator.spellings.iter().find(is_free).copied().unwrap_or(operator.symbol())
    }

    fn numeral(&self, numeral: &Numeral, f: &mut fmt::Formatter) -> fmt::Result {
        self.elements(&numeral.whole, f)?;
        if !numeral.is_whole() {
            f.write_str(".")?;
            self.elements(&numeral.fraction, f)?;
        }
        if !numeral.repetend.is_empty() {
            f.write_str("(")?;
            self.elements(&numeral.repetend, f)?;
            f.write_str(")")?;
        }
        numeral.base.map_or(Ok(()), |base| write!(f, "@{base}"))
    }

    fn elements(&self, elements: &[Element], f: &mut fmt::Formatter) -> fmt::Result {
        for element in elements {
            match element {
                Element::Shown(digit @ 0..=9) if !self.bracketed => write!(f, "{digit}")?,
                Element::Shown(digit) => match self.spaced {
                    Some(base) => write!(f, "{}", base.name(*digit))?,
                    None => write!(f, "[{digit}]")?,
                },
                Element::Hidden(cell) => f.write_str(&(self.name)(*cell))?,
            }
        }
        Ok(())
    }

    fn unary(&self, operator: &Operator, operand: &Expr, f: &mut fmt::Formatter) -> fmt::Result {
        let (tightest, before) = match operator.tier {
            Tier::Sign => (Tier::Power, true),
            Tier::Postfix => (Tier::Postfix, false),
            tier => (tier, true),
        };
        if before {
            f.write_str(self.sign(operator))?;
        }
        self.operand(operand, tightest, f)?;
        if before { Ok(()) } else { f.write_str(self.sign(operator)) }
    }

    fn chain(&self, chain: &Chain, f: &mut fmt::Formatter) -> fmt::Result {
        let tightest = tighter(chain.tier());
        self.operand(&chain.first, tightest, f)?;
        for (operator, operand) in &chain.rest {
            let sign = if self.spaced.is_some() { for_people(operator) } else { self.sign(operator) };
            // A factorial before an equals sign would read as ≠.
            let is_apart = chain.tier() <= Tier::Relation
                || self.spaced.is_some() && (chain.tier() == Tier::Sum || sign == "×");
            let space = if is_apart { " " } else { "" };
            write!(f, "{space}{sign}{space}")?;
            self.operand(operand, tightest, f)?;
        }
        Ok(())
    }

    fn power(&self, chain: &Chain, f: &mut fmt::Formatter) -> fmt::Result {
        self.operand(&chain.first, Tier::Postfix, f)?;
        for (operator, exponent) in &chain.rest {
            match exponent {
                Expr::Constant(number) if operator.algebra == Algebra::Power => {
                    f.write_str(&superscript(number))?;
                }
                _ => {
                    f.write_str(self.sign(operator))?;
                    self.operand(exponent, Tier::Sign, f)?;
                }
            }
        }
        Ok(())
    }

    fn call(&self, name: &str, arguments: &[Expr], f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{name}(")?;
        for (i, argument) in arguments.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            write!(f, "{}", self.also(argument))?;
        }
        f.write_str(")")
    }

    fn remainder(&self, division: &Remainder, f: &mut fmt::Formatter) -> fmt::Result {
        self.operand(&division.dividend, Tier::Product, f)?;
        f.write_str(if self.taken.iter().any(|sign| sign == "÷") { " / " } else { " ÷ " })?;
        self.operand(&division.divisor, Tier::Sign, f)?;
        f.write_str(" = ")?;
        self.operand(&division.quotient, Tier::Sum, f)?;
        f.write_str(" r ")?;
        self.operand(&division.rest, Tier::Sum, f)
    }

    /// Writes an operand, in brackets if it binds looser than its place allows.
    fn operand(&self, operand: &Expr, tightest: Tier, f: &mut fmt::Formatter) -> fmt::Result {
        let written = self.also(operand);
        match operand.tier() {
            Some(tier) if tier < tightest => write!(f, "({written})"),
            _ => write!(f, "{written}"),
        }
    }
}

/// Returns the sign that people write.
fn for_people(operator: &Operator) -> &'static str {
    match operator.symbol() {
        "*" => "×",
        sign => sign,
    }
}

fn tighter(tier: Tier) -> Tier {
    match tier {
        Tier::Or => Tier::And,
        Tier::And => Tier::Not,
        Tier::Not => Tier::Relation,
        Tier::Relation => Tier::Sum,
        Tier::Sum => Tier::Product,
        Tier::Product => Tier::Sign,
        Tier::Sign => Tier::Power,
        Tier::Power => Tier::Postfix,
        Tier::Postfix | Tier::Root => Tier::Root,
    }
}

fn superscript(number: &Exact) -> String {
    number
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            c => char::from_u32(0x2070 + c.to_digit(10).unwrap_or(0)).unwrap_or(c),
        })
        .collect()
}
