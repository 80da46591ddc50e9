//! Characters that a terminal obeys, or that turn a text around, are shown as pictures wherever a puzzle has them.

use super::{Run, run, run_on};

/// A puzzle as a page may have it that means harm: codes, a bell, a code of one byte, an override, a return, a new page, no character.
const TYPED: &str = "a+b=10 (\x1b[31mclassic\x07 \u{9b}\u{202e}c\rd\x0c\x7f\u{fffe})";

fn acts(c: char) -> bool {
    c.is_control() && c != '\n'
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
        || c == '\u{fffe}'
}

fn assert_harmless(run: &Run, what: &str) {
    for text in [&run.out, &run.err] {
        assert!(!text.contains(acts), "{what}: {text:?}");
    }
    assert!(!run.out.is_empty() || !run.err.is_empty(), "{what}");
}

#[test]
fn no_format_of_answers_acts_on_a_terminal() {
    let typed = format!("{TYPED}\nA+B=C, A+\x1b[2J\n\nB=A+1 (\u{202e}x\x1b]0;title\x07)\n");
    for format in ["text", "table", "json", "jsonl", "csv", "markdown", "latex", "svg"] {
        for ask in ["--first", "--count", "--unique"] {
            for text in [TYPED, &typed] {
                let run = run_on(text, &["--format", format, ask, "-"]);
                assert_harmless(&run, format);
            }
        }
    }
    let run = run_on(&typed, &["--count", "-"]);
    assert!(run.out.starts_with("a+b=10 (␛[31mclassic␇ \\u{9b}\\u{202e}c␍d␌␡\\u{fffe}): 8\n"), "{}", run.out);
    assert!(run.err.contains("\"A+␛[2J\""), "{}", run.err);
}

#[test]
fn no_other_command_acts_on_a_terminal() {
    for command in ["explain", "hint", "rate", "draw", "translate", "bench"] {
        assert_harmless(&run_on(TYPED, &[command, "-"]), command);
        assert_harmless(&run_on("A+\x1b[2J+=B", &[command, "-"]), command);
        assert_harmless(&run(&[command, TYPED, "A+\u{9b}+=B"]), command);
    }
    for format in ["text", "markdown", "html", "latex", "svg", "json", "jsonl"] {
        assert_harmless(&run(&["explain", "--format", format, TYPED, "B=A+1 (\u{202e}\x07)"]), format);
    }
    assert_harmless(&run(&["check", TYPED, "a=\x1b[31m"]), "check");
    assert_harmless(&run(&["why", TYPED, "a=\x1b[31m"]), "why");
    assert_harmless(&run(&["-f", "no\x1b[31msuch\u{202e}file"]), "a file");
    assert_harmless(&run(&["--why", "--stats", TYPED, "A=1"]), "reasons");
    let wrong = run(&["--color", "always", "--form\x1b[2Jat", "A=1"]);
    assert!(wrong.err.contains("--form␛[2Jat") && wrong.err.contains("\x1b[0m"), "{:?}", wrong.err);
    let words = ["generate", "words", "--words", "-", "--max-results", "1", "--form"];
    let list = "send\nmore\nmoney\nlest\x1b[2Jer\n";
    for form in ["A+B=C", "A+\x1b[2JB=C"] {
        assert_harmless(&run_on(list, &[&words[..], &[form]].concat()), form);
    }
}

#[test]
fn json_keeps_what_was_typed() {
    let run = run(&["--format", "json", "--first", TYPED]);
    assert_harmless(&run, "json");
    assert_eq!(run.json()["puzzle"], TYPED);
    assert!(run.out.contains("\\u001b[31m") && run.out.contains("\\u009b\\u202e"), "{}", run.out);
}

/// Colours are codes as well: only those of the program are left.
#[test]
fn beside_colours_codes_are_pictures() {
    let run = run(&["--color", "always", "--first", TYPED, "A=1"]);
    assert!(run.out.contains("\x1b[1m") && run.out.contains("(␛[31mclassic"), "{:?}", run.out);
    let run = super::run(&["--color", "always", "A+\x1b[31m\x1b[2J"]);
    assert!(run.err.contains("[31m␛[2J") && run.err.contains("\x1b[0m"), "{:?}", run.err);
}

#[test]
fn the_place_of_an_error_is_that_of_what_was_typed() {
    let run = run(&["A+\x1b[2J=B"]);
    assert!(run.err.contains("puzzle:1:3\n") && run.err.contains("A+␛[2J=B\n  │   ^"), "{}", run.err);
    // Ends of lines that are two characters are no surprise.
    let run = run_on("A+B=\r\nC+\r\n", &["-"]);
    assert!(!run.err.contains('␍'), "{}", run.err);
}

#[test]
fn what_scripts_need_stays() {
    let text = "نام\u{200c}ها+א\u{200f}ב=क्\u{200d}ष (é\u{ad})";
    let run = run(&["--count", text, "A=1"]);
    let shown = run.out.clone() + &run.err;
    assert!(!shown.contains("\\u{"), "{shown}");
}

#[test]
fn symbols_are_no_operators_in_latex() {
    let drawn = run(&["draw", "A%%+B%=C%, A>B", "--symbols", "%", "--format", "latex"]);
    assert_eq!(drawn.out, "\\[ A\\%\\%+B\\%=C\\%,A>B \\]\n");
    let drawn = run(&["draw", "A%B=C", "--format", "latex"]);
    assert_eq!(drawn.out, "\\[ A\\bmod B=C \\]\n");
    let sheet = run(&["draw", "A%+B=%C, A>B", "--symbols", "%", "--format", "latex", "--blank-sheet"]);
    assert!(!sheet.out.contains("bmod"), "{}", sheet.out);
}

#[test]
fn no_row_of_backticks_ends_a_block_of_markdown() {
    let drawing = "  ABC\n+ D`E\n-----\n  ```\n";
    for command in [&["draw"][..], &["--first"]] {
        let arguments = [command, &["--symbols", "`", "--format", "markdown", "-"]].concat();
        let run = run_on(drawing, &arguments);
        let fences = run.out.lines().filter(|line| *line == "````").count();
        let rows = run.out.lines().filter(|line| line.trim() == "```").count();
        // Solutions have digits in place of the symbols.
        let is_solved = command == ["--first"];
        assert_eq!((fences, rows), if is_solved { (0, 2) } else { (2, 1) }, "{}", run.out);
    }
}
