//! The checker as a whole: what it accepts, what it refuses and where, and that nothing makes it panic.

use std::fs;
use std::path::Path;

use fukumen_check::{Options, Verdict, check};

const SEND: &str = include_str!("certificates/send.txt");

/// A verdict, and all that was printed.
fn checked(text: impl AsRef<[u8]>, options: &Options) -> (Verdict, String) {
    let mut out = Vec::new();
    let verdict = check(text.as_ref(), options, &mut out).expect("a vector can be written");
    (verdict, String::from_utf8(out).expect("it prints UTF-8"))
}

fn verdict(text: impl AsRef<[u8]>) -> (Verdict, String) {
    checked(text, &Options { quiet: true, ..Options::default() })
}

#[test]
fn the_example_is_accepted_and_shown() {
    let (verdict, shown) = checked(SEND, &Options { need_text: true, ..Options::default() });
    assert_eq!(verdict, Verdict::Accepted);
    let lines = [
        "puzzle: SEND+MORE=MONEY",
        "base: 10",
        "digits 1-9: S M",
        "digits 0-9: E N D O R Y",
        "different: S E N D M O R Y",
        "condition: SEND + MORE = MONEY",
        "claim: unique",
        "solution: S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2",
        "the text was read a second time",
        "accepted: 12 nodes",
    ];
    assert_eq!(shown.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn several_certificates_stand_in_one_file() {
    let (verdict, shown) = verdict(SEND.repeat(3));
    assert_eq!((verdict, &*shown), (Verdict::Accepted, &*"accepted: 12 nodes\n".repeat(3)));
}

/// Changes of the example, the verdict, and how it begins.
#[test]
fn a_changed_proof_is_refused_where_it_was_changed() {
    use Verdict::{Malformed, Refused};
    let cases = [
        ("M l1 2-9", "M l1 1-9", Refused, "refused: line 17: l1 does not close M=1 with no digit known"),
        ("N l1 2-5,7-8", "N l1 2-8", Refused, "refused: line 27: N=6 is not open with S=9 E=6 M=1 O=0"),
        ("\nR l1 2-4,7", "", Refused, "refused: line 26: N is known already: S=9 E=5 N=6 D=7 M=1 O=0 Y=2"),
        ("S l1 2-8", "M l1 2-8", Refused, "refused: line 18: M is known already: M=1"),
        (
            "base 10",
            "rule base 10\nrule base 10\nbase 10",
            Malformed,
            "not a certificate: line 4: this line is doubled: `rule base 10`",
        ),
        ("S l1", "Z l1", Malformed, "not a certificate: line 18: expected the name of a cell, not `Z`"),
        ("S l1", "S l2", Malformed, "not a certificate: line 18: expected a rule, not `l2`"),
        ("S l1", "S m1/1", Malformed, "not a certificate: line 18: expected a rule, not `m1/1`"),
        ("E l1 2,8", "E l1 8,2", Malformed, "not a certificate: line 20: expected `2,8`"),
        ("solution 9", "solution 8", Refused, "refused: line 26: this solution is not listed"),
        ("claim unique", "claim none", Refused, "refused: line 14: 1 solutions are listed, not 0"),
        ("end 12", "end 11", Refused, "refused: line 29: the proof has 12 nodes, not 11"),
        ("end 12", "Y\nend 13", Refused, "refused: line 29: `Y` is left over"),
        ("cell S 1-9", "cell S 0-9", Refused, "refused: line 16: the statement is not what its text means"),
        ("SEND+MORE=M", "SEND+MORE=N", Refused, "refused: line 16: the statement is not what its text means"),
        ("base 10", "base 010", Malformed, "not a certificate: line 3: expected a base from 2 to 64"),
        ("cell E 0-9", "cell S 0-9", Malformed, "not a certificate: line 5: there is another cell `S`"),
        ("cell E 0-9", "cell E 0-10", Malformed, "not a certificate: line 5: expected digits of base 10"),
        ("cell E 0-9\n", "", Malformed, "not a certificate: line 11: there is no cell `E`"),
        ("(= (+", "(= (plus", Malformed, "not a certificate: line 13: expected an operator, not `plus`"),
        ("(= (+", "(= (+ ", Malformed, "not a certificate: line 13: expected a number"),
        ("(= (+", "(neg (+", Malformed, "not a certificate: line 13: `neg` does not take 2 arguments"),
        (
            "(= (+",
            "(* (+",
            Malformed,
            "not a certificate: line 13: expected a condition, and this is a number",
        ),
        ("proof\n", "proof \n", Malformed, "not a certificate: line 16: expected no space at the end"),
    ];
    for (from, to, expected, beginning) in cases {
        assert!(SEND.contains(from), "{from}");
        let (verdict, shown) = verdict(SEND.replace(from, to));
        assert_eq!(verdict, expected, "{to}: {shown}");
        assert!(shown.starts_with(beginning), "{to}: {shown}");
    }
}

#[test]
fn what_is_cut_or_lengthened_is_not_accepted() {
    for end in 0..SEND.len() {
        assert_ne!(verdict(&SEND[..end]).0, Verdict::Accepted, "{end}");
    }
    for behind in ["x", "\n", "end 12\n", "\0"] {
        assert_ne!(verdict(SEND.to_owned() + behind).0, Verdict::Accepted, "{behind:?}");
    }
    assert_ne!(verdict(SEND.replace('\n', "\r\n")).0, Verdict::Accepted);
    assert_ne!(verdict("\u{feff}".to_owned() + SEND).0, Verdict::Accepted);
    assert_eq!(verdict("").0, Verdict::Malformed);
}

/// Every byte exchanged for some others: no panic, and what is accepted says the same.
#[test]
fn no_byte_makes_it_panic() {
    for at in 0..SEND.len() {
        for byte in [0, b' ', b'\n', b'0', b'9', b'-', b'(', b']', b'E', b'l', b'~', 0xff] {
            let mut bytes = SEND.as_bytes().to_vec();
            if std::mem::replace(&mut bytes[at], byte) == byte {
                continue;
            }
            let options = Options { quiet: true, need_text: true, ..Options::default() };
            let (verdict, shown) = checked(&bytes, &options);
            assert_ne!(verdict, Verdict::Accepted, "{at} {byte}: {shown}");
            assert!(shown.contains("line "), "{shown}");
        }
    }
}

fn without_text(condition: &str, claim: &str) -> String {
    format!(
        "fukumen-certificate 1\nbase 10\ncell A 0-9\nrequire {condition}\nclaim {claim}\nproof\nA\nend 1\n"
    )
}

#[test]
fn sizes_are_limited() {
    let deep = |depth: usize| "(not ".repeat(depth) + "(= [A] 1)" + &")".repeat(depth);
    let long = |places: usize| format!("(= [{}] 1)", vec!["A"; places].join(" "));
    assert_eq!(verdict(without_text(&deep(199), "count 9")).0, Verdict::Accepted);
    assert_eq!(verdict(without_text(&deep(201), "count 9")).0, Verdict::Malformed);
    assert_eq!(verdict(without_text(&long(10_000), "none")).0, Verdict::Accepted);
    assert_eq!(verdict(without_text(&long(10_001), "none")).0, Verdict::Malformed);
    assert_eq!(
        verdict(without_text(&format!("(= [A] {})", "1".repeat(4_001)), "none")).0,
        Verdict::Malformed
    );
    assert_eq!(
        verdict(without_text(&format!("(= [A] {})", "1 ".repeat(1 << 20)), "none")).0,
        Verdict::Malformed
    );
    let (verdict, shown) = verdict(without_text("(= [A] (^ 9 (^ 9 9)))", "none"));
    assert_eq!(verdict, Verdict::Refused);
    assert!(shown.contains("condition 1 is too large to decide with A=0"), "{shown}");
    let limited = checked(SEND, &Options { limit: 11, ..Options::default() });
    assert_eq!(limited.0, Verdict::Malformed);
}

#[test]
fn deep_texts_are_not_read_a_second_time() {
    let with_text =
        |text: String| without_text("(= [A] 1)", "none").replacen("base", &format!("puzzle {text}\nbase"), 1);
    for text in [
        "(".repeat(100_000),
        "-".repeat(100_000) + "A=1",
        "A".to_owned() + &"^A".repeat(100_000) + "=1",
        "A".to_owned() + &"/A".repeat(100_000) + "=1",
        "A".to_owned() + &"! ".repeat(100_000) + "=1",
    ] {
        let (_, shown) =
            checked(with_text(text), &Options { need_text: true, quiet: true, ..Options::default() });
        assert!(shown.contains("the text was not read a second time"), "{shown}");
    }
    let nested = "(".repeat(150) + "A" + &")".repeat(150) + "=1";
    let options = Options { need_text: true, quiet: true, ..Options::default() };
    assert_eq!(
        checked(with_text(nested).replace("] 1)\nclaim none", "] [1])\nclaim count 1"), &options).0,
        Verdict::Accepted
    );
}

#[test]
fn control_characters_are_shown_as_escapes() {
    let text = without_text("(= [A] 1)", "count 1").replacen("base", "puzzle \u{1b}[2J\u{202e}\0\nbase", 1);
    let (verdict, shown) = checked(text, &Options::default());
    assert_eq!(verdict, Verdict::Accepted);
    assert!(shown.starts_with("puzzle: \\u{1b}[2J\\u{202e}\\u{0}\n"), "{shown}");
}

/// The bound that is just met, for each rule.
#[test]
fn rules_apply_up_to_their_edge() {
    let cases = [
        // Value: the greatest AB is 39, or 38.
        ("cell A 3\ncell B 0-9", "(> [A B] 38)", "A v1 3\n", false),
        ("cell A 3\ncell B 0-8", "(> [A B] 38)", "A v1 3\n", true),
        // Bounds: A + B is at most 9 + 8 if they differ.
        ("cell A 0-9\ncell B 0-9\ncell C 0\ndifferent A B", "(= (+ [A] [B]) (+ 17 [C]))", "C l1 0\n", false),
        ("cell A 0-9\ncell B 0-9\ncell C 0\ndifferent A B", "(= (+ [A] [B]) (+ 18 [C]))", "C l1 0\n", true),
        // Divisor: 6·A + 4·B is even.
        ("cell A 0-9\ncell B 0-9\ncell C 0", "(= (+ (* 6 [A]) (* 4 [B])) (+ 5 [C]))", "C d1 0\n", true),
        ("cell A 0-9\ncell B 0-9\ncell C 0", "(= (+ (* 6 [A]) (* 3 [B])) (+ 5 [C]))", "C d1 0\n", true),
        ("cell A 0-9\ncell B 0-9\ncell C 0", "(= (+ (* 6 [A]) (* 5 [B])) (+ 5 [C]))", "C d1 0\n", false),
        // Residue: AB ends in B.
        ("cell A 0-9\ncell B 3", "(= [A B] 14)", "B m1/10 3\n", true),
        ("cell A 0-9\ncell B 3", "(= [A B] 14)", "B m1/20 3\n", false),
        ("cell A 0-9\ncell B 0", "(= (* [B] [A]) 14)", "B m1/10 0\n", true),
        ("cell A 0-9\ncell B 0", "(= (* [B] (/ 1 [A])) 14)", "B m1/10 0\n", false),
        // Groups: two cells and one place; three digits that two cells must have.
        ("cell A 1-2\ncell B 1-2\ncell C 1\ndifferent A B C", "(= 1 1)", "C g1 1\n", true),
        ("cell A 1-2\ncell B 1-3\ncell C 1\ndifferent A B C", "(= 1 1)", "C g1 1\n", false),
        ("cell A 0-2\ncell B 0-2\ncell C 0\nbalanced 1 3 0-3 A B C", "(= 1 1)", "C g1 0\n", true),
        ("cell A 0-2\ncell B 0-2\ncell C 0\nbalanced 1 3 0-2 A B C", "(= 1 1)", "C g1 0\n", false),
    ];
    for (statement, condition, proof, applies) in cases {
        let head = format!("fukumen-certificate 1\nbase 10\n{statement}\nrequire {condition}\n");
        let (verdict, shown) = verdict(format!("{head}claim none\nproof\n{proof}end 1\n"));
        assert_eq!(verdict == Verdict::Accepted, applies, "{head}{proof}{shown}");
    }
}

/// Conditions without cells, which are simply true or false, and what numbers each row of the value table gives.
#[test]
fn words_mean_what_the_language_says() {
    let holding = "(= (^ 0 0) 1)|(= (^ 2 (neg 1)) 1/2)|(= (^ 9/4 1/2) 3/2)|(= (root -27 3) -3)|(= (// -7 2) -4)|(= (% -7 3) 2)\
        |(= (% 7 -3) -2)|(= (round -5/2) -3)|(= (round 5/2) 3)|(= (ceil -1/2) 0)|(= (sign -3) -1)|(= (gcd 12 18 0) 6)|(= (lcm 4 6) 12)\
        |(= (num_divisors 360) 24)|(= (totient 36) 12)|(= (num_prime_factors 360) 6)|(= (num_prime_factors 1) 0)|(is_semiprime 49)|(not (is_semiprime 12))|(not (is_semiprime 0))|(= (prime_pi 1000000) 78498)|(= (choose 10 3) 120)|(= (choose 3 5) 0)\
        |(= (tri 4) 10)|(= (fib 10) 55)|(= (digits 0) 1)|(= (digit 123 0) 3)|(= (digit 123 7) 0)|(= (digit_sum 199) 19)\
        |(= (digit_product 0) 0)|(= (reverse 120) 21)|(= (rotate 1234 1) 2341)|(= (rotate 1234 (neg 1)) 4123)|(= (concat 0 5 0) 50)\
        |(= (num 1 2 3) 123)|(divides 0 0)|(divides 3 12)|(not (divides 0 3))|(is_square 0)|(not (is_square 1/4))|(is_cube -8)\
        |(is_power -8)|(is_power 1)|(not (is_power 12))|(coprime 4 9 25)|(not (coprime 4 9 6))|(not (coprime 1/2 3))|(is_even -2)\
        |(is_odd -3)|(not (is_odd 1/2))|(is_prime 997)|(not (is_prime 1))|(is_triangular 10)|(is_fibonacci 8)|(is_palindrome 121)\
        |(not (increasing 113))|(pandigital 123 456789)|(pandigital 9876543210)|(distinct 1 2 3)|(= (count (= 1 1) (= 1 2) (= 3 3)) 2)\
        |(remainder 17 5 3 2)|(not (remainder 17 5 2 7))|(= [. ; 3] 1/3)|(= [@7 1 2] 9)|(= [1 . 5] 3/2)|(= (fact 5) 120)|(= (abs -3) 3)\
        |(= (min 3 1 2) 1)|(= (max 3 1 2) 3)|(not (= (/ 1 0) (/ 1 0)))|(not (!= (/ 1 0) 1))|(not (is_prime (/ 1 0)))|(= (= 1 1) 1)\
        |(not (= (fact 1/2) 0))|(not (= (root 2 2) 1))|(not (= (^ 0 -1) 0))|(or (= 1 2) (= 1 1))|(and (<= 1 1) (>= 2 1))|(= (floor -1/2) -1)";
    for condition in holding.split('|') {
        let text = format!(
            "fukumen-certificate 1\nbase 10\nrequire {condition}\nclaim unique\nsolution\nproof\nend 0\n"
        );
        let (verdict, shown) = verdict(text);
        assert_eq!(verdict, Verdict::Accepted, "{condition}: {shown}");
    }
}

/// The checker shares nothing with the solver.
#[test]
fn it_depends_on_numbers_and_json_only() {
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("it is there");
    let (_, behind) = manifest.split_once("[dependencies]\n").expect("it has dependencies");
    let names: Vec<&str> =
        behind.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
    assert_eq!(names, ["num-bigint", "num-rational", "serde_json"]);
}

/// Each of them is accepted, and its text means what it states.
#[test]
fn examples_are_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be read").path();
        let options = Options { need_text: true, ..Options::default() };
        let (verdict, shown) = checked(fs::read(&path).expect("it can be read"), &options);
        assert_eq!(verdict, Verdict::Accepted, "{}: {shown}", path.display());
        count += 1;
    }
    assert!(count > 5, "there are {count} examples only");
}

