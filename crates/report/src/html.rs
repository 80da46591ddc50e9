//! Pages for browsers and paper: puzzles as pictures, solutions as rows of a table, or as pictures if they are drawn.
//!
//! A page needs nothing else: no script, nothing to fetch. It fits light and dark screens.

#[cfg(feature = "cli")]
pub(super) use answers::{ANSWERS, DRAWING};

use crate::visible;

/// The text before the contents, which are in the language of this code, up to the heading.
pub(super) fn opened(language: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>fukumen</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{MAIN}"
    )
}

/// The end of the text before the contents.
pub const MAIN: &str = "<main>\n<h1>fukumen</h1>\n";
/// The text after the contents.
pub const CLOSE: &str = "</main>\n</body>\n</html>\n";

/// The style: lines of moderate length, and colours that follow the reader's choice, in any browser.
const STYLE: &str = "\
:root { color-scheme: light dark; }
body { max-width: 38rem; margin: 2rem auto; padding: 0 1rem; font: 1.125rem/1.6 Georgia, serif; }
h1 { font: bold 1rem/1.4 system-ui, sans-serif; }
h2 { font: bold 1.25rem/1.4 system-ui, sans-serif; margin-top: 3rem; overflow-wrap: anywhere; }
pre { font: 1rem/1.4 ui-monospace, monospace; overflow-x: auto; padding: 0.75rem 1rem;
  border-left: 0.2rem solid GrayText; }
p { margin: 0.75rem 0; padding-left: 2.5rem; text-indent: -2.5rem; }
p b { display: inline-block; min-width: 2.5rem; text-indent: 0; }
p span { white-space: nowrap; }
p.end { padding-left: 0; text-indent: 0; font-weight: bold; }
section { margin-left: 2.5rem; }
mark { background: Mark; color: MarkText; }
figure { margin: 1rem 0; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; }
th, td { padding: 0 1rem 0 0; text-align: left; }
@media print { body { margin: 0; max-width: none; } p { break-inside: avoid; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; } }
";

/// Returns a text that means itself.
pub(super) fn escaped(text: &str) -> String {
    visible::shown(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(feature = "cli")]
mod answers {
    use std::io;
    use std::io::Write;

    use super::{CLOSE, escaped, opened};
    use crate::page::Page;
    use crate::{Answers, Document, Drawing, Question, Unanswered, columns, svg, words};
    use fukumen_engine::solve::Answer;
    use fukumen_language::puzzle::Puzzle;
    use fukumen_language::solution::Solution;

    /// A page with all answers.
    pub(crate) const ANSWERS: Answers = Answers {
        tells_rules: true,
        draws: true,
        ..Answers::new("a page with the puzzles as pictures, for browsers and paper", |shape| {
            Box::new(Articles { written: shape.written, is_open: false, is_within: false, rows: 0 })
        })
    };

    /// A page with drawings.
    pub(crate) const DRAWING: Drawing = Drawing {
        draw: |puzzle, solution| pages(&[Page::new(puzzle, solution)]),
        pages,
        is_one_piece: true,
        aside: |line| format!("<p>{}</p>", escaped(line)),
    };

    fn pages(pages: &[Page]) -> String {
        let figures = pages.iter().map(|page| figure(&(svg::DRAWING.pages)(std::slice::from_ref(page))));
        format!("{}{}{CLOSE}", opened("en"), figures.collect::<String>())
    }

    fn figure(picture: &str) -> String {
        format!("<figure>\n{picture}</figure>\n")
    }

    fn drawn(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
        figure(&(svg::DRAWING.draw)(puzzle, solution))
    }

    /// The document.
    struct Articles {
        /// How many answers are in it, those of an earlier run among them.
        written: usize,
        is_open: bool,
        /// Whether an article is not ended.
        is_within: bool,
        /// The rows of the article's table.
        rows: u64,
    }

    impl Document for Articles {
        fn begin(&mut self, out: &mut dyn Write, asked: &Question) -> io::Result<()> {
            if self.written == 0 && !std::mem::replace(&mut self.is_open, true) {
                write!(out, "{}", opened("en"))?;
            }
            (self.is_within, self.rows) = (true, 0);
            writeln!(out, "<article>")?;
            let (_, rules) = Page::new(asked.puzzle, None).work_sheet(1).heading().unwrap_or_default();
            if !rules.is_empty() {
                writeln!(out, "<p class=\"end\">{}</p>", escaped(&rules))?;
            }
            write!(out, "{}", drawn(asked.puzzle, None))
        }

        fn solution(&mut self, out: &mut dyn Write, asked: &Question, solution: Solution) -> io::Result<()> {
            if asked.puzzle.is_drawn() {
                write!(out, "{}", drawn(asked.puzzle, Some(&solution)))?;
                return asked
                    .lines_about(&solution)
                    .iter()
                    .try_for_each(|line| writeln!(out, "<p>{}</p>", escaped(line)));
            }
            if self.rows == 0 {
                begin_table(out, &columns::titles(asked))?;
            }
            self.rows += 1;
            row(out, "td", &columns::cells(asked, &solution))
        }

        fn end(&mut self, out: &mut dyn Write, asked: &Question, answer: &Answer) -> io::Result<()> {
            self.end_table(out)?;
            if !answer.outcome.groups.is_empty() {
                let mut titles = columns::shown_expressions(asked.puzzle);
                titles.push("solutions".into());
                begin_table(out, &titles)?;
                for (mut cells, count) in columns::groups(asked, answer) {
                    cells.push(count.to_string());
                    row(out, "td", &cells)?;
                }
                writeln!(out, "</table>")?;
            }
            self.written += 1;
            let left_out = words::left_out(answer).into_iter();
            for line in left_out.chain([words::closing(asked, answer)]) {
                writeln!(out, "<p class=\"end\">{}</p>", escaped(&line))?;
            }
            self.end_article(out)
        }

        fn unanswered(&mut self, out: &mut dyn Write, _fault: &Unanswered) -> io::Result<()> {
            self.end_table(out)?;
            self.end_article(out)
        }

        fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
            if self.is_open || self.written > 0 { write!(out, "{CLOSE}") } else { Ok(()) }
        }
    }

    impl Articles {
        fn end_table(&mut self, out: &mut dyn Write) -> io::Result<()> {
            if std::mem::take(&mut self.rows) > 0 { writeln!(out, "</table>") } else { Ok(()) }
        }

        fn end_article(&mut self, out: &mut dyn Write) -> io::Result<()> {
            if std::mem::take(&mut self.is_within) { writeln!(out, "</article>") } else { Ok(()) }
        }
    }

    fn begin_table(out: &mut dyn Write, titles: &[String]) -> io::Result<()> {
        writeln!(out, "<table>")?;
        row(out, "th", titles)
    }

    fn row(out: &mut dyn Write, element: &str, cells: &[String]) -> io::Result<()> {
        let cell = |cell: &String| format!("<{element}>{}</{element}>", escaped(cell).replace('\n', "<br>"));
        writeln!(out, "<tr>{}</tr>", cells.iter().map(cell).collect::<String>())
    }
}
