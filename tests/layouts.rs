//! Drawings: published ones with known counts, untidy ones, and random ones against a slow judge.

use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solution::Solution;
use fukumen::solve::Solver;
use fukumen::text;
use fukumen::text::Reader;
use proptest::prelude::*;

use crate::common::{corpus, outcome};

fn solve(puzzle: &Puzzle) -> Vec<Solution> {
    let (answer, solutions) = Solver::new(puzzle).run().expect("the default engine fits");
    assert!(answer.outcome.exhausted && answer.outcome.undecided == 0);
    solutions
}

/// Whether a solution shows an answer: all numbers of a calculation, or the digits of the symbols.
fn shows(puzzle: &Puzzle, solution: &Solution, answer: &str) -> bool {
    if answer.starts_with(|c: char| c.is_alphabetic()) {
        return answer.split(' ').all(|pair| {
            let (symbol, digit) = pair.split_once('=').expect("it is a pair");
            let cell = puzzle.cell(symbol).expect("the puzzle has the symbol");
            solution.digit(cell).to_string() == digit
        });
    }
    let text = solution.to_string();
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
    let is_number = |part: &&str| !part.is_empty();
    // A remainder of 0 may be left out of the drawing.
    answer.split(|c: char| !c.is_ascii_digit()).filter(is_number).all(|n| n == "0" || numbers.contains(&n))
}

#[test]
fn every_published_drawing_has_its_count_and_its_answers() {
    for entry in corpus::drawings() {
        let puzzle = entry.puzzle();
        assert_eq!(puzzle.rules().layout.as_deref(), entry.layout.as_deref(), "{}", entry.name);
        let solutions = solve(&puzzle);
        assert_eq!(solutions.len() as u128, entry.count, "{}\n{}", entry.name, entry.text);
        for answer in &entry.answers {
            assert!(solutions.iter().any(|one| shows(&puzzle, one, answer)), "{}: {answer}", entry.name);
        }
    }
}

#[test]
fn every_published_drawing_is_drawn_and_reads_back() {
    for entry in corpus::drawings() {
        let puzzle = entry.puzzle();
        let again: Result<Puzzle, _> = puzzle.to_string().parse();
        assert_eq!(again.as_ref(), Ok(&puzzle), "{} drawn as\n{puzzle}", entry.name);
    }
}

