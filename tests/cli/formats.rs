//! The output formats.

use serde_json::json;

use super::{run, run_on};

#[test]
fn text_is_the_puzzle_filled_in() {
    assert_eq!(run(&["AB=B^2"]).out, "25=5^2\n36=6^2\n2 solutions\n");
    assert_eq!(run(&["A=B^3"]).out, "8=2^3\n1 solution, unique\n");
    assert_eq!(run(&["AB=B^2+100"]).out, "no solution\n");
}

#[test]
fn text_answers_what_is_asked() {
    assert_eq!(run(&["SEND+MORE=MONEY"]).out, "9567+1085=10652\n1 solution, unique\n");
    assert_eq!(run(&["--leading-zeros", "allowed", "--count", "SEND+MORE=MONEY"]).out, "25\n");
    assert_eq!(run(&["--count", "AB=B^2"]).out, "2\n");
    assert_eq!(run(&["--unique", "A=B^3"]).out, "8=2^3\nunique\n");
    assert_eq!(run(&["--unique", "AB=B^2"]).out, "25=5^2\n36=6^2\nnot unique\n");
    assert_eq!(run(&["--unique", "AB=B^2+100"]).out, "no solution\n");
    assert_eq!(run(&["--first", "AB=B^2"]).out, "25=5^2\nthe first solution; there may be more\n");
    assert_eq!(run(&["--first=9", "AB=B^2"]).out, "25=5^2\n36=6^2\n2 solutions\n");
}

#[test]
fn text_groups_what_differs_by_a_symmetry_only() {
    let sum = ["--digits=1-9", "--essentially", "A/BC+D/EF+G/HI=1"];
    assert_eq!(run(&sum).out, "5/34+7/68+9/12=1\n6 solutions, 1 up to symmetry\n");
    assert_eq!(run(&[&["--count"], &sum[..]].concat()).out, "6, 1 up to symmetry\n");
    let unique = run(&[&["--unique"], &sum[..]].concat());
    assert_eq!((unique.status, &*unique.out), (0, "5/34+7/68+9/12=1\nunique up to symmetry\n"));
}

#[test]
fn text_shows_a_value_beside_each_solution() {
    let run = run(&["--show", "A/B", "--base", "16", "--assign", "A=10,11", "A+B=C"]);
    assert!(run.out.starts_with("A+1=B  A/B = A\nA+2=C  A/B = 5\nA+3=D  A/B = A/3\n"), "{}", run.out);
}

#[test]
fn text_counts_by_the_value_shown() {
    let counted = run(&["--count", "--show", "A-B", "--digits", "1-9", "AB=B^2"]);
    assert_eq!(counted.out, "   -3  2\ntotal  2\n");
}

#[test]
fn text_heads_each_of_several_puzzles() {
    let two = run(&["AB=B^2", "A=B^3"]);
    assert_eq!(
        two.out,
        "AB=B^2\n  25=5^2\n  36=6^2\n  2 solutions\n\nA=B^3\n  8=2^3\n  1 solution, unique\n"
    );
    assert_eq!(run(&["--count", "AB=B^2", "A=B^3"]).out, "AB=B^2: 2\nA=B^3: 1\n");
    let long = "B-B+".repeat(500) + "AB=B^2";
    let counted = run_on(format!("A=B^3\n{long}\n"), &["--count", "-"]).out;
    assert_eq!(counted, format!("A=B^3: 1\n{}… (line 2): 2\n", &long[..72]));
    let bases = run(&["--base", "5..6", "AB=B^2"]);
    assert_eq!(
        bases.out,
        "AB=B^2  (base 5)\n  no solution\n\nAB=B^2  (base 6)\n  13=3^2\n  24=4^2\n  2 solutions\n"
    );
}

#[test]
fn a_base_too_small_for_the_digits_is_skipped_in_a_range() {
    let bases = run(&["--count", "--base", "8..11", "AB=B^2+9"]);
    assert_eq!(bases.out.lines().count(), 2);
    assert!(bases.out.contains("(base 10): "), "{}", bases.out);
    assert!(bases.err.starts_with("note: skipped base 8, 9: base 8 has no digit 9"), "{}", bases.err);
    assert_eq!(run(&["--base", "7..8", "AB=B^2+9"]).status, 2);
}

