//! Files: a run never writes what it reads, and two runs never write one file.

use std::fs;
use std::fs::File;
use std::io::Write;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::resume::Folder;
use super::{Run, fukumen, run};

const PUZZLES: &str = "A=B^3\nAB=B^2\n";
const LIST: &str = "gray\ntan\nteal\n";

/// All names of one file.
fn names(folder: &Folder, text: &str) -> Vec<String> {
    fs::write(folder.path("puzzles"), text).expect("the folder is there");
    fs::hard_link(folder.path("puzzles"), folder.path("hard")).expect("the system has hard links");
    let mut names = vec![folder.path("puzzles"), folder.path("./puzzles")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path("puzzles"), folder.path("link")).expect("it is free");
        names.extend([folder.path("hard"), folder.path("link")]);
    }
    names
}

/// Whether a command was refused because of what it reads.
fn check_refused(run: &Run, what: &str) {
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{what}: {}", run.err);
    assert!(run.err.contains("is also read: name another file to write"), "{what}: {}", run.err);
}

#[test]
fn an_input_is_not_written_by_any_of_its_names() {
    let folder = Folder::new("files-input");
    let names = names(&folder, PUZZLES);
    let before = folder.names();
    for input in &names {
        for output in &names {
            let options = ["-f", input, "-o", output];
            check_refused(&run(&options), &format!("{options:?}"));
        }
    }
    assert_eq!((folder.names(), folder.read("puzzles").as_str()), (before, PUZZLES));
}

#[test]
fn a_dash_is_standard_output_and_no_file() {
    let folder = Folder::new("files-dash");
    let run_there = |options: &[&str]| {
        let mut command = fukumen(options);
        Run::of(command.current_dir(folder.path("")).output().expect("it starts"))
    };
    fs::write(folder.path("list"), LIST).expect("the folder is there");
    for options in [
        &["A=B^3"][..],
        &["draw", "A=B^3"],
        &["explain", "A=B^3"],
        &["generate", "words", "--words=list", "--form=A+B=C", "--base=6"],
    ] {
        let printed = run_there(&[options, &["-o", "-"]].concat());
        assert!(printed.err.is_empty() || printed.err.starts_with("note: "), "{options:?}: {}", printed.err);
        assert_eq!(printed.out, run_there(options).out, "{options:?}");
    }
    for options in
        [&["--certificate", "-", "A=B^3"][..], &["generate", "words", "--words=list", "--checkpoint", "-"]]
    {
        let refused = run_there(options);
        assert!(refused.status == 2 && refused.err.contains("cannot be standard output"), "{}", refused.err);
    }
    assert_eq!(folder.names(), ["list"]);
}

#[cfg(unix)]
#[test]
fn standard_input_that_is_redirected_from_a_file_is_not_written() {
    let folder = Folder::new("files-standard");
    for output in names(&folder, PUZZLES) {
        for options in [&["-"][..], &["-f", "-"], &["-f", "/dev/stdin"], &[]] {
            let input = File::open(folder.path("puzzles")).expect("it is there");
            let mut command = fukumen(&[options, &["-o", &output]].concat());
            let run = Run::of(command.stdin(input).output().expect("it starts"));
            check_refused(&run, &format!("{options:?} {output}"));
        }
    }
    assert_eq!(folder.read("puzzles"), PUZZLES);
    // A puzzle on the command line reads nothing from there.
    let input = File::open(folder.path("puzzles")).expect("it is there");
    let output = fukumen(&["A=B^3", "-o", &folder.path("link")]).stdin(input).output();
    assert_eq!(Run::of(output.expect("it starts")).status, 0);
    assert_eq!(folder.read("puzzles"), "8=2^3\n1 solution, unique\n");
}

