//! Messages, word by word.

use super::{run, run_on};

#[test]
fn a_wrong_text_is_pointed_into() {
    let run = run(&["SEND + + = MONEY"]);
    assert_eq!(run.out, "");
    assert_eq!(
        run.err,
        "error: this needs an operand\n  ┌─ puzzle:1:8\n  │\n1 │ SEND + + = MONEY\n  │        ^ expected a numeral, '(' or a function\n"
    );
}

#[test]
fn a_wrong_condition_is_pointed_into() {
    let run = run(&["--where", "A<Z", "A=B^3"]);
    assert!(run.err.contains("┌─ where:1:3\n"), "{}", run.err);
    assert!(run.err.contains("the puzzle has no symbol 'Z'"), "{}", run.err);
    assert_eq!(run.status, 2);
}

#[test]
fn a_wrong_setting_of_a_file_is_pointed_into_there() {
    let run = super::run_on("A=B^3\n\n@one\n@base 99\nA=B^3\n", &["-", "--count"]);
    assert!(run.err.contains("┌─ stdin:4:7\n"), "{}", run.err);
}

#[test]
fn an_error_says_which_text_its_place_is_in() {
    for (arguments, origin) in [
        (&["A+=B"][..], "puzzle"),
        (&["--where=A<Z", "A=B"], "where"),
        (&["--show=A*", "A=B"], "show"),
        (&["--maximize=A*", "A=B"], "expression"),
        (&["@base 99\nA=B"], "setting"),
    ] {
        let error = run(&[&["--format=jsonl"], arguments].concat()).json_lines()[0]["error"].clone();
        assert_eq!(error["origin"], origin, "{error}");
    }
}

#[test]
fn a_wrong_goal_is_pointed_into() {
    let run = super::run(&["--maximize", "A*", "A=B^3"]);
    assert!(run.err.contains("┌─ expression:1:"), "{}", run.err);
    assert_eq!(run.status, 2);
}

#[test]
fn a_wrong_setting_is_told_with_its_option_and_what_is_allowed() {
    let run = run(&["--leading-zeros=maybe", "A=B"]);
    assert_eq!(
        run.err,
        "error: invalid value 'maybe' for '--leading-zeros[=<VALUE>]': 'maybe' is not one of allowed, forbidden\n\nFor more information, try '--help'.\n"
    );
    let run = super::run(&["--base", "65", "A=B"]);
    assert!(
        run.err
            .starts_with("error: invalid value '65' for '--base <VALUE>': a base is a number from 2 to 64")
    );
}

