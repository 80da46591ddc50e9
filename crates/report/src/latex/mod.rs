//! Puzzles and answers in LaTeX: a formula, or for a drawing a formula with a column for each digit. `\square`, for blanks, is
//! from the package amssymb, `\text` and `alignedat` from amsmath.

mod formula;
mod signs;

use std::io;
use std::io::Write;

use crate::Answers;
use crate::Document;
use crate::Drawing;
use crate::Question;
use crate::lines::{Line, has_bars, line};
use crate::page::{BOX, Filling, Page};
use crate::spacing;
use crate::spacing::Spacing;
use crate::words;
use fukumen_engine::solve::Answer;
use fukumen_language::arrange::Arrange;
use fukumen_language::expr::Cell;
use fukumen_language::puzzle::{Glyph, Kind, Puzzle, Row, Rule};
use fukumen_language::solution::Solution;

pub(super) use signs::{in_columns, in_text};

/// Formulas.
pub(super) const ANSWERS: Answers =
    Answers::new("a formula or an array in LaTeX for each solution", |_| Box::new(Formulas));

/// Drawings as formulas and arrays.
pub(super) const DRAWING: Drawing = Drawing {
    draw: |puzzle, solution| formula(puzzle, Filling::of(solution)),
    pages,
    is_one_piece: false,
    aside: |line| format!("% {line}"),
};

/// The document.
struct Formulas;

impl Document for Formulas {
    fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
        out.write_all(formula(asked.puzzle, Filling::Digits(&solution)).as_bytes())?;
        let mut lines = asked.lines_about(&solution).into_iter();
        lines.try_for_each(|line| writeln!(out, "\\[ \\text{{{}}} \\]", signs::in_text(&line)))
    }

    /// Writes the number of solutions as a comment.
    fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
        if let Some(line) = words::left_out(answer) {
            writeln!(out, "% {line}")?;
        }
        writeln!(out, "% {}", words::closing(asked, answer))
    }
}

/// Returns formulas below each other; a work sheet has its number above and a table of its symbols below.
fn pages(pages: &[Page]) -> String {
    let parts = pages.iter().flat_map(|page| {
        let heading = page.heading().map(|(number, rules)| {
            format!("\\noindent\\textbf{{{number}}} {}", signs::in_text(&rules)).trim_end().to_string() + "\n"
        });
        let drawings = page.fillings().into_iter().map(|filling| formula(&page.puzzle, filling));
        heading.into_iter().chain(drawings).chain(table(&page.table())).collect::<Vec<_>>()
    });
    let gap = if pages.iter().any(|page| page.number.is_some()) { "\n" } else { "" };
    parts.collect::<Vec<_>>().join(gap)
}

/// Returns the symbols above the places for their digits.
fn table(symbols: &[(String, Option<String>)]) -> Option<String> {
    let row = |cells: Vec<String>| format!("{} \\\\ \\hline\n", cells.join(" & "));
    let names = symbols.iter().map(|(name, _)| signs::of_symbol(name).trim_end().to_string());
    let digit = |digit: &Option<String>| digit.clone().unwrap_or_else(|| "\\phantom{0}".into());
    let digits = symbols.iter().map(|(_, found)| digit(found));
    let table = format!(
        "\\[ \\begin{{array}}{{|{}}}\n\\hline\n{}{}\\end{{array}} \\]\n",
        "c|".repeat(symbols.len()),
        row(names.collect()),
        row(digits.collect())
    );
    (!symbols.is_empty()).then_some(table)
}

