//! Settings and conditions that are said in words.

use super::*;

#[test]
fn more_settings_in_words() {
    for (said, setting) in [
        ("using only the digits 1, 2, 3 and 9", "digits 1-3,9"),
        ("using digits {1,2,3,9}", "digits 1-3,9"),
        ("using only 1, 2, 3, 9", "digits 1-3,9"),
        ("none of the letters is zero", "no-zero"),
        ("letters need not be distinct", "distinct none"),
        ("repeated digits are allowed", "distinct none"),
    ] {
        same(&format!("ON+NO=TOT, {said}"), &format!("@{setting}\nON+NO=TOT"), &["note-stated"]);
        let rules = |text: &str| crate::read(text).expect("it is a puzzle").rules().clone();
        assert_eq!(rules(&format!("ON+NO=TOT, {said}")), rules(&format!("@{setting}\nON+NO=TOT")), "{said}");
    }
    let puzzle = crate::read("ON+NO=TOT, base=9").expect("it is a puzzle");
    assert_eq!(puzzle.rules().base.get(), 9);
    untouched("base=9*10");
}

#[test]
fn each_digit_once_holds_for_blanks_as_well() {
    let boxes = "□□□ + □□□ = □□□";
    for said in [
        "Use each digit 1-9 exactly once: ",
        "Place the digits 1 to 9 in the boxes: ",
        "Using all the digits from 1 to 9 once, complete ",
        "Using the digits 1-9 at most one time each, make it true: ",
        "Die Ziffern 1 bis 9 jeweils einmal: ",
        "1～9の数字を1回ずつ使って ",
        "用1～9这九个数字填空：",
        "将1-9这9个数字填入方框，每个数字只用一次：",
        "1부터 9까지의 숫자를 한 번씩만 사용하여 ",
    ] {
        let puzzle = crate::read(&format!("{said}{boxes}")).unwrap_or_else(|error| panic!("{said}: {error}"));
        let rules = puzzle.rules();
        assert_eq!((rules.distinct_blanks, rules.allowed_digits().len()), (true, 9), "{said}");
    }
    // Seven boxes may have digits more than once.
    let puzzle = crate::read("Use the digits 1 to 9: □□ + □□ = □□□").expect("it is a puzzle");
    assert!(!puzzle.rules().distinct_blanks);
    refused("1～9の数字を2個以上使って □□□+□□□=□□□");
}

#[test]
fn what_is_said_of_symbols_below_a_drawing_is_a_condition() {
    let drawing = "SEND\n+MORE\n-----\nMONEY";
    for (below, conditions) in [
        ("E=5", "E=5"),
        ("\nE = 5", "E = 5"),
        ("where E=5 and D=7.", "E=5\n@where D=7"),
        ("\nAssume that E = 5", "E = 5"),
        ("(D=7)", "(D=7)"),
        ("Given: S>E, Y=2\neach letter is a digit", "S>E\n@where Y=2"),
    ] {
        same(&format!("{drawing}\n{below}"), &format!("@where {conditions}\n{drawing}"), &["note-below"]);
    }
    let product = " JE\n×BB\n---\n JE\nJEA\n----\nBADE";
    same(
        &format!("{product}\n\nE=4"),
        &format!("@where E=4\n{product}"),
        &["note-below", "note-rows-in-order"],
    );
    for below in ["X=5", "where A+B=5", "the largest is S, E=5", "E+D=12", "=5"] {
        refused(&format!("{drawing}\n{below}"));
    }
}

#[test]
fn digits_and_bases_are_said_in_other_languages() {
    for said in [
        "Jeder Buchstabe steht für eine Ziffer zwischen 1 und 9.",
        "Mit den Ziffern von 1 bis 9.",
        "Chaque lettre remplace un chiffre de 1 à 9.",
        "Chaque lettre est un chiffre compris entre 1 et 9.",
        "Usa las cifras del 1 al 9.",
        "Cada letra es un dígito entre 1 y 9.",
        "Usa le cifre da 1 a 9.",
        "Os algarismos de 1 a 9.",
        "Gebruik de cijfers van 1 tot 9.",
        "Cyfry od 1 do 9.",
        "Цифры от 1 до 9.",
    ] {
        let (found, _) =
            read(&format!("GELD · AN = JANIC. {said}")).unwrap_or_else(|error| panic!("{said}: {error}"));
        assert_eq!(found, ["GELD*AN = JANIC"], "{said}");
        let puzzle = crate::read(&format!("GELD · AN = JANIC. {said}")).expect("it was read");
        assert_eq!(puzzle.rules().digits.map(|digits| digits.to_string()).as_deref(), Some("1-9"), "{said}");
    }
    same("SEND+MORE=MONEY zur Basis 12", "@base 12\nSEND+MORE=MONEY", &["note-stated"]);
    refused("GELD · AN = JANIC. Mit den Ziffern von 1 bis 9 und der größte Wert.");
}

