//! What stands beside puzzles in other scripts, with labels, as marks, and above and below drawings.

use super::*;

const SENTENCES: &[&str] = &["note-sentences"];

#[test]
fn words_in_another_script_are_no_part_of_a_puzzle() {
    for typed in [
        "求ON+NO=TOT",
        "ON+NO=TOTを解け。",
        "ON+NO=TOT🤔",
        "★ON+NO=TOT",
        "問題：ON+NO=TOT",
        "第3题（10分）ON+NO=TOT",
        "次の覆面算を解け。\nON+NO=TOT",
        "각 글자는 서로 다른 숫자를 나타낸다.\nON+NO=TOT",
    ] {
        same(typed, "ON+NO=TOT", SENTENCES);
    }
    same("次の覆面算を解け。\n\n  ON\n+ NO\n----\n TOT", "  ON\n+ NO\n----\n TOT", SENTENCES);
    same("求数学+数学=学习", "数学+数学=学习", SENTENCES);
    same("あい+いあ=うえうを解け。", "あい+いあ=うえう", SENTENCES);
    same("例：あい+いあ=うえう", "あい+いあ=うえう", SENTENCES);
    // Where letters stand alone, other signs hide digits as well; what asks for more stays.
    for text in ["(あ*2)/abs(1)=num_divisors(あ)", "☆é=é", "2□×?=C△", "犬A+犬B=猫CD", "ON+NO=1犬1"]
    {
        untouched(text);
    }
    same("ON+NO=TOT。8進法です。", "@base 8\nON+NO=TOT", &["note-stated"]);
}

#[test]
fn labelled_hints_are_conditions() {
    for typed in [
        "ON+NO=TOT\nNota: N è dispari",
        "Nota: N è dispari\nON+NO=TOT",
        "ON+NO=TOT (Hinweis: N ist ungerade)",
        "ON+NO=TOT [Tipp: N ist ungerade]",
        "ON+NO=TOT <Nota: N é ímpar>",
        "ON+NO=TOT — Hint: N is odd",
        "ON+NO=TOT\n**Hint:** N is odd.",
        "ON+NO=TOT. N.B.: N is odd",
    ] {
        let (conditions, notes) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        let expected = if typed.starts_with("Nota") {
            ["is_odd(N)", "ON+NO = TOT"]
        } else {
            ["ON+NO = TOT", "is_odd(N)"]
        };
        assert_eq!(
            (conditions, notes),
            (expected.map(str::to_owned).to_vec(), vec!["note-sentences", "note-words"]),
            "{typed}"
        );
    }
    same("ON+NO=TOT\n提示：N＜O", "ON+NO=TOT, N<O", SENTENCES);
    same(
        "  ON\n+ NO\n----\n TOT\n\nNota: N è dispari",
        "@where is_odd(N)\n  ON\n+ NO\n----\n TOT",
        &["note-below"],
    );
    // A number that is divided is no label.
    untouched("AB:CD=E");
    untouched("ABC: DE = F");
}

#[test]
fn labels_stand_closer_to_a_puzzle_than_its_signs() {
    for typed in ["TODO: ON + NO = TOT", "Riddle:ON+NO=TOT", "1:ON + NO = TOT"] {
        same(typed, "ON + NO = TOT", SENTENCES);
    }
    untouched("A:BC + D:EF + G:HI = 1");
    for typed in [
        "I: A+B=CD\nII: D×A=CA",
        "1) A+B=CD\n2) D×A=CA",
        "A: A+B=CD\nB: D×A=CA",
        "Row 1: A+B=CD\nRow 2: D×A=CA",
        "甲：A+B=CD\n乙：D×A=CA",
    ] {
        let (conditions, _) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(conditions, ["A+B = CD", "D*A = CA"], "{typed}");
    }
    untouched("A:B=C\nB:D=E");
}

#[test]
fn small_words_behind_a_dash_are_a_remark() {
    for typed in [
        "ON + NO = TOT – leicht",
        "ON + NO = TOT -- classic",
        "ON + NO = TOT • fácil",
        "ON + NO = TOT / good luck",
    ] {
        same(typed, "ON + NO = TOT", SENTENCES);
    }
    same("ON + NO = TOT — N<O", "ON + NO = TOT, N<O", &["note-colon"]);
}

