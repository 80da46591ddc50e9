//! The LaTeX of published puzzles is typeset, where pdfLaTeX with the packages that the guide names is installed. Where it is not,
//! the tests of `src/report/latex` compare it with a grammar.

use std::fs;
use std::process::{Command, Output};

use fukumen::Puzzle;
use fukumen::report;
use fukumen::report::Page;
use fukumen::text::Form;

#[test]
fn published_puzzles_are_typeset() {
    let latex = report::format("latex").and_then(|format| format.drawing).expect("it draws");
    let puzzles = puzzles();
    // pdfLaTeX knows no letters of other scripts.
    let pages = puzzles.iter().enumerate().flat_map(|(i, puzzle)| {
        let other =
            Form::ALL.iter().filter_map(|form| form.of(puzzle).ok()).map(|other| (latex.draw)(&other, None));
        let sheet = (latex.pages)(&[Page::new(puzzle, None).work_sheet(i)]);
        other.chain([sheet]).collect::<Vec<_>>()
    });
    let pages: Vec<String> = pages.filter(|page| page.is_ascii()).collect();
    assert!(pages.len() > 1000, "{}", pages.len());
    let Some(output) = typeset(&pages.concat()) else {
        eprintln!("pdfLaTeX is not installed");
        return;
    };
    let log = String::from_utf8_lossy(&output.stdout);
    let flaws: Vec<&str> =
        log.lines().filter(|line| line.starts_with('!') || line.starts_with("l.")).collect();
    assert!(output.status.success() && flaws.is_empty(), "{flaws:#?}");
}

/// Puzzles of all kinds.
fn puzzles() -> Vec<Puzzle> {
    let files = [include_str!("puzzles/corpus.toml"), include_str!("puzzles/layouts.toml")];
    let texts = files.iter().flat_map(|file| {
        let file: toml::Table = file.parse().expect("it is TOML");
        let entries = file["puzzle"].as_array().expect("it lists puzzles").clone();
        entries.into_iter().filter_map(|entry| entry["text"].as_str().map(str::to_string)).collect::<Vec<_>>()
    });
    texts.filter_map(|text| text.parse().ok()).collect()
}

/// The output of pdfLaTeX for a document; `None` if it cannot be run, or lacks a package.
fn typeset(body: &str) -> Option<Output> {
    let packages = ["amsmath.sty", "amssymb.sty"];
    let has_packages = Command::new("kpsewhich").args(packages).output().is_ok_and(|it| it.status.success());
    if !has_packages {
        return None;
    }
    let folder = std::env::temp_dir().join(format!("fukumen-latex-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let head = "\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\begin{document}\n";
    fs::write(folder.join("all.tex"), format!("{head}{body}\\end{{document}}\n")).expect("it can be written");
    let output =
        Command::new("pdflatex").args(["-interaction=nonstopmode", "all.tex"]).current_dir(&folder).output();
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    output.ok()
}
