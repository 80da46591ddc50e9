//! Exit statuses, and the limits that lead to some of them.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{run, run_on};

/// Ends in so much time as a test may take, and not before a second.
const LONG: &str = "ABCDEFGHIJ>0";

#[test]
fn found_is_0_and_none_is_1() {
    assert_eq!(run(&["AB=B^2"]).status, 0);
    assert_eq!(run(&["AB=B^2+100"]).status, 1);
    assert_eq!(run(&["--count", "AB=B^2+100"]).status, 1);
}

#[test]
fn unique_is_0_where_there_is_exactly_one() {
    assert_eq!(run(&["--unique", "A=B^3"]).status, 0);
    assert_eq!(run(&["--unique", "AB=B^2"]).status, 1);
    assert_eq!(run(&["--unique", "AB=B^2+100"]).status, 1);
}

#[test]
fn a_wrong_puzzle_or_command_is_2() {
    assert_eq!(run(&["A+=B"]).status, 2);
    assert_eq!(run(&["--no-such-option", "A=B"]).status, 2);
    assert_eq!(run(&["--base", "1", "A=B"]).status, 2);
    assert_eq!(run(&["--engine", "none", "AB=B^2"]).status, 2);
    assert_eq!(run(&["-f", "no such file"]).status, 2);
    assert_eq!(run_on("", &["-"]).status, 2);
}

#[test]
fn what_was_asked_for_is_no_limit() {
    assert_eq!(run(&["--first=2", "A+B=C"]).status, 0);
    assert_eq!(run(&["--first=9", "AB=B^2"]).status, 0);
}

#[test]
fn a_limit_is_3() {
    let stopped = run(&["--max-solutions", "3", "A+B=C"]);
    assert_eq!(stopped.status, 3);
    assert!(
        stopped.out.ends_with("3 solutions so far; stopped by the limit of solutions: there may be more\n")
    );
    let stopped = run(&["--timeout", "300ms", LONG]);
    assert_eq!(stopped.status, 3);
    assert!(stopped.out.ends_with("; stopped by the time limit: there may be more\n"));
}

#[test]
fn a_bare_count_says_on_standard_error_that_it_is_not_all() {
    let stopped = run(&["--count", "--max-solutions", "3", "A+B=C"]);
    assert_eq!((stopped.status, stopped.out.as_str()), (3, "3\n"));
    assert_eq!(stopped.err, "note: stopped by the limit of solutions: there may be more\n");
}

#[test]
fn what_is_too_large_to_decide_is_3() {
    let undecided = run(&["--digits", "1-9", "(9^9^9) % A = 1"]);
    assert_eq!(undecided.status, 3);
    assert_eq!(undecided.out, "no solution found; 9 assignments could not be decided\n");
    let unique = run(&["--unique", "(9^9^9) % A = 1"]);
    assert_eq!(unique.status, 3);
    let certain = run(&["--format=json", "(9^9^9) % A = 1"]).json();
    assert_eq!((&certain["status"], &certain["unique"]), (&"stopped".into(), &serde_json::Value::Null));
}

#[test]
fn the_largest_of_several_counts() {
    assert_eq!(run(&["AB=B^2", "AB=B^2+100"]).status, 1);
    assert_eq!(run(&["AB=B^2", "A+=B", "AB=B^2+100"]).status, 2);
}

#[test]
fn one_base_of_a_range_is_enough() {
    assert_eq!(run(&["--base", "2..8", "AB=B^2"]).status, 0);
    assert_eq!(run(&["--base", "4..5", "AB=B^2"]).status, 1);
}

