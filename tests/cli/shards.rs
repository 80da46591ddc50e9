//! `solve --shard` and `merge`: what shards say together is what one run says.

use std::fs;

use serde_json::Value;

use super::resume::Folder;
use super::{Run, run, run_on};

/// How a test runs the program: with an input, if it has one.
fn solve(arguments: &[&str], input: Option<&str>) -> Run {
    input.map_or_else(|| run(arguments), |input| run_on(input, arguments))
}

/// The text without the numbers that no two runs share: times, threads and counts of work.
fn timeless(text: &str) -> String {
    let names = ["nodes", "evaluations", "threads", "seconds", "parse", "plan", "search", "confirm"];
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find("\":") {
        let (before, behind) = rest.split_at(at + 2);
        kept += before;
        let behind = behind.trim_start_matches(' ');
        let name = before[..at].rsplit('"').next().unwrap_or_default();
        let end = behind.find(|c: char| !(c.is_ascii_digit() || ".e+-".contains(c))).unwrap_or(0);
        rest = if names.contains(&name) { &behind[end..] } else { behind };
    }
    kept + rest
}

/// Writes each shard into a file, and merges them, the last one first.
fn merged(folder: &Folder, count: u64, arguments: &[&str], input: Option<&str>, more: &[&str]) -> Run {
    let files: Vec<String> = (1..=count).map(|number| folder.path(&format!("{number}"))).collect();
    for (number, file) in (1..).zip(&files) {
        let shard = format!("--shard={number}/{count}");
        let run = solve(&[&["solve", &shard], arguments].concat(), input);
        fs::write(file, run.out).expect("it can be written");
    }
    let files: Vec<&str> = files.iter().rev().map(String::as_str).collect();
    run(&[&["merge"], more, &files[..]].concat())
}

fn check(folder: &Folder, count: u64, arguments: &[&str], input: Option<&str>) {
    let whole = solve(&[&["solve"], arguments].concat(), input);
    let merged = merged(folder, count, arguments, input, &[]);
    let name = format!("{arguments:?} in {count} shards");
    assert!(merged.status == whole.status, "{name}: {} {}", whole.status, merged.err);
    assert_eq!(timeless(&merged.out), timeless(&whole.out), "{name}");
}

const FORMATS: [&str; 3] = ["--format=jsonl", "--format=json", "--format=csv"];

#[test]
fn shards_of_a_puzzle_are_merged_to_the_whole() {
    let folder = Folder::new("shards-puzzle");
    let questions: [&[&str]; 13] = [
        &["SEND+MORE=MONEY"],
        &["--count", "AB+CD=EF"],
        &["--unique", "AB+CD=EF"],
        &["--stream", "AB*C=DE"],
        &["--count", "--show", "A/B", "--show", "C", "--base", "16", "AB*C=DE"],
        &["--base", "8..11", "AB*C=DE"],
        &["--misprint=1", "SEND+MORE=MONEX"],
        &["--misprint=1", "--unique", "SEND+MORE=MONEX"],
        &["--key=12", "--decode=3 4", "?A*B=C?"],
        &["123 × 4□5; 615; □; 492; 49815"],
        &["AB=B^2+100"],
        &["A++B"],
        &["--unique", "AB=B+20"],
    ];
    for format in FORMATS {
        for question in questions {
            check(&folder, 3, &[&[format], question].concat(), None);
        }
        check(&folder, 1, &[format, "AB=B^2"], None);
    }
    for count in [2, 7, 64] {
        check(&folder, count, &["--format=jsonl", "A*B=C"], None);
        check(&folder, count, &["--format=jsonl", "--count", "A+B=C"], None);
    }
}

#[test]
fn shards_of_a_list_are_merged_to_the_whole() {
    let folder = Folder::new("shards-list");
    let list = "SEND+MORE=MONEY\nA+B=C\nA++B\nA=B+20\nX+X=X\n@base 12\nAB*C=DE\n\n?+?=1\n";
    for format in FORMATS {
        for count in [1, 2, 3, 20] {
            check(&folder, count, &[format, "-"], Some(list));
        }
        check(&folder, 2, &[format, "--count", "-"], Some(list));
        check(&folder, 2, &[format, "--unique", "-"], Some(list));
        check(&folder, 2, &[format, "--base", "9..11", "-"], Some("A+B=C\nA*B=C\n"));
        // A list of one puzzle is one puzzle.
        check(&folder, 3, &[format, "-"], Some("AB*C=DE\n"));
    }
    let file = folder.path("list");
    fs::write(&file, list).expect("it can be written");
    let of_file = run(&["solve", "--shard=2/3", "--format=jsonl", "-f", &file]);
    let of_pipe = run_on(list, &["solve", "--shard=2/3", "--format=jsonl", "-"]);
    assert_eq!(timeless(&of_file.out), timeless(&of_pipe.out), "a file and a pipe have the same shards");
    let numbers: Vec<Value> =
        of_pipe.json_lines().iter().map(|answer| answer["part"]["number"].clone()).collect();
    assert_eq!(numbers, [2, 5, 8]);
}

