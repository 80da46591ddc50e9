//! Features for puzzles of other solvers, against brute force: letters that are printed wrongly, solutions that a value tells, symbols
//! that are only shown, empty steps of divisions, functions in a base of their own. And what programs in other languages need.

use std::collections::BTreeSet;

use fukumen::engine::ENGINES;
use fukumen::prelude::Solve;
use fukumen::solve::{Essentially, Goal};
use fukumen::vocabulary::Vocabulary;
use fukumen::{Ask, Puzzle, Solver, text};

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All ways to give the letters of a sum of two words different digits, no word beginning with 0, such that it is true.
fn solutions(words: &[Vec<char>; 3]) -> Vec<Vec<(char, u64)>> {
    let mut letters: Vec<char> = words.concat();
    letters.sort_unstable();
    letters.dedup();
    let mut found = Vec::new();
    let mut digits = vec![0; letters.len()];
    assign(words, &letters, &mut digits, 0, &mut found);
    found
}

fn assign(
    words: &[Vec<char>; 3],
    letters: &[char],
    digits: &mut Vec<u64>,
    next: usize,
    found: &mut Vec<Vec<(char, u64)>>,
) {
    if next < letters.len() {
        for digit in (0..10).filter(|digit| !digits[..next].contains(digit)).collect::<Vec<_>>() {
            digits[next] = digit;
            assign(words, letters, digits, next + 1, found);
        }
        return;
    }
    let digit =
        |letter: &char| digits[letters.iter().position(|own| own == letter).expect("it is one of them")];
    let value = |word: &Vec<char>| word.iter().fold(0, |n, letter| 10 * n + digit(letter));
    let is_led_by_zero = words.iter().any(|word| word.len() > 1 && digit(&word[0]) == 0);
    if !is_led_by_zero && value(&words[0]) + value(&words[1]) == value(&words[2]) {
        found.push(letters.iter().copied().zip(digits.iter().copied()).collect());
    }
}

/// A misprint as the brute force tells it: the word, the place, the right letter, and the digits.
type Found = (usize, usize, char, Vec<(char, u64)>);

/// Every replacement of one letter by another of the sum, or by the first letter that it does not have.
fn by_force(words: &[&str; 3]) -> BTreeSet<Found> {
    let words = words.map(|word| word.chars().collect::<Vec<char>>());
    let letters: BTreeSet<char> = words.concat().into_iter().collect();
    let new = ('A'..='Z').find(|letter| !letters.contains(letter)).expect("there are enough");
    let mut all = BTreeSet::new();
    for (word, place) in (0..3).flat_map(|word| (0..words[word].len()).map(move |place| (word, place))) {
        for right in letters.iter().copied().chain([new]) {
            let printed = words[word][place];
            let mut changed = words.clone();
            changed[word][place] = right;
            let is_renamed = right == new && !changed.concat().contains(&printed);
            if right != printed && !is_renamed {
                all.extend(solutions(&changed).into_iter().map(|digits| (word, place + 1, right, digits)));
            }
        }
    }
    all
}