#[test]
fn the_smallest_base_is_the_first_with_a_solution() {
    for text in ["STRONG+STRONG=PROBLEM", "AB=B^2", "SEND+MORE=MONEY", "AB=B^2+9", "ABC=C^3"] {
        let each = run(&["--base=2..20", "--format=jsonl", text]).json_lines();
        let first = each.iter().find(|answer| answer["count"] != 0).expect("some base has a solution");
        for threads in ["--threads=1", "--threads=2"] {
            let smallest = run(&["--base=smallest", "--format=jsonl", threads, text]);
            let [answer] = &smallest.json_lines()[..] else { panic!("{text}: {}", smallest.out) };
            assert_eq!(smallest.status, 0);
            assert_eq!(answer["rules"]["base"], first["rules"]["base"], "{text}");
            assert_eq!(answer["solutions"], first["solutions"], "{text}");
        }
    }
    let none = run(&["--base=smallest 4..5", "AB=B^2"]);
    assert_eq!((none.status, none.out.as_str()), (1, "AB=B^2  (base 5)\n  no solution\n"));
    assert_eq!(none.err, "note: no base from 4 to 5 has a solution\n");
    let file = run(&["--count", "@base smallest 12..40\nAB=B^2+1"]);
    assert_eq!(file.status, 0, "{}", file.err);
}

#[test]
fn the_smallest_base_is_certain_or_the_search_says_that_it_was_stopped() {
    let [_, text] = slow();
    let base = "--base=smallest 10..20";
    let stopped = run(&["--timeout=100ms", "--threads=1", base, "--format=jsonl", "--count", &text]);
    assert_eq!(stopped.status, 3);
    assert_eq!(stopped.json_lines().len(), 1);
}

#[test]
fn more_symbols_than_digits_is_none_and_a_note_says_why() {
    let run = run(&["--count", "ABCDEFGHIJK=B"]);
    assert_eq!((run.status, run.out.as_str()), (1, "0\n"));
    assert_eq!(run.err, "note: 11 different symbols cannot share 10 digits, so there is no solution\n");
}

#[cfg(unix)]
mod interrupted {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use super::LONG;
    use crate::cli::{Run, fukumen};

    fn interrupt(child: &Child) {
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    }

    #[test]
    fn what_was_found_is_printed_with_the_word_that_it_is_not_all() {
        let mut child = fukumen(&["--stream", LONG, "AB=B^2"]).spawn().expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("it has a pipe"));
        let mut first = String::new();
        out.read_line(&mut first).expect("a line comes");
        out.read_line(&mut first).expect("another comes");
        // Which of the solutions comes first is the engine's own affair.
        assert!(first.starts_with(&format!("{LONG}\n  ")) && first.ends_with(">0\n"), "{first}");
        interrupt(&child);
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("the rest comes");
        let run = Run::of(child.wait_with_output().expect("it ends"));
        assert_eq!(run.status, 3);
        assert!(rest.ends_with(" solutions so far, in the engine's order; interrupted: there may be more\n"));
        assert!(!rest.contains("25=5^2"), "the second puzzle was started");
        assert!(run.err.contains("interrupted"), "{}", run.err);
    }

    #[test]
    fn a_benchmark_says_so_and_has_no_times() {
        let child =
            fukumen(&["bench", "ABCDEFGHIJ+KLMNOPQRST>0", "--distinct=none"]).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        let run = Run::of(child.wait_with_output().expect("it ends"));
        assert_eq!((run.status, run.out.as_str()), (3, ""));
        assert!(run.err.starts_with("note: interrupted"), "{}", run.err);
    }

    #[test]
    fn a_wait_for_input_ends() {
        let mut child = fukumen(&["-"]).stdin(Stdio::piped()).spawn().expect("it starts");
        let stdin = child.stdin.take();
        std::thread::sleep(Duration::from_millis(300));
        let start = Instant::now();
        interrupt(&child);
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(3));
        assert!(start.elapsed() < Duration::from_secs(5));
        drop(stdin);
    }
}

/// A puzzle that takes long to plan, and one that takes long to search because each test does.
fn slow() -> [String; 2] {
    let blanks = "?".repeat(400);
    [format!("{blanks}={blanks}"), format!("ABCDE{}=1", "/FGHIJ".repeat(500))]
}

