//! `explain`, `hint`, `rate`, `check` and `why`.

use serde_json::Value;

use super::{run, run_on};

const SEND: &str = "SEND+MORE=MONEY";

#[test]
fn an_explanation_ends_in_the_answer_put_in() {
    let told = run(&["explain", SEND]);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(
        told.out.starts_with("1. ") && told.out.ends_with("\nCheck: 9567 + 1085 = 10652.\n"),
        "{}",
        told.out
    );
    assert!(told.out.lines().all(|line| line.chars().count() <= 76));
    let none = run(&["explain", "NRICH+MATHS=STARS"]);
    assert_eq!(none.status, 1);
    assert!(none.out.contains("No solution: the units and tens alone rule it out."), "{}", none.out);
}

#[test]
fn an_explanation_may_be_brief_or_full() {
    let (brief, full) = (run(&["explain", "--brief", SEND]).out, run(&["explain", "--full", SEND]).out);
    assert!(brief.contains("M = 1") && brief.len() < run(&["explain", SEND]).out.len());
    assert!(full.contains("   SEND+1ORE=1ONEY\n") && full.contains("   9567+1085=10652\n"), "{full}");
    assert_eq!(run(&["explain", "--brief", "--full", SEND]).status, 2);
}

#[test]
fn every_format_holds_several_puzzles() {
    let input = "SO+SO=TOO\n\nNRICH+MATHS=STARS\n";
    for (format, pieces) in [
        ("text", ["SO+SO=TOO\n1. ", "\n\nNRICH+MATHS=STARS\n1. "]),
        ("markdown", ["## SO+SO=TOO\n\n**1.** ", "\n## NRICH+MATHS=STARS\n"]),
        ("html", ["<h2>SO+SO=TOO</h2>\n<pre tabindex=\"0\">SO+SO=TOO</pre>", "</main>\n</body>\n</html>\n"]),
        ("latex", ["\\[ SO+SO=TOO \\]\n", "\\textbf{1.}"]),
        ("svg", ["<svg y=\"0\" ", "<title>NRICH+MATHS=STARS; 1. "]),
    ] {
        let told = run_on(input, &["explain", "--format", format, "-"]);
        assert_eq!(told.status, 1, "{}", told.err);
        pieces.iter().for_each(|piece| assert!(told.out.contains(piece), "{format}: {}", told.out));
    }
    let picture = run_on(input, &["explain", "--format=svg", "-"]).out;
    let ends = ["<svg", "</svg>", "\n<svg y="].map(|part| picture.matches(part).count());
    assert!(picture.starts_with("<svg ") && ends == [3, 3, 2], "{picture}");
    let lines = run_on(input, &["explain", "--format=jsonl", "-"]).json_lines();
    let array = run_on(input, &["explain", "--format=json", "-"]).json();
    assert_eq!(Value::from(lines), array);
}

#[test]
fn techniques_may_be_chosen() {
    let value = run(&["explain", "--format=jsonl", "--only", "one-unknown,lead-carry", "SO+SO=TOO"]).json();
    let used = value["rating"]["counts"].as_object().expect("it is rated").keys().cloned();
    assert!(used.clone().all(|name| ["one-unknown", "lead-carry"].contains(&&*name)), "{value}");
    let without = run(&["explain", "--format=jsonl", "--without", "one-unknown", "SO+SO=TOO"]).json();
    assert!(without["rating"]["counts"].get("one-unknown").is_none());
    let unknown = run(&["explain", "--only", "luck", SEND]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("there is no technique 'luck'"), "{}", unknown.err);
}

#[test]
fn a_rating_is_a_line_for_each_puzzle() {
    let rated = run_on("SO+SO=TOO\nNRICH+MATHS=STARS\nA+=B\n", &["rate", "-"]);
    assert_eq!(rated.status, 2);
    let lines: Vec<&str> = rated.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", rated.out);
    assert!(lines[0].starts_with("SO+SO=TOO: Easy (2 of 5): "), "{}", lines[0]);
    assert_eq!(lines[1], "NRICH+MATHS=STARS: Gentle (1 of 5) to refute: two columns are enough.");
    let objects = run_on("SO+SO=TOO\nA+=B\n", &["rate", "--format=jsonl", "-"]).json_lines();
    assert!(objects[0]["rating"]["value"].is_f64() && objects[1]["status"] == "error");
}

