//! Explanations: their words and their styles.
#![cfg(feature = "report")]

use std::collections::BTreeSet;

use fukumen::Puzzle;
use fukumen::digits::DigitSet;
use fukumen::explain::prose::{Detail, LANGUAGES, Language};
use fukumen::explain::{
    At, Case, Claim, Conclusion, End, Explainer, Explanation, Given, Place, Proof, Sentence, Step,
    TECHNIQUES, Value as ParamValue, places, prose,
};
use fukumen::report::Offered;
use fukumen::report::explanation;
use fukumen::report::explanation::{Page, Style, styles};
use serde_json::Value;

use crate::common::corpus;
use crate::common::judged::refusal;

/// Puzzles of several kinds.
const PUZZLES: &[&str] = &[
    "SEND+MORE=MONEY",
    "NRICH+MATHS=STARS",
    "TWO*TWO=THREE",
    "AB*2=CD",
    "AB=B^2",
    "@base 12\nSO+SO=TOO",
    "DONALD+GERALD=ROBERT, D=5",
    "is_prime(AB), AB+BA=CC",
    "12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1",
    "  1□\n×  □\n----\n □□4",
];

fn explanation_of(text: &str) -> (Puzzle, Explanation) {
    let puzzle: Puzzle = text.parse().expect("it can be read");
    let explanation = Explainer::new(&puzzle).explain().expect("nothing stops it");
    (puzzle, explanation)
}

/// The explanation of a puzzle in every style.
fn written(text: &str, detail: Detail) -> Vec<String> {
    let (puzzle, explanation) = explanation_of(text);
    let told = prose::tell(&explanation, &puzzle, Language::english(), detail);
    let page = Page::new(text, &puzzle, &explanation, &told);
    let style = |Offered { how: style, .. }: Offered<&dyn Style>| {
        format!(
            "{}{}{}",
            style.opening(told.language, false),
            style.page(&page, false, 0),
            style.closing(false)
        )
    };
    styles().into_iter().map(style).collect()
}

/// The sum SO+SO=TOO, explained by these steps.
fn explained_by(steps: Vec<Step>) -> (Puzzle, Explanation) {
    let (puzzle, explanation) = explanation_of("SO+SO=TOO");
    (puzzle, Explanation { steps, ..explanation })
}

/// The place of a symbol of SO+SO=TOO.
fn place(symbol: char) -> Place {
    Place::new("SOT".find(symbol).expect("it is a symbol of the sum"))
}

/// A step that concludes these facts, `1a`, `1b` and so on, and says a sentence.
fn step(id: &str, technique: &'static str, claims: Vec<Claim>, says: Option<Sentence>) -> Step {
    let give =
        |(claim, letter): (Claim, char)| Conclusion::new(format!("{id}{letter}"), claim, Proof::default());
    Step {
        id: id.into(),
        technique,
        at: At::default(),
        uses: Vec::new(),
        gives: claims.into_iter().zip('a'..).map(give).collect(),
        on: None,
        cases: Vec::new(),
        ways: 1,
        weight: 300,
        effort: 300,
        marks: Vec::new(),
        sentences: says.into_iter().collect(),
    }
}

fn sentence(key: &'static str, params: Vec<(&'static str, ParamValue)>) -> Option<Sentence> {
    Some(Sentence { key, params })
}

fn formula(text: &str) -> (&'static str, ParamValue) {
    ("formula", ParamValue::Formula(text.into()))
}

#[test]
fn an_explanation_is_told_in_numbered_paragraphs() {
    let text = &written("SO+SO=TOO", Detail::Brief)[0];
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("1. ") && lines[1].starts_with("2. "), "{text}");
    assert_eq!(lines.last(), Some(&"Check: 50 + 50 = 100."));
    let text = &written("NRICH+MATHS=STARS", Detail::Normal)[0];
    assert!(text.ends_with("\nNo solution: the units and tens alone rule it out.\n"), "{text}");
}

#[test]
fn what_is_known_is_drawn_after_each_step() {
    let text = &written("SO+SO=TOO", Detail::Full)[0];
    let drawn: Vec<&str> =
        text.lines().map(str::trim).filter(|line| line.contains("+") && !line.contains(' ')).collect();
    assert_eq!(drawn, ["SO+SO=1OO", "50+50=100"]);
}

