//! `fukumen translate`: translates puzzles of other solvers into our language.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use encoding_rs::Encoding;

use crate::cli::input::Source;
use crate::cli::status::Status;
use crate::cli::{input, message, options};
use crate::import::Translation;

const EXAMPLES: &str = "\
Examples:
  fukumen translate teaser.run                      a run file of enigma.py
  fukumen translate --from cryptator puzzles.txt    a file of Cryptator
  fukumen solve --from enigma -f teaser.run         its solutions";

/// Defines the command.
pub fn command() -> Command {
    Command::new("translate")
        .about("Print the puzzles of another solver's files in the puzzle language")
        .after_help(EXAMPLES)
        .defer(with_options)
}

fn with_options(definition: Command) -> Command {
    let file = Arg::new("puzzle").value_name("FILE").action(ArgAction::Append);
    definition
        .arg(file.value_parser(value_parser!(PathBuf)).help("File to translate; - is standard input"))
        .arg(options::from())
        .arg(options::encoding())
        .arg(options::quiet())
        .arg(options::colour())
}

/// Translates the files that the command line names.
pub fn translate(matches: &ArgMatches) -> anyhow::Result<Status> {
    let encoding = matches.get_one::<&'static Encoding>("encoding").copied();
    let standard = PathBuf::from("-");
    let files: Vec<&PathBuf> = matches.get_many("puzzle").into_iter().flatten().collect();
    let files = if files.is_empty() { vec![&standard] } else { files };
    let (mut status, mut texts) = (Status::Found, Vec::new());
    for path in files {
        let source = if path == Path::new("-") {
            Source::Standard(encoding)
        } else {
            let name = path.display();
            let file = File::open(path).with_context(|| format!("cannot read '{name}'"))?;
            Source::File(file, path.clone(), encoding)
        };
        match input::translated(source, input::from(matches)) {
            Source::Foreign(Ok(translations), _, _) => {
                texts.extend(translations.iter().map(|one| one.text.clone() + "\n"));
                if !matches.get_flag("quiet") {
                    translations.iter().for_each(tell);
                }
            }
            Source::Foreign(Err(trouble), _, name) => {
                message::trouble(&trouble, &name, "");
                status = Status::Wrong;
            }
            _ => anyhow::bail!("say which solver '{}' is written for: --from SOLVER", path.display()),
        }
    }
    super::print(texts.join("\n").as_bytes())?;
    Ok(status)
}

/// Reports what means something else here than in the other solver.
fn tell(translation: &Translation) {
    translation.notes.iter().for_each(|note| message::note(&note.to_string()));
    if let Some(first) = translation.first {
        message::note(&format!("the file asks for the first {first}: --first={first}"));
    }
}
