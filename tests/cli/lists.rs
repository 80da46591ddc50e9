//! Lists, completions, manual pages, benchmarks: what is made from tables and definitions.

use super::run;

#[test]
fn every_table_can_be_listed() {
    let names = run(&["list"]);
    assert_eq!(names.status, 0);
    for line in names.out.lines() {
        let name = line.split_whitespace().next().expect("each line has a name");
        assert_eq!(run(&["list", name]).status, 0, "{name}");
        assert!(run(&["list", name, "--format=json"]).json().is_array(), "{name}");
    }
}

#[test]
fn settings_and_formats_are_listed_from_their_tables() {
    let settings = run(&["list", "settings", "--format=json"]).json();
    assert_eq!(settings.as_array().map(Vec::len), Some(fukumen::puzzle::SETTINGS.len()));
    assert_eq!(settings[0]["name"], "base");
    assert_eq!(settings[0]["default"], 10);
    let formats = run(&["list", "formats"]).out;
    for name in ["text", "table", "json", "jsonl", "csv", "markdown"] {
        assert!(formats.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

#[test]
fn an_unknown_table_is_an_error_that_names_the_known() {
    let run = run(&["list", "operatros"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("'operators'"), "{}", run.err);
}

#[test]
fn shells_and_manuals_know_the_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).out.contains("leading-zeros"), "{shell}");
    }
    let script = run(&["completions", "bash"]).out;
    for words in ["depth-first", "allowed forbidden", "all none balanced", "jsonl"] {
        assert!(script.contains(words), "{words}");
    }
    assert!(run(&["man"]).out.contains("leading\\-zeros"));
    assert!(run(&["man", "bench"]).out.contains("\\-\\-repeat"));
    assert_eq!(run(&["man", "nothing"]).status, 2);
}

#[test]
fn a_package_gets_the_manual_page_of_each_command() {
    let folder = std::env::temp_dir().join(format!("fukumen-manual-{}", std::process::id()));
    let path = folder.to_str().expect("it is a plain name");
    assert_eq!(run(&["man", "--all", path]).status, 0);
    for (name, word) in [
        ("fukumen", "SEND"),
        ("fukumen-solve", "leading\\-zeros"),
        ("fukumen-generate-words", "words\\-in\\-all"),
    ] {
        let page = std::fs::read_to_string(folder.join(format!("{name}.1"))).expect("the page is there");
        assert!(page.contains(word), "{name}");
    }
    let check = std::fs::read_to_string(folder.join("fukumen-check.1")).expect("the page is there");
    assert!(check.contains("The program fukumen\\-check is another one"), "{check}");
    let names = std::fs::read_dir(&folder).expect("it was made").flatten();
    let names: Vec<String> = names.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    assert!(!names.iter().any(|name| name.contains("help")), "a page of help has no page: {names:?}");
    assert_eq!(run(&["man", "--all", "/dev/null/none"]).status, 2);
    assert_eq!(run(&["man", "--all", path, "solve"]).status, 2);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_benchmark_is_an_object() {
    let bench = run(&["bench", "--format=json", "--repeat=5", "AB=B^2"]).json();
    assert_eq!(bench["schema"], 1);
    assert_eq!(bench["puzzle"], "AB=B^2");
    assert_eq!(bench["count"], 2);
    assert_eq!(bench["repeat"], 5);
    for part in ["parse", "plan", "search", "confirm"] {
        let (min, median) = (bench[part]["min"].as_f64(), bench[part]["median"].as_f64());
        assert!(min.is_some() && min <= median, "{part}");
    }
}

#[test]
fn a_benchmark_may_count() {
    let bench = run(&["bench", "--count", "--format=json", "--repeat=1", "AB=B^2"]).json();
    assert_eq!((&bench["count"], &bench["stopped_by"]), (&2.into(), &serde_json::Value::Null));
}

#[test]
fn a_benchmark_that_takes_too_long_has_no_times() {
    let long = ["bench", "--timeout=100ms", "ABCDEFGHIJ+KLMNOPQRST>0", "--distinct=none"];
    let text = run(&long);
    assert_eq!(text.status, 3);
    assert!(text.out.contains("time limit") && !text.out.contains("search"), "{}", text.out);
    let bench = run(&[&long[..], &["--format=json"]].concat()).json();
    assert_eq!((&bench["stopped_by"], &bench["repeat"]), (&"timeout".into(), &0.into()));
    assert!(bench["search"].is_null());
}

#[test]
fn a_benchmark_has_errors_in_their_places() {
    let run = super::run_on("AB=B^2\nA+=B\n", &["bench", "--format=json", "--repeat=1", "-"]);
    assert_eq!(run.status, 2);
    let benches = run.json();
    assert_eq!((&benches[0]["line"], &benches[0]["count"]), (&1.into(), &2.into()));
    assert_eq!((&benches[1]["line"], &benches[1]["status"]), (&2.into(), &"error".into()));
    let bases = super::run(&["bench", "--format=json", "--repeat=1", "--base=5..6", "AB=B^2"]).json();
    assert_eq!((&bases[0]["base"], &bases[1]["base"]), (&5.into(), &6.into()));
}

#[test]
fn a_benchmark_may_compare_engines() {
    let benches = run(&["bench", "--engine=all", "--format=json", "--repeat=1", "AB=B^2"]).json();
    assert!(benches.as_array().is_some_and(|all| all.len() > 1), "{benches}");
    let text = run(&["bench", "--repeat=1", "AB=B^2", "A=B^3"]);
    assert!(text.out.contains("AB=B^2\n  2 solutions, engine "), "{}", text.out);
}
