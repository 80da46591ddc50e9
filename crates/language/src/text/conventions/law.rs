//! The language means whatever it reads: random puzzles without any sign of the conventions are read as they stand, those with such
//! signs as the clean text beside them.

use proptest::prelude::*;
use proptest::sample::select;

use crate::puzzle::Puzzle;
use crate::text::{Form, Reader};

/// The symbols of each puzzle are of one script.
const SCRIPTS: [&str; 24] = [
    "ABCDEFGHIJ",
    "abcdefghij",
    "ΑΒΓΔΕΖΗΘΙΚ",
    "αβγδεζηθικ",
    "АБВГДЕЖЗИК",
    "абвгдежзик",
    "אבגדהוזחטי",
    "ابتثجحخدذر",
    "あいうえおかきくけこ",
    "アイウエオカキクケコ",
    "一二三四五六七八九〇",
    "가나다라마바사아자차",
    "ԱԲԳԴԵԶԷԸԹԺ",
    "აბგდევზთიკ",
    "कखगघङचछजझञ",
    "কখগঘঙচছজঝঞ",
    "กขคงจฉชซญฎ",
    "ᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩ",
    "ሀለሐመሠረሰሸቀበ",
    "ՠႠႡႢႣႤႥႦႧႨ",
    "ÀÉÎÕÜàéîõü",
    "ＡＢＣＤＥＦＧＨＩＪ",
    "😀😁😂😃😄😅😆😇😈😉",
    "○△◇☆●▲◆★♠♥",
];

/// The number of random texts. `PROPTEST_CASES=100000` makes the attack longer.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2000)
}

/// One digit: a symbol of a script, a blank, a literal.
fn digit(script: usize) -> impl Strategy<Value = String> {
    let symbols: Vec<String> = SCRIPTS[script].chars().map(String::from).collect();
    // Among shapes, a square is one.
    let blanks =
        if script + 1 == SCRIPTS.len() { vec!["▢", "?", "_"] } else { vec!["□", "▢", "?", "_"] };
    let blanks: Vec<String> = blanks.into_iter().map(String::from).collect();
    prop_oneof![8 => select(symbols), 2 => select(blanks), 2 => "[01]", 1 => Just("[1]".to_string())]
}

fn digits(script: usize, most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(digit(script), 1..=most).prop_map(|digits| digits.concat())
}

fn numeral(script: usize) -> impl Strategy<Value = String> {
    prop_oneof![
        10 => digits(script, 4),
        1 => (digits(script, 2), digits(script, 2)).prop_map(|(whole, part)| format!("{whole}.{part}")),
        1 => (digits(script, 2), digits(script, 2)).prop_map(|(whole, part)| format!("{whole}.({part})")),
        1 => (digits(script, 2), digits(script, 2)).prop_map(|(whole, part)| format!("{whole}.{part}{part}...")),
        1 => (digits(script, 3), select(vec!["@3", "₄", "@12"])).prop_map(|(whole, base)| format!("{whole}{base}")),
    ]
}

/// A number over all operators and some functions, with spaces around operators or without.
fn number(script: usize) -> impl Strategy<Value = String> {
    let operators = vec!["+", "-", "−", "*", "×", "·", "/", "÷", ":", "//", "%", "^", "**", "x"];
    let (one, two) =
        (vec!["abs", "digit_sum", "reverse", "sqrt", "digits"], vec!["gcd", "max", "mod", "concat"]);
    numeral(script).prop_recursive(3, 8, 2, move |inner| {
        let space = select(vec!["", "", " "]);
        let pair = (inner.clone(), select(operators.clone()), inner.clone(), space);
        prop_oneof![
            6 => pair.prop_map(|(a, sign, b, space)| {
                // A lone x is the times sign by the grammar.
                let space = if sign == "x" { " " } else { space };
                format!("{a}{space}{sign}{space}{b}")
            }),
            2 => inner.clone().prop_map(|a| format!("({a})")),
            1 => inner.clone().prop_map(|a| format!("(-{a})")),
            1 => inner.clone().prop_map(|a| format!("√({a})")),
            1 => (inner.clone(), select(vec!["²", "⁻¹", "!"])).prop_map(|(a, sign)| format!("({a}){sign}")),
            1 => (select(one.clone()), inner.clone()).prop_map(|(name, a)| format!("{name}({a})")),
            1 => (select(two.clone()), inner.clone(), inner).prop_map(|(name, a, b)| format!("{name}({a}, {b})")),
        ]
    })
}

fn condition(script: usize) -> impl Strategy<Value = String> {
    let relation = || select(vec!["=", " = ", "==", "<", "≤", ">=", "≠", "<>", "∣"]);
    let asks = select(vec!["is_prime", "is_square", "increasing", "not"]);
    let plain = prop_oneof![
        8 => (number(script), relation(), number(script)).prop_map(|(a, sign, b)| format!("{a}{sign}{b}")),
        1 => (numeral(script), numeral(script), numeral(script)).prop_map(|(a, b, c)| format!("{a}<{b}={c}")),
        1 => (asks, numeral(script)).prop_map(|(name, a)| format!("{name}({a}{})", if name == "not" { "=1" } else { "" })),
        1 => [numeral(script), numeral(script), numeral(script), numeral(script)]
            .prop_map(|[a, b, c, d]| format!("{a} ÷ {b} = {c} r {d}")),
    ];
    plain.prop_recursive(1, 3, 2, |inner| {
        (inner.clone(), select(vec!["&&", " || ", "+"]), inner).prop_map(|(a, sign, b)| match sign {
            "+" => format!("({a})+({b}) = 1"),
            sign => format!("{a}{sign}{b}"),
        })
    })
}

