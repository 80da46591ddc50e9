//! Facts about known puzzles, and the laws that hold for all.

mod oracle;
mod texts;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;
use fukumen_language::digits::Base;
use fukumen_language::digits::Digit;
use fukumen_language::expr::Cell;
use fukumen_language::interrupt::{Interrupted, Never};
use fukumen_language::judge;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Context, FUNCTIONS};
use texts::puzzle;

/// Finds all solutions, by trying everything.
fn solutions(puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let mut found = Vec::new();
    extend(puzzle, &mut Vec::new(), &mut found);
    found
}

fn slices(solutions: &[Vec<Digit>]) -> Vec<&[Digit]> {
    solutions.iter().map(Vec::as_slice).collect()
}

fn extend(puzzle: &Puzzle, digits: &mut Vec<Digit>, found: &mut Vec<Vec<Digit>>) {
    let Some(hidden) = puzzle.hidden().get(digits.len()) else {
        let context = puzzle.context();
        let holds = |condition| judge::truth(condition, digits, &context) == judge::Truth::Yes;
        if puzzle.all_conditions().all(holds) {
            found.push(digits.clone());
        }
        return;
    };
    for digit in hidden.digits.iter() {
        digits.push(digit);
        let is_there = |cell: &Cell| cell.index() < digits.len();
        let clash = puzzle.groups().iter().any(|group| {
            group.cells.iter().filter(|cell| is_there(cell) && digits[cell.index()] == digit).count()
                > group.most
        }) || puzzle
            .differ()
            .iter()
            .any(|(a, b)| is_there(a) && is_there(b) && digits[a.index()] == digits[b.index()]);
        if !clash {
            extend(puzzle, digits, found);
        }
        digits.pop();
    }
}

/// Returns how many solutions there are, and how many classes of them.
fn counted(puzzle: &Puzzle, scope: Scope) -> (usize, u64) {
    let solutions = solutions(puzzle);
    let classes =
        classes(&slices(&solutions), &symmetries(puzzle, scope), &Never).expect("nothing interrupts it");
    (solutions.len(), classes.into_iter().max().unwrap_or(0))
}

fn order(text: &str, scope: Scope) -> Option<u128> {
    symmetries(&puzzle(text, &[]), scope).order()
}

fn orders(text: &str) -> (Option<u128>, Option<u128>) {
    (order(text, Scope::Terms), order(text, Scope::Digits))
}

#[test]
fn three_fractions_are_one_solution_in_six_orders() {
    let puzzle = puzzle("A/BC+D/EF+G/HI=1", &[("digits", "1-9")]);
    assert_eq!(symmetries(&puzzle, Scope::Terms).order(), Some(6));
    assert_eq!(counted(&puzzle, Scope::Terms), (6, 1));
}

#[test]
fn addends_change_places_and_so_do_digits_of_equal_place_value() {
    let puzzle = puzzle("AB+CD=EF", &[]);
    assert_eq!(counted(&puzzle, Scope::Terms), (476, 238));
    assert_eq!(counted(&puzzle, Scope::Digits), (476, 119));
}

#[test]
fn factors_and_sides_change_places() {
    let puzzle = puzzle("AB*CD=EF*GH", &[]);
    assert_eq!(symmetries(&puzzle, Scope::Terms).order(), Some(8));
    assert_eq!(counted(&puzzle, Scope::Terms), (280, 35));
}

#[test]
fn more_money_has_no_symmetry() {
    assert_eq!(orders("SEND+MORE=MONEY"), (Some(1), Some(1)));
}

#[test]
fn a_side_condition_breaks_a_symmetry() {
    let puzzle = puzzle("AB+CD=EF", &[("where", "A<C")]);
    assert_eq!(counted(&puzzle, Scope::Terms), (238, 238));
    assert_eq!(counted(&puzzle, Scope::Digits), (238, 119));
}

#[test]
fn rules_break_symmetries() {
    let order = |settings: &[(&str, &str)]| symmetries(&puzzle("A+B+C+D=14", settings), Scope::Terms).order();
    assert_eq!(order(&[]), Some(24));
    assert_eq!(order(&[("assign", "A=1,3,5")]), Some(6));
    assert_eq!(order(&[("distinct", "AB,CD")]), Some(8));
    assert_eq!(order(&[("distinct", "AB,BC")]), Some(2));
}

