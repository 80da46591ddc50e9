//! Each text here is read as the clean one beside it, with these notes; the refused ones are not read at all.

use super::*;
use crate::interrupt::Never;
use crate::puzzle::Puzzle;
use crate::text::Reader;
use crate::vocabulary::Vocabulary;

mod said;
mod tex;

/// The conditions of a text as this crate writes them, and the keys of its notes.
fn read(text: &str) -> Result<(Vec<String>, Vec<&'static str>), String> {
    let puzzle = Puzzle::parse(text).map_err(|error| error.to_string())?;
    let conditions = puzzle.all_conditions().map(|condition| puzzle.write(condition)).collect();
    Ok((conditions, puzzle.notes().iter().map(|note| note.message.key()).collect()))
}

fn same(typed: &str, clean: &str, notes: &[&str]) {
    let expected = Reader::new().literal().read(clean).unwrap_or_else(|error| panic!("{clean}: {error}"));
    let conditions: Vec<String> =
        expected.all_conditions().map(|condition| expected.write(condition)).collect();
    let (found, keys) = read(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
    assert_eq!((found, keys.as_slice()), (conditions, notes), "{typed}");
}

fn refused(text: &str) {
    assert!(read(text).is_err(), "{text}");
}

fn untouched(text: &str) {
    let plain = Reader::new().literal().read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let read = Puzzle::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((&plain, plain.notes()), (&read, read.notes()), "{text}");
}

#[test]
fn what_is_wrapped_around_a_text_comes_off() {
    for typed in [
        "```\nON+NO=TOT\n```",
        "~~~text\nON+NO=TOT\n~~~",
        "> ON+NO=TOT",
        ": ON + NO = TOT",
        "% ON+NO=TOT",
        "# ON+NO=TOT",
        "\"ON + NO == TOT\"",
        "'ON + NO = TOT'",
        "“ON + NO = TOT”",
        "„ON + NO = TOT“",
        "«ON+NO=TOT»",
        "`ON+NO=TOT`",
        "\"ON\" + \"NO\" = \"TOT\"",
        "'ON' + 'NO' = 'TOT'",
        "**ON+NO=TOT**",
        "ON + NO = TOT |",
        "<pre>ON+NO=TOT</pre>",
        "<p class=\"puzzle\">ON + NO = TOT<br></p>",
        "ON&nbsp;&plus;&#32;NO &#x3D; TOT",
    ] {
        same(typed, "ON+NO=TOT", &[]);
    }
    same("「ＯＮ＋ＮＯ＝ＴＯＴ」", "ＯＮ＋ＮＯ＝ＴＯＴ", &[]);
    same("INPUT: \"ON + NO = TOT\"", "ON+NO=TOT", &[]);
    same("\"ON + NO = TOT\" \"O<N\"", "ON+NO=TOT, O<N", &[]);
    same("\"puzzle\": \"ON + NO == TOT\",", "ON+NO=TOT", &[]);
    same("value=\"ON+NO==TOT\"", "ON+NO=TOT", &[]);
    same("['ON + NO = TOT', 'O<N']", "ON+NO=TOT, O<N", &[]);
    same("`\"ON + NO == TOT\"`", "ON+NO=TOT", &[]);
    same("__ON + NO = TOT__", "ON+NO=TOT", &["note-underlined"]);
    same("ON\n\n__+NO__\n\nTOT", "ON\n+NO\nTOT", &["note-underlined"]);
    untouched("__ + __ = __A");
    same("Enter a puzzle: ON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
    same("ON+NO=TOT (letters are digits)", "ON+NO=TOT", &["note-sentences"]);
    same("> ON+NO=TOT\n> O<N", "ON+NO=TOT\nO<N", &[]);
    same("A &times; B &minus; C = D", "A × B − C = D", &[]);
    refused("A & B = C &times; D");
    // Conditions as they are.
    untouched("A<B>C");
    untouched("A>B");
}

#[test]
fn tex_is_read() {
    for typed in [
        "$ON+NO=TOT$",
        "$$ON + NO = TOT$$",
        "\\[ ON + NO = TOT \\]",
        "\\( \\text{ON} + \\mathrm{NO} = \\text{TOT} \\).",
        "\\begin{align*} ON + NO &= TOT \\end{align*}",
        "$$\\boxed{ON} + \\;NO\\, =\\quad TOT$$",
        "$ON$ + $NO$ = $TOT$",
    ] {
        same(typed, "ON+NO=TOT", &[]);
    }
    same("\\frac{A}{BC}+\\dfrac{D}{EF}=1", "A/BC+D/EF=1", &[]);
    same("\\frac{A+B}{CD}=E", "(A+B)/CD=E", &[]);
    same("\\frac{A}{B+C}=E", "A/(B+C)=E", &[]);
    same("\\sqrt{ABCD}=EF", "√(ABCD)=EF", &[]);
    same("\\sqrt[3]{ABC} = D^{2}", "∛(ABC)=D^2", &[]);
    same("\\sqrt[4]{ABC} = D^{E+1}", "root(ABC, 4)=D^(E+1)", &[]);
    same("ABC_{12} \\times D \\ge EFG", "ABC@12 × D ≥ EFG", &[]);
    same("0.\\overline{AB} = C/D", "0.(AB) = C/D", &[]);
    same("A \\cdot \\square = 1\\square \\div 2", "A·□ = 1□÷2", &[]);
    same("$\\square 4 \\times 7 = 3\\square8$", "□4×7=3□8", &[]);
    same(
        "\\[ 198 + \\overline{4 \\bigtriangleup \\square} = \\overline{6\\square9} \\]",
        "198+4△◻=6◻9",
        &["note-squares"],
    );
    refused("\\foo{A}=B");
    refused("$A$\\foo=B");
}

#[test]
fn formulas_in_sentences_are_told_from_words() {
    for typed in [
        "Solve $ON+NO=TOT$",
        "Find the digits in \\(ON + NO = TOT\\), please. What is $O + N$?",
        "Suppose that $$ON + NO = TOT$$ where letters are digits.",
        "What is $T$ if $\\underline{O}\\,\\underline{N} + \\overline{NO} = TOT$?",
    ] {
        same(typed, "ON+NO=TOT", &["note-sentences"]);
    }
    same("If $\\overline{ab} + \\overline{ba} = 121$, find $a+b$.", "ab+ba=121", &["note-sentences"]);
    same("Given $A+B=C$ and $A>B$, what is $C$?", "A+B=C, A>B", &["note-sentences"]);
    same("Find $A\\times B = C$ in base $7$.", "@base 7\nA×B=C", &["note-stated", "note-sentences"]);
    same(
        "In the sum\n$$\\begin{array}{r} ON \\\\ +NO \\\\ \\hline TOT \\end{array}$$\neach letter is a digit.",
        " ON\n+NO\n---\nTOT",
        &["note-sentences"],
    );
    refused("The largest value for which $AB+BA=CDC$ holds?");
    refused("It is $A+$B=$C");
    refused("It is $ A=B $ or so");
}

#[test]
fn what_stands_around_puzzles_on_exam_sheets_and_in_chats_comes_off() {
    for (typed, notes) in [
        (
            "Replace letters by digits (same letter = same digit): ON + NO = TOT",
            &["note-sentences"] as &[&str],
        ),
        ("Replace each letter so that the sum ON+NO=TOT is correct.", &["note-sentences"]),
        ("The puzzle ON+NO=TOT was published in July 1924 in a paper.", &["note-sentences"]),
        ("ON+NO=TOT has 3 solutions", &["note-sentences"]),
        ("Problem 3 (AMC 8). ON + NO = TOT", &["note-sentences"]),
        ("Dudeney 1924 – ON + NO = TOT", &["note-sentences"]),
        ("ON+NO=TOT // a classic", &["note-sentences"]),
        ("ON+NO=TOT -- classic by Dudeney (1924)", &["note-sentences"]),
        ("Résoudre : ON + NO = TOT", &["note-sentences"]),
        ("→ ON + NO = TOT", &["note-sentences"]),
        ("ON + NO = TOT ???", &[]),
        ("No. 5 ON+NO=TOT", &[]),
        ("7\tON+NO=TOT", &[]),
        ("*ON* + *NO* = *TOT*", &[]),
        ("**ON** + **NO** = **TOT**", &[]),
        ("ON plus NO makes TOT", &["note-words"]),
        ("ON and NO add up to TOT", &["note-words"]),
        ("Add ON to NO to get TOT.", &["note-words"]),
        ("下面的算式中，不同的字母代表不同的数字。ON + NO = TOT，求TOT。", &["note-sentences"]),
    ] {
        same(typed, "ON+NO=TOT", notes);
    }
    same("Subtract ON from TOT to get NO", "TOT−ON=NO", &["note-words"]);
    same("ABC is divisible by D, D is a prime number", "ABC%D=0, is_prime(D)", &["note-words"]);
    same("AB+CD is a multiple of 7", "(AB+CD)%7=0", &["note-words"]);
    same("下式中每个汉字代表不同的数字：我爱数学×4=学数爱我", "我爱数学×4=学数爱我", &["note-sentences"]);
    let drawing = " ON\n+NO\n---\nTOT";
    same("1. ON\n + NO\n ----\n  TOT", drawing, &[]);
    same(&format!("{drawing}\n(CSIR 2016)"), drawing, &["note-sentences"]);
    same(&format!("{drawing}  (T = 1)"), &format!("@where T=1\n{drawing}"), &["note-below"]);
    same(&format!("How many values are possible for N?\n{drawing}"), drawing, &["note-sentences"]);
    same("AB+BA=121 and A is less than B", "AB+BA=121, A < B", &["note-words"]);
    same("ON+NO=TOT, N is not zero", "ON+NO=TOT, N ≠ 0", &["note-stated"]);
    same("ON+NO=TOT, T is one", "ON+NO=TOT, T = 1", &["note-words"]);
    same("4( ) + ( )7 = 1[]2", "4□+□7=1□2", &["note-empty"]);
    same("⎧A+B=C\n⎩A−B=D", "A+B=C\nA−B=D", &[]);
    same("Find four-digit ABCD with ABCD × 9 = DCBA.", "ABCD×9=DCBA", &["note-sentences"]);
    same("ON+NO=TOT\nHint: T=1", "ON+NO=TOT, T=1", &["note-sentences"]);
    same("ON+NO=TOT where O, N ≠ 0", "ON+NO=TOT, O ≠ 0, N ≠ 0", &["note-words"]);
    same("ON+NO=TOT T=1 O=9", "ON+NO=TOT, T=1, O=9", &[]);
    same("If ON+NO=TOT, then O + N = ?", "@show O+N\nON+NO=TOT", &["note-sentences"]);
    same(
        "Q.12 In this sum, each letter stands for a digit:\n ON\n+NO\n---\nTOT\nFind O + N.\n(a) 12 (b) 14 (c) 15",
        " ON\n+NO\n---\nTOT",
        &["note-sentences", "note-sentences"],
    );
    // These have a meaning of their own, or may ask for more.
    untouched("AB = CD // EF");
    untouched("A : B = C");
    refused("ON+NO=TOT has 12");
    refused("The sum of ON is 1924");
    refused("ON+NO=TOT where digits sum to 18");
    refused("a) ON+NO=TOT b) A+B=C");
    refused("ON+NO=TOT\tA+B=C");
}

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
        let rules = |text: &str| Puzzle::parse(text).expect("it is a puzzle").rules().clone();
        assert_eq!(rules(&format!("ON+NO=TOT, {said}")), rules(&format!("@{setting}\nON+NO=TOT")), "{said}");
    }
    let puzzle = Puzzle::parse("ON+NO=TOT, base=9").expect("it is a puzzle");
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
        let puzzle =
            Puzzle::parse(&format!("{said}{boxes}")).unwrap_or_else(|error| panic!("{said}: {error}"));
        let rules = puzzle.rules();
        assert_eq!((rules.distinct_blanks, rules.allowed_digits().len()), (true, 9), "{said}");
    }
    // Seven boxes may have digits more than once.
    let puzzle = Puzzle::parse("Use the digits 1 to 9: □□ + □□ = □□□").expect("it is a puzzle");
    assert!(!puzzle.rules().distinct_blanks);
    refused("1～9の数字を2個以上使って □□□+□□□=□□□");
}

