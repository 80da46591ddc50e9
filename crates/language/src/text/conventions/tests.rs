//! Each text here is read as the clean one beside it, with the notes; others are read as they stand.

use crate::puzzle::Puzzle;
use crate::text::Reader;

fn literal(text: &str) -> Puzzle {
    Reader::new().literal().read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn conditions(puzzle: &Puzzle) -> Vec<String> {
    puzzle.all_conditions().map(|condition| puzzle.write(condition)).collect()
}

fn keys(puzzle: &Puzzle) -> Vec<&'static str> {
    puzzle.notes().iter().map(|note| note.message.key()).collect()
}

/// A text is read as the clean one, with these notes of conventions before the others.
fn same(typed: &str, clean: &str, notes: &[&str]) {
    let (read, clean) = (read(typed), literal(clean));
    assert_eq!(conditions(&read), conditions(&clean), "{typed}");
    assert_eq!((read.is_drawn(), read.hidden().len()), (clean.is_drawn(), clean.hidden().len()), "{typed}");
    assert_eq!(&keys(&read)[..notes.len()], notes, "{typed}");
    assert_eq!(keys(&read).len() - notes.len(), clean.notes().len(), "{typed}: {:?}", keys(&read));
}

/// A text keeps its meaning, without a note.
fn untouched(text: &str) {
    let (read, plain) = (read(text), literal(text));
    assert_eq!((&read, read.notes()), (&plain, plain.notes()), "{text}");
}

fn refused(text: &str) {
    let error = text.parse::<Puzzle>().expect_err(text);
    assert_eq!(Err(error), Reader::new().literal().read(text), "{text}");
}

#[test]
fn words_before_a_colon_or_a_dash_are_a_heading() {
    same("甲：A+B=CD\n乙：D×A=CA", "A+B=CD, D×A=CA", &["note-heading"]);
    untouched("一：二+三=四");
    let note = ["note-heading"];
    same("Puzzle: TWO+TWO=FOUR", "TWO+TWO=FOUR", &note);
    same("Easy - TWO+TWO=FOUR", "TWO+TWO=FOUR", &note);
    same("Puzzle : TWO+TWO=FOUR", "TWO+TWO=FOUR", &note);
    same("very easy – TWOxTWO=FOUR", "TWO×TWO=FOUR", &["note-heading", "note-times"]);
    same("A=B\nThen: C+D=E", "A=B, C+D=E", &note);
    same("問題: あ+い=う", "あ+い=う", &note);
    for text in [
        "A:B=C",
        "AB : C=D",
        "AB: C=D",
        "AB: C=D, E+F=G",
        "Puzzle : two+two=four",
        "easy - two+two=four",
        "EASY - TWO=FOUR",
        "a - B=C",
        "@distinct by-case\nab - CD=EF",
    ] {
        untouched(text);
    }
    let text = "Puzzle: TWO+TWO=FOUR";
    assert_eq!(read(text).notes()[0].span.clone().map(|span| &text[span]), Some("Puzzle: "));
    assert!(read(text).notes()[0].to_string().starts_with("'Puzzle:' is read as a heading"));
}

#[test]
fn a_mark_at_the_very_end_ends_a_sentence() {
    let question = ["note-end-question"];
    same("SEND+MORE=MONEY.", "SEND+MORE=MONEY", &[]);
    same("あ+い=う。", "あ+い=う", &[]);
    same("AB+C=?.", "AB+C=?", &[]);
    same("is_prime(A).\n", "is_prime(A)", &[]);
    same("SEND+MORE=MONEY?", "SEND+MORE=MONEY", &question);
    same("AB+CD=EF ?", "AB+CD=EF", &question);
    same("2□×□=□6?", "2□×□=□6", &question);
    same("AB+C=DE？", "AB+C=DE", &question);
    same("A=B, AB×C=DE?", "A=B, AB×C=DE", &question);
    same("□+□=□?", "□+□=□", &question);
    same("TWO+TWO=FOUR!", "TWO+TWO=FOUR", &["note-exclaimed"]);
    same("TWO+TWO=FOUR!!", "TWO+TWO=FOUR", &["note-exclaimed"]);
    for text in [
        "AB+C=1?",
        "A?=B?",
        "A+B=C!",
        "BC=ABCDEFG, C=AB!",
        "A=.BB...",
        "@base 8\nAB=CD!",
        "@leading-zeros allowed\nAB=CD!",
        "@blank ?:1-3\nAB=C?",
        "  AB\n+ CD\n----\n  E?",
        "AB+C=D?, E=1",
    ] {
        untouched(text);
    }
    untouched("AB+C=+?");
}

