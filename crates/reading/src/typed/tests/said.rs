//! What is said of letters in words, and what people write around puzzles.

use super::{refused, same, untouched};

const STATED: &[&str] = &["note-stated"];

/// Whichever rule reads it.
fn means(typed: &str, clean: &str) {
    let conditions = |text: &str| {
        let puzzle = crate::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        puzzle.all_conditions().map(|condition| puzzle.write(condition)).collect::<Vec<_>>()
    };
    assert_eq!(conditions(typed), conditions(clean), "{typed}");
}

#[test]
fn what_is_said_of_two_letters_is_a_condition() {
    for (said, condition) in [
        ("T is twice O", "T=2×O"),
        ("T is double the value of O", "T=2×O"),
        ("O is half of T", "2×O=T"),
        ("T is three times O", "T=3×O"),
        ("T exceeds O by 1", "T=O+1"),
        ("T is one more than O", "T=O+1"),
        ("T is 2 less than O", "T=O-2"),
        ("where T is greater than O", "T>O"),
    ] {
        means(&format!("ON + NO = TOT. {said}."), &format!("@where {condition}\nON+NO=TOT"));
    }
    same("ON + NO = TOT (T is twice O)", "ON+NO=TOT, T=2×O", &["note-words"]);
    same("ON + NO = TOT (T exceeds O by 1)", "@where T=O+1\nON+NO=TOT", STATED);
    means("ON + NO = TOT, T is 2 less than O", "@where T=O-2\nON+NO=TOT");
    refused("ON + NO = TOT, ON is 2 less than NO");
    refused("ON + NO = TOT. T is one more than");
    refused("ON + NO = TOT. T is one more than Z.");
}

#[test]
fn what_is_said_of_several_letters_and_digits_is_set() {
    for (said, settings) in [
        ("Both O and N are even", "@where is_even(O)\n@where is_even(N)"),
        ("O, N and T are not 4", "@where O≠4\n@where N≠4\n@where T≠4"),
        ("Neither O nor N is 4", "@where O≠4\n@where N≠4"),
        ("T and O are consecutive", "@where abs(T-O)=1"),
        ("N is the largest digit", "@where N>O\n@where N>T"),
        ("N is between 3 and 6", "@where 3≤N≤6"),
        ("N is nonzero", "@where N≠0"),
        ("None of the letters is 4", "@digits 0-3,5-9"),
        ("The digit 4 is not used", "@digits 0-3,5-9"),
        ("N is odd and O is even", "@where is_odd(N)\n@where is_even(O)"),
    ] {
        let clean = |settings: &str, puzzle: &str| format!("{settings}\n{puzzle}");
        means(&format!("ON + NO = TOT. {said}."), &clean(settings, "ON+NO=TOT"));
    }
    let rules = |text: &str| crate::read(text).map(|puzzle| puzzle.rules().digits);
    assert_eq!(rules("ON + NO = TOT. The digit 4 is not used."), rules("@digits 0-3,5-9\nON+NO=TOT"));
    refused("ON + NO = TOT. Both O and Z are even.");
}

#[test]
fn a_sentence_that_is_a_condition_is_one_beside_a_puzzle() {
    for (said, condition) in [
        ("N is larger than 5", "N>5"),
        ("NO is divisible by 3", "(NO)%3=0"),
        ("The sum of O and N is 11", "(O+N)=11"),
        ("TOT is a perfect square", "is_square(TOT)"),
    ] {
        same(&format!("ON + NO = TOT. {said}."), &format!("ON+NO=TOT, {condition}"), &["note-words"]);
        same(
            &format!("  ON\n+ NO\n----\n TOT\n\n{said}."),
            &format!("@where {condition}\n  ON\n+ NO\n----\n TOT"),
            &["note-below"],
        );
    }
    same("ON + NO = TOT. O + N = 11.", "ON+NO=TOT, O+N=11", &[]);
    refused("ON + NO = TOT. ON is the number of my house.");
}