/// Returns the formula of a puzzle with this in the places of its digits. Blanks are squares until they are filled in.
pub(super) fn formula(puzzle: &Puzzle, filling: Filling) -> String {
    let sheet = filling.sheet(puzzle);
    let is_blank = |cell: Cell| {
        let hidden = puzzle.hidden().get(cell.index());
        !matches!(filling, Filling::Digits(_)) && hidden.is_some_and(|hidden| hidden.kind == Kind::Blank)
    };
    let shown = |glyph: Glyph| match glyph.cell {
        Some(cell) if is_blank(cell) => Glyph { text: BOX.to_string().into(), ..glyph },
        _ => glyph,
    };
    if has_bars(puzzle) {
        return format!(
            "\\[ {} \\]\n",
            fractions(sheet.rows(), &|glyph| signs::of_glyph(&shown(glyph.clone())))
        );
    }
    let lines = sheet.rows().iter().map(|row| match line(row) {
        Line::Glyphs(glyphs) => Line::Glyphs(glyphs.into_iter().map(shown).collect()),
        rule => rule,
    });
    if puzzle.is_drawn() && sheet.rows().len() > 1 {
        return drawing(puzzle, &lines.collect::<Vec<_>>(), sheet.room());
    }
    let lines: Vec<String> = lines
        .filter_map(
            |line| if let Line::Glyphs(glyphs) = line { Some(formula::formula(&glyphs)) } else { None },
        )
        .filter(|line| !line.is_empty())
        .collect();
    format!("\\[ {} \\]\n", lines.join(" \\quad "))
}

/// Returns a drawing with a right-aligned column for each digit.
///
/// It has only what LaTeX, KaTeX and MathJax all draw: no rule over a part of an array is among that, nor another gap
/// between its columns. So rules are boxes, which touch since these columns have no gap, and give them their width.
fn drawing(puzzle: &Puzzle, lines: &[Line], room: usize) -> String {
    let spacing = Spacing::of(lines, room, |glyph| spacing::width(&glyph.text));
    let widths = widths(lines, &spacing);
    let has_rules = lines.iter().any(|line| matches!(line, Line::Rule(_)));
    let has_brackets = matches!(puzzle.rules().layout.as_deref(), Some("long-division" | "root"));
    let cell = |glyph: &Glyph| {
        let is_sign = glyph.cell.is_none() && signs::of_operator(&glyph.text).is_some();
        let bracket = signs::bracket(&glyph.text).filter(|_| has_brackets && glyph.cell.is_none());
        let sign = match &*glyph.text {
            // A slash is not seen between the digits of two numbers.
            "/" if is_sign => "\\div".into(),
            _ => bracket.unwrap_or_else(|| signs::of_glyph(glyph)),
        };
        if is_sign && !has_rules { format!("\\,{}\\,", sign.trim_end()) } else { sign }
    };
    let row = |line: &Line| {
        let mut cells = vec![String::new(); spacing.columns()];
        match line {
            Line::Rule(rule) => spacing.rule(rule).for_each(|column| {
                cells[column] = format!("\\rule{{{}em}}{{.4pt}}", widths[column]);
            }),
            Line::Glyphs(glyphs) => {
                glyphs.iter().for_each(|glyph| cells[spacing.column(glyph)] += &cell(glyph))
            }
        }
        let used = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        let cells: Vec<&str> = cells[..used].iter().map(|cell| cell.trim_end()).collect();
        cells.join(" && ").trim_start().to_string()
    };
    let mut latex = format!("\\[ \\begin{{alignedat}}{{{}}}\n", spacing.columns());
    for (place, line) in lines.iter().enumerate() {
        latex += &row(line);
        // Less is between a rule and the rows beside it than between two rows. MathJax leaves them apart.
        latex += match (line, lines.get(place + 1)) {
            (_, None) => "\n",
            (_, Some(Line::Rule(_))) => " \\\\[-.9em]\n",
            (Line::Rule(_), _) => " \\\\[-.3em]\n",
            _ => " \\\\\n",
        };
    }
    latex + "\\end{alignedat} \\]\n"
}

/// Returns the widths of columns in em: enough for an M, or where there are no letters, for a digit and a sign.
fn widths(lines: &[Line], spacing: &Spacing) -> Vec<String> {
    let glyphs =
        || lines.iter().flat_map(|line| if let Line::Glyphs(glyphs) = line { &glyphs[..] } else { &[] });
    let has_letters = glyphs().any(|glyph| glyph.text.starts_with(char::is_alphabetic));
    let mut tenths = vec![if has_letters { 11 } else { 8 }; spacing.columns()];
    for glyph in glyphs().filter(|glyph| glyph.text.starts_with('[')) {
        let width = &mut tenths[spacing.column(glyph)];
        *width = (*width).max(5 * glyph.text.len() - 4);
    }
    tenths.iter().map(|tenths| format!("{}.{}", tenths / 10, tenths % 10)).collect()
}

