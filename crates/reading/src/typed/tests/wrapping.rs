//! What stands around a puzzle and comes off: quotation marks, tags, TeX, tables, marks of lists.

use super::*;
use fukumen_engine::solve::Solve;

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
    same("INPUT: \"ON + NO = TOT\"", "ON+NO=TOT", &["note-sentences"]);
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
        ("下面的算式中，不同的字母代表不同的数字。ON + NO = TOT，求TOT。", &["note-asked", "note-sentences"]),
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
        &["note-sentences", "note-sentences", "note-sentences"],
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
fn lines_that_were_broken_are_joined() {
    same("ON + NO\n= TOT", "ON+NO=TOT", &[]);
    same("A × B\n× C = D", "A×B×C=D", &[]);
    same("A+B=\nC\nD<E", "A+B=C\nD<E", &[]);
}

#[test]
fn numbers_and_labels_close_to_a_puzzle_come_off() {
    for label in ["P1: ", "2a: ", "(3): ", "A: ", "第3問：", "1.", "12.", "1、", "(2)、", "1．"] {
        same(&format!("{label}TWO + TWO = FOUR"), "TWO+TWO=FOUR", &["note-sentences"]);
    }
    untouched("A: B+C = D");
    untouched("1.A+B=C.D");
    untouched("0.AB+C=D");
    untouched("1.AB(C)+D=EF");
    untouched("A1:B=C+D");
}

#[test]
fn words_above_and_below_a_drawing_come_off() {
    let drawing = "  TWO\n+ TWO\n-----\n FOUR";
    for heading in ["EASY", "Quiz", "A1", "1", "No. 1", "問題", "★"] {
        same(&format!("{heading}\n\n{drawing}"), drawing, &["note-sentences"]);
    }
    for around in [
        format!("Hi,\n\n{drawing}"),
        format!("{drawing}\n\nThanks!"),
        format!("Hello everyone,\n\nmy son got this from his teacher:\n\n{drawing}\n\nRegards,\nMike Miller"),
    ] {
        same(&around, drawing, &["note-sentences"]);
    }
    // The first addend, with room below it.
    same("SEND\n\n+MORE\n-----\nMONEY", " SEND\n+MORE\n-----\nMONEY", &[]);
    // What may say something of the puzzle is not left out.
    refused(&format!("{drawing}\n\nThe letter W has a prime value"));
}

#[test]
fn the_language_of_a_block_of_code_is_no_row() {
    let drawing = "  TWO\n+ TWO\n-----\n FOUR";
    for language in ["", "text", "txt", "math"] {
        same(&format!("```{language}\n{drawing}\n```"), drawing, &[]);
    }
}

#[test]
fn empty_boxes_are_blanks() {
    same("1⬜ + 2⬜ = 38", "1□+2□=38", &["note-shapes"]);
    same("3◻7 + ◻45 = 9◻2", "3□7+□45=9□2", &["note-shapes"]);
    untouched("🟥⬜+⬜🟥=🟦⬜🟦");
}

#[test]
fn no_leading_zeros_are_allowed_is_a_denial() {
    for said in
        ["no leading zeros are allowed", "leading zeros are not allowed", "and no leading zeroes allowed"]
    {
        let puzzle = crate::read(&format!("TWO+TWO=FOUR, {said}")).expect(said);
        assert_eq!(puzzle.count().expect(said), 7_u32.into(), "{said}");
    }
    same("TWO+TWO=FOUR, leading zeros are OK", "@leading-zeros allowed\nTWO+TWO=FOUR", &["note-stated"]);
    same("TWO+TWO=FOUR, zero not allowed", "@no-zero\nTWO+TWO=FOUR", &["note-stated"]);
    same("TWO+TWO=FOUR, T and F cannot be 0", "TWO+TWO=FOUR, T≠0, F≠0", &["note-stated"]);
    same("TWO+TWO=FOUR, leading zeros are allowed", "@leading-zeros allowed\nTWO+TWO=FOUR", &["note-stated"]);
}

#[test]
fn numbers_in_words_equations_joined_by_and_and_questions_again() {
    same("TWO+TWO=FOUR, T = seven", "TWO+TWO=FOUR, T=7", &["note-number-words"]);
    same("TWO+TWO=FOUR, W < four", "TWO+TWO=FOUR, W<4", &["note-number-words"]);
    untouched("two+two=four, t=seven");
    untouched("TWO+TWO=FOUR, six=two");
    same("A + A = B and A + B = C", "A+A=B, A+B=C", &[]);
    same("AB × CD = EEE and AB > CD", "AB×CD=EEE, AB>CD", &[]);
    same("TWO + TWO = FOUR =?", "TWO+TWO=FOUR", &["note-sentences"]);
    same("TWO+TWO=FOUR, W is more than 3", "TWO+TWO=FOUR, W>3", &["note-words"]);
    same("TWO+TWO=FOUR, T differs from 7", "TWO+TWO=FOUR, T≠7", &["note-words"]);
}