#[test]
fn sentences_beside_drawings_are_no_rows() {
    let drawing = " TWO\n+TWO\n----\nFOUR";
    let clean = format!("@where is_odd(T)\n{drawing}");
    let both = &["note-stated", "note-sentences"];
    same(&format!("{drawing}\nEach letter represents a different digit. T is odd."), &clean, both);
    same(&format!("{drawing}\nT is odd. Each letter represents a different digit."), &clean, both);
    same(&format!("Each letter represents a different digit. T is odd.\n{drawing}"), &clean, both);
    refused(&format!("What is the largest possible value of FOUR?\n{drawing}"));
    refused(&format!("Find the largest sum.\n{drawing}"));
    refused(&format!("{drawing}\nHere T is the largest digit"));
    same("  on\n+ no\n----\n tot", "on+no=tot", &[]);
}

#[test]
fn a_letter_may_have_a_choice_of_digits() {
    for typed in
        ["ON + NO = TOT, T is 8 or 9", "ON + NO = TOT. T is either 8 or 9.", "T = 8 or 9\nON + NO = TOT"]
    {
        same(typed, "@assign T=8,9\nON+NO=TOT", STATED);
    }
    same("ON+NO=TOT, T ∈ {8, 9}", "ON+NO=TOT, (T=8 || T=9)", &[]);
    same("ON+NO=TOT where T in {8, 9}", "ON+NO=TOT, (T=8 || T=9)", &[]);
}

#[test]
fn what_a_letter_is_not_and_arrows_are_conditions() {
    same("ON + NO = TOT, N isn't 3", "@where N≠3\nON+NO=TOT", STATED);
    same("ON + NO = TOT. N can't be 3.", "@where N≠3\nON+NO=TOT", STATED);
    same("T→1: ON + NO = TOT", "@where T=1\nON+NO=TOT", STATED);
    same("ON + NO = TOT (T -> 1)", "@where T=1\nON+NO=TOT", STATED);
}

#[test]
fn answers_to_choose_from_come_off() {
    for typed in [
        "If AB + BA = 121, what is A + B? (A) 9 (B) 10 (C) 11 (D) 12",
        "If AB + BA = 121, what is A + B?\nA) 9  B) 10  C) 11",
        "If AB + BA = 121, what is A + B?\n(a) 9\n(b) 10\n(c) 11",
    ] {
        same(typed, "AB+BA=121", &["note-sentences", "note-sentences"]);
    }
    same("CD = (A) × (B)", "CD = A×B", &[]);
    same("<b>AB<sup>2</sup></b> = CDE", "AB^2=CDE", &[]);
}

#[test]
fn an_arrow_in_signs_is_an_equals_sign_too() {
    same("ON + NO -> TOT", "ON+NO=TOT", &["note-arrow"]);
    same("ON + NO ≡ TOT", "ON+NO=TOT", &["note-arrow"]);
    refused("ON + NO -> TOT = A");
}

#[test]
fn comments_of_programs_and_pages_come_off() {
    same("/* a classic */ ON+NO=TOT", "ON+NO=TOT", &[]);
    same("<!-- a classic -->\nON+NO=TOT", "ON+NO=TOT", &[]);
    same("1924, Dudeney: ON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
}

#[test]
fn exclamation_marks_are_no_factorials_of_large_numbers() {
    for typed in ["THEIR+SMILE=LETTER!", "SEND+MORE=MONEY!!!", "THEIR+SMILE=LET!!"] {
        same(typed, typed.trim_end_matches('!'), &["note-exclaimed"]);
    }
    untouched("A!+B!=CDE!");
    untouched("ABC=D!!");
    untouched("@base 2\n@distinct none\nABCDE=FGHIJ!");
}

#[test]
fn underscores_around_each_word_are_italics() {
    same("_ON_ + _NO_ = _TOT_", "ON+NO=TOT", &["note-underlined"]);
    untouched("_A_+_B_=_C_");
    untouched("_ON_+NO=_TOT_");
}

#[test]
fn tables_of_web_pages_and_sheets_are_drawings() {
    let clean = "  ON\n+ NO\n----\n TOT";
    let row = |cells: &[&str]| {
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows = [row(&["", "", "O", "N"]), row(&["+", "", "N", "O"]), row(&["", "T", "O", "T"])];
    same(&format!("<table>{}</table>", rows.concat()), clean, &[]);
    same(",,O,N\n+,,N,O\n,T,O,T", clean, &[]);
    same(";;O;N\n+;;N;O\n;T;O;T", clean, &[]);
}