#[test]
fn letters_are_told_in_the_order_of_digits() {
    let told = |args: &[&str]| run(args).out;
    assert_eq!(
        told(&["--key=1098", "--decode", "-10, 4!", "SEND+MORE=MONEY"]),
        "9567+1085=10652\n  1098: MOSR\n  -10, 4!: -MO, ?!\n1 solution, unique\n"
    );
    assert_eq!(told(&["--show-key", "A=B^3, B>1"]), "8=2^3, 2>1\n  A=8 B=2\n1 solution, unique\n");
    // Without a terminal nothing is added, and numbers alone have no letters.
    assert_eq!(told(&["A=B^3, B>1"]), "8=2^3, 2>1\n1 solution, unique\n");
    assert_eq!(told(&["--show-key", "?=2^3"]), "8=2^3\n1 solution, unique\n");
    assert_eq!(
        told(&["--distinct=none", "--key=12", "--first", "A+B=2"]),
        "0+2=2\n  12: ?B\nthe first solution; there may be more\n"
    );
    assert!(told(&["--distinct=none", "--key=1", "A+B=2"]).contains("1+1=2\n  1: (AB)\n"));
    assert!(told(&["--base=12", "--key=Ba", "A=[10], B=[11]"]).contains("\n  Ba: BA\n"));
    let drawn = told(&["--key=21", "  A\n+ A\n---\n  B"]);
    assert!(drawn.starts_with("  1\n+ 1\n---\n  2\n21: BA\n\n"), "{drawn}");
    for slip in ["11", "1-2", "", "1 2", "[64]", "[1]1"] {
        assert_eq!(run(&["--key", slip, "A=B^3"]).status, 2, "{slip}");
    }
}

#[test]
fn the_best_are_told_with_their_value() {
    let best = run(&["--maximize", "A*B", "A+B=C, A<B"]);
    assert_eq!(best.out, "4+5=9, 4<5\n1 solution, with the largest A*B = 20\n");
}

#[test]
fn a_table_has_a_column_for_each_symbol() {
    let table = run(&["--format", "table", "A=B^3"]);
    assert!(table.out.contains("│ solution ┆ A ┆ B │"), "{}", table.out);
    assert!(table.out.contains("│ 8=2^3    ┆ 8 ┆ 2 │"), "{}", table.out);
    assert!(table.out.ends_with("\n1 solution, unique\n"), "{}", table.out);
}

#[test]
fn markdown_is_a_table() {
    let table = run(&["--format=markdown", "--show=A*B", "A=B*B*B"]);
    assert_eq!(
        table.out,
        "| solution | A | B | show |\n| --- | --- | --- | --- |\n| 8=2\\*2\\*2 | 8 | 2 | 16 |\n\n1 solution, unique\n"
    );
}

#[test]
fn csv_has_a_column_for_each_symbol_or_a_row_for_each_puzzle() {
    assert_eq!(run(&["--format=csv", "AB=B^2"]).out, "solution,A,B\n25=5^2,2,5\n36=6^2,3,6\n");
    assert_eq!(run(&["--format=csv", "--count", "AB=B^2"]).out, "show,count\n,2\n");
    assert_eq!(
        run(&["--format=csv", "A=B^3", "A=B^2, A<5"]).out,
        "line,puzzle,base,solution,digits,blanks,show\n1,A=B^3,10,8=2^3,A=8 B=2,,\n1,\"A=B^2, A<5\",10,\"4=2^2, 4<5\",A=4 B=2,,\n"
    );
    let blanks = run(&["--format=csv", "--show=A", "A=?^3, A>1", "A=B^3"]).out;
    assert!(blanks.contains("10,\"8=2^3, 8>1\",A=8,2,8\n"), "{blanks}");
    assert_eq!(run(&["--format=csv", "--show=A", "A=B^3"]).out, "solution,A,B,show\n8=2^3,8,2,8\n");
}

