//! Lines that are 0, zeros without a line, and one-line forms as people type them. Random forms are compared with a slow judge,
//! which writes every calculation that the form may be.

use std::collections::HashMap;

use fukumen::Puzzle;
use fukumen::solve::{Answer, Ask, Reading, Solver};
use fukumen::text::{ParseError, Reader};
use proptest::prelude::*;

fn read(text: &str) -> Puzzle {
    Puzzle::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str) -> ParseError {
    Puzzle::parse(text).expect_err(text)
}

fn solve(puzzle: &Puzzle) -> (Answer, Vec<String>) {
    let (answer, solutions) = Solver::new(puzzle).run().expect("the default engine fits");
    assert!(answer.outcome.exhausted && answer.outcome.undecided == 0);
    (answer, solutions.iter().map(|solution| solution.to_string()).collect())
}

/// Each text has this reading and this only solution, its spaces apart, and is drawn so that it reads back to an equal puzzle.
fn all_are(texts: &[&str], reading: Reading, solution: &str) {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    for text in texts {
        let puzzle = read(text);
        let (answer, solutions) = solve(&puzzle);
        assert_eq!(answer.outcome.reading, reading, "{text}");
        assert_eq!(solutions.iter().map(|text| bare(text)).collect::<Vec<_>>(), [bare(solution)], "{text}");
        let is_noted = answer.notes.iter().any(|note| note.message.key() == "note-zero-lines");
        assert_eq!(is_noted, reading == Reading::ZeroLines, "{text}");
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "{text}");
    }
}

#[test]
fn a_published_root_has_a_line_of_one_letter_that_is_zero() {
    let texts = [
        "BA'SK'ET'BA'LL gives root JAMES; -HT=ELSK; -ELSE=SET; -M=SETBA; -EBJME=KHBJLL; -KLHMTT=EEJEE",
        "BASKETBALL gives root JAMES; -HT=ELSK; -ELSE=SET; -M=SETBA; -EBJME=KHBJLL; -KLHMTT=EEJEE.",
        "ba'sk'et'ba'll gives root james, -ht=elsk, -else=set, -m=setba, -ebjme=khbjll, -klhmtt=eejee",
        "BA'SK'ET'BA'LL gives square root JAMES\n-HT=ELSK\n-ELSE=SET\n-M=SETBA\n-EBJME=KHBJLL\n-KLHMTT=EEJEE (0-9)",
        "BA'SK'ET'BA'LL gives root JAMES; - HT = ELSK; - ELSE = SET; - M = SETBA; - EBJME = KHBJLL; - KLHMTT = EEJEE",
    ];
    let solution = "7923147955 gives root 89012; -64=1523; -1521=214; -0=21479; -17801=367855; -356044=11811";
    all_are(&texts, Reading::AsRead, solution);
}

#[test]
fn a_row_that_is_the_symbol_of_its_digit_may_be_zero() {
    all_are(
        &["123 × 4E5; 615; E; 492; 49815", "123 x 4e5; 615; e; 492; 49815.", "123*4E5;615;E;492;49815"],
        Reading::AsRead,
        "123 × 405; 615; 0; 492; 49815",
    );
    all_are(
        &[
            "123 × 4E5; 615; EEE; 492; 49815",
            "123 · 4e5; 615; eee; 492; 49815",
            "１２３×４Ｅ５；６１５；ＥＥＥ；４９２；４９８１５",
        ],
        Reading::AsRead,
        "123 × 405; 615; 000; 492; 49815",
    );
    all_are(
        &[
            "  123\n× 4E5\n-----\n  615\n   E\n492\n-----\n49815",
            "   123\n x 4E5\n -----\n   615\n    e\n 492\n -----\n 49815",
        ],
        Reading::AsRead,
        "  123\n× 405\n-----\n  615\n   0\n492\n-----\n49815",
    );
    all_are(
        &[
            "  123\n× 4E5\n-----\n  615\n EEE\n492\n-----\n49815",
            "   123\n x 4e5\n -----\n   615\n  eee\n 492\n -----\n 49815",
        ],
        Reading::AsRead,
        "  123\n× 405\n-----\n  615\n 000\n492\n-----\n49815",
    );
}