#[test]
fn cases_are_told_below_their_step() {
    let text = &written("AB*C=DE, D<E", Detail::Normal)[0];
    for start in ["\n   Suppose D = 3. ", "\n      Suppose A = 1. ", "\n   So D is 3 to 7.\n"] {
        assert!(text.contains(start), "{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 76));
}

#[test]
fn every_style_tells_the_whole() {
    for text in ["SO+SO=TOO", "NRICH+MATHS=STARS"] {
        let texts = written(text, Detail::Normal);
        for (style, text) in styles().iter().zip(&texts) {
            assert!(text.ends_with('\n'), "{}", style.name);
            assert!(style.name.starts_with("json") || text.contains("Units"), "{}: {text}", style.name);
        }
        let html = texts.iter().find(|text| text.contains("<html")).expect("one is HTML");
        assert!(!html.contains("<script") && !html.contains("http"));
        let of = |name: &str| {
            let at = styles().iter().position(|style| style.name == name).expect("there is one");
            serde_json::from_str::<Value>(&texts[at]).expect("it is JSON")
        };
        assert_eq!(of("json"), of("jsonl"));
    }
}

#[test]
fn digits_that_the_settings_exclude_are_not_told_as_excluded() {
    let told = |text: &str, digits: &[u8]| {
        let puzzle: Puzzle = text.parse().expect("it can be read");
        let names: Vec<String> = places(&puzzle).into_iter().map(|(name, _)| name).collect();
        let digits = digits.iter().fold(DigitSet::EMPTY, |set, digit| set.with(*digit));
        prose::fact(&Claim::Digit(Place::new(0), digits), &names, &puzzle, Language::english())
    };
    assert_eq!(told("AB+B=CD", &[1, 2, 3, 4, 5, 6, 7, 8]), "A is not 9");
    assert_eq!(told("AB+B=CD", &[1, 2, 3, 4, 5, 6, 7, 8, 9]), "A is 1 to 9");
    assert_eq!(told("A+B=CD", &[1, 2, 3, 4, 5, 6, 7, 8]), "A is not 0 or 9");
    assert_eq!(told("@digits 1-9\nA+B=C", &[1, 3, 4, 5, 6, 7, 8, 9]), "A is not 2");
}

#[test]
fn languages_have_the_keys_and_values_of_english() {
    let english = Language::english();
    for language in &LANGUAGES {
        let keys: BTreeSet<&str> = language.keys().collect();
        let unknown: Vec<&&str> = keys.iter().filter(|key| english.wordings(key).is_empty()).collect();
        assert!(unknown.is_empty(), "{language:?} has keys that English lacks: {unknown:?}");
        let missing: Vec<&str> = english.keys().filter(|key| !keys.contains(key)).collect();
        assert!(missing.is_empty(), "{language:?} lacks {missing:?}");
        for key in keys {
            let (own, all) = (language.params(key), english.params(key));
            assert!(own.is_subset(&all), "{language:?}: {key} has other values than {all:?}");
            let left_out = all.difference(&own).find(|name| !chooses_words(key, name));
            assert!(left_out.is_none(), "{language:?}: {key} leaves out {left_out:?}");
        }
    }
}

/// Whether English has a value of a key only to choose between words, such as `is` and `are`, of which it may be the only one.
fn chooses_words(key: &str, name: &str) -> bool {
    let is_choice = |rest: &str| {
        let forms = rest.split('}').next().unwrap_or_default();
        !["", ":and", ":or"].contains(&forms) && !forms.contains('#')
    };
    let wordings = Language::english().wordings(key).iter();
    let mut uses =
        wordings.flat_map(|wording| wording.split('{').skip(1)).filter_map(|own| own.strip_prefix(name));
    uses.all(|rest| !rest.starts_with([':', '}']) || is_choice(rest))
}

/// Every string literal after a word of the sources of explanations.
fn literals_behind(words: &[&str]) -> BTreeSet<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/explain/src");
    let (mut folders, mut found) = (vec![root], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let code = text.split("#[cfg(test)]\nmod tests {").next().expect("a text has a first part");
            for rest in words.iter().flat_map(|word| code.split(word).skip(1)) {
                // The key is the first literal, or one of those that a condition chooses.
                let argument = rest.split([',', ';']).next().unwrap_or_default();
                found.extend(argument.split('"').skip(1).step_by(2).map(String::from));
            }
        }
    }
    found
}