#[test]
fn csv_may_have_a_mark_and_numbers_that_no_program_takes_for_something_else() {
    let marked = run(&["--format=csv", "--bom", "A=B^3"]).out;
    assert_eq!(marked, "\u{feff}solution,A,B\n8=2^3,8,2\n");
    let refused = run(&["--bom", "A=B^3"]);
    assert_eq!((refused.status, refused.err.contains("--bom is for --format csv")), (2, true));
    let decimal = |texts: &[&str]| run(&[&["--format=csv", "--digits-as=decimal"], texts].concat()).out;
    let one = decimal(&["--base=16", "A+?=10, A>[14]"]);
    assert_eq!(one, "solution,A,blank 1\n\"F+1=10, F>[14]\",15,1\n");
    // Databases do not tell capital letters from small ones.
    let cases = decimal(&["--base=16", "--case-sensitive", "A=a*2, a>6"]);
    assert_eq!(cases, "solution,A,a (2)\n\"E=7*2, 7>6\",14,7\n");
    let several = decimal(&["--base=16", "A+?+?=10, A=[14], B=2", "A=B^3"]);
    assert!(several.contains(",A=14 B=2,1; 1,\n"), "{several}");
}

#[test]
fn csv_says_on_standard_error_that_it_is_not_all() {
    let stopped = run(&["--format=csv", "--max-solutions=1", "AB=B^2"]);
    assert_eq!(stopped.out, "solution,A,B\n25=5^2,2,5\n");
    assert_eq!(stopped.err, "note: stopped by the limit of solutions: there may be more\n");
}

#[test]
fn json_has_its_fields_in_order() {
    let answer = run(&["--format=json", "AB=B^2"]).json();
    assert_eq!(answer["schema"], 1);
    assert_eq!(answer["puzzle"], "AB=B^2");
    assert_eq!(answer["line"], 1);
    assert_eq!(answer["status"], "solved");
    assert_eq!(answer["exhausted"], true);
    assert_eq!(answer["count"], 2);
    assert_eq!(answer["unique"], false);
    assert_eq!(answer["undecided"], 0);
    assert_eq!(answer["stopped_by"], json!(null));
    let first = json!({"digits": {"A": 2, "B": 5}, "text": "25=5^2", "show": null, "class": null});
    assert_eq!(answer["solutions"][0], first);
    let fields: Vec<&String> = answer.as_object().expect("it is an object").keys().collect();
    let contract = [
        "schema",
        "puzzle",
        "line",
        "rules",
        "status",
        "exhausted",
        "count",
        "unique",
        "essentially",
        "undecided",
        "solutions",
        "engine",
        "evaluator",
        "reason",
        "threads",
        "stopped_by",
        "nodes",
        "seconds",
        "times",
    ];
    let known: Vec<&str> = fields.iter().map(|f| f.as_str()).filter(|f| contract.contains(f)).collect();
    assert_eq!(known, contract);
}

#[test]
fn json_says_the_rules_in_force() {
    let rules = |arguments: &[&str]| run(arguments).json()["rules"].clone();
    assert_eq!(rules(&["--format=json", "A=B^3"])["leading_zeros"], "forbidden");
    let changed = rules(&[
        "--format=json",
        "--leading-zeros",
        "--base=12",
        "--digits=1-9",
        "--assign=A≠1",
        "--case-sensitive",
        "A=B^3",
    ]);
    assert_eq!(changed["leading_zeros"], "allowed");
    assert_eq!(changed["base"], 12);
    assert_eq!(changed["digits"], "1-9");
    assert_eq!(changed["assign"], json!(["A≠1"]));
    assert_eq!(changed["case_sensitive"], true);
}

#[test]
fn json_is_an_array_where_there_are_several() {
    assert!(run(&["--format=json", "A=B^3"]).json().is_object());
    let two = run(&["--format=json", "A=B^3", "AB=B^2"]).json();
    assert_eq!(two.as_array().map(Vec::len), Some(2));
    assert_eq!(two[1]["count"], 2);
    let bases = run(&["--format=json", "--base=5..6", "AB=B^2"]).json();
    assert_eq!(bases[0]["rules"]["base"], 5);
    assert_eq!(bases[1]["count"], 2);
}

