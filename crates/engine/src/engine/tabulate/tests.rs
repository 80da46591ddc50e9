use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::engine::{Request, Stop, Wanted};
use crate::eval::EVALUATORS;
use equation::Operation;
use fukumen_language::expr::Expr;
use fukumen_language::interrupt::{Interrupt, Never};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::number::Undefined;
use fukumen_language::puzzle::Puzzle;
use part::{Part, Setting};
use table::{Table, unpack};

/// Raised after this number of checks.
struct After(AtomicU64);

impl After {
    fn asks(count: u64) -> Self {
        Self(AtomicU64::new(count))
    }

    fn never() -> Self {
        Self::asks(u64::MAX)
    }
}

impl Interrupt for After {
    fn is_raised(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 0
    }
}

fn problem(text: &str) -> Arc<Problem> {
    Problem::of(&text.parse::<Puzzle>().expect("it is a puzzle"))
}

/// Returns the solutions in the engine's order, and how it ended.
fn run(
    run: &dyn Run,
    problem: &Arc<Problem>,
    interrupt: &dyn Interrupt,
    threads: usize,
) -> (Vec<Vec<Digit>>, Ended) {
    let prepared = EVALUATORS[0].prepare(problem);
    let confirm = |digits: &[Digit]| {
        let truths = problem.conditions.iter().map(|c| judge::truth(&c.expr, digits, &problem.context));
        truths.fold(Truth::Yes, Truth::and)
    };
    let search = Search {
        problem,
        evaluator: &*prepared,
        confirm: &confirm,
        portion: crate::engine::Portion::WHOLE,
        threads,
        enough: None,
        memory: None,
        interrupt,
        observer: &(),
    };
    let mut all = Vec::new();
    let ended = run.run(&search, &mut |digits, truth| {
        assert_eq!(truth, Truth::Yes);
        all.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    (all, ended)
}

fn plan(problem: &Arc<Problem>) -> Plan {
    match Tabulate.fit(problem, &Request::new(Wanted::Solutions)).expect("nothing interrupts it") {
        Fit::Yes(plan) => plan,
        Fit::No(reason) => panic!("{reason}"),
    }
}

/// Equations of every kind, with the number of their solutions by depth-first.
const SOME: &[(&str, usize)] = &[
    ("@digits 1-9\nA/BC+D/EF+G/HI=1", 6),
    ("@digits 1-9\nA/BC+D/EF=G/HI", 20),
    ("AB*CD=EF*GH", 280),
    ("AB/CD=EF/GH", 280),
    ("AB²+CD²=EF²+GH²", 144),
    ("TWO*TWO=THREE", 1),
    ("ATOM^(1/2)=A+TO+M", 2),
    ("AB*C=DE && A<D && is_prime(DE-1)", 15),
];

/// An enumerator with one rank, which calls a closure.
struct Once<F>(Mutex<Option<F>>);

impl<F: FnOnce(&mut Visitor) + Send> Enumerator for Once<F> {
    fn ranks(&self) -> u64 {
        1
    }

    fn visit(&self, ranks: Range<u64>, visitor: &mut Visitor) -> u64 {
        let closure = self.0.lock().expect("no one panicked").take();
        closure.into_iter().for_each(|closure| closure(visitor));
        ranks.end
    }
}

/// Returns every row that has a residue, the slow way: the judge's value of every assignment.
fn by_hand(expr: &Expr, problem: &Problem) -> Vec<(Vec<Digit>, u32)> {
    let cells = expr.cells();
    let mut rows = vec![vec![0; problem.domains.len()]];
    for cell in &cells {
        let with = |row: &Vec<Digit>, digit| {
            let mut row = row.clone();
            row[cell.index()] = digit;
            row
        };
        rows = rows
            .iter()
            .flat_map(|row| problem.domains[cell.index()].iter().map(move |digit| with(row, digit)))
            .collect();
    }
    rows.retain(|row| {
        (1..cells.len()).all(|i| !cells[..i].iter().any(|c| row[c.index()] == row[cells[i].index()]))
    });
    rows.into_iter()
        .filter_map(|row| match judge::number(expr, &row, &problem.context) {
            Ok(value) => Some((row, residue::of_exact(&value).expect("these are small"))),
            Err(Undefined::NoValue) => None,
            Err(undefined) => panic!("{undefined:?}"),
        })
        .collect()
}

#[test]
fn a_table_holds_what_the_judge_computes() {
    let texts = [
        "A/BC=D",
        "AB*C²=D",
        "A!/B=D",
        "(A-B)/(C-2)=D",
        "A^B=CD",
        "-AB/(C*C)=D",
        "(A/B)^-2=C",
        "reverse(AB)=C",
    ];
    for text in texts {
        let problem = problem(text);
        let Expr::Chain(chain) = &problem.conditions[0].expr else { panic!("it is an equation") };
        let equation = &Equation::readings(&problem.conditions[0], &problem.domains, &problem.context)[0];
        let setting =
            Setting { problem: &problem, operation: Operation::Sum, fixed: 0, distinct: u64::MAX, lead: 0 };
        let part = Part::of(&[&equation.operands[0]], &setting);
        let digits = vec![0; problem.domains.len()];
        let ground = Ground {
            problem: &problem,
            operation: Operation::Sum,
            distinct: u64::MAX,
            digits: &digits,
            taken: 0,
        };
        let mut table = Table::default();
        let enumerator = Once(Mutex::new(Some(|visitor: &mut Visitor| {
            table = Table::of(&part, &ground, visitor).expect("no one interrupts");
        })));
        with(&enumerator, &problem);
        let mut rows = Vec::new();
        for group in &table.groups {
            assert_eq!(u32::from(group.floor), group.mask.trailing_zeros());
            for row in group.rows() {
                let mut digits = digits.clone();
                unpack(table.digits[row], &part, &mut digits);
                assert_eq!(
                    part.cells.iter().fold(0, |mask, cell| mask | 1 << digits[cell.index()]),
                    group.mask
                );
                let key = table.keys[row];
                rows.push((digits, if part.is_turned { residue::negated(key) } else { key }));
            }
        }
        rows.sort();
        let mut expected = by_hand(&chain.first, &problem);
        expected.sort();
        assert_eq!(rows, expected, "{text}");
        assert!(table.apart.is_empty());
    }
}

/// Runs an enumerator of one rank.
fn with(enumerator: &dyn Enumerator, problem: &Arc<Problem>) {
    struct Through<'e>(&'e dyn Enumerator);
    impl Run for Through<'_> {
        fn run(&self, search: &Search, found: &mut Found) -> Ended {
            split::run(self.0, search, found)
        }
    }
    run(&Through(enumerator), problem, &After::never(), 1);
}