#[test]
fn every_key_of_the_sources_has_a_template_and_every_template_a_use() {
    let used = literals_behind(&[
        "sentence(",
        "say(",
        "concluded(",
        "assumption(",
        "joined(",
        "of_columns(",
        "in_sentences(",
        "let key =",
        "key: ",
    ]);
    assert!(used.len() > 50, "the scan found only {used:?}");
    let english = Language::english();
    let lacking: Vec<&String> =
        used.iter().filter(|key| english.wordings(key).is_empty() && !key.contains('{')).collect();
    assert!(lacking.is_empty(), "no templates: {lacking:?}");
    let is_used = |key: &&str| {
        // Those that are made of a name: of a technique, a label, a verdict, a message about an answer.
        let made = [
            "technique.",
            "column-",
            "join.",
            "hint.",
            "term.",
            "label.",
            "rate.",
            "unrated.",
            "verdict.",
            "role.",
            "answer-",
        ]
        .iter()
        .any(|start| key.starts_with(start));
        // A column without a name is counted.
        let own = key.strip_suffix("-counted").unwrap_or(key);
        used.contains(own) || made || ["then", "now"].contains(key)
    };
    let unused: Vec<&str> = english.keys().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "no source uses {unused:?}");
    for technique in fukumen::explain::TECHNIQUES {
        for key in ["technique", "hint.ask"].map(|of| format!("{of}.{}", technique.name)) {
            assert!(!english.wordings(&key).is_empty(), "{key} has no template");
        }
    }
}

#[test]
fn other_languages_have_no_english_words() {
    for text in PUZZLES {
        let puzzle: Puzzle = text.parse().expect("it can be read");
        let explanation =
            fukumen::explain::Explainer::new(&puzzle).tries(1).explain().expect("nothing stops it");
        for language in &LANGUAGES[1..] {
            let told = prose::tell(&explanation, &puzzle, language, Detail::Normal);
            assert!(told.missing.is_empty(), "{text}: {:?}", told.missing);
            let texts = told.paragraphs.iter().map(|paragraph| &paragraph.text);
            for told in texts.chain([&told.closing]) {
                let words = told.split(|c: char| !c.is_alphanumeric());
                let english: Vec<&str> = words
                    .filter(|word| ["carry", "or", "and", "so", "the", "multiple"].contains(word))
                    .collect();
                assert!(english.is_empty() && !told.contains('{'), "{language:?}: {told}");
            }
        }
    }
}

#[test]
fn words_of_formulas_and_plurals_are_those_of_the_language() {
    let told = |code, says: Option<Sentence>| {
        let language = prose::language(code).expect("it is there");
        let claims = vec![Claim::is(place('S'), 5)];
        let (puzzle, explanation) = explained_by(vec![step("1", "pair", claims, says)]);
        prose::tell(&explanation, &puzzle, language, Detail::Normal).paragraphs[0].text.clone()
    };
    for (code, words) in [
        ("en", "S + carry = O or 10. "),
        ("ja", "S + 繰り上がり = O または 10。"),
        ("pl", "S + przeniesienie = O lub 10. "),
        ("zh", "S + 进位 = O 或 10。"),
    ] {
        let text = told(code, sentence("ways", vec![formula("S + {carry} = O {or} 10")]));
        assert!(text.contains(words), "{text}");
    }
    let text = |text: &str| ParamValue::Text(text.into());
    let table =
        vec![("number", ParamValue::Number(3)), ("numeral", text("SO")), ("equation", text("SO = TO"))];
    let text = told("pl", sentence("table", table));
    assert!(text.contains("zostają 3 wartości"), "{text}");
}

#[test]
fn sentences_have_the_values_that_their_templates_use() {
    let mut keys = BTreeSet::new();
    for text in PUZZLES {
        let puzzle: Puzzle = text.parse().expect("it can be read");
        let explanation =
            fukumen::explain::Explainer::new(&puzzle).tries(2).explain().expect("nothing stops it");
        let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
        assert!(told.missing.is_empty(), "{text}: {:?}", told.missing);
        for paragraph in &told.paragraphs {
            assert!(!paragraph.text.contains('{'), "{text}: {}", paragraph.text);
        }
        let mut steps: Vec<_> = explanation.steps.iter().collect();
        while let Some(step) = steps.pop() {
            steps.extend(step.cases.iter().flat_map(|case| &case.steps));
            for sentence in &step.sentences {
                let given: BTreeSet<&str> = sentence.params.iter().map(|(name, _)| *name).collect();
                let used = Language::english().params(sentence.key);
                assert!(given.is_subset(&used), "{}: {given:?}, but {used:?} are used", sentence.key);
                assert!(used.difference(&given).all(|name| *name == "facts"), "{}: {used:?}", sentence.key);
                keys.insert(sentence.key);
            }
        }
    }
    assert!(keys.len() > 8, "only {keys:?} were told");
}

