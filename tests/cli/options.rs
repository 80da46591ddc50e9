//! The forms that options and puzzles may have on a command line.

use super::{fukumen, run, run_on};

#[test]
fn solve_is_meant_where_no_command_is_named() {
    assert_eq!(run(&["AB=B^2"]).out, run(&["solve", "AB=B^2"]).out);
    assert_eq!(run(&["--count", "AB=B^2"]).out, "2\n");
    assert_eq!(run(&["AB=B^2", "--count"]).out, "2\n");
}

#[test]
fn a_puzzle_may_begin_with_a_dash() {
    for arguments in [
        &["--count", "-A+B=C"][..],
        &["-A+B=C", "--count"],
        &["--count", "--", "-A+B=C"],
        &["solve", "-A+B=C", "--count"],
        &["--count", "--A+B=C"],
    ] {
        assert_eq!(run(arguments).out, "32\n", "{arguments:?}");
    }
    assert_eq!(run(&["-A+B=C", "--format=jsonl", "--count"]).json_lines()[0]["puzzle"], "-A+B=C");
}

#[test]
fn an_optional_value_never_eats_the_puzzle() {
    assert_eq!(run(&["--first", "A=B^3"]).out, "8=2^3\nthe first solution; there may be more\n");
    assert_eq!(run(&["--no-zero", "A=B^3"]).status, 0);
    assert_eq!(run(&["--essentially", "A=B^3"]).status, 0);
    assert_eq!(run(&["--leading-zeros", "A=B^3"]).status, 0);
}

#[test]
fn a_word_of_the_settings_may_stand_behind_a_space() {
    for arguments in [
        &["--count", "--leading-zeros", "allowed", "AB=B^2"][..],
        &["--count", "--leading-zeros=allowed", "AB=B^2"],
        &["--count", "--leading-zeros", "AB=B^2"],
    ] {
        assert_eq!(run(arguments).out, "3\n", "{arguments:?}");
    }
    assert_eq!(run(&["--count", "--leading-zeros", "forbidden", "AB=B^2"]).out, "2\n");
    assert_eq!(run(&["--count", "--lone-zero", "forbidden", "A=B*C"]).status, 0);
}

#[test]
fn the_last_of_an_option_given_twice_counts() {
    assert_eq!(run(&["--count", "--count", "AB=B^2"]).out, "2\n");
    assert_eq!(run(&["--base", "10", "--base", "5", "--count", "AB=B^2"]).out, "0\n");
    assert_eq!(run(&["solve", "--format=json", "--format=text", "A=B^3"]).out, run(&["A=B^3"]).out);
}

#[test]
fn a_number_behind_first_is_its_own() {
    let first = run(&["--first", "1", "AB=B^2"]);
    assert_eq!((first.status, first.out.as_str()), (0, "25=5^2\nthe first solution; there may be more\n"));
}

#[test]
fn settings_that_repeat_add_up() {
    let run = run(&["--where", "A<B", "--where=B<5", "--assign", "A=1", "--assign=C≠3", "A+B=C"]);
    assert_eq!(run.out, "1+3=4\n1+4=5\n2 solutions\n");
}

#[test]
fn an_expression_may_begin_with_a_dash() {
    let run = run(&["--maximize", "-A", "--where", "-A<B", "A=B^3"]);
    assert_eq!(run.out, "8=2^3\n1 solution, with the largest -A = -8\n");
}

#[test]
fn questions_exclude_each_other() {
    let run = run(&["--count", "--unique", "A=B"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("cannot be used with"), "{}", run.err);
}

#[test]
fn limits_have_units() {
    let arguments = ["--timeout=5m", "--max-memory=2G", "--max-solutions=10", "AB=B^2"];
    assert_eq!(run(&arguments).out, "25=5^2\n36=6^2\n2 solutions\n");
    let run = run(&["--timeout=soon", "AB=B^2"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("a time is written like"), "{}", run.err);
}

#[test]
fn no_puzzle_and_a_pipe_is_standard_input() {
    assert_eq!(run_on("AB=B^2\n", &["--count"]).out, "AB=B^2: 2\n");
}

#[test]
#[cfg(not(feature = "serve"))]
fn a_build_without_the_server_says_how_to_get_it() {
    let serve = run(&["serve", "--bind", "127.0.0.1:0"]);
    assert_eq!((serve.status, serve.out.as_str()), (2, ""));
    assert!(serve.err.contains("--features serve"), "{}", serve.err);
}

#[test]
fn help_has_examples_and_every_setting() {
    for arguments in [&["--help"][..], &["solve", "--help"], &["help", "solve"], &["-h"]] {
        let help = run(arguments);
        assert_eq!(help.status, 0);
        assert!(help.out.contains("Examples:"), "{arguments:?}");
        for setting in fukumen::puzzle::SETTINGS {
            assert!(help.out.contains(&format!("--{}", setting.name)), "{arguments:?}: {}", setting.name);
        }
    }
    assert_eq!(run(&["--version"]).status, 0);
}

#[test]
fn colours_come_when_asked_for() {
    let plain = "8=2^3\n1 solution, unique\n";
    assert_eq!(run(&["A=B^3"]).out, plain);
    let painted = run(&["--color=always", "A=B^3"]).out;
    assert!(painted.contains("\u{1b}["), "{painted}");
    let never = run(&["--color", "never", "A=B^3"]).out;
    assert_eq!(never, plain);
    let with = |name: &str, value: &str| {
        let output = fukumen(&["A=B^3"]).env(name, value).output().expect("it starts");
        String::from_utf8(output.stdout).expect("it writes UTF-8")
    };
    assert_eq!(with("NO_COLOR", "1"), plain);
    assert!(with("CLICOLOR_FORCE", "1").contains("\u{1b}["));
}

#[test]
fn why_and_stats_go_to_standard_error() {
    let run = run(&["--why", "--stats", "A=B^3"]);
    assert_eq!(run.out, "8=2^3\n1 solution, unique\n");
    assert!(run.err.starts_with("engine "), "{}", run.err);
    assert!(run.err.contains(" nodes, "), "{}", run.err);
}
