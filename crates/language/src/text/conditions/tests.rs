//! One line for every row of the language's tables, and for every mistake.

use super::*;
use crate::digits::{Base, Digit};
use crate::text::Reader;
use crate::vocabulary::Function;

/// Reads a puzzle and writes it again.
fn written(text: &str) -> String {
    match text.parse::<Puzzle>() {
        Ok(puzzle) => puzzle.to_string(),
        Err(error) => format!("{error}"),
    }
}

/// Checks that two texts ask the same.
#[track_caller]
fn same(text: &str, other: &str) {
    let conditions = |text: &str| text.parse::<Puzzle>().map(|puzzle| puzzle.conditions().to_vec());
    assert_eq!(conditions(text), conditions(other));
}

#[track_caller]
fn error(text: &str) -> ParseError {
    puzzle(text, &Rules::default()).expect_err(text)
}

/// Checks that the text has this mistake at this column of its first line, with this length in characters.
#[track_caller]
fn wrong(text: &str, column: usize, length: usize, message: &str) {
    let error = error(text);
    assert_eq!(
        (error.line, error.column, error.length, &*error.message().to_string()),
        (1, column, length, message),
        "{text}"
    );
}

/// Checks the proposal for a wrong text.
#[track_caller]
fn helped(text: &str, help: &str) {
    assert_eq!(error(text).help.as_ref().map(ToString::to_string).as_deref(), Some(help), "{text}");
}

/// Returns the text of an answer, with the digits of its cells in their order.
fn filled(text: &str, digits: &[Digit]) -> String {
    let puzzle: Puzzle = text.parse().expect(text);
    puzzle.sheet().fill(Base::MAX, digits)
}

// ---- numerals

#[test]
fn letters_are_told_apart_without_case_and_digits_are_themselves() {
    same("send+1ore=money", "Send+1ORE=money");
    assert_eq!(written("2A7=TOM*13"), "2A7 = TOM*13");
    assert_eq!(written("○△+☆=○○"), "○△+☆ = ○○");
    assert_eq!(written("ごま+〇=しお"), "ごま+〇 = しお");
    assert_eq!(written("☆é=е́क्षि"), "☆é = е́क्षि");
    assert_eq!(written("@case-sensitive true\nAa=bB"), "@case-sensitive true\nAa = bB");
}

#[test]
fn a_code_point_is_a_symbol_where_graphemes_are_off() {
    let puzzle: Puzzle = "@graphemes off\nतीन=दो".parse().expect("it is right");
    assert_eq!(puzzle.symbols().count(), 5);
    assert_eq!(puzzle.sheet().fill(Base::TEN, &[1, 2, 3, 4, 5]), "123=45");
}

#[test]
fn blanks_are_independent() {
    let puzzle: Puzzle = "2□×▢=?_".parse().expect("it is right");
    assert_eq!(puzzle.hidden().len(), 4);
    assert_eq!(written("2□×▢=?_"), "2□*▢ = ?_");
}

#[test]
fn a_setting_makes_any_sign_a_blank() {
    assert_eq!(written("@blank *:0-6,8,9\n2* × * = *6"), "@blank *:0-6,8,9\n2*×* = *6");
    assert_eq!(written("@blank e:0,2,4,6,8\nreverse(eA)=E"), "@blank e:0,2,4,6,8\nreverse(eA) = E");
    assert_eq!(written("@blank 1:2-4\n1=A+[1]"), "@blank 1:2-4\n1 = A+[1]");
}

#[test]
fn points_and_periods() {
    assert_eq!(written("A.BC=.5"), "A.BC = .5");
    assert_eq!(written("EVE/DID=0.(TALK)"), "EVE/DID = 0.(TALK)");
    assert_eq!(written("A.B(CD)=.(1)"), "A.B(CD) = .(1)");
    same("EVE/DID=.TALKTALK...", "EVE/DID=.(TALK)");
    same("EVE/DID=.TALKTALKT…", "EVE/DID=.(TALK)");
    same("A=.1666…, B=C", "A=.1(6), B=C");
    same("A=.77... x B", "A=.(7)×B");
    assert_eq!(error("A=B.()+C").mistake, Mistake::LonePoint);
}