#[test]
fn very_many_solutions_are_at_least_as_many_as_were_found() {
    let explained = |text: &str| {
        let puzzle: Puzzle = text.parse().expect("it can be read");
        let explanation =
            fukumen::explain::Explainer::new(&puzzle).tries(1).explain().expect("nothing stops it");
        let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
        let value = explanation::as_json(&Page::new(text, &puzzle, &explanation, &told));
        (told.closing, value["exhausted"].clone(), value["solutions"].clone())
    };
    let (closing, exhausted, solutions) = explained("@distinct none\nABC+DEF=GHI");
    assert!(closing.starts_with("There are at least 100,000 solutions"), "{closing}");
    assert_eq!((exhausted, solutions), (false.into(), 100_000.into()));
    let (closing, exhausted, solutions) = explained("A+B=C");
    assert!(closing.starts_with("There are 32 solutions"), "{closing}");
    assert_eq!((exhausted, solutions), (true.into(), 32.into()));
}

#[test]
fn cases_that_end_alike_are_told_together_and_a_search_by_its_size() {
    let no_way = |id: &str| Step {
        at: At { equation: Some(1), columns: vec![0] },
        ways: 0,
        ..step(id, "column-cases", vec![Claim::False], sentence("no-way", vec![formula("O + O = 7")]))
    };
    let case = |id: &str, digit: u8, steps: Vec<Step>, end: End| Case {
        assume: Given { id: format!("{id}?"), claim: Claim::is(place('S'), digit) },
        steps,
        end,
    };
    let split = |id: &str, technique: &'static str, cases: Vec<Case>| Step {
        cases,
        ..step(id, technique, vec![Claim::False], None)
    };
    let told = |step: Step, detail: Detail| {
        let (puzzle, explanation) = explained_by(vec![step]);
        let told = prose::tell(&explanation, &puzzle, Language::english(), detail);
        told.paragraphs.into_iter().map(|paragraph| paragraph.text).collect::<Vec<String>>()
    };
    let refuted = |id: &str, digit| case(id, digit, vec![no_way(&format!("{id}.1"))], End::False);
    let alike = split("1", "cases", vec![refuted("1.1", 3), refuted("1.2", 4)]);
    let texts = told(alike.clone(), Detail::Normal);
    assert!(
        texts[1].starts_with("Suppose S is 3 or 4. Units: O + O = 7. No digits that are left fit"),
        "{texts:?}"
    );
    assert_eq!(texts.len(), 3, "{texts:?}");
    let inner = split("1.1.1", "exhaust", vec![refuted("1.1.1.1", 3), refuted("1.1.1.2", 4)]);
    let other = case("1.2", 5, Vec::new(), End::Facts(vec!["1.2?".into()]));
    let tree = split("1", "exhaust", vec![case("1.1", 6, vec![inner], End::False), other]);
    let texts = told(tree.clone(), Detail::Normal).join(" ");
    assert!(texts.contains("Going through 2 cases from here leaves nothing."), "{texts}");
    assert!(!texts.contains("No digits"), "{texts}");
    let texts = told(tree, Detail::Full).join(" ");
    assert!(texts.contains("No digits"), "{texts}");
}

#[test]
fn what_a_search_goes_through_in_vain_is_added_up() {
    let puzzle: Puzzle = "vier * funf = zwei * zehn".parse().expect("it is a puzzle");
    let explanation = Explainer::new(&puzzle).tries(1).explain().expect("nothing stops it");
    let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
    let texts: Vec<&str> = told.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
    // 720 cases: ten of i, with each nine of e, with each of these eight of v.
    assert!(texts[0].contains("720 cases are gone through"), "{texts:?}");
    assert_eq!(texts[1], "Suppose i is not 1. Going through 648 cases from here leaves nothing.");
    assert_eq!(texts[2], "Suppose i = 1. Take each in turn: e is 0 or 2 to 9.");
    let steps: BTreeSet<&String> = told.paragraphs.iter().flat_map(|paragraph| &paragraph.steps).collect();
    let cases = &explanation.steps[0].cases;
    assert!(cases.iter().flat_map(|case| &case.steps).all(|step| steps.contains(&step.id)));
    // Each step says its own number.
    assert!(told.texts.values().any(|text| text.starts_with("Going through 72 cases")));
}

