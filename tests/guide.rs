//! Runs every example of the README and of the guide, and compares what it prints with what the page shows.
//!
//! The pages are written like this:
//!
//! * A block marked `console` holds examples. A line that begins with `$ ` is a command; it goes on as long as a quotation
//!   mark is open. The lines below it, up to the next command, are what it prints: standard output, then standard error.
//!   `sh` runs it, so pipes, `<`, `>` and `$?` work, and `fukumen` is the program that was just built.
//! * `…` stands for any text within a line, such as a time. A line that is only `…` stands for any number of lines.
//! * A block marked `text` under a line that has only a file name, such as `` `puzzles.txt`: ``, is that file.
//! * Other `text` blocks are only shown, `sh` blocks are commands that cannot run here (`cargo`, `make`), and `rust` blocks are
//!   run by `cargo test --doc`. None of them may hold a `fukumen` command, so that no example is left out without a word.
//!
//! All examples of a page run in one folder, in their order. It also holds the project's `tests` folder.
//!
//! `UPDATE_GUIDE=1 cargo test --test all guide::` writes what the examples print now into the pages. Read the difference before
//! committing it.

#![cfg(all(unix, feature = "cli"))]

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use fukumen::puzzle::SETTINGS;
use fukumen::vocabulary::OPERATORS;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_example_prints_what_its_page_shows() {
    let pages = pages();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(check(page));
        }
        wrong
    };
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no page makes the test panic")).collect()
    });
    assert!(wrong.is_empty(), "{} examples differ:\n\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_page_on_a_kind_of_puzzle_has_examples() {
    for page in pages().iter().filter(|page| page.parent().is_some_and(|folder| folder.ends_with("cookbook")))
    {
        let steps = steps(&lines_of(page)).expect("another test tells what is wrong with a page");
        assert!(
            steps.iter().any(|step| matches!(step, Step::Example { .. })),
            "{} has no example",
            name(page)
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    let documents =
        ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|file| Path::new(ROOT).join(file));
    for page in pages().iter().chain(&documents) {
        for (file, place) in links(&text_of(page)) {
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(&file) };
            assert!(target.exists(), "{}: there is no {file}", name(page));
            let found =
                place.is_empty() || text_of(&target).lines().any(|line| anchor(line) == Some(place.clone()));
            assert!(found, "{}: {file} has no heading for #{place}", name(page));
        }
    }
}

#[test]
fn the_contents_of_the_guide_name_every_page() {
    let contents = Path::new(ROOT).join("docs/guide/README.md");
    let linked = links(&text_of(&contents));
    for page in pages()
        .iter()
        .filter(|page| page.starts_with(Path::new(ROOT).join("docs/guide")) && **page != contents)
    {
        let named = |(file, _): &(String, String)| contents.with_file_name(file) == *page;
        assert!(linked.iter().any(named), "docs/guide/README.md does not name {}", name(page));
    }
}

/// The tables of operators and settings say more than `fukumen list`, so they are written by hand.
#[test]
fn the_tables_of_the_guide_name_every_operator_and_setting() {
    let page = |name: &str| text_of(&Path::new(ROOT).join("docs/guide").join(name));
    let (expressions, settings) = (page("expressions.md"), page("settings.md"));
    for row in OPERATORS {
        let is_named = row.spellings.iter().any(|spelling| expressions.contains(&format!("`{spelling}`")));
        assert!(is_named, "docs/guide/expressions.md does not name {}", row.symbol());
    }
    for row in SETTINGS {
        let is_named = settings.contains(&format!("\n| `{}` |", row.name));
        assert!(is_named, "docs/guide/settings.md does not name {}", row.name);
    }
}

#[test]
fn each_technique_has_an_example_on_its_page() {
    let page = text_of(&Path::new(ROOT).join("docs/guide/techniques.md"));
    let (examples, _) = page.split_once("## The list").expect("the list comes last");
    for technique in fukumen::explain::TECHNIQUES {
        let name = technique.name;
        assert!(examples.contains(&format!("`{name}`")), "docs/guide/techniques.md has no example of {name}");
    }
}

#[test]
fn the_front_pages_stay_short() {
    for (file, most) in [("README.md", 200), ("ARCHITECTURE.md", 250)] {
        let lines = lines_of(&Path::new(ROOT).join(file)).len();
        assert!(lines < most, "{file} has {lines} lines; fewer than {most} are allowed");
    }
}

/// The README and all pages of the guide.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![Path::new(ROOT).join("README.md")];
    for folder in ["docs/guide", "docs/guide/cookbook"] {
        let entries =
            fs::read_dir(Path::new(ROOT).join(folder)).expect("the folder of the guide can be read");
        let paths = entries.map(|entry| entry.expect("the folder of the guide can be read").path());
        pages.extend(paths.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    pages.sort();
    pages
}

fn text_of(page: &Path) -> String {
    fs::read_to_string(page).expect("the page can be read")
}

fn lines_of(page: &Path) -> Vec<String> {
    text_of(page).lines().map(str::to_owned).collect()
}

/// A page's path as messages show it.
fn name(page: &Path) -> String {
    page.strip_prefix(ROOT).unwrap_or(page).display().to_string()
}

/// Where a page's links to other files lead: the file, and the place within it or nothing.
fn links(text: &str) -> Vec<(String, String)> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let files = targets.filter(|target| !target.contains("://"));
    files
        .map(|target| target.split_once('#').unwrap_or((target, "")))
        .map(|(file, place)| (file.into(), place.into()))
        .collect()
}