#[test]
fn ratings_come_in_order_and_are_the_same_for_any_number_of_threads() {
    let sums = ["SO+SO=TOO", "SEND+MORE=MONEY", "A+=B", "A+B=C", "TWO+TWO=FOUR", "EVE+DID=TALK"];
    let input = sums.repeat(2).join("\n");
    for format in ["text", "jsonl"] {
        let rated = |threads| run_on(&input, &["rate", "--format", format, "--threads", threads, "-"]);
        let (one, three) = (rated("1"), rated("3"));
        assert_eq!((&one.out, one.status), (&three.out, three.status));
        assert_eq!(one.err, three.err);
        assert_eq!(one.out.lines().count(), if format == "text" { 10 } else { 12 }, "{}", one.out);
    }
}

/// The label in JSON is a level of the sentence, and the sentence has no decimals and no names of techniques.
#[test]
fn a_rating_is_a_sentence_about_its_level() {
    let puzzles =
        [SEND, "SO+SO=TOO", "TWO*TWO=THREE", "EVE+DID=TALK", "DONALD+GERALD=ROBERT", "□7×□=□□1", "A*B=12"];
    for puzzle in puzzles {
        let rating = &run(&["rate", "--format=jsonl", puzzle]).json()["rating"];
        let told = run(&["rate", puzzle]).out;
        let hardest = rating["hardest"].as_str().expect("it has steps");
        assert!(!told.contains(hardest) || hardest.chars().all(char::is_alphabetic), "{told}");
        let Some((level, reason)) = told.split_once(" of 5): ") else {
            assert!(told.starts_with("No level: "), "{told}");
            continue;
        };
        assert!(level.to_lowercase().contains(rating["label"].as_str().expect("it has a label")), "{told}");
        assert!(reason.ends_with(".\n") && !reason.trim_end_matches(".\n").contains('.'), "{told}");
    }
    assert_eq!(run(&["rate", "TWO+TWO=FOUR"]).out, "No level: 7 solutions. Only F = 1 is certain.\n");
}

/// `rating` is an object or null, and `unrated` says why it is null.
#[test]
fn what_has_no_rating_says_why() {
    let cases: [(&[&str], Option<&str>); 7] = [
        (&["rate", "SO+SO=TOO"], None),
        (&["explain", "NRICH+MATHS=STARS"], None),
        (&["rate", "1+1=2"], Some("nothing-to-find")),
        (&["explain", "ONE+TWO+SIX=NINE"], Some("nothing-certain")),
        (&["rate", "ONE+TWO+SIX=NINE"], Some("nothing-certain")),
        (&["rate", "--only=taken", "SEND+MORE=MONEY"], Some("unfinished")),
        (&["rate", "--timeout=0s", "SEND+MORE=MONEY"], Some("unfinished")),
    ];
    for (command, reason) in cases {
        let object = run(&[command, &["--format=jsonl"]].concat()).json();
        assert_eq!(object.get("rating").map(Value::is_object), Some(reason.is_none()), "{command:?}");
        assert_eq!(object.get("unrated").and_then(Value::as_str), reason, "{command:?}");
    }
}

#[test]
fn a_rating_that_was_given_up_is_a_bound() {
    let product = "TWELVE*TWO=THIRTYSIX";
    let value = run(&["rate", "--format=jsonl", "--base=12", product]).json();
    let rating = &value["rating"];
    assert!(rating["at_least"] == true && value["complete"] == false, "{value}");
    assert!(rating["value"].as_f64().is_some_and(|value| value > 6.0), "{value}");
    let told = run(&["rate", "--base=12", product]);
    assert!(told.status == 3 && told.out.starts_with("At least "), "{}", told.out);
}

#[test]
fn a_complete_answer_is_right_or_wrong() {
    let check = |answer: &str| run(&["check", SEND, "--answer", answer]);
    let right = check("9567 + 1085 = 10652");
    assert_eq!((right.status, right.out.as_str()), (0, "right\n"));
    let wrong = check("9567+1085=10653");
    let reason = "wrong: column 1 from the right does not add up in 9567 + 1085 = 10653\n";
    assert_eq!((wrong.status, wrong.out.as_str()), (1, reason));
    // Without the option the last argument is the answer.
    assert_eq!(run(&["check", SEND, "S=9,E=5"]).out, check("S=9,E=5").out);
    assert_eq!(run(&["check", SEND]).status, 2);
    let drawn = run(&["check", SEND, "--answer", "  9567\n+ 1085\n------\n 10652"]);
    assert_eq!(drawn.out, "right\n");
}