/// Conditions in one script, perhaps in a base of their own.
fn text() -> impl Strategy<Value = String> {
    let script = 0..SCRIPTS.len();
    let conditions = script.prop_flat_map(|script| prop::collection::vec(condition(script), 1..4));
    let separator = select(vec![", ", ",", "; ", "\n"]);
    let base = select(vec!["", "", "", "@base 2\n", "@base 6\n", "@base 13\n", "@leading-zeros allowed\n"]);
    (conditions, separator, base).prop_map(|(all, separator, base)| format!("{base}{}", all.join(separator)))
}

/// Returns whether a text ends with a sign that may end a sentence.
fn has_end_mark(text: &str) -> bool {
    text.ends_with('!') || text.ends_with('?') && text.matches('?').count() == 1
}

/// A text that can be read as it stands keeps its meaning and its notes.
fn keeps_its_meaning(text: &str) -> Result<Option<Puzzle>, TestCaseError> {
    let Ok(literal) = Reader::new().literal().read(text) else { return Ok(None) };
    if !has_end_mark(text) {
        let read = Reader::new().read(text);
        prop_assert_eq!(read.as_ref().map(Puzzle::notes), Ok(literal.notes()), "{}", text);
        prop_assert_eq!(read, Ok(literal.clone()), "{}", text);
    }
    Ok(Some(literal))
}

/// So can the texts in which it is written, if it can be read. Says whether it can.
fn keeps_its_meaning_in_all_forms(text: &str) -> Result<bool, TestCaseError> {
    let Some(puzzle) = keeps_its_meaning(text)? else { return Ok(false) };
    keeps_its_meaning(&puzzle.to_string())?;
    if let Ok(drawn) = Form::Drawing.of(&puzzle) {
        keeps_its_meaning(&drawn.to_string())?;
    }
    Ok(true)
}

/// A way to write an equation with signs of a convention: two numbers, a product of them, and the clean equation.
const MARKED: [(&str, &str); 14] = [
    ("{a}+{b}={c}.", "{a}+{b}={c}"),
    ("{a}+{b}={c}?", "{a}+{b}={c}"),
    ("{a}+{b}={c} ?", "{a}+{b}={c}"),
    ("Puzzle: {a}+{b}={c}", "{a}+{b}={c}"),
    ("Too easy - {a}+{b}={c}", "{a}+{b}={c}"),
    ("* {a}*{b}={c}", "{a}*{b}={c}"),
    ("{a}x{b}={c}", "{a}×{b}={c}"),
    ("{a} X {b}={c}", "{a}×{b}={c}"),
    ("{a}mod{b}={c}", "{a}%{b}={c}"),
    ("{a}✕{b}➖{c}≦{a}", "{a}×{b}-{c}≤{a}"),
    ("{a} + {b}\n= {c}", "{a}+{b}={c}"),
    ("{a}+\n{b}={c}", "{a}+{b}={c}"),
    ("GCD({a},{b})={c}", "gcd({a},{b})={c}"),
    ("2 1/2+{a}+{b}={c}", "(2+1/2)+{a}+{b}={c}"),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_the_language_reads_keeps_its_meaning(text in text()) {
        keeps_its_meaning_in_all_forms(&text)?;
    }

    #[test]
    fn a_sign_of_a_convention_is_read_as_the_clean_text((marked, clean) in select(MARKED.to_vec()), words in "[A-J]{2,4} [A-J]{2,4} [A-J]{2,4}") {
        let words: Vec<&str> = words.split(' ').collect();
        let text = |form: &str| form.replace("{a}", words[0]).replace("{b}", words[1]).replace("{c}", words[2]);
        let (typed, clean) = (Reader::new().read(&text(marked)), Reader::new().literal().read(&text(clean)));
        let written = |read: &Result<Puzzle, _>| read.as_ref().map(|puzzle| {
            puzzle.all_conditions().map(|condition| puzzle.write(condition)).collect::<Vec<_>>()
        }).ok();
        prop_assert!(typed.is_ok(), "{}", text(marked));
        prop_assert_eq!(written(&typed), written(&clean), "{}", text(marked));
    }
}

#[test]
fn texts_that_were_changed_once_keep_their_meaning() {
    for text in ["@base 2\n▢▢=▢き", "おお□@6=□□@9", "き%?==?", "(-八□)=-□□", "一?=6?-?", "○ ÷ ○ = ? r ○"]
    {
        assert!(keeps_its_meaning_in_all_forms(text).expect(text), "{text}");
    }
}
