//! Sentences, labels and questions around a puzzle.

use super::*;

#[test]
fn clauses_in_scripts_without_capitals_are_left_out() {
    same(
        "下面的算式中，相同的汉字代表相同的数字：学习好+好学习=数学题",
        "学习好+好学习=数学题",
        &["note-sentences"],
    );
    same("同じ文字には同じ数字が入ります。さくら+さくら=はなみ", "さくら+さくら=はなみ", &["note-sentences"]);
    same(
        "さくら+さくら=はなみ。同じ文字は同じ数字、ちがう文字はちがう数字です。",
        "さくら+さくら=はなみ",
        &["note-sentences"],
    );
    refused("同じ文字には最大の数字が入ります。さくら+さくら=はなみ");
    refused("さくら、同じ文字。さくら+さくら=はなみ。");
}

#[test]
fn labels_before_capitals_and_words_behind_them() {
    same(
        "Solve: A B × C = D E, D E + F G = H I (1–9 each once)",
        "@digits 1-9\nAB×C=DE, DE+FG=HI",
        &["note-stated", "note-sentences", "note-spaced"],
    );
    same("Solve: ABxCD=EFGH", "AB×CD=EFGH", &["note-sentences", "note-times"]);
    same("Solve: send+more=money", "send+more=money", &["note-sentences"]);
    untouched("solve: send+more=money");
    same("the two-digit number AB = BA + 9", "AB = BA+9", &[]);
    same("DONALD+GERALD=ROBERT given D is 5", "DONALD+GERALD=ROBERT, D=5", &["note-words"]);
}

#[test]
fn sentences_around_a_puzzle_are_left_out() {
    let notes = &["note-sentences"];
    same("Solve ON + NO = TOT. Each letter stands for a different digit.", "ON+NO=TOT", notes);
    same(
        "In the sum ON + NO = TOT no number starts with zero. Find TOT.",
        "@show TOT\nON+NO=TOT",
        &["note-asked", "note-sentences"],
    );
    same("Can you solve ON+NO=TOT?", "ON+NO=TOT", notes);
    same("ON + NO = TOT. No two letters stand for the same digit.", "ON+NO=TOT", notes);
    same("If ON + NO = TOT, then the value of O + N is?", "ON+NO=TOT", notes);
    same("ON\n+NO\nTOT\n|\nby H. E. Dudeney", "ON\n+NO\nTOT", notes);
    same("ON+NO=TOT\n作:大西京子", "ON+NO=TOT", notes);
    same("Replace letters by digits.\n\nON+NO=TOT\nA+B=C", "ON+NO=TOT\nA+B=C", notes);
    same("Replace letters by digits.\n\n  ON\n+ NO\n----\n TOT", "  ON\n+ NO\n----\n TOT", notes);
    same("Given ON + NO = TOT and O is odd", "ON+NO=TOT, is_odd(O)", &["note-words", "note-sentences"]);
}

#[test]
fn sentences_that_name_letters_are_left_out() {
    let notes = &["note-sentences"];
    same("ON + NO = TOT. Each letter is a distinct digit.", "ON+NO=TOT", notes);
    same("O, N and T are digits. ON + NO = TOT", "ON+NO=TOT", notes);
    same("If ON+NO=TOT, find the digits O,N,T.", "ON+NO=TOT", notes);
    same("ON + NO = TOT\nLet O, N, T be different digits.", "ON+NO=TOT", notes);
    same(
        "ON + NO = TOT. O, N and T are odd digits.",
        "@where is_odd(O)\n@where is_odd(N)\n@where is_odd(T)\nON+NO=TOT",
        &["note-stated"],
    );
    refused("O □ + N □ = T □. The blanks are distinct digits of O and N.");
    refused("ON + NO = TOT. O, N");
}

#[test]
fn sentences_that_may_ask_for_more_are_not_left_out() {
    refused("Find the largest TOT with ON + NO = TOT");
    refused("Solve ON + NO = TOT, where TOT has four digits");
    refused("Solve ON + NO = TOT, where the total is divisible by seven");
    refused("Solve ON NO = TOT");
    untouched("On + No = Tot");
}

