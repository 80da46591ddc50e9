//! Drawings on the command line: read, solved, drawn.

use super::{run, run_on};

const SUM: &str = "  SEND\n+ MORE\n------\n MONEY";

#[test]
fn an_answer_stands_in_its_drawing() {
    let run = run(&[SUM]);
    assert_eq!(run.out, "  9567\n+ 1085\n------\n 10652\n1 solution, unique\n");
}

#[test]
fn several_answers_stand_apart_and_a_key_below() {
    let several = run(&["--digits", "1-3", " AB\n+ B\n---\n AC"]);
    assert!(several.out.contains("\n 32\n") || several.out.contains("solution"), "{}", several.out);
    let key = run(&["--base", "3", " A\n+B\n--\n A\n B\n+C\n--\nBC"]);
    assert_ne!(key.status, 2, "{}", key.err);
    let line = run(&["TALENT)THIRTEEN=AH; -TRREEEK=IKANAAN; -NTNRNXE=HIKIRE"]);
    assert!(line.out.contains("0-1 LAXTHINKER"), "{}", line.out);
    let json = run(&["--format=json", "TALENT)THIRTEEN=AH; -TRREEEK=IKANAAN; -NTNRNXE=HIKIRE"]);
    assert_eq!(json.json()["solutions"][0]["key"]["0-1"], "LAXTHINKER");
    assert_eq!(json.json()["rules"]["layout"], "society");
}

#[test]
fn a_stream_has_drawings_and_lists() {
    let file = format!("{SUM}\n\nA=B^3\nAB=B^2\n\n@layout grid\nA+B=C\n+ + +\nA+B=C\n= = =\nD+E=F\n");
    let counts = run_on(&file, &["-", "--format=jsonl", "--count"]);
    let counts: Vec<u64> =
        counts.json_lines().iter().map(|line| line["count"].as_u64().expect("it is one")).collect();
    assert_eq!((counts.len(), counts[..3].to_vec()), (4, vec![1, 1, 2]));
}

#[test]
fn a_mistake_is_shown_among_the_lines_of_its_drawing() {
    let run = run(&["  SEND\n  MORE\n MONEY"]);
    assert_eq!(run.status, 2);
    let expected = "error: a rule is missing above this line\n  ┌─ puzzle:3:2\n  │\n1 │   SEND\n2 │   MORE\n3 │  MONEY\n  │  ^^^^^ expected a rule above this\n  │\n  = help: write a rule above the result;";
    assert!(run.err.starts_with(expected), "{}", run.err);
    let run = super::run(&["--layout", "table", "A+B=C"]);
    assert!(run.err.contains("there is no layout 'table'") && run.err.contains("column-sum"), "{}", run.err);
    let run = super::run(&[" 12\n 34\n---\n 48\n360\n---\n408"]);
    assert!(run.err.contains("--layout long-multiplication"), "{}", run.err);
}

#[test]
fn letters_that_are_the_same_are_drawn_as_typed() {
    let same = ["draw", "--same", "kana-rows", "あさ+いし=さくら"];
    assert_eq!(run(&same).out, "あさ+いし=さくら\n");
    let same = ["draw", "--same", "OQ", " AQ\n+OB\n---\nCDE"];
    assert_eq!(run(&same).out, " AQ\n+OB\n---\nCDE\n");
}

#[test]
fn a_puzzle_is_drawn_and_so_is_its_solution() {
    assert_eq!(run(&["draw", SUM]).out, format!("{SUM}\n"));
    assert_eq!(run(&["draw", "--solution", SUM]).out, "  9567\n+ 1085\n------\n 10652\n");
    assert_eq!(run(&["draw", "--solution", "--format=markdown", "A=B^3"]).out, "```\n8=2^3\n```\n");
    let latex = run(&["draw", "--format=latex", SUM]).out;
    assert!(latex.contains("&& S && E && N && D \\\\\n") && latex.matches("\\rule").count() == 6, "{latex}");
    let svg = run(&["draw", "--format=svg", "--solution", SUM]).out;
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.matches("class=\"found\"").count() == 13,
        "{svg}"
    );
    assert_eq!(run(&["draw", "--solution", " A\n+A\n--\n A\n+1\n--\n A"]).status, 1);
    assert_eq!(run(&["draw", "A+"]).status, 2);
    assert_eq!(run_on("A=B\n\nAB=C+D\n", &["draw"]).out, "A=B\n\nAB=C+D\n");
}

