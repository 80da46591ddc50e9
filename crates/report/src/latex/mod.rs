//! Puzzles and answers in LaTeX: a formula, or for a drawing an array with a column for each digit and `\cline` for the
//! rules. `\square`, for blanks, is from the package amssymb, `\text` from amsmath.

mod formula;
mod signs;

use std::io;
use std::io::Write;

use crate::Answers;
use crate::Document;
use crate::Drawing;
use crate::Line;
use crate::Question;
use crate::has_bars;
use crate::line;
use crate::page::{Filling, Page};
use crate::spacing;
use crate::spacing::Spacing;
use crate::words;
use fukumen_engine::solve::Answer;
use fukumen_language::arrange::Arrange;
use fukumen_language::puzzle::{Glyph, Puzzle, Row, Rule};
use fukumen_language::solution::Solution;

pub(super) use signs::in_mathematics;

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
        "\\[ \\begin{{array}}{{|*{{{}}}{{c|}}}}\n\\hline\n{}{}\\end{{array}} \\]\n",
        symbols.len(),
        row(names.collect()),
        row(digits.collect())
    );
    (!symbols.is_empty()).then_some(table)
}

/// Returns the formula of a puzzle with this in the places of its digits.
pub(super) fn formula(puzzle: &Puzzle, filling: Filling) -> String {
    let sheet = filling.sheet(puzzle);
    if has_bars(puzzle) {
        return format!("\\[ {} \\]\n", fractions(sheet.rows()));
    }
    let lines = sheet.rows().iter().map(line);
    if !puzzle.is_drawn() || sheet.rows().len() == 1 {
        let lines: Vec<String> = lines
            .filter_map(
                |line| if let Line::Glyphs(glyphs) = line { Some(formula::formula(&glyphs)) } else { None },
            )
            .filter(|line| !line.is_empty())
            .collect();
        return format!("\\[ {} \\]\n", lines.join(" \\quad "));
    }
    let lines: Vec<Line> = lines.collect();
    let spacing = Spacing::of(&lines, sheet.room(), |glyph| spacing::width(&glyph.text));
    let columns = spacing.columns();
    // Leaves space between digits and the rules above them.
    let mut latex = format!(
        "\\[ \\renewcommand{{\\arraystretch}}{{1.2}}\\begin{{array}}{{@{{}}*{{{columns}}}{{c@{{\\,}}}}@{{}}}}\n"
    );
    let has_brackets = matches!(puzzle.rules().layout.as_deref(), Some("long-division" | "root"));
    for line in lines {
        latex += &match line {
            Line::Rule(rule) => {
                let columns = spacing.rule(&rule);
                format!("\\cline{{{}-{}}}\n", columns.start + 1, columns.end)
            }
            Line::Glyphs(glyphs) => in_columns(&glyphs, &spacing, has_brackets) + " \\\\\n",
        };
    }
    latex + "\\end{array} \\]\n"
}

/// Writes rows of fractions: the parts above the bars, the bars with the parts between them, and the parts below.
fn fractions(rows: &[Row]) -> String {
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
            row.glyphs().iter().filter(is_nearest).map(signs::of_glyph).collect()
        };
        let bars = middle.rules().iter();
        let bars = bars
            .map(|bar| (bar.columns.start, format!("\\frac{{{}}}{{{}}}", of(above, bar), of(below, bar))));
        let signs = middle.glyphs().iter().map(|glyph| (glyph.column, signs::of_glyph(glyph)));
        let mut parts: Vec<(usize, String)> = bars.chain(signs).collect();
        parts.arrange_by_key(|(column, _)| *column);
        parts.into_iter().map(|(_, part)| part).collect::<String>()
    };
    rows.chunks(3).map(line).collect::<Vec<_>>().join(" \\quad ")
}

