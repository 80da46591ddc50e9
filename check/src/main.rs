//! The command line of the checker.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io;
use std::io::BufReader;
use std::io::BufWriter;
use std::io::Write;
use std::process::ExitCode;

use fukumen_check::Options;
use fukumen_check::Verdict;
use fukumen_check::check;

const HELP: &str = "Checks certificates: proofs that an answer to a digit puzzle is complete.

Usage: fukumen-check [OPTIONS] FILE...

FILE may be - for standard input.

      --quiet        Print verdicts only
      --limit NODES  Stop after NODES nodes of a proof
      --need-text    Refuse a certificate whose text cannot be read a second time
      --help         Print this help
      --version      Print the version

Exit status: 0 accepted, 1 refused, 2 not a certificate; for several, the largest.
";

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let status = match arguments() {
        Ok(None) => Ok(0),
        Ok(Some((options, files))) => run(options, &files, &mut out).map(|verdict| verdict as u8),
        Err(problem) => {
            eprintln!("error: {problem}; --help lists the options");
            Ok(2)
        }
    };
    match status.and_then(|status| out.flush().map(|()| status)) {
        Ok(status) => ExitCode::from(status),
        Err(_) => ExitCode::from(2),
    }
}

/// The options and files; nothing if there is nothing to check.
fn arguments() -> Result<Option<(Options, Vec<String>)>, String> {
    let (mut options, mut files) = (Options::default(), Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match &*word {
            "--quiet" => options.quiet = true,
            "--need-text" => options.need_text = true,
            "--limit" => {
                let limit = words.next().and_then(|limit| limit.parse().ok());
                options.limit = limit.ok_or("--limit needs a number of nodes")?;
            }
            "--help" => {
                print!("{HELP}");
                return Ok(None);
            }
            "--version" => {
                println!("fukumen-check {}", env!("CARGO_PKG_VERSION"));
                return Ok(None);
            }
            _ if word.starts_with("--") => return Err(format!("there is no option {word}")),
            _ => files.push(word),
        }
    }
    if files.is_empty() { Err("no file is given".into()) } else { Ok(Some((options, files))) }
}

fn run(mut options: Options, files: &[String], out: &mut dyn Write) -> io::Result<Verdict> {
    let mut worst = Verdict::Accepted;
    for file in files {
        if files.len() > 1 {
            options.prefix = format!("{file}: ");
        }
        let verdict = if file == "-" {
            check(io::stdin().lock(), &options, out)?
        } else {
            match File::open(file) {
                Ok(file) => check(BufReader::with_capacity(1 << 16, file), &options, out)?,
                Err(error) => {
                    writeln!(out, "{}not a certificate: it cannot be read: {error}", options.prefix)?;
                    Verdict::Malformed
                }
            }
        };
        worst = worst.max(verdict);
    }
    Ok(worst)
}