/// The name by which links know a heading.
fn anchor(line: &str) -> Option<String> {
    let title = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
    let signs = title.chars().filter(|sign| sign.is_alphanumeric() || [' ', '-'].contains(sign));
    Some(signs.map(|sign| if sign == ' ' { '-' } else { sign }).collect::<String>().to_lowercase())
}

/// Runs a page's examples; what differs, or the first thing wrong with the page.
fn check(page: &Path) -> Vec<String> {
    let mut lines = lines_of(page);
    let steps = match steps(&lines) {
        Ok(steps) => steps,
        Err(message) => return vec![format!("{}: {message}", name(page))],
    };
    let folder = folder_for(page);
    let mut wrong = Vec::new();
    let mut status = 0;
    let mut printed = Vec::new();
    for step in steps {
        match step {
            Step::File { file, text } => {
                fs::write(folder.join(file), text).expect("the folder can be written to")
            }
            Step::Example { line, command, shown } => {
                let output;
                (output, status) = run(&command, status, &folder);
                if !matches(&trimmed(&lines[shown.clone()]), &output) {
                    wrong.push(difference(page, line, &command, &lines[shown.clone()], &output));
                    printed.push((shown, output));
                }
            }
        }
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    if !printed.is_empty() && std::env::var_os("UPDATE_GUIDE").is_some() {
        for (shown, output) in printed.into_iter().rev() {
            lines.splice(shown, output);
        }
        fs::write(page, lines.join("\n") + "\n").expect("the page can be written");
        wrong.clear();
    }
    wrong
}

/// A new folder for a page's examples, which holds the project's tests, whose lists of words they read.
fn folder_for(page: &Path) -> PathBuf {
    let own: String = name(page).replace('/', "-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guide-{}-{own}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder for temporary files can be written to");
    std::os::unix::fs::symlink(Path::new(ROOT).join("tests"), folder.join("tests"))
        .expect("a new folder is empty");
    folder
}

/// Runs a command line after one that ended with `status`; the lines it prints, and its own status.
fn run(command: &str, status: i32, folder: &Path) -> (Vec<String>, i32) {
    let program = Path::new(env!("CARGO_BIN_EXE_fukumen"));
    let programs = program.parent().expect("a program is in a folder").display().to_string();
    let others = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("(exit {status})\n{command}"))
        .current_dir(folder)
        .env("PATH", format!("{programs}:{others}"))
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    let mut lines = Vec::new();
    for stream in [&output.stdout, &output.stderr] {
        lines.extend(String::from_utf8_lossy(stream).lines().map(str::to_owned));
    }
    (trimmed(&lines), output.status.code().unwrap_or(-1))
}

/// Lines without the spaces and the empty lines at their ends.
fn trimmed(lines: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = lines.iter().map(|line| line.trim_end().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn difference(page: &Path, line: usize, command: &str, shown: &[String], printed: &[String]) -> String {
    format!(
        "{}:{}\n$ {command}\n--- the page shows\n{}\n--- the program prints\n{}\n",
        name(page),
        line + 1,
        trimmed(shown).join("\n"),
        printed.join("\n")
    )
}

/// Whether lines are those that a page shows, where `…` stands for anything.
fn matches(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=printed.len()).any(|from| matches(rest, &printed[from..]))
        }
        Some((first, rest)) => printed
            .split_first()
            .is_some_and(|(line, others)| matches_line(first, line) && matches(rest, others)),
    }
}

fn matches_line(shown: &str, printed: &str) -> bool {
    let Some((before, after)) = shown.split_once('…') else { return shown == printed };
    let Some(rest) = printed.strip_prefix(before) else { return false };
    let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    ends.into_iter().any(|at| matches_line(after, &rest[at..]))
}

/// The parts of a page, in its order.
#[derive(Debug, PartialEq)]
enum Step {
    File { file: String, text: String },
    Example { line: usize, command: String, shown: Range<usize> },
}

/// Reads the blocks of a page; an error says what is not written as this file's head asks.
fn steps(lines: &[String]) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((fence, kind)) = fence(&lines[at]) else {
            if lines[at].trim_start().starts_with("$ ") || lines[at].starts_with("    fukumen ") {
                return Err(format!("line {}: this command is not in a block marked console", at + 1));
            }
            at += 1;
            continue;
        };
        let end = (at + 1..lines.len()).find(|&line| lines[line] == fence);
        let end = end.ok_or_else(|| format!("line {}: this block has no end", at + 1))?;
        match kind {
            "console" => steps.extend(examples(lines, at + 1..end)?),
            "toml" => {}
            // Python's are run by the tests of the package.
            "text" | "sh" | "rust" | "python" => {
                if let Some(line) = (at + 1..end).find(|&line| is_command(&lines[line])) {
                    return Err(format!("line {}: commands are not run in blocks marked {kind}", line + 1));
                }
                if let Some(file) = file_named(lines, at).filter(|_| kind == "text") {
                    steps.push(Step::File { file, text: lines[at + 1..end].join("\n") + "\n" });
                }
            }
            _ => {
                return Err(format!(
                    "line {}: '{kind}' is no kind of block: console, text, sh, rust, python, toml",
                    at + 1
                ));
            }
        }
        at = end + 1;
    }
    Ok(steps)
}