/// A tidy drawing, and untidy ones of the same puzzle.
const UNTIDY: &[(&str, &[&str])] = &[
    (
        " A     C\n--- + --- = 1\n BD    EF",
        &[
            "  A     C\n ---- + ---- = 1\n  BD    EF",
            " A    C\n--- + ---- =1\n BD   EF",
            "\n A     C\n─── + ─── = 1\n BD    EF\n",
        ],
    ),
    (
        "  SEND\n+ MORE\n------\n MONEY",
        &[
            "\t  SEND\n\t+ MORE\n\t------\n\t MONEY",
            "SEND\n+MORE\n----\nMONEY",
            "SEND\nMORE\n----\nMONEY",
            "   S E N D\n + M O R E\n----------\n M O N E Y",
            "    S  E  N  D\n +  M  O  R  E\n--------------\n M  O  N  E  Y",
            "  SEND\r\n+ MORE\r\n------\r\n MONEY\r\n",
            "  SEND  \n+ MORE   \n______\n MONEY ",
            "  SEND\n  MORE +\n ══════\n MONEY",
            "  SEND\n  MORE\n ------ +\n MONEY",
            "  SEND\n+ MORE\n━━━━━━\n MONEY\n━━━━━━",
            "  SEND\n+ MORE\n------\n=MONEY",
            "\n\n  SEND\n\n+ MORE\n------\n\n MONEY\n",
            "# a sum\n  SEND\n+ MORE\n------\n MONEY",
            "　　ＳＥＮＤ\n＋　ＭＯＲＥ\n－－－－－－\n　ＭＯＮＥＹ",
            "  send\n+ more\n- - - \n money",
            "\u{FEFF}  SEND\n+ MORE\n------\n MONEY",
        ],
    ),
    (
        "  12\n-  A\n----\n   B",
        &["  12\n−  A\n————\n   B", "  12\n   A –\n────\n   B", "１２\n－Ａ\n――\n　Ｂ"],
    ),
    (
        "  □□7\n×  □□\n-----\n  □□□\n □□□\n-----\n 777□",
        &[
            "  □□7\nx  □□\n-----\n  □□□\n □□□\n-----\n 777□",
            "  □□7\n   □□ x\n=====\n  □□□\n+□□□\n=====\n 777□",
            "    □ □ 7\n×     □ □\n---------\n    □ □ □\n  □ □ □\n---------\n  7 7 7 □",
            "　　□□７\n×　　□□\n―――――\n　　□□□\n　□□□\n―――――\n　７７７□",
            "\t□□7\n\t □□\t×\n\t---\n\t□□□\n       □□□\n       ----\n       777□",
            "  □□7 × □□\n ----\n  □□□\n □□□\n ----\n 777□",
            "  □□7\n×  □□\n-----\n  □□□\n □□□\n \n-----\n 777□\n-----",
            "  □□7\n⋅  □□\n_____\n  □□□\n □□□\n_____\n 777□",
            "  □□7\n*  □□\n_____\n  □□□\n □□□\n_____\n 777□",
        ],
    ),
    (
        "   ***\n×   **\n------\n   ***\n  ***\n------\n  7*7*",
        &[
            "   ***\nx   **\n------\n   ***\n  ***\n------\n  7*7*",
            "   * * *\nx    * *\n--------\n   * * *\n * * *\n--------\n 7 * 7 *",
            "   ***\n    ** ×\n------\n   ***\n+ ***\n------\n= 7*7*",
        ],
    ),
    (
        "    1□\n   ---\n4□)6□□\n   49\n   --\n   19□\n   1□6\n   ---\n     0",
        &[
            "     1□\n    ___\n4□ )6□□\n    49\n    --\n    19□\n    1□6\n    ---\n      0",
            "    1□\n   ---\n4□|6□□\n   49\n   19□\n   1□6\n     0",
            "4□)6□□(1□\n   49\n   --\n   19□\n   1□6\n   ---\n     0",
            "4□ ) 6□□ ( 1□\n    -49\n     --\n     19□\n    -1□6\n     ---\n       0",
            "6□□ : 4□ = 1□\n49\n--\n19□\n1□6\n---\n  0",
            "6□□÷4□=1□\n49-\n--\n19□\n1□6-\n---\n  0",
            "       1 □\n     -----\n4 □ )6 □ □\n     4 9\n     ---\n     1 9 □\n     1 □ 6\n     -----\n         0",
            "　　　　１□\n　　　―――\n４□）６□□\n　　　４９\n　　　――\n　　　１９□\n　　　１□６\n　　　―――\n　　　　　０",
            "4□│6□□│1□\n   49\n   ══\n   19□\n   1□6\n   ═══\n     0",
            "\t1□\n       ---\n    4□)6□□\n       49\n       --\n       19□\n       1□6\n       ---\n\t 0",
        ],
    ),
    (
        "AB * A = CCD\n-    *     +\nAE / F =   G\n=    =     =\n B *CF = CHE",
        &[
            "AB*A=CCD\n - * +\nAE/F=G\n= = =\nB*CF=CHE",
            "AB × A = CCD\n−   ×    +\nAE / F = G\n=   =    =\nB × CF = CHE",
            "AB x A = CCD\n - x +\nAE / F = G\n= = =\nB x CF = CHE",
            "AB\t*\tA\t=\tCCD\n-\t\t*\t\t+\nAE\t/\tF\t=\tG\n=\t\t=\t\t=\nB\t*\tCF\t=\tCHE",
            "ＡＢ＊Ａ＝ＣＣＤ\n－＊＋\nＡＥ／Ｆ＝Ｇ\n＝＝＝\nＢ＊ＣＦ＝ＣＨＥ",
            "AB*A=CCD\r\n-  *  +\r\nAE/F=G\r\n=  =  =\r\nB*CF=CHE\r\n",
        ],
    ),
    (
        "   3 □\n  ----\n√ □□□5\n   9\n  --\n   □□5\n   □□5\n   ---\n     0",
        &[
            "√ □□□5 = 3□\n   9\n  --\n   □□5\n   □□5\n   ---\n     0",
            "√□□'□5 ( 3□\n  9\n --\n  □ □5\n  □ □5\n  ----\n     0",
            "   3□\n  ____\n√ □□□5\n   9\n   □□5\n   □□5\n     0",
        ],
    ),
    (
        "AE)ETFG=EAK; -EK=AF; -AE=KG; -KG=0",
        &[
            "AE ) ETFG = EAK ; - EK = AF ; - AE = KG ; - KG = 0",
            "AE)ETFG=EAK;\n-EK=AF;\n-AE=KG;\n-KG=0",
            "ＡＥ）ＥＴＦＧ＝ＥＡＫ；－ＥＫ＝ＡＦ；－ＡＥ＝ＫＧ；－ＫＧ＝０",
        ],
    ),
    ("AB × CD; EF; GH; IJK", &["AB x CD; EF; GH; IJK", "AB*CD;EF;GH;IJK", "ab × cd ;\nef ; gh\n; ijk"]),
];