#[test]
fn the_time_limit_reaches_plans_and_slow_conditions() {
    for text in slow() {
        let stopped = run(&["--timeout=200ms", "--format=json", "--count", &text]);
        assert_eq!(stopped.status, 3, "{}", stopped.err);
        let answer = stopped.json();
        assert_eq!((&answer["status"], &answer["stopped_by"]), (&"stopped".into(), &"timeout".into()));
        assert_eq!((&answer["count"], &answer["unique"]), (&0.into(), &serde_json::Value::Null));
    }
}

/// Texts whose explanation takes long for other reasons each: many conditions, terms, equations, digits.
fn slow_to_explain() -> [String; 4] {
    let part =
        |i: usize| format!("{}+{}=H{}", ["AB", "CD", "EF"][i % 3], ["BC", "DE"][i % 2], ["AD", "EH"][i % 2]);
    [
        vec!["A<B<C"; 5_000].join("<"),
        vec!["ABC*DE"; 1_000].join("+") + "=FGHIJKL",
        (0..1_000).map(part).collect::<Vec<String>>().join(", "),
        format!("{0}*2={0}", "?".repeat(240)),
    ]
}

#[test]
fn the_time_limit_reaches_explanations() {
    for text in slow_to_explain() {
        for command in ["explain", "hint", "why", "rate"] {
            let told = run_on(&text, &[command, "--timeout=100ms", "-"]);
            assert!(told.status != 2, "{command} {text:.20}: {}", told.err);
            if told.status == 3 {
                let says = format!("{}{}", told.out, told.err).to_lowercase();
                assert!(says.contains("stopped") || says.contains("no technique"), "{command}: {}", told.out);
            }
        }
    }
}

#[test]
fn the_time_limit_reaches_reading() {
    let text = format!("{}=A", vec!["SEND"; 200_000].join("+"));
    let stopped = run_on(&text, &["--timeout=1ms", "--format=jsonl", "-", "A+B=C"]);
    assert_eq!(stopped.status, 3);
    assert!(stopped.err.contains("stopped by the time limit before the puzzle was read"), "{}", stopped.err);
    let answers = stopped.json_lines();
    assert_eq!((&answers[0]["status"], &answers[0]["stopped_by"]), (&"stopped".into(), &"timeout".into()));
    assert_eq!(answers[0]["exhausted"], false);
    assert!(answers[0].get("error").is_none());
    assert_eq!(answers.len(), 2, "the puzzles behind it are solved");
}

/// In all bases together: two puzzles could not have the time of one.
#[test]
fn the_time_limit_of_a_range_of_bases_is_the_puzzles() {
    let [_, text] = slow();
    let stopped =
        run(&["--timeout=100ms", "--threads=1", "--base=10..20", "--format=jsonl", "--count", &text]);
    assert_eq!(stopped.status, 3);
    // The first base takes all the time there is; the others are not even planned.
    let engines: Vec<_> = stopped.json_lines().iter().map(|answer| answer["engine"].clone()).collect();
    assert_eq!(engines.len(), 11);
    assert!(engines[1..].iter().all(|engine| engine == "none"), "{engines:?}");
}

/// The reader takes nothing but the first byte until the time for writing is over: far more solutions are found than a pipe
/// holds. The clock of the program runs when it writes that byte, so its time is over when it has passed once more.
#[test]
fn solutions_that_were_not_written_in_time_are_told() {
    let (limit, a_tenth_more) = ("1s", Duration::from_millis(1100));
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumen"))
        .args(["solve", "--format=json", "--base=20", &format!("--timeout={limit}"), "AB+CD=EF"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdout.take().expect("it is piped");
    let mut text = vec![0];
    pipe.read_exact(&mut text).expect("it begins to write");
    std::thread::sleep(a_tenth_more);
    pipe.read_to_end(&mut text).expect("it writes to the end");
    child.wait().expect("it ends");
    let answer: serde_json::Value = serde_json::from_slice(&text).expect("it is JSON");
    let solutions = answer["solutions"].as_array().expect("it is a list").len() as u64;
    let (count, written) = (answer["count"].as_u64(), answer["written"].as_u64());
    assert_eq!(written, Some(solutions));
    assert!(solutions > 0 && written < count, "{solutions} of {count:?}");
}