#[test]
fn labels_and_remarks_that_ask_for_more_are_not_left_out() {
    refused("Find the largest TOT: ON+NO=TOT");
    refused("ON+NO=TOT (the largest)");
    refused("ON+NO=TOT (zero is allowed)");
    refused("  ON\n+ NO  <- the even one\n----\n TOT");
    same("A puzzle with four stars: ON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
}

#[test]
fn a_word_and_a_colon_are_a_label_where_nobody_would_divide() {
    same("हल करें: ON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
    same("करें: ON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
    let note = &["note-sentences"];
    for label in ["Solve:", "Löse:", "求解：", "虫食い算:", "次の覆面算を解いてください：\n", "Решите:"]
    {
        same(&format!("{label} ON+NO=TOT"), "ON+NO=TOT", note);
    }
    same("Summe:\n  ON\n+ NO\n----\n TOT", "  ON\n+ NO\n----\n TOT", note);
    for text in ["A: B+C = D", "ON : NO = T", "Go: On = It", "愛: 恋 = 人", "go: on = it", "ON:NO=T"] {
        untouched(text);
    }
    refused("Base: ON+NO=TOT x");
}

#[test]
fn sentences_of_all_scripts_are_left_out() {
    let note = &["note-sentences"];
    same("次の覆面算を解け。ON+NO=TOT", "ON+NO=TOT", note);
    same("ON + NO = TOT。不同字母代表不同数字。", "ON+NO=TOT", note);
    same("Реши ребус ОН+НО=ТОТ, где разные буквы — разные цифры", "ОН+НО=ТОТ", note);
    same("Löse ON + NO = TOT", "ON+NO=TOT", note);
    refused("十二進法で解け。ON+NO=TOT");
    refused("Finde die größte Zahl TOT: ON+NO=TOT");
    untouched("愛×愛=恋人");
}

#[test]
fn what_a_sentence_asks_for_is_no_condition() {
    let note = &["note-sentences"];
    for text in
        ["ON+NO=TOT. Find the digits.", "Find the value of T in ON+NO=TOT", "What is TOT if ON + NO = TOT?"]
    {
        same(text, "ON+NO=TOT", note);
    }
    for (text, asked) in [
        ("If ON + NO = TOT, what is TOT?", "TOT"),
        ("If each letter is another digit and ON + NO = TOT, find O × N.", "O×N"),
    ] {
        same(text, &format!("@show {asked}\nON+NO=TOT"), &["note-asked", "note-sentences"]);
    }
    let both = &["note-sentences", "note-sentences"];
    same("Solve this: ON + NO = TOT. (Leading digits are not zero.)", "ON+NO=TOT", both);
    let allowed = &["note-stated", "note-sentences"];
    same("Solve ON + NO = TOT. (Leading digits may be zero.)", "@leading-zeros allowed\nON+NO=TOT", allowed);
}

#[test]
fn who_made_a_puzzle_is_no_part_of_it() {
    let note = &["note-sentences"];
    same("ON+NO=TOT - Dudeney", "ON+NO=TOT", note);
    same("ON + NO = TOT — H. E. Dudeney, 1924", "ON+NO=TOT", note);
    for text in ["On+No=Tot - It", "ON+NO=TOT - it", "ON+NO=TOT - IT", "ON+NO=TOT -It", "Go - On = It"] {
        untouched(text);
    }
}

#[test]
fn a_question_is_about_the_whole_sum_before_it() {
    same("AB+BA is a square", "is_square(AB+BA)", &["note-words"]);
    same("A*B is prime, C=A", "is_prime(A*B), C=A", &["note-words"]);
    refused("AB=C+BA is a square");
    same("ON+NO=TOT, with O even", "ON+NO=TOT, is_even(O)", &["note-words"]);
    same("ON+NO=TOT, and O is even", "ON+NO=TOT, is_even(O)", &["note-words"]);
    untouched("with + odd = even");
}

#[test]
fn questions_and_forms_behind_a_puzzle_are_no_conditions() {
    let others = other_readings("TWO + TWO = FOUR, T + W + O = ?", &Rules::default());
    assert_eq!(others[0].texts, ["@show T + W + O\nTWO + TWO = FOUR"]);
    same("TWO + TWO = FOUR; FOUR = ?", "@show FOUR\nTWO+TWO=FOUR", &["note-asked"]);
    same("TWO + TWO = FOUR\nT = __ W = __ O = __", "TWO+TWO=FOUR", &[]);
    same(
        "Resuelve: TWO + TWO = FOUR. ¿Cuánto vale T+W+O?",
        "@show T+W+O\nTWO+TWO=FOUR",
        &["note-asked", "note-sentences"],
    );
    for typed in [
        "TWO + TWO = FOUR. Melyik számjegy az O?",
        "TWO + TWO = FOUR denkleminde her harf bir rakamdır. O kaçtır?",
    ] {
        same(typed, "TWO+TWO=FOUR", &["note-sentences"]);
    }
    for typed in ["TWO + TWO = FOUR. Quanto vale T + O?", "TWO+TWO=FOUR、T+Oの値は？", "TWO+TWO=FOUR 求T+O"]
    {
        same(typed, "@show T+O\nTWO+TWO=FOUR", &["note-asked"]);
    }
    for typed in
        ["№ 5. TWO+TWO=FOUR", "[3] TWO+TWO=FOUR", "I. TWO+TWO=FOUR", "A. TWO+TWO=FOUR", "XIV. TWO+TWO=FOUR"]
    {
        same(typed, "TWO+TWO=FOUR", &[]);
    }
    for typed in ["AB:C=D R3", "AB : C = D, R 3", "AB÷C=D, remainder 3", "AB:C=D r3"] {
        same(typed, "AB:C=D r 3", &[]);
    }
    same("AB:C=D R□", "AB:C=D r □", &[]);
    for typed in ["hexadecimal: TWO+TWO=FOUR", "TWO+TWO=FOUR (hexadecimal)"] {
        assert_eq!(crate::read(typed).map(|puzzle| puzzle.rules().base.get()), Ok(16), "{typed}");
    }
    same("12'345 + □ = 12’346", "12345+□=12346", &[]);
}
