//! The output on a terminal. `script` of util-linux lends one.
#![cfg(target_os = "linux")]

use std::collections::HashSet;
use std::process::{Command, Stdio};

use super::run;

/// The output of a run on a terminal.
fn shown(arguments: &str) -> String {
    on_terminal(&format!("{} --color never {arguments}", env!("CARGO_BIN_EXE_fukumen")))
}

/// The output of a command of the shell on a terminal.
fn on_terminal(command: &str) -> String {
    let mut script = Command::new("script");
    script.args(["-qec", command, "/dev/null"]).stdin(Stdio::null());
    let output = script.output().expect("util-linux is installed");
    String::from_utf8(output.stdout).expect("the program writes UTF-8").replace("\r\n", "\n")
}

#[test]
fn a_terminal_shows_twenty_solutions_and_how_many_more_there_are() {
    let everything = run(&["A+B=C+D"]).out;
    let first: Vec<&str> = everything.lines().take(20).collect();
    let count = everything.lines().count() - 1;
    let expected =
        format!("{}\n… and {} more (--all prints them)\n{count} solutions\n", first.join("\n"), count - 20);
    assert_eq!(shown("--show-key=off A+B=C+D"), expected);
    assert_eq!(shown("--show-key=off --all A+B=C+D"), everything);
    assert_eq!(shown("--show-key=off --first=25 A+B=C+D").lines().count(), 26);
    // A person sees which digit each letter has.
    assert_eq!(shown("--first A+B=C+D").lines().nth(1), Some("  A=0 B=3 C=1 D=2"));
}

#[test]
fn every_format_says_on_a_terminal_that_solutions_are_left_out() {
    for format in ["table", "markdown", "latex", "csv", "svg"] {
        let shown = shown(&format!("--format {format} A+B=C+D"));
        assert!(shown.contains("… and ") && shown.contains(" more (--all prints them)"), "{shown}");
    }
    let json = shown("--format jsonl A+B=C+D");
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((json["written"].as_u64(), json["solutions"].as_array().map(Vec::len)), (Some(20), Some(20)));
    assert!(json["count"].as_u64() > Some(20));
}

#[test]
fn twenty_solutions_are_shown_without_a_further_line() {
    // 2 × 10 orders of two different digits.
    let twenty = run(&["--digits", "1-5", "A≠B"]).out;
    assert_eq!(twenty.lines().count(), 21);
    assert_eq!(shown("--show-key=off --digits 1-5 'A≠B'"), twenty);
}

/// The output of a run on a terminal of a width.
fn shown_within(columns: usize, arguments: &str) -> String {
    on_terminal(&format!("stty cols {columns} rows 40; {} {arguments}", env!("CARGO_BIN_EXE_fukumen")))
}

#[test]
fn sentences_end_within_the_terminal_and_are_not_wider_than_they_read_well() {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let answers: [&[&str]; 4] = [
        &["explain", "TWO+TWO=FOUR"],
        &["hint", "SEND+MORE=MONEY", "--known", "M=1,O=0"],
        &["check", "SEND+MORE=MONEY", "S=9,E=4"],
        &["why", "SEND+MORE=MONEY", "E!=5"],
    ];
    for arguments in answers {
        let whole = run(arguments).out;
        for columns in [30, 100] {
            let shown = shown_within(columns, &arguments.join(" "));
            assert_eq!(words(&shown), words(&whole), "{columns}");
            let widest = shown.lines().map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| (20..=columns.min(76)).contains(&widest)), "{shown}");
        }
    }
}

/// The lines of a screen on which a text was written.
fn screen(text: &str) -> Vec<String> {
    let mut lines = vec![Vec::new()];
    let (mut row, mut column) = (0, 0);
    let mut rest = text.chars();
    while let Some(sign) = rest.next() {
        match sign {
            '\r' => column = 0,
            '\n' => {
                (row, column) = (row + 1, 0);
                lines.resize(lines.len().max(row + 1), Vec::new());
            }
            '\u{1B}' => {
                let sequence: String =
                    rest.by_ref().take_while(|c| *c == '[' || c.is_ascii_digit()).collect();
                // The end of the sequence is taken, too; only the one that clears a line has this number here.
                if sequence == "[2" {
                    lines[row].clear();
                }
            }
            sign => {
                let line = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = sign;
                column += 1;
            }
        }
    }
    lines.iter().map(|line| line.iter().collect::<String>().trim_end().into()).collect()
}

#[test]
fn progress_moves_within_one_part_and_is_gone_when_the_answer_comes() {
    let arguments = ["generate", "skeleton", "77534*338"];
    let program = env!("CARGO_BIN_EXE_fukumen");
    let shown = on_terminal(&format!("{program} {} '{}'", arguments[..2].join(" "), arguments[2]));
    let counts = shown.match_indices(" candidates (");
    let moved: HashSet<&str> = counts.filter_map(|(at, _)| Some(shown[..at].rsplit_once(", ")?.1)).collect();
    assert!(moved.len() > 1, "{moved:?}");
    let seen = screen(&shown);
    let made = run(&arguments).out;
    let expected: Vec<&str> = made.lines().map(str::trim_end).collect();
    assert_eq!(seen.join("\n").trim_end(), expected.join("\n").trim_end());
}

#[test]
fn messages_stand_between_the_answers_and_not_within_them() {
    // Both streams go to one pipe, in the order in which they are written.
    let program = env!("CARGO_BIN_EXE_fukumen");
    let command = format!("{program} --threads 1 --stats AB=B^2 A+=B A=B^3 2>&1");
    let output = Command::new("sh").args(["-c", &command]).output().expect("sh starts");
    let text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    let places: Vec<Option<usize>> =
        ["2 solutions\n", "\nAB=B^2: ", "error: ", "  8=2^3", "1 solution, unique\n", "\nA=B^3: "]
            .iter()
            .map(|part| text.find(part))
            .collect();
    assert!(places.is_sorted() && places[0].is_some(), "{text}");
}