#[test]
fn a_count_has_no_solutions() {
    let answer = run(&["--format=json", "--count", "AB=B^2"]).json();
    assert_eq!(answer["count"], 2);
    assert_eq!(answer.get("solutions"), None);
}

#[test]
fn what_is_not_known_is_null() {
    let answer = run(&["--format=json", "--first", "AB=B^2"]).json();
    assert_eq!(answer["unique"], json!(null));
    assert_eq!(answer["stopped_by"], "first");
    assert_eq!(answer["exhausted"], false);
    let answer = run(&["--format=json", "--unique", "AB=B^2"]).json();
    assert_eq!(answer["unique"], false);
    assert_eq!(answer["stopped_by"], "unique");
}

#[test]
fn an_error_stands_in_the_place_of_the_answer() {
    let error = run(&["--format=jsonl", "SEND + + = MONEY"]);
    assert_eq!(error.status, 2);
    let lines = error.json_lines();
    assert_eq!(lines[0]["status"], "error");
    assert_eq!(lines[0]["error"]["message"], "this needs an operand");
    assert_eq!(lines[0]["error"]["line"], 1);
    assert_eq!(lines[0]["error"]["column"], 8);
    assert_eq!(lines[0]["error"]["length"], 1);
    assert_eq!(lines[0].get("count"), None);
}

#[test]
fn blanks_have_their_digits_in_order() {
    let answer = run(&["--format=json", "--first", "2?*?=?6"]).json();
    assert_eq!(answer["solutions"][0]["blanks"].as_array().map(Vec::len), Some(3));
    assert_eq!(answer["solutions"][0]["digits"], json!({}));
}

#[test]
fn wrong_digits_come_with_the_right_ones() {
    let answer = run(&["--format=json", "--wrong", "1+2=4"]).json();
    assert_eq!(answer["solutions"][0]["wrong"][0][0], 1);
    assert_eq!(answer["solutions"][0]["digits"], json!({}));
}

/// More solutions than wait for their count, in an object, among others, and on a line.
#[test]
fn json_of_many_solutions_is_written_as_it_comes() {
    let many = ["--distinct=none", "AB+CD=EF"];
    let [one, several, line]: [&[&str]; 3] =
        [&["--format=json"], &["--format=json", "A=B^3"], &["--format=jsonl"]];
    let one = run(&[one, &many].concat()).json();
    let several = run(&[several, &many].concat()).json();
    let line = run(&[line, &many].concat());
    let text = run(&many).out;
    let texts: Vec<&str> = text.lines().filter(|line| line.contains('=')).collect();
    assert!(texts.len() > 1000, "{}", texts.len());
    let keys = |value: &serde_json::Value| value.as_object().expect("it is one").len();
    for answer in [&one, &several[1], &line.json_lines()[0]] {
        let solutions = answer["solutions"].as_array().expect("it is a list");
        let found: Vec<&str> = solutions.iter().filter_map(|solution| solution["text"].as_str()).collect();
        assert_eq!(found, texts);
        assert_eq!((&answer["count"], &answer["status"]), (&json!(texts.len()), &json!("solved")));
        assert_eq!(keys(answer), keys(&several[0]));
    }
    assert_eq!(line.out.lines().count(), 1);
}

/// Solutions that are wanted at once stand before their count.
#[test]
fn json_streams_at_once() {
    let streamed = run(&["--format=json", "--stream", "AB=B^2"]);
    assert!(streamed.out.find("solutions") < streamed.out.find("count"), "{}", streamed.out);
    assert_eq!(streamed.json()["count"], 2);
    assert_eq!(run(&["--format=json", "--stream", "AB=B^2+100"]).json()["solutions"], json!([]));
}

#[test]
fn a_long_table_is_one_table() {
    let table = run(&["--format=table", "--leading-zeros", "allowed", "--distinct=none", "AB+CD=EFG"]).out;
    let lines: Vec<&str> = table.lines().collect();
    let width = lines[0].chars().count();
    let (last, grid) = lines.split_last().expect("there are lines");
    assert_eq!(*last, "10000 solutions");
    assert!(grid.iter().all(|line| line.chars().count() == width));
    assert_eq!(grid.iter().filter(|line| line.starts_with('│')).count(), 10_001);
    assert_eq!(grid.iter().filter(|line| line.contains(['┌', '╞', '└'])).count(), 3);
}