/// Capitals, and no full-width letters.
fn plain(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        c => c,
    };
    text.chars().map(narrow).collect::<String>().to_uppercase()
}

#[test]
fn each_layout_has_published_or_untidy_drawings() {
    let layout = |text: &str| Reader::new().read(text).expect("it is a drawing").rules().layout.clone();
    let published = corpus::drawings().into_iter().filter_map(|entry| entry.layout);
    let untidy = UNTIDY.iter().filter_map(|(tidy, _)| layout(tidy));
    let drawn: Vec<String> = published.chain(untidy).collect();
    for known in text::layouts() {
        assert!(drawn.iter().any(|name| name == known.name), "{} has no drawing here", known.name);
    }
}

#[test]
fn untidy_drawings_are_those_they_are_meant_to_be() {
    let mut count = 0;
    for (tidy, others) in UNTIDY {
        let read = |text: &str| {
            Reader::new()
                .rules(&Rules::default())
                .read(text)
                .unwrap_or_else(|error| panic!("{error}\n{text}"))
        };
        let said = |puzzle: &Puzzle| {
            let conditions = puzzle.conditions().iter();
            let texts: Vec<String> = conditions.map(|one| plain(&puzzle.write(one))).collect();
            // A result may stand above or beside, so that its digits come first or later.
            let mut digits: Vec<_> = puzzle.hidden().iter().map(|hidden| hidden.digits).collect();
            digits.sort();
            (texts, digits)
        };
        let expected = said(&read(tidy));
        for other in *others {
            let puzzle = read(other);
            assert_eq!(said(&puzzle), expected, "{tidy}\n{other}");
            assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle), "drawn as\n{puzzle}");
            count += 1;
        }
    }
    assert!(count >= 50, "{count}");
}

/// A number in a base, as the drawings of this test have it.
fn written(mut number: u32, base: u32) -> String {
    let mut digits = Vec::new();
    while number > 0 || digits.is_empty() {
        digits.push(char::from_digit(number % base, base).expect("it is a digit"));
        number /= base;
    }
    digits.iter().rev().collect()
}

/// A line that ends in a column.
fn ending(text: &str, column: usize) -> String {
    format!("{text:>column$}\n")
}

fn drawn_sum(a: u32, b: u32, base: u32) -> String {
    let lines = [a, b].map(|number| ending(&written(number, base), 8)).concat();
    format!("{lines}--------\n{}", ending(&written(a + b, base), 8))
}

fn drawn_multiplication(a: u32, b: u32, base: u32) -> String {
    let (multiplier, mut lines) = (written(b, base), String::new());
    lines += &ending(&written(a, base), 10);
    lines += &format!("×{}----------\n", ending(&multiplier, 9));
    for (shift, digit) in multiplier.chars().rev().enumerate().filter(|(_, digit)| *digit != '0') {
        let digit = digit.to_digit(base).expect("it is a digit");
        lines += &ending(&written(a * digit, base), 10 - shift);
    }
    lines + "----------\n" + &ending(&written(a * b, base), 10)
}