#[test]
fn the_checkpoint_is_neither_an_input_nor_the_output() {
    let folder = Folder::new("files-checkpoint");
    names(&folder, PUZZLES);
    fs::hard_link(folder.path("puzzles"), folder.path("out.fukumen")).expect("it is free");
    check_refused(&run(&["-f", &folder.path("out.fukumen"), "-o", &folder.path("out")]), "itself");
    if cfg!(unix) {
        check_refused(&run(&["-f", &folder.path("puzzles"), "-o", &folder.path("out")]), "a link");
        fs::write(folder.path("other"), "").expect("the folder is there");
        fs::hard_link(folder.path("other"), folder.path("other.fukumen")).expect("it is free");
        let told = run(&["A=B^3", "-o", &folder.path("other")]);
        assert!(told.status == 2 && told.err.contains("both the output and the checkpoint"), "{}", told.err);
    }
    let told = run(&["A=B^3", "-o", &folder.path("out")]);
    assert!(told.status == 2 && told.err.contains("out.fukumen' is not a checkpoint"), "{}", told.err);
    assert_eq!(folder.read("puzzles"), PUZZLES);
    assert!(!folder.names().contains(&"out".into()), "what was created is removed");
}

#[test]
fn lists_of_words_are_not_written_by_any_of_their_names() {
    let folder = Folder::new("files-lists");
    let names = names(&folder, LIST);
    let out = folder.path("out");
    for name in &names {
        for written in
            [&["--output", name][..], &["--checkpoint", name], &["--resume", name, "--output", &out]]
        {
            let list = folder.path("puzzles");
            let options = [&["generate", "words", "--words", &list], written].concat();
            check_refused(&run(&options), &format!("{options:?}"));
            if cfg!(unix) {
                let input = File::open(&list).expect("it is there");
                let options = [&["generate", "words", "--words", "-"], written].concat();
                let told = fukumen(&options).stdin(input).output().expect("it starts");
                check_refused(&Run::of(told), &format!("{options:?}"));
            }
        }
        let merged = run(&["merge", &folder.path("puzzles"), "--output", name]);
        check_refused(&merged, name);
    }
    assert_eq!(folder.read("puzzles"), LIST);
    assert!(!folder.names().contains(&"out".into()), "what was created is removed");
}

#[test]
fn a_list_of_outputs_is_not_written_by_any_of_its_names() {
    let folder = Folder::new("files-merge");
    fs::write(folder.path("shard"), "A=B^3\n").expect("the folder is there");
    let list = format!("{}\n", folder.path("shard"));
    for name in names(&folder, &list) {
        let merge = ["merge", "--list", &folder.path("puzzles"), "--output", &name];
        check_refused(&run(&merge), &name);
        if cfg!(unix) {
            let input = File::open(folder.path("puzzles")).expect("it is there");
            let told = fukumen(&["merge", "--list", "-", "--output", &name]).stdin(input).output();
            check_refused(&Run::of(told.expect("it starts")), &name);
        }
    }
    assert_eq!(folder.read("puzzles"), list);
}

#[test]
fn an_older_file_stays_until_there_is_something_to_write() {
    let folder = Folder::new("files-older");
    let (old, new, empty) = (folder.path("old"), folder.path("new"), folder.path("empty"));
    fs::write(&old, LIST).expect("the folder is there");
    fs::write(&empty, "").expect("the folder is there");
    let names = folder.names();
    let commands = [
        &["A+="][..],
        &["-f", &empty],
        &["draw", "A+="],
        &["draw", "--solution", "A=A+1"],
        &["explain", "A+="],
        &["hint", "A+="],
        &["rate", "A+="],
        &["rate", "-f", &empty],
        &["check", "A+=", "--answer", "A=1"],
        &["why", "A+=", "A=1"],
        &["generate", "words", "--words", &empty],
        &["generate", "words", "--words", &old, "--form", "A+"],
        &["merge", &folder.path("missing")],
    ];
    for command in commands {
        for output in [&old, &new] {
            let ended = run(&[command, &["-o", output]].concat());
            assert!(ended.status != 0 && !ended.err.is_empty(), "{command:?}");
            assert_eq!((folder.names(), folder.read("old").as_str()), (names.clone(), LIST), "{command:?}");
        }
    }
}