#[test]
fn signs_that_were_lost_in_copying_are_read() {
    same("AmodB=C", "A%B=C", &["note-modulo"]);
    same("AB mod (C+1)=D", "AB%(C+1)=D", &["note-modulo"]);
    same("A\u{338} = B", "A≠B", &["note-stroke"]);
    same("A\u{338}+A=B\u{338}=C", "A\u{338}+A=B\u{338}=C", &[]);
    untouched("A =\u{338} B");
    untouched("a+mod=b");
    untouched("mod(A,B)=C");
    refused("a mod b = c");
}

#[test]
fn look_alikes_are_the_signs_that_they_look_like() {
    same("A ✕ B ➕ C ➖ D ➗ E = F", "A × B + C - D ÷ E = F", &[]);
    same("A ✖ B ⨯ C=D", "A×B×C=D", &[]);
    same("A∗B=C‐D‑E‒F—G―H", "A*B=C-D-E-F-G-H", &[]);
    same("A∶B=C、D≦E⩽F、G≧H⩾I", "A:B=C, D≤E≤F, G≥H≥I", &[]);
    same("A•B=C", "A*B=C", &[]);
    same("A X B = CD", "A × B = CD", &["note-times"]);
    same("A х B = CD", "A × B = CD", &["note-times"]);
    same("A x B X C = D", "A × B × C = D", &["note-times"]);
    refused("A ⁒ B = C");
    refused("$END+MORE=MONEY");
    refused("A → B = C");
    refused("AX X B=C");
    untouched("@symbols ✕\n✕A+B=CD");
}

#[test]
fn stars_are_operators_if_each_can_be_one() {
    let note = ["note-stars"];
    same("***x****=777777", "□□□×□□□□=777777", &["note-stars", "note-times"]);
    same("**2 * 3*=4***", "□□2 × 3□=4□□□", &note);
    same(
        "**'**'** gives root *AB; -*=***; -***=***; -***=0",
        "□□'□□'□□ gives root □AB; -□=□□□; -□□□=□□□; -□□□=0",
        &note,
    );
    same("* *+*=1*", "□□+□=1□", &["note-stars", "note-spaced"]);
    same("∗ ∗×∗=1 ∗ ∗", "□□×□=1□□", &["note-stars", "note-spaced"]);
    same("2•×•=•6", "2□×□=□6", &note);
    same("* AB * C = DE", "AB*C=DE", &[]);
    same("* A+B=C\n* A<B", "A+B=C, A<B", &[]);
    same("**+*=1*.", "□□+□=1□", &note);
    for text in ["1*3+25=1*8", "A**2*B=C", "A²*B!*C=D", "A=.77... * B*C", "@blank *:0-9\n*×*=1", "A₇*B@7*C=D"]
    {
        untouched(text);
    }
    refused("A*=B");
    refused("* A = B +");
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
    same("AB x CDx□=EFG", "AB×CD×□=EFG", &note);
    same("ABxC÷D=E r F", "AB×C÷D=E r F", &note);
    let drawn = |sign: &str| format!("  SEE\n  {sign}ME\n-----\n HHOM\nLTHL\n-----\nKKOLM");
    same(&drawn("x"), &drawn("×"), &note);
    same("  AB\nX CD\n----\n EFG\nHIA\n----\nBCDE", "  AB\n× CD\n----\n EFG\nHIA\n----\nBCDE", &note);
    same("12 x 34\n-------\n  48\n 36\n ---\n 408", "12 × 34\n-------\n  48\n 36\n ---\n 408", &[]);
    for text in [
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
        untouched(text);
    }
}