#[test]
fn arrays_and_tables_are_drawings() {
    let sum = " ON\n+NO\n---\nTOT";
    for typed in [
        "\\begin{array}{r} & O & N \\\\ + & N & O \\\\ \\hline T & O & T \\end{array}",
        "$$\\begin{array}{cccc}\n & O & N \\\\\n+ & N & O \\\\\n\\hline\nT & O & T \\\\\n\\end{array}$$",
        "\\[\\begin{matrix} &O&N\\\\+&N&O\\\\\\hline T&O&T\\end{matrix}\\]",
        "\\begin{tabular}{c@{}c@{}c} & O & N \\\\ \\underline{+} & \\underline{N} & \\underline{O} \\\\ T & O & T \\end{tabular}",
        "\\begin{array}{r} ON \\\\ + NO \\\\ \\hline TOT \\end{array}",
        "\\begin{array}{r} \\text{ON} \\\\ \\underline{+\\text{NO}} \\\\ \\text{TOT} \\end{array}",
        "|   | O | N |\n| + | N | O |\n|---|---|---|\n| T | O | T |",
        "+---+---+---+\n|   | O | N |\n| + | N | O |\n+---+---+---+\n| T | O | T |\n+---+---+---+",
    ] {
        same(typed, sum, &[]);
    }
    same("|S|O|+|S|O|=|T|O|O|", "SO+SO=TOO", &[]);
    same("ON+NO=TOT\n|", "ON+NO=TOT", &[]);
    same("||O||N\n+||N||O\nT||O||T", sum, &[]);
    same("  | O | N\n+ | N | O\n--|---|---\nT | O | T", sum, &["note-rows-closed-up"]);
    same(" ON   Problem one\n+NO\n---\nTOT", sum, &["note-sentences"]);
    same("- AB\n×  3\n----\n CAB", "  AB\n×  3\n----\n CAB", &["note-dash"]);
    untouched("   A\n+  X\n----\n   B");
    untouched("@base 40\n   A   B\n   C   X\n--------\n   D   E");
    untouched("-AB\n-CD\n---\n EF");
    untouched("- AB\n+ CD\n----\n  EF");
}