/// Returns the cells of a row.
fn in_columns(glyphs: &[Glyph], spacing: &Spacing, has_brackets: bool) -> String {
    let (mut row, mut column) = (String::new(), 0);
    for glyph in glyphs {
        let next = spacing.column(glyph);
        row += &"& ".repeat(next.saturating_sub(column));
        row += &match signs::bracket(&glyph.text).filter(|_| has_brackets && glyph.cell.is_none()) {
            // It reaches the rule above its row, which begins next to it.
            Some(bracket) => format!("\\multicolumn{{1}}{{@{{}}r@{{}}}}{{{bracket}}}"),
            None => signs::of_glyph(glyph),
        };
        row += " ";
        column = next;
    }
    row.trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_an_array_and_a_line_a_formula() {
        let puzzle: Puzzle = " A\n+B\n--\nBA".parse().expect("it is a sum");
        let array = "\\[ \\renewcommand{\\arraystretch}{1.2}\\begin{array}{@{}*{2}{c@{\\,}}@{}}\n& A \\\\\n+ & B \\\\\n\\cline{1-2}\nB & A \\\\\n\\end{array} \\]\n";
        assert_eq!(formula(&puzzle, Filling::Names), array);
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
        let bracket = "\\multicolumn{1}{@{}r@{}}{\\smash{\\raisebox{1pt}{$\\big)$}}}";
        assert!(
            division.contains(&format!("\\cline{{4-6}}\n1 & 2 & {bracket} & 1 & 5 & A \\\\\n")),
            "{division}"
        );
        let beside = latex("12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1");
        assert!(beside.contains(bracket) && beside.contains("{$\\big($}"), "{beside}");
        for (sign, root) in [("√", "\\sqrt{"), ("∛", "\\sqrt[3]{")] {
            let groups = if sign == "√" { "AB" } else { "ABC" };
            let latex = latex(&format!("   D\n ---\n{sign}{groups}\n {groups}\n --\n  0"));
            assert!(latex.contains(&format!("{{{root}\\vphantom{{0}}}}}} & A & B")), "{latex}");
        }
        // A sum has none.
        assert!(!latex(" A\n+B\n--\nBA").contains("multicolumn"));
    }

    #[test]
    fn a_line_is_typeset_as_mathematics_prints_it() {
        let cases = [
            ("ABC₇=CBA@9", "ABC_{7}=CBA_{9}"),
            ("EVE/DID=.TALKTALK...", r"\frac{EVE}{DID}=.\overline{TALK}"),
            ("1/3=0.(A)", r"\frac{1}{3}=0.\overline{A}"),
            ("√(AB)+∛C=√√D", r"\sqrt{AB}+\sqrt[3]{C}=\sqrt{\sqrt{D}}"),
            ("(A+B)/C*D=E", r"\frac{A+B}{C}\times D=E"),
            ("A%B/C=D//E", r"A\bmod B/C=D\mathbin{/\!/}E"),
            ("A/B/C=D", r"\frac{A}{B}/C=D"),
            ("A^B/C=D^-(E+F)", r"\frac{A^{B}}{C}=D^{-E+F}"),
            ("A^B^2=C²", r"A^{B^{2}}=C^{2}"),
            ("is_prime(AB), A<=B", r"\operatorname{is\_prime}(AB),A\le B"),
            ("2□×?=Ｃ△", r"2\square \times \square =C\triangle "),
            ("[11]+A=B-[9]", "[11]+A=B-[9]"),
        ];
        for (text, latex) in cases {
            let puzzle: Puzzle = format!("@base 12\n{text}").parse().expect("it is a puzzle");
            assert_eq!(formula(&puzzle, Filling::Names), format!("\\[ {latex} \\]\n"), "{text}");
        }
    }

    /// Returns an error in a formula: groups that do not match, commands that no package named above has, `^` and `_` without
    /// a group, a row of an array with too many cells, a rule beyond the columns. TeX accepts formulas that pass.
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
            "end",
            "cline",
            "renewcommand",
            "arraystretch",
            "multicolumn",
            "smash",
            "raisebox",
            "big",
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
                    if !COMMANDS.contains(&&*name) {
                        return Some(format!("unknown command {name}"));
                    }
                    let takes_group = [
                        "frac",
                        "overline",
                        "text",
                        "operatorname",
                        "multicolumn",
                        "smash",
                        "raisebox",
                        "vphantom",
                    ]
                    .contains(&&*name);
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
        let columns = latex.split_once("@{}*{").and_then(|(_, rest)| rest.split_once('}'));
        let columns: usize = columns.map_or(1, |(number, _)| number.parse().expect("it is a number"));
        let is_wide = |line: &str| line.replace("\\&", "").matches('&').count() >= columns;
        let ends = latex
            .lines()
            .filter_map(|line| line.strip_prefix("\\cline{")?.strip_suffix('}')?.split_once('-'));
        let mut ends =
            ends.map(|(from, to)| [from, to].map(|it| it.parse::<usize>().expect("it is a number")));
        if latex.lines().any(is_wide) || ends.any(|[from, to]| from == 0 || from > to || to > columns) {
            return Some("an array is too narrow".into());
        }
        None
    }

    #[test]
    fn every_published_drawing_and_line_can_be_typeset() {
        assert!(
            ["a^2", "\\frac12", "{", "}", "\\nonsense", "\\cline{1-2}"]
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
