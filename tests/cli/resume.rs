//! `--output`: a run that is killed and resumed leaves what one run would have left; what it cannot resume, it leaves alone.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::{Run, fukumen, run};

/// A folder of its own for each test, gone at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fukumen-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder for passing files is there");
        Self(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("its name is plain").into()
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it was written")
    }

    /// The files there are.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("it is there");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("its name is plain");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("it can be read"))).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that remains does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Puzzles with no, few and many solutions, and some that are none.
fn puzzles(number: usize) -> String {
    let puzzle = |i: usize| match i % 5 {
        0 => format!("AB+C=D{}\n", i % 10),
        1 => format!("A+B+C+D=E{}\n", i % 7),
        2 => "AB=B^2+100\n".into(),
        3 => "A+=B\n".into(),
        _ => format!("A*B=C, A<{}\n", i % 9),
    };
    (0..number).map(puzzle).collect()
}

/// Runs until a run ends by itself, killing each after a time that is always another: the first
/// soon, the others late enough for a record, of which there are ten a second. How often it was
/// killed.
fn run_with_kills(arguments: &[&str]) -> u32 {
    let mut random: u64 = 12345;
    for kills in 0..500 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // A slow machine needs more and more of it to get anywhere.
        let patience = if kills == 0 { 20 } else { 130 + 2 * u64::from(kills) + (random >> 33) % 150 };
        let mut child = fukumen(arguments).stderr(std::process::Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(patience));
        if child.try_wait().expect("it can be asked").is_some() {
            return kills;
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
    panic!("it never came to an end");
}

/// Kills runs of one format, and compares what they leave with what one run leaves.
fn check(format: &str, same: impl Fn(&str) -> Vec<Value>) {
    let folder = Folder::new(&format!("resume-{format}"));
    fs::write(folder.path("puzzles"), puzzles(1500)).expect("the folder is there");
    let (input, whole, parts) = (folder.path("puzzles"), folder.path("whole"), folder.path("parts"));
    let arguments =
        |output| ["-f", &input, "--format", format, "--threads=1", "--output", output].map(String::from);
    let run_whole = run(&arguments(&whole).each_ref().map(String::as_str));
    assert_eq!((run_whole.status, run_whole.out.as_str()), (2, ""));
    let kills = run_with_kills(&arguments(&parts).each_ref().map(String::as_str));
    assert!(kills > 0, "it was too fast to be killed");
    assert_eq!(folder.names(), ["parts", "puzzles", "whole"]);
    assert!(same(&folder.read("parts")) == same(&folder.read("whole")), "{format}, killed {kills} times");
}

/// Answers but for their times.
fn timeless(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().expect("an answer is an object");
    fields.remove("seconds");
    fields.remove("times");
    answer
}

#[test]
fn text_is_taken_up() {
    check("text", |text| vec![text.into()]);
}

#[test]
fn csv_is_taken_up_with_one_heading() {
    check("csv", |text| vec![text.into()]);
}

#[test]
fn lines_of_json_are_taken_up() {
    check("jsonl", |text| {
        text.lines().map(|line| timeless(serde_json::from_str(line).expect("a line is JSON"))).collect()
    });
}

#[test]
fn json_is_taken_up_and_stays_one_array() {
    check("json", |text| {
        let array: Vec<Value> = serde_json::from_str(text).expect("it is an array");
        array.into_iter().map(timeless).collect()
    });
}

/// The answers before an interrupt are kept, and the puzzle that it hit is solved again.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_whole_document_and_is_taken_up() {
    let folder = Folder::new("interrupted");
    fs::write(folder.path("puzzles"), puzzles(1500)).expect("the folder is there");
    let (input, whole, parts) = (folder.path("puzzles"), folder.path("whole"), folder.path("parts"));
    let arguments = |output| ["-f", &input, "--format", "json", "--output", output].map(String::from);
    run(&arguments(&whole).each_ref().map(String::as_str));
    let parted = arguments(&parts);
    let parted = parted.each_ref().map(String::as_str);
    let child = fukumen(&parted).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(150));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    let stopped = Run::of(child.wait_with_output().expect("it ends"));
    assert_eq!(stopped.status, 3, "{}", stopped.err);
    assert_eq!(folder.names(), ["parts", "parts.fukumen", "puzzles", "whole"]);
    let array = |name| -> Vec<Value> { serde_json::from_str(&folder.read(name)).expect("it is an array") };
    assert!(array("parts").len() < array("whole").len());
    assert_eq!(run(&parted).status, 2);
    let timeless = |name| array(name).into_iter().map(timeless).collect::<Vec<_>>();
    assert!(timeless("parts") == timeless("whole"));
}