#[test]
fn puzzles_in_full_width_are_answered_in_full_width() {
    let line = "ＡＢ＝Ｂ＾２";
    assert_eq!(run(&[line]).out, "２５＝５＾２\n３６＝６＾２\n2 solutions\n");
    assert_eq!(run(&["draw", "--solution", line]).out, "２５＝５＾２\n");
    let drawn = run(&[" ＡＢ\n+ Ｂ\n---\n ２０", "--color=always"]).out;
    assert!(drawn.contains("１５") || drawn.contains("１\u{1b}"), "{drawn}");
    let json = run(&["--format=jsonl", line]).json_lines();
    assert_eq!(json[0]["solutions"][0]["text"], "25＝5＾２");
    assert_eq!(json[0]["solutions"][0]["digits"]["Ａ"], 2);
    // Narrow letters have narrow digits.
    assert_eq!(run(&["AB＝B＾2"]).out, "25＝5＾2\n36＝6＾2\n2 solutions\n");
}

#[test]
fn letters_are_told_in_every_format() {
    let told = |format: &str, puzzle: &str| {
        run(&["--format", format, "--key=1098", "--decode", "10 4", "--show-key", puzzle]).out
    };
    let json = run(&["--format=json", "--key=1098", "SEND+MORE=MONEY"]).json();
    assert_eq!(json["solutions"][0]["letters"], serde_json::json!({ "key": "MOSR" }));
    assert_eq!(run(&["--format=json", "A=B^3"]).json()["solutions"][0]["letters"], serde_json::Value::Null);
    assert!(told("jsonl", "SEND+MORE=MONEY").contains(r#""letters":{"key":"MOSR","decode":"MO ?"}"#));
    // In base 2 two of the four keys are the same, and each has its name once.
    let keys = run(&["--format=jsonl", "--base=2", "A+B=1, A>B"]).out;
    assert!(keys.contains(r#""key":{"0-1":"BA","1-0":"AB"}"#), "{keys}");
    assert!(told("csv", "A=B^3").ends_with("solution,A,B,key,decode\n8=2^3,8,2,???A,?? ?\n"));
    let several = run(&["--format=csv", "--decode=82", "A=B^3", "C=D^3"]).out;
    assert!(several.starts_with("line,puzzle,base,solution,digits,blanks,show,decode\n"), "{several}");
    assert!(several.contains(",8=2^3,C=8 D=2,,,CD\n"), "{several}");
    assert!(told("markdown", "A=B^3").contains("| solution | A | B | key | decode |\n"));
    assert!(told("table", "A=B^3").contains("┆ key  ┆ decode │"));
    let sum = "  SEND\n+ MORE\n------\n MONEY";
    assert!(told("markdown", sum).contains(" 10652\n1098: MOSR\n10 4: MO ?\nS=9 E=5 N=6"));
    assert!(told("latex", sum).contains("\\[ \\text{1098: MOSR} \\]\n"), "{}", told("latex", sum));
    assert!(told("svg", sum).contains(">1098: MOSR</text>") && told("svg", sum).contains(">S=9 E=5 N=6"));
}

#[test]
fn a_count_is_drawn_in_words() {
    let drawn = |arguments: &[&str]| run(&[&["--count", "--format=svg"], arguments].concat());
    assert!(drawn(&["A+B=C"]).out.contains(">32 solutions</text>"));
    assert!(drawn(&["A+1=A"]).out.contains(">no solution</text>"));
    let several = drawn(&["A+B=C", "A=B^3"]);
    assert_eq!(["<svg", ">A+B=C<", ">1 solution, unique<"].map(|it| several.out.matches(it).count()), [1; 3]);
}

#[test]
fn a_count_of_groups_says_how_many_there_are_up_to_symmetry() {
    let counted = run(&["--count", "--show=A", "--essentially", "A+B=C"]);
    assert!(counted.out.ends_with("\n    8  1\ntotal  32, 16 up to symmetry\n"), "{}", counted.out);
}