#[test]
fn bases_of_a_numeral() {
    assert_eq!(written("ABC@7=CBA@9"), "ABC@7 = CBA@9");
    same("ABC₁₂=A.B@64", "ABC@12=A.B₆₄");
    same("A.BB...@7=C", "A.(B)@7=C");
}

#[test]
fn digits_in_brackets_are_decimal() {
    assert_eq!(written("@base 12\nK=[11][6]"), "@base 12\nK = [11]6");
    assert_eq!(written("[11]@12=A"), "[11]@12 = A");
    assert_eq!(written("@wrong same\n16+A=[1]9"), "@wrong same\n16+A = [1]9");
}

#[test]
fn full_width_forms_are_their_plain_twins() {
    same("ＡＢ＋ＢＡ＝１２１，ｇｃｄ（Ａ，Ｂ）！＝３", "AB+BA=121,gcd(A,B)!=3");
}

// ---- operators

#[test]
fn conditions_are_parted_by_commas_semicolons_and_lines() {
    for text in ["A=B,C=D", "A=B; C=D;", "A=B\nC=D\n", "\n A=B ,\n\n C=D\r\n\n", "@one\nA=B\n# and\nC=D"] {
        assert_eq!(written(text), "A = B, C = D", "{text:?}");
    }
}

#[test]
fn lines_inside_brackets_go_on() {
    same("max(A,\n B)=C", "max(A, B)=C");
}

#[test]
fn logic() {
    same("A=1||B=2&&C=3", "A=1 ∨ (B=2 ∧ C=3)");
    same("¬A=1&&B=2", "(¬(A=1)) ∧ B=2");
    assert_eq!(written("¬¬A=1"), "¬¬A = 1");
    assert_eq!(written("not(A=1)"), "not(A = 1)");
}

#[test]
fn relations() {
    assert_eq!(written("A=B==C"), "A = B = C");
    assert_eq!(written("A≠B!=C<>D"), "A ≠ B ≠ C ≠ D");
    assert_eq!(written("A<B<=C≤D>E>=F≥G"), "A < B ≤ C ≤ D > E ≥ F ≥ G");
    assert_eq!(written("A∣BC"), "A ∣ BC");
    assert_eq!(written("RAMN = R^3+RM^3 = N^3+RX^3"), "RAMN = R^3+RM^3 = N^3+RX^3");
}

#[test]
fn sums_and_products() {
    assert_eq!(written("A+B＋C-D−E–F=G"), "A+B+C-D-E-F = G");
    assert_eq!(written("A*B×C·D⋅E∙F=G"), "A*B*C*D*E*F = G");
    assert_eq!(written("A/B÷C∕D⁄E:F=G"), "A/B/C/D/E/F = G");
    assert_eq!(written("A//B=C%D"), "A//B = C%D");
    same("A+B*C=D", "A+(B*C)=D");
    same("A/BC+D=E", "(A/BC)+D=E");
    assert_ne!(written("(A+B)*C=D"), written("A+B*C=D"));
    assert_ne!("A*(B*C)=D".parse::<Puzzle>(), "A*B*C=D".parse());
}

#[test]
fn a_lone_x_between_operands_is_the_times_sign() {
    same("ONE x TWO=SIX", "ONE×TWO=SIX");
    same("A x -B=C", "A*-B=C");
    same("(A) x (B)=C", "A*B=C");
    assert_eq!(written("x+A x x=B"), "x+A*x = B");
}

#[test]
fn signs() {
    same("--A=B", "A=B");
    same("-+ - -A=B", "-A=B");
    assert_eq!(written("A--B=C*-D"), "A--B = C*-D");
    same("-A^B=C", "-(A^B)=C");
    same("-A*B=C", "(-A)*B=C");
}

#[test]
fn powers_go_from_right_to_left() {
    same("A^B^C=D", "A**(B^C)=D");
    same("A^-B^C=D", "A^(-(B^C))=D");
    assert_eq!(written("A^(1/2)=B"), "A^(1/2) = B");
    assert_eq!(written("A²+B⁻¹²=C⁺³"), "A²+B⁻¹² = C³");
    same("A²^B=C", "(A²)^B=C");
    same("A^B²=C", "A^(B²)=C");
}

