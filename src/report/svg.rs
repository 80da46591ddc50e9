//! Puzzles and answers as pictures in SVG: every character in its place, rules as lines, boxes for blanks.
//!
//! All solutions of all puzzles are one picture, below each other. Its size stands at its head, so it is written when the last
//! solution is there.

use std::collections::HashSet;
use std::io;
use std::io::Write;

use crate::expr::Cell;
use crate::puzzle::Glyph;
use crate::puzzle::Kind;
use crate::puzzle::Puzzle;
use crate::puzzle::Row;
use crate::puzzle::Sheet;
use crate::report::Asked;
use crate::report::Document;
use crate::report::Fault;
use crate::report::Format;
use crate::report::Line;
use crate::report::Page;
use crate::report::Shape;
use crate::report::bars_and_glyphs;
use crate::report::has_bars;
use crate::report::line;
use crate::report::page::Filling;
use crate::report::spacing;
use crate::report::spacing::Spacing;
use crate::report::words;
use crate::solution::Solution;
use crate::solve::Answer;

/// How high a line is, and how far from the edge the drawing begins, in pixels.
const LINE: usize = 26;
const EDGE: usize = 12;
/// How wide a raised character is, how large it is, and how far it is raised.
const RAISED: usize = 9;
const RAISED_SIZE: usize = 13;
const RISE: usize = 8;
/// How wide the box of a blank is.
const BOX: usize = 12;
/// The ink is that of the page around the picture, so that it is seen on a dark one as well. Styles of that page may change what
/// has a class.
const STROKE: &str = "class=\"blank\" fill=\"none\" stroke=\"currentColor\"";
const FOUND: &str = " class=\"found\" fill=\"#06c\"";

/// Pictures.
pub(super) struct Svg;

impl Format for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn help(&self) -> &'static str {
        "a picture in SVG with the solutions below each other"
    }

    fn document(&self, shape: Shape) -> Box<dyn Document> {
        Box::new(Pictures { several: shape.several, ..Pictures::default() })
    }

    fn tells_certainty(&self, _ask: crate::solve::Ask) -> bool {
        false
    }

    fn is_one_piece(&self) -> bool {
        true
    }
}

/// The document: all that is drawn.
#[derive(Default)]
struct Pictures {
    several: bool,
    drawings: Vec<Drawn>,
    /// How many drawings there were before the puzzle at hand.
    before: usize,
}

impl Document for Pictures {
    fn begin(&mut self, _out: &mut dyn Write, asked: &Asked) -> io::Result<()> {
        if self.several {
            self.drawings.extend(words::heading(asked).lines().map(Drawn::text));
        }
        Ok(())
    }

    fn solution(&mut self, _out: &mut dyn Write, asked: &Asked, solution: Solution) -> io::Result<()> {
        self.drawings.push(Drawn::of(asked.puzzle, Filling::Digits(&solution)));
        self.drawings.extend(asked.lines_about(&solution).iter().map(|line| Drawn::text(line)));
        Ok(())
    }

    fn end(&mut self, _out: &mut dyn Write, _asked: &Asked, answer: &Answer) -> io::Result<()> {
        // A puzzle without a solution has no picture.
        if answer.outcome.count == 0 {
            self.drawings.truncate(self.before);
        }
        self.before = self.drawings.len();
        Ok(())
    }

    fn fault(&mut self, _out: &mut dyn Write, _fault: &Fault) -> io::Result<()> {
        self.drawings.truncate(self.before);
        Ok(())
    }

    fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let drawings = std::mem::take(&mut self.drawings);
        if drawings.is_empty() { Ok(()) } else { out.write_all(together(&drawings).as_bytes()) }
    }
}

/// A line beside a picture. Two dashes would end it.
pub(super) fn comment(line: &str) -> String {
    let apart = line.replace("--", "- -").replace("--", "- -");
    format!("<!-- {apart} -->")
}

/// The picture of puzzles or solutions below each other; on a work sheet with its number above and a table of its symbols below.
pub(super) fn pages(pages: &[Page]) -> String {
    let drawn = pages.iter().flat_map(|page| {
        let heading =
            page.heading().map(|(number, rules)| Drawn::text(format!("{number} {rules}").trim_end()));
        let drawings = page.fillings().into_iter().map(|filling| Drawn::of(&page.puzzle, filling));
        heading.into_iter().chain(drawings).chain(Drawn::table(&page.table())).collect::<Vec<_>>()
    });
    together(&drawn.collect::<Vec<_>>())
}