#[test]
fn blanks_change_places_like_symbols() {
    let puzzle = puzzle("□+□=□□", &[]);
    assert_eq!(symmetries(&puzzle, Scope::Terms).order(), Some(2));
    // 1+9 to 9+1, and so on up to 9+9: 45 sums, of which 5 are doubles.
    assert_eq!(counted(&puzzle, Scope::Terms), (45, 25));
}

#[test]
fn blanks_that_avoid_a_symbol_and_wrong_digits_have_their_rules() {
    let order = |text, settings: &[(&str, &str)]| symmetries(&puzzle(text, settings), Scope::Terms).order();
    assert_eq!(order("□+A+B=12", &[("distinct", "none")]), Some(6));
    assert_eq!(order("□+A+B=12", &[("distinct", "none"), ("blanks-avoid", "A")]), Some(2));
    assert_eq!(order("1+1=2", &[("wrong", "each")]), Some(2));
    assert_eq!(order("1+3=2", &[("wrong", "each")]), Some(1));
}

#[test]
fn a_group_of_all_permutations_is_generated_by_few() {
    let symmetries = symmetries(&puzzle("A+B+C+D+E+F+G+H+I=45", &[]), Scope::Terms);
    assert_eq!(symmetries.order(), Some(362_880));
    assert!(symmetries.generators().len() < 9);
}

#[test]
fn what_is_ordered_stays() {
    for text in ["A-B=4", "A/B=4", "A^B=8", "A<B", "A//B=2", "A%B=2", "A∣B", "AB=21", "A÷B=C r D"] {
        assert_eq!(order(text, Scope::Terms), Some(1), "{text}");
    }
}

#[test]
fn a_linear_equation_is_one_sum_up_to_its_sign() {
    // A - B - C + D = 0: A with D, B with C, and all signs at once.
    assert_eq!(orders("A-B=C-D"), (Some(2), Some(8)));
    assert_eq!(orders("A+B=C+D"), (Some(8), Some(8)));
    assert_eq!(orders("A-B<C-D"), (Some(1), Some(4)));
}

#[test]
fn arguments_change_places_where_the_function_does_not_mind() {
    assert_eq!(order("gcd(A,B,C)=2", Scope::Terms), Some(6));
    assert_eq!(order("coprime(AB,CD)", Scope::Terms), Some(2));
    assert_eq!(order("count(A=4, B=4, C=5)=2", Scope::Terms), Some(2));
    assert_eq!(order("mod(A,B)=3", Scope::Terms), Some(1));
    assert_eq!(order("concat(A,B)=34", Scope::Terms), Some(1));
}

#[test]
fn functions_of_several_arguments_are_unordered_or_mind() {
    let values: Vec<Exact> = [0, 1, 2, 3, 4, 6, 7, 12, 13].map(Exact::from).into();
    let context = Context::new(Base::TEN);
    for row in FUNCTIONS.iter().filter(|row| row.arity.contains(&2)) {
        let pairs = values.iter().flat_map(|a| values.iter().map(move |b| [a.clone(), b.clone()]));
        let does_not_mind = pairs
            .into_iter()
            .all(|[a, b]| row.value(&[a.clone(), b.clone()], &context) == row.value(&[b, a], &context));
        assert_eq!(does_not_mind, row.unordered, "{row:?}");
    }
}

#[test]
fn powers_change_places_as_terms_do() {
    assert_eq!(orders("A^2+B^2=C^2"), (Some(2), Some(2)));
    assert_eq!(orders("A^B+C^D=E"), (Some(2), Some(2)));
}

#[test]
fn relations_read_the_same_from_both_ends() {
    assert_eq!(order("A=B=C", Scope::Terms), Some(6));
    assert_eq!(order("A≠B", Scope::Terms), Some(2));
    assert_eq!(order("A≠B≠C", Scope::Terms), Some(2));
    assert_eq!(order("A<B, C>B", Scope::Terms), Some(1));
    assert_eq!(order("A<B, C<B", Scope::Terms), Some(2));
    assert_eq!(order("A<B, B>C", Scope::Terms), Some(2));
    assert_eq!(order("A<B || C<D", Scope::Terms), Some(2));
    assert_eq!(order("A<B && C<D", Scope::Terms), Some(2));
    assert_eq!(order("A<B<C, A<D<C", Scope::Terms), Some(2));
}

