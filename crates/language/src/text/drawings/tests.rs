//! Tests of drawings: how each is read, and the errors of those that cannot be.

use super::*;
use crate::text::error::Mistake;

fn read(text: &str) -> Puzzle {
    Puzzle::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn layout_of(text: &str) -> Option<String> {
    read(text).rules().layout.clone()
}

/// Returns the conditions, with blanks numbered.
fn conditions(text: &str) -> Vec<String> {
    let puzzle = read(text);
    let name = |cell: crate::expr::Cell| match puzzle.hidden()[cell.index()].kind {
        crate::puzzle::Kind::Blank => format!("<{}>", cell.index()),
        _ => puzzle.hidden()[cell.index()].name.clone(),
    };
    puzzle.conditions().iter().map(|condition| condition.written(&name).to_string()).collect()
}

/// Returns the place of the mistake in a drawing (line, column, length), and the mistake.
fn wrong(text: &str) -> (usize, usize, usize, Mistake) {
    let error = Puzzle::parse(text).expect_err(text);
    (error.line, error.column, error.length, error.mistake.clone())
}

#[test]
fn every_layout_has_its_help_and_an_example_of_no_other() {
    for layout in layouts() {
        assert_eq!(layout_of(layout.example).as_deref(), Some(layout.name), "{}", layout.example);
        assert!(layout.help.contains(' '), "{}: {}", layout.name, layout.help);
    }
}

#[test]
fn every_example_is_drawn_and_reads_back() {
    for layout in layouts() {
        let puzzle = read(layout.example);
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "drawn as\n{puzzle}");
    }
}

#[test]
fn conditions_stay_conditions() {
    for text in ["A=B\nC=D", "SEND+MORE=MONEY", "AB=C; D=E", "is_prime(AB)\nA<B", "@layout none\nA=B\nC=D"] {
        assert!(!read(text).is_drawn(), "{text}");
    }
}

#[test]
fn a_sum_is_one_equation_and_further_rules_make_more() {
    assert_eq!(conditions(" AB\n+CD\n---\nEFG"), ["AB+CD = EFG"]);
    assert_eq!(conditions(" AB\n CD\n-EF\n---\nEFG"), ["AB+CD-EF = EFG"]);
    assert_eq!(conditions(" AB\n CD\n---\nEFG\n  A\n---\nBCD\n==="), ["AB+CD = EFG", "EFG+A = BCD"]);
    assert_eq!(conditions("  A.B\n+12.C\n-----\n  3.D"), ["A.B+12.C = 3.D"]);
}

#[test]
fn a_running_sum_may_multiply() {
    let dudeney = "  AB\n×  C\n----\n  DE\n+ FG\n----\n  HI";
    assert_eq!(layout_of(dudeney).as_deref(), Some("column-sum"));
    assert_eq!(conditions(dudeney), ["AB*C = DE", "DE+FG = HI"]);
    assert_eq!(read(dudeney).to_string().parse().as_ref(), Ok(&read(dudeney)));
    assert_eq!(
        conditions("  AB\n+ CD\n----\n  EF\n× GH\n----\n IJK\n-  A\n----\n IJB"),
        ["AB+CD = EF", "EF*GH = IJK", "IJK-A = IJB"]
    );
    // If a factor has several digits, the rows below it are its partial products.
    assert_eq!(
        layout_of("   AB\n×  CD\n-----\n   EF\n+ GH\n-----\n  IJK").as_deref(),
        Some("long-multiplication")
    );
    assert_eq!(layout_of(" AB\n× C\n---\n DE").as_deref(), Some("long-multiplication"));
}

#[test]
fn each_partial_product_is_an_equation() {
    let text = "  ABC\n×  DE\n-----\n FGHI\nJKLM\n-----\nNOPQR";
    assert_eq!(conditions(text), ["ABC*E = FGHI", "ABC*D = JKLM", "ABC*DE = NOPQR"]);
}

#[test]
fn zeros_of_the_multiplier_have_no_row() {
    let text = "   12\n× *0*\n-----\n   24\n 12\n-----\n 1224";
    assert_eq!(conditions(text), ["12*<1> = 24", "12*<0> = 12", "12*<0>0<1> = 1224"]);
    let text = "   12\n× ***\n-----\n   24\n 12\n-----\n 1224";
    assert_eq!(conditions(text)[0], "<1> = 0");
    let shown = " 12\n×13\n---\n 36\n120\n---\n156";
    assert_eq!(conditions(shown), conditions(" 12\n×13\n---\n 36\n12\n---\n156"));
}