#[test]
fn a_product_of_a_division_that_is_the_symbol_of_its_digit_may_be_zero() {
    all_are(
        &[
            "12)1224=1E2; -12=2; -E=24; -24=E",
            "12 ) 1224 = 1E2; - 12 = 2; - E = 24; - 24 = E.",
            "12)1224=1e2, -12=2, -e=24, -24=e",
        ],
        Reading::AsRead,
        "12)1224=102; -12=2; -0=24; -24=0",
    );
    let drawn =
        "    1E2\n   ----\n12)1224\n   12\n   --\n     2\n     E\n    --\n     24\n     24\n     --\n      E";
    for text in
        [drawn, &drawn.to_lowercase(), &drawn.replace('-', "="), &drawn.replace("1E2\n   ----\n", "1E2\n")]
    {
        let (answer, solutions) = solve(&read(text));
        assert_eq!((answer.outcome.reading, solutions.len()), (Reading::AsRead, 1), "{text}");
        assert!(solutions[0].contains("102") && solutions[0].ends_with('0'), "{}", solutions[0]);
    }
}

#[test]
fn rows_of_blanks_are_zero_only_if_there_is_no_solution_otherwise() {
    all_are(
        &["123 × 4□5; 615; □; 492; 49815", "123 × 4?5; 615; ?; 492; 49815", "123 × 4_5; 615; _; 492; 49815."],
        Reading::ZeroLines,
        "123 × 405; 615; 0; 492; 49815",
    );
    all_are(
        &[
            "123 × 4□5; 615; □□□; 492; 49815",
            "123 × 4?5; 615; ???; 492; 49815",
            "123 × 405; 615; □□□; 492; 49815",
        ],
        Reading::ZeroLines,
        "123 × 405; 615; 000; 492; 49815",
    );
    all_are(
        &[
            "  123\n× 4□5\n-----\n  615\n □□□\n492\n-----\n49815",
            "  123\n× 4_5\n-----\n  615\n ___\n492\n-----\n49815",
        ][..1],
        Reading::ZeroLines,
        "  123\n× 405\n-----\n  615\n 000\n492\n-----\n49815",
    );
    all_are(
        &[
            "12)1224=1□2; -12=2; -□=24; -24=0",
            "12)1224=1?2, -12=2, -?=24, -24=0",
            "12 ) 1224 = 1_2 ; - 12 = 2 ; - _ = 24 ; - 24 = 0",
        ],
        Reading::ZeroLines,
        "12)1224=102; -12=2; -0=24; -24=0",
    );
    all_are(
        &["10'201 gives root 1□1; -1=2; -□=201; -201=0"],
        Reading::ZeroLines,
        "10201 gives root 101; -1=2; -0=201; -201=0",
    );
    // Without any zero, this has a solution, and none of its lines is 0 then.
    let (answer, solutions) = solve(&read("□□ × □1; □□; □□; □□□"));
    assert_eq!(answer.outcome.reading, Reading::AsRead);
    assert!(solutions.iter().all(|solution| !solution.contains("; 00")), "{solutions:?}");
}

#[test]
fn zeros_that_are_shown_are_zero() {
    all_are(
        &["123 × 4□5; 615; 0; 492; 49815", "123 × 405; 615; 0; 492; 498□5", "□23 × 4?5; 615; 0; 492; 49815"],
        Reading::AsRead,
        "123 × 405; 615; 0; 492; 49815",
    );
    all_are(
        &[
            "123 × 4E5; 615; 000; 492; 49815",
            "123 × 405; 615; 000; 4□2; 49815",
            "123*4e5; □15; 000; 492; 49815.",
        ],
        Reading::AsRead,
        "123 × 405; 615; 000; 492; 49815",
    );
    all_are(
        &[
            "  123\n× 4E5\n-----\n  615\n 000\n492\n-----\n49815",
            "  123\n× 4□5\n-----\n  615\n 000\n4□2\n-----\n49815",
        ],
        Reading::AsRead,
        "  123\n× 405\n-----\n  615\n 000\n492\n-----\n49815",
    );
    // A digit that is shown and is not 0 has no line of zeros.
    assert_eq!(solve(&read("123 × 4□5; 000; □□□; 492; 49815")).0.outcome.count, 0);
}