#[test]
fn a_call_behind_two_strokes_is_no_remark() {
    untouched("AB = CC // gcd(D,E)");
    same("AB+CD=EE // by hand", "AB+CD=EE", &["note-sentences"]);
}

#[test]
fn a_blank_is_not_written_twice() {
    refused("□A in {12,13,14}");
    same("BA in {12,13}", "(BA=12 || BA=13)", &[]);
}

#[test]
fn a_list_of_words_and_their_total_is_a_sum() {
    const NOTE: &[&str] = &["note-word-list"];
    for typed in [
        "[\"ON\", \"NO\"], \"TOT\"",
        "['ON','NO'] -> 'TOT'",
        "words = [\"ON\",\"NO\"], result = \"TOT\"",
        "{\"words\": [\"ON\", \"NO\"], \"result\": \"TOT\"}",
        "is_solvable(['ON', 'NO'], 'TOT')",
        "let words = ['ON', 'NO'], total = 'TOT';",
        "Solution.isSolvable(['ON', 'NO'], 'TOT');",
        "[“ON”, “NO”] = “TOT”",
    ] {
        same(typed, "ON + NO = TOT", NOTE);
    }
    same("Missing Case:\n['ON', 'NO']\n'TOT'", "ON + NO = TOT", &["note-word-list", "note-sentences"]);
    same("['はな', 'なは'] → 'みんな'", "はな + なは = みんな", NOTE);
    for typed in [
        // One word is no sum, and a total is missing.
        "['ON'], 'NO'",
        "['ON', 'NO']",
        "['ON', 'NO'] 'A' 'B'",
        "['ON', 'N O'], 'TOT'",
        // What stands beside it says something else.
        "product(['ON', 'NO'], 'TOT')",
        "not ['ON', 'NO'], 'TOT'",
        "largest: ['ON', 'NO'], 'TOT'",
        "solve(['ON', 'NO'], 12, 'TOT')",
        "solve(['ON', 'NO'], 'TOT', 12)",
    ] {
        assert!(crate::read(typed).is_err(), "{typed}");
    }
}

#[test]
fn marks_of_programs_and_of_tex_come_off() {
    let drawn = "  TWO\n+ TWO\n-----\n FOUR";
    let starred = drawn.lines().map(|line| format!(" * {line}")).collect::<Vec<_>>().join("\n");
    same(&format!("/**\n{starred}\n *\n * @author Ada\n * @see a page of hers\n */"), drawn, &[]);
    // A setting is kept, and an unknown name is still an error.
    same(&format!("/**\n * @base 9\n{starred}\n */"), &format!("@base 9\n{drawn}"), &[]);
    refused(&format!("/**\n * @bse 9\n{starred}\n */"));
    // The beginning or the end was not copied.
    same(&format!("{drawn} */"), drawn, &[]);
    same(&starred, drawn, &[]);
    same("* A+B=C\n* B+C=D", "A+B=C\nB+C=D", &[]);
    same(&format!(".. math::\n\n{drawn}"), drawn, &[]);
    same(&format!(".. code-block:: text\n\n{drawn}"), drawn, &[]);
    same(".. note:: A+B=C", "A+B=C", &["note-sentences"]);
    same("$$\n\\begin{array}{r}\nAB \\\\\n+ BA \\\\\n\\hline\nCDC\n\\end{array}", " AB\n+BA\n---\nCDC", &[]);
    same("~ TWO\n+ TWO\n-----\n~FOUR", drawn, &[]);
    same("~A~+~B~=~C", "A+B=C", &[]);
    refused("A~B+A=C");
}

#[test]
fn a_number_before_a_word_is_a_factor() {
    let notes = &["note-number-times"];
    same("8 KARU = SELO", "8*KARU=SELO", notes);
    same("AB + 3 CD = EFG", "AB+3*CD=EFG", notes);
    same("SEND+2 MORE=MONEY", "SEND+2*MORE=MONEY", notes);
    // It may number the puzzle, or digits may stand apart.
    refused("3 SEND+MORE=MONEY");
    refused("8 KA RU = SELO");
}