#[test]
fn marks_of_lists_and_ends_come_off() {
    for typed in [
        "1. ON+NO=TOT",
        "1) ON+NO=TOT",
        "(1) ON + NO = TOT",
        "a) ON+NO=TOT",
        "Q1. ON+NO=TOT",
        "* ON+NO=TOT",
        "• ON + NO = TOT",
        "ON+NO=TOT.",
        "ON+NO=TOT。",
        "ON + NO = TOT ?",
        "12) ON+NO=TOT.",
        "ON+NO=TOT (0-9)",
    ] {
        same(typed, "ON+NO=TOT", &[]);
    }
    same("- ON+NO=TOT", "ON+NO=TOT", &["note-dash"]);
    same("- ON+NO=TOT\n- O<N", "ON+NO=TOT\nO<N", &["note-dash"]);
    for typed in ["-A+B=C", "- A + B = C", "- A - B = C", "1:A=B", "1.5+A=B.5", "-A=B\n- C=D"] {
        untouched(typed);
    }
    same("A+B=C?", "A+B=C?", &["note-end-blank"]);
    untouched("A?+B=C?");
    untouched("A! = B");
}

#[test]
fn look_alikes_are_the_signs_they_look_like() {
    same("A ✕ B ➕ C ➖ D ➗ E = F", "A × B + C - D ÷ E = F", &[]);
    same("A∗B=C‐D—E", "A*B=C-D-E", &[]);
    same("A ≦ B、C ≧ D", "A ≤ B, C ≥ D", &[]);
    same("A X B = CD", "A × B = CD", &["note-times"]);
    refused("$END+MORE=MONEY");
    refused("A → B = C");
    refused("A ⁒ B = C");
    same("@symbols $€\n$A+€B=CD", "@symbols $€\n$A+€B=CD", &[]);
    same("@symbols ✕\n✕A+B=CD", "@symbols ✕\n✕A+B=CD", &[]);
    same("ON + NО = TOT", "ON + NО = TOT", &["note-two-alphabets"]);
}