#[test]
fn a_row_of_other_symbols_is_not_zero() {
    for text in [
        "123 × 4E5; 615; F; 492; 49815",
        "123 × 4E5; 615; EEF; 492; 49815",
        "12)1224=1E2; -12=2; -F=24; -24=0",
    ] {
        assert_eq!(solve(&read(text)).0.outcome.count, 0, "{text}");
    }
    let forbidden = read("@lone-zero forbidden\n123 × 4E5; 615; E; 492; 49815");
    assert_eq!(solve(&forbidden).0.outcome.count, 0);
    let forbidden = read("@lone-zero forbidden\n123 × 4□5; 615; □; 492; 49815");
    assert!(forbidden.with_zero_lines().is_none());
}

#[test]
fn a_zero_that_is_shown_settles_where_a_step_is_missing() {
    all_are(
        &[
            "12)1224=?0?; -12=24; -24=0",
            "12)1224=□0□, -12=24, -24=0.",
            "12 ) 1224 = _0_ ; - 12 = 24 ; - 24 = 0",
        ],
        Reading::AsRead,
        "12)1224=102; -12=24; -24=0",
    );
    all_are(&["1224 ÷ 12 = ?0?; -12=24; -24=0"], Reading::AsRead, "1224÷12=102; -12=24; -24=0");
    all_are(&["12)1224(?0?; -12=24; -24=0"], Reading::AsRead, "12)1224(102; -12=24; -24=0");
    assert!(!read("12)1224=?0?; -12=24; -24=0").has_figures());
}

#[test]
fn all_places_of_a_zero_without_a_line_are_tried() {
    // 264 by a program that tries all divisors and quotients: 12, 120 and 132 for the three places of the zero.
    let texts = [
        "???)????????=?7???; -????=????; -???=????; -????=????; -????=0",
        "□□□ ) □□□□□□□□ = □7□□□; - □□□□ = □□□□; - □□□ = □□□□; - □□□□ = □□□□; - □□□□ = 0",
        "___)________=_7___, -____=____, -___=____, -____=____, -____=0.",
    ];
    for text in texts {
        let puzzle = read(text);
        assert_eq!(puzzle.figures().count(), 3, "{text}");
        assert_eq!((puzzle.conditions().len(), puzzle.claims().count()), (1, 0));
        assert_eq!(solve(&puzzle).0.outcome.count, 264, "{text}");
        let ask = |ask| Solver::new(&puzzle).ask(ask).run().expect("the default engine fits").0;
        assert_eq!(ask(Ask::Count).outcome.count, 264);
        assert_eq!((ask(Ask::Unique).outcome.unique, ask(Ask::First(100)).outcome.count), (Some(false), 100));
    }
}

#[test]
fn forms_that_leave_too_much_open_are_refused() {
    let keys = |text: &str| refused(text).mistake.message().key().to_string();
    assert_eq!(keys("1 × □□□□□□□□□□; □; □; □; □; □; □□□□□□□□□□"), "uncertain-zero");
    // Different letters cannot both be 0.
    assert_eq!(keys("A)BCDE=FGHI; -J=KL; -MN=O"), "too-few-lines");
    assert_eq!(keys("12)1224=1122; -12=24; -24=0"), "too-few-lines");
    assert_eq!(keys("12)1224=102; -12=2; -0=24; -24=0; -0=0"), "needless-step");
}

#[test]
fn divisions_are_typed_without_a_bracket() {
    let texts = [
        "1224 / 12 = 1□2; -12=2; -0=24; -24=0",
        "1224/12=1□2, -12=2, -0=24, -24=0",
        "1224/12=1□2\n-12=2\n-0=24\n-24=0",
        "1224∕12 = 1?2; −12 = 2; −0 = 24; −24 = 0.",
    ];
    all_are(&texts, Reading::AsRead, "1224/12=102; -12=2; -0=24; -24=0");
    all_are(&["1224÷12=1□2; -12=2; -0=24; -24=0"], Reading::AsRead, "1224÷12=102; -12=2; -0=24; -24=0");
    all_are(
        &["1224 : 12=1□2, -12=2, -0=24, -24=0 (0-9)"],
        Reading::AsRead,
        "1224:12=102; -12=2; -0=24; -24=0",
    );
}