#[test]
fn a_drawing_is_written_to_a_file() {
    let folder = std::env::temp_dir().join(format!("fukumen-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("sum.svg");
    let name = path.to_str().expect("the name is UTF-8");
    // A longer text from before is replaced.
    std::fs::write(&path, "x".repeat(10_000)).expect("the file can be written");
    let drawn = run(&["draw", "--format=svg", "-o", name, SUM]);
    assert_eq!((drawn.status, drawn.out.as_str(), drawn.err.as_str()), (0, "", ""));
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), run(&["draw", "--format=svg", SUM]).out);
    std::fs::write(&path, SUM).expect("the file can be written");
    assert_eq!(run(&["draw", "-f", name, "-o", name]).status, 2);
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), SUM);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn all_solutions_are_one_picture_of_a_puzzle() {
    let svg = run(&["--format=svg", "AB=B^2"]).out;
    assert_eq!(["<svg", "</svg>", "<g "].map(|part| svg.matches(part).count()), [1, 1, 2], "{svg}");
}

#[test]
fn solutions_can_be_pictures_and_formulas() {
    assert_eq!(run(&["--format=latex", "A=B^3"]).out, "\\[ 8=2^{3} \\]\n% 1 solution, unique\n");
    assert!(run(&["--format=svg", "A=B^3"]).out.contains(">8</text>"));
    assert!(run(&["--format=markdown", SUM]).out.starts_with("```\n  9567\n+ 1085\n"));
}

#[test]
fn colours_keep_the_columns_of_wide_digits() {
    let sum = "@base 40\n AB\n+CD\n---\nEFG";
    let arguments = ["--threads=1", "--first=20", sum];
    let plain = run(&arguments).out;
    assert!(plain.contains('['), "{plain}");
    let mut coloured = run(&[&arguments[..], &["--color=always"]].concat()).out;
    while let Some(start) = coloured.find('\u{1b}') {
        let end = coloured[start..].find('m').expect("the code ends");
        coloured.replace_range(start..=start + end, "");
    }
    assert_eq!(coloured, plain);
}

#[test]
fn nothing_is_divided_by_zero() {
    for division in ["□)0=1; -0=0", "  1\n  -\n□)□\n  0\n  -\n  0"] {
        let run = run(&[division]);
        assert_eq!((run.status, run.out.as_str()), (1, "no solution\n"), "{division}\n{}", run.err);
    }
}

#[test]
fn the_layouts_are_listed() {
    let list = run(&["list", "layouts"]);
    for name in ["column-sum", "long-multiplication", "long-division", "root", "grid", "fraction", "society"]
    {
        assert!(list.out.contains(name), "{}", list.out);
    }
}

#[test]
fn a_puzzle_is_drawn_in_its_other_form() {
    assert_eq!(run(&["draw", "--as", "drawing", "SEND+MORE=MONEY"]).out, format!("{SUM}\n"));
    assert_eq!(run(&["draw", "--as", "one-line", SUM]).out, "SEND+MORE = MONEY\n");
    let drawing = run(&["draw", "--as", "drawing", "12)15A=1B; -12=37; -36=1"]).out;
    assert_eq!(drawing, "    1B\n   ---\n12)15A\n   12\n   --\n    37\n    36\n    --\n     1\n");
    assert_eq!(run(&["draw", "--as", "one-line", &drawing]).out, "12)15A=1B; -12=37; -36=1\n");
    let solved = run(&["draw", "--as", "drawing", "--solution", "SEND+MORE=MONEY"]).out;
    assert_eq!(solved, "  9567\n+ 1085\n------\n 10652\n");
    let none = run(&["draw", "--as", "drawing", "A<B"]);
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.starts_with("error: this has no drawing: a sum, "), "{}", none.err);
    assert_eq!(run(&["draw", "--as", "table", "A<B"]).status, 2);
}