#[test]
fn a_shard_says_what_it_is() {
    let answer =
        &run(&["solve", "--shard=2/5", "--format=jsonl", "--count", "SEND+MORE=MONEY"]).json_lines()[0];
    assert_eq!(answer["shard"], "2/5");
    assert_eq!(answer["fingerprint"].as_str().map(str::len), Some(32));
    assert_eq!((&answer["exhausted"], &answer["unique"]), (&Value::Bool(true), &Value::Null));
    let text = run(&["solve", "--shard=1/1", "SEND+MORE=MONEY"]);
    assert_eq!(text.out, "9567+1085=10652\n1 solution, in shard 1/1\n");
    let empty = run(&["solve", "--shard=999/1000", "--count", "A=5"]);
    assert_eq!((empty.status, empty.out.as_str()), (1, "0\n"));
    let nothing = run_on("A+1=5\nB+1=6\n", &["solve", "--shard=3/3", "--format=jsonl", "-"]);
    assert_eq!((nothing.status, nothing.out.as_str()), (0, ""));
}

#[test]
fn all_solutions_are_grouped_or_compared_when_they_are_merged() {
    let folder = Folder::new("shards-asked-later");
    let puzzle = "AB+CD=EF, A+B+C+D=E*F";
    for format in FORMATS {
        for (question, puzzle) in
            [("--essentially", puzzle), ("--maximize=AB+C", "A*B=C"), ("--minimize=B-C", "A*B=C")]
        {
            let whole = run(&["solve", format, question, puzzle]);
            let merged = merged(&folder, 3, &[format, puzzle], None, &[question]);
            assert_eq!(merged.status, whole.status, "{}", merged.err);
            assert_eq!(timeless(&merged.out), timeless(&whole.out), "{format} {question}");
        }
    }
}

#[test]
fn what_needs_all_solutions_is_not_asked_of_a_shard() {
    for (option, advice) in [
        ("--first", "take the first"),
        ("--lone=A", "compare what"),
        ("--essentially", "fukumen merge --essentially"),
        ("--maximize=A", "fukumen merge --maximize"),
        ("--minimize=A", "fukumen merge --minimize"),
    ] {
        let wrong = run(&["solve", "--shard=1/2", option, "A+B=C"]);
        assert!(wrong.status == 2 && wrong.err.contains(advice), "{option}: {}", wrong.err);
    }
    for shard in ["0/5", "6/5", "1/0", "a/b", "1/100000000000000000000", "", "3", "-1/2"] {
        let wrong = run(&["solve", &format!("--shard={shard}"), "A+B=C"]);
        assert!(wrong.status == 2 && wrong.out.is_empty() && !wrong.err.is_empty(), "{shard}: {}", wrong.err);
    }
    let proof = run(&["solve", "--shard=1/2", "--certificate=none-is-written", "A+B=C"]);
    assert_eq!(proof.status, 2);
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let folder = Folder::new("shards-mixed");
    let shard = |name: &str, arguments: &[&str]| {
        let path = folder.path(name);
        let run = run(&[&["solve", "--format=jsonl"], arguments].concat());
        fs::write(&path, run.out).expect("it can be written");
        path
    };
    let one = shard("one", &["--shard=1/3", "AB*C=DE"]);
    let two = shard("two", &["--shard=2/3", "AB*C=DE"]);
    let three = shard("three", &["--shard=3/3", "AB*C=DE"]);
    let refused = |files: &[&str], why: &str| {
        let merged = run(&[&["merge"], files].concat());
        assert!(merged.status == 2 && merged.err.contains(why), "{why}: {} {}", merged.status, merged.err);
    };
    refused(&[&one, &two, &shard("other", &["--shard=3/3", "AB*C=DF"])], "do not belong together");
    refused(
        &[&one, &two, &shard("rules", &["--shard=3/3", "--no-zero", "AB*C=DE"])],
        "do not belong together",
    );
    refused(
        &[&one, &two, &shard("ask", &["--shard=3/3", "--count", "AB*C=DE"])],
        "different things were asked",
    );
    let engine = ["--shard=3/3", "--engine=lexicographic", "AB*C=DE"];
    refused(&[&one, &two, &shard("engine", &engine)], "do not belong together");
    refused(&[&one, &two, &shard("count", &["--shard=3/4", "AB*C=DE"])], "one of 3 shards");
    refused(&[&one, &two, &shard("whole", &["AB*C=DE"])], "is not");
    refused(&[&three, &one], "shards are missing: 2 of 3");
    refused(&["--essentially", &shard("a", &["AB*C=DE"]), &shard("b", &["AB*C=DF"])], "are for shards");
    let counted = [1, 2].map(|number| {
        shard(&format!("counted-{number}"), &[&format!("--shard={number}/2"), "--count", "AB*C=DE"])
    });
    refused(&["--essentially", &counted[0], &counted[1]], "were only counted");

    let whole = run(&["solve", "--format=jsonl", "AB*C=DE"]);
    let again = shard("again", &["--shard=2/3", "--threads=1", "AB*C=DE"]);
    let merged = run(&["merge", &one, &two, &again, &three]);
    assert_eq!(timeless(&merged.out), timeless(&whole.out), "equal shards count once: {}", merged.err);
    let spoilt =
        fs::read_to_string(&two).expect("it was written").replace("\"undecided\":0", "\"undecided\":1");
    fs::write(&again, spoilt).expect("it can be written");
    refused(&[&one, &two, &again, &three], "are both shard 2/3, and differ");

    let list = folder.path("list");
    fs::write(&list, format!("{one}\n{three}\n")).expect("it can be written");
    assert_eq!(timeless(&run(&["merge", "--list", &list, &two]).out), timeless(&whole.out));
    assert_eq!(run_on(format!("{one}\n{two}\n{three}\n"), &["merge", "--list=-"]).status, 0);
    refused(&["--list=none-is-there"], "cannot read");

    let text = fs::read_to_string(&three).expect("it was written");
    fs::write(&again, &text[..text.len() / 2]).expect("it can be written");
    refused(&[&one, &two, &again], "incomplete");
}