#[test]
fn a_glued_x_is_times_if_it_can_be_nothing_else() {
    let note = ["note-times"];
    same("2□x□=□6", "2□×□=□6", &note);
    same("ORCxFREAK=ELFxFAIRY", "ORC×FREAK=ELF×FAIRY", &note);
    same("12x34=408", "12×34=408", &note);
    same("あxい=う", "あ×い=う", &note);
    same("ABх□=DEF", "AB×□=DEF", &note);
    same("(A+B)x(C+D)=EF", "(A+B)×(C+D)=EF", &note);
    same("max(A,B)xC=DE", "max(A,B)×C=DE", &note);
    for typed in [
        "v*xc=x*xlv",
        "xyy*99=AB",
        "ABx+CDx=EFG",
        "ABxCD=EF, x=3",
        "3x5+1x2=4x7",
        "ABxCD=EXF",
        "@symbols x\nABxCD=EFGH",
        "@assign x=3\nABxCD=EFGH",
        "ABC x D = EFGH",
        "max(A,B)=C",
        "xx=A",
    ] {
        untouched(typed);
    }
    same(
        "  SEE\n  xME\n-----\n HHOM\nLTHL\n-----\nKKOLM",
        "  SEE\n  ×ME\n-----\n HHOM\nLTHL\n-----\nKKOLM",
        &note,
    );
    let puzzle = Puzzle::parse("AB x CDx□=EFG").expect("it is a puzzle");
    let text = "AB x CDx□=EFG";
    assert_eq!(puzzle.notes()[0].span.clone().map(|span| &text[span]), Some("x"));
    assert!(puzzle.notes()[0].to_string().contains("'x'"), "{}", puzzle.notes()[0]);
}

#[test]
fn one_capital_x_between_spaced_digits_is_times_and_several_are_digits() {
    same("A B X C D = E F G", "AB×CD=EFG", &["note-times", "note-spaced"]);
    same("A B X C X D = E F G", "ABXCXD=EFG", &["note-spaced"]);
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
        let puzzle = Puzzle::parse(&format!("GELD · AN = JANIC. {said}")).expect("it was read");
        assert_eq!(puzzle.rules().digits.map(|digits| digits.to_string()).as_deref(), Some("1-9"), "{said}");
    }
    same("SEND+MORE=MONEY zur Basis 12", "@base 12\nSEND+MORE=MONEY", &["note-stated"]);
    refused("GELD · AN = JANIC. Mit den Ziffern von 1 bis 9 und der größte Wert.");
}

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
        &["note-sentences", "note-stated", "note-spaced"],
    );
    same("Solve: ABxCD=EFGH", "AB×CD=EFGH", &["note-sentences", "note-times"]);
    untouched("Solve: send+more=money");
    same("the two-digit number AB = BA + 9", "AB = BA+9", &[]);
    same("DONALD+GERALD=ROBERT given D is 5", "DONALD+GERALD=ROBERT, D=5", &["note-words"]);
}

#[test]
fn a_bracket_behind_a_number_or_a_bracket_is_a_factor() {
    same("9(HATBOX)=4(BOXHAT)", "9×(HATBOX)=4×(BOXHAT)", &["note-bracket-times"]);
    same("(A+B)(C+D)=EF", "(A+B)×(C+D)=EF", &["note-bracket-times"]);
    untouched("A=.1(6)");
    untouched("A=12.1(6)");
    refused("ABC(D)=E");
    refused("9(A,B)=C");
}

#[test]
fn one_arrow_is_an_equals_sign() {
    same("SEND + MORE → MONEY", "SEND+MORE=MONEY", &["note-arrow"]);
    refused("A → B → C");
    refused("A=B → C");
}

#[test]
fn the_answer_below_a_puzzle_is_left_out() {
    for answer in [
        "Solution:\n9567\n+1085\n10652",
        "Answer: S=9, E=5",
        "\nLösung : 9567",
        "答え：９５６７",
        "Solution\n9567+1085=10652",
    ] {
        same(&format!("SEND+MORE=MONEY\n{answer}"), "SEND+MORE=MONEY", &["note-answer"]);
    }
    same(
        "SEND\n+MORE\n-----\nMONEY\nSolution :\n 9567\n+1085\n-----\n10652",
        "SEND\n+MORE\n-----\nMONEY",
        &["note-answer"],
    );
    refused("SIX\n+ SEVEN\n+ SEVEN\nSolution :\n650\n+ 68782\n+ 68782\n138214");
    untouched("question\n+ answer\n------\nsolution");
    untouched("A+B=C\nSOLUTION:AB=CD");
}