#[test]
fn a_part_of_an_answer_is_possible_or_a_dead_end() {
    let check = |answer: &str| run(&["check", SEND, "--answer", answer]);
    assert_eq!(check("S=9,E=5").out, "possible: part of 1 solution\n");
    assert_eq!(check("9??7+1085=1065?").out, "possible: part of 1 solution\n");
    let dead = check("S=8,E=5");
    assert_eq!(dead.status, 1);
    assert!(dead.out.starts_with("dead end: no solution has S = 8\n1. "), "{}", dead.out);
    assert!(dead.out.contains("carry make O + 10"), "{}", dead.out);
    let value = run(&["check", SEND, "--answer", "S=8,E=5", "--format=json"]).json();
    assert_eq!((&value["verdict"], &value["digits"]["S"]), (&"dead end".into(), &8.into()));
    let steps = value["refutation"]["steps"].as_array().expect("it has steps");
    let last =
        steps.last().expect("there is one")["gives"].as_array().expect("it has conclusions").last().cloned();
    assert_eq!(last.expect("there is one")["false"], true);
    let given = value["refutation"]["given"].as_array().expect("it has facts");
    assert!(
        given.iter().any(|fact| fact["digit"] == "S" && fact["in"] == serde_json::json!([8])),
        "{given:?}"
    );
}

#[test]
fn an_answer_that_does_not_fit_is_an_error() {
    for (answer, reason) in [
        ("957+1085=10652", "row 1: the puzzle has SEND where the answer has a number of another length"),
        ("9567+1085", "; write the puzzle with digits in it, or digits alone as in A=5"),
        ("SEND=956", "'956', given for SEND, is not a number of 4 digits in base 10"),
        ("9567-1085=10652", "the puzzle has '+' where the answer has '-'"),
        ("X=1", "the puzzle has no symbol 'X'"),
        ("S=10", "'10', given for S, is not a digit in base 10"),
    ] {
        let check = run(&["check", SEND, "--answer", answer]);
        assert_eq!(check.status, 2, "{answer}");
        assert!(check.err.contains(reason), "{}", check.err);
    }
    assert_eq!(run(&["check", SEND]).status, 2);
    assert_eq!(run(&["check", SEND, "--answer", "S=9", "--answer", "S=8"]).status, 2);
}

#[test]
fn a_hint_tells_as_much_as_its_level() {
    let hint = |level: &str| run(&["hint", "--level", level, SEND]);
    assert_eq!(hint("1").out, "Look at the ten-thousands.\n");
    assert_eq!(hint("2").out, "Look at the ten-thousands. How large can the numbers be together?\n");
    let third = run(&["hint", SEND]);
    assert_eq!(third.status, 0, "{}", third.err);
    assert!(third.out.contains("M = 1") && !third.out.contains("10652"), "{}", third.out);
}

#[test]
fn a_known_digit_that_is_wrong_is_named() {
    let wrong = run(&["hint", "--known", "S=8,E=5", SEND]);
    assert_eq!(wrong.status, 1);
    assert!(wrong.out.starts_with("no solution has S = 8\n1. "), "{}", wrong.out);
    for level in ["1", "2"] {
        let short = run(&["hint", "--level", level, "--known", "S=8,E=5", SEND]);
        assert_eq!(short.out, "no solution has S = 8\n");
    }
    for (known, reason) in [
        ("S=9,S=8", "S is given two digits, 9 and 8"),
        ("Q=1", "the puzzle has no symbol 'Q'"),
        ("S=A", "'A', given for S, is not a digit in base 10"),
    ] {
        let hint = run(&["hint", "--known", known, SEND]);
        assert_eq!(hint.status, 2);
        assert!(hint.err.contains(reason), "{}", hint.err);
    }
}

#[test]
fn a_hint_that_tries_cases_does_not_tell_them_all() {
    let only = ["hint", "--only", "taken,cases,cancel,one-unknown", "ABC*4=CBA"];
    let hint = run(&only).out;
    assert!(hint.starts_with("Try each possibility: the tens carry 0 to 3. In each of them "), "{hint}");
    assert!(hint.split_whitespace().count() < 60, "{hint}");
    let level = |level: &str| run(&[&only[..], &["--level", level]].concat()).out;
    assert_eq!(
        level("1"),
        "Look at the tens.
"
    );
    assert_eq!(
        level("2"),
        "Look at the tens. Which of the possibilities leads nowhere?
"
    );
}

#[test]
fn a_hint_goes_on_from_what_is_known() {
    let next = run(&["hint", "--known", "M=1,O=0,S=9", SEND]);
    assert_eq!(next.status, 0, "{}", next.err);
    assert!(!["M = 1", "O = 0", "S = 9"].iter().any(|fact| next.out.contains(fact)), "{}", next.out);
    let drawn = run(&["hint", "--known", "9???+10??=10???", SEND]);
    assert_eq!(drawn.out, next.out);
}