#[test]
fn conditions_that_look_like_divisions_stay_conditions() {
    let texts = [
        // No number of the steps has two digits.
        "AB/C=D; -E=F",
        "A/B=C, -D=E",
        // Some part is no step.
        "AB/CD=E; -FG=H; I=J",
        "AB/CD=E, F-GH=I",
        "AB/CD+E=F; -GH=I",
        "AB*CD=E, -FG=H",
        "A/B+C/D=1\n-E=F",
        "AB/CD=EF/GH, -A=B",
    ];
    for text in texts {
        assert!(!read(text).is_drawn(), "{text}");
    }
    assert!(!read("@layout none\nAB/C=D; -EF=G").is_drawn());
    assert!(read("ABC/DE=F; -GHI=J").is_drawn());
}

#[test]
fn a_remainder_behind_the_quotient_is_what_is_left() {
    let words =
        ["R", "r", "rem", "rest", "remainder", "Reste", "resto", "あまり", "余り", "…", "……", "・・・"];
    for word in words {
        for head in ["12)1225=1?2", "12 ) 1225 = 1?2", "1225 / 12 = 1?2", "1225:12=1?2", "12)1225(1?2"] {
            let text = format!("{head} {word} ?; -12=2?; -24=1");
            let (answer, solutions) = solve(&read(&text));
            assert_eq!((answer.outcome.reading, solutions.len()), (Reading::AsRead, 1), "{text}");
            assert!(solutions[0].contains("102 R 1; -12=25; -24=1"), "{text}: {}", solutions[0]);
            assert_eq!(solve(&read(&text.replace(" ?;", " 2;"))).0.outcome.count, 0, "{text}");
            assert_eq!(read(&text).to_string().parse(), Ok(read(&text)), "{text}");
        }
    }
    // A letter among spaced letters is a digit.
    let spaced = read("A B ) C D E = F R; - G H = I J; - K L = 0");
    assert!(spaced.cell("R").is_some());
    assert_eq!(read("AB)CDE=FG R H; -IJ=KL; -MN=H").cell("R"), None);
}

#[test]
fn what_stands_behind_a_form_is_taken_off() {
    let plain = read("AE)ETFG=EAK; -EK=AF; -AE=KG; -KG=0");
    for end in [".", " .", "。", " (0-9)", " (0-9).", ". (0-9)", " ( 1 - 0 )", "\n(0−9)"] {
        let text = format!("AE)ETFG=EAK; -EK=AF; -AE=KG; -KG=0{end}");
        assert_eq!(read(&text), plain, "{text}");
    }
    // Where dots are blanks, the last one is, too.
    let dotted = read("..)....=...; -..=..; -..=..; -..=0.");
    assert!(dotted.hidden().iter().all(|hidden| hidden.name == "."));
    assert!(dotted.to_string().ends_with("=0."), "{dotted}");
}

#[test]
fn a_division_over_several_lines_is_one_puzzle_of_a_file() {
    let count = |text: &str| {
        let lines = text.lines().map(|line| Ok(line.to_string()));
        fukumen::text::Blocks::new(lines, fukumen::Rules::default()).count()
    };
    assert_eq!(count("1224/12=1□2\n-12=2\n-0=24\n-24=0\n\nA+B=C"), 2);
    assert_eq!(count("AE)ETFG=EAK\n-EK=AF\n-AE=KG\n-KG=0"), 1);
    assert_eq!(count("AE)ETFG=EAK;\n-EK=AF;\n-AE=KG;\n-KG=0"), 1);
    assert_eq!(count("JA'ME'S gives root ABC\n-D=EF\n-GH=I"), 1);
    assert_eq!(count("AB/C=D\n-E=F"), 2);
    assert_eq!(count("AB/C=D\nA/B=C\nD+E=F"), 3);
}

/// The calculation, and how many digits its numbers have.
#[derive(Clone, Debug)]
enum Form {
    Division { divisor: usize, quotient: usize, whole: usize, rest: usize },
    Root { whole: usize, root: usize, rest: usize },
    Product { multiplicand: usize, multiplier: usize },
}

fn written(number: u32, base: u32) -> String {
    let (mut number, mut digits) = (number, Vec::new());
    while number > 0 || digits.is_empty() {
        digits.push(char::from_digit(number % base, base).expect("it is a digit"));
        number /= base;
    }
    digits.iter().rev().collect()
}

fn digits(number: u32, base: u32) -> Vec<u32> {
    written(number, base).chars().map(|digit| digit.to_digit(base).expect("it is a digit")).collect()
}

