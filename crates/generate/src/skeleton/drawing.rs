//! Calculations carried out on paper: rows of digits, signs and rules in their columns.

use super::calculation::{Calculation, Term, digits};
use crate::error::{GenerateError, Undrawable};
use fukumen_language::digits::{Base, Digit};

/// The contents of a column in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Nothing.
    Space,
    /// A sign.
    Sign(char),
    /// A piece of a rule.
    Rule,
    /// A digit that can be erased.
    Digit(Digit),
    /// The zero that ends a division or a root. It shows that nothing is left, which erased digits could not show, so it
    /// stays.
    End,
}

/// The text is a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The layout that reads it.
    pub layout: &'static str,
    base: Base,
    rows: Vec<Vec<Ink>>,
}

impl Drawing {
    /// Carries out a calculation.
    ///
    /// # Errors
    /// If there is nothing to draw: a division by zero, a negative sum.
    pub fn new(calculation: &Calculation, base: Base) -> Result<Self, GenerateError> {
        match calculation {
            Calculation::Product(a, b) => multiplication(*a, *b, base),
            Calculation::Quotient(a, b) => division(*a, *b, base),
            Calculation::Sum(terms) => column_sum(terms, base),
            Calculation::Root(radicand, exponent) => root(*radicand, *exponent, base),
        }
    }

    /// Returns the digits that can be erased, row by row.
    pub fn digits(&self) -> impl Iterator<Item = Digit> {
        self.ink().filter_map(|ink| match ink {
            Ink::Digit(digit) => Some(digit),
            _ => None,
        })
    }

    /// Returns, for each digit, whether it can be erased.
    pub fn can_be_erased(&self) -> impl Iterator<Item = bool> {
        self.ink().filter(|ink| matches!(ink, Ink::Digit(_) | Ink::End)).map(|ink| ink != Ink::End)
    }

    /// Returns whether it differs only in digits that can be erased.
    pub fn is_alike(&self, other: &Self) -> bool {
        let is_alike = |(one, other): (&Ink, &Ink)| {
            one == other || matches!((one, other), (Ink::Digit(_), Ink::Digit(_)))
        };
        let is_row_alike = |(row, other): (&Vec<Ink>, &Vec<Ink>)| {
            row.len() == other.len() && row.iter().zip(other).all(is_alike)
        };
        self.rows.len() == other.rows.len() && self.rows.iter().zip(&other.rows).all(is_row_alike)
    }

    fn ink(&self) -> impl Iterator<Item = Ink> {
        self.rows.iter().flatten().copied()
    }

    /// Returns the drawing with a name for each digit, by its place; the zero at the end is named without one. Each takes
    /// `room` columns.
    pub fn text(&self, room: usize, name: &dyn Fn(Option<usize>, Digit) -> String) -> String {
        let mut place = 0;
        let mut written = |ink: &Ink| match ink {
            Ink::Space => " ".repeat(room),
            Ink::Sign(sign) => format!("{sign:>room$}"),
            Ink::Rule => "-".repeat(room),
            Ink::End => format!("{:>room$}", name(None, 0)),
            Ink::Digit(digit) => {
                place += 1;
                format!("{:>room$}", name(Some(place - 1), *digit))
            }
        };
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().map(&mut written).collect()).collect();
        rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

impl Drawing {
    /// Begins an empty drawing.
    fn empty(layout: &'static str, base: Base) -> Self {
        Self { layout, base, rows: Vec::new() }
    }

    /// Begins a row.
    fn row(&mut self) {
        self.rows.push(Vec::new());
    }

    /// Puts something into a column of the last row.
    fn put(&mut self, column: usize, ink: Ink) {
        let Some(row) = self.rows.last_mut() else { return };
        if row.len() <= column {
            row.resize(column + 1, Ink::Space);
        }
        row[column] = ink;
    }

    /// Puts a number into the last row, before the column `end`.
    fn number(&mut self, number: u128, end: usize) {
        let digits = digits(number, self.base);
        let start = end.saturating_sub(digits.len());
        for (i, digit) in digits.into_iter().enumerate() {
            self.put(start + i, Ink::Digit(digit));
        }
    }

    /// Adds a row with a rule.
    fn rule(&mut self, start: usize, end: usize) {
        self.row();
        (start..end).for_each(|column| self.put(column, Ink::Rule));
    }