#[test]
fn misprints_are_those_that_brute_force_finds() {
    for words in [["AB", "BC", "CA"], ["ABC", "CA", "BAB"], ["A", "AB", "CD"], ["AA", "AA", "BB"]] {
        let text = format!("{}+{}={}", words[0], words[1], words[2]);
        let read = puzzle(&format!("@misprint 1\n{text}"));
        let own: Vec<Found> = read
            .solve()
            .expect("it is certain")
            .iter()
            .map(|solution| {
                let [one] = solution.puzzle().misprints() else { panic!("there is one misprint") };
                let word = words.iter().position(|word| *word == one.numeral).expect("it is a word");
                let mut digits: Vec<(char, u64)> = solution
                    .iter()
                    .map(|(name, digit)| (name.chars().next().expect("it has one"), u64::from(digit)))
                    .collect();
                digits.sort_unstable();
                (word, one.place, one.right.chars().next().expect("it has one"), digits)
            })
            .collect();
        let expected = by_force(&words);
        // The same word twice: its places are told apart by the replaced sums, not by its name.
        let is_twice = words[0] == words[1];
        let expected_count = expected.len();
        assert_eq!(own.len(), expected_count, "{text}");
        if !is_twice {
            assert_eq!(own.iter().cloned().collect::<BTreeSet<_>>(), expected, "{text}");
        }
        let (answer, _) = Solver::new(&read).ask(Ask::Count).run().expect("it is certain");
        assert_eq!(
            (answer.outcome.count, answer.outcome.exhausted),
            (expected_count as u128, true),
            "{text}"
        );
        let (answer, found) = Solver::new(&read).ask(Ask::First(2)).run().expect("it is certain");
        assert_eq!(
            (answer.outcome.count, found.len()),
            (expected_count.min(2) as u128, expected_count.min(2))
        );
    }
}

#[test]
fn a_misprint_may_be_looked_for_in_one_numeral_and_by_its_value() {
    let words = ["ABC", "CA", "BAB"];
    let expected = by_force(&words).into_iter().filter(|(word, ..)| *word == 2).count();
    let read = puzzle("@misprint 1:BAB\nABC+CA=BAB");
    assert_eq!(read.count(), Ok(expected as u128));
    let goal = text::expression("A", &read, &Vocabulary::default()).expect("it is right");
    let (answer, best) = Solver::new(&read).goal(Some(Goal::Maximize(goal))).run().expect("it is certain");
    let largest = by_force(&words)
        .into_iter()
        .filter(|(word, ..)| *word == 2)
        .filter_map(|(.., digits)| digits.iter().find(|(letter, _)| *letter == 'A').map(|(_, digit)| *digit));
    let largest = largest.max().expect("there is one");
    assert_eq!(answer.outcome.best.map(|best| best.to_string()), Some(largest.to_string()));
    assert!(best.iter().all(|solution| solution.get("A").map(u64::from) == Some(largest)));
    assert_eq!(read.to_string().parse::<Puzzle>(), Ok(read));
}

/// A better one of the replaced letters makes all that was found before it worth nothing.
#[test]
fn the_classes_of_the_best_misprints_are_counted_from_one() {
    let read = puzzle("@misprint 1\nA+B=C, C<4");
    let goal = text::expression("A*B", &read, &Vocabulary::default()).expect("it is right");
    let solver = Solver::new(&read).goal(Some(Goal::Maximize(goal)));
    let (answer, best) = solver.essentially(Some(Essentially::Terms)).run().expect("it is certain");
    let classes: BTreeSet<u64> = best.iter().filter_map(|solution| solution.class).collect();
    let count = answer.outcome.essentially.expect("they are counted");
    assert_eq!(classes, (1..=count).collect());
}

#[test]
fn misprints_of_drawings_and_of_absent_numerals_are_errors() {
    assert!("@misprint\n  AB\n+ CD\n----\n EFG".parse::<Puzzle>().is_err());
    assert!("@misprint 1:XY\nA+B=C".parse::<Puzzle>().is_err());
    assert!("@misprint 1:\nA+B=C".parse::<Puzzle>().is_err());
    // There are no two letters to be wrong, or none.
    assert_eq!(puzzle("@misprint 2\nA=1").count(), Ok(0));
    assert_eq!(puzzle("@misprint 0\nA=1").count(), Ok(1));
}