/// The options of the run that `killed` leaves unfinished.
const OPTIONS: [&str; 3] = ["--count", "--where=A>0", "--stream"];

/// Leaves a run that was killed after its first answer.
fn killed(folder: &Folder) {
    let output = folder.path("out");
    let options = [&["-", "-o", &output], &OPTIONS[..]].concat();
    let mut child = fukumen(&options).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has a pipe");
    stdin.write_all(b"A=B^3\n\n").expect("it reads");
    while !fs::read_to_string(folder.path("out.fukumen")).is_ok_and(|text| text.contains("\"puzzles\": 1")) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    fs::write(folder.path("puzzles"), "A=B^3\n\nAB=B^2\n").expect("the folder is there");
    assert_eq!(folder.read("out"), "A=B^3: 1\n");
}

/// The contents of the files of an unfinished run.
fn left(folder: &Folder) -> [Option<String>; 2] {
    ["out", "out.fukumen"].map(|name| fs::read_to_string(folder.path(name)).ok())
}

fn check_refused(folder: &Folder, options: &[&str], reason: &str) {
    let before = left(folder);
    let told = run(options);
    assert_eq!((told.status, told.out.as_str()), (2, ""), "{options:?}");
    assert!(told.err.contains(reason) && told.err.contains("delete "), "{options:?}: {}", told.err);
    assert_eq!(left(folder), before, "{options:?}");
}

#[test]
fn a_file_without_a_checkpoint_is_overwritten() {
    let folder = Folder::new("overwritten");
    let output = folder.path("out");
    fs::write(&output, "something else, and longer\n").expect("the folder is there");
    assert_eq!(run(&["--count", "--output", &output, "AB=B^2"]).status, 0);
    assert_eq!(folder.read("out"), "2\n");
    assert_eq!(run(&["--output", &output, "A=B^3"]).status, 0);
    assert_eq!(folder.read("out"), "8=2^3\n1 solution, unique\n");
    assert_eq!(folder.names(), ["out"]);
}

#[test]
fn an_unfinished_run_with_other_options_is_left_alone() {
    let folder = Folder::new("other-options");
    killed(&folder);
    let (input, output) = (folder.path("puzzles"), folder.path("out"));
    let places = ["-f", &input, "-o", &output];
    for options in [
        &["--count", "--where=A>0"][..],
        &["--where=A>0", "--stream"],
        &["--count", "--where=A>1", "--stream"],
        &["--count", "--where=A>0", "--stream", "--base=11"],
        &["--count", "--where=A>0", "--stream", "--format=csv"],
        &["--count", "--where=A>0", "--stream", "--timeout=9s"],
        &["--count", "--where=A>0", "--stream", "--maximize=A"],
        &["--count", "--where=A>0", "--stream", "--engine=depth-first"],
    ] {
        check_refused(&folder, &[&places[..], options].concat(), "with other options");
    }
    fs::remove_file(folder.path("out.fukumen")).expect("it is there");
    assert_eq!(run(&[&places[..], &["--format=csv", "--count"]].concat()).status, 0);
    assert!(folder.read("out").starts_with("line,"), "{}", folder.read("out"));
}

#[test]
fn other_commands_leave_the_output_of_an_unfinished_run_alone() {
    let folder = Folder::new("other-commands");
    killed(&folder);
    let (input, output, other) = (folder.path("puzzles"), folder.path("out"), folder.path("other"));
    check_refused(&folder, &["merge", &input, "-o", &output], "an unfinished run was writing '");
    let sum = ["generate", "numbers", "9567+1085=10652", "--keyword=abcdefghij", "--output"];
    check_refused(&folder, &[&sum[..], &[&output]].concat(), "an unfinished run was writing '");
    // Its own checkpoint may have that name.
    let kept = folder.path("other.fukumen");
    for option in ["--checkpoint", "--resume"] {
        let made = run(&[&sum[..], &[&other, option, &kept]].concat());
        assert_eq!(made.status, 0, "{}", made.err);
    }
}