#[test]
fn a_part_of_the_shards_is_an_answer_that_is_not_certain() {
    let folder = Folder::new("shards-partial");
    let names = [1, 3].map(|number| {
        let path = folder.path(&format!("{number}"));
        let shard = format!("--shard={number}/3");
        fs::write(&path, run(&["solve", "--format=jsonl", &shard, "A+B=C"]).out).expect("it can be written");
        path
    });
    let partial = run(&["merge", "--partial", &names[0], &names[1]]);
    assert_eq!(partial.status, 3);
    let answer = &partial.json_lines()[0];
    assert_eq!((&answer["status"], &answer["exhausted"]), (&"stopped".into(), &Value::Bool(false)));
    assert_eq!(answer["notes"][0], "shards are missing: 2 of 3");
    assert_eq!(answer["count"].as_u64(), answer["solutions"].as_array().map(|all| all.len() as u64));
}

#[test]
fn shards_of_different_lists_are_not_merged() {
    let folder = Folder::new("shards-lists");
    let shard = |name: &str, number: u64, list: &str| {
        let path = folder.path(name);
        let run = run_on(list, &["solve", "--count", "--format=jsonl", &format!("--shard={number}/2"), "-"]);
        fs::write(&path, run.out).expect("it can be written");
        path
    };
    let one = shard("one", 1, "A+1=5\nA+2=5\nA+3=5\n");
    let two = shard("two", 2, "A+1=5\nA+2=5\nA+3=5\n");
    assert_eq!(run(&["merge", &one, &two]).json_lines().len(), 3);
    let other = run(&["merge", &one, &shard("other", 2, "A+1=5\nA+4=5\nA+3=5\n")]);
    assert!(other.status == 2 && other.err.contains("another list"), "{}", other.err);
    let missing = run(&["merge", &one]);
    assert!(missing.status == 2 && missing.err.contains("shard 2/2 is not there"), "{}", missing.err);
    assert_eq!(run(&["merge", "--partial", &one]).json_lines().len(), 2);
}

#[test]
fn a_shard_that_counts_other_than_it_lists_is_not_merged() {
    let folder = Folder::new("shards-damaged");
    let cases: [(&str, &[&str], &str, &str); 5] = [
        ("jsonl", &[], "\"count\":1", "\"count\":2"),
        ("json", &[], "\"count\": 1", "\"count\": 2"),
        ("csv", &[], "\"\"count\"\":1", "\"\"count\"\":2"),
        ("csv", &["--count"], "\"\"count\"\":1", "\"\"count\"\":2"),
        ("jsonl", &["--count", "--show=S"], "\"count\":1,\"unique\"", "\"count\":2,\"unique\""),
    ];
    for (format, options, before, behind) in cases {
        let file = folder.path("damaged");
        let format = format!("--format={format}");
        let whole = run(&[&["solve", "--shard=1/1", &format, "SEND+MORE=MONEY"], options].concat()).out;
        fs::write(&file, &whole).expect("it can be written");
        assert_eq!(run(&["merge", &file]).status, 0, "{format} {options:?}");
        assert!(whole.contains(before), "{format} {options:?}: {whole}");
        fs::write(&file, whole.replace(before, behind)).expect("it can be written");
        let refused = run(&["merge", &file]);
        let said = format!("'{file}' is damaged: its count is 2, but it lists 1 solution");
        assert!(refused.status == 2 && refused.err.contains(&said), "{format} {options:?}: {}", refused.err);
    }
}

/// A limit stops a shard, and the whole is as uncertain as its least certain shard.
#[test]
fn a_shard_that_was_stopped_stops_the_whole() {
    let folder = Folder::new("shards-stopped");
    let merged = merged(&folder, 2, &["--format=jsonl", "--max-solutions=3", "A+B=C"], None, &[]);
    assert_eq!(merged.status, 3);
    let answer = &merged.json_lines()[0];
    assert_eq!((&answer["status"], &answer["stopped_by"]), (&"stopped".into(), &"max-solutions".into()));
    assert_eq!(answer["count"], 6);
}