#[test]
fn every_equation_has_its_solutions_each_once_in_one_order() {
    for (text, count) in SOME {
        let problem = problem(text);
        let (found, ended) = run(&*plan(&problem).run, &problem, &After::never(), 1);
        assert_eq!((found.len(), ended.stop), (*count, Stop::Exhausted), "{text}");
        assert_eq!(run(&*plan(&problem).run, &problem, &After::never(), 3).0, found, "{text}");
    }
}

#[test]
fn estimates_are_within_ten_times_of_what_is_done() {
    for (text, _) in SOME {
        let problem = problem(text);
        let plan = plan(&problem);
        let nodes = run(&*plan.run, &problem, &After::never(), 1).1.tally.nodes as f64;
        assert!(plan.nodes < 10.0 * nodes && nodes < 10.0 * plan.nodes, "{text}: {} and {nodes}", plan.nodes);
    }
}

#[test]
fn with_little_memory_cells_are_fixed_first() {
    for (text, count) in SOME {
        let problem = problem(text);
        for memory in [0.0, 5000.0, 100_000.0] {
            let layout = best(&problem, memory, &Never).expect("nothing interrupts it").expect("it fits");
            assert!(layout.estimate.bytes <= memory.max(1000.0), "{text}: {} bytes", layout.estimate.bytes);
            if memory > 0.0 {
                let (found, _) =
                    run(&Planned { problem: Arc::clone(&problem), layout }, &problem, &After::never(), 1);
                assert_eq!(found.len(), *count, "{text}");
            }
        }
    }
}

#[test]
fn like_parts_have_one_table_and_are_arranged_once() {
    let fractions = problem("@digits 1-9\nA/BC+D/EF+G/HI=1");
    let layout = best(&fractions, MEMORY, &Never).expect("nothing interrupts it").expect("it fits");
    assert_eq!(*layout.tables, [0, 0, 0]);
    assert_eq!(layout.images.maps().len(), 5);
    let products = problem("AB*CD=EF*GH");
    let layout = best(&products, MEMORY, &Never).expect("nothing interrupts it").expect("it fits");
    assert!(layout.is_mirrored && layout.operation == Operation::Product);
    assert_eq!(layout.images.maps().len(), 7);
    // A side condition on one part makes it unlike the others.
    let layout = best(&problem("@digits 1-9\nA/BC+D/EF+G/HI=1 && A<C"), MEMORY, &Never)
        .expect("nothing interrupts it")
        .map(|layout| layout.images.maps().len());
    assert_eq!(layout, Some(1));
}

#[test]
fn an_interrupt_ends_it_wherever_it_is() {
    let problem = problem("ABC*DE=FGHIJ");
    for asks in [0, 1, 5, 20] {
        let (_, ended) = run(&*plan(&problem).run, &problem, &After::asks(asks), 1);
        assert_eq!(ended.stop, Stop::Interrupted, "after {asks}");
    }
}

#[test]
fn what_does_not_fit_says_why() {
    for text in ["A<B", "is_prime(AB)", "A∣BC"] {
        let problem = problem(text);
        assert!(
            matches!(Tabulate.fit(&problem, &Request::new(Wanted::Solutions)), Ok(Fit::No(reason)) if reason.key() == "why-not-tabulate-equation")
        );
    }
}