    fn length(&self, number: u128) -> usize {
        digits(number, self.base).len()
    }
}

/// Draws both factors, the product of each digit of the second that is not zero, and the product. A single digit has no line
/// of its own.
fn multiplication(a: u128, b: u128, base: Base) -> Result<Drawing, GenerateError> {
    let product = a.checked_mul(b).ok_or(GenerateError::LongDrawing)?;
    let mut drawing = Drawing::empty("long-multiplication", base);
    let factors = drawing.length(a).max(drawing.length(b));
    let end = drawing.length(product).max(factors + 2);
    drawing.row();
    drawing.number(a, end);
    drawing.row();
    drawing.put(end - factors - 2, Ink::Sign('×'));
    drawing.number(b, end);
    drawing.rule(0, end);
    let multiplier = digits(b, base);
    if multiplier.len() > 1 {
        for (i, digit) in multiplier.iter().rev().enumerate().filter(|(_, digit)| **digit != 0) {
            drawing.row();
            drawing.number(a * u128::from(*digit), end - i);
        }
        drawing.rule(0, end);
    }
    drawing.row();
    drawing.number(product, end);
    Ok(drawing)
}

fn column_sum(terms: &[Term], base: Base) -> Result<Drawing, GenerateError> {
    let mut drawing = Drawing::empty("column-sum", base);
    let total = |is_taken_off| {
        let terms = terms.iter().filter(|term| term.is_taken_off == is_taken_off);
        terms.map(|term| term.number).try_fold(0u128, u128::checked_add).ok_or(GenerateError::LongDrawing)
    };
    let result =
        total(false)?.checked_sub(total(true)?).ok_or(GenerateError::Undrawable(Undrawable::Negative))?;
    let longest = terms.iter().map(|term| drawing.length(term.number)).max().unwrap_or(1);
    let end = longest.max(drawing.length(result)) + 2;
    for (i, term) in terms.iter().enumerate() {
        drawing.row();
        match (i, term.is_taken_off) {
            (_, true) => drawing.put(0, Ink::Sign('-')),
            (1.., false) => drawing.put(0, Ink::Sign('+')),
            _ => {}
        }
        drawing.number(term.number, end);
    }
    drawing.rule(0, end);
    drawing.row();
    drawing.number(result, end);
    Ok(drawing)
}

/// Draws the quotient above, then for each of its digits that is not zero the product, and the rest with the next digits.
fn division(dividend: u128, divisor: u128, base: Base) -> Result<Drawing, GenerateError> {
    let quotient =
        dividend.checked_div(divisor).ok_or(GenerateError::Undrawable(Undrawable::DivisionByZero))?;
    if quotient == 0 {
        return Err(GenerateError::Undrawable(Undrawable::ZeroQuotient));
    }
    let mut drawing = Drawing::empty("long-division", base);
    let start = drawing.length(divisor) + 1;
    let places = digits(dividend, base);
    let end = start + places.len();
    drawing.row();
    drawing.number(quotient, end);
    drawing.rule(start, end);
    drawing.row();
    drawing.number(divisor, start - 1);
    drawing.put(start - 1, Ink::Sign(')'));
    drawing.number(dividend, end);
    let results = digits(quotient, base);
    let mut stairs = Stairs { drawing, start, places, left: 0, is_begun: false };
    let behind = stairs.places.len() - results.len();
    stairs.bring_down(0, behind);
    for (i, digit) in results.into_iter().enumerate() {
        stairs.bring_down(behind + i, behind + i + 1);
        stairs.take_off(divisor * u128::from(digit), behind + i + 1);
    }
    Ok(stairs.finish())
}

/// Draws the root above its groups, then for each of its digits its contribution to the power, and the rest.
fn root(radicand: u128, exponent: u32, base: Base) -> Result<Drawing, GenerateError> {
    let whole = whole_root(radicand, exponent);
    if whole == 0 {
        return Err(GenerateError::Undrawable(Undrawable::ZeroRoot));
    }
    let (start, group) = (2, exponent as usize);
    let places = digits(radicand, base);
    let first = (places.len() - 1) % group + 1;
    let results = digits(whole, base);
    let mut drawing = Drawing::empty("root", base);
    drawing.row();
    for (i, digit) in results.iter().enumerate() {
        drawing.put(start + first + i * group - 1, Ink::Digit(*digit));
    }
    drawing.rule(start, start + places.len());
    drawing.row();
    drawing.put(0, Ink::Sign(if exponent == 3 { '∛' } else { '√' }));
    drawing.number(radicand, start + places.len());
    let mut stairs = Stairs { drawing, start, places, left: 0, is_begun: false };
    let mut before = 0u128;
    for (i, digit) in results.into_iter().enumerate() {
        let end = first + i * group;
        stairs.bring_down(end.saturating_sub(group), end);
        let shifted = before * u128::from(base.get());
        before = shifted + u128::from(digit);
        stairs.take_off(before.pow(exponent) - shifted.pow(exponent), end);
    }
    Ok(stairs.finish())
}

/// Returns the largest number whose power does not exceed the radicand.
fn whole_root(radicand: u128, exponent: u32) -> u128 {
    let fits = |root: u128| root.checked_pow(exponent).is_some_and(|power| power <= radicand);
    let bits = (0..=(u128::BITS - 1) / exponent).rev();
    bits.fold(0, |root, bit| if fits(root | 1 << bit) { root | 1 << bit } else { root })
}

/// The lines below a division or a root.
struct Stairs {
    drawing: Drawing,
    /// The column of the first place.
    start: usize,
    places: Vec<Digit>,
    left: u128,
    /// Whether something was subtracted; the first subtraction is from the number itself.
    is_begun: bool,
}

impl Stairs {
    /// Brings down the digits of some places.
    fn bring_down(&mut self, from: usize, to: usize) {
        for digit in &self.places[from..to] {
            self.left = self.left * u128::from(self.drawing.base.get()) + u128::from(*digit);
        }
    }