#[test]
fn a_hint_is_no_taken_digit_alone() {
    let fractions = "@digits 1-9\nA/BC+D/EF+G/HI=1";
    for known in ["B=3", "B=3,A=5", "C=4", "I=8,H=6"] {
        let hint = run(&["hint", "--known", known, fractions]);
        assert_eq!(hint.status, 0, "{}", hint.err);
        assert!(hint.out.contains(" is ") || hint.out.contains(" = "), "{known}: {}", hint.out);
        assert!(!hint.out.contains(": ."), "{known}: {}", hint.out);
    }
}

#[test]
fn the_steps_to_a_fact_are_those_that_it_needs() {
    assert_eq!(run(&["why", SEND, "E is odd"]).out, run(&["why", SEND, "is_odd(E)"]).out);
    let told = run(&["why", SEND, "O=0"]);
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(told.out.ends_with("\nO = 0.\n") && !told.out.contains("Units"), "{}", told.out);
    let whole = run(&["explain", SEND]).out;
    assert!(told.out.len() < whole.len() / 2, "{}", told.out);
    assert!(run(&["why", SEND, "SEND<10000"]).out.ends_with("SEND is at most 9999.\n"));
}

#[test]
fn a_fact_that_is_not_certain_is_refuted() {
    let refuted = run(&["why", "TWO+TWO=FOUR", "T=9"]);
    let reason = "'T=9' is not certain: it does not hold in 734 + 734 = 1468\n";
    assert_eq!((refuted.status, refuted.out.as_str()), (1, reason));
    let wrong = run(&["why", SEND, "E=4"]);
    assert_eq!(wrong.status, 1);
    assert!(wrong.out.starts_with("'E=4' is false: it holds in no solution\n1. "), "{}", wrong.out);
    assert!(wrong.out.ends_with("\nE is not 4.\n"), "{}", wrong.out);
    let as_json: Value =
        serde_json::from_str(&run(&["why", "--format", "json", SEND, "E=4"]).out).expect("it is JSON");
    assert_eq!(as_json["counterexample"], "9567+1085=10652");
    assert!(as_json["refutation"]["steps"].as_array().is_some_and(|steps| !steps.is_empty()));
    let blank = run(&["why", "□*□=6□", "_3=5"]);
    assert!(blank.out.starts_with("'_3=5' is false"), "{}", blank.out);
    let wrong = run(&["why", SEND, "E="]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("expression:1:2"), "{}", wrong.err);
    let open = run(&["why", "A+B=C"]);
    assert_eq!(open.out, "several solutions, which differ in A, B: 1 + 2 = 3 and 2 + 1 = 3\n");
    let from_file = run_on("A+B=C\n", &["why", "-f", "-", "C>3"]);
    assert_eq!(from_file.status, 1);
}

#[test]
fn a_relation_is_judged_by_all_solutions() {
    let holds = run(&["why", "AB=B^2", "A<B"]);
    assert_eq!(holds.status, 0);
    assert!(holds.out.ends_with("So 'A<B' holds in every solution.\n"), "{}", holds.out);
    let many = run(&["why", "A+B=C", "C>B"]);
    let looked_at = "All solutions were looked at, and 'C>B' holds in each of them.\n";
    assert_eq!((many.status, many.out.as_str()), (0, looked_at));
    let fails = run(&["why", SEND, "S<E"]);
    assert!(fails.out.starts_with("'S<E' is false: it holds in no solution\n1. "), "{}", fails.out);
    let open = run(&["why", "A+B=C", "A<B"]);
    assert!(open.out.starts_with("'A<B' is not certain"), "{}", open.out);
    assert_eq!((fails.status, open.status), (1, 1));
}

#[test]
fn a_wrong_question_is_told_of_its_puzzle() {
    let both = run(&["check", "--base", "9..10", SEND, "S=9"]);
    assert!(
        both.out.contains("base 10: possible") && both.err.contains("base 9"),
        "{}{}",
        both.out,
        both.err
    );
    assert_eq!(both.status, 2);
    for command in [["why", SEND, "Q=1"], ["check", SEND, "Q=1"]] {
        let told = run(&[&command[..], &["--format", "jsonl"]].concat());
        assert_eq!((told.status, &told.json()["status"]), (2, &Value::from("error")), "{command:?}");
    }
}

#[test]
fn explanations_have_an_account_for_each_base() {
    let told = run(&["check", "--base", "4..6", "A+B=CA", "--answer", "C=1"]);
    assert_eq!(told.out.lines().count(), 3, "{}", told.out);
}