#[test]
fn a_list_of_rules_below_a_drawing_is_left_out() {
    let drawing = "SEND\n+MORE\n-----\nMONEY";
    let rules = "Rules:\n- each letter is a digit\n- no leading zeros";
    same(&format!("{drawing}\n\n{rules}"), drawing, &["note-sentences"]);
    refused(&format!("{drawing}\n\n{rules}\n- the largest sum is wanted"));
}

#[test]
fn stars_are_blanks_if_one_can_be_no_operator() {
    same("***×****=777777", "□□□×□□□□=777777", &["note-stars"]);
    same("***x****=777777", "□□□×□□□□=777777", &["note-stars", "note-times"]);
    same("**2 * 3*=4***", "□□2 * 3□=4□□□", &["note-stars"]);
    same("4*6+*8=51*", "4□6+□8=51□", &["note-stars"]);
    untouched("1*3+25=1*8");
    untouched("A**2=B");
    refused("A*=B");
}

#[test]
fn hash_signs_are_blanks_if_one_can_begin_no_comment() {
    same("## × # = ###", "□□ × □ = □□□", &["note-hashes"]);
    same("@base 8\n# + 1# = 2#", "@base 8\n□ + 1□ = 2□", &["note-hashes"]);
    let drawing = "  □7□\n×  □□\n-----\n □□□□\n □□□\n-----\n□□□□□";
    same(&drawing.replace('□', "#"), drawing, &["note-hashes"]);
    same("# 12\nON+NO=TOT", "ON+NO=TOT", &[]);
    same("#12 ON+NO=TOT", "ON+NO=TOT", &[]);
    refused("ON+NO=TOT#");
    refused("# #");
}