#[test]
fn factorials() {
    same("A!+B=C", "(A!)+B=C");
    same("A^B!=C!==D", "A^B ≠ (C!)=D");
    assert_eq!(written("A!!! = B"), "A!!! = B");
    assert_eq!(written("A!=B"), "A ≠ B");
    assert_eq!(written("A !=B"), "A ≠ B");
    assert_eq!(written("A! =B"), "A! = B");
    assert_eq!(written("A!==B"), "A! = B");
    assert_eq!(written("A!≠B"), "A! ≠ B");
}

#[test]
fn roots() {
    same("√A!=B, √√A! = B", "√A≠B, (√(√A))! = B");
    assert_eq!(written("√(A+B)=∛C"), "√(A+B) = ∛C");
    assert_eq!(written("√A+³√(B-C)=D"), "√A+∛(B-C) = D");
    same("√A^B=C", "(√A)^B=C");
}

#[test]
fn no_operator_is_a_word() {
    assert_eq!(written("or + soi = eus"), "or+soi = eus");
    assert_eq!(written("and+not+mod=x+r"), "and+not+mod = x+r");
}

#[test]
fn a_division_may_have_a_remainder() {
    let plain = "AB ÷ C = D r E";
    for mark in [" r ", " R ", "…", "...", " … ", "あまり", " あまり ", "余り"] {
        same(&format!("AB/C=D{mark}E"), plain);
    }
    assert_eq!(written("(A+B):C*2 ÷ -D = E+1 r F"), "(A+B)/C*2 ÷ -D = E+1 r F");
    assert_eq!(written("A*B÷C=D...E+F"), "A*B ÷ C = D r E+F");
    assert_eq!(written("r/r=r r r"), "r ÷ r = r r r");
    assert_eq!(written("AB÷C=D.5...E"), "AB ÷ C = D.5 r E");
}

#[test]
fn the_word_for_remainder_is_a_word_elsewhere() {
    assert_eq!(written("あまり+まり=あああ"), "あまり+まり = あああ");
    assert_eq!(written("ああ÷あ=あまり"), "ああ/あ = あまり");
    assert_eq!(written("かか÷か=きあまりく"), "かか ÷ か = き r く");
}

#[test]
fn conditions_count_in_arithmetic() {
    assert_eq!(written("(A=4)+(B=5)+(C=6) = 2"), "(A = 4)+(B = 5)+(C = 6) = 2");
    assert_eq!(written("count(A=4, B=5, C=6) = 2"), "count(A = 4, B = 5, C = 6) = 2");
    assert_eq!(written("is_prime(THREE)=0"), "is_prime(THREE) = 0");
    assert_eq!(written("coprime(EVE,DID)"), "coprime(EVE, DID)");
}

#[test]
fn aliases_are_the_functions() {
    same("ndigits(A)=1", "digits(A)=1");
}

// ---- the text around

#[test]
fn an_answer_looks_like_the_question() {
    assert_eq!(filled(" Send + more  =  Money\n", &[9, 5, 6, 7, 1, 0, 8, 2]), "9567 + 1085  =  10652");
    assert_eq!(filled("A x A=.BB… ;\nC²≠1", &[1, 2, 3]), "1 x 1=.22… ;\n3²≠1");
    assert_eq!(filled("@base 12\n# no\nA\u{AD}B\u{AD}C=B@12\n# no\nC=C", &[1, 2, 3]), "123=2@12\n3=3");
    assert_eq!(filled("ＡB₁₂=_あ", &[1, 2, 3, 40]), "12₁₂=3[40]");
}

#[test]
fn settings_and_comments_are_no_part_of_the_puzzle() {
    let text = "@base 12\n# a word\n@assign S=1\n@where A<B, B<S+9\n@show A+B\nA+B=S\n";
    let puzzle: Puzzle = text.parse().expect("it is right");
    assert_eq!((puzzle.rules().base.get(), puzzle.all_conditions().count()), (12, 3));
    assert_eq!(puzzle.shows().iter().map(|expr| puzzle.write(expr)).collect::<Vec<_>>(), ["A+B"]);
    assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
}

