//! A module names only modules above it in this list; pest, the big-number crates and the clock each
//! have one home.

use std::fs;
use std::path::Path;
use std::path::PathBuf;

/// The modules, each below those it may name.
const LAYERS: &[&str] = &[
    "number",
    "digits",
    "spelling",
    "vocabulary",
    "expr",
    "puzzle",
    "parse",
    "judge",
    "solution",
    "layout",
    "compile",
    "eval",
    "engine",
    "solve",
    "generate",
    "report",
    "cli",
];

/// Words that only one module may say, with that module.
const HOMES: &[(&str, &str)] = &[
    ("pest", "parse/grammar.rs"),
    ("num_bigint", "number/"),
    ("num_rational", "number/"),
    ("num_integer", "number/"),
    ("num_prime", "number/"),
    ("unicode_segmentation", "spelling.rs"),
    ("Instant::now", "solve/|cli/"),
    ("clap", "cli/"),
    ("rand_chacha", "generate/"),
];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The code of a file: no comments, and nothing from its tests on.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("it can be read");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |code, line| code + line + "\n")
}

/// Every source file, by its path below `src`, with its code.
fn all() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let name = |path: &Path| path.strip_prefix(&root).expect("it is below").display().to_string();
    files.iter().map(|path| (name(path), code(path))).collect()
}

fn layer(name: &str) -> Option<usize> {
    let module = name.split(['/', '.']).next()?;
    LAYERS.iter().position(|layer| *layer == module)
}

#[test]
fn a_module_names_only_modules_above_it() {
    for (name, code) in all() {
        let Some(own) = layer(&name) else { continue };
        for line in code.lines() {
            for named in line.split("crate::").skip(1) {
                let module =
                    named.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                if let Some(other) = layer(module) {
                    assert!(other <= own, "{name} names {module}, which stands below it: {line}");
                }
            }
        }
    }
}

#[test]
fn every_module_is_in_the_list() {
    for (name, _) in all().iter().filter(|(name, _)| !["lib.rs", "main.rs"].contains(&&**name)) {
        assert!(layer(name).is_some(), "{name} has no layer");
    }
}

#[test]
fn each_library_has_one_home() {
    for (name, code) in all() {
        for (word, home) in HOMES {
            let at_home = home.split('|').any(|home| name.starts_with(home));
            let said = code.lines().find(|line| line.contains(word));
            assert!(at_home || said.is_none(), "{name} says {word}, whose home is {home}: {said:?}");
        }
    }
}