#[test]
fn sentences_and_paragraphs_are_short() {
    let words = |text: &str| text.split_whitespace().count();
    let small = |entry: &corpus::Entry| (1..=7).contains(&entry.puzzle().hidden().len());
    let sample = corpus::texts().into_iter().filter(small).step_by(4).take(40);
    let (mut told_to_the_end, mut ratios) = (0, Vec::new());
    for entry in sample.chain(corpus::drawings().into_iter().step_by(15)) {
        let puzzle = entry.puzzle();
        let explanation =
            fukumen::explain::Explainer::new(&puzzle).tries(1).depth(1).explain().expect("nothing stops it");
        let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
        told_to_the_end += usize::from(explanation.complete);
        ratios.push(told.paragraphs.len() as f64 / puzzle.hidden().len() as f64);
        for paragraph in &told.paragraphs {
            assert!(!paragraph.text.contains(": ."), "{}: {}", entry.name, paragraph.text);
            assert!(words(&paragraph.text) <= 80, "{}: {}", entry.name, paragraph.text);
            let long = paragraph.text.split(". ").find(|sentence| words(sentence) > 35);
            assert!(long.is_none(), "{}: {long:?}", entry.name);
        }
    }
    assert!(told_to_the_end > 20, "only {told_to_the_end} were told to the end");
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    assert!(median <= 1.5, "{median} paragraphs for each hidden digit");
}

#[test]
fn steps_with_the_same_reason_are_told_in_one_sentence() {
    let pair = |id: &str, symbol: char| {
        let list = |texts: [&str; 2]| ParamValue::List(texts.map(String::from).into());
        let says = sentence("pair", vec![("symbols", list(["S", "O"])), ("digits", list(["1", "2"]))]);
        step(id, "pair", vec![Claim::is(place(symbol), 3)], says)
    };
    let (puzzle, explanation) = explained_by(vec![pair("1", 'T'), pair("2", 'S')]);
    let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
    assert_eq!(told.paragraphs.len(), 1, "{:?}", told.paragraphs);
    assert_eq!(told.paragraphs[0].text, "S and O share 1 and 2 between them, so T = 3 and S = 3.");
    assert_eq!(told.paragraphs[0].steps, ["1", "2"]);
    // Each step keeps its own text.
    assert!(["1", "2"].iter().all(|id| told.texts.contains_key(*id)), "{:?}", told.texts);
}

#[test]
fn two_symbols_that_would_have_one_digit_are_named() {
    let told = |differ: bool| {
        let id = "distinct:S,T".to_owned();
        let says = sentence("one-unknown", vec![formula("S + T = 4")]);
        let claims = vec![Claim::is(place('S'), 2), Claim::is(place('T'), 2), Claim::False];
        let (puzzle, mut explanation) = explained_by(vec![Step {
            at: At { equation: Some(1), columns: vec![1] },
            uses: differ.then(|| id.clone()).into_iter().collect(),
            ..step("1", "column-range", claims, says)
        }]);
        explanation.given = vec![Given { id, claim: Claim::Distinct(vec![place('S'), place('T')]) }];
        prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal).paragraphs[0].text.clone()
    };
    assert_eq!(told(true), "Tens: S + T = 4, so S and T would both be 2.");
    assert_eq!(told(false), "Tens: S + T = 4, so S = 2, T = 2 and that cannot be.");
}

/// The paragraphs of an explanation, one after the other.
fn explained(text: &str) -> String {
    let (puzzle, explanation) = explanation_of(text);
    told_in_one(&explanation, &puzzle)
}

/// The same without some techniques.
fn explained_without(names: &[&str], text: &str) -> String {
    let puzzle: Puzzle = text.parse().expect(text);
    let others = TECHNIQUES.iter().map(|technique| technique.name).filter(|name| !names.contains(name));
    let explanation = Explainer::new(&puzzle).techniques(others.collect()).explain();
    told_in_one(&explanation.expect("nothing stops it"), &puzzle)
}

fn told_in_one(explanation: &Explanation, puzzle: &Puzzle) -> String {
    let told = prose::tell(explanation, puzzle, Language::english(), Detail::Normal);
    told.paragraphs.into_iter().map(|paragraph| paragraph.text).collect::<Vec<String>>().join(" ")
}

#[test]
fn ways_and_sizes_are_told_as_a_reader_counts_them() {
    // The length of a number is no reason.
    let size = explained("LYNDON*B=JOHNSON");
    assert!(!size.contains(" 50 ≤ LYNDON") && !size.contains("≤ LYNDON ≤ 999999"), "{size}");
    // A digit in several numbers is ruled out by both sides together.
    let both = explained("TWO*TWO=THREE");
    let reason = "With T = 2, 2WO × 2WO would be at least 40000, but 2HREE is at most 29999.";
    assert!(both.contains(reason), "{both}");
    // A number of two digits is no factor in columns: twelve of something carries more than a digit.
    let twelve = explained("12*□=□□8");
    assert!(!twelve.contains("carry 10"), "{twelve}");
    // The total is the side that is added up, also on the left.
    let left = explained("AB=3*C;BA=C*8+1");
    assert!(left.contains("AB has one digit more than C") && !left.contains("carry -"), "{left}");
}

