//! The command line of the checker.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use fukumen_check::{Options, Verdict, check};

const HELP: &str =
    "Checks certificates, which are proofs that an answer to a digit puzzle is complete, and explanations, as
`fukumen explain --format json` writes them.

Usage: fukumen-check [OPTIONS] FILE...

FILE may be - for standard input.

      --quiet        Print verdicts only
      --limit NODES  Stop after NODES nodes of a proof, or of what the steps of an explanation leave to try
      --need-text    Refuse a puzzle whose text cannot be read a second time
      --help         Print this help
      --version      Print the version

Exit status: 0 accepted, 1 refused, 2 neither certificate nor explanation; for several, the largest.
";

fn main() -> ExitCode {
    match run() {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<Verdict> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut options, mut files, mut worst) = (Options::default(), Vec::new(), Verdict::Accepted);
    let wrong = |what: &str| Err(io::Error::other(format!("{what}; --help lists the options")));
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match &*word {
            "--quiet" => options.quiet = true,
            "--need-text" => options.need_text = true,
            "--limit" => match words.next().and_then(|limit| limit.parse().ok()) {
                Some(limit) => options.limit = limit,
                None => return wrong("--limit needs a number of nodes"),
            },
            "--help" => return write!(out, "{HELP}").map(|()| worst),
            "--version" => {
                return writeln!(out, "fukumen-check {}", env!("CARGO_PKG_VERSION")).map(|()| worst);
            }
            _ if word.starts_with("--") => return wrong(&format!("there is no option {word}")),
            _ => files.push(word),
        }
    }
    if files.is_empty() {
        return wrong("no file is given");
    }
    for file in &files {
        options.prefix = if files.len() > 1 { format!("{file}: ") } else { String::new() };
        let verdict = match open(file) {
            Ok(file) => check(file, &options, &mut out)?,
            Err(error) => {
                writeln!(out, "{}not a certificate: it cannot be read: {error}", options.prefix)?;
                Verdict::Malformed
            }
        };
        worst = worst.max(verdict);
    }
    out.flush().map(|()| worst)
}

fn open(file: &str) -> io::Result<Box<dyn BufRead>> {
    if file == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, File::open(file)?)))
}