#[test]
fn a_multiplication_may_lack_its_rows_or_its_product() {
    assert_eq!(conditions("  AB\n× CD\n----\nEFGH"), ["AB*CD = EFGH"]);
    assert_eq!(conditions(" AB\n×CD\n---\n EF\nGH"), ["AB*D = EF", "AB*C = GH"]);
    assert_eq!(conditions("AB × CD\n---\n EF\nGH\n---\nABC"), ["AB*D = EF", "AB*C = GH", "AB*CD = ABC"]);
}

#[test]
fn factors_that_are_missing_are_blanks() {
    let puzzle = read("-----\n  24\n108\n-----\n1104");
    let drawn = "@layout long-multiplication\n  □□\n× □□\n-----\n  24\n108\n-----\n1104";
    assert_eq!(puzzle.to_string(), drawn);
    assert_eq!(conditions("====\n  24\n1□8\n====\n1104\n====").len(), 3);
    let unsure = wrong("---\n 24\n12\n---\n144");
    assert_eq!(unsure, (2, 2, 2, DrawingError::UncertainFactor(1, 2).into()));
    let long = wrong("----\n   2\n124\n----\n1242");
    assert_eq!(long.3.message().key(), "long-partial");
    let (line, column, ..) = wrong("----\n  245\n 12\n----\n144");
    assert_eq!((line, column), (2, 5));
}

#[test]
fn a_division_has_a_product_and_a_remainder_for_each_digit() {
    let text = "     13\n   ----\n12)157\n   12\n   --\n    37\n    36\n    --\n     1";
    let text = text.replacen("     13", "    13", 1);
    assert_eq!(conditions(&text), ["12*1 = 12", "15-12 = 3", "12*3 = 36", "37-36 = 1", "1 < 12"]);
    assert_eq!(conditions("12)157(13\n   12\n   --\n    37\n    36\n    --\n     1"), conditions(&text));
    assert_eq!(conditions("157:12=13\n12\n--\n 37\n 36\n --\n  1"), conditions(&text));
}

#[test]
fn a_zero_of_the_quotient_has_no_line() {
    let text = "   102\n   ---\n 7)714\n   7\n   ---\n    14\n    14\n    --\n     0";
    assert_eq!(conditions(text), ["7*1 = 7", "7 = 7", "7*2 = 14", "14-14 = 0"]);
    let text = "   1□2\n   ---\n 7)□□□\n   7\n   ---\n    □□\n    14\n    --\n     0";
    assert_eq!(conditions(text)[0], "<0> = 0");
}

#[test]
fn a_division_goes_on_behind_the_point() {
    let text = "   2.5\n   ----\n4)10.0\n   8\n   --\n   2 0\n   2 0\n   ---\n     0";
    let text = text.replacen("   2.5", "    2.5", 1).replace("4)10.0", " 4)10.0").replace("   8", "    8");
    let text =
        text.replace("   --\n   2 0\n   2 0\n   ---\n     0", "   --\n    2 0\n    2 0\n    ---\n      0");
    assert_eq!(conditions(&text), ["4*2 = 8", "10-8 = 2", "4*5 = 20", "20-20 = 0"]);
    let silent = "    2.5\n   ---\n 4)10\n    8\n   --\n    2 0\n    2 0\n    ---\n      0";
    assert_eq!(conditions(silent), conditions(&text));
}

#[test]
fn a_root_takes_off_what_its_digits_add() {
    let text = "  3  5\n√12 34\n  9\n --\n  3 34\n  3 25\n  ----\n     9";
    assert_eq!(
        conditions(text),
        ["3^2 = 9", "12-9 = 3", "35^2-30^2 = 325", "334-325 = 9", "9+35^2 < (35+1)^2"]
            .map(|c| c.replace("^2", "²"))
    );
    let apart = "    3  5\n   -----\n√ 12 34\n   9\n  --\n   3 34\n   3 25\n   ----\n      9";
    assert_eq!(conditions(apart), conditions(text));
    assert_eq!(layout_of("∛1728=12\n 1\n -\n  728\n  728\n  ---\n    0").as_deref(), Some("root"));
}

#[test]
fn a_grid_has_an_equation_for_each_row_and_column() {
    let text = "AB * C = DEB\n+ + -\nAC * B = FBB\n= = =\nGE - FE = CE";
    let expected = ["AB*C = DEB", "AC*B = FBB", "GE-FE = CE", "AB+AC = GE", "C+B = FE", "DEB-FBB = CE"];
    assert_eq!(conditions(text), expected);
    assert_eq!(conditions("A+B*C=D\n= = = =\nE+F*G=H")[0], "A+B*C = D");
    assert_eq!(conditions("ae:ae=c\n- - -\na-b=c\n= = =\nd-e=f")[0], "ae/ae = c");
}