/// Each row of the value table, with the bound just met and just passed. A is 2 to 5, B is 1 to 3; C, 0, is set.
#[test]
fn values_lie_where_the_table_says() {
    let cases = [
        ("(> (+ [A] [B] [C]) 8)", true),
        ("(> (+ [A] [B] [C]) 7)", false),
        ("(> (neg [A]) -2)", true),
        ("(> (neg [A]) -3)", false),
        ("(> (* [A] (neg [B])) -2)", true),
        ("(> (* [A] (neg [B])) -3)", false),
        ("(< (/ [A] [B]) 2/3)", true),
        ("(< (/ [A] [B]) 3/4)", false),
        // Of a division by an interval with 0 nothing is known.
        ("(< (/ [A] (+ [B] (neg 1))) 0)", false),
        ("(< (// [A] [B]) 0)", true),
        ("(< (// [A] [B]) 1)", false),
        ("(> (% [A] [B]) 3)", true),
        ("(> (% [A] [B]) 2)", false),
        ("(< (% (/ 1 [C]) [B]) 0)", true),
        ("(> (^ [A] 2) 25)", true),
        ("(> (^ [A] 2) 24)", false),
        ("(> (^ [A] [B]) 125)", true),
        ("(> (^ [A] [B]) 124)", false),
        ("(> (^ (neg [A]) 2) 25)", false),
        ("(> (^ [A] 65) (^ 5 65))", false),
        ("(> (^ [A] [6 5]) (^ 5 65))", true),
        ("(> (^ [A] (+ [B] 0)) 125)", false),
        ("(> (abs (neg [A])) 5)", true),
        ("(< (abs (+ [A] -4)) 0)", true),
        ("(< (abs (+ [A] -4)) 1)", false),
        ("(> (min [A] [B]) 3)", true),
        ("(> (min [A] [B]) 2)", false),
        ("(< (max [A] [B]) 2)", true),
        ("(< (max [A] [B]) 3)", false),
        ("(> (count (= [A] 3) (= [B] 9) (= [C] 0)) 2)", true),
        ("(> (count (= [A] 3) (= [B] 9) (= [C] 0)) 1)", false),
        ("(> (= [A] [B]) 1)", true),
        // Other functions wait for their arguments.
        ("(< (fact [A]) 0)", false),
        ("(is_prime (+ [C] 4))", true),
        // Reading off: another digit, another length, no whole number.
        ("(= [A B] 34)", true),
        ("(= [A B] 33)", false),
        ("(= [B A] 3)", true),
        ("(= [C A] 123)", true),
        ("(= [A . B] 61/20)", true),
        ("(= [A . B] 31/10)", false),
        // A numeral with a period is not read off.
        ("(= [A ; B] 34/9)", false),
        ("(and (= [A] 3) (= [B] 4))", true),
        ("(or (= [A] 3) (= [B] 4))", false),
        ("(or (= [A] 6) (= [B] 4))", true),
        ("(not (= [A] 6))", false),
        ("(not (!= [A] 6))", true),
        ("(!= [A] 6)", false),
        ("(remainder [A] [C] 1 1)", false),
        // A term without a value is in no relation.
        ("(!= (/ 1 [C]) [A])", true),
        ("(= (+ [A] (/ 1 [C])) [B])", true),
    ];
    for (condition, applies) in cases {
        let head = "fukumen-certificate 1\nbase 10\ncell A 2-5\ncell B 1-3\ncell C 0\n";
        let (_, shown) = verdict(format!("{head}require {condition}\nclaim none\nproof\nC v1 0\nend 1\n"));
        let closes = !shown.contains("v1 does not close C=0");
        assert_eq!(closes, applies, "{condition}: {shown}");
    }
}

/// Texts and conditions as long as a line may be are read in time.
#[test]
fn long_lines_are_read_in_time() {
    let start = std::time::Instant::now();
    let blanks = "puzzle ".to_owned() + &"? + ".repeat(100_000) + "1=0\nbase";
    let (verdict, _) = verdict(without_text("(= [A] 1)", "count 1").replacen("base", &blanks, 1));
    assert_eq!(verdict, Verdict::Refused);
    let sum = format!("(= (+ {}0) 1)", "[A] ".repeat(200_000));
    assert_eq!(self::verdict(without_text(&sum, "none")).0, Verdict::Accepted);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
