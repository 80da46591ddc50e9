//! The forms in which run files are written, each with a count found by brute force or one that is published.

use super::{count, enigma, puzzle};

/// Run files with the numbers of their solutions.
const FORMS: &[(&str, u128)] = &[
    // Sums: several, with a base, with digits for symbols, small letters, no spaces.
    ("SubstitutedSum 'SEND + MORE = MONEY'", 1),
    ("SubstitutedSum 'send+more=money'", 1),
    ("SubstitutedSum --base=11 'FAREWELL + FREDALO = FLINTOFF'", 2),
    ("SubstitutedSum -i0,016 -i1,1 -i3,3 -i5,5 -i6,6 -i7,7 -i8,8 -i9,9 '1939 + 1079 = 6856'", 1),
    ("SubstitutedSum 'LBRLQQR + LBBBESL + LBRERQR + LBBBEVR = BBEKVMGL'", 1),
    ("SubstitutedSum --invalid=0, 'SEND + MORE = MONEY'", 25),
    ("SubstitutedSum -aM,1 -d0-9 'SEND + MORE = MONEY'", 1),
    ("SubstitutedExpression.split_sum 'SEND + MORE = MONEY' --extra='Y % 2 = 0'", 1),
    ("SubstitutedExpression.split_sum --split=2 'SEND + MORE = MONEY' -- 'Y == 2' 'D > Y'", 1),
    ("SubstitutedExpression.split_sum --invalid='0,SM' '{SEND} + {MORE} = {MONEY}'", 1),
    // The whole command, comments, and lines that go on.
    ("#! python3 -m enigma -rr\n# a comment\nSubstitutedSum\n'SEND + MORE = MONEY' # another", 1),
    ("% python enigma.py SubstitutedSum \"SEND + MORE = MONEY\"", 1),
    ("python3 -m enigma \\\n SubstitutedSum 'SEND + MORE = MONEY'", 1),
    // Expressions: equations, braces, numbers, chains.
    ("SubstitutedExpression 'TOM * 13 = DALEY'", 1),
    ("Alphametic 'TOM * 13 = DALEY'", 1),
    ("SubstitutedExpression '{TOM} * 13 = {DALEY}'", 1),
    ("SubstitutedExpression --symbols=abcd '{ab} * 2 = {cd}'", 23),
    ("SubstitutedExpression 'AB = 27'", 1),
    ("SubstitutedExpression 'AB == 27'", 1),
    ("SubstitutedExpression '27 == AB' 'C > 8'", 1),
    ("SubstitutedExpression --base=8 'AB = 27'", 1),
    ("SubstitutedExpression --base=8 'AB == 23'", 1),
    ("SubstitutedExpression 'A < B < C < D'", 210),
    ("SubstitutedExpression 'A + B == C + D == 9'", 80),
    ("SubstitutedExpression 'sq(A) + sq(B) = sq(C)' 'A < B'", 1),
    ("SubstitutedExpression 'pow(AB, 2) = CDE' 'is_prime(AB)'", 2),
    // Questions that are roots.
    ("SubstitutedExpression 'is_square(AB)'", 6),
    ("SubstitutedExpression 'is_square(A)'", 3),
    ("SubstitutedExpression 'is_square_p(A)'", 4),
    ("SubstitutedExpression 'is_square(AB) = C'", 4),
    ("SubstitutedExpression 'not is_square(AB)' 'AB < 20' 'A == 1'", 8),
    ("SubstitutedExpression 'is_cube(AB) != 3' 'A == 2'", 8),
    ("SubstitutedExpression 'is_triangular(AB)'", 8),
    ("SubstitutedExpression 'div(AB, C) = D'", 40),
    ("SubstitutedExpression 'div(A, B)'", 14),
    // Below 1 there are no prime factors: one divisor.
    ("SubstitutedExpression --digits=1-9 'tau(A-B) == 1'", 44),
    // Lists, ranges and what goes over them.
    ("SubstitutedExpression 'A in {1, 3, 5}'", 3),
    ("SubstitutedExpression 'A not in (1, 3, 5)'", 7),
    ("SubstitutedExpression 'A in irange(2, 5)' 'B in range(2, 5)'", 9),
    ("SubstitutedExpression 'AB in primes'", 20),
    ("SubstitutedExpression 'sum([A == 4, B == 5, C == 6]) = 2'", 21),
    ("SubstitutedExpression 'sum(is_prime(x) for x in (A, B, C)) = 3'", 24),
    ("SubstitutedExpression 'all(A != x for x in irange(1, 8))'", 2),
    ("SubstitutedExpression 'any(AB == x * x for x in range(4, 10))'", 6),
    ("SubstitutedExpression 'any(A + x == B for x in [1, 2] if x > 1)'", 8),
    ("SubstitutedExpression 'sum(1 for x in [A, B, C] if x % 2 == 0) == 3'", 60),
    ("SubstitutedExpression 'max(A, B) - min([A, B]) = 9'", 2),
    ("SubstitutedExpression 'len([x for x in [A, B] if x > 7]) = 2'", 2),
    // Sets have no repetitions; lists that are counted or summed; choices.
    ("SubstitutedExpression 'len({A % 2, B % 2, C % 2}) == 2'", 600),
    ("SubstitutedExpression 'sum({A % 3, B % 3, C % 3}) == 3'", 324),
    ("SubstitutedExpression 'len({A, B, C, 3}) = 3' 'A < B < C'", 36),
    ("SubstitutedExpression 'len(set(x % 3 for x in (A, B, C) if x > 4)) = 1'", 360),
    ("SubstitutedExpression 'A in set([1, 2, B])'", 18),
    ("SubstitutedExpression 'tuple([A, B]) == (1, 2)'", 1),
    ("SubstitutedExpression '(len(factor(AB + 7)) == 2) = C' 'A == 1'", 4),
    ("SubstitutedExpression 'len(divisors(AB)) = C'", 63),
    ("SubstitutedExpression 'sum(nsplit(A * B - C)) = D' 'A < B'", 164),
    ("SubstitutedExpression 'len(nsplit(A * BC)) = D' 'A < B'", 245),
    ("SubstitutedExpression '(A if B > 4 else C) = 3'", 72),
    ("SubstitutedExpression 'A == 1 if B > 4 else A == 2'", 9),
    // Roots, which numbers below 0 do not have there; functions of digits, which ignore the sign.
    ("SubstitutedExpression 'is_cube(AB - 30)'", 4),
    ("SubstitutedExpression 'is_cube_p(AB - 30)'", 5),
    ("SubstitutedExpression 'is_cube(AB - 90) = C'", 1),
    ("SubstitutedExpression 'is_power(AB - 30, 3) = C'", 2),
    ("SubstitutedExpression 'not is_power(AB - 30, 3)' 'B < 3'", 24),
    ("SubstitutedExpression 'dsum(A - B) = C' 'A > 4'", 38),
    ("SubstitutedExpression 'is_npalindrome(AB - CD)' 'A == 4'", 106),
    ("SubstitutedExpression 'digrt(A * B) = C' 'A < B'", 17),
    ("SubstitutedExpression 'tri(A - B) = C' 'A < 4'", 14),
    // The fraction of an expression is cut off.
    ("SubstitutedExpression 'AB / 7 = C'", 44),
    ("SubstitutedExpression 'AB / C == 7'", 7),
    ("SubstitutedExpression '(A - B) / 2 = C'", 47),
    ("SubstitutedExpression '2 ** (A - B) = C'", 55),
    ("SubstitutedExpression 'A / B'", 36),
    ("SubstitutedExpression 'int(AB / C) == D'", 176),
    // Which symbols there are, and which of them differ.
    ("SubstitutedExpression --distinct='' 'A + B = C'", 55),
    ("SubstitutedExpression --distinct=0 'A + B = C'", 55),
    ("SubstitutedExpression --distinct=AB,BC 'A + B = C'", 41),
    ("SubstitutedExpression --symbols=ABC 'A + B = 3'", 32),
    ("SubstitutedExpression --solution=AX 'A + B + C = 4'", 60),
    ("SubstitutedExpression --symbols=ABCX --solution=X 'A + B + C = 4'", 42),
    ("SubstitutedExpression --literal=12 '{1A} + {2B} = {AB}'", 0),
    ("SubstitutedExpression --literal=1 '{1A} + {B} = {CD}' 'A == 9'", 5),
    ("SubstitutedExpression --assign=A,0 'AB + C = DE' 'E == 1'", 0),
    ("SubstitutedExpression --digits=1-9,!6 'A == 6'", 0),
    ("SubstitutedExpression --invalid='0|2|4|6|8,AB' 'A + B = 12'", 4),
    ("SubstitutedExpression --macro='@S=A + B' '@S = 3'", 4),
    ("SubstitutedExpression --template='' --solution='AB' --header='x' --verbose=0 -r1 'A + B = 3'", 4),
    // Digits.
    ("SubstitutedExpression 'nreverse(AB) = BA' 'dsum(AB) = 3'", 2),
    ("SubstitutedExpression --distinct='' 'not is_duplicate(AB, C)'", 648),
    ("SubstitutedExpression --distinct='' 'is_npalindrome(ABC)'", 90),
    ("SubstitutedExpression --base=12 'dsum(AB) = 3' 'AB < 20'", 1),
    // Divisions.
    ("SubstitutedDivision --digits=1-6 '????? / ?? = ???' '??? - ??? = ?' '' '??? - ??? = 0'", 60),
    ("SubstitutedDivision --digits=1,2,4-8 '3?? / ? = ??' '?? - ?? = ?' '?? - ?? = 0'", 1),
    ("SubstitutedDivision '????? / ?x = ??x' '??? - ?? = ?' '' '??? - ??x = 0'", 1),
    (
        "SubstitutedDivision '7????? / ?? = ?????' '7? - ?? = ??' '??? - ?? = ?' '' '??? - ?? = ??' '??? - ??7 = 0'",
        1,
    ),
    ("SubstitutedDivision 'pkmkh / ?? = ???' 'pkm - pmd = xp' 'xpk - ?? = kh' 'khh - mbg = k'", 1),
    (
        "SubstitutedDivision --invalid=5,X '???0000 / ?? = ?????' '??? - ?? = ?' '?? - ?? = ??' '??? - ?X? = ??' '??? - ??? = ??' '??? - ??? = 0'",
        1,
    ),
    (
        "SubstitutedDivision --distinct='' 'C??? / A? = ???' 'C? - ?D = ?' '' '??? - B?? = 0' --extra='sum([A != 4, B != 5, C != 6, D != 7]) = 1'",
        1,
    ),
];