#[test]
fn forms_of_one_line_are_the_same_as_drawings() {
    let drawn = conditions(
        "    EAK\n   ----\nAE)ETFG\n   EK\n   --\n    AF\n    AE\n    --\n     KG\n     KG\n     --\n      0",
    );
    let mut line = conditions("AE)ETFG=EAK; -EK=AF; -AE=KG; -KG=0");
    let mut drawn = drawn;
    drawn.sort();
    line.sort();
    assert_eq!(line, drawn);
    assert_eq!(conditions("AB × CD; EF; GH; IJK"), ["AB*D = EF", "AB*C = GH", "AB*CD = IJK"]);
    assert_eq!(conditions("12'34 gives root 35; -9=334; -325=9")[2], "35²-30² = 325");
    assert_eq!(conditions("1'728 gives cube root 12; -1=728; -728=0")[2], "12³-10³ = 728");
    // The zero is in the place where its digit is brought down.
    assert_eq!(conditions("7)714=102; -7=14; -14=0"), ["7*1 = 7", "7 = 7", "7*2 = 14", "14-14 = 0"]);
    assert_eq!(wrong("A)BCDE=FGHI; -J=KL; -MN=O").3, DrawingError::TooFewLines.into());
}

#[test]
fn brought_down_blanks_are_those_above() {
    let puzzle = read("    □□\n   ---\n□□)□□□\n   □□\n   --\n    □□\n    □□\n    --\n     0");
    assert_eq!(puzzle.hidden().len(), 12);
}

/// Returns in words the numbers that the conditions of a drawing are about.
fn roles(text: &str) -> Vec<String> {
    let puzzle = read(text);
    let roles: Vec<String> = puzzle.claims().map(|(role, _)| role.to_string()).collect();
    assert_eq!(roles.len(), puzzle.conditions().len(), "{text}");
    roles
}

#[test]
fn every_condition_of_a_drawing_has_its_role() {
    assert_eq!(roles("  SEND\n+ MORE\n------\n MONEY"), ["sum"]);
    assert_eq!(roles(" AB\n CD\n---\nEFG\n  A\n---\nBCD\n==="), ["sum 1", "sum 2"]);
    assert_eq!(
        roles("   12\n× □□□\n-----\n    5\n 12\n-----\n 1225"),
        [
            "digit 2 of the multiplier",
            "partial product 1",
            "digit 3 of the multiplier",
            "partial product 2",
            "product"
        ]
    );
    assert_eq!(
        roles("12)15A(13\n   12\n   --\n    37\n    36\n    --\n     1"),
        [
            "digit 3 of the dividend",
            "partial product 1",
            "difference 1",
            "partial product 2",
            "difference 2",
            "remainder"
        ]
    );
    assert_eq!(roles("□)0=1; -0=0"), ["partial product 1", "difference 1", "divisor"]);
    assert_eq!(
        roles("7)714=1□2; -7=14; -14=0"),
        ["digit 2 of the quotient", "partial product 1", "difference 1", "partial product 2", "difference 2"]
    );
    assert_eq!(
        roles("  3  5\n√12 34\n  9\n --\n  3 34\n  3 25\n  ----\n     9"),
        ["subtrahend 1", "difference 1", "subtrahend 2", "difference 2", "remainder"]
    );
    assert_eq!(
        roles("AB*C=DEB\n+ + -\nAC*B=FBB\n= = =\nGE-FE=CE"),
        ["row 1", "row 2", "row 3", "column 1", "column 2", "column 3"]
    );
    for layout in layouts() {
        let (puzzle, again) = (read(layout.example), read(&read(layout.example).to_string()));
        assert!(puzzle.claims().eq(again.claims()), "{}", layout.name);
    }
}

#[test]
fn conditions_that_are_text_have_no_role() {
    let puzzle = read("@where A<B\n AB\n+AB\n---\nCDE");
    let roles: Vec<_> = (0..puzzle.all_conditions().count()).map(|i| puzzle.role(i).is_some()).collect();
    assert_eq!(roles, [true, false]);
    assert_eq!(read("A=B, C=D").claims().count(), 0);
}

#[test]
fn a_star_is_a_blank_but_for_one_alone() {
    assert_eq!(conditions("  AB\n*  C\n----\n  DE"), ["AB*C = DE"]);
    assert_eq!(read(" **\n+**\n---\n***").hidden().len(), 7);
    assert_eq!(conditions(" ..\n+.7\n---\n....".replace("\n....", "\n...").as_str()).len(), 1);
}