#[test]
fn two_misprints_are_two_places() {
    let read = puzzle("@misprint 2\n@digits 1-4\nA+B=C, A=1");
    let mut expected = 0;
    // Four places, each with one of A, B, C or the new letter D.
    for (first, second) in (0..4).flat_map(|i| (i + 1..4).map(move |j| (i, j))) {
        for (left, right) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
            let mut letters = [0, 1, 2, 0];
            if letters[first] == left || letters[second] == right {
                continue;
            }
            let printed = [letters[first], letters[second]];
            (letters[first], letters[second]) = (left, right);
            let is_gone = |letter: usize| !letters.contains(&letter);
            if left == 3 && is_gone(printed[0]) || right == 3 && is_gone(printed[1]) {
                continue;
            }
            let mut found = BTreeSet::new();
            for n in 0..256 {
                let digits = [n % 4 + 1, n / 4 % 4 + 1, n / 16 % 4 + 1, n / 64 + 1];
                let used: BTreeSet<usize> = letters.into_iter().collect();
                let values: BTreeSet<usize> = used.iter().map(|letter| digits[*letter]).collect();
                let [a, b, c, d] = letters.map(|letter| digits[letter]);
                if values.len() == used.len() && a + b == c && d == 1 {
                    found.insert(used.iter().map(|letter| (*letter, digits[*letter])).collect::<Vec<_>>());
                }
            }
            expected += found.len() as u128;
        }
    }
    assert_eq!(read.count(), Ok(expected));
    assert!(expected > 0);
}