#[test]
fn pictures_beside_a_puzzle_come_off() {
    same("Solve this 👉 ON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
    same("What is 🍎 + 🍌 = 3 then", "🍎 + 🍌 = 3", &["note-sentences"]);
    let notes = &["note-sentences"];
    same("ON + NO = TOT 🎄", "ON+NO=TOT", notes);
    same("🎄🎅 ON + NO = TOT ✨", "ON+NO=TOT", notes);
    same("🍎 + 🍎 = 🍌 🍒", "🍎 + 🍎 = 🍌🍒", &["note-spaced"]);
    untouched("ON + 🎄 = ON");
    refused("🎄 🎄🎄");
}

#[test]
fn numbers_as_people_write_them() {
    same("1,234+A=1,235", "1234+A=1235", &[]);
    same("MO,NEY+1=2", "MONEY+1=2", &["note-groups"]);
    same("1 234 567 = A×B", "1234567 = A×B", &[]);
    untouched("M=1,234=ABC");
    untouched("A=B,CDE=F");
    same("3 1/2 + A = B 1/2", "(3+1/2) + A = (B+1/2)", &["note-mixed"]);
    same("1½+A=B", "(1+1/2)+A=B", &["note-mixed"]);
    same("O N + N O = T O T", "ON+NO=TOT", &["note-spaced"]);
    same("D D + D D = LDY", "DD+DD=LDY", &["note-spaced"]);
    same("948 − V Q Y = Y Q V", "948 − VQY = YQV", &["note-spaced"]);
    refused("ON NO = TOT");
    refused("S E N D M O R E + ----- M O N E Y");
}

#[test]
fn functions_as_people_guess_them() {
    for typed in ["isPrime(AB)", "is_prime (AB)", "prime(AB)", "PRIME(AB)", "Is_Prime(AB)"] {
        same(typed, "is_prime(AB)", &[]);
    }
    same("GCD(A,B)=2, even(A), odd (C)", "gcd(A,B)=2, is_even(A), is_odd(C)", &[]);
    same("square(AB), A<B", "is_square(AB), A<B", &[]);
    refused("square(AB)=C");
    refused("ABC(D)=E");
}

#[test]
fn a_number_in_a_set_or_a_range() {
    same("AB=CD, A in {1,3}", "AB=CD, (A=1 || A=3)", &[]);
    same("A in 1..5, B in 2..3", "1<=A<=5, 2<=B<=3", &[]);
    refused("A in B");
}

#[test]
fn operators_in_words() {
    same("send plus more equals money", "send+more=money", &["note-words"]);
    same("A times B minus C over D is E", "A×B-C/D=E", &["note-words"]);
    same("AB divided by C equals D", "AB/C=D", &["note-words"]);
    same("A squared plus B = CD, AB is prime", "A^2+B=CD, is_prime(AB)", &["note-words"]);
    same("AB ÷ C = D remainder E", "AB ÷ C = D r E", &["note-words"]);
    untouched("plus + moins = zero");
    refused("send more money");
    refused("send\nplus more\nequals money");
}

#[test]
fn words_before_numbers() {
    let notes = &["note-words"];
    same("The square of ON is TOTS", "ON^2=TOTS", notes);
    same("the sum of ON and NO is TOT", "(ON+NO)=TOT", notes);
    same("ABC is three times the product of AB and the cube of C", "ABC=3×(AB×C^3)", notes);
    same("If the number ON is twice NO, then", "ON=2×NO", &["note-words", "note-sentences"]);
    same("The number ON is prime", "is_prime(ON)", notes);
    same("the THE plus ON equals NO", "THE+ON=NO", notes);
    refused("THE SUM OF ON");
    refused("the sum of ON or NO is TOT");
    refused("the sum of the sum of A and B and C is D");
}

#[test]
fn operators_in_words_with_something_around_them() {
    same("1. \"send plus more equals money\".", "send+more=money", &["note-words"]);
    same("1. A plus B equals C\n2. C times D equals E", "A+B=C\nC×D=E", &["note-words"]);
    same("Puzzle #3: ON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
    same("Problem 12.\nON+NO=TOT", "ON+NO=TOT", &["note-sentences"]);
    same("Puzzle 3: send plus more equals money", "send+more=money", &["note-words", "note-sentences"]);
    same("A plus B equals C (USA 1924)", "A+B=C", &["note-words", "note-sentences"]);
}

#[test]
fn sentences_around_a_puzzle_are_left_out() {
    let notes = &["note-sentences"];
    same("Solve ON + NO = TOT. Each letter stands for a different digit.", "ON+NO=TOT", notes);
    same("In the sum ON + NO = TOT no number starts with zero. Find TOT.", "ON+NO=TOT", notes);
    same("Can you solve ON+NO=TOT?", "ON+NO=TOT", notes);
    same("ON + NO = TOT. No two letters stand for the same digit.", "ON+NO=TOT", notes);
    same("If ON + NO = TOT, what is TOT?", "ON+NO=TOT", notes);
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
    refused("ON + NO = TOT. O, N and T are odd digits.");
    refused("O □ + N □ = T □. The blanks are distinct digits of O and N.");
    refused("ON + NO = TOT. O, N");
}

#[test]
fn sentences_that_may_ask_for_more_are_not_left_out() {
    refused("Find the largest TOT with ON + NO = TOT");
    refused("Solve ON + NO = TOT, where TOT has three digits");
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
fn settings_that_are_said_in_words_are_set() {
    let set = |typed: &str, clean: &str, notes: &[&str]| {
        same(typed, clean, notes);
        let rules = |text: &str| Puzzle::parse(text).map(|puzzle| puzzle.rules().clone());
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
    set("ON+NO=TOT, no zeros", "@no-zero\nON+NO=TOT", &["note-stated"]);
    set("Solve ON + NO = TOT where no letter is zero", "@no-zero\nON+NO=TOT", both);
    set("O, T and N are nonzero digits: ON+NO=TOT", "@no-zero\nON+NO=TOT", both);
    set("ON+NO=TOT. Each letter is a non-zero digit.", "@no-zero\nON+NO=TOT", both);
    refused("ON+NO=TOT, where O and T are nonzero digits");
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

#[test]
fn what_a_sentence_asks_for_is_no_condition() {
    let note = &["note-sentences"];
    for text in [
        "ON+NO=TOT. Find O+N+T.",
        "Find the value of T in ON+NO=TOT",
        "What is TOT if ON + NO = TOT?",
        "If each letter is another digit and ON + NO = TOT, find O × N.",
    ] {
        same(text, "ON+NO=TOT", note);
    }
    let both = &["note-sentences", "note-sentences"];
    same("Solve this: ON + NO = TOT. (Leading digits are not zero.)", "ON+NO=TOT", both);
    refused("Solve ON + NO = TOT. (Leading digits may be zero.)");
}

#[test]
fn a_colon_between_two_conditions_is_a_comma() {
    same("O=8: ON+NO=TOT", "O=8, ON+NO=TOT", &["note-colon"]);
    same("Given O=8: ON+NO=TOT", "@where O=8\nON+NO=TOT", &["note-stated"]);
    same("ON+NO=TOT (Hint: O = 8)", "ON+NO=TOT, O = 8", &["note-colon", "note-sentences"]);
    for text in ["A=B:C=D", "A=B : C=D", "A:B=C:D"] {
        untouched(text);
    }
}

#[test]
fn letters_for_blanks_and_digits_before_letters_are_proposed() {
    let proposed = |text: &str| other_readings(text, &Rules::default())[0].texts[0].clone();
    assert_eq!(proposed("4● + ●7 = 1●2"), "4□ + □7 = 1□2");
    assert_eq!(proposed("AB_8 + BA_8 = 121_8"), "AB@8 + BA@8 = 121@8");
    let proposed = |text: &str| {
        let others = other_readings(text, &Rules::default());
        others.into_iter().flat_map(|other| other.texts).collect::<Vec<_>>()
    };
    assert!(proposed("oo*o=ooo").contains(&"□□*□=□□□".to_string()));
    assert!(proposed("xx * x = xxx").contains(&"□□ * □ = □□□".to_string()));
    assert_eq!(proposed("2AB+12C=D3E"), ["2×AB+12×C=D3E"]);
    assert!(proposed("AB+BA=CC").is_empty());
    assert!(proposed("AA+BC=BCAA").is_empty());
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
fn lines_that_were_broken_are_joined() {
    same("ON + NO\n= TOT", "ON+NO=TOT", &[]);
    same("A × B\n× C = D", "A×B×C=D", &[]);
    same("A+B=\nC\nD<E", "A+B=C\nD<E", &[]);
}

#[test]
fn a_root_and_its_steps_in_a_chain() {
    let clean = "√ABCDE=FGH; -I=JKL; -MNO=PQR; -STUV=0";
    let typed = clean.replace("; -", "-");
    let (found, notes) = read(&typed).expect("it is a root");
    let expected = Reader::new().literal().read(clean).expect("it is a root");
    assert_eq!(found.len(), expected.conditions().len());
    assert_eq!(notes[0], "note-root-chain");
    untouched("√AB=C-D=E-F");
}

#[test]
fn errors_point_into_the_text_as_it_was_typed() {
    let error = Puzzle::parse("> ```\n> SEND + + = MONEY\n> ```").expect_err("it lacks an operand");
    assert_eq!((error.line, error.column, error.text.lines().count()), (2, 10, 3), "{error}");
}

#[test]
fn every_rule_can_be_done_without() {
    let texts = [
        ("times", "2□x□=□6"),
        ("stars", "4*6+*8=51*"),
        ("list-mark", "1. A+B=C"),
        ("end-mark", "A+B=C."),
        ("words", "A plus B equals C"),
        ("quotes", "\"A+B=C\""),
        ("tex", "\\(A+B=C\\)"),
        ("prefix", "> A+B=C"),
        ("groups", "1,234+A=1,235"),
    ];
    for (rule, text) in texts {
        let generous = Puzzle::parse(text).expect(text);
        match Reader::new().without(&[rule]).read(text) {
            Ok(other) => assert_ne!(generous, other, "{text}"),
            Err(_) => assert!(generous_rules().any(|name| name == rule), "{rule}"),
        }
    }
}

#[test]
fn other_readings_are_puzzles_and_differ() {
    let texts = |text: &str| -> Vec<Vec<String>> {
        other_readings(text, &Rules::default()).into_iter().map(|reading| reading.texts).collect()
    };
    assert_eq!(texts("2x7=14x")[0], ["2×7=14x"]);
    assert!(texts("___ x 4 = 36").contains(&vec!["_ x 4 = 36".to_string()]));
    assert!(texts("A+B=C, D+E=F").contains(&vec!["A+B=C".to_string(), "D+E=F".to_string()]));
    assert_eq!(texts("SOLVE: A+B=C"), [["A+B=C".to_string()]]);
    assert_eq!(texts("A+B=C"), Vec::<Vec<String>>::new());
}

/// The quick look at a text overlooks nothing that a firm rule does.
#[test]
fn texts_without_certain_signs_need_no_firm_rule() {
    for text in [
        "2□x□=□6",
        "A X B=C",
        "- A=B",
        "__A=B__",
        "A+B=C?",
        "√ABCD=EF-GH=IJ-KL=0",
        "ΑΒ+BA=C",
        "AB\nX 3\n--\nC",
    ] {
        assert!(may_be_firm(text), "{text}");
    }
    assert!(!may_be_firm("SEND+MORE=MONEY"));
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
        "T stands for 9. TWO + TWO = FOUR",
        "Let T = 9. TWO + TWO = FOUR",
        "TWO + TWO = FOUR, gdzie T oznacza cyfrę 9",
        "Sachant que T vaut 9, TWO + TWO = FOUR",
        "TWO + TWO = FOUR. Hint: T must be nine.",
        "TWO + TWO = FOUR. Der Buchstabe T steht für die Ziffer 9.",
        "TWO + TWO = FOUR. La letra T vale 9.",
        "TWO + TWO = FOUR. La lettera T vale 9.",
        "TWO + TWO = FOUR, a letra T representa 9.",
        "TWO + TWO = FOUR. De letter T staat voor 9.",
        "TWO + TWO = FOUR. Буква T обозначает 9.",
    ] {
        same(typed, &clean("T=9"), &["note-stated"]);
    }
    for typed in [
        "TWO + TWO = FOUR. O is an even digit.",
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

#[test]
fn questions_and_forms_behind_a_puzzle_are_no_conditions() {
    let others = other_readings("TWO + TWO = FOUR, T + W + O = ?", &Rules::default());
    assert_eq!(others[0].texts, ["@show T + W + O\nTWO + TWO = FOUR"]);
    same("TWO + TWO = FOUR; FOUR = ?", "@show FOUR\nTWO+TWO=FOUR", &["note-asked"]);
    same("TWO + TWO = FOUR\nT = __ W = __ O = __", "TWO+TWO=FOUR", &[]);
    same(
        "Resuelve: TWO + TWO = FOUR. ¿Cuánto vale T+W+O?",
        "TWO+TWO=FOUR",
        &["note-sentences", "note-sentences"],
    );
    for typed in [
        "TWO + TWO = FOUR. Melyik számjegy az O?",
        "TWO + TWO = FOUR denkleminde her harf bir rakamdır. O kaçtır?",
        "TWO + TWO = FOUR. Quanto vale T + O?",
    ] {
        same(typed, "TWO+TWO=FOUR", &["note-sentences"]);
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
        assert_eq!(Puzzle::parse(typed).map(|puzzle| puzzle.rules().base.get()), Ok(16), "{typed}");
    }
    same("12'345 + □ = 12’346", "12345+□=12346", &[]);
}

/// Texts without a sense, each of a head, a part that comes again and again, and as often what closes it.
const HOSTILE: &[(&str, &str, &str)] = &[
    ("", "(", ""),
    ("", "(", ")"),
    ("", "prime (", ""),
    ("", "prime (", ")"),
    ("", "[1]", ""),
    ("", "A-", ""),
    ("", "\"", ""),
    ("A=B ", "“A” ", ""),
    ("", "\\frac{", ""),
    ("", "\\text{", "}"),
    ("", "\\sqrt{A", "}"),
    ("", "\\\\[", ""),
    ("", "$", ""),
    ("", "$A$ ", ""),
    ("so ", "$A=B$ a ", ""),
    ("A=1 ", "B=1 ", ""),
    ("A≠0 ", "A, ", "A≠0"),
    ("x ", "(a b ", ""),
    ("", "*AB* ", "*"),
    ("a) A+B=C ", "b) ", "A+B=C"),
    ("", "&nbsp;", ""),
    ("", "x ", ""),
    ("2", "x2", ""),
    ("A", " x A", ""),
    ("A", " X A", ""),
    ("", "A\n", ""),
    ("", "+\n", ""),
    ("A", "=\nA", ""),
    ("  A\n", "B  ", "\n---"),
    ("", "| A ", "|\n"),
    ("", "|", "\n|A|"),
    ("", "1 1/2 ", ""),
    ("", "1½ ", ""),
    ("", "1,000,", ""),
    ("", "A B ", ""),
    ("", " is prime", ""),
    ("", "A", " in {1,"),
    ("A in {", "1,", "}"),
    ("@same Ü=UE\n", "Ü ", ""),
    ("@same Ü=UE\n", "# A\n", "A "),
    ("@same Ü=UE\n", " ", "Ü"),
    ("", "A (bb b) ", ""),
    ("", "> ", "\n"),
    ("", "*A* ", ""),
    ("", "<b>", "</b>"),
    ("", "9(", ""),
    ("", "9(", ")"),
    ("", "(A)", ""),
    ("A\n+B\n---\nC\n", "where A=1\n", ""),
    ("A\n+B\n---\nC\n", "A=1, ", ""),
    ("A\n", "B\n", "B=1\n"),
    ("A=B\n", "ANSWER\n", "answer\n"),
    ("", "同じ文字、", "A=B。"),
    ("A ", "→ A ", ""),
    ("", "Solve: ", "A"),
    ("A=B ", "the 2 digit number ", ""),
    ("AB=C ", "A is 1. ", ""),
    ("A/B=C ", "r 3 ", ""),
    ("AB=C ", "where the letter ", ""),
    ("AB=C\n", "A = _ ", ""),
    ("A=B", "、ただし", ""),
    ("A=B", "数字1到9", ""),
    ("A=B", ", A+B", "=?"),
];

fn hostile((head, part, close): (&str, &str, &str), bytes: usize) -> String {
    let count = bytes / (part.len() + close.len());
    format!("{head}{}{}", part.repeat(count), close.repeat(count))
}

#[test]
fn no_rule_takes_longer_than_its_text() {
    const BYTES: usize = 1500;
    let aids = Aids { vocabulary: &Vocabulary::default(), interrupt: &Never, without: &[] };
    let rules = Rules::default();
    for parts in HOSTILE {
        // What each rule looks at, and what it writes.
        let [short, long] = [BYTES, 4 * BYTES].map(|bytes| {
            let text = hostile(*parts, bytes);
            let heading = Heading::read(&text, &rules).expect("its settings are right");
            let of_rule = |rule: &Rule| {
                let view = View::new(&text, &heading, aids);
                view::WORK.set(0);
                let change = if (rule.may)(&text) { (rule.apply)(&view) } else { None };
                let edits = change.map_or(Vec::new(), |change| change.edits);
                (view::WORK.get(), edits.iter().map(|edit| edit.text.len()).sum::<usize>())
            };
            RULES.iter().map(of_rule).collect::<Vec<_>>()
        });
        for (rule, (short, long)) in RULES.iter().zip(short.iter().zip(&long)) {
            // Four times the text is four times the work, or sixteen times what grows with its square.
            let is_linear = |short: usize, long: usize| long <= 8 * short + 20 * BYTES;
            assert!(is_linear(short.0, long.0), "{} looks at {short:?}, {long:?}: {parts:?}", rule.name);
            assert!(is_linear(short.1, long.1), "{} writes {short:?}, {long:?}: {parts:?}", rule.name);
        }
    }
}

#[test]
fn a_long_text_without_a_sense_is_refused_soon() {
    for parts in HOSTILE {
        // It need not be a puzzle. It must come to an end, without a crash.
        let _ = Puzzle::parse(&hostile(*parts, 1 << 14));
    }
}
