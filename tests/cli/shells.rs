//! Completions, as the shells themselves offer them on a terminal. `script` of util-linux lends one. A shell that is not
//! installed is left out; the run for every change has all of them.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::run;

/// How long a shell may take to answer: much more than it needs.
const PATIENCE: Duration = Duration::from_secs(20);

/// A shell: how it is started away from anybody's settings, how it learns completions from `$SCRIPT`, and the key that lists them.
struct Shell {
    name: &'static str,
    start: &'static str,
    setup: &'static str,
    key: &'static str,
}

const SHELLS: [Shell; 3] = [
    Shell { name: "bash", start: "bash --norc --noprofile -i", setup: ". $SCRIPT", key: "\t\t" },
    Shell {
        name: "zsh",
        start: "zsh -f -i",
        setup: "autoload -U compinit; compinit -u -D; . $SCRIPT",
        key: "\t",
    },
    Shell { name: "fish", start: "fish --no-config", setup: "source $SCRIPT", key: "\t" },
];

/// A terminal with a shell.
struct Terminal {
    child: Child,
    input: Box<dyn Write>,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// Starts a shell and waits until it knows the completions; `None` if it is not installed.
    fn open(shell: &Shell) -> Option<Self> {
        if Command::new(shell.name).arg("--version").output().is_err() {
            eprintln!("left out: {} is not installed", shell.name);
            return None;
        }
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("home-of-{}", shell.name));
        fs::create_dir_all(&home).expect("there is room");
        let script = home.join("completions");
        fs::write(&script, run(&["completions", shell.name]).out).expect("there is room");
        let programs = Path::new(env!("CARGO_BIN_EXE_fukumen")).parent().expect("it is in a folder");
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
        let command = format!("stty cols 200 rows 60; exec {}", shell.start);
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .envs([("HOME", &*home), ("SCRIPT", &*script), ("SHELL", Path::new("/bin/sh"))])
            .envs([("PATH", &*path), ("TERM", "xterm"), ("LC_ALL", "C.UTF-8")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("util-linux is installed");
        let input = Box::new(child.stdin.take().expect("it has a pipe"));
        let mut output = child.stdout.take().expect("it has a pipe");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&seen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                kept.lock().expect("nothing panics with it").extend(&bytes[..count]);
            }
        });
        let mut terminal = Self { child, input, seen };
        // The words are apart as they are typed, and joined where they are printed.
        let ready = format!("{}; echo all''ready\n", shell.setup);
        terminal.type_until(&ready, &["allready"]).unwrap_or_else(|seen| panic!("{seen}"));
        Some(terminal)
    }

    /// Types keys, and waits until all these words were shown since; if not all were, returns what was shown.
    fn type_until(&mut self, keys: &str, words: &[&str]) -> Result<(), String> {
        self.seen.lock().expect("nothing panics with it").clear();
        self.input.write_all(keys.as_bytes()).and_then(|()| self.input.flush()).expect("it listens");
        let start = Instant::now();
        loop {
            let seen = plain(&self.seen.lock().expect("nothing panics with it"));
            if words.iter().all(|word| seen.contains(word)) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(seen);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the text without the sequences that move the cursor and set colours.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.split("\u{1B}[");
    let first = parts.next().unwrap_or_default().to_string();
    let rest =
        parts.map(|part| part.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).get(1..).unwrap_or(""));
    first + &rest.collect::<String>()
}

#[test]
fn shells_offer_commands_options_and_values() {
    let typed: [(&str, &[&str]); 6] = [
        ("fukumen ver", &["ify"]),
        ("fukumen explain --la", &["--lang", "--layout"]),
        ("fukumen --engine l", &["lattice", "linear", "lexicographic"]),
        ("fukumen explain --lang ", &["ja", "zh"]),
        ("fukumen list ", &["functions", "techniques"]),
        ("fukumen completions ", &["elvish", "powershell"]),
    ];
    for shell in SHELLS {
        let Some(mut terminal) = Terminal::open(&shell) else { continue };
        for (keys, words) in typed {
            let offered = terminal.type_until(&format!("{keys}{}", shell.key), words);
            offered.unwrap_or_else(|seen| panic!("{}: {keys}: {seen}", shell.name));
            // Ctrl-U empties the line.
            terminal.type_until("\u{15}", &[]).unwrap_or_else(|seen| panic!("{seen}"));
        }
    }
}