/// Writes rows of fractions: the parts above the bars, the bars with the parts between them, and the parts below.
fn fractions(rows: &[Row], of_glyph: &dyn Fn(&Glyph) -> String) -> String {
    let line = |rows: &[Row]| {
        let [above, middle, below] = rows else { return String::new() };
        let distance = |column: usize, bar: &Rule| {
            bar.columns.start.saturating_sub(column) + (column + 1).saturating_sub(bar.columns.end)
        };
        let of = |row: &Row, bar: &Rule| -> String {
            let is_nearest = |glyph: &&Glyph| {
                let nearest = middle.rules().iter().min_by_key(|bar| distance(glyph.column, bar));
                nearest.is_some_and(|nearest| nearest.columns == bar.columns)
            };
            row.glyphs().iter().filter(is_nearest).map(of_glyph).collect()
        };
        let bars = middle.rules().iter();
        let bars = bars
            .map(|bar| (bar.columns.start, format!("\\frac{{{}}}{{{}}}", of(above, bar), of(below, bar))));
        let signs = middle.glyphs().iter().map(|glyph| (glyph.column, of_glyph(glyph)));
        let mut parts: Vec<(usize, String)> = bars.chain(signs).collect();
        parts.arrange_by_key(|(column, _)| *column);
        parts.into_iter().map(|(_, part)| part).collect::<String>()
    };
    rows.chunks(3).map(line).collect::<Vec<_>>().join(" \\quad ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_an_array_and_a_line_a_formula() {
        let puzzle: Puzzle = " A\n+B\n--\nBA".parse().expect("it is a sum");
        let drawing = [
            r"\[ \begin{alignedat}{2}",
            r"&& A \\",
            r"+ && B \\[-.9em]",
            r"\rule{1.1em}{.4pt} && \rule{1.1em}{.4pt} \\[-.3em]",
            r"B && A",
            r"\end{alignedat} \]",
            "",
        ];
        assert_eq!(formula(&puzzle, Filling::Names), drawing.join("\n"));
        let puzzle: Puzzle =
            " A     C\n--- - --- = 1\nBE     D".parse().expect("it is a difference of fractions");
        assert_eq!(formula(&puzzle, Filling::Names), "\\[ \\frac{A}{BE}-\\frac{C}{D}=1 \\]\n");
        let puzzle: Puzzle = "A_*B=C".parse().expect("it is a product");
        assert_eq!(formula(&puzzle, Filling::Names), "\\[ A\\square \\times B=C \\]\n");
        let puzzle: Puzzle = "A^(1/B)=C^23".parse().expect("it is an equation");
        assert_eq!(formula(&puzzle, Filling::Names), "\\[ A^{\\frac{1}{B}}=C^{23} \\]\n");
    }

    #[test]
    fn divisions_and_roots_have_drawn_brackets() {
        let latex = |text: &str| formula(&text.parse().expect("it is a drawing"), Filling::Names);
        let division = latex("     1B\n   ----\n12)15A\n   12\n   --\n    37\n    36\n    --\n     1");
        let rule = r"\rule{1.1em}{.4pt} && \rule{1.1em}{.4pt} && \rule{1.1em}{.4pt} \\[-.3em]";
        assert!(
            division.contains(&format!("{rule}\n1 && 2 && \\smash{{\\Big)}} && 1 && 5 && A \\\\\n")),
            "{division}"
        );
        let beside = latex("12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1");
        assert!(beside.contains(r"\smash{\Big)} && 1 && 5 && A && \smash{\Big(} && 1 && B"), "{beside}");
        for (sign, root) in [("√", r"\sqrt{"), ("∛", r"\sqrt[3]{")] {
            let groups = if sign == "√" { "AB" } else { "ABC" };
            let latex = latex(&format!("   D\n ---\n{sign}{groups}\n {groups}\n --\n  0"));
            assert!(latex.contains(&format!("{root}\\vphantom{{0}}}} && A && B")), "{latex}");
        }
        // A sum has none.
        assert!(!latex(" A\n+B\n--\nBA").contains("smash"));
    }

    #[test]
    fn blanks_are_squares_and_quotients_have_a_sign_of_their_own() {
        let latex = |text: &str| formula(&text.parse().expect("it is a drawing"), Filling::Names);
        let product = latex("12*\n× 3\n---\n*7*");
        assert_eq!(product.matches(r"\square").count(), 3, "{product}");
        assert_eq!(product.matches(r"\times").count(), 1, "{product}");
        let grid = latex("AB / C = D\n+    +   +\nE  * F = GH\n=    =   =\nIJ - K = LM");
        assert!(grid.contains(r"\,\div\,") && !grid.contains('/'), "{grid}");
        let wide = latex("@base 40\n A[37]\n+ B C\n-----\n D E F");
        assert!(wide.contains("A && [37] ") && wide.contains(r"\rule{1.6em}"), "{wide}");
    }

    /// Returns an error in a formula: groups that do not match, commands that LaTeX with the packages named above, KaTeX or
    /// MathJax lacks, `^` and `_` without a group, a row with too many cells. They all accept formulas that pass.
    fn flaw(latex: &str) -> Option<String> {
        const COMMANDS: &[&str] = &[
            "[",
            "]",
            "\\",
            ",",
            "!",
            ";",
            "_",
            "#",
            "$",
            "&",
            "{",
            "}",
            "frac",
            "sqrt",
            "overline",
            "text",
            "operatorname",
            "mathbin",
            "times",
            "div",
            "cdot",
            "surd",
            "square",
            "bigcirc",
            "bullet",
            "triangle",
            "Diamond",
            "star",
            "bigstar",
            "wedge",
            "ne",
            "le",
            "ge",
            "land",
            "lor",
            "lnot",
            "mid",
            "ldots",
            "backslash",
            "sim",
            "bmod",
            "quad",
            "begin",
            "left",
            "right",
            "rule",
            "Big",
            "end",
            "smash",
            "vphantom",
        ];
        let (mut depth, mut chars) = (0, latex.chars().peekable());
        while let Some(c) = chars.next() {
            match c {
                '\\' => {
                    let mut name = String::new();
                    while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                        name.push(letter);
                    }
                    if name.is_empty() {
                        name.extend(chars.next());
                    }
                    if !COMMANDS.contains(&&*name) && !signs::GREEK.contains(&&*name) {
                        return Some(format!("unknown command {name}"));
                    }
                    let takes_group =
                        ["frac", "overline", "text", "operatorname", "smash", "vphantom"].contains(&&*name);
                    if takes_group && chars.peek() != Some(&'{') {
                        return Some(format!("{name} without a group"));
                    }
                }
                '{' => depth += 1,
                '}' if depth == 0 => return Some("a group ends too often".into()),
                '}' => depth -= 1,
                '^' | '_' if chars.peek() != Some(&'{') => return Some(format!("{c} without a group")),
                _ => {}
            }
        }
        if depth != 0 {
            return Some("a group does not end".into());
        }
        let columns = latex.split_once(r"\begin{alignedat}{").and_then(|(_, rest)| rest.split_once('}'));
        let columns: usize = columns.map_or(1, |(number, _)| number.parse().expect("it is a number"));
        if latex.lines().any(|line| line.matches("&&").count() >= columns) {
            return Some("an array is too narrow".into());
        }
        None
    }

    #[test]
    fn every_published_drawing_and_line_can_be_typeset() {
        assert!(
            ["a^2", "\\frac12", "{", "}", "\\nonsense", "\\cline{1-2}", "A&&B"]
                .into_iter()
                .all(|it| flaw(it).is_some())
        );
        let mut seen = 0;
        for file in [
            include_str!("../../../../tests/puzzles/corpus.toml"),
            include_str!("../../../../tests/puzzles/layouts.toml"),
        ] {
            let file: toml::Table = file.parse().expect("it is TOML");
            for puzzle in file["puzzle"].as_array().expect("it lists puzzles") {
                let Ok(puzzle) = puzzle["text"].as_str().expect("it has a text").parse::<Puzzle>() else {
                    continue;
                };
                let latex = formula(&puzzle, Filling::Names);
                assert_eq!(flaw(&latex), None, "{}\n{latex}", puzzle.sheet());
                seen += 1;
            }
        }
        assert!(seen > 300, "{seen}");
    }
}