#[test]
fn an_output_that_is_complete_without_a_puzzle_is_empty() {
    let folder = Folder::new("files-nothing");
    let (out, list) = (folder.path("out"), folder.path("list"));
    fs::write(&list, LIST).expect("the folder is there");
    fs::write(folder.path("shard"), "").expect("the folder is there");
    let commands = [
        (&["generate", "words", "--words", &list][..], 1),
        (&["--count", "--shard=3/3", "--format=jsonl", "-f", &folder.path("two")], 0),
        (&["merge", &folder.path("shard")], 0),
    ];
    fs::write(folder.path("two"), PUZZLES).expect("the folder is there");
    for (command, status) in commands {
        fs::write(&out, "an older file\n").expect("the folder is there");
        let ended = run(&[command, &["-o", &out]].concat());
        assert_eq!((ended.status, folder.read("out").as_str()), (status, ""), "{command:?}: {}", ended.err);
    }
}

/// Waits until all but one of several processes have ended. The last one goes on.
fn last_of(mut children: Vec<Child>) -> (Child, Vec<Run>) {
    let mut ended = Vec::new();
    while children.len() > 1 {
        std::thread::sleep(Duration::from_millis(5));
        let is_over = |child: &mut Child| child.try_wait().expect("it can be asked").is_some();
        while let Some(at) = children.iter_mut().position(is_over) {
            ended.push(Run::of(children.remove(at).wait_with_output().expect("it has ended")));
        }
    }
    (children.pop().expect("one must go on"), ended)
}

fn check_locked_out(ended: &[Run]) {
    assert_eq!(ended.len(), 2);
    for run in ended {
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains("another run is writing '"), "{}", run.err);
    }
}

#[test]
fn of_three_runs_with_one_output_one_works() {
    let folder = Folder::new("files-three");
    let out = folder.path("out");
    let start = |_| fukumen(&["-", "--count", "-o", &out]).stdin(Stdio::piped()).spawn().expect("it starts");
    let (mut worker, ended) = last_of((0..3).map(start).collect());
    check_locked_out(&ended);
    worker.stdin.take().expect("it has a pipe").write_all(PUZZLES.as_bytes()).expect("it reads");
    assert_eq!(Run::of(worker.wait_with_output().expect("it ends")).status, 0);
    assert_eq!(folder.read("out"), "A=B^3: 1\nAB=B^2: 2\n");
    assert_eq!(folder.names(), ["out"]);
}

/// A random skeleton is found at once, and there is no last one.
const ENDLESS: [&str; 4] = ["generate", "skeleton", "--random=2x2", "--max-results=1000000000"];

#[test]
fn of_three_searches_with_one_checkpoint_one_works_and_its_lock_ends_with_it() {
    let folder = Folder::new("files-searches");
    let (kept, out) = (folder.path("kept"), folder.path("out"));
    for written in
        [&["--checkpoint", &kept, "--output", &out][..], &["--checkpoint", &kept], &["--output", &out]]
    {
        let _ = (fs::remove_file(&kept), fs::remove_file(&out));
        let start = |_| {
            let mut command = fukumen(&[&ENDLESS[..], written].concat());
            if !written.contains(&"--output") {
                // A pipe that is named here has no reader.
                command.stdout(Stdio::null());
            }
            command.spawn().expect("it starts")
        };
        let (mut worker, ended) = last_of((0..3).map(start).collect());
        check_locked_out(&ended);
        worker.kill().expect("it runs");
        worker.wait().expect("it ends");
        let resumed: Vec<&str> =
            written.iter().map(|word| if *word == "--checkpoint" { "--resume" } else { word }).collect();
        let again = run(&[&ENDLESS[..], &resumed, &["--timeout=50ms"]].concat());
        assert_eq!(again.status, 3, "{written:?}: {}", again.err);
    }
}

#[test]
fn a_device_and_a_pipe_are_not_locked() {
    if cfg!(unix) {
        let folder = Folder::new("files-pipe");
        fs::write(folder.path("puzzles"), PUZZLES).expect("the folder is there");
        let run = run(&["-f", &folder.path("puzzles"), "--count", "-o", "/dev/stdout"]);
        assert_eq!((run.status, run.out.as_str()), (0, "A=B^3: 1\nAB=B^2: 2\n"));
        let null = ["-f", "/dev/null", "-o", "/dev/null"];
        assert!(super::run(&null).err.contains("there is no puzzle to solve"));
    }
}
