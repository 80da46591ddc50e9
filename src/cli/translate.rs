//! `fukumen translate`: translates puzzles of other solvers into our language.

use std::fs::File;
use std::path::Path;

use anyhow::Context;

use crate::cli::command::{Files, Translate};
use crate::cli::input::Source;
use crate::cli::status::Status;
use crate::cli::{input, message};
use crate::import::Translation;

/// Translates the files that the command line names.
pub fn translate(options: Translate) -> anyhow::Result<Status> {
    let Translate { puzzle: mut files, files: Files { from, encoding }, quiet, .. } = options;
    if files.is_empty() {
        files.push("-".into());
    }
    let (mut status, mut texts) = (Status::Found, Vec::new());
    for path in &files {
        let source = if path == Path::new("-") {
            Source::Standard(encoding)
        } else {
            let name = path.display();
            let file = File::open(path).with_context(|| format!("cannot read '{name}'"))?;
            Source::File(file, path.clone(), encoding)
        };
        match input::translated(source, from) {
            Source::Foreign(translations, _, name) => {
                for translation in translations {
                    match translation {
                        Ok(one) => {
                            if !quiet {
                                tell(&one);
                            }
                            texts.push(one.text + "\n");
                        }
                        Err(error) => {
                            message::task_error(&error, &name, "");
                            status = Status::Wrong;
                        }
                    }
                }
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