#[test]
fn systems_and_grids_are_seen_as_a_whole() {
    // A magic square: four turns, and each mirrored.
    let lines = ["A+B+C", "D+E+F", "G+H+I", "A+D+G", "B+E+H", "C+F+I", "A+E+I", "C+E+G"];
    let square = lines.map(|line| format!("{line}=15")).join(", ");
    assert_eq!(order(&square, Scope::Terms), Some(8));
    // Rows for columns.
    assert_eq!(order("AB*C=DE, FG+H=IJ, A+F=K, B+G=L", Scope::Terms), Some(1));
    assert_eq!(order("A*B=C, D*E=F, A*D=G, B*E=H", Scope::Terms), Some(8));
}

#[test]
fn numerals_differ_by_their_shown_digits_points_and_places() {
    assert_eq!(order("A1+B1=CD", Scope::Terms), Some(2));
    assert_eq!(order("A1+B2=CD", Scope::Terms), Some(1));
    assert_eq!(order("A1+B2=CD", Scope::Digits), Some(2));
    assert_eq!(order("AAB+CCD=EFG", Scope::Terms), Some(2));
    assert_eq!(order("AAB+CDC=EFG", Scope::Terms), Some(1));
    assert_eq!(order("A@7+B=4", Scope::Terms), Some(1));
    assert_eq!(order("AB@7+CD@8=EF", Scope::Terms), Some(1));
    assert_eq!(order("AB@7+CD@7=EF", Scope::Terms), Some(2));
    assert_eq!(order("A.B+C.D=E.F", Scope::Terms), Some(2));
    assert_eq!(order("A.B+C.D=E.F", Scope::Digits), Some(4));
    assert_eq!(order("A.B+CD=E.F", Scope::Terms), Some(1));
    assert_eq!(order("0.(A)+0.(B)=1", Scope::Terms), Some(2));
    assert_eq!(order("0.(A)+0.B=1", Scope::Digits), Some(1));
}

#[test]
fn coefficients_of_a_symbol_add_up() {
    assert_eq!(orders("10*A-A=9*B"), (Some(2), Some(2)));
    assert_eq!(orders("2*A+3*B=3*C+D+D"), (Some(2), Some(2)));
    let elevens = puzzle("AA*B=99", &[("digits", "1-9")]);
    assert_eq!(symmetries(&elevens, Scope::Terms).order(), Some(1));
    assert_eq!(symmetries(&elevens, Scope::Digits).order(), Some(2));
    assert_eq!(order("A*2*B=3*(C/D)", Scope::Terms), Some(2));
}

#[test]
fn a_divisors_divisor_is_no_plain_factor() {
    // If C is zero, the left side has no value; A may be zero.
    assert_eq!(order("A/(B/C)+D=E", Scope::Terms), Some(1));
    assert_eq!(order("A*C/B+D=E", Scope::Terms), Some(2));
    assert_eq!(order("A/(B/(C/D))=E", Scope::Terms), Some(2));
    assert_eq!(order("A/B/C=E", Scope::Terms), Some(2));
}

#[test]
fn terms_that_cancel_may_be_without_a_value() {
    assert_eq!(order("A/B-A/B+C=D", Scope::Digits), Some(2));
    assert_eq!(order("A-A+B-B+C=D", Scope::Digits), Some(4));
    assert_eq!(order("0*(A/B)=C", Scope::Terms), Some(1));
}

#[test]
fn solutions_outside_a_cut_list_are_no_error() {
    let puzzle = puzzle("A+B=9", &[]);
    let symmetries = symmetries(&puzzle, Scope::Terms);
    let cut: [&[Digit]; 4] = [&[1, 8], &[2, 7], &[8, 1], &[3, 6]];
    assert_eq!(classes(&cut, &symmetries, &Never), Ok(vec![1, 2, 1, 3]));
    assert_eq!(classes(&[], &symmetries, &Never), Ok(vec![]));
    assert_eq!(classes(&cut, &symmetries, &AtomicBool::new(true)), Err(Interrupted));
}

