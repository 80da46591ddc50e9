//! Files and standard input: puzzles one after another.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use super::{fukumen, run, run_on};

const INPUT: &str = "AB=B^2\n\n# a remark\nA+=B\nA=B^3\n";

#[test]
fn each_puzzle_is_answered_and_a_bad_one_reported() {
    let run = run_on(INPUT, &["-"]);
    assert_eq!(run.status, 2);
    assert_eq!(
        run.out,
        "AB=B^2\n  25=5^2\n  36=6^2\n  2 solutions\n\nA=B^3\n  8=2^3\n  1 solution, unique\n"
    );
    assert!(run.err.contains("┌─ stdin:4:2\n"), "{}", run.err);
}

#[test]
fn lines_of_json_keep_the_order_and_the_place() {
    let answers = run_on(INPUT, &["-", "--format=jsonl"]).json_lines();
    let lines: Vec<_> =
        answers.iter().map(|answer| (answer["line"].as_u64(), answer["status"].as_str())).collect();
    assert_eq!(lines, [(Some(1), Some("solved")), (Some(4), Some("error")), (Some(5), Some("solved"))]);
    assert_eq!(answers[1]["error"]["line"], 4);
}

#[test]
fn json_of_a_stream_is_one_document() {
    let answers = run_on(INPUT, &["-", "--format=json"]).json();
    assert_eq!(answers.as_array().map(Vec::len), Some(3));
    assert!(run_on("A=B^3\n", &["-", "--format=json"]).json().is_object());
    assert_eq!(run_on("\n", &["-", "--format=json"]).json(), serde_json::json!([]));
}

#[test]
fn a_file_is_read_like_standard_input() {
    let path = std::env::temp_dir().join(format!("fukumen-streams-{}.txt", std::process::id()));
    std::fs::write(&path, INPUT).expect("the folder is there");
    let name = path.to_str().expect("its name is plain");
    let from_file = run(&["-f", name, "--count"]);
    assert_eq!(from_file.out, run_on(INPUT, &["--count"]).out);
    assert!(from_file.err.contains(&format!("{name}:4:2\n")), "{}", from_file.err);
    let after = run(&["--count", "A=B^2", "-f", name]);
    assert!(after.out.starts_with("A=B^2: "), "{}", after.out);
    std::fs::remove_file(&path).expect("it is there");
}

#[test]
fn words_around_one_puzzle_belong_to_it_in_a_file_and_through_a_pipe() {
    const PASTED: &str = "All different letters stand for different digits. If O = 4, what is OSM?\n\n  S A S\n+   M O\n  -----\n  O S M\n";
    let path = std::env::temp_dir().join(format!("fukumen-{}-pasted", std::process::id()));
    std::fs::write(&path, PASTED).expect("the folder is there");
    let from_file = run(&["-f", path.to_str().expect("its name is plain"), "--format=jsonl"]);
    std::fs::remove_file(&path).expect("it is there");
    for read in [run_on(PASTED, &["-", "--format=jsonl"]), from_file] {
        assert_eq!(read.status, 0, "{}", read.err);
        let [line] = read.out.lines().collect::<Vec<_>>()[..] else { panic!("{}", read.out) };
        let answer: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        assert_eq!((&answer["count"], &answer["unique"]), (&1.into(), &true.into()), "{line}");
        assert_eq!(answer["puzzle"], PASTED.trim_end(), "{line}");
    }
}

#[test]
fn each_answer_comes_before_the_next_question() {
    for format in ["text", "jsonl", "csv"] {
        let mut child =
            fukumen(&["-", "--count", "--format", format]).stdin(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("it has a pipe");
        let mut out = BufReader::new(child.stdout.take().expect("it has a pipe"));
        for puzzle in ["AB=B^2", "A=B^3"] {
            // A line is a puzzle of its own once the next line or a blank one shows that its block goes
            // on or ends.
            write!(stdin, "{puzzle}\n\n").expect("it reads");
            let mut line = String::new();
            while !line.contains(puzzle) {
                assert_ne!(out.read_line(&mut line).expect("it answers"), 0, "{format}");
            }
        }
        drop(stdin);
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{format}");
    }
}

/// Long searches between short ones, each of which would be over first if it were for their lengths.
fn mixed_puzzles() -> String {
    let puzzle = |n: usize| match n % 7 {
        0 => "ABCD*EF=GHIJK\n".to_string(),
        3 => "AB+=C\n".to_string(),
        5 => "@base 9\nA=B^3\n@wrong\n".to_string() + &format!("AB+{n}=CD\n"),
        _ => format!("A*B={}\n", n % 50),
    };
    (0..60).map(|n| puzzle(n) + if n % 3 == 0 { "\n" } else { "" }).collect()
}

#[test]
fn the_same_is_said_for_any_number_of_threads() {
    for format in ["text", "csv", "markdown"] {
        let run = |threads| run_on(mixed_puzzles(), &["-", "--format", format, "--threads", threads]);
        let one = run("1");
        assert_eq!((one.status, one.out.is_empty(), one.err.is_empty()), (2, false, false), "{format}");
        for threads in ["2", "7"] {
            let many = run(threads);
            assert_eq!((many.status, many.out, many.err), (2, one.out.clone(), one.err.clone()), "{format}");
        }
    }
}

#[test]
fn answers_keep_the_order_of_very_different_puzzles() {
    let input = "ABCD*EF=GHIJK\nA=B^3\nABCDE*F=GHIJK\nAB=B^2\nA=1\n";
    let answers = run_on(input, &["-", "--format=jsonl", "--threads=3"]).json_lines();
    let lines: Vec<_> = answers.iter().map(|answer| answer["line"].as_u64()).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5].map(Some));
}