#[test]
fn a_calculation_with_a_question_mark_on_a_line_of_its_own_is_asked_for() {
    for typed in ["ON+NO=TOT\nN+O=?", "ON+NO=TOT\nTOT = ___"] {
        let (conditions, notes) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!((conditions.len(), notes), (1, vec!["note-asked"]), "{typed}");
    }
    // Beside other blanks it is one more.
    untouched("O□+□O=TOT\nN+O=?");
    same("ON+NO=TOT\nVad är N+O?", "ON+NO=TOT", SENTENCES);
}

#[test]
fn a_minus_sign_stands_between_the_two_rows_of_a_difference() {
    for typed in [
        "SEVEN -\nTHREE\n-----\n FOUR",
        "- SEVEN\n  THREE\n-------\n   FOUR",
        "  SEVEN\n  THREE\n------- -\n   FOUR",
    ] {
        same(typed, "  SEVEN\n- THREE\n-------\n   FOUR", &["note-minus"]);
    }
}

#[test]
fn marks_and_captions_of_drawings_come_off() {
    let rows = "  ON\n+ NO\n----\n TOT";
    for typed in ["  ON    [1]\n+ NO\n----\n TOT", "  ON\n+ NO\n----\n TOT    (3 P.)"] {
        same(typed, rows, SENTENCES);
    }
    for typed in ["  ON\n+ NO\n----\n TOT\n\nFig. 1", "  ON\n+ NO\n----\n TOT\n\nName: ____"] {
        same(typed, rows, SENTENCES);
    }
    same("  ON\n  NO (+)\n----\n TOT", "  ON\n  NO +\n----\n TOT", &[]);
}

#[test]
fn blocks_of_web_pages_are_lines() {
    same("<p>ON + NO = TOT</p><p>N &lt; O</p>", "ON + NO = TOT, N < O", &[]);
    same("ON + NO = TOT<br>N + T = O", "ON + NO = TOT, N + T = O", &[]);
    same("<a href=\"https://example.com\">ON + NO = TOT</a>", "ON + NO = TOT", &[]);
    untouched("A<B, B>C");
}

#[test]
fn the_one_line_that_is_a_puzzle_is_read() {
    for typed in
        ["MERRY XMAS!\nON + NO = TOT", "ON + NO = TOT\n12.03.2024", "Good luck to all of you\nON + NO = TOT"]
    {
        same(typed, "ON + NO = TOT", SENTENCES);
    }
    for typed in
        ["[ON + NO = TOT]", "~ON + NO = TOT~", "➡️ON+NO=TOT", "\"ON+NO=TOT", "ON+NO=TOT*", "_ON + NO = TOT_"]
    {
        let (conditions, _) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(conditions, ["ON+NO = TOT"], "{typed}");
    }
    // What names a letter or a number says something of the puzzle; a word alone may be a row.
    for text in ["ON + NO = TOT\nN strange", "ON + NO = TOT\nN is not 1, 2, 3", "ON\n+ NO = TOT"] {
        refused(text);
    }
}

#[test]
fn operators_and_properties_are_words_of_many_languages() {
    for typed in ["ON mais NO = TOT", "ON più NO = TOT", "ON плюс NO = TOT", "ON 더하기 NO = TOT"] {
        same(typed, "ON + NO = TOT", &["note-words"]);
    }
    for typed in ["TOT moins NO = ON", "TOT menos NO = ON", "TOT минус NO = ON", "TOT 减 NO = ON"] {
        same(typed, "TOT - NO = ON", &["note-words"]);
    }
    for typed in ["ON+NO=TOT, N är udda", "ON+NO=TOT, N непарна цифра", "ON+NO=TOT, N tektir"] {
        same(typed, "ON+NO=TOT, is_odd(N)", &["note-words"]);
    }
    for typed in ["ON+NO=TOT, N = ungerade", "ON+NO=TOT, N = impair", "ON+NO=TOT\nN = 奇数"] {
        same(typed, "ON+NO=TOT, is_odd(N)", &["note-number-words"]);
    }
}