#[test]
fn lone_solutions_are_those_whose_value_no_other_has() {
    let read = puzzle("A*B=CD");
    let all = read.solve().expect("it is certain");
    let expression = |text| text::expression(text, &read, &Vocabulary::default()).expect("it is right");
    let value = |solution: &fukumen::Solution| i32::from(solution["A"]) + i32::from(solution["C"]);
    let other = |solution: &fukumen::Solution| i32::from(solution["D"]);
    let is_alone = |of: &dyn Fn(&fukumen::Solution) -> i32, solution: &fukumen::Solution| {
        all.iter().filter(|other| of(other) == of(solution)).count() == 1
    };
    let expected: Vec<String> =
        all.iter().filter(|solution| is_alone(&value, solution)).map(ToString::to_string).collect();
    let (answer, lone) = Solver::new(&read).lone(vec![expression("A+C")]).run().expect("it is certain");
    assert_eq!(lone.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    assert!(
        !expected.is_empty() && answer.outcome.count == expected.len() as u128 && answer.outcome.exhausted
    );
    let both = all.iter().filter(|solution| is_alone(&value, solution) && is_alone(&other, solution)).count();
    let solver = Solver::new(&read).lone(vec![expression("A+C"), expression("D")]).ask(Ask::Count);
    let (answer, none) = solver.run().expect("it is certain");
    assert_eq!((answer.outcome.count, none.len()), (both as u128, 0));
    // Solutions that are not known yet may have the same value.
    let limits = fukumen::solve::Limits::default().max_solutions(3);
    let (answer, _) = Solver::new(&read).lone(vec![expression("A+C")]).limits(limits).run().expect("it runs");
    assert!(!answer.outcome.exhausted && answer.outcome.unique.is_none());
}

#[test]
fn symbols_that_are_only_shown_take_part_in_every_engine() {
    // C is in no condition: it differs from A and B, and begins a number.
    let read = puzzle("@show CA\n@show A*B\nA+B=9");
    let mut expected = 0;
    for (a, b, c) in (0..1000).map(|n| (n / 100, n / 10 % 10, n % 10)) {
        expected += u128::from(a + b == 9 && a != c && b != c && c != 0);
    }
    for engine in ENGINES {
        match Solver::new(&read).engine(engine.name()).run() {
            Ok((answer, solutions)) => {
                assert_eq!(answer.outcome.count, expected, "{}", engine.name());
                let (c, a) = (solutions[0]["C"], solutions[0]["A"]);
                assert_eq!(solutions[0].shown[0].as_ref().map(ToString::to_string), Some(format!("{c}{a}")));
                assert_eq!(solutions[0].shown.len(), 2);
            }
            Err(fukumen::solve::SolveError::Unfit { .. }) => {}
            Err(error) => panic!("{}: {error}", engine.name()),
        }
    }
    let (answer, _) = Solver::new(&read).ask(Ask::Count).run().expect("it is certain");
    assert_eq!(answer.outcome.groups.iter().map(|(_, count)| u128::from(*count)).sum::<u128>(), expected);
    assert!("@show A*?\nA+B=9".parse::<Puzzle>().is_err());
}

#[test]
fn an_empty_step_of_a_division_is_that_of_a_zero() {
    // 10176/96=106 and its like: the second digit of the quotient is 0.
    let form = puzzle("?6)?????=???; -??=???; ; -???=0");
    let mut expected = 0;
    for (divisor, quotient) in
        (1..10).flat_map(|ten| (100..1000).map(move |quotient| (10 * ten + 6, quotient)))
    {
        let (first, middle, last) = (quotient / 100, quotient / 10 % 10, quotient % 10);
        let dividend = divisor * quotient;
        let (product, second) = (divisor * first, divisor * last);
        // The remainder is shown with the two digits that are brought down.
        let rest = dividend - 100 * product;
        let fits = (10_000..100_000).contains(&dividend) && middle == 0 && (10..100).contains(&product);
        expected += u128::from(fits && (100..1000).contains(&rest) && (100..1000).contains(&second));
    }
    assert_eq!(form.count(), Ok(expected));
    assert_eq!(form.to_string().parse::<Puzzle>(), Ok(form));
    // Where every digit has a step, a second semicolon says nothing.
    let (plain, doubled) = ("?)??=??; -?=??; -??=0", "?)??=??; -?=??;; -??=0");
    assert_eq!(puzzle(plain).count(), puzzle(doubled).count());
    assert!("?)????=????; -?=??; ; -??=0".parse::<Puzzle>().is_err());
}

#[test]
fn functions_have_values_in_a_base_of_their_own() {
    let read = puzzle("@base 26\nconcat@10(T,W)=NO, T=[12]");
    // 12 and W side by side in base ten are N·26+O.
    let mut expected = 0;
    for w in 0..26 {
        let number: u32 = format!("12{w}").parse().expect("it is a number");
        let (n, o) = (number / 26, number % 26);
        let differ = BTreeSet::from([12, w, n, o]).len() == 4;
        expected += u128::from(differ && n > 0 && n < 26);
    }
    assert_eq!(read.count(), Ok(expected));
    assert_eq!(read.to_string().parse::<Puzzle>(), Ok(read));
    let sums = puzzle("@base 16\ndigit_sum@10(AB)=3");
    let digit_sum = |n: u32| n.to_string().bytes().map(|b| u32::from(b - b'0')).sum::<u32>();
    let expected = (16..256).filter(|n| n / 16 != n % 16 && digit_sum(*n) == 3).count();
    assert_eq!(sums.count(), Ok(expected as u128));
    assert!("gcd@10(A,B)=C".parse::<Puzzle>().is_err());
    assert!("concat@99(A,B)=C".parse::<Puzzle>().is_err());
}

#[test]
fn prime_factors_are_counted() {
    fn factors(n: u32) -> u32 {
        (2..=n).find(|divisor| n.is_multiple_of(*divisor)).map_or(0, |divisor| 1 + factors(n / divisor))
    }
    let numbers: Vec<u32> = (10..100).filter(|n| n / 10 != n % 10).collect();
    let three = numbers.iter().filter(|n| factors(**n) == 3).count();
    let two = numbers.iter().filter(|n| factors(**n) == 2).count();
    assert_eq!(puzzle("num_prime_factors(AB)=3").count(), Ok(three as u128));
    assert_eq!(puzzle("is_semiprime(AB)").count(), Ok(two as u128));
}

/// Programs in other languages hold these on several threads.
#[test]
fn what_searches_share_may_cross_threads() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<fukumen::Puzzle>();
    crosses::<fukumen::Rules>();
    crosses::<fukumen::Solution>();
    crosses::<fukumen::Answer>();
    crosses::<fukumen::Solver>();
}
