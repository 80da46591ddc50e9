//! Which part of the program may use which is in the manifests of `crates`. This checks what they cannot: the order of the modules
//! of two crates, that pest, the big-number crates and the clock each have one home, that only the command line names its options,
//! and that an engine names no other engine.
//!
//! Comments, tests and, for the first two laws, what stands in quotes are not code.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of crates that have several, each below those it may name.
const LAYERS: &[&[&str]] = &[
    &[
        "language/arrange",
        "language/interrupt",
        "language/message",
        "language/number",
        "language/digits",
        "language/vocabulary",
        "language/unicode",
        "language/spelling",
        "language/expr",
        "language/puzzle",
        "language/judge",
        "language/text",
        "language/solution",
    ],
    &["engine/threads", "engine/compile", "engine/eval", "engine/engine", "engine/solve"],
];

/// Words that only one module may say, with that module.
const HOMES: &[(&str, &str)] = &[
    ("pest", "language/text/conditions/grammar.rs|language/text/conditions/tree.rs"),
    ("num_bigint", "language/number/"),
    ("num_rational", "language/number/"),
    ("num_integer", "language/number/"),
    ("num_prime", "language/number/"),
    ("unicode_segmentation", "language/unicode/"),
    ("unicode_normalization", "language/unicode/"),
    ("Instant", "engine/solve/clock.rs"),
    ("rayon", "engine/threads.rs"),
    ("std::thread", "engine/threads.rs|fukumen/cli/"),
    ("axum", "fukumen/serve/"),
    ("tokio", "fukumen/serve/"),
    ("clap", "fukumen/cli/"),
    ("fukumen_check", "certify/|explain/checker.rs|fukumen/cli/verify.rs"),
];

/// Modules of `engine` that all engines may name.
const SHARED_BY_ENGINES: &[&str] = &["cost", "plan", "reason", "run", "search", "shard"];

/// The parts of expressions, which engines do not see: they take what `compile` read.
const PARTS_OF_EXPRESSIONS: &[&str] = &["Expr", "Chain", "Numeral", "Element"];

/// A source file: its code without comments, tests and the contents of its string literals, and those literals.
struct Source {
    /// The crate, and the path below its sources: `language/text/mod.rs`. The package at the root is `fukumen`.
    name: String,
    code: String,
    literals: Vec<String>,
}

/// Every source file of the library and the program that is not a file of tests.
fn all() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).expect("the folder is there");
    let crates = crates.map(|entry| entry.expect("it can be read").file_name().display().to_string());
    let mut sources = below(&root.join("src"), "fukumen");
    sources.extend(crates.flat_map(|name| below(&root.join("crates").join(&name).join("src"), &name)));
    sources
}

fn below(root: &Path, package: &str) -> Vec<Source> {
    let mut files = Vec::new();
    list(root, &mut files);
    let name = |path: &Path| format!("{package}/{}", path.strip_prefix(root).expect("it is below").display());
    let is_test = |path: &Path| path.file_stem().is_some_and(|stem| stem == "tests");
    let read = |path: &PathBuf| source(name(path), &fs::read_to_string(path).expect("it can be read"));
    files.iter().filter(|path| !is_test(path)).map(read).collect()
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn source(name: String, text: &str) -> Source {
    // The places of literals are kept while tests are cut out, so that the literals of tests go with them.
    let (code, literals) = parts(text);
    let code = unlisted(&without_tests(&code));
    let kept = code.split('"').skip(1).step_by(2).map(|number| number.parse::<usize>());
    let literals = kept.map(|number| literals[number.expect("`parts` wrote it")].clone()).collect();
    Source { name, code, literals }
}

/// The code without comments, in which each string literal is its number in quotes, and the literals.
fn parts(text: &str) -> (String, Vec<String>) {
    let (mut code, mut literals) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some((opening, literal, closing)) = string(rest, &code) {
            code.push_str(&format!("\"{}\"", literals.len()));
            literals.push(literal.to_owned());
            opening + literal.len() + closing
        } else if first == '\'' {
            let length = character(rest);
            // A lifetime stays; what a character literal holds could be a quote or a brace.
            code.push_str(if length == 1 { "'" } else { "' '" });
            length
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    (code, literals)
}

/// The length of a block comment, which may hold others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let step = match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                2
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                2
            }
            _ => 1,
        };
        at += step;
        if depth == 0 {
            return at;
        }
    }
    at
}

