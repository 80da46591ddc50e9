//! `fukumen translate`: translates puzzles of other solvers into our language, and ours into models for others.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;

use crate::cli::command::{Files, Puzzles, Translate};
use crate::cli::input::Source;
use crate::cli::settings::Given;
use crate::cli::status::{Status, Tally};
use crate::cli::task::Timing;
use crate::cli::task_error::TaskError;
use crate::cli::{input, interrupt, message, task};
use crate::import::Translation;
use crate::report::minizinc;

/// Translates what the command line names.
pub fn translate(options: Translate) -> anyhow::Result<Status> {
    if options.to.is_some() {
        return models(options);
    }
    let Translate {
        puzzles: Puzzles { puzzle, mut file, files: Files { from, encoding }, .. }, quiet, ..
    } = options;
    file.splice(..0, puzzle.into_iter().map(PathBuf::from));
    if file.is_empty() {
        file.push("-".into());
    }
    let (mut status, mut texts) = (Status::Found, Vec::new());
    for path in &file {
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

/// Writes the puzzles that the command line names as models for MiniZinc.
fn models(options: Translate) -> anyhow::Result<Status> {
    let interrupt = interrupt::watched()?;
    let Translate { puzzles, rules: Given(rules), quiet, .. } = options;
    let sources = input::sources(&puzzles, &rules)?;
    let entries = input::entries(sources, rules, puzzles.strict, Arc::clone(&interrupt));
    let timing = Timing::new(None, &interrupt);
    let (mut tally, mut texts) = (Tally::default(), Vec::new());
    for task in entries.flat_map(|entry| task::tasks(entry, &timing)) {
        let model = task
            .puzzle
            .clone()
            .and_then(|puzzle| minizinc::model(&puzzle).map_err(|error| TaskError::Form(error.message())));
        tally.add(match model {
            Ok(model) => {
                if model.is_wide && !quiet {
                    message::note("the model has numbers from 2^31 on, which Gecode does not take");
                }
                texts.push(model.text);
                Status::Found
            }
            Err(error) => {
                message::task_error(&error, &task.entry.source, "");
                Status::Wrong
            }
        });
    }
    super::print(texts.join("\n").as_bytes())?;
    tally.total().ok_or_else(|| anyhow::anyhow!("there is no puzzle to translate"))
}

/// Reports what means something else here than in the other solver.
fn tell(translation: &Translation) {
    translation.notes.iter().for_each(|note| message::note(&note.to_string()));
    if let Some(first) = translation.first {
        message::note(&format!("the file asks for the first {first}: --first={first}"));
    }
}