/// The value of a sum of products.
fn sum(text: &str) -> i64 {
    let product =
        |term: &str| term.split(" × ").map(|n| n.parse::<i64>().expect("a number")).product::<i64>();
    text.split(" + ").map(product).sum()
}

#[test]
fn few_ways_are_listed_and_the_digits_that_are_taken() {
    let mut listed = 0;
    for text in ["CROSS+ROADS=DANGER", "TWO+TWO=FOUR", "@base 7\nABC+CBA=DEFG", "A*B=CD;C+D=E;A<B"] {
        let told = explained(text);
        for list in told.split("that is ").skip(1) {
            let list = list.split([':', '.']).next().unwrap_or_default();
            for way in list.split(", ").flat_map(|ways| ways.split(" or ")) {
                let (left, right) = way.split_once(" = ").expect("it is an equation");
                assert_eq!(sum(left), sum(right), "{text}: {way}");
                listed += 1;
            }
        }
    }
    assert!(listed > 20, "{listed}");
}

#[test]
fn a_fact_that_only_cases_prove_is_proved_though_no_digit_is_certain() {
    let puzzle: Puzzle = "A*B=CD;C+D=E;A<B".parse().expect("it can be read");
    let fact = fukumen::explain::fact_of(&puzzle, "A<5").expect("it is a fact");
    let explanation = Explainer::new(&puzzle).goal(fact.claim).explain().expect("nothing stops it");
    assert!(explanation.complete, "five solutions have A = 2, 3 or 4");
}

#[test]
fn sentences_say_what_readers_do_not_see_themselves() {
    let many = explained("THIRTY+THIRTY+TEN+TEN+TEN+TEN=HUNDRED");
    assert!(many.contains("Y + Y + 4 × N"), "what stands there often is counted: {many}");
    let square = explained("TWO*TWO=THREE");
    assert!(!square.contains("100 ≤"), "lengths are seen: {square}");
    for text in ["sechzehn = zwei * acht", "ABC*DE=FGHIJ"] {
        let words = explained(text);
        for odd in ["0 cases", "0 values", "0 ways", "0 pairs"] {
            assert!(!words.contains(&format!(" {odd} ")), "{text}: {odd}");
        }
    }
}

#[test]
fn sums_of_fractions_are_told_with_the_terms_and_the_primes_that_decide() {
    let mut bounds = 0;
    let mut primes = 0;
    for text in ["@digits 1-9\nA/BC+D/EF+G/HI=1", "A/BC+D/EF=1", "A/BC+D/BE=1", "@base 12\nA/BC+D/EF=1"] {
        let puzzle: Puzzle = text.parse().expect("it is a puzzle");
        let base = puzzle.rules().base.get().into();
        // Without tables of denominators more is left to sizes and primes.
        let others = TECHNIQUES.iter().map(|technique| technique.name).filter(|name| *name != "table");
        let explainer = Explainer::new(&puzzle);
        let told = [explainer.clone(), explainer.tries(1).techniques(others.collect())].map(|explainer| {
            let explanation = explainer.explain().expect("nothing stops it");
            let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
            told.paragraphs.into_iter().map(|paragraph| paragraph.text).collect::<Vec<String>>().join(" ")
        });
        let told = told.join(" ");
        for bound in ["at most ", "at least "].iter().flat_map(|words| told.split(words).skip(1)) {
            let Some((left, sign)) =
                bound.split_once(['<', '>']).map(|(left, _)| (left, &bound[left.len()..]))
            else {
                continue;
            };
            let Some(terms) =
                left.split(" + ").map(|term| fraction(term.trim(), base)).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let whole: String = sign[1..].trim_start().chars().take_while(|c| c.is_alphanumeric()).collect();
            let equals = i128::from_str_radix(&whole, base).expect("it is a number");
            let below: i128 = terms.iter().map(|(_, below)| below).product();
            let above: i128 = terms.iter().map(|(above, own)| above * (below / own)).sum();
            let holds = if sign.starts_with('<') { above < equals * below } else { above > equals * below };
            assert!(holds, "{text}: {left}{}", &sign[..2]);
            bounds += 1;
        }
        primes += told.matches("but no other denominator").count();
    }
    assert!(bounds > 30 && primes > 2, "{bounds} {primes}");
}