#[test]
fn each_form_has_its_count() {
    let wrong: Vec<String> = FORMS
        .iter()
        .filter_map(|(file, expected)| {
            let found = count(file);
            (found != *expected).then(|| format!("{file}: {found}, not {expected}: {}", puzzle(file)))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The digits of a remainder that is one blank are not all 0: 17/5 and its like, found by brute force.
#[test]
fn what_a_division_leaves_is_not_zero() {
    let mut expected = 0;
    for (dividend, divisor) in (10..100).flat_map(|a| (1..10).map(move |b| (a, b))) {
        let (quotient, rest) = (dividend / divisor, dividend % divisor);
        expected +=
            u128::from((1..10).contains(&quotient) && rest != 0 && (10..100).contains(&(quotient * divisor)));
    }
    assert_eq!(count("SubstitutedDivision '?? / ? = ?' '?? - ?? = ?'"), expected);
}

#[test]
fn several_values_are_shown_and_the_first_n_are_asked_for() {
    let translation =
        enigma("SubstitutedExpression --first=2 --answer='(A, B * C)' 'A + B = C'").expect("it is right");
    assert_eq!(translation.first, Some(2));
    assert_eq!(translation.text, "@show A\n@show B*C\nA+B=C");
}

#[test]
fn a_quotient_that_is_cut_off_there_has_a_note() {
    let notes = |file| enigma(file).expect("it is right").notes.len();
    assert_eq!(
        (notes("SubstitutedExpression 'AB / C = D'"), notes("SubstitutedExpression 'AB // C = D'")),
        (1, 0)
    );
    // A remainder of two digits may be above the divisor there.
    assert_eq!(notes("SubstitutedDivision '??? / ?? = ?' '??? - ??? = ??'"), 1);
    assert_eq!(notes("SubstitutedDivision '??? / ?? = ?' '??? - ??? = ?'"), 0);
}