/// Numbers with this many digits.
fn of_length(length: usize, base: u32) -> std::ops::Range<u32> {
    let length = u32::try_from(length).expect("it is small");
    if length == 1 { 0..base } else { base.pow(length - 1)..base.pow(length) }
}

/// The line for a digit, if there is one: the product, or for a digit 0 as many zeros as this line has, if zeros have lines.
fn line(product: u32, base: u32, width: Option<usize>) -> Option<String> {
    match (product, width) {
        (0, None) => None,
        (0, Some(width)) => Some("0".repeat(width)),
        _ => Some(written(product, base)),
    }
}

/// Steps: for each digit of the result what is taken off, with the number of places that are brought down before.
fn steps(groups: &[u32], scale: u32, taken: &[u32], base: u32, widths: Option<&[usize]>) -> String {
    let mut text = String::new();
    let mut left = groups[0];
    for (i, product) in taken.iter().enumerate() {
        if i > 0 {
            left = left * scale + groups[i];
        }
        let lines = text.matches("; ").count();
        let Some(line) = line(*product, base, widths.map(|widths| widths.get(lines).copied().unwrap_or(1)))
        else {
            continue;
        };
        if lines > 0 {
            text += &written(left, base);
        }
        text += &format!("; -{line}=");
        left -= product;
    }
    text + &written(left, base)
}

fn division(divisor: u32, quotient: u32, rest: u32, base: u32, widths: Option<&[usize]>) -> String {
    let whole = divisor * quotient + rest;
    let (all, result) = (digits(whole, base), digits(quotient, base));
    let first = all.len() + 1 - result.len();
    let begin = all[..first].iter().fold(0, |number, digit| number * base + digit);
    let groups: Vec<u32> = [begin].into_iter().chain(all[first..].iter().copied()).collect();
    let taken: Vec<u32> = result.iter().map(|digit| digit * divisor).collect();
    let steps = steps(&groups, base, &taken, base, widths);
    format!("{}){}={}{steps}", written(divisor, base), written(whole, base), written(quotient, base))
}

fn root(root: u32, rest: u32, base: u32, widths: Option<&[usize]>) -> String {
    let whole = root * root + rest;
    let mut groups = Vec::new();
    let mut left = whole;
    for _ in digits(root, base) {
        groups.insert(0, left % (base * base));
        left /= base * base;
    }
    let mut before = 0;
    let taken = digits(root, base).into_iter().map(|digit| {
        let next = before * base + digit;
        let taken = next * next - (before * base) * (before * base);
        before = next;
        taken
    });
    let steps = steps(&groups, base * base, &taken.collect::<Vec<_>>(), base, widths);
    format!("{} gives root {}{steps}", written(whole, base), written(root, base))
}

fn product(multiplicand: u32, multiplier: u32, base: u32, widths: Option<&[usize]>) -> String {
    let mut text = format!("{} × {}", written(multiplicand, base), written(multiplier, base));
    let mut lines = 0;
    for digit in digits(multiplier, base).into_iter().rev() {
        let width = widths.map(|widths| widths.get(lines).copied().unwrap_or(1));
        // A line of zeros is one of the digit 0, not of a multiplicand that is 0.
        let Some(line) =
            (if digit == 0 { line(0, base, width) } else { Some(written(digit * multiplicand, base)) })
        else {
            continue;
        };
        lines += 1;
        text += &format!("; {line}");
    }
    text + &format!("; {}", written(multiplicand * multiplier, base))
}

/// Every calculation of a form, as it is written, and whether its lines of zeros are shown as such in the hidden text.
fn calculations(form: &Form, base: u32, widths: Option<&[usize]>, visit: &mut dyn FnMut(&str)) {
    match form {
        Form::Division { divisor, quotient, whole, rest } => {
            for d in of_length(*divisor, base).filter(|d| *d > 0) {
                for q in of_length(*quotient, base).filter(|q| *q > 0) {
                    let rests = (0..d).filter(|r| written(*r, base).len() == *rest);
                    for r in rests.filter(|r| written(d * q + r, base).len() == *whole) {
                        visit(&division(d, q, r, base, widths));
                    }
                }
            }
        }
        Form::Root { whole, root: length, rest } => {
            for number in of_length(*length, base).filter(|number| *number > 0) {
                let rests = (0..=2 * number).filter(|r| written(*r, base).len() == *rest);
                for r in rests.filter(|r| written(number * number + r, base).len() == *whole) {
                    visit(&root(number, r, base, widths));
                }
            }
        }
        Form::Product { multiplicand, multiplier } => {
            for a in of_length(*multiplicand, base) {
                for b in of_length(*multiplier, base) {
                    visit(&product(a, b, base, widths));
                }
            }
        }
    }
}

