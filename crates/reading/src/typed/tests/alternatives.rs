//! Alternatives, and what is said of numbers in other languages.

use super::*;

const WORDS: &[&str] = &["note-words"];

#[test]
fn alternatives_are_conditions() {
    for (said, condition) in [
        ("O=1 or N=2", "O=1 || N=2"),
        ("O is 1 or N is 2", "O=1 || N=2"),
        ("either O = 1 or N = 2", "O=1 || N=2"),
        ("O is even or T>3", "is_even(O) || T>3"),
        ("O is one of 1, 2 and 3", "O=1 || O=2 || O=3"),
        ("O = 7 or greater", "O≥7"),
        ("O is 3 or less", "O≤3"),
        ("ON is 7 or TO", "ON=7 || ON=TO"),
        ("O is not 1 or 2", "O≠1 && O≠2"),
        ("O=1 oder O=2", "O=1 || O=2"),
        ("O ist weder 1 noch N", "O≠1 && O≠N"),
        ("O+N is 1 or TO", "O+N=1 || O+N=TO"),
    ] {
        same(&format!("ON+NO=TOT, {said}"), &format!("ON+NO=TOT, {condition}"), WORDS);
    }
    same("ON+NO=TOT where T is 7, NO or ON", "ON+NO=TOT, T=7 || T=NO || T=ON", WORDS);
    same("ON+NO=TOT, where O is 7 or NO", "ON+NO=TOT, O=7 || O=NO", WORDS);
    for text in [
        "THIS or THAT",
        "A+B=C, the sum of A and B is 7 or 8",
        "A+B=C. The answer is 1 or 2",
        "□+B=C, □ is 1 or B",
        "= 1 or 2",
        "one of 1, 2",
        "or",
        "A or",
        "neither A nor",
        "is or is",
        "not",
    ] {
        refused(text);
    }
}

#[test]
fn subjects_and_predicates_have_alternatives() {
    for (said, condition) in [
        ("O or N is even", "is_even(O) || is_even(N)"),
        ("either O or N is 1", "O=1 || N=1"),
        ("neither O nor N is even", "is_odd(O) && is_odd(N)"),
        ("neither O=9 nor N=2", "¬O=9 && ¬N=2"),
        ("O is even or prime", "is_even(O) || is_prime(O)"),
        ("O is less than 3 or greater than 5", "O<3 || O>5"),
        ("O is divisible by 2 or 3", "O%2=0 || O%3=0"),
        ("O is not equal to 1 or 2", "O≠1 && O≠2"),
        ("O is not any of 1, 2, 3", "O≠1 && O≠2 && O≠3"),
        ("O is neither 1, 2 nor 3", "O≠1 && O≠2 && O≠3"),
        ("O is one, two or three", "O=1 || O=2 || O=3"),
        ("O is 4 and up", "O≥4"),
        ("O=1 and N=2 or O=2 and N=1", "O=1 && N=2 || O=2 && N=1"),
        ("O=1 or N=1 and T=5", "O=1 || N=1 && T=5"),
        ("O<N and T=5 or T=4", "O<N && (T=5 || T=4)"),
        ("O is 5 or O is 4 and N is odd", "(O=5 || O=4) && is_odd(N)"),
        ("not O=1", "¬O=1"),
        ("neither O nor N nor T is even", "is_odd(O) && is_odd(N) && is_odd(T)"),
        ("O, N or T is 9", "O=9 || N=9 || T=9"),
        ("O is a prime greater than 2", "is_prime(O), O>2"),
        ("W is greater than or equal to 3", "W≥3"),
    ] {
        same(&format!("ON+NO=TOT, {said}"), &format!("ON+NO=TOT, {condition}"), WORDS);
    }
    same("ON+NO=TOT (O could be 1 or 3)", "ON+NO=TOT, O=1 || O=3", WORDS);
    same("ON+NO=TOT where O is not in {1, 2}", "ON+NO=TOT, O≠1 && O≠2", &[]);
    same("ON+NO=TOT && O is one of 1, 2, or 3", "ON+NO=TOT && (O=1 || O=2 || O=3)", WORDS);
    same("O or N is odd: ON+NO=TOT", "is_odd(O) || is_odd(N), ON+NO=TOT", WORDS);
    untouched("not + ten = note");
    same("ON+NO=TOT, O<5 and N>1", "ON+NO=TOT, O<5, N>1", &[]);
}