/// Neither the order of the options, nor those that only change speed and messages, nor where the puzzles come from.
#[test]
fn options_that_do_not_decide_the_output_may_differ() {
    let [input, output] = ["puzzles", "out"];
    for options in [
        &["--stream", "--where=A>0", "--count", "-f", input, "-o", output][..],
        &["--threads=1", "--count", "--where=A>0", "--stream", "-f", input, "-o", output],
        &[
            "-qf",
            input,
            "--stats",
            "--why",
            "--color=always",
            "--stream",
            "--count",
            "--where",
            "A>0",
            "-o",
            output,
        ],
        &[
            "solve",
            "--output",
            output,
            "--file",
            input,
            "--format=text",
            "--count",
            "--where=A>0",
            "--stream",
        ],
    ] {
        let folder = Folder::new("same-options");
        killed(&folder);
        let path =
            |word: &&str| if [input, output].contains(word) { folder.path(word) } else { word.to_string() };
        let options: Vec<String> = options.iter().map(path).collect();
        let again = run(&options.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(again.status, 0, "{options:?}: {}", again.err);
        assert_eq!(folder.read("out"), "A=B^3: 1\nAB=B^2: 2\n", "{options:?}");
        assert_eq!(folder.names(), ["out", "puzzles"]);
    }
}

#[test]
fn an_unfinished_run_with_another_input_is_left_alone() {
    let folder = Folder::new("other-input");
    killed(&folder);
    let (input, output) = (folder.path("puzzles"), folder.path("out"));
    for puzzles in ["AB=B^2\nA=B^3\n", "", "# a remark\nA=B^3\n", "@base 11\nA=B^3\n"] {
        fs::write(&input, puzzles).expect("the folder is there");
        check_refused(&folder, &[&["-f", &input, "-o", &output], &OPTIONS[..]].concat(), "other puzzles");
    }
}

#[test]
fn an_unfinished_file_that_was_cut_is_left_alone() {
    let folder = Folder::new("cut");
    killed(&folder);
    let (input, output) = (folder.path("puzzles"), folder.path("out"));
    let options = [&["-f", &input, "-o", &output], &OPTIONS[..]].concat();
    fs::write(&output, "A=B").expect("the folder is there");
    check_refused(&folder, &options, "has 3 bytes, but the run wrote 9");
    fs::remove_file(&output).expect("it is there");
    check_refused(&folder, &options, "is missing");
    fs::write(&output, "A=B^3: 1\nhalf an ans").expect("the folder is there");
    assert_eq!(run(&options).status, 0);
    assert_eq!(folder.read("out"), "A=B^3: 1\nAB=B^2: 2\n");
}

#[test]
fn a_checkpoint_of_another_version_is_left_alone() {
    let folder = Folder::new("other-version");
    killed(&folder);
    let (input, output, kept) = (folder.path("puzzles"), folder.path("out"), folder.path("out.fukumen"));
    let options = [&["-f", &input, "-o", &output], &OPTIONS[..]].concat();
    let text = folder.read("out.fukumen");
    fs::write(&kept, text.replacen(env!("CARGO_PKG_VERSION"), "9.9.9", 1)).expect("the folder is there");
    check_refused(&folder, &options, "was written by fukumen 9.9.9");
    fs::write(&kept, text.replacen("\"solve\"", "\"generate grid\"", 1)).expect("the folder is there");
    check_refused(&folder, &options, "belongs to 'fukumen generate grid'");
    let first = r#"{"arguments":1,"input":2,"answers":1,"bytes":9,"tally":{"before":null,"last":"found"}}"#;
    fs::write(&kept, first).expect("the folder is there");
    check_refused(&folder, &options, "was written by another version of fukumen");
}

#[test]
fn a_device_is_only_written_to() {
    if cfg!(unix) {
        assert_eq!(run(&["--output", "/dev/null", "A=B^3"]).status, 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_by_its_name_is_added_to() {
    let folder = Folder::new("stdout");
    fs::write(folder.path("out"), "before\n").expect("the folder is there");
    let file = fs::OpenOptions::new().append(true).open(folder.path("out")).expect("it is there");
    let status = fukumen(&["-o", "/dev/stdout", "A=B^3"]).stdout(file).status().expect("it starts");
    assert!(status.success());
    assert_eq!(folder.read("out"), "before\n8=2^3\n1 solution, unique\n");
    assert_eq!(folder.names(), ["out"]);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let run = run(&["--output", "no such folder/out", "A=B^3"]);
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("error: cannot write 'no such folder/out': "), "{}", run.err);
}
