//! Files of other solvers: published run files of enigma.py, what is refused, and random expressions of theirs against a small
//! interpreter of Python's rules.

mod forms;
mod interpreter;

use fukumen::import::{IMPORTS, Translation};
use fukumen::prelude::Solve;
use fukumen::text::ParseError;
use fukumen::{Puzzle, Solver, import};
use serde_json::Value;

/// A word as a run file has it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn translated(kind: &str, file: &str) -> Result<Vec<Translation>, ParseError> {
    import::named(kind).expect("it is a row").translate(file)
}

fn enigma(file: &str) -> Result<Translation, ParseError> {
    translated("enigma", file).map(|mut all| all.remove(0))
}

/// The puzzle of a run file, read from the text that it is translated into.
fn puzzle(file: &str) -> Puzzle {
    let translation = enigma(file).unwrap_or_else(|error| panic!("{file}\n{error}"));
    Puzzle::parse(&translation.text).unwrap_or_else(|error| panic!("{}\n{error}", translation.text))
}

fn count(file: &str) -> u128 {
    puzzle(file).count().expect("it is certain")
}

#[test]
fn the_published_run_files_have_their_solutions() {
    let mut seen = 0;
    for line in include_str!("enigma.jsonl").lines() {
        let entry: Value = serde_json::from_str(line).expect("it is JSON");
        let words = entry["arguments"].as_array().expect("there are some");
        let words = words.iter().map(|word| quoted(word.as_str().expect("it is a word")));
        let solver = entry["solver"].as_str().expect("it is a word").to_string();
        let file = [solver].into_iter().chain(words).collect::<Vec<_>>().join("\n");
        let read = puzzle(&file);
        let (answer, solutions) = Solver::new(&read).run().expect("it can be solved");
        let id = &entry["id"];
        assert_eq!(Some(answer.outcome.count as u64), entry["count"].as_u64(), "{id}");
        // Written and read again, it is the same puzzle.
        assert_eq!(read.to_string().parse::<Puzzle>().as_ref(), Ok(&read), "{id}");
        if let Some(shown) = entry["shown"].as_array() {
            let own = solutions[0].shown[0].as_ref().map(ToString::to_string);
            assert_eq!(own.as_deref(), shown[0].as_str(), "{id}");
        }
        for (solution, known) in solutions.iter().zip(entry["solutions"].as_array().expect("there are some"))
        {
            // The corpus tells of a misprint by further letters.
            let Value::Object(known) = known else { continue };
            for (symbol, digit) in known.iter().filter(|_| solution.puzzle().misprints().is_empty()) {
                assert_eq!(solution.get(symbol).map(u64::from), digit.as_u64(), "{id}: {symbol}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 15);
}

#[test]
fn a_misprint_is_found_where_it_was_published() {
    let read = puzzle("bungled_sum 'YTBBEDMKD + YHDBTYYDD = EDYTERTPTY' 2");
    let solution = &read.solve().expect("it can be solved")[0];
    let found = solution.puzzle().misprints();
    assert_eq!((found.len(), &*found[0].numeral, found[0].place), (1, "EDYTERTPTY", 9));
    assert_eq!((&*found[0].printed, &*found[0].right), ("T", "H"));
}

/// Each refusal, with the part of the file that it points at.
const REFUSED: &[(&str, &str)] = &[
    ("", ""),
    ("SubstitutedRoot 'A = B'", "SubstitutedRoot"),
    ("SubstitutedSum 'A + B = C", "'"),
    ("SubstitutedSum 'A'", "'A'"),
    ("SubstitutedSum --base=1 'A + B = C'", "1"),
    ("SubstitutedSum --colour=1 'A + B = C'", "--colour=1"),
    ("SubstitutedSum --assign=A 'A + B = C'", "--assign=A"),
    ("SubstitutedSum --assign=A,12 'A + B = C'", "--assign=A,12"),
    ("SubstitutedSum --digits=x 'A + B = C'", "--digits=x"),
    ("SubstitutedExpression --code='import os' 'A = B'", "--code='import os'"),
    ("SubstitutedExpression 'A.real == 1'", "."),
    ("SubstitutedExpression '(lambda x: x)(A)'", "lambda"),
    ("SubstitutedExpression 'str(A) == B'", "str"),
    ("SubstitutedExpression 'A == \"1\"'", "\""),
    ("SubstitutedExpression 'A if B'", ""),
    ("SubstitutedExpression 'A // B if B else C'", "A // B"),
    ("SubstitutedExpression '{A, B} == {1, 2}'", "{A, B}"),
    ("SubstitutedExpression 'max({A, B}) = 3'", "{A, B}"),
    ("SubstitutedExpression 'fib(A) = B'", "fib"),
    ("SubstitutedExpression 'dsum(A, 8) = B'", "dsum(A, 8)"),
    ("SubstitutedExpression --digits='1-9|0' 'A = B'", "--digits='1-9|0'"),
    ("SubstitutedExpression 'A & B == 1'", "&"),
    ("SubstitutedExpression 'A ^ B == 1'", "^"),
    ("SubstitutedExpression 'A[0] == 1'", "["),
    ("SubstitutedExpression 'x == A'", "x"),
    ("SubstitutedExpression '2A == B'", "2A"),
    ("SubstitutedExpression 'A B == 1'", "B"),
    ("SubstitutedExpression 'A + == 1'", "=="),
    ("SubstitutedExpression '(A + B == 1'", ""),
    ("SubstitutedExpression 'A = B = C'", "="),
    ("SubstitutedExpression 'gcd() = A'", "gcd()"),
    ("SubstitutedExpression 'is_prime(A, B)'", "is_prime(A, B)"),
    ("SubstitutedExpression 'sum(A * x for x in irange(1, 65)) = B'", "irange(1, 65)"),
    ("SubstitutedExpression 'sum(x for x in A) = B'", "A"),
    ("SubstitutedExpression 'A in range(B)'", "range(B)"),
    ("SubstitutedExpression 'A = B' --answer='join(A)'", "join"),
    ("SubstitutedExpression 'dsum(A, base=99) = B'", "99"),
    ("SubstitutedDivision '??? / ? = ??' '?? - ? = ?'", "'??? / ? = ??'"),
    ("SubstitutedDivision '??? / ? = ??' '?? - ?' '?? - ?? = 0'", "'?? - ?'"),
    ("SubstitutedDivision '??? / ? = ??' '??? - ?? = ?' '?? - ?? = 0'", "'??? - ?? = ?'"),
    ("bungled_sum 'A + B = C' 3", "3"),
    ("SubstitutedExpression '@X = A' --macro='X=@X + 1'", "'@X = A'"),
];

#[test]
fn every_refusal_has_its_place() {
    for (file, at) in REFUSED {
        let Err(error) = enigma(file) else { panic!("{file} is not refused") };
        assert_eq!(&file[error.span.clone()], *at, "{file}: {error}");
        assert!(!error.label().is_empty(), "{file}: {}", error.message());
    }
    let deep = format!("SubstitutedExpression '{}A{} = B'", "(".repeat(5000), ")".repeat(5000));
    assert!(enigma(&deep).is_err());
}

#[test]
fn places_are_those_of_the_file_through_quotes_and_macros() {
    let error =
        enigma("SubstitutedExpression\n  --macro='F=str(A)'\n  \"A = @F\"").expect_err("it is Python");
    assert_eq!((error.line, error.column), (3, 8));
    let error = enigma("# a teaser\nSubstitutedSum\n\"SEND + MORE = MONEY\" --first=no")
        .expect_err("it is no number");
    assert_eq!(error.line, 3);
}

#[test]
fn texts_of_cryptator_are_translated() {
    let all = translated("cryptator", "# two\nsend + more = money\na1 * '11' == b1a && b>a;\n")
        .expect("it is right");
    assert_eq!(all.len(), 2);
    assert_eq!((all[0].line, all[1].line), (2, 3));
    assert_eq!(all[0].text, "@lone-zero forbidden\nsend+more=money");
    let puzzle = Puzzle::parse(&all[1].text).expect("it is right");
    // 1 is a symbol there. Brute force: a, 1 and b differ, and none is 0.
    let mut expected = 0;
    for (a, one, b) in (0..1000).map(|n| (n / 100, n / 10 % 10, n % 10)) {
        let differ = a != one && one != b && a != b && a * one * b != 0;
        expected += u128::from(differ && (10 * a + one) * 11 == 100 * b + 10 * one + a && b > a);
    }
    assert_eq!(puzzle.count(), Ok(expected));
    let many = translated("cryptator", "abcdef+ghijkl=mnopqr").expect("it is right");
    assert!(many[0].text.contains("@distinct balanced"), "{}", many[0].text);
    for (line, at) in [("a = 'b'", "'b'"), ("a ~ b", "~"), ("a + 'b", "'"), ("𝐀 + b = c", "𝐀")] {
        let error = translated("cryptator", line).expect_err("it is wrong");
        assert_eq!(&line[error.span.clone()], at, "{line}");
    }
}

#[test]
fn each_character_of_a_text_of_cryptator_is_a_symbol() {
    let count = |text: &str| Puzzle::parse(text).expect("it is right").count();
    let expected = count("@lone-zero forbidden\nAB+C=DE");
    // A letter and a mark, a letter with an accent of its own, signs that are no letters.
    for line in ["क् + ख = गघ", "के + ख = गघ", "e\u{301} + f = gh", "★・ + 「 = 」あ"]
    {
        let text = translated("cryptator", line).expect("it is right").remove(0).text;
        assert_eq!(count(&text), expected, "{text}");
    }
}

/// Checks translations against the counts of the operators' meanings, by brute force: `%` and `^` bind tighter than `*` and
/// `/`, and all group from the left.
#[test]
fn operators_of_cryptator_group_as_they_do_there() {
    type Value = fn(u64, u64, u64) -> Option<u64>;
    let cases: [(&str, &str, Value); 4] = [
        ("A*B%C=D", "A*(B%C)=D", |a, b, c| Some(a * (b % c))),
        ("A/B%C=D", "A/(B%C)=D", |a, b, c| a.checked_div(b % c).filter(|_| a % (b % c) == 0)),
        ("A%B^C=D", "(A%B)^C=D", |a, b, c| Some((a % b).pow(c as u32))),
        ("A^B^C=D", "(A^B)^C=D", |a, b, c| Some(a.saturating_pow(b as u32).saturating_pow(c as u32))),
    ];
    for (line, body, value) in cases {
        let text = translated("cryptator", line).expect("it is right").remove(0).text;
        assert!(text.ends_with(&format!("\n{body}")), "{text}");
        let count = (0..1000).filter(|abc| {
            let (a, b, c) = (abc / 100, abc / 10 % 10, abc % 10);
            let d = if a != b && b != c && a != c && a * b * c > 0 { value(a, b, c) } else { None };
            d.is_some_and(|d| (1..10).contains(&d) && d != a && d != b && d != c)
        });
        let puzzle = Puzzle::parse(&text).expect("it is right");
        assert_eq!(puzzle.count(), Ok(count.count() as u128), "{line}");
    }
    let bodies = [
        ("A^B+C", "A^B+C=D"),
        ("-A%B", "-(A%B)=D"),
        ("(A%B)*C", "(A%B)*C=D"),
        ("A*(B^C%E)", "A*((B^C)%E)=D"),
    ];
    for (line, body) in bodies {
        let text = translated("cryptator", &format!("{line}=D")).expect("it is right").remove(0).text;
        assert!(text.ends_with(&format!("\n{body}")), "{text}");
    }
}

#[test]
fn a_line_that_cannot_be_read_does_not_stop_a_file() {
    let all = import::named("cryptator").expect("it is a row").translate_each("A=B\nA~B\nC+D=E");
    let lines: Vec<Result<usize, usize>> =
        all.into_iter().map(|one| one.map(|one| one.line).map_err(|error| error.line)).collect();
    assert_eq!(lines, [Ok(1), Err(2), Ok(3)]);
}

#[test]
fn every_kind_of_file_has_a_name_of_its_own() {
    for row in IMPORTS {
        assert_eq!(IMPORTS.iter().filter(|other| other.name == row.name).count(), 1);
        assert_eq!(import::named(row.name).map(|found| found.name), Some(row.name));
    }
}