/// The largest sum of three digits that are left over three numbers of different digits; nothing if these are no such numbers.
fn largest(below: [u64; 3]) -> Option<(f64, Vec<u64>)> {
    let used: BTreeSet<u64> = below.iter().flat_map(|number| [number / 10, number % 10]).collect();
    let left: Vec<u64> = (1..10).rev().filter(|digit| !used.contains(digit)).collect();
    let sum = || left.iter().zip(below).map(|(above, below)| *above as f64 / below as f64).sum();
    (used.len() == 6 && !used.contains(&0)).then(|| (sum(), left.clone()))
}

#[test]
fn sums_of_fractions_are_told_with_the_denominators_that_sizes_and_primes_leave() {
    let puzzle: Puzzle = "@digits 1-9\nA/BC+D/EF+G/HI=1".parse().expect("it is a puzzle");
    let explanation = Explainer::new(&puzzle).explain().expect("nothing stops it");
    let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
    let words = told.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect::<Vec<_>>().join(" ");
    let words_in_all = words.split_whitespace().count() + told.closing.split_whitespace().count();
    assert!(words_in_all <= 650, "{words_in_all} words: {words}");
    let mut lists = 0;
    // With 12 the digit above it was found before.
    for first in 13..20 {
        let (mut reaching, mut left) = (BTreeSet::new(), Vec::new());
        for (second, third) in (first + 1..99).flat_map(|a| (a + 1..99).map(move |b| (a, b))) {
            let below = [first, second, third];
            let Some((sum, digits)) = largest(below).filter(|(sum, _)| *sum > 1.0 - 1e-9) else { continue };
            assert!((sum - 1.0).abs() > 1e-6, "rounding decides");
            reaching.insert(second);
            let power = |number: u64, prime: u64| {
                (0..)
                    .map(|n| prime.pow(n))
                    .take_while(|power| number.is_multiple_of(*power))
                    .last()
                    .unwrap_or(1)
            };
            let cancels = |prime: u64| {
                let mut powers = below.map(|number| power(number, prime));
                powers.sort_unstable();
                powers[1] == powers[2] || digits.iter().any(|digit| digit % (powers[2] / powers[1]) == 0)
            };
            if (2..99).filter(|n| (2..*n).all(|divisor| n % divisor > 0)).all(cancels) {
                left.push(format!("({second}, {third})"));
            }
        }
        // More than three numbers in a row are written as a span.
        let spanned = reaching.iter().fold(String::new(), |text, number| {
            let follows = |n: u64| reaching.contains(&n);
            let inside = follows(number - 1) && follows(number + 1);
            let starts = (1..4).all(|n| follows(number + n));
            let ends = (1..4).all(|n| follows(number - n));
            match (starts && !follows(number - 1), ends && !follows(number + 1), inside) {
                (true, ..) => format!("{text}{number}–"),
                (_, false, true) if is_in_span(&reaching, *number) => text,
                _ => format!("{text}{number} "),
            }
        });
        let spans: Vec<&str> = spanned.split_whitespace().collect();
        let spans: Vec<String> = spans.into_iter().map(str::to_owned).collect();
        for (name, texts) in
            [("EF", &spans), ("(EF, HI)", &left)].into_iter().filter(|(_, texts)| !texts.is_empty())
        {
            let listed = format!(
                "only if {name} is {}",
                prose::listed(texts, Language::english()).replace(" and ", " or ")
            );
            assert!(words.contains(&listed), "{first}: {listed} in {words}");
            lists += 1;
        }
    }
    assert!(lists > 5, "only {lists} lists of numbers");
}

/// Whether a number stands within more than three that follow each other.
fn is_in_span(numbers: &BTreeSet<u64>, number: u64) -> bool {
    let from = (0..).take_while(|n| numbers.contains(&(number - n))).count();
    let to = (0..).take_while(|n| numbers.contains(&(number + n))).count();
    from + to - 1 > 3
}

/// `9/21`, in a base.
fn fraction(text: &str, base: u32) -> Option<(i128, i128)> {
    let (above, below) = text.split_once('/')?;
    let number = |text: &str| i128::from_str_radix(text, base).ok();
    Some((number(above)?, number(below)?))
}

