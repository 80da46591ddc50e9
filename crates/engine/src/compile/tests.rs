//! Compiled puzzles, one fact per line.

use super::factors::{Factored, Value};
use super::program::{Outcome, Program};
use super::*;
use fukumen_language::judge::Truth;
use fukumen_language::vocabulary::Algebra;

fn read(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn compiled(text: &str) -> Arc<Problem> {
    Problem::of(&read(text))
}

/// Returns the linear form of a puzzle's only condition: coefficients with the names of their symbols, and the constant.
fn form(text: &str) -> Option<(Vec<(String, i64)>, i64)> {
    let puzzle = read(text);
    let [condition] = &Problem::of(&puzzle).conditions[..] else { panic!("{text} is one condition") };
    let form = &condition.linear.as_ref()?.form;
    let name = |cell: Cell| puzzle.hidden()[cell.index()].name.clone();
    Some((form.terms.iter().map(|(cell, c)| (name(*cell), *c)).collect(), form.constant))
}

fn named(terms: &[(&str, i64)]) -> Vec<(String, i64)> {
    terms.iter().map(|(name, coefficient)| ((*name).to_owned(), *coefficient)).collect()
}

#[test]
fn conditions_are_split_as_far_as_they_go() {
    for (text, count) in [
        ("A<B<C", 2),
        ("A+B=5 && B<C", 2),
        ("A<B<C && C<D<E", 4),
        ("A+B=5 || B<C", 1),
        ("not(A<B<C)", 1),
        ("AB÷C=D r (E+F)", 3),
        ("(A<B<C)=2", 1),
        ("A=B+1; C=D+1", 2),
    ] {
        assert_eq!(compiled(text).conditions.len(), count, "{text}");
    }
}

/// Returns all assignments that the domains of a problem allow.
fn assignments(problem: &Problem) -> Vec<Vec<Digit>> {
    all_of(&problem.domains)
}

fn all_of(domains: &[DigitSet]) -> Vec<Vec<Digit>> {
    domains.iter().fold(vec![Vec::new()], |known, domain| {
        let longer = |digits: &Vec<Digit>| {
            let digits = digits.clone();
            domain.iter().map(move |digit| [&digits[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        known.iter().flat_map(longer).collect()
    })
}

#[test]
fn the_parts_of_a_condition_hold_together_exactly_when_it_does() {
    for text in [
        "AB÷C=D r E",
        "A<B<=C!=D",
        "A+B=C && C>D",
        "A>B>=C && A=B+C",
        "AB÷C=D r (E-2)",
        "concat(A,B)*C=num(D,A)",
        "concat(A,BC)=D, concat(AB,C)=DA, concat(A,B+C)=D",
        "sum(A,B)=product(C,D), mod(A,B)=C",
        "product(A=B,C)=C",
        "count(A<B,C<D)=2",
        "¬(A=B+C), ¬(A<B || C≥D), ¬¬(A≠D)",
        "¬(A/B=C), not(A/B≠C)",
        "abs(A-B)=0, 0=abs(A/C-B/D)",
        "abs(AB-CD)<=3, 1>abs(A/C-B/D)",
        "abs(A-C)<-1",
        "√A=B, ∛(A-C)=D, sqrt(AB)=C, C=√(A/B)",
        "√A=B-C",
        "max(A,B,C/D)=min(B,C/D,A), max(A,B)=min(A,C)",
        "(A=B)+(C<D)=2, 1=(A<B)*(C<D), (A=B)-(C<D)=0, (A=B)=1, A+(B=C)=2",
        "A/B<=C/D, A/B>=C/D, A<=B, B<=C, C>=B",
        "A/(A-1)=2, A!=1, A^A>3, √A>0, A*0=B",
        "A=2, B<0, A%2=0",
        "sign(A-B/C)=0, 0=sgn(A-D)",
        "A=B || 1=2, A<C || 1/0=1, 1=1 || B/0=C, A=D || 1=2 || C<B",
        "2^(A-B)=1, 3^(A/B)=1, (1/2)^A=1, 1=(3/2)^(A*B-C)",
        "divides(A,BC), A ∣ B-C, divides(A/2,B/C)",
        "divides(A+1,BC), A+B+2 ∣ AB*C-D, A/2+1 ∣ B/C",
        "floor(AB/C)=D, A=BC//D, floor(A/(B-C))=D, (A-B)//C=A/D, floor(A/B*C/D)=A",
        "floor((A-BC)/(D+1))=A-B",
        "AB//C=D, AB%C=A",
        "AB%C=0, floor(AB/C)=D",
        "floor(sqrt(AB))=C, D=floor(√(A/B)), B=floor(√A.C)",
        "A-B=CD%(B+1), CD//(B+1)=A",
        "digit_sum(ABC)=A+D, digit_sum(AB@3)=C, digit_sum(A+B)=C",
        "(A+1)*(B+1)=C*(B+1)+D*(A+1)",
        "A*(B+1)*(C+2)=D*(B+1)+C*(C+2), A*B*C=A*B+B*C",
        "is_prime(ABC), is_prime(AD)",
        "ABC%3=1, (A-B)%2=1, ABC%10=2, (A-B)%3=2, ABC%12=1",
    ] {
        let puzzle = read(&format!("@base 4\n@leading-zeros allowed\n@distinct none\n{text}"));
        let problem = Problem::of(&puzzle);
        let truth = |expr: &Expr, digits: &[Digit]| judge::truth(expr, digits, &problem.context);
        let domains: Vec<DigitSet> = puzzle.hidden().iter().map(|hidden| hidden.digits).collect();
        for digits in all_of(&domains) {
            let whole = puzzle.all_conditions().map(|expr| truth(expr, &digits)).fold(Truth::Yes, Truth::and);
            let is_allowed =
                digits.iter().zip(&problem.domains).all(|(digit, domain)| domain.contains(*digit));
            let parts = problem.conditions.iter().map(|part| truth(&part.expr, &digits));
            assert_eq!(parts.fold(is_allowed.into(), Truth::and), whole, "{text} with {digits:?}");
        }
    }
}

#[test]
fn each_solution_is_in_one_half() {
    for text in [
        "A=B || C<D",
        "A+B=C, AB%C=D || A/B=C || D=2",
        "(A=B && C=D) || A<B || A//B=D",
        "¬(A=B) || AB=CD, A<B || C=1",
    ] {
        let puzzle = read(&format!("@base 4\n@leading-zeros allowed\n@distinct none\n{text}"));
        let problem = Problem::of(&puzzle);
        let holds = |problem: &Problem, digits: &[Digit]| {
            let truth = |part: &Condition| judge::truth(&part.expr, digits, &problem.context);
            problem.conditions.iter().all(|part| truth(part) == Truth::Yes)
        };
        let halves = problem.halves();
        assert!(halves.len() > 1, "{text}");
        for digits in assignments(&problem) {
            let count = halves.iter().filter(|half| holds(half, &digits)).count();
            assert_eq!(count, usize::from(holds(&problem, &digits)), "{text} with {digits:?}");
        }
    }
    assert!(compiled("A!!=B || C=D").halves().is_empty() && compiled("A=B, C<D").halves().is_empty());
}

#[test]
fn what_says_the_same_in_other_words_becomes_the_same() {
    let conditions = |text: &str| {
        let puzzle = read(text);
        let problem = Problem::of(&puzzle);
        let name = |cell: Cell| puzzle.hidden()[cell.index()].name.clone();
        let all = problem.conditions.iter().map(|condition| condition.expr.written(&name).to_string());
        let mut domains: Vec<(String, DigitSet)> =
            puzzle.hidden().iter().map(|hidden| hidden.name.clone()).zip(problem.domains.clone()).collect();
        domains.sort();
        (all.collect::<Vec<_>>(), domains)
    };
    for (text, normal) in [
        ("concat(A,B,C)*D=num(E,F)", "ABC*D=EF"),
        ("sum(AB,CD)=product(E,FG)", "AB+CD=E*FG"),
        ("¬(AB*C≠DE)", "AB*C=DE"),
        ("not(AB*C≠DE)", "AB*C=DE"),
        ("¬(A*B<C || A*B>C)", "A*B=C"),
        ("AB*C<=DE, AB*C>=DE", "AB*C=DE"),
        ("DE<=AB*C, AB*C<=DE, DE>=AB*C", "DE=AB*C"),
        ("AB*C<=DE, DE<=AB*C", "AB*C=DE"),
        ("abs(AB-CD)<2, 3>=abs(AB-DC)", "AB-CD<2, AB-CD>-2, AB-DC≤3, AB-DC≥-3"),
        ("√ABC=DE", "ABC=DE²"),
        ("is_integer(AB*C/DE)", "AB*C%DE=0"),
        ("is_integer((AB+C-DE)/100), (ABC-DE*3)%1000=0", "AB+C-DE=0, ABC-DE*3=0"),
        ("is_integer((ABC*DE-FGHIJ)/100000)", "ABC*DE-FGHIJ=0"),
        ("(A*B-CD*E)%892=0, (-AB*C)%892=0, (A+B)%19=0", "A*B-CD*E=0, -AB*C=0, A+B=0"),
        ("floor(A/BC)=A/BC, CD/E=floor(CD/E)", "A%BC=0, CD%E=0"),
        ("is_integer(A+B/CD), floor(AB)=AB", "is_integer(A+B/CD), floor(AB)=AB"),
        ("max(A+B,C)=min(C,A+B)", "A+B=C"),
        ("(A+B=C)+(D<E)=2", "A+B=C, D<E"),
        ("count(A+B=C,D<E)=2", "A+B=C, D<E"),
        ("A+B=C, B%2=0, is_odd(C)", "A+B=C, is_even(B), C%2=1"),
        ("sign(AB*CD-EFGH)=0, 2^(AB-C*D)=1", "AB*CD-EFGH=0, AB-C*D=0"),
        ("AB*CD=EFGH || 1=2", "AB*CD=EFGH"),
        ("AB*C=DE || DE<2*C || 3<2", "AB*C=DE || DE<2*C"),
        ("divides(AB,CDE), EF ∣ GHI", "CDE%AB=0, GHI%EF=0"),
        ("divides(CD,EFGH), EFGH//CD=AB", "CD*AB=EFGH"),
        ("ABC%D=E, FG=floor(ABC/D)", "E<D, D*FG+E=ABC"),
        ("floor(sqrt(ABC))=DE, FG=floor(∛HIJ)", "ABC=DE², HIJ=FG³"),
        ("floor(ABC/DE)=F", "DE*F≤ABC, ABC<DE*F+DE"),
        ("digit_sum(ABC)=DE", "A+B+C=DE, A≠0"),
        ("A*EF*HI+D*BC*HI+G*BC*EF=BC*EF*HI", "A/BC+D/EF+G/HI=1"),
        ("is_prime(ABC), is_prime(D)", "is_prime(ABC), is_prime(D), C%2=1, C≠5"),
        ("ABC%3=1, DE%7=1, ABC%5=2, ABC%4=1, DE%8=0", "ABC%60=37, DE%56=8"),
        ("ABC%6=1, ABC%4=3, ABC%D=2", "ABC%12=7, ABC%D=2"),
    ] {
        let wanted = conditions(normal);
        let found = conditions(text);
        assert_eq!(found.0, wanted.0, "{text}");
        // A numeral of several digits does not begin with 0, but its domains say that, not its conditions.
        if !text.contains("concat") {
            assert_eq!(found.1, wanted.1, "{text}");
        }
    }
}

#[test]
fn remainders_that_contradict_each_other_stay() {
    assert_eq!(compiled("ABC%6=1, ABC%4=2").conditions.len(), 2);
}

#[test]
fn what_may_be_a_multiple_of_its_divisor_keeps_its_rest() {
    for text in
        ["(A+B)%18=0", "(A*B-CD*E)%891=0", "(CD*E-A*B)%891=0", "(A-B)%-19=0", "(AB-CD)%2=0", "(A+B)%19=1"]
    {
        let problem = compiled(text);
        let [condition] = &problem.conditions[..] else { panic!("{text} is one condition") };
        let Expr::Chain(chain) = &condition.expr else { panic!("{text} is a relation") };
        assert!(
            matches!(&*chain.first, Expr::Chain(left) if left.rest[0].0.algebra == Algebra::Mod),
            "{text}"
        );
    }
}

#[test]
fn a_linear_relation_agrees_with_the_judge() {
    for text in ["AB+A=BC", "A<B", "A<=B", "A>B", "A>=2*B", "A!=B", "A/2+B/3=C/4", "0.A+0.(B)=1", "A+B-C<=1"]
    {
        let problem = compiled(&format!("@base 5\n@leading-zeros allowed\n{text}"));
        let [condition] = &problem.conditions[..] else { panic!("{text} is one condition") };
        let linear = condition.linear.as_ref().unwrap_or_else(|| panic!("{text} is linear"));
        for digits in assignments(&problem) {
            let truth = judge::truth(&condition.expr, &digits, &problem.context);
            assert_eq!(Truth::from(linear.holds(&digits)), truth, "{text} with {digits:?}");
        }
    }
}

#[test]
fn a_sum_of_words_is_one_coefficient_for_each_symbol() {
    let expected =
        [("S", 1000), ("E", 91), ("N", -90), ("D", 1), ("M", -9000), ("O", -900), ("R", 10), ("Y", -1)];
    assert_eq!(form("SEND+MORE=MONEY"), Some((named(&expected), 0)));
}

#[test]
fn what_cancels_out_has_no_coefficient() {
    assert_eq!(form("A+B=A+C"), Some((named(&[("B", 1), ("C", -1)]), 0)));
    assert_eq!(form("A*0+B=C+7"), Some((named(&[("B", 1), ("C", -1)]), -7)));
}

#[test]
fn fractions_are_brought_to_whole_coefficients() {
    assert_eq!(form("A/2=B/3"), Some((named(&[("A", 3), ("B", -2)]), 0)));
    assert_eq!(form("0.A+B=1/2"), Some((named(&[("A", 1), ("B", 10)]), -5)));
    assert_eq!(form("0.(A)+B=1/3"), Some((named(&[("A", 1), ("B", 9)]), -3)));
}

#[test]
fn a_form_keeps_the_side_of_its_relation() {
    for (text, relation) in [
        ("A/3<B", Algebra::Less),
        ("-A>=B", Algebra::AtLeast),
        ("A≤B/7", Algebra::AtMost),
        ("A≠B", Algebra::Unequal),
    ] {
        let linear = compiled(text).conditions[0].linear.clone().expect("it is linear");
        assert_eq!(linear.relation, relation, "{text}");
    }
    assert_eq!(form("-A>B"), Some((named(&[("A", -1), ("B", -1)]), 0)));
}

#[test]
fn products_of_symbols_are_not_linear() {
    for text in ["A*B=C", "6/A=B", "A^2=B", "A!=B!", "A+B=5 || A=B", "min(A,B)=3"] {
        assert_eq!(form(text), None, "{text}");
    }
    assert_eq!(form("2^3*A/4=B"), Some((named(&[("A", 2), ("B", -1)]), 0)));
    assert_eq!(form("A/0=B"), None);
}

#[test]
fn a_form_past_machine_words_is_kept_in_exact_numbers() {
    // 10^16 · 63 leaves room in a machine word, 10^17 · 63 does not.
    for (digits, is_wide) in [(17, false), (18, true)] {
        let word = format!("{}A", "B".repeat(digits - 1));
        let problem = compiled(&format!("{word}={word}+C*{}", "1".repeat(digits)));
        let condition = &problem.conditions[0];
        assert_eq!(
            (condition.linear.is_none(), condition.wide.is_some()),
            (is_wide, is_wide),
            "{digits} digits"
        );
    }
    let wide = compiled(&format!("A{}=B", "0".repeat(30))).conditions[0].wide.clone().expect("it is wide");
    let largest = (0..30).fold(Exact::ONE, |power, _| power.times(&10.into()));
    assert_eq!(wide.terms[0].1, largest);
    assert_eq!((wide.terms[1].1.clone(), wide.relation), (Exact::from(-1), Algebra::Equal));
}

#[test]
fn the_largest_sums_of_machine_words_do_not_overflow() {
    let nines = "9".repeat(17);
    let problem = compiled(&format!("{}+B={nines}", "A".repeat(17)));
    let linear = problem.conditions[0].linear.as_ref().expect("it fits");
    assert!(linear.holds(&[9, 0]) && !linear.holds(&[8, 0]));
}

#[test]
fn functions_powers_and_factorials_may_take_long() {
    for (text, is_expensive) in [
        ("A+B=C", false),
        ("A*B/C=D", false),
        ("AB÷C=D r E", false),
        ("-A+B=0", false),
        ("A^B=C", true),
        ("A!=B", false),
        ("A! =B", true),
        ("√A=B", true),
        ("is_prime(AB)", true),
        ("A=gcd(B,C)", true),
        ("A=2*(B+C^2)", true),
    ] {
        assert_eq!(compiled(text).conditions[0].is_expensive(), is_expensive, "{text}");
    }
    for (text, is_short) in [("is_prime(AB)", true), ("is_prime(ABCDEFG)", false), ("is_prime(A^B)", false)] {
        assert_eq!(compiled(text).conditions[0].weight < Condition::EXPENSIVE, is_short, "{text}");
    }
}

#[test]
fn a_condition_knows_its_cells() {
    let problem = compiled("A+B=9; C=D+1; 1+1=2");
    let cells: Vec<Vec<usize>> = problem
        .conditions
        .iter()
        .map(|condition| condition.cells.iter().map(|cell| cell.index()).collect())
        .collect();
    assert_eq!(cells, [vec![0, 1], vec![2, 3], vec![]]);
}

#[test]
fn leading_digits_are_not_zero() {
    let zeros = |text| compiled(text).domains.iter().map(|domain| domain.contains(0)).collect::<Vec<_>>();
    assert_eq!(zeros("AB=CA"), [false, true, false]);
    assert_eq!(zeros("@leading-zeros allowed\nAB=CA"), [true, true, true]);
}

#[test]
fn a_condition_names_the_one_that_it_was_split_from() {
    let puzzle = "@where A<E, C!=D\nA<B<C && D=E, AB ÷ C = D r (E+F)".parse().expect("it is a puzzle");
    let sources: Vec<usize> =
        Problem::of(&puzzle).conditions.iter().map(|condition| condition.source).collect();
    assert_eq!(sources, [0, 0, 0, 1, 1, 1, 2, 3]);
}

#[test]
fn a_condition_of_a_drawing_leads_to_its_role() {
    let puzzle: Puzzle = "  12\n× AB\n----\n  BC\n DE\n----\n FGH".parse().expect("it is a puzzle");
    let problem = Problem::of(&puzzle);
    let roles = problem.conditions.iter().filter_map(|condition| puzzle.role(condition.source));
    let words: Vec<String> = roles.map(|role| role.to_string()).collect();
    assert_eq!(words, ["partial product 1", "partial product 2", "product"]);
}

/// Returns the value of a product; `None` if a factor has no value, or for a division by zero.
fn value(product: &Factored, digits: &[Digit], context: &Context) -> Option<Exact> {
    product.factors.iter().try_fold(product.coefficient.clone(), |value, factor| {
        let own = match &factor.value {
            Value::Linear(form) => form.value(digits).into(),
            Value::Judged(judged) => judged.number(digits, context).ok()?,
        };
        assert_eq!(factor.is_divisor, factor.exponent < 0, "these tests divide nothing twice");
        Some(value.times(&own.power(&i64::from(factor.exponent).into(), context.limit).ok()?))
    })
}

#[test]
fn factors_have_the_value_of_the_equation() {
    for text in [
        "A/B+C=2",
        "AB*C=A*(B+1)^2",
        "(A-B)/(C-2)=A",
        "(2*A/3)^-2*B=C/4",
        "-AB/(C*C)=-(A*B)",
        "A!*B=gcd(A,C)-A^B",
        "3*A*B/4-C/2=A/(4*B)",
    ] {
        let problem = compiled(&format!("@base 5\n@leading-zeros allowed\n{text}"));
        let (condition, context) = (&problem.conditions[0], &problem.context);
        let sum = factors::sum(condition, context).unwrap_or_else(|| panic!("{text} is a sum"));
        let sides = factors::products(condition, context).unwrap_or_else(|| panic!("{text} has products"));
        for digits in assignments(&problem) {
            let truth = judge::truth(&condition.expr, &digits, context);
            let add = |total: Exact, product| Some(total.plus(&value(product, &digits, context)?));
            let total = sum.products.iter().try_fold(sum.constant.clone(), add);
            assert_eq!(Truth::from(total.is_some_and(|total| total.is_zero())), truth, "{text} {digits:?}");
            let [left, right] = sides.each_ref().map(|side| value(side, &digits, context));
            assert_eq!(Truth::from(left.is_some() && left == right), truth, "{text} {digits:?}");
        }
    }
}

#[test]
fn only_equations_have_factors() {
    for (text, is_equation) in
        [("A*B=C", true), ("A*B<C", false), ("is_prime(AB)", false), ("A=1||B=2", false)]
    {
        let problem = compiled(text);
        assert_eq!(factors::sum(&problem.conditions[0], &problem.context).is_some(), is_equation, "{text}");
        assert_eq!(
            factors::products(&problem.conditions[0], &problem.context).is_some(),
            is_equation,
            "{text}"
        );
    }
}

#[test]
fn a_factor_of_both_sides_is_noticed() {
    for (text, is_common) in
        [("ABC*D=ABC", true), ("A*B=C*(D+1)", false), ("(A+1)*B=C/(1+A)", false), ("A!*B=C*A!", true)]
    {
        let problem = compiled(text);
        assert_eq!(
            factors::have_common_factor(&problem.conditions[0], &problem.context),
            is_common,
            "{text}"
        );
    }
}

#[test]
fn powers_past_any_limit_are_left_to_the_judge() {
    let judged = |text: &str| {
        let problem = compiled(text);
        let sum = factors::sum(&problem.conditions[0], &problem.context).expect("it is a sum");
        matches!(sum.products[0].factors[..], [factors::Factor { value: Value::Judged(_), .. }])
    };
    assert!(!judged("A^64=B") && judged("A^65=B") && judged("(A^9)^9=B") && judged("(A!)^2=B"));
}

#[test]
fn programs_say_what_the_judge_says() {
    for text in [
        "(A-B)//C = 1-D",
        "(A-B)//(C-D) = A-C",
        "(A-B)%C = D",
        "A%(B-C) = B-A",
        "A-B < -C",
        "is_prime(AB) && A≠B",
        "¬(A<B || C=2)",
        "A/B+C/D = 2",
        "A/(B-C) > 1/D",
        "A^B = C*D",
        "(A-B)^C%D = B-A",
        "A^BC%(D+1)*2 = C",
        "max(A,B,C) = gcd(C,D)",
        "abs(A-B) = C",
        "-(A*B) = C-D",
    ] {
        let problem = Problem::of(&Puzzle::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        for condition in &problem.conditions {
            let program = Program::of(&condition.expr, &problem.context).expect(text);
            for digits in assignments(&problem).iter().step_by(3) {
                let truth = judge::truth(&condition.expr, digits, &problem.context);
                match program.run(digits) {
                    Outcome::Yes => assert_eq!(truth, Truth::Yes, "{text} with {digits:?}"),
                    Outcome::No => assert_eq!(truth, Truth::No, "{text} with {digits:?}"),
                    // A division by zero.
                    Outcome::HandOver => assert_ne!(truth, Truth::Yes, "{text} with {digits:?}"),
                }
            }
        }
    }
}