#[test]
fn monstrous_texts_are_given_up_in_time() {
    // A common denominator of a hundred thousand digits.
    for numerator in ["A", "1"] {
        let fractions: Vec<String> = (1..20_000).map(|n| format!("{numerator}/{}", 2 * n + 1)).collect();
        let fractions = puzzle(&format!("{}=B", fractions.join("+")), &[]);
        assert!(!symmetries(&fractions, Scope::Terms).is_complete());
    }
    // Thousands of blanks in any order: too many to finish, but the symmetries found are right.
    let blanks = puzzle(&format!("{}=9999", vec!["□"; 20_000].join("+")), &[]);
    let found = symmetries(&blanks, Scope::Terms);
    assert_eq!((found.is_complete(), found.order()), (false, None));
    let blanks = puzzle(&format!("{}=9999", vec!["□"; 1000].join("+")), &[]);
    let found = symmetries(&blanks, Scope::Terms);
    assert_eq!((found.is_complete(), found.generators().len(), found.order()), (true, 999, None));
}

/// Returns all permutations that the generators make.
fn closure(symmetries: &Symmetries, cells: usize) -> HashSet<Vec<u8>> {
    let identity: Vec<u8> = (0..cells as u8).collect();
    let mut group = HashSet::from([identity.clone()]);
    let mut waiting = vec![identity];
    while let Some(permutation) = waiting.pop() {
        for generator in symmetries.generators() {
            let next = generator.apply(&permutation);
            if group.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    group
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn symmetries_map_solutions_to_solutions((text, settings) in texts::small_puzzles()) {
        let puzzle = puzzle(&text, &settings);
        let solutions: HashSet<Vec<Digit>> = solutions(&puzzle).into_iter().collect();
        for scope in [Scope::Terms, Scope::Digits] {
            for generator in symmetries(&puzzle, scope).generators() {
                for solution in &solutions {
                    prop_assert!(solutions.contains(&generator.apply(solution)), "{:?}", generator);
                }
            }
        }
    }

    #[test]
    fn digits_may_change_places_where_terms_may((text, settings) in texts::small_puzzles()) {
        let puzzle = puzzle(&text, &settings);
        let [terms, digits] = [Scope::Terms, Scope::Digits]
            .map(|scope| closure(&symmetries(&puzzle, scope), puzzle.hidden().len()));
        prop_assert!(terms.is_subset(&digits));
    }
}

// The slow judge tries 720 permutations: fewer cases.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn all_symmetries_are_found((text, settings) in texts::small_puzzles()) {
        let puzzle = puzzle(&text, &settings);
        let cells = puzzle.hidden().len();
        for scope in [Scope::Terms, Scope::Digits] {
            let found = symmetries(&puzzle, scope);
            let group = closure(&found, cells);
            prop_assert!(found.is_complete());
            prop_assert_eq!(found.order(), Some(group.len() as u128));
            prop_assert_eq!(&group, &oracle::symmetries(&puzzle, scope), "{:?}", scope);
            // Of each arrangement of different values, one image has the smallest value of each orbit first.
            let orbits = found.orbits();
            let firsts = Firsts { orbits: orbits.clone() };
            let first: Vec<_> = group.iter().filter(|values| firsts.is_first(values)).collect();
            prop_assert_eq!(first, group.iter().min().into_iter().collect::<Vec<_>>(), "{:?}", orbits);
        }
    }

    #[test]
    fn classes_are_the_orbits_of_solutions((text, settings) in texts::small_puzzles()) {
        let puzzle = puzzle(&text, &settings);
        let solutions = solutions(&puzzle);
        let group = oracle::symmetries(&puzzle, Scope::Terms);
        let mut expected: Vec<u64> = Vec::new();
        for (i, solution) in solutions.iter().enumerate() {
            let image = |permutation: &Vec<u8>| -> Vec<Digit> {
                permutation.iter().map(|cell| solution[usize::from(*cell)]).collect()
            };
            let orbit: HashSet<Vec<Digit>> = group.iter().map(image).collect();
            let first = solutions[..i].iter().position(|other| orbit.contains(other));
            let next = expected.iter().max().unwrap_or(&0) + 1;
            expected.push(first.map_or(next, |first| expected[first]));
        }
        let symmetries = symmetries(&puzzle, Scope::Terms);
        let found = classes(&slices(&solutions), &symmetries, &Never).expect("nothing interrupts it");
        prop_assert_eq!(&found, &expected);
        if let Some(firsts) = symmetries.firsts(&puzzle) {
            let number = |i: usize| expected[..i].iter().max().is_none_or(|last| *last < expected[i]);
            for (i, solution) in solutions.iter().enumerate() {
                prop_assert_eq!(firsts.is_first(solution), number(i), "{:?}", solution);
            }
        }
    }
}
