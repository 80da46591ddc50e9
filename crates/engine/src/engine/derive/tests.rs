//! Plans of derive and check, and their searches.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::engine::Wanted;
use crate::engine::run::Search;
use crate::engine::shard::Portion;
use crate::eval::EVALUATORS;
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::Never;
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::Puzzle;

fn problem(text: &str) -> Arc<Problem> {
    let puzzle: Puzzle = text.parse().expect("it is a puzzle");
    Problem::of(&puzzle)
}

/// Returns the value of a polynomial, straight from its slots.
fn value(system: &System, equation: &Equation, digits: &[Digit]) -> i128 {
    let slot = |slot: &usize| {
        let form = system.form(*slot).expect("these have only forms");
        let terms = form.terms.iter().map(|(cell, c)| i128::from(*c) * i128::from(digits[cell.index()]));
        terms.sum::<i128>() + i128::from(form.constant)
    };
    let product =
        |product: &polynomial::Product| product.factor * product.slots.iter().map(slot).product::<i128>();
    equation.products.iter().map(product).sum()
}

#[test]
fn polynomials_say_what_the_judge_says() -> Result<(), Interrupted> {
    for text in [
        "AB*C=DA",
        "(A+BC)^2-D=ABC",
        "A/BC+D/AB=1",
        "A.B*C=D.A",
        "A/(B-C)=D/A",
        "AB@7*C=DA@5",
        "A*(B+C*(D-A))=-BC+3",
        "AB*C<DA+7",
        "0.(AB)*C=D/9",
    ] {
        let problem = problem(text);
        let system = polynomial::read(&problem, &Never)?;
        let [equation] = &system.equations[..] else { panic!("{text} is one equation") };
        let mut random = 1u64;
        for _ in 0..3000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let digits: Vec<Digit> = (0..4).map(|i| (random >> (33 + 5 * i) & 31) as u8 % 5).collect();
            let value = value(&system, equation, &digits);
            assert!(value.abs() <= equation.bound, "{text}");
            let says = crate::compile::linear::holds(equation.relation, value.signum() as i64);
            let truth = judge::truth(&problem.conditions[0].expr, &digits, &problem.context);
            if equation.is_whole {
                assert_eq!(Truth::from(says), truth, "{text} with {digits:?}");
            } else {
                assert!(says || truth != Truth::Yes, "{text} with {digits:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn what_unknown_digits_add_is_divisible() -> Result<(), Interrupted> {
    let problem = problem("ABC*DE=FGHIJ");
    let system = polynomial::read(&problem, &Never)?;
    let unknown = |unknown: &'static str| move |cell: usize| unknown.contains(char::from(b'A' + cell as u8));
    let modulus = |cells| system.modulus(&system.equations[0], &unknown(cells));
    assert_eq!(modulus("ABDFGHI"), 10);
    assert_eq!(modulus("AFGH"), 100);
    assert_eq!(modulus("FG"), 1000);
    assert_eq!(modulus("J"), 1);
    assert_eq!(modulus(""), 0);
    Ok(())
}

#[test]
fn every_order_has_each_cell_once() {
    let many: Vec<String> = (0..300).map(|i| format!("AB+C<D+{i}")).collect();
    for text in
        ["AB*C=DA", "A^B=CDE", "A/BC+D/EF+G/HI=1", "A+B+C=D, gcd(A,E)=F", "A!=B || C>D", &many.join(", ")]
    {
        let problem = problem(text);
        let Ok(Fit::Yes(plan)) = Derive.fit(&problem, &Request::new(Wanted::Solutions)) else {
            panic!("it fits")
        };
        let mut order = plan.order.clone();
        order.sort_unstable();
        assert_eq!(order, (0..problem.domains.len()).map(Cell::new).collect::<Vec<_>>(), "{text}");
    }
}

/// The orders that a wrong estimate would miss: ten thousand times the nodes, on the seven sevens.
#[test]
fn planned_orders_take_few_nodes() -> Result<(), Interrupted> {
    for (text, most) in [
        ("ABC*DE=FGHIJ", 12_000.0),
        ("A^B=CDE", 800.0),
        ("AB^C=DEFGH", 5_000.0),
        ("TWO*TWO=THREE", 200.0),
        ("D*IEI=GIC, IJ+EAC=EGC, BEJ+CJ=FHJ, EGC+BEJ=GIC, D*IJ=CJ, IEI+EAC=FHJ", 300.0),
    ] {
        let problem = problem(text);
        let Ok(Fit::Yes(plan)) = Derive.fit(&problem, &Request::new(Wanted::Solutions)) else {
            panic!("it fits")
        };
        let order: Vec<Cell> = plan.order.clone();
        let system = Arc::new(polynomial::read(&problem, &Never)?);
        let free = FreeDigits::of(&problem, &system, true, &Never)?;
        let estimates = estimates(&problem, &system, &free);
        let tree = build::tree::<i64>(&problem, &system, Some(&estimates), &free, &order, &Never)?;
        let nodes = Sampler::default().nodes(&tree, 5_000, &Never)?;
        assert!(nodes < most, "{text}: {nodes}");
    }
    Ok(())
}

#[test]
fn samples_are_right_on_average() -> Result<(), Interrupted> {
    let problem = problem("ABC*DE=FGHIJ");
    let system = Arc::new(polynomial::read(&problem, &Never)?);
    let order: Vec<Cell> = (0..10).map(Cell::new).collect();
    let free = FreeDigits::of(&problem, &system, true, &Never)?;
    let tree = build::tree::<i64>(&problem, &system, None, &free, &order, &Never)?;
    let (few, many) =
        (Sampler::default().nodes(&tree, 2_000, &Never)?, Sampler::default().nodes(&tree, 50_000, &Never)?);
    assert!((few / many - 1.0).abs() < 0.2, "{few} against {many}");
    let Ok(Fit::Yes(plan)) = Derive.fit(&problem, &Request::new(Wanted::Solutions)) else {
        panic!("it fits")
    };
    assert!(plan.nodes < many, "the planned order is better than that of the text");
    Ok(())
}

#[test]
fn samples_are_near_if_few_branches_go_deep() -> Result<(), Interrupted> {
    // The forecast of its best order, by random descents, was fifty times too low.
    let problem = problem("@base 12\nAB^2+CD^2+EF^2=GHI^2");
    let system = Arc::new(polynomial::read(&problem, &Never)?);
    let free = FreeDigits::of(&problem, &system, true, &Never)?;
    let order: Vec<Cell> = [6, 7, 0, 2, 4, 8, 1, 3, 5].map(Cell::new).into();
    let tree = build::tree::<i64>(&problem, &system, None, &free, &order, &Never)?;
    let all = Sampler::default().nodes(&tree, usize::MAX, &Never)?;
    assert!((200_000.0..300_000.0).contains(&all), "{all}");
    for kept in [32, 128] {
        let some = Sampler::default().nodes(&tree, kept, &Never)?;
        assert!((0.3..3.0).contains(&(some / all)), "{some} of {all}, {kept} kept");
    }
    Ok(())
}

/// Returns the solutions that a plan finds, in its order.
fn found(problem: &Arc<Problem>, puzzle: &Puzzle, plan: &Plan) -> Vec<Vec<Digit>> {
    let prepared = EVALUATORS[0].prepare(problem);
    let context = puzzle.context();
    let confirm = |digits: &[Digit]| {
        let truths = puzzle.all_conditions().map(|condition| judge::truth(condition, digits, &context));
        truths.fold(Truth::Yes, Truth::and)
    };
    let search = Search {
        problem,
        evaluator: &*prepared,
        confirm: &confirm,
        portion: Portion::WHOLE,
        threads: 1,
        enough: None,
        memory: None,
        interrupt: &Never,
        observer: &(),
    };
    let mut all = Vec::new();
    plan.run.run(&search, &mut |digits, truth| {
        assert_eq!(truth, Truth::Yes, "{puzzle} with {digits:?}");
        all.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    all
}

/// Returns the solutions, by trying all digits.
fn by_trial(problem: &Problem, puzzle: &Puzzle) -> Vec<Vec<Digit>> {
    let context = puzzle.context();
    let mut all = vec![Vec::new()];
    for hidden in puzzle.hidden() {
        let more = |digits: &Vec<Digit>| {
            let digits = digits.clone();
            hidden.digits.iter().map(move |digit| [&digits[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    all.retain(|digits| {
        let of = |cell: &Cell| digits[cell.index()];
        let differ = problem.groups.iter().all(|group| {
            let taken = |digit: Digit| group.cells.iter().filter(|cell| of(cell) == digit).count();
            (0..context.base.get() as Digit).all(|digit| taken(digit) <= group.most)
        });
        let pairs = problem.differ.iter().all(|(a, b)| of(a) != of(b));
        let holds = |condition| judge::truth(condition, digits, &context) == Truth::Yes;
        differ && pairs && puzzle.all_conditions().all(holds)
    });
    all.sort_unstable();
    all
}

/// Compares trying all digits with the plan, and with the one that has hidden quotients.
fn compare(text: &str) -> Option<()> {
    let puzzle: Puzzle = text.parse().ok()?;
    let problem = Problem::of(&puzzle);
    let wanted = by_trial(&problem, &puzzle);
    let request = Request::new(Wanted::Solutions);
    let Ok(Fit::Yes(plan)) = Derive.fit(&problem, &request) else { return None };
    assert_eq!(found(&problem, &puzzle, &plan), wanted, "{text}");
    let extended = quotients::with_hidden_quotients(&problem)?;
    let (with_them, mut system) = with_hidden(extended, &Never).expect("nothing interrupts it")?;
    system.cells = problem.domains.len();
    let plan = plan_of(&with_them, &Arc::new(system), &request).expect("nothing interrupts it");
    assert_eq!(found(&problem, &puzzle, &plan), wanted, "{text} with hidden quotients");
    Some(())
}

#[test]
fn hidden_quotients_are_not_part_of_solutions() {
    for text in [
        "AB%C=D",
        "AB%CA=D, A<C",
        "@distinct none\nABC^2%1000=ABC",
        "@distinct none\nABC%7=3, ABC%11=C",
        "divides(AB,CDE)",
        "@leading-zeros allowed\nAB%C=B",
        "@distinct none\n@leading-zeros allowed\nAB%CD=BC-A",
        "@base 5\n@distinct none\n@leading-zeros allowed\n(A+BC)%D=B*C",
        "@base 4\n@distinct none\nABCD^3%100=DC",
        "@base 5\ngcd(AB,CD)=A",
        "@base 5\n@distinct none\n@leading-zeros allowed\nC=gcd(AB,B+1,AC)",
        "@base 5\nlcm(A+1,BC)=CD",
    ] {
        assert_eq!(compare(text), Some(()), "{text}");
    }
}

fn number() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "A", "BC", "AB", "C", "12", "D", "CA", "100", "ABC", "A*B", "C+D", "AD-C", "□", "□1", "D^2",
    ])
}

proptest! {
    /// In small bases, so that much has a solution.
    #[test]
    fn quotients_remainders_and_free_digits_are_those_of_the_judge(
        (base, spaces, form) in (3u32..6, 0usize..4, 0usize..15), (x, y, z, r) in (number(), number(), number(), number()),
    ) {
        let headings = ["", "@distinct none\n", "@leading-zeros allowed\n", "@distinct none\n@leading-zeros allowed\n"];
        let forms = [
            format!("({x})%({y})={z}"),
            format!("({x})//({y})={z}"),
            format!("floor(({x})/({y}))={z}, ({x})%({y})={r}"),
            format!("divides({y},{x}), {r}<{z}"),
            format!("({x})%({y})={z}, ({r})%({y})={z}"),
            format!("({x})^2%({y})=({z})"),
            format!("({x})*({y})=□□□"),
            format!("({x})*({y})=□{z}□"),
            format!("({x})*({y})+□□={r}"),
            format!("({x})*({y})=□□*100+({z})"),
            format!("({x})={y}*□□+({z}), {z}<{r}"),
            format!("({x})^2-□□0=({z})*{r}"),
            format!("gcd({x},{y})={z}, ({r})%3=1, ({r})%4=1"),
            format!("{z}=lcm({x},{y})"),
            format!("({x})^({y})%({z})={r}"),
        ];
        compare(&format!("@base {base}\n{}{}", headings[spaces], forms[form]));
    }
}