#[test]
fn numbers_are_read_as_people_write_them() {
    same("1,234+A=BCDE", "1234+A=BCDE", &[]);
    same("MO,NEY+A=TO,TAL", "MONEY+A=TOTAL", &["note-groups"]);
    same("1 234 567 = A*B", "1234567 = A*B", &[]);
    same(" 1,234\n+  567\n------\n AB,CDE", "  1234\n+  567\n------\n  ABCDE", &["note-groups"]);
    same("3 1/2+A=B", "(3+1/2)+A=B", &["note-mixed"]);
    same("A B/C=D", "(A+B/C)=D", &["note-mixed"]);
    same("1½+¼=A", "(1+1/2)+(1/4)=A", &["note-mixed"]);
    same("O N + N O = T O T", "ON+NO=TOT", &["note-spaced"]);
    same("O N X N O = T O T", "ON×NO=TOT", &["note-times", "note-spaced"]);
    same("S I X + T W O = A B C", "SIX+TWO=ABC", &["note-spaced"]);
    same("A B ÷ C = D r E", "AB÷C=D r E", &["note-spaced"]);
    for text in [
        "M=1,234=ABC",
        "max(A,234)=B",
        "A=B,CDE=F",
        "ON x NO=TOT",
        "AB÷C=D r E/F",
        "A x B/C=D",
        "r/r=r r r",
        "A<B,C<DEF",
    ] {
        untouched(text);
    }
    refused("AB CD=EF");
    refused("A BC D=E");
    refused("1.234 567=A");
}

#[test]
fn functions_are_known_by_names_that_people_guess() {
    same("isPrime(A), IsSquare(B)", "is_prime(A), is_square(B)", &[]);
    same("GCD(A,B)=1", "gcd(A,B)=1", &[]);
    same("prime (A), even(B), odd(C)", "is_prime(A), is_even(B), is_odd(C)", &[]);
    same("square(A), cube(B)", "is_square(A), is_cube(B)", &[]);
    same("digits(AB)=C", "digits(AB)=C", &[]);
    untouched("A=B.gcd(AB)");
    refused("A=.GCD(AB)C");
    refused("square(A)+B=C");
    let error = "square(A)+B=C".parse::<Puzzle>().expect_err("it is a number");
    let help = error.help.as_ref().map(ToString::to_string);
    assert_eq!(help.as_deref(), Some("write ^2 for the number, as in A^2, is_square(…) for the condition"));
}

#[test]
fn conditions_go_on_in_the_next_line() {
    // Words that head a puzzle are no numerator.
    refused("Solve:\nON+NO=TOT");
    refused("解：\nON+NO=TOT");
    same("AB :\nC=D", "AB:C=D", &[]);
    same("SEND +\nMORE =\nMONEY", "SEND+MORE=MONEY", &[]);
    same("SEND+MORE\n= MONEY\nS>M", "SEND+MORE=MONEY, S>M", &[]);
    same("AB+C\n×D = EF", "AB+C×D=EF", &[]);
    for text in [
        "A + B = C\n+   +   +\nD + E = F\n=   =   =\nG + H = I",
        "A x B = C\nx   +   +\nD + E = F\n=   =   =\nG + H = I",
        "  AB\n× CD\n----\n EFG\nHIA\n----\nBCDE",
        "SEND\n+MORE\n=MONEY",
        " SEND\n+MORE\nMONEY",
        "@blank *:0-9\nA=B*\nC=D",
    ] {
        untouched(text);
    }
    assert!(read(" SEND\n+MORE\nMONEY").is_drawn());
    refused(" SEND\n MORE\nMONEY");
}