/// One picture of drawings below each other.
fn together(drawings: &[Drawn]) -> String {
    let width = drawings.iter().map(|drawn| drawn.width).max().unwrap_or(0) + 2 * EDGE;
    let height = drawings.iter().map(|drawn| drawn.height + EDGE).sum::<usize>() + EDGE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"\n \
         role=\"img\" fill=\"currentColor\" font-family=\"monospace\" font-size=\"20\" text-anchor=\"middle\">\n"
    );
    let spoken: Vec<&str> =
        drawings.iter().map(|drawn| &*drawn.spoken).filter(|text| !text.is_empty()).collect();
    svg += &format!("<title>{}</title>\n", escaped(&spoken.join("; ")));
    let mut top = EDGE;
    for drawn in drawings {
        svg += &format!("<g transform=\"translate({EDGE} {top})\">\n{}</g>\n", drawn.body);
        top += drawn.height + EDGE;
    }
    svg + "</svg>\n"
}

/// A puzzle or a solution, drawn from the origin.
struct Drawn {
    /// What is read aloud of it.
    spoken: String,
    body: String,
    width: usize,
    height: usize,
}

impl Drawn {
    fn of(puzzle: &Puzzle, filling: Filling) -> Self {
        let sheet = filling.sheet(puzzle);
        let of_row = |row| if has_bars(puzzle) { bars_and_glyphs(row) } else { vec![line(row)] };
        let rows: Vec<Vec<Line>> = sheet.rows().iter().map(of_row).collect();
        let mut hand = Hand { puzzle, filling, body: String::new(), width: 0, has_rule_above: false };
        if puzzle.is_drawn() && rows.len() > 1 {
            let ends: Vec<usize> = rows.iter().map(Vec::len).collect();
            let lines: Vec<Line> = rows.into_iter().flatten().collect();
            let spacing = Spacing::of(&lines, sheet.room(), |glyph| spacing::width(&glyph.text));
            let mut lines = lines.iter();
            for (i, count) in ends.into_iter().enumerate() {
                hand.row(lines.by_ref().take(count), &spacing, i * LINE, &HashSet::new());
            }
        } else {
            // Lines of text have no columns in common.
            for (i, lines) in rows.into_iter().enumerate() {
                let raised = lines.iter().map(raised).fold(HashSet::new(), |all, some| &all | &some);
                let spacing = Spacing::of(&lines, sheet.room(), |glyph| width_in_line(glyph, &raised));
                hand.row(lines.iter(), &spacing, i * LINE, &raised);
            }
        }
        Self { spoken: spoken(&sheet), body: hand.body, width: hand.width, height: sheet.rows().len() * LINE }
    }

    /// A line of text.
    fn text(line: &str) -> Self {
        let body =
            format!("<text x=\"0\" y=\"{}\" text-anchor=\"start\">{}</text>\n", LINE - 7, escaped(line));
        Self { spoken: line.into(), body, width: spacing::width(line), height: LINE }
    }

    /// The symbols above the places for their digits.
    fn table(symbols: &[(String, Option<String>)]) -> Option<Self> {
        let (mut body, mut left) = (String::new(), 0);
        for (name, digit) in symbols {
            let width = spacing::width(name).max(digit.as_ref().map_or(0, |it| spacing::width(it))).max(LINE);
            let x = left + width / 2;
            body += &format!("<text x=\"{x}\" y=\"{}\">{}</text>\n", LINE - 7, escaped(name));
            body +=
                &format!("<rect x=\"{left}\" y=\"{LINE}\" width=\"{width}\" height=\"{LINE}\" {STROKE}/>\n");
            if let Some(digit) = digit {
                body += &format!("<text x=\"{x}\" y=\"{}\"{FOUND}>{}</text>\n", 2 * LINE - 7, escaped(digit));
            }
            left += width;
        }
        (!symbols.is_empty()).then_some(Self { spoken: String::new(), body, width: left, height: 2 * LINE })
    }
}

/// The numbers and signs of all rows; rules have nothing to be said.
fn spoken(sheet: &Sheet) -> String {
    let of_row = |row: &Row| {
        let (mut text, mut end) = (String::new(), 0);
        for glyph in row.glyphs() {
            text += if glyph.column > end && !text.is_empty() { " " } else { "" };
            text += &glyph.text;
            end = glyph.column + glyph.width;
        }
        text
    };
    let rows: Vec<String> = sheet.rows().iter().map(of_row).filter(|text| !text.is_empty()).collect();
    rows.join("; ")
}