fn drawn_division(divisor: u32, quotient: u32, rest: u32, base: u32) -> String {
    let (divided, result) = (written(divisor * quotient + rest, base), written(quotient, base));
    let start = 5;
    let end = start + divided.len();
    let mut lines = ending(&result, end) + &ending("---", end);
    lines += &ending(&format!("{})", written(divisor, base)), start)[..start];
    lines += &format!("{divided}\n");
    let digit = |place: usize| divided.as_bytes()[place] as char;
    let (mut left, mut lone) = (0, false);
    for place in 0..divided.len() {
        left = left * base + digit(place).to_digit(base).expect("it is a digit");
        let times = left / divisor;
        if times > 0 {
            if lone {
                lines += &ending(&written(left, base), start + place + 1);
            }
            lines += &ending(&written(times * divisor, base), start + place + 1);
            lines += &ending("--", start + place + 1);
            left -= times * divisor;
            lone = true;
        }
    }
    lines + &ending(&written(left, base), end)
}

/// A division into decimals. The point has a column of its own, also in the lines below.
fn drawn_decimals(divisor: u32, divided: u32, decimals: usize, base: u32) -> String {
    let (whole, start) = (written(divided, base), 5);
    let column = |place: usize| start + place + 1 + usize::from(place >= whole.len());
    let line = |number: u32, place: usize| {
        let (digits, mut line) = (written(number, base), vec![' '; column(place)]);
        for (i, digit) in digits.chars().rev().enumerate() {
            line[column(place - i) - 1] = digit;
        }
        line.iter().collect::<String>() + "\n"
    };
    let (mut left, mut quotient, mut lines) = (0, String::new(), String::new());
    for place in 0..whole.len() + decimals {
        let next = whole.chars().nth(place).and_then(|digit| digit.to_digit(base)).unwrap_or(0);
        left = left * base + next;
        let times = left / divisor;
        if place == whole.len() {
            quotient.push('.');
        }
        if times > 0 || !quotient.is_empty() || place + 1 == whole.len() {
            quotient.push(char::from_digit(times, base).expect("it is a digit"));
        }
        if times > 0 {
            if !lines.is_empty() {
                lines += &line(left, place);
            }
            lines += &line(times * divisor, place);
            lines += &ending("-", column(place));
            left -= times * divisor;
        }
    }
    lines += &line(left, whole.len() + decimals - 1);
    let head = ending(&format!("{})", written(divisor, base)), start)[..start].to_string();
    ending(&quotient, column(whole.len() + decimals - 1)) + &head + &whole + "\n" + &lines
}

/// A square or a cube root, beside its radicand.
fn drawn_root(radicand: u32, exponent: u32, base: u32) -> String {
    let digits = written(radicand, base);
    let (group, power) = (exponent as usize, |root: u32| root.pow(exponent));
    let groups = digits.len().div_ceil(group);
    let (mut left, mut root, mut lines) = (0, 0, String::new());
    for i in 0..groups {
        let end = digits.len() - group * (groups - 1 - i);
        let brought = u32::from_str_radix(&digits[end.saturating_sub(group)..end], base).expect("digits");
        left = left * base.pow(exponent) + brought;
        let taken = |digit: &u32| power(root * base + digit) - power(root * base);
        let digit = (0..base).rfind(|digit| taken(digit) <= left).expect("zero is small enough");
        if digit > 0 {
            if !lines.is_empty() {
                lines += &ending(&written(left, base), end + 1);
            }
            lines += &ending(&written(taken(&digit), base), end + 1);
            lines += &ending("-", end + 1);
            left -= taken(&digit);
        }
        root = root * base + digit;
    }
    lines += &ending(&written(left, base), digits.len() + 1);
    let sign = if exponent == 2 { '√' } else { '∛' };
    format!("{sign}{digits}={}\n{lines}", written(root, base))
}

/// A multiplication without its factors.
fn drawn_topless(a: u32, b: u32, base: u32) -> String {
    let lines = drawn_multiplication(a, b, base);
    lines.split_inclusive('\n').skip(2).collect()
}