/// The backticks that begin a block, at least three, and the text after them.
fn fence(line: &str) -> Option<(&str, &str)> {
    let kind = line.trim_start_matches('`');
    let fence = &line[..line.len() - kind.len()];
    (fence.len() >= 3).then_some((fence, kind))
}

/// Whether a line of a block looks like an example.
fn is_command(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("$ ") || line.starts_with("fukumen ")
}

/// The file name in the line above a block, if that is all there is: `` `puzzles.txt`: ``.
fn file_named(lines: &[String], block: usize) -> Option<String> {
    let above = lines[..block].iter().rev().find(|line| !line.is_empty())?;
    let file = above.strip_prefix('`')?.strip_suffix("`:")?;
    (!file.contains(['`', '/'])).then(|| file.to_owned())
}

/// The commands of a block, with the lines that it shows below them.
fn examples(lines: &[String], block: Range<usize>) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut at = block.start;
    while at < block.end {
        let line = at;
        let first = lines[at].strip_prefix("$ ");
        let mut command =
            first.ok_or_else(|| format!("line {}: this belongs to no command", at + 1))?.to_owned();
        at += 1;
        while is_open(&command) {
            if at == block.end {
                return Err(format!("line {}: a quotation mark of this command is not closed", line + 1));
            }
            command.push('\n');
            command.push_str(&lines[at]);
            at += 1;
        }
        let end = (at..block.end).find(|&line| lines[line].starts_with("$ ")).unwrap_or(block.end);
        steps.push(Step::Example { line, command, shown: at..end });
        at = end;
    }
    match steps.is_empty() {
        true => Err(format!("line {}: this block has no command", block.start + 1)),
        false => Ok(steps),
    }
}

/// Whether the shell would read on: a quotation mark is open, or the last line ends with `\`.
fn is_open(command: &str) -> bool {
    let mut quote = None;
    let mut signs = command.chars();
    while let Some(sign) = signs.next() {
        match (quote, sign) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => quote = Some(sign),
            (None | Some('"'), '\\') if signs.next().is_none() => return true,
            _ => {}
        }
    }
    quote.is_some()
}

mod reading {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_command_goes_on_while_a_quotation_mark_is_open() {
        let page = lines("```console\n$ fukumen '\nAB\n'\n12\n$ echo $?\n0\n```");
        let commands = [("fukumen '\nAB\n'", 1, 4..5), ("echo $?", 5, 6..7)];
        let commands =
            commands.map(|(command, line, shown)| Step::Example { line, command: command.to_owned(), shown });
        assert_eq!(steps(&page), Ok(commands.into()));
        assert!(steps(&lines("```console\n$ fukumen 'A=1\n```")).is_err());
    }

    #[test]
    fn four_backticks_hold_three() {
        let page = lines("````console\n$ fukumen\n```\n1\n```\n````");
        let whole = Step::Example { line: 1, command: "fukumen".into(), shown: 2..5 };
        assert_eq!(steps(&page), Ok(vec![whole]));
    }

    #[test]
    fn a_block_below_a_name_is_a_file() {
        let page = lines("`puzzles.txt`:\n\n```text\nA+B=C\n```");
        assert_eq!(steps(&page), Ok(vec![Step::File { file: "puzzles.txt".into(), text: "A+B=C\n".into() }]));
        assert_eq!(steps(&lines("A picture:\n\n```text\nA+B=C\n```")), Ok(Vec::new()));
    }

    #[test]
    fn no_command_is_left_out_without_a_word() {
        let bad = [
            "    $ fukumen A=1",
            "    fukumen A=1",
            "```text\n$ fukumen A=1\n```",
            "```sh\nfukumen A=1\n```",
            "```console\nfukumen A=1\n```",
            "```console\n```",
            "```bash\nls\n```",
            "```console\n$ fukumen A=1",
        ];
        for page in bad {
            assert!(steps(&lines(page)).is_err(), "{page}");
        }
    }

    #[test]
    fn three_dots_stand_for_what_changes_and_for_nothing_else() {
        let shown = lines("time: … s, 3 nodes");
        assert!(matches(&shown, &lines("time: 0.02 s, 3 nodes")));
        assert!(!matches(&shown, &lines("time: 0.02 s, 4 nodes")));
        let shown = lines("first\n…\nlast");
        assert!(matches(&shown, &lines("first\nlast")));
        assert!(matches(&shown, &lines("first\nsecond\nthird\nlast")));
        assert!(!matches(&shown, &lines("first\nsecond")));
        assert!(!matches(&lines("first"), &lines("first\nsecond")));
    }
}