#[test]
fn a_step_that_concludes_less_after_it_was_filled_in_again_is_told() {
    let puzzle: Puzzle = "LW*LJ=R×JL; is_fibonacci(J)".parse().expect("it can be read");
    assert!(Explainer::new(&puzzle).explain().expect("nothing stops it").complete);
}

#[test]
fn the_digits_of_a_whole_sum_are_told_with_the_sum_of_all_digits() {
    let bike = explained("BIKE+ROAD=SPEED");
    let told = "All digits are used, so they add up to 45. Each 1 that is carried was 10, so 9 is lost: the digits of \
        BIKE and ROAD add up to those of SPEED and 9 for each 1 carried. With what is known, this leaves 2 × P = 7.";
    assert!(bike.contains(told), "{bike}");
    let puzzle: Puzzle = "BIKE+ROAD=SPEED".parse().expect("it is a puzzle");
    let explanation = Explainer::new(&puzzle).explain().expect("nothing stops it");
    assert!(explanation.steps.iter().any(|step| step.technique == "nines"));
    assert_eq!(refusal(&puzzle, &explanation), None);
    // Not each digit occurs here, so that nothing is known of their sum.
    let some = explained("pi+psi+gamma=sigma");
    let told = "the digits of pi, psi and gamma add up to those of sigma and 9 for each 1 carried. With what is known, this leaves 2 × p + m = 18.";
    assert!(some.contains(told) && !some.contains("All digits are used"), "{some}");
}

#[test]
fn carries_of_several_equations_are_not_added_up() {
    let system = explained_without(
        &["together"],
        "on + un = ho && or + soi = eus && euh + hi = out && on + soi = euh && or + un = hi && eus + ho = out",
    );
    assert!(!system.contains("carry of the units + carry of the units"), "{system}");
}

#[test]
fn a_digit_is_a_carry_only_if_it_stands_there_alone() {
    let six = explained("six+six+six=nine+nine");
    assert!(!six.contains("n can only be what is carried"), "the carry is n + n: {six}");
}

#[test]
fn a_difference_is_written_as_a_sum_before_its_columns_are_looked_at() {
    let seven = explained("SEVEN-NINE=EIGHT");
    assert!(
        seven.starts_with("As a sum, SEVEN - NINE = EIGHT is NINE + EIGHT = SEVEN. Ten-thousands:"),
        "{seven}"
    );
    let moved = explained("GREEN-ONE=BLUE+A");
    assert!(moved.starts_with("As a sum, GREEN - ONE = BLUE + A is ONE + BLUE + A = GREEN."), "{moved}");
    let turned = explained("SEND=MONEY-MORE");
    assert!(turned.starts_with("As a sum, SEND = MONEY - MORE is SEND + MORE = MONEY."), "{turned}");
    assert!(!explained("SEND+MORE=MONEY").contains("As a sum"));
}

#[test]
fn a_division_with_remainder_is_told_by_the_sizes_of_its_numbers() {
    let none = explained("ABC/DE=F r G, A=9, B=8");
    assert!(none.ends_with("98C ÷ DE = F r G is impossible."), "{none}");
    let rest = explained("AB/C=D r EF");
    assert!(
        rest.ends_with("AB ÷ C = D r EF is impossible."),
        "what is left is less than the divisor: {rest}"
    );
}

#[test]
fn cases_that_say_nothing_but_what_they_go_through_are_told_as_one_search() {
    let none = explained("LETTER/TEN=TRY r NO");
    assert_eq!(none, "None of the 423360 possibilities for the digits left fits.");
}

#[test]
fn what_is_a_multiple_of_the_base_is_told_as_a_carry() {
    let told = |text: &str| {
        let puzzle: Puzzle = text.parse().expect(text);
        let explanation =
            Explainer::new(&puzzle).techniques(vec!["parity"]).explain().expect("nothing stops it");
        told_in_one(&explanation, &puzzle)
    };
    for (text, wanted) in [
        ("AL+AL=B6", "Units: L + L = 6 or 16, so L is 3 or 8."),
        ("AB+CD=EB", "Units: B + D ends in B. So D = 0."),
    ] {
        assert!(told(text).contains(wanted), "{text}: {}", told(text));
    }
}

#[test]
fn columns_without_names_are_counted() {
    let puzzle: Puzzle = "@base 12\nTHREE+NINE=TWELVE".parse().expect("it can be read");
    let explanation = Explainer::new(&puzzle).explain().expect("nothing stops it");
    let told = prose::tell(&explanation, &puzzle, Language::english(), Detail::Normal);
    let end = "No solution: columns 5 and 6 alone rule it out.";
    assert_eq!(told.closing, end);
}
