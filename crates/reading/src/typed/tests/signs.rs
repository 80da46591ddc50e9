//! Signs, numbers and operators as people write them.

use super::*;

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
    let puzzle = crate::read("AB x CDx□=EFG").expect("it is a puzzle");
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
    same("AB ÷ C = D remainder E", "AB ÷ C = D r E", &[]);
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
fn a_colon_between_two_conditions_is_a_comma() {
    same("O=8: ON+NO=TOT", "O=8, ON+NO=TOT", &["note-colon"]);
    same("Given O=8: ON+NO=TOT", "@where O=8\nON+NO=TOT", &["note-stated"]);
    same("ON+NO=TOT (Hint: O = 8)", "ON+NO=TOT, O = 8", &["note-sentences"]);
    for text in ["A=B:C=D", "A=B : C=D", "A:B=C:D"] {
        untouched(text);
    }
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