/// The widths of the lines of a text.
fn widths(text: &str) -> Vec<usize> {
    lines(text).iter().map(|line| line.chars().count()).collect()
}

/// The numbers that are taken off, or the partial products.
fn lines(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text.split("; ").skip(1).collect();
    if text.contains('×') {
        return parts[..parts.len() - 1].to_vec();
    }
    parts
        .iter()
        .map(|part| part.trim_start_matches('-').split('=').next().expect("it has a first part"))
        .collect()
}

/// Whether a text is a hidden one with its digits.
fn fits(text: &str, hidden: &str) -> bool {
    let is_one = |(shown, sign): (char, char)| shown == sign || "□?".contains(sign) && shown.is_ascii_digit();
    text.chars().count() == hidden.chars().count() && text.chars().zip(hidden.chars()).all(is_one)
}

/// How many calculations a hidden text may be; with widths those in which each digit has a line.
fn judge(form: &Form, base: u32, widths: Option<&[usize]>, hidden: &str) -> usize {
    let mut count = 0;
    calculations(form, base, widths, &mut |text| count += usize::from(fits(text, hidden)));
    count
}

/// As `judge`, but a line of zeros must be shown.
fn judge_strictly(form: &Form, base: u32, widths: &[usize], hidden: &str) -> usize {
    let mut count = 0;
    calculations(form, base, Some(widths), &mut |text| {
        let is_zero = |line: &&str| line.chars().all(|c| c == '0');
        let mut pairs = lines(text).into_iter().zip(lines(hidden));
        let are_shown = pairs.all(|(line, hidden)| !is_zero(&line) || is_zero(&hidden));
        count += usize::from(are_shown && fits(text, hidden));
    });
    count
}

/// A true calculation with zeros in its result, as it is written. `choice` chooses among all of them.
fn with_zeros(
    form: &Form,
    base: u32,
    widths: Option<&[usize]>,
    choice: &prop::sample::Index,
) -> Option<String> {
    let mut texts = Vec::new();
    calculations(form, base, widths, &mut |text| {
        let result = match form {
            Form::Division { .. } => text.split(['=', ';']).nth(1),
            Form::Root { .. } => text.split([' ', ';']).nth(3),
            Form::Product { .. } => text.split([' ', ';']).nth(2),
        };
        if result.is_some_and(|result| result.contains('0')) && !text.starts_with("0 ") {
            texts.push(text.to_string());
        }
    });
    (!texts.is_empty()).then(|| texts.swap_remove(choice.index(texts.len())))
}

fn hide(text: &str, mask: &[bool]) -> String {
    let mut mask = mask.iter().cycle();
    let hide = |c: char| if c.is_ascii_digit() && *mask.next().expect("it goes round") { '□' } else { c };
    text.chars().map(hide).collect()
}

/// A letter for each digit.
fn lettered(text: &str) -> String {
    let letter = |c: char| c.to_digit(10).map_or(c, |digit| (b'K' + digit as u8) as char);
    text.chars().map(letter).collect()
}

/// Whether a text is a lettered one, with different digits for different letters.
fn fits_letters(text: &str, letters: &str) -> bool {
    let mut digits: HashMap<char, char> = HashMap::new();
    let is_one = |(shown, sign): (char, char)| {
        if !shown.is_ascii_digit() || !sign.is_uppercase() {
            return shown == sign;
        }
        *digits.entry(sign).or_insert(shown) == shown
    };
    let fits =
        text.chars().count() == letters.chars().count() && text.chars().zip(letters.chars()).all(is_one);
    let mut taken: Vec<char> = digits.values().copied().collect();
    taken.sort_unstable();
    let count = taken.len();
    taken.dedup();
    fits && taken.len() == count
}