#[test]
fn a_slip_in_an_option_gets_a_proposal() {
    let run = run(&["--cuont", "A=B"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("a similar argument exists: '--count'"), "{}", run.err);
}

#[test]
fn a_slip_in_a_command_is_no_word_before_a_puzzle() {
    let slip = run(&["explian", "SEND+MORE=MONEY"]);
    assert!(slip.err.contains("there is a command 'explain'"), "{}", slip.err);
    // Words of a puzzle may be like the name of a command.
    assert_eq!(run(&["rat", "+", "cat", "=", "dogs", "--count"]).status, 0);
}

#[test]
fn an_unknown_engine_is_told_with_those_there_are() {
    let run = run(&["--engine", "steam", "A=B^3"]);
    assert!(run.err.starts_with("error: there is no engine 'steam'; there are "), "{}", run.err);
}

#[test]
fn a_missing_file_is_told_by_name() {
    let run = run(&["-f", "no such file"]);
    assert!(run.err.starts_with("error: cannot read 'no such file': "), "{}", run.err);
}

#[test]
fn a_folder_is_no_file_of_puzzles() {
    let run = run(&["-f", "."]);
    assert_eq!((run.status, run.err.as_str()), (2, "error: cannot read '.': it is a directory\n"));
}

#[test]
fn numbers_that_are_none_are_told_with_what_is_allowed() {
    for (option, said) in [
        ("--threads=-1", "'-1' for '--threads <N>': expected a whole number from 0 up, not -1\n"),
        ("--first=x", "'x' for '--first[=<N>]': expected a whole number from 1 up, not x\n"),
        ("--first=", "'' for '--first[=<N>]': expected a whole number from 1 up\n"),
        ("--first=0", "expected a whole number from 1 up, not 0\n"),
        ("--max-solutions=x", "expected a whole number from 1 up, not x\n"),
    ] {
        let run = run(&[option, "A=B"]);
        assert!(run.status == 2 && run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn a_wrong_value_is_told_with_its_option() {
    for (arguments, said) in [
        (&["--threads", "-1", "A=B"][..], "'-1' for '--threads <N>': expected a whole number from 0 up"),
        (&["--timeout", "-1s", "A=B"], "'-1s' for '--timeout <TIME>': a time is written like"),
        (&["hint", "--level", "x", "A=B"], "'x' for '--level <N>'\n  [possible values: 1, 2, 3]\n"),
        (&["--misprint=100", "A=B"], "'--misprint[=<VALUE>]': '100' is not one of 0 to 16\n"),
        (&["--maximize", "", "A=B"], "error: this needs an operand\n  ┌─ expression:1:1\n"),
        (&["--where", "", "A=B"], "error: this needs an operand\n  ┌─ where:1:1\n"),
        (&["--assign", "AB=12", "A=B"], "the setting 'assign' names 'AB', which the puzzle does not have"),
    ] {
        let run = run(arguments);
        assert!(run.status == 2 && run.err.contains(said), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn help_leads_to_a_text_that_is_right() {
    let setting = run(&["@foo 3"]).err;
    assert!(setting.contains("such as @base 12") && setting.contains("'fukumen list settings'"), "{setting}");
    let set = run(&["A in {}"]).err;
    assert!(set.contains("help: write the digits that it may have in braces: A in {1,2}\n"), "{set}");
    assert_eq!(run(&["A in {1,2}"]).status, 0);
}

#[test]
fn a_wrong_fact_is_told_once() {
    let wrong = run(&["why", "SEND+MORE=MONEY", "Q=1"]);
    let errors = |run: &super::Run| run.err.matches("error: ").count();
    assert_eq!((wrong.status, errors(&wrong)), (2, 1), "{}", wrong.err);
    assert!(wrong.err.starts_with("error: the puzzle has no symbol 'Q'\n"), "{}", wrong.err);
    let number = run(&["why", "SEND+MORE=MONEY", "S+E"]);
    assert_eq!((number.status, errors(&number)), (2, 1), "{}", number.err);
    let data = run(&["why", "--format=json", "SEND+MORE=MONEY", "E="]).json();
    assert_eq!((&data["error"]["key"], &data["error"]["column"]), (&"missing-right-side".into(), &2.into()));
}

#[test]
fn settings_without_a_puzzle_say_what_is_wrong_with_them() {
    let run = run(&["@nosuch 3"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("there is no setting 'nosuch'"), "{}", run.err);
    assert!(self::run(&["@base 12"]).err.contains("the puzzle is empty"));
}

#[test]
fn an_error_is_data() {
    let answer = run(&["--format=jsonl", "@bsae 12\nAB=CD"]).json_lines()[0].clone();
    let error = &answer["error"];
    assert_eq!((&error["key"], &error["params"]["name"]), (&"unknown-setting".into(), &"bsae".into()));
    assert_eq!(error["message"], "there is no setting 'bsae'");
    assert_eq!(error["label"], "expected the name of a setting");
    assert_eq!(error["help"], "did you mean @base?");
    assert_eq!(error["span"], serde_json::json!([1, 5]));
    assert_eq!(error["repair"], serde_json::json!({"span": [1, 5], "text": "base"}));
}

#[test]
fn a_note_is_data_beside_its_text() {
    let answer = run(&["--format=jsonl", "--count", "A<E, A!=BCD"]).json_lines()[0].clone();
    assert_eq!(answer["notes"][0], "'A!=BCD' is read as A ≠ BCD; the factorial is written A! = BCD");
    let note = serde_json::json!({
        "key": "note-factorial", "params": {"left": "A", "right": "BCD"}, "span": [5, 11],
    });
    assert_eq!(answer["note_keys"], serde_json::json!([note]));
}

#[test]
fn an_answer_with_lines_that_are_zero_says_so() {
    let puzzle = "123 × 4□5; 615; □; 492; 49815";
    let answer = run(&["--format=jsonl", puzzle]).json_lines()[0].clone();
    assert_eq!(
        (&answer["reading"], &answer["status"], &answer["count"]),
        (&"zero-lines".into(), &"solved".into(), &1.into())
    );
    assert_eq!(answer["note_keys"][0]["key"], "note-zero-lines");
    assert_eq!(answer["solutions"][0]["text"], "123 × 405; 615; 0; 492; 49815");
    let said = run(&[puzzle]);
    assert_eq!(said.status, 0);
    assert!(said.err.starts_with("note: no solution if each line is a number other than 0"), "{}", said.err);
    let plain = run(&["--format=jsonl", "123 × 4E5; 615; E; 492; 49815"]).json_lines()[0].clone();
    assert_eq!((&plain["reading"], &plain["count"]), (&serde_json::Value::Null, &1.into()));
}

#[test]
fn the_command_line_adds_its_options_to_the_help() {
    let error = run(&[" 12\n 34\n---\n 48\n360\n---\n408"]).err;
    let said = "name it on a line above the drawing: @layout long-multiplication; or give --layout long-multiplication";
    assert!(error.contains(said), "{error}");
    let error = run(&["A ^\nB"]).err;
    assert!(error.contains("'fukumen list layouts' shows the examples"), "{error}");
    let error = run(&["--layout=none", "  SEND\n+ MORE\n------\n MONEY"]).err;
    assert!(error.contains("@layout grid; or give --layout grid"), "{error}");
}

#[test]
fn tips_are_about_names_like_the_one_typed() {
    for (words, tip) in [
        (&["--answer", "A+B=C"][..], None),
        (&["--jsn", "A+B=C"], None),
        (&["explain", "--lsit", "A+B=C"], None),
        (&["--leading", "A+B=C"], Some("'--leading-zeros'")),
        (&["--cuont", "A+B=C"], Some("'--count'")),
        (&["generate", "wrods"], Some("'words'")),
    ] {
        let told = run(words);
        assert_eq!((told.status, told.out.as_str()), (2, ""), "{words:?}");
        assert_eq!(told.err.contains("tip:"), tip.is_some(), "{}", told.err);
        assert!(!told.err.contains("--base") && !told.err.contains("-- --"), "{}", told.err);
        assert!(tip.is_none_or(|tip| told.err.contains(tip)), "{}", told.err);
    }
}

#[test]
fn a_puzzle_without_its_quotes_is_put_together() {
    let joined = run(&["SEND", "+", "MORE", "=", "MONEY"]);
    assert_eq!((joined.status, joined.out.lines().next()), (0, Some("9567 + 1085 = 10652")));
    assert!(joined.err.contains("quotes"), "{}", joined.err);
    // A slip in one of several puzzles is its own.
    let slip = run(&["A+B=C", "A+", "SO+SO=TOO", "--count"]);
    assert_eq!((slip.status, slip.out.as_str()), (2, "A+B=C: 32\nSO+SO=TOO: 1\n"));
    // Each of these is a puzzle, so they are two.
    assert_eq!(run(&["A+B=C", "D+E=F", "--count"]).out, "A+B=C: 32\nD+E=F: 32\n");
    assert_eq!(run(&["SEND", "MORE"]).status, 2);
}

#[test]
fn a_file_that_is_given_as_a_puzzle_is_told() {
    let told = run(&["Cargo.toml"]);
    assert_eq!(told.status, 2);
    assert!(told.err.contains("there is a file 'Cargo.toml': fukumen -f Cargo.toml"), "{}", told.err);
}

#[test]
fn a_puzzle_without_a_solution_is_told_with_the_readings_that_have_one() {
    let texts = [
        ("2x7=14x", None),
        ("___ x 4 = 36", Some("write _ x 4 = 36")),
        ("ABC+DEF=A", None),
        (
            "BCD%2=0, CDE%3=0, DEF%5=0, EFG%7=0, FGH%11=0, GHI%13=0, HIJ%17=0",
            Some("6 solutions, write @leading-zeros allowed on a line before it"),
        ),
    ];
    for (text, other) in texts {
        let told = run(&["--count", text]);
        assert_eq!((told.status, told.out.trim_end()), (1, "0"), "{text}");
        assert_eq!(told.err.contains("no solution as read"), other.is_some(), "{text}: {}", told.err);
        assert!(other.is_none_or(|other| told.err.contains(other)), "{text}: {}", told.err);
        assert_eq!(run(&["--quiet", "--count", text]).err, "");
    }
}

#[test]
fn words_around_several_puzzles_are_in_none_of_their_headings() {
    let told =
        run(&["--count", "Solve these for me, please:\n\nTWO+TWO=FOUR\nABC+DEF=GHIJ\n\nThanks a lot."]);
    assert_eq!(told.out, "TWO+TWO=FOUR: 7\nABC+DEF=GHIJ: 96\n");
    assert!(told.err.contains("\"Thanks a lot\""), "{}", told.err);
}

#[test]
fn lines_that_have_one_solution_together_are_told() {
    let told = |lines: &str, more: &[&str]| run_on(lines, &[&["--count", "-f", "-"], more].concat());
    let system = "ABC + DEF + GHI = JJJ\nABC x DEF = GFFDEC\n";
    let apart = told(system, &[]);
    assert_eq!(apart.out, "ABC + DEF + GHI = JJJ: 1080\nABC x DEF = GFFDEC: 2\n");
    assert!(apart.err.contains("each line was read as a puzzle; together they have one"), "{}", apart.err);
    assert!(told(&format!("@one\n{system}"), &[]).out.ends_with("GFFDEC: 1\n"));
    // A line that cannot be read, one with one solution, an empty line, and lines without a solution together.
    for others in [
        format!("{system}SEND+\n"),
        format!("{system}SEND+MORE=MONEY\n"),
        system.replace('\n', "\n\n"),
        "A+B=C\nA+B=D\n".into(),
        "TWO+TWO=FOUR\n".into(),
    ] {
        assert!(!told(&others, &[]).err.contains("each line"), "{others}");
    }
    assert_eq!(told(system, &["--quiet"]).err, "");
}

#[test]
fn pages_of_help_are_printed() {
    for topic in ["drawings", "forms", "making", "rules"] {
        let page = run(&["help", topic]);
        assert_eq!((page.status, page.err.as_str()), (0, ""), "{topic}");
        assert!(page.out.starts_with(&topic.to_uppercase()[..4]), "{topic}");
    }
    assert!(run(&["man", "fukumen-generate-words"]).out.contains("fukumen\\-generate\\-words"));
    assert_eq!(run(&["man", "no-such"]).status, 2);
}