#[test]
fn a_puzzle_of_many_solutions_waits_for_its_turn() {
    let input = "ABCD*EF=GHIJK\nABCDE>FGHIJ\nA=B^3\n";
    let run = |threads| run_on(input, &["-", "--first=20000", "--threads", threads]).out;
    assert_eq!(run("1"), run("2"));
}

#[test]
fn bases_of_a_stream_are_answered_in_their_order() {
    let input = "AB*BA=CDDC\n\n@base 2..12\nA=B^3\nAB=7+B\n";
    let run = |threads| run_on(input, &["-", "--threads", threads]);
    let (one, two) = (run("1"), run("2"));
    assert_eq!((one.status, one.out, one.err), (two.status, two.out, two.err));
}

#[test]
fn a_reader_who_leaves_a_stream_ends_it() {
    let mut child = fukumen(&["-", "--threads=2"]).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("it has a pipe"));
    writeln!(stdin, "A=B^3\n\nABCDE>FGHIJ\n\nABCDEF>GHIJA\n").expect("it reads");
    let mut line = String::new();
    out.read_line(&mut line).expect("a line comes");
    drop(out);
    assert_eq!(child.wait().expect("it ends, though its input does not").code(), Some(0));
}

#[test]
fn what_is_not_utf_8_spoils_its_own_line_only() {
    let input = b"# L\xf6ser\nA=B^3\nA=B+\x81\nAB=B^2\n\n@where A<\x81\nA=B^3\n\n@one\nA=B^3\nA<\x81\n";
    let text = run_on(input, &["-", "--count"]);
    assert_eq!((text.status, text.out.as_str()), (2, "A=B^3: 1\nAB=B^2: 2\n"));
    let line =
        "error: stdin:3:5: this line is not UTF-8, from its byte 5 on; give its encoding: --encoding NAME\n";
    assert!(text.err.starts_with(line), "{}", text.err);
    let answers = run_on(input, &["-", "--format=jsonl"]).json_lines();
    let errors: Vec<_> = answers.iter().map(|answer| answer["error"]["line"].as_u64()).collect();
    assert_eq!(errors, [None, Some(3), None, Some(6), Some(11)]);
    assert_eq!(answers[1]["error"]["column"], 5);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_an_error() {
    use std::os::unix::ffi::OsStrExt;
    let argument = std::ffi::OsStr::from_bytes(b"A=B+\xff");
    let output = fukumen(&["--count"]).arg(argument).output().expect("it starts");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("UTF-8"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = fukumen(&["--stream", "ABCDEFGHIJ>0"]).spawn().expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("it has a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line comes");
    drop(out);
    let mut err = String::new();
    child.stderr.take().expect("it has a pipe").read_to_string(&mut err).expect("it is text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(err, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let help = fukumen(&["--help"]).stdout(full.try_clone().expect("it can be")).output().expect("it starts");
    assert_eq!(help.status.code(), Some(2));
    let output = fukumen(&["A=B^3"]).stdout(full).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write the answers: "));
}

#[test]
fn files_of_other_encodings_are_read_as_they_are_said_to_be() {
    let shift_jis = b"\x83G\x81{\x83I\x81\x81\x83J\x83J\n";
    assert_eq!(run_on(shift_jis, &["-", "--count", "--encoding", "shift_jis"]).out, "エ＋オ＝カカ: 8\n");
    let utf_16 = b"\xff\xfeA\0=\0B\0+\0C\0\n\0";
    assert_eq!(run_on(utf_16, &["-", "--count"]).out, "A=B+C: 32\n");
    let western = run_on(b"S\xc9ND+MORE=MON\xc9Y\n", &["-", "--count"]);
    assert_eq!((western.out.as_str(), western.err.contains("Windows-1252")), ("SÉND+MORE=MONÉY: 4\n", true));
    assert_eq!(run(&["--encoding", "klingon", "A=B"]).status, 2);
}

#[test]
fn a_side_condition_joins_its_block_and_the_others_stay_puzzles() {
    let joined = run_on("A+B=C\nA<B\n", &["-", "--count"]);
    assert_eq!(joined.out, "A+B=C; A<B: 16\n");
    assert!(joined.err.contains("@each"), "{}", joined.err);
    assert_eq!(run_on("@each\nA+B=C\nA<B\n", &["-", "--count"]).out, "A+B=C: 32\nA<B: 45\n");
    let later = run_on("A+B=C\nD+E=F\nA<B\n", &["-", "--count"]);
    assert_eq!(later.out, "A+B=C: 32\nD+E=F: 32\nA<B: 45\n");
    assert!(later.err.contains("@one"), "{}", later.err);
}

#[test]
fn what_is_written_at_once_takes_no_more_memory_than_it_may() {
    for (format, sign) in [("svg", "<g "), ("table", "\n│")] {
        let arguments = ["□+□+□=□□", "--format", format, "--show", "1"];
        let all = run(&arguments);
        assert_eq!((all.status, all.err.contains("--max-memory")), (0, false), "{format}: {}", all.err);
        let some = run(&[&arguments[..], &["--max-memory", "100K"]].concat());
        assert_eq!(some.status, 3, "{format}: {}", some.err);
        let [few, most] = [&some, &all].map(|run| run.out.matches(sign).count());
        assert!(few > 10 && few < most / 2, "{format}: {few} of {most}");
        let told = some.out.clone() + &some.err;
        assert!(told.contains("more (a larger --max-memory prints them)"), "{format}: {told}");
    }
}