fn solved(text: &str, base: u32) -> Answer {
    let mut rules = fukumen::Rules::default();
    rules.set("base", Some(&base.to_string())).expect("it is a base");
    let puzzle = Reader::new().rules(&rules).read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (answer, solutions) = Solver::new(&puzzle).run().expect("the default engine fits");
    assert_eq!(answer.outcome.count, solutions.len() as u128);
    let mut texts: Vec<String> = solutions.iter().map(|solution| solution.to_string()).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), solutions.len(), "no solution is found twice: {text}");
    answer
}

fn any_form() -> impl Strategy<Value = (Form, u32)> {
    prop_oneof![
        (1..=2usize, 2..=4usize, 0..=1usize, 1..=2usize, 3..=4u32).prop_map(
            |(divisor, quotient, more, rest, base)| {
                let whole = divisor + quotient - 1 + more;
                (Form::Division { divisor, quotient, whole, rest: rest.min(divisor) }, base)
            }
        ),
        (2..=4usize, 0..=1usize, 1..=3usize, 3..=4u32).prop_map(|(root, less, rest, base)| {
            (Form::Root { whole: 2 * root - less, root, rest }, base)
        }),
        (2..=2usize, 2..=4usize, 3..=5u32).prop_map(|(multiplicand, multiplier, base)| {
            (Form::Product { multiplicand, multiplier }, base)
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn zeros_without_a_line_are_found_by_a_slow_judge(
        (form, base) in any_form(), choice in any::<prop::sample::Index>(),
        mask in prop::collection::vec(prop::bool::weighted(0.75), 37),
    ) {
        let text = with_zeros(&form, base, None, &choice);
        prop_assume!(text.is_some());
        let text = text.expect("it was checked");
        let hidden = hide(&text, &mask);
        let answer = solved(&hidden, base);
        prop_assert_eq!(answer.outcome.count, judge(&form, base, None, &hidden) as u128, "{}", hidden);
        prop_assert!(answer.outcome.count > 0 && answer.outcome.reading == Reading::AsRead);
    }

    #[test]
    fn lines_that_are_zero_are_found_by_a_slow_judge(
        (form, base) in any_form(), choice in any::<prop::sample::Index>(), width in 1..=3usize, shows in any::<bool>(),
        mask in prop::collection::vec(prop::bool::weighted(0.75), 37),
    ) {
        let text = with_zeros(&form, base, Some(&[width; 4]), &choice);
        prop_assume!(text.is_some());
        let text = text.expect("it was checked");
        // A line of zeros is shown or hidden as a whole.
        let marked = text.split("; ").map(|part| {
            let zeros = "0".repeat(width);
            let stars = "*".repeat(width);
            if part == zeros { stars } else { part.replacen(&format!("-{zeros}="), &format!("-{stars}="), 1) }
        });
        let marked = marked.collect::<Vec<_>>().join("; ");
        let hidden = hide(&marked, &mask).replace('*', if shows { "0" } else { "□" });
        let widths = widths(&hidden);
        let strictly = judge_strictly(&form, base, &widths, &hidden);
        let (count, reading) = match strictly {
            0 => (judge(&form, base, Some(&widths), &hidden), Reading::ZeroLines),
            _ => (strictly, Reading::AsRead),
        };
        let answer = solved(&hidden, base);
        prop_assert_eq!((answer.outcome.count, answer.outcome.reading), (count as u128, reading), "{}", hidden);
        prop_assert!(count > 0);
    }

    #[test]
    fn lines_of_letters_are_found_by_a_slow_judge(
        (form, base) in any_form(), choice in any::<prop::sample::Index>(), width in 0..=3usize,
    ) {
        let widths_of_zeros = [width; 4];
        let zeros = (width > 0).then_some(&widths_of_zeros[..]);
        let text = with_zeros(&form, base, zeros, &choice);
        prop_assume!(text.is_some());
        let letters = lettered(&text.expect("it was checked"));
        let all = widths(&letters);
        let mut count = 0;
        calculations(&form, base, zeros.map(|_| &all[..]), &mut |text| count += u128::from(fits_letters(text, &letters)));
        let answer = solved(&letters, base);
        prop_assert_eq!((answer.outcome.count, answer.outcome.reading), (count, Reading::AsRead), "{}", letters);
        prop_assert!(count > 0);
    }
}
