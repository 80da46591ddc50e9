//! The program as a whole: what it prints for which command line, and how it ends.
#![cfg(feature = "cli")]

mod certificates;
mod controls;
mod drawings;
mod explanations;
mod files;
mod formats;
mod generate;
mod judged;
mod lists;
mod messages;
mod models;
mod options;
mod resume;
mod schema;
mod shards;
mod shells;
mod statuses;
mod streams;
mod terminals;
mod words;

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

/// The output and the status of a run.
struct Run {
    status: i32,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self {
            status: output.status.code().expect("it ended by itself"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Its output, as JSON.
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// Its output, as lines of JSON.
    fn json_lines(&self) -> Vec<serde_json::Value> {
        let value = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.out.lines().map(value).collect()
    }
}

/// The program, away from any terminal and its settings.
fn fukumen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumen"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("TERM", "xterm");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it without input.
fn run(arguments: &[&str]) -> Run {
    Run::of(fukumen(arguments).output().expect("it starts"))
}

/// Runs it with an input.
fn run_on(input: impl AsRef<[u8]>, arguments: &[&str]) -> Run {
    let mut child = fukumen(arguments).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has a pipe");
    // One that ends without reading it all, for an option is wrong, say, is no failure.
    let written = stdin.write_all(input.as_ref());
    assert!(written.is_ok() || written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe));
    drop(stdin);
    Run::of(child.wait_with_output().expect("it ends"))
}
