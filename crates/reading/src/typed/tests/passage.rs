//! Puzzles within passages, and what their sentences say.

use super::*;

const SENTENCES: &[&str] = &["note-sentences"];
const DRAWN: &str = "  SEND\n+ MORE\n------\n MONEY";

#[test]
fn sentences_around_an_equation_say_what_holds_anyway() {
    for typed in [
        "Each letter stands for a digit, 0–9, in SEND + MORE = MONEY. Neither S nor M is zero.",
        "What five-digit number does MONEY represent? Vertical addition: SEND + MORE = MONEY.",
        "On considère l'addition suivante : SEND + MORE = MONEY où chaque lettre représente un chiffre différent (entre 0 et 9).",
        "Solve SEND + MORE = MONEY, leading letters (S, M) cannot be zero. S, E, N, D, M, O, R, Y are 8 different letters.",
        "A puzzle of Henry E. Dudeney, published in July 1924: SEND + MORE = MONEY",
        "以下の式を満たす数字を求めてください。\nSEND+MORE=MONEY\nまた、最上位の文字に0は入りません。",
    ] {
        let (conditions, _) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        let holds = |condition: &String| ["S ≠ 0", "M ≠ 0"].contains(&condition.as_str());
        assert!(
            conditions[0] == "SEND+MORE = MONEY" && conditions[1..].iter().all(holds),
            "{typed}: {conditions:?}"
        );
    }
}

#[test]
fn sentences_around_a_drawing_are_no_rows_of_it() {
    let below = "Each letter stands for a different digit, 0–9. A repeated letter always has the same value.";
    same(&format!("{DRAWN}\n\n{below}"), DRAWN, SENTENCES);
    same("Jeder Buchstabe steht für eine Ziffer von 0 bis 9.\n\nSEND\n+MORE\n----\nMONEY", DRAWN, SENTENCES);
    same(
        &format!("其中，相同的字母代表相同的数字。\n{DRAWN}\n请求出MONEY所代表的5位数。"),
        DRAWN,
        &[SENTENCES, SENTENCES].concat(),
    );
    same("覆面算\n\nさる\n＋かに\n----\nむかし", "さる\n+かに\n----\nむかし", SENTENCES);
    // The same puzzle twice, the second time with its answer.
    same(
        &format!("The puzzle SEND + MORE = MONEY is:\n\n{DRAWN}\n\n  9567\n+ 1085\n------\n 10652"),
        DRAWN,
        SENTENCES,
    );
    same(
        "Hi all,\n>   SEND\n> + MORE\n> ------\n>  MONEY\nRegards, Tom",
        DRAWN,
        &[SENTENCES, SENTENCES].concat(),
    );
    same("/* puzzle */\nON+NO=TOT\n/* end */", "ON+NO=TOT", &[]);
    same("/*\n * Solve:\n *\n *   SEND\n * + MORE\n * ------\n *  MONEY\n */", DRAWN, SENTENCES);
}

#[test]
fn sentences_that_are_conditions_are_read_as_such() {
    for (typed, clean) in [
        ("EINS + EINS = ZWEI, wobei S ungerade ist.", "EINS+EINS=ZWEI, is_odd(S)"),
        ("EINS + EINS = ZWEI. Außerdem ist ZWEI durch 4 teilbar.", "EINS+EINS=ZWEI, ZWEI%4=0"),
        ("МУХА + МУХА = СЛОН, причём А — чётная цифра.", "МУХА+МУХА=СЛОН, is_even(А)"),
        ("Hallar abc . Si: abc + cba = 888, ademas c-a=4", "abc+cba=888, c-a=4"),
        ("好学+学习=习好人，且学比习大。", "好学+学习=习好人, 学>习"),
        ("アイ+イア=ウエウ\nただし、イはアより大きい。", "アイ+イア=ウエウ, イ>ア"),
        ("가나+나가=다라다\n단, 가는 짝수이다.", "가나+나가=다라다, 가%2=0"),
    ] {
        let expected = Reader::new().literal().read(clean).unwrap_or_else(|error| panic!("{clean}: {error}"));
        let expected: Vec<String> =
            expected.all_conditions().map(|condition| expected.write(condition)).collect();
        let (found, _) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(found, expected, "{typed}");
    }
    // Words that set something, and words that are left out, are told.
    let (_, notes) = read("Hier ist EINS + EINS = ZWEI, wobei S ungerade ist. Viel Spaß!").expect("it reads");
    assert_eq!(notes, ["note-stated", "note-sentences"]);
    let puzzle = crate::read("A+B/C+DEF/GHI=10\n这个算式中A~I代表1~9的数字，不同的字母代表不同的数字。")
        .expect("it reads");
    assert_eq!(puzzle.rules().digits.map(|digits| digits.to_string()).as_deref(), Some("1-9"));
}

#[test]
fn what_is_not_understood_is_pointed_at() {
    for (typed, words) in [
        ("Solve the riddle SEND + MORE = MONEY. N minus Y beats D by two.", "N minus Y beats D by two."),
        ("UNO + UNO = DUE (i numeri possono iniziare con zero)", "(i numeri possono iniziare con zero)"),
        ("TWO + TWO = FOUR, основание 11 у этой задачи", ", основание 11 у этой задачи"),
    ] {
        let error = crate::read(typed).expect_err(typed);
        assert!(error.to_string().contains("puzzle is found"), "{typed}: {error}");
        assert_eq!(&typed[error.span.clone()], words, "{typed}");
    }
    // Conditions in signs are no words: a program that calls `abs` a condition finds by the error which one is none.
    let error = crate::read("A+B=C, abs(A) || abs(B)").expect_err("a number is no condition");
    assert_eq!(&error.text[error.span.clone()], "abs(A)", "{error}");
    assert!(!error.to_string().contains("puzzle is found"), "{error}");
    // Several puzzles, a puzzle with something before it, conditions that go on.
    for text in [
        "SEND MORE + ABC = DEFG",
        "Сколько решений имеет ребус 8 КАРУ = СЕЛЬ?",
        "ON + NO = TOT has 12 in it",
        "What is the largest value of TOT in ON + NO = TOT?",
        "さくら、同じ文字。さくら+さくら=はなみ。",
    ] {
        refused(text);
    }
}

