//! Tests of certificates: each construct of the language, each function, each rule.

use super::*;
use fukumen_engine::solve::{Solve, Solver};
use fukumen_language::expr::{Expr, Numeral};
use fukumen_language::interrupt::Never;
use fukumen_language::puzzle::Builder;
use fukumen_language::vocabulary::{FUNCTIONS, Kind, Meaning, Operator, Tier};

fn lines(text: &str) -> Vec<String> {
    let puzzle = Puzzle::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    statement(&puzzle).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Certifies all solutions of a text, checks the certificate, and reads its text again.
fn certified(text: &str) -> String {
    let puzzle = Puzzle::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (answer, solutions) = Solver::new(&puzzle).zero_lines(false).run().expect("some engine fits");
    let digits = solutions.iter().map(|solution| solution.digits().to_vec()).collect();
    let claim = Claim::of(&answer, Ask::All, digits).unwrap_or_else(|| panic!("no end: {text}"));
    let mut file = Vec::new();
    let written = Certifier::new(&puzzle, text, &Rules::default()).write(claim, &mut file);
    let written = written.unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(written.bytes, file.len() as u64, "{text}");
    let mut again = |stated: &Statement| {
        assert_eq!(read_again(stated, &Never), Ok(Again::AsRead), "{text}");
        Ok(String::new())
    };
    let mut out = Vec::new();
    let options = fukumen_check::Options { quiet: true, ..fukumen_check::Options::default() };
    let verdict = fukumen_check::check_with(&*file, &options, &mut again, &mut out).expect("memory is read");
    let (file, out) = (String::from_utf8(file).expect("UTF-8"), String::from_utf8(out).expect("UTF-8"));
    assert_eq!(out, format!("accepted: {} nodes\n", written.nodes), "{file}");
    assert_eq!(verdict, fukumen_check::Verdict::Accepted, "{file}");
    file
}

#[test]
fn conditions_are_written_in_one_way() {
    let cases = [
        ("A+B-C=D", "(= (+ [A] [B] (neg [C])) [D])"),
        ("A*B*C=D", "(= (* [A] [B] [C]) [D])"),
        ("A*B/C*D=E", "(= (* (/ (* [A] [B]) [C]) [D]) [E])"),
        ("(A+B)+C=D", "(= (+ (+ [A] [B]) [C]) [D])"),
        ("A//B%C=D", "(= (% (// [A] [B]) [C]) [D])"),
        ("A<B<=C", "(and (< [A] [B]) (<= [B] [C]))"),
        ("A≠B", "(!= [A] [B])"),
        ("A∣BC", "(divides [A] [B C])"),
        ("A=B^C^2", "(= [A] (^ [B] (^ [C] [2])))"),
        ("A=B²", "(= [A] (^ [B] 2))"),
        ("A=-B+C!", "(= [A] (+ (neg [B]) (fact [C])))"),
        ("√A+∛B=C", "(= (+ (root [A] 2) (root [B] 3)) [C])"),
        ("sqrt(A)+cbrt(B)=root(C,2)", "(= (+ (root [A] 2) (root [B] 3)) (root [C] [2]))"),
        ("sum(A,B)=product(C,D)", "(= (+ [A] [B]) (* [C] [D]))"),
        ("mod(A,B)=C", "(= (% [A] [B]) [C])"),
        ("dsum(AB)=C", "(= (digit_sum [A B]) [C])"),
        ("A=1 && (B=2 || ¬(C=3))", "(and (= [A] [1]) (or (= [B] [2]) (not (= [C] [3]))))"),
        ("not(A=B)", "(not (= [A] [B]))"),
        ("count(A=1,B>2)=1", "(= (count (= [A] [1]) (> [B] [2])) [1])"),
        ("AB ÷ C = D r E", "(remainder [A B] [C] [D] [E])"),
        ("A.BC=0.(D)", "(= [A . B C] [0 . ; D])"),
        ("AB@7=CD", "(= [@7 A B] [C D])"),
        ("1□+A=□", "(= (+ [1 _1] [A]) [_2])"),
    ];
    for (text, expected) in cases {
        let lines = lines(text);
        assert_eq!(lines.last().map(String::as_str), Some(&*format!("require {expected}")), "{text}");
    }
}

#[test]
fn settings_become_cells_groups_and_pairs() {
    let of = |text: &str, kept: &str| {
        lines(text).into_iter().filter(|line| line.starts_with(kept)).collect::<Vec<_>>()
    };
    assert_eq!(of("@digits 1-6\nA+BC=DE", "cell")[..2], ["cell A 1-6", "cell B 1-6"]);
    assert_eq!(of("@assign A=1,3;B≠2\nA+B=C", "cell")[..2], ["cell A 1,3", "cell B 0-1,3-9"]);
    assert_eq!(of("@base 12\nAB@7=C", "cell"), ["cell A 1-6", "cell B 0-6", "cell C 0-11"]);
    assert_eq!(of("A+B=C", "differ"), ["different A B C"]);
    assert_eq!(of("@distinct none\nA+B=C", "differ"), [""; 0]);
    assert_eq!(of("@distinct AB,BC\nA+B=C", "differ"), ["different A B", "different B C"]);
    assert_eq!(of("@distinct balanced\n@digits 1-2\nA+B=C", "bal"), ["balanced 1 2 1-2 A B C"]);
    assert_eq!(of("@blanks-avoid A\n□+A=□", "differ"), ["differ _1 A", "differ _2 A"]);
    assert_eq!(of("@wrong same\n12+A=34", "cell")[..2], ["cell _1 2-9", "cell _2 0-1,3-9"]);
    assert_eq!(of("@where A<B\nA+B=C", "require"), ["require (= (+ [A] [B]) [C])", "require (< [A] [B])"]);
}

#[test]
fn a_certificate_can_name_every_symbol() {
    // A name with a sign of the certificate language is replaced.
    let puzzle = Puzzle::parse("@same Ü=UE\n春+夏=秋冬").expect("it can be read");
    assert_eq!(names_of(&puzzle), ["春", "夏", "秋", "冬"]);
    certified("春+夏=秋冬");
}

fn names_of(puzzle: &Puzzle) -> Vec<String> {
    let lines = statement(puzzle).expect("it can be written");
    lines.iter().filter_map(|line| line.strip_prefix("cell ")?.split(' ').next()).map(String::from).collect()
}

/// The claim comes from the judge, the tree from the checker: they must find the same solutions.
#[test]
fn functions_mean_the_same_to_judge_and_checker() {
    for function in FUNCTIONS {
        let least = *function.arity.start();
        let arguments: Vec<&str> = ["AB", "B", "C"][..least.max(1)].to_vec();
        let text = match (function.arguments, function.kind) {
            (Kind::Condition, Kind::Condition) => format!("{}(A=B)", function.name),
            (Kind::Condition, Kind::Number) => format!("{}(A=B,B>C)=C", function.name),
            (_, Kind::Condition) => format!("{}({})", function.name, arguments.join(",")),
            (_, Kind::Number) => format!("{}({})=C+{}", function.name, arguments.join(","), "D"),
        };
        certified(&format!("@distinct none\n@digits 0-4\n{text}"));
        certified(&format!("@base 3\n@distinct none\n{}", text.replace("AB", "A/B")));
    }
}

#[test]
fn each_kind_of_puzzle_has_a_certificate() {
    for text in [
        "SEND+MORE=MONEY",
        "TWO*TWO=THREE",
        "@digits 1-6\nA/BC+D/E=5/6",
        "AB+CD=EF, A<C, B<D",
        "A^B=CDE",
        "□□*□=□□, 1□=□",
        "@base 3..3\nA+B=C",
        "@distinct balanced\n@digits 1-2\nABA*2=CBC",
        "@wrong each\n12+34=99",
        "  SEND\n+ MORE\n------\n MONEY",
        "12 × □□□; □□; □□; □□□□",
        "A.B+C.D=5",
        "EVE/DID=.TALKTALK..., coprime(EVE,DID)",
        "A=1 || B=2, A+B=C",
        "ABCDEFGHIJK=1",
        "@show A+D\nAB=C",
    ] {
        let file = certified(text);
        assert!(file.contains("\nclaim "), "{file}");
    }
    // A drawing with lines at several places is one condition.
    let file = certified("12 × □□□; □□; □□; □□□□");
    assert!(file.contains("require (or (and "), "{file}");
}

#[test]
fn the_example_of_the_format_comes_out() {
    assert_eq!(certified("SEND+MORE=MONEY"), include_str!("../../../check/tests/certificates/send.txt"));
}

fn claimed(text: &str, claim: Claim) -> Result<String, CertifyError> {
    let puzzle = Puzzle::parse(text).expect("it can be read");
    let mut file = Vec::new();
    Certifier::new(&puzzle, text, &Rules::default()).write(claim, &mut file)?;
    Ok(String::from_utf8(file).expect("UTF-8"))
}

#[test]
fn a_wrong_claim_is_not_written() {
    let right = vec![9, 5, 6, 7, 1, 0, 8, 2];
    let wrong = vec![9, 5, 6, 7, 1, 0, 8, 3];
    for claim in [
        Claim::Exactly(vec![]),
        Claim::Exactly(vec![wrong.clone()]),
        Claim::Exactly(vec![right.clone(), wrong]),
        Claim::Exactly(vec![right.clone(), right.clone()]),
        Claim::Count(0),
        Claim::Count(2),
    ] {
        let written = claimed("SEND+MORE=MONEY", claim.clone());
        let is_refused = matches!(written, Err(CertifyError::Disagreement(_) | CertifyError::Unwritable(_)));
        assert!(is_refused, "{claim:?}");
    }
    assert!(claimed("SEND+MORE=MONEY", Claim::Exactly(vec![right])).is_ok());
    assert!(claimed("SEND+MORE=MONEY", Claim::Count(1)).is_ok_and(|file| file.contains("claim count 1")));
}

#[test]
fn limits_are_kept() {
    let puzzle = Puzzle::parse("AB+CD=EF").expect("it can be read");
    let rules = Rules::default();
    let certifier = Certifier::new(&puzzle, "AB+CD=EF", &rules);
    for limit in [0, 100, 300, 5000] {
        let written = certifier.limit(limit).write(Claim::Count(476), &mut std::io::sink());
        assert!(matches!(written, Err(CertifyError::TooLarge)), "{limit}");
    }
    let raised = std::sync::atomic::AtomicBool::new(true);
    let written = certifier.interrupt(&raised).write(Claim::Count(476), &mut std::io::sink());
    assert!(matches!(written, Err(CertifyError::Interrupted)));
    let large = claimed("@distinct none\nA^(9^9^9)=B", Claim::Count(4));
    assert!(matches!(large, Err(CertifyError::Undecided)), "{large:?}");
}

#[test]
fn functions_of_the_callers_own_cannot_be_written() {
    use fukumen_language::vocabulary::{Function, Vocabulary};
    let vocabulary =
        Vocabulary::default().with(Function::number("twice", 1..=1, |x, _| Ok(x[0].plus(&x[0]))));
    let puzzle = Reader::new().vocabulary(&vocabulary).read("twice(A)=B").expect("it can be read");
    assert_eq!(statement(&puzzle), Err("twice".into()));
    let other = Puzzle::parse("@base 12\nconcat@10(A,B)=CD").expect("it can be read");
    assert_eq!(statement(&other), Err("concat@10".into()));
    certified("concat@10(A,B)=CD, A<C");
}

/// An operator without a word in certificates is not written as another operator of its tier.
#[test]
fn operators_without_a_word_cannot_be_written() {
    let binary = Meaning::Binary(|a, b, _| Ok(a.plus(b)));
    let unary = Meaning::Unary(|a, _| Ok(a.negated()));
    let kinds = [
        (Tier::Relation, Meaning::Test(|a, b| a == b)),
        (Tier::Relation, Meaning::Compare(std::cmp::Ordering::is_eq)),
        (Tier::Sum, binary),
        (Tier::Product, binary),
        (Tier::Power, binary),
        (Tier::Sign, unary),
        (Tier::Postfix, unary),
        (Tier::Root, unary),
    ];
    for (tier, meaning) in kinds {
        let operator = Operator::custom(tier, meaning);
        let mut builder = Builder::new(Rules::default());
        let mut letter = |name| Expr::Numeral(Numeral::whole(vec![builder.symbol(name)]));
        let (a, b, c) = (letter("A"), letter("B"), letter("C"));
        let strange = match meaning {
            Meaning::Unary(_) => Expr::Unary(operator, Box::new(a)),
            _ => Expr::chain(a, vec![(operator, b)]),
        };
        let equal = fukumen_language::vocabulary::operator(Tier::Relation, "=").expect("it is a row");
        builder.condition(if tier == Tier::Relation {
            strange
        } else {
            Expr::chain(strange, vec![(equal, c)])
        });
        let puzzle = builder.build().expect("it is a puzzle");
        assert_eq!(statement(&puzzle), Err("⋄".into()), "{tier:?}");
    }
}

/// An interrupt that is raised after a number of checks.
struct After(std::sync::atomic::AtomicU64);

impl Interrupt for After {
    fn is_raised(&self) -> bool {
        use std::sync::atomic::Ordering::Relaxed;
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn writing_stops_wherever_it_is_interrupted() {
    let text = "AB*C=DE, A<B";
    let puzzle = Puzzle::parse(text).expect("it can be read");
    let count = puzzle.count().expect("it can be counted");
    let rules = Rules::default();
    let ends_after = |checks| {
        let after = After(std::sync::atomic::AtomicU64::new(checks));
        let written = Certifier::new(&puzzle, text, &rules)
            .interrupt(&after)
            .write(Claim::Count(count), &mut Vec::new());
        match written {
            Ok(_) => Some(checks - after.0.into_inner()),
            Err(CertifyError::Interrupted) => None,
            Err(error) => panic!("{error}"),
        }
    };
    let needed = ends_after(1 << 40).expect("that is enough");
    assert!(needed > 300, "{needed}");
    let stops = (0..needed).step_by(7).all(|checks| ends_after(checks).is_none());
    assert!(stops && ends_after(needed).is_some());
}