#[test]
fn a_star_is_a_blank_if_there_is_no_use_for_a_times_sign() {
    for (text, blanks) in [
        // Beside a times sign, a plus sign, a minus sign.
        ("  12\n×  *\n----\n  36", 1),
        ("  12\nx  *\n----\n  36", 1),
        (" 12\n+ *\n---\n 15", 1),
        ("  1 *\n-   3\n-----\n  1 2", 1),
        // In a root, in a division, below the factors.
        ("    3 *\n   ----\n√ 12 25\n   9\n  --\n   3 25\n   3 25\n   ----\n      0", 1),
        ("12)15 *(13\n   12\n   ---\n    3 7\n    3 6\n    ---\n      1", 1),
        ("   1 2\n   3 4\n------\n   4 *\n 3 6\n------\n 4 0 8", 1),
        // On one line.
        ("12 × *4; 48; 36; 408", 1),
        ("**)1**=13; -12=**; -36=1", 5),
        ("12'*4 gives root 35; -9=334; -325=9", 1),
    ] {
        let puzzle = read(text);
        assert_eq!(puzzle.hidden().len(), blanks, "{text}");
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "drawn as\n{puzzle}");
    }
    for text in ["  12\n* 34\n----\n 408", " 12 *\n 34\n---\n408", "12 * 34; 48; 36; 408"] {
        assert!(read(text).to_string().contains('×'), "{text}");
    }
}

#[test]
fn a_divisor_is_not_zero() {
    // No last remainder says it: it shows a zero, or is not drawn.
    assert_eq!(conditions("□)0=1; -0=0").last().map(String::as_str), Some("<0> ≠ 0"));
    assert_eq!(conditions("  1\n  -\n□)□\n  □").last().map(String::as_str), Some("<0> ≠ 0"));
    let padded = "@leading-zeros\n□□)00=1; -00=0";
    assert_eq!(conditions(padded).last().map(String::as_str), Some("<0><1> ≠ 0"));
    // The remainder, the divisor or a product says it already.
    for text in [
        "□)0=1; -0=□",
        "2□)□□=1; -□□=0",
        "□□)□□=1; -□□=0",
        "□)7=1; -7=0",
        "@lone-zero forbidden\n□)0=1; -0=0",
    ] {
        assert!(!conditions(text).iter().any(|condition| condition.ends_with("≠ 0")), "{text}");
    }
}

#[test]
fn a_wrong_digit_is_no_zero() {
    let text = "@wrong\n12)157=13; -12=37; -36=0";
    assert_eq!(conditions(text).last().map(String::as_str), Some("0 < 12"));
    assert_eq!(conditions("@blank 0:0-9\n2)15=7; -14=0").last().map(String::as_str), Some("<0> < 2"));
}

#[test]
fn a_quotient_beside_its_dividend_is_drawn_as_it_was_given() {
    for text in [
        "8)35(4.375\n  32\n  --\n   30\n   24\n   --\n    60\n    56\n    --\n     40\n     40\n     --\n      0",
        "35:8=4.375\n32\n--\n 30\n 24\n --\n  60\n  56\n  --\n   40\n   40\n   --\n    0",
        "100:16=6.25\n 96\n --\n  40\n  32\n  --\n   80\n   80\n   --\n    0",
    ] {
        assert_eq!(read(text).to_string().split_once('\n').map(|(_, drawn)| drawn), Some(text));
    }
}

#[test]
fn a_missing_rule_is_told() {
    let missing = |text| {
        let (line, column, length, mistake) = wrong(text);
        (line, column, length, mistake.message().key())
    };
    assert_eq!(missing("  SEND\n  MORE\n MONEY"), (3, 2, 5, "missing-rule-above"));
    assert_eq!(missing(" 12\n×34\n 49\n36\n---\n408"), (3, 2, 2, "missing-rule-above"));
    assert_eq!(missing(" 12\n×34\n---\n 49\n36\n408"), (6, 1, 3, "missing-rule-above"));
    let text = "    13\n   ---\n12)157\n   12\n   --\n    37\n    35\n     1";
    assert_eq!(missing(text), (8, 6, 1, "missing-rule-above"));
    assert_eq!(missing("  SEND\n+ MORE\n------"), (3, 1, 6, "missing-sum-result"));
}