#[test]
fn what_says_something_of_a_puzzle_is_no_part_of_it() {
    for (typed, clean, notes) in [
        ("A+B=C\n- A<B", "A+B=C, A<B", &["note-dash"][..]),
        ("A+B=C\n- A is 3", "A+B=C, A=3", &["note-dash", "note-words"]),
        ("A+B=C\nPS: A<B", "A+B=C, A<B", &["note-sentences"]),
        ("A+B=C\nTip - A=3", "A+B=C, A=3", &["note-sentences"]),
        ("A+B=C \"A<B\"", "A+B=C, A<B", &[]),
        ("A+B=C: B≠5", "A+B=C, B≠5", &["note-colon"]),
        ("A+B=C A<B", "A+B=C, A<B", &["note-unparted"]),
        ("A+A=B A+B=C", "A+A=B, A+B=C", &["note-unparted"]),
        ("A+B=C, A=odd", "A+B=C, is_odd(A)", &["note-number-words"]),
        ("A+B=C, A=three", "A+B=C, A=3", &["note-number-words"]),
        ("A+B=C where A = three", "A+B=C, A=3", &["note-number-words", "note-words"]),
        ("A+B=C (A=three)", "A+B=C, A=3", &["note-number-words"]),
        ("A+B=C (PS: A < B)", "A+B=C, A<B", &["note-sentences"]),
        ("A+B=C, Hint: A<B", "A+B=C, A<B", &["note-sentences"]),
        (
            "A+B=C; Tip: A is neither 1, 2 nor B",
            "A+B=C, A≠1 && A≠2 && A≠B",
            &["note-sentences", "note-words"],
        ),
        ("A+B=C, \"A=3\"", "A+B=C, A=3", &[]),
        ("Puzzle: two + two = four", "two+two=four", &["note-sentences"]),
        ("due+sei=otto, e is five", "due+sei=otto, e=5", WORDS),
        ("two+two=four where F=1", "two+two=four, F=1", WORDS),
    ] {
        same(typed, clean, notes);
    }
    for (typed, clean) in [("ON+TO=SUM (hard)", "ON+TO=SUM"), ("Find ODD+A=BE", "ODD+A=BE")] {
        same(typed, clean, &["note-sentences"]);
    }
    let puzzles = |text: &str| {
        let lines = text.lines().map(|line| Ok(line.to_string()));
        crate::Blocks::new(lines, Rules::default()).count()
    };
    for line in ["- A<B", "PS: A<B", "Tip: A is even"] {
        assert_eq!(puzzles(&format!("A+B=C\n{line}")), 1, "{line}");
    }
    assert_eq!(puzzles("A+B=C\n- D<E"), 2);
}

#[test]
fn further_conditions_may_be_said_in_words() {
    for (said, condition) in [
        ("A is even", "is_even(A)"),
        ("A in {1,2}", "A=1 || A=2"),
        ("A is 1 or B is 2", "A=1 || B=2"),
        ("A is less than B", "A<B"),
    ] {
        let read = |condition: &str| {
            let rules = Rules::default().with_where(condition);
            Reader::new().rules(&rules).read("A+B=C").unwrap_or_else(|error| panic!("{condition}: {error}"))
        };
        let conditions = |puzzle: &Puzzle| -> Vec<String> {
            puzzle.all_conditions().map(|condition| puzzle.write(condition)).collect()
        };
        assert_eq!(conditions(&read(said)), conditions(&read(condition)), "{said}");
    }
    let rules = Rules::default().with_where("A is evne");
    assert!(Reader::new().rules(&rules).read("A+B=C").is_err());
    let rules = Rules::default().with_where("A is even");
    assert!(Reader::new().rules(&rules).literal().read("A+B=C").is_err());
}

#[test]
fn numbers_are_described_in_several_languages() {
    for (said, condition) in [
        ("A isn't greater than B", "A≤B"),
        ("A ist kleiner als B", "A<B"),
        ("A ist nicht größer als B", "A≤B"),
        ("A ist keine Primzahl", "¬is_prime(A)"),
        ("A es mayor que B", "A>B"),
        ("A no es 3", "A≠3"),
        ("A est supérieur à B", "A>B"),
        ("A n'est pas pair", "is_odd(A)"),
        ("A n’est pas 3", "A≠3"),
        ("A è minore di B", "A<B"),
        ("A não é primo", "¬is_prime(A)"),
        ("A is groter dan B", "A>B"),
        ("A nie jest większe od B", "A≤B"),
        ("A jest liczbą pierwszą", "is_prime(A)"),
        ("A ist durch 3 teilbar", "A%3=0"),
        ("A ist nicht durch 3 teilbar", "A%3≠0"),
    ] {
        same(&format!("A+B=C, {said}"), &format!("A+B=C, {condition}"), WORDS);
    }
    for (said, condition) in
        [("А больше Б", "А>Б"), ("А не делится на 3", "А%3≠0"), ("А делится на 3", "А%3=0")]
    {
        same(&format!("А+Б=Г, {said}"), &format!("А+Б=Г, {condition}"), WORDS);
    }
}