#[test]
fn a_work_sheet_has_boxes_and_its_key_has_digits() {
    let file = format!("{SUM}\n\n@base 12\nTWO+TWO=FOUR, O=0\n\n□+□=1□\n");
    let sheet = run_on(&file, &["draw", "--blank-sheet"]).out;
    let parts = [
        format!("1.\n\n{SUM}\n\n  □□□□\n+ □□□□\n------\n □□□□□\n\nS E N D M O R Y\n□ □ □ □ □ □ □ □\n"),
        "2.  base 12\n\nTWO+TWO=FOUR, O=0\n\n□□□+□□□=□□□□, □=0\n\nT W O F U R\n□ □ □ □ □ □\n".into(),
        // Boxes are there to be filled, and need no table.
        "3.\n\n□+□=1□\n".into(),
    ];
    assert_eq!(sheet, parts.join("\n"));
    let key = run_on(format!("{SUM}\n"), &["draw", "--blank-sheet", "--solution"]).out;
    assert_eq!(key, "1.\n\n  9567\n+ 1085\n------\n 10652\n\nS E N D M O R Y\n9 5 6 7 1 0 8 2\n");
    let format = |format: &str| run_on(&file, &["draw", "--blank-sheet", "--format", format]).out;
    let markdown = format("markdown");
    assert!(
        markdown.contains("**2.** base 12\n") && markdown.contains("| T | W | O | F | U | R |\n"),
        "{markdown}"
    );
    let latex = format("latex");
    assert!(
        latex.contains("\\noindent\\textbf{2.} base 12\n") && latex.contains("{|c|c|c|c|c|c|}"),
        "{latex}"
    );
    let svg = format("svg");
    assert_eq!(["<svg", "</svg>"].map(|part| svg.matches(part).count()), [1, 1], "{svg}");
    // Boxes for 13 letters of the sum, 11 of the other, and 3 blanks; and a table of 8 and 6.
    assert_eq!(svg.matches("<rect").count(), 13 + 11 + 3 + 8 + 6, "{svg}");
}

#[test]
fn a_page_is_one_file_with_pictures_and_tables() {
    let count = |page: &str, parts: [&str; 4]| parts.map(|part| page.matches(part).count());
    let drawn = run(&["draw", "--format=html", SUM, "A<B"]).out;
    assert_eq!(
        count(&drawn, ["<!DOCTYPE html>", "<figure>\n<svg ", "</html>", "&lt;"]),
        [1, 2, 1, 2],
        "{drawn}"
    );
    let solved = run(&["--format=html", SUM, "AB=B^2", "A+1=A", "A+"]);
    let page = &solved.out;
    // The sum twice, for it is drawn, and a table with a head and two rows. What is no puzzle is left out.
    assert_eq!(count(page, ["<article>", "</article>", "<svg ", "<tr>"]), [3, 3, 4, 3], "{page}");
    assert!(
        page.contains("<td>2</td><td>5</td>") && page.contains("<p class=\"end\">no solution</p>"),
        "{page}"
    );
    assert!(page.ends_with("</article>\n</main>\n</body>\n</html>\n"), "{page}");
}

#[test]
fn a_picture_of_several_puzzles_is_one_file() {
    let count = |svg: &str| ["<svg", "</svg>", "<g "].map(|part| svg.matches(part).count());
    let drawn = run(&["draw", "--format=svg", SUM, "A=B^3"]).out;
    assert_eq!(count(&drawn), [1, 1, 2], "{drawn}");
    // A title above each, and three solutions. A puzzle without one is left out.
    let solved = run(&["--format=svg", "A=B^3", "A+1=A", "AB=B^2", "A+"]);
    assert_eq!(count(&solved.out), [1, 1, 5], "{}", solved.out);
    assert!(solved.out.contains(">AB=B^2</text>") && !solved.out.contains(">A+1=A<"), "{}", solved.out);
    assert_eq!(run(&["--format=svg", "A+1=A"]).out, "");
}