/// The string literal that begins here: the length of its opening, what it holds, and the length of its closing.
fn string<'t>(text: &'t str, before: &str) -> Option<(usize, &'t str, usize)> {
    let is_inside_a_name = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let raw = text.strip_prefix("br").or(text.strip_prefix('r')).filter(|_| !is_inside_a_name);
    let hashes = raw.map_or(0, |raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(inner) = raw.and_then(|raw| raw[hashes..].strip_prefix('"')) {
        let closing = format!("\"{}", "#".repeat(hashes));
        let end = inner.find(&closing).expect("the compiler found its end");
        return Some((text.len() - inner.len(), &inner[..end], closing.len()));
    }
    let inner = text.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inner.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    Some((1, &inner[..end.expect("the compiler found its end")], 1))
}

/// The length of a character literal; 1 if the quote begins a lifetime.
fn character(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((escaped, _))) => {
            let after = &text[escaped + 1..];
            escaped + 2 + after.find('\'').expect("the compiler found its end")
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

/// The code without each item that stands under `#[cfg(test)]`: up to a semicolon, or to the end of a block.
fn without_tests(code: &str) -> String {
    const ATTRIBUTE: &str = "#[cfg(test)]";
    let mut parts = code.split(ATTRIBUTE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + &part[item(part)..])
}

/// The length of the first item.
fn item(code: &str) -> usize {
    let (mut brackets, mut braces) = (0, 0);
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets -= 1,
            '{' => braces += 1,
            '}' => braces -= 1,
            _ => {}
        }
        let is_outside = brackets == 0 && braces == 0;
        if is_outside && (c == ';' || c == '}') {
            return at + 1;
        }
    }
    panic!("an item does not end: {code}")
}

/// The code with a `use` for each name of a list: `use a::{b, c};` as `use a::b;use a::c;`.
fn unlisted(code: &str) -> String {
    let each = |statement: &str| {
        let (list, after) = statement.split_once(';')?;
        let (parent, names) = list.strip_suffix('}')?.split_once('{')?;
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        Some(names.map(|name| format!("use {parent}{name};")).collect::<String>() + after)
    };
    let mut statements = code.split("use ");
    let first = statements.next().unwrap_or_default().to_owned();
    statements.fold(first, |all, statement| all + &each(statement).unwrap_or(format!("use {statement}")))
}

/// The list that a module is in, and its place there.
fn layer(name: &str) -> Option<(usize, usize)> {
    let module = module(name);
    let place = |layers: &&[&str]| layers.iter().position(|layer| *layer == module);
    LAYERS.iter().enumerate().find_map(|(list, layers)| Some((list, place(layers)?)))
}

/// A crate and one of its modules: `language/text`.
fn module(name: &str) -> String {
    name.split(['/', '.']).take(2).collect::<Vec<_>>().join("/")
}

/// How many modules a file is below the root of its crate.
fn depth(name: &str) -> usize {
    name.trim_end_matches("/mod.rs").split('/').count() - 1
}

/// The code after each path to the root of the crate: `crate::`, or enough of `super::`.
fn from_the_root<'c>(name: &str, code: &'c str) -> Vec<&'c str> {
    behind(code, &["crate::".to_owned(), "super::".repeat(depth(name))])
}

fn behind<'c>(code: &'c str, paths: &[String]) -> Vec<&'c str> {
    paths.iter().flat_map(|path| code.split(&**path).skip(1)).collect()
}

/// The engine that a file is part of.
fn engine_of(name: &str) -> Option<&str> {
    let module = name.strip_prefix("engine/engine/")?.split(['/', '.']).next()?;
    (module != "mod" && !SHARED_BY_ENGINES.contains(&module)).then_some(module)
}

/// The modules and types of `engine` that an engine's file names.
fn from_engine<'c>(name: &str, code: &'c str) -> Vec<&'c str> {
    let paths = ["crate::engine::".to_owned(), "super::".repeat(depth(name) - 1)];
    behind(code, &paths).into_iter().map(first_word).collect()
}