#[test]
fn a_list_of_rules_below_a_drawing_is_left_out() {
    let drawing = "SEND\n+MORE\n-----\nMONEY";
    let rules = "Rules:\n- each letter is a digit\n- no leading zeros";
    same(&format!("{drawing}\n\n{rules}"), drawing, &["note-sentences"]);
    refused(&format!("{drawing}\n\n{rules}\n- the largest sum is wanted"));
}

#[test]
fn settings_that_are_said_in_words_are_set() {
    let set = |typed: &str, clean: &str, notes: &[&str]| {
        same(typed, clean, notes);
        let rules = |text: &str| crate::read(text).map(|puzzle| puzzle.rules().clone());
        assert_eq!(rules(typed), rules(clean), "{typed}");
    };
    let base = "@base 12\nON+NO=TOT";
    for typed in [
        "ON+NO=TOT (base 12)",
        "ON+NO=TOT in base twelve",
        "ON+NO=TOT, base 12",
        "Base 12: ON+NO=TOT",
        "ON + NO = TOT IN BASE 12.",
        "ON+NO=TOT in duodecimal",
    ] {
        set(typed, base, &["note-stated"]);
    }
    let both = &["note-stated", "note-sentences"];
    set("Solve ON + NO = TOT in base 12.", base, both);
    let drawing = "@base 12\n  ON\n+ NO\n----\n TOT";
    set("Base 12:\n  ON\n+ NO\n----\n TOT", drawing, &["note-stated"]);
    set("  ON\n+ NO\n----\n TOT (base 12)", drawing, &["note-stated"]);
    let digits = "@digits 1-9\nA/BC+D/EF=G/HI";
    for typed in [
        "A/BC+D/EF=G/HI (1-9)",
        "A/BC+D/EF=G/HI (digits 1–9)",
        "digits 1-9: A/BC+D/EF=G/HI",
        "A/BC+D/EF=G/HI using the digits 1 to 9 exactly once",
        "Use each of the digits one through nine once. A/BC+D/EF=G/HI",
        "A/BC+D/EF=G/HI with digits between 1 and 9",
    ] {
        set(typed, digits, &["note-stated"]);
    }
    set("Replace the letters by the digits 1 to 9: A/BC+D/EF=G/HI", digits, both);
    set("ON + NO = TOT\nDigits: 3-9 only", "@digits 3-9\nON+NO=TOT", &["note-stated"]);
    set("ON+NO=TOT, no zeros", "@no-zero\nON+NO=TOT", &["note-stated"]);
    set("Solve ON + NO = TOT where no letter is zero", "@no-zero\nON+NO=TOT", both);
    set(
        "O, T and N are nonzero digits: ON+NO=TOT",
        "@where O≠0\n@where T≠0\n@where N≠0\nON+NO=TOT",
        &["note-stated"],
    );
    set("ON+NO=TOT. Each letter is a non-zero digit.", "@no-zero\nON+NO=TOT", both);
    set("ON+NO=TOT, where O and T are nonzero digits", "@where O≠0\n@where T≠0\nON+NO=TOT", &["note-stated"]);
    refused("ON+NO=TOT leaves a nonzero remainder");
    set("ON+NO=TOT (leading zeros allowed)", "@leading-zeros allowed\nON+NO=TOT", &["note-stated"]);
    set(
        "ON+NO=TOT. Different letters can stand for the same digit.",
        "@distinct none\nON+NO=TOT",
        &["note-stated"],
    );
    set("ON+NO=TOT, base 12, no zero", "@base 12\n@no-zero\nON+NO=TOT", &["note-stated"]);
    set("□+□=□, all different", "@distinct-blanks\n□+□=□", &["note-stated"]);
    same("ON+NO=TOT, all different", "ON+NO=TOT", &["note-sentences"]);
    refused("ON+NO=TOT (base 99)");
    refused("ON+NO=TOT (digits 9-1)");
    refused("ON+NO=TOT + base 12");
}