    /// Writes the product of a digit below the number that it is subtracted from. A zero has no line.
    fn take_off(&mut self, product: u128, end: usize) {
        if product == 0 {
            return;
        }
        let end = self.start + end;
        if std::mem::replace(&mut self.is_begun, true) {
            self.drawing.row();
            self.drawing.number(self.left, end);
        }
        self.drawing.row();
        self.drawing.number(product, end);
        self.drawing.rule(end - self.drawing.length(product).max(self.drawing.length(self.left)), end);
        self.left -= product;
    }

    fn finish(mut self) -> Drawing {
        let end = self.start + self.places.len();
        self.drawing.row();
        match self.left {
            0 => self.drawing.put(end - 1, Ink::End),
            left => self.drawing.number(left, end),
        }
        self.drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fukumen_language::puzzle::Rules;
    use fukumen_reading::Reader;

    fn drawn(text: &str) -> String {
        let calculation = Calculation::read(text, Base::TEN).expect("it is one");
        let drawing = Drawing::new(&calculation, Base::TEN).expect("it can be drawn");
        drawing.text(1, &|_, digit| digit.to_string())
    }

    #[test]
    fn a_multiplication_has_a_line_for_each_digit_but_zero() {
        assert_eq!(drawn("775*33"), "  775\n×  33\n-----\n 2325\n2325\n-----\n25575");
        assert_eq!(drawn("12*102"), "   12\n× 102\n-----\n   24\n 12\n-----\n 1224");
        assert_eq!(drawn("12*3"), "  12\n×  3\n----\n  36");
    }

    #[test]
    fn a_division_brings_its_digits_down() {
        assert_eq!(drawn("157/12"), "    13\n   ---\n12)157\n   12\n   --\n    37\n    36\n    --\n     1");
        assert_eq!(drawn("714/7"), "  102\n  ---\n7)714\n  7\n  -\n   14\n   14\n   --\n    0");
    }

    #[test]
    fn a_root_brings_down_groups() {
        assert_eq!(drawn("√1234"), "   3 5\n  ----\n√ 1234\n   9\n  --\n   334\n   325\n   ---\n     9");
        assert_eq!(drawn("∛1728"), "  1  2\n  ----\n∛ 1728\n  1\n  -\n   728\n   728\n   ---\n     0");
    }

    #[test]
    fn a_sum_has_its_signs_before_the_terms() {
        assert_eq!(drawn("95+87-3"), "   95\n+  87\n-   3\n-----\n  179");
    }

    #[test]
    fn what_cannot_be_drawn_is_told() {
        for text in ["7/0", "3/4", "1-2", "√0"] {
            let calculation = Calculation::read(text, Base::TEN).expect("it is one");
            let error = Drawing::new(&calculation, Base::TEN).expect_err(text);
            assert!(matches!(error, GenerateError::Undrawable(_)));
        }
    }

    /// Every true calculation of many, in several bases, is read by its layout as a puzzle that is already solved.
    #[test]
    fn every_drawing_is_a_true_one() {
        for base in [2, 5, 10, 12, 16, 40].map(|base| Base::new(base).expect("it is a base")) {
            let pairs = (1..150u128).map(|i| (i * i * 7 % 9973 + 1, i * 31 % 997 + 1));
            for (a, b) in pairs {
                let term = |number, is_taken_off| Term { number, is_taken_off };
                let sum = Calculation::Sum(vec![term(a, false), term(b, false), term(b / 2, true)]);
                let product = Calculation::Product(a, b);
                let quotients = [Calculation::Quotient(a * b, b), Calculation::Quotient(a + b, b)];
                let roots =
                    [Calculation::Root(a * b, 2), Calculation::Root(a * a, 2), Calculation::Root(a, 3)];
                let has_layout =
                    |one: &Calculation| base > Base::TWO || !matches!(one, Calculation::Root(_, 3));
                let all = [sum, product].into_iter().chain(quotients).chain(roots);
                for calculation in all.filter(has_layout) {
                    check(&calculation, base);
                }
            }
        }
    }

    fn check(calculation: &Calculation, base: Base) {
        let drawing = Drawing::new(calculation, base).expect("it can be drawn");
        let room = if base > Base::TEN { 4 } else { 1 };
        let name =
            |_: Option<usize>, digit: Digit| if digit > 9 { format!("[{digit}]") } else { digit.to_string() };
        let text = drawing.text(room, &name);
        let rules = Rules { layout: Some(drawing.layout.into()), ..Rules::default().with_base(base) };
        let puzzle =
            Reader::new().rules(&rules).read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let truths = puzzle.conditions().iter();
        let mut truths =
            truths.map(|condition| fukumen_language::judge::truth(condition, &[], &puzzle.context()));
        assert!(truths.all(|truth| truth == fukumen_language::judge::Truth::Yes), "{text}\n{puzzle}");
        assert!(puzzle.hidden().is_empty());
    }
}