#[test]
fn remainders_points_lists_and_rules_between_equations() {
    same("HUND ÷ K = TEU, R = H", "HUND÷K=TEU r H", &[]);
    same("Each letter stands for a digit.\nDAB ÷ C = EF, R = D", "DAB÷C=EF r D", SENTENCES);
    same("HUND : K = TEU (Rest: H)", "HUND:K=TEU r H", &[]);
    same("HUND ÷ K = TEU con resto H", "HUND÷K=TEU r H", &[]);
    same("アイ÷ウ=エ余オ", "アイ÷ウ=エ … オ", &[]);
    // A letter of the puzzle is no name, also if it is one of another equation.
    same("UT ÷ K = TU, R = U\nR + K = UE", "UT÷K=TU, R=U\nR+K=UE", &[]);
    same("RE ÷ K = TU, R = 1", "RE÷K=TU, R=1", &[]);
    same("ON+NO=TOT   /3", "ON+NO=TOT", SENTENCES);
    same("Solve:\nON+NO=TOT /3", "ON+NO=TOT/3", SENTENCES);
    same("ON+NO=TOT\n___/4", "ON+NO=TOT", SENTENCES);
    untouched("ON+NO=TOT/3");
    untouched("ON+NO=TOT / 3");
    same("AB+CD=EF, 1≤A,B,C≤9", "AB+CD=EF, 1≤A≤9, 1≤B≤9, 1≤C≤9", &[]);
    same("A + B = C\n---\nD × E = FA", "A+B=C\nD×E=FA", &[]);
    same("Solve A/BC + D/EF = 1", "A/BC+D/EF=1", SENTENCES);
    same(
        "Replace each ○ by a digit.\n  8○2○\n-  11○\n──────\n  8○04",
        "  8□2□\n-  11□\n------\n  8□04",
        &["note-shapes", "note-sentences"],
    );
    let base = |text: &str| crate::read(text).expect(text).rules().base.get();
    assert_eq!((base("UNO + UNO = DOS, Base = 7"), base("ON+NO=TOT (Basis = 8)")), (7, 8));
    assert_eq!(base("UNO+UNO=DOS, BASE=7+UNO"), 10);
    let is_free = |text: &str| {
        crate::read(text).expect(text).rules().distinct == fukumen_language::puzzle::Distinct::None
    };
    assert!(is_free("ON + NO = TOT. Las cifras se pueden repetir."));
    assert!(!is_free("ON + NO = TOT. Las cifras son distintas."));
}

#[test]
fn lengths_and_forms_of_answers_say_nothing() {
    for typed in [
        "SEND + MORE = MONEY. SEND and MORE are four-digit numbers.",
        "SEND + MORE = MONEY, where SEND is a 4-digit number and MONEY is a five-digit number.",
        "已知：SEND + MORE = MONEY，每个字母代表一个数字（SEND 代表是 4 位数、MONEY 代表是 5 位数）。",
        "SEND + MORE = MONEY，每个字母代表一个数字（SEND 代表是 4 位数、MONEY 代表是 5 位数），字母之间代表的数字不重复。",
        "SEND + MORE = MONEY. Jeder Buchstabe steht für eine Ziffer (0 bis 9), ist ein Feld ohne Buchstaben, kann dieses Feld eine beliebige Ziffer enthalten.",
        "SEND + MORE = MONEY. Keine Zahl beginnt mit 0. Leere Felder können beliebige Ziffern enthalten.",
        "Solve SEND + MORE = MONEY. Give your answer as a list of letters and digits, e.g. A=1, B=2.",
        "Solve SEND + MORE = MONEY. Return the answer as JSON, e.g. {\"S\": 1, \"E\": 2}.",
    ] {
        let (conditions, _) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(conditions, ["SEND+MORE = MONEY"], "{typed}");
    }
    refused("SEND + MORE = MONEY. The cells of S and E may hold any digit.");
    refused("SEND + MORE = MONEY. Empty cells may hold any digit greater than 3.");
    refused("S□ND + MORE = MONEY. Each blank cell can be any digit but 0.");
    refused("S□ND + MORE = MONEY. Each blank cell can be any digit that is even.");
    refused("SEND + MORE = MONEY. MONEY is a six-digit number.");
    refused("SEND + MORE = MONEY. Give the largest solution as a number.");
    refused("SEND + MORE = MONEY. State the solution as the value of S if D is silly.");
}

#[test]
fn numbers_and_signs_beside_a_puzzle_are_no_list_of_letters() {
    refused("1,5=A/B");
    refused("GEORGE-WALKER+BUSH=KKK, .=[6][6][6]");
}

#[test]
fn a_number_on_a_rule_is_part_of_a_drawing() {
    refused("   2727\n  ----\n36)9□□\n   □□\n   ---\n    □□□\n    2□□\n    ---\n      0");
    refused("34 and *□7\n-----\n □38\n □4\n-----\n 5□8");
    let drawing = "-----\n □38\n □4\n-----\n 5□8";
    same(&format!("Problem 3:\n{drawing}"), drawing, &["note-sentences"]);
}