#[test]
fn digits_in_conditions_of_settings_are_right() {
    let puzzle: Puzzle = "@wrong same\n@where A<4\n1+A=B".parse().expect("it is right");
    assert_eq!(puzzle.hidden().len(), 3);
}

#[test]
fn what_is_shown_puts_no_constraint_on_its_symbols() {
    let puzzle: Puzzle = "@show AB\nB+A=3".parse().expect("it is right");
    assert!(puzzle.hidden().iter().all(|hidden| hidden.digits.contains(0)));
}

#[test]
fn an_expression_is_about_the_symbols_of_its_puzzle() {
    let puzzle: Puzzle = "@blank *:1\nAB+*=BA".parse().expect("it is right");
    let read = |text| expression(text, &puzzle, &Vocabulary::default());
    assert_eq!(puzzle.write(&read("a+2×B").expect("it is right")), "A+2×B");
    assert_eq!(read("A<B").map(|expr| expr.kind()), Ok(Kind::Condition));
    let column = |text| read(text).map_err(|error| (error.origin, error.column, error.mistake.clone()));
    assert_eq!(column("A+C"), Err((Origin::Expression, 3, Mistake::NoSuchSymbol("C".into()))));
    assert_eq!(column("A+*"), Err((Origin::Expression, 3, PuzzleError::BlankInSide("*".into()).into())));
    assert_eq!(column("A, B"), Err((Origin::Expression, 2, Mistake::MisplacedSeparator(",".into()))));
    assert_eq!(column(""), Err((Origin::Expression, 1, Mistake::MissingOperand)));
}