/// Whether a drawing is one whose hidden digits are shown.
fn fits(drawn: &str, hidden: &str) -> bool {
    let is_one = |(shown, sign): (char, char)| shown == sign || sign == '□' && shown.is_ascii_digit();
    let (mut drawn, mut hidden) = (drawn.chars(), hidden.chars());
    loop {
        match (drawn.next(), hidden.next()) {
            (None, None) => return true,
            (Some(shown), Some(sign)) if is_one((shown, sign)) => {}
            _ => return false,
        }
    }
}

/// The drawing with some digits hidden, those where `mask` says so.
fn hide(drawn: &str, mask: &[bool]) -> String {
    let mut mask = mask.iter().cycle();
    let hide = |c: char| if c.is_ascii_digit() && *mask.next().expect("it goes round") { '□' } else { c };
    drawn.chars().map(hide).collect()
}

#[test]
fn the_zero_below_an_exact_division_is_no_wrong_digit() {
    let texts = [
        "13)156=12; -13=26; -26=0",
        "156:13=12\n13\n 26\n 26\n  0",
        "   12\n13)156\n   13\n   --\n    26\n    26\n    --\n     0",
    ];
    let differ = |number: u32, shown: &str| {
        let digits = number.to_string();
        digits.len() == shown.len() && digits.chars().zip(shown.chars()).all(|(a, b)| a != b)
    };
    let is_right = |divisor: u32, quotient: u32| {
        let (first, second) = (divisor * (quotient / 10), divisor * (quotient % 10));
        let row = (divisor * quotient).saturating_sub(10 * first);
        differ(divisor, "13")
            && differ(quotient, "12")
            && differ(divisor * quotient, "156")
            && differ(first, "13")
            && differ(row, "26")
            && row == second
    };
    let expected = (10..100).flat_map(|divisor| (10..100).map(move |quotient| (divisor, quotient)));
    let expected = expected.filter(|(divisor, quotient)| is_right(*divisor, *quotient)).count();
    for text in texts {
        assert_eq!(count(&format!("@wrong each\n{text}"), 10), expected, "{text}");
    }
}

fn count(hidden: &str, base: u32) -> usize {
    let mut rules = Rules::default();
    rules.set("base", Some(&base.to_string())).expect("it is a base");
    let puzzle = Reader::new().rules(&rules).read(hidden).unwrap_or_else(|error| panic!("{error}\n{hidden}"));
    let again: Puzzle = puzzle.to_string().parse().unwrap_or_else(|error| panic!("{error}\n{puzzle}"));
    assert_eq!(again, puzzle, "drawn as\n{puzzle}");
    solve(&puzzle).len()
}

/// The numbers that have these digits and blanks.
fn like(shown: &str, base: u32) -> Vec<u32> {
    let digits = shown.chars().count() as u32;
    let all = if digits == 1 { 0..base } else { base.pow(digits - 1)..base.pow(digits) };
    all.filter(|number| fits(&written(*number, base), shown)).collect()
}

/// All pairs of numbers: the first has the first digits and blanks, and the second the second.
fn pairs(first: &str, second: &str, base: u32) -> Vec<(u32, u32)> {
    let others = like(second, base);
    like(first, base).into_iter().flat_map(|a| others.iter().map(move |b| (a, *b))).collect()
}

