//! The two ways to write a calculation: on one line, and as a drawing.
//!
//! `one_line.rs` writes a drawing on one line, `columns.rs` draws an equation, and `drawings` draws the one-line forms of the
//! societies. The result is read again, so it is a puzzle like any other.

mod again;
mod columns;
mod one_line;
pub(super) mod unfit;

use unfit::Unfit;

use crate::message::{Message, message};
use crate::puzzle::Puzzle;
use crate::text::drawings;

/// A way to write a calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// On one line: an equation, or the steps of a long calculation with semicolons between them.
    OneLine,
    /// In columns, as on paper.
    Drawing,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 2] = [Self::OneLine, Self::Drawing];

    /// Returns its name after `--as`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OneLine => "one-line",
            Self::Drawing => "drawing",
        }
    }

    /// Returns the same puzzle in this form.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::Puzzle;
    /// use fukumen::text::Form;
    ///
    /// let line: Puzzle = "SEND+MORE=MONEY".parse()?;
    /// let drawing = Form::Drawing.of(&line).expect("a sum can be drawn");
    /// assert_eq!(drawing.sheet().to_string(), "  SEND\n+ MORE\n------\n MONEY");
    /// let line = Form::OneLine.of(&drawing).expect("a sum is an equation");
    /// assert_eq!(line.sheet().to_string(), "SEND+MORE = MONEY");
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// A message if the puzzle has no such form.
    pub fn of(self, puzzle: &Puzzle) -> Result<Puzzle, Message> {
        let is_one_line = !puzzle.is_drawn() || puzzle.rules().layout.as_deref() == Some(drawings::ONE_LINE);
        let written = match self {
            Self::OneLine if is_one_line => Ok(puzzle.clone()),
            Self::Drawing if !is_one_line => Ok(puzzle.clone()),
            Self::OneLine => one_line::one_line(puzzle),
            Self::Drawing if puzzle.is_drawn() => drawings::drawn_out(puzzle),
            Self::Drawing => columns::drawing(puzzle),
        };
        written.map_err(|unfit| match (unfit, self) {
            (Unfit::Open, _) => message!("open-form"),
            (Unfit::NoForm, Self::OneLine) => message!("no-one-line-form"),
            (Unfit::NoForm, Self::Drawing) => message!("no-drawing-form"),
        })
    }
}

/// Returns a sign of blanks that all forms know. Beside other shapes, `□` is a symbol.
fn blank(puzzle: &Puzzle) -> &'static str {
    let is_shape = |name: &str| name.chars().all(|c| "○●△▲◇◆☆★".contains(c));
    if puzzle.symbols().any(|(_, hidden)| is_shape(&hidden.name)) { "▢" } else { "□" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Puzzle {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Returns a puzzle in a form, as text.
    fn text(text: &str, form: Form) -> Result<String, &'static str> {
        form.of(&read(text)).map(|puzzle| puzzle.sheet().to_string()).map_err(|message| message.key())
    }

    /// Forms on one line, each with its drawing.
    const PAIRS: &[(&str, &str)] = &[
        ("SEND+MORE = MONEY", "  SEND\n+ MORE\n------\n MONEY"),
        ("A+BC-D = EF", "  A\n+BC\n- D\n---\n EF"),
        ("A.B+C = DE.FG", "  A.B\n+ C\n------\n DE.FG"),
        ("AB*CD = EFG", "  AB\n× CD\n----\n EFG"),
        ("AB × CD; EF; GH; IJK", "  AB\n× CD\n----\n  EF\n GH\n----\n IJK"),
        ("AB ÷ C = DE", "C)AB\n  --\n  DE"),
        (
            "12)15A=1B; -12=37; -36=1",
            "     1B\n   ----\n12)15A\n   12\n   --\n    37\n    36\n    --\n     1",
        ),
        ("□□□□ gives root □□; -□=□□□; -□□□=0", "  □ □\n ----\n√□□□□\n  □\n --\n  □□□\n  □□□\n  ---\n    0"),
        ("A/BC+D/EF = G", " A    D\n--- + --- = G\nBC   EF"),
    ];

    #[test]
    fn each_form_is_written_in_the_other_way() {
        for (line, drawing) in PAIRS {
            let drawn = text(line, Form::Drawing).unwrap_or_else(|key| panic!("{line}: {key}"));
            assert_eq!(read(&drawn), read(drawing), "{line}\n{drawn}");
            assert_eq!(text(drawing, Form::OneLine).as_deref(), Ok(*line), "{drawing}");
            // A puzzle that already has the form stays the same.
            assert_eq!(text(drawing, Form::Drawing).as_deref(), Ok(&*read(drawing).sheet().to_string()));
            assert_eq!(text(line, Form::OneLine).as_deref(), Ok(&*read(line).sheet().to_string()));
        }
    }

    #[test]
    fn a_puzzle_without_the_form_is_told_so() {
        for line in ["A+B=C, D=E", "is_prime(AB)", "A^2=BC", "A<B", "A+B*C=D", "A=B", "AB@7+C=D"] {
            assert_eq!(text(line, Form::Drawing), Err("no-drawing-form"), "{line}");
        }
        // Each box of a grid is in two equations.
        let grid = "□ + □ = □\n+   +   +\n□ + □ = □\n=   =   =\n□ + □ = □";
        assert_eq!(text(grid, Form::OneLine), Err("no-one-line-form"));
        assert!(text("A + B = C\n+   +   +\nD + E = F\n=   =   =\nG + H = I", Form::OneLine).is_ok());
        // Fourth roots have no form on one line.
        let root = "   A\n ----\n∜BCDE\n BCDE\n ----\n    0";
        assert_eq!(text(root, Form::OneLine), Err("no-one-line-form"));
    }

    #[test]
    fn a_zero_that_only_columns_show_is_told() {
        // The drawing says which digit of the multiplier is 0; the line does not.
        let drawing = "   12\n × □□□\n -----\n    □□\n  □□\n -----\n  □□□□";
        assert_eq!(text(drawing, Form::OneLine), Err("open-form"));
        assert_eq!(text("12 × □□□; □□; □□; □□□□", Form::Drawing), Err("open-form"));
    }
}