#[test]
fn what_contradicts_its_columns_is_told() {
    let (line, column, length, mistake) = wrong("   S□ND\n+  MORE\n-------\nMONEY");
    assert_eq!((line, column, length), (1, 7, 1), "{mistake}");
    let said = "this number ends in column 7: move it to end in column 5, as the result does";
    assert_eq!(mistake.to_string(), said);
    let (line, column, ..) = wrong("  12\n×34\n---\n 49\n 36\n---\n408");
    assert_eq!((line, column), (2, 3));
    let (line, column, ..) = wrong("  12\n× 34\n----\n  49\n  36\n ---\n 408");
    assert_eq!((line, column), (5, 4));
    let text = "    13\n   ---\n12)157\n   12\n   --\n    37\n   35\n    --\n     1";
    assert_eq!((wrong(text).0, wrong(text).1), (7, 5));
    assert_eq!(wrong("  1234\n+ 1 34\n------\n  2469").3, DrawingError::Gap.into());
}

#[test]
fn a_slip_in_a_division_or_a_root_is_told_by_their_layouts() {
    // In this column the product is that of the last digit, so the next product has no digit.
    let (line, column, .., mistake) = wrong("157:12=13\n-13\n---\n  37\n -36\n  --\n   1");
    assert_eq!((line, column, mistake.message().key()), (5, 3, "needless-line"));
    let (line, .., mistake) = wrong("∛ □□□□ = 1□\n  1\n  -\n  □□□\n  □□□\n  ---\n    0\n    0");
    assert!(
        line == 5 && matches!(mistake, Mistake::Drawing(DrawingError::Misaligned(_))),
        "{line}: {mistake}"
    );
    // If there is no line too many, the order of the lines gives their places.
    let moved = read("∛ □□□□ = 1□\n  1\n  -\n  □□□\n  □□□\n  ---\n    0");
    assert_eq!(moved.notes()[0].message.key(), "note-rows-in-order");
}

#[test]
fn lines_that_a_drawing_does_not_have_are_errors() {
    let (line, .., mistake) = wrong("   12\n×  34\n-----\n   48\n  36\n 36\n-----\n  408");
    assert_eq!((line, mistake), (6, DrawingError::TooManyPartials.into()));
    let text = "    13\n   ---\n12)157\n   12\n   --\n    37\n    36\n    --\n     1\n    1";
    assert_eq!((wrong(text).0, wrong(text).3.message().key()), (10, "needless-line"));
    let text = "    13\n   ---\n 2)157\n   12\n   --\n   137\n    36\n    --\n     1";
    assert_eq!((wrong(text).0, wrong(text).3), (6, DrawingError::LongRemainder.into()));
    let (line, .., mistake) = wrong("A+B=C\n+ + +\nD+E=F\n= =\nG+H=I");
    assert_eq!((line, mistake), (4, DrawingError::Ragged { found: 2, expected: 3 }.into()));
    let (line, .., mistake) = wrong("A+B=C\n+ + +\nD=F\n= = =\nG+H=I");
    assert_eq!((line, mistake), (3, DrawingError::Ragged { found: 2, expected: 3 }.into()));
}

#[test]
fn two_layouts_at_once_are_told_and_one_can_be_named() {
    let text = " 12\n 34\n---\n 48\n360\n---\n408";
    assert_eq!(wrong(text).3, DrawingError::Several("long-multiplication, column-sum".into()).into());
    assert_eq!(
        conditions(&format!("@layout long-multiplication\n{text}")),
        ["12*4 = 48", "12*3 = 36", "12*34 = 408"]
    );
    assert_eq!(conditions(&format!("@layout column-sum\n{text}")), ["12+34 = 48", "48+360 = 408"]);
    // A sum never has just one addend.
    assert_eq!(layout_of("12\n 3\n--\n36\n--\n36").as_deref(), Some("long-multiplication"));
    let (line, column, length, mistake) = wrong("@layout table\nA\nB");
    assert_eq!((line, column, length, mistake), (1, 9, 5, DrawingError::NoSuchLayout("table".into()).into()));
    assert_eq!(wrong("A|B\nC").3.message().key(), "missing-quotient");
    assert_eq!(wrong("A ^\nB").3, DrawingError::Unrecognised.into());
}

#[test]
fn a_bracket_holds_a_digit() {
    for text in [
        "@base 40\n[[11]\n---\n  A",
        "@base 40\n[+1]\n---\n  A",
        "@base 40\n[]\n---\nA",
        "@base 40\n[77]\n---\nA",
    ] {
        assert!(text.parse::<Puzzle>().is_err(), "{text}");
    }
    assert_eq!(conditions("@base 40\n［１１］\n+      1\n--------\n       A"), ["[11]+1 = A"]);
}

#[test]
fn digits_of_large_bases_take_their_columns() {
    for text in [
        "@base 40\n [37]   A\n+   1   B\n---------\n    C   D",
        "@base 12\n  [11]A\n+    BC\n-------\n    1DE",
    ] {
        let puzzle = read(text);
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "drawn as\n{puzzle}");
    }
}