/// The numbers and rules of a drawing as they are shown, from its top.
fn words(hidden: &str) -> Vec<&str> {
    hidden.split([' ', '\n', ')', '×', '√', '∛', '=']).filter(|word| !word.is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn sums_have_the_solutions_that_a_slow_judge_finds(
        a in 1..200u32, b in 1..200u32, base in 3..=10u32, mask in prop::collection::vec(any::<bool>(), 13),
    ) {
        let hidden = hide(&drawn_sum(a, b, base), &mask);
        let pairs = pairs(words(&hidden)[0], words(&hidden)[1], base);
        let expected = pairs.iter().filter(|(a, b)| fits(&drawn_sum(*a, *b, base), &hidden)).count();
        prop_assert!(expected > 0);
        prop_assert_eq!(count(&hidden, base), expected, "{}", hidden);
    }

    #[test]
    fn multiplications_have_the_solutions_that_a_slow_judge_finds(
        a in 0..1000u32, b in 0..100u32, base in 4..=10u32, mask in prop::collection::vec(prop::bool::weighted(0.8), 31),
    ) {
        let (a, b) = (base + a % (base * base * base - base), base + b % (base * base - base));
        let hidden = hide(&drawn_multiplication(a, b, base), &mask);
        let pairs = pairs(words(&hidden)[0], words(&hidden)[1], base);
        let expected = pairs.iter().filter(|(a, b)| fits(&drawn_multiplication(*a, *b, base), &hidden)).count();
        prop_assert!(expected > 0);
        prop_assert_eq!(count(&hidden, base), expected, "{}", hidden);
    }

    #[test]
    fn divisions_have_the_solutions_that_a_slow_judge_finds(
        divisor in 2..100u32, quotient in 1..1000u32, rest in 0..100u32, base in 4..=10u32,
        mask in prop::collection::vec(prop::bool::weighted(0.7), 37),
    ) {
        let (divisor, quotient) = (2 + divisor % (base * base - 2), 1 + quotient % (base * base * base - 1));
        let rest = rest % divisor;
        let hidden = hide(&drawn_division(divisor, quotient, rest, base), &mask);
        let words = words(&hidden);
        let (result, divided) = (words[0], words[3]);
        let pairs = pairs(words[2], result, base).into_iter().filter(|(d, q)| *d > 0 && *q > 0);
        let all = pairs.flat_map(|(d, q)| (0..d).map(move |r| (d, q, r)));
        let long = all.filter(|(d, q, r)| fits(&written(d * q + r, base), divided));
        let expected = long.filter(|(d, q, r)| fits(&drawn_division(*d, *q, *r, base), &hidden)).count();
        prop_assert!(expected > 0);
        prop_assert_eq!(count(&hidden, base), expected, "{}", hidden);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn decimals_have_the_solutions_that_a_slow_judge_finds(
        divisor in 2..100u32, divided in 1..1000u32, decimals in 1..4usize, base in 4..=10u32,
        mask in prop::collection::vec(prop::bool::weighted(0.6), 37),
    ) {
        let (divisor, divided) = (2 + divisor % (base * base - 2), 1 + divided % (base * base * base - 1));
        let drawn = drawn_decimals(divisor, divided, decimals, base);
        prop_assume!(drawn.lines().count() > 3, "nothing is taken off where the quotient is zero");
        let hidden = hide(&drawn, &mask);
        let (before, behind) = hidden.split_once(')').expect("the divisor stands before it");
        let (shown, rest) = (words(before), words(behind));
        let pairs = pairs(shown.last().expect("it is there"), rest[0], base);
        let all = pairs.into_iter().filter(|(a, b)| *a > 0 && *b > 0);
        let expected = all.filter(|(a, b)| fits(&drawn_decimals(*a, *b, decimals, base), &hidden)).count();
        prop_assert!(expected > 0);
        prop_assert_eq!(count(&hidden, base), expected, "{}", hidden);
    }

    #[test]
    fn roots_have_the_solutions_that_a_slow_judge_finds(
        radicand in 1..100_000u32, exponent in 2..=3u32, base in 2..=8u32,
        mask in prop::collection::vec(prop::bool::weighted(0.7), 37),
    ) {
        let radicand = 1 + radicand % (base.pow(5) - 1);
        let hidden = hide(&drawn_root(radicand, exponent, base), &mask);
        let all = like(words(&hidden)[0], base).into_iter().filter(|radicand| *radicand > 0);
        let expected = all.filter(|radicand| fits(&drawn_root(*radicand, exponent, base), &hidden)).count();
        prop_assert!(expected > 0);
        prop_assert_eq!(count(&hidden, base), expected, "{}", hidden);
    }

    #[test]
    fn multiplications_without_factors_have_the_solutions_that_a_slow_judge_finds(
        a in 0..1000u32, b in 0..100u32, base in 4..=10u32, mask in prop::collection::vec(prop::bool::weighted(0.6), 31),
    ) {
        let (a, b) = (base + a % (base * base * base - base), base + b % (base * base - base));
        let drawn = drawn_topless(a, b, base);
        let lengths: Vec<usize> = drawn.lines().skip(1).map(|line| line.trim().len()).take(2).collect();
        prop_assume!(b % base > 0 && lengths[0] != lengths[1], "the multiplicand's length is told");
        let hidden = hide(&drawn, &mask);
        let blank = |number: u32| "□".repeat(written(number, base).len());
        let pairs = pairs(&blank(a), &blank(b), base);
        let expected = pairs.iter().filter(|(a, b)| fits(&drawn_topless(*a, *b, base), &hidden)).count();
        prop_assert!(expected > 0);
        prop_assert_eq!(count(&hidden, base), expected, "{}", hidden);
    }
}

/// A quotient digit 0 has no line: the last of these is a 1, though a product of one digit might be zero.
#[test]
fn a_line_is_the_product_of_a_digit_that_is_not_zero() {
    let division = "     43□\n     ---\n  4)235□\n    22\n    --\n     15\n     15\n     --\n       □\n       □\n      --\n       0";
    assert_eq!(count(division, 7), 1);
    assert_eq!(count("  3\n×1□\n---\n  □\n 3\n---\n 3□", 10), 3, "1, 2 and 3, for 0 would have no row");
}

/// Pieces of drawings in any order, in rows that are about as long as each other.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        "A",
        "B",
        "SEND",
        "x",
        "x ",
        "1",
        "20",
        "□",
        "□□",
        "*",
        "* ",
        "**",
        ".",
        "_",
        "+",
        "-",
        "×",
        "= ",
        ")",
        "(",
        "|",
        ":",
        "÷",
        ";",
        "√",
        "∛",
        "'",
        "[11]",
        "[",
        "Ａ",
        "１",
        "　",
        "\t",
        " ",
        "  ",
        "   ",
        "\n",
        "\n",
        "\n",
        "\n ",
        "\n  ",
        "\n---\n",
        "\n-----\n",
        "\n==\n",
        "\n+",
        "\n×",
        "\r\n",
        "é",
        "gives root",
        "~",
        "\0",
        "\n@base 40\n",
        "\n@blank *:0-9\n",
        "\n# \n",
        "\n@distinct none\n",
        "\n@wrong\n",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..18).prop_map(|pieces| pieces.concat())
}