#[test]
fn a_drawing_that_is_partly_filled_in_says_what_is_known() {
    let drawing = "   □7\n  ----\n3□)□□□\n   □□\n   ---\n    □□□\n    □□□\n    ---\n      0";
    let filled = "   27\n  ----\n36)9□□\n   □□\n   ---\n    □□□\n    2□□\n    ---\n      0";
    let known = run_on(drawing, &["hint", "--known", filled, "-"]);
    let listed = run_on(drawing, &["hint", "--known", "_1=2,_2=6,_3=9,_11=2", "-"]);
    assert_eq!((known.status, &known.out), (listed.status, &listed.out), "{}", known.err);
    assert!(known.status == 0 && known.out != run_on(drawing, &["hint", "-"]).out, "{}", known.out);
    let letters = run(&["hint", "--known", "  S???\n+ 10??\n------\n 10???", SEND]);
    assert_eq!(letters.out, run(&["hint", "--known", "M=1,O=0", SEND]).out);
}

#[test]
fn columns_of_a_system_are_those_of_an_equation() {
    let hint = run(&["hint", "--level", "1", "AB+CD=EFG && E+H=IJ"]);
    assert_eq!(hint.out, "Look at equation 1, at the hundreds.\n");
    let step = run(&["hint", "AB+CD=EFG && E+H=IJ"]);
    assert!(step.out.starts_with("1. Equation 1, hundreds: "), "{}", step.out);
    let alone = run(&["hint", "--level", "1", "AB+CD=EFG && A<C"]);
    assert_eq!(alone.out, "Look at the hundreds.\n");
}

#[test]
fn verdicts_and_ratings_are_told_in_each_language() {
    let told = |language: &str, words: &[&str]| run(&[words, &["--lang", language][..]].concat()).out;
    let wrong = ["check", SEND, "--answer", "9567+1085=10653"];
    let dead = ["check", SEND, "--answer", "S=8"];
    let rated = ["rate", "SO+SO=TOO"];
    let open = ["why", "A+B=C"];
    let hint = ["hint", SEND, "--known", "S=8", "--level", "1"];
    for (language, texts) in [
        (
            "ja",
            [
                "誤り：",
                "行き止まり：S = 8 となる解はない",
                "易しい（5 段階の 2）：",
                "解は複数あり",
                "S = 8 となる解はない",
            ],
        ),
        (
            "pl",
            [
                "źle: kolumna 1",
                "ślepy zaułek: ",
                "Łatwe (2 z 5): ",
                "jest kilka rozwiązań",
                "w żadnym rozwiązaniu",
            ],
        ),
        ("zh", ["错误：在", "死路：", "容易（5 级中的第 2 级）：", "有多个解", "没有解满足 S = 8"]),
    ] {
        for (words, text) in [&wrong[..], &dead, &rated, &open, &hint].into_iter().zip(texts) {
            let told = told(language, words);
            assert!(told.starts_with(text), "{language}: {told}");
        }
        let drawn = run(&[
            "check",
            "  12\n× AB\n----\n  BC\n DE\n----\n FGH",
            "--answer",
            "A=2,B=3,C=7",
            "--lang",
            language,
        ]);
        assert!(drawn.status == 1 && !drawn.out.contains("partial"), "{}", drawn.out);
    }
}

#[test]
fn more_symbols_than_digits_are_the_reason() {
    let told = run(&["explain", "ABCDEFGHIJK+A=B"]);
    let reason = "1. There are 11 symbols for different digits, but only 10 digits.\n";
    assert!(told.out.starts_with(reason), "{}", told.out);
    assert_eq!(run(&["hint", "ABCDEFGHIJK+A=B"]).out, reason);
}

#[test]
fn a_hint_says_that_all_is_known_and_takes_three_levels() {
    let known = "S=9,E=5,N=6,D=7,M=1,O=0,R=8,Y=2";
    assert_eq!(run(&["hint", SEND, "--known", known]).out, "All digits are known.\n");
    assert_eq!(run(&["hint", SEND, "--level", "4"]).status, 2);
    let none = run(&["explain", SEND, "--only", "cases", "--without", "cases"]);
    assert_eq!(none.status, 2, "{}", none.out);
    assert!(none.err.contains("--without takes away every technique"), "{}", none.err);
}

#[test]
fn the_steps_write_digits_as_decimal_numbers() {
    let told = run(&["explain", "--base", "16", "LETS+WAVE=LATER"]);
    assert!(told.out.contains("W = 15 (F)") && told.out.contains("V = 14 (E)"), "{}", told.out);
    let told = run(&["explain", "--base", "40", "A+B=[37], A-B=[31]"]);
    assert!(told.out.contains("A = 34") && !told.out.contains("decimal"), "{}", told.out);
}