#[test]
fn a_square_among_other_shapes_is_one() {
    let note = ["note-square-symbol"];
    same("□□□+□□○+□△△=2003", "@symbols □\n□□□+□□○+□△△=2003", &note);
    same("□+★=10", "@symbols □\n□+★=10", &note);
    for text in ["□A+○=10", "□+□=10", "○+△=10", "@blank □:1-9\n□+○=10", "@symbols □\n□+○=10"]
    {
        untouched(text);
    }
}

#[test]
fn sets_and_ranges_are_comparisons() {
    same("A in {1,3}", "A=1 || A=3", &[]);
    same("AB+C=DE, A ∈ {1, 3}, B∉{4}", "AB+C=DE, A=1 || A=3, B≠4", &[]);
    same("A+B=C; A+B in 5..7", "A+B=C; 5≤A+B≤7", &[]);
    same("□A in 12..13", "12≤□A≤13", &[]);
    for text in ["in+in=ab", "A+B=in"] {
        untouched(text);
    }
}

#[test]
fn a_hash_is_a_blank_where_it_begins_no_comment() {
    let note = ["note-hashes"];
    same("#A+1=B#", "□A+1=B□", &note);
    same("## × # = ###", "□□ × □ = □□□", &note);
    same("A#+1=B#\nA<B", "A□+1=B□, A<B", &note);
    same("  ##\n×  #\n----\n ###", "  □□\n×  □\n----\n □□□", &note);
    same(" A#\n+#A\n---\n#BC", " A□\n+□A\n---\n□BC", &note);
    for text in ["# a comment\nA+B=C", "#A=1\nA+B=C", "A+B=C\n# T=7"] {
        untouched(text);
    }
    refused("# SEND+MORE=MONEY");
    refused("A+B=C # what is A");
}

#[test]
fn a_root_or_a_division_on_one_line_has_steps() {
    same("√961=31-9=61-61=0", "961 gives root 31; -9=61; -61=0", &["note-root-chain"]);
    same("√ABC=DE-F=GH-GH", "ABC gives root DE; -F=GH; -GH=0", &["note-root-chain"]);
    same("∛ABCD=EF-G=HIJ-HIJ", "ABCD gives cube root EF; -G=HIJ; -HIJ=0", &["note-root-chain"]);
    same("ABC/DE=BF-AE=FC-FC", "ABC/DE=BF; -AE=FC; -FC=0", &["note-division-chain"]);
    for text in [
        "A/B=C-D=E-F",
        "AB/C=D-E=F-G",
        "A/B=C-C=D-D",
        "√A=B-C=D",
        "√A=A-AA=B",
        "あい/う=え-おか",
        "A/B=C",
        "√961=31",
    ] {
        untouched(text);
    }
    let steps = "ABC/DE=FG\n-HI=JK\n-LM=N";
    same(steps, "ABC/DE=FG; -HI=JK; -LM=N", &[]);
}

#[test]
fn remainders_have_words() {
    for word in ["r", "R", "rem", "rest", "remainder", "Reste", "resto", "あまり", "余り", "…"] {
        same(&format!("AB ÷ C = D {word} E"), "AB÷C=D r E", &[]);
        same(&format!("AB)CDE=FG {word} H; -IJ=KL; -MN=H"), "AB)CDE=FG r H; -IJ=KL; -MN=H", &[]);
    }
    for words in [
        ", remainder",
        " with remainder",
        " with a remainder of",
        " reszta",
        ", остаток",
        "……",
        " 余 ",
        " 余数",
        " 나머지",
    ] {
        same(&format!("AB ÷ C = D{words} E"), "AB÷C=D r E", &[]);
    }
    refused("AB+C=D rest E");
    untouched("AB÷C=rest");
    untouched("一二÷三=余");
}

#[test]
fn a_text_without_signs_of_conventions_is_read_as_it_stands() {
    for text in ["SEND+MORE=MONEY", "SEND + MORE = MONEY", "A/BC+D/EF=G;A<B", "AB-CD=EF"] {
        assert_eq!(super::look::look(text), 0, "{text}");
    }
}