#[test]
fn a_factorial_that_was_read_as_unequal_is_noted() {
    let notes = |text: &str| {
        text.parse::<Puzzle>().expect(text).notes().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let note = "'A!=BCD' is read as A ≠ BCD; the factorial is written A! = BCD";
    assert_eq!(notes("A<E, A!=BCD"), [note]);
    assert_eq!(notes("3!=6, A=B").len(), 1);
    assert_eq!(notes("A!+B!+C!=ABC").len(), 1);
    assert_eq!(notes("A!=B").len(), 1);
    assert!(notes("A!=B, A≠BC, A != BC, A+B!=CDE").is_empty());
}

// ---- mistakes and their places

#[test]
fn an_operand_is_missing() {
    wrong("SEND + + = MONEY", 8, 1, "this needs an operand");
    wrong("A+*B=C", 2, 1, "this needs an operand");
    wrong("A=B+", 4, 1, "this needs an operand");
    wrong("*A=B", 1, 1, "this needs an operand");
    wrong("A=(B+)", 5, 1, "this needs an operand");
    wrong("√=A", 1, 1, "this needs an operand");
    wrong("A=B&&", 4, 2, "this needs an operand");
    wrong("max(A,)=B", 6, 1, "this needs an operand");
    wrong("A÷B=C r ", 7, 1, "there is no operator between 'C' and 'r'");
    helped("!A=B", "for 'not' write ¬ or not(…)");
}

#[test]
fn a_relation_lacks_a_side() {
    wrong("=MONEY", 1, 1, "this relation has no left side");
    wrong("SEND+MORE=", 10, 1, "this relation has no right side");
    wrong("A==B==", 5, 2, "this relation has no right side");
    wrong("A=B, =C", 6, 1, "this relation has no left side");
    helped("A=>B", "write >= for 'at least'");
    helped("A=<B", "write <= for 'at most'");
    let repair = |text: &str| error(text).repair.clone().map(|repair| (repair.span, repair.text));
    assert_eq!(repair("SEND + MORE = = MONEY"), Some((12..15, "=".into())));
    assert_eq!(repair("A < <B"), Some((2..5, "<".into())));
    assert_eq!((repair("A = < B"), repair("A + + = B")), (None, None));
}

#[test]
fn operands_stand_side_by_side() {
    wrong("SEND MORE", 6, 4, "there is no operator between 'SEND' and 'MORE'");
    wrong("A B=C", 3, 1, "there is no operator between 'A' and 'B'");
    wrong("(A+B)C=D", 6, 1, "there is no operator between ')' and 'C'");
    wrong("A√B=C", 2, 1, "there is no operator between 'A' and '√'");
    helped("A B=C", "write A + B or A × B, or AB for one numeral");
    helped("(A)(B)=C", "write × between them");
    helped("ONE X TWO=SIX", "write × for 'times', or a lower-case x between spaces");
    helped("A=B and C=D", "an operator is not a word: write && or ','");
    helped("A=B or C=D", "an operator is not a word: write ||");
    helped("A mod B=C", "an operator is not a word: write %");
    helped("A=B ¬C=D", "write && or || between conditions");
    helped("A.B.C=D", "a numeral has one point");
}

#[test]
fn a_numeral_stands_before_a_bracket() {
    wrong("A(B+C)=D", 2, 1, "there is a bracket after 'A', which is not a function");
    helped("A(B+C)=D", "write A × (…)");
    helped("2sqrt(A)=B", "write 2 × sqrt(…)");
}

#[test]
fn brackets_have_two_sides() {
    wrong("(A+B=C", 1, 1, "this bracket is not closed");
    wrong("A=(B+(C)", 3, 1, "this bracket is not closed");
    wrong("(A+B, C=D", 1, 1, "this bracket is not closed");
    wrong("A=(B=C\nD=E", 3, 1, "this bracket is not closed");
    wrong("A=(", 3, 1, "this bracket is not closed");
    wrong("A+B)=C", 4, 1, "this bracket was not opened");
    wrong(")A=B", 1, 1, "this bracket was not opened");
    wrong("A=()", 3, 2, "there is nothing between these brackets");
    wrong("[1=A", 1, 1, "this bracket is not closed");
    wrong("1]=A", 2, 1, "this bracket was not opened");
    wrong("A=.(BC", 4, 1, "this bracket is not closed");
}

#[test]
fn a_separator_stands_in_the_wrong_place() {
    wrong("A=B,,C=D", 5, 1, "there is no condition before this");
    wrong(";A=B", 1, 1, "there is no condition before this");
    wrong("max((A,B))=C", 7, 1, "',' cannot be used here: it separates whole conditions");
    helped("(A=B,C=D)=1", "inside brackets write && for 'and'");
    helped("count(A=1;B=2)=1", "write ',' between arguments");
}

#[test]
fn a_character_is_unknown() {
    wrong("SEND+MORE=MON€Y£, A=½", 14, 1, "the character '€' has no meaning in a puzzle");
    wrong("A | B", 3, 1, "the character '|' has no meaning in a puzzle");
    wrong("A=\u{7}", 3, 1, "the character 'U+0007' has no meaning in a puzzle");
    helped("A | B", "write || for 'or', ∣ for 'divides', abs(…) for a size");
    helped("[A+B]*C=D", "for brackets around an operand write ( and )");
    helped("A≡B", "write =");
    helped("\\alpha=B", "the TeX command \\alpha is not known here: write it in plain signs");
    helped("A=٣", "write digits as 0 to 9, and as [11] above");
    helped("1'000=A", "digits are not grouped: leave it out");
    wrong("A=B⁻", 4, 1, "'⁻' cannot be used here");
    wrong("(A+B)@7=C", 6, 1, "'@' cannot be used here");
}

#[test]
fn a_function_is_called_wrongly() {
    wrong("A=is_prim(B)", 3, 7, "there is no function 'is_prim'");
    helped("A=is_prim(B)", "did you mean is_prime(…)?");
    helped("bc(A)=B", "if it is a numeral, write bc × (…)");
    wrong("A=fact()", 3, 6, "'fact' takes one argument, not 0");
    wrong("coprime(A)", 1, 10, "'coprime' takes at least 2 arguments, not 1");
    wrong("is_prime(A,B)", 1, 13, "'is_prime' takes one argument, not 2");
}

#[test]
fn arguments_are_counted_in_words() {
    let text = |arity| {
        let function = Function::number("f", arity, |x, _| Ok(x[0].clone()));
        let vocabulary = Vocabulary::default().with(function);
        Reader::new()
            .vocabulary(&vocabulary)
            .read("f()=A")
            .expect_err("it lacks arguments")
            .message()
            .to_string()
    };
    assert_eq!(text(1..=3), "'f' takes 1 to 3 arguments, not 0");
    assert_eq!(text(1..=usize::MAX), "'f' takes at least one argument, not 0");
    assert_eq!(text(2..=usize::MAX), "'f' takes at least 2 arguments, not 0");
}

#[test]
fn a_number_stands_for_a_condition() {
    wrong("A", 1, 1, "this puzzle has no relation");
    wrong("SEND+MORE", 1, 9, "this puzzle has no relation");
    helped("SEND+MORE", "add the other side: SEND+MORE = …");
    wrong("A=B, C+D", 6, 3, "'C+D' is a number, but a condition is needed here");
    wrong("A || B=C", 1, 1, "'A' is a number, but a condition is needed here");
    wrong("¬A", 2, 1, "'A' is a number, but a condition is needed here");
    wrong("A=not(3)", 7, 1, "'3' is a number, but a condition is needed here");
    wrong("count(A=1, B)=1", 12, 1, "'B' is a number, but a condition is needed here");
    helped("1,5*A=B", "a decimal fraction has a point: 1.5");
}

#[test]
fn a_sign_stands_in_the_wrong_place() {
    wrong("√-A=B", 2, 1, "'-' cannot be used here");
    wrong("A+¬B=C", 3, 1, "'¬' cannot be used here");
}

#[test]
fn numerals_are_wrong() {
    wrong("A.=B", 2, 1, "a point needs digits after it");
    wrong("A+.=B", 3, 1, "a point needs digits after it");
    wrong("[64]=A", 1, 4, "square brackets hold one digit, from 0 to 63");
    wrong("A=[]", 3, 2, "square brackets hold one digit, from 0 to 63");
    wrong("[B]=A", 1, 3, "square brackets hold one digit, from 0 to 63");
    wrong("A@99=B", 3, 2, "a base is a number from 2 to 64");
    wrong("A₁=B", 2, 1, "a base is a number from 2 to 64");
    wrong("A@=B", 2, 1, "a base is a number from 2 to 64");
    wrong("A=B...", 4, 3, "no digits repeat before these dots");
    wrong("A=.TALK… + B", 8, 1, "no digits repeat before these dots");
    wrong("(A)...=B", 4, 3, "no digits repeat before these dots");
    wrong("A=19@8", 4, 1, "base 8 has no digit 9: its digits are 0 to 7");
    wrong("[11]=A", 1, 4, "base 10 has no digit 11: its digits are 0 to 9");
}

#[test]
fn a_remainder_has_a_division_on_its_left() {
    for (text, column) in
        [("AB r C=D", 4), ("A+B=C r D", 7), ("A//B=C…D", 7), ("A÷B<C r D", 7), ("A÷B=C r D=E", 7)]
    {
        wrong(text, column, 1, "a remainder needs a division on its left");
    }
    helped("A÷B=.CC…D", "here '…' says that the digits repeat; write a remainder as D r E");
}

#[test]
fn an_empty_puzzle_is_none() {
    for text in ["", "  ", "\n\n", "# nothing", "@base 12\n"] {
        assert_eq!(error(text).mistake, PuzzleError::Empty.into(), "{text:?}");
    }
}

#[test]
fn a_drawing_is_no_list_of_conditions() {
    for (text, line, column) in
        [("  SEND\n+ MORE\n------\n MONEY", 1, 3), ("AB+CD=EF\n +  +  =\nG+H=I", 2, 2), ("A\nB", 1, 1)]
    {
        let error = error(text);
        assert_eq!((error.line, error.column, &error.mistake), (line, column, &Mistake::Layout), "{text}");
    }
    assert_eq!(error("A=B\nC+D").mistake, Mistake::NumberForCondition("C+D".into()));
}

#[test]
fn settings_are_wrong() {
    let at = |text: &str| {
        let error = error(text);
        (error.origin, error.line, error.column, error.length)
    };
    assert_eq!(at("A=B\n@base 99"), (Origin::Setting, 2, 7, 2));
    assert_eq!(at("@bse 12\nA=B"), (Origin::Setting, 1, 2, 3));
    assert_eq!(at("@assign A=1;Z=1\nA=B"), (Origin::Setting, 1, 13, 1));
    assert_eq!(at("@digits 0-12\nA=B"), (Origin::Setting, 1, 9, 4));
    assert_eq!(at("@assign A=0\nB=AC"), (Origin::Puzzle, 2, 3, 1));
    assert_eq!(at("@assign A=1;B=1\nB=A"), (Origin::Puzzle, 2, 3, 1));
    assert_eq!(at("@digits 0\n@no-zero\n\nA=B"), (Origin::Puzzle, 4, 1, 3));
    assert_eq!(at("@where A<Z\nA=B"), (Origin::Where, 1, 3, 1));
    assert_eq!(at("@where A<_\nA=B"), (Origin::Where, 1, 3, 1));
    assert_eq!(at("@where A\nA=B"), (Origin::Where, 1, 1, 1));
    assert_eq!(at("@show A+\nA=B"), (Origin::Show, 1, 2, 1));
    assert_eq!(error("@where A\nA=B").mistake, Mistake::NumberForCondition("A".into()));
    helped("@bse 12\nA=B", "did you mean @base?");
    helped("@base=12\nA=B", "write the value after a space: @base 12");
    helped("@base ten\nA=B", "write it like @base 12");
    let rules = Rules::default().with_where("A<B\nB<C");
    let error = puzzle("A+B=C", &rules).expect_err("it has two lines");
    assert_eq!((error.origin, error.column, &error.mistake), (Origin::Where, 4, &Mistake::LineBreak));
}

#[test]
fn positions_count_characters_as_they_were_typed() {
    wrong("e\u{301}क्षि+ = B", 3, 1, "this needs an operand");
    let error = error("A=B\n\nＣ＝Ｄ＋");
    assert_eq!((error.line, error.column, &error.text[error.span.clone()]), (3, 4, "＋"));
}

// ---- bounds

#[test]
fn sizes_are_bounded() {
    let mistake = |text: String| text.parse::<Puzzle>().map_err(|error| error.mistake.clone());
    assert_eq!(mistake("A".repeat(2 << 20)), Err(Mistake::TextTooLong(1 << 20)));
    assert_eq!(mistake("(".repeat(1_000_000)), Err(Mistake::BracketsTooDeep(50)));
    assert_eq!(mistake("gcd(A,".repeat(51)), Err(Mistake::BracketsTooDeep(50)));
    assert_eq!(mistake(format!("{}=A", "B".repeat(10_001))), Err(Mistake::NumeralTooLong(10_000)));
    for endless in ["!", "²", "^A", "^-A"] {
        let text = format!("A{} = B", endless.repeat(5_000));
        assert!(matches!(mistake(text), Err(Mistake::TooNested(_) | Mistake::ExponentTooLarge)), "{endless}");
    }
    for endless in ["√", "¬"] {
        let text = format!("{}A = B", endless.repeat(5_000));
        assert!(matches!(mistake(text), Err(Mistake::TooNested(_))), "{endless}");
    }
    same(&format!("{}A=B", "-".repeat(5_000)), "A=B");
}

#[test]
fn fifty_brackets_are_read_on_a_thread_of_a_test() {
    for (open, close) in [("(", ")"), ("gcd(A,", ")"), ("1+2*(", ")"), ("√(A+", ")"), ("count(1=", ")")] {
        let text = format!("{}A{}=B", open.repeat(50), close.repeat(50));
        assert!(text.parse::<Puzzle>().is_ok(), "{open}");
    }
}

#[test]
fn a_sum_of_many_terms_is_read() {
    let puzzle: Puzzle = format!("A{}=B", "+A".repeat(100_000)).parse().expect("it is a sum");
    assert_eq!(puzzle.hidden().len(), 2);
}
