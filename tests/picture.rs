//! The picture of a terminal in the README, made of a real run: `docs/terminal.svg`.
//!
//! `UPDATE_GUIDE=1 cargo test --test all picture::` draws it anew.

#![cfg(all(unix, feature = "cli"))]

use std::fs;
use std::process::Command;

const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/terminal.svg");

/// The commands, as a shell reads them.
const COMMANDS: &[&str] = &[
    "fukumen 'SEND+MORE=MONEY'",
    "fukumen 'A/BC+D/EF+G/HI=1' --digits 1-9 --essentially",
    "fukumen 'ABC*DE=FGHIJ' --format table",
    "fukumen '2□×□=□6' --count",
    "fukumen 'SEND + + = MONEY'",
];

/// The size of a character, and the room around all, in pixels.
const WIDTH: usize = 10;
const HEIGHT: usize = 20;
const EDGE: usize = 16;

/// The codes of colours and type, each with what stands for it in the picture.
const STYLES: &[(&str, &str)] = &[
    ("1", "font-weight=\"bold\""),
    ("2", "opacity=\"0.6\""),
    ("31", "fill=\"#f66\""),
    ("34", "fill=\"#7af\""),
    ("36", "fill=\"#6cc\""),
    ("38;5;9", "fill=\"#f66\""),
    ("38;5;12", "fill=\"#7af\""),
];

/// The output of a command, with its colours: standard output, then standard error.
fn printed(command: &str) -> String {
    let program = env!("CARGO_BIN_EXE_fukumen");
    let line = command.replacen("fukumen", &format!("'{program}' --color=always"), 1);
    let output = Command::new("sh").args(["-c", &line]).output().expect("the shell runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is UTF-8");
    text(output.stdout) + &text(output.stderr)
}

/// A line in stretches of one style: the attributes of each, and its characters.
fn stretches(line: &str) -> Vec<(String, String)> {
    let mut parts = line.split("\u{1b}[");
    let mut stretches = vec![(String::new(), parts.next().unwrap_or_default().to_string())];
    let mut codes: Vec<&str> = Vec::new();
    for part in parts {
        let (code, text) = part.split_once('m').expect("a code ends with m");
        if code == "0" || code.is_empty() {
            codes.clear()
        } else {
            codes.push(code)
        }
        let style = |code: &&str| {
            let known = STYLES.iter().find(|(known, _)| known == code);
            known.unwrap_or_else(|| panic!("the code {code} has no style")).1
        };
        stretches.push((codes.iter().map(style).collect::<Vec<_>>().join(" "), text.to_string()));
    }
    stretches.retain(|(_, text)| !text.is_empty());
    stretches
}

fn picture() -> String {
    let lines: Vec<String> = COMMANDS
        .iter()
        .flat_map(|command| {
            let typed = format!("\u{1b}[1m$ {command}\u{1b}[0m");
            std::iter::once(typed).chain(printed(command).lines().map(str::to_string)).collect::<Vec<_>>()
        })
        .collect();
    let (mut body, mut widest) = (String::new(), 0);
    for (row, line) in lines.iter().enumerate() {
        let mut column = 0;
        for (style, text) in stretches(line) {
            let (before, length) = (text.len() - text.trim_start().len(), text.chars().count());
            let (x, y) = (EDGE + (column + before) * WIDTH, EDGE + (row + 1) * HEIGHT - 5);
            column += length;
            // Some drop the spaces at the ends of a text.
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            // Spaces that do not break are kept by all who draw it.
            let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace(' ', "\u{a0}");
            let gap = if style.is_empty() { "" } else { " " };
            body += &format!(
                "<text x=\"{x}\" y=\"{y}\" textLength=\"{}\"{gap}{style}>{escaped}</text>\n",
                text.chars().count() * WIDTH
            );
        }
        widest = widest.max(column);
    }
    let (width, height) = (2 * EDGE + widest * WIDTH, 2 * EDGE + lines.len() * HEIGHT);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"16\" fill=\"#ddd\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#222\"/>\n{body}</svg>\n"
    )
}

#[test]
fn the_picture_of_a_terminal_is_a_real_run() {
    let drawn = picture();
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        fs::write(PICTURE, &drawn).expect("the picture can be written");
    }
    let kept = fs::read_to_string(PICTURE).expect("the picture is there");
    assert!(
        kept == drawn,
        "docs/terminal.svg is not what is printed: UPDATE_GUIDE=1 cargo test --test all picture::"
    );
}

#[test]
fn spaces_and_styles_are_kept() {
    let error = printed("fukumen 'SEND + + = MONEY'");
    let plain: String = error.lines().flat_map(stretches).map(|(_, text)| text).collect();
    assert!(plain.contains("1 │ SEND + + = MONEY  │        ^ expected"), "{plain}");
    let bold = stretches("a  \u{1b}[1m\u{1b}[36mb\u{1b}[0m c");
    let expected = [("", "a  "), ("font-weight=\"bold\" fill=\"#6cc\"", "b"), ("", " c")]
        .map(|(a, b)| (a.into(), b.into()));
    assert_eq!(bold, expected);
    assert!(picture().contains(">1\u{a0}solution,\u{a0}unique</text>"));
}