/// The columns of the exponents in a line, with their signs.
fn raised(line: &Line) -> HashSet<usize> {
    let Line::Glyphs(glyphs) = line else { return HashSet::new() };
    let (mut raised, mut depth, mut is_begun) = (HashSet::new(), None, false);
    for glyph in glyphs {
        // An exponent goes as far as its bracket, or as its numeral. It may begin with a sign.
        depth = match (depth, &*glyph.text) {
            (None | Some(0), "^") => {
                is_begun = false;
                Some(0)
            }
            (Some(0), "-" | "+") if !is_begun => depth,
            (Some(0), "(") if is_begun => None,
            (Some(depth), "(") => Some(depth + 1),
            (Some(depth), ")") if depth > 0 => Some(depth - 1),
            (Some(0), text) if glyph.cell.is_none() && !text.starts_with(char::is_alphanumeric) => None,
            (depth, _) => depth,
        };
        if depth.is_some() {
            is_begun |= &*glyph.text != "^";
            raised.insert(glyph.column);
        }
    }
    raised
}

fn width_in_line(glyph: &Glyph, raised: &HashSet<usize>) -> usize {
    match &*glyph.text {
        "^" if raised.contains(&glyph.column) => 0,
        text if raised.contains(&glyph.column) => RAISED * text.chars().count(),
        text => spacing::width(text),
    }
}

/// Draws rows.
struct Hand<'p> {
    puzzle: &'p Puzzle,
    filling: Filling<'p>,
    body: String,
    width: usize,
    /// Whether the row above is a rule, which brackets and roots reach.
    has_rule_above: bool,
}

impl Hand<'_> {
    fn row<'l>(
        &mut self,
        lines: impl Iterator<Item = &'l Line>,
        spacing: &Spacing,
        top: usize,
        raised: &HashSet<usize>,
    ) {
        self.width = self.width.max(spacing.width());
        let mut has_rule = false;
        for line in lines {
            match line {
                Line::Rule(columns) => {
                    let (line, y) = (spacing.line(columns), top + LINE / 2);
                    self.body += &format!(
                        "<path class=\"rule\" d=\"M{} {y}H{}\" stroke=\"currentColor\"/>\n",
                        line.start, line.end
                    );
                    has_rule = true;
                }
                Line::Glyphs(glyphs) => {
                    for glyph in glyphs {
                        self.body += &self.glyph(glyph, spacing, top, raised);
                    }
                }
            }
        }
        self.has_rule_above = has_rule;
    }

    fn glyph(&self, glyph: &Glyph, spacing: &Spacing, top: usize, raised: &HashSet<usize>) -> String {
        let is_raised = raised.contains(&glyph.column);
        if is_raised && &*glyph.text == "^" {
            return String::new();
        }
        let x = spacing.middle(glyph, width_in_line(glyph, raised));
        if let Some(path) = self.bracket(&glyph.text, x, top) {
            return format!("<path class=\"rule\" d=\"{path}\" fill=\"none\" stroke=\"currentColor\"/>\n");
        }
        if glyph.cell.is_some_and(|cell| self.is_box(cell)) {
            let (left, side, rise) =
                if is_raised { (x - RAISED / 2, RAISED - 1, RISE) } else { (x - BOX / 2, BOX, 0) };
            let y = (top + LINE).saturating_sub(side + 9 + rise);
            return format!(
                "<rect x=\"{left}\" y=\"{y}\" width=\"{side}\" height=\"{}\" {STROKE}/>\n",
                side + 4
            );
        }
        let is_solved = matches!(self.filling, Filling::Digits(_));
        let fill = if is_solved && glyph.cell.is_some() { FOUND } else { "" };
        let (y, size) = match is_raised {
            true => (top + LINE - 7 - RISE, format!(" font-size=\"{RAISED_SIZE}\"")),
            false => (top + LINE - 7, String::new()),
        };
        format!("<text x=\"{x}\" y=\"{y}\"{size}{fill}>{}</text>\n", escaped(&glyph.text))
    }

    /// Whether a digit is to be written in.
    fn is_box(&self, cell: Cell) -> bool {
        match self.filling {
            Filling::Names => self.puzzle.hidden()[cell.index()].kind == Kind::Blank,
            Filling::Boxes => true,
            Filling::Digits(_) => false,
        }
    }

    /// The bracket of a division, or the sign of a root, as high as its row, or up to the rule above.
    fn bracket(&self, text: &str, x: usize, top: usize) -> Option<String> {
        let (bottom, from) =
            (top + LINE - 3, if self.has_rule_above { top.saturating_sub(LINE / 2) } else { top + 3 });
        let middle = from.midpoint(bottom);
        let half = spacing::NARROW / 2;
        match (self.puzzle.rules().layout.as_deref()?, text) {
            ("long-division", ")") => {
                Some(format!("M{} {from}Q{} {middle} {} {bottom}", x - 4, x + 8, x - 4))
            }
            ("long-division", "(") => {
                Some(format!("M{} {from}Q{} {middle} {} {bottom}", x + 4, x - 8, x + 4))
            }
            ("root", "√") => {
                let knee = bottom - 9;
                Some(format!("M{} {knee}L{} {bottom}L{} {from}", x - half, x - 2, x + half))
            }
            _ => None,
        }
    }
}