#[test]
fn conditions_and_numbers_in_brackets_behind_a_puzzle() {
    same("ON+NO=TOT (O=8)", "ON+NO=TOT, O=8", &[]);
    same("ON+NO=TOT (O = 8, N>1)", "ON+NO=TOT, O = 8, N>1", &[]);
    same("ON+NO=TOT (O is even)", "ON+NO=TOT, is_even(O)", &["note-words"]);
    same("ON+NO=TOT (12)", "ON+NO=TOT", &["note-sentences"]);
    same("ON+NO=TOT [1]", "ON+NO=TOT", &["note-sentences"]);
    untouched("ON+NO=TOT*(1+1)");
    untouched("A=B && (C=D)");
    refused("A = (B=C) (D=E)");
}

/// What is said of one letter holds for the puzzle, and the note says how it was read.
#[test]
fn what_is_said_of_a_letter_is_a_condition() {
    let clean = |condition: &str| format!("@where {condition}\nTWO+TWO=FOUR");
    for typed in [
        "The letter T stands for 9: TWO + TWO = FOUR",
        "TWO + TWO = FOUR (T stands for 9)",
        "TWO + TWO = FOUR, where T stands for 9",
        "TWO + TWO = FOUR [T represents the digit 9]",
        "TWO + TWO = FOUR and T = 9",
        "TWO + TWO = FOUR. Hint: T must be nine.",
        "T stands for 9. TWO + TWO = FOUR",
        "Let T = 9. TWO + TWO = FOUR",
        "TWO + TWO = FOUR, gdzie T oznacza cyfrę 9",
        "Sachant que T vaut 9, TWO + TWO = FOUR",
        "TWO + TWO = FOUR. Der Buchstabe T steht für die Ziffer 9.",
        "TWO + TWO = FOUR. La letra T vale 9.",
        "TWO + TWO = FOUR. La lettera T vale 9.",
        "TWO + TWO = FOUR, a letra T representa 9.",
        "TWO + TWO = FOUR. De letter T staat voor 9.",
        "TWO + TWO = FOUR. Буква T обозначает 9.",
    ] {
        same(typed, &clean("T=9"), &["note-stated"]);
    }
    same("TWO + TWO = FOUR. O is an even digit.", &clean("is_even(O)"), &["note-words"]);
    for typed in [
        "TWO + TWO = FOUR (O must be even)",
        "TWO + TWO = FOUR (O gerade)",
        "TWO + TWO = FOUR. Der Buchstabe O steht für eine gerade Ziffer.",
    ] {
        same(typed, &clean("is_even(O)"), &["note-stated"]);
    }
    same("TWO + TWO = FOUR. R is not 0.", &clean("R≠0"), &["note-stated"]);
    same("TWO + TWO = FOUR, sachant que T ≠ 0", &clean("T≠0"), &["note-stated"]);
    // It goes on, is no digit, or no letter of the puzzle.
    for typed in [
        "TWO + TWO = FOUR. E is 9.",
        "TWO + TWO = FOUR. T stands for 9 apples.",
        "TWO + TWO = FOUR (T stands for 12)",
    ] {
        refused(typed);
    }
    untouched("T=9, TWO+TWO=FOUR");
    same("TWO + TWO = FOUR [no letter is 0]", "@no-zero\nTWO+TWO=FOUR", &["note-stated"]);
    same("TWO + TWO = FOUR (die 0 kommt nicht vor)", "@no-zero\nTWO+TWO=FOUR", &["note-stated"]);
    same(
        "Using the digits 1 to 9, solve: TWO + TWO = FOUR",
        "@digits 1-9\nTWO+TWO=FOUR",
        &["note-stated", "note-sentences"],
    );
}

#[test]
fn what_is_said_in_han_characters_is_read() {
    for typed in ["TWO + TWO = FOUR、ただしT=9", "TWO + TWO = FOUR，其中 T=9", "TWO + TWO = FOUR且T=9"]
    {
        same(typed, "TWO+TWO=FOUR, T=9", &[]);
    }
    same("T=9のとき、TWO + TWO = FOUR", "T=9, TWO+TWO=FOUR", &[]);
    same("使用数字1到9：TWO + TWO = FOUR", "@digits 1-9\nTWO+TWO=FOUR", &["note-stated"]);
    same("1から9までの数字を使って、TWO + TWO = FOUR", "@digits 1-9\nTWO+TWO=FOUR", &["note-stated"]);
    untouched("とけい+とけい=ただし");
    untouched("用+用=到到");
    untouched("且+若=但");
    untouched("当+当=若且");
}