fn first_word(code: &str) -> &str {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[test]
fn a_module_names_only_modules_above_it() {
    for Source { name, code, .. } in all() {
        let Some((list, own)) = layer(&name) else { continue };
        let package = name.split('/').next().unwrap_or_default();
        for named in from_the_root(&name, &code) {
            let module = format!("{package}/{}", first_word(named));
            let line = named.lines().next().unwrap_or_default();
            if let Some(other) = LAYERS[list].iter().position(|layer| *layer == module) {
                assert!(other <= own, "{name} names {module}, which stands below it: {line}");
            }
        }
    }
}

#[test]
fn an_engine_names_no_other_engine() {
    let sources = all();
    let engines: Vec<&str> = sources.iter().filter_map(|source| engine_of(&source.name)).collect();
    for Source { name, code, .. } in &sources {
        let Some(own) = engine_of(name) else { continue };
        let other =
            from_engine(name, code).into_iter().find(|named| *named != own && engines.contains(named));
        assert_eq!(other, None, "{name} names another engine; what both need goes to engine/search");
    }
}

#[test]
fn engines_see_no_expressions() {
    for Source { name, code, .. } in all() {
        if !name.starts_with("engine/engine/") {
            continue;
        }
        let looks_inside = |line: &&str| PARTS_OF_EXPRESSIONS.iter().any(|part| says(line, part));
        let seen = code.lines().find(looks_inside);
        assert!(seen.is_none(), "{name} looks into expressions, which compile should: {seen:?}");
    }
}

/// Modules of `language` that may be named by what reads a puzzle anew for the checker of explanations. What found the steps is in
/// crates that `certify` does not depend on.
const SEEN_BY_THE_CHECKER: &[&str] = &["number", "expr", "puzzle", "vocabulary"];

#[test]
fn the_checker_shares_no_code_with_what_finds_steps() {
    for Source { name, code, .. } in all() {
        if !name.starts_with("certify/meaning/") {
            continue;
        }
        let packages = code.split("fukumen_").skip(1).filter(|named| first_word(named) != "check");
        for named in packages {
            let module = named.strip_prefix("language::").map(first_word).unwrap_or_default();
            let line = named.lines().next().unwrap_or_default();
            assert!(SEEN_BY_THE_CHECKER.contains(&module), "{name} names fukumen_{line}");
        }
    }
}

#[test]
fn every_module_of_these_crates_is_in_the_list() {
    for Source { name, .. } in all() {
        let is_layered = LAYERS.iter().any(|layers| layers[0].split('/').next() == name.split('/').next());
        assert!(!is_layered || name.ends_with("/lib.rs") || layer(&name).is_some(), "{name} has no layer");
    }
}

#[test]
fn each_library_has_one_home() {
    for Source { name, code, .. } in all() {
        for (word, home) in HOMES {
            let at_home = home.split('|').any(|home| name.starts_with(home));
            let said = code.lines().find(|line| says(line, word));
            assert!(at_home || said.is_none(), "{name} says {word}, whose home is {home}: {said:?}");
        }
    }
}

/// Whether a line has a word that is not part of another.
fn says(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

#[test]
fn only_the_command_line_names_its_options() {
    for Source { name, literals, .. } in all() {
        if name.starts_with("fukumen/cli/") {
            continue;
        }
        let named = literals.iter().find(|literal| names_an_option(literal));
        assert!(named.is_none(), "{name} names an option or a command: {named:?}");
    }
}

/// Whether a text has two dashes before a letter, or a command in quotes.
fn names_an_option(text: &str) -> bool {
    let is_option = |behind: &str| behind.starts_with(|c: char| c.is_ascii_lowercase() || c == '{');
    text.split("--").skip(1).any(is_option) || text.contains("'fukumen ")
}

#[test]
fn tests_and_comments_are_not_code() {
    let text = r##"
        #[cfg(test)]
        mod tests;
        /* pest /* nested */ still */ use crate::number; // crate::cli
        const OPTION: &str = r#"--in "raw" quotes"#;
        const BRACES: (char, char) = ('{', '\'');
        fn longest<'a>(text: &'a str) -> &'a str { "a \" quote" }
        #[cfg(test)]
        mod more { const TEXT: [u8; 2] = "--of-a-test"; }
        use super::{
            expr::Chain, number};
        const LAST: &str = "--last";
    "##;
    let Source { code, literals, .. } = source("language/text/mod.rs".into(), text);
    assert_eq!(literals, ["--in \"raw\" quotes", "a \\\" quote", "--last"]);
    assert!(code.contains("use super::expr::Chain;use super::number;"));
    assert!(code.contains("use crate::number") && code.contains("LAST") && code.contains("fn longest<'a>"));
    assert!(
        !code.contains("pest") && !code.contains("cli") && !code.contains("tests") && !code.contains("more")
    );
}

#[test]
fn paths_may_climb_to_the_root() {
    let named = |name, code| from_the_root(name, code).into_iter().map(first_word).collect::<Vec<_>>();
    assert_eq!(named("language/text/mod.rs", "use super::cli::run; use crate::number;"), ["number", "cli"]);
    assert_eq!(named("language/text/tree.rs", "use super::walk; use super::super::cli;"), ["cli"]);
    assert_eq!(named("language/judge.rs", "super::cli::run()"), ["cli"]);
}

#[test]
fn engines_are_told_from_what_they_share() {
    let named = |name| (engine_of(name), depth(name));
    assert_eq!(named("engine/engine/linear/mod.rs"), (Some("linear"), 2));
    assert_eq!(named("engine/engine/linear/order.rs"), (Some("linear"), 3));
    assert_eq!(named("engine/engine/depth_first.rs"), (Some("depth_first"), 2));
    let others = ["engine/engine/mod.rs", "engine/engine/search/walk.rs", "engine/solve/mod.rs"];
    assert_eq!(others.map(engine_of), [None; 3]);
    let code = "use super::columns::Sum; use super::super::derive::Tree; use crate::engine::count::Space;";
    assert_eq!(from_engine("engine/engine/linear.rs", code), ["count", "columns", "", "derive"]);
    assert_eq!(from_engine("engine/engine/linear/order.rs", code), ["count", "derive"]);
}