/// A drawing that is right, in which a few characters are others.
fn spoilt() -> impl Strategy<Value = String> {
    let texts: Vec<String> = UNTIDY
        .iter()
        .flat_map(|(tidy, others)| others.iter().chain([tidy]).map(ToString::to_string))
        .chain(corpus::drawings().into_iter().map(|entry| entry.text))
        .collect();
    let change = (
        any::<prop::sample::Index>(),
        prop::sample::select(vec!["", " ", "□", "7", "A", "-", "\n", ".", ")", "+"]),
    );
    (prop::sample::select(texts), prop::collection::vec(change, 0..4)).prop_map(|(text, changes)| {
        let mut characters: Vec<String> = text.chars().map(String::from).collect();
        for (index, change) in changes {
            let at = index.index(characters.len());
            characters[at] = change.into();
        }
        characters.concat()
    })
}

/// Any text in any layout is a puzzle that is drawn and reads back, or an error that points into it.
fn check(text: &str, layout: Option<&str>) -> Result<(), TestCaseError> {
    let rules = Rules::default().with_layout(layout.map(String::from));
    outcome::check(text, &Reader::new().rules(&rules).read(text))
}

fn any_layout() -> impl Strategy<Value = Option<&'static str>> {
    let names = text::layouts().map(|layout| Some(layout.name)).chain([None]).collect::<Vec<_>>();
    prop::sample::select(names)
}

/// Drawings that random tests found.
#[test]
fn small_letters_that_stand_apart_are_digits_of_a_row() {
    check("\n@base 40\nA)A= Agives root", Some("long-division")).expect("reads back");
    check("@base 40\nA)A=Agives", Some("long-division")).expect("reads back");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_soup_is_a_drawing_or_an_error(text in soup(), layout in any_layout()) {
        check(&text, layout)?;
    }

    #[test]
    fn any_spoilt_drawing_is_one_or_an_error(text in spoilt(), layout in any_layout()) {
        check(&text, layout)?;
    }
}