/// What XML would read as more than text.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '&' => "&amp;".into(),
        '"' => "&quot;".into(),
        c if c.is_control() => String::new(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Puzzle {
        text.parse().expect("it is a puzzle")
    }

    fn picture(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
        pages(&[Page::new(puzzle, solution)])
    }

    /// How often these stand in a picture.
    fn counts<const N: usize>(svg: &str, parts: [&str; N]) -> [usize; N] {
        parts.map(|part| svg.matches(part).count())
    }

    #[test]
    fn the_ink_is_that_of_the_page_and_all_is_named() {
        let svg = picture(&read(" A\n+?\n--\nBA"), None);
        assert!(!svg.contains("black") && svg.contains("<title>A; +?; BA</title>"), "{svg}");
        assert_eq!(counts(&svg, ["class=\"rule\"", "class=\"blank\"", "fill=\"currentColor\""]), [1, 1, 1]);
        assert!(picture(&read("A<B"), None).contains("<title>A&lt;B</title>"));
    }

    #[test]
    fn a_sum_is_characters_and_a_line() {
        let svg = picture(&read(" A\n+B\n--\nBA"), None);
        assert_eq!(counts(&svg, ["<text", "<path", "<g "]), [5, 1, 1]);
        let svg = picture(&read("A     C\n-- + -- = 1\nB     D"), None);
        assert_eq!(counts(&svg, ["<text", "<path"]), [7, 2]);
        assert_eq!(escaped("A<B&C"), "A&lt;B&amp;C");
    }

    #[test]
    fn blanks_are_boxes_until_they_are_filled() {
        let puzzle = read("□+□=1□");
        assert_eq!(counts(&picture(&puzzle, None), ["<rect", "<text"]), [3, 3]);
        let solution = Solution::new(&puzzle, vec![4, 7, 1]);
        assert_eq!(
            counts(&picture(&puzzle, Some(&solution)), ["<rect", "class=\"found\"", "<text"]),
            [0, 3, 6]
        );
    }

    #[test]
    fn exponents_are_raised() {
        let svg = picture(&read("A^23=B^(C+D)*E"), None);
        assert_eq!(counts(&svg, ["font-size=\"13\"", ">^<"]), [7, 0]);
        assert!(
            svg.contains("<text x=\"7\" y=\"19\">A</text>\n<text x=\"18\" y=\"11\" font-size=\"13\">2<"),
            "{svg}"
        );
    }

    #[test]
    fn an_exponent_ends_with_its_numeral_or_bracket() {
        let columns = |text: &str| {
            let puzzle = read(text);
            let mut columns: Vec<usize> = raised(&line(&puzzle.sheet().rows()[0])).into_iter().collect();
            columns.sort_unstable();
            columns
        };
        assert_eq!(columns("A^2-B=(C^3)+1"), [1, 2, 8, 9]);
        assert_eq!(columns("A^-B=1/C"), [1, 2, 3]);
        assert_eq!(columns("A^(1/B)-C=D"), [1, 2, 3, 4, 5, 6]);
        assert_eq!(columns("A+B=C"), [0; 0]);
    }

    #[test]
    fn divisions_and_roots_have_brackets() {
        let division = "12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1";
        let svg = picture(&read(division), None);
        assert_eq!(counts(&svg, ["fill=\"none\"", ">)<", ">(<", "Q"]), [2, 0, 0, 2]);
        let svg = picture(&read("    AB\n  ----\n√ABCD\n   1\n --\n   B"), None);
        assert_eq!(counts(&svg, ["fill=\"none\"", ">√<"]), [1, 0]);
    }

    #[test]
    fn solutions_are_groups_below_each_other() {
        let puzzle = read("A=B^2");
        let drawn = [[4, 2], [9, 3]]
            .map(|digits| Drawn::of(&puzzle, Filling::Digits(&Solution::new(&puzzle, digits.into()))));
        let svg = together(&drawn);
        assert_eq!(counts(&svg, ["<svg", "</svg>", "<g ", "</g>"]), [1, 1, 2, 2]);
        assert!(svg.contains("translate(12 12)") && svg.contains("translate(12 50)"), "{svg}");
        assert!(svg.contains(" height=\"88\""), "{svg}");
    }
}
